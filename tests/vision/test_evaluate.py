"""The measuring itself: matches, keys, families, the report's keys."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from vision import evaluate
from vision.classify import FACES
from vision.evaluate import Labelled, Tally

cv2 = pytest.importorskip("cv2")
DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


def box(x, y, w=10.0, h=12.0):
    return [x, y, x + w, y + h]


def test_a_match_needs_half_the_union_and_is_used_once():
    truth = np.array([box(0, 0), box(20, 0)])
    found = np.array([box(1, 0), box(0, 1), box(29, 0)])
    assert evaluate.match(found, truth) == [(0, 0)] or evaluate.match(found, truth) == [(1, 0)]
    assert evaluate.match(np.zeros((0, 4)), truth) == []
    assert evaluate.match(found, np.zeros((0, 4))) == []


@pytest.mark.parametrize(("first", "second", "third", "truth", "keys"), [
    ("1m", "2m", "3m", "1m", 0), ("1m", "2m", "3m", "2m", 2), ("1m", "2m", "3m", "3m", 3), ("1m", "2m", "3m", "9s", 3),
])  # fmt: skip
def test_keys_for_one_tile(first, second, third, truth, keys):
    probabilities = np.full(len(FACES), 0.001)
    for face, p in ((first, 0.6), (second, 0.25), (third, 0.1)):
        probabilities[FACES.index(face)] = p
    assert evaluate.keys_for(probabilities, truth) == keys


def test_families():
    assert [evaluate.family_of(f) for f in ("1m", "9p", "5s", "7z", "8f")] == ["suits"] * 3 + [
        "honours",
        "flowers",
    ]


def test_report_has_exactly_the_agreed_keys_and_counts_right(monkeypatch):
    image = np.zeros((100, 100, 3), np.uint8)
    truth = Labelled("x", ("1m", "2m", "1f"), np.array([box(0, 0), box(20, 0), box(40, 0)]) / 100)
    probabilities = np.full((3, 43), 1e-3)
    for row, face in enumerate(("1m", "3m", "5p")):
        probabilities[row, FACES.index(face)] = 0.9
    tiles = [
        evaluate.Located(np.array([[x, y], [x + 10, y], [x + 10, y + 12], [x, y + 12]], np.float32), 1.0)
        for x, y in ((0, 0), (20, 0), (70, 70))
    ]
    monkeypatch.setattr(evaluate, "see", lambda *_: (evaluate.Seen(tiles, probabilities), ["1m", "2m", "1f"]))
    tally = Tally()
    evaluate.judge(tally, image, truth, evaluate.Weights())
    report = tally.report()
    assert tuple(report) == evaluate.KEYS
    assert report["photos"] == 1
    assert report["located"] == pytest.approx(2 / 3, abs=1e-4)
    assert report["false_per_photo"] == 1
    assert report["named"] == 0.5
    assert report["named_suits"] == 0.5
    assert report["named_honours"] is None and report["named_flowers"] is None
    assert report["tiles_right"] == pytest.approx(1 / 3, abs=1e-4)
    assert report["hands_exact"] == 0 and report["hands_exact_decoded"] == 1
    # one missing (3), one false (2), one wrong whose truth is not among the first three (3)
    assert report["corrections_median"] == 8
    assert tally.confusions == Counter({("2m", "3m"): 1})
    assert "3m" not in evaluate.table(report)


def test_missing_data_is_one_clear_line(tmp_path, capsys):
    assert evaluate.main(["--data", str(tmp_path)]) == 2
    assert "cannot evaluate" in capsys.readouterr().err


@pytest.mark.skipif(
    not ((DATA / "tiles").is_dir() and evaluate.CLASSIFIER.is_file()),
    reason="the photos or the network are not here",
)
def test_single_tiles_are_named(tmp_path):
    out = tmp_path / "figures.json"
    assert evaluate.main(["--data", str(DATA), "--tiles", "6", "--json", str(out)]) == 0
    assert json.loads(out.read_text())["named"] > 0.9
