"""A rule set as a list by family: a row a fan with its value, or a row a switch. The cursor row is changed by ← →, digits, on and off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message

from models import rules as rule_sets
from models.booklet import fold
from models.booklet_parts import value_text, worth_text
from models.fan_words import by_family, families, words
from models.rules import Row, RuleSet
from models.switches import SPECS, Spec, SwitchError
from tui.i18n import _, language, pick, tr
from tui.keymap import N_
from tui.text import left, right
from tui.widgets.lines import Lines

DIGITS: Final = 5


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the list: a heading, a fan or a switch."""

    kind: str
    """``heading``, ``fan`` or ``switch``."""
    key: str
    title: str


class RulesList(Lines):
    """Says :class:`Moved` when the cursor is elsewhere and :class:`Edited` with the changed rule set."""

    can_focus = True
    DEFAULT_CSS = "RulesList { height: 1fr; padding: 0 1; }"
    HELP = N_(
        "The rule set row by row. ↑ ↓ choose a row, ← → or digits change what it is worth, o pays it no longer, z takes the change back. "
        "w goes to the switches of disputed points. The text beside says what the row asks for and which sample hands your changes touch."
    )

    class Moved(Message):
        """The cursor is on another row."""

    class Edited(Message):
        """The rule set is another one."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.start: RuleSet | None = None
        self.draft: RuleSet | None = None
        self.switches = False
        """Whether the switches are listed in place of the fans."""
        self.words: tuple[str, ...] = ()
        self.at = 0
        self.top = 0
        self.typed: str | None = None
        self.trouble = ""

    # --- what is listed ---------------------------------------------------------------------------------------------------------

    def show(self, start: RuleSet) -> None:
        """Another rule set, unchanged."""
        self.start = self.draft = start
        self.at = min(self.at, max(len(self.entries) - 1, 0))
        self._settle()
        self._told(self.Moved())

    @property
    def entries(self) -> list[Entry]:
        """Every line, headings among them."""
        if self.draft is None:
            return []
        return self._switch_entries(self.draft) if self.switches else self._fan_entries(self.draft)

    def _fan_entries(self, rules: RuleSet) -> list[Entry]:
        found: list[Entry] = []
        for family, rows in by_family(rules).items():
            fits = [
                row
                for row in rows
                if self._fits(row.id, row.zh, row.en, words(row, rules.table).zh, words(row, rules.table).en)
            ]
            if fits:
                found.append(Entry("heading", family, pick(*families()[family])))
                found += [Entry("fan", row.id, pick(row.zh, row.en)) for row in fits]
        return found

    def _switch_entries(self, rules: RuleSet) -> list[Entry]:
        found = []
        for spec in SPECS.values():
            if spec.table in ("both", rules.table):
                title = switch_title(spec)
                if self._fits(spec.name, title, tr(spec.help)):
                    found.append(Entry("switch", spec.name, title))
        return found

    def _fits(self, *texts: str) -> bool:
        folded = [fold(text) for text in texts]
        return all(any(word in text for text in folded) for word in self.words)

    @property
    def entry(self) -> Entry | None:
        """The line under the cursor; never a heading."""
        entries = self.entries
        return entries[self.at] if self.at < len(entries) and entries[self.at].kind != "heading" else None

    @property
    def row(self) -> Row | None:
        """The fan under the cursor, as changed."""
        entry = self.entry
        return self.draft.row(entry.key) if self.draft and entry and entry.kind == "fan" else None

    @property
    def spec(self) -> Spec | None:
        """The switch under the cursor."""
        entry = self.entry
        return SPECS[entry.key] if entry and entry.kind == "switch" else None

    @property
    def changes(self) -> int:
        """How many rows and switches differ from the set as it was loaded."""
        if self.start is None or self.draft is None:
            return 0
        rows = sum(
            (a.value, a.on) != (b.value, b.on) for a, b in zip(self.start.rows, self.draft.rows, strict=True)
        )
        switches = sum(
            bool(getattr(self.start.switches, n) != getattr(self.draft.switches, n)) for n in SPECS
        )
        return rows + switches

    def filter(self, text: str) -> None:
        """Lists only rows with these words."""
        here = self.entry
        self.words = tuple(fold(word) for word in text.split())
        keys = [entry.key for entry in self.entries]
        self.at = keys.index(here.key) if here and here.key in keys else 0
        self._settle()
        self._told(self.Moved())

    def go(self, key: str) -> None:
        """Puts the cursor on a row."""
        keys = [entry.key for entry in self.entries]
        if key in keys:
            self.at = keys.index(key)
            self._told(self.Moved())

    def turn(self) -> None:
        """From the fans to the switches and back."""
        self.switches = not self.switches
        self.at = self.top = 0
        self._settle()
        self._told(self.Moved())

    # --- drawing ----------------------------------------------------------------------------------------------------------------

    def lines(self, width: int, height: int) -> list[Content]:
        entries = self.entries
        if not entries:
            return [Content.styled(_("nothing with these words") if self.words else "", "$text-muted")]
        if height:
            self.top = min(max(self.top, self.at - height + 2), max(self.at - 1, 0))
            self.top = max(min(self.top, len(entries) - height), 0)
        shown = entries[self.top : self.top + height] if height else entries
        return [self._line(entry, self.top + n == self.at, width) for n, entry in enumerate(shown)]

    def _line(self, entry: Entry, here: bool, width: int) -> Content:
        if entry.kind == "heading":
            return Content.styled("▌ " + entry.title, "bold $primary")
        assert self.start is not None and self.draft is not None
        now, was = self._text(self.draft, entry), self._text(self.start, entry)
        if here and self.typed is not None:
            now = self.typed + "▏"
        mark = "✱" if now != was else " "
        focused = here and self.has_focus
        value = now if entry.kind == "fan" else now.replace("_", " ")
        space = max(min(cell_len(value), width // 2), 6)
        room = max(width - space - 3, 8)
        return Content.assemble(
            ("▶" if here else " ", "bold $accent"),
            (mark, "bold $warning"),
            (left(entry.title, room), "bold reverse" if focused else "bold" if here else ""),
            " ",
            (
                right(value, space),
                "bold $accent"
                if here
                else "bold $warning"
                if mark == "✱"
                else "$text-muted"
                if value == _("not paid")
                else "",
            ),
        )

    @staticmethod
    def _text(rules: RuleSet, entry: Entry) -> str:
        if entry.kind == "switch":
            return value_text(getattr(rules.switches, entry.key))
        row = rules.row(entry.key)
        return "" if row is None else worth_text(row, rules) if row.on else _("not paid")

    # --- changing ---------------------------------------------------------------------------------------------------------------

    def _told(self, message: Message) -> None:
        self.refresh()
        self.post_message(message)

    def _settle(self) -> None:
        """The cursor never stays on a heading."""
        entries = self.entries
        while self.at < len(entries) - 1 and entries[self.at].kind == "heading":
            self.at += 1

    def _take(self, draft: RuleSet) -> None:
        self.trouble = ""
        if draft != self.draft:
            self.draft = draft
            self._told(self.Edited())

    def set_value(self, value: int | bool) -> None:
        """Another value for the fan under the cursor, or off and on."""
        entry = self.entry
        if self.draft is None or entry is None or entry.kind != "fan":
            return
        try:
            self._take(rule_sets.with_values(self.draft, {entry.key: value}))
        except SwitchError as error:
            self.trouble = tr(error.message)
            self._told(self.Moved())

    def set_switch(self, value: object) -> None:
        """Another value for the switch under the cursor."""
        entry = self.entry
        if self.draft is None or entry is None or entry.kind != "switch":
            return
        try:
            self._take(rule_sets.with_switches(self.draft, **{entry.key: value}))
        except SwitchError as error:
            self.trouble = tr(error.message)
            self._told(self.Moved())

    def step(self, by: int) -> None:
        """The value after or before."""
        self.keep_typed()
        if self.draft is None:
            return
        row, spec = self.row, self.spec
        if row is not None:
            self.set_value(max(row.value + by, 0))
        elif spec is not None:
            now = getattr(self.draft.switches, spec.name)
            if spec.kind == "number":
                self.set_switch(max(int(now) + by, 0))
            elif spec.kind == "list":
                choices = list_choices(spec)
                place = choices.index(now) if now in choices else 0
                self.set_switch(choices[(place + by) % len(choices)])
            else:
                texts = list(spec.values)
                self.set_switch(texts[(texts.index(value_text(now)) + by) % len(texts)])

    def toggle(self) -> None:
        """The fan under the cursor paid no longer, or again; a flag the other way."""
        row, spec = self.row, self.spec
        if row is not None:
            self.set_value(not row.on)
        elif spec is not None and spec.kind == "flag":
            self.step(1)

    def reset(self) -> None:
        """The row under the cursor as it was."""
        self.typed = None
        entry = self.entry
        if self.start is None or entry is None:
            return
        if entry.kind == "switch":
            self.set_switch(getattr(self.start.switches, entry.key))
            return
        was = self.start.row(entry.key)
        if was is not None:
            self.set_value(was.value)
            if not was.on:
                self.set_value(False)

    def keep_typed(self) -> None:
        """The number being typed counts."""
        self.typed = None
        self.refresh()

    def _type(self, digit: str) -> None:
        spec = self.spec
        if self.row is None and not (spec is not None and spec.kind == "number"):
            return
        if len(self.typed or "") >= DIGITS:
            return
        self.typed = ((self.typed or "") + digit).lstrip("0") or "0"
        if spec is not None:
            self.set_switch(int(self.typed))
        else:
            self.set_value(int(self.typed))
        self.refresh()

    def on_key(self, event: events.Key) -> None:
        moves = {
            "up": -1,
            "down": 1,
            "pageup": -max(self.size.height - 2, 1),
            "pagedown": max(self.size.height - 2, 1),
        }
        entries = self.entries
        if event.key in (*moves, "home", "end"):
            event.stop()
            self.keep_typed()
            self.trouble = ""
            last = len(entries) - 1
            step = moves.get(event.key, -last if event.key == "home" else last)
            self.at = min(max(self.at + step, 0), max(last, 0))
            way = 1 if step > 0 or self.at == 0 else -1
            while 0 <= self.at < len(entries) and entries[self.at].kind == "heading":
                if self.at + way < 0:
                    way = 1
                self.at += way
            self._told(self.Moved())
        elif event.character and event.character.isascii() and event.character.isdigit():
            event.stop()
            self._type(event.character)
        elif event.key == "backspace":
            event.stop()
            if self.typed:
                self.typed = self.typed[:-1] or "0"
                self.set_value(int(self.typed)) if self.row is not None else self.set_switch(int(self.typed))
                self.refresh()

    def on_click(self, event: events.Click) -> None:
        """The row under the pointer."""
        place = self.top + event.y
        entries = self.entries
        if place < len(entries) and entries[place].kind != "heading":
            self.keep_typed()
            self.at = place
            self._told(self.Moved())

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.keep_typed()


def list_choices(spec: Spec) -> list[tuple[str, ...]]:
    """The values ← → goes through for a switch that is a list: all, each one left out, none."""
    everything = tuple(spec.values)
    return [everything, *[tuple(v for v in everything if v != left_out) for left_out in everything], ()]


def switch_title(spec: Spec) -> str:
    """The disputed point in a few words, as the booklet asks it."""
    from tui.booklet_text import plain

    booklet = plain(language())
    section = (
        booklet.find(spec.name)
        if booklet.find(f"switch-{spec.name}") is None
        else booklet.find(f"switch-{spec.name}")
    )
    return section.title if section is not None else spec.name
