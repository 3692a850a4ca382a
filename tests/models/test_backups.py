"""Copies of a book and putting one back, also while an app writes."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path

import pytest

from models.backups import back_up, restore
from models.book import open_book
from models.book_errors import (
    BookAddressWrong,
    BookError,
    BookLocked,
    BookNewer,
    BookUnavailable,
    BookUnreadable,
    NightCutShort,
    NoSuchNight,
)
from models.events import HandDrawn, HandWon, NightStarted, Win
from models.exchange import read_json
from models.store import backup as files

START = NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29")
WON = HandWon((Win(0, 10),), 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "book.sqlite"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    return tmp_path / "shelf"


def test_a_backup_is_a_whole_book_of_its_own(path: Path, shelf: Path) -> None:
    with open_book(path) as book:
        night = book.start(START)
        book.append(night, WON, 0)
        copy = back_up(book, shelf / "copy.sqlite")
        book.append(night, WON, 1)
    with open_book(copy) as book:
        assert [e.event for e in book.entries(night)] == [START, WON]
    assert [p.name for p in shelf.iterdir()] == ["copy.sqlite"]


def test_a_backup_into_a_folder_finds_a_name_and_nothing_is_overwritten(path: Path, shelf: Path) -> None:
    shelf.mkdir()
    with open_book(path) as book:
        made = {back_up(book, shelf) for _ in range(3)}
        assert len(made) == 3
        one = made.pop()
        before = one.read_bytes()
        with pytest.raises(BookUnreadable, match="already there"):
            back_up(book, one)
    assert one.read_bytes() == before


def test_a_backup_of_a_book_in_memory_is_json(shelf: Path) -> None:
    with open_book(":memory:") as book:
        night = book.start(START)
        copy = back_up(book, shelf / "book.json")
    assert [n.id for n in read_json(copy.read_bytes()).nights] == [night]


def test_a_backup_while_an_app_writes_holds_one_moment(path: Path, shelf: Path) -> None:
    with open_book(path) as book:
        night = book.start(START)
        stop = threading.Event()
        last = [0]

        def play() -> None:
            with open_book(path) as own:
                while not stop.is_set():
                    last[0] = own.append(night, WON, last[0]).number

        player = threading.Thread(target=play)
        player.start()
        copies = []
        for number in range(12):
            before = last[0]
            copy = back_up(book, shelf / f"{number}.sqlite")
            copies.append((before, copy, last[0]))
        stop.set()
        player.join()
    for before, copy, after in copies:
        with open_book(copy) as kept:
            numbers = [e.number for e in kept.entries(night)]
            assert numbers == list(range(len(numbers)))
            assert before <= numbers[-1] <= after + 1


def test_a_backup_without_room_leaves_nothing_behind(
    path: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_):
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    shelf.mkdir()
    with open_book(path) as book:
        monkeypatch.setattr(files, "copy_pages", full)
        with pytest.raises(BookError, match="no room"):
            back_up(book, shelf)
        with pytest.raises(BookError, match="no room"):
            back_up(book, shelf / "named.sqlite")
    assert list(shelf.iterdir()) == []


def test_restore_puts_a_backup_back_while_the_app_runs(path: Path, shelf: Path, tmp_path: Path) -> None:
    with open_book(path) as book:
        night = book.start(START)
        copy = back_up(book, shelf / "copy.sqlite")
        book.append(night, WON, 0)
        later = book.start(START)
        done = restore(path, copy, tmp_path / "backups")
        assert done.nights == 1
        assert [e.event for e in book.entries(night)] == [START]
        with pytest.raises(NightCutShort):
            book.append(night, WON, 1)
        with pytest.raises(NoSuchNight):
            book.append(later, WON, 0)
        book.append(night, HandDrawn(), 0)
        assert book.nights()[0].hands == 1
    with open_book(done.kept) as was:
        assert [e.event for e in was.entries(night)] == [START, WON]
        assert later in was.ids()


def test_restore_where_there_is_no_book(path: Path, shelf: Path, tmp_path: Path) -> None:
    with open_book(tmp_path / "old.sqlite") as book:
        night = book.start(START)
        copy = back_up(book, shelf / "copy.sqlite")
    assert restore(path, copy, tmp_path / "backups").kept is None
    with open_book(path) as book:
        assert book.ids() == [night]
    assert copy.exists()


@pytest.mark.parametrize("damage", ["garbage", "truncated", "inside"])
def test_restore_in_place_of_a_damaged_book_keeps_that_aside(
    path: Path, shelf: Path, tmp_path: Path, damage: str
) -> None:
    with open_book(path) as book:
        night = book.start(START)
        for number in range(60):
            book.append(night, WON, number)
        copy = back_up(book, shelf / "copy.sqlite")
    content = bytearray(path.read_bytes())
    if damage == "garbage":
        content = bytearray(os.urandom(5000))
    elif damage == "truncated":
        content = content[: len(content) // 2]
    else:
        content[4096 * 4 :] = b"\xff" * (len(content) - 4096 * 4)
    path.write_bytes(content)
    done = restore(path, copy, tmp_path / "backups")
    assert done.kept.read_bytes()[100:] == content[100:]  # a copy counts its changes in the header
    with open_book(path) as book:
        assert book.last(night) == 60


def test_restore_refuses_what_is_no_sound_backup_and_leaves_the_book(
    path: Path, shelf: Path, tmp_path: Path
) -> None:
    with open_book(path) as book:
        book.start(START)
        copy = back_up(book, shelf / "copy.sqlite")
        newer = back_up(book, shelf / "newer.sqlite")
    before = path.read_bytes()
    with sqlite3.connect(newer) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '0099'")
    garbage = shelf / "garbage"
    garbage.write_bytes(os.urandom(2000))
    empty = shelf / "empty"
    empty.touch()
    damaged = shelf / "damaged"
    damaged.write_bytes(copy.read_bytes()[:-4096] + b"\xff" * 4096)
    for source, kind in (
        (garbage, BookUnreadable),
        (empty, BookUnreadable),
        (damaged, BookUnreadable),
        (newer, BookNewer),
        (shelf / "nothing", BookUnavailable),
        (shelf, BookUnreadable),
        (path, BookUnreadable),
    ):
        with pytest.raises(kind) as caught:
            restore(path, source, tmp_path / "backups")
        assert "\n" not in str(caught.value)
    assert path.read_bytes() == before
    with pytest.raises(BookAddressWrong, match="import"):
        restore("postgresql://h/db", copy, tmp_path / "backups")


def test_restore_waits_not_for_ever_for_a_book_in_use(
    path: Path, shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_book(path) as book:
        book.start(START)
        copy = back_up(book, shelf / "copy.sqlite")
        monkeypatch.setattr(files, "PATIENCE_S", 0.2)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BookLocked):
            restore(path, copy, tmp_path / "backups")
        other.execute("ROLLBACK")
        other.close()
        assert len(book.ids()) == 1
