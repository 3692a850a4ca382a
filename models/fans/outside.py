"""么九: hands of terminals and honours, hands that touch them everywhere, hands without."""

from __future__ import annotations

from models.fans.base import (
    EDGES,
    HAND,
    HONOUR_MASK,
    LIGU,
    NO_RUNS,
    PLAIN,
    READING,
    RUNS,
    SIMPLES,
    STANDARD,
    TERMINAL_MASK,
    YAO_EYES,
    YAO_ONLY,
    YAOJIU_MASK,
    Facts,
    fan,
)


@fan(
    "mixed_terminals", "花麼", "Mixed terminals", hk=61, scope=READING, forms=(STANDARD, LIGU), gates=YAO_ONLY
)
def mixed_terminals(x: Facts) -> int:
    """混么九: 對對胡 or 嚦咕 of terminals and honours only. HK row 61. 全麼 and 字一色 are their own rows; all terminals as 嚦咕 fall back here.

    Example: ``(111m)(999p)(111z)(222z) 99s 77z +9s`` pays 30.
    """
    if x.run_mask:
        return 0
    if not x.kinds & ~HONOUR_MASK and "all_honors" in x.on:
        return 0
    if x.form == STANDARD and not x.kinds & ~TERMINAL_MASK and "all_terminals" in x.on:
        return 0
    return 1


@fan(
    "all_terminals",
    "全麼",
    "All terminals",
    hk=62,
    scope=READING,
    forms=(STANDARD,),
    gates=NO_RUNS | YAO_ONLY | PLAIN,
    sure=True,
)
def all_terminals(x: Facts) -> int:
    """清么九: 對對胡 of ones and nines only. HK row 62.

    Example: ``(111m)(999m)(111p)(999p) 11s 99s +1s`` pays 90.
    """
    return 1


def _outside(x: Facts) -> bool:
    return not x.sets & ~YAOJIU_MASK


@fan(
    "mixed_outside",
    "連麼",
    "Terminal or honour in every set",
    hk=63,
    scope=READING,
    forms=(STANDARD,),
    gates=RUNS | EDGES | YAO_EYES,
)
def mixed_outside(x: Facts) -> int:
    """混全帶么: every meld and the eyes hold a terminal or an honour; honours and at least one run. HK row 63.

    Example: ``(123m)(999p)(222z) 78s 111p 55z +9s`` pays 10.
    """
    return 1 if x.honours and _outside(x) else 0


@fan(
    "pure_outside",
    "純連麼",
    "Terminal in every set",
    hk=64,
    scope=READING,
    forms=(STANDARD,),
    gates=RUNS | EDGES | YAO_EYES | PLAIN,
)
def pure_outside(x: Facts) -> int:
    """純全帶么: the same without honours. HK row 64.

    Example: ``(123m)(999p)(789m) 111p 78s 11s +9s`` pays 15.
    """
    return 1 if _outside(x) else 0


@fan("all_simples", "斷么", "All simples", hk=65, scope=HAND, gates=SIMPLES, sure=True)
def all_simples(x: Facts) -> int:
    """No terminal and no honour at all. HK row 65.

    Example: ``(234m)(678p)(555s) 567m 34p 22s +5p`` pays 5.
    """
    return 1


@fan(
    "all_honors", "字一色", "All honours", hk=66, tw=22, scope=READING, forms=(STANDARD, LIGU), gates=YAO_ONLY
)
def all_honors(x: Facts) -> int:
    """對對胡 or 嚦咕 of honours only. HK row 66, TW row 22.

    Example: ``1111z 2222z 33z 44z 55z 66z +6z`` pays 80.
    """
    return 0 if x.kinds & ~HONOUR_MASK else 1
