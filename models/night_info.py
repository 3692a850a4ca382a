"""A night in one line, for lists."""

from __future__ import annotations

from dataclasses import dataclass

from models.messages import Msg


@dataclass(frozen=True, slots=True)
class NightInfo:
    """What a list of nights shows of one."""

    id: str
    date: str
    players: tuple[str, str, str, str]
    """As they are called now."""
    started_at: str
    """ISO 8601 time of event 0."""
    hands: int
    """Hands played, draws included."""
    settled: bool
    group: str
    """What the group is called now."""
    rules: str
    """Name of the rule set."""
    base: int
    per_fan: int
    last: int
    """Number of the newest entry."""
    totals: tuple[int, int, int, int]
    """What the night gave; while it is not settled, what it would give now."""
    trouble: Msg | None = None
    """Why the night can't be read, if so."""
