"""One of a few lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui import keymap
from tui.i18n import _
from tui.screens.base import Dialog
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say


class ChooseScreen(Dialog[int]):
    """Answers the index of the line taken, by its digit or the cursor and Enter; ``None`` for none."""

    AREA = "choose"
    BINDINGS = keymap.bindings("choose")
    AUTO_FOCUS = "OptionList"
    HELP = keymap.N_("A choice: its digit takes a line at once, or ↑ ↓ and Enter. Esc goes back.")

    def __init__(
        self,
        words: Callable[[], str],
        choices: Sequence[Callable[[], str]],
        title: Callable[[], str] | None = None,
    ) -> None:
        super().__init__()
        self.words = words
        self.choices = list(choices)
        self.choice_title = title

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Say(self.words, classes="question")
            yield OptionList(markup=False)
            yield KeyBar("choose")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = self.choice_title() if self.choice_title else _("Choose")
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        options.clear_options()
        options.add_options(
            [
                Option(Content.assemble((f"{n} ", "bold $accent"), words()))
                for n, words in enumerate(self.choices, 1)
            ]
        )
        options.highlighted = at

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character.isdigit() and event.character.isascii():
            index = int(event.character) - 1
            if 0 <= index < len(self.choices):
                event.stop()
                self.dismiss(index)

    @on(OptionList.OptionSelected)
    def _selected(self, message: OptionList.OptionSelected) -> None:
        message.stop()
        self.dismiss(message.option_index)

    def action_accept(self) -> None:
        highlighted = self.query_one(OptionList).highlighted
        if highlighted is not None:
            self.dismiss(highlighted)

    def action_back(self) -> None:
        self.dismiss(None)
