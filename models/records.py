"""The figures of every night in a book, kept beside the nights so that lists and statistics are quick.

A summary in the book is good while it was made of all the night's entries by this very version of the fold; any other is made again from
the entries the moment somebody asks. A book that may not be written is no obstacle: then they are kept in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from models import summary
from models.book_errors import BookError, BookNewer, BookUnreadable
from models.events import Entry
from models.messages import Msg
from models.night import fold
from models.night_info import NightInfo
from models.roster import Roster
from models.store.schema import nights, summaries
from models.summary import NightSummary

BATCH: Final = 100
"""How many nights are counted in one go before they are kept."""

NEWEST: Final = 40
"""How many nights a list counts anew at a time after an update of the program."""


@dataclass(frozen=True, slots=True)
class NightRecord:
    """A night and its figures."""

    id: str
    started_at: str
    last: int
    """Number of the newest entry counted."""
    figures: NightSummary
    version: str
    """Of the program that counted them, :func:`models.summary.version`."""
    trouble: Msg | None = None
    """Why the night can't be read, if so; the figures are then those of an empty night."""


class Records:
    """The figures of one book's nights; asks the book only for what has changed since the last time."""

    def __init__(
        self,
        reading: Callable[[], AbstractContextManager[Connection]],
        writing: Callable[[], AbstractContextManager[Connection]],
        read: Callable[[Connection, str, int], list[Entry]],
    ) -> None:
        self._reading = reading
        self._writing = writing
        self._read = read
        self._known: dict[str, NightRecord] = {}

    def all(self) -> list[NightRecord]:
        """Every night, oldest first, all counted by this version of the program."""
        return self._all(older=False)

    def for_list(self) -> list[NightRecord]:
        """The same, but after an update of the program only the newest nights are counted anew; the rest may wait for :meth:`all`."""
        return self._all(older=True)

    def _all(self, older: bool) -> list[NightRecord]:
        with self._reading() as c:
            rows = c.execute(
                select(nights.c.id, nights.c.started_at, nights.c.last).order_by(
                    nights.c.started_at, nights.c.id
                )
            ).all()
            wanted = {row.id for row in rows if not self._fresh(row.id, row.last, older)}
            self._load(c, wanted, {row.id: (row.started_at, row.last) for row in rows})
        stale = [row for row in rows if not self._fresh(row.id, row.last, older)]
        if older:
            outdated = [row for row in rows if not self._fresh(row.id, row.last, False)]
            stale += [row for row in outdated[-NEWEST:] if row not in stale]
        for start in range(0, len(stale), BATCH):
            self._count([(row.id, row.started_at, row.last) for row in stale[start : start + BATCH]])
        found = [self._known[row.id] for row in rows if row.id in self._known]
        self._known = {record.id: record for record in found}
        return found

    def _fresh(self, night: str, last: int, older: bool) -> bool:
        known = self._known.get(night)
        if known is None or known.last != last:
            return False
        return older or known.version == summary.version()

    def _load(self, c: Connection, wanted: set[str], heads: dict[str, tuple[str, int]]) -> None:
        if not wanted:
            return
        question = select(summaries.c.night, summaries.c.last, summaries.c.version, summaries.c.body)
        if len(wanted) <= BATCH:
            question = question.where(summaries.c.night.in_(wanted))
        for night, last, version, body in c.execute(question):
            if night in wanted and heads[night][1] == last:
                figures = summary.decode(body)
                if figures is not None:
                    self._known[night] = NightRecord(night, heads[night][0], last, figures, version)

    def _count(self, stale: list[tuple[str, str, int]]) -> None:
        made = []
        for night, started_at, last in stale:
            try:
                with self._reading() as c:
                    entries = self._read(c, night, -1)
            except (BookNewer, BookUnreadable) as error:  # one damaged night hides no other
                empty = summary.summarise(fold(()), started_at)
                self._known[night] = NightRecord(
                    night, started_at, last, empty, summary.version(), error.message
                )
                continue
            figures = summary.summarise(fold(entries), started_at)
            number = entries[-1].number if entries else -1
            record = NightRecord(night, started_at, number, figures, summary.version())
            self._known[night] = record
            made.append(record)
        if not made:
            return
        try:
            with self._writing() as c:
                ids = [record.id for record in made]
                c.execute(delete(summaries).where(summaries.c.night.in_(ids)))
                c.execute(
                    insert(summaries),
                    [
                        {
                            "night": record.id,
                            "last": record.last,
                            "version": summary.version(),
                            "body": summary.encode(record.figures),
                        }
                        for record in made
                    ],
                )
        except BookError:  # read-only, full, held by another: they are in memory, and made again next time
            pass


def players_of(record: NightRecord, roster: Roster) -> tuple[str, str, str, str]:
    """Who sat at the night's four seats: player ids."""
    a, b, c, d = (roster.player(name, record.id, seat) for seat, name in enumerate(record.figures.players))
    return a, b, c, d


def names_of(record: NightRecord, roster: Roster) -> tuple[str, str, str, str]:
    """What the four are called now."""
    ids = players_of(record, roster)
    a, b, c, d = (roster.name(i, name) for i, name in zip(ids, record.figures.players, strict=True))
    return a, b, c, d


def night_info(record: NightRecord, roster: Roster) -> NightInfo:
    """The night in one line."""
    figures = record.figures
    return NightInfo(
        id=record.id,
        date=figures.date,
        players=names_of(record, roster),
        started_at=record.started_at,
        hands=figures.hands,
        settled=figures.settled,
        group=roster.group(figures.group),
        rules=figures.rules,
        base=figures.base,
        per_fan=figures.per_fan,
        last=record.last,
        totals=figures.result,
        trouble=record.trouble,
    )
