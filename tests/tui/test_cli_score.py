"""Every worked hand through the public command, one by one and as a batch; refusals by their kind; exit states; what a person sees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tui.cli import main

CASES = Path(__file__).resolve().parents[1] / "cases"
HANDS = json.loads((CASES / "hands.json").read_text(encoding="utf-8"))
HOUSE = json.loads((CASES / "house_rules.json").read_text(encoding="utf-8"))
KIND_OF_REFUSAL = {
    **dict.fromkeys(("R01", "R14", "R16"), "wrong_size"),
    **dict.fromkeys(("R02", "R04", "R05", "R06", "R08", "R09", "R10", "R12"), "not_a_win"),
    **dict.fromkeys(("R13", "R17", "R18", "R20", "R21"), "impossible_tiles"),
    **dict.fromkeys(("R22", "R24"), "syntax"),
}
"""The others are refused for how they were won."""


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["--lang", "en", *arguments], input=text, catch_exceptions=False)


def one(case: dict[str, Any], *more: str) -> tuple[int, dict[str, Any]]:
    result = run("score", case["hand"], "--context", case["context"], "--json", *more)
    return result.exit_code, json.loads(result.stdout)


def wanted(table: str) -> list[dict[str, Any]]:
    total = "total" if table == "hk" else "tai_total"
    return [case for case in HANDS if case["accept"] and case[total] is not None]


@pytest.mark.parametrize("table", ["hk", "taiwan"])
def test_every_worked_hand_gets_its_items_and_total(table: str) -> None:
    total, items = ("total", "fan") if table == "hk" else ("tai_total", "tai")
    wrong = []
    for case in wanted(table):
        code, got = one(case, "--rules", table)
        have = {item["id"]: item["fan"] for item in got.get("items", ())}
        if (code, got.get("total"), have) != (0, case[total], case[items]):
            wrong.append((case["id"], case[items], code, got))
    assert not wrong
    assert len(wanted(table)) > 75


@pytest.mark.parametrize("table", ["hk", "taiwan"])
def test_every_refusal_is_refused_by_its_kind(table: str) -> None:
    refused = [case for case in HANDS if not case["accept"] and case.get("rules", table) == table]
    assert len(refused) > 25
    for case in refused:
        code, got = one(case, "--rules", table)
        kind = KIND_OF_REFUSAL.get(case["id"], "impossible_context")
        assert (got["win"], got["problem"]) == (False, kind), case
        assert code == (1 if kind == "not_a_win" else 2), case
        assert got["message"], case


def test_every_switch_changes_what_it_says() -> None:
    wrong = []
    for case in HOUSE:
        table = case.get("rules", "hk")
        for more, key in (((), "default_total"), (("--set", case["switch"]), "total")):
            code, got = one(case, "--rules", table, *more)
            if got.get("total") != case[key] or (code == 0) != (case[key] is not None):
                wrong.append((case, key, got))
    assert not wrong


def test_a_batch_is_the_same_answers_line_by_line() -> None:
    lines, want = [], []
    for case in wanted("hk"):
        lines.append(f"{case['hand']} | {case['context']}")
        want.append(case["total"])
    for case in HOUSE:
        if case.get("rules", "hk") == "hk":
            lines.append(f"{case['hand']} | {case['context']} | {case['switch']}")
            want.append(case["total"])
    text = "# hands of the tests\n\n" + "\n".join(lines) + "\n"
    result = run("score", "--batch", "-", text=text)
    assert result.exit_code == 0
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer.get("total") for answer in answers] == want


def test_a_batch_answers_bad_lines_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(
        "(12m) 5p | \n123m 567m 345p 678s 34s 99p +5s\n123m | nonsense\n123m 567m 345p 678s 34s 99p +5s | | chicken=maybe\na|b|c|d\n",
        encoding="utf-8",
    )
    result = run("score", "--batch", str(file))
    assert result.exit_code == 0
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer.get("problem") for answer in answers] == [
        "impossible_tiles",
        None,
        "syntax",
        "syntax",
        "syntax",
    ]
    assert answers[1]["total"] == 23  # 大平胡 15, 門清 3, 二相逢 5


@pytest.mark.parametrize(
    "arguments",
    [
        ("score", "--batch", "/no/such/file"),
        ("score",),
        ("score", "123m", "--batch", "-"),
        ("score", "123m", "--rules", "nowhere"),
        ("score", "123m", "--set", "chicken"),
        ("score", "123m", "--set", "chicken=maybe"),
        ("score", "123m", "--set", "=1"),
        ("score", "123m", "--set", "min_fan=-1"),
    ],
)
def test_what_cannot_be_asked_is_one_line_and_status_2(arguments: tuple[str, ...]) -> None:
    result = run(*arguments, text="")
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_json_says_what_design_says() -> None:
    result = run("score", "778899s 22333p 22334m +4m", "--json")
    got = json.loads(result.stdout)
    assert got["win"] is True and got["total"] == 49 and got["rules"] == "hk"
    assert {
        "id": "ligu_ligu",
        "fan": 30,
        "count": 1,
        "zh": "嚦咕嚦咕",
        "en": "Seven pairs and a triplet",
    } in got["items"]
    assert got["reading"]["form"] == "two_way"
    assert sorted(got["reading"]["melds"]) == ["234m", "234m", "333p", "789s", "789s"]
    assert got["reading"]["pair"] == "22p"
    assert got["waits"] == ["1m", "4m"]
    assert sum(item["fan"] for item in got["items"]) == got["total"]


def test_three_honour_triplets_are_one_item() -> None:
    got = json.loads(run("score", "(111z)(222z)(333z) 234m 67p 11s +8p", "--json").stdout)
    assert {item["id"]: (item["fan"], item["count"]) for item in got["items"]}["honor_pung"] == (3, 3)


def test_the_fan_without_the_dealers_is_told_apart() -> None:
    got = json.loads(
        run("score", "123m 567m 345p 678s 34s 99p +5s", "--context", "seat E dealer 3", "--json").stdout
    )
    assert (got["total"], got["without_dealer"]) == (30, 23)


def test_a_person_sees_items_reading_waits_near_misses_and_other_readings() -> None:
    result = run("score", "(555z)(666z)", "77z", "234m", "678p", "34s", "+5s")
    assert result.exit_code == 0
    assert "13 fan" in result.stdout
    assert "Small three dragons" in result.stdout and "555z 666z 77z" in result.stdout
    assert "one 白 more: Big three dragons" in result.stdout
    assert "Waited for: 2s 5s" in result.stdout
    two = run("score", "778899s 22333p 22334m +4m").stdout
    assert "Other readings" in two and " 35  seven pairs and a triplet" in two


def test_a_person_sees_it_in_chinese() -> None:
    result = CliRunner().invoke(main, ["--lang", "zh_HK", "score", "(555z)(666z) 77z 234m 678p 34s +5s"])
    assert result.exit_code == 0
    assert "13 番" in result.stdout and "小三元" in result.stdout and "大三元" in result.stdout


def test_a_mistake_is_pointed_at() -> None:
    result = run("score", "123m 4x 5p")
    assert result.exit_code == 2
    assert "^" in result.output and "Traceback" not in result.output


def test_not_a_win_says_so() -> None:
    result = run("score", "123m 456m 789m 12p 45p 11s 9s +9s")
    assert result.exit_code == 1 and "not a win" in result.stdout


def test_a_switch_may_be_a_fan(tmp_path: Path) -> None:
    hand = ("score", "123m 567m 345p 678s 34s 99p +5s", "--json")
    assert json.loads(run(*hand, "--set", "two_suit_chows=2").stdout)["total"] == 20
    assert json.loads(run(*hand, "--set", "two_suit_chows=off").stdout)["total"] == 18


def test_own_rule_file(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('name = "ours"\nbase = "hk"\n[fans]\ntwo_suit_chows = 1\n', encoding="utf-8")
    got = json.loads(run("score", "123m 567m 345p 678s 34s 99p +5s", "--rules", str(file), "--json").stdout)
    assert (got["total"], got["rules"]) == (19, "ours")
