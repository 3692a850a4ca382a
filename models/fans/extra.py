"""Conditions that other tables pay and the two source tables lack; none is in the source presets. A table's own rows may use them."""

from __future__ import annotations

from itertools import permutations

from models.fans.base import (
    FLOWER,
    KONG,
    LIGU,
    ORPHANS,
    PLACE,
    READING,
    RIVER,
    RUNS,
    SETS,
    SIXTEEN,
    STANDARD,
    Facts,
    evidence,
    fan,
    run_tiles,
    set_tiles,
)
from models.fans.deal import within
from models.fans.suits import five_categories
from models.tiles import Tile

_BASES = (0, 9, 18)
_FIVES = sum(1 << base + 4 for base in _BASES)
_LOW = sum(0b1111 << base for base in _BASES)
_HIGH = sum(0b111100000 << base for base in _BASES)


@fan("within_four_discards", "四子內", "Within four discards", gates=RIVER)
def within_four_discards(x: Facts) -> int:
    """Fewer than four discards in the river (at most four with ``early_win=inclusive``). Other tables.

    Hkma-16: ``(234m)(678p)(111s) 567m 34p 11z +5p | river 4`` pays 40.
    """
    return 1 if within(x, 4) else 0


@fan("eight_pair_wait", "八飛", "Eight-pair wait", scope=PLACE, forms=(LIGU,))
def eight_pair_wait(x: Facts) -> int:
    """嚦咕嚦咕 won from eight pairs: the winning tile makes the triplet. Other tables.

    Hkma-16: ``11m 33m 55m 77p 99p 22s 66s 44s +4s`` pays 10.
    """
    return x.sets >> x.winning & 1


@fan("thirteen_way_wait", "十三飛", "Thirteen-way wait", scope=PLACE, forms=(ORPHANS,))
def thirteen_way_wait(x: Facts) -> int:
    """十三么 that waited for all thirteen kinds. Other tables.

    Hkma-16: ``19m19p19s1234567z 234m +1z`` pays 20.
    """
    return 1 if x.waits().bit_count() >= 13 else 0


@fan("sixteen_way_wait", "十六飛", "Sixteen-way wait", scope=PLACE, forms=(SIXTEEN,))
def sixteen_way_wait(x: Facts) -> int:
    """十六不搭 that waited for any of its sixteen tiles. Other tables.

    Hkma-16: ``147m 147s 258p 1234567z +7z`` pays 20.
    """
    return 1 if x.waits().bit_count() >= 16 else 0


@fan("seven_categories", "七門齊", "Seven categories", scope=READING, gates=FLOWER)
def seven_categories(x: Facts) -> int:
    """五門齊 and flowers of both kinds, a season and a plant. Other tables.

    Own: ``(234m)(678p)(111z) 567m 34s 55z 1f 5f +5s`` pays 15.
    """
    if not any(tile < 38 for tile in x.flowers) or not any(tile >= 38 for tile in x.flowers):
        return 0
    return five_categories(x)


@fan("old_young", "老少", "Old and young", scope=READING, gates=RUNS, forms=(STANDARD,))
def old_young(x: Facts) -> int:
    """123 and 789 of one suit, each pair of them. Other tables.

    Own: ``(123m)(789m)(111s) 567p 34p 55z +5p`` pays 2.
    """
    return sum(min(x.runs.count(base), x.runs.count(base + 6)) for base in _BASES)


@fan("old_young_pungs", "老少碰", "Old and young triplets", scope=READING, gates=SETS, forms=(STANDARD,))
def old_young_pungs(x: Facts) -> int:
    """Triplets of 1 and 9 of one suit. Other tables.

    Own: ``(111m)(999m) 234p 567p 34s 55z +5s`` pays 5.
    """
    return sum(1 for base in _BASES if x.sets >> base & 0b100000001 == 0b100000001)


def _in_a_row(x: Facts) -> list[tuple[Tile, int]]:
    """Maximal rows of consecutive triplets in a suit: lowest tile and length."""
    found = []
    for base in _BASES:
        at = 0
        while at < 9:
            length = 0
            while at + length < 9 and x.sets >> base + at + length & 1:
                length += 1
            if length >= 2:
                found.append((base + at, length))
            at += length + 1
    return found


@fan("two_sisters", "二姊妹", "Two sisters", scope=READING, gates=SETS, forms=(STANDARD,))
def two_sisters(x: Facts) -> int:
    """Two consecutive triplets of a suit and no third. Other tables.

    Own: ``(333m)(444m) 678p 234s 55z 67s +8s`` pays 5.
    """
    return sum(1 for _low, length in _in_a_row(x) if length == 2)


@fan("four_sisters", "四連刻", "Four sisters", scope=READING, gates=SETS, forms=(STANDARD,))
def four_sisters(x: Facts) -> int:
    """Four consecutive triplets of a suit. Other tables.

    Own: ``(333m)(444m)(555m)(666m) 67s 55z +8s`` pays 40.
    """
    return sum(1 for _low, length in _in_a_row(x) if length == 4)


@fan("five_sisters", "五連刻", "Five sisters", scope=READING, gates=SETS, forms=(STANDARD,))
def five_sisters(x: Facts) -> int:
    """Five consecutive triplets of a suit. Other tables.

    Own: ``(333m)(444m)(555m)(666m)(777m) 5z +5z`` pays 80.
    """
    return sum(1 for _low, length in _in_a_row(x) if length == 5)


@fan("mixed_sisters", "雜姊妹", "Mixed sisters", scope=READING, gates=SETS, forms=(STANDARD,))
def mixed_sisters(x: Facts) -> int:
    """三色連刻: triplets of three consecutive numbers, one in each suit. Other tables.

    Own: ``(333m)(444p)(555s) 678m 67p 55z +8p`` pays 15.
    """
    return int(_mixed(x) is not None)


def _mixed(x: Facts) -> tuple[Tile, ...] | None:
    for low in range(7):
        for a, b, c in permutations(_BASES):
            tiles = (a + low, b + low + 1, c + low + 2)
            if all(x.sets >> tile & 1 for tile in tiles):
                return tiles
    return None


@fan("no_fives", "缺五", "No fives")
def no_fives(x: Facts) -> int:
    """No five of any suit. Other tables.

    Own: ``(234m)(678p)(111s) 234p 67s 11z +8s`` pays 10.
    """
    return 0 if x.kinds & _FIVES else 1


@fan("above_five", "大於五", "All above five")
def above_five(x: Facts) -> int:
    """Only 6, 7, 8, 9 of suits. Other tables.

    Own: ``(678m)(678p)(678s) 789m 67p 99s +8p`` pays 40.
    """
    return 0 if x.kinds & ~_HIGH else 1


@fan("below_five", "小於五", "All below five")
def below_five(x: Facts) -> int:
    """Only 1, 2, 3, 4 of suits. Other tables.

    Own: ``(123m)(123p)(123s) 234m 23p 11s +4p`` pays 40.
    """
    return 0 if x.kinds & ~_LOW else 1


def _kongs(x: Facts) -> int:
    return x.big_kongs + x.added_kongs + x.concealed_kongs


@fan("three_kongs", "三槓", "Three kongs", gates=KONG)
def three_kongs(x: Facts) -> int:
    """Exactly three kongs. Other tables.

    Own: ``(1111m)[5555p]{9999s} 234m 34s 55z +5s`` pays 20.
    """
    return 1 if _kongs(x) == 3 else 0


@fan("four_kongs", "四槓", "Four kongs", gates=KONG)
def four_kongs(x: Facts) -> int:
    """Exactly four kongs. Other tables.

    Own: ``(1111m)[5555p]{9999s}(2222m) 34s 55z +5s`` pays 60.
    """
    return 1 if _kongs(x) == 4 else 0


@fan("five_kongs", "廿二羅漢", "Five kongs", gates=KONG)
def five_kongs(x: Facts) -> int:
    """Five kongs, 22 tiles. Other tables.

    Own: ``(1111m)[5555p]{9999s}(2222m)(7777s) 5z +5z`` pays 160.
    """
    return 1 if _kongs(x) == 5 else 0


@fan("exposed_hand", "有上碰", "Exposed meld")
def exposed_hand(x: Facts) -> int:
    """At least one chow, pung or exposed kong: for a table's own rows.

    Own: ``(123m)(789m)(111s) 567p 34p 55z +5p`` pays 1.
    """
    return 1 if x.exposed else 0


@evidence("old_young")
def _old(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple(
        run_tiles(base + at)
        for base in _BASES
        for at in (0, 6)
        if x.runs.count(base) and x.runs.count(base + 6)
    )


@evidence("old_young_pungs")
def _old_pungs(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple(
        set_tiles(x, base + at)
        for base in _BASES
        for at in (0, 8)
        if x.sets >> base & 0b100000001 == 0b100000001
    )


@evidence("two_sisters", "four_sisters", "five_sisters")
def _row(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple(set_tiles(x, low + n) for low, length in _in_a_row(x) for n in range(length))


@evidence("mixed_sisters")
def _mixed_sets(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple(set_tiles(x, tile) for tile in _mixed(x) or ())
