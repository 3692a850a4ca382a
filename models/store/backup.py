"""Copies of a whole book, safe while apps write to it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine, text

from models import codec
from models.book_errors import BookUnreadable
from models.messages import msg
from models.store.engine import Address


def stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """A name in ``folder`` that is not taken."""
    target = folder / f"{stem}{suffix}"
    count = 2
    while target.exists():
        target = folder / f"{stem}-{count}{suffix}"
        count += 1
    return target


def before_migration(connections: Engine, where: Address, folder: Path | None, at: str) -> Path | None:
    """Keeps the book as it is at revision ``at``; returns where, or ``None`` for one in memory."""
    if where.path is not None:
        folder = folder or where.path.parent
        folder.mkdir(parents=True, exist_ok=True)
        target = free_name(folder, f"{where.path.name}.before-{at}-{stamp()}", ".backup")
        copy_file(where.path, target)
        return target
    if where.url is None or folder is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    target = free_name(folder, f"book.before-{at}-{stamp()}", ".json")
    with connections.connect() as c:
        nights = [dict(row._mapping) for row in c.execute(text("SELECT * FROM nights ORDER BY id"))]
        entries = [
            dict(row._mapping) for row in c.execute(text("SELECT * FROM entries ORDER BY night, number"))
        ]
    write_whole(target, codec.to_text({"revision": at, "nights": nights, "entries": entries}).encode())
    return target


def copy_file(source: Path, target: Path) -> None:
    """One consistent state of the SQLite book ``source`` as a new file ``target``, complete or not there at all."""
    if target.exists():
        raise BookUnreadable(msg("{place} is already there; name a file that is not", place=str(target)))
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as old,
            closing(sqlite3.connect(part)) as new,
        ):
            old.backup(new)
        with part.open("rb+") as stream:
            os.fsync(stream.fileno())
        os.link(part, target) if hasattr(os, "link") else part.rename(target)
    finally:
        part.unlink(missing_ok=True)
    flush_folder(target.parent)


def write_whole(target: Path, content: bytes) -> None:
    """Writes a file so that it is either there whole, or as it was before."""
    part = target.with_name(target.name + ".part")
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
