"""三元 and 四喜: dragons and winds together."""

from __future__ import annotations

from models.fans.base import (
    DRAGON_MASK,
    DRAGONS2,
    READING,
    STANDARD,
    WIND_MASK,
    WINDS2,
    Facts,
    evidence,
    fan,
    set_tiles,
    tiles_of,
)
from models.tiles import Tile


@fan(
    "small_three_dragons",
    "小三元",
    "Small three dragons",
    hk=72,
    tw=23,
    scope=READING,
    forms=(STANDARD,),
    gates=DRAGONS2,
)
def small_three_dragons(x: Facts) -> int:
    """Two dragon triplets, the third dragon as eyes. HK row 72, TW row 23.

    Example: ``(555z)(666z) 77z 234m 678p 34s +5s`` pays 10.
    """
    return 1 if (x.sets & DRAGON_MASK).bit_count() == 2 and x.eyes_in(DRAGON_MASK) else 0


@fan(
    "big_three_dragons",
    "大三元",
    "Big three dragons",
    hk=73,
    tw=24,
    scope=READING,
    forms=(STANDARD,),
    gates=DRAGONS2,
)
def big_three_dragons(x: Facts) -> int:
    """All three dragons as triplets. HK row 73, TW row 24.

    Example: ``(111z)(222z)(555z) 777z 66z 33z +6z`` pays 20.
    """
    return 1 if x.sets & DRAGON_MASK == DRAGON_MASK else 0


@fan(
    "small_three_winds", "小三風", "Small three winds", hk=74, scope=READING, forms=(STANDARD,), gates=WINDS2
)
def small_three_winds(x: Facts) -> int:
    """Two wind triplets, a third wind as eyes. HK row 74.

    Example: ``(111z)(222z) 33z 234m 678p 34s +5s`` pays 8.
    """
    return 1 if (x.sets & WIND_MASK).bit_count() == 2 and x.eyes_in(WIND_MASK) else 0


@fan("big_three_winds", "大三風", "Big three winds", hk=75, scope=READING, forms=(STANDARD,), gates=WINDS2)
def big_three_winds(x: Facts) -> int:
    """Three wind triplets, the eyes not the fourth wind. HK row 75; gives way to 小四喜.

    Example: ``(111z)(222z)(333z) 234m 67p 11s +8p`` pays 15.
    """
    return 1 if (x.sets & WIND_MASK).bit_count() == 3 else 0


@fan(
    "small_four_winds",
    "小四喜",
    "Small four winds",
    hk=76,
    tw=25,
    scope=READING,
    forms=(STANDARD,),
    gates=WINDS2,
)
def small_four_winds(x: Facts) -> int:
    """Three wind triplets, the fourth wind as eyes. HK row 76, TW row 25.

    Example: ``(111z)(222z)(333z) 44z 234m 67m +8m`` pays 30.
    """
    return 1 if (x.sets & WIND_MASK).bit_count() == 3 and x.eyes_in(WIND_MASK) else 0


@fan(
    "big_four_winds", "大四喜", "Big four winds", hk=77, tw=26, scope=READING, forms=(STANDARD,), gates=WINDS2
)
def big_four_winds(x: Facts) -> int:
    """All four winds as triplets. HK row 77, TW row 26.

    Example: ``(111z)(222z)(333z)(444z) 67m 99p +8m`` pays 80.
    """
    return 1 if x.sets & WIND_MASK == WIND_MASK else 0


def _of(x: Facts, mask: int) -> tuple[tuple[Tile, ...], ...]:
    groups = [set_tiles(x, tile) for tile in tiles_of(x.sets & mask)]
    if x.eyes_in(mask):
        groups.append((x.pair, x.pair))
    return tuple(groups)


@evidence("small_three_dragons", "big_three_dragons")
def _dragons(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return _of(x, DRAGON_MASK)


@evidence("small_three_winds", "big_three_winds", "small_four_winds", "big_four_winds")
def _winds(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return _of(x, WIND_MASK)
