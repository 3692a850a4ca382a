"""花: single flowers, sets of four, seven and eight."""

from __future__ import annotations

from collections.abc import Sequence

from models.fans.base import FLOWER, FLOWERS4, NEVER, Facts, evidence, fan
from models.tiles import Tile

_SEASONS = frozenset(range(34, 38))
_PLANTS = frozenset(range(38, 42))


def _loose(x: Facts) -> Sequence[Tile]:
    """Flowers outside a complete set; all of them where the ladder is off."""
    flowers = x.flowers
    if len(flowers) < 4 or not x.switches.flower_ladder or "flower_set" not in x.on:
        return flowers
    own = set(flowers)
    covered = (_SEASONS if own >= _SEASONS else frozenset()) | (_PLANTS if own >= _PLANTS else frozenset())
    return [tile for tile in flowers if tile not in covered]


@fan("off_flower", "偏花", "Other seat's flower", hk=10, gates=FLOWER)
def off_flower(x: Facts) -> int:
    """Each flower whose number is not the seat's, outside a complete set. HK row 10.

    Example: ``(234m)(678p)(111s) 567m 34p 11z 5f 6f 8f +5p | seat W`` pays 3.
    """
    loose = _loose(x)
    return len(loose) - (34 + x.seat in loose) - (38 + x.seat in loose)


@fan("seat_flower", "正花", "Own flower", hk=11, tw=8, gates=FLOWER)
def seat_flower(x: Facts) -> int:
    """Each flower whose number is the seat's (1 East … 4 North), outside a complete set: 2 in Hong Kong, 1 in Taiwan. HK row 11, TW row 8.

    Example: ``123m 567m 345p 678s 34s 99p 2f +5s`` pays 2.
    Taiwan: ``123m 567m 345p 678s 34s 99p 2f +5s`` pays 1.
    """
    loose = _loose(x)
    return (34 + x.seat in loose) + (38 + x.seat in loose)


@fan("flower_set", "一台花", "Set of four flowers", hk=12, tw=9, gates=FLOWERS4)
def flower_set(x: Facts) -> int:
    """春夏秋冬 or 梅蘭菊竹 complete, instead of its four flowers. HK row 12, TW row 9 同組花牌.

    Example: ``(234m)(678p)(111s) 567m 34p 11z 1234f 6f +5p`` pays 10.
    """
    own = set(x.flowers)
    return (own >= _SEASONS) + (own >= _PLANTS)


@fan("seven_flowers", "七隻花", "Seven flowers", hk=13, gates=FLOWERS4)
def seven_flowers(x: Facts) -> int:
    """Exactly seven flowers, instead of all lesser flower fans. HK row 13.

    Example: ``(234m)(678p)(111s) 567m 34p 11z 1234567f +5p`` pays 20.
    """
    return 1 if len(x.flowers) == 7 else 0


@fan("eight_flowers", "八仙過海", "Eight flowers", hk=14, tw=27, gates=FLOWERS4)
def eight_flowers(x: Facts) -> int:
    """All eight flowers, not claimed at once: paid with a later win, instead of all lesser flower fans. HK row 14, TW row 27.

    Claimed at once it is a payment of its own (:func:`models.score.flower_win`) and the hand says ``flower_paid``.

    Example: ``(234m)(678p)(111s) 567m 34p 11z 12345678f +5p`` pays 30.
    Taiwan: ``(234m)(678p)(111s) 567m 34p 11z 12345678f +5p | self_draw after_flower`` pays 8.
    """
    return 1 if len(x.flowers) == 8 else 0


@fan("seven_robs_one", "七搶一", "Seven robs one", hk=15, tw=28, scope=NEVER)
def seven_robs_one(x: Facts) -> int:
    """Seven flowers, and another player has the eighth: that player pays at once, apart from any hand. HK row 15, TW row 28.

    Example: ``1234567f +8f`` pays 30.
    """
    return 0


@evidence("off_flower")
def _off(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple((tile,) for tile in _loose(x) if (tile - 34) % 4 != x.seat)


@evidence("seat_flower")
def _own(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple((tile,) for tile in _loose(x) if (tile - 34) % 4 == x.seat)


@evidence("flower_set")
def _sets(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    own = set(x.flowers)
    return tuple(tuple(sorted(group)) for group in (_SEASONS, _PLANTS) if own >= group)


@evidence("seven_flowers", "eight_flowers")
def _all(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return (x.flowers,)
