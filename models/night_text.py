"""A night as text: one line an event, read and written.

::

    night DATE base N per-fan N players NAME NAME NAME NAME
    option KEY = VALUE
    win NAME from NAME WORTH  |  win NAME WORTH, NAME WORTH … from NAME  |  win NAME self-draw WORTH
    draw  |  chop NAME to NAME  |  decline NAME to NAME
    pay NAME|all to NAME|all N [words]  |  count NAME N  |  undo  |  settle

WORTH is the hand's fan without the dealer fan, or the tiles and how they were won in quotes, ``"HAND | WORDS"``. A line that cannot be is a
:class:`LineProblem` and moves nothing; the rest is read as if it were not there.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from models import options as table
from models.event_checks import A_COUNT, NAMES_FIT, Refusal, amount_problem, shape_problem
from models.events import (
    ChipsCounted,
    ChopDeclined,
    Chopped,
    Entry,
    Event,
    HandDrawn,
    HandWon,
    InstantPayment,
    NightSettled,
    NightStarted,
    Options,
    Seat,
    TableEvent,
    Undone,
    Win,
)
from models.messages import Msg, msg
from models.night import Folder, Night, Problem
from models.options import OptionProblem, shown, whole_number
from models.replay import counting
from models.text_lines import Line, Token, quote, split

COUNT: Final = msg("a count")


@dataclass(frozen=True, slots=True)
class LineProblem:
    """A line that cannot be; it moved nothing."""

    line: int
    """From 1."""
    text: str
    reason: Msg
    fits: Msg
    """What would fit in its place."""


@dataclass(frozen=True, slots=True)
class HandToCount:
    """A hand given as tiles, with what the night knows of it."""

    winner: Seat
    hand: str
    """Notation, as written."""
    words: str
    """Context words, as written."""
    rules: str
    """Name of the rule set that counts."""
    seat: int
    """Seat wind of the winner, 0 East (the dealer) … 3 North."""
    round: int
    """Round wind, 0 East … 3 North."""
    dealer: int | None
    """連莊 count when the winner deals, else ``None``."""
    self_draw: bool
    winners: int = 1
    """How many win in this hand."""


Counter: TypeAlias = Callable[[HandToCount], Win | Refusal]
"""Counts a hand without the dealer fan and without any 雙響/三響 extra, or says why it cannot be."""
RulesCheck: TypeAlias = Callable[[str], Refusal | None]
"""Why a name is no rule set, or ``None``."""


@dataclass(frozen=True, slots=True)
class LineRead:
    """One line that is an event or cannot be, told to a :data:`Watcher` as soon as it is read."""

    line: int
    text: str
    entry: Entry | None
    problem: LineProblem | None
    folder: Folder
    """The night so far; it goes on changing."""


Watcher: TypeAlias = Callable[[LineRead], None]


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text read: the events of its good lines, and the problems of the others."""

    entries: tuple[Entry, ...]
    problems: tuple[LineProblem, ...]
    night: Night


_NIGHT: Final = msg("night DATE base N per-fan N players NAME NAME NAME NAME")
_OPTION: Final = msg("option KEY = VALUE")
_WIN: Final = msg(
    "win NAME from NAME WORTH, or win NAME WORTH, NAME WORTH from NAME, or win NAME self-draw WORTH"
)
_PAY: Final = msg("pay NAME to NAME N, or all in place of one of the names, then what it is for")
_FORMS: Final = {
    "night": _NIGHT,
    "option": _OPTION,
    "win": _WIN,
    "draw": msg("draw alone"),
    "chop": msg("chop NAME to NAME, the debtor first"),
    "decline": msg("decline NAME to NAME, the debtor first"),
    "pay": _PAY,
    "count": msg("count NAME N"),
    "undo": msg("undo alone"),
    "settle": msg("settle alone"),
}


class _CannotBe(Exception):
    """A line that cannot be, inside this module only."""

    def __init__(self, reason: Msg, fits: Msg) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.fits = fits


def parse(
    text: str,
    count: Counter | None = None,
    rules: RulesCheck | None = None,
    watch: Watcher | None = None,
    at: str = "",
) -> Parsed:
    """Reads a night. ``count`` counts hands given as tiles, ``rules`` knows the rule sets, ``at`` is the time written into the entries."""
    reader = _Reader(count, rules, watch, at)
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        reader.read(number, line)
    reader.finish()
    return Parsed(tuple(reader.entries), tuple(reader.problems), reader.folder.night)


class _Reader:
    """Reads line after line."""

    def __init__(
        self, count: Counter | None, rules: RulesCheck | None, watch: Watcher | None, at: str
    ) -> None:
        self.entries: list[Entry] = []
        self.problems: list[LineProblem] = []
        self.folder = Folder()
        self._count = count
        self._rules = rules
        self._watch = watch
        self._at = at
        self._start: NightStarted | None = None
        self._begun = False
        """Whether an event has been taken in, which closes the options."""

    def read(self, number: int, text: str) -> None:
        line = split(text)
        if not line.tokens:
            return
        entry: Entry | None = None
        problem: LineProblem | None = None
        try:
            event = self._event(line)
            if event is None:
                return
            entry = self._append(event)
        except _CannotBe as cannot:
            problem = LineProblem(number, text.strip(), cannot.reason, cannot.fits)
            self.problems.append(problem)
        if self._watch is not None:
            self._watch(LineRead(number, text.strip(), entry, problem, self.folder))

    def finish(self) -> None:
        """After the last line: a night without events stands too."""
        if self._start is None:
            if not self.problems:
                self.problems.append(LineProblem(1, "", msg("there is no night in it"), _NIGHT))
        elif not self._begun:
            self._begin(self._start)

    def _begin(self, start: NightStarted) -> Folder:
        """A night with its start alone."""
        entry = Entry(0, self._at, start)
        self.entries = [entry]
        self.folder = Folder([entry])
        return self.folder

    def _append(self, event: Event) -> Entry:
        """Takes an event in. Until one is, the start is open to more options."""
        assert self._start is not None
        folder = self.folder if self._begun else self._begin(self._start)
        found = folder.offer(event, self._at)
        if isinstance(found, Problem):
            raise _CannotBe(found.reason, found.fits)
        self._begun = True
        self.entries.append(found)
        return found

    # --- lines --------------------------------------------------------------------------------------------------------------------

    def _event(self, line: Line) -> Event | None:
        """The event a line is; ``None`` for the start and the options, which are taken in here."""
        verb = "" if line.tokens[0].quoted else line.tokens[0].text
        if verb not in _FORMS:
            raise _CannotBe(
                msg("{word} begins no line", word=shown(line.tokens[0].text)),
                msg("a line begins with one of: {words}", words=", ".join(_FORMS)),
            )
        words = _Words(line, _FORMS[verb])
        if verb == "night":
            self._night(words)
            return None
        if self._start is None:
            raise _CannotBe(msg("the night has not begun"), _NIGHT)
        match verb:
            case "option":
                self._option(line)
                return None
            case "win":
                return self._win(words)
            case "draw":
                event: Event = HandDrawn()
            case "chop":
                event = Chopped(*self._two(words))
            case "decline":
                event = ChopDeclined(*self._two(words))
            case "pay":
                return self._pay(words)
            case "count":
                event = ChipsCounted(self._seat(words.next()), words.number(COUNT))
            case "undo":
                words.end()
                last = self.folder.last_standing
                if last is None:
                    raise _CannotBe(
                        msg("there is nothing to take back"), msg("undo after an event that stands")
                    )
                event = Undone(last)
            case _:
                event = NightSettled()
        words.end()
        return event

    def _night(self, words: _Words) -> None:
        if self._start is not None:
            raise _CannotBe(msg("the night has already begun"), msg("one night a text, its first line"))
        date = words.next().text
        if date != "-" and not is_date(date):
            raise _CannotBe(
                msg("{date} is no date", date=shown(date)),
                msg("a date as year-month-day, such as 2026-11-29"),
            )
        words.keyword("base")
        base = words.number(msg("the base"))
        words.keyword("per-fan")
        per_fan = words.number(msg("the worth of a fan"))
        words.keyword("players")
        names = [words.next().text for _ in range(4)]
        if words.more():
            raise _CannotBe(msg("a night has four players"), NAMES_FIT)
        start = NightStarted(
            (names[0], names[1], names[2], names[3]), base, per_fan, date if date != "-" else ""
        )
        wrong = shape_problem(start)
        if wrong is not None:
            raise _CannotBe(wrong.reason, wrong.fits)
        self._start = start

    def _option(self, line: Line) -> None:
        assert self._start is not None
        if self._begun:
            raise _CannotBe(
                msg("an option comes before the first event"), msg("another night, or an event in its place")
            )
        position = line.tokens[0].end
        rest = line.body[position:]
        signs = [rest.find(sign) for sign in "=＝" if sign in rest]
        if not signs:
            raise _CannotBe(msg("an option has a name, an equals sign and a value"), _OPTION)
        name = rest[: min(signs)].strip()
        value_at = position + min(signs) + 1
        value_line = split(line.body[value_at:])
        value = table.parse(name, value_line.after(0))
        if isinstance(value, OptionProblem):
            raise _CannotBe(value.reason, value.fits)
        if name == "rules" and self._rules is not None:
            wrong = self._rules(str(value))
            if wrong is not None:
                raise _CannotBe(wrong.reason, wrong.fits)
        self._start = replace(self._start, options=table.changed(self._start.options, name, value))

    def _win(self, words: _Words) -> HandWon:
        first = self._seat(words.next())
        if words.take("self-draw"):
            worth = words.next()
            words.end()
            return self._hand([(first, worth)], None)
        if words.take("from"):
            payer = self._seat(words.next())
            worth = words.next()
            words.end()
            return self._hand([(first, worth)], payer)
        claims = [(first, words.next())]
        while words.comma():
            claims.append((self._seat(words.next()), words.next()))
        words.keyword("from")
        payer = self._seat(words.next())
        words.end()
        return self._hand(claims, payer)

    def _hand(self, claims: Sequence[tuple[Seat, Token]], payer: Seat | None) -> HandWon:
        """The hand; what is wrong with who wins and pays is said before any tiles are counted."""
        bare = HandWon(tuple(Win(winner, 0) for winner, _ in claims), payer)
        wrong = shape_problem(bare)
        if wrong is not None:
            raise _CannotBe(wrong.reason, wrong.fits)
        assert self._start is not None
        options = self._start.options
        counted = {win.winner for win in counting(options, bare)}
        extra = {2: options.double_ron_fan, 3: options.triple_ron_fan}.get(len(counted), 0)
        wins = []
        for winner, worth in claims:
            if not worth.quoted:
                wins.append(Win(winner, _number(worth, msg("the fan"))))
            else:
                win = self._tiles(winner, worth.text, payer is None, len(counted))
                fan = win.fan + (extra if winner in counted else 0)
                wins.append(replace(win, fan=fan, counted=fan))
        return HandWon(tuple(wins), payer)

    def _tiles(self, winner: Seat, text: str, self_draw: bool, winners: int) -> Win:
        assert self._start is not None
        if self._count is None:
            raise _CannotBe(
                msg("hands given as tiles cannot be counted here"), msg("the hand's fan as a number")
            )
        hand, _, words = text.partition("|")
        position = self.folder.position
        counted = self._count(
            HandToCount(
                winner,
                hand.strip(),
                words.strip(),
                self._start.options.rules,
                (winner - position.dealer) % 4,
                position.name.round,
                position.streak if winner == position.dealer else None,
                self_draw,
                winners,
            )
        )
        if isinstance(counted, Refusal):
            raise _CannotBe(counted.reason, counted.fits)
        return counted

    def _pay(self, words: _Words) -> InstantPayment:
        payer = self._seat_or_all(words.next())
        words.keyword("to")
        receiver = self._seat_or_all(words.next())
        amount = words.number(msg("a payment"))
        return InstantPayment(payer, receiver, amount, words.rest())

    def _two(self, words: _Words) -> tuple[Seat, Seat]:
        debtor = self._seat(words.next())
        words.keyword("to")
        return debtor, self._seat(words.next())

    def _seat_or_all(self, token: Token) -> Seat | None:
        return None if token.is_word("all") else self._seat(token)

    def _seat(self, token: Token) -> Seat:
        assert self._start is not None
        players = self._start.players
        if token.comma or token.text not in players:
            raise _CannotBe(
                msg("no player is called {name}", name=shown(token.text)),
                msg("the players are {names}", names=", ".join(map(quote, players))),
            )
        return players.index(token.text)


class _Words:
    """The words of a line, one after the other, behind its verb."""

    def __init__(self, line: Line, form: Msg) -> None:
        self._line = line
        self._at = 1
        self._form = form

    def more(self) -> bool:
        return self._at < len(self._line.tokens)

    def next(self) -> Token:
        if not self.more():
            raise _CannotBe(msg("the line is not complete"), self._form)
        token = self._line.tokens[self._at]
        if token.comma:
            raise _CannotBe(msg("a comma stands where a word is missing"), self._form)
        self._at += 1
        return token

    def comma(self) -> bool:
        if self.more() and self._line.tokens[self._at].comma:
            self._at += 1
            return True
        return False

    def take(self, word: str) -> bool:
        if self.more() and self._line.tokens[self._at].is_word(word):
            self._at += 1
            return True
        return False

    def keyword(self, word: str) -> None:
        if not self.take(word):
            if not self.more():
                raise _CannotBe(msg("the line is not complete"), self._form)
            found = shown(self._line.tokens[self._at].text)
            raise _CannotBe(msg("{found} stands where {word} should", found=found, word=word), self._form)

    def number(self, what: Msg) -> int:
        return _number(self.next(), what)

    def rest(self) -> str:
        """Everything behind, as written."""
        if not self.more():
            return ""
        words = self._line.after(self._line.tokens[self._at].start)
        self._at = len(self._line.tokens)
        return words

    def end(self) -> None:
        if self.more():
            found = shown(self._line.tokens[self._at].text)
            raise _CannotBe(msg("{found} is too much", found=found), self._form)


def _number(token: Token, what: Msg) -> int:
    number = None if token.quoted else whole_number(token.text)
    if number is None:
        reason = msg("{what} cannot be {value}", what=what, value=shown(token.text))
        if what == COUNT:
            raise _CannotBe(reason, A_COUNT)
        fits = amount_problem(-1, what, 0)
        assert fits is not None
        raise _CannotBe(reason, fits.fits)
    return number


def is_date(text: str) -> bool:
    """Whether ``text`` is a date as year-month-day."""
    if len(text) != 10 or not text.isascii():
        return False
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


# --- writing ----------------------------------------------------------------------------------------------------------------------


def write(night: Night | Iterable[Entry]) -> str:
    """The night as text: what stands, with corrections applied and without what was taken back.

    Reading it gives the same night, its events renumbered. Tiles that are known stand in a comment: the fan that was recorded counts.
    """
    if not isinstance(night, Night):
        night = Folder(night).night
    if not night.started:
        return ""
    lines = [_start_line(night.start), *_option_lines(night.options)]
    lines += [
        event_line(night.players, record.event) + _tiles_comment(night.players, record.event)
        for record in night.records
    ]
    return "\n".join(lines) + "\n"


def _start_line(start: NightStarted) -> str:
    date = start.date if isinstance(start.date, str) and is_date(start.date) else "-"
    names = " ".join(map(quote, start.players))
    return f"night {date} base {start.base} per-fan {start.per_fan} players {names}"


def _option_lines(options: Options) -> list[str]:
    return [
        f"option {name} = {_option_value(name, value)}" for name, value in table.differing(options).items()
    ]


def _option_value(name: str, value: table.Value) -> str:
    text = table.write(name, value)
    return quote(text) if name == "rules" else text


def event_line(players: Sequence[str], event: TableEvent) -> str:
    """One event as its line."""
    names = [quote(name) for name in players]

    def who(seat: Seat | None) -> str:
        return "all" if seat is None else names[seat]

    match event:
        case HandWon(wins=(win,), payer=None):
            return f"win {names[win.winner]} self-draw {win.fan}"
        case HandWon(wins=(win,), payer=payer):
            return f"win {names[win.winner]} from {who(payer)} {win.fan}"
        case HandWon(wins=wins, payer=payer):
            return f"win {', '.join(f'{names[w.winner]} {w.fan}' for w in wins)} from {who(payer)}"
        case HandDrawn():
            return "draw"
        case Chopped():
            return f"chop {who(event.debtor)} to {who(event.creditor)}"
        case ChopDeclined():
            return f"decline {who(event.debtor)} to {who(event.creditor)}"
        case InstantPayment():
            words = _words(event.words)
            return f"pay {who(event.payer)} to {who(event.receiver)} {event.amount}" + (words and f" {words}")
        case ChipsCounted():
            return f"count {names[event.player]} {event.amount}"
        case _:
            return "settle"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _words(text: str) -> str:
    text = _one_line(text)
    if "#" in text or '"' in text:
        return '"' + text.replace('"', '""') + '"'
    return text


def _tiles_comment(players: Sequence[str], event: TableEvent) -> str:
    if not isinstance(event, HandWon):
        return ""
    hands = [
        f"{players[win.winner]}: {_one_line(win.hand)}" + (win.context and f" | {_one_line(win.context)}")
        for win in event.wins
        if win.hand
    ]
    return f"  # {'; '.join(hands)}" if hands else ""
