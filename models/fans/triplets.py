"""兄弟 and 姊妹: triplets of the same number across suits, and of consecutive numbers in one suit."""

from __future__ import annotations

from models.fans.base import (
    BROTHERS,
    IN_A_ROW,
    READING,
    STANDARD,
    THREE_IN_A_ROW,
    Facts,
    evidence,
    fan,
    set_tiles,
)
from models.tiles import Tile


def brothers(x: Facts) -> tuple[int, int, int]:
    """How many 兩兄弟, 小三兄弟, 大三兄弟; of each number exactly one of the three is paid."""
    mask = x.sets
    a, b, c = mask & 0x1FF, mask >> 9 & 0x1FF, mask >> 18 & 0x1FF
    shared = (a & b) | (a & c) | (b & c)
    if not shared:
        return (0, 0, 0)
    big = a & b & c
    bigs = big.bit_count() if "big_three_brothers" in x.on else 0
    rest = shared & ~big if bigs else shared
    small = 0
    pair = x.pair
    if 0 <= pair < 27 and rest >> pair % 9 & 1 and "small_three_brothers" in x.on:
        small = 1
    return (rest.bit_count() - small, small, bigs)


@fan("two_brothers", "兩兄弟", "Two brothers", hk=42, scope=READING, forms=(STANDARD,), gates=BROTHERS)
def two_brothers(x: Facts) -> int:
    """Triplets of one number in two suits. HK row 42.

    Example: ``(111m)(999p)(111z)(222z) 99s 77z +9s`` pays 5.
    """
    return brothers(x)[0]


@fan(
    "small_three_brothers",
    "小三兄弟",
    "Small three brothers",
    hk=43,
    scope=READING,
    forms=(STANDARD,),
    gates=BROTHERS,
)
def small_three_brothers(x: Facts) -> int:
    """Two such triplets, and the eyes are the same number of the third suit. HK row 43.

    Example: ``(333m)(333p) 33s 567m 678s 45p +6p`` pays 10.
    """
    return brothers(x)[1]


@fan(
    "big_three_brothers",
    "大三兄弟",
    "Big three brothers",
    hk=44,
    scope=READING,
    forms=(STANDARD,),
    gates=BROTHERS,
)
def big_three_brothers(x: Facts) -> int:
    """三同刻: triplets of one number in all three suits. HK row 44.

    Example: ``(111m)(999m)(111p)(999p) 11s 99s +1s`` pays 15.
    """
    return brothers(x)[2]


def sisters(x: Facts) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The triplets of the 大三姊妹 and of the 小三姊妹 that are paid: no triplet twice, and what pays most."""
    mask = x.sets
    pair = x.pair
    best: tuple[tuple[Tile, ...], tuple[Tile, ...]] = ((), ())
    worth = 0
    bigs: list[tuple[Tile, ...]] = [()]
    big_value = x.values.get("big_three_sisters", 0) if "big_three_sisters" in x.on else -1
    small_value = x.values.get("small_three_sisters", 0) if "small_three_sisters" in x.on else -1
    if big_value >= 0:
        bigs += [
            (low, low + 1, low + 2)
            for base in (0, 9, 18)
            for low in range(base, base + 7)
            if mask >> low & 0b111 == 0b111
        ]
    smalls: list[tuple[Tile, ...]] = [()]
    if 0 <= pair < 27 and small_value >= 0:
        number = pair % 9
        around = [(pair + 1, pair + 2)] if number <= 6 else []
        if number >= 2:
            around.append((pair - 2, pair - 1))
        if 1 <= number <= 7 and x.switches.small_sisters_middle_pair:
            around.append((pair - 1, pair + 1))
        smalls += [two for two in around if mask >> two[0] & 1 and mask >> two[1] & 1]
    if len(bigs) == 1 and len(smalls) == 1:
        return best
    for big in bigs:
        for small in smalls:
            if (small and small[0] in big) or (small and small[1] in big):
                continue
            pays = (big_value if big else 0) + (small_value if small else 0)
            if pays > worth or (pays == worth and not best[0] and not best[1]):
                worth, best = pays, (big, small)
    return best


@fan(
    "small_three_sisters",
    "小三姊妹",
    "Small three sisters",
    hk=45,
    scope=READING,
    forms=(STANDARD,),
    gates=IN_A_ROW,
)
def small_three_sisters(x: Facts) -> int:
    """Three consecutive numbers of a suit as two triplets and the eyes, which may be the middle one (``small_sisters_middle_pair``). HK row 45.

    Example: ``(333m)(444m) 55m 678s 567p 34s +2s`` pays 8.
    """
    pair = x.pair
    if pair >= 27 or not x.sets & (0b11111 << pair - 2 if pair >= 2 else 0b11111 >> 2 - pair):
        return 0
    return 1 if sisters(x)[1] else 0


@fan(
    "big_three_sisters",
    "大三姊妹",
    "Big three sisters",
    hk=46,
    scope=READING,
    forms=(STANDARD,),
    gates=THREE_IN_A_ROW,
)
def big_three_sisters(x: Facts) -> int:
    """一色三節高: three consecutive triplets of a suit. HK row 46; takes out 小三姊妹 unless that has its own triplets.

    Example: ``(333m)(444m)(555m) 678s 34p 55z +5p`` pays 15.
    """
    return 1 if sisters(x)[0] else 0


@evidence("two_brothers", "small_three_brothers", "big_three_brothers")
def _brothers(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    found: list[tuple[Tile, ...]] = []
    for number in range(9):
        tiles = [number + base for base in (0, 9, 18) if x.sets >> number + base & 1]
        if len(tiles) >= 2:
            found += [set_tiles(x, tile) for tile in tiles]
            if x.pair in (number, number + 9, number + 18):
                found.append((x.pair, x.pair))
    return tuple(found)


@evidence("small_three_sisters")
def _small(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return (*(set_tiles(x, tile) for tile in sisters(x)[1]), (x.pair, x.pair))


@evidence("big_three_sisters")
def _big(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple(set_tiles(x, tile) for tile in sisters(x)[0])
