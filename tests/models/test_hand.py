"""Hands as values, and every reason why the tiles cannot be."""

from __future__ import annotations

import pytest

from models import rules
from models.hand import (
    CHOW,
    Context,
    Fault,
    Hand,
    HandError,
    HandProblem,
    Meld,
    context_faults,
    hand_faults,
)
from models.messages import msg
from models.notation import parse_hand
from models.score import score


def flags(text: str, winning: bool = True) -> HandProblem:
    found = HandProblem(0)
    for fault in hand_faults(parse_hand(text), winning=winning):
        found |= fault.flag
    return found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("(234m)(678p)(111s) 567m 34p 11z +5p", ""),
        ("(234m)(678p)(111s) 567m 345p 11z", "NO_WINNING_TILE"),
        ("11111m 234m 567p 789s 11z +1z", "TOO_MANY_COPIES"),
        ("(2222m) 234m 567p 789s 11z 55z +5z", "TOO_MANY_COPIES"),
        ("(234m)(678p)(111s) 567m 34p 11z 1f1f +5p", "REPEATED_FLOWER"),
        ("123m 456m 789m 123p 44s +4s", "TOO_FEW_TILES"),
        ("123m 456m 789m 123p 456p 44s 5s +4s", "TOO_MANY_TILES"),
        ("[9999m] 123m 456p 345s 67s 1z +1z", "TOO_FEW_TILES"),
        ("[9999m] 123m 456p 345s 678s 1z +1z", ""),
        ("11111m 1f1f", "TOO_MANY_COPIES REPEATED_FLOWER NO_WINNING_TILE TOO_FEW_TILES"),
        ("", "NO_WINNING_TILE TOO_FEW_TILES"),
    ],
)
def test_reasons(text: str, names: str) -> None:
    want = HandProblem(0)
    for name in names.split():
        want |= HandProblem[name]
    assert flags(text) == want


def test_a_waiting_hand_has_one_tile_less() -> None:
    assert not flags("(234m)(678p)(111s) 567m 34p 11z", winning=False)
    assert flags("(234m)(678p)(111s) 567m 345p 11z", winning=False) == HandProblem.TOO_MANY_TILES


def test_values_made_by_a_program_are_checked_too() -> None:
    nowhere = Hand((0, 1, 2), (), (), 9)
    assert HandProblem.WINNING_TILE_NOT_CONCEALED in {fault.flag for fault in hand_faults(nowhere)}
    flower_inside = Hand((*range(16), 34), (), (), 3)
    assert HandProblem.NO_SUCH_TILE in {fault.flag for fault in hand_faults(flower_inside)}
    with pytest.raises(HandError):
        score(flower_inside)
    for meld in (Meld(CHOW, 27), Meld(CHOW, 7), Meld(CHOW, 8), Meld(1, 36)):
        assert HandProblem.BAD_MELD in {fault.flag for fault in hand_faults(Hand((0,), (meld,), (), 0))}


def test_the_gravest_reason_comes_first() -> None:
    error = HandError(
        [
            Fault(HandProblem.CHAIN_FLOWERS, msg("a")),
            Fault(HandProblem.TOO_FEW_TILES, msg("b")),
            Fault(HandProblem.BAD_MELD, msg("c")),
            Fault(HandProblem.SYNTAX, msg("d"), 3),
        ]
    )
    assert (error.problem, str(error.message), error.where) == ("syntax", "d", 3)
    assert [fault.kind for fault in error.faults] == [
        "syntax",
        "impossible_tiles",
        "wrong_size",
        "impossible_context",
    ]


def test_a_context_can_be_judged_before_the_hand_is_complete() -> None:
    hk = rules.load("hk")
    typed = parse_hand("(123m) 456p")
    assert {fault.flag for fault in context_faults(typed, Context(self_draw=True, heavenly=True), hk)} == {
        HandProblem.HEAVENLY_MELD,
        HandProblem.HEAVENLY_NOT_DEALER,
    }
    assert not context_faults(typed, Context(self_draw=True), hk)


def test_hands_know_their_tiles() -> None:
    hand = parse_hand("[9999m](123p) 45p 11z +6p")
    assert (hand.size, hand.kongs) == (12, 1)
    assert len(hand.tiles) == 12 and hand.tiles.count(8) == 4
    assert hand.waiting == parse_hand("45p 11z").concealed
    assert str(hand) == "[9999m](123p) 45p 11z +6p"
    assert [str(meld) for meld in hand.melds] == ["[9999m]", "(123p)"]
