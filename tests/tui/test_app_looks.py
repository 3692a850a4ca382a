"""What is on the screen: whole at both sizes in both languages, in the language of the moment, with the keys as mapped."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from models.book import Book
from models.book_errors import BookFull
from models.events import Entry, HandWon, Win
from models.messages import msg
from models.night import Folder
from tests.tui.app_driver import at_table, book_with, lines, running, start_of, table, text, typed, until
from tests.tui.app_driver import home as home
from tui import i18n, keymap
from tui.screens.correct import CorrectScreen
from tui.screens.log import LogScreen
from tui.widgets.hands import log_line
from tui.widgets.tiles import TileStyle, glyph, row, short

ROOT = Path(__file__).resolve().parents[2]
LONG = ("Alexander the Great", "陳大文陳大文陳大文", "😀😀😀😀😀😀", "Ñandú d'Été")
EVENTS = (HandWon((Win(0, 4),), None), HandWon((Win(0, 18),), 2), HandWon((Win(0, 21),), 2))

WHOLE = {
    "en": (
        "Who owes whom",
        "Last hands",
        "Record",
        "Winner:",
        "1 甲",
        "2 乙",
        "3 丙",
        "4 丁",
        "East 1",
        "streak 3",
        "base $5",
        "fan $1",
        "3f2a",
        "chop at 3 pulls",
        "adds up to 0 ✓",
        "丙 owes 甲 $93 (3 pulls)",
        "乙 owes 甲 $10 (1 pull)",
        "丁 owes 甲 $10 (1 pull)",
        "settle up",
        "F1 help",
        "−93",
        "+113",
    ),
    "zh_HK": (
        "拉數板",
        "最近幾鋪",
        "記錄",
        "食糊：",
        "東風東局",
        "連莊 3",
        "第4鋪",
        "底$5",
        "番$1",
        "hk 3f2a",
        "三口斬",
        "合共 0 ✓",
        "丙欠甲 $93（三口）",
        "乙欠甲 $10（一口）",
        "丁欠甲 $10（一口）",
        "埋單",
        "F1 說明",
        "甲 食 丙 出銃 21+5番",
        "41×1.5→62+31=93（三口）",
        "−93",
        "+113",
    ),
}


@pytest.mark.parametrize("lang", ["en", "zh_HK"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_table_is_whole(home, size, lang):
    book = home / "book.sqlite"
    book_with(book, start_of("on"), *EVENTS)
    async with at_table(book, size, lang) as (app, pilot):
        await typed(pilot, "n")  # the chop question
        shown = text(app)
        for words in WHOLE[lang]:
            assert words in shown, words
        for line in lines(app):
            assert cell_len(line) == size[0]
        assert len(lines(app)) == size[1]


@pytest.mark.parametrize("lang", ["en", "zh_HK"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_board_is_aligned_whatever_the_names(home, size, lang):
    book = home / "book.sqlite"
    book_with(book, start_of("on", players=LONG), *EVENTS)
    async with at_table(book, size, lang) as (app, pilot):
        await typed(pilot, "n")
        for line in lines(app):
            assert cell_len(line) == size[0], line
        board = app.screen.query_one("DebtBoard")
        width, height = board.content_size
        made = board.lines(width, height)
        assert all(line.cell_length <= width for line in made)
        assert any(re.search(r"\$93 |93 ?\(3\)!|93 ?三口!", line.plain) for line in made)
        await typed(pilot, "13")
        assert re.search(r"Alexan\w*…", text(app))


async def test_a_big_debt_is_never_cut(home):
    book = home / "book.sqlite"
    book_with(book, start_of("off", chop="off"), *[HandWon((Win(0, 900),), 2)] * 6)
    async with at_table(book, (80, 24), "zh_HK") as (app, _pilot):
        amount = str(table(app).open_night.night.debts[0].amount)
        assert len(amount) >= 5
        row_of_debtor = next(line for line in lines(app) if "│ 3 丙" in line or "││ 3 丙" in line)
        assert amount in row_of_debtor


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_every_dialog_shows_its_last_line(home, size):
    """A dialog too tall for the terminal would hide its keys."""
    book = home / "book.sqlite"
    book_with(book, start_of("on"), *EVENTS)
    async with at_table(book, size, "zh_HK") as (app, pilot):
        assert "F1 說明" in text(app)
        await typed(pilot, "n")
        for keys, words in (
            ("s", "邊個俾邊個"),
            ("u", "收回"),
            ("i", "八仙過海"),
            ("i12", "照計"),
            ("w", "擲骰"),
            ("c", "數邊個"),
            ("o", "底番同枱規"),
        ):
            if keys == "f1":
                await pilot.press("f1")
            else:
                await typed(pilot, keys)
            await until(pilot, lambda words=words: words in text(app))
            screen = app.screen
            bar = screen.query_one("KeyBar")
            assert bar.region.bottom <= size[1] and bar.region.height >= 1, keys
            while app.screen.__class__.__name__ not in ("TableScreen",):
                await pilot.press("escape")
                await pilot.pause()


async def test_the_table_takes_a_new_size_even_under_a_dialog(home):
    book = home / "book.sqlite"
    book_with(book, start_of("off"), EVENTS[0])
    async with at_table(book, (80, 24)) as (app, pilot):
        assert not app.screen.query_one("Standings").region
        await typed(pilot, "s")
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        await typed(pilot, "⎋")
        await until(pilot, lambda: "Through the night" in text(app))
        assert table(app).query_one("DebtBoard").region.height == 15
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "Through the night" not in text(app))


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 24), (120, 30), (80, 40), (160, 50)])
async def test_no_row_or_title_is_cut_at_any_usual_size(home, size):
    book = home / "book.sqlite"
    book_with(book, start_of("off"), EVENTS[0])
    async with at_table(book, size, "en") as (app, _pilot):
        for name in ("SeatTable", "DebtBoard", "Standings", "RecordPrompt"):
            widget = app.screen.query_one(name)
            if widget.region:
                width, height = widget.content_size
                made = widget.lines(width, height)
                assert len(made) <= height and all(line.cell_length <= width for line in made), name
                assert not any("…" in line.plain for line in made), name
        board = app.screen.query_one("DebtBoard").content_size
        for seat in (*"1234",):
            assert any(seat in line.plain for line in app.screen.query_one("DebtBoard").lines(*board))


async def test_the_size_of_the_table_can_be_fixed(home):
    (home / "config").mkdir()
    (home / "config" / "settings.toml").write_text('size = "compact"\n')
    book = home / "book.sqlite"
    book_with(book, start_of("off"), EVENTS[0])
    async with at_table(book, (120, 40)) as (app, _pilot):
        assert "Through the night" not in text(app)


async def test_new_night_dialogs_fit(home):
    async with running(home / "book.sqlite", (80, 24), "en") as (app, pilot):
        for keys in ("n", "⏎", "w132", "t123", "␣"):
            await typed(pilot, keys)
            bar = app.screen.query_one("KeyBar")
            assert bar.region.bottom <= 24 and bar.region.height >= 1, keys
        assert "deals first" in text(app)


async def test_language_switches_everywhere_at_once(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on"), *EVENTS)
    async with at_table(book, lang="en") as (app, pilot):
        await until(pilot, lambda: "you decide" in text(app))
        await pilot.press("f2")
        await pilot.pause()
        assert "丙，你話事。" in text(app) and "拉數板" in text(app)
        assert "owes" not in text(app)
        await typed(pilot, "n13")
        assert "甲 食 丙 出銃" in text(app)
        await pilot.press("f2")
        await pilot.pause()
        assert "甲 won off 丙" in text(app) and "Who owes whom" in text(app)
        assert app.settings.language == "en"
        await typed(pilot, "⎋⎋")
        await pilot.press("f2")
        await until(pilot, lambda: "場次" in text(app))
    assert "zh_HK" in (home / "config" / "settings.toml").read_text()


async def test_help_is_of_what_has_the_focus(home):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        await pilot.press("f1")
        await pilot.pause()
        assert "The recording line." in text(app)
        await pilot.press("escape")
        await typed(pilot, "o")
        await until(pilot, lambda: "house rules" in text(app))
        await pilot.press("f1")
        await pilot.pause()
        assert "Stakes and house rules. ↑ ↓" in text(app)
        await pilot.press("escape", "escape", "question_mark")
        await pilot.pause()
        assert app.screen.__class__.__name__ in ("HelpScreen", "LogScreen")


async def test_themes_and_tile_styles_are_kept(home):
    async with running(home / "book.sqlite") as (app, pilot):
        await pilot.press("f3")
        assert app.theme == "night"
        await pilot.press("f3", "f3", "f4")
        assert app.theme == "felt"
        assert app.tile_style is TileStyle.TALL
    async with running(home / "book.sqlite") as (app, pilot):
        assert app.tile_style is TileStyle.TALL


async def test_remarks_are_said_anew_in_the_other_language(home):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        for keys, english, chinese in (
            ("", "Resumed: 0 hands", "接返上次"),
            ("1210⏎", "Recorded: 甲 won off 乙", "已記低：甲"),
            ("12l", "A hand is half typed", "有鋪打緊一半"),
            ("⎋p", "First who won", "先揀邊個食"),
        ):
            await typed(pilot, keys)
            assert english in text(app)
            await pilot.press("f2")
            await pilot.pause()
            assert english not in text(app) and chinese in text(app)
            await pilot.press("f2")
            await pilot.pause()
            assert english in text(app)
        await typed(pilot, "l")
        await until(pilot, lambda: isinstance(app.screen, LogScreen))
        await pilot.press("home", "delete")
        await pilot.pause()
        assert "The night's start cannot be taken out" in text(app)
        await pilot.press("f2")
        await pilot.pause()
        assert "The night's start" not in text(app) and "開檯嗰項刪唔到" in text(app)
        await pilot.press("f2", "end", "enter")
        await until(pilot, lambda: isinstance(app.screen, CorrectScreen))
        await pilot.press("enter")
        await pilot.pause()
        assert "That is what is recorded already" in text(app)
        await pilot.press("f2")
        await pilot.pause()
        assert "That is what" not in text(app) and "同記低嘅一樣" in text(app)


async def test_what_could_not_be_stored_is_said_anew_in_the_other_language(home, monkeypatch):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):

        def refuse(*_args, **_kwargs):
            raise BookFull(msg("the disk is full"))

        monkeypatch.setattr(Book, "append", refuse)
        await typed(pilot, "1210⏎")
        assert "Not recorded: 甲 won off 乙, 10 fan" in text(app)
        await pilot.press("f2")
        await pilot.pause()
        assert "Not recorded" not in text(app) and "未記到：甲" in text(app)


async def test_palette_offers_the_actions_of_the_screen_in_the_language(home):
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book, lang="zh_HK") as (app, pilot):
        offered = {command.title for command in app.get_system_commands(app.screen)}
        assert {"流局", "斬拉", "埋單", "記錄", "English"} <= offered
        await pilot.press("ctrl+p")
        await pilot.pause()
        await pilot.press(*"流局")
        await pilot.pause(0.3)
        assert "冇人食糊" in text(app)


async def test_keys_can_be_remapped_and_the_bar_says_so(home):
    (home / "config").mkdir()
    (home / "config" / "settings.toml").write_text(
        '[keymap]\n"table.draw" = "n"\n"table.undo" = "l"\n"no.such" = "q"\n'
    )
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        assert "n drawn" in text(app)
        await typed(pilot, "n")
        assert table(app).open_night.night.records[-1].kind == "draw"
        await typed(pilot, "d")
        assert len(table(app).open_night.night.records) == 1, "the old key is free"
        assert app.keys == {"table.draw": "n"}, (
            "a key that is another's already, or of no action, is left out"
        )


def test_every_binding_has_an_id_and_no_two_keys_of_a_screen_clash():
    ids = [action.id for action in keymap.ACTIONS]
    assert len(ids) == len(set(ids))
    assert not keymap.problems(
        {action.id: action.keys for action in keymap.ACTIONS if not action.id.startswith("app.")}
    )
    for action in keymap.ACTIONS:
        for binding in keymap.bindings(action.area):
            assert binding.id


OWN = (
    *(f"tui/{name}.py" for name in ("app", "keymap", "recording", "words", "services")),
    *(
        f"tui/screens/{name}.py"
        for name in (
            "__init__",
            "base",
            "ask",
            "choose",
            "home",
            "new_night",
            "seating",
            "table",
            "appending",
            "chop",
            "instant",
        )
    ),
    *(f"tui/screens/{name}.py" for name in ("log", "correct", "settle", "options", "help")),
    *(
        f"tui/widgets/{name}.py"
        for name in (
            "header",
            "board",
            "seats",
            "debts",
            "standings",
            "hands",
            "prompt",
            "chart",
            "options",
            "tiles",
        )
    ),
    *(
        "tui/commands/demo.py",
        "models/options.py",
        "models/seating.py",
        "models/event_checks.py",
        "models/replay.py",
        "models/night.py",
        "models/book_errors.py",
    ),
)


def _own_words() -> dict[str, str]:
    """Every translation key of what the table says."""
    found = {}
    for name in OWN:
        file = ROOT / name
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if name in ("_", "N_", "n_", "msg"):
                    for argument in node.args[: 2 if name == "n_" else 1]:
                        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                            found[argument.value] = file.name
    return found


def test_every_word_of_the_app_is_translated_and_keeps_its_holes():
    import string

    subprocess.run([sys.executable, "-m", "assets.build_locale"], cwd=ROOT, check=True, capture_output=True)
    i18n._catalogues.clear()
    catalogue = i18n._load("zh_HK")
    known = set()
    layer = catalogue
    while layer is not None:
        known |= {key for key in layer._catalog if isinstance(key, str)}
        layer = layer._fallback
    missing = {words: file for words, file in _own_words().items() if words and words not in known}
    assert not missing
    formatter = string.Formatter()
    for words in _own_words():
        if words:
            holes = {name for _, name, _, _ in formatter.parse(words) if name}
            said = {name for _, name, _, _ in formatter.parse(catalogue.gettext(words)) if name}
            assert said <= holes, words


def test_tiles_are_two_cells_in_every_style():
    for tile in range(42):
        assert cell_len(short(tile)) == 2
        assert cell_len(glyph(tile)) == 2
    assert len({short(tile) for tile in range(42)}) == 42, "told apart without colour"
    for style in TileStyle:
        for line in row(range(42), style):
            assert line.cell_length == 42 * 3 - 1


def test_first_paint_imports_nothing_heavy(home):
    code = """
import sys
from tui.app import TaiPaiApp
from tui.screens.home import HomeScreen
seen = {}
def painted(self):
    seen["modules"] = {name.split(".")[0] for name in sys.modules}
    self.app.exit()
HomeScreen.action_reload = painted
TaiPaiApp("book.sqlite", "zh_HK").run(headless=True, size=(80, 24))
heavy = {"sqlalchemy", "alembic", "cv2", "numpy", "onnxruntime", "plotext", "PIL", "tomlkit", "msgspec", "aiohttp"} & seen["modules"]
sys.exit(", ".join(sorted(heavy)) or 0)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


async def test_a_screen_that_is_not_there_costs_one_line(home, monkeypatch):
    from tui import screens

    monkeypatch.setitem(screens.SCREENS, "rules", "tui.screens.nowhere:Nowhere")
    monkeypatch.setitem(screens.SCREENS, "booklet", "tests.tui.needs_what_nobody_has:Screen")
    book = home / "book.sqlite"
    book_with(book, start_of())
    async with at_table(book) as (app, pilot):
        await typed(pilot, "r")
        assert "not part of this installation" in text(app)
        await typed(pilot, "d")
        assert table(app).open_night.night.records[-1].kind == "draw"


async def test_typed_dice_say_who_throws_who_deals_and_where_the_wall_is_broken(home):
    async with running(home / "book.sqlite") as (app, pilot):
        await typed(pilot, "n⏎t")
        assert "A throws for who throws next." in text(app)
        await typed(pilot, "111")  # 3: the player opposite, who throws
        assert "3: the player opposite → C" in text(app)
        assert "C throws for the first dealer." in text(app)
        await typed(pilot, "222")  # 6: his next
        assert "6: the next player → D" in text(app)
        assert "D deals first." in text(app)
        await typed(pilot, "⏎⏎")
        await until(pilot, lambda: "Winner" in text(app))
        assert table(app).open_night.night.players == ("D", "A", "B", "C")
        await typed(pilot, "w242")  # 8: the dealer's previous, skip eight
        assert "8: the previous player, the wall of C" in text(app)
        assert "Skip 8 stacks" in text(app) and "stack 9" in text(app)
        await typed(pilot, "7")
        assert "1 to 6" in text(app)


async def test_winds_are_drawn_by_each_player(home, monkeypatch):
    from models import seating

    monkeypatch.setattr(seating, "draw_winds", lambda rng: (2, 0, 3, 1))
    async with running(home / "book.sqlite") as (app, pilot):
        await typed(pilot, "n⏎w")
        assert "A, draw a tile" in text(app)
        await typed(pilot, "2")  # East
        await typed(pilot, "2")
        assert "drawn already" in text(app)
        await typed(pilot, "13")  # West, North; the last is South
        await typed(pilot, "⏎⏎")
        await until(pilot, lambda: "Winner" in text(app))
        assert table(app).open_night.night.players == ("A", "D", "B", "C")


async def test_the_house_rules_of_the_last_night_are_offered(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on", settlement="cash", draw_keeps_dealer=True, rules="taiwan"))
    async with running(book) as (app, pilot):
        await typed(pilot, "n⏎⏎")
        await until(pilot, lambda: "house rules" in text(app))
        assert "Taiwan" in text(app)
        await typed(pilot, "⏎")
        await until(pilot, lambda: "Winner" in text(app))
        assert table(app).open_night.night.options.settlement == "cash"


async def test_names_of_earlier_nights_are_offered(home):
    book = home / "book.sqlite"
    book_with(book, start_of(players=("阿明", "Betty", "Carl", "大文")))
    async with running(book) as (app, pilot):
        await typed(pilot, "n")
        for name in ("阿明", "Betty", "Carl", "大文"):
            assert name in text(app)
        await typed(pilot, "Ca")
        await pilot.pause(0.2)
        assert app.screen.query_one("#name0")._suggestion == "Carl"
        await typed(pilot, "→")
        assert app.screen.query_one("#name0").value == "Carl"


@pytest.mark.parametrize("lang", ["en", "zh_HK"])
@pytest.mark.parametrize("names", [("Ann", "Bob", "Cat", "Dan"), LONG], ids=["short", "long"])
def test_the_money_is_not_what_is_cut_of_a_line_of_the_log(names, lang):
    i18n.use(lang)
    start = start_of("on", players=names)
    events = (
        HandWon((Win(0, 8),), 1),
        HandWon((Win(1, 13),), 0),  # kicks half
        HandWon((Win(2, 20),), None),  # three debts begin, one is paid half
        HandWon((Win(3, 16),), 1),
        HandWon((Win(0, 20), Win(2, 9)), 3),
    )
    night = Folder([Entry(n, "", event) for n, event in enumerate((start, *events))]).night
    for record in night.records:
        line = log_line(night, record, 76)
        assert line.cell_length <= 76
        amounts = [f"${p.amount}" for p in record.payments] + [
            str(d.amount) for d in record.debts if d not in record.before
        ]
        for amount in amounts:
            assert amount in line.plain, (amount, line.plain)
    i18n.use("en")


async def test_a_small_window_says_so_while_it_is(home):
    book = home / "book.sqlite"
    book_with(book, start_of("on"), *EVENTS)
    async with at_table(book, (80, 24)) as (app, pilot):
        await typed(pilot, "n")
        assert "Small window" not in text(app)
        for width, height in ((60, 24), (80, 20), (60, 20)):
            await pilot.resize_terminal(width, height)
            await until(pilot, lambda w=width, h=height: f"Small window: {w} × {h}; 80 × 24" in text(app))
        await typed(pilot, "l")
        await until(pilot, lambda: "Small window" in text(app))
        await pilot.press("f2")
        await until(pilot, lambda: "視窗太細：60 × 20" in text(app))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "視窗太細" not in text(app))
        await typed(pilot, "⎋")
        await until(pilot, lambda: app.screen is table(app))
        assert "視窗太細" not in text(app)
