"""Counts a hand: readings × places of the winning tile × fans × ladders → :class:`Score`.

>>> from models.notation import parse_hand, parse_context
>>> result = score(parse_hand("123m 567m 345p 678s 34s 99p +5s"), parse_context("self_draw"))
>>> result.total
25
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from models import rules as rule_sets
from models.count import Count, Counted, fed, meld_key, reading_of
from models.engine import Engine, ScoreItem
from models.fans.base import Facts
from models.hand import (
    CONCEALED_KONG,
    Context,
    Fault,
    Hand,
    HandError,
    HandProblem,
    context_faults,
    hand_faults,
)
from models.messages import Msg, msg
from models.readings import ONE, STANDARD, Reading, count_of, mask_tiles, pack, suit_parts, wait_mask
from models.rules import RuleSet
from models.switches import Switches
from models.tiles import FACES, Tile

__all__ = ("NotAWin", "Score", "ScoreItem", "Wait", "flower_win", "score", "waits")

_NO_CONTEXT: Final = Context()


@dataclass(frozen=True, slots=True)
class NotAWin:
    """A valid hand that does not win."""

    message: Msg
    waits: tuple[Tile, ...] = ()
    rules: str = ""

    @property
    def win(self) -> bool:
        return False


class Score:
    """A counted hand. Items, the reading, waits and other readings are put into words when asked for."""

    __slots__ = (
        "_counted",
        "_items",
        "_ligu",
        "_others",
        "_wait",
        "chicken",
        "context",
        "engine",
        "flower",
        "hand",
        "total",
    )

    def __init__(
        self,
        engine: Engine,
        hand: Hand,
        context: Context,
        total: int,
        items: tuple[ScoreItem, ...],
        counted: Counted | None,
        ligu: Tile | None,
        chicken: bool,
        wait: int,
        flower: bool = False,
    ) -> None:
        self.engine, self.hand, self.context = engine, hand, context
        self.total = total
        """番, 莊 included when the context says the winner deals."""
        self._items = items
        self._counted = counted
        self._ligu = ligu
        self._wait = wait
        self._others: tuple[Other, ...] | None = None
        self.chicken = chicken
        """Whether 雞胡 was decided."""
        self.flower = flower
        """Whether this is 八仙過海 or 七搶一 alone: paid at once, never pulled, no 莊."""

    @property
    def win(self) -> bool:
        return True

    @property
    def items(self) -> tuple[ScoreItem, ...]:
        """What was paid, in row order; their fans add up to :attr:`total`."""
        return self._items

    @property
    def rules(self) -> RuleSet:
        return self.engine.rules

    @property
    def dealer(self) -> int:
        """The fan of 莊 in the total."""
        ids = ("dealer", "dealer_streak")
        return sum(item.fan for item in self._items if item.id in ids)

    @property
    def without_dealer(self) -> int:
        """番 without 莊: what the ledger and a night's text form want, since 莊 is between the dealer and each payer."""
        return self.total - self.dealer

    @property
    def payer(self) -> str:
        """Who pays: ``all`` (自摸), ``discarder``, ``konger`` (搶槓), ``feeder`` (of a 大明槓), ``holder`` (of the eighth flower)."""
        context = self.context
        if self.flower:
            return "all" if any(item.id == "eight_flowers" for item in self._items) else "holder"
        if context.rob_kong or context.rob_concealed_kong:
            return "konger"
        if not context.self_draw:
            return "discarder"
        return "feeder" if fed(context) and self.engine.switches.big_kong_win_payer == "feeder" else "all"

    @property
    def wait_mask(self) -> int:
        """Mask of the faces the 16 tiles waited for."""
        if self._wait < 0:
            self._wait = _waits_of(self.hand, self.engine)
        return self._wait

    @property
    def waits(self) -> tuple[Tile, ...]:
        """The faces the 16 tiles waited for."""
        return tuple(mask_tiles(self.wait_mask))

    @property
    def reading(self) -> Reading:
        """The reading that was priced."""
        if self._counted is None:
            return Reading("flowers", (), None)
        return reading_of(self.hand, self._counted, self._ligu)

    @property
    def others(self) -> tuple[Other, ...]:
        """Every other way to count the hand (another reading, another place of the winning tile), best first."""
        if self._others is None:
            self._others = () if self.flower else _others(self)
        return self._others

    def __repr__(self) -> str:
        return f"<Score {self.total}: {', '.join(f'{item.id} {item.fan}' for item in self._items)}>"


class Other(NamedTuple):
    """A reading that was not chosen, with what it would have paid."""

    total: int
    items: tuple[ScoreItem, ...]
    reading: Reading


class Wait(NamedTuple):
    """A face that completes 16 tiles."""

    tile: Tile
    left: int
    """Copies that the hand itself does not hold."""
    result: Score | NotAWin
    """What it would pay; no win when it falls short of ``min_fan``."""


def _mask_of(hand: Hand, key: int, switches: Switches) -> int:
    """The tiles that complete the packed concealed tiles ``key`` beside the hand's melds."""
    return wait_mask(
        suit_parts(key),
        key,
        meld_key(hand),
        len(hand.melds),
        sum(1 for meld in hand.melds if meld.kind == CONCEALED_KONG),
        switches.special_forms,
        switches.orphans_concealed_kong,
        switches.dead_waits_count,
    )


def _waits_of(hand: Hand, engine: Engine) -> int:
    if hand.winning is None or hand.winning >= 34:
        return 0
    switches = engine.switches
    key = pack(hand.concealed) - ONE[hand.winning]
    return _mask_of(hand, key, switches)


def score(hand: Hand, context: Context = _NO_CONTEXT, rules: RuleSet | str | None = None) -> Score | NotAWin:
    """Counts the hand in its best reading. Raises :class:`~models.hand.HandError` for a hand or context that cannot be.

    ``rules`` is a rule set or the name of one that ships, the Hong Kong table by default.
    """
    if not isinstance(rules, RuleSet):
        rules = rule_sets.load(rules or rule_sets.DEFAULT)
    engine = rules.engine
    if (hand.winning is not None and hand.winning >= 34) or (
        not hand.concealed and not hand.melds and hand.flowers
    ):
        return flower_win(hand, context, rules)
    count = Count(hand, context, engine)
    if not count.valid:
        raise HandError((*hand_faults(hand), *context_faults(hand, context, rules)))
    if count.uncommon:
        faults = context_faults(hand, context, rules)
        if faults:
            raise HandError(faults)
    count.run()
    return _conclude(count)


def _conclude(count: Count) -> Score | NotAWin:
    """Chooses among forms, decides 兩食 and 雞胡, applies the least fan."""
    engine, x = count.engine, count.x
    switches = engine.switches
    best = count.best
    hand, context = x.hand, x.context
    if best is None:
        if context.rob_concealed_kong:
            raise HandError(
                [
                    Fault(
                        HandProblem.ROB_CONCEALED_FORM,
                        msg("only thirteen orphans may rob a concealed kong, and this hand is not that"),
                    )
                ]
            )
        return NotAWin(
            msg("the tiles make no winning hand"), tuple(mask_tiles(x.waits())), str(engine.rules.name)
        )
    ligu = count.ligu
    total, items = best.total, best.items
    triplet: Tile | None = None
    if ligu is not None and best.form == STANDARD:
        if switches.two_way == "ligu_only":
            index = engine.index.get("ligu_ligu", -1)
            if index >= 0:
                extra = engine.lines[index][1]
                total += extra.fan
                items = _in_order(engine, (*items, extra))
            triplet = ligu.sets.bit_length() - 1
        elif switches.two_way == "full_both":
            items = _in_order(engine, _both(engine, best, ligu))
            total = sum(item.fan for item in items)
            triplet = ligu.sets.bit_length() - 1
        elif ligu.total > best.total or (ligu.total == best.total and count.before(ligu, best)):
            best, total, items = ligu, ligu.total, ligu.items
    chicken = False
    if engine.chicken >= 0:
        # the one fan, 莊 and 七子內; nothing at all beside 莊 is no 雞胡
        poor = (len(items) < 4 or engine.zeros) and _ordinary(engine, items) == 1
        chosen = best if poor else None
        if chosen is None and switches.chicken_reading == "any":
            chosen = _poor(count, total)
        if chosen is not None:
            chicken = True
            best = chosen
            items = _chicken(engine, chosen.items, switches.chicken == "add")
            total = sum(item.fan for item in items)
    if switches.min_fan:
        dealer = sum(item.fan for item in items if item.id in ("dealer", "dealer_streak"))
        if total - dealer < switches.min_fan:
            return NotAWin(
                msg(
                    "{fan} fan, but a win needs {least} (min_fan)", fan=total - dealer, least=switches.min_fan
                ),
                tuple(mask_tiles(x.waits())),
                engine.rules.name,
            )
    return Score(engine, hand, context, total, items, best, triplet, chicken, x.wait)


def _in_order(engine: Engine, items: tuple[ScoreItem, ...]) -> tuple[ScoreItem, ...]:
    return tuple(sorted(items, key=lambda item: engine.index[item.id]))


def _both(engine: Engine, one: Counted, two: Counted) -> tuple[ScoreItem, ...]:
    """兩食 paid in full: both readings' items, shared ones twice; 莊 is no reading's and stays once."""
    sums: dict[int, list[int]] = {}
    for counted in (one, two):
        for n, item in zip(counted.rows, counted.items, strict=True):
            if n in engine.dealers and n in sums:
                continue
            have = sums.setdefault(n, [0, 0])
            have[0] += item.count
            have[1] += item.fan
    return tuple(engine.lines[n].worth(count, fan) for n, (count, fan) in sums.items())


def _ordinary(engine: Engine, items: tuple[ScoreItem, ...]) -> int:
    """The fan that 雞胡 looks at."""
    apart = engine.apart
    return sum(item.fan for item in items if engine.index[item.id] not in apart)


def _poor(count: Count, total: int) -> Counted | None:
    """``chicken_reading=any``: a reading worth 1 that pays more as 雞胡 than the best one."""
    engine = count.engine
    value = engine.rows[engine.chicken].value + (1 if engine.switches.chicken == "add" else 0)
    again = Count(count.x.hand, count.x.context, engine)
    again.collected = []
    again.run()
    found = None
    for counted in again.collected:
        items = counted.items
        worth = _ordinary(engine, items)
        pays_more = worth == 1 and counted.total - worth + value > total
        if pays_more and (found is None or again.before(counted, found)):
            found = counted
    return found


def _chicken(engine: Engine, items: tuple[ScoreItem, ...], add: bool) -> tuple[ScoreItem, ...]:
    kept = tuple(item for item in items if add or engine.index[item.id] in engine.apart)
    return _in_order(engine, (*kept, engine.lines[engine.chicken][1]))


def facts(result: Score) -> Facts:
    """The facts of the reading that was priced, for whoever wants to say what earned its rows. Not of a flower win."""
    assert result._counted is not None
    return Count(result.hand, result.context, result.engine).look(result._counted)


def _others(result: Score) -> tuple[Other, ...]:
    """Counts again and keeps everything but the chosen reading."""
    engine = result.engine
    chosen = result._counted
    count = Count(result.hand, result.context, engine)
    count.collected = []
    count.run()
    found = list(count.collected)
    if count.ligu is not None:
        found.append(count.ligu)
    others = []
    seen = set()
    for counted in found:
        if chosen is not None and counted == chosen:
            continue
        items = counted.items
        reading = reading_of(result.hand, counted)
        if reading.text not in seen:
            seen.add(reading.text)
            others.append(Other(counted.total, items, reading))
    return tuple(sorted(others, key=lambda other: -other.total))


def flower_win(hand: Hand, context: Context, rules: RuleSet) -> Score | NotAWin:
    """八仙過海 or 七搶一 claimed at once: no shape is needed, it is paid at once and stands alone.

    Write the flowers and, after ``+``, the one that completed them: ``1234567f +8f`` by self-draw is 八仙過海, otherwise another player's eighth
    flower was taken, 七搶一; ``123456f +7f`` is the seventh while another player holds the eighth, 七搶一 too.
    """
    engine = rules.engine
    faults = [
        fault
        for fault in hand_faults(hand)
        if fault.flag & (HandProblem.REPEATED_FLOWER | HandProblem.TOO_MANY_COPIES | HandProblem.BAD_MELD)
    ]
    if (hand.concealed or hand.melds) and hand.size != 16 + hand.kongs:
        faults.append(
            Fault(
                HandProblem.TOO_FEW_TILES if hand.size < 16 + hand.kongs else HandProblem.TOO_MANY_TILES,
                msg(
                    "{n} tiles beside the flowers; a claim of flowers shows none of them, or all {want}",
                    n=hand.size,
                    want=16 + hand.kongs,
                ),
            )
        )
    if context.flower_paid:
        faults.append(
            Fault(
                HandProblem.FLOWER_PAID_FLOWERS, msg("the flowers were already paid; they cannot win again")
            )
        )
    else:
        faults.extend(context_faults(hand, context, rules))
    if faults:
        raise HandError(faults)
    number = len(hand.flowers)
    index = -1
    if number == 8 and (context.self_draw or hand.winning is None):
        index = engine.index.get("eight_flowers", -1)
    elif number in (7, 8) and rules.switches.seven_robs_one:
        index = engine.index.get("seven_robs_one", -1)
    if index < 0 or not rules.switches.use_flowers:
        return NotAWin(
            msg(
                "{n} flowers alone do not win in these rules; eight do, or seven when another player has the eighth",
                n=number,
            ),
            (),
            rules.name,
        )
    item = engine.lines[index][1]
    return Score(engine, hand, context, item.fan, (item,), None, None, False, 0, flower=True)


def waits(hand: Hand, context: Context = _NO_CONTEXT, rules: RuleSet | str | None = None) -> tuple[Wait, ...]:
    """Every face that completes the 16 tiles, with what it would pay. Raises :class:`~models.hand.HandError`.

    ``hand`` has no winning tile, or one that is taken away first.
    """
    if not isinstance(rules, RuleSet):
        rules = rule_sets.load(rules or rule_sets.DEFAULT)
    engine = rules.engine
    if hand.winning is not None and hand.winning < 34:
        hand = Hand(hand.waiting, hand.melds, hand.flowers, None)
    faults = hand_faults(hand, winning=False)
    if faults:
        raise HandError(faults)
    switches = engine.switches
    key = pack(hand.concealed)
    melds_key = meld_key(hand)
    mask = wait_mask(
        suit_parts(key),
        key,
        melds_key,
        len(hand.melds),
        sum(1 for meld in hand.melds if meld.kind == CONCEALED_KONG),
        switches.special_forms,
        switches.orphans_concealed_kong,
        False,
    )
    found = []
    refused: HandError | None = None
    for tile in mask_tiles(mask):
        won = Hand(tuple(sorted((*hand.concealed, tile))), hand.melds, hand.flowers, tile)
        try:
            result = score(won, context, rules)
        except HandError as error:  # such as a kong robbed of a tile that the hand holds
            refused = error
            continue
        found.append(Wait(tile, 4 - count_of(key + melds_key, tile), result))
    if refused and not found:
        raise refused
    return tuple(found)


def waits_mask(hand: Hand, rules: RuleSet) -> int:
    """Mask of the faces that complete the concealed tiles as they are; 0 while there are not 16."""
    if hand.size != 16 + hand.kongs:
        return 0
    switches = rules.switches
    key = pack(hand.concealed)
    return _mask_of(hand, key, switches)


def describe(tiles: tuple[Tile, ...]) -> str:
    """Faces in a row, as in ``4m 7m``."""
    return " ".join(FACES[tile] for tile in tiles)
