"""The app: its settings, its screens, and what works everywhere (help, language, colours, palette)."""

from __future__ import annotations

import gc
import traceback
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.app import App, SystemCommand
from textual.command import CommandPalette
from textual.screen import Screen

from models.messages import msg
from tui import i18n, keymap, theme
from tui.i18n import _, tr
from tui.key_order import KeysInOrder
from tui.screens import ScreenMissing, make
from tui.screens.ask import AskScreen
from tui.screens.base import Said, Shared, worded
from tui.services import Services
from tui.widgets.status import StatusLine
from tui.widgets.tiles import STYLES, TileStyle

if TYPE_CHECKING:
    from tui.phones.desk import PhoneDesk, PhoneHand


class TaiPaiApp(KeysInOrder, inherit_bindings=False):
    """What ``taipai`` opens."""

    TITLE = "台牌 TaiPai"
    CSS_PATH = "taipai.tcss"
    BINDINGS = keymap.bindings("app")
    COMMAND_PALETTE_BINDING = "ctrl+p"
    ENABLE_COMMAND_PALETTE = True

    def __init__(self, book_url: str | None = None, lang: str | None = None) -> None:
        super().__init__()
        from tui import settings

        self.settings, self.settings_problems = settings.load()
        self._phones: PhoneDesk | None = None
        self.keys: dict[str, str] = {}
        """Keys a person has remapped, by action id."""
        i18n.use(lang or self.settings.language or i18n.guess())
        self.services = Services(
            settings.default_url(book_url, self.settings), settings.table_name(self.settings)
        )
        self.tile_style: TileStyle = STYLES.get(self.settings.tiles, TileStyle.LABEL)
        for each in theme.THEMES:
            self.register_theme(each)
        self.theme = self.settings.theme if self.settings.theme in self.available_themes else theme.DEFAULT
        self._remap(dict(self.settings.keymap))

    def _remap(self, wanted: dict[str, str]) -> None:
        """Takes a person's keys; those that cannot be are left out and said."""
        for action_id, problem in keymap.problems(wanted):
            wanted.pop(action_id, None)
            self.settings_problems.append(
                msg("settings: there is no action {id} to give a key to", id=action_id)
                if problem == "unknown"
                else msg(
                    "settings: the key for {id} is that of {other} already",
                    id=action_id,
                    other=problem.split()[1],
                )
            )
        self.keys = wanted
        self.set_keymap(wanted)

    def on_mount(self) -> None:
        self.push_screen(make("home"))
        self.set_timer(1.0, _collect_again)
        if self.settings_problems:
            problems = list(self.settings_problems)
            self.call_after_refresh(
                self.remark, lambda: "\n".join(tr(problem) for problem in problems), "warning"
            )

    async def on_unmount(self) -> None:
        if self._phones is not None:
            await self._phones.close()
        self.services.close()

    # --- phones ---------------------------------------------------------------------------------------------------------------

    @property
    def phones(self) -> PhoneDesk:
        """The desk for phones; made when it is first asked for, since the server is nothing the first paint needs."""
        if self._phones is None:
            from tui.phones.desk import PhoneDesk

            self._phones = PhoneDesk(self)
        return self._phones

    def waiting_photo(self) -> str:
        """The path of a picture a phone sent and nobody has taken to the table yet, or nothing."""
        return "" if self._phones is None else self._phones.take()

    def on_phone_hand(self, message: PhoneHand) -> None:
        """A phone sent a hand: a screen that waits for one takes it, else the photo key does at the table."""
        take = getattr(self.screen, "phone_sent", None)
        if callable(take) and take():
            return
        said = _("From a phone: {what} At the table: who won, then the photo key.").format(
            what=tr(message.said)
        )
        self.notify(said, timeout=8, markup=False)

    def _handle_exception(self, error: Exception) -> None:
        """The unexpected: a person gets one line and a file for whoever mends it, tests get the error itself."""
        if self.is_headless:
            super()._handle_exception(error)
            return
        self._return_code = 1
        self.panic(_stopped(error))

    # --- what works everywhere ------------------------------------------------------------------------------------------------

    async def key_typed(self, event: events.Key) -> None:
        """A key takes away what was said in passing; the key of the language has it said anew."""
        if event.key not in keymap.keys_of("app.language", self.keys):
            for line in self.screen.query(StatusLine):
                line.clear()

    def remark(self, message: Said, severity: str = "information") -> None:
        """One line of the app itself, said where the screen shown says its own."""
        screen = self.screen
        if isinstance(screen, Shared):
            screen.say(message, severity)
        else:
            self.notify(worded(message)(), severity=cast(Any, severity), markup=False)

    def action_help(self) -> None:
        """Help for what has the focus, over whatever is shown."""
        if self.screen.__class__.__name__ != "HelpScreen":
            self.push_screen(make("help", self.screen))

    def action_command_palette(self) -> None:
        """The palette, asking in the language of the moment."""
        if not CommandPalette.is_open(cast("App[object]", self)):
            self.push_screen(CommandPalette(placeholder=_("What do you want to do?"), id="--command-palette"))

    def action_language(self) -> None:
        """The next language, at once and everywhere."""
        codes = list(i18n.LANGUAGES)
        self.use_language(codes[(codes.index(i18n.language()) + 1) % len(codes)])

    def use_language(self, code: str) -> None:
        """Switches the language; every screen says its words anew."""
        i18n.use(code)
        self._keep(language=code)
        for screen in self.screen_stack:
            relabel = getattr(screen, "relabel", None)
            if callable(relabel):
                relabel()
            else:
                screen.refresh(layout=True, recompose=True)

    def action_theme(self) -> None:
        """The next of the app's own themes."""
        names = [each.name for each in theme.THEMES]
        at = names.index(self.theme) if self.theme in names else -1
        self.use_theme(names[(at + 1) % len(names)])

    def use_theme(self, name: str) -> None:
        """Switches the colours."""
        self.theme = name
        self._keep(theme=name)

    def action_tiles(self) -> None:
        """The next way to draw tiles."""
        styles = list(TileStyle)
        self.tile_style = styles[(styles.index(self.tile_style) + 1) % len(styles)]
        self._keep(tiles=self.tile_style.value)
        for screen in self.screen_stack:
            screen.refresh(layout=True)
            for widget in screen.walk_children():
                widget.refresh(layout=True)
        self.remark(lambda: _("Tiles: {style}").format(style=_(self.tile_style.title)))

    def action_leave(self) -> None:
        """Closes the app; asks first when an event is not on disk yet."""
        unsaved = next(
            (str(found) for screen in self.screen_stack if (found := getattr(screen, "unsaved", ""))), ""
        )
        if not unsaved:
            self.exit()
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.exit()

        self.push_screen(
            AskScreen(lambda: _("This is not on disk yet: {what}. Close anyway?").format(what=unsaved)),
            answered,
        )

    def _keep(self, **changes: object) -> None:
        """Keeps a changed setting for the next start; a settings file that cannot be written costs one line."""
        from tui import settings

        try:
            self.settings = settings.changed(self.settings, **changes)
        except Exception as error:
            self.remark(getattr(error, "message", None) or str(error), "warning")

    # --- the palette ----------------------------------------------------------------------------------------------------------

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the palette offers: the actions of the screen below, themes, languages."""
        area = getattr(screen, "AREA", "")
        for action in keymap.area(area):
            if action.palette and "." not in action.name and screen.check_action(action.name, ()):
                method = getattr(screen, f"action_{action.name}", None)
                if callable(method):
                    yield SystemCommand(_(action.label), _(action.help), method)
        yield SystemCommand(
            _("help"), _("Help for what has the focus, and every key of this screen."), self.action_help
        )
        for code, name in i18n.LANGUAGES.items():
            if code != i18n.language():
                yield SystemCommand(
                    name, _("Switch between Chinese and English."), lambda code=code: self.use_language(code)
                )
        for each in self.available_themes:
            if each not in ("textual-ansi", "ansi-dark", "ansi-light"):
                yield SystemCommand(
                    _("theme {name}").format(name=each),
                    _("Change the colours."),
                    lambda each=each: self.use_theme(each),
                )
        for style in TileStyle:
            if style is not self.tile_style:
                yield SystemCommand(
                    _("tiles: {style}").format(style=_(style.title)),
                    _("Change how tiles are drawn."),
                    self.action_tiles,
                )
        for screen_id, label, help_text in (
            ("records", _("records"), _("The record book: standings and charts over all nights.")),
            ("booklet", _("booklet"), _("The rules of play and of the lai ledger, searchable.")),
            ("phones", _("phones"), _("The board on every phone, a phone as camera.")),
        ):
            yield SystemCommand(label, help_text, lambda screen_id=screen_id: self.show(screen_id))
        yield SystemCommand(_("quit"), _("Close the app. Every hand is on disk already."), self.action_leave)

    def show(self, screen_id: str, *arguments: object) -> None:
        """Pushes a screen, or says why it cannot be shown."""
        try:
            self.push_screen(make(screen_id, *arguments))
        except ScreenMissing as missing:
            self.remark(missing.message, "warning")


def _stopped(error: Exception) -> str:
    """The line; the traceback goes into a file in the data folder."""
    from tui import settings

    where = settings.data_dir() / "stopped.log"
    try:
        where.parent.mkdir(parents=True, exist_ok=True)
        with where.open("a", encoding="utf-8") as file:
            file.writelines(traceback.format_exception(error))
        place = str(where)
    except OSError:
        place = ""
    said = _("TaiPai had to stop ({what}). Every recorded hand is on disk: start it again and go on.").format(
        what=type(error).__name__
    )
    return said + (" " + _("Details: {place}").format(place=place) if place else "")


def _collect_again() -> None:
    """Garbage is collected from here on; what start-up made stays and is not looked at again."""
    gc.freeze()
    gc.enable()


def run(book_url: str | None = None, lang: str | None = None) -> None:
    """Opens the app on this terminal and returns when it is closed."""
    TaiPaiApp(book_url=book_url, lang=lang).run()
