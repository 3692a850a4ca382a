"""The tiles of a photo as cells: face, how sure, and what needs looking at; the cursor among them."""

from __future__ import annotations

from typing import Final

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from models.tiles import BY_FACE
from tui.i18n import _
from tui.keymap import N_
from tui.photo_draft import Draft, DraftTile
from tui.text import stack
from tui.widgets.tiles import short, suit

CELL: Final = 5
"""Cells a tile takes, with its marks and the gap after it."""


class PhotoCells(Widget, can_focus=True):
    """Two lines a tile: ``▸5m?`` over ``62%``. ``?`` doubtful, ``*`` changed by the rest of the hand, ``+`` the winning tile, ``▪`` marked."""

    DEFAULT_CSS = "PhotoCells { width: 1fr; height: auto; }"
    HELP = N_(
        "The tiles as read. ? is doubtful, * was changed by the rest of the hand, + is the winning tile, ▪ is marked. Below each how sure the reading is; ✓ is what you said. ← → ↑ ↓ move, Tab goes to the next doubtful one, Space takes the next candidate, digits and a letter (5p, E) type it."
    )

    draft: reactive[Draft] = reactive(Draft(), layout=True)

    class Picked(Message):
        """A tile was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._places: list[tuple[int, int, int]] = []

    def rows(self, width: int) -> list[tuple[str, list[int]]]:
        """The tiles by line: a heading, or nothing, and the tiles' numbers."""
        room = max(1, width // CELL)
        draft = self.draft
        lines: list[tuple[str, list[int]]] = []

        def flow(heading: str, parts: list[list[int]]) -> None:
            line: list[int] = []
            first = True
            for part in parts:
                while part:
                    if line and len(line) + min(len(part), room) > room:
                        lines.append((heading if first else "", line))
                        line, first = [], False
                    line, part = line + part[: room - len(line)], part[room - len(line) :]
                    if len(line) == room and part:
                        lines.append((heading if first else "", line))
                        line, first = [], False
            if line:
                lines.append((heading if first else "", line))

        def of(*roles: str) -> list[int]:
            return [i for i, tile in enumerate(draft.tiles) if tile.role in roles]

        hand = of("concealed", "winning")
        if hand:
            flow(_("hand"), [[i] for i in hand])
        melds = [[i for i in of("meld") if draft.tiles[i].group == meld.group] for meld in draft.melds]
        if melds:
            flow(_("melds"), melds)
        for heading, role in ((_("flowers"), "flower"), (_("left out"), "loose")):
            found = of(role)
            if found:
                flow(heading, [[i] for i in found])
        return lines

    def _cell(self, index: int, tile: DraftTile) -> tuple[Content, Content]:
        here = index == self.draft.at
        before = "+" if tile.role == "winning" else "▪" if index in self.draft.marked else " "
        if here:
            before = "▸"
        after = (
            "*"
            if tile.changed and not tile.checked
            else "?"
            if tile.doubtful
            else "+"
            if here and tile.role == "winning"
            else " "
        )
        if here and self.draft.digit:
            face = Content.styled(self.draft.digit + "_", "bold $background on $accent")
        elif not tile.face:
            face = Content.styled("__", "bold $background on $warning")
        else:
            number = BY_FACE[tile.face]
            style = f"$tile-{suit(number)} on $tile-face"
            face = Content.styled(short(number), f"bold underline {style}" if here else style)
        low = tile.doubtful
        mark = "bold $warning" if low else "$accent" if here else "$text"
        top = Content.assemble((before, "bold $accent"), face, (after, mark), " ")
        if tile.checked:
            sure = " ✓  "
        elif not tile.face:
            sure = " –  "
        else:
            sure = f"{min(99, int(tile.confidence * 100)):3d}%"
        style = "bold $warning" if low else "$text-muted"
        foot = Content.assemble((sure, style if not here else f"{style} reverse" if low else "$accent"), " ")
        return top, foot

    def _made(self, width: int) -> list[Content]:
        out: list[Content] = []
        self._places = []
        for number, (heading, tiles) in enumerate(self.rows(width)):
            if heading and number:
                out.append(Content.styled(heading, "$text-muted"))
            cells = [self._cell(index, self.draft.tiles[index]) for index in tiles]
            self._places += [(len(out), CELL * column, index) for column, index in enumerate(tiles)]
            out.append(Content("").join([top for top, _foot in cells]))
            out.append(Content("").join([foot for _top, foot in cells]))
        return out

    def render(self) -> Content:
        return stack(line.truncate(self.content_size.width) for line in self._made(self.content_size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, len(self._made(width)))

    def place_of(self, index: int) -> tuple[int, int] | None:
        """Line and column of a tile's cell."""
        return next(((line, x) for line, x, i in self._places if i == index), None)

    def beside(self, step: int) -> int:
        """The tile above (−1) or below (1) the cursor's."""
        lines = self.rows(self.content_size.width)
        for number, (_heading, tiles) in enumerate(lines):
            if self.draft.at in tiles:
                column = tiles.index(self.draft.at)
                target = lines[(number + step) % len(lines)][1]
                return target[min(column, len(target) - 1)]
        return self.draft.at

    def on_click(self, event: events.Click) -> None:
        for line, x, index in self._places:
            if line <= event.y <= line + 1 and x <= event.x < x + CELL:
                self.post_message(self.Picked(index))
                return

    def relabel(self) -> None:
        self.refresh(layout=True)
