"""The booklet on the screen: read, search, jump, follow links, switch languages where one reads."""

from __future__ import annotations

import pytest
from textual.app import App
from textual.widgets import Input, OptionList

from tui import i18n, keymap, theme
from tui.screens.booklet import BookletScreen
from tui.widgets.page import PageView

SIZES = [(80, 24), (120, 40)]


class Shelf(App[None], inherit_bindings=False):
    """An app with nothing but the booklet."""

    BINDINGS = keymap.bindings("app")
    keys: dict[str, str] = {}

    def __init__(self, **asked):
        super().__init__()
        for each in theme.THEMES:
            self.register_theme(each)
        self.theme = theme.DEFAULT
        self.asked = asked

    def on_mount(self):
        self.push_screen(BookletScreen(**self.asked))


@pytest.fixture(autouse=True)
def english():
    before = i18n.language()
    i18n.use("en")
    yield
    i18n.use(before)


def counted(screen) -> bool:
    """Whether the tables are there too."""
    return len(screen.booklet.chapter("fans").sections) > 3


async def opened(pilot) -> BookletScreen:
    screen = pilot.app.screen
    assert isinstance(screen, BookletScreen)
    for _ in range(200):
        if screen.booklet is not None and screen.booklet.language == i18n.language() and counted(screen):
            break
        await pilot.pause(0.02)
    await pilot.pause()
    await pilot.pause()
    return screen


def top_line(screen: BookletScreen) -> str:
    page = screen.query_one(PageView)
    return page.laid_out.lines[round(page.scroll_y)].plain


@pytest.mark.parametrize("size", SIZES)
async def test_opens_at_the_first_chapter_and_turns_chapters(size):
    app = Shelf()
    async with app.run_test(size=size) as pilot:
        screen = await opened(pilot)
        assert screen.place.chapter == "start"
        assert top_line(screen) == "Sitting down: seats, dice, wall"
        await pilot.press("right_square_bracket")
        assert screen.place.chapter == "play"
        await pilot.press("left_square_bracket", "left_square_bracket")
        assert screen.place.chapter == "start"


@pytest.mark.parametrize("size", SIZES)
async def test_search_then_next_place(size):
    app = Shelf()
    async with app.run_test(size=size) as pilot:
        screen = await opened(pilot)
        await pilot.press("slash", *"kick")
        await pilot.pause()
        assert len(screen.hits) > 3
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(screen.focused, PageView)
        first = screen.place
        assert first.anchor == screen.hits[0].anchor
        await pilot.press("n")
        await pilot.pause()
        assert screen.place.anchor == screen.hits[1].anchor != first.anchor
        await pilot.press("N")
        await pilot.pause()
        assert screen.place == first
        await pilot.press("escape")
        assert not screen.has_class("-searching")
        assert app.screen is screen
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is not screen


async def test_letters_go_into_the_search_not_to_the_keys():
    app = Shelf()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("slash", *"c n q [")
        await pilot.pause()
        assert screen.query_one(Input).value == "c n q ["
        assert app.screen is screen


async def test_contents_follow_the_reader_and_lead_there():
    app = Shelf()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        screen.jump("chop_again")
        await pilot.pause()
        await pilot.pause()
        assert top_line(screen).endswith("When may he chop after declining?")
        await pilot.press("c")
        await pilot.pause()
        contents = screen.query_one("#contents", OptionList)
        assert contents.highlighted is not None
        assert contents.get_option_at_index(contents.highlighted).id == "disputes/chop_again"
        await pilot.press("home", "enter")
        await pilot.pause()
        assert screen.place.chapter == "start"
        await pilot.press("backspace")
        await pilot.pause()
        assert screen.place.anchor == "chop_again"


async def test_links_are_chosen_by_tab_and_followed_by_enter():
    app = Shelf(anchor="play")
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        page = screen.query_one(PageView)
        await pilot.press("tab")
        assert page.target is not None
        await pilot.press("tab")
        second = page.target
        await pilot.press("shift+tab", "tab", "enter")
        await pilot.pause()
        assert second is not None
        assert screen.place.chapter == "disputes"
        await pilot.press("backspace")
        await pilot.pause()
        assert screen.place.chapter == "play"


@pytest.mark.parametrize("anchor", ["honor_scoring", "chicken", "multi_ron", "tai/fans-chows"])
async def test_opens_where_it_is_asked_for(anchor):
    app = Shelf(anchor=anchor)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert screen.place.anchor.endswith(anchor.split("/")[-1])
        if "/" in anchor:
            assert screen.place.chapter == "tai" and top_line(screen).endswith("Runs")


async def test_the_language_changes_where_one_reads():
    app = Shelf(anchor="chop_again")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        i18n.use("zh_HK")
        screen.relabel()
        await opened(pilot)
        assert screen.place.anchor == "chop_again"
        assert "不斬之後" in top_line(screen)


async def test_not_found_says_so():
    app = Shelf()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("slash", *"zebra")
        await pilot.pause()
        assert screen.hits == ()
        assert "not found" in str(screen.query_one("#found").render())
        await pilot.press("enter", "escape")
        assert app.screen is screen


@pytest.mark.parametrize("language", ["zh_HK", "en"])
@pytest.mark.parametrize("size", SIZES)
async def test_no_line_is_wider_than_the_page(size, language):
    i18n.use(language)
    app = Shelf()
    async with app.run_test(size=size) as pilot:
        screen = await opened(pilot)
        page = screen.query_one(PageView)
        for _chapter in screen.booklet.chapters:
            width = page.text.content_size.width
            assert all(line.cell_length <= width for line in page.laid_out.lines)
            headings = len(screen.booklet.chapter(screen.place.chapter).sections)
            assert len(page.laid_out.headings) == headings
            await pilot.press("right_square_bracket")


async def test_the_text_is_there_before_the_tables_are_counted_and_stays_put(monkeypatch):
    from threading import Event

    from tui import booklet_text

    go_on = Event()
    real = booklet_text.read

    def slow(code, rules=""):
        go_on.wait(10)
        return real(code, rules)

    monkeypatch.setattr(booklet_text, "read", slow)
    app = Shelf(anchor="chicken_reading")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        for _ in range(300):
            await pilot.pause(0.01)
            if screen.place.anchor == "chicken_reading":
                break
        await pilot.pause(0.1)
        assert top_line(screen).endswith("Which reading makes a chicken hand?")
        await pilot.press("down")
        await pilot.pause()
        before = screen.query_one(PageView).laid_out
        go_on.set()
        for _ in range(500):
            await pilot.pause(0.01)
            if counted(screen):
                break
        await pilot.pause(0.1)
        page = screen.query_one(PageView)
        assert len(page.laid_out.lines) > len(before.lines)
        assert page.laid_out.lines[round(page.scroll_y) - 1].plain.endswith(
            "Which reading makes a chicken hand?"
        )
