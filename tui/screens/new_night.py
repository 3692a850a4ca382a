"""開檯: names, then seats and first dealer, then stakes and house rules. Enter, Enter, Enter begins with the usual."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Input

from models.event_checks import names_problem
from models.events import NightStarted, Options
from models.roster import Roster, seated_twice
from tui import keymap
from tui.i18n import _, language, tr
from tui.keymap import N_
from tui.screens.base import Dialog
from tui.screens.choose import ChooseScreen
from tui.screens.options import OptionsScreen
from tui.screens.pick import PickScreen
from tui.screens.seating import SeatingScreen
from tui.services import BookTrouble
from tui.text import NAME_CELLS, clean_name, clip
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say
from tui.words import listed, too_long

if TYPE_CHECKING:
    from models.night_info import NightInfo
    from models.roster import GroupSaved
    from tui.roster_view import Gathered

STRANGERS = {"zh_HK": ("甲", "乙", "丙", "丁"), "en": ("A", "B", "C", "D")}
"""Who sits down before anybody has been named, by language."""


class NameInput(Input):
    """A player's name; → takes the completion."""

    typed = False
    """Whether a person wrote in it: who types the name that is offered goes on to the next one too."""

    HELP = N_(
        "A player's name. Names of earlier nights complete themselves: → takes the completion. Enter goes to the next name; when nothing was "
        "changed, or at the last, it goes on. The first named sits East, the others counter-clockwise, until seats are drawn."
    )

    def on_key(self, event: events.Key) -> None:
        self.typed = self.typed or event.is_printable

    def on_paste(self) -> None:
        self.typed = True


class NewNightScreen(Dialog[NightStarted]):
    """Answers the start of a night. The last night's players, stakes and rules are offered."""

    AREA = "new"
    BINDINGS = keymap.bindings("new")
    AUTO_FOCUS = "#name0"
    HELP = N_("A new night: first the four names. Enter, Enter, Enter begins with what is offered.")

    def __init__(
        self,
        nights: Sequence[NightInfo] = (),
        latest: NightStarted | None = None,
        roster: Roster | None = None,
    ) -> None:
        super().__init__()
        self.roster = roster or Roster()
        """Who is who: an earlier name of somebody is that person."""
        self.nights = list(nights)
        self.latest = latest
        """How the newest night began."""
        self.offered: tuple[str, ...] = self.nights[0].players if self.nights else STRANGERS[language()]
        """The names to begin with: the last night's, or strangers."""
        self.order: tuple[str, ...] = ()
        self.group: GroupSaved | None = None
        """The group of regulars that sits down, when one was chosen."""
        self.trouble = ""

    @property
    def known(self) -> list[str]:
        """Everybody who ever played, by the name he has now, the most recent first."""
        found = [name for info in self.nights for name in info.players]
        found += self.taipai.settings.names
        return list(dict.fromkeys(map(self.roster.called, found)))

    def compose(self) -> ComposeResult:
        suggester = SuggestFromList(self.known, case_sensitive=False)
        with Vertical(classes="box new-night"):
            yield Say(
                lambda: Content.styled(_("Who plays? East first, then counter-clockwise."), "$text-muted"),
                classes="question",
            )
            for seat in range(4):
                with Horizontal(classes="name-row"):
                    yield Say(lambda seat=seat: Content.assemble((f"{seat + 1} ", "bold $accent")))  # type: ignore[misc]
                    yield NameInput(
                        self.offered[seat],
                        id=f"name{seat}",
                        suggester=suggester,
                        select_on_focus=True,
                        compact=True,
                    )
            yield Say(self._known_names, classes="known")
            yield Say(lambda: Content.styled(self.trouble, "bold $error"), id="trouble")
            yield KeyBar("new")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        title = _("New night")
        self.query_one(".box").border_title = (
            f"{title} · {self.group.name}" if self.group is not None else title
        )

    def _known_names(self) -> Content:
        names = [name for name in self.known if name not in self.offered][:12]
        return Content.styled(
            _("also known: {names}").format(names=listed([clip(n, 12) for n in names])) if names else "",
            "$text-muted",
        )

    def _say(self, trouble: str) -> None:
        self.trouble = trouble
        self.query_one("#trouble", Say).refresh(layout=True)

    @on(Input.Changed)
    def _changed(self) -> None:
        if self.trouble:
            self._say("")

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        """Enter in a name: to the next one where something was typed, else on."""
        message.stop()
        seat = int((message.input.id or "name0")[-1])
        field = self.query_one(f"#name{seat}", NameInput)
        if seat < 3 and (field.typed or clean_name(message.value) != self.offered[seat]):
            field.typed = False
            self.query_one(f"#name{seat + 1}", NameInput).focus()
        else:
            self.action_next()

    def names(self) -> tuple[str, ...]:
        """As typed, cleaned."""
        return tuple(clean_name(self.query_one(f"#name{seat}", NameInput).value) for seat in range(4))

    def action_next(self) -> None:
        """The names, if they can be; then seats, then stakes."""
        names = self.names()
        for seat, name in enumerate(names):
            if not name:
                self._say(_("Player {n} has no name yet.").format(n=seat + 1))
                self.query_one(f"#name{seat}", NameInput).focus()
                return
            if Content(name).cell_length > NAME_CELLS:
                self._say(_("The name of player {n} is too long. {most}").format(n=seat + 1, most=too_long()))
                self.query_one(f"#name{seat}", NameInput).focus()
                return
        for seat, name in enumerate(names):
            if name in names[:seat]:
                self._say(
                    _("Two players are called {name}: add something to tell them apart.").format(
                        name=clip(name, 16)
                    )
                )
                self.query_one(f"#name{seat}", NameInput).focus()
                return
        twice = seated_twice(self.roster, names)
        if twice is not None:
            self._say(tr(twice[1]))
            self.query_one(f"#name{twice[0]}", NameInput).focus()
            return
        refusal = names_problem(names)
        if refusal is not None:
            self._say(f"{tr(refusal.reason)}: {tr(refusal.fits)}")
            return
        self.app.push_screen(SeatingScreen(names), self._seated)

    def _seated(self, order: tuple[str, str, str, str] | None) -> None:
        if order is None:
            return
        self.order = order
        last = self.latest
        start = NightStarted(
            players=order,
            base=last.base if last else 5,
            per_fan=last.per_fan if last else 1,
            date=date.today().isoformat(),
            options=last.options if last else Options(rules=self.taipai.settings.rules or "hk"),
            group=last.group if last and set(self.offered) == set(order) else "",
        )
        if self.group is not None:
            group = self.group
            start = replace(
                start, base=group.base, per_fan=group.per_fan, options=group.options, group=group.name
            )
        self.app.push_screen(OptionsScreen(start), self._staked)

    # --- a group of regulars ----------------------------------------------------------------------------------------------------

    def action_group(self) -> None:
        """Asks the book for the groups, then for one of them."""
        from tui.roster_view import Gathered, gather

        self.taipai.services.with_book(self, lambda book: Gathered(gather(book)))

    def on_gathered(self, event: Gathered) -> None:
        """The groups are here: one is chosen, its players take the seats."""
        view = event.view
        groups = view.groups
        if not groups:
            self._say(_("There is no group yet; the record book makes them (g)."))
            return

        def chosen(index: int | None) -> None:
            if index is None:
                return
            group = groups[index]
            names = list(dict.fromkeys(view.name(player) for player in group.players))
            if len(names) <= 4:
                self._sit_down(group, names)
                return
            self.app.push_screen(
                PickScreen(
                    lambda: _("Who of {group} plays tonight?").format(group=group.name),
                    names,
                    range(4),
                    refuse=lambda taken: "" if len(taken) <= 4 else _("Four sit at the table."),
                ),
                lambda taken: self._sit_down(group, [names[n] for n in taken]) if taken is not None else None,
            )

        self.app.push_screen(
            ChooseScreen(
                lambda: _("Which group sits down?"),
                [
                    lambda group=group: (
                        f"{group.name}  {listed([clip(view.name(p), 10) for p in group.players])}"
                    )  # type: ignore[misc]
                    for group in groups
                ],
                lambda: _("Groups"),
            ),
            chosen,
        )

    def _sit_down(self, group: GroupSaved, names: Sequence[str]) -> None:
        """The group's players take the seats from East on; a seat for which there is nobody stays empty and asks for a name."""
        self.group = group
        with self.prevent(Input.Changed):
            for seat in range(4):
                field = self.query_one(f"#name{seat}", NameInput)
                field.value = names[seat] if seat < len(names) else ""
        self.query_one(f"#name{min(len(names), 3)}", NameInput).focus()
        self._say(
            ""
            if len(names) >= 4
            else _("{group} has {n} of four players: type who else sits down.").format(
                group=group.name, n=len(names)
            )
        )
        self.relabel()

    def on_book_trouble(self, event: BookTrouble) -> None:
        """The book cannot be read."""
        self._say(tr(event.reason))

    def _staked(self, start: NightStarted | None) -> None:
        if start is None:
            self.app.push_screen(SeatingScreen(self.names()), self._seated)
            return
        self._remember(start)
        self.dismiss(replace(start, rules_fingerprint=fingerprint(start.options.rules)))

    def _remember(self, start: NightStarted) -> None:
        from tui import settings

        self.taipai.settings = settings.remember_names(self.taipai.settings, start.players)
        self.taipai._keep()

    def action_back(self) -> None:
        self.dismiss(None)


def fingerprint(rules_name: str) -> str:
    """The fingerprint of the rule set in force, or nothing when it cannot be loaded (a typed fan needs none)."""
    from models.rules import RuleSetError
    from tui import rules_file

    try:
        return rules_file.load(rules_name).fingerprint
    except (RuleSetError, OSError):
        return ""
