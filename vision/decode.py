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

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from models.tiles import copies
from vision.assign import assign
from vision.layout import NONE, PLAY, Layout, MeldSpot
from vision.partition import FloatArray, IntArray
from vision.winning import FORMS, bound, rest, winning

BELIEVED: Final = 7.0
"""A winning hand is taken while it is at most this much less probable than the plain reading (nats: a thousand to one)."""
CORRECTED: Final = 4
"""A winning hand that needs more tiles than this to be other than they look is made up rather than read."""
OTHER: Final = 1.5
"""How much each tile counts against a winning hand that takes it in, or leaves it out, other than how the tiles lie (nats)."""
SPARE: Final = 4.0
"""How much less likely a fifth copy is in a picture that shows more tiles than a hand (nats)."""
SPARE_BLANK: Final = 1.0
"""The same of 白: sets come with spare blank tiles."""
MANY: Final = 80
"""In a picture of more tiles than this each is what it looks like: it may well show two sets."""
BLANK: Final = 33
"""白."""
LEAST: Final = 1e-7
"""No face is less probable than this."""


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
            others = len(set(layout.hand) ^ set(plain_layout.hand))
            if bound(logs, layout) - layout.cost - OTHER * others <= bar or layout.missing != 0:
                continue
            found = winning(
                logs, layout, tuple(forms), floor=max(bar, nearest[0] if nearest else -np.inf) + layout.cost
            )
            if found is None:
                continue
            score = found[0] - layout.cost - OTHER * others
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
    out.sort(key=lambda layout: layout.cost - bound(logs, layout))
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


# -- possible, though perhaps no win ------------------------------------------------------------------------------


def possible(logs: FloatArray, layout: Layout) -> tuple[float, dict[int, int]]:
    """The most probable faces of a layout with no face more often than a set has it: log probability, face by tile.

    A picture of more tiles than a hand may show spare ones, blanks above all, or two sets: there a fifth copy is only unlikely.
    """
    score, chosen = rest(logs, layout), dict.fromkeys(layout.blank, NONE)
    playing = [*layout.concealed, *(tile for meld in layout.melds for tile in meld.tiles)]
    for tiles, low, high in ((playing, 0, PLAY), (list(layout.flowers), PLAY, NONE)):
        if not tiles:
            continue
        part = logs[tiles][:, low:high]
        faces = part.argmax(1)
        counts = np.bincount(faces, minlength=high - low)
        each = copies(low)
        if (counts > each).any() and len(tiles) <= MANY:
            slots, kinds = np.repeat(part, each, axis=1), np.repeat(np.arange(high - low), each)
            spare = int(counts.max()) - each
            if layout.missing >= 0 and len(tiles) <= each * (high - low):
                spare = 0
            if spare:
                cost = np.full(high - low, SPARE)
                if low <= BLANK < high:
                    cost[BLANK - low] = SPARE_BLANK
                slots = np.hstack([slots, *[part - cost] * spare])
                kinds = np.concatenate([kinds, *[np.arange(high - low)] * spare])
            total, columns = assign(slots)
            faces = kinds[columns]
            score += total
        else:
            score += float(part.max(1).sum())
        chosen.update({tile: int(face) + low for tile, face in zip(tiles, faces, strict=True)})
    return score, chosen
