"""The pages on a phone: legible at 360 pixels, live, back after sleep, and a picture on its way to the table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from models.messages import msg
from tui.phones.browser import BrowserServer
from tui.phones.server import PhonePhoto, PhoneServer, outcome

NAMES = ["阿強", "Maximilian the Unreasonably Long", "<b>丙</b>", "丁"]


def board(hands: int, **more: object) -> dict[str, object]:
    return {
        "players": NAMES, "date": "2026-11-30", "round": {"zh": "東風東局", "en": "East 1"}, "streak": 3, "dealer": 0,
        "hands": hands, "stakes": {"base": 5, "per_fan": 1}, "totals": [12, -14, -31, 33], "owed": [53, -33, -20, 0],
        "debts": [{"from": 1, "to": 0, "amount": 33, "pulls": 2}, {"from": 2, "to": 0, "amount": 20, "pulls": 1}],
        "log": [{"n": hands, "zh": f"第{hands}鋪", "en": f"hand {hands}", "zh_moves": ["乙→甲 33"], "en_moves": ["B→A 33"]}],
        "settled": False, "transfers": [], **more,
    }  # fmt: skip


@pytest_asyncio.fixture
async def server() -> AsyncIterator[PhoneServer]:
    async def read(photo: PhonePhoto) -> None:
        size = len(photo.path.read_bytes())
        tiles = [{"face": "1m", "zh": "一萬", "sure": True}, {"face": "5z", "zh": "中", "sure": False}]
        photo.answer(outcome(True, msg("{n} tiles", n=2), tiles=tiles, size=size))

    server = PhoneServer(read)
    await server.start()
    server.publish(board(1))
    yield server
    await server.stop()


async def until(page: Any, condition: str, timeout: int = 30000) -> None:
    """Waits for a JavaScript condition, asked from outside: the pages' policy forbids evaluating text inside them."""
    async with asyncio.timeout(timeout / 1000):
        while not await page.evaluate(condition):
            await asyncio.sleep(0.02)


async def no_sideways_scroll(page: Any) -> bool:
    return bool(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


async def test_board_is_whole_at_360_pixels_in_both_languages(server: PhoneServer, phone: Any) -> None:
    await phone.goto(server.url("look"))
    await phone.wait_for_selector("#state[data-state=live]")
    await until(phone, "document.querySelectorAll('.seat').length === 4")
    assert await no_sideways_scroll(phone)
    text = await phone.inner_text("body")
    assert "東風東局" in text and "連3" in text and "33（2口）" in text and "<b>丙</b>" in text
    assert "● 莊" in text and "乙→甲 33" in text
    assert (
        await phone.evaluate("document.querySelectorAll('.seat b').length") == 0
    )  # names are text, never markup
    await phone.click("#lang")
    text = await phone.inner_text("body")
    assert "East 1" in text and "owes" in text and "33 (2 pulls)" in text
    assert await no_sideways_scroll(phone)
    small = await phone.evaluate(
        "Math.min(...[...document.querySelectorAll('body *')].filter(e => e.children.length === 0 && e.textContent.trim())"
        ".map(e => parseFloat(getComputedStyle(e).fontSize)))"
    )
    assert small >= 12


async def test_board_follows_each_hand_without_reload(server: PhoneServer, phone: Any) -> None:
    await phone.goto(server.url("look"))
    for hands in range(2, 8):
        server.publish(board(hands))
        await until(
            phone, f"document.getElementById('log').textContent.includes('第{hands}鋪')", timeout=15000
        )


async def test_board_shows_the_settle_up(server: PhoneServer, phone: Any) -> None:
    await phone.goto(server.url("look"))
    server.publish(board(9, settled=True, debts=[], transfers=[{"from": 2, "to": 3, "amount": 31}]))
    await phone.wait_for_selector("#transfers li")
    assert await phone.inner_text("#transfers li") == "<b>丙</b> 俾 丁 31"


async def test_board_comes_back_after_the_server_was_away(server: PhoneServer, phone: Any) -> None:
    await phone.goto(server.url("look"))
    await phone.wait_for_selector("#state[data-state=live]")
    port = server.port
    await server.stop()
    await phone.wait_for_selector("#state[data-state=lost]")
    await server.start(port=port)
    server.publish(board(30))
    await phone.wait_for_selector("#state[data-state=live]", timeout=8000)
    await until(phone, "document.getElementById('log').textContent.includes('第30鋪')")


async def test_board_asks_anew_when_looked_at_again(server: PhoneServer, phone: Any) -> None:
    await phone.goto(server.url("look"))
    await phone.wait_for_selector("#state[data-state=live]")
    await phone.evaluate("window.mark = socket; document.dispatchEvent(new Event('visibilitychange'))")
    await until(phone, "socket !== window.mark && socket.readyState === 1")
    server.publish(board(31))
    await until(phone, "document.getElementById('log').textContent.includes('第31鋪')")


async def test_renewed_token_is_said_and_not_retried(server: PhoneServer, phone: Any) -> None:
    await phone.goto(server.url("look"))
    await phone.wait_for_selector("#state[data-state=live]")
    await server.renew()
    await phone.wait_for_selector("#state[data-state=closed]")


async def test_a_big_picture_is_shrunk_sent_and_its_reading_shown(
    server: PhoneServer, phone: Any, tmp_path: Path
) -> None:
    np = pytest.importorskip("numpy")
    cv2 = pytest.importorskip("cv2")
    noise = np.random.default_rng(1).integers(0, 255, (500, 660, 3), np.uint8)
    file = tmp_path / "hand.jpg"
    cv2.imwrite(
        str(file),
        cv2.resize(noise, (4000, 3000), interpolation=cv2.INTER_CUBIC),
        [cv2.IMWRITE_JPEG_QUALITY, 97],
    )
    await phone.goto(server.url("send"))
    assert await no_sideways_scroll(phone)
    await phone.set_input_files("#file", str(file))
    await until(phone, "document.querySelectorAll('.tile').length === 2", timeout=20000)
    assert await phone.inner_text("#tiles") == "一萬\n中?"
    assert "請喺檯面部機確認" in await phone.inner_text("#state")
    assert server._folder is not None
    (sent,) = Path(server._folder.name).iterdir()
    height, width = cv2.imread(str(sent)).shape[:2]
    assert max(height, width) == 2600 and abs(width / height - 4 / 3) < 0.01
    assert sent.stat().st_size < file.stat().st_size
    assert await no_sideways_scroll(phone)


async def test_a_refusal_is_shown_in_the_phones_language(
    server: PhoneServer, phone: Any, tmp_path: Path
) -> None:
    file = tmp_path / "not.jpg"
    file.write_text("no picture at all")
    await phone.goto(server.url("send"))
    await phone.set_input_files("#album", str(file))
    await phone.wait_for_selector("#state.bad")
    assert "唔係相" in await phone.inner_text("#state")
    assert await phone.is_enabled("#take")


@pytest_asyncio.fixture
async def browser_server() -> AsyncIterator[BrowserServer]:
    from aiohttp import web

    server = BrowserServer("127.0.0.1", 0, ["127.0.0.1", "localhost"])
    runner = web.AppRunner(await server._make_app(), shutdown_timeout=2)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    server.port = runner.addresses[0][1]
    yield server
    await runner.cleanup()


async def test_browser_needs_the_token_and_its_own_name(browser_server: BrowserServer) -> None:
    import aiohttp

    root = f"http://127.0.0.1:{browser_server.port}"
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        for path in (
            "/",
            "/ws",
            "/static/js/textual.js",
            "/static/",
            "/download/x",
            "/?token=wrong",
            "/?token=",
        ):
            async with http.get(root + path) as page:
                assert page.status == 403, path
        async with http.get(
            f"{root}/?token={browser_server.token}", headers={"Host": "evil.example"}
        ) as page:
            assert page.status == 403
        async with http.get(f"{root}/?token={browser_server.token}", allow_redirects=False) as page:
            assert page.status == 302
            cookie = page.cookies["taipai"]
            assert cookie["httponly"] and cookie["samesite"] == "Strict"
        async with http.get(root + "/") as page:
            assert page.status == 200 and browser_server.token not in await page.text()
        for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            async with http.get(root + "/ws", headers=headers) as page:
                assert page.status == 403


async def test_the_app_opens_in_a_browser(
    browser_server: BrowserServer, chromium: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAIPAI_BOOK", f"sqlite:///{tmp_path}/book.db")
    monkeypatch.setenv("TAIPAI_LANG", "en")
    page = await chromium.new_page(viewport={"width": 1024, "height": 768})
    await page.goto(f"http://127.0.0.1:{browser_server.port}/?token={browser_server.token}")
    await until(page, "document.body.classList.contains('-first-byte')", timeout=30000)
    await asyncio.sleep(0.2)
    await page.close()
