"""What the booklet's directives stand for: fan tables, counted example hands, what a switch changes. Made from the rule sets in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from models import samples
from models.fan_words import by_family, families, words
from models.rules import TABLES, Row, RuleSet, load, with_switch
from models.switches import SPECS, Spec
from models.tiles import FACES, NAMES_ZH

if TYPE_CHECKING:
    from models.hand import Hand

MOST_EFFECTS: Final = 3
"""Examples shown for a value of a switch."""


@dataclass(frozen=True, slots=True)
class _Words:
    fan: str
    value: str
    asks: str
    unit: Mapping[str, str]
    off: str
    in_force: str
    no_win: str
    each: str
    nothing: str
    payer: str


_ZH: Final = _Words(
    "番種",
    "數值",
    "條件",
    {"hk": "番", "taiwan": "台"},
    "不計",
    "現用",
    "不成糊",
    "、",
    "樣本手牌沒有一手改變",
    "付的人改變",
)
_EN: Final = _Words(
    "Fan",
    "Worth",
    "Asks for",
    {"hk": " fan", "taiwan": " tai"},
    "not paid",
    "in force",
    "no win",
    ", ",
    "no sample hand changes",
    "other payer",
)


class Parts:
    """Makes the directives of one language. ``in_force`` is the rule set of the table; the other table's is the one that ships."""

    def __init__(self, language: str, in_force: RuleSet | None = None) -> None:
        self.chinese = language == "zh_HK"
        self.words = _ZH if self.chinese else _EN
        self.rules = {table: load(table) for table in TABLES}
        if in_force is not None:
            self.rules[in_force.table] = in_force

    def expand(self, name: str, args: tuple[str, ...]) -> str:
        """Markdown for a directive: ``sample ID``, ``fans TABLE``, ``switch NAME [TABLE]``. An unknown one is left out."""
        if name == "sample" and len(args) == 1:
            return self.sample(args[0])
        if name == "fans" and args and args[0] in self.rules:
            return self.fans(self.rules[args[0]])
        if name == "switch" and args and args[0] in SPECS:
            table = args[1] if len(args) > 1 else "hk"
            return self.switch(SPECS[args[0]], self.rules[table])
        return ""

    # --- example hands --------------------------------------------------------------------------------------------------------

    def sample(self, sample_id: str) -> str:
        """A sample hand with what it is worth and why."""
        sample = samples.by_id(sample_id)
        if sample is None:
            return ""
        rules = self.rules["taiwan" if sample.rules == "taiwan" else "hk"]
        worth = samples.worth(sample, rules)
        told = f"**{sample.title(self.chinese)}**"
        if worth.total is None:
            return f"{told}: {self.words.no_win}\n\n    {tiles(sample.hand)}"
        items = (
            " ＋ ".join(f"{item.zh} {item.fan}" for item in worth.items)
            if self.chinese
            else " + ".join(f"{item.en} {item.fan}" for item in worth.items)
        )
        equals = (
            f"＝ **{worth.total}{self.words.unit[rules.table]}**"
            if self.chinese
            else f"= **{worth.total}{self.words.unit[rules.table]}**"
        )
        return f"{told}\n\n    {tiles(sample.hand)}\n\n{items} {equals}"

    # --- tables ---------------------------------------------------------------------------------------------------------------

    def fans(self, rules: RuleSet) -> str:
        """Every family of a rule set as a heading and a table."""
        made = [
            f"**{rules.title_zh if self.chinese else rules.title_en}** `{rules.name}` {rules.fingerprint}",
            "",
        ]
        for family, rows in by_family(rules).items():
            title = families()[family][0 if self.chinese else 1]
            made += [
                f"## {title} {{#fans-{family}}}",
                "",
                f"| {self.words.fan} | {self.words.value} | {self.words.asks} |",
                "|---|--:|---|",
            ]
            for row in rows:
                name = row.zh if self.chinese else f"{row.en} {row.zh}"
                value = worth_text(row, rules) if row.on else self.words.off
                made.append(
                    f"| {_cell(name)} | {value} | {_cell(words(row, rules.table).text(self.chinese))} |"
                )
            made.append("")
        return "\n".join(made)

    # --- switches -------------------------------------------------------------------------------------------------------------

    def switch(self, spec: Spec, rules: RuleSet) -> str:
        """The value in force, and what each other value would do to the sample hands."""
        now = value_text(getattr(rules.switches, spec.name))
        made = [f"{self.words.in_force} ({rules.name}): `{now}`", ""]
        for value in other_values(spec, rules):
            changed = effects(rules, spec.name, value)
            if not changed:
                continue
            told = self.words.each.join(self._effect(e) for e in changed[:MOST_EFFECTS])
            more = f" (+{len(changed) - MOST_EFFECTS})" if len(changed) > MOST_EFFECTS else ""
            made.append(f"- `{value}`: {told}{more}")
        return "\n".join(made)

    def _effect(self, effect: samples.Effect) -> str:
        sides = [
            self.words.no_win if w.total is None else str(w.total) for w in (effect.before, effect.after)
        ]
        if effect.change == 0:
            return f"{effect.sample.title(self.chinese)} ({self.words.payer})"
        return f"{effect.sample.title(self.chinese)} {sides[0]} → {sides[1]}"


def worth_text(row: Row, rules: RuleSet) -> str:
    """What a row pays: its value, and its further values where they count: the graded 字 ``1/2/2/2/3``, 莊 ``1+2n``, exposed and concealed."""
    more = dict(row.params)
    if "streak" in more:
        return f"{row.value}+{more['streak']}n"
    if "seat_and_round" in more:
        if rules.switches.honor_scoring != "graded":
            return str(row.value)
        return "/".join(str(value) for value in (row.value, *more.values()))
    if "by_shape" in more and rules.switches.sigui == "by_shape":
        return str(more["by_shape"])
    if more.get("concealed", row.value) not in (0, row.value):
        return f"{row.value}/{more['concealed']}"
    return str(row.value)


def value_text(value: object) -> str:
    """A switch's value as it is written."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(value) or "none"
    return str(value)


def other_values(spec: Spec, rules: RuleSet) -> tuple[str, ...]:
    """The values a switch does not have now, as far as they can be listed."""
    now = value_text(getattr(rules.switches, spec.name))
    if spec.kind == "list":
        everything = ",".join(spec.values)
        return tuple(value for value in ("none", everything) if value != now)
    if spec.kind == "number":
        return ()
    return tuple(value for value in spec.values if value != now)


_effects: Final[dict[tuple[str, str, str], tuple[samples.Effect, ...]]] = {}


def effects(rules: RuleSet, switch: str, value: str) -> tuple[samples.Effect, ...]:
    """What one other value of a switch does to the sample hands; kept, since it is asked again in the other language."""
    key = (rules.fingerprint, switch, value)
    if key not in _effects:
        _effects[key] = samples.effects(rules, with_switch(rules, f"{switch}={value}"))
    return _effects[key]


@lru_cache(maxsize=256)
def tiles(notation: str) -> str:
    """A hand for a reader: suits in characters, ``(1 2 3萬) 5 6 7萬 東東 +8筒``."""
    from models.hand import HandError
    from models.notation import parse_hand

    try:
        hand = parse_hand(notation)
    except HandError:
        return notation
    return _written(hand)


def _written(hand: Hand) -> str:
    parts = []
    for meld in hand.melds:
        text = str(meld)
        parts.append(f"{text[0]}{_run(meld.tiles)}{text[-1]}")
    waiting = sorted(hand.waiting)
    groups: list[list[int]] = []
    for tile in waiting:
        if groups and FACES[groups[-1][0]][1] == FACES[tile][1]:
            groups[-1].append(tile)
        else:
            groups.append([tile])
    parts += [_run(tuple(group)) for group in groups]
    if hand.winning is not None:
        parts.append(f"+{_run((hand.winning,))}")
    if hand.flowers:
        parts.append("".join(NAMES_ZH[tile] for tile in hand.flowers))
    return "  ".join(parts)


def _run(group: tuple[int, ...]) -> str:
    suit = FACES[group[0]][1]
    if suit in "mps":
        return "".join(FACES[tile][0] for tile in group) + NAMES_ZH[group[0]][1]
    return "".join(NAMES_ZH[tile] for tile in group)


def _cell(text: str) -> str:
    return text.replace("|", "/")
