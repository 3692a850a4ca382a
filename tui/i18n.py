"""Hong Kong Chinese and English, switchable while the program runs.

English sentences are the keys. Every ``.mo`` under ``assets/locale/<language>/LC_MESSAGES`` is merged into one catalogue, so each
area of the program keeps its own ``.po``.
"""

from __future__ import annotations

import functools
import gettext
import locale
import os
import string
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import assets
from models.messages import Msg

LANGUAGES: Final = {"zh_HK": "中文（香港）", "en": "English"}

_catalogues: dict[str, gettext.NullTranslations] = {}
_language = "en"


def _load(language: str) -> gettext.NullTranslations:
    if language not in _catalogues:
        merged: gettext.NullTranslations | None = None
        for file in sorted(assets.path(f"locale/{language}/LC_MESSAGES").glob("*.mo")):
            with file.open("rb") as stream:
                catalogue = gettext.GNUTranslations(stream)
            if merged is None:
                merged = catalogue
            else:
                merged.add_fallback(catalogue)
        _catalogues[language] = merged or gettext.NullTranslations()
    return _catalogues[language]


@functools.lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[str, ...]:
    """A template cut at its holes: words, hole, words, …"""
    parts: list[str] = []
    for words, name, spec, how in string.Formatter().parse(text):
        parts.append(words.replace("{", "{{").replace("}", "}}"))
        if name is not None:
            parts.append("{" + name + (f"!{how}" if how else "") + (f":{spec}" if spec else "") + "}")
    return tuple(parts)


def _latin(sign: str) -> bool:
    return sign.isalpha() and unicodedata.name(sign, "").startswith("LATIN")


def _han(sign: str) -> bool:
    return "\u3400" <= sign <= "\u9fff"


def _meet(before: str, after: str) -> bool:
    """Whether a Latin letter and a Chinese character would touch here."""
    if not before or not after:
        return False
    return (_latin(before[-1]) and _han(after[0])) or (_han(before[-1]) and _latin(after[0]))


class Chinese(str):
    """A Chinese sentence with holes. What fills a hole stands apart where Latin letters and Chinese would touch: ``Ann 欠 Bob``, ``甲欠乙``."""

    __slots__ = ()

    def format(self, *args: Any, **kwargs: Any) -> str:
        made = ""
        for part in _parts(self):
            piece = part.format(*args, **kwargs)
            made += (" " if _meet(made, piece) else "") + piece
        return made


def guess() -> str:
    """The language the person's environment asks for: ``TAIPAI_LANG``, then the locale; Chinese unless it says otherwise."""
    asked = os.environ.get("TAIPAI_LANG", "")
    if asked:
        return "en" if asked.lower().startswith("en") else "zh_HK"
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value and value not in ("C", "POSIX", "C.UTF-8"):
            return "zh_HK" if value.lower().startswith("zh") else "en"
    found = (locale.getlocale()[0] or "").lower()
    return "en" if found.startswith("en") else "zh_HK"


def language() -> str:
    """The language in use, a key of :data:`LANGUAGES`."""
    return _language


def use(code: str) -> None:
    """Switches the language. Raises :class:`ValueError` for one that is not in :data:`LANGUAGES`."""
    global _language
    if code not in LANGUAGES:
        raise ValueError(f"no such language: {code}; there are {', '.join(LANGUAGES)}")
    _language = code


def _(text: str) -> str:
    """``text`` in the language in use."""
    if not text or _language == "en":
        return text
    return Chinese(_load(_language).gettext(text))


def tr(message: Msg | str) -> str:
    """A :class:`~models.messages.Msg` in the language in use; plain text is looked up as it is."""
    return message.render(_) if isinstance(message, Msg) else _(message)


def tr_in(code: str, message: Msg) -> str:
    """A message in the language ``code``, whichever is in use: for phones, which choose their own."""
    return (
        message.render() if code == "en" else message.render(lambda text: Chinese(_load(code).gettext(text)))
    )


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speaks another language for a while, for words that go elsewhere than this screen. Nothing may await inside."""
    global _language
    before = _language
    _language = code
    try:
        yield
    finally:
        _language = before


def n_(one: str, many: str, number: int) -> str:
    """``one`` or ``many`` by ``number``, filled with ``{n}``. Chinese has one form: the translation of ``many``."""
    if _language == "en":
        return (one if number == 1 else many).format(n=number)
    return _(many).format(n=number)


def pick(zh: str, en: str) -> str:
    """For data that carries both names itself, such as fan rows: the one of the language in use."""
    return zh if _language == "zh_HK" else en
