"""Regular players and their groups: own stakes and house rules, other names, one person under two names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from models.events import NightStarted, Options
from models.options import PRESETS, preset_of
from models.roster import (
    GroupRemoved,
    GroupRenamed,
    GroupSaved,
    PlayerRenamed,
    PlayersMerged,
    PlayersParted,
    RosterEvent,
    problem,
)
from tui import keymap
from tui.i18n import _, n_, tr
from tui.roster_view import Gathered, PlayerView, RosterView, gather
from tui.screens.ask import AskScreen
from tui.screens.base import Page
from tui.screens.choose import ChooseScreen
from tui.screens.line import LineScreen
from tui.screens.pick import PickScreen
from tui.services import BookTrouble
from tui.text import NAME_CELLS, clean_name, clip
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say
from tui.widgets.status import StatusLine
from tui.words import listed, money, too_long

if TYPE_CHECKING:
    from models.book import Book


class GroupsScreen(Page[None]):
    """Groups on the left, players on the right; Tab goes from one to the other."""

    AREA = "groups"
    BINDINGS = keymap.bindings("groups")
    AUTO_FOCUS = "#groups"
    HELP = keymap.N_(
        "Groups are regular players with their own stakes and house rules, offered when a night begins. Players: r gives another name and old "
        "nights follow; m makes two names one person, p parts them again, u takes the last change back. No night is rewritten by any of this."
    )
    CSS = """
    GroupsScreen #title { dock: top; height: 1; width: 1fr; padding: 0 1; background: $panel; }
    GroupsScreen #body { height: 1fr; }
    GroupsScreen .side { width: 1fr; height: 1fr; border: round $border; border-title-color: $primary; border-title-style: bold; }
    GroupsScreen .side:focus-within { border: round $primary; }
    GroupsScreen OptionList { height: 1fr; border: none; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    view: reactive[RosterView | None] = reactive(None)

    def compose(self) -> ComposeResult:
        yield Say(lambda: Content.styled(_("Players and groups"), "bold $primary"), id="title")
        with Horizontal(id="body"):
            with Vertical(classes="side", id="left"):
                yield OptionList(id="groups", compact=True)
            with Vertical(classes="side", id="right"):
                yield OptionList(id="players", compact=True)
        yield StatusLine()
        yield KeyBar("groups")

    def on_mount(self) -> None:
        self.relabel()
        self.taipai.services.with_book(self, lambda book: Gathered(gather(book)))

    def relabel(self) -> None:
        super().relabel()
        self.query_one("#left").border_title = _("Groups")
        self.query_one("#right").border_title = _("Players")
        self._fill()

    # --- what the book says ---------------------------------------------------------------------------------------------------

    def on_gathered(self, event: Gathered) -> None:
        """The book has been read."""
        self.view = event.view
        self._fill()
        if event.said is not None:
            self.say(event.said)

    def on_book_trouble(self, event: BookTrouble) -> None:
        """A change that cannot be, or a book that cannot be read."""
        self.say(event.reason, "warning")

    def change(self, *events: RosterEvent, said: Callable[[], str]) -> None:
        """Writes changes to the book and shows what they made of it."""

        def work(book: Book) -> Message:
            for event in events:
                book.change(event)
            return Gathered(gather(book), said)

        self.taipai.services.with_book(self, work)

    # --- the lists ------------------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        if not self.is_mounted or self.view is None:
            return
        view = self.view
        self._options(
            "#groups",
            [(group.name, self._group_lines(group)) for group in view.groups],
            _("No group yet: n makes one."),
        )
        self._options(
            "#players", [(p.id, self._player_lines(p)) for p in view.players], _("Nobody has played yet.")
        )

    def _options(self, where: str, lines: list[tuple[str, Content]], empty: str) -> None:
        options = self.query_one(where, OptionList)
        at = self._chosen(where)
        options.set_options(
            [Option(content, id=key) for key, content in lines]
            or [Option(Content.styled(empty, "$text-muted"), disabled=True)]
        )
        keys = [key for key, _content in lines]
        options.highlighted = keys.index(at) if at in keys else (0 if keys else None)

    def _chosen(self, where: str) -> str | None:
        options = self.query_one(where, OptionList)
        if options.highlighted is None or options.highlighted >= options.option_count:
            return None
        return options.get_option_at_index(options.highlighted).id

    def _group_lines(self, group: GroupSaved) -> Content:
        assert self.view is not None
        names = listed([clip(self.view.name(p), 10) for p in group.players]) or _("nobody yet")
        preset = preset_of(group.options)
        rules = tr(PRESETS[preset].title) if preset else _("own")
        stakes = _("base {base} · fan {fan}").format(base=money(group.base), fan=money(group.per_fan))
        return Content("\n").join(
            [
                Content.styled(group.name, "bold"),
                Content.styled("  " + names, ""),
                Content.styled(f"  {stakes} · {rules} · {group.options.rules}", "$text-muted"),
            ]
        )

    def _player_lines(self, player: PlayerView) -> Content:
        others = [name for name in player.written if name != player.name]
        parts = [name for _id, name in player.parts]
        second = " · ".join(
            [
                *(
                    [n_("{n} night", "{n} nights", player.nights), player.last]
                    if player.nights
                    else [_("has not played yet")]
                ),
                *(
                    [_("written {names}").format(names=listed([clip(n, 10) for n in others]))]
                    if others
                    else []
                ),
                *([_("merged: {names}").format(names=listed([clip(n, 10) for n in parts]))] if parts else []),
            ]
        )
        return Content("\n").join(
            [Content.styled(player.name, "bold"), Content.styled("  " + second, "$text-muted")]
        )

    @property
    def group(self) -> GroupSaved | None:
        """The group under the cursor, while its list has the focus."""
        key = self._chosen("#groups")
        if self.view is None or key is None or self.focused is not self.query_one("#groups"):
            return None
        return self.view.roster.groups.get(key)

    @property
    def player(self) -> PlayerView | None:
        """The player under the cursor, while their list has the focus."""
        key = self._chosen("#players")
        if self.view is None or key is None or self.focused is not self.query_one("#players"):
            return None
        return self.view.player(key)

    # --- groups ---------------------------------------------------------------------------------------------------------------

    def action_other(self) -> None:
        groups, players = self.query_one("#groups"), self.query_one("#players")
        (players if self.focused is groups else groups).focus()

    def _group_name_problem(self, name: str, but: str = "") -> str:
        if not name:
            return _("A group needs a name.")
        if Content(name).cell_length > NAME_CELLS:
            return too_long()
        if self.view is not None and name != but and name in self.view.roster.groups:
            return _("There is already a group {name}.").format(name=name)
        return ""

    def action_new(self) -> None:
        """A new group: its name, its players, its stakes and rules."""

        def named(name: str | None) -> None:
            if name is not None:
                self._pick_players(GroupSaved(name, (), 5, 1, Options()), then_stakes=True)

        self.app.push_screen(
            LineScreen(
                lambda: _("What is the group called?"),
                refuse=self._group_name_problem,
                title=lambda: _("New group"),
            ),
            named,
        )

    def _pick_players(self, group: GroupSaved, *, then_stakes: bool) -> None:
        """Who is in the group: of those who are known, and whoever is named here for the first time."""
        view = self.view
        assert view is not None
        everybody = view.players
        roster = view.roster
        ids = [p.id for p in everybody]
        marked = [ids.index(i) for i in dict.fromkeys(map(roster.whole, group.players)) if i in ids]

        def named(name: str, names: Sequence[str]) -> int | str:
            name = clean_name(name)
            if Content(name).cell_length > NAME_CELLS:
                return too_long()
            if name in names:
                return list(names).index(name)
            known = roster.player(name)
            return ids.index(known) if known in ids else len(names)

        screen = PickScreen(
            lambda: _("Who plays in {group}?").format(group=group.name),
            [p.name for p in everybody],
            marked,
            refuse=lambda taken: "" if taken else _("A group needs at least one player."),
            named=named,
        )

        def picked(chosen: tuple[int, ...] | None) -> None:
            if chosen is None:
                return
            new = [clean_name(screen.choices[n]) for n in chosen if n >= len(ids)]
            players = [ids[n] for n in chosen if n < len(ids)] + [roster.player(name) for name in new]
            with_players = replace(group, players=tuple(players))
            first = [PlayerRenamed(roster.player(name), name) for name in new]
            if then_stakes:
                self._stakes(with_players, *first)
            else:
                self._save(with_players, *first)

        self.app.push_screen(screen, picked)

    def _stakes(self, group: GroupSaved, *before: RosterEvent) -> None:
        names = ("1", "2", "3", "4")

        def staked(start: NightStarted | None) -> None:
            if start is not None:
                self._save(
                    replace(group, base=start.base, per_fan=start.per_fan, options=start.options), *before
                )

        screen = self.open("options", NightStarted(names, group.base, group.per_fan, options=group.options))
        if screen is not None:
            self.app.push_screen(screen, staked)

    def _save(self, group: GroupSaved, *before: RosterEvent) -> None:
        self.change(*before, group, said=lambda: _("Group {name} saved.").format(name=group.name))

    def _no_group(self) -> str:
        return _("Put the cursor on a group first ({key} goes to the other list).").format(
            key=self.key("groups.other")
        )

    def _no_player(self) -> str:
        return _("Put the cursor on a player first ({key} goes to the other list).").format(
            key=self.key("groups.other")
        )

    def action_edit(self) -> None:
        """The group under the cursor: players, stakes and rules, or name."""
        group = self.group
        if group is None:
            self.say(self._no_group, "warning")
            return

        def chosen(index: int | None) -> None:
            if index == 0:
                self._pick_players(group, then_stakes=False)
            elif index == 1:
                self._stakes(group)
            elif index == 2:
                self._rename_group(group)

        self.app.push_screen(
            ChooseScreen(
                lambda: _("Change what of {group}?").format(group=group.name),
                [lambda: _("its players"), lambda: _("its stakes and house rules"), lambda: _("its name")],
            ),
            chosen,
        )

    @on(OptionList.OptionSelected, "#groups")
    def _enter_on_group(self) -> None:
        self.action_edit()

    @on(OptionList.OptionSelected, "#players")
    def _enter_on_player(self) -> None:
        self.action_rename()

    def action_remove(self) -> None:
        """The group under the cursor is offered no longer."""
        group = self.group
        if group is None:
            self.say(self._no_group, "warning")
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.change(
                    GroupRemoved(group.name),
                    said=lambda: _("Group {name} is no longer offered.").format(name=group.name),
                )

        self.app.push_screen(
            AskScreen(
                lambda: _("Offer the group {name} no longer? Its nights keep its name.").format(
                    name=group.name
                )
            ),
            answered,
        )

    # --- names and persons ----------------------------------------------------------------------------------------------------

    def action_rename(self) -> None:
        """Another name for the group or player under the cursor."""
        if (group := self.group) is not None:
            self._rename_group(group)
        elif (player := self.player) is not None:
            self._rename_player(player)
        else:
            self.say(lambda: _("Put the cursor on a group or a player first."), "warning")

    def _rename_group(self, group: GroupSaved) -> None:
        def named(name: str | None) -> None:
            if name is not None and name != group.name:
                self.change(
                    GroupRenamed(group.name, name),
                    said=lambda: _("{old} is now called {new}.").format(old=group.name, new=name),
                )

        self.app.push_screen(
            LineScreen(
                lambda: _("Another name for the group {name}").format(name=group.name),
                group.name,
                lambda name: self._group_name_problem(name, group.name),
                lambda: _("Rename"),
            ),
            named,
        )

    def _rename_player(self, player: PlayerView) -> None:
        def refuse(name: str) -> str:
            if not name:
                return _("A player needs a name.")
            if Content(name).cell_length > NAME_CELLS:
                return too_long()
            if self.view is not None and any(p.name == name and p.id != player.id for p in self.view.players):
                return _(
                    "There is already a player called {name}; m merges the two if they are one person."
                ).format(name=name)
            if self.view is not None:
                wrong = problem(
                    self.view.roster, PlayerRenamed(player.id, name), [p.id for p in self.view.players]
                )
                return tr(wrong) if wrong is not None else ""
            return ""

        def named(name: str | None) -> None:
            if name is not None and name != player.name:
                self.change(
                    PlayerRenamed(player.id, name),
                    said=lambda: _("{old} is now called {new}, in old nights too.").format(
                        old=player.name, new=name
                    ),
                )

        self.app.push_screen(
            LineScreen(
                lambda: _("Another name for {name}; his history stays his").format(name=player.name),
                player.name,
                refuse,
                lambda: _("Rename"),
            ),
            named,
        )

    def action_merge(self) -> None:
        """The player under the cursor is another one too."""
        player = self.player
        if player is None or self.view is None:
            self.say(self._no_player, "warning")
            return
        others = self.view.partners(player)
        if not others:
            name = player.name
            self.say(
                (
                    lambda: _(
                        "{name} cannot be anybody else: they all have sat at one table with him."
                    ).format(name=name)
                )
                if len(self.view.players) > 1
                else (lambda: _("There is nobody else.")),
                "warning",
            )
            return

        def chosen(index: int | None) -> None:
            if index is None:
                return
            into = others[index]

            def answered(yes: bool | None) -> None:
                if yes:
                    self.change(
                        PlayersMerged(player.id, into.id),
                        said=lambda: _("{one} and {other} are one player now.").format(
                            one=player.name, other=into.name
                        ),
                    )

            self.app.push_screen(
                AskScreen(
                    lambda: _(
                        "{one} ({nights}) is {other}: make their histories one? They can be parted again."
                    ).format(
                        one=player.name,
                        other=into.name,
                        nights=n_("{n} night", "{n} nights", player.nights),
                    )
                ),
                answered,
            )

        self.app.push_screen(
            ChooseScreen(
                lambda: _("Who is {name} really?").format(name=player.name),
                [lambda p=p: f"{p.name}  {n_('{n} night', '{n} nights', p.nights)}" for p in others],  # type: ignore[misc]
                lambda: _("Merge"),
            ),
            chosen,
        )

    def action_part(self) -> None:
        """A player merged by mistake is a person of his own again."""
        player = self.player
        if player is None:
            self.say(self._no_player, "warning")
            return
        if not player.parts:
            name = player.name
            self.say(lambda: _("Nobody has been merged into {name}.").format(name=name), "warning")
            return

        def part(index: int | None) -> None:
            if index is None:
                return
            ident, name = player.parts[index]
            self.change(
                PlayersParted(ident), said=lambda: _("{name} is a player of his own again.").format(name=name)
            )

        if len(player.parts) == 1:
            part(0)
        else:
            self.app.push_screen(
                ChooseScreen(
                    lambda: _("Who is not {name}?").format(name=player.name),
                    [lambda name=name: name for _id, name in player.parts],  # type: ignore[misc]
                ),
                part,
            )

    def action_undo(self) -> None:
        """The last change of players or groups, taken back."""
        last = self.view.undoable if self.view else None
        if last is None:
            self.say(lambda: _("There is no change to take back."), "warning")
            return

        def work(book: Book) -> Message:
            made, event = book.take_back(last.id).event, last.event
            if isinstance(made, PlayerRenamed) and isinstance(event, PlayerRenamed):
                old, new = made.name, event.name
                return Gathered(
                    gather(book),
                    lambda: _(
                        "{new} is called {old} again; the nights played as {new} stay with {old}."
                    ).format(new=clip(new, 16), old=clip(old, 16)),
                )
            return Gathered(gather(book), lambda: _("The last change is taken back."))

        self.taipai.services.with_book(self, work)

    def action_back(self) -> None:
        self.dismiss(None)
