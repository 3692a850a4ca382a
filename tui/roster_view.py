"""Players and groups as a screen shows them, gathered from the book."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from models.roster import Change, ChangeUndone, GroupSaved, PlayerRenamed, Roster, player_id
from tui.services import BookMessage

if TYPE_CHECKING:
    from models.book import Book


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player over all nights, or one of a group who has not played yet."""

    id: str
    name: str
    """What he is called now."""
    written: tuple[str, ...]
    """Every name he has in a night, the most frequent first."""
    nights: int
    last: str
    """Date of his last night; nothing before his first."""
    parts: tuple[tuple[str, str], ...]
    """Players merged into him: id and a name each is known by."""


@dataclass(frozen=True, slots=True)
class RosterView:
    """Everybody, the groups, and the changes made to them."""

    players: tuple[PlayerView, ...]
    """The most frequent first."""
    roster: Roster
    undoable: Change | None
    """The last change that stands."""
    tables: frozenset[frozenset[str]] = frozenset()
    """Who sat together, by night."""

    @property
    def groups(self) -> tuple[GroupSaved, ...]:
        """Groups on offer, by name."""
        return tuple(self.roster.groups[name] for name in sorted(self.roster.groups))

    def name(self, player: str) -> str:
        """What a player is called now, also one who has not played yet."""
        found = next((p for p in self.players if p.id == self.roster.whole(player)), None)
        return found.name if found else self.roster.name(player, "?")

    def partners(self, player: PlayerView) -> list[PlayerView]:
        """Who may be the same person: those who never sat at one table with him."""
        met = frozenset().union(*(seated for seated in self.tables if player.id in seated))
        return [other for other in self.players if other.id != player.id and other.id not in met]

    def player(self, player: str) -> PlayerView | None:
        """A player by id, or whoever he was merged into."""
        whole = self.roster.whole(player)
        return next((p for p in self.players if p.id == whole), None)


class Gathered(BookMessage):
    """Players and groups as the book has them now."""

    def __init__(self, view: RosterView, said: Callable[[], str] | None = None) -> None:
        super().__init__()
        self.view = view
        self.said = said


def gather(book: Book) -> RosterView:
    """Everybody who ever played in the book or is in a group, and the groups. Reads the book: call it on its thread."""
    from models.records import players_of

    changes = book.changes()
    roster = book.roster()
    counts: dict[str, dict[str, int]] = {}
    nights: dict[str, int] = {}
    last: dict[str, str] = {}
    known: dict[str, str] = {}
    tables: set[frozenset[str]] = set()
    for record in book.records():
        seated = players_of(record, roster)
        tables.add(frozenset(seated))
        for seat, player in enumerate(seated):
            written = record.figures.players[seat]
            known.setdefault(player_id(written), written)
            of = counts.setdefault(player, {})
            of[written] = of.get(written, 0) + 1
            nights[player] = nights.get(player, 0) + 1
            last[player] = max(last.get(player, ""), record.figures.date)
    for group in roster.groups.values():
        for player in group.players:
            counts.setdefault(roster.whole(player), {})
    players = []
    for player, names in counts.items():
        ordered = sorted(names, key=lambda name: (-names[name], name))
        parts = tuple(
            (part, roster.renamed.get(part) or known.get(part, part[:6]))
            for part in sorted(roster.merged)
            if roster.whole(part) == player
        )
        own = known.get(player)
        players.append(
            PlayerView(
                player,
                roster.name(player, own or next(iter(ordered), "?")),
                tuple(ordered),
                nights.get(player, 0),
                last.get(player, ""),
                parts,
            )
        )
    players.sort(key=lambda p: (-p.nights, p.name))
    return RosterView(tuple(players), roster, _undoable(changes), frozenset(tables))


def _undoable(changes: list[Change]) -> Change | None:
    """The last change that a person would miss: that somebody is called what he was first called is none."""
    undone = {c.event.change for c in changes if isinstance(c.event, ChangeUndone)}
    standing = [c for c in changes if not isinstance(c.event, ChangeUndone) and c.id not in undone]
    named: set[str] = set()
    found = None
    for change in standing:
        event = change.event
        if isinstance(event, PlayerRenamed):
            first = event.player not in named and player_id(event.name) == event.player
            named.add(event.player)
            if first:
                continue
        found = change
    return found
