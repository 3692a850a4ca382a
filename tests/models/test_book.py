"""The record book: what it keeps, what it refuses, and two apps on one night."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from models.book import Book, open_book
from models.book_errors import NightCutShort, NightTaken, NoSuchNight, StaleNight
from models.codec import CodecError
from models.events import (
    ChipsCounted,
    Chopped,
    Corrected,
    HandDrawn,
    HandWon,
    InstantPayment,
    NightSettled,
    NightStarted,
    Undone,
    Win,
)

START = NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29")
WON = HandWon((Win(0, 10),), 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a folder" / "book.sqlite"


@pytest.fixture
def book(path: Path):
    with open_book(path) as opened:
        yield opened


def test_a_new_book_is_made_with_its_folder(path: Path) -> None:
    with open_book(path) as book:
        assert book.ids() == []
        assert book.path == path
    header = path.read_bytes()[:100]
    assert header.startswith(b"SQLite format 3\x00")
    assert header[68:72] == b"TPAI"


def test_what_was_appended_is_read_back_in_order_by_another_app(path: Path, book: Book) -> None:
    night = book.start(START, at="2026-11-29T20:00:00+08:00")
    events = [
        WON,
        HandDrawn(),
        Chopped(1, 0),
        InstantPayment(None, 2, 35, "八仙過海"),
        ChipsCounted(0, -4),
        Corrected(1, HandWon((Win(0, 11),), 2)),
        Undone(2),
        NightSettled(),
    ]
    for number, event in enumerate(events):
        assert book.append(night, event, after=number).number == number + 1
    with open_book(path) as other:
        entries = other.entries(night)
        assert [e.number for e in entries] == list(range(9))
        assert [e.event for e in entries] == [START, *events]
        assert entries[0].at == "2026-11-29T20:00:00+08:00"
        assert other.entries(night, after=6) == entries[7:]
        assert other.entries(night, after=8) == []
        assert other.last(night) == 8


def test_nights_in_one_line_each_newest_first(book: Book) -> None:
    first = book.start(START, at="2026-11-28T20:00:00+08:00")
    second = book.start(
        NightStarted(("A", "B", "C", "D"), 10, 2, "2026-11-29", group="Friday"),
        at="2026-11-29T20:00:00+08:00",
    )
    book.append(first, WON, 0)
    book.append(first, HandDrawn(), 1)
    book.append(first, Undone(1), 2)
    book.append(first, NightSettled(), 3)
    newest, oldest = book.nights()
    assert (newest.id, newest.group, newest.players, newest.hands, newest.settled) == (
        second,
        "Friday",
        ("A", "B", "C", "D"),
        0,
        False,
    )
    assert (oldest.id, oldest.hands, oldest.settled, oldest.date) == (first, 1, True, "2026-11-29")


def test_every_commit_is_flushed(book: Book) -> None:
    with book.reading() as c:
        assert c.exec_driver_sql("PRAGMA synchronous").scalar() == 3
        assert c.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        assert c.exec_driver_sql("PRAGMA journal_mode").scalar() == "delete"


def test_the_second_app_is_told_what_it_missed_and_never_forks(path: Path, book: Book) -> None:
    night = book.start(START)
    with open_book(path) as other:
        mine = book.append(night, WON, after=0)
        with pytest.raises(StaleNight) as caught:
            other.append(night, HandDrawn(), after=0)
        assert caught.value.new == (mine,)
        assert [e.event for e in other.entries(night)] == [START, WON]
        other.append(night, HandDrawn(), after=1)
    assert [e.event for e in book.entries(night)] == [START, WON, HandDrawn()]


def test_an_equal_event_of_another_app_is_not_taken_for_a_retry(path: Path, book: Book) -> None:
    night = book.start(START)
    at = "2026-11-29T20:00:00.000000+08:00"
    with open_book(path) as other:
        book.append(night, WON, after=0, at=at)
        with pytest.raises(StaleNight):
            other.append(night, WON, after=0, at=at)
    assert book.last(night) == 1


def test_the_same_append_again_is_the_same_entry(book: Book) -> None:
    night = book.start(START)
    first = book.append(night, WON, after=0, at="2026-11-29T20:00:00+08:00")
    assert book.append(night, WON, after=0, at="2026-11-29T20:00:00+08:00") == first
    assert book.last(night) == 1
    with pytest.raises(StaleNight):  # pressed twice, not retried: another moment
        book.append(night, WON, after=0, at="2026-11-29T20:00:01+08:00")


def test_the_same_append_without_a_time_after_a_lost_answer(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = book.start(START)
    with monkeypatch.context() as patched:
        real = Book._put

        def put_then_lose_the_answer(self, c, *arguments):
            real(self, c, *arguments)
            c.commit()
            raise ConnectionResetError("gone")

        patched.setattr(Book, "_put", put_then_lose_the_answer)
        with pytest.raises(Exception, match="gone"):
            book.append(night, WON, after=0)
    assert book.append(night, WON, after=0).event == WON
    assert [e.event for e in book.entries(night)] == [START, WON]


def test_the_same_start_after_a_lost_answer_makes_one_night(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        real = Book._put

        def put_then_lose_the_answer(self, c, *arguments):
            real(self, c, *arguments)
            c.commit()
            raise ConnectionResetError("gone")

        patched.setattr(Book, "_put", put_then_lose_the_answer)
        with pytest.raises(Exception, match="gone"):
            book.start(START)
    night = book.start(START)
    assert book.ids() == [night]
    assert book.start(START) != night  # a second night with the same players is a night of its own


def test_many_writers_make_one_line_of_numbers(path: Path, book: Book) -> None:
    night = book.start(START)
    wrote: list[int] = []
    failed: list[BaseException] = []

    def table(fan: int) -> None:
        try:
            with open_book(path) as own:
                seen, done = 0, 0
                while done < 15:
                    try:
                        entry = own.append(night, HandWon((Win(0, fan),), 1), after=seen)
                        wrote.append(entry.number)
                        done, seen = done + 1, entry.number
                    except StaleNight as stale:
                        seen = stale.new[-1].number
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=table, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert sorted(wrote) == list(range(1, 61))
    assert [e.number for e in book.entries(night)] == list(range(61))


def test_many_apps_make_one_book_at_the_same_moment(tmp_path: Path) -> None:
    for number in range(5):
        path = tmp_path / f"{number}.sqlite"
        failed: list[BaseException] = []
        go = threading.Barrier(4)

        def app(path: Path = path, failed=failed, go=go) -> None:
            try:
                go.wait()
                with open_book(path) as own:
                    own.start(START)
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=app) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failed
        with open_book(path) as book:
            assert len(book.ids()) == 4


def test_a_book_is_opened_while_another_app_keeps_writing(path: Path, book: Book) -> None:
    night = book.start(START)
    stop = threading.Event()

    def play() -> None:
        number = 0
        while not stop.is_set():
            number = book.append(night, InstantPayment(0, 1, 5, "x" * 6000), number).number
            time.sleep(0.005)

    player = threading.Thread(target=play)
    player.start()
    try:
        last = 0
        for _ in range(60):
            with open_book(path) as other:
                assert other.last(night) >= last
                last = other.last(night)
    finally:
        stop.set()
        player.join()
    assert last > 5


def test_one_book_object_from_many_threads(book: Book) -> None:
    nights = [book.start(NightStarted(("甲", "乙", "丙", f"丁{n}"), 5, 1)) for n in range(4)]

    def play(night: str) -> None:
        for number in range(20):
            book.append(night, WON, after=number)

    threads = [threading.Thread(target=play, args=(night,)) for night in nights]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [book.last(night) for night in nights] == [20, 20, 20, 20]


def test_no_such_night(book: Book) -> None:
    for ask in (
        lambda: book.entries("nothing"),
        lambda: book.append("nothing", WON, 0),
        lambda: book.last("nothing"),
        lambda: book.find("nothing"),
        lambda: book.find(""),
        lambda: book.claim("nothing", "me"),
    ):
        with pytest.raises(NoSuchNight, match="no night"):
            ask()


def test_a_night_is_found_by_the_beginning_of_its_id(book: Book) -> None:
    night = book.start(START, night="abc1")
    book.start(START, night="abd1")
    assert book.find("abc") == night
    assert book.find("abc1") == night
    with pytest.raises(NoSuchNight):
        book.find("ab")


def test_a_night_starts_once(book: Book) -> None:
    night = book.start(START)
    with pytest.raises(ValueError, match="starts once"):
        book.append(night, START, after=0)
    book.append(night, Corrected(0, NightStarted(("甲", "乙", "丙", "戊"), 5, 1)), after=0)


def test_what_can_not_be_stored_is_refused_before_anything_is_written(book: Book) -> None:
    night = book.start(START)
    with pytest.raises(CodecError, match="not Unicode"):
        book.append(night, InstantPayment(0, 1, 5, "\ud800"), after=0)
    assert book.last(night) == 0
    book.append(night, InstantPayment(0, 1, 10**30, "a\x00b 🀄"), after=0)
    assert book.entries(night)[1].event == InstantPayment(0, 1, 10**30, "a\x00b 🀄")


def test_an_older_copy_in_place_of_the_book_is_noticed(path: Path, book: Book, tmp_path: Path) -> None:
    night = book.start(START)
    book.append(night, WON, after=0)
    older = path.read_bytes()
    book.append(night, WON, after=1)
    path.unlink()
    path.write_bytes(older)
    with pytest.raises(NightCutShort, match="older copy"):
        book.append(night, WON, after=2)
    assert book.last(night) == 1


def test_a_hand_edited_book_can_not_hold_a_number_twice(path: Path, book: Book) -> None:
    night = book.start(START)
    with sqlite3.connect(path) as raw, pytest.raises(sqlite3.IntegrityError):
        raw.execute("INSERT INTO entries VALUES (?, 0, 'now', 'x', '{}')", (night,))


def test_a_night_open_at_one_table_is_not_written_by_another(path: Path, book: Book) -> None:
    night = book.start(START)
    book.claim(night, "Table 1")
    book.claim(night, "Table 1")  # its own claim is no obstacle
    with open_book(path) as other:
        for ask in (lambda: other.claim(night, "Table 2"), lambda: other.append(night, WON, 0)):
            with pytest.raises(NightTaken, match="Table 1") as caught:
                ask()
            assert caught.value.owner == "Table 1"
            since = caught.value.since[:16].replace("T", " ")
            assert f"since {since};" in str(caught.value), "a date and a time as a person reads them"
        assert other.last(night) == 0
        other.claim(night, "Table 2", take=True)
        other.append(night, WON, 0)
        with pytest.raises(StaleNight):
            book.append(night, HandDrawn(), 0)
        with pytest.raises(NightTaken, match="Table 2"):
            book.append(night, HandDrawn(), 1)
        assert book.last(night) == 1
    book.append(night, HandDrawn(), 1)  # closing gave it up


def test_the_claim_of_an_app_that_died_stands_in_nobodys_way(path: Path, book: Book) -> None:
    night = book.start(START)
    book.claim(night, "Table 1")
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE claims SET process = 2147483000")
    with open_book(path) as other:
        other.append(night, WON, 0)
        other.claim(night, "Table 2")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell")
@pytest.mark.parametrize("restarted", [False, True])
def test_another_program_with_the_number_of_an_app_that_died_stands_in_nobodys_way(
    path: Path, book: Book, restarted: bool
) -> None:
    night = book.start(START)
    book.claim(night, "Table 1")
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as stranger:
        with sqlite3.connect(path) as raw:
            (born,) = raw.execute("SELECT born FROM claims").fetchone()
            # after a power cut even the moment may be the same; the run of the machine is another
            now = f"another-run {born.split()[1]}" if restarted else born
            number = os.getpid() if restarted else stranger.pid
            raw.execute("UPDATE claims SET process = ?, born = ?", (number, now))
        with open_book(path) as other:
            assert other.interrupted() == [night]
            other.append(night, WON, 0)
            other.claim(night, "Table 2")
        stranger.communicate(b"\n")


def test_where_the_system_does_not_tell_the_number_alone_counts(
    path: Path, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = book.start(START)
    monkeypatch.setattr("models.book._boot", lambda: "")
    book.claim(night, "Table 1")
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT born FROM claims").fetchone() == (None,)
    with open_book(path) as other, pytest.raises(NightTaken):
        other.append(night, WON, 0)
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE claims SET process = 2147483000")
    with open_book(path) as other:
        other.append(night, WON, 0)


def test_the_night_an_app_died_in_is_known(path: Path, book: Book) -> None:
    assert book.interrupted() == []
    night = book.start(START)
    book.claim(night, "Table 1")
    assert book.interrupted() == [], "who runs has been stopped by nobody"
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE claims SET process = 2147483000")
    later = book.start(START)
    book.claim(later, "Table 1")
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE claims SET process = 2147483000")
    assert book.interrupted() == [later, night], "all of them, the one opened last first"
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE claims SET host = 'elsewhere'")
    assert book.interrupted() == [], "another machine's night is not this one's to go on with"


def test_a_claim_left_behind_yesterday_on_another_machine_is_taken_over(path: Path, book: Book) -> None:
    night = book.start(START, at="2020-01-01T20:00:00+08:00")
    book.claim(night, "Table 1")
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE claims SET host = 'elsewhere'")
    with open_book(path) as other:
        with pytest.raises(NightTaken):
            other.claim(night, "Table 2")
        with sqlite3.connect(path) as raw:
            raw.execute("UPDATE claims SET at = '2020-01-01T20:00:00+08:00'")
        other.claim(night, "Table 2")


def test_a_book_in_memory_for_trials() -> None:
    with open_book(":memory:") as book:
        night = book.start(START)
        book.append(night, WON, 0)
        assert book.nights()[0].hands == 1
