"""Phones: 20 watch a night in which hand follows hand; how soon each sees each hand, and whether all end with the last board. Then a photo of
12 megapixels is sent as it is, and timed until the table shows what was read and what it would count.

``TAIPAI_BENCH_LONG=1`` plays a hand a second for a minute; otherwise ten a second.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from typing import Any

PHONES = 20
HANDS = 60


async def _watching() -> None:
    import aiohttp

    from models.events import Entry, HandWon, NightStarted, Win
    from models.night import Folder
    from tui.phones.board import snapshot
    from tui.phones.server import PhoneServer

    pause = 1.0 if os.environ.get("TAIPAI_BENCH_LONG") else 0.1
    folder = Folder([Entry(0, "", NightStarted(("甲", "乙", "丙", "丁"), 5, 1))])
    server = PhoneServer()
    await server.start()
    server.publish(snapshot(folder.night))
    sent_at: dict[int, float] = {}
    delays: list[float] = []
    ends: list[int] = []

    async def watch(http: aiohttp.ClientSession) -> None:
        async with http.ws_connect(server.url("look") + "live") as phone:
            while True:
                hands = json.loads(await phone.receive_str())["hands"]
                if hands in sent_at:
                    delays.append(time.perf_counter() - sent_at[hands])
                if hands == HANDS:
                    ends.append(hands)
                    return

    async with aiohttp.ClientSession() as http:
        watching = [asyncio.create_task(watch(http)) for _ in range(PHONES)]
        while server.watchers < PHONES:
            await asyncio.sleep(0.01)
        for hand in range(1, HANDS + 1):
            winner = hand % 4
            folder.add(Entry(hand, "", HandWon((Win(winner, hand % 30),), (winner + 1) % 4)))
            sent_at[hand] = time.perf_counter()
            server.publish(snapshot(folder.night))
            await asyncio.sleep(pause)
        await asyncio.wait_for(asyncio.gather(*watching), 30)
    await server.stop()
    delays.sort()
    print(
        f"phones: {PHONES} watching, {HANDS} hands every {pause:g} s: {len(ends)} of {PHONES} end with the last board; "
        f"hand to phone median {statistics.median(delays) * 1000:.1f} ms, 99 % within {delays[int(len(delays) * 0.99)] * 1000:.1f} ms"
    )


def _photo() -> bytes:
    from PIL import Image

    import assets

    with Image.open(assets.path("photos/sample-1.jpg")) as sample:
        picture = sample.convert("RGB").resize((4000, 3000), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=92)
    return out.getvalue()


async def _uploading(times: int = 4) -> None:
    import aiohttp

    from tests.tui.app_driver import at_table, book_with, start_of
    from tui import photo_jobs

    photo_jobs.list_cameras = list
    photo = _photo()

    async def until(pilot: Any, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(60):
            while not condition():
                await pilot.pause(0.005)

    with tempfile.TemporaryDirectory() as folder:
        os.environ["TAIPAI_CONFIG_DIR"] = os.environ["TAIPAI_DATA_DIR"] = folder
        book = os.path.join(folder, "book.sqlite")
        book_with(book, start_of())
        async with at_table(book) as (app, pilot), aiohttp.ClientSession() as http:
            await app.phones.open()
            await pilot.press("1", "2")
            for turn in range(times):
                await pilot.press("p")
                await until(pilot, lambda: type(app.screen).__name__ == "PhotoScreen")
                started = time.perf_counter()
                async with http.post(app.phones.server.url("send") + "photo", data=photo) as sent:
                    number = (await sent.json())["photo"]
                arrived = time.perf_counter() - started
                async with http.get(app.phones.server.url("send") + f"photo/{number}") as told:
                    await told.json()
                told_at = time.perf_counter() - started
                await until(pilot, lambda: type(app.screen).__name__ == "PhotoTilesScreen")
                shown = time.perf_counter() - started
                tiles, milliseconds = len(app.screen.reading.tiles), app.screen.reading.milliseconds
                winning = app.screen.verdict()[1]
                counted = "not a winning hand as read"
                if winning:
                    before = time.perf_counter()
                    await pilot.press("enter")
                    await until(pilot, lambda: type(app.screen).__name__ == "HandScreen")
                    await pilot.pause()
                    counted = f"counted on screen after {shown + time.perf_counter() - before:.2f} s"
                print(
                    f"photo {turn + 1}: {len(photo) / 1e6:.1f} MB, 12 megapixels: arrived after {arrived:.2f} s, the phone told after {told_at:.2f} s, "
                    f"{tiles} tiles on the table's screen after {shown:.2f} s (reading alone {milliseconds / 1000:.2f} s), {counted}; target 3 s"
                )
                while type(app.screen).__name__ != "TableScreen":
                    await pilot.press("escape")
                    await pilot.pause(0.05)


def run() -> None:
    """Prints the figures."""
    asyncio.run(_watching())
    asyncio.run(_uploading())


if __name__ == "__main__":
    run()
