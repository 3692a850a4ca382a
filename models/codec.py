"""Events as JSON and back: what the book stores, what an export holds, what a phone is sent.

An event is one object: ``{"kind": "hand_won", "v": 1, …}`` with every field written out, so that a later change of a default never re-reads
an old night. Decoding is strict: an unknown kind, an unknown field, a wrong type or a newer ``v`` is a :class:`CodecError`, never a guess;
an optional field of :mod:`models.events` may be absent and has its default. Whether an event makes sense at the table is for the fold to say.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any, Final, cast

import msgspec

from models.events import (
    ChipsCounted,
    ChopDeclined,
    Chopped,
    Corrected,
    Entry,
    Event,
    HandDrawn,
    HandWon,
    InstantPayment,
    Item,
    NightSettled,
    NightStarted,
    Options,
    Undone,
    Win,
)
from models.messages import Msg, msg

VERSION: Final = 1
"""The form written. A newer one is refused; an older one would be raised here, step by step."""

KINDS: Final[dict[str, type]] = {
    "night_started": NightStarted,
    "hand_won": HandWon,
    "hand_drawn": HandDrawn,
    "chopped": Chopped,
    "chop_declined": ChopDeclined,
    "instant_payment": InstantPayment,
    "chips_counted": ChipsCounted,
    "night_settled": NightSettled,
    "corrected": Corrected,
    "undone": Undone,
}
"""Every event by the word that names it in JSON."""

_NAMES: Final = {cls: kind for kind, cls in KINDS.items()}
_NESTED: Final[dict[type, dict[str, type]]] = {
    NightStarted: {"options": Options},
    HandWon: {"wins": Win},
    Win: {"items": Item},
}
_FIELDS: Final = {
    cls: frozenset(f.name for f in dataclasses.fields(cls)) for cls in (*KINDS.values(), Options, Win, Item)
}
_MAX_DEPTH: Final = 32


class CodecError(ValueError):
    """Not an event of this form. ``message`` says what is wrong and where; ``newer`` that a newer TaiPai wrote it."""

    def __init__(self, message: Msg, *, newer: bool = False) -> None:
        super().__init__(str(message))
        self.message = message
        self.newer = newer


def kind_of(event: Event) -> str:
    """The event's word, a key of :data:`KINDS`."""
    return _NAMES[type(event)]


def encode(event: Event) -> dict[str, Any]:
    """The event as a JSON-able object, keys in a fixed order."""
    body: dict[str, Any] = {"kind": kind_of(event), "v": VERSION}
    if isinstance(event, Corrected):
        body["number"] = event.number
        body["event"] = encode(event.event)
    else:
        body.update(msgspec.to_builtins(event))
    return body


def decode(value: object) -> Event:
    """The event of a JSON-able object. Raises :class:`CodecError`."""
    return _decode(value, "$")


def dumps(event: Event) -> str:
    """The event as one line of JSON, always the same text for the same event. Raises :class:`CodecError` for text that is not Unicode."""
    return to_text(encode(event))


def loads(text: str | bytes) -> Event:
    """The event of one line of JSON. Raises :class:`CodecError`."""
    return decode(from_text(text))


def encode_entry(entry: Entry) -> dict[str, Any]:
    """An entry as a JSON-able object: ``{"number": 3, "at": "…", "event": {…}}``."""
    return {"number": entry.number, "at": entry.at, "event": encode(entry.event)}


def decode_entry(value: object) -> Entry:
    """The entry of a JSON-able object. Raises :class:`CodecError`."""
    body = _object(value, "$", {"number", "at", "event"})
    number, at = body.get("number"), body.get("at")
    if type(number) is not int or number < 0:
        raise CodecError(msg("{where}: expected a number from 0 on", where="$.number"))
    if not isinstance(at, str):
        raise CodecError(msg("{where}: expected a time as text", where="$.at"))
    return Entry(number, at, _decode(body.get("event"), "$.event"))


def to_text(value: object) -> str:
    """One line of compact JSON. Raises :class:`CodecError` for text that is not Unicode (half a surrogate pair)."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        bad = text[max(0, error.start - 10) : error.start]
        raise CodecError(msg("text that is not Unicode, after “{before}”", before=bad)) from None
    return text


def from_text(text: str | bytes) -> Any:
    """The value of a JSON text. Raises :class:`CodecError`, with line and column."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = msg("line {line}, column {column}", line=error.lineno, column=error.colno)
        raise CodecError(msg("not JSON: {what} at {where}", what=error.msg, where=where)) from None
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        what = "nested too deeply" if isinstance(error, RecursionError) else str(error).split(";")[0]
        raise CodecError(msg("not JSON: {what}", what=what)) from None


def convert(
    value: dict[str, Any], cls: type, where: str = "$", nested: Mapping[str, type] | None = None
) -> Any:
    """A plain dataclass of ``value``, every field checked and none unknown, those of ``nested`` fields neither. Raises :class:`CodecError`."""
    _known(value, cls, where, nested)
    try:
        return msgspec.convert(value, cls)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        raise CodecError(msg("{where}: {what}", where=where + path.rstrip("`"), what=_lower(what))) from None


def _decode(value: object, where: str, depth: int = 0) -> Event:
    if depth > _MAX_DEPTH:
        raise CodecError(msg("{where}: nested too deeply", where=where))
    body = dict(_object(value, where, None))
    kind, version = body.pop("kind", None), body.pop("v", None)
    if type(version) is not int or version < 1:
        raise CodecError(msg("{where}: the version “v” is missing", where=where))
    if version > VERSION:
        raise CodecError(
            msg("{where}: written by a newer TaiPai (form {v})", where=where, v=version), newer=True
        )
    cls = KINDS.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise CodecError(msg("{where}: no such event: {kind}", where=where, kind=str(kind)[:40]))
    if cls is Corrected:
        _object(body, where, {"number", "event"})
        number = body.get("number")
        if type(number) is not int:
            raise CodecError(msg("{where}: expected a number", where=f"{where}.number"))
        inner = _decode(body.get("event"), f"{where}.event", depth + 1)
        if isinstance(inner, Corrected | Undone):
            raise CodecError(
                msg("{where}: a correction can't hold a correction or an undo", where=f"{where}.event")
            )
        return Corrected(number, inner)
    return cast(Event, convert(body, cls, where))


def _object(value: object, where: str, keys: set[str] | None) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise CodecError(msg("{where}: expected an object", where=where))
    if keys is not None:
        unknown = sorted(str(key) for key in value if key not in keys)
        if unknown:
            raise CodecError(msg("{where}: unknown field {name}", where=where, name=unknown[0][:40]))
    return value


def _known(value: object, cls: type, where: str, nested: Mapping[str, type] | None = None) -> None:
    """Refuses fields that ``cls`` (or what it holds) does not have; msgspec would drop them in silence."""
    if not isinstance(value, dict):
        return
    fields = _FIELDS.get(cls) or frozenset(f.name for f in dataclasses.fields(cls))
    if not value.keys() <= fields:
        name = next(key for key in value if key not in fields)
        raise CodecError(msg("{where}: unknown field {name}", where=where, name=str(name)[:40]))
    for name, inner in (nested or _NESTED.get(cls, {})).items():
        held = value.get(name)
        if not held:
            continue
        if isinstance(held, list | tuple):
            for index, one in enumerate(held):
                _known(one, inner, f"{where}.{name}[{index}]")
        else:
            _known(held, inner, f"{where}.{name}")


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
