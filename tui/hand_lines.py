"""A counted hand as lines: its tiles in their groups, and the items it was paid for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content

from models.tiles import Tile
from tui.i18n import pick
from tui.text import left
from tui.widgets.tiles import TileStyle, row


def tile_lines(notation: str, width: int, style: TileStyle = TileStyle.LABEL) -> list[Content]:
    """The tiles of a hand in notation on as many lines as they need; the text itself where it is no hand."""
    from models.hand import HandError
    from models.notation import parse_hand

    try:
        hand = parse_hand(notation)
    except HandError:
        return [Content(notation).truncate(width, ellipsis=True)]
    groups: list[tuple[str, tuple[Tile, ...], str]] = []
    for meld in hand.melds:
        text = str(meld)
        groups.append((text[0], meld.tiles, text[-1]))
    if hand.waiting:
        groups.append(("", hand.waiting, ""))
    if hand.winning is not None:
        groups.append(("+", (hand.winning,), ""))
    if hand.flowers:
        groups.append(("", hand.flowers, ""))
    best: list[Content] = []
    for gap in (" ", ""):
        best = _flow(groups, width, style, gap)
        if len(best) <= (2 if style is TileStyle.TALL else 1):
            break
    return best


def _flow(
    groups: Sequence[tuple[str, tuple[Tile, ...], str]], width: int, style: TileStyle, gap: str
) -> list[Content]:
    height = 2 if style is TileStyle.TALL else 1
    lines: list[list[Content]] = []
    for before, tiles, after in groups:
        drawn = row(tiles, style, gap=gap)
        block = [
            Content.assemble(
                (before if n == 0 else " " * len(before), "bold $accent" if before == "+" else "$secondary"),
                part,
                (after if n == 0 else " " * len(after), "$secondary"),
            )
            for n, part in enumerate(drawn)
        ]
        if lines and lines[-1][0].cell_length + 1 + block[0].cell_length <= width:
            lines[-1] = [Content.assemble(a, " ", b) for a, b in zip(lines[-1], block, strict=True)]
        elif block[0].cell_length <= width or len(tiles) < 2:
            lines.append(block)
        else:  # one long row of concealed tiles: broken in two
            half = (len(tiles) + 1) // 2
            for part in (tiles[:half], tiles[half:]):
                lines.append(
                    [Content.assemble(" " * len(before), piece) for piece in row(part, style, gap=gap)]
                )
    return [line.truncate(width, ellipsis=True) for block in lines for line in block[:height]]


def item_lines(items: Iterable[object], width: int) -> list[Content]:
    """The items of a count, two beside one another where there is room: ``自摸 1``, ``暗槓×2 4``."""
    pieces = []
    for item in items:
        count = getattr(item, "count", 1)
        name = pick(item.zh, item.en) + (f"×{count}" if count > 1 else "")  # type: ignore[attr-defined]
        pieces.append((name, str(item.fan)))  # type: ignore[attr-defined]
    columns = 2 if width >= 56 else 1
    room = (width - 2 * (columns - 1)) // columns
    lines = []
    for start in range(0, len(pieces), columns):
        parts: list[str | tuple[str, str]] = []
        for name, number in pieces[start : start + columns]:
            parts += [left(name, room - 5), (number.rjust(4), "bold"), "   "]
        lines.append(Content.assemble(*parts[:-1]))
    return lines
