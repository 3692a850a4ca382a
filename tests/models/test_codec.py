"""Events as JSON: the same event back, the same text always, and nothing else let in."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models import codec, events
from models.codec import CodecError
from models.events import (
    Corrected,
    Entry,
    HandDrawn,
    HandWon,
    InstantPayment,
    Item,
    NightStarted,
    Options,
    Win,
)
from tests.models import event_strategies


@given(event_strategies.events)
@settings(max_examples=400, deadline=None)
def test_every_event_comes_back(event) -> None:
    text = codec.dumps(event)
    assert "\n" not in text
    assert codec.loads(text) == event
    assert codec.loads(text.encode()) == event
    assert codec.dumps(codec.loads(text)) == text
    assert codec.decode(codec.encode(event)) == event


@given(event_strategies.entries)
@settings(max_examples=100, deadline=None)
def test_every_entry_comes_back(entry: Entry) -> None:
    assert codec.decode_entry(json.loads(codec.to_text(codec.encode_entry(entry)))) == entry


def test_every_kind_of_event_has_a_word() -> None:
    table = set(get_args(events.TableEvent))
    assert set(codec.KINDS.values()) == table | {NightStarted, Corrected, events.Undone}


def test_the_written_form() -> None:
    """Books of old must be readable for ever: a change here needs a new form number and a way up from this one."""
    won = HandWon((Win(0, 10, "123m", "seat 1z", (Item("a", 3, 1, "甲", "A"),), 9, "hk@ab"), Win(3, 8)), 2)
    assert codec.dumps(Corrected(4, won)) == (
        '{"kind":"corrected","v":1,"number":4,"event":{"kind":"hand_won","v":1,"wins":['
        '{"winner":0,"fan":10,"hand":"123m","context":"seat 1z","items":[{"id":"a","fan":3,"count":1,"zh":"甲","en":"A"}],'
        '"counted":9,"rules":"hk@ab"},'
        '{"winner":3,"fan":8,"hand":"","context":"","items":[],"counted":null,"rules":""}],"payer":2}}'
    )
    assert json.loads(codec.dumps(NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29"))) == {
        "kind": "night_started",
        "v": 1,
        "players": ["甲", "乙", "丙", "丁"],
        "base": 5,
        "per_fan": 1,
        "date": "2026-11-29",
        "options": dataclasses.asdict(Options()),
        "rules_fingerprint": "",
        "group": "",
    }


def test_an_absent_optional_field_has_its_default() -> None:
    assert codec.loads('{"kind":"hand_won","v":1,"wins":[{"winner":0,"fan":3}],"payer":null}') == HandWon(
        (Win(0, 3),), None
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ('{"kind":"hand_drawn","v":1}}', "not JSON"),
        ("\x00", "not JSON"),
        ("[1]", "expected an object"),
        ("3", "expected an object"),
        ("null", "expected an object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"kind":"hand_drawn"}', "version"),
        ('{"kind":"hand_drawn","v":0}', "version"),
        ('{"kind":"hand_drawn","v":"1"}', "version"),
        ('{"kind":"hand_drawn","v":true}', "version"),
        ('{"kind":"rain","v":1}', "no such event: rain"),
        ('{"kind":["hand_drawn"],"v":1}', "no such event"),
        ('{"v":1}', "no such event"),
        ('{"kind":"hand_drawn","v":1,"extra":1}', "unknown field extra"),
        ('{"kind":"chopped","v":1,"debtor":1}', "creditor"),
        ('{"kind":"chopped","v":1,"debtor":1,"creditor":"0"}', "$.creditor: expected `int`, got `str`"),
        ('{"kind":"chopped","v":1,"debtor":1,"creditor":true}', "$.creditor"),
        ('{"kind":"chopped","v":1,"debtor":1,"creditor":1.0}', "$.creditor"),
        ('{"kind":"chopped","v":1,"debtor":1,"creditor":null}', "$.creditor"),
        ('{"kind":"chopped","v":1,"debtor":1,"creditor":NaN}', "$.creditor"),
        ('{"kind":"hand_won","v":1,"wins":[{"winner":0,"fan":"x"}],"payer":1}', "$.wins[0].fan"),
        (
            '{"kind":"hand_won","v":1,"wins":[{"winner":0,"fan":1,"tai":2}],"payer":1}',
            "$.wins[0]: unknown field tai",
        ),
        (
            '{"kind":"hand_won","v":1,"wins":[{"winner":0,"fan":1,"items":[{"id":"a","fan":1,"count":1,"zh":"","en":"","x":0}]}],"payer":1}',
            "$.wins[0].items[0]: unknown field x",
        ),
        ('{"kind":"hand_won","v":1,"wins":{"winner":0},"payer":1}', "$"),
        ('{"kind":"night_started","v":1,"players":["a","b","c"],"base":1,"per_fan":1}', "$.players"),
        (
            '{"kind":"night_started","v":1,"players":["a","b","c","d"],"base":1,"per_fan":1,"options":{"house":1}}',
            "$.options: unknown field house",
        ),
        ('{"kind":"corrected","v":1,"number":1,"event":{"kind":"undone","v":1,"number":0}}', "$.event"),
        ('{"kind":"corrected","v":1,"number":"1","event":{"kind":"hand_drawn","v":1}}', "$.number"),
        ('{"kind":"corrected","v":1,"number":1}', "$.event: expected an object"),
        (
            '{"kind":"corrected","v":1,"number":1,"event":{"kind":"hand_drawn","v":1},"why":1}',
            "unknown field why",
        ),
        ('{"kind":"undone","v":1,"number":' + "9" * 5000 + "}", "not JSON"),
    ],
)
def test_what_is_no_event_is_refused_with_its_place(text: str, says: str) -> None:
    with pytest.raises(CodecError) as caught:
        codec.loads(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not caught.value.newer


def test_a_newer_form_is_told_apart() -> None:
    for text in (
        '{"kind":"rain","v":2}',
        '{"kind":"corrected","v":1,"number":1,"event":{"kind":"hand_drawn","v":2}}',
    ):
        with pytest.raises(CodecError) as caught:
            codec.loads(text)
        assert caught.value.newer


def test_half_a_character_is_refused_when_written() -> None:
    with pytest.raises(CodecError, match="not Unicode"):
        codec.dumps(InstantPayment(0, 1, 5, "\ud83c"))


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({"number": -1, "at": "", "event": {"kind": "hand_drawn", "v": 1}}, "$.number"),
        ({"number": True, "at": "", "event": {"kind": "hand_drawn", "v": 1}}, "$.number"),
        ({"number": 1, "at": 5, "event": {"kind": "hand_drawn", "v": 1}}, "$.at"),
        ({"number": 1, "at": "", "event": {"kind": "hand_drawn", "v": 1}, "by": "me"}, "unknown field by"),
        (
            {"number": 1, "at": "", "event": {"kind": "chopped", "v": 1, "debtor": "x", "creditor": 1}},
            "$.event.debtor",
        ),
        ({"number": 1, "at": ""}, "$.event"),
        (None, "expected an object"),
    ],
)
def test_what_is_no_entry_is_refused(value: object, says: str) -> None:
    with pytest.raises(CodecError) as caught:
        codec.decode_entry(value)
    assert says in str(caught.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)


@given(json_values)
@settings(max_examples=300, deadline=None)
def test_any_value_is_an_event_or_a_clear_refusal(value: object) -> None:
    with pytest.raises(CodecError):
        codec.decode(value)


@given(event_strategies.events, st.randoms(use_true_random=False), json_values)
@settings(max_examples=400, deadline=None)
def test_a_damaged_event_is_another_event_or_a_clear_refusal(
    event, chance: random.Random, value: object
) -> None:
    body = json.loads(codec.dumps(event))
    place = body
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(place[key], dict | list) and place[key] and chance.random() < 0.7:
            place = place[key]
            continue
        if chance.random() < 0.3:
            del place[key]
        else:
            place[key] = value
        break
    try:
        found = codec.decode(body)
    except CodecError as error:
        assert str(error)
    else:
        assert codec.decode(codec.encode(found)) == found


@given(st.binary(max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_refused_clearly(data: bytes) -> None:
    with pytest.raises(CodecError):
        codec.loads(data)


def test_a_drawn_hand_is_short() -> None:
    assert codec.dumps(HandDrawn()) == '{"kind":"hand_drawn","v":1}'
