"""Rule sets: what ships, what a table can change, every problem with its line and key, fingerprints, differences."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models import rules
from models.notation import parse_context, parse_hand
from models.rules import RuleSet, RuleSetError, with_switch, with_switches, with_values
from models.score import Score, score
from models.switches import NAMES, SPECS, SwitchError, Switches, parse_value

OURS = 'name = "ours"\nbase = "hk"\n'


def total(hand: str, words: str, used: RuleSet) -> int | None:
    result = score(parse_hand(hand), parse_context(words), used)
    return result.total if isinstance(result, Score) else None


def ids(hand: str, words: str, used: RuleSet) -> dict[str, int]:
    result = score(parse_hand(hand), parse_context(words), used)
    assert isinstance(result, Score)
    return {item.id: item.fan for item in result.items}


FLAT = "123m 567m 345p 678s 34s 99p +5s"  # 大平胡 15, 門清 3, 二相逢 5


def test_every_set_that_ships_loads() -> None:
    for name in rules.builtin_names():
        found = rules.load(name)
        assert found.name == name and found.title_zh and found.title_en
        assert len(found.fingerprint) == 12
    assert len({rules.load(name).fingerprint for name in rules.builtin_names()}) == len(rules.builtin_names())


def test_the_defaults_are_those_of_the_tables() -> None:
    assert rules.load("hk").switches == Switches()
    taiwan = rules.load("taiwan").switches
    assert taiwan.dead_waits_count and taiwan.big_kong_win_payer == "all" and taiwan.special_forms == ()


def test_common_values_hands_by_hand() -> None:
    common = rules.load("hk-common")
    # 大平胡 10, 門清 3, 二相逢 2
    assert total(FLAT, "", common) == 15
    # seat wind 2 and 無花 1
    assert ids("(222z)(234m) 678p 345s 56m 99s +7m", "", common) == dict(honor_pung=2, no_flowers=1)
    # two 一般高 at 3, since the table has no 雙般高; 獨獨 2, 無花 1
    assert ids("(111s) 345345m 567567p 5z +5z", "", common) == dict(twin_chows=6, single_wait=2, no_flowers=1)
    # seven discards are still 七子內
    assert ids("(234m)(678p)(111s) 567m 34p 11z 1f +5p", "river 7", common) == dict(
        chicken_hand=10, within_seven_discards=20
    )
    # 字一色 is no row: 花麼 30, 對對 30, 大三元 40, 小三風 15, 對碰 1, 無花 1, 字: 東 round 2, 南 seat 2, 中發白 2 each
    assert ids("(111z)(222z)(555z) 777z 66z 33z +6z", "", common) == dict(
        mixed_terminals=30,
        all_pungs=30,
        big_three_dragons=40,
        small_three_winds=15,
        double_pair_wait=1,
        no_flowers=1,
        honor_pung=10,
    )


def test_association_values_by_hand() -> None:
    hkma = rules.load("hkma-16")
    # 門清 5 and 門清自摸 5 together, 大平胡 15, a 二相逢 nobody claimed 6 (345p and 34s+5s drawn)
    assert ids(FLAT, "self_draw", hkma) == dict(concealed_self_draw=10, grand_all_chows=15, two_suit_chows=6)
    # by discard the run is a claimed one: 3
    assert ids(FLAT, "", hkma) == dict(concealed_hand=5, grand_all_chows=15, two_suit_chows=3)
    # 八對: 嚦咕 40 + 10
    assert ids("22m 44m 55z 77p 99p 22s 66s 33s +3s", "", hkma) == dict(
        ligu_ligu=40, eight_pair_wait=10, no_flowers=1
    )
    # four discards: 四子內 40 instead of 七子內
    assert ids("(234m)(678p)(111s) 567m 34p 11z +5p", "river 4", hkma) == dict(
        chicken_hand=40, no_flowers=1, within_four_discards=40
    )


def test_graded_is_the_hk_table_with_one_switch() -> None:
    found = rules.diff(rules.load("hk"), rules.load("hk-graded"))
    assert [(each.kind, each.key, each.left, each.right) for each in found] == [
        ("switch", "honor_scoring", "each_one", "graded")
    ]


def test_a_table_changes_values_switches_rows_off_and_adds_its_own() -> None:
    ours = rules.parse(
        OURS
        + """
zh = "我哋枱"

[switches]
chicken = "add"
heavenly_drops = "none"

[fans]
two_suit_chows = 2
concealed_hand = false
honor_pung = { value = 1, dragon = 5 }
happy = { value = 7, zh = "開心", en = "Happy", all = ["all_chows", "no_flowers"], none = ["self_draw"] }
either = { value = 1, zh = "其一", en = "Either", any = ["last_tile_draw", "last_tile_discard"] }
each_dragon = { value = 4, zh = "逐隻", en = "Each", each = "dragon_pung", none = ["self_draw"] }
renamed = { value = 3, zh = "暗聽", en = "Renamed", is = "single_wait", all = ["concealed_hand"] }

[drops]
happy = ["grand_all_chows"]
"""
    )
    assert ours.title_zh == "我哋枱" and ours.switches.chicken == "add" and ours.switches.heavenly_drops == ()
    # 平胡 5 + 無字花 5 since 大平胡 is taken out, 開心 7, 二相逢 2, 門清 off
    assert ids(FLAT, "", ours) == dict(all_chows=5, no_honors_no_flowers=5, two_suit_chows=2, happy=7)
    assert "happy" not in ids(FLAT, "self_draw", ours)
    assert ids("(234m)(678p)(111s) 567m 34p 11z 2f +5p", "last_tile", ours)["either"] == 1
    assert ids("(555z)(666z)(234m) 678p 34s 99s +5s", "", ours)["each_dragon"] == 8
    # 89+7 in a concealed hand: its own row too, 門清 itself being off
    assert ids("123m 567m 345p 111s 89s 99p +7s", "", ours)["renamed"] == 3
    assert "renamed" not in ids("(123m) 567m 345p 111s 89s 99p +7s", "", ours)


def test_own_rows_are_asked_only_in_their_forms() -> None:
    ours = rules.parse(
        OURS + '[fans]\nplain = { value = 1, zh = "素", en = "Plain", none = ["ligu_ligu"] }\n'
    )
    assert ids("22m 44m 55z 77p 99p 22s 66s 33s +3s", "", ours).get("plain") is None
    assert ids("(234m)(678p)(111s) 567m 34p 11z 2f +5p", "", ours)["plain"] == 1


def test_a_set_on_another_file(tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text(
        OURS.replace("ours", "first") + "[fans]\ntwo_suit_chows = 1\n", encoding="utf-8"
    )
    (tmp_path / "second.toml").write_text(
        'name = "second"\nbase = "first"\n[fans]\nconcealed_hand = 4\n', encoding="utf-8"
    )
    second = rules.load("second", [tmp_path])
    assert ids(FLAT, "", second) == dict(concealed_hand=4, grand_all_chows=15, two_suit_chows=1)
    assert rules.load(tmp_path / "second.toml").fingerprint == second.fingerprint


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ('name = "x"\nbase = "hk"\ncolour = 3\n', 3, "colour"),
        ('name = "x"\nbase = "hk"\n[switches]\n\nchiken = "add"\n', 5, "switches.chiken"),
        ('name = "x"\nbase = "hk"\n[switches]\nchicken = "maybe"\n', 4, "switches.chicken"),
        ('name = "x"\nbase = "hk"\n[switches]\nuse_flowers = "perhaps"\n', 4, "switches.use_flowers"),
        ('name = "x"\nbase = "hk"\n[switches]\nmin_fan = -1\n', 4, "switches.min_fan"),
        (
            'name = "x"\nbase = "hk"\n[switches]\nspecial_forms = ["ligu", "seven"]\n',
            4,
            "switches.special_forms",
        ),
        ('name = "x"\nbase = "hk"\n[fans]\ntwin_chow = 3\n', 4, "fans.twin_chow"),
        ('name = "x"\nbase = "hk"\n[fans]\ntwin_chows = "3"\n', 4, "fans.twin_chows"),
        ('name = "x"\nbase = "hk"\n[fans]\ntwin_chows = -3\n', 4, "fans.twin_chows.value"),
        ('name = "x"\nbase = "hk"\n[fans]\ntwin_chows = 3.5\n', 4, "fans.twin_chows"),
        (
            'name = "x"\nbase = "hk"\n[fans]\ntwin_chows = { value = 3, colour = 1 }\n',
            4,
            "fans.twin_chows.colour",
        ),
        ('name = "x"\nbase = "hk"\n[fans.twin_chows]\nvalue = 3\ncolour = 1\n', 5, "fans.twin_chows.colour"),
        ('name = "x"\nbase = "hk"\n[fans]\nmine = { zh = "我", all = ["all_chows"] }\n', 4, "fans.mine"),
        ('name = "x"\nbase = "hk"\n[fans]\nmine = { value = 1, all = ["all_chow"] }\n', 4, "fans.mine.all"),
        (
            'name = "x"\nbase = "hk"\n[fans]\nmine = { value = 1, all = ["chicken_hand"] }\n',
            4,
            "fans.mine.all",
        ),
        ('name = "x"\nbase = "hk"\n[fans]\nmine = { value = 1, all = "all_chows" }\n', 4, "fans.mine.all"),
        ('name = "x"\nbase = "hk"\n[fans]\nmine = { value = 1, is = "nothing" }\n', 4, "fans.mine.is"),
        ('name = "x"\nbase = "hk"\n[fans]\nMine = { value = 1, all = ["all_chows"] }\n', 4, "fans.Mine"),
        ('name = "x"\nbase = "hk"\n[drops]\nnobody = ["all_chows"]\n', 4, "drops.nobody"),
        ('name = "x"\nbase = "hk"\n[drops]\nall_chows = ["nobody"]\n', 4, "drops.all_chows"),
        ('name = "x"\nbase = "hk"\n[drops]\nall_chows = ["all_chows"]\n', 4, "drops.all_chows"),
        ('name = "x"\nbase = "hk"\n[drops]\nno_honors = ["grand_all_chows"]\n', 4, "drops"),
        (
            'name = "x"\nbase = "hk"\n[drops_when.chicken.never]\nall_chows = []\n',
            3,
            "drops_when.chicken.never",
        ),
        ('name = "x"\nbase = "hk"\n[drops_when.chickens.add]\nall_chows = []\n', 3, "drops_when.chickens"),
        ('name = "x"\nbase = "nowhere"\n', 2, "base"),
        ('name = "x"\nbase = 3\n', 2, "base"),
        ('name = "x"\n', 0, "table"),
        ('name = "x"\ntable = "rome"\n', 2, "table"),
        ('name = "x"\nbase = "hk"\ntable = "taiwan"\n', 3, "table"),
        ('name = "Our Table"\nbase = "hk"\n', 1, "name"),
        ('name = "x"\nbase = "hk"\nzh = 3\n', 3, "zh"),
        ('name = "x"\nbase = "hk"\nfans = 3\n', 3, "fans"),
        ('name = "x"\nbase = "hk"\n[fans]\ntwin_chows = = 3\n', 4, "TOML"),
        ('name = "x"\nbase = "hk"\nbase = "hk"\n', 3, "TOML"),
    ],
)
def test_every_problem_has_its_line_and_key(text: str, line: int, key: str) -> None:
    found = rules.check(text, "x.toml")
    assert found, "accepted"
    assert any(problem.line == line and problem.key.startswith(key) for problem in found), found
    assert all(str(problem.message) for problem in found)


def test_all_problems_at_once_in_order_of_lines() -> None:
    text = 'name = "x"\nbase = "hk"\nodd = 1\n[switches]\nchicken = "no"\n[fans]\ntwin_chows = -1\nnope = 3\n'
    assert [problem.line for problem in rules.check(text)] == [3, 5, 7, 8]


def test_bases_that_go_round(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('name = "one"\nbase = "two"\n', encoding="utf-8")
    (tmp_path / "two.toml").write_text('name = "two"\nbase = "one"\n', encoding="utf-8")
    with pytest.raises(RuleSetError) as error:
        rules.load("one", [tmp_path])
    assert "circle" in str(error.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    for name in ("bytes", "missing", str(tmp_path / "gone.toml"), str(tmp_path)):
        with pytest.raises(RuleSetError) as error:
            rules.load(name, [tmp_path])
        assert str(error.value.message)


@given(st.text(max_size=200))
def test_any_text_is_a_set_or_named_problems(text: str) -> None:
    for problem in rules.check(text):
        assert problem.line >= 0 and str(problem.message)


def test_the_fingerprint_is_of_prices_alone() -> None:
    hk = rules.load("hk")
    same = rules.parse(
        OURS + '# words\nen = "Another name"\n[fans]\nself_draw = { value = 1, en = "Zimo" }\n'
    )
    assert same.fingerprint == hk.fingerprint
    for setting in ("chicken=add", "twin_chows=6", "twin_chows=off"):
        assert with_switch(hk, setting).fingerprint != hk.fingerprint
    assert with_switch(hk, "chicken=replace") is hk
    assert with_switches(with_switch(hk, "chicken=add"), chicken="replace").fingerprint == hk.fingerprint


def test_what_four_in_two_is_worth_is_said_once_for_both_ways_to_count_it() -> None:
    hand = "(678p)(111s)(999s) 33345m 24m +3m"
    shape = with_switch(rules.load("hk"), "sigui=by_shape")
    assert ids(hand, "", shape)["four_in_two"] == 10
    assert ids(hand, "", with_values(shape, {"four_in_two": 12}))["four_in_two"] == 12
    ours = rules.parse(OURS + '[switches]\nsigui = "by_shape"\n[fans]\nfour_in_two = 12\n')
    assert ids(hand, "", ours)["four_in_two"] == 12
    assert ours.fingerprint == with_values(shape, {"four_in_two": 12}).fingerprint


def test_switches_reach_the_ladders() -> None:
    hk = rules.load("hk")
    assert dict(with_switch(hk, "kankan_includes_all_pungs=false").drops) != dict(hk.drops)
    both = with_switch(with_switch(hk, "kankan_self_draw=drop"), "kankan_self_draw=count")
    assert dict(both.drops) == dict(hk.drops)


@pytest.mark.parametrize(
    "setting", ["", "=", "chicken", "chicken=", "nobody=1", "twin_chows=many", "twin_chows=-1", "min_fan=x"]
)
def test_settings_that_cannot_be(setting: str) -> None:
    with pytest.raises(SwitchError) as error:
        with_switch(rules.load("hk"), setting)
    assert str(error.value.message)


def test_values_that_cannot_be() -> None:
    with pytest.raises(SwitchError):
        with_values(rules.load("hk"), {"nobody": 3})
    with pytest.raises(SwitchError):
        with_values(rules.load("hk"), {"twin_chows": -1})


def test_every_switch_takes_every_value_it_names_and_says_what_it_decides() -> None:
    assert set(SPECS) == set(NAMES)
    hk = rules.load("hk")
    for name, spec in SPECS.items():
        assert str(spec.help)
        words = (
            spec.values
            if spec.kind in ("choice", "flag")
            else ("0", "8")
            if spec.kind == "number"
            else ("all", "none", *spec.values)
        )
        for word in words:
            changed = with_switch(hk, f"{name}={word}")
            assert getattr(changed.switches, name) == parse_value(name, word)
            assert changed.engine is not None


def test_difference_of_two_tables() -> None:
    ours = rules.parse(
        OURS
        + '[switches]\nsigui = "by_shape"\n[fans]\ntwin_chows = 3\nmissing_suit = false\n[drops]\nall_pungs = ["no_flowers"]\n'
    )
    found = {(each.kind, each.key): (each.left, each.right) for each in rules.diff(rules.load("hk"), ours)}
    assert found == {
        ("switch", "sigui"): ("open_closed", "by_shape"),
        ("fan", "twin_chows"): ("5", "3"),
        ("fan", "missing_suit"): ("5", None),
        ("drops", "all_pungs"): (None, "no_flowers"),
    }
