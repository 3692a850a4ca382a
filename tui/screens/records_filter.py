"""Which nights of the record book count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical

from models.statistics import Filter
from tui import keymap
from tui.i18n import _
from tui.screens.base import Dialog
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say
from tui.widgets.records_filter import FilterForm


class FilterScreen(Dialog[Filter]):
    """Answers the filter as accepted."""

    AREA = "filter"
    BINDINGS = keymap.bindings("filter")
    AUTO_FOCUS = "FilterForm"

    def __init__(
        self, start: Filter, groups: Sequence[str], rules: Sequence[str], players: Mapping[str, str]
    ) -> None:
        super().__init__()
        self.form = FilterForm(start, groups, rules, players)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Say(lambda: _("Only nights that fit every row count."), classes="question")
            yield self.form
            yield KeyBar("filter")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = _("Which nights count")

    def action_previous(self) -> None:
        self.form.step(-1)

    def action_following(self) -> None:
        self.form.step(1)

    def action_clear(self) -> None:
        self.dismiss(Filter())

    def action_accept(self) -> None:
        if self.form.fine():
            self.dismiss(self.form.now)

    def action_back(self) -> None:
        self.dismiss(None)
