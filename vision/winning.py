"""The most probable winning hand of a layout, in any accepted form; exact.

* Five melds and a pair, and 嚦咕嚦咕, are partitions of the tiles (:mod:`vision.partition`).
* 十三么 and 十六不搭 prescribe faces, so they are assignment problems, bounded first by a looser one.
* A fifth copy of a face is excluded by branch and bound over these.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.assign import assign
from vision.layout import CHOWS, NONE, PLAY, Layout
from vision.partition import FloatArray, IntArray, best_meld, partition

NEVER: Final = -1e6
FORMS: Final = ("standard", "ligu", "orphans", "sixteen")
"""Winning forms: five melds and a pair 一般型, 嚦咕嚦咕, 十三么, 十六不搭."""
BRANCHES: Final = 60
"""Most subproblems looked at for one layout and form; far more than a picture of a hand needs."""

_ORPHANS: Final = np.array([0, 8, 9, 17, 18, 26, *range(27, 34)])
_HONOURS: Final = np.arange(27, 34)
_SPREAD: Final = (
    (1, 4, 7),
    (1, 4, 8),
    (1, 4, 9),
    (1, 5, 8),
    (1, 5, 9),
    (1, 6, 9),
    (2, 5, 8),
    (2, 5, 9),
    (2, 6, 9),
    (3, 6, 9),
)
"""Three ranks of a suit that make no part of a run with one another."""


def bound(logs: FloatArray, layout: Layout) -> float:
    """No hand of this layout is more probable."""
    playing = [*layout.concealed, *(tile for meld in layout.melds for tile in meld.tiles)]
    score = float(logs[playing, :PLAY].max(1).sum()) if playing else 0.0
    if layout.flowers:
        score += float(logs[list(layout.flowers), PLAY:NONE].max(1).sum())
    return score + rest(logs, layout)


def rest(logs: FloatArray, layout: Layout) -> float:
    """The tiles outside the hand: backs are backs, and a discard may be whatever it looks like."""
    score = float(logs[list(layout.blank), NONE].sum()) if layout.blank else 0.0
    if layout.loose:
        score += float(logs[list(layout.loose)].max(1).sum())
    return score


def winning(
    logs: FloatArray, layout: Layout, forms: Sequence[str] = FORMS, floor: float = -np.inf
) -> tuple[float, dict[int, int]] | None:
    """The most probable winning hand of a layout: log probability, face by tile; ``None`` when none can be.

    ``floor``: hands less probable than this are of no interest.
    """
    best: tuple[float, dict[int, int]] | None = None
    extra = rest(logs, layout)
    flowers: dict[int, int] = {}
    if layout.flowers:
        if len(layout.flowers) > NONE - PLAY:
            return None
        total, columns = assign(logs[list(layout.flowers)][:, PLAY:NONE])
        extra += total
        flowers = {tile: PLAY + int(face) for tile, face in zip(layout.flowers, columns, strict=True)}
    for form in forms:
        found = _form(logs, layout, form, max(floor, best[0] if best else -np.inf) - extra)
        if found is not None and (best is None or found[0] + extra > best[0]):
            best = found[0] + extra, {**found[1], **flowers, **dict.fromkeys(layout.blank, NONE)}
            if best[0] >= bound(logs, layout) - 1e-9:
                break  # nothing is more probable than every tile's own first
    return best


def _form(logs: FloatArray, layout: Layout, form: str, floor: float) -> tuple[float, dict[int, int]] | None:
    """Branch and bound: the form's best hand, split on a face that comes too often until none does."""
    solve = {"standard": _standard, "ligu": _ligu, "orphans": _orphans, "sixteen": _sixteen}[form]
    hidden = [(meld.tiles[0], meld.hidden) for meld in layout.melds if meld.hidden]
    first = solve(logs, layout, floor)
    if first is None or first[0] < floor:
        return None
    order = itertools.count()
    heap = [(-first[0], next(order), logs, first[1])]
    for _ in range(BRANCHES):
        if not heap:
            return None
        negative, _, view, faces = heapq.heappop(heap)
        if negative <= NEVER / -2 and -negative < NEVER / 2:
            return None
        held: dict[int, list[int]] = {}
        for tile, face in faces.items():
            held.setdefault(face, []).append(tile)
        unseen: dict[int, int] = {}
        for tile, number in hidden:
            unseen[faces[tile]] = unseen.get(faces[tile], 0) + number
        too_many = next((f for f, tiles in held.items() if len(tiles) + unseen.get(f, 0) > 4), None)
        if too_many is None:
            return -negative, faces
        # one of these tiles is another face: the first is, or the first stays and the second is, …
        tiles = sorted(
            held[too_many], key=lambda t: float(view[t, :PLAY].max() - view[t, too_many]), reverse=True
        )
        for split in range(len(tiles)):
            changed = view.copy()
            for tile in tiles[:split]:
                kept = changed[tile, too_many]
                changed[tile, :PLAY] = NEVER
                changed[tile, too_many] = kept
            changed[tiles[split], too_many] = NEVER
            found = solve(changed, layout, floor)
            if found is not None and found[0] >= floor and found[0] > NEVER / 2:
                heapq.heappush(heap, (-found[0], next(order), changed, found[1]))
    return None


Solved = tuple[float, dict[int, int]] | None


def _standard(logs: FloatArray, layout: Layout, floor: float) -> Solved:
    """Five melds and a pair, without regard to how often a face comes."""
    tiles = list(layout.concealed)
    if len(tiles) % 3 != 2 or len(layout.melds) + len(tiles) // 3 != 5:
        return None
    score = 0.0
    faces: dict[int, int] = {}
    for meld in layout.melds:
        value, found = best_meld(logs[list(meld.tiles)][:, :PLAY], run=meld.size == 3)
        score += value
        faces.update(zip(meld.tiles, found, strict=True))
    view = logs[tiles][:, :PLAY]
    if score + float(view.max(1).sum()) < floor:
        return None
    value, chosen = partition(view, 3)
    faces.update({tiles[i]: face for i, face in chosen.items()})
    return score + value, faces


def _ligu(logs: FloatArray, layout: Layout, floor: float) -> Solved:
    """Seven pairs and a triplet; a face that comes four times is two pairs."""
    tiles = list(layout.concealed)
    if layout.melds or len(tiles) != 17:
        return None
    view = logs[tiles][:, :PLAY]
    # no tile stands alone: half of what its cheapest partner costs both is the least each one gives up
    given_up = view.max(1, keepdims=True) - view
    shared = (given_up[:, None] + given_up[None]).min(2)
    np.fill_diagonal(shared, np.inf)
    if float(view.max(1).sum() - shared.min(1).sum() / 2) < floor:
        return None
    value, chosen = partition(view, 2)
    return value, {tiles[i]: face for i, face in chosen.items()}


def _orphans(logs: FloatArray, layout: Layout, floor: float) -> Solved:
    """Each terminal and honour, one of them twice, and a meld: in hand, or a concealed kong."""
    tiles = list(layout.concealed)
    score = 0.0
    faces: dict[int, int] = {}
    if len(layout.melds) == 1 and layout.melds[0].kind == "concealed" and layout.melds[0].size == 4:
        spot = layout.melds[0]
        score, found = best_meld(logs[list(spot.tiles)][:, :PLAY], run=False)
        faces.update(zip(spot.tiles, found, strict=True))
        melds: list[tuple[int, ...]] = [()]
    elif not layout.melds:
        melds = [*CHOWS, *((f, f, f) for f in range(PLAY))]
    else:
        return None
    if len(tiles) != 14 + (0 if layout.melds else 3):
        return None
    view = logs[tiles][:, :PLAY]
    twice = view[:, _ORPHANS]
    base = np.column_stack([twice, twice.max(1)])
    if not layout.melds:
        loose, _ = assign(np.column_stack([base, *[view.max(1)] * 3]))
        if loose + score < floor:
            return None
    best: Solved = None
    bar = floor - score
    for meld in melds:
        columns = np.column_stack([base, view[:, list(meld)]]) if meld else base
        if float(columns.max(1).sum()) < bar:
            continue
        total, chosen = assign(columns)
        if total < bar or (best is not None and total + score <= best[0]):
            continue
        bar = total
        names = [*_ORPHANS.tolist(), -1, *meld]
        named = {
            tiles[i]: names[c] if names[c] >= 0 else int(_ORPHANS[twice[i].argmax()])
            for i, c in enumerate(chosen)
        }
        best = total + score, {**faces, **named}
    return best


def _sixteen(logs: FloatArray, layout: Layout, floor: float) -> Solved:
    """All honours, three ranks of each suit that are far apart, and one of these sixteen twice.

    Suits are settled one after the other, most promising first; a suit not yet settled may be any three of its ranks.
    """
    tiles = list(layout.concealed)
    if layout.melds or len(tiles) != 17:
        return None
    view = logs[tiles][:, :PLAY]
    suits = [view[:, 9 * s : 9 * s + 9].max(1) for s in range(3)]

    def solve(settled: tuple[tuple[int, ...], ...]) -> tuple[float, IntArray, list[int]]:
        names = [*_HONOURS.tolist()]
        columns = [view[:, f] for f in _HONOURS]
        pool = list(names)
        for s in range(3):
            if s < len(settled):
                faces = [9 * s + r - 1 for r in settled[s]]
                names += faces
                columns += [view[:, f] for f in faces]
                pool += faces
            else:
                names += [-1] * 3
                columns += [suits[s]] * 3
                pool += range(9 * s, 9 * s + 9)
        names.append(-2)
        columns.append(view[:, pool].max(1))
        total, chosen = assign(np.column_stack(columns))
        return (
            total,
            chosen,
            [names[c] if names[c] != -2 else pool[int(view[i, pool].argmax())] for i, c in enumerate(chosen)],
        )

    start = solve(())
    order = itertools.count()
    heap: list[tuple[float, int, tuple[tuple[int, ...], ...], list[int]]] = [
        (-start[0], next(order), (), start[2])
    ]
    while heap:
        negative, _, settled, names = heapq.heappop(heap)
        if -negative < floor:
            return None
        if len(settled) == 3:
            return -negative, {tiles[i]: int(face) for i, face in enumerate(names)}
        for ranks in _SPREAD:
            total, _, named = solve((*settled, ranks))
            heapq.heappush(heap, (-total, next(order), (*settled, ranks), named))
    return None
