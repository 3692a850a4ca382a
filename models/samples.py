"""Instructive hands, counted with any rule set: what a change of the rules does, shown on hands everybody can look at.

The hands are data (``assets/samples/hands.toml``); what they are worth is always counted.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import assets
from models.messages import Msg, msg

if TYPE_CHECKING:
    from models.rules import RuleSet
    from models.score import ScoreItem


@dataclass(frozen=True, slots=True)
class Sample:
    """One hand and how it was won, with what it shows."""

    id: str
    family: str
    zh: str
    en: str
    hand: str
    """In notation."""
    context: str = ""
    """Context words."""
    rules: str = ""
    """``taiwan`` for a hand that only the Taiwan table can tell, else nothing."""

    def title(self, chinese: bool) -> str:
        """What it shows."""
        return self.zh if chinese else self.en


@dataclass(frozen=True, slots=True)
class Worth:
    """What a sample is worth under a rule set: a total and its items, or the reason why it is no win there."""

    total: int | None
    items: tuple[ScoreItem, ...] = ()
    why: Msg | None = None
    payer: str = ""
    """Who pays, as :attr:`models.score.Score.payer` says it."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A sample that two rule sets price differently, or that others pay."""

    sample: Sample
    before: Worth
    after: Worth

    @property
    def change(self) -> int | None:
        """How much more it is worth after (0 where only the payer differs); ``None`` where it is a win under one of them only."""
        if self.before.total is None or self.after.total is None:
            return None
        return self.after.total - self.before.total


@lru_cache(maxsize=1)
def load() -> tuple[Sample, ...]:
    """Every sample, in the file's order."""
    return tuple(Sample(**entry) for entry in tomllib.loads(assets.text("samples/hands.toml"))["hand"])


def by_id(sample_id: str) -> Sample | None:
    """The sample of this id."""
    return next((sample for sample in load() if sample.id == sample_id), None)


def fits(sample: Sample, rules: RuleSet) -> bool:
    """Whether the sample is told for the table of ``rules``. A Hong Kong hand may be counted as tai too, not the other way round."""
    return sample.rules in ("", rules.table)


_KEPT: Final = 2_000
_worths: Final[dict[tuple[str, str], Worth]] = {}


def worth(sample: Sample, rules: RuleSet) -> Worth:
    """What the sample is worth. Never raises: a hand that these rules refuse is one they do not pay."""
    key = (sample.id, rules.fingerprint)
    if key not in _worths:
        if len(_worths) >= _KEPT:
            _worths.clear()
        _worths[key] = _counted(sample, rules)
    return _worths[key]


def _counted(sample: Sample, rules: RuleSet) -> Worth:
    from models.hand import HandError
    from models.notation import parse_context, parse_hand
    from models.score import Score, score

    try:
        result = score(
            parse_hand(sample.hand, rules.switches.plant_order), parse_context(sample.context), rules
        )
    except HandError as error:
        return Worth(None, why=error.message)
    if isinstance(result, Score):
        return Worth(result.total, result.items, payer=result.payer)
    return Worth(None, why=getattr(result, "message", msg("not a win")))


def effects(before: RuleSet, after: RuleSet, samples: Sequence[Sample] | None = None) -> tuple[Effect, ...]:
    """The samples that ``after`` prices differently from ``before``, the greatest changes first."""
    found = []
    for sample in load() if samples is None else samples:
        if not fits(sample, after):
            continue
        one, two = worth(sample, before), worth(sample, after)
        if (one.total, one.payer) != (two.total, two.payer):
            found.append(Effect(sample, one, two))
    order = {sample.id: n for n, sample in enumerate(load())}
    return tuple(
        sorted(
            found,
            key=lambda e: (-abs(e.change) if e.change is not None else -(10**6), order.get(e.sample.id, 0)),
        )
    )
