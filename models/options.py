"""The house rules of the ledger as a table: names, values, what they mean, the usual presets.

The values themselves live in :class:`models.events.Options`; this module says what may be written there, in words a person can read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final, TypeAlias

from models.events import Options
from models.messages import Msg, msg

LIMIT: Final = 10**9
"""No amount, stake or fan a person types may be larger; a slip of the finger is, a real one never."""

Value: TypeAlias = str | int | bool
"""What an option holds: a word, a number or a flag."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option."""

    text: str
    """As written in a night's text: ``any_time``, ``true``, ``open``."""
    value: Value
    title: Msg


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: either a few ``choices``, or a whole number from ``minimum`` up, or (neither) a word."""

    name: str
    title: Msg
    help: Msg
    default: Value
    choices: tuple[Choice, ...] = ()
    minimum: int | None = None
    """Least number, for an option that is a number."""

    @property
    def is_number(self) -> bool:
        """Whether a number is typed rather than a value chosen."""
        return self.minimum is not None

    @property
    def fits(self) -> Msg:
        """What may be written, for a person."""
        if self.choices:
            return msg(
                "{name} is one of: {values}", name=self.name, values=", ".join(c.text for c in self.choices)
            )
        if self.minimum is not None:
            return msg(
                "{name} is a whole number from {least} to {most}",
                name=self.name,
                least=self.minimum,
                most=LIMIT,
            )
        return msg("{name} is the name of a rule set, such as hk or taiwan", name=self.name)


@dataclass(frozen=True, slots=True)
class OptionProblem:
    """Why a text is no value of an option, and what would be."""

    reason: Msg
    fits: Msg


OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "rounding",
        msg("Halves"),
        msg("Rolling a debt always rounds up. Kicking half rounds down for the winner, or half up."),
        "winner",
        (
            Choice("winner", "winner", msg("in the winner's favour")),
            Choice("half_up", "half_up", msg("half up")),
        ),
    ),
    Option(
        "chop",
        msg("Chop"),
        msg(
            "A debtor pulled often enough may pay in full and start afresh: when asked, by itself, or never."
        ),
        "ask",
        (
            Choice("ask", "ask", msg("the debtor is asked")),
            Choice("auto", "auto", msg("paid by itself")),
            Choice("off", "off", msg("no chopping")),
        ),
    ),
    Option(
        "chop_at",
        msg("Chop at pulls"),
        msg("How many pulls a debt needs before it may be chopped; 3 is usual, 4 and 5 are common."),
        3,
        minimum=2,
    ),
    Option(
        "chop_again",
        msg("Chop later"),
        msg("Whether a debtor who did not chop may at any time, or only after as many pulls again."),
        "any_time",
        (
            Choice("any_time", "any_time", msg("at any time")),
            Choice("after_more_pulls", "after_more_pulls", msg("only after as many pulls again")),
        ),
    ),
    Option(
        "outsider_win",
        msg("An outsider wins"),
        msg(
            "Whether a debt is paid when somebody else wins off somebody else, or stands while neither side has a part in the hand."
        ),
        "settle",
        (
            Choice("settle", "settle", msg("the debt is paid")),
            Choice("hold", "hold", msg("the debt stands")),
        ),
    ),
    Option(
        "bystander_on_multi_ron",
        msg("Bystander of several winners"),
        msg(
            "Whether the debt of a player with no part in the hand stands when its creditor and another player both win."
        ),
        "hold",
        (
            Choice("hold", "hold", msg("the debt stands")),
            Choice("settle", "settle", msg("the debt is paid")),
        ),
    ),
    Option(
        "multi_ron",
        msg("Several winners"),
        msg("Whether all who claim one discard win, or only the one next in turn after the discarder."),
        "all",
        (
            Choice("all", "all", msg("all win")),
            Choice("nearest", "nearest", msg("the next in turn only")),
        ),
    ),
    Option(
        "self_draw",
        msg("Self-draw"),
        msg(
            "Whether a self-draw is pulled like any hand, or all that is owed to its winner is paid at once."
        ),
        "pulled",
        (
            Choice("pulled", "pulled", msg("pulled")),
            Choice("settled", "settled", msg("paid at once")),
        ),
    ),
    Option(
        "settlement",
        msg("Settlement"),
        msg(
            "Lai: hands are pulled until they are paid. Cash: every hand is paid at once and there are no debts."
        ),
        "lai",
        (
            Choice("lai", "lai", msg("lai, pulled")),
            Choice("cash", "cash", msg("cash, hand by hand")),
        ),
    ),
    Option(
        "dealer_fan",
        msg("Dealer fan"),
        msg("One fan more between the dealer and the other side, and two more for each time he stayed."),
        "on",
        (
            Choice("on", "on", msg("counted")),
            Choice("off", "off", msg("not counted")),
        ),
    ),
    Option(
        "draw_keeps_dealer",
        msg("A draw keeps the dealer"),
        msg("Whether the dealer stays after a hand nobody won, which then counts as one more continuation."),
        False,
        (
            Choice("false", False, msg("the deal passes")),
            Choice("true", True, msg("the dealer stays")),
        ),
    ),
    Option(
        "rounds",
        msg("Rounds"),
        msg("After how many rounds the night is over; open plays on until somebody settles up."),
        0,
        (
            Choice("open", 0, msg("no limit")),
            Choice("1", 1, msg("one round")),
            Choice("2", 2, msg("two rounds")),
            Choice("3", 3, msg("three rounds")),
            Choice("4", 4, msg("four rounds")),
        ),
    ),
    Option(
        "double_ron_fan",
        msg("Double ron fan"),
        msg(
            "Fan added to each hand given as tiles when two win off one discard; a typed fan already has it."
        ),
        0,
        minimum=0,
    ),
    Option(
        "triple_ron_fan",
        msg("Triple ron fan"),
        msg(
            "Fan added to each hand given as tiles when three win off one discard; a typed fan already has it."
        ),
        0,
        minimum=0,
    ),
    Option(
        "rules",
        msg("Rule set"),
        msg("The table of fan that counts hands given as tiles."),
        "hk",
    ),
)
"""Every option, in the order a person meets them."""

BY_NAME: Final[Mapping[str, Option]] = {option.name: option for option in OPTIONS}


@dataclass(frozen=True, slots=True)
class Preset:
    """A usual set of options under one name."""

    name: str
    title: Msg
    options: Options


PRESETS: Final[Mapping[str, Preset]] = {
    "hk": Preset("hk", msg("Hong Kong"), Options()),
    "taiwan": Preset(
        "taiwan", msg("Taiwan"), Options(settlement="cash", draw_keeps_dealer=True, rules="taiwan")
    ),
}

_CASH_MATTERS: Final = frozenset(
    {
        "settlement",
        "multi_ron",
        "dealer_fan",
        "draw_keeps_dealer",
        "rounds",
        "double_ron_fan",
        "triple_ron_fan",
        "rules",
    }
)


def whole_number(text: str) -> int | None:
    """The whole number ``text`` is (full-width digits too, a sign allowed), or ``None``. Never raises, however long the text."""
    text = text.strip()
    negative = text[:1] in ("-", "−", "－")
    digits = text[1:] if negative or text[:1] in ("+", "＋") else text
    if not digits or len(digits) > 40 or not digits.isdecimal():
        return None
    return -int(digits) if negative else int(digits)


def parse(name: str, text: str) -> Value | OptionProblem:
    """The value ``text`` stands for in option ``name``, or what is wrong with it."""
    option = BY_NAME.get(name)
    if option is None:
        return OptionProblem(
            msg("there is no option {name}", name=name),
            msg("the options are {names}", names=", ".join(BY_NAME)),
        )
    text = text.strip()
    for choice in option.choices:
        if text == choice.text:
            return choice.value
    if option.is_number:
        number = whole_number(text)
        if number is not None and refusal(name, number) is None:
            return number
    elif not option.choices and refusal(name, text) is None:
        return text
    return OptionProblem(msg("{text} is no value of {name}", text=text or "\u2205", name=name), option.fits)


def refusal(name: str, value: object) -> OptionProblem | None:
    """What is wrong with ``value`` (of any type) as option ``name``, or ``None``. Never raises."""
    option = BY_NAME[name]
    if option.choices:
        good = any(type(value) is type(choice.value) and value == choice.value for choice in option.choices)
    elif option.minimum is not None:
        good = type(value) is int and option.minimum <= value <= LIMIT
    else:
        good = isinstance(value, str) and bool(value.strip()) and value.isprintable()
    if good:
        return None
    return OptionProblem(msg("{text} is no value of {name}", text=shown(value), name=name), option.fits)


def check(options: object) -> OptionProblem | None:
    """The first thing wrong with a set of options, or ``None``. Never raises."""
    if not isinstance(options, Options):
        return OptionProblem(
            msg("{text} is no set of options", text=shown(options)),
            msg("the options are {names}", names=", ".join(BY_NAME)),
        )
    for option in OPTIONS:
        problem = refusal(option.name, getattr(options, option.name))
        if problem is not None:
            return problem
    return None


def write(name: str, value: Value) -> str:
    """``value`` as it is written in a night's text."""
    for choice in BY_NAME[name].choices:
        if type(choice.value) is type(value) and choice.value == value:
            return choice.text
    return str(value)


def title_of(name: str, value: Value) -> Msg | str:
    """``value`` in words for a person."""
    for choice in BY_NAME[name].choices:
        if type(choice.value) is type(value) and choice.value == value:
            return choice.title
    return str(value)


def changed(options: Options, name: str, value: Value) -> Options:
    """``options`` with one value changed."""
    return replace(options, **{name: value})  # type: ignore[arg-type]


def differing(options: Options, base: Options | None = None) -> dict[str, Value]:
    """The options that differ from ``base`` (the defaults), in the order of the table."""
    base = base or Options()
    return {
        o.name: getattr(options, o.name) for o in OPTIONS if getattr(options, o.name) != getattr(base, o.name)
    }


def matters(name: str, options: Options) -> bool:
    """Whether option ``name`` can change anything beside the others as set: a form greys what cannot."""
    if options.settlement == "cash":
        if name not in _CASH_MATTERS:
            return False
    elif name in ("chop_at", "chop_again") and (
        options.chop == "off" or (name == "chop_again" and options.chop == "auto")
    ):
        return False
    return not (
        name in ("double_ron_fan", "triple_ron_fan", "bystander_on_multi_ron")
        and options.multi_ron == "nearest"
    )


def preset_of(options: Options) -> str | None:
    """The name of the preset these options are, if they are one."""
    return next((preset.name for preset in PRESETS.values() if preset.options == options), None)


def shown(value: object) -> str:
    """A value of any type for an error message: short, on one line."""
    if isinstance(value, int) and not isinstance(value, bool):
        if abs(value) > 10**40:
            return "a number of more than 40 digits"
        return str(value)
    text = value if isinstance(value, str) else type(value).__name__
    text = "".join(c if c.isprintable() else "?" for c in text[:41])
    return (text[:40] + "…" if len(text) > 40 else text) or '""'


assert [option.name for option in OPTIONS] == [field.name for field in fields(Options)]
