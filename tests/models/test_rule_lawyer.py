"""The letter of the rules, switch by switch: hands whose value was added up by hand, at the default and at every other value.

A line is ``HAND | WORDS | SWITCH=VALUE …``, what it must pay by row, and why. ``None`` is no win, ``REFUSED`` is input that cannot be.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from models import rules
from models.hand import HandError
from models.notation import parse_context, parse_hand
from models.rules import RuleSet, with_switch
from models.score import NotAWin, Score, score, waits
from models.switches import SwitchError
from models.tiles import FACES

REFUSED = "refused"


@cache
def used(table: str, settings: str) -> RuleSet:
    found = rules.load(table)
    for setting in settings.split():
        found = with_switch(found, setting)
    return found


def outcome(line: str, table: str) -> Score | NotAWin | HandError:
    hand, words, settings, *_ = [*line.split("|"), "", ""]
    house = used(table, settings)
    try:
        return score(parse_hand(hand, house.switches.plant_order), parse_context(words), house)
    except HandError as error:
        return error


def check(line: str, expected: Any, table: str) -> None:
    found = outcome(line, table)
    if expected == REFUSED:
        assert isinstance(found, HandError), found
    elif expected is None:
        assert isinstance(found, NotAWin), found
    elif isinstance(expected, int):
        assert isinstance(found, Score) and found.total == expected, found
    else:
        assert isinstance(found, Score), found
        assert {item.id: item.fan for item in found.items} == expected
        assert found.total == sum(expected.values())


PLAIN = "(234m)(678p)(111s) 567m 34p 11z +5p"  # 無花 and nothing else: 雞胡
RUNS = "123m 567m 345p 678s 34s 99p +5s"  # 345p and 345s are a 二相逢
TWO_WAY = "778899s 22333p 22334m +4m"
BOTH_SINGLE = "112233m 445566p 777s 1z +1z"  # 兩食, one wait
ORPHANS = "19m19p19s1234567z 1z 23m +4m"

HK: dict[str, list[tuple[str, Any]]] = {
    "honor_scoring": [
        ("(222z)(234m) 678p 345s 56m 99s +7m || honor_scoring=graded", dict(honor_pung=2, no_flowers=1)),  # seat
        ("(222z)(234m) 678p 345s 56m 99s +7m | round S | honor_scoring=graded", dict(honor_pung=3, no_flowers=1)),  # seat and round: 3
        ("(111z)(234m) 678p 345s 56m 99s +7m || honor_scoring=graded", dict(honor_pung=2, no_flowers=1)),  # round
        ("(444z)(234m) 678p 345s 56m 99s +7m || honor_scoring=graded", dict(honor_pung=1, no_flowers=1)),  # neither
        ("(3333z)(234m) 678p 345s 56m 99s +7m || honor_scoring=graded", dict(honor_pung=1, exposed_kong=1, no_flowers=1)),
        ("(3333z)(234m) 678p 345s 56m 99s +7m | seat W round W | honor_scoring=graded", dict(honor_pung=3, exposed_kong=1, no_flowers=1)),
        ("(777z)(234m) 678p 345s 56m 99s +7m || honor_scoring=graded", dict(honor_pung=2, no_flowers=1)),  # dragon
        ("(111z)(234m) 678p 345s 56m 99s +7m | seat E dealer 0 | honor_scoring=graded", dict(honor_pung=3, no_flowers=1, dealer=1)),
        # the triplet of a 嚦咕 and of a 十三么 too
        ("22m 44m 555z 77p 99p 22s 66s 3s +3s || honor_scoring=graded", dict(honor_pung=2, no_flowers=1, single_wait=2, ligu_ligu=30)),
        ("19m19p19s1234567z 22z 7z +2z | round S | honor_scoring=graded", dict(honor_pung=3, no_flowers=1, four_in_one=5, thirteen_orphans=80)),
    ],
    "honor_pung_with_big_honors": [
        ("(555z)(666z) 77z 234m 678p 34s +5s || honor_pung_with_big_honors=exclude", dict(small_three_dragons=10, no_flowers=1)),
        ("(555z)(666z) 77z 234m 678p 34s +5s", dict(small_three_dragons=10, honor_pung=2, no_flowers=1)),
        ("(111z)(222z)(555z) 33z 234m 67p +8p || honor_pung_with_big_honors=exclude", dict(small_three_winds=8, honor_pung=1, no_flowers=1)),
        # the dragon's 字 stays, graded
        (
            "(111z)(222z)(333z)(777z) 34m 55p +5m || honor_pung_with_big_honors=exclude honor_scoring=graded",
            dict(big_three_winds=15, honor_pung=2, pair_258=1, no_flowers=1),
        ),
        ("(555z)(666z) 99p 234m 678p 34s +5s || honor_pung_with_big_honors=exclude", dict(honor_pung=2, no_flowers=1)),  # makes no row
        ("(111z)(222z)(333z) 44z 234m 67p +8p || honor_pung_with_big_honors=exclude", dict(small_four_winds=30, no_flowers=1)),
        # 字一色 as 嚦咕: none
        (
            "1111z 22z 33z 44z 55z 66z 77z +7z || honor_pung_with_big_honors=exclude",
            dict(all_honors=80, ligu_ligu=30, four_in_one=5, no_flowers=1),
        ),
        # only the single triplet of a 嚦咕 of mixed tiles: no big row, paid
        ("22m 44m 555z 77p 99p 22s 66s 3s +3s || honor_pung_with_big_honors=exclude", dict(honor_pung=1, no_flowers=1, single_wait=2, ligu_ligu=30)),
    ],
    "exposed_kong_keeps_concealed": [
        ("(9999m) 123m 456p 345s 67s 11z +8s || exposed_kong_keeps_concealed=true", dict(concealed_hand=3, exposed_kong=1, no_flowers=1)),
        ("(9999m) 123m 456p 345s 67s 11z +8s", dict(exposed_kong=1, no_flowers=1)),
        (
            "(9999m)(1111p) 345s 234s 67s 22z +8s | self_draw | exposed_kong_keeps_concealed=true",
            dict(concealed_self_draw=5, exposed_kong=2, two_concealed_pungs=5, no_flowers=1),
        ),
        (
            "(9999m){1111p} 345s 234s 67s 22z +8s | self_draw | exposed_kong_keeps_concealed=true",
            dict(self_draw=1, exposed_kong=2, two_concealed_pungs=5, no_flowers=1),
        ),
        # five 大明槓 are five exposed melds as well: 門清 3 and 全求人 15
        (
            "(1111m)(2222p)(3333s)(5555z)(6666z) 7z +7z || exposed_kong_keeps_concealed=true",
            dict(
                concealed_hand=3, no_flowers=1, honor_pung=2, single_wait=2, exposed_kong=5, five_concealed_pungs=40, all_pungs=30,
                small_three_dragons=10, all_melded=15,
            ),
        ),
        (
            "(9999m) 123m 456p 345s 67s 11z +8s | self_draw after_big_kong | exposed_kong_keeps_concealed=true",
            dict(concealed_self_draw=5, win_on_kong=1, exposed_kong=1, no_flowers=1),
        ),
        # … but counted as by discard it is 門清 3
        (
            "(9999m) 123m 456p 345s 67s 11z +8s | self_draw after_big_kong | exposed_kong_keeps_concealed=true big_kong_win_is_discard=true",
            dict(concealed_hand=3, win_on_kong=1, exposed_kong=1, no_flowers=1),
        ),
        # 簡簡胡 still wants no 明槓
        (
            "(7777p) 222m 666m 444s 999s 5z +5z | self_draw | exposed_kong_keeps_concealed=true",
            dict(concealed_self_draw=5, five_concealed_pungs=40, all_pungs=30, exposed_kong=1, single_wait=2, no_flowers=1),
        ),
    ],
    "kong_counts_as_concealed_pung": [
        ("(5555p){1111s}[9999m] 444s 67m 22z +8m", dict(exposed_kong=2, concealed_kong=2, four_concealed_pungs=30, no_flowers=1)),
        (
            "(5555p){1111s}[9999m] 444s 67m 22z +8m || kong_counts_as_concealed_pung=big_exposed_and_concealed",
            dict(exposed_kong=2, concealed_kong=2, three_concealed_pungs=10, no_flowers=1),
        ),
        (
            "(5555p){1111s}[9999m] 444s 67m 22z +8m || kong_counts_as_concealed_pung=concealed_only",
            dict(exposed_kong=2, concealed_kong=2, two_concealed_pungs=5, no_flowers=1),
        ),
        ("(5555p){1111s}[9999m] 444s 777m 2z +2z", 77),  # 五暗刻 40, 對對胡 30, 獨獨 2, 槓 2, 暗槓 2, 無花 1
        ("(5555p){1111s}[9999m] 444s 777m 2z +2z || kong_counts_as_concealed_pung=big_exposed_and_concealed", 67),  # 四暗刻
        ("(5555p){1111s}[9999m] 444s 777m 2z +2z || kong_counts_as_concealed_pung=concealed_only", 47),  # 三暗刻
        ("(5555p){1111s}[9999m] 444s 777m 2z +2z | self_draw | kong_counts_as_concealed_pung=concealed_only", 48),
        # 簡簡胡 holds 暗槓 only: the same under each value
        *(
            (
                f"[9999m][1111s] 555p 444s 77m 22z +7m | self_draw | kong_counts_as_concealed_pung={value}",
                dict(all_concealed_pungs_self_drawn=80, self_draw=1, double_pair_wait=1, concealed_kong=4, no_flowers=1),
            )
            for value in ("all", "big_exposed_and_concealed", "concealed_only")
        ),
        (
            "[9999m][1111s] 555p 444s 77m 22z +7m || kong_counts_as_concealed_pung=concealed_only",
            dict(four_concealed_pungs=30, all_pungs=30, concealed_hand=3, double_pair_wait=1, concealed_kong=4, no_flowers=1),
        ),
    ],
    "kankan_includes_all_pungs": [
        (
            "222m 666m 777p 444s 999s 5z +5z | self_draw | kankan_includes_all_pungs=false",
            dict(all_concealed_pungs_self_drawn=80, all_pungs=30, self_draw=1, single_wait=2, no_flowers=1),
        ),
        (
            "222m 666m 777p 444s 999s 5z +5z | self_draw heavenly seat E dealer 0 | kankan_includes_all_pungs=false",
            dict(heavenly_hand=120, all_concealed_pungs_self_drawn=80, all_pungs=30, no_flowers=1, dealer=1),
        ),
        ("222m 666m 777p 444s 999s 5z +5z || kankan_includes_all_pungs=false", 76),  # 40 + 30 + 3 + 2 + 1: not 簡簡胡
    ],
    "kankan_self_draw": [
        (
            "222m 666m 777p 444s 999s 5z +5z | self_draw | kankan_self_draw=drop",
            dict(all_concealed_pungs_self_drawn=80, single_wait=2, no_flowers=1),
        ),
        (
            "222m 666m 777p 444s 999s 5z +5z | self_draw heavenly seat E dealer 0 | kankan_self_draw=drop heavenly_drops=none",
            dict(heavenly_hand=120, all_concealed_pungs_self_drawn=80, single_wait=2, no_flowers=1, dealer=1),
        ),
        (
            "222m 666m 777p 444s 999s 5z +5z | self_draw heavenly seat E dealer 0 | heavenly_drops=none",
            dict(heavenly_hand=120, all_concealed_pungs_self_drawn=80, self_draw=1, single_wait=2, no_flowers=1, dealer=1),
        ),
        (PLAIN + " | self_draw | kankan_self_draw=drop", dict(self_draw=1, no_flowers=1)),
    ],
    "two_way": [
        (TWO_WAY, dict(double_twin_chows=10, concealed_hand=3, no_honors_no_flowers=5, pair_258=1, ligu_ligu=30)),
        (TWO_WAY + " || two_way=full_both", dict(double_twin_chows=10, concealed_hand=3, no_honors_no_flowers=10, pair_258=1, ligu_ligu=30)),
        (TWO_WAY + " || two_way=best_only", dict(no_honors_no_flowers=5, ligu_ligu=30)),
        (TWO_WAY + " | self_draw | two_way=full_both", 57),  # 10 + 5 + 5 + 1, and 30 + 5 + 1
        (TWO_WAY + " | self_draw | two_way=best_only", dict(self_draw=1, no_honors_no_flowers=5, ligu_ligu=30)),
        (TWO_WAY + " | river 3 | two_way=full_both", 94),  # 54 and 七子內 in each
        # 四暗刻 30 大三姊妹 15 四歸一 15 門清 3 獨獨 2 將眼 1 斷么 5 無字花 5 = 76; 嚦咕 30 + 15 + 5 + 5 + 2 = 57
        ("222233334444m 777s 5p +5p", 106),
        ("222233334444m 777s 5p +5p || two_way=best_only", 76),
        ("222233334444m 777s 5p +5p || two_way=full_both", 133),
        # without 嚦咕 among the forms there is nothing to eat twice
        (TWO_WAY + " || two_way=full_both special_forms=orphans,sixteen", 19),
    ],
    "sigui": [
        ("(333m)(678p)(111s) 345m 34s 55z +2s || sigui=by_shape", dict(four_in_one=5, no_flowers=1)),  # 3 + 1, exposed or not
        (
            "(123m)(678p) 123m 22m 789s 45p +6p",
            dict(grand_all_chows=15, twin_chows=5, pair_258=1, concealed_mixed_straight=10, four_in_two=3),
        ),
        (
            "(123m)(678p) 123m 22m 789s 45p +6p || sigui=by_shape",  # 2 + 1 + 1
            dict(grand_all_chows=15, twin_chows=5, pair_258=1, concealed_mixed_straight=10, four_in_two=10),
        ),
        ("(345m)(567m) 345m 67m 999p 11z +5m", dict(double_twin_chows=10, four_in_two=3, no_flowers=1)),
        ("(345m)(567m) 345m 67m 999p 11z +5m || sigui=by_shape", dict(double_twin_chows=10, four_in_four=20, no_flowers=1)),  # 1+1+1+1
        ("[5555m](234m) 678p 345s 67s 11z +8s || sigui=by_shape", dict(concealed_kong=2, two_suit_chows=5, no_flowers=1)),  # a kong is none
        ("1111m 2222p 33s 55s 77s 66z +6z || sigui=by_shape", dict(ligu_ligu=30, four_in_one=10, honor_pung=1, no_flowers=1)),  # 2 + 2
        ("19m19p19s1234567z 11m 9p +1m || sigui=by_shape", dict(thirteen_orphans=80, four_in_one=5, no_flowers=1)),
        # by shape the four runs 234 (30 + 60) beat the four triplets (45 + 15)
        (
            "222233334444m 777s 5p +5p || sigui=by_shape",
            dict(
                quadruple_identical_chows=30, four_in_four=60, concealed_hand=3, single_wait=2, pair_258=1, all_simples=5,
                no_honors_no_flowers=5, ligu_ligu=30,
            ),
        ),
        # exposure says nothing by shape, however the winning tile came
        ("(678p)(111s) 33334m 234s 55z +5m || sigui=by_shape ron_opens_sets=true", dict(four_in_one=5, no_flowers=1)),
    ],
    "early_win": [
        (PLAIN + " | river 6", dict(chicken_hand=15, within_seven_discards=20)),
        (PLAIN + " | river 7", dict(chicken_hand=15, within_ten_discards=10)),
        (PLAIN + " | river 7 | early_win=inclusive", dict(chicken_hand=15, within_seven_discards=20)),
        (PLAIN + " | river 8 | early_win=inclusive", dict(chicken_hand=15, within_ten_discards=10)),
        (PLAIN + " | river 10", dict(chicken_hand=15)),
        (PLAIN + " | river 10 | early_win=inclusive", dict(chicken_hand=15, within_ten_discards=10)),
        (PLAIN + " | river 11 | early_win=inclusive", dict(chicken_hand=15)),
    ],
    "early_with_heaven_earth": [
        (PLAIN + " | earthly river 3", dict(no_flowers=1, earthly_hand=90)),
        (PLAIN + " | earthly river 3 | early_with_heaven_earth=stack", dict(no_flowers=1, earthly_hand=90, within_seven_discards=20)),
        (PLAIN + " | earthly river 9 | early_with_heaven_earth=stack", dict(no_flowers=1, earthly_hand=90, within_ten_discards=10)),
        (PLAIN + " | earthly river 10 | early_with_heaven_earth=stack", dict(no_flowers=1, earthly_hand=90)),
        (PLAIN + " | earthly river 10 | early_with_heaven_earth=stack early_win=inclusive", 101),
        (PLAIN + " | earthly | early_with_heaven_earth=stack", dict(no_flowers=1, earthly_hand=90)),  # no river said: ten or more
        (RUNS + " | self_draw heavenly seat E dealer 0 | early_with_heaven_earth=stack", 161),  # with 天胡 no river said is 0
    ],
    "chicken": [
        (PLAIN, dict(chicken_hand=15)),
        (PLAIN + " || chicken=add", dict(no_flowers=1, chicken_hand=15)),
        (PLAIN + " | river 7 | chicken=add", dict(no_flowers=1, chicken_hand=15, within_ten_discards=10)),
        (PLAIN + " | seat E dealer 2 | chicken=add", dict(no_flowers=1, chicken_hand=15, dealer=5)),
        (PLAIN + " | seat E dealer 2 river 2", dict(chicken_hand=15, dealer=5, within_seven_discards=20)),
        (PLAIN + " | self_draw | chicken=add", dict(self_draw=1, no_flowers=1)),  # two fans
        # nothing at all is no 雞胡, whatever 莊 and 七子內 add
        ("(234m)(678p)(111s) 567m 34p 11z 1234567f +5p | flower_paid", {}),
        ("(234m)(678p)(111s) 567m 34p 11z 1234567f +5p | flower_paid seat E dealer 0", dict(dealer=1)),
        ("(234m)(678p)(111s) 567m 34p 11z 1234567f +5p | flower_paid seat E dealer 1 | chicken=add", dict(dealer=3)),
        ("(234m)(678p)(111s) 567m 34p 11z 1234567f +5p | flower_paid river 8", dict(within_ten_discards=10)),
        ("(234m)(678p)(111s) 567m 34p 11z 1234567f +5p | flower_paid self_draw seat E dealer 0", dict(chicken_hand=15, dealer=1)),
    ],
    "chicken_reading": [
        ("(123m)(678m)(999s) 345p 23p 55z +4p", dict(false_single_wait=1, no_flowers=1)),  # 卡窿 in 345, open in 234
        ("(123m)(678m)(999s) 345p 23p 55z +4p || chicken_reading=any", dict(chicken_hand=15)),
        ("(123m)(678m)(999s) 345p 23p 55z +4p || chicken_reading=any chicken=add", dict(no_flowers=1, chicken_hand=15)),
        ("(123m)(678m)(999s) 345p 23p 55z +4p | river 3 seat E dealer 0 | chicken_reading=any", dict(chicken_hand=15, within_seven_discards=20, dealer=1)),
        ("(123m)(678m)(999s) 345p 23p 55z +4p | self_draw | chicken_reading=any", 3),  # no reading is worth 1
        ("(123m)(678m)(999s) 345p 23p 55z 1234567f +4p | flower_paid", dict(chicken_hand=15)),  # the best is the 假獨 alone: 1
    ],
    "flower_ladder": [
        ("(234m)(678p)(111s) 567m 34p 11z 1234f +5p", dict(flower_set=10)),
        ("(234m)(678p)(111s) 567m 34p 11z 1234f +5p || flower_ladder=false", dict(flower_set=10, seat_flower=2, off_flower=3)),
        ("(234m)(678p)(111s) 567m 34p 11z 1f 5678f +5p || flower_ladder=false", dict(flower_set=10, seat_flower=2, off_flower=4)),
        ("(234m)(678p)(111s) 567m 34p 11z 12345678f +5p", dict(eight_flowers=30)),
        # exactly seven: 七隻花 is not paid with eight
        ("(234m)(678p)(111s) 567m 34p 11z 12345678f +5p || flower_ladder=false", dict(eight_flowers=30, flower_set=20, seat_flower=4, off_flower=6)),
        ("(234m)(678p)(111s) 567m 34p 11z 1235678f +5p | seat N | flower_ladder=false", dict(seven_flowers=20, flower_set=10, seat_flower=2, off_flower=6)),
        ("(234m)(678p)(111s) 567m 34p 11z 1234567f +5p | self_draw flower_paid | flower_ladder=false", dict(chicken_hand=15)),
    ],
    "flower_chain_counts": [
        ("(234m)(678p)(111s) 567m 34p 11z 1f 3f +5p | self_draw chain flower,flower", dict(self_draw=1, win_on_consecutive_kongs=10, off_flower=2)),
        ("(234m)(678p)(111s) 567m 34p 11z 1f 3f +5p | self_draw chain flower,flower | flower_chain_counts=false", dict(self_draw=1, win_on_flower=1, off_flower=2)),
        ("(234m)(678p)(111s) 567m 34p 11z 134f +5p | self_draw chain flower,flower,flower | flower_chain_counts=false", dict(self_draw=1, win_on_flower=1, off_flower=3)),
        (
            "[9999m](234m)(567p) 345s 67s 11z 1f +8s | self_draw chain kong,flower | flower_chain_counts=false",
            dict(self_draw=1, win_on_flower_and_kong=10, concealed_kong=2, off_flower=1),
        ),
        (
            "[9999m]{1111p}(234m) 345s 67s 11z +8s | self_draw chain kong,kong | flower_chain_counts=false",
            dict(self_draw=1, win_on_consecutive_kongs=10, concealed_kong=2, exposed_kong=1, two_concealed_pungs=5, no_flowers=1),
        ),
    ],
    "dead_waits_count": [
        ("[4444p](345m)(999s) 567m 1123p +1p", 9),
        ("[4444p](345m)(999s) 567m 1123p +1p || dead_waits_count=true", 8),
        (
            "(123m)(456p)[8888s] 234m 7999s +7s",
            dict(no_honors_no_flowers=5, single_wait=2, concealed_kong=2, two_concealed_pungs=5, small_three_sisters=8),
        ),
        (
            "(123m)(456p)[8888s] 234m 7999s +7s || dead_waits_count=true",
            dict(no_honors_no_flowers=5, false_single_wait=1, concealed_kong=2, two_concealed_pungs=5, small_three_sisters=8),
        ),
        # 嚦咕 on a fourth tile's fifth copy waits for nothing
        ("22m 44m 55z 77p 99p 22s 666s 3s +3s || dead_waits_count=true", dict(ligu_ligu=30, single_wait=2, no_flowers=1)),
    ],
    "special_form_single_wait": [
        ("22m 44m 55z 77p 99p 22s 666s 3s +3s || special_form_single_wait=none", dict(ligu_ligu=30, no_flowers=1)),
        ("22m 44m 55z 77p 99p 22s 666s 3s +3s || special_form_single_wait=all", dict(ligu_ligu=30, single_wait=2, no_flowers=1)),
        ("19m19p19s1234567z 1z 13m +2m || special_form_single_wait=all", dict(thirteen_orphans=80, single_wait=2, no_flowers=1)),
        ("19m19p19s1234567z 1z 13m +2m || special_form_single_wait=ligu_only", dict(thirteen_orphans=80, no_flowers=1)),
        (ORPHANS + " || special_form_single_wait=all", dict(thirteen_orphans=80, no_flowers=1)),  # 23萬 waits for 1 and 4
        ("147m 28p 147s 1234567z 7z +5p || special_form_single_wait=all", dict(sixteen_unrelated=50, single_wait=2, no_flowers=1)),
        ("147m 258p 147s 123456z 7z +7z || special_form_single_wait=all", dict(sixteen_unrelated=50, no_flowers=1)),  # sixteen waits
        # 兩食 has the standard reading's wait alone
        (BOTH_SINGLE, dict(double_twin_chows=10, concealed_hand=3, no_flowers=1, single_wait=2, ligu_ligu=30)),
        (BOTH_SINGLE + " || special_form_single_wait=none", dict(double_twin_chows=10, concealed_hand=3, no_flowers=1, single_wait=2, ligu_ligu=30)),
    ],
    "pair258_in_sixteen": [
        ("147m 147s 258p 1234567z +5p || pair258_in_sixteen=false", dict(sixteen_unrelated=50, no_flowers=1)),
        ("258m 147s 369p 1234567z +2m", dict(sixteen_unrelated=50, pair_258=1, unrelated_knitted_straight=15, no_flowers=1)),
        ("258m 147s 369p 1234567z +2m || pair258_in_sixteen=false", dict(sixteen_unrelated=50, unrelated_knitted_straight=15, no_flowers=1)),
        ("(345m)(678p)(999s) 234s 56m 55p +7m || pair258_in_sixteen=false", dict(pair_258=1, no_honors_no_flowers=5)),
    ],
    "orphans_concealed_kong": [
        ("[5555p] 19m19p19s1234567z +1z", dict(thirteen_orphans=80, concealed_kong=2, no_flowers=1)),
        ("[5555p] 19m19p19s1234567z +1z || orphans_concealed_kong=false", None),
        (
            "[5555p] 19m19p19s1234567z +1z | self_draw after_kong",
            dict(thirteen_orphans=80, concealed_kong=2, win_on_kong=1, self_draw=1, no_flowers=1),
        ),
        (ORPHANS + " || orphans_concealed_kong=false", dict(thirteen_orphans=80, no_flowers=1)),
        ("(5555p) 19m19p19s1234567z +1z", None),  # a 大明槓 never
        ("[5555p](234m) 678p 345s 67s 11z +8s || orphans_concealed_kong=false", dict(concealed_kong=2, two_suit_chows=5, no_flowers=1)),
    ],
    "rob_concealed_kong_for_orphans": [
        (ORPHANS + " | rob_concealed_kong | rob_concealed_kong_for_orphans=true", dict(thirteen_orphans=80, robbing_kong=1, no_flowers=1)),
        (ORPHANS + " | rob_concealed_kong", REFUSED),
        (PLAIN + " | rob_concealed_kong | rob_concealed_kong_for_orphans=true", REFUSED),  # no other hand may
        ("22m 44m 55z 77p 99p 22s 666s 3s +3s | rob_concealed_kong | rob_concealed_kong_for_orphans=true", REFUSED),
        ("147m 28p 147s 1234567z 7z +5p | rob_concealed_kong | rob_concealed_kong_for_orphans=true", REFUSED),
        (ORPHANS + " | rob_concealed_kong self_draw | rob_concealed_kong_for_orphans=true", REFUSED),
        ("19m19p19s1234567z 234m +1z | rob_concealed_kong | rob_concealed_kong_for_orphans=true", REFUSED),  # holds two of them
        (ORPHANS + " | rob_concealed_kong | rob_concealed_kong_for_orphans=true special_forms=ligu", REFUSED),
        (ORPHANS + " | rob_kong | rob_concealed_kong_for_orphans=true", dict(thirteen_orphans=80, robbing_kong=1, no_flowers=1)),
    ],
    "ligu_ron_triplet": [
        ("11m 33m 55m 77p 99p 22s 66s 44s +4s", dict(ligu_ligu=30, no_honors_no_flowers=5)),
        ("11m 33m 55m 77p 99p 22s 66s 44s +4s || ligu_ron_triplet=false", None),
        ("11m 33m 55m 77p 99p 22s 66s 44s +4s | self_draw | ligu_ron_triplet=false", dict(ligu_ligu=30, no_honors_no_flowers=5, self_draw=1)),
        ("11m 33m 55m 77p 99p 22s 666s 4s +4s || ligu_ron_triplet=false", dict(ligu_ligu=30, no_honors_no_flowers=5, single_wait=2)),
        ("22m 44m 55z 77p 99p 222s 66s 6s +2s || ligu_ron_triplet=false", dict(ligu_ligu=30, four_in_one=5, no_flowers=1)),  # 2222 are pairs
        (TWO_WAY + " || ligu_ron_triplet=false", 49),  # won on a pair: the triplet was there
    ],
    "five_categories_in_special": [
        (ORPHANS + " || five_categories_in_special=true", dict(thirteen_orphans=80, five_categories=10, no_flowers=1)),
        ("147m 147s 258p 1234567z +7z || five_categories_in_special=true", dict(sixteen_unrelated=50, five_categories=10, no_flowers=1)),
        ("22m 44m 11z 77p 99p 22s 66s 55z +5z || five_categories_in_special=true", dict(ligu_ligu=30, five_categories=10, honor_pung=1, no_flowers=1)),
    ],
    "small_sisters_middle_pair": [
        ("(333m)(555m) 44m 678s 567p 34s +2s", 18),  # 小三姊妹 8, 斷么 5, 無字花 5
        ("(333m)(555m) 44m 678s 567p 34s +2s || small_sisters_middle_pair=false", 10),
        ("(333m)(444m) 55m 678s 567p 34s +2s || small_sisters_middle_pair=false", dict(small_three_sisters=8, pair_258=1, all_simples=5, no_honors_no_flowers=5)),
        (
            "(333m)(555m)(666m) 44m 678s 34s +2s || small_sisters_middle_pair=false",  # 4 is an end of 4 5 6
            dict(small_three_sisters=8, no_honors_no_flowers=5, missing_suit=5, all_simples=5),
        ),
    ],
    "xiangfeng": [
        # 2 1 1
        ("(345m)(345m)(345p) 345s 67p 55z +8p", dict(three_suit_chows=10, twin_chows=5, all_chows=5, no_flowers=1)),
        ("(345m)(345m)(345p) 345s 67p 55z +8p || xiangfeng=all", dict(three_suit_chows=20, twin_chows=5, all_chows=5, no_flowers=1)),
        ("(345m)(345m)(345p) 345s 67p 55z +8p || xiangfeng=once", dict(three_suit_chows=10, twin_chows=5, all_chows=5, no_flowers=1)),
        # 2 1 0; the 8 can be the middle of 789
        ("(345m)(345m)(345p) 789s 67s 55z +8s", dict(two_suit_chows=5, twin_chows=5, all_chows=5, false_single_wait=1, no_flowers=1)),
        ("(345m)(345m)(345p) 789s 67s 55z +8s || xiangfeng=all", dict(two_suit_chows=10, twin_chows=5, all_chows=5, false_single_wait=1, no_flowers=1)),
        ("(345m)(345m)(345p) 789s 67s 55z +8s || xiangfeng=once", dict(two_suit_chows=5, twin_chows=5, all_chows=5, false_single_wait=1, no_flowers=1)),
        # 3 1 0, and 2 2 1
        ("(345m)(345m)(345m) 345p 67s 55z +8s || xiangfeng=all", dict(two_suit_chows=15, triple_identical_chows=15, all_chows=5, no_flowers=1)),
        ("(345m)(345m)(345p)(345p) 34s 55z +5s || xiangfeng=all", dict(three_suit_chows=40, double_twin_chows=10, all_chows=5, no_flowers=1)),
        # two numbers
        ("(345m)(345p)(678p)(678s) 12m 55z +3m", dict(two_suit_chows=10, all_chows=5, single_wait=2, no_flowers=1)),
        ("(345m)(345p)(678p)(678s) 12m 55z +3m || xiangfeng=all", dict(two_suit_chows=10, all_chows=5, single_wait=2, no_flowers=1)),
        ("(345m)(345p)(678p)(678s) 12m 55z +3m || xiangfeng=once", dict(two_suit_chows=5, all_chows=5, single_wait=2, no_flowers=1)),
    ],
    "dragon_multiplicity": [
        ("(123m)(123p)(456p)(456m) 78s 55z +9s", dict(exposed_mixed_straight=5, two_suit_chows=10, all_chows=5, no_flowers=1)),
        ("(123m)(123p)(456p)(456m) 78s 55z +9s || dragon_multiplicity=all", dict(exposed_mixed_straight=10, two_suit_chows=10, all_chows=5, no_flowers=1)),
        ("123m 123p 456p 456m 78s 55z +9s", dict(concealed_mixed_straight=10, two_suit_chows=10, all_chows=5, no_flowers=1, concealed_hand=3)),
        ("123m 123p 456p 456m 78s 55z +9s || dragon_multiplicity=all", dict(concealed_mixed_straight=20, two_suit_chows=10, all_chows=5, no_flowers=1, concealed_hand=3)),
        # each concealed or exposed by itself
        (
            "(123m) 123p 456p 456m 78s 55z +9s || dragon_multiplicity=all",
            dict(concealed_mixed_straight=10, exposed_mixed_straight=5, two_suit_chows=10, all_chows=5, no_flowers=1),
        ),
        # the discard opens the 789 of both
        (
            "123m 123p 456p 456m 78s 55z +9s || dragon_multiplicity=all ron_opens_sets=true",
            dict(exposed_mixed_straight=10, two_suit_chows=10, all_chows=5, no_flowers=1, concealed_hand=3),
        ),
    ],
    "no_honors_implied": [
        ("(234m)(678p)(555s) 567m 34p 22s +5p", dict(all_simples=5, no_honors_no_flowers=5, pair_258=1)),
        ("(234m)(678p)(555s) 567m 34p 22s +5p || no_honors_implied=drop", dict(all_simples=5, no_flowers=1, pair_258=1)),
        ("(123m)(678m)(345m) 567m 23m 99m +4m || no_honors_implied=drop", dict(full_flush=80, all_chows=5, no_flowers=1)),
        ("(123m)(678m)(345m) 567m 23m 99m 1f +4m || no_honors_implied=drop", dict(full_flush=80, all_chows=5, off_flower=1)),
        ("(123m)(678m)(345m) 567m 23m 99m 1f +4m", dict(full_flush=80, all_chows=5, off_flower=1, no_honors=1)),
        (
            "(111m)(999m)(111p)(999p) 11s 99s +1s || no_honors_implied=drop",
            dict(all_terminals=90, all_pungs=30, no_flowers=1, double_pair_wait=1, big_three_brothers=15, small_three_brothers=10),
        ),
        ("(123m)(999p)(789m) 111p 78s 11s +9s || no_honors_implied=drop", dict(pure_outside=15, two_suit_chows=5, no_flowers=1)),
        ("(123m)(678m) 345p 567p 23p 99m +4p || no_honors_implied=drop", 12),  # 缺一門 5 平胡 5 無花 1 假獨 1
        # 混么九 as 嚦咕 is not in the list: 無字花 stays
        ("1111m 9999m 1111p 9p 999s +9p || no_honors_implied=drop", dict(ligu_ligu=30, mixed_terminals=30, four_in_one=15, single_wait=2, no_honors_no_flowers=5)),
        (RUNS + " || no_honors_implied=drop", dict(grand_all_chows=15, concealed_hand=3, two_suit_chows=5)),  # nothing implies it
    ],
    "missing_suit_allows_honors": [
        ("22m 44m 66m 88m 111z 33p 55p 7p +7p", dict(ligu_ligu=30, honor_pung=1, single_wait=2, no_flowers=1)),
        ("22m 44m 66m 88m 111z 33p 55p 7p +7p || missing_suit_allows_honors=true", dict(ligu_ligu=30, honor_pung=1, single_wait=2, no_flowers=1, missing_suit=5)),
        ("(123m)(678m) 345m 999m 67m 55z +8m || missing_suit_allows_honors=true", dict(half_flush=30, twin_chows=5, no_flowers=1)),  # one suit
        (PLAIN + " || missing_suit_allows_honors=true", dict(chicken_hand=15)),
    ],
    "heavenly_drops": [
        (RUNS + " | self_draw heavenly seat E dealer 0", dict(heavenly_hand=120, grand_all_chows=15, two_suit_chows=5, dealer=1)),
        (
            RUNS + " | self_draw heavenly seat E dealer 0 | heavenly_drops=none",
            dict(heavenly_hand=120, grand_all_chows=15, two_suit_chows=5, dealer=1, concealed_self_draw=5),
        ),
        (
            RUNS + " | self_draw heavenly seat E dealer 0 | heavenly_drops=self_draw",
            dict(heavenly_hand=120, grand_all_chows=15, two_suit_chows=5, dealer=1, concealed_self_draw=5),
        ),
        (
            "222m 666m 777p 444s 99s 55z +9s | self_draw heavenly seat E dealer 0 | heavenly_drops=double_pair_wait",
            dict(heavenly_hand=120, all_concealed_pungs_self_drawn=80, self_draw=1, no_flowers=1, dealer=1),
        ),
        (
            "222m 666m 777p 444s 99s 55z +9s | self_draw heavenly seat E dealer 0 | heavenly_drops=self_draw",  # 簡簡胡's is listed apart
            dict(heavenly_hand=120, all_concealed_pungs_self_drawn=80, self_draw=1, double_pair_wait=1, no_flowers=1, dealer=1),
        ),
        (
            "222m 666m 777p 444s 99s 55z +9s | self_draw heavenly seat E dealer 0 | heavenly_drops=kankan_self_draw",
            dict(heavenly_hand=120, all_concealed_pungs_self_drawn=80, double_pair_wait=1, no_flowers=1, dealer=1),
        ),
        (
            "123m 567m 345p 678s 34s 99p 1f 3f +5s | self_draw heavenly chain flower,flower seat E dealer 0 | heavenly_drops=win_on_flower",
            dict(
                heavenly_hand=120, concealed_self_draw=5, win_on_consecutive_kongs=10, all_chows=5, no_honors=1, two_suit_chows=5,
                seat_flower=2, off_flower=1, dealer=1,
            ),
        ),
        # 嚦咕: 自摸 and 獨獨 are dropped, or not
        ("22m 44m 55z 77p 99p 22s 666s 3s +3s | self_draw heavenly seat E dealer 0", dict(heavenly_hand=120, ligu_ligu=30, no_flowers=1, dealer=1)),
        (
            "22m 44m 55z 77p 99p 22s 666s 3s +3s | self_draw heavenly seat E dealer 0 | heavenly_drops=none",
            dict(heavenly_hand=120, ligu_ligu=30, no_flowers=1, dealer=1, self_draw=1, single_wait=2),
        ),
    ],
    "beggar_wait": [
        ("(123m)(456p)(999s)(678m)(345s) 1z +1z", dict(all_melded=15, single_wait=2, no_flowers=1)),
        ("(123m)(456p)(999s)(678m)(345s) 1z +1z || beggar_wait=drop", dict(all_melded=15, no_flowers=1)),
        ("(123m)(456p)(999s)(678m)(345s) 1z +1z | self_draw", dict(half_melded=8, self_draw=1, single_wait=2, no_flowers=1)),
        ("(123m)(456p)(999s)(678m)(345s) 1z +1z | self_draw | beggar_wait=drop", dict(half_melded=8, self_draw=1, no_flowers=1)),
        ("(123m)(456p)[9999s](678m)(345s) 1z +1z || beggar_wait=drop", dict(single_wait=2, concealed_kong=2, no_flowers=1)),  # no 全求人
    ],
    "use_flowers": [
        (PLAIN + " || use_flowers=false", {}),  # nothing: a win of 0, no 雞胡
        (PLAIN + " | seat E dealer 0 | use_flowers=false", dict(dealer=1)),
        (PLAIN + " | self_draw | use_flowers=false", dict(chicken_hand=15)),
        (RUNS + " || use_flowers=false", dict(all_chows=5, no_honors=1, concealed_hand=3, two_suit_chows=5)),
        ("(234m)(678p)(111s) 567m 34p 11z 12345678f +5p || use_flowers=false", {}),
        ("(234m)(678p)(111s) 567m 34p 11z 1f +5p | self_draw after_flower | use_flowers=false", dict(chicken_hand=15)),
        ("[9999m](234m)(567p) 345s 67s 11z 1f +8s | self_draw chain kong,flower | use_flowers=false", dict(self_draw=1, win_on_kong=1, concealed_kong=2)),
        (
            "[9999m]{1111p}(234m) 345s 67s 11z 1f +8s | self_draw chain kong,flower,kong | use_flowers=false",
            dict(self_draw=1, win_on_consecutive_kongs=10, concealed_kong=2, exposed_kong=1, two_concealed_pungs=5),
        ),
        ("12345678f | self_draw | use_flowers=false", None),
        ("1234567f +8f || use_flowers=false", None),
        ("(234m)(678p)(111s) 567m 34p 11z +5p | self_draw after_flower | use_flowers=false", REFUSED),  # shows no flower
    ],
    "min_fan": [
        (PLAIN + " | self_draw | min_fan=2", dict(self_draw=1, no_flowers=1)),
        (PLAIN + " | self_draw | min_fan=3", None),
        (PLAIN + " | self_draw seat E dealer 2 | min_fan=3", None),  # 莊 5 does not count
        (PLAIN + " | self_draw seat E dealer 2 | min_fan=2", dict(self_draw=1, no_flowers=1, dealer=5)),
        (PLAIN + " || min_fan=15", dict(chicken_hand=15)),
        (PLAIN + " || min_fan=16", None),
        (PLAIN + " || min_fan=16 chicken=add", dict(chicken_hand=15, no_flowers=1)),
        (PLAIN + " | river 3 | min_fan=35", dict(chicken_hand=15, within_seven_discards=20)),
        (PLAIN + " | river 3 | min_fan=36", None),
    ],
    "ron_opens_sets": [
        ("(111s) 123m 456m 78m 678p 55z +9m", dict(concealed_pure_straight=20, no_flowers=1)),
        ("(111s) 123m 456m 78m 678p 55z +9m || ron_opens_sets=true", dict(exposed_pure_straight=10, no_flowers=1)),
        ("(111s) 123m 456p 78s 678p 55z +9s || ron_opens_sets=true", dict(exposed_mixed_straight=5, no_flowers=1)),
        ("(111s) 123m 456p 78s 678p 55z +9s | self_draw | ron_opens_sets=true", dict(concealed_mixed_straight=10, self_draw=1, no_flowers=1)),
        ("(111s) 123m 456p 78s 678p 55z +9s | rob_kong | ron_opens_sets=true", dict(exposed_mixed_straight=5, robbing_kong=1, no_flowers=1)),
        # 門清 is unchanged
        ("123m 456m 78m 678p 345s 55z +9m || ron_opens_sets=true", dict(concealed_hand=3, exposed_pure_straight=10, all_chows=5, no_flowers=1)),
        # another copy of the run is still concealed
        ("123m 456m 789m 78m 555p 11z +9m || ron_opens_sets=true", dict(concealed_hand=3, concealed_pure_straight=20, twin_chows=5, no_flowers=1)),
        # 3 + 1, 對碰 on the 3
        ("(678p)(111s) 33345m 234s 99p +3m", dict(four_in_one=5, double_pair_wait=1, no_honors_no_flowers=5)),
        ("(678p)(111s) 33345m 234s 99p +3m || ron_opens_sets=true", dict(four_in_two=3, double_pair_wait=1, no_honors_no_flowers=5)),
        # the set that the discard completes does not hold the four
        ("(678p)(111s) 333345m 34s 55z +2s || ron_opens_sets=true", dict(four_in_one=5, no_flowers=1)),
    ],
    "big_kong_win_is_discard": [
        ("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw after_big_kong", dict(self_draw=1, win_on_kong=1, exposed_kong=1, no_flowers=1)),
        ("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw after_big_kong | big_kong_win_is_discard=true", dict(win_on_kong=1, exposed_kong=1, no_flowers=1)),
        (
            "(9999m)(234m)(567p) 345s 67s 11z 1f +8s | self_draw chain big_kong,flower | big_kong_win_is_discard=true",
            dict(win_on_flower_and_kong=10, exposed_kong=1, off_flower=1),
        ),
        (
            "(9999m)(234m)(567p) 345s 67s 11z 1f +8s | self_draw chain big_kong,flower | big_kong_win_is_discard=true use_flowers=false",
            dict(win_on_kong=1, exposed_kong=1),
        ),
        (
            "(9999m)(234m)(567p)(345s)(678s) 1z +1z | self_draw after_big_kong | big_kong_win_is_discard=true beggar_wait=drop",
            dict(all_melded=15, win_on_kong=1, exposed_kong=1, no_flowers=1),
        ),
        (
            "(9999m)(234m)(567p)(345s)(678s) 1z +1z | self_draw after_big_kong",
            dict(half_melded=8, self_draw=1, win_on_kong=1, single_wait=2, exposed_kong=1, no_flowers=1),
        ),
        # a self-draw after another kind of kong stays one
        ("{9999m}(234m)(567p) 345s 67s 11z +8s | self_draw after_kong | big_kong_win_is_discard=true", dict(self_draw=1, win_on_kong=1, exposed_kong=1, no_flowers=1)),
        ("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw | big_kong_win_is_discard=true", dict(self_draw=1, exposed_kong=1, no_flowers=1)),  # drawn later
    ],
    "big_kong_win_payer": [
        ("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw after_big_kong | big_kong_win_payer=all", 4),
        ("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw after_big_kong | big_kong_win_payer=feeder", 4),
    ],
    "special_forms": [
        ("147m 147s 258p 1234567z +7z || special_forms=ligu,orphans", None),
        ("147m 147s 258p 1234567z +7z || special_forms=sixteen", 51),
        (ORPHANS + " || special_forms=ligu,sixteen", None),
        (ORPHANS + " || special_forms=orphans", 81),
        ("22m 44m 55z 77p 99p 22s 666s 3s +3s || special_forms=none", None),
        ("22m 44m 55z 77p 99p 22s 666s 3s +3s || special_forms=ligu", 33),
        (TWO_WAY + " || special_forms=none", 19),
        (PLAIN + " || special_forms=none", 15),
    ],
    "plant_order": [
        # the character 竹 is number 4 in Hong Kong, 3 in Taiwan: seat North
        ("(234m)(678p)(111s) 567m 34p 11z 竹 +5p | seat N", dict(seat_flower=2)),
        ("(234m)(678p)(111s) 567m 34p 11z 竹 +5p | seat N | plant_order=plum_orchid_bamboo_chrysanthemum", dict(chicken_hand=15)),
        ("(234m)(678p)(111s) 567m 34p 11z 菊 +5p | seat N | plant_order=plum_orchid_bamboo_chrysanthemum", dict(seat_flower=2)),
        ("(234m)(678p)(111s) 567m 34p 11z 8f +5p | seat N | plant_order=plum_orchid_bamboo_chrysanthemum", dict(seat_flower=2)),
    ],
    "flower wins": [
        ("12345678f | self_draw", dict(eight_flowers=30)),
        ("1234567f +8f | self_draw", dict(eight_flowers=30)),
        ("1234567f +8f", dict(seven_robs_one=30)),
        ("123456f +7f", dict(seven_robs_one=30)),
        ("123456f +7f | self_draw", dict(seven_robs_one=30)),  # a 6–1 split, on drawing the seventh
        ("1234567f +8f | seat E dealer 3", dict(seven_robs_one=30)),  # stands alone, without 莊
        ("12345f +6f", None),
        ("1234567f +8f || seven_robs_one=off", None),
        ("12345678f | self_draw | seven_robs_one=off", dict(eight_flowers=30)),
        ("1234567f +8f | self_draw flower_paid", REFUSED),
        ("1234567f +7f | self_draw", REFUSED),
        ("1234567f +8f | self_draw seat E", REFUSED),
        ("1234567f +8f | dealer -1 seat E", REFUSED),
        ("1234567f +8f | self_draw after_kong", REFUSED),
        ("1234567f +8f | self_draw after_flower", dict(eight_flowers=30)),
        # the later ordinary win
        ("(234m)(678p)(111s) 567m 34p 11z 12345678f +5p | self_draw after_flower flower_paid", dict(self_draw=1, win_on_flower=1)),
        ("(234m)(678p)(111s) 567m 34p 11z 12345678f +5p | self_draw after_flower", dict(self_draw=1, win_on_flower=1, eight_flowers=30)),
        ("(234m)(678p)(111s) 567m 34p 11z 1234567f +5p | flower_paid | seven_robs_one=off", REFUSED),
        ("(234m)(678p)(111s) 567m 34p 11z 12345678f +5p | flower_paid | seven_robs_one=off", {}),
    ],
}  # fmt: skip

TW: dict[str, list[tuple[str, Any]]] = {
    "pinghu_no_self_draw": [
        (RUNS, dict(concealed=1, all_chows=2)),
        (RUNS + " | self_draw", dict(concealed_self_draw=3)),
        (RUNS + " | self_draw | pinghu_no_self_draw=false", dict(concealed_self_draw=3, all_chows=2)),
        ("123m 567m 345p 678s 34s 99p 1f +5s | self_draw | pinghu_no_self_draw=false", dict(concealed_self_draw=3)),  # a flower
        ("(123m) 567m 345p 678s 34s 11z +5s || pinghu_no_self_draw=false", {}),  # an honour pair
    ],
    "pinghu_two_sided": [
        (RUNS + " || pinghu_two_sided=true", dict(concealed=1, all_chows=2)),
        ("(123m) 567m 345p 678s 35s 99p +4s", dict(all_chows=2, single_wait=1)),
        ("(123m) 567m 345p 678s 35s 99p +4s || pinghu_two_sided=true", dict(single_wait=1)),  # 中洞
        ("(123m) 567m 345p 678s 12s 99p +3s || pinghu_two_sided=true", dict(single_wait=1)),
        ("(123m) 567m 345p 678s 345s 9p +9p || pinghu_two_sided=true", dict(single_wait=1)),
        (RUNS + " | self_draw | pinghu_two_sided=true pinghu_no_self_draw=false", dict(concealed_self_draw=3, all_chows=2)),
        # two places for the tile: the open one is chosen where it pays
        ("(123m)(567m) 345p 23p 678s 99p +4p || pinghu_two_sided=true", dict(all_chows=2)),
    ],
    "migi": [
        (RUNS + " | ready di", dict(all_chows=2, earthly_ready=4)),
        (RUNS + " | ready tian", dict(all_chows=2, heavenly_ready=8)),
        (RUNS + " | ready di | migi=on", dict(all_chows=2, migi=8)),
        (RUNS + " | ready tian | migi=on", dict(all_chows=2, migi=8)),
        (RUNS + " | ready migi", dict(all_chows=2, migi=8)),  # the record says it is on
        (RUNS + " | ready migi self_draw", dict(self_draw=1, migi=8)),
        (RUNS + " | ready migi self_draw | ready_keeps_bonus=true", dict(concealed_self_draw=2, migi=8)),
        (RUNS + " | ready di earthly", dict(all_chows=2, earthly_ready=4, earthly_hand=16)),
    ],
    "seven_robs_one": [
        ("1234567f +8f", dict(seven_robs_one=8)),
        ("1234567f +8f | dealer 2", dict(seven_robs_one=8)),
        ("123456f +7f | self_draw", dict(seven_robs_one=8)),
        ("1234567f +8f || seven_robs_one=off", None),
        ("12345678f | self_draw dealer 1", dict(eight_flowers=8)),
        ("1234567f +8f | self_draw", dict(eight_flowers=8)),
        ("(234m)(678p)(111s) 567m 34p 11z 1234567f +5p | flower_paid | seven_robs_one=off", REFUSED),
        ("(234m)(678p)(111s) 567m 34p 11z 1234567f +5p | flower_paid", {}),
        ("(234m)(678p)(111s) 567m 34p 11z 12345678f +5p | self_draw after_flower", dict(self_draw=1, win_on_replacement=1, eight_flowers=8)),
        ("(234m)(678p)(111s) 567m 34p 11z 12345678f +5p | self_draw after_flower flower_paid", dict(self_draw=1, win_on_replacement=1)),
        ("(234m)(678p)(111s) 567m 34p 11z 1234567f +5p", dict(flower_set=2, seat_flower=1)),  # declined: 1234, and 6 of 5 6 7
    ],
    "all_honors_drops_all_pungs": [
        ("(111z)(222z)(555z) 777z 66z 33z +6z", dict(all_honors=16, all_pungs=4, big_three_dragons=8, seat_wind=1, round_wind=1)),
        ("(111z)(222z)(555z) 777z 66z 33z +6z || all_honors_drops_all_pungs=true", dict(all_honors=16, big_three_dragons=8, seat_wind=1, round_wind=1)),
        ("(111m)(222z)(555p) 777z 66s 33z +6s || all_honors_drops_all_pungs=true", dict(all_pungs=4, dragon_pung=1, seat_wind=1)),
    ],
    "heavenly_drops_self_draw": [
        (RUNS + " | self_draw heavenly dealer 0", dict(dealer=1, self_draw=1, heavenly_hand=16)),
        (RUNS + " | self_draw heavenly dealer 0 | heavenly_drops_self_draw=true", dict(dealer=1, heavenly_hand=16)),
        (RUNS + " | self_draw heavenly dealer 0 | heavenly_drops_self_draw=true ready_keeps_bonus=true", dict(dealer=1, heavenly_hand=16)),
        (RUNS + " | self_draw earthly dealer 0 | heavenly_drops_self_draw=true", dict(dealer=1, self_draw=1, earthly_hand=16)),  # 地胡 keeps it
        # 槓上開花 stays by letter, 獨聽 is never beside 天胡
        (
            "123m 567m 345p 678s 345s 9p 1f +9p | self_draw heavenly after_flower dealer 2",
            dict(dealer_streak=5, self_draw=1, win_on_replacement=1, heavenly_hand=16),
        ),
    ],
    "ready_keeps_bonus": [
        (RUNS + " | self_draw ready di", dict(self_draw=1, earthly_ready=4)),
        (RUNS + " | self_draw ready di | ready_keeps_bonus=true", dict(concealed_self_draw=2, earthly_ready=4)),
        (RUNS + " | self_draw ready tian | ready_keeps_bonus=true", dict(concealed_self_draw=2, heavenly_ready=8)),
        (RUNS + " | self_draw heavenly dealer 0 | ready_keeps_bonus=true", dict(dealer=1, concealed_self_draw=2, heavenly_hand=16)),
        (RUNS + " | self_draw earthly | ready_keeps_bonus=true", dict(concealed_self_draw=2, earthly_hand=16)),
        (RUNS + " | ready di | ready_keeps_bonus=true", dict(all_chows=2, earthly_ready=4)),
        ("(123m) 567m 345p 678s 34s 99p +5s | self_draw earthly | ready_keeps_bonus=true", dict(self_draw=1, earthly_hand=16)),  # no 門清
    ],
    "dead_waits_count": [
        ("(123m)(456p)[8888s] 234m 7999s +7s", {}),
        ("(123m)(456p)[8888s] 234m 7999s +7s || dead_waits_count=false", dict(single_wait=1)),
    ],
    "use_flowers": [
        ("123m 567m 345p 678s 34s 99p 2f +5s", dict(concealed=1, seat_flower=1)),
        ("123m 567m 345p 678s 34s 99p 2f +5s || use_flowers=false", dict(concealed=1, all_chows=2)),
        ("(234m)(678p)(111s) 567m 34p 11z 2f +5p | self_draw after_flower | use_flowers=false", dict(self_draw=1)),
        ("12345678f | self_draw | use_flowers=false", None),
    ],
    "min_fan": [
        (RUNS + " || min_fan=3", dict(concealed=1, all_chows=2)),
        (RUNS + " || min_fan=4", None),
        (RUNS + " | dealer 3 | min_fan=4", None),
        (PLAIN + " || min_fan=1", None),
    ],
    "special forms are none": [
        ("22m 44m 55z 77p 99p 22s 666s 3s +3s", None),
        (ORPHANS, None),
        ("147m 147s 258p 1234567z +7z", None),
        (TWO_WAY, dict(concealed=1)),
    ],
}  # fmt: skip

CASES = [
    pytest.param(table, line, expected, id=f"{table} {switch} {n}")
    for table, groups in (("hk", HK), ("taiwan", TW))
    for switch, lines in groups.items()
    for n, (line, expected) in enumerate(lines)
]


def test_lists_are_read_with_brackets_and_without() -> None:
    for text in ("[ligu,orphans]", "ligu,orphans", "orphans,ligu"):
        assert used("hk", f"special_forms={text}").switches.special_forms == ("ligu", "orphans")
    for text in ("none", "[]", ""):
        assert used("hk", f"heavenly_drops={text}").switches.heavenly_drops == ()
    with pytest.raises(SwitchError):
        used("hk", "special_forms=[ligu")


@pytest.mark.parametrize(("table", "line", "expected"), CASES)
def test_by_the_letter(table: str, line: str, expected: Any) -> None:
    check(line, expected, table)


def test_every_switch_is_here_with_every_value() -> None:
    from models.switches import SPECS

    lines = [line for groups in (HK, TW) for group in groups.values() for line, _ in group]
    settings = {setting for line in lines for setting in ("".join(line.split("|")[2:3])).split()}
    told = {"on": "true", "off": "false"}
    said = {(name, told.get(value, value)) for name, value in (setting.split("=") for setting in settings)}
    for spec in SPECS.values():
        if spec.kind in ("choice", "flag"):
            assert (
                len([value for value in spec.values if (spec.name, value) in said]) >= len(spec.values) - 1
            ), spec.name
        else:
            assert any(name == spec.name for name, _ in said), spec.name


# --- what is refused, and as what ------------------------------------------------------------------------------------------------

BOTH, HK_ONLY, TW_ONLY = ("hk", "taiwan"), ("hk",), ("taiwan",)
SYNTAX, TILES, SIZE, CONTEXT = "syntax", "impossible_tiles", "wrong_size", "impossible_context"
REFUSALS: list[tuple[str, str, tuple[str, ...]]] = [
    # what cannot be read
    ("(234m)(678p)(111s) 567m 345p 11z", SYNTAX, BOTH),  # no winning tile
    ("(234m)(678p)(111s) 567m 34p 11z 9f +5p", SYNTAX, BOTH),
    ("(234m)(678p)(111s) 567m 34p 11z +8z", SYNTAX, BOTH),
    ("(234m)(678p)(111s) 567m 34p 11z +0p", SYNTAX, BOTH),
    ("(234m)(678p)(111s) 567m 34 11z +5p", SYNTAX, BOTH),
    ("(234m)(678p)(111s 567m 34p 11z +5p", SYNTAX, BOTH),
    ("(234m)(678p)(111s) 567m 34p 11z +5p +5p", SYNTAX, BOTH),
    ("(234m)(678p)(11+1s) 567m 34p 11z", SYNTAX, BOTH),
    (PLAIN + " | banana", SYNTAX, BOTH),  # an unknown context word
    (PLAIN + " | Self_draw", SYNTAX, BOTH),
    (PLAIN + " | river", SYNTAX, BOTH),
    (PLAIN + " | river many", SYNTAX, BOTH),
    (PLAIN + " | seat Q", SYNTAX, BOTH),
    (PLAIN + " | ready later", SYNTAX, BOTH),
    (PLAIN + " | self_draw chain kong,pung", SYNTAX, BOTH),
    # tiles that cannot be
    ("11111m 234m 567p 789s 11z +1z", TILES, BOTH),
    ("(1111m) 123m 456p 345s 67s 11z +8s", TILES, BOTH),  # the fifth in a kong
    ("(234m)(678p)(111s) 567m 34p 11z 1f 1f +5p", TILES, BOTH),
    ("(123z) 123m 456m 789m 67p 11s +8p", TILES, BOTH),
    ("(89m1p) 123m 456m 789m 67p 11s +8p", TILES, BOTH),
    ("(12m3p) 123m 456m 789m 67p 11s +8p", TILES, BOTH),
    ("(891m) 234m 456m 789m 67p 11s +8p", TILES, BOTH),
    ("(124m) 123m 456m 789m 67p 11s +8p", TILES, BOTH),
    ("[999m] 123m 456p 345s 67s 11z +8s", TILES, BOTH),
    ("{123m} 123m 456p 345s 67s 11z +8s", TILES, BOTH),
    ("(123f) 123m 456p 345s 67s 11z +8s", TILES, BOTH),
    ("(99m) 123m 456p 345s 67s 111z +8s", TILES, BOTH),
    # size
    ("123m 456m 789m 123p 44s +4s", SIZE, BOTH),
    ("123m 456m 789m 123p 456p 44s +4s", SIZE, BOTH),
    ("[9999m] 123m 456p 345s 67s 1z +1z", SIZE, BOTH),  # 17 with a kong
    ("(9999m){1111p} 345s 234s 67s 2z +8s", SIZE, BOTH),
    ("14m 147s 258p 12456z +7z", SIZE, HK_ONLY),
    # replacement draws
    ("[9999m](234m)(567p) 345s 67s 11z +8s | after_kong", CONTEXT, BOTH),
    ("(234m)(678p)(111s) 567m 34p 11z 1f +5p | after_flower", CONTEXT, BOTH),
    ("[9999m](234m)(567p) 345s 67s 11z +8s | rob_kong after_kong", CONTEXT, BOTH),
    (PLAIN + " | self_draw after_kong", CONTEXT, BOTH),
    ("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw after_kong", CONTEXT, BOTH),
    ("[9999m](234m)(567p) 345s 67s 11z +8s | self_draw after_big_kong", CONTEXT, BOTH),
    ("[9999m](234m)(567p) 345s 67s 11z +8s | self_draw chain kong,kong", CONTEXT, BOTH),
    ("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw chain big_kong,big_kong", CONTEXT, BOTH),
    (
        "(9999m)(1111p)(567p) 345s 67s 11z +8s | self_draw chain big_kong,big_kong",
        CONTEXT,
        BOTH,
    ),  # the second follows no claim
    (PLAIN + " | self_draw after_flower", CONTEXT, BOTH),
    ("(234m)(678p)(111s) 567m 34p 11z 1f +5p | self_draw chain flower,flower", CONTEXT, BOTH),
    ("(9999m)(234m)(567p) 345s 67s 11z 1f +8s | self_draw chain flower,big_kong", CONTEXT, BOTH),
    ("[1111p](9999m)(567p) 345s 67s 11z +8s | self_draw chain kong,big_kong", CONTEXT, BOTH),
    # robbing
    (PLAIN + " | rob_kong self_draw", CONTEXT, BOTH),
    (PLAIN + " | rob_kong last_tile", CONTEXT, BOTH),
    ("(234m)(678p)(567m) 345s 44p 55z +4p | rob_kong", CONTEXT, BOTH),
    ("(456p)(678p)(111s) 567m 34p 11z +5p | rob_kong", CONTEXT, BOTH),  # a second copy in a chow
    (PLAIN + " | rob_concealed_kong", CONTEXT, BOTH),
    (PLAIN + " | rob_kong rob_concealed_kong", CONTEXT, BOTH),
    # 天胡
    (RUNS + " | heavenly seat E dealer 0", CONTEXT, BOTH),  # by discard
    (RUNS + " | self_draw heavenly", CONTEXT, BOTH),  # not the dealer
    ("(123m) 567m 345p 678s 34s 99p +5s | self_draw heavenly seat E dealer 0", CONTEXT, BOTH),
    ("[9999m] 123m 456p 345s 67s 11z +8s | self_draw heavenly seat E dealer 0", CONTEXT, BOTH),
    ("[9999m] 123m 456p 345s 67s 11z +8s | self_draw heavenly after_kong seat E dealer 0", CONTEXT, BOTH),
    (RUNS + " | self_draw heavenly seat E dealer 0 river 1", CONTEXT, BOTH),
    (RUNS + " | self_draw heavenly earthly seat E dealer 0", CONTEXT, BOTH),
    (RUNS + " | self_draw heavenly last_tile seat E dealer 0", CONTEXT, BOTH),
    (RUNS + " | self_draw heavenly ready tian seat E dealer 0", CONTEXT, BOTH),
    # 地胡, the last tile
    (PLAIN + " | earthly last_tile", CONTEXT, BOTH),
    (PLAIN + " | earthly seat E dealer 0", CONTEXT, HK_ONLY),
    (PLAIN + " | last_tile river 9", CONTEXT, BOTH),
    (PLAIN + " | self_draw last_tile river 0", CONTEXT, BOTH),
    # flowers paid, ready
    (PLAIN + " | flower_paid", CONTEXT, BOTH),
    ("(234m)(678p)(111s) 567m 34p 11z 123456f +5p | flower_paid", CONTEXT, BOTH),
    ("(123m) 567m 345p 678s 34s 99p +5s | ready tian", CONTEXT, BOTH),
    ("(999p) 567m 345p 678s 34s 11p +5s | ready di", CONTEXT, BOTH),
    ("(9999m) 123m 456p 345s 67s 11z +8s | ready di", CONTEXT, BOTH),
    ("{9999m} 123m 456p 345s 67s 11z +8s | ready migi", CONTEXT, BOTH),
    # numbers, seats
    (PLAIN + " | river -1", CONTEXT, BOTH),
    (PLAIN + " | seat E dealer -1", CONTEXT, BOTH),
    (PLAIN + " | seat E", CONTEXT, HK_ONLY),
    (PLAIN + " | dealer 0", CONTEXT, HK_ONLY),
    (PLAIN + " | seat N dealer 2", CONTEXT, HK_ONLY),
    # the gravest is named: tiles before size, size before context
    ("11111m 234m 567p 11z +1z | self_draw rob_kong", TILES, BOTH),
    ("123m 456m 789m 123p 44s +4s | last_tile river 3", SIZE, BOTH),
]
ACCEPTED: list[tuple[str, tuple[str, ...]]] = [
    ("[9999m](234m)(567p) 345s 67s 11z +8s | self_draw after_kong", BOTH),
    ("{9999m}(234m)(567p) 345s 67s 11z +8s | self_draw after_kong", BOTH),
    ("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw after_big_kong", BOTH),
    ("(9999m)[1111p]{2222s} 345s 67s 11z 12f +8s | self_draw chain big_kong,flower,kong,kong,flower", BOTH),
    ("[9999m](234m)(567p) 345s 67s 11z +8s | self_draw after_kong last_tile", BOTH),
    ("(234m)(678p)(111s) 567m 34p 11z 1f +5p | self_draw after_flower last_tile river 10", BOTH),
    (PLAIN + " | last_tile river 10", BOTH),
    (PLAIN + " | last_tile", BOTH),
    (PLAIN + " | rob_kong earthly", BOTH),
    (PLAIN + " | rob_kong river 5", BOTH),
    ("[9999m] 123m 456p 345s 67s 11z +8s | self_draw earthly after_kong", BOTH),
    (RUNS + " | self_draw heavenly seat E dealer 0", BOTH),
    (RUNS + " | self_draw heavenly seat E dealer 5 river 0", BOTH),
    ("123m 567m 345p 678s 34s 99p 1f 2f +5s | self_draw heavenly chain flower,flower seat E dealer 0", BOTH),
    ("(234m)(678p)(111s) 567m 34p 11z 1234567f +5p | flower_paid", BOTH),
    ("(234m)(678p)(111s) 567m 34p 11z 12345678f +5p | flower_paid self_draw", BOTH),
    ("[9999m] 123m 456p 345s 67s 11z +8s | ready tian", TW_ONLY),  # a 暗槓 leaves the hand concealed
    (PLAIN + " | earthly seat E dealer 0", TW_ONLY),
    (PLAIN + " | seat E", TW_ONLY),
    (PLAIN + " | dealer 0", TW_ONLY),
    (PLAIN + " | seat N dealer 2", TW_ONLY),
    (PLAIN + " | seat E dealer 0", BOTH),
    (PLAIN + " | seat N round N river 0", BOTH),
    ("(1111m)(2222p)(3333s)(5555z)(6666z) 7z +7z", BOTH),  # 22 tiles
    ("[1111m][2222p][3333s][5555z][6666z] 7z +7z | self_draw chain kong,kong,kong,kong,kong", BOTH),
]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "line", "kind"),
    [
        pytest.param(table, line, kind, id=f"{table}: {line}")
        for line, kind, tables in REFUSALS
        for table in tables
    ],
)
def test_refused_as_its_kind(table: str, line: str, kind: str) -> None:
    found = outcome(line, table)
    assert isinstance(found, HandError), found
    assert found.problem == kind, str(found)
    assert str(found.message)


@pytest.mark.parametrize(
    ("table", "line"),
    [pytest.param(table, line, id=f"{table}: {line}") for line, tables in ACCEPTED for table in tables],
)
def test_nothing_legal_is_refused(table: str, line: str) -> None:
    assert isinstance(outcome(line, table), Score), outcome(line, table)


@pytest.mark.parametrize(
    ("line", "table"),
    [(line, "taiwan") for line, _, tables in REFUSALS if tables == HK_ONLY and "|" in line],
)
def test_what_only_hong_kong_refuses(line: str, table: str) -> None:
    assert isinstance(outcome(line, table), Score)


# --- who pays, and which of equal readings is shown ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "payer"),
    [
        (PLAIN, "discarder"),
        (PLAIN + " | self_draw", "all"),
        (PLAIN + " | rob_kong", "konger"),
        ("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw after_big_kong", "feeder"),
        ("(9999m)(234m)(567p) 345s 67s 11z 1f +8s | self_draw chain big_kong,flower", "feeder"),
        (
            "(9999m)[1111p](567p) 345s 67s 11z +8s | self_draw chain big_kong,kong",
            "all",
        ),  # the newest kong is an own one
        ("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw", "all"),
        ("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw after_big_kong | big_kong_win_payer=all", "all"),
        ("12345678f | self_draw", "all"),
        ("1234567f +8f", "holder"),
        ("123456f +7f | self_draw", "holder"),
    ],
)
def test_who_pays(line: str, payer: str) -> None:
    found = outcome(line, "hk")
    assert isinstance(found, Score) and found.payer == payer


@pytest.mark.parametrize(
    ("line", "melds", "pair", "winning"),
    [
        # 對碰 1 (row 16) before 假獨 1 (row 18)
        ("(678p)(111s)(567s) 44345m 99p +4m", ["345m", "444m", "678p", "111s", "567s"], "99p", "444m"),
        # twice 234: the same groups, the tile in either
        ("(678p)(111s) 234m 34m 567s 99p +2m", ["234m", "234m", "678p", "111s", "567s"], "99p", "234m"),
        # 3456 and 3: eyes 33 with 456, or 66 with 345; only the first holds the tile by 單吊
        ("(234m)(678p)(111s) 567m 3456s +3s", ["234m", "567m", "678p", "111s", "456s"], "33s", "33s"),
        # the 5 in 345 or in 567, open in both: the group that is written first
        ("(111p)(222z) 34m 67m 789s 99s 5m +5m", ["345m", "567m", "111p", "789s", "222z"], "99s", "345m"),
    ],
)
def test_which_reading_is_shown(line: str, melds: list[str], pair: str, winning: str) -> None:
    found = outcome(line, "hk")
    assert isinstance(found, Score)
    reading = found.reading
    assert ([str(meld) for meld in reading.melds], reading.pair_text, str(reading.winning)) == (
        melds,
        pair,
        winning,
    )


@pytest.mark.parametrize(
    ("table", "tiles", "settings", "expected"),
    [
        ("hk", "(123m)(456p)[8888s] 234m 7999s", "", "7s"),  # 8 is dead
        (
            "hk",
            "(123m)(456p)[8888s] 234m 7999s",
            "dead_waits_count=true",
            "7s",
        ),  # nobody can discard it all the same
        ("hk", "11m 33m 55m 77p 99p 22s 66s 44s", "", "1m 3m 5m 7p 9p 2s 4s 6s"),
        ("hk", "11m 33m 55m 77p 99p 22s 66s 44s", "special_forms=orphans,sixteen", ""),
        ("hk", "19m19p19s1234567z 234m", "", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        ("hk", "19m19p19s1234567z 234m", "special_forms=ligu", ""),
        ("hk", "[5555p] 19m19p19s1234567z", "", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        ("hk", "[5555p] 19m19p19s1234567z", "orphans_concealed_kong=false", ""),
        ("hk", "147m 258p 147s 1234567z", "", "1m 4m 7m 2p 5p 8p 1s 4s 7s 1z 2z 3z 4z 5z 6z 7z"),
        ("hk", "147m 28p 147s 1234567z 7z", "", "5p"),
        ("hk", "(234m)(678p)(111s) 567m 3456s", "", "3s 6s"),
        ("taiwan", "11m 33m 55m 77p 99p 22s 66s 44s", "", ""),
    ],
)
def test_waits(table: str, tiles: str, settings: str, expected: str) -> None:
    found = waits(parse_hand(tiles), rules=used(table, settings))
    assert " ".join(FACES[wait.tile] for wait in found) == expected


def test_waits_of_a_robbed_kong_leave_out_what_cannot_be_robbed() -> None:
    hand = parse_hand("(234m)(678p)(111s) 34556s 11z")  # 4s and 7s; a 4s is in the hand
    assert [FACES[wait.tile] for wait in waits(hand)] == ["4s", "7s"]
    assert [FACES[wait.tile] for wait in waits(hand, parse_context("rob_kong"))] == ["7s"]
    with pytest.raises(HandError):
        waits(parse_hand("(234m)(678p)(567m) 345s 44p 55z"), parse_context("rob_kong"))
