"""A photo that was being checked when its screen was left: kept as it was put right until its hand is in the ledger."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

from textual.app import App

from models.messages import Msg
from tui.photo_draft import Draft
from vision.reading import PhotoReading

if TYPE_CHECKING:
    from PIL import Image as PillowImage


Stamp: TypeAlias = "tuple[int, int] | None"
"""When a file was changed and how long it is: what tells it from another that takes its place."""


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """All that is needed to go on."""

    hand: object
    """Which hand it was for, as :attr:`tui.requests.PhotoRequest.hand` has it."""
    source: str
    """Its file; empty for what cannot be asked for again, such as a camera's picture."""
    stamp: Stamp
    """That file as it was when it was read, as :func:`stamp_of` tells."""
    name: str | Msg
    reading: PhotoReading
    picture: PillowImage.Image | None
    scale: float
    draft: Draft
    notes: tuple[Msg, ...]
    history: tuple[tuple[Draft, tuple[Msg, ...]], ...]


_kept: MutableMapping[App[Any], Kept] = WeakKeyDictionary()


def keep(app: App[Any], kept: Kept) -> None:
    """Keeps it, in the place of another; one photo is enough."""
    _kept[app] = kept


def kept(app: App[Any], hand: object) -> Kept | None:
    """What is kept for this hand: what was put right for one never comes back in another."""
    found = _kept.get(app)
    return found if found is not None and found.hand == hand else None


def forget(app: App[Any]) -> None:
    """The hand is counted, or nothing is left that a person did."""
    _kept.pop(app, None)


def stamp_of(source: str) -> Stamp:
    """A picture's file as it is now; ``None`` for what is no file."""
    try:
        found = Path(source).stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size
