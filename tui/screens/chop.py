"""斬拉: the debtor's choice, before the next dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from models.events import ChopDeclined, Chopped
from tui import keymap
from tui.i18n import _
from tui.screens.base import Dialog
from tui.text import stack
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say
from tui.words import chop_meaning, debt, seat_name

if TYPE_CHECKING:
    from models.ledger import Debt
    from models.night import Night


class ChopScreen(Dialog["Chopped | ChopDeclined"]):
    """Asks the debtor of one debt, by name. ``asked`` when the table asks by itself, not when ``x`` was pressed.

    Money depends on it, so Enter is no answer, and Esc only leaves the question open. With several debts the digit of a line chooses.
    """

    AREA = "chop"
    BINDINGS = keymap.bindings("chop")
    HELP = keymap.N_(
        "Chop (斬拉): only the debtor decides, and only before the next dice. y: he pays the whole debt now and the pair starts afresh. "
        "n: it stays pulled and may grow, or be kicked to half. Esc: not decided yet; x asks again until the next hand."
    )

    def __init__(self, night: Night, debts: Sequence[Debt], asked: bool) -> None:
        super().__init__()
        self.night = night
        self.debts = list(debts)
        self.asked = asked
        self.at = 0

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Say(self._words, classes="question")
            yield KeyBar("chop")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = _("Chop?")

    def _words(self) -> Content:
        night = self.night
        lines: list[Content | str] = []
        if len(self.debts) > 1:
            for n, d in enumerate(self.debts):
                mark = "▶ " if n == self.at else "  "
                lines.append(
                    Content.assemble(
                        (f"{mark}{n + 1} ", "bold $accent"),
                        (debt(night.players, d), "bold" if n == self.at else ""),
                    )
                )
            lines.append("")
        d = self.debts[self.at]
        lines.append(
            Content.assemble(
                (_("{name}, you decide.").format(name=seat_name(night, d.debtor)), "bold $primary")
            )
        )
        lines.append(Content.assemble((debt(night.players, d), "bold $warning")))
        lines.append(chop_meaning(night, d))
        if self.asked and night.options.chop_again == "after_more_pulls":
            lines.append(
                Content.styled(
                    _("If not now, the choice comes back after {n} more pulls.").format(
                        n=night.options.chop_at
                    ),
                    "$text-muted",
                )
            )
        elif self.asked:
            lines.append(
                Content.styled(_("If not now: x chops later, between any two hands."), "$text-muted")
            )
        return stack(lines)

    def on_key(self, event: events.Key) -> None:
        if (
            event.character
            and event.character.isdigit()
            and 0 < int(event.character) <= len(self.debts)
            and len(self.debts) > 1
        ):
            event.stop()
            self.at = int(event.character) - 1
            self.query_one(".question", Say).refresh(layout=True)

    def action_yes(self) -> None:
        d = self.debts[self.at]
        self.dismiss(Chopped(d.debtor, d.creditor))

    def action_no(self) -> None:
        d = self.debts[self.at]
        self.dismiss(ChopDeclined(d.debtor, d.creditor))

    def action_later(self) -> None:
        self.dismiss(None)
