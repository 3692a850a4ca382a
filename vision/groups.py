"""Groups: tiles side by side, in rows, with the gaps that set them apart."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.plane import TALL, FloatArray, Plane, axes, cross, median

ROW: Final = 2.4
"""Tiles of one row are at most this many widths apart."""
USUAL: Final = 0.4
"""Tiles are set apart by at least this many widths where the gaps themselves do not tell."""
_COS_24: Final = math.cos(math.radians(24))


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles side by side without a gap, in the order they lie."""

    tiles: tuple[int, ...]
    row: int
    """Groups of one row share this number."""
    hole: float = 0.0
    """The widest gap inside, in tile widths."""


@dataclass(frozen=True, slots=True)
class _Link:
    gap: float
    a: int
    b: int


def _links(plane: Plane) -> list[_Link]:
    """Each tile's nearest neighbour on either side in its row, with the gap in tile widths."""
    centres, across, straight = plane.centres, plane.across, plane.straight
    shape = axes(plane.corners)
    best: dict[tuple[int, int], tuple[float, int]] = {}
    away = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1))
    for i in range(len(centres)):
        for j in np.flatnonzero(away[i] <= ROW + 2.2).tolist():
            if i == j:
                continue
            found = _beside(centres, shape, across, straight, i, j)
            if found is None:
                continue
            side, gap = found
            if gap < best.get((i, side), (ROW, -1))[0]:
                best[i, side] = gap, j
    links = {}
    for (i, _), (gap, j) in best.items():
        # both must agree, or a tile of the next row would be joined through a hole in this one
        if any(best.get((j, side), (0.0, -1))[1] == i for side in (-2, -1, 1, 2)):
            links[frozenset((i, j))] = _Link(gap, min(i, j), max(i, j))
    return sorted(links.values(), key=lambda link: link.gap)


def _beside(
    centres: FloatArray,
    shape: FloatArray,
    across: NDArray[np.bool_],
    straight: NDArray[np.bool_],
    i: int,
    j: int,
) -> tuple[int, float] | None:
    """Whether tile j lies beside tile i in a row: on which side, and the gap in tile widths."""
    offset, side = centres[j] - centres[i], 1
    if straight[i] and straight[j] and across[i] != across[j]:
        frame = shape[i] if not across[i] else shape[j]
        x, y = _within(frame, offset)
        gap, slide = abs(x) - 0.5 - TALL / 2, abs(y)
    elif straight[i] and straight[j] and across[i]:
        # two tiles across: side by side along the hand's height
        frame = (shape[i] + shape[j]) / 2
        x, y = _within(frame, offset)
        gap, slide = (abs(y) - 1), abs(x)
        x, side = y, 2
    else:
        frame = (shape[i] + shape[j]) / 2
        if abs(cross(frame[:, 0], frame[:, 1])) < 0.3 or not _parallel(shape[i], shape[j]):
            return None
        x, y = _within(frame, offset)
        gap, slide = abs(x) - 1, abs(y)
    if gap < -0.45 or gap > ROW or slide > 0.36 + 0.04 * max(0.0, gap):
        return None
    return (side if x > 0 else -side), float(max(gap, 0.0))


def _within(frame: FloatArray, offset: FloatArray) -> tuple[float, float]:
    """An offset in a frame's own axes (its columns)."""
    (a, b), (c, d) = frame.tolist()
    x, y = offset.tolist()
    area = a * d - b * c
    return (d * x - b * y) / area, (a * y - c * x) / area


def _parallel(a: FloatArray, b: FloatArray) -> bool:
    """Whether two tiles lie the same way, within what a hand-laid row allows."""
    (ax, _), (ay, _) = a.tolist()
    (bx, _), (by, _) = b.tolist()
    lengths = math.hypot(ax, ay) * math.hypot(bx, by)
    return lengths > 0 and (ax * bx + ay * by) / lengths > _COS_24


def _apart(links: Sequence[_Link]) -> float:
    """The gap from which tiles are set apart rather than laid carelessly: within the clearest jump between small gaps and large ones."""
    gaps = sorted(link.gap for link in links)
    clearest, apart = 0.0, USUAL
    for small, large in itertools.pairwise(gaps):
        if small <= 0.42 and large >= 0.25 and large - small >= 0.14:
            jump = (large - small) / (large + 0.1)
            if jump > clearest:
                clearest, apart = jump, (small + large) / 2
    return float(np.clip(apart, 0.2, 0.5))


class _Sets:
    """Disjoint sets."""

    def __init__(self, count: int) -> None:
        self.parent = list(range(count))

    def find(self, i: int) -> int:
        while self.parent[i] != i:
            self.parent[i] = self.parent[self.parent[i]]
            i = self.parent[i]
        return i

    def join(self, i: int, j: int) -> None:
        self.parent[self.find(i)] = self.find(j)


def group(plane: Plane) -> list[Group]:
    """The tiles in groups without gaps, row by row, left to right as the hand lies."""
    count = len(plane.corners)
    links = _links(plane)
    apart = _apart(links)
    rows, touching = _Sets(count), _Sets(count)
    widest: dict[int, float] = {}
    for link in links:
        rows.join(link.a, link.b)
        if link.gap <= apart:
            touching.join(link.a, link.b)
    for link in links:
        if link.gap <= apart:
            root = touching.find(link.a)
            widest[root] = max(widest.get(root, 0.0), link.gap)
    members: dict[int, list[int]] = {}
    for i in range(count):
        members.setdefault(touching.find(i), []).append(i)
    centres = plane.centres
    height = {root: median(centres[tiles][:, 1]) for root, tiles in members.items()}
    lines: dict[int, list[int]] = {}
    for root in members:
        lines.setdefault(rows.find(root), []).append(root)
    out: list[Group] = []
    order = sorted(lines.values(), key=lambda roots: median(np.array([height[r] for r in roots])))
    for number, roots in enumerate(order):
        for root in sorted(roots, key=lambda r: float(centres[members[r]][:, 0].mean())):
            tiles = members[root]
            flat = centres[tiles]
            along = 0 if np.ptp(flat[:, 0]) >= np.ptp(flat[:, 1]) else 1
            tiles = sorted(
                tiles, key=lambda i: (round(float(centres[i, along]), 3), float(centres[i, 1 - along]))
            )
            out.append(Group(tuple(tiles), number, widest.get(root, 0.0)))
    return out
