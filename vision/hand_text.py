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


def is_meld(faces: Sequence[str]) -> bool:
    """Whether these faces are a pung, a kong or a chow."""
    if len(faces) not in (3, 4) or any(not face or face[1] == "f" for face in faces):
        return False
    if len(set(faces)) == 1:
        return True
    ranks = sorted(int(face[0]) for face in faces)
    suits = {face[1] for face in faces}
    return (
        len(faces) == 3
        and len(suits) == 1
        and suits <= set("mps")
        and ranks == list(range(ranks[0], ranks[0] + 3))
    )


def write(tiles: Sequence[Tile], melds: Sequence[ReadMeld] = ()) -> str:
    """The hand of these tiles; the winning tile last where one lies apart.

    Tiles laid together that are no meld as read are written among the concealed ones: what is written can always be read.
    """
    parts = []
    laid = []
    unmelded: list[str] = []
    for meld in melds:
        faces = [tile.face for tile in tiles if tile.role == "meld" and tile.group == meld.group]
        whole = faces + faces[:1] * meld.hidden
        if not is_meld(whole) or (meld.kind != "exposed" and len(whole) != 4):
            unmelded += faces
            continue
        left, right = _BRACKETS[meld.kind]
        laid.append(left + compact(whole).replace(" ", "") + right)
    if laid:
        parts.append("".join(laid))
    concealed = compact([*(tile.face for tile in tiles if tile.role == "concealed"), *unmelded])
    if concealed:
        parts.append(concealed)
    flowers = compact(tile.face for tile in tiles if tile.role == "flower")
    if flowers:
        parts.append(flowers)
    parts += [f"+{tile.face}" for tile in tiles if tile.role == "winning"]
    return " ".join(parts)
