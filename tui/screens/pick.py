"""Some of a list."""

from __future__ import annotations

import re
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
from tui.screens.line import LineScreen
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say


class _Marks(OptionList):
    BINDINGS = [
        Binding("space", "screen.mark", show=False, id="pick.list_toggle"),
        Binding("enter", "screen.accept", show=False, id="pick.list_accept"),
    ]


class PickScreen(Dialog[tuple[int, ...]]):
    """Answers the indexes of the marked lines, in the list's order; ``None`` when left.

    ``refuse`` says why the marked lines cannot be taken, or nothing. With ``named`` the list can grow: it answers which line a typed name is
    (the index of one that stands there already, or that of the next, which is then added), or says why it cannot be. Names typed so are in
    ``choices`` behind those that were given.
    """

    AREA = "pick"
    BINDINGS = keymap.bindings("pick")
    AUTO_FOCUS = "OptionList"
    HELP = keymap.N_(
        "Mark any of these with Space; Enter takes what is marked, Esc leaves everything as it was."
    )
    CSS = """
    PickScreen .trouble { color: $error; width: 1fr; }
    """

    def __init__(
        self,
        words: Callable[[], str],
        choices: Sequence[str],
        marked: Sequence[int] = (),
        title: Callable[[], str] | None = None,
        refuse: Callable[[tuple[int, ...]], str] = lambda marked: "",
        named: Callable[[str, Sequence[str]], int | str] | None = None,
    ) -> None:
        super().__init__()
        self.words = words
        self.choices = list(choices)
        self.marked = set(marked)
        self.pick_title = title
        self.refuse = refuse
        self.named = named
        self.trouble = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Say(self.words, classes="question")
            yield _Marks(*[Option(self._line(n)) for n in range(len(self.choices))])
            yield Say(lambda: Content(self.trouble), classes="trouble")
            yield KeyBar("pick")

    def on_mount(self) -> None:
        self.relabel()
        if not self.choices and self.named is not None:
            self.action_add()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Names are typed only where the list may grow; an empty list has nothing to mark."""
        if action == "add":
            return self.named is not None
        return bool(self.choices) if action in ("mark", "accept") else True

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = self.pick_title() if self.pick_title else _("Choose")
        self._say(self.refuse(self._taken) if self.trouble else "")

    @property
    def _taken(self) -> tuple[int, ...]:
        return tuple(sorted(self.marked))

    def _say(self, trouble: str) -> None:
        self.trouble = trouble
        self.query_one(".trouble", Say).refresh(layout=True)

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
        self._say("")

    def action_add(self) -> None:
        """Names that are not in the list, several in one line with commas between."""
        named = self.named
        if named is None:
            return

        def refuse(line: str) -> str:
            found = [named(name, self.choices) for name in _names(line)]
            return next((why for why in found if isinstance(why, str)), "") or (
                "" if found else _("A player needs a name.")
            )

        def typed(line: str | None) -> None:
            options = self.query_one(OptionList)
            for name in _names(line or ""):
                at = named(name, self.choices)
                if isinstance(at, str):
                    continue
                self.marked.add(at)
                if at == len(self.choices):
                    self.choices.append(name)
                    options.add_option(Option(self._line(at)))
                else:
                    options.replace_option_prompt_at_index(at, self._line(at))
                options.highlighted = at
            self._say("")
            self.query_one(KeyBar).refresh(layout=True)

        self.app.push_screen(
            LineScreen(
                lambda: _("Names of players who are not in the list, with commas between."),
                refuse=refuse,
                title=lambda: _("New players"),
            ),
            typed,
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click marks."""
        event.stop()
        self.action_mark()

    def action_accept(self) -> None:
        refused = self.refuse(self._taken)
        if refused:
            self._say(refused)
        else:
            self.dismiss(self._taken)

    def action_back(self) -> None:
        self.dismiss(None)


def _names(line: str) -> list[str]:
    """The names of a line, each once."""
    parts = (part.strip() for part in re.split("[,，、;；]", line))
    return list(dict.fromkeys(part for part in parts if part))
