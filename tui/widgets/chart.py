"""The balance through the night: one line a player, drawn in braille dots, each ending in his digit."""

from __future__ import annotations

from textual.content import Content

from tui.i18n import _
from tui.text import right
from tui.widgets.night import NightLines
from tui.words import signed

COLOURS = ("$primary", "$success", "$error", "$secondary")
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


class BalanceChart(NightLines):
    """Settled-now balances after each hand. A digit at the right end names each line, so colour is not needed to tell them apart."""

    DEFAULT_CSS = """
    BalanceChart { border: round $border; border-title-color: $primary; border-title-style: bold; height: 1fr; padding: 0 1; }
    """

    def titles(self) -> None:
        self.border_title = _("Through the night")

    def lines(self, width: int, height: int) -> list[Content]:
        night = self.night
        if night is None or height < 3 or width < 20:
            return []
        balances = [(0, 0, 0, 0), *(balance(record) for record in night.records if record.kind != "count")]
        if len(balances) < 2:
            return [Content.styled(_("The chart begins with the first hand."), "$text-muted")]
        low = min(min(b) for b in balances)
        high = max(max(b) for b in balances)
        scale = max(len(signed(low)), len(signed(high)), 2)
        columns, rows = width - scale - 4, height
        dots: list[list[int]] = [[0] * columns for _ in range(rows)]
        owner: list[list[int]] = [[-1] * columns for _ in range(rows)]
        span = max(high - low, 1)
        wide, tall = columns * 2 - 1, rows * 4 - 1

        def y_of(value: float) -> int:
            return round((high - value) / span * tall)

        for seat in range(4):
            for x in range(wide + 1):
                at = x / wide * (len(balances) - 1)
                step = min(int(at), len(balances) - 2)
                part = at - step
                value = balances[step][seat] * (1 - part) + balances[step + 1][seat] * part
                y = y_of(value)
                dots[y // 4][x // 2] |= _DOTS[y % 4][x % 2]
                owner[y // 4][x // 2] = seat
        ends: dict[int, list[int]] = {}
        for seat in range(4):
            ends.setdefault(y_of(balances[-1][seat]) // 4, []).append(seat)
        zero = y_of(0) // 4 if low <= 0 <= high else -1
        lines = []
        for row in range(rows):
            mark = (
                signed(high) if row == 0 else signed(low) if row == rows - 1 else "0" if row == zero else ""
            )
            parts: list[str | tuple[str, str]] = [(right(mark, scale), "$text-muted"), (" ", "")]
            for column in range(columns):
                if dots[row][column]:
                    parts.append((chr(0x2800 + dots[row][column]), COLOURS[owner[row][column]]))
                else:
                    parts.append(("┄" if row == zero else " ", "$border"))
            for seat in ends.get(row, [])[:3]:
                parts.append((str(seat + 1), f"bold {COLOURS[seat]}"))
            lines.append(Content.assemble(*parts))
        return lines


def balance(record: object) -> tuple[int, int, int, int]:
    """What each would have after this event if the table settled up then."""
    totals = list(record.totals)  # type: ignore[attr-defined]
    for debt in record.debts:  # type: ignore[attr-defined]
        totals[debt.creditor] += debt.amount
        totals[debt.debtor] -= debt.amount
    return totals[0], totals[1], totals[2], totals[3]
