"""Who is who across nights: players with a stable identity, and groups of regulars with their own stakes and rules.

A night holds names as they were written. Which player a name is, is told by an append-only list of changes beside the nights: renaming a
player keeps his history, two players merged by mistake can be parted, and any change can be taken back. A player needs no entry here: his
first name is his identity until somebody changes something.
"""

from __future__ import annotations

import functools
import unicodedata
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from models.events import Options, Seat
from models.messages import Msg, msg

_NAMESPACE: Final = uuid.UUID("6f1c2a0e-52d1-5d0b-9d4b-7a1c7a9b0d54")


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """改名: the player is called ``name`` from now on, in old nights too."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayersMerged:
    """合併: ``player`` turned out to be ``into``; their histories are one."""

    player: str
    into: str


@dataclass(frozen=True, slots=True)
class PlayersParted:
    """分開: ``player`` is a person of his own again."""

    player: str


@dataclass(frozen=True, slots=True)
class SeatAssigned:
    """In one night the name at ``seat`` was somebody else: ``player``, or again whoever the name says when empty."""

    night: str
    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class GroupSaved:
    """A group of regulars as it is from now on; also how a new one is made. Nights played before keep their own stakes and rules."""

    name: str
    players: tuple[str, ...] = ()
    """Player ids."""
    base: int = 0
    per_fan: int = 1
    options: Options = field(default_factory=Options)


@dataclass(frozen=True, slots=True)
class GroupRenamed:
    """The group's nights go with it."""

    name: str
    to: str


@dataclass(frozen=True, slots=True)
class GroupRemoved:
    """No longer offered; its nights keep its name."""

    name: str


@dataclass(frozen=True, slots=True)
class ChangeUndone:
    """A change of the roster, by its id, taken back."""

    change: str


RosterEvent: TypeAlias = (
    PlayerRenamed
    | PlayersMerged
    | PlayersParted
    | SeatAssigned
    | GroupSaved
    | GroupRenamed
    | GroupRemoved
    | ChangeUndone
)


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """A roster event as it stands in the book; changes are ordered by time, then id."""

    at: str
    """ISO 8601 in UTC."""
    id: str
    event: RosterEvent = field(compare=False)


@dataclass(frozen=True, slots=True)
class Roster:
    """Players and groups after some changes."""

    renamed: dict[str, str] = field(default_factory=dict)
    """Player to the name he has now."""
    aliases: dict[str, str] = field(default_factory=dict)
    """Every name ever given by renaming, to its player."""
    merged: dict[str, str] = field(default_factory=dict)
    """Player to the one he is part of."""
    seats: dict[tuple[str, Seat], str] = field(default_factory=dict)
    groups: dict[str, GroupSaved] = field(default_factory=dict)
    """Groups on offer, by name."""
    moved_groups: dict[str, str] = field(default_factory=dict)
    """Former name of a group to the one it has."""
    originals: dict[str, str] = field(default_factory=dict, compare=False)
    """Player to the name he is by himself, for those who also appear under another's."""

    def player(self, name: str, night: str = "", seat: Seat = -1) -> str:
        """The player a name in a night is: an id that renaming does not change."""
        found = self.seats.get((night, seat)) if night else None
        if found is None:
            name = clean(name)
            found = self.aliases.get(name) or player_id(name)
        return self.whole(found)

    def whole(self, player: str) -> str:
        """The player himself, or whom he has been merged into."""
        seen = {player}
        while player in self.merged:
            player = self.merged[player]
            if player in seen:
                break
            seen.add(player)
        return player

    def name(self, player: str, written: str) -> str:
        """What the player is called now; ``written`` is a name he is known by from a night."""
        player = self.whole(player)
        if player in self.renamed or player_id(written) == player:
            return self.renamed.get(player, written)
        return self.originals.get(player, written)

    def called(self, name: str) -> str:
        """What whoever bears a name is called now: an earlier name gives the present one."""
        return self.name(self.player(name), clean(name))

    def group(self, name: str) -> str:
        """What the group a night was played in is called now."""
        seen = {name}
        while name in self.moved_groups:
            name = self.moved_groups[name]
            if name in seen:
                break
            seen.add(name)
        return name


@functools.lru_cache(maxsize=4096)
def clean(name: str) -> str:
    """The name as it identifies: composed characters, single spaces. 甲 typed twice in two ways is one 甲."""
    return " ".join(unicodedata.normalize("NFC", name).split())


@functools.lru_cache(maxsize=4096)
def player_id(name: str) -> str:
    """Who a name is before anybody says otherwise: the same id in every book."""
    return uuid.uuid5(_NAMESPACE, clean(name)).hex


def fold(changes: Iterable[Change]) -> Roster:
    """The roster after some changes, in any order; those that cannot be change nothing. Never raises."""
    ordered = sorted(changes)
    gone: set[str] = set()
    for change in reversed(ordered):
        # an undo may itself be undone: later ones decide first
        if isinstance(change.event, ChangeUndone) and change.id not in gone:
            gone.add(change.event.change)
    roster = Roster()
    for change in ordered:
        if change.id not in gone:
            _apply(roster, change.event)
    return roster


def _apply(roster: Roster, event: RosterEvent) -> None:
    match event:
        case PlayerRenamed(player, name):
            player = roster.whole(player)
            roster.renamed[player] = clean(name)
            roster.aliases.setdefault(clean(name), player)
        case PlayersMerged(player, into):
            if roster.whole(player) != roster.whole(into):
                roster.merged[roster.whole(player)] = roster.whole(into)
        case PlayersParted(player):
            roster.merged.pop(player, None)
        case SeatAssigned(night, seat, player):
            if player:
                roster.seats[night, seat] = player
            else:
                roster.seats.pop((night, seat), None)
        case GroupSaved(name):
            roster.groups[roster.group(clean(name))] = replace(event, name=roster.group(clean(name)))
        case GroupRenamed(name, to):
            name, to = roster.group(clean(name)), clean(to)
            if name != to and to not in roster.groups:
                roster.moved_groups.pop(to, None)
                roster.moved_groups[name] = to
                if name in roster.groups:
                    roster.groups[to] = replace(roster.groups.pop(name), name=to)
        case GroupRemoved(name):
            roster.groups.pop(roster.group(clean(name)), None)


def taking_back(
    changes: Sequence[Change], change: str, written: Iterable[tuple[str, Seat, str]]
) -> ChangeUndone | PlayerRenamed:
    """What takes a change back, where ``written`` are night, seat and name of everybody who ever sat down.

    A rename after which nights were played under the new name is not undone: whoever sat there would become a second person. The player
    is given his former name again, and all his nights stay his.
    """
    undone = ChangeUndone(change)
    event = next((c.event for c in changes if c.id == change), None)
    if not isinstance(event, PlayerRenamed):
        return undone
    before = fold(changes)
    after = fold([*changes, Change(max(c.at for c in changes) + "~", "", undone)])
    sat = list(written)
    if all(before.player(name, night, seat) == after.player(name, night, seat) for night, seat, name in sat):
        return undone
    player = before.whole(event.player)
    former = after.renamed.get(player) or next(
        (name for _, _, name in sat if player_id(name) == player), None
    )
    return undone if former is None else PlayerRenamed(player, clean(former))


def seated_twice(roster: Roster, names: Sequence[str]) -> tuple[int, Msg] | None:
    """The first seat whose name, though another, is a person who sits already, and the line that says so."""
    for seat, name in enumerate(names):
        for other in names[:seat]:
            if clean(name) == clean(other) or roster.player(name) != roster.player(other):
                continue
            now = roster.called(name)
            if now in (clean(name), clean(other)):
                old = other if now == clean(name) else name
                return seat, msg(
                    "{old} is {now}: nobody sits down twice, and somebody else needs another name",
                    old=clean(old),
                    now=now,
                )
            return seat, msg(
                "{one} and {other} are both {now}: nobody sits down twice, and somebody else needs another name",
                one=clean(other),
                other=clean(name),
                now=now,
            )
    return None


def problem(
    roster: Roster,
    event: RosterEvent,
    known: Iterable[str],
    together: Iterable[frozenset[str]] = (),
    changes: Iterable[Change] = (),
) -> Msg | None:
    """Why a change cannot be, or ``None``. ``known`` are the players of all nights, ``together`` those who sat at one table."""
    known = set(known)
    match event:
        case PlayerRenamed(player, name):
            name = clean(name)
            if not name:
                return msg("a player needs a name")
            holder = roster.player(name)
            if holder != roster.whole(player) and (holder in known or name in roster.aliases):
                now = roster.called(name)
                if now != name and player_id(name) in roster.merged:
                    return msg(
                        "{name} was merged into {now}; part the two first, or give another name",
                        name=name,
                        now=now,
                    )
                if now != name:
                    return msg(
                        "{name} is {now}'s earlier name; give another, or merge the two if they are one person",
                        name=name,
                        now=now,
                    )
                return msg(
                    "there is already a player called {name}; merge the two if they are one person", name=name
                )
        case PlayersMerged(player, into):
            one, other = roster.whole(player), roster.whole(into)
            if one == other:
                return msg("they are one player already")
            for seated in together:
                if one in seated and other in seated:
                    return msg("they have sat at one table, so they are two people")
        case PlayersParted(player):
            if player not in roster.merged:
                return msg("this player is not merged with another")
        case SeatAssigned(_, seat, _):
            if seat not in (0, 1, 2, 3):
                return msg("a seat is 1 to 4")
        case GroupSaved(name, players, base, per_fan):
            if not clean(name):
                return msg("a group needs a name")
            if base < 0 or per_fan < 1:
                return msg("the base is 0 or more, per fan 1 or more")
            if len({roster.whole(p) for p in players}) != len(players):
                return msg("a player is named twice")
        case GroupRenamed(name, to):
            if roster.group(clean(name)) not in roster.groups:
                return msg("there is no group {name}", name=name)
            if not clean(to):
                return msg("a group needs a name")
            if clean(to) in roster.groups:
                return msg("there is already a group {name}", name=clean(to))
        case GroupRemoved(name):
            if roster.group(clean(name)) not in roster.groups:
                return msg("there is no group {name}", name=name)
        case ChangeUndone(change):
            if change not in {c.id for c in changes}:
                return msg("there is no such change")
    return None
