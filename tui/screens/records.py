"""戰績: standings, one player, head to head, balances as charts, biggest hands and most frequent fans, over the nights that count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.cells import cell_len
from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widgets import ContentSwitcher, DataTable, LoadingIndicator

from models.statistics import Duel, Filter, PairRecord, Statistics
from tui import keymap
from tui.i18n import _, language, n_
from tui.screens.base import Page
from tui.screens.choose import ChooseScreen
from tui.screens.line import LineScreen
from tui.services import BookMessage, BookTrouble
from tui.text import NAME_CELLS, both_ends, clip
from tui.widgets import records as tables
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Lines, Say
from tui.widgets.records import RecordTable
from tui.widgets.records_chart import BalanceLines, Line
from tui.widgets.records_filter import said
from tui.widgets.records_player import PlayerPage
from tui.widgets.status import StatusLine
from tui.words import signed, too_long

if TYPE_CHECKING:
    from models.book import Book
    from models.records import NightRecord
    from models.roster import Roster, RosterEvent

ROWS: Final = 250
"""A longer table is cut, and says so: filling thousands of rows would keep a person waiting, and nobody reads them."""
VIEWS: Final = ("standings", "player", "duels", "through", "across", "hands")


class RecordsRead(BookMessage):
    """Every night's figures, and who is who."""

    def __init__(self, records: list[NightRecord], roster: Roster) -> None:
        super().__init__()
        self.records = records
        self.roster = roster


class Counted(Message):
    """What the nights that count add up to."""

    def __init__(
        self,
        which: Filter,
        found: Statistics,
        pairs: dict[tuple[str, str], PairRecord],
        nights: list[NightRecord],
    ) -> None:
        super().__init__()
        self.which = which
        self.found = found
        self.pairs = pairs
        self.nights = nights


class ViewBar(Lines):
    """The views by their digits; the one shown stands in brackets."""

    DEFAULT_CSS = "ViewBar { height: 1; padding: 0 1; background: $surface; }"

    def lines(self, width: int, height: int) -> list[Content]:
        screen = self.screen
        shown = getattr(screen, "view", "standings")
        names = (
            _("standings"),
            _("player"),
            _("head to head"),
            _("one night"),
            _("all nights"),
            _("best hands"),
        )
        parts: list[Any] = []
        apart = " " if sum(cell_len(name) + 4 for name in names) <= width else ""
        for number, (view, name) in enumerate(zip(VIEWS, names, strict=True), 1):
            key = self.screen.key(f"records.{view}") if hasattr(screen, "key") else str(number)  # type: ignore[attr-defined]
            here = view == shown
            text = f"[{key} {name}]" if here else f" {key} {name}{apart}"
            style = "bold $accent" if here else "$text-muted"
            parts.append(Content.styled(text, style).stylize(Style.from_meta({"@click": f"screen.{view}"})))
        return [Content.assemble(*parts)]


class RecordsScreen(Page[None]):
    """Six views of the same nights; a digit goes to each."""

    AREA = "records"
    BINDINGS = keymap.bindings("records")
    HELP = keymap.N_(
        "The record book. 1 standings, 2 one player, 3 head to head, 4 the balance through a night, 5 from night to night, 6 biggest hands and "
        "fans. f chooses which nights count, t turns a chart into a table, [ and ] go to the player or night before and after."
    )
    CSS = """
    RecordsScreen #title { dock: top; height: 1; width: 1fr; padding: 0 1; background: $panel; }
    RecordsScreen ContentSwitcher { height: 1fr; }
    RecordsScreen #headline { height: 1; width: 1fr; padding: 0 1; }
    RecordsScreen .half { height: 1fr; }
    RecordsScreen #biggest { border-bottom: hkey $border; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.view = "standings"
        self.which = Filter()
        self.records: list[NightRecord] = []
        self.roster: Roster | None = None
        self.found: Statistics | None = None
        self.pairs: dict[tuple[str, str], PairRecord] = {}
        self.nights: list[NightRecord] = []
        self.player = ""
        self.night = ""
        self.as_table = False
        self._opened_from = ""
        """The view whose row Enter opened: Esc goes back to it."""
        self._told: dict[str, tuple[object, ...]] = {}
        """What each view was last filled with: it is filled again only with something else."""

    def compose(self) -> ComposeResult:
        yield Say(self._title, id="title")
        yield ViewBar()
        yield Say(self._headline, id="headline")
        with ContentSwitcher(initial="loading"):
            yield LoadingIndicator(id="loading")
            yield RecordTable(id="standings")
            with VerticalScroll(id="player"):
                yield PlayerPage()
            yield RecordTable(id="duels")
            yield BalanceLines(id="through-chart")
            yield RecordTable(id="through-table")
            yield BalanceLines(id="across-chart")
            yield RecordTable(id="across-table")
            with Vertical(id="hands"):
                yield RecordTable(id="biggest")
                yield RecordTable(id="fans")
        yield StatusLine()
        yield KeyBar("records")

    def on_mount(self) -> None:
        self.query_one("#biggest").add_class("half")
        self.query_one("#fans").add_class("half")
        self.action_reload()

    # --- reading and counting -------------------------------------------------------------------------------------------------

    def action_reload(self) -> None:
        """Reads the book again."""

        def read(book: Book) -> Message:
            return RecordsRead(book.records(), book.roster())

        self.taipai.services.with_book(self, read)

    def on_records_read(self, event: RecordsRead) -> None:
        """The nights are here; they are added up on a worker."""
        self.records, self.roster = event.records, event.roster
        self.count()

    def on_book_trouble(self, event: BookTrouble) -> None:
        """A book that cannot be read."""
        self.say(event.reason, "error")

    def count(self) -> None:
        """Adds up the nights that count now."""
        if self.roster is not None:
            self._count(self.which, self.records, self.roster)

    @work(thread=True, exclusive=True, group="records")
    def _count(self, which: Filter, records: list[NightRecord], roster: Roster) -> None:
        from models.statistics import chosen, pairs, statistics

        self.post_message(
            Counted(
                which,
                statistics(records, roster, which),
                pairs(records, roster, which),
                chosen(records, roster, which),
            )
        )

    @on(Counted)
    def _counted(self, event: Counted) -> None:
        if event.which != self.which:
            return
        self.found, self.pairs, self.nights = event.found, event.pairs, event.nights
        ids = [p.player for p in self.found.players]
        if self.player not in ids:
            self.player = ids[0] if ids else ""
        nights = [night.id for night in self.nights]
        if self.night not in nights:
            self.night = nights[-1] if nights else ""
        self.show_view()

    def relabel(self) -> None:
        super().relabel()
        if self.found is not None:
            self.show_view()

    # --- what is shown --------------------------------------------------------------------------------------------------------

    def _title(self) -> Content:
        start = Content.styled(_("Record book"), "bold $primary")
        if self.found is None:
            return start
        counted = (
            n_("{n} night", "{n} nights", self.found.nights)
            + " · "
            + n_("{n} hand", "{n} hands", self.found.hands)
        )
        if self.found.draws:
            counted += " · " + n_("{n} drawn", "{n} drawn", self.found.draws)
        end = Content.assemble(
            (said(self.which, self._names()), "bold $warning" if self.which != Filter() else "$text-muted")
        )
        return both_ends(Content.assemble(start, "  ", (counted, "")), end, max(self.size.width - 2, 20))

    def _names(self) -> dict[str, str]:
        from models.statistics import players

        return players(self.records, self.roster) if self.roster is not None else {}

    def _headline(self) -> Content:
        """What the view shows: the night, or what can be chosen."""
        if self.found is None:
            return Content.styled(_("one moment"), "$text-muted")
        if not self.nights:
            return Content.styled(
                _("No night fits; a lets every night count.")
                if self.which != Filter()
                else _("No night has been played yet."),
                "$warning",
            )
        if self.view == "through":
            night = next((n for n in self.nights if n.id == self.night), None)
            if night is not None:
                from models.records import names_of

                assert self.roster is not None
                place = [n.id for n in self.nights].index(night.id) + 1
                names = "  ".join(clip(name, 10) for name in names_of(night, self.roster))
                state = "" if night.figures.settled else " · " + _("not settled")
                return Content.assemble(
                    (night.figures.date, "bold"),
                    f"  {names}  ",
                    (f"{place}/{len(self.nights)}{state}", "$text-muted"),
                )
        if self.view == "across":
            if self.as_table and len(self.nights) > ROWS:
                return Content.styled(
                    _("The newest {shown} of {n} nights; a filter by date shows others.").format(
                        shown=ROWS, n=len(self.nights)
                    ),
                    "$warning",
                )
            return Content.styled(
                _("The sum of all nights up to each, the {n} who played most.").format(n=8), "$text-muted"
            )
        if self.view == "standings":
            return Content.styled(_("Enter opens a player; ← → show more columns."), "$text-muted")
        if self.view == "duels" and len(self.pairs) // 2 > ROWS:
            return Content.styled(
                _(
                    "The {shown} of {n} pairs who met most; a player's page and the filter show others."
                ).format(shown=ROWS, n=len(self.pairs) // 2),
                "$warning",
            )
        if self.view == "duels":
            return Content.styled(
                _("Net: what the first won off the other, hands and lai. ← → show more."),
                "$text-muted",
            )
        if self.view == "player":
            return Content.styled(_("[ and ] go to the player before and after."), "$text-muted")
        return Content.styled(
            _("Above: everybody's biggest hand. Below: how often each fan was counted."), "$text-muted"
        )

    def show_view(self) -> None:
        """Fills and shows the view chosen."""
        found = self.found
        if found is None:
            return
        name = (
            f"{self.view}-{'table' if self.as_table else 'chart'}"
            if self.view in ("through", "across")
            else self.view
        )
        fill = {
            "standings": lambda: self.query_one("#standings", RecordTable).fill(
                *tables.standings(found), fixed=2
            ),
            "player": self._fill_player,
            "duels": lambda: self.query_one("#duels", RecordTable).fill(
                *tables.duels(self._duels()[:ROWS]), fixed=2
            ),
            "through-chart": self._chart_through,
            "through-table": self._table_through,
            "across-chart": self._chart_across,
            "across-table": self._table_across,
            "hands": self._fill_hands,
        }[name]
        self.query_one(ContentSwitcher).current = name
        told = (
            id(found),
            language(),
            self.player if name == "player" else "",
            self.night if name.startswith("through") else "",
        )
        if self._told.get(name) != told:
            self._told[name] = told
            fill()
        shown = self.query_one(f"#{name}")
        if name == "hands":
            shown = self.query_one("#biggest")
        if not shown.can_focus:
            self.set_focus(None)
        elif self.focused is not self.query_one("#fans"):
            shown.focus()
        for each in (
            self.query_one("#title", Say),
            self.query_one("#headline", Say),
            self.query_one(ViewBar),
            self.query_one(KeyBar),
        ):
            each.refresh(layout=True)

    def _duels(self, player: str = "") -> list[Duel]:
        from models.statistics import duels

        return duels(self.pairs, player)

    def _fill_player(self) -> None:
        figures = self.found.player(self.player) if self.found else None
        self.query_one(PlayerPage).show(figures, self._duels(self.player) if self.player else [])
        self.query_one("#player", VerticalScroll).scroll_home(animate=False)

    def _fill_hands(self) -> None:
        assert self.found is not None
        won = sum(p.won for p in self.found.players)
        self.query_one("#biggest", RecordTable).fill(
            *tables.biggest(self.found.players, self.found.names), fixed=2
        )
        self.query_one("#fans", RecordTable).fill(*tables.fans(self.found.fans, won))

    def _night_lines(self) -> tuple[list[Line], list[str]]:
        from models.records import names_of
        from models.statistics import through_night

        night = next((n for n in self.nights if n.id == self.night), None)
        if night is None or self.roster is None:
            return [], []
        points = through_night(night)
        names = names_of(night, self.roster)
        lines = [
            Line(names[seat], tuple(balances[seat] for _number, balances in points)) for seat in range(4)
        ]
        return lines, [str(number) for number, _balances in points]

    def _across_lines(self) -> tuple[list[Line], list[str]]:
        assert self.found is not None
        course = self.found.course
        most = sorted(self.found.players, key=lambda p: (-p.nights, -p.result))[:8]
        order = [p for p in self.found.players if p in most]
        lines = [Line(p.name, (0, *self._balances(p.player))) for p in order]
        return lines, ["", *[point.date[2:] for point in course]]

    def _balances(self, player: str) -> list[int]:
        assert self.found is not None
        now, found = 0, []
        for point in self.found.course:
            now = point.balances.get(player, now)
            found.append(now)
        return found

    def _chart_through(self) -> None:
        self.query_one("#through-chart", BalanceLines).show(*self._night_lines())

    def _chart_across(self) -> None:
        self.query_one("#across-chart", BalanceLines).show(*self._across_lines())

    def _table_through(self) -> None:
        lines, ticks = self._night_lines()
        self._balance_table("#through-table", _("event"), lines, ticks)

    def _table_across(self) -> None:
        lines, _ticks = self._across_lines()
        assert self.found is not None
        self._balance_table(
            "#across-table", _("date"), lines, ["", *[point.date for point in self.found.course]]
        )

    def _balance_table(self, where: str, first: str, lines: Sequence[Line], ticks: Sequence[str]) -> None:
        columns = [first]
        for number, line in enumerate(lines, 1):
            columns += [f"{number} {clip(line.name, 10)}", "±"]

        def row(n: int) -> list[Text]:
            cells = [Text(ticks[n])]
            for line in lines:
                moved = line.values[n] - line.values[n - 1]
                cells += [
                    tables.money(line.values[n]),
                    Text(signed(moved) if moved else "", style="dim", justify="right"),
                ]
            return cells

        newest_first = range(len(ticks) - 1, max(len(ticks) - 1 - ROWS, 0), -1)
        self.query_one(where, RecordTable).fill(
            columns, [row(n) for n in newest_first], [str(n) for n in newest_first], fixed=1
        )

    # --- keys -----------------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key that would do nothing in the view shown is none there, and not on the bar."""
        match action:
            case "open":
                return self._row() is not None
            case "table":
                return self.view in ("through", "across") and bool(self.nights)
            case "next" | "previous":
                if self.view == "player":
                    return self.found is not None and len(self.found.players) > 1
                return self.view == "through" and len(self.nights) > 1
            case "everything":
                return self.which != Filter()
        return True

    def on_descendant_focus(self) -> None:
        """What Enter opens hangs on the table that has the focus."""
        self.query_one(KeyBar).refresh(layout=True)

    def go(self, view: str, opened_from: str = "") -> None:
        """Shows another view; ``opened_from`` is the one to go back to."""
        self.view = view
        self._opened_from = opened_from
        self.show_view()

    def action_standings(self) -> None:
        self.go("standings")

    def action_player(self) -> None:
        """The player under the cursor of the standings, or the one shown last."""
        if self.view == "standings" and self.query_one("#standings", RecordTable).key:
            self.player = self.query_one("#standings", RecordTable).key
        self.go("player")

    def action_duels(self) -> None:
        self.go("duels")

    def action_through(self) -> None:
        self.go("through")

    def action_across(self) -> None:
        self.go("across")

    def action_hands(self) -> None:
        self.go("hands")

    @on(DataTable.RowSelected)
    def _row_selected(self, event: DataTable.RowSelected) -> None:
        event.stop()
        self.action_open()

    def _row(self) -> RecordTable | None:
        """The table whose row Enter opens, if there is one."""
        table = self.focused
        opens = ("standings", "biggest", "duels", "across-table")
        return table if isinstance(table, RecordTable) and table.id in opens and table.key else None

    def action_open(self) -> None:
        """The player or night under the cursor."""
        table = self._row()
        if table is None:
            return
        if table.id == "across-table":
            self.night = self.nights[int(table.key) - 1].id
            self.go("through", "across")
        else:
            self.player = table.key.split("/")[0]
            self.go("player", self.view)

    def action_table(self) -> None:
        """The chart as a table and back."""
        if self.view in ("through", "across"):
            self.as_table = not self.as_table
            self.show_view()

    def _step(self, by: int) -> None:
        if self.found is None:
            return
        if self.view == "through" and self.nights:
            ids = [night.id for night in self.nights]
            self.night = ids[(ids.index(self.night) + by) % len(ids)]
        elif self.view == "player" and self.found.players:
            ids = [p.player for p in self.found.players]
            self.player = ids[(ids.index(self.player) + by) % len(ids)]
        else:
            return
        self.show_view()

    def action_next(self) -> None:
        self._step(1)

    def action_previous(self) -> None:
        self._step(-1)

    def action_filter(self) -> None:
        """Which nights count."""
        if self.roster is None:
            return
        from models.statistics import groups, players, rule_sets
        from tui.screens.records_filter import FilterScreen

        def taken(which: Filter | None) -> None:
            if which is not None and which != self.which:
                self.which = which
                self.count()

        self.app.push_screen(
            FilterScreen(
                self.which,
                groups(self.records, self.roster),
                rule_sets(self.records),
                players(self.records, self.roster),
            ),
            taken,
        )

    def action_everything(self) -> None:
        """Every night counts again."""
        if self.which != Filter():
            self.which = Filter()
            self.count()

    # --- who sat where --------------------------------------------------------------------------------------------------------

    def action_who(self) -> None:
        """In the night shown, whose seat was somebody else's? Two people of one name are told apart so."""
        night = next((n for n in self.nights if n.id == self.night), None)
        if self.view != "through" or night is None or self.roster is None:
            self.say(lambda: _("Show the night first (4, then [ and ])."), "warning")
            return
        from models.records import names_of, players_of
        from models.statistics import players

        roster = self.roster
        seated, names = players_of(night, roster), names_of(night, roster)
        written = night.figures.players

        def seat_chosen(seat: int | None) -> None:
            if seat is None:
                return
            everybody = [(i, name) for i, name in players(self.records, roster).items() if i not in seated]
            everybody.sort(key=lambda entry: entry[1])
            back = (night.id, seat) in roster.seats

            def person_chosen(index: int | None) -> None:
                if index is None:
                    return
                if index < len(everybody):
                    self._assign(night.id, seat, everybody[index][0])
                elif index == len(everybody):
                    self._somebody_new(night.id, seat, written[seat])
                else:
                    self._assign(night.id, seat, "")

            self.app.push_screen(
                ChooseScreen(
                    lambda: _("Who was {name} on {date}?").format(name=names[seat], date=night.figures.date),
                    [
                        *[lambda name=name: name for _id, name in everybody],
                        lambda: _("somebody who is not in this list"),
                        *([lambda: _("whoever the name says")] if back else []),
                    ],
                    lambda: _("Who sat there"),
                ),
                person_chosen,
            )

        self.app.push_screen(
            ChooseScreen(
                lambda: _("Whose name was somebody else's that night?"),
                [lambda name=name: name for name in names],  # type: ignore[misc]
                lambda: _("Who sat there"),
            ),
            seat_chosen,
        )

    def _somebody_new(self, night: str, seat: int, written: str) -> None:
        """A person of his own: the name as written with something to tell him apart."""
        from models.statistics import players

        taken = set(players(self.records, self.roster).values()) if self.roster is not None else set()

        def refuse(name: str) -> str:
            if not name:
                return _("A player needs a name.")
            if Content(name).cell_length > NAME_CELLS:
                return too_long()
            return (
                _("There is already a player of that name; choose him from the list.")
                if name in taken
                else ""
            )

        def named(name: str | None) -> None:
            if name is not None:
                from models.roster import PlayerRenamed, SeatAssigned, player_id

                ident = player_id(name)
                self._write([SeatAssigned(night, seat, ident), PlayerRenamed(ident, name)])

        self.app.push_screen(
            LineScreen(
                lambda: _("What is he called, to tell him from the other {name}?").format(name=written),
                written + " 2",
                refuse,
                lambda: _("Who sat there"),
            ),
            named,
        )

    def _assign(self, night: str, seat: int, player: str) -> None:
        from models.roster import SeatAssigned

        self._write([SeatAssigned(night, seat, player)])

    def _write(self, events: Sequence[RosterEvent]) -> None:
        """Writes changes of who is who, then reads the book again."""

        def work(book: Book) -> Message:
            for event in events:
                book.change(event)
            return RecordsRead(book.records(), book.roster())

        self.taipai.services.with_book(self, work)

    def action_groups(self) -> None:
        """Players and groups; names may have changed when one comes back."""
        screen = self.open("groups")
        if screen is not None:
            self.app.push_screen(screen, lambda _result: self.action_reload())

    def action_back(self) -> None:
        """To the list that Enter was pressed in, else out of the record book."""
        if self._opened_from:
            self.go(self._opened_from)
        else:
            self.dismiss(None)
