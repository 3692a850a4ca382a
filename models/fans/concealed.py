"""暗刻, 簡簡胡 and 對對胡."""

from __future__ import annotations

from models.fans.base import (
    HIDDEN2,
    HIDDEN3,
    HIDDEN4,
    NO_RUNS,
    PAIR,
    PLACE,
    READING,
    STANDARD,
    Facts,
    evidence,
    fan,
    set_tiles,
    tiles_of,
)
from models.tiles import Tile


def concealed_sets(x: Facts) -> int:
    """Mask of the triplets that count as concealed, kongs as ``kong_counts_as_concealed_pung`` says; one completed by a claim does not."""
    own = x.sets & ~x.open_sets
    if x.shape == PAIR and not x.drawn:
        own &= ~(1 << x.winning)
    which = x.switches.kong_counts_as_concealed_pung
    if which == "all":
        return own | x.kong_mask
    if which == "big_exposed_and_concealed":
        for meld in x.hand.melds:
            if meld.kind == 2:
                own |= 1 << meld.tile
    return own


def _number(x: Facts) -> int:
    return concealed_sets(x).bit_count()


@fan(
    "two_concealed_pungs",
    "二暗刻",
    "Two concealed triplets",
    hk=52,
    scope=PLACE,
    forms=(STANDARD,),
    gates=HIDDEN2,
)
def two_concealed_pungs(x: Facts) -> int:
    """Two triplets of one's own; every kong counts as one (``kong_counts_as_concealed_pung``), one completed by a discard does not. HK row 52.

    Example: ``(5555p)[9999m](234m) 345s 67s 11z +8s`` pays 5.
    """
    return 1 if _number(x) == 2 else 0


@fan(
    "three_concealed_pungs",
    "三暗刻",
    "Three concealed triplets",
    hk=53,
    scope=PLACE,
    forms=(STANDARD,),
    gates=HIDDEN3,
)
def three_concealed_pungs(x: Facts) -> int:
    """Three such triplets. HK row 53.

    Example: ``(2222s) 33m 444m 555m 678p 45s +6s`` pays 10.
    """
    return 1 if _number(x) == 3 else 0


@fan(
    "four_concealed_pungs",
    "四暗刻",
    "Four concealed triplets",
    hk=54,
    scope=PLACE,
    forms=(STANDARD,),
    gates=HIDDEN4,
)
def four_concealed_pungs(x: Facts) -> int:
    """Four such triplets. HK row 54.

    Example: ``222m 777p 444s 999s 34m 55z +5m`` pays 30.
    """
    return 1 if _number(x) == 4 else 0


@fan(
    "five_concealed_pungs",
    "五暗刻",
    "Five concealed triplets",
    hk=55,
    scope=PLACE,
    forms=(STANDARD,),
    gates=HIDDEN4 | NO_RUNS,
)
def five_concealed_pungs(x: Facts) -> int:
    """Five such triplets. HK row 55.

    Example: ``(7777p) 222m 666m 444s 999s 5z +5z | self_draw`` pays 40.
    """
    return 1 if _number(x) == 5 else 0


@fan(
    "all_concealed_pungs_self_drawn",
    "簡簡胡",
    "Five self-drawn triplets",
    hk=56,
    scope=PLACE,
    gates=NO_RUNS,
    forms=(STANDARD,),
)
def all_concealed_pungs_self_drawn(x: Facts) -> int:
    """坎坎胡: five triplets or 暗槓, all self-drawn, the win too, no exposed kong. HK row 56; in place of 五暗刻, 門清 and 對對胡.

    Example: ``222m 666m 777p 444s 999s 5z +5z | self_draw`` pays 80.
    """
    return 1 if x.drawn and not x.exposed else 0


@fan(
    "all_pungs",
    "對對胡",
    "All triplets",
    hk=57,
    tw=19,
    scope=READING,
    gates=NO_RUNS,
    forms=(STANDARD,),
    sure=True,
)
def all_pungs(x: Facts) -> int:
    """Five triplets or kongs. HK row 57, TW row 19 碰碰胡.

    Example: ``222m 666m 777p 999s 44s 55z +4s`` pays 30.
    """
    return 1


def _own(x: Facts) -> int:
    """Triplets of one's own hand and 暗槓: Taiwan counts no exposed kong."""
    own = x.sets & ~x.open_sets
    if x.shape == PAIR and not x.drawn:
        own &= ~(1 << x.winning)
    return own.bit_count()


@fan(
    "three_concealed",
    "三暗刻",
    "Three concealed triplets (Taiwan)",
    tw=16,
    scope=PLACE,
    forms=(STANDARD,),
    gates=HIDDEN3,
)
def three_concealed(x: Facts) -> int:
    """Three triplets of one's own hand, 暗槓 counted, 碰 and 明槓 not, nor one completed by a discard. TW row 16.

    Taiwan: ``(111z) 222z 555p 666p 77s 99m +7s`` pays 2.
    """
    return 1 if _own(x) == 3 else 0


@fan(
    "four_concealed",
    "四暗刻",
    "Four concealed triplets (Taiwan)",
    tw=17,
    scope=PLACE,
    forms=(STANDARD,),
    gates=HIDDEN4,
)
def four_concealed(x: Facts) -> int:
    """Four such triplets. TW row 17.

    Taiwan: ``222m 777p 444s 999s 34m 55z +5m`` pays 5.
    """
    return 1 if _own(x) == 4 else 0


@fan(
    "five_concealed",
    "五暗刻",
    "Five concealed triplets (Taiwan)",
    tw=18,
    scope=PLACE,
    forms=(STANDARD,),
    gates=HIDDEN4 | NO_RUNS,
)
def five_concealed(x: Facts) -> int:
    """Five such triplets. TW row 18.

    Taiwan: ``222m 666m 777p 444s 999s 5z +5z | self_draw`` pays 8.
    """
    return 1 if _own(x) == 5 else 0


@evidence("two_concealed_pungs", "three_concealed_pungs", "four_concealed_pungs", "five_concealed_pungs")
def _sets(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple(set_tiles(x, tile) for tile in tiles_of(concealed_sets(x)))


@evidence("three_concealed", "four_concealed")
def _own_sets(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    own = x.sets & ~x.open_sets
    if x.shape == PAIR and not x.drawn:
        own &= ~(1 << x.winning)
    return tuple(set_tiles(x, tile) for tile in tiles_of(own))
