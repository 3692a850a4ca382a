"""Getting a picture: every kind of source, and everything that can be wrong with one, in one clear line."""

from __future__ import annotations

import http.server
import io
import os
import struct
import threading
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision import load as loading
from vision.load import MAX_PIXELS, from_address, from_bytes, from_file, from_pillow, load
from vision.reading import PhotoError


def picture(width: int = 64, height: int = 48) -> Image.Image:
    """Red at the top left, else blue-green."""
    pixels = np.full((height, width, 3), (0, 128, 160), np.uint8)
    pixels[: height // 2, : width // 2] = (250, 10, 10)
    return Image.fromarray(pixels)


def encoded(format: str = "JPEG", image: Image.Image | None = None, **options) -> bytes:
    out = io.BytesIO()
    (image or picture()).save(out, format, **options)
    return out.getvalue()


def problem(data: bytes, name: str = "x.jpg") -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        from_bytes(data, name)
    text = str(caught.value)
    assert text and "\n" not in text
    assert len(text) < 120
    return caught.value


def corner_is_red(image: np.ndarray, y: int, x: int) -> bool:
    blue, _, red = (int(v) for v in image[y, x])
    return red > 180 and blue < 90


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "BMP", "TIFF", "GIF"])
def test_formats(format, tmp_path):
    path = tmp_path / "hand.bin"
    path.write_bytes(encoded(format))
    photo = from_file(path)
    assert photo.image.shape == (48, 64, 3)
    assert photo.image.dtype == np.uint8
    assert photo.size == (64, 48)
    assert corner_is_red(photo.image, 5, 5)
    assert not corner_is_red(photo.image, 40, 60)


@pytest.mark.parametrize(
    ("orientation", "red"),
    [
        (1, (5, 5)),
        (2, (5, -5)),
        (3, (-5, -5)),
        (4, (-5, 5)),
        (5, (5, 5)),
        (6, (5, -5)),
        (7, (-5, -5)),
        (8, (-5, 5)),
    ],
)
def test_exif_orientation(orientation, red):
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = from_bytes(encoded(exif=exif.tobytes(), quality=95))
    assert photo.size == ((64, 48) if orientation < 5 else (48, 64))
    assert corner_is_red(photo.image, *red)


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "CMYK", "1", "LA"])
def test_colour_modes(mode):
    format = "JPEG" if mode in ("L", "CMYK") else "PNG"
    assert from_bytes(encoded(format, picture().convert(mode))).image.shape == (48, 64, 3)


def test_sixteen_bit_grey():
    values = np.linspace(0, 65535, 64 * 48).reshape(48, 64).astype(np.uint16)
    photo = from_bytes(encoded("PNG", Image.fromarray(values)))
    assert photo.image[0, 0, 0] < 5
    assert photo.image[-1, -1, 0] > 250


def test_zero_bytes(tmp_path):
    path = tmp_path / "nothing.jpg"
    path.touch()
    with pytest.raises(PhotoError, match="empty: zero bytes") as caught:
        load(str(path))
    assert caught.value.problem == "empty"


def test_a_text_file_named_jpg():
    assert problem(b"this is not a picture\n" * 50).problem == "not_a_picture"


@pytest.mark.parametrize("share", [0.1, 0.4, 0.9])
@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
def test_a_truncated_picture(format, share):
    rng = np.random.default_rng(0)
    data = encoded(format, Image.fromarray(rng.integers(0, 255, (200, 300, 3), np.uint8)))
    assert problem(data[: int(len(data) * share)]).problem in ("truncated", "broken", "not_a_picture")


def test_a_truncated_jpeg_says_so():
    rng = np.random.default_rng(0)
    data = encoded("JPEG", Image.fromarray(rng.integers(0, 255, (200, 300, 3), np.uint8)))
    error = problem(data[: len(data) // 2])
    assert error.problem == "truncated"
    assert str(error) == "x.jpg breaks off: the file is not complete"


def png_header(width: int, height: int) -> bytes:
    """A small file that claims a picture of this size."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("width", "height", "said"), [(20_000, 10_000, 200), (10_000, 6_000, 60), (60_000, 60_000, 3600)]
)
def test_a_huge_picture_is_refused_before_it_is_decoded(width, height, said, monkeypatch):
    monkeypatch.setattr(Image.Image, "load", lambda self: pytest.fail("decoded"))
    error = problem(png_header(width, height), "bomb.png")
    assert error.problem == "too_many_pixels"
    assert str(error) == f"bomb.png has {said} megapixels; at most 50 can be read"


def test_fifty_megapixels_are_read():
    assert MAX_PIXELS == 50_000_000
    image = Image.new("RGB", (8000, 6250), (0, 100, 0))
    photo = from_bytes(encoded("JPEG", image, quality=30))
    # decoded at half size: the tiles in it are still large
    assert photo.image.shape == (3125, 4000, 3)
    assert photo.scale == 2.0
    assert photo.size == (8000, 6250)


def test_too_small_to_hold_a_tile():
    assert problem(encoded("PNG", Image.new("RGB", (20, 400)))).problem == "too_small"


def test_a_folder(tmp_path):
    with pytest.raises(PhotoError, match="is a folder"):
        load(tmp_path)


def test_a_missing_file(tmp_path):
    with pytest.raises(PhotoError, match="no such file"):
        load(tmp_path / "none.jpg")


@pytest.mark.parametrize("address", ["htp://x", "ftp://host/a.jpg", "camera://0"])
def test_an_address_of_no_known_kind_is_named_as_it_was_given(address):
    with pytest.raises(PhotoError) as caught:
        load(address)
    assert caught.value.problem == "address"
    assert str(caught.value).startswith(f"{address} cannot be opened")


@pytest.mark.parametrize(
    "address", ["http://[::1", "file://[x", "rtsp://[", "http://[zz]/a.jpg", "http://a:port/"]
)
def test_an_address_that_is_none_is_one_clear_line(address):
    with pytest.raises(PhotoError) as caught:
        load(address)
    assert str(caught.value).startswith(address)


def test_a_file_named_by_its_address(tmp_path):
    folder = tmp_path / "two words"
    folder.mkdir()
    Image.new("RGB", (64, 48), (10, 200, 30)).save(folder / "手牌.png")
    assert load((folder / "手牌.png").as_uri()).image.shape == (48, 64, 3)


def test_a_file_one_may_not_read(tmp_path, monkeypatch):
    path = tmp_path / "secret.jpg"
    path.write_bytes(encoded())

    def refuse(self, *args, **kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(PhotoError, match="may not read") as caught:
        load(path)
    assert caught.value.problem == "permission"


def test_a_name_with_a_zero_byte():
    with pytest.raises(PhotoError):
        load("a\0b.jpg")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(PhotoError, match="is not a file"):
        load(tmp_path / "pipe")


def test_too_many_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(loading, "MAX_BYTES", 100)
    path = tmp_path / "big.jpg"
    path.write_bytes(encoded())
    with pytest.raises(PhotoError) as caught:
        load(path)
    assert caught.value.problem == "too_big"


def test_standard_input():
    assert load("-", io.BytesIO(encoded())).image.shape == (48, 64, 3)
    with pytest.raises(PhotoError, match="standard input is empty"):
        load("-", io.BytesIO(b""))


def test_clipboard(monkeypatch, tmp_path):
    from PIL import ImageGrab

    monkeypatch.setattr(ImageGrab, "grabclipboard", lambda: picture())
    assert load("clipboard:").image.shape == (48, 64, 3)
    path = tmp_path / "copied.png"
    path.write_bytes(encoded("PNG"))
    monkeypatch.setattr(ImageGrab, "grabclipboard", lambda: [str(path)])
    assert load("clipboard:").image.shape == (48, 64, 3)
    monkeypatch.setattr(ImageGrab, "grabclipboard", lambda: None)
    with pytest.raises(PhotoError, match="no picture in the clipboard"):
        load("clipboard:")

    def absent():
        raise NotImplementedError("wl-paste or xclip is required")

    monkeypatch.setattr(ImageGrab, "grabclipboard", absent)
    with pytest.raises(PhotoError, match="xclip"):
        load("clipboard:")


def test_transparency_is_no_black_hole():
    image = Image.new("RGBA", (64, 48), (255, 255, 255, 0))
    assert from_pillow(image).image.mean() == pytest.approx(128, abs=2)


# -- phones serve a picture or a stream of them -------------------------------------------------------------


class Phone(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        data = encoded()
        if self.path == "/shot.jpg":
            self.send_response(200)
            self.send_header("Content-Type", "image/jpeg")
            self.end_headers()
            self.wfile.write(data)
        elif self.path == "/video":
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            for _ in range(3):
                self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + data + b"\r\n")
        elif self.path == "/page":
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<html>")
        elif self.path == "/slow":
            threading.Event().wait(3)
        else:
            self.send_error(404)

    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def phone():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Phone)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.mark.parametrize("path", ["/shot.jpg", "/video"])
def test_a_phones_address(phone, path):
    assert load(phone + path).image.shape == (48, 64, 3)


def test_addresses_that_give_no_picture(phone):
    for path, kind in (("/page", "not_a_stream"), ("/none", "stream")):
        with pytest.raises(PhotoError) as caught:
            load(phone + path)
        assert caught.value.problem == kind
    with pytest.raises(PhotoError) as caught:
        from_address(phone + "/slow", 0.3)
    assert caught.value.problem == "timeout"
    with pytest.raises(PhotoError):
        load("http://127.0.0.1:9/none")
    with pytest.raises(PhotoError):
        load("rtsp://127.0.0.1:9/none")
