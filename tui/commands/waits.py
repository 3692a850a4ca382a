"""``taipai waits TILES``: what completes 16 tiles, and what each would pay."""

from __future__ import annotations

import json
import sys

import click

from tui.commands.score import CONTEXT_HELP, RULES_HELP, SET_HELP, refuse, rule_set


@click.command(
    "waits", help="What completes the 16 tiles (more with kongs) of TILES, and what each would pay."
)
@click.argument("tiles", nargs=-1, required=True)
@click.option("--context", "words", default="", metavar="WORDS", help=CONTEXT_HELP)
@click.option("--rules", "name", default="hk", show_default=True, metavar="NAME", help=RULES_HELP)
@click.option("--set", "settings", multiple=True, metavar="SWITCH=VALUE", help=SET_HELP)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(tiles: tuple[str, ...], words: str, name: str, settings: tuple[str, ...], as_json: bool) -> None:
    """Exit status: 0 it waits, 1 for nothing, 2 not valid."""
    from models.hand import HandError
    from models.notation import parse_context, parse_hand
    from models.score import waits
    from models.tiles import FACES
    from tui.score_text import score_json, wait_lines

    rules = rule_set(name, settings)
    try:
        found = waits(parse_hand(" ".join(tiles), rules.switches.plant_order), parse_context(words), rules)
    except HandError as error:
        refuse(error, as_json)
    if as_json:
        value = {
            "rules": rules.name,
            "waits": [
                {"tile": FACES[wait.tile], "left": wait.left, **score_json(wait.result, rules)}
                for wait in found
            ],
        }
        click.echo(json.dumps(value, ensure_ascii=False))
    else:
        for line in wait_lines(found, rules):
            click.echo(line)
    sys.exit(0 if found else 1)
