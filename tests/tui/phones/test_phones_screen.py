"""The phones screen and the desk behind it, in the app."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from models.messages import msg
from tui.app import TaiPaiApp
from tui.phones import desk as desk_module
from tui.phones.server import outcome

JPEG = b"\xff\xd8\xff\xe0" + b"\0" * 2000


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TAIPAI_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("TAIPAI_DATA_DIR", str(tmp_path / "data"))
    yield


def app_on(tmp_path: Path, language: str = "en") -> TaiPaiApp:
    return TaiPaiApp(book_url=f"sqlite:///{tmp_path}/book.db", lang=language)


def screen_text(app: Any) -> str:
    return "\n".join("".join(part.text for part in strip) for strip in app.screen._compositor.render_strips())


async def until(pilot: Any, condition: Any, seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await pilot.pause(0.02)


@pytest.mark.parametrize("language", ["en", "zh_HK"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_off_until_asked_then_a_whole_code(
    tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    app = app_on(tmp_path, language)
    async with app.run_test(size=size) as pilot:
        assert app._phones is None  # opening the app has not even made a desk
        app.show("phones")
        await pilot.pause()
        assert not app.phones.server.running
        await pilot.press("m")
        await until(pilot, lambda: app.phones.server.running)
        await pilot.pause()
        shown = screen_text(app)
        assert app.phones.server.url("look") in shown
        rows = [
            line for line in shown.splitlines() if "█████" in line and "▄" not in line and "▀" not in line
        ]
        assert len(rows) >= 2  # the quiet zone above and below: nothing of the code is cut off
        await pilot.press("tab")
        await pilot.pause()
        assert app.phones.server.url("send") in screen_text(app)
        old = app.phones.server.access.send
        await pilot.press("k")
        await until(pilot, lambda: app.phones.server.access.send != old)
        await pilot.press("o")
        await until(pilot, lambda: not app.phones.server.running)


async def test_closing_the_app_stops_listening(tmp_path: Path) -> None:
    app = app_on(tmp_path)
    async with app.run_test() as pilot:
        app.show("phones")
        await pilot.press("m")
        await until(pilot, lambda: app.phones.server.running)
    assert not app.phones.server.running


async def start_night(app: TaiPaiApp, pilot: Any) -> None:
    await pilot.press("n", "enter", "enter", "enter")
    await until(pilot, lambda: type(app.screen).__name__ == "TableScreen")


async def test_phones_see_each_hand(tmp_path: Path) -> None:
    app = app_on(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: getattr(app.screen, "nights", None) is not None)
        await start_night(app, pilot)
        await app.phones.open()
        async with (
            aiohttp.ClientSession() as http,
            http.ws_connect(app.phones.server.url("look") + "live") as phone,
        ):
            board = json.loads(await phone.receive_str(timeout=5))
            assert board["hands"] == 0 and board["debts"] == []
            await pilot.press("1", "2", "1", "0", "enter")
            board = json.loads(await phone.receive_str(timeout=5))
        assert board["hands"] == 1
        assert board["debts"] == [{"from": 1, "to": 0, "amount": 16, "pulls": 1}]  # base 5, 10 fan, dealer 1
        assert board["owed"] == [16, -16, 0, 0] and board["totals"] == [0, 0, 0, 0]
        assert "東風東局" in board["log"][0]["zh"] and "East" in board["log"][0]["en"]


async def test_a_picture_waits_for_the_photo_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def pretend(path: Path) -> tuple[dict[str, Any], Any]:
        said = msg("{n} tiles.", n=17)
        return outcome(True, said, tiles=[]), said

    monkeypatch.setattr(desk_module, "read_for_phone", pretend)
    app = app_on(tmp_path)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await app.phones.open()
        async with aiohttp.ClientSession() as http:
            async with http.post(app.phones.server.url("send") + "photo", data=JPEG) as sent:
                number = (await sent.json())["photo"]
            async with http.get(app.phones.server.url("send") + f"photo/{number}") as told:
                assert (await told.json())["ok"] is True
        await until(pilot, lambda: app.phones.waiting is not None)
        await until(pilot, lambda: "17 tiles" in screen_text(app))
        path = app.waiting_photo()
        assert Path(path).read_bytes() == JPEG
        assert app.waiting_photo() == ""


def test_a_picture_that_is_none_is_told_in_one_line(tmp_path: Path) -> None:
    pytest.importorskip("cv2")
    file = tmp_path / "x.jpg"
    file.write_bytes(JPEG)
    answer, said = desk_module.read_for_phone(file)
    assert answer["ok"] is False and "\n" not in str(said) and "Traceback" not in str(said)
    assert str(tmp_path) not in str(said), "a phone need not know where on this machine its picture lies"


def test_what_a_phone_was_told_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cv2")
    from PIL import Image

    from tests.vision.networks import Networks
    from tests.vision.scenes import Table
    from tui import photo_jobs

    networks = Networks(Table().row("123567m345p678s34s99p").row("5s", 0.9))
    monkeypatch.setattr("vision.read.networks", lambda: (networks.locate, networks.classify))
    photo = tmp_path / "photo-1.jpg"
    Image.new("RGB", (4000, 3000), (20, 90, 50)).save(photo)
    answer, _said = desk_module.read_for_phone(photo)
    assert answer["ok"] is True and len(answer["tiles"]) == 17
    monkeypatch.setattr("vision.read.networks", lambda: pytest.fail("read twice"))
    seen: list[Any] = []
    again = photo_jobs.read(photo_jobs.Job(), str(photo), seen.append, lambda _stage, _done: None)
    assert again is not None and [t.face for t in again.tiles] == [t["face"] for t in answer["tiles"]]
    assert len(seen) == 1 and seen[0].size == (4000, 3000)
