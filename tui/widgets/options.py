"""Stakes and house rules as a list: a row each, its value changed by ← →, a number also by typing; the line below explains the row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from textual import events
from textual.content import Content
from textual.message import Message

from models import options as table
from models.events import NightStarted
from tui.i18n import _, tr
from tui.keymap import N_
from tui.text import left
from tui.widgets.lines import Lines
from tui.words import money

STAKES = ("base", "per_fan", "preset")
NUMBER_DIGITS = 6


class OptionsForm(Lines):
    """Edits the stakes and options of a :class:`NightStarted`. Says :class:`Changed`; the screen shows :meth:`explanation`."""

    can_focus = True
    DEFAULT_CSS = "OptionsForm { height: 1fr; padding: 0 1; }"
    HELP = N_(
        "Stakes and house rules. ↑ ↓ choose a row, ← → its value; numbers can be typed. p goes through the presets: Hong Kong and Taiwan. "
        "Grey rows do not matter with the others as they are. The line below says what the row means. Enter accepts them all."
    )

    class Changed(Message):
        """A value or the row changed."""

    def __init__(
        self, start: NightStarted, rule_sets: tuple[str, ...] = ("hk", "taiwan"), *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.start = start
        self.rule_sets = rule_sets
        self.at = 0
        self.typed: str | None = None
        self.trouble = ""

    @property
    def rows(self) -> list[str]:
        return [*STAKES, *(option.name for option in table.OPTIONS)]

    @property
    def row(self) -> str:
        return self.rows[self.at]

    # --- drawing ----------------------------------------------------------------------------------------------------------------

    def title_of(self, row: str) -> str:
        if row == "base":
            return _("Base")
        if row == "per_fan":
            return _("Per fan")
        if row == "preset":
            return _("Preset")
        return tr(table.BY_NAME[row].title)

    def shown(self, row: str) -> str:
        """The row's value in words."""
        start = self.start
        if row == self.row and self.typed is not None:
            return self.typed + "▏"
        if row == "base":
            return money(start.base)
        if row == "per_fan":
            return money(start.per_fan)
        if row == "preset":
            found = table.preset_of(start.options)
            return tr(table.PRESETS[found].title) if found else _("own")
        return tr(table.title_of(row, getattr(start.options, row)))

    def explanation(self) -> str:
        """One line on the row under the cursor."""
        if self.trouble:
            return self.trouble
        match self.row:
            case "base":
                return _("What a hand of no fan pays.")
            case "per_fan":
                return _("What each fan adds. A hand of 10 fan pays {value}.").format(
                    value=money(self.start.base + 10 * self.start.per_fan)
                )
            case "preset":
                return _(
                    "Hong Kong: lai, a draw passes the deal. Taiwan: cash hand by hand, a draw keeps the dealer, tai."
                )
            case name:
                return tr(table.BY_NAME[name].help)

    def lines(self, width: int, height: int) -> list[Content]:
        rows = self.rows
        label = 28
        made = []
        for at, row in enumerate(rows):
            matters = row in STAKES or table.matters(row, self.start.options)
            here = at == self.at and self.has_focus
            changed = row in table.BY_NAME and getattr(self.start.options, row) != table.BY_NAME[row].default
            value = self.shown(row)
            text = Content.assemble(
                ("▶ " if here else "  ", "bold $accent"),
                (left(self.title_of(row), label), ("bold" if matters else "$text-muted dim")),
                ("◀ " if here else "  ", "$accent"),
                (
                    value,
                    "bold $accent"
                    if here
                    else ("bold $warning" if changed else "")
                    if matters
                    else "$text-muted dim",
                ),
                (" ▶" if here else "", "$accent"),
                ("  ✱" if changed and matters else "", "$warning"),
            )
            made.append(text)
        if height and len(made) > height:
            first = min(max(self.at - height // 2, 0), len(made) - height)
            made = made[first : first + height]
        return made

    # --- changing ------------------------------------------------------------------------------------------------------------------

    def _set(self, row: str, value: Any) -> None:
        if row in ("base", "per_fan"):
            self.start = replace(self.start, **{row: value})
        else:
            self.start = replace(self.start, options=table.changed(self.start.options, row, value))
        self._told()

    def _told(self) -> None:
        self.refresh()
        self.post_message(self.Changed())

    def number_of(self, row: str) -> tuple[int, int] | None:
        """(now, least) of a row that is a number."""
        if row in ("base", "per_fan"):
            return getattr(self.start, row), 0 if row == "base" else 1
        option = table.BY_NAME.get(row)
        if option is not None and option.minimum is not None:
            return int(getattr(self.start.options, row)), option.minimum
        return None

    def step(self, by: int) -> None:
        """The next or previous value of the row."""
        self.trouble = ""
        if not self.keep_typed():
            return
        row = self.row
        number = self.number_of(row)
        if number is not None:
            now, least = number
            if now + by < least:
                self.trouble = _("At least {least}.").format(least=least)
                self._told()
            else:
                self._set(row, min(now + by, table.LIMIT))
        elif row == "preset":
            self.next_preset(by)
        elif row == "rules":
            names = (
                self.rule_sets
                if self.start.options.rules in self.rule_sets
                else (self.start.options.rules, *self.rule_sets)
            )
            self._set(row, names[(names.index(self.start.options.rules) + by) % len(names)])
        else:
            choices = [choice.value for choice in table.BY_NAME[row].choices]
            self._set(row, choices[(choices.index(getattr(self.start.options, row)) + by) % len(choices)])

    def next_preset(self, by: int = 1) -> None:
        """The next preset; its rule set comes with it."""
        names = list(table.PRESETS)
        now = table.preset_of(self.start.options)
        name = names[(names.index(now) + by) % len(names)] if now in names else names[0]
        self.start = replace(self.start, options=table.PRESETS[name].options)
        self._told()

    def keep_typed(self) -> bool:
        """Takes the number being typed; False, with one line, when it cannot be."""
        if self.typed is None:
            return True
        number = self.number_of(self.row)
        assert number is not None
        least = number[1]
        if not self.typed or int(self.typed) < least:
            self.trouble = _("At least {least}.").format(least=least)
            self._told()
            return False
        value, self.typed = int(self.typed), None
        self._set(self.row, value)
        return True

    def on_key(self, event: events.Key) -> None:
        if event.key in ("up", "down", "pageup", "pagedown", "home", "end"):
            event.stop()
            if self.keep_typed():
                last = len(self.rows) - 1
                move = {"up": -1, "down": 1, "pageup": -6, "pagedown": 6, "home": -last, "end": last}[
                    event.key
                ]
                self.at = min(max(self.at + move, 0), last)
                self.trouble = ""
                self._told()
        elif event.character and event.character in "-.":
            event.stop()
            self.trouble = _("Whole numbers only, none below 0.")
            self._told()
        elif event.character and event.character.isascii() and event.character.isdigit():
            event.stop()
            if self.number_of(self.row) is None:
                self.trouble = _("← → change this row.")
            elif len(self.typed or "") >= NUMBER_DIGITS:
                self.trouble = _("At most {n} digits.").format(n=NUMBER_DIGITS)
            else:
                self.typed = ((self.typed or "") + event.character).lstrip("0") or "0"
                self.trouble = ""
            self._told()
        elif event.key == "backspace" and self.typed is not None:
            event.stop()
            self.typed = self.typed[:-1] if len(self.typed) > 1 else None
            self._told()

    def on_focus(self) -> None:
        self._told()

    def on_blur(self) -> None:
        self.refresh()
