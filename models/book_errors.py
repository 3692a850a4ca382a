"""What can go wrong with a record book: each one clear sentence that says what to do. Nothing is ever overwritten on the way to one of these."""

from __future__ import annotations

from models.events import Entry
from models.messages import Msg, msg


class BookError(Exception):
    """Any trouble with the book; ``message`` is for a person, ``str()`` the same in English."""

    def __init__(self, message: Msg) -> None:
        super().__init__(str(message))
        self.message = message


class BookUnreadable(BookError):
    """Not a book: garbage, truncated, another program's database, a folder. Left exactly as it was."""


class BookReadOnly(BookError):
    """The file or its folder may not be written."""


class BookFull(BookError):
    """No room left where the book is stored; what was being added is not in it."""


class BookLocked(BookError):
    """Another program held the book for too long; what was being added is not in it, try again."""


class BookNewer(BookError):
    """A newer TaiPai wrote the book (or one entry of it)."""


class BookUnavailable(BookError):
    """The book can't be reached: server gone, connection lost, disk removed. The same append may be tried again and is never doubled."""


class BookMigrationFailed(BookError):
    """An older book could not be brought up to date; it is as it was."""


class BookAddressWrong(BookError):
    """The address is not one of a book: unknown database, driver not installed."""


class NoSuchNight(BookError):
    """The book has no night of this id."""

    def __init__(self, night: str) -> None:
        super().__init__(msg("the book has no night “{night}”; `taipai book list` names them", night=night))
        self.night = night


class StaleNight(BookError):
    """Another app has added to this night since. ``new`` are the entries this app has not seen; fold them and ask again."""

    def __init__(self, night: str, new: tuple[Entry, ...]) -> None:
        super().__init__(
            msg("another app has added to this night: {n} new entries; nothing was written", n=len(new))
        )
        self.night = night
        self.new = new

    @property
    def new_entries(self) -> tuple[Entry, ...]:
        return self.new


class NightCutShort(BookError):
    """The book holds fewer entries of this night than this app has seen: an older copy has taken its place."""

    def __init__(self, night: str, seen: int, last: int) -> None:
        super().__init__(
            msg(
                "the book has only {last} of this night's {seen} entries: an older copy has taken its place; put the newer one back",
                last=last + 1,
                seen=seen + 1,
            )
        )
        self.night = night
        self.last = last


class NightTaken(BookError):
    """Another table has this night open. ``owner`` says who, ``since`` (ISO, with its offset) from when; it may be taken over on purpose."""

    def __init__(self, night: str, owner: str, since: str) -> None:
        super().__init__(
            msg(
                "this night is open at {owner} since {since}; close it there or take it over",
                owner=owner,
                since=since[:16].replace("T", " "),
            )
        )
        self.night = night
        self.owner = owner
        self.since = since


class RosterRefused(BookError):
    """A change of players or groups that cannot be, such as renaming someone to a name already in use."""


class ImportRefused(BookError):
    """What was to be imported is not a night or book of TaiPai; nothing was written. ``message`` says where."""
