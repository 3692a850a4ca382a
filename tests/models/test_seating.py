"""Seats, the first dealer and the wall, against the source's own examples."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from models.seating import (
    DealerSearch,
    FirstDealer,
    draw_winds,
    from_dealer,
    places,
    pointed,
    relation,
    throw,
    total,
    wall_break,
)


def test_the_rule_of_thumb() -> None:
    """5, 9, 13, 17 oneself; 2, 6, 10, 14, 18 the next; 3, 7, 11, 15 opposite; 4, 8, 12, 16 the previous."""
    for points in range(3, 19):
        step = {1: 0, 2: 1, 3: 2, 0: 3}[points % 4]
        for thrower in range(4):
            assert pointed(thrower, points) == (thrower + step) % 4
    assert [str(relation(n)) for n in (5, 6, 7, 8)] == [
        "himself",
        "the next player",
        "the player opposite",
        "the previous player",
    ]


def test_seats_from_winds() -> None:
    assert places((2, 0, 3, 1)) == (1, 3, 0, 2)
    for winds in ((0, 0, 1, 2), (0, 1, 2), (1, 2, 3, 4)):
        with pytest.raises(ValueError):
            places(winds)
    drawn = Counter(draw_winds(random.Random(seed)) for seed in range(2000))
    assert len(drawn) == 24 and all(sorted(winds) == [0, 1, 2, 3] for winds in drawn)


def test_two_throws_as_in_the_source() -> None:
    """East throws 3: opposite, West. West throws 6: his next player, North, deals first."""
    search = DealerSearch(FirstDealer.TWO_THROWS)
    assert search.thrower == 0 and search.dealer is None
    search = search.then((1, 1, 1))
    assert search.thrower == 2 and search.dealer is None
    search = search.then((1, 2, 3))
    assert search.thrower is None and search.dealer == 3
    with pytest.raises(ValueError):
        search.then((1, 1, 1))
    assert from_dealer(("E", "S", "W", "N"), 3) == ("N", "E", "S", "W")


def test_one_throw_and_none() -> None:
    assert DealerSearch(FirstDealer.ONE_THROW).then((1, 2, 2)).dealer == 0
    assert DealerSearch(FirstDealer.EAST).dealer == 0 and DealerSearch(FirstDealer.EAST).thrower is None


def test_the_wall_as_in_the_source() -> None:
    """The dealer throws 8: the previous player's wall, eight stacks skipped, the ninth is the first taken."""
    opened = wall_break(0, (2, 3, 3))
    assert (opened.wall, opened.skipped, opened.taken_from, opened.first_stack) == (3, 8, 3, 9)
    assert wall_break(2, (1, 1, 1)).wall == 0


def test_a_whole_wall_skipped() -> None:
    """18 points to the next player; all of his wall is skipped, so taking begins at the wall clockwise of it, the dealer's own."""
    opened = wall_break(1, (6, 6, 6))
    assert (opened.wall, opened.skipped, opened.taken_from, opened.first_stack) == (2, 18, 1, 1)


def test_dice() -> None:
    assert {total(throw(random.Random(seed))) for seed in range(3000)} == set(range(3, 19))
    for wrong in ((1, 2), (0, 1, 1), (7, 1, 1), (1, 1, 1, 1), (1, 1, True)):
        with pytest.raises(ValueError):
            total(wrong)
