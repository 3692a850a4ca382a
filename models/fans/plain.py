"""無字, 無花, 平胡 and what they make together."""

from __future__ import annotations

from models.fans.base import ALL_RUNS, FLOWERLESS, OPEN, PLACE, PLAIN, READING, STANDARD, Facts, fan


@fan("no_honors", "無字", "No honours", hk=4, gates=PLAIN, sure=True)
def no_honors(x: Facts) -> int:
    """No wind or dragon anywhere, the eyes included. HK row 4.

    Example: ``(123m) 567m 555p 678s 34s 99p 1f +5s`` pays 1.
    """
    return 1


@fan("no_flowers", "無花", "No flowers", hk=5, gates=FLOWERLESS, sure=True)
def no_flowers(x: Facts) -> int:
    """No flower was drawn; never paid when the table plays without flowers. HK row 5.

    Example: ``(234m)(678p)(111s) 567m 34p 11z +5p | self_draw`` pays 1.
    """
    return 1


@fan("no_honors_no_flowers", "無字花", "No honours, no flowers", hk=6, gates=PLAIN | FLOWERLESS, sure=True)
def no_honors_no_flowers(x: Facts) -> int:
    """無字 and 無花 together, instead of both. HK row 6.

    Example: ``(234m)(678p)(111s) 567m 7999s +8s`` pays 5.
    """
    return 1


@fan("all_chows", "平胡", "All runs", hk=7, scope=READING, gates=ALL_RUNS, forms=(STANDARD,), sure=True)
def all_chows(x: Facts) -> int:
    """Five runs; the eyes, the wait, claims and flowers do not matter. HK row 7.

    Example: ``(345m)(345m)(345m) 678p 34s 55z +2s`` pays 5.
    """
    return 1


@fan(
    "grand_all_chows",
    "無字花平",
    "All runs, no honours, no flowers",
    hk=8,
    scope=READING,
    gates=ALL_RUNS | PLAIN | FLOWERLESS,
    forms=(STANDARD,),
    sure=True,
)
def grand_all_chows(x: Facts) -> int:
    """大平胡: 平胡 without honours and flowers, 15 instead of 5 and 5. HK row 8.

    Example: ``123m 567m 345p 678s 34s 99p +5s`` pays 15.
    """
    return 1


@fan(
    "taiwan_all_chows",
    "平胡",
    "All runs (Taiwan)",
    tw=15,
    scope=PLACE,
    gates=ALL_RUNS | PLAIN,
    forms=(STANDARD,),
)
def taiwan_all_chows(x: Facts) -> int:
    """Five runs, no honours, no flowers, not self-drawn (``pinghu_no_self_draw``), at a choice by an open wait (``pinghu_two_sided``). TW row 15.

    Taiwan: ``123m 567m 345p 678s 34s 99p +5s | ready tian`` pays 2.
    """
    switches = x.switches
    if x.hand.flowers and switches.use_flowers:
        return 0
    if x.drawn and switches.pinghu_no_self_draw:
        return 0
    return 0 if switches.pinghu_two_sided and x.shape != OPEN else 1
