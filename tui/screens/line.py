"""One line to type, such as a new name."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input

from tui import keymap
from tui.i18n import _
from tui.screens.base import Dialog
from tui.text import clean_name
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say


class LineScreen(Dialog[str]):
    """Answers the line as typed, cleaned; ``None`` when left. ``refuse`` says why a line cannot be taken, or nothing."""

    AREA = "line"
    BINDINGS = keymap.bindings("line")
    AUTO_FOCUS = "Input"
    HELP = keymap.N_("Type a line. Enter takes it, Esc leaves everything as it was.")
    CSS = """
    LineScreen Input { margin-top: 1; }
    LineScreen .trouble { color: $error; width: 1fr; }
    """

    def __init__(
        self,
        words: Callable[[], str],
        start: str = "",
        refuse: Callable[[str], str] = lambda line: "",
        title: Callable[[], str] | None = None,
    ) -> None:
        super().__init__()
        self.words = words
        self.start = start
        self.refuse = refuse
        self.line_title = title
        self.trouble = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Say(self.words, classes="question")
            yield Input(self.start, compact=True, select_on_focus=True)
            yield Say(lambda: Content(self.trouble), classes="trouble")
            yield KeyBar("line")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = self.line_title() if self.line_title else _("A line")

    def on_input_changed(self) -> None:
        """What was wrong may not be any more."""
        if self.trouble:
            self.trouble = ""
            self.query_one(".trouble", Say).refresh(layout=True)

    def on_input_submitted(self) -> None:
        """Enter in the line."""
        self.action_accept()

    def action_accept(self) -> None:
        line = clean_name(self.query_one(Input).value)
        self.trouble = self.refuse(line)
        if self.trouble:
            self.query_one(".trouble", Say).refresh(layout=True)
        else:
            self.dismiss(line)

    def action_back(self) -> None:
        self.dismiss(None)
