"""``taipai ledger``: the worked nights through the command, exit statuses, what is printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from models.options import OPTIONS
from tests.models.ledger_cases import CASES, NAMES, Case
from tui.cli import main


def run(text: str | bytes, *args: str, lang: str = "en") -> Result:
    return CliRunner().invoke(main, ["--lang", lang, "ledger", "-", *args], input=text)


def arrows(rows: list[dict], tail: str) -> str:
    return ", ".join(f"{r['from']}→{r['to']} {r['amount']}{tail.format(**r)}" for r in rows)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_worked_night_as_json(case: Case) -> None:
    done = run(case.text, "--json")
    night = json.loads(done.stdout)
    assert done.exit_code == (1 if case.problems else 0)
    assert [problem["line"] for problem in night["problems"]] == list(case.problems)
    got = tuple(
        (arrows(h["debts"], " ({pulls})"), arrows(h["payments"], " {reason}")) for h in night["hands"]
    )
    assert got == case.after
    for column in ("totals", "hand_points", "lai_extra", "instant"):
        assert list(night[column]) == list(NAMES)
        wanted = getattr(case, column)
        if wanted is not None:
            assert tuple(night[column].values()) == wanted, column
    if case.transfers is not None:
        assert arrows(night["transfers"], "") == case.transfers
    if case.names:
        assert tuple(f"{h['name']} {h['streak']}" for h in night["hands"]) == case.names


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
@pytest.mark.parametrize("lang", ["en", "zh_HK"])
def test_worked_night_in_words(case: Case, lang: str) -> None:
    done = run(case.text, lang=lang)
    assert done.exit_code == (1 if case.problems else 0)
    for debts, _payments in case.after:
        for debt in filter(None, debts.split(", ")):
            amount, pulls = debt.split(" ")[1:]
            assert f"{amount} {pulls}" in done.stdout  # the cell of the board
    if lang == "zh_HK":
        assert "owes" not in done.stdout and "nobody" not in done.stdout


NIGHT = "night 2026-11-29 base 5 per-fan 1 players 甲 乙 丙 丁\n"


def test_the_object_is_as_promised() -> None:
    done = run(
        NIGHT + "win 甲 from 乙 10\ncount 甲 0\ndraw\nundo\nchop 丙 to 甲  # not owed\nsettle\ncount 甲 16\n",
        "--json",
    )
    assert done.exit_code == 1
    assert json.loads(done.stdout) == {
        "players": ["甲", "乙", "丙", "丁"],
        "settled": True,
        "hands": [
            {
                "event": 1,
                "kind": "win",
                "name": "東風東局",
                "dealer": "甲",
                "streak": 0,
                "payments": [],
                "debts": [{"from": "乙", "to": "甲", "amount": 16, "pulls": 1}],
            },
            {
                "event": 5,
                "kind": "settle",
                "name": "東風東局",
                "dealer": "甲",
                "streak": 1,
                "payments": [{"from": "乙", "to": "甲", "amount": 16, "reason": "settle_up"}],
                "debts": [],
            },
        ],
        "totals": {"甲": 16, "乙": -16, "丙": 0, "丁": 0},
        "hand_points": {"甲": 16, "乙": -16, "丙": 0, "丁": 0},
        "lai_extra": {"甲": 0, "乙": 0, "丙": 0, "丁": 0},
        "instant": {"甲": 0, "乙": 0, "丙": 0, "丁": 0},
        "transfers": [{"from": "乙", "to": "甲", "amount": 16}],
        "problems": [
            {
                "line": 6,
                "text": "chop 丙 to 甲  # not owed",
                "reason": "丙 owes 甲 nothing",
                "fits": "no debt can be chopped now",
            }
        ],
    }


def test_before_settling_there_are_no_transfers() -> None:
    night = json.loads(run(NIGHT + "win 甲 from 乙 10\n", "--json").stdout)
    assert night["transfers"] == [] and night["settled"] is False


def test_a_bad_line_is_named_and_the_rest_replays() -> None:
    done = run(NIGHT + "win 戊 from 乙 10\nwin 甲 from 乙 10\n")
    assert done.exit_code == 1
    assert "line 2: win 戊 from 乙 10" in done.stdout
    assert "no player is called 戊" in done.stdout
    assert "甲 乙 丙 丁".replace(" ", ", ") in done.stdout
    assert "乙 owes 甲 16 (1 pull)" in done.stdout


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    runner = CliRunner()
    for target in (tmp_path / "none.txt", tmp_path):
        done = runner.invoke(main, ["--lang", "en", "ledger", str(target)])
        assert done.exit_code == 2
        assert "cannot be read" in done.stderr and done.stdout == ""
    latin = tmp_path / "latin.txt"
    latin.write_bytes(b"night\n# caf\xe9\n")
    done = runner.invoke(main, ["--lang", "en", "ledger", str(latin), "--json"])
    assert done.exit_code == 2 and "line 2" in done.stderr and "UTF-8" in done.stderr


def test_odd_files(tmp_path: Path) -> None:
    for text in ("", "\n\n# nothing\n"):
        done = run(text, "--json")
        night = json.loads(done.stdout)
        assert done.exit_code == 1 and night["players"] == [] and len(night["problems"]) == 1
    done = run(("\ufeff" + NIGHT + "draw\n").replace("\n", "\r\n"), "--json")
    assert done.exit_code == 0 and len(json.loads(done.stdout)["hands"]) == 1
    done = run(NIGHT, "--json")
    assert done.exit_code == 0 and json.loads(done.stdout)["players"] == list(NAMES)


def test_a_night_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "night.txt"
    file.write_text(CASES[0].text, encoding="utf-8")
    done = CliRunner().invoke(main, ["--lang", "en", "ledger", str(file)])
    assert done.exit_code == 0
    assert "15×1.5→23+10=33" in done.stdout
    assert "乙 pays 甲 16 (kick half)" in done.stdout


def test_json_stays_whole_where_the_terminal_has_no_chinese() -> None:
    import os
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "tui", "--lang", "en", "ledger", "-", "--json"],
        input=(NIGHT + "win 甲 from 乙 10\n").encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["players"] == list(NAMES)


def test_hands_given_as_tiles() -> None:
    """The same tiles are worth the same whoever deals: the dealer fan is added by the night, never by the count."""
    from models.notation import parse_context, parse_hand
    from models.score import score

    hand = "123m 567m 345p 678s 34s 99p +5s"
    tiles = f'"{hand}{{}}"'
    text = NIGHT + f"win 甲 from 乙 {tiles.format('')}\nwin 乙 from 丙 {tiles.format(' | last_tile')}\n"
    night = json.loads(run(text, "--json").stdout)
    assert night["problems"] == []
    first = night["hands"][0]["debts"][0]["amount"]
    assert first == 5 + score(parse_hand(hand), parse_context("seat E dealer 0")).total
    assert (
        night["hands"][1]["debts"][0]["amount"]
        == 5 + score(parse_hand(hand), parse_context("seat S last_tile")).total
    )
    off = json.loads(run(text.replace("\n", "\noption dealer_fan = off\n", 1), "--json").stdout)
    assert off["hands"][0]["debts"][0]["amount"] == first - 1
    double = NIGHT + f"option double_ron_fan = 5\nwin 乙 {tiles.format('')}, 丙 {tiles.format('')} from 丁\n"
    amounts = [d["amount"] for d in json.loads(run(double, "--json").stdout)["hands"][0]["debts"]]
    assert amounts == [first - 1 + 5] * 2


@pytest.mark.parametrize(
    "line, reason",
    [
        ('win 甲 from 乙 "123m 567m 345p 678s 34s 99p +5s | self_draw"', "the night says otherwise"),
        ('win 甲 from 乙 "123m 567m 345p 678s 34s 99p +5s | seat S"', "the winner's seat is E"),
        ('win 甲 from 乙 "123m 567m 345p 678s 34s 99p +5s | round S"', "the round is E"),
        (
            'win 甲 from 乙 "123m 567m 345p 678s 34s 99p +5s | dealer 3"',
            "the winner deals with 0 continuations",
        ),
        ('win 乙 from 甲 "123m 567m 345p 678s 34s 99p +5s | dealer 0"', "the winner does not deal"),
        ('win 甲 from 乙 "123m 567m 345p 678s 34s 9p +5s"', "16 tiles"),
        ('win 甲 from 乙 "123m 567m 345p 678s 34s 99p +6s"', "no winning hand"),
        ('win 甲 from 乙 "nonsense"', ""),
        ('win 甲 from 乙 ""', ""),
        ('win 甲 from 乙 "| self_draw"', ""),
        ('win 甲 self-draw "1234567f +8f"', "flowers alone are paid at once"),
        (
            'win 甲 self-draw "123m 567m 345p (7777s) 34s 99p +5s | after_big_kong"',
            "who fed the big kong pays",
        ),
        ("option rules = nonsense", "nonsense"),
        ('option rules = "' + "x" * 5000 + '"', ""),
    ],
)
def test_tiles_that_cannot_be(line: str, reason: str) -> None:
    done = run(NIGHT + line + "\ndraw\n", "--json")
    night = json.loads(done.stdout)
    assert done.exit_code == 1 and len(night["hands"]) == 1
    assert [p["line"] for p in night["problems"]] == [2]
    assert reason in night["problems"][0]["reason"] and night["problems"][0]["fits"]


def test_who_fed_the_big_kong_pays_alone() -> None:
    tiles = '"123m 567m 345p (7777s) 34s 99p +5s | after_big_kong"'
    night = json.loads(run(NIGHT + f"win 乙 from 丙 {tiles}\n", "--json").stdout)
    assert night["problems"] == [] and [d["from"] for d in night["hands"][0]["debts"]] == ["丙"]


def test_flowers_win_an_ordinary_hand_at_a_taiwanese_table() -> None:
    head = NIGHT + "option settlement = cash\noption rules = taiwan\n"
    night = json.loads(run(head + 'win 乙 self-draw "1234567f +8f"\n', "--json").stdout)
    assert night["problems"] == []
    assert [p["amount"] for p in night["hands"][0]["payments"]] == [5 + 8 + 1, 5 + 8, 5 + 8]


def test_the_help_has_every_option_with_what_it_may_hold() -> None:
    shown = CliRunner().invoke(main, ["ledger", "--help"]).stdout.splitlines()
    for option in OPTIONS:
        (line,) = [line for line in shown if line.startswith(f"    {option.name} = ")]
        if option.choices:
            first, *_rest = line.split(" = ")[1].split(" | ")
            assert first == next(c.text for c in option.choices if c.value == option.default)
            assert all(choice.text in line for choice in option.choices)
        else:
            assert line.split(" = ")[1].startswith(f"{option.default}, or any")
