"""The signs a hand is typed with, the names of tiles in sentences, and what can stand in a bracket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from models.messages import Msg, msg
from models.notation import HK_PLANTS, write_tiles
from models.tiles import BY_FACE, GLYPHS, HONOURS, LETTERS, NAMES_ZH, PLANT_ORDERS, Tile, is_flower

SUITS: Final = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}
"""Suit letters and how many ranks each has."""
HONOUR_KEYS: Final = dict(zip(LETTERS, HONOURS, strict=True))
CLOSING: Final = {"(": ")", "{": "}", "[": "]"}
HAND_SIZE: Final = 17
"""Tiles of a complete hand with its winning tile; each kong adds one."""

DIGITS_ZH: Final = {c: str(n) for n, c in enumerate("一二三四五六七八九", 1)}
SUITS_ZH: Final = {
    "萬": "m",
    "万": "m",
    "筒": "p",
    "餅": "p",
    "饼": "p",
    "索": "s",
    "條": "s",
    "条": "s",
}
_CIRCLED: Final = {chr(0x2460 + n): BY_FACE[f"{n + 1}p"] for n in range(9)}
DIRECT: Final = {
    **{NAMES_ZH[tile]: tile for tile in range(27, 38)},
    "东": 27,
    "发": 32,
    "発": 32,
    "髮": 32,
    **_CIRCLED,
    **{glyph: tile for tile, glyph in enumerate(GLYPHS) if tile < 38},
}
PLANTS: Final = {**{c: c for c in "梅蘭竹菊"}, "兰": "蘭", **dict(zip("🀢🀣🀤🀥", "梅蘭竹菊", strict=True))}
"""Pictures of plants; which number they have is for the rule set to say."""
IGNORED: Final = frozenset(" \t\r\n,，、\u3000\ufe0e\ufe0f")


@dataclass(frozen=True, slots=True)
class TypedMeld:
    """A bracketed group as typed; it may still lack tiles."""

    bracket: str
    """``(``, ``{`` or ``[``."""
    tiles: tuple[Tile, ...]
    serials: tuple[int, ...]

    @property
    def is_kong(self) -> bool:
        """Four of a kind; in ``{`` and ``[`` as soon as it is opened, nothing else can stand there."""
        return self.bracket in "{[" or (len(self.tiles) == 4 and len(set(self.tiles)) == 1)

    @property
    def lacks(self) -> int:
        """How many tiles are still to be typed before it is a meld."""
        return max(0, (4 if self.bracket in "{[" else 3) - len(self.tiles))


_NAMES: Final = (
    msg("{rank} character", rank=1),
    *(msg("{rank} characters", rank=rank) for rank in range(2, 10)),
    msg("{rank} dot", rank=1),
    *(msg("{rank} dots", rank=rank) for rank in range(2, 10)),
    msg("{rank} bamboo", rank=1),
    *(msg("{rank} bamboos", rank=rank) for rank in range(2, 10)),
    *(msg("East"), msg("South"), msg("West"), msg("North")),
    *(msg("red dragon"), msg("green dragon"), msg("white dragon")),
    *(msg("spring"), msg("summer"), msg("autumn"), msg("winter")),
    *(msg("plum"), msg("orchid"), msg("chrysanthemum"), msg("bamboo flower")),
)


def tile_name(tile: Tile, plant_order: str = HK_PLANTS) -> Msg:
    """A tile's name for a sentence: 三萬, 3 characters; plants by the pictures of ``plant_order``."""
    if tile >= 38:
        return _NAMES[38 + "梅蘭菊竹".index(PLANT_ORDERS[plant_order][tile - 38])]
    return _NAMES[tile]


def meld_fault(bracket: str, tiles: Sequence[Tile]) -> Msg | None:
    """Why no meld of this bracket can hold these tiles, or nothing while it still can; fewer tiles than a meld has are fine."""
    if any(is_flower(tile) for tile in tiles):
        return msg("flowers stand outside the brackets")
    kinds = sorted(set(tiles))
    if bracket in "{[":
        if len(kinds) > 1 or len(tiles) > 4:
            return msg("{open}{close} holds a kong: four of one tile", open=bracket, close=CLOSING[bracket])
        return None
    if len(kinds) <= 1:
        return None if len(tiles) <= 4 else msg("a meld has three tiles, a kong four")
    if any(tile in HONOURS for tile in kinds):
        return msg("honours make no chow: a pung or kong of one tile")
    if len({tile // 9 for tile in kinds}) > 1:
        return msg("a chow stays in one suit")
    if kinds[-1] - kinds[0] > 2 or (len(tiles) == len(kinds) == 3 and kinds[-1] - kinds[0] != 2):
        return msg("{tiles} is no chow: three in a row", tiles=write_tiles(sorted(tiles)))
    if len(tiles) > 3:
        return msg("a meld has three tiles, a kong four")
    if len(kinds) < len(tiles):
        return msg("{tiles} is no chow and no pung", tiles=write_tiles(sorted(tiles)))
    return None


def lacking(meld: TypedMeld) -> Msg:
    """One line for a meld that still lacks tiles."""
    shown = f"{meld.bracket}{write_tiles(sorted(meld.tiles))}{CLOSING[meld.bracket]}"
    if meld.bracket in "{[":
        return msg("{meld} has {size} of 4 tiles", meld=shown, size=len(meld.tiles))
    return msg("{meld} has {size} of 3 tiles", meld=shown, size=len(meld.tiles))
