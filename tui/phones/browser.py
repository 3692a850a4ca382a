"""The app in a browser, for a tablet at the table: textual-serve behind a token.

Every browser window gets an app of its own on the same book; the book keeps two apps from forking one night.
"""

from __future__ import annotations

import hmac
import logging
import os
import shlex
import sys
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from aiohttp import web
from textual_serve.server import Server

from tui.phones import limits
from tui.phones.access import new_token, same_origin

_COOKIE: Final = "taipai"
_SECURITY: Final = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def app_command() -> str:
    """The shell command that opens the app with the interpreter that runs now."""
    return f"{shlex.quote(sys.executable)} -m tui"


class BrowserServer(Server):
    """textual-serve, reached only with the token: once in the address, from then on in a cookie of this very site.

    ``names`` are the host names and addresses a browser may call this server by; anything else is refused, so that a foreign name pointed at
    this machine (DNS rebinding) gets nothing.
    """

    def __init__(
        self, host: str, port: int, names: Iterable[str], *, token: str | None = None, **more: Any
    ) -> None:
        super().__init__(
            more.pop("command", app_command()), host=host, port=port, title="台牌 TaiPai", **more
        )
        self.token = token or new_token()
        self.names = frozenset(name.lower() for name in names)
        self.apps = 0
        """Apps running now: one for each browser window."""

    def initialize_logging(self) -> None:
        logging.basicConfig(level="WARNING", format="%(message)s")

    async def on_startup(self, app: web.Application) -> None:
        """Says nothing: the command has printed the address, with its token, already."""

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._guard)
        return app

    async def handle_index(self, request: web.Request) -> Any:
        # The page is built from public_url; a tablet and this machine call the server by different names.
        self.public_url = f"http://{request.host}"
        return await super().handle_index(request)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        if self.apps >= limits.APPS:
            raise web.HTTPServiceUnavailable(text="too many windows have the app open; close one")
        self.apps += 1
        try:
            return await super().handle_websocket(request)
        finally:
            self.apps -= 1

    def _known_name(self, host: str) -> bool:
        name, _, port = host.lower().rpartition(":")
        return name in self.names and port == str(self.port)

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if not self._known_name(request.headers.get("Host", "")):
            raise web.HTTPForbidden(text="this server is not called by that name")
        given = request.query.get("token", "")
        if request.path == "/" and given and self._matches(given):
            entered = web.HTTPFound("/")
            entered.set_cookie(_COOKIE, self.token, httponly=True, samesite="Strict", path="/")
            entered.headers.update(_SECURITY)
            raise entered
        if not self._matches(request.cookies.get(_COOKIE, "")):
            raise web.HTTPForbidden(text="open the address that 'taipai serve' printed, with its token")
        headers = request.headers
        if request.path == "/ws" and not same_origin(
            headers.get("Origin"), headers.get("Sec-Fetch-Site"), headers.get("Host")
        ):
            raise web.HTTPForbidden(text="this must come from the page itself")
        response = await handler(request)
        if not response.prepared:
            response.headers.update(_SECURITY)
        return response

    def _matches(self, token: str) -> bool:
        return hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode())


def environment_for_apps(book_url: str | None, language: str | None) -> None:
    """Hands this command's own options on to the apps it starts."""
    if book_url:
        os.environ["TAIPAI_BOOK"] = book_url
    if language:
        os.environ["TAIPAI_LANG"] = language
