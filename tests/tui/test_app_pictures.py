"""Pictures of single widgets, one tiny app each, so that a failing picture names its cause."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.widgets import Static

from models.events import Entry, HandWon, NightStarted, Options, Win
from models.night import Folder
from tui import i18n, theme
from tui.recording import Draft
from tui.text import stack
from tui.widgets import dice, tiles
from tui.widgets.board import DebtBoard
from tui.widgets.chart import BalanceChart
from tui.widgets.hands import LastHands
from tui.widgets.prompt import RecordPrompt
from tui.widgets.seats import SeatTable
from tui.widgets.standings import Standings

HANDS = (HandWon((Win(0, 4),), None), HandWon((Win(0, 18),), 2), HandWon((Win(0, 21),), 2))


def folder() -> Folder:
    start = NightStarted(("甲", "Betty", "陳大文", "丁"), 5, 1, "2026-11-29", Options(), "3f2a9c")
    return Folder([Entry(0, "", start), *(Entry(n, "", hand) for n, hand in enumerate(HANDS, 1))])


class One(App[None]):
    """Shows one widget in the app's own colours."""

    def __init__(self, make, night=None) -> None:
        super().__init__()
        self.make = make
        self.folder = night
        self.register_theme(theme.FELT)
        self.theme = "felt"

    def compose(self) -> ComposeResult:
        yield self.make()

    def on_mount(self) -> None:
        for widget in self.query("DebtBoard, SeatTable, Standings, LastHands, BalanceChart"):
            widget.show(folder().night)
        for prompt in self.query(RecordPrompt):
            prompt.show(folder().night, folder(), Draft(winners=(0,), payer=2, typed="10"))


@pytest.fixture(autouse=True, params=["en", "zh_HK"])
def language(request):
    i18n.use(request.param)
    yield
    i18n.use("en")


@pytest.mark.parametrize(
    ("widget", "size"),
    [
        (DebtBoard, (42, 8)),
        (DebtBoard, (78, 15)),
        (SeatTable, (38, 8)),
        (SeatTable, (42, 15)),
        (Standings, (52, 8)),
        (LastHands, (80, 6)),
        (BalanceChart, (52, 12)),
        (RecordPrompt, (80, 6)),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else f"{value[0]}x{value[1]}",
)
def test_widget(snap_compare, widget, size):
    def make():
        made = widget()
        made.styles.width, made.styles.height = size
        return made

    assert snap_compare(One(make), terminal_size=size)


@pytest.mark.parametrize("style", list(tiles.TileStyle))
def test_tiles(snap_compare, style):
    def make():
        lines = []
        for first in (0, 9, 18, 27, 34):
            lines += [
                *tiles.row(
                    range(first, min(first + (9 if first < 27 else 7 if first == 27 else 8), 42)), style
                ),
                Content(""),
            ]
        return Static(stack(lines))

    assert snap_compare(One(make), terminal_size=(30, 16))


def test_dice(snap_compare):
    assert snap_compare(One(lambda: Static(stack(dice.draw((1, 4, None))))), terminal_size=(36, 6))
