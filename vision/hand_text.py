"""A photo's tiles as a hand in notation: ``(234m)[9999m] 567m 34p 11z 5f +5p``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from models.tiles import BY_FACE
from vision.reading import MeldKind, ReadMeld, Role

_BRACKETS: dict[MeldKind, tuple[str, str]] = {
    "exposed": ("(", ")"),
    "added": ("{", "}"),
    "concealed": ("[", "]"),
}


class Tile(Protocol):
    """What is written: a tile as read, or as a person put it right."""

    @property
    def face(self) -> str:
        """Such as ``4m``."""
        ...

    @property
    def role(self) -> Role:
        """Its place in the hand."""
        ...

    @property
    def group(self) -> int:
        """The meld it is part of."""
        ...


def compact(faces: Iterable[str]) -> str:
    """Faces in order with each suit's letter written once: ``123m 55p``."""
    groups: list[tuple[str, str]] = []
    for face in sorted(faces, key=BY_FACE.__getitem__):
        if groups and groups[-1][1] == face[1]:
            groups[-1] = groups[-1][0] + face[0], face[1]
        else:
            groups.append((face[0], face[1]))
    return " ".join(ranks + suit for ranks, suit in groups)


def write(tiles: Sequence[Tile], melds: Sequence[ReadMeld] = ()) -> str:
    """The hand of these tiles; the winning tile last where one lies apart."""
    parts = []
    laid = []
    for meld in melds:
        faces = [tile.face for tile in tiles if tile.role == "meld" and tile.group == meld.group]
        if not faces:
            continue
        faces += [faces[0]] * meld.hidden
        left, right = _BRACKETS[meld.kind]
        laid.append(left + compact(faces).replace(" ", "") + right)
    if laid:
        parts.append("".join(laid))
    concealed = compact(tile.face for tile in tiles if tile.role == "concealed")
    if concealed:
        parts.append(concealed)
    flowers = compact(tile.face for tile in tiles if tile.role == "flower")
    if flowers:
        parts.append(flowers)
    parts += [f"+{tile.face}" for tile in tiles if tile.role == "winning"]
    return " ".join(parts)
