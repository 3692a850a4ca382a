"""The app on a club's book on a real PostgreSQL: several tables, and a server that goes away in the middle of a night."""

from __future__ import annotations

import itertools
import time
from urllib.parse import urlsplit

import pytest

from models.book import open_book
from models.events import HandWon, Win
from models.night import Folder
from models.store import patience
from tests.models import postgres
from tests.tui.app_driver import at_table, debts, running, start_of, table, text, typed, until
from tests.tui.app_driver import home as home

pytest.importorskip("psycopg", reason="the extra club is not installed")
pytestmark = pytest.mark.skipif(postgres.binaries() is None, reason=postgres.WHY_NOT)

names = itertools.count()


@pytest.fixture(scope="module")
def server():
    running = postgres.Server()
    running.start()
    yield running
    running.remove()


@pytest.fixture
def url(server: postgres.Server, home) -> str:
    return server.make_database(f"table{next(names)}")


@pytest.fixture
def relay(server: postgres.Server):
    between = postgres.Relay(server.port)
    yield between
    between.close()


def begun(url: str) -> str:
    with open_book(url) as book:
        return book.start(start_of())


def stored(url: str, night: str):
    with open_book(url) as book:
        return Folder(book.entries(night)).night


async def patiently(pilot, condition, seconds: float = 40) -> None:
    """Waits longer than a server that went away takes to be noticed."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, text(pilot.app)
        await pilot.pause(0.05)


async def press(pilot, keys: str) -> None:
    await pilot.press(*["enter" if key == "⏎" else "escape" if key == "⎋" else key for key in keys])


async def test_the_server_is_stopped_and_started_in_the_middle_of_a_night(server, url) -> None:
    night = begun(url)
    async with at_table(url) as (app, pilot):
        await typed(pilot, "1210⏎")
        assert debts(table(app).open_night.night) == {"乙→甲": (15, 1)}
        server.stop()
        try:
            await press(pilot, "345⏎")
            await patiently(pilot, lambda: table(app).stuck)
            shown = text(app)
            assert "Not recorded: 丙 won off 丁, 5 fan. Enter: try again. Esc: let it go." in shown
            assert "no connection to postgresql://" in shown and "Recorded" not in shown
            assert debts(table(app).open_night.night) == {"乙→甲": (15, 1)}, "only what is stored is shown"
            await press(pilot, "⏎")
            await patiently(pilot, lambda: table(app).stuck)
            await pilot.press("f1")
            await until(pilot, lambda: type(app.screen).__name__ == "HelpScreen")
            await pilot.press("escape")
        finally:
            server.start()
        # nobody presses a key: it goes on by itself
        await patiently(pilot, lambda: not table(app).unsaved)
        assert "Recorded" in text(app)
        assert debts(table(app).open_night.night) == {"丁→丙": (10, 1)}
        await typed(pilot, "d")
    assert [r.kind for r in stored(url, night).records] == ["win", "win", "draw"]


async def test_an_idle_table_says_that_the_server_went_and_came_back(server, url) -> None:
    begun(url)
    async with at_table(url) as (app, pilot):
        server.stop()
        try:
            await patiently(pilot, lambda: "no connection to postgresql://" in text(app))
        finally:
            server.start()
        await patiently(pilot, lambda: "The record book is back." in text(app))
        await typed(pilot, "1210⏎")
        assert debts(table(app).open_night.night) == {"乙→甲": (15, 1)}


async def test_a_hand_whose_answer_was_lost_stands_once(server, url, relay) -> None:
    night = begun(url)
    through = url.replace(f":{server.port}/", f":{relay.port}/")
    async with at_table(through) as (app, pilot):
        relay.lose_commit = True
        await press(pilot, "1210⏎")
        await patiently(pilot, lambda: table(app).stuck)
        assert debts(stored(url, night)) == {"乙→甲": (15, 1)}, "it did arrive: the hard case"
        assert table(app).open_night.night.debts == ()
        relay.shut = False
        await patiently(pilot, lambda: not table(app).unsaved)
        assert debts(table(app).open_night.night) == {"乙→甲": (15, 1)}
        await typed(pilot, "345⏎")
    assert [r.number for r in stored(url, night).records] == [1, 2]


async def test_a_hand_let_go_whose_answer_was_lost_is_shown_after_all(server, url, relay) -> None:
    night = begun(url)
    through = url.replace(f":{server.port}/", f":{relay.port}/")
    async with at_table(through, size=(120, 40)) as (app, pilot):
        relay.lose_commit = True
        await press(pilot, "1210⏎")
        await patiently(pilot, lambda: table(app).stuck)
        await press(pilot, "⎋")
        assert "Let go, not recorded" in text(app)
        relay.shut = False
        await patiently(pilot, lambda: "It had been recorded before the connection broke" in text(app))
        assert debts(table(app).open_night.night) == {"乙→甲": (15, 1)}, "the board shows what the book has"
        await typed(pilot, "u⏎")
        assert table(app).open_night.night.debts == ()
    assert stored(url, night).debts == ()


async def test_a_frozen_server_never_freezes_the_app(server, url, monkeypatch) -> None:
    monkeypatch.setattr(patience, "SILENCE_SECONDS", 1.0)
    night = begun(url)
    async with at_table(url) as (app, pilot):
        await typed(pilot, "1210⏎")
        server.freeze()
        try:
            await press(pilot, "345⏎")
            started = time.monotonic()
            await pilot.press("f1")
            await until(pilot, lambda: type(app.screen).__name__ == "HelpScreen")
            await pilot.press("escape")
            await pilot.pause()
            assert "丙" in text(app)
            await patiently(pilot, lambda: table(app).stuck)
            assert time.monotonic() - started < 30
            assert "no connection to" in text(app)
        finally:
            server.thaw()
        await patiently(pilot, lambda: not table(app).unsaved)
    assert debts(stored(url, night)) == {"丁→丙": (10, 1)}


async def test_beginning_a_night_twice_because_the_answer_was_lost_begins_one(server, url, relay) -> None:
    with open_book(url):
        pass
    through = url.replace(f":{server.port}/", f":{relay.port}/")
    async with running(through) as (app, pilot):
        relay.lose_commit = True
        await pilot.press("n", "enter", "enter", "enter")
        await patiently(pilot, lambda: "no connection to" in text(app))
        relay.shut = False
        for _ in range(8):
            if type(app.screen).__name__ == "TableScreen":
                break
            await pilot.press("enter")
            await pilot.pause(0.3)
        await patiently(pilot, lambda: type(app.screen).__name__ == "TableScreen")
    with open_book(url) as book:
        assert len(book.ids()) == 1


async def test_two_tables_on_one_book(url) -> None:
    mine = begun(url)
    async with at_table(url) as (app, pilot):
        await typed(pilot, "1210⏎")
        with open_book(url) as other:
            theirs = other.start(start_of(players=("戊", "己", "庚", "辛")))
            other.claim(theirs, "Table 2")
            other.append(theirs, HandWon((Win(0, 3),), 1), 0)
            await typed(pilot, "345⏎")
            await typed(pilot, "⎋")
            await until(pilot, lambda: "2 nights" in text(app))
            assert "戊" in text(app)
            assert [info.hands for info in other.nights()] == [1, 2]
    assert len(stored(url, mine).records) == 2


async def test_a_night_another_table_has_open_is_watched_or_taken_over(url) -> None:
    night = begun(url)
    with open_book(url) as other:
        other.claim(night, "Table 2")
        async with running(url) as (app, pilot):
            await pilot.press("enter")
            await until(pilot, lambda: "Table 2" in text(app))
            await typed(pilot, "1")
            await until(pilot, lambda: "Watching" in text(app))
            other.append(night, HandWon((Win(0, 10),), 1), 0)
            await until(pilot, lambda: debts(table(app).open_night.night) == {"乙→甲": (15, 1)})
            await typed(pilot, "345⏎")
            assert "Table 2 has this night open. Enter takes it over." in text(app)
            await typed(pilot, "⏎")
            assert "丁→丙" in debts(table(app).open_night.night)
            with pytest.raises(Exception, match="open at"):
                other.append(night, HandWon((Win(0, 10),), 1), 2)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://club:geheim@127.0.0.1:1/club",
        "postgresql://127.0.0.1:1/club?user=club&password=geheim",
        "postgresql+psycopg://club:geheim@127.0.0.1:1/club?sslmode=disable",
        "postgres://club:geheim@127.0.0.1:nonsense/club",
        "postgresql://club:geheim@/club?host=/nowhere/at/all",
        "mysql://club:geheim@127.0.0.1/club",
        "mysql://127.0.0.1/club?password=geheim",
    ],
)
async def test_a_password_is_never_shown(home, address: str, capsys) -> None:
    from click.testing import CliRunner

    from tui.cli import main

    for command in (["doctor"], ["doctor", "--json"], ["book", "list"], ["book", "list", "--json"]):
        result = CliRunner().invoke(main, ["--lang", "en", "--book", address, *command])
        assert "geheim" not in result.output + str(result.exception or ""), command
        assert "Traceback" not in result.output
    async with running(address) as (app, pilot):
        await pilot.pause()
        assert app.screen.trouble is not None
        assert "geheim" not in text(app)
    for file in home.rglob("*"):
        assert not file.is_file() or b"geheim" not in file.read_bytes()


async def test_a_password_is_not_shown_on_a_working_book_either(server, url) -> None:
    parts = urlsplit(url)
    address = f"postgresql://club:geheim@{parts.netloc.rpartition('@')[2]}{parts.path}"
    begun(address)
    async with running(address, size=(120, 40)) as (app, pilot):
        await until(pilot, lambda: "record book: postgresql://club" in text(app))
        assert "geheim" not in text(app)
