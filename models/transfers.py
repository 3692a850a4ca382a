"""Clearing the night's totals with few payments, for a table that moved no cash while it played."""

from __future__ import annotations

from collections.abc import Sequence


def transfers(totals: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
    """Who hands how much to whom, as (payer, receiver, amount), so that every total becomes zero.

    Again and again the largest payer pays the largest receiver what both can clear; the earlier seat breaks ties. For four players that is
    the fewest payments there can be. ``totals`` add up to zero.
    """
    left = list(totals)
    moves: list[tuple[int, int, int]] = []
    while True:
        payer = min(range(len(left)), key=lambda seat: (left[seat], seat))
        receiver = min(range(len(left)), key=lambda seat: (-left[seat], seat))
        amount = min(-left[payer], left[receiver])
        if amount <= 0:
            return tuple(moves)
        left[payer] += amount
        left[receiver] -= amount
        moves.append((payer, receiver, amount))
