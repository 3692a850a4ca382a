"""A question with two answers."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from tui import keymap
from tui.i18n import _
from tui.screens.base import Dialog
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say


class AskScreen(Dialog[bool]):
    """Answers ``True`` or ``False``. ``words`` say the question in the language of the moment; ``title`` what it is about."""

    AREA = "ask"
    BINDINGS = keymap.bindings("ask")
    HELP = keymap.N_("A question: y or Enter is yes, n or Esc is no. Nothing happens until you answer.")

    def __init__(self, words: Callable[[], str | Content], title: Callable[[], str] | None = None) -> None:
        super().__init__()
        self.words = words
        self.question_title = title

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Say(self.words, classes="question")
            yield KeyBar("ask")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = (
            self.question_title() if self.question_title else _("A question")
        )

    def action_yes(self) -> None:
        self.dismiss(True)

    def action_no(self) -> None:
        self.dismiss(False)
