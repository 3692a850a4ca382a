"""The command line: a lazy group, so that ``taipai score`` does not pay for the app nor the app for the camera."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from typing import Final

import click

from tui import i18n

COMMANDS: Final = {
    # name: one line for --help (the module is tui.commands.<name>, its attribute `command`)
    "score": "Count a hand: its fan, itemised, with the reading it was priced on.",
    "waits": "What completes 16 tiles, and what each would pay.",
    "read": "Read the hand in a photo.",
    "ledger": "Replay a night written as text.",
    "book": "Nights on disk: list, show, stats, export, import, backup.",
    "rules": "Rule sets: list, show, check, diff.",
    "serve": "The app in a browser, the board and camera for phones.",
    "demo": "The main loop on a sample, as text.",
    "doctor": "What is installed, what is missing and how to get it.",
}


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to import: only for who asks

    try:
        return version("taipai")
    except PackageNotFoundError:
        return "0+checkout"


def _show_version(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        click.echo(f"taipai, version {_version()}")
        ctx.exit()


class LazyGroup(click.Group):
    """Imports a command's module only when that command is run or its own help is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"tui.commands.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    help="Show the version and exit.",
    callback=_show_version,
)
@click.option(
    "--lang", type=click.Choice(list(i18n.LANGUAGES)), help="Language of the app and of all output."
)
@click.option(
    "--book",
    "book_url",
    envvar="TAIPAI_BOOK",
    metavar="URL",
    help="The record book: a file or a database URL.",
)
@click.pass_context
def main(ctx: click.Context, lang: str | None, book_url: str | None) -> None:
    """TaiPai (台牌): count the fan, keep the lai ledger, read the hand. Without a command it opens the app."""
    i18n.use(lang or i18n.guess())
    ctx.obj = {"book": book_url, "lang": lang}
    if ctx.invoked_subcommand is None:
        in_browser = "TEXTUAL_DRIVER" in os.environ
        if not in_browser and not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise click.UsageError("the app needs a terminal; try 'taipai demo', or 'taipai --help'")
        gc.disable()  # start-up leaves nothing to collect; the app turns it on again after its first paint
        from tui.app import run

        run(book_url=book_url, lang=lang)


if __name__ == "__main__":
    main()
