"""Random events and nights for property tests."""

from __future__ import annotations

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
    Item,
    NightSettled,
    NightStarted,
    Options,
    Undone,
    Win,
)

seats = st.integers(0, 3)
amounts = st.integers(-(10**20), 10**20)
texts = st.text(max_size=20)
items = st.builds(Item, texts, amounts, st.integers(0, 9), texts, texts)
wins = st.builds(
    Win,
    seats,
    amounts,
    texts,
    texts,
    st.lists(items, max_size=3).map(tuple),
    st.none() | amounts,
    texts,
)
options = st.builds(
    Options,
    rounding=st.sampled_from(["winner", "half_up"]),
    chop_at=st.integers(2, 9),
    draw_keeps_dealer=st.booleans(),
    rounds=st.integers(0, 4),
    rules=texts,
)
starts = st.builds(
    NightStarted, st.tuples(texts, texts, texts, texts), amounts, amounts, texts, options, texts, texts
)
table_events = st.one_of(
    st.builds(HandWon, st.lists(wins, max_size=3).map(tuple), st.none() | seats),
    st.just(HandDrawn()),
    st.builds(Chopped, seats, seats),
    st.builds(ChopDeclined, seats, seats),
    st.builds(InstantPayment, st.none() | seats, st.none() | seats, amounts, texts),
    st.builds(ChipsCounted, seats, amounts),
    st.just(NightSettled()),
)
events = st.one_of(
    starts,
    table_events,
    st.builds(Corrected, st.integers(0, 99), starts | table_events),
    st.builds(Undone, st.integers(0, 99)),
)
entries = st.builds(Entry, st.integers(0, 10**6), texts, events)
