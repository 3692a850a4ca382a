"""What a fan function is given, and the register it is kept in.

A fan function looks at :class:`Facts` and answers how often its condition holds (0: not at all). It is registered by :func:`fan` together with its
id, names and source row. When it runs is told by its *scope* (once a hand, once a reading, once for each place the winning tile can take) and its
*gates* (what must be there for it to be worth asking). Ladders between whole rows are data of the rule set; ladders between the sets of one
hand are here, in the functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from models.hand import Context, Hand
from models.readings import (
    FLOWERS_WIN,
    HONOUR_MASK,
    HONOUR_PARTS,
    LIGU,
    ONE,
    ORPHANS,
    SIXTEEN,
    STANDARD,
    SUITS,
    YAOJIU_MASK,
    Parts,
    unpack,
    wait_mask,
)
from models.switches import Switches
from models.tiles import TERMINALS, Tile

__all__ = (
    "FLOWERS_WIN",
    "HONOUR_MASK",
    "LIGU",
    "ORPHANS",
    "SIXTEEN",
    "STANDARD",
    "YAOJIU_MASK",
    "Facts",
    "FanDef",
    "fan",
)

HAND: Final = 0
READING: Final = 1
PLACE: Final = 2
NEVER: Final = 3
"""Not decided by a function: 雞胡 last, 七搶一 apart from any hand."""

OPEN: Final = 0
"""The winning tile completes a run from its open end."""
EDGE: Final = 1
"""偏章: 12+3, 89+7."""
MIDDLE: Final = 2
"""卡窿."""
EYES: Final = 3
"""單吊."""
PAIR: Final = 4
"""對碰: a pair becomes a triplet."""
ELSEWHERE: Final = 5
"""A special form."""

# gates of a hand
DRAWN: Final = 1 << 0
CHAIN: Final = 1 << 1
"""A replacement tile won."""
FLOWER: Final = 1 << 2
"""Flowers that count."""
FLOWERS4: Final = 1 << 3
"""At least four of them."""
LAST: Final = 1 << 4
ROBBED: Final = 1 << 5
DEAL: Final = 1 << 6
"""天胡, 地胡, or a declared ready."""
DEALER: Final = 1 << 7
RIVER: Final = 1 << 8
"""At most ten discards."""
KONG: Final = 1 << 9
BARE: Final = 1 << 10
"""Nothing breaks 門清."""
PLAIN: Final = 1 << 11
"""No honour."""
FLOWERLESS: Final = 1 << 12
"""No flower drawn, and the table plays with them."""
ONE_SUIT: Final = 1 << 13
TWO_SUITS: Final = 1 << 14
CATEGORIES: Final = 1 << 15
"""萬 筒 索, winds and dragons."""
SIMPLES: Final = 1 << 16
"""No terminal, no honour."""
YAO_ONLY: Final = 1 << 17
"""Terminals and honours only."""
FIVE_OPEN: Final = 1 << 18
"""Five exposed melds."""
FOURS: Final = 1 << 19
"""All four of a tile, not konged."""

# gates of a reading
RUNS: Final = 1 << 20
SAME_RUNS: Final = 1 << 21
"""Some run twice."""
TWO_TWINS: Final = 1 << 22
"""Two 一般高 or four alike."""
THREE_ALIKE: Final = 1 << 23
"""Some run three times."""
FOUR_ALIKE: Final = 1 << 24
ACROSS: Final = 1 << 25
"""Runs of one number in two suits."""
ACROSS3: Final = 1 << 26
"""Runs of one number in three suits."""
STRAIGHT: Final = 1 << 27
"""Runs from 1, from 4 and from 7."""
EDGES: Final = 1 << 28
"""No run without a terminal."""
SETS: Final = 1 << 29
"""At least two triplets."""
BROTHERS: Final = 1 << 30
"""Triplets of one number in two suits."""
IN_A_ROW: Final = 1 << 31
"""Triplets of a suit at most two numbers apart."""
THREE_IN_A_ROW: Final = 1 << 32
HIDDEN2: Final = 1 << 33
"""At least two triplets or kongs that may count as 暗刻."""
HIDDEN3: Final = 1 << 34
HIDDEN4: Final = 1 << 35
HONOUR_SETS: Final = 1 << 36
WINDS2: Final = 1 << 37
"""At least two triplets of winds."""
DRAGONS2: Final = 1 << 38
ALL_RUNS: Final = 1 << 39
NO_RUNS: Final = 1 << 40
YAO_EYES: Final = 1 << 41
EYES258: Final = 1 << 42
"""Eyes of 2, 5 or 8."""

# gates of a place
PUNGED: Final = 1 << 43
"""The winning tile made a triplet."""
NARROW: Final = 1 << 44
"""偏章, 卡窿, 單吊 or a special form."""

WIND_MASK: Final = 0b1111 << 27
DRAGON_MASK: Final = 0b111 << 31
TERMINAL_MASK: Final = sum(1 << tile for tile in TERMINALS)
SUIT_BITS: Final = 0x1FF


class Facts:
    """What is known of a hand, a reading of it and the place of the winning tile. Masks have a bit for each face 0 … 33.

    No slots: most hands leave most facts at the class's defaults, and setting them would be the larger part of a count.
    """

    hand: Hand
    context: Context
    switches: Switches
    on: frozenset[str]
    """Rows that the rule set pays."""
    values: dict[str, int]
    """What each of them is worth."""
    gates: int
    """Which gates are open, of the hand and, once a reading is looked at, of the reading."""
    # the hand
    concealed_key: int
    """Packed counts of the concealed tiles, the winning one among them."""
    melds_key: int = 0
    parts: Parts
    """What the concealed tiles of each suit allow."""
    winning: Tile
    drawn: bool = False
    """Whether the win counts as a self-draw."""
    chain: tuple[str, ...] = ()
    """Replacement draws that count."""
    flowers: tuple[Tile, ...] = ()
    """Flowers that count: none when the table plays without."""
    kinds: int
    """The faces in the hand."""
    fours: int = 0
    """Faces held four times without being konged."""
    exposed: int = 0
    """Melds that are not concealed kongs."""
    big_kongs: int = 0
    added_kongs: int = 0
    concealed_kongs: int = 0
    kong_mask: int = 0
    open_key: int = 0
    """Packed counts of the chows by lowest tile."""
    open_runs: int = 0
    """Lowest tiles of chows."""
    open_sets: int = 0
    """Faces of pungs and exposed kongs."""
    wait: int = -1
    """Mask of what the 16 tiles waited for; -1 until asked."""
    # the reading
    form: int = STANDARD
    run_key: int = 0
    """Packed counts of all runs, exposed ones too, by lowest tile."""
    run_mask: int = 0
    sets: int = 0
    """Faces of all triplets and kongs."""
    pair: Tile = -1
    """The eyes, or -1."""
    # the place of the winning tile
    shape: int = ELSEWHERE
    """:data:`OPEN`, :data:`EDGE`, :data:`MIDDLE`, :data:`EYES`, :data:`PAIR` or :data:`ELSEWHERE`."""
    hidden_runs: int = 0
    """Lowest tiles of runs of which a copy counts as concealed."""
    opened_run: int = -1
    """Lowest tile of the run a discard completed and thereby exposed (``ron_opens_sets``), or -1."""
    opened_set: int = -1
    """The like for a triplet."""

    def waits(self) -> int:
        """Mask of the faces the 16 tiles waited for."""
        if self.wait < 0:
            hand, switches = self.hand, self.switches
            suit, at = divmod(self.winning, 9)
            m, p, s, z = self.parts
            less = self.parts[suit].key - ONE[at]
            if suit == 0:
                m = SUITS[less]
            elif suit == 1:
                p = SUITS[less]
            elif suit == 2:
                s = SUITS[less]
            else:
                z = HONOUR_PARTS[less]
            self.wait = wait_mask(
                (m, p, s, z),
                self.concealed_key - ONE[self.winning],
                self.melds_key,
                len(hand.melds),
                self.concealed_kongs,
                switches.special_forms,
                switches.orphans_concealed_kong,
                switches.dead_waits_count,
            )
        return self.wait

    def one_wait(self) -> bool:
        """Whether the 16 tiles waited for exactly one face."""
        wait = self.waits()
        return wait & (wait - 1) == 0

    @property
    def runs(self) -> tuple[Tile, ...]:
        """Lowest tiles of all runs, exposed ones too, repeated as often as they are there."""
        return unpack(self.run_key)

    @property
    def honours(self) -> bool:
        """Whether any honour 番子 is in the hand."""
        return self.kinds & HONOUR_MASK != 0

    @property
    def seat(self) -> int:
        """Seat wind, 0 East … 3 North."""
        return self.context.seat

    def holds(self, condition: FanDef) -> int:
        """How often a registered condition holds, asked out of turn: 0 when its gates or its forms rule it out."""
        if self.gates & condition.gates != condition.gates or self.form not in condition.forms:
            return 0
        return condition.function(self)

    def eyes_in(self, mask: int) -> bool:
        """Whether the eyes are one of the faces of ``mask``."""
        return self.pair >= 0 and mask >> self.pair & 1 == 1


FanFunction: TypeAlias = Callable[[Facts], int]
Worth: TypeAlias = Callable[[Facts, int, "dict[str, int]"], int]
"""Of (facts, count, the row's parameters) the whole worth, for rows that are not count times value."""
Evidence: TypeAlias = Callable[[Facts], "tuple[tuple[Tile, ...], ...]"]
"""The groups of tiles that earned the fan."""

ANY_FORM: Final = (STANDARD, LIGU, ORPHANS, SIXTEEN)


class FanDef:
    """A condition: its id, what it is called, where the sources have it, and the function that decides it."""

    __slots__ = (
        "en",
        "evidence",
        "family",
        "forms",
        "function",
        "gates",
        "hk",
        "id",
        "params",
        "scope",
        "sure",
        "tw",
        "worth",
        "zh",
    )

    def __init__(
        self,
        id: str,
        zh: str,
        en: str,
        function: FanFunction,
        *,
        hk: int,
        tw: int,
        scope: int,
        gates: int,
        forms: tuple[int, ...],
        worth: Worth | None,
        params: tuple[str, ...],
        family: str,
        sure: bool,
    ) -> None:
        self.id, self.zh, self.en, self.function = id, zh, en, function
        self.hk, self.tw = hk, tw
        self.scope, self.gates, self.forms = scope, gates, forms
        self.worth, self.params, self.family, self.sure = worth, params, family, sure
        self.evidence: Evidence | None = None

    @property
    def doc(self) -> str:
        """The condition in words, with the source row and an example."""
        return self.function.__doc__ or ""


REGISTER: Final[dict[str, FanDef]] = {}
"""Every known condition by id."""


def fan(
    id: str,
    zh: str,
    en: str,
    *,
    hk: int = 0,
    tw: int = 0,
    scope: int = HAND,
    gates: int = 0,
    forms: tuple[int, ...] = ANY_FORM,
    worth: Worth | None = None,
    params: tuple[str, ...] = (),
    sure: bool = False,
) -> Callable[[FanFunction], FanFunction]:
    """Registers a fan function.

    ``hk`` and ``tw`` are its rows in the two source tables, 0 for none; ``sure`` says that its gates are its whole condition, so that it need
    not even be called.
    """

    def register(function: FanFunction) -> FanFunction:
        REGISTER[id] = FanDef(
            id,
            zh,
            en,
            function,
            hk=hk,
            tw=tw,
            scope=scope,
            gates=gates,
            forms=forms,
            worth=worth,
            params=params,
            family=function.__module__.rpartition(".")[2],
            sure=sure,
        )
        return function

    return register


def evidence(*ids: str) -> Callable[[Evidence], Evidence]:
    """Registers which groups of tiles earn the fans ``ids``; without it a fan is earned by the whole hand or by how it was won."""

    def register(function: Evidence) -> Evidence:
        for id in ids:
            REGISTER[id].evidence = function
        return function

    return register


def run_tiles(run: Tile) -> tuple[Tile, ...]:
    """The three tiles of a run."""
    return (run, run + 1, run + 2)


def set_tiles(x: Facts, tile: Tile) -> tuple[Tile, ...]:
    """The three or four tiles of a triplet or kong."""
    return (tile,) * (4 if x.kong_mask >> tile & 1 else 3)


def tiles_of(mask: int) -> tuple[Tile, ...]:
    """The faces of a mask."""
    return tuple(tile for tile in range(34) if mask >> tile & 1)
