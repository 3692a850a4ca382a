"""The log: every event of the night that stands, and those that do not fit; correct any, take any out, look at any closely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from models import options
from models.events import Corrected, Event, HandDrawn, HandWon, InstantPayment, NightStarted, Undone
from tui import keymap
from tui.context_words import told
from tui.i18n import _, language, tr
from tui.keymap import N_
from tui.screens.appending import Appending, why
from tui.screens.base import Dialog, Page, Said, worded
from tui.screens.correct import CorrectScreen, ask_about
from tui.screens.options import OptionsScreen
from tui.services import OpenNight
from tui.text import left, stack
from tui.widgets.hands import log_line
from tui.widgets.header import NightHeader
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say
from tui.widgets.row_list import RowList
from tui.words import hand_title, happened, moves, record_line, signed

if TYPE_CHECKING:
    from models.night import Night, Record

STYLES = {"done": "bold $success", "note": "$accent", "saving": "$warning", "trouble": "bold $error"}


class LogScreen(Appending, Page[None]):
    """Oldest first, the cursor on the newest. ``at`` puts it on that number and, for 0, opens the stakes."""

    AREA = "log"
    BINDINGS = keymap.bindings("log")
    AUTO_FOCUS = "RowList"
    HELP = N_(
        "Every event of the night. ✎ marks a corrected one, ✗ one that does not fit and does not count. Enter corrects the event under the cursor, "
        "Delete takes it out; both first show the money they change and ask. Space shows everything about it."
    )

    def __init__(self, open_night: OpenNight, at: int | None = None) -> None:
        super().__init__()
        self.appending_begins(open_night)
        self._at = at
        self._numbers: list[int] = []
        self._records: dict[int, Record] = {}

    def compose(self) -> ComposeResult:
        yield NightHeader()
        yield RowList(id="log")
        yield Say(lambda: Content(""), id="told")
        yield KeyBar("log")

    def on_mount(self) -> None:
        self.relabel()
        if self._at == 0:
            self.call_after_refresh(self.action_correct)

    def relabel(self) -> None:
        super().relabel()
        self.query_one("#log").border_title = _("Log of the night")
        self._fill()

    def told(self, what: Said, kind: str = "done") -> None:
        words = worded(what)

        def shown() -> Content:
            text = words() if what else ""
            return Content.styled(f"{self.held} {text}" if self.held else text, STYLES[kind])

        self.query_one("#told", Say).change(shown)

    def say(self, message: Said, severity: str = "information") -> None:
        self.told(message, "note" if severity == "information" else "trouble")

    def night_changed(self, open_night: OpenNight, new: Event | None) -> None:
        self.open_night = open_night
        self._fill()
        if isinstance(new, Corrected):
            self.told(lambda: "✓ " + _("Corrected: number {n}.").format(n=new.number))
        elif isinstance(new, Undone):
            self.told(lambda: "✓ " + _("Taken out: number {n}.").format(n=new.number))

    # --- the list -----------------------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        night = self.open_night.night
        self.query_one(NightHeader).show(night)
        rows = self.query_one(RowList)
        at = self.number if self._numbers else self._at
        self._numbers = sorted(
            {0, *(record.number for record in night.records), *(p.number for p in night.problems)}
        )
        self._records = {record.number: record for record in night.records}
        rows.show(
            len(self._numbers),
            self._row,
            self._numbers.index(at) if at in self._numbers else len(self._numbers) - 1,
        )

    def _row(self, row: int, width: int) -> Content:
        night, number = self.open_night.night, self._numbers[row]
        record = self._records.get(number)
        if record is not None:
            return log_line(night, record, width)
        if number == 0 and night.started:
            return Content.assemble(
                ("  0 ", "$text-muted"), (happened(night.players, night.start), "bold $primary")
            )
        problem = next((p for p in night.problems if p.number == number), None)
        entry = next((e for e in self.open_night.entries if e.number == number), None)
        what = happened(night.players, entry.event) if entry is not None else "?"
        why = tr(problem.reason) if problem is not None else ""
        return Content.styled(f"{number:>3}✗{what}: {why}", "$error")

    @property
    def number(self) -> int | None:
        """The number of the event under the cursor."""
        at = self.query_one(RowList).at
        return self._numbers[at] if at < len(self._numbers) else None

    @property
    def record(self) -> Record | None:
        """Its record, when it stands."""
        number = self.number
        return self._records.get(number) if number is not None else None

    # --- actions --------------------------------------------------------------------------------------------------------------------

    @on(RowList.Clicked)
    def _clicked(self) -> None:
        self.action_correct()

    def action_correct(self) -> None:
        if self.stuck:
            self.try_again()
            return
        if self.number == 0:
            self._correct_start()
            return
        record = self.record
        if record is None:
            self.told(lambda: _("This event does not fit where it is; Delete takes it out."), "note")
            return
        if not isinstance(record.event, HandWon | HandDrawn | InstantPayment):
            self.told(lambda: _("Nothing to type anew here: Delete takes it out."), "note")
            return

        def answered(event: Corrected | Undone | None) -> None:
            if event is not None:
                self.submit(event)

        self.app.push_screen(CorrectScreen(self.open_night, record.number), answered)

    def _correct_start(self) -> None:
        start = self.open_night.night.start

        def accepted(new: NightStarted | None) -> None:
            if new is not None and new != start:
                self._ask_and_submit(Corrected(0, new))

        self.app.push_screen(OptionsScreen(start), accepted)

    def action_remove(self) -> None:
        number = self.number
        if number is None or number == 0:
            self.told(lambda: _("The night's start cannot be taken out; Enter corrects it."), "note")
            return
        self._ask_and_submit(Undone(number))

    def _ask_and_submit(self, event: Corrected | Undone) -> None:
        """Says why the change cannot be, or shows the money it moves and records it when that is confirmed."""
        problem = self.open_night.folder.check(event)
        if problem is not None:
            self.told(why(problem), "trouble")
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.submit(event)

        self.app.push_screen(ask_about(self.open_night, event), answered)

    def action_detail(self) -> None:
        record = self.record
        if record is not None or self.number == 0:
            self.app.push_screen(DetailScreen(self.open_night.night, record))

    def action_back(self) -> None:
        if self.stuck:
            self.let_go()
        elif not self._busy:
            self.dismiss()


class DetailScreen(Dialog[None]):
    """One event: hand, tiles, items, money."""

    AREA = "help"
    BINDINGS = keymap.bindings("help")

    def __init__(self, night: Night, record: Record | None) -> None:
        """``record`` is ``None`` for the night's start."""
        super().__init__()
        self.night = night
        self.record = record

    def compose(self) -> ComposeResult:
        with Vertical(classes="box help"):
            with VerticalScroll():
                yield Say(self._words, classes="question")
            yield KeyBar("help")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = _("Number {n}").format(
            n=self.record.number if self.record is not None else 0
        )

    def _words(self) -> Content:
        if self.record is None:
            return stack(start_lines(self.night))
        return stack(detail_lines(self.night, self.record))

    def action_close(self) -> None:
        self.dismiss(None)


def start_lines(night: Night) -> list[Content | str]:
    """The night's start: who, for how much, under which rules."""
    start = night.start
    lines: list[Content | str] = [
        Content.assemble(
            (start.date, "bold $primary"), ("  " + start.group if start.group else "", "$text-muted")
        ),
        Content.styled(" · ".join(start.players), "bold"),
        happened(night.players, start),
        Content.styled(
            _("rule set {name}").format(name=f"{start.options.rules} {start.rules_fingerprint}".strip()),
            "$text-muted",
        ),
        "",
    ]
    for option in options.OPTIONS:
        value = getattr(start.options, option.name)
        style = "bold $warning" if value != option.default else ""
        lines.append(
            Content.assemble(
                ("  " + left(tr(option.title), 26), "$text-muted"),
                (tr(options.title_of(option.name, value)), style),
            )
        )
    return lines


def detail_lines(night: Night, record: Record) -> list[Content | str]:
    """Everything about one event."""
    players = night.players
    lines: list[Content | str] = [
        Content.assemble(
            (hand_title(record.name, record.streak), "bold $primary"),
            ("  " + clock(record.at), "$text-muted"),
        ),
        Content.styled(record_line(night, record), "bold"),
    ]
    if record.corrected_by is not None:
        lines.append(Content.styled(_("corrected by number {n}").format(n=record.corrected_by), "$warning"))
    if isinstance(record.event, HandWon):
        for win in record.event.wins:
            if win.hand:
                lines += [
                    "",
                    Content.assemble(
                        (players[win.winner] + "  ", "bold"),
                        (win.hand, "$accent"),
                        ("  " + told(win.context), "$text-muted"),
                    ),
                ]
            for item in win.items:
                name = item.en if language() == "en" else item.zh
                times = f" ×{item.count}" if item.count > 1 else ""
                lines.append(Content.assemble(f"  {name}{times}  ", (str(item.fan), "bold $accent")))
            if win.counted is not None and win.counted != win.fan:
                lines.append(
                    Content.styled(
                        "  "
                        + _("counted {counted}, recorded as {fan}").format(counted=win.counted, fan=win.fan),
                        "$warning",
                    )
                )
            if win.rules:
                lines.append(
                    Content.styled("  " + _("rule set {name}").format(name=win.rules), "$text-muted")
                )
    did = moves(players, record.before, record.debts, record.payments)
    if did:
        lines += ["", *did]
    lines += [
        "",
        Content.styled(
            _("paid so far: ")
            + " · ".join(
                f"{name} {signed(total)}" for name, total in zip(players, record.totals, strict=True)
            ),
            "$text-muted",
        ),
    ]
    return lines


def clock(at: str) -> str:
    """``21:34`` of an ISO time."""
    return at[11:16]
