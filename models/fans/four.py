"""四歸: all four copies of a tile in the hand without a kong."""

from __future__ import annotations

from models.fans.base import FOURS, READING, STANDARD, Facts, Worth, evidence, fan
from models.readings import mask_tiles
from models.tiles import Tile


def _opened(x: Facts, tile: Tile) -> bool:
    """Whether a set that uses the tile was claimed."""
    around = 0b111 << tile - 2 if tile >= 2 else 0b111 >> 2 - tile
    if x.open_runs & around or x.open_sets >> tile & 1:
        return True
    return x.opened_set == tile or (x.opened_run >= 0 and 0 <= tile - x.opened_run <= 2)


def _shape(x: Facts, tile: Tile) -> int:
    """1 for 3+1 (and the pairs of 嚦咕), 2 for 2+1+1, 4 for 1+1+1+1."""
    if x.form != STANDARD or x.sets >> tile & 1:
        return 1
    return 2 if x.pair == tile else 4


def _tiles(x: Facts, row: int) -> list[Tile]:
    """The tiles that pay row 1 四歸一, 2 四歸二 or 4 四歸四."""
    if x.switches.sigui == "by_shape":
        return [tile for tile in mask_tiles(x.fours) if _shape(x, tile) == row]
    if row == 4:
        return []
    return [tile for tile in mask_tiles(x.fours) if _opened(x, tile) == (row == 2)]


def _worth(row: int) -> Worth:
    def worth(x: Facts, count: int, params: dict[str, int]) -> int:
        """``by_shape`` counts by the split; there ``concealed``, where a table has it, when no set was claimed."""
        if x.switches.sigui != "by_shape":
            return count * params["value"]
        concealed = params["concealed"] or params["by_shape"]
        return sum(params["by_shape"] if _opened(x, tile) else concealed for tile in _tiles(x, row))

    return worth


@fan(
    "four_in_one",
    "四歸一",
    "Four in one",
    hk=47,
    scope=READING,
    gates=FOURS,
    worth=_worth(1),
    params=("by_shape", "concealed"),
)
def four_in_one(x: Facts) -> int:
    """Each tile held four times in two or more sets, no kong, none of the sets claimed. HK row 47; ``sigui=by_shape``: used as 3+1.

    Example: ``(678p)(111s) 333345m 34s 55z +2s`` pays 5.
    """
    return len(_tiles(x, 1))


@fan(
    "four_in_two",
    "四歸二",
    "Four in two",
    hk=48,
    scope=READING,
    gates=FOURS,
    worth=_worth(2),
    params=("by_shape", "concealed"),
)
def four_in_two(x: Facts) -> int:
    """The same with a set claimed. HK row 48; ``sigui=by_shape``: used as eyes and two runs.

    Example: ``(345m)(345m)(345m)(345m) 34s 55z +2s`` pays 9.
    """
    return len(_tiles(x, 2))


@fan(
    "four_in_four",
    "四歸四",
    "Four in four",
    scope=READING,
    gates=FOURS,
    worth=_worth(4),
    params=("by_shape", "concealed"),
)
def four_in_four(x: Facts) -> int:
    """The four copies in four runs; only with ``sigui=by_shape``. Beside HK rows 47 and 48.

    Example: ``(345m)(345m)(345m)(345m) 34s 55z +2s || sigui=by_shape`` pays 60.
    """
    return len(_tiles(x, 4))


@evidence("four_in_one")
def _one(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple((tile,) * 4 for tile in _tiles(x, 1))


@evidence("four_in_two")
def _two(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple((tile,) * 4 for tile in _tiles(x, 2))


@evidence("four_in_four")
def _four(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple((tile,) * 4 for tile in _tiles(x, 4))
