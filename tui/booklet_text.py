"""The booklet as it is read: its chapters with what is made when they are shown, such as fan tables and counted examples."""

from __future__ import annotations

from typing import Final

from models.booklet import Booklet, load

_read: Final[dict[tuple[str, str, str], Booklet]] = {}


def read(language: str, rules: str = "") -> Booklet:
    """The booklet in a language, its tables and examples counted with the rule set ``rules`` (a name or path; nothing is the standard one).

    Takes a moment the first time: call it on a worker. Where a rule set cannot be read, the standard one is shown.
    """
    from models.booklet_parts import Parts
    from models.rules import RuleSet, RuleSetError
    from tui import rules_file

    in_force: RuleSet | None = None
    if rules:
        try:
            in_force = rules_file.load(rules)
        except RuleSetError:
            in_force = None
    key = (language, rules, in_force.fingerprint if in_force else "")
    if key not in _read:
        _read[key] = load(language, Parts(language, in_force).expand)
    return _read[key]


_plain: Final[dict[str, Booklet]] = {}


def plain(language: str) -> Booklet:
    """The booklet's text alone, without what has to be counted: titles and explanations at once."""
    if language not in _plain:
        _plain[language] = load(language, lambda name, words: "")
    return _plain[language]
