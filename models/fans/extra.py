"""Conditions that other tables pay and the two source tables lack, and plain predicates for a table's own rows."""

from __future__ import annotations

from models.fans.base import Facts, fan


@fan("exposed_hand", "有上碰", "Hand with an exposed meld")
def exposed_hand(x: Facts) -> int:
    """At least one chow, pung or exposed kong. A predicate for a table's own rows."""
    return 1 if x.exposed else 0
