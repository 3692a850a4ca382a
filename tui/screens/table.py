"""The table: the board everybody looks at, and the line in which each hand is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content

from models.events import (
    ChipsCounted,
    ChopDeclined,
    Chopped,
    Corrected,
    Event,
    HandDrawn,
    HandWon,
    InstantPayment,
    NightSettled,
    Seat,
    Undone,
    Win,
)
from tui import keymap, photo_kept, recording
from tui.i18n import _, n_
from tui.keymap import N_
from tui.recording import FULL_WIDTH, Draft, Stage
from tui.requests import HandRequest, HandResult, PhotoRequest, PhotoResult
from tui.screens.appending import Appending
from tui.screens.ask import AskScreen
from tui.screens.base import WIDE, Page, Said, worded
from tui.services import OpenNight
from tui.widgets.board import DebtBoard
from tui.widgets.chart import BalanceChart
from tui.widgets.debts import DebtWords
from tui.widgets.hands import LastHands
from tui.widgets.header import NightHeader
from tui.widgets.keybar import KeyBar
from tui.widgets.night import NightLines
from tui.widgets.prompt import RecordPrompt
from tui.widgets.seats import SeatTable
from tui.widgets.standings import Standings
from tui.words import happened, moves, record_line, signed

if TYPE_CHECKING:
    from models.ledger import Debt
    from models.night import Night
    from models.replay import Record

POLL_SECONDS = 1.0
STYLES = {"done": "bold $success", "note": "$accent", "saving": "$warning", "trouble": "bold $error"}
OF_A_HAND = frozenset({"draw", "self_draw", "hand", "photo"})
"""Actions that record a hand or begin one: of no use when the last is played."""
UNSETTLED = OF_A_HAND | {"chop", "instant"}
"""Actions of no use once the night is settled."""
SIGNS = {"done": "✓ ", "note": "· ", "saving": "… ", "trouble": "✗ "}


class TableScreen(Appending, Page[None]):
    """A night being played."""

    AREA = "table"
    BINDINGS = keymap.bindings("table")
    AUTO_FOCUS = "RecordPrompt"
    HELP = N_(
        "The table. At the upper left the four seats as one sees them from seat 1, with this hand's winds, the money paid so far and what is "
        "still pulled. Beside it the board: a row owes, a column is owed, with the pulls (口). Under it the same in words, then the last hands. "
        "The line with the cursor records the next hand: winner, who dealt in, fan, Enter."
    )

    @property
    def HORIZONTAL_BREAKPOINTS(self) -> list[tuple[int, str]]:  # type: ignore[override]
        """The setting ``size`` fixes the table's size; ``auto`` follows the terminal."""
        fixed = {"compact": [(0, "-narrow")], "large": [(0, "-wide")]}
        return fixed.get(self.taipai.settings.size, [(0, "-narrow"), (WIDE, "-wide")])

    def __init__(self, open_night: OpenNight) -> None:
        super().__init__()
        self.appending_begins(open_night)
        self.draft = Draft()
        self._enter_waits = False
        self._said: tuple[Said, str] = ("", "note")

    def compose(self) -> ComposeResult:
        yield NightHeader()
        with Horizontal(id="upper"):
            yield SeatTable()
            yield DebtBoard()
        yield DebtWords()
        with Horizontal(id="middle"):
            yield LastHands()
            with Vertical(id="figures"):
                yield Standings()
                yield BalanceChart()
        yield RecordPrompt()
        yield KeyBar("table")

    def on_mount(self) -> None:
        self._draw()
        opened = self.open_night
        night = opened.night
        if opened.watching:
            self.told(
                lambda: _("Watching: {owner} has this night open.").format(owner=opened.watching), "note"
            )
        elif opened.waiting:
            self.told(
                lambda: _("Resumed: {hands} played. {more}; {key}: list of nights.").format(
                    hands=n_("{n} hand", "{n} hands", night.hand_number - 1),
                    more=n_("{n} more night was cut off", "{n} more nights were cut off", opened.waiting),
                    key=self.key("table.cancel"),
                ),
                "note",
            )
        elif not opened.started_here:
            self.told(
                lambda: _("Resumed: {hands} played, everything is as it was. {key}: list of nights.").format(
                    hands=n_("{n} hand", "{n} hands", night.hand_number - 1), key=self.key("table.cancel")
                ),
                "note",
            )
        self.set_interval(POLL_SECONDS, lambda: self.taipai.services.poll(self))
        self.call_after_refresh(self._ask_who_may_chop)

    def on_screen_resume(self) -> None:
        current = self.taipai.services.current
        if current is not None and current is not self.open_night:
            self.open_night = current
            self._draw()
            if isinstance(current.entries[-1].event, Corrected):
                self._ask_who_may_chop()

    def relabel(self) -> None:
        super().relabel()
        self._draw()
        self.told(*self._said)

    def _draw(self) -> None:
        night = self.open_night.night
        for widget in self.query(NightLines):
            widget.show(night)
        self._draw_prompt()
        self.query_one(KeyBar).refresh(layout=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that would do nothing are not offered; pressed all the same, the line says why."""
        night = self.open_night.night
        return action not in (UNSETTLED if night.settled else OF_A_HAND if night.over else ())

    def _draw_prompt(self) -> None:
        self.query_one(RecordPrompt).show(self.open_night.night, self.open_night.folder, self.draft)

    # --- messages -------------------------------------------------------------------------------------------------------------

    def told(self, what: Said, kind: str = "done") -> None:
        self._said = (what, kind)
        text = worded(what)() if what else ""
        prompt = self.query_one(RecordPrompt)
        prompt.held = self.held
        prompt.set_class(self.stuck, "-trouble")
        prompt.set_class(kind == "saving", "-saving")
        prompt.say(Content.styled(SIGNS[kind] + text, STYLES[kind]) if text else Content(""))

    def say(self, message: Said, severity: str = "information") -> None:
        self.told(message, "note" if severity == "information" else "trouble")

    def night_changed(self, open_night: OpenNight, new: Event | None) -> None:
        was_open = self.open_night
        was = was_open.night
        self.open_night = open_night
        self._draw()
        if new is None:
            return
        if isinstance(new, HandWon | HandDrawn):
            photo_kept.forget(self.app, _photos_of(was_open))
        night = open_night.night
        if isinstance(new, Undone):
            self.told(lambda: _("Taken back: number {n}.").format(n=new.number))
        elif night.records and night.records[-1].number == open_night.last:
            record = night.records[-1]

            def recorded() -> str:
                did = " · ".join(moves(night.players, record.before, record.debts, record.payments))
                what = _("Recorded: {what}").format(what=record_line(night, record))
                return f"{what}  {did}" if did else what

            self.told(recorded)
        else:
            self.told(lambda: _("Recorded: {what}").format(what=happened(was.players, new)))
        if self._queue:
            return
        if isinstance(new, NightSettled):
            self.show("settle", night, open_night.folder)
            return
        if not isinstance(
            new, Undone
        ):  # who takes events back one after the other is not to be asked in between
            self._ask_who_may_chop()
        if self._enter_waits:
            self._enter_waits = False
            self.action_confirm()

    # --- the line ----------------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        character = event.character
        if character is None or not character.isprintable() or len(character) != 1:
            return
        folded = FULL_WIDTH.get(character, character)
        if not folded.isdigit() and event.key in self.active_bindings:
            return  # an action's key, as mapped now
        event.stop()
        self._press(folded)

    def _press(self, character: str) -> None:
        if self.stuck:
            self.told(lambda: _("First what waits above: Enter or Esc."), "trouble")
            return
        night = self.open_night.night
        if night.settled or night.over:
            self.told(
                (lambda: _("The night is settled: only u (take back) and Esc."))
                if night.settled
                else (lambda: _("The last hand is played: s settles up, u takes back.")),
                "note",
            )
            return
        step = recording.press(self.draft, character)
        self.draft = step.draft
        self._draw_prompt()
        if step.refusal is not None:
            self.told(step.refusal, "trouble")
        elif not self._busy:
            self.told("")

    def action_self_draw(self) -> None:
        self._press("z")

    def action_confirm(self) -> None:
        if self.stuck:
            self.try_again()
            return
        if self._busy:
            self._enter_waits = True
            return
        if self.draft.empty:
            self.told(recording.enter(self.draft).refusal or "", "note")
            return
        step = recording.enter(self.draft)
        if step.refusal is not None:
            self.told(step.refusal, "trouble")
        elif step.event is not None:
            if self.submit(step.event):
                self.draft = Draft()
        else:
            self.draft = step.draft
            self.told("")
        self._draw_prompt()

    def action_step_back(self) -> None:
        if not self.stuck:
            self.draft = recording.back(self.draft)
            self._draw_prompt()
            self.told("")

    def action_cancel(self) -> None:
        if self.stuck:
            self.let_go()
        elif not self.draft.empty:
            self.draft = Draft()
            self._draw_prompt()
            self.told("")
        elif not self._busy:
            self.taipai.services.leave()
            self.dismiss()

    def _line_is_free(self) -> bool:
        """Whether another action may begin; says why not."""
        if self._queue:
            self.told(lambda: _("First what waits above: Enter or Esc."), "trouble")
            return False
        if not self.draft.empty:
            self.told(lambda: _("A hand is half typed: Enter finishes it, Esc clears it."), "trouble")
            return False
        return True

    # --- other events ------------------------------------------------------------------------------------------------------------

    def action_draw(self) -> None:
        if self._line_is_free():
            self.submit(HandDrawn())

    def action_chop(self) -> None:
        if not self._line_is_free():
            return
        night = self.open_night.night
        choices = night.choices
        if not choices:
            self.told(self._why_no_chop, "note")
            return
        screen = self.open("chop", night, choices, False)
        if screen is not None:
            self.app.push_screen(screen, self._chop_answered)

    def _why_no_chop(self) -> str:
        options = self.open_night.night.options
        if options.settlement == "cash":
            return _("Every hand is paid in cash: there is nothing to chop.")
        if options.chop == "off":
            return _("This table does not chop.")
        if options.chop == "auto":
            return _("Debts are paid by themselves at {n} pulls.").format(n=options.chop_at)
        return _("No debt has {n} pulls.").format(n=options.chop_at)

    def _chop_answered(self, answer: Chopped | ChopDeclined | None) -> None:
        if answer is not None:
            self.submit(answer)

    def _ask_who_may_chop(self) -> None:
        """Asks each debtor who may chop and has not been asked about the debt as it stands, one after the other."""
        if self.app.screen is not self or self.open_night.watching:
            return
        night = self.open_night.night
        if night.settled:
            return
        open_questions = tuple(d for d in night.questions if not _asked_already(night, d))
        if not open_questions:
            return
        screen = self.open("chop", night, open_questions[:1], True)
        if screen is not None:
            self.app.push_screen(screen, self._chop_answered)

    def action_instant(self) -> None:
        if not self._line_is_free():
            return
        screen = self.open("instant", self.open_night.night)

        def answered(payments: list[InstantPayment] | None) -> None:
            if payments:
                self.submit(*payments)

        if screen is not None:
            self.app.push_screen(screen, answered)

    def action_count(self) -> None:
        if not self._line_is_free():
            return
        screen = self.open("count", self.open_night.night)

        def answered(count: ChipsCounted | None) -> None:
            if count is None:
                return
            night = self.open_night.night
            booked = night.totals[count.player]
            if booked == count.amount:
                self.submit(count)
            else:
                self.told(
                    lambda: _(
                        "{player} counted {counted}, the book says {booked}: {difference} apart. Nothing recorded."
                    ).format(
                        player=night.players[count.player],
                        counted=signed(count.amount),
                        booked=signed(booked),
                        difference=signed(count.amount - booked),
                    ),
                    "trouble",
                )

        if screen is not None:
            self.app.push_screen(screen, answered)

    def action_undo(self) -> None:
        if not self._line_is_free():
            return
        opened = self.open_night
        number = opened.night.last_standing
        if number is None:
            self.told(lambda: _("There is nothing to take back."), "note")
            return
        undone = Undone(number)

        def words() -> str:
            return undo_words(opened, undone)

        def answered(yes: bool | None) -> None:
            if yes:
                self.submit(undone)

        self.app.push_screen(AskScreen(words, lambda: _("Take back")), answered)

    def action_settle(self) -> None:
        if not self._line_is_free():
            return
        screen = self.open("settle", self.open_night.night, self.open_night.folder)

        def answered(settled: NightSettled | None) -> None:
            if settled is not None:
                self.submit(settled)

        if screen is not None:
            self.app.push_screen(screen, answered)

    def action_log(self) -> None:
        if self._line_is_free():
            self.show("log", self.open_night)

    # --- tiles ---------------------------------------------------------------------------------------------------------------------

    def action_hand(self) -> None:
        self._open_hand("", "")

    def action_photo(self) -> None:
        self._open_photo()

    def _open_photo(self, *, resume: bool = False) -> None:
        if not self._tiles_fit():
            return
        night = self.open_night.night
        screen = self.open(
            "photo",
            PhotoRequest(
                rules=night.options.rules,
                path="" if resume else self.taipai.waiting_photo(),
                hand=_photos_of(self.open_night),
                winner=night.players[_priced(self.draft)],
                resume=resume,
            ),
        )

        def answered(result: PhotoResult | None) -> None:
            if result is not None:
                self._open_hand(result.hand, "", from_photo=True)

        if screen is not None:
            self.app.push_screen(screen, answered)

    def _tiles_fit(self) -> bool:
        if self.draft.stage is not Stage.FAN:
            self.told(lambda: _("First who won and off whom (1 2, or 1 z); then the tiles."), "note")
            return False
        return True

    def _open_hand(self, hand: str, context: str, *, from_photo: bool = False) -> None:
        if not self._tiles_fit():
            return
        request = self.hand_request(hand, context)
        screen = self.open("hand", request)

        def answered(result: HandResult | None) -> None:
            if result is None:
                if from_photo:
                    self._open_photo(resume=True)
                return
            self.draft = recording.with_hand(self.draft, result.win, result.payer)
            self._draw_prompt()
            self.told(
                lambda: _("Counted: {n} fan. Enter records it; a number typed now stands instead.").format(
                    n=result.win.fan
                ),
                "note",
            )

        if screen is not None:
            self.app.push_screen(screen, answered)

    def hand_request(self, hand: str, context: str) -> HandRequest:
        """What the hand screen needs to know of the hand being typed."""
        return request_for(self.open_night, self.draft, hand, context)

    # --- looking things up ------------------------------------------------------------------------------------------------------------

    def action_rules(self) -> None:
        self.show("rules", self.open_night.night.options.rules)

    def action_booklet(self) -> None:
        self.show("booklet")

    def action_phones(self) -> None:
        self.show("phones")

    def action_wall(self) -> None:
        night = self.open_night.night
        self.show("wall", night.players, night.dealer)

    def action_options(self) -> None:
        self.show("log", self.open_night, 0)


def _priced(draft: Draft) -> Seat:
    """Whose fan is asked for."""
    return draft.pricing if draft.pricing is not None else draft.winners[0]


def _photos_of(opened: OpenNight) -> object:
    """Which hand a photo taken now is for: one of one night."""
    return opened.id, opened.night.hand_number


def request_for(
    opened: OpenNight, draft: Draft, hand: str, context: str, *, at: Record | None = None
) -> HandRequest:
    """The hand screen's request for the hand being priced. ``at`` is the record of a hand being corrected: it was dealt then, not now."""
    night = opened.night
    options = night.options
    winner = _priced(draft)
    before: Win | None = draft.counted
    return HandRequest(
        players=night.players,
        winner=winner,
        payer=draft.payer,
        dealer=at.dealer if at is not None else night.dealer,
        streak=at.streak if at is not None else night.streak,
        round=at.name.round if at is not None else night.name.round,
        rules=options.rules,
        base=night.start.base,
        per_fan=night.start.per_fan,
        dealer_fan=options.dealer_fan == "on",
        hand=hand or (before.hand if before else ""),
        context=context or (before.context if before else ""),
        winners=draft.winners,
        extra={2: options.double_ron_fan, 3: options.triple_ron_fan}.get(len(draft.winners), 0),
        number=at.hand_number if at is not None else night.hand_number,
    )


def _asked_already(night: Night, debt: Debt) -> bool:
    """Whether its debtor has said no to this very debt, with these pulls."""
    for record in reversed(night.records):
        if isinstance(record.event, ChopDeclined) and (record.event.debtor, record.event.creditor) == (
            debt.debtor,
            debt.creditor,
        ):
            return debt in record.before
        if isinstance(record.event, HandWon) and debt not in record.before:
            return False
    return False


def undo_words(opened: OpenNight, undone: Undone) -> str:
    """What taking an event back does: the event, and each player's money before and after."""
    night = opened.night
    record = night.record(undone.number)
    if record is not None:
        what = f"#{record.number} {happened(night.players, record.event)}"
    else:
        entry = next((e for e in opened.entries if e.number == undone.number), None)
        what = happened(night.players, entry.event) if entry is not None else str(undone.number)
    after = opened.folder.preview(undone)
    changes = money_changes(night.players, night.projected, after.projected)
    return _("Take back {what}?").format(what=what) + "\n" + (changes or _("No money changes."))


def money_changes(players: tuple[str, ...], before: tuple[int, ...], after: tuple[int, ...]) -> str:
    """``甲 +15 → 0 · 乙 −15 → 0``: who would stand how, when settled now."""
    return " · ".join(
        f"{name} {signed(b)} → {signed(a)}"
        for name, b, a in zip(players, before, after, strict=True)
        if a != b
    )
