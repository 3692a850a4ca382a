"""F1: help for what has the focus, then for the screen, then every key there is."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen

from tui import keymap
from tui.i18n import _
from tui.screens.base import Dialog
from tui.text import left, stack
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say


class HelpScreen(Dialog[None]):
    """A widget or screen says its help in ``HELP`` (a translation key) or, when it depends on the moment, ``help_text()``."""

    AREA = "help"
    BINDINGS = keymap.bindings("help")
    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, asked_from: Screen[Any]) -> None:
        super().__init__()
        self.asked_from = asked_from

    def compose(self) -> ComposeResult:
        with Vertical(classes="box help"):
            with VerticalScroll():
                yield Say(self._words, classes="question")
            yield KeyBar("help")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = _("Help")

    def texts(self) -> list[str]:
        """Help of the focused widget and of what holds it, innermost first, each once."""
        found: list[str] = []
        node: Any = self.asked_from.focused or self.asked_from
        while node is not None:
            said = (
                node.help_text()
                if callable(getattr(node, "help_text", None))
                else getattr(node, "HELP", None)
            )
            if isinstance(said, str) and said and said not in found:
                found.append(said)
            if node is self.asked_from:
                break
            node = node.parent
        return [_(text) for text in found if not text.startswith("#")]

    def _words(self) -> Content:
        lines: list[Content | str] = []
        for text in self.texts():
            lines += [text, ""]
        mapped = self.taipai.keys
        area = getattr(self.asked_from, "AREA", "")
        for heading, name in ((_("Keys here"), area), (_("Keys everywhere"), "app")):
            actions = [a for a in keymap.area(name) if not a.id.endswith(".question")]
            if not actions:
                continue
            lines.append(Content.styled(heading, "bold $primary"))
            for action in actions:
                keys = " ".join(keymap.shown(key) for key in keymap.keys_of(action.id, mapped))
                lines.append(Content.assemble(("  " + left(keys, 10), "bold $accent"), _(action.help)))
            lines.append("")
        return stack(lines)

    def action_close(self) -> None:
        self.dismiss(None)
