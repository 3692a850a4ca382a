"""Reads a rule set's TOML: checks the whole file, names every problem with its line and key, builds the set on its base."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from models.messages import Msg, msg
from models.rules import (
    BUILTIN,
    MOST,
    TABLES,
    Row,
    RuleProblem,
    RuleSet,
    RuleSetError,
    find,
    load,
    no_such,
    resolve_drops,
)
from models.switches import SPECS, TAIWAN_DEFAULTS, SwitchError, Switches, parse_value

_TOP: Final = ("name", "zh", "en", "about", "base", "table", "switches", "fans", "drops", "drops_when")
_ROW: Final = ("value", "row", "zh", "en", "on", "is", "all", "any", "none", "each")
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}\Z")
_ID: Final = re.compile(r"[a-z][a-z0-9_]{0,59}\Z")


def _near(name: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or nothing."""
    import difflib

    return (difflib.get_close_matches(name, list(known), 1) or [""])[0]


class _Lines:
    """Finds the line of a key in TOML text."""

    def __init__(self, text: str) -> None:
        self.where: dict[tuple[str, ...], int] = {}
        section: tuple[str, ...] = ()
        for number, line in enumerate(text.splitlines(), 1):
            header = re.match(r"\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}", line)
            if header:
                section = self._path(header.group(1))
                for n in range(1, len(section) + 1):
                    self.where.setdefault(section[:n], number)
                continue
            key = re.match(
                r"\s*((?:\"[^\"]*\"|'[^']*'|[A-Za-z0-9_-]+)(?:\s*\.\s*(?:\"[^\"]*\"|[A-Za-z0-9_-]+))*)\s*=",
                line,
            )
            if key:
                path = (*section, *self._path(key.group(1)))
                for n in range(len(section) + 1, len(path) + 1):
                    self.where.setdefault(path[:n], number)

    @staticmethod
    def _path(text: str) -> tuple[str, ...]:
        return tuple(part.strip().strip("\"'") for part in re.findall(r"\"[^\"]*\"|'[^']*'|[^.]+", text))

    def of(self, *path: str) -> int:
        while path:
            if path in self.where:
                return self.where[path]
            path = path[:-1]
        return 0


class Reader:
    """Checks one file against what a rule set can hold, and builds it on its base."""

    def __init__(self, text: str, source: str, folders: Sequence[Path], above: tuple[str, ...]) -> None:
        self.text, self.source, self.folders, self.above = text, source, folders, above
        self.problems: list[RuleProblem] = []
        self.lines = _Lines(text)

    def problem(self, message: Msg, *path: str) -> None:
        self.problems.append(RuleProblem(self.lines.of(*path), ".".join(path), message))

    def unknown(self, name: str, known: Iterable[str], *path: str) -> None:
        near = _near(name, known)
        self.problem(
            msg("unknown key; did you mean {near}?", near=near) if near else msg("unknown key"),
            *path,
        )

    def read(self) -> RuleSet:
        import tomllib

        try:
            data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            where = re.search(r"at line (\d+)", str(error))
            line = int(where.group(1)) if where else self.text.count("\n") + 1
            raise RuleSetError(
                self.source,
                [RuleProblem(line, "TOML", msg("cannot be read: {reason}", reason=str(error)))],
            ) from None
        for key in data:
            if key not in _TOP:
                self.unknown(key, _TOP, key)
        base = self.base(data)
        name = self.text_of(data, "name", Path(self.source).stem if self.source != "<text>" else "own")
        if not _NAME.match(name):
            self.problem(msg("a name is small letters, digits, - and _, at most 40"), "name")
        table = data.get("table", base.table if base else None)
        if table not in TABLES:
            if base is None and "base" not in data:
                self.problem(
                    msg('without a base a set must say table = "hk" or table = "taiwan"'),
                    "table",
                )
            elif table is not None:
                self.problem(msg("must be hk or taiwan"), "table")
            table = "hk"
        elif base and table != base.table:
            self.problem(msg("the base is a set of table {table}", table=base.table), "table")
        switches = self.switches(data, base, table)
        rows = self.rows(data, base)
        zh = self.text_of(data, "zh", base.title_zh if base else name)
        en = self.text_of(data, "en", base.title_en if base else name)
        about = self.text_of(data, "about", "", length=4000)
        drop_rules = self.drop_rules(data, base, {row.id for row in rows})
        drops = resolve_drops(drop_rules, switches)
        self.cycles(drops)
        if self.problems:
            raise RuleSetError(self.source, sorted(self.problems, key=lambda problem: problem.line))
        return RuleSet(
            name=name,
            table=table,
            title_zh=zh,
            title_en=en,
            switches=switches,
            rows=rows,
            drops=drops,
            rules_of_drops=drop_rules,
            about=about,
            base=str(data.get("base", "")),
            source=self.source,
        )

    def text_of(
        self, data: Mapping[str, object], key: str, default: str, *path: str, length: int = 200
    ) -> str:
        value = data.get(key, default)
        if not isinstance(value, str) or (not value.strip() and value != default):
            self.problem(msg("must be text"), *path, key)
            return default
        if len(value) > length:
            self.problem(msg("must be at most {n} characters", n=length), *path, key)
        return value

    def base(self, data: Mapping[str, object]) -> RuleSet | None:
        name = data.get("base")
        if name is None:
            return None
        if not isinstance(name, str):
            self.problem(msg("must be the name of a rule set"), "base")
            return None
        if name in self.above or len(self.above) > 8:
            self.problem(
                msg("the bases go round in a circle: {names}", names=" → ".join((*self.above, name))), "base"
            )
            return None
        try:
            if name in BUILTIN and self.source == f"{name}.toml":
                self.problem(msg("a set cannot be its own base"), "base")
                return None
            if name in BUILTIN:
                return load(name)
            path = find(name, self.folders)
            if path is None:
                self.problem(no_such(name, self.folders), "base")
                return None
            return Reader(
                path.read_text(encoding="utf-8-sig"), str(path), self.folders, (*self.above, name)
            ).read()
        except RuleSetError as error:
            self.problem(msg("the base has a problem: {problem}", problem=error.message), "base")
        except (OSError, UnicodeDecodeError) as error:
            self.problem(msg("the base cannot be read: {reason}", reason=str(error)), "base")
        return None

    def section(self, data: Mapping[str, object], key: str) -> Mapping[str, object]:
        value = data.get(key, {})
        if not isinstance(value, dict):
            self.problem(msg("must be a section, [{key}]", key=key), key)
            return {}
        return value

    def switches(self, data: Mapping[str, object], base: RuleSet | None, table: str) -> Switches:
        start = base.switches if base else Switches(**(TAIWAN_DEFAULTS if table == "taiwan" else {}))  # type: ignore[arg-type]
        changes: dict[str, object] = {}
        for name, value in self.section(data, "switches").items():
            if name not in SPECS:
                self.unknown(name, SPECS, "switches", name)
                continue
            try:
                changes[name] = parse_value(name, value)
            except SwitchError as error:
                self.problem(error.message, "switches", name)
        return replace(start, **changes)  # type: ignore[arg-type]

    def rows(self, data: Mapping[str, object], base: RuleSet | None) -> tuple[Row, ...]:
        from models.fans import REGISTER

        rows: dict[str, Row] = {row.id: row for row in base.rows} if base else {}
        known = {**dict.fromkeys(REGISTER), **dict.fromkeys(rows)}
        for id, value in self.section(data, "fans").items():
            if not _ID.match(id):
                self.problem(msg("an id is small letters, digits and _"), "fans", id)
                continue
            old = rows.get(id)
            if isinstance(value, bool):
                value = {"on": value}
            elif isinstance(value, int):
                value = {"value": value}
            if not isinstance(value, dict):
                self.problem(
                    msg('must be a number, false, or {{ value = 5, zh = "…", en = "…" }}'),
                    "fans",
                    id,
                )
                continue
            if (
                old is None
                and id not in REGISTER
                and not any(key in value for key in ("is", "all", "any", "none", "each"))
            ):
                self.unknown(id, known, "fans", id)
                continue
            row = self.row(id, value, old, known)
            if row is not None:
                rows[id] = row
        return tuple(rows.values())

    def row(
        self, id: str, data: dict[str, object], old: Row | None, known: Mapping[str, object]
    ) -> Row | None:
        from models.fans import REGISTER

        path = ("fans", id)
        own = "is" in data or not any(key in data for key in ("all", "any", "none", "each"))
        condition = old.condition if old else (id if own else "")
        given = data.get("is")
        if given is not None:
            if not isinstance(given, str) or given not in REGISTER:
                self.problem(msg("there is no condition '{name}'", name=str(given)), *path, "is")
                return None
            condition = given
        elif old is None and own and id not in REGISTER:
            self.unknown(id, known, *path)
            return None
        elif old is not None and any(key in data for key in ("all", "any", "none", "each")):
            condition = ""
        definition = REGISTER.get(condition)
        params = dict(old.params) if old else {}
        allowed = (*_ROW, *(definition.params if definition else ()))
        fine = True
        for key, value in data.items():
            if key not in allowed:
                self.unknown(key, allowed, *path, key)
                fine = False
            elif definition and key in definition.params:
                if self.number(value, *path, key):
                    params[key] = int(value)  # type: ignore[call-overload]
                else:
                    fine = False
        value = data.get("value", old.value if old else None)
        if "value" in data and "by_shape" in params and "by_shape" not in data and isinstance(value, int):
            params["by_shape"] = (
                value  # whoever says what 四歸 is worth says it for the way the table counts it
            )
        if value is None:
            self.problem(msg("needs a value, as in value = 5"), *path)
            fine = False
        elif not self.number(value, *path, "value"):
            fine = False
        number = data.get("row", old.row if old else 0)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= 999:
            self.problem(msg("must be a number from 0 to 999"), *path, "row")
            fine = False
        on = data.get("on", old.on if old else True)
        if not isinstance(on, bool):
            self.problem(msg("must be true or false"), *path, "on")
            fine = False
        if old is not None and "value" in data and "on" not in data:
            on = True
        lists: dict[str, tuple[str, ...]] = {}
        for key in ("all", "any", "none"):
            names = data.get(key, getattr(old, key) if old else ())
            if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
                self.problem(
                    msg('must be a list of conditions, as in ["all_chows", "self_draw"]'), *path, key
                )
                fine = False
                continue
            lists[key] = tuple(names)
            fine &= self.conditions(lists[key], *path, key)
        each = data.get("each", old.each if old else "")
        if not isinstance(each, str):
            self.problem(msg("must be the name of one condition"), *path, "each")
            fine = False
            each = ""
        elif each:
            fine &= self.conditions((each,), *path, "each")
        if given is not None and any(lists.get(key) for key in ("all", "any", "none")):
            pass  # a registered condition, further narrowed
        zh = self.text_of(data, "zh", old.zh if old else (definition.zh if definition else id), *path)
        en = self.text_of(data, "en", old.en if old else (definition.en if definition else id), *path)
        if not fine:
            return None
        return Row(
            id,
            int(value),  # type: ignore[call-overload]
            zh,
            en,
            int(number),  # type: ignore[call-overload]
            bool(on),
            condition,
            tuple(sorted(params.items())),
            lists["all"],
            lists["any"],
            lists["none"],
            each,
        )

    def conditions(self, names: Iterable[str], *path: str) -> bool:
        from models.fans import REGISTER
        from models.fans.base import NEVER

        fine = True
        for name in names:
            known = REGISTER.get(name)
            if known is None or known.scope == NEVER:
                near = _near(name, REGISTER)
                self.problem(
                    msg("there is no condition '{name}'; did you mean {near}?", name=name, near=near)
                    if near and known is None
                    else msg("'{name}' cannot be part of another row", name=name)
                    if known
                    else msg("there is no condition '{name}'", name=name),
                    *path,
                )
                fine = False
        return fine

    def number(self, value: object, *path: str) -> bool:
        if isinstance(value, bool) or not isinstance(value, int):
            self.problem(msg("must be a whole number"), *path)
            return False
        if not 0 <= value <= MOST:
            self.problem(msg("must be a number from 0 to {most}", most=MOST), *path)
            return False
        return True

    def drop_rules(
        self, data: Mapping[str, object], base: RuleSet | None, ids: set[str]
    ) -> tuple[tuple[str, str, str, tuple[str, ...]], ...]:
        rules = (
            {(row, switch, value): names for row, switch, value, names in base.rules_of_drops} if base else {}
        )

        def take(section: Mapping[str, object], switch: str, value: str, *path: str) -> None:
            for row, names in section.items():
                if row not in ids:
                    self.unknown(row, ids, *path, row)
                    continue
                if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
                    self.problem(msg('must be a list of rows, as in ["no_honors", "no_flowers"]'), *path, row)
                    continue
                for name in names:
                    if name not in ids:
                        self.problem(msg("there is no row '{name}' in this set", name=name), *path, row)
                    if name == row:
                        self.problem(msg("a row cannot take itself out"), *path, row)
                rules[row, switch, value] = tuple(names)

        take(self.section(data, "drops"), "", "", "drops")
        for switch, values in self.section(data, "drops_when").items():
            spec = SPECS.get(switch)
            if spec is None or spec.kind not in ("choice", "flag"):
                self.unknown(switch, SPECS, "drops_when", switch)
                continue
            if not isinstance(values, dict):
                self.problem(
                    msg("must be a section, [{key}]", key=f"drops_when.{switch}.VALUE"), "drops_when", switch
                )
                continue
            for value, section in values.items():
                if value not in spec.values:
                    self.unknown(value, spec.values, "drops_when", switch, value)
                elif not isinstance(section, dict):
                    self.problem(
                        msg("must be a section, [{key}]", key=f"drops_when.{switch}.{value}"),
                        "drops_when",
                        switch,
                        value,
                    )
                else:
                    take(section, switch, value, "drops_when", switch, value)
        return tuple((*key, names) for key, names in rules.items())

    def cycles(self, drops: tuple[tuple[str, tuple[str, ...]], ...]) -> None:
        table = dict(drops)
        state: dict[str, int] = {}

        def walk(row: str, trail: tuple[str, ...]) -> None:
            state[row] = 1
            for other in table.get(row, ()):
                if state.get(other) == 1:
                    circle = (*trail[trail.index(other) :], other) if other in trail else (row, other)
                    mine = next((name for name in circle if ("drops", name) in self.lines.where), row)
                    self.problem(
                        msg("these rows take one another out in a circle: {rows}", rows=" → ".join(circle)),
                        "drops",
                        mine,
                    )
                elif other not in state:
                    walk(other, (*trail, other))
            state[row] = 2

        for row in table:
            if row not in state:
                walk(row, (row,))
