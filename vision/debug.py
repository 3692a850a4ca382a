"""Debug: pictures of every stage of a reading, to be looked at one after the other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.messages import msg
from models.tiles import FACES
from vision.decode import Decoding
from vision.layout import NONE, Layout
from vision.perceive import Perceived
from vision.plane import flatten
from vision.reading import PhotoError, PhotoReading

Image = NDArray[np.uint8]

LONG_SIDE: Final = 1600
"""Pictures are written at most this long."""
_COLOURS: Final = (
    (80, 200, 80), (230, 160, 40), (60, 140, 255), (200, 80, 220), (60, 220, 230), (180, 180, 60), (140, 120, 255),
)  # fmt: skip
_RED: Final = (40, 40, 230)
_GREY: Final = (150, 150, 150)


def write_stages(
    folder: Path,
    image: Image,
    perceived: Perceived,
    corners: NDArray[np.float64],
    probabilities: NDArray[np.float64],
    layouts: Sequence[Layout],
    decoded: Decoding,
    reading: PhotoReading,
    scale: float,
) -> list[Path]:
    """Writes ``1-located`` … ``4-read`` pictures and ``reading.txt`` into ``folder``; returns what was written.

    Raises :class:`PhotoError` where the folder cannot be written.
    """
    import cv2

    stages = {
        "1-located": _located(perceived.image, perceived.located),
        "2-classified": _sheet(perceived.image, corners, probabilities),
        "3-arranged": _arranged(corners, probabilities, layouts),
        "4-read": _read(image, reading, scale),
    }
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, picture in stages.items():
            path = folder / f"{name}.png"
            ok, data = cv2.imencode(".png", picture)
            if not ok:
                continue
            path.write_bytes(data.tobytes())
            written.append(path)
        path = folder / "reading.txt"
        path.write_text(_words(layouts, decoded, reading), encoding="utf-8")
        written.append(path)
    except OSError as error:
        raise PhotoError(
            "debug", msg("{name} cannot be written: {reason}", name=folder, reason=error.strerror or error)
        ) from None
    return written


def _shrunk(image: Image) -> tuple[Image, float]:
    import cv2

    factor = min(1.0, LONG_SIDE / max(image.shape[:2]))
    if factor == 1.0:
        return image.copy(), 1.0
    size = round(image.shape[1] * factor), round(image.shape[0] * factor)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), factor


def _outline(
    picture: Image, corners: NDArray[Any], colour: tuple[int, int, int], label: str, thick: int = 2
) -> None:
    import cv2

    points = np.round(corners).astype(np.int32)
    cv2.polylines(picture, [points], True, colour, thick, cv2.LINE_AA)
    cv2.circle(picture, tuple(int(v) for v in points[0]), thick + 1, colour, -1)
    x, y = corners.mean(0)
    for shade, width in (((0, 0, 0), 4), ((255, 255, 255), 1)):
        cv2.putText(
            picture,
            label,
            (int(x) - 6 * len(label), int(y) + 5),
            cv2.FONT_HERSHEY_SIMPLEX,
            0.5,
            shade,
            width,
            cv2.LINE_AA,
        )


def _located(image: Image, located: Sequence[Any]) -> Image:
    picture, factor = _shrunk(image)
    for number, tile in enumerate(located):
        _outline(picture, np.asarray(tile.corners) * factor, (60, 220, 230), f"{number}:{tile.score:.2f}")
    return picture


def _sheet(image: Image, corners: NDArray[np.float64], probabilities: NDArray[np.float64]) -> Image:
    """Every tile set upright, with its first three candidates."""
    import cv2

    wide, high, text, columns = 96, 128, 54, 10
    rows = max(1, -(-len(corners) // columns))
    sheet = np.full((rows * (high + text), columns * (wide + 8), 3), 32, np.uint8)
    goal = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    for number, (quad, row) in enumerate(zip(corners, probabilities, strict=True)):
        x, y = (number % columns) * (wide + 8), (number // columns) * (high + text)
        warp = cv2.getPerspectiveTransform(quad.astype(np.float32), goal)
        sheet[y : y + high, x : x + wide] = cv2.warpPerspective(
            image, warp, (wide, high), flags=cv2.INTER_AREA
        )
        for line, face in enumerate(np.argsort(-row)[:3]):
            name = FACES[face] if face != NONE else "none"
            cv2.putText(
                sheet,
                f"{number}:{name} {row[face]:.3f}" if line == 0 else f"   {name} {row[face]:.3f}",
                (x, y + high + 14 + 16 * line),
                cv2.FONT_HERSHEY_SIMPLEX,
                0.4,
                (255, 255, 255) if line == 0 else _GREY,
                1,
                cv2.LINE_AA,
            )
    return sheet


def _arranged(
    corners: NDArray[np.float64], probabilities: NDArray[np.float64], layouts: Sequence[Layout]
) -> Image:
    """The tiles as seen from straight above, coloured by their place in the first layout."""
    if not len(corners):
        return np.full((200, 200, 3), 32, np.uint8)
    plane = flatten(corners)
    low = plane.corners.reshape(-1, 2).min(0) - 1
    high = plane.corners.reshape(-1, 2).max(0) + 1
    unit = float(min(70.0, LONG_SIDE / max(high - low)))
    size = np.maximum(((high - low) * unit).astype(int), 40)
    picture = np.full((int(size[1]), int(size[0]), 3), 32, np.uint8)
    layout = layouts[0]
    for tile in range(len(corners)):
        meld = next((n for n, spot in enumerate(layout.melds, start=1) if tile in spot.tiles), 0)
        colour = _COLOURS[meld % len(_COLOURS)]
        label = FACES[int(probabilities[tile, :NONE].argmax())]
        if tile in layout.flowers:
            label += " fl"
        elif tile == layout.winning:
            label = "+" + label
        elif tile in layout.loose:
            colour, label = _GREY, label + "?"
        elif tile in layout.blank:
            colour, label = (90, 90, 90), "x"
        elif meld:
            label += f"/{meld}"
        _outline(picture, (plane.corners[tile] - low) * unit, colour, label, 3 if plane.across[tile] else 2)
    return picture


def _read(image: Image, reading: PhotoReading, scale: float) -> Image:
    picture, factor = _shrunk(image)
    for index, tile in enumerate((*reading.tiles, *reading.loose)):
        colour = (
            _RED
            if tile.doubtful or index in reading.changed
            else _COLOURS[max(tile.group, 0) % len(_COLOURS)]
        )
        if tile.role == "loose":
            colour = _GREY
        mark = "+" if tile.role == "winning" else ""
        _outline(picture, np.array(tile.corners) * (factor / scale), colour, mark + tile.face)
    return picture


def _words(layouts: Sequence[Layout], decoded: Decoding, reading: PhotoReading) -> str:
    lines = [f"hand     {reading.hand}", f"a win    {reading.decoded}", f"changed  {list(reading.changed)}"]
    lines += [f"note     {note}" for note in reading.notes]
    lines += [
        f"tile     {i} {t.face} {t.confidence:.4f} {t.role} {json.dumps(t.candidates)}"
        for i, t in enumerate(reading.tiles)
    ]
    for layout in layouts:
        lines.append(
            f"layout   cost {layout.cost:.1f} concealed {layout.concealed} melds {[(m.tiles, m.kind, m.hidden) for m in layout.melds]} "
            f"flowers {layout.flowers} winning {layout.winning} loose {layout.loose} blank {layout.blank}"
        )
    lines.append(f"decoded  {decoded.layout}")
    return "\n".join(lines) + "\n"
