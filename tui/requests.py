"""What screens ask of one another, and what they answer: plain values, so that a modal knows nothing of who opened it."""

from __future__ import annotations

from dataclasses import dataclass

from models.events import Seat, Win


@dataclass(frozen=True, slots=True)
class HandRequest:
    """Asks for the tiles of one winner's hand and its fan."""

    players: tuple[str, str, str, str]
    winner: Seat
    payer: Seat | None
    """``None`` is a self-draw."""
    dealer: Seat
    streak: int
    """連莊 count of the deal, 0 for the first."""
    round: int
    """Round wind, 0 East … 3 North."""
    rules: str
    """Rule set by name or path."""
    base: int = 0
    per_fan: int = 1
    dealer_fan: bool = True
    hand: str = ""
    """Notation to start from, such as a photo's reading or a hand being corrected."""
    context: str = ""
    """Context words to start from."""
    winners: tuple[Seat, ...] = ()
    """Everybody who won off the tile, when several did: then nobody drew it."""
    extra: int = 0
    """雙響/三響 fan of this hand, added to the count."""
    number: int = 0
    """Number of the hand in the night: what was typed for one hand never comes back in another."""
    alone: bool = False
    """Counting without a night: seat, dealer, round and rule set can be turned, nobody is asked who pays."""


@dataclass(frozen=True, slots=True)
class HandResult:
    """A person confirmed the hand: ready for the ledger."""

    win: Win
    payer: Seat | None
    """Who pays: as asked, or as a person turned it on the screen: the feeder of a big kong whose replacement tile won, a robbed konger, another
    discarder; ``None`` is a self-draw paid by all."""


@dataclass(frozen=True, slots=True)
class PhotoRequest:
    """Asks for a photo's hand. ``path`` skips the taking."""

    rules: str = "hk"
    path: str = ""
    hand: object = None
    """Which hand it is for: what was put right for one never comes back in another."""
    winner: str = ""
    """Whose tiles: a photo of another winner of the hand is no first choice."""
    resume: bool = False
    """Goes on where this winner's photo was left."""


@dataclass(frozen=True, slots=True)
class PhotoResult:
    """The confirmed tiles of a photo, in notation (melds bracketed, winning tile last after ``+`` when known)."""

    hand: str
