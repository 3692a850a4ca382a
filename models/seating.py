"""Before the first hand: who sits where (執位), who deals first (起家), where the wall is opened (開牌).

Places are counted counter-clockwise: the player after place *n* (his 下家, at his right) sits at *n* + 1 mod 4. A throw of three dice is counted
from the thrower, himself being 1, counter-clockwise.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from models.messages import Msg, msg

Dice: TypeAlias = tuple[int, int, int]
Place: TypeAlias = int
"""A place at the table, 0 … 3, counter-clockwise. Before the first dealer is known, place 0 is East's (who drew 東)."""

STACKS: Final = 18
"""幢 in each player's wall: two tiles, one upon the other."""

RELATIONS: Final = (
    msg("himself"),
    msg("the next player"),
    msg("the player opposite"),
    msg("the previous player"),
)
"""自家, 下家, 對家, 上家: where a throw points, counted from the thrower, by ``(total - 1) % 4``."""


def throw(rng: random.Random) -> Dice:
    """Three dice."""
    return rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 6)


def total(dice: Sequence[int]) -> int:
    """The sum of three dice, 3 … 18. Raises :class:`ValueError` when they are not three dice."""
    if len(dice) != 3 or not all(type(d) is int and 1 <= d <= 6 for d in dice):
        raise ValueError(f"not three dice: {dice!r}")
    return sum(dice)


def relation(points: int) -> Msg:
    """To whom a throw of ``points`` points, seen from the thrower."""
    return RELATIONS[(points - 1) % 4]


def pointed(thrower: Place, points: int) -> Place:
    """The place a throw points to: 5, 9, 13, 17 the thrower, 6, 10 … his 下家, 3, 7 … his 對家, 4, 8 … his 上家."""
    return (thrower + points - 1) % 4


# --- 執位: the seats ---------------------------------------------------------------------------------------------------------------


def draw_winds(rng: random.Random) -> tuple[int, int, int, int]:
    """Four winds drawn face down, one a player in the order asked: 0 East … 3 North, each once."""
    winds = [0, 1, 2, 3]
    rng.shuffle(winds)
    return winds[0], winds[1], winds[2], winds[3]


def places(winds: Sequence[int]) -> tuple[int, int, int, int]:
    """Who sits at place 0, 1, 2, 3, as indices into ``winds``: East sits down, South, West and North follow counter-clockwise.

    Raises :class:`ValueError` unless each wind was drawn once.
    """
    if sorted(winds) != [0, 1, 2, 3]:
        raise ValueError(f"each of the four winds is drawn once, not {winds!r}")
    return winds.index(0), winds.index(1), winds.index(2), winds.index(3)


# --- 起家: the first dealer ---------------------------------------------------------------------------------------------------------


class FirstDealer(Enum):
    """How the first dealer is found."""

    TWO_THROWS = "two_throws"
    """East throws for the player who throws for the dealer."""
    ONE_THROW = "one_throw"
    """East's throw points to the dealer."""
    EAST = "east"
    """East deals."""


THROWS_NEEDED: Final = {FirstDealer.TWO_THROWS: 2, FirstDealer.ONE_THROW: 1, FirstDealer.EAST: 0}

METHODS: Final = {
    FirstDealer.TWO_THROWS: msg("East throws, and the player it points to throws for the dealer"),
    FirstDealer.ONE_THROW: msg("East throws once for the dealer"),
    FirstDealer.EAST: msg("East deals"),
}
"""Each way in words."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """One throw on the way to the first dealer."""

    thrower: Place
    dice: Dice
    points_to: Place


@dataclass(frozen=True, slots=True)
class DealerSearch:
    """How far the search for the first dealer has come. Places as East sits at 0."""

    method: FirstDealer
    throws: tuple[Thrown, ...] = ()

    @property
    def thrower(self) -> Place | None:
        """Who throws next; ``None`` when the dealer is known."""
        if len(self.throws) >= THROWS_NEEDED[self.method]:
            return None
        return self.throws[-1].points_to if self.throws else 0

    @property
    def dealer(self) -> Place | None:
        """Who deals first, once known."""
        if self.thrower is not None:
            return None
        return self.throws[-1].points_to if self.throws else 0

    def then(self, dice: Dice) -> DealerSearch:
        """After the next throw. Raises :class:`ValueError` when the dealer is known already, or these are no dice."""
        thrower = self.thrower
        if thrower is None:
            raise ValueError("the first dealer is known; nobody throws again")
        return DealerSearch(self.method, (*self.throws, Thrown(thrower, dice, pointed(thrower, total(dice)))))


def from_dealer(order: Sequence[str], dealer: Place) -> tuple[str, str, str, str]:
    """The names as a night begins with them: the first dealer first, the others counter-clockwise."""
    turned = [order[(dealer + step) % 4] for step in range(4)]
    return turned[0], turned[1], turned[2], turned[3]


# --- 開牌: the wall -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WallBreak:
    """Where the first tiles are taken."""

    points: int
    wall: Place
    """Whose wall the dealer's throw names."""
    skipped: int
    """How many of its stacks are skipped, from its owner's right, clockwise."""
    taken_from: Place
    """Whose wall the first tiles come from: another only when all of the named one is skipped."""
    first_stack: int
    """Which stack of that wall, 1 … 18 from its owner's right, is the first taken."""


def wall_break(dealer: Place, dice: Dice) -> WallBreak:
    """The dealer's throw names a wall and how many of its stacks are skipped; taking goes on clockwise, to the 上家's wall after it."""
    points = total(dice)
    wall = pointed(dealer, points)
    if points < STACKS:
        return WallBreak(points, wall, points, wall, points + 1)
    return WallBreak(points, wall, points, (wall - 1) % 4, 1)
