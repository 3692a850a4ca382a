"""Read: the hand in a picture, from pixels to a value. Every stage can be replaced, watched and stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.messages import Msg, msg
from models.tiles import FACES
from vision import arrange as arranging
from vision import decode as decoding
from vision import hand_text
from vision.layout import NONE, PLAY, Layout
from vision.locate import BELIEVED
from vision.perceive import Classify, Locate, Perceived, perceive
from vision.reading import Cancelled, Corners, PhotoError, PhotoReading, ReadMeld, ReadTile, Role, shortfall

if TYPE_CHECKING:
    from vision.load import Photo

Image: TypeAlias = NDArray[np.uint8]
Stage: TypeAlias = Literal["locate", "classify", "arrange", "decode", "done"]
Progress: TypeAlias = Callable[[Stage, float], None]

NAMED: Final = 6
"""So many tiles that were left out are named."""
CANDIDATES: Final = 5
"""Faces kept for each tile."""
LEAST: Final = 0.001
"""Less probable faces are not candidates."""
UNLIKE: Final = 0.15
"""A tile none of whose faces is more probable than this is nothing that was made to be read."""
PLAIN_FACE: Final = 0.7
"""How sure a tile's face must be that the locator did not believe in: it was put where a row has a gap."""
VAGUE: Final = 0.5
"""A tile less sure than this is a guess; where a quarter of the tiles are, the photo is at fault."""


class Tile(Protocol):
    """What the locator finds."""

    @property
    def corners(self) -> NDArray[np.float32]:
        """4 x 2 pixels, clockwise."""
        ...

    @property
    def score(self) -> float:
        """How sure the locator is."""
        ...


def networks() -> tuple[Locate, Classify]:
    """The trained locator and classifier. Raises :class:`PhotoError` where they cannot be had."""
    from vision.classify import CLASSIFIER, classify_turned
    from vision.locate import LOCATOR, locate

    for weights in (LOCATOR, CLASSIFIER):
        if not weights.is_file():
            raise PhotoError("no_networks", msg("the networks are missing: {name}", name=weights.name))
    return locate, classify_turned


def read(
    image: Image,
    *,
    win: bool = True,
    scale: float = 1.0,
    locate: Locate | None = None,
    classify: Classify | None = None,
    perceived: Perceived | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    debug: Path | None = None,
) -> PhotoReading:
    """The hand in a picture.

    image: H x W x 3 bytes, blue-green-red. win: whether the picture is of a win. scale: pixels of the photo per pixel
    of ``image``; corners come in pixels of the photo. progress: told each stage and how much is done, 0 to 1.
    perceived: what the networks saw, where they have looked at the picture already.
    cancelled: asked between stages; when it says yes, :class:`Cancelled` is raised. debug: a folder for pictures of every stage.

    Always gives a reading, if only one without tiles and a note that says so.
    """
    started = time.perf_counter()

    def at(stage: Stage, done: float) -> None:
        if cancelled is not None and cancelled():
            raise Cancelled
        if progress is not None:
            progress(stage, done)

    at("locate", 0.0)
    if perceived is None:
        if locate is None or classify is None:
            trained = networks()
            locate, classify = locate or trained[0], classify or trained[1]
        perceived = perceive(image, locate, classify, lambda: at("classify", 0.4))
    located = perceived.located
    at("arrange", 0.8)
    corners = np.array(
        [np.roll(t.corners, -int(k), 0) for t, k in zip(located, perceived.turns, strict=True)], np.float64
    )
    corners = corners.reshape(-1, 4, 2)
    probabilities = _sober(perceived.probabilities, np.array([t.score for t in located], np.float64))
    layouts = arranging.arrange(corners, probabilities)
    at("decode", 0.85)
    decoded = decoding.decode(probabilities, layouts, win=win)
    reading = _reading(corners * scale / perceived.step, probabilities, decoded, image, scale)
    reading = replace(reading, milliseconds=round((time.perf_counter() - started) * 1000, 1))
    at("done", 1.0)
    if debug is not None:
        from vision.debug import write_stages

        write_stages(debug, image, perceived, corners, probabilities, layouts, decoded, reading, scale)
    return reading


def read_photo(photo: Photo, **options: Any) -> PhotoReading:
    """The hand in a loaded photo; options as :func:`read`."""
    return read(photo.image, scale=photo.scale, **options)


def _sober(probabilities: NDArray[np.float64], scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities in which what resembles no face in particular is no tile, nor are more flowers than there can be.

    Where geometry alone spoke for a tile (its score is low), the face must be plain to see.
    """
    out = probabilities.copy()
    if len(out):
        best = out.argmax(1)
        flowers = (best >= PLAY) & (best < NONE)
        sure = out[:, :NONE].max(1)
        nothing = (sure < UNLIKE) | ((scores < BELIEVED) & (sure < PLAIN_FACE))
        if flowers.sum() > NONE - PLAY:
            nothing |= flowers
        out[nothing, NONE] += 10.0
        out /= out.sum(1, keepdims=True)
    return out


def _reading(
    corners: NDArray[np.float64],
    probabilities: NDArray[np.float64],
    decoded: decoding.Decoding,
    image: Image,
    scale: float,
) -> PhotoReading:
    layout = decoded.layout
    order: list[tuple[int, int, Role]] = [
        (tile, 0, "winning" if tile == layout.winning else "concealed") for tile in layout.concealed
    ]
    melds = []
    for number, meld in enumerate(layout.melds, start=1):
        order += [(tile, number, "meld") for tile in meld.tiles]
        melds.append(ReadMeld(number, meld.kind, meld.hidden))
    order += [(tile, len(melds) + 1, "flower") for tile in layout.flowers]

    def build(tile: int, number: int, role: Role) -> ReadTile:
        return _tile(probabilities[tile], corners[tile], decoded.faces[tile], number, role)

    tiles = tuple(build(*entry) for entry in order)
    place = {tile: index for index, (tile, _, _) in enumerate(order)}
    height, width = image.shape[:2]
    reading = PhotoReading(
        tiles,
        hand=hand_text.write(tiles, melds),
        decoded=decoded.win,
        changed=tuple(sorted(place[tile] for tile in decoded.changed)),
        flowers=tuple(tile.face for tile in tiles if tile.role == "flower"),
        melds=tuple(melds),
        loose=tuple(build(tile, -1, "loose") for tile in layout.loose),
        size=(round(width * scale), round(height * scale)),
    )
    return replace(reading, notes=tuple(_notes(reading, decoded, probabilities, place)))


def _tile(
    probabilities: NDArray[np.float64], corners: NDArray[np.float64], face: int, number: int, role: Role
) -> ReadTile:
    own = probabilities[:NONE]
    best = np.argsort(-own, kind="stable")[:CANDIDATES]
    chosen = {int(f) for f in best if own[f] >= LEAST or f == best[0]} | {face}
    candidates = sorted(((FACES[f], round(float(own[f]), 4)) for f in chosen), key=lambda c: -c[1])
    points: Corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)  # type: ignore[assignment]
    return ReadTile(FACES[face], round(float(own[face]), 4), tuple(candidates), points, number, role)


def _notes(
    reading: PhotoReading,
    decoded: decoding.Decoding,
    probabilities: NDArray[np.float64],
    place: dict[int, int],
) -> list[Msg]:
    notes = []
    if not reading.tiles:
        return [msg("I see no tiles in this picture")]
    if shortfall(reading) != 0:
        seen = sum(tile.role != "flower" for tile in reading.tiles)
        apart = len(reading.tiles) - seen
        if seen == 1 and not apart:
            notes.append(msg("I see 1 tile; a hand has 17, one more for each kong"))
        elif apart:
            notes.append(
                msg(
                    "I see {n} tiles and {flowers} flowers; a hand has 17, one more for each kong",
                    n=seen,
                    flowers=apart,
                )
            )
        else:
            notes.append(msg("I see {n} tiles; a hand has 17, one more for each kong", n=seen))
    elif not decoded.win:
        if decoded.nearest and decoded.loss < 40:
            changes = ", ".join(
                f"{FACES[decoded.faces[t]]} → {FACES[f]}"
                for t, f in decoded.nearest[:4]
                if decoded.faces[t] != NONE
            )
            notes.append(
                msg("as read this is no winning hand; the nearest one would need {changes}", changes=changes)
            )
        else:
            notes.append(msg("as read this is no winning hand"))
    if reading.changed:
        inverse = {index: tile for tile, index in place.items()}
        changes = ", ".join(
            f"{FACES[int(probabilities[inverse[i], :NONE].argmax())]} → {reading.tiles[i].face}"
            for i in reading.changed
        )
        notes.append(msg("corrected by the rest of the hand: {changes}", changes=changes))
    vague = sum(tile.confidence < VAGUE for tile in reading.tiles)
    if vague * 4 > len(reading.tiles) and len(reading.tiles) > 3:
        notes.append(
            msg(
                "the photo is unclear: {n} tiles are guesses; take it nearer, sharper or from higher up",
                n=vague,
            )
        )
    if reading.loose:
        faces = " ".join(tile.face for tile in reading.loose[:NAMED]) + (
            " …" if len(reading.loose) > NAMED else ""
        )
        notes.append(msg("loose tiles left out: {n} ({faces})", n=len(reading.loose), faces=faces))
    return notes


def layout_of(reading: PhotoReading) -> Layout:
    """The layout a reading stands for, tiles numbered as in :attr:`PhotoReading.tiles`."""
    from vision.layout import MeldSpot

    spots = tuple(
        MeldSpot(
            tuple(i for i, t in enumerate(reading.tiles) if t.role == "meld" and t.group == meld.group),
            meld.kind,
            meld.hidden,
        )
        for meld in reading.melds
    )
    return Layout(
        tuple(i for i, t in enumerate(reading.tiles) if t.role in ("concealed", "winning")),
        spots,
        tuple(i for i, t in enumerate(reading.tiles) if t.role == "flower"),
        next((i for i, t in enumerate(reading.tiles) if t.role == "winning"), None),
    )
