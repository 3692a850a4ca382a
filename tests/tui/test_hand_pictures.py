"""Pictures of the hand screen's parts, one tiny app each."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from models.events import Seat
from models.hand import Context
from tui import counting, hand_choices, hand_words, i18n, theme
from tui.hand_entry import Editor
from tui.requests import HandRequest
from tui.widgets.hand.choice_panel import ChoicePanel, ChoiceRow
from tui.widgets.hand.count_panel import CountPanel
from tui.widgets.hand.drawn_hand import DrawnHand
from tui.widgets.hand.entry_line import EntryLine
from tui.widgets.hand.item_list import ItemList

HAND = "(234m)[9999p] 345s 567s 67s EE 1f 6f +8s"
REQUEST = HandRequest(("甲", "Betty", "陳大文", "丁"), 1, None, 0, 1, 0, "hk", 5, 1)
CONTEXT = Context(self_draw=True, chain=("kong",), river=9)


def entry() -> EntryLine:
    return EntryLine(Editor().paste(HAND).move(-4))


def drawn() -> DrawnHand:
    widget = DrawnHand()
    widget.show(Editor().paste(HAND), is_sorted=True, lit=(20, 21, 22))
    return widget


def choices() -> ChoicePanel:
    panel = ChoicePanel()
    rows = []
    for name in hand_choices.TOGGLES:
        on = hand_choices.is_on(name, CONTEXT)
        rows.append(
            ChoiceRow(
                name,
                name[0],
                hand_words.choice_label(name, CONTEXT),
                hand_words.choice_value(name, CONTEXT, REQUEST, None),
                on,
                "" if on or name not in ("rob", "heavenly") else "✗",
                name in ("seat", "round", "dealer"),
            )
        )
    panel.show(rows)
    return panel


def items() -> ItemList:
    rules = counting.load_rules("hk")
    outcome = counting.evaluate(Editor().paste("778899s 22333p 22334m +4m"), Context(), rules)
    widget = ItemList()
    widget.show(hand_words.item_rows(outcome, (), unfolded=True, key="g"))
    return widget


class Money(CountPanel):
    """The number with three payers beside it."""

    def on_mount(self) -> None:
        payer: Seat | None = None
        self.show("15", hand_words.money_lines(15, REQUEST, CONTEXT, payer))


class One(App[None]):
    """Shows one part in the app's own colours."""

    def __init__(self, make) -> None:
        super().__init__()
        self.make = make
        self.register_theme(theme.FELT)
        self.theme = "felt"

    def compose(self) -> ComposeResult:
        yield self.make()


@pytest.fixture(autouse=True, params=["en", "zh_HK"])
def language(request, tmp_path, monkeypatch):
    monkeypatch.setenv("TAIPAI_CONFIG_DIR", str(tmp_path / "config"))
    i18n.use(request.param)
    yield
    i18n.use("en")


@pytest.mark.parametrize(
    ("part", "size"),
    [(entry, (60, 2)), (drawn, (76, 2)), (choices, (46, 15)), (items, (50, 12)), (Money, (46, 4))],
    ids=["entry", "drawn", "choices", "items", "money"],
)
def test_part(snap_compare, part, size):
    assert snap_compare(One(part), terminal_size=size)
