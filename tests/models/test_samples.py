"""The sample hands: what they say they show, the engine finds in them."""

from __future__ import annotations

import pytest

from models import fan_words, samples
from models.rules import builtin_names, load, with_switch, with_values

HK, TAIWAN = load("hk"), load("taiwan")


def rules_of(sample):
    return TAIWAN if sample.rules == "taiwan" else HK


def test_ids_are_unique_and_titles_are_in_both_languages():
    every = samples.load()
    assert len({s.id for s in every}) == len(every) >= 40
    for sample in every:
        assert sample.zh and sample.en and sample.zh != sample.en
        assert sample.title(True) == sample.zh and sample.title(False) == sample.en


@pytest.mark.parametrize("sample", samples.load(), ids=lambda s: s.id)
def test_every_sample_wins_where_it_is_told_for(sample):
    worth = samples.worth(sample, rules_of(sample))
    if sample.id == "orphans-rob":  # a win under the other value of its switch only
        assert worth.total is None and worth.why is not None
        assert samples.worth(sample, with_switch(HK, "rob_concealed_kong_for_orphans=true")).total == 82
    else:
        assert worth.total is not None and worth.total == sum(item.fan for item in worth.items)


@pytest.mark.parametrize("table", ["hk", "taiwan"])
def test_a_fan_s_sample_has_that_fan(table):
    rules = HK if table == "hk" else TAIWAN
    for row in rules.rows:
        named = fan_words.words(row, table).sample
        if named:
            sample = samples.by_id(named)
            assert sample is not None, named
            paid = {item.id for item in samples.worth(sample, rules).items}
            assert row.id in paid, (row.id, named, paid)


def test_effects_say_by_how_much():
    found = {e.sample.id: e for e in samples.effects(HK, with_switch(HK, "honor_scoring=graded"))}
    assert found["seat-wind"].change == 1
    assert found["double-wind"].change == 2
    assert "all-simples" not in found
    assert all(e.change for e in found.values())


def test_effects_of_a_row_switched_off():
    (effect,) = samples.effects(HK, with_values(HK, {"all_melded": False}))
    assert (effect.sample.id, effect.before.total, effect.after.total) == ("all-melded", 18, 3)


def test_a_hand_that_is_no_win_any_more_comes_first():
    found = samples.effects(HK, with_switch(HK, "special_forms=none"))
    assert found[0].change is None and found[0].after.total is None
    assert {e.sample.id for e in found if e.change is not None} == {"two-way"}


def test_the_same_rules_change_nothing():
    assert samples.effects(HK, HK) == ()


@pytest.mark.parametrize("name", builtin_names())
def test_every_row_of_a_shipped_set_is_said_in_words(name):
    rules = load(name)
    grouped = fan_words.by_family(rules)
    assert sum(len(rows) for rows in grouped.values()) == len(rules.rows)
    for rows in grouped.values():
        for row in rows:
            said = fan_words.words(row, rules.table)
            assert said.zh.strip() and said.en.strip(), row.id
            assert said.family != "other" or row.all or row.any or row.none or row.each, row.id
