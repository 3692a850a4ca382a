"""Tiles as text: our own two-cell labels, so that every terminal shows them equally wide and a reader without colour can tell them apart.

Three ways, the person's choice: ``4m``-like labels in one line (the digit and the suit's Han character, an honour's character alone), the
same as two-line tiles, and the Unicode mahjong glyphs for those whose font has them.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from models.tiles import FACES, NAMES_ZH, Tile
from tui.keymap import N_


class TileStyle(Enum):
    """How tiles are drawn."""

    LABEL = "label"
    TALL = "tall"
    UNICODE = "unicode"

    @property
    def title(self) -> str:
        """Its name (a translation key)."""
        return {"label": N_("labels"), "tall": N_("tall labels"), "unicode": N_("Unicode")}[self.value]


STYLES: Final = {style.value: style for style in TileStyle}

_SUITS: Final = {"m": "萬", "p": "筒", "s": "索"}
_GLYPHS: Final = "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀙🀚🀛🀜🀝🀞🀟🀠🀡🀐🀑🀒🀓🀔🀕🀖🀗🀘🀀🀁🀂🀃🀄🀅🀆🀦🀧🀨🀩🀢🀣🀥🀤"
"""By tile; the set's plants are printed 梅蘭菊竹, Unicode orders them plum, orchid, bamboo, chrysanthemum."""


def suit(tile: Tile) -> str:
    """``m``, ``p``, ``s``, ``z`` or ``f``: also the name of its colour, ``$tile-m`` …"""
    return FACES[tile][1]


def label(tile: Tile) -> str:
    """Three cells for a suit tile (``4萬``), two for an honour or a flower (``東``)."""
    rank, kind = FACES[tile][0], FACES[tile][1]
    return rank + _SUITS[kind] if kind in _SUITS else NAMES_ZH[tile]


def short(tile: Tile) -> str:
    """Exactly two cells: digit and suit letter (``4m``), or one Han character (``東``)."""
    rank, kind = FACES[tile][0], FACES[tile][1]
    return rank + kind if kind in _SUITS else NAMES_ZH[tile]


def glyph(tile: Tile) -> str:
    """The Unicode glyph in exactly two cells (🀄 is two wide, the others one)."""
    mark = _GLYPHS[tile]
    return mark + " " * (2 - cell_len(mark))


_DRAGON_COLOURS: Final = {31: "m", 32: "s", 33: "p"}
"""中 is red, 發 green, 白 blue, as on the tiles."""


def _face_style(tile: Tile, emphasis: str = "") -> str:
    return f"{emphasis} $tile-{_DRAGON_COLOURS.get(tile, suit(tile))} on $tile-face".strip()


def row(
    tiles: Iterable[Tile], style: TileStyle = TileStyle.LABEL, *, marked: Iterable[int] = (), gap: str = " "
) -> list[Content]:
    """Tiles side by side: one line (labels, Unicode) or two (tall). ``marked`` are places to underline, such as the winning tile's."""
    places = set(marked)
    tiles = list(tiles)
    if style is TileStyle.TALL:
        return [
            Content(gap).join(
                [
                    Content.styled(_tall_top(tile), _face_style(tile, _emphasis(at, places)))
                    for at, tile in enumerate(tiles)
                ]
            ),
            Content(gap).join(
                [
                    Content.styled(_tall_foot(tile), _face_style(tile, _emphasis(at, places)))
                    for at, tile in enumerate(tiles)
                ]
            ),
        ]
    draw = glyph if style is TileStyle.UNICODE else short
    return [
        Content(gap).join(
            [
                Content.styled(draw(tile), _face_style(tile, _emphasis(at, places)))
                for at, tile in enumerate(tiles)
            ]
        )
    ]


def _emphasis(at: int, places: set[int]) -> str:
    return "bold underline" if at in places else "bold"


def _tall_top(tile: Tile) -> str:
    rank, kind = FACES[tile][0], FACES[tile][1]
    return f"{rank} " if kind in _SUITS else NAMES_ZH[tile]


def _tall_foot(tile: Tile) -> str:
    rank, kind = FACES[tile][0], FACES[tile][1]
    if kind in _SUITS:
        return _SUITS[kind]
    return f"{(int(rank) - 1) % 4 + 1} " if kind == "f" else "  "


BACK: Final = Content.styled("▒▒", "$primary on $panel")
"""A tile face down."""


def tall_tile(tile: Tile | None) -> list[Content]:
    """One big tile in a frame, six cells by four lines, for the seat draw; ``None`` is face down."""
    if tile is None:
        return [Content("╭────╮"), *[Content.assemble("│", ("░░░░", "$primary"), "│")] * 2, Content("╰────╯")]
    style = _face_style(tile, "bold")
    return [
        Content("╭────╮"),
        Content.assemble("│", (" " + (_tall_top(tile)) + " ", style), "│"),
        Content.assemble("│", (" " + (_tall_foot(tile)) + " ", style), "│"),
        Content("╰────╯"),
    ]
