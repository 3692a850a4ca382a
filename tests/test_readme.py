"""The README tells the truth: its commands run, its night replays, its rule file is sound, its layout and pictures are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from tui.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands() -> list[list[str]]:
    lines = "\n".join(blocks("sh")).splitlines()
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("taipai ")]


NIGHT = next(block for block in blocks("text") if block.startswith("night "))
RULES = next(iter(blocks("toml")))


def test_every_command_is_named() -> None:
    assert {words[0] for words in commands()} == set(COMMANDS)


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_commands_run(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if words[0] == "serve":
        pytest.skip("serves until it is ended; tried with the phones")
    if words[0] == "read" or words[0] == "demo":
        pytest.importorskip("cv2")
    for name in ("CONFIG_DIR", "DATA_DIR"):
        monkeypatch.setenv(f"TAIPAI_{name}", str(tmp_path / name))
    monkeypatch.delenv("TAIPAI_BOOK", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "night.txt").write_text(NIGHT, encoding="utf-8")
    done = CliRunner().invoke(main, ["--lang", "en", *words])
    different_or_nothing_yet = {("rules", "diff"): 1, ("book", "list"): 2}
    assert done.exit_code == different_or_nothing_yet.get(
        (words[0], words[1] if len(words) > 1 else ""), 0
    ), done.output
    assert done.output.strip() and "Traceback" not in done.output


def test_the_first_hand_counts_what_is_said() -> None:
    first = next(words for words in commands() if words[0] == "score")
    line = next(line for line in README.splitlines() if line.startswith("taipai score"))
    said = re.search(r"# (\d+) fan", line)
    assert said
    output = CliRunner().invoke(main, ["--lang", "en", *first]).output
    assert output.split()[0] == said.group(1)


def test_the_rule_file_is_sound(tmp_path: Path) -> None:
    file = tmp_path / "our-table.toml"
    file.write_text(RULES, encoding="utf-8")
    done = CliRunner().invoke(main, ["--lang", "en", "rules", "check", str(file)])
    assert done.exit_code == 0, done.output


def test_pictures_and_folders_are_there() -> None:
    for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README):
        assert (ROOT / picture).is_file(), picture
    for folder in re.findall(r"^([a-z]+)/  ", README, re.MULTILINE):
        assert (ROOT / folder).is_dir(), folder


def test_the_two_commands_are_targets_of_make() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^make ([a-z]+)", "\n".join(blocks("sh")), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
