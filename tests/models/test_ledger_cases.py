"""The worked nights through the text form and the fold."""

from __future__ import annotations

import pytest

from models.night import Night, fold
from models.night_json import HAND_KINDS
from models.night_text import parse
from tests.models.ledger_cases import CASES, NAMES, Case


def debts_of(debts) -> str:
    return ", ".join(f"{NAMES[d.debtor]}→{NAMES[d.creditor]} {d.amount} ({d.pulls})" for d in debts)


def payments_of(payments) -> str:
    return ", ".join(f"{NAMES[p.payer]}→{NAMES[p.receiver]} {p.amount} {p.reason}" for p in payments)


def check(case: Case, night: Night) -> None:
    hands = [record for record in night.records if record.kind in HAND_KINDS]
    got = tuple((debts_of(record.debts), payments_of(record.payments)) for record in hands)
    assert got == case.after
    assert sum(night.totals) == 0
    for column in ("totals", "hand_points", "lai_extra", "instant"):
        wanted = getattr(case, column)
        if wanted is not None:
            assert getattr(night, column) == wanted, column
    if case.transfers is not None:
        transfers = ", ".join(f"{NAMES[t.payer]}→{NAMES[t.receiver]} {t.amount}" for t in night.transfers)
        assert transfers == case.transfers
    if case.names:
        assert tuple(f"{record.name.zh} {record.streak}" for record in hands) == case.names


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_worked_night(case: Case) -> None:
    parsed = parse(case.text)
    assert tuple(problem.line for problem in parsed.problems) == case.problems
    check(case, parsed.night)
    check(case, fold(parsed.entries))
