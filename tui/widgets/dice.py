"""Three dice, drawn; those thrown here are truly random, those typed are the ones on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content

_PIPS: Final = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}


def draw(dice: Sequence[int | None]) -> list[Content]:
    """Five lines; a die not thrown yet is empty. One and four are red, as on Chinese dice."""
    lines: list[list[str | tuple[str, str]]] = [[], [], [], [], []]
    for value in dice:
        style = "$tile-m on $tile-face bold" if value in (1, 4) else "$tile-z on $tile-face bold"
        faces = _PIPS[value] if value else ("     ", "  ?  ", "     ")
        if not value:
            style = "$text-muted on $panel"
        edge = "$border"
        lines[0] += [("╭───────╮", edge), "  "]
        for n in range(3):
            lines[n + 1] += [("│", edge), (f" {faces[n]} ", style), ("│", edge), "  "]
        lines[4] += [("╰───────╯", edge), "  "]
    return [Content.assemble(*parts) for parts in lines]
