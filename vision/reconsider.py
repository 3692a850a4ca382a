"""Reconsider: the joint decoding again, once a person has put some tiles right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from vision.hand_text import Tile
from vision.reading import ReadMeld


class Checked(Tile, Protocol):
    """A tile, and whether a person vouches for it."""

    @property
    def candidates(self) -> tuple[tuple[str, float], ...]:
        """Faces and probabilities as read."""
        ...

    @property
    def checked(self) -> bool:
        """A person has said what it is."""
        ...


def reconsider(tiles: Sequence[Checked], melds: Sequence[ReadMeld]) -> list[str] | None:
    """The faces of the most probable winning hand in which checked tiles stay; ``None`` where none is probable enough.

    Left-out tiles keep their faces.
    """
    import numpy as np

    from models.tiles import BY_FACE, FACES
    from vision.decode import decode
    from vision.layout import NONE, Layout, MeldSpot

    probabilities = np.full((len(tiles), NONE + 1), 1e-6)
    for row, tile in zip(probabilities, tiles, strict=True):
        if tile.checked or not tile.candidates:
            row[BY_FACE[tile.face]] = 1.0
        else:
            for face, value in tile.candidates:
                row[BY_FACE[face]] = max(value, 1e-6)
    probabilities /= probabilities.sum(1, keepdims=True)

    def of(*roles: str) -> tuple[int, ...]:
        return tuple(i for i, tile in enumerate(tiles) if tile.role in roles)

    spots = tuple(
        MeldSpot(tuple(i for i in of("meld") if tiles[i].group == meld.group), meld.kind, meld.hidden)
        for meld in melds
    )
    winning = next(iter(of("winning")), None)
    layout = Layout(of("concealed", "winning"), spots, of("flower"), winning, of("loose"))
    decoded = decode(probabilities, [layout])
    if not decoded.win or decoded.layout.melds != layout.melds or decoded.layout.flowers != layout.flowers:
        return None
    if decoded.layout.blank:
        return None
    return [
        tile.face if tile.role == "loose" else FACES[face]
        for tile, face in zip(tiles, decoded.faces, strict=True)
    ]
