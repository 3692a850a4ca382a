"""The record book's tables: what their columns are called, and how figures are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from rich.cells import cell_len
from rich.text import Text
from textual.widgets import DataTable

from models.statistics import Duel, FanCount, PlayerFigures, Statistics
from tui.i18n import _, pick
from tui.keymap import N_
from tui.text import clip
from tui.words import signed

Cell: TypeAlias = Text
NAME = 14


def percent(rate: Fraction | None) -> str:
    """``23.4%``, or a dash where there is nothing to divide by. Half a tenth rounds up."""
    if rate is None:
        return "–"
    tenths = (rate * 2000 + 1) // 2
    return f"{tenths // 10}.{tenths % 10}%"


def average(value: Fraction | None) -> str:
    """``12.5``, with a minus sign where it is one; a dash where there is nothing to divide by."""
    if value is None:
        return "–"
    tenths = (abs(value) * 20 + 1) // 2
    return ("−" if value < 0 and tenths else "") + f"{tenths // 10}.{tenths % 10}"


def _right(text: str, style: str = "") -> Text:
    return Text(text, style=style, justify="right")


def money(amount: int) -> Text:
    """``+33`` or ``−33``; the sign says it, colour helps."""
    return _right(signed(amount), "green" if amount > 0 else "red" if amount < 0 else "dim")


def _number(value: int) -> Text:
    return _right(f"{value:,}")


def standings(found: Statistics) -> tuple[list[str], list[list[Cell]], list[str]]:
    """Columns, rows and the player id of each row: best result first."""
    columns = [
        "#", _("player"), _("nights"), _("hands dealt"), _("result"), _("won"), _("self-drawn"), _("dealt in"), _("avg win"), _("avg loss"),
        _("hand points"), _("lai extra"), _("instant"), _("a night"), _("nights won"), _("best night"), _("worst night"), _("streak"),
    ]  # fmt: skip
    rows = [
        [
            _right(str(place)),
            Text(clip(p.name, NAME)),
            _number(p.nights),
            _number(p.hands),
            money(p.result),
            _right(percent(p.win_rate)),
            _right(percent(p.self_draw_rate)),
            _right(percent(p.deal_in_rate)),
            _right(average(p.average_win)),
            _right(average(p.average_loss)),
            money(p.hand_points),
            money(p.lai_extra),
            money(p.instant),
            _right(average(p.average_night)),
            _right(f"{p.nights_won}/{p.nights}"),
            money(p.best_night),
            money(p.worst_night),
            _number(p.streak),
        ]
        for place, p in enumerate(found.players, 1)
    ]
    return columns, rows, [p.player for p in found.players]


def duels(found: Sequence[Duel]) -> tuple[list[str], list[list[Cell]], list[str]]:
    """Columns, rows and ``one/other`` of each: both directions of every two players."""
    columns = [
        _("player"), _("against"), _("nights"), _("net"), _("won off"), _("points"), _("pulled on"), _("most pulls"), _("kicked"),
        _("chopped by"), _("lost to"), _("points lost"), _("pulled by"), _("kicked by"), _("chops"),
    ]  # fmt: skip
    rows = [
        [
            Text(clip(d.one.winner_name, NAME)),
            Text(clip(d.other.winner_name, NAME)),
            _number(d.one.nights),
            money(d.balance),
            _number(d.one.hands),
            _number(d.one.points),
            _number(d.one.rolled),
            _number(d.one.most_pulls),
            _number(d.one.kicked),
            _number(d.one.chopped),
            _number(d.other.hands),
            _number(d.other.points),
            _number(d.other.rolled),
            _number(d.other.kicked),
            _number(d.other.chopped),
        ]
        for d in found
    ]
    return columns, rows, [f"{d.one.winner}/{d.other.winner}" for d in found]


def fans(found: Sequence[FanCount], hands: int) -> tuple[list[str], list[list[Cell]], list[str]]:
    """How often each fan was counted."""
    columns = ["#", _("fan"), _("times"), _("share of hands won")]
    rows = [
        [
            _right(str(place)),
            Text(clip(pick(fan.zh, fan.en), 34)),
            _number(fan.hands),
            _right(percent(Fraction(fan.hands, hands) if hands else None)),
        ]
        for place, fan in enumerate(found, 1)
    ]
    return columns, rows, [fan.id for fan in found]


def biggest(
    players: Iterable[PlayerFigures], names: dict[str, str]
) -> tuple[list[str], list[list[Cell]], list[str]]:
    """Everybody's biggest hand, the biggest first."""
    columns = ["#", _("player"), _("fan"), _("worth"), _("how"), _("date"), _("what")]
    found = sorted((p.best for p in players if p.best is not None), key=lambda b: (-b.fan, -b.value, b.date))
    rows = [
        [
            _right(str(place)),
            Text(clip(names.get(b.player, "?"), NAME)),
            _number(b.fan),
            _number(b.value),
            Text(_("self-draw") if b.self_drawn else _("discard")),
            Text(b.date),
            Text(
                clip(
                    " ".join(pick(i.zh, i.en) for i in sorted(b.items, key=lambda i: -i.fan))
                    or b.hand
                    or "–",
                    40,
                )
            ),
        ]
        for place, b in enumerate(found, 1)
    ]
    return columns, rows, [b.player for b in found]


class RecordTable(DataTable[Text]):
    """A table of the record book; the row under the cursor is kept when it is filled again."""

    DEFAULT_CSS = """
    RecordTable { height: 1fr; background: $background; }
    RecordTable > .datatable--header { background: $panel; color: $primary; text-style: bold; }
    RecordTable > .datatable--fixed { background: $surface; }
    """

    HELP = N_(
        "A table. ↑ ↓ choose a row, ← → show more columns, Page Up and Page Down go a page, Enter opens what the row is about."
    )

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, cursor_type="row", zebra_stripes=True, cell_padding=1)

    def fill(
        self, columns: Sequence[str], rows: Sequence[Sequence[Text]], keys: Sequence[str], fixed: int = 0
    ) -> None:
        """Other columns and rows. The first ``fixed`` columns stay when one scrolls sideways."""
        at = self.key
        self.clear(columns=True)
        self.fixed_columns = 0
        for n, title in enumerate(columns):
            right = bool(rows) and rows[0][n].justify == "right"
            # told the widths, the table need not render every cell of a long list to find them
            width = max([cell_len(title), *(cell_len(cells[n].plain) for cells in rows)])
            self.add_column(Text(title, justify="right" if right else "left"), width=width)
        for cells, key in zip(rows, keys, strict=True):
            self.add_row(*cells, key=key)
        self.fixed_columns = fixed
        if at in keys:
            self.move_cursor(row=keys.index(at), animate=False)

    @property
    def key(self) -> str:
        """The key of the row under the cursor; nothing in an empty table."""
        if not self.row_count or not self.is_valid_row_index(self.cursor_row):
            return ""
        return str(self.coordinate_to_cell_key(self.cursor_coordinate).row_key.value)
