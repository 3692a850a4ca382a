"""Copies of a whole book, safe while apps write to it."""

from __future__ import annotations

import os
import sqlite3
import time
import uuid
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, inspect, text

from models import codec
from models.store.engine import Address

PATIENCE_S: Final = 10.0
"""How long a copy waits for another program to let go of a book."""


def stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")


def reserve(folder: Path, stem: str, suffix: str) -> Path:
    """An empty file in ``folder`` under a name that was free: nobody else gets it."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 1
    while True:
        target = folder / (f"{stem}{suffix}" if count == 1 else f"{stem}-{count}{suffix}")
        try:
            target.open("xb").close()
        except FileExistsError:
            count += 1
        else:
            return target


def before_migration(connections: Engine, where: Address, folder: Path | None, at: str) -> Path | None:
    """Keeps the book as it is at revision ``at``; returns where, or ``None`` for one in memory."""
    if where.path is not None:
        folder = folder or where.path.parent
        return copy_file(where.path, reserve(folder, f"{where.path.name}.before-{at}-{stamp()}", ".backup"))
    if where.url is None or folder is None:
        return None
    target = reserve(folder, f"book.before-{at}-{stamp()}", ".json")
    write_whole(target, _export(connections))
    return target


def _export(connections: Engine) -> bytes:
    """A server's book of any revision, as an import takes it."""
    with connections.connect() as c:
        nights: dict[str, dict[str, Any]] = {
            row.id: {"id": row.id, "started_at": row.started_at, "entries": []}
            for row in c.execute(text("SELECT id, started_at FROM nights ORDER BY started_at, id"))
        }
        for row in c.execute(text("SELECT night, number, at, event FROM entries ORDER BY night, number")):
            entry = {"number": row.number, "at": row.at, "event": codec.from_text(row.event)}
            nights[row.night]["entries"].append(entry)
        changes = [
            {"id": row.id, "at": row.at, "event": codec.from_text(row.event)}
            for row in (c.execute(text("SELECT id, at, event FROM roster")) if _has_roster(c) else ())
        ]
    whole = {"format": "taipai", "v": 1, "nights": list(nights.values()), "roster": changes}
    return codec.to_text(whole).encode()


def _has_roster(c: Connection) -> bool:
    return inspect(c).has_table("roster")


def copy_file(source: Path, target: Path) -> Path:
    """One consistent state of the SQLite book ``source`` as the file ``target`` (new, or reserved): complete or not there at all."""
    part = _part(target)
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as old,
            closing(sqlite3.connect(part)) as new,
        ):
            copy_pages(old, new)
        with part.open("rb+") as stream:
            os.fsync(stream.fileno())
        part.replace(target)
    except BaseException:
        if target.exists() and target.stat().st_size == 0:
            target.unlink()  # only the reserved name
        raise
    finally:
        part.unlink(missing_ok=True)
    flush_folder(target.parent)
    return target


def copy_pages(old: sqlite3.Connection, new: sqlite3.Connection) -> None:
    """All of one database into another, in one transaction. Raises :class:`sqlite3.OperationalError` when one is held by another for long."""
    patience = time.monotonic() + PATIENCE_S

    def progress(status: int, _left: int, _pages: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > patience:
            busy = sqlite3.OperationalError("database is locked")
            busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise busy

    old.backup(new, progress=progress, sleep=0.05)


def _part(target: Path) -> Path:
    return target.with_name(f"{target.name}.{uuid.uuid4().hex[:8]}.part")


def write_whole(target: Path, content: bytes) -> None:
    """Writes a file so that it is either there whole, or as it was before."""
    part = _part(target)
    try:
        with part.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    flush_folder(target.parent)


def flush_folder(folder: Path) -> None:
    """Makes a new name in ``folder`` survive a power cut, where the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
