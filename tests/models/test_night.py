"""The night beyond the ledger: the deal, names, rounds, chop choices, corrections, undo, settling up."""

from __future__ import annotations

import pytest

from models.events import (
    ChipsCounted,
    ChopDeclined,
    Chopped,
    Corrected,
    Entry,
    Event,
    HandDrawn,
    HandWon,
    InstantPayment,
    NightSettled,
    NightStarted,
    Options,
    Undone,
    Win,
)
from models.hand_name import hand_name
from models.ledger import Debt
from models.night import Folder, Night, check, fold, preview

NAMES = ("甲", "乙", "丙", "丁")


def ron(winner: int, payer: int | None, fan: int = 0) -> HandWon:
    return HandWon((Win(winner, fan),), payer)


def entries(*events: Event, base: int = 5, **options) -> list[Entry]:
    start = NightStarted(NAMES, base, 1, "2026-11-29", Options(**{"dealer_fan": "off", **options}))
    return [Entry(n, "", event) for n, event in enumerate([start, *events])]


def night(*events: Event, **options) -> Night:
    return fold(entries(*events, **options))


def problems(n: Night) -> list[tuple[int, str]]:
    return [(p.number, str(p.reason)) for p in n.problems]


# --- the deal -------------------------------------------------------------------------------------------------------------------------


def test_names_of_the_hands() -> None:
    assert [hand_name(n).zh for n in (0, 1, 4, 7, 15, 16)] == [
        "東風東局",
        "東風南局",
        "南風東局",
        "南風北局",
        "北風北局",
        "東風東局",
    ]
    assert hand_name(6).en == "South 3"


def test_the_dealer_stays_when_he_wins_also_as_one_of_several() -> None:
    n = night(ron(0, 1), HandWon((Win(2, 1), Win(0, 1)), 3), ron(1, 0), HandDrawn(), ron(2, None))
    assert [(r.name.zh, r.dealer, r.streak, r.passed) for r in n.records] == [
        ("東風東局", 0, 0, False),
        ("東風東局", 0, 1, False),
        ("東風東局", 0, 2, True),
        ("東風南局", 1, 0, True),
        ("東風西局", 2, 0, False),
    ]
    assert (n.name.zh, n.dealer, n.streak, n.hand_number) == ("東風西局", 2, 1, 6)


def test_a_draw_may_keep_the_dealer() -> None:
    n = night(HandDrawn(), HandDrawn(), ron(0, 1), draw_keeps_dealer=True, dealer_fan="on")
    assert (n.dealer, n.streak) == (0, 3)
    assert n.debts == (Debt(1, 0, 5 + 1 + 4, 1),)


def test_dealer_fan_between_the_dealer_and_anybody() -> None:
    n = night(ron(0, 1), ron(0, 1), dealer_fan="on")
    assert n.streak == 2
    assert [n.dealer_fan(w, p) for w, p in ((0, 1), (2, 0), (1, 2))] == [5, 5, 0]
    assert n.value(2, 0, 10) == 20 and n.value(1, 2, 10) == 15
    assert n.suggested_instant(1, 0) == 5 + 30 + 5


def test_a_self_draw_has_two_values() -> None:
    record = night(ron(1, None, 10), dealer_fan="on").records[0]
    assert [(v.payer, v.dealer_fan, v.value) for v in record.values] == [(0, 1, 16), (2, 0, 15), (3, 0, 15)]


def test_rounds_end_the_hands_but_nothing_else() -> None:
    played = [ron(3, 0, 4), ron(3, 0), ron(3, 0), HandDrawn()]
    n = night(*played, rounds=1)
    assert not night(*played[:3], rounds=1).over and n.over and not n.settled and n.debts
    over = entries(*played, rounds=1)
    for hand in (ron(0, 1), HandDrawn()):
        refused = check(over, hand)
        assert refused is not None and "last round" in str(refused.reason)
    pay = InstantPayment(0, 1, 3)
    debt = n.debts[0]
    for event in (Chopped(debt.debtor, debt.creditor), pay, ChipsCounted(0, 0), NightSettled(), Undone(2)):
        assert check(over, event) is None
    assert not fold([*over, Entry(5, "", Undone(4))]).over


def test_open_rounds_go_on() -> None:
    n = night(*[HandDrawn()] * 16)
    assert n.name.zh == "東風東局" and not n.over
    assert night(*[HandDrawn()] * 16, rounds=4).over


# --- chopping -------------------------------------------------------------------------------------------------------------------------

THREE = [ron(0, 1)] * 3


@pytest.mark.parametrize(
    "chop, at, pulls, may",
    [("ask", 3, 2, 0), ("ask", 3, 3, 1), ("ask", 4, 3, 0), ("ask", 2, 5, 1), ("off", 3, 5, 0)],
)
def test_who_may_chop(chop: str, at: int, pulls: int, may: int) -> None:
    n = night(*[ron(0, 1)] * pulls, chop=chop, chop_at=at)
    assert len(n.choices) == len(n.questions) == may
    assert (check(entries(*[ron(0, 1)] * pulls, chop=chop, chop_at=at), Chopped(1, 0)) is None) == bool(may)


def test_the_pair_starts_afresh() -> None:
    n = night(*THREE, Chopped(1, 0), ron(0, 1))
    assert n.debts == (Debt(1, 0, 5, 1),) and n.totals == (25, -25, 0, 0)


def test_the_creditor_cannot_chop() -> None:
    assert "owes" in problems(night(*THREE, Chopped(0, 1)))[0][1]


def test_at_any_time_a_no_is_not_for_ever() -> None:
    n = night(*THREE, ChopDeclined(1, 0))
    assert n.choices and not n.questions and n.records[-1].kind == "decline"
    assert night(*THREE, ChopDeclined(1, 0), Chopped(1, 0)).problems == ()
    assert night(*THREE, ChopDeclined(1, 0), ron(2, 3)).choices == ()
    assert night(*THREE, ChopDeclined(1, 0), HandDrawn()).questions  # asked again after the next hand
    assert len(problems(night(*THREE, ChopDeclined(1, 0), ChopDeclined(1, 0)))) == 1


def test_after_more_pulls_a_no_closes_at_once() -> None:
    more = {"chop_again": "after_more_pulls"}
    assert night(*THREE, **more).choices
    closed = night(*THREE, ChopDeclined(1, 0), Chopped(1, 0), **more)
    assert problems(closed) == [(5, "乙 did not chop when he could; the choice comes back at 6 pulls")]
    assert night(*THREE, InstantPayment(2, 3, 5), **more).choices  # a payment is no hand
    for between in (HandDrawn(), ron(2, 3)):
        assert not night(*THREE, between, **more).choices
    bystander = night(*THREE, HandWon((Win(0, 3),), 2), **more)  # it holds at 3, but its hand is over
    assert bystander.debt(1, 0) == Debt(1, 0, 25, 3) and not bystander.choices
    assert night(*THREE * 2, **more).choices == (Debt(1, 0, 110, 6),)
    assert not night(*THREE, *THREE[:2], **more).choices
    undone = fold([*entries(*THREE, ChopDeclined(1, 0), **more), Entry(5, "", Undone(4))])
    assert undone.choices == (Debt(1, 0, 25, 3),)


def test_two_choices_at_once() -> None:
    n = night(*[ron(0, None)] * 3, Chopped(2, 0), chop_again="after_more_pulls")
    assert [d.debtor for d in n.choices] == [1, 3]


def test_auto_leaves_no_choice() -> None:
    n = night(*THREE, Chopped(1, 0), chop="auto")
    assert n.debts == () and n.choices == () and len(n.problems) == 1
    two = night(ron(0, None), ron(0, None), chop="auto", chop_at=2)
    assert [p.reason for p in two.records[-1].payments] == ["auto_chop"] * 3


# --- undo and correction ---------------------------------------------------------------------------------------------------------------


def after(*more: Event, start: list[Entry]) -> Night:
    return fold([*start, *(Entry(len(start) + n, "", event) for n, event in enumerate(more))])


def test_two_undos_take_back_two() -> None:
    start = entries(ron(0, 1, 1), ron(0, 1, 2), ChipsCounted(0, 0))
    n = after(Undone(3), start=start)
    assert n.last_standing == 2
    n = after(Undone(3), Undone(2), start=start)
    assert n.last_standing == 1 and n.debts == (Debt(1, 0, 6, 1),)


def test_an_undo_never_stands() -> None:
    start = entries(ron(0, 1))
    assert problems(after(Undone(1), Undone(2), start=start)) == [(3, "there is no event 2 to change")]
    assert problems(after(Undone(1), Undone(1), start=start)) == [(3, "event 1 has already been taken back")]


def test_undo_of_an_earlier_event_replays_the_rest() -> None:
    n = after(Undone(1), start=entries(ron(0, 1, 10), ron(0, 1, 5)))
    assert n.debts == (Debt(1, 0, 10, 1),) and [r.number for r in n.records] == [2]


def test_a_correction_is_read_in_its_place() -> None:
    start = entries(ron(0, 1, 10), ron(0, 1, 5), ron(2, 1, 1))
    assert fold(start).totals == (33, -33, 0, 0)
    n = after(Corrected(1, ron(0, 1, 8)), start=start)
    assert n.totals == (30, -30, 0, 0)
    assert [(r.number, r.corrected_by) for r in n.records] == [(1, 4), (2, None), (3, None)]
    assert n.last_standing == 4
    twice = after(Corrected(1, ron(0, 1, 8)), Corrected(1, ron(0, 1, 0)), start=start)
    assert twice.totals == (18, -18, 0, 0)
    # undoing a correction brings back what it replaced
    assert (
        after(Corrected(1, ron(0, 1, 8)), Corrected(1, ron(0, 1, 0)), Undone(5), start=start).totals
        == n.totals
    )
    assert after(Corrected(1, ron(0, 1, 8)), Undone(4), start=start).records == fold(start).records
    # and undoing what was corrected takes both
    gone = after(Corrected(1, ron(0, 1, 8)), Undone(1), start=start)
    assert gone.last_standing == 3 and gone.totals == (10, -10, 0, 0)
    assert problems(after(Corrected(1, ron(0, 1, 8)), Undone(1), Undone(4), start=start)) == [
        (6, "event 4 has already been taken back")
    ]


def test_what_cannot_be_corrected() -> None:
    start = entries(ron(0, 1, 10))
    for event in (
        Corrected(7, HandDrawn()),
        Corrected(0, HandDrawn()),
        Corrected(1, start[0].event),
        Corrected(1, ron(0, 0)),
    ):
        n = after(event, start=start)
        assert [p.number for p in n.problems] == [2] and n.debts == (Debt(1, 0, 15, 1),)
    n = after(Corrected(1, HandDrawn()), Corrected(2, HandDrawn()), start=start)
    assert str(n.problems[0].fits) == "correct event 1 itself"


def test_a_later_event_may_become_impossible_and_possible_again() -> None:
    start = entries(*THREE, Chopped(1, 0), ChipsCounted(0, 25))
    n = after(Corrected(2, HandDrawn()), start=start)
    assert [p.number for p in n.problems] == [4, 5] and n.totals == (0, 0, 0, 0)
    assert n.debts == (Debt(1, 0, 13, 2),)
    assert after(Corrected(2, HandDrawn()), Undone(6), start=start).problems == ()
    # an event that cannot be any more can be taken back or corrected in its turn
    assert [
        p.number for p in after(Corrected(2, HandDrawn()), Undone(4), Undone(5), start=start).problems
    ] == []


def test_correcting_the_start() -> None:
    start = entries(*THREE)
    other = NightStarted(("A", "B", "C", "D"), 10, 2, options=Options(dealer_fan="off", settlement="cash"))
    n = after(Corrected(0, other), start=start)
    assert n.players == ("A", "B", "C", "D") and n.totals == (30, -30, 0, 0) and n.debts == ()
    assert after(Corrected(0, other), Undone(4), start=start).position == fold(start).position
    refused = after(Corrected(0, NightStarted(("A", "A", "C", "D"), 10, 2)), start=start)
    assert [p.number for p in refused.problems] == [4] and refused.players == NAMES


def test_check_says_what_a_correction_would_break() -> None:
    start = entries(ron(0, 1), HandDrawn())
    assert check(start, Corrected(2, Chopped(1, 0))) is not None
    assert check(start, Corrected(2, ron(1, 0))) is None


def test_preview_shows_the_money_and_changes_nothing() -> None:
    folder = Folder(entries(ron(0, 1, 10), ron(0, 1, 5)))
    before = folder.night
    assert preview(folder, Corrected(1, ron(0, 1, 0))).projected == (18, -18, 0, 0)
    assert folder.night == before and before.projected == (33, -33, 0, 0)


# --- counting and settling ---------------------------------------------------------------------------------------------------------------


def test_after_settling_only_a_count_or_an_undo() -> None:
    start = entries(ron(0, 1, 10), NightSettled())
    assert fold(start).settled and fold(start).transfers
    for event in (
        ron(0, 1),
        HandDrawn(),
        Chopped(1, 0),
        ChopDeclined(1, 0),
        InstantPayment(0, 1, 3),
        NightSettled(),
    ):
        refused = check(start, event)
        assert refused is not None and "settled" in str(refused.reason)
    assert check(start, ChipsCounted(0, 15)) is None and check(start, Undone(2)) is None
    assert not after(Undone(2), start=start).settled
    # a hand found wrong afterwards may still be corrected, and the night is settled anew
    again = after(Corrected(1, ron(0, 1, 5)), start=start)
    assert again.settled and again.totals == (10, -10, 0, 0)


def test_a_count_that_differs_is_a_problem() -> None:
    n = night(ron(0, 1, 10), ChipsCounted(0, 0), ChipsCounted(1, -15), NightSettled(), ChipsCounted(1, -15))
    assert problems(n) == [(3, "乙 has 0 by the book, not -15")]
    assert [r.kind for r in n.records] == ["win", "count", "settle", "count"]


def test_instant_payments_touch_no_debt_and_no_deal() -> None:
    n = night(
        ron(0, 1, 10),
        InstantPayment(None, 3, 35, "八仙過海"),
        InstantPayment(1, None, 20, "詐糊"),
        InstantPayment(2, 1, 7),
    )
    assert n.debts == (Debt(1, 0, 15, 1),) and n.hand_number == 2 and n.streak == 1
    assert n.totals == n.instant == (-15, -88, -22, 125)
    assert n.hand_points == (15, -15, 0, 0)


def test_nearest_is_the_next_in_turn_after_the_discarder() -> None:
    for payer in range(4):
        for nearest in (1, 2, 3):
            winners = [(payer + step) % 4 for step in range(nearest, 4)]
            event = HandWon(tuple(Win(w, 3) for w in reversed(winners)), payer)
            n = night(event, multi_ron="nearest")
            assert [(d.debtor, d.creditor) for d in n.debts] == [(payer, winners[0])]
            assert n.counting_winners(event) == (winners[0],)
            assert n.dealer == (0 if winners[0] == 0 else 1)


def test_a_debt_of_nothing_is_still_pulled() -> None:
    n = night(*THREE, base=0)
    assert n.debts == (Debt(1, 0, 0, 3),) and n.choices
    assert night(*THREE, Chopped(1, 0), base=0).records[-1].payments == ()
