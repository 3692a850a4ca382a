"""One event on top of what stands: the step of which :mod:`models.night` is the fold."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from models import ledger
from models.event_checks import Refusal, shape_problem
from models.events import (
    ChipsCounted,
    ChopDeclined,
    Chopped,
    HandDrawn,
    HandWon,
    InstantPayment,
    NightSettled,
    NightStarted,
    Options,
    Seat,
    TableEvent,
    Win,
)
from models.hand_name import HandName, hand_name
from models.ledger import Debt, Fate, Payment
from models.messages import Msg, msg

Four: TypeAlias = tuple[int, int, int, int]
"""One amount a seat."""

ZERO: Four = (0, 0, 0, 0)
SEATS = (0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class Position:
    """Where a night stands between two events."""

    debts: tuple[Debt, ...] = ()
    """Sorted by debtor, then creditor."""
    totals: Four = ZERO
    """Payments in minus out so far."""
    hand_points: Four = ZERO
    lai_extra: Four = ZERO
    instant: Four = ZERO
    passes: int = 0
    """How many times the deal has passed."""
    streak: int = 0
    """連莊 count of the deal to come."""
    hands: int = 0
    """Hands played, draws too."""
    fresh: tuple[tuple[Seat, Seat], ...] = ()
    """(debtor, creditor) whose pulls the last hand brought to a multiple of ``chop_at``, less those chopped or declined since."""
    declined: tuple[tuple[Seat, Seat], ...] = ()
    """(debtor, creditor) who have said no since the last hand."""
    settled: bool = False

    @property
    def dealer(self) -> Seat:
        """Who deals the hand to come."""
        return self.passes % 4

    @property
    def name(self) -> HandName:
        """The hand to come."""
        return hand_name(self.passes)


@dataclass(frozen=True, slots=True)
class Share:
    """What one winner gets from one payer for a hand."""

    winner: Seat
    payer: Seat
    fan: int
    """The hand's fan, without the dealer fan."""
    dealer_fan: int
    value: int
    """Base and all the fan, in money."""


@dataclass(frozen=True, slots=True)
class Record:
    """One standing event, with what it did. ``name``, ``dealer`` and ``streak`` are as they stood before it."""

    number: int
    at: str
    event: TableEvent
    """As it is read now, corrections applied."""
    kind: str
    """``win``, ``draw``, ``chop``, ``decline``, ``pay``, ``count`` or ``settle``."""
    name: HandName
    dealer: Seat
    streak: int
    hand_number: int
    """Number of the hand (1 for the first), or of the hand to come when this is none."""
    payments: tuple[Payment, ...]
    """By payer, then receiver."""
    debts: tuple[Debt, ...]
    """After it, by debtor, then creditor."""
    before: tuple[Debt, ...]
    totals: Four
    """After it."""
    values: tuple[Share, ...] = ()
    """Of a won hand, for each winner and payer that count."""
    fates: tuple[Fate, ...] = ()
    """What became of each debt that stood, when a hand was won."""
    corrected_by: int | None = None
    """Number of the correction by which it is read as it is."""
    passed: bool = field(default=False)
    """Whether the deal passed with it."""


KINDS = {
    HandWon: "win",
    HandDrawn: "draw",
    Chopped: "chop",
    ChopDeclined: "decline",
    InstantPayment: "pay",
    ChipsCounted: "count",
    NightSettled: "settle",
}


def dealer_fan(options: Options, dealer: Seat, streak: int, winner: Seat, payer: Seat) -> int:
    """莊: ``1 + 2n`` between the dealer and anybody, else 0."""
    return 1 + 2 * streak if options.dealer_fan == "on" and dealer in (winner, payer) else 0


def is_over(options: Options, position: Position) -> bool:
    """Whether the deal has left the last round that was to be played."""
    return options.rounds > 0 and position.passes >= 4 * options.rounds


def choices(options: Options, position: Position) -> tuple[Debt, ...]:
    """The debts whose debtor may chop now."""
    if options.chop != "ask":
        return ()
    if options.chop_again == "after_more_pulls":
        return tuple(d for d in position.debts if (d.debtor, d.creditor) in position.fresh)
    return tuple(d for d in position.debts if d.pulls >= options.chop_at)


def counting(options: Options, event: HandWon) -> tuple[Win, ...]:
    """The wins that count, in turn after the discarder: all of them, or under 頭跳 the first alone."""
    payer = event.payer
    if payer is None or len(event.wins) == 1:
        return event.wins
    inorder = tuple(sorted(event.wins, key=lambda win: (win.winner - payer) % 4))
    return inorder[:1] if options.multi_ron == "nearest" else inorder


def step(
    start: NightStarted,
    position: Position,
    number: int,
    at: str,
    event: TableEvent,
    corrected_by: int | None = None,
) -> tuple[Position, Record] | Refusal:
    """The position after ``event`` and its record, or why it cannot be. ``start`` is sound; ``event`` may be anything."""
    refusal = shape_problem(event) or _closed(start, position, event)
    if refusal is not None:
        return refusal
    shares: tuple[Share, ...] = ()
    fates: tuple[Fate, ...] = ()
    payments: tuple[Payment, ...] = ()
    match event:
        case HandWon():
            after, shares, fates, payments = _won(start, position, event)
        case HandDrawn():
            after = _dealt(position, start.options.draw_keeps_dealer)
        case Chopped():
            debt = _open_choice(start, position, event)
            if isinstance(debt, Refusal):
                return debt
            pair = (debt.debtor, debt.creditor)
            payments = _paid([debt], "chop")
            after = replace(
                position,
                debts=tuple(d for d in position.debts if d is not debt),
                totals=_plus(position.totals, payments),
                fresh=tuple(p for p in position.fresh if p != pair),
            )
        case ChopDeclined():
            debt = _open_choice(start, position, event)
            if isinstance(debt, Refusal):
                return debt
            pair = (debt.debtor, debt.creditor)
            after = replace(
                position,
                fresh=tuple(p for p in position.fresh if p != pair),
                declined=tuple(sorted({*position.declined, pair})),
            )
        case InstantPayment():
            payments = tuple(
                Payment(payer, receiver, event.amount, "instant")
                for payer in (SEATS if event.payer is None else (event.payer,))
                for receiver in (SEATS if event.receiver is None else (event.receiver,))
                if payer != receiver
            )
            after = replace(
                position,
                totals=_plus(position.totals, payments),
                instant=_plus(position.instant, payments),
            )
        case ChipsCounted():
            total = position.totals[event.player]
            if total != event.amount:
                name = start.players[event.player]
                return Refusal(
                    msg(
                        "{name} has {total} by the book, not {amount}",
                        name=name,
                        total=total,
                        amount=event.amount,
                    )
                    if abs(event.amount) < 10**40
                    else msg("{name} has {total} by the book", name=name, total=total),
                    msg("count the money again, or find the hand that is wrong; {total} fits", total=total),
                )
            after = position
        case _:
            payments = _paid(position.debts, "settle_up")
            after = replace(
                position,
                debts=(),
                totals=_plus(position.totals, payments),
                fresh=(),
                declined=(),
                settled=True,
            )
    record = Record(
        number,
        at,
        event,
        KINDS[type(event)],
        hand_name(position.passes),
        position.passes % 4,
        position.streak,
        position.hands + 1,
        payments,
        after.debts,
        position.debts,
        after.totals,
        shares,
        fates,
        corrected_by,
        after.passes != position.passes,
    )
    return after, record


def _closed(start: NightStarted, position: Position, event: TableEvent) -> Refusal | None:
    if position.settled:
        if not isinstance(event, ChipsCounted):
            return Refusal(msg("the night is settled up"), msg("only a count or an undo fits now"))
    elif isinstance(event, (HandWon, HandDrawn)) and is_over(start.options, position):
        return Refusal(
            msg("the last round has been played"),
            msg("only settling up, a chop, a payment, a count or an undo fits now"),
        )
    return None


def _won(
    start: NightStarted, position: Position, event: HandWon
) -> tuple[Position, tuple[Share, ...], tuple[Fate, ...], tuple[Payment, ...]]:
    options = start.options
    dealer, streak = position.passes % 4, position.streak
    wins = counting(options, event)
    shares = []
    values = {}
    points = list(position.hand_points)
    for win in wins:
        winner = win.winner
        for payer in SEATS if event.payer is None else (event.payer,):
            if payer == winner:
                continue
            extra = dealer_fan(options, dealer, streak, winner, payer)
            value = start.base + (win.fan + extra) * start.per_fan
            shares.append(Share(winner, payer, win.fan, extra, value))
            values[winner, payer] = value
            points[winner] += value
            points[payer] -= value
    winners = [win.winner for win in wins]
    if options.settlement == "cash":
        moved = ledger.in_cash(values)
    else:
        moved = ledger.play(position.debts, winners, values, options, event.payer is None)
    grown = {(f.debt.debtor, f.debt.creditor) for f in moved.fates if f.row is ledger.Row.ROLLS}
    fresh = tuple(
        (d.debtor, d.creditor)
        for d in moved.debts
        if d.pulls % options.chop_at == 0 and (d.debtor, d.creditor) in grown
    )
    a, b, c, d = position.lai_extra
    e, f, g, h = moved.lai_extra
    stays = dealer in winners
    after = Position(
        moved.debts,
        _plus(position.totals, moved.payments),
        (points[0], points[1], points[2], points[3]),
        (a + e, b + f, c + g, d + h),
        position.instant,
        position.passes + (not stays),
        streak + 1 if stays else 0,
        position.hands + 1,
        fresh,
    )
    return after, tuple(shares), moved.fates, moved.payments


def _dealt(position: Position, stays: bool) -> Position:
    """After a hand nobody won."""
    return replace(
        position,
        passes=position.passes + (not stays),
        streak=position.streak + 1 if stays else 0,
        hands=position.hands + 1,
        fresh=(),
        declined=(),
    )


def _plus(four: Four, payments: tuple[Payment, ...]) -> Four:
    if not payments:
        return four
    sums = list(four)
    for payment in payments:
        sums[payment.payer] -= payment.amount
        sums[payment.receiver] += payment.amount
    return sums[0], sums[1], sums[2], sums[3]


def _paid(debts: list[Debt] | tuple[Debt, ...], reason: str) -> tuple[Payment, ...]:
    return tuple(Payment(d.debtor, d.creditor, d.amount, reason) for d in debts if d.amount)


def _open_choice(start: NightStarted, position: Position, event: Chopped | ChopDeclined) -> Debt | Refusal:
    """The debt that ``event`` chops or declines to chop, or why it cannot."""
    options = start.options
    open_now = choices(options, position)
    pair = (event.debtor, event.creditor)
    debtor, creditor = start.players[event.debtor], start.players[event.creditor]
    declining = isinstance(event, ChopDeclined)
    for debt in open_now:
        if (debt.debtor, debt.creditor) == pair:
            if not (declining and pair in position.declined):
                return debt
            open_now = tuple(d for d in open_now if d is not debt)
    if not open_now:
        fits = msg("no debt can be chopped now")
    else:
        pairs = ", ".join(f"{start.players[d.debtor]} → {start.players[d.creditor]}" for d in open_now)
        fits = msg("what can be chopped now: {pairs}", pairs=pairs)
    return Refusal(_why_not(options, position, pair, debtor, creditor, declining), fits)


def _why_not(
    options: Options, position: Position, pair: tuple[Seat, Seat], debtor: str, creditor: str, declining: bool
) -> Msg:
    debt = next((d for d in position.debts if (d.debtor, d.creditor) == pair), None)
    if debt is None:
        return msg("{debtor} owes {creditor} nothing", debtor=debtor, creditor=creditor)
    if options.chop == "off":
        return msg("nobody chops at this table")
    if debt.pulls < options.chop_at:
        return msg(
            "{debtor}'s debt to {creditor} has {pulls} of the {needed} pulls a chop needs",
            debtor=debtor,
            creditor=creditor,
            pulls=debt.pulls,
            needed=options.chop_at,
        )
    if declining and pair in position.declined:
        return msg("{debtor} has already said no", debtor=debtor)
    return msg(
        "{debtor} did not chop when he could; the choice comes back at {pulls} pulls",
        debtor=debtor,
        pulls=(debt.pulls // options.chop_at + 1) * options.chop_at,
    )
