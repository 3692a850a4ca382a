"""``taipai book``: every subcommand, in words and as JSON, and one clear line for whatever is wrong."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from models.book import open_book
from models.events import HandDrawn, HandWon, Item, NightSettled, NightStarted, Win
from models.night import fold
from models.roster import PlayerRenamed, player_id
from tests.models.random_books import write_night
from tui.cli import main

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAIPAI_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("TAIPAI_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("TAIPAI_LANG", "en")
    monkeypatch.delenv("TAIPAI_BOOK", raising=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "book.sqlite"


def taipai(*arguments: object, input: bytes | None = None, status: int = 0) -> Result:
    result = CliRunner().invoke(main, [str(a) for a in arguments], input=input)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return result


def say(*arguments: object, **options: object) -> str:
    return taipai(*arguments, **options).stdout


def tell(*arguments: object, **options: object):
    return json.loads(say(*arguments, "--json", **options))


def refused(*arguments: object, status: int = 2) -> str:
    """What is said on standard error: one line, nothing on standard output."""
    result = taipai(*arguments, status=status)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.fixture
def one_night(path: Path) -> str:
    items = (Item("zi_mo", 1, 1, "自摸", "Self-draw"),)
    with open_book(path) as book:
        night = book.start(
            NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29", group="Friday"), night="cafe01"
        )
        for number, event in enumerate(
            [
                HandWon((Win(0, 10, "123m", "self_draw", items),), None),
                HandDrawn(),
                HandWon((Win(1, 3),), 0),
                NightSettled(),
            ]
        ):
            book.append(night, event, number)
    return night


@pytest.fixture
def many_nights(path: Path) -> list[str]:
    chance = random.Random(11)
    with open_book(path) as book:
        made = [write_night(book, chance, chance.randrange(3, 15)).id for _ in range(6)]
        book.change(PlayerRenamed(player_id("阿明"), "明哥"))
    return made


def test_an_empty_place_is_told(path: Path) -> None:
    for subcommand in ("list", "show", "stats", "export", "backup", "check"):
        assert "there is no book at" in refused("book", subcommand)
    assert not path.exists()


def test_a_book_without_nights(path: Path) -> None:
    open_book(path).close()
    assert "No nights" in say("book", "list")
    assert tell("book", "list") == []
    assert "no nights" in refused("book", "show")
    assert "No nights to count" in say("book", "stats")
    assert tell("book", "stats")["players"] == []


def test_list(many_nights: list[str]) -> None:
    listed = tell("book", "list")
    assert {night["id"] for night in listed} == set(many_nights)
    assert [n["started_at"] for n in listed] == sorted((n["started_at"] for n in listed), reverse=True)
    for night in listed:
        assert sum(night["totals"].values()) == 0
        assert night["trouble"] is None
    text = say("book", "list")
    for night in listed:
        (line,) = [line for line in text.splitlines() if line.startswith(night["id"][:8])]
        assert night["date"] in line and all(name in line for name in night["players"])


def test_list_of_some(many_nights: list[str]) -> None:
    everything = tell("book", "list")
    friday = tell("book", "list", "--group", "Friday")
    assert [n["id"] for n in friday] == [n["id"] for n in everything if n["group"] == "Friday"]
    early = tell("book", "list", "--until", "2026-06")
    assert [n["id"] for n in early] == [n["id"] for n in everything if n["date"][:7] <= "2026-06"]
    late = tell("book", "list", "--since", "2026-07")
    assert {n["id"] for n in early} | {n["id"] for n in late} == set(many_nights)
    his = tell("book", "list", "--player", "明哥")
    assert [n["id"] for n in his] == [n["id"] for n in everything if "明哥" in n["players"]]
    assert tell("book", "list", "--player", "阿明") == his
    assert tell("book", "list", "--rules", "nothing") == []


def test_show(one_night: str) -> None:
    text = say("book", "show")
    assert "East 1" in text and "甲 self-draws" in text and "a draw" in text
    assert say("book", "show", "cafe") == say("book", "show", "last") == text
    told = tell("book", "show", "cafe")
    assert (told["id"], told["settled"], told["players"]) == (one_night, True, ["甲", "乙", "丙", "丁"])
    assert [h["kind"] for h in told["hands"]] == ["win", "draw", "win", "settle"]
    assert told["totals"] == {"甲": 31, "乙": 1, "丙": -16, "丁": -16}
    assert "東風東局" in say("--lang", "zh_HK", "book", "show")


def test_show_what_is_not_there(one_night: str) -> None:
    assert "no night" in refused("book", "show", "beef")


def test_stats(many_nights: list[str]) -> None:
    told = tell("book", "stats")
    assert told["nights"] == 6
    assert sum(p["result"] for p in told["players"]) == 0
    assert "明哥" in {p["name"] for p in told["players"]}
    text = say("book", "stats")
    for p in told["players"]:
        result = f"{p['result']:+d}" if p["result"] else "0"
        assert re.search(rf"^{re.escape(p['name'])} .* {re.escape(result)}$", text, re.M)
    assert "Most frequent fans" in text and "Biggest hand" in text
    assert "最長連莊" in say("--lang", "zh_HK", "book", "stats", "--player", "明哥")
    pairs = {(p["winner"], p["payer"]): p for p in told["pairs"]}
    assert all((b, a) in pairs for a, b in pairs)


def test_stats_of_one_player_and_of_pairs(many_nights: list[str]) -> None:
    told = tell("book", "stats", "--player", "明哥")
    (his,) = [p for p in told["players"] if p["name"] == "明哥"]
    text = say("book", "stats", "--player", "明哥")
    assert text.startswith("明哥\n") and "Head to head" in text
    assert f"{his['result']:+d}" in text
    assert {p["winner"] for p in told["pairs"]} - {"明哥"} == {p["payer"] for p in told["pairs"]} - {"明哥"}
    assert say("book", "stats", "--pairs").count("→") == len(tell("book", "stats")["pairs"])
    message = refused("book", "stats", "--player", "鬼佬")
    assert "鬼佬" in message and "明哥" in message


@pytest.mark.parametrize("date", ["2026-13", "2026-02-30", "yesterday", "26", "2026-1-1", "2026-01-01-01"])
def test_a_date_that_is_none(one_night: str, date: str) -> None:
    assert date in refused("book", "list", "--since", date)
    assert date in refused("book", "stats", "--until", date)


def test_export_and_import_of_the_whole_book(many_nights: list[str], tmp_path: Path) -> None:
    exported = say("book", "export")
    assert {n["id"] for n in json.loads(exported)["nights"]} == set(many_nights)
    file = tmp_path / "book.json"
    told = tell("book", "export", "-o", file)
    assert (told["nights"], told["bytes"]) == (6, file.stat().st_size)
    assert file.read_text(encoding="utf-8") == exported

    other = tmp_path / "other" / "new.sqlite"
    assert tell("book", "import", file, "--dry-run")["nights"] == 6
    assert not other.exists()
    report = tell("--book", other, "book", "import", file)
    assert len(report["nights_added"]) == 6 and report["conflicts"] == []
    assert len(tell("--book", other, "book", "import", "-", input=exported.encode())["nights_known"]) == 6
    assert say("--book", other, "book", "export") == exported


def test_a_fork_is_told_with_status_1(one_night: str, path: Path, tmp_path: Path) -> None:
    file = tmp_path / "book.json"
    say("book", "export", "-o", file)
    file.write_text(file.read_text(encoding="utf-8").replace('"fan":10', '"fan":11'), encoding="utf-8")
    before = path.read_bytes()
    report = tell("book", "import", file, status=1)
    assert [(c["night"], c["entry"]) for c in report["conflicts"]] == [("cafe01", 1)]
    assert "differs from entry 1" in say("book", "import", file, status=1)
    with open_book(path) as book:
        assert book.entries("cafe01")[1].event.wins[0].fan == 10
    assert len(before) == path.stat().st_size


def test_export_does_not_write_over_a_file_unless_told(one_night: str, tmp_path: Path) -> None:
    file = tmp_path / "night.json"
    file.write_text("mine")
    assert "--force" in refused("book", "export", "-o", file)
    assert file.read_text() == "mine"
    say("book", "export", "-o", file, "--force")
    assert json.loads(file.read_text(encoding="utf-8"))


def test_export_where_nothing_can_be_written(one_night: str, tmp_path: Path) -> None:
    refused("book", "export", "-o", tmp_path / "nothing" / "book.json")
    refused("book", "export", "-o", tmp_path, "--force")


def test_export_as_text_is_the_same_night_again(one_night: str, tmp_path: Path) -> None:
    text = say("book", "export", "last", "--format", "text")
    assert text.startswith("night 2026-11-29 base 5 per-fan 1 players 甲 乙 丙 丁\n")
    ledger = json.loads(taipai("ledger", "-", "--json", input=text.encode()).stdout)
    assert ledger["totals"] == tell("book", "show")["totals"]
    file = tmp_path / "night.txt"
    say("book", "export", "last", "-o", file)
    assert file.read_text(encoding="utf-8") == text
    assert len(tell("--book", tmp_path / "other.sqlite", "book", "import", file)["nights_added"]) == 1
    for form in ("text", "svg", "png"):
        assert "one night" in refused("book", "export", "--format", form)


def test_export_for_spreadsheets(many_nights: list[str], path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(say("book", "export", "--format", "csv").removeprefix("\ufeff"))))
    assert {row["night"] for row in rows} == set(many_nights)
    with open_book(path) as book:
        night = fold(book.entries(many_nights[0]))
    assert len([r for r in rows if r["night"] == many_nights[0]]) == 4 * len(night.records)
    rows = list(
        csv.DictReader(io.StringIO(say("book", "export", "--format", "csv-nights").removeprefix("\ufeff")))
    )
    assert len(rows) == 24


def test_export_of_the_settle_up_as_a_picture(one_night: str, tmp_path: Path) -> None:
    from xml.etree import ElementTree

    svg = say("book", "export", "last", "--format", "svg")
    words = "".join(ElementTree.fromstring(svg).itertext())
    assert "Settle-up" in words and "甲" in words
    pytest.importorskip("PIL")
    from PIL import Image

    from tui.picture import find_font

    if find_font() is None:
        pytest.skip("no font with Chinese characters on this system")
    file = tmp_path / "night.png"
    say("book", "export", "last", "-o", file)
    with Image.open(file) as image:
        assert image.format == "PNG" and image.width == 1440


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"{}", b"\x89PNG\r\n", b'{"format": "taipai", "v": 9}', b"night tomorrow"]
)
def test_what_can_not_be_imported(tmp_path: Path, path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    refused("book", "import", file)
    assert not path.exists()


def test_import_of_what_is_no_file(tmp_path: Path) -> None:
    refused("book", "import", tmp_path / "nothing")
    refused("book", "import", tmp_path)


def test_backup_and_restore(one_night: str, path: Path, tmp_path: Path) -> None:
    told = tell("book", "backup")
    copy = Path(told["file"])
    assert told["nights"] == 1 and copy.parent == tmp_path / "data" / "backups"
    named = tmp_path / "named.sqlite"
    assert str(named) in say("book", "backup", named)
    assert "already there" in refused("book", "backup", named)
    with open_book(path) as book:
        book.start(NightStarted(("甲", "乙", "丙", "丁"), 5, 1))
    told = tell("book", "restore", copy)
    assert told["nights"] == 1
    with open_book(told["kept"]) as kept:
        assert len(kept.ids()) == 2
    assert len(tell("book", "list")) == 1
    refused("book", "restore", tmp_path / "nothing")


def test_check(one_night: str, path: Path) -> None:
    assert "all is well" in say("book", "check")
    assert tell("book", "check") == {"nights": 1, "entries": 5, "problems": []}
    import sqlite3

    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE entries SET event = '{}' WHERE number = 2")
    (problem,) = tell("book", "check", status=1)["problems"]
    assert "damaged" in problem["message"]
    assert "damaged" in say("book", "list", status=1)
    assert "damaged" in refused("book", "show")


def test_every_trouble_with_the_book_is_one_line(tmp_path: Path) -> None:
    garbage = tmp_path / "garbage"
    garbage.write_bytes(os.urandom(3000))
    for address in (garbage, tmp_path, "mysql://h/d", "postgresql://u:secret@127.0.0.1:1/d"):
        for subcommand in ("list", "stats", "show", "export", "check", "backup"):
            assert "secret" not in refused("--book", address, "book", subcommand)


def test_the_book_of_the_environment_and_of_the_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = tmp_path / "one.sqlite", tmp_path / "other.sqlite"
    with open_book(one) as book:
        book.start(NightStarted(("A", "B", "C", "D"), 5, 1))
    open_book(other).close()
    monkeypatch.setenv("TAIPAI_BOOK", str(one))
    assert len(tell("book", "list")) == 1
    assert tell("--book", other, "book", "list") == []


def test_every_subcommand_takes_json_and_has_help() -> None:
    text = say("book", "--help")
    for subcommand in ("list", "show", "stats", "export", "import", "backup", "restore", "check"):
        assert subcommand in text
        assert "--json" in say("book", subcommand, "--help")


def test_as_a_real_process(one_night: str, path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tui", "book", "export", "last", "--format", "svg"],
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        check=True,
    )
    assert done.stdout.startswith(b"<svg") and done.stderr == b""
