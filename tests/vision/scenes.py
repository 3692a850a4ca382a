"""Made-up tables: tiles laid on a plane, seen by a made-up camera, with a made-up classifier. No pictures needed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from models.tiles import BY_FACE

NONE = 42
WIDE, TALL = 3.0, 4.0
"""Millimetres do not matter; the proportion does."""


@dataclass
class Laid:
    face: str
    """A face, or ``back``."""
    x: float
    y: float
    turn: float = 0.0
    """Degrees clockwise on the table."""

    def corners(self) -> np.ndarray:
        angle = np.radians(self.turn)
        rotate = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        box = np.array([[-WIDE, -TALL], [WIDE, -TALL], [WIDE, TALL], [-WIDE, TALL]]) / 2
        return box @ rotate.T + (self.x, self.y)


def faces(text: str) -> list[str]:
    """``123m5z`` as faces; ``?`` is a back."""
    out: list[str] = []
    ranks = ""
    for sign in text.replace(" ", ""):
        if sign == "?":
            out.append("back")
        elif sign.isdigit():
            ranks += sign
        else:
            out += [rank + sign for rank in ranks]
            ranks = ""
    return out


@dataclass
class Table:
    """Tiles put down one after the other, left to right."""

    tiles: list[Laid] = field(default_factory=list)
    x: float = 0.0
    y: float = 0.0
    jitter: float = 0.0
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))

    def row(self, text: str, gap: float = 0.0, across: int | None = None) -> Table:
        """Puts down touching tiles; ``gap`` widths before them; tile number ``across`` lies across, its foot in line."""
        self.x += gap * WIDE
        for number, face in enumerate(faces(text)):
            lying = number == across
            half = (TALL if lying else WIDE) / 2
            self.x += half
            shift = (TALL - WIDE) / 2 if lying else 0.0
            dx, dy, turn = self.rng.normal(0, self.jitter, 3) if self.jitter else (0.0, 0.0, 0.0)
            self.tiles.append(
                Laid(face, self.x + dx * WIDE, self.y + shift + dy * WIDE, (90 if lying else 0) + 30 * turn)
            )
            self.x += half + abs(float(self.rng.normal(0, self.jitter))) * WIDE
        return self

    def line(self, down: float = 1.0, indent: float = 0.0) -> Table:
        """Starts a new row, ``down`` tile heights of free space below."""
        self.y += (1 + down) * TALL
        self.x = indent * WIDE
        return self

    def put(self, face: str, x: float, y: float, turn: float = 0.0) -> Table:
        """One tile anywhere (in tile widths and heights)."""
        self.tiles.append(Laid(face, x * WIDE, y * TALL, turn))
        return self

    def scattered(self, text: str, x: float, y: float, reach: float) -> Table:
        """Discards: thrown down around a place."""
        taken: list[tuple[float, float]] = []
        for face in faces(text):
            while True:
                px, py = self.rng.uniform(-reach, reach, 2)
                if all(np.hypot(px - a, py - b) > 1.7 for a, b in taken):
                    break
            taken.append((px, py))
            self.put(face, x + px, y + py, float(self.rng.uniform(0, 360)))
        return self

    def seen(
        self, tilt: float = 0.0, turn: float = 0.0, noise: float = 0.0, distance: float = 90.0
    ) -> np.ndarray:
        """Corners (N x 4 x 2 pixels, from each tile's own top left) for a camera ``tilt`` degrees from straight above."""
        corners = np.array([tile.corners() for tile in self.tiles])
        corners = corners - corners.reshape(-1, 2).mean(0)
        spin = np.radians(turn)
        corners = corners @ np.array([[np.cos(spin), -np.sin(spin)], [np.sin(spin), np.cos(spin)]]).T
        lean = np.radians(tilt)
        x, y = corners[..., 0], corners[..., 1] * np.cos(lean)
        depth = distance - corners[..., 1] * np.sin(lean)
        pixels = np.stack([x / depth, y / depth], -1) * 3000 + (2000, 1500)
        if noise:
            size = np.sqrt(WIDE * TALL) / distance * 3000
            pixels = pixels + self.rng.normal(0, noise * size, pixels.shape)
        return pixels

    @property
    def names(self) -> list[str]:
        return [tile.face for tile in self.tiles]


def certain(names: list[str], sure: float = 0.97) -> np.ndarray:
    """A classifier that is right and says so."""
    out = np.full((len(names), 43), (1 - sure) / 42)
    for row, name in zip(out, names, strict=True):
        row[NONE if name == "back" else BY_FACE[name]] = sure
    return out


def doubt(probabilities: np.ndarray, tile: int, **faces_by_name: float) -> None:
    """Makes one tile's probabilities these, e.g. ``m4=0.5, m5=0.4`` for 4m and 5m; the rest is spread evenly."""
    rest = 1 - sum(faces_by_name.values())
    probabilities[tile] = rest / 43
    for name, value in faces_by_name.items():
        index = NONE if name == "none" else BY_FACE[name[1] + name[0]]
        probabilities[tile, index] += value
