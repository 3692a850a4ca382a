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
