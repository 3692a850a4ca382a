"""Pictures in the terminal: how this terminal shows them, and marks drawn onto them. Imports Pillow only when a picture is drawn.

Half cells work everywhere. Sixel and Kitty graphics are used where the terminal is known to have them; it cannot be asked, because by now the
app reads the keyboard. ``TAIPAI_PICTURES`` (``half``, ``sixel``, ``kitty``) says otherwise.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

if TYPE_CHECKING:
    from PIL import Image as PillowImage
    from textual.widget import Widget

Protocol: TypeAlias = Literal["half", "sixel", "kitty"]
Colour: TypeAlias = tuple[int, int, int]

SELECTED: Final[Colour] = (255, 214, 64)
SURE: Final[Colour] = (96, 220, 130)
DOUBTFUL: Final[Colour] = (255, 96, 80)
LEFT_OUT: Final[Colour] = (150, 150, 150)


@dataclass(frozen=True, slots=True)
class Mark:
    """A tile's outline on a picture."""

    corners: Sequence[tuple[float, float]]
    """In pixels of the photo."""
    colour: Colour = SURE
    label: str = ""
    """Written into it where there is room."""
    strong: bool = False


def protocol(environment: Mapping[str, str], *, headless: bool = False) -> Protocol:
    """How the terminal of this environment shows pictures."""
    asked = environment.get("TAIPAI_PICTURES", "").lower()
    if headless or "web_driver" in environment.get("TEXTUAL_DRIVER", ""):
        return "half"  # a browser's terminal, or none at all
    if asked in ("half", "sixel", "kitty"):
        return asked  # type: ignore[return-value]
    if (
        environment.get("TMUX")
        or environment.get("STY")
        or (environment.get("SSH_TTY") and not environment.get("TERM_PROGRAM"))
    ):
        return "half"
    term, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "")
    if "kitty" in term or environment.get("KITTY_WINDOW_ID") or "ghostty" in term or program == "ghostty":
        return "kitty"
    if term.startswith(("foot", "mlterm", "contour")) or program in ("WezTerm", "iTerm.app", "mintty"):
        return "sixel"
    return "half"


def cell_pixels() -> tuple[int, int]:
    """Width and height of a cell in pixels as the terminal's driver tells it; 10 × 20 where it does not."""
    try:
        import fcntl
        import struct
        import termios

        stream = sys.__stdout__
        if stream is not None and stream.isatty():
            rows, columns, width, height = struct.unpack(
                "HHHH", fcntl.ioctl(stream, termios.TIOCGWINSZ, b"\0" * 8)
            )
            if rows and columns and width >= columns and height >= rows:
                return width // columns, height // rows
    except (ImportError, OSError, ValueError):
        pass
    return 10, 20


@lru_cache(maxsize=4)
def widget_class(kind: Protocol) -> type[Widget]:
    """textual-image's widget for a protocol.

    On import that library asks the terminal what it can do and reads the answer from the keyboard, which would take keys from the running
    app; so it is told that there is no terminal.
    """
    width, height = cell_pixels()
    os.environ.setdefault("TEXTUAL_CELL_WIDTH", str(width))
    os.environ.setdefault("TEXTUAL_CELL_HEIGHT", str(height))
    real = sys.__stdout__
    sys.__stdout__ = io.StringIO()  # type: ignore[misc,assignment]
    try:
        from textual_image import widget
    finally:
        sys.__stdout__ = real  # type: ignore[misc]
    name = {"half": "HalfcellImage", "sixel": "SixelImage", "kitty": "TGPImage"}[kind]
    return cast("type[Widget]", getattr(widget, name))


def pixels_for(kind: Protocol, columns: int, rows: int) -> tuple[int, int]:
    """Pixels that so many cells show."""
    if kind == "half":
        return columns, rows * 2
    width, height = cell_pixels()
    return columns * width, rows * height


def fitted(size: tuple[float, float], columns: int, rows: int) -> tuple[int, int]:
    """Columns and rows that a picture of this size fills within a room, its proportions kept (a cell is twice as high as wide)."""
    width, height = size
    if width <= 0 or height <= 0 or columns <= 0 or rows <= 0:
        return 0, 0
    scale = min(columns / width, rows * 2 / height)
    return max(1, min(columns, round(width * scale))), max(1, min(rows, round(height * scale / 2)))


def from_bgr(image: Any, long_side: int = 1600) -> tuple[PillowImage.Image, float]:
    """A picture as OpenCV has it for showing, shrunk where it is large, and its pixels per pixel of ``image``."""
    import cv2
    from PIL import Image

    height, width = image.shape[:2]
    scale = min(1.0, long_side / max(height, width))
    if scale < 1:
        image = cv2.resize(
            image, (max(1, round(width * scale)), max(1, round(height * scale))), interpolation=cv2.INTER_AREA
        )
    return Image.fromarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB)), scale


def drawn(
    picture: PillowImage.Image,
    pixels: tuple[int, int],
    marks: Sequence[Mark] = (),
    scale: float = 1.0,
    window: tuple[float, float, float, float] | None = None,
    thickness: int = 1,
) -> PillowImage.Image:
    """``picture`` at ``pixels`` with marks. ``scale``: pixels of ``picture`` per pixel of the photo; ``window``: the part of the photo to show."""
    from PIL import Image, ImageDraw, ImageFont

    left, top, right, bottom = window or (0.0, 0.0, picture.width / scale, picture.height / scale)
    box = (left * scale, top * scale, right * scale, bottom * scale)
    out = picture.resize(
        pixels, Image.Resampling.BOX if pixels[0] < picture.width else Image.Resampling.BILINEAR, box=box
    )
    across, down = pixels[0] / max(right - left, 1e-6), pixels[1] / max(bottom - top, 1e-6)
    draw = ImageDraw.Draw(out)
    for mark in sorted(marks, key=lambda m: m.strong):
        points = [((x - left) * across, (y - top) * down) for x, y in mark.corners]
        width = thickness + (1 if mark.strong and thickness > 1 else 0)
        room = min(
            max(x for x, _ in points) - min(x for x, _ in points),
            max(y for _, y in points) - min(y for _, y in points),
        )
        if room < 12 and not mark.strong:
            # an outline would hide so small a tile: a line below its foot alone
            foot = max(range(4), key=lambda k: points[k][1] + points[(k + 1) % 4][1])
            draw.line(
                [(x, y + 1) for x, y in (points[foot], points[(foot + 1) % 4])], fill=mark.colour, width=width
            )
        else:
            draw.line([*points, points[0]], fill=mark.colour, width=width)
        if mark.label and room > 24:
            font = ImageFont.load_default(size=max(10, room / 3))
            middle = sum(x for x, _ in points) / 4, sum(y for _, y in points) / 4
            draw.text(
                middle,
                mark.label,
                fill=mark.colour,
                font=font,
                anchor="mm",
                stroke_width=2,
                stroke_fill=(0, 0, 0),
            )
    return out


def tile_picture(
    picture: PillowImage.Image, corners: Sequence[tuple[float, float]], scale: float, pixels: tuple[int, int]
) -> PillowImage.Image:
    """One tile set upright, with a rim around it."""
    from PIL import Image

    width, height = pixels
    rim = 0.08
    quad = [(x * scale, y * scale) for x, y in corners]
    middle = sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4
    quad = [
        (middle[0] + (x - middle[0]) * (1 + 2 * rim), middle[1] + (y - middle[1]) * (1 + 2 * rim))
        for x, y in quad
    ]
    top_left, top_right, bottom_right, bottom_left = quad
    data = (*top_left, *bottom_left, *bottom_right, *top_right)
    # drawn twice as large and halved, so that a big tile loses no thin lines
    big = picture.transform((width * 2, height * 2), Image.Transform.QUAD, data, Image.Resampling.BILINEAR)
    return big.resize((width, height), Image.Resampling.BOX)


def around(
    marks: Sequence[Sequence[tuple[float, float]]], size: tuple[int, int], rim: float = 0.06
) -> tuple[float, float, float, float]:
    """The part of a photo that holds all these tiles, with a rim."""
    points = [point for corners in marks for point in corners]
    if not points:
        return 0.0, 0.0, float(size[0]), float(size[1])
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    edge = max(right - left, bottom - top) * rim
    left, right = max(0.0, left - edge), min(float(size[0]), right + edge)
    top, bottom = max(0.0, top - edge), min(float(size[1]), bottom + edge)
    if right - left < 8 or bottom - top < 8:  # tiles outside their own photo
        return 0.0, 0.0, float(size[0]), float(size[1])
    return left, top, right, bottom


def near(
    corners: Sequence[tuple[float, float]], size: tuple[int, int], proportion: float, tiles: float = 5.0
) -> tuple[float, float, float, float]:
    """The part of a photo around one tile, about ``tiles`` tiles wide; ``proportion`` is its width over its height."""
    wide, high = size
    middle = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
    reach = max(max(x for x, _ in corners) - min(x for x, _ in corners), 1.0)
    width = min(float(wide), max(reach * tiles, 16.0))
    height = min(
        float(high),
        max(width / max(proportion, 0.1), (max(y for _, y in corners) - min(y for _, y in corners)) * 1.3),
    )
    width = min(float(wide), max(width, height * proportion))
    left = min(max(0.0, middle[0] - width / 2), wide - width)
    top = min(max(0.0, middle[1] - height / 2), high - height)
    return left, top, left + width, top + height
