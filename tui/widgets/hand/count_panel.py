"""The fan, big; beside it what each payer pays."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Digits

from tui.widgets.lines import Lines


class _Beside(Lines):
    """The lines beside the number."""

    DEFAULT_CSS = "_Beside { height: 3; width: 1fr; padding: 0 0 0 1; }"

    def __init__(self) -> None:
        super().__init__()
        self.said: tuple[Content, ...] = ()

    def lines(self, width: int, height: int) -> list[Content]:
        return list(self.said)


class CountPanel(Horizontal):
    """A number of three lines, and up to three lines at its right."""

    DEFAULT_CSS = """
    CountPanel { height: 3; width: 1fr; }
    CountPanel Digits { width: auto; height: 3; color: $accent; text-style: bold; padding: 0 0 0 1; }
    """

    def compose(self) -> ComposeResult:
        yield Digits("", id="fan")
        yield _Beside()

    def show(self, number: str, lines: Sequence[Content]) -> None:
        """``number`` may be empty or ``–``."""
        digits = self.query_one(Digits)
        if digits.value != number:
            digits.update(number)
        self.display = bool(number)
        beside = self.query_one(_Beside)
        beside.said = tuple(lines)
        beside.refresh()

    @property
    def number(self) -> str:
        """The number shown."""
        return self.query_one(Digits).value
