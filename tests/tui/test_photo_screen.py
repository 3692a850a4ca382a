"""Taking a photo and checking its tiles, with keys, at both sizes and in both languages."""

from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from textual.app import App

from tests.vision.networks import Networks
from tests.vision.scenes import Table, certain, doubt
from tui import i18n, keymap, photo_jobs, theme
from tui.requests import PhotoRequest, PhotoResult
from tui.screens.photo import PhotoScreen
from tui.screens.photo_tiles import PhotoTilesScreen
from tui.widgets.photo_bar import PhotoBar
from tui.widgets.photo_cells import PhotoCells
from tui.widgets.photo_detail import PhotoDetail
from tui.widgets.photo_files import ENDINGS
from tui.widgets.photo_picture import PhotoPicture
from vision.camera import CameraInfo
from vision.reading import PhotoError

SIZES = [(80, 24), (120, 40)]
HAND = "123567m345p678s34s99p"
NOTHING = object()
FRAME = np.full((3000, 4000, 3), (40, 90, 20), np.uint8)


class Booth(App[None], inherit_bindings=False):
    """An app with nothing but the photo screen."""

    BINDINGS = keymap.bindings("app")
    keys: dict[str, str] = {}

    def __init__(self, request: PhotoRequest | None = None):
        super().__init__()
        for each in theme.THEMES:
            self.register_theme(each)
        self.theme = theme.DEFAULT
        self.request = request
        self.answer: object = NOTHING
        self.waiting = ""

    def on_mount(self):
        self.push_screen(PhotoScreen(self.request), self.answered)

    def answered(self, answer):
        self.answer = answer

    def waiting_photo(self) -> str:
        path, self.waiting = self.waiting, ""
        return path


class Webcam:
    """Stands for an open camera."""

    made: list[Webcam] = []

    def __init__(self, source, error: PhotoError | None = None):
        self.source = source
        self.name = f"#{source}"
        self.error = Webcam.error if error is None else error
        self.closed = threading.Event()
        self.count = 0
        Webcam.made.append(self)

    error: PhotoError | None = None

    def latest(self):
        if self.error:
            raise self.error
        self.count += 1
        return self.count, FRAME

    def grab(self, timeout=10.0):
        return self.latest()[1]

    def close(self):
        self.closed.set()


@pytest.fixture(autouse=True)
def surroundings(monkeypatch, tmp_path):
    before = i18n.language()
    i18n.use("en")
    monkeypatch.setattr(photo_jobs, "list_cameras", list)
    monkeypatch.setattr("vision.camera.Camera", Webcam)
    monkeypatch.setattr(PhotoScreen, "last_source", "")
    monkeypatch.setattr(PhotoScreen, "last_folder", None)
    monkeypatch.setattr("tui.screens.photo.first_folder", lambda: tmp_path)
    Webcam.made, Webcam.error = [], None
    yield
    i18n.use(before)


@pytest.fixture
def table(monkeypatch):
    def lay(laid: Table, probabilities=None):
        networks = Networks(laid, probabilities)
        monkeypatch.setattr("vision.read.networks", lambda: (networks.locate, networks.classify))
        return networks

    return lay


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "hand.jpg"
    Image.new("RGB", (4000, 3000), (20, 90, 50)).save(path)
    return path


@pytest.fixture
def camera(monkeypatch):
    monkeypatch.setattr(photo_jobs, "list_cameras", lambda: [CameraInfo(0, "Front"), CameraInfo(2, "USB")])


async def until(pilot, condition, seconds: float = 20.0):
    for _ in range(int(seconds / 0.02)):
        if condition():
            break
        await pilot.pause(0.02)
    await pilot.pause()
    assert condition()


def on_tiles(app: Booth) -> bool:
    return isinstance(app.screen, PhotoTilesScreen)


def said(app: Booth) -> str:
    status = app.screen_stack[-1].query_one("PhotoStatus")
    return "\n".join(line.plain for line in status.lines(76, 2))


def text_of(app: Booth) -> str:
    return "\n".join(
        "".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()
    )


@pytest.mark.parametrize("size", SIZES)
async def test_with_a_camera_two_enters_are_enough(table, camera, size):
    table(Table().row(HAND).row("5s", 0.9))
    app = Booth()
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: "17 tiles in view" in said(app))
        assert app.screen.query_one("#preview", PhotoPicture).picture is not None
        await pilot.press("enter")
        await until(pilot, lambda: on_tiles(app))
        await pilot.press("enter")
        await until(pilot, lambda: app.answer is not NOTHING)
        assert app.answer == PhotoResult("123567m 34599p 34678s +5s")
    assert all(webcam.closed.wait(3) for webcam in Webcam.made)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "zh_HK"])
async def test_a_photo_by_its_path_is_read_at_once(table, photo, size, language):
    i18n.use(language)
    table(Table().row(HAND).row("5s", 0.9).row("6f", 1.0))
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: on_tiles(app))
        shown = text_of(app)
        assert "123567m 34599p 34678s 6f +5s" in shown
        assert ("a winning hand" if language == "en" else "食糊") in shown
        assert "97%" in shown
        assert "hand.jpg" in shown
        await pilot.press("enter")
        await until(pilot, lambda: app.answer is not NOTHING)
        assert app.answer == PhotoResult("123567m 34599p 34678s 6f +5s")


@pytest.mark.parametrize("size", SIZES)
async def test_everything_fits(table, photo, size):
    laid = (
        Table()
        .row("567m34p11z")
        .row("5p", 0.9)
        .row("234m", 1.0, across=0)
        .row("678p", 0.8, across=1)
        .row("1111s", 0.8, across=2)
    )
    laid.row("1f6f", 1.2)
    table(laid)
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: on_tiles(app))
        await pilot.pause()
        cells = app.screen.query_one(PhotoCells)
        assert cells.region.right <= size[0]
        # every tile is on the screen without scrolling
        pane = app.screen.query_one("#right")
        assert cells.virtual_size.height <= pane.size.height
        assert sum(text_of(app).count(f"{face}") for face in ("1f", "6f")) >= 0
        whole = app.screen.query_one("#whole", PhotoPicture)
        assert whole.region.height >= 5 and whole.children


async def test_doubtful_tiles_are_put_right_in_few_keys(table, photo):
    laid = Table().row(HAND + "5s")
    p = certain(laid.names)
    doubt(p, 3, m9=0.5, m5=0.45)
    doubt(p, 16, s6=0.5, s5=0.3)
    table(laid, p)
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        screen = app.screen
        assert len(screen.draft.doubtful) == 2
        shown = text_of(app)
        assert "corrected by the rest of the hand" in shown
        assert "*" in shown  # a changed tile is marked by more than colour
        # the joint decoding was right about 5m; a person takes the other candidate all the same, and back
        face = screen.draft.current.face
        await pilot.press("space")
        assert screen.draft.current.face != face
        await pilot.press("u")
        assert screen.draft.current.face == face
        await pilot.press("c", "tab")
        assert len(screen.draft.doubtful) == 1
        await pilot.press("4", "s")
        assert screen.draft.current.face == "4s"
        assert screen.draft.doubtful == ()
        assert "no winning hand" in text_of(app)
        await pilot.press("5", "s", "x", "enter")
        await until(pilot, lambda: app.answer is not NOTHING)
        assert app.answer == PhotoResult("123567m 34599p 34678s +5s")


async def test_add_leave_out_meld_kong_undo(table, photo):
    table(Table().row(HAND))
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        screen = app.screen
        assert "16 of 17 tiles" in text_of(app)
        assert "I see 16 tiles" in text_of(app)
        await pilot.press("i")
        assert "type the tile that was added" in text_of(app)
        await pilot.press("enter")
        assert on_tiles(app)  # not before it is typed
        await pilot.press("E")
        assert "17 tiles, no winning hand" in text_of(app)
        await pilot.press("5", "s")
        assert "a winning hand" in text_of(app)
        await pilot.press("home", "g")
        assert screen.draft.hand.startswith("(123m) ")
        await pilot.press("delete")
        assert screen.draft.playing == 16
        await pilot.press("u", "u")
        assert screen.draft.hand == "123567m 34599p 345678s"
        # 5s was added after 1m
        await pilot.press("home", "v", "right", "right", "v", "right", "v", "g")
        assert screen.draft.hand.startswith("(123m)")
        await pilot.press("k")
        assert "a kong is four of one face" in text_of(app)


async def test_arrows_and_the_mouse(table, photo):
    table(Table().row(HAND + "5s"))
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        draft = lambda: app.screen.draft  # noqa: E731
        assert draft().at == 0
        await pilot.press("right", "right")
        assert draft().at == 2
        await pilot.press("down")
        assert draft().at == 9
        await pilot.press("up", "left", "end")
        assert draft().at == 16
        await pilot.click(PhotoCells, offset=(7, 0))
        assert draft().at == 1


async def test_digits_wait_for_their_suit_and_escape_forgets_them(table, photo):
    table(Table().row(HAND + "5s"))
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        await pilot.press("7")
        assert "7_" in text_of(app)
        await pilot.press("escape")
        assert on_tiles(app) and app.screen.draft.digit == ""
        await pilot.press("escape")
        await until(pilot, lambda: app.answer is not NOTHING)
        assert app.answer is None


async def test_reconsidering_with_what_was_put_right(table, photo):
    # two readings are nearly as likely; once one tile is checked, the other must follow
    laid = Table().row("123567m345p678s345s99p")
    p = certain(laid.names, 0.999)
    doubt(p, 15, p9=0.52, p8=0.47)
    doubt(p, 16, p9=0.52, p8=0.47)
    table(laid, p)
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        screen = app.screen
        assert "9p" in screen.draft.current.face
        await pilot.press("8", "p", "r")
        faces = sorted(tile.face for tile in screen.draft.tiles if tile.face in ("8p", "9p"))
        assert faces == ["8p", "8p"]
        assert "9p → 8p" in text_of(app)


async def test_more_than_one_hand_goes_no_further_and_a_row_is_left_out_with_one_key(table, photo):
    table(Table().row(HAND + "5s").line(0.4).row("999m222p888s444z666m55z"))
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        screen = app.screen
        for _ in range(2):  # no matter how often
            await pilot.press("enter")
            assert on_tiles(app)
            assert "34 tiles, a hand has 17: leave tiles out with Del, a whole row with d" in text_of(app)
        assert screen.draft.playing == 34
        i18n.use("zh_HK")
        screen.relabel()
        await pilot.pause()
        assert "有 34 隻牌，一手牌得 17 隻：多嘅撳 Del 唔計，成行唔計撳 d" in text_of(app)
        i18n.use("en")
        second = next(i for i, t in enumerate(screen.draft.tiles) if t.face == "2p")
        screen._change(screen.draft.go(second))
        await pilot.press("d")
        assert screen.draft.hand == "123567m 34599p 345678s"
        assert "17 left out" in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.answer is not NOTHING)
        assert app.answer == PhotoResult("123567m 34599p 345678s")


@pytest.mark.parametrize(
    ("laid", "keys", "why"),
    [
        ("11112m345p678s34s99p", ["end", "i", "1", "m"], "a fifth 1 character: a set has four"),
        ("123m1f", ["i", "1", "f"], "spring is there already: a set has one of each flower"),
    ],
)
async def test_what_the_count_would_refuse_is_refused_here(table, photo, laid, keys, why):
    table(Table().row(laid))
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        await pilot.press(*keys)
        before = app.screen.draft.tiles
        await pilot.press("enter")
        await pilot.pause()
        assert on_tiles(app) and app.screen.draft.tiles == before
        assert why in text_of(app)


async def test_a_hand_that_lacks_tiles_still_goes_on(table, photo):
    table(Table().row(HAND))
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        await pilot.press("enter")
        await until(pilot, lambda: app.answer is not NOTHING)
        assert app.answer == PhotoResult("123567m 34599p 34678s")


async def test_doubtful_tiles_are_told_before_they_are_taken(table, photo):
    laid = Table().row(HAND + "5s")
    p = certain(laid.names)
    doubt(p, 3, m5=0.6, m9=0.3)
    doubt(p, 16, s5=0.6, s6=0.3)
    table(laid, p)
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        screen = app.screen
        assert "c is right" in text_of(app) and "u undo" not in text_of(app)
        await pilot.press("home", "enter")
        assert on_tiles(app)
        assert "2 tiles are doubtful: ⏎ again takes them as they are" in text_of(app)
        assert screen.draft.at == screen.draft.doubtful[0]
        await pilot.press("c")
        assert "u undo" in text_of(app)
        await pilot.press("enter")  # something was changed since: one is still doubtful
        assert on_tiles(app)
        assert "1 tile is doubtful: ⏎ again takes it as it is" in text_of(app)
        await pilot.press("right", "enter")
        await until(pilot, lambda: app.answer is not NOTHING)
        assert app.answer == PhotoResult("123567m 34599p 345678s")


async def test_escape_keeps_what_was_put_right(table, photo):
    table(Table().row(HAND + "5s"))
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.read_photo(str(photo))
        await until(pilot, lambda: on_tiles(app))
        await pilot.press("9", "s", "x", "right", "x", "escape")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        await pilot.pause()
        assert "go on with hand.jpg" in text_of(app)
        assert "kept as you put it right: ⏎ goes on with it" in said(app)
        await pilot.press("enter")
        await until(pilot, lambda: on_tiles(app))
        await pilot.pause()
        assert "as you left it" in text_of(app)
        assert app.screen.draft.hand == "3567m 34599p 3456789s +2m"
        # each change can still be taken back; with nothing left there is nothing to keep
        await pilot.press("u", "u", "u")
        assert not app.screen.touched
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        await pilot.pause()
        assert "go on with" not in text_of(app)


async def test_the_same_file_comes_back_as_it_was_left_and_a_changed_one_anew(table, photo, tmp_path):
    import os

    table(Table().row(HAND + "5s"))
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f")
        await until(pilot, lambda: "hand.jpg" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: on_tiles(app))
        await pilot.press("E", "escape")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        await pilot.pause()
        assert app.screen.has_class("-files")  # the cursor is on it
        await pilot.press("enter")
        await until(pilot, lambda: on_tiles(app))
        assert app.screen.draft.tiles[0].face == "1z"
        await pilot.press("t")  # another photo: what was put right is kept all the same
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        os.utime(photo, (5, 5))
        app.screen.read_photo(str(photo))
        await until(pilot, lambda: on_tiles(app))
        assert app.screen.draft.tiles[0].face == "1m"


@pytest.mark.parametrize("times", [1, 2])
async def test_a_file_replaced_while_its_tiles_are_shown_is_read_anew(table, photo, times):
    table(Table().row(HAND + "5s"))
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        for time in range(times):  # read, then gone on with
            app.screen.read_photo(str(photo))
            await until(pilot, lambda: on_tiles(app))
            await pilot.press("E")
            if time < times - 1:
                await pilot.press("escape")
                await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        table(Table().row("9m" + HAND))
        Image.new("RGB", (4000, 3000), (90, 20, 50)).save(photo)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        app.screen.read_photo(str(photo))
        await until(pilot, lambda: on_tiles(app))
        assert app.screen.draft.tiles[0].face == "9m"
        assert "as you left it" not in text_of(app)


async def test_several_photos_of_a_hand_are_kept_the_last_first(table, photo, tmp_path):
    table(Table().row(HAND + "5s"))
    app = Booth()
    other = tmp_path / "other.jpg"
    async with app.run_test(size=(80, 24)) as pilot:
        for n, path in enumerate((photo, other)):
            Image.new("RGB", (4000, 3000), (20, 90, 50 + n)).save(path)
            app.screen.read_photo(str(path))
            await until(pilot, lambda: on_tiles(app))
            await pilot.press(("E", "S")[n], "escape")
            await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
            await pilot.pause()
        shown = text_of(app)
        assert 0 < shown.index("go on with other.jpg") < shown.index("go on with hand.jpg")
        for keys, face in ((("enter",), "2z"), (("home", "down", "enter"), "1z"), (("home", "enter"), "1z")):
            await pilot.press(*keys)
            await until(pilot, lambda: on_tiles(app))
            assert app.screen.draft.tiles[0].face == face
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
            await pilot.pause()
        # opened by its file too, and what is taken back of one leaves the other
        app.screen.read_photo(str(other))
        await until(pilot, lambda: on_tiles(app))
        assert app.screen.draft.tiles[0].face == "2z"
        await pilot.press("u", "escape")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        await pilot.pause()
        assert "go on with hand.jpg" in text_of(app) and "other.jpg" not in text_of(app)


async def test_photos_of_one_name_are_numbered_and_a_handful_is_kept(table, camera, monkeypatch):
    monkeypatch.setattr("tui.photo_kept.KEPT", 3)
    table(Table().row(HAND + "5s"))
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.screen.camera is not None)
        for time in range(4):
            app.screen.read_photo(Webcam(0))
            await until(pilot, lambda: on_tiles(app))
            await pilot.press("E", "escape")
            await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
            await pilot.pause()
            if time == 0:
                assert "go on with #0 " in text_of(app) and "(1)" not in text_of(app)
        kept = [source for source in app.screen.sources if source.id == "kept"]
        assert [source.words() for source in kept] == [f"go on with #0 ({n})" for n in (3, 2, 1)]


async def test_what_was_put_right_for_one_hand_never_comes_back_in_another(table, photo):
    table(Table().row(HAND + "5s"))
    app = Booth(PhotoRequest(path=str(photo), hand=7))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        await pilot.press("E", "escape")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        await pilot.press("escape")
        await until(pilot, lambda: app.answer is None)
        for hand, there in ((8, False), (7, True)):
            app.push_screen(PhotoScreen(PhotoRequest(hand=hand)), app.answered)
            await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
            await pilot.pause()
            assert ("go on with hand.jpg" in text_of(app)) is there
            app.screen.dismiss(None)
            await pilot.pause()


async def test_the_winning_tile_is_not_swallowed_by_a_meld(table, photo):
    table(Table().row(HAND + "5s"))
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        await pilot.press("home", "x", "right", "g")
        assert app.screen.draft.hand.endswith("+1m")
        assert "the winning tile is in no meld laid out" in text_of(app)


async def test_what_was_said_of_the_loose_tiles_is_not_said_of_others(table, photo):
    table(Table().row(HAND + "5s").scattered("147m", 8, -9, 2))
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        assert "loose tiles left out: 3" in text_of(app)
        await pilot.press("home", "delete")
        assert "4 left out" in text_of(app) and "loose tiles left out" not in text_of(app)


async def test_chinese_is_typed_too(table, photo):
    table(Table().row(HAND + "5s"))
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        await pilot.press("home", "東")
        assert app.screen.draft.tiles[0].face == "1z"
        await pilot.press("5", "筒")
        assert app.screen.draft.tiles[0].face == "5p"


@pytest.mark.parametrize("size", SIZES)
async def test_the_tile_in_words_is_not_cut_and_counts_as_the_title_does(table, photo, size):
    laid = Table().row(HAND + "5s1z")
    p = certain(laid.names)
    doubt(p, 3, m9=0.5, m5=0.45)
    table(laid, p)
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: on_tiles(app))
        screen = app.screen
        detail = screen.query_one(PhotoDetail)

        def words() -> str:
            width, height = detail.content_size
            return " ".join(" ".join(line.plain for line in detail.lines(width, height)).split())

        await pilot.press("end", "delete")
        await pilot.pause()
        assert "17 tiles · 1 left out" in text_of(app)
        assert "left out, 1 of 1" in words() and "left out; Del takes it in" in words()
        screen._change(screen.draft.go(next(i for i, t in enumerate(screen.draft.tiles) if t.face == "2m")))
        changed = replace(screen.draft.current, changed=True, checked=False)
        screen._change(screen.draft._set(screen.draft.at, changed))
        await pilot.pause()
        assert "of 17" in words()
        assert "changed by the rest of the hand" in words()
        assert all(
            line.cell_length <= detail.content_size.width for line in detail.lines(*detail.content_size)
        )
        assert "rest of…" not in text_of(app)


async def test_another_photo(table, photo):
    table(Table().row(HAND + "5s"))
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        assert app.answer is NOTHING


async def test_choosing_a_file_with_preview(table, photo, tmp_path):
    import os

    table(Table().row(HAND + "5s"))
    Image.new("RGB", (100, 80), (1, 2, 3)).save(tmp_path / "older.png")
    os.utime(tmp_path / "older.png", (1, 1))
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / "more").mkdir()
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "no camera" in said(app))
        await pilot.press("f")
        picture = app.screen.query_one("#preview", PhotoPicture)
        await until(pilot, lambda: picture.picture is not None)
        shown = text_of(app)
        assert "hand.jpg" in shown and "older.png" in shown and "more/" in shown and "notes.txt" not in shown
        assert shown.index("hand.jpg") < shown.index("older.png")
        await pilot.press("down")
        await until(pilot, lambda: picture.picture is not None and picture.picture.size == (100, 80))
        await pilot.press("up", "enter")
        await until(pilot, lambda: on_tiles(app))


async def test_typing_a_path_and_pasting_one(table, photo, tmp_path):
    table(Table().row(HAND + "5s"))
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash")
        await pilot.press(*"nowhere", "enter")
        await until(pilot, lambda: "no such file" in said(app))
        from textual.events import Paste

        app.screen.post_message(Paste(f"'{photo}'\n"))
        await until(pilot, lambda: on_tiles(app))


@pytest.mark.parametrize(
    ("text", "address", "place"),
    [
        ("hand.jpg", False, "/shown/hand.jpg"),
        ("more/hand.jpg", False, "/shown/more/hand.jpg"),
        ("'/a b/hand.jpg'", False, "/a b/hand.jpg"),
        ("-", False, "/shown/-"),
        ("camera:0", False, "camera:0"),
        ("http://10.0.0.2/shot.jpg", False, "http://10.0.0.2/shot.jpg"),
        ("/a/hand.jpg", True, "/a/hand.jpg"),
        ("./hand", True, "/shown/hand"),
        ("hand.jpg", True, "/shown/hand.jpg"),
        ("more/hand.jpg", True, "/shown/more/hand.jpg"),
        ("file:///a/my%20hand.jpg", True, "/a/my hand.jpg"),
        ("camera:0", True, "camera:0"),
        ("Camera:12", True, "camera:12"),
        ("10.0.0.2:8080/video", True, "http://10.0.0.2:8080/video"),
        ("phone.local/shot.jpg", True, "http://phone.local/shot.jpg"),
        ("localhost:8080", True, "http://localhost:8080"),
        ("RTSP://10.0.0.2/live", True, "RTSP://10.0.0.2/live"),
    ],
)
def test_what_is_typed_for_a_picture(text, address, place):
    found = photo_jobs.place_of(text, Path("/shown"), ENDINGS, address=address)
    assert str(found) == place
    assert isinstance(found, str) == (place[0] != "/")


def test_a_path_from_home_and_one_that_exists(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", "/home/me")
    assert photo_jobs.place_of("~/x.jpg", tmp_path, ENDINGS) == Path("/home/me/x.jpg")
    (tmp_path / "odd.name").touch()
    assert photo_jobs.place_of("odd.name", tmp_path, ENDINGS, address=True) == tmp_path / "odd.name"
    assert photo_jobs.place_of("~nobody-at-all/x.jpg", tmp_path, ENDINGS).name == "x.jpg"


@pytest.mark.parametrize(
    ("key", "text", "why"),
    [
        ("a", "htp://x", "htp://x cannot be opened: an address begins with http:// or rtsp://"),
        ("slash", "htp://x", "htp://x cannot be opened"),
        ("a", "http://[::1", "http://[::1 is not written as an address is"),
        ("a", "[::1", "http://[::1 is not written as an address is"),
        ("slash", "file://[::1", "file://[::1 cannot be opened"),
        ("a", "camera:front", "camera:front is no camera: the first is camera:0"),
    ],
)
async def test_an_address_that_is_none_is_named_as_typed_and_stays_to_be_put_right(table, key, text, why):
    table(Table())
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key, *text, "enter")
        await until(pilot, lambda: why in said(app).replace("\n", " "))
        assert app.screen.query_one("#line").value == text
        await pilot.press("escape")
        assert not app.screen.has_class("-typing")


async def test_what_was_typed_and_could_not_be_had_stays_to_be_put_right(table, photo):
    table(Table().row(HAND + "5s"))
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "no camera" in said(app))
        for key, text in (("a", "127.0.0.1:9/none"), ("slash", str(photo.parent / "hadn.jpg"))):
            await pilot.press(key, *text)
            await pilot.press("enter")
            await until(pilot, lambda: app.screen.status.bad)
            assert app.screen.query_one("#line").value == text and app.screen.has_class("-typing")
            await pilot.press("escape")
            await pilot.pause()


async def test_a_path_in_the_address_line_is_read(table, photo):
    table(Table().row(HAND + "5s"))
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a", *str(photo), "enter")
        await until(pilot, lambda: on_tiles(app))


async def test_a_name_is_looked_for_in_the_folder_shown_which_is_shown_again(table, photo, tmp_path):
    table(Table().row(HAND + "5s"))
    more = tmp_path / "more"
    more.mkdir()
    photo.rename(more / "deep.jpg")
    Image.new("RGB", (100, 80)).save(tmp_path / "top.png")
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash", *str(more), "enter")
        await until(pilot, lambda: "deep.jpg" in text_of(app))
        await pilot.press("slash", *"deep.jpg", "enter")
        await until(pilot, lambda: on_tiles(app))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        # a file elsewhere: its folder is the next to be shown
        await pilot.press("slash", *str(tmp_path / "top.png"), "enter")
        await until(pilot, lambda: on_tiles(app))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, PhotoScreen))
        await pilot.press("escape", "f")
        await until(pilot, lambda: "top.png" in text_of(app) and app.screen.folder == tmp_path)
        # one that is gone gives way to the first there is
        PhotoScreen.last_folder = tmp_path / "gone"
        await pilot.press("escape", "f")
        await until(pilot, lambda: "top.png" in text_of(app) and app.screen.folder == tmp_path)


def bar(app: Booth) -> str:
    found = app.screen.query_one(PhotoBar)
    return " ".join(line.plain for line in found.lines(found.content_size.width, 0))


async def test_the_keys_shown_are_those_that_lead_somewhere(table, photo):
    table(Table())
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "no camera" in said(app))
        assert "f file" in bar(app) and "timer" not in bar(app) and "camera" not in bar(app)
        await pilot.press("f")
        await until(pilot, lambda: "hand.jpg" in text_of(app))
        assert "/ path" in bar(app) and "timer" not in bar(app) and "f file" not in bar(app)
        for key in ("slash", "a"):
            await pilot.press(key)
            assert bar(app).split("F1")[0].split() == ["⏎", "take", "Esc", "back"]
            await pilot.press("escape")
        assert "/ path" in bar(app)


async def test_the_bar_has_timer_and_camera_where_there_is_one(table, camera):
    table(Table())
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "in view" in said(app))
        assert "t timer" in bar(app) and "c camera" in bar(app)


async def test_the_title_names_what_is_shown_and_nothing_that_failed(table, photo, tmp_path):
    table(Table())
    app = Booth()

    def title() -> str:
        return app.screen._title().plain.replace("A photo of the hand", "").strip()

    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "no camera" in said(app))
        await pilot.press("v")
        await until(pilot, lambda: app.screen.reading_job is None and app.screen.status.bad)
        assert title() == ""
        await pilot.press("slash", *str(tmp_path / "none.jpg"), "enter")
        await until(pilot, lambda: "no such file" in said(app).replace("\n", " "))
        assert title() == ""
        await pilot.press("escape", "f")  # out of the line, where what failed stands to be put right
        await until(pilot, lambda: title().endswith(f"/{tmp_path.name}"))  # of a deep one the end
        await pilot.press("escape")
        assert title() == ""


async def test_the_camera_is_named_while_it_is_watched(table, camera):
    table(Table())
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "in view" in said(app))
        assert "camera 0" in app.screen._title().plain
        await pilot.press("c")
        await until(pilot, lambda: "camera 2" in app.screen._title().plain)
        await pilot.press("end")
        await until(pilot, lambda: "camera" not in app.screen._title().plain)


async def test_escape_stops_the_reading(table, photo, monkeypatch):
    networks = table(Table().row(HAND + "5s"))
    gate, entered = threading.Event(), threading.Event()

    def slow(image):
        entered.set()
        gate.wait(10)
        return [*networks.locate(image)]

    monkeypatch.setattr("vision.read.networks", lambda: (slow, networks.classify))
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.read_photo(str(photo))
        await until(pilot, entered.is_set)
        await until(pilot, lambda: "looking for tiles" in said(app))
        await pilot.press("escape")
        assert "stopped" in said(app)
        gate.set()
        await pilot.pause(0.3)
        assert isinstance(app.screen, PhotoScreen)
        assert "classify" not in networks.asked
        await pilot.press("escape")
        await until(pilot, lambda: app.answer is not NOTHING)
        assert app.answer is None


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("empty.jpg", b"", "zero bytes"),
        ("text.jpg", b"hello\n" * 99, "not a picture"),
        ("none.jpg", None, "no such file"),
    ],
)
async def test_bad_files_cost_one_line(table, tmp_path, name, data, words):
    table(Table().row(HAND + "5s"))
    if data is not None:
        (tmp_path / name).write_bytes(data)
    app = Booth(PhotoRequest(path=str(tmp_path / name)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: words in said(app).replace("\n", " "))
        assert isinstance(app.screen, PhotoScreen)


async def test_a_picture_without_tiles(table, photo):
    table(Table())
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "I see no tiles" in said(app))
        assert app.screen.query_one("#preview", PhotoPicture).picture is None or True


async def test_three_tiles_are_no_hand(table, photo):
    table(Table().row("123m"))
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        assert "3 of 17 tiles" in text_of(app)
        assert "I see 3 tiles; a hand has 17" in text_of(app)


async def test_sixty_tiles(table, photo):
    laid = Table()
    for _ in range(5):
        laid.row("123456789m123p").line(0.0)
    table(laid)
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        assert "60 of 17 tiles" in text_of(app)
        await pilot.press("end")
        await pilot.pause()
        assert app.screen.draft.at == 59
        assert "▸" in text_of(app)


async def test_no_camera(table):
    table(Table())
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "this machine has no camera" in said(app))
        await pilot.press("t")
        assert "the timer needs a camera" in said(app)
        await pilot.press("c")
        assert "no camera" in said(app)


async def test_a_busy_camera(table, camera):
    from models.messages import msg

    Webcam.error = PhotoError(
        "camera_busy", msg("camera {name} sends no picture: another program may be using it", name="#0")
    )
    table(Table())
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "another program" in said(app))
        await pilot.press("enter")
        assert "not ready" in said(app)
        Webcam.error = None
        await pilot.press("c")
        await until(pilot, lambda: "in view" in said(app))


async def test_the_timer_takes_the_picture(table, camera, monkeypatch):
    monkeypatch.setattr("tui.screens.photo.SECONDS", 1)
    table(Table().row(HAND + "5s"))
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "in view" in said(app))
        await pilot.press("t")
        await until(pilot, lambda: on_tiles(app))


async def test_a_picture_that_a_phone_sent(table, photo):
    table(Table().row(HAND + "5s"))
    app = Booth()
    app.waiting = str(photo)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: said(app) != "")
        await pilot.press("q")
        await until(pilot, lambda: on_tiles(app))


async def test_without_the_extra_one_line_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr("vision.extra._found", lambda module: module != "cv2")
    app = Booth()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = " ".join(text_of(app).split())
        assert "reading photos needs opencv-python; install with: pip install 'taipai[vision]'" in shown
        await pilot.press("enter", "t", "f", "v", "c", "escape")
        await until(pilot, lambda: app.answer is not NOTHING)
        assert app.answer is None


async def test_a_reader_that_breaks_costs_one_line(photo, monkeypatch):
    def broken():
        raise RuntimeError("no such instruction")

    monkeypatch.setattr("vision.read.networks", broken)
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "could not be read: RuntimeError" in said(app))


async def test_switching_the_language_while_checking(table, photo):
    table(Table().row("123m"))
    app = Booth(PhotoRequest(path=str(photo)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_tiles(app))
        assert "I see 3 tiles" in text_of(app)
        i18n.use("zh_HK")
        for screen in app.screen_stack:
            relabel = getattr(screen, "relabel", None)
            if relabel:
                relabel()
        await pilot.pause()
        assert "見到 3 隻牌" in text_of(app)


def test_importing_the_screens_loads_nothing_heavy():
    code = (
        "import sys, tui.screens.photo, tui.screens.photo_tiles\n"
        "heavy = {'numpy', 'cv2', 'onnxruntime', 'PIL', 'textual_image'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_key_has_an_id_and_none_clash():
    for area in ("photo", "photo_tiles"):
        actions = list(keymap.area(area))
        assert actions
        keys = [key for action in actions for key in action.keys.split(",")]
        assert len(keys) == len(set(keys))
        screen = PhotoScreen if area == "photo" else PhotoTilesScreen
        for action in actions:
            if "." not in action.name:
                assert callable(getattr(screen, f"action_{action.name}", None)), action.id
