"""The table's plane: tiles as seen from straight above.

All tiles are of one size, so how their areas change over the picture, and how their sides converge, gives the perspective; the
tile most others agree with gives the axes. Then one tile is one unit wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.floating[Any]]

TALL: Final = 4 / 3
"""Height of a tile's face over its width."""


@dataclass(slots=True, eq=False)
class Plane:
    """The tiles on the table's plane: upright tiles are one unit wide and :data:`TALL` high."""

    corners: FloatArray
    """N x 4 x 2, clockwise, each from the corner that is top left when the hand is upright."""
    across: NDArray[np.bool_]
    """N: the tile lies across, a quarter turn from most."""
    straight: NDArray[np.bool_]
    """N: the tile's edges run along the hand's axes."""

    @property
    def centres(self) -> FloatArray:
        """N x 2."""
        centres: FloatArray = self.corners.mean(1)
        return centres


def cross(a: FloatArray, b: FloatArray) -> FloatArray:
    product: FloatArray = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return product


def median(values: FloatArray) -> float:
    """The middle value; NumPy's own loads its masked arrays for it."""
    ordered = np.sort(values, axis=None)
    return float(ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def areas(corners: FloatArray) -> FloatArray:
    areas: FloatArray = np.abs(cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])) / 2
    return areas


def axes(corners: FloatArray) -> FloatArray:
    """Each tile's own axes as columns, N x 2 x 2: its width and its height."""
    width = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 2
    height = (corners[:, 3] + corners[:, 2] - corners[:, 0] - corners[:, 1]) / 2
    return np.stack([width, height], -1)


def vanishing(corners: FloatArray) -> FloatArray:
    """The line ``a x + b y + 1`` that turns the picture into an affine view of the table (a, b, per pixel).

    Dividing by it scales areas by the inverse of its cube, so it is proportional to the cube root of the areas
    of equal tiles. Few tiles give (0, 0).
    """
    if len(corners) < 5:
        return np.zeros(2)
    centres = corners.mean(1)
    middle = centres.mean(0)
    spread = max(float(np.abs(centres - middle).max()), 1.0)
    x = (centres - middle) / spread
    size = areas(corners)
    depth = (size / median(size)) ** (1 / 3)
    rows = np.column_stack([np.ones(len(x)), x])
    weight = np.ones(len(x))
    fit = np.array([1.0, 0.0, 0.0])
    damp = np.diag([0.0, 0.05, 0.05])
    for _ in range(6):
        weighted = rows * weight[:, None]
        fit = np.linalg.solve(weighted.T @ rows + damp, weighted.T @ depth)
        miss = np.abs(rows @ fit - depth)
        weight = 1 / np.maximum(miss / max(median(miss), 0.01), 1.0)
    line = fit[1:] / fit[0]
    steep = float(np.hypot(*line))
    if steep > 0.6:
        line *= 0.6 / steep
    out: FloatArray = np.array([*line / spread, 1.0])
    constant = 1 - float(out[:2] @ middle)
    return out[:2] / constant if constant > 0.05 else np.zeros(2)


def _without(corners: FloatArray, line: FloatArray) -> FloatArray:
    """The picture without the perspective of a vanishing line; as it is where the line runs through the tiles."""
    depth = corners @ line + 1
    if float(depth.min()) < 0.1:
        return corners
    flat: FloatArray = corners / depth[..., None]
    return flat


def _parallel_edges(corners: FloatArray, line: FloatArray) -> FloatArray:
    """The vanishing line refined so that tiles of one hand have parallel edges and one size.

    A single row says little of its depth by its tiles' areas, but much by how their sides converge.
    """
    if len(corners) < 4:
        return line
    unit = float(np.abs(corners - corners.reshape(-1, 2).mean(0)).max()) or 1.0
    own = axes(_without(corners, line))
    _, near = _agreed(own)
    if near.sum() < 4:
        return line
    chosen = corners[near]

    def misses(point: FloatArray) -> FloatArray:
        own = axes(_without(chosen, point / unit))
        like = np.linalg.inv(own[0]) @ own
        own = own * np.where(like[:, 0, 0] + like[:, 1, 1] < 0, -1.0, 1.0)[:, None, None]
        relative = np.linalg.inv(own.mean(0)) @ own
        out: FloatArray = (relative - np.eye(2)).reshape(len(own), 4)
        return out

    at = line * unit
    worth = misses(at)
    loss = float(np.minimum(np.abs(worth), 0.2).sum())
    for _ in range(6):
        weight = 1 / np.maximum(np.abs(worth) / 0.05, 1.0)
        step = 1e-3
        slope = np.stack([(misses(at + step * e) - worth) / step for e in np.eye(2)], -1).reshape(-1, 2)
        weighted = slope * weight.reshape(-1, 1)
        move = np.linalg.solve(weighted.T @ slope + 1e-3 * np.eye(2), -weighted.T @ worth.reshape(-1))
        tried = at + move
        found = misses(tried)
        better = float(np.minimum(np.abs(found), 0.2).sum())
        if better >= loss:
            break
        at, worth, loss = tried, found, better
    refined: FloatArray = at / unit
    return refined


def flatten(corners: FloatArray) -> Plane:
    """The tiles as seen from straight above, scaled to one tile's width."""
    line = _parallel_edges(corners, vanishing(corners))
    flat = _without(corners, line)
    own = axes(flat)
    frame, _ = _agreed(own)
    inverse = np.linalg.inv(frame)
    flat = flat @ inverse.T
    flat[..., 1] *= TALL
    flat = _upright(flat)
    shape = axes(flat)
    # not the whole extent: what perspective is left leans tiles over, which is no width
    wide, high = np.abs(shape[:, 0, 0]), np.abs(shape[:, 1, 1])
    # a tile's edges along the hand's axes: one of the two components is small
    slant = np.abs(shape[:, 1, 0]) / np.maximum(np.abs(shape[:, 0, 0]), 1e-6)
    straight = slant < 0.3
    across = straight & (wide > high)
    return Plane(flat, across, straight)


def _agreed(own: FloatArray) -> tuple[FloatArray, NDArray[np.bool_]]:
    """The axes most tiles agree on (2 x 2, columns width and height), and which tiles do (N)."""
    inverse = np.linalg.inv(own + 1e-9 * np.eye(2))
    relative = inverse[:, None] @ own[None]  # seen from tile i, tile j
    sign = np.sign(relative[..., 0, 0] + relative[..., 1, 1])
    sign[sign == 0] = 1
    miss = np.abs(sign[..., None, None] * relative - np.eye(2)).max((-1, -2))
    near = miss < 0.3
    # ties go to the tile that agrees most closely
    votes = near.sum(1) - np.where(near, miss, 0).sum(1) * 0.1
    best = int(votes.argmax())
    chosen = near[best]
    ways = sign[best, chosen]
    mean: FloatArray = (ways[:, None, None] * own[chosen]).mean(0)
    # which way is up is what most of them say: one tile alone may be a face that looks the same upside down
    return (mean if ways.sum() >= 0 else -mean), chosen


def _upright(flat: FloatArray) -> FloatArray:
    """Each tile's corners from the one that is top left on the plane."""
    offset = flat - flat.mean(1, keepdims=True)
    first = (offset[..., 0] + offset[..., 1] / TALL).argmin(1)
    order = (first[:, None] + np.arange(4)) % 4
    upright: FloatArray = np.take_along_axis(flat, order[..., None], axis=1)
    return upright
