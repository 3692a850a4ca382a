"""What ships as data: rule presets, translations, tile art, sample photos.

Everything is read through :func:`path` or :func:`text`, so that it works from a checkout and from an installed wheel alike.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent


def path(name: str) -> Path:
    """The file ``name`` (relative, such as ``rules/hk.toml``) on disk; it need not exist."""
    return ROOT / name


def text(name: str) -> str:
    """The UTF-8 text of the file ``name``. Raises :class:`FileNotFoundError`."""
    return path(name).read_text(encoding="utf-8")
