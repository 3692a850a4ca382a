"""The phones' server as somebody on the same network who means harm sees it."""

from __future__ import annotations

import asyncio
import gc
import gzip
import io
import json
import resource
import struct
import tracemalloc
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from models.messages import msg
from tui.phones import limits
from tui.phones.access import ours
from tui.phones.desk import read_for_phone
from tui.phones.server import PhonePhoto, PhoneServer, outcome

JPEG = b"\xff\xd8\xff\xe0" + b"\0" * 2000
BOARD = {"players": ["甲", "乙", "丙", "丁"], "hands": 0}


@pytest_asyncio.fixture
async def server() -> AsyncIterator[PhoneServer]:
    async def read(photo: PhonePhoto) -> None:
        photo.answer(outcome(True, msg("{n} tiles.", n=17), size=len(photo.path.read_bytes())))

    running = PhoneServer(read)
    await running.start()
    running.publish(BOARD)
    yield running
    await running.stop()


@pytest_asyncio.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30)) as session:
        yield session


async def raw(server: PhoneServer, request: bytes, seconds: float = 10) -> bytes:
    """Sends bytes as they are; everything that comes back until the server hangs up or says no more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request)
    answer = b""
    try:
        async with asyncio.timeout(seconds):
            while piece := await reader.read(65536):
                answer += piece
                if b"\r\n\r\n" in answer:
                    break
    except ConnectionError:
        pass
    finally:
        writer.close()
    return answer


# --- pictures ------------------------------------------------------------------------------------------------------------------


def huge_png(width: int, height: int) -> bytes:
    """A true PNG of one colour: hundreds of megapixels in some kilobytes."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    packer = zlib.compressobj(9)
    row = b"\0" * (1 + width // 8)
    body = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def text_bomb() -> bytes:
    """A small picture with a compressed comment of 200 MB."""
    small = huge_png(64, 64)
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b"\0" * 2**20) for _ in range(200)) + packer.flush()
    body = b"Comment\0\0" + packed
    chunk = struct.pack(">I", len(body)) + b"zTXt" + body + struct.pack(">I", zlib.crc32(b"zTXt" + body))
    return small[:33] + chunk + small[33:]


BOMBS = {
    "png of 200 megapixels": lambda: huge_png(20000, 10000),
    "png of 4 gigapixels": lambda: huge_png(64000, 64000)[:5000],
    "jpeg that says 65535 x 65535": lambda: b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03\x01\x11\0\x02\x11\1\x03\x11\1" + b"\0" * 500,
    "webp that says 16383 x 16383": lambda: b"RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xfe\x3f\0\xfe\x3f\0" + b"\0" * 40,
    "png with a comment of 200 MB": text_bomb,
    "heic of nothing": lambda: b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\xff" * 500,
    "half a jpeg": lambda: JPEG,
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
async def test_a_decoded_bomb_is_answered_in_one_line_and_costs_nothing(
    name: str, http: aiohttp.ClientSession
) -> None:
    pytest.importorskip("cv2")
    bomb = BOMBS[name]()
    assert len(bomb) < 600_000

    async def read(photo: PhonePhoto) -> None:
        photo.answer((await asyncio.to_thread(read_for_phone, photo.path))[0])

    server = PhoneServer(read)
    await server.start()
    try:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        async with http.post(server.url("send") + "photo", data=bomb) as sent:
            assert sent.status == 202
        async with http.get(server.url("send") + "photo/1") as told:
            said = await told.json()
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        assert said["ok"] is False and said["message"] and "\n" not in said["message"]
        assert "Traceback" not in said["message"] and "/tmp" not in said["message"]
        assert grown < 150, f"{grown:.0f} MB for {name}"
        assert server._folder is not None and not list(Path(server._folder.name).iterdir()), (
            "what cannot be read is not kept"
        )
    finally:
        await server.stop()


async def test_a_compressed_body_is_measured_unpacked(
    server: PhoneServer, http: aiohttp.ClientSession
) -> None:
    bomb = gzip.compress(JPEG + b"\0" * (limits.UPLOAD_BYTES * 4))
    assert len(bomb) < 100_000
    try:
        async with http.post(
            server.url("send") + "photo", data=bomb, headers={"Content-Encoding": "gzip"}
        ) as sent:
            assert sent.status in (400, 413)
    except (aiohttp.ClientConnectionError, ConnectionError):
        pass
    async with http.post(
        server.url("send") + "photo", data=b"\xff\xd8\xffnot gzip", headers={"Content-Encoding": "gzip"}
    ) as sent:
        assert sent.status == 400
    assert server.photos == 0


async def test_a_thousand_pictures_leave_neither_files_nor_memory(
    server: PhoneServer, http: aiohttp.ClientSession
) -> None:
    server._rate = limits.Rate(1e6, 10**6)
    server._upload_rate = limits.Rate(1e6, 10**6)
    assert server._folder is not None
    folder = Path(server._folder.name)

    async def send(times: int) -> None:
        for _ in range(times):
            async with http.post(server.url("send") + "photo", data=JPEG) as sent:
                assert sent.status == 202
                number = (await sent.json())["photo"]
            async with http.get(server.url("send") + f"photo/{number}") as told:
                assert (await told.json())["size"] == len(JPEG)

    await send(100)
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        await send(900)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert server.photos == 1000
    kept = sorted(folder.iterdir())
    assert len(kept) == limits.PICTURES_KEPT
    assert {file.name for file in kept} == {f"photo-{n}.jpg" for n in range(993, 1001)}, "the newest"
    assert len(server._answers) <= 64 and not server._tasks
    assert grown < 1_000_000, f"{grown} bytes kept of 900 pictures"


async def test_unreadable_pictures_push_out_no_good_one(http: aiohttp.ClientSession) -> None:
    good = asyncio.Event()

    async def read(photo: PhonePhoto) -> None:
        photo.answer(outcome(not good.is_set(), msg("{n} tiles.", n=17)))
        good.set()

    server = PhoneServer(read)
    server._upload_rate = limits.Rate(1e6, 10**6)
    await server.start()
    try:
        for number in range(1, 30):
            async with http.post(server.url("send") + "photo", data=JPEG) as sent:
                assert sent.status == 202
            async with http.get(server.url("send") + f"photo/{number}") as told:
                await told.read()
        assert server._folder is not None
        assert [file.name for file in Path(server._folder.name).iterdir()] == ["photo-1.jpg"]
    finally:
        await server.stop()


async def test_names_and_forms_a_picture_comes_with_mean_nothing(
    server: PhoneServer, http: aiohttp.ClientSession
) -> None:
    form = aiohttp.FormData()
    form.add_field("file", io.BytesIO(JPEG), filename="../../../../etc/cron.d/x", content_type="image/jpeg")
    async with http.post(server.url("send") + "photo", data=form) as sent:
        assert sent.status == 415
    headers = {"Content-Disposition": 'attachment; filename="../../x.py"', "X-File-Name": "/etc/passwd"}
    async with http.post(
        server.url("send") + "photo?name=../../x&path=/etc/x", data=JPEG, headers=headers
    ) as sent:
        assert sent.status == 202
    assert server._folder is not None
    assert [f.name for f in Path(server._folder.name).iterdir()] == ["photo-1.jpg"]


# --- requests --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "fine"),
    [
        ("127.0.0.1:8000", True),
        ("192.168.1.20", True),
        ("[fe80::1]:8000", True),
        ("localhost:8000", True),
        ("LOCALHOST", True),
        ("evil.example:8000", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("evil.example:8000@127.0.0.1", True),
        ("127.0.0.1:8000@evil.example", False),
        ("127.0.0.1:notaport", False),
        ("[::1", False),
        ("", False),
        (None, False),
    ],
)
def test_only_an_address_is_ours(host: str | None, fine: bool) -> None:
    assert ours(host) is fine


async def test_a_foreign_name_pointed_here_gets_nothing(
    server: PhoneServer, http: aiohttp.ClientSession
) -> None:
    port = server.port
    for host in (f"evil.example:{port}", f"127.0.0.1.nip.example:{port}", ""):
        for url in (server.url("look"), server.url("send"), server.url("look") + "live"):
            async with http.get(url, headers={"Host": host}) as page:
                assert page.status in (400, 421)
                assert "甲" not in await page.text()
        async with http.post(server.url("send") + "photo", data=JPEG, headers={"Host": host}) as sent:
            assert sent.status in (400, 421)
    assert server.photos == 0


async def test_broken_requests(server: PhoneServer) -> None:
    look, send, port = server.access.look, server.access.send, server.port
    host = f"Host: 127.0.0.1:{port}\r\n"
    requests = {
        "no request": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 50,
        "no version": b"GET /\r\n\r\n",
        "long line": b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n" + host.encode() + b"\r\n",
        "long header": b"GET / HTTP/1.1\r\nX: " + b"a" * 40000 + b"\r\n\r\n",
        "two lengths": f"POST /send/{send}/photo HTTP/1.1\r\n{host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde".encode(),
        "length and chunks": f"POST /send/{send}/photo HTTP/1.1\r\n{host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".encode(),
        "negative": f"POST /send/{send}/photo HTTP/1.1\r\n{host}Content-Length: -5\r\n\r\n".encode(),
        "not a number": f"POST /send/{send}/photo HTTP/1.1\r\n{host}Content-Length: 1e3\r\n\r\n".encode(),
        "bad chunk": f"POST /send/{send}/photo HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\nzz\r\n".encode(),
        "two hosts": f"GET /look/{look}/ HTTP/1.1\r\nHost: evil.example\r\n{host}\r\n".encode(),
        "no host": f"GET /look/{look}/ HTTP/1.1\r\n\r\n".encode(),
        "elsewhere": f"GET http://evil.example/look/{look}/ HTTP/1.1\r\n{host}\r\n".encode(),
        "tunnel": f"CONNECT evil.example:443 HTTP/1.1\r\n{host}\r\n".encode(),
        "split": f"GET /look/x%0d%0aSet-Cookie:%20a=b/ HTTP/1.1\r\n{host}\r\n".encode(),
        "folded": f"GET /look/{look}/ HTTP/1.1\r\n{host} X: y\r\nBad\x01Header: z\r\n\r\n".encode(),
    }  # fmt: skip
    for name, request in requests.items():
        answer = await raw(server, request)
        head = answer.split(b"\r\n\r\n")[0].lower()
        assert not head.startswith(b"http/1.1 2"), name
        assert b"set-cookie" not in head and b"evil.example" not in head, name
        assert "甲".encode() not in answer and look.encode() not in answer, name
        assert b"Traceback" not in answer, name
    good = await raw(server, f"GET /look/{look}/ HTTP/1.1\r\n{host}Connection: close\r\n\r\n".encode())
    assert good.startswith(b"HTTP/1.1 200"), "and goes on"
    assert server.photos == 0


async def test_tokens_cannot_be_guessed_fast(server: PhoneServer, http: aiohttp.ClientSession) -> None:
    states = []
    for number in range(100):
        guess = f"{number:024d}"
        async with http.get(f"http://127.0.0.1:{server.port}/look/{guess}/") as page:
            states.append(page.status)
    assert set(states) == {404, 429} and states.count(404) <= 80


# --- connections -----------------------------------------------------------------------------------------------------------------


async def test_one_address_cannot_keep_the_others_out(
    server: PhoneServer, http: aiohttp.ClientSession
) -> None:
    """Hundreds of silent connections of one address; the phones of the others work as before."""
    hostile = []
    try:
        for _ in range(limits.CONNECTIONS + 20):
            _reader, writer = await asyncio.open_connection(
                "127.0.0.1", server.port, local_addr=("127.0.0.2", 0)
            )
            writer.write(b"GET /look/")
            hostile.append(writer)
        await asyncio.sleep(0.2)
        async with http.get(server.url("look")) as page:
            assert page.status == 200
        async with http.ws_connect(server.url("look") + "live") as phone:
            assert json.loads(await phone.receive_str(timeout=5)) == BOARD
        async with http.post(server.url("send") + "photo", data=JPEG) as sent:
            assert sent.status == 202
    finally:
        for writer in hostile:
            writer.close()
    await asyncio.sleep(0.1)
    # given back when they go: the same address may come again
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=("127.0.0.2", 0))
    writer.write(
        f"GET {server.url('look').split(str(server.port))[1]} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    )
    assert (await asyncio.wait_for(reader.read(100), 5)).startswith(b"HTTP/1.1 200")
    writer.close()


async def test_who_asks_and_never_reads_holds_nobody_up(
    server: PhoneServer, http: aiohttp.ClientSession
) -> None:
    path = f"/look/{server.access.look}/"
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    deaf = []
    for _ in range(10):
        _reader, writer = await asyncio.open_connection(
            "127.0.0.1", server.port, limit=1, local_addr=("127.0.0.2", 0)
        )
        writer.write(request * 200)
        deaf.append(writer)
    async with http.get(server.url("look")) as page:
        assert page.status == 200
    for writer in deaf:
        writer.close()


async def test_a_watcher_that_talks_is_shown_the_door(
    server: PhoneServer, http: aiohttp.ClientSession
) -> None:
    async with http.ws_connect(server.url("look") + "live") as quiet:
        assert json.loads(await quiet.receive_str(timeout=5)) == BOARD
        for what in ("text", "ping"):
            async with http.ws_connect(server.url("look") + "live", autoping=False) as loud:
                await loud.receive_str(timeout=5)
                with pytest.raises((ConnectionError, aiohttp.ClientError, TimeoutError)):
                    for _ in range(500):
                        await (loud.send_str("x") if what == "text" else loud.ping(b"x"))
                        await asyncio.sleep(0)
                    while True:
                        message = await loud.receive(timeout=5)
                        if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
                            raise ConnectionError
                assert loud.close_code in (1008, 1006, None)
        server.publish({**BOARD, "hands": 7})
        assert json.loads(await quiet.receive_str(timeout=5))["hands"] == 7


async def test_a_phone_that_says_it_is_there_is_answered(
    server: PhoneServer, http: aiohttp.ClientSession
) -> None:
    async with http.ws_connect(server.url("look") + "live", autoping=False) as phone:
        await phone.receive_str(timeout=5)
        await phone.ping(b"there?")
        answer = await phone.receive(timeout=5)
        assert (answer.type, answer.data) == (aiohttp.WSMsgType.PONG, b"there?")


async def test_a_packed_word_is_measured_unpacked(server: PhoneServer, http: aiohttp.ClientSession) -> None:
    async with http.ws_connect(server.url("look") + "live", compress=15) as phone:
        await phone.receive_str(timeout=5)
        await phone.send_str("\0" * 5_000_000)
        answer = await phone.receive(timeout=5)
        assert answer.type in (
            aiohttp.WSMsgType.CLOSE,
            aiohttp.WSMsgType.CLOSING,
            aiohttp.WSMsgType.CLOSED,
            aiohttp.WSMsgType.ERROR,
        )


async def test_a_watcher_that_never_reads_is_let_go(
    server: PhoneServer, http: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HEADER_SECONDS", 0.5)
    _reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1)
    path = f"/look/{server.access.look}/live"
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    while not server.watchers:
        await asyncio.sleep(0.01)
    big = {**BOARD, "log": [{"n": n, "zh": "一" * 2000, "en": "a" * 2000} for n in range(60)]}
    async with http.ws_connect(server.url("look") + "live", max_msg_size=0) as phone:

        async def reads() -> int:
            while (hands := json.loads(await phone.receive_str(timeout=20))["hands"]) != 9999:
                pass
            return int(hands)

        reading = asyncio.create_task(reads())
        for hand in range(1000):
            server.publish({**big, "hands": hand})
            await asyncio.sleep(0.02)
            if server.watchers == 1:
                break
        assert server.watchers == 1, "the one that reads"
        server.publish({**BOARD, "hands": 9999})
        assert await reading == 9999
    writer.close()
