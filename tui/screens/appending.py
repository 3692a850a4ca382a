"""Adding events to the night on the table: what is being stored, what could not be, and trying again. Shared by table and log.

An event is *pending* from the moment it is confirmed until the book says it is on disk. If the book refuses, it stays pending: Enter tries
again, Esc lets it go. What is typed meanwhile waits. A book that could not be reached is watched, and what waits is sent when it is back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from models.events import Event
from tui.i18n import _, tr
from tui.screens.base import Said
from tui.services import BookAway, BookBack, NotStored, OpenNight, OthersWrote, Stored
from tui.text import clip
from tui.words import happened

if TYPE_CHECKING:
    from textual.screen import Screen

    from models.night import Problem
    from tui.app import TaiPaiApp


def why(problem: Problem) -> Callable[[], str]:
    """Why an event cannot be, and what would fit."""
    return lambda: f"{tr(problem.reason)}: {tr(problem.fits)}"


class Appending:
    """Mixed into a screen that records. The screen provides ``told`` (one line for the person) and ``night_changed``."""

    _queue: list[Event]
    _busy: bool
    _taken: str
    _book_away: bool
    open_night: OpenNight

    def appending_begins(self, open_night: OpenNight) -> None:
        """To be called once, with the night on the table."""
        self.open_night = open_night
        self._queue = []
        self._busy = False
        self._taken = ""
        self._book_away = False

    @property
    def pending(self) -> Event | None:
        """What is confirmed and not on disk yet."""
        return self._queue[0] if self._queue else None

    @property
    def unsaved(self) -> str:
        """The same in words, or nothing."""
        return self._words_of(self._queue[0])() if self._queue else ""

    def _words_of(self, event: Event) -> Callable[[], str]:
        players = self.open_night.night.players
        return lambda: happened(players, event)

    @property
    def held(self) -> str:
        """What the person is told of an event that could not be stored, and the keys for it."""
        return (
            _("Not recorded: {what}. Enter: try again. Esc: let it go.").format(what=clip(self.unsaved, 32))
            if self.stuck
            else ""
        )

    @property
    def stuck(self) -> bool:
        """Whether the book refused the pending event and it waits to be tried again."""
        return bool(self._queue) and not self._busy

    def told(self, what: Said, kind: str = "done") -> None:
        """One line for the person, said anew when the language changes: ``done``, ``note``, ``saving`` or ``trouble``."""
        raise NotImplementedError

    def night_changed(self, open_night: OpenNight, new: Event | None) -> None:
        """The night has another event; ``new`` is this app's own, just stored."""
        self.open_night = open_night

    def submit(self, *events: Event) -> bool:
        """Stores events one after the other. False, with one line, when the first cannot be."""
        if self._queue:
            what = self._words_of(self._queue[0])
            self.told(lambda: _("One moment: {what} is being stored.").format(what=what()), "note")
            return False
        problem = self.open_night.folder.check(events[0])
        if problem is not None:
            self.told(why(problem), "trouble")
            return False
        self._queue = list(events)
        self._send()
        return True

    def try_again(self) -> None:
        """Sends the pending event once more; takes the night over when another app has it and that is why."""
        if not self.stuck:
            return
        problem = self.open_night.folder.check(self._queue[0])
        if problem is not None:
            self.told(why(problem), "trouble")
            return
        self._send(take=bool(self._taken))

    def let_go(self) -> None:
        """Drops what could not be stored."""
        what = self._words_of(self._queue[0]) if self._queue else str
        self._queue = []
        self._taken = ""
        self._book_away = False
        self._services.let_go()
        self.told(lambda: _("Let go, not recorded: {what}").format(what=what()), "note")

    def _send(self, *, take: bool = False) -> None:
        self._busy = True
        what = self._words_of(self._queue[0])
        self.told(lambda: _("storing: {what} …").format(what=what()), "saving")
        self._services.append(cast(Any, self), self._queue[0], take=take)

    @property
    def _services(self) -> Any:
        app = cast("TaiPaiApp", cast("Screen[Any]", self).app)
        return app.services

    def on_stored(self, message: Stored) -> None:
        self._busy = False
        self._taken = ""
        self._book_away = False
        event = self._queue.pop(0) if self._queue else message.entry.event
        more = bool(self._queue)
        # an Enter that waited may confirm, and send, the next event on hearing of this one: that is not to be sent again
        self._broadcast(message.open_night, event)
        if more:
            self._send()

    def on_not_stored(self, message: NotStored) -> None:
        self._busy = False
        self._taken = message.taken
        self._book_away = message.away
        if message.stale:
            self._broadcast(message.open_night, None)
            self.told(lambda: _("Another app recorded meanwhile: look at the board, then decide."), "trouble")
        elif message.taken:
            self.told(
                lambda: _("{owner} has this night open. Enter takes it over.").format(
                    owner=clip(message.taken, 40)
                ),
                "trouble",
            )
        else:
            self.told(message.reason, "trouble")

    def on_others_wrote(self, message: OthersWrote) -> None:
        self._broadcast(message.open_night, None)
        if message.after_all:
            self.told(
                lambda: _(
                    "It had been recorded before the connection broke: {what}. u takes it back."
                ).format(what=happened(message.open_night.night.players, message.new[0].event)),
                "trouble",
            )
            return
        new = message.new[-1]
        self.told(
            lambda: _("Another app recorded: {what}").format(
                what=happened(message.open_night.night.players, new.event)
            ),
            "note",
        )

    def on_book_away(self, message: BookAway) -> None:
        if not self._queue:
            self.told(message.reason, "trouble")

    def on_book_back(self, message: BookBack) -> None:
        """Sends what waits only because the book was away, on whatever screen it was confirmed."""
        waiting = [
            screen
            for screen in cast("Screen[Any]", self).app.screen_stack
            if isinstance(screen, Appending) and screen.stuck and screen._book_away
        ]
        for screen in waiting:
            screen.try_again()
        if not waiting:
            self.told(lambda: _("The record book is back."), "note")

    def _broadcast(self, open_night: OpenNight, new: Event | None) -> None:
        mine: object = self
        for screen in cast("Screen[Any]", self).app.screen_stack:
            changed = getattr(screen, "night_changed", None)
            if callable(changed):
                changed(open_night, new if screen is mine else None)
