"""A night in one line, for lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from models.events import Corrected, Entry, HandDrawn, HandWon, NightSettled, NightStarted, Undone


@dataclass(frozen=True, slots=True)
class NightInfo:
    """What a list of nights shows of one."""

    id: str
    date: str
    players: tuple[str, str, str, str]
    started_at: str
    """ISO 8601 time of event 0."""
    hands: int
    """Hands played, draws included."""
    settled: bool
    group: str
    rules: str
    """Name of the rule set."""
    base: int = 0
    per_fan: int = 0
    last: int = 0
    """Number of the newest entry."""
    totals: tuple[int, int, int, int] | None = None
    """What the night gave (settled) or would give if it were settled now; ``None`` where that is not counted yet."""


def standing(entries: Iterable[Entry]) -> dict[int, object]:
    """The events that stand, by number: undone ones left out, corrected ones as corrected. Whether each can be is the fold's affair."""
    by_number = {entry.number: entry.event for entry in entries}
    gone = {e.number for e in by_number.values() if isinstance(e, Undone)}
    found: dict[int, object] = {
        n: e for n, e in by_number.items() if n not in gone and not isinstance(e, Undone | Corrected)
    }
    for number, event in by_number.items():
        if isinstance(event, Corrected) and number not in gone and event.number in found:
            found[event.number] = event.event
    return found


def quick_info(night: str, started_at: str, entries: list[Entry]) -> NightInfo:
    """The line without folding the night: no totals."""
    events = standing(entries)
    start = events.get(0)
    if not isinstance(start, NightStarted):
        start = NightStarted(("?", "?", "?", "?"), 0, 1)
    return NightInfo(
        id=night,
        date=start.date or started_at[:10],
        players=start.players,
        started_at=started_at,
        hands=sum(isinstance(e, HandWon | HandDrawn) for e in events.values()),
        settled=any(isinstance(e, NightSettled) for e in events.values()),
        group=start.group,
        rules=start.options.rules,
        base=start.base,
        per_fan=start.per_fan,
        last=entries[-1].number if entries else 0,
    )
