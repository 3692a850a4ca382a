"""即刻收錢: what is paid at once and never pulled; and counting a player's cash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from models.events import ChipsCounted, InstantPayment, Seat
from models.options import LIMIT
from tui import keymap
from tui.i18n import _
from tui.keymap import N_
from tui.recording import FULL_WIDTH
from tui.screens.base import Dialog
from tui.text import stack
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say
from tui.words import listed, money, names_of, signed

if TYPE_CHECKING:
    from models.night import Night

MOST_DIGITS: Final = 7
WORDS_CELLS: Final = 30


@dataclass(frozen=True, slots=True)
class Kind:
    """A reason to pay at once."""

    words: str
    """As kept with the payment, and its name."""
    label: str
    asks: tuple[str, ...]
    """Who is asked for, in order: ``receiver``, ``payer``; ``payer|all`` takes 0 for all."""
    suggested: bool


KINDS: Final = (
    Kind("八仙過海", N_("Eight flowers: all three pay at once"), ("receiver",), True),
    Kind("七搶一", N_("The eighth flower robbed: its holder pays at once"), ("receiver", "payer"), True),
    Kind("詐糊", N_("False win: pays all three"), ("payer",), False),
    Kind("", N_("Any other reward or fine"), ("payer|all", "receiver|all"), False),
)

QUESTIONS: Final = {
    "receiver": N_("Who receives?"),
    "payer": N_("Who pays?"),
    "payer|all": N_("Who pays? (0: the other three)"),
    "receiver|all": N_("Who receives? (0: the other three)"),
}


class InstantScreen(Dialog["list[InstantPayment]"]):
    """Kind, who, amount, all by digits; the answer may be three payments when the dealer pays more than the others."""

    AREA = "instant"
    BINDINGS = keymap.bindings("instant")
    HELP = keymap.N_(
        "Paid at once (即刻收錢): it touches no debt and does not move the dealer. The suggested amount is that of a 30-fan hand, dealer fan "
        "included; Enter takes it, digits type another. For an amount from or to all, it is what each pays or gets."
    )

    def __init__(self, night: Night) -> None:
        super().__init__()
        self.night = night
        self.kind: Kind | None = None
        self.seats: list[Seat | None] = []
        self.typed = ""
        self.words: str | None = None
        """What another reward or fine is for, while it is typed."""
        self.trouble = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Say(self._words, classes="question")
            yield KeyBar("instant")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = _("Paid at once")

    # --- what is known ----------------------------------------------------------------------------------------------------------

    @property
    def asking(self) -> str:
        """``kind``, one of a kind's ``asks``, or ``amount``."""
        if self.kind is None:
            return "kind"
        if len(self.seats) < len(self.kind.asks):
            return self.kind.asks[len(self.seats)]
        return "amount" if self.words is None else "words"

    def _parties(self) -> tuple[Seat | None, Seat | None]:
        """(payer, receiver); ``None`` is the other three."""
        assert self.kind is not None
        found: dict[str, Seat | None] = {"payer": None, "receiver": None}
        for ask, seat in zip(self.kind.asks, self.seats, strict=True):
            found[ask.split("|")[0]] = seat
        return found["payer"], found["receiver"]

    def suggestion(self) -> dict[Seat, int]:
        """By payer, what a 30-fan hand would bring; empty where nothing is suggested."""
        if self.kind is None or not self.kind.suggested or self.asking != "amount":
            return {}
        payer, receiver = self._parties()
        assert receiver is not None
        payers = [payer] if payer is not None else [s for s in range(4) if s != receiver]
        return {p: self.night.suggested_instant(receiver, p) for p in payers}

    def _words(self) -> Content:
        who = names_of(self.night.players)
        lines: list[Content | str] = []
        if self.kind is None:
            for n, kind in enumerate(KINDS, 1):
                lines.append(
                    Content.assemble(
                        (f"{n} ", "bold $accent"),
                        ((kind.words + " ") if kind.words else "", "bold"),
                        _(kind.label),
                    )
                )
        else:
            lines.append(
                Content.assemble(
                    (self.kind.words + " " if self.kind.words else "", "bold $primary"),
                    (_(self.kind.label), "$primary"),
                )
            )
            for ask, seat in zip(self.kind.asks, self.seats, strict=False):
                lines.append(
                    Content.assemble(
                        (_(QUESTIONS[ask]) + " ", "$text-muted"),
                        (_("the other three") if seat is None else who[seat], "bold"),
                    )
                )
            if self.asking in ("amount", "words"):
                each = None in self._parties()
                lines.append(
                    Content.assemble(
                        (_("Each: $") if each else _("Amount: $"), "bold"),
                        (self.typed, "bold $accent"),
                        ("▏" if self.words is None else "", "bold $accent"),
                    )
                )
                if self.words is not None:
                    lines.append(
                        Content.assemble(
                            (_("What for?") + " ", "bold"),
                            (self.words, "bold $accent"),
                            ("▏", "bold $accent"),
                        )
                    )
                    lines.append(Content.styled(_("A word or two, or Enter for none."), "$text-muted"))
                suggested = self.suggestion()
                if suggested and not self.typed:
                    lines.append(
                        Content.assemble(
                            (
                                _("Enter takes the usual: ")
                                + listed([f"{who[p]} {money(a)}" for p, a in suggested.items()]),
                                "$success",
                            )
                        )
                    )
            else:
                lines.append(Content.assemble((_(QUESTIONS[self.asking]), "bold"), ("▏", "bold $accent")))
                allowed = [s for s in range(4) if s not in self.seats]
                lines.append(
                    Content("  ").join(
                        [Content.assemble((f"{s + 1} ", "bold $accent"), who[s]) for s in allowed]
                    )
                )
        lines.append(Content.styled(self.trouble, "bold $error") if self.trouble else "")
        return stack(lines)

    # --- keys --------------------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        if event.key == "enter":
            event.stop()
            self._enter()
        elif event.key == "backspace":
            event.stop()
            self._step_back()
        elif event.character and event.character.isprintable():
            event.stop()
            self._press(event.character)
        self.query_one(".question", Say).refresh(layout=True)

    def on_paste(self, event: events.Paste) -> None:
        """Words may be pasted; an input method sends them so, too."""
        if self.asking == "words":
            event.stop()
            for character in event.text:
                if character.isprintable():
                    self._press(character)
            self.query_one(".question", Say).refresh(layout=True)

    def _press(self, character: str) -> None:
        self.trouble = ""
        if self.asking == "words":
            assert self.words is not None
            if cell_len(self.words + character) <= WORDS_CELLS:
                self.words += character
            return
        character = FULL_WIDTH.get(character, character)
        digit = int(character) if character.isascii() and character.isdigit() else None
        if self.asking == "kind":
            if digit is not None and 1 <= digit <= len(KINDS):
                self.kind = KINDS[digit - 1]
            else:
                self.trouble = _("1, 2, 3 or 4.")
        elif self.asking == "amount":
            if digit is None:
                self.trouble = _("Only digits: whole money, at least 1.")
            elif len(self.typed) >= MOST_DIGITS:
                self.trouble = _("That is too much for one payment.")
            else:
                self.typed = (self.typed + character).lstrip("0")
                if not self.typed:
                    self.trouble = _("At least 1.")
        elif digit == 0 and self.asking.endswith("|all"):
            if None in self.seats:
                self.trouble = _("One side must be a single player.")
            else:
                self.seats.append(None)
        elif digit is None or not 1 <= digit <= 4:
            self.trouble = _("A player's digit: 1, 2, 3 or 4.")
        elif digit - 1 in self.seats:
            self.trouble = _("Nobody pays himself: another player.")
        else:
            self.seats.append(digit - 1)

    def _enter(self) -> None:
        if self.asking not in ("amount", "words"):
            self.trouble = _("First the digit asked for.")
            return
        assert self.kind is not None
        payer, receiver = self._parties()
        if self.words is not None:
            self.dismiss([InstantPayment(payer, receiver, int(self.typed), " ".join(self.words.split()))])
            return
        if self.typed and not self.kind.words:
            self.words = ""
            return
        if self.typed:
            self.dismiss([InstantPayment(payer, receiver, int(self.typed), self.kind.words)])
            return
        suggested = self.suggestion()
        if not suggested or min(suggested.values()) < 1:
            self.trouble = _("How much? At least 1.")
        elif len(set(suggested.values())) == 1:
            self.dismiss([InstantPayment(payer, receiver, next(iter(suggested.values())), self.kind.words)])
        else:
            self.dismiss(
                [InstantPayment(p, receiver, amount, self.kind.words) for p, amount in suggested.items()]
            )

    def _step_back(self) -> None:
        self.trouble = ""
        if self.words is not None:
            self.words = self.words[:-1] if self.words else None
        elif self.typed:
            self.typed = self.typed[:-1]
        elif self.seats:
            self.seats.pop()
        else:
            self.kind = None

    def action_back(self) -> None:
        self.dismiss(None)


class CountScreen(Dialog[ChipsCounted]):
    """數籌碼: whose cash was counted, and what his payments in minus out should be by it."""

    AREA = "instant"
    BINDINGS = keymap.bindings("instant")
    HELP = keymap.N_(
        "Count a player's cash: type his digit, then what he is up (or, with - first, down) since the night began. The book compares; "
        "only a count that agrees is recorded, a difference is said."
    )

    def __init__(self, night: Night) -> None:
        super().__init__()
        self.night = night
        self.seat: Seat | None = None
        self.typed = ""
        self.trouble = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Say(self._words, classes="question")
            yield KeyBar("instant")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        super().relabel()
        self.query_one(".box").border_title = _("Count cash")

    def _words(self) -> Content:
        who: Sequence[str] = names_of(self.night.players)
        lines: list[Content | str] = []
        if self.seat is None:
            lines.append(Content.assemble((_("Whose cash?"), "bold"), ("▏", "bold $accent")))
            lines.append(
                Content("  ").join(
                    [Content.assemble((f"{s + 1} ", "bold $accent"), who[s]) for s in range(4)]
                )
            )
        else:
            lines.append(
                Content.assemble(
                    (_("{name} is up (or − down) since the start: ").format(name=who[self.seat]), "bold"),
                    (self.typed, "bold $accent"),
                    ("▏", "bold $accent"),
                )
            )
            lines.append(
                Content.styled(
                    _("The book says {amount}, debts not counted.").format(
                        amount=signed(self.night.totals[self.seat])
                    ),
                    "$text-muted",
                )
            )
        lines.append(Content.styled(self.trouble, "bold $error") if self.trouble else "")
        return stack(lines)

    def on_key(self, event: events.Key) -> None:
        self.trouble = ""
        character = event.character or ""
        if event.key == "enter":
            event.stop()
            if self.seat is None:
                self.trouble = _("First the digit asked for.")
            elif self.typed.lstrip("-"):
                self.dismiss(ChipsCounted(self.seat, int(self.typed)))
                return
            else:
                self.trouble = _("How much? Digits, with - first for a loss.")
        elif event.key == "backspace":
            event.stop()
            if self.typed:
                self.typed = self.typed[:-1]
            else:
                self.seat = None
        elif character.isprintable() and character:
            event.stop()
            if self.seat is None:
                if character in "1234":
                    self.seat = int(character) - 1
                else:
                    self.trouble = _("A player's digit: 1, 2, 3 or 4.")
            elif character in "-−" and not self.typed:
                self.typed = "-"
            elif character == "+" and not self.typed:
                pass
            elif character.isascii() and character.isdigit():
                if abs(int(self.typed + character)) > LIMIT:
                    self.trouble = _("That is too much.")
                else:
                    self.typed += character
            else:
                self.trouble = _("How much? Digits, with - first for a loss.")
        self.query_one(".question", Say).refresh(layout=True)

    def action_back(self) -> None:
        self.dismiss(None)
