"""What a hand is called: 東風東局 … 北風北局."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WINDS_ZH: Final = "東南西北"
WINDS_EN: Final = ("East", "South", "West", "North")


@dataclass(frozen=True, slots=True, order=True)
class HandName:
    """The round's wind and the dealer's position counted from the first dealer, both 0 … 3."""

    round: int
    position: int

    @property
    def zh(self) -> str:
        """``東風南局``."""
        return f"{WINDS_ZH[self.round]}風{WINDS_ZH[self.position]}局"

    @property
    def en(self) -> str:
        """``East 2``."""
        return f"{WINDS_EN[self.round]} {self.position + 1}"


NAMES: Final = tuple(HandName(n // 4, n % 4) for n in range(16))


def hand_name(passes: int) -> HandName:
    """The hand after the deal has passed ``passes`` times; after 北風北局 comes 東風東局 again."""
    return NAMES[passes % 16]
