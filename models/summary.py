"""A night's figures: all that lists and statistics ask of it, counted once. Derived from the fold; kept only to be quick, never the truth."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Final, Literal

import msgspec

from models.events import Chopped, HandWon, InstantPayment, Item, Seat, Win
from models.ledger import Debt
from models.night import Night, Record, Row
from models.replay import Four

SEATS: Final = (0, 1, 2, 3)
_SOURCES: Final = (
    "summary",
    "night",
    "replay",
    "ledger",
    "event_checks",
    "transfers",
    "hand_name",
    "events",
    "options",
)


class BestHand(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A player's biggest hand of a night: most fan, then most money, then the earlier."""

    number: int
    fan: int
    value: int
    """What all payers gave together, dealer fan included."""
    self_drawn: bool
    hand: str
    context: str
    items: tuple[Item, ...]


class SeatFigures(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What one player did in a night."""

    won: int
    """Hands won."""
    self_drawn: int
    """Of those, by self-draw."""
    dealt_in: int
    """Hands in which he alone paid: 出銃."""
    dealt: int
    """Hands he was dealer in."""
    won_points: int
    """Σ v of the hands won."""
    paid: int
    """Hands he paid in."""
    lost_points: int
    """Σ v of the hands paid."""
    streak: int
    """Most times in a row the deal stayed with him."""
    best: BestHand | None
    fans: dict[str, tuple[int, str, str]]
    """Fan id to the number of hands it was counted in, and its names (zh, en)."""


class PairFigures(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What ``winner`` did to ``payer``, and the one's debts to the other."""

    winner: Seat
    payer: Seat
    hands: int
    """Hands won from him."""
    points: int
    """Σ v of those."""
    rolled: int
    """Times his debt was pulled on."""
    most_pulls: int
    """Most pulls his debt ever had."""
    kicked: int
    """Times the winner kicked half of his own debt to the payer."""
    chopped: int
    """Times the payer chopped his debt to the winner."""
    lai_extra: int
    """What rolling won from him, and what kicking half saved against him."""


class NightSummary(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A night's figures."""

    form: Literal[1]
    """Which fields there are and what they mean: another number is another form, and is counted again."""
    date: str
    players: tuple[str, str, str, str]
    group: str
    rules: str
    base: int
    per_fan: int
    hands: int
    draws: int
    settled: bool
    played: bool
    """Whether anything happened that a statistic counts."""
    result: Four
    """What the night gave; while it is not settled, what it would give now."""
    hand_points: Four
    lai_extra: Four
    instant: Four
    seats: tuple[SeatFigures, SeatFigures, SeatFigures, SeatFigures]
    pairs: tuple[PairFigures, ...]
    """Only those with something to tell."""
    problems: int
    """Events that cannot be."""
    course: msgspec.Raw
    """JSON of :attr:`series`: the longest part, and only a night's own chart asks for it."""

    @property
    def series(self) -> tuple[tuple[int, int, int, int, int], ...]:
        """Event number and the four results after it, for every event that moved them."""
        return _series.decode(self.course)


class _Seat:
    def __init__(self) -> None:
        self.won = self.self_drawn = self.dealt_in = self.dealt = 0
        self.won_points = self.paid = self.lost_points = self.streak = 0
        self.best: BestHand | None = None
        self.fans: dict[str, tuple[int, str, str]] = {}

    def figures(self) -> SeatFigures:
        return SeatFigures(
            self.won,
            self.self_drawn,
            self.dealt_in,
            self.dealt,
            self.won_points,
            self.paid,
            self.lost_points,
            self.streak,
            self.best,
            self.fans,
        )


class _Pair:
    def __init__(self) -> None:
        self.hands = self.points = self.rolled = self.most_pulls = self.kicked = self.chopped = (
            self.lai_extra
        ) = 0


def summarise(night: Night, started_at: str = "") -> NightSummary:
    """The figures of a folded night. ``started_at`` dates a night that names no date."""
    seats = [_Seat() for _ in SEATS]
    pairs = {(a, b): _Pair() for a in SEATS for b in SEATS if a != b}
    series: list[tuple[int, int, int, int, int]] = []
    hands = draws = 0
    before = (0, 0, 0, 0)
    for record in night.records:
        if record.kind in ("win", "draw"):
            hands += 1
            draws += record.kind == "draw"
            dealer = seats[record.dealer]
            dealer.dealt += 1
            dealer.streak = max(dealer.streak, record.streak + (not record.passed))
        if isinstance(record.event, HandWon):
            _won(record, record.event, seats, pairs)
        elif isinstance(record.event, Chopped):
            pairs[record.event.creditor, record.event.debtor].chopped += 1
        after = _standing_after(record.totals, record.debts)
        if record.kind in ("win", "draw") or after != before:
            series.append((record.number, *after))
        before = after
    return NightSummary(
        form=1,
        date=night.start.date or started_at[:10],
        players=night.players,
        group=night.start.group,
        rules=night.options.rules,
        base=night.start.base,
        per_fan=night.start.per_fan,
        hands=hands,
        draws=draws,
        settled=night.settled,
        played=hands > 0 or any(isinstance(r.event, InstantPayment) for r in night.records),
        result=night.projected,
        hand_points=night.hand_points,
        lai_extra=night.lai_extra,
        instant=night.instant,
        seats=(seats[0].figures(), seats[1].figures(), seats[2].figures(), seats[3].figures()),
        pairs=tuple(
            PairFigures(a, b, p.hands, p.points, p.rolled, p.most_pulls, p.kicked, p.chopped, p.lai_extra)
            for (a, b), p in pairs.items()
            if p.hands or p.kicked or p.chopped
        ),
        problems=len(night.problems),
        course=msgspec.Raw(_encoder.encode(series)),
    )


def _won(record: Record, event: HandWon, seats: list[_Seat], pairs: dict[tuple[Seat, Seat], _Pair]) -> None:
    worth: dict[Seat, int] = {}
    losers: dict[Seat, int] = {}
    for share in record.values:
        worth[share.winner] = worth.get(share.winner, 0) + share.value
        losers[share.payer] = losers.get(share.payer, 0) + share.value
        pair = pairs[share.winner, share.payer]
        pair.hands += 1
        pair.points += share.value
    self_drawn = event.payer is None
    for win in event.wins:
        if win.winner in worth:  # under 頭跳 the others did not win in any respect
            _winner(record.number, win, worth[win.winner], self_drawn, seats[win.winner])
    for payer, value in losers.items():
        seats[payer].paid += 1
        seats[payer].lost_points += value
        seats[payer].dealt_in += not self_drawn
    for fate in record.fates:
        debt = fate.debt
        if fate.row is Row.ROLLS:
            pair = pairs[debt.creditor, debt.debtor]
            pair.rolled += 1
            pair.most_pulls = max(pair.most_pulls, debt.pulls + 1)
            pair.lai_extra += fate.grown - debt.amount
        elif fate.row is Row.KICK_HALF:
            pair = pairs[debt.debtor, debt.creditor]
            pair.kicked += 1
            pair.lai_extra += debt.amount - fate.paid
    for debt in record.debts:
        pair = pairs[debt.creditor, debt.debtor]
        pair.most_pulls = max(pair.most_pulls, debt.pulls)
    for payment in record.payments:
        if payment.reason == "auto_chop":
            pairs[payment.receiver, payment.payer].chopped += 1


def _winner(number: int, win: Win, worth: int, self_drawn: bool, seat: _Seat) -> None:
    seat.won += 1
    seat.self_drawn += self_drawn
    seat.won_points += worth
    if seat.best is None or (win.fan, worth) > (seat.best.fan, seat.best.value):
        seat.best = BestHand(number, win.fan, worth, self_drawn, win.hand, win.context, win.items)
    for item in {item.id: item for item in win.items}.values():
        count = seat.fans.get(item.id, (0,))[0]
        seat.fans[item.id] = (count + 1, item.zh, item.en)


def _standing_after(totals: Four, debts: tuple[Debt, ...]) -> Four:
    result = list(totals)
    for debt in debts:
        result[debt.creditor] += debt.amount
        result[debt.debtor] -= debt.amount
    return result[0], result[1], result[2], result[3]


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(NightSummary)
_series = msgspec.json.Decoder(tuple[tuple[int, int, int, int, int], ...])


def encode(summary: NightSummary) -> str:
    """The figures as text for the book."""
    return _encoder.encode(summary).decode()


def decode(text: str) -> NightSummary | None:
    """The figures of a text; ``None`` when another version wrote it."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return None


@functools.cache
def version() -> str:
    """Changes with whatever could change the figures: figures of another version are counted again."""
    digest = hashlib.sha256()
    folder = Path(__file__).parent
    for name in _SOURCES:
        try:
            digest.update((folder / f"{name}.py").read_bytes())
        except OSError:  # packed without sources: the release tells versions apart
            from importlib.metadata import version as release

            digest.update(release("taipai").encode())
    return digest.hexdigest()[:16]
