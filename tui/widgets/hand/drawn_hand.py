"""The typed hand drawn as tiles: melds in their brackets, the concealed tiles, the winning tile apart, the flowers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from textual.content import Content

from models.tiles import Tile
from tui.hand_entry import Editor
from tui.hand_signs import CLOSING
from tui.i18n import _
from tui.widgets.lines import Lines
from tui.widgets.tiles import TileStyle, row


@dataclass(frozen=True, slots=True)
class _Piece:
    """Tiles that stand together, with what is written before and after them."""

    tiles: tuple[Tile, ...]
    before: str = ""
    after: str = ""
    style: str = ""


class DrawnHand(Lines):
    """Redrawn with each key. :attr:`lit` are the tiles an item of the count was earned by; they are underlined."""

    DEFAULT_CSS = """
    DrawnHand { height: auto; min-height: 1; width: 1fr; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.editor = Editor()
        self.is_sorted = True
        self.lit: tuple[Tile, ...] = ()

    def show(self, editor: Editor, *, is_sorted: bool, lit: Iterable[Tile] = ()) -> None:
        """Draws another hand, or the same one with other tiles lit."""
        width = self.content_size.width
        before = len(self.lines(width, 0)) if width else 0
        self.editor = editor
        self.is_sorted = is_sorted
        self.lit = tuple(lit)
        self.refresh(layout=not width or len(self.lines(width, 0)) != before)

    def pieces(self) -> list[_Piece]:
        """What is drawn, left to right."""
        editor = self.editor
        found = [
            _Piece(tuple(sorted(meld.tiles)), meld.bracket, CLOSING[meld.bracket], "$secondary")
            for meld in editor.melds
            if meld.tiles
        ]
        winning = editor.winning_cell
        rest = [
            cell.tile for cell in editor.concealed_cells if winning is None or cell.serial != winning.serial
        ]
        if rest:
            found.append(_Piece(tuple(sorted(rest) if self.is_sorted else rest)))
        if winning is not None:
            found.append(_Piece((winning.tile,), "+", "", "bold $accent"))
        flowers = sorted(editor.flowers)
        if winning is not None and winning.tile in flowers:
            flowers.remove(winning.tile)
        if flowers:
            found.append(_Piece(tuple(flowers), _("flowers") + " ", "", "$text 65%"))
        return found

    def lines(self, width: int, height: int) -> list[Content]:
        style: TileStyle = getattr(self.app, "tile_style", TileStyle.LABEL)
        pieces = self.pieces()
        if not pieces:
            return [Content("")]
        for gap in (" ", ""):
            made = self._flow(pieces, width, style, gap)
            if len(made) <= (2 if style is TileStyle.TALL else 1):
                break
        return made

    def _flow(self, pieces: list[_Piece], width: int, style: TileStyle, gap: str) -> list[Content]:
        """Pieces beside one another, on further lines when there is no room."""
        lit = Counter(self.lit)
        rows: list[list[Content]] = []
        for piece in pieces:
            marked = []
            for place, tile in enumerate(piece.tiles):
                if lit[tile] > 0:
                    lit[tile] -= 1
                    marked.append(place)
            drawn = row(piece.tiles, style, marked=marked, gap=gap)
            block = [
                Content.assemble(
                    (piece.before if n == 0 else " " * Content(piece.before).cell_length, piece.style),
                    line,
                    (piece.after if n == 0 else " " * Content(piece.after).cell_length, piece.style),
                )
                for n, line in enumerate(drawn)
            ]
            if rows and rows[-1][0].cell_length + 1 + block[0].cell_length <= width:
                rows[-1] = [Content.assemble(old, " ", new) for old, new in zip(rows[-1], block, strict=True)]
            else:
                rows.append(block)
        return [line for block in rows for line in block]
