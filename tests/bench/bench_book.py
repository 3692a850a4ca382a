"""The record book: opening a big one, its statistics pages, an append until it is on disk, counting every night anew."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import insert

from models import codec
from models import statistics as records_of
from models.book import Book, open_book
from models.events import HandDrawn, HandWon, NightSettled, NightStarted, Options
from models.exchange import export_json
from models.roster import player_id
from models.store.schema import entries, nights
from tests.models.random_books import random_hand

NIGHTS = 2_000
HANDS = 100_000
PLAYERS = [f"玩家{n}" for n in range(40)]


def write_big_book(path: Path) -> None:
    """2,000 nights of 50 hands by 40 players, written in one go."""
    chance = random.Random(2026)
    with open_book(path) as book, book.writing() as c:
        for number in range(NIGHTS):
            night = f"{number:08x}"
            day = f"{2016 + number // 200}-{number % 12 + 1:02}-{number % 28 + 1:02}"
            at = f"{day}T20:00:00+08:00"
            start = NightStarted(
                tuple(chance.sample(PLAYERS, 4)),
                5,
                1,
                day,
                Options(rules=chance.choice(["hk", "hk", "taiwan"])),
                group=chance.choice(["", "Friday", "公司"]),
            )
            events = [
                start,
                *(
                    HandDrawn() if chance.random() < 0.1 else random_hand(chance)
                    for _ in range(HANDS // NIGHTS)
                ),
                NightSettled(),
            ]
            c.execute(insert(nights).values(id=night, started_at=at, last=len(events) - 1))
            c.execute(
                insert(entries),
                [
                    {"night": night, "number": n, "at": at, "writer": "bench", "event": codec.dumps(e)}
                    for n, e in enumerate(events)
                ],
            )


def seconds(work: Callable[[], object], times: int = 5) -> float:
    """The best of some runs, in seconds on the clock: what the work takes when nothing else runs."""
    took = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return min(took)


def once(work: Callable[[], object]) -> float:
    return seconds(work, 1)


def in_a_new_process(path: Path) -> str:
    """What a person waits for: interpreter and imports apart, from opening to the list, and to the first statistics page."""
    code = """
import sys, time
from models.book import open_book
from models import statistics
a, cpu = time.perf_counter(), time.process_time()
book = open_book(sys.argv[1]); ids = book.ids()
b = time.perf_counter()
infos = book.nights()
c = time.perf_counter()
found = statistics.statistics(book.records(), book.roster())
d = time.perf_counter()
print(f"open {b - a:.3f} s, list of {len(infos)} nights {c - b:.3f} s, first standings {d - c:.3f} s; all with {time.process_time() - cpu:.3f} s of one core")
"""
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def pages(book: Book) -> None:
    player = player_id(PLAYERS[0])
    which = {
        "standings": lambda: records_of.statistics(book.records(), book.roster()),
        "standings of a group and rule set": lambda: records_of.statistics(
            book.records(), book.roster(), records_of.Filter(group="Friday", rules="hk")
        ),
        "standings of a year": lambda: records_of.statistics(
            book.records(), book.roster(), records_of.Filter(since="2020-01-01", until="2020-12-31")
        ),
        "one player": lambda: records_of.statistics(
            book.records(), book.roster(), records_of.Filter(player=player)
        ),
        "head to head, every pair": lambda: records_of.duels(records_of.pairs(book.records(), book.roster())),
        "head to head of one player": lambda: records_of.duels(
            records_of.pairs(book.records(), book.roster(), records_of.Filter(player=player)), player
        ),
        "list of nights": book.nights,
    }
    for name, work in which.items():
        took = seconds(work)
        print(f"  {name:36} {took * 1000:7.1f} ms   {took / 0.5:5.2f} of half a second")


def run() -> None:
    with tempfile.TemporaryDirectory(prefix="taipai-bench-") as folder:
        path = Path(folder) / "book.sqlite"
        took = once(lambda: write_big_book(path))
        size = path.stat().st_size / 1e6
        print(f"a book of {NIGHTS} nights and {HANDS} hands ({size:.0f} MB) made in {took:.1f} s")
        with open_book(path) as book:
            took = once(book.records)
            print(f"every night counted anew: {took:.1f} s, {HANDS / took:,.0f} hands a second")
        print(f"in a new process: {in_a_new_process(path)}   (goal: open under 1 s, a page under 0.5 s)")
        with open_book(path) as book:
            book.records()
            pages(book)
            night = book.start(NightStarted(("甲", "乙", "丙", "丁"), 5, 1))
            chance = random.Random(1)
            took_each = []
            for number in range(200):
                hand: HandWon = random_hand(chance)
                start = time.perf_counter()
                book.append(night, hand, number)
                took_each.append(time.perf_counter() - start)
            took_each.sort()
            median, worst = took_each[100] * 1000, took_each[197] * 1000
            print(f"  an append until it is on disk: median {median:.1f} ms, 99 of 100 under {worst:.1f} ms")
            took = seconds(book.nights)
            print(f"  the list with a night of 200 hands changed: {took * 1000:.1f} ms")
            took = once(lambda: sum(len(piece) for piece in export_json(book)))
            print(f"  export of everything as JSON: {took:.1f} s")


if __name__ == "__main__":
    run()
