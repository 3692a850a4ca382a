"""Settings: kept, checked, never in the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui import settings
from tui.settings import Settings


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAIPAI_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("TAIPAI_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("TAIPAI_BOOK", raising=False)
    return tmp_path / "config" / "settings.toml"


def test_without_a_file_everything_is_usual(path: Path) -> None:
    assert settings.load() == (Settings(), [])


def test_what_is_saved_is_loaded(path: Path) -> None:
    chosen = Settings(
        language="zh_HK",
        theme="nord",
        size="large",
        tiles="unicode",
        book="postgresql://club/mahjong",
        rules="taiwan",
        table="一號檯",
        names=("甲", 'O"Neil'),
        keymap={"table.draw": "f2,ctrl+d"},
    )
    settings.save(chosen)
    assert settings.load() == (chosen, [])


def test_a_save_keeps_comments_and_what_another_version_wrote(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_text('# ours\nlanguage = "en"  # for Peter\nfuture = 3\n\n[keymap]\ntable.draw = "f2"\n')
    loaded, _ = settings.load()
    assert loaded.keymap == {"table.draw": "f2"}
    settings.save(settings.remember_names(loaded, ("甲", "乙")))
    text = path.read_text()
    assert "# ours" in text and "# for Peter" in text and "future = 3" in text
    again, _ = settings.load()
    assert (again.language, again.names, again.keymap) == ("en", ("甲", "乙"), {"table.draw": "f2"})


@pytest.mark.parametrize(
    ("line", "key", "says"),
    [
        ('language = "fr"', "language", "one of: zh_HK, en"),
        ("language = 3", "language", "text"),
        ('colour = "red"', "colour", "no setting"),
        ("names = 'x'", "names", "list"),
        ("keymap = 'x'", "keymap", "section"),
        ("keymap.table.draw = 3", "keymap.table.draw", "as text"),
        ('keymap."table.draw" = ""', "keymap.table.draw", "as text"),
    ],
)
def test_a_wrong_setting_is_named_with_its_line_and_the_rest_holds(
    path: Path, line: str, key: str, says: str
) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(f'theme = "nord"\n{line}\n')
    loaded, (problem,) = settings.read()
    assert loaded.theme == "nord"
    assert (problem.key, problem.line) == (key, 2)
    assert says in str(problem.what)


@pytest.mark.parametrize("content", [b"language = ", b"\xff\xfe\x00", b"a = 1\na = 2\n"])
def test_a_file_that_can_not_be_read_is_reported_and_kept(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    loaded, (problem,) = settings.load()
    assert loaded == Settings()
    assert "settings.toml" in str(problem)
    assert settings.changed(Settings(), language="en") == Settings(language="en")
    assert settings.load() == (Settings(language="en"), [])
    assert path.with_suffix(".toml.unreadable").read_bytes() == content


def test_which_book_is_opened(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.default_url() == str(tmp_path / "data" / "book.sqlite")
    settings.save(Settings(book="/from/settings"))
    assert settings.default_url() == "/from/settings"
    monkeypatch.setenv("TAIPAI_BOOK", "/from/environment")
    assert settings.default_url() == "/from/environment"
    assert settings.default_url("/named") == "/named"


def test_names_are_remembered_most_recent_first_and_not_for_ever() -> None:
    one = settings.remember_names(Settings(), ("甲", "乙", "丙", "丁"))
    two = settings.remember_names(one, ("丁", "戊", "甲", "己"), keep=5)
    assert two.names == ("丁", "戊", "甲", "己", "乙")


def test_tables_have_a_name() -> None:
    assert settings.table_name(Settings(table="Club 3")) == "Club 3"
    assert settings.table_name(Settings())
