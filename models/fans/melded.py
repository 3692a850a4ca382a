"""求人: everything laid open but one tile."""

from __future__ import annotations

from models.fans.base import DRAWN, FIVE_OPEN, Facts, fan


@fan("all_melded", "全求人", "All melded", hk=34, tw=14, gates=FIVE_OPEN)
def all_melded(x: Facts) -> int:
    """Five exposed melds (明槓 allowed, 暗槓 not), the eyes completed by a discard. HK row 34, TW row 14 全求.

    Example: ``(123m)(456p)(999s)(678m)(345s) 1z +1z`` pays 15.
    """
    return 0 if x.drawn else 1


@fan("half_melded", "半求人", "Half melded", hk=35, tw=14, gates=FIVE_OPEN | DRAWN, sure=True)
def half_melded(x: Facts) -> int:
    """The same, self-drawn. HK row 35; TW 半求 1.

    Example: ``(123m)(456p)(999s)(678m)(345s) 1z +1z | self_draw`` pays 8.
    """
    return 1
