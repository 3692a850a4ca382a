"""``taipai serve`` as a person has it: the command runs, a real Chromium types into the app, and the hands are in the book."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from models.book import open_book
from tests.tui.app_driver import book_with, debts, night_on_disk, start_of
from tui import pictures
from tui.phones import limits
from tui.phones.browser import BrowserServer

ROOT = Path(__file__).parents[3]


class Serving:
    """The running command."""

    def __init__(self, process: asyncio.subprocess.Process, url: str, book: Path) -> None:
        self.process = process
        self.url = url
        self.book = book

    def apps(self) -> list[int]:
        """The apps it has started, by process id."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                environment = (folder / "environ").read_bytes()
            except OSError:
                continue
            if b"TEXTUAL_DRIVER" in environment and str(self.book).encode() in environment:
                found.append(int(folder.name))
        return found


@pytest_asyncio.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    book = tmp_path / "book.sqlite"
    book_with(book, start_of())
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tui", "--lang", "en", "--book", str(book), "serve", "--json", "--port", str(port),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONUNBUFFERED": "1",
            "TAIPAI_CONFIG_DIR": str(tmp_path / "config"),
            "TAIPAI_DATA_DIR": str(tmp_path / "data"),
        },
    )  # fmt: skip
    assert process.stdout is not None
    told = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
    yield Serving(process, told["url"], book)
    if process.returncode is None:
        process.kill()
        await process.wait()


async def until(condition: Any, seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not (await found if asyncio.iscoroutine(found := condition()) else found):
            await asyncio.sleep(0.1)


async def opened(chromium: Any, url: str) -> Any:
    """A browser window with the app painted."""
    page = await chromium.new_page(viewport={"width": 1024, "height": 768})
    for _ in range(100):  # the address is printed a moment before it is listened at
        try:
            await page.goto(url)
            break
        except Exception:
            await asyncio.sleep(0.2)
    await until(lambda: page.evaluate("document.body.classList.contains('-first-byte')"))
    await page.locator("textarea").first.focus()  # as a tap on the terminal does
    return page


async def test_hands_typed_in_a_browser_are_in_the_book(serving: Serving, chromium: Any) -> None:
    page = await opened(chromium, serving.url)
    await asyncio.sleep(1.5)
    for attempt in range(20):  # the app lists the nights in a moment of its own
        await page.keyboard.press("Enter")
        await asyncio.sleep(0.7)
        with open_book(serving.book) as book, book.reading() as c:
            from sqlalchemy import text

            if c.execute(text("SELECT count(*) FROM claims")).scalar():
                break
        assert attempt < 19, "the night was never opened"
    await asyncio.sleep(1.0)
    for key in "1210":
        await page.keyboard.press(key)
    await page.keyboard.press("Enter")
    await until(lambda: debts(night_on_disk(serving.book)) == {"乙→甲": (15, 1)})

    # a second window is a second app on the same book
    other = await opened(chromium, serving.url)
    assert len(serving.apps()) >= 2
    await other.close()
    await page.close()
    await until(lambda: not serving.apps())  # what a closed window had open is given back
    with open_book(serving.book) as book:
        book.claim(book.ids()[0], "somebody else")


async def test_ending_the_command_ends_its_apps(serving: Serving, chromium: Any) -> None:
    page = await opened(chromium, serving.url)
    await until(lambda: serving.apps())
    serving.process.send_signal(signal.SIGINT)
    await asyncio.wait_for(serving.process.wait(), 60)
    await until(lambda: not serving.apps())
    await page.close()


async def test_windows_are_counted_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from aiohttp import web

    monkeypatch.setattr(limits, "APPS", 1)
    server = BrowserServer(
        "127.0.0.1", 0, ["127.0.0.1"], command=f"{sys.executable} -c 'import sys; sys.stdin.buffer.read(1)'"
    )
    runner = web.AppRunner(await server._make_app(), shutdown_timeout=2)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    server.port = runner.addresses[0][1]
    root = f"http://127.0.0.1:{server.port}"
    try:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
            async with http.get(f"{root}/?token={server.token}"):
                pass
            async with http.ws_connect(f"{root}/ws"):
                await until(lambda: server.apps == 1, 10)
                async with http.get(f"{root}/ws") as second:
                    assert second.status == 503
            await until(lambda: server.apps == 0, 20)
    finally:
        await runner.cleanup()


def test_pictures_are_half_cells_in_a_browser() -> None:
    environment = {
        "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
        "TERM": "xterm-kitty",
        "TAIPAI_PICTURES": "kitty",
    }
    assert pictures.protocol(environment) == "half"
