"""What a database says went wrong, as one of :mod:`models.book_errors`."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import exc

from models.book_errors import (
    BookAddressWrong,
    BookError,
    BookFull,
    BookLocked,
    BookReadOnly,
    BookUnavailable,
    BookUnreadable,
)
from models.messages import msg

# SQLite's primary result codes (the low byte of an extended one)
_BUSY, _LOCKED, _NOMEM, _READONLY, _IOERR, _CORRUPT, _FULL, _CANTOPEN, _NOTADB, _PERM, _TOOBIG = (
    5,
    6,
    7,
    8,
    10,
    11,
    13,
    14,
    26,
    3,
    18,
)
_IOERR_WRITE: Final = (
    _IOERR | (3 << 8),
    _IOERR | (4 << 8),
    _IOERR | (5 << 8),
)  # write, fsync, directory fsync


@contextmanager
def translated(place: str) -> Iterator[None]:
    """Turns what the database raises inside into a :class:`BookError` that names ``place``."""
    try:
        yield
    except (exc.SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise translate(error, place) from error


def translate(error: Exception, place: str) -> BookError:
    """The typed error for what a driver raised. ``place`` is the book's file or address, without a password."""
    cause = getattr(error, "orig", None) or error
    if isinstance(
        error, exc.IntegrityError
    ):  # two wrote the same number at once: whoever asks again sees the other's
        return _held(place)
    if isinstance(cause, sqlite3.Error):
        return _sqlite(cause, place)
    if isinstance(cause, OSError):
        return _os(cause, place)
    if isinstance(error, exc.NoSuchModuleError | exc.ArgumentError):
        return BookAddressWrong(msg("{place} is not the address of a book", place=place))
    return _server(error, cause, place)


def unreadable(place: str) -> BookUnreadable:
    return BookUnreadable(
        msg(
            "{place} is damaged or not a TaiPai book; it was left as it is: restore a backup or name another file",
            place=place,
        )
    )


def _held(place: str) -> BookLocked:
    return BookLocked(
        msg("another program holds {place}; nothing was added: close the other and try again", place=place)
    )


def read_only(place: str) -> BookReadOnly:
    return BookReadOnly(
        msg(
            "{place} may not be written; make it and its folder writable, or choose another with --book",
            place=place,
        )
    )


def _shut(place: str) -> bool:
    """Whether the folder is there and may not be written: what SQLite calls unable to open."""
    folder = Path(place).parent
    return folder.is_dir() and not os.access(folder, os.W_OK)


def _sqlite(error: sqlite3.Error, place: str) -> BookError:
    code: int = getattr(error, "sqlite_errorcode", 0) or 0
    primary = code & 0xFF
    if primary == _FULL or code in _IOERR_WRITE:
        return BookFull(
            msg("no room to write {place}; nothing was added: free some space and try again", place=place)
        )
    if primary in (_READONLY, _PERM):
        return read_only(place)
    if primary in (_BUSY, _LOCKED):
        return _held(place)
    if primary in (_CORRUPT, _NOTADB):
        return unreadable(place)
    if primary == _CANTOPEN and _shut(place):
        return read_only(place)
    if primary in (_CANTOPEN, _IOERR):
        return BookUnavailable(
            msg("{place} can't be opened or read; is the folder there, the disk connected?", place=place)
        )
    if isinstance(error, sqlite3.OperationalError) and "no such" in str(error):
        return unreadable(place)
    return BookUnavailable(msg("{place}: the database says “{what}”", place=place, what=_line(error)))


def _os(error: OSError, place: str) -> BookError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return BookFull(
            msg("no room to write {place}; nothing was added: free some space and try again", place=place)
        )
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return read_only(place)
    if error.errno in (errno.EISDIR, errno.ENOTDIR, errno.ENAMETOOLONG, errno.EEXIST):
        return BookUnreadable(
            msg("{place} can't be a book: {what}", place=place, what=error.strerror or _line(error))
        )
    return BookUnavailable(msg("{place}: {what}", place=place, what=error.strerror or _line(error)))


def _server(error: Exception, cause: BaseException, place: str) -> BookError:
    state: str = getattr(cause, "sqlstate", None) or ""
    if state.startswith("53100"):
        return BookFull(
            msg("no room to write {place}; nothing was added: free some space and try again", place=place)
        )
    if state in ("25006", "42501"):
        return BookReadOnly(
            msg("{place} may not be written by this user; ask whoever runs the server", place=place)
        )
    if state in ("55P03", "40001", "40P01", "57014"):
        return _held(place)
    if state in ("3D000",) or "does not exist" in str(cause):
        return BookAddressWrong(msg("{place}: the server says “{what}”", place=place, what=_line(cause)))
    if state[:2] == "28":
        return BookAddressWrong(msg("{place}: the server refuses this user or password", place=place))
    return BookUnavailable(
        msg(
            "no connection to {place} ({what}); nothing is lost, try again when it is back",
            place=place,
            what=_line(cause),
        )
    )


def _line(error: BaseException) -> str:
    return " ".join(str(error).split("\n")[0].split())[:160]
