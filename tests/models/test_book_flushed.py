"""Before an append is acknowledged, the system has been told to flush it: what a power cut asks for, seen from outside the program."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from models.book import open_book
from tests.models.append_until_killed import START

ROOT = Path(__file__).resolve().parent.parent.parent
STRACE = shutil.which("strace")

CODE = """
import os, sys
from models.book import open_book
from models.events import HandDrawn
with open_book(sys.argv[1]) as book:
    for number in range(5):
        book.append(sys.argv[2], HandDrawn(), number)
        os.write(1, b"acknowledged\\n")
"""


@pytest.mark.skipif(STRACE is None, reason="strace is not installed: the order of flushing is not watched")
def test_journal_book_and_folder_are_flushed_before_the_answer(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    with open_book(path) as book:
        night = book.start(START)
    trace = tmp_path / "trace"
    done = subprocess.run(
        [
            str(STRACE), "-f", "-y", "-o", str(trace), "-e", "trace=fsync,fdatasync,unlink,unlinkat,write,pwrite64",
            sys.executable, "-c", CODE, str(path), night,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )  # fmt: skip
    if "ptrace" in done.stderr or not trace.exists():
        pytest.skip("this system does not let strace watch")
    assert done.returncode == 0, done.stderr
    steps = []
    for line in trace.read_text().splitlines():
        if "acknowledged" in line:
            steps.append("answer")
        elif (found := re.search(r"(fsync|fdatasync)\(\d+<([^>]*)>\)\s+= 0", line)) is not None:
            name = Path(found[2])
            steps.append(
                "flush folder"
                if name == tmp_path
                else "flush journal"
                if name.name.endswith("-journal")
                else "flush book"
            )
        elif "unlink" in line and "book.sqlite-journal" in line:
            steps.append("journal gone")
        elif "pwrite64" in line and "/book.sqlite>" in line:
            steps.append("write book")
    answers = [n for n, step in enumerate(steps) if step == "answer"]
    assert len(answers) == 5
    before = 0
    for answer in answers:
        told = steps[before:answer]
        before = answer + 1
        last_write = max(n for n, step in enumerate(told) if step == "write book")
        first_write = told.index("write book")
        assert "flush journal" in told[:first_write], told  # the way back is safe before the book is touched
        assert "flush book" in told[last_write:], told
        gone = told.index("journal gone")
        assert gone > last_write + told[last_write:].index("flush book"), told
        assert "flush folder" in told[gone:], (
            told
        )  # or the journal might be back after a power cut and undo the hand
