"""What goes wrong at the table: the book refuses, another app writes, fingers slip. Nothing is lost, one line says so."""

from __future__ import annotations

import pytest
from textual.events import Key

from models.book import Book, open_book
from models.book_errors import BookFull, BookReadOnly
from models.events import HandWon, Win
from models.messages import msg
from tests.tui.app_driver import (
    at_table,
    book_with,
    debts,
    lines,
    night_on_disk,
    running,
    start_of,
    table,
    text,
    typed,
    until,
)
from tests.tui.app_driver import home as home


@pytest.mark.parametrize(
    "error",
    [
        BookFull(msg("no room left")),
        BookReadOnly(msg("may not be written")),
        OSError(28, "No space left on device"),
    ],
)
async def test_a_hand_the_book_refuses_is_kept_and_tried_again(home, monkeypatch, error):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        real = Book.append

        def refuse(*_args, **_kwargs):
            raise error

        monkeypatch.setattr(Book, "append", refuse)
        await typed(pilot, "1210⏎")
        assert "Not recorded: 甲 won off 乙, 10 fan. Enter: try again. Esc: let it go." in text(app)
        assert str(getattr(error, "message", None) or "No space left on device") in text(app)
        assert table(app).open_night.night.debts == (), "the board shows only what is on disk"
        await typed(pilot, "3")
        assert "First what waits above" in text(app), "nothing else is recorded before it"
        await typed(pilot, "⏎")
        assert "Not recorded: 甲 won off 乙, 10 fan. Enter: try again. Esc: let it go." in text(app)
        monkeypatch.setattr(Book, "append", real)
        await typed(pilot, "⏎")
        assert "Recorded" in text(app)
        assert debts(table(app).open_night.night) == {"乙→甲": (15, 1)}
    assert night_on_disk(book).hand_number == 2, "once, not twice"


async def test_a_refused_hand_can_be_let_go(home, monkeypatch):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        with monkeypatch.context() as broken:
            broken.setattr(
                Book, "append", lambda *a, **k: (_ for _ in ()).throw(BookFull(msg("no room left")))
            )
            await typed(pilot, "1210⏎")
            await pilot.press("ctrl+q")
            await until(pilot, lambda: "Close anyway?" in text(app))
            await typed(pilot, "n")
        await typed(pilot, "⎋")
        assert "not recorded" in text(app)
        await typed(pilot, "435⏎")
        assert debts(table(app).open_night.night) == {"丙→丁": (10, 1)}


async def test_the_file_vanishes_and_comes_back(home):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        away = home / "away.sqlite"
        book.rename(away)
        await typed(pilot, "1210⏎")
        assert "no longer there" in text(app)
        assert not book.exists(), "no empty book is put in its place"
        away.rename(book)
        await typed(pilot, "⏎")
        assert debts(night_on_disk(book)) == {"乙→甲": (15, 1)}


async def test_what_another_app_wrote_appears_within_a_second(home):
    book = home / "book.sqlite"
    night = book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        with open_book(book) as other:
            other.claim(night, "another table", take=True)
            other.append(night, HandWon((Win(0, 10),), 1), 0)
            other.release(night)
        await until(pilot, lambda: debts(table(app).open_night.night) == {"乙→甲": (15, 1)})
        assert "Another app recorded" in text(app)


async def test_two_apps_never_fork_the_night(home, monkeypatch):
    book = home / "book.sqlite"
    night = book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        monkeypatch.setattr(app.services, "poll", lambda asker: None)
        with open_book(book) as other:
            other.claim(night, "another table", take=True)
            other.append(night, HandWon((Win(0, 10),), 1), 0)
            other.release(night)
        await typed(pilot, "345⏎")
        assert "Another app recorded meanwhile" in text(app)
        assert debts(table(app).open_night.night) == {"乙→甲": (15, 1)}, "the other's hand is on the board"
        await typed(pilot, "⏎")
        assert debts(table(app).open_night.night) == {"丁→丙": (10, 1)}
    stored = night_on_disk(book)
    assert [r.number for r in stored.records] == [1, 2] and not stored.problems


async def test_a_night_open_elsewhere_is_said_watched_and_taken_over(home):
    book = home / "book.sqlite"
    night = book_with(book, start_of())
    with open_book(book) as other:
        other.claim(night, "the other table")
        async with running(book) as (app, pilot):
            await pilot.press("enter")
            await until(pilot, lambda: "the other table" in text(app))
            await typed(pilot, "1")
            await until(pilot, lambda: "Watching" in text(app))
            await typed(pilot, "1210⏎")
            assert "has this night open" in text(app)
            assert table(app).open_night.night.debts == ()
            await typed(pilot, "⏎")
            assert debts(table(app).open_night.night) == {"乙→甲": (15, 1)}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"this is no book at all, but a shopping list" * 40, "book"),
        (b"SQLite format 3\x00" + b"\xff" * 3000, "book"),
    ],
)
async def test_a_corrupt_book_is_said_in_one_line_and_left_alone(home, content, words):
    book = home / "book.sqlite"
    book.write_bytes(content)
    async with running(book) as (app, pilot):
        await until(pilot, lambda: app.screen.trouble is not None)
        found = [line for line in lines(app) if "✗" in line]
        assert len(found) == 1 and words in text(app)  # a long path: the sentence goes on below
        await typed(pilot, "n⏎⏎⏎")
        await until(pilot, lambda: "could not be begun" in text(app))
    assert book.read_bytes() == content


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("9", "First the winner"),
        ("⏎", "First the winner"),
        ("19", "Who dealt in"),
        ("1⏎", "Who dealt in"),
        ("12⏎", "How many fan"),
        ("12-", "less than 0"),
        ("12.", "Whole fan"),
        ("1299999", "at most 9999"),
        ("12d", "half typed"),
        ("12x", "half typed"),
        ("1210u", "half typed"),
        ("h", "First who won"),
        ("x", "No debt has 3 pulls"),
        ("u", "nothing to take back"),
    ],
)
async def test_nonsense_costs_one_line_and_loses_nothing(home, keys, words):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        await typed(pilot, keys)
        found = [line for line in lines(app) if words in line]
        assert len(found) == 1
        assert night_on_disk(book).hand_number == 1


async def test_an_impatient_enter_opens_the_night_once(home):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with running(book) as (app, pilot):
        await pilot.press("enter", "enter", "enter")
        await until(pilot, lambda: app.screen.__class__.__name__ == "TableScreen")
        await pilot.pause(0.2)
        assert [screen.__class__.__name__ for screen in app.screen_stack].count("TableScreen") == 1


async def test_names_typed_faster_than_the_screen_follows_each_land_in_their_place(home):
    async with running(home / "book.sqlite") as (app, pilot):
        await typed(pilot, "n")
        await until(pilot, lambda: "Who plays" in text(app))
        keys = [*"Ann", "enter", *"Bob", "enter", *"Cy", "enter", *"Dee"]
        for key in keys:  # all at once: nothing is waited for in between
            app.post_message(Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: app.screen.query_one("#name3").value == "Dee")
        assert app.screen.names() == ("Ann", "Bob", "Cy", "Dee")


async def test_bad_names_are_refused(home):
    async with running(home / "book.sqlite") as (app, pilot):
        await typed(pilot, "n")
        await until(pilot, lambda: "Who plays" in text(app))
        name = app.screen.query_one("#name0")
        for bad, words in (
            ("", "no name yet"),
            ("   ", "no name yet"),
            ("B", "Two players are called"),
            ("all", "'all'"),
            ("很長的名字" * 9, "too long"),
        ):
            name.value = bad
            await pilot.pause()
            app.screen.action_next()
            await pilot.pause()
            assert words in text(app), bad
            assert app.screen.__class__.__name__ == "NewNightScreen"


async def test_bad_stakes_are_refused(home):
    async with running(home / "book.sqlite") as (app, pilot):
        await typed(pilot, "n⏎⏎")
        await until(pilot, lambda: "house rules" in text(app))
        await typed(pilot, "-")
        assert "none below 0" in text(app)
        await typed(pilot, "↓0⏎")
        assert "At least 1." in text(app)
        await typed(pilot, "⌫9999999")
        assert "At most 6 digits" in text(app)
        assert app.screen.__class__.__name__ == "OptionsScreen"
