"""Connections to a book: SQLite files opened so that a commit survives a power cut, PostgreSQL with time-outs."""

from __future__ import annotations

import os
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool, StaticPool

from models.book_errors import BookAddressWrong
from models.messages import msg
from models.store.errors import unreadable
from models.store.schema import APPLICATION_ID

BUSY_MS: Final = 5_000
"""How long an append waits for another program to let go of the book."""

CONNECT_SECONDS: Final = 5
"""How long a server may take to let us in."""

STATEMENT_MS: Final = 10_000
"""How long a server may work on one statement; a few seconds under the silence that counts as gone (:mod:`models.store.patience`)."""

WRITE: Final = {"taipai_write": True}
"""Execution option of a transaction that will write: takes the lock at its beginning, so that it can't fail for a reader's sake later."""

_HEADER: Final = b"SQLite format 3\x00"
_LOOKS: Final = 4


@dataclass(frozen=True, slots=True)
class Address:
    """Where a book is: a file, or a server's URL, or memory (tests and demonstrations)."""

    path: Path | None
    url: URL | None

    @property
    def place(self) -> str:
        """For a person, without a password."""
        if self.path is not None:
            return str(self.path)
        if self.url is None:
            return ":memory:"
        # without the query too: a driver takes passwords there as well
        shown = self.url.set(drivername=self.url.get_backend_name(), query={})
        return shown.render_as_string(hide_password=True)


def parse(address: str | Path | None) -> Address:
    """A file's path, ``sqlite:///path``, ``postgresql://…`` or ``:memory:``. Raises :class:`BookAddressWrong`."""
    if isinstance(address, Path):
        return Address(address.expanduser(), None)
    if not address:
        raise BookAddressWrong(msg("no book was named"))
    if address == ":memory:":
        return Address(None, None)
    if "://" not in address:
        return Address(Path(address).expanduser(), None)
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise BookAddressWrong(msg("{place} is not the address of a book", place=_hidden(address))) from None
    backend = url.drivername.split("+")[0]
    if backend == "sqlite":
        if not url.database or url.database == ":memory:":
            return Address(None, None)
        return Address(Path(url.database).expanduser(), None)
    if backend in ("postgres", "postgresql"):
        return Address(None, url.set(drivername="postgresql+psycopg"))
    raise BookAddressWrong(
        msg(
            "{place}: a book is kept in a file (SQLite) or on PostgreSQL, not in {kind}",
            place=_hidden(address),
            kind=backend,
        )
    )


def inspect_file(path: Path) -> bool:
    """Whether a book (or an empty file) is there; raises for anything else. Opens nothing for writing."""
    if not path.exists() and not path.is_symlink():
        return False
    if path.is_dir():
        raise IsADirectoryError(21, "it is a folder, name a file in it", str(path))
    size = path.stat().st_size
    if size == 0:
        return False
    for attempt in range(_LOOKS):  # a commit of another app may be half-way through the file while we look
        if attempt:
            time.sleep(0.03)
        if _looks_whole(path):
            return True
    raise unreadable(str(path))


def _looks_whole(path: Path) -> bool:
    with path.open("rb") as stream:
        head = stream.read(100)
        size = os.fstat(stream.fileno()).st_size
    if len(head) < 100 or not head.startswith(_HEADER):
        return False
    journal = path.with_name(path.name + "-journal")
    log = path.with_name(path.name + "-wal")
    if journal.exists() or log.exists():
        return True  # an interrupted write: SQLite puts it right on opening, the header is not the last word
    if int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        return False
    page = int.from_bytes(head[16:18], "big")
    page = 65536 if page == 1 else page
    return page >= 512 and int.from_bytes(head[28:32], "big") * page <= size


def open_engine(address: Address, *, create: bool = False, busy_ms: int = BUSY_MS) -> Engine:
    """An engine whose every commit is on disk when it returns. ``create`` lets SQLite make the file."""
    if address.url is not None:
        return _server(address.url, busy_ms)
    engine: Engine
    if address.path is None:
        engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    else:
        uri = f"file:{quote(str(address.path.absolute()))}?mode={'rwc' if create else 'rw'}"

        def connect() -> sqlite3.Connection:
            try:
                return _connect(uri, busy_ms)
            except sqlite3.OperationalError:
                if create or os.access(str(address.path), os.W_OK):
                    raise
                return _connect(uri.replace("mode=rw", "mode=ro"), busy_ms)

        engine = create_engine(
            "sqlite://", creator=connect, poolclass=QueuePool, pool_size=5, max_overflow=10
        )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _connect(uri: str, busy_ms: int) -> sqlite3.Connection:
    return sqlite3.connect(
        uri, uri=True, timeout=busy_ms / 1000, check_same_thread=False, isolation_level=None
    )


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where _begin says, DDL included
    cursor = connection.cursor()
    # A rollback journal (SQLite's own way) and not a log beside the book: then the one file is all of it, to copy or to carry away.
    # EXTRA also flushes the folder after the journal is gone: a commit that returned is there after a power cut.
    cursor.execute("PRAGMA synchronous = EXTRA")
    cursor.execute("PRAGMA fullfsync = ON")  # macOS: fsync alone leaves it in the drive's cache
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin(connection: Any) -> None:
    write = connection.get_execution_options().get("taipai_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _server(url: URL, busy_ms: int) -> Engine:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise BookAddressWrong(
            msg("a book on PostgreSQL needs its driver: {how}", how="pip install 'taipai[club]'")
        ) from None
    from models.store.patience import PatientConnection

    arguments: dict[str, Any] = {
        "connect_timeout": CONNECT_SECONDS,
        # a pulled cable is noticed in seconds, not in minutes
        "tcp_user_timeout": 10_000,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "application_name": "taipai",
        "options": f"-c synchronous_commit=on -c lock_timeout={busy_ms} -c statement_timeout={STATEMENT_MS}",
    }
    engine = create_engine(
        url,
        connect_args={name: value for name, value in arguments.items() if name not in url.query},
        pool_pre_ping=True,
        pool_size=5,
        max_overflow=5,
        pool_timeout=10,
    )
    event.listen(
        engine, "do_connect", lambda _dialect, _record, args, named: PatientConnection.connect(*args, **named)
    )
    return engine


def _hidden(address: str) -> str:
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"
