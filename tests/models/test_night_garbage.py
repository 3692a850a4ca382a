"""The fold takes anything: it answers with a night and problems, never with an exception."""

from __future__ import annotations

import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.events import (
    ChipsCounted,
    ChopDeclined,
    Chopped,
    Corrected,
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
from models.night import Folder, check, fold, preview
from models.night_json import night_json
from models.night_text import parse, write
from models.options import LIMIT

START = NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29")
HUGE = 10**5000


class Odd:
    """Neither hashable nor comparable."""

    __hash__ = None

    def __eq__(self, other):
        return NotImplemented


ANY = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 6),
    st.sampled_from(
        [
            HUGE,
            -HUGE,
            LIMIT,
            LIMIT + 1,
            1.5,
            float("nan"),
            float("inf"),
            "",
            "1",
            "甲",
            b"x",
            (),
            [],
            {},
            Odd(),
        ]
    ),
)
WINS = st.builds(Win, winner=ANY, fan=ANY, hand=ANY, context=ANY) | ANY
TABLE = st.one_of(
    st.builds(HandWon, wins=st.lists(WINS, max_size=4).map(tuple) | ANY, payer=ANY),
    st.builds(Chopped, ANY, ANY),
    st.builds(ChopDeclined, ANY, ANY),
    st.builds(InstantPayment, ANY, ANY, ANY, ANY),
    st.builds(ChipsCounted, ANY, ANY),
    st.just(HandDrawn()),
    st.just(NightSettled()),
    st.builds(
        HandWon,
        wins=st.tuples(st.builds(Win, winner=st.integers(0, 3), fan=st.integers(0, 9))),
        payer=st.integers(0, 3),
    ),
)
STARTED = st.builds(
    NightStarted,
    players=st.tuples(*[st.sampled_from(["甲", "乙", "丙", "丁", "all", " 甲", "", "x\n"])] * 4) | ANY,
    base=ANY,
    per_fan=ANY,
    date=ANY,
    options=st.builds(Options, chop=ANY, chop_at=ANY, rounds=ANY, rules=ANY, double_ron_fan=ANY) | ANY,
)
EVENTS = st.one_of(
    TABLE,
    TABLE,
    STARTED,
    ANY,
    st.builds(Undone, ANY),
    st.builds(Corrected, ANY, TABLE | STARTED | ANY | st.just(START)),
)
ENTRIES = st.builds(Entry, number=ANY, at=ANY, event=EVENTS) | ANY
anything = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))


@anything
@given(st.lists(EVENTS, max_size=15), st.lists(ENTRIES, max_size=6), st.booleans())
def test_any_list_of_entries(events, entries, begun) -> None:
    numbered = [Entry(n, "", event) for n, event in enumerate(([START] if begun else []) + events)]
    for listed in (numbered, entries + numbered, numbered + entries):
        folder = Folder()
        for entry in listed:
            folder.add(entry)
        night = folder.night
        assert night == fold(listed)
        assert sum(night.totals) == sum(night.hand_points) == sum(night.lai_extra) == 0
        for problem in night.problems:
            assert str(problem.reason) and str(problem.fits)
        night_json(night)
        text = write(night)
        assert parse(text).problems == () if text else not night.started


@anything
@given(st.lists(EVENTS, max_size=5), EVENTS)
def test_any_event_can_be_asked_about(events, event) -> None:
    entries = [Entry(n, "", e) for n, e in enumerate([START, *events])]
    folder = Folder(entries)
    before = folder.night
    check(folder, event)
    preview(folder, event)
    assert folder.night is before or folder.night == before


IMPOSSIBLE = {
    "no winner": HandWon((), 1),
    "winner pays": HandWon((Win(0, 3),), 0),
    "twice": HandWon((Win(0, 3), Win(0, 4)), 1),
    "two self-draws": HandWon((Win(0, 3), Win(1, 4)), None),
    "four winners": HandWon(tuple(Win(s, 1) for s in range(4)), 0),
    "seat 4": HandWon((Win(4, 3),), 0),
    "seat -1": HandWon((Win(-1, 3),), 0),
    "payer 7": HandWon((Win(0, 3),), 7),
    "true is no seat": HandWon((Win(True, 3),), 0),
    "fan -1": HandWon((Win(0, -1),), 1),
    "fan huge": HandWon((Win(0, LIMIT + 1),), 1),
    "fan of 5000 digits": HandWon((Win(0, HUGE),), 1),
    "fan 1.5": HandWon((Win(0, 1.5),), 1),
    "fan None": HandWon((Win(0, None),), 1),
    "chop of nothing": Chopped(1, 0),
    "chop of himself": Chopped(1, 1),
    "decline of nothing": ChopDeclined(1, 0),
    "all pay all": InstantPayment(None, None, 3),
    "pays himself": InstantPayment(2, 2, 3),
    "pays nothing": InstantPayment(1, 2, 0),
    "pays -3": InstantPayment(1, 2, -3),
    "pays too much": InstantPayment(1, 2, LIMIT + 1),
    "wrong count": ChipsCounted(0, 1),
    "undo of the start": Undone(0),
    "undo of the future": Undone(9),
    "undo of itself": Undone(1),
    "correction of nothing": Corrected(5, HandDrawn()),
    "correction by a start": Corrected(0, HandDrawn()),
    "start again": START,
    "nothing": None,
    "a word": "draw",
}


@pytest.mark.parametrize("event", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_each_is_refused_in_one_clear_line_and_moves_nothing(event) -> None:
    entries = [Entry(0, "", START), Entry(1, "", event), Entry(2, "", HandWon((Win(0, 10),), 1))]
    night = fold(entries)
    assert [problem.number for problem in night.problems] == [1]
    said = str(night.problems[0].reason), str(night.problems[0].fits)
    assert all(text and "\n" not in text and len(text) < 200 for text in said)
    assert [record.number for record in night.records] == [2]
    assert night.projected == (16, -16, 0, 0)
    assert check(entries[:1], event) is not None


BAD_STARTS = {
    "same names": NightStarted(("甲", "甲", "丙", "丁"), 5, 1),
    "an empty name": NightStarted(("甲", "", "丙", "丁"), 5, 1),
    "a blank name": NightStarted(("甲", "  ", "丙", "丁"), 5, 1),
    "all": NightStarted(("甲", "all", "丙", "丁"), 5, 1),
    "two lines": NightStarted(("甲", "a\nb", "丙", "丁"), 5, 1),
    "three names": NightStarted(("甲", "乙", "丙"), 5, 1),
    "a very long name": NightStarted(("甲" * 1000, "乙", "丙", "丁"), 5, 1),
    "base -1": NightStarted(("甲", "乙", "丙", "丁"), -1, 1),
    "per fan 0": NightStarted(("甲", "乙", "丙", "丁"), 5, 0),
    "huge": NightStarted(("甲", "乙", "丙", "丁"), HUGE, 1),
    "chop at 1": NightStarted(("甲", "乙", "丙", "丁"), 5, 1, options=Options(chop_at=1)),
    "five rounds": NightStarted(("甲", "乙", "丙", "丁"), 5, 1, options=Options(rounds=5)),
    "a word no option has": NightStarted(("甲", "乙", "丙", "丁"), 5, 1, options=Options(chop="maybe")),
}


@pytest.mark.parametrize("start", BAD_STARTS.values(), ids=BAD_STARTS)
def test_a_bad_start_is_a_problem_and_can_be_corrected(start) -> None:
    entries = [Entry(0, "", start), Entry(1, "", HandDrawn())]
    night = fold(entries)
    assert not night.started and [p.number for p in night.problems] == [0, 1]
    assert check([], start) is not None
    mended = fold([*entries, Entry(2, "", Corrected(0, START))])
    assert mended.started and mended.players == START.players and mended.problems == ()
    assert mended.hand_number == 2


def test_debts_may_grow_beyond_all_bounds() -> None:
    """A debt that is rolled for a whole year has more digits than Python likes to print; the fold goes on."""
    folder = Folder([Entry(0, "", START)])
    for _ in range(400):
        assert isinstance(folder.offer(HandWon((Win(0, LIMIT),), 1)), Entry)
    assert folder.night.debts[0].pulls == 400
    assert folder.night.debts[0].amount > 10**70
    assert sum(folder.night.projected) == 0


def test_the_numbers_of_events_only_grow() -> None:
    night = fold(
        [Entry(0, "", START), Entry(2, "", HandDrawn()), Entry(2, "", HandDrawn()), Entry(1, "", HandDrawn())]
    )
    assert [p.number for p in night.problems] == [1, 2]
    assert night.hand_number == 2 and night.last_number == 2


def test_deep_nesting_of_corrections_is_refused() -> None:
    event = HandDrawn()
    for _ in range(sys.getrecursionlimit() * 2):
        event = Corrected(1, event)
    night = fold([Entry(0, "", START), Entry(1, "", HandDrawn()), Entry(2, "", event)])
    assert [p.number for p in night.problems] == [2]
