"""Perceiving: a picture stretched beyond use is looked at squeezed back, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.networks import Found
from tests.vision.scenes import certain
from vision.perceive import FEW, perceive
from vision.read import read

cv2 = pytest.importorskip("cv2")

FACES = [f"{n}m" for n in range(1, 10)]


def row(count: int, width: float, height: float) -> np.ndarray:
    """Corners of touching upright tiles."""
    return np.array(
        [
            [[k * width, 0], [(k + 1) * width, 0], [(k + 1) * width, height], [k * width, height]]
            for k in range(count)
        ],
        np.float32,
    )


class Table:
    """Networks that see a row of tiles only where a tile is about as tall as it should be."""

    def __init__(self, count: int = 9, sure: float = 1.0, vague: float = 0.2) -> None:
        self.count, self.sure, self.vague = count, sure, vague
        self.looks: list[tuple[int, int]] = []

    def locate(self, image: np.ndarray) -> list[Found]:
        height, width = image.shape[:2]
        self.looks.append((width, height))
        self.stretch = height / (width / self.count * 1.35)
        return [Found(c) for c in row(self.count, width / self.count, height)]

    def classify(self, image: np.ndarray, located: list[Found]) -> np.ndarray:
        p = self.sure if 0.6 < self.stretch < 1.7 else self.vague
        names = certain(FACES[: self.count])
        return names * p + (1 - p) / 43


def test_a_picture_that_reads_well_is_looked_at_once():
    table = Table()
    seen = perceive(np.zeros((90, 600, 3), np.uint8), table.locate, table.classify)
    assert table.looks == [(600, 90)]
    assert seen.step == (1.0, 1.0)
    assert len(seen.located) == 9


def test_a_strip_stretched_to_a_square_is_read_squeezed_back():
    image = np.zeros((640, 640, 3), np.uint8)
    table = Table()
    seen = perceive(image, table.locate, table.classify)
    assert seen.image.shape[:2] == (98, 640)
    assert seen.sure > 0.95
    # what is told of it lies on the picture as it was given
    reading = read(image, locate=table.locate, classify=table.classify)
    assert [t.face for t in reading.tiles] == FACES
    assert reading.size == (640, 640)
    for k, tile in enumerate(reading.tiles):
        x, y = np.mean(tile.corners, 0)
        assert x == pytest.approx((k + 0.5) * 640 / 9, abs=1)
        assert y == pytest.approx(320, abs=4)


def test_a_picture_too_wide_is_read_squeezed_back_the_other_way():
    table = Table(count=5)
    seen = perceive(np.zeros((240, 3000, 3), np.uint8), table.locate, table.classify)
    # and no larger than need be
    assert seen.image.shape[:2] == (128, 615)
    assert seen.step == pytest.approx((1600 / 3000 / 2.6, 1600 / 3000), abs=0.001)


@pytest.mark.parametrize(("count", "sure"), [(FEW - 1, 1.0), (9, 0.85)])
def test_few_or_unsure_tiles_of_a_squeezed_view_are_not_believed(count, sure):
    table = Table(count=count, sure=sure)
    seen = perceive(np.zeros((900, 900 if count == 9 else 300, 3), np.uint8), table.locate, table.classify)
    assert seen.step == (1.0, 1.0)


def test_nothing_anywhere_is_nothing():
    seen = perceive(np.zeros((640, 640, 3), np.uint8), lambda _: [], lambda *_: np.zeros((0, 43)))
    assert seen.located == ()
    assert seen.sure == 0.0
    tiny = perceive(np.zeros((20, 20, 3), np.uint8), lambda _: [], lambda *_: np.zeros((0, 43)))
    assert tiny.located == ()
