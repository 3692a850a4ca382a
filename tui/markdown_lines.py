"""Markdown laid out as lines of cells: what the booklet is read on. Knows where each heading and each link came to lie.

Parsing is markdown-it's; the layout is our own because Chinese needs other line breaks and cells than the stock widget gives it, and
because a whole fan table must not cost a widget a cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from textual.content import Content

from tui.wrap import Run, natural, wrap

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


@dataclass(slots=True)
class Link:
    """A piece of the text that leads somewhere."""

    target: str
    line: int
    """Where it begins."""


@dataclass(slots=True)
class Layout:
    """A text at one width."""

    lines: list[Content] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)
    """The line of each heading, in order."""
    links: list[Link] = field(default_factory=list)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


class _Setter:
    def __init__(self, width: int, known: frozenset[str], chosen: int | None) -> None:
        self.width = width
        self.known = known
        self.chosen = chosen
        self.layout = Layout()

    # --- inline ---------------------------------------------------------------------------------------------------------------

    def runs(self, token: Token | None, base: str = "") -> tuple[list[Run], list[str]]:
        """The styled pieces of an inline token, and the link targets in it, in order."""
        runs: list[Run] = []
        targets: list[str] = []
        strong = 0
        for child in (token.children or []) if token is not None else []:
            style = " ".join(part for part in (base, "bold" if strong else "") if part)
            if child.type == "text":
                runs.append((child.content, style))
            elif child.type in ("softbreak", "hardbreak"):
                runs.append((" ", style))
            elif child.type in ("strong_open", "em_open"):
                strong += 1
            elif child.type in ("strong_close", "em_close"):
                strong -= 1
            elif child.type == "code_inline":
                if child.content in self.known:
                    number = len(self.layout.links) + len(targets)
                    targets.append(child.content)
                    mark = "$accent underline reverse" if number == self.chosen else "$accent underline"
                    runs.append((child.content, mark))
                else:
                    runs.append((child.content, "$secondary"))
        return runs, targets

    def put(self, runs: Sequence[Run], targets: Sequence[str], first: str = "", rest: str = "") -> None:
        """A paragraph, ``first`` before its first line and ``rest`` before the others."""
        start = len(self.layout.lines)
        lead, hang = natural([(first, "")]), natural([(rest, "")])
        lines = wrap(runs, self.width - max(lead, hang))
        for at, line in enumerate(lines):
            self.layout.lines.append(Content.assemble((first if at == 0 else rest, "$text-muted"), line))
        for target in targets:
            at = next((n for n, line in enumerate(lines) if target in line.plain), 0)
            self.layout.links.append(Link(target, start + at))

    def gap(self) -> None:
        if self.layout.lines and self.layout.lines[-1].cell_length:
            self.layout.lines.append(Content(""))

    # --- blocks ---------------------------------------------------------------------------------------------------------------

    def blocks(self, tokens: Sequence[Token]) -> Layout:
        at = 0
        lists: list[list[int | str]] = []
        item = ""
        while at < len(tokens):
            token = tokens[at]
            if token.type == "heading_open":
                self.heading(int(token.tag[1]), tokens[at + 1])
                at += 2
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                if not lists:
                    self.gap()
                lists.append(["•"] if token.type == "bullet_list_open" else [1])
            elif token.type in ("bullet_list_close", "ordered_list_close"):
                lists.pop()
            elif token.type == "list_item_open":
                mark = lists[-1][0]
                if isinstance(mark, int):
                    item = f"{mark}. "
                    lists[-1][0] = mark + 1
                else:
                    item = "• "
            elif token.type == "paragraph_open":
                runs, targets = self.runs(tokens[at + 1])
                if lists:
                    indent = "  " * (len(lists) - 1)
                    self.put(runs, targets, indent + item, indent + " " * len(item))
                    item = " " * len(item)
                else:
                    self.gap()
                    self.put(runs, targets)
                at += 2
            elif token.type in ("fence", "code_block"):
                self.gap()
                for line in token.content.rstrip("\n").split("\n"):
                    self.layout.lines.append(
                        Content.assemble(("▏ ", "$primary"), (line, "$secondary")).truncate(
                            self.width, ellipsis=True
                        )
                    )
            elif token.type == "table_open":
                end = next(n for n in range(at, len(tokens)) if tokens[n].type == "table_close")
                self.table(tokens[at:end])
                at = end
            elif token.type == "hr":
                self.gap()
                self.layout.lines.append(Content.styled("─" * self.width, "$text-muted"))
            at += 1
        while self.layout.lines and not self.layout.lines[-1].cell_length:
            self.layout.lines.pop()
        return self.layout

    def heading(self, level: int, token: Token) -> None:
        self.gap()
        if level == 2 and len(self.layout.headings) > 1:
            self.layout.lines.append(Content(""))
        self.layout.headings.append(len(self.layout.lines))
        style = {1: "bold $primary", 2: "bold $accent"}.get(level, "bold")
        runs, _ = self.runs(token, style)
        mark = {1: "", 2: "▌ "}.get(level, "▪ ")
        for n, line in enumerate(wrap(runs, self.width - 2)):
            self.layout.lines.append(Content.assemble((mark if n == 0 else " " * len(mark), style), line))
        if level == 1:
            self.layout.lines.append(
                Content.styled("═" * min(self.width, self.layout.lines[-1].cell_length), "$primary")
            )

    def table(self, tokens: Sequence[Token]) -> None:
        rows: list[list[Token]] = []
        for n, token in enumerate(tokens):
            if token.type == "tr_open":
                rows.append([])
            elif token.type in ("th_open", "td_open"):
                rows[-1].append(tokens[n + 1])
        columns = max(len(row) for row in rows)
        cells = [
            [
                self.runs(row[n], "bold $primary" if r == 0 else "")[0] if n < len(row) else []
                for n in range(columns)
            ]
            for r, row in enumerate(rows)
        ]
        widths = _widths([[natural(cell) for cell in row] for row in cells], self.width - 2 * (columns - 1))
        self.gap()
        tall = False
        made: list[list[Content]] = []
        for row in cells:
            wrapped = [wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
            tall = tall or max(len(cell) for cell in wrapped) > 1
            lines = []
            for n in range(max(len(cell) for cell in wrapped)):
                parts: list[Content | str] = []
                for cell, width in zip(wrapped, widths, strict=True):
                    line = cell[n] if n < len(cell) else Content("")
                    parts += [line, " " * (width - line.cell_length + 2)]
                lines.append(Content.assemble(*parts[:-1]))
            made.append(lines)
        full = sum(widths) + 2 * (columns - 1)
        for r, lines in enumerate(made):
            self.layout.lines += lines
            if r == 0:
                self.layout.lines.append(Content.styled("─" * full, "$primary"))
            elif tall and r < len(made) - 1:
                self.layout.lines.append(Content.styled("┈" * full, "$border"))


def _widths(natural_cells: Sequence[Sequence[int]], room: int) -> list[int]:
    """Column widths that fit ``room``: natural where they fit, the widest ones narrowed until all do."""
    widths = [max(column) for column in zip(*natural_cells, strict=True)]
    while sum(widths) > room:
        widest = max(range(len(widths)), key=widths.__getitem__)
        others = max((w for n, w in enumerate(widths) if n != widest), default=0)
        over = sum(widths) - room
        narrowed = max(widths[widest] - over, min(others, widths[widest] - 1), 4)
        if narrowed >= widths[widest]:
            break
        widths[widest] = narrowed
    return widths


def lay_out(
    source: str, width: int, known: frozenset[str] = frozenset(), chosen: int | None = None
) -> Layout:
    """``source`` in lines of ``width`` cells. A code word that is one of ``known`` is a link; ``chosen`` is the link under the cursor."""
    return _Setter(width, known, chosen).blocks(_parser().parse(source))
