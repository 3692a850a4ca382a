"""The key-by-key grammar of a hand, without a screen."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.events import HandWon, Item, Win
from tui import recording
from tui.recording import Draft, Stage


def typed(keys: str, draft: Draft | None = None) -> recording.Step:
    """Types ``keys``; ⏎ is Enter and ⌫ Backspace. Fails on a refusal before the last key."""
    step = recording.Step(draft or Draft())
    for key in keys:
        assert step.refusal is None and step.event is None, (keys, key, step)
        if key == "⏎":
            step = recording.enter(step.draft)
        elif key == "⌫":
            step = recording.Step(recording.back(step.draft))
        else:
            step = recording.press(step.draft, key)
    return step


@pytest.mark.parametrize(
    ("keys", "event"),
    [
        ("1210⏎", HandWon((Win(0, 10),), 1)),
        ("430⏎", HandWon((Win(3, 0),), 2)),
        ("2z14⏎", HandWon((Win(1, 14),), None)),
        ("114310⏎8⏎", HandWon((Win(0, 10), Win(3, 8)), 2)),
        ("1+4310⏎8⏎", HandWon((Win(0, 10), Win(3, 8)), 2)),
        ("1122341⏎2⏎3⏎", HandWon((Win(0, 1), Win(1, 2), Win(2, 3)), 3)),
        ("12007⏎", HandWon((Win(0, 7),), 1)),
        ("129999⏎", HandWon((Win(0, 9999),), 1)),
        ("12⌫310⏎", HandWon((Win(0, 10),), 2)),
        ("1⌫2310⏎", HandWon((Win(1, 10),), 2)),
        ("1215⌫0⏎", HandWon((Win(0, 10),), 1)),
        ("11⌫210⏎", HandWon((Win(0, 10),), 1)),
        ("114310⏎⌫⌫⌫5⏎8⏎", HandWon((Win(0, 5), Win(3, 8)), 2)),
    ],
)
def test_keys_make_the_hand(keys, event):
    assert typed(keys).event == event


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("9", "winner"),
        ("5", "winner"),
        ("⏎", "winner"),
        ("19", "dealt in"),
        ("1⏎", "dealt in"),
        ("111", "among the winners"),
        ("112z", "one winner"),
        ("112231", "fourth pays"),
        ("12-", "less than 0"),
        ("121.", "Whole fan"),
        ("12q", "Only digits"),
        ("12⏎", "How many fan"),
        ("1212345", "at most 9999"),
    ],
)
def test_nonsense_is_refused_in_one_line_and_loses_nothing(keys, words):
    before = typed(keys[:-1]).draft
    step = typed(keys)
    assert step.event is None
    assert step.refusal is not None and words in str(step.refusal) and "\n" not in str(step.refusal)
    assert step.draft == before


def test_backspace_undoes_every_key_to_the_empty_line():
    for keys in ("1210", "2z14", "114310⏎8", "1122347⏎8⏎9"):
        draft = typed(keys).draft
        for _ in range(len(keys) + 3):
            draft = recording.back(draft)
        assert draft == Draft(), keys


def test_a_counted_hand_stays_beside_a_number_typed_over_it():
    counted = Win(
        0, 12, hand="11m", context="", items=(Item("x", 12, 1, "甲", "a"),), counted=12, rules="hk@1"
    )
    draft = recording.with_hand(typed("12").draft, counted, 1)
    assert recording.enter(draft).event == HandWon((counted,), 1)
    over = typed("15⏎", draft).event
    assert over is not None
    assert (over.wins[0].fan, over.wins[0].counted, over.wins[0].hand) == (15, 12, "11m")


def test_who_fed_the_big_kong_pays_alone():
    counted = Win(0, 12, hand="11m")
    draft = recording.with_hand(typed("1z").draft, counted, 2)
    assert recording.enter(draft).event == HandWon((counted,), 2)


def test_a_recorded_hand_is_typed_again_for_its_correction():
    event = HandWon((Win(0, 10), Win(3, 8)), 2)
    draft = recording.of_event(event)
    assert draft.stage is Stage.FAN
    assert recording.enter(draft).event == event


def test_preview_follows_what_is_typed():
    assert recording.so_far(typed("12").draft) is None
    assert recording.so_far(typed("121").draft) == HandWon((Win(0, 1),), 1)
    assert recording.so_far(typed("114310⏎").draft) == HandWon((Win(0, 10),), 2)


@given(st.lists(st.sampled_from([*"01234567899zz+-.xh", "⏎", "⏎", "⌫"]), max_size=40))
@settings(max_examples=300, deadline=None)
def test_whatever_is_typed_only_hands_that_can_be_come_out(keys):
    draft = Draft()
    for key in keys:
        if key == "⌫":
            draft = recording.back(draft)
            continue
        step = recording.enter(draft) if key == "⏎" else recording.press(draft, key)
        draft = step.draft
        if step.refusal is not None:
            assert step.event is None
        if step.event is not None:
            winners = [win.winner for win in step.event.wins]
            assert 1 <= len(winners) <= 3 and len(set(winners)) == len(winners)
            assert step.event.payer not in winners
            assert step.event.payer is not None or len(winners) == 1
            assert all(0 <= win.fan <= 9999 for win in step.event.wins)
            assert recording.enter(recording.of_event(step.event)).event == step.event
            draft = Draft()
