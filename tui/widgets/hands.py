"""The last hands, newest first: what happened at the left, what it did at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from tui.i18n import _, language
from tui.text import left
from tui.widgets.night import NightLines
from tui.words import moves, record_line, signed

if TYPE_CHECKING:
    from models.night import Night, Record


def short_name(record: Record) -> str:
    """``東東`` / ``E1`` with the streak after it."""
    name = record.name
    if language() == "en":
        return f"{name.en[0]}{name.position + 1}" + (f"+{record.streak}" if record.streak else "")
    return name.zh[0] + name.zh[2] + (f"+{record.streak}" if record.streak else "")


def log_line(night: Night, record: Record, width: int) -> Content:
    """One event on one line: its number, the hand, what happened, what it did."""
    corrected = Content.styled("✎", "$warning") if record.corrected_by is not None else Content(" ")
    start = Content.assemble(
        (f"{record.number:>3}", "$text-muted"),
        corrected,
        (left(short_name(record), 7), "$text-muted"),
        (record_line(night, record), "bold"),
    )
    did = " · ".join(moves(night.players, record.before, record.debts, record.payments))
    if not did and record.kind == "count":
        did = _("agrees")
    if did:
        start = Content.assemble(start, "  ", (did, "$secondary"))
    return start.truncate(width, ellipsis=True)


class LastHands(NightLines):
    """As many of the last events as there is room for."""

    DEFAULT_CSS = """
    LastHands { border: round $border; border-title-color: $primary; border-title-style: bold; height: 1fr; padding: 0 1; }
    """

    def titles(self) -> None:
        self.border_title = _("Last hands")
        night = self.night
        if night is not None and night.problems:
            self.border_subtitle = _("{n} events do not fit, see the log (l)").format(n=len(night.problems))
        else:
            self.border_subtitle = ""

    def lines(self, width: int, height: int) -> list[Content]:
        night = self.night
        if night is None:
            return []
        if not night.records:
            return [
                Content.styled(
                    _("No hand yet. {name} deals first.").format(name=night.players[night.dealer]),
                    "$text-muted",
                ),
                Content.styled(
                    _("Type winner, discarder, fan: 1 2 1 0 Enter. F1 explains every key."), "$text-muted"
                ),
            ]
        count = height or 5
        return [log_line(night, record, width) for record in reversed(night.records[-count:])]


__all__ = ["LastHands", "log_line", "short_name", "signed"]
