"""The app in a real pseudo-terminal: start to first paint, and a key to its repaint with 400 hands in the night; prints, asserts nothing."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

HANDS = 400


class Terminal:
    """A child on a pseudo-terminal of this size."""

    def __init__(
        self, command: list[str], environment: dict[str, str], columns: int = 80, rows: int = 24
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.begun = time.perf_counter()
        self.child = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)

    def read(self, seconds: float) -> bytes:
        """What arrives within so many seconds, the first chunk of it."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return b""
        try:
            return os.read(self.master, 65536)
        except OSError:
            return b""

    def until(self, words: bytes, seconds: float = 20) -> float:
        """Seconds until ``words`` have arrived."""
        seen, begun = b"", time.perf_counter()
        while words not in seen:
            if time.perf_counter() - begun > seconds:
                raise TimeoutError(f"{words.decode()!r} never came; last: {seen[-300:]!r}")
            seen += self.read(0.5)
        return time.perf_counter() - begun

    def quiet(self, seconds: float = 0.4) -> None:
        """Reads until nothing has come for a while."""
        while self.read(seconds):
            pass

    def press(self, key: bytes) -> float:
        """Seconds from a key to the first bytes of its repaint."""
        self.quiet(0.15)
        begun = time.perf_counter()
        os.write(self.master, key)
        if not self.read(5):
            raise TimeoutError(f"nothing was painted after {key!r}")
        return time.perf_counter() - begun

    def processor(self) -> float:
        """Seconds of processor time the child has used."""
        fields = Path(f"/proc/{self.child.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self.child.terminate()
        self.child.wait(10)
        os.close(self.master)


def environment(folder: Path) -> dict[str, str]:
    return os.environ | {
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "TAIPAI_CONFIG_DIR": str(folder / "config"),
        "TAIPAI_DATA_DIR": str(folder / "data"),
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
    }


def fill(path: Path) -> None:
    """A book with one night of 400 hands."""
    from models.book import open_book
    from tests.bench.bench_ledger import night

    entries = night(HANDS)
    with open_book(path) as book:
        name = book.start(entries[0].event)
        for entry in entries[1:]:
            book.append(name, entry.event, entry.number - 1)


def run() -> None:
    """Prints both figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        book = folder / "book.sqlite"
        fill(book)
        command = [sys.executable, "-m", "tui", "--lang", "en", "--book", str(book)]
        starts, used = [], []
        for _ in range(6):
            terminal = Terminal(command, environment(folder))
            terminal.until(b"new night")
            starts.append(time.perf_counter() - terminal.begun)
            used.append(terminal.processor())
            terminal.close()
        empty = min(_interpreter(environment(folder)) for _ in range(3))
        print(
            f"app: start to first paint      {statistics.median(starts[1:]) * 1000:6.0f} ms median, {min(starts) * 1000:.0f} best of {len(starts)}, {statistics.median(used) * 1000:.0f} of processor time (goal 600; the bare interpreter takes {empty * 1000:.0f})"
        )
        for columns, rows in ((80, 24), (120, 40)):
            terminal = Terminal(command, environment(folder), columns, rows)
            terminal.until(b"playing")
            terminal.quiet()
            os.write(terminal.master, b"\r")
            terminal.until(b"Winner")
            terminal.quiet()
            os.write(terminal.master, b"n")
            terminal.quiet()
            os.write(terminal.master, b"\x7f")
            terminal.quiet()
            times = []
            for _ in range(6):
                for key in (b"1", b"2", b"1", b"0", b"\x7f", b"\x7f", b"\x7f", b"\x7f"):
                    times.append(terminal.press(key))
            stored = terminal_store(terminal)
            terminal.close()
            times.sort()
            print(
                f"app: a key to its repaint, {HANDS} hands, {columns}x{rows:<3} {statistics.median(times) * 1000:5.1f} ms median, {times[int(len(times) * 0.95)] * 1000:.1f} at 95 %, {times[-1] * 1000:.1f} worst (goal 50); Enter to recorded on disk and shown {stored * 1000:.0f} ms"
            )


def terminal_store(terminal: Terminal) -> float:
    """Seconds from Enter to the line that says the hand is on disk."""
    for key in (b"4", b"3", b"0"):
        terminal.press(key)
    terminal.quiet(0.15)
    os.write(terminal.master, b"\r")
    return terminal.until(b"Recorded")


def _interpreter(env: dict[str, str]) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], env=env, check=True)
    return time.perf_counter() - begun


if __name__ == "__main__":
    run()
