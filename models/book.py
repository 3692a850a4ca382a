"""The record book 紀錄簿: nights on disk, append-only. What :meth:`Book.append` returned is there after a crash or a power cut.

Event numbers of a night are unique by constraint, and an append says which number its app has seen last: two apps can show the same night,
but can't fork it. Every trouble is one of :mod:`models.book_errors`. A :class:`Book` may be used from several threads.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Final

from sqlalchemy import Connection, Engine, and_, delete, func, insert, select, text, update

from models import codec, roster_codec
from models import roster as roster_module
from models.book_errors import (
    BookError,
    BookNewer,
    BookUnavailable,
    BookUnreadable,
    NightCutShort,
    NightTaken,
    NoSuchNight,
    RosterRefused,
    StaleNight,
)
from models.events import Entry, Event, NightStarted
from models.messages import Msg, msg
from models.night_info import NightInfo
from models.records import NightRecord, Records, night_info, players_of
from models.roster import Change, Roster, RosterEvent, SeatAssigned, player_id
from models.store import backup, engine, migrate
from models.store.engine import WRITE, Address
from models.store.errors import translated, unreadable
from models.store.schema import APPLICATION_ID, HEAD, claims, entries, nights
from models.store.schema import roster as roster_table

CLAIM_HOURS: Final = 12
"""After so many hours without a hand a night open elsewhere counts as left behind."""


@dataclass(frozen=True, slots=True)
class _Pending:
    """An append whose answer has not come back: the same one again is the same entry."""

    number: int
    event: str
    at: str


def now() -> str:
    """This moment, ISO 8601 with offset."""
    return datetime.now(UTC).astimezone().isoformat(timespec="microseconds")


def open_book(address: str | Path | None, *, backups: Path | None = None, create: bool = True) -> Book:
    """Opens the book at a file's path or a database URL; makes it when there is none and ``create``.

    A book of an older version is brought up to date, after a backup into ``backups`` (beside the book by default). Raises
    :class:`~models.book_errors.BookError`; whatever it is, the file is as it was.
    """
    where = engine.parse(address)
    with translated(where.place):
        fresh = False
        if where.path is not None:
            fresh = not engine.inspect_file(where.path)
            if fresh:
                if not create:
                    raise BookUnavailable(
                        msg(
                            "there is no book at {place} yet: it begins with the first night",
                            place=where.place,
                        )
                    )
                where.path.parent.mkdir(parents=True, exist_ok=True)
        connections = engine.open_engine(where, create=fresh)
        try:
            _bring_up_to_date(connections, where, backups)
        except BaseException:
            connections.dispose()
            raise
        if fresh:
            connections.dispose()  # from here on the file must be there: a vanished book is not silently a new one
            connections = engine.open_engine(where)
    return Book(connections, where)


def _bring_up_to_date(connections: Engine, where: Address, backups: Path | None) -> None:
    with connections.connect() as connection:
        at = migrate.revision(connection)
        empty = False
        if where.url is None:
            identity = connection.execute(text("PRAGMA application_id")).scalar()
            empty = not connection.execute(text("SELECT count(*) FROM sqlite_master")).scalar()
            if not empty and (identity != APPLICATION_ID or at is None):
                raise unreadable(where.place)
    migrate.refuse_newer(at, where.place)
    if at == HEAD:
        return
    if at is not None:
        backup.before_migration(connections, where, backups, at)
    migrate.upgrade(connections, where.place)


class Book:
    """An open record book; made by :func:`open_book`. Use as a context manager or :meth:`close` it."""

    def __init__(self, connections: Engine, where: Address) -> None:
        self._engine = connections
        self._where = where
        self._identity = self._file_identity()
        self._pending: dict[str, _Pending] = {}
        self._lock = threading.RLock()
        self._counting = threading.Lock()  # not the one above: no hand waits for a statistic
        self._records = Records(self.reading, self.writing, self._read)
        self.writer: Final = uuid.uuid4().hex
        """This running app, in every entry it writes."""

    def __enter__(self) -> Book:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Book({self.place!r})"

    @property
    def place(self) -> str:
        """The book's file or address, without a password."""
        return self._where.place

    @property
    def path(self) -> Path | None:
        """The book's file, or nothing for one on a server."""
        return self._where.path

    def close(self) -> None:
        """Gives up claims and connections. The book needs no closing to be safe."""
        try:
            with translated(self.place), self._engine.connect().execution_options(**WRITE) as c, c.begin():
                c.execute(delete(claims).where(claims.c.writer == self.writer))
        except Exception:  # what can't be given back now is taken over later
            pass
        self._engine.dispose()

    # --- writing -------------------------------------------------------------------------------------------------

    def start(self, start: NightStarted, at: str | None = None, night: str | None = None) -> str:
        """Writes event 0 of a new night; returns the night's id. Tried again after :class:`BookUnavailable`, it makes no second night."""
        event = codec.dumps(start)
        with self._lock:
            again = self._pending.get(f"start:{event}")
            night = night or (again.event if again else uuid.uuid4().hex)
            at = at or (again.at if again else now())
            self._pending[f"start:{event}"] = _Pending(0, night, at)
            with self.writing() as c:
                if c.execute(select(nights.c.id).where(nights.c.id == night)).first() is None:
                    c.execute(insert(nights).values(id=night, started_at=at, last=0))
                    self._put(c, night, Entry(0, at, start), event)
                elif self._stored(c, night, 0) != (self.writer, at, event):
                    raise BookUnreadable(msg("the book already has a night “{night}”", night=night))
            del self._pending[f"start:{event}"]
        return night

    def append(self, night: str, event: Event, after: int, at: str | None = None) -> Entry:
        """Adds an event as number ``after + 1``, where ``after`` is the last number this app has seen. On disk when it returns.

        Raises :class:`StaleNight` with the entries another app has written since, :class:`NightTaken` while another table has the night
        open, :class:`NoSuchNight`. After :class:`BookUnavailable`, :class:`BookLocked` or :class:`BookFull` the same call may be made
        again: whether or not the first one arrived, the event stands once.
        """
        if isinstance(event, NightStarted):
            raise ValueError("a night starts once: use start(), or Corrected(0, …)")
        words, number = codec.dumps(event), after + 1
        with self._lock:
            again = self._pending.get(night)
            if at is None:
                at = again.at if again and (again.number, again.event) == (number, words) else now()
            self._pending[night] = _Pending(number, words, at)
            entry = Entry(number, at, event)
            with self.writing() as c:
                moved = c.execute(
                    update(nights).where(nights.c.id == night, nights.c.last == after).values(last=number)
                )
                if moved.rowcount == 1:
                    self.refuse_if_taken(c, night)
                    self._put(c, night, entry, words)
                else:
                    self._refuse_unless_mine(c, night, entry, words)
            del self._pending[night]
        return entry

    def _put(self, c: Connection, night: str, entry: Entry, words: str) -> None:
        c.execute(
            insert(entries).values(
                night=night, number=entry.number, at=entry.at, writer=self.writer, event=words
            )
        )

    def _refuse_unless_mine(self, c: Connection, night: str, entry: Entry, words: str) -> None:
        last = c.execute(select(nights.c.last).where(nights.c.id == night)).scalar()
        if last is None:
            raise NoSuchNight(night)
        if last < entry.number - 1:
            raise NightCutShort(night, entry.number - 1, last)
        if self._stored(c, night, entry.number) == (self.writer, entry.at, words):
            return
        raise StaleNight(night, tuple(self._read(c, night, entry.number - 1)))

    @staticmethod
    def _stored(c: Connection, night: str, number: int) -> tuple[str, str, str] | None:
        row = c.execute(
            select(entries.c.writer, entries.c.at, entries.c.event).where(
                entries.c.night == night, entries.c.number == number
            )
        ).one_or_none()
        return None if row is None else (row.writer, row.at, row.event)

    # --- which table has a night open ------------------------------------------------------------------------------

    def claim(self, night: str, owner: str, *, take: bool = False) -> None:
        """Opens a night for this app alone; ``owner`` names the table for a person. Raises :class:`NightTaken` unless ``take``.

        A claim of an app on this machine that no longer runs, or one without a hand for hours, is taken over without asking.
        """
        with self.writing() as c:
            # the night's row is held, so that of two who ask at once the second sees the first's claim
            held = c.execute(select(nights.c.id).where(nights.c.id == night).with_for_update()).first()
            if held is None:
                raise NoSuchNight(night)
            if not take:
                self.refuse_if_taken(c, night)
            c.execute(delete(claims).where(claims.c.night == night))
            c.execute(
                insert(claims).values(
                    night=night,
                    writer=self.writer,
                    owner=owner,
                    host=socket.gethostname(),
                    process=os.getpid(),
                    at=now(),
                    born=_born(os.getpid()),
                )
            )

    def release(self, night: str) -> None:
        """Lets others open the night."""
        with self.writing() as c:
            c.execute(delete(claims).where(claims.c.night == night, claims.c.writer == self.writer))

    def interrupted(self) -> list[str]:
        """The nights that apps of this machine had open when they were stopped without closing the book, the one opened last first."""
        with self.reading() as c:
            left = c.execute(
                select(claims.c.night, claims.c.process, claims.c.born)
                .where(claims.c.host == socket.gethostname())
                .order_by(claims.c.at.desc())
            ).all()
        return [night for night, process, born in left if not _runs(process, born)]

    def refuse_if_taken(self, c: Connection, night: str) -> None:
        """Raises :class:`NightTaken` while another table has the night open."""
        claim = c.execute(select(claims).where(claims.c.night == night)).one_or_none()
        if claim is None or claim.writer == self.writer:
            return
        if claim.host == socket.gethostname() and not _runs(claim.process, claim.born):
            return
        newest = c.execute(select(func.max(entries.c.at)).where(entries.c.night == night)).scalar()
        if _hours_since(max(_moment(claim.at), _moment(newest))) > CLAIM_HOURS:
            return
        raise NightTaken(night, claim.owner, claim.at)

    # --- reading -------------------------------------------------------------------------------------------------

    def entries(self, night: str, after: int = -1) -> list[Entry]:
        """The night's entries with numbers above ``after``, in order. Raises :class:`NoSuchNight`."""
        with self.reading() as c:
            found = self._read(c, night, after)
            if not found and c.execute(select(nights.c.id).where(nights.c.id == night)).first() is None:
                raise NoSuchNight(night)
        return found

    def last(self, night: str) -> int:
        """The number of the night's newest entry: the cheap question whether anything is new."""
        with self.reading() as c:
            last = c.execute(select(nights.c.last).where(nights.c.id == night)).scalar()
        if last is None:
            raise NoSuchNight(night)
        return int(last)

    def ids(self) -> list[str]:
        """Every night's id, oldest first."""
        with self.reading() as c:
            return list(c.execute(select(nights.c.id).order_by(nights.c.started_at, nights.c.id)).scalars())

    def nights(self) -> list[NightInfo]:
        """Every night in one line, newest first. A night that can't be read says so and hides no other."""
        with self._counting:
            records = self._records.for_list()
        roster = self.roster()
        return [night_info(record, roster) for record in reversed(records)]

    def records(self) -> list[NightRecord]:
        """Every night with its figures, oldest first; what has changed since the last time is counted now."""
        with self._counting:
            return self._records.all()

    # --- players and groups ----------------------------------------------------------------------------------------

    def changes(self) -> list[Change]:
        """Every change of players and groups, oldest first."""
        with self.reading() as c:
            rows = c.execute(select(roster_table.c.id, roster_table.c.at, roster_table.c.event)).all()
        return sorted(self._change(*row) for row in rows)

    def roster(self) -> Roster:
        """Who is who, and the groups, as of now."""
        return self._folded(self.changes())

    def _folded(self, changes: list[Change]) -> Roster:
        roster = roster_module.fold(changes)
        if roster.merged or roster.seats:
            for record in self.records():
                for name in record.figures.players:
                    roster.originals.setdefault(player_id(name), name)
        return roster

    def take_back(self, change: str) -> Change:
        """Takes a change of players or groups back, and nobody becomes two people by it: see :func:`models.roster.taking_back`."""
        written = [
            (record.id, seat, name)
            for record in self.records()
            for seat, name in enumerate(record.figures.players)
        ]
        return self.change(roster_module.taking_back(self.changes(), change, written))

    def change(self, event: RosterEvent) -> Change:
        """Writes a change of players or groups. Raises :class:`RosterRefused` with the reason for one that cannot be."""
        records, changes = self.records(), self.changes()
        roster = self._folded(changes)
        if isinstance(event, SeatAssigned) and event.night not in {r.id for r in records}:
            raise NoSuchNight(event.night)
        seated = [frozenset(players_of(record, roster)) for record in records]
        known = frozenset().union(*seated)
        wrong = roster_module.problem(roster, event, known, seated, changes)
        if wrong is not None:
            raise RosterRefused(wrong)
        # later than any other, so that the order of time is the order of writing also after a clock was set back
        at = max(_utc(), *(_just_after(c.at) for c in changes[-1:]), "")
        made = Change(at, uuid.uuid4().hex, event)
        with self.writing() as c:
            c.execute(
                insert(roster_table).values(
                    id=made.id, at=made.at, event=codec.to_text(roster_codec.encode(event))
                )
            )
        return made

    def _change(self, ident: str, at: str, event: str) -> Change:
        try:
            return Change(at, ident, roster_codec.decode(codec.from_text(event)))
        except codec.CodecError as error:
            if error.newer:
                raise BookNewer(
                    msg(
                        "{place} has changes of players written by a newer TaiPai; update TaiPai to open it",
                        place=self.place,
                    )
                ) from error
            raise unreadable(self.place) from error

    def find(self, start: str) -> str:
        """The id of the one night whose id begins with ``start``. Raises :class:`NoSuchNight` for none or several."""
        with self.reading() as c:
            found = [
                night
                for night in c.execute(select(nights.c.id)).scalars()
                if start and night.startswith(start)
            ]
        if start in found:
            return start
        if len(found) != 1:
            raise NoSuchNight(start)
        return str(found[0])

    def revision(self) -> str:
        """The revision of the book's tables."""
        with self.reading() as c:
            return migrate.revision(c) or "–"

    def writability(self) -> Msg | None:
        """Why nothing can be added now, or ``None``. Tries it, and leaves nothing behind."""
        try:
            with self.writing() as c:
                c.execute(insert(nights).values(id="-", started_at="", last=-1))
                c.rollback()
        except BookError as error:
            return error.message
        return None

    def weaknesses(self) -> list[Msg]:
        """What keeps a confirmed hand from being safe against a power cut, as far as the database tells."""
        if self._where.url is None:
            return []
        with self.reading() as c:
            fsync = c.exec_driver_sql("SHOW fsync").scalar()
            commit = c.exec_driver_sql("SHOW synchronous_commit").scalar()
        if fsync == "on" and commit != "off":
            return []
        return [
            msg(
                "the server does not flush to disk (fsync {fsync}, synchronous_commit {commit})",
                fsync=str(fsync),
                commit=str(commit),
            )
        ]

    def damage(self) -> Msg | None:
        """What a thorough look at the whole file finds wrong, or ``None``. Takes a while with a big book."""
        if self._where.url is not None:
            return None
        try:
            with self.reading() as c:
                sound = c.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
                loose = c.exec_driver_sql("PRAGMA foreign_key_check").first() is not None
        except BookUnreadable as error:
            return error.message
        return None if sound and not loose else unreadable(self.place).message

    def _read(self, c: Connection, night: str, after: int) -> list[Entry]:
        rows = c.execute(
            select(entries.c.number, entries.c.at, entries.c.event)
            .where(and_(entries.c.night == night, entries.c.number > after))
            .order_by(entries.c.number)
        ).all()
        return [self._entry(night, number, at, event) for number, at, event in rows]

    def _entry(self, night: str, number: int, at: str, event: str) -> Entry:
        try:
            return Entry(number, at, codec.loads(event))
        except codec.CodecError as error:
            if error.newer:
                raise BookNewer(
                    msg(
                        "entry {number} of night {night} was written by a newer TaiPai; update TaiPai to open it",
                        number=number,
                        night=night,
                    )
                ) from error
            raise BookUnreadable(
                msg(
                    "entry {number} of night {night} in {place} is damaged ({what}); restore a backup",
                    number=number,
                    night=night,
                    place=self.place,
                    what=error.message,
                )
            ) from error

    # --- connections ---------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that reads one state of the book."""
        self._look_at_file()
        with translated(self.place), self._engine.connect() as c, c.begin():
            yield c

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is on disk when the block ends, or has changed nothing."""
        self._look_at_file()
        with translated(self.place), self._engine.connect().execution_options(**WRITE) as c, c.begin():
            yield c

    def _file_identity(self) -> tuple[int, int] | None:
        if self._where.path is None:
            return None
        with translated(self.place):
            found = self._where.path.stat()
        return found.st_dev, found.st_ino

    def _look_at_file(self) -> None:
        """Notices a file that is gone or was replaced while open: a commit into the old one would be lost with it."""
        if self._where.path is None:
            return
        try:
            found = self._file_identity()
        except BookUnavailable:
            raise BookUnavailable(
                msg(
                    "{place} is no longer there; nothing was added: put it back and try again",
                    place=self.place,
                )
            ) from None
        if found != self._identity:
            with translated(self.place):
                engine.inspect_file(self._where.path)
                self._engine.dispose()
                with self._engine.connect() as c:
                    at = migrate.revision(c)
            if at != HEAD:
                migrate.refuse_newer(at, self.place)
                raise unreadable(self.place)
            self._identity = found
            self._records = Records(self.reading, self.writing, self._read)


def _runs(process: int, born: str | None) -> bool:
    """Whether a process of this machine that was ``born`` then still runs; without that, whether any has its number."""
    if born and (boot := _boot()) and not born.startswith(boot):
        return False
    if born and (found := _born(process)) and found != born:
        return False
    if sys.platform == "win32":  # there signal 0 is Ctrl+C
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OSError):
        return True
    return True


def _boot() -> str:
    """Which run of this machine it is; nothing where the system does not tell."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def _born(process: int) -> str | None:
    """The run of the machine and the moment in it at which a process was started; ``None`` where the system does not tell."""
    boot = _boot()
    try:
        # the name in brackets may hold anything, brackets too: what is counted comes after the last
        fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
        return f"{boot} {int(fields[19])}" if boot else None
    except (OSError, ValueError, IndexError):
        return None


def _moment(at: str | None) -> datetime:
    try:
        found = datetime.fromisoformat(at or "")
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _hours_since(moment: datetime) -> float:
    return (datetime.now(UTC) - moment).total_seconds() / 3600


def _utc() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _just_after(at: str) -> str:
    return (_moment(at).astimezone(UTC) + timedelta(microseconds=1)).isoformat(timespec="microseconds")
