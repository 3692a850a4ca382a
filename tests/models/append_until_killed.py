"""Run as a script by the kill tests: forks a child for each line read, which appends to a book as fast as it can and says what was acknowledged.

``BOOK NIGHT AFTER`` appends to a night from a number on; ``BOOK new`` opens the book and begins a night. Imports are done once, so a child lives milliseconds.
"""

from __future__ import annotations

import os
import sys

from models.book import open_book
from models.book_errors import StaleNight
from models.events import InstantPayment, NightStarted
from models.store import migrate

_ = (migrate, __import__("alembic.runtime.migration"), __import__("alembic.script"))
START = NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29")


def event(number: int, writer: int) -> InstantPayment:
    """An event of several database pages, all of it told by its number and writer."""
    return InstantPayment(0, 1, number + 1, f"{writer} {number} " * (number % 700 + 20))


def child(path: str, *words: str) -> None:
    say(f"pid {os.getpid()}")
    with open_book(path) as book:
        if words[0] == "new":
            night, after = book.start(START), 0
            say(f"night {night}")
        else:
            night, after = words[0], int(words[1])
        while True:
            try:
                entry = book.append(night, event(after + 1, os.getpid()), after)
            except StaleNight as stale:
                after = stale.new[-1].number
                continue
            after = entry.number
            say(f"ack {after} {os.getpid()}")


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def main() -> None:
    for line in sys.stdin:
        words = line.split()
        if words[0] == "wait":
            try:
                while True:
                    os.wait()
            except ChildProcessError:
                say("waited")
            continue
        if os.fork() == 0:
            try:
                child(*words)
            except BaseException as error:
                say(f"failed {type(error).__name__} {error}")
            os._exit(1)


if __name__ == "__main__":
    main()
