"""Which nights count, as a form: a row each, changed by ← →; dates are typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from textual import events
from textual.content import Content
from textual.message import Message

from models.statistics import Filter
from tui.i18n import _
from tui.keymap import N_
from tui.text import left
from tui.widgets.lines import Lines

ROWS: Final = ("period", "since", "until", "group", "rules", "player")
PERIODS: Final = (N_("all"), N_("last 30 days"), N_("last 90 days"), N_("this year"), N_("last year"))


def period(name: str, today: date) -> tuple[str, str]:
    """First and last day of a named period; nothing where it is open."""
    match name:
        case "last 30 days":
            return (today - timedelta(days=29)).isoformat(), ""
        case "last 90 days":
            return (today - timedelta(days=89)).isoformat(), ""
        case "this year":
            return f"{today.year}-01-01", ""
        case "last year":
            return f"{today.year - 1}-01-01", f"{today.year - 1}-12-31"
        case _:
            return "", ""


def date_problem(text: str) -> str:
    """Why a date cannot be, or nothing. A year or a month alone is fine."""
    if not text:
        return ""
    try:
        if len(text) == 4:
            date(int(text), 1, 1)
        elif len(text) == 7 and text[4] == "-":
            date(int(text[:4]), int(text[5:]), 1)
        elif len(text) == 10:
            date.fromisoformat(text)
        else:
            raise ValueError
    except ValueError:
        return _("A date is written 2026, 2026-11 or 2026-11-29.")
    return ""


class FilterForm(Lines):
    """Edits a :class:`Filter`; says :class:`Changed`."""

    can_focus = True
    DEFAULT_CSS = "FilterForm { height: 8; padding: 0 1; }"
    HELP = N_(
        "Which nights count. ↑ ↓ choose a row, ← → its value; dates are typed: 2026, 2026-11 or 2026-11-29. Enter takes it."
    )

    class Changed(Message):
        """A value or the row changed."""

    def __init__(
        self,
        start: Filter,
        groups: Sequence[str],
        rules: Sequence[str],
        players: Mapping[str, str],
        today: date | None = None,
    ) -> None:
        super().__init__()
        self.now = start
        self.groups = ["", *groups]
        self.rule_sets = ["", *rules]
        self.players = {"": "", **dict(sorted(players.items(), key=lambda entry: entry[1]))}
        self.today = today or date.today()
        self.at = 0
        self.trouble = ""

    @property
    def row(self) -> str:
        return ROWS[self.at]

    @property
    def period(self) -> str:
        """The named period the dates make, or nothing."""
        return next(
            (name for name in PERIODS if period(name, self.today) == (self.now.since, self.now.until)), ""
        )

    def title_of(self, row: str) -> str:
        return {
            "period": _("Period"),
            "since": _("From"),
            "until": _("To"),
            "group": _("Group"),
            "rules": _("Rule set"),
            "player": _("With"),
        }[row]

    def shown(self, row: str) -> str:
        """The row's value in words."""
        match row:
            case "period":
                return _(self.period) if self.period else _("own dates")
            case "since" | "until":
                return getattr(self.now, row) or _("no limit")
            case "player":
                return self.players.get(self.now.player) or _("everybody")
            case _:
                return getattr(self.now, row) or _("any")

    def lines(self, width: int, height: int) -> list[Content]:
        made = []
        for at, row in enumerate(ROWS):
            here = at == self.at and self.has_focus
            typing = here and row in ("since", "until")
            made.append(
                Content.assemble(
                    ("▶ " if here else "  ", "bold $accent"),
                    left(self.title_of(row), 12),
                    ("◀ " if here and not typing else "  ", "$accent"),
                    (
                        self.shown(row) + ("▏" if typing else ""),
                        "bold $accent" if here else "bold" if self._set(row) else "",
                    ),
                    (" ▶" if here and not typing else "", "$accent"),
                )
            )
        made.append(Content.styled(self.trouble, "bold $error"))
        return made

    def _set(self, row: str) -> bool:
        return self.period != "all" if row == "period" else bool(getattr(self.now, row))

    def _told(self) -> None:
        self.refresh()
        self.post_message(self.Changed())

    def step(self, by: int) -> None:
        """The next or previous value of the row."""
        row = self.row
        if row == "period":
            names = list(PERIODS)
            at = names.index(self.period) if self.period in names else -1 if by > 0 else 0
            since, until = period(names[(at + by) % len(names)], self.today)
            self.now = replace(self.now, since=since, until=until)
            self.trouble = ""
        elif row in ("group", "rules", "player"):
            values = {"group": self.groups, "rules": self.rule_sets, "player": list(self.players)}[row]
            now = getattr(self.now, row)
            at = values.index(now) if now in values else 0
            self.now = replace(self.now, **{row: values[(at + by) % len(values)]})
        self._told()

    def fine(self) -> bool:
        """Whether both dates can be; says why not."""
        self.trouble = (
            date_problem(self.now.since)
            or date_problem(self.now.until)
            or (
                _("The last day is before the first.")
                if self.now.until and self.now.since[: len(self.now.until)] > self.now.until
                else ""
            )
        )
        self._told()
        return not self.trouble

    def on_key(self, event: events.Key) -> None:
        if event.key in ("up", "down", "home", "end"):
            event.stop()
            last = len(ROWS) - 1
            self.at = min(
                max(self.at + {"up": -1, "down": 1, "home": -last, "end": last}[event.key], 0), last
            )
            self.trouble = ""
            self._told()
        elif self.row in ("since", "until"):
            now = getattr(self.now, self.row)
            if event.key in ("backspace", "delete"):
                event.stop()
                now = now[:-1] if event.key == "backspace" else ""
            elif event.character and event.character in "0123456789-" and len(now) < 10:
                event.stop()
                if event.character != "-" and len(now) in (4, 7):
                    now += "-"
                now += event.character
            else:
                return
            self.now = replace(self.now, **{self.row: now})
            self.trouble = ""
            self._told()

    def on_focus(self) -> None:
        self._told()


def said(which: Filter, players: Mapping[str, str]) -> str:
    """The filter in a few words."""
    parts = []
    if which.since or which.until:
        parts.append(
            f"{which.since or '…'} – {which.until or '…'}" if which.since != which.until else which.since
        )
    parts += [part for part in (which.group, which.rules, players.get(which.player, "")) if part]
    return " · ".join(parts) or _("all nights")
