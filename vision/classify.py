"""Classify: name each located tile's face, whichever way up it lies.

Each tile is rectified to a square from the full-resolution picture. A square's quarter turn is exact, so one
network answers for all four ways up; it also says how far the tile is turned.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.locate import WEIGHTS, Image, Located, session

CLASSIFIER = WEIGHTS / "tile_classifier.onnx"

#: Class names in the network's order: 42 faces, then "none": a back, a side, anything not a face.
FACES: tuple[str, ...] = (
    *(f"{n}{suit}" for suit in "mps" for n in range(1, 10)),
    *(f"{n}z" for n in range(1, 8)),
    *(f"{n}f" for n in range(1, 9)),
    "none",
)
NONE = len(FACES) - 1

#: Side in pixels of the square a tile is rectified to, and how much more than the tile it shows.
SIDE = 64
MARGIN = 0.06
#: Tiles are named again, from all four turns and cut out closer and wider, when the first answer is less sure than this.
SURE = 0.98
MARGINS = (-0.04, MARGIN, 0.16)
#: Most tiles in one run of the network, so that memory stays bounded.
BATCH = 48


def rectify(
    image_bgr: Image, corners: NDArray[np.floating], side: int = SIDE, margin: float = MARGIN
) -> Image:
    """One tile as a square picture.

    image_bgr: H x W x 3 uint8. corners: 4 x 2 pixels, clockwise. The first corner becomes the square's top
    left. Returns side x side x 3 uint8; `margin` of the tile's width is added around it.
    """
    import cv2

    corners = np.asarray(corners, np.float32)
    inner = side / (1 + 2 * margin)
    rim = (side - inner) / 2
    low, high = rim - 0.5, side - rim - 0.5
    goal = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    # a big tile is first shrunk by a whole factor, or the warp would skip most of its pixels
    edges = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    shrink = int(max(1, np.floor(edges.max() / inner / 1.2)))
    reach = margin * float(edges.max()) + 2 * shrink
    x0, y0 = np.floor(corners.min(0) - reach).astype(int)
    x1, y1 = np.ceil(corners.max(0) + reach).astype(int)
    height, width = image_bgr.shape[:2]
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return np.full((side, side, 3), 114, np.uint8)
    part = image_bgr[y0:y1, x0:x1]
    offset = np.array([x0, y0], np.float32)
    if shrink > 1:
        size = max(2, (x1 - x0) // shrink), max(2, (y1 - y0) // shrink)
        step = np.array([size[0] / (x1 - x0), size[1] / (y1 - y0)], np.float32)
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        source = (corners - offset + 0.5) * step - 0.5
    else:
        source = corners - offset
    transform = cv2.getPerspectiveTransform(source.astype(np.float32), goal)
    square = cv2.warpPerspective(
        part, transform, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(square, np.uint8)


def run(squares: Image, weights: Path = CLASSIFIER) -> NDArray[np.float64]:
    """Joint probabilities (N x 4 x 43) of turn and face for N x side x side x 3 squares.

    Turn t means: the tile's own top-left corner is the square's corner t (clockwise from the top left).
    """
    if not len(squares):
        return np.zeros((0, 4, len(FACES)))
    network = session(weights)
    parts = [network.run(None, {"squares": squares[i : i + BATCH]})[0] for i in range(0, len(squares), BATCH)]
    return np.concatenate(parts).astype(np.float64)


def classify_turned(
    image_bgr: Image, located: Sequence[Located], weights: Path = CLASSIFIER
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Probabilities (N x 43, rows sum to 1) and turns (N) of located tiles.

    A turn t says that the tile's own top-left corner is ``corners[t]``: ``numpy.roll(corners, -t, 0)`` starts
    there and goes clockwise.
    """
    if not located:
        return np.zeros((0, len(FACES))), np.zeros(0, np.int64)
    squares = np.stack([rectify(image_bgr, tile.corners) for tile in located])
    joint = run(squares, weights)
    doubtful = np.nonzero(joint.sum(1).max(1) < SURE)[0]
    if len(doubtful):
        views = [joint[doubtful]]
        for margin in MARGINS:
            seen = margin == MARGIN  # cut out already, and named the way it lies
            cut = (
                squares[doubtful]
                if seen
                else np.stack([rectify(image_bgr, located[int(i)].corners, margin=margin) for i in doubtful])
            )
            for quarter in range(1 if seen else 0, 4):
                # rotated clockwise by `quarter`: corner t moves to place t + quarter
                turned = np.ascontiguousarray(np.rot90(cut, -quarter, axes=(1, 2)))
                views.append(np.roll(run(turned, weights), -quarter, axis=1))
        logs = np.mean([np.log(v + 1e-9) for v in views], 0)
        mean = np.exp(logs - logs.max((1, 2), keepdims=True))
        joint[doubtful] = mean / mean.sum((1, 2), keepdims=True)
    probabilities = joint.sum(1)
    probabilities /= probabilities.sum(1, keepdims=True)
    best = probabilities.argmax(1)
    turns = joint[np.arange(len(joint)), :, best].argmax(1)
    return probabilities, turns


def classify(image_bgr: Image, located: Sequence[Located]) -> NDArray[np.float64]:
    """Calibrated probabilities (N x 43, in the order of FACES) of located tiles, whichever way up they lie."""
    return classify_turned(image_bgr, located)[0]


def own_corners(tile: Located, turn: int) -> NDArray[np.float32]:
    """The tile's corners clockwise from its own top-left, given the turn that `classify_turned` returned."""
    return np.roll(tile.corners, -int(turn), axis=0)
