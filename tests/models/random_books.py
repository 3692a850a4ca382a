"""Random books for statistics, and what they should say, worked out from the plain hands by other means than the program's."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from models.book import Book
from models.events import (
    Chopped,
    Corrected,
    Event,
    HandDrawn,
    HandWon,
    InstantPayment,
    Item,
    NightSettled,
    NightStarted,
    Options,
    Undone,
    Win,
)

NAMES = ("阿明", "阿強", "Peter", "Mary", "陳太", "七叔", "Kit")
FANS = [
    ("men_qing", "門清", "Concealed"),
    ("hua", "花", "Flower"),
    ("zi_mo", "自摸", "Self-draw"),
    ("ping", "平糊", "All chows"),
]


def random_hand(chance: random.Random, fans: int = 40) -> HandWon:
    seats = [0, 1, 2, 3]
    chance.shuffle(seats)
    if chance.random() < 0.35:
        return HandWon((random_win(chance, seats[0], fans),), None)
    several = chance.choice([1, 1, 1, 1, 1, 2, 3])
    return HandWon(tuple(random_win(chance, s, fans) for s in seats[1 : several + 1]), seats[0])


def random_win(chance: random.Random, seat: int, fans: int) -> Win:
    items = tuple(
        Item(ident, chance.randrange(1, 5), 1, zh, en) for ident, zh, en in FANS if chance.random() < 0.3
    )
    return Win(seat, chance.randrange(fans), "123456789m1122z" if items else "", items=items)


@dataclass
class Reference:
    """Plain adding-up of one night under the usual rules: nothing undone or corrected comes in here."""

    base: int
    per_fan: int
    debts: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    cash: list[int] = field(default_factory=lambda: [0] * 4)
    dealer: int = 0
    streak: int = 0
    seat: list[Counter[str]] = field(default_factory=lambda: [Counter() for _ in range(4)])
    pair: defaultdict[tuple[int, int], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    fans: list[Counter[str]] = field(default_factory=lambda: [Counter() for _ in range(4)])
    best: list[tuple[int, int]] = field(default_factory=lambda: [(-1, -1)] * 4)
    hands: int = 0
    draws: int = 0
    results: list[list[int]] = field(default_factory=list)

    def pay(self, payer: int, receiver: int, amount: int) -> None:
        self.cash[payer] -= amount
        self.cash[receiver] += amount

    def result(self) -> list[int]:
        total = list(self.cash)
        for (d, c), (amount, _) in self.debts.items():
            total[d] -= amount
            total[c] += amount
        return total

    def play(self, event: Event) -> None:
        match event:
            case HandWon(wins, payer):
                self.won(wins, payer)
            case HandDrawn():
                self.hands += 1
                self.draws += 1
                self.deal_moves(False)
            case Chopped(debtor, creditor):
                self.pay(debtor, creditor, self.debts.pop((debtor, creditor))[0])
                self.pair[creditor, debtor]["chopped"] += 1
            case InstantPayment(payer, receiver, amount):
                for a in range(4):
                    for b in range(4):
                        if a != b and payer in (None, a) and receiver in (None, b):
                            self.pay(a, b, amount)
                            self.seat[a]["instant"] -= amount
                            self.seat[b]["instant"] += amount
            case NightSettled():
                for d, c in list(self.debts):
                    self.pay(d, c, self.debts.pop((d, c))[0])
        self.results.append(self.result())

    def deal_moves(self, stays: bool) -> None:
        self.seat[self.dealer]["dealt"] += 1
        self.seat[self.dealer]["streak"] = max(self.seat[self.dealer]["streak"], self.streak + stays)
        self.dealer, self.streak = (self.dealer, self.streak + 1) if stays else ((self.dealer + 1) % 4, 0)

    def won(self, wins: tuple[Win, ...], payer: int | None) -> None:
        self.hands += 1
        winners = [w.winner for w in wins]
        v: dict[tuple[int, int], int] = {}
        for win in wins:
            w = win.winner
            payers = [payer] if payer is not None else [p for p in range(4) if p != w]
            for p in payers:
                extra = 1 + 2 * self.streak if self.dealer in (w, p) else 0
                v[w, p] = self.base + (win.fan + extra) * self.per_fan
                self.pair[w, p]["hands"] += 1
                self.pair[w, p]["points"] += v[w, p]
            worth = sum(v[w, p] for p in payers)
            self.seat[w].update(won=1, self_drawn=payer is None, won_points=worth)
            self.best[w] = max(self.best[w], (win.fan, worth))
            self.fans[w].update(i.id for i in win.items)
        for p in {p for _, p in v}:
            self.seat[p].update(
                paid=1, dealt_in=payer is not None, lost_points=sum(x for (_, q), x in v.items() if q == p)
            )
        for (w, p), x in v.items():
            self.seat[w]["hand_points"] += x
            self.seat[p]["hand_points"] -= x
        for (d, c), (amount, pulls) in list(self.debts.items()):
            if (c, d) in v:
                half = -(-amount // 2)
                self.debts[d, c] = [amount + half + v[c, d], pulls + 1]
                self.pair[c, d].update(rolled=1, lai_extra=half)
            elif (d, c) in v:
                self.pay(d, c, amount // 2)
                self.pair[d, c].update(kicked=1, lai_extra=amount - amount // 2)
                del self.debts[d, c]
            elif c in winners and d not in winners:
                pass
            else:
                self.pay(d, c, amount)
                del self.debts[d, c]
        for (w, p), x in v.items():
            self.debts.setdefault((p, w), [x, 1])
        for (d, c), (_, pulls) in self.debts.items():
            self.pair[c, d]["most_pulls"] = max(self.pair[c, d]["most_pulls"], pulls)
        self.deal_moves(self.dealer in winners)


@dataclass
class MadeNight:
    """A night in the book and what it should add up to."""

    id: str
    start: NightStarted
    reference: Reference


def write_night(book: Book, chance: random.Random, length: int, **start: object) -> MadeNight:
    """Writes a random night, with slips that are undone or corrected; the reference sees only what stands."""
    names = tuple(chance.sample(NAMES, 4))
    day = f"2026-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}"
    begun = NightStarted(
        names,
        chance.randrange(6),
        chance.randrange(1, 4),
        day,
        group=chance.choice(["", "Friday", "公司"]),
        options=Options(rules=chance.choice(["hk", "taiwan"])),
        **start,
    )
    night = book.start(begun, at=f"{day}T20:00:00+08:00")
    reference = Reference(begun.base, begun.per_fan)
    last = 0

    def append(event: Event) -> int:
        nonlocal last
        last = book.append(night, event, last).number
        return last

    for _ in range(length):
        choppable = [pair for pair, (_, pulls) in reference.debts.items() if pulls >= 3]
        dice = chance.random()
        event: Event
        if choppable and dice < 0.3:
            event = Chopped(*chance.choice(choppable))
        elif dice < 0.4:
            event = HandDrawn()
        elif dice < 0.48:
            seats = chance.sample(range(4), 2)
            event = chance.choice(
                [
                    InstantPayment(None, seats[0], 35, "八仙過海"),
                    InstantPayment(seats[0], None, 20, "詐糊"),
                    InstantPayment(seats[0], seats[1], 7),
                ]
            )
        else:
            event = random_hand(chance)
        slip = chance.random()
        if slip < 0.1:
            wrong = append(random_hand(chance))
            append(Undone(wrong))
            append(event)
        elif slip < 0.2:
            wrong = append(random_hand(chance))
            append(Corrected(wrong, event))
        elif slip < 0.25:
            right = append(event)
            correction = append(Corrected(right, random_hand(chance)))
            append(Undone(correction))
        else:
            append(event)
        reference.play(event)
    if chance.random() < 0.7:
        append(NightSettled())
        reference.play(NightSettled())
    return MadeNight(night, begun, reference)
