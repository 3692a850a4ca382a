"""Rule sets in the app: changed, tried at once on the sample hands, saved with a person's comments kept, compared."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from models import rules as rule_sets
from models import samples
from models.rules import load, with_switch, with_values
from tui import i18n, rules_file, settings
from tui.screens.rules import RulesScreen
from tui.screens.rules_compare import CompareScreen
from tui.widgets.status import StatusLine

SIZES = [(80, 24), (120, 40)]


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TAIPAI_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("TAIPAI_DATA_DIR", str(tmp_path / "data"))
    before = i18n.language()
    yield tmp_path
    i18n.use(before)


# --- the file ---------------------------------------------------------------------------------------------------------------------------

OURS = """# Friday's table
name = "friday"   # our name
base = "hk"

[switches]
chicken = "add"   # since 2019

[fans]
twin_chows = 3    # was 5, too easy
lucky = { value = 5, zh = "好彩", en = "Lucky", all = ["all_chows", "self_draw"] }  # ours
"""


def test_a_new_file_has_only_what_differs_and_prices_alike(tmp_path):
    hk = load("hk")
    draft = with_switch(with_values(hk, {"all_pungs": 40, "missing_suit": False}), "honor_scoring=graded")
    path = rules_file.save("friday", draft, hk)
    text = path.read_text(encoding="utf-8")
    assert 'base = "hk"' in text
    assert "all_pungs = 40" in text and "missing_suit = false" in text and 'honor_scoring = "graded"' in text
    assert "twin_chows" not in text and "chicken" not in text
    again = rules_file.load("friday")
    assert again.fingerprint == draft.fingerprint != hk.fingerprint
    assert again.name == "friday"


def test_comments_and_everything_else_survive_a_save():
    folder = settings.rules_dir()
    folder.mkdir(parents=True)
    (folder / "friday.toml").write_text(OURS, encoding="utf-8")
    start = rules_file.load("friday")
    draft = with_switch(with_values(start, {"twin_chows": 4, "lucky": 8, "all_pungs": 40}), "chicken=replace")
    path = rules_file.save("friday", draft, start)
    text = path.read_text(encoding="utf-8")
    for comment in ("# Friday's table", "# our name", "# since 2019", "# was 5, too easy", "# ours"):
        assert comment in text
    assert (
        "twin_chows = 4" in text
        and "value = 8" in text
        and "all_pungs = 40" in text
        and 'chicken = "replace"' in text
    )
    assert 'zh = "好彩"' in text
    assert rules_file.load("friday").fingerprint == draft.fingerprint


def test_a_row_of_ones_own_is_switched_off_and_on_again():
    folder = settings.rules_dir()
    folder.mkdir(parents=True)
    (folder / "friday.toml").write_text(OURS, encoding="utf-8")
    start = rules_file.load("friday")
    rules_file.save("friday", with_values(start, {"lucky": False}), start)
    off = rules_file.load("friday")
    assert not off.row("lucky").on and "# ours" in (folder / "friday.toml").read_text(encoding="utf-8")
    rules_file.save("friday", with_values(off, {"lucky": True}), off)
    assert rules_file.load("friday").fingerprint == start.fingerprint


def test_what_ships_is_never_written_over():
    hk = load("hk")
    with pytest.raises(rules_file.RulesNotSaved, match="ships"):
        rules_file.save("hk", with_values(hk, {"all_pungs": 1}), hk)


def test_a_broken_file_is_left_as_it_is():
    folder = settings.rules_dir()
    folder.mkdir(parents=True)
    broken = folder / "friday.toml"
    broken.write_text("name = [", encoding="utf-8")
    hk = load("hk")
    with pytest.raises(rules_file.RulesNotSaved, match="left as it is"):
        rules_file.save("friday", with_values(hk, {"all_pungs": 1}), hk)
    assert broken.read_text(encoding="utf-8") == "name = ["


def test_another_set_of_that_name_is_not_written_over():
    hk = load("hk")
    path = rules_file.save("friday", with_values(hk, {"all_pungs": 40}), hk)
    before = path.read_text(encoding="utf-8")
    with pytest.raises(rules_file.RulesNotSaved, match="already a set friday"):
        rules_file.save("friday", with_values(hk, {"twin_chows": 4}), hk)
    assert path.read_text(encoding="utf-8") == before


def test_a_file_changed_meanwhile_is_not_written_over():
    hk = load("hk")
    path = rules_file.save("friday", with_values(hk, {"all_pungs": 40}), hk)
    start = rules_file.load("friday")
    path.write_text(path.read_text(encoding="utf-8").replace("40", "41"), encoding="utf-8")
    with pytest.raises(rules_file.RulesNotSaved, match="meanwhile"):
        rules_file.save("friday", with_values(start, {"twin_chows": 4}), start)
    assert "all_pungs = 41" in path.read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_written_is_said(tmp_path, monkeypatch):
    (tmp_path / "config").write_text("a file where the folder should be", encoding="utf-8")
    hk = load("hk")
    with pytest.raises(rules_file.RulesNotSaved):
        rules_file.save("friday", with_values(hk, {"all_pungs": 40}), hk)


def test_own_sets_are_listed_after_those_that_ship():
    hk = load("hk")
    rules_file.save("aaa", with_values(hk, {"all_pungs": 40}), hk)
    names = [each.name for each in rules_file.available()]
    assert names == [*rule_sets.builtin_names(), "aaa"]


# --- the screen -------------------------------------------------------------------------------------------------------------------------


def make_app(tmp_path, lang="en"):
    from tui.app import TaiPaiApp

    return TaiPaiApp(book_url=str(tmp_path / "book.sqlite"), lang=lang)


async def until(pilot, condition):
    for _ in range(400):
        await pilot.pause(0.01)
        if condition():
            await pilot.pause()
            return
    raise AssertionError("the screen did not get there")


async def opened(pilot, name="hk") -> RulesScreen:
    screen = RulesScreen(name)
    await pilot.app.push_screen(screen)
    await until(pilot, lambda: screen.draft is not None)
    return screen


def shown(screen) -> str:
    from tui.widgets.rules_detail import RulesDetail

    detail = screen.query_one(RulesDetail)
    return "\n".join(line.plain for line in detail.lines(60, 0))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "zh_HK"])
async def test_every_row_says_its_condition_and_value(own_folder, size, lang):
    app = make_app(own_folder, lang)
    async with app.run_test(size=size) as pilot:
        screen = await opened(pilot)
        screen.list.go("all_pungs")
        await pilot.pause()
        assert ("對對胡" in shown(screen)) and "30" in shown(screen)
        assert ("Five triplets" in shown(screen)) == (lang == "en")
        assert "hk" in str(screen.query_one("#title").render()) and screen.draft.fingerprint[:6] in str(
            screen.query_one("#title").render()
        )


async def test_a_typed_value_shows_at_once_what_changes(own_folder):
    app = make_app(own_folder)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        screen.list.go("all_pungs")
        await pilot.press("4", "0")
        await until(pilot, lambda: screen.effects)
        assert screen.draft.row("all_pungs").value == 40
        expected = {
            e.sample.id: e.change
            for e in samples.effects(load("hk"), with_values(load("hk"), {"all_pungs": 40}))
        }
        assert {e.sample.id: e.change for e in screen.effects} == expected
        assert expected["four-concealed"] == 10
        assert "65 → 75" in shown(screen) and "was 30" in shown(screen)
        assert "worth more" in str(screen.query_one("#outcome").render())
        await pilot.press("z")
        await until(pilot, lambda: screen.effects == ())
        assert screen.draft.fingerprint == load("hk").fingerprint
        assert "nothing changed" in str(screen.query_one("#outcome").render())


async def test_arrows_and_off(own_folder):
    app = make_app(own_folder)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        screen.list.go("all_melded")
        await pilot.press("right", "right", "left")
        assert screen.draft.row("all_melded").value == 16
        await pilot.press("o")
        assert not screen.draft.row("all_melded").on
        await until(pilot, lambda: screen.effects)
        assert [e.sample.id for e in screen.effects] == ["all-melded"]
        await pilot.press("o", "z")
        assert screen.list.changes == 0


async def test_switches_with_what_each_choice_means(own_folder):
    app = make_app(own_folder)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("w")
        screen.list.go("two_way")
        await pilot.pause()
        assert "both in full" in shown(screen)
        await pilot.press("right")
        assert screen.draft.switches.two_way == "full_both"
        await until(pilot, lambda: screen.effects)
        assert "49 → 54" in shown(screen)
        for name in ("min_fan", "special_forms", "use_flowers"):
            screen.list.go(name)
            await pilot.press("right", "z")
        assert screen.list.changes == 1


async def test_numbers_of_a_switch_are_typed(own_folder):
    app = make_app(own_folder)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("w")
        screen.list.go("min_fan")
        await pilot.press("1", "2", "backspace")
        assert screen.draft.switches.min_fan == 1


@pytest.mark.parametrize("size", SIZES)
async def test_saved_as_the_table_s_own_set_and_used_for_new_nights(own_folder, size):
    app = make_app(own_folder)
    async with app.run_test(size=size) as pilot:
        screen = await opened(pilot)
        screen.list.go("twin_chows")
        await pilot.press("3", "ctrl+s")
        await pilot.pause()
        field = app.screen.query_one(Input)
        assert field.value == rules_file.SUGGESTED
        field.value = "hk"
        await pilot.press("enter")
        await pilot.pause()
        assert "ships" in app.screen.trouble
        field.value = "friday"
        await pilot.press("enter")
        await until(pilot, lambda: screen.own)
        await pilot.press("y")
        await pilot.pause()
        assert app.settings.rules == "friday"
        assert rules_file.load("friday").row("twin_chows").value == 3
        assert screen.list.changes == 0
        assert "friday" in str(screen.query_one("#title").render())
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is not screen
    assert settings.load()[0].rules == "friday"


async def test_leaving_with_changes_asks(own_folder):
    app = make_app(own_folder)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        screen.list.go("twin_chows")
        await pilot.press("3", "escape")
        await pilot.pause()
        assert app.screen is not screen
        await pilot.press("n")
        await pilot.pause()
        assert app.screen is screen and screen.list.changes == 1
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert screen not in app.screen_stack


async def test_search_lists_only_what_fits(own_folder):
    app = make_app(own_folder)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("slash", *"wind", "enter")
        await pilot.pause()
        keys = [entry.key for entry in screen.list.entries if entry.kind == "fan"]
        assert "big_four_winds" in keys and "all_pungs" not in keys
        await pilot.press("escape")
        await pilot.pause()
        assert len([e for e in screen.list.entries if e.kind == "fan"]) == len(load("hk").rows)


@pytest.mark.parametrize("size", SIZES)
async def test_two_sets_side_by_side(own_folder, size):
    app = make_app(own_folder)
    async with app.run_test(size=size) as pilot:
        screen = await opened(pilot)
        await pilot.press("c")
        await pilot.pause()
        await pilot.press(str(rule_sets.builtin_names().index("hk-graded") + 1))
        await until(pilot, lambda: isinstance(app.screen, CompareScreen) and app.screen.effects is not None)
        compared = app.screen
        assert [(d.kind, d.key) for d in compared.differences] == [("switch", "honor_scoring")]
        found = {e.sample.id: (e.before.total, e.after.total) for e in compared.effects}
        assert found["seat-wind"] == (2, 3)
        assert compared.query_one("#hands").row_count == len(found)
        await pilot.press("tab", "escape")
        await pilot.pause()
        assert app.screen is screen


async def test_a_set_that_cannot_be_read_is_said_and_another_is_shown(own_folder):
    folder = settings.rules_dir()
    folder.mkdir(parents=True)
    (folder / "bad.toml").write_text('base = "hk"\n[fans]\nnonsense = 3\n', encoding="utf-8")
    app = make_app(own_folder)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, "bad")
        assert screen.draft.name == "hk"
        assert "nonsense" in screen.query_one(StatusLine).said


async def test_every_shipped_set_can_be_walked_through(own_folder):
    app = make_app(own_folder)
    async with app.run_test(size=(80, 24)) as pilot:
        for name in rule_sets.builtin_names():
            screen = await opened(pilot, name)
            for _ in range(2):
                for entry in screen.list.entries:
                    if entry.kind != "heading":
                        screen.list.go(entry.key)
                        assert shown(screen)
                await pilot.press("w")
            await pilot.press("escape")
            await pilot.pause()


async def test_the_booklet_explains_the_row_under_the_cursor(own_folder):
    from tui.screens.booklet import BookletScreen

    app = make_app(own_folder)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, "taiwan")
        screen.list.go("all_chows")
        await pilot.press("k")
        await until(
            pilot, lambda: isinstance(app.screen, BookletScreen) and app.screen.place.anchor == "fans-chows"
        )
        assert app.screen.place.chapter == "tai"
        await pilot.press("escape", "w")
        screen.list.go("pinghu_two_sided")
        await pilot.press("k")
        await until(
            pilot,
            lambda: isinstance(app.screen, BookletScreen) and app.screen.place.anchor == "pinghu_two_sided",
        )


@pytest.mark.parametrize("size", SIZES)
async def test_the_screen_says_which_set_and_version_is_in_force(own_folder, size):
    from models.book import open_book
    from models.events import NightStarted, Options

    hk = load("hk")
    rules_file.save("friday", with_values(hk, {"all_pungs": 40}), hk)
    version = rules_file.load("friday").fingerprint
    with open_book(own_folder / "book.sqlite") as book:
        night = book.start(
            NightStarted(("A", "B", "C", "D"), 5, 1, "2026-11-30", Options(rules="friday"), version)
        )
    app = make_app(own_folder)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: type(app.screen).__name__ == "HomeScreen")
        app.services.resume(app.screen, night)
        await until(pilot, lambda: app.services.current is not None)
        screen = await opened(pilot, "friday")
        title = screen.query_one("#title").render().plain
        assert "friday" in title and version[:6] in title
        assert screen._in_force() == f"tonight: friday {version[:6]}"
        # the file is edited while the night goes on: the night keeps saying what it began with
        now = rules_file.load("friday")
        rules_file.save("friday", with_values(now, {"all_pungs": 41}), now)
        screen.load("friday")
        await until(pilot, lambda: screen.list.start.fingerprint != version)
        assert screen._in_force() == f"tonight: friday {version[:6]}, changed since"
