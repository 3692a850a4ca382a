"""Players and groups as a screen shows them, gathered from the book."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from models.roster import Change, ChangeUndone, GroupSaved, Roster, player_id
from tui.services import BookMessage

if TYPE_CHECKING:
    from models.book import Book


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player over all nights."""

    id: str
    name: str
    """What he is called now."""
    written: tuple[str, ...]
    """Every name he has in a night, the most frequent first."""
    nights: int
    last: str
    """Date of his last night."""
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

    @property
    def groups(self) -> tuple[GroupSaved, ...]:
        """Groups on offer, by name."""
        return tuple(self.roster.groups[name] for name in sorted(self.roster.groups))

    def name(self, player: str) -> str:
        """What a player is called now, also one who has not played yet."""
        found = next((p for p in self.players if p.id == self.roster.whole(player)), None)
        return found.name if found else self.roster.name(player, "?")

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
    """Everybody who ever played in the book, and the groups. Reads the book: call it on its thread."""
    from models.records import players_of

    changes = book.changes()
    roster = book.roster()
    counts: dict[str, dict[str, int]] = {}
    nights: dict[str, int] = {}
    last: dict[str, str] = {}
    known: dict[str, str] = {}
    for record in book.records():
        for seat, player in enumerate(players_of(record, roster)):
            written = record.figures.players[seat]
            known.setdefault(player_id(written), written)
            of = counts.setdefault(player, {})
            of[written] = of.get(written, 0) + 1
            nights[player] = nights.get(player, 0) + 1
            last[player] = max(last.get(player, ""), record.figures.date)
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
                roster.name(player, own or ordered[0]),
                tuple(ordered),
                nights[player],
                last[player],
                parts,
            )
        )
    players.sort(key=lambda p: (-p.nights, p.name))
    return RosterView(tuple(players), roster, _undoable(changes))


def _undoable(changes: list[Change]) -> Change | None:
    undone = {c.event.change for c in changes if isinstance(c.event, ChangeUndone)}
    standing = [c for c in changes if not isinstance(c.event, ChangeUndone) and c.id not in undone]
    return standing[-1] if standing else None
