"""``taipai score HAND``: the fan of a hand; ``--batch`` for many."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from models.messages import Msg, msg
from tui.i18n import _, tr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from models.hand import HandError
    from models.rules import RuleSet

RULES_HELP = "A rule set by name, or a .toml file."
SET_HELP = "Change a switch for this count, as in chicken=add; also a fan's value. May be repeated."
CONTEXT_HELP = "How it was won: self_draw, seat E, dealer 0, river 6, chain flower,kong, …"


def rule_set(name: str, settings: Iterable[str]) -> RuleSet:
    """The rule set of the options. Raises :class:`click.UsageError`, status 2, with one line that says what is wrong."""
    from models.rules import RuleSetError, with_switch
    from models.switches import SwitchError
    from tui import rules_file

    try:
        rules = rules_file.load(name)
        for setting in settings:
            rules = with_switch(rules, setting)
    except (RuleSetError, SwitchError) as error:
        raise click.UsageError(tr(error.message)) from None
    return rules


def refuse(error: HandError, as_json: bool) -> NoReturn:
    """Says what is wrong with a hand or its context, as one object or a line a fault, and ends with status 2."""
    from tui.score_text import error_json

    if as_json:
        _line(error_json(error))
    else:
        for fault in error.faults:
            click.echo(tr(fault.message), err=True)
    sys.exit(2)


@click.command(
    "score",
    help="Count HAND, such as '(234m)(678p) 111s 567m 34p 11z +5p'; + stands before the tile that won.",
)
@click.argument("hand", nargs=-1)
@click.option("--context", "words", default="", metavar="WORDS", help=CONTEXT_HELP)
@click.option("--rules", "name", default="hk", show_default=True, metavar="NAME", help=RULES_HELP)
@click.option("--set", "settings", multiple=True, metavar="SWITCH=VALUE", help=SET_HELP)
@click.option(
    "--batch",
    metavar="FILE|-",
    help="Count a file, a line each: HAND | WORDS | SWITCH=VALUE …; one JSON object a line out.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    hand: tuple[str, ...], words: str, name: str, settings: tuple[str, ...], batch: str | None, as_json: bool
) -> None:
    """Exit status: 0 a win, 1 not a win, 2 not valid; --batch 0."""
    if batch is not None:
        if hand:
            raise click.UsageError(_("give a hand or --batch, not both"))
        _batch(batch, rule_set(name, settings))
        return
    if not hand:
        raise click.UsageError(_("name a hand, or --batch FILE"))
    text = " ".join(hand)
    try:
        rules = rule_set(name, settings)
    except click.UsageError as error:
        if not as_json:
            raise
        _line({"win": False, "problem": "syntax", "message": error.message})
        sys.exit(2)
    if as_json:
        value = count(text, words, rules)
        _line(value)
        sys.exit(0 if value["win"] else 1 if value["problem"] == "not_a_win" else 2)
    sys.exit(_print(text, words, rules))


def count(text: str, words: str, rules: RuleSet) -> dict[str, Any]:
    """One hand as ``--json`` has it, whatever was written."""
    from models.hand import HandError
    from models.notation import parse_context, parse_hand
    from models.score import score
    from tui.score_text import error_json, score_json

    try:
        return score_json(
            score(parse_hand(text, rules.switches.plant_order), parse_context(words), rules), rules
        )
    except HandError as error:
        return error_json(error)


def _print(text: str, words: str, rules: RuleSet) -> int:
    from models.hand import HandError
    from models.notation import parse_context, parse_hand
    from models.score import Score, score
    from tui.score_text import score_lines

    try:
        result = score(parse_hand(text, rules.switches.plant_order), parse_context(words), rules)
    except HandError as error:
        for fault in error.faults:
            click.echo(tr(fault.message), err=True)
            if fault.where >= 0 and text.isascii():
                click.echo(f"  {text}\n  {' ' * fault.where}^", err=True)
        return 2
    if not isinstance(result, Score):
        click.echo(_("not a win: {why}").format(why=tr(result.message)))
        return 1
    for line in score_lines(result):
        click.echo(line)
    return 0


def _batch(file: str, rules: RuleSet) -> None:
    """A line in, an object out; empty lines and lines that begin with # are passed over."""
    from models.rules import with_switch
    from models.switches import SwitchError
    from tui.score_text import refusal_json

    kept: dict[str, RuleSet] = {}
    for line in _lines(file):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        hand, words, settings, *more = [*line.split("|"), "", "", ""][:4]
        used = rules
        problem: Msg | None = None
        if line.count("|") > 2 or (more and more[0].strip()):
            problem = msg("more than two | in a line; write HAND | WORDS | SWITCH=VALUE …")
        elif settings.strip():
            if settings not in kept:
                try:
                    for setting in settings.split():
                        used = with_switch(used, setting)
                    kept[settings] = used
                except SwitchError as error:
                    problem = error.message
            used = kept.get(settings, rules)
        _line(refusal_json("syntax", problem) if problem else count(hand.strip(), words, used))


def _lines(file: str) -> list[str]:
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode("utf-8-sig").splitlines()
    except (OSError, ValueError) as error:
        name = _("standard input") if file == "-" else file
        why = (
            _("it is not UTF-8 text")
            if isinstance(error, UnicodeDecodeError)
            else getattr(error, "strerror", None)
        )
        click.echo(_("{file} cannot be read: {why}").format(file=name, why=why or str(error)), err=True)
        sys.exit(2)


def _line(value: dict[str, Any]) -> None:
    click.echo(json.dumps(value, ensure_ascii=False))
