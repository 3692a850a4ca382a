"""Camera: which there are, opening one, and its newest picture.

Frames are read by a thread of their own, so that a preview always shows now and a camera that hangs
never hangs its user. OpenCV's own messages are kept off the terminal.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.messages import msg
from vision.reading import PhotoError

Frame = NDArray[np.uint8]

SETTLING: Final = 3
"""First frames that are thrown away: exposure and white balance are still finding their place."""
PROBED: Final = 6
"""Indices tried on systems that do not list their cameras."""
WANTED: Final = (1920, 1080)
"""Size a camera is asked for; it gives what it can."""


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """One camera of this machine."""

    index: int
    name: str


def quiet() -> Any:
    """OpenCV, with its messages kept off the terminal."""
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    os.environ.setdefault("OPENCV_VIDEOIO_DEBUG", "0")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    import cv2

    with contextlib.suppress(AttributeError):
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    return cv2


def cameras(root: Path = Path("/sys/class/video4linux"), devices: Path = Path("/dev")) -> list[CameraInfo]:
    """The cameras of this machine, in order. Opens none where the system lists them."""
    if sys.platform.startswith("linux"):
        return _linux(root, devices)
    found = []
    cv2 = quiet()
    for index in range(PROBED):
        capture = cv2.VideoCapture(index)
        if capture.isOpened():
            found.append(CameraInfo(index, f"{index}"))
        capture.release()
    return found


def _linux(root: Path, devices: Path) -> list[CameraInfo]:
    found = []
    for node in root.glob("video*") if root.is_dir() else []:
        digits = node.name.removeprefix("video")
        if not digits.isdigit() or not (devices / node.name).exists():
            continue
        # a camera also has nodes that carry no pictures; the first of each is the one that does
        if _text(node / "index") not in ("", "0"):
            continue
        found.append(CameraInfo(int(digits), _text(node / "name") or node.name))
    return sorted(found, key=lambda camera: camera.index)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _capture(source: int | str, wait: float) -> Any:
    cv2 = quiet()
    if isinstance(source, int):
        capture = cv2.VideoCapture(source)
        if capture.isOpened():
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED[1])
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return capture
    limits = [
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
        int(wait * 1000),
        cv2.CAP_PROP_READ_TIMEOUT_MSEC,
        int(wait * 1000),
    ]
    return cv2.VideoCapture(source, cv2.CAP_FFMPEG, limits)


class Camera:
    """An open camera or stream.

    ``source`` is a camera's index or a stream's address. Opening and reading happen in a thread; the
    constructor returns at once and :meth:`grab` waits for the first picture. Use it as a context manager.
    """

    def __init__(
        self,
        source: int | str,
        wait: float = 10.0,
        capture: Callable[[int | str, float], Any] = _capture,
        devices: Path = Path("/dev"),
    ) -> None:
        self.source = source
        self._wait = wait
        self._open = capture
        self._devices = devices
        self._frame: Frame | None = None
        self._count = 0
        self._error: PhotoError | None = None
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"camera {source}", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        """The source for a person."""
        return self.source if isinstance(self.source, str) else f"#{self.source}"

    def _fail(self, error: PhotoError) -> None:
        with self._changed:
            self._error = error
            self._changed.notify_all()

    def _run(self) -> None:
        capture = None
        try:
            capture = self._open(self.source, self._wait)
            if not capture.isOpened():
                self._fail(self._why_closed())
                return
            missed = 0
            while not self._stop.is_set():
                ok, frame = capture.read()
                if not ok or frame is None or not getattr(frame, "size", 0):
                    missed += 1
                    if missed > 20 or (self._count == 0 and missed > 5):
                        self._fail(self._why_silent())
                        return
                    self._stop.wait(0.05)
                    continue
                missed = 0
                with self._changed:
                    self._frame = frame
                    self._count += 1
                    self._changed.notify_all()
        except Exception as error:  # a driver may raise anything; the person gets one line
            self._fail(
                PhotoError("camera", msg("camera {name} failed: {reason}", name=self.name, reason=error))
            )
        finally:
            if capture is not None:
                with contextlib.suppress(Exception):
                    capture.release()

    def _why_closed(self) -> PhotoError:
        if isinstance(self.source, str):
            return PhotoError("stream", msg("{name} cannot be opened as a stream", name=self.source))
        device = self._devices / f"video{self.source}"
        if sys.platform.startswith("linux"):
            if not device.exists():
                return no_camera(self.source)
            if not os.access(device, os.R_OK | os.W_OK):
                return PhotoError(
                    "camera_permission",
                    msg("you may not use camera {name}; on Linux, join the group 'video'", name=self.name),
                )
        else:
            return PhotoError(
                "no_camera", msg("camera {name} is not there, or another program uses it", name=self.name)
            )
        return self._why_silent()

    def _why_silent(self) -> PhotoError:
        if isinstance(self.source, str):
            return PhotoError("stream", msg("{name} sends no picture", name=self.source))
        return PhotoError(
            "camera_busy",
            msg("camera {name} sends no picture: another program may be using it", name=self.name),
        )

    def latest(self) -> tuple[int, Frame] | None:
        """The newest frame and its running number, or ``None`` before the first. Raises :class:`PhotoError`."""
        with self._changed:
            if self._error is not None:
                raise self._error
            return None if self._frame is None else (self._count, self._frame)

    def grab(self, timeout: float = 10.0) -> Frame:
        """A picture taken after this call, once the camera has settled. Raises :class:`PhotoError`."""
        end = time.monotonic() + timeout
        with self._changed:
            wanted = max(self._count + 1, SETTLING)
            while self._count < wanted and self._error is None:
                left = end - time.monotonic()
                if left <= 0:
                    if self._frame is not None:
                        break
                    raise PhotoError(
                        "camera_timeout",
                        msg(
                            "camera {name} sent no picture within {n} seconds",
                            name=self.name,
                            n=round(timeout),
                        ),
                    )
                self._changed.wait(left)
            if self._error is not None:
                raise self._error
            assert self._frame is not None
            return self._frame.copy()

    def close(self) -> None:
        """Stops and releases the camera; a driver that hangs is left behind."""
        self._stop.set()
        self._thread.join(timeout=2.0)

    def __enter__(self) -> Camera:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def no_camera(index: int | None = None) -> PhotoError:
    """The error for a camera that is not there."""
    if index is None:
        return PhotoError("no_camera", msg("this machine has no camera; choose a file or a stream address"))
    return PhotoError("no_camera", msg("there is no camera {name}", name=f"#{index}"))
