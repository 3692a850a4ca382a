"""Roster changes as JSON and back, as strict as :mod:`models.codec`."""

from __future__ import annotations

from typing import Any, Final, cast

import msgspec

from models import codec
from models.codec import CodecError
from models.events import Options
from models.messages import msg
from models.roster import (
    Change,
    ChangeUndone,
    GroupRemoved,
    GroupRenamed,
    GroupSaved,
    PlayerRenamed,
    PlayersMerged,
    PlayersParted,
    RosterEvent,
    SeatAssigned,
)

VERSION: Final = 1

KINDS: Final[dict[str, type]] = {
    "player_renamed": PlayerRenamed,
    "players_merged": PlayersMerged,
    "players_parted": PlayersParted,
    "seat_assigned": SeatAssigned,
    "group_saved": GroupSaved,
    "group_renamed": GroupRenamed,
    "group_removed": GroupRemoved,
    "change_undone": ChangeUndone,
}
_NAMES: Final = {cls: kind for kind, cls in KINDS.items()}


def encode(event: RosterEvent) -> dict[str, Any]:
    """The event as a JSON-able object."""
    return {"kind": _NAMES[type(event)], "v": VERSION, **msgspec.to_builtins(event)}


def decode(value: object) -> RosterEvent:
    """The event of a JSON-able object. Raises :class:`~models.codec.CodecError`."""
    if not isinstance(value, dict):
        raise CodecError(msg("{where}: expected an object", where="$"))
    body = dict(value)
    kind, version = body.pop("kind", None), body.pop("v", None)
    if type(version) is int and version > VERSION:
        raise CodecError(
            msg("{where}: written by a newer TaiPai (form {v})", where="$", v=version), newer=True
        )
    if type(version) is not int or version < 1:
        raise CodecError(msg("{where}: the version “v” is missing", where="$"))
    cls = KINDS.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise CodecError(msg("{where}: no such change: {kind}", where="$", kind=str(kind)[:40]))
    nested = {"options": Options} if cls is GroupSaved else None
    return cast(RosterEvent, codec.convert(body, cls, nested=nested))


def encode_change(change: Change) -> dict[str, Any]:
    """A change as a JSON-able object: ``{"id": "…", "at": "…", "event": {…}}``."""
    return {"id": change.id, "at": change.at, "event": encode(change.event)}


def decode_change(value: object) -> Change:
    """The change of a JSON-able object. Raises :class:`~models.codec.CodecError`."""
    if not isinstance(value, dict) or set(value) != {"id", "at", "event"}:
        raise CodecError(msg("{where}: expected an object with id, at and event", where="$"))
    if not isinstance(value["id"], str) or not isinstance(value["at"], str):
        raise CodecError(msg("{where}: id and at are texts", where="$"))
    return Change(value["at"], value["id"], decode(value["event"]))
