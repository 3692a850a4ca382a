"""Hands beyond the worked ones, each value added up by hand from the tables. One line a hand: what it is about, and its items.

The items are written with their row, so that a sum can be checked with the table beside it.
"""

from __future__ import annotations

import pytest

from models import rules
from models.hand import HandError, HandProblem
from models.notation import parse_context, parse_hand
from models.rules import with_switch, with_values
from models.score import NotAWin, Score, score, waits
from models.tiles import FACES


def count(text: str, table: str = "hk") -> Score | NotAWin:
    """``HAND | WORDS | SWITCH=VALUE …`` under a table."""
    used = rules.load(table)
    hand, words, settings, *_ = [*text.split("|"), "", ""]
    for setting in settings.split():
        used = with_switch(used, setting)
    return score(parse_hand(hand, used.switches.plant_order), parse_context(words), used)


def items(text: str, table: str = "hk") -> dict[str, int]:
    result = count(text, table)
    assert isinstance(result, Score), result
    assert sum(item.fan for item in result.items) == result.total
    return {item.id: item.fan for item in result.items}


HK = [
    # 1–3, and what stands beside them
    (
        "明槓 breaks 門清, self-drawn",
        "(9999m) 123m 456p 345s 67s 11z +8s | self_draw",
        dict(self_draw=1, exposed_kong=1, no_flowers=1),
    ),
    (
        "大明槓 may keep 門清: 5 in total",
        "(9999m) 123m 456p 345s 67s 11z +8s | self_draw | exposed_kong_keeps_concealed=true",
        dict(concealed_self_draw=5, exposed_kong=1, no_flowers=1),
    ),
    (
        "加槓 never keeps 門清",
        "{9999m} 123m 456p 345s 67s 11z +8s | | exposed_kong_keeps_concealed=true",
        dict(exposed_kong=1, no_flowers=1),
    ),
    (
        "搶槓 is no self-draw, 門清 3",
        "123m 456p 345s 789m 67s 11z +8s | rob_kong",
        dict(concealed_hand=3, robbing_kong=1, no_flowers=1, all_chows=5),
    ),
    # 4–8
    (
        "平胡 with honour eyes and a flower off seat",
        "(123m)(567m) 345p 678s 34s 55z 1f +5s",
        dict(all_chows=5, off_flower=1, two_suit_chows=5),
    ),
    (
        "無字 with a flower: 平胡 5 + 無字 1, not 15",
        "(123m)(567m) 345p 789s 34s 99p 1f +5s",
        dict(all_chows=5, no_honors=1, off_flower=1, two_suit_chows=5),
    ),
    (
        "no flowers played: 無字 alone, no 無花",
        "(123m) 567m 555p 678s 34s 99p +5s | | use_flowers=false",
        dict(chicken_hand=15),
    ),
    (
        "flowers are ignored where none are played",
        "(123m) 567m 555p 678s 34s 99p 1f 2f +5s | self_draw chain flower,flower | use_flowers=false",
        dict(self_draw=1, no_honors=1),
    ),
    (
        "a chain of flower and kong loses the flower",
        "[9999m](234m)(567p) 345s 67s 11z 1f +8s | self_draw chain flower,kong | use_flowers=false",
        dict(self_draw=1, win_on_kong=1, concealed_kong=2),
    ),
    # 9 字
    (
        "graded: North is nobody's, South is the seat's",
        "(444z)(222z) 678p 345s 56m 99s +7m | | honor_scoring=graded",
        dict(honor_pung=3, no_flowers=1),
    ),
    (
        "graded: East seat in East round 3, 發 2",
        "(111z)(666z) 678p 345s 56m 99s +7m | seat E dealer 0 | honor_scoring=graded",
        dict(honor_pung=5, five_categories=10, no_flowers=1, dealer=1),
    ),
    (
        "graded on 十三么's triplet: round wind",
        "19m19p19s1234567z 11z 5z +1z | | honor_scoring=graded",
        dict(thirteen_orphans=80, honor_pung=2, four_in_one=5, no_flowers=1),
    ),
    (
        "字 of 小三元 not paid, South is",
        "(555z)(666z)(222z) 77z 234m 67p +8p | | honor_pung_with_big_honors=exclude",
        dict(small_three_dragons=10, honor_pung=1, no_flowers=1),
    ),
    (
        "字 of 大三風 not paid, 白 is",
        "(111z)(222z)(333z)(777z) 34m 55p +5m | | honor_pung_with_big_honors=exclude",
        dict(big_three_winds=15, honor_pung=1, pair_258=1, no_flowers=1),
    ),
    (
        "字一色: no 字 at all",
        "(111z)(222z)(555z) 777z 66z 44z +6z | | honor_pung_with_big_honors=exclude",
        dict(
            all_honors=80,
            all_pungs=30,
            big_three_dragons=20,
            small_three_winds=8,
            double_pair_wait=1,
            no_flowers=1,
        ),
    ),
    (
        "two wind triplets without wind eyes make nothing",
        "(111z)(222z) 99p 234m 678p 34s +5s | | honor_pung_with_big_honors=exclude",
        dict(honor_pung=2, no_flowers=1),
    ),
    # 10–15 flowers
    ("two own flowers are 4", "(234m)(678p)(111s) 567m 34p 11z 2f 6f +5p", dict(seat_flower=4)),
    (
        "both sets: 20, nothing of the singles",
        "(234m)(678p)(111s) 567m 34p 11z 1234f 5678f +5p | | flower_ladder=false",
        dict(off_flower=6, seat_flower=4, flower_set=20, eight_flowers=30),
    ),
    (
        "set of plants, two loose seasons",
        "(234m)(678p)(111s) 567m 34p 11z 12f 5678f +5p",
        dict(flower_set=10, seat_flower=2, off_flower=1),
    ),
    (
        "seven flowers without the ladder",
        "(234m)(678p)(111s) 567m 34p 11z 1234567f +5p | | flower_ladder=false",
        dict(off_flower=5, seat_flower=4, flower_set=10, seven_flowers=20),
    ),
    (
        "flowers paid, self-drawn after one",
        "(234m)(678p)(111s) 567m 34p 11z 1234567f +5p | self_draw after_flower flower_paid",
        dict(self_draw=1, win_on_flower=1),
    ),
    (
        "flowers paid and one fan: 雞胡",
        "(234m)(678p)(111s) 567m 34p 11z 1234567f +5p | self_draw flower_paid",
        dict(chicken_hand=15),
    ),
    # 16–18 waits
    ("偏章 89+7", "(234m)(678p)(111s) 567m 89p 11z +7p", dict(single_wait=2, no_flowers=1)),
    ("卡窿", "(234m)(678p)(111s) 567m 35p 11z +4p", dict(single_wait=2, no_flowers=1)),
    ("open 78+9 is nothing, 1 fan: 雞胡", "(234m)(678p)(111s) 567m 78p 11z +9p", dict(chicken_hand=15)),
    (
        "對碰 (row 16) comes before 假獨 (row 18) in a tie",
        "(678p)(111s)(567s) 44345m 99p +4m",
        dict(double_pair_wait=1, four_in_one=5, no_honors_no_flowers=5),
    ),
    (
        "own four in a kong: 45 of 3333 is open still",
        "(3333s) 123m 567m 678p 45s 11z +6s | | dead_waits_count=true",
        dict(exposed_kong=1, no_flowers=1),
    ),
    (
        "嚦咕 by 單吊, self-drawn: 自摸 1, 獨獨 2",
        "22m 44m 55z 77p 99p 22s 666s 3s +3s | self_draw",
        dict(ligu_ligu=30, self_draw=1, single_wait=2, no_flowers=1),
    ),
    (
        "嚦咕 with two triplets waiting on either: no 獨獨",
        "22m 44m 55z 77p 99p 222s 66s 6s +2s",
        dict(ligu_ligu=30, four_in_one=5, no_flowers=1),
    ),
    (
        "八飛 by discard wins, no wait fan",
        "22m 44m 55z 77p 99p 22s 66s 33s +3s",
        dict(ligu_ligu=30, no_flowers=1),
    ),
    (
        "十三么 with one wait pays it only when all special forms do",
        "19m19p19s1234567z 1z 13m +2m | | special_form_single_wait=all",
        dict(thirteen_orphans=80, single_wait=2, no_flowers=1),
    ),
    ("十三么 by default does not", "19m19p19s1234567z 1z 13m +2m", dict(thirteen_orphans=80, no_flowers=1)),
    (
        "十六不搭 one wait",
        "147m 147s 28p 1234567z 7z +5p | | special_form_single_wait=all",
        dict(sixteen_unrelated=50, single_wait=2, no_flowers=1),
    ),
    # 19
    ("將眼 on 十六不搭", "147m 147s 258p 1234567z +5p", dict(sixteen_unrelated=50, pair_258=1, no_flowers=1)),
    (
        "not where the table says so",
        "147m 147s 258p 1234567z +5p | | pair258_in_sixteen=false",
        dict(sixteen_unrelated=50, no_flowers=1),
    ),
    ("no 將眼 on 十三么 or honours", "(345m)(678p)(999s) 234s 56m 55z +7m", dict(chicken_hand=15)),
    # 20–26
    (
        "three kinds of kong",
        "(5555p)[9999m]{1111s} 345s 67s 22z +8s",
        dict(exposed_kong=2, concealed_kong=2, three_concealed_pungs=10, no_flowers=1),
    ),
    (
        "加槓 does not count there",
        "(5555p)[9999m]{1111s} 345s 67s 22z +8s | | kong_counts_as_concealed_pung=big_exposed_and_concealed",
        dict(exposed_kong=2, concealed_kong=2, two_concealed_pungs=5, no_flowers=1),
    ),
    (
        "only 暗槓 counts there",
        "(5555p)[9999m]{1111s} 345s 67s 22z +8s | | kong_counts_as_concealed_pung=concealed_only",
        dict(exposed_kong=2, concealed_kong=2, no_flowers=1),
    ),
    (
        "two kongs in a row",
        "[9999m](5555p)(234m) 345s 67s 22z +8s | self_draw chain big_kong,kong",
        dict(
            self_draw=1,
            win_on_consecutive_kongs=10,
            concealed_kong=2,
            exposed_kong=1,
            two_concealed_pungs=5,
            no_flowers=1,
        ),
    ),
    (
        "big kong then flower is mixed",
        "(9999m)(234m)(567p) 345s 67s 11z 1f +8s | self_draw chain big_kong,flower",
        dict(self_draw=1, win_on_flower_and_kong=10, exposed_kong=1, off_flower=1),
    ),
    (
        "flowers in a row as one",
        "(234m)(678p)(111s) 567m 34p 11z 1f 3f +5p | self_draw chain flower,flower | flower_chain_counts=false",
        dict(self_draw=1, win_on_flower=1, off_flower=2),
    ),
    (
        "mixed stays mixed",
        "[9999m](234m)(567p) 345s 67s 11z 1f +8s | self_draw chain flower,kong | flower_chain_counts=false",
        dict(self_draw=1, win_on_flower_and_kong=10, concealed_kong=2, off_flower=1),
    ),
    (
        "fed by a discard: 全求人 instead of 半求人",
        "(9999m)(234m)(567p)(345s)(678s) 1z +1z | self_draw after_big_kong | big_kong_win_is_discard=true",
        dict(all_melded=15, win_on_kong=1, single_wait=2, exposed_kong=1, no_flowers=1),
    ),
    (
        "fed by a discard: 對碰 triplet is no 暗刻",
        "(9999m)(234m)(567p) 345s 44p 11z +4p | self_draw after_big_kong | big_kong_win_is_discard=true",
        dict(win_on_kong=1, double_pair_wait=1, exposed_kong=1, no_flowers=1),
    ),
    (
        "drawn after a big kong, as a rule a 暗刻 of one's own",
        "(9999m)(234m)(567p) 345s 44p 11z +4p | self_draw after_big_kong",
        dict(
            self_draw=1,
            win_on_kong=1,
            double_pair_wait=1,
            exposed_kong=1,
            two_concealed_pungs=5,
            no_flowers=1,
        ),
    ),
    (
        "a later own kong is the newest: a self-draw",
        "(9999m)[5555p](234m) 345s 67s 11z +8s | self_draw chain big_kong,kong | big_kong_win_is_discard=true",
        dict(
            self_draw=1,
            win_on_consecutive_kongs=10,
            exposed_kong=1,
            concealed_kong=2,
            two_concealed_pungs=5,
            no_flowers=1,
        ),
    ),
    # 27–29
    (
        "at most ten, at most seven",
        "(234m)(678p)(111s) 567m 34p 11z +5p | river 8 | early_win=inclusive",
        dict(chicken_hand=15, within_ten_discards=10),
    ),
    (
        "地胡 with 七子內 added",
        "123m 567m 345p 678s 34s 99p +5s | earthly self_draw river 0 | early_with_heaven_earth=stack",
        dict(
            earthly_hand=90,
            within_seven_discards=20,
            grand_all_chows=15,
            concealed_self_draw=5,
            two_suit_chows=5,
        ),
    ),
    (
        "雞胡 added to the single fan, beside 莊 and 七子內",
        "(234m)(678p)(111s) 567m 34p 11z +5p | seat E dealer 0 river 3 | chicken=add",
        dict(chicken_hand=15, no_flowers=1, dealer=1, within_seven_discards=20),
    ),
    ("雞胡 of a single 偏花", "(234m)(678p)(111s) 567m 34p 11z 1f +5p", dict(chicken_hand=15)),
    ("one own flower is 2: no 雞胡", "(234m)(678p)(111s) 567m 34p 11z 2f +5p", dict(seat_flower=2)),
    # 30–33
    (
        "暗龍 beats a claimed copy of a run",
        "(123m) 123m 456m 78m 55z 999p +9m",
        dict(concealed_pure_straight=20, twin_chows=5, no_flowers=1),
    ),
    (
        "暗龍 completed by a discard",
        "(111s) 123m 456m 78m 678p 55z +9m",
        dict(concealed_pure_straight=20, no_flowers=1),
    ),
    (
        "清龍 and 雜龍 share a run",
        "123m 456m 789m 456p 78s 55z +9s",
        dict(
            concealed_pure_straight=20,
            concealed_mixed_straight=10,
            two_suit_chows=10,
            all_chows=5,
            concealed_hand=3,
            no_flowers=1,
        ),
    ),
    (
        "one 雜龍 concealed, one exposed: the better only",
        "(123m) 123p 456p 456m 78s 55z +9s",
        dict(concealed_mixed_straight=10, two_suit_chows=10, all_chows=5, no_flowers=1),
    ),
    (
        "明龍 when the discard opens the run",
        "(111s) 123m 456m 78m 678p 55z +9m | | ron_opens_sets=true",
        dict(exposed_pure_straight=10, no_flowers=1),
    ),
    (
        "drawn it stays 暗龍",
        "(111s) 123m 456m 78m 678p 55z +9m | self_draw | ron_opens_sets=true",
        dict(concealed_pure_straight=20, self_draw=1, no_flowers=1),
    ),
    # 34, 35
    (
        "五章 with a 暗槓 is no 求人",
        "(123m)(456p)[9999s](678m)(345s) 1z +1z",
        dict(single_wait=2, concealed_kong=2, no_flowers=1),
    ),
    (
        "半求人 without the wait",
        "(123m)(456p)(999s)(678m)(345s) 1z +1z | self_draw | beggar_wait=drop",
        dict(half_melded=8, self_draw=1, no_flowers=1),
    ),
    # 36–39
    (
        "three alike and two more",
        "(123m)(123m)(123m)(456p) 78s 55z +9s",
        dict(triple_identical_chows=15, exposed_mixed_straight=5, all_chows=5, no_flowers=1),
    ),
    (
        "雙般高 with a fifth run",
        "(123m)(123m)(567p)(567p) 78s 55z +9s",
        dict(double_twin_chows=10, all_chows=5, no_flowers=1),
    ),
    # 40, 41
    (
        "a ≥ b ≥ c = 2 2 1: one 三相逢, one 二相逢",
        "(345m)(345m)(345p)(345p) 34s 55z +5s",
        dict(three_suit_chows=10, two_suit_chows=5, double_twin_chows=10, all_chows=5, no_flowers=1),
    ),
    (
        "the same, every pair of runs: 2·2·1 三相逢",
        "(345m)(345m)(345p)(345p) 34s 55z +5s | | xiangfeng=all",
        dict(three_suit_chows=40, double_twin_chows=10, all_chows=5, no_flowers=1),
    ),
    (
        "2 2 0 by every pair: four 二相逢",
        "(345m)(345m)(345p)(345p) 78s 55z +9s | | xiangfeng=all",
        dict(two_suit_chows=20, double_twin_chows=10, all_chows=5, no_flowers=1),
    ),
    (
        "2 2 0 disjoint: two",
        "(345m)(345m)(345p)(345p) 78s 55z +9s",
        dict(two_suit_chows=10, double_twin_chows=10, all_chows=5, no_flowers=1),
    ),
    (
        "once: 三相逢 alone though a pair is left",
        "(345m)(345p)(345s)(678m) 67p 55z +8p | | xiangfeng=once",
        dict(three_suit_chows=10, all_chows=5, no_flowers=1),
    ),
    # 42–46
    ("two numbers of brothers", "(333m)(333p)(777m)(777s) 45p 55z +6p", dict(two_brothers=10, no_flowers=1)),
    ("大三兄弟", "(333m)(333p)(333s) 678m 45p 55z +6p", dict(big_three_brothers=15, no_flowers=1)),
    (
        "大三姊妹 3 4 5 with eyes 6: no 小三",
        "(333m)(444m)(555m) 66m 78p 111z +9p",
        dict(big_three_sisters=15, honor_pung=1, no_flowers=1),
    ),
    (
        "eyes 2, triplets 3 4 6 7: 小三 once",
        "(333m)(444m)(666m)(777m) 22m 78p +9p",
        dict(small_three_sisters=8, no_honors_no_flowers=5, pair_258=1, missing_suit=5),
    ),
    (
        "eyes 5 between 3 4 and 6 7: 小三 only once",
        "(333m)(444m)(666m)(777m) 55m 78p +9p",
        dict(small_three_sisters=8, no_honors_no_flowers=5, pair_258=1, missing_suit=5),
    ),
    (
        "five in a row with eyes at their end: 15 + 8",
        "(333m)(444m)(555m)(666m)(777m) 2m +2m",
        dict(
            full_flush=80,
            all_pungs=30,
            big_three_sisters=15,
            small_three_sisters=8,
            all_melded=15,
            single_wait=2,
            no_honors_no_flowers=5,
            pair_258=1,
            all_simples=5,
        ),
    ),
    (
        "四 in a row: one 大三",
        "(333m)(444m)(555m)(666m) 78p 55z +9p",
        dict(big_three_sisters=15, no_flowers=1),
    ),
    (
        "9萬 and 1筒 are no neighbours",
        "(888m)(999m) 11p 234s 567s 67m +8m",
        dict(no_honors_no_flowers=5, four_in_two=3),
    ),
    # 47, 48
    (
        "四歸一 3+1 with the triplet punged: 四歸二",
        "(333m)(678p)(111s) 345m 34s 55z +2s",
        dict(four_in_two=3, no_flowers=1),
    ),
    (
        "2+1+1 concealed, won as eyes or in the middle",
        "(678p)(111s)(999s) 33345m 24m +3m",
        dict(four_in_one=5, false_single_wait=1, no_honors_no_flowers=5),
    ),
    (
        "the same by shape: 四歸二 10",
        "(678p)(111s)(999s) 33345m 24m +3m | | sigui=by_shape",
        dict(four_in_two=10, false_single_wait=1, no_honors_no_flowers=5),
    ),
    (
        "3+1 by shape, claimed or not: 四歸一 5",
        "(333m)(678p)(111s) 345m 34s 55z +2s | | sigui=by_shape",
        dict(four_in_one=5, no_flowers=1),
    ),
    (
        "四海一家 by shape: three times 四歸四",
        "(345m)(345m)(345m)(345m) 34s 55z +2s | | sigui=by_shape",
        dict(quadruple_identical_chows=30, four_in_four=60, all_chows=5, no_flowers=1),
    ),
    (
        "嚦咕 with two quads",
        "1111m 2222p 33s 55s 77s 66z +6z",
        dict(ligu_ligu=30, four_in_one=10, honor_pung=1, no_flowers=1),
    ),
    ("十三么 3+1", "19m19p19s1234567z 11m 9p +1m", dict(thirteen_orphans=80, four_in_one=5, no_flowers=1)),
    (
        "a discard completes a set of the four: still 四歸一",
        "(678p)(111s) 33334m 234s 55z +5m",
        dict(four_in_one=5, no_flowers=1),
    ),
    (
        "unless it opens the set",
        "(678p)(111s) 33334m 234s 55z +5m | | ron_opens_sets=true",
        dict(four_in_two=3, no_flowers=1),
    ),
    (
        "drawn it opens nothing",
        "(678p)(111s) 33334m 234s 55z +5m | self_draw | ron_opens_sets=true",
        dict(four_in_one=5, self_draw=1, no_flowers=1),
    ),
    # 51
    (
        "五門齊 on 嚦咕",
        "22m 44m 11z 77p 99p 22s 66s 55z +5z",
        dict(ligu_ligu=30, five_categories=10, honor_pung=1, no_flowers=1),
    ),
    ("not on 十六不搭", "147m 258p 159s 1234567z +1z", dict(sixteen_unrelated=50, no_flowers=1)),
    (
        "unless the table says so",
        "147m 258p 159s 1234567z +1z | | five_categories_in_special=true",
        dict(sixteen_unrelated=50, five_categories=10, no_flowers=1),
    ),
    # 52–57
    (
        "簡簡胡 with a 暗槓",
        "[7777p] 222m 666m 444s 999s 5z +5z | self_draw",
        dict(all_concealed_pungs_self_drawn=80, self_draw=1, concealed_kong=2, single_wait=2, no_flowers=1),
    ),
    (
        "簡簡胡 by discard on the eyes is 五暗刻 and 門清",
        "222m 666m 777p 444s 999s 5z +5z",
        dict(five_concealed_pungs=40, all_pungs=30, concealed_hand=3, single_wait=2, no_flowers=1),
    ),
    (
        "簡簡胡 self-drawn by 對碰",
        "222m 666m 777p 444s 99s 55z +9s | self_draw",
        dict(all_concealed_pungs_self_drawn=80, self_draw=1, double_pair_wait=1, no_flowers=1),
    ),
    (
        "天胡 as 簡簡胡: no 自摸, no wait",
        "222m 666m 777p 444s 999s 5z +5z | self_draw heavenly seat E dealer 0",
        dict(heavenly_hand=120, all_concealed_pungs_self_drawn=80, no_flowers=1, dealer=1),
    ),
    # 58–66
    (
        "缺一門 may hold honours",
        "(123m)(678m) 345p 999p 67p 55z +8p | | missing_suit_allows_honors=true",
        dict(missing_suit=5, two_suit_chows=5, no_flowers=1),
    ),
    (
        "清么九 as 嚦咕 is 花麼",
        "1111m 9999m 1111p 9p 999s +9p",
        dict(ligu_ligu=30, mixed_terminals=30, four_in_one=15, single_wait=2, no_honors_no_flowers=5),
    ),
    (
        "純連麼 with a 三相逢",
        "(123m)(123p)(123s) 789m 99p 99s +9p",
        dict(pure_outside=15, three_suit_chows=10, no_honors_no_flowers=5, double_pair_wait=1),
    ),
    (
        "連麼 needs a run: without one 花麼",
        "(111m)(999p)(111z)(222z) 99s 77z +9s",
        dict(
            mixed_terminals=30,
            all_pungs=30,
            honor_pung=2,
            double_pair_wait=1,
            two_brothers=5,
            five_categories=10,
            no_flowers=1,
        ),
    ),
    (
        "無字 implied by 斷么 with a flower",
        "(234m)(678p)(555s) 567m 34p 22s 1f +5p | | no_honors_implied=drop",
        dict(all_simples=5, off_flower=1, pair_258=1),
    ),
    (
        "大平胡 falls to 平胡 and 無花 under 缺一門",
        "(123m)(678m) 345p 567p 23p 99m +4p | | no_honors_implied=drop",
        dict(all_chows=5, no_flowers=1, missing_suit=5, false_single_wait=1),
    ),
    # 67–71
    (
        "字一色 as 嚦咕",
        "1111z 22z 33z 44z 55z 66z 77z +7z",
        dict(ligu_ligu=30, all_honors=80, four_in_one=5, honor_pung=1, no_flowers=1),
    ),
    (
        "組合龍 and 三相逢 are never both",
        "147m 258p 369s 1234567z +9s",
        dict(sixteen_unrelated=50, unrelated_knitted_straight=15, no_flowers=1),
    ),
    (
        "組合龍 in another order of the suits",
        "369m 147p 258s 1234567z +9m",
        dict(sixteen_unrelated=50, unrelated_knitted_straight=15, no_flowers=1),
    ),
    # 兩食
    (
        "兩食 by 自摸: 門清一摸五 in the standard half",
        "778899s 22333p 22334m +4m | self_draw",
        dict(double_twin_chows=10, concealed_self_draw=5, no_honors_no_flowers=5, pair_258=1, ligu_ligu=30),
    ),
    (
        "兩食 in full: 莊 once, 自摸 by half",
        "778899s 22333p 22334m +4m | seat E dealer 1 | two_way=full_both",
        dict(
            double_twin_chows=10,
            concealed_hand=3,
            no_honors_no_flowers=10,
            pair_258=1,
            ligu_ligu=30,
            dealer=3,
        ),
    ),
    (
        "兩食 won on the triplet",
        "778899s 2233p 223344m +3p",
        dict(
            double_twin_chows=10,
            concealed_hand=3,
            no_honors_no_flowers=5,
            pair_258=1,
            double_pair_wait=1,
            ligu_ligu=30,
        ),
    ),
    (
        "where a discard may not make that triplet, the standard half alone",
        "778899s 2233p 223344m +3p | | ligu_ron_triplet=false",
        dict(double_twin_chows=10, concealed_hand=3, no_honors_no_flowers=5, pair_258=1, double_pair_wait=1),
    ),
    (
        "drawn it may",
        "778899s 2233p 223344m +3p | self_draw | ligu_ron_triplet=false",
        dict(
            double_twin_chows=10,
            concealed_self_draw=5,
            no_honors_no_flowers=5,
            pair_258=1,
            double_pair_wait=1,
            ligu_ligu=30,
        ),
    ),
    (
        "the larger of the two",
        "778899s 2233p 223344m +3p | | two_way=best_only",
        dict(ligu_ligu=30, no_honors_no_flowers=5),
    ),
    # 72–77
    (
        "小四喜 replaces 大三風; 字 3",
        "(111z)(222z)(333z) 44z 234m 67p +8p",
        dict(small_four_winds=30, honor_pung=3, no_flowers=1),
    ),
    (
        "小三風 and 小三元 cannot share eyes",
        "(111z)(222z)(555z)(666z) 33z 67p +8p",
        dict(small_three_winds=8, honor_pung=4, half_flush=30, no_flowers=1),
    ),
    # 78
    (
        "天胡 after two flowers",
        "123m 567m 345p 678s 34s 99p 1f 3f +5s | self_draw heavenly chain flower,flower seat E dealer 2",
        dict(
            heavenly_hand=120,
            all_chows=5,
            no_honors=1,
            two_suit_chows=5,
            seat_flower=2,
            off_flower=1,
            dealer=5,
        ),
    ),
    (
        "天胡 drops nothing",
        "123m 567m 345p 678s 34s 99p 1f +5s | self_draw heavenly after_flower seat E dealer 0 | heavenly_drops=none",
        dict(
            heavenly_hand=120,
            concealed_self_draw=5,
            win_on_flower=1,
            all_chows=5,
            no_honors=1,
            two_suit_chows=5,
            seat_flower=2,
            dealer=1,
        ),
    ),
    (
        "天胡 drops 門清 only: 自摸 1 stays",
        "123m 567m 345p 678s 34s 99p +5s | self_draw heavenly seat E dealer 0 | heavenly_drops=concealed_hand,concealed_self_draw",
        dict(heavenly_hand=120, self_draw=1, grand_all_chows=15, two_suit_chows=5, dealer=1),
    ),
    (
        "天胡 with 七子內",
        "123m 567m 345p 678s 34s 99p +5s | self_draw heavenly seat E dealer 0 | early_with_heaven_earth=stack",
        dict(heavenly_hand=120, within_seven_discards=20, grand_all_chows=15, two_suit_chows=5, dealer=1),
    ),
    # 80
    (
        "莊 is no part of the least fan",
        "(234m)(678p)(111s) 567m 34p 11z 1f +5p | seat E dealer 3 | min_fan=2",
        dict(seat_flower=2, dealer=7),
    ),
]


TAIWAN = [
    ("莊 and 連莊", "(111z)(234m) 678p 345s 56m 99s +7m | dealer 2", dict(round_wind=1, dealer_streak=5)),
    (
        "the seat is not the dealer's",
        "(111z)(234m) 678p 345s 56m 99s +7m | seat W dealer 0",
        dict(round_wind=1, dealer=1),
    ),
    (
        "both winds in one triplet",
        "(333z)(234m) 678p 345s 56m 99s +7m | seat W round W",
        dict(seat_wind=1, round_wind=1),
    ),
    (
        "明槓 breaks 門清 and is no 暗刻",
        "(1111m) 222m 333p 444s 99s 67s +8s | self_draw",
        dict(self_draw=1, three_concealed=2),
    ),
    ("暗槓 keeps both", "[1111m] 222m 333p 99s 678s 67s +8s", dict(concealed=1, three_concealed=2)),
    (
        "天聽 self-drawn: 自摸 1 only",
        "123m 567m 345p 678s 34s 99p +5s | self_draw ready tian",
        dict(heavenly_ready=8, self_draw=1),
    ),
    (
        "地聽 keeps the extra one",
        "123m 567m 345p 678s 34s 99p +5s | self_draw ready di | ready_keeps_bonus=true",
        dict(earthly_ready=4, concealed_self_draw=2),
    ),
    (
        "地胡 and 地聽 together",
        "123m 567m 345p 678s 34s 99p +5s | earthly ready di",
        dict(earthly_hand=16, earthly_ready=4, all_chows=2),
    ),
    (
        "地胡 by the dealer",
        "(234m)(678p)(111s) 567m 34p 11z +5p | earthly dealer 0",
        dict(earthly_hand=16, dealer=1),
    ),
    (
        "天胡: no 獨聽",
        "123m 567m 345p 678s 35s 99p +4s | self_draw heavenly dealer 0",
        dict(heavenly_hand=16, self_draw=1, dealer=1),
    ),
    (
        "天胡 after a flower: 槓上開花 stays",
        "123m 567m 345p 678s 34s 99p 3f +5s | self_draw heavenly after_flower dealer 0",
        dict(heavenly_hand=16, self_draw=1, win_on_replacement=1, dealer=1),
    ),
    (
        "天胡 holds 自摸 there",
        "123m 567m 345p 678s 34s 99p +5s | self_draw heavenly dealer 0 | heavenly_drops_self_draw=true ready_keeps_bonus=true",
        dict(heavenly_hand=16, dealer=1),
    ),
    ("migi merges 天聽", "123m 567m 345p 678s 34s 99p +5s | ready tian | migi=on", dict(migi=8, all_chows=2)),
    (
        "平胡 by a narrow wait where it must be open",
        "(123m)(567m) 345p 678s 35s 99p +4s | | pinghu_two_sided=true",
        dict(single_wait=1),
    ),
    ("by an open one", "(123m)(567m) 345p 678s 34s 99p +5s | | pinghu_two_sided=true", dict(all_chows=2)),
    ("no 平胡 with honour eyes", "(123m)(567m) 345p 678s 34s 55z +5s", {}),
    ("own kong of the other end is no 獨聽 in Taiwan", "[8888s] 123m 456m 123p 7999s +7s", dict(concealed=1)),
    (
        "where dead waits do not count it is",
        "[8888s] 123m 456m 123p 7999s +7s | | dead_waits_count=false",
        dict(concealed=1, single_wait=1),
    ),
    (
        "小三元 holds its 三元牌, 大四喜 its winds",
        "(555z)(666z) 77z 234m 678p 34s +5s",
        dict(small_three_dragons=4),
    ),
    ("大四喜 and seat wind", "(111z)(222z)(333z)(444z) 67m 99m +8m", dict(big_four_winds=16, half_flush=4)),
    (
        "五暗刻 and 碰碰胡 by discard on the eyes",
        "222m 666m 777p 444s 999s 5z +5z",
        dict(concealed=1, five_concealed=8, all_pungs=4, single_wait=1),
    ),
    (
        "對碰 by discard: 四暗刻",
        "222m 666m 777p 999s 44s 55z +4s",
        dict(concealed=1, four_concealed=5, all_pungs=4),
    ),
    (
        "半求",
        "(123m)(456p)(9999s)(678m)(345s) 1z +1z | self_draw",
        dict(self_draw=1, half_melded=1, single_wait=1),
    ),
    (
        "同組花牌 covers the seat's flower, the other kind's counts",
        "(234m)(678p)(111s) 567m 34p 11z 1234f 6f +5p",
        dict(flower_set=2, seat_flower=1),
    ),
    ("河底 is nothing", "(234m)(678p)(111s) 567m 34p 11z +5p | last_tile", {}),
    (
        "七搶一 paid: no flower tai",
        "(234m)(678p)(111s) 567m 34p 11z 1234567f +5p | self_draw after_flower flower_paid",
        dict(self_draw=1, win_on_replacement=1),
    ),
    (
        "two replacements are one 槓上開花",
        "[9999m](234m)(567p) 345s 67s 11z 1f +8s | self_draw chain flower,kong",
        dict(self_draw=1, win_on_replacement=1),
    ),
    ("清一色 with 碰碰胡", "(111m)(222m)(444m)(777m) 99m 88m +9m", dict(full_flush=8, all_pungs=4)),
]


def named(cases: list[tuple[str, str, dict[str, int]]]) -> list[object]:
    return [pytest.param(text, want, id=about) for about, text, want in cases]


@pytest.mark.parametrize(("text", "want"), named(HK))
def test_hong_kong(text: str, want: dict[str, int]) -> None:
    assert items(text) == want


@pytest.mark.parametrize(("text", "want"), named(TAIWAN))
def test_taiwan(text: str, want: dict[str, int]) -> None:
    assert items(text, "taiwan") == want


REFUSED = [
    ("(234m)(678p)(111s) 567m 34p 11z +5p | rob_kong last_tile", "ROB_LAST_TILE"),
    ("(234m)(678p)(111s) 567m 34p 11z +5p | rob_kong rob_concealed_kong", "ROB_TWICE"),
    ("(234m)(678p)(111s) 567m 34p 11z +5p | rob_concealed_kong", "ROB_CONCEALED_FORBIDDEN"),
    (
        "(234m)(678p)(111s) 567m 34p 11z +5p | rob_concealed_kong | rob_concealed_kong_for_orphans=true",
        "ROB_CONCEALED_FORM",
    ),
    ("(234m)(678p)(555p) 567m 34p 11z +5p | rob_kong", "ROB_COPIES"),
    ("[9999m](234m)(567p) 345s 67s 11z +8s | after_kong", "CHAIN_WITHOUT_SELF_DRAW"),
    ("[9999m](234m)(567p) 345s 67s 11z +8s | self_draw chain kong,kong", "CHAIN_KONGS"),
    ("{9999m}(234m)(567p) 345s 67s 11z +8s | self_draw after_big_kong", "CHAIN_BIG_KONGS"),
    ("(9999m)[1111p](234m) 345s 67s 11z +8s | self_draw chain kong,big_kong", "CHAIN_BIG_KONG_LATE"),
    ("(234m)(678p)(111s) 567m 34p 11z 1f +5p | self_draw chain flower,flower", "CHAIN_FLOWERS"),
    ("123m 567m 345p 678s 34s 99p +5s | heavenly seat E dealer 0", "HEAVENLY_NOT_DRAWN"),
    ("[9999m] 123m 456p 345s 67s 11z +8s | self_draw heavenly seat E dealer 0", "HEAVENLY_MELD"),
    ("123m 567m 345p 678s 34s 99p +5s | self_draw heavenly seat E dealer 0 river 1", "HEAVENLY_RIVER"),
    ("123m 567m 345p 678s 34s 99p +5s | self_draw heavenly earthly seat E dealer 0", "HEAVENLY_EARTHLY"),
    ("123m 567m 345p 678s 34s 99p +5s | self_draw heavenly last_tile seat E dealer 0", "HEAVENLY_LAST_TILE"),
    ("123m 567m 345p 678s 34s 99p +5s | self_draw heavenly ready tian seat E dealer 0", "HEAVENLY_READY"),
    ("123m 567m 345p 678s 34s 99p +5s | earthly last_tile", "EARTHLY_LAST_TILE"),
    ("123m 567m 345p 678s 34s 99p +5s | earthly seat E dealer 0", "EARTHLY_DEALER"),
    ("123m 567m 345p 678s 34s 99p +5s | last_tile river 9", "LAST_TILE_RIVER"),
    ("123m 567m 345p 678s 34s 99p 123456f +5s | flower_paid", "FLOWER_PAID_FLOWERS"),
    ("123m 567m 345p 678s 34s 99p 1234567f +5s | flower_paid | seven_robs_one=off", "SEVEN_ROBS_ONE_OFF"),
    ("{9999m} 123m 456p 345s 67s 11z +8s | ready di", "READY_MELD"),
    ("123m 567m 345p 678s 34s 99p +5s | river -1", "NEGATIVE_RIVER"),
    ("123m 567m 345p 678s 34s 99p +5s | seat E dealer -1", "NEGATIVE_DEALER"),
    ("123m 567m 345p 678s 34s 99p +5s | seat E", "DEALER_SEAT"),
    ("123m 567m 345p 678s 34s 99p +5s | dealer 0", "DEALER_SEAT"),
]


@pytest.mark.parametrize(("text", "flag"), REFUSED)
def test_refused_for_how_it_was_won(text: str, flag: str) -> None:
    with pytest.raises(HandError) as error:
        count(text)
    assert HandProblem[flag] in error.value.flags
    assert error.value.problem == "impossible_context"
    assert str(error.value.message)


def test_every_reason_is_named_at_once() -> None:
    with pytest.raises(HandError) as error:
        count("(234m)(678p)(555p) 567m 34p 11z 1f 1f +5p | self_draw rob_kong last_tile river 3 earthly")
    flags = error.value.flags
    for flag in (
        "REPEATED_FLOWER",
        "ROB_SELF_DRAW",
        "ROB_LAST_TILE",
        "ROB_COPIES",
        "LAST_TILE_RIVER",
        "EARTHLY_LAST_TILE",
    ):
        assert HandProblem[flag] in flags
    assert error.value.problem == "impossible_tiles"


def test_what_taiwan_does_not_refuse() -> None:
    assert items("123m 567m 345p 678s 34s 99p +5s | seat E", "taiwan") == dict(concealed=1, all_chows=2)
    assert items("123m 567m 345p 678s 34s 99p +5s | dealer 0", "taiwan") == dict(
        concealed=1, all_chows=2, dealer=1
    )


@pytest.mark.parametrize(
    ("text", "payer"),
    [
        ("(234m)(678p)(111s) 567m 34p 11z +5p", "discarder"),
        ("(234m)(678p)(111s) 567m 34p 11z +5p | self_draw", "all"),
        ("(234m)(678p)(111s) 567m 34p 11z +5p | rob_kong", "konger"),
        ("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw after_big_kong", "feeder"),
        ("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw after_big_kong | big_kong_win_payer=all", "all"),
        ("(9999m)(234m)(567p) 345s 67s 11z 1f +8s | self_draw chain big_kong,flower", "feeder"),
        ("(9999m)[5555p](234m) 345s 67s 11z +8s | self_draw chain big_kong,kong", "all"),
    ],
)
def test_who_pays(text: str, payer: str) -> None:
    result = count(text)
    assert isinstance(result, Score) and result.payer == payer


def test_a_table_without_the_feeding_rule_has_all_pay() -> None:
    result = count("(9999m)(234m)(567p) 345s 67s 11z +8s | self_draw after_big_kong", "taiwan")
    assert isinstance(result, Score) and result.payer == "all"


@pytest.mark.parametrize(
    ("text", "table", "want", "payer"),
    [
        ("1234567f +8f | self_draw", "hk", dict(eight_flowers=30), "all"),
        ("1234567f +8f", "hk", dict(seven_robs_one=30), "holder"),
        ("123456f +7f | self_draw", "hk", dict(seven_robs_one=30), "holder"),
        ("12345678f", "hk", dict(eight_flowers=30), "all"),
        (
            "123m 567m 345p 678s 34s 99p 1234567f +8f | self_draw seat E dealer 3",
            "hk",
            dict(eight_flowers=30),
            "all",
        ),
        ("1234567f +8f | self_draw dealer 3", "taiwan", dict(eight_flowers=8), "all"),
        ("1234567f +8f", "taiwan", dict(seven_robs_one=8), "holder"),
    ],
)
def test_flowers_claimed_at_once_stand_alone(text: str, table: str, want: dict[str, int], payer: str) -> None:
    assert items(text, table) == want
    result = count(text, table)
    assert isinstance(result, Score)
    assert (result.flower, result.payer, result.reading.form, result.dealer) == (True, payer, "flowers", 0)


def test_flowers_that_do_not_win() -> None:
    assert isinstance(count("12345f +6f | self_draw"), NotAWin)
    assert isinstance(count("1234567f +8f | | seven_robs_one=off"), NotAWin)
    assert isinstance(count("1234567f +8f | self_draw | use_flowers=false"), NotAWin)
    for text in ("123456f +6f", "123m 1234567f +8f", "1234567f +8f | self_draw flower_paid"):
        with pytest.raises(HandError):
            count(text)


def test_the_least_fan() -> None:
    short = count("(234m)(678p)(111s) 567m 34p 11z 2f +5p | seat E dealer 3 | min_fan=16")
    assert isinstance(short, NotAWin)  # 雞胡 15, 莊 7 not counted
    assert isinstance(count("(234m)(678p)(111s) 567m 34p 11z 2f +5p | seat E dealer 3 | min_fan=15"), Score)


def test_a_row_that_is_off_leaves_the_lower_step() -> None:
    hk = rules.load("hk")
    hand = parse_hand("222m 666m 777p 444s 999s 5z +5z")
    drawn = parse_context("self_draw")

    def ids(**off: bool) -> dict[str, int]:
        result = score(hand, drawn, with_values(hk, dict(off)))
        assert isinstance(result, Score)
        return {item.id: item.fan for item in result.items}

    rest = dict(no_flowers=1, single_wait=2)
    assert ids(all_concealed_pungs_self_drawn=False) == dict(
        five_concealed_pungs=40, all_pungs=30, concealed_self_draw=5, **rest
    )
    assert ids(all_concealed_pungs_self_drawn=False, concealed_self_draw=False) == dict(
        five_concealed_pungs=40, all_pungs=30, self_draw=1, **rest
    )
    honours = score(
        parse_hand("(111z)(222z)(555z) 777z 66z 33z +6z"),
        parse_context(""),
        with_values(hk, {"all_honors": False}),
    )
    assert isinstance(honours, Score) and "mixed_terminals" in {item.id for item in honours.items}


def test_waits_say_what_each_pays() -> None:
    found = waits(parse_hand("778899s 22333p 22334m"))
    assert [
        (FACES[wait.tile], wait.left, isinstance(wait.result, Score) and wait.result.total) for wait in found
    ] == [
        ("1m", 4, 14),
        ("4m", 3, 49),
    ]


def test_waits_need_sixteen_tiles() -> None:
    with pytest.raises(HandError) as error:
        waits(parse_hand("778899s 22333p"))
    assert error.value.problem == "wrong_size"


def test_the_reading_that_was_priced_is_told() -> None:
    result = count("(7777p) 2333444555666p +2p | self_draw")
    assert isinstance(result, Score)
    assert [str(group) for group in result.reading.melds] == ["333p", "444p", "555p", "666p", "7777p"]
    assert result.reading.pair_text == "22p" and str(result.reading.winning) == "22p"
    others = {(other.total, other.reading.text) for other in result.others}
    assert all(total <= result.total for total, _text in others)
    assert any("456p 456p 456p" in text for _total, text in others)
