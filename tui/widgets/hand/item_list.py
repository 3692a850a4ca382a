"""What a count consists of, row by row: items, what was narrowly missed, other readings; or the waits of a hand one tile short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from models.tiles import Tile
from tui.i18n import _, n_
from tui.keymap import N_, bindings
from tui.text import right


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One row; words are in the language in use already."""

    text: str
    number: str = ""
    """What stands in the column of fan, such as ``15``."""
    note: tuple[str, ...] = ()
    """What stands at the right end, as much of it as there is room for: groups of tiles, names of fans."""
    between: str = " "
    """What stands between the parts of the note."""
    tiles: tuple[Tile, ...] = ()
    """Tiles to light in the drawn hand while the cursor is here."""
    detail: str = ""
    """A sentence for the message line while the cursor is here."""
    kind: str = "item"
    """``item``, ``title`` (no number, set off), ``near``, ``reading``, ``wait`` or ``help``."""


def fitted(parts: Sequence[str], between: str, room: int) -> str:
    """The first parts that fit into ``room`` cells, and how many more there are."""
    for count in range(len(parts), 0, -1):
        more = f" +{len(parts) - count}" if count < len(parts) else ""
        text = between.join(parts[:count]) + more
        if cell_len(text) <= room:
            return text
    return ""


_STYLES = {
    "item": "$text",
    "title": "bold $secondary",
    "near": "$text 65%",
    "reading": "$text",
    "wait": "$text",
    "help": "$text 65%",
}


class ItemList(Widget, can_focus=True):
    """Rows that scroll under a cursor; the cursor shows only with the focus."""

    DEFAULT_CSS = """
    ItemList { height: 1fr; width: 1fr; }
    """
    BINDINGS = bindings("hand_items")
    HELP = N_(
        "What the count consists of. Up and down move; the tiles that earned the row under the cursor are underlined in the hand. "
        "Below stand what the hand narrowly missed and, with g, every other reading with its total. Tab goes on."
    )

    cursor: reactive[int] = reactive(0)

    class Pointed(Message):
        """The cursor stands on another row; ``None``: the list has lost the focus."""

        def __init__(self, row: ItemRow | None) -> None:
            super().__init__()
            self.row = row

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.rows: tuple[ItemRow, ...] = ()

    def show(self, rows: Sequence[ItemRow]) -> None:
        """Other rows; the cursor stays where it can. The same rows are not drawn anew."""
        if self.rows == tuple(rows):
            return
        self.rows = tuple(rows)
        self.cursor = min(self.cursor, max(0, len(self.rows) - 1))
        self.refresh()

    def watch_has_focus(self, value: bool) -> None:
        super().watch_has_focus(value)
        self._point()

    def watch_cursor(self) -> None:
        if self.has_focus:
            self._point()

    def _point(self) -> None:
        here = self.rows[self.cursor] if self.has_focus and self.rows else None
        self.post_message(self.Pointed(here))

    def render(self) -> Content:
        width, height = self.content_size
        if not width or not self.rows:
            return Content("")
        total = len(self.rows)
        if total <= height:
            return Content("\n").join([self._row(n, width) for n in range(total)])
        shown = height - 1
        start = self._start()
        lines = [self._row(n, width) for n in range(start, start + shown)]
        hidden = total - start - shown
        more = n_("▼ {n} more line", "▼ {n} more lines", hidden) if hidden else _("▲ from the top")
        lines.append(Content.styled(more, "$text 65%"))
        return Content("\n").join(lines)

    def _start(self) -> int:
        """The first row shown: the cursor is always in sight."""
        total, height = len(self.rows), self.content_size.height
        if total <= height or not self.has_focus:
            return 0
        return max(0, min(self.cursor - height + 2, total - height + 1))

    def _row(self, place: int, width: int) -> Content:
        row = self.rows[place]
        here = self.has_focus and place == self.cursor
        style = _STYLES[row.kind]
        if row.kind in ("title", "help"):
            line = Content.assemble(("▸" if here else " ", "bold $accent"), (row.text, style))
        else:
            line = Content.assemble(
                ("▸" if here else " ", "bold $accent"),
                (right(row.number, 4), f"bold {style}" if row.kind != "near" else style),
                ("  " + row.text, style),
            )
        note = fitted(row.note, row.between, width - line.cell_length - 2)
        if note:
            gap = width - line.cell_length - cell_len(note)
            line = Content.assemble(line, " " * gap, (note, "$text 65%"))
        if here:
            line = Content.assemble(line, " " * max(0, width - line.cell_length)).stylize("on $panel")
        return line.truncate(width, ellipsis=True)

    def on_click(self, event: events.Click) -> None:
        """A click puts the cursor on a row."""
        place = self._start() + event.get_content_offset_capture(self).y
        self.focus()
        if 0 <= place < len(self.rows):
            self.cursor = place

    def action_up(self) -> None:
        self.cursor = max(0, self.cursor - 1)

    def action_down(self) -> None:
        self.cursor = min(len(self.rows) - 1, self.cursor + 1)
