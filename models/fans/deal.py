"""When in the deal the win came: 七子內, 海底, 天胡, 地胡, ready hands; and 雞胡, decided last."""

from __future__ import annotations

from models.fans.base import DEAL, LAST, NEVER, RIVER, Facts, evidence, fan
from models.tiles import Tile


def within(x: Facts, limit: int) -> bool:
    """Whether fewer than ``limit`` discards lie in the river, or at most so many where the table counts so."""
    river = x.context.river
    if river is None:
        return x.context.heavenly
    return river <= limit if x.switches.early_win == "inclusive" else river < limit


@fan("within_seven_discards", "七子內", "Within seven discards", hk=27, gates=RIVER)
def within_seven_discards(x: Facts) -> int:
    """Fewer than seven discards lie in the river, the winning tile and claimed tiles not counted. HK row 27; not with 天胡 or 地胡.

    Example: ``(234m)(678p)(111s) 567m 34p 11z +5p | river 6`` pays 20.
    """
    return 1 if within(x, 7) else 0


@fan("within_ten_discards", "十子內", "Within ten discards", hk=28, gates=RIVER)
def within_ten_discards(x: Facts) -> int:
    """Fewer than ten discards lie in the river, instead of 七子內 when that is missed. HK row 28.

    Example: ``(234m)(678p)(111s) 567m 34p 11z +5p | river 9`` pays 10.
    """
    return 1 if within(x, 10) else 0


@fan("chicken_hand", "雞胡", "Chicken hand", hk=29, scope=NEVER)
def chicken_hand(x: Facts) -> int:
    """The best reading is worth exactly 1 fan, 莊, 七子內 and 十子內 not counted: 15 instead. HK row 29. Decided last.

    Example: ``(234m)(678p)(111s) 567m 34p 11z +5p`` pays 15.
    """
    return 0


@fan("last_tile_draw", "海底撈月", "Last tile drawn", hk=49, tw=12, gates=LAST)
def last_tile_draw(x: Facts) -> int:
    """The last tile of the wall is drawn and wins. HK row 49, TW row 12.

    Example: ``(234m)(678p)(111s) 567m 34p 11z +5p | self_draw last_tile`` pays 5.
    """
    return 1 if x.context.self_draw else 0


@fan("last_tile_discard", "河底撈魚", "Last discard", hk=50, gates=LAST)
def last_tile_discard(x: Facts) -> int:
    """The discard after the last draw wins. HK row 50.

    Example: ``(234m)(678p)(111s) 567m 34p 11z +5p | last_tile`` pays 5.
    """
    return 0 if x.context.self_draw else 1


@fan("heavenly_hand", "天胡", "Heavenly hand", hk=78, tw=32, gates=DEAL)
def heavenly_hand(x: Facts) -> int:
    """The dealer's first 17 tiles win, after flower replacement, without a kong. HK row 78, TW row 32.

    Example: ``123m 567m 345p 678s 34s 99p +5s | self_draw heavenly seat E dealer 0 river 0`` pays 120.
    """
    return 1 if x.context.heavenly else 0


@fan("earthly_hand", "地胡", "Earthly hand", hk=79, tw=31, gates=DEAL)
def earthly_hand(x: Facts) -> int:
    """A win inside the first go-round, by a non-dealer in Hong Kong; claims and kongs do not matter. HK row 79, TW row 31.

    Example: ``(234m)(678p)(111s) 567m 34p 11z +5p | earthly river 3`` pays 90.
    """
    return 1 if x.context.earthly else 0


@fan("heavenly_ready", "天聽", "Heavenly ready", tw=30, gates=DEAL)
def heavenly_ready(x: Facts) -> int:
    """Ready after the deal and flower replacement, declared. TW row 30; MIGI instead where the table has merged them.

    Taiwan: ``123m 567m 345p 678s 34s 99p +5s | ready tian`` pays 8.
    """
    return 1 if x.context.ready == "tian" and not x.switches.migi else 0


@fan("earthly_ready", "地聽", "Earthly ready", tw=29, gates=DEAL)
def earthly_ready(x: Facts) -> int:
    """Ready with the first discard, declared, own hand concealed. TW row 29.

    Taiwan: ``123m 567m 345p 678s 34s 99p +5s | ready di`` pays 4.
    """
    return 1 if x.context.ready == "di" and not x.switches.migi else 0


@fan("migi", "咪幾", "Migi", tw=33, gates=DEAL)
def migi(x: Facts) -> int:
    """天聽 and 地聽 merged: at most eight discards and four concealed hands when declared. TW, beside the table.

    Taiwan: ``123m 567m 345p 678s 34s 99p +5s | ready migi`` pays 8.
    """
    return 1 if x.context.ready == "migi" or (x.context.ready and x.switches.migi) else 0


@evidence("last_tile_draw", "last_tile_discard")
def _winning(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return ((x.winning,),)
