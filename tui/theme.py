"""Colours: a felt table by lamplight, the same at night, and paper for daylight. Colour never is the only sign of anything."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

FELT: Final = Theme(
    name="felt",
    primary="#e0bb63",
    secondary="#8fc7a6",
    accent="#f2d48a",
    warning="#f0a850",
    error="#ff8672",
    success="#8fdc9c",
    foreground="#f1ebdc",
    background="#0e221b",
    surface="#142d24",
    panel="#1c3b2f",
    dark=True,
    variables={
        "border": "#3f7058",
        "border-blurred": "#2c5242",
        "input-selection-background": "#e0bb63 35%",
        "footer-key-foreground": "#f2d48a",
        "tile-face": "#f6f0df",
        "tile-m": "#b3261e",
        "tile-p": "#14508c",
        "tile-s": "#146b3a",
        "tile-z": "#2b2b2b",
        "tile-f": "#8a4b08",
    },
)

NIGHT: Final = Theme(
    name="night",
    primary="#7fb3ff",
    secondary="#b9a1ff",
    accent="#ffd479",
    warning="#ffb454",
    error="#ff7a85",
    success="#7ee0a3",
    foreground="#e6e9f0",
    background="#0f1320",
    surface="#161b2b",
    panel="#20283d",
    dark=True,
    variables={
        "border": "#3d4a6b",
        "border-blurred": "#2b3550",
        "tile-face": "#f4f1e6",
        "tile-m": "#b3261e",
        "tile-p": "#14508c",
        "tile-s": "#146b3a",
        "tile-z": "#2b2b2b",
        "tile-f": "#8a4b08",
    },
)

PAPER: Final = Theme(
    name="paper",
    primary="#8a5a00",
    secondary="#2d6a4f",
    accent="#9c3d10",
    warning="#9a5b00",
    error="#b3261e",
    success="#1e6e3c",
    foreground="#22201b",
    background="#f6f1e4",
    surface="#efe8d6",
    panel="#e4dac2",
    dark=False,
    variables={
        "border": "#b8a67c",
        "border-blurred": "#d0c3a2",
        "tile-face": "#fffdf5",
        "tile-m": "#b3261e",
        "tile-p": "#14508c",
        "tile-s": "#146b3a",
        "tile-z": "#2b2b2b",
        "tile-f": "#8a4b08",
    },
)

THEMES: Final[tuple[Theme, ...]] = (FELT, NIGHT, PAPER)
"""In the order the theme key goes through."""

DEFAULT: Final = FELT.name
