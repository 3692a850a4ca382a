"""Groups and players through the screen: what is changed is in the book, old nights follow, mistakes are parted again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.widgets import Input, OptionList

from models.book import open_book
from models.events import HandWon, NightStarted, Win
from models.roster import GroupSaved, PlayerRenamed
from tests.tui.app_driver import text
from tui import i18n
from tui.screens.groups import GroupsScreen
from tui.screens.pick import PickScreen
from tui.widgets.keybar import KeyBar
from tui.widgets.status import StatusLine

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


def said(screen) -> str:
    """What the screen's status line says."""
    return screen.query_one(StatusLine).said


def keys(screen) -> str:
    """What the screen's bar of keys says."""
    return "\n".join(line.plain for line in screen.query_one(KeyBar).lines(78, 0))


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
        await pilot.press(*"a", "enter")
        await pilot.pause()
        await pilot.press("space", "enter", "enter")
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
        others = [p.name for p in screen.view.partners(players(screen)["明仔"])]
        await pilot.press(str(others.index("阿明") + 1), "y")
        await settled(pilot, lambda: "明仔" not in players(screen))
        both = players(screen)["阿明"]
        assert both.nights == 2
        assert [name for _, name in both.parts] == ["明仔"]
        await to_player(pilot, screen, "阿明")
        await pilot.press("p")
        await settled(pilot, lambda: "明仔" in players(screen))
        assert players(screen)["阿明"].nights == 1


async def test_only_who_may_be_one_person_is_offered(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await to_player(pilot, screen, "Eve")  # sat with 明仔, Bee and Cat
        await pilot.press("m")
        await settled(pilot, lambda: app.screen is not screen)
        assert [words().split("  ")[0] for words in app.screen.choices] == ["Dog", "阿明"]
        await pilot.press("1")
        await settled(pilot, lambda: type(app.screen).__name__ == "AskScreen")
        shown = text(app)
        assert "Eve (1 night) is Dog" in shown
        assert "y/⏎ yes" in shown and "n/Esc no" in shown
        await pilot.press("n")
        await settled(pilot, lambda: app.screen is screen)
        assert {"Eve", "Dog"} <= set(players(screen))


async def test_who_sat_with_everybody_can_be_nobody_else(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await to_player(pilot, screen, "Cat")  # both nights: with everybody
        await pilot.press("m")
        await pilot.pause()
        assert app.screen is screen
        assert said(screen) == "✗ Cat cannot be anybody else: they all have sat at one table with him."


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


async def test_a_name_taken_back_after_a_night_leaves_one_person_and_says_so(book_path):
    with open_book(book_path) as book:
        book.change(PlayerRenamed(book.roster().player("Bee"), "Beatrice"))
        book.start(NightStarted(("Beatrice", "阿明", "Cat", "Eve"), 5, 1, "2026-01-15"))
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("u")
        await settled(pilot, lambda: "Bee" in players(screen))
        assert players(screen)["Bee"].nights == 3 and "Beatrice" not in players(screen)
        assert said(screen).endswith(
            "Beatrice is called Bee again; the nights played as Beatrice stay with Bee."
        )


async def test_an_earlier_name_of_another_is_refused_with_whose_it_is(book_path):
    with open_book(book_path) as book:
        book.change(PlayerRenamed(book.roster().player("Bee"), "Beatrice"))
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await to_player(pilot, screen, "Cat")
        await pilot.press("r")
        await pilot.pause()
        app.screen.query_one(Input).value = "Bee"
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen.trouble.startswith("Bee is Beatrice's earlier name; ")


async def test_an_empty_book_says_what_to_do(tmp_path, book_path):
    app = make_app(tmp_path / "other.db")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert not screen.view.players
        for key, words in (
            ("e", "on a group first (Tab goes"),
            ("r", "on a group or a player first"),
            ("m", "on a player first (Tab goes"),
            ("p", "on a player first"),
            ("delete", "on a group first"),
            ("u", "no change"),
        ):
            await pilot.press(key)
            await pilot.pause()
            assert words in said(screen), key
        assert app.screen is screen
        assert not list(app._notifications), "nothing lies over the keys or a dialog"


async def test_a_remark_follows_the_language_and_goes_with_the_next_key(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert "Tab other list" in keys(screen)
        await pilot.press("m")
        await pilot.pause()
        assert "Put the cursor on a player first" in text(app)
        await pilot.press("f2")
        await pilot.pause()
        assert "先將游標擺喺一個玩家度（Tab 去另一邊）" in text(app)
        assert "Put the cursor" not in text(app)
        await pilot.press("tab")
        await pilot.pause()
        assert said(screen) == "" and "先將游標" not in text(app)


async def test_a_group_in_an_empty_book_is_made_of_new_names(tmp_path, book_path):
    app = make_app(tmp_path / "other.db")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("n", *"Club", "enter")
        await settled(
            pilot, lambda: type(app.screen).__name__ == "LineScreen"
        )  # nobody to mark: names at once
        await pilot.press("escape")
        await settled(pilot, lambda: type(app.screen) is PickScreen)
        assert "␣ in or out" not in keys(app.screen) and "n new name" in keys(app.screen)
        await pilot.press("enter")
        await pilot.pause()
        assert type(app.screen) is PickScreen, "a group without anybody is not taken"
        await pilot.press("n", *"Ann, Bob,Ann", "enter")
        await settled(pilot, lambda: type(app.screen) is PickScreen)
        await pilot.press("n", *"Bob,Cy", "enter")
        await settled(pilot, lambda: len(app.screen.choices) == 3)
        await pilot.press("enter")
        await settled(pilot, lambda: type(app.screen).__name__ == "OptionsScreen")
        await pilot.press("enter")
        await settled(pilot, lambda: screen.view.groups)
        (group,) = screen.view.groups
        assert [screen.view.name(p) for p in group.players] == ["Ann", "Bob", "Cy"]
        assert [(p.name, p.nights) for p in screen.view.players] == [("Ann", 0), ("Bob", 0), ("Cy", 0)]
        assert "has not played yet" in text(app)
        # its players again: those who never played are in the list, marked
        screen.query_one("#groups").focus()
        await pilot.press("e")
        await pilot.pause()
        await pilot.press("1")
        await settled(pilot, lambda: type(app.screen) is PickScreen)
        assert app.screen.choices == ["Ann", "Bob", "Cy"] and app.screen.marked == {0, 1, 2}
        await pilot.press("home", "space", "end", "space", "enter")
        await settled(pilot, lambda: len(screen.view.groups[0].players) == 1)
        # taken back: the players, then the group; nothing else was a change a person made
        await pilot.press("u")
        await settled(pilot, lambda: len(screen.view.groups[0].players) == 3)
        await pilot.press("u")
        await settled(pilot, lambda: not screen.view.groups)
        assert screen.view.undoable is None
    with open_book(tmp_path / "other.db") as book:
        assert not book.nights()


async def test_nobody_marked_is_refused_and_a_known_name_is_that_player(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("n", *"x", "enter")
        await settled(pilot, lambda: type(app.screen) is PickScreen)
        pick = app.screen
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen is pick and pick.trouble == "A group needs at least one player."
        await pilot.press("n", *"Bee", "enter")
        await settled(pilot, lambda: app.screen is pick)
        assert pick.trouble == ""
        assert [pick.choices[n] for n in pick.marked] == ["Bee"] and pick.choices.count("Bee") == 1
        await pilot.press("n", *("x" * 25), "enter")
        await pilot.pause()
        assert app.screen.trouble == "At most 24 letters, or 12 Chinese characters."
        await pilot.press("escape")
        await settled(pilot, lambda: app.screen is pick)
        await pilot.press("enter", "enter")
        await settled(pilot, lambda: screen.view.groups)
        assert screen.view.groups[0].players == (players(screen)["Bee"].id,)


async def sits_down(pilot):
    """The new-night screen after its first group was chosen."""
    app = pilot.app
    await settled(pilot, lambda: getattr(app.screen, "nights", None) is not None)
    await pilot.press("n")
    await settled(pilot, lambda: type(app.screen).__name__ == "NewNightScreen")
    new_night = app.screen
    await pilot.press("ctrl+g")
    await settled(pilot, lambda: type(app.screen).__name__ == "ChooseScreen")
    await pilot.press("1")
    await settled(pilot, lambda: type(app.screen).__name__ != "ChooseScreen")
    return new_night


@pytest.mark.parametrize("named", [(), ("Eve",), ("Eve", "Cat", "Bee")])
async def test_a_seat_for_which_the_group_has_nobody_stays_empty(book_path, named):
    with open_book(book_path) as book:
        book.change(GroupSaved("friday", tuple(book.roster().player(name) for name in named)))
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sits_down(pilot)
        values = [screen.query_one(f"#name{n}").value for n in range(4)]
        assert values == [*named, *[""] * (4 - len(named))]
        assert app.focused is screen.query_one(f"#name{len(named)}")
        assert screen.trouble == f"friday has {len(named)} of four players: type who else sits down."
        for n in range(len(named), 4):
            await pilot.press(*f"p{n}", "enter")
        await settled(pilot, lambda: type(app.screen).__name__ == "SeatingScreen")
        assert screen.names() == (*named, *[f"p{n}" for n in range(len(named), 4)])


async def test_an_earlier_name_is_not_offered_and_nobody_sits_down_twice(book_path):
    with open_book(book_path) as book:
        book.change(PlayerRenamed(book.roster().player("Eve"), "Evelyn"))
        book.change(GroupSaved("friday", tuple(book.roster().player(name) for name in ("Eve", "Bee", "Cat"))))
    app = make_app(book_path)
    app.settings = replace(app.settings, names=("Eve", "Hal"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sits_down(pilot)
        assert "Eve" not in screen.known and {"Evelyn", "Hal"} <= set(screen.known)
        await pilot.press(*"Eve", "enter")
        await settled(pilot, lambda: screen.trouble)
        assert screen.trouble.startswith("Eve is Evelyn: nobody sits down twice")
        assert app.screen is screen and app.focused is screen.query_one("#name3")
        await settled(pilot, lambda: "nobody sits down twice" in text(app))
        await pilot.press("end", *"2", "enter")
        await settled(pilot, lambda: type(app.screen).__name__ == "SeatingScreen")
        assert screen.names() == ("Evelyn", "Bee", "Cat", "Eve2")


async def test_who_was_renamed_while_the_names_were_typed_does_not_sit_down_twice(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot, lambda: getattr(app.screen, "nights", None) is not None)
        with open_book(book_path) as book:
            book.change(PlayerRenamed(book.roster().player("Eve"), "Evelyn"))
        app.screen._starting = start = NightStarted(("Eve", "Bee", "Cat", "Evelyn"), 5, 1, "2026-01-15")
        app.services.begin(app.screen, start)
        await settled(pilot, lambda: type(app.screen).__name__ == "ChooseScreen")
        assert "The night could not be begun: Eve is Evelyn" in text(app)
    with open_book(book_path) as book:
        assert len(book.ids()) == 2


async def test_of_five_regulars_a_person_says_who_sits_down(book_path):
    five = ("Eve", "Cat", "Bee", "阿明", "Dog")
    with open_book(book_path) as book:
        book.change(GroupSaved("friday", tuple(book.roster().player(name) for name in five)))
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sits_down(pilot)
        pick = app.screen
        assert type(pick) is PickScreen and pick.marked == {0, 1, 2, 3}
        assert "n new name" not in keys(pick)
        await pilot.press("end", "space", "enter")
        await pilot.pause()
        assert app.screen is pick and pick.trouble == "Four sit at the table."
        await pilot.press("home", "space", "enter")
        await settled(pilot, lambda: app.screen is screen)
        assert screen.names() == ("Cat", "Bee", "阿明", "Dog")
        assert screen.trouble == ""


@pytest.mark.parametrize("size", SIZES)
async def test_a_group_sits_down_with_its_own_stakes_and_rules(book_path, size):
    from models.events import Options

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
