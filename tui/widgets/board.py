"""拉數板: who owes whom, as a square. A row owes, a column is owed; the number of pulls stands beside the amount."""

from __future__ import annotations

from textual.content import Content

from models.ledger import Debt
from tui.i18n import _
from tui.text import clip, left, middle, right
from tui.widgets.night import NightLines
from tui.words import pulls_short, signed, tone

DEALS = "●"
"""Beside the dealer's digit."""
LABEL = 10
SUM = 8


class DebtBoard(NightLines):
    """The 4×4 board. With room it becomes a ruled table with the sums of each row and column."""

    DEFAULT_CSS = """
    DebtBoard { border: round $border; border-title-color: $primary; border-title-style: bold; padding: 0 1; height: 8; }
    """

    def titles(self) -> None:
        self.border_title = _("Who owes whom")
        self.border_subtitle = _("row owes column")

    def lines(self, width: int, height: int) -> list[Content]:
        night = self.night
        if night is None:
            return []
        ruled = height >= 11 and width >= 62
        sums = ruled
        room = width - LABEL - (SUM if sums else 0)
        cell = max(room // 4, 7)
        if ruled:
            cell = min(cell, 15)
        label = LABEL
        names = night.players
        may_chop = {(d.debtor, d.creditor) for d in night.choices}
        debts = {(d.debtor, d.creditor): d for d in night.debts}

        bar = ("│", "$border") if ruled else ("", "")
        head: list[str | tuple[str, str]] = [(left(_("owes ╲ to"), label), "$text-muted")]
        for seat in range(4):
            mark = DEALS if seat == night.dealer else " "
            head += [
                bar,
                (
                    middle(
                        clip(f"{seat + 1}{mark}{names[seat]}", cell - len(bar[0]) - 1), cell - len(bar[0])
                    ),
                    "bold $primary" if seat == night.dealer else "bold",
                ),
            ]
        if sums:
            head += [bar, (right(_("owes"), SUM - 1), "$text-muted")]
        lines = [Content.assemble(*head)]
        rule = Content.styled(
            "─" * label + ("┼" + "─" * (cell - 1)) * 4 + ("┼" + "─" * (SUM - 1) if sums else ""), "$border"
        )
        if ruled:
            lines.append(rule)
        for row in range(4):
            mark = DEALS if row == night.dealer else " "
            parts: list[str | tuple[str, str]] = [
                (
                    left(clip(f"{row + 1}{mark}{names[row]}", label - 1), label),
                    "bold $primary" if row == night.dealer else "bold",
                )
            ]
            under: list[str | tuple[str, str]] = [" " * label]
            owed = 0
            for column in range(4):
                inner = cell - len(bar[0])
                debt = debts.get((row, column))
                parts.append(bar)
                under.append(bar)
                if row == column:
                    parts.append((middle("╲", inner), "$border"))
                    under.append(" " * inner)
                elif debt is None:
                    parts.append((middle("·", inner), "$text-muted"))
                    under.append(" " * inner)
                else:
                    owed += debt.amount
                    chop = (row, column) in may_chop
                    style = "bold reverse $warning" if chop else "bold $warning"
                    if ruled:
                        parts.append((middle(f"${debt.amount}", inner), style))
                        words = pulls_short(debt.pulls) + (" " + _("may chop") if chop else "")
                        under.append((middle(words, inner), "$warning"))
                    else:
                        parts.append((middle(board_cell(debt, inner, chop), inner), style))
            if sums:
                parts += [bar, (right(str(owed) if owed else "·", SUM - 1), "$text-muted")]
                under += [bar]
            lines.append(Content.assemble(*parts))
            if ruled:
                lines.append(Content.assemble(*under))
        if sums:
            lines.append(rule)
            foot: list[str | tuple[str, str]] = [(left(_("is owed"), label), "$text-muted")]
            for column in range(4):
                owed = sum(d.amount for d in night.debts if d.creditor == column)
                foot += [bar, (middle(str(owed) if owed else "·", cell - 1), "$text-muted")]
            total = sum(d.amount for d in night.debts)
            foot += [bar, (right(str(total) if total else "·", SUM - 1), "$text-muted")]
            lines.append(Content.assemble(*foot))
        elif not night.debts:
            lines.append(Content.styled(middle(_("nobody owes anything"), width), "$text-muted"))
        else:
            net = [night.owed(seat) for seat in range(4)]
            foot = [(left(_("owed, net"), label), "$text-muted")]
            foot += [(middle(signed(n), cell), tone(n)) for n in net]
            lines.append(Content.assemble(*foot))
        return lines


def board_cell(debt: Debt, width: int, chop: bool) -> str:
    """Amount and pulls in one cell: ``93 三口`` and ``!`` when it may be chopped; tighter when it must be."""
    mark = "!" if chop else ""
    from rich.cells import cell_len

    for text in (
        f"{debt.amount} {pulls_short(debt.pulls)}{mark}",
        f"{debt.amount}{pulls_short(debt.pulls)}{mark}",
        f"{debt.amount}×{debt.pulls}{mark}",
        f"{debt.amount}{mark}",
    ):
        if cell_len(text) <= width:
            return text
    return str(debt.amount)
