"""Scenes: tables with tiles, rendered with a pinhole camera so that every corner is known.

Tiles are boxes with two-coloured sides, lying face up, face down or standing, in hands, walls, trays, discards
or alone, on photographed textures, with shadows and with things that are not tiles. One unit is a tile's width.
"""

from __future__ import annotations

import multiprocessing
import os
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.classify import FACES
from vision.train.faces import Array, Design, Rng, recoloured


@dataclass(slots=True)
class Box:
    """One box: a tile or a thing. centre and axes in table units; axes columns are right, down, out of the face."""

    centre: Array
    axes: Array
    half: Array
    face: str | None = None
    """Face name on the side the third axis points to; None for things."""
    ink: Array | None = None
    ground: Array | None = None
    body: Array | None = None
    back: Array | None = None
    split: float = 0.5


@dataclass(slots=True)
class Scene:
    """A rendered picture and its labels."""

    image: Array
    """Height x width x 3, BGR."""
    faces: list[str] = field(default_factory=list)
    corners: list[Array] = field(default_factory=list)
    """4 x 2 pixels each, clockwise from the tile's own top left."""
    visible: list[float] = field(default_factory=list)
    """Part of the face that nothing hides and that lies in the picture."""
    in_hand: list[bool] = field(default_factory=list)
    """Whether the tile belongs to the hand that the picture is of."""


@dataclass(slots=True)
class Look:
    """What all tiles of one set share."""

    design: Design
    ground: Array
    body: Array
    back: Array
    height: float
    depth: float
    split: float
    radius: float


def textures(data: Path, limit: int = 512) -> list[Array]:
    """The photographed textures, at most `limit` pixels a side."""
    found = []
    for path in sorted((data / "textures").glob("*.jpg")):
        picture = cv2.imread(str(path))
        if picture is None:
            continue
        scale = limit / max(picture.shape[:2])
        if scale < 1:
            picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        found.append(picture)
    return found


def random_colour(rng: Rng, saturation: tuple[float, float], value: tuple[float, float]) -> Array:
    """A colour (BGR) of any hue; saturation and value within bounds, 0 to 1."""
    hsv = np.array([[[rng.integers(180), 255 * rng.uniform(*saturation), 255 * rng.uniform(*value)]]])
    return cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def set_look(rng: Rng, design: Design) -> Look:
    """Colours and proportions of a set's tiles; photographed ones bring their own ground."""
    white = np.array([235, 242, 245], np.float32) * rng.uniform(0.86, 1.04)
    ivory = np.array([205, 228, 240], np.float32) * rng.uniform(0.85, 1.05)
    ground = np.clip(white + (ivory - white) * rng.random() + rng.normal(0, 4, 3), 0, 255)
    if rng.random() < 0.04:
        ground = random_colour(rng, (0.1, 0.6), (0.6, 1.0))
    body = ground * rng.uniform(0.88, 1.0)
    back = random_colour(rng, (0.35, 1.0), (0.25, 0.95))
    if rng.random() < 0.15:
        back = body.copy()
    depth = rng.uniform(0.55, 0.95)
    look = Look(
        design,
        ground,
        body,
        back,
        rng.uniform(1.22, 1.42),
        depth,
        rng.uniform(0.3, 0.7),
        rng.uniform(0.04, 0.14),
    )
    if design.opaque:
        inks = [i for v in list(design.faces.values())[:8] for i in v[:1]]
        rim = np.median(np.concatenate([i[2:8, 8:-8].reshape(-1, 3) for i in inks]), 0)
        look.ground = rim.astype(np.float32)
        look.body = look.ground * rng.uniform(0.85, 1.0)
    return look


def _turn_z(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


# Table coordinates: x right, y towards the viewer, z up (a left-handed frame, like a picture seen from above).
UP = np.diag([1.0, 1.0, 1.0])
DOWN = np.diag([1.0, -1.0, -1.0])
#: Standing, face towards the viewer: the face's down is table down, its outside is +y.
STANDING = np.array([[1.0, 0, 0], [0, 0, 1.0], [0, -1.0, 0]])


def tile(
    rng: Rng, look: Look, x: float, y: float, angle: float, face: str | None, pose: str = "up", z: float = 0.0
) -> Box:
    """One tile with its centre over x, y, turned by `angle`, standing on height z. face None: face down."""
    half = np.array([0.5, look.height / 2, look.depth / 2])
    frame = {"up": UP, "down": DOWN, "standing": STANDING}[pose]
    if pose == "standing":
        lean = rng.normal(0, 0.03)
        c, s = np.cos(lean), np.sin(lean)
        frame = np.array([[1, 0, 0], [0, c, -s], [0, s, c]]) @ frame
    axes = _turn_z(angle) @ frame
    rise = look.height / 2 if pose == "standing" else look.depth / 2
    box = Box(
        np.array([x, y, z + rise]), axes, half, None, None, look.ground, look.body, look.back, look.split
    )
    if face is not None:
        inks = look.design.faces.get(face)
        if inks:
            box.face, box.ink = face, inks[rng.integers(len(inks))]
    elif pose != "down":
        box.face = "blank"
    return box


def _random_faces(rng: Rng, look: Look, count: int, flowers: float = 0.15) -> list[str]:
    """Faces drawn without regard to how many of each exist; flowers more often than on a table."""
    have = [f for f in FACES[:-1] if f in look.design.faces]
    weights = np.array([flowers / 8 if f.endswith("f") else (1 - flowers) / 34 for f in have])
    return [str(f) for f in rng.choice(have, count, p=weights / weights.sum())]


def _row(rng: Rng, look: Look, faces: list[str], x: float, y: float, angle: float, jitter: float, groups: bool,
         upside: float, pose: str = "up") -> list[Box]:  # fmt: skip
    """Touching tiles in a row centred on x, y. Some rows are parted into groups or have a tile lying sideways."""
    boxes, along = [], 0.0
    spots = []
    for k, face in enumerate(faces):
        sideways = groups and rng.random() < 0.06 and pose == "up"
        width = look.height if sideways else 1.0
        if k and groups and rng.random() < 0.2:
            along += rng.uniform(0.15, 0.8)
        along += width / 2 + abs(rng.normal(0, 0.02)) * (1 + 2 * jitter)
        turn = np.pi / 2 * (1 if rng.random() < 0.5 else -1) if sideways else 0.0
        if rng.random() < upside:
            turn += np.pi
        drop = (look.height - 1) / 2 if sideways else 0.0
        spots.append(
            (
                along,
                drop + rng.normal(0, 0.03) * (0.3 + 2 * jitter),
                turn + rng.normal(0, 0.012) * (0.3 + 2 * jitter),
                face,
            )
        )
        along += width / 2
    turned = _turn_z(angle)
    for s, offset, turn, face in spots:
        place = turned @ np.array([s - along / 2, offset, 0])
        boxes.append(tile(rng, look, x + place[0], y + place[1], angle + turn, face, pose))
    return boxes


def _wall(rng: Rng, look: Look, x: float, y: float, angle: float) -> list[Box]:
    count, boxes = int(rng.integers(4, 18)), []
    turned = _turn_z(angle)
    for level in range(2):
        for k in range(count):
            if level and rng.random() < 0.12:
                continue
            place = turned @ np.array([(k - count / 2) * 1.01, rng.normal(0, 0.02), 0])
            boxes.append(
                tile(
                    rng,
                    look,
                    x + place[0],
                    y + place[1],
                    angle + rng.normal(0, 0.01),
                    None,
                    "down",
                    level * look.depth,
                )
            )
    return boxes


def _things(rng: Rng, reach: float) -> list[Box]:
    """Dice, racks, boxes, cards: things that are not tiles."""
    boxes = []
    for _ in range(rng.integers(0, 5)):
        kind = rng.random()
        x, y = rng.uniform(-reach, reach, 2)
        angle = rng.uniform(0, 2 * np.pi)
        colour = random_colour(rng, (0, 1), (0.15, 1))
        if kind < 0.45:  # a die with pips
            size = rng.uniform(0.22, 0.5)
            ink = np.zeros((64, 64, 4), np.uint8)
            pips = rng.integers(1, 7)
            pip = (20, 20, 200, 255) if rng.random() < 0.3 else (20, 20, 20, 255)
            spots = {1: [(32, 32)], 2: [(18, 18), (46, 46)], 3: [(16, 16), (32, 32), (48, 48)],
                     4: [(18, 18), (46, 46), (18, 46), (46, 18)],
                     5: [(18, 18), (46, 46), (18, 46), (46, 18), (32, 32)],
                     6: [(18, 14), (18, 32), (18, 50), (46, 14), (46, 32), (46, 50)]}[int(pips)]  # fmt: skip
            for s in spots:
                cv2.circle(ink, s, 7, pip, -1, cv2.LINE_AA)
            white = np.array([240, 240, 240], np.float32) if rng.random() < 0.7 else colour
            half = np.array([size, size, size])
            boxes.append(
                Box(np.array([x, y, size]), _turn_z(angle), half, None, ink, white, white, white, 0.5)
            )
        elif kind < 0.7:  # a rack or ruler
            half = np.array([rng.uniform(4, 11), rng.uniform(0.2, 0.8), rng.uniform(0.1, 0.7)])
            boxes.append(
                Box(np.array([x, y, half[2]]), _turn_z(angle), half, None, None, colour, colour, colour, 0.5)
            )
        else:  # a card, a phone, a chip box
            half = np.array([rng.uniform(0.5, 2.5), rng.uniform(0.5, 3), rng.uniform(0.02, 0.4)])
            boxes.append(
                Box(np.array([x, y, half[2]]), _turn_z(angle), half, None, None, colour, colour, colour, 0.5)
            )
    return boxes


def layout(rng: Rng, look: Look, kind: str | None = None) -> tuple[list[Box], list[Box], float]:
    """(tiles of the hand, other boxes, reach of the hand in units)."""
    kind = kind or str(rng.choice(["hand", "rows", "tray", "scatter", "few", "single", "standing"],
                                  p=[0.34, 0.16, 0.1, 0.14, 0.1, 0.06, 0.1]))  # fmt: skip
    others: list[Box] = []
    jitter = float(rng.random()) ** 2
    upside = float(rng.choice([0.0, 0.1, 0.5], p=[0.5, 0.25, 0.25]))
    h = look.height
    if kind in ("hand", "standing"):
        pose = "standing" if kind == "standing" else "up"
        count = int(rng.integers(13, 19))
        faces = _random_faces(rng, look, count)
        hand, rows = [], 1 if rng.random() < 0.6 else int(rng.integers(2, 4))
        gap = rng.uniform(0.02, 0.7) if pose == "up" else rng.uniform(1.5, 3)
        parts = np.array_split(np.array(faces), rows)
        for k, part in enumerate(parts):
            shift = rng.normal(0, 0.8) if rows > 1 else 0.0
            hand += _row(rng, look, [str(f) for f in part], shift, k * (h + gap), rng.normal(0, 0.02 + 0.05 * jitter), jitter,
                         rng.random() < 0.5, upside, pose)  # fmt: skip
        if rng.random() < 0.4:  # flowers, or the winning tile apart
            extra = _random_faces(rng, look, int(rng.integers(1, 5)), 0.6)
            side = -1 if rng.random() < 0.5 else 1
            hand += _row(rng, look, extra, rng.uniform(-5, 5), side * rng.uniform(h + 0.4, h + 1.2) + (rows - 1) * (h + gap) * (side > 0),
                         rng.normal(0, 0.1), jitter, False, upside)  # fmt: skip
        if rng.random() < 0.1 and len(hand) > 6 and pose == "up":  # concealed kong: some tiles face down
            for k in range(2):
                hand[k].axes = hand[k].axes @ DOWN
                hand[k].face = None
    elif kind == "rows":
        hand = []
        for k in range(int(rng.integers(1, 5))):
            hand += _row(rng, look, _random_faces(rng, look, int(rng.integers(2, 12))), rng.normal(0, 1), k * (h + rng.uniform(0.0, 1)),
                         rng.normal(0, 0.12), jitter, rng.random() < 0.5, upside)  # fmt: skip
    elif kind == "tray":
        hand = []
        for k in range(int(rng.integers(3, 6))):
            hand += _row(
                rng,
                look,
                _random_faces(rng, look, int(rng.integers(5, 10))),
                0,
                k * h * 1.01,
                0,
                0.1 * jitter,
                False,
                upside,
            )
    elif kind == "scatter":
        hand = []
        spots: list[Array] = []
        reach = rng.uniform(3, 7)
        for face in _random_faces(rng, look, int(rng.integers(6, 36))):
            for _ in range(20):
                spot = rng.uniform(-reach, reach, 2)
                if all(np.hypot(*(spot - s)) > 1.62 for s in spots):
                    spots.append(spot)
                    hand.append(tile(rng, look, spot[0], spot[1], rng.uniform(0, 2 * np.pi), face))
                    break
    elif kind == "few":
        hand = _row(
            rng,
            look,
            _random_faces(rng, look, int(rng.integers(2, 7)), 0.3),
            0,
            0,
            0,
            jitter,
            rng.random() < 0.5,
            upside,
        )
    else:
        hand = [tile(rng, look, 0, 0, 0, f) for f in _random_faces(rng, look, 1, 0.3)]
    centre = np.mean([b.centre for b in hand], 0)
    for b in hand:
        b.centre[:2] -= centre[:2]
    reach = max(1.0, float(max(np.hypot(*b.centre[:2]) for b in hand)) + 0.7)
    far = h * 1.6 + max(abs(float(b.centre[1])) for b in hand)
    if kind not in ("single", "tray") and rng.random() < 0.5:
        for _ in range(rng.integers(1, 4)):
            which = rng.random()
            side = -1 if rng.random() < 0.75 else 1
            place = rng.uniform(-reach, reach), side * (far + rng.uniform(0.5, 8))
            if which < 0.5:
                others += _wall(
                    rng, look, *place, rng.normal(0, 0.2) + (np.pi / 2 if rng.random() < 0.2 else 0)
                )
            else:
                pool: list[Array] = []
                for face in _random_faces(rng, look, int(rng.integers(3, 20))):
                    spot = np.array(place) + rng.normal(0, 1, 2) * (3.5, 1.6)
                    if abs(spot[1]) > far and all(np.hypot(*(spot - s)) > 1.5 for s in pool):
                        pool.append(spot)
                        which_pose = rng.random()
                        pose = "up" if which_pose < 0.75 else "down"
                        others.append(
                            tile(
                                rng,
                                look,
                                spot[0],
                                spot[1],
                                rng.uniform(0, 2 * np.pi),
                                face if pose == "up" else None,
                                pose,
                            )
                        )
    if rng.random() < 0.6:
        for thing in _things(rng, reach * 1.6):
            if all(
                np.hypot(*(thing.centre[:2] - b.centre[:2])) > 0.9 + max(thing.half[:2])
                for b in hand + others
            ):
                others.append(thing)
    return hand, others, reach


@dataclass(slots=True)
class Camera:
    """A pinhole camera: picture = K (R X + t)."""

    matrix: Array
    rotation: Array
    translation: Array
    place: Array

    def project(self, points: Array) -> tuple[Array, Array]:
        """Pixels (N x 2) and depths (N) of points N x 3."""
        seen = points @ self.rotation.T + self.translation
        depth = seen[:, 2]
        flat = seen @ self.matrix.T
        return flat[:, :2] / np.maximum(flat[:, 2:], 1e-6), depth


def camera(rng: Rng, hand: list[Box], size: tuple[int, int], tilt: float | None = None, fill: float | None = None,
           turn: float | None = None, spot: tuple[float, float] | None = None) -> Camera:  # fmt: skip
    """A camera that sees the hand.

    tilt: angle from straight above, radians. fill: part of the picture the hand spans. turn: the way round the
    table, radians. spot: where in the free part of the picture the hand lies, 0 to 1 across and down.
    """
    if tilt is None:
        tilt = np.radians(rng.uniform(0, 66) if rng.random() < 0.75 else rng.uniform(0, 15))
    if turn is None:
        turn = rng.normal(0, 0.25) if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
    if fill is None:
        fill = rng.uniform(0.4, 1.2) if rng.random() < 0.85 else rng.uniform(0.2, 0.4)
    width, height = size
    focal = max(size) * rng.uniform(0.75, 1.5)
    # table frame is left-handed (y towards viewer, z up); the camera's is x right, y down, z forward
    back = np.array([np.sin(turn) * np.sin(tilt), np.cos(turn) * np.sin(tilt), np.cos(tilt)])
    right = np.array([np.cos(turn), -np.sin(turn), 0])
    forward = -back
    down = np.array([np.sin(turn) * np.cos(tilt), np.cos(turn) * np.cos(tilt), -np.sin(tilt)])
    roll = rng.normal(0, 0.05)
    right, down = np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right
    rotation = np.stack([right, down, forward])
    matrix = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    corners = np.concatenate([_box_points(b) for b in hand])
    near, out = 2.0, 400.0
    for _ in range(24):
        distance = np.sqrt(near * out)
        place = back * distance
        points, depth = Camera(matrix, rotation, -rotation @ place, place).project(corners)
        spread = np.ptp(points, 0) / size
        if depth.min() < 0.5 or spread.max() > fill:
            near = distance
        else:
            out = distance
    place = back * out
    shift = -rotation @ place
    points, _ = Camera(matrix, rotation, shift, place).project(corners)
    low, high = points.min(0), points.max(0)
    free = np.array(size) - (high - low)
    place_in = rng.uniform(0.02, 0.98, 2) if spot is None else np.array(spot)
    matrix[:2, 2] += place_in * np.maximum(free, 0) - low + np.minimum(free, 0) / 2
    return Camera(matrix, rotation, shift, place)


SIGNS = np.array([[x, y, z] for z in (1, -1) for y in (-1, 1) for x in (-1, 1)], float)


def _box_points(box: Box) -> Array:
    return box.centre + (SIGNS * box.half) @ box.axes.T


#: A face seen so flat that its picture's area is below this part of its longest edge squared is not labelled.
FLAT = 0.13

#: Six sides: axis, sign, and the corners (indices in SIGNS) clockwise seen from outside, the face's own top left first.
SIDES = (
    (2, 1, (0, 1, 3, 2)),
    (2, -1, (5, 4, 6, 7)),
    (1, 1, (2, 3, 7, 6)),
    (1, -1, (1, 0, 4, 5)),
    (0, 1, (3, 1, 5, 7)),
    (0, -1, (0, 2, 6, 4)),
)


def _rounded(width: int, height: int, radius: float) -> Array:
    mask = np.zeros((height, width), np.uint8)
    r = max(1, round(radius * width))
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return mask


def _face_texture(box: Box, size: tuple[int, int], radius: float, bevel: float, tint: Array | None) -> Array:
    """A tile's face: ground and ink, edges bevelled, corners rounded (coverage in the fourth channel)."""
    width, height = size
    colour = np.empty((height, width, 3), np.float32)
    ground = box.ground if box.ground is not None else np.array([240, 240, 240], np.float32)
    colour[:] = ground
    if box.ink is not None:
        ink = cv2.resize(box.ink, (width, height), interpolation=cv2.INTER_AREA)
        if ink.shape[2] == 4:
            inset = max(1, round(width * 0.05))
            small = cv2.resize(
                ink, (width - 2 * inset, height - 2 * inset), interpolation=cv2.INTER_AREA
            ).astype(np.float32)
            alpha = small[..., 3:] / 255
            part = colour[inset : height - inset, inset : width - inset]
            part[:] = part * (1 - alpha) + small[..., :3] * alpha
        else:
            colour[:] = ink
    if tint is not None:
        colour *= tint
    edge = np.ones((height, width), np.float32)
    rim = max(1, round(width * 0.035))
    edge[:rim] *= 1 + bevel
    edge[-rim:] *= 1 - bevel
    edge[:, :rim] *= 1 + bevel * 0.5
    edge[:, -rim:] *= 1 - bevel * 0.5
    colour *= edge[..., None]
    return np.dstack([np.clip(colour, 0, 255), _rounded(width, height, radius).astype(np.float32)])


def _side_texture(box: Box, radius: float) -> Array:
    """A tile's side: the body's colour next to the face (top), the back's colour below."""
    height, width = 48, 64
    colour = np.empty((height, width, 3), np.float32)
    colour[:] = box.body if box.body is not None else box.ground
    if box.back is not None:
        colour[round(height * box.split) :] = box.back
    return np.dstack([colour, _rounded(width, height, radius * 0.6).astype(np.float32)])


def render(rng: Rng, hand: list[Box], others: list[Box], view: Camera, size: tuple[int, int], table: Array,
           radius: float = 0.08, texture_side: int = 96, finish: bool = True) -> Scene:  # fmt: skip
    """Draw table, shadows and boxes; see `Scene`. size: width, height."""
    width, height = size
    # the table: its plane tiled with the texture
    unit = rng.uniform(5, 16)  # table units a texture spans
    side = 1024
    cells = 6
    sheet = (
        cv2.resize(table, (side // cells, side // cells), interpolation=cv2.INTER_AREA)
        if rng.random() < 0.3
        else None
    )
    span = unit * cells / 2
    if sheet is None:
        big = cv2.resize(table, (side, side), interpolation=cv2.INTER_LINEAR)
        span = rng.uniform(14, 40)
    else:
        row = np.hstack([sheet if k % 2 == 0 else sheet[:, ::-1] for k in range(cells)])
        big = np.vstack([row if k % 2 == 0 else row[::-1] for k in range(cells)])
    plane = np.column_stack([view.rotation[:, 0], view.rotation[:, 1], view.translation])
    to_picture = view.matrix @ plane
    n = big.shape[0]
    to_table = np.array([[2 * span / n, 0, -span], [0, 2 * span / n, -span], [0, 0, 1.0]])
    canvas = cv2.warpPerspective(
        big, to_picture @ to_table, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    canvas = canvas.astype(np.float32)
    boxes = hand + others
    # shadows
    light = np.array([rng.normal(0, 0.7), rng.normal(0, 0.7), 1.0])
    shade: Array = np.zeros((height, width), np.float32)
    for box in boxes:
        points = _box_points(box)
        fallen = points.copy()
        fallen[:, :2] += points[:, 2:] * light[:2] * 0.6
        fallen[:, 2] = 0
        spots, depth = view.project(fallen)
        if depth.min() > 0.1 and np.abs(spots).max() < 20000:
            cv2.fillConvexPoly(shade, cv2.convexHull(spots.astype(np.float32)).astype(np.int32), 1.0)
    blur = max(3, int(width * rng.uniform(0.002, 0.02))) | 1
    shade = cv2.GaussianBlur(shade, (blur, blur), 0)
    canvas *= 1 - (rng.uniform(0.2, 0.75) * shade)[..., None]
    owner = np.full((height, width), -1, np.int16)
    bevel = rng.uniform(0, 0.12)
    strength = rng.uniform(0.15, 0.5)
    direction = light / np.linalg.norm(light)
    far_first = np.argsort([-np.linalg.norm(b.centre - view.place) + b.centre[2] * 1e-3 for b in boxes])
    scene = Scene(canvas)
    quads: dict[int, Array] = {}
    for index in far_first:
        box = boxes[index]
        points = _box_points(box)
        spots, depth = view.project(points)
        if depth.min() < 0.3:
            continue
        for axis, sign, order in SIDES:
            normal = box.axes[:, axis] * sign
            middle = box.centre + normal * box.half[axis]
            if normal @ (view.place - middle) <= 0:
                continue
            quad = spots[list(order)]
            x0, y0 = np.floor(quad.min(0)).astype(int) - 1
            x1, y1 = np.ceil(quad.max(0)).astype(int) + 2
            x0, y0, x1, y1 = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
            if x1 - x0 < 2 or y1 - y0 < 2:
                if axis == 2 and sign == 1 and box.face:
                    quads[int(index)] = quad
                continue
            if axis == 2 and sign == 1 and (box.face is not None or box.ink is not None):
                tw = texture_side if box.face else 64
                th = round(tw * box.half[1] / box.half[0])
                tint = None
                texture = _face_texture(box, (tw, th), radius, bevel, tint)
            elif axis == 2:
                colour = box.back if sign == -1 else box.ground
                texture = np.dstack([np.full((96, 72, 3), 1, np.float32) * colour, _rounded(72, 96, radius)])
            elif box.back is not None:
                texture = _side_texture(box, radius)
                # SIDES order starts on the face's edge for all four sides, so the body's colour comes first
            else:
                continue
            glow = 1 - strength + strength * max(0.0, float(normal @ direction)) * 1.15
            th, tw = texture.shape[:2]
            source = np.array([[0, 0], [tw, 0], [tw, th], [0, th]], np.float32) - 0.5
            goal = (quad - (x0, y0)).astype(np.float32)
            matrix = cv2.getPerspectiveTransform(source, goal)
            # shrink the texture first where it would be skipped over
            ratio = np.sqrt(tw * th / max(1.0, abs(cv2.contourArea(goal))))
            if ratio > 1.6:
                texture = cv2.resize(
                    texture, (max(4, int(tw / ratio)), max(4, int(th / ratio))), interpolation=cv2.INTER_AREA
                )
                th, tw = texture.shape[:2]
                source = np.array([[0, 0], [tw, 0], [tw, th], [0, th]], np.float32) - 0.5
                matrix = cv2.getPerspectiveTransform(source, goal)
            texture[..., :3] *= texture[..., 3:] / 255
            drawn: Array = cv2.warpPerspective(
                texture, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR, borderValue=0
            )
            alpha = drawn[..., 3:] / 255
            part = canvas[y0:y1, x0:x1]
            part *= 1 - alpha
            part += drawn[..., :3] * glow
            is_face = axis == 2 and sign == 1 and box.face is not None
            owner[y0:y1, x0:x1][alpha[..., 0] > 0.5] = index if is_face else -2
            if is_face:
                quads[int(index)] = quad
    for index, quad in quads.items():
        box = boxes[index]
        area = abs(float(cv2.contourArea(quad.astype(np.float32))))
        if area < FLAT * float(np.max(np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1))) ** 2:
            continue
        scene.faces.append("7z" if box.face == "blank" else str(box.face))
        scene.corners.append(quad.astype(np.float32))
        scene.visible.append(float((owner == index).sum()) / max(area, 1.0))
        scene.in_hand.append(index < len(hand))
    scene.image = _photograph(rng, canvas) if finish else np.clip(canvas, 0, 255).astype(np.uint8)
    return scene


def _photograph(rng: Rng, canvas: Array) -> Array:
    """Light falling unevenly, gloss, colour cast, vignette, blur, noise."""
    height, width = canvas.shape[:2]
    ys, xs = np.mgrid[0:height:8, 0:width:8].astype(np.float32)
    field = np.ones_like(xs)
    angle, slope = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.45)
    field += slope * (np.cos(angle) * (xs / width - 0.5) + np.sin(angle) * (ys / height - 0.5))
    for _ in range(rng.integers(0, 3)):  # a lamp's gloss or a person's shadow
        cx, cy, r = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0.08, 0.5) * width
        field += rng.uniform(-0.45, 0.35) * np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / r**2)
    field = cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR)
    out = canvas * field[..., None] * rng.uniform(0.6, 1.12)
    out *= 1 + rng.normal(0, 0.05, 3).astype(np.float32)
    if rng.random() < 0.5:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 0.9) * width / 900)
    out += rng.normal(0, rng.uniform(0.5, 5), out.shape).astype(np.float32)
    return np.clip(out, 0, 255).astype(np.uint8)


def random_scene(
    rng: Rng, designs: list[Design], tables: list[Array], long_side: int = 768, kind: str | None = None
) -> Scene:
    """One scene of a random kind, design, table and camera."""
    weights = np.array([1.0 if d.opaque else 0.6 for d in designs])
    design = designs[rng.choice(len(designs), p=weights / weights.sum())]
    look = set_look(rng, design)
    if not design.opaque and rng.random() < 0.5:
        hue = Design(design.origin, {f: [recoloured(rng, i) for i in v] for f, v in design.faces.items()})
        look.design = hue
    hand, others, _ = layout(rng, look, kind)
    portrait = rng.random() < 0.35
    short = round(long_side * rng.choice([0.75, 0.75, 0.5625, 1.0]))
    size = (short, long_side) if portrait else (long_side, short)
    view = camera(rng, hand, size)
    table = tables[rng.integers(len(tables))]
    if rng.random() < 0.35:  # plain felt or cloth of any colour
        grain = cv2.cvtColor(table, cv2.COLOR_BGR2GRAY).astype(np.float32)
        grain = 1 + (grain - grain.mean()) / 255 * rng.uniform(0.1, 0.8)
        table = np.clip(grain[..., None] * random_colour(rng, (0, 0.9), (0.08, 0.9)), 0, 255).astype(np.uint8)
    return render(rng, hand, others, view, size, table, look.radius)


#: Drawn designs that no network is trained on: what `vision.evaluate --synthetic` shows.
HELD_OUT_ART = ("kde-default",)
#: Physical sets of single tiles that no scene shows and that the classifier's first stage never sees.
HELD_OUT_SETS = (2, 4, 8, 10, 11)


def make_cache(data: Path, folder: Path, count: int, seed: int = 1, invented: int = 120) -> None:
    """Write scenes 0 to count - 1 (JPEG and labels) into `folder`; those already there are kept.

    A scene depends on nothing but the seed and its number, so any number of processes may share the work.
    """
    from vision.train.faces import ART, all_designs, tile_rows

    folder.mkdir(parents=True, exist_ok=True)
    missing = [k for k in range(count) if not (folder / f"{k:05d}.npz").exists()]
    if not missing:
        return
    art = [name for name in ART if name not in HELD_OUT_ART]
    sets = sorted({s for _, _, s in tile_rows(data)} - set(HELD_OUT_SETS))
    designs = all_designs(data, (96, 128), np.random.default_rng(seed), invented, sets, art)
    tables = textures(data)
    workers = max(1, min(os.cpu_count() or 1, len(missing) // 50))
    shares = [missing[k::workers] for k in range(workers)]
    # a fork shares the designs; rendering holds no lock and starts no thread that could be cut off by it
    forks = multiprocessing.get_context("fork")
    running = [
        forks.Process(target=_write_scenes, args=(folder, seed, designs, tables, s)) for s in shares[1:]
    ]
    for process in running:
        process.start()
    _write_scenes(folder, seed, designs, tables, shares[0])
    for process in running:
        process.join()
        if process.exitcode:
            raise RuntimeError(f"a process that renders scenes ended with {process.exitcode}")


def _write_scenes(
    folder: Path, seed: int, designs: list[Design], tables: list[Array], numbers: list[int]
) -> None:
    for k in numbers:
        rng = np.random.default_rng((seed, k))
        scene = random_scene(rng, designs, tables)
        quality = int(rng.integers(65, 97))
        cv2.imwrite(str(folder / f"{k:05d}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        partial = folder / f"{k:05d}.part.npz"
        np.savez(
            partial,
            faces=np.array([FACES.index(f) for f in scene.faces], np.int16),
            corners=np.array(scene.corners, np.float32).reshape(-1, 4, 2),
            visible=np.array(scene.visible, np.float32),
            in_hand=np.array(scene.in_hand, bool),
        )
        partial.rename(folder / f"{k:05d}.npz")


def main() -> None:
    """Command line: write a cache of scenes."""
    import argparse

    parser = argparse.ArgumentParser(description=make_cache.__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    make_cache(options.data, options.out, options.count, options.seed)


if __name__ == "__main__":
    main()
