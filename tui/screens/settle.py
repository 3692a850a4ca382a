"""埋單: which debts are still to be paid, what the night gave each, and who pays whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from models.events import NightSettled
from tui import keymap
from tui.i18n import _, tr
from tui.screens.base import Dialog
from tui.text import clip, left, right, stack
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say
from tui.widgets.status import StatusLine
from tui.words import debt, money, names_of, signed, tone

if TYPE_CHECKING:
    from models.night import Folder, Night


class SettleScreen(Dialog[NightSettled]):
    """Shows it before it is confirmed; of a settled night it shows the result."""

    AREA = "settle"
    BINDINGS = keymap.bindings("settle")
    AUTO_FOCUS = "VerticalScroll"
    HELP = keymap.N_(
        "Settle up (埋單): every standing debt is paid in full and the night ends. Under 'who pays whom' are the fewest payments that clear the "
        "whole night, for a table where no cash has moved; if you paid as you went, only the debts are left to pay. u at the table takes it back."
    )

    def __init__(self, night: Night, folder: Folder) -> None:
        super().__init__()
        self.night = night
        self.after = night if night.settled else folder.preview(NightSettled())

    def compose(self) -> ComposeResult:
        with Vertical(classes="box settle"):
            with VerticalScroll():
                yield Say(self._words, classes="question")
            yield StatusLine()
            yield KeyBar("settle")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = _("Settled") if self.night.settled else _("Settle up")

    def _words(self) -> Content:
        night, after = self.night, self.after
        who = names_of(night.players)
        lines: list[Content | str] = []
        if not night.settled:
            if night.debts:
                lines.append(Content.styled(_("Still pulled, paid now:"), "bold $primary"))
                lines += ["  " + debt(night.players, d) for d in night.debts]
            else:
                lines.append(_("Nobody owes anything."))
            lines.append("")
        head = Content.assemble(
            left("", 14),
            *[
                (right(title, 10), "$text-muted")
                for title in (_("result"), _("hands"), _("lai"), _("instant"))
            ],
        )
        lines += [Content.styled(_("The night:"), "bold $primary"), head]
        order = sorted(range(4), key=lambda seat: -after.totals[seat])
        for seat in order:
            lines.append(
                Content.assemble(
                    (left(f"{seat + 1} {night.players[seat]}", 14), "bold"),
                    (right(signed(after.totals[seat]), 10), "bold " + tone(after.totals[seat])),
                    *[
                        (right(signed(column[seat]), 10), "$text-muted")
                        for column in (after.hand_points, after.lai_extra, after.instant)
                    ],
                )
            )
        total = sum(after.totals)
        lines.append(
            Content.styled(
                _("together {total} {mark}").format(total=signed(total), mark="✓" if total == 0 else "!"),
                "$text-muted",
            )
        )
        lines += ["", Content.styled(_("Who pays whom, if no cash has moved yet:"), "bold $primary")]
        if after.transfers:
            for p in after.transfers:
                lines.append(
                    Content.assemble(
                        "  ",
                        (
                            _("{payer} pays {receiver}").format(
                                payer=clip(who[p.payer], 12), receiver=clip(who[p.receiver], 12)
                            ),
                            "bold",
                        ),
                        "  ",
                        (money(p.amount), "bold $accent"),
                    )
                )
        else:
            lines.append("  " + _("Nobody pays anything: all are even."))
        return stack(lines)

    def action_confirm(self) -> None:
        self.dismiss(None if self.night.settled else NightSettled())

    def action_picture(self) -> None:
        """Saves the card of the night; drawing it takes a moment, so not on this thread."""
        self.run_worker(self._save_picture, thread=True, exclusive=True, group="picture", exit_on_error=False)

    def _save_picture(self) -> None:
        from tui import picture, settings

        try:
            saved = picture.save(self.night, settings.pictures_dir())
        except OSError as error:
            what, where = error.strerror, error.filename or settings.pictures_dir()
            self.app.call_from_thread(
                self.say,
                lambda: _("The picture can't be written: {what} ({where})").format(what=what, where=where),
                "warning",
            )
            return
        self.app.call_from_thread(
            self.say,
            lambda: "\n".join(
                [
                    _("Saved as {file}").format(file=saved.path),
                    *([tr(saved.note)] if saved.note is not None else []),
                ]
            ),
        )

    def action_back(self) -> None:
        self.dismiss(None)
