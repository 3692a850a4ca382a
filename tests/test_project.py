"""What holds for the project as a whole: who may import whom, what a bare interpreter loads, complete translations."""

from __future__ import annotations

import ast
import json
import string
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ("textual", "rich", "cv2", "onnxruntime", "numpy", "PIL", "aiohttp")


def loaded_after(code: str) -> set[str]:
    """The modules a fresh interpreter has after running ``code``, run away from the checkout's tests."""
    script = f"import json,sys\n{code}\njson.dump(sorted(sys.modules), sys.stdout)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True, timeout=120
    )
    return set(json.loads(done.stdout))


def module_names(package: str) -> list[str]:
    names = []
    for file in sorted((ROOT / package).rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        if "migrations" in parts or "versions" in parts or "alembic" in parts:
            continue
        names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return names


def test_models_import_neither_screen_nor_pictures_nor_arrays() -> None:
    imports = "\n".join(f"import {name}" for name in module_names("models"))
    loaded = loaded_after(imports)
    assert not [name for name in HEAVY if name in loaded]


def test_scoring_needs_only_the_standard_library() -> None:
    loaded = loaded_after("import models.score, models.night, models.rules, models.notation")
    third_party = {"sqlalchemy", "alembic", "msgspec", "tomlkit", "click", "platformdirs", *HEAVY}
    assert not third_party & loaded


def test_command_line_help_loads_nothing_heavy() -> None:
    loaded = loaded_after("import tui.cli")
    assert not {"textual", "sqlalchemy", "cv2", "numpy", "onnxruntime", "PIL"} & loaded


def test_top_level_holds_only_what_was_agreed() -> None:
    tracked = subprocess.run(["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=False)
    if tracked.returncode:
        pytest.skip("not a git checkout")
    tops = {line.split("/")[0] for line in tracked.stdout.splitlines() if "/" in line}
    assert {top for top in tops if not top.startswith(".")} <= {"tui", "vision", "models", "tests", "assets"}


# --- translations ------------------------------------------------------------------------------------------------


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def message_ids(package: str) -> dict[str, str]:
    """Every literal handed to ``_``, ``n_`` (its plural), ``msg`` or ``N_`` in a package, with where it stands."""
    found: dict[str, str] = {}
    for file in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            position = {"_": 0, "msg": 0, "N_": 0, "n_": 1}.get(name)
            if position is None or len(node.args) <= position:
                continue
            literal = _text(node.args[position])
            if literal:
                found.setdefault(literal, f"{file.relative_to(ROOT)}:{node.lineno}")
    return found


def catalogue() -> dict[str, str]:
    from babel.messages.pofile import read_po

    entries: dict[str, str] = {}
    for po in sorted((ROOT / "assets/locale/zh_HK/LC_MESSAGES").glob("*.po")):
        with po.open("rb") as stream:
            for message in read_po(stream, locale="zh_HK"):
                if message.id and message.string and not message.fuzzy:
                    assert isinstance(message.id, str), (
                        f"{po.name}: plural entries are not used: {message.id}"
                    )
                    entries.setdefault(message.id, str(message.string))
    return entries


@pytest.mark.parametrize("package", ["models", "vision", "tui"])
def test_every_sentence_has_its_chinese(package: str) -> None:
    known = catalogue()
    missing = [f"{where}: {text!r}" for text, where in message_ids(package).items() if text not in known]
    assert not missing, "\n".join(missing)


def test_translations_keep_the_holes() -> None:
    def holes(text: str) -> set[str]:
        try:
            return {name for _, name, _, _ in string.Formatter().parse(text) if name}
        except ValueError:
            return set()

    wrong = [f"{en!r} -> {zh!r}" for en, zh in catalogue().items() if not holes(zh) <= holes(en)]
    assert not wrong, "\n".join(wrong)
