"""龍: 123, 456, 789 in one suit or in three."""

from __future__ import annotations

from itertools import permutations

from models.fans.base import READING, STANDARD, STRAIGHT, Facts, evidence, fan, run_tiles
from models.tiles import Tile

_PURE = tuple(0b1001001 << base for base in (0, 9, 18))
_MIXED = tuple(1 << a | 1 << b + 3 | 1 << c + 6 for a, b, c in permutations((0, 9, 18)))


def _pure(mask: int) -> int:
    return sum(1 for dragon in _PURE if mask & dragon == dragon)


def _mixed(mask: int) -> int:
    return sum(1 for dragon in _MIXED if mask & dragon == dragon)


@fan(
    "concealed_pure_straight",
    "暗龍",
    "Concealed straight",
    hk=30,
    scope=READING,
    forms=(STANDARD,),
    gates=STRAIGHT,
)
def concealed_pure_straight(x: Facts) -> int:
    """123, 456 and 789 of one suit, none of them chowed; a discard may complete one (``ron_opens_sets``). HK row 30.

    Example: ``(111s) 123m 456m 789m 34p 55z +2p`` pays 20.
    """
    return _pure(x.hidden_runs)


@fan(
    "exposed_pure_straight",
    "明龍",
    "Exposed straight",
    hk=31,
    scope=READING,
    forms=(STANDARD,),
    gates=STRAIGHT,
)
def exposed_pure_straight(x: Facts) -> int:
    """The same with at least one of the three chowed. HK row 31; gives way to 暗龍.

    Example: ``(456m)(111s) 123m 789m 34p 55z +2p`` pays 10.
    """
    if _pure(x.hidden_runs) and "concealed_pure_straight" in x.on:
        return 0
    return _pure(x.run_mask)


@fan(
    "concealed_mixed_straight",
    "暗雜龍",
    "Concealed mixed straight",
    hk=32,
    scope=READING,
    forms=(STANDARD,),
    gates=STRAIGHT,
)
def concealed_mixed_straight(x: Facts) -> int:
    """123, 456, 789 in three different suits, none chowed; at most one a hand unless ``dragon_multiplicity=all``. HK row 32.

    Example: ``112233m 456456p 789s 9s +9s`` pays 10.
    """
    found = _mixed(x.hidden_runs)
    return found if x.switches.dragon_multiplicity == "all" else min(found, 1)


@fan(
    "exposed_mixed_straight",
    "明雜龍",
    "Exposed mixed straight",
    hk=33,
    scope=READING,
    forms=(STANDARD,),
    gates=STRAIGHT,
)
def exposed_mixed_straight(x: Facts) -> int:
    """The same with at least one of the three chowed; gives way to 暗雜龍. HK row 33.

    Example: ``(789s)(111s) 123m 456p 34p 55z +2p`` pays 5.
    """
    concealed = _mixed(x.hidden_runs) if "concealed_mixed_straight" in x.on else 0
    found = _mixed(x.run_mask)
    if x.switches.dragon_multiplicity == "all":
        return found - concealed
    return 0 if concealed else min(found, 1)


@evidence("concealed_pure_straight")
def _concealed_pure(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return _groups(_PURE, x.hidden_runs)


@evidence("exposed_pure_straight")
def _exposed_pure(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return _groups(_PURE, x.run_mask)


@evidence("concealed_mixed_straight")
def _concealed_mixed(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return _groups(_MIXED, x.hidden_runs)


@evidence("exposed_mixed_straight")
def _exposed_mixed(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return _groups(_MIXED, x.run_mask)


def _groups(dragons: tuple[int, ...], mask: int) -> tuple[tuple[Tile, ...], ...]:
    dragon = next(dragon for dragon in dragons if mask & dragon == dragon)
    return tuple(run_tiles(run) for run in range(27) if dragon >> run & 1)
