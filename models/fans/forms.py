"""The forms beside five melds and a pair."""

from __future__ import annotations

from models.fans.base import LIGU, ORPHANS, READING, SIXTEEN, Facts, evidence, fan
from models.tiles import Tile


@fan("ligu_ligu", "嚦咕嚦咕", "Seven pairs and a triplet", hk=67, scope=READING, forms=(LIGU,), sure=True)
def ligu_ligu(x: Facts) -> int:
    """Seven pairs and a triplet, nothing melded, four of a kind being two pairs. HK row 67.

    With a standard reading at once (兩食) its fan is added to that reading's (``two_way``).

    Example: ``11m 33m 55m 77p 99p 22s 666s 4s +4s | self_draw`` pays 30.
    """
    return 1


@fan("thirteen_orphans", "十三么", "Thirteen orphans", hk=68, scope=READING, forms=(ORPHANS,), sure=True)
def thirteen_orphans(x: Facts) -> int:
    """Each terminal and honour, one of them doubled, and one meld, all concealed. HK row 68.

    Example: ``19m19p19s1234567z 1z 23m +4m`` pays 80.
    """
    return 1


@fan("sixteen_unrelated", "十六不搭", "Sixteen unrelated", hk=69, scope=READING, forms=(SIXTEEN,), sure=True)
def sixteen_unrelated(x: Facts) -> int:
    """The seven honours, three tiles of each suit at least three apart, and one of the sixteen doubled. HK row 69.

    Example: ``147m 147s 258p 1234567z +7z`` pays 50.
    """
    return 1


def _ranks(x: Facts) -> tuple[int, int, int]:
    return (x.kinds & 0x1FF, x.kinds >> 9 & 0x1FF, x.kinds >> 18 & 0x1FF)


@fan(
    "unrelated_three_same",
    "不搭三相逢",
    "Unrelated, same three ranks",
    hk=70,
    scope=READING,
    forms=(SIXTEEN,),
)
def unrelated_three_same(x: Facts) -> int:
    """十六不搭 with the same three ranks in all suits. HK row 70.

    Example: ``159m 159p 159s 1234567z +1z`` pays 15.
    """
    a, b, c = _ranks(x)
    return 1 if a == b == c else 0


_KNITTED = (0b001001001, 0b010010010, 0b100100100)


@fan(
    "unrelated_knitted_straight",
    "不搭組合龍",
    "Unrelated, knitted straight",
    hk=71,
    scope=READING,
    forms=(SIXTEEN,),
)
def unrelated_knitted_straight(x: Facts) -> int:
    """十六不搭 with 147, 258 and 369, one in each suit. HK row 71.

    Example: ``147m 258p 369s 1234567z +3z`` pays 15.
    """
    return 1 if tuple(sorted(_ranks(x))) == _KNITTED else 0


@evidence("unrelated_three_same", "unrelated_knitted_straight")
def _suits(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple(tuple(tile for tile in range(base, base + 9) if x.kinds >> tile & 1) for base in (0, 9, 18))
