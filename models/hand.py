"""A hand and how it was won, as values; and every reason why such input cannot be.

:class:`Hand` and :class:`Context` hold anything a person can write; :func:`hand_faults` and :func:`context_faults` name what is wrong with
it, all of it at once. Text goes in and out in :mod:`models.notation`.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from models.messages import Msg, msg
from models.tiles import FACES, Tile

if TYPE_CHECKING:
    from models.rules import RuleSet

CHOW: Final = 0
"""上: a run claimed from the player before."""
PUNG: Final = 1
"""碰: a triplet claimed."""
BIG_KONG: Final = 2
"""大明槓: a concealed triplet and a claimed fourth tile, ``( )`` of four."""
ADDED_KONG: Final = 3
"""加槓: a pung with the fourth tile added, ``{ }``."""
CONCEALED_KONG: Final = 4
"""暗槓, ``[ ]``."""

MELD_NAMES: Final = ("chow", "pung", "big kong", "added kong", "concealed kong")
_BRACKETS: Final = ("()", "()", "()", "{}", "[]")


@dataclass(frozen=True, slots=True)
class Meld:
    """A set that was claimed or konged: what kind, and its lowest tile."""

    kind: int
    """:data:`CHOW`, :data:`PUNG`, :data:`BIG_KONG`, :data:`ADDED_KONG` or :data:`CONCEALED_KONG`."""
    tile: Tile

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The three or four tiles, lowest first."""
        if self.kind == CHOW:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (3 if self.kind == PUNG else 4)

    @property
    def is_kong(self) -> bool:
        return self.kind >= BIG_KONG

    @property
    def exposed(self) -> bool:
        """Whether it breaks 門清 as a rule: everything but 暗槓."""
        return self.kind != CONCEALED_KONG

    def __str__(self) -> str:
        opening, closing = _BRACKETS[self.kind]
        digits = "".join(FACES[tile][0] for tile in self.tiles)
        return f"{opening}{digits}{FACES[self.tile][1]}{closing}"


@dataclass(frozen=True, slots=True)
class Hand:
    """The winner's tiles. Nothing is checked here; :func:`hand_faults` does."""

    concealed: tuple[Tile, ...]
    """Tiles in the hand, the winning one among them, in ascending order."""
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    winning: Tile | None = None
    """The tile that won; ``None`` while the hand waits."""

    @property
    def size(self) -> int:
        """How many tiles lie here without the flowers: 17, and 1 more for each kong, when complete."""
        return len(self.concealed) + sum(3 if meld.kind < BIG_KONG else 4 for meld in self.melds)

    @property
    def kongs(self) -> int:
        return sum(1 for meld in self.melds if meld.kind >= BIG_KONG)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile without the flowers, melds included."""
        return (*self.concealed, *(tile for meld in self.melds for tile in meld.tiles))

    @property
    def waiting(self) -> tuple[Tile, ...]:
        """The concealed tiles without the winning one."""
        if self.winning is None or self.winning not in self.concealed:
            return self.concealed
        rest = list(self.concealed)
        rest.remove(self.winning)
        return tuple(rest)

    def __str__(self) -> str:
        from models.notation import write_hand

        return write_hand(self)


CHAIN_WORDS: Final = ("kong", "big_kong", "flower")
READY_WORDS: Final = ("tian", "di", "migi")


@dataclass(frozen=True, slots=True)
class Context:
    """How the hand was won: what no picture of the tiles can show. Text form: the context words (:mod:`models.notation`)."""

    self_draw: bool = False
    rob_kong: bool = False
    """搶槓 of a tile added to a pung."""
    rob_concealed_kong: bool = False
    """A 暗槓 robbed, by 十三么 only and only where the rules allow it."""
    last_tile: bool = False
    chain: tuple[str, ...] = ()
    """Replacement draws directly before the win, oldest first: ``kong`` (暗槓 or 加槓), ``big_kong`` (大明槓), ``flower``."""
    seat: int = 1
    """Seat wind, 0 East … 3 North."""
    round: int = 0
    """Round wind, 0 East … 3 North."""
    dealer: int | None = None
    """連莊 count when the winner deals, else ``None``."""
    river: int | None = None
    """Discards lying in the river without the winning tile; ``None`` is *ten or more, not counted* (0 with ``heavenly``)."""
    heavenly: bool = False
    earthly: bool = False
    flower_paid: bool = False
    """八仙過海 or 七搶一 was already collected."""
    ready: str = ""
    """Taiwan: ``tian``, ``di``, ``migi`` when declared."""

    @property
    def won_by_claim(self) -> bool:
        """Whether the winning tile came from another player."""
        return not self.self_draw

    def __str__(self) -> str:
        from models.notation import write_context

        return write_context(self)


class HandProblem(enum.Flag):
    """Every reason why a hand or its context is not valid; several may hold at once."""

    SYNTAX = enum.auto()
    NO_SUCH_TILE = enum.auto()
    UNKNOWN_WORD = enum.auto()
    NO_WINNING_TILE = enum.auto()
    BAD_MELD = enum.auto()
    TOO_MANY_COPIES = enum.auto()
    REPEATED_FLOWER = enum.auto()
    WINNING_TILE_NOT_CONCEALED = enum.auto()
    TOO_FEW_TILES = enum.auto()
    TOO_MANY_TILES = enum.auto()
    CHAIN_WITHOUT_SELF_DRAW = enum.auto()
    CHAIN_KONGS = enum.auto()
    CHAIN_BIG_KONGS = enum.auto()
    CHAIN_FLOWERS = enum.auto()
    CHAIN_BIG_KONG_LATE = enum.auto()
    ROB_SELF_DRAW = enum.auto()
    ROB_LAST_TILE = enum.auto()
    ROB_COPIES = enum.auto()
    ROB_TWICE = enum.auto()
    ROB_CONCEALED_FORBIDDEN = enum.auto()
    ROB_CONCEALED_FORM = enum.auto()
    HEAVENLY_NOT_DRAWN = enum.auto()
    HEAVENLY_NOT_DEALER = enum.auto()
    HEAVENLY_MELD = enum.auto()
    HEAVENLY_RIVER = enum.auto()
    HEAVENLY_EARTHLY = enum.auto()
    HEAVENLY_LAST_TILE = enum.auto()
    HEAVENLY_READY = enum.auto()
    EARTHLY_LAST_TILE = enum.auto()
    EARTHLY_DEALER = enum.auto()
    LAST_TILE_RIVER = enum.auto()
    FLOWER_PAID_FLOWERS = enum.auto()
    SEVEN_ROBS_ONE_OFF = enum.auto()
    READY_MELD = enum.auto()
    NEGATIVE_RIVER = enum.auto()
    NEGATIVE_DEALER = enum.auto()
    DEALER_SEAT = enum.auto()


SYNTAX: Final = "syntax"
IMPOSSIBLE_TILES: Final = "impossible_tiles"
WRONG_SIZE: Final = "wrong_size"
IMPOSSIBLE_CONTEXT: Final = "impossible_context"

_KINDS: Final = (
    (
        HandProblem.SYNTAX
        | HandProblem.NO_SUCH_TILE
        | HandProblem.UNKNOWN_WORD
        | HandProblem.NO_WINNING_TILE,
        SYNTAX,
    ),
    (
        HandProblem.BAD_MELD
        | HandProblem.TOO_MANY_COPIES
        | HandProblem.REPEATED_FLOWER
        | HandProblem.WINNING_TILE_NOT_CONCEALED,
        IMPOSSIBLE_TILES,
    ),
    (HandProblem.TOO_FEW_TILES | HandProblem.TOO_MANY_TILES, WRONG_SIZE),
)


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason: its flag, and a sentence that says what is wrong and what to do."""

    flag: HandProblem
    message: Msg
    where: int = -1
    """Index into the text where it was found, or -1."""

    @property
    def kind(self) -> str:
        """``syntax``, ``impossible_tiles``, ``wrong_size`` or ``impossible_context``."""
        for flags, kind in _KINDS:
            if self.flag & flags:
                return kind
        return IMPOSSIBLE_CONTEXT


_SEVERITY: Final = (SYNTAX, IMPOSSIBLE_TILES, WRONG_SIZE, IMPOSSIBLE_CONTEXT)


class HandError(Exception):
    """Input that is not valid. ``faults`` are all the reasons, the gravest first."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: _SEVERITY.index(fault.kind)))
        super().__init__("; ".join(str(fault.message) for fault in self.faults))

    @property
    def problem(self) -> str:
        """The kind of the gravest fault."""
        return self.faults[0].kind

    @property
    def message(self) -> Msg:
        """The gravest fault's sentence."""
        return self.faults[0].message

    @property
    def where(self) -> int:
        return self.faults[0].where

    @property
    def flags(self) -> HandProblem:
        """All reasons together."""
        result = HandProblem(0)
        for fault in self.faults:
            result |= fault.flag
        return result


def meld_fault(meld: Meld) -> Fault | None:
    """Why the meld cannot be: a run that leaves its suit or is of honours, a set of flowers."""
    if meld.kind == CHOW and (meld.tile >= 27 or meld.tile % 9 > 6):
        return Fault(
            HandProblem.BAD_MELD, msg("a chow is three tiles in a row of one suit; write it as (123m)")
        )
    if not 0 <= meld.tile < 34:
        return Fault(HandProblem.BAD_MELD, msg("flowers form no melds; write them without brackets"))
    return None


def hand_faults(hand: Hand, *, winning: bool = True) -> tuple[Fault, ...]:
    """Everything wrong with the tiles; ``winning=False`` for a hand of 16 tiles that still waits."""
    faults: list[Fault] = []
    for meld in hand.melds:
        fault = meld_fault(meld)
        if fault:
            faults.append(fault)
    counts = [0] * 42
    if any(not 0 <= tile < 34 for tile in hand.concealed):
        faults.append(
            Fault(HandProblem.NO_SUCH_TILE, msg("flowers lie beside the hand, they are none of its tiles"))
        )
    for tile in hand.concealed:
        counts[tile] += 1
    for meld in hand.melds:
        for tile in meld.tiles:
            counts[min(tile, 41)] += 1
    for tile in hand.flowers:
        counts[tile] += 1
    for tile, number in enumerate(counts):
        if tile < 34 and number > 4:
            faults.append(
                Fault(
                    HandProblem.TOO_MANY_COPIES,
                    msg("{n} copies of {tile}; a set holds 4", n=number, tile=FACES[tile]),
                )
            )
        elif tile >= 34 and number > 1:
            faults.append(
                Fault(
                    HandProblem.REPEATED_FLOWER,
                    msg(
                        "the flower {tile} is written {n} times; there is only one",
                        tile=FACES[tile],
                        n=number,
                    ),
                )
            )
    want = (17 if winning else 16) + hand.kongs
    if winning and hand.winning is None:
        faults.append(
            Fault(
                HandProblem.NO_WINNING_TILE,
                msg("no winning tile; write + before the tile that won, as in +5p"),
            )
        )
    elif winning and hand.winning is not None and hand.winning not in hand.concealed:
        faults.append(
            Fault(
                HandProblem.WINNING_TILE_NOT_CONCEALED,
                msg("the winning tile {tile} is not among the concealed tiles", tile=FACES[hand.winning]),
            )
        )
    if hand.size != want:
        few = hand.size < want
        faults.append(
            Fault(
                HandProblem.TOO_FEW_TILES if few else HandProblem.TOO_MANY_TILES,
                msg(
                    "{n} tiles without the flowers; with {kongs} kongs it must be {want}"
                    if hand.kongs
                    else "{n} tiles without the flowers; it must be {want}",
                    n=hand.size,
                    kongs=hand.kongs,
                    want=want,
                ),
            )
        )
    return tuple(faults)


def context_faults(hand: Hand, context: Context, rules: RuleSet) -> tuple[Fault, ...]:
    """Everything in the context that cannot be, or not with these tiles under these rules. Works on a hand still being typed."""
    faults: list[Fault] = []

    def fault(flag: HandProblem, message: Msg) -> None:
        faults.append(Fault(flag, message))

    switches = rules.switches
    chain = context.chain
    big = sum(1 for meld in hand.melds if meld.kind == BIG_KONG)
    own = hand.kongs - big
    if chain:
        if not context.self_draw:
            fault(
                HandProblem.CHAIN_WITHOUT_SELF_DRAW,
                msg("a win on a replacement tile is a self-draw; add self_draw"),
            )
        if chain.count("kong") > own:
            fault(
                HandProblem.CHAIN_KONGS,
                msg(
                    "{n} replacement draws after a concealed or added kong, but the hand shows {have}; write the kong as [9999m] or {{9999m}}",
                    n=chain.count("kong"),
                    have=own,
                ),
            )
        if chain.count("big_kong") > big:
            fault(
                HandProblem.CHAIN_BIG_KONGS,
                msg(
                    "a replacement draw after a big kong, but the hand shows {have}; write it as (9999m)",
                    have=big,
                ),
            )
        if chain.count("flower") > len(hand.flowers):
            fault(
                HandProblem.CHAIN_FLOWERS,
                msg(
                    "{n} replacement draws after a flower, but the hand shows {have} flowers",
                    n=chain.count("flower"),
                    have=len(hand.flowers),
                ),
            )
        if "big_kong" in chain[1:]:
            fault(
                HandProblem.CHAIN_BIG_KONG_LATE,
                msg("a big kong follows a claim, so it can only be the first of the chain"),
            )
    robbed = context.rob_kong or context.rob_concealed_kong
    if robbed:
        if context.self_draw:
            fault(HandProblem.ROB_SELF_DRAW, msg("a robbed kong is no self-draw; take one of the two away"))
        if context.last_tile:
            fault(
                HandProblem.ROB_LAST_TILE,
                msg("on the last tile no kong can be made, so none can be robbed; take one of the two away"),
            )
        if context.rob_kong and context.rob_concealed_kong:
            fault(HandProblem.ROB_TWICE, msg("either an added or a concealed kong was robbed, not both"))
        if hand.winning is not None and hand.tiles.count(hand.winning) > 1:
            fault(
                HandProblem.ROB_COPIES,
                msg(
                    "whoever makes the kong holds the other three {tile}, but the hand shows {n}",
                    tile=FACES[hand.winning],
                    n=hand.tiles.count(hand.winning),
                ),
            )
    if context.rob_concealed_kong and not switches.rob_concealed_kong_for_orphans:
        fault(
            HandProblem.ROB_CONCEALED_FORBIDDEN,
            msg("a concealed kong cannot be robbed in these rules (rob_concealed_kong_for_orphans)"),
        )
    if context.heavenly:
        if not context.self_draw:
            fault(HandProblem.HEAVENLY_NOT_DRAWN, msg("a heavenly hand is self-drawn; add self_draw"))
        if context.dealer is None:
            fault(
                HandProblem.HEAVENLY_NOT_DEALER, msg("only the dealer can have a heavenly hand; add dealer 0")
            )
        if hand.melds:
            fault(HandProblem.HEAVENLY_MELD, msg("a heavenly hand has no melds and no kongs"))
        if context.river:
            fault(
                HandProblem.HEAVENLY_RIVER, msg("a heavenly hand comes before any discard; river must be 0")
            )
        if context.earthly:
            fault(HandProblem.HEAVENLY_EARTHLY, msg("a hand is heavenly or earthly, not both"))
        if context.last_tile:
            fault(HandProblem.HEAVENLY_LAST_TILE, msg("a heavenly hand cannot be on the last tile"))
        if context.ready:
            fault(HandProblem.HEAVENLY_READY, msg("a heavenly hand leaves no time to declare ready"))
    if context.earthly:
        if context.last_tile:
            fault(HandProblem.EARTHLY_LAST_TILE, msg("an earthly hand cannot be on the last tile"))
        if rules.table == "hk" and context.dealer is not None:
            fault(HandProblem.EARTHLY_DEALER, msg("the dealer cannot have an earthly hand"))
    if context.last_tile and context.river is not None and context.river < 10:
        fault(
            HandProblem.LAST_TILE_RIVER,
            msg("the last tile of the wall with only {n} discards in the river cannot be", n=context.river),
        )
    if context.flower_paid:
        flowers = len(set(hand.flowers))
        if flowers < 7:
            fault(
                HandProblem.FLOWER_PAID_FLOWERS,
                msg("flowers can only have been paid with 7 or 8 of them; the hand shows {n}", n=flowers),
            )
        elif flowers == 7 and not switches.seven_robs_one:
            fault(
                HandProblem.SEVEN_ROBS_ONE_OFF,
                msg(
                    "seven flowers cannot have been paid: these rules have no seven robs one (seven_robs_one)"
                ),
            )
    if context.ready and any(meld.exposed for meld in hand.melds):
        fault(
            HandProblem.READY_MELD,
            msg("a ready hand is concealed; it cannot show a chow, a pung or an exposed kong"),
        )
    if context.river is not None and context.river < 0:
        fault(HandProblem.NEGATIVE_RIVER, msg("river counts discards; it cannot be negative"))
    if context.dealer is not None and context.dealer < 0:
        fault(HandProblem.NEGATIVE_DEALER, msg("dealer counts continuations; it cannot be negative"))
    if rules.table == "hk" and (context.seat == 0) != (context.dealer is not None):
        fault(
            HandProblem.DEALER_SEAT,
            msg("the dealer sits East and East deals: write seat E and dealer 0 together, or neither"),
        )
    return tuple(faults)
