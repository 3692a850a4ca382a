"""What the hand screen asks of the rules: count what is typed, tell the waits, load a rule set; and make the win that is recorded.

The outcome of a count is one of the classes below, so that a screen shows it without knowing how it came about. The dealer fan is in none of
them: it depends on who pays.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from models import explain
from models import rules as rule_sets
from models import score as scoring
from models.events import Item, Win
from models.hand import Context, Fault, Hand, HandError, HandProblem
from models.messages import Msg
from models.notation import parse_context, write_context
from models.readings import Reading, mask_tiles
from models.rules import RuleSet
from models.score import NotAWin as NoWin
from models.score import Score, ScoreItem
from models.tiles import FACES, WIND_LETTERS, Tile
from tui import settings
from tui.hand_entry import Editor
from tui.requests import HandRequest

DEALER_ROWS: Final = frozenset(("dealer", "dealer_streak"))
"""Rows the ledger adds for each payer."""


@dataclass(frozen=True, slots=True)
class CountedItem:
    """A row that was paid."""

    id: str
    fan: int
    count: int
    zh: str
    en: str
    earned: str = ""
    """The tiles that earned it, in notation; nothing when it is the whole hand or how it was won."""
    tiles: tuple[Tile, ...] = ()
    whole: bool = False
    """Whether the whole hand earned it."""


@dataclass(frozen=True, slots=True)
class OtherReading:
    """Another way to read the hand, with what it would pay."""

    text: str
    form: str
    fan: int
    items: tuple[CountedItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand; ``fan`` is ``None`` when the win is below the table's minimum."""

    tile: Tile
    left: int
    """Copies the hand itself does not hold."""
    fan: int | None
    items: tuple[CountedItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Nothing:
    """Not enough tiles yet to say anything."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The tiles or how they were won cannot be."""

    fault: Fault
    """The gravest reason."""


@dataclass(frozen=True, slots=True)
class NotAWin:
    """As many tiles as a hand has, but no win."""

    message: Msg
    exchanges: tuple[tuple[Tile, Tile], ...] = ()
    """One tile held that, were it the other, would make it a win."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A win and what it is worth, without the dealer fan and without any 雙響/三響 extra."""

    fan: int
    items: tuple[CountedItem, ...]
    reading: str
    form: str
    others: tuple[OtherReading, ...] = ()
    score: Score | None = field(default=None, compare=False)
    """The count itself, for :func:`near_misses`."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """One tile short."""

    waits: tuple[Wait, ...]


Outcome: TypeAlias = Nothing | Refused | NotAWin | Counted | Waiting

MOST_OTHERS: Final = 12
"""Other readings shown."""
MOST_EXCHANGES: Final = 6
"""Exchanges of one tile shown for a hand that does not win."""


# ── rule sets ────────────────────────────────────────────────────────────────────────────────────────────────────────


def load_rules(name: str) -> RuleSet:
    """The rule set of that name or file, the person's own folder included. Raises :class:`models.rules.RuleSetError`."""
    return rule_sets.load(name, (settings.rules_dir(),))


def rule_names() -> tuple[str, ...]:
    """The rule sets that ship, then the person's own."""
    folder = settings.rules_dir()
    own = sorted(path.stem for path in folder.glob("*.toml")) if folder.is_dir() else []
    return tuple(dict.fromkeys((*rule_sets.builtin_names(), *own)))


def words_problem(words: str) -> Msg | None:
    """What is wrong with context words as text, or nothing."""
    try:
        parse_context(words)
    except HandError as error:
        return error.message
    return None


# ── counting ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def evaluate(editor: Editor, context: Context, rules: RuleSet) -> Outcome:
    """What can be said of the hand as it is typed now."""
    try:
        if editor.is_complete:
            return _counted(editor.hand, context, rules)
        if editor.is_waiting:
            return _waiting(editor.hand, context, rules)
    except HandError as error:
        return Refused(error.faults[0])
    return Nothing()


def _counted(hand: Hand, context: Context, rules: RuleSet) -> Outcome:
    result = scoring.score(hand, context, rules)
    if isinstance(result, NoWin):
        return NotAWin(result.message, exchanges(hand, rules))
    reading = result.reading
    return Counted(
        result.without_dealer,
        _earned(result),
        reading_text(reading),
        reading.form,
        tuple(
            OtherReading(
                reading_text(other.reading),
                other.reading.form,
                sum(item.fan for item in other.items if item.id not in DEALER_ROWS),
                tuple(_plain(item) for item in other.items if item.id not in DEALER_ROWS),
            )
            for other in result.others[:MOST_OTHERS]
        ),
        result,
    )


def reading_text(reading: Reading) -> str:
    """Melds, pairs, eyes; exposed melds in round brackets, concealed kongs in square ones."""
    parts = [
        f"({group})" if group.exposed else f"[{group}]" if len(group.tiles) == 4 else str(group)
        for group in reading.melds
    ]
    if reading.form == "ligu":
        parts += [FACES[tile][0] * 2 + FACES[tile][1] for tile in reading.pairs]
    if reading.pair_text:
        parts.append(reading.pair_text)
    return " ".join(parts)


def _plain(item: ScoreItem) -> CountedItem:
    return CountedItem(item.id, item.fan, item.count, item.zh, item.en)


def _items(result: Score) -> tuple[CountedItem, ...]:
    return tuple(_plain(item) for item in result.items if item.id not in DEALER_ROWS)


def _earned(result: Score) -> tuple[CountedItem, ...]:
    found = []
    for line in explain.earned(result):
        item = line.item
        if item.id not in DEALER_ROWS:
            tiles = tuple(tile for group in line.groups for tile in group)
            found.append(
                CountedItem(item.id, item.fan, item.count, item.zh, item.en, line.text, tiles, line.whole)
            )
    return tuple(found)


def near_misses(counted: Counted) -> tuple[explain.NearMiss, ...]:
    """What the hand narrowly missed. Counts some hundred other hands: not for the thread that draws."""
    return () if counted.score is None else explain.near_misses(counted.score)


def _waiting(hand: Hand, context: Context, rules: RuleSet) -> Waiting:
    try:
        found = scoring.waits(hand, context, rules)
    except HandError as error:
        if any(fault.flag is not HandProblem.ROB_COPIES for fault in error.faults):
            raise
        found = scoring.waits(hand, replace(context, rob_kong=False, rob_concealed_kong=False), rules)
        found = tuple(wait for wait in found if wait.tile not in hand.tiles)
    waits = []
    for wait in found:
        if isinstance(wait.result, Score):
            waits.append(Wait(wait.tile, wait.left, wait.result.without_dealer, _items(wait.result)))
        else:
            waits.append(Wait(wait.tile, wait.left, None))
    return Waiting(tuple(waits))


def exchanges(hand: Hand, rules: RuleSet) -> tuple[tuple[Tile, Tile], ...]:
    """Pairs (held, needed): one concealed tile that, were it another, would make the hand a win. For slips of the finger and of a photo."""
    found: list[tuple[Tile, Tile]] = []
    for held in sorted(set(hand.concealed)):
        rest = list(hand.concealed)
        rest.remove(held)
        mask = scoring.waits_mask(Hand(tuple(rest), hand.melds, hand.flowers), rules)
        found += [(held, needed) for needed in mask_tiles(mask) if needed != held]
    return tuple(found[:MOST_EXCHANGES])


# ── what is recorded ─────────────────────────────────────────────────────────────────────────────────────────────────

_SEVERAL: Final = {2: ("double_ron", "雙響", "Double win"), 3: ("triple_ron", "三響", "Triple win")}


def win(
    request: HandRequest, outcome: Outcome, editor: Editor, context: Context, rules: RuleSet | None, fan: int
) -> Win:
    """The win as the ledger keeps it. ``fan`` is what a person takes; what the tiles count is kept beside it."""
    if isinstance(outcome, Counted) and rules is not None:
        items = [Item(item.id, item.fan, item.count, item.zh, item.en) for item in outcome.items]
        if request.extra:
            id, zh, en = _SEVERAL.get(len(request.winners), _SEVERAL[2])
            items.append(Item(id, request.extra, 1, zh, en))
        return Win(
            request.winner,
            fan,
            hand=editor.notation,
            context=all_words(context),
            items=tuple(items),
            counted=outcome.fan + request.extra,
            rules=str(rules),
        )
    if editor.is_complete:  # the table says it wins; the tiles are kept for the argument
        return Win(request.winner, fan, hand=editor.notation, context=all_words(context))
    return Win(request.winner, fan)


def all_words(context: Context) -> str:
    """The context in words with seat and round always said, so that a recorded hand needs nothing else to be counted again."""
    words = write_context(context)
    if context.seat == Context().seat:
        words += f" seat {WIND_LETTERS[context.seat]}"
    if context.round == Context().round:
        words += f" round {WIND_LETTERS[context.round]}"
    return words.strip()


def payer_of(context: Context, rules: RuleSet) -> str:
    """Who pays such a win: ``all``, ``discarder``, ``konger`` or ``feeder``."""
    if context.rob_kong or context.rob_concealed_kong:
        return "konger"
    if not context.self_draw:
        return "discarder"
    kongs = [draw for draw in context.chain if draw != "flower"]
    fed = bool(kongs) and kongs[-1] == "big_kong"
    return "feeder" if fed and rules.switches.big_kong_win_payer == "feeder" else "all"
