"""``taipai waits`` and ``taipai rules``: answers, exit states, JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tui.cli import main


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAIPAI_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("TAIPAI_DATA_DIR", str(tmp_path / "data"))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["--lang", "en", *arguments], catch_exceptions=False)


def test_waits_and_what_each_pays() -> None:
    result = run("waits", "778899s 22333p 22334m")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [(line.split()[0], "4 left" in line or "3 left" in line) for line in lines] == [
        ("1m", True),
        ("4m", True),
    ]
    assert "1 character" in lines[0] and "一萬" not in result.stdout
    assert "14 fan" in lines[0] and "49 fan" in lines[1] and "Seven pairs" in lines[1]


def test_waits_as_json() -> None:
    got = json.loads(
        run("waits", "(234m)(678p)(111s)", "567m 7999s", "--context", "self_draw", "--json").stdout
    )
    # 8索: 自摸 1, 無字花 5, 假獨 1; 7索 the same by 單吊
    assert [(wait["tile"], wait["left"], wait["total"]) for wait in got["waits"]] == [
        ("7s", 3, 7),
        ("8s", 4, 7),
    ]
    assert got["rules"] == "hk"


def test_waits_for_nothing_and_wrong_sizes() -> None:
    assert run("waits", "14m 14p 14s 1234567z 258m").exit_code == 1
    wrong = run("waits", "123m")
    assert wrong.exit_code == 2 and "16" in wrong.output
    assert json.loads(run("waits", "123m", "--json").stdout)["problem"] == "wrong_size"
    assert run("waits", "123x").exit_code == 2


def test_a_wait_below_the_least_fan_says_so() -> None:
    result = run("waits", "(234m)(678p)(111s) 567m 34p 11z", "--set", "min_fan=20")
    assert result.exit_code == 0 and "needs 20" in result.stdout


def test_list() -> None:
    result = run("rules", "list")
    assert result.exit_code == 0
    for name in ("hk", "hk-graded", "hk-common", "hkma-16", "taiwan"):
        assert any(line.split()[0] == name for line in result.stdout.splitlines())
    rows = json.loads(run("rules", "list", "--json").stdout)
    assert rows[0]["name"] == "hk" and len(rows[0]["fingerprint"]) == 12


def test_list_shows_own_sets_and_their_troubles(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "rules"
    folder.mkdir(parents=True)
    (folder / "ours.toml").write_text('name = "ours"\nbase = "hk"\n', encoding="utf-8")
    (folder / "broken.toml").write_text("fans = 3\n", encoding="utf-8")
    rows = {row["name"]: row for row in json.loads(run("rules", "list", "--json").stdout)}
    assert rows["ours"]["own"] and rows["ours"]["base"] == "hk"
    assert rows["broken"]["problem"]
    assert (
        json.loads(run("score", "123m 567m 345p 678s 34s 99p +5s", "--rules", "ours", "--json").stdout)[
            "total"
        ]
        == 23
    )


def test_show() -> None:
    result = run("rules", "show", "hk", "--conditions")
    assert result.exit_code == 0
    assert "big_three_dragons" in result.stdout and "honor_scoring = each_one" in result.stdout
    got = json.loads(run("rules", "show", "taiwan", "--json").stdout)
    assert (
        len(got["fans"]) == 35 and got["switches"]["dead_waits_count"] is True
    )  # 32 rows, three of them in two parts
    assert run("rules", "show", "nowhere").exit_code == 2


def test_check(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text('name = "x"\nbase = "hk"\n[fans]\ntwin_chow = 3\n', encoding="utf-8")
    result = run("rules", "check", str(file))
    assert result.exit_code == 1
    assert f"{file}:4: fans.twin_chow" in result.stdout and "twin_chows" in result.stdout
    got = json.loads(run("rules", "check", str(file), "--json").stdout)
    assert got["problems"][0]["line"] == 4 and not got["ok"]
    assert run("rules", "check", "hk", "taiwan").exit_code == 0
    assert run("rules", "check", str(tmp_path / "none.toml")).exit_code == 2
    file.write_bytes(b"\xff\xff")
    assert run("rules", "check", str(file)).exit_code == 2


def test_diff() -> None:
    result = run("rules", "diff", "hk", "hk-graded")
    assert result.exit_code == 1 and "honor_scoring: each_one → graded" in result.stdout
    assert run("rules", "diff", "hk", "hk").exit_code == 0
    got = json.loads(run("rules", "diff", "hk", "hk-common", "--json").stdout)
    assert {"kind": "fan", "key": "ligu_ligu", "left": "30", "right": "40"} in got["differences"]
    assert run("rules", "diff", "hk", "nowhere").exit_code == 2
