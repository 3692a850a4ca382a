"""What an event must look like, whatever night it is in. Total: says what is wrong with any value, of any type, and never raises."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import Final

from models import options as table
from models.events import (
    ChipsCounted,
    ChopDeclined,
    Chopped,
    Corrected,
    HandDrawn,
    HandWon,
    InstantPayment,
    NightSettled,
    NightStarted,
    TableEvent,
    Undone,
    Win,
)
from models.messages import Msg, msg
from models.options import LIMIT, shown


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an event cannot be, and what would fit in its place."""

    reason: Msg
    fits: Msg


TABLE_EVENTS: Final = (HandWon, HandDrawn, Chopped, ChopDeclined, InstantPayment, ChipsCounted, NightSettled)
"""The events that happen at the table, as against those about other events."""

_SEATS: Final = msg("a seat is 0, 1, 2 or 3, the first dealer's being 0")
NAME_LENGTH: Final = 60
"""Characters in a name at most."""
NAMES_FIT: Final = msg(
    "four different names of at most {most} characters, none of them 'all'", most=NAME_LENGTH
)
_FAN: Final = msg("the fan")
_PAYMENT: Final = msg("a payment")
_UNSHOWN: Final = frozenset({"Cc", "Zl", "Zp", "Cs"})
"""Control signs, line ends and halves of characters."""
_TURNS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of writing, and with it the rest of the line."""


def is_seat(value: object) -> bool:
    """Whether ``value`` is one of the four seats."""
    return type(value) is int and 0 <= value <= 3


def _whole(value: object, least: int) -> bool:
    return type(value) is int and least <= value <= LIMIT


def _no_seat(value: object) -> Refusal:
    return Refusal(msg("{seat} is no seat", seat=shown(value)), _SEATS)


A_COUNT: Final = msg("a whole number, with - before it for a loss")
"""What may stand where a player's cash is counted."""


def amount_problem(value: object, what: Msg, least: int = 1) -> Refusal | None:
    """What is wrong with an amount, stake or fan of at least ``least``."""
    if _whole(value, least):
        return None
    fits = msg("a whole number from {least} to {most}", least=least, most=LIMIT)
    return Refusal(msg("{what} cannot be {value}", what=what, value=shown(value)), fits)


def names_problem(players: object) -> Refusal | None:
    """What is wrong with the four names."""
    if not isinstance(players, tuple) or len(players) != 4:
        return Refusal(msg("a night has four players"), NAMES_FIT)
    for name in players:
        if not isinstance(name, str):
            return Refusal(msg("{name} is no name", name=shown(name)), NAMES_FIT)
        if not name.strip():
            return Refusal(msg("a name is empty"), NAMES_FIT)
        if name != name.strip():
            return Refusal(msg("the name {name} has a space at its end", name=shown(name)), NAMES_FIT)
        if len(name) > NAME_LENGTH:
            return Refusal(msg("the name {name} is too long", name=shown(name)), NAMES_FIT)
        if any(unicodedata.category(c) in _UNSHOWN or c in _TURNS for c in name):
            return Refusal(
                msg("the name {name} has a character that cannot be shown", name=shown(name)), NAMES_FIT
            )
        if name == "all":
            return Refusal(msg("nobody can be called 'all': it means the other three"), NAMES_FIT)
    twice = [name for name, count in Counter(players).items() if count > 1]
    if twice:
        return Refusal(msg("two players are called {name}", name=shown(twice[0])), NAMES_FIT)
    return None


def start_problem(event: NightStarted) -> Refusal | None:
    """What is wrong with a night's start."""
    problem = (
        names_problem(event.players)
        or amount_problem(event.base, msg("the base"), 0)
        or amount_problem(event.per_fan, msg("the worth of a fan"), 1)
    )
    if problem is not None:
        return problem
    for text in (event.date, event.group, event.rules_fingerprint):
        if not isinstance(text, str):
            return Refusal(msg("{value} is no text", value=shown(text)), msg("text, or nothing"))
    wrong = table.check(event.options)
    return None if wrong is None else Refusal(wrong.reason, wrong.fits)


_HAND: Final = msg(
    "one to three different winners, and a player who pays them who is none of them; a self-draw has one winner"
)


def _hand_problem(event: HandWon) -> Refusal | None:
    wins = event.wins
    if not isinstance(wins, tuple) or not wins or not all(isinstance(win, Win) for win in wins):
        return Refusal(msg("the hand names no winner"), _HAND)
    for win in wins:
        if not is_seat(win.winner):
            return _no_seat(win.winner)
        problem = amount_problem(win.fan, _FAN, 0)
        if problem is not None:
            return problem
        if not (isinstance(win.hand, str) and isinstance(win.context, str)):
            return Refusal(msg("the tiles of a hand are not text"), msg("a hand in notation, or nothing"))
    winners = [win.winner for win in wins]
    if event.payer is not None and not is_seat(event.payer):
        return _no_seat(event.payer)
    if len(set(winners)) < len(winners):
        return Refusal(msg("a player wins twice in one hand"), _HAND)
    if event.payer in winners:
        return Refusal(msg("the winner cannot pay himself"), _HAND)
    if event.payer is None and len(winners) > 1:
        return Refusal(msg("a self-draw has one winner"), _HAND)
    return None


def _pay_problem(event: InstantPayment) -> Refusal | None:
    fits = msg("one player pays another, one pays all, or all pay one")
    for seat in (event.payer, event.receiver):
        if seat is not None and not is_seat(seat):
            return _no_seat(seat)
    if event.payer is None and event.receiver is None:
        return Refusal(msg("all cannot pay all"), fits)
    if event.payer == event.receiver:
        return Refusal(msg("nobody pays himself"), fits)
    if not isinstance(event.words, str):
        return Refusal(msg("what a payment is for is not text"), msg("a few words, or nothing"))
    return amount_problem(event.amount, _PAYMENT)


def shape_problem(event: object) -> Refusal | None:
    """What is wrong with an event by itself; ``None`` when some night could have it."""
    match event:
        case HandWon():
            return _hand_problem(event)
        case Chopped() | ChopDeclined():
            for seat in (event.debtor, event.creditor):
                if not is_seat(seat):
                    return _no_seat(seat)
            if event.debtor == event.creditor:
                return Refusal(msg("nobody owes himself"), msg("two different players, the debtor first"))
            return None
        case InstantPayment():
            return _pay_problem(event)
        case ChipsCounted():
            if not is_seat(event.player):
                return _no_seat(event.player)
            if type(event.amount) is not int:
                return Refusal(msg("a count cannot be {value}", value=shown(event.amount)), A_COUNT)
            return None
        case HandDrawn() | NightSettled():
            return None
        case NightStarted():
            return start_problem(event)
        case Undone():
            return None
        case Corrected():
            if isinstance(event.event, (NightStarted, *TABLE_EVENTS)):
                return shape_problem(event.event)
            return Refusal(
                msg("an event can only be corrected into one that happens at the table"),
                msg("a hand, a draw, a chop, a payment, a count or the settling-up"),
            )
    return Refusal(
        msg("{event} is no event", event=shown(event)),
        msg("a hand, a draw, a chop, a payment, a count, an undo, a correction or the settling-up"),
    )


def same_kind_of_place(number: int, event: NightStarted | TableEvent) -> Refusal | None:
    """A start corrects event 0 alone, and event 0 is corrected by a start alone."""
    if (number == 0) == isinstance(event, NightStarted):
        return None
    return Refusal(
        msg("the night's start and what happens at the table cannot stand in for each other"),
        msg("a start in place of event 0, anything else in place of the others"),
    )
