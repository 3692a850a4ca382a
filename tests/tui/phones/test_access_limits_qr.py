"""Tokens, origins, limits and QR codes."""

from __future__ import annotations

import pytest

from tui.phones import limits
from tui.phones.access import Access, same_origin
from tui.phones.network import addresses
from tui.phones.qr import qr_lines


def test_tokens_are_long_apart_and_renewable() -> None:
    access = Access()
    assert len(access.look) == len(access.send) == 24
    assert access.look != access.send
    assert access.allows("look", access.look) and access.allows("send", access.send)
    assert not access.allows("send", access.look) and not access.allows("look", access.send)
    for wrong in ("", "x", access.look[:-1], access.look + "x", "é" * 24):
        assert not access.allows("look", wrong)
    old = access.look
    access.renew()
    assert not access.allows("look", old)


@pytest.mark.parametrize(
    ("origin", "site", "host", "fine"),
    [
        ("http://192.168.0.9:8000", "same-origin", "192.168.0.9:8000", True),
        ("http://192.168.0.9:8000", None, "192.168.0.9:8000", True),
        (None, None, "192.168.0.9:8000", True),
        (None, "none", "192.168.0.9:8000", True),
        ("http://evil.example", None, "192.168.0.9:8000", False),
        ("http://192.168.0.9:8001", None, "192.168.0.9:8000", False),
        ("null", None, "192.168.0.9:8000", False),
        (None, "cross-site", "192.168.0.9:8000", False),
        (None, "same-site", "192.168.0.9:8000", False),
        ("http://evil.example", "same-origin", "192.168.0.9:8000", False),
        ("http://x", None, None, False),
    ],
)
def test_only_our_own_page_may_change_anything(
    origin: str | None, site: str | None, host: str | None, fine: bool
) -> None:
    assert same_origin(origin, site, host) is fine


def test_pictures_are_known_by_their_bytes() -> None:
    assert limits.picture_kind(b"\xff\xd8\xff\xe0rest") == ".jpg"
    assert limits.picture_kind(b"\x89PNG\r\n\x1a\n....") == ".png"
    assert limits.picture_kind(b"RIFF\0\0\0\0WEBPVP8 ") == ".webp"
    assert limits.picture_kind(b"\0\0\0\x18ftypheic") == ".heic"
    for other in (b"", b"GIF89a", b"<html>", b"%PDF-1.7", b"PK\x03\x04"):
        assert limits.picture_kind(other) is None


def test_rate_allows_a_burst_then_a_trickle_each_client_apart() -> None:
    now = [0.0]
    rate = limits.Rate(per_second=1.0, burst=3, clients=2, clock=lambda: now[0])
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]
    assert rate.allows("b")
    now[0] = 1.0
    assert [rate.allows("a") for _ in range(2)] == [True, False]
    now[0] = 1e6
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]


def test_rate_remembers_a_bounded_number_of_clients() -> None:
    rate = limits.Rate(per_second=1.0, burst=1, clients=10)
    for number in range(1000):
        rate.allows(f"10.0.{number // 256}.{number % 256}")
    assert len(rate._buckets) == 10


def test_qr_fits_a_small_terminal_and_reads_back() -> None:
    cv2 = pytest.importorskip("cv2")
    import numpy as np

    url = f"http://192.168.100.100:65535/look/{Access().look}/"
    lines = qr_lines(url)
    assert len(lines) <= 21 and {len(line) for line in lines} == {len(lines[0])} and len(lines[0]) <= 42
    halves = {" ": (0, 0), "▄": (0, 1), "▀": (1, 0), "█": (1, 1)}
    rows = []
    for line in lines:
        rows.append([halves[cell][0] for cell in line])
        rows.append([halves[cell][1] for cell in line])
    picture = np.pad(
        np.kron(np.array(rows, np.uint8) * 255, np.ones((8, 8), np.uint8)), 24, constant_values=255
    )
    text, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert text == url


def test_addresses_are_reachable_kinds() -> None:
    for address in addresses():
        assert not address.startswith(("127.", "169.254.", "0."))
