"""戰績 of the night so far, as a table: money paid, money still pulled, what settling up now would give, and where it came from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from textual.content import Content

from tui.i18n import _
from tui.keymap import N_
from tui.text import left, right
from tui.widgets.night import NightLines
from tui.words import signed, tone

if TYPE_CHECKING:
    from models.events import Seat
    from models.night import Night

COLUMNS: Final[tuple[tuple[str, Callable[[Night, Seat], int]], ...]] = (
    (N_("paid"), lambda night, seat: night.totals[seat]),
    (N_("owed"), lambda night, seat: night.owed(seat)),
    (N_("sum"), lambda night, seat: night.projected[seat]),
    (N_("hands"), lambda night, seat: night.hand_points[seat]),
    (N_("lai"), lambda night, seat: night.lai_extra[seat]),
    (N_("instant"), lambda night, seat: night.instant[seat]),
)


class Standings(NightLines):
    """Six columns; each adds up to 0 and the last line says so."""

    DEFAULT_CSS = """
    Standings { border: round $border; border-title-color: $primary; border-title-style: bold; height: 8; padding: 0 1; }
    """

    def titles(self) -> None:
        self.border_title = _("Standings")

    def lines(self, width: int, height: int) -> list[Content]:
        night = self.night
        if night is None:
            return []
        columns = COLUMNS if width >= 62 else COLUMNS[:3] if width < 46 else COLUMNS[:5]
        label = min(14, width - len(columns) * 8)
        cell = (width - label) // len(columns)
        lines = [
            Content.assemble(
                " " * label,
                *[
                    (right(_(title), cell), "bold $text-muted" if i == 2 else "$text-muted")
                    for i, (title, _value) in enumerate(columns)
                ],
            )
        ]
        for seat in range(4):
            parts: list[str | tuple[str, str]] = [
                (
                    left(f"{seat + 1} {night.players[seat]}", label),
                    "bold $primary" if seat == night.dealer else "bold",
                )
            ]
            for i, (_title, value) in enumerate(columns):
                amount = value(night, seat)
                parts.append((right(signed(amount), cell), tone(amount) + (" bold" if i == 2 else "")))
            lines.append(Content.assemble(*parts))
        sums: list[str | tuple[str, str]] = [(left(_("together"), label), "$text-muted")]
        for _title, value in columns:
            total = sum(value(night, seat) for seat in range(4))
            sums.append(
                (
                    right(f"{signed(total)} ✓" if total == 0 else f"{signed(total)} !", cell),
                    "$text-muted" if total == 0 else "bold reverse $error",
                )
            )
        lines.append(Content.assemble(*sums))
        return lines
