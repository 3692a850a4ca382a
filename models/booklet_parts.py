"""What the booklet's directives stand for: fan tables, counted example hands, what a switch changes. Made from the rule set in force."""

from __future__ import annotations


class Parts:
    """Makes the directives of one language with one rule set."""

    def __init__(self, language: str, rules: str = "") -> None:
        self.language = language
        self.rules = rules

    def expand(self, name: str, words: tuple[str, ...]) -> str:
        """Markdown for a directive."""
        return ""
