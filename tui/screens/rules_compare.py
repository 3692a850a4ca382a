"""Two rule sets side by side: in what they differ, and what that does to the sample hands."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message

from models import samples
from models.booklet_parts import value_text, worth_text
from models.rules import Difference, RuleSet, diff
from models.samples import Effect
from models.switches import SPECS
from tui import keymap
from tui.i18n import _, language, n_, pick
from tui.screens.base import Page
from tui.text import clip
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say
from tui.widgets.records import RecordTable
from tui.widgets.rules_list import switch_title


class Compared(Message):
    """The sample hands have been counted with both."""

    def __init__(self, effects: Sequence[Effect]) -> None:
        super().__init__()
        self.effects = effects


class CompareScreen(Page[None]):
    """Differences above, sample hands below; Tab goes from one to the other."""

    AREA = "compare"
    BINDINGS = keymap.bindings("compare")
    AUTO_FOCUS = "#differences"
    HELP = keymap.N_(
        "Two rule sets side by side: above in what they differ, below the sample hands that they price differently."
    )
    CSS = """
    CompareScreen #title { dock: top; height: 1; width: 1fr; padding: 0 1; background: $panel; }
    CompareScreen .part { height: 1fr; }
    CompareScreen .part Say { height: 1; width: 1fr; padding: 0 1; }
    """

    def __init__(self, one: RuleSet, two: RuleSet, *, changed: bool = False) -> None:
        super().__init__()
        self.one = one
        self.two = two
        self.changed = changed
        self.differences: Sequence[Difference] = diff(one, two)
        self.effects: Sequence[Effect] | None = None

    def compose(self) -> ComposeResult:
        yield Say(self._title, id="title")
        with Vertical(classes="part"):
            yield Say(self._said_differences)
            yield RecordTable(id="differences")
        with Vertical(classes="part"):
            yield Say(self._said_hands, id="said-hands")
            yield RecordTable(id="hands")
        yield KeyBar("compare")

    def on_mount(self) -> None:
        self._fill()
        self._count()

    def relabel(self) -> None:
        super().relabel()
        self._fill()

    def _label(self, rules: RuleSet) -> str:
        mark = "✱" if self.changed and rules is self.one else ""
        return f"{rules.name}{mark} {rules.fingerprint[:4]}"

    def _title(self) -> Content:
        return Content.assemble(
            (_("Compare"), "bold $primary"),
            "  ",
            (self._label(self.one), "bold"),
            "  ↔  ",
            (self._label(self.two), "bold"),
        )

    def _said_differences(self) -> Content:
        count = len(self.differences)
        return Content.styled(
            n_("{n} difference", "{n} differences", count) if count else _("They price every hand alike."),
            "$text-muted",
        )

    def _said_hands(self) -> Content:
        if self.effects is None:
            return Content.styled(_("counting the sample hands"), "$text-muted")
        return Content.styled(
            n_("{n} sample hand changes", "{n} sample hands change", len(self.effects)), "$text-muted"
        )

    @work(thread=True, exclusive=True)
    def _count(self) -> None:
        self.post_message(Compared(samples.effects(self.one, self.two)))

    @on(Compared)
    def _compared(self, event: Compared) -> None:
        self.effects = event.effects
        self._fill()
        self.query_one("#said-hands", Say).refresh(layout=True)

    def _fill(self) -> None:
        if not self.is_mounted:
            return
        columns = ["", self._label(self.one), self._label(self.two)]
        rows = [
            [
                Text(clip(self._what(d), 34)),
                Text(clip(self._side(d, self.one), 26)),
                Text(clip(self._side(d, self.two), 26)),
            ]
            for d in self.differences
        ]
        self.query_one("#differences", RecordTable).fill(
            columns, rows, [f"{d.kind}/{d.key}" for d in self.differences], fixed=1
        )
        effects = self.effects or ()
        chinese = language() == "zh_HK"
        hand_rows = []
        for effect in effects:
            sides = [
                Text(_("no win") if w.total is None else str(w.total), justify="right")
                for w in (effect.before, effect.after)
            ]
            change = effect.change
            told = Text(
                _("who pays changes") if change == 0 else "" if change is None else f"{change:+d}",
                justify="right",
            )
            hand_rows.append([Text(clip(effect.sample.title(chinese), 40)), *sides, told])
        self.query_one("#hands", RecordTable).fill(
            [_("sample hand"), self._label(self.one), self._label(self.two), "±"],
            hand_rows,
            [e.sample.id for e in effects],
        )

    def _what(self, d: Difference) -> str:
        if d.kind == "switch":
            return switch_title(SPECS[d.key])
        row = self.one.row(d.key) or self.two.row(d.key)
        name = pick(row.zh, row.en) if row is not None else d.key
        return name if d.kind == "fan" else _("{name} takes out").format(name=name)

    def _side(self, d: Difference, rules: RuleSet) -> str:
        if d.kind == "switch":
            return value_text(getattr(rules.switches, d.key))
        if d.kind == "fan":
            row = rules.row(d.key)
            return "–" if row is None or not row.on else worth_text(row, rules)
        names = [
            pick(row.zh, row.en)
            for name in dict(rules.drops).get(d.key, ())
            if (row := rules.row(name)) is not None
        ]
        return _(", ").join(names) or "–"

    def action_other(self) -> None:
        one, two = self.query_one("#differences"), self.query_one("#hands")
        (two if self.focused is one else one).focus()

    def action_back(self) -> None:
        self.dismiss(None)
