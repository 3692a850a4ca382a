"""The ledger once more, written straight from its rules with nothing of ``models``' own machinery: plain lists, one long function.

It takes events that stand (no corrections, no undos) and tells, after each, the whole state, or that the event cannot be.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from models.events import (
    ChipsCounted,
    ChopDeclined,
    Chopped,
    HandDrawn,
    HandWon,
    InstantPayment,
    NightSettled,
    NightStarted,
)

REFUSED = "refused"


class Reference:
    def __init__(self, start: NightStarted) -> None:
        self.base, self.per_fan, self.o = start.base, start.per_fan, start.options
        self.owed: dict[tuple[int, int], list[int]] = {}  # (d, c) -> [amount, pulls]
        self.cash = [0] * 4
        self.points = [0] * 4
        self.extra = [0] * 4
        self.instant = [0] * 4
        self.dealer = self.streak = self.passes = 0
        self.settled = False
        self.open: set[tuple[int, int]] = set()
        self.said_no: set[tuple[int, int]] = set()

    def state(self) -> tuple:
        return (
            sorted((d, c, a, k) for (d, c), (a, k) in self.owed.items()),
            self.cash,
            self.points,
            self.extra,
            self.instant,
            self.dealer,
            self.streak,
            self.passes,
            self.settled,
            sorted(self.may_chop()),
        )

    def may_chop(self) -> set[tuple[int, int]]:
        if self.o.chop != "ask":
            return set()
        if self.o.chop_again == "any_time":
            return {pair for pair, (_, k) in self.owed.items() if k >= self.o.chop_at}
        return {pair for pair in self.open if pair in self.owed}

    def pay(self, payer: int, receiver: int, amount: int, reason: str) -> None:
        self.cash[payer] -= amount
        self.cash[receiver] += amount
        if amount:
            self.paid.append((payer, receiver, amount, reason))

    def pass_deal(self, stays: bool) -> None:
        if stays:
            self.streak += 1
        else:
            self.streak = 0
            self.passes += 1
            self.dealer = (self.dealer + 1) % 4

    def play(self, event) -> object:
        """The payments of the event, or :data:`REFUSED`."""
        self.paid: list[tuple[int, int, int, str]] = []
        if self.settled and not isinstance(event, ChipsCounted):
            return REFUSED
        over = self.o.rounds != 0 and self.passes >= 4 * self.o.rounds
        if over and isinstance(event, HandWon | HandDrawn):
            return REFUSED

        if isinstance(event, HandDrawn):
            self.open, self.said_no = set(), set()
            self.pass_deal(self.o.draw_keeps_dealer)
        elif isinstance(event, ChipsCounted):
            if self.cash[event.player] != event.amount:
                return REFUSED
        elif isinstance(event, NightSettled):
            for (d, c), (a, _) in self.owed.items():
                self.pay(d, c, a, "settle_up")
            self.owed = {}
            self.settled = True
        elif isinstance(event, Chopped):
            pair = (event.debtor, event.creditor)
            if pair not in self.may_chop():
                return REFUSED
            self.pay(*pair, self.owed.pop(pair)[0], "chop")
        elif isinstance(event, ChopDeclined):
            pair = (event.debtor, event.creditor)
            if pair not in self.may_chop() or pair in self.said_no:
                return REFUSED
            self.said_no.add(pair)
            self.open.discard(pair)
        elif isinstance(event, InstantPayment):
            if (
                (event.payer is None and event.receiver is None)
                or event.payer == event.receiver
                or event.amount < 1
            ):
                return REFUSED
            payers = (
                [event.payer] if event.payer is not None else [s for s in range(4) if s != event.receiver]
            )
            receivers = (
                [event.receiver] if event.receiver is not None else [s for s in range(4) if s != event.payer]
            )
            for payer in payers:
                for receiver in receivers:
                    self.pay(payer, receiver, event.amount, "instant")
                    self.instant[payer] -= event.amount
                    self.instant[receiver] += event.amount
        elif isinstance(event, HandWon):
            fan = {w.winner: w.fan for w in event.wins}
            if len(fan) != len(event.wins) or event.payer in fan or not fan:
                return REFUSED
            if (event.payer is None and len(fan) > 1) or min(fan.values()) < 0:
                return REFUSED
            self.win(fan, event.payer)
        return sorted(self.paid)

    def win(self, fan: dict[int, int], payer: int | None) -> None:
        o = self.o
        if o.multi_ron == "nearest" and payer is not None:
            for step in (1, 2, 3):
                if (payer + step) % 4 in fan:
                    fan = {(payer + step) % 4: fan[(payer + step) % 4]}
                    break
        won = set(fan)
        pays = {w: ({payer} if payer is not None else {0, 1, 2, 3} - {w}) for w in won}

        def v(w: int, p: int) -> int:
            dealing = self.dealer in (w, p) and o.dealer_fan == "on"
            return self.base + (fan[w] + (1 + 2 * self.streak if dealing else 0)) * self.per_fan

        for w in won:
            for p in pays[w]:
                self.points[w] += v(w, p)
                self.points[p] -= v(w, p)
        self.open, self.said_no = set(), set()
        if o.settlement == "cash":
            for w in won:
                for p in pays[w]:
                    self.pay(p, w, v(w, p), "cash")
        else:
            self.rows(won, pays, v)
        self.pass_deal(self.dealer in won)

    def rows(self, won, pays, v) -> None:
        o = self.o
        part = won | {p for w in won for p in pays[w]}
        for (d, c), (a, k) in list(self.owed.items()):
            if c in won and d in pays[c]:  # row 2
                up = ceil(Fraction(3, 2) * a)
                self.owed[d, c] = [up + v(c, d), k + 1]
                self.extra[c] += up - a
                self.extra[d] -= up - a
                if (k + 1) % o.chop_at == 0:
                    self.open.add((d, c))
            elif d in won and c in pays[d]:  # row 3
                half = Fraction(a, 2)
                paid = ceil(half) if o.rounding == "half_up" else floor(half)
                del self.owed[d, c]
                self.pay(d, c, paid, "kick_half")
                self.extra[c] -= a - paid
                self.extra[d] += a - paid
            elif c in won and d in won:  # row 4
                del self.owed[d, c]
                self.pay(d, c, a, "both_won")
            elif c in won:  # row 5
                if len(won) > 1 and o.bystander_on_multi_ron == "settle":
                    del self.owed[d, c]
                    self.pay(d, c, a, "outsider")
            else:  # row 6
                if o.outsider_win == "hold" and c not in part and d not in part:
                    continue
                del self.owed[d, c]
                self.pay(d, c, a, "outsider")
        for w in won:
            for p in pays[w]:
                if (p, w) not in self.owed:
                    self.owed[p, w] = [v(w, p), 1]
        if o.self_draw == "settled" and any(len(p) == 3 for p in pays.values()):
            for d, c in list(self.owed):
                if c in won:
                    self.pay(d, c, self.owed.pop((d, c))[0], "self_draw")
        if o.chop == "auto":
            for d, c in list(self.owed):
                if self.owed[d, c][1] >= o.chop_at:
                    self.pay(d, c, self.owed.pop((d, c))[0], "auto_chop")
