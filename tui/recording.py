"""Recording a hand key by key, as a value: what has been typed so far, and what the next key makes of it.

``1 2 1 0 Enter``: player 1 won, player 2 dealt in, ten fan. A winner's own digit again asks for another winner, so
``1 1 4 3 1 0 Enter 8 Enter`` is 1 and 4 both off 3, ten and eight fan; ``1 z 6 Enter`` is a self-draw. Nothing here knows the screen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from models.events import HandWon, Seat, Win
from models.messages import Msg, msg

MOST_DIGITS: Final = 4
"""No hand is worth five digits of fan; a slip of the finger is."""


class Stage(Enum):
    """What the next key is taken for."""

    IDLE = "idle"
    """A winner, or another action."""
    ANOTHER = "another"
    """One more winner."""
    PAYER = "payer"
    """Who pays, or self-draw."""
    FAN = "fan"
    """A number of fan, or the tiles."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A hand as far as it is typed."""

    winners: tuple[Seat, ...] = ()
    another: bool = False
    payer: Seat | None = None
    self_drawn: bool = False
    wins: tuple[Win, ...] = ()
    """The winners' hands that are complete, in the order of ``winners``."""
    typed: str = ""
    counted: Win | None = None
    """The hand now being priced, when its tiles were counted; a number typed over it stays beside it."""

    @property
    def stage(self) -> Stage:
        if not self.winners:
            return Stage.IDLE
        if self.another:
            return Stage.ANOTHER
        if self.payer is None and not self.self_drawn:
            return Stage.PAYER
        return Stage.FAN

    @property
    def pricing(self) -> Seat | None:
        """Whose fan is asked for now."""
        return self.winners[len(self.wins)] if self.stage is Stage.FAN else None

    @property
    def empty(self) -> bool:
        return not self.winners


@dataclass(frozen=True, slots=True)
class Step:
    """What a key did: the draft after it, and a refusal or a finished hand."""

    draft: Draft
    refusal: Msg | None = None
    event: HandWon | None = None


SEAT_KEYS: Final = "1234"

FULL_WIDTH: Final = {chr(ord("０") + n): str(n) for n in range(10)} | {
    "ｚ": "z",
    "＋": "+",
    "，": ",",
    "－": "-",
    "−": "-",
}
"""What a Chinese input method makes of the keys."""


def _now(draft: Draft) -> Win | None:
    """The hand now being priced, as typed or counted; ``None`` while there is no number."""
    seat = draft.pricing
    if seat is None:
        return None
    if draft.typed:
        fan = int(draft.typed)
        return replace(draft.counted, fan=fan) if draft.counted is not None else Win(seat, fan)
    return draft.counted


def so_far(draft: Draft) -> HandWon | None:
    """The hand as it would be recorded now, for a preview: winners without a number yet are left out; ``None`` while there is none at all."""
    if draft.stage is not Stage.FAN:
        return None
    now = _now(draft)
    wins = draft.wins if now is None else (*draft.wins, now)
    return HandWon(wins, draft.payer) if wins else None


def press(draft: Draft, key: str) -> Step:
    """Takes one typed character: a digit, ``z`` for self-draw, ``+`` for another winner."""
    match draft.stage:
        case Stage.IDLE:
            if key in SEAT_KEYS:
                return Step(Draft(winners=(int(key) - 1,)))
            return Step(draft, msg("First the winner: 1, 2, 3 or 4."))
        case Stage.ANOTHER:
            if key in SEAT_KEYS:
                seat = int(key) - 1
                if seat in draft.winners:
                    return Step(
                        draft,
                        msg("{digit} is among the winners already; which other player won too?", digit=key),
                    )
                return Step(replace(draft, winners=(*draft.winners, seat), another=False))
            return Step(draft, msg("Which other player won? 1, 2, 3 or 4; Backspace: nobody else."))
        case Stage.PAYER:
            if key in ("z", "Z"):
                if len(draft.winners) > 1:
                    return Step(
                        draft, msg("A self-draw has one winner; several winners share one discarder.")
                    )
                return Step(replace(draft, self_drawn=True))
            if key in SEAT_KEYS or key in ("+", ",", "&"):
                seat = int(key) - 1 if key in SEAT_KEYS else draft.winners[-1]
                if seat in draft.winners:
                    if len(draft.winners) == 3:
                        return Step(draft, msg("Three have won already: the fourth pays."))
                    return Step(replace(draft, another=True))
                return Step(replace(draft, payer=seat))
            return Step(draft, msg("Who dealt in? 1, 2, 3 or 4; z is a self-draw."))
        case Stage.FAN:
            if key.isascii() and key.isdigit():
                typed = draft.typed + key
                if typed != "0" and typed.startswith("0"):
                    typed = typed.lstrip("0") or "0"
                if len(typed) > MOST_DIGITS:
                    return Step(
                        draft, msg("No hand has that many fan: at most {most}.", most=10**MOST_DIGITS - 1)
                    )
                return Step(replace(draft, typed=typed))
            if key == "-":
                return Step(draft, msg("A hand cannot have less than 0 fan."))
            if key in (".", ","):
                return Step(draft, msg("Whole fan only."))
            return Step(
                draft, msg("Only digits here: the number of fan; h enters the tiles, p reads a photo.")
            )


def enter(draft: Draft) -> Step:
    """Enter: the number stands; the next winner's is asked for, or the hand is finished."""
    match draft.stage:
        case Stage.IDLE:
            return Step(draft, msg("First the winner: 1, 2, 3 or 4."))
        case Stage.ANOTHER:
            return Step(replace(draft, another=False))
        case Stage.PAYER:
            return Step(draft, msg("Who dealt in? 1, 2, 3 or 4; z is a self-draw."))
        case Stage.FAN:
            now = _now(draft)
            if now is None:
                return Step(draft, msg("How many fan? Type a number (0 is allowed), or h for the tiles."))
            wins = (*draft.wins, now)
            if len(wins) < len(draft.winners):
                return Step(replace(draft, wins=wins, typed="", counted=None))
            return Step(draft, event=HandWon(wins, draft.payer))


def back(draft: Draft) -> Draft:
    """Backspace: one key less."""
    if draft.stage is Stage.FAN:
        if draft.typed:
            return replace(draft, typed=draft.typed[:-1])
        if draft.counted is not None:
            return replace(draft, counted=None)
        if draft.wins:
            *kept, last = draft.wins
            if last.hand:
                return replace(draft, wins=tuple(kept), counted=last)
            return replace(draft, wins=tuple(kept), typed=str(last.fan))
        return replace(draft, payer=None, self_drawn=False)
    if draft.another:
        return replace(draft, another=False)
    if len(draft.winners) > 1:
        return replace(draft, winners=draft.winners[:-1], another=True)
    return Draft()


def with_hand(draft: Draft, win: Win, payer: Seat | None) -> Draft:
    """The draft after the tiles of the hand now being priced were counted.

    ``payer`` is who pays by the tiles' own words: who fed a big kong, a robbed konger, ``None`` for a self-draw. Several winners share one
    discarder, so there it never becomes a self-draw, nor one of them.
    """
    winner = draft.pricing if draft.pricing is not None else win.winner
    changed = replace(draft, counted=replace(win, winner=winner), typed="")
    if payer in draft.winners or (payer is None and len(draft.winners) > 1):
        return changed
    return replace(changed, payer=payer, self_drawn=payer is None)


def of_event(event: HandWon) -> Draft:
    """The draft that types a recorded hand again, for a correction: everything but the last Enter."""
    *first, last = event.wins
    return Draft(
        winners=tuple(win.winner for win in event.wins),
        payer=event.payer,
        self_drawn=event.payer is None,
        wins=tuple(first),
        typed="" if last.hand else str(last.fan),
        counted=last if last.hand else None,
    )
