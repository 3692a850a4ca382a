"""The ledger: 10,000 hands folded at once, one more hand at the end, one corrected at the beginning; prints, asserts nothing."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from models.events import Corrected, Entry, HandDrawn, HandWon, NightStarted, Win
from models.night import Folder, fold
from models.night_text import parse, write

HANDS = 10_000


def night(hands: int, seed: int = 1) -> list[Entry]:
    """A night of that many hands: one in ten drawn, one in four self-drawn, one in twelve won by two."""
    rng = random.Random(seed)
    entries = [Entry(0, "", NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29"))]
    for number in range(1, hands + 1):
        order = rng.sample(range(4), 4)
        roll = rng.random()
        if roll < 0.1:
            event: HandWon | HandDrawn = HandDrawn()
        elif roll < 0.35:
            event = HandWon((Win(order[0], rng.randrange(40)),), None)
        else:
            winners = order[: 2 if roll > 0.92 else 1]
            event = HandWon(tuple(Win(w, rng.randrange(40)) for w in winners), order[3])
        entries.append(Entry(number, "", event))
    return entries


def best(work: Callable[[], object], times: int = 3) -> float:
    """The quickest of a few runs, in seconds of this process alone."""
    found = []
    for _ in range(times):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return min(found)


def run() -> None:
    """Prints the measurements."""
    entries = night(HANDS)
    whole = best(lambda: fold(entries))
    print(
        f"ledger: {HANDS:,} hands folded             {whole * 1000:8.0f} ms  ({whole / HANDS * 1e6:.0f} µs a hand; goal 1000 ms)"
    )

    evening = Folder(night(400))
    more = HandWon((Win(0, 10),), 1)
    one = best(lambda: [evening.copy().offer(more) for _ in range(20)]) / 20
    print(f"ledger: one hand after 400               {one * 1000:8.2f} ms")

    correction = Corrected(3, more)
    again = best(lambda: evening.preview(correction))
    print(f"ledger: hand 3 of 400 corrected          {again * 1000:8.2f} ms")

    text = write(fold(entries))
    read = best(lambda: parse(text))
    print(f"ledger: {HANDS:,} lines of text read       {read * 1000:8.0f} ms")


if __name__ == "__main__":
    run()
