"""Out of the book and in again: JSON that holds everything, and the text form of a night.

An export is the same text for the same nights, whoever makes it when, so exporting what was imported gives the very same file. An import
adds what is not there yet, night by night and number by number; where a night in the book and one in the file went different ways, neither
is changed and the fork is reported.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, insert, select, update

from models import codec, night_text, roster_codec
from models.book import Book
from models.book_errors import BookNewer, ImportRefused, NightTaken
from models.codec import CodecError
from models.events import Entry, NightStarted
from models.messages import Msg, msg
from models.roster import Change
from models.store import schema

FORMAT: Final = "taipai"
VERSION: Final = 1
_NAMESPACE: Final = uuid.UUID("0c6a3a54-0c39-5b29-9d0a-64b1d7f7c1ce")


@dataclass(frozen=True, slots=True)
class NightFile:
    """A night as an export holds it."""

    id: str
    started_at: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class BookFile:
    """What an export holds."""

    nights: tuple[NightFile, ...]
    changes: tuple[Change, ...] = ()
    """Players and groups."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A night that was not imported, and why."""

    night: str
    number: int
    """The first entry that differs."""
    message: Msg


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did."""

    nights_added: tuple[str, ...] = ()
    nights_extended: tuple[str, ...] = ()
    nights_known: tuple[str, ...] = ()
    """All there already."""
    entries_added: int = 0
    changes_added: int = 0
    conflicts: tuple[Conflict, ...] = ()


# --- out ---------------------------------------------------------------------------------------------------------


def export_json(book: Book, nights: Iterable[str] | None = None) -> Iterator[str]:
    """The pieces of the JSON text: the whole book, or some nights (then without players and groups).

    Raises :class:`~models.book_errors.NoSuchNight`.
    """
    ids = book.ids() if nights is None else list(nights)
    heads = _heads(book)
    yield f'{{"format": "{FORMAT}", "v": {VERSION},\n"nights": ['
    for index, night in enumerate(ids):
        entries = book.entries(night)
        opening = ",\n" if index else "\n"
        yield f'{opening}{{"id": {codec.to_text(night)}, "started_at": {codec.to_text(heads[night])}, "entries": [\n'
        yield ",\n".join(codec.to_text(codec.encode_entry(entry)) for entry in entries)
        yield "\n]}"
    changes = book.changes() if nights is None else []
    yield '],\n"roster": ['
    yield ",".join("\n" + codec.to_text(roster_codec.encode_change(change)) for change in changes)
    yield "]}\n"


def _heads(book: Book) -> dict[str, str]:
    with book.reading() as c:
        return {row.id: row.started_at for row in c.execute(select(schema.nights))}


# --- in ----------------------------------------------------------------------------------------------------------


def read_json(text: str | bytes) -> BookFile:
    """What a JSON export holds, every part checked. Raises :class:`ImportRefused` with the place of the first fault."""
    try:
        whole = codec.from_text(text.removeprefix(b"\xef\xbb\xbf") if isinstance(text, bytes) else text)
    except CodecError as error:
        raise ImportRefused(msg("this is no export of TaiPai: {what}", what=error.message)) from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise ImportRefused(msg("this is no export of TaiPai: it does not say “format”: “taipai”"))
    version = whole.get("v")
    if type(version) is int and version > VERSION:
        raise ImportRefused(
            msg("a newer TaiPai wrote this export (form {v}); update TaiPai to import it", v=version)
        )
    if version != VERSION:
        raise ImportRefused(msg("this export does not say which form it has (“v”)"))
    nights, roster = whole.get("nights"), whole.get("roster", [])
    if (
        not isinstance(nights, list)
        or not isinstance(roster, list)
        or set(whole) - {"format", "v", "nights", "roster"}
    ):
        raise ImportRefused(msg("this export is not whole: it needs “nights” and “roster”, and nothing else"))
    found = tuple(_night(value, index) for index, value in enumerate(nights))
    if len({night.id for night in found}) != len(found):
        raise ImportRefused(msg("this export holds a night twice"))
    return BookFile(found, tuple(_roster_change(value, index) for index, value in enumerate(roster)))


def _night(value: Any, index: int) -> NightFile:
    where = f"nights[{index}]"
    if not isinstance(value, dict) or set(value) != {"id", "started_at", "entries"}:
        raise ImportRefused(msg("{where}: expected an object with id, started_at and entries", where=where))
    night, started, raw = value["id"], value["started_at"], value["entries"]
    if (
        not isinstance(night, str)
        or not 0 < len(night) <= 64
        or not night.replace("-", "").isalnum()
        or not night.isascii()
    ):
        raise ImportRefused(msg("{where}: the id is not one of a night", where=where))
    if not isinstance(started, str) or not _short(started) or not isinstance(raw, list):
        raise ImportRefused(msg("{where}: started_at is a text, entries a list", where=where))
    entries = []
    for place, one in enumerate(raw):
        try:
            entries.append(codec.decode_entry(one))
            codec.dumps(entries[-1].event)  # half a character would only be noticed when it is written
        except CodecError as error:
            raise _refused(f"{where}.entries[{place}]", error) from None
    _check_night(entries, where)
    return NightFile(night, started, tuple(entries))


def _check_night(entries: Sequence[Entry], where: str) -> None:
    if not entries or not isinstance(entries[0].event, NightStarted):
        raise ImportRefused(msg("{where}: a night begins with its start", where=where))
    for place, entry in enumerate(entries):
        if entry.number != place:
            raise ImportRefused(
                msg("{where}: entry {number} is missing, its numbers have a gap", where=where, number=place)
            )
        if place and isinstance(entry.event, NightStarted):
            raise ImportRefused(
                msg("{where}: entry {number} starts the night again", where=where, number=place)
            )
        if not _short(entry.at):
            raise ImportRefused(
                msg("{where}: the time of entry {number} is not one", where=where, number=place)
            )


def _roster_change(value: Any, index: int) -> Change:
    try:
        change = roster_codec.decode_change(value)
        codec.to_text(roster_codec.encode(change.event))
    except CodecError as error:
        raise _refused(f"roster[{index}]", error) from None
    if not change.id or not _short(change.id) or not _short(change.at):
        raise ImportRefused(msg("{where}: the id or the time is not one", where=f"roster[{index}]"))
    return change


def _short(text: str) -> bool:
    return len(text) <= 64 and text.isascii() and (text.isprintable() or not text)


def _refused(where: str, error: CodecError) -> ImportRefused:
    if error.newer:
        return ImportRefused(
            msg("{where}: a newer TaiPai wrote this; update TaiPai to import it", where=where)
        )
    return ImportRefused(msg("{where}: {what}", where=where, what=error.message))


def read_text(
    text: str, count: night_text.Counter | None = None, rules: night_text.RulesCheck | None = None
) -> BookFile:
    """A night written as text. Its id comes from what happened in it, so that the same text again is the same night.

    Raises :class:`ImportRefused` with the first line that cannot be: half a night is none.
    """
    parsed = night_text.parse(text, count, rules)
    if parsed.problems:
        first = parsed.problems[0]
        raise ImportRefused(
            msg(
                "line {line}, “{text}”: {reason}; what fits: {fits}",
                line=first.line,
                text=first.text.strip()[:60],
                reason=first.reason,
                fits=first.fits,
            )
        )
    if not parsed.night.started:
        raise ImportRefused(msg("there is no night in this text"))
    start = parsed.night.start
    entries = tuple(Entry(e.number, start.date, e.event) for e in parsed.entries)
    body = codec.to_text([codec.encode(e.event) for e in entries])
    return BookFile((NightFile(uuid.uuid5(_NAMESPACE, body).hex, start.date, entries),))


def read_any(
    content: bytes, count: night_text.Counter | None = None, rules: night_text.RulesCheck | None = None
) -> BookFile:
    """A JSON export or a night as text, told apart by how it begins. Raises :class:`ImportRefused`."""
    bare = content.removeprefix(b"\xef\xbb\xbf").lstrip()
    if bare.startswith(b"SQLite format 3\x00"):
        raise ImportRefused(
            msg(
                "this is a book, not an export: open it with --book, or put it back with `taipai book restore`"
            )
        )
    if bare.startswith((b"date,night,", b"date;night;")):
        raise ImportRefused(
            msg("a CSV is for spreadsheets and holds too little to be a night again; import the JSON")
        )
    if bare[:1] in (b"{", b"["):
        return read_json(content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ImportRefused(msg("this is neither an export of TaiPai nor a night as text")) from None
    if not any(line.split()[:1] == ["night"] for line in text.splitlines()):
        raise ImportRefused(msg("this is neither an export of TaiPai nor a night as text"))
    return read_text(text, count, rules)


def import_file(book: Book, file: BookFile) -> ImportReport:
    """Adds what the book does not have yet, in one transaction. Forks and nights open at a table are left alone and reported."""
    added, extended, known, conflicts = [], [], [], []
    entries = 0
    with book.writing() as c:
        for night in file.nights:
            ours = c.execute(
                select(schema.entries.c.number, schema.entries.c.at, schema.entries.c.event)
                .where(schema.entries.c.night == night.id)
                .order_by(schema.entries.c.number)
            ).all()
            fork = _fork(ours, night)
            if fork is not None:
                conflicts.append(fork)
                continue
            new = night.entries[len(ours) :]
            if not new:
                known.append(night.id)
                continue
            if ours:
                try:
                    book.refuse_if_taken(c, night.id)
                except NightTaken as taken:
                    conflicts.append(Conflict(night.id, len(ours), taken.message))
                    continue
                moved = c.execute(
                    update(schema.nights)
                    .where(schema.nights.c.id == night.id, schema.nights.c.last == len(ours) - 1)
                    .values(last=len(night.entries) - 1)
                )
                if moved.rowcount != 1:  # a table on the same server went on with it this very moment
                    conflicts.append(_differs(night.id, len(ours)))
                    continue
                extended.append(night.id)
            else:
                c.execute(
                    insert(schema.nights).values(
                        id=night.id, started_at=night.started_at, last=len(night.entries) - 1
                    )
                )
                added.append(night.id)
            _put(c, book, night.id, new)
            entries += len(new)
        changes = _import_changes(c, file.changes)
    return ImportReport(tuple(added), tuple(extended), tuple(known), entries, changes, tuple(conflicts))


def _put(c: Connection, book: Book, night: str, new: Sequence[Entry]) -> None:
    c.execute(
        insert(schema.entries),
        [
            {
                "night": night,
                "number": entry.number,
                "at": entry.at,
                "writer": book.writer,
                "event": codec.dumps(entry.event),
            }
            for entry in new
        ],
    )


def _differs(night: str, number: int) -> Conflict:
    return Conflict(
        night,
        number,
        msg(
            "night {night} differs from entry {number} on; both are as they were: import into another book to look at it",
            night=night,
            number=number,
        ),
    )


def _fork(ours: Sequence[Any], night: NightFile) -> Conflict | None:
    for (number, at, event), theirs in zip(ours, night.entries, strict=False):
        try:
            same = (number, at, codec.loads(event)) == (theirs.number, theirs.at, theirs.event)
        except CodecError as error:
            if error.newer:
                raise BookNewer(
                    msg(
                        "entry {number} of night {night} was written by a newer TaiPai; update TaiPai to open it",
                        number=number,
                        night=night.id,
                    )
                ) from None
            same = False
        if not same:
            return _differs(night.id, number)
    return None


def _import_changes(c: Connection, changes: Sequence[Change]) -> int:
    known = set(c.execute(select(schema.roster.c.id)).scalars())
    new = [change for change in changes if change.id not in known]
    if new:
        c.execute(
            insert(schema.roster),
            [{"id": ch.id, "at": ch.at, "event": codec.to_text(roster_codec.encode(ch.event))} for ch in new],
        )
    return len(new)
