"""The ledger as plain text: what an event did in words, who owes whom as a table. For the command line; nothing of the app is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from models.events import (
    ChipsCounted,
    ChopDeclined,
    Chopped,
    Corrected,
    Event,
    HandDrawn,
    HandWon,
    InstantPayment,
    NightSettled,
    NightStarted,
    Undone,
)
from models.hand_name import HandName
from models.ledger import Debt, Fate, Payment, Row
from models.messages import msg
from models.night import Night, Record, Share
from models.replay import Position
from tui.i18n import _, n_, pick, tr

REASONS: Final = {
    "kick_half": msg("kick half"),
    "outsider": msg("outsider won"),
    "both_won": msg("both won"),
    "chop": msg("chop"),
    "auto_chop": msg("chopped by itself"),
    "self_draw": msg("self-draw paid"),
    "cash": msg("cash"),
    "instant": msg("instant"),
    "settle_up": msg("settle up"),
}
"""Why money changed hands."""

_NUMERALS: Final = ("零", "一", "兩", "三", "四", "五", "六", "七", "八", "九", "十")


def signed(amount: int) -> str:
    """``+33``, ``-33``, ``0``."""
    return f"{amount:+d}" if amount else "0"


def pulls(count: int) -> str:
    """``兩口``, ``2 pulls``."""
    zh = (_NUMERALS[count] if count <= 10 else str(count)) + "口"
    return pick(zh, n_("{n} pull", "{n} pulls", count))


def hand_title(name: HandName, streak: int) -> str:
    """``東風東局 連莊 2``, ``East 1 streak 2``."""
    title = pick(name.zh, name.en)
    return title + (" " + _("streak {n}").format(n=streak) if streak else "")


def left(text: str, width: int) -> str:
    """``text`` at the left of ``width`` cells, never cut."""
    return text + " " * max(0, width - cell_len(text))


def right(text: str, width: int) -> str:
    """``text`` at the right of ``width`` cells, never cut."""
    return " " * max(0, width - cell_len(text)) + text


def table(rows: Sequence[Sequence[str]], indent: str = "  ") -> list[str]:
    """Rows as columns: the first at the left, the others at the right, each as wide as its widest cell."""
    widths = [max(cell_len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        indent
        + "  ".join(
            left(cell, w) if n == 0 else right(cell, w)
            for n, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def board(players: Sequence[str], position: Position) -> list[str]:
    """拉數板: the debtor's row, the creditor's column; then the money that has moved, what is still owed, and both together."""
    debts = {(d.debtor, d.creditor): d for d in position.debts}
    rows = [[_("owes \\ is owed"), *players, _("paid so far"), _("still owed"), _("together")]]
    for seat, name in enumerate(players):
        cells = []
        for creditor in range(4):
            debt = debts.get((seat, creditor))
            cells.append("·" if debt is None else f"{debt.amount} ({debt.pulls})")
        owed = sum(d.amount for d in position.debts if d.creditor == seat) - sum(
            d.amount for d in position.debts if d.debtor == seat
        )
        total = position.totals[seat]
        mark = "●" if seat == position.dealer and not position.settled else " "
        rows.append([f"{mark} {name}", *cells, signed(total), signed(owed), signed(total + owed)])
    return table(rows)


def _fan(share: Share) -> str:
    number = f"{share.fan}+{share.dealer_fan}" if share.dealer_fan else str(share.fan)
    return _("{number} fan = {value}").format(number=number, value=share.value)


def _shares(players: Sequence[str], shares: Sequence[Share]) -> str:
    """``10+1 fan = 16``; by payer where they differ."""
    if len({share.value for share in shares}) == 1:
        return _fan(shares[0])
    return _(", ").join(f"{players[share.payer]} {_fan(share)}" for share in shares)


def happened(players: Sequence[str], event: Event, record: Record | None = None) -> str:
    """An event in words; with its record also what the hand was worth."""
    match event:
        case HandWon(wins=wins, payer=payer):
            values = record.values if record is not None else ()
            said = []
            for win in wins:
                shares = [share for share in values if share.winner == win.winner]
                worth = _shares(players, shares) if shares else _("{number} fan").format(number=win.fan)
                who = players[win.winner]
                if values and not shares:
                    said.append(_("{winner} claims too late").format(winner=who))
                elif payer is None:
                    said.append(_("{winner} self-draws ({worth})").format(winner=who, worth=worth))
                else:
                    said.append(
                        _("{winner} wins off {payer} ({worth})").format(
                            winner=who, payer=players[payer], worth=worth
                        )
                    )
            return _("; ").join(said)
        case HandDrawn():
            return _("a draw, nobody won")
        case Chopped():
            return _("{debtor} chops what he owes {creditor}").format(
                debtor=players[event.debtor], creditor=players[event.creditor]
            )
        case ChopDeclined():
            return _("{debtor} does not chop what he owes {creditor}").format(
                debtor=players[event.debtor], creditor=players[event.creditor]
            )
        case InstantPayment():
            return _paid_at_once(players, event)
        case ChipsCounted():
            return _("counted: {player} has {amount}").format(
                player=players[event.player], amount=signed(event.amount)
            )
        case NightSettled():
            return _("settling up")
        case Undone(number=number):
            return _("number {number} is taken back").format(number=number)
        case Corrected(number=number, event=instead):
            return _("number {number} is corrected: {event}").format(
                number=number, event=happened(players, instead)
            )
        case NightStarted():
            return _("base {base}, {per_fan} a fan").format(base=event.base, per_fan=event.per_fan)


def tiles(players: Sequence[str], event: Event) -> list[str]:
    """The hands that are known by their tiles, each with what its fan is made of."""
    if not isinstance(event, HandWon):
        return []
    lines = []
    for win in event.wins:
        if not win.hand:
            continue
        items = _(", ").join(f"{pick(item.zh, item.en)} {item.fan}" for item in win.items)
        lines.append(f"{players[win.winner]}: {win.hand}" + (f" | {win.context}" if win.context else ""))
        if items:
            lines.append(f"  {items}")
    return lines


def _paid_at_once(players: Sequence[str], event: InstantPayment) -> str:
    payer, receiver = event.payer, event.receiver
    if receiver is None and payer is not None:
        said = _("{payer} pays each of the others {amount} at once").format(
            payer=players[payer], amount=event.amount
        )
    elif payer is None and receiver is not None:
        said = _("the others pay {receiver} {amount} each at once").format(
            receiver=players[receiver], amount=event.amount
        )
    elif payer is not None and receiver is not None:
        said = _("{payer} pays {receiver} {amount} at once").format(
            payer=players[payer], receiver=players[receiver], amount=event.amount
        )
    else:
        said = _("all cannot pay all")
    return f"{said} ({_(event.words)})" if event.words else said


def payment(players: Sequence[str], paid: Payment) -> str:
    """``乙 pays 甲 16 (kick half)``."""
    return _("{payer} pays {receiver} {amount} ({reason})").format(
        payer=players[paid.payer],
        receiver=players[paid.receiver],
        amount=paid.amount,
        reason=tr(REASONS.get(paid.reason, paid.reason)),
    )


def owes(players: Sequence[str], debt: Debt, fate: Fate | None = None) -> str:
    """``乙 owes 甲 33 (2 pulls)``, with how it rolled: ``15×1.5→23+10=33``."""
    amount = str(debt.amount)
    if fate is not None and fate.row is Row.ROLLS:
        amount = f"{fate.debt.amount}×1.5→{fate.grown}+{debt.amount - fate.grown}={debt.amount}"
    return _("{debtor} owes {creditor} {amount} ({pulls})").format(
        debtor=players[debt.debtor], creditor=players[debt.creditor], amount=amount, pulls=pulls(debt.pulls)
    )


def did(players: Sequence[str], record: Record) -> list[str]:
    """What an event did: the money that changed hands, then the debts that are new or have grown."""
    before = {(d.debtor, d.creditor): d for d in record.before}
    fates = {(f.debt.debtor, f.debt.creditor): f for f in record.fates}
    lines = [payment(players, paid) for paid in record.payments]
    for debt in record.debts:
        pair = (debt.debtor, debt.creditor)
        if before.get(pair) != debt:
            lines.append(owes(players, debt, fates.get(pair)))
    return lines


def may_chop(players: Sequence[str], debts: Sequence[Debt]) -> list[str]:
    """Who may chop what now."""
    return [
        _("{debtor} may chop the {amount} he owes {creditor}").format(
            debtor=players[d.debtor], creditor=players[d.creditor], amount=d.amount
        )
        for d in debts
    ]


def results(night: Night) -> list[str]:
    """戰績: the night's columns side by side."""
    rows = [["", *night.players]]
    if night.debts:
        rows.append([_("paid so far"), *map(signed, night.totals)])
        rows.append([_("if settled now"), *map(signed, night.projected)])
    else:
        rows.append([_("result"), *map(signed, night.totals)])
    rows.append([_("hand points"), *map(signed, night.hand_points)])
    rows.append([_("lai extra"), *map(signed, night.lai_extra)])
    rows.append([_("instant"), *map(signed, night.instant)])
    return table(rows)


def who_hands_whom(night: Night) -> list[str]:
    """The transfers that clear the totals, in words; empty before settling up."""
    return [
        _("{payer} hands {receiver} {amount}").format(
            payer=night.players[t.payer], receiver=night.players[t.receiver], amount=t.amount
        )
        for t in night.transfers
    ]
