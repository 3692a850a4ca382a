"""A night's figures: never fail, add up, and come back from the book as they were."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from models import summary
from models.events import (
    Entry,
    HandDrawn,
    HandWon,
    InstantPayment,
    NightSettled,
    NightStarted,
    Options,
    Undone,
    Win,
)
from models.night import fold
from tests.models import event_strategies

seats = st.integers(0, 3)


@st.composite
def hands(draw: st.DrawFn) -> HandWon:
    order = draw(st.permutations(range(4)))
    if draw(st.booleans()):
        return HandWon((Win(order[0], draw(st.integers(0, 60))),), None)
    several = draw(st.integers(1, 3))
    return HandWon(tuple(Win(w, draw(st.integers(0, 60))) for w in order[1 : several + 1]), order[0])


table_events = st.one_of(
    hands(),
    hands(),
    hands(),
    st.just(HandDrawn()),
    st.builds(InstantPayment, st.none() | seats, st.none() | seats, st.integers(1, 99)),
    event_strategies.table_events,
    st.builds(Undone, st.integers(0, 30)),
)
options = st.builds(
    Options,
    rounding=st.sampled_from(["winner", "half_up"]),
    chop=st.sampled_from(["ask", "auto", "off"]),
    chop_at=st.integers(2, 4),
    outsider_win=st.sampled_from(["settle", "hold"]),
    bystander_on_multi_ron=st.sampled_from(["hold", "settle"]),
    multi_ron=st.sampled_from(["all", "nearest"]),
    self_draw=st.sampled_from(["pulled", "settled"]),
    settlement=st.sampled_from(["lai", "cash"]),
    dealer_fan=st.sampled_from(["on", "off"]),
    draw_keeps_dealer=st.booleans(),
)


@given(options, st.lists(table_events, max_size=30), st.booleans())
@settings(max_examples=400, deadline=None)
def test_figures_add_up_under_every_option(rules: Options, events: list, settle: bool) -> None:
    start = NightStarted(("甲", "乙", "丙", "丁"), 3, 1, "2026-11-29", rules)
    night = fold(
        [Entry(n, "", e) for n, e in enumerate([start, *events, *([NightSettled()] if settle else [])])]
    )
    figures = summary.summarise(night)
    assert (
        sum(figures.result) == sum(figures.hand_points) == sum(figures.lai_extra) == sum(figures.instant) == 0
    )
    for seat in range(4):
        mine = figures.seats[seat]
        assert (
            figures.result[seat]
            == figures.hand_points[seat] + figures.lai_extra[seat] + figures.instant[seat]
        )
        assert figures.hand_points[seat] == mine.won_points - mine.lost_points
        mine_won = [p for p in figures.pairs if p.winner == seat]
        mine_paid = [p for p in figures.pairs if p.payer == seat]
        assert mine.won_points == sum(p.points for p in mine_won)
        assert mine.lost_points == sum(p.points for p in mine_paid)
        assert figures.lai_extra[seat] == sum(p.lai_extra for p in mine_won) - sum(
            p.lai_extra for p in mine_paid
        )
        assert mine.self_drawn <= mine.won <= figures.hands and mine.dealt_in <= mine.paid <= figures.hands
        assert (mine.best is None) == (mine.won == 0)
    assert sum(f.dealt for f in figures.seats) == figures.hands
    if figures.series:
        assert figures.series[-1][1:] == figures.result
    assert summary.decode(summary.encode(figures)) == figures


@given(st.lists(event_strategies.events, max_size=20))
@settings(max_examples=300, deadline=None)
def test_any_events_have_figures(events: list) -> None:
    figures = summary.summarise(fold([Entry(n, "", e) for n, e in enumerate(events)]), "2026-11-29T20:00:00")
    assert sum(figures.result) == 0
    assert summary.decode(summary.encode(figures)) == figures


def test_a_debt_pulled_for_ever_is_counted_exactly() -> None:
    """Half more each time: after 150 pulls the sums are beyond any machine word, and still to the unit."""
    start = NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29", Options(chop="off", dealer_fan="off"))
    won = HandWon((Win(0, 10),), 1)
    figures = summary.summarise(fold([Entry(n, "", e) for n, e in enumerate([start, *[won] * 150])]))
    debt = 15
    for _ in range(149):
        debt = -(-3 * debt // 2) + 15
    assert figures.result == (debt, -debt, 0, 0)
    assert debt > 2**64
    again = summary.decode(summary.encode(figures))
    assert again is None or again == figures


def test_figures_of_another_form_are_not_taken() -> None:
    figures = summary.summarise(fold(()))
    text = summary.encode(figures)
    assert text.startswith("[1,")
    for other in (
        "",
        "{}",
        "[]",
        "null",
        text.replace("[1,", "[2,", 1),
        text[:-1],
        text.replace("false", "3", 1),
    ):
        assert summary.decode(other) is None


def test_the_version_tells_programs_apart() -> None:
    assert len(summary.version()) == 16
    assert summary.version() == summary.version()
