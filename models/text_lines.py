"""Lines of a night's text: words, commas, quotes and comments; nothing of what they mean.

``,`` and ``，`` are the same, and so are all widths of space. A quote opens where a word would begin and reaches to the next quote; a doubled
quote inside is one quote sign. A quote that is never closed is a sign like any other. ``#`` outside quotes begins a comment.
"""

from __future__ import annotations

import re
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


_PIECES: Final = re.compile(
    r"""
    \s+
    | (?P<comma>[,，])
    | "(?P<quoted>(?:[^"]|"")*)"(?!")
    | (?P<comment>\#.*)
    | (?P<word>[^\s,，\#]+)
    """,
    re.VERBOSE | re.DOTALL,
)


def split(line: str) -> Line:
    """Takes a line apart. Never fails."""
    tokens = []
    body = line
    for piece in _PIECES.finditer(line):
        kind = piece.lastgroup
        if kind == "word":
            tokens.append(Token(piece[0], piece.start(), piece.end()))
        elif kind == "comma":
            tokens.append(Token(",", piece.start(), piece.end(), comma=True))
        elif kind == "quoted":
            text = piece["quoted"].replace('""', '"')
            tokens.append(Token(text, piece.start(), piece.end(), quoted=True))
        elif kind == "comment":
            body = line[: piece.start()]
    return Line(tuple(tokens), body)


def quote(text: str) -> str:
    """``text`` as one word: in quotes when it would not be one without."""
    one_word = text and not any(c.isspace() or c in COMMAS or c == "#" for c in text) and text[0] != '"'
    return text if one_word else '"' + text.replace('"', '""') + '"'
