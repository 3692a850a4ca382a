"""The trained networks on pictures: the samples that come with the program, and pictures that hold no hand."""

from __future__ import annotations

import tomllib

import cv2
import numpy as np
import pytest

import assets
from vision.classify import CLASSIFIER
from vision.load import load
from vision.locate import LOCATOR
from vision.read import read, read_photo

pytestmark = pytest.mark.skipif(
    not (LOCATOR.is_file() and CLASSIFIER.is_file()), reason="the trained networks are not in this checkout"
)

SAMPLES = tomllib.loads(assets.text("photos/samples.toml"))["photo"]


def photo(name: str):
    return load(assets.path(f"photos/{name}"))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["file"])
def test_the_samples_are_read_right(sample):
    reading = read_photo(photo(sample["file"]))
    assert sorted(tile.face for tile in reading.tiles) == sorted(sample["tiles"])
    assert sorted(reading.flowers) == sorted(sample["flowers"])
    assert reading.decoded
    assert reading.complete
    assert reading.loose == ()


def test_exposed_melds_and_the_winning_tile_of_a_sample():
    sample = next(s for s in SAMPLES if "(" in s["hand"] and "+" in s["hand"])
    reading = read_photo(photo(sample["file"]))
    from models.notation import parse_hand

    assert parse_hand(reading.hand) == parse_hand(sample["hand"])


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_it_does_not_matter_which_way_up(quarter):
    sample = SAMPLES[0]
    image = np.ascontiguousarray(np.rot90(photo(sample["file"]).image, quarter))
    reading = read(image)
    assert sorted(tile.face for tile in reading.tiles) == sorted(sample["tiles"])


def test_a_phones_twelve_megapixels():
    sample = SAMPLES[0]
    image = cv2.resize(photo(sample["file"]).image, (4000, 3000), interpolation=cv2.INTER_CUBIC)
    reading = read(image)
    assert sorted(tile.face for tile in reading.tiles) == sorted(sample["tiles"])
    assert reading.size == (4000, 3000)


def cat(rng: np.random.Generator) -> np.ndarray:
    """A striped animal on a cushion, as far as drawing goes."""
    image = np.full((900, 1200, 3), (90, 110, 150), np.uint8)
    for _ in range(400):
        x, y = rng.integers(0, 1200), rng.integers(0, 900)
        cv2.line(
            image,
            (int(x), int(y)),
            (int(x + 30), int(y + 8)),
            tuple(int(v) for v in rng.integers(60, 180, 3)),
            2,
        )
    cv2.ellipse(image, (600, 560), (330, 220), 0, 0, 360, (60, 120, 190), -1)
    cv2.circle(image, (600, 330), 150, (70, 130, 200), -1)
    for side in (-1, 1):
        ear = np.array([[600 + side * 60, 210], [600 + side * 150, 120], [600 + side * 150, 270]])
        cv2.fillPoly(image, [ear], (70, 130, 200))
        cv2.circle(image, (600 + side * 60, 310), 24, (80, 220, 160), -1)
        cv2.ellipse(image, (600 + side * 60, 310), (6, 20), 0, 0, 360, (10, 10, 10), -1)
        for k in range(3):
            cv2.line(
                image, (600 + side * 30, 380 + 8 * k), (600 + side * 220, 350 + 30 * k), (230, 230, 230), 2
            )
    for k in range(9):
        cv2.ellipse(image, (330 + 66 * k, 560), (14, 150), 8, 0, 360, (30, 60, 110), -1)
    return cv2.GaussianBlur(image, (0, 0), 1.5)


def empty_pictures():
    rng = np.random.default_rng(3)
    yield "dark", np.clip(rng.normal(4, 2, (900, 1200, 3)), 0, 255).astype(np.uint8)
    yield "black", np.zeros((900, 1200, 3), np.uint8)
    yield "white", np.full((900, 1200, 3), 255, np.uint8)
    yield "noise", rng.integers(0, 255, (900, 1200, 3), np.uint8)
    yield "cat", cat(rng)
    boards = np.full((900, 1200, 3), (60, 100, 150), np.uint8)
    for x in range(0, 1200, 75):
        cv2.line(boards, (x, 0), (x + 20, 900), (40, 70, 110), 5)
    yield "boards", cv2.GaussianBlur(boards, (0, 0), 2)


@pytest.mark.parametrize(
    ("name", "image"), empty_pictures(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_no_hand_is_made_up(name, image):
    reading = read(image)
    assert not reading.decoded
    assert len(reading.tiles) <= 3, [t.face for t in reading.tiles]
    assert str(reading.notes[0]).startswith("I see ")


def test_one_tile_that_fills_the_frame():
    reading = read_photo(photo(SAMPLES[0]["file"]))
    tile = next(t for t in reading.tiles if t.role == "concealed" and t.confidence > 0.9)
    corners = np.array(tile.corners, np.float32)
    goal = np.array([[300, 150], [750, 150], [750, 750], [300, 750]], np.float32)
    warp = cv2.getPerspectiveTransform(corners, goal)
    frame = cv2.warpPerspective(photo(SAMPLES[0]["file"]).image, warp, (1050, 900), flags=cv2.INTER_CUBIC)
    # its neighbours are taken away
    frame[:, :285] = frame[:, 765:] = frame[:140] = frame[760:] = (60, 110, 60)
    alone = read(frame)
    assert len(alone.tiles) <= 3
    assert not alone.decoded
    assert str(alone.notes[0]).startswith("I see ")
