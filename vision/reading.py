"""What a photo was read as: plain values that can be printed, stored and tested without a picture.

Nothing here needs an array or a network, so the screens may import it without the extra ``vision``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from models.messages import Msg

Point: TypeAlias = tuple[float, float]
"""x and y in pixels of the photo as a person sees it (EXIF orientation applied), y down."""

Corners: TypeAlias = tuple[Point, Point, Point, Point]
"""Four corners, clockwise, from the tile's own top left."""

Role: TypeAlias = Literal["concealed", "meld", "flower", "winning", "loose"]
"""What a tile is in the hand. ``winning`` is a concealed tile that lies apart; ``loose`` is not of the hand."""

MeldKind: TypeAlias = Literal["exposed", "added", "concealed"]
"""``exposed``: a chow, pung or big kong 大明槓 ``( )``; ``added``: 加槓 ``{ }``; ``concealed``: 暗槓 ``[ ]``."""

DOUBTFUL: Final = 0.9
"""A tile whose face is less sure than this is marked as doubtful."""


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile of a photo, with what else it could be."""

    face: str
    """The face it was read as, such as ``4m``."""
    confidence: float
    """The classifier's calibrated probability of ``face``, 0 to 1, before the rest of the hand was considered."""
    candidates: tuple[tuple[str, float], ...]
    """Faces and their probabilities, most probable first; ``face`` need not be the first."""
    corners: Corners
    group: int
    """0 the concealed tiles, 1 … the exposed melds and kongs, then one more number for the flowers."""
    role: Role = "concealed"

    @property
    def doubtful(self) -> bool:
        """Whether a person should look twice."""
        return self.confidence < DOUBTFUL


@dataclass(frozen=True, slots=True)
class ReadMeld:
    """A meld or kong laid apart from the concealed tiles."""

    group: int
    kind: MeldKind
    hidden: int = 0
    """Tiles of a concealed kong that lie face down and so are not among the tiles."""


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """Everything read from one photo."""

    tiles: tuple[ReadTile, ...]
    """The tiles of the hand in the order they lie."""
    hand: str
    """The hand in notation; what is seen of one, where it is not complete."""
    decoded: bool
    """Whether the hand is a winning hand, in any accepted form."""
    changed: tuple[int, ...] = ()
    """Indices of tiles whose face is not the classifier's first, because the hand as a whole speaks against it."""
    flowers: tuple[str, ...] = ()
    milliseconds: float = 0.0
    """From the decoded picture to this value."""
    melds: tuple[ReadMeld, ...] = ()
    loose: tuple[ReadTile, ...] = ()
    """Tiles in view that are not of the hand: discards, the wall."""
    notes: tuple[Msg, ...] = ()
    """What a person should know, such as that a hand has 17 tiles and this has 16."""
    size: tuple[int, int] = (0, 0)
    """Width and height of the photo in pixels."""

    @property
    def complete(self) -> bool:
        """Whether the number of tiles is that of a hand: 17, one more for each kong."""
        return shortfall(self) == 0


def shortfall(reading: PhotoReading) -> int:
    """How many tiles a hand still lacks; negative when there are too many."""
    playing = [t for t in reading.tiles if not t.face.endswith("f")]
    hidden = sum(m.hidden for m in reading.melds)
    sizes: dict[int, int] = {}
    for tile in playing:
        if tile.role == "meld":
            sizes[tile.group] = sizes.get(tile.group, 0) + 1
    kongs = sum(sizes.get(m.group, 0) + m.hidden == 4 for m in reading.melds)
    return 17 + kongs - len(playing) - hidden


class PhotoError(Exception):
    """A photo cannot be had or not be read. ``message`` is one clear line; ``problem`` says which kind it is."""

    def __init__(self, problem: str, message: Msg) -> None:
        super().__init__(str(message))
        self.problem = problem
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class Cancelled(Exception):
    """The person stopped the reading."""
