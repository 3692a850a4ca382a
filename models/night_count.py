"""Counts a hand given as tiles in a night's text: the night knows the seat, the round, who deals and whether it was self-drawn.

The dealer fan is never in it: the ledger adds it for each payer.
"""

from __future__ import annotations

from models.event_checks import Refusal
from models.events import Win
from models.night_text import HandToCount


def known_rules(name: str) -> Refusal | None:
    """Why ``name`` is no rule set that can be used, or ``None``."""
    return None


def count(asked: HandToCount) -> Win | Refusal:
    """The hand as a win, or why it cannot be one."""
    from models.messages import msg

    return Refusal(msg("hands given as tiles cannot be counted here"), msg("the hand's fan as a number"))
