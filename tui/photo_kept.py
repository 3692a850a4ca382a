"""Photos that were being checked when their screen was left: kept as they were put right until their hand is in the ledger."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from weakref import WeakKeyDictionary

from textual.app import App

if TYPE_CHECKING:
    from PIL import Image as PillowImage

    from models.messages import Msg
    from tui.photo_draft import Draft
    from vision.reading import PhotoReading

Stamp: TypeAlias = "tuple[int, int] | None"
"""When a file was changed and how long it is: what tells it from another that takes its place."""


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """All that is needed to go on."""

    hand: object
    """Which hand it was for, as :attr:`tui.requests.PhotoRequest.hand` has it."""
    winner: str
    """And which winner of that hand, who may have been mistyped."""
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


KEPT: Final = 8
"""Photos of one hand; of more the one left longest ago gives way."""

_kept: MutableMapping[App[Any], tuple[Kept, ...]] = WeakKeyDictionary()
"""The one left last comes first."""


def keep(app: App[Any], new: Kept) -> None:
    """Keeps it before the others of its hand, in the place of the same photo as it was left before."""
    others = tuple(one for one in _kept.get(app, ()) if one.reading is not new.reading)
    of_hand = [one for one in others if one.hand == new.hand]
    _kept[app] = (new, *(one for one in others if one not in of_hand[KEPT - 1 :]))


def kept(app: App[Any], hand: object) -> tuple[Kept, ...]:
    """What is kept for this hand, the one left last first: what was put right for one never comes back in another."""
    return tuple(one for one in _kept.get(app, ()) if one.hand == hand)


def drop(app: App[Any], reading: PhotoReading) -> None:
    """Nothing is left that a person did to this photo."""
    _kept[app] = tuple(one for one in _kept.get(app, ()) if one.reading is not reading)


def forget(app: App[Any], hand: object = None) -> None:
    """The hand is in the ledger; ``None`` is the one counted without a night."""
    _kept[app] = tuple(one for one in _kept.get(app, ()) if one.hand != hand)


def stamp_of(source: str) -> Stamp:
    """A picture's file as it is now; ``None`` for what is no file."""
    try:
        found = Path(source).stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size
