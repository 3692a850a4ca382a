"""Whole nights typed in the real app, checked on the screen and against what is on disk."""

from __future__ import annotations

import re
import sqlite3

import pytest

from models.book import open_book
from models.events import (
    ChopDeclined,
    Chopped,
    Corrected,
    HandWon,
    InstantPayment,
    NightSettled,
    Undone,
    Win,
)
from tests.tui.app_driver import (
    at_table,
    book_with,
    debts,
    lines,
    night_on_disk,
    running,
    start_of,
    table,
    text,
    typed,
    until,
)
from tests.tui.app_driver import home as home
from tui.screens.table import TableScreen

CASE_A = [
    ("1210⏎", {"乙→甲": (15, 1)}),
    ("125⏎", {"乙→甲": (33, 2)}),
    ("1315⏎", {"乙→甲": (33, 2), "丙→甲": (20, 1)}),
    ("218⏎", {"甲→乙": (13, 1)}),
    ("4z6⏎", {"甲→丁": (11, 1), "乙→丁": (11, 1), "丙→丁": (11, 1)}),
]


async def test_case_a_typed_to_the_unit(home):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        for keys, expected in CASE_A:
            await typed(pilot, keys)
            assert debts(table(app).open_night.night) == expected
            assert debts(night_on_disk(book)) == expected
        await typed(pilot, "s")
        assert "Who pays whom" in text(app)
        await typed(pilot, "⏎")
        await until(pilot, lambda: table(app).open_night.night.settled)
    night = night_on_disk(book)
    assert night.settled
    assert night.totals == (12, -14, -31, 33)
    assert night.hand_points == (21, -23, -31, 33)
    assert night.lai_extra == (-9, 9, 0, 0)


@pytest.mark.parametrize(
    ("third", "expected", "paid"),
    [
        ("2415⏎", {"丁→乙": (20, 1)}, (61, -10, -41, -10)),
        ("1321⏎", {"乙→甲": (10, 1), "丙→甲": (93, 3), "丁→甲": (10, 1)}, (0, 0, 0, 0)),
        ("3z14⏎", {"甲→丙": (24, 1), "乙→丙": (19, 1), "丁→丙": (19, 1)}, (40, -10, -20, -10)),
    ],
)
async def test_case_b_typed_to_the_unit_the_dealer_fan_added_by_the_table(home, third, expected, paid):
    book = home / "book.sqlite"
    book_with(book, start_of("on"))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "1z4⏎")
        assert debts(table(app).open_night.night) == {"乙→甲": (10, 1), "丙→甲": (10, 1), "丁→甲": (10, 1)}
        await typed(pilot, "1318⏎")
        assert debts(table(app).open_night.night)["丙→甲"] == (41, 2)
        assert table(app).open_night.night.streak == 2
        await typed(pilot, third)
        night = table(app).open_night.night
        assert debts(night) == expected
        assert night.totals == paid
    assert debts(night_on_disk(book)) == expected


async def test_resumed_from_disk_half_way_by_another_app(home):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        for keys, _ in CASE_A[:2]:
            await typed(pilot, keys)
        await typed(pilot, "13")  # half a hand is typed when the lights go out
    async with at_table(book) as (app, pilot):
        assert debts(table(app).open_night.night) == CASE_A[1][1]
        assert "Resumed" in text(app)
        for keys, expected in CASE_A[2:]:
            await typed(pilot, keys)
            assert debts(table(app).open_night.night) == expected
        await typed(pilot, "s⏎")
        await until(pilot, lambda: table(app).open_night.night.settled)
    assert night_on_disk(book).totals == (12, -14, -31, 33)


def killed_at(path, night: str) -> None:
    """As if an app had been killed with the night on its table."""
    with open_book(path) as book:
        book.claim(night, "this table")
        with sqlite3.connect(path) as raw:
            raw.execute("UPDATE claims SET process = 2147483000, writer = 'dead'")


async def test_after_the_plug_was_pulled_the_app_goes_on_where_it_was(home):
    book = home / "book.sqlite"
    night = book_with(book, start_of(), HandWon((Win(0, 10),), 2))
    book_with(book, start_of(players=("A", "B", "C", "D")))  # newer, and not on the table then
    killed_at(book, night)
    async with running(book) as (app, pilot):
        await until(pilot, lambda: any(isinstance(s, TableScreen) for s in app.screen_stack))
        assert table(app).open_night.id == night
        assert "Resumed: 1 hand played, everything is as it was. Esc: list of nights." in text(app)
        await typed(pilot, "1210⏎")
        assert len(night_on_disk(book, night).records) == 2
        await typed(pilot, "⎋")
        await until(pilot, lambda: type(app.screen).__name__ == "HomeScreen")
        await pilot.press("f5")
        await pilot.pause(0.2)
        assert type(app.screen).__name__ == "HomeScreen", "the list stays"
    async with running(book) as (app, pilot):
        await pilot.pause(0.2)
        assert type(app.screen).__name__ == "HomeScreen", "it was closed, not cut off"


async def test_a_settled_night_is_not_gone_on_with(home):
    book = home / "book.sqlite"
    killed_at(book, book_with(book, start_of(), HandWon((Win(0, 10),), 2), NightSettled()))
    async with running(book) as (app, pilot):
        await pilot.pause(0.2)
        assert type(app.screen).__name__ == "HomeScreen"


async def test_a_settled_night_opened_later_does_not_hide_the_one_that_was_cut_off(home):
    book = home / "book.sqlite"
    cut = book_with(book, start_of(), HandWon((Win(0, 10),), 2))
    done = book_with(book, start_of(players=("A", "B", "C", "D")), HandWon((Win(0, 10),), 2), NightSettled())
    killed_at(book, cut)
    killed_at(book, done)
    async with running(book) as (app, pilot):
        await until(pilot, lambda: any(isinstance(s, TableScreen) for s in app.screen_stack))
        assert table(app).open_night.id == cut
        assert "Resumed: 1 hand played, everything is as it was." in text(app), "nothing else waits"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Resumed: 1 hand played. 1 more night was cut off; Esc: list of nights."),
        ("zh_HK", "接返上次：打咗 1 鋪。另外仲有 1 場中途斷咗；Esc 返去揀場。"),
    ],
)
async def test_of_two_nights_cut_off_the_later_opens_and_the_other_is_spoken_of(home, lang, words):
    book = home / "book.sqlite"
    later = book_with(book, start_of(), HandWon((Win(0, 10),), 2))
    sooner = book_with(book, start_of(players=("A", "B", "C", "D")), HandWon((Win(0, 10),), 2))
    killed_at(book, sooner)
    killed_at(book, later)
    async with running(book, lang=lang) as (app, pilot):
        await until(pilot, lambda: any(isinstance(s, TableScreen) for s in app.screen_stack))
        assert table(app).open_night.id == later
        assert words in text(app)


async def test_the_preview_says_what_enter_will_do(home):
    book = home / "book.sqlite"
    book_with(book, start_of(), HandWon((Win(0, 10),), 2))
    async with at_table(book, lang="zh_HK") as (app, pilot):
        await typed(pilot, "135")
        assert "丙→甲 15×1.5→23+10=33（兩口）" in text(app)
        assert night_on_disk(book).hand_number == 2, "nothing is recorded before Enter"
        await typed(pilot, "⌫⌫⌫⌫31")
        assert "丙 食" in text(app)
        await typed(pilot, "8")
        assert "丙俾甲 $7（踢半）" in text(app)


async def test_double_and_triple_ron_each_with_his_own_fan(home):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        await typed(pilot, "114310⏎8⏎")
        assert debts(table(app).open_night.night) == {"丙→甲": (15, 1), "丙→丁": (13, 1)}
        await typed(pilot, "1122341⏎2⏎3⏎")
        night = table(app).open_night.night
        assert {k: v for k, v in debts(night).items() if k.startswith("丁")} == {
            "丁→甲": (6, 1),
            "丁→乙": (7, 1),
            "丁→丙": (8, 1),
        }


async def test_draw_and_instant_payments(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on"))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "d")
        assert table(app).open_night.night.dealer == 1
        await typed(pilot, "i13⏎")  # eight flowers of the third: the dealer pays one fan more
        night = table(app).open_night.night
        assert night.totals == (-35, -36, 106, -35)
        assert night.instant == night.totals
        await typed(pilot, "i241⏎")  # the fourth robs the eighth flower of the first
        assert table(app).open_night.night.totals == (-70, -36, 106, 0)
        await typed(pilot, "i3220⏎")  # a false win of the second: 20 to each
        assert table(app).open_night.night.totals == (-50, -96, 126, 20)
        said = text(app)
        assert "False win: 乙 pays all $20 each" in said and "詐糊" not in said, (
            "said in the language of the app"
        )
        assert "(instant)" not in said, "and not said twice"
        await typed(pilot, "i40150⏎reward⏎")  # all to the first
        assert table(app).open_night.night.totals == (100, -146, 76, -30)
    records = night_on_disk(book).records
    assert [r.event.words for r in records if isinstance(r.event, InstantPayment)] == ["八仙過海"] * 3 + [
        "七搶一",
        "詐糊",
        "reward",
    ]


async def test_undo_says_what_it_takes_back_and_asks(home):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        await typed(pilot, "1210⏎125⏎u")
        assert "甲 won off 乙, 5 fan" in text(app)
        assert "+33 → +15" in text(app)
        await typed(pilot, "n")
        assert debts(table(app).open_night.night) == {"乙→甲": (33, 2)}
        await typed(pilot, "uy")
        assert debts(table(app).open_night.night) == {"乙→甲": (15, 1)}
        await typed(pilot, "uy")
        assert debts(table(app).open_night.night) == {}
        await typed(pilot, "u")
        assert "nothing to take back" in text(app)


async def test_correction_shows_the_money_before_it_is_confirmed(home):
    book = home / "book.sqlite"
    book_with(book, start_of(), *[HandWon((Win(0, fan),), 1) for fan in (10, 5)], HandWon((Win(3, 6),), None))
    async with at_table(book, size=(80, 24)) as (app, pilot):
        before = table(app).open_night.night
        await typed(pilot, "l↑⏎")  # the second hand
        assert "was: 甲 won off 乙, 5 fan" in text(app)
        assert "As it should be" in text(app) and "Backspace takes it back" in text(app), "the line is filled"
        await typed(pilot, "⌫7")
        assert "甲 +22 → +24" in text(app) and "乙 −44 → −46" in text(app)
        assert night_on_disk(book) == before
        await typed(pilot, "⏎")
        assert "change" in text(app)
        row = next(line for line in lines(app) if "2 乙" in line)
        assert re.search(r"−44 +−46 +−2", row)
        assert night_on_disk(book) == before, "nothing is changed before yes"
        await typed(pilot, "y")
        await until(pilot, lambda: app.services.current.night.projected[1] == -46)
        await typed(pilot, "⎋")
        assert table(app).open_night.night.projected == (24, -46, -11, 33)
        await typed(pilot, "u")  # a correction is taken back like anything else
        assert "corrected" in text(app)
        await typed(pilot, "y")
        assert table(app).open_night.night.projected == before.projected
    entries = night_on_disk(book)
    assert entries.records[1].event == HandWon((Win(0, 5),), 1)


async def test_correction_to_another_winner_a_draw_and_out(home):
    book = home / "book.sqlite"
    book_with(book, start_of(), *[HandWon((Win(0, fan),), 1) for fan in (10, 5)])
    async with at_table(book) as (app, pilot):
        await typed(pilot, "l↑⏎" + "⌫" * 6 + "2z3⏎y")
        await until(pilot, lambda: app.services.current.last == 3)
        assert app.services.current.entries[-1].event == Corrected(1, HandWon((Win(1, 3),), None))
        await typed(pilot, "⏎dy")
        await until(pilot, lambda: app.services.current.last == 4)
        assert app.services.current.night.records[0].kind == "draw"
        await pilot.press("delete")
        await typed(pilot, "y")
        await until(pilot, lambda: app.services.current.last == 5)
        assert app.services.current.entries[-1].event == Undone(1)
        assert debts(app.services.current.night) == {"乙→甲": (10, 1)}


async def test_stakes_are_corrected_with_the_money_shown(home):
    book = home / "book.sqlite"
    book_with(book, start_of(), HandWon((Win(0, 10),), 1))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "o")
        await until(pilot, lambda: "house rules" in text(app))
        await typed(pilot, "→⏎")
        assert "+15" in text(app) and "+16" in text(app)
        await typed(pilot, "y")
        await until(pilot, lambda: app.services.current.last == 2)
        assert app.services.current.night.start.base == 6
        assert debts(app.services.current.night) == {"乙→甲": (16, 1)}


async def test_the_debtor_is_asked_to_chop_at_the_right_moment(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on"), HandWon((Win(0, 4),), None), HandWon((Win(0, 18),), 2))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "1321⏎")
        await until(pilot, lambda: "you decide" in text(app))
        assert "丙, you decide." in text(app)
        assert "丙 owes 甲 $93 (3 pulls)" in text(app)
        assert "$140" in text(app), "what it may become"
        await typed(pilot, "n")
        assert night_on_disk(book).records[-1].event == ChopDeclined(2, 0)
        await typed(pilot, "d")
        assert "you decide" not in text(app), "a debt that has not grown is not asked about again"
        await typed(pilot, "x")
        assert "丙, you decide." in text(app)
        await typed(pilot, "y")
        night = night_on_disk(book)
        assert night.records[-1].event == Chopped(2, 0)
        assert night.totals == (93, 0, -93, 0)
        await typed(pilot, "x")
        assert "No debt has 3 pulls" in text(app)


async def test_enter_and_escape_never_answer_for_the_debtor(home):
    book = home / "book.sqlite"
    book_with(book, start_of("off"), *[HandWon((Win(0, 1),), 1)] * 2)
    async with at_table(book) as (app, pilot):
        await typed(pilot, "121⏎")
        await until(pilot, lambda: "you decide" in text(app))
        await typed(pilot, "⏎12")
        assert "you decide" in text(app)
        await typed(pilot, "⎋")
        assert night_on_disk(book).last_number == 3
        await typed(pilot, "x")
        assert "you decide" in text(app)
        await typed(pilot, "n")
        await typed(pilot, "uyuy")  # the answer, then the hand: nobody is asked in between
        assert night_on_disk(book).debts[0].pulls == 2


async def test_an_open_question_is_asked_after_resuming(home):
    book = home / "book.sqlite"
    book_with(book, start_of("off"), *[HandWon((Win(0, 1),), 1)] * 3)
    async with at_table(book) as (app, pilot):
        await until(pilot, lambda: "乙, you decide." in text(app))
        await typed(pilot, "y")
        assert night_on_disk(book).debts == ()


async def test_more_pulls_are_needed_after_no(home):
    book = home / "book.sqlite"
    book_with(book, start_of("off", chop_again="after_more_pulls"), *[HandWon((Win(0, 0),), 1)] * 2)
    async with at_table(book) as (app, pilot):
        await typed(pilot, "120⏎")
        await until(pilot, lambda: "you decide" in text(app))
        assert "3 more pulls" in text(app)
        await typed(pilot, "n")
        await typed(pilot, "120⏎")
        assert "you decide" not in text(app)
        await typed(pilot, "120⏎120⏎")
        await until(pilot, lambda: "you decide" in text(app))
        assert "$110" in text(app)


async def test_counting_cash(home):
    book = home / "book.sqlite"
    book_with(book, start_of(), HandWon((Win(0, 10),), 1), HandWon((Win(1, 5),), 0))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "c17⏎")
        assert night_on_disk(book).records[-1].kind == "count"
        await typed(pilot, "c2-9⏎")
        assert "the book says −7" in text(app)
        assert night_on_disk(book).last_number == 3, "a count that does not agree is said, not recorded"


OF_NO_USE = ("d drawn", "x chop", "i instant", "h tiles", "p photo")
"""On the bar of keys, once the night is settled."""


async def test_nothing_but_undo_after_settling(home):
    book = home / "book.sqlite"
    book_with(book, start_of(), HandWon((Win(0, 10),), 1))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "s⏎")
        await until(pilot, lambda: table(app).open_night.night.settled)
        assert "乙 pays 甲" in text(app)
        await typed(pilot, "⎋1")
        assert "settled" in text(app)
        for key in "dxihpz":
            await pilot.press(key)
            await pilot.pause()
            assert "The night is settled: only u (take back) and Esc." in text(app), key
        offered = lines(app)[-2:]
        assert not [words for words in OF_NO_USE if any(words in line for line in offered)]
        assert any("u undo" in line for line in offered)
        await typed(pilot, "uy")
        assert debts(night_on_disk(book)) == {"乙→甲": (15, 1)}
        offered = lines(app)[-2:]
        assert all(any(words in line for line in offered) for words in OF_NO_USE)


async def test_cash_table(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on", settlement="cash", draw_keeps_dealer=True))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "d1z2⏎")
        night = table(app).open_night.night
        assert night.debts == () and night.totals == (30, -10, -10, -10)
        await typed(pilot, "x")
        assert "in cash" in text(app)


async def test_nearest_only_says_who_does_not_win(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on", multi_ron="nearest"))
    async with at_table(book) as (app, pilot):
        await typed(pilot, "114310⏎8")
        assert "nearest only: 甲 does not win" in text(app)
        await typed(pilot, "⏎")
        assert debts(table(app).open_night.night) == {"丙→丁": (13, 1)}


async def test_new_night_in_three_enters(home):
    book = home / "book.sqlite"
    async with running(book) as (app, pilot):
        assert "No night yet" in text(app)
        await typed(pilot, "n⏎⏎⏎")
        await until(pilot, lambda: "Winner" in text(app))
        await typed(pilot, "1210⏎")
    night = night_on_disk(book)
    assert night.players == ("A", "B", "C", "D")
    assert (night.start.base, night.start.per_fan) == (5, 1)
    assert debts(night) == {"B→A": (16, 1)}, "base 5, 10 fan, dealer fan 1"


async def test_in_chinese_strangers_have_chinese_names(home):
    async with running(home / "book.sqlite", lang="zh_HK") as (app, pilot):
        await typed(pilot, "n")
        assert app.screen.names() == ("甲", "乙", "丙", "丁")


async def test_who_types_the_name_that_is_offered_goes_on_to_the_next(home):
    """The last night's first player sits down again with three others: Enter after his name does not skip theirs."""
    book = home / "book.sqlite"
    book_with(book, start_of(players=("A", "B", "C", "D")))
    async with running(book) as (app, pilot):
        await typed(pilot, "nA⏎X⏎Y⏎Z⏎⏎⏎")
        await until(pilot, lambda: "Winner" in text(app))
        assert table(app).open_night.night.players == ("A", "X", "Y", "Z")
    async with running(book) as (app, pilot):
        await typed(pilot, "n⏎⏎⏎")
        await until(pilot, lambda: "Winner" in text(app))
        assert table(app).open_night.night.players == ("A", "X", "Y", "Z"), (
            "three Enters take what is offered"
        )


async def test_every_house_rule_is_named_in_full(home):
    """At 80 columns no name of a house rule is cut, in either language."""
    book = home / "book.sqlite"
    for lang in ("en", "zh_HK"):
        async with running(book, lang=lang) as (app, pilot):
            await typed(pilot, "n⏎⏎")
            rows = [line for line in lines(app) if "│" in line]
            assert rows and not any("…" in line for line in rows)
