"""What a screen has to say in passing: one line above its keys, never over anything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.content import Content

from tui.widgets.lines import Say

STYLES: Final = {
    "information": ("· ", "$accent"),
    "warning": ("✗ ", "bold $warning"),
    "error": ("✗ ", "bold $error"),
}


class StatusLine(Say):
    """Said anew when the language changes; gone with the next key, and then it takes no room."""

    DEFAULT_CSS = """
    StatusLine { width: 1fr; height: auto; max-height: 4; padding: 0 1; background: $surface; display: none; }
    StatusLine.-said { display: block; }
    """

    def __init__(self) -> None:
        super().__init__(lambda: "")

    def say(self, words: Callable[[], str], severity: str = "information") -> None:
        """Shows a sentence in the place of the one before."""
        sign, style = STYLES[severity]
        self.change(lambda: Content.styled(sign + words(), style))
        self.add_class("-said")

    def clear(self) -> None:
        """What was said has been read."""
        self.remove_class("-said")

    @property
    def said(self) -> str:
        """What is shown now, or nothing."""
        return self._content().plain if self.has_class("-said") else ""
