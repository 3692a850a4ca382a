"""The example hand in each fan function's docstring is run: it must earn that fan, worth what it says."""

from __future__ import annotations

import re
from functools import cache

import pytest

from models import rules
from models.fans import REGISTER
from models.notation import parse_context, parse_hand
from models.rules import RuleSet, with_switch
from models.score import Score, score

LINE = re.compile(r"^\s*(Example|Taiwan|Hkma-16|Own): ``(.+?)`` pays (\d+)\.$", re.M)


@cache
def table(name: str) -> RuleSet:
    if name != "own":
        return rules.load(name)
    rows = "\n".join(
        f"{id} = {{ value = {value}, on = true }}"
        for id, value in (
            ("old_young", 2),
            ("old_young_pungs", 5),
            ("two_sisters", 5),
            ("four_sisters", 40),
            ("five_sisters", 80),
            ("mixed_sisters", 15),
            ("no_fives", 10),
            ("above_five", 40),
            ("below_five", 40),
            ("three_kongs", 20),
            ("four_kongs", 60),
            ("five_kongs", 160),
            ("seven_categories", 15),
            ("exposed_hand", 1),
        )
    )
    return rules.parse(f'name = "own"\nbase = "hk"\n[fans]\n{rows}\n')


def examples() -> list[tuple[str, str, str, int]]:
    found = []
    for definition in REGISTER.values():
        for kind, text, worth in LINE.findall(definition.doc):
            found.append((definition.id, kind, text, int(worth)))
    return found


@pytest.mark.parametrize(("id", "kind", "text", "worth"), examples())
def test_example(id: str, kind: str, text: str, worth: int) -> None:
    used = table({"Example": "hk", "Taiwan": "taiwan", "Hkma-16": "hkma-16", "Own": "own"}[kind])
    hand, words, settings, *_ = [*text.split("|"), "", ""]
    for setting in settings.split():
        used = with_switch(used, setting)
    result = score(parse_hand(hand), parse_context(words), used)
    assert isinstance(result, Score), result
    row = next(row for row in used.rows if row.condition == id and row.on)
    items = {item.id: item.fan for item in result.items}
    assert items.get(row.id) == worth, (row.id, result)


def test_every_fan_has_an_example_and_its_source_row() -> None:
    lacking = [definition.id for definition in REGISTER.values() if not LINE.search(definition.doc)]
    assert not lacking
    for definition in REGISTER.values():
        if definition.hk:
            assert f"HK row {definition.hk}" in definition.doc, definition.id
        if definition.tw and definition.id != "migi":
            assert re.search(rf"TW row {definition.tw}|TW (半求|row)", definition.doc), definition.id


def test_all_rows_of_both_tables_are_there_once() -> None:
    assert sorted(d.hk for d in REGISTER.values() if d.hk) == list(range(1, 81))
    hk, taiwan = rules.load("hk"), rules.load("taiwan")
    assert {row.row for row in hk.rows} - {0} == set(range(1, 81))
    assert {row.row for row in taiwan.rows} == set(range(1, 34))
    for row in hk.rows:
        assert (row.zh, row.en) == (REGISTER[row.id].zh, REGISTER[row.id].en), row.id
