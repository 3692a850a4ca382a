"""The keys of a screen on its last line or two, as they are mapped now; each can be clicked."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style

from tui import keymap
from tui.i18n import _
from tui.text import flow
from tui.widgets.lines import Lines


class KeyBar(Lines):
    """The actions of one area that belong on the bar and would do something now, in the table's order, help last."""

    DEFAULT_CSS = """
    KeyBar {
        dock: bottom; height: auto; max-height: 2; background: $panel; color: $text; padding: 0 1;
        link-style: none; link-color: $foreground; link-background: transparent;
        link-style-hover: bold; link-color-hover: $accent; link-background-hover: transparent;
    }
    """

    def __init__(self, area: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.area = area

    def lines(self, width: int, height: int) -> list[Content]:
        mapped: dict[str, str] = getattr(self.app, "keys", {})
        shown = [
            *(a for a in keymap.area(self.area) if a.bar and self._works(a)),
            keymap.BY_ID["app.help"],
            keymap.BY_ID["app.language"],
        ]
        pieces = []
        for action in shown:
            keys = keymap.keys_of(action.id, mapped)
            if not keys:
                continue
            target = action.name if "." in action.name else f"screen.{action.name}"
            click = Style.from_meta({"@click": target})
            label = "/".join(keymap.shown(key) for key in (keys if action.every_key else keys[:1]))
            name = Content.styled(_(action.label), "$text").stylize(click)
            pieces.append(Content.assemble((label, "bold $accent"), " ", name))
        made = flow(pieces, width, gap="  ")
        if len(made) > 2:
            made = flow([*pieces[: self._fitting(pieces, width)], pieces[-2]], width, gap="  ")
        return made[:2]

    def _works(self, action: keymap.Action) -> bool:
        """Whether the screen would do anything at the key now (its ``check_action``)."""
        return "." in action.name or bool(self.screen.check_action(action.name, ()))

    @staticmethod
    def _fitting(pieces: list[Content], width: int) -> int:
        """How many leading pieces still leave room for help on two lines."""
        for count in range(len(pieces) - 2, 0, -1):
            if len(flow([*pieces[:count], pieces[-2]], width, gap="  ")) <= 2:
                return count
        return 0
