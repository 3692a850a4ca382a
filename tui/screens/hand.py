"""The hand screen: type the tiles and how they were won; the count stands beside them at every key."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass, replace
from typing import Any, Final
from weakref import WeakKeyDictionary

from textual import events, on
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input

from models.events import Seat
from models.explain import NearMiss
from models.hand import Context
from models.messages import Msg, msg
from models.rules import RuleSet, RuleSetError
from models.tiles import Tile
from tui import counting, hand_choices, hand_words
from tui.hand_entry import Editor
from tui.hand_signs import tile_name
from tui.i18n import _, tr
from tui.keymap import N_, bindings
from tui.requests import HandRequest, HandResult
from tui.screens.ask_seat import AskSeatScreen
from tui.screens.base import Page
from tui.text import clip
from tui.widgets.hand.choice_panel import ChoicePanel, ChoiceRow
from tui.widgets.hand.count_panel import CountPanel
from tui.widgets.hand.drawn_hand import DrawnHand
from tui.widgets.hand.entry_line import EntryLine
from tui.widgets.hand.item_list import ItemList, ItemRow
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Lines, Say

MOST_DIGITS: Final = 4
"""No hand is worth five digits of fan."""


@dataclass(frozen=True, slots=True)
class _Draft:
    """What was typed for a hand when the screen was left without taking it."""

    asked: tuple[str, str]
    """Hand and words the request came with, to tell a new reading from the same one."""
    editor: Editor
    context: Context
    payer: Seat | None
    loaded: int


class NearlyThere(Message):
    """What a counted hand narrowly missed is known now."""

    def __init__(self, counted: counting.Counted, near: tuple[NearMiss, ...]) -> None:
        super().__init__()
        self.counted = counted
        self.near = near


_drafts: MutableMapping[App[Any], dict[object, _Draft]] = WeakKeyDictionary()


class _Sentence(Lines):
    """The message line: a sign, then one sentence."""

    DEFAULT_CSS = "_Sentence { height: 1; width: 1fr; }"

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.said: tuple[str, str] = ("", "")

    def lines(self, width: int, height: int) -> list[Content]:
        sign, text = self.said
        style = {"✗": "bold $error", "?": "$warning", "✓": "$success"}.get(sign, "$text 65%")
        return [Content.styled(f"{sign} {text}" if sign else text, style)]

    def say(self, sign: str, text: str) -> None:
        self.said = (sign, text)
        self.refresh()


class HandScreen(Page[HandResult]):
    """Answers the counted hand, or ``None`` when left with Esc."""

    AREA = "hand"
    BINDINGS = bindings("hand")
    HELP = N_(
        "Type the winner's tiles and turn how he won; the fan is counted at every key. Enter takes it to the table. "
        "= types another number: the count is kept beside it. Esc goes back; what is typed comes back with the same hand."
    )

    DEFAULT_CSS = """
    HandScreen { layout: vertical; }
    HandScreen #who { height: 1; width: 1fr; background: $panel; padding: 0 1; }
    HandScreen #tiles { height: auto; border: round $border; border-title-color: $primary; padding: 0 1; }
    HandScreen #tiles:focus-within { border: round $primary; }
    HandScreen #line { height: auto; }
    HandScreen #size { width: 8; height: 1; padding: 0 0 0 2; text-align: right; color: $text-muted; }
    HandScreen #columns { height: 1fr; }
    HandScreen #how { width: 32; border: round $border; border-title-color: $primary; padding: 0 0 0 0; }
    HandScreen #how:focus-within { border: round $primary; }
    HandScreen #counted { width: 1fr; border: round $border; border-title-color: $primary; }
    HandScreen #counted:focus-within { border: round $primary; }
    HandScreen #ownline { display: none; height: 1; padding: 0 0 0 1; }
    HandScreen #own { height: 1; border: none; padding: 0 1; width: 1fr; background: $panel; }
    HandScreen.-wide #how { width: 48; }
    """

    def __init__(self, request: HandRequest) -> None:
        super().__init__()
        self.request = request
        self.rules_name = request.rules
        self.rules: RuleSet | None = None
        self.payer = request.payer
        self.context = self._started()
        self.editor = Editor()
        self.hand = self.editor.hand
        self.loaded = 0
        """Tiles with a lower serial came with the request; nobody typed them in an order."""
        self.counted: counting.Outcome = counting.Nothing()
        self.near: tuple[NearMiss, ...] = ()
        self.is_sorted = True
        self.unfolded = False
        self.lit: tuple[Tile, ...] = ()
        self.hint: tuple[str, Msg] | None = None
        self.pointed = ""

    # ── what the night knows ─────────────────────────────────────────────────────────────────────────────────────

    def _started(self) -> Context:
        """The context the request means: seat, round and deal from the night, the rest from its words."""
        asked = self.request
        night = Context(
            self_draw=asked.payer is None and not asked.alone,
            seat=(asked.winner - asked.dealer) % 4,
            round=asked.round,
            dealer=asked.streak if asked.winner == asked.dealer else None,
        )
        said = hand_choices.read_words(asked.context, night)
        if asked.alone:
            return said
        drawn = asked.payer is None or "big_kong" in said.chain
        return replace(
            said,
            self_draw=drawn,
            chain=said.chain if drawn else (),
            rob_kong=said.rob_kong and not drawn,
            rob_concealed_kong=said.rob_concealed_kong and not drawn,
            dealer=night.dealer,
        )

    def _follow_night(self) -> None:
        """Where the dealer is always East the night alone knows seat and round, whatever words came with the request."""
        asked = self.request
        if not asked.alone and hand_choices.seat_follows_dealer(self.rules):
            self.context = replace(self.context, seat=(asked.winner - asked.dealer) % 4, round=asked.round)

    @property
    def _key(self) -> object:
        asked = self.request
        return (
            asked.players,
            asked.number,
            asked.winner,
            asked.dealer,
            asked.streak,
            asked.round,
            asked.alone,
        )

    def _others(self) -> list[Seat]:
        return [seat for seat in range(4) if seat != self.request.winner and seat not in self.request.winners]

    @property
    def several(self) -> bool:
        """Whether others won off the same tile, so that it cannot have been drawn."""
        return len(self.request.winners) > 1

    # ── building ─────────────────────────────────────────────────────────────────────────────────────────────────

    def compose(self) -> ComposeResult:
        yield Say(self._who, id="who")
        with Vertical(id="tiles"):
            with Horizontal(id="line"):
                yield EntryLine(self.editor, id="entry")
                yield Say(self._tally, id="size")
            yield DrawnHand(id="drawn")
            yield _Sentence(id="says")
        with Horizontal(id="columns"):
            with Vertical(id="how"):
                yield ChoicePanel(id="choices")
            with Vertical(id="counted"):
                yield CountPanel(id="count")
                with Horizontal(id="ownline"):
                    yield Say(lambda: _("Another number") + ":")
                    yield Input(id="own", type="integer", max_length=MOST_DIGITS)
                yield ItemList(id="items")
        yield KeyBar("hand")

    def on_mount(self) -> None:
        asked = self.request
        try:
            self.rules = counting.load_rules(self.rules_name)
        except RuleSetError as unusable:
            self.hint = ("✗", unusable.message)
        self._follow_night()
        order = self.rules.switches.plant_order if self.rules else "plum_orchid_chrysanthemum_bamboo"
        kept = _drafts.get(self.app, {}).get(self._key)
        if kept is not None and kept.asked == (asked.hand, asked.context):
            editor, self.context, self.payer, self.loaded = kept.editor, kept.context, kept.payer, kept.loaded
        else:
            editor = Editor.load(asked.hand, order) if asked.hand else Editor(plant_order=order)
            self.loaded = editor.serial
        self.editor = editor
        line = self.query_one(EntryLine)
        line.editor = editor
        line.focus()
        self.relabel()

    def relabel(self) -> None:
        self.query_one("#tiles").border_title = _("Tiles")
        self.query_one("#how").border_title = _("How it was won")
        self.query_one("#own", Input).placeholder = _("Enter takes it, Esc leaves it")
        super().relabel()
        self.recount()

    # ── counting ─────────────────────────────────────────────────────────────────────────────────────────────────

    def recount(self) -> None:
        """Counts what is typed and shows it. Synchronous: a count takes far less than a frame."""
        if self.rules is None:
            self.counted = counting.Nothing()
        else:
            self.counted = counting.evaluate(self.editor, self.context, self.rules)
        self.hand = self.editor.hand
        self.near = ()
        self._show()
        self._look_around()

    def _look_around(self) -> None:
        """What the hand narrowly missed takes many counts: it is worked out beside, and shown when it is there."""
        counted = self.counted
        if isinstance(counted, counting.Counted):

            def work() -> None:
                self.post_message(NearlyThere(counted, counting.near_misses(counted)))

            self.run_worker(work, thread=True, exclusive=True, group="near", exit_on_error=False)

    @on(NearlyThere)
    def _looked_around(self, event: NearlyThere) -> None:
        event.stop()
        if event.counted is self.counted:
            self.near = event.near
            self.query_one(ItemList).show(self._items())

    def _show(self) -> None:
        self.query_one(DrawnHand).show(self.editor, is_sorted=self.is_sorted, lit=self.lit)
        self.query_one("#size", Say).refresh()
        self.query_one("#who", Say).refresh()
        self.query_one(ChoicePanel).show(self._rows())
        self.query_one(ItemList).show(self._items())
        number, beside = self._number()
        self.query_one(CountPanel).show(number, beside)
        turn = self.key("hand.rules") if self.request.alone else ""
        self.query_one("#counted").border_title = hand_words.rules_title(self.rules, self.rules_name, turn)
        self._say()

    def _say(self) -> None:
        """The one sentence that matters most now."""
        says = self.query_one("#says", _Sentence)
        if self.editor.problem is not None:
            says.say("✗", tr(self.editor.problem))
        elif self.hint is not None:
            says.say(self.hint[0], tr(self.hint[1]))
        elif self.pointed:
            says.say("", self.pointed)
        else:
            sign, sentence = self._state()
            says.say(sign, tr(sentence))

    def _state(self) -> tuple[str, Msg]:
        editor, outcome = self.editor, self.counted
        if self.rules is None:
            return "✗", msg("no rule set to count by; = types a number")
        if not editor.cells:
            return "", msg("nothing typed yet; = types a number of fan instead")
        if isinstance(outcome, counting.Refused):
            return "✗", hand_choices.sentence(outcome.fault, self.key("hand.self_draw"))
        if isinstance(outcome, counting.NotAWin):
            return "✗", outcome.message
        if isinstance(outcome, counting.Counted):
            key, tile, cell = self.key("hand.winning"), self._winning(), editor.winning_cell
            if editor.is_marked or cell is None:
                return "✓", msg("winning tile {tile}", tile=tile)
            if cell.serial < self.loaded:
                return "?", msg("which tile won? taken to be {tile}; {key} moves it", tile=tile, key=key)
            return "✓", msg("winning tile {tile}, typed last; {key} moves it", tile=tile, key=key)
        if isinstance(outcome, counting.Waiting):
            if outcome.waits:
                return "", msg("one tile short: it waits for those at the right")
            return "?", msg("one tile short, and no tile makes it a win")
        return "", editor.missing or msg("type the tiles")

    def _winning(self) -> Msg:
        winning = self.editor.winning
        return tile_name(winning) if winning is not None else msg("none")

    # ── words ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _who(self) -> Content:
        return hand_words.headline(self.request, self.context, self.payer, max(20, self.size.width - 2))

    def _tally(self) -> str:
        return f"{self.editor.size}/{self.editor.wanted}"

    def _rows(self) -> list[ChoiceRow]:
        rows = []
        for name in hand_choices.shown(self.rules):
            reason = self._blocked(name)
            rows.append(
                ChoiceRow(
                    name=name,
                    key=self.key(f"hand.{name}"),
                    label=hand_words.choice_label(name, self.context),
                    value=hand_words.choice_value(name, self.context, self.request, self.payer),
                    on=hand_choices.is_on(name, self.context),
                    blocked=tr(reason[0]) if reason and not hand_choices.is_on(name, self.context) else "",
                    fixed=hand_choices.fixed(name, self.rules, alone=self.request.alone) is not None,
                )
            )
        return rows

    def _items(self) -> list[ItemRow]:
        return hand_words.item_rows(
            self.counted, self.near, unfolded=self.unfolded, key=self.key("hand.readings")
        )

    def _number(self) -> tuple[str, list[Content]]:
        if isinstance(self.counted, counting.Counted):
            fan = self.counted.fan + self.request.extra
            return str(fan), hand_words.money_lines(fan, self.request, self.context, self.payer)
        return "", []

    # ── turning how it was won ───────────────────────────────────────────────────────────────────────────────────

    def _turned(self, name: str, step: int = 1) -> Context:
        rules = self.rules
        turned = hand_choices.press(
            self.context,
            name,
            self.editor,
            concealed_robbing=rules is not None and rules.switches.rob_concealed_kong_for_orphans,
            migi=rules is not None and rules.switches.migi,
            step=step,
        )
        if name == "big_kong" and "big_kong" in turned.chain and not self.several:
            turned = replace(turned, self_draw=True, rob_kong=False, rob_concealed_kong=False)
        elif name == "big_kong" and "big_kong" not in turned.chain and self.request.payer is not None:
            turned = replace(turned, self_draw=False, chain=())  # as asked: off a discard
        if self.request.alone and self.rules is not None and self.rules.table == "hk":
            if name == "seat":
                turned = replace(turned, dealer=(turned.dealer or 0) if turned.seat == 0 else None)
            elif name == "dealer":
                seat = 0 if turned.dealer is not None else (turned.seat or 1)
                turned = replace(turned, seat=seat)
        return turned

    def _blocked(self, name: str, step: int = 1) -> tuple[Msg, Msg] | None:
        """Why a choice cannot be turned now: in a few words, and in a sentence."""
        if self.rules is None:
            return None
        if self.several and (
            name == "self_draw" or (name in ("kong", "big_kong", "flower") and not self.context.chain)
        ):
            return msg("several won"), msg("several won off one tile, so nobody drew it")
        turned = self._turned(name, step)
        return hand_choices.blocked(self.context, turned, self.hand, self.rules, self.key("hand.self_draw"))

    def turn(self, name: str, step: int = 1) -> None:
        """Turns one choice, unless it cannot be: then says why."""
        self.hint = None
        fixed = hand_choices.fixed(name, self.rules, alone=self.request.alone)
        if fixed is not None:
            self._refuse(fixed)
            return
        reason = self._blocked(name, step)
        if reason is not None:
            self._refuse(reason[1])
            return
        turned = self._turned(name, step)
        self._settle_payer(name, turned)

    def _refuse(self, message: Msg) -> None:
        self.hint = ("✗", message)
        self._say()

    def _settle_payer(self, name: str, turned: Context) -> None:
        """Takes the turned context; asks who pays where that is another question now."""
        if self.request.alone:
            self._take_context(turned, None if turned.self_draw else self.payer)
            return
        one_pays = self.rules is None or counting.payer_of(turned, self.rules) != "all"
        if not one_pays:
            self._take_context(turned, None)
        elif self.payer is not None:
            self._take_context(turned, self.payer)
        else:
            question = hand_words.who_pays(turned)

            def answered(seat: Seat | None) -> None:
                if seat is not None:
                    self._take_context(turned, seat)

            self.app.push_screen(
                AskSeatScreen(lambda: _(question), self.request.players, self._others()), answered
            )

    def _take_context(self, context: Context, payer: Seat | None) -> None:
        self.context, self.payer = context, payer
        self.recount()

    # ── messages ─────────────────────────────────────────────────────────────────────────────────────────────────

    @on(EntryLine.Changed)
    def _typed(self, event: EntryLine.Changed) -> None:
        event.stop()
        if event.editor is self.editor:
            return
        self.hint = None
        same = (event.editor.cells, event.editor.won) == (self.editor.cells, self.editor.won)
        self.editor = event.editor
        if same:
            self._say()
        else:
            self.lit = ()
            self.recount()

    @on(EntryLine.Pasted)
    def _pasted(self, event: EntryLine.Pasted) -> None:
        """Tiles, or a whole line ``HAND | WORDS``."""
        event.stop()
        tiles, _bar, words = event.text.strip().strip('"').partition("|")
        line = self.query_one(EntryLine)
        line.change(line.editor.paste(tiles))
        self.editor, self.hint, self.lit = line.editor, None, ()
        self.recount()
        if words.strip() and not line.editor.problem:
            problem = counting.words_problem(words)
            if problem is not None:
                self.hint = ("✗", problem)
                self._say()
                return
            said = hand_choices.read_words(words, self.context)
            if not self.request.alone:
                said = replace(
                    said,
                    seat=self.context.seat if hand_choices.seat_follows_dealer(self.rules) else said.seat,
                    round=self.context.round,
                    dealer=self.context.dealer,
                    self_draw=self.context.self_draw,
                )
            self.context = said
            self.recount()

    @on(ChoicePanel.Turned)
    def _choice(self, event: ChoicePanel.Turned) -> None:
        event.stop()
        self.turn(event.name, event.step)

    @on(ChoicePanel.RiverTyped)
    def _river(self, event: ChoicePanel.RiverTyped) -> None:
        event.stop()
        self.hint = None
        if event.digit:
            turned = hand_choices.type_river(self.context, event.digit, append=event.append)
        else:
            turned = hand_choices.erase_river(self.context)
        self.context = turned
        self.recount()

    @on(ChoicePanel.Pointed)
    def _choice_pointed(self, event: ChoicePanel.Pointed) -> None:
        event.stop()
        self.hint = None
        reason = self._blocked(event.row.name)
        self.pointed = (
            tr(reason[1]) if event.row.blocked and reason else _(hand_words.CHOICE_HELP[event.row.name])
        )
        self._say()

    @on(ItemList.Pointed)
    def _item_pointed(self, event: ItemList.Pointed) -> None:
        event.stop()
        self.hint = None
        self.lit = event.row.tiles if event.row else ()
        self.pointed = event.row.detail if event.row else ""
        self.query_one(DrawnHand).show(self.editor, is_sorted=self.is_sorted, lit=self.lit)
        self._say()

    def on_key(self, event: events.Key) -> None:
        """Keys nobody took. Tiles typed while another part has the focus go to the line; a letter that is neither tile nor key is
        answered, not swallowed: caps lock, or a small e for East."""
        character = event.character
        if not event.is_printable or not character or event.key in self.active_bindings:
            return
        line = self.query_one(EntryLine)
        if self.query_one("#own", Input).has_focus:
            return
        if not line.has_focus and line.editor.accepts(character):
            event.stop()
            line.focus()
            line.change(line.editor.type(character))
        else:
            self._answer(character)

    def _answer(self, character: str) -> None:
        problem = self.editor.type(character).problem
        if problem is not None:
            self._refuse(problem)

    def on_paste(self, event: events.Paste) -> None:
        """A paste while another part has the focus is meant for the line."""
        event.stop()
        line = self.query_one(EntryLine)
        line.focus()
        line.post_message(EntryLine.Pasted(line, event.text))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if isinstance(event.widget, EntryLine):
            self.pointed = ""
            self.lit = ()
            self.query_one(DrawnHand).show(self.editor, is_sorted=self.is_sorted)
            self._say()

    # ── actions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def action_self_draw(self) -> None:
        self.turn("self_draw")

    def action_rob(self) -> None:
        self.turn("rob")

    def action_last_tile(self) -> None:
        self.turn("last_tile")

    def action_kong(self) -> None:
        self.turn("kong")

    def action_big_kong(self) -> None:
        self.turn("big_kong")

    def action_flower(self) -> None:
        self.turn("flower")

    def action_river(self) -> None:
        """From the tiles to the river's row and back, so that a number can be typed."""
        panel, line = self.query_one(ChoicePanel), self.query_one(EntryLine)
        if panel.has_focus and panel.rows[panel.cursor].name == "river":
            line.focus()
        else:
            panel.focus()
            panel.point_at("river")

    def action_heavenly(self) -> None:
        self.turn("heavenly")

    def action_earthly(self) -> None:
        self.turn("earthly")

    def action_flower_paid(self) -> None:
        self.turn("flower_paid")

    def action_ready(self) -> None:
        self.turn("ready")

    def action_seat(self) -> None:
        self.turn("seat")

    def action_round(self) -> None:
        self.turn("round")

    def action_dealer(self) -> None:
        self.turn("dealer")

    def action_winning(self, step: int = 1) -> None:
        line = self.query_one(EntryLine)
        line.change(line.editor.move_winning(step))

    def action_winning_back(self) -> None:
        self.action_winning(-1)

    def action_readings(self) -> None:
        self.unfolded = not self.unfolded
        self.query_one(ItemList).show(self._items())

    def action_sort(self) -> None:
        self.is_sorted = not self.is_sorted
        self.hint = ("", msg("tiles drawn sorted") if self.is_sorted else msg("tiles drawn as typed"))
        self._show()

    def action_rules(self) -> None:
        """The next rule set; in a night the night's own stands."""
        if not self.request.alone:
            self._refuse(
                msg(
                    "this night is counted by {rules}; it was chosen when the night began",
                    rules=self.rules_name,
                )
            )
            return
        names = counting.rule_names()
        place = names.index(self.rules_name) if self.rules_name in names else -1
        self.rules_name = names[(place + 1) % len(names)]
        self.rules = counting.load_rules(self.rules_name)
        if self.rules.table == "hk":
            if (self.context.seat == 0) != (self.context.dealer is not None):
                self.context = replace(self.context, dealer=0 if self.context.seat == 0 else None)
            self.context = replace(self.context, ready="")
        self.editor = replace(self.editor, plant_order=self.rules.switches.plant_order)
        self.query_one(EntryLine).editor = self.editor
        self.recount()

    # ── leaving ──────────────────────────────────────────────────────────────────────────────────────────────────

    def action_number(self) -> None:
        """Opens the field for another number."""
        self.query_one("#ownline").display = True
        own = self.query_one("#own", Input)
        own.value = ""
        own.focus()

    @on(Input.Submitted, "#own")
    def _own_number(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        if not text:
            self._close_number()
        elif not text.isdecimal():
            self._refuse(msg("a hand has a whole number of fan, 0 or more"))
        else:
            self._take(int(text))

    @on(Input.Changed, "#own")
    def _number_typed(self, event: Input.Changed) -> None:
        """Says that the count is kept beside another number."""
        event.stop()
        if event.value and isinstance(self.counted, counting.Counted):
            self.hint = (
                "",
                msg("the count, {n} fan, is kept beside it", n=self.counted.fan + self.request.extra),
            )
            self._say()

    def _close_number(self) -> None:
        self.query_one("#ownline").display = False
        self.hint = None
        self.query_one(EntryLine).focus()

    def action_confirm(self) -> None:
        if isinstance(self.counted, counting.Counted):
            self._take(self.counted.fan + self.request.extra)
        else:
            sign, sentence = self._state()
            self.hint = (
                "✗",
                msg(
                    "cannot be counted yet: {why}; {key} types a number",
                    why=sentence,
                    key=self.key("hand.number"),
                ),
            )
            del sign
            self._say()

    def _take(self, fan: int) -> None:
        win = counting.win(self.request, self.counted, self.editor, self.context, self.rules, fan)
        drafts = _drafts.get(self.app)
        if drafts is not None:
            drafts.pop(self._key, None)
        self.dismiss(HandResult(win, self.payer))

    def action_back(self) -> None:
        if self.query_one("#own", Input).has_focus:
            self._close_number()
            return
        if not self.query_one(EntryLine).has_focus:
            self.query_one(EntryLine).focus()
            return
        asked = self.request
        _drafts.setdefault(self.app, {})[self._key] = _Draft(
            (asked.hand, asked.context), self.editor, self.context, self.payer, self.loaded
        )
        self.dismiss(None)

    @property
    def title_text(self) -> str:
        """For the history of screens."""
        return clip(self.request.players[self.request.winner], 12)
