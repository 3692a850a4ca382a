"""A table's own rule sets: files in the person's folder that the app edits without losing what a person wrote there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from models import rules as rule_sets
from models.messages import Msg, msg
from models.rules import Row, RuleSet, RuleSetError
from models.switches import NAMES
from tui import settings

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

SUGGESTED: Final = "our-table"


class RulesNotSaved(Exception):
    """A rule set was not written; ``message`` says why and what to do."""

    def __init__(self, message: Msg) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Available:
    """A rule set there is."""

    name: str
    own: bool
    """Whether it is a file of the person's."""
    path: Path | None = None


def folders() -> tuple[Path, ...]:
    """Where a table's own sets lie."""
    return (settings.rules_dir(),)


def available() -> tuple[Available, ...]:
    """Those that ship, then the person's own by name."""
    own = []
    for folder in folders():
        try:
            own += [Available(path.stem, True, path) for path in sorted(folder.glob("*.toml"))]
        except OSError:
            continue
    shipped = rule_sets.builtin_names()
    return (
        *[Available(name, False) for name in shipped],
        *[each for each in own if each.name not in shipped],
    )


def load(name: str) -> RuleSet:
    """A rule set by name, file or text, a table's own among them. Raises :class:`~models.rules.RuleSetError`."""
    return rule_sets.load(name, folders())


def save(name: str, draft: RuleSet, start: RuleSet) -> Path:
    """Writes what ``draft`` changed of ``start`` as the set ``name``; returns its file. Comments and all else in the file stay.

    A new file has ``start`` as its base when that ships or is another set, so that later editions of it come through. Nothing is written
    unless the result can be loaded and prices as ``draft`` does. Raises :class:`RulesNotSaved`.
    """
    import tomlkit

    if name in rule_sets.builtin_names():
        raise RulesNotSaved(
            msg("{name} ships with TaiPai and stays as it is; choose another name", name=name)
        )
    path = folders()[0] / f"{name}.toml"
    try:
        text = path.read_text(encoding="utf-8-sig")
        existing = True
    except FileNotFoundError:
        text, existing = "", False
    except (OSError, UnicodeDecodeError) as error:
        raise RulesNotSaved(
            msg("{path} cannot be read: {reason}", path=str(path), reason=str(error))
        ) from error
    if existing:
        try:
            before = rule_sets.parse(text, str(path), folders=folders())
            document = tomlkit.parse(text)
        except (RuleSetError, ValueError) as error:
            raise RulesNotSaved(
                msg(
                    "{path} has a problem and is left as it is: {reason}",
                    path=str(path),
                    reason=getattr(error, "message", str(error)),
                )
            ) from error
        if start.name != name:
            raise RulesNotSaved(
                msg(
                    "there is already a set {name}; open it and change it there, or choose another name",
                    name=name,
                )
            )
        if before.fingerprint != start.fingerprint:
            raise RulesNotSaved(
                msg("{path} has been changed meanwhile; open it again, then change it", path=str(path))
            )
    else:
        document = _new(name, start)
        before = start
    _apply(document, before, draft)
    made = tomlkit.dumps(document)
    try:
        again = rule_sets.parse(made, str(path), folders=folders())
    except RuleSetError as error:
        raise RulesNotSaved(msg("not saved: {reason}", reason=error.message)) from error
    if again.fingerprint != draft.fingerprint:
        raise RulesNotSaved(msg("not saved: {path} would not price as shown", path=str(path)))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".toml.part")
        part.write_text(made, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise RulesNotSaved(
            msg("{path} cannot be written: {reason}", path=str(path), reason=error.strerror or str(error))
        ) from error
    return path


def _new(name: str, start: RuleSet) -> TOMLDocument:
    import tomlkit

    document = tomlkit.document()
    document.add(tomlkit.comment("A table's own rules: what is not said here is as in the base."))
    document.add(
        tomlkit.comment(
            "`taipai rules check` tells what is wrong with a file, `taipai rules diff` what it changes."
        )
    )
    document["name"] = name
    document["base"] = start.name
    return document


def _apply(document: TOMLDocument, before: RuleSet, draft: RuleSet) -> None:
    """Writes into the document where ``draft`` differs from ``before``; leaves every other line alone."""
    for switch in NAMES:
        value = getattr(draft.switches, switch)
        if value != getattr(before.switches, switch):
            _section(document, "switches")[switch] = list(value) if isinstance(value, tuple) else value
    old = {row.id: row for row in before.rows}
    for row in draft.rows:
        was = old.get(row.id)
        if was is None or (was.value, was.on) == (row.value, row.on):
            continue
        fans = _section(document, "fans")
        fans[row.id] = _row_value(fans.get(row.id), row)


def _row_value(written: Any, row: Row) -> Any:
    if isinstance(written, dict):
        if row.on:
            written["value"] = row.value
            written.pop("on", None)
        else:
            written["on"] = False
        return written
    return row.value if row.on else False


def _section(document: TOMLDocument, name: str) -> Any:
    import tomlkit

    if name not in document:
        document[name] = tomlkit.table()
    return document[name]
