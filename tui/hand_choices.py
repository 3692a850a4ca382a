"""How a hand was won, turned key by key: what each key makes of a context, and in a few words why it cannot be.

:func:`press` is one key; whether its outcome can be is for the rules to say (:func:`models.hand.context_faults`), :func:`blocked` puts it
into the few words a row of the screen has room for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from models.hand import Context, Fault, Hand, HandProblem, context_faults
from models.messages import Msg, msg
from tui.hand_entry import Editor

if TYPE_CHECKING:
    from models.rules import RuleSet

WINDS: Final = "ESWN"
READY: Final = ("", "di", "tian", "migi")
MOST_RIVER: Final = 99
MOST_STREAK: Final = 99

TOGGLES: Final = (
    "self_draw",
    "rob",
    "last_tile",
    "kong",
    "big_kong",
    "flower",
    "river",
    "heavenly",
    "earthly",
    "flower_paid",
    "ready",
    "seat",
    "round",
    "dealer",
)
"""Every choice, in the order of the panel; also the names of the actions."""


def read_words(words: str, start: Context) -> Context:
    """``start`` with what context words say turned on. Words it does not know change nothing; the reader of the notation names them."""
    found = start
    tokens = words.replace(", ", ",").split()
    place = 0
    while place < len(tokens):
        word = tokens[place]
        after = tokens[place + 1] if place + 1 < len(tokens) else ""
        place += 1
        match word:
            case "self_draw" | "last_tile" | "heavenly" | "earthly" | "flower_paid":
                found = _with(found, word, True)
            case "rob_kong" | "rob_concealed_kong":
                found = replace(found, rob_kong=word == "rob_kong", rob_concealed_kong=word != "rob_kong")
            case "after_kong" | "after_big_kong" | "after_flower":
                found = replace(found, chain=(word.removeprefix("after_"),))
            case "chain":
                found = replace(
                    found,
                    chain=tuple(part for part in after.split(",") if part in ("kong", "big_kong", "flower")),
                )
                place += 1
            case "river" | "dealer":
                if after.isdecimal():
                    found = _with(found, word, int(after))
                place += 1
            case "seat" | "round":
                if len(after) == 1 and after in WINDS:
                    found = _with(found, word, WINDS.index(after))
                place += 1
            case "ready":
                found = replace(found, ready=after if after in READY else "")
                place += 1
    return found


def _with(context: Context, name: str, value: bool | int) -> Context:
    changes: dict[str, Any] = {name: value}
    return replace(context, **changes)


def robbed(context: Context) -> str:
    """``rob_kong``, ``rob_concealed_kong`` or nothing."""
    return "rob_kong" if context.rob_kong else "rob_concealed_kong" if context.rob_concealed_kong else ""


def room(editor: Editor, kind: str) -> int:
    """How many replacement draws of this kind the typed hand allows."""
    if kind == "kong":
        return sum(meld.bracket in "{[" for meld in editor.melds)
    if kind == "big_kong":
        return min(1, sum(meld.bracket == "(" and meld.is_kong for meld in editor.melds))
    return len(editor.flowers)


def press(
    context: Context,
    name: str,
    editor: Editor,
    *,
    concealed_robbing: bool = False,
    migi: bool = False,
    step: int = 1,
) -> Context:
    """The choices after the key of ``name``; a key that has more than two answers goes through them, ``step`` −1 backwards."""
    match name:
        case "self_draw":
            if context.self_draw:
                return replace(context, self_draw=False, chain=(), heavenly=False)
            return replace(context, self_draw=True, rob_kong=False, rob_concealed_kong=False)
        case "rob":
            ways = ("", "rob_kong", "rob_concealed_kong") if concealed_robbing else ("", "rob_kong")
            way = _next(ways, robbed(context), step)
            return replace(
                context, rob_kong=way == "rob_kong", rob_concealed_kong=way == "rob_concealed_kong"
            )
        case "last_tile" | "heavenly" | "earthly" | "flower_paid":
            return _with(context, name, not getattr(context, name))
        case "kong" | "big_kong" | "flower":
            return replace(context, chain=_chain(context.chain, name, max(1, room(editor, name)), step))
        case "river":
            return replace(context, river=_river(context.river, step))
        case "ready":
            return replace(context, ready=_next(READY if migi else READY[:3], context.ready, step))
        case "seat":
            return replace(context, seat=(context.seat + step) % 4)
        case "round":
            return replace(context, round=(context.round + step) % 4)
        case "dealer":
            deals = -1 if context.dealer is None else context.dealer
            turned = deals + step
            if turned > 9 or turned < -1:
                turned = -1 if turned > 9 else 9
            return replace(context, dealer=None if turned < 0 else turned)
    return context


def _next(ways: tuple[str, ...], now: str, step: int) -> str:
    place = ways.index(now) if now in ways else 0
    return ways[(place + step) % len(ways)]


def _chain(chain: tuple[str, ...], kind: str, most: int, step: int) -> tuple[str, ...]:
    """One more draw of this kind, up to what the hand allows, then none; a big kong always comes first, it follows a claim."""
    count = chain.count(kind)
    if step > 0 and count < most:
        return (kind, *chain) if kind == "big_kong" else (*chain, kind)
    if step < 0 and count:
        place = len(chain) - 1 - chain[::-1].index(kind)
        return (*chain[:place], *chain[place + 1 :])
    if step < 0:
        return (kind, *chain) if kind == "big_kong" else (*chain, kind)
    return tuple(part for part in chain if part != kind)


def _river(river: int | None, step: int) -> int | None:
    """Fewer discards one by one from ten on, round and round."""
    if river is None:
        return 9 if step > 0 else 0
    turned = river - step
    return None if turned < 0 or turned > 9 else turned


def type_river(context: Context, digit: str, *, append: bool) -> Context:
    """A digit typed on the river: appended to the one typed just before, otherwise the number itself."""
    before = str(context.river) if append and context.river is not None else ""
    number = int(before + digit)
    return replace(context, river=number if number <= MOST_RIVER else int(digit))


def erase_river(context: Context) -> Context:
    """Backspace on the river: one digit less, then ten or more."""
    before = "" if context.river is None else str(context.river)[:-1]
    return replace(context, river=int(before) if before else None)


SHORT: Final = {
    HandProblem.CHAIN_WITHOUT_SELF_DRAW: msg("only self-drawn"),
    HandProblem.CHAIN_KONGS: msg("no such kong"),
    HandProblem.CHAIN_BIG_KONGS: msg("no big kong"),
    HandProblem.CHAIN_FLOWERS: msg("no flower"),
    HandProblem.CHAIN_BIG_KONG_LATE: msg("follows a claim"),
    HandProblem.ROB_SELF_DRAW: msg("not self-drawn"),
    HandProblem.ROB_LAST_TILE: msg("not on the last tile"),
    HandProblem.ROB_COPIES: msg("konger has three"),
    HandProblem.ROB_CONCEALED_FORBIDDEN: msg("not in these rules"),
    HandProblem.HEAVENLY_NOT_DRAWN: msg("only self-drawn"),
    HandProblem.HEAVENLY_NOT_DEALER: msg("only the dealer"),
    HandProblem.HEAVENLY_MELD: msg("not with melds"),
    HandProblem.HEAVENLY_RIVER: msg("river is not empty"),
    HandProblem.HEAVENLY_EARTHLY: msg("heavenly or earthly"),
    HandProblem.HEAVENLY_LAST_TILE: msg("not on the last tile"),
    HandProblem.HEAVENLY_READY: msg("not after ready"),
    HandProblem.EARTHLY_LAST_TILE: msg("not on the last tile"),
    HandProblem.EARTHLY_DEALER: msg("not the dealer"),
    HandProblem.LAST_TILE_RIVER: msg("river under 10"),
    HandProblem.FLOWER_PAID_FLOWERS: msg("needs 7 or 8 flowers"),
    HandProblem.SEVEN_ROBS_ONE_OFF: msg("not in these rules"),
    HandProblem.READY_MELD: msg("only concealed"),
    HandProblem.DEALER_SEAT: msg("dealer sits East"),
}
"""Reasons in the few words a row has room for; :func:`sentence` has the whole one."""


def sentence(fault: Fault, draw_key: str) -> Msg:
    """The reason with what to press, where the fault's own sentence says what to write. ``draw_key`` turns self-draw."""
    match fault.flag:
        case HandProblem.CHAIN_WITHOUT_SELF_DRAW:
            return msg("a win on a replacement tile is a self-draw: {key} first", key=draw_key)
        case HandProblem.CHAIN_KONGS:
            return msg("the hand shows no such kong: type it as [9999m] or {{9999m}}")
        case HandProblem.CHAIN_BIG_KONGS:
            return msg("the hand shows no big kong: type it as (9999m)")
        case HandProblem.CHAIN_FLOWERS:
            return msg("the hand shows no such flower: type it as 1f")
        case HandProblem.ROB_SELF_DRAW:
            return msg("a robbed kong is no self-draw: {key} first", key=draw_key)
        case HandProblem.HEAVENLY_NOT_DRAWN:
            return msg("a heavenly hand is self-drawn: {key} first", key=draw_key)
        case HandProblem.HEAVENLY_NOT_DEALER:
            return msg("only the dealer can have a heavenly hand")
        case HandProblem.DEALER_SEAT:
            return msg("the dealer sits East, and East deals")
    return fault.message


def blocked(
    context: Context, turned: Context, hand: Hand, rules: RuleSet, draw_key: str
) -> tuple[Msg, Msg] | None:
    """Why the context cannot turn into ``turned``: in a few words, and in a sentence. Faults that hold already are not held against it."""
    now = {fault.flag for fault in context_faults(hand, context, rules)}
    for fault in context_faults(hand, turned, rules):
        if fault.flag not in now:
            whole = sentence(fault, draw_key)
            return SHORT.get(fault.flag, whole), whole
    return None


def seat_follows_dealer(rules: RuleSet | None) -> bool:
    """Whether the dealer is always East, so that the night knows every seat wind; in Taiwan the wall break gives the seats."""
    return rules is None or rules.table == "hk"


def shown(rules: RuleSet | None) -> tuple[str, ...]:
    """The choices this rule set has any use for, in the order of the panel."""
    return tuple(name for name in TOGGLES if name != "ready" or not seat_follows_dealer(rules))


def is_on(name: str, context: Context) -> bool:
    """Whether a choice says something now."""
    match name:
        case "rob":
            return bool(robbed(context))
        case "kong" | "big_kong" | "flower":
            return name in context.chain
        case "river":
            return context.river is not None
        case "dealer":
            return context.dealer is not None
        case "seat" | "round":
            return False
    return bool(getattr(context, name))


def fixed(name: str, rules: RuleSet | None, *, alone: bool) -> Msg | None:
    """Why a choice is the night's and cannot be turned at all, or nothing."""
    if alone:
        return None
    if name == "dealer":
        return msg("the night knows who deals")
    if name in ("seat", "round") and seat_follows_dealer(rules):
        return msg("seat and round follow the night: the dealer is East")
    return None
