"""Prices every reading of one hand with the winning tile in every place it can take, and keeps the best.

This is the hot path: masks and packed counts throughout, no words. :mod:`models.score` turns the outcome into a :class:`~models.score.Score`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from models.engine import Engine, ScoreItem
from models.fans.base import (
    ACROSS,
    ACROSS3,
    ALL_RUNS,
    BARE,
    BROTHERS,
    CATEGORIES,
    CHAIN,
    DEAL,
    DEALER,
    DRAGON_MASK,
    DRAGONS2,
    DRAWN,
    EDGE,
    EDGES,
    ELSEWHERE,
    EYES,
    EYES258,
    FIVE_OPEN,
    FLOWER,
    FLOWERLESS,
    FLOWERS4,
    FOUR_ALIKE,
    FOURS,
    HAND,
    HIDDEN2,
    HIDDEN3,
    HIDDEN4,
    HONOUR_SETS,
    IN_A_ROW,
    KONG,
    LAST,
    MIDDLE,
    NARROW,
    NO_RUNS,
    ONE_SUIT,
    OPEN,
    PAIR,
    PLACE,
    PLAIN,
    PUNGED,
    READING,
    RIVER,
    ROBBED,
    RUNS,
    SAME_RUNS,
    SETS,
    SIMPLES,
    STRAIGHT,
    THREE_ALIKE,
    THREE_IN_A_ROW,
    TWO_SUITS,
    TWO_TWINS,
    WIND_MASK,
    WINDS2,
    YAO_EYES,
    YAO_ONLY,
    Facts,
)
from models.hand import BIG_KONG, CHOW, CONCEALED_KONG, Context, Hand
from models.readings import (
    HONOUR_MASK,
    HONOUR_PARTS,
    LIGU,
    ONE,
    ORPHANS,
    SIXTEEN,
    STANDARD,
    SUIT_MASK,
    SUIT_SHIFT,
    SUITS,
    WIDTH,
    YAOJIU_MASK,
    Group,
    Reading,
    groups_of,
    ligu_pairs,
    ligu_triplet,
    mask_tiles,
    orphans_reading,
    pack,
    sixteen_reading,
    unpack,
)
from models.tiles import Tile

_NINE: Final = 0x1FF
_SHIFT2: Final = 2 * SUIT_SHIFT
_SHIFT3: Final = 3 * SUIT_SHIFT
_TOP: Final = sum(32 << WIDTH * tile for tile in range(34))
_FOUR: Final = sum(28 << WIDTH * tile for tile in range(34))
"""Added to packed counts it raises the top bit of a field that holds four (or more)."""
_ALIKE2: Final = sum(30 << WIDTH * tile for tile in range(34))
_ALIKE3: Final = sum(29 << WIDTH * tile for tile in range(34))
_TOO_MANY: Final = sum(27 << WIDTH * tile for tile in range(34))
_LOW_RUNS: Final = sum(1 << base for base in (0, 9, 18))
_MIDDLE_RUNS: Final = _LOW_RUNS << 3
_HIGH_RUNS: Final = _LOW_RUNS << 6
_SUITED: Final = (1 << 27) - 1
_NO_EIGHTH: Final = _SUITED & ~sum(1 << base + 8 for base in (0, 9, 18))
"""Ranks that have a next one in their suit."""
_NO_SEVENTH: Final = _NO_EIGHTH & ~sum(1 << base + 7 for base in (0, 9, 18))
_INNER_RUNS: Final = sum(0b111110 << base for base in (0, 9, 18))
_EYES_GATES: Final = tuple(
    (YAO_EYES if YAOJIU_MASK >> tile & 1 else 0) | (EYES258 if tile < 27 and tile % 3 == 1 else 0)
    for tile in range(34)
)
_HIDDEN_GATES: Final = (
    SETS,
    SETS,
    SETS | HIDDEN2,
    SETS | HIDDEN2 | HIDDEN3,
    *(SETS | HIDDEN2 | HIDDEN3 | HIDDEN4,) * 2,
)
_SUITS_GATES: Final = (0, ONE_SUIT, ONE_SUIT, TWO_SUITS, ONE_SUIT, TWO_SUITS, TWO_SUITS, CATEGORIES)
"""By which suits are there, bit 0 萬, 1 筒, 2 索."""


class _Melded(NamedTuple):
    """What a meld adds to a hand."""

    key: int
    kinds: int
    run_key: int
    runs: int
    sets: int
    open_sets: int
    exposed: int


def _melded(kind: int, tile: Tile) -> _Melded | None:
    if kind == CHOW:
        if tile >= 27 or tile % 9 > 6:
            return None
        return _Melded(ONE[tile] + ONE[tile + 1] + ONE[tile + 2], 7 << tile, ONE[tile], 1 << tile, 0, 0, 1)
    bit = 1 << tile
    kong = kind >= BIG_KONG
    hidden = kind == CONCEALED_KONG
    return _Melded(ONE[tile] * (4 if kong else 3), bit, 0, 0, bit, 0 if hidden else bit, not hidden)


_MELDED: Final = tuple(tuple(_melded(kind, tile) for tile in range(34)) for kind in range(5))


class Counted(NamedTuple):
    """A reading with the winning tile in its place, priced."""

    total: int
    rows: tuple[int, ...]
    """Indices of the rows that are paid, in row order."""
    items: tuple[ScoreItem, ...]
    """Their lines."""
    form: int
    runs: int
    """Packed counts of the concealed runs by lowest tile."""
    sets: int
    """Mask of the concealed triplets."""
    pair: Tile
    shape: int
    run: Tile
    """Lowest tile of the run that holds the winning tile, or -1."""


def fed(context: Context) -> bool:
    """Whether the newest kong of the replacement chain is a 大明槓."""
    for draw in reversed(context.chain):
        if draw != "flower":
            return draw == "big_kong"
    return False


class Count:
    """One hand being priced.

    ``valid`` is False when the tiles cannot be: then ask :func:`models.hand.hand_faults`. ``uncommon`` is True when the context says
    something that :func:`models.hand.context_faults` might refuse. Neither is looked into here; only then :meth:`run`.
    """

    best: Counted | None = None
    ligu: Counted | None = None
    """The 嚦咕 reading; beside a standard one it is a 兩食."""
    collected: list[Counted] | None = None
    """A list, to keep every reading."""
    valid = False
    uncommon = False
    _hand_mask = 0
    _reading_mask = 0

    def __init__(self, hand: Hand, context: Context, engine: Engine) -> None:
        self.engine = engine
        switches = engine.switches
        x = self.x = engine.facts()
        x.hand, x.context = hand, context
        concealed = hand.concealed
        try:
            x.concealed_key = key = sum(map(ONE.__getitem__, concealed))
        except IndexError:
            return
        kinds = sets = kongs = exposed = big = 0
        size = len(concealed)
        total = key
        if hand.melds:
            melds_key = open_key = open_runs = open_sets = 0
            for meld in hand.melds:
                kind = meld.kind
                added = _MELDED[kind][meld.tile] if 0 <= meld.tile < 34 else None
                if added is None:
                    return
                meld_key, meld_kinds, run_key, run_bit, set_bit, open_bit, shown = added
                melds_key += meld_key
                kinds |= meld_kinds
                open_key += run_key
                open_runs |= run_bit
                sets |= set_bit
                open_sets |= open_bit
                exposed += shown
                if kind >= BIG_KONG:
                    kongs |= set_bit
                    if kind == BIG_KONG:
                        big += 1
                    elif kind == CONCEALED_KONG:
                        x.concealed_kongs += 1
                    else:
                        x.added_kongs += 1
            size += 3 * len(hand.melds)
            x.melds_key, x.open_key, x.open_runs, x.open_sets = melds_key, open_key, open_runs, open_sets
            x.sets, x.exposed = sets, exposed
            total += melds_key
            if kongs:
                x.kong_mask, x.big_kongs = kongs, big
        winning = hand.winning
        flowers = hand.flowers
        if (
            size != 17
            or winning is None
            or winning not in concealed
            or (total + _TOO_MANY) & _TOP
            or (flowers and len(set(flowers)) != len(flowers))
        ):
            return
        self.valid = True
        x.winning = winning
        fours = (total + _FOUR) & _TOP
        if fours:
            mask = 0
            while fours:
                low = fours & -fours
                mask |= 1 << low.bit_length() // WIDTH - 1
                fours ^= low
            x.fours = mask & ~kongs
        m, p = SUITS[key & SUIT_MASK], SUITS[key >> SUIT_SHIFT & SUIT_MASK]
        s, z = SUITS[key >> _SHIFT2 & SUIT_MASK], HONOUR_PARTS[key >> _SHIFT3]
        x.parts = (m, p, s, z)
        kinds |= m.kinds | p.kinds << 9 | s.kinds << 18 | z.kinds << 27
        x.kinds = kinds
        chain = context.chain
        drawn = context.self_draw
        gates = 0
        uncommon = context.seat == 0
        if chain:
            uncommon = True
            if not switches.use_flowers:
                chain = tuple(draw for draw in chain if draw != "flower")
            if switches.big_kong_win_is_discard and fed(context):
                drawn = False
            if chain:
                gates = CHAIN
                x.chain = chain
        if context.last_tile:
            uncommon = True
            gates |= LAST
        if context.rob_kong or context.rob_concealed_kong:
            uncommon = True
            gates |= ROBBED
        if context.heavenly or context.earthly or context.ready:
            uncommon = True
            gates |= DEAL
        if context.dealer is not None:
            uncommon = True
            gates |= DEALER
        if context.river is not None:
            uncommon = True
            if context.river <= 10:
                gates |= RIVER
        elif context.heavenly:
            gates |= RIVER
        self.uncommon = uncommon or context.flower_paid
        if drawn:
            gates |= DRAWN
            x.drawn = True
        if flowers:
            if switches.use_flowers and not context.flower_paid:
                gates |= FLOWER if len(flowers) < 4 else FLOWER | FLOWERS4
                x.flowers = flowers
        elif switches.use_flowers:
            gates |= FLOWERLESS
        if not exposed or (exposed == big and switches.exposed_kong_keeps_concealed):
            gates |= BARE
        if exposed == 5:
            gates |= FIVE_OPEN
        gates |= _SUITS_GATES[
            (1 if kinds & 0x1FF else 0) | (2 if kinds & 0x3FE00 else 0) | (4 if kinds & 0x7FC0000 else 0)
        ]
        if gates & CATEGORIES and not (kinds & WIND_MASK and kinds & DRAGON_MASK):
            gates &= ~CATEGORIES
        if not kinds & HONOUR_MASK:
            gates |= PLAIN
            if not kinds & YAOJIU_MASK:
                gates |= SIMPLES
        if not kinds & ~YAOJIU_MASK:
            gates |= YAO_ONLY
        if kongs:
            gates |= KONG
        if x.fours:
            gates |= FOURS
        x.gates = gates
        self._found: dict[int, ScoreItem] = {}

    def _ask(self, scope: int, gates: int, form: int) -> int:
        """Asks the rows of a scope; keeps their lines and returns the mask of those that hold."""
        engine = self.engine
        key = (gates & engine.gates[scope]) << 2 | form
        asking = engine.asking[scope].get(key)
        if asking is None:
            asking = engine.ask(scope, key)
        mask, sure, asked = asking
        found = self._found
        if mask:
            found.update(sure)
        if not asked:
            return mask
        x = self.x
        for row, bit, function, lines, worth in asked:
            count = function(x)
            if count:
                found[row] = lines[count] if worth is None else lines.worth(count, worth(x, count))
                mask |= bit
        return mask

    def _place(
        self, gates: int, form: int, runs: int, sets: int, pair: Tile, shape: int, run: Tile
    ) -> Counted:
        """Prices the reading with the winning tile in one place, and keeps it if it is the best."""
        engine, x = self.engine, self.x
        x.shape = shape
        if shape != OPEN:
            gates |= PUNGED if shape == PAIR else NARROW
        x.gates = gates
        mask = self._hand_mask | self._reading_mask | self._ask(PLACE, gates, form)
        if x.context.heavenly:
            mask &= ~engine.heavenly_drops
            dropped = engine.heavenly_kankan if mask & engine.kankan_bit else engine.heavenly_self_draw
            if dropped:
                mask &= ~engine.self_draw_bit
        rows = engine.paid.get(mask)
        if rows is None:
            rows = engine.survivors(mask)
        found = self._found
        items = tuple([found[row] for row in rows])
        total = 0
        for item in items:
            total += item.fan
        counted = Counted(
            total,
            rows,
            items,
            form,
            runs,
            sets,
            pair,
            shape,
            run,
        )
        if self.collected is not None:
            self.collected.append(counted)
        return counted

    def _offer(self, counted: Counted) -> None:
        """Keeps the better of two."""
        best = self.best
        if (
            best is None
            or counted.total > best.total
            or (counted.total == best.total and self.before(counted, best))
        ):
            self.best = counted

    def before(self, one: Counted, two: Counted) -> bool:
        """Whether of two readings of equal total the first is chosen: more 暗刻, then the list of rows, then the reading's text."""
        engine = self.engine
        own = engine.concealed_numbers
        a = max([own.get(row, 0) for row in one.rows], default=0)
        b = max([own.get(row, 0) for row in two.rows], default=0)
        if a != b:
            return a > b
        if one.items != two.items:
            numbers = engine.numbers
            first = [(numbers[row], item.count) for row, item in zip(one.rows, one.items, strict=True)]
            second = [(numbers[row], item.count) for row, item in zip(two.rows, two.items, strict=True)]
            if first != second:
                return first < second
        hand = self.x.hand
        if (
            one[4:7] == two[4:7]
        ):  # the same sets and eyes: only the group with the winning tile tells them apart
            return str(_won(hand, one)) < str(_won(hand, two))
        return reading_of(hand, one).text < reading_of(hand, two).text

    def _standard(self) -> None:
        """All readings as five melds and a pair."""
        x = self.x
        parts_m, parts_p, parts_s, parts_z = x.parts
        hand_gates = x.gates
        meld_sets, open_key, open_mask = x.sets, x.open_key, x.open_runs
        kongs = x.kong_mask
        win = x.winning
        opens = self.engine.switches.ron_opens_sets and not x.drawn
        x.form = STANDARD
        for m_runs, m_mask, m_sets, m_pair, _ in parts_m.splits:
            for p_runs, p_mask, p_sets, p_pair, _ in parts_p.splits:
                for s_runs, s_mask, s_sets, s_pair, _ in parts_s.splits:
                    for _, _, z_sets, z_pair, _ in parts_z.splits:
                        if m_pair >= 0:
                            pair = m_pair
                        elif p_pair >= 0:
                            pair = p_pair + 9
                        elif s_pair >= 0:
                            pair = s_pair + 18
                        else:
                            pair = z_pair + 27
                        runs = m_runs | p_runs << SUIT_SHIFT | s_runs << _SHIFT2
                        hidden = m_mask | p_mask << 9 | s_mask << 18
                        own = m_sets | p_sets << 9 | s_sets << 18 | z_sets << 27
                        sets = meld_sets | own
                        run_mask = hidden | open_mask
                        x.run_key = runs + open_key
                        x.run_mask, x.hidden_runs, x.sets, x.pair = run_mask, hidden, sets, pair
                        number = 5 - sets.bit_count()
                        gates = hand_gates | _EYES_GATES[pair]
                        if number:
                            gates |= RUNS
                            if number == 5:
                                gates |= ALL_RUNS
                            if not run_mask & _INNER_RUNS:
                                gates |= EDGES
                            if number > 1:
                                if run_mask.bit_count() < number:
                                    gates |= _alike(x.run_key)
                                two = run_mask & run_mask >> 9
                                if two:
                                    gates |= ACROSS | ACROSS3 if two & run_mask >> 18 else ACROSS
                                elif run_mask & run_mask >> 18:
                                    gates |= ACROSS
                                if run_mask & _LOW_RUNS and run_mask & _MIDDLE_RUNS and run_mask & _HIGH_RUNS:
                                    gates |= STRAIGHT
                        else:
                            gates |= NO_RUNS
                        if number < 5:
                            honours = sets & HONOUR_MASK
                            if honours:
                                gates |= HONOUR_SETS
                                if honours & (honours - 1):
                                    if (honours & WIND_MASK).bit_count() > 1:
                                        gates |= WINDS2
                                    if (honours & DRAGON_MASK).bit_count() > 1:
                                        gates |= DRAGONS2
                            if number < 4:
                                gates |= _HIDDEN_GATES[(own | kongs).bit_count()]
                                suited = sets & _SUITED
                                if suited & (suited - 1):
                                    if suited & (suited >> 9 | suited >> 18):
                                        gates |= BROTHERS
                                    one, two = suited >> 1 & _NO_EIGHTH, suited >> 2 & _NO_SEVENTH
                                    if suited & (one | two):
                                        gates |= IN_A_ROW
                                        if suited & one & two:
                                            gates |= THREE_IN_A_ROW
                        x.gates = gates
                        x.shape = ELSEWHERE
                        self._reading_mask = self._ask(READING, gates, STANDARD)
                        if pair == win:
                            self._offer(self._place(gates, STANDARD, runs, own, pair, EYES, -1))
                        if own >> win & 1:
                            if opens:
                                x.opened_set = win
                            self._offer(self._place(gates, STANDARD, runs, own, pair, PAIR, -1))
                            x.opened_set = -1
                        if win < 27 and hidden:
                            done = 0
                            for run in (win - 2, win - 1, win) if win > 1 else range(win + 1):
                                if not hidden >> run & 1:
                                    continue
                                if run == win - 1:
                                    shape = MIDDLE
                                elif run % 9 == (0 if run < win else 6):
                                    shape = EDGE
                                else:
                                    shape = OPEN
                                if opens:
                                    x.opened_run = run
                                    alone = runs >> WIDTH * run & 63 == 1
                                    x.hidden_runs = hidden & ~(1 << run) if alone else hidden
                                elif done >> shape & 1:
                                    continue  # the same shape is priced the same, and the lower run comes first in a tie
                                done |= 1 << shape
                                self._offer(self._place(gates, STANDARD, runs, own, pair, shape, run))
                            x.opened_run, x.hidden_runs = -1, hidden
        x.gates, x.sets = hand_gates, meld_sets

    def _special(self, form: int, runs: int, own: int, pair: Tile) -> Counted:
        """Prices a special form."""
        x = self.x
        x.form = form
        hand_gates, meld_sets = x.gates, x.sets
        x.run_key, x.run_mask, x.hidden_runs, x.pair = runs, _starts(runs), _starts(runs), pair
        x.sets = meld_sets | own
        gates = hand_gates | (_EYES_GATES[pair] if pair >= 0 else 0)
        if x.sets & HONOUR_MASK:
            gates |= HONOUR_SETS
        x.gates = gates
        x.shape = ELSEWHERE
        self._reading_mask = self._ask(READING, gates, form)
        counted = self._place(gates, form, runs, own, pair, ELSEWHERE, -1)
        x.gates, x.sets, x.form = hand_gates, meld_sets, STANDARD
        return counted

    def run(self) -> None:
        """Prices every reading in every form the rules accept."""
        x = self.x
        self._hand_mask = self._ask(HAND, x.gates, STANDARD)
        context, switches = x.context, self.engine.switches
        forms = switches.special_forms
        m, p, s, z = x.parts
        free = not context.rob_concealed_kong
        # a part that can be taken apart has nothing or a pair left over
        if (
            free
            and m.splits
            and p.splits
            and s.splits
            and z.splits
            and m.rest + p.rest + s.rest + z.rest == 2
        ):
            self._standard()
        melds = len(x.hand.melds)
        if melds > 1 or not forms:
            return
        if not melds and free and "ligu" in forms:
            triplet = ligu_triplet(x.parts)
            if triplet >= 0 and (switches.ligu_ron_triplet or x.drawn or triplet != x.winning):
                self.ligu = self._special(LIGU, 0, 1 << triplet, -1)
                if self.best is None:
                    self.best = self.ligu
        if self.best is not None:
            return
        if "orphans" in forms and x.kinds & YAOJIU_MASK == YAOJIU_MASK:
            kong = melds == 1
            if not kong or (x.concealed_kongs and switches.orphans_concealed_kong):
                found = orphans_reading(x.concealed_key, kong)
                if found is not None:
                    eyes, kind, low = found
                    runs, own = (ONE[low], 0) if kind == 0 else (0, 1 << low) if kind == 1 else (0, 0)
                    self.best = self._special(ORPHANS, runs, own, eyes)
        if self.best is None and not melds and free and "sixteen" in forms and z.kinds == 0b1111111:
            double = sixteen_reading(x.concealed_key)
            if double is not None:
                self.best = self._special(SIXTEEN, 0, 0, double)

    def look(self, counted: Counted) -> Facts:
        """Sets the facts to a priced reading, to ask what earned its rows."""
        x = self.x
        hidden = _starts(counted.runs)
        x.form, x.pair, x.shape = counted.form, counted.pair, counted.shape
        x.sets |= counted.sets
        x.run_key = counted.runs + (x.open_key if counted.form == STANDARD else 0)
        x.run_mask = hidden | (x.open_runs if counted.form == STANDARD else 0)
        x.hidden_runs = hidden
        x.opened_run = x.opened_set = -1
        if self.engine.switches.ron_opens_sets and not x.drawn:
            if counted.run >= 0:
                x.opened_run = counted.run
                if counted.runs >> WIDTH * counted.run & 63 == 1:
                    x.hidden_runs &= ~(1 << counted.run)
            elif counted.shape == PAIR:
                x.opened_set = x.winning
        return x


def _alike(runs: int) -> int:
    """The gates of runs that are there more than once."""
    gates = SAME_RUNS
    twos = (runs + _ALIKE2) & _TOP
    if twos & (twos - 1):
        gates |= TWO_TWINS
    if (runs + _ALIKE3) & _TOP:
        gates |= THREE_ALIKE
        if (runs + _FOUR) & _TOP:
            gates |= FOUR_ALIKE | TWO_TWINS
    return gates


def _starts(key: int) -> int:
    """Mask of the faces of a packed count."""
    mask = 0
    for tile in unpack(key):
        mask |= 1 << tile
    return mask


def meld_key(hand: Hand) -> int:
    """Packed counts of the tiles in melds."""
    return pack(tile for meld in hand.melds for tile in meld.tiles)


def _won(hand: Hand, counted: Counted) -> Group:
    """The group of a standard reading that holds the winning tile."""
    if counted.run >= 0:
        return Group((counted.run, counted.run + 1, counted.run + 2))
    return Group((hand.winning or 0,) * (3 if counted.shape == PAIR else 2))


def reading_of(hand: Hand, counted: Counted, ligu: Tile | None = None) -> Reading:
    """The words of a priced reading; ``ligu`` is the triplet of its other half when it is a 兩食."""
    fixed = [Group(meld.tiles, meld.exposed) for meld in hand.melds]
    win = hand.winning if hand.winning is not None else -1
    groups = groups_of(counted.runs, counted.sets)
    if counted.form == STANDARD:
        winning = _won(hand, counted)
        melds = tuple(sorted([*fixed, *groups], key=lambda group: group.order))
        if ligu is not None:
            return Reading("two_way", melds, counted.pair, winning, ligu_pairs(hand, ligu), ligu)
        return Reading("standard", melds, counted.pair, winning)
    if counted.form == LIGU:
        low = next(mask_tiles(counted.sets))
        winning = Group((win,) * (3 if win == low else 2))
        return Reading("ligu", tuple(groups), None, winning, ligu_pairs(hand, low), low)
    return Reading("orphans" if counted.form == ORPHANS else "sixteen", (*fixed, *groups), counted.pair, None)
