"""Rendered scenes: corners, handedness, visibility; invented designs have every face."""

import numpy as np
import pytest

from vision import quads
from vision.classify import FACES, rectify

cv2 = pytest.importorskip("cv2")

from vision.train import scenes  # noqa: E402
from vision.train.augment import move, warp  # noqa: E402
from vision.train.faces import Design  # noqa: E402


def marked_design() -> Design:
    """Every face: red quarter top left, green top right, blue bottom right, black bottom left; no symmetry."""
    ink = np.zeros((128, 96, 4), np.uint8)
    ink[..., 3] = 255
    ink[:64, :48, 2] = 255
    ink[:64, 48:, 1] = 255
    ink[64:, 48:, 0] = 255
    return Design("marked", {f: [ink] for f in FACES[:-1]})


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", ["hand", "tray", "scatter", "single"])
def test_corners_start_at_the_tiles_own_top_left_and_nothing_is_mirrored(seed, kind):
    rng = np.random.default_rng(seed)
    look = scenes.set_look(rng, marked_design())
    hand, others, _ = scenes.layout(rng, look, kind)
    size = (640, 480)
    view = scenes.camera(rng, hand, size, tilt=0.6)
    scene = scenes.render(rng, hand, others, view, size, np.full((64, 64, 3), 90, np.uint8), finish=False)
    checked = 0
    for corners, visible in zip(scene.corners, scene.visible, strict=True):
        box = quads.boxes(corners[None])[0]
        if (
            visible < 0.8
            or np.sqrt(abs(quads.areas(corners[None])[0])) < 16
            or box.min() < 0
            or box[2] > 640
            or box[3] > 480
        ):
            continue
        assert quads.areas(corners[None])[0] > 0, "clockwise"
        square = rectify(scene.image, corners).astype(int)
        means = [
            square[a : a + 12, b : b + 12].mean((0, 1)) for a, b in ((14, 14), (14, 38), (38, 38), (38, 14))
        ]
        assert means[0].argmax() == 2 and means[1].argmax() == 1 and means[2].argmax() == 0
        assert means[3].max() < 60
        checked += 1
    assert checked or kind != "hand"


def test_a_tile_behind_another_is_less_visible():
    rng = np.random.default_rng(0)
    look = scenes.set_look(rng, marked_design())
    front = scenes.tile(rng, look, 0, 1.0, 0, "1m", "standing")
    behind = scenes.tile(rng, look, 0, 0.0, 0, "2m")
    view = scenes.camera(rng, [front, behind], (400, 300), tilt=1.1, turn=0.0)
    scene = scenes.render(
        rng, [front, behind], [], view, (400, 300), np.full((64, 64, 3), 90, np.uint8), finish=False
    )
    seen = dict(zip(scene.faces, scene.visible, strict=True))
    assert seen["1m"] > 0.9
    assert seen.get("2m", 0) < 0.5


def test_warp_moves_points_and_pixels_alike():
    picture = np.zeros((200, 200, 3), np.uint8)
    cv2.circle(picture, (60, 80), 6, (255, 255, 255), -1)
    for scale in (0.3, 1.0, 2.0):
        c, s = np.cos(0.4) * scale, np.sin(0.4) * scale
        matrix = np.array([[c, -s, 90], [s, c, 10], [0, 0, 1.0]])
        out = warp(picture, matrix, (500, 500), (0, 0, 0))
        ys, xs = np.nonzero(out[..., 0] > 100)
        assert np.hypot(*(move(np.array([[60, 80.0]]), matrix)[0] - (xs.mean(), ys.mean()))) < 1.0


def test_invented_designs_have_every_face():
    from vision.train import faces

    if len(faces.fonts()) < 2 or not faces.digit_fonts():
        pytest.skip("no CJK fonts installed")
    bird = np.full((64, 48, 4), 255, np.uint8)
    design = faces.invented_design(np.random.default_rng(5), (48, 64), {"1s": [bird]})
    assert set(design.faces) == set(FACES[:-1])
    for face, versions in design.faces.items():
        for ink in versions:
            assert ink.shape == (64, 48, 4)
            assert face == "7z" or ink[..., 3].max() > 200, face
