"""Cameras: which there are, and every way in which one gives no picture."""

from __future__ import annotations

import os
import sys
import threading
import time

import numpy as np
import pytest

from vision import camera
from vision.camera import Camera, CameraInfo, cameras
from vision.reading import PhotoError


class Fake:
    """Stands for ``cv2.VideoCapture``."""

    def __init__(self, frames: int = 10_000, opened: bool = True, hang: float = 0.0):
        self.frames, self.opened, self.hang = frames, opened, hang
        self.read_count = 0
        self.released = threading.Event()

    def isOpened(self):
        return self.opened

    def read(self):
        if self.hang:
            time.sleep(self.hang)
        time.sleep(0.001)
        self.read_count += 1
        if self.read_count > self.frames:
            return False, None
        return True, np.full((48, 64, 3), self.read_count % 250, np.uint8)

    def release(self):
        self.released.set()


def fake(**options):
    made = Fake(**options)
    return made, lambda source, wait: made


def device(tmp_path, number: int = 0):
    (tmp_path / f"video{number}").touch()
    return tmp_path


def test_grabs_a_picture_taken_after_the_call_and_lets_go():
    made, capture = fake()
    with Camera(0, capture=capture) as source:
        first = source.grab(2)
        second = source.grab(2)
        assert first.shape == (48, 64, 3)
        assert int(second[0, 0, 0]) > int(first[0, 0, 0])
        assert int(first[0, 0, 0]) >= camera.SETTLING
        count, newest = source.latest()
        assert newest.shape == (48, 64, 3)
        assert count >= 2
    assert made.released.wait(2)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux names its devices")
def test_no_camera(tmp_path):
    _, capture = fake(opened=False)
    with (
        Camera(3, capture=capture, devices=tmp_path) as source,
        pytest.raises(PhotoError, match="there is no camera #3") as caught,
    ):
        source.grab(2)
    assert caught.value.problem == "no_camera"


def test_a_camera_that_another_program_uses(tmp_path):
    made, capture = fake(frames=0)
    with (
        Camera(0, capture=capture, devices=device(tmp_path)) as source,
        pytest.raises(PhotoError, match="another program") as caught,
    ):
        source.grab(5)
    assert caught.value.problem == "camera_busy"
    assert made.released.wait(2)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux names its devices")
def test_a_camera_that_is_there_but_does_not_open(tmp_path, monkeypatch):
    _, capture = fake(opened=False)
    with Camera(0, capture=capture, devices=device(tmp_path)) as source, pytest.raises(PhotoError) as caught:
        source.grab(2)
    assert caught.value.problem == "camera_busy"
    monkeypatch.setattr(os, "access", lambda *a: False)
    with Camera(0, capture=capture, devices=device(tmp_path)) as source, pytest.raises(PhotoError) as caught:
        source.grab(2)
    assert caught.value.problem == "camera_permission"


def test_a_camera_that_hangs_does_not_hang_us():
    _, capture = fake(hang=1.5)
    started = time.monotonic()
    source = Camera(0, capture=capture)
    with pytest.raises(PhotoError) as caught:
        source.grab(0.2)
    assert caught.value.problem == "camera_timeout"
    assert time.monotonic() - started < 1.4
    source.close()


def test_a_camera_pulled_out(tmp_path):
    _, capture = fake(frames=5)
    with Camera(0, capture=capture, devices=device(tmp_path)) as source:
        with pytest.raises(PhotoError):
            for _ in range(20):
                source.grab(5)
        with pytest.raises(PhotoError):
            source.latest()


def test_a_driver_that_raises():
    def explode(source, wait):
        raise RuntimeError("driver")

    with Camera(0, capture=explode) as source, pytest.raises(PhotoError, match="driver"):
        source.grab(2)


def test_a_stream_that_does_not_open():
    _, capture = fake(opened=False)
    with (
        Camera("rtsp://phone", capture=capture) as source,
        pytest.raises(PhotoError, match="rtsp://phone cannot be opened"),
    ):
        source.grab(2)


def test_before_the_first_picture():
    _, capture = fake(hang=0.3)
    with Camera(0, capture=capture) as source:
        assert source.latest() is None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux lists its cameras")
def test_the_list_leaves_out_nodes_without_pictures(tmp_path):
    root, devices = tmp_path / "sys", tmp_path / "dev"
    devices.mkdir()
    for number, index, name in ((0, 0, "Integrated"), (1, 1, "Integrated"), (2, 0, "USB"), (7, 0, "gone")):
        node = root / f"video{number}"
        node.mkdir(parents=True)
        (node / "index").write_text(f"{index}\n")
        (node / "name").write_text(f"{name}\n")
        if number != 7:
            (devices / f"video{number}").touch()
    assert cameras(root, devices) == [CameraInfo(0, "Integrated"), CameraInfo(2, "USB")]
    assert cameras(tmp_path / "none", devices) == []
