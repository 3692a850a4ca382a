"""``taipai read``: what it prints, its JSON, its exit codes; bad input of every kind in one line."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from tests.vision.networks import Networks
from tests.vision.scenes import Table, certain, doubt, faces
from tui.cli import main

HAND = "123567m345p678s34s99p"


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "hand.jpg"
    Image.new("RGB", (400, 300), (20, 90, 50)).save(path)
    return path


@pytest.fixture
def table(monkeypatch):
    """Puts tiles on the table that every photo then shows."""

    def lay(laid: Table, probabilities=None):
        networks = Networks(laid, probabilities)
        monkeypatch.setattr("vision.read.networks", lambda: (networks.locate, networks.classify))

    return lay


def run(*arguments, **options):
    result = CliRunner().invoke(main, ["--lang", "en", "read", *map(str, arguments)], **options)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def test_json_is_as_documented(photo, table):
    table(Table().row(HAND).row("5s", 0.9).row("6f", 1.0))
    result = run(photo, "--json")
    assert result.exit_code == 0
    value = json.loads(result.stdout)
    assert list(value) == ["photo", "tiles", "hand", "decoded", "changed", "flowers", "milliseconds"]
    assert value["photo"] == str(photo)
    assert value["hand"] == "123567m 34599p 34678s 6f +5s"
    assert value["decoded"] is True
    assert value["changed"] == []
    assert value["flowers"] == ["6f"]
    assert value["milliseconds"] > 0
    assert len(value["tiles"]) == 18
    for tile in value["tiles"]:
        assert list(tile) == ["face", "confidence", "candidates", "corners", "group"]
        assert np.array(tile["corners"]).shape == (4, 2)
        assert tile["candidates"][0] == [tile["face"], tile["confidence"]]


def test_words(photo, table):
    laid = Table().row(HAND + "5s")
    p = certain(laid.names)
    doubt(p, 3, m9=0.6, m5=0.35)
    table(laid, p)
    result = run(photo)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "123567m 34599p 345678s"
    assert "  corrected by the rest of the hand: 9m → 5m" in lines
    assert any("5m 36%? (9m 61%)" in line or "5m 35%? (9m 60%)" in line for line in lines)
    assert any("tiles: 17" in line for line in lines)


def test_several_photos_give_a_line_each(photo, table, tmp_path):
    table(Table().row(HAND + "5s"))
    result = run(photo, tmp_path / "none.jpg", photo, "--json")
    assert result.exit_code == 2
    values = [json.loads(line) for line in result.stdout.splitlines()]
    assert [v["photo"] for v in values] == [str(photo), str(tmp_path / "none.jpg"), str(photo)]
    assert values[1]["problem"] == "missing"
    assert "no such file" in values[1]["message"]


def test_nothing_readable(photo, table):
    table(Table())
    result = run(photo)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.strip() == "I see no tiles in this picture"
    result = run(photo, "--json")
    assert result.exit_code == 1
    value = json.loads(result.stdout)
    assert (
        value["tiles"] == [] and value["hand"] == "" and value["message"] == "I see no tiles in this picture"
    )


def test_too_few_tiles_are_said_and_no_hand_is_made_up(photo, table):
    table(Table().row("123m"))
    result = run(photo, "--json")
    value = json.loads(result.stdout)
    assert result.exit_code == 0
    assert value["hand"] == "123m"
    assert value["decoded"] is False
    assert value["message"] == "I see 3 tiles; a hand has 17, one more for each kong"


def bad_files(folder):
    noise = np.random.default_rng(0).integers(0, 255, (200, 300, 3), np.uint8)
    out = io.BytesIO()
    Image.fromarray(noise).save(out, "JPEG")
    files = {
        "empty.jpg": b"",
        "text.jpg": b"tiles\n" * 100,
        "broken-off.jpg": out.getvalue()[: len(out.getvalue()) // 2],
        "noise.png": bytes(noise.tobytes()[:5000]),
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)
    (folder / "folder.jpg").mkdir()
    return [*files, "folder.jpg", "missing.jpg"]


def test_bad_files(tmp_path, table):
    table(Table().row(HAND + "5s"))
    for name in bad_files(tmp_path):
        result = run(tmp_path / name)
        assert result.exit_code == 2, name
        assert result.stdout == "", name
        assert len(result.stderr.strip().splitlines()) == 1, name
        assert name in result.stderr


def test_standard_input(table):
    table(Table().row(HAND + "5s"))
    out = io.BytesIO()
    Image.new("RGB", (400, 300)).save(out, "PNG")
    assert run("-", input=out.getvalue()).exit_code == 0
    result = run("-", input=b"")
    assert result.exit_code == 2
    assert result.stderr.strip() == "standard input is empty: zero bytes"


def test_debug_writes_a_folder_a_photo(photo, table, tmp_path):
    table(Table().row(HAND + "5s"))
    run(photo, "--debug", tmp_path / "one")
    assert (tmp_path / "one" / "4-read.png").exists()
    run(photo, photo, "--debug", tmp_path / "two")
    assert sorted(p.name for p in (tmp_path / "two").iterdir()) == ["1-hand", "2-hand"]


def test_plain_leaves_a_hand_uncorrected(photo, table):
    laid = Table().row(HAND + "5s")
    p = certain(laid.names)
    doubt(p, 3, m9=0.6, m5=0.35)
    table(laid, p)
    assert json.loads(run(photo, "--json", "--plain").stdout)["decoded"] is False


def test_no_photo_named():
    result = run()
    assert result.exit_code == 2
    assert "--sample" in result.stderr


def test_a_camera_that_is_not_there():
    result = run("camera:97")
    assert result.exit_code == 2
    assert result.stderr.strip() == "there is no camera #97"


def test_without_the_extra_one_line_says_how_to_install_it(photo, monkeypatch):
    monkeypatch.setattr("vision.extra._found", lambda module: module not in ("cv2", "onnxruntime"))
    result = run(photo)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.strip() == (
        "reading photos needs opencv-python, onnxruntime; install with: pip install 'taipai[vision]'"
    )


def test_in_chinese(photo, table):
    table(Table().row("123m"))
    result = CliRunner().invoke(main, ["--lang", "zh_HK", "read", str(photo)])
    assert "3 隻牌" in result.stdout
    result = CliRunner().invoke(main, ["--lang", "zh_HK", "read", str(photo.parent / "none.jpg")])
    assert "冇呢個檔案" in result.stderr


def test_help_and_other_commands_import_nothing_heavy():
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from tui.cli import main\n"
        "assert CliRunner().invoke(main, ['read', '--help']).exit_code == 0\n"
        "heavy = {'numpy', 'cv2', 'onnxruntime', 'PIL'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_faces_helper():
    assert faces("12m5z") == ["1m", "2m", "5z"]


def test_the_suggestion(photo, table):
    table(
        Table().row("567m34p11z").row("5p", 0.9).row("234m", 1.0, across=0).row("678p", 0.8).row("111s", 0.8)
    )
    value = json.loads(run(photo, "--json", "--score").stdout)
    # the first of the worked hands
    direct = CliRunner().invoke(
        main, ["--lang", "en", "score", "(234m)(678p)(111s) 567m 34p 11z +5p", "--json"]
    )
    assert value["score"]["win"] is True
    assert value["score"]["total"] == json.loads(direct.stdout)["total"]
    text = run(photo, "--score").stdout
    assert str(value["score"]["total"]) in text


def test_the_suggestion_takes_context_words(photo, table):
    table(
        Table().row("567m34p11z").row("5p", 0.9).row("234m", 1.0, across=0).row("678p", 0.8).row("111s", 0.8)
    )
    drawn = json.loads(run(photo, "--json", "--score", "--context", "self_draw").stdout)["score"]
    hand = "(234m)(678p)(111s) 567m 34p 11z +5p"
    direct = CliRunner().invoke(main, ["--lang", "en", "score", hand, "--context", "self_draw", "--json"])
    assert drawn["total"] == json.loads(direct.stdout)["total"]
    assert [item["id"] for item in drawn["items"]].count("self_draw") == 1
    # who tells how it was won wants it counted, and may part the words with commas
    said = json.loads(run(photo, "--json", "--context", "self_draw, seat S").stdout)["score"]
    assert [item["id"] for item in said["items"]].count("self_draw") == 1
    # what is wrong is told before a photo is read
    told = run(photo, photo, "--context", "moonlight")
    assert told.exit_code == 2 and told.stdout == "" and "unknown word 'moonlight'" in told.stderr
    wrong = run(photo, "--json", "--score", "--context", "moonlight")
    assert wrong.exit_code == 2 and json.loads(wrong.stdout)["reasons"][0]["flag"] == "unknown_word"
    assert run(photo, "--score", "--rules", "nowhere").exit_code == 2


def test_the_suggestion_without_a_winning_tile_says_what_each_would_pay(photo, table):
    table(Table().row(HAND + "5s"))
    score = json.loads(run(photo, "--json", "--score").stdout)["score"]
    assert score["win"] is True
    assert set(score["by_winning_tile"]) == set(faces(HAND + "5s"))
    assert score["total_min"] == min(score["by_winning_tile"].values())
    assert score["total_max"] == max(score["by_winning_tile"].values())
    assert score["total_min"] < score["total_max"]  # a pair tile is a single wait
    assert "fan by the tile that won" in run(photo, "--score").stdout


def test_no_suggestion_for_no_hand(photo, table):
    table(Table().row("123m"))
    score = json.loads(run(photo, "--json", "--score").stdout)["score"]
    assert score["win"] is False
