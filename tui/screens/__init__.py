"""Every screen by its id, imported when it is first asked for.

To add a screen: write its module, put it into :data:`SCREENS`, give its key a row in :mod:`tui.keymap`. A screen whose module is not there,
or whose own requirements are not installed, costs one clear line instead of the app.
"""

from __future__ import annotations

import importlib
from typing import Any, Final

from textual.screen import Screen

from models.messages import Msg, msg

SCREENS: Final[dict[str, str]] = {
    # id: module:class                                         arguments -> what it is dismissed with
    "home": "tui.screens.home:HomeScreen",  #                  () -> None
    "new_night": "tui.screens.new_night:NewNightScreen",  #    () -> NightStarted | None
    "seating": "tui.screens.seating:SeatingScreen",  #         (names) -> Seating | None
    "options": "tui.screens.options:OptionsScreen",  #         (OptionsRequest) -> OptionsResult | None
    "table": "tui.screens.table:TableScreen",  #               () -> None
    "chop": "tui.screens.chop:ChopScreen",  #                  (Night, debts, asked) -> Chopped | ChopDeclined | None
    "instant": "tui.screens.instant:InstantScreen",  #         (Night) -> InstantPayment | None
    "count": "tui.screens.instant:CountScreen",  #             (Night) -> ChipsCounted | None
    "log": "tui.screens.log:LogScreen",  #                     () -> None
    "correct": "tui.screens.correct:CorrectScreen",  #         (OpenNight, number) -> Corrected | Undone | None
    "settle": "tui.screens.settle:SettleScreen",  #            (Night) -> NightSettled | None
    "wall": "tui.screens.seating:WallScreen",  #               (names, dealer) -> None
    "help": "tui.screens.help:HelpScreen",  #                  (Screen asked from) -> None
    "hand": "tui.screens.hand:HandScreen",  #                  (HandRequest) -> HandResult | None
    "photo": "tui.screens.photo:PhotoScreen",  #               (PhotoRequest) -> PhotoResult | None
    "records": "tui.screens.records:RecordsScreen",  #         () -> None
    "rules": "tui.screens.rules:RulesScreen",  #               (rule set name) -> None
    "groups": "tui.screens.groups:GroupsScreen",  #            () -> None
    "booklet": "tui.screens.booklet:BookletScreen",  #         () -> None
    "phones": "tui.screens.phones:PhonesScreen",  #            () -> None
}


class ScreenMissing(Exception):
    """A screen that cannot be shown here; ``message`` says why and what to do."""

    def __init__(self, message: Msg) -> None:
        super().__init__(str(message))
        self.message = message


def make(screen_id: str, *arguments: Any) -> Screen[Any]:
    """A new screen of this id. Raises :class:`ScreenMissing` when its module or something it needs is not there."""
    module_name, class_name = SCREENS[screen_id].split(":")
    try:
        screen_class = getattr(importlib.import_module(module_name), class_name)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if missing == module_name or module_name.startswith(missing + "."):
            raise ScreenMissing(
                msg("This screen is not part of this installation: {screen}.", screen=screen_id)
            ) from None
        raise ScreenMissing(
            msg(
                "This needs {module}, which is not installed; `taipai doctor` says how to get it.",
                module=missing,
            )
        ) from None
    screen: Screen[Any] = screen_class(*arguments)
    return screen
