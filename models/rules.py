"""Rule sets: what each fan is worth, which rows are paid, what takes out what, and how disputed points are settled. Data, as TOML.

A set names its ``base`` and only what differs from it::

    name = "our-table"
    base = "hk"

    [switches]
    chicken = "add"

    [fans]
    twin_chows = 3                      # another value
    missing_suit = false                # not paid at all
    lucky = { value = 5, zh = "好彩", en = "Lucky", all = ["all_chows", "self_draw"] }   # a row of our own

    [drops]
    lucky = ["all_chows"]               # while the left one is paid, the right ones are not

Files are checked whole: :func:`parse` raises :class:`RuleSetError` with every problem, its line and its key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import assets
from models.messages import Msg, msg
from models.switches import NAMES, SPECS, SwitchError, Switches, parse_value

if TYPE_CHECKING:
    from models.engine import Engine

TABLES: Final = ("hk", "taiwan")
DEFAULT: Final = "hk"
BUILTIN: Final = ("hk", "hk-graded", "hk-common", "hkma-16", "taiwan")
MOST: Final = 100_000


@dataclass(frozen=True, slots=True)
class Row:
    """One fan of a rule set."""

    id: str
    value: int
    zh: str
    en: str
    row: int = 0
    """Its number in the source table; 0 for a row of the table's own."""
    on: bool = True
    condition: str = ""
    """Which registered condition decides it; its own id as a rule. Empty for a row put together from others."""
    params: tuple[tuple[str, int], ...] = ()
    """Further values that the condition asks for, such as the graded 字."""
    all: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    each: str = ""
    """Put together: paid once for each time this condition holds."""

    def name(self, chinese: bool) -> str:
        return self.zh if chinese else self.en


@dataclass(frozen=True, slots=True)
class RuleProblem:
    """One thing wrong in a rule file."""

    line: int
    """From 1; 0 when it is nowhere in particular."""
    key: str
    message: Msg

    @property
    def text(self) -> Msg:
        """Line, key and message in one."""
        if self.line:
            return msg("line {line}: {key}: {problem}", line=self.line, key=self.key, problem=self.message)
        return msg("{key}: {problem}", key=self.key, problem=self.message)

    def __str__(self) -> str:
        return str(self.text)


class RuleSetError(Exception):
    """A rule set that cannot be used, with everything that is wrong with it."""

    def __init__(self, source: str, problems: Iterable[RuleProblem]) -> None:
        self.source = source
        self.problems = tuple(problems)
        super().__init__(f"{source}: " + "; ".join(str(problem) for problem in self.problems))

    @property
    def message(self) -> Msg:
        """One line for a person."""
        first = self.problems[0]
        if len(self.problems) == 1:
            return msg("{source}: {problem}", source=self.source, problem=first.text)
        return msg(
            "{source}: {problem} (and {more} more; 'taipai rules check' shows all)",
            source=self.source,
            problem=first.text,
            more=len(self.problems) - 1,
        )


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set, complete: its base is already in it."""

    name: str
    table: str
    """``hk`` or ``taiwan``: whose seats, checks and row numbers hold."""
    title_zh: str
    title_en: str
    switches: Switches
    rows: tuple[Row, ...]
    drops: tuple[tuple[str, tuple[str, ...]], ...]
    """Of each row the rows it takes out while it is paid, with the switches already looked at."""
    rules_of_drops: tuple[tuple[str, str, str, tuple[str, ...]], ...]
    """The same as written: (row, switch or nothing, value, rows)."""
    about: str = ""
    base: str = ""
    source: str = ""
    _kept: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def fingerprint(self) -> str:
        """Twelve hex digits over everything that decides a price; names and comments do not count."""
        found = self._kept.get("fingerprint")
        if found is None:
            import hashlib
            import json
            from dataclasses import asdict

            rows = sorted(
                (
                    row.id,
                    row.value,
                    row.row,
                    row.condition,
                    sorted(row.params),
                    row.all,
                    row.any,
                    row.none,
                    row.each,
                )
                for row in self.rows
                if row.on
            )
            text = json.dumps(
                [self.table, asdict(self.switches), rows, sorted((a, sorted(b)) for a, b in self.drops)],
                sort_keys=True,
                ensure_ascii=True,
            )
            found = self._kept["fingerprint"] = hashlib.sha256(text.encode()).hexdigest()[:12]
        return str(found)

    @property
    def values(self) -> dict[str, int]:
        """What each row is worth, rows that are off left out."""
        return {row.id: row.value for row in self.rows if row.on}

    def row(self, id: str) -> Row | None:
        """The row of that id, on or off."""
        return next((row for row in self.rows if row.id == id), None)

    @property
    def engine(self) -> Engine:
        """What scoring works with, built once."""
        found = self._kept.get("engine")
        if found is None:
            from models.engine import Engine

            found = self._kept["engine"] = Engine(self)
        return found

    def __str__(self) -> str:
        return f"{self.name}@{self.fingerprint}"


def builtin_names() -> tuple[str, ...]:
    """Names of the sets that ship, the default first."""
    return BUILTIN


_loaded: dict[str, RuleSet] = {}


def load(source: str | Path = DEFAULT, folders: Sequence[Path] = ()) -> RuleSet:
    """The rule set of that name, file or text. Names are looked for among those that ship, then as ``NAME.toml`` in ``folders``.

    Raises :class:`RuleSetError`, also for a set that does not exist.
    """
    if isinstance(source, str) and "\n" in source:
        return parse(source, "<text>", folders=folders)
    name = str(source)
    if name in BUILTIN:
        if name not in _loaded:
            _loaded[name] = parse(assets.text(f"rules/{name}.toml"), f"{name}.toml", folders=())
        return _loaded[name]
    path = find(name, folders)
    if path is None:
        raise RuleSetError(name, [RuleProblem(0, "rules", no_such(name, folders))])
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = (
            msg("it is not UTF-8 text")
            if isinstance(error, UnicodeDecodeError)
            else (error.strerror or str(error))
        )
        raise RuleSetError(
            path.name, [RuleProblem(0, "file", msg("cannot be read: {reason}", reason=reason))]
        ) from None
    return parse(text, str(path), folders=(*folders, path.parent))


def find(name: str, folders: Sequence[Path]) -> Path | None:
    """The file of a set that does not ship: a path, or ``NAME.toml`` in one of the folders."""
    given = Path(name)
    if given.suffix == ".toml" or given.parent != Path():
        return given if given.is_file() else None
    for folder in folders:
        path = folder / f"{name}.toml"
        if path.is_file():
            return path
    return None


def no_such(name: str, folders: Sequence[Path]) -> Msg:
    known = [*BUILTIN, *sorted(path.stem for folder in folders for path in folder.glob("*.toml"))]
    if name.endswith(".toml"):
        return msg("there is no file {name}", name=name)
    return msg(
        "there is no rule set '{name}'; there are {known}", name=name, known=", ".join(dict.fromkeys(known))
    )


def switch_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def resolve_drops(
    rules: tuple[tuple[str, str, str, tuple[str, ...]], ...], switches: Switches
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: dict[str, list[str]] = {}
    for row, switch, value, names in rules:
        if not switch or switch_text(getattr(switches, switch)) == value:
            found.setdefault(row, []).extend(names)
    return tuple((row, tuple(dict.fromkeys(names))) for row, names in found.items())


def parse(text: str, source: str = "<text>", folders: Sequence[Path] = ()) -> RuleSet:
    """Reads a rule set. Raises :class:`RuleSetError` with every problem, each with its line and key."""
    from models.rule_file import Reader

    return Reader(text, source, folders, ()).read()


def check(text: str, source: str = "<text>", folders: Sequence[Path] = ()) -> tuple[RuleProblem, ...]:
    """Everything wrong with a rule file; nothing when it can be used."""
    try:
        parse(text, source, folders)
    except RuleSetError as error:
        return error.problems
    return ()


def with_switches(rules: RuleSet, **changes: object) -> RuleSet:
    """The set with switches changed. Raises :class:`~models.switches.SwitchError`."""
    switches = replace(rules.switches, **{name: parse_value(name, value) for name, value in changes.items()})  # type: ignore[arg-type]
    if switches == rules.switches:
        return rules
    return replace(rules, switches=switches, drops=resolve_drops(rules.rules_of_drops, switches), _kept={})


def with_values(rules: RuleSet, changes: Mapping[str, int | bool]) -> RuleSet:
    """The set with rows worth something else, or switched off and on. Raises :class:`~models.switches.SwitchError`."""
    rows = {row.id: row for row in rules.rows}
    for id, value in changes.items():
        if id not in rows:
            raise SwitchError(msg("there is no row '{name}' in {rules}", name=id, rules=rules.name))
        if isinstance(value, bool):
            rows[id] = replace(rows[id], on=value)
        elif 0 <= value <= MOST:
            params = tuple((name, value if name == "by_shape" else held) for name, held in rows[id].params)
            rows[id] = replace(rows[id], value=value, params=params, on=True)
        else:
            raise SwitchError(msg("{name} must be a number from 0 to {most}", name=id, most=MOST))
    return replace(rules, rows=tuple(rows.values()), _kept={})


def with_switch(rules: RuleSet, setting: str) -> RuleSet:
    """The set with ``SWITCH=VALUE`` (or ``FAN=NUMBER``, ``FAN=off``) changed. Raises :class:`~models.switches.SwitchError`."""
    name, equals, value = setting.partition("=")
    name, value = name.strip(), value.strip()
    if not equals or not name:
        raise SwitchError(msg("'{setting}' is no setting; write SWITCH=VALUE", setting=setting))
    if name not in SPECS and rules.row(name) is not None:
        if value in ("on", "off", "true", "false"):
            return with_values(rules, {name: value in ("on", "true")})
        if value.isascii() and value.isdigit() and len(value) < 7:
            return with_values(rules, {name: int(value)})
        raise SwitchError(msg("{name} must be a number, on or off, not '{value}'", name=name, value=value))
    return (
        with_switches(rules, **{name: value})
        if name in SPECS
        else with_switches(rules, **{name or "?": value})
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which two sets differ; a side is ``None`` where that set lacks it."""

    kind: str
    """``switch``, ``fan`` or ``drops``."""
    key: str
    left: object
    right: object


def diff(left: RuleSet, right: RuleSet) -> tuple[Difference, ...]:
    """In what the prices of two sets differ: switches, rows, what takes out what."""
    found = [
        Difference("switch", name, getattr(left.switches, name), getattr(right.switches, name))
        for name in NAMES
        if getattr(left.switches, name) != getattr(right.switches, name)
    ]
    one = {row.id: row for row in left.rows if row.on}
    two = {row.id: row for row in right.rows if row.on}
    for id in dict.fromkeys([*one, *two]):
        a, b = one.get(id), two.get(id)
        if a is None or b is None or _price(a) != _price(b):
            found.append(Difference("fan", id, a and _price_text(a), b and _price_text(b)))
    drops_a, drops_b = dict(left.drops), dict(right.drops)
    for id in dict.fromkeys([*drops_a, *drops_b]):
        if sorted(drops_a.get(id, ())) != sorted(drops_b.get(id, ())):
            found.append(
                Difference(
                    "drops",
                    id,
                    ", ".join(drops_a.get(id, ())) or None,
                    ", ".join(drops_b.get(id, ())) or None,
                )
            )
    return tuple(found)


def _price(row: Row) -> tuple[object, ...]:
    return (row.value, row.params, row.condition, row.all, row.any, row.none, row.each)


def _price_text(row: Row) -> str:
    text = str(row.value)
    if row.params:
        text += " (" + ", ".join(f"{name} {value}" for name, value in row.params) + ")"
    if row.condition and row.condition != row.id:
        text += f" [{row.condition}]"
    for key in ("all", "any", "none"):
        if getattr(row, key):
            text += f" {key} of {', '.join(getattr(row, key))}"
    return text + (f" each {row.each}" if row.each else "")
