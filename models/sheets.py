"""Nights for spreadsheets: long tables that pivot well, as CSV that opens safely in any of them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from models.events import HandWon
from models.ledger import Row
from models.night import Night, Record
from models.records import NightRecord, names_of
from models.roster import Roster

EVENT_COLUMNS: Final = (
    "date",
    "night",
    "group",
    "event",
    "time",
    "kind",
    "hand",
    "streak",
    "player",
    "dealer",
    "won",
    "self_draw",
    "dealt_in",
    "fan",
    "tiles",
    "hand_points",
    "lai_extra",
    "instant",
    "received",
    "paid",
    "owed_to",
    "owes",
    "balance",
)
"""Four rows an event that moved something, one a player."""

NIGHT_COLUMNS: Final = (
    "date",
    "night",
    "group",
    "rules",
    "base",
    "per_fan",
    "settled",
    "player",
    "hands",
    "won",
    "self_drawn",
    "dealt_in",
    "won_points",
    "lost_points",
    "hand_points",
    "lai_extra",
    "instant",
    "result",
)
"""Four rows a night, one a player."""

_DANGEROUS: Final = tuple("=+-@\t\r\n＝＋－＠")


def safe(value: object) -> object:
    """A cell: a text that a spreadsheet would run as a formula gets an apostrophe in front. Numbers stay numbers."""
    if isinstance(value, str) and value.lstrip(" \u3000").startswith(_DANGEROUS):
        return f"'{value}"
    if isinstance(value, bool):
        return int(value)
    return value


def to_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The table as CSV (RFC 4180), with the mark by which spreadsheets know it is UTF-8."""
    out = io.StringIO(newline="")
    out.write("\ufeff")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([safe(value) for value in row])
    return out.getvalue()


def event_rows(record: NightRecord, night: Night, roster: Roster) -> list[tuple[object, ...]]:
    """The rows of a night's events, in order; see :data:`EVENT_COLUMNS`."""
    names = names_of(record, roster)
    group = roster.group(record.figures.group)
    rows: list[tuple[object, ...]] = []
    for each in night.records:
        if each.kind in ("count", "decline"):
            continue
        for seat, name in enumerate(names):
            rows.append(
                (
                    record.figures.date,
                    record.id,
                    group,
                    each.number,
                    each.at,
                    each.kind,
                    each.name.zh,
                    each.streak,
                    name,
                    seat == each.dealer,
                    *_hand(each, seat),
                    *_money(each, seat),
                )
            )
    return rows


def _hand(record: Record, seat: int) -> tuple[object, ...]:
    """won, self_draw, dealt_in, fan, tiles."""
    event = record.event
    if not isinstance(event, HandWon):
        return 0, 0, 0, "", ""
    winners = {share.winner for share in record.values}
    win = next((w for w in event.wins if w.winner == seat and seat in winners), None)
    dealt_in = event.payer == seat and bool(winners)
    if win is None:
        return 0, 0, dealt_in, "", ""
    return 1, event.payer is None, 0, win.fan, win.hand


def _money(record: Record, seat: int) -> tuple[int, ...]:
    """hand_points, lai_extra, instant, received, paid, owed_to, owes, balance."""
    points = sum(s.value * ((s.winner == seat) - (s.payer == seat)) for s in record.values)
    extra = 0
    for fate in record.fates:
        debt = fate.debt
        if fate.row is Row.ROLLS:
            extra += (fate.grown - debt.amount) * ((debt.creditor == seat) - (debt.debtor == seat))
        elif fate.row is Row.KICK_HALF:
            extra += (debt.amount - fate.paid) * ((debt.debtor == seat) - (debt.creditor == seat))
    received = sum(p.amount for p in record.payments if p.receiver == seat)
    paid = sum(p.amount for p in record.payments if p.payer == seat)
    instant = received - paid if record.kind == "pay" else 0
    owed_to = sum(d.amount for d in record.debts if d.creditor == seat)
    owes = sum(d.amount for d in record.debts if d.debtor == seat)
    return points, extra, instant, received, paid, owed_to, owes, record.totals[seat] + owed_to - owes


def night_rows(record: NightRecord, roster: Roster) -> list[tuple[object, ...]]:
    """The four rows of a night; see :data:`NIGHT_COLUMNS`."""
    figures = record.figures
    return [
        (
            figures.date,
            record.id,
            roster.group(figures.group),
            figures.rules,
            figures.base,
            figures.per_fan,
            figures.settled,
            name,
            figures.hands,
            mine.won,
            mine.self_drawn,
            mine.dealt_in,
            mine.won_points,
            mine.lost_points,
            figures.hand_points[seat],
            figures.lai_extra[seat],
            figures.instant[seat],
            figures.result[seat],
        )
        for seat, (name, mine) in enumerate(zip(names_of(record, roster), figures.seats, strict=True))
    ]
