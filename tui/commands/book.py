"""``taipai book``: nights on disk, listed, shown, counted, taken out and put in, backed up.

Exit status: 0 all is well, 1 something was left out (a fork, a night that can't be read), 2 the book or a file can't be used.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import click

from models.messages import Msg, msg
from tui import settings
from tui.i18n import _, n_, tr

if TYPE_CHECKING:
    from models.book import Book
    from models.night import Night
    from models.night_text import Counter, RulesCheck
    from models.records import NightRecord
    from models.roster import Roster
    from models.statistics import Filter

F = TypeVar("F", bound=Callable[..., Any])

FORMATS: Final = ("json", "csv", "csv-nights", "text", "svg", "png")
_OF_ONE_NIGHT: Final = ("text", "svg", "png")
_json_option = click.option("--json", "as_json", is_flag=True, help="JSON instead of words.")


def _filters(command: F) -> F:
    """The options that choose nights."""
    for option in reversed(
        (
            click.option(
                "--since",
                metavar="DATE",
                default="",
                help="Only nights from this date on (2026-11-29, 2026-11 or 2026).",
            ),
            click.option("--until", metavar="DATE", default="", help="Only nights up to this date."),
            click.option("--group", metavar="NAME", default="", help="Only nights of this group."),
            click.option("--rules", metavar="NAME", default="", help="Only nights under this rule set."),
        )
    ):
        command = option(command)
    return command


@click.group("book", help="Nights on disk: list, show, stats, export, import, backup, restore, check.")
def command() -> None:
    """See the subcommands."""


def fail(message: Msg | str) -> NoReturn:
    """One line on standard error, and status 2."""
    click.echo(tr(message), err=True)
    sys.exit(2)


@contextlib.contextmanager
def _book(ctx: click.Context, *, create: bool = False) -> Iterator[Book]:
    """The book asked for; every trouble with it is one line."""
    from models.book import open_book
    from models.book_errors import BookError

    try:
        with open_book(_address(ctx), backups=settings.backups_dir(), create=create) as book:
            yield book
    except BookError as error:
        fail(error.message)


def _address(ctx: click.Context) -> str:
    named = (ctx.obj or {}).get("book")
    return settings.default_url(named)


def _say(lines: Sequence[str]) -> None:
    stream = sys.stdout
    encoding = stream.encoding or "utf-8"
    for line in lines:
        click.echo(line.encode(encoding, "replace").decode(encoding))


def _say_json(value: object) -> None:
    _say([json.dumps(value, ensure_ascii=False, indent=1)])


def _which(book: Book, since: str, until: str, group: str, rules: str, player: str = "") -> Filter:
    from models.statistics import Filter

    for date in (since, until):
        if date and not _is_date(date):
            fail(msg("{text} is not a date; write 2026-11-29, 2026-11 or 2026", text=date))
    return Filter(since, until, group, rules, _player(book, player) if player else "")


def _is_date(text: str) -> bool:
    import datetime

    parts = text.split("-")
    if (
        not all(p.isascii() and p.isdigit() for p in parts)
        or [len(p) for p in parts] != [4, 2, 2][: len(parts)]
    ):
        return False
    try:
        datetime.date.fromisoformat("-".join([*parts, "01", "01"][:3]))
    except ValueError:
        return False
    return True


def _player(book: Book, name: str) -> str:
    from models import statistics

    roster = book.roster()
    known = statistics.players(book.records(), roster)
    found = roster.player(name)
    if found not in known:
        found = next((player for player, shown in known.items() if shown == name), "")
    if not found:
        fail(
            msg(
                "nobody called {name} is in this book; there are {names}",
                name=name,
                names=", ".join(sorted(known.values())) or "–",
            )
        )
    return found


def _night_id(book: Book, name: str) -> str:
    """A night by the beginning of its id, or ``last``."""
    if name != "last":
        return book.find(name)
    nights = book.nights()
    if not nights:
        fail(msg("there are no nights in this book yet"))
    return nights[0].id


# --- looking -----------------------------------------------------------------------------------------------------


@command.command("list")
@_filters
@click.option("--player", metavar="NAME", default="", help="Only nights this player took part in.")
@_json_option
@click.pass_context
def list_(
    ctx: click.Context, since: str, until: str, group: str, rules: str, player: str, as_json: bool
) -> None:
    """The nights, newest first."""
    from tui import records_text

    with _book(ctx) as book:
        which = _which(book, since, until, group, rules, player)
        roster = book.roster()
        chosen = {r.id for r in book.records() if which.lets(r, roster)}
        anything = any((since, until, group, rules, player))
        infos = [info for info in book.nights() if not anything or info.id in chosen]
    if as_json:
        _say_json([records_text.info_json(info) for info in infos])
    else:
        _say(records_text.nights(infos))
    sys.exit(1 if any(info.trouble for info in infos) else 0)


@command.command("show")
@click.argument("night", default="last")
@_json_option
@click.pass_context
def show(ctx: click.Context, night: str, as_json: bool) -> None:
    """One night: every event and what it did. NIGHT is the beginning of its id; without it the newest."""
    from models import night_json
    from models.night import fold
    from tui import board_text, records_text

    with _book(ctx) as book:
        ident = _night_id(book, night)
        folded = fold(book.entries(ident))
        info = next(info for info in book.nights() if info.id == ident)
    if as_json:
        _say_json({**records_text.info_json(info), **night_json.night_json(folded, render=tr)})
        return
    lines = [
        f"{info.date}  {info.id[:8]}" + (f"  {info.group}" if info.group else ""),
        _("base {base}, {per_fan} a fan").format(base=info.base, per_fan=info.per_fan) + f" · {info.rules}",
    ]
    for record in folded.records:
        title = board_text.hand_title(record.name, record.streak)
        lines.append(
            f"#{record.number}  {title}  " + board_text.happened(folded.players, record.event, record)
        )
        lines += ["    " + line for line in board_text.did(folded.players, record)]
    for problem in folded.problems:
        lines.append(f"#{problem.number}  " + _("cannot be: {reason}").format(reason=tr(problem.reason)))
    lines += ["", *board_text.board(folded.players, folded.position), "", *board_text.results(folded)]
    lines += ["  " + line for line in board_text.who_hands_whom(folded)]
    if not folded.settled:
        lines.append("  " + _("not settled up yet"))
    _say(lines)


@command.command("stats")
@_filters
@click.option("--player", metavar="NAME", default="", help="Everything about this player.")
@click.option("--pairs", "with_pairs", is_flag=True, help="Head to head, every two players.")
@_json_option
@click.pass_context
def stats(
    ctx: click.Context,
    since: str,
    until: str,
    group: str,
    rules: str,
    player: str,
    with_pairs: bool,
    as_json: bool,
) -> None:
    """Records over all nights, or over those chosen."""
    from models import statistics
    from tui import records_text

    with _book(ctx) as book:
        which = _which(book, since, until, group, rules, player)
        records, roster = book.records(), book.roster()
    found = statistics.statistics(records, roster, which)
    pairs = statistics.pairs(records, roster, which)
    duels = statistics.duels(pairs, which.player)
    if as_json:
        told = [p for duel in duels for p in (duel.one, duel.other)] if player else list(pairs.values())
        _say_json(records_text.statistics_json(found, told))
    elif player:
        one = found.player(which.player)
        _say(records_text.player(one, found, duels) if one else [_("No nights to count.")])
    elif with_pairs:
        _say(records_text.head_to_head(duels) if duels else [_("No nights to count.")])
    else:
        _say(records_text.standings(found))


# --- out and in --------------------------------------------------------------------------------------------------


@command.command("export")
@click.argument("nights", nargs=-1, metavar="[NIGHT]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default=None,
    help="By default what the file's name says, else json.",
)
@click.option("-o", "--output", metavar="FILE", default="-", help="Where to; '-' is standard output.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option("--json", "as_json", is_flag=True, help="Tell what was written as JSON.")
@click.pass_context
def export(
    ctx: click.Context, nights: tuple[str, ...], form: str | None, output: str, force: bool, as_json: bool
) -> None:
    """Nights, or the whole book, for another program or for friends.

    json holds everything and can be imported; csv is a row for each player and event, csv-nights for each player and night; text is a night
    as `taipai ledger` reads it; svg and png are pictures of the settle-up. NIGHT is the beginning of an id, or `last`.
    """
    form = form or _form_of(output)
    with _book(ctx) as book:
        ids = [_night_id(book, name) for name in nights]
        if form in _OF_ONE_NIGHT and len(ids) != 1:
            fail(msg("{form} is for one night: name it, or say `last`", form=form))
        content = _exported(book, ids or None, form)
        count = len(ids or book.ids())
    if output == "-":
        if form == "png" and sys.stdout.isatty():
            fail(msg("a picture is not for the terminal: name a file with -o"))
        sys.stdout.buffer.write(content)
        return
    _write(Path(output), content, force)
    if as_json:
        _say_json({"file": output, "format": form, "nights": count, "bytes": len(content)})
    else:
        _say(
            [_("{nights} written to {file}").format(nights=n_("{n} night", "{n} nights", count), file=output)]
        )


def _form_of(output: str) -> str:
    suffix = Path(output).suffix.lower().removeprefix(".")
    return {"txt": "text"}.get(suffix, suffix) if suffix in (*FORMATS, "txt") else "json"


def _write(path: Path, content: bytes, force: bool) -> None:
    from models.book_errors import BookError
    from models.store.backup import write_whole
    from models.store.errors import translated

    if path.exists() and not force:
        fail(msg("{place} is already there; say --force to write over it", place=str(path)))
    try:
        with translated(str(path)):
            write_whole(path, content)
    except BookError as error:
        fail(error.message)


def _exported(book: Book, ids: list[str] | None, form: str) -> bytes:
    from models import night_text, sheets
    from models.exchange import export_json

    if form == "json":
        return "".join(export_json(book, ids)).encode()
    if form == "text":
        assert ids is not None
        return night_text.write(book.entries(ids[0])).encode()
    roster = book.roster()
    records = [record for record in book.records() if ids is None or record.id in ids]
    if form == "csv-nights":
        rows = [row for record in records if not record.trouble for row in sheets.night_rows(record, roster)]
        return sheets.to_csv(sheets.NIGHT_COLUMNS, rows).encode()
    if form == "csv":
        rows = [
            row
            for record in records
            if not record.trouble
            for row in sheets.event_rows(record, _folded(book, record), roster)
        ]
        return sheets.to_csv(sheets.EVENT_COLUMNS, rows).encode()
    return _pictured(book, records[0], roster, form)


def _folded(book: Book, record: NightRecord) -> Night:
    from models.night import fold

    return fold(book.entries(record.id))


def _pictured(book: Book, record: NightRecord, roster: Roster, form: str) -> bytes:
    from models.records import names_of
    from tui import picture

    drawing = picture.settle_up(_folded(book, record), names_of(record, roster))
    if form == "svg":
        return picture.to_svg(drawing).encode()
    try:
        return picture.to_png(drawing)
    except picture.PictureError as error:
        fail(error.message)


@command.command("import")
@click.argument("file", metavar="FILE|-")
@click.option("--dry-run", is_flag=True, help="Only look whether the file is whole; nothing is written.")
@_json_option
@click.pass_context
def import_(ctx: click.Context, file: str, dry_run: bool, as_json: bool) -> None:
    """Adds what the book does not have yet, from a JSON export or a night as text. Nothing is doubled; a fork is told and left alone."""
    from models import exchange
    from models.book_errors import BookError

    content = _content(file)
    try:
        holds = exchange.read_any(content, *_counting())
    except BookError as error:
        fail(error.message)
    if dry_run:
        events = sum(len(night.entries) for night in holds.nights)
        if as_json:
            _say_json({"nights": len(holds.nights), "entries": events, "changes": len(holds.changes)})
        else:
            _say(
                [
                    _("The file is whole. Nights: {nights}, events: {events}.").format(
                        nights=len(holds.nights), events=events
                    )
                ]
            )
        return
    with _book(ctx, create=True) as book:
        report = exchange.import_file(book, holds)
    if as_json:
        _say_json(
            {
                "nights_added": list(report.nights_added),
                "nights_extended": list(report.nights_extended),
                "nights_known": list(report.nights_known),
                "entries_added": report.entries_added,
                "changes_added": report.changes_added,
                "conflicts": [
                    {"night": c.night, "entry": c.number, "message": tr(c.message)} for c in report.conflicts
                ],
            }
        )
    else:
        _say(
            [
                _("Nights: {n} new, {m} continued, {k} known already.").format(
                    n=len(report.nights_added), m=len(report.nights_extended), k=len(report.nights_known)
                ),
                *(tr(conflict.message) for conflict in report.conflicts),
            ]
        )
    sys.exit(1 if report.conflicts else 0)


def _content(file: str) -> bytes:
    from models.book_errors import BookError
    from models.store.errors import translated

    if file == "-":
        return sys.stdin.buffer.read()
    try:
        with translated(file):
            return Path(file).read_bytes()
    except BookError as error:
        fail(error.message)


def _counting() -> tuple[Counter, RulesCheck]:
    from models.night_count import TileCounter

    tiles = TileCounter((settings.rules_dir(),))
    return tiles.count, tiles.known


# --- keeping -----------------------------------------------------------------------------------------------------


@command.command("backup")
@click.argument("target", metavar="[FILE|FOLDER]", default="")
@_json_option
@click.pass_context
def backup(ctx: click.Context, target: str, as_json: bool) -> None:
    """A copy of the whole book, safe while the app runs; into the data folder unless told where."""
    from models.backups import back_up

    place = Path(target) if target else settings.backups_dir()
    with _book(ctx) as book:
        if not target:
            from models.store.errors import translated

            with translated(str(place)):
                place.mkdir(parents=True, exist_ok=True)
        made = back_up(book, place)
        count = len(book.ids())
    if as_json:
        _say_json({"file": str(made), "nights": count})
    else:
        _say([_("{nights} copied to {file}").format(nights=n_("{n} night", "{n} nights", count), file=made)])


@command.command("restore")
@click.argument("source", metavar="FILE", type=click.Path(path_type=Path))
@_json_option
@click.pass_context
def restore(ctx: click.Context, source: Path, as_json: bool) -> None:
    """Puts a backup in the book's place. What was there is kept; an app that has the book open goes on with the restored one."""
    from models.backups import restore as put_back
    from models.book_errors import BookError

    try:
        done = put_back(_address(ctx), source, settings.backups_dir())
    except BookError as error:
        fail(error.message)
    if as_json:
        _say_json({"nights": done.nights, "kept": str(done.kept) if done.kept else None})
        return
    lines = [_("The book now holds: {nights}").format(nights=n_("{n} night", "{n} nights", done.nights))]
    if done.kept:
        lines.append(_("What was there before is kept in {file}").format(file=done.kept))
    _say(lines)


@command.command("check")
@_json_option
@click.pass_context
def check(ctx: click.Context, as_json: bool) -> None:
    """Reads everything in the book and tells what is damaged or cannot be."""
    from models.book_errors import BookError
    from models.night import fold

    troubles: list[tuple[str, int | None, str]] = []
    events = 0
    with _book(ctx) as book:
        damage = book.damage()
        if damage is not None:
            fail(damage)
        ids = book.ids()
        for ident in ids:
            try:
                entries = book.entries(ident)
            except BookError as error:
                troubles.append((ident, None, tr(error.message)))
                continue
            events += len(entries)
            if [e.number for e in entries] != list(range(book.last(ident) + 1)):
                troubles.append((ident, None, _("its numbers have a gap")))
            for problem in fold(entries).problems:
                troubles.append((ident, problem.number, tr(problem.reason)))
    if as_json:
        _say_json(
            {
                "nights": len(ids),
                "entries": events,
                "problems": [{"night": n, "event": e, "message": m} for n, e, m in troubles],
            }
        )
    else:
        where = [f"{n[:8]}" + (f" #{e}" if e is not None else "") + f": {m}" for n, e, m in troubles]
        told = _("Nights: {nights}, events: {events}. ").format(nights=len(ids), events=events)
        summary = n_("{n} problem", "{n} problems", len(troubles)) if troubles else _("all is well")
        _say([*where, told + summary])
    sys.exit(1 if troubles else 0)
