"""``taipai ledger``: the worked nights through the command, exit statuses, what is printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

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
