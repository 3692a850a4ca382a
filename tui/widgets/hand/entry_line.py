"""The line a hand is typed on, with its cursor and how many tiles it holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tui.hand_entry import Editor
from tui.i18n import _
from tui.keymap import N_, bindings

STYLES: Final = {
    "tile": "bold $text",
    "digit": "bold $warning",
    "bracket": "$secondary",
    "winning": "bold $accent",
    "gap": "",
}


class EntryLine(Widget, can_focus=True):
    """Takes the keys of a hand: digits then suit, honour letters, brackets, ``+``; arrows move, Backspace takes a tile.

    Keys that are no part of a hand are left to the screen.
    """

    DEFAULT_CSS = """
    EntryLine { height: 1; width: 1fr; }
    """

    BINDINGS = bindings("hand_line")
    HELP = N_(
        "Type the tiles: digits then a suit (123m characters, 45p dots, 678s bamboos), honours E S W N C F P or 1z to 7z, flowers 1f to 8f. "
        "Round brackets hold an exposed chow, pung or kong, curly ones an added kong, square ones a concealed kong. + stands before the winning tile; "
        "otherwise the tile typed last is it. Arrows move, Backspace takes a tile, Ctrl+U clears, Ctrl+Z takes a change back. A whole hand can be "
        "pasted, Chinese names and mahjong glyphs too."
    )

    class Changed(Message):
        """The line is another one now, or a key was refused (then the line's ``problem`` says why)."""

        def __init__(self, line: EntryLine, editor: Editor) -> None:
            super().__init__()
            self.line = line
            self.editor = editor

        @property
        def control(self) -> EntryLine:
            return self.line

    def __init__(self, editor: Editor, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.editor = editor
        self._before: list[Editor] = []

    def change(self, editor: Editor, *, remember: bool = True) -> None:
        """Shows another line and says so."""
        if remember and (editor.cells, editor.won) != (self.editor.cells, self.editor.won):
            self._before = [*self._before[-99:], self.editor]
        self.editor = editor
        self.refresh()
        self.post_message(self.Changed(self, editor))

    def render(self) -> Content:
        focused = self.has_focus
        parts: list[tuple[str, str]] = []
        cursor = 0
        for span in self.editor.spans():
            style = STYLES[span.kind]
            if span.cursor:
                cursor = sum(len(part[0]) for part in parts)
                style += " reverse" if focused else ""
            parts.append((span.text, style.strip()))
        if not self.editor.cells:
            parts.append((_("type the tiles, e.g. 123m 45p EE (678s) +6p"), "$text 65% italic"))
        line = Content.assemble(*parts)
        over = line.cell_length - self.content_size.width
        if over > 0 and self.editor.cells:  # a line longer than the room slides under the cursor
            start = min(over, max(0, cursor - self.content_size.width // 2))
            line = line[start:]
        return line

    def relabel(self) -> None:
        self.refresh()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character is not None and self.editor.accepts(character)

    def on_key(self, event: events.Key) -> None:
        if event.character is not None and event.is_printable and self.editor.accepts(event.character):
            event.stop()
            event.prevent_default()
            self.change(self.editor.type(event.character))

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        self.post_message(self.Pasted(self, event.text))

    class Pasted(Message):
        """Text was pasted; it may hold more than tiles."""

        def __init__(self, line: EntryLine, text: str) -> None:
            super().__init__()
            self.line = line
            self.text = text

    def _apply(self, step: Callable[[Editor], Editor]) -> None:
        self.change(step(self.editor))

    def action_move(self, step: int) -> None:
        self._apply(lambda e: e.move(step))

    def action_home(self) -> None:
        self._apply(Editor.home)

    def action_end(self) -> None:
        self._apply(Editor.end)

    def action_backspace(self) -> None:
        self._apply(Editor.backspace)

    def action_delete(self) -> None:
        self._apply(Editor.delete)

    def action_clear(self) -> None:
        self._apply(Editor.clear)

    def action_undo(self) -> None:
        if self._before:
            self.change(self._before.pop(), remember=False)
