"""The first line: which hand, and what is played for."""

from __future__ import annotations

from textual.content import Content

from tui.i18n import _
from tui.text import both_ends
from tui.widgets.night import NightLines
from tui.words import hand_title, money, pulls


class NightHeader(NightLines):
    """``台牌 東風東局 連莊 3 · 第4鋪`` at the left, stakes, rule set with its fingerprint and the chop rule at the right."""

    DEFAULT_CSS = """
    NightHeader { dock: top; height: 1; padding: 0 1; background: $panel; color: $text; }
    """

    def lines(self, width: int, height: int) -> list[Content]:
        night = self.night
        if night is None:
            return [Content.styled(_("TaiPai"), "bold $primary")]
        options = night.options
        state = ""
        if night.settled:
            state = _("settled")
        elif night.over:
            state = _("last hand played")
        start = Content.assemble(
            (_("TaiPai"), "bold $primary"),
            "  ",
            (hand_title(night.name, night.streak), "bold"),
            (" · " + _("hand {n}").format(n=night.hand_number), "$text-muted"),
            *([(" · " + state, "bold $warning")] if state else []),
        )
        fingerprint = night.start.rules_fingerprint[:4]
        rules = options.rules + (f" {fingerprint}" if fingerprint else "")
        parts = [
            _("base {base} · fan {fan}").format(base=money(night.start.base), fan=money(night.start.per_fan)),
            rules,
            chop_rule(night),
        ]
        return [
            both_ends(start, Content.styled(" · ".join(part for part in parts if part), "$text-muted"), width)
        ]


def chop_rule(night: object) -> str:
    """The chop rule in a word or two: ``三口斬``."""
    options = night.options  # type: ignore[attr-defined]
    if options.settlement == "cash":
        return _("cash")
    if options.chop == "off":
        return _("no chopping")
    if options.chop == "auto":
        return _("{pulls}: paid by itself").format(pulls=pulls(options.chop_at))
    return _("chop at {pulls}").format(pulls=pulls(options.chop_at))
