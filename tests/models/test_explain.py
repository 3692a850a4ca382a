"""What earned each item, what was narrowly missed, how else the hand can be read."""

from __future__ import annotations

import pytest

from models import rules
from models.explain import Earned, earned, near_misses
from models.notation import parse_context, parse_hand
from models.score import Score, score


def count(hand: str, words: str = "", table: str = "hk") -> Score:
    result = score(parse_hand(hand), parse_context(words), rules.load(table))
    assert isinstance(result, Score)
    return result


def by_id(result: Score) -> dict[str, Earned]:
    return {one.item.id: one for one in earned(result)}


@pytest.mark.parametrize(
    ("hand", "words", "id", "tiles"),
    [
        ("(555z)(666z) 77z 234m 678p 34s +5s", "", "small_three_dragons", "555z 666z 77z"),
        ("(555z)(666z) 77z 234m 678p 34s +5s", "", "honor_pung", "555z 666z"),
        ("123m 456m 789m 456p 78s 55z +9s", "", "concealed_pure_straight", "123m 456m 789m"),
        ("123m 456m 789m 456p 78s 55z +9s", "", "concealed_mixed_straight", "123m 456p 789s"),
        ("123m 456m 789m 456p 78s 55z +9s", "", "two_suit_chows", "456m 456p 789m 789s"),
        ("(345m)(345p)(345s) 111s 78m 55z +9m", "", "three_suit_chows", "345m 345p 345s"),
        ("(123m)(123m)(123m) 567p 567p 5z +5z", "", "triple_identical_chows", "123m 123m 123m"),
        ("(123m)(123m)(123m) 567p 567p 5z +5z", "", "twin_chows", "567p 567p"),
        ("(123m)(123m)(123m) 567p 567p 5z +5z", "", "single_wait", "55z"),
        ("(678p)(111s) 333345m 34s 55z +2s", "", "four_in_one", "3333m"),
        ("222m 777p 444s 999s 34m 55z +5m", "", "four_concealed_pungs", "222m 777p 444s 999s"),
        ("(2222s) 33m 444m 555m 678p 45s +6s", "", "three_concealed_pungs", "444m 555m 2222s"),
        ("(7777p) 2333444555666p +2p", "self_draw", "small_three_sisters", "333p 444p 22p"),
        ("(7777p) 2333444555666p +2p", "self_draw", "big_three_sisters", "555p 666p 7777p"),
        (
            "(333m)(333p) 33s 567m 678s 45p +6p",
            "",
            "small_three_brothers",
            "333m 33s 333p 33s".replace("333m 33s 333p 33s", "333m 333p 33s"),
        ),
        ("(5555p)[9999m](234m) 345s 67s 11z +8s", "", "concealed_kong", "9999m"),
        ("(234m)(678p)(111s) 567m 34p 11z 1234f 6f +5p", "", "flower_set", "1234f"),
        ("(234m)(678p)(111s) 567m 34p 11z 1234f 6f +5p", "", "seat_flower", "6f"),
        ("(234m)(678p)(111s) 567m 35p 11z +4p", "", "single_wait", "345p"),
        ("(234m)(678p)(567m) 345s 44p 55z +5z", "", "double_pair_wait", "555z"),
    ],
)
def test_the_tiles_that_earned_it(hand: str, words: str, id: str, tiles: str) -> None:
    assert sorted(by_id(count(hand, words))[id].text.split()) == sorted(tiles.split())


def test_every_item_of_any_hand_is_explained() -> None:
    hand = "(234m)(678p)(111s) 567m 34p 11z +5p"
    found = by_id(count(hand, "self_draw"))
    assert found["self_draw"].text == "" and not found["self_draw"].whole, "how it was won"
    assert found["no_flowers"].whole
    assert next(one.item for one in earned(count("1234567f +8f", "self_draw"))).id == "eight_flowers"


def misses(result: Score, chinese: bool = False) -> list[str]:
    return [str(miss.message(chinese)) for miss in near_misses(result, most=20)]


def test_one_more_dragon() -> None:
    result = count("(555z)(666z) 77z 234m 678p 34s +5s")
    assert "one 白 more: Big three dragons" in misses(result)
    assert "one 白 more: 大三元" in misses(result, chinese=True)


def test_one_more_wind_and_one_more_of_a_number() -> None:
    assert "one 北 more: Big four winds" in misses(count("(111z)(222z)(333z) 44z 234m 67p +8p"))
    assert "one 3s more: Big three brothers" in misses(count("(333m)(333p) 33s 567m 678s 45p +6p"))


def test_self_drawn_it_had_been_kankan() -> None:
    # 65 by discard (四暗刻 30, 對對 30, 對碰 1, 門清 3, 無花 1), 83 self-drawn (簡簡胡 80, 自摸 1, 對碰 1, 無花 1)
    assert "self-drawn: Five self-drawn triplets (+18)" in misses(count("222m 666m 777p 999s 44s 55z +4s"))


def test_a_discard_earlier() -> None:
    assert "one discard earlier: Within seven discards (+10)" in misses(
        count("(234m)(678p)(111s) 567m 34p 11z 2f +5p", "river 7")
    )


def test_the_other_end_of_the_wait() -> None:
    # 78m won on 6: on 9 it would have been 龍 of 123 456 789
    assert any(
        text.startswith("9m instead of 6m: Concealed straight")
        for text in misses(count("(111s) 123m 456m 78m 678p 55z +6m"))
    )


def test_nothing_is_missed_by_a_claim_of_flowers() -> None:
    assert misses(count("1234567f +8f", "self_draw")) == []


def test_every_other_reading_with_its_total() -> None:
    result = count("(7777p) 2333444555666p +2p", "self_draw")
    others = {other.reading.text: other.total for other in result.others}
    assert len(others) >= 3
    assert all(total < result.total for total in others.values())
    for other in result.others:
        assert sum(item.fan for item in other.items) == other.total


def test_two_ways_lists_the_half_alone() -> None:
    result = count("778899s 22333p 22334m +4m")
    assert [(other.total, other.reading.form) for other in result.others] == [(35, "ligu")]
