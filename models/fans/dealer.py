"""莊: what is between the dealer and each opponent."""

from __future__ import annotations

from models.fans.base import DEALER, Facts, fan


def _streak(x: Facts, count: int, params: dict[str, int]) -> int:
    return params["value"] + params["streak"] * (x.context.dealer or 0)


@fan("dealer", "莊家連n拉n", "Dealer", hk=80, gates=DEALER, worth=_streak, params=("streak",))
def dealer(x: Facts) -> int:
    """The winner deals, for the n-th time in a row after the first: 1 + 2n. HK row 80.

    Where another player wins, the dealer alone pays it on top; that is the ledger's part.

    Example: ``123m 567m 345p 678s 34s 99p +5s | seat E dealer 3`` pays 7.
    """
    return 1


@fan("taiwan_dealer", "莊家", "Dealer (Taiwan)", tw=1, gates=DEALER)
def taiwan_dealer(x: Facts) -> int:
    """The winner deals for the first time. TW row 1; 連莊 replaces it.

    Taiwan: ``(111z)(234m) 678p 345s 56m 99s +7m | seat E dealer 0`` pays 1.
    """
    return 1 if x.context.dealer == 0 else 0


@fan("dealer_streak", "連莊", "Dealer's streak", tw=2, gates=DEALER, worth=_streak, params=("streak",))
def dealer_streak(x: Facts) -> int:
    """連n拉n: the dealer in the n-th continuation, 2n + 1. TW row 2; 莊家 is not counted again.

    Taiwan: ``123m 567m 345p 678s 34s 99p +5s | seat E dealer 3`` pays 7.
    """
    return 1 if x.context.dealer else 0
