"""Why a hand is worth what it is: the tiles that earned each item, what it narrowly missed, how else it could be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from models.engine import ScoreItem
from models.fans import REGISTER
from models.fans.base import STANDARD
from models.hand import BIG_KONG, Context, Hand, HandError
from models.messages import Msg, msg
from models.notation import write_tiles
from models.rules import Row
from models.score import Score, facts, score
from models.tiles import FACES, NAMES_ZH, Tile

_LEAST: Final = 5
"""A row that is worth less is no near miss worth telling."""
_GROWN: Final = (
    "big_three_dragons",
    "big_four_winds",
    "big_three_winds",
    "small_four_winds",
    "big_three_brothers",
    "big_three_sisters",
)
"""Rows that another copy of the eyes can make."""


@dataclass(frozen=True, slots=True)
class Earned:
    """One item of a counted hand with the groups of tiles that earned it; none when it was how the hand was won."""

    item: ScoreItem
    groups: tuple[tuple[Tile, ...], ...]
    whole: bool = False
    """Whether the whole hand earned it."""

    @property
    def text(self) -> str:
        """The groups in notation, such as ``789s 789s``; the whole hand is left to the reader."""
        return "" if self.whole else " ".join(write_tiles(group) for group in self.groups)


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A row the hand nearly had."""

    row: Row
    gain: int
    """How many fan more the hand would be; of ``one more`` what the row is worth."""
    kind: str
    """``more`` (one more of the eyes), ``instead`` (one tile for another), ``drawn`` (by self-draw), ``earlier`` (a discard earlier)."""
    tile: Tile = -1
    """The tile that was missing."""
    instead: Tile = -1
    """The tile it would stand for."""

    def message(self, chinese: bool) -> Msg:
        """The sentence, such as “one 中 more: 大三元”."""
        row = self.row.name(chinese)
        names = NAMES_ZH if chinese else FACES

        def tile(face: Tile) -> str:
            return NAMES_ZH[face] if 27 <= face < 34 else names[face]

        if self.kind == "more":
            return msg("one {tile} more: {row}", tile=tile(self.tile), row=row)
        if self.kind == "instead":
            return msg(
                "{tile} instead of {other}: {row} (+{gain})",
                tile=tile(self.tile),
                other=tile(self.instead),
                row=row,
                gain=self.gain,
            )
        if self.kind == "drawn":
            return msg("self-drawn: {row} (+{gain})", row=row, gain=self.gain)
        return msg("one discard earlier: {row} (+{gain})", row=row, gain=self.gain)


def earned(result: Score) -> tuple[Earned, ...]:
    """For each item, in the order of the score, which tiles earned it."""
    if result.flower:
        return tuple(Earned(item, (result.hand.flowers,)) for item in result.items)
    x = facts(result)
    found = []
    for item in result.items:
        row = result.rules.row(item.id)
        definition = REGISTER.get(row.condition) if row is not None and row.condition else None
        if definition is None:
            found.append(Earned(item, (), whole=True))
        elif item.id == "ligu_ligu" and x.form == STANDARD:
            found.append(Earned(item, (), whole=True))  # the other half of a 兩食
        elif definition.evidence is not None:
            found.append(Earned(item, definition.evidence(x)))
        else:
            found.append(Earned(item, (), whole=definition.family not in ("deal", "dealer", "win")))
    return tuple(found)


def near_misses(result: Score, most: int = 4) -> tuple[NearMiss, ...]:
    """What the hand narrowly missed, the dearest first, at most ``most``; counts some hundred other hands."""
    if result.flower:
        return ()
    best: dict[str, NearMiss] = {}
    for miss in (*_one_more(result), *_otherwise_won(result), *_one_tile(result)):
        known = best.get(miss.row.id)
        if known is None or (miss.kind != "more", -miss.gain) < (known.kind != "more", -known.gain):
            best[miss.row.id] = miss
    return tuple(sorted(best.values(), key=lambda miss: (-miss.row.value, miss.row.row))[:most])


def _one_more(result: Score) -> Iterator[NearMiss]:
    """The eyes as a triplet."""
    x = facts(result)
    if x.form != STANDARD or x.pair < 0:
        return
    have = {item.id for item in result.items}
    tile = x.pair
    x.sets |= 1 << tile
    x.pair = -1
    for id in _GROWN:
        row = result.rules.row(id)
        if row is None or not row.on or id in have or row.condition not in REGISTER:
            continue
        if REGISTER[row.condition].function(x):
            yield NearMiss(row, row.value, "more", tile)


def _gained(result: Score, other: Score) -> Row | None:
    """The dearest row that the other hand has and this one lacks, if the other pays more."""
    if other.total <= result.total:
        return None
    have = {item.id for item in result.items}
    rows = [result.rules.row(item.id) for item in other.items if item.id not in have and item.fan >= _LEAST]
    return max((row for row in rows if row is not None), key=lambda row: row.value, default=None)


def _count(hand: Hand, context: Context, result: Score) -> Score | None:
    try:
        other = score(hand, context, result.rules)
    except HandError:
        return None
    return other if isinstance(other, Score) else None


def _otherwise_won(result: Score) -> Iterator[NearMiss]:
    context = result.context
    if not context.self_draw and not context.rob_kong and not context.rob_concealed_kong:
        other = _count(result.hand, replace(context, self_draw=True), result)
        row = _gained(result, other) if other else None
        if other and row:
            yield NearMiss(row, other.total - result.total, "drawn")
    if context.river:
        other = _count(result.hand, replace(context, river=context.river - 1), result)
        row = _gained(result, other) if other else None
        if other and row:
            yield NearMiss(row, other.total - result.total, "earlier")


def _one_tile(result: Score) -> Iterator[NearMiss]:
    """Every hand that differs in one concealed tile."""
    hand = result.hand
    if hand.winning is None:
        return
    fixed = [
        tile for meld in hand.melds for tile in (meld.tiles if meld.kind < BIG_KONG else (meld.tile,) * 4)
    ]
    held = [*hand.concealed, *fixed]
    for out in sorted(set(hand.concealed)):
        rest = list(hand.concealed)
        rest.remove(out)
        winning = hand.winning in rest
        for tile in range(34):
            if tile == out or held.count(tile) >= 4:
                continue
            won = hand.winning if winning and hand.winning != out else tile
            other = _count(
                Hand(tuple(sorted((*rest, tile))), hand.melds, hand.flowers, won), result.context, result
            )
            row = _gained(result, other) if other else None
            if other and row:
                yield NearMiss(row, other.total - result.total, "instead", tile, out)
