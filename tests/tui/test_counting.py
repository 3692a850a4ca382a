"""What the hand screen asks of the rules: every case typed on the line counts as it must, every refusal is a refusal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from models.events import Win
from models.hand import Context
from models.notation import parse_context
from models.rules import RuleSetError
from tui import counting, i18n
from tui.context_words import told
from tui.hand_choices import read_words
from tui.hand_entry import Editor
from tui.requests import HandRequest

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases" / "hands.json"


@pytest.fixture(autouse=True)
def _own_folders(tmp_path, monkeypatch):
    monkeypatch.setenv("TAIPAI_CONFIG_DIR", str(tmp_path / "config"))


def cases() -> list[dict]:
    if not CASES.is_file():
        pytest.skip(f"the table of worked-out hands is not beside this checkout ({CASES})")
    return json.loads(CASES.read_text(encoding="utf-8"))


def test_every_worked_out_hand_counts_as_typed():
    hk, taiwan = counting.load_rules("hk"), counting.load_rules("taiwan")
    wrong = []
    for case in cases():
        if not case["accept"]:
            continue
        editor = Editor().paste(case["hand"])
        context = read_words(case["context"], Context())
        assert context == parse_context(case["context"]), case["id"]
        for rules, total, fans in (
            (hk, case["total"], case["fan"]),
            (taiwan, case["tai_total"], case["tai"]),
        ):
            if total is None:
                continue
            outcome = counting.evaluate(editor, context, rules)
            own = {id: fan for id, fan in (fans or {}).items() if id not in counting.DEALER_ROWS}
            dealer = sum(fan for id, fan in (fans or {}).items() if id in counting.DEALER_ROWS)
            if not isinstance(outcome, counting.Counted):
                wrong.append((case["id"], rules.name, outcome))
            elif (outcome.fan, {item.id: item.fan for item in outcome.items}) != (total - dealer, own):
                wrong.append(
                    (case["id"], rules.name, outcome.fan, {item.id: item.fan for item in outcome.items})
                )
    assert not wrong


def test_every_refusal_is_refused_on_the_line_or_by_the_count():
    for case in cases():
        if case["accept"]:
            continue
        editor = Editor().paste(case["hand"])
        if editor.problem:
            continue
        rules = counting.load_rules(case.get("rules", "hk"))
        outcome = counting.evaluate(editor, read_words(case["context"], Context()), rules)
        if (
            case["id"] == "R24"
        ):  # seventeen tiles without a mark: on the screen the last typed is the winning one
            assert isinstance(outcome, counting.Counted) and not editor.is_marked
            continue
        assert not isinstance(outcome, counting.Counted), (case["id"], case["hand"], case["context"], outcome)


def test_items_say_which_tiles_earned_them():
    outcome = counting.evaluate(
        Editor().paste("778899s 22333p 22334m +4m"), Context(), counting.load_rules("hk")
    )
    assert isinstance(outcome, counting.Counted)
    earned = {item.id: item.earned for item in outcome.items}
    assert earned["double_twin_chows"] == "234m 234m 789s 789s"
    assert outcome.form == "two_way"
    assert [item.whole for item in outcome.items if item.id == "no_honors_no_flowers"] == [True]


def test_reading_shows_what_is_exposed_and_what_is_konged():
    outcome = counting.evaluate(
        Editor().paste("[9999m](234m)(5555p) 345s 67s 11z +8s"), Context(), counting.load_rules("hk")
    )
    assert isinstance(outcome, counting.Counted)
    assert outcome.reading == "(234m) [9999m] (5555p) 345s 678s 11z"


def test_waits_with_a_robbed_kong_leave_out_what_cannot_be_robbed():
    editor = Editor().paste("(234m)(678p)(567m) 345s 44p 55z")
    context = Context(rob_kong=True)
    assert counting.evaluate(editor, context, counting.load_rules("hk")) == counting.Waiting(())


def test_a_flower_claimed_alone():
    outcome = counting.evaluate(
        Editor().paste("1234567f +8f"), Context(self_draw=True), counting.load_rules("hk")
    )
    assert isinstance(outcome, counting.Counted)
    assert (outcome.fan, outcome.form) == (30, "flowers")


def test_nothing_is_said_of_too_few_tiles():
    rules = counting.load_rules("hk")
    assert counting.evaluate(Editor(), Context(), rules) == counting.Nothing()
    assert counting.evaluate(Editor().paste("123m456p"), Context(), rules) == counting.Nothing()


def test_own_rule_sets_are_found_in_the_persons_folder(tmp_path):
    folder = tmp_path / "config" / "rules"
    folder.mkdir(parents=True)
    (folder / "ours.toml").write_text(
        'name = "ours"\nbase = "hk"\n[fans]\nchicken_hand = 40\n', encoding="utf-8"
    )
    assert "ours" in counting.rule_names()
    rules = counting.load_rules("ours")
    editor = Editor().paste("(234m)(678p)(111s) 567m 34p 11z +5p")
    outcome = counting.evaluate(editor, Context(), rules)
    assert isinstance(outcome, counting.Counted) and outcome.fan == 40
    request = HandRequest(("a", "b", "c", "d"), 0, 1, 3, 0, 0, "ours")
    win = counting.win(request, outcome, editor, Context(), rules, 40)
    assert win.rules == f"ours@{rules.fingerprint}"
    with pytest.raises(RuleSetError):
        counting.load_rules("theirs")


def test_a_number_for_tiles_that_do_not_win_keeps_the_tiles_and_no_count():
    editor = Editor().paste("(234m)(678p)(111s) 567m 34p 11z +6p")
    rules = counting.load_rules("hk")
    outcome = counting.evaluate(editor, Context(), rules)
    assert isinstance(outcome, counting.NotAWin)
    request = HandRequest(("a", "b", "c", "d"), 0, 1, 3, 0, 0, "hk")
    win = counting.win(request, outcome, editor, Context(), rules, 12)
    assert win == Win(0, 12, hand="(234m)(678p)(111s) 567m 34p 11z +6p", context="seat S round E")


def test_context_words_are_told_in_both_languages():
    words = "self_draw after_big_kong seat W round S dealer 0"
    try:
        i18n.use("en")
        assert told(words) == "self-draw · after big kong · South round, sits West · deals"
        assert told("river 6 last_tile") == "discard · last discard · river 6 · East round, sits South"
        i18n.use("zh_HK")
        assert told(words) == "自摸 · 大明槓上 · 南圈 坐西 · 做莊"
        assert told("chain kong,kong self_draw ready tian") == "自摸 · 槓上自摸 ×2 · 天聽 · 東圈 坐南"
        assert told("not words") == "not words"
    finally:
        i18n.use("en")
