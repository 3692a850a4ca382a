"""A long list, one line a row: only the rows in view are made, so four hundred hands open as fast as four."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.content import Content
from textual.message import Message

from tui import keymap
from tui.widgets.lines import Lines


class RowList(Lines):
    """Rows with a cursor. The screen gives their number and how to make one; the frame says where the cursor is."""

    can_focus = True
    BINDINGS = keymap.bindings("rows")
    DEFAULT_CSS = """
    RowList { height: 1fr; border: round $border; border-title-color: $primary; border-title-style: bold; padding: 0 1; }
    RowList:focus { border: round $primary; }
    """

    class Moved(Message):
        """The cursor is on another row."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    class Clicked(Message):
        """The row under the cursor was clicked again."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.count = 0
        self.at = 0
        self.first = 0
        """The first row in view."""
        self._make: Callable[[int, int], Content] = lambda row, width: Content("")

    def show(self, count: int, make: Callable[[int, int], Content], at: int) -> None:
        """Shows ``count`` rows, ``make(row, width)`` each, with the cursor on row ``at``."""
        self.count, self._make = count, make
        self.move_to(at)

    def move_to(self, at: int) -> None:
        """Puts the cursor on a row, the nearest there is, and into view."""
        at = min(max(at, 0), max(self.count - 1, 0))
        moved, self.at = at != self.at, at
        self.border_subtitle = f"{self.at + 1}/{self.count}" if self.count else ""
        self.refresh()
        if moved:
            self.post_message(self.Moved(at))

    def lines(self, width: int, height: int) -> list[Content]:
        room = height or self.count
        self.first = min(max(self.first, self.at - room + 1), self.at, max(self.count - room, 0))
        made = []
        for row in range(self.first, min(self.first + room, self.count)):
            line = self._make(row, width).truncate(width, ellipsis=True)
            if row == self.at:
                style = "bold on $primary 40%" if self.has_focus else "on $primary 20%"
                line = Content.assemble(line, " " * (width - line.cell_length)).stylize(style)
            made.append(line)
        return made

    def action_up(self) -> None:
        self.move_to(self.at - 1)

    def action_down(self) -> None:
        self.move_to(self.at + 1)

    def action_page_up(self) -> None:
        self.move_to(self.at - max(self.content_size.height - 1, 1))

    def action_page_down(self) -> None:
        self.move_to(self.at + max(self.content_size.height - 1, 1))

    def action_first(self) -> None:
        self.move_to(0)

    def action_last(self) -> None:
        self.move_to(self.count - 1)

    def on_mouse_scroll_up(self) -> None:
        self.move_to(self.at - 3)

    def on_mouse_scroll_down(self) -> None:
        self.move_to(self.at + 3)

    def on_click(self, event: events.Click) -> None:
        row = self.first + event.y - self.gutter.top
        if row == self.at:
            self.post_message(self.Clicked())
        elif 0 <= row < self.count:
            self.move_to(row)

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()
