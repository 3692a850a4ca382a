"""The server for phones. It runs in the app's own event loop, holds no state of the night but the last board it was given,
and writes nothing to the book: a picture is handed to the app, where a person confirms it.

Addresses, all below a token::

    /look/TOKEN/            the board page         /look/TOKEN/live       websocket: the board as JSON after each hand
    /send/TOKEN/            the camera page        /send/TOKEN/photo      POST a picture, answers its number
                                                   /send/TOKEN/photo/N    what was read, once it is (waits up to 20 s)
    /web/NAME               the pages' own script and style; no secret in them
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
import tempfile
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError

import assets
from models.messages import Msg, msg
from tui.i18n import tr_in
from tui.phones import limits
from tui.phones.access import Access, Purpose, ours, same_origin
from tui.phones.network import LOOPBACK

_PAGES: Final = {"board.js": "text/javascript", "camera.js": "text/javascript", "phone.css": "text/css"}
_SECURITY: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Server": "TaiPai",
}
_WAIT_SECONDS: Final = 20.0
_KEEP_ANSWERS: Final = 64

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())
_silent = logging.getLogger(f"{__name__}.http")  # what strangers send is no news for this terminal
_silent.addHandler(logging.NullHandler())
_silent.propagate = False


@dataclass(slots=True)
class PhonePhoto:
    """A picture a phone sent, on disk in the server's own folder, until the app has read it."""

    number: int
    path: Path
    client: str
    _answer: asyncio.Future[Mapping[str, Any]] = field(repr=False)

    @property
    def read(self) -> bool:
        """Whether it was answered that tiles were read."""
        return self._answer.done() and not self._answer.cancelled() and bool(self._answer.result().get("ok"))

    def answer(self, outcome: Mapping[str, Any]) -> None:
        """What the phone is shown: JSON-able, with ``ok`` and ``message``, and the ``tiles`` that were read. Only the first counts."""
        if not self._answer.done():
            self._answer.set_result(dict(outcome))


PhotoHandler = Callable[[PhonePhoto], Awaitable[None]]


class PhoneServer:
    """Start with :meth:`start`, feed with :meth:`publish`, stop with :meth:`stop`. All in one event loop.

    ``on_photo`` is awaited for each picture; it must call :meth:`PhonePhoto.answer`. Without it, sending is answered with a refusal.
    """

    def __init__(self, on_photo: PhotoHandler | None = None, *, access: Access | None = None) -> None:
        self.access = access or Access()
        self.host = LOOPBACK
        self.port = 0
        self.photos = 0
        """Pictures taken so far."""
        self._on_photo = on_photo
        self._board = "{}"
        self._watchers: dict[web.WebSocketResponse, asyncio.Event] = {}
        self._answers: dict[int, asyncio.Future[Mapping[str, Any]]] = {}
        self._arriving = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._kept: deque[Path] = deque()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._runner: web.AppRunner | None = None
        self._listener: asyncio.Server | None = None
        self._rate = limits.Rate(per_second=10.0, burst=60)
        self._upload_rate = limits.Rate(per_second=0.5, burst=6)

    # --- for the app ---------------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether it listens."""
        return self._listener is not None

    @property
    def watchers(self) -> int:
        """Phones watching the board now."""
        return len(self._watchers)

    def url(self, purpose: Purpose, host: str | None = None) -> str:
        """The address of a page, token included; ``host`` names this machine as phones see it."""
        token = self.access.look if purpose == "look" else self.access.send
        return f"http://{host or self.host}:{self.port}/{purpose}/{token}/"

    async def start(self, host: str = LOOPBACK, port: int = 0) -> None:
        """Listens on ``host`` (``0.0.0.0`` is every network) and ``port`` (0: any free one). Raises :class:`OSError` when it cannot."""
        if self.running:
            await self.stop()
        app = web.Application(middlewares=[self._guard], client_max_size=limits.UPLOAD_BYTES)
        app.add_routes(
            [
                web.get("/look/{token}/", self._board_page),
                web.get("/look/{token}/live", self._live),
                web.get("/send/{token}/", self._camera_page),
                web.post("/send/{token}/photo", self._photo),
                web.get("/send/{token}/photo/{number:[0-9]{1,9}}", self._read),
                web.get("/web/{name}", self._static),
            ]
        )
        runner = web.AppRunner(
            app,
            access_log=None,
            logger=_silent,
            handle_signals=False,
            keepalive_timeout=limits.HEADER_SECONDS,  # also ends a connection whose first request never gets whole
            lingering_time=1.0,
            shutdown_timeout=2.0,
        )
        await runner.setup()
        assert runner.server is not None
        connections = runner.server

        open_by: Counter[str] = Counter()

        def accept() -> asyncio.Protocol:
            if len(connections.connections) >= limits.CONNECTIONS:
                return _Full()
            return _Counted(connections(), open_by)

        try:
            listener = await asyncio.get_running_loop().create_server(
                accept, host, port, family=socket.AF_INET, backlog=128, reuse_address=True
            )
        except (OSError, OverflowError):
            await runner.cleanup()
            raise
        self._runner, self._listener = runner, listener
        self._folder = tempfile.TemporaryDirectory(prefix="taipai-phones-")
        self.host, self.port = host, listener.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Stops listening, says goodbye to every phone, forgets every picture. Does nothing when it does not run."""
        listener, runner, folder = self._listener, self._runner, self._folder
        self._listener = self._runner = self._folder = None
        if listener is not None:
            listener.close()
        for watcher in list(self._watchers):
            with contextlib.suppress(Exception):
                await watcher.close(code=WSCloseCode.GOING_AWAY, message=b"closed")
        self._watchers.clear()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        self._answers.clear()
        self._kept.clear()
        if runner is not None:
            await runner.cleanup()
        if folder is not None:
            folder.cleanup()

    def publish(self, board: Mapping[str, Any]) -> None:
        """The board as it stands now, for every phone watching and every one that comes. Never waits for a slow phone."""
        self._board = json.dumps(board, ensure_ascii=False, separators=(",", ":"))
        for changed in self._watchers.values():
            changed.set()

    async def renew(self) -> None:
        """New tokens; phones with the old ones are sent away."""
        self.access.renew()
        for watcher in list(self._watchers):
            with contextlib.suppress(Exception):
                await watcher.close(code=WSCloseCode.POLICY_VIOLATION, message=b"renewed")

    # --- every request -------------------------------------------------------------------------------------------

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if not self._rate.allows(request.remote or "?"):
            return _refuse(429, msg("too many requests; wait a moment"))
        if not ours(request.headers.get("Host")) or not request.raw_path.startswith("/"):
            return _refuse(421, msg("no such page; scan the code on the screen again"))
        purpose = request.path.split("/", 2)[1] if request.path.count("/") >= 2 else ""
        token = request.match_info.get("token")
        if purpose in ("look", "send") and token is not None:
            if not self.access.allows("look" if purpose == "look" else "send", token):
                return _refuse(404, msg("no such page; scan the code on the screen again"))
            changes = request.method not in ("GET", "HEAD") or request.path.endswith("/live")
            headers = request.headers
            if changes and not same_origin(
                headers.get("Origin"), headers.get("Sec-Fetch-Site"), headers.get("Host")
            ):
                return _refuse(403, msg("this must come from the page itself"))
        try:
            response = await handler(request)
        except web.HTTPRequestEntityTooLarge:
            return _too_large()
        except web.HTTPException as error:
            return _refuse(
                error.status, msg("nothing here answers that (HTTP {status})", status=error.status)
            )
        except (HttpProcessingError, web.RequestPayloadError):
            return _refuse(400, msg("the picture did not arrive whole; try again"))
        except (ConnectionError, asyncio.CancelledError):
            raise
        except Exception:
            log.exception("a phone's request failed")
            return _refuse(500, msg("something went wrong here; try again"))
        if not response.prepared:
            response.headers.update(_SECURITY)
        return response

    async def _static(self, request: web.Request) -> web.Response:
        kind = _PAGES.get(request.match_info["name"])
        if kind is None:
            raise web.HTTPNotFound
        return web.Response(text=assets.text(f"web/{request.match_info['name']}"), content_type=kind)

    # --- looking -------------------------------------------------------------------------------------------------

    async def _board_page(self, request: web.Request) -> web.Response:
        return web.Response(text=assets.text("web/board.html"), content_type="text/html")

    async def _live(self, request: web.Request) -> web.StreamResponse:
        if len(self._watchers) >= limits.WATCHERS:
            return _refuse(503, msg("too many phones are watching"))
        socket_ = web.WebSocketResponse(heartbeat=10.0, max_msg_size=1024, timeout=3.0, autoping=False)
        if not socket_.can_prepare(request).ok:
            return _refuse(400, msg("open the page, not this address"))
        await socket_.prepare(request)
        changed = asyncio.Event()
        changed.set()
        self._watchers[socket_] = changed
        sender = asyncio.create_task(self._send_boards(socket_, changed, request.transport))
        try:
            said = limits.Rate(limits.WORDS_PER_SECOND, limits.WORDS_AT_ONCE, clients=1)
            async for message in socket_:
                if message.type not in (WSMsgType.TEXT, WSMsgType.PING, WSMsgType.PONG):
                    break
                if not said.allows(""):
                    await socket_.close(code=WSCloseCode.POLICY_VIOLATION, message=b"quiet, please")
                    break
                if message.type is WSMsgType.PING:
                    await socket_.pong(message.data)
        finally:
            self._watchers.pop(socket_, None)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await sender
        return socket_

    async def _send_boards(
        self, socket_: web.WebSocketResponse, changed: asyncio.Event, transport: asyncio.Transport | None
    ) -> None:
        while not socket_.closed:
            await changed.wait()
            changed.clear()
            try:
                async with asyncio.timeout(limits.HEADER_SECONDS):
                    await socket_.send_str(self._board)
            except (TimeoutError, ConnectionError):
                if transport is not None:
                    transport.abort()  # a farewell would wait as long
                return

    # --- sending -------------------------------------------------------------------------------------------------

    async def _camera_page(self, request: web.Request) -> web.Response:
        return web.Response(text=assets.text("web/camera.html"), content_type="text/html")

    async def _photo(self, request: web.Request) -> web.Response:
        client = request.remote or "?"
        if self._on_photo is None or self._folder is None:
            return _refuse(503, msg("no pictures are taken now"))
        if not self._upload_rate.allows(client):
            return _refuse(429, msg("too many pictures; wait a few seconds"))
        if request.content_length is not None and request.content_length > limits.UPLOAD_BYTES:
            return _too_large()
        if self._arriving >= limits.UPLOADS_AT_ONCE:
            return _refuse(503, msg("other pictures are being read; try again in a moment"))
        self._arriving += 1
        try:
            try:
                async with asyncio.timeout(limits.UPLOAD_SECONDS):
                    body = await request.read()
            except TimeoutError:
                return _refuse(408, msg("the picture took too long to arrive; try again"))
            ending = limits.picture_kind(body[:16])
            if ending is None:
                return _refuse(415, msg("that is no picture: JPEG, PNG, WebP or HEIC"))
            self.photos += 1
            number = self.photos
            path = Path(self._folder.name) / f"photo-{number}{ending}"
            await asyncio.to_thread(_write_private, path, body)
        except BaseException:
            self._arriving -= 1
            raise
        else:
            future: asyncio.Future[Mapping[str, Any]] = asyncio.get_running_loop().create_future()
            self._answers[number] = future
            while len(self._answers) > _KEEP_ANSWERS:
                self._answers.pop(next(iter(self._answers)))
            task = asyncio.create_task(self._hand_over(PhonePhoto(number, path, client, future)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            return web.json_response({"photo": number}, status=202)

    async def _hand_over(self, photo: PhonePhoto) -> None:
        try:
            assert self._on_photo is not None
            await self._on_photo(photo)
        except Exception:
            log.exception("a phone's picture could not be read")
            photo.answer(outcome(False, msg("the picture could not be read")))
        finally:
            self._arriving -= 1
            photo.answer(outcome(False, msg("nobody looked at the picture")))
            self._keep(photo)

    def _keep(self, photo: PhonePhoto) -> None:
        """Only the newest pictures stay on disk, and of those only what could be read: a flood pushes out no good picture."""
        if not photo.read:
            photo.path.unlink(missing_ok=True)
            return
        self._kept.append(photo.path)
        while len(self._kept) > limits.PICTURES_KEPT:
            self._kept.popleft().unlink(missing_ok=True)

    async def _read(self, request: web.Request) -> web.Response:
        future = self._answers.get(int(request.match_info["number"]))
        if future is None:
            return _refuse(404, msg("no such picture"))
        done, _ = await asyncio.wait([future], timeout=_WAIT_SECONDS)
        if not done or future.cancelled():
            return web.json_response({"waiting": True})
        return web.json_response(future.result())


def _write_private(path: Path, body: bytes) -> None:
    path.touch(mode=0o600)
    path.write_bytes(body)


def outcome(ok: bool, message: Msg, **more: object) -> dict[str, object]:
    """What a phone is told, in both of its languages; the page shows the one it is switched to."""
    return {"ok": ok, "message": tr_in("en", message), "message_zh": tr_in("zh_HK", message), **more}


def _refuse(status: int, message: Msg) -> web.Response:
    return web.json_response(outcome(False, message), status=status, headers=_SECURITY)


def _too_large() -> web.Response:
    return _refuse(413, msg("the picture is over {mb} MB", mb=limits.UPLOAD_BYTES // 2**20))


class _Counted(asyncio.Protocol):
    """A connection that counts for its address, and is ended at once where that has too many already."""

    def __init__(self, inner: web.RequestHandler, open_by: Counter[str]) -> None:
        self._inner = inner
        self._open_by = open_by
        self._address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        address = str((transport.get_extra_info("peername") or "?")[0])
        if self._open_by[address] >= limits.CONNECTIONS_EACH:
            cast(asyncio.Transport, transport).abort()
            return
        self._address = address
        self._open_by[address] += 1
        self._inner.connection_made(transport)

    def connection_lost(self, error: BaseException | None) -> None:
        if self._address:
            self._open_by[self._address] -= 1
            if not self._open_by[self._address]:
                del self._open_by[self._address]
            self._inner.connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if self._address:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        if self._address:
            self._inner.eof_received()
        return None

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()


class _Full(asyncio.Protocol):
    """Answers a connection over the limit by ending it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.Transport, transport).abort()
