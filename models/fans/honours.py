"""字: triplets of winds and dragons one by one."""

from __future__ import annotations

from models.fans.base import (
    DRAGON_MASK,
    HONOUR_MASK,
    HONOUR_SETS,
    LIGU,
    ORPHANS,
    READING,
    STANDARD,
    WIND_MASK,
    Facts,
    evidence,
    fan,
    set_tiles,
    tiles_of,
)
from models.tiles import Tile

_MELDED = (STANDARD, LIGU, ORPHANS)


def paid(x: Facts) -> int:
    """Mask of the honour triplets whose 字 is paid."""
    mask = x.sets & HONOUR_MASK
    if x.switches.honor_pung_with_big_honors == "exclude":
        if not x.kinds & ~HONOUR_MASK and x.form in (STANDARD, LIGU):
            return 0
        for group, least in ((WIND_MASK, 2), (DRAGON_MASK, 2)):
            own = (mask & group).bit_count()
            if own > least or (own == least and x.form == STANDARD and x.eyes_in(group)):
                mask &= ~group
    return mask


def _graded(x: Facts, count: int, params: dict[str, int]) -> int:
    if x.switches.honor_scoring != "graded":
        return params["value"] * count
    total = 0
    for tile in tiles_of(paid(x)):
        if tile >= 31:
            total += params["dragon"]
        else:
            seat, round = tile - 27 == x.seat, tile - 27 == x.context.round
            total += params[
                "seat_and_round" if seat and round else "seat" if seat else "round" if round else "value"
            ]
    return total


@fan(
    "honor_pung",
    "字",
    "Honour triplet",
    hk=9,
    scope=READING,
    gates=HONOUR_SETS,
    forms=_MELDED,
    worth=_graded,
    params=("seat", "round", "dragon", "seat_and_round"),
)
def honor_pung(x: Facts) -> int:
    """Each triplet or kong of an honour, 1; ``honor_scoring=graded``: seat, round or dragon 2, seat and round at once 3. HK row 9.

    Example: ``(222z)(234m) 678p 345s 56m 99s +7m`` pays 1.
    Example: ``(222z)(234m) 678p 345s 56m 99s +7m || honor_scoring=graded`` pays 2.
    """
    return paid(x).bit_count()


@fan("dragon_pung", "三元牌", "Dragon triplet", tw=3, scope=READING, gates=HONOUR_SETS, forms=_MELDED)
def dragon_pung(x: Facts) -> int:
    """Each triplet of 中, 發 or 白. TW row 3; not beside 小三元 and 大三元.

    Taiwan: ``(234m)(678p)(567m) 345s 44p 55z +5z`` pays 1.
    """
    return (x.sets & DRAGON_MASK).bit_count()


@fan("seat_wind", "門風", "Seat wind", tw=4, scope=READING, gates=HONOUR_SETS, forms=_MELDED)
def seat_wind(x: Facts) -> int:
    """A triplet of the seat's wind. TW row 4.

    Taiwan: ``(222z)(234m) 678p 345s 56m 99s +7m`` pays 1.
    """
    return x.sets >> 27 + x.seat & 1


@fan("round_wind", "圈風", "Round wind", tw=4, scope=READING, gates=HONOUR_SETS, forms=_MELDED)
def round_wind(x: Facts) -> int:
    """A triplet of the round's wind. TW row 4.

    Taiwan: ``(234m)(678p)(111z) 567m 34s 55z +5s`` pays 1.
    """
    return x.sets >> 27 + x.context.round & 1


@evidence("honor_pung")
def _paid(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple(set_tiles(x, tile) for tile in tiles_of(paid(x)))


@evidence("dragon_pung")
def _dragons(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple(set_tiles(x, tile) for tile in tiles_of(x.sets & DRAGON_MASK))


@evidence("seat_wind")
def _seat(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return (set_tiles(x, 27 + x.seat),)


@evidence("round_wind")
def _round(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return (set_tiles(x, 27 + x.context.round),)
