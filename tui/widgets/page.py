"""A long text to read: scrolls by line and page, knows its headings and links, marks what was searched for."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.style import Style

from models.booklet import fold
from tui.keymap import N_
from tui.markdown_lines import Layout, lay_out
from tui.widgets.lines import Lines


class _Text(Lines):
    """The text itself, as high as it is long."""

    DEFAULT_CSS = "_Text { width: 1fr; height: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self.source = ""
        self.known: frozenset[str] = frozenset()
        self.chosen: int | None = None
        self.words: tuple[str, ...] = ()
        self._made: tuple[object, Layout, list[Content]] | None = None

    def layout_at(self, width: int) -> Layout:
        """The text at this width, with where its headings and links lie."""
        return self._laid(width)[0]

    def _laid(self, width: int) -> tuple[Layout, list[Content]]:
        key = (width, self.source, self.known, self.chosen, self.words)
        if self._made is None or self._made[0] != key:
            layout = lay_out(self.source, max(width, 20), self.known, self.chosen)
            lines = layout.lines
            for link in layout.links:
                lines[link.line] = _clickable(lines[link.line], link.target)
            self._made = (key, layout, [_marked(line, self.words) for line in lines])
        return self._made[1], self._made[2]

    def lines(self, width: int, height: int) -> list[Content]:
        return self._laid(width)[1]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.lines(width, 0))


def _clickable(line: Content, target: str) -> Content:
    at = line.plain.find(target)
    if at < 0:
        return line
    return line.stylize(Style.from_meta({"@click": f"screen.jump({target!r})"}), at, at + len(target))


def _marked(line: Content, words: tuple[str, ...]) -> Content:
    folded = fold(line.plain)
    if len(folded) != len(line.plain):
        return line
    for word in words:
        at = folded.find(word)
        while at >= 0:
            line = line.stylize("bold $background on $warning", at, at + len(word))
            at = folded.find(word, at + len(word))
    return line


class PageView(VerticalScroll, can_focus=True):
    """The page. ``show`` puts a text on it; ``go`` scrolls to its n-th heading."""

    DEFAULT_CSS = """
    PageView { padding: 0 1; height: 1fr; scrollbar-gutter: stable; }
    PageView:focus { background-tint: $foreground 2%; }
    """
    HELP = N_(
        "Reading: arrows scroll a line, Page Up and Page Down a page, Home and End to the ends. Underlined words are links: Tab chooses one, Enter follows it."
    )

    chosen: reactive[int | None] = reactive(None)
    """The link under the cursor."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.text = _Text()
        self._going: tuple[int, int] | None = None

    def compose(self) -> ComposeResult:
        yield self.text

    def show(self, source: str, known: frozenset[str] = frozenset(), words: tuple[str, ...] = ()) -> None:
        """Puts a Markdown text on the page. Code words in ``known`` are links; ``words`` (folded) are marked."""
        self.chosen = None
        self.text.source, self.text.known, self.text.words = source, known, words
        self.text.refresh(layout=True)

    def mark(self, words: tuple[str, ...]) -> None:
        """Marks other words, or none."""
        self.text.words = words
        self.text.refresh(layout=True)

    @property
    def laid_out(self) -> Layout:
        """The text as it lies now."""
        return self.text.layout_at(self.text.content_size.width or self.scrollable_content_region.width - 2)

    def go(self, heading: int, beyond: int = 0) -> None:
        """Scrolls so that the n-th heading is at the top, or ``beyond`` lines above it."""
        self._going = (heading, beyond)

        def jump() -> None:
            if self._going != (heading, beyond):
                return  # sent elsewhere meanwhile
            self._going = None
            headings = self.laid_out.headings
            if heading < len(headings):
                self.scroll_to(y=headings[heading] + beyond, animate=False, force=True)

        self.call_after_refresh(jump)

    @property
    def reading(self) -> tuple[int, int]:
        """The heading the top of the page is below, and how many lines below it; where it is about to be while it is on its way."""
        if self._going is not None:
            return self._going
        top = round(self.scroll_y)
        headings = self.laid_out.headings
        heading = max((n for n, line in enumerate(headings) if line <= top + 1), default=0)
        return heading, top - headings[heading] if headings else 0

    @property
    def heading(self) -> int:
        """The heading the top of the page is below."""
        return self.reading[0]

    def choose(self, step: int) -> bool:
        """Puts the cursor on the next (or with −1 the previous) link, from what is in view; whether there is one."""
        links = self.laid_out.links
        if not links:
            return False
        if self.chosen is None:
            top, bottom = round(self.scroll_y), round(self.scroll_y) + self.size.height
            seen = [n for n, link in enumerate(links) if top <= link.line < bottom]
            number = (
                (seen[0] if step > 0 else seen[-1])
                if seen
                else next((n for n, link in enumerate(links) if link.line >= top), 0)
            )
        else:
            number = (self.chosen + step) % len(links)
        self.chosen = number
        if not self._in_view(links[number].line):
            self.scroll_to(y=max(links[number].line - self.size.height // 2, 0), animate=False)
        return True

    def _in_view(self, line: int) -> bool:
        return self.scroll_y <= line < self.scroll_y + self.size.height

    def watch_chosen(self, chosen: int | None) -> None:
        self.text.chosen = chosen
        self.text.refresh()

    @property
    def target(self) -> str | None:
        """Where the link under the cursor leads."""
        links = self.laid_out.links
        return links[self.chosen].target if self.chosen is not None and self.chosen < len(links) else None
