"""``taipai ledger FILE|-``: replays a night written as text and prints the board after each event."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

import click

from models import night_json, night_text
from models import options as table
from models.night import Night
from models.night_text import LineProblem, LineRead
from models.replay import choices
from tui import board_text
from tui.i18n import _, n_, tr

GRAMMAR: Final = """\b
One event a line:
  night DATE base N per-fan N players NAME NAME NAME NAME
  option KEY = VALUE
  win NAME from NAME WORTH
  win NAME WORTH, NAME WORTH from NAME
  win NAME self-draw WORTH
  draw
  chop NAME to NAME
  decline NAME to NAME
  pay NAME|all to NAME|all N words
  count NAME N
  undo
  settle

WORTH is the fan without the dealer fan, or "HAND | WORDS" in quotes. With one winner it may also stand before from. '#' starts a comment; a name
with a space stands in quotes; N of a count takes - for a loss.

\b
Options, before the first event (the first value is the default):
{options}

Exit status: 0 all is well, 1 a line cannot be, 2 the file cannot be read.
"""


def _options() -> str:
    """A line an option: its name and what it may hold, the default first."""
    lines = []
    for option in table.OPTIONS:
        texts = [choice.text for choice in option.choices]
        if option.is_number:
            values = f"{option.default}, or any number from {option.minimum}"
        else:
            values = " | ".join(texts) or f"{option.default}, or any rule set"
        lines.append(f"  {option.name} = {values}")
    return "\n".join(lines)


@click.command(
    "ledger",
    help="Replay the night written as text in FILE, or '-' for standard input.",
    epilog=GRAMMAR.format(options=_options()),
)
@click.argument("file", metavar="FILE|-")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of the boards.")
def command(file: str, as_json: bool) -> None:
    """Exit status: 0 all is well, 1 a line cannot be, 2 the file cannot be read."""
    sys.set_int_max_str_digits(0)  # a debt rolled thousands of times is still printed
    text = _read(file)
    if as_json:
        parsed = _parse(text)
        found = night_json.night_json(parsed.night, parsed.problems, tr)
        _print(json.dumps(found, ensure_ascii=not _unicode(), indent=1))
    else:
        parsed = _parse(text, _Printer())
        _print("\n".join(_end(parsed.night, parsed.problems)))
    sys.exit(1 if parsed.problems else 0)


def _read(file: str) -> str:
    """The text. Leaves with status 2 and one line that says why when there is none."""
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except FileNotFoundError:
        return _unreadable(file, _("there is no such file"))
    except IsADirectoryError:
        return _unreadable(file, _("it is a folder"))
    except PermissionError:
        return _unreadable(file, _("reading it is not allowed"))
    except (OSError, ValueError) as trouble:
        return _unreadable(file, getattr(trouble, "strerror", None) or str(trouble))
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as trouble:
        line = raw.count(b"\n", 0, trouble.start) + 1
        return _unreadable(file, _("line {line} is not UTF-8 text; save the file as UTF-8").format(line=line))


def _unreadable(file: str, why: str) -> str:
    name = _("standard input") if file == "-" else file
    click.echo(_("{file} cannot be read: {why}").format(file=name, why=why), err=True)
    sys.exit(2)


def _parse(text: str, watch: night_text.Watcher | None = None) -> night_text.Parsed:
    from models.night_count import TileCounter
    from tui.settings import rules_dir

    counter = TileCounter([rules_dir()])
    return night_text.parse(text, counter.count, counter.known, watch)


def _unicode() -> bool:
    """Whether the output takes every character."""
    return (sys.stdout.encoding or "utf-8").lower().replace("-", "").startswith("utf")


def _print(text: str) -> None:
    """Prints whatever the terminal's encoding can take."""
    stream = sys.stdout
    encoding = stream.encoding or "utf-8"
    click.echo(text.encode(encoding, "replace").decode(encoding))


class _Printer:
    """Prints each line's event as it is read."""

    def __init__(self) -> None:
        self._begun = False

    def __call__(self, read: LineRead) -> None:
        if not self._begun and read.entry is not None:
            start = read.folder.start
            assert start is not None
            self._begun = True
            _print("\n".join(_head(start.date, start.base, start.per_fan, table.differing(start.options))))
        if read.problem is not None:
            _print("\n" + "\n".join(trouble(read.problem)))
        elif read.entry is not None:
            _print("\n" + "\n".join(_after(read)))


def _head(date: str, base: int, per_fan: int, options: dict[str, table.Value]) -> list[str]:
    lines = [
        " · ".join(
            [*([date] if date else []), _("base {base}, {per_fan} a fan").format(base=base, per_fan=per_fan)]
        )
    ]
    for name, value in options.items():
        lines.append(f"  {tr(table.BY_NAME[name].title)}: {tr(table.title_of(name, value))}")
    return lines


def _after(read: LineRead) -> list[str]:
    """One event: its number and hand, what happened, what it did, the board."""
    entry, folder = read.entry, read.folder
    start = folder.start
    assert entry is not None and start is not None
    players = start.players
    record = folder.record(entry.number)
    if record is None:
        lines = [f"#{entry.number}  " + board_text.happened(players, entry.event)]
    else:
        title = board_text.hand_title(record.name, record.streak)
        if record.kind in ("win", "draw"):
            title += " · " + _("{dealer} deals").format(dealer=players[record.dealer])
        lines = [
            f"#{entry.number}  {title}",
            "  " + board_text.happened(players, entry.event, record),
            *("  " + line for line in board_text.tiles(players, entry.event)),
            *("  " + line for line in board_text.did(players, record)),
        ]
    lines += board_text.board(players, folder.position)
    lines += ["  " + line for line in board_text.may_chop(players, choices(start.options, folder.position))]
    return lines


def trouble(problem: LineProblem) -> list[str]:
    """A line that cannot be: where, what, why, and what would fit."""
    return [
        _("line {line}: {text}").format(line=problem.line, text=problem.text),
        "  " + _("cannot be: {reason}").format(reason=tr(problem.reason)),
        "  " + _("what fits: {fits}").format(fits=tr(problem.fits)),
    ]


def _end(night: Night, problems: tuple[LineProblem, ...]) -> list[str]:
    lines = []
    if not night.started:
        for problem in problems:
            if not problem.text:
                lines += trouble(problem)
    else:
        lines += ["", *board_text.results(night)]
        lines += ["  " + line for line in board_text.who_hands_whom(night)]
        if not night.settled and night.debts:
            lines.append("  " + _("not settled up yet"))
    if problems:
        lines += ["", n_("{n} line cannot be", "{n} lines cannot be", len(problems))]
    return lines
