"""戰績: what many nights add up to. Pure: takes the nights' figures and the roster, gives values; rates are exact fractions.

A *hand* is one dealt and played, draws included; a *night* counts when at least one hand or instant payment happened in it. A night that is
not settled counts as if it were settled now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from models.events import Item
from models.records import NightRecord, names_of, players_of
from models.roster import Roster


@dataclass(frozen=True, slots=True)
class Filter:
    """Which nights count. An empty field lets all through."""

    since: str = ""
    """ISO date, included."""
    until: str = ""
    """ISO date, included."""
    group: str = ""
    rules: str = ""
    """Name of a rule set."""
    player: str = ""
    """Id of a player who took part."""

    def lets(self, record: NightRecord, roster: Roster) -> bool:
        """Whether the night counts."""
        figures = record.figures
        return (
            record.trouble is None
            and figures.played
            and (not self.since or figures.date >= self.since)
            and (not self.until or figures.date[: len(self.until)] <= self.until)
            and (not self.group or roster.group(figures.group) == roster.group(self.group))
            and (not self.rules or figures.rules == self.rules)
            and (not self.player or self.player in players_of(record, roster))
        )


@dataclass(frozen=True, slots=True)
class BigHand:
    """Somebody's biggest hand: most fan, then most money, then the earlier."""

    player: str
    night: str
    date: str
    number: int
    """Event number in the night."""
    fan: int
    value: int
    """What all payers gave together."""
    self_drawn: bool
    hand: str
    """Its tiles in notation, when they are known."""
    context: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class FanCount:
    """How often a fan was counted."""

    id: str
    zh: str
    en: str
    hands: int


@dataclass(slots=True)
class PlayerFigures:
    """One player over all the nights that count."""

    player: str
    """Id."""
    name: str
    nights: int = 0
    hands: int = 0
    """Hands played in his nights, draws included."""
    won: int = 0
    self_drawn: int = 0
    """Of those won, by self-draw 自摸."""
    dealt_in: int = 0
    """出銃: hands in which he was the one who paid for a ron."""
    paid: int = 0
    """Hands he paid in, self-draws of others too."""
    dealt: int = 0
    """Hands he was dealer in."""
    won_points: int = 0
    lost_points: int = 0
    result: int = 0
    """What the nights gave together: hand points, lai extra and instant payments."""
    hand_points: int = 0
    lai_extra: int = 0
    instant: int = 0
    nights_won: int = 0
    """Nights that gave more than nothing."""
    best_night: int = 0
    worst_night: int = 0
    streak: int = 0
    """Most times in a row the deal stayed with him 連莊."""
    streak_night: str = ""
    best: BigHand | None = None
    fans: list[FanCount] = field(default_factory=list)
    """Most frequent first."""

    @property
    def win_rate(self) -> Fraction | None:
        """食糊率: of the hands played, those won."""
        return _over(self.won, self.hands)

    @property
    def self_draw_rate(self) -> Fraction | None:
        """自摸率: of the hands won, those by self-draw."""
        return _over(self.self_drawn, self.won)

    @property
    def deal_in_rate(self) -> Fraction | None:
        """出銃率: of the hands played, those he dealt into."""
        return _over(self.dealt_in, self.hands)

    @property
    def average_win(self) -> Fraction | None:
        """What a hand he won brought, all payers together."""
        return _over(self.won_points, self.won)

    @property
    def average_loss(self) -> Fraction | None:
        """What a hand he paid in cost him."""
        return _over(self.lost_points, self.paid)

    @property
    def average_night(self) -> Fraction | None:
        """What a night gave."""
        return _over(self.result, self.nights)


@dataclass(slots=True)
class PairRecord:
    """What one player did to another: ``winner`` to ``payer``."""

    winner: str
    payer: str
    winner_name: str
    payer_name: str
    nights: int = 0
    """Nights they sat at one table."""
    hands: int = 0
    """Hands won from him."""
    points: int = 0
    """What those were worth."""
    rolled: int = 0
    """Times his debt was pulled on 拉."""
    most_pulls: int = 0
    """Most pulls 口 his debt ever had."""
    kicked: int = 0
    """Times the winner kicked half of what he owed him 踢半."""
    chopped: int = 0
    """Times the payer chopped his debt 斬."""
    lai_extra: int = 0
    """What pulling won from him and kicking saved against him."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Head to head of two players: each direction, and what ``one`` is up on ``other`` by hands and by lai."""

    one: PairRecord
    other: PairRecord

    @property
    def balance(self) -> int:
        """What the first is up on the second: hand points and lai extra between the two."""
        return self.one.points + self.one.lai_extra - self.other.points - self.other.lai_extra


@dataclass(frozen=True, slots=True)
class NightPoint:
    """One night in the course of nights."""

    night: str
    date: str
    results: dict[str, int]
    """Player id to what this night gave him."""
    balances: dict[str, int]
    """Player id to the sum up to this night, for everybody seen so far."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Everything over the nights that count."""

    nights: int
    hands: int
    draws: int
    players: list[PlayerFigures]
    """Standings: best result first."""
    names: dict[str, str]
    """Player id to name."""
    fans: list[FanCount]
    """Most frequent first, everybody's."""
    biggest: BigHand | None
    course: list[NightPoint]
    """Night after night, oldest first."""

    def player(self, player: str) -> PlayerFigures | None:
        """One player's figures."""
        return next((p for p in self.players if p.player == player), None)


def _over(part: int, whole: int) -> Fraction | None:
    return Fraction(part, whole) if whole else None


def chosen(records: Iterable[NightRecord], roster: Roster, which: Filter) -> list[NightRecord]:
    """The nights that count, in order of their date, then of their start."""
    found = [record for record in records if which.lets(record, roster)]
    return sorted(found, key=lambda record: (record.figures.date, record.started_at, record.id))


def statistics(records: Iterable[NightRecord], roster: Roster, which: Filter | None = None) -> Statistics:
    """Adds up the nights that count. Everybody who sat in them is among the players."""
    nights = chosen(records, roster, which or Filter())
    players: dict[str, PlayerFigures] = {}
    fans: dict[str, dict[str, int]] = {}
    everybodys: dict[str, int] = {}
    fan_names: dict[str, tuple[str, str]] = {}
    names: dict[str, str] = {}
    course: list[NightPoint] = []
    balances: dict[str, int] = {}
    hands = draws = 0
    biggest: BigHand | None = None
    for record in nights:
        figures = record.figures
        hands += figures.hands
        draws += figures.draws
        ids = players_of(record, roster)
        results: dict[str, int] = {}
        for seat, (player, name) in enumerate(zip(ids, names_of(record, roster), strict=True)):
            names[player] = name  # the latest night's spelling, unless renamed
            one = players.get(player)
            if one is None:
                one = players[player] = PlayerFigures(player, name)
                fans[player] = {}
            one.name = name
            if (
                player not in results
            ):  # a night may have been imported in which two merged players sit together
                one.hands += figures.hands
            results[player] = results.get(player, 0) + figures.result[seat]
            one.result += figures.result[seat]
            one.hand_points += figures.hand_points[seat]
            one.lai_extra += figures.lai_extra[seat]
            one.instant += figures.instant[seat]
            mine = figures.seats[seat]
            one.won += mine.won
            one.self_drawn += mine.self_drawn
            one.dealt_in += mine.dealt_in
            one.paid += mine.paid
            one.dealt += mine.dealt
            one.won_points += mine.won_points
            one.lost_points += mine.lost_points
            if mine.streak > one.streak:
                one.streak, one.streak_night = mine.streak, record.id
            best = mine.best
            if best is not None and (
                one.best is None or (best.fan, best.value) > (one.best.fan, one.best.value)
            ):
                one.best = BigHand(
                    player,
                    record.id,
                    figures.date,
                    best.number,
                    best.fan,
                    best.value,
                    best.self_drawn,
                    best.hand,
                    best.context,
                    best.items,
                )
                if biggest is None or (best.fan, best.value) > (biggest.fan, biggest.value):
                    biggest = one.best
            own = fans[player]
            for ident, (count, zh, en) in mine.fans.items():
                own[ident] = own.get(ident, 0) + count
                everybodys[ident] = everybodys.get(ident, 0) + count
                fan_names[ident] = (zh, en)
        for player, result in results.items():
            one = players[player]
            one.best_night = result if not one.nights else max(one.best_night, result)
            one.worst_night = result if not one.nights else min(one.worst_night, result)
            one.nights += 1
            one.nights_won += result > 0
            balances[player] = balances.get(player, 0) + result
        course.append(NightPoint(record.id, figures.date, results, dict(balances)))
    for player, one in players.items():
        one.fans = _frequent(fans[player], fan_names)
    return Statistics(
        nights=len(nights),
        hands=hands,
        draws=draws,
        players=sorted(players.values(), key=lambda p: (-p.result, p.name, p.player)),
        names=names,
        fans=_frequent(everybodys, fan_names),
        biggest=biggest,
        course=course,
    )


def _frequent(counts: dict[str, int], names: dict[str, tuple[str, str]]) -> list[FanCount]:
    found = [FanCount(ident, *names[ident], hands) for ident, hands in counts.items()]
    return sorted(found, key=lambda fan: (-fan.hands, fan.id))


def pairs(
    records: Iterable[NightRecord], roster: Roster, which: Filter | None = None
) -> dict[tuple[str, str], PairRecord]:
    """Head to head: for every two players who sat at one table, in both directions, (winner, payer) to what happened."""
    found: dict[tuple[str, str], PairRecord] = {}
    for record in chosen(records, roster, which or Filter()):
        ids = players_of(record, roster)
        names = names_of(record, roster)
        seated: set[tuple[str, str]] = set()
        for a, one in enumerate(ids):
            for b, other in enumerate(ids):
                if one == other:
                    continue
                pair = found.get((one, other))
                if pair is None:
                    pair = found[one, other] = PairRecord(one, other, names[a], names[b])
                pair.winner_name, pair.payer_name = names[a], names[b]
                if (one, other) not in seated:
                    seated.add((one, other))
                    pair.nights += 1
        for figures in record.figures.pairs:
            key = ids[figures.winner], ids[figures.payer]
            if key[0] == key[1]:
                continue
            pair = found[key]
            pair.hands += figures.hands
            pair.points += figures.points
            pair.rolled += figures.rolled
            pair.most_pulls = max(pair.most_pulls, figures.most_pulls)
            pair.kicked += figures.kicked
            pair.chopped += figures.chopped
            pair.lai_extra += figures.lai_extra
    return found


def duels(found: dict[tuple[str, str], PairRecord], player: str = "") -> list[Duel]:
    """Each two once, the one who is up first; of ``player`` alone if named, then always himself first. Most nights together first."""
    duels = []
    for (one, other), pair in found.items():
        if player:
            if one == player:
                duels.append(Duel(pair, found[other, one]))
        elif one < other:
            duel = Duel(pair, found[other, one])
            duels.append(duel if duel.balance >= 0 else Duel(duel.other, duel.one))
    return sorted(
        duels, key=lambda d: (-d.one.nights, -abs(d.balance), d.one.winner_name, d.other.winner_name)
    )


def through_night(record: NightRecord) -> list[tuple[int, tuple[int, int, int, int]]]:
    """The four balances through a night, starting from nothing: event number and what each would have if it were settled then."""
    return [(0, (0, 0, 0, 0)), *((number, (a, b, c, d)) for number, a, b, c, d in record.figures.series)]


def groups(records: Sequence[NightRecord], roster: Roster) -> list[str]:
    """Every group with nights or on offer, by name."""
    played = {roster.group(r.figures.group) for r in records if r.figures.group}
    return sorted(played | set(roster.groups))


def rule_sets(records: Sequence[NightRecord]) -> list[str]:
    """Every rule set nights were played under, by name."""
    return sorted({r.figures.rules for r in records if r.figures.played})


def players(records: Sequence[NightRecord], roster: Roster) -> dict[str, str]:
    """Every player of any night: id to the name he has now."""
    found: dict[str, str] = {}
    for record in records:
        if record.trouble is None:
            found.update(zip(players_of(record, roster), names_of(record, roster), strict=True))
    return found
