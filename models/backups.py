"""A copy of the whole book, and putting one back; both safe while apps have the book open."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from models.book import Book
from models.book_errors import BookAddressWrong, BookError, BookUnreadable
from models.exchange import export_json
from models.messages import msg
from models.store import backup as files
from models.store import engine, migrate
from models.store.errors import translated, unreadable


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did."""

    nights: int
    """Nights in the book now."""
    kept: Path | None
    """Where the book as it was before is kept; ``None`` when there was none."""


def back_up(book: Book, target: Path) -> Path:
    """Writes one consistent state of the book to a new file: a book again, or JSON for one on a server. Never overwrites.

    A folder as ``target`` gets a name with the time in it. Raises :class:`~models.book_errors.BookError`.
    """
    with translated(str(target)):
        if target.is_dir():
            suffix = ".sqlite" if book.path is not None else ".json"
            target = files.reserve(target, f"taipai-book-{files.stamp()}", suffix)
        elif target.exists():
            raise BookUnreadable(msg("{place} is already there; name a file that is not", place=str(target)))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
        if book.path is not None:
            return files.copy_file(book.path, target)
        files.write_whole(target, "".join(export_json(book)).encode())
    return target


def restore(address: str | Path | None, source: Path, backups: Path) -> Restored:
    """Puts a backup in the place of the book at ``address``; what was there is kept in ``backups`` first.

    Apps that have the book open go on with the restored one. A damaged book is moved aside. Raises :class:`~models.book_errors.BookError`,
    with the book as it was.
    """
    where = engine.parse(address)
    if where.path is None:
        raise BookAddressWrong(
            msg(
                "a book on a server is put back by importing into an empty one: `taipai --book URL book import FILE`"
            )
        )
    target = where.path
    nights = _checked(source)
    with translated(str(target)):
        if target.exists() and target.samefile(source):
            raise BookUnreadable(msg("{place} is the book itself", place=str(source)))
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            there = engine.inspect_file(target)
        except BookError:
            kept: Path | None = _move_aside(target, backups)
            there = False
        else:
            kept = _keep(target, backups) if there else None
        if there:
            _copy_into(source, target)
        else:
            files.copy_file(source, target)
    return Restored(nights, kept)


def _checked(source: Path) -> int:
    """The number of nights in a backup that is sound and of a version this program reads."""
    with translated(str(source)):
        if not source.exists():
            raise FileNotFoundError(2, "there is no such file", str(source))
        if not engine.inspect_file(source):
            raise unreadable(str(source))
        connections = engine.open_engine(engine.parse(source))
        try:
            with connections.connect() as c:
                at = migrate.revision(c)
                if c.exec_driver_sql("PRAGMA integrity_check").scalar() != "ok" or at is None:
                    raise unreadable(str(source))
                migrate.refuse_newer(at, str(source))
                return int(c.exec_driver_sql("SELECT count(*) FROM nights").scalar() or 0)
        finally:
            connections.dispose()


def _keep(target: Path, backups: Path) -> Path:
    stem = f"{target.name}.before-restore-{files.stamp()}"
    try:
        return files.copy_file(target, files.reserve(backups, stem, ".backup"))
    except sqlite3.DatabaseError as error:  # damaged inside: as it is, byte for byte
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in (
            sqlite3.SQLITE_CORRUPT,
            sqlite3.SQLITE_NOTADB,
        ):
            raise
        kept = files.reserve(backups, stem, ".damaged")
        files.write_whole(kept, target.read_bytes())
        return kept


def _move_aside(target: Path, backups: Path) -> Path:
    kept = files.reserve(backups, f"{target.name}.before-restore-{files.stamp()}", ".damaged")
    files.write_whole(kept, target.read_bytes())
    for name in (target, target.with_name(f"{target.name}-journal"), target.with_name(f"{target.name}-wal")):
        name.unlink(missing_ok=True)
    return kept


def _copy_into(source: Path, target: Path) -> None:
    uri = f"{source.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(uri, uri=True, timeout=5)) as old,
        closing(sqlite3.connect(target, timeout=5)) as new,
    ):
        new.execute("PRAGMA synchronous = EXTRA")
        new.execute("PRAGMA fullfsync = ON")
        files.copy_pages(old, new)
