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
from models.engine import Engine, ScoreItem
from models.fans.base import (
    ALL_RUNS,
    BARE,
    CHAIN,
    DEAL,
    DEALER,
    DRAWN,
    EDGE,
    ELSEWHERE,
    EYES,
    FLOWER,
    FOURS,
    HAND,
    HONOUR_SETS,
    KONG,
    LAST,
    MANY_RUNS,
    MIDDLE,
    NO_RUNS,
    OPEN,
    PAIR,
    PLACE,
    READING,
    RIVER,
    ROBBED,
    RUNS,
    SAME_RUNS,
    SETS,
    YAO_EYES,
    Facts,
)
from models.hand import (
    BIG_KONG,
    CHOW,
    CONCEALED_KONG,
    PUNG,
    Context,
    Fault,
    Hand,
    HandError,
    HandProblem,
    context_faults,
    hand_faults,
)
from models.messages import Msg, msg
from models.readings import (
    HONOUR_MASK,
    LIGU,
    ONE,
    ORPHANS,
    SIXTEEN,
    STANDARD,
    YAOJIU_MASK,
    Group,
    Reading,
    Split,
    SuitPart,
    count_of,
    has_one_pair,
    is_ligu,
    ligu_pairs,
    mask_tiles,
    orphans_reading,
    pack,
    sixteen_reading,
    standard_splits,
    suit_parts,
    wait_mask,
)
from models.rules import RuleSet
from models.tiles import FACES, Tile

__all__ = ("NotAWin", "Score", "ScoreItem", "Wait", "flower_win", "score", "waits")

_NO_CONTEXT: Final = Context()
_TOO_MANY: Final = sum(27 << 6 * tile for tile in range(34))
_OVER: Final = sum(32 << 6 * tile for tile in range(34))
_FOUR: Final = sum(28 << 6 * tile for tile in range(34))
_THIRTEEN: Final = 13


class _Counted(NamedTuple):
    """A reading with the winning tile in its place, counted."""

    total: int
    rows: tuple[int, ...]
    counts: tuple[int, ...]
    fans: tuple[int, ...]
    form: int
    splits: tuple[Split, ...]
    special: tuple[Tile, int, Tile]
    """Of a special form: the eyes (-1), the meld's kind (0 run, 1 triplet, -1 none), its lowest tile."""
    shape: int
    run: Tile
    """Lowest tile of the run that holds the winning tile, or -1."""


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
        counted: _Counted | None,
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
        return "feeder" if _fed(context) and self.engine.switches.big_kong_win_payer == "feeder" else "all"

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
        return _reading(self.hand, self._counted, self._ligu)

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


def _fed(context: Context) -> bool:
    """Whether the newest kong of the replacement chain is a 大明槓."""
    kongs = [draw for draw in context.chain if draw != "flower"]
    return bool(kongs) and kongs[-1] == "big_kong"


def _waits_of(hand: Hand, engine: Engine) -> int:
    if hand.winning is None or hand.winning >= 34:
        return 0
    switches = engine.switches
    return wait_mask(
        pack(hand.concealed) - ONE[hand.winning],
        _key_of(hand),
        len(hand.melds),
        sum(1 for meld in hand.melds if meld.kind == CONCEALED_KONG),
        switches.special_forms,
        switches.orphans_concealed_kong,
        switches.dead_waits_count,
    )


def _key_of(hand: Hand) -> int:
    return pack(tile for meld in hand.melds for tile in meld.tiles)


class _Count:
    """One hand being counted."""

    __slots__ = (
        "_reading_mask",
        "best",
        "collected",
        "counts",
        "engine",
        "excluded",
        "fans",
        "hand_mask",
        "heavenly",
        "ligu",
        "melds_runs",
        "x",
    )

    def __init__(self, hand: Hand, context: Context, engine: Engine) -> None:
        self.engine = engine
        switches = engine.switches
        x = self.x = Facts()
        x.hand, x.context, x.switches = hand, context, switches
        x.on, x.values = engine.on, engine.values
        x.wait = -1
        runs: list[Tile] = []
        open_runs = open_sets = sets = kongs = 0
        big = added = concealed_kongs = exposed = 0
        melds_key = 0
        kinds = 0
        for meld in hand.melds:
            tile, kind = meld.tile, meld.kind
            if kind == CHOW:
                melds_key += ONE[tile] * 0b1000001000001
                kinds |= 7 << tile
                open_runs |= 1 << tile
                runs.append(tile)
                exposed += 1
                continue
            bit = 1 << tile
            kinds |= bit
            sets |= bit
            if kind == PUNG:
                melds_key += ONE[tile] * 3
                open_sets |= bit
                exposed += 1
                continue
            melds_key += ONE[tile] * 4
            kongs |= bit
            if kind == CONCEALED_KONG:
                concealed_kongs += 1
                continue
            open_sets |= bit
            exposed += 1
            if kind == BIG_KONG:
                big += 1
            else:
                added += 1
        self.melds_runs = tuple(runs)
        key = sum(map(ONE.__getitem__, hand.concealed))
        x.concealed_key, x.melds_key = key, melds_key
        x.key = total = key + melds_key
        x.open_runs, x.open_sets, x.kong_mask = open_runs, open_sets, kongs
        x.big_kongs, x.added_kongs, x.concealed_kongs, x.exposed = big, added, concealed_kongs, exposed
        x.sets = sets
        x.winning = hand.winning if hand.winning is not None else -1
        # 28 + 4 reaches the top bit of a field, 28 + 3 does not: the faces held four times
        fours = (total + _FOUR) & _OVER
        mask = 0
        while fours:
            low = fours & -fours
            mask |= 1 << (low.bit_length() - 1) // 6
            fours ^= low
        x.fours = mask & ~kongs
        parts = suit_parts(key)
        kinds |= parts[0].kinds | parts[1].kinds | parts[2].kinds | parts[3].kinds
        x.kinds = kinds
        x.suits = (
            (1 if kinds & 0x1FF else 0) | (2 if kinds & 0x3FE00 else 0) | (4 if kinds & 0x7FC0000 else 0)
        )
        x.winds = kinds & 0b1111 << 27 != 0
        x.dragons = kinds >> 31 != 0
        x.seat = context.seat
        drawn = context.self_draw
        chain = context.chain
        if chain:
            if not switches.use_flowers:
                chain = tuple(draw for draw in chain if draw != "flower")
            if switches.big_kong_win_is_discard and _fed(context):
                drawn = False
        x.chain = chain
        x.drawn = drawn
        x.flowers = () if context.flower_paid or not switches.use_flowers else hand.flowers
        x.concealed = not exposed or (exposed == big and switches.exposed_kong_keeps_concealed)
        gates = DRAWN if drawn else 0
        if chain:
            gates |= CHAIN
        if x.flowers:
            gates |= FLOWER
        if context.last_tile:
            gates |= LAST
        if context.rob_kong or context.rob_concealed_kong:
            gates |= ROBBED
        self.heavenly = context.heavenly
        if context.heavenly or context.earthly or context.ready:
            gates |= DEAL
        if context.dealer is not None:
            gates |= DEALER
        if context.river is not None or context.heavenly:
            gates |= RIVER
        if kongs:
            gates |= KONG
        if x.concealed:
            gates |= BARE
        if x.fours:
            gates |= FOURS
        x.gates = gates
        x.form = STANDARD
        x.runs, x.run_mask, x.hidden_runs, x.pair = (), 0, 0, -1
        x.shape, x.opened_run, x.opened_set = ELSEWHERE, -1, -1
        size = len(engine.rows)
        self.counts = [0] * size
        self.fans = [0] * size
        self.hand_mask = self.ask(HAND, gates, STANDARD)
        self.best: _Counted | None = None
        self.ligu: _Counted | None = None
        self.collected: list[_Counted] | None = None
        self._reading_mask = 0

    def ask(self, scope: int, gates: int, form: int) -> int:
        """Asks the rows of a scope; leaves counts and fans in their places and returns the mask of those that hold."""
        x, counts, fans = self.x, self.counts, self.fans
        mask = 0
        for index, bit, function, value, worth in self.engine.asking(scope, gates, form):
            count = function(x)
            if count:
                counts[index] = count
                fans[index] = value * count if worth is None else worth(x, count)
                mask |= bit
        return mask

    def place(
        self,
        gates: int,
        form: int,
        splits: tuple[Split, ...],
        special: tuple[Tile, int, Tile],
        shape: int,
        run: Tile,
    ) -> _Counted:
        """Counts the reading with the winning tile in one place."""
        engine, x = self.engine, self.x
        x.shape = shape
        mask = self.hand_mask | self._reading_mask | self.ask(PLACE, gates, form)
        if self.heavenly:
            mask &= ~engine.heavenly_drops
            dropped = engine.heavenly_kankan if mask & engine.kankan_bit else engine.heavenly_self_draw
            if dropped:
                mask &= ~engine.self_draw_bit
        rows = engine.survivors(mask)
        fans, counts = self.fans, self.counts
        total = 0
        for n in rows:
            total += fans[n]
        return _Counted(
            total,
            rows,
            tuple([counts[n] for n in rows]),
            tuple([fans[n] for n in rows]),
            form,
            splits,
            special,
            shape,
            run,
        )

    def offer(self, counted: _Counted) -> None:
        """Keeps the better of two."""
        best = self.best
        if self.collected is not None:
            self.collected.append(counted)
        if best is None or counted.total > best.total or (counted.total == best.total and self.rank(counted) < self.rank(best)):
            self.best = counted

    def rank(self, counted: _Counted) -> tuple[object, ...]:
        """Among readings of equal total the smallest wins: more 暗刻, then rows, then the reading's text."""
        engine = self.engine
        own = max((engine.concealed_numbers.get(n, 0) for n in counted.rows), default=0)
        return (
            -own,
            [(engine.numbers[n], count) for n, count in zip(counted.rows, counted.counts, strict=True)],
            _reading(self.x.hand, counted, None).text,
        )

    def standard(self, parts: tuple[SuitPart, ...]) -> None:
        """All readings as five melds and a pair."""
        x = self.x
        engine = self.engine
        hand_gates = x.gates
        melds_sets = x.sets
        melds_runs = self.melds_runs
        open_mask = x.open_runs
        win = x.winning
        opens = engine.switches.ron_opens_sets and not x.drawn
        x.form = STANDARD
        nothing = (-1, -1, -1)
        for splits in standard_splits(parts):
            a, b, c, d = splits
            hidden = a.runs + b.runs + c.runs
            runs = hidden + melds_runs
            own = a.triplets + b.triplets + c.triplets + d.triplets
            sets = melds_sets
            for tile in own:
                sets |= 1 << tile
            pair = a.pair + b.pair + c.pair + d.pair + 3
            hidden_mask = 0
            for run in hidden:
                hidden_mask |= 1 << run
            run_mask = hidden_mask | open_mask
            x.runs, x.run_mask, x.sets, x.pair, x.hidden_runs = runs, run_mask, sets, pair, hidden_mask
            gates = hand_gates
            number = len(runs)
            if number:
                gates |= RUNS
                if number >= 3:
                    gates |= MANY_RUNS
                    if number == 5:
                        gates |= ALL_RUNS
                if run_mask.bit_count() < number:
                    gates |= SAME_RUNS
            else:
                gates |= NO_RUNS
            if sets & (sets - 1):
                gates |= SETS
            if sets & HONOUR_MASK:
                gates |= HONOUR_SETS
            if YAOJIU_MASK >> pair & 1:
                gates |= YAO_EYES
            x.gates = gates
            x.shape, x.opened_run, x.opened_set = ELSEWHERE, -1, -1
            self._reading_mask = self.ask(READING, gates, STANDARD)
            if pair == win:
                self.offer(self.place(gates, STANDARD, splits, nothing, EYES, -1))
            if win in own:
                if opens:
                    x.opened_set = win
                self.offer(self.place(gates, STANDARD, splits, nothing, PAIR, -1))
                x.opened_set = -1
            if win < 27:
                done = 0
                for run in sorted(set(hidden)) if len(hidden) > 1 else hidden:
                    at = win - run
                    if not 0 <= at <= 2:
                        continue
                    if at == 1:
                        shape = MIDDLE
                    elif (at == 2 and run % 9 == 0) or (at == 0 and run % 9 == 6):
                        shape = EDGE
                    else:
                        shape = OPEN
                    if opens:
                        x.opened_run = run
                        x.hidden_runs = hidden_mask & ~(1 << run) if hidden.count(run) == 1 else hidden_mask
                    elif done >> shape & 1:
                        continue  # the same shape counts the same, and the lower run comes first in a tie
                    done |= 1 << shape
                    self.offer(self.place(gates, STANDARD, splits, nothing, shape, run))
                x.opened_run, x.hidden_runs = -1, hidden_mask
        x.gates = hand_gates
        x.sets = melds_sets

    def special(self, form: int, eyes: Tile, kind: int, low: Tile) -> _Counted:
        """Counts a special form, whose melds and eyes are given (-1: none)."""
        x = self.x
        x.form = form
        hand_gates, sets = x.gates, x.sets
        x.runs, x.run_mask, x.hidden_runs, x.pair = (), 0, 0, eyes
        if kind == 1:
            x.sets = sets | 1 << low
        elif kind == 0:
            x.runs, x.run_mask, x.hidden_runs = (low,), 1 << low, 1 << low
        gates = hand_gates
        if x.sets & HONOUR_MASK:
            gates |= HONOUR_SETS
        x.gates = gates
        x.shape, x.opened_run, x.opened_set = ELSEWHERE, -1, -1
        self._reading_mask = self.ask(READING, gates, form)
        counted = self.place(gates, form, (), (eyes, kind, low), ELSEWHERE, -1)
        x.gates, x.sets, x.form = hand_gates, sets, STANDARD
        return counted

    def run(self) -> None:
        """Counts every reading in every form the rules accept."""
        x = self.x
        hand, context = x.hand, x.context
        forms = self.engine.switches.special_forms
        parts = suit_parts(x.concealed_key)
        melds = len(hand.melds)
        if not context.rob_concealed_kong and has_one_pair(parts):
            self.standard(parts)
        if melds > 1 or not forms:
            return
        if not melds and not context.rob_concealed_kong and "ligu" in forms and is_ligu(parts):
            threes = parts[0].threes | parts[1].threes | parts[2].threes | parts[3].threes
            if self.engine.switches.ligu_ron_triplet or x.drawn or not threes >> x.winning & 1:
                self.ligu = self.special(LIGU, -1, 1, threes.bit_length() - 1)
                if self.best is None:
                    self.best = self.ligu
        if self.best is not None:
            return
        if "orphans" in forms and (x.kinds & YAOJIU_MASK).bit_count() == _THIRTEEN:
            kong = melds == 1
            if not kong or (x.concealed_kongs and self.engine.switches.orphans_concealed_kong):
                found = orphans_reading(x.concealed_key, kong)
                if found is not None:
                    self.best = self.special(ORPHANS, *found)
        if self.best is None and not melds and not context.rob_concealed_kong and "sixteen" in forms:
            double = sixteen_reading(x.concealed_key)
            if double is not None:
                self.best = self.special(SIXTEEN, double, -1, -1)


def _reading(hand: Hand, counted: _Counted, ligu: Tile | None) -> Reading:
    """The words of a counted reading."""
    fixed = [Group(meld.tiles, meld.exposed) for meld in hand.melds]
    eyes, kind, low = counted.special
    win = hand.winning
    assert win is not None
    if counted.form == STANDARD:
        groups = fixed
        pair = -1
        for split in counted.splits:
            groups += [Group((run, run + 1, run + 2)) for run in split.runs]
            groups += [Group((tile,) * 3) for tile in split.triplets]
            if split.pair >= 0:
                pair = split.pair
        if counted.run >= 0:
            winning = Group((counted.run, counted.run + 1, counted.run + 2))
        else:
            winning = Group((win,) * (3 if counted.shape == PAIR else 2))
        melds = tuple(sorted(groups, key=lambda group: group.order))
        if ligu is not None:
            return Reading("two_way", melds, pair, winning, ligu_pairs(hand, ligu), ligu)
        return Reading("standard", melds, pair, winning)
    if counted.form == LIGU:
        winning = Group((win,) * (3 if win == low else 2))
        return Reading("ligu", (Group((low,) * 3),), None, winning, ligu_pairs(hand, low), low)
    if counted.form == ORPHANS:
        if kind >= 0:
            fixed = [Group((low,) * 3 if kind else (low, low + 1, low + 2))]
        return Reading("orphans", tuple(fixed), eyes, None)
    return Reading("sixteen", (), eyes, None)


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
    _check(hand, context, rules)
    count = _Count(hand, context, engine)
    count.run()
    return _conclude(count)


def _check(hand: Hand, context: Context, rules: RuleSet) -> None:
    """Raises every fault at once. What needs no long look is decided by a short one."""
    concealed = hand.concealed
    want = 17
    size = len(concealed)
    key = 0
    chows = True
    for meld in hand.melds:
        if meld.kind == CHOW:
            size += 3
            if not 0 <= meld.tile < 27 or meld.tile % 9 > 6:
                chows = False
            else:
                key += ONE[meld.tile] * 0b1000001000001
        else:
            if not 0 <= meld.tile < 34:
                chows = False
            elif meld.kind == PUNG:
                key += ONE[meld.tile] * 3
            else:
                key += ONE[meld.tile] * 4
            size += 3 if meld.kind == PUNG else 4
            want += meld.kind != PUNG
    if (
        size != want
        or not chows
        or hand.winning not in concealed
        or (key + sum(map(ONE.__getitem__, concealed)) + _TOO_MANY) & _OVER
        or (hand.flowers and len(set(hand.flowers)) != len(hand.flowers))
    ):
        faults = hand_faults(hand)
        if faults:
            raise HandError((*faults, *context_faults(hand, context, rules)))
    if (
        context.seat == 0
        or context.dealer is not None
        or context.river is not None
        or context.chain
        or context.rob_kong
        or context.rob_concealed_kong
        or context.last_tile
        or context.heavenly
        or context.earthly
        or context.flower_paid
        or context.ready
    ):
        faults = context_faults(hand, context, rules)
        if faults:
            raise HandError(faults)


def _items(engine: Engine, counted: _Counted) -> tuple[ScoreItem, ...]:
    item = engine.item
    return tuple(
        [
            item(n, count, fan)
            for n, count, fan in zip(counted.rows, counted.counts, counted.fans, strict=True)
        ]
    )


def _conclude(count: _Count) -> Score | NotAWin:
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
    two_way = ligu is not None and best.form == STANDARD
    total, items = best.total, _items(engine, best)
    triplet: Tile | None = None
    if two_way and ligu is not None:
        if switches.two_way == "ligu_only":
            index = engine.index.get("ligu_ligu", -1)
            if index >= 0:
                extra = engine.item(index, 1, engine.rows[index].value)
                total += extra.fan
                items = _in_order(engine, (*items, extra))
            triplet = ligu.special[2]
        elif switches.two_way == "full_both":
            items = _in_order(engine, _both(engine, best, ligu))
            total = sum(item.fan for item in items)
            triplet = ligu.special[2]
        elif ligu.total > best.total or (ligu.total == best.total and count.rank(ligu) < count.rank(best)):
            best, total, items = ligu, ligu.total, _items(engine, ligu)
    chicken = False
    if engine.chicken >= 0:
        chosen = best if _ordinary(engine, items) == 1 else None
        if chosen is None and switches.chicken_reading == "any":
            chosen = _poor(count, total)
        if chosen is not None:
            chicken = True
            best = chosen
            items = _chicken(engine, _items(engine, chosen), switches.chicken == "add")
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


def _both(engine: Engine, one: _Counted, two: _Counted) -> tuple[ScoreItem, ...]:
    """兩食 paid in full: both readings' items, shared ones twice; 莊 is no reading's and stays once."""
    sums: dict[int, list[int]] = {}
    for counted in (one, two):
        for n, count, fan in zip(counted.rows, counted.counts, counted.fans, strict=True):
            if n in engine.dealers and n in sums:
                continue
            have = sums.setdefault(n, [0, 0])
            have[0] += count
            have[1] += fan
    return tuple(engine.item(n, count, fan) for n, (count, fan) in sums.items())


def _ordinary(engine: Engine, items: tuple[ScoreItem, ...]) -> int:
    """The fan that 雞胡 looks at."""
    apart = engine.apart
    return sum(item.fan for item in items if engine.index[item.id] not in apart)


def _poor(count: _Count, total: int) -> _Counted | None:
    """``chicken_reading=any``: a reading worth 1 that pays more as 雞胡 than the best one."""
    engine = count.engine
    value = engine.rows[engine.chicken].value + (1 if engine.switches.chicken == "add" else 0)
    again = _Count(count.x.hand, count.x.context, engine)
    again.collected = []
    again.run()
    found = None
    for counted in again.collected:
        items = _items(engine, counted)
        worth = _ordinary(engine, items)
        if worth == 1 and counted.total - worth + value > total:
            if found is None or again.rank(counted) < again.rank(found):
                found = counted
    return found


def _chicken(engine: Engine, items: tuple[ScoreItem, ...], add: bool) -> tuple[ScoreItem, ...]:
    row = engine.rows[engine.chicken]
    kept = tuple(item for item in items if add or engine.index[item.id] in engine.apart)
    return _in_order(engine, (*kept, engine.item(engine.chicken, 1, row.value)))


def _others(result: Score) -> tuple[Other, ...]:
    """Counts again and keeps everything but the chosen reading."""
    engine = result.engine
    chosen = result._counted
    count = _Count(result.hand, result.context, engine)
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
        items = _items(engine, counted)
        reading = _reading(result.hand, counted, None)
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
    row = engine.rows[index]
    item = engine.item(index, 1, row.value)
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
    melds_key = _key_of(hand)
    mask = wait_mask(
        key,
        melds_key,
        len(hand.melds),
        sum(1 for meld in hand.melds if meld.kind == CONCEALED_KONG),
        switches.special_forms,
        switches.orphans_concealed_kong,
        False,
    )
    found = []
    for tile in mask_tiles(mask):
        won = Hand(tuple(sorted((*hand.concealed, tile))), hand.melds, hand.flowers, tile)
        found.append(Wait(tile, 4 - count_of(key + melds_key, tile), score(won, context, rules)))
    return tuple(found)


def waits_mask(hand: Hand, rules: RuleSet) -> int:
    """Mask of the faces that complete the concealed tiles as they are; 0 while there are not 16."""
    if hand.size != 16 + hand.kongs:
        return 0
    switches = rules.switches
    return wait_mask(
        pack(hand.concealed),
        _key_of(hand),
        len(hand.melds),
        sum(1 for meld in hand.melds if meld.kind == CONCEALED_KONG),
        switches.special_forms,
        switches.orphans_concealed_kong,
        switches.dead_waits_count,
    )


def describe(tiles: tuple[Tile, ...]) -> str:
    """Faces in a row, as in ``4m 7m``."""
    return " ".join(FACES[tile] for tile in tiles)
