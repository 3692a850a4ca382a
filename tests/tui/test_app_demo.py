"""``taipai demo``: a win, its fan, the board after it; with and without a photo."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from tui.cli import main
from tui.commands import demo


@pytest.fixture
def runner(tmp_path, monkeypatch):
    monkeypatch.setenv("TAIPAI_CONFIG_DIR", str(tmp_path))
    return CliRunner()


@pytest.mark.parametrize("lang", ["en", "zh_HK"])
def test_demo_shows_a_win_its_fan_and_the_board_after_it(runner, lang):
    done = runner.invoke(main, ["--lang", lang, "demo", "--no-photo"])
    assert done.exit_code == 0
    assert "+2z" in done.output
    assert ("9 fan" if lang == "en" else "9 番") in done.output
    assert "10×1.5→15+19=34" in done.output, "9 fan and 5 of the dealer on base 5, on a debt of 10"


def test_json_has_the_score_and_the_night(runner):
    done = runner.invoke(main, ["demo", "--no-photo", "--json"])
    found = json.loads(done.output)
    assert found["score"]["win"] and found["score"]["total"] == 9
    assert found["night"]["hands"][-1]["debts"][-1] == {"from": "丁", "to": "甲", "amount": 10, "pulls": 1}
    assert not found["night"]["problems"]


def test_a_photo_that_reads_well_is_counted_as_read(runner, monkeypatch):
    monkeypatch.setattr(demo, "from_photo", lambda: ("1f6f123m456m234p789s11122z", ["19 tiles"]))
    done = runner.invoke(main, ["--lang", "en", "demo"])
    assert done.exit_code == 0
    assert "1. A photo" in done.output and "9 fan" in done.output
    assert "instead" not in done.output


@pytest.mark.parametrize("hand", ["", "123m", "zzz", "1111222233334444m9p"])
def test_a_photo_that_does_not_is_said_and_the_demo_goes_on(runner, monkeypatch, hand):
    monkeypatch.setattr(demo, "from_photo", lambda: (hand, ["cannot be read"]))
    done = runner.invoke(main, ["--lang", "en", "demo"])
    assert done.exit_code == 0
    assert "Counted instead" in done.output and "9 fan" in done.output
