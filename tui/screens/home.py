"""Home: the nights on disk, to be resumed, and the way to a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.content import Content

from models.events import NightStarted
from models.messages import Msg
from models.tiles import BY_FACE
from tui import keymap, photo_kept
from tui.i18n import _, n_, tr
from tui.keymap import N_
from tui.requests import HandRequest, HandResult, PhotoRequest, PhotoResult
from tui.screens.base import Page
from tui.services import BookTrouble, NightOpened, NightsListed
from tui.text import centred, left
from tui.widgets import tiles
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Lines, Say
from tui.widgets.row_list import RowList
from tui.widgets.status import StatusLine
from tui.words import money, names_of, signed

if TYPE_CHECKING:
    from models.night_info import NightInfo
    from models.roster import Roster


class Banner(Lines):
    """The name of the house, in its own tiles."""

    DEFAULT_CSS = "Banner { height: 3; width: 1fr; content-align: center middle; text-align: center; }"

    def lines(self, width: int, height: int) -> list[Content]:
        row = tiles.row([BY_FACE[f] for f in ("1z", "2z", "3z", "4z", "5z", "6z", "7z")])
        title = Content.assemble(
            row[0],
            "   ",
            (_("TaiPai"), "bold $primary"),
            "   ",
            tiles.row([BY_FACE[f] for f in ("1f", "2f", "3f", "4f", "5f", "6f", "7f")])[0],
        )
        return [
            Content(""),
            centred(title, width),
            centred(
                Content.styled(_("fan, lai ledger and photo for a sixteen-tile table"), "$text-muted"), width
            ),
        ]


def who_and_how(info: NightInfo, width: int) -> str:
    """The four names, each with what the night gives him; names give way before amounts do."""
    for name_width in (12, 9, 7, 5, 3):
        names = names_of(info.players, name_width)
        each = (
            [f"{name} {signed(total)}" for name, total in zip(names, info.totals, strict=True)]
            if info.hands
            else names
        )
        said = " · ".join(each)
        if cell_len(said) <= width:
            return said
    return said


class HomeScreen(Page[None]):
    """Nights on disk, newest first."""

    AREA = "home"
    BINDINGS = keymap.bindings("home")
    AUTO_FOCUS = "RowList"
    HELP = N_(
        "The nights in your record book, newest first. ↑ ↓ choose one, Enter opens it and goes on exactly where it stopped; n begins a new one. "
        "Everything is kept as it is played: there is nothing to save."
    )

    def __init__(self) -> None:
        super().__init__()
        self.nights: list[NightInfo] | None = None
        self.place = ""
        self.trouble: Msg | None = None
        self.latest: NightStarted | None = None
        self.roster: Roster | None = None
        self._opening = False
        """A night is being opened: a second Enter does not open it twice."""
        self._starting: NightStarted | None = None
        self._going_on = False
        """The night that was cut off is being opened, without having been asked for."""
        self._cut_off: list[str] = []
        """Every night that was, the one opened last first."""

    def compose(self) -> ComposeResult:
        yield Banner()
        yield Say(self._headline, id="headline")
        yield RowList(id="nights")
        yield Say(self._footline, id="footline")
        yield StatusLine()
        yield KeyBar("home")

    def on_mount(self) -> None:
        self.query_one("#nights").border_title = _("Nights")
        self.call_after_refresh(self.action_reload)

    def on_screen_resume(self) -> None:
        if self.nights is not None:
            self.action_reload()

    def relabel(self) -> None:
        super().relabel()
        self.query_one("#nights").border_title = _("Nights")
        self._fill()

    def action_reload(self) -> None:
        self.taipai.services.list_nights(self)

    # --- words ----------------------------------------------------------------------------------------------------------------

    def _headline(self) -> Content:
        if self.trouble is not None:
            return Content.styled("✗ " + tr(self.trouble), "bold $error")
        if self.nights is None:
            return Content.styled(_("opening the record book …"), "$text-muted")
        if not self.nights:
            return Content.styled(
                _("No night yet. Press n, then Enter, Enter, Enter: the first one begins."), "bold $accent"
            )
        going = sum(not info.settled for info in self.nights)
        return Content.styled(
            n_("{n} night", "{n} nights", len(self.nights))
            + (" · " + n_("{n} not settled yet", "{n} not settled yet", going) if going else ""),
            "$text-muted",
        )

    def _footline(self) -> Content:
        return Content.styled(
            _("record book: {place}").format(place=self.place) if self.place else "", "$text-muted"
        )

    def _row(self, info: NightInfo, width: int) -> Content:
        """Date, who played and how they stand, hands, whether it is settled; the stakes too where there is room."""
        if info.trouble is not None:
            return Content.styled(f"✗ {tr(info.trouble)}", "$error")
        stakes = (
            [_("{base}/{fan}").format(base=money(info.base), fan=money(info.per_fan))] if width >= 90 else []
        )
        end = [n_("{n} hand", "{n} hands", info.hands), *stakes]
        room = width - 12 - 10 * (len(end) + 1)
        return Content.assemble(
            (left(info.date or info.started_at[:10], 12), "$accent"),
            (left(who_and_how(info, room - 2), room), "bold"),
            (left(end[0], 10), ""),
            *[(left(text, 10), "$text-muted") for text in stakes],
            (
                left(_("settled") if info.settled else _("playing"), 10),
                "$text-muted" if info.settled else "bold $success",
            ),
        )

    def _fill(self) -> None:
        rows = self.query_one(RowList)
        nights = self.nights or []
        rows.show(len(nights), lambda row, width: self._row(nights[row], width), rows.at)
        self.query_one("#headline", Say).refresh(layout=True)
        self.query_one("#footline", Say).refresh(layout=True)

    # --- answers of the book --------------------------------------------------------------------------------------------------------

    @on(NightsListed)
    def _listed(self, message: NightsListed) -> None:
        first = self.nights is None
        self.nights, self.place, self.trouble = message.nights, message.place, None
        self.latest = message.latest
        self.roster = message.roster
        self._fill()
        if first and message.interrupted and self.app.screen is self:
            # the plug was pulled in the middle of this night: go on with it
            self._cut_off = list(message.interrupted)
            self.query_one(RowList).move_to([info.id for info in message.nights].index(self._cut_off[0]))
            self._opening = self._going_on = True
            self.taipai.services.resume(self, self._cut_off[0])

    @on(BookTrouble)
    def _trouble(self, message: BookTrouble) -> None:
        self._opening = self._going_on = False
        if message.taken:
            self._ask_about(message)
            return
        if self._starting is not None:
            self.say(message.reason, "error")
            self._offer_again(message.reason)
            return
        if self.nights is None:
            self.trouble = message.reason
            self._fill()
        else:
            self.say(message.reason, "error")

    @on(NightOpened)
    def _opened(self, message: NightOpened) -> None:
        went_on, self._going_on = self._going_on, False
        self._opening = False
        self._starting = None
        if went_on and self.app.screen is not self:  # a person was faster and is elsewhere
            self.taipai.services.leave()
            return
        if went_on:
            message.open_night.waiting = len(self._cut_off) - 1
        screen = self.open("table", message.open_night)
        if screen is not None:
            self.app.push_screen(screen)

    def _ask_about(self, message: BookTrouble) -> None:
        """Another app has the night: look on, or take it over."""
        from tui.screens.choose import ChooseScreen

        reason = message.reason

        def answered(choice: int | None) -> None:
            if choice == 0:
                self.taipai.services.resume(self, message.night, watch=True)
            elif choice == 1:
                self.taipai.services.resume(self, message.night, take=True)

        self.app.push_screen(
            ChooseScreen(
                lambda: tr(reason),
                [
                    lambda: _("Look on: the board follows every hand recorded there"),
                    lambda: _("Take it over: hands are recorded here from now on"),
                ],
            ),
            answered,
        )

    def _offer_again(self, reason: Msg) -> None:
        from tui.screens.choose import ChooseScreen

        start = self._starting
        assert start is not None

        def answered(choice: int | None) -> None:
            if choice == 0:
                self.taipai.services.begin(self, start)
            else:
                self._starting = None

        self.app.push_screen(
            ChooseScreen(
                lambda: _("The night could not be begun: {reason}").format(reason=tr(reason)),
                [lambda: _("Try again"), lambda: _("Let it go")],
            ),
            answered,
        )

    # --- actions --------------------------------------------------------------------------------------------------------------------

    @on(RowList.Clicked)
    def _clicked(self) -> None:
        self.action_resume()

    def action_resume(self) -> None:
        if self._opening:
            return
        if self.nights:
            self._opening = True
            self.taipai.services.resume(self, self.nights[self.query_one(RowList).at].id)
        elif self.nights is not None:
            self.action_new()

    def action_new(self) -> None:
        screen = self.open("new_night", self.nights or [], self.latest, self.roster)

        def answered(start: NightStarted | None) -> None:
            if start is not None:
                self._starting = start
                self.taipai.services.begin(self, start)

        if screen is not None:
            self.app.push_screen(screen, answered)

    def action_records(self) -> None:
        self.show("records")

    def action_rules(self) -> None:
        self.show("rules", "hk")

    def action_booklet(self) -> None:
        self.show("booklet")

    def action_hand(self) -> None:
        self._open_hand("")

    def _open_hand(self, hand: str, *, from_photo: bool = False) -> None:
        players = (_("East"), _("South"), _("West"), _("North"))
        screen = self.open(
            "hand",
            HandRequest(
                players, winner=1, payer=2, dealer=0, streak=0, round=0, rules="hk", hand=hand, alone=True
            ),
        )

        def answered(result: HandResult | None) -> None:
            if result is not None:
                photo_kept.forget(self.app)
                fan = result.win.fan
                self.say(lambda: _("Counted: {n} fan.").format(n=fan))
            elif from_photo:
                self._open_photo(resume=True)

        if screen is not None:
            self.app.push_screen(screen, answered)

    def action_photo(self) -> None:
        self._open_photo()

    def _open_photo(self, *, resume: bool = False) -> None:
        screen = self.open("photo", PhotoRequest(resume=resume))

        def answered(result: PhotoResult | None) -> None:
            if result is not None:
                self._open_hand(result.hand, from_photo=True)

        if screen is not None:
            self.app.push_screen(screen, answered)
