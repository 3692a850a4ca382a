"""Pictures in the terminal: which way a terminal shows them, what part, with which marks."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from tui import pictures
from tui.pictures import DOUBTFUL, SURE, Mark
from tui.widgets.photo_files import entries


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"TERM": "xterm-256color"}, "half"),
        ({"TERM": "xterm-kitty"}, "kitty"),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, "kitty"),
        ({"TERM": "xterm-ghostty"}, "kitty"),
        ({"TERM": "foot"}, "sixel"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "sixel"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "sixel"),
        ({"TERM": "tmux-256color", "TMUX": "/tmp/x", "TERM_PROGRAM": "WezTerm"}, "half"),
        ({"TERM": "xterm-256color", "TAIPAI_PICTURES": "sixel"}, "sixel"),
        ({"TERM": "xterm-kitty", "TAIPAI_PICTURES": "half"}, "half"),
        # the app in a browser: whatever the server's own terminal can do
        ({"TERM": "xterm-kitty", "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver"}, "half"),
        ({"TAIPAI_PICTURES": "kitty", "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver"}, "half"),
        ({}, "half"),
    ],
)
def test_how_a_terminal_shows_pictures(environment, wanted):
    assert pictures.protocol(environment) == wanted
    assert pictures.protocol(environment, headless=True) == "half"


@pytest.mark.parametrize("kind", ["half", "sixel", "kitty"])
def test_the_terminal_is_not_asked_while_the_app_reads_its_keys(kind):
    """In a real pseudo-terminal: loading the picture widgets writes nothing to it and reads nothing from it."""
    pty = pytest.importorskip("pty")
    code = f"from tui import pictures; pictures.widget_class({kind!r}); import sys; assert sys.__stdout__.isatty(); input()"
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, [sys.executable, "-c", code])
    os.write(terminal, b"typed\n")
    out = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        out += part
    _, status = os.waitpid(child, 0)
    assert status == 0, out
    assert b"\x1b" not in out


@pytest.mark.parametrize(
    ("size", "room", "wanted"),
    [
        ((400, 300), (40, 40), (40, 15)),
        ((300, 400), (40, 10), (15, 10)),
        ((1000, 10), (40, 10), (40, 1)),
        ((0, 10), (40, 10), (0, 0)),
        ((10, 10), (0, 10), (0, 0)),
    ],
)
def test_proportions_are_kept(size, room, wanted):
    assert pictures.fitted(size, *room) == wanted


def test_marks_are_drawn_where_the_tiles_are():
    photo = Image.new("RGB", (400, 300), (0, 0, 0))
    tile = ((100, 100), (200, 100), (200, 200), (100, 200))
    drawn = np.asarray(pictures.drawn(photo, (400, 300), [Mark(tile, SURE)]))
    assert tuple(drawn[100, 150]) == SURE
    assert tuple(drawn[150, 150]) == (0, 0, 0)
    # twice as large a photo, shown small, and only a part of it
    half = np.asarray(
        pictures.drawn(
            photo,
            (100, 100),
            [Mark(tuple((2 * x, 2 * y) for x, y in tile), DOUBTFUL)],
            0.5,
            (200, 200, 400, 400),
        )
    )
    assert tuple(half[0, 50]) == DOUBTFUL


def test_a_tiny_tile_is_not_hidden_by_its_own_outline():
    photo = Image.new("RGB", (80, 60), (9, 9, 9))
    tile = ((20, 20), (26, 20), (26, 28), (20, 28))
    drawn = np.asarray(pictures.drawn(photo, (80, 60), [Mark(tile, SURE)]))
    inside = drawn[20:28, 20:26].reshape(-1, 3)
    assert (inside == 9).all()
    assert (drawn == SURE).all(axis=2).any()


def test_a_tile_is_shown_upright():
    pixels = np.zeros((200, 200, 3), np.uint8)
    pixels[50:150, 60:80] = (250, 0, 0)  # the side that is the tile's top
    # lying: its own top left is at the bottom left of the photo
    tile = ((60, 150), (60, 50), (140, 50), (140, 150))
    shown = np.asarray(pictures.tile_picture(Image.fromarray(pixels), tile, 1.0, (30, 40)))
    assert shown[6, 15, 0] > 150
    assert shown[35, 15, 0] < 50


def test_the_part_around_the_hand_and_around_a_tile():
    tiles = [
        ((100, 100), (140, 100), (140, 150), (100, 150)),
        ((300, 100), (340, 100), (340, 150), (300, 150)),
    ]
    left, top, right, bottom = pictures.around(tiles, (400, 300))
    assert left < 100 and right > 340 and 0 <= top < 100 and bottom > 150
    assert pictures.around([], (400, 300)) == (0, 0, 400, 300)
    assert pictures.around([((900, 900),) * 4], (400, 300)) == (0, 0, 400, 300)
    left, top, right, bottom = pictures.near(tiles[0], (400, 300), 2.0)
    assert (right - left) / (bottom - top) == pytest.approx(2.0)
    assert left <= 100 and right >= 140 and top <= 100 and bottom >= 150
    for corner in (((0, 0), (20, 0), (20, 30), (0, 30)), ((380, 270), (400, 270), (400, 300), (380, 300))):
        left, top, right, bottom = pictures.near(corner, (400, 300), 3.0)
        assert left >= 0 and top >= 0 and right <= 400 and bottom <= 300


def test_a_folders_pictures(tmp_path):
    for number, name in enumerate(("old.JPG", "new.png", "note.txt", ".hidden.jpg")):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (number, number))
    (tmp_path / "zoo").mkdir()
    (tmp_path / "Alps").mkdir()
    (tmp_path / "gone.jpg").symlink_to(tmp_path / "nowhere.jpg")
    found = entries(tmp_path)
    assert [entry.path.name for entry in found if not entry.up] == ["new.png", "old.JPG", "Alps", "zoo"]
    assert found[0].up and found[0].path == tmp_path.parent


def test_the_module_itself_loads_no_pictures():
    code = "import sys, tui.pictures; sys.exit('PIL' in sys.modules or 'numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
