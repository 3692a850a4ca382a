"""Where a photo comes from, and what is going on with it."""

from __future__ import annotations

from typing import Final

from textual.content import Content
from textual.widgets import OptionList

from models.messages import Msg
from tui.i18n import tr
from tui.keymap import N_
from tui.text import clip
from tui.widgets.lines import Lines

BLOCKS: Final = " ▏▎▍▌▋▊▉█"


class PhotoSources(OptionList):
    """The ways to a picture."""

    DEFAULT_CSS = "PhotoSources { border: none; padding: 0 1; height: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }"
    HELP = N_(
        "Where the picture comes from. On a camera the preview is live and counts the tiles it sees; Enter takes the picture."
    )


class PhotoStatus(Lines):
    """What is going on, in one line: a message, or how far the reading is."""

    DEFAULT_CSS = "PhotoStatus { height: 2; padding: 0 1; background: $surface; }"

    def __init__(self) -> None:
        super().__init__(id="status")
        self.message: Msg | None = None
        self.bad = False
        self.done: float | None = None

    def say(self, message: Msg | None, *, bad: bool = False, done: float | None = None) -> None:
        """Shows a message; ``done`` 0 to 1 draws how far."""
        self.message, self.bad, self.done = message, bad, done
        self.refresh()

    def lines(self, width: int, height: int) -> list[Content]:
        if self.message is None:
            return []
        text = Content.styled(clip(tr(self.message), width), "bold $warning" if self.bad else "$text")
        if self.done is None:
            whole = tr(self.message)
            if clip(whole, width) != whole:
                return [
                    Content.styled(part, "bold $warning" if self.bad else "$text")
                    for part in _two_lines(whole, width)
                ]
            return [text]
        room = max(4, min(width - 6, 40))
        eighths = round(self.done * room * 8)
        bar = "█" * (eighths // 8) + (BLOCKS[eighths % 8] if eighths % 8 else "")
        return [
            text,
            Content.assemble((bar.ljust(room, "·"), "$accent"), (f" {self.done:4.0%}", "$text-muted")),
        ]


def _two_lines(text: str, width: int) -> list[str]:
    """A long message on two lines, broken at a space where there is one."""
    first = clip(text, width)
    if first == text:
        return [text]
    kept = first[:-1]
    space = kept.rfind(" ")
    if space > width // 2:
        kept = kept[:space]
    return [kept, clip(text[len(kept) :].lstrip(), width)]
