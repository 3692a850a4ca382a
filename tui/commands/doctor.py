"""``taipai doctor``: what is installed and what is missing, and for each thing missing the one line that gets it.

Exit status: 0 the app can be used, 1 something it needs is wrong. What is optional and missing is said, and is no failure.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, TypeAlias

import click

from models.messages import Msg, msg
from tui import settings
from tui.i18n import tr

State: TypeAlias = Literal["ok", "missing", "warning", "wrong"]
"""``missing`` is something optional; ``wrong`` keeps the app from working."""

MARKS: Final = {"ok": "✓", "missing": "–", "warning": "!", "wrong": "✗"}

OPENCV_LIBRARIES: Final = "sudo apt-get install -y libgl1 libglib2.0-0"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at."""

    id: str
    title: Msg
    state: State
    detail: Msg
    remedy: Msg | None = None
    """What to do, where something is missing or wrong."""


@click.command("doctor", help="What is installed, what is missing and how to get it.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of words.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Looks at everything TaiPai uses."""
    named = (ctx.obj or {}).get("book")
    findings = list(examine(named))
    if as_json:
        told = [
            {
                "id": f.id,
                "title": tr(f.title),
                "state": f.state,
                "detail": tr(f.detail),
                "remedy": None if f.remedy is None else tr(f.remedy),
            }
            for f in findings
        ]
        usable = not any(f.state == "wrong" for f in findings)
        _print(json.dumps({"usable": usable, "findings": told}, ensure_ascii=False, indent=1))
    else:
        for finding in findings:
            _print(f"{MARKS[finding.state]} {tr(finding.title)}: {tr(finding.detail)}")
            if finding.remedy is not None:
                _print(f"    → {tr(finding.remedy)}")
    sys.exit(1 if any(f.state == "wrong" for f in findings) else 0)


def _print(text: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    click.echo(text.encode(encoding, "replace").decode(encoding))


def examine(book: str | None) -> Iterator[Finding]:
    """Everything, one after the other. A look that itself fails is a finding, never a traceback."""
    looks: tuple[Callable[[], Iterator[Finding]], ...] = (
        _program,
        lambda: _terminal(os.environ),
        _settings,
        lambda: _book(book),
        _rules,
        _vision,
        _serve,
        _club,
        _picture,
    )
    for look in looks:
        try:
            yield from look()
        except Exception as error:
            yield Finding(
                getattr(look, "__name__", "look").strip("_<>"),
                msg("something unexpected"),
                "warning",
                msg("{what}", what=f"{type(error).__name__}: {error}".splitlines()[0][:200]),
            )


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _program() -> Iterator[Finding]:
    running = platform.python_version()
    yield Finding(
        "python",
        msg("Python"),
        "ok" if sys.version_info >= (3, 11) else "wrong",
        msg("{version} at {path}", version=running, path=sys.executable),
        None if sys.version_info >= (3, 11) else msg("TaiPai needs Python 3.11 or newer"),
    )
    own = _version("taipai")
    folder = Path(__file__).resolve().parent.parent.parent
    yield Finding(
        "taipai",
        msg("TaiPai"),
        "ok",
        msg("{version} at {path}", version=own or "0+checkout", path=str(folder)),
    )
    textual = _version("textual")
    yield Finding(
        "textual",
        msg("The app's screens (textual)"),
        "ok" if textual else "wrong",
        msg("version {version}", version=textual) if textual else msg("not installed"),
        None if textual else msg("install it: {how}", how="pip install taipai"),
    )


def _terminal(environment: Mapping[str, str]) -> Iterator[Finding]:
    size = shutil.get_terminal_size((80, 24))
    big = size.columns >= 80 and size.lines >= 24
    yield Finding(
        "terminal_size",
        msg("Terminal size"),
        "ok" if big else "warning",
        msg("{columns}×{lines}", columns=size.columns, lines=size.lines),
        None if big else msg("make the window at least 80×24, or the letters smaller"),
    )
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    utf8 = encoding == "utf8"
    yield Finding(
        "encoding",
        msg("Chinese characters"),
        "ok" if utf8 else "warning",
        msg("the terminal takes {encoding}", encoding=sys.stdout.encoding or "?"),
        None if utf8 else msg("use a UTF-8 locale: {how}", how="export LANG=C.UTF-8"),
    )
    colours = _colours(environment)
    yield Finding(
        "colours",
        msg("Colours"),
        "ok" if colours else "warning",
        colours
        or msg("none ({term}); everything can be read without", term=environment.get("TERM") or "TERM –"),
    )
    yield Finding(
        "pictures",
        msg("Pictures in the terminal"),
        "ok",
        msg("drawn as {how}", how=_pictures_by(environment)),
    )


def _colours(environment: Mapping[str, str]) -> Msg | None:
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR") or term in ("", "dumb"):
        return None
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith("-direct"):
        return msg("16 million ({term})", term=term)
    return msg("256 ({term})", term=term) if "256" in term else msg("16 ({term})", term=term)


def _pictures_by(environment: Mapping[str, str]) -> str:
    from tui.pictures import protocol

    return protocol(environment)


def _settings() -> Iterator[Finding]:
    path = settings.settings_path()
    _found, problems = settings.read()
    title = msg("Settings")
    if not problems:
        there = (
            msg("{path}", path=str(path))
            if path.exists()
            else msg("the usual ones ({path} is not there)", path=str(path))
        )
        yield Finding("settings", title, "ok", there)
    for problem in problems:
        yield Finding("settings", title, "warning", problem.message, msg("edit {path}", path=str(path)))


def _book(named: str | None) -> Iterator[Finding]:
    from models.book import open_book
    from models.book_errors import BookError
    from models.store.engine import parse

    address = settings.default_url(named)
    title = msg("The record book")
    try:
        where = parse(address)
        if where.path is not None and not where.path.exists():
            yield _book_to_be(title, where.path)
            return
        with open_book(address, backups=settings.backups_dir(), create=False) as book:
            nights = len(book.ids())
            wrong = book.writability()
            where_it_is = msg(
                "{place}; nights: {n}; revision {revision}",
                place=book.place,
                n=nights,
                revision=book.revision(),
            )
            yield Finding(
                "book",
                title,
                "ok" if wrong is None else "wrong",
                where_it_is,
                None if wrong is None else wrong,
            )
            for weak in book.weaknesses():
                yield Finding("book_safety", msg("Safety of the book"), "warning", weak)
    except BookError as error:
        yield Finding("book", title, "wrong", error.message)


def _book_to_be(title: Msg, path: Path) -> Finding:
    folder = next((parent for parent in path.parents if parent.exists()), path.parent)
    if folder.is_dir() and os.access(folder, os.W_OK):
        return Finding(
            "book", title, "ok", msg("there is none yet; it will be made at {place}", place=str(path))
        )
    return Finding(
        "book",
        title,
        "wrong",
        msg("there is none yet, and {folder} may not be written", folder=str(folder)),
        msg("make the folder writable, or name another file with --book or TAIPAI_BOOK"),
    )


def _rules() -> Iterator[Finding]:
    from models import rules

    title = msg("Rule sets")
    names = list(rules.builtin_names())
    folder = settings.rules_dir()
    own = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    bad: list[Finding] = []
    sources: list[str | Path] = [*names, *own]
    for source in sources:
        try:
            rules.load(source, (folder,))
        except Exception as error:
            name = source if isinstance(source, str) else source.name
            what = getattr(error, "message", None) or str(error)
            bad.append(
                Finding(
                    "rules",
                    title,
                    "wrong" if isinstance(source, str) else "warning",
                    msg("{name}: {what}", name=name, what=what),
                    msg("see every problem: {how}", how=f"taipai rules check {source}"),
                )
            )
    if len(bad) < len(names) + len(own):
        yield Finding(
            "rules",
            title,
            "ok",
            msg(
                "{n} that come with it, {m} of your own in {folder}",
                n=len(names),
                m=len(own),
                folder=str(folder),
            ),
        )
    yield from bad


def _vision() -> Iterator[Finding]:
    from vision.extra import missing

    title = msg("Reading photos")
    lacking = missing()
    if lacking:
        yield Finding(
            "vision",
            title,
            "missing",
            msg("not installed: {packages}", packages=", ".join(lacking)),
            msg("install it: {how}", how="pip install 'taipai[vision]'"),
        )
    else:
        yield _vision_works(title)
    yield _weights()


def _vision_works(title: Msg) -> Finding:
    """Loads the libraries in another process: a system library they lack would end this one or fill the screen."""
    try:
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                "import cv2, onnxruntime, numpy, PIL; print(cv2.__version__, onnxruntime.__version__)",
            ],
            capture_output=True,
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return Finding("vision", title, "warning", msg("could not be tried: {what}", what=str(error)[:160]))
    if done.returncode == 0:
        opencv, runtime = (*done.stdout.decode().split(), "?", "?")[:2]
        return Finding(
            "vision",
            title,
            "ok",
            msg("opencv {opencv}, onnxruntime {runtime}", opencv=opencv, runtime=runtime),
        )
    last = (done.stderr.decode(errors="replace").strip().splitlines() or ["?"])[-1][:200]
    return Finding(
        "vision", title, "warning", msg("installed, but does not load: {what}", what=last), remedy_for(last)
    )


def remedy_for(error: str) -> Msg:
    """What to do about the last line of a failed import."""
    if any(name in error for name in ("libGL.so", "libgthread", "libglib", "libGLX", "libEGL")):
        return msg("install the system libraries opencv needs: {how}", how=OPENCV_LIBRARIES)
    return msg("install it again: {how}", how="pip install --force-reinstall 'taipai[vision]'")


def _weights() -> Finding:
    from vision.classify import CLASSIFIER
    from vision.locate import LOCATOR

    title = msg("The networks that read tiles")
    lacking = [path.name for path in (LOCATOR, CLASSIFIER) if not path.is_file()]
    if lacking:
        return Finding(
            "weights",
            title,
            "missing",
            msg("not there: {files}", files=", ".join(lacking)),
            msg("install TaiPai again: {how}", how="pip install --force-reinstall taipai"),
        )
    size = sum(path.stat().st_size for path in (LOCATOR, CLASSIFIER))
    return Finding(
        "weights",
        title,
        "ok",
        msg("{size} MB in {folder}", size=f"{size / 1e6:.1f}", folder=str(LOCATOR.parent)),
    )


def _extra(ident: str, title: Msg, extra: str, modules: Mapping[str, str]) -> Finding:
    lacking = [package for module, package in modules.items() if find_spec(module) is None]
    if lacking:
        return Finding(
            ident,
            title,
            "missing",
            msg("not installed: {packages}", packages=", ".join(lacking)),
            msg("install it: {how}", how=f"pip install 'taipai[{extra}]'"),
        )
    told = ", ".join(f"{package} {_version(package) or '?'}" for package in modules.values())
    return Finding(ident, title, "ok", msg("{packages}", packages=told))


def _serve() -> Iterator[Finding]:
    modules = {"textual_serve": "textual-serve", "aiohttp": "aiohttp", "segno": "segno"}
    yield _extra("serve", msg("Phones and browsers"), "serve", modules)


def _club() -> Iterator[Finding]:
    yield _extra("club", msg("A club's book on PostgreSQL"), "club", {"psycopg": "psycopg"})


def _picture() -> Iterator[Finding]:
    from tui.picture import find_font

    title = msg("Pictures of the settle-up as PNG")
    font = find_font()
    if find_spec("PIL") is None:
        yield Finding(
            "picture",
            title,
            "missing",
            msg("not installed: {packages}", packages="pillow"),
            msg("install it: {how}", how="pip install 'taipai[vision]'"),
        )
    elif font is None:
        yield Finding(
            "picture",
            title,
            "missing",
            msg("there is no font with Chinese characters"),
            msg("install one: {how}", how="sudo apt-get install -y fonts-noto-cjk"),
        )
    else:
        yield Finding("picture", title, "ok", msg("with the font {file}", file=font[0]))
