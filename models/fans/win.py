"""自摸, 門清 and the two together."""

from __future__ import annotations

from models.fans.base import BARE, DRAWN, HAND, READING, STANDARD, Facts, fan


@fan("self_draw", "自摸", "Self-draw", hk=1, tw=5, gates=DRAWN, sure=True)
def self_draw(x: Facts) -> int:
    """The winning tile was drawn. HK row 1, TW row 5; gives way to 門清一摸五.

    Example: ``(234m)(678p)(111s) 567m 34p 11z +5p | self_draw`` pays 1.
    """
    return 1


@fan("concealed_hand", "門清", "Concealed hand", hk=2, gates=BARE, scope=READING, forms=(STANDARD,))
def concealed_hand(x: Facts) -> int:
    """No chow, pung or exposed kong, and the tile was claimed; 暗槓 is allowed. HK row 2. Five melds and a pair only.

    Example: ``[9999m] 123m 456p 345s 67s 11z +8s`` pays 3.
    """
    return 0 if x.drawn else 1


@fan(
    "concealed_self_draw",
    "門清一摸五",
    "Concealed self-draw",
    hk=3,
    gates=BARE,
    scope=READING,
    forms=(STANDARD,),
)
def concealed_self_draw(x: Facts) -> int:
    """門清 and 自摸 at once: 5 in total, instead of 1 and 3. HK row 3.

    Example: ``123m 567m 345p 678s 34s 99p +5s | self_draw`` pays 5.
    """
    return 1 if x.drawn else 0


def _ready(x: Facts) -> bool:
    return bool(x.context.ready) or x.context.heavenly or x.context.earthly


@fan("concealed", "門清", "Concealed hand (Taiwan)", tw=6, gates=BARE, scope=HAND)
def concealed(x: Facts) -> int:
    """No chow, pung or exposed kong, and the tile was claimed. TW row 6; not beside 天聽, 地聽, MIGI, 天胡, 地胡.

    Taiwan: ``123m 567m 345p 678s 34s 99p 2f +5s`` pays 1.
    """
    return 0 if x.drawn or _ready(x) else 1


def _with_bonus(x: Facts, count: int, params: dict[str, int]) -> int:
    return params["ready"] if _ready(x) else params["value"]


@fan(
    "taiwan_concealed_self_draw",
    "門清自摸",
    "Concealed self-draw (Taiwan)",
    tw=7,
    gates=BARE | DRAWN,
    worth=_with_bonus,
    params=("ready",),
)
def taiwan_concealed_self_draw(x: Facts) -> int:
    """自摸 1, 門清 1 and 1 more: 3 in total. TW row 7.

    Beside a declared ready, 天胡 or 地胡 the 門清 is not counted and only 自摸 remains, or 2 with ``ready_keeps_bonus``.

    Taiwan: ``123m 567m 345p 678s 34s 99p +5s | self_draw`` pays 3.
    Taiwan: ``123m 567m 345p 678s 34s 99p +5s | self_draw ready di | ready_keeps_bonus=true`` pays 2.
    """
    if _ready(x) and not x.switches.ready_keeps_bonus:
        return 0
    return 0 if x.context.heavenly and x.switches.heavenly_drops_self_draw else 1
