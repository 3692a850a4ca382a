"""A night as one JSON object: hands with what they did, totals, transfers, problems; names in place of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from models.messages import Msg
from models.night import Night, Record
from models.night_text import LineProblem

HAND_KINDS: Final = frozenset({"win", "draw", "chop", "pay", "settle"})
"""What ``hands`` lists: everything that is a hand or moves money."""


def payments_json(night: Night, record: Record) -> list[dict[str, Any]]:
    """What was paid with an event, by payer, then receiver."""
    names = night.players
    return [
        {"from": names[p.payer], "to": names[p.receiver], "amount": p.amount, "reason": p.reason}
        for p in record.payments
    ]


def debts_json(night: Night, record: Record) -> list[dict[str, Any]]:
    """What stood after an event, by debtor, then creditor."""
    names = night.players
    return [
        {"from": names[d.debtor], "to": names[d.creditor], "amount": d.amount, "pulls": d.pulls}
        for d in record.debts
    ]


def record_json(night: Night, record: Record) -> dict[str, Any]:
    """One event with what it did."""
    return {
        "event": record.number,
        "kind": record.kind,
        "name": record.name.zh,
        "dealer": night.players[record.dealer],
        "streak": record.streak,
        "payments": payments_json(night, record),
        "debts": debts_json(night, record),
    }


def night_json(
    night: Night, problems: Iterable[LineProblem] | None = None, render: Callable[[Msg], str] = str
) -> dict[str, Any]:
    """The whole night. ``problems`` are those of the text it was read from; without them the night's own are told by event number.

    ``render`` puts messages into the language wanted.
    """
    names = night.players if night.started else ()

    def four(amounts: tuple[int, int, int, int]) -> dict[str, int]:
        return dict(zip(names, amounts, strict=False))

    if problems is None:
        told = [
            {"event": p.number, "reason": render(p.reason), "fits": render(p.fits)} for p in night.problems
        ]
    else:
        told = [
            {"line": p.line, "text": p.text, "reason": render(p.reason), "fits": render(p.fits)}
            for p in problems
        ]
    return {
        "players": list(names),
        "settled": night.settled,
        "hands": [record_json(night, record) for record in night.records if record.kind in HAND_KINDS],
        "totals": four(night.totals),
        "hand_points": four(night.hand_points),
        "lai_extra": four(night.lai_extra),
        "instant": four(night.instant),
        "transfers": [
            {"from": night.players[p.payer], "to": night.players[p.receiver], "amount": p.amount}
            for p in night.transfers
        ],
        "problems": told,
    }
