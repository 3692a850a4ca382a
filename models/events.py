"""What happens at the table, as values. A night is a fold over a list of these (:mod:`models.night`).

Players are seats 0 … 3: seat 0 deals first, the others sit counter-clockwise (下家 of seat *n* is seat *n* + 1 mod 4). Money is whole units.
Nothing here is checked for sense; the fold says what cannot be.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Seat: TypeAlias = int


@dataclass(frozen=True, slots=True)
class Options:
    """House rules of the ledger; every value and its meaning is in ``models/options.py``. Values are words, numbers or flags as written."""

    rounding: str = "winner"
    chop: str = "ask"
    chop_at: int = 3
    chop_again: str = "any_time"
    outsider_win: str = "settle"
    bystander_on_multi_ron: str = "hold"
    multi_ron: str = "all"
    self_draw: str = "pulled"
    settlement: str = "lai"
    dealer_fan: str = "on"
    draw_keeps_dealer: bool = False
    rounds: int = 0
    """How many rounds are played; 0 is ``open``."""
    double_ron_fan: int = 0
    triple_ron_fan: int = 0
    rules: str = "hk"
    """Name of the rule set that counts hands given as tiles."""


@dataclass(frozen=True, slots=True)
class NightStarted:
    """開檯: event 0."""

    players: tuple[str, str, str, str]
    base: int
    """底: what a hand of no fan pays."""
    per_fan: int
    date: str = ""
    """ISO date of the night."""
    options: Options = field(default_factory=Options)
    rules_fingerprint: str = ""
    """Fingerprint of the rule set in force when the night began."""
    group: str = ""
    """The group of regular players this night belongs to, or nothing."""


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a counted hand, kept with it: later edits of the rules never change it."""

    id: str
    fan: int
    """The item's whole worth."""
    count: int
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Win:
    """One winner's hand."""

    winner: Seat
    fan: int
    """番 of the hand without the dealer fan 莊, with any 雙響/三響 extra."""
    hand: str = ""
    """The hand in notation, when the tiles are known."""
    context: str = ""
    """How it was won, in context words, when the tiles are known."""
    items: tuple[Item, ...] = ()
    counted: int | None = None
    """What the count of the tiles suggested; differs from ``fan`` when a person typed another number."""
    rules: str = ""
    """Name and fingerprint of the rule set that counted it, ``name@fingerprint``."""


@dataclass(frozen=True, slots=True)
class HandWon:
    """食糊. ``payer`` is the discarder (also the robbed konger, and who fed the big kong); ``None`` is a self-draw 自摸, paid by all."""

    wins: tuple[Win, ...]
    payer: Seat | None


@dataclass(frozen=True, slots=True)
class HandDrawn:
    """流局: nobody won."""


@dataclass(frozen=True, slots=True)
class Chopped:
    """斬拉: the debtor pays in full between hands."""

    debtor: Seat
    creditor: Seat


@dataclass(frozen=True, slots=True)
class ChopDeclined:
    """不斬: the open choice is closed at once."""

    debtor: Seat
    creditor: Seat


@dataclass(frozen=True, slots=True)
class InstantPayment:
    """即刻收錢: paid at once, never pulled. ``payer`` or ``receiver`` ``None`` is *all*: the other three, ``amount`` from or to each."""

    payer: Seat | None
    receiver: Seat | None
    amount: int
    words: str = ""
    """What for, such as 八仙過海 or 詐糊."""


@dataclass(frozen=True, slots=True)
class ChipsCounted:
    """數籌碼: a person counted; ``amount`` is what the player's payments in minus out should be by now. Moves nothing."""

    player: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class NightSettled:
    """埋單: every standing debt is paid, the night ends."""


TableEvent: TypeAlias = (
    HandWon | HandDrawn | Chopped | ChopDeclined | InstantPayment | ChipsCounted | NightSettled
)


@dataclass(frozen=True, slots=True)
class Corrected:
    """更正: event ``number`` is read as ``event`` instead, from its own place on. Undoing this brings the old one back."""

    number: int
    event: NightStarted | TableEvent


@dataclass(frozen=True, slots=True)
class Undone:
    """復原: event ``number`` no longer stands; an undo itself never stands."""

    number: int


Event: TypeAlias = NightStarted | TableEvent | Corrected | Undone


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it stands in the book: numbered from 0 (the start), never reused, with its time."""

    number: int
    at: str
    """ISO 8601 time with offset; not part of the fold's result."""
    event: Event
