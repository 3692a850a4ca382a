"""The booklet: the rules of play, the forms, the ledger and every disputed point, as chapters that can be searched.

A chapter is a Markdown file of ``assets/booklet/<language>``, in the order of their names. Headings carry their anchor, ``## 食替 {#forbidden}``,
the same in every language, so that a reader may change language where he reads. A line such as ``{{sample two-way}}`` stands for something
that is made when it is shown (:mod:`models.booklet_parts`); this module leaves it to whoever loads the booklet to say what.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import assets

LANGUAGES: Final = ("zh_HK", "en")

Expand: TypeAlias = Callable[[str, tuple[str, ...]], str]
"""Markdown for a directive, from its name and its words."""

_HEADING: Final = re.compile(r"^(#{1,4}) +(.*?)(?: +\{#([\w-]+)\})? *$")
_DIRECTIVE: Final = re.compile(r"^\{\{ *([\w-]+)((?: +[^{}]+?)?) *\}\} *$")
_FENCE: Final = re.compile(r"^```")
_JYUTPING: Final = re.compile(r"[a-z]+[1-6](?: [a-z]+[1-6])*")
_SAME: Final = str.maketrans(
    {
        "胡": "糊",
        "麼": "么",
        "麽": "么",
        "著": "着",
        "台": "臺",
        "枱": "檯",
        "銃": "沖",
        "衝": "沖",
        "俾": "畀",
    }
)
"""Characters that mean the same at a mahjong table; found whichever of them is typed."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it, up to the next heading of any level."""

    chapter: str
    """Id of its chapter."""
    anchor: str
    """Unique within the chapter, the same in every language. The chapter's own title has the chapter's id."""
    title: str
    level: int
    """1 is the chapter's title."""
    source: str
    """Markdown, heading included."""
    text: str
    """Plain text without the heading, one line a paragraph, for searching and excerpts."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """One file of the booklet."""

    id: str
    title: str
    sections: tuple[Section, ...]

    @property
    def source(self) -> str:
        """The whole chapter as Markdown."""
        return "\n".join(section.source for section in self.sections)

    def section(self, anchor: str) -> Section | None:
        """The section of this anchor."""
        return next((section for section in self.sections if section.anchor == anchor), None)


@dataclass(frozen=True, slots=True)
class Hit:
    """A place where a search found all its words."""

    chapter: str
    anchor: str
    chapter_title: str
    title: str
    excerpt: str
    """A piece of the text around the first word found there; empty when only the heading has them."""
    score: int
    """Higher is nearer."""


@dataclass(frozen=True, slots=True)
class Booklet:
    """All chapters in one language."""

    language: str
    chapters: tuple[Chapter, ...]

    def chapter(self, chapter_id: str) -> Chapter | None:
        """The chapter of this id."""
        return next((chapter for chapter in self.chapters if chapter.id == chapter_id), None)

    def find(self, anchor: str) -> Section | None:
        """The first section of this anchor in any chapter."""
        for chapter in self.chapters:
            if (found := chapter.section(anchor)) is not None:
                return found
        return None

    @property
    def contents(self) -> tuple[Section, ...]:
        """Table of contents: every section, in order."""
        return tuple(section for chapter in self.chapters for section in chapter.sections)

    def search(self, query: str, limit: int = 60) -> tuple[Hit, ...]:
        """Sections that hold every word of ``query`` (words apart by spaces; Chinese is found inside longer text), nearest first.

        Upper and lower case, full and half width, 胡 and 糊, 么 and 麼 are the same; romanised words are found without tones.
        """
        words = tuple(dict.fromkeys(fold(word) for word in query.split()))
        if not words:
            return ()
        hits = []
        for order, section in enumerate(self.contents):
            title = next(chapter.title for chapter in self.chapters if chapter.id == section.chapter)
            score = _score(section, fold(title), words)
            if score:
                hits.append(
                    (
                        -score,
                        order,
                        Hit(
                            section.chapter,
                            section.anchor,
                            title,
                            section.title,
                            _excerpt(section.text, words),
                            score,
                        ),
                    )
                )
        hits.sort(key=lambda hit: hit[:2])
        return tuple(hit for _, _, hit in hits[:limit])


def fold(text: str) -> str:
    """``text`` as the search compares it; a character keeps its place where the text is Chinese."""
    return unicodedata.normalize("NFKC", text).casefold().translate(_SAME)


def _toneless(text: str) -> str:
    """Every romanised phrase of ``text`` without tones, apart and joined."""
    found = []
    for phrase in _JYUTPING.findall(text.casefold()):
        bare = re.sub(r"[1-6]", "", phrase)
        found += [bare, bare.replace(" ", "")]
    return "\n".join(found)


def _score(section: Section, chapter: str, words: tuple[str, ...]) -> int:
    title, text = fold(section.title), fold(section.text)
    score = own = 0
    for word in words:
        if word == title or word == section.anchor.casefold():
            score += 100
        elif title.startswith(word):
            score += 50
        elif word in title:
            score += 30
        elif f"`{word}`" in section.source:
            score += 20
        elif (count := text.count(word)) or word in _toneless(section.text):
            score += min(max(count, 1), 9)
        elif word in chapter:
            own += 1
            continue
        else:
            return 0
    return score + own if score else 0


def _excerpt(text: str, words: tuple[str, ...], around: int = 28) -> str:
    folded = fold(text)
    places = [place for word in words if (place := folded.find(word)) >= 0]
    if not places:
        return ""
    if len(folded) != len(text):  # a ligature or the like: the place is near enough
        places = [min(place, len(text) - 1) for place in places]
    start = max(min(places) - around, 0)
    line = text.rfind("\n", 0, min(places)) + 1
    start = max(start, line)
    while start > line and text[start].isascii() and text[start].isalnum() and text[start - 1].isalnum():
        start -= 1
    end = text.find("\n", min(places))
    end = min(len(text) if end < 0 else end, min(places) + 3 * around)
    return (
        ("…" if start > line else "")
        + text[start:end].strip()
        + ("…" if end < len(text) and text[end] != "\n" else "")
    )


def plain(source: str) -> str:
    """Markdown as plain text, one line a paragraph, table row or list item."""
    lines: list[str] = []
    fenced = False
    for line in source.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
            continue
        if not fenced:
            if re.fullmatch(r"[|: -]+", line):
                continue
            if line.startswith("|"):
                line = " · ".join(cell.strip() for cell in line.strip("| ").split("|") if cell.strip())
            line = re.sub(r"^\s*(?:[-*]|\d+\.) +", "", line)
            line = re.sub(r"\*\*(.+?)\*\*", r"\1", line)
            line = re.sub(r"\*(.+?)\*", r"\1", line).replace("`", "")
        lines.append(line.strip())
    return "\n".join(line for line in lines if line)


def directives(source: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every directive of a chapter's Markdown, in order: its name and its words."""
    return tuple(
        (found[1], tuple(found[2].split()))
        for line in source.splitlines()
        if (found := _DIRECTIVE.match(line))
    )


def parse(chapter_id: str, source: str, expand: Expand | None = None) -> Chapter:
    """A chapter from its Markdown. Raises :class:`ValueError` for a heading without an anchor, or one that is used twice."""
    lines: list[str] = []
    for line in source.splitlines():
        found = _DIRECTIVE.match(line)
        if found and expand is not None:
            lines += expand(found[1], tuple(found[2].split())).splitlines()
        else:
            lines.append(line)
    sections: list[Section] = []
    heading: tuple[str, str, int] | None = None
    body: list[str] = []
    fenced = False

    def close() -> None:
        if heading is None:
            return
        anchor, title, level = heading
        text = "\n".join(body).strip("\n")
        sections.append(
            Section(
                chapter_id,
                anchor,
                title,
                level,
                "#" * level + " " + title + "\n\n" + text + "\n",
                plain(text),
            )
        )

    for line in lines:
        if _FENCE.match(line):
            fenced = not fenced
        found = None if fenced else _HEADING.match(line)
        if found is None:
            body.append(line)
            continue
        close()
        level = len(found[1])
        anchor = found[3] or (chapter_id if level == 1 else "")
        if not anchor:
            raise ValueError(f"{chapter_id}: the heading {found[2]!r} has no anchor")
        if any(section.anchor == anchor for section in sections):
            raise ValueError(f"{chapter_id}: the anchor {anchor} is used twice")
        heading, body = (anchor, found[2], level), []
    close()
    if not sections or sections[0].level != 1:
        raise ValueError(f"{chapter_id}: a chapter begins with its title")
    return Chapter(chapter_id, sections[0].title, tuple(sections))


def sources(language: str) -> Mapping[str, str]:
    """Every chapter's Markdown by its id, in reading order."""
    if language not in LANGUAGES:
        raise ValueError(f"no booklet in {language}; there are {', '.join(LANGUAGES)}")
    files = sorted(assets.path(f"booklet/{language}").glob("*.md"))
    return {file.stem.split("-", 1)[1]: file.read_text(encoding="utf-8") for file in files}


def load(language: str, expand: Expand | None = None) -> Booklet:
    """The booklet in ``language``. ``expand`` makes what a directive stands for; without it directives stay as they are written."""
    return Booklet(
        language, tuple(parse(chapter_id, source, expand) for chapter_id, source in sources(language).items())
    )


def in_other(booklet: Booklet, place: Section) -> Section:
    """The same place in another language's ``booklet``; its chapter's beginning when that has no such anchor."""
    chapter = booklet.chapter(place.chapter)
    if chapter is None:
        return booklet.chapters[0].sections[0]
    return chapter.section(place.anchor) or chapter.sections[0]
