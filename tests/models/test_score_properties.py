"""What must hold of any hand under any rules: prices do not depend on the names of suits, on which end of a suit is called one, or on order."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from models import rules
from models.explain import earned
from models.hand import CHOW, Context, Hand, Meld
from models.rules import RuleSet, with_switches
from models.score import NotAWin, Score, score
from models.switches import SPECS
from models.tiles import Tile
from tests.bench.winning_hands import hands

HANDS = 900


def any_rules(rng: random.Random, name: str) -> RuleSet:
    """The set with some switches turned at random."""
    changes: dict[str, object] = {}
    for spec in SPECS.values():
        if spec.name in ("min_fan", "special_forms") or rng.random() < 0.6:
            continue
        if spec.kind == "list":
            changes[spec.name] = [word for word in spec.values if rng.random() < 0.5]
        else:
            changes[spec.name] = rng.choice(spec.values)
    return with_switches(rules.load(name), **changes)


def moved(hand: Hand, move: Callable[[Tile], Tile]) -> Hand:
    """The hand with every tile put elsewhere; a chow is named by its lowest tile."""
    melds = []
    for meld in hand.melds:
        low = min(move(tile) for tile in meld.tiles)
        melds.append(Meld(meld.kind, low if meld.kind == CHOW else move(meld.tile)))
    assert hand.winning is not None
    return Hand(
        tuple(sorted(move(tile) for tile in hand.concealed)), tuple(melds), hand.flowers, move(hand.winning)
    )


def other_suits(tile: Tile) -> Tile:
    return (tile + 9) % 27 if tile < 27 else tile


def other_end(tile: Tile) -> Tile:
    return tile // 9 * 9 + 8 - tile % 9 if tile < 27 else tile


def priced(hand: Hand, context: Context, used: RuleSet) -> tuple[int, tuple[tuple[str, int], ...]] | None:
    result = score(hand, context, used)
    if isinstance(result, NotAWin):
        return None
    return result.total, tuple((item.id, item.fan) for item in result.items)


def total(hand: Hand, context: Context, used: RuleSet) -> int | None:
    result = score(hand, context, used)
    return None if isinstance(result, NotAWin) else result.total


@pytest.mark.parametrize("name", rules.builtin_names())
def test_prices_do_not_depend_on_names_and_order(name: str) -> None:
    rng = random.Random(name)
    for number, (hand, context) in enumerate(hands(HANDS // 5, seed=31)):
        used = any_rules(rng, name) if number % 3 else rules.load(name)
        want = total(hand, context, used)
        assert total(moved(hand, other_suits), context, used) == want, hand
        assert total(moved(hand, other_end), context, used) == want, hand
        shuffled = list(hand.melds)
        rng.shuffle(shuffled)
        assert priced(replace(hand, melds=tuple(shuffled)), context, used) == priced(hand, context, used), (
            hand
        )


@pytest.mark.parametrize("name", ["hk", "taiwan"])
def test_the_best_reading_is_chosen_and_every_item_explained(name: str) -> None:
    rng = random.Random(8)
    several = 0
    for hand, context in hands(HANDS // 3, seed=57):
        used = any_rules(rng, name)
        result = score(hand, context, used)
        if isinstance(result, NotAWin):
            continue
        assert result.total == sum(item.fan for item in result.items)
        assert [one.item for one in earned(result)] == list(result.items)
        if not result.chicken:
            assert all(other.total <= result.total for other in result.others), hand
        several += len(result.others) > 0
        text = [str(group) for group in result.reading.melds]
        assert text == [str(g) for g in sorted(result.reading.melds, key=lambda group: group.order)]
    assert several > 20


def test_the_dealers_fan_is_added_and_nothing_else() -> None:
    hk = rules.load("hk")
    for hand, context in hands(200, seed=3):
        plain = replace(context, seat=0, dealer=0)
        first, fifth = score(hand, plain, hk), score(hand, replace(plain, dealer=4), hk)
        assert isinstance(first, Score) and isinstance(fifth, Score)
        assert (first.dealer, fifth.dealer) == (1, 9)
        assert first.without_dealer == fifth.without_dealer


def test_asking_twice_answers_alike() -> None:
    hk = rules.load("hk")
    fresh = with_switches(rules.parse('name = "other"\nbase = "hk"\n'), chicken="replace")
    for hand, context in hands(300, seed=12):
        assert priced(hand, context, hk) == priced(hand, context, fresh) == priced(hand, context, hk)
