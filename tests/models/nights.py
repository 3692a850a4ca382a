"""Random nights for property tests: mostly sensible, with enough nonsense in them."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import strategies as st

from models.events import (
    ChipsCounted,
    ChopDeclined,
    Chopped,
    Corrected,
    Entry,
    HandDrawn,
    HandWon,
    InstantPayment,
    NightSettled,
    NightStarted,
    Options,
    Undone,
    Win,
)
from models.night import Folder
from models.options import OPTIONS
from models.replay import choices

SEATS = st.integers(0, 3)
NAMES = ("甲", "乙 小", 'D"ing', "all,1")


def _value(option):
    if option.choices:
        return st.sampled_from([choice.value for choice in option.choices])
    if option.name == "chop_at":
        return st.integers(2, 4)
    if option.is_number:
        return st.integers(0, 20)
    return st.sampled_from(["hk", "taiwan", "my rules, new.toml"])


OPTION_SETS = st.builds(Options, **{option.name: _value(option) for option in OPTIONS})
STARTS = st.builds(
    NightStarted,
    players=st.permutations(NAMES).map(tuple),
    base=st.integers(0, 12),
    per_fan=st.integers(1, 3),
    date=st.dates().map(lambda day: day.isoformat()),
    options=st.one_of(st.just(Options()), OPTION_SETS, OPTION_SETS),
)


@st.composite
def hands(draw) -> HandWon:
    """A hand that can be: one to three winners off one discarder, or a self-draw."""
    fans = st.integers(0, 40)
    order = draw(st.permutations([0, 1, 2, 3]))
    kind = draw(st.sampled_from([1, 1, 1, 1, 2, 3, "self"]))
    if kind == "self":
        return HandWon((Win(order[0], draw(fans)),), None)
    return HandWon(tuple(Win(w, draw(fans)) for w in order[:kind]), order[3])


WORDS = st.sampled_from(["", "八仙過海", "詐糊", 'reward, with # and "quotes"', "two  spaces", '"'])


@st.composite
def table_events(draw, folder: Folder):
    """An event that fits the night so far more often than not."""
    kind = draw(st.sampled_from("WWWWWWWWDCCNPPKX" + ("S" if draw(st.integers(0, 5)) == 0 else "")))
    open_now = choices(folder.start.options, folder.position)
    if kind == "W":
        return draw(hands())
    if kind == "D":
        return HandDrawn()
    if kind in "CN":
        cls = Chopped if kind == "C" else ChopDeclined
        if open_now:
            debt = draw(st.sampled_from(open_now))
            return cls(debt.debtor, debt.creditor)
        return cls(draw(SEATS), draw(SEATS))
    if kind == "P":
        return InstantPayment(
            draw(st.none() | SEATS), draw(st.none() | SEATS), draw(st.integers(0, 50)), draw(WORDS)
        )
    if kind == "K":
        seat = draw(SEATS)
        return ChipsCounted(seat, folder.position.totals[seat] + draw(st.sampled_from([0, 0, 0, 1])))
    if kind == "X":
        return HandWon((Win(draw(SEATS), 3),), draw(SEATS))
    return NightSettled()


@st.composite
def nights(draw, corrections: bool = True, most: int = 20) -> list[Entry]:
    """Entries of a night, undos and corrections among them, some of which cannot be."""
    entries = [Entry(0, "2026-11-29T20:00:00+08:00", draw(STARTS))]
    folder = Folder(entries)
    for number in range(1, draw(st.integers(1, most)) + 1):
        what = draw(st.integers(0, 9)) if corrections else 9
        if what == 0:
            last = folder.last_standing
            event = Undone(last if last is not None and draw(st.booleans()) else draw(st.integers(0, number)))
        elif what == 1:
            target = draw(st.integers(0, number))
            event = Corrected(target, draw(STARTS) if target == 0 else draw(table_events(folder)))
        else:
            event = draw(table_events(folder))
        entry = Entry(number, "", event)
        folder.add(entry)
        entries.append(entry)
    return entries


@st.composite
def plain_nights(draw, most: int = 20) -> list[Entry]:
    """Without undos and corrections."""
    return draw(nights(corrections=False, most=most))


def seeded_start(rng: random.Random) -> NightStarted:
    """A start with any options."""
    values = {}
    for option in OPTIONS:
        if option.choices:
            values[option.name] = rng.choice(option.choices).value
        elif option.is_number:
            values[option.name] = rng.randint(2, 4)
    options = Options(**values) if rng.random() < 0.8 else Options()
    if rng.random() < 0.7:
        options = replace(options, settlement="lai")
    players = list(NAMES)
    rng.shuffle(players)
    return NightStarted(tuple(players), rng.randint(0, 12), rng.randint(1, 3), "2026-11-29", options)


def seeded_event(rng: random.Random, folder: Folder):
    """The same mixture as :func:`table_events`, quickly."""
    roll = rng.random()
    order = rng.sample(range(4), 4)
    open_now = choices(folder.start.options, folder.position)
    if roll < 0.2 and open_now:
        debt = rng.choice(open_now)
        return rng.choice([Chopped, ChopDeclined])(debt.debtor, debt.creditor)
    if roll < 0.7:
        if rng.random() < 0.5:  # the same two again, so that debts grow
            return HandWon((Win(rng.randrange(2), rng.randint(0, 30)),), rng.choice([2, 3, None]))
        winners = rng.choice([1, 1, 1, 2, 2, 3])
        payer = None if winners == 1 and rng.random() < 0.4 else order[3]
        return HandWon(tuple(Win(w, rng.randint(0, 30)) for w in order[:winners]), payer)
    if roll < 0.8:
        return HandDrawn()
    if roll < 0.88:
        pair = [None if rng.random() < 0.3 else rng.randrange(4) for _ in range(2)]
        return InstantPayment(pair[0], pair[1], rng.randint(0, 40), rng.choice(["", "八仙過海", "a # b"]))
    if roll < 0.93:
        return ChipsCounted(order[0], folder.position.totals[order[0]] + rng.choice([0, 0, 1]))
    if roll < 0.96:
        return Chopped(order[0], order[1])
    if roll < 0.98:
        return HandWon((Win(order[0], 3), Win(order[1], -1)), order[rng.randrange(4)])
    return NightSettled() if rng.random() < 0.3 else HandDrawn()


def seeded_night(rng: random.Random, corrections: bool = True) -> list[Entry]:
    """A night of up to 40 events."""
    entries = [Entry(0, "", seeded_start(rng))]
    folder = Folder(entries)
    for number in range(1, rng.randint(20, 40)):
        roll = rng.random() if corrections else 1.0
        if roll < 0.1:
            event = Undone(rng.choice([folder.last_standing or 0, rng.randrange(number + 1)]))
        elif roll < 0.2:
            target = rng.randrange(number + 1)
            event = Corrected(target, seeded_start(rng) if target == 0 else seeded_event(rng, folder))
        else:
            event = seeded_event(rng, folder)
        entries.append(Entry(number, "", event))
        folder.add(entries[-1])
    return entries
