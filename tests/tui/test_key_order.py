"""Keys that come in one burst mean what they mean one by one."""

from __future__ import annotations

import time

import pytest
from textual.events import Key

from models.book import Book
from models.events import HandWon
from tests.tui.app_driver import at_table, book_with, night_on_disk, running, start_of, text, typed, until
from tests.tui.app_driver import home as home

NAMES = {"⏎": "enter", "⌫": "backspace", "⎋": "escape"}


def burst(app, keys: str) -> None:
    """All keys at once: nothing is waited for in between."""
    for sign in keys:
        key = NAMES.get(sign, sign)
        app.post_message(Key(key, sign if key == sign else None))


def played(book):
    """The hands on disk."""
    events = [record.event for record in night_on_disk(book).records]
    return [event for event in events if isinstance(event, HandWon)]


@pytest.mark.parametrize("slow", [0.0, 0.3])
@pytest.mark.parametrize("pause", [False, True])
async def test_two_hands_in_one_burst_are_two_hands(home, monkeypatch, pause, slow):
    """Also where the second Enter comes while the first hand is being stored."""
    book = home / "book.sqlite"
    book_with(book, start_of())
    append = Book.append

    def slowly(*arguments, **options):
        time.sleep(slow)
        return append(*arguments, **options)

    async with at_table(book) as (app, pilot):
        monkeypatch.setattr(Book, "append", slowly)
        for part in ("127⏎", "319⏎") if pause else ("127⏎319⏎",):
            burst(app, part)
            if pause:
                await pilot.pause(0.1)
        await until(pilot, lambda: len(played(book)) >= 2)
        await pilot.pause(0.5 + slow)
        hands = played(book)
    assert [hand.wins[0].fan for hand in hands] == [7, 9]


async def test_a_burst_with_backspace(home):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        burst(app, "1215⌫0⏎")
        await until(pilot, lambda: len(played(book)) == 1)
        assert played(book)[0].wins[0].fan == 10


async def test_a_burst_with_a_self_draw(home):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        burst(app, "1z16⏎")
        await until(pilot, lambda: len(played(book)) == 1)
        hand = played(book)[0]
        assert hand.wins[0].fan == 16 and hand.payer is None


async def test_a_night_begun_and_a_hand_played_in_one_burst(home):
    book = home / "book.sqlite"
    async with running(book) as (app, pilot):
        await until(pilot, lambda: "No night yet" in text(app))
        burst(app, "nZoe⏎Ann⌫⏎Bob⏎Cy⏎⏎⏎")
        await until(pilot, lambda: app.screen.__class__.__name__ == "TableScreen")
        assert [screen.__class__.__name__ for screen in app.screen_stack].count("NewNightScreen") == 0
        assert night_on_disk(book).start.players == ("Zoe", "An", "Bob", "Cy")


async def test_enters_typed_ahead_begin_the_night_offered(home):
    book = home / "book.sqlite"
    async with running(book) as (app, pilot):
        await until(pilot, lambda: "No night yet" in text(app))
        burst(app, "n⏎⏎⏎")
        await until(pilot, lambda: app.screen.__class__.__name__ == "TableScreen")
        await pilot.pause(0.2)
        assert [screen.__class__.__name__ for screen in app.screen_stack][1:] == ["HomeScreen", "TableScreen"]


async def test_a_key_is_not_held_up_by_one_that_never_comes_back(home, monkeypatch):
    """A screen that goes away takes what was on its way with it; the next key still comes through."""
    async with running(home / "book.sqlite") as (app, pilot):
        await until(pilot, lambda: "No night yet" in text(app))
        monkeypatch.setattr(app, "on_passed", lambda message: None)
        await typed(pilot, "n")
        await until(pilot, lambda: "Who plays" in text(app))
        burst(app, "Z")
        await until(pilot, lambda: app.screen.query_one("#name0").value.startswith("Z"))
