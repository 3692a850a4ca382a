"""The board as the phones draw it: plain JSON-able values, words in both languages, no secret and nothing to write back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tui import words
from tui.i18n import speaking

if TYPE_CHECKING:
    from models.night import Night

LOG_LINES: Final = 60


def snapshot(night: Night | None) -> dict[str, Any]:
    """What :meth:`tui.phones.server.PhoneServer.publish` sends. Without a night, a board that says so."""
    if night is None or not night.started:
        return {}
    log: list[dict[str, Any]] = [{"n": record.number} for record in night.records[: -LOG_LINES - 1 : -1]]
    for code, key in (("zh_HK", "zh"), ("en", "en")):
        with speaking(code):
            for line, record in zip(log, reversed(night.records), strict=False):
                line[key] = f"{getattr(record.name, key)}　{words.record_line(night, record)}"
                line[f"{key}_moves"] = list(
                    words.moves(night.players, record.before, record.debts, record.payments)
                )
    return {
        "players": list(night.players),
        "date": night.start.date,
        "round": {"zh": night.name.zh, "en": night.name.en},
        "streak": night.streak,
        "dealer": night.dealer,
        "hands": night.hand_number - 1,
        "number": night.last_number,
        "stakes": {"base": night.start.base, "per_fan": night.start.per_fan},
        "totals": list(night.totals),
        "owed": [night.owed(seat) for seat in range(4)],
        "debts": [
            {"from": d.debtor, "to": d.creditor, "amount": d.amount, "pulls": d.pulls} for d in night.debts
        ],
        "log": log,
        "settled": night.settled,
        "transfers": [{"from": p.payer, "to": p.receiver, "amount": p.amount} for p in night.transfers],
    }
