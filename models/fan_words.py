"""What each fan asks for, in words, and the family it is shown in. Texts are data (``assets/booklet/fans.toml``)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import assets

if TYPE_CHECKING:
    from models.rules import Row, RuleSet


@dataclass(frozen=True, slots=True)
class FanWords:
    """One row in words."""

    family: str
    zh: str
    en: str
    sample: str = ""
    """Id of a sample hand that has it."""

    def text(self, chinese: bool) -> str:
        """The condition."""
        return self.zh if chinese else self.en


@lru_cache(maxsize=1)
def _data() -> tuple[dict[str, tuple[str, str]], dict[str, dict[str, FanWords]]]:
    data = tomllib.loads(assets.text("booklet/fans.toml"))
    families = {name: (entry["zh"], entry["en"]) for name, entry in data["families"].items()}
    tables = {
        table: {
            fan: FanWords(family, words["zh"], words["en"], words.get("sample", ""))
            for family, rows in data.get(table, {}).items()
            for fan, words in rows.items()
        }
        for table in ("hk", "taiwan", "extra")
    }
    return families, tables


def families() -> dict[str, tuple[str, str]]:
    """Every family's name (zh, en), in the order they are shown."""
    return _data()[0]


def words(row: Row, table: str) -> FanWords:
    """A row in words: its own text, or for a row put together from others what it is put together from."""
    _families, tables = _data()
    found = tables[table].get(row.id) or tables["extra"].get(row.id)
    if found is None and row.condition and row.condition != row.id:
        found = tables[table].get(row.condition) or tables["extra"].get(row.condition)
    if found is not None:
        return found
    made = _composed(row)
    if made is not None:
        return FanWords("other", *made)
    from models.fans import REGISTER

    known = REGISTER.get(row.condition or row.id)
    first = known.doc.strip().split("\n", 1)[0] if known else ""
    return FanWords("other", first, first)


def _composed(row: Row) -> tuple[str, str] | None:
    parts_zh, parts_en = [], []
    for names, zh, en in (
        (row.all, "同時有：", "all of: "),
        (row.any, "至少有一樣：", "any of: "),
        (row.none, "沒有：", "none of: "),
    ):
        if names:
            parts_zh.append(zh + "、".join(_name(name, True) for name in names))
            parts_en.append(en + ", ".join(_name(name, False) for name in names))
    if row.each:
        parts_zh.append("每次計：" + _name(row.each, True))
        parts_en.append("each: " + _name(row.each, False))
    if not parts_zh:
        return None
    return "；".join(parts_zh), "; ".join(parts_en)


def _name(condition: str, chinese: bool) -> str:
    from models.fans import REGISTER

    known = REGISTER.get(condition)
    return condition if known is None else known.zh if chinese else known.en


def by_family(rules: RuleSet) -> dict[str, list[Row]]:
    """The rows of a rule set by family, families in their order, rows in the set's order; empty families are left out."""
    found: dict[str, list[Row]] = {name: [] for name in families()}
    for row in rules.rows:
        found[words(row, rules.table).family].append(row)
    return {name: rows for name, rows in found.items() if rows}
