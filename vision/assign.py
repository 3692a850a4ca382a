"""The assignment problem: rows to different columns so that the sum is greatest, exactly."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def assign(values: NDArray[np.floating[Any]]) -> tuple[float, NDArray[np.intp]]:
    """The greatest sum of one value a row, no column twice, and each row's column.

    values: rows x columns, finite, with at least as many columns as rows. Shortest augmenting paths, one row
    at a time.
    """
    cost = -np.asarray(values, np.float64)
    rows, columns = cost.shape
    if rows > columns:
        raise ValueError("more rows than columns")
    over = np.zeros(rows)
    under = np.zeros(columns + 1)
    owner = np.full(columns + 1, -1, np.intp)  # the last column is where each search starts
    for row in range(rows):
        owner[columns] = row
        at = columns
        least = np.full(columns, np.inf)
        before = np.full(columns, columns, np.intp)
        used = np.zeros(columns + 1, bool)
        while owner[at] >= 0:
            used[at] = True
            holder = owner[at]
            free = ~used[:columns]
            reach = cost[holder] - over[holder] - under[:columns]
            closer = free & (reach < least)
            least[closer] = reach[closer]
            before[closer] = at
            following = int(np.where(free, least, np.inf).argmin())
            step = least[following]
            taken = np.flatnonzero(used)
            over[owner[taken]] += step
            under[taken] -= step
            least[free] -= step
            at = following
        while at != columns:
            previous = int(before[at])
            owner[at] = owner[previous]
            at = previous
    chosen = np.full(rows, -1, np.intp)
    for column in range(columns):
        if owner[column] >= 0:
            chosen[owner[column]] = column
    return float(np.asarray(values, np.float64)[np.arange(rows), chosen].sum()), chosen
