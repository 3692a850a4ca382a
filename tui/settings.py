"""A person's settings, and where their book, rules and settings lie.

Settings are a TOML file in the user's configuration folder; comments and keys of other versions survive a save. A setting that cannot be is
reported and has its default: nobody is kept from a night's play by a typing error. ``TAIPAI_CONFIG_DIR`` and ``TAIPAI_DATA_DIR`` put
everything elsewhere, ``TAIPAI_BOOK`` names another book.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from platformdirs import PlatformDirs

from models.messages import Msg, msg

LANGUAGES: Final = ("", "zh_HK", "en")
SIZES: Final = ("auto", "compact", "large")
TILES: Final = ("label", "tall", "unicode")


@dataclass(frozen=True, slots=True)
class SettingProblem:
    """A setting that cannot be, and what is used in its place."""

    key: str
    """Dotted, such as ``keymap.table.draw``; empty when the file as a whole is meant."""
    line: int | None
    what: Msg

    @property
    def message(self) -> Msg:
        """The whole sentence."""
        if self.line is None:
            return msg("settings: {what}", what=self.what)
        return msg("settings, line {line}: {what}", line=self.line, what=self.what)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person has chosen."""

    language: str = ""
    """One of :data:`LANGUAGES`; empty follows the environment."""
    theme: str = ""
    """Name of the colours; empty is TaiPai's own."""
    size: str = "auto"
    """Size of the table screen, one of :data:`SIZES`; ``auto`` follows the terminal."""
    tiles: str = "label"
    """How tiles are drawn, one of :data:`TILES`."""
    book: str = ""
    """File or URL of the record book; empty is the one in the data folder."""
    rules: str = "hk"
    """Rule set of a new night."""
    table: str = ""
    """What this table is called where several share a book; empty is the machine's name."""
    names: tuple[str, ...] = ()
    """Players to offer for a new night, most recent first."""
    keymap: Mapping[str, str] = field(default_factory=dict)
    """Binding id to keys (comma-separated), where they differ from the usual."""


def _dirs() -> PlatformDirs:
    return PlatformDirs("taipai", appauthor=False)


def config_dir() -> Path:
    """Folder of the settings and of a table's own rules; it need not exist."""
    return _folder("TAIPAI_CONFIG_DIR", _dirs().user_config_path)


def data_dir() -> Path:
    """Folder of the book and its backups; it need not exist."""
    return _folder("TAIPAI_DATA_DIR", _dirs().user_data_path)


def _folder(variable: str, usual: Path) -> Path:
    named = os.environ.get(variable, "")
    return Path(named).expanduser() if named else usual


def settings_path() -> Path:
    """The settings file; it need not exist."""
    return config_dir() / "settings.toml"


def rules_dir() -> Path:
    """Folder of the table's own rule sets."""
    return config_dir() / "rules"


def backups_dir() -> Path:
    """Folder of the book's automatic backups."""
    return data_dir() / "backups"


def pictures_dir() -> Path:
    """Folder for pictures of the settle-up: where a person looks for pictures, if there is such a place."""
    usual = _dirs().user_pictures_path
    if os.environ.get("TAIPAI_DATA_DIR") or not usual.is_dir():
        return data_dir() / "pictures"
    return usual


def default_url(named: str | None = None, settings: Settings | None = None) -> str:
    """Which book to open: ``named`` (``--book``), else ``TAIPAI_BOOK``, else the settings', else the one in the data folder."""
    chosen = named or os.environ.get("TAIPAI_BOOK") or (settings if settings is not None else load()[0]).book
    return chosen or str(data_dir() / "book.sqlite")


def table_name(settings: Settings) -> str:
    """What this table is called for others that share the book."""
    import socket

    return settings.table or socket.gethostname() or "TaiPai"


def load(path: Path | None = None) -> tuple[Settings, list[Msg]]:
    """The settings, every one that cannot be at its default, and a sentence for each of those. Never raises."""
    found, problems = read(path)
    return found, [problem.message for problem in problems]


def read(path: Path | None = None) -> tuple[Settings, list[SettingProblem]]:
    """:func:`load`, with keys and lines as values."""
    path = path or settings_path()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings(), []
    except (OSError, UnicodeDecodeError) as error:
        return Settings(), [_whole(path, getattr(error, "strerror", None) or "not UTF-8 text")]
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Settings(), [_whole(path, str(error))]
    return _checked(values, text)


def changed(settings: Settings, **changes: Any) -> Settings:
    """The settings with ``changes``, written to the file. Raises :class:`OSError`."""
    new = replace(settings, **changes)
    save(new)
    return new


def _whole(path: Path, what: str) -> SettingProblem:
    return SettingProblem(
        "", None, msg("{path} can't be used ({what}); the usual settings hold", path=str(path), what=what)
    )


def _checked(values: Mapping[str, Any], text: str) -> tuple[Settings, list[SettingProblem]]:
    problems: list[SettingProblem] = []
    found: dict[str, Any] = {}

    def wrong(key: str, message: Msg) -> None:
        problems.append(SettingProblem(key, _line_of(key, text), message))

    known = {f.name for f in fields(Settings)}
    words = {"language": LANGUAGES, "size": SIZES, "tiles": TILES}
    for key, value in values.items():
        if key not in known:
            wrong(key, msg("there is no setting {key}", key=key))
        elif key == "keymap":
            if not isinstance(value, dict):
                wrong(key, msg("{key} is a section: [keymap]", key=key))
                continue
            keys: dict[str, str] = {}
            for name, keys_of in _flat(value):
                if isinstance(keys_of, str) and keys_of.strip():
                    keys[name] = keys_of.strip()
                else:
                    wrong(
                        f"keymap.{name}", msg('{key}: write the keys as text, such as "f2,ctrl+d"', key=name)
                    )
            found[key] = keys
        elif key == "names":
            if isinstance(value, list) and all(isinstance(name, str) for name in value):
                found[key] = tuple(value)
            else:
                wrong(key, msg("{key} is a list of texts", key=key))
        elif not isinstance(value, str):
            wrong(key, msg("{key} is a text, in quotes", key=key))
        elif key in words and value not in words[key]:
            wrong(
                key,
                msg(
                    "{key} is one of: {values}",
                    key=key,
                    values=", ".join(word for word in words[key] if word),
                ),
            )
        else:
            found[key] = value
    return Settings(**found), problems


def _flat(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """A dotted binding id may be written bare (a nested table to TOML) or in quotes."""
    found: list[tuple[str, Any]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            found += _flat(value, f"{prefix}{key}.")
        else:
            found.append((prefix + key, value))
    return found


def _line_of(key: str, text: str) -> int | None:
    name = key.removeprefix("keymap.")
    for number, line in enumerate(text.splitlines(), 1):
        start = line.split("=")[0].strip().strip("[]").replace('"', "").replace("'", "").strip()
        start = start.removeprefix("keymap.")
        if start and (start == name or name.endswith(f".{start}")):
            return number
    return None


def save(settings: Settings, path: Path | None = None) -> None:
    """Writes the settings, keeping a person's comments and what this version doesn't know. Raises :class:`OSError`."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    path = path or settings_path()
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        document = tomlkit.document()
    except (TOMLKitError, UnicodeDecodeError):
        path.replace(path.with_suffix(".toml.unreadable"))  # what a person typed is theirs: kept beside
        document = tomlkit.document()
    usual = Settings()
    for each in fields(Settings):
        if each.name == "keymap":
            continue
        value = getattr(settings, each.name)
        if value != getattr(usual, each.name) or each.name in document:
            document[each.name] = list(value) if isinstance(value, tuple) else value
    if settings.keymap or "keymap" in document:
        table = tomlkit.table()
        for name in sorted(settings.keymap):
            table[name] = settings.keymap[name]
        old = document.get("keymap")
        if not isinstance(old, dict) or dict(_flat(old)) != dict(settings.keymap):
            document["keymap"] = table
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".toml.part")
    part.write_text(tomlkit.dumps(document), encoding="utf-8")
    part.replace(path)


def remember_names(settings: Settings, players: tuple[str, ...], keep: int = 40) -> Settings:
    """The settings with ``players`` first among the names to offer."""
    rest = [name for name in settings.names if name not in players]
    return replace(settings, names=(*players, *rest)[:keep])
