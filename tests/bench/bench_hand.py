"""The hand screen in a real pseudo-terminal: a key to its repaint with a whole hand counted at each key; prints, asserts nothing."""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from tests.bench.bench_app import Terminal, environment

KEYS = 40
HAND = b"(234m)(678p)(111s)567m34p11z"


def run() -> None:
    """Measures and prints."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        terminal = Terminal(
            [sys.executable, "-m", "tui", "--lang", "en", "--book", str(home / "book.sqlite")],
            environment(home),
        )
        try:
            terminal.quiet(1.5)
            terminal.press(b"h")
            terminal.quiet(1.0)
            for key in HAND:
                terminal.press(bytes([key]))
            terminal.press(b"5")
            before = terminal.processor()
            times = []
            for n in range(KEYS):
                times.append(terminal.press(b"p" if n % 2 == 0 else b"\x7f"))
                if n % 2:
                    times.append(terminal.press(b"5"))
            spent = (terminal.processor() - before) / len(times)
        finally:
            terminal.close()
    times.sort()
    print(
        f"hand screen, a key that completes or opens a hand to its repaint, {len(times)} keys: "
        f"median {statistics.median(times) * 1000:.0f} ms, 9 of 10 under {times[int(len(times) * 0.9)] * 1000:.0f} ms; "
        f"processor time a key {spent * 1000:.0f} ms (near misses on their own thread included)"
    )
