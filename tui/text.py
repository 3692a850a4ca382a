"""Text in cells: a Chinese character is two wide, and a name may be anything a person can type."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from rich.cells import cell_len
from textual.content import Content

from tui.wrap import wrap

ELLIPSIS = "…"
NAME_CELLS = 24
"""The widest name the app takes."""


def clip(text: str, width: int) -> str:
    """``text`` in at most ``width`` cells, with an ellipsis where it was cut."""
    if cell_len(text) <= width:
        return text
    if width <= 0:
        return ""
    kept = ""
    for character in text:
        if cell_len(kept + character) > width - 1:
            break
        kept += character
    return kept + ELLIPSIS


def left(text: str, width: int) -> str:
    """``text`` in exactly ``width`` cells, at the left."""
    text = clip(text, width)
    return text + " " * (width - cell_len(text))


def right(text: str, width: int) -> str:
    """``text`` in exactly ``width`` cells, at the right."""
    text = clip(text, width)
    return " " * (width - cell_len(text)) + text


def middle(text: str, width: int) -> str:
    """``text`` in exactly ``width`` cells, in the middle."""
    text = clip(text, width)
    room = width - cell_len(text)
    return " " * (room // 2) + text + " " * (room - room // 2)


def clean_name(text: str) -> str:
    """A name as it is kept: no control characters, one space where there were several, composed (NFC)."""
    kept = "".join(
        c
        for c in unicodedata.normalize("NFC", text)
        if unicodedata.category(c) not in ("Cc", "Cf") or c == "\u200d"
    )
    return " ".join(kept.split())


def line(*parts: str | tuple[str, str] | Content, width: int | None = None) -> Content:
    """One line from pieces, cut to ``width`` cells with an ellipsis, never wrapped."""
    content = Content.assemble(*parts)
    return content if width is None else content.truncate(width, ellipsis=True)


def both_ends(start: Content, end: Content, width: int) -> Content:
    """``start`` at the left and ``end`` at the right of ``width`` cells; the start gives way when there is too little room."""
    room = width - end.cell_length
    if room < 6:
        return start.truncate(width, ellipsis=True)
    start = start.truncate(room - 1, ellipsis=True)
    return Content.assemble(start, " " * (room - start.cell_length), end)


def flow(pieces: Iterable[Content], width: int, gap: str = " · ") -> list[Content]:
    """Pieces one after the other, on as many lines as they need; a piece is never split, only cut when longer than a whole line."""
    lines: list[Content] = []
    now: Content | None = None
    for piece in pieces:
        piece = piece.truncate(width, ellipsis=True)
        if now is None:
            now = piece
        elif now.cell_length + cell_len(gap) + piece.cell_length <= width:
            now = Content.assemble(now, (gap, "$text-muted"), piece)
        else:
            lines.append(now)
            now = piece
    if now is not None:
        lines.append(now)
    return lines


def stack(lines: Iterable[Content | str]) -> Content:
    """Lines under one another."""
    return Content("\n").join([part if isinstance(part, Content) else Content(part) for part in lines])


def centred(content: Content, width: int) -> Content:
    """Content in the middle of exactly ``width`` cells."""
    content = content.truncate(width, ellipsis=True)
    room = width - content.cell_length
    return Content.assemble(" " * (room // 2), content, " " * (room - room // 2))


def wrapped(content: Content, width: int) -> list[Content]:
    """Lines of at most ``width`` cells, broken as Chinese and English are; line breaks in the text stand, and so do the spaces a line begins with."""
    lines: list[Content] = []
    for row in content.split("\n", allow_blank=True):
        if row.cell_length <= width:
            lines.append(row)
            continue
        indent = row.plain[: len(row.plain) - len(row.plain.lstrip(" "))]
        styles = [""] * len(row.plain)
        for start, end, style in row.spans:
            styles[start:end] = [str(style)] * (min(end, len(styles)) - start)
        broken = wrap(list(zip(row.plain, styles, strict=True))[len(indent) :], width - len(indent))
        lines += [Content.assemble(indent, part) for part in broken]
    return lines
