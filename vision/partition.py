"""Partition: tiles into melds and a pair, or into pairs and a triplet, so that their faces are most probable. Exact.

Dynamic programming over sets of tiles: the best way to part a set is a part that holds its first tile and the best way to part the
rest. Of the 2**17 sets of 17 tiles some 67,000 hold whole parts.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.layout import CHOWS

FloatArray = NDArray[np.floating[Any]]
IntArray = NDArray[np.integer[Any]]

_PERMUTED: Final = np.array(
    [[chow[k] for k in order] for chow in CHOWS for order in itertools.permutations(range(3))]
)
"""126 x 3: every chow in every order."""


def best_meld(view: FloatArray, run: bool) -> tuple[float, list[int]]:
    """The best meld of up to four tiles (rows of ``view``): all of one face, or a chow where ``run``."""
    same = view.sum(0)
    face = int(same.argmax())
    value, faces = float(same[face]), [face] * len(view)
    if run and len(view) == 3:
        runs = view[[0, 1, 2], _PERMUTED].sum(1)
        best = int(runs.argmax())
        if float(runs[best]) > value:
            value, faces = float(runs[best]), _PERMUTED[best].tolist()
    return value, faces


@dataclass(frozen=True, slots=True, eq=False)
class _Level:
    """How sets of tiles are made of a smaller set and one part that holds their first tile."""

    masks: IntArray
    """M sets, as bits."""
    part: IntArray
    """M x T: number of the part."""
    rest: IntArray
    """M x T: row of the rest among the sets of the level below."""


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    """All partitions of ``count`` tiles into parts of ``size`` and one other part of five minus that."""

    parts: IntArray
    """Every part of ``size`` tiles, as columns of tile numbers."""
    levels: tuple[_Level, ...]
    others: IntArray
    """Every other part."""
    left: IntArray
    """For each other part, the row of what is left among the sets of the last level."""


@lru_cache(maxsize=8)
def _tables(count: int, size: int) -> _Tables:
    parts = np.array(list(itertools.combinations(range(count), size)), np.int64).reshape(-1, size)
    number = np.full((count,) * size, -1, np.int32)
    number[tuple(parts.T)] = np.arange(len(parts))
    rows = np.zeros(1 << count, np.int32)
    levels = []
    other = 5 - size
    for held in range(size, count - other + 1, size):
        sets = np.array(list(itertools.combinations(range(count), held)), np.int64)
        masks = (1 << sets).sum(1)
        picks = np.array(list(itertools.combinations(range(1, held), size - 1)), np.int64).reshape(
            -1, size - 1
        )
        first = np.broadcast_to(sets[:, :1], (len(sets), len(picks)))
        chosen = [first, *(sets[:, picks[:, k]] for k in range(size - 1))]
        part = number[tuple(chosen)]
        rest = masks[:, None] - sum(1 << c for c in chosen)
        levels.append(_Level(masks, part.astype(np.int16), rows[rest].copy()))
        rows[masks] = np.arange(len(masks))
    others = np.array(list(itertools.combinations(range(count), other)), np.int64)
    whole = (1 << count) - 1
    left = rows[whole - (1 << others).sum(1)] if levels else np.zeros(len(others), np.int32)
    return _Tables(parts, tuple(levels), others, left)


def partition(view: FloatArray, size: int) -> tuple[float, dict[int, int]]:
    """The best partition of tiles (rows of ``view``, columns faces).

    size 3: into melds and one pair. size 2: into pairs and one triplet. Returns the log probability and each
    row's face.
    """
    count = len(view)
    tables = _tables(count, size)

    def same(parts: IntArray) -> FloatArray:
        total = view[parts[:, 0]].copy()
        for k in range(1, parts.shape[1]):
            total += view[parts[:, k]]
        return total

    if len(tables.parts):
        worth = same(tables.parts).max(1)
        if size == 3:
            runs = (
                view[tables.parts[:, 0]][:, _PERMUTED[:, 0]]
                + view[tables.parts[:, 1]][:, _PERMUTED[:, 1]]
                + view[tables.parts[:, 2]][:, _PERMUTED[:, 2]]
            )
            worth = np.maximum(worth, runs.max(1))
    values = [np.zeros(1)]
    for level in tables.levels:
        below = values[-1]
        values.append((worth[level.part] + below[level.rest]).max(1))
    ends = same(tables.others).max(1) + values[-1][tables.left]
    end = int(ends.argmax())
    faces: dict[int, int] = {}

    def name(part: IntArray, run: bool) -> None:
        _, found = best_meld(view[part], run)
        faces.update(zip((int(i) for i in part), found, strict=True))

    name(tables.others[end], False)
    row = int(tables.left[end])
    for depth in range(len(tables.levels) - 1, -1, -1):
        level = tables.levels[depth]
        choice = int((worth[level.part[row]] + values[depth][level.rest[row]]).argmax())
        name(tables.parts[level.part[row, choice]], size == 3)
        row = int(level.rest[row, choice])
    return float(ends[end]), faces
