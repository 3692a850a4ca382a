"""What holds for every night, over all options."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.event_checks import shape_problem
from models.events import Corrected, Entry, HandWon, NightStarted, Undone
from models.night import Folder, Night, check, fold, preview
from models.night_text import parse, write
from models.replay import Position, choices, counting
from models.transfers import transfers
from tests.models.nights import nights, plain_nights, seeded_night
from tests.models.reference_ledger import REFUSED, Reference

many = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
"""Nights that shrink when they fail; the thousands are in the seeded tests."""


def identity(night: Night) -> None:
    for column in (night.totals, night.hand_points, night.lai_extra, night.instant, night.projected):
        assert sum(column) == 0
    for seat in range(4):
        assert night.totals[seat] + night.owed(seat) == (
            night.hand_points[seat] + night.lai_extra[seat] + night.instant[seat]
        )


def position_identity(position: Position) -> None:
    """The same on a bare position."""
    owed = [0, 0, 0, 0]
    for debt in position.debts:
        owed[debt.creditor] += debt.amount
        owed[debt.debtor] -= debt.amount
    columns = (position.totals, position.hand_points, position.lai_extra, position.instant, owed)
    assert all(sum(column) == 0 for column in columns)
    assert all(t + o == h + x + i for t, h, x, i, o in zip(*columns, strict=True))


@many
@given(nights())
def test_zero_sums_and_the_identity_after_every_event(entries: list[Entry]) -> None:
    folder = Folder()
    for entry in entries:
        folder.add(entry)
        identity(folder.night)


def compare(entries: list[Entry]) -> int:
    """Plays a night without undos and corrections beside the reference; how many of its events stood."""
    start = entries[0].event
    assert isinstance(start, NightStarted)
    reference = Reference(start)
    folder = Folder(entries[:1])
    stood = 0
    for entry in entries[1:]:
        problem = folder.add(entry)
        paid = reference.play(entry.event)
        assert (problem is not None) == (paid == REFUSED)
        position = folder.position
        if problem is None:
            stood += 1
            record = folder.record(entry.number)
            assert record is not None
            assert [(p.payer, p.receiver, p.amount, p.reason) for p in record.payments] == paid
        assert reference.state() == (
            [(d.debtor, d.creditor, d.amount, d.pulls) for d in position.debts],
            list(position.totals),
            list(position.hand_points),
            list(position.lai_extra),
            list(position.instant),
            position.dealer,
            position.streak,
            position.passes,
            position.settled,
            [(d.debtor, d.creditor) for d in choices(start.options, position)],
        )
    return stood


@many
@given(plain_nights())
def test_agrees_with_the_reference(entries: list[Entry]) -> None:
    compare(entries)


@pytest.mark.parametrize("seed", range(5))
def test_agrees_with_the_reference_on_thousands(seed: int) -> None:
    rng = random.Random(seed)
    assert sum(compare(seeded_night(rng, corrections=False)) for _ in range(500)) > 500 * 15


@pytest.mark.parametrize("seed", range(5))
def test_holds_on_thousands(seed: int) -> None:
    """The identity after every event, corrected and undone ones too; then undone to nothing."""
    rng = random.Random(1000 + seed)
    for _ in range(250):
        entries = seeded_night(rng)
        folder = Folder()
        for entry in entries:
            folder.add(entry)
            position_identity(folder.position)
        night = folder.night
        plain = fold(standing_list(entries))
        assert night.position == plain.position and night.start == plain.start
        assert parse(write(night)).night.position == night.position
        while (last := folder.last_standing) is not None:
            folder.add(Entry(folder.last_number + 1, "", Undone(last)))
        assert folder.position == Position()


@many
@given(plain_nights(most=25))
def test_what_can_stand_after_a_hand(entries: list[Entry]) -> None:
    """No pair owes both ways; a winner owes nobody; without hold every debt is owed to a winner of the last won hand, four at most."""
    night = fold(entries)
    options = night.options
    winners: tuple[int, ...] = ()
    for record in night.records:
        pairs = {(d.debtor, d.creditor) for d in record.debts}
        assert len(pairs) == len(record.debts)
        assert not any((c, d) in pairs for d, c in pairs)
        assert list(record.debts) == sorted(record.debts)
        assert list(record.payments) == sorted(record.payments)
        assert all(p.amount > 0 and p.payer != p.receiver for p in record.payments)
        if isinstance(record.event, HandWon):
            winners = tuple(win.winner for win in counting(options, record.event))
            assert not any(d in winners for d, _ in pairs)
        if options.settlement == "cash":
            assert not pairs
        if options.outsider_win == "settle":
            assert all(creditor in winners for _, creditor in pairs)
            assert len(pairs) <= 4
        if options.chop == "auto":
            assert all(d.pulls < options.chop_at for d in record.debts)


@many
@given(nights(), st.data())
def test_undo_restores_the_exact_state(entries: list[Entry], data) -> None:
    """After any event that is accepted, its undo gives back what stood before, records and all."""
    cut = data.draw(st.integers(1, len(entries)))
    folder = Folder(entries[:cut])
    before = folder.night
    event = data.draw(nights(most=1))[-1].event
    taken = folder.offer(event)
    if not isinstance(taken, Entry) or isinstance(event, Undone):
        return
    assert folder.last_standing is not None
    assert folder.add(Entry(folder.last_number + 1, "", Undone(taken.number))) is None
    after = folder.night
    assert after.position == before.position
    assert after.records == before.records
    assert after.start == before.start
    assert after.problems == before.problems
    assert after.last_standing == before.last_standing


@many
@given(nights())
def test_undo_takes_back_the_last_that_stands_until_nothing_does(entries: list[Entry]) -> None:
    folder = Folder(entries)
    for _ in range(2 * len(entries)):
        if (last := folder.last_standing) is None:
            break
        assert isinstance(folder.offer(Undone(last)), Entry)
    assert folder.last_standing is None
    assert folder.position == Position() and not folder.night.records


def standing_list(entries: list[Entry]) -> list[Entry]:
    """What is to be played, by a second, simpler look: the last correction that stands replaces, what was undone is gone."""
    kept: dict[int, Entry] = {}
    stack: dict[int, list] = {}
    corrects: dict[int, int] = {}
    undone: set[int] = set()
    for entry in entries:
        event = entry.event
        if isinstance(event, Undone):
            n = event.number
            alive = n not in undone and (
                (n in kept and n != 0) or (n in corrects and corrects[n] not in undone)
            )
            if alive:
                undone.add(n)
        elif isinstance(event, Corrected):
            n = event.number
            bad = isinstance(event.event, NightStarted) != (n == 0)
            if n in kept and n not in undone and not bad and shape_problem(event) is None:
                stack.setdefault(n, []).append((entry.number, event.event))
                corrects[entry.number] = n
        else:
            kept[entry.number] = entry
    result = []
    for number, entry in kept.items():
        if number in undone:
            continue
        alive = [e for c, e in stack.get(number, []) if c not in undone]
        result.append(replace(entry, event=alive[-1]) if alive else entry)
    return result


@many
@given(nights())
def test_correcting_and_undoing_is_replaying_without(entries: list[Entry]) -> None:
    night = fold(entries)
    plain = fold(standing_list(entries))
    assert night.position == plain.position
    assert night.start == plain.start
    assert [replace(r, corrected_by=None) for r in night.records] == list(plain.records)


@many
@given(nights())
def test_one_at_a_time_is_all_at_once(entries: list[Entry]) -> None:
    folder = Folder(entries[:1])
    for size, entry in enumerate(entries[1:], 2):
        problem = check(folder, entry.event)
        seen = preview(folder, entry.event)
        refused = folder.add(entry)
        night = folder.night
        assert night == fold(entries[:size])
        assert seen.position == night.position and seen.problems == night.problems
        if not isinstance(entry.event, Corrected):
            assert (problem is None) == (refused is None)
        elif refused is not None:
            assert problem is not None


@many
@given(nights())
def test_offer_is_check_and_add(entries: list[Entry]) -> None:
    offered, folder = Folder(entries[:1]), Folder(entries[:1])
    for entry in entries[1:]:
        problem = folder.check(entry.event)
        taken = offered.offer(entry.event)
        assert isinstance(taken, Entry) == (problem is None)
        if problem is None:
            folder.add(taken)
        assert offered.night == folder.night


@many
@given(nights())
def test_text_round_trip(entries: list[Entry]) -> None:
    night = fold(entries)
    text = write(night)
    parsed = parse(text)
    again = parsed.night
    assert parsed.problems == ()
    assert again.start == night.start
    assert again.position == night.position
    assert [(r.event, r.payments, r.debts, r.name, r.streak) for r in again.records] == [
        (one_line(r.event), r.payments, r.debts, r.name, r.streak) for r in night.records
    ]
    assert [r.number for r in again.records] == list(range(1, len(night.records) + 1))
    assert write(again) == text


def one_line(event):
    """Words are written on one line, with single spaces."""
    return replace(event, words=" ".join(event.words.split())) if hasattr(event, "words") else event


@settings(max_examples=300, deadline=None)
@given(st.lists(st.integers(-(10**6), 10**6), min_size=3, max_size=3))
def test_transfers_clear_the_totals_with_three_payments_at_most(three: list[int]) -> None:
    totals = [*three, -sum(three)]
    left = list(totals)
    moves = transfers(totals)
    assert len(moves) <= 3
    for payer, receiver, amount in moves:
        assert amount > 0 and left[payer] < 0 < left[receiver]
        assert left[payer] == min(left) and left[receiver] == max(left)
        left[payer] += amount
        left[receiver] -= amount
    assert left == [0, 0, 0, 0]
