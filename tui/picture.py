"""埋單 as a picture to send to friends: who won, who lost, who hands whom what. SVG as text of our own, PNG through Pillow.

Both are drawn from one list of shapes, so they show the same. A PNG needs Pillow and a font with Chinese characters on the system
(``TAIPAI_FONT`` names one); an SVG needs nothing.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from rich.cells import cell_len

from models.messages import Msg, msg
from models.night import Night
from models.transfers import transfers
from tui.i18n import _, n_

if TYPE_CHECKING:
    from PIL import ImageFont

WIDTH: Final = 720
_EDGE: Final = 36
_FAMILY: Final = "'Noto Sans CJK HK','PingFang HK','Microsoft JhengHei','Noto Sans HK',sans-serif"
_PAPER, _INK, _SOFT, _LINE, _UP, _DOWN, _FELT = (
    "#fbf8f1",
    "#20242a",
    "#6d7278",
    "#ddd6c7",
    "#14713f",
    "#b3261e",
    "#1f5c46",
)
_NAME_CELLS: Final = 18
_SCALE: Final = 2

Anchor: TypeAlias = Literal["start", "middle", "end"]


class PictureError(Exception):
    """The picture can't be made; ``message`` says what to do."""

    def __init__(self, message: Msg) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle, in pixels."""

    x: int
    y: int
    width: int
    height: int
    colour: str
    radius: int = 0


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; ``y`` is its baseline."""

    x: int
    y: int
    size: int
    text: str
    colour: str = _INK
    anchor: Anchor = "start"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes in painting order, and the picture's size."""

    width: int
    height: int
    shapes: tuple[Box | Words, ...]
    title: str


def settle_up(night: Night, names: Iterable[str] | None = None) -> Drawing:
    """The card of a night; while it is not settled, what it would give now, and it says so. ``names`` are those in use now."""
    players = [_clip(name, _NAME_CELLS) for name in (names or night.players)]
    totals = night.totals if night.settled else night.projected
    paid = [(p.payer, p.receiver, p.amount) for p in night.transfers] or [*transfers(totals)]
    shapes: list[Box | Words] = []
    title = _("Settle-up")
    hands = n_("{n} hand", "{n} hands", night.position.hands)
    stakes = _("base {base}, {per_fan} a fan").format(base=night.start.base, per_fan=night.start.per_fan)
    y = 104
    shapes += [
        Box(0, 0, WIDTH, 76, _FELT),
        Words(_EDGE, 50, 30, f"台牌 · {title}", _PAPER, bold=True),
        Words(WIDTH - _EDGE, 49, 20, night.start.date, _PAPER, "end"),
        Words(_EDGE, y + 8, 17, f"{stakes} · {hands}", _SOFT),
    ]
    if not night.settled:
        shapes.append(Words(WIDTH - _EDGE, y + 8, 17, _("not settled up yet"), _DOWN, "end"))
    columns = (WIDTH - _EDGE, 545, 440, 335)
    y += 46
    heads = (_("result"), _("instant"), _("lai extra"), _("hand points"))
    shapes += [Words(x, y, 15, head, _SOFT, "end") for x, head in zip(columns, heads, strict=True)]
    shapes.append(Box(_EDGE, y + 10, WIDTH - 2 * _EDGE, 1, _LINE))
    order = sorted(range(4), key=lambda seat: (-totals[seat], seat))
    for place, seat in enumerate(order):
        y += 50
        if place == 0 and totals[seat] > 0:
            shapes.append(Box(_EDGE - 12, y - 30, WIDTH - 2 * _EDGE + 24, 44, "#efe7d2", 8))
        colour = _UP if totals[seat] > 0 else _DOWN if totals[seat] < 0 else _INK
        shapes.append(Words(_EDGE, y, 24, players[seat], bold=place == 0))
        shapes.append(Words(columns[0], y, 27, _signed(totals[seat]), colour, "end", bold=True))
        details = (night.instant[seat], night.lai_extra[seat], night.hand_points[seat])
        shapes += [
            Words(x, y, 18, _signed(amount), _SOFT, "end")
            for x, amount in zip(columns[1:], details, strict=True)
        ]
    y += 34
    shapes.append(Box(_EDGE, y, WIDTH - 2 * _EDGE, 1, _LINE))
    y += 12
    if not paid:
        y += 30
        shapes.append(Words(_EDGE, y, 20, _("Nobody owes anybody."), _SOFT))
    for payer, receiver, amount in paid:
        y += 36
        shapes += [
            Words(_EDGE, y, 22, f"{players[payer]}  →  {players[receiver]}"),
            Words(WIDTH - _EDGE, y, 22, f"${amount}", anchor="end", bold=True),
        ]
    return Drawing(
        WIDTH, y + 40, (Box(0, 0, WIDTH, y + 40, _PAPER), *shapes), f"{title} {night.start.date}".strip()
    )


def _signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "0"


def _clip(text: str, cells: int) -> str:
    text = "".join(c for c in text if c.isprintable())
    if cell_len(text) <= cells:
        return text
    while cell_len(text) > cells - 1:
        text = text[:-1]
    return f"{text}…"


@dataclass(frozen=True, slots=True)
class Saved:
    """Where a picture is."""

    path: Path
    note: Msg | None = None
    """Why it is not a PNG, if so."""


def save(night: Night, folder: Path, names: Iterable[str] | None = None) -> Saved:
    """Writes the card into ``folder`` under a name that is free: a PNG, or an SVG where a PNG can't be made. Raises :class:`OSError`."""
    drawing = settle_up(night, names)
    note: Msg | None = None
    try:
        content, suffix = to_png(drawing), ".png"
    except PictureError as error:
        content, suffix, note = to_svg(drawing).encode(), ".svg", error.message
    folder.mkdir(parents=True, exist_ok=True)
    stem = "taipai-" + ("".join(c for c in night.start.date if c.isdigit() or c == "-") or "night")
    for number in range(1, 10_000):
        path = folder / (f"{stem}{suffix}" if number == 1 else f"{stem}-{number}{suffix}")
        try:
            with path.open("xb") as stream:
                stream.write(content)
        except FileExistsError:
            continue
        return Saved(path, note)
    raise FileExistsError(17, "too many pictures of this night", str(folder))


# --- SVG ---------------------------------------------------------------------------------------------------------


def to_svg(drawing: Drawing) -> str:
    """The drawing as an SVG document."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{drawing.width}" height="{drawing.height}" '
        f'viewBox="0 0 {drawing.width} {drawing.height}" font-family="{_FAMILY}">',
        f"<title>{_xml(drawing.title)}</title>",
    ]
    for shape in drawing.shapes:
        if isinstance(shape, Box):
            lines.append(
                f'<rect x="{shape.x}" y="{shape.y}" width="{shape.width}" height="{shape.height}" '
                f'rx="{shape.radius}" fill="{shape.colour}"/>'
            )
        else:
            weight = ' font-weight="bold"' if shape.bold else ""
            lines.append(
                f'<text x="{shape.x}" y="{shape.y}" font-size="{shape.size}" fill="{shape.colour}" '
                f'text-anchor="{shape.anchor}"{weight} xml:space="preserve">{_xml(shape.text)}</text>'
            )
    return "\n".join([*lines, "</svg>", ""])


def _xml(text: str) -> str:
    """Text for an XML document: escaped, without the characters XML can't hold."""
    return escape("".join(c for c in text if c.isprintable() and c not in "\ufffe\uffff"))


# --- PNG ---------------------------------------------------------------------------------------------------------

_FILES: Final = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/System/Library/Fonts/PingFang.ttc",
    "/System/Library/Fonts/STHeiti Medium.ttc",
    "/Library/Fonts/Arial Unicode.ttf",
    "C:/Windows/Fonts/msjh.ttc",
    "C:/Windows/Fonts/mingliu.ttc",
    "C:/Windows/Fonts/msyh.ttc",
)


def find_font() -> tuple[str, int] | None:
    """A font file with Chinese characters, and the face in it; ``None`` when the system has none."""
    named = os.environ.get("TAIPAI_FONT", "")
    if named:
        return (named, 0) if Path(named).is_file() else None
    return _asked_fontconfig() or next(((file, 0) for file in _FILES if Path(file).is_file()), None)


def _asked_fontconfig() -> tuple[str, int] | None:
    tool = shutil.which("fc-list")
    if tool is None or sys.platform == "win32":
        return None
    try:
        said = subprocess.run(
            [tool, "-f", "%{file}|%{index}|%{family}|%{style}\n", ":lang=zh-hk"],
            capture_output=True,
            timeout=10,
            check=False,
        ).stdout.decode(errors="replace")
    except (OSError, subprocess.SubprocessError):
        return None
    found = [line.split("|") for line in said.splitlines() if line.count("|") == 3]

    def rank(face: list[str]) -> tuple[bool, bool, bool, bool, str]:
        file, _index, family, style = face
        return ("Sans" not in family, "Mono" in family, "HK" not in family, "Regular" not in style, file)

    for file, index, _family, _style in sorted(found, key=rank):
        if Path(file).suffix.lower() in (".ttf", ".ttc", ".otf"):
            return file, int(index) & 0xFFFF if index.isdigit() else 0
    return None


def to_png(drawing: Drawing) -> bytes:
    """The drawing as a PNG. Raises :class:`PictureError` when Pillow or a font with Chinese characters is missing."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise PictureError(
            msg("a PNG needs Pillow: {how}; an SVG needs nothing", how="pip install 'taipai[vision]'")
        ) from None
    face = find_font()
    texts = "".join(shape.text for shape in drawing.shapes if isinstance(shape, Words))
    if face is None and any(ord(c) > 0x2E80 for c in texts):
        raise PictureError(
            msg(
                "no font with Chinese characters was found: install one (such as fonts-noto-cjk) or name one in TAIPAI_FONT; an SVG needs none"
            )
        )
    fonts: dict[int, ImageFont.FreeTypeFont | ImageFont.ImageFont] = {}

    def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        if size not in fonts:
            try:
                fonts[size] = (
                    ImageFont.truetype(face[0], size, index=face[1]) if face else ImageFont.load_default(size)
                )
            except OSError as error:
                raise PictureError(
                    msg(
                        "the font {file} can't be used: {what}",
                        file=face[0] if face else "?",
                        what=str(error),
                    )
                ) from None
        return fonts[size]

    image = Image.new("RGB", (drawing.width * _SCALE, drawing.height * _SCALE), "white")
    pen = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        if isinstance(shape, Box):
            left, top = shape.x * _SCALE, shape.y * _SCALE
            right, bottom = left + shape.width * _SCALE - 1, top + max(1, shape.height * _SCALE - 1)
            pen.rounded_rectangle((left, top, right, bottom), shape.radius * _SCALE, shape.colour)
        else:
            anchor = {"start": "ls", "middle": "ms", "end": "rs"}[shape.anchor]
            pen.text(
                (shape.x * _SCALE, shape.y * _SCALE),
                shape.text,
                shape.colour,
                font(shape.size * _SCALE),
                anchor=anchor,
                stroke_width=1 if shape.bold else 0,  # one font file serves both weights
            )
    stream = io.BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()
