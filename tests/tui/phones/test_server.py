"""The server for phones, through real sockets: what it shows, what it takes, what it refuses."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio

from models.messages import msg
from tui.phones import limits
from tui.phones.server import PhonePhoto, PhoneServer, outcome

JPEG = b"\xff\xd8\xff\xe0" + b"\0" * 2000
BOARD = {"players": ["甲", "乙", "丙", "丁"], "hands": 0}


class Desk:
    """Stands in for the app: reads every picture as soon as it comes."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, bytes]] = []
        self.hold: asyncio.Event | None = None

    async def __call__(self, photo: PhonePhoto) -> None:
        if self.hold is not None:
            await self.hold.wait()
        self.seen.append((photo.number, photo.path.read_bytes()))
        photo.answer(
            outcome(True, msg("{n} tiles", n=17), tiles=[{"face": "1m", "zh": "一萬", "sure": True}])
        )


@pytest_asyncio.fixture
async def desk() -> Desk:
    return Desk()


@pytest_asyncio.fixture
async def server(desk: Desk) -> AsyncIterator[PhoneServer]:
    server = PhoneServer(desk)
    await server.start()
    server.publish(BOARD)
    yield server
    await server.stop()


@pytest_asyncio.fixture
async def http(server: PhoneServer) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30)) as session:
        yield session


async def test_off_until_asked_for_and_on_loopback_by_default() -> None:
    server = PhoneServer()
    assert not server.running
    await server.start()
    try:
        assert server.running and server.host == "127.0.0.1" and server.port > 0
        assert server._listener is not None
        assert all(sock.getsockname()[0] == "127.0.0.1" for sock in server._listener.sockets)
    finally:
        await server.stop()
    assert not server.running


async def test_port_taken_is_an_os_error(server: PhoneServer) -> None:
    second = PhoneServer()
    with pytest.raises(OSError):
        await second.start(port=server.port)
    assert not second.running
    await second.stop()


async def test_pages_and_their_headers(server: PhoneServer, http: aiohttp.ClientSession) -> None:
    for purpose in ("look", "send"):
        async with http.get(server.url(purpose)) as page:  # type: ignore[arg-type]
            assert page.status == 200 and page.content_type == "text/html"
            assert "default-src 'none'" in page.headers["Content-Security-Policy"]
            assert page.headers["Referrer-Policy"] == "no-referrer"
            assert page.headers["X-Content-Type-Options"] == "nosniff"
            assert page.headers["Cache-Control"] == "no-store"
    root = f"http://127.0.0.1:{server.port}"
    for name, kind in (
        ("board.js", "text/javascript"),
        ("camera.js", "text/javascript"),
        ("phone.css", "text/css"),
    ):
        async with http.get(f"{root}/web/{name}") as page:
            assert page.status == 200 and page.content_type == kind
            assert server.access.look not in await page.text()


async def test_nothing_without_the_right_token(server: PhoneServer, http: aiohttp.ClientSession) -> None:
    root = f"http://127.0.0.1:{server.port}"
    look, send = server.access.look, server.access.send
    for path in (
        "/", "/look/", "/send/", "/look//", "/look/x/", f"/look/{send}/", f"/send/{look}/", f"/look/{look[:-1]}/",
        f"/look/{look}x/", f"/look/{send}/live", f"/send/{look}/photo/1", "/web/", "/web/board.html",
        "/web/..%2f..%2fpyproject.toml", "/web/%2e%2e/%2e%2e/pyproject.toml", "/../../etc/passwd", "/web/....//phone.css",
        f"/look/{look}/../../web/board.html", "/look/%00/", "/look/" + "a" * 4000 + "/",
    ):  # fmt: skip
        async with http.get(aiohttp.client.URL(root + path, encoded=True)) as page:
            assert page.status in (400, 404), path
            body = await page.text()
            assert look not in body and send not in body and "甲" not in body
    async with http.post(f"{root}/send/{look}/photo", data=JPEG) as page:
        assert page.status == 404
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
        async with http.request(method, server.url("look")) as page:
            assert page.status in (404, 405)


async def test_board_comes_at_once_and_after_each_change(
    server: PhoneServer, http: aiohttp.ClientSession
) -> None:
    async with http.ws_connect(server.url("look") + "live") as phone:
        assert json.loads(await phone.receive_str(timeout=5)) == BOARD
        assert server.watchers == 1
        server.publish({**BOARD, "hands": 1})
        assert json.loads(await phone.receive_str(timeout=5))["hands"] == 1
    for _ in range(50):
        if not server.watchers:
            break
        await asyncio.sleep(0.02)
    assert server.watchers == 0


async def test_looking_never_writes(server: PhoneServer, http: aiohttp.ClientSession, desk: Desk) -> None:
    async with http.ws_connect(server.url("look") + "live") as phone:
        await phone.receive_str(timeout=5)
        await phone.send_str('{"players": ["x"]}')
        server.publish({**BOARD, "hands": 2})
        assert json.loads(await phone.receive_str(timeout=5)) == {**BOARD, "hands": 2}
        await phone.send_str("x" * 5000)  # over what a watcher may say
        reply = await phone.receive(timeout=5)
        assert reply.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSING, aiohttp.WSMsgType.CLOSED)
    assert desk.seen == []


async def test_twenty_phones_each_end_with_the_last_board(
    server: PhoneServer, http: aiohttp.ClientSession
) -> None:
    async def watch(slow: bool) -> int:
        async with http.ws_connect(server.url("look") + "live") as phone:
            while True:
                hands = json.loads(await phone.receive_str(timeout=10))["hands"]
                if hands == 60:
                    return int(hands)
                if slow:
                    await asyncio.sleep(0.1)

    watching = [asyncio.create_task(watch(number % 5 == 0)) for number in range(20)]
    while server.watchers < 20:
        await asyncio.sleep(0.01)
    for hand in range(1, 61):
        server.publish({**BOARD, "hands": hand})
        await asyncio.sleep(0.005)
    assert await asyncio.gather(*watching) == [60] * 20


async def test_watchers_are_counted_out(
    server: PhoneServer, http: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "WATCHERS", 2)
    live = server.url("look") + "live"
    async with http.ws_connect(live), http.ws_connect(live), http.get(live) as third:
        assert third.status == 503


async def test_renewed_tokens_send_old_phones_away(server: PhoneServer, http: aiohttp.ClientSession) -> None:
    old = server.url("look")
    async with http.ws_connect(old + "live") as phone:
        await phone.receive_str(timeout=5)
        await server.renew()
        assert (await phone.receive(timeout=5)).type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSING)
        assert phone.close_code == 1008
    async with http.get(old) as page:
        assert page.status == 404
    async with http.get(server.url("look")) as page:
        assert page.status == 200


async def test_a_picture_is_taken_read_and_told(
    server: PhoneServer, http: aiohttp.ClientSession, desk: Desk
) -> None:
    async with http.post(server.url("send") + "photo", data=JPEG) as sent:
        assert sent.status == 202
        number = (await sent.json())["photo"]
    async with http.get(server.url("send") + f"photo/{number}") as told:
        body = await told.json()
    assert body.pop("message_zh")  # in whatever words the translations have
    assert body == {
        "ok": True,
        "message": "17 tiles",
        "tiles": [{"face": "1m", "zh": "一萬", "sure": True}],
    }
    assert desk.seen == [(number, JPEG)]
    async with http.get(server.url("send") + "photo/999") as missing:
        assert missing.status == 404


async def test_pictures_are_private_and_gone_after_stop(
    server: PhoneServer, http: aiohttp.ClientSession
) -> None:
    async with http.post(server.url("send") + "photo", data=JPEG) as sent:
        assert sent.status == 202
    assert server._folder is not None
    folder = server._folder.name
    (file,) = os.listdir(folder)
    assert os.stat(os.path.join(folder, file)).st_mode & 0o077 == 0
    await server.stop()
    assert not os.path.exists(folder)


@pytest.mark.parametrize(
    "body", [b"", b"hello", b"GIF89a" + b"\0" * 99, b"<svg onload=alert(1)>", b"MZ" + b"\0" * 99]
)
async def test_what_is_no_picture_is_refused(
    server: PhoneServer, http: aiohttp.ClientSession, desk: Desk, body: bytes
) -> None:
    async with http.post(
        server.url("send") + "photo", data=body, headers={"Content-Type": "image/jpeg"}
    ) as sent:
        assert sent.status == 415
        assert "JPEG" in (await sent.json())["message"]
    assert desk.seen == []


async def test_too_large_declared_or_streamed(
    server: PhoneServer, http: aiohttp.ClientSession, desk: Desk
) -> None:
    async def stream() -> AsyncIterator[bytes]:
        yield JPEG
        for _ in range(40):
            yield b"\0" * 2**19

    for body in (JPEG + b"\0" * limits.UPLOAD_BYTES, stream()):
        try:
            async with http.post(server.url("send") + "photo", data=body) as sent:
                assert sent.status == 413
        except (aiohttp.ClientConnectionError, ConnectionError):
            pass  # the server hung up on the rest
    assert desk.seen == []


async def test_cross_site_sending_is_refused(
    server: PhoneServer, http: aiohttp.ClientSession, desk: Desk
) -> None:
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        async with http.post(server.url("send") + "photo", data=JPEG, headers=headers) as sent:
            assert sent.status == 403
        async with http.get(server.url("look") + "live", headers=headers) as live:
            assert live.status == 403
    assert desk.seen == []
    own = {"Origin": f"http://127.0.0.1:{server.port}", "Sec-Fetch-Site": "same-origin"}
    async with http.post(server.url("send") + "photo", data=JPEG, headers=own) as sent:
        assert sent.status == 202


async def test_upload_rate_and_count(server: PhoneServer, http: aiohttp.ClientSession, desk: Desk) -> None:
    desk.hold = asyncio.Event()
    states = []
    for _ in range(limits.UPLOADS_AT_ONCE + 1):
        async with http.post(server.url("send") + "photo", data=JPEG) as sent:
            states.append(sent.status)
    assert states == [202] * limits.UPLOADS_AT_ONCE + [503]
    desk.hold.set()
    while len(desk.seen) < limits.UPLOADS_AT_ONCE:
        await asyncio.sleep(0.01)
    desk.hold = None
    states = []
    for _ in range(4):
        async with http.post(server.url("send") + "photo", data=JPEG) as sent:
            states.append(sent.status)
    assert states[0] == 202 and states[-1] == 429


async def test_request_flood_is_slowed(server: PhoneServer, http: aiohttp.ClientSession) -> None:
    states = set()
    for _ in range(120):
        async with http.get(server.url("look")) as page:
            states.add(page.status)
    assert states == {200, 429}


async def test_slow_body_is_given_up(
    server: PhoneServer, http: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UPLOAD_SECONDS", 0.3)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    path = f"/send/{server.access.send}/photo"
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 100000\r\n\r\n".encode()
        + JPEG[:10]
    )
    await writer.drain()
    reply = await asyncio.wait_for(reader.read(200), 10)
    assert b"408" in reply.split(b"\r\n")[0]
    writer.close()
    async with http.post(server.url("send") + "photo", data=JPEG) as sent:
        assert sent.status == 202  # its place was freed


async def test_slow_head_and_silent_connections_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEADER_SECONDS", 0.5)
    server = PhoneServer()
    await server.start()
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        silent, silent_writer = await asyncio.open_connection("127.0.0.1", server.port)
        with_end = asyncio.create_task(reader.read())
        for piece in (b"GET / HT", b"TP/1.1\r\n", b"Host: x\r\n", b"A: b\r\n", b"C: d\r\n", b"E: f\r\n"):
            if with_end.done():
                break
            writer.write(piece)
            await asyncio.sleep(0.25)
        await asyncio.wait_for(with_end, 5)
        assert await asyncio.wait_for(silent.read(), 5) == b""
        writer.close()
        silent_writer.close()
    finally:
        await server.stop()


async def test_connections_are_capped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS", 5)
    server = PhoneServer()
    await server.start()
    try:
        pairs = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(5)]
        await asyncio.sleep(0.1)
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await writer.drain()
            await asyncio.wait_for(reader.readexactly(1), 5)
        for _, other in pairs:
            other.close()
        writer.close()
    finally:
        await server.stop()


async def test_a_failing_reader_is_told_and_the_server_goes_on(http: aiohttp.ClientSession) -> None:
    async def broken(photo: PhonePhoto) -> None:
        raise RuntimeError("bad picture")

    server = PhoneServer(broken)
    await server.start()
    try:
        for number in (1, 2):
            async with http.post(server.url("send") + "photo", data=JPEG) as sent:
                assert sent.status == 202
            async with http.get(server.url("send") + f"photo/{number}") as told:
                body = await told.json()
                assert body["ok"] is False and "bad picture" not in body["message"]
    finally:
        await server.stop()


async def test_without_a_reader_sending_is_refused(http: aiohttp.ClientSession) -> None:
    server = PhoneServer()
    await server.start()
    try:
        async with http.post(server.url("send") + "photo", data=JPEG) as sent:
            assert sent.status == 503
    finally:
        await server.stop()
