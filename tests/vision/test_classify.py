"""Naming: the square a tile is rectified to, turns, and the trained network on the sample photos."""

import tomllib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from models import tiles
from vision import classify, locate
from vision.locate import Located

cv2 = pytest.importorskip("cv2")
PHOTOS = Path(__file__).resolve().parents[2] / "assets" / "photos"
SAMPLES = tomllib.loads((PHOTOS / "samples.toml").read_text("utf-8"))["photo"]
needs_networks = pytest.mark.skipif(
    not (locate.LOCATOR.is_file() and classify.CLASSIFIER.is_file()), reason="no trained networks"
)


def test_faces_are_the_programs_faces_in_order_then_none():
    assert classify.FACES[: classify.NONE] == tuple(tiles.FACES)
    assert classify.FACES[classify.NONE] == "none"


def four_colours(side: int = 200) -> np.ndarray:
    picture = np.zeros((side, side, 3), np.uint8)
    half = side // 2
    picture[:half, :half] = (255, 0, 0)
    picture[:half, half:] = (0, 255, 0)
    picture[half:, half:] = (0, 0, 255)
    picture[half:, :half] = (255, 255, 255)
    return picture


def test_rectify_puts_the_first_corner_top_left():
    picture = four_colours()
    corners = np.array([[20, 20], [180, 20], [180, 180], [20, 180]], np.float32)
    for turn, colour in enumerate([(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]):
        square = classify.rectify(picture, np.roll(corners, -turn, 0))
        assert square.shape == (64, 64, 3) and square.dtype == np.uint8
        assert tuple(square[10, 10]) == colour


def test_a_quarter_turn_of_the_corners_is_exactly_a_quarter_turn_of_the_square():
    picture = np.random.default_rng(1).integers(0, 256, (300, 300, 3), np.uint8)
    picture = cv2.GaussianBlur(picture, (0, 0), 4)
    corners = np.array([[60, 70], [230, 90], [240, 250], [50, 230]], np.float32)
    square = classify.rectify(picture, corners).astype(int)
    turned = classify.rectify(picture, np.roll(corners, -1, 0)).astype(int)
    assert np.abs(np.rot90(square) - turned).max() <= 2


def test_rectify_shows_the_margin_and_survives_corners_outside_the_picture():
    picture = np.full((100, 100, 3), 200, np.uint8)
    corners = np.array([[-20, -20], [60, -20], [60, 60], [-20, 60]], np.float32)
    assert classify.rectify(picture, corners).shape == (64, 64, 3)
    assert classify.rectify(picture, corners + 500).shape == (64, 64, 3)


def test_nothing_located_is_nothing_named():
    picture = np.zeros((50, 50, 3), np.uint8)
    assert classify.classify(picture, []).shape == (0, 43)
    probabilities, turns = classify.classify_turned(picture, [])
    assert probabilities.shape == (0, 43) and turns.shape == (0,)


def test_own_corners_start_at_the_turn():
    tile = Located(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), 1.0)
    assert classify.own_corners(tile, 1).tolist() == [[1, 0], [1, 1], [0, 1], [0, 0]]


@needs_networks
@pytest.mark.parametrize("photo", SAMPLES, ids=lambda p: p["file"])
@pytest.mark.parametrize("turns", range(4))
def test_the_samples_are_named_whichever_way_up(photo, turns):
    image = np.ascontiguousarray(np.rot90(cv2.imread(str(PHOTOS / photo["file"])), turns))
    found = locate.locate(image)
    probabilities = classify.classify(image, found)
    assert probabilities.shape == (len(found), 43)
    assert np.allclose(probabilities.sum(1), 1)
    assert Counter(classify.FACES[k] for k in probabilities.argmax(1)) == Counter(photo["tiles"])


@needs_networks
def test_the_way_up_is_told():
    photo = cv2.imread(str(PHOTOS / "sample-1.jpg"))
    found = locate.locate(photo)
    probabilities, turns = classify.classify_turned(photo, found)
    characters = [i for i, k in enumerate(probabilities.argmax(1)) if classify.FACES[k][-1] == "m"]
    assert len(characters) == 6
    for i in characters:  # they stand upright in the picture: the own top edge lies above the bottom edge
        own = classify.own_corners(found[i], turns[i])
        assert own[:2, 1].mean() < own[2:, 1].mean()


@needs_networks
def test_a_bare_table_is_no_face():
    rng = np.random.default_rng(3)
    cloth = np.clip(rng.normal((60, 110, 40), 6, (200, 200, 3)), 0, 255).astype(np.uint8)
    corners = np.array([[40, 40], [110, 40], [110, 130], [40, 130]], np.float32)
    probabilities = classify.classify(cloth, [Located(corners, 1.0)])
    assert classify.FACES[int(probabilities[0].argmax())] == "none"
