"""``taipai doctor``: right about what is there, and one line to get what is not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from models.book import open_book
from models.events import NightStarted
from tui.cli import main
from tui.commands import doctor


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAIPAI_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("TAIPAI_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("TAIPAI_LANG", "en")
    monkeypatch.delenv("TAIPAI_BOOK", raising=False)


def look(*arguments: object, status: int = 0) -> dict[str, dict[str, str]]:
    result = CliRunner().invoke(main, [*map(str, arguments), "doctor", "--json"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == status, result.output
    told = json.loads(result.stdout)
    assert told["usable"] == (status == 0)
    return {finding["id"]: finding for finding in told["findings"]}


def test_everything_is_looked_at_and_nothing_is_made(tmp_path: Path) -> None:
    found = look()
    assert set(found) >= {
        "python", "taipai", "textual", "terminal_size", "encoding", "colours", "pictures", "settings", "book",
        "rules", "vision", "weights", "serve", "club", "picture",
    }  # fmt: skip
    for finding in found.values():
        assert finding["state"] in doctor.MARKS
        assert "\n" not in finding["detail"]
        assert (finding["remedy"] is not None) or finding["state"] in ("ok", "warning", "wrong")
    assert found["python"]["state"] == "ok" and sys.executable in found["python"]["detail"]
    assert "will be made" in found["book"]["detail"]
    assert list(tmp_path.iterdir()) == []


def test_in_words_and_in_chinese() -> None:
    text = CliRunner().invoke(main, ["doctor"]).stdout
    assert "✓ Python: " in text
    assert "✓ 紀錄簿" in CliRunner().invoke(main, ["--lang", "zh_HK", "doctor"]).stdout


def test_the_book_is_described(tmp_path: Path) -> None:
    path = tmp_path / "data" / "book.sqlite"
    with open_book(path) as book:
        book.start(NightStarted(("甲", "乙", "丙", "丁"), 5, 1))
        revision = book.revision()
        detail = look()["book"]["detail"]
        assert str(path) in detail and "nights: 1" in detail and revision in detail
        assert len(book.ids()) == 1  # trying whether it may be written leaves nothing behind


def test_a_book_that_can_not_be_used_is_wrong(tmp_path: Path) -> None:
    garbage = tmp_path / "garbage"
    garbage.write_bytes(b"\x00" * 5000)
    assert look("--book", garbage, status=1)["book"]["state"] == "wrong"
    assert "secret" not in look("--book", "postgresql://u:secret@127.0.0.1:1/d", status=1)["book"]["detail"]
    assert look("--book", "mysql://h/d", status=1)["book"]["state"] == "wrong"


def test_a_read_only_book_is_wrong_and_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "data" / "book.sqlite"
    open_book(path).close()
    for folder in (tmp_path, *(up for up in tmp_path.parents if "pytest-" in str(up))):
        os.chmod(folder, 0o755)
    os.chmod(path, 0o444)
    drop = "import os\nif os.geteuid() == 0:\n    os.setgid(65534); os.setuid(65534)\n"
    code = (
        "import sys\nfrom tui.commands import doctor\nfrom models import book\n"
        + drop
        + "f = {f.id: f for f in doctor._book(sys.argv[1])}['book']\nprint(f.state, f.detail, '|', f.remedy)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(doctor.__file__).parents[2],
        env={**os.environ, "HOME": "/nonexistent"},
    )
    assert done.stdout.startswith("wrong") and "writable" in done.stdout


def test_settings_that_can_not_be_are_told(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text('language = "fr"\n')
    found = look()["settings"]
    assert found["state"] == "warning" and "line 1" in found["detail"] and "settings.toml" in found["remedy"]


def test_own_rule_sets_are_tried(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "rules"
    folder.mkdir(parents=True)
    (folder / "ours.toml").write_text('base = "hk"\nnonsense = 3\n')
    result = json.loads(CliRunner().invoke(main, ["doctor", "--json"]).stdout)
    mine = [f for f in result["findings"] if f["id"] == "rules"]
    assert [f["state"] for f in mine] == ["ok", "warning"]
    assert "ours.toml" in mine[1]["detail"] and "taipai rules check" in mine[1]["remedy"]


@pytest.mark.parametrize(
    ("module", "ident", "says"),
    [
        ("cv2", "vision", "pip install 'taipai[vision]'"),
        ("segno", "serve", "pip install 'taipai[serve]'"),
        ("psycopg", "club", "pip install 'taipai[club]'"),
        ("PIL", "picture", "pip install 'taipai[vision]'"),
    ],
)
def test_what_is_not_installed_is_named_with_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, module: str, ident: str, says: str
) -> None:
    import vision.extra

    real = doctor.find_spec
    for place in (doctor, vision.extra):
        monkeypatch.setattr(place, "find_spec", lambda name: None if name == module else real(name))
    found = look()[ident]
    assert found["state"] == "missing" and found["remedy"].endswith(says)


@pytest.mark.parametrize(
    "error",
    [
        "ImportError: libGL.so.1: cannot open shared object file: No such file or directory",
        "ImportError: libgthread-2.0.so.0: cannot open shared object file: No such file or directory",
    ],
)
def test_system_libraries_of_opencv_in_one_line(monkeypatch: pytest.MonkeyPatch, error: str) -> None:
    monkeypatch.setattr(
        doctor.subprocess,
        "run",
        lambda *a, **k: subprocess.CompletedProcess(a, 1, b"", f"Traceback …\n{error}\n".encode()),
    )
    (found,) = [f for f in doctor._vision() if f.id == "vision"]
    assert found.state == "warning" and error in str(found.detail)
    assert str(found.remedy).endswith("sudo apt-get install -y libgl1 libglib2.0-0")


def test_weights_that_are_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import vision.classify
    import vision.locate

    monkeypatch.setattr(vision.classify, "CLASSIFIER", tmp_path / "tile_classifier.onnx")
    monkeypatch.setattr(vision.locate, "LOCATOR", tmp_path / "tile_locator.onnx")
    assert doctor._weights().state == "missing"
    for name in ("tile_classifier.onnx", "tile_locator.onnx"):
        (tmp_path / name).write_bytes(b"x" * 1_500_000)
    found = doctor._weights()
    assert found.state == "ok" and "3.0 MB" in str(found.detail)


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "16 million"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "linux"}, "16"),
        ({"TERM": "dumb"}, None),
        ({"TERM": "xterm", "NO_COLOR": "1"}, None),
        ({}, None),
    ],
)
def test_colours(environment: dict[str, str], says: str | None) -> None:
    found = doctor._colours(environment)
    assert (found is None) if says is None else str(found).startswith(says)


def test_a_look_that_fails_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks():
        raise RuntimeError("out of luck")

    monkeypatch.setattr(doctor, "_serve", breaks)
    result = CliRunner().invoke(main, ["doctor", "--json"])
    assert "out of luck" in result.stdout and result.exit_code == 0
