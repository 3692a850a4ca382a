"""Groups and players through the screen: what is changed is in the book, old nights follow, mistakes are parted again."""

from __future__ import annotations

import pytest
from textual.widgets import Input, OptionList

from models.book import open_book
from models.events import HandWon, NightStarted, Win
from tui import i18n
from tui.screens.groups import GroupsScreen

SIZES = [(80, 24), (120, 40)]


@pytest.fixture
def book_path(tmp_path, monkeypatch):
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    path = tmp_path / "book.db"
    with open_book(path) as book:
        for date, players in (
            ("2026-01-01", ("阿明", "Bee", "Cat", "Dog")),
            ("2026-01-08", ("明仔", "Bee", "Cat", "Eve")),
        ):
            night = book.start(NightStarted(players, 5, 1, date), at=date + "T20:00:00+08:00")
            book.append(night, HandWon((Win(0, 10),), 1), 0)
    before = i18n.language()
    yield path
    i18n.use(before)


def make_app(path, lang="en"):
    from tui.app import TaiPaiApp

    return TaiPaiApp(book_url=str(path), lang=lang)


async def opened(pilot) -> GroupsScreen:
    screen = GroupsScreen()
    await pilot.app.push_screen(screen)
    await settled(pilot, lambda: screen.view is not None)
    return screen


async def settled(pilot, condition):
    for _ in range(300):
        await pilot.pause(0.01)
        if condition():
            await pilot.pause()
            return
    raise AssertionError("the screen did not get there")


def players(screen):
    return {p.name: p for p in screen.view.players}


async def to_player(pilot, screen, name):
    options = screen.query_one("#players", OptionList)
    options.focus()
    options.highlighted = [p.name for p in screen.view.players].index(name)
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_a_new_group_with_players_and_stakes(book_path, size):
    app = make_app(book_path)
    async with app.run_test(size=size) as pilot:
        screen = await opened(pilot)
        await pilot.press("n", *"friday", "enter")
        await pilot.pause()
        await pilot.press("space", "down", "space", "enter")  # the two most frequent
        await pilot.pause()
        await pilot.press("up", "home", "right", "enter")  # base one higher
        await settled(pilot, lambda: screen.view.groups)
        (group,) = screen.view.groups
        assert (group.name, group.base, group.per_fan) == ("friday", 6, 1)
        assert [screen.view.name(p) for p in group.players] == ["Bee", "Cat"]
    with open_book(book_path) as book:
        assert list(book.roster().groups) == ["friday"]


async def test_a_group_name_is_needed_and_free(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("n", "enter")
        await pilot.pause()
        assert app.screen.trouble == "A group needs a name."
        await pilot.press(*"a", "enter", "enter", "enter")
        await settled(pilot, lambda: screen.view.groups)
        await pilot.press("n", *"a", "enter")
        await pilot.pause()
        assert "already" in app.screen.trouble
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is screen


async def test_renaming_keeps_the_history(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await to_player(pilot, screen, "Bee")
        await pilot.press("r")
        await pilot.pause()
        app.screen.query_one(Input).value = "Beatrice"
        await pilot.press("enter")
        await settled(pilot, lambda: "Beatrice" in players(screen))
        assert players(screen)["Beatrice"].nights == 2
        assert players(screen)["Beatrice"].written == ("Bee",)
    with open_book(book_path) as book:
        assert {n.players[1] for n in book.nights()} == {"Beatrice"}


async def test_a_name_that_is_taken_is_refused(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await to_player(pilot, screen, "Bee")
        await pilot.press("r")
        await pilot.pause()
        app.screen.query_one(Input).value = "Cat"
        await pilot.press("enter")
        await pilot.pause()
        assert "merges" in app.screen.trouble
        await pilot.press("escape")
        assert players(screen)["Bee"]


async def test_two_names_of_one_person_merged_and_parted(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await to_player(pilot, screen, "明仔")
        await pilot.press("m")
        await pilot.pause()
        others = [p.name for p in screen.view.players if p.name != "明仔"]
        await pilot.press(str(others.index("阿明") + 1), "y")
        await settled(pilot, lambda: "明仔" not in players(screen))
        both = players(screen)["阿明"]
        assert both.nights == 2
        assert [name for _, name in both.parts] == ["明仔"]
        await to_player(pilot, screen, "阿明")
        await pilot.press("p")
        await settled(pilot, lambda: "明仔" in players(screen))
        assert players(screen)["阿明"].nights == 1


async def test_two_who_sat_at_one_table_are_not_one(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await to_player(pilot, screen, "Cat")
        await pilot.press("m")
        await pilot.pause()
        others = [p.name for p in screen.view.players if p.name != "Cat"]
        await pilot.press(str(others.index("Bee") + 1), "y")
        await settled(pilot, lambda: any("one table" in str(n.message) for n in app._notifications))
        assert {"Bee", "Cat"} <= set(players(screen))


async def test_undo_takes_the_last_change_back(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await to_player(pilot, screen, "Bee")
        await pilot.press("r")
        await pilot.pause()
        app.screen.query_one(Input).value = "B"
        await pilot.press("enter")
        await settled(pilot, lambda: "B" in players(screen))
        await pilot.press("u")
        await settled(pilot, lambda: "Bee" in players(screen))


async def test_an_empty_book_says_what_to_do(tmp_path, book_path):
    app = make_app(tmp_path / "other.db")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert not screen.view.players
        for key in ("e", "r", "m", "p", "delete", "u"):
            await pilot.press(key)
        assert app.screen is screen


@pytest.mark.parametrize("size", SIZES)
async def test_a_group_sits_down_with_its_own_stakes_and_rules(book_path, size):
    from models.events import Options
    from models.roster import GroupSaved

    with open_book(book_path) as book:
        ids = [book.roster().player(name) for name in ("Eve", "Cat", "Bee", "阿明")]
        book.change(GroupSaved("friday", tuple(ids), 10, 2, Options(chop_at=4)))
    app = make_app(book_path)
    async with app.run_test(size=size) as pilot:
        await settled(pilot, lambda: type(app.screen).__name__ == "HomeScreen")
        await pilot.press("n")
        await settled(pilot, lambda: type(app.screen).__name__ == "NewNightScreen")
        new_night = app.screen
        await pilot.press("ctrl+g")
        await settled(pilot, lambda: type(app.screen).__name__ == "ChooseScreen")
        await pilot.press("1")
        await settled(pilot, lambda: app.screen is new_night)
        assert [app.screen.query_one(f"#name{n}").value for n in range(4)] == ["Eve", "Cat", "Bee", "阿明"]
        await pilot.press("ctrl+n")
        await settled(pilot, lambda: type(app.screen).__name__ == "SeatingScreen")
        await pilot.press("enter")
        await settled(pilot, lambda: type(app.screen).__name__ == "OptionsScreen")
        await pilot.press("enter")
        await settled(pilot, lambda: app.services.current is not None)
        start = app.services.current.night.start
        assert (start.base, start.per_fan, start.options.chop_at, start.group) == (10, 2, 4, "friday")
        assert start.rules_fingerprint
    with open_book(book_path) as book:
        assert next(n.group for n in book.nights()) == "friday"


async def test_without_a_group_the_new_night_says_where_they_are_made(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot, lambda: type(app.screen).__name__ == "HomeScreen")
        await pilot.press("n")
        await settled(pilot, lambda: type(app.screen).__name__ == "NewNightScreen")
        await pilot.press("ctrl+g")
        await settled(pilot, lambda: app.screen.trouble)
        assert "no group yet" in app.screen.trouble
