"""A rule set made ready for counting: rows in order, which to ask when, and what takes out what, as masks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final, NamedTuple, TypeAlias

from models.fans import REGISTER
from models.fans.base import HAND, NEVER, PLACE, Facts, FanDef, FanFunction, Worth
from models.rules import Row, RuleSet

_FAMILIES_OF_EXPOSURE: Final = frozenset(("straights", "four", "identical", "across"))
"""Families that ask which sets are exposed: with ``ron_opens_sets`` they depend on the winning tile's place."""
_PARAM_DEFAULTS: Final = {"streak": 2, "ready": 2}
_CONCEALED_NUMBER: Final = {
    "two_concealed_pungs": 2,
    "three_concealed_pungs": 3,
    "four_concealed_pungs": 4,
    "five_concealed_pungs": 5,
    "all_concealed_pungs_self_drawn": 5,
    "three_concealed": 3,
    "four_concealed": 4,
    "five_concealed": 5,
}


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One line of a counted hand."""

    id: str
    fan: int
    """The whole worth of the line: three 字 at 1 are 3."""
    count: int
    zh: str
    en: str


class Lines(dict[int, ScoreItem]):
    """The lines a row can have, by its count; with another worth than count times value by ``count, fan`` (:meth:`worth`)."""

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.row = row
        self.other: dict[tuple[int, int], ScoreItem] = {}

    def __missing__(self, count: int) -> ScoreItem:
        row = self.row
        item = self[count] = ScoreItem(row.id, row.value * count, count, row.zh, row.en)
        return item

    def worth(self, count: int, fan: int) -> ScoreItem:
        """The line with a worth of its own."""
        item = self.other.get((count, fan))
        if item is None:
            row = self.row
            item = self.other[count, fan] = ScoreItem(row.id, fan, count, row.zh, row.en)
        return item


class Asked(NamedTuple):
    """A row as the count asks it."""

    row: int
    bit: int
    function: FanFunction
    lines: Lines
    worth: Callable[[Facts, int], int] | None


Asking: TypeAlias = tuple[int, dict[int, ScoreItem], tuple[Asked, ...]]
"""The rows that hold for sure, as a mask and as their lines; and those whose functions must be asked."""


class _Compiled(NamedTuple):
    asked: Asked
    scope: int
    gates: int
    forms: tuple[int, ...]
    sure: bool


def _bind(worth: Worth, params: dict[str, int]) -> Callable[[Facts, int], int]:
    return lambda x, count: worth(x, count, params)


def _combine(row: Row) -> tuple[FanFunction, int]:
    """A row put together from registered conditions: its function and its scope."""
    every = tuple(REGISTER[name] for name in row.all)
    some = tuple(REGISTER[name] for name in row.any)
    never = tuple(REGISTER[name] for name in row.none)
    each = REGISTER[row.each] if row.each else (REGISTER[row.condition] if row.condition else None)
    parts: list[FanDef] = [*every, *some, *never, *([each] if each else [])]

    def holds(x: Facts) -> int:
        for part in every:
            if not x.holds(part):
                return 0
        for part in never:
            if x.holds(part):
                return 0
        if some and not any(x.holds(part) for part in some):
            return 0
        return x.holds(each) if each else 1

    return holds, max((part.scope for part in parts), default=HAND)


class Engine:
    """Everything scoring needs of a rule set. Built once a set; what it remembers only grows with the kinds of hands seen."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.switches = switches = rules.switches
        rows = sorted(
            (row for row in rules.rows if row.on),
            key=lambda row: row.row or 1000,
        )
        self.rows: tuple[Row, ...] = tuple(rows)
        self.zeros = any(not row.value for row in rows)
        self.index: dict[str, int] = {row.id: n for n, row in enumerate(rows)}
        self.numbers: tuple[int, ...] = tuple(row.row or 1000 for row in rows)
        self.on = frozenset(self.index)
        self.values = {row.id: row.value for row in rows}
        self.lines: tuple[Lines, ...] = tuple(Lines(row) for row in rows)
        """Of each row the lines it can have; equal lines are the same object."""
        self.facts: type[Facts] = type(
            "Facts", (Facts,), {"switches": switches, "on": self.on, "values": self.values}
        )
        """:class:`~models.fans.base.Facts` of hands under these rules."""
        compiled: list[_Compiled] = []
        for n, row in enumerate(rows):
            definition = REGISTER.get(row.condition) if row.condition else None
            narrowed = bool(row.all or row.any or row.none or row.each)
            if definition is not None and definition.scope == NEVER:
                continue
            if row.condition == "four_in_four" and switches.sigui != "by_shape":
                continue  # never holds
            worth = None
            if definition is not None and not narrowed:
                function, scope = definition.function, definition.scope
                gates, forms, sure = definition.gates, definition.forms, definition.sure
                families: set[str] = {definition.family}
            else:
                function, scope = _combine(row)
                gates, forms, sure = 0, (0, 1, 2, 3), False
                names = (*row.all, *row.any, *row.none, *filter(None, (row.each, row.condition)))
                families = {REGISTER[name].family for name in names}
                scope = max(scope, 1) if any(REGISTER[name].forms != forms for name in names) else scope
            if definition is not None and definition.worth is not None:
                params = {name: _PARAM_DEFAULTS.get(name, row.value) for name in definition.params}
                if definition.family == "four":
                    params["concealed"] = 0  # as by_shape
                params.update(row.params)
                params["value"] = row.value
                worth = _bind(definition.worth, params)
            if switches.ron_opens_sets and families & _FAMILIES_OF_EXPOSURE:
                scope = PLACE
            compiled.append(
                _Compiled(
                    Asked(n, 1 << n, function, self.lines[n], worth),
                    scope,
                    gates,
                    forms,
                    sure and worth is None,
                )
            )
        self._scopes = tuple(
            tuple((one.gates, one.forms, one.sure, one.asked) for one in compiled if one.scope == scope)
            for scope in (0, 1, 2)
        )
        self.gates: tuple[int, ...] = tuple(
            reduce(or_, [wants for wants, *_rest in scope], 0) for scope in self._scopes
        )
        """Of each scope the gates that any of its rows looks at."""
        self.asking: tuple[dict[int, Asking], ...] = ({}, {}, {})
        """Of each scope the rows worth asking, by ``(gates & self.gates[scope]) << 2 | form``; :meth:`ask` fills it."""
        drops = dict(rules.drops)
        self._drops: tuple[int, ...] = tuple(
            sum(1 << self.index[name] for name in set(drops.get(row.id, ())) if name in self.index)
            for row in rows
        )
        self._droppers = tuple((1 << n, self._drops[n]) for n in self._topological() if self._drops[n])
        """Rows that take others out, as bits, whoever takes out before what it takes out."""
        self.paid: dict[int, tuple[int, ...]] = {}
        self.heavenly_drops = self.mask(*switches.heavenly_drops) & ~self.mask("self_draw")
        self.self_draw_bit = self.mask("self_draw")
        self.heavenly_self_draw = "self_draw" in switches.heavenly_drops
        self.heavenly_kankan = "kankan_self_draw" in switches.heavenly_drops
        if switches.heavenly_drops_self_draw:
            self.heavenly_self_draw = self.heavenly_kankan = True
        if rules.table == "taiwan":
            self.heavenly_drops |= self.mask("single_wait")
        self.kankan_bit = self.mask("all_concealed_pungs_self_drawn")
        self.apart = frozenset(
            self.index[id]
            for id in (
                "dealer",
                "dealer_streak",
                "within_four_discards",
                "within_seven_discards",
                "within_ten_discards",
            )
            if id in self.index
        )
        """Rows that 雞胡 does not look at."""
        self.dealers = frozenset(self.index[id] for id in ("dealer", "dealer_streak") if id in self.index)
        self.chicken = self.index.get("chicken_hand", -1)
        self.concealed_numbers = {
            self.index[id]: n for id, n in _CONCEALED_NUMBER.items() if id in self.index
        }

    def mask(self, *ids: str) -> int:
        """Bits of the rows with these ids, as far as the set pays them."""
        return sum(1 << self.index[id] for id in set(ids) if id in self.index)

    def _topological(self) -> tuple[int, ...]:
        """Rows so that whoever takes out stands before what it takes out."""
        order: list[int] = []
        seen: set[int] = set()

        def walk(n: int) -> None:
            if n in seen:
                return
            seen.add(n)
            rest = self._drops[n]
            while rest:
                low = rest & -rest
                walk(low.bit_length() - 1)
                rest ^= low
            order.append(n)

        for n in range(len(self.rows)):
            walk(n)
        return tuple(reversed(order))

    def ask(self, scope: int, key: int) -> Asking:
        """The rows worth asking with these gates open, in this form."""
        gates, form = key >> 2, key & 3
        held = 0
        lines: dict[int, ScoreItem] = {}
        asking: list[Asked] = []
        for wants, forms, sure, asked in self._scopes[scope]:
            if wants & gates == wants and form in forms:
                if sure:
                    held |= asked.bit
                    lines[asked.row] = asked.lines[1]
                else:
                    asking.append(asked)
        found = self.asking[scope][key] = (held, lines, tuple(asking))
        return found

    def survivors(self, found: int) -> tuple[int, ...]:
        """Of the rows whose conditions hold those that are paid, in row order: ladders and exclusions applied."""
        out = 0
        for bit, drops in self._droppers:
            if found & bit and not out & bit:
                out |= drops
        left = found & ~out
        rows = []
        while left:
            low = left & -left
            rows.append(low.bit_length() - 1)
            left ^= low
        kept = self.paid[found] = tuple(rows)
        return kept
