"""The shipped presets against the columns they come from, value by value; and hands added up by hand under each."""

from __future__ import annotations

import pytest

from models import rules
from models.switches import SPECS
from tests.models.test_rule_lawyer import ORPHANS, PLAIN, RUNS, TWO_WAY, check

# id: (the Hong Kong table, the common values, the Hong Kong Mahjong Association); None is no such row
COLUMNS: dict[str, tuple[int | None, int | None, int | None]] = {
    "self_draw": (1, 1, 1), "concealed_hand": (3, 3, 5), "concealed_self_draw": (5, 5, 10),
    "no_honors": (1, 1, 1), "no_flowers": (1, 1, 1), "no_honors_no_flowers": (5, 5, 5), "all_chows": (5, 3, 5),
    "grand_all_chows": (15, 10, 15), "honor_pung": (1, 1, 1),
    "off_flower": (1, 1, 1), "seat_flower": (2, 2, 2), "flower_set": (10, 10, 10), "seven_flowers": (20, 20, 20),
    "eight_flowers": (30, 30, 40), "seven_robs_one": (30, 30, 30),
    "double_pair_wait": (1, 1, 1), "single_wait": (2, 2, 2), "false_single_wait": (1, 1, 1), "pair_258": (1, 1, 2),
    "exposed_kong": (1, 1, 2), "concealed_kong": (2, 2, 2), "robbing_kong": (1, 1, 10), "win_on_kong": (1, 1, 5),
    "win_on_flower": (1, 1, 2), "win_on_consecutive_kongs": (10, 30, 20), "win_on_flower_and_kong": (10, 10, 10),
    "within_seven_discards": (20, 20, 20), "within_ten_discards": (10, 10, 10), "within_four_discards": (None, None, 40),
    "chicken_hand": (15, 10, 40),
    "concealed_pure_straight": (20, 20, 30), "exposed_pure_straight": (10, 10, 15),
    "concealed_mixed_straight": (10, 15, 20), "exposed_mixed_straight": (5, 8, 10),
    "all_melded": (15, 15, 40), "half_melded": (8, 8, 20),
    "twin_chows": (5, 3, 5), "double_twin_chows": (10, None, 20), "triple_identical_chows": (15, 15, 30),
    "quadruple_identical_chows": (30, 30, 180), "two_suit_chows": (5, 2, 3), "three_suit_chows": (10, 10, 10),
    "two_brothers": (5, 3, 5), "small_three_brothers": (10, 10, 20), "big_three_brothers": (15, 15, 40),
    "small_three_sisters": (8, 8, 15), "big_three_sisters": (15, 15, 30),
    "four_in_one": (5, 5, 5), "four_in_four": (20, 20, 60),
    "last_tile_draw": (5, 20, 10), "last_tile_discard": (5, None, 10), "five_categories": (10, 10, 10),
    "two_concealed_pungs": (5, 3, 5), "three_concealed_pungs": (10, 10, 20), "four_concealed_pungs": (30, 30, 60),
    "five_concealed_pungs": (40, 80, 180), "all_concealed_pungs_self_drawn": (80, 100, 240), "all_pungs": (30, 30, 40),
    "half_flush": (30, 30, 40), "full_flush": (80, 80, 120), "missing_suit": (5, 5, 10),
    "mixed_terminals": (30, 30, 80), "all_terminals": (90, 80, 420), "mixed_outside": (10, 10, 40), "pure_outside": (15, 15, 80),
    "all_simples": (5, 5, 10), "all_honors": (80, None, 120),
    "ligu_ligu": (30, 40, 40), "eight_pair_wait": (None, None, 10), "thirteen_orphans": (80, 80, 100),
    "thirteen_way_wait": (None, None, 20), "sixteen_unrelated": (50, 40, 50), "sixteen_way_wait": (None, None, 20),
    "unrelated_three_same": (15, None, 20), "unrelated_knitted_straight": (15, None, 30),
    "small_three_dragons": (10, 20, 40), "big_three_dragons": (20, 40, 80), "small_three_winds": (8, 15, 30),
    "big_three_winds": (15, 30, 60), "small_four_winds": (30, 60, 120), "big_four_winds": (80, 80, 160),
    "heavenly_hand": (120, 100, 120), "earthly_hand": (90, 80, 120), "dealer": (1, 1, 1),
}  # fmt: skip
PRESETS = ("hk", "hk-common", "hkma-16")


@pytest.mark.parametrize("name", PRESETS)
def test_every_value_of_the_column(name: str) -> None:
    found = rules.load(name)
    at = PRESETS.index(name)
    for id, values in COLUMNS.items():
        row = found.row(id)
        value = row.value if row is not None and row.on else None
        assert value == values[at], id
    paid = {row.id for row in found.rows if row.on}
    assert paid - set(COLUMNS) <= {"four_in_two"}


def test_graded_differs_in_nothing_else() -> None:
    plain, graded = rules.load("hk"), rules.load("hk-graded")
    assert graded.rows == plain.rows and graded.drops == plain.drops
    differing = [name for name in SPECS if getattr(plain.switches, name) != getattr(graded.switches, name)]
    assert differing == ["honor_scoring"]


def test_params_of_the_columns() -> None:
    for name in PRESETS:
        honour = rules.load(name).row("honor_pung")
        assert honour is not None
        assert dict(honour.params) == {"seat": 2, "round": 2, "dragon": 2, "seat_and_round": 3}
        dealer = rules.load(name).row("dealer")
        assert dealer is not None and dict(dealer.params) == {"streak": 2}  # 1 + 2n


HANDS = {
    "hk-graded": [
        ("(222z)(234m) 678p 345s 56m 99s +7m", dict(honor_pung=2, no_flowers=1)),
        ("(111z)(234m) 678p 345s 56m 99s +7m | seat E dealer 0", dict(honor_pung=3, no_flowers=1, dealer=1)),
        (PLAIN, dict(chicken_hand=15)),
    ],
    "hk-common": [
        (PLAIN, dict(chicken_hand=10)),
        (PLAIN + " | river 7", dict(chicken_hand=10, within_seven_discards=20)),
        (RUNS + " | self_draw", dict(grand_all_chows=10, concealed_self_draw=5, two_suit_chows=2)),
        # two 一般高 are not 雙般高 there
        (TWO_WAY, dict(twin_chows=6, concealed_hand=3, no_honors_no_flowers=5, pair_258=1, ligu_ligu=40)),
        ("(111s) 123m 456m 78m 678p 55z +9m", dict(exposed_pure_straight=10, no_flowers=1)),
        ("(123m)(678m) 345p 999p 67p 55z +8p", dict(missing_suit=5, two_suit_chows=2, no_flowers=1)),
        ("(345m)(567m) 345m 67m 999p 11z +5m", dict(twin_chows=6, four_in_four=20, no_flowers=1, missing_suit=5)),
        ("147m 258p 369s 1234567z +3z", dict(sixteen_unrelated=40, no_flowers=1)),
        (PLAIN + " | last_tile", dict(chicken_hand=10)),  # no 河底 there
        # 字一色 is no row there: 花麼
        ("1111z 22z 33z 44z 55z 66z 77z +7z", dict(ligu_ligu=40, mixed_terminals=30, four_in_one=5, honor_pung=2, no_flowers=1)),
    ],
    "hkma-16": [
        (PLAIN, dict(no_flowers=1, chicken_hand=40)),
        (PLAIN + " | river 4", dict(no_flowers=1, chicken_hand=40, within_four_discards=40)),
        (PLAIN + " | river 5", dict(no_flowers=1, chicken_hand=40, within_seven_discards=20)),
        (PLAIN + " | river 8", dict(no_flowers=1, chicken_hand=40, within_ten_discards=10)),
        (RUNS, dict(grand_all_chows=15, concealed_hand=5, two_suit_chows=3)),  # the discard opens 345s
        (RUNS + " | self_draw", dict(grand_all_chows=15, concealed_self_draw=10, two_suit_chows=6)),
        (ORPHANS, dict(thirteen_orphans=100, no_flowers=1)),
        ("19m19p19s1234567z 234m +1z", dict(thirteen_orphans=100, thirteen_way_wait=20, no_flowers=1)),
        ("11m 33m 55m 77p 99p 22s 66s 44s +4s", dict(ligu_ligu=40, eight_pair_wait=10, no_honors_no_flowers=5)),
        # 四歸二 2 + 1 + 1 with a claimed run 15, all drawn 30
        (
            "(123m)(678p) 123m 22m 789s 45p +6p",  # 雜龍: the discard opens 456p
            dict(grand_all_chows=15, twin_chows=5, pair_258=2, exposed_mixed_straight=10, four_in_two=15),
        ),
        # both readings in full: 雙般高 40 門清 5 無字花 5 將眼 2, and 嚦咕 40 無字花 5; the discard opens one 234
        (TWO_WAY, dict(double_twin_chows=20, concealed_hand=5, no_honors_no_flowers=10, pair_258=2, ligu_ligu=40)),
        (TWO_WAY + " | self_draw", dict(double_twin_chows=40, concealed_self_draw=10, self_draw=1, no_honors_no_flowers=10, pair_258=2, ligu_ligu=40)),
        ("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw after_big_kong", dict(self_draw=1, win_on_kong=5, exposed_kong=2, no_flowers=1)),
        ("(111z)(222z)(333z) 44z 234m 67p +8p", dict(small_four_winds=120, honor_pung=5, no_flowers=1)),  # East 2, South 2, West 1
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        pytest.param(name, line, expected, id=f"{name}: {line}")
        for name, lines in HANDS.items()
        for line, expected in lines
    ],
)
def test_hands_under_presets(name: str, line: str, expected: dict[str, int]) -> None:
    check(line, expected, name)
