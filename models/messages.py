"""A sentence for a person, as a value: an English template and its arguments, translated only where it is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Msg:
    """``template`` is the English sentence with ``{named}`` holes and also its translation key; ``args`` fills the holes.

    An argument may itself be a :class:`Msg`; it is rendered by the same translator.
    """

    template: str
    args: tuple[tuple[str, object], ...] = ()

    def render(self, translate: Callable[[str], str] = lambda template: template) -> str:
        """The sentence in the language of ``translate`` (template in, template out)."""
        values = {
            name: value.render(translate) if isinstance(value, Msg) else value for name, value in self.args
        }
        return translate(self.template).format(**values)

    def __str__(self) -> str:
        return self.render()


def msg(template: str, /, **args: object) -> Msg:
    """Builds a :class:`Msg`. The name is what the extractor of translatable strings looks for."""
    return Msg(template, tuple(args.items()))
