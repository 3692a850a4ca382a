"""The wait: 對碰, 獨獨, 假獨; and 將眼."""

from __future__ import annotations

from models.fans.base import (
    EDGE,
    EYES,
    EYES258,
    LIGU,
    MIDDLE,
    NARROW,
    PAIR,
    PLACE,
    PUNGED,
    READING,
    SIXTEEN,
    STANDARD,
    Facts,
    evidence,
    fan,
    run_tiles,
    set_tiles,
)
from models.tiles import Tile


@fan(
    "double_pair_wait",
    "對碰",
    "Two-pair wait",
    hk=16,
    scope=PLACE,
    forms=(STANDARD,),
    gates=PUNGED,
    sure=True,
)
def double_pair_wait(x: Facts) -> int:
    """The winning tile makes a triplet of a pair, the other pair becomes the eyes. HK row 16.

    Example: ``(234m)(678p)(567m) 345s 44p 55z +5z`` pays 1.
    """
    return 1


@fan("single_wait", "獨獨", "Single wait", hk=17, tw=10, scope=PLACE, gates=NARROW)
def single_wait(x: Facts) -> int:
    """Exactly one face was waited for, by 偏章, 卡窿 or 單吊. HK row 17; TW row 10 獨聽, five melds and a pair only.

    嚦咕嚦咕 with one wait counts too; 十三么 and 十六不搭 only with ``special_form_single_wait=all``.

    Example: ``(234m)(678p)(111s) 567m 12p 11z +3p`` pays 2.
    Taiwan: ``(234m)(678p)(111s) 567m 12p 11z +3p`` pays 1.
    """
    if x.form != STANDARD:
        where = x.switches.special_form_single_wait
        if where == "none" or (where == "ligu_only" and x.form != LIGU):
            return 0
    return 1 if x.one_wait() else 0


@fan("false_single_wait", "假獨", "False single wait", hk=18, scope=PLACE, forms=(STANDARD,), gates=NARROW)
def false_single_wait(x: Facts) -> int:
    """偏章, 卡窿 or 單吊 in the reading, but more than one face was waited for. HK row 18.

    Example: ``(234m)(678p)(111s) 567m 3456s +6s`` pays 1.
    """
    return 0 if x.one_wait() else 1


@fan("pair_258", "將眼", "Eyes of 2, 5 or 8", hk=19, scope=READING, forms=(STANDARD, SIXTEEN), gates=EYES258)
def pair_258(x: Facts) -> int:
    """The eyes are a 2, 5 or 8 of a suit; also the doubled tile of 十六不搭 (``pair258_in_sixteen``). HK row 19.

    Example: ``(345m)(678p)(999s) 234s 56m 55p +7m`` pays 1.
    """
    return 0 if x.form == SIXTEEN and not x.switches.pair258_in_sixteen else 1


@evidence("pair_258")
def _eyes(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return ((x.pair, x.pair),)


@evidence("double_pair_wait", "single_wait", "false_single_wait")
def _winning_group(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    tile = x.winning
    if x.shape == EYES:
        return ((tile, tile),)
    if x.shape == PAIR:
        return (set_tiles(x, tile),)
    if x.shape == MIDDLE:
        return (run_tiles(tile - 1),)
    if x.shape == EDGE:
        return (run_tiles(tile - 2 if tile % 9 == 2 else tile),)
    return ((tile,),)
