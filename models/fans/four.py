"""四歸: all four copies of a tile in the hand without a kong."""

from __future__ import annotations

from models.fans.base import FOURS, READING, STANDARD, Facts, Worth, evidence, fan
from models.readings import mask_tiles
from models.tiles import Tile


def _opened(x: Facts) -> int:
    """Faces that a claimed set uses."""
    runs = x.open_runs | (1 << x.opened_run if x.opened_run >= 0 else 0)
    mask = x.open_sets | runs | runs << 1 | runs << 2
    return mask | 1 << x.opened_set if x.opened_set >= 0 else mask


def _shape(x: Facts, tile: Tile) -> int:
    """1 for 3+1 (and the pairs of 嚦咕), 2 for 2+1+1, 4 for 1+1+1+1."""
    if x.form != STANDARD or x.sets >> tile & 1:
        return 1
    return 2 if x.pair == tile else 4


def _faces(x: Facts, row: int) -> int:
    """Mask of the faces that pay row 1 四歸一, 2 四歸二 or 4 四歸四."""
    if x.switches.sigui == "by_shape":
        return sum(1 << tile for tile in mask_tiles(x.fours) if _shape(x, tile) == row)
    if row == 4:
        return 0
    return x.fours & _opened(x) if row == 2 else x.fours & ~_opened(x)


def _tiles(x: Facts, row: int) -> tuple[Tile, ...]:
    return tuple(mask_tiles(_faces(x, row)))


def _worth(row: int) -> Worth:
    def worth(x: Facts, count: int, params: dict[str, int]) -> int:
        """``by_shape`` counts by the split; there ``concealed``, where a table has it, when no set was claimed."""
        if x.switches.sigui != "by_shape":
            return count * params["value"]
        concealed = params["concealed"] or params["by_shape"]
        faces = _faces(x, row)
        claimed = (faces & _opened(x)).bit_count()
        return claimed * params["by_shape"] + (count - claimed) * concealed

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
    return _faces(x, 1).bit_count()


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
    return _faces(x, 2).bit_count()


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
    return _faces(x, 4).bit_count()


@evidence("four_in_one")
def _one(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple((tile,) * 4 for tile in _tiles(x, 1))


@evidence("four_in_two")
def _two(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple((tile,) * 4 for tile in _tiles(x, 2))


@evidence("four_in_four")
def _four(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple((tile,) * 4 for tile in _tiles(x, 4))
