"""Load: a picture from a file, standard input, the clipboard or a stream address, turned as it was taken.

Size and kind are read from the header and checked before anything is decoded, so that a small file that
claims a huge picture costs nothing. Everything that can be wrong is a :class:`~vision.reading.PhotoError`.
"""

from __future__ import annotations

import io
import os
import re
import stat
import warnings
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

import numpy as np
from numpy.typing import NDArray

from models.messages import Msg, msg
from vision.reading import PhotoError

if TYPE_CHECKING:
    from PIL import Image as PillowImage

MAX_PIXELS: Final = 50_000_000
"""Bigger pictures are refused."""
MAX_BYTES: Final = 100_000_000
"""Bigger files are refused: no camera writes them."""
HALVED_ABOVE: Final = 26_000_000
"""JPEGs of more pixels are decoded at half size; their tiles stay larger than the classifier's crops."""
MIN_SIDE: Final = 32
"""Smaller pictures hold no tile that could be read."""
BAND: Final = 512
"""Rows converted at a time."""
STREAM_SECONDS: Final = 10.0

_FORMATS: Final = ("JPEG", "MPO", "PNG", "WEBP", "HEIF", "AVIF", "BMP", "GIF", "TIFF", "PPM")


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded picture."""

    image: NDArray[np.uint8]
    """H x W x 3, blue-green-red as OpenCV has it, upright."""
    name: str
    """Where it came from, for a person."""
    scale: float = 1.0
    """Pixels of the file per pixel of ``image``."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the photo in the file, upright."""
        height, width = self.image.shape[:2]
        return round(width * self.scale), round(height * self.scale)


def load(source: str | os.PathLike[str], stdin: BinaryIO | None = None) -> Photo:
    """The picture of ``source``: a file, ``-`` for standard input, ``clipboard:``, ``camera:0``, an ``http``/``rtsp`` address."""
    text = os.fspath(source)
    if text == "-":
        import sys

        return from_bytes(_limited(stdin or sys.stdin.buffer, text), msg("standard input"))
    if text == "clipboard:":
        return from_clipboard()
    text = opened(text)
    if is_address(text):
        return from_address(text)
    if (index := camera_index(text)) is not None:
        return from_camera(index)
    return from_file(Path(text))


def opened(text: str) -> str:
    """A file's address as its path; anything else as it is. Raises :class:`PhotoError` for an address that cannot be one."""
    if re.match(r"[A-Za-z][\w+.-]*://", text) is None:
        return text
    parts = None
    with suppress(ValueError):  # such as a bracket that is never closed
        parts = urlsplit(text)
    if is_address(text):
        if parts is None:
            raise PhotoError("address", msg("{name} is not written as an address is", name=text))
        return text
    if parts is None or parts.scheme != "file":
        raise PhotoError(
            "address", msg("{name} cannot be opened: an address begins with http:// or rtsp://", name=text)
        )
    return url2pathname(parts.path)


def is_address(text: str) -> bool:
    """Whether ``text`` is a stream's address rather than a file."""
    return re.match(r"(?i)(https?|rtsps?|rtmp|udp|tcp)://", text) is not None


def camera_index(text: str) -> int | None:
    """The camera that ``camera:N`` names."""
    found = re.fullmatch(r"camera:(\d{1,3})", text)
    return int(found.group(1)) if found else None


def from_camera(index: int, seconds: float = STREAM_SECONDS) -> Photo:
    """One picture of a camera."""
    from vision import camera

    with camera.Camera(index, wait=seconds) as source:
        return Photo(source.grab(seconds), f"camera:{index}")


def from_file(path: Path) -> Photo:
    """The picture in a file."""
    name = str(path)
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise PhotoError("directory", msg("{name} is a folder, not a picture", name=name))
        if not stat.S_ISREG(found.st_mode):
            raise PhotoError("not_a_file", msg("{name} is not a file", name=name))
        with path.open("rb") as stream:
            data = _limited(stream, name)
    except FileNotFoundError:
        raise PhotoError("missing", msg("{name}: no such file", name=name)) from None
    except PermissionError:
        raise PhotoError("permission", msg("{name}: you may not read this file", name=name)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PhotoError(
            "unreadable", msg("{name} cannot be read: {reason}", name=name, reason=reason)
        ) from None
    return from_bytes(data, name)


def _limited(stream: BinaryIO, name: str) -> bytes:
    data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        shown: object = msg("standard input") if name == "-" else name
        raise PhotoError(
            "too_big", msg("{name} has more than {n} megabytes", name=shown, n=MAX_BYTES // 1_000_000)
        )
    return data


def from_bytes(data: bytes, name: str | Msg = "picture") -> Photo:
    """The picture in ``data``, whatever its format. Raises :class:`PhotoError` for all that is none."""
    if not data:
        raise PhotoError("empty", msg("{name} is empty: zero bytes", name=name))
    from PIL import Image, UnidentifiedImageError

    _register_heif()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = Image.open(io.BytesIO(data), formats=_known(Image))
    except Image.DecompressionBombError as error:
        counted = re.search(r"\d{6,}", str(error))
        raise _too_many(name, int(counted.group()) if counted else 2 * MAX_PIXELS) from None
    except UnidentifiedImageError:
        raise PhotoError(
            "not_a_picture", msg("{name} is not a picture that can be read", name=name)
        ) from None
    except Exception as error:  # a broken header can fail anywhere inside a decoder
        raise _broken(name, error) from None
    with picture:
        return from_pillow(picture, name)


def _known(image: Any) -> list[str]:
    image.init()
    return [known for known in _FORMATS if known in image.OPEN]


def _register_heif() -> None:
    """HEIC, where a person has installed the plugin for it."""
    try:
        import pillow_heif  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return
    pillow_heif.register_heif_opener()


def _too_many(name: str | Msg, pixels: int) -> PhotoError:
    return PhotoError(
        "too_many_pixels",
        msg(
            "{name} has {n} megapixels; at most {most} can be read",
            name=name,
            n=-(-pixels // 1_000_000),
            most=MAX_PIXELS // 1_000_000,
        ),
    )


def _broken(name: str | Msg, error: Exception) -> PhotoError:
    if "truncated" in str(error).lower():
        return PhotoError("truncated", msg("{name} breaks off: the file is not complete", name=name))
    return PhotoError("broken", msg("{name} is a broken picture", name=name))


def from_pillow(picture: PillowImage.Image, name: str | Msg = "picture") -> Photo:
    """The picture of an open Pillow image, decoded and turned upright."""
    import cv2
    from PIL import ImageOps

    width, height = picture.size
    if width * height > MAX_PIXELS:
        raise _too_many(name, width * height)
    if min(width, height) < MIN_SIDE:
        raise PhotoError(
            "too_small",
            msg("{name} is only {width} × {height} pixels", name=name, width=width, height=height),
        )
    scale = 1.0
    try:
        if picture.format in ("JPEG", "MPO") and width * height > HALVED_ABOVE:
            picture.draft("RGB", (width // 2, height // 2))
            scale = width / picture.size[0]
        picture.load()
        ImageOps.exif_transpose(picture, in_place=True)
        upright: PillowImage.Image = picture
        if upright.mode.startswith(("I;16", "I", "F")) and upright.mode != "RGB":
            values = np.asarray(upright, np.float32)
            top = 65535.0 if values.max(initial=0) > 255 else 255.0
            grey = np.clip(values * (255.0 / top), 0, 255).astype(np.uint8)
            image = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
        else:
            if upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info:
                from PIL import Image

                upright = upright.convert("RGBA")
                under = Image.new("RGBA", upright.size, (128, 128, 128, 255))
                upright = Image.alpha_composite(under, upright)
            if upright.mode != "RGB":
                upright = upright.convert("RGB")
            # in bands, so that a big picture is in memory twice at most, not three times
            image = np.empty((upright.height, upright.width, 3), np.uint8)
            for top in range(0, upright.height, BAND):
                part = upright.crop((0, top, upright.width, min(top + BAND, upright.height)))
                image[top : top + BAND] = cv2.cvtColor(np.asarray(part), cv2.COLOR_RGB2BGR)
    except MemoryError:
        raise PhotoError("memory", msg("{name} does not fit into memory", name=name)) from None
    except Exception as error:  # whatever a decoder trips over, the file is at fault
        raise _broken(name, error) from None
    return Photo(np.ascontiguousarray(image), str(name), scale)


def from_clipboard() -> Photo:
    """The picture in the clipboard, or of the file copied there."""
    from PIL import Image, ImageGrab

    try:
        found = ImageGrab.grabclipboard()
    except Exception:  # Pillow raises whatever the platform's helper does
        raise PhotoError(
            "clipboard",
            msg("the clipboard cannot be read here; on Linux, wl-clipboard or xclip is needed"),
        ) from None
    if isinstance(found, list) and found:
        return from_file(Path(str(found[0])))
    if not isinstance(found, Image.Image):
        raise PhotoError("clipboard_empty", msg("there is no picture in the clipboard"))
    return from_pillow(found, msg("clipboard"))


def from_address(address: str, seconds: float = STREAM_SECONDS) -> Photo:
    """One picture of a stream: an ``http`` snapshot or MJPEG as phones serve it, or anything FFmpeg can open."""
    if address.lower().startswith("http"):
        data, kind = _fetch(address, seconds)
        if data is not None:
            return from_bytes(data, address)
        if not kind.startswith(
            ("video/", "application/vnd.apple", "application/x-mpegurl", "application/octet")
        ):
            raise PhotoError("not_a_stream", msg("{name} is a page, not a picture or a stream", name=address))
    from vision import camera

    with camera.Camera(address, wait=seconds) as stream:
        return Photo(stream.grab(seconds), address)


def _fetch(address: str, seconds: float) -> tuple[bytes | None, str]:
    """The bytes of a snapshot or of an MJPEG stream's first whole picture; ``None`` when it is another kind."""
    import http.client
    import time
    import urllib.error
    import urllib.request

    try:
        request = urllib.request.Request(
            address, headers={"User-Agent": "taipai", "Accept": "image/*, multipart/*"}
        )
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            headers: Mapping[str, str] = answer.headers
            kind = (headers.get("Content-Type") or "").split(";")[0].strip().lower()
            if kind.startswith("image/"):
                return _limited(answer, address), kind
            if not kind.startswith("multipart/"):
                return None, kind
            data, end = b"", time.monotonic() + seconds
            while len(data) <= MAX_BYTES and time.monotonic() < end:
                part = answer.read(65536)
                if not part:
                    break
                data += part
                start = data.find(b"\xff\xd8\xff")
                stop = data.find(b"\xff\xd9", start) if start >= 0 else -1
                if stop >= 0:
                    return data[start : stop + 2], "image/jpeg"
            raise PhotoError(
                "stream", msg("{name} sent no picture within {n} seconds", name=address, n=round(seconds))
            )
    except TimeoutError:
        raise PhotoError(
            "timeout", msg("{name} did not answer within {n} seconds", name=address, n=round(seconds))
        ) from None
    except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError) as error:
        cause = getattr(error, "reason", error)
        if isinstance(cause, TimeoutError):
            raise PhotoError(
                "timeout", msg("{name} did not answer within {n} seconds", name=address, n=round(seconds))
            ) from None
        reason = getattr(cause, "strerror", None) or str(cause)
        raise PhotoError(
            "stream", msg("{name} cannot be opened: {reason}", name=address, reason=reason)
        ) from None
