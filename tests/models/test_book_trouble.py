"""Everything that can be wrong with the place a book is kept: one clear line each, and the file as it was."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from models.book import Book, open_book
from models.book_errors import (
    BookAddressWrong,
    BookError,
    BookFull,
    BookLocked,
    BookNewer,
    BookReadOnly,
    BookUnavailable,
    BookUnreadable,
)
from models.events import HandWon, InstantPayment, NightStarted, Win
from models.store import engine

ROOT = Path(__file__).resolve().parent.parent.parent
START = NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29")
WON = HandWon((Win(0, 10),), 1)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def one_clear_line(error: BookError) -> None:
    text = str(error)
    assert text and "\n" not in text and "Traceback" not in text and len(text) < 300
    assert text == str(error.message)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "book.sqlite"


@pytest.fixture
def night(path: Path) -> str:
    with open_book(path) as book:
        night = book.start(START)
        for number in range(30):
            book.append(night, InstantPayment(0, 1, 5, "x" * 500), number)
    return night


def as_nobody(code: str, *arguments: object) -> str:
    """Runs code as a user without rights (tests often run as root, whom no permission stops); what it printed."""
    drop = "import os\nif os.geteuid() == 0:\n    os.setgid(65534); os.setuid(65534)\n"
    head = (
        "import sys\nfrom models import book, book_errors, codec, events\nfrom models.store import migrate\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{head}{drop}{code}", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


ATTEMPT = """
b = None
try:
    b = book.open_book(sys.argv[1])
    print(len(b.ids()), end=" ")
    b.append(sys.argv[2], events.HandDrawn(), 30) if len(sys.argv) > 2 else b.start(events.NightStarted(("a","b","c","d"),5,1))
    print("written")
except book_errors.BookError as error:
    print(type(error).__name__, error)
"""


# --- not a book --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b"\x00" * 4096,
        os.urandom(5000),
        "我哋尋晚打牌\n".encode(),
        b"SQLite format 3\x00",
        b"SQLite format 3\x00" + b"\x00" * 84,
        b"SQLite format 3\x00" + os.urandom(8000),
    ],
    ids=["zeros", "noise", "text", "short header", "empty header", "header and noise"],
)
def test_garbage_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(BookUnreadable, match="left as it is") as caught:
        open_book(path)
    one_clear_line(caught.value)
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_another_programs_database_is_refused_and_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE songs (name TEXT)")
    before = digest(path)
    with pytest.raises(BookUnreadable, match="not a TaiPai book"):
        open_book(path)
    assert digest(path) == before


@pytest.mark.parametrize("identity", [0, 1234])
def test_a_wrong_application_id_is_refused(path: Path, night: str, identity: int) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute(f"PRAGMA application_id = {identity}")
    with pytest.raises(BookUnreadable, match="not a TaiPai book"):
        open_book(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BookUnreadable, match="folder"):
        open_book(tmp_path)


def test_a_file_in_the_way_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(BookError) as caught:
        open_book(tmp_path / "file" / "book.sqlite")
    one_clear_line(caught.value)


@pytest.mark.parametrize("keep", [0.3, 0.6, 0.95])
def test_a_truncated_book_is_refused_and_left_alone(path: Path, night: str, keep: float) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * keep)])
    before = digest(path)
    with pytest.raises(BookUnreadable, match="damaged"):
        open_book(path)
    assert digest(path) == before


def test_damage_inside_is_noticed_when_read_and_nothing_is_written(path: Path, night: str) -> None:
    content = bytearray(path.read_bytes())
    for page in range(3, len(content) // 4096):
        content[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    path.write_bytes(content)
    before = digest(path)
    with pytest.raises(BookUnreadable, match="damaged") as caught, open_book(path) as book:
        book.entries(night)
    one_clear_line(caught.value)
    with pytest.raises(BookUnreadable), open_book(path) as book:
        book.append(night, WON, 30)
    assert digest(path) == before


def test_a_damaged_entry_is_named(path: Path, night: str) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute('UPDATE entries SET event = \'{"kind": "hand_won", "v": 1}\' WHERE number = 7')
    with open_book(path) as book, pytest.raises(BookUnreadable, match=r"entry 7 .* damaged"):
        book.entries(night)


def test_an_entry_of_a_newer_program_is_told_apart_from_damage(path: Path, night: str) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute('UPDATE entries SET event = \'{"kind": "rain", "v": 9}\' WHERE number = 7')
    with open_book(path) as book, pytest.raises(BookNewer, match="newer TaiPai"):
        book.entries(night)


# --- no room -----------------------------------------------------------------------------------------------------


def fill(book: Book, night: str, after: int) -> int:
    """Appends until there is no room; the last number that was acknowledged."""
    with pytest.raises(BookFull, match="no room") as caught:
        while after < 5000:
            book.append(night, InstantPayment(0, 1, 5, "x" * 2000), after)
            after += 1
    one_clear_line(caught.value)
    return after


def test_a_full_book_keeps_everything_and_goes_on_when_there_is_room(
    path: Path, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prepare_small(connection, record):
        engine_prepare(connection, record)
        connection.execute("PRAGMA max_page_count = 40")

    engine_prepare = engine._prepare
    monkeypatch.setattr(engine, "_prepare", prepare_small)
    with open_book(path) as book:
        last = fill(book, night, 30)
        assert last > 30
        assert book.last(night) == last
    monkeypatch.undo()
    with open_book(path) as book:
        assert [e.number for e in book.entries(night)] == list(range(last + 1))
        book.append(night, WON, last)


def test_a_limit_on_the_files_size(path: Path, night: str) -> None:
    code = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (120_000, 120_000))
b = book.open_book(sys.argv[1]); n = 30
try:
    while n < 1000:
        b.append(sys.argv[2], events.InstantPayment(0, 1, 5, "x" * 2000), n); n += 1
except book_errors.BookError as error:
    print(n, type(error).__name__, error)
print(len(b.entries(sys.argv[2])))
"""
    os.chmod(path.parent, 0o777)
    os.chmod(path, 0o666)
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys\nfrom models import book, book_errors, events\n{code}",
            str(path),
            night,
        ],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert said.returncode == 0, said.stderr
    first, second = said.stdout.strip().splitlines()
    last, kind, _ = first.split(maxsplit=2)
    assert kind == "BookFull"
    assert int(second) == int(last) + 1
    with open_book(path) as book:
        assert book.last(night) == int(last) > 30
        book.append(night, WON, int(last))


@pytest.fixture
def small_disk(tmp_path: Path):
    """A real file system of 256 kB, where one may be mounted."""
    where = tmp_path / "disk"
    where.mkdir()
    mount = shutil.which("mount")
    made = mount and subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(where)], capture_output=True, check=False
    )
    if not made or made.returncode:
        pytest.skip("may not mount a small disk here")
    yield where
    subprocess.run(["umount", str(where)], check=False)


def test_a_disk_that_fills_up(small_disk: Path) -> None:
    path = small_disk / "book.sqlite"
    with open_book(path) as book:
        night = book.start(START)
        ballast = small_disk / "ballast"
        ballast.write_bytes(b"x" * 60_000)
        last = fill(book, night, 0)
        assert last > 5
        assert book.last(night) == last
        with pytest.raises(BookFull):
            book.append(night, InstantPayment(0, 1, 5, "x" * 20_000), last)
        ballast.unlink()
        book.append(night, WON, last)
    with open_book(path) as book:
        assert [e.number for e in book.entries(night)] == list(range(last + 2))


def test_a_disk_too_full_for_a_new_book(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(b"x" * (256 - 8) * 1024)
    path = small_disk / "book.sqlite"
    with pytest.raises(BookFull, match="no room"):
        open_book(path)
    (small_disk / "ballast").unlink()
    with open_book(path) as book:
        assert book.ids() == []


def test_a_disk_that_may_only_be_read(small_disk: Path) -> None:
    path = small_disk / "book.sqlite"
    with open_book(path) as book:
        night = book.start(START)
        book.append(night, WON, 0)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with open_book(path) as book:
        assert len(book.entries(night)) == 2
        assert book.nights()[0].hands == 1
        with pytest.raises(BookReadOnly, match="may not be written"):
            book.append(night, WON, 1)
    with pytest.raises(BookReadOnly):
        open_book(small_disk / "folder" / "new.sqlite")


# --- may not be written ------------------------------------------------------------------------------------------


def test_a_read_only_book_can_be_read_and_refuses_the_rest(path: Path, night: str, tmp_path: Path) -> None:
    for folder in (tmp_path, *(up for up in tmp_path.parents if "pytest-" in str(up))):
        os.chmod(folder, 0o755)
    os.chmod(path, 0o444)
    before = digest(path)
    said = as_nobody(ATTEMPT, path, night)
    assert said.startswith("1 BookReadOnly") and "may not be written" in said
    assert digest(path) == before


def test_a_writable_book_in_a_read_only_folder(path: Path, night: str, tmp_path: Path) -> None:
    for folder in (tmp_path, *(up for up in tmp_path.parents if "pytest-" in str(up))):
        os.chmod(folder, 0o755)
    os.chmod(path, 0o666)
    before = digest(path)
    said = as_nobody(ATTEMPT, path, night)
    assert said.startswith("1 BookReadOnly"), said
    assert digest(path) == before


def test_no_right_to_read(path: Path, night: str, tmp_path: Path) -> None:
    for folder in (tmp_path, *(up for up in tmp_path.parents if "pytest-" in str(up))):
        os.chmod(folder, 0o755)
    os.chmod(path, 0o000)
    assert "BookReadOnly" in as_nobody(ATTEMPT, path, night)
    os.chmod(path, 0o644)


def test_a_new_book_where_nothing_may_be_written(tmp_path: Path) -> None:
    for folder in (tmp_path, *(up for up in tmp_path.parents if "pytest-" in str(up))):
        os.chmod(folder, 0o755)
    for target in (tmp_path / "book.sqlite", tmp_path / "folder" / "book.sqlite"):
        said = as_nobody(ATTEMPT, target)
        assert said.startswith("BookReadOnly"), said
    assert list(tmp_path.iterdir()) == []


# --- held by another, gone, replaced -----------------------------------------------------------------------------


def test_a_book_locked_by_another_program(path: Path, night: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine.open_engine, "__kwdefaults__", {"create": False, "busy_ms": 100})
    with open_book(path) as book:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BookLocked, match="another program holds") as caught:
            book.append(night, WON, 30)
        one_clear_line(caught.value)
        with pytest.raises(BookLocked):
            open_book(path)
        other.execute("ROLLBACK")
        other.close()
        assert book.append(night, WON, 30).number == 31


def test_a_book_that_vanishes_while_open(path: Path, night: str, tmp_path: Path) -> None:
    with open_book(path) as book:
        book.append(night, WON, 30)
        away = path.rename(tmp_path / "away")
        for ask in (lambda: book.append(night, WON, 31), lambda: book.entries(night), book.ids):
            with pytest.raises(BookUnavailable, match="no longer there") as caught:
                ask()
            one_clear_line(caught.value)
        assert not path.exists()
        away.rename(path)
        book.append(night, WON, 31)


def test_a_book_replaced_by_something_else_while_open(path: Path, night: str, tmp_path: Path) -> None:
    with open_book(path) as book:
        book.append(night, WON, 30)
        path.rename(tmp_path / "away")
        path.write_text("not a book")
        with pytest.raises(BookUnreadable):
            book.append(night, WON, 31)
        assert path.read_text() == "not a book"


def test_no_new_book_where_only_reading_was_meant(path: Path) -> None:
    with pytest.raises(BookUnavailable, match="there is no book"):
        open_book(path, create=False)
    assert not path.exists()


# --- addresses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", [None, "", "mysql://u:secret@h/db", "nonsense://x", "postgresql://u:secret@h:port/db"]
)
def test_an_address_that_is_none(address: str | None) -> None:
    with pytest.raises(BookAddressWrong) as caught:
        open_book(address)
    one_clear_line(caught.value)
    assert "secret" not in str(caught.value)


def test_a_file_by_url(path: Path) -> None:
    with open_book(f"sqlite:///{path}") as book:
        book.start(START)
    with open_book(str(path)) as book:
        assert len(book.ids()) == 1


def test_a_name_with_signs_that_mean_something_in_urls(tmp_path: Path) -> None:
    path = tmp_path / "a?mode=ro#b%20 簿.sqlite"
    with open_book(path) as book:
        book.start(START)
    assert path.exists()
    with open_book(path) as book:
        assert len(book.ids()) == 1


def test_no_server_there() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(BookUnavailable, match="no connection") as caught:
        open_book("postgresql://someone:secret@127.0.0.1:1/club")
    one_clear_line(caught.value)
    assert "secret" not in str(caught.value)
