"""Drives the real app in tests: types keys, waits until the book has what was confirmed, reads the screen as text."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from models.book import open_book
from models.events import NightStarted, Options
from models.night import Folder
from tui import i18n
from tui.app import TaiPaiApp
from tui.screens.appending import Appending
from tui.screens.table import TableScreen

NAMES = {
    "⏎": "enter",
    "⌫": "backspace",
    "⎋": "escape",
    "␣": "space",
    "↑": "up",
    "↓": "down",
    "←": "left",
    "→": "right",
}


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A person's folders, empty."""
    monkeypatch.setenv("TAIPAI_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("TAIPAI_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("TAIPAI_BOOK", raising=False)
    yield tmp_path
    i18n.use("en")


def start_of(
    dealer_fan: str = "off", players: tuple[str, ...] = ("甲", "乙", "丙", "丁"), **options
) -> NightStarted:
    return NightStarted(players, 5, 1, "2026-11-29", Options(dealer_fan=dealer_fan, **options), "3f2a9c")


def book_with(path: Path, start: NightStarted, *events) -> str:
    """A book holding one night; its id."""
    with open_book(path) as book:
        night = book.start(start)
        for number, event in enumerate(events):
            book.append(night, event, number)
    return night


def night_on_disk(path: Path, night: str | None = None):
    """The fold of what is really stored."""
    with open_book(path) as book:
        return Folder(book.entries(night or book.ids()[0])).night


@contextlib.asynccontextmanager
async def running(book: Path, size=(80, 24), lang="en"):
    """The app on its home screen with the nights listed."""
    app = TaiPaiApp(str(book), lang)
    async with app.run_test(size=size) as pilot:
        await until(
            pilot,
            # a night that was cut off may lie over the home screen already
            lambda: any(
                getattr(screen, "nights", None) is not None or getattr(screen, "trouble", None) is not None
                for screen in app.screen_stack
            ),
        )
        yield app, pilot


@contextlib.asynccontextmanager
async def at_table(book: Path, size=(80, 24), lang="en"):
    """The app at the table of the newest night."""
    async with running(book, size, lang) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: any(isinstance(screen, TableScreen) for screen in app.screen_stack))
        await pilot.pause()
        await pilot.pause()
        yield app, pilot


async def until(pilot, condition, tries: int = 400):
    """Waits until something is so; fails when it never is."""
    for _ in range(tries):
        if condition():
            await pilot.pause()
            return
        await pilot.pause(0.02)
    raise AssertionError(f"never happened: {condition}\n{text(pilot.app)}")


def table(app) -> TableScreen:
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


async def typed(pilot, keys: str):
    """Types one key a character (⏎ ⌫ ⎋ ␣ and arrows by their signs) and waits until nothing is being stored."""
    for key in keys:
        await pilot.press(NAMES.get(key, key))
        await pilot.pause()
        stack = pilot.app.screen_stack
        if any(isinstance(screen, TableScreen) for screen in stack):
            await until(
                pilot,
                lambda: (
                    not any(
                        isinstance(screen, Appending) and screen._busy for screen in pilot.app.screen_stack
                    )
                ),
            )


def lines(app) -> list[str]:
    """The screen as lines of text."""
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


def text(app) -> str:
    return "\n".join(lines(app))


def debts(night) -> dict[str, tuple[int, int]]:
    """``{"乙→甲": (amount, pulls)}``."""
    who = night.players
    return {f"{who[d.debtor]}→{who[d.creditor]}": (d.amount, d.pulls) for d in night.debts}
