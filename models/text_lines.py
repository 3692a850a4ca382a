"""Lines of a night's text: words, commas, quotes and comments; nothing of what they mean.

``,`` and ``，`` are the same, and so are all widths of space. A quote opens where a word would begin and reaches to the next quote; a doubled
quote inside is one quote sign. A quote that is never closed is a sign like any other. ``#`` outside quotes begins a comment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

COMMAS: Final = ",，"


@dataclass(frozen=True, slots=True)
class Token:
    """One word, quoted word or comma. ``start`` and ``end`` say where in the line it stands."""

    text: str
    start: int
    end: int
    quoted: bool = False
    comma: bool = False

    def is_word(self, word: str) -> bool:
        """Whether it is this word of the language, not a quoted one."""
        return self.text == word and not self.quoted and not self.comma


@dataclass(frozen=True, slots=True)
class Line:
    """One line taken apart."""

    tokens: tuple[Token, ...]
    body: str
    """The line up to its comment."""

    def after(self, position: int) -> str:
        """The text from ``position`` on, without the comment; taken out of its quotes when it is one quoted whole."""
        rest = [token for token in self.tokens if token.start >= position]
        if len(rest) == 1 and rest[0].quoted:
            return rest[0].text
        return self.body[position:].strip()


def _quoted(line: str, start: int) -> tuple[str, int] | None:
    """The text in the quotes that open at ``start``, and where they end."""
    parts = []
    at = start + 1
    while (end := line.find('"', at)) >= 0:
        parts.append(line[at:end])
        if line[end + 1 : end + 2] != '"':
            return "".join(parts), end + 1
        parts.append('"')
        at = end + 2
    return None


def split(line: str) -> Line:
    """Takes a line apart. Never fails."""
    tokens = []
    at = 0
    while at < len(line):
        sign = line[at]
        if sign == "#":
            break
        if sign.isspace():
            at += 1
        elif sign in COMMAS:
            tokens.append(Token(",", at, at + 1, comma=True))
            at += 1
        elif sign == '"' and (quoted := _quoted(line, at)) is not None:
            tokens.append(Token(quoted[0], at, quoted[1], quoted=True))
            at = quoted[1]
        else:
            start = at
            while at < len(line) and not line[at].isspace() and line[at] not in COMMAS and line[at] != "#":
                at += 1
            tokens.append(Token(line[start:at], start, at))
    return Line(tuple(tokens), line[:at])


def quote(text: str) -> str:
    """``text`` as one word: in quotes when it would not be one without."""
    one_word = text and not any(c.isspace() or c in COMMAS or c == "#" for c in text) and text[0] != '"'
    return text if one_word else '"' + text.replace('"', '""') + '"'
