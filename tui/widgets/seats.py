"""The table from above: four seats around it, each with the wind he sits in for this hand, his money so far and what is still pulled."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content

from models.events import Seat
from tui.i18n import _
from tui.text import centred, clip, middle
from tui.widgets.night import NightLines
from tui.words import hand_title, signed, tone, wind, wind_short


class SeatTable(NightLines):
    """Counter-clockwise: 1 at the foot, 2 at the right, 3 at the head, 4 at the left, as one sees it sitting in seat 1."""

    DEFAULT_CSS = """
    SeatTable { border: round $border; border-title-color: $primary; border-title-style: bold; height: 8; padding: 0 1; }
    """

    def titles(self) -> None:
        self.border_title = _("The table: paid (pulled)")
        if self.night is not None:
            total = sum(self.night.projected)
            self.border_subtitle = (
                _("adds up to 0 ✓") if total == 0 else _("adds up to {n} !").format(n=total)
            )

    def lines(self, width: int, height: int) -> list[Content]:
        night = self.night
        if night is None:
            return []
        side = max((width - (14 if height >= 11 else 10)) // 2, 8)
        centre = width - 2 * side
        name = hand_title(night.name, 0)
        streak = _("streak {n}").format(n=night.streak) if night.streak else ""
        foot, east, head, west = (self._plate(seat, side) for seat in range(4))
        lines = [
            centred(head[0], width),
            centred(head[1], width),
            _three(west[0], Content.styled(middle(name, centre), "bold $accent"), east[0], side),
            _three(west[1], Content.styled(middle(streak, centre), "$accent"), east[1], side),
            centred(foot[0], width),
            centred(foot[1], width),
        ]
        if height >= 11 and width >= 38:
            return self._roomy(width, height, side, lines)
        if height >= 8:
            lines.insert(2, Content(""))
            lines.insert(5, Content(""))
        return lines

    def _roomy(self, width: int, height: int, side: int, lines: list[Content]) -> list[Content]:
        """With room to spare the table itself is drawn between the players."""
        head, money, west, west_money, foot, foot_money = lines
        centre = width - 2 * side
        lid = Content.styled(" " * side + "╭" + "─" * (centre - 2) + "╮", "$border")
        base = Content.styled(" " * side + "╰" + "─" * (centre - 2) + "╯", "$border")
        wall = Content.styled(" " * side + "│" + " " * (centre - 2) + "│", "$border")
        made = [head, money, Content(""), lid, west, west_money, base, Content(""), foot, foot_money]
        if height >= 13:
            made = [
                head,
                money,
                Content(""),
                lid,
                wall,
                west,
                west_money,
                wall,
                base,
                Content(""),
                foot,
                foot_money,
            ]
        return made

    def _plate(self, seat: Seat, width: int) -> tuple[Content, Content]:
        """A player's two lines: who he is, how he stands."""
        night = self.night
        assert night is not None
        deals = seat == night.dealer
        sits = wind_short(night.seat_wind(seat)) if width < 18 else wind(night.seat_wind(seat))
        mark = " " + _("D") if deals else ""
        room = max(width - 3 - cell_len(sits) - cell_len(mark), 4)
        name = Content.assemble(
            (f"{seat + 1} ", "bold $accent"),
            (clip(night.players[seat], room), "bold $primary" if deals else "bold"),
            " ",
            (sits, "$text-muted"),
            " " if deals else "",
            (_("D") if deals else "", "bold reverse $primary"),
        )
        total, owed = night.totals[seat], night.owed(seat)
        money = Content.assemble((signed(total), tone(total)))
        if owed:
            money = Content.assemble(money, " ", (f"({signed(owed)})", tone(owed)))
        return name, money


def _three(at_left: Content, centre: Content, at_right: Content, side: int) -> Content:
    at_left = at_left.truncate(side, ellipsis=True)
    at_right = at_right.truncate(side, ellipsis=True)
    return Content.assemble(
        at_left, " " * (side - at_left.cell_length), centre, " " * (side - at_right.cell_length), at_right
    )
