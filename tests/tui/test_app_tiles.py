"""From the table to the tiles and back: a counted hand, its number typed over, its items in the log; every screen opens and closes."""

from __future__ import annotations

import pytest

from models.events import HandWon, Win
from tests.tui.app_driver import (
    at_table,
    book_with,
    debts,
    night_on_disk,
    running,
    start_of,
    table,
    text,
    typed,
    until,
)
from tests.tui.app_driver import home as home
from tui.app import TaiPaiApp

HAND = "123m456m234p789s1112z2z"


def screen_name(app) -> str:
    return app.screen.__class__.__name__


async def test_tiles_are_counted_recorded_and_told_in_the_log(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on"))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "23h")
        await until(pilot, lambda: screen_name(app) == "HandScreen")
        await typed(pilot, HAND)
        await pilot.pause(0.3)
        await typed(pilot, "⏎")
        await until(pilot, lambda: screen_name(app) == "TableScreen")
        assert "counted from the tiles" in text(app)
        counted = table(app).draft.counted
        assert counted is not None and counted.hand and counted.items and counted.fan == counted.counted
        await typed(pilot, "⏎")
        won = night_on_disk(book).records[-1].event
        assert isinstance(won, HandWon) and won.payer == 2 and won.wins[0] == counted
        assert debts(table(app).open_night.night) == {"丙→乙": (5 + counted.fan, 1)}
        await typed(pilot, "l␣")
        await until(pilot, lambda: screen_name(app) == "DetailScreen")
        assert "22z" in text(app) or "2z" in text(app)
        for item in counted.items:
            assert item.en in text(app)


async def test_a_number_typed_over_the_count_stands_and_is_noted(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on"))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "23h")
        await until(pilot, lambda: screen_name(app) == "HandScreen")
        await typed(pilot, HAND)
        await pilot.pause(0.3)
        await typed(pilot, "⏎")
        await until(pilot, lambda: screen_name(app) == "TableScreen")
        counted = table(app).draft.counted.fan
        await typed(pilot, "20")
        assert f"(counted: {counted})" in text(app)
        await typed(pilot, "⏎")
        win = night_on_disk(book).records[-1].event.wins[0]
        assert (win.fan, win.counted) == (20, counted) and win.hand
        await typed(pilot, "l␣")
        await until(pilot, lambda: f"counted {counted}, recorded as 20" in text(app))


async def test_tiles_of_a_hand_being_corrected(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on"), HandWon((Win(1, 3),), 2))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "l⏎h")
        await until(pilot, lambda: screen_name(app) == "HandScreen")
        await typed(pilot, HAND)
        await pilot.pause(0.3)
        await typed(pilot, "⏎")
        await until(pilot, lambda: screen_name(app) == "CorrectScreen")
        await typed(pilot, "⏎y")
        await until(pilot, lambda: app.services.current.last == 2)
        win = app.services.current.night.records[0].event.wins[0]
        assert win.hand and win.fan == win.counted


@pytest.mark.parametrize(("size", "lang"), [((80, 24), "zh_HK"), ((120, 40), "en")])
async def test_every_screen_opens_and_closes(home, size, lang):
    book = home / "book.sqlite"
    book_with(book, start_of("on"), HandWon((Win(0, 4),), None))
    async with running(book, size, lang) as (app, pilot):
        for key in ("b", "r", "k", "h", "p", "n", "f1"):
            await pilot.press(key)
            await until(pilot, lambda: screen_name(app) != "HomeScreen")
            await pilot.pause(0.1)
            await pilot.press("f2", "f2")
            await pilot.pause()
            await leave(app, pilot, "HomeScreen")
    async with at_table(book, size, lang) as (app, pilot):
        for keys in ("r", "k", "l", "o", "s", "i", "c", "w", "12h", "12p"):
            await typed(pilot, keys)
            await until(pilot, lambda: screen_name(app) != "TableScreen")
            await pilot.pause(0.1)
            await leave(app, pilot, "TableScreen")
            await typed(pilot, "⌫⌫")
        await pilot.press("f8")
        await until(pilot, lambda: screen_name(app) != "TableScreen")
        await leave(app, pilot, "TableScreen")
    assert night_on_disk(book).last_number == 1


async def leave(app, pilot, name: str) -> None:
    """Escapes until the screen of this name is in front; a question on the way is answered with Esc too."""
    for _ in range(8):
        if screen_name(app) == name:
            return
        await pilot.press("escape")
        await pilot.pause(0.1)
    raise AssertionError(f"no way back from {screen_name(app)}\n{text(app)}")


async def test_the_bar_of_keys_can_be_clicked(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on"))
    async with at_table(book) as (app, pilot):
        bar = app.screen.query_one("KeyBar")
        line = text(app).splitlines()[bar.region.y]
        assert await pilot.click("KeyBar", offset=(line.index("drawn"), 0))
        await until(pilot, lambda: len(table(app).open_night.night.records) == 1)


def test_the_unexpected_costs_a_person_one_line(home, monkeypatch):
    app = TaiPaiApp(str(home / "book.sqlite"), "en")
    said = []
    monkeypatch.setattr(type(app), "is_headless", property(lambda self: False))
    monkeypatch.setattr(app, "panic", lambda *lines: said.extend(lines))
    try:
        raise KeyError("never mind")
    except KeyError as error:
        app._handle_exception(error)
    assert len(said) == 1 and "Every recorded hand is on disk" in said[0] and "\n" not in said[0]
    assert "KeyError" in (home / "data" / "stopped.log").read_text()
