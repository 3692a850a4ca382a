"""From the table with a photo to the ledger: winner, payer, p, Enter, Enter, Enter, Enter."""

from __future__ import annotations

import pytest
from PIL import Image

from models.events import HandWon
from tests.tui.app_driver import at_table, book_with, night_on_disk, running, start_of, text, typed, until
from tests.tui.app_driver import home as home
from tests.tui.test_photo_screen import Webcam
from tests.vision.networks import Networks
from tests.vision.scenes import Table
from tui import photo_jobs
from tui.screens.hand import HandScreen
from tui.screens.photo import PhotoScreen
from tui.screens.photo_tiles import PhotoTilesScreen
from tui.screens.table import TableScreen
from tui.widgets.photo_status import PhotoSources
from vision.camera import CameraInfo


@pytest.fixture(autouse=True)
def surroundings(monkeypatch):
    networks = Networks(
        Table().row("567m34p11z").row("5p", 0.9).row("234m", 1.0, across=0).row("678p", 0.8).row("111s", 0.8)
    )
    monkeypatch.setattr("vision.read.networks", lambda: (networks.locate, networks.classify))
    monkeypatch.setattr(photo_jobs, "list_cameras", lambda: [CameraInfo(0, "Front")])
    monkeypatch.setattr("vision.camera.Camera", Webcam)
    monkeypatch.setattr(PhotoScreen, "last_source", "")
    Webcam.made, Webcam.error = [], None


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("lang", ["en", "zh_HK"])
async def test_p_enter_enter_is_enough_when_all_is_right(home, size, lang):
    book = home / "book.sqlite"
    book_with(book, start_of("on"))
    async with at_table(book, size, lang) as (app, pilot):
        await typed(pilot, "23p")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen) and app.screen.camera is not None)
        await typed(pilot, "⏎")
        await until(pilot, lambda: isinstance(app.screen, PhotoTilesScreen))
        assert "(234m)(678p)(111s) 567m 34p 11z +5p" in text(app)
        await typed(pilot, "⏎")
        await until(pilot, lambda: isinstance(app.screen, HandScreen))
        await pilot.pause(0.3)
        await typed(pilot, "⏎")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await typed(pilot, "⏎")
        won = night_on_disk(book).records[-1].event
        assert isinstance(won, HandWon) and won.payer == 2
        win = won.wins[0]
        assert win.winner == 1
        assert "+5p" in win.hand and win.counted == win.fan
        assert win.items


async def test_from_the_first_screen_a_photo_goes_to_the_count(home, tmp_path):
    async with running(home / "book.sqlite") as (app, pilot):
        await typed(pilot, "p")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        path = tmp_path / "hand.png"
        Image.new("RGB", (4000, 3000)).save(path)
        app.screen.read_photo(str(path))
        await until(pilot, lambda: isinstance(app.screen, PhotoTilesScreen))
        await typed(pilot, "⏎")
        await until(pilot, lambda: isinstance(app.screen, HandScreen))


async def test_escape_leads_back_to_the_table_with_nothing_recorded(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on"))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "23p")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen) and app.screen.camera is not None)
        await typed(pilot, "⏎")
        await until(pilot, lambda: isinstance(app.screen, PhotoTilesScreen))
        await typed(pilot, "⎋")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        await typed(pilot, "⎋")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert len(night_on_disk(book).records) == 0


async def test_back_from_the_count_the_photo_is_as_it_was_put_right(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on"))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "23p")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen) and app.screen.camera is not None)
        await typed(pilot, "⏎")
        await until(pilot, lambda: isinstance(app.screen, PhotoTilesScreen))
        await pilot.press("home", "4", "m", "enter")
        await until(pilot, lambda: isinstance(app.screen, HandScreen))
        await pilot.pause(0.3)
        await typed(pilot, "⎋")
        await until(pilot, lambda: isinstance(app.screen, PhotoTilesScreen))
        assert "(234m)(678p)(111s) 467m 34p 11z +5p" in text(app)
        await pilot.press("5", "m", "enter")
        await until(pilot, lambda: isinstance(app.screen, HandScreen))
        await pilot.pause(0.3)
        await typed(pilot, "⏎")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await typed(pilot, "⏎")
        assert "567m" in night_on_disk(book).records[-1].event.wins[0].hand
        # the hand is in the ledger: its photo is not offered for the next one
        await typed(pilot, "23p")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        assert "go on with" not in text(app)
        table = next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
        assert app.screen.request.hand == (table.open_night.id, 2)  # nor in another night


async def test_a_counted_hand_that_is_not_recorded_keeps_its_photo(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on"))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "23p")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen) and app.screen.camera is not None)
        await typed(pilot, "⏎")
        await until(pilot, lambda: isinstance(app.screen, PhotoTilesScreen))
        await pilot.press("home", "4", "m", "5", "m", "enter")
        await until(pilot, lambda: isinstance(app.screen, HandScreen))
        await pilot.pause(0.3)
        await typed(pilot, "⏎")
        await until(pilot, lambda: "Counted" in text(app))
        await typed(pilot, "⎋")  # the line is cleared: nothing is recorded
        assert len(night_on_disk(book).records) == 0
        await typed(pilot, "23p")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        await pilot.pause()
        assert "go on with" in text(app)
        await typed(pilot, "⏎")
        await until(pilot, lambda: isinstance(app.screen, PhotoTilesScreen))
        assert len(app.screen.history) == 2


async def test_a_photo_of_another_winner_is_offered_but_not_first(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on"))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "12p")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen) and app.screen.camera is not None)
        await typed(pilot, "⏎")
        await until(pilot, lambda: isinstance(app.screen, PhotoTilesScreen))
        await pilot.press("home", "4", "m", "escape")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        await typed(pilot, "⎋")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await typed(pilot, "⎋4zp")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen) and app.screen.camera is not None)
        assert "go on with" not in text(app) and "甲's photo: #0" in text(app)
        sources = app.screen.sources
        assert sources[app.screen.query_one(PhotoSources).highlighted].id == "camera"
        assert sources[-1].id == "kept_of_another"
        await pilot.press("end", "enter")  # the winner had been mistyped: the photo is his from now on
        await until(pilot, lambda: isinstance(app.screen, PhotoTilesScreen))
        assert app.screen.draft.tiles[0].face == "4m"
        await typed(pilot, "⎋")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        await pilot.pause()
        assert "go on with #0" in text(app) and "甲's" not in text(app)
        await typed(pilot, "⎋⎋")
        await typed(pilot, "43p")  # whoever dealt in, the tiles are the winner's
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        await pilot.pause()
        assert app.screen.sources[app.screen.query_one(PhotoSources).highlighted].id == "kept"


async def test_without_a_night_the_count_goes_back_to_the_photo_too(home):
    async with running(home / "book.sqlite") as (app, pilot):
        await typed(pilot, "p")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen) and app.screen.camera is not None)
        await typed(pilot, "⏎")
        await until(pilot, lambda: isinstance(app.screen, PhotoTilesScreen))
        await typed(pilot, "⏎")
        await until(pilot, lambda: isinstance(app.screen, HandScreen))
        await pilot.pause(0.3)
        await typed(pilot, "⎋")
        await until(pilot, lambda: isinstance(app.screen, PhotoTilesScreen))


async def test_help_speaks_of_the_photo(home):
    async with running(home / "book.sqlite") as (app, pilot):
        await typed(pilot, "p")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        await pilot.press("f1")
        await until(pilot, lambda: app.screen.__class__.__name__ == "HelpScreen")
        assert "Enter takes it" in " ".join(text(app).split())
