"""The record book on the screen: every view says what the statistics say, as chart and as table; filters; both languages and sizes."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction

import pytest

from models.book import open_book
from models.events import HandDrawn, HandWon, Item, NightSettled, NightStarted, Options, Win
from models.statistics import Filter, duels, pairs, statistics, through_night
from tui import i18n
from tui.screens.groups import GroupsScreen
from tui.screens.records import RecordsScreen, ViewBar
from tui.widgets.keybar import KeyBar
from tui.widgets.records import RecordTable, average, percent
from tui.widgets.records_chart import BalanceLines, Legend, _marks, _spread
from tui.widgets.records_filter import FilterForm, date_problem, period, said
from tui.widgets.records_player import PlayerPage, bar

SIZES = [(80, 24), (120, 40)]
PEOPLE = ("阿明", "芳姐", "Kelvin", "陳太", "肥仔")
ITEMS = (Item("half_flush", 30, 1, "混一色", "Half flush"), Item("no_flowers", 1, 1, "無花", "No flowers"))
HAND = "(123m)(678m)(222z) 34m 999m 55z +5m"


@pytest.fixture(scope="module")
def book_path(tmp_path_factory):
    """Six nights of ten hands, some cash, some in a group, the last not settled."""
    path = tmp_path_factory.mktemp("records") / "book.sqlite"
    chance = random.Random(11)
    with open_book(path) as book:
        for n in range(6):
            day = f"2026-{n + 1:02d}-05"
            four = tuple(chance.sample(PEOPLE, 4))
            options = Options(settlement="cash", rules="taiwan") if n == 2 else Options()
            night = book.start(
                NightStarted(four, 5, 1, day, options, group="星期五" if n % 2 else ""),
                at=f"{day}T20:00:00+08:00",
            )
            last = 0
            for _ in range(10):
                if chance.random() < 0.15:
                    event = HandDrawn()
                else:
                    winner = chance.randrange(4)
                    payer = None if chance.random() < 0.3 else (winner + chance.randrange(1, 4)) % 4
                    event = HandWon((Win(winner, chance.randrange(1, 40), HAND, "", ITEMS),), payer)
                last = book.append(night, event, last).number
            if n < 5:
                book.append(night, NightSettled(), last)
    return path


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TAIPAI_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("TAIPAI_DATA_DIR", str(tmp_path / "data"))
    before = i18n.language()
    yield
    i18n.use(before)


@pytest.fixture(scope="module")
def truth(book_path):
    with open_book(book_path) as book:
        records, roster = book.records(), book.roster()
    return records, roster


def make_app(path, lang="en"):
    from tui.app import TaiPaiApp

    return TaiPaiApp(book_url=str(path), lang=lang)


async def until(pilot, condition):
    for _ in range(400):
        await pilot.pause(0.01)
        if condition():
            await pilot.pause()
            return
    raise AssertionError("the screen did not get there")


async def opened(pilot) -> RecordsScreen:
    screen = RecordsScreen()
    await pilot.app.push_screen(screen)
    await until(pilot, lambda: screen.found is not None)
    return screen


def cells(table: RecordTable) -> list[list[str]]:
    return [[cell.plain for cell in table.get_row_at(n)] for n in range(table.row_count)]


def page(screen) -> str:
    return "\n".join(line.plain for line in screen.query_one(PlayerPage).lines(76, 0))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "zh_HK"])
async def test_standings_say_what_the_statistics_say(book_path, truth, size, lang):
    expected = statistics(*truth)
    app = make_app(book_path, lang)
    async with app.run_test(size=size) as pilot:
        screen = await opened(pilot)
        rows = cells(screen.query_one("#standings", RecordTable))
        assert [row[1] for row in rows] == [p.name for p in expected.players]
        for row, p in zip(rows, expected.players, strict=True):
            assert row[2:4] == [str(p.nights), str(p.hands)]
            assert row[4] == (("+" if p.result > 0 else "−") + str(abs(p.result)) if p.result else "0")
            assert row[5:8] == [percent(p.win_rate), percent(p.self_draw_rate), percent(p.deal_in_rate)]
        title = screen.query_one("#title").render().plain
        assert str(expected.nights) in title and str(expected.hands) in title
        (views,) = screen.query_one(ViewBar).lines(size[0] - 2, 1)
        assert views.cell_length <= size[0] - 2, "no view's name is cut"


async def test_enter_opens_a_player_and_brackets_go_on(book_path, truth):
    expected = statistics(*truth)
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("down", "enter")
        await pilot.pause()
        second = expected.players[1]
        assert screen.view == "player" and second.name in page(screen)
        assert f"{second.won}  {percent(second.win_rate)}" in page(screen)
        assert average(second.average_win) in page(screen)
        assert "Half flush" in page(screen)
        assert "3m 4m 9m" in page(screen) or "3m4m9m" in page(screen)  # the biggest hand's tiles
        assert "Head to head" in page(screen)
        await pilot.press("right_square_bracket")
        assert expected.players[2].name in page(screen)
        await pilot.press("left_square_bracket", "left_square_bracket")
        assert expected.players[0].name in page(screen)


@pytest.mark.parametrize("size", SIZES)
async def test_head_to_head(book_path, truth, size):
    expected = duels(pairs(*truth))
    app = make_app(book_path)
    async with app.run_test(size=size) as pilot:
        screen = await opened(pilot)
        await pilot.press("3")
        await pilot.pause()
        rows = cells(screen.query_one("#duels", RecordTable))
        assert [(r[0], r[1], r[4], r[6], r[8]) for r in rows] == [
            (d.one.winner_name, d.other.winner_name, str(d.one.hands), str(d.one.rolled), str(d.one.kicked))
            for d in expected
        ]
        await pilot.press("enter")
        await pilot.pause()
        assert screen.view == "player" and screen.player == expected[0].one.winner


@pytest.mark.parametrize("size", SIZES)
async def test_the_balance_through_a_night_as_chart_and_table(book_path, truth, size):
    records, _roster = truth
    app = make_app(book_path)
    async with app.run_test(size=size) as pilot:
        screen = await opened(pilot)
        await pilot.press("4")
        await until(pilot, lambda: screen.query_one("#through-chart", BalanceLines).plot is not None)
        await pilot.pause()
        night = next(r for r in records if r.id == screen.night)
        points = through_night(night)
        chart = screen.query_one("#through-chart", BalanceLines)
        assert [line.values for line in chart.given[0]] == [
            tuple(b[seat] for _n, b in points) for seat in range(4)
        ]
        legend = "\n".join(line.plain for line in chart.query_one(Legend).lines(76, 0))
        for seat, name in enumerate(night.figures.players):
            assert f"{seat + 1} {name}" in legend
        drawn = chart.plot.plt.build()
        assert drawn.strip() and all(
            ord(c) < 0x3000 for c in drawn
        )  # nothing two cells wide inside the drawing
        await pilot.press("t")
        await pilot.pause()
        rows = cells(screen.query_one("#through-table", RecordTable))
        assert len(rows) == len(points) - 1
        final = [int(rows[0][1 + 2 * seat].replace("−", "-").replace("+", "")) for seat in range(4)]
        assert final == list(night.figures.result) and sum(final) == 0
        before = screen.night
        await pilot.press("left_square_bracket")
        await pilot.pause()
        assert screen.night != before


async def test_the_balance_across_nights_and_back_into_one(book_path, truth):
    expected = statistics(*truth)
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("5", "t")
        await pilot.pause()
        table = screen.query_one("#across-table", RecordTable)
        rows = cells(table)
        assert [row[0] for row in rows] == [point.date for point in reversed(expected.course)]
        assert [line.values[-1] for line in screen._across_lines()[0]] == [p.result for p in expected.players]
        await pilot.press("down", "enter")
        await pilot.pause()
        assert screen.view == "through" and screen.night == expected.course[-2].night


async def test_biggest_hands_and_fans(book_path, truth):
    expected = statistics(*truth)
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("6")
        await pilot.pause()
        biggest = cells(screen.query_one("#biggest", RecordTable))
        assert int(biggest[0][2]) == expected.biggest.fan
        fans = cells(screen.query_one("#fans", RecordTable))
        assert [(row[1], int(row[2])) for row in fans] == [(f.en, f.hands) for f in expected.fans]


async def test_filters_by_group_rules_and_date(book_path, truth):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("f", "down", "down", "down", "right", "enter")  # the group
        await until(pilot, lambda: screen.which.group == "星期五" and screen.found.nights == 3)
        assert "星期五" in screen.query_one("#title").render().plain
        await pilot.press("a")
        await until(pilot, lambda: screen.found.nights == 6)
        await pilot.press("f", "down", "down", "down", "down", "right", "right", "enter")  # rules: hk, taiwan
        await until(pilot, lambda: screen.which.rules == "taiwan" and screen.found.nights == 1)
        await pilot.press("a")
        await until(pilot, lambda: screen.found.nights == 6)
        await pilot.press("f", "down", *"202603", "down", *"20260430", "enter")
        await until(pilot, lambda: screen.found.nights == 2)
        assert screen.which == Filter(since="2026-03", until="2026-04-30")
        assert statistics(*truth, screen.which).nights == 2


async def test_a_date_that_cannot_be_is_said(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("f", "down", *"202613", "enter")
        await pilot.pause()
        assert "2026-11" in app.screen.query_one(FilterForm).trouble
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is screen and screen.which == Filter()


async def test_nothing_fits_says_so(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("f", "down", *"2031", "enter")
        await until(pilot, lambda: screen.found.nights == 0)
        for key in "123456":
            await pilot.press(key)
            await pilot.pause()
            assert "every night count" in screen.query_one("#headline").render().plain
        await pilot.press("t", "enter", "right_square_bracket", "escape")
        await pilot.pause()
        assert app.screen is not screen


async def test_an_empty_book(tmp_path):
    app = make_app(tmp_path / "empty.sqlite")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        for key in "123456t":
            await pilot.press(key)
            await pilot.pause()
        assert "No night has been played yet" in screen.query_one("#headline").render().plain


async def test_the_language_changes_every_word(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        table = screen.query_one("#standings", RecordTable)
        english = [column.label.plain for column in table.columns.values()]
        await pilot.press("f2")
        await pilot.pause()
        chinese = [column.label.plain for column in table.columns.values()]
        assert all(a != b for a, b in zip(english[1:], chinese[1:], strict=True)), list(
            zip(english, chinese, strict=True)
        )
        assert "戰績" in screen.query_one("#title").render().plain


def keys(screen) -> str:
    return "\n".join(line.plain for line in screen.query_one(KeyBar).lines(200, 0))


async def test_only_keys_that_do_something_are_on_the_bar(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        on_bar = {}
        for pressed in ("1", "2", "3", "4", "5", "t", "6"):
            await pilot.press(pressed)
            await pilot.pause()
            on_bar[pressed] = [
                name for name in ("open", "chart/table", "next", "all") if name in keys(screen)
            ]
        assert on_bar == {
            "1": ["open"],
            "2": ["next"],
            "3": ["open"],
            "4": ["chart/table", "next"],
            "5": ["chart/table"],
            "t": ["open", "chart/table"],
            "6": ["open"],
        }
        await pilot.press("tab")  # from the biggest hands to the fans, which open nothing
        await pilot.pause()
        assert app.focused.id == "fans" and "open" not in keys(screen)
        await pilot.press("f", "down", *"202602", "enter")
        await until(pilot, lambda: screen.which != Filter())
        assert "a all" in keys(screen)
        await pilot.press("a")
        await until(pilot, lambda: screen.which == Filter())
        assert "a all" not in keys(screen)


async def test_one_night_has_no_next_night(tmp_path):
    path = tmp_path / "one.sqlite"
    with open_book(path) as book:
        book.append(
            book.start(NightStarted(("A", "B", "C", "D"), 5, 1, "2026-01-01")), HandWon((Win(0, 10),), 1), 0
        )
    app = make_app(path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("4")
        await pilot.pause()
        assert "next" not in keys(screen) and "chart/table" in keys(screen)


async def test_escape_goes_back_to_the_list_a_row_was_opened_from(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        for list_keys, view in (("1", "standings"), ("3", "duels"), ("6", "hands")):
            await pilot.press(*list_keys, "down", "enter")
            await pilot.pause()
            assert screen.view == "player"
            await pilot.press("escape")
            await pilot.pause()
            assert (app.screen, screen.view) == (screen, view)
            assert app.focused.cursor_row == 1, "on the row it was opened from"
        await pilot.press("5", "t", "enter")
        await pilot.pause()
        assert screen.view == "through"
        await pilot.press("escape")
        await pilot.pause()
        assert screen.view == "across"
        await pilot.press("1", "enter", "2", "escape")  # a digit goes somewhere else: that is no way back
        await until(pilot, lambda: app.screen is not screen)


@pytest.mark.parametrize("lang", ["en", "zh_HK"])
async def test_nothing_on_it_is_cut(book_path, lang):
    app = make_app(book_path, lang)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        for pressed in "123456":
            await pilot.press(pressed)
            await pilot.pause()
            assert screen._headline().cell_length <= 78, pressed
        made = screen.query_one(PlayerPage).lines(76, 0)
        assert max(line.cell_length for line in made) <= 76
        whole = "\n".join(line.plain for line in made)
        last = "chopped by " if lang == "en" else "被斬 "
        assert whole.count(last) == len(screen.found.players) - 1


async def test_groups_are_reached_from_here(book_path):
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("g")
        await pilot.pause()
        assert isinstance(app.screen, GroupsScreen)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)


# --- figures ------------------------------------------------------------------------------------------------------------------------------


def test_rates_and_averages_are_rounded_half_up():
    assert percent(Fraction(1, 3)) == "33.3%"
    assert percent(Fraction(1, 8)) == "12.5%"
    assert percent(Fraction(125, 2000) / 100) == "0.1%"
    assert percent(Fraction(0)) == "0.0%" and percent(Fraction(1)) == "100.0%" and percent(None) == "–"
    assert average(Fraction(5, 2)) == "2.5" and average(Fraction(-5, 2)) == "−2.5"
    assert average(Fraction(1, 3)) == "0.3" and average(Fraction(0)) == "0.0" and average(None) == "–"
    assert average(Fraction(-1, 100)) == "0.0"


def test_axis_marks_and_ticks():
    assert _marks(-300, 447, 7)[0] <= -300 and _marks(-300, 447, 7)[-1] >= 447 and 0 in _marks(-300, 447, 7)
    assert _spread(5, 8) == [0, 1, 2, 3, 4]
    spread = _spread(100, 6)
    assert spread[0] == 0 and spread[-1] == 99 and len(spread) == 6
    for low, high in ((0, 0), (-1, 1), (-7, 20), (5, 900), (-12345, 7)):
        marks = _marks(low, high, 7)
        assert len(marks) <= 10 and marks == sorted(set(marks))


def test_bars():
    assert bar(10, 10, 8) == "█" * 8 and bar(0, 10, 8) == "" and bar(1, 16, 1) == ""
    assert bar(5, 10, 1) == "▌"


def test_periods():
    today = date(2026, 11, 30)
    assert period("this year", today) == ("2026-01-01", "")
    assert period("last year", today) == ("2025-01-01", "2025-12-31")
    assert period("last 30 days", today) == ("2026-11-01", "")
    assert period("all", today) == ("", "")


@pytest.mark.parametrize("text", ["", "2026", "2026-11", "2026-11-29"])
def test_dates_that_can_be(text):
    assert date_problem(text) == ""


@pytest.mark.parametrize("text", ["26", "2026-13", "2026-02-30", "2026-1", "20261129"])
def test_dates_that_cannot_be(text):
    assert date_problem(text)


def test_a_filter_in_words():
    assert said(Filter(since="2026-01", group="星期五"), {}) == "2026-01 – … · 星期五"
    assert said(Filter(player="x"), {"x": "阿明"}) == "阿明"


async def test_a_long_table_is_cut_and_says_so(book_path, monkeypatch):
    from tui.screens import records as module

    monkeypatch.setattr(module, "ROWS", 4)
    app = make_app(book_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("5", "t")
        await pilot.pause()
        table = screen.query_one("#across-table", RecordTable)
        assert table.row_count == 4
        assert cells(table)[0][0] == screen.found.course[-1].date
        assert "4 of 6" in screen.query_one("#headline").render().plain
        await pilot.press("3")
        await pilot.pause()
        assert screen.query_one("#duels", RecordTable).row_count == 4
        assert "4 of 10" in screen.query_one("#headline").render().plain


async def test_a_name_that_was_somebody_else_that_night(tmp_path):
    path = tmp_path / "two.sqlite"
    with open_book(path) as book:
        for day in ("2026-01-01", "2026-01-08"):
            night = book.start(NightStarted(("阿明", "B", "C", "D"), 5, 1, day), at=f"{day}T20:00:00+08:00")
            book.append(night, HandWon((Win(0, 10),), 1), 0)
    app = make_app(path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert next(p for p in screen.found.players if p.name == "阿明").nights == 2
        await pilot.press("w")  # not here
        assert app.screen is screen
        await pilot.press("4")
        await pilot.pause()
        await pilot.press("w")
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        await pilot.press("1")  # somebody who is not in the list
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.found.players) == 5)
        by_name = {p.name: p.nights for p in screen.found.players}
        assert by_name == {"阿明": 1, "阿明 2": 1, "B": 2, "C": 2, "D": 2}
        # and back: whoever the name says
        await pilot.press("w")
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        await pilot.press("3")
        await until(pilot, lambda: len(screen.found.players) == 4)
        assert next(p for p in screen.found.players if p.name == "阿明").nights == 2
