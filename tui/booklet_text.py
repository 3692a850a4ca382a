"""The booklet as it is read: its chapters with what is made when they are shown, such as fan tables and counted examples."""

from __future__ import annotations

from typing import Final

from models.booklet import Booklet, load

_read: Final[dict[tuple[str, str], Booklet]] = {}


def read(language: str, rules: str = "") -> Booklet:
    """The booklet in a language, its tables and examples counted with the rule set ``rules`` (a name or path; nothing is the standard one).

    Takes a moment the first time: call it on a worker. Raises nothing: where a rule set cannot be read, the standard one is shown.
    """
    from models.booklet_parts import Parts

    key = (language, rules)
    if key not in _read:
        _read[key] = load(language, Parts(language, rules).expand)
    return _read[key]


def forget() -> None:
    """Rule sets have changed: count again when next asked."""
    _read.clear()
