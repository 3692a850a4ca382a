"""The 42 faces of a 144-tile set, as small integers.

============ ======================================= =========================
tile         face                                    meaning
============ ======================================= =========================
0 … 8        ``1m`` … ``9m``                         萬 characters
9 … 17       ``1p`` … ``9p``                         筒 dots
18 … 26      ``1s`` … ``9s``                         索 bamboos
27 … 30      ``1z`` … ``4z``                         東南西北 winds
31, 32, 33   ``5z`` ``6z`` ``7z``                    中 發 白 dragons (in this order)
34 … 37      ``1f`` … ``4f``                         春夏秋冬 seasons 1–4
38 … 41      ``5f`` … ``8f``                         梅蘭菊竹 plants with the printed numbers 1–4
============ ======================================= =========================
"""

from __future__ import annotations

from typing import Final, TypeAlias

Tile: TypeAlias = int
"""A face, 0 … 41; not one of its four copies."""

FACES: Final[tuple[str, ...]] = tuple(
    f"{rank}{suit}"
    for suit, ranks in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8))
    for rank in range(1, ranks + 1)
)
"""Every face's name, indexed by tile."""

BY_FACE: Final[dict[str, Tile]] = {face: tile for tile, face in enumerate(FACES)}
"""The tile of a face's name."""

HONOURS: Final = range(27, 34)
"""番子: the winds and dragons."""
WINDS: Final = range(27, 31)
DRAGONS: Final = range(31, 34)
FLOWERS: Final = range(34, 42)
PLAYING: Final = range(34)
"""Every face that is not a flower."""

_DIGITS: Final = "一二三四五六七八九"
NAMES_ZH: Final[tuple[str, ...]] = (
    *(f"{d}{s}" for s in "萬筒索" for d in _DIGITS),
    *"東南西北中發白",
    *"春夏秋冬梅蘭菊竹",
)
"""Every tile's Chinese name, one or two characters, indexed by tile."""


def face(tile: Tile) -> str:
    """The face's name, such as ``4m``."""
    return FACES[tile]


def is_flower(tile: Tile) -> bool:
    """Whether the tile is one of the eight flowers 花牌."""
    return tile >= 34


def copies(tile: Tile) -> int:
    """How many of this face a set holds: 4, or 1 of a flower."""
    return 1 if tile >= 34 else 4


TERMINALS: Final = frozenset((0, 8, 9, 17, 18, 26))
"""老頭牌: the ones and nines of the suits."""
YAOJIU: Final = frozenset((*TERMINALS, *HONOURS))
"""么九牌: terminals and honours, the thirteen kinds of 十三么."""

LETTERS: Final = "ESWNCFP"
"""Keys for the honours, in tile order: East South West North, 中 (C, chung), 發 (F, fat), 白 (P, pak)."""

GLYPHS: Final[tuple[str, ...]] = (
    *(chr(0x1F007 + n) for n in range(9)),
    *(chr(0x1F019 + n) for n in range(9)),
    *(chr(0x1F010 + n) for n in range(9)),
    *(chr(0x1F000 + n) for n in range(7)),
    *(chr(0x1F026 + n) for n in range(4)),
    "\U0001f022",
    "\U0001f023",
    "\U0001f025",
    "\U0001f024",
)
"""Every tile's Unicode character, indexed by tile (the plants in the Hong Kong order 梅蘭菊竹)."""

WINDS_ZH: Final = "東南西北"
WIND_LETTERS: Final = "ESWN"

PLANT_ORDERS: Final[dict[str, str]] = {
    "plum_orchid_chrysanthemum_bamboo": "梅蘭菊竹",
    "plum_orchid_bamboo_chrysanthemum": "梅蘭竹菊",
}
"""Which plant bears which number on sets without printed numbers: the pictures in number order."""


def suit(tile: Tile) -> int:
    """0 萬, 1 筒, 2 索, 3 honours, 4 flowers."""
    return 4 if tile >= 34 else tile // 9


def rank(tile: Tile) -> int:
    """The number on the tile, from 1; an honour's or flower's place in its group."""
    return tile - 33 if tile >= 34 else tile % 9 + 1


def flower_number(tile: Tile) -> int:
    """A flower's number 0 … 3, the seat it belongs to (0 East)."""
    return (tile - 34) % 4


def name_zh(tile: Tile, plant_order: str = "plum_orchid_chrysanthemum_bamboo") -> str:
    """The Chinese name, such as 四萬, 中 or 梅."""
    return PLANT_ORDERS[plant_order][tile - 38] if tile >= 38 else NAMES_ZH[tile]


def group_text(tiles: tuple[Tile, ...] | list[Tile]) -> str:
    """Tiles in compact notation, sorted: ``123m55z``."""
    text, digits, last = "", "", ""
    for tile in sorted(tiles):
        number, kind = FACES[tile][0], FACES[tile][1]
        if last and kind != last:
            text += digits + last
            digits = ""
        digits += number
        last = kind
    return text + digits + last
