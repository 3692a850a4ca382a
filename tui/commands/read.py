"""``taipai read PHOTO…``: the hand in a photo, with confidences, and on request its suggested fan."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from models.messages import Msg
from tui.i18n import _, tr
from vision.extra import how_to_install
from vision.reading import PhotoError, PhotoReading, ReadTile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.rules import RuleSet

SAMPLE = "photos/sample-1.jpg"


@click.command(
    "read",
    help="Read the hand in each PHOTO: a file, - (standard input), clipboard:, camera:0, or a stream's address.",
)
@click.argument("photos", metavar="PHOTO...", nargs=-1)
@click.option("--score", "with_score", is_flag=True, help="Also count the hand's fan.")
@click.option(
    "--context",
    "words",
    default="",
    metavar="WORDS",
    help="How it was won, and count it: self_draw, seat S, …",
)
@click.option("--rules", default="hk", metavar="NAME", help="The rule set for --score.", show_default=True)
@click.option("--plain", is_flag=True, help="The photo is not of a win: do not look for a winning hand.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a photo, one a line.")
@click.option(
    "--debug", metavar="DIR", type=click.Path(path_type=Path), help="Write pictures of every stage to DIR."
)
@click.option("--sample", is_flag=True, help="Read the sample photo that comes with the program.")
def command(
    photos: tuple[str, ...],
    with_score: bool,
    words: str,
    rules: str,
    plain: bool,
    as_json: bool,
    debug: Path | None,
    sample: bool,
) -> None:
    """Exit status: 0 read, 1 no tile in a photo, 2 a bad file (or nothing to read photos with)."""
    sources = [*photos]
    if sample:
        import assets

        sources.append(str(assets.path(SAMPLE)))
    if not sources:
        raise click.UsageError(_("name a photo, or say --sample"))
    if (install := how_to_install()) is not None:
        click.echo(tr(install), err=True)
        sys.exit(2)
    if words:
        with_score = True
        _check(words, as_json)
    rule_set = _rule_set(rules) if with_score else None
    worst = 0
    for number, source in enumerate(sources):
        folder = debug
        if debug is not None and len(sources) > 1:
            folder = debug / f"{number + 1}-{Path(source).stem or 'photo'}"
        try:
            reading = _read(source, win=not plain, debug=folder)
        except PhotoError as error:
            worst = 2
            if as_json:
                _line({"photo": source, "problem": error.problem, "message": tr(error.message)})
            else:
                click.echo(tr(error.message), err=True)
            continue
        if not reading.tiles:
            worst = max(worst, 1)
        if as_json:
            value = as_value(source, reading)
            if reading.notes and not reading.decoded:
                value["message"] = "; ".join(tr(note) for note in reading.notes)
            if rule_set is not None and reading.tiles:
                from tui.photo_score import short_json, suggest

                value["score"] = short_json(reading) or suggest(reading.hand, words, rule_set)
            _line(value)
        else:
            if number:
                click.echo()
            _print(reading)
            if rule_set is not None and reading.tiles:
                from tui.photo_score import lines, short

                too_few = short(reading)
                for text in [too_few] if too_few else lines(reading.hand, words, rule_set):
                    click.echo(f"  {text}")
    sys.exit(worst)


def _check(words: str, as_json: bool) -> None:
    """Wrong context words are told before a photo is read."""
    from models.hand import HandError
    from models.notation import parse_context

    try:
        parse_context(words)
    except HandError as error:
        from tui.commands.score import refuse

        refuse(error, as_json)


def _read(source: str, *, win: bool, debug: Path | None) -> PhotoReading:
    from vision.load import load
    from vision.read import read_photo

    return read_photo(load(source), win=win, debug=debug)


def as_value(photo: str, reading: PhotoReading) -> dict[str, Any]:
    """A reading as ``--json`` prints it."""
    return {
        "photo": photo,
        "tiles": [_tile(tile) for tile in reading.tiles],
        "hand": reading.hand,
        "decoded": reading.decoded,
        "changed": list(reading.changed),
        "flowers": list(reading.flowers),
        "milliseconds": reading.milliseconds,
    }


def _tile(tile: ReadTile) -> dict[str, Any]:
    return {
        "face": tile.face,
        "confidence": tile.confidence,
        "candidates": [[face, value] for face, value in tile.candidates],
        "corners": [list(point) for point in tile.corners],
        "group": tile.group,
    }


def _line(value: dict[str, Any]) -> None:
    click.echo(json.dumps(value, ensure_ascii=False))


def _rule_set(name: str) -> RuleSet:
    from tui.commands.score import rule_set

    return rule_set(name, ())


def _print(reading: PhotoReading) -> None:
    if reading.hand:
        click.echo(reading.hand)
    notes: Sequence[Msg] = reading.notes
    for note in notes:
        click.echo(f"  {tr(note)}", err=not reading.tiles)
    for index, tile in enumerate(reading.tiles):
        if tile.doubtful or index in reading.changed:
            others = ", ".join(
                f"{face} {value:.0%}"
                for face, value in tile.candidates
                if face != tile.face and value >= 0.01
            )
            click.echo(
                "  "
                + _("tile {n}: {face} {sure} {others}")
                .format(
                    n=index + 1,
                    face=tile.face,
                    sure=f"{tile.confidence:.0%}?",
                    others=f"({others})" if others else "",
                )
                .rstrip()
            )
    if reading.tiles:
        seen = _("tiles: {n}, {sure} sure on average, {ms} ms").format(
            n=len(reading.tiles),
            sure=f"{sum(t.confidence for t in reading.tiles) / len(reading.tiles):.0%}",
            ms=round(reading.milliseconds),
        )
        click.echo(f"  {seen}")
