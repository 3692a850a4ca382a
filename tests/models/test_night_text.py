"""The text form: grammar, quoting, widths of space, bad lines by line, counted tiles, writing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.event_checks import Refusal
from models.events import (
    ChipsCounted,
    ChopDeclined,
    Chopped,
    Corrected,
    Entry,
    HandDrawn,
    HandWon,
    InstantPayment,
    Item,
    NightStarted,
    Undone,
    Win,
)
from models.messages import msg
from models.night import fold
from models.night_text import event_line, parse, write
from models.text_lines import quote, split

HEAD = "night 2026-11-29 base 5 per-fan 1 players 甲 乙 丙 丁\n"


def events(text: str, **kwargs) -> list:
    parsed = parse(HEAD + text, **kwargs)
    assert parsed.problems == (), [str(p.reason) for p in parsed.problems]
    return [entry.event for entry in parsed.entries[1:]]


def problem(text: str, head: str = HEAD, **kwargs):
    parsed = parse(head + text, **kwargs)
    assert len(parsed.problems) == 1, parsed.problems
    return parsed.problems[0]


@pytest.mark.parametrize(
    "line, event",
    [
        ("win 甲 from 丙 10", HandWon((Win(0, 10),), 2)),
        ("win 甲 10 from 丙", HandWon((Win(0, 10),), 2)),
        ("win 甲 10, 丁 8 from 丙", HandWon((Win(0, 10), Win(3, 8)), 2)),
        ("win 甲 10，丁 8，乙 0 from 丙", HandWon((Win(0, 10), Win(3, 8), Win(1, 0)), 2)),
        ("win 甲 self-draw 6", HandWon((Win(0, 6),), None)),
        ("win\u3000甲\u3000from\u3000丙\u3000１０", HandWon((Win(0, 10),), 2)),
        ("\t win  甲\tfrom 丙   10   # words", HandWon((Win(0, 10),), 2)),
        ('win "甲" from "丙" 10', HandWon((Win(0, 10),), 2)),
        ("draw", HandDrawn()),
        ("pay 丙 to 丁 30", InstantPayment(2, 3, 30)),
        ("pay all to 丁 35 八仙過海", InstantPayment(None, 3, 35, "八仙過海")),
        ("pay 乙 to all 20 詐糊, 三家  each # not this", InstantPayment(1, None, 20, "詐糊, 三家  each")),
        ('pay 乙 to all 20 "no # comment"', InstantPayment(1, None, 20, "no # comment")),
        ("count 甲 0", ChipsCounted(0, 0)),
        ("count 甲 −0", ChipsCounted(0, 0)),
        ("count 甲 +0", ChipsCounted(0, 0)),
    ],
)
def test_a_line(line: str, event) -> None:
    assert events(line) == [event]


def test_chop_decline_undo_settle() -> None:
    text = "win 甲 from 乙 0\n" * 3
    assert events(text + "chop 乙 to 甲")[-1] == Chopped(1, 0)
    assert events(text + "decline 乙 to 甲")[-1] == ChopDeclined(1, 0)
    parsed = parse(HEAD + text + "undo\nundo\nwin 甲 from 乙 1\nundo\nsettle\ncount 甲 6\n")
    assert parsed.problems == ()
    assert [e.event for e in parsed.entries if isinstance(e.event, Undone)] == [
        Undone(3),
        Undone(2),
        Undone(6),
    ]
    assert parsed.night.totals == (6, -6, 0, 0)


def test_numbers_are_those_of_accepted_lines() -> None:
    parsed = parse(
        HEAD + "# a comment\n\nwin 甲 from 甲 3\ndraw\nchop 甲 to 乙\nundo\ncount 甲 0\ncount 甲 9\nsettle\n"
    )
    assert [(p.line, p.text) for p in parsed.problems] == [
        (4, "win 甲 from 甲 3"),
        (6, "chop 甲 to 乙"),
        (9, "count 甲 9"),
    ]
    assert [(e.number, type(e.event).__name__) for e in parsed.entries] == [
        (0, "NightStarted"),
        (1, "HandDrawn"),
        (2, "Undone"),
        (3, "ChipsCounted"),
        (4, "NightSettled"),
    ]


@pytest.mark.parametrize(
    "line, reason",
    [
        ("win 甲 from 戊 10", "no player is called 戊"),
        ("win 甲 from 甲 10", "the winner cannot pay himself"),
        ("win 甲 3, 甲 4 from 乙", "a player wins twice in one hand"),
        ("win 甲 3, 乙 4 from 乙", "the winner cannot pay himself"),
        ("win 甲 from 乙 -1", "the fan cannot be -1"),
        ("win 甲 from 乙 1.5", "the fan cannot be 1.5"),
        ("win 甲 from 乙 ten", "the fan cannot be ten"),
        ("win 甲 from 乙 1000000001", "the fan cannot be 1000000001"),
        ("win 甲 from 乙 " + "9" * 5000, "the fan cannot be 9999"),
        ("win 甲 from 乙", "the line is not complete"),
        ("win 甲 from 乙 10 20", "20 is too much"),
        ("win 甲, 10 from 乙", "a comma stands where a word is missing"),
        ("win 甲 10 乙 8 from 丙", "乙 stands where from should"),
        ("win 甲 6 self-draw", "self-draw stands where from should"),
        ("win 甲 3, 乙 4 self-draw", "self-draw stands where from should"),
        ("win", "the line is not complete"),
        ("Win 甲 from 乙 10", "Win begins no line"),
        ('"win" 甲 from 乙 10', "win begins no line"),
        ("draw now", "now is too much"),
        ("chop 甲 to 乙", "甲 owes 乙 nothing"),
        ("chop 甲 乙", "乙 stands where to should"),
        ("pay 甲 to 甲 5", "nobody pays himself"),
        ("pay all to all 5", "all cannot pay all"),
        ("pay 甲 to 乙 0", "a payment cannot be 0"),
        ("pay 甲 to 乙 -5", "a payment cannot be -5"),
        ('pay "all" to 乙 5', "no player is called all"),
        ("count 甲 1", "甲 has 0 by the book, not 1"),
        ("count all 1", "no player is called all"),
        ("count 甲 x", "a count cannot be x"),
        ("undo", "there is nothing to take back"),
        ("undo 3", "3 is too much"),
        ("night 2026-11-29 base 5 per-fan 1 players 甲 乙 丙 丁", "the night has already begun"),
        ("option nonsense = 3", "there is no option nonsense"),
        ("option chop_at = 1", "1 is no value of chop_at"),
        ("option chop = maybe", "maybe is no value of chop"),
        ("option chop", "an option has a name, an equals sign and a value"),
        ("option draw_keeps_dealer = True", "True is no value of draw_keeps_dealer"),
        ("option rounds = 5", "5 is no value of rounds"),
        ("option rounds = 0", "0 is no value of rounds"),
        ("option rules =", "∅ is no value of rules"),
        ("something else", "something begins no line"),
        ('win 甲 from 乙 "123m"', "hands given as tiles cannot be counted here"),
    ],
)
def test_a_line_that_cannot_be(line: str, reason: str) -> None:
    bad = problem(line + "\ndraw\n")
    assert bad.line == 2 and bad.text == line
    assert reason in str(bad.reason)
    assert str(bad.fits)
    assert len(str(bad.reason)) < 150
    assert parse(HEAD + line + "\ndraw\n").night.hand_number == 2


def test_a_count_may_be_a_loss() -> None:
    """What is offered in place of a count that cannot be takes a loss, as the line does."""
    assert "-" in str(problem("count 甲 x").fits)
    assert events("win 甲 from 乙 1\nsettle\ncount 乙 -7\n")[-1] == ChipsCounted(1, -7)


@pytest.mark.parametrize(
    "line",
    [
        "night 2026-11-29 base 5 per-fan 1 players 甲 乙 丙",
        "night 2026-11-29 base 5 per-fan 1 players 甲 乙 丙 丁 戊",
        "night 2026-11-29 base 5 per-fan 1 players 甲 乙 丙 甲",
        "night 2026-11-29 base 5 per-fan 1 players 甲 乙 丙 all",
        'night 2026-11-29 base 5 per-fan 1 players 甲 乙 丙 ""',
        "night 2026-13-29 base 5 per-fan 1 players 甲 乙 丙 丁",
        "night today base 5 per-fan 1 players 甲 乙 丙 丁",
        "night 2026-11-29 base -1 per-fan 1 players 甲 乙 丙 丁",
        "night 2026-11-29 base 5 per-fan 0 players 甲 乙 丙 丁",
        "night 2026-11-29 base x per-fan 1 players 甲 乙 丙 丁",
        "night 2026-11-29 per-fan 1 base 5 players 甲 乙 丙 丁",
        "night",
        "draw",
    ],
)
def test_a_start_that_cannot_be(line: str) -> None:
    parsed = parse(line + "\n" + "draw\n")
    assert [p.line for p in parsed.problems] == [1, 2]
    assert not parsed.night.started and parsed.entries == ()
    again = parse(line + "\n" + HEAD + "draw\n")
    assert [p.line for p in again.problems] == [1] and again.night.hand_number == 2


def test_names_in_quotes() -> None:
    head = 'night 2026-11-29 base 5 per-fan 1 players "Ah Kwan" "a,b" "c#d" "say ""hi"""\n'
    parsed = parse(head + 'win "Ah Kwan" 3, "a,b" 4 from "c#d"\nwin "say ""hi""" self-draw 1\n')
    assert parsed.problems == ()
    assert parsed.night.players == ("Ah Kwan", "a,b", "c#d", 'say "hi"')
    assert write(parsed.night).splitlines()[0] + "\n" == head
    assert write(parse(write(parsed.night)).night) == write(parsed.night)


def test_names_may_be_words_of_the_language() -> None:
    head = "night 2026-11-29 base 5 per-fan 1 players from self-draw to 3\n"
    parsed = parse(
        head + "win from from to 10\nwin self-draw self-draw 6\nwin 3 7 from to\npay to to from 5 to all\n"
    )
    assert parsed.problems == ()
    assert [e.event for e in parsed.entries[1:]] == [
        HandWon((Win(0, 10),), 2),
        HandWon((Win(1, 6),), None),
        HandWon((Win(3, 7),), 2),
        InstantPayment(2, 0, 5, "to all"),
    ]


def test_options_only_before_the_first_event() -> None:
    good = parse(HEAD + "option chop=off\noption chop_at ＝ 4\ndraw\n")
    assert good.problems == () and good.night.options.chop == "off" and good.night.options.chop_at == 4
    late = problem("draw\noption chop = off\n")
    assert late.line == 3 and "before the first event" in str(late.reason)
    # a line that cannot be is no event, and neither is what was refused
    still = parse(HEAD + "chop 甲 to 乙\noption chop = off\ndraw\n")
    assert [p.line for p in still.problems] == [2] and still.night.options.chop == "off"


def test_rule_sets_are_asked_about() -> None:
    def rules(name: str) -> Refusal | None:
        return None if name == "my own.toml" else Refusal(msg("no such rules"), msg("some"))

    assert events('option rules = "my own.toml"\ndraw', rules=rules) == [HandDrawn()]
    assert str(problem("option rules = nonsense\n", rules=rules).reason) == "no such rules"


def test_tiles_are_counted_with_what_the_night_knows() -> None:
    asked = []

    def count(hand):
        asked.append(hand)
        return (
            Refusal(msg("no win"), msg("a win"))
            if hand.hand == "1m"
            else Win(hand.winner, 7, hand.hand, hand.words)
        )

    text = "option double_ron_fan = 5\noption triple_ron_fan = 10\ndraw\n"
    got = events(
        text
        + 'win 乙 self-draw "123m | last_tile"\n'
        + 'win 乙 "123m", 丙 9 from 甲\n'
        + 'win 乙 "123m", 丙 9, 丁 "2m|" from 甲\n'
        + 'win 丁 from 甲 "3m"\n',
        count=count,
    )
    assert [[win.fan for win in event.wins] for event in got[1:]] == [[7], [12, 9], [17, 9, 17], [7]]
    assert [[win.counted for win in event.wins] for event in got[1:]] == [
        [7],
        [12, None],
        [17, None, 17],
        [7],
    ]
    assert [
        (h.winner, h.hand, h.words, h.seat, h.round, h.dealer, h.self_draw, h.winners) for h in asked
    ] == [
        (1, "123m", "last_tile", 0, 0, 0, True, 1),
        (1, "123m", "", 0, 0, 1, False, 2),
        (1, "123m", "", 0, 0, 2, False, 3),
        (3, "2m", "", 2, 0, None, False, 3),
        (3, "3m", "", 2, 0, None, False, 1),
    ]
    assert str(problem('win 甲 from 乙 "1m"\n', count=count).reason) == "no win"


def test_the_nearest_alone_has_no_double_ron_fan() -> None:
    text = "option multi_ron = nearest\noption double_ron_fan = 5\n"
    got = events(text + 'win 甲 "1s", 丁 "2s" from 丙\n', count=lambda hand: Win(hand.winner, 7, hand.hand))
    assert [win.fan for win in got[0].wins] == [7, 7]


def test_written_out_is_what_stands() -> None:
    entries = [
        Entry(0, "", NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29")),
        Entry(1, "", HandWon((Win(0, 3),), 1)),
        Entry(2, "", HandWon((Win(0, 4, "123m +5s", "last_tile", (Item("x", 4, 1, "甲", "a"),)),), 1)),
        Entry(3, "", HandDrawn()),
        Entry(4, "", Corrected(1, HandWon((Win(2, 30),), None))),
        Entry(5, "", Undone(3)),
        Entry(6, "", InstantPayment(0, None, 3, "two\nlines")),
        Entry(7, "", ChipsCounted(0, 77)),
    ]
    assert write(entries).splitlines() == [
        "night 2026-11-29 base 5 per-fan 1 players 甲 乙 丙 丁",
        "win 丙 self-draw 30",
        "win 甲 from 乙 4  # 甲: 123m +5s | last_tile",
        "pay 甲 to all 3 two lines",
    ]
    assert parse(write(entries)).night.position == fold(entries).position


def test_options_that_differ_are_written() -> None:
    text = (
        HEAD
        + 'option chop = auto\noption draw_keeps_dealer = true\noption rounds = 2\noption rules = "a b"\ndraw\n'
    )
    assert write(parse(text).night) == text


def test_a_night_without_a_date() -> None:
    text = write([Entry(0, "", NightStarted(("甲", "乙", "丙", "丁"), 5, 1)), Entry(1, "", HandDrawn())])
    assert text.startswith("night - base") and parse(text).night.start.date == ""


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    for whole in (
        text,
        HEAD + text,
        HEAD + "option " + text,
        HEAD + "win " + text,
        HEAD + "pay 甲 to 乙 5 " + text,
    ):
        parsed = parse(whole)
        for bad in parsed.problems:
            assert 1 <= bad.line <= whole.count("\n") + 1 and str(bad.reason) and str(bad.fits)
        assert write(parsed.night) == write(parse(write(parsed.night)).night)


@settings(max_examples=300, deadline=None)
@given(
    st.text(alphabet=st.characters(blacklist_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=20)
)
def test_a_quoted_word_is_one_word(text: str) -> None:
    tokens = split(f"win {quote(text)} from").tokens
    assert [token.text for token in tokens] == ["win", text, "from"]


def test_event_lines() -> None:
    players = ("甲", "a b", "丙", "丁")
    assert event_line(players, HandWon((Win(1, 3), Win(2, 4)), 0)) == 'win "a b" 3, 丙 4 from 甲'
    assert event_line(players, ChopDeclined(1, 0)) == 'decline "a b" to 甲'
