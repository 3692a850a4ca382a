"""The two ways this app puts words on the screen: a sentence said anew whenever it is drawn, and lines fitted to the room there is."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from tui.text import stack, wrapped


class Say(Widget):
    """A text that follows the language: ``Say(lambda: _("Names"))``."""

    DEFAULT_CSS = "Say { width: auto; height: auto; }"

    def __init__(
        self, words: Callable[[], str | Content], *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes, markup=False)
        self.words = words

    def _content(self) -> Content:
        words = self.words()
        return words if isinstance(words, Content) else Content(words)

    def render(self) -> Content:
        width = self.content_size.width
        return stack(wrapped(self._content(), width)) if width > 2 else self._content()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max((row.cell_length for row in self._content().split("\n", allow_blank=True)), default=0)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(wrapped(self._content(), width)) if width > 2 else 1

    def change(self, words: Callable[[], str | Content]) -> None:
        """Says something else from now on."""
        self.words = words
        self.refresh(layout=True)

    def relabel(self) -> None:
        self.refresh(layout=True)


class Lines(Widget):
    """Lines made for the width and height there is; nothing wraps, what is too long is cut with an ellipsis by who makes the line."""

    DEFAULT_CSS = "Lines { width: 1fr; height: auto; }"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes, markup=False)

    def lines(self, width: int, height: int) -> list[Content]:
        """The lines for this room; ``height`` is 0 when the widget may choose."""
        raise NotImplementedError

    def render(self) -> Content:
        width, height = self.content_size
        made = self.lines(width, height)
        return stack(line.truncate(width, ellipsis=True) for line in (made[:height] if height else made))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.lines(width, 0))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max((line.cell_length for line in self.lines(container.width, 0)), default=0)

    def relabel(self) -> None:
        self.refresh(layout=True)
