"""A club's book on a real PostgreSQL: the same book, several tables at once, and a server that goes away in the middle of a night."""

from __future__ import annotations

import itertools
import json
import random
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from models import codec
from models.backups import back_up, restore
from models.book import open_book
from models.book_errors import (
    BookAddressWrong,
    BookError,
    BookLocked,
    BookNewer,
    BookReadOnly,
    BookUnavailable,
    NightTaken,
    NoSuchNight,
    RosterRefused,
    StaleNight,
)
from models.events import HandDrawn, HandWon, InstantPayment, NightStarted, Undone, Win
from models.exchange import export_json, import_file, read_json
from models.roster import PlayerRenamed, PlayersMerged, player_id
from models.statistics import pairs, statistics
from models.store import engine, migrate
from models.store.schema import HEAD
from tests.models import postgres
from tests.models.random_books import write_night

pytest.importorskip("psycopg", reason="the extra club is not installed")
pytestmark = pytest.mark.skipif(postgres.binaries() is None, reason=postgres.WHY_NOT)

START = NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29")
WON = HandWon((Win(0, 10),), 1)
names = itertools.count()


@pytest.fixture(scope="module")
def server():
    running = postgres.Server()
    running.start()
    yield running
    running.remove()


@pytest.fixture
def url(server: postgres.Server) -> str:
    return server.make_database(f"club{next(names)}")


@pytest.fixture
def book(url: str):
    with open_book(url) as opened:
        yield opened


def test_what_was_appended_is_read_back_by_another_table(url: str, book) -> None:
    night = book.start(START, at="2026-11-29T20:00:00+08:00")
    events = [WON, HandDrawn(), InstantPayment(None, 2, 10**25, "八仙\x00過海 🀄"), Undone(2)]
    for number, event in enumerate(events):
        book.append(night, event, number)
    with open_book(url) as other:
        assert [e.event for e in other.entries(night)] == [START, *events]
        assert [e.number for e in other.entries(night, after=2)] == [3, 4]
        assert (other.last(night), other.ids(), other.find(night[:6])) == (4, [night], night)
        assert other.nights()[0].hands == 1
        with pytest.raises(StaleNight) as caught:
            other.append(night, WON, 1)
        assert [e.number for e in caught.value.new] == [2, 3, 4]
        with pytest.raises(NoSuchNight):
            other.append("nothing", WON, 0)
    assert url.split("//")[1] in book.place
    assert book.weaknesses() == [] and book.writability() is None and book.damage() is None


def test_many_tables_at_once(url: str, book) -> None:
    shared = book.start(START)
    failed: list[BaseException] = []
    wrote: list[int] = []

    def table(number: int) -> None:
        try:
            with open_book(url) as own:
                night = own.start(NightStarted(("甲", "乙", "丙", f"丁{number}"), 5, 1))
                own.claim(night, f"Table {number}")
                seen = 0
                for hand in range(12):
                    own.append(night, WON, hand)
                    while True:
                        try:
                            entry = own.append(shared, WON, seen)
                        except StaleNight as stale:
                            seen = stale.new[-1].number
                        else:
                            seen = entry.number
                            wrote.append(seen)
                            break
                assert [e.number for e in own.entries(night)] == list(range(13))
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=table, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert sorted(wrote) == list(range(1, 73))
    assert [e.number for e in book.entries(shared)] == list(range(73))
    assert sum(info.hands for info in book.nights()) == 6 * 12 + 72


TABLE = """
import sys
from models.book import open_book
from models.book_errors import StaleNight
from models.events import InstantPayment, NightStarted
url, shared, name, hands = sys.argv[1:]
with open_book(url) as book:
    own = book.start(NightStarted(("a", "b", "c", name), 5, 1))
    book.claim(own, name)
    seen = 0
    for hand in range(int(hands)):
        book.append(own, InstantPayment(0, 1, hand + 1, name), hand)
        while True:
            try:
                seen = book.append(shared, InstantPayment(0, 1, hand + 1, name), seen).number
                break
            except StaleNight as stale:
                seen = stale.new[-1].number
    print(own)
"""


def test_tables_in_processes_of_their_own(url: str, book) -> None:
    """Each writes a night of its own and, by turns, one that all write: numbers without a gap, everybody's hands in everybody's order."""
    shared = book.start(START)
    hands, tables = 15, ("t1", "t2", "t3")
    running = [
        subprocess.Popen(
            [sys.executable, "-c", TABLE, url, shared, name, str(hands)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        for name in tables
    ]
    own = {name: each.communicate(timeout=120)[0].strip() for name, each in zip(tables, running, strict=True)}
    assert [each.returncode for each in running] == [0] * len(tables)
    everything = book.entries(shared)
    assert [e.number for e in everything] == list(range(hands * len(tables) + 1))
    for name in tables:
        mine = [e.event.amount for e in everything[1:] if e.event.words == name]
        assert mine == list(range(1, hands + 1))
        assert [e.event.amount for e in book.entries(own[name])[1:]] == mine
        with pytest.raises(StaleNight):
            book.append(own[name], WON, 3)
    assert len(book.records()) == 1 + len(tables), "statistics are over every table's nights"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell")
def test_another_program_with_the_number_of_an_app_that_died_stands_in_nobodys_way(url: str) -> None:
    made = engine.open_engine(engine.parse(url))
    migrate.upgrade(made, url, to="0002")
    with open_book(url) as opened:
        assert opened.revision() == HEAD
        night = opened.start(START)
        opened.claim(night, "Table 1")
        with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as stranger:
            with open_book(url) as other:
                assert other.interrupted() == []
                with made.begin() as c:
                    c.execute(text("UPDATE claims SET process = :p"), {"p": stranger.pid})
                assert other.interrupted() == [night]
                other.claim(night, "Table 2")
            stranger.communicate(b"\n")
    made.dispose()


def test_a_night_belongs_to_one_table_at_a_time(url: str, book) -> None:
    night = book.start(START)
    book.claim(night, "Table 1")
    with open_book(url) as other:
        with pytest.raises(NightTaken, match="Table 1"):
            other.claim(night, "Table 2")
        with pytest.raises(NightTaken, match="Table 1"):
            other.append(night, WON, 0)
        other.claim(night, "Table 2", take=True)
        other.append(night, WON, 0)
        with pytest.raises(NightTaken, match="Table 2"):
            book.append(night, WON, 1)
    book.claim(night, "Table 1")


def test_two_tables_claim_one_night_at_the_same_moment(url: str, book) -> None:
    nights = [book.start(NightStarted(("甲", "乙", "丙", f"丁{n}"), 5, 1)) for n in range(10)]
    books = [open_book(url) for _ in range(4)]
    for night in nights:
        got: list[int] = []
        other: list[BaseException] = []
        go = threading.Barrier(4)

        def claim(number: int, night: str = night, go=go, got=got, other=other) -> None:
            go.wait()
            try:
                books[number].claim(night, f"Table {number}")
                got.append(number)
            except NightTaken:
                pass
            except BaseException as error:
                other.append(error)

        threads = [threading.Thread(target=claim, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not other
        assert len(got) == 1
    for opened in books:
        opened.close()


def test_the_server_goes_away_and_comes_back(server: postgres.Server, url: str, book) -> None:
    night = book.start(START)
    book.append(night, WON, 0)
    server.stop()
    try:
        for ask in (
            lambda: book.append(night, HandDrawn(), 1),
            lambda: book.append(night, HandDrawn(), 1),
            lambda: book.entries(night),
            lambda: book.start(START),
            book.nights,
        ):
            with pytest.raises(BookUnavailable, match="no connection") as caught:
                ask()
            assert "\n" not in str(caught.value)
        with pytest.raises(BookUnavailable):
            open_book(url)
    finally:
        server.start()
    assert book.append(night, HandDrawn(), 1).number == 2
    second = book.start(START)
    assert [e.event for e in book.entries(night)] == [START, WON, HandDrawn()]
    assert sorted(book.ids()) == sorted([night, second])


def test_the_server_dies_again_and_again_in_the_middle_of_a_night(server: postgres.Server, url: str) -> None:
    chance = random.Random(8)
    acknowledged: list[int] = []
    losses = [0]
    stop = threading.Event()
    failed: list[BaseException] = []
    with open_book(url) as book:
        night = book.start(START)

    def play() -> None:
        try:
            with open_book(url) as own:
                while not stop.is_set():
                    after = acknowledged[-1] if acknowledged else 0
                    try:
                        entry = own.append(night, InstantPayment(0, 1, after + 1, "x" * 500), after)
                    except BookUnavailable:
                        losses[0] += 1
                        time.sleep(0.02)
                        continue
                    acknowledged.append(entry.number)
        except BaseException as error:
            failed.append(error)

    player = threading.Thread(target=play)
    player.start()
    for _ in range(6):
        before = len(acknowledged)
        deadline = time.monotonic() + 20
        while len(acknowledged) == before and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(chance.random() * 0.2)
        server.stop("immediate")
        server.start()
    before = len(acknowledged)
    deadline = time.monotonic() + 20
    while len(acknowledged) == before and time.monotonic() < deadline:
        time.sleep(0.01)
    stop.set()
    player.join()
    assert not failed
    assert losses[0], "never noticed the server going: the test shows nothing"
    assert acknowledged == list(range(1, len(acknowledged) + 1)), "a retried append was doubled or lost"
    with open_book(url) as book:
        events = [e.event for e in book.entries(night)][1:]
    assert events == [InstantPayment(0, 1, n, "x" * 500) for n in range(1, len(acknowledged) + 1)]


def test_the_same_nights_in_both_kinds_of_book(book, tmp_path: Path) -> None:
    chance = random.Random(4)
    with open_book(tmp_path / "book.sqlite") as file:
        for _ in range(5):
            write_night(file, chance, chance.randrange(2, 12))
        file.change(PlayerRenamed(player_id("阿明"), "明哥"))
        exported = "".join(export_json(file))
        import_file(book, read_json(exported))
        assert "".join(export_json(book)) == exported
        assert import_file(book, read_json(exported)).entries_added == 0
        assert statistics(book.records(), book.roster()) == statistics(file.records(), file.roster())
        assert pairs(book.records(), book.roster()) == pairs(file.records(), file.roster())
        assert book.nights() == file.nights()
    copy = back_up(book, tmp_path / "backup.json")
    assert copy.read_text(encoding="utf-8") == exported
    with pytest.raises(RosterRefused):
        book.change(PlayersMerged(player_id("乙"), player_id("乙")))


def test_an_older_book_is_brought_up_after_a_backup_by_one_of_many(url: str, tmp_path: Path) -> None:
    made = engine.open_engine(engine.parse(url))
    migrate.upgrade(made, url, to="0001")
    with made.begin() as c:
        c.execute(text("INSERT INTO nights VALUES ('n1', '2026-11-29T20:00:00+08:00', 1)"))
        for number, event in enumerate([START, WON]):
            c.execute(
                text("INSERT INTO entries VALUES ('n1', :n, '2026-11-29T20:00:00+08:00', 'w', :e)"),
                {"n": number, "e": codec.dumps(event)},
            )
    made.dispose()
    failed: list[BaseException] = []
    go = threading.Barrier(3)

    def app() -> None:
        try:
            go.wait()
            with open_book(url, backups=tmp_path / "backups") as opened:
                assert [e.event for e in opened.entries("n1")] == [START, WON]
                assert opened.revision() == HEAD
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=app) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    kept = sorted((tmp_path / "backups").iterdir())
    assert kept
    for file in kept:
        (night,) = read_json(file.read_bytes()).nights
        assert [e.event for e in night.entries] == [START, WON]


def test_a_migration_that_fails_half_way_leaves_the_old_book_whole(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alembic import op

    made = engine.open_engine(engine.parse(url))
    migrate.upgrade(made, url, to="0001")
    made.dispose()
    real = op.create_table

    def create(name, *arguments, **options):
        if name == "claims":
            raise RuntimeError("out of luck")
        return real(name, *arguments, **options)

    with monkeypatch.context() as patched:
        patched.setattr(op, "create_table", create)
        with pytest.raises(Exception, match="as it was"):
            open_book(url)
    made = engine.open_engine(engine.parse(url))
    with made.connect() as c:
        assert migrate.revision(c) == "0001"
        assert not c.dialect.has_table(c, "roster")
    made.dispose()
    with open_book(url) as opened:
        assert opened.revision() == HEAD


def test_a_newer_book_is_refused(url: str) -> None:
    with open_book(url) as opened, opened.writing() as c:
        c.execute(text("UPDATE alembic_version SET version_num = '0099'"))
    with pytest.raises(BookNewer, match="newer TaiPai"):
        open_book(url)


def test_what_is_wrong_with_an_address(server: postgres.Server, url: str, tmp_path: Path) -> None:
    with pytest.raises(BookAddressWrong, match="does not exist"):
        open_book(server.url("nothing"))
    with pytest.raises(BookAddressWrong):
        open_book(server.url(url.rsplit("/", 1)[1], user="stranger"))
    with pytest.raises(BookAddressWrong, match="import"):
        restore(url, tmp_path / "x", tmp_path)


def test_a_server_that_may_only_be_read(url: str) -> None:
    with open_book(url) as opened:
        night = opened.start(START)
    with open_book(f"{url}?options=-c%20default_transaction_read_only%3Don") as opened:
        assert opened.last(night) == 0
        with pytest.raises(BookReadOnly):
            opened.append(night, WON, 0)
        assert opened.nights()[0].hands == 0  # figures are counted, only not kept
        assert opened.writability() is not None


def test_a_night_held_by_somebody_else_is_told_in_time(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine.open_engine, "__kwdefaults__", {"create": False, "busy_ms": 200})
    with open_book(url) as opened:
        night = opened.start(START)
        other = engine.open_engine(engine.parse(url))
        with other.connect() as c, c.begin():
            c.execute(text("SELECT * FROM nights FOR UPDATE"))
            with pytest.raises(BookLocked, match="another program holds"):
                opened.append(night, WON, 0)
        other.dispose()
        assert opened.append(night, WON, 0).number == 1


def test_a_frozen_server_is_given_up(
    server: postgres.Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from models.store import patience

    monkeypatch.setattr(patience, "SILENCE_SECONDS", 0.7)
    with open_book(url) as opened:
        night = opened.start(START)
        server.freeze()
        try:
            for ask in (lambda: opened.append(night, WON, 0), lambda: opened.last(night)):
                with pytest.raises(BookUnavailable, match="no connection"):
                    ask()
        finally:
            server.thaw()
        assert opened.append(night, WON, 0).number == 1
        assert opened.last(night) == 1


def test_a_server_that_accepts_and_never_speaks_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "CONNECT_SECONDS", 2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(BookUnavailable, match="no connection"):
            open_book(f"postgresql://club:geheim@127.0.0.1:{port}/club")


def test_no_password_is_in_any_words(url: str) -> None:
    for address in (
        "postgresql://club:geheim@127.0.0.1:1/club",
        "postgresql://127.0.0.1:1/club?user=club&password=geheim",
        "postgres://club:geheim@127.0.0.1:no/club?password=geheim",
        "mysql://127.0.0.1/club?password=geheim",
    ):
        with pytest.raises(BookError) as caught:
            open_book(address)
        assert "geheim" not in str(caught.value) and "127.0.0.1" in str(caught.value)
    with open_book(f"{url}?password=geheim") as opened:
        assert "geheim" not in opened.place + repr(opened)


def test_the_command_line_on_a_server(url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from tui.cli import main

    monkeypatch.setenv("TAIPAI_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("TAIPAI_CONFIG_DIR", str(tmp_path))
    with open_book(url) as opened:
        night = opened.start(START)
    result = CliRunner().invoke(main, ["--book", url, "book", "list", "--json"])
    assert [n["id"] for n in json.loads(result.stdout)] == [night]
    result = CliRunner().invoke(main, ["--book", url, "doctor", "--json"])
    told = {f["id"]: f for f in json.loads(result.stdout)["findings"]}
    assert told["book"]["state"] == "ok" and "book_safety" not in told
