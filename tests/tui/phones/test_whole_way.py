"""The whole way of a hand: photographed on a phone (a real Chromium), read, confirmed at the table, in the book, on everybody's phone."""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import assets
from tests.tui.app_driver import at_table, book_with, night_on_disk, start_of, table, text
from tests.tui.app_driver import home as home
from tui import photo_jobs

pytest.importorskip("cv2")
pytest.importorskip("onnxruntime")
pytestmark = pytest.mark.skipif(
    not (Path(__file__).parents[3] / "models" / "weights" / "tile_locator.onnx").exists(),
    reason="NO WEIGHTS: photos are not read",
)

SAMPLE = assets.path("photos/sample-1.jpg")


@pytest.fixture(autouse=True)
def no_camera(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(photo_jobs, "list_cameras", list)
    yield


def kind(app: Any) -> str:
    return type(app.screen).__name__


async def wait(pilot: Any, condition: Any, seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await pilot.pause(0.02)


async def shows(page: Any, condition: str, seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not await page.evaluate(condition):
            await asyncio.sleep(0.05)


async def confirm(pilot: Any, app: Any) -> None:
    """From the checked tiles to the ledger with Enter alone, as far as what was read is a winning hand."""
    await wait(pilot, lambda: kind(app) == "PhotoTilesScreen")
    doubtful = any(tile.doubtful for tile in app.screen.reading.tiles)
    await pilot.press("enter", *(["enter"] if doubtful else []))  # doubtful tiles are spoken of once
    await wait(pilot, lambda: kind(app) == "HandScreen")


async def test_a_picture_from_a_phone_ends_in_the_ledger_and_on_every_phone(
    home: Path, phone: Any, chromium: Any
) -> None:
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        await app.phones.open()
        server = app.phones.server
        other = await chromium.new_page(viewport={"width": 360, "height": 740}, locale="en-GB")
        await other.goto(server.url("look"))
        await shows(other, "document.querySelectorAll('.seat').length === 4")
        assert "Nobody owes anything" in await other.inner_text("#owes")

        await phone.goto(server.url("send"))
        await phone.set_input_files("#file", str(SAMPLE))
        await wait(pilot, lambda: app.phones.waiting is not None)
        await shows(phone, "document.querySelectorAll('.tile').length > 10")
        told = (await phone.inner_text("#tiles")).split()
        assert "請喺檯面部機確認" in await phone.inner_text("#state")

        # at the table: who won off whom, then the photo key
        await pilot.press("1", "2", "p")
        await wait(pilot, lambda: kind(app) == "PhotoTilesScreen")
        screen = app.screen
        read = [tile.face for tile in screen.reading.tiles]
        assert len(told) == len(read), "the phone was shown what the table reads"
        (sample,) = [
            photo for photo in tomllib.loads(assets.text("photos/samples.toml"))["photo"] if photo["file"] == SAMPLE.name
        ]  # fmt: skip
        assert len(read) >= len(sample["tiles"]) - 3
        if screen.reading.hand and screen.verdict()[1]:
            await confirm(pilot, app)
            assert app.screen.query("*"), text(app)
            await pilot.press("enter")
            await wait(pilot, lambda: kind(app) == "TableScreen")
            assert table(app).draft.counted is not None
        else:  # the reader is not sure enough of this picture: the fan is typed, as a person would
            await pilot.press("escape")
            await wait(pilot, lambda: kind(app) == "TableScreen")
            await pilot.press("9")
        await pilot.press("enter")
        await wait(pilot, lambda: len(table(app).open_night.night.records) == 1)
        (debt,) = night_on_disk(book).debts
        assert (debt.debtor, debt.creditor, debt.pulls) == (1, 0, 1) and debt.amount > 5
        await shows(other, "document.querySelectorAll('#owes b').length === 3", seconds=5)
        assert f"乙 owes 甲 {debt.amount} (1 pull)" in await other.inner_text("#owes")
        win = night_on_disk(book).records[0].event.wins[0]
        if sorted(read) == sorted(sample["tiles"]) and win.hand:
            assert win.fan > 0 and (debt.amount - 5) == win.fan
        await other.close()


async def test_the_photo_screen_takes_a_phones_picture_by_itself(home: Path, phone: Any) -> None:
    """From the photo screen to the QR code; the picture comes, and what was read is on the screen without a key."""
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        await pilot.press("1", "z", "p")
        await wait(pilot, lambda: kind(app) == "PhotoScreen")
        app.screen.action_phone()
        await wait(pilot, lambda: kind(app) == "PhonesScreen")
        await pilot.press("m")
        await wait(pilot, lambda: app.phones.server.running)
        await pilot.pause()
        assert app.phones.server.url("send") in text(app), "the camera's code, not the board's"
        await phone.goto(app.phones.server.url("send"))
        await phone.set_input_files("#album", str(SAMPLE))
        await wait(pilot, lambda: kind(app) == "PhotoTilesScreen")
        assert len(app.screen.reading.tiles) > 10
        await wait(pilot, lambda: "tiles" in text(app))
        assert app.phones.waiting is None


async def test_pictures_of_several_phones_come_one_after_the_other(home: Path, chromium: Any) -> None:
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        await app.phones.open()
        pages = [await chromium.new_page(viewport={"width": 360, "height": 740}) for _ in range(3)]
        for page in pages:
            await page.goto(app.phones.server.url("send"))
        await asyncio.gather(
            *(page.set_input_files("#album", str(assets.path(f"photos/sample-{1 + n % 2}.jpg"))) for n, page in enumerate(pages))
        )  # fmt: skip
        for page in pages:
            await shows(page, "document.querySelectorAll('.tile').length > 8", seconds=60)
        assert app.phones.server.photos == 3
        await wait(pilot, lambda: app.phones.waiting is not None)
        for page in pages:
            await page.close()
