"""Patches: what surrounds a tile, warped so that the tile itself fills the middle square.

All sources give the classifier the same thing: PATCH x PATCH bytes whose middle INNER x INNER square is the tile,
stretched square as `vision.classify.rectify` does, with its own top-left corner first where that is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision import quads
from vision.classify import FACES, NONE
from vision.train import photos
from vision.train.augment import picture, warp
from vision.train.faces import PICTURED, WRITTEN, Array, Design, Rng, recoloured
from vision.train.scenes import random_colour

PATCH, INNER = 96, 60
RIM = (PATCH - INNER) / 2


@dataclass(slots=True)
class Patches:
    """Many patches: images N x PATCH x PATCH x 3, labels N (class index), turned N (whether way up is known)."""

    images: Array
    labels: Array
    known: Array


def cut(image: Array, corners: Array) -> Array:
    """The patch of one tile: its quadrilateral becomes the middle square."""
    goal = (
        np.array([[RIM, RIM], [RIM + INNER, RIM], [RIM + INNER, RIM + INNER], [RIM, RIM + INNER]], np.float32)
        - 0.5
    )
    matrix = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), goal)
    low, high = corners.min(0), corners.max(0)
    reach = 0.9 * (high - low).max()
    x0, y0 = np.maximum(0, np.floor(low - reach)).astype(int)
    x1, y1 = np.minimum(image.shape[1::-1], np.ceil(high + reach)).astype(int)
    to = np.array([[1, 0, x0], [0, 1, y0], [0, 0, 1.0]])
    return warp(image[y0:y1, x0:x1], matrix @ to, (PATCH, PATCH), (0, 0, 0))


def of_photos(data: Path, corners_of: dict[str, Array] | None = None) -> Patches:
    """Tiles of the labelled training photos.

    corners_of: image name to N x 4 x 2 corners as fractions of the picture, in the order of its boxes (NaN where
    a tile has none), as a trained locator finds them; without it only photos whose tiles lie square are used.
    """
    images, labels = [], []
    for photo in photos.load(data, "train"):
        found = None if corners_of is None else corners_of.get(photo.path.name)
        if found is None and not photo.upright:
            continue
        size = np.ptp(photos.box_corners(photo.boxes), 1)
        if np.median(size.max(1) / size.min(1)) > 3.2:
            continue
        image = picture(photo.path)
        all_corners = photos.box_corners(photo.boxes) if found is None else found
        for face, corners in zip(photo.faces, all_corners * 640, strict=True):
            if np.isnan(corners).any():
                continue
            images.append(cut(image, corners))
            labels.append(FACES.index(face))
    return Patches(np.array(images), np.array(labels), np.zeros(len(labels), bool))


def of_scenes(folder: Path, count: int, seed: int, most: int = 24000) -> Patches:
    """Tiles of rendered scenes, and as class none what else can be seen there."""
    images, labels, known = [], [], []
    per_scene = max(3, most // max(1, count))
    for index in range(count):
        rng = np.random.default_rng((seed, index))
        values = np.load(folder / f"{index:05d}.npz")
        image = picture(folder / f"{index:05d}.jpg")
        height, width = image.shape[:2]
        corners = values["corners"].astype(np.float64)
        area = np.sqrt(np.abs(quads.areas(corners))) if len(corners) else np.zeros(0)
        inside = (
            (corners.min((1, 2)) > -4)
            & (corners[..., 0].max(1) < width + 4)
            & (corners[..., 1].max(1) < height + 4)
            if len(corners)
            else np.zeros(0, bool)
        )
        good = np.nonzero((values["visible"] > 0.85) & (area > 17) & inside)[0]
        rng.shuffle(good)
        for k in good[:per_scene]:
            images.append(cut(image, corners[k]))
            labels.append(int(values["faces"][k]))
            known.append(True)
        wrong = 0
        for _ in range(12):
            if wrong >= 2 or not len(good):
                break
            k = good[rng.integers(len(good))]
            quad = corners[k].copy()
            middle = quad.mean(0)
            if rng.random() < 0.45:  # between two tiles
                along = (quad[1] - quad[0]) if rng.random() < 0.7 else (quad[3] - quad[0])
                quad = quad + along * rng.uniform(0.38, 0.62) * rng.choice([-1, 1])
            else:
                spot = (
                    rng.uniform(0, 1, 2) * (width, height)
                    if rng.random() < 0.4
                    else middle + rng.normal(0, 2.2, 2) * area[k]
                )
                angle, grow = rng.uniform(0, 6.3), rng.uniform(0.6, 1.4)
                c, s = np.cos(angle), np.sin(angle)
                quad = (quad - middle) @ np.array([[c, -s], [s, c]]) * grow + spot
                if quad.min() < 0 or (quad.max(0) > (width, height)).any():
                    continue
                if any(quads.overlap(quad, other) > 0.3 for other in corners):
                    continue
            patch = cut(image, quad)
            middle_part = patch[24:72, 24:72].astype(np.float32)
            if middle_part.std((0, 1)).mean() < 12 and middle_part.min(2).mean() > 120:
                continue  # could be a blank 白
            images.append(patch)
            labels.append(NONE)
            known.append(False)
            wrong += 1
    return Patches(np.array(images), np.array(labels), np.array(known))


def other_inks(rng: Rng, photographed: Array) -> Array:
    """A photographed tile with its inks' colours mixed otherwise; its ground stays."""
    rim = np.median(photographed[3:6, 6:-6].reshape(-1, 3), 0)
    mix = np.eye(3) + rng.normal(0, 0.25, (3, 3))
    return np.clip(rim + (photographed - rim) @ mix.astype(np.float32), 0, 255).astype(np.float32)


def _lay(canvas: Array, tile: Array, dx: int, dy: int, gap: int) -> None:
    """Puts a tile on a patch, so many tiles to the right of the middle and below it, as far as it is in view."""
    left, top = int(RIM) + dx * (INNER + gap), int(RIM) + dy * (INNER + gap)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(PATCH, left + INNER), min(PATCH, top + INNER)
    canvas[y0:y1, x0:x1] = tile[y0 - top : y1 - top, x0 - left : x1 - left]


class Composer:
    """Makes patches of single tiles: a face on its ground, with neighbours or table around it."""

    def __init__(self, designs: list[Design], tables: list[Array]) -> None:
        self.designs = designs
        self.tables = [cv2.resize(t, (256, 256), interpolation=cv2.INTER_AREA) for t in tables]
        self.having: dict[str, list[int]] = {f: [] for f in FACES[:-1]}
        for k, design in enumerate(designs):
            for face in design.faces:
                self.having[face].append(k)

    def tile(self, rng: Rng, design: Design, face: str, ground: Array, bevel: float) -> Array:
        """A tile's face, INNER x INNER x 3 float."""
        versions = design.faces[face]
        ink = versions[rng.integers(len(versions))]
        if design.opaque:
            photographed = cv2.resize(ink, (INNER, INNER), interpolation=cv2.INTER_AREA).astype(np.float32)
            return other_inks(rng, photographed) if rng.random() < 0.3 else photographed
        if rng.random() < 0.4:
            ink = recoloured(rng, ink)
        out = np.empty((INNER, INNER, 3), np.float32)
        out[:] = ground
        # sets differ in how much of a tile they print on
        x, y = int(rng.integers(1, 9)), int(rng.integers(1, 9))
        small = cv2.resize(ink, (INNER - 2 * x, INNER - 2 * y), interpolation=cv2.INTER_AREA).astype(
            np.float32
        )
        cover = small[..., 3:]
        if rng.random() < 0.15:  # worn or thinly printed
            cover = cv2.erode(cover, np.ones((2, 2), np.uint8))[..., None]  # type: ignore[assignment]
        alpha = cover / 255 * rng.uniform(0.75, 1.0)
        part = out[y:-y, x:-x]
        part[:] = part * (1 - alpha) + small[..., :3] * alpha
        out[:2] *= 1 + bevel
        out[-2:] *= 1 - bevel
        out[:, :1] *= 1 + bevel
        out[:, -1:] *= 1 - bevel
        return out

    def _table(self, rng: Rng) -> Array:
        """A piece of a table in some light, PATCH x PATCH x 3 float."""
        table = self.tables[rng.integers(len(self.tables))]
        x, y = rng.integers(0, 256 - PATCH, 2)
        return table[y : y + PATCH, x : x + PATCH].astype(np.float32) * rng.uniform(0.3, 1.1)

    def back(self, rng: Rng) -> Array:
        """A tile that lies face down among others: plain, and of a colour that no face has."""
        colour = random_colour(rng, (0.4, 1), (0.2, 0.95))
        canvas = self._table(rng)
        gap = int(rng.integers(0, 3))
        for dx, dy in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)):
            if (dx or dy) and rng.random() < 0.5:
                continue
            _lay(canvas, np.full((INNER, INNER, 3), colour * rng.uniform(0.8, 1.1), np.float32), dx, dy, gap)
        if rng.random() < 0.5:
            canvas += rng.normal(0, rng.uniform(1, 6), canvas.shape)
        return np.clip(canvas, 0, 255).astype(np.uint8)

    def rewritten(self, rng: Rng, face: str) -> Array | None:
        """A photographed flower with other writing: any flower under this one's character, or this one with its number alone."""
        alone = rng.random() < 0.35
        photographed = [
            d
            for d in self.designs
            if d.opaque and any(f == face if alone else f.endswith("f") for f in d.faces)
        ]
        invented = [d for d in self.designs if d.origin == "invented"]
        if not photographed or not invented:
            return None
        donor = photographed[rng.integers(len(photographed))]
        if alone:
            flowers = donor.faces[face]
            version = len(WRITTEN) + int(rng.integers(len(PICTURED)))
        else:
            flowers = [ink for f, inks in donor.faces.items() if f.endswith("f") for ink in inks]
            # the character alone is the harder thing to read
            bare = [k for k, writing in enumerate(WRITTEN) if "number" not in writing]
            version = int(rng.choice(bare)) if rng.random() < 0.5 else int(rng.integers(len(WRITTEN)))
        base = cv2.resize(
            flowers[rng.integers(len(flowers))], (INNER, INNER), interpolation=cv2.INTER_AREA
        ).astype(np.float32)
        top = round(INNER * rng.uniform(0.36, 0.44))
        rim = np.median(base[3:6, 6:-6].reshape(-1, 3), 0)
        base[3:top, 4:-4] = rim
        writing = invented[rng.integers(len(invented))].faces[face][version]
        writing = cv2.resize(recoloured(rng, writing), (INNER - 4,) * 2, interpolation=cv2.INTER_AREA).astype(
            np.float32
        )
        last = round(0.3 * (INNER - 4)) if alone else top - 2  # below it another picture begins
        alpha = writing[:last, :, 3:] / 255
        part = base[2 : last + 2, 2:-2]
        part[:] = part * (1 - alpha) + writing[:last, :, :3] * alpha
        return base

    def patch(self, rng: Rng, face: str, only: set[int] | None = None) -> tuple[Array, str]:
        """A patch of a face, and the face (another when no design has it)."""
        choices = [k for k in self.having[face] if only is None or k in only]
        design = self.designs[choices[rng.integers(len(choices))]]
        white = np.array([235, 242, 245], np.float32) * rng.uniform(0.8, 1.03)
        ivory = np.array([200, 226, 240], np.float32) * rng.uniform(0.8, 1.05)
        ground = white + (ivory - white) * rng.random() + rng.normal(0, 5, 3)
        if design.opaque:
            some = next(iter(design.faces.values()))[0]
            ground = np.median(some[2:8, 8:-8].reshape(-1, 3), 0).astype(np.float32)
        canvas = self._table(rng)
        if rng.random() < 0.4:
            canvas[:] = rng.uniform(0, 230, 3)
        bevel = rng.uniform(0, 0.15)
        names = list(design.faces)
        low = int(RIM)
        gap = int(rng.integers(0, 3))
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            kind = rng.random()
            if kind < 0.45:
                continue
            if kind < 0.9:
                other = self.tile(rng, design, names[rng.integers(len(names))], ground, bevel)
            else:  # a side or a back
                other = np.empty((INNER, INNER, 3), np.float32)
                other[:] = ground * rng.uniform(0.5, 0.95) if rng.random() < 0.5 else rng.uniform(0, 255, 3)
            _lay(canvas, other, dx, dy, gap)
        if gap:
            canvas[low - gap : low + INNER + gap, low - gap : low + INNER + gap] *= rng.uniform(0.3, 0.9)
        middle = self.rewritten(rng, face) if face.endswith("f") and rng.random() < 0.5 else None
        if middle is None:
            middle = self.tile(rng, design, face, ground, bevel)
        canvas[low : low + INNER, low : low + INNER] = middle
        return np.clip(canvas, 0, 255).astype(np.uint8), face


def square(rng: Rng, patch: Array, side: int, margin: float, jitter: float = 1.0) -> tuple[Array, int]:
    """A patch as the locator might have delivered it, turned by chance: (side x side x 3, turn)."""
    grid = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) * INNER / 2
    angle = rng.normal(0, 0.045 * jitter)
    c, s = np.cos(angle), np.sin(angle)
    corners = grid @ np.array([[c, s], [-s, c]]) * (1 + rng.normal(0, 0.05 * jitter, 2)) * (1 + margin * 2)
    corners = (
        corners + rng.normal(0, 0.03 * jitter, 2) * INNER + rng.normal(0, 0.022 * jitter, (4, 2)) * INNER
    )
    corners = corners + PATCH / 2 - 0.5
    turn = int(rng.integers(4))
    goal = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(np.roll(corners, turn, 0).astype(np.float32), goal)
    out = cv2.warpPerspective(
        patch, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return out, turn
