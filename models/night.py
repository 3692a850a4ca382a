"""A night is a fold over its events: who deals, who owes whom, what was paid, and which events cannot be.

:func:`fold` is total. An event that cannot be becomes a :class:`Problem` and moves nothing; the rest replays. A correction is read in the
place of the event it corrects, an undo takes an event (or a correction) out; whatever comes after is played again.

:class:`Folder` does the same one entry at a time: an event of the table costs one step, a correction or an undo replays from the event on.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from models import replay
from models.event_checks import TABLE_EVENTS, Refusal, same_kind_of_place, shape_problem
from models.events import Corrected, Entry, Event, HandWon, NightStarted, Options, Seat, TableEvent, Undone
from models.hand_name import HandName
from models.ledger import Debt, Fate, Payment, Row
from models.messages import Msg, msg
from models.options import shown
from models.replay import Four, Position, Record, Share
from models.transfers import transfers

__all__ = [
    "Debt",
    "Fate",
    "Folder",
    "HandName",
    "Night",
    "Payment",
    "Position",
    "Problem",
    "Record",
    "Row",
    "Share",
    "check",
    "fold",
    "preview",
]

_NOBODY: Final = NightStarted(("東", "南", "西", "北"), 0, 1)

LAST_NUMBER: Final = 10**15
"""No event has a larger number."""

INSTANT_FAN: Final = 30
"""What 八仙過海 and 七搶一 are worth in fan, for the suggestion of an instant payment."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An event that cannot be; it moved nothing."""

    number: int
    """The event's number; −1 when it has none."""
    reason: Msg
    fits: Msg
    """What would fit in its place."""


@dataclass(frozen=True, slots=True)
class Night:
    """A night after some events. Everything here is derived; only the events are kept."""

    start: NightStarted
    """As corrected; stand-in names when ``started`` is false."""
    started: bool
    records: tuple[Record, ...]
    """Every standing event, in order."""
    problems: tuple[Problem, ...]
    """By event number."""
    position: Position
    last_number: int
    """The last number used; −1 before the start."""
    last_standing: int | None
    """Number of what an undo would take back: the last event, or correction, that still stands."""

    @property
    def players(self) -> tuple[str, str, str, str]:
        """The names, by seat."""
        return self.start.players

    @property
    def options(self) -> Options:
        """The house rules in force."""
        return self.start.options

    @property
    def debts(self) -> tuple[Debt, ...]:
        """What stands now, by debtor, then creditor."""
        return self.position.debts

    @property
    def totals(self) -> Four:
        """Payments in minus out so far, by seat."""
        return self.position.totals

    @property
    def hand_points(self) -> Four:
        """Won and lost by the hands themselves, by seat."""
        return self.position.hand_points

    @property
    def lai_extra(self) -> Four:
        """Won and lost by rolling and kicking, by seat."""
        return self.position.lai_extra

    @property
    def instant(self) -> Four:
        """Instant payments in minus out, by seat."""
        return self.position.instant

    @property
    def dealer(self) -> Seat:
        """Who deals the hand to come."""
        return self.position.dealer

    @property
    def streak(self) -> int:
        """連莊 count of the hand to come."""
        return self.position.streak

    @property
    def name(self) -> HandName:
        """The hand to come."""
        return self.position.name

    @property
    def hand_number(self) -> int:
        """Number of the hand to come; the first is 1."""
        return self.position.hands + 1

    @property
    def settled(self) -> bool:
        """Whether the table has settled up."""
        return self.position.settled

    @property
    def over(self) -> bool:
        """Whether the deal has left the last round."""
        return replay.is_over(self.options, self.position)

    @property
    def choices(self) -> tuple[Debt, ...]:
        """The debts whose debtor may chop now."""
        return replay.choices(self.options, self.position)

    @property
    def questions(self) -> tuple[Debt, ...]:
        """The choices nobody has answered since the last hand: whom to ask now."""
        return tuple(d for d in self.choices if (d.debtor, d.creditor) not in self.position.declined)

    @property
    def transfers(self) -> tuple[Payment, ...]:
        """After settling up: what clears the totals if no cash has moved during the night."""
        if not self.settled:
            return ()
        return tuple(Payment(a, b, amount, "transfer") for a, b, amount in transfers(self.totals))

    @property
    def projected(self) -> Four:
        """What each would have if the table settled up now."""
        a, b, c, d = (total + self.owed(seat) for seat, total in enumerate(self.totals))
        return a, b, c, d

    def owed(self, seat: Seat) -> int:
        """未找: what is owed to the player minus what he owes."""
        debts = self.position.debts
        return sum(d.amount for d in debts if d.creditor == seat) - sum(
            d.amount for d in debts if d.debtor == seat
        )

    def debt(self, debtor: Seat, creditor: Seat) -> Debt | None:
        """The debt of one player to another, if there is one."""
        return next((d for d in self.debts if d.debtor == debtor and d.creditor == creditor), None)

    def dealer_fan(self, winner: Seat, payer: Seat) -> int:
        """莊 between two players in the hand to come: ``1 + 2n`` when one of them deals."""
        return replay.dealer_fan(self.options, self.dealer, self.streak, winner, payer)

    def value(self, winner: Seat, payer: Seat, fan: int) -> int:
        """What a hand of ``fan`` (without the dealer fan) would bring the winner from the payer now."""
        return self.start.base + (fan + self.dealer_fan(winner, payer)) * self.start.per_fan

    def suggested_instant(self, winner: Seat, payer: Seat) -> int:
        """What 八仙過海 or 七搶一 would usually pay now: the value of a 30-fan hand, dealer fan included."""
        return self.value(winner, payer, INSTANT_FAN)

    def counting_winners(self, hand: HandWon) -> tuple[Seat, ...]:
        """Who wins of those named: all, in turn after the discarder, or under 頭跳 the first of them."""
        return tuple(win.winner for win in replay.counting(self.options, hand))

    def seat_wind(self, seat: Seat) -> int:
        """The seat's wind in the hand to come: 0 East (the dealer) … 3 North."""
        return (seat - self.dealer) % 4

    def record(self, number: int) -> Record | None:
        """The record of one event, if it stands."""
        return next((r for r in self.records if r.number == number), None)


class Folder:
    """Folds a night one entry after the other. Never raises, whatever it is given."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._last = -1
        self._start: NightStarted | None = None
        self._order: list[tuple[int, str, TableEvent]] = []
        self._place: dict[int, int] = {}
        self._corrections: dict[int, list[tuple[int, NightStarted | TableEvent]]] = {}
        self._target: dict[int, int] = {}
        self._undone: set[int] = set()
        self._positions: list[Position] = [Position()]
        self._outcome: list[Record | Refusal | None] = []
        self._malformed: list[Problem] = []
        self._night: Night | None = None
        for entry in entries:
            self.add(entry)

    def copy(self) -> Folder:
        """Another one that stands where this one does."""
        twin = copy.copy(self)
        twin._order = self._order.copy()
        twin._place = self._place.copy()
        twin._corrections = {number: list(those) for number, those in self._corrections.items()}
        twin._target = self._target.copy()
        twin._undone = self._undone.copy()
        twin._positions = self._positions.copy()
        twin._outcome = self._outcome.copy()
        twin._malformed = self._malformed.copy()
        return twin

    def add(self, entry: Entry) -> Problem | None:
        """Takes the next entry in; returns its problem if it cannot be."""
        self._night = None
        refusal = self._take(entry)
        if refusal is None:
            return None
        number = entry.number if isinstance(entry, Entry) and type(entry.number) is int else -1
        return Problem(number, refusal.reason, refusal.fits)

    def offer(self, event: Event, at: str = "") -> Entry | Problem:
        """Takes ``event`` in under the next number if it can be; if not, nothing is taken in and no number used."""
        if isinstance(event, TABLE_EVENTS) and self._last >= 0:
            outcome = self._step(self.position, self._last + 1, at, event, None)
            if isinstance(outcome, Refusal):
                return Problem(self._last + 1, outcome.reason, outcome.fits)
            self._night = None
            self._last += 1
            self._place[self._last] = len(self._order)
            self._order.append((self._last, at, event))
            self._positions.append(outcome[0])
            self._outcome.append(outcome[1])
            return Entry(self._last, at, event)
        problem = self.check(event)
        if problem is not None:
            return problem
        entry = Entry(self._last + 1, at, event)
        self.add(entry)
        return entry

    def record(self, number: int) -> Record | None:
        """The record of one event, if it stands."""
        place = self._place.get(number)
        outcome = None if place is None else self._outcome[place]
        return outcome if isinstance(outcome, Record) else None

    @property
    def last_number(self) -> int:
        """The last number used; −1 before the start."""
        return self._last

    @property
    def start(self) -> NightStarted | None:
        """The night's start as corrected, sound or not; ``None`` before it."""
        return self._effective_start()

    @property
    def position(self) -> Position:
        """Where the night stands now."""
        return self._positions[-1]

    @property
    def night(self) -> Night:
        """The night as it stands now."""
        if self._night is None:
            start = self._effective_start()
            sound = start is not None and shape_problem(start) is None
            problems = list(self._malformed)
            records = []
            for (number, _, _), outcome in zip(self._order, self._outcome, strict=True):
                if isinstance(outcome, Refusal):
                    problems.append(Problem(number, outcome.reason, outcome.fits))
                elif outcome is not None:
                    records.append(outcome)
            if start is not None and not sound:
                wrong = shape_problem(start)
                assert wrong is not None
                problems.append(Problem(0, wrong.reason, wrong.fits))
            self._night = Night(
                start if start is not None and sound else _NOBODY,
                sound,
                tuple(records),
                tuple(sorted(problems, key=lambda problem: problem.number)),
                self._positions[-1],
                self._last,
                self.last_standing,
            )
        return self._night

    @property
    def last_standing(self) -> int | None:
        """Number of the last event, or correction, that stands and can be taken back."""
        last: int | None = None
        for (number, _, _), outcome in zip(reversed(self._order), reversed(self._outcome), strict=True):
            if isinstance(outcome, Record):
                last = number
                break
        standing = [
            n for n, target in self._target.items() if n not in self._undone and target not in self._undone
        ]
        return max([*standing, *([] if last is None else [last])], default=None)

    def check(self, event: Event) -> Problem | None:
        """Why ``event`` could not come next, or ``None``. For a correction also: why the corrected event itself could not be."""
        number = self._last + 1
        refusal: Refusal | None
        if isinstance(event, TABLE_EVENTS) and self._last >= 0:
            outcome = self._step(self.position, number, "", event, None)
            refusal = outcome if isinstance(outcome, Refusal) else None
        elif isinstance(event, Corrected):
            twin = self.copy()
            refusal = twin._take(Entry(number, "", event))
            if refusal is None and event.number in twin._place:
                now = twin._outcome[twin._place[event.number]]
                refusal = now if isinstance(now, Refusal) else None
            elif refusal is None:
                refusal = shape_problem(twin._effective_start())
        else:
            refusal = self.copy()._take(Entry(number, "", event))
        # a copy, since taking an entry in writes down even what is refused
        return None if refusal is None else Problem(number, refusal.reason, refusal.fits)

    def preview(self, event: Event) -> Night:
        """The night as it would be with ``event`` next. This one stays as it is."""
        twin = self.copy()
        twin.add(Entry(self._last + 1, "", event))
        return twin.night

    # --- how an entry is taken in -------------------------------------------------------------------------------------------------

    def _take(self, entry: Entry) -> Refusal | None:
        if not isinstance(entry, Entry):
            refusal = Refusal(
                msg("{entry} is no entry of a night", entry=shown(entry)),
                msg("a numbered event with its time"),
            )
            return self._refuse(-1, refusal)
        number, event = entry.number, entry.event
        if type(number) is not int or not self._last < number <= LAST_NUMBER:
            refusal = Refusal(
                msg("the event number {number} is not free", number=shown(number)),
                msg("the next free number is {number}", number=self._last + 1),
            )
            return self._refuse(number if type(number) is int else -1, refusal)
        self._last = number
        if isinstance(event, NightStarted):
            return self._begin(number, event)
        if isinstance(event, TABLE_EVENTS):
            self._place[number] = len(self._order)
            self._order.append((number, entry.at, event))
            self._advance(len(self._order) - 1)
            outcome = self._outcome[-1]
            return outcome if isinstance(outcome, Refusal) else None
        if isinstance(event, Corrected):
            return self._correct(number, event)
        if isinstance(event, Undone):
            return self._undo(number, event.number)
        wrong = shape_problem(event)
        assert wrong is not None
        return self._refuse(number, wrong)

    def _refuse(self, number: int, refusal: Refusal) -> Refusal:
        self._malformed.append(Problem(number, refusal.reason, refusal.fits))
        return refusal

    def _begin(self, number: int, event: NightStarted) -> Refusal | None:
        if self._start is not None:
            return self._refuse(
                number,
                Refusal(
                    msg("the night has already begun"), msg("a night has one start; correct event 0 instead")
                ),
            )
        if number != 0:
            return self._refuse(
                number, Refusal(msg("the night's start is event 0"), msg("the start comes first"))
            )
        self._start = event
        return shape_problem(event)

    def _standing(self, number: object) -> Refusal | None:
        """Why event ``number`` cannot be corrected or taken back."""
        fits = msg("the number of an event that stands")
        if type(number) is not int or not (number in self._place or number in self._target):
            return Refusal(msg("there is no event {number} to change", number=shown(number)), fits)
        if number in self._undone or self._target.get(number) in self._undone:
            return Refusal(msg("event {number} has already been taken back", number=number), fits)
        return None

    def _correct(self, number: int, event: Corrected) -> Refusal | None:
        refusal = shape_problem(event)
        if refusal is None and type(event.number) is int and event.number in self._target:
            refusal = Refusal(
                msg("event {number} is a correction", number=event.number),
                msg("correct event {number} itself", number=self._target[event.number]),
            )
        if refusal is None and not (
            type(event.number) is int and event.number == 0 and self._start is not None
        ):
            refusal = self._standing(event.number)
        if refusal is None:
            refusal = same_kind_of_place(event.number, event.event)
        if refusal is not None:
            return self._refuse(number, refusal)
        self._corrections.setdefault(event.number, []).append((number, event.event))
        self._target[number] = event.number
        self._replay(event.number)
        return None

    def _undo(self, number: int, undone: int) -> Refusal | None:
        refusal = self._standing(undone)
        if type(undone) is int and undone == 0:
            refusal = Refusal(
                msg("the night's start cannot be taken back"), msg("correct it, or begin another night")
            )
        if refusal is not None:
            return self._refuse(number, refusal)
        self._undone.add(undone)
        target = self._target.get(undone)
        if target is None:
            self._replay(undone)
        else:
            self._corrections[target] = [c for c in self._corrections[target] if c[0] != undone]
            self._replay(target)
        return None

    # --- how the events are played ------------------------------------------------------------------------------------------------

    def _effective_start(self) -> NightStarted | None:
        corrections = self._corrections.get(0)
        if corrections:
            start = corrections[-1][1]
            assert isinstance(start, NightStarted)
            return start
        return self._start

    def _replay(self, number: int) -> None:
        index = self._place.get(number, 0)
        del self._positions[index + 1 :]
        del self._outcome[index:]
        for place in range(index, len(self._order)):
            self._advance(place)

    def _advance(self, place: int) -> None:
        number, at, event = self._order[place]
        position = self._positions[place]
        if number in self._undone:
            self._outcome.append(None)
            self._positions.append(position)
            return
        corrected_by: int | None = None
        corrections = self._corrections.get(number)
        if corrections:
            corrected_by, corrected = corrections[-1]
            assert not isinstance(corrected, NightStarted)
            event = corrected
        outcome = self._step(position, number, at, event, corrected_by)
        if isinstance(outcome, Refusal):
            self._outcome.append(outcome)
            self._positions.append(position)
        else:
            self._outcome.append(outcome[1])
            self._positions.append(outcome[0])

    def _step(
        self, position: Position, number: int, at: str, event: TableEvent, corrected_by: int | None
    ) -> tuple[Position, Record] | Refusal:
        start = self._effective_start()
        if start is None or (start is not self._sound and shape_problem(start) is not None):
            return Refusal(msg("the night has not begun"), msg("the start of the night comes first"))
        self._sound = start
        return replay.step(start, position, number, at, event, corrected_by)

    _sound: NightStarted | None = None
    """The start last found to be without fault, so that it is not looked at again for every event."""


def fold(entries: Iterable[Entry]) -> Night:
    """The night these entries make. Never raises."""
    return Folder(entries).night


def check(entries: Iterable[Entry] | Folder, event: Event) -> Problem | None:
    """Why ``event`` could not come next, or ``None``: asked before it is appended."""
    return (entries if isinstance(entries, Folder) else Folder(entries)).check(event)


def preview(entries: Iterable[Entry] | Folder, event: Event) -> Night:
    """The night as it would be with ``event`` next, such as a correction: the money before and after is shown from it."""
    return (entries if isinstance(entries, Folder) else Folder(entries)).preview(event)
