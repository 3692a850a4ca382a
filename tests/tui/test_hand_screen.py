"""The hand screen, driven by keys: what it counts, what it refuses, what it hands over, and that nothing is cut or lost."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from textual import events
from textual.app import App

from models.events import HandWon, Win
from models.hand import Context
from models.notation import parse_context, parse_hand
from models.score import score
from tests.tui.app_driver import (
    at_table,
    book_with,
    night_on_disk,
    running,
    start_of,
    table,
    text,
    typed,
    until,
)
from tests.tui.app_driver import home as home
from tui import counting, i18n, keymap, theme
from tui.hand_choices import TOGGLES, press, read_words
from tui.hand_entry import Editor
from tui.requests import HandRequest, HandResult
from tui.screens.hand import HandScreen
from tui.widgets.hand.choice_panel import ChoicePanel
from tui.widgets.hand.entry_line import EntryLine
from tui.widgets.hand.item_list import ItemList

TCSS = Path(__file__).resolve().parents[2] / "tui" / "taipai.tcss"
PLAYERS = ("甲", "乙", "丙", "丁")
KEYS = {
    "(": "left_parenthesis",
    ")": "right_parenthesis",
    "{": "left_curly_bracket",
    "}": "right_curly_bracket",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "+": "plus",
    "=": "equals_sign",
    "⏎": "enter",
    "⎋": "escape",
    "⌫": "backspace",
    "⇥": "tab",
    "↑": "up",
    "↓": "down",
    "←": "left",
    "→": "right",
    "␣": "space",
}

# from the hands worked out for the fan table: hand, words, total, fans
CASES = [
    ("(234m)(678p)(111s) 567m 34p 11z +5p", "", 15, {"chicken_hand": 15}),
    (
        "123m 567m 345p 678s 34s 99p +5s",
        "self_draw",
        25,
        {"grand_all_chows": 15, "concealed_self_draw": 5, "two_suit_chows": 5},
    ),
    ("(222z)(234m) 678p 345s 56m 99s +7m", "", 2, {"honor_pung": 1, "no_flowers": 1}),
    (
        "(234m)(678p)(111s) 567m 34p 11z 12345678f +5p",
        "self_draw after_flower flower_paid",
        2,
        {"self_draw": 1, "win_on_flower": 1},
    ),
    ("(234m)(678p)(111s) 567m 7999s +7s", "", 6, {"no_honors_no_flowers": 5, "false_single_wait": 1}),
    (
        "[9999m](234m)(567p) 345s 67s 11z 1f +8s",
        "self_draw chain flower,kong",
        14,
        {"self_draw": 1, "win_on_flower_and_kong": 10, "concealed_kong": 2, "off_flower": 1},
    ),
    ("(123m)(456p)(999s)(678m)(345s) 1z +1z", "", 18, {"all_melded": 15, "single_wait": 2, "no_flowers": 1}),
    (
        "(234m)(678p)(111z) 567m 34s 55z +5s",
        "",
        12,
        {"five_categories": 10, "honor_pung": 1, "no_flowers": 1},
    ),
    (
        "222m 666m 777p 444s 999s 5z +5z",
        "self_draw",
        84,
        {"all_concealed_pungs_self_drawn": 80, "self_draw": 1, "single_wait": 2, "no_flowers": 1},
    ),
    (
        "778899s 22333p 22334m +4m",
        "",
        49,
        {
            "double_twin_chows": 10,
            "concealed_hand": 3,
            "no_honors_no_flowers": 5,
            "pair_258": 1,
            "ligu_ligu": 30,
        },
    ),
    ("19m19p19s1234567z 1z 23m +4m", "", 81, {"thirteen_orphans": 80, "no_flowers": 1}),
    ("147m 147s 258p 1234567z +7z", "", 51, {"sixteen_unrelated": 50, "no_flowers": 1}),
    ("(234m)(678p)(111s) 567m 34p 11z +5p", "earthly river 3", 91, {"earthly_hand": 90, "no_flowers": 1}),
    ("{9999m} 123m 456p 345s 67s 11z +8s", "", 2, {"exposed_kong": 1, "no_flowers": 1}),
    ("(234m)(678p)(111s) 567m 34p 11z 1234567f +5p", "flower_paid", 0, {}),
    ("(234m)(678p)(111s) 567m 34p 11z +5p", "last_tile", 6, {"last_tile_discard": 5, "no_flowers": 1}),
]
WORD_KEYS = {
    "self_draw": "",
    "last_tile": "l",
    "earthly": "e",
    "heavenly": "h",
    "flower_paid": "y",
    "after_flower": "o",
    "after_kong": "k",
}


class Host(App[None]):
    """Only what the screen needs of the app."""

    CSS_PATH = str(TCSS)
    BINDINGS = keymap.bindings("app")

    def __init__(self, request: HandRequest) -> None:
        super().__init__()
        self.keys: dict[str, str] = {}
        self.request = request
        self.results: list[HandResult | None] = []
        for each in theme.THEMES:
            self.register_theme(each)
        self.theme = theme.DEFAULT

    def on_mount(self) -> None:
        self.again(self.request)

    def again(self, request: HandRequest) -> None:
        self.push_screen(HandScreen(request), self.results.append)

    def action_language(self) -> None:
        i18n.use("zh_HK" if i18n.language() == "en" else "en")
        self.screen.relabel()


def asked(payer: int | None = 2, **changes: object) -> HandRequest:
    """甲 won off 丙, 丁 deals, base 5, 1 a fan."""
    values: dict[str, object] = {
        "players": PLAYERS,
        "winner": 0,
        "payer": payer,
        "dealer": 3,
        "streak": 0,
        "round": 0,
        "rules": "hk",
        "base": 5,
        "per_fan": 1,
    }
    return HandRequest(**{**values, **changes})


@pytest.fixture(autouse=True)
def _english(tmp_path, monkeypatch):
    monkeypatch.setenv("TAIPAI_CONFIG_DIR", str(tmp_path / "config"))
    i18n.use("en")
    yield
    i18n.use("en")


@contextlib.asynccontextmanager
async def shown(request: HandRequest, size=(80, 24), lang="en"):
    i18n.use(lang)
    app = Host(request)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def keys(pilot, text_: str) -> None:
    """Presses one key a character; spaces are for the reader. Tiles follow one another as fast as the app takes them."""
    for key in text_.replace(" ", ""):
        if key in "123456789mpszfESWNCFP(){}[]+":
            pilot.app.post_message(events.Key(KEYS.get(key, key), key))
        else:
            await pilot.pause()
            await pilot.press(KEYS.get(key, key))
    await pilot.pause()


def screen(app) -> HandScreen:
    return next(s for s in app.screen_stack if isinstance(s, HandScreen))


def says(app) -> str:
    return screen(app).query_one("#says").said[1]


def big(app) -> str:
    panel = screen(app).query_one("#count")
    return panel.number if panel.display else ""


def row(app, name: str):
    return next(r for r in screen(app).query_one(ChoicePanel).rows if r.name == name)


@pytest.mark.parametrize(("hand", "words", "total", "fans"), CASES)
async def test_hands_typed_key_by_key_count_as_they_must(hand, words, total, fans):
    drawn = "self_draw" in words
    async with shown(asked(None if drawn else 2)) as (app, pilot):
        await keys(pilot, hand)
        for word in words.replace("chain flower,kong", "after_flower after_kong").split():
            if word == "river":
                await keys(pilot, "v" + words.split("river ")[1].split()[0] + "v")
            elif not word.isdecimal():
                await keys(pilot, WORD_KEYS[word])
        assert big(app) == str(total)
        items = screen(app).counted.items
        assert {item.id: item.fan for item in items} == fans
        for item in items:
            assert item.en in text(app)
        await keys(pilot, "⏎")
        win = app.results[0].win
        assert (win.fan, win.counted, win.winner) == (total, total, 0)
        assert {item.id: item.fan for item in win.items} == fans
        assert win.rules.startswith("hk@") and len(win.rules) > 8
        assert app.results[0].payer == (None if drawn else 2)
        again = score(parse_hand(win.hand), parse_context(win.context))
        assert again.total - again.dealer == total


async def test_the_dealer_fan_is_never_in_it_but_in_the_money():
    async with shown(asked(2, dealer=0, streak=2)) as (app, pilot):
        await keys(pilot, "(234m)(678p)(111s)567m34p11z+5p")
        assert big(app) == "15"
        assert "丙 15+5 fan $25" in text(app)
        await keys(pilot, "⏎")
        win = app.results[0].win
        assert (win.fan, win.counted) == (15, 15)
        assert "dealer 2" in win.context and "seat E" in win.context
        assert all(item.id != "dealer" for item in win.items)


async def test_self_draw_shows_each_payer_with_his_own_dealer_fan():
    async with shown(asked(None, dealer=3, streak=1)) as (app, pilot):
        await keys(pilot, "(234m)(678p)(111s)567m34p11z+5p")
        shown_ = text(app)
        assert "乙 2 fan $7" in shown_ and "丙 2 fan $7" in shown_ and "丁 2+3 fan $10" in shown_


async def test_heavenly_hand_of_the_dealer():
    async with shown(asked(None, dealer=0)) as (app, pilot):
        await keys(pilot, "123m567m345p678s34s99p+5s")
        await keys(pilot, "h")
        assert big(app) == "140"
        await keys(pilot, "⏎")
        assert app.results[0].win.fan == 140


@pytest.mark.parametrize(
    ("payer", "typed_", "key", "name", "reason"),
    [
        (None, "", "h", "heavenly", "only the dealer can have a heavenly hand"),
        (None, "", "r", "rob", "no self-draw: d first"),
        (2, "[9999m]", "k", "kong", "a self-draw: d first"),
        (None, "123m", "k", "kong", "type it as [9999m] or {9999m}"),
        (None, "(999m)", "b", "big_kong", "type it as (9999m)"),
        (None, "", "o", "flower", "type it as 1f"),
        (None, "1f", "y", "flower_paid", "flowers can only have been paid"),
    ],
)
async def test_what_cannot_be_is_marked_and_says_why(payer, typed_, key, name, reason):
    async with shown(asked(payer)) as (app, pilot):
        await keys(pilot, typed_)
        before = screen(app).context
        assert row(app, name).blocked
        await keys(pilot, key)
        assert reason in says(app)
        assert screen(app).query_one("#says").said[0] == "✗"
        assert screen(app).context == before


async def test_the_dealer_cannot_win_an_earthly_hand_and_last_tile_needs_a_full_river():
    async with shown(asked(None, dealer=0)) as (app, pilot):
        await keys(pilot, "e")
        assert "the dealer cannot have an earthly hand" in says(app)
        await keys(pilot, "v3")
        await keys(pilot, "vl")
        assert "only 3 discards" in says(app)
        assert not screen(app).context.last_tile


async def test_a_bare_number_is_always_possible_and_noted_as_different():
    async with shown(asked()) as (app, pilot):
        await keys(pilot, "(234m)(678p)(111s)567m34p11z+5p=2")
        await keys(pilot, "0⏎")
        win = app.results[0].win
        assert (win.fan, win.counted) == (20, 15)
        assert win.hand == "(234m)(678p)(111s) 567m 34p 11z +5p"
        assert win.items


async def test_another_number_says_that_the_count_is_kept():
    async with shown(asked()) as (app, pilot):
        await keys(pilot, "(234m)(678p)(111s)567m34p11z+5p=")
        await pilot.press("2")
        await pilot.pause()
        assert says(app) == "the count, 15 fan, is kept beside it"


async def test_tiles_and_pastes_find_the_line_from_anywhere():
    async with shown(asked()) as (app, pilot):
        screen(app).query_one(ItemList).focus()
        await pilot.pause()
        await keys(pilot, "123m")
        assert screen(app).editor.line == "123m" and screen(app).query_one(EntryLine).has_focus
        screen(app).query_one(ChoicePanel).focus()
        await pilot.pause()
        app.post_message(events.Paste("456p"))
        await pilot.pause()
        await pilot.pause()
        assert screen(app).editor.line == "123m 456p"


async def test_a_remapped_key_is_shown_and_works():
    i18n.use("en")
    app = Host(asked(2))
    app.keys = {"hand.last_tile": "q"}
    app.set_keymap(app.keys)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert row(app, "last_tile").key == "q"
        await keys(pilot, "q")
        assert screen(app).context.last_tile


async def test_a_number_without_tiles_and_esc_out_of_the_number():
    async with shown(asked()) as (app, pilot):
        await keys(pilot, "12m=")
        await keys(pilot, "7⎋")
        assert screen(app).query_one(EntryLine).has_focus and not app.results
        await keys(pilot, "=7⏎")
        win = app.results[0].win
        assert (win.fan, win.counted, win.hand, win.items) == (7, None, "", ())


async def test_a_negative_number_is_refused():
    async with shown(asked()) as (app, pilot):
        await keys(pilot, "=")
        await pilot.press("minus", "5", "enter")
        await pilot.pause()
        assert not app.results
        assert "whole number" in says(app)


async def test_enter_on_an_incomplete_hand_says_what_is_missing():
    async with shown(asked()) as (app, pilot):
        await keys(pilot, "123m456p789s111z")
        assert says(app) == "12 of 17 tiles"
        await keys(pilot, "⏎")
        assert not app.results and "12 of 17 tiles" in says(app)


async def test_not_a_win_says_so_and_what_one_tile_would_change():
    async with shown(asked()) as (app, pilot):
        await keys(pilot, "123m456m789m12p45p11s999s")
        assert says(app) == "18 tiles: 1 too many, a hand has 17"
        await keys(pilot, "⌫")
        assert "no winning hand" in says(app)
        await keys(pilot, "⏎")
        assert not app.results
    async with shown(asked()) as (app, pilot):
        await keys(pilot, "(234m)(678p)(111s)567m34p11z+6p")
        assert "6 dots into 2 dots" in text(app) and "6 dots into 5 dots" in text(app)


async def test_sixteen_tiles_show_waits_and_what_each_pays():
    async with shown(asked(2)) as (app, pilot):
        await keys(pilot, "(234m)(678p)(111s)567m34p11z")
        waits = screen(app).counted.waits
        assert [(wait.tile, wait.fan) for wait in waits] == [(10, 6), (13, 15)]
        assert "2p 2 dots  4 left" in text(app) and "5p 5 dots  4 left" in text(app)


async def test_fifth_copy_and_other_slips_are_answered_in_one_line():
    async with shown(asked()) as (app, pilot):
        await keys(pilot, "1111m1m")
        assert says(app) == "a fifth 1 character: a set has four"
        await keys(pilot, "⌫(123")
        await keys(pilot, "z")
        assert says(app) == "honours make no chow: a pung or kong of one tile"
        assert screen(app).editor.line == "1111m (123)"


async def test_a_letter_that_means_nothing_is_answered():
    async with shown(asked()) as (app, pilot):
        await keys(pilot, "w")
        assert "“w” is no tile" in says(app)
        await keys(pilot, "D")
        assert "“D” is no tile" in says(app) and not screen(app).editor.cells


@pytest.mark.parametrize("size", [(30, 10), (60, 18), (200, 60)])
async def test_odd_sizes_only_look_odd(size):
    async with shown(asked(None), size) as (app, pilot):
        await keys(pilot, "(1111m)[2222m]{3333p}(4444s)(9999p)1z12345678f+1z⇥↓↓↓⇥↓↓g")
        assert big(app)


async def test_the_winning_tile_is_obvious_and_moves_by_key():
    async with shown(asked()) as (app, pilot):
        await keys(pilot, "123m567m345p678s345s99p")
        assert "typed last" in says(app) and "9 dots" in says(app)
        await keys(pilot, "x")
        assert screen(app).editor.winning == 20 and "3 bamboos" in says(app)
        await keys(pilot, "⏎")
        assert app.results[0].win.hand.endswith("+3s")


async def test_a_big_kong_fed_win_makes_the_feeder_pay():
    hand = "(9999m)(234m)(567p)345s67s11z+8s"
    async with shown(asked(None)) as (app, pilot):
        await keys(pilot, hand + "b")
        assert "Who fed the big kong" in text(app)
        await keys(pilot, "1")  # the winner himself is no answer
        await keys(pilot, "4")
        assert big(app) == "4"
        assert "丁 4+1 fan $10" in text(app)
        await keys(pilot, "⏎")
        assert app.results[0].payer == 3
        assert "after_big_kong" in app.results[0].win.context and "self_draw" in app.results[0].win.context


async def test_a_big_kong_typed_as_won_off_the_feeder():
    async with shown(asked(1)) as (app, pilot):
        await keys(pilot, "(9999m)(234m)(567p)345s67s11z+8sb")
        assert screen(app).context.self_draw and screen(app).payer == 1
        assert big(app) == "4"
        await keys(pilot, "b")
        assert screen(app).context == Context(seat=1) and screen(app).payer == 1


async def test_self_draw_turned_into_a_discard_asks_who_and_esc_changes_nothing():
    async with shown(asked(None)) as (app, pilot):
        await keys(pilot, "d⎋")
        assert screen(app).context.self_draw and screen(app).payer is None
        await keys(pilot, "d2")
        assert not screen(app).context.self_draw and screen(app).payer == 1
        assert "甲 wins off 乙" in text(app)
        await keys(pilot, "d")
        assert screen(app).payer is None


async def test_several_winners_cannot_have_drawn_it():
    async with shown(asked(2, winners=(0, 1), extra=3)) as (app, pilot):
        await keys(pilot, "d")
        assert "several won" in says(app)
        await keys(pilot, "(234m)(678p)(111s)567m34p11z+5p")
        assert big(app) == "18"
        await keys(pilot, "⏎")
        win = app.results[0].win
        assert (win.fan, win.counted) == (18, 18) and sum(item.fan for item in win.items) == 18


async def test_esc_loses_nothing_and_the_same_hand_restores_it():
    request = asked(2, number=4)
    async with shown(request) as (app, pilot):
        await keys(pilot, "(234m)56")
        await keys(pilot, "l⎋")
        assert app.results == [None]
        app.again(request)
        await pilot.pause()
        assert screen(app).editor.line == "(234m) 56" and screen(app).context.last_tile
        await keys(pilot, "p⎋")
        app.again(asked(2, number=5))
        await pilot.pause()
        assert not screen(app).editor.cells and not screen(app).context.last_tile


async def test_a_reading_of_a_photo_comes_typed_and_what_cannot_be_is_said():
    async with shown(asked(2, hand="(234m)(678p)(111s) 567m 34p 11z +5p")) as (app, _pilot):
        assert big(app) == "15"
    async with shown(asked(2, hand="11111m 234p")) as (app, _pilot):
        assert says(app) == "a fifth 1 character: a set has four"
        assert screen(app).editor.size == 7


async def test_a_reading_without_a_mark_asks_which_tile_won():
    async with shown(asked(2, hand="(234m)(678p)(111s) 567m 345p 11z")) as (app, pilot):
        assert screen(app).query_one("#says").said[0] == "?" and "which tile won" in says(app)
        await keys(pilot, "x")
        assert screen(app).query_one("#says").said[0] == "✓"


async def test_words_of_a_recorded_hand_never_overrule_the_night():
    words = "self_draw seat E round S dealer 2 last_tile"
    async with shown(asked(2, context=words)) as (app, _pilot):
        assert screen(app).context == Context(seat=1, round=0, last_tile=True)
    async with shown(asked(2, context="seat W round S", rules="taiwan")) as (app, _pilot):
        assert screen(app).context == Context(seat=2, round=1)


async def test_paste_of_a_hand_with_words():
    async with shown(asked(2)) as (app, pilot):
        line = screen(app).query_one(EntryLine)
        line.post_message(EntryLine.Pasted(line, '"(234m)(678p)(111s) 567m 34p 11z +5p | last_tile"'))
        await pilot.pause()
        assert big(app) == "6" and screen(app).context.last_tile
        line.post_message(EntryLine.Pasted(line, "(234m)(678p)(111s) 567m 34p 11z +5p | lastt"))
        await pilot.pause()
        assert "lastt" in says(app)


async def test_other_readings_unfold_with_their_totals():
    async with shown(asked(2)) as (app, pilot):
        await keys(pilot, "778899s22333p22334m+4m")
        assert "other readings: " in text(app)
        n = len(screen(app).counted.others)
        assert n >= 1
        before = len(screen(app).query_one(ItemList).rows)
        await keys(pilot, "g")
        assert len(screen(app).query_one(ItemList).rows) == before + n


async def test_items_light_the_tiles_that_earned_them():
    async with shown(asked(2)) as (app, pilot):
        await keys(pilot, "(234m)(678p)(111z)567m34s55z+5s")
        items = screen(app).query_one(ItemList)
        items.focus()
        await pilot.pause()
        place = next(n for n, item in enumerate(items.rows) if item.tiles)
        for _ in range(place):
            await keys(pilot, "↓")
        assert screen(app).query_one("#drawn").lit == items.rows[place].tiles
        await keys(pilot, "⎋")
        assert screen(app).query_one("#drawn").lit == () and not app.results


async def test_near_misses_appear_beside():
    async with shown(asked(2)) as (app, pilot):
        await keys(pilot, "(111z)(222z)(555z)777z66z33z+6z")
        await until(pilot, lambda: screen(app).near)
        assert any("Narrowly missed" in item.text for item in screen(app).query_one(ItemList).rows)


async def test_choices_by_arrows_and_space():
    async with shown(asked(2)) as (app, pilot):
        screen(app).query_one(ChoicePanel).focus()
        await pilot.pause()
        await keys(pilot, "↓↓␣")
        assert screen(app).context.last_tile
        await keys(pilot, "←")
        assert not screen(app).context.last_tile
        await keys(pilot, "v12")
        assert screen(app).context.river == 12
        await keys(pilot, "⌫⌫")
        assert screen(app).context.river is None
        await keys(pilot, "→→")
        assert screen(app).context.river == 8


async def test_taiwan_rules_take_seat_and_round_and_ready():
    async with shown(asked(None, rules="taiwan")) as (app, pilot):
        await keys(pilot, "123m567m345p678s34s99p+5s")
        assert big(app) == "3"
        await keys(pilot, "tt")
        assert screen(app).context.ready == "tian"
        assert big(app) == "9"
        seat = screen(app).context.seat
        await keys(pilot, "u")
        assert screen(app).context.seat == (seat + 1) % 4
        await keys(pilot, "i")
        assert screen(app).context.round == 1


async def test_hong_kong_seats_follow_the_night():
    async with shown(asked(2)) as (app, pilot):
        await keys(pilot, "u")
        assert "follow the night" in says(app) and screen(app).context.seat == 1
        assert row(app, "seat").fixed


async def test_alone_everything_can_be_turned():
    async with shown(asked(2, alone=True)) as (app, pilot):
        await keys(pilot, "(234m)(678p)(111s)567m34p11z+5p")
        await keys(pilot, "d")
        await keys(pilot, "jj")
        assert (screen(app).context.dealer, screen(app).context.seat) == (1, 0)
        assert "3 dealer fan" in text(app)
        await keys(pilot, "u")
        assert (screen(app).context.dealer, screen(app).context.seat) == (None, 1)
        await pilot.press("f6")
        await pilot.pause()
        assert screen(app).rules_name != "hk"
        total = int(big(app))
        await keys(pilot, "⏎")
        assert app.results[0].win.fan == total


async def test_a_rule_set_that_is_not_there_leaves_the_number():
    async with shown(asked(2, rules="nowhere")) as (app, pilot):
        assert "nowhere" in says(app)
        await keys(pilot, "123m=9⏎")
        assert app.results[0].win.fan == 9


@pytest.mark.parametrize("lang", ["en", "zh_HK"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("rules", ["hk", "taiwan"])
async def test_nothing_is_cut_in_either_language_and_size(lang, size, rules):
    async with shown(asked(None, rules=rules, dealer=0, streak=3), size, lang) as (app, pilot):
        assert "…" not in text(app)
        await keys(pilot, "(9999m)(8888p)(7777s)")
        await keys(pilot, "567m34p11z1234f")
        assert "…" not in text(app)
        await keys(pilot, "+5p")
        await until(pilot, lambda: True)
        assert "…" not in text(app), text(app)
        for name in TOGGLES:
            if name != "ready" or rules == "taiwan":
                assert row(app, name).label in text(app)
        await keys(pilot, "⇥↓↓↓↓↓↓↓↓↓↓↓↓↓↓")
        assert "…" not in text(app), text(app)


async def test_the_language_turns_while_the_hand_stands():
    async with shown(asked(2)) as (app, pilot):
        await keys(pilot, "(234m)(678p)(111s)567m34p11z+5p")
        assert "Chicken hand" in text(app) or "chicken" in text(app).lower()
        await pilot.press("f2")
        await pilot.pause()
        assert "雞胡" in text(app) and "點樣食" in text(app) and screen(app).editor.is_complete


def test_every_key_that_turns_a_choice_has_its_words_read_back():
    editor = Editor().paste("[9999m](8888p)(234m) 345s 67s 11z 1f2f +8s")
    for name in TOGGLES:
        context = press(Context(self_draw=name in ("kong", "big_kong", "flower", "heavenly")), name, editor)
        words = str(context)
        assert read_words(words, Context()) == context
        assert parse_context(words) == context


def test_chain_keys_count_up_to_what_the_hand_has_then_none():
    editor = Editor().paste("[9999m]{1111p} 345s 67s 1f2f")
    context = Context(self_draw=True)
    seen = []
    for _ in range(3):
        context = press(context, "kong", editor)
        seen.append(context.chain)
    assert seen == [("kong",), ("kong", "kong"), ()]
    context = press(press(context, "flower", editor), "big_kong", editor)
    assert context.chain == ("big_kong", "flower")


def test_exchanges_name_tiles_that_would_win():
    hand = parse_hand("(234m)(678p)(111s) 567m 34p 11z +6p")
    rules = counting.load_rules("hk")
    for held, needed in counting.exchanges(hand, rules):
        tiles = sorted([*hand.concealed, needed])
        tiles.remove(held)
        assert score(type(hand)(tuple(tiles), hand.melds, (), needed)).win


# ── from the table, to the book ──────────────────────────────────────────────────────────────────────────────────────


async def test_from_the_table_to_the_book(home):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        await typed(pilot, "12h")
        await until(pilot, lambda: isinstance(app.screen, HandScreen))
        await keys(pilot, "(234m)(678p)(111s)567m34p11z+5p⏎")
        await until(pilot, lambda: app.screen is table(app))
        await typed(pilot, "⏎")
    event = night_on_disk(book).records[0].event
    assert (event.payer, event.wins[0].fan, event.wins[0].counted) == (1, 15, 15)
    assert event.wins[0].hand == "(234m)(678p)(111s) 567m 34p 11z +5p"
    assert [item.id for item in event.wins[0].items] == ["chicken_hand"]


async def test_from_the_table_a_number_typed_over_the_count(home):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        await typed(pilot, "1zh")
        await until(pilot, lambda: isinstance(app.screen, HandScreen))
        await keys(pilot, "(9999m)(234m)(567p)345s67s11z+8sb")
        await keys(pilot, "3⏎")
        await until(pilot, lambda: app.screen is table(app))
        await typed(pilot, "9⏎")
    event = night_on_disk(book).records[0].event
    assert (event.payer, event.wins[0].fan, event.wins[0].counted) == (2, 9, 4)


async def test_from_home_without_a_night(home):
    async with running(home / "book.sqlite") as (app, pilot):
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, HandScreen))
        await keys(pilot, "123m567m345p678s34s99p+5s")
        assert big(app) in ("20", "25", "23")
        await keys(pilot, "⎋")
        await until(pilot, lambda: not isinstance(app.screen, HandScreen))


async def test_a_recorded_hand_comes_back_typed_for_its_correction(home):
    book = home / "book.sqlite"
    book_with(
        book,
        start_of(),
        HandWon(
            (Win(0, 15, hand="(234m)(678p)(111s) 567m 34p 11z +5p", context="seat E round E dealer 0"),), 1
        ),
    )
    async with at_table(book) as (app, pilot):
        await typed(pilot, "l⏎")
        await pilot.pause()
        await typed(pilot, "h")
        await until(pilot, lambda: isinstance(app.screen, HandScreen))
        assert big(app) == "15" and screen(app).context == Context(seat=0, dealer=0)
