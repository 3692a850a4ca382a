"""Text broken into lines of cells: Chinese may break between any two characters, but no line begins with a closing sign or ends with an opening one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from rich.cells import cell_len
from textual.content import Content

Run: TypeAlias = tuple[str, str]
"""A piece of text and its style."""

_CLOSING: Final = frozenset("\u00a0→，。、；：？！）」』】》〉…—％）,.;:?!)]}%”’")
_OPENING: Final = frozenset("\u00a0→（「『【《〈([{“‘＋−×")


def _wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def _units(runs: Iterable[Run]) -> list[list[Run]]:
    """What may not be broken: a word, one Chinese character, each with the signs that cling to it. A space is a unit of its own."""
    units: list[list[Run]] = []
    cling = False
    for text, style in runs:
        for character in text:
            piece = (character, style)
            last = units[-1][-1][0] if units else " "
            if character == " ":
                units.append([piece])
                cling = False
            elif (
                units
                and last != " "
                and (cling or character in _CLOSING or not (_wide(character) or _wide(last)))
            ):
                units[-1].append(piece)
                cling = character in _OPENING
            else:
                units.append([piece])
                cling = character in _OPENING
    return units


def _joined(pieces: Sequence[Run]) -> Content:
    runs: list[Run] = []
    for text, style in pieces:
        if runs and runs[-1][1] == style:
            runs[-1] = (runs[-1][0] + text, style)
        else:
            runs.append((text, style))
    return Content.assemble(*runs)


def wrap(runs: Iterable[Run], width: int) -> list[Content]:
    """``runs`` on as many lines of at most ``width`` cells as they need; at least one."""
    width = max(width, 2)
    lines: list[list[Run]] = []
    line: list[Run] = []
    used = 0
    for unit in _units(runs):
        cells = sum(cell_len(text) for text, _ in unit)
        if unit[0][0] == " ":
            if line and used < width:
                line.append(unit[0])
                used += 1
            continue
        if used + cells > width and line:
            lines.append(line)
            line, used = [], 0
        for text, style in unit:  # longer than a whole line: broken anywhere
            wide = cell_len(text)
            if used + wide > width:
                lines.append(line)
                line, used = [], 0
            line.append((text, style))
            used += wide
    lines.append(line)
    made = []
    for pieces in lines:
        while pieces and pieces[-1][0] == " ":
            pieces = pieces[:-1]
        made.append(_joined(pieces))
    return made


def natural(runs: Iterable[Run]) -> int:
    """How many cells ``runs`` take on one line."""
    return sum(cell_len(text) for text, _ in runs)
