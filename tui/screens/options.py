"""The stakes and house rules of a night: chosen before it begins, or looked at and corrected while it runs."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical

from models.events import NightStarted
from tui import keymap
from tui.i18n import _
from tui.screens.base import Dialog
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say
from tui.widgets.options import OptionsForm


def rule_sets() -> tuple[str, ...]:
    """The names of the rule sets there are: those that ship, then a table's own."""
    from tui import rules_file

    return tuple(each.name for each in rules_file.available())


class OptionsScreen(Dialog[NightStarted]):
    """Answers the start with its stakes and options as accepted."""

    AREA = "options"
    BINDINGS = keymap.bindings("options")
    AUTO_FOCUS = "OptionsForm"

    def __init__(self, start: NightStarted) -> None:
        super().__init__()
        self.start = start

    def compose(self) -> ComposeResult:
        with Vertical(classes="box tall"):
            yield OptionsForm(self.start, rule_sets())
            yield Say(self._explained, classes="explained")
            yield KeyBar("options")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = _("Stakes and house rules")

    def _explained(self) -> str:
        return self.query_one(OptionsForm).explanation() if self.is_mounted else ""

    @on(OptionsForm.Changed)
    def _changed(self) -> None:
        self.query_one(".explained", Say).refresh(layout=True)

    def action_previous(self) -> None:
        self.query_one(OptionsForm).step(-1)

    def action_following(self) -> None:
        self.query_one(OptionsForm).step(1)

    def action_preset(self) -> None:
        self.query_one(OptionsForm).next_preset()

    def action_accept(self) -> None:
        form = self.query_one(OptionsForm)
        if form.keep_typed():
            self.dismiss(form.start)

    def action_back(self) -> None:
        self.dismiss(None)
