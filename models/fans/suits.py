"""Which suits and honours the whole hand is made of."""

from __future__ import annotations

from models.fans.base import CATEGORIES, HAND, LIGU, ONE_SUIT, PLAIN, READING, STANDARD, TWO_SUITS, Facts, fan


@fan("five_categories", "五門齊", "Five categories", hk=51, scope=READING, gates=CATEGORIES)
def five_categories(x: Facts) -> int:
    """萬 筒 索, winds and dragons all present, the eyes counted. HK row 51; not on 十三么 and 十六不搭 (``five_categories_in_special``).

    Example: ``(234m)(678p)(111z) 567m 34s 55z +5s`` pays 10.
    """
    return 1 if x.form in (STANDARD, LIGU) or x.switches.five_categories_in_special else 0


@fan("half_flush", "混一色", "Half flush", hk=58, tw=20, scope=HAND, gates=ONE_SUIT)
def half_flush(x: Facts) -> int:
    """One suit and at least one honour, in any form. HK row 58, TW row 20.

    Example: ``(123m)(678m)(222z) 34m 999m 55z +5m`` pays 30.
    """
    return 1 if x.honours else 0


@fan("full_flush", "清一色", "Full flush", hk=59, tw=21, scope=HAND, gates=ONE_SUIT | PLAIN, sure=True)
def full_flush(x: Facts) -> int:
    """One suit only. HK row 59, TW row 21.

    Example: ``(123m)(678m)(345m) 567m 23m 99m +4m`` pays 80.
    """
    return 1


@fan("missing_suit", "缺一門", "One suit missing", hk=60, scope=HAND, gates=TWO_SUITS)
def missing_suit(x: Facts) -> int:
    """Exactly two suits and no honours (``missing_suit_allows_honors``). HK row 60.

    Example: ``(123m)(678m) 345p 567p 23p 99m +4p`` pays 5.
    """
    return 1 if x.switches.missing_suit_allows_honors or not x.honours else 0
