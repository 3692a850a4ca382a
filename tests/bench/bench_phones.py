"""Phones: 20 watch a night in which hand follows hand; how soon each sees each hand, and whether all end with the last board.

``TAIPAI_BENCH_LONG=1`` plays a hand a second for a minute; otherwise ten a second.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import time

PHONES = 20
HANDS = 60


async def _measure() -> None:
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


def run() -> None:
    """Prints the figures."""
    asyncio.run(_measure())


if __name__ == "__main__":
    run()
