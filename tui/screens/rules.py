"""Rule sets: every fan by family with its value, condition and example, every switch of a disputed point; changed, tried on sample hands, saved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input

from models import samples
from models.fan_words import words
from models.messages import Msg
from models.rules import RuleSet, RuleSetError
from models.samples import Effect
from tui import keymap
from tui.i18n import _, n_, pick
from tui.screens.ask import AskScreen
from tui.screens.base import Page
from tui.screens.choose import ChooseScreen
from tui.screens.line import LineScreen
from tui.text import both_ends
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say
from tui.widgets.rules_detail import RulesDetail
from tui.widgets.rules_list import RulesList
from tui.widgets.status import StatusLine

if TYPE_CHECKING:
    from pathlib import Path

    from tui.rules_file import Available

SHORT = 6
"""Digits of a fingerprint that are shown."""


class SetLoaded(Message):
    """A rule set has been read."""

    def __init__(self, rules: RuleSet, own: bool) -> None:
        super().__init__()
        self.rules = rules
        self.own = own


class SetTrouble(Message):
    """A rule set cannot be read or written."""

    def __init__(self, reason: Msg) -> None:
        super().__init__()
        self.reason = reason


class SetSaved(Message):
    """A rule set is on disk."""

    def __init__(self, rules: RuleSet, path: Path) -> None:
        super().__init__()
        self.rules = rules
        self.path = path


class Recounted(Message):
    """What the changes do to the sample hands."""

    def __init__(self, fingerprints: tuple[str, str], effects: Sequence[Effect]) -> None:
        super().__init__()
        self.fingerprints = fingerprints
        self.effects = effects


class RulesScreen(Page[None]):
    """``name`` is the set to look at; nothing is the one new nights use."""

    AREA = "rules"
    BINDINGS = keymap.bindings("rules")
    AUTO_FOCUS = "RulesList"
    HELP = keymap.N_(
        "A rule set by family. Change what a fan is worth or how a disputed point is settled, and see at once which sample hands that changes. "
        "^S saves it as the table's own set; what was recorded before keeps its price. c compares two sets."
    )
    CSS = """
    RulesScreen #title { dock: top; height: 1; width: 1fr; padding: 0 1; background: $panel; }
    RulesScreen #query { dock: top; display: none; border: none; height: 1; padding: 0 1; background: $surface; }
    RulesScreen.-searching #query { display: block; }
    RulesScreen #body { height: 1fr; }
    RulesScreen #left { width: 38; height: 1fr; border-right: vkey $border; }
    RulesScreen.-wide #left { width: 50; }
    RulesScreen #right { width: 1fr; height: 1fr; }
    RulesScreen #outcome { height: 1; width: 1fr; padding: 0 1; background: $surface; }
    """

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self.asked = name
        self.own = False
        self.effects: Sequence[Effect] | None = ()

    def compose(self) -> ComposeResult:
        yield Say(self._title, id="title")
        yield Input(id="query", compact=True)
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield RulesList()
            with VerticalScroll(id="right"):
                yield RulesDetail()
        yield Say(self._outcome, id="outcome")
        yield StatusLine()
        yield KeyBar("rules")

    def on_mount(self) -> None:
        self.relabel()
        self.load(self.asked or self.taipai.settings.rules or "hk")

    @property
    def list(self) -> RulesList:
        """The rows."""
        return self.query_one(RulesList)

    @property
    def draft(self) -> RuleSet | None:
        """The rule set as changed."""
        return self.list.draft

    @property
    def unsaved(self) -> str:
        """What would be lost by closing now, in words; nothing when nothing would."""
        count = self.list.changes if self.is_mounted else 0
        return n_("{n} change of the rules", "{n} changes of the rules", count) if count else ""

    def relabel(self) -> None:
        super().relabel()
        self.query_one("#query", Input).placeholder = _("words of a name or condition")
        self._refresh()

    # --- reading and counting ---------------------------------------------------------------------------------------------------

    @work(thread=True, exclusive=True, group="rules-load")
    def load(self, name: str) -> None:
        """Reads a rule set on a worker; answers :class:`SetLoaded` or :class:`SetTrouble`."""
        from models.rules import builtin_names
        from tui import rules_file

        try:
            rules = rules_file.load(name)
        except RuleSetError as error:
            self.post_message(SetTrouble(error.message))
            if self.draft is None:
                self.post_message(SetLoaded(rules_file.load("hk"), False))
            return
        self.post_message(SetLoaded(rules, rules.name not in builtin_names()))

    @on(SetLoaded)
    def _loaded(self, event: SetLoaded) -> None:
        self.own = event.own
        self.effects = ()
        self.list.show(event.rules)
        self._refresh()

    @on(SetTrouble)
    def _trouble(self, event: SetTrouble) -> None:
        self.say(event.reason, "warning")

    @on(RulesList.Edited)
    def _edited(self) -> None:
        self.effects = None
        self._refresh()
        start, draft = self.list.start, self.list.draft
        if start is not None and draft is not None:
            self._recount(start, draft)

    @work(thread=True, exclusive=True, group="rules-count")
    def _recount(self, start: RuleSet, draft: RuleSet) -> None:
        self.post_message(Recounted((start.fingerprint, draft.fingerprint), samples.effects(start, draft)))

    @on(Recounted)
    def _recounted(self, event: Recounted) -> None:
        start, draft = self.list.start, self.list.draft
        if start is None or draft is None or event.fingerprints != (start.fingerprint, draft.fingerprint):
            return
        self.effects = event.effects
        self._refresh()

    @on(RulesList.Moved)
    def _moved(self) -> None:
        self._refresh()
        self.query_one("#right", VerticalScroll).scroll_home(animate=False)

    # --- what is shown ----------------------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        if not self.is_mounted:
            return
        detail = self.query_one(RulesDetail)
        rows = self.list
        detail.start, detail.draft, detail.row, detail.spec = rows.start, rows.draft, rows.row, rows.spec
        detail.effects, detail.trouble = self.effects, rows.trouble
        detail.example = self._example()
        detail.refresh(layout=True)
        for each in ("#title", "#outcome"):
            self.query_one(each, Say).refresh(layout=True)

    def _example(self) -> tuple[samples.Sample, samples.Worth] | None:
        draft, row = self.draft, self.list.row
        if draft is None or row is None:
            return None
        sample = samples.by_id(words(row, draft.table).sample)
        return None if sample is None else (sample, samples.worth(sample, draft))

    def _title(self) -> Content:
        draft = self.draft if self.is_mounted else None
        if draft is None:
            return Content.styled(_("Rules"), "bold $primary")
        kind = _("own set") if self.own else _("ships with TaiPai")
        start = Content.assemble(
            (_("Rules"), "bold $primary"),
            "  ",
            (pick(draft.title_zh, draft.title_en), "bold"),
            (
                f"  {draft.name} {self.list.start.fingerprint[:SHORT] if self.list.start else ''} · {kind}",
                "$text-muted",
            ),
        )
        return both_ends(start, Content.styled(self._in_force(), "$text-muted"), max(self.size.width - 2, 20))

    def _in_force(self) -> str:
        """Which set and version is in force: tonight's, else that of new nights."""
        current = self.taipai.services.current
        if current is not None:
            start = current.night.start
            rules = f"{start.options.rules} {start.rules_fingerprint[:SHORT]}".strip()
            loaded = self.list.start
            if (
                loaded is not None
                and loaded.name == start.options.rules
                and start.rules_fingerprint
                and loaded.fingerprint != start.rules_fingerprint
            ):
                return _("tonight: {rules}, changed since").format(rules=rules)
            return _("tonight: {rules}").format(rules=rules)
        return _("new nights: {rules}").format(rules=self.taipai.settings.rules or "hk")

    def _outcome(self) -> Content:
        if not self.is_mounted or self.draft is None:
            return Content("")
        count = self.list.changes
        if not count:
            kind = _("switches") if self.list.switches else _("fans")
            return Content.styled(_("{kind}; nothing changed yet").format(kind=kind), "$text-muted")
        parts = [n_("{n} change, not saved", "{n} changes, not saved", count)]
        if self.effects is None:
            parts.append(_("counting the sample hands"))
        else:
            up = sum(1 for e in self.effects if e.change is not None and e.change > 0)
            down = sum(1 for e in self.effects if e.change is not None and e.change < 0)
            other = len(self.effects) - up - down
            said = _("sample hands: {up} worth more, {down} less").format(up=up, down=down)
            if other:
                said += _(", {n} otherwise").format(n=other)
            parts.append(said)
        return Content.styled(" · ".join(parts), "bold $warning")

    # --- keys -------------------------------------------------------------------------------------------------------------------

    def action_less(self) -> None:
        self.list.step(-1)

    def action_more(self) -> None:
        self.list.step(1)

    def action_off(self) -> None:
        self.list.toggle()

    def action_reset(self) -> None:
        self.list.reset()

    def action_switches(self) -> None:
        self.list.turn()
        self.list.focus()

    def action_next_pane(self) -> None:
        right = self.query_one("#right", VerticalScroll)
        (self.list if self.focused is right else right).focus()

    def action_search(self) -> None:
        """Shows only rows with these words."""
        self.add_class("-searching")
        self.query_one("#query", Input).focus()

    @on(Input.Changed, "#query")
    def _typed(self, event: Input.Changed) -> None:
        self.list.filter(event.value)

    @on(Input.Submitted, "#query")
    def _submitted(self) -> None:
        self.list.focus()

    def action_explain(self) -> None:
        """The booklet, where it speaks of the row under the cursor."""
        spec, row = self.list.spec, self.list.row
        anchor = spec.name if spec is not None else ""
        if row is not None and self.draft is not None:
            chapter = "fans" if self.draft.table == "hk" else "tai"
            anchor = f"{chapter}/fans-{words(row, self.draft.table).family}"
        self.show("booklet", anchor, self.draft.name if self.draft is not None else "")

    def _other(self, title: str, then: str) -> None:
        from tui import rules_file

        found: Sequence[Available] = rules_file.available()

        def chosen(index: int | None) -> None:
            if index is not None:
                getattr(self, then)(found[index].name)

        self.app.push_screen(
            ChooseScreen(
                lambda: _(title),
                [lambda each=each: each.name + ("  " + _("own set") if each.own else "") for each in found],  # type: ignore[misc]
                lambda: _("Rule sets"),
            ),
            chosen,
        )

    def action_choose(self) -> None:
        """Another set to look at."""
        self._unless_lost(lambda: self._other(keymap.N_("Which rule set?"), "load"))

    def action_compare(self) -> None:
        """Another set beside this one, changes included."""
        self._other(keymap.N_("Compare with which rule set?"), "compare")

    @work(thread=True, exclusive=True, group="rules-load")
    def compare(self, name: str) -> None:
        """Reads the other set on a worker, then shows both."""
        from tui import rules_file

        try:
            other = rules_file.load(name)
        except RuleSetError as error:
            self.post_message(SetTrouble(error.message))
            return
        self.app.call_from_thread(self._compare, other)

    def _compare(self, other: RuleSet) -> None:
        from tui.screens.rules_compare import CompareScreen

        if self.draft is not None:
            self.app.push_screen(CompareScreen(self.draft, other, changed=bool(self.list.changes)))

    def action_save(self) -> None:
        """The changes as the table's own set."""
        from models.rules import builtin_names
        from tui.rules_file import SUGGESTED

        self.list.keep_typed()
        start = self.list.start
        if start is None or not self.list.changes:
            self.say(lambda: _("Nothing has been changed."))
            return

        def refuse(name: str) -> str:
            if name in builtin_names():
                return _("{name} ships with TaiPai and stays as it is; choose another name.").format(
                    name=name
                )
            if (
                not name
                or not all(c.isascii() and (c.islower() or c.isdigit() or c in "-_") for c in name)
                or not name[0].isalnum()
                or len(name) > 40
            ):
                return _("Small letters, digits, - and _, at most 40.")
            return ""

        def named(name: str | None) -> None:
            if name is not None and self.draft is not None and self.list.start is not None:
                self._save(name, self.draft, self.list.start)

        self.app.push_screen(
            LineScreen(
                lambda: _("Save as which set? A name in small letters."),
                start.name if self.own else SUGGESTED,
                refuse,
                lambda: _("Save the rules"),
            ),
            named,
        )

    @work(thread=True, exclusive=True, group="rules-load")
    def _save(self, name: str, draft: RuleSet, start: RuleSet) -> None:
        from tui import rules_file

        try:
            path = rules_file.save(name, draft, start)
            self.post_message(SetSaved(rules_file.load(name), path))
        except rules_file.RulesNotSaved as error:
            self.post_message(SetTrouble(error.message))
        except RuleSetError as error:
            self.post_message(SetTrouble(error.message))

    @on(SetSaved)
    def _saved(self, event: SetSaved) -> None:
        self.own = True
        self.effects = ()
        self.list.show(event.rules)
        self._refresh()
        name, version, path = event.rules.name, event.rules.fingerprint[:SHORT], event.path
        self.say(
            lambda: _("Saved as {name} {version} in {path}.").format(name=name, version=version, path=path)
        )
        if (self.taipai.settings.rules or "hk") != name:

            def answered(yes: bool | None) -> None:
                if yes:
                    self.taipai._keep(rules=name)
                    self._refresh()

            self.app.push_screen(
                AskScreen(
                    lambda: _("Use {name} for new nights? A night that has begun keeps its own.").format(
                        name=name
                    )
                ),
                answered,
            )

    def _unless_lost(self, go_on: object) -> None:
        """Asks first when changes would be lost."""
        if not self.list.changes:
            go_on()  # type: ignore[operator]
            return

        def answered(yes: bool | None) -> None:
            if yes:
                go_on()  # type: ignore[operator]

        self.app.push_screen(
            AskScreen(lambda: _("{what} not saved. Leave it so?").format(what=self.unsaved)), answered
        )

    def action_back(self) -> None:
        """Closes the search first, then the screen."""
        if self.has_class("-searching"):
            self.remove_class("-searching")
            self.query_one("#query", Input).value = ""
            self.list.focus()
            return
        self._unless_lost(lambda: self.dismiss(None))
