"""The assignment solver against every permutation."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from vision.assign import assign


@pytest.mark.parametrize("seed", range(40))
def test_agrees_with_every_permutation(seed):
    rng = np.random.default_rng(seed)
    rows, columns = (int(n) for n in sorted(rng.integers(1, 7, 2)))
    values = rng.normal(0, 5, (rows, columns)).round(1 if seed % 2 else 6)
    total, chosen = assign(values)
    best = max(
        sum(values[r, c] for r, c in enumerate(order))
        for order in itertools.permutations(range(columns), rows)
    )
    assert total == pytest.approx(best)
    assert len(set(chosen.tolist())) == rows
    assert total == pytest.approx(values[np.arange(rows), chosen].sum())


def test_more_rows_than_columns():
    with pytest.raises(ValueError, match="more rows"):
        assign(np.zeros((3, 2)))
