"""Faces to train on: photographed single tiles, drawn art, and designs invented here.

A design maps each of the 42 face names to a picture of the ink alone, height x width x 4 (BGR and coverage),
so that it can be laid on a tile of any colour. Photographed crops carry their own ground and are opaque.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

from vision.classify import FACES

#: Blue, green, red.
Colour: TypeAlias = tuple[int, int, int]
#: A numpy array. OpenCV's stubs promise a union that numpy's own stubs refuse, so no more is said.
Array: TypeAlias = Any
Rng = np.random.Generator

NUMERALS = "一二三四伍六七八九"
PLAIN_FIVE = "五"
WINDS = "東南西北"
FLOWERS = "春夏秋冬梅蘭菊竹"
#: What is written on the versions of an invented flower. The first ones can be told without the picture.
SMALL_WRITING = 0.3
WRITTEN = ("character number",) * 4 + ("character",) * 2
PICTURED = ("number",) * 2
FONT_FILES = (
    "arphic/ukai.ttc", "arphic/uming.ttc", "cwtex/cwkai.ttf", "cwtex/cwming.ttf", "cwtex/cwyen.ttf",
    "cwtex/cwfs.ttf", "cwtex/cwheib.ttf", "noto/NotoSerifCJK-Bold.ttc", "noto/NotoSerifCJK-Regular.ttc",
    "noto/NotoSansCJK-Bold.ttc", "noto/NotoSansCJK-Regular.ttc",
)  # fmt: skip
DIGIT_FILES = (
    "dejavu/DejaVuSans-Bold.ttf", "dejavu/DejaVuSerif-Bold.ttf", "dejavu/DejaVuSans.ttf",
    "dejavu/DejaVuSerif.ttf", "noto/NotoSerifCJK-Bold.ttc",
)  # fmt: skip


@dataclass(slots=True)
class Design:
    """One set of faces. origin names where it comes from; free says whether pictures of it may be shipped."""

    origin: str
    faces: dict[str, list[Array]] = field(default_factory=dict)
    opaque: bool = False
    free: bool = False


# ---------------------------------------------------------------- photographed crops


def tile_rows(data: Path) -> list[tuple[str, str, int]]:
    """(image, face, set) of the labelled single tiles."""
    with open(data / "tiles" / "labels.csv", newline="", encoding="utf-8") as file:
        rows = [(r["image"], r["face"], int(r["set"])) for r in csv.DictReader(file)]
    return [r for r in rows if r[1] in FACES]


def crop_designs(data: Path, size: tuple[int, int], sets: Iterable[int] | None = None) -> list[Design]:
    """The labelled crops, one design a physical set. size: width, height."""
    wanted = None if sets is None else set(sets)
    designs: dict[int, Design] = {}
    for image, face, number in tile_rows(data):
        if wanted is not None and number not in wanted:
            continue
        picture = cv2.imread(str(data / "tiles" / "labelled" / image))
        if picture is None:
            continue
        design = designs.setdefault(number, Design(f"tiles/{number}", opaque=True))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        design.faces.setdefault(face, []).append(small)
    return [designs[k] for k in sorted(designs)]


# ---------------------------------------------------------------- drawn art


def _grid_of(name: str) -> Sequence[Sequence[str | None]]:
    """Which face lies in which cell of an art file."""
    suits = {s: [f"{n}{s}" for n in range(1, 10)] for s in "mps"}
    if name.startswith("kde"):
        return [
            suits["m"], suits["s"], suits["p"],
            ["1f", "2f", "3f", "4f", "4z", "2z", "1z", "3z"],
            ["7z", "6z", "5z", "5f", "6f", "7f", "8f"],
        ]  # fmt: skip
    return [
        suits["p"], suits["m"], suits["s"],
        ["4z", "3z", "2z", "1z", None, "5f", "6f", "7f", "8f"],
        ["1f", "2f", "3f", "4f", None, None, "5z", "6z", "7z"],
    ]  # fmt: skip


def art_design(data: Path, name: str, size: tuple[int, int]) -> Design:
    """A drawn design by file name without its ending. size: width, height of a face."""
    import cairosvg

    kde = name.startswith("kde")
    zoom = max(1.5, size[0] / (69 if kde else 75) * 1.1)
    raw = cairosvg.svg2png(url=str(data / "art" / f"{name}.svg"), scale=zoom if kde else None,
                           output_width=None if kde else int(675 * zoom))  # fmt: skip
    sheet = np.asarray(PilImage.open(io.BytesIO(raw)).convert("RGBA"))
    sheet = sheet[..., [2, 1, 0, 3]]
    unit = sheet.shape[1] / (768 if kde else 675)
    design = Design(f"art/{name}", free=name in ("uni", "unib"))
    for row, faces in enumerate(_grid_of(name)):
        for column, face in enumerate(faces):
            if face is None:
                continue
            if kde:
                x, y, w, h = 69.125 * column, 116 + 89.125 * row, 69.0, 89.0
            else:
                x, y, w, h = 75.0 * column, 100.0 * row, 75.0, 100.0
            cell = sheet[round(y * unit) : round((y + h) * unit), round(x * unit) : round((x + w) * unit)]
            if kde:
                edge = max(1, round(1.2 * unit))  # a hair line marks each cell
                cell = cell[edge:-edge, edge:-edge]
            design.faces[face] = [_resize(cell, size)]
    return design


def _resize(ink: Array, size: tuple[int, int]) -> Array:
    """Resize ink with its coverage, without dark fringes."""
    ink = ink.astype(np.float32)
    alpha = ink[..., 3:] / 255
    small = cv2.resize(
        np.concatenate([ink[..., :3] * alpha, ink[..., 3:]], 2), size, interpolation=cv2.INTER_AREA
    )
    cover = np.maximum(small[..., 3:] / 255, 1e-3)
    return np.clip(np.concatenate([small[..., :3] / cover, small[..., 3:]], 2), 0, 255).astype(np.uint8)


# ---------------------------------------------------------------- designs invented here


def fonts(folder: Path = Path("/usr/share/fonts")) -> list[Path]:
    """The CJK font files that are installed, of those this module knows."""
    found = {p.name: p for p in folder.rglob("*") if p.suffix in (".ttf", ".ttc", ".otf")}
    return [found[Path(f).name] for f in FONT_FILES if Path(f).name in found]


def digit_fonts(folder: Path = Path("/usr/share/fonts")) -> list[Path]:
    """Fonts for corner digits."""
    found = {p.name: p for p in folder.rglob("*") if p.suffix in (".ttf", ".ttc", ".otf")}
    return [found[Path(f).name] for f in DIGIT_FILES if Path(f).name in found]


@cache
def draws(font: Path, sign: str) -> bool:
    """Whether a font has a sign; one that has not draws a box in its place."""
    face = ImageFont.truetype(str(font), 40)
    return bytes(face.getmask(sign)) != bytes(face.getmask("\U0010fffd"))


class Pen:
    """Draws ink on an empty face; coordinates are fractions of the face's width and height."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.width, self.height = size[0] * 2, size[1] * 2
        self.size = size
        self.colour = np.zeros((self.height, self.width, 3), np.uint8)
        self.cover = np.zeros((self.height, self.width), np.uint8)

    def _paint(self, mask: Array, colour: Colour) -> None:
        where = mask > 0
        self.colour[where] = colour
        self.cover[where] = np.maximum(self.cover[where], mask[where])

    def disc(self, x: float, y: float, radius: float, colour: Colour, line: float = 0) -> None:
        """A disc, or a ring of the given line width; radius in widths of the face."""
        mask = np.zeros_like(self.cover)
        thick = -1 if line <= 0 else max(1, round(line * self.width))
        centre = round(x * self.width), round(y * self.height)
        cv2.circle(mask, centre, max(1, round(radius * self.width)), 255, thick, cv2.LINE_AA)
        self._paint(mask, colour)

    def erase_disc(self, x: float, y: float, radius: float) -> None:
        """Take the ink of a disc away."""
        centre = round(x * self.width), round(y * self.height)
        cv2.circle(self.cover, centre, max(1, round(radius * self.width)), 0, -1)

    def stroke(self, points: Array, width: float, colour: Colour) -> None:
        """A polyline; width in widths of the face."""
        mask = np.zeros_like(self.cover)
        scaled = np.round(np.asarray(points) * [self.width, self.height]).astype(np.int32)
        cv2.polylines(mask, [scaled], False, 255, max(1, round(width * self.width)), cv2.LINE_AA)
        self._paint(mask, colour)

    def erase_stroke(self, points: Array, width: float) -> None:
        """Take the ink of a polyline away."""
        scaled = np.round(np.asarray(points) * [self.width, self.height]).astype(np.int32)
        cv2.polylines(self.cover, [scaled], False, 0, max(1, round(width * self.width)))

    def text(self, text: str, box: tuple[float, float, float, float], font: Path, colour: Colour,
             bold: int = 0, shear: float = 0.0) -> None:  # fmt: skip
        """Text stretched to fill a box x0, y0, x1, y1."""
        face = ImageFont.truetype(str(font), 160)
        x0, y0, x1, y1 = face.getbbox(text)
        canvas = PilImage.new("L", (int(x1 - x0) + 8, int(y1 - y0) + 8))
        ImageDraw.Draw(canvas).text((4 - x0, 4 - y0), text, 255, face, stroke_width=bold)
        glyph = np.asarray(canvas)
        width = max(2, round((box[2] - box[0]) * self.width))
        height = max(2, round((box[3] - box[1]) * self.height))
        glyph = cv2.resize(glyph, (width, height), interpolation=cv2.INTER_AREA)
        left, top = round(box[0] * self.width), round(box[1] * self.height)
        mask: Array = np.zeros_like(self.cover)
        x_from, y_from = max(0, left), max(0, top)
        x_to, y_to = min(self.width, left + width), min(self.height, top + height)
        if x_to <= x_from or y_to <= y_from:
            return
        mask[y_from:y_to, x_from:x_to] = glyph[y_from - top : y_to - top, x_from - left : x_to - left]
        if shear:
            mask = cv2.warpAffine(
                mask, np.array([[1, shear, -shear * self.height / 2], [0, 1, 0]]), mask.shape[::-1]
            )
        self._paint(mask, colour)

    def stamp(self, ink: Array, box: tuple[float, float, float, float], colour: Colour | None = None) -> None:
        """Another picture's ink, resized into a box; recoloured when a colour is given."""
        width = max(2, round((box[2] - box[0]) * self.width))
        height = max(2, round((box[3] - box[1]) * self.height))
        small = _resize(ink, (width, height))
        left, top = round(box[0] * self.width), round(box[1] * self.height)
        right, bottom = min(self.width, left + width), min(self.height, top + height)
        small = small[: bottom - top, : right - left]
        alpha = small[..., 3:].astype(np.float32) / 255
        ground = self.colour[top:bottom, left:right]
        new = np.array(colour, np.float32) if colour is not None else small[..., :3].astype(np.float32)
        ground[:] = (ground * (1 - alpha) + new * alpha).astype(np.uint8)
        part = self.cover[top:bottom, left:right]
        np.maximum(part, small[..., 3], out=part)

    def done(self) -> Array:
        """The face: height x width x 4."""
        return _resize(np.dstack([self.colour, self.cover]), self.size)


DOTS: dict[int, list[tuple[float, float, int]]] = {
    2: [(0.5, 0.27, 0), (0.5, 0.73, 1)],
    3: [(0.24, 0.2, 0), (0.5, 0.5, 1), (0.76, 0.8, 2)],
    4: [(0.28, 0.27, 0), (0.72, 0.27, 2), (0.28, 0.73, 2), (0.72, 0.73, 0)],
    5: [(0.26, 0.22, 0), (0.74, 0.22, 2), (0.5, 0.5, 1), (0.26, 0.78, 2), (0.74, 0.78, 0)],
    6: [(0.3, 0.2, 2), (0.7, 0.2, 2), (0.3, 0.55, 1), (0.7, 0.55, 1), (0.3, 0.82, 1), (0.7, 0.82, 1)],
    7: [(0.2, 0.12, 2), (0.5, 0.22, 2), (0.8, 0.32, 2), (0.3, 0.6, 1), (0.7, 0.6, 1), (0.3, 0.85, 1), (0.7, 0.85, 1)],
    8: [(x, y, 0) for y in (0.14, 0.38, 0.62, 0.86) for x in (0.3, 0.7)],
    9: [(x, y, c) for y, c in ((0.18, 0), (0.5, 1), (0.82, 2)) for x in (0.2, 0.5, 0.8)],
}  # fmt: skip
STICKS: dict[int, list[tuple[float, float, int]]] = {
    2: [(0.5, 0.27, 0), (0.5, 0.73, 0)],
    3: [(0.5, 0.27, 0), (0.28, 0.73, 0), (0.72, 0.73, 0)],
    4: [(0.28, 0.27, 0), (0.72, 0.27, 0), (0.28, 0.73, 0), (0.72, 0.73, 0)],
    5: [(0.22, 0.27, 0), (0.78, 0.27, 0), (0.5, 0.5, 1), (0.22, 0.73, 0), (0.78, 0.73, 0)],
    6: [(x, y, 0) for y in (0.27, 0.73) for x in (0.22, 0.5, 0.78)],
    7: [(0.5, 0.17, 1)] + [(x, y, 0) for y in (0.5, 0.82) for x in (0.22, 0.5, 0.78)],
    9: [(x, y, int(x == 0.5)) for y in (0.18, 0.5, 0.82) for x in (0.22, 0.5, 0.78)],
}


def _palette(rng: Rng) -> dict[str, Colour]:
    """Red, green, blue and black inks of one set, BGR; some sets print blue as black or green."""

    def ink(b: float, g: float, r: float) -> Colour:
        noise = rng.normal(0, 14, 3)
        b, g, r = np.clip(np.array([b, g, r]) + noise, 0, 255)
        return int(b), int(g), int(r)

    red = ink(*[(30, 25, 190), (50, 50, 220), (20, 20, 140), (40, 60, 200)][rng.integers(4)])
    green = ink(*[(50, 100, 20), (40, 70, 25), (70, 150, 40), (45, 60, 35)][rng.integers(4)])
    blue = ink(*[(150, 60, 20), (110, 30, 25), (200, 90, 40), (90, 40, 40)][rng.integers(4)])
    black = ink(*[(25, 25, 25), (45, 40, 40)][rng.integers(2)])
    kind = rng.random()
    if kind < 0.3:
        blue = black
    elif kind < 0.4:
        blue = green
    return {"red": red, "green": green, "blue": blue, "black": black}


def _dot(
    pen: Pen,
    x: float,
    y: float,
    r: float,
    colour: Colour,
    other: Colour,
    style: int,
) -> None:
    if style == 0:  # rings and a heart
        pen.disc(x, y, r, colour)
        pen.erase_disc(x, y, r * 0.78)
        pen.disc(x, y, r * 0.58, colour)
        pen.erase_disc(x, y, r * 0.36)
        pen.disc(x, y, r * 0.2, other)
    elif style == 1:  # solid with pale spokes
        pen.disc(x, y, r, colour)
        aspect = pen.width / pen.height
        for k in range(4):
            dx, dy = np.cos(k * np.pi / 4) * r * 0.8, np.sin(k * np.pi / 4) * r * 0.8 * aspect
            pen.erase_stroke(np.array([[x - dx, y - dy], [x + dx, y + dy]]), r * 0.16)
        pen.disc(x, y, r * 0.3, other)
    elif style == 2:  # one ring
        pen.disc(x, y, r, colour)
        pen.erase_disc(x, y, r * 0.6)
        pen.disc(x, y, r * 0.35, other)
    elif style == 3:  # quartered
        pen.disc(x, y, r, colour)
        aspect = pen.width / pen.height
        pen.erase_stroke(np.array([[x - r * 0.8, y], [x + r * 0.8, y]]), r * 0.22)
        pen.erase_stroke(np.array([[x, y - r * 0.8 * aspect], [x, y + r * 0.8 * aspect]]), r * 0.22)
    else:  # fine rings
        for part in (1.0, 0.72, 0.44):
            pen.disc(x, y, r * part, colour, r * 0.13)
        pen.disc(x, y, r * 0.16, other)


def _stick(pen: Pen, x: float, y: float, length: float, width: float, colour: Colour, style: int,
           angle: float = 0.0) -> None:  # fmt: skip
    aspect = pen.width / pen.height
    ux, uy = np.sin(angle), np.cos(angle)
    dx, dy = ux * length / 2 / aspect, uy * length / 2
    ends = np.array([[x - dx, y - dy], [x + dx, y + dy]])
    if style == 0:  # bone: knobs at both ends and the middle
        pen.stroke(ends, width * 0.8, colour)
        for t in (-1.0, 0.0, 1.0):
            pen.disc(x + dx * t * 0.95, y + dy * t * 0.95, width * 0.62, colour)
        for t in (-0.5, 0.5):
            pen.erase_disc(x + dx * t, y + dy * t, width * 0.16)
    elif style == 1:  # outlined segments
        pen.stroke(ends, width, colour)
        for t in (-0.5, 0.5):
            mid = np.array([x + dx * t, y + dy * t])
            half = np.array([dx, dy]) * 0.34
            pen.erase_stroke(np.array([mid - half, mid + half]), width * 0.5)
    elif style == 2:  # plain with pale core
        pen.stroke(ends, width, colour)
        pen.erase_stroke(ends * 0.8 + ends.mean(0) * 0.2, width * 0.25)
    else:  # solid, pinched
        pen.stroke(ends, width * 0.9, colour)
        spot, side = np.array([x, y]), np.array([uy, -ux * aspect]) * width * 0.55
        pen.erase_stroke(np.stack([spot - side, spot + side]), width * 0.22)


def _flower_picture(pen: Pen, rng: Rng, colours: dict[str, Colour], art: list[Array]) -> None:
    """A plant that means nothing, so that the character and the number have to be read."""
    if art and rng.random() < 0.5:
        ink = art[rng.integers(len(art))]
        box = (0.1 + rng.uniform(0, 0.1), 0.36, 0.86 + rng.uniform(0, 0.08), 0.97)
        pen.stamp(ink, box)
        return
    green, red = colours["green"], colours["red" if rng.random() < 0.7 else "blue"]
    for _ in range(rng.integers(2, 6)):
        start = np.array([0.5 + rng.normal(0, 0.1), 0.95])
        end = np.array([rng.uniform(0.1, 0.9), rng.uniform(0.35, 0.7)])
        middle = (start + end) / 2 + rng.normal(0, 0.1, 2)
        t = np.linspace(0, 1, 12)[:, None]
        curve = (1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * end
        pen.stroke(curve, rng.uniform(0.012, 0.04), green)
        if rng.random() < 0.6:
            petals, radius = rng.integers(4, 9), rng.uniform(0.05, 0.13)
            for k in range(petals):
                a = 2 * np.pi * k / petals
                spot = end + np.array([np.cos(a), np.sin(a) * 0.75]) * radius
                pen.disc(spot[0], spot[1], radius * 0.45, red, 0.015 if rng.random() < 0.5 else 0)


def invented_design(rng: Rng, size: tuple[int, int], pictures: dict[str, list[Array]],
                    least: float = SMALL_WRITING) -> Design:  # fmt: skip
    """A new set of faces: fonts, inks, dot and bamboo styles, corner digits and flower layout by chance.

    pictures: ink of plants and birds by face, of drawn art; flowers and 1s borrow from it. least: least width of a
    flower's character, as part of the tile's.
    """
    cjk, latin = fonts(), digit_fonts()
    font, other_font = cjk[rng.integers(len(cjk))], cjk[rng.integers(len(cjk))]
    digit_font = latin[rng.integers(len(latin))]
    c = _palette(rng)
    dot_style, stick_style = int(rng.integers(5)), int(rng.integers(4))
    corner = None if rng.random() < 0.5 else ("left" if rng.random() < 0.5 else "right")
    bold = int(rng.integers(0, 6))
    shear = float(rng.normal(0, 0.05))
    digit_ink = c["red" if rng.random() < 0.5 else "blue"]
    design = Design("invented")

    def index(pen: Pen, sign: str) -> None:
        if corner:
            w, h = 0.14 + 0.06 * grow, 0.13 + 0.04 * grow
            x = 0.05 if corner == "left" else 0.95 - w
            pen.text(sign, (x, 0.03, x + w, 0.03 + h), digit_font, digit_ink)

    grow = float(rng.random())
    numeral_ink = c[("blue", "black", "blue", "green")[rng.integers(4)]]
    five = PLAIN_FIVE if rng.random() < 0.35 else NUMERALS[4]
    wan = "萬" if rng.random() < 0.92 or not draws(font, "万") else "万"
    top, split = rng.uniform(0.05, 0.12), rng.uniform(0.42, 0.5)
    for n in range(1, 10):
        pen = Pen(size)
        sign = five if n == 5 else NUMERALS[n - 1]
        # sets differ in how tall they print the flat numerals, so their height must not tell them apart
        flat = rng.uniform(0.06, 0.2)
        heights = {
            1: (0.2, 0.27),
            2: (flat, flat + rng.uniform(0.18, 0.28)),
            3: (flat * 0.9, flat + rng.uniform(0.22, 0.32)),
        }
        y0, y1 = heights.get(n, (top, split - 0.02))
        pen.text(sign, (0.17, y0, 0.83, y1), font, numeral_ink, bold, shear)
        pen.text(wan, (0.2, split, 0.8, rng.uniform(0.9, 0.95)), font, c["red"], bold, shear)
        index(pen, str(n))
        design.faces[f"{n}m"] = [pen.done()]

    pad = rng.uniform(0.04, 0.1)
    scheme = [c["blue"], c["red"], c["green"]]
    if rng.random() < 0.3:
        scheme = [c["green"], c["red"], c["blue"]]
    for n in range(1, 10):
        pen = Pen(size)
        if n == 1:
            r = rng.uniform(0.26, 0.38)
            ring, heart = scheme[rng.integers(3)], c["red"]
            pen.disc(0.5, 0.5, r, ring, 0.02 if rng.random() < 0.5 else 0.06)
            petals = int(rng.integers(6, 15))
            aspect = size[0] / size[1]
            for k in range(petals):
                a = 2 * np.pi * k / petals
                pen.disc(
                    0.5 + np.cos(a) * r * 0.72,
                    0.5 + np.sin(a) * r * 0.72 * aspect,
                    r * rng.uniform(0.1, 0.22),
                    ring,
                )
            _dot(pen, 0.5, 0.5, r * rng.uniform(0.35, 0.5), heart, ring, dot_style)
        else:
            r = {2: 0.2, 3: 0.15, 4: 0.17, 5: 0.14, 6: 0.14, 7: 0.125, 8: 0.13, 9: 0.13}[n] * rng.uniform(
                0.85, 1.1
            )
            for x, y, k in DOTS[n]:
                x = pad + x * (1 - 2 * pad)
                y = pad + y * (1 - 2 * pad)
                colour = scheme[k]
                if n == 8:
                    colour = scheme[0]
                _dot(pen, x, y, r, colour, c["red"] if rng.random() < 0.3 else colour, dot_style)
        index(pen, str(n))
        design.faces[f"{n}p"] = [pen.done()]

    green, stick_red = c["green"], c["red"]
    if rng.random() < 0.15:
        green = c["blue"]
    for n in range(1, 10):
        pen = Pen(size)
        if n == 1:
            birds = pictures.get("1s", [])
            if birds:
                ink = birds[rng.integers(len(birds))]
                m = rng.uniform(0.0, 0.14)
                pen.stamp(ink, (m, m, 1 - m, 1 - m), green if rng.random() < 0.3 else None)
        elif n == 8:
            flip = rng.random() < 0.5
            w, tilt = rng.uniform(0.07, 0.1), 0.52
            for row, y in ((0, 0.3), (1, 0.7)):
                for x in (0.18, 0.82):
                    _stick(pen, x, y, 0.32, w, green, stick_style)
                up = 1 if (row == 0) != flip else -1
                _stick(pen, 0.37, y, 0.32, w, green, stick_style, -up * tilt)
                _stick(pen, 0.63, y, 0.32, w, green, stick_style, up * tilt)
        else:
            rows = len({y for _, y, _ in STICKS[n]})
            length = {2: 0.38, 3: 0.27}.get(rows, 0.27) * rng.uniform(0.9, 1.05)
            if n == 5:
                length = 0.36
            w = rng.uniform(0.08, 0.13)
            for x, y, k in STICKS[n]:
                _stick(
                    pen,
                    pad + x * (1 - 2 * pad),
                    pad + y * (1 - 2 * pad),
                    length,
                    w,
                    stick_red if k else green,
                    stick_style,
                )
        index(pen, str(n))
        design.faces[f"{n}s"] = [pen.done()]

    wind_ink = c[("blue", "black")[rng.integers(2)]]
    m = rng.uniform(0.08, 0.2)
    for k, sign in enumerate(WINDS):
        pen = Pen(size)
        pen.text(sign, (m, m, 1 - m, 1 - m * rng.uniform(0.8, 1.6)), font, wind_ink, bold, shear)
        index(pen, "ESWN"[k])
        design.faces[f"{k + 1}z"] = [pen.done()]
    for k, (sign, ink) in enumerate(
        (("中", c["red"]), ("發" if rng.random() < 0.9 or not draws(font, "発") else "発", c["green"]))
    ):
        pen = Pen(size)
        pen.text(sign, (m + 0.05 * (k == 0), m, 1 - m - 0.05 * (k == 0), 1 - m), font, ink, bold, shear)
        index(pen, "CF"[k])
        design.faces[f"{k + 5}z"] = [pen.done()]
    whites = []
    for _ in range(4):
        pen = Pen(size)
        kind = rng.random()
        ink = c[("blue", "green", "black")[rng.integers(3)]]
        if kind > 0.25:
            a, b = rng.uniform(0.1, 0.24), rng.uniform(0.08, 0.2)
            line = rng.uniform(0.02, 0.06)
            frame = np.array([[a, b], [1 - a, b], [1 - a, 1 - b], [a, 1 - b], [a, b]])
            pen.stroke(frame, line, ink)
            if kind > 0.55:
                inner = frame + (0.5 - frame) * rng.uniform(0.15, 0.35)
                pen.stroke(inner, line * rng.uniform(0.4, 1), ink)
            if kind > 0.8:
                for t in np.linspace(0, 1, int(rng.integers(5, 9))):
                    for u, v in ((a + t * (1 - 2 * a), b), (a + t * (1 - 2 * a), 1 - b)):
                        pen.erase_disc(u, v, line * 0.7)
            if kind > 0.9:
                pen.text("白" if rng.random() < 0.5 else "P", (0.33, 0.35, 0.67, 0.65), font, ink, bold)
        index(pen, "P" if rng.random() < 0.7 else "B")
        whites.append(pen.done())
    design.faces["7z"] = whites

    for k, sign in enumerate(FLOWERS):
        face, number = f"{k + 1}f", k % 4 + 1
        versions = []
        for writing in WRITTEN + PICTURED:
            pen = Pen(size)
            own = pictures.get(face, [])
            any_art = [a for f in range(1, 9) for a in pictures.get(f"{f}f", [])]
            with_char = "character" in writing
            with_digit = "number" in writing
            if with_char:
                _flower_picture(pen, rng, c, any_art)
            elif own:
                pen.stamp(own[rng.integers(len(own))], (0.08, 0.3, 0.92, 0.97))
            # most sets print seasons and plants in two colours, but which is which differs
            series = c["red"] if (k < 4) != (rng.random() < 0.42) else c["blue"]
            left = rng.random() < 0.5
            w, h = rng.uniform(least, 0.45), rng.uniform(least * 0.8, 0.36)
            x0 = rng.uniform(0.03, 0.1)
            at_left = (x0, 0.04, x0 + w, 0.04 + h)
            at_right = (1 - x0 - w, 0.04, 1 - x0, 0.04 + h)
            if with_char:
                text_font = font if rng.random() < 0.6 else other_font
                shown = "兰" if sign == "蘭" and rng.random() < 0.3 and draws(text_font, "兰") else sign
                pen.text(shown, at_left if left else at_right, text_font, series, bold, shear)
            if with_digit:
                dw, dh = rng.uniform(0.14, 0.24), rng.uniform(0.16, 0.26)
                spot = (1 - x0 - dw, 0.06, 1 - x0, 0.06 + dh) if left else (x0, 0.06, x0 + dw, 0.06 + dh)
                ink = series if rng.random() < 0.6 else c[("red", "blue", "black")[rng.integers(3)]]
                if rng.random() < 0.8:
                    pen.text(str(number), spot, digit_font, ink, int(rng.integers(0, 3)))
                else:
                    grown = (spot[0] - 0.05, spot[1], spot[2] + 0.05, spot[1] + (0.08 if number == 1 else dh))
                    pen.text(NUMERALS[number - 1], grown, font, ink, bold)
            versions.append(pen.done())
        design.faces[face] = versions
    return design


def recoloured(rng: Rng, ink: Array) -> Array:
    """The same ink in other hues: channels mixed, darkened or lightened."""
    out = ink.copy()
    mix = np.eye(3) + rng.normal(0, 0.12, (3, 3))
    colour = out[..., :3].astype(np.float32) @ mix.T.astype(np.float32)
    out[..., :3] = np.clip(colour * rng.uniform(0.7, 1.1), 0, 255).astype(np.uint8)
    return out


#: The part of a flower face (top, bottom) that holds no character and no number, by art file.
PICTURE_PART = {"uni": (0.38, 1.0), "unib": (0.38, 1.0), "riichi": (0.0, 1.0), "kde-default": (0.4, 1.0),
                "kde-traditional": (0.0, 0.72)}  # fmt: skip


def plants_and_birds(drawn: Iterable[Design]) -> dict[str, list[Array]]:
    """Pictures without writing, by face, cut from drawn designs."""
    pictures: dict[str, list[Array]] = {}
    for design in drawn:
        name = design.origin.partition("/")[2]
        low, high = PICTURE_PART.get(name, (0.0, 1.0))
        for n in range(1, 9):
            for ink in design.faces.get(f"{n}f", []):
                height = len(ink)
                pictures.setdefault(f"{n}f", []).append(ink[round(low * height) : round(high * height)])
        pictures.setdefault("1s", []).extend(design.faces.get("1s", []))
    return pictures


ART = ("uni", "unib", "riichi", "kde-default", "kde-traditional")


def all_designs(data: Path, size: tuple[int, int], rng: Rng, invented: int,
                sets: Iterable[int] | None = None, art: Iterable[str] = ART,
                least: float = SMALL_WRITING) -> list[Design]:  # fmt: skip
    """Crops, art and invented designs."""
    drawn = [art_design(data, name, size) for name in art]
    pictures = plants_and_birds(drawn)
    made = [invented_design(rng, size, pictures, least) for _ in range(invented)]
    return crop_designs(data, size, sets) + drawn + made
