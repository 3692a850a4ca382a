"""相逢: the same run in two or three suits."""

from __future__ import annotations

from models.fans.base import ACROSS, ACROSS3, READING, STANDARD, Facts, Worth, evidence, fan, run_tiles
from models.readings import count_of
from models.tiles import Tile


def across(x: Facts) -> tuple[int, int]:
    """How many 二相逢 and 三相逢 are paid, by the ``xiangfeng`` switch."""
    mask = x.run_mask
    a, b, c = mask & 0x1FF, mask >> 9 & 0x1FF, mask >> 18
    shared = (a & b) | (a & c) | (b & c)
    if not shared:
        return (0, 0)
    mode = x.switches.xiangfeng
    pays_three = "three_suit_chows" in x.on
    two = three = 0
    number = 0
    while shared >> number:
        if shared >> number & 1:
            low, middle, high = sorted(
                (
                    count_of(x.run_key, number),
                    count_of(x.run_key, number + 9),
                    count_of(x.run_key, number + 18),
                )
            )
            if mode == "all":
                if low and pays_three:
                    three += high * middle * low
                else:
                    two += high * middle + high * low + middle * low
            elif pays_three:
                three += low
                two += middle - low
            else:
                two += min((high + middle + low) // 2, middle + low)
        number += 1
    if mode == "once":
        return (0, 1) if three else (min(two, 1), 0)
    return (two, three)


def _worth(suits: int) -> Worth:
    def worth(x: Facts, count: int, params: dict[str, int]) -> int:
        """``concealed``, where a table has it, for numbers whose runs were all drawn."""
        if params["concealed"] == params["value"]:
            return count * params["value"]
        claimed = x.open_runs | (1 << x.opened_run if x.opened_run >= 0 else 0)
        open_numbers = 0
        for number in range(7):
            starts = [number + base for base in (0, 9, 18) if x.run_mask >> number + base & 1]
            if len(starts) >= suits and any(claimed >> start & 1 for start in starts):
                open_numbers += 1
        opened = min(open_numbers, count)
        return opened * params["value"] + (count - opened) * params["concealed"]

    return worth


@fan(
    "two_suit_chows",
    "二相逢",
    "Same run in two suits",
    hk=40,
    scope=READING,
    forms=(STANDARD,),
    worth=_worth(2),
    params=("concealed",),
    gates=ACROSS,
)
def two_suit_chows(x: Facts) -> int:
    """Each disjoint pair of equal runs in different suits, outside a 三相逢. HK row 40; ``xiangfeng``.

    Example: ``(345m)(345p)(789s) 111m 78p 55z +9p`` pays 10.
    """
    return across(x)[0]


@fan(
    "three_suit_chows",
    "三相逢",
    "Same run in three suits",
    hk=41,
    scope=READING,
    forms=(STANDARD,),
    worth=_worth(3),
    params=("concealed",),
    gates=ACROSS3,
)
def three_suit_chows(x: Facts) -> int:
    """三色三同順: equal runs in the three suits. HK row 41.

    Example: ``(345m)(345p)(345s) 111s 78m 55z +9m`` pays 10.
    """
    return across(x)[1]


def _groups(x: Facts, suits: int) -> tuple[tuple[Tile, ...], ...]:
    found: list[tuple[Tile, ...]] = []
    for number in range(7):
        starts = [number + base for base in (0, 9, 18) if x.run_mask >> number + base & 1]
        if len(starts) >= suits:
            found += [run_tiles(start) for start in starts]
    return tuple(found)


@evidence("two_suit_chows")
def _two(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return _groups(x, 2)


@evidence("three_suit_chows")
def _three(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return _groups(x, 3)
