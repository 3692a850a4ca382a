"""Quadrilaterals: the four corners of a tile as the locator writes and reads them.

A tile lying on a table has no first corner until its face is read, and any rule that picks one jumps
somewhere when the tile is turned. The locator therefore predicts numbers that do not depend on which
corner comes first. With the corners as complex numbers ``z[k] = x + iy``, clockwise on the picture, write

    z[k] = C + A * i**k + B * (-i)**k + D * (-1)**k

``C`` is the centre, ``A`` the turned square that fits best, ``B`` what makes it a rectangle or sheared, ``D``
the perspective. Starting at the next corner multiplies A, B, D by i, -i, -1, so ``A**4``, ``A*B`` and
``D*A**2`` stay the same: divided by powers of ``|A|`` they are what the network regresses.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.floating[Any]]

#: Regression channels a cell: centre offset x, y; log size; A**4 (re, im); A*B (re, im); D*A**2 (re, im).
CHANNELS = 9

_K = np.arange(4)
_I = np.array([1, 1j, -1, -1j])


def encode(corners: FloatArray) -> FloatArray:
    """Numbers of each quadrilateral that do not depend on its first corner.

    corners: N x 4 x 2, clockwise on the picture (y down). Returns N x 9: centre x, y in the corners' unit,
    natural log of ``|A|`` in that unit, then three complex numbers of order one as pairs.
    """
    corners = np.asarray(corners, np.float64).reshape(-1, 4, 2)
    z = corners[..., 0] + 1j * corners[..., 1]
    c = z.mean(1)
    a = (z * np.conj(_I)).mean(1)
    b = (z * _I).mean(1)
    d = (z * (-1.0) ** _K).mean(1)
    size = np.maximum(np.abs(a), 1e-6)
    turn = (a / size) ** 4
    stretch = a * b / size**2
    bend = d * a**2 / size**3
    parts = [
        c.real,
        c.imag,
        np.log(size),
        turn.real,
        turn.imag,
        stretch.real,
        stretch.imag,
        bend.real,
        bend.imag,
    ]
    return np.stack(parts, 1)


def decode(numbers: FloatArray) -> FloatArray:
    """Corners (N x 4 x 2, clockwise, starting top-left on the picture) of numbers as `encode` returns."""
    numbers = np.asarray(numbers, np.float64).reshape(-1, CHANNELS)
    c = numbers[:, 0] + 1j * numbers[:, 1]
    size = np.exp(np.clip(numbers[:, 2], -10, 12))
    angle = np.arctan2(numbers[:, 4], numbers[:, 3]) / 4
    unit = np.exp(1j * angle)
    b = (numbers[:, 5] + 1j * numbers[:, 6]) * size / unit
    d = (numbers[:, 7] + 1j * numbers[:, 8]) * size / unit**2
    z = c[:, None] + (size * unit)[:, None] * _I + b[:, None] * np.conj(_I) + d[:, None] * (-1.0) ** _K
    return from_top_left(np.stack([z.real, z.imag], -1))


def from_top_left(corners: FloatArray) -> FloatArray:
    """The same quadrilaterals (N x 4 x 2, clockwise), each starting with the corner nearest the top left."""
    corners = np.asarray(corners).reshape(-1, 4, 2)
    first = (corners - corners.mean(1, keepdims=True)).sum(2).argmin(1)
    order = (first[:, None] + _K) % 4
    turned: FloatArray = np.take_along_axis(corners, order[..., None], axis=1)
    return turned


def boxes(corners: FloatArray) -> FloatArray:
    """Upright boxes (N x 4: x0, y0, x1, y1) around quadrilaterals (N x 4 x 2)."""
    corners = np.asarray(corners).reshape(-1, 4, 2)
    return np.concatenate([corners.min(1), corners.max(1)], 1)


def areas(corners: FloatArray) -> FloatArray:
    """Areas (N) of quadrilaterals (N x 4 x 2); positive when clockwise on the picture."""
    corners = np.asarray(corners, np.float64).reshape(-1, 4, 2)
    x, y = corners[..., 0], corners[..., 1]
    doubled: FloatArray = (x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(1)
    return doubled * 0.5


def box_iou(a: FloatArray, b: FloatArray) -> FloatArray:
    """Intersection over union (N x M) of upright boxes a (N x 4) and b (M x 4)."""
    a = np.asarray(a, np.float64).reshape(-1, 4)
    b = np.asarray(b, np.float64).reshape(-1, 4)
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    shared = np.prod(np.clip(high - low, 0, None), 2)
    area_a = np.prod(a[:, 2:] - a[:, :2], 1)
    area_b = np.prod(b[:, 2:] - b[:, :2], 1)
    iou: FloatArray = shared / np.maximum(area_a[:, None] + area_b[None] - shared, 1e-9)
    return iou


def overlap(a: FloatArray, b: FloatArray) -> float:
    """Shared area of two convex quadrilaterals (4 x 2 each) as a part of the smaller one's area."""
    import cv2

    shared, _ = cv2.intersectConvexConvex(np.asarray(a, np.float32), np.asarray(b, np.float32))
    smaller = min(abs(float(areas(a)[0])), abs(float(areas(b)[0])))
    return float(shared) / max(smaller, 1e-9)
