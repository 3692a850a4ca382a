"""``taipai demo``: the main loop on a sample, as text: a photo when photos can be read, a win, its fan, the board after it."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from tui.i18n import _, tr

if TYPE_CHECKING:
    from models.night_text import LineRead, Parsed
    from models.score import NotAWin, Score

PHOTO: Final = "photos/sample-1.jpg"
HAND: Final = "1f6f 123456m 234p 789s 1112z +2z"
"""What lies in the sample photo; counted when the photo cannot be read here."""
NIGHT: Final = """\
night 2026-11-29 base 5 per-fan 1 players {players}
win {a} self-draw 4
win {a} from {b} 5
win {a} from {c} "{hand}"
"""


def from_photo() -> tuple[str, list[str]]:
    """The hand read from the sample photo, and what to say about it; the hand is empty when it cannot be read here."""
    from vision.extra import how_to_install

    install = how_to_install()
    if install is not None:
        return "", [tr(install)]
    try:
        import assets
        from vision.load import load
        from vision.read import read_photo
        from vision.reading import PhotoError

        try:
            reading = read_photo(load(str(assets.path(PHOTO))))
        except PhotoError as error:
            return "", [tr(error.message)]
    except ImportError as error:
        return "", [_("photos cannot be read here: {why}").format(why=str(error))]
    sure = sum(tile.confidence for tile in reading.tiles) / max(len(reading.tiles), 1)
    said = [
        _("tiles: {n}, {sure} sure on average, {ms} ms").format(
            n=len(reading.tiles), sure=f"{sure:.0%}", ms=round(reading.milliseconds)
        ),
        *(tr(note) for note in reading.notes),
    ]
    return (reading.hand if reading.decoded else ""), said


def count(hand: str) -> Score | NotAWin:
    """The hand under the Hong Kong table, off a discard by a player who does not deal. Raises :class:`~models.hand.HandError`."""
    from models.hand import Context
    from models.notation import parse_hand
    from models.rules import load
    from models.score import score

    return score(parse_hand(hand), Context(), load("hk"))


def with_winning_tile(hand: str) -> str:
    """The hand with its last concealed tile as the winning one, where a photo does not tell which it was. Raises :class:`~models.hand.HandError`."""
    from models.notation import parse_hand, write_hand

    read = parse_hand(hand)
    if read.winning is None and read.concealed:
        read = replace(read, winning=read.concealed[-1])
    return write_hand(read)


def night(hand: str, players: tuple[str, str, str, str]) -> tuple[Parsed, list[LineRead]]:
    """Three hands of a sample night, the last of them the counted one, and each line as it was read."""
    from models import night_text
    from models.night_count import TileCounter

    counter = TileCounter()
    lines: list[LineRead] = []
    a, b, c, _d = players
    text = NIGHT.format(players=" ".join(players), a=a, b=b, c=c, hand=hand)
    return night_text.parse(text, counter.count, counter.known, lines.append), lines


@click.command(
    "demo", help="The main loop on a sample: a photo if it can be read, a win, its fan, the board after it."
)
@click.option("--no-photo", is_flag=True, help="Begin with the tiles, do not read the sample photo.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(no_photo: bool, as_json: bool) -> None:
    """Exit status: 0."""
    from models.hand import HandError
    from models.score import NotAWin

    hand, said = ("", []) if no_photo else from_photo()
    seen = hand
    if hand:
        try:
            hand = with_winning_tile(hand)
            if isinstance(count(hand), NotAWin):
                hand = ""
        except HandError:
            hand = ""
    read_well = bool(hand)
    hand = hand or HAND
    players = ("甲", "乙", "丙", "丁")
    if as_json:
        _print(json.dumps(_value(hand, seen, players), ensure_ascii=False, indent=1))
        return
    _print("\n".join(_story(hand, seen, said, no_photo or read_well, players)))


def _story(
    hand: str, seen: str, said: list[str], counted_as_read: bool, players: tuple[str, str, str, str]
) -> list[str]:
    from models.score import Score
    from tui import board_text, score_text

    lines: list[str] = []
    if seen or said:
        lines += [_("1. A photo of the winner's tiles ({file})").format(file=PHOTO.rpartition("/")[2])]
        lines += [f"   {seen}"] if seen else []
        lines += [f"   {text}" for text in said]
        if not counted_as_read:
            lines.append("   " + _("Counted instead: the tiles that lie in it, typed."))
        lines.append("")
    lines.append(_("2. Its fan; + stands before the tile that won"))
    lines.append(f"   {hand}")
    result = count(hand)
    if isinstance(result, Score):
        lines += [f"   {text}" for text in score_text.score_lines(result, brief=True)]
    lines.append("")
    parsed, read = night(hand, players)
    lines.append(
        _("3. The ledger: {winner} has won twice already, and wins this off {payer}").format(
            winner=players[0], payer=players[2]
        )
    )
    for each in read:
        entry = each.entry
        record = each.folder.record(entry.number) if entry is not None else None
        if entry is None or record is None:
            continue
        lines.append("")
        lines.append(f"   {board_text.hand_title(record.name, record.streak)}")
        lines.append("   " + board_text.happened(players, entry.event, record))
        lines += ["   " + text for text in board_text.did(players, record)]
    lines.append("")
    lines += [" " + text for text in board_text.board(players, parsed.night.position)]
    lines += ["   " + text for text in board_text.may_chop(players, parsed.night.choices)]
    lines += ["", _("The app itself: taipai, in a terminal. Every key: F1.")]
    return lines


def _value(hand: str, seen: str, players: tuple[str, str, str, str]) -> dict[str, Any]:
    from models.night_json import night_json
    from models.rules import load
    from tui import score_text

    parsed, _read = night(hand, players)
    return {
        "photo": {"file": PHOTO, "hand": seen} if seen else None,
        "hand": hand,
        "score": score_text.score_json(count(hand), load("hk")),
        "night": night_json(parsed.night, parsed.problems, tr),
    }


def _print(text: str) -> None:
    """Prints whatever the terminal's encoding can take."""
    encoding = sys.stdout.encoding or "utf-8"
    click.echo(text.encode(encoding, "replace").decode(encoding))
