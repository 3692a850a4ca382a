"""Debts, payments, and what a hand did to them: the values :mod:`models.ledger` works on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from models.events import Seat


@dataclass(frozen=True, slots=True, order=True)
class Debt:
    """What ``debtor`` owes ``creditor`` and has not paid yet."""

    debtor: Seat
    creditor: Seat
    amount: int
    pulls: int
    """口: how many hands are in it."""


@dataclass(frozen=True, slots=True, order=True)
class Payment:
    """Money that really changes hands. ``reason`` is one of kick_half, outsider, both_won, chop, auto_chop, self_draw, cash, instant, settle_up."""

    payer: Seat
    receiver: Seat
    amount: int
    reason: str


class Row(Enum):
    """What a hand does to a debt."""

    HOLDS = "holds"
    ROLLS = "rolls"
    KICK_HALF = "kick_half"
    BOTH_WON = "both_won"
    OUTSIDER = "outsider"


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one debt in a hand."""

    debt: Debt
    """As it stood before."""
    row: Row
    grown: int = 0
    """When it rolled: the debt and its half, before this hand's value is added."""
    paid: int = 0
    """When it ended by its row: what was paid."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What a hand did: debts and payments are sorted by debtor (payer), then creditor (receiver); payments of 0 are left out."""

    debts: tuple[Debt, ...]
    payments: tuple[Payment, ...]
    lai_extra: tuple[int, int, int, int]
    """Per seat: won and lost by rolls and kicks in this hand."""
    fates: tuple[Fate, ...]
