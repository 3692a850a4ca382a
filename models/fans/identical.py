"""般高: the same run two, three or four times. Decided by the sizes of the groups of identical runs alone."""

from __future__ import annotations

from functools import lru_cache

from models.fans.base import (
    FOUR_ALIKE,
    READING,
    SAME_RUNS,
    STANDARD,
    THREE_ALIKE,
    TWO_TWINS,
    Facts,
    evidence,
    fan,
    run_tiles,
)
from models.readings import unpack
from models.tiles import Tile


@lru_cache(maxsize=20_000)
def _sizes(key: int) -> list[int]:
    runs = unpack(key)
    return sorted((runs.count(run) for run in set(runs)), reverse=True)


def _ladder(x: Facts) -> tuple[int, int, int, int]:
    """How often each of the four rows is paid; a row the table does not pay leaves its runs to the next lower one."""
    sizes = _sizes(x.run_key)
    if sizes[0] >= 4 and "quadruple_identical_chows" in x.on:
        return (0, 0, 0, 1)
    if sizes[0] >= 3 and "triple_identical_chows" in x.on:
        return (1 if sizes[1:] and sizes[1] == 2 else 0, 0, 1, 0)
    pairs = sum(size // 2 for size in sizes)
    if pairs >= 2 and "double_twin_chows" in x.on:
        return (0, 1, 0, 0)
    return (pairs, 0, 0, 0)


def _worth(x: Facts, count: int, params: dict[str, int]) -> int:
    """``concealed``, where a table has it, when none of the runs was claimed."""
    if params["concealed"] == params["value"]:
        return count * params["value"]
    runs = x.runs
    alike = sum(1 << run for run in set(runs) if runs.count(run) > 1)
    claimed = alike & (x.open_runs | _opened(x))
    return count * params["value" if claimed else "concealed"]


def _opened(x: Facts) -> int:
    return 1 << x.opened_run if x.opened_run >= 0 else 0


@fan(
    "twin_chows",
    "一般高",
    "Twin runs",
    hk=36,
    scope=READING,
    gates=SAME_RUNS,
    forms=(STANDARD,),
    worth=_worth,
    params=("concealed",),
)
def twin_chows(x: Facts) -> int:
    """Two identical runs. HK row 36; beside 太般高 when they are the other two runs.

    Example: ``(123m)(123m)(123m) 567p 567p 5z +5z`` pays 5.
    """
    return _ladder(x)[0]


@fan(
    "double_twin_chows",
    "雙般高",
    "Two twin runs",
    hk=37,
    scope=READING,
    forms=(STANDARD,),
    worth=_worth,
    params=("concealed",),
    gates=SAME_RUNS | TWO_TWINS,
)
def double_twin_chows(x: Facts) -> int:
    """Two 一般高, 10 instead of 5 and 5. HK row 37.

    Example: ``(111s) 345345m 567567p 5z +5z`` pays 10.
    """
    return _ladder(x)[1]


@fan(
    "triple_identical_chows",
    "太般高",
    "Three identical runs",
    hk=38,
    scope=READING,
    forms=(STANDARD,),
    worth=_worth,
    params=("concealed",),
    gates=THREE_ALIKE,
)
def triple_identical_chows(x: Facts) -> int:
    """Three identical runs. HK row 38.

    Example: ``(345m)(345m)(345m) 678p 34s 55z +2s`` pays 15.
    """
    return _ladder(x)[2]


@fan(
    "quadruple_identical_chows",
    "四海一家",
    "Four identical runs",
    hk=39,
    scope=READING,
    forms=(STANDARD,),
    worth=_worth,
    params=("concealed",),
    gates=FOUR_ALIKE,
)
def quadruple_identical_chows(x: Facts) -> int:
    """Four identical runs. HK row 39; 四歸 of the three ranks adds.

    Example: ``(345m)(345m)(345m)(345m) 34s 55z +2s`` pays 30.
    """
    return _ladder(x)[3]


@evidence("double_twin_chows", "quadruple_identical_chows")
def _same(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple(run_tiles(run) for run in sorted(x.runs) if x.runs.count(run) > 1)


@evidence("twin_chows")
def _twins(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    paid_higher = _ladder(x)[2]
    return tuple(
        run_tiles(run)
        for run in sorted(x.runs)
        if x.runs.count(run) > 1 and not (paid_higher and x.runs.count(run) > 2)
    )


@evidence("triple_identical_chows")
def _triple(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple(run_tiles(run) for run in sorted(x.runs) if x.runs.count(run) > 2)
