"""A layout: which tiles of a picture are the hand, and how they lie in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from models.tiles import FACES
from vision.reading import MeldKind

PLAY: Final = 34
"""Faces below this index are no flowers."""
NONE: Final = len(FACES)
"""What is not a face."""

CHOWS: Final = tuple((s + r, s + r + 1, s + r + 2) for s in (0, 9, 18) for r in range(7))
"""Every run of three faces."""


@dataclass(frozen=True, slots=True)
class MeldSpot:
    """Tiles laid apart as one meld, in the order they lie."""

    tiles: tuple[int, ...]
    kind: MeldKind = "exposed"
    hidden: int = 0
    """Tiles of a concealed kong that lie face down."""

    @property
    def size(self) -> int:
        """Tiles of the meld, with the hidden ones."""
        return len(self.tiles) + self.hidden


@dataclass(frozen=True, slots=True)
class Layout:
    """One way to take the tiles of a picture as a hand. All numbers are indices of located tiles."""

    concealed: tuple[int, ...]
    """With the winning tile, in the order they lie."""
    melds: tuple[MeldSpot, ...] = ()
    flowers: tuple[int, ...] = ()
    winning: int | None = None
    """A concealed tile that lies apart from the others."""
    loose: tuple[int, ...] = ()
    """Faces that are not of the hand."""
    blank: tuple[int, ...] = ()
    """Backs, sides, and what only looked like a tile."""
    cost: float = 0.0
    """How much less likely this is than the first layout, in nats."""

    @property
    def missing(self) -> int:
        """How many tiles a hand still lacks (17, one more for each kong); negative when there are too many."""
        kongs = sum(meld.size == 4 for meld in self.melds)
        return 17 + kongs - len(self.concealed) - sum(meld.size for meld in self.melds)

    @property
    def hand(self) -> tuple[int, ...]:
        """Every tile of the hand: concealed, melds, flowers."""
        return (*self.concealed, *(tile for meld in self.melds for tile in meld.tiles), *self.flowers)
