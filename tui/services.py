"""The one place of the app that talks to the book and folds nights. Blocking work runs on one thread; what came of it arrives as a message.

A screen asks (``services.append(self, event)``) and is told (:class:`Stored`, :class:`NotStored`). The book and the fold are imported on
that thread, after the first paint. One thread means: appends happen in the order they were asked for, and nothing is read half-written.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from textual.message import Message
from textual.message_pump import MessagePump

from models.events import Entry, Event, NightStarted
from models.messages import Msg, msg

if TYPE_CHECKING:
    from models.book import Book
    from models.night import Folder, Night
    from models.night_info import NightInfo
    from models.roster import Roster

EVENTS_SHOWN: Final = 6


@dataclass(slots=True)
class OpenNight:
    """A night as this app knows it: its entries and their fold. Only the service's thread adds to it; each addition makes a new one."""

    id: str
    entries: list[Entry]
    folder: Folder
    night: Night
    started_here: bool = False
    watching: str = ""
    """Who has the night open for recording, when that is not this app."""
    waiting: int = 0
    """How many other nights were cut off too and are not settled, when this one is gone on with unasked."""
    marks: dict[str, object] = field(default_factory=dict)

    @property
    def last(self) -> int:
        return self.entries[-1].number if self.entries else -1


class BookMessage(Message):
    """Anything the service tells."""

    bubble = False


class NightsListed(BookMessage):
    """The book is open and these are its nights, newest first."""

    def __init__(
        self,
        nights: list[NightInfo],
        place: str,
        latest: NightStarted | None = None,
        interrupted: Sequence[str] = (),
        roster: Roster | None = None,
    ) -> None:
        super().__init__()
        self.nights = nights
        self.place = place
        self.latest = latest
        """How the newest night began: what the next one is offered."""
        self.interrupted = interrupted
        """The unsettled nights that were on a table here when the app was stopped hard, the one opened last first."""
        self.roster = roster
        """Who is who."""


class NightOpened(BookMessage):
    """A night was begun or read from disk."""

    def __init__(self, open_night: OpenNight) -> None:
        super().__init__()
        self.open_night = open_night


class Stored(BookMessage):
    """An event is on disk."""

    def __init__(self, open_night: OpenNight, entry: Entry) -> None:
        super().__init__()
        self.open_night = open_night
        self.entry = entry


class NotStored(BookMessage):
    """An event is not on disk; ``reason`` says why. ``open_night`` has what others wrote meanwhile, when that was the reason."""

    def __init__(
        self,
        event: Event,
        reason: Msg,
        open_night: OpenNight,
        *,
        stale: bool = False,
        taken: str = "",
        away: bool = False,
    ) -> None:
        super().__init__()
        self.event = event
        self.reason = reason
        self.open_night = open_night
        self.stale = stale
        self.taken = taken
        """Who has the night open, when that is why."""
        self.away = away
        """Whether the book cannot be reached; :class:`BookBack` follows when it can be again."""


class OthersWrote(BookMessage):
    """Another app has added to the night on the table."""

    def __init__(self, open_night: OpenNight, new: list[Entry], *, after_all: bool = False) -> None:
        super().__init__()
        self.open_night = open_night
        self.new = new
        self.after_all = after_all
        """Whether the first is this app's own: let go because its answer was lost, though it had arrived."""


class BookAway(BookMessage):
    """The book cannot be reached any more; told once."""

    def __init__(self, reason: Msg) -> None:
        super().__init__()
        self.reason = reason


class BookBack(BookMessage):
    """The book can be reached again."""


class BookTrouble(BookMessage):
    """The book cannot be opened, listed or read; one line says why. ``taken`` names who has the night open, when that is why."""

    def __init__(self, reason: Msg, *, night: str = "", taken: str = "") -> None:
        super().__init__()
        self.reason = reason
        self.night = night
        self.taken = taken


def _reason(error: Exception) -> Msg:
    """What went wrong, for a person; never a traceback."""
    found = getattr(error, "message", None)
    if isinstance(found, Msg):
        return found
    if isinstance(error, OSError):
        return msg(
            "{what} ({where})", what=error.strerror or type(error).__name__, where=error.filename or "?"
        )
    return msg("something unexpected: {what}", what=f"{type(error).__name__}: {error}".splitlines()[0][:200])


class Services:
    """The book, the night on the table, and the thread they live on."""

    def __init__(self, book_url: str, table: str = "TaiPai") -> None:
        self.book_url = book_url
        self.table = table
        """How this app names itself to others who want the same night."""
        self.current: OpenNight | None = None
        """The night on the table."""
        self._book: Book | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="book")
        self._polling = False
        self._away = False
        self._doubt: Event | None = None
        """An append whose outcome is not known. Until it is, nothing is read: tried again with the same number, it stands once."""
        self._dropped: tuple[int, Event] | None = None
        """An append in doubt that a person has let go; the book may have it all the same."""
        self._begun: tuple[NightStarted, str] | None = None
        """A night that is in the book and not yet on the table."""

    # --- asking ---------------------------------------------------------------------------------------------------------------

    def list_nights(self, asker: MessagePump) -> None:
        """Answers :class:`NightsListed` or :class:`BookTrouble`."""

        def work() -> Message:
            from models.night import fold

            book = self._opened()
            nights = book.nights()
            latest = None
            if nights and nights[0].trouble is None:
                latest = fold(book.entries(nights[0].id)).start
            open_ones = {info.id for info in nights if not info.settled and info.trouble is None}
            left = [night for night in book.interrupted() if night in open_ones]
            return NightsListed(nights, book.place, latest, left, book.roster())

        self._ask(asker, work)

    def begin(self, asker: MessagePump, start: NightStarted) -> None:
        """Begins a night. Answers :class:`NightOpened` or :class:`BookTrouble`."""

        def work() -> Message:
            from models.roster import seated_twice

            book = self._opened()
            twice = seated_twice(book.roster(), start.players)
            if twice is not None:  # renamed elsewhere while the names were typed
                return BookTrouble(twice[1])
            if self._begun is None or self._begun[0] != start:
                self._begun = (start, book.start(start))
            night = self._begun[1]
            book.claim(night, self.table)
            opened = self._read(night, started_here=True)
            self._begun = None
            return NightOpened(opened)

        self._ask(asker, work)

    def resume(self, asker: MessagePump, night: str, *, take: bool = False, watch: bool = False) -> None:
        """Opens a night on disk. Answers :class:`NightOpened`, or :class:`BookTrouble` (with ``taken`` when another app has it)."""

        def work() -> Message:
            from models.book_errors import NightTaken

            book = self._opened()
            watching = ""
            if watch:
                try:
                    book.claim(night, self.table)
                except NightTaken as taken:
                    watching = taken.owner
            else:
                try:
                    book.claim(night, self.table, take=take)
                except NightTaken as taken:
                    return BookTrouble(taken.message, night=night, taken=taken.owner)
            opened = self._read(night)
            opened.watching = watching
            return NightOpened(opened)

        self._ask(asker, work)

    def append(self, asker: MessagePump, event: Event, *, take: bool = False) -> None:
        """Adds an event to the night on the table. Answers :class:`Stored` once it is on disk, else :class:`NotStored`."""
        opened = self.current
        assert opened is not None

        def work() -> Message:
            from models.book_errors import BookUnavailable, NightTaken, StaleNight

            now = self.current or opened
            try:
                book = self._opened()
                if take:
                    book.claim(now.id, self.table, take=True)
                entry = book.append(now.id, event, now.last)
            except StaleNight as stale:
                self._doubt = None
                self.current = self._grown(now, list(stale.new))
                return NotStored(event, stale.message, self.current, stale=True)
            except NightTaken as taken:
                self._doubt = None
                return NotStored(event, taken.message, now, taken=taken.owner)
            except Exception as error:
                self._doubt = event
                self._away = isinstance(error, BookUnavailable)
                return NotStored(event, _reason(error), now, away=self._away)
            self._doubt = self._dropped = None
            self._away = False
            self.current = self._grown(now, [entry])
            self.current.watching = ""
            return Stored(self.current, entry)

        self._ask(asker, work)

    def poll(self, asker: MessagePump) -> None:
        """Looks whether another app has written (:class:`OthersWrote`), and whether the book has gone or come back."""
        if self._polling or self.current is None:
            return
        self._polling = True

        def work() -> Message | None:
            from models.book_errors import BookUnavailable

            try:
                now, book = self.current, self._book
                if now is None or book is None:
                    return None
                try:
                    last = book.last(now.id)
                    if self._away:
                        self._away = False
                        return BookBack()
                    if self._doubt is not None or last <= now.last:
                        return None
                    new = book.entries(now.id, after=now.last)
                except BookUnavailable as gone:
                    told, self._away = self._away, True
                    return None if told else BookAway(gone.message)
                except Exception:  # other trouble is said at the next append; the board stays as it is
                    return None
                if self.current is not now:  # the table was left while the book was read
                    return None
                after_all = (new[0].number, new[0].event) == self._dropped
                self._dropped = None
                self.current = self._grown(now, new)
                return OthersWrote(self.current, new, after_all=after_all)
            finally:
                self._polling = False

        self._ask(asker, work)

    def let_go(self) -> None:
        """A person no longer wants the append that could not be stored."""

        def work() -> None:
            if self._doubt is not None and self.current is not None:
                self._dropped = (self.current.last + 1, self._doubt)
            self._doubt = None

        self._thread.submit(work)

    def with_book(self, asker: MessagePump, work: Callable[[Book], Message | None]) -> None:
        """Runs ``work`` with the open book on the book's thread. Answers what it returns, or :class:`BookTrouble`."""
        self._ask(asker, lambda: work(self._opened()))

    def leave(self) -> None:
        """The night is no longer on this table."""
        left, self.current = self.current, None

        def work() -> None:
            self._doubt = self._dropped = None
            if left is not None and self._book is not None and not left.watching:
                with contextlib.suppress(
                    Exception
                ):  # a claim that cannot be given back now is taken over later
                    self._book.release(left.id)

        self._thread.submit(work)

    def close(self) -> None:
        """Gives the book back; waits for what is being written."""

        def work() -> None:
            if self._book is not None:
                self._book.close()
                self._book = None

        self._thread.submit(work)
        self._thread.shutdown(wait=True)

    # --- on the thread --------------------------------------------------------------------------------------------------------

    def _ask(self, asker: MessagePump, work: Callable[[], Message | None]) -> None:
        def guarded() -> None:
            try:
                answer = work()
            except Exception as error:
                answer = BookTrouble(_reason(error))
            if answer is not None:
                asker.post_message(answer)

        with contextlib.suppress(RuntimeError):  # the app is closing
            self._thread.submit(guarded)

    def _opened(self) -> Book:
        if self._book is None:
            from models.book import open_book
            from tui import settings

            self._book = open_book(self.book_url, backups=settings.backups_dir())
        return self._book

    def _read(self, night: str, *, started_here: bool = False) -> OpenNight:
        from models.night import Folder

        entries = self._opened().entries(night)
        folder = Folder(entries)
        self.current = OpenNight(night, entries, folder, folder.night, started_here)
        return self.current

    @staticmethod
    def _grown(now: OpenNight, new: list[Entry]) -> OpenNight:
        folder = now.folder.copy()
        for entry in new:
            folder.add(entry)
        return OpenNight(
            now.id,
            [*now.entries, *new],
            folder,
            folder.night,
            now.started_here,
            now.watching,
            now.waiting,
            now.marks,
        )
