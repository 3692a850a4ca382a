"""更正: an event typed anew in its own place, and the money that changes, before it is confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from models.events import (
    Corrected,
    Entry,
    Event,
    HandDrawn,
    HandWon,
    InstantPayment,
    NightStarted,
    TableEvent,
    Undone,
)
from tui import keymap, recording
from tui.i18n import _, n_, tr
from tui.keymap import N_
from tui.recording import FULL_WIDTH, Draft, Stage
from tui.requests import HandResult
from tui.screens.appending import why
from tui.screens.ask import AskScreen
from tui.screens.base import Dialog, Said, worded
from tui.services import OpenNight
from tui.text import clip, left, right, stack
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say
from tui.widgets.prompt import RecordPrompt
from tui.words import hand_title, happened, record_line, signed, tone

if TYPE_CHECKING:
    from models.night import Folder, Night


def folder_before(opened: OpenNight, number: int) -> Folder:
    """The night as it stood before one event, corrections applied: what was dealt then, and who owed whom."""
    from models.night import Folder

    night = opened.night
    return Folder(
        [
            Entry(0, "", night.start),
            *(Entry(r.number, r.at, r.event) for r in night.records if r.number < number),
        ]
    )


def change_lines(before: Night, after: Night) -> list[Content | str]:
    """Each player's money, settled now, before and after; and what no longer fits."""
    lines: list[Content | str] = [
        Content.styled(
            left("", 14) + right(_("before"), 9) + right(_("after"), 9) + right(_("change"), 9), "$text-muted"
        )
    ]
    for seat in range(4):
        b, a = before.projected[seat], after.projected[seat]
        lines.append(
            Content.assemble(
                (left(f"{seat + 1} {before.players[seat]}", 14), "bold"),
                (right(signed(b), 9), tone(b)),
                (right(signed(a), 9), "bold " + tone(a)),
                (right(signed(a - b), 9), tone(a - b)),
            )
        )
    if before.projected == after.projected:
        lines.append(Content.styled(_("No money changes."), "$text-muted"))
    known = {p.number for p in before.problems}
    lost = [p for p in after.problems if p.number not in known]
    if lost:
        lines.append(
            Content.styled(
                n_(
                    "{n} later event would no longer fit and would not count:",
                    "{n} later events would no longer fit and would not count:",
                    len(lost),
                ),
                "bold $error",
            )
        )
        for problem in lost[:3]:
            record = before.record(problem.number)
            what = record_line(before, record) if record is not None else ""
            lines.append(Content.styled(f"  #{problem.number} {what}: {tr(problem.reason)}", "$error"))
    if (before.dealer, before.streak, before.name) != (after.dealer, after.streak, after.name):
        lines.append(
            Content.styled(
                _("The hand to come: {before} → {after}").format(
                    before=hand_title(before.name, before.streak), after=hand_title(after.name, after.streak)
                ),
                "$warning",
            )
        )
    return lines


def ask_about(opened: OpenNight, event: Event) -> AskScreen:
    """The question that shows the money a correction (or taking an event out) changes."""
    after = opened.folder.preview(event)
    before = opened.night

    def words() -> Content:
        first = happened(before.players, event)
        return stack([Content.styled(clip(first, 70), "bold $primary"), "", *change_lines(before, after)])

    return AskScreen(words, lambda: _("What it changes, settled now"))


class CorrectScreen(Dialog["Corrected | Undone"]):
    """Answers the correction, confirmed; ``None`` leaves the event as it was."""

    AREA = "correct"
    BINDINGS = keymap.bindings("correct")
    AUTO_FOCUS = "RecordPrompt"
    HELP = N_(
        "A correction. The line holds the event as it was recorded: Backspace takes it back key by key, then type it as it should be; d makes it a "
        "drawn hand, i an instant payment, Delete takes it out. Enter shows the money it changes, and asks."
    )

    def __init__(self, opened: OpenNight, number: int) -> None:
        super().__init__()
        self.opened = opened
        record = opened.night.record(number)
        assert record is not None
        self.record = record
        self.before = folder_before(opened, number)
        self._said: Said = ""
        self.draft = recording.of_event(record.event) if isinstance(record.event, HandWon) else Draft()

    def compose(self) -> ComposeResult:
        with Vertical(classes="box correct"):
            yield Say(self._words, classes="question")
            yield RecordPrompt()
            yield Say(self._change, classes="change")
            yield KeyBar("correct")

    def on_mount(self) -> None:
        self._draw()
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = _("Correct number {n}").format(n=self.record.number)
        self.query_one(RecordPrompt).border_title = _("As it should be")
        self.told(self._said)

    def _words(self) -> Content:
        record = self.record
        return Content.assemble(
            (hand_title(record.name, record.streak) + "  ", "$text-muted"),
            (_("was: {what}").format(what=record_line(self.opened.night, record)), "bold"),
        )

    def _change(self) -> Content:
        """The money as typed so far."""
        event = recording.so_far(self.draft)
        complete = event is not None and len(event.wins) == len(self.draft.winners)
        if event is None or not complete or event == self.record.event:
            hint = (
                _("Type it as it should be; Enter shows what it changes.")
                if self.draft.empty
                else _("Backspace takes it back, then type it as it should be; Enter: what it changes.")
            )
            return Content.styled(hint, "$text-muted")
        corrected = Corrected(self.record.number, event)
        problem = self.opened.folder.check(corrected)
        if problem is not None:
            return Content.styled(f"✗ {tr(problem.reason)}", "$error")
        before, after = self.opened.night.projected, self.opened.folder.preview(corrected).projected
        changes = [
            f"{clip(name, 10)} {signed(b)} → {signed(a)}"
            for name, b, a in zip(self.opened.night.players, before, after, strict=True)
            if a != b
        ]
        return Content.styled(" · ".join(changes) or _("No money changes."), "bold $warning")

    def _draw(self) -> None:
        prompt = self.query_one(RecordPrompt)
        prompt.show(self.before.night, self.before, self.draft)
        prompt.border_title = _("As it should be")
        self.query_one(".change", Say).refresh(layout=True)

    def told(self, what: Said) -> None:
        self._said = what
        text = worded(what)() if what else ""
        self.query_one(RecordPrompt).say(Content.styled("✗ " + text if text else "", "bold $error"))

    def say(self, message: Said, severity: str = "information") -> None:
        self.told(message)

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character.isprintable() and len(event.character) == 1:
            character = FULL_WIDTH.get(event.character, event.character)
            if not character.isdigit() and event.key in self.active_bindings:
                return  # an action's key, as mapped now
            event.stop()
            step = recording.press(self.draft, character)
            self.draft = step.draft
            self.told(step.refusal or "")
            self._draw()

    def action_step_back(self) -> None:
        self.draft = recording.back(self.draft)
        self.told("")
        self._draw()

    def action_confirm(self) -> None:
        step = recording.enter(self.draft)
        if step.event is not None:
            self._propose(step.event)
            return
        self.draft = step.draft
        self.told(step.refusal or "")
        self._draw()

    def action_draw(self) -> None:
        self._propose(HandDrawn())

    def action_instant(self) -> None:
        screen = self.open("instant", self.before.night)

        def answered(payments: list[InstantPayment] | None) -> None:
            if payments and len(payments) == 1:
                self._propose(payments[0])
            elif payments:
                self.told(lambda: _("One event is corrected by one payment: type one amount for each."))

        if screen is not None:
            self.app.push_screen(screen, answered)

    def action_hand(self) -> None:
        if self.draft.stage is not Stage.FAN:
            self.told(lambda: _("First who won and off whom (1 2, or 1 z); then the tiles."))
            return
        from tui.screens.table import request_for

        screen = self.open("hand", request_for(self.opened, self.draft, "", "", at=self.record))

        def answered(result: HandResult | None) -> None:
            if result is not None:
                self.draft = recording.with_hand(self.draft, result.win, result.payer)
                self._draw()

        if screen is not None:
            self.app.push_screen(screen, answered)

    def action_remove(self) -> None:
        self._confirm(Undone(self.record.number))

    def _propose(self, event: TableEvent | NightStarted) -> None:
        if event == self.record.event:
            self.told(lambda: _("That is what is recorded already."))
            return
        self._confirm(Corrected(self.record.number, event))

    def _confirm(self, event: Corrected | Undone) -> None:
        problem = self.opened.folder.check(event)
        if problem is not None:
            self.told(why(problem))
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.dismiss(event)

        self.app.push_screen(ask_about(self.opened, event), answered)

    def action_back(self) -> None:
        self.dismiss(None)
