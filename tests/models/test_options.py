"""The options as a table: defaults, values, presets, what matters beside what."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.events import Options
from models.options import (
    BY_NAME,
    OPTIONS,
    PRESETS,
    OptionProblem,
    changed,
    check,
    differing,
    matters,
    parse,
    preset_of,
    refusal,
    title_of,
    whole_number,
    write,
)


def test_the_table_is_the_events_options() -> None:
    assert [option.name for option in OPTIONS] == [field.name for field in fields(Options)]
    for option in OPTIONS:
        assert getattr(Options(), option.name) == option.default
        assert type(getattr(Options(), option.name)) is type(option.default)
        if option.choices:
            assert option.choices[0].value == option.default  # the default comes first


VALUES = {
    "rounding": ["winner", "half_up"],
    "chop": ["ask", "auto", "off"],
    "chop_again": ["any_time", "after_more_pulls"],
    "outsider_win": ["settle", "hold"],
    "bystander_on_multi_ron": ["hold", "settle"],
    "multi_ron": ["all", "nearest"],
    "self_draw": ["pulled", "settled"],
    "settlement": ["lai", "cash"],
    "dealer_fan": ["on", "off"],
    "draw_keeps_dealer": ["false", "true"],
    "rounds": ["open", "1", "2", "3", "4"],
}


@pytest.mark.parametrize("name", VALUES)
def test_every_value_goes_in_and_out(name: str) -> None:
    assert [choice.text for choice in BY_NAME[name].choices] == VALUES[name]
    for text in VALUES[name]:
        value = parse(name, f" {text} ")
        assert not isinstance(value, OptionProblem)
        assert write(name, value) == text and refusal(name, value) is None and str(title_of(name, value))


def test_numbers_and_words() -> None:
    assert parse("chop_at", "2") == 2 and parse("chop_at", "５") == 5
    assert isinstance(parse("chop_at", "1"), OptionProblem)
    assert parse("double_ron_fan", "0") == 0 and isinstance(parse("triple_ron_fan", "-1"), OptionProblem)
    assert parse("rules", "taiwan") == "taiwan" and isinstance(parse("rules", "  "), OptionProblem)
    assert (
        write("chop_at", 4) == "4"
        and write("draw_keeps_dealer", True) == "true"
        and write("rounds", 1) == "1"
    )


def test_presets() -> None:
    assert PRESETS["hk"].options == Options()
    taiwan = PRESETS["taiwan"].options
    assert differing(taiwan) == {"settlement": "cash", "draw_keeps_dealer": True, "rules": "taiwan"}
    assert preset_of(taiwan) == "taiwan" and preset_of(Options()) == "hk"
    assert preset_of(changed(Options(), "chop", "off")) is None


def test_what_matters_beside_what() -> None:
    cash = PRESETS["taiwan"].options
    assert [o.name for o in OPTIONS if not matters(o.name, cash)] == [
        "rounding",
        "chop",
        "chop_at",
        "chop_again",
        "outsider_win",
        "bystander_on_multi_ron",
        "self_draw",
    ]
    assert all(matters(o.name, Options()) for o in OPTIONS)
    assert not matters("chop_at", changed(Options(), "chop", "off"))
    assert matters("chop_at", changed(Options(), "chop", "auto"))
    assert not matters("chop_again", changed(Options(), "chop", "auto"))


def test_checked_whole() -> None:
    assert check(Options()) is None
    for wrong in (
        Options(chop_at=True),
        Options(rounds=False),
        Options(draw_keeps_dealer=1),
        Options(rules=""),
        None,
        3,
    ):
        assert isinstance(check(wrong), OptionProblem)


@given(st.text(max_size=60))
def test_any_text_is_parsed(text: str) -> None:
    for option in OPTIONS:
        value = parse(option.name, text)
        if isinstance(value, OptionProblem):
            assert str(value.reason) and str(value.fits)
        else:
            assert refusal(option.name, value) is None
    assert isinstance(parse("no such", text), OptionProblem)
    number = whole_number(text)
    assert number is None or abs(number) < 10**40
