"""A QR code as lines of half blocks: two modules a character cell, so that it is square and fits an 80 × 24 terminal."""

from __future__ import annotations

from typing import Final

QUIET: Final = 2
"""Light modules around the code. The standard asks for four; phones read two, and a terminal has no room for more."""

_HALVES: Final = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}


def qr_lines(text: str, quiet: int = QUIET) -> list[str]:
    """The code of ``text`` as equally long lines, drawn in *light* on a dark screen: show them white on black.

    Raises :class:`ImportError` where the QR library is not installed.
    """
    import segno

    rows = [[bool(module) for module in row] for row in segno.make(text, error="l", micro=False).matrix]
    width = len(rows[0]) + 2 * quiet
    blank = [False] * width
    grid = [
        *[blank] * quiet,
        *([*[False] * quiet, *row, *[False] * quiet] for row in rows),
        *[blank] * quiet,
    ]
    if len(grid) % 2:
        grid.append(blank)
    return [
        "".join(_HALVES[upper, lower] for upper, lower in zip(grid[line], grid[line + 1], strict=True))
        for line in range(0, len(grid), 2)
    ]
