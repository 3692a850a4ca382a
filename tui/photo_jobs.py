"""Blocking work of the photo screens: to be run in a thread. Nothing here touches a widget; what happens is told through callables."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from models.messages import Msg, msg
from vision.reading import Cancelled, PhotoError, PhotoReading

if TYPE_CHECKING:
    from PIL import Image as PillowImage

    from vision.camera import Camera, CameraInfo

FRAMES: Final = 10
"""Previews a second."""
LOOKS: Final = 0.6
"""Seconds between two counts of the tiles in a preview."""

STAGES: Final[dict[str, Msg]] = {
    "load": msg("opening the photo"),
    "locate": msg("looking for tiles"),
    "classify": msg("naming the tiles"),
    "arrange": msg("seeing how they lie"),
    "decode": msg("weighing the whole hand"),
    "done": msg("read"),
}


@dataclass(slots=True)
class Job:
    """Work that can be stopped."""

    stopped: threading.Event = field(default_factory=threading.Event)

    def stop(self) -> None:
        """Asks it to stop at the next chance."""
        self.stopped.set()


@dataclass(frozen=True, slots=True)
class View:
    """A picture for showing."""

    picture: PillowImage.Image
    scale: float
    """Its pixels per pixel of the photo."""
    size: tuple[int, int]
    """Of the photo."""


@dataclass(frozen=True, slots=True)
class Preview:
    """One frame of a camera, small, with what is seen in it."""

    view: View
    tiles: tuple[Any, ...] = ()
    """Corners of tiles, in pixels of the frame."""
    count: int | None = None
    """How many; ``None`` while nobody has looked."""


_known: OrderedDict[str, tuple[View, PhotoReading]] = OrderedDict()
_KNOWN_KEPT: Final = 4


def remember(path: str, view: View, reading: PhotoReading) -> None:
    """Keeps what a picture's file was read as, for when it is asked for next; the last few only."""
    _known[path] = (view, reading)
    while len(_known) > _KNOWN_KEPT:
        _known.popitem(last=False)


def warm_up() -> None:
    """Loads what reading needs, so that the first photo waits for nothing. Never raises."""
    with contextlib.suppress(Exception):
        import numpy as np

        from vision.classify import CLASSIFIER
        from vision.locate import LOCATOR, session
        from vision.read import read as look

        session(CLASSIFIER)
        session(LOCATOR)
        look(np.zeros((480, 640, 3), np.uint8))


def unquoted(text: str) -> str:
    """A path as shells and file managers paste it: quotes and escaped spaces taken off."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    return text.replace("\\ ", " ")


def place_of(text: str, folder: Path, endings: Collection[str], *, address: bool = False) -> str | Path:
    """What a person typed or pasted for a picture: an address, ``camera:0``, ``clipboard:``, or a path, which begins at ``folder``.

    ``address``: it was typed where addresses are asked for, so what does not look like a path is one. Raises :class:`PhotoError`.
    """
    from vision.load import camera_index, is_address, opened

    text = unquoted(text)
    if text == "clipboard:":
        return text
    if text.lower().startswith("camera:"):
        if camera_index(text.lower()) is None:
            raise PhotoError("camera", msg("{name} is no camera: the first is camera:0", name=text))
        return text.lower()
    text = opened(text)
    if is_address(text):
        return text
    path = Path(text)
    with contextlib.suppress(RuntimeError):  # ~ of somebody who is not there
        path = path.expanduser()
    path = folder / path
    if not address:
        return path
    with contextlib.suppress(OSError, ValueError):
        if path.exists():
            return path
    first = text.split("/")[0]
    is_path = text.startswith(("/", "~", "./", "../")) or (
        path.suffix.lower() in endings and (first == text or not set(first) & set(".:"))
    )
    return path if is_path else opened("http://" + text)


def is_folder(path: Path) -> bool:
    """Whether a path is a folder, as far as one may look."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def list_cameras() -> list[CameraInfo]:
    """This machine's cameras."""
    from vision.camera import cameras

    return cameras()


def thumbnail(path: Path) -> View:
    """A picture file for showing. Raises :class:`PhotoError`."""
    from vision.load import load

    photo = load(path)
    return view_of(photo.image, photo.scale)


def view_of(image: Any, scale: float = 1.0) -> View:
    """A decoded picture for showing; ``scale`` is its file's pixels per pixel."""
    from tui.pictures import from_bgr

    picture, shrunk = from_bgr(image)
    height, width = image.shape[:2]
    return View(picture, shrunk / scale, (round(width * scale), round(height * scale)))


def read(
    job: Job,
    source: str | Camera,
    seen: Callable[[View], None],
    progress: Callable[[Msg, float], None],
) -> PhotoReading | None:
    """Loads a photo and reads it; ``None`` when it was stopped. Raises :class:`PhotoError` with one clear line, whatever happens."""
    try:
        progress(STAGES["load"], 0.0)
        from vision.load import Photo, load
        from vision.read import read_photo

        known = _known.pop(source, None) if isinstance(source, str) else None
        if known is not None:
            seen(known[0])
            return known[1]
        photo = load(source) if isinstance(source, str) else Photo(source.grab(), source.name)
        if job.stopped.is_set():
            return None
        seen(view_of(photo.image, photo.scale))

        def at(stage: str, done: float) -> None:
            progress(STAGES[stage], 0.1 + 0.9 * done)

        return read_photo(photo, progress=at, cancelled=job.stopped.is_set)
    except Cancelled:
        return None
    except PhotoError:
        raise
    except MemoryError:
        raise PhotoError("memory", msg("{name} does not fit into memory", name=str(source))) from None
    except Exception as error:  # a person gets one line, whatever a library did
        raise PhotoError(
            "failed", msg("the photo could not be read: {reason}", reason=f"{type(error).__name__}: {error}")
        ) from error


def watch(job: Job, camera: Camera, show: Callable[[Preview], None]) -> None:
    """Shows a camera's newest frames until it is stopped, and counts the tiles in them now and then. Raises :class:`PhotoError`."""
    locate = _locator()
    last, looked = 0, 0.0
    tiles: tuple[Any, ...] = ()
    count: int | None = None
    while not job.stopped.is_set():
        started = time.monotonic()
        newest = camera.latest()
        if newest is not None and newest[0] != last:
            last, frame = newest
            if locate is not None and started - looked > LOOKS:
                looked = started
                try:
                    tiles = tuple(tile.corners.tolist() for tile in locate(frame))
                    count = len(tiles)
                except Exception:  # aiming goes on without counting
                    locate = None
            show(Preview(view_of(frame), tiles, count))
        job.stopped.wait(max(0.01, 1 / FRAMES - (time.monotonic() - started)))


def _locator() -> Callable[[Any], Any] | None:
    try:
        from vision.read import networks

        return networks()[0]
    except (PhotoError, ImportError):
        return None
