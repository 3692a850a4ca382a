"""Locating: the corner code, merging, gaps, shared edges, and the trained network on the sample photos."""

import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision import locate, quads
from vision.locate import Located

cv2 = pytest.importorskip("cv2")
PHOTOS = Path(__file__).resolve().parents[2] / "assets" / "photos"
needs_network = pytest.mark.skipif(not locate.LOCATOR.is_file(), reason="no trained locator")


def tile(x: float, y: float, w: float = 30.0, h: float = 40.0, angle: float = 0.0) -> np.ndarray:
    grid = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    c, s = np.cos(angle), np.sin(angle)
    return grid @ np.array([[c, s], [-s, c]]) + (x, y)


def same(a: np.ndarray, b: np.ndarray) -> bool:
    return any(np.allclose(np.roll(a, k, 0), b, atol=1e-6) for k in range(4))


@given(
    st.floats(0, 6.28), st.floats(12, 60), st.floats(12, 60),
    st.lists(st.floats(-0.15, 0.15), min_size=8, max_size=8), st.integers(0, 3),
)  # fmt: skip
@settings(max_examples=200, deadline=None)
def test_corner_code_forgets_only_the_first_corner(angle, w, h, bend, shift):
    quad = tile(200, 120, w, h, angle) + np.array(bend).reshape(4, 2) * min(w, h)
    numbers = quads.encode(quad[None])
    assert np.allclose(numbers, quads.encode(np.roll(quad, shift, 0)[None]), atol=1e-6)
    assert same(quads.decode(numbers)[0], quad)


def test_decoded_corners_start_top_left_and_go_clockwise():
    quad = quads.decode(quads.encode(np.roll(tile(50, 60, angle=0.2), 2, 0)[None]))
    assert quad[0].sum(1).argmin() == 0
    assert quads.areas(quad)[0] == pytest.approx(30 * 40)


def test_box_iou_and_overlap():
    a, b = tile(0, 0), tile(15, 0)
    assert quads.box_iou(quads.boxes(a[None]), quads.boxes(b[None]))[0, 0] == pytest.approx(1 / 3)
    assert quads.overlap(a, b) == pytest.approx(0.5, abs=1e-3)
    assert quads.overlap(a, tile(100, 0)) == 0


def test_merge_keeps_the_best_of_each_tile_and_all_neighbours():
    corners = np.stack([tile(0, 0), tile(2, 1), tile(30, 0), tile(60, 0)])
    kept, scores = locate.merge(corners, np.array([0.6, 0.9, 0.5, 0.7]))
    assert sorted(scores) == [0.5, 0.7, 0.9]
    assert {tuple(k.mean(0).round()) for k in kept} == {(2, 1), (30, 0), (60, 0)}


def test_many_half_believed_candidates_do_not_outvote_a_few_tiles():
    """On a busy cloth small candidates are many; the tiles' own size must still be the typical one."""
    row = [tile(60 * k, 0, 60, 80) for k in range(5)]
    specks = [tile(60 * (k % 5), 30 * (k // 5) - 100, 20, 26) for k in range(40)]
    kept, _ = locate.merge(np.stack(row + specks), np.array([0.8] * 5 + [0.45] * 40))
    assert sum(quads.areas(kept) > 4000) == 5


def test_a_weak_tile_between_two_is_taken_and_a_weak_one_elsewhere_is_not():
    corners = np.stack([tile(0, 0), tile(30, 1), tile(60, 0), tile(300, 200)])
    kept, _ = locate.fill_gaps(corners, np.array([0.9, 0.1, 0.9, 0.1]))
    assert sorted(k.mean(0)[0] for k in kept) == [0, 30, 60]


def test_a_gap_is_filled_in_a_turned_row_too():
    step = np.array([np.cos(0.5), np.sin(0.5)]) * 30
    corners = np.stack([tile(*(k * step), angle=0.5) for k in range(5)])
    kept, _ = locate.fill_gaps(corners, np.array([0.9, 0.12, 0.9, 0.35, 0.1]))
    assert len(kept) == 4  # one from both sides, the next to last by its middling score, the weak end not


def test_a_gap_as_wide_as_a_tile_is_proposed_and_a_wider_or_narrower_one_is_not():
    def row(*places):
        step = np.array([np.cos(0.3), np.sin(0.3)]) * 30
        corners = np.stack([tile(*(k * step), angle=0.3) for k in places])
        return locate.span_gaps(corners, np.full(len(places), 0.9))

    corners, scores = row(0, 1, 3, 4)
    assert len(corners) == 5 and scores.min() == locate.WEAK
    assert np.allclose(corners[scores.argmin()].mean(0), np.array([np.cos(0.3), np.sin(0.3)]) * 60, atol=0.5)
    assert len(row(0, 1, 2, 3)[0]) == 4
    assert len(row(0, 1, 3.5, 4.5)[0]) == 4
    assert len(row(0, 1, 2.6, 3.6)[0]) == 4


def test_two_lone_tiles_apart_are_not_joined():
    corners = np.stack([tile(0, 0), tile(60, 0), tile(400, 300)])
    assert len(locate.span_gaps(corners, np.full(3, 0.9))[0]) == 3


@pytest.mark.parametrize("angle", [0.0, 0.4, 1.3])
def test_a_row_straightens_tiles_that_were_seen_leaning(angle):
    step = np.array([np.cos(angle), np.sin(angle)]) * 31
    truth = np.stack([tile(*(k * step + 200), angle=angle) for k in range(7)])
    rng = np.random.default_rng(2)
    lean = np.stack([tile(*(k * step + 200), 30, 40, angle + rng.normal(0.06, 0.05)) for k in range(7)])
    truth, lean = quads.from_top_left(truth), quads.from_top_left(lean)
    after = locate.straighten(lean)
    assert np.abs(after - truth).mean() < 0.75 * np.abs(lean - truth).mean()


def test_tiles_apart_stay_as_they_are():
    corners = np.stack([tile(0, 0), tile(100, 40, angle=0.5), tile(300, 10, angle=1.0)])
    assert np.allclose(locate.straighten(corners), corners)


def test_neighbours_share_their_edge():
    a, b = tile(0, 0), tile(31, 1)
    shared = locate.share_edges(np.stack([a, b]))
    assert np.allclose(shared[0, 1], shared[1, 0]) and np.allclose(shared[0, 2], shared[1, 3])
    assert np.allclose(shared[0, 0], a[0]) and np.allclose(shared[1, 1], b[1])


def test_located_knows_its_box_centre_and_size():
    found = Located(tile(100, 50).astype(np.float32), 0.9)
    assert found.box == (85, 30, 115, 70)
    assert tuple(found.centre) == (100, 50)
    assert found.size == pytest.approx(np.sqrt(1200))


@pytest.mark.parametrize("bad", [np.zeros((4, 4), np.uint8), np.zeros((40, 40, 3), np.float32)])
def test_what_is_no_picture_is_refused(bad):
    with pytest.raises(ValueError, match="picture"):
        locate.locate(bad)


def test_a_speck_holds_no_tile():
    assert locate.locate(np.zeros((3, 3, 3), np.uint8)) == []


def test_missing_network_is_told(tmp_path):
    with pytest.raises(FileNotFoundError, match="network missing"):
        locate.session(tmp_path / "none.onnx")


@needs_network
@pytest.mark.parametrize("shape", [(480, 640), (4000, 90), (37, 2000), (16, 16)])
def test_an_empty_table_holds_no_tile(shape):
    table = np.full((*shape, 3), (60, 110, 40), np.uint8)
    assert locate.locate(table) == []


@needs_network
@pytest.mark.parametrize(
    "photo", tomllib.loads((PHOTOS / "samples.toml").read_text("utf-8"))["photo"], ids=lambda p: p["file"]
)
@pytest.mark.parametrize("turns", range(4))
def test_every_tile_of_the_samples_is_found_however_the_camera_is_held(photo, turns):
    image = np.ascontiguousarray(np.rot90(cv2.imread(str(PHOTOS / photo["file"])), turns))
    found = locate.locate(image)
    assert len(found) == len(photo["tiles"])
    assert all(t.corners.dtype == np.float32 and quads.areas(t.corners)[0] > 0 for t in found)


@needs_network
def test_one_tile_that_fills_the_frame():
    photo = cv2.imread(str(PHOTOS / "sample-1.jpg"))
    tiles = sorted(locate.locate(photo), key=lambda t: t.centre[0])
    corners = tiles[0].corners
    goal = np.array([[30, 40], [870, 40], [870, 1160], [30, 1160]], np.float32)
    filled = cv2.warpPerspective(photo, cv2.getPerspectiveTransform(corners, goal), (900, 1200))
    found = locate.locate(filled)
    assert len(found) == 1
    assert quads.box_iou(np.array([found[0].box]), quads.boxes(goal[None]))[0, 0] > 0.75
