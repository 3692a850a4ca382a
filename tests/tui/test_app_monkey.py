"""Random fingers at the table: whatever is pressed, nothing breaks, the totals are zero, and the screen shows what is on disk."""

from __future__ import annotations

import os
import random

import pytest

from tests.tui.app_driver import book_with, night_on_disk, running, start_of, table, until
from tests.tui.app_driver import home as home
from tui.screens.appending import Appending
from tui.screens.table import TableScreen

KEYS = [
    *"111222333444",
    *"0123456789",
    *["enter"] * 10,
    *["z"] * 3,
    *"dxiuls" * 2,
    *"cwo",
    *["y"] * 6,
    *["n"] * 2,
    *["backspace"] * 3,
    *["escape"] * 3,
    *[
        "up",
        "down",
        "left",
        "right",
        "space",
        "delete",
        "tab",
        "f2",
        "f3",
        "f1",
        "question_mark",
        "plus",
        "minus",
        "full_stop",
    ],
]
PRESSES = int(os.environ.get("MONKEY_PRESSES", "100"))


@pytest.mark.parametrize("seed", range(int(os.environ.get("MONKEY_SEEDS", "2"))))
async def test_random_keys(home, seed):
    rng = random.Random(seed)
    options = {
        "chop": rng.choice(["ask", "ask", "auto", "off"]),
        "chop_at": rng.choice([2, 3]),
        "chop_again": rng.choice(["any_time", "after_more_pulls"]),
        "multi_ron": rng.choice(["all", "nearest"]),
        "self_draw": rng.choice(["pulled", "settled"]),
        "settlement": rng.choice(["lai", "lai", "cash"]),
        "rounds": rng.choice([0, 1]),
    }
    book = home / "book.sqlite"
    book_with(book, start_of("on", **options))
    size = rng.choice([(80, 24), (120, 40)])
    pressed = []
    async with running(book, size) as (app, pilot):
        for _ in range(PRESSES):
            name = app.screen.__class__.__name__
            key = "enter" if name == "HomeScreen" else rng.choice(KEYS)
            pressed.append(key)
            await pilot.press(key)
            await pilot.pause()
            await until(
                pilot,
                lambda: (
                    not any(isinstance(screen, Appending) and screen._busy for screen in app.screen_stack)
                ),
            )
            if any(isinstance(screen, TableScreen) for screen in app.screen_stack):
                night = table(app).open_night.night
                assert sum(night.totals) == 0 and sum(night.projected) == 0, pressed
        current = app.services.current
        if current is not None:
            stored = night_on_disk(book)
            assert current.night == stored, pressed
