"""How the hand was won: one row a choice with its key; what cannot be is marked and says why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tui.keymap import N_, bindings
from tui.text import clip, left


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """One row as it is drawn: all words are in the language in use already."""

    name: str
    key: str
    label: str
    value: str
    on: bool
    blocked: str = ""
    """Why the key does nothing now."""
    fixed: bool = False
    """The night's, not to be turned."""


class ChoicePanel(Widget, can_focus=True):
    """The choices. Up and down move, Space or → turns, ← turns back; on the river digits type the number."""

    DEFAULT_CSS = """
    ChoicePanel { height: 1fr; width: 1fr; }
    """

    BINDINGS = bindings("hand_choices")
    HELP = N_(
        "How the hand was won. Each row's key works from the tile line too. Up and down move, Space turns a choice, left turns it back; "
        "on the river digits type how many discards lie there. ✗ marks what cannot be with this hand; turning it says why. Tab goes on."
    )

    cursor: reactive[int] = reactive(0)
    """The row under the cursor; shown only while the panel has the focus."""

    class Turned(Message):
        """A person turns a choice; ``step`` −1 backwards."""

        def __init__(self, name: str, step: int) -> None:
            super().__init__()
            self.name = name
            self.step = step

    class RiverTyped(Message):
        """A digit, or a Backspace (empty), on the river's row."""

        def __init__(self, digit: str, append: bool) -> None:
            super().__init__()
            self.digit = digit
            self.append = append

    class Pointed(Message):
        """The cursor stands on another row."""

        def __init__(self, row: ChoiceRow) -> None:
            super().__init__()
            self.row = row

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.rows: tuple[ChoiceRow, ...] = ()
        self._typing = False

    def show(self, rows: Sequence[ChoiceRow]) -> None:
        """Other rows, or the same: then nothing is drawn anew."""
        if self.rows != tuple(rows):
            self.rows = tuple(rows)
            self.refresh()

    def watch_has_focus(self, value: bool) -> None:
        self._typing = False
        super().watch_has_focus(value)
        if value:
            self._point()

    def watch_cursor(self) -> None:
        self._typing = False
        if self.has_focus:
            self._point()

    def _point(self) -> None:
        rows = self.rows
        if rows:
            self.post_message(self.Pointed(rows[min(self.cursor, len(rows) - 1)]))

    def point_at(self, name: str) -> None:
        """Puts the cursor on a row."""
        for place, row in enumerate(self.rows):
            if row.name == name:
                self.cursor = place

    def render(self) -> Content:
        width, height = self.content_size
        rows = self.rows
        if not width or not rows:
            return Content("")
        start = self._start()
        labels = max(cell_len(row.label) for row in rows)
        return Content("\n").join(
            [self._row(row, place, width, labels) for place, row in enumerate(rows)][start : start + height]
        )

    def _start(self) -> int:
        """The first row shown: the cursor is always in sight."""
        height = self.content_size.height
        return max(0, min(self.cursor - height + 1, len(self.rows) - height)) if self.has_focus else 0

    def _row(self, row: ChoiceRow, place: int, width: int, labels: int) -> Content:
        here = self.has_focus and place == self.cursor
        mark = "·" if row.fixed else "✗" if row.blocked else "●" if row.on else "○"
        idle = bool(row.blocked) or row.fixed
        text = (
            "$text 65%" if row.fixed else "$text 45%" if row.blocked else "bold $text" if row.on else "$text"
        )
        parts: list[tuple[str, str]] = [
            ("▸" if here else " ", "bold $accent"),
            (left(row.key, 2), "$text 45%" if idle else "bold $accent"),
            (mark + " ", text),
            (left(row.label, labels) + " ", text),
        ]
        line = Content.assemble(*parts)
        space = width - line.cell_length
        if row.value:
            line = Content.assemble(line, (clip(row.value, space), text))
        elif row.blocked and cell_len(row.blocked) <= space:
            line = Content.assemble(line, (row.blocked, "$text 45% italic"))
        if here:
            line = Content.assemble(line, " " * (width - line.cell_length)).stylize("on $panel")
        return line

    def on_click(self, event: events.Click) -> None:
        """A click on a row turns it."""
        place = self._start() + event.get_content_offset_capture(self).y
        if 0 <= place < len(self.rows):
            self.focus()
            self.cursor = place
            self.action_turn()

    def action_up(self) -> None:
        self.cursor = max(0, self.cursor - 1)

    def action_down(self) -> None:
        self.cursor = min(len(self.rows) - 1, self.cursor + 1)

    def action_turn(self) -> None:
        self._typing = False
        self.post_message(self.Turned(self.rows[self.cursor].name, 1))

    def action_turn_back(self) -> None:
        self._typing = False
        self.post_message(self.Turned(self.rows[self.cursor].name, -1))

    def on_key(self, event: events.Key) -> None:
        if not self.rows or self.rows[self.cursor].name != "river":
            return
        character = event.character or ""
        if event.key == "backspace" or (character.isascii() and character.isdecimal()):
            event.stop()
            event.prevent_default()
            self.post_message(self.RiverTyped("" if event.key == "backspace" else character, self._typing))
            self._typing = True
