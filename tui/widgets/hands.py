"""The last hands, newest first: what happened at the left, what it did at the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from tui.i18n import _, language
from tui.text import left
from tui.widgets.night import NightLines
from tui.words import NAME, dealer_fans, happened, moves, names_of

if TYPE_CHECKING:
    from models.night import Night, Record


def short_name(record: Record) -> str:
    """``東東`` / ``E1`` with the streak after it."""
    name = record.name
    if language() == "en":
        return f"{name.en[0]}{name.position + 1}" + (f"+{record.streak}" if record.streak else "")
    return name.zh[0] + name.zh[2] + (f"+{record.streak}" if record.streak else "")


def log_line(night: Night, record: Record, width: int) -> Content:
    """One event on one line: its number, the hand, what happened, what it did. Where there is little room it is said in fewer words and with
    shorter names, at last with the money first, so that the money is never what is cut."""
    for brief, room in ((0, NAME), (1, NAME), (2, NAME), (2, 8), (3, 8), (3, 6), (3, 4)):
        head, what, did = _pieces(record, names_of(night.players, room), brief)
        line = Content.assemble(head, what, "  " if did else "", did)
        if line.cell_length <= width:
            return line
    return Content.assemble(head, did, "  " if did else "", what).truncate(width, ellipsis=True)


def _pieces(record: Record, players: Sequence[str], brief: int) -> tuple[Content, Content, Content]:
    corrected = Content.styled("✎", "$warning") if record.corrected_by is not None else Content(" ")
    head = Content.assemble(
        (f"{record.number:>3}", "$text-muted"), corrected, (left(short_name(record), 7), "$text-muted")
    )
    did = " · ".join(moves(players, record.before, record.debts, record.payments, brief))
    if not did and record.kind == "count":
        did = _("agrees")
    return (
        head,
        Content.styled(happened(players, record.event, dealer_fans(record)), "bold"),
        Content.styled(did, "$secondary"),
    )


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
