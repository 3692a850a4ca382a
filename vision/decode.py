"""Decode: the most probable hand, all tiles considered together.

Each tile alone has a most probable face; together they must be possible (four of a face, each flower once)
and, in a photo of a win, a winning hand. Finding the most probable winning hand is solved exactly:

* five melds and a pair is a partition of the tiles, so the best one is found by dynamic programming over
  sets of tiles (2**17 of them, of which the 67,000 that hold whole melds matter), whatever number of faces each could be;
* 嚦咕嚦咕 is a partition into pairs and one triplet, solved the same way;
* 十三么 and 十六不搭 prescribe faces, so they are assignment problems, bounded first by a looser one;
* a fifth copy of a face or a second of a flower is excluded by branch and bound over these.

The winning hand is taken when it is not much less probable than the plain reading; else the plain one stands and the
decoder only says how far away a winning hand would be.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.tiles import FACES, copies
from vision.arrange import CHOWS, NONE, PLAY, Layout
from vision.assign import assign

FloatArray = NDArray[np.floating[Any]]
IntArray = NDArray[np.integer[Any]]

BELIEVED: Final = 7.0
"""A winning hand is taken while it is at most this much less probable than the plain reading (nats: a thousand to one)."""
CORRECTED: Final = 4
"""A winning hand that needs more tiles than this to be other than they look is made up rather than read."""
SPARE: Final = 6.0
"""How much less likely a fifth copy is in a picture that shows more tiles than a hand (nats)."""
LEAST: Final = 1e-7
"""No face is less probable than this."""
NEVER: Final = -1e6
FORMS: Final = ("standard", "ligu", "orphans", "sixteen")
"""Winning forms: five melds and a pair 一般型, 嚦咕嚦咕, 十三么, 十六不搭."""
BRANCHES: Final = 60
"""Most subproblems looked at for one layout and form; far more than a picture of a hand needs."""

_PERMUTED: Final = np.array(
    [[chow[k] for k in order] for chow in CHOWS for order in itertools.permutations(range(3))]
)
"""126 x 3: every chow in every order."""
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


@dataclass(frozen=True, slots=True)
class Decoding:
    """The hand as decoded."""

    faces: tuple[int, ...]
    """One for each tile of the picture; :data:`~vision.arrange.NONE` for what is not a face."""
    layout: Layout
    win: bool
    """Whether ``faces`` as laid are a winning hand."""
    changed: tuple[int, ...]
    """Tiles of the hand whose face is not the most probable one of the tile alone."""
    nearest: tuple[tuple[int, int], ...] = ()
    """Where the reading is no winning hand: the tiles that would have to be other faces for the most probable one."""
    loss: float = 0.0
    """How much less probable than the plain reading that winning hand is, in nats; infinite when there is none."""


def decode(
    probabilities: FloatArray,
    layouts: Sequence[Layout],
    *,
    win: bool = True,
    forms: Iterable[str] = FORMS,
    believed: float = BELIEVED,
) -> Decoding:
    """The most probable hand of a picture.

    probabilities: N x 43 over the faces and *not a face*. layouts: how the tiles may lie, the likeliest first
    (:func:`vision.arrange.arrange`). win: whether the picture is of a win.
    """
    probabilities = np.asarray(probabilities, np.float64).reshape(-1, NONE + 1)
    logs = np.log(np.maximum(probabilities, LEAST))
    alone = (
        np.where(logs.argmax(1) == NONE, logs[:, :NONE].argmax(1), logs.argmax(1))
        if len(logs)
        else np.zeros(0, int)
    )
    plain_layout = min(layouts, key=lambda layout: layout.cost)
    plain_score, plain = possible(logs, plain_layout)
    best: tuple[float, dict[int, int], Layout] | None = None
    nearest: tuple[float, dict[int, int], Layout] | None = None
    if win:
        for layout in _variants(logs, layouts):
            bar = best[0] if best else -np.inf
            bound = _bound(logs, layout) - layout.cost
            if bound <= bar or layout.missing != 0:
                continue
            found = winning(
                logs, layout, tuple(forms), floor=max(bar, nearest[0] if nearest else -np.inf) + layout.cost
            )
            if found is None:
                continue
            score = found[0] - layout.cost
            if nearest is None or score > nearest[0]:
                nearest = score, found[1], layout
            corrected = sum(found[1].get(tile, alone[tile]) != alone[tile] for tile in layout.hand)
            if corrected > CORRECTED:
                continue
            if score >= plain_score - believed and (best is None or score > best[0]):
                best = score, found[1], layout
    if best is not None:
        return _answer(best[1], best[2], True, alone, len(logs))
    answer = _answer(plain, plain_layout, False, alone, len(logs))
    if nearest is None:
        return answer
    wanted = tuple(
        (tile, face)
        for tile, face in sorted(nearest[1].items())
        if face != NONE and plain.get(tile, face) != face
    )
    return Decoding(
        answer.faces, answer.layout, False, answer.changed, wanted, float(plain_score - nearest[0])
    )


def _answer(chosen: dict[int, int], layout: Layout, win: bool, alone: IntArray, count: int) -> Decoding:
    faces = [NONE] * count
    for tile in range(count):
        if tile in chosen:
            faces[tile] = chosen[tile]
        elif tile in layout.loose:
            faces[tile] = int(alone[tile])
    changed = tuple(tile for tile in sorted(layout.hand) if faces[tile] != alone[tile])
    return Decoding(tuple(faces), layout, win, changed)


# -- layouts that differ in what is a flower or no tile at all ------------------------------------------------------


def _variants(logs: FloatArray, layouts: Sequence[Layout], most: int = 40) -> list[Layout]:
    """The layouts, and those in which doubtful tiles are a flower, a playing tile or no tile; the best bound first."""
    out: list[Layout] = []
    seen: set[tuple[object, ...]] = set()

    def add(layout: Layout) -> None:
        key = (layout.concealed, layout.melds, layout.flowers)
        if key not in seen and layout.missing == 0:
            seen.add(key)
            out.append(layout)

    for layout in layouts:
        add(layout)
        doubtful = []
        for tile in (*layout.concealed, *layout.flowers, *layout.blank):
            kinds = [logs[tile, :PLAY].max(), logs[tile, PLAY:NONE].max(), logs[tile, NONE]]
            order = np.argsort(kinds)[::-1]
            now = 2 if tile in layout.blank else 1 if tile in layout.flowers else 0
            doubtful += [
                (float(kinds[now] - kinds[k]), tile, int(k))
                for k in order
                if k != now and kinds[now] - kinds[k] < BELIEVED
            ]
        doubtful.sort()
        for number in (1, 2):
            for changes in itertools.combinations(doubtful[:6], number):
                if len({tile for _, tile, _ in changes}) == number:
                    moved = layout
                    for _, tile, kind in changes:
                        moved = _move(moved, tile, kind)
                    add(moved)
        add_kongs(logs, layout, add)
    out.sort(key=lambda layout: layout.cost - _bound(logs, layout))
    return out[:most]


def _move(layout: Layout, tile: int, kind: int) -> Layout:
    """The layout with one tile taken as a playing tile (0), a flower (1) or no tile (2)."""
    concealed = tuple(t for t in layout.concealed if t != tile)
    flowers = tuple(t for t in layout.flowers if t != tile)
    blank = tuple(t for t in layout.blank if t != tile)
    if kind == 0:
        concealed = (*concealed, tile)
    elif kind == 1:
        flowers = (*flowers, tile)
    else:
        blank = (*blank, tile)
    winning = None if layout.winning == tile else layout.winning
    return Layout(concealed, layout.melds, flowers, winning, layout.loose, blank, layout.cost)


def add_kongs(logs: FloatArray, layout: Layout, add: Callable[[Layout], None]) -> None:
    """Layouts in which four equal tiles among the concealed ones are a concealed kong that lies open."""
    from vision.arrange import MeldSpot

    extra = -layout.missing
    if not 1 <= extra <= 4:
        return
    best = logs[list(layout.concealed), :PLAY]
    offered: list[tuple[float, tuple[int, ...]]] = []
    for face in range(PLAY):
        loss = best.max(1) - best[:, face]
        four = np.argsort(loss, kind="stable")[:4]
        if len(four) == 4 and float(loss[four].sum()) < 2 * BELIEVED:
            offered.append((float(loss[four].sum()), tuple(sorted(layout.concealed[i] for i in four))))
    offered.sort()
    for chosen in itertools.combinations(offered[:6], extra):
        tiles = [tile for _, four in chosen for tile in four]
        if len(set(tiles)) != len(tiles):
            continue
        spots = tuple(MeldSpot(four, "concealed") for _, four in chosen)
        rest = tuple(t for t in layout.concealed if t not in tiles)
        winning = layout.winning if layout.winning in rest else None
        add(
            Layout(
                rest,
                (*layout.melds, *spots),
                layout.flowers,
                winning,
                layout.loose,
                layout.blank,
                layout.cost,
            )
        )


def _bound(logs: FloatArray, layout: Layout) -> float:
    """No hand of this layout is more probable."""
    playing = [*layout.concealed, *(tile for meld in layout.melds for tile in meld.tiles)]
    score = float(logs[playing, :PLAY].max(1).sum()) if playing else 0.0
    if layout.flowers:
        score += float(logs[list(layout.flowers), PLAY:NONE].max(1).sum())
    return score + _rest(logs, layout)


def _rest(logs: FloatArray, layout: Layout) -> float:
    """The tiles outside the hand: backs are backs, and a discard may be whatever it looks like."""
    score = float(logs[list(layout.blank), NONE].sum()) if layout.blank else 0.0
    if layout.loose:
        score += float(logs[list(layout.loose)].max(1).sum())
    return score


# -- possible, though perhaps no win ------------------------------------------------------------------------------


def possible(logs: FloatArray, layout: Layout) -> tuple[float, dict[int, int]]:
    """The most probable faces of a layout with no face more often than a set has it: log probability, face by tile.

    A picture of more tiles than a hand may show spare ones, blanks above all, or two sets: there a fifth copy is only unlikely.
    """
    score, chosen = _rest(logs, layout), dict.fromkeys(layout.blank, NONE)
    playing = [*layout.concealed, *(tile for meld in layout.melds for tile in meld.tiles)]
    for tiles, low, high in ((playing, 0, PLAY), (list(layout.flowers), PLAY, NONE)):
        if not tiles:
            continue
        part = logs[tiles][:, low:high]
        faces = part.argmax(1)
        counts = np.bincount(faces, minlength=high - low)
        each = copies(low)
        if (counts > each).any():
            slots, kinds = np.repeat(part, each, axis=1), np.repeat(np.arange(high - low), each)
            spare = 0 if layout.missing >= 0 else int(counts.max()) - each
            if len(tiles) > slots.shape[1] + spare * (high - low):
                spare = len(tiles)
            if spare:
                slots = np.hstack([slots, *[part - SPARE] * spare])
                kinds = np.concatenate([kinds, *[np.arange(high - low)] * spare])
            total, columns = assign(slots)
            faces = kinds[columns]
            score += total
        else:
            score += float(part.max(1).sum())
        chosen.update({tile: int(face) + low for tile, face in zip(tiles, faces, strict=True)})
    return score, chosen


# -- a winning hand -----------------------------------------------------------------------------------------------


def winning(
    logs: FloatArray, layout: Layout, forms: Sequence[str] = FORMS, floor: float = -np.inf
) -> tuple[float, dict[int, int]] | None:
    """The most probable winning hand of a layout: log probability, face by tile; ``None`` when none can be.

    ``floor``: hands less probable than this are of no interest.
    """
    best: tuple[float, dict[int, int]] | None = None
    extra = _rest(logs, layout)
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
            if best[0] >= _bound(logs, layout) - 1e-9:
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
        value, found = _best_meld(logs[list(meld.tiles)][:, :PLAY], run=meld.size == 3)
        score += value
        faces.update(zip(meld.tiles, found, strict=True))
    view = logs[tiles][:, :PLAY]
    if score + float(view.max(1).sum()) < floor:
        return None
    value, chosen = _partition(view, 3)
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
    value, chosen = _partition(view, 2)
    return value, {tiles[i]: face for i, face in chosen.items()}


def _orphans(logs: FloatArray, layout: Layout, floor: float) -> Solved:
    """Each terminal and honour, one of them twice, and a meld: in hand, or a concealed kong."""
    tiles = list(layout.concealed)
    score = 0.0
    faces: dict[int, int] = {}
    if len(layout.melds) == 1 and layout.melds[0].kind == "concealed" and layout.melds[0].size == 4:
        spot = layout.melds[0]
        score, found = _best_meld(logs[list(spot.tiles)][:, :PLAY], run=False)
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


def _best_meld(view: FloatArray, run: bool) -> tuple[float, list[int]]:
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


# -- partitions ---------------------------------------------------------------------------------------------------


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


def _partition(view: FloatArray, size: int) -> tuple[float, dict[int, int]]:
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
        _, found = _best_meld(view[part], run)
        faces.update(zip((int(i) for i in part), found, strict=True))

    name(tables.others[end], False)
    row = int(tables.left[end])
    for depth in range(len(tables.levels) - 1, -1, -1):
        level = tables.levels[depth]
        choice = int((worth[level.part[row]] + values[depth][level.rest[row]]).argmax())
        name(tables.parts[level.part[row, choice]], size == 3)
        row = int(level.rest[row, choice])
    return float(ends[end]), faces


def face_names(faces: Iterable[int]) -> list[str]:
    """Names of faces; ``none`` for what is not a face."""
    return [FACES[f] if f != NONE else "none" for f in faces]
