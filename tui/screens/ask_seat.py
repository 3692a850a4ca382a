"""Which of the players: a question answered with a seat's digit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical

from models.events import Seat
from tui import keymap
from tui.i18n import _
from tui.screens.base import Dialog
from tui.text import clip
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say


class AskSeatScreen(Dialog[Seat]):
    """Answers a seat, or ``None`` for Esc. ``words`` say the question; ``seats`` are those that can be the answer."""

    AREA = "ask_seat"
    BINDINGS = keymap.bindings("ask_seat")
    HELP = keymap.N_("Which player: press his number. Esc leaves everything as it was.")

    def __init__(self, words: Callable[[], str], players: Sequence[str], seats: Sequence[Seat]) -> None:
        super().__init__()
        self.words = words
        self.players = players
        self.seats = tuple(seats)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Say(self.words, classes="question")
            yield Say(self._choices)
            yield KeyBar("ask_seat")

    def _choices(self) -> str:
        return "   ".join(f"{seat + 1} {clip(self.players[seat], 12)}" for seat in self.seats)

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = _("A question")

    def on_key(self, event: events.Key) -> None:
        if event.character in [str(seat + 1) for seat in self.seats]:
            event.stop()
            self.dismiss(int(event.character or "1") - 1)

    def action_back(self) -> None:
        self.dismiss(None)
