"""拉數: what one hand does to the debts that stand. The six rows, the new debts, what is paid in the same breath; nothing else.

A debt is *pulled* (拉住): it waits for the hands to come. Each hand moves it by the first row that fits, then every winner's payer without a
debt to him opens one.

=== ===================================================== ==========================================================
row situation                                             result
=== ===================================================== ==========================================================
1   nobody won                                            holds
2   the creditor won and the debtor pays him              rolls: half more, rounded up, and this hand; one more pull
3   the debtor won and the creditor pays him              kick-half (踢半): half is paid, rounded down, it ends
4   both won off a third player                           all of it is paid, it ends
5   the creditor won, the debtor has no part in it        holds
6   the creditor did not win                              all of it is paid, it ends
=== ===================================================== ==========================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from models.events import Options, Seat


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
    lai_extra: tuple[int, ...]
    """Per seat: won and lost by rolls and kicks in this hand."""
    fates: tuple[Fate, ...]


def row_of(debt: Debt, winners: Sequence[Seat], pays: Iterable[tuple[Seat, Seat]], options: Options) -> Row:
    """The first row that fits. ``pays`` holds (winner, payer) of everybody who pays in this hand."""
    debtor, creditor = debt.debtor, debt.creditor
    if not winners:
        return Row.HOLDS
    if (creditor, debtor) in pays:
        return Row.ROLLS
    if (debtor, creditor) in pays:
        return Row.KICK_HALF
    if creditor in winners:
        if debtor in winners:
            return Row.BOTH_WON
        several = options.bystander_on_multi_ron == "settle" and len(winners) > 1
        return Row.OUTSIDER if several else Row.HOLDS
    if options.outsider_win == "hold" and not any(s in pair for pair in pays for s in (debtor, creditor)):
        return Row.HOLDS
    return Row.OUTSIDER


def play(
    debts: Sequence[Debt],
    winners: Sequence[Seat],
    values: Mapping[tuple[Seat, Seat], int],
    options: Options,
    self_drawn: bool = False,
) -> Moved:
    """One hand. ``values`` holds, for each (winner, payer), what the one gets from the other."""
    payments = []
    extra = [0, 0, 0, 0]
    fates = []
    after: dict[tuple[Seat, Seat], Debt] = {}

    def pay(debt: Debt, amount: int, reason: str) -> None:
        if amount:
            payments.append(Payment(debt.debtor, debt.creditor, amount, reason))

    for debt in debts:
        debtor, creditor, amount = debt.debtor, debt.creditor, debt.amount
        row = row_of(debt, winners, values, options)
        if row is Row.HOLDS:
            after[debtor, creditor] = debt
            fates.append(Fate(debt, row))
        elif row is Row.ROLLS:
            grown = (3 * amount + 1) // 2
            extra[creditor] += grown - amount
            extra[debtor] -= grown - amount
            value = values[creditor, debtor]
            after[debtor, creditor] = Debt(debtor, creditor, grown + value, debt.pulls + 1)
            fates.append(Fate(debt, row, grown=grown))
        else:
            paid = amount
            if row is Row.KICK_HALF:
                paid = (amount + 1) // 2 if options.rounding == "half_up" else amount // 2
                extra[creditor] -= amount - paid
                extra[debtor] += amount - paid
            pay(debt, paid, row.value)
            fates.append(Fate(debt, row, paid=paid))

    for (winner, payer), value in values.items():
        if (payer, winner) not in after:
            after[payer, winner] = Debt(payer, winner, value, 1)

    for pair, debt in list(after.items()):
        if self_drawn and options.self_draw == "settled" and debt.creditor in winners:
            pay(after.pop(pair), debt.amount, "self_draw")
        elif winners and options.chop == "auto" and debt.pulls >= options.chop_at:
            pay(after.pop(pair), debt.amount, "auto_chop")

    return Moved(tuple(sorted(after.values())), tuple(sorted(payments)), tuple(extra), tuple(fates))


def in_cash(values: Mapping[tuple[Seat, Seat], int]) -> Moved:
    """One hand at a table that pays every hand at once."""
    payments = sorted(Payment(payer, winner, v, "cash") for (winner, payer), v in values.items() if v)
    return Moved((), tuple(payments), (0, 0, 0, 0), ())
