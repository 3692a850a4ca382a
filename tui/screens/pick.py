"""Some of a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui import keymap
from tui.i18n import _
from tui.screens.base import Dialog
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say


class _Marks(OptionList):
    BINDINGS = [
        Binding("space", "screen.mark", show=False, id="pick.list_toggle"),
        Binding("enter", "screen.accept", show=False, id="pick.list_accept"),
    ]


class PickScreen(Dialog[tuple[int, ...]]):
    """Answers the indexes of the marked lines, in the list's order; ``None`` when left."""

    AREA = "pick"
    BINDINGS = keymap.bindings("pick")
    AUTO_FOCUS = "OptionList"
    HELP = keymap.N_(
        "Mark any of these with Space; Enter takes what is marked, Esc leaves everything as it was."
    )

    def __init__(
        self,
        words: Callable[[], str],
        choices: Sequence[str],
        marked: Sequence[int] = (),
        title: Callable[[], str] | None = None,
    ) -> None:
        super().__init__()
        self.words = words
        self.choices = list(choices)
        self.marked = set(marked)
        self.pick_title = title

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Say(self.words, classes="question")
            yield _Marks(*[Option(self._line(n)) for n in range(len(self.choices))])
            yield KeyBar("pick")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = self.pick_title() if self.pick_title else _("Choose")

    def _line(self, n: int) -> Content:
        mark = ("[x] ", "bold $success") if n in self.marked else ("[ ] ", "$text-muted")
        return Content.assemble(mark, self.choices[n])

    def action_mark(self) -> None:
        options = self.query_one(OptionList)
        at = options.highlighted
        if at is None:
            return
        self.marked ^= {at}
        options.replace_option_prompt_at_index(at, self._line(at))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click marks."""
        event.stop()
        self.action_mark()

    def action_accept(self) -> None:
        self.dismiss(tuple(sorted(self.marked)))

    def action_back(self) -> None:
        self.dismiss(None)
