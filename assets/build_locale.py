"""Compiles the translations (``*.po``) to ``*.mo``: as a build hook of the wheel, and by ``make locale``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

LOCALE = Path(__file__).resolve().parent / "locale"


def compile_all(root: Path = LOCALE) -> list[Path]:
    """Writes the ``.mo`` beside every ``.po`` below ``root`` that is newer; returns what was written."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    written = []
    for po in sorted(root.rglob("*.po")):
        mo = po.with_suffix(".mo")
        if mo.exists() and mo.stat().st_mtime_ns >= po.stat().st_mtime_ns:
            continue
        with po.open("rb") as source:
            catalog = read_po(source, locale=po.parent.parent.name)
        part = mo.with_suffix(".mo.part")
        with part.open("wb") as target:
            write_mo(target, catalog)
        part.replace(mo)
        written.append(mo)
    return written


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, without the build backend
    pass
else:

    class LocaleHook(BuildHookInterface):  # type: ignore[type-arg]
        """Called by hatchling before it packs a wheel or makes an editable install."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            compile_all()


if __name__ == "__main__":
    for mo in compile_all():
        print(mo, file=sys.stderr)
