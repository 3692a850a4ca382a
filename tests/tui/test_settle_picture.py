"""``p`` on the settle-up saves it as a picture."""

from __future__ import annotations

import pytest

from models.events import HandWon, NightSettled, Win
from tests.tui.app_driver import at_table, book_with, home, start_of, typed, until  # noqa: F401
from tui import picture
from tui.widgets.status import StatusLine


@pytest.mark.parametrize(
    "events", [(), (NightSettled(),)], ids=["before it is confirmed", "of a settled night"]
)
async def test_p_saves_the_card(home, events):  # noqa: F811
    book = home / "book.sqlite"
    book_with(book, start_of(), HandWon((Win(0, 10),), 2), *events)
    folder = home / "data" / "pictures"
    async with at_table(book) as (app, pilot):
        await typed(pilot, "sp")
        await until(pilot, lambda: folder.is_dir() and any(folder.iterdir()))
        await until(pilot, lambda: "Saved as" in app.screen.query_one(StatusLine).said)
    (saved,) = folder.iterdir()
    assert saved.name.startswith("taipai-2026-11-29.")


async def test_a_folder_that_can_not_be_written_costs_one_line(home, monkeypatch):  # noqa: F811
    book = home / "book.sqlite"
    book_with(book, start_of(), HandWon((Win(0, 10),), 2))

    def full(*_):
        raise OSError(28, "No space left on device", "/pictures")

    monkeypatch.setattr(picture, "save", full)
    async with at_table(book) as (app, pilot):
        await typed(pilot, "sp")
        await until(pilot, lambda: "No space left" in app.screen.query_one(StatusLine).said)
