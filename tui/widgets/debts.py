"""Who owes whom, in words."""

from __future__ import annotations

from textual.content import Content

from tui.i18n import _
from tui.text import flow
from tui.widgets.night import NightLines
from tui.words import debt


class DebtWords(NightLines):
    """Every standing debt as a sentence; those that may be chopped say so."""

    DEFAULT_CSS = """
    DebtWords { height: 2; padding: 0 2; }
    """

    def lines(self, width: int, height: int) -> list[Content]:
        night = self.night
        if night is None:
            return []
        if not night.debts:
            return [Content.styled(_("Nobody owes anything."), "$text-muted")]
        may_chop = {(d.debtor, d.creditor) for d in night.choices}
        pieces = []
        for d in sorted(night.debts, key=lambda d: -d.amount):
            piece = Content(debt(night.players, d))
            if (d.debtor, d.creditor) in may_chop:
                piece = Content.assemble(piece, (" " + _("x: may chop"), "bold $warning"))
            pieces.append(piece)
        made = flow(pieces, width)
        if height and len(made) > height:
            kept = made[:height]
            kept[-1] = Content.assemble(kept[-1].truncate(width - 2, ellipsis=True), " …")
            return kept
        return made
