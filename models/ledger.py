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
from operator import attrgetter
from typing import Final

from models.debts import Debt, Fate, Moved, Payment, Row
from models.events import Options, Seat

__all__ = ["Debt", "Fate", "Moved", "Payment", "Row", "in_cash", "play", "row_of"]

HOLDS, ROLLS, KICK_HALF, BOTH_WON, OUTSIDER = Row
_REASON: Final = {row: row.value for row in Row}
_debt_pair: Final = attrgetter("debtor", "creditor")
_payment_pair: Final = attrgetter("payer", "receiver")


def row_of(debt: Debt, winners: Sequence[Seat], pays: Iterable[tuple[Seat, Seat]], options: Options) -> Row:
    """The first row that fits. ``pays`` holds (winner, payer) of everybody who pays in this hand."""
    debtor, creditor = debt.debtor, debt.creditor
    if not winners:
        return HOLDS
    if (creditor, debtor) in pays:
        return ROLLS
    if (debtor, creditor) in pays:
        return KICK_HALF
    if creditor in winners:
        if debtor in winners:
            return BOTH_WON
        several = options.bystander_on_multi_ron == "settle" and len(winners) > 1
        return OUTSIDER if several else HOLDS
    if options.outsider_win == "hold" and not any(s in pair for pair in pays for s in (debtor, creditor)):
        return HOLDS
    return OUTSIDER


def play(
    debts: Sequence[Debt],
    winners: Sequence[Seat],
    values: Mapping[tuple[Seat, Seat], int],
    options: Options,
    self_drawn: bool = False,
) -> Moved:
    """One hand. ``values`` holds, for each (winner, payer), what the one gets from the other."""
    payments: list[Payment] = []
    extra = [0, 0, 0, 0]
    fates: list[Fate] = []
    after: dict[tuple[Seat, Seat], Debt] = {}
    for debt in debts:
        debtor, creditor, amount = debt.debtor, debt.creditor, debt.amount
        row = row_of(debt, winners, values, options)
        if row is HOLDS:
            after[debtor, creditor] = debt
            fates.append(Fate(debt, row))
        elif row is ROLLS:
            grown = (3 * amount + 1) // 2
            extra[creditor] += grown - amount
            extra[debtor] -= grown - amount
            value = values[creditor, debtor]
            after[debtor, creditor] = Debt(debtor, creditor, grown + value, debt.pulls + 1)
            fates.append(Fate(debt, row, grown))
        else:
            paid = amount
            if row is KICK_HALF:
                paid = (amount + 1) // 2 if options.rounding == "half_up" else amount // 2
                extra[creditor] -= amount - paid
                extra[debtor] += amount - paid
            payments.append(Payment(debtor, creditor, paid, _REASON[row]))
            fates.append(Fate(debt, row, 0, paid))

    for (winner, payer), value in values.items():
        if (payer, winner) not in after:
            after[payer, winner] = Debt(payer, winner, value, 1)

    standing: list[Debt] = []
    settled = self_drawn and options.self_draw == "settled"
    auto = options.chop_at if winners and options.chop == "auto" else 0
    for debt in after.values():
        if settled and debt.creditor in winners:
            payments.append(Payment(debt.debtor, debt.creditor, debt.amount, "self_draw"))
        elif auto and debt.pulls >= auto:
            payments.append(Payment(debt.debtor, debt.creditor, debt.amount, "auto_chop"))
        else:
            standing.append(debt)
    standing.sort(key=_debt_pair)
    return Moved(tuple(standing), _listed(payments), (extra[0], extra[1], extra[2], extra[3]), tuple(fates))


def in_cash(values: Mapping[tuple[Seat, Seat], int]) -> Moved:
    """One hand at a table that pays every hand at once."""
    payments = [Payment(payer, winner, v, "cash") for (winner, payer), v in values.items()]
    return Moved((), _listed(payments), (0, 0, 0, 0), ())


def _listed(payments: list[Payment]) -> tuple[Payment, ...]:
    """In order, without those of nothing."""
    payments.sort(key=_payment_pair)
    return tuple([payment for payment in payments if payment.amount])
