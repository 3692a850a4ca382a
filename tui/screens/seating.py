"""執位, 起家, 開牌: who sits where, who deals first, where the wall is opened; by dice thrown here or typed from the table."""

from __future__ import annotations

import random
from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from models import seating
from models.events import Seat
from models.seating import DealerSearch, FirstDealer, WallBreak
from models.tiles import BY_FACE
from tui import keymap
from tui.i18n import _, tr
from tui.keymap import N_
from tui.screens.base import Dialog
from tui.text import clip, stack
from tui.widgets import dice as dice_widget
from tui.widgets import tiles
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say
from tui.words import wind

CHANCE = random.SystemRandom()
"""The operating system's randomness: nobody can foresee a throw."""


def side_by_side(blocks: Sequence[Sequence[Content]], gap: str = "  ") -> list[Content]:
    """Blocks of equally many lines, beside one another."""
    return [Content(gap).join(list(lines)) for lines in zip(*blocks, strict=True)]


def wall_words(names: Sequence[str], dealer: Seat, broken: WallBreak) -> list[str]:
    """Where the dealer takes the first tiles, in two sentences."""
    who = [clip(name, 12) for name in names]
    said = [
        _("{dealer} threw {points}: {relation}, the wall of {owner}.").format(
            dealer=who[dealer],
            points=broken.points,
            relation=tr(seating.relation(broken.points)),
            owner=who[broken.wall],
        )
    ]
    if broken.taken_from == broken.wall:
        said.append(
            _("Skip {n} stacks clockwise from its right end; take from stack {first} on.").format(
                n=broken.skipped, first=broken.first_stack
            )
        )
    else:
        said.append(
            _("All {n} stacks are skipped: take from the first of {owner}'s wall.").format(
                n=broken.skipped, owner=who[broken.taken_from]
            )
        )
    return said


class _Throwing:
    """Digits and throws, for both screens: three dice typed one by one, or all thrown."""

    typed: list[int]
    trouble: str

    def take_digit(self, character: str) -> seating.Dice | None:
        """The third die completes a throw."""
        self.trouble = ""
        if character not in "123456":
            self.trouble = _("A die shows 1 to 6; type the three dice, or space throws them here.")
            return None
        self.typed.append(int(character))
        if len(self.typed) < 3:
            return None
        thrown = (self.typed[0], self.typed[1], self.typed[2])
        self.typed = []
        return thrown


class SeatingScreen(_Throwing, Dialog["tuple[str, str, str, str]"]):
    """Answers the four names, the first dealer first, the others counter-clockwise. Enter at once: seats as named, the first deals."""

    AREA = "seating"
    BINDINGS = keymap.bindings("seating")
    HELP = N_(
        "Seats and first dealer. Enter accepts what is shown: the names counter-clockwise, the first of them East and first dealer. w turns four "
        "wind tiles face down: each player in turn draws one by its digit. Then who deals: t two throws, o one throw, e East. Space throws three "
        "dice here; or type the three dice you threw."
    )

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = tuple(names)
        self.order = tuple(names)
        """By place, counter-clockwise; place 0 is East."""
        self.hidden: tuple[int, ...] | None = None
        """While seats are drawn: the wind under each face-down tile."""
        self.drawn: list[int] = []
        """Which tile each player has drawn, in the order of the names."""
        self.search: DealerSearch | None = None
        self.typed: list[int] = []
        self.trouble = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box seating"):
            yield Say(self._words, classes="question")
            yield KeyBar("seating")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = _("Seats and first dealer")

    @property
    def drawing(self) -> bool:
        """Whether players are drawing winds now."""
        return self.hidden is not None and len(self.drawn) < 4

    @property
    def dealer(self) -> int | None:
        """The first dealer's place; ``None`` while the dice decide."""
        return 0 if self.search is None else self.search.dealer

    # --- drawing ------------------------------------------------------------------------------------------------------------------

    def _words(self) -> Content:
        lines: list[Content | str] = []
        if self.hidden is not None and self.search is None:
            faces = []
            for place, hidden in enumerate(self.hidden):
                open_ = place in self.drawn
                faces.append(tiles.tall_tile(BY_FACE[f"{hidden + 1}z"] if open_ else None))
            lines += side_by_side(faces)
            under = []
            for place in range(4):
                text = self.names[self.drawn.index(place)] if place in self.drawn else str(place + 1)
                under.append(Content(f"{clip(text, 6)}").pad_right(6 - Content(clip(text, 6)).cell_length))
            lines.append(Content("  ").join(under))
            lines.append("")
        if self.drawing:
            name = self.names[len(self.drawn)]
            lines.append(
                Content.assemble(
                    (_("{name}, draw a tile: its digit.").format(name=name), "bold $primary"),
                    ("▏", "$accent"),
                )
            )
        else:
            lines += self._seats()
            lines.append("")
            lines += self._dealer_lines()
        lines.append(Content.styled(self.trouble, "bold $error") if self.trouble else "")
        return stack(lines)

    def _seats(self) -> list[Content]:
        return [
            Content.assemble(
                (f"{wind(place)} ", "bold $accent"),
                (clip(name, 16), "bold $primary" if place == self.dealer else "bold"),
                (" " + _("deals first") if place == self.dealer else "", "$success"),
                (" " + _("(counter-clockwise from here)") if place == 0 else "", "$text-muted"),
            )
            for place, name in enumerate(self.order)
        ]

    def _dealer_lines(self) -> list[Content | str]:
        search = self.search
        if search is None:
            return [
                Content.styled(
                    _("Enter: so it is. w draws the seats; t, o throw for the first dealer."), "$text-muted"
                )
            ]
        lines: list[Content | str] = []
        for thrown in search.throws:
            lines.append(
                Content.assemble(
                    (
                        _("{name} threw {dice} = {total}").format(
                            name=clip(self.order[thrown.thrower], 12),
                            dice="+".join(map(str, thrown.dice)),
                            total=sum(thrown.dice),
                        ),
                        "bold",
                    ),
                    ": ",
                    tr(seating.relation(sum(thrown.dice))),
                    (" → " + clip(self.order[thrown.points_to], 12), "bold $accent"),
                )
            )
        if search.thrower is not None:
            lines += dice_widget.draw([*self.typed, *[None] * (3 - len(self.typed))])
            what = (
                _("{name} throws for who throws next.")
                if search.method is FirstDealer.TWO_THROWS and not search.throws
                else _("{name} throws for the first dealer.")
            )
            lines.append(
                Content.assemble(
                    (what.format(name=clip(self.order[search.thrower], 12)), "bold $primary"),
                    ("▏", "$accent"),
                )
            )
            lines.append(Content.styled(_("Space throws here, or type the three dice."), "$text-muted"))
        elif search.throws:
            lines += dice_widget.draw(search.throws[-1].dice)
            assert search.dealer is not None
            lines.append(
                Content.assemble(
                    (_("{name} deals first.").format(name=self.order[search.dealer]), "bold $success"),
                    "  ",
                    (_("Enter: so it is."), "$text-muted"),
                )
            )
        return lines

    def _redraw(self) -> None:
        self.query_one(".question", Say).refresh(layout=True)

    # --- keys -----------------------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if not character.isprintable() or not character or character == " ":
            return
        if self.drawing:
            if character in "1234":
                event.stop()
                self._draw_tile(int(character) - 1)
        elif self.search is not None and self.search.thrower is not None and character.isdigit():
            event.stop()
            thrown = self.take_digit(character)
            if thrown is not None:
                self.search = self.search.then(thrown)
        self._redraw()

    def _draw_tile(self, place: int) -> None:
        self.trouble = ""
        if place in self.drawn:
            self.trouble = _("That tile is drawn already.")
            return
        self.drawn.append(place)
        if len(self.drawn) == 3:
            self.drawn.append(next(p for p in range(4) if p not in self.drawn))
        if len(self.drawn) == 4:
            assert self.hidden is not None
            winds = [self.hidden[p] for p in self.drawn]
            self.order = tuple(self.names[player] for player in seating.places(winds))

    def action_draw_winds(self) -> None:
        self.hidden = seating.draw_winds(CHANCE)
        self.drawn, self.search, self.typed, self.trouble = [], None, [], ""
        self._redraw()

    def _search(self, method: FirstDealer) -> None:
        if self.drawing:
            self.trouble = _("First all draw their seats.")
        else:
            self.search, self.typed, self.trouble = DealerSearch(method), [], ""
        self._redraw()

    def action_two_throws(self) -> None:
        self._search(FirstDealer.TWO_THROWS)

    def action_one_throw(self) -> None:
        self._search(FirstDealer.ONE_THROW)

    def action_east_deals(self) -> None:
        self._search(FirstDealer.EAST)

    def action_throw(self) -> None:
        if self.drawing:
            free = [p for p in range(4) if p not in self.drawn]
            self._draw_tile(CHANCE.choice(free))
        elif self.search is not None and self.search.thrower is not None:
            self.typed, self.trouble = [], ""
            self.search = self.search.then(seating.throw(CHANCE))
        else:
            self.trouble = _("Nothing is thrown for now: t two throws, o one throw.")
        self._redraw()

    def action_again(self) -> None:
        self.trouble = ""
        if self.typed:
            self.typed.pop()
        elif self.search is not None and self.search.throws:
            self.search = DealerSearch(self.search.method, self.search.throws[:-1])
        elif self.search is not None:
            self.search = None
        elif self.hidden is not None:
            self.hidden, self.drawn, self.order = None, [], self.names
        self._redraw()

    def action_accept(self) -> None:
        if self.drawing:
            self.trouble = _("First all draw their seats; Backspace leaves the draw.")
        elif self.dealer is None:
            self.trouble = _("First the dice; e: East deals without them.")
        else:
            self.dismiss(seating.from_dealer(self.order, self.dealer))
            return
        self._redraw()

    def action_back(self) -> None:
        self.dismiss(None)


class WallScreen(_Throwing, Dialog[None]):
    """The dealer's throw before a hand: whose wall is broken, and where."""

    AREA = "wall"
    BINDINGS = keymap.bindings("wall")
    HELP = N_(
        "The dealer's dice before the deal. Counted from the dealer counter-clockwise, himself being 1, the total names a wall; as many of its 18 "
        "stacks are skipped clockwise, and the next are taken. Space throws here, or type the three dice."
    )

    def __init__(self, names: Sequence[str], dealer: Seat) -> None:
        super().__init__()
        self.names = tuple(names)
        self.dealer = dealer
        self.typed: list[int] = []
        self.thrown: seating.Dice | None = None
        self.trouble = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Say(self._words, classes="question")
            yield KeyBar("wall")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = _("Where the wall is broken")

    def _words(self) -> Content:
        lines: list[Content | str] = [
            Content.styled(
                _("{name} deals and throws.").format(name=clip(self.names[self.dealer], 16)), "bold $primary"
            ),
            *dice_widget.draw(self.thrown or [*self.typed, *[None] * (3 - len(self.typed))]),
        ]
        if self.thrown is None:
            lines.append(Content.styled(_("Space throws here, or type the three dice."), "$text-muted"))
        else:
            broken = seating.wall_break(self.dealer, self.thrown)
            lines += [Content.styled(text, "bold") for text in wall_words(self.names, self.dealer, broken)]
            lines.append(self._wall(broken))
        lines.append(Content.styled(self.trouble, "bold $error") if self.trouble else "")
        return stack(lines)

    def _wall(self, broken: WallBreak) -> Content:
        """The 18 stacks from the owner's right end, skipped ones hollow."""
        first = broken.first_stack if broken.taken_from == broken.wall else seating.STACKS + 1
        return Content.assemble(
            (clip(self.names[broken.wall], 10) + " ", "bold"),
            ("▯" * (first - 1), "$text-muted"),
            ("▮" * (seating.STACKS - first + 1), "$accent"),
        )

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if character.isdigit():
            event.stop()
            if self.thrown is not None:
                self.thrown = None
            self.thrown = self.take_digit(character)
            self.query_one(".question", Say).refresh(layout=True)

    def action_throw(self) -> None:
        self.typed, self.trouble, self.thrown = [], "", seating.throw(CHANCE)
        self.query_one(".question", Say).refresh(layout=True)

    def action_again(self) -> None:
        self.thrown = None
        if self.typed:
            self.typed.pop()
        self.query_one(".question", Say).refresh(layout=True)

    def action_close(self) -> None:
        self.dismiss(None)
