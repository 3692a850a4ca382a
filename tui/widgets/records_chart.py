"""Balances drawn as lines: through a night, or from night to night. A digit on each line and a legend beneath name it, not colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from textual.app import ComposeResult
from textual.color import Color
from textual.containers import Vertical
from textual.content import Content

from tui.text import clip, flow
from tui.widgets.lines import Lines
from tui.words import signed, tone

if TYPE_CHECKING:
    from textual_plotext import PlotextPlot

COLOURS: Final = ("primary", "success", "error", "secondary", "warning", "accent", "foreground", "text-muted")
"""Theme colours of the lines, in order."""
MOST: Final = 8
"""More lines than this cannot be told apart."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player's balance."""

    name: str
    values: tuple[int, ...]


class Legend(Lines):
    """``1 甲 +53   2 乙 −33``."""

    DEFAULT_CSS = "Legend { height: auto; padding: 0 2; }"

    def __init__(self) -> None:
        super().__init__()
        self.shown: tuple[Line, ...] = ()

    def lines(self, width: int, height: int) -> list[Content]:
        pieces = [
            Content.assemble(
                (f"{number} ", f"bold ${COLOURS[number - 1]}"),
                clip(line.name, 14),
                " ",
                (signed(line.values[-1]), tone(line.values[-1])),
            )
            for number, line in enumerate(self.shown, 1)
            if line.values
        ]
        return flow(pieces, width, gap="   ")


class BalanceLines(Vertical):
    """The chart and its legend. The drawing library is loaded when the chart is first shown."""

    DEFAULT_CSS = """
    BalanceLines { height: 1fr; }
    BalanceLines PlotextPlot { height: 1fr; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.plot: PlotextPlot | None = None
        self.given: tuple[tuple[Line, ...], tuple[str, ...]] = ((), ())

    def compose(self) -> ComposeResult:
        yield Legend()

    def show(self, lines: Sequence[Line], ticks: Sequence[str]) -> None:
        """Draws ``lines``; ``ticks`` name their points along the foot (digits and ASCII only)."""
        self.given = (tuple(lines[:MOST]), tuple(ticks))
        if self.plot is None:
            from textual_plotext import PlotextPlot

            self.plot = PlotextPlot()
            self.mount(self.plot, before=self.query_one(Legend))
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Draws again, in the colours of the theme."""
        lines, ticks = self.given
        legend = self.query_one(Legend)
        legend.shown = lines
        legend.refresh(layout=True)
        if self.plot is None:
            return
        plt: Any = self.plot.plt
        plt.clear_figure()
        plt.frame(True)
        longest = max((len(line.values) for line in lines), default=0)
        if longest < 2:
            self.plot.refresh()
            return
        rgb = [self._rgb(name) for name in COLOURS]
        paper = self._rgb("background")
        plt.canvas_color(paper)
        plt.axes_color(paper)
        plt.ticks_color(self._rgb("foreground"))
        plt.hline(0, self._rgb("border"))
        drawn = _spread(
            longest, max(4 * self.plot.size.width, 200)
        )  # more points than dots show nothing more
        for number, line in enumerate(lines):
            xs = [x for x in drawn if x < len(line.values)]
            plt.plot(xs, [line.values[x] for x in xs], marker="braille", color=rgb[number])
        # digits after all lines, so that none is drawn over; spread so that two rarely meet
        step = max(longest // 4, 1)
        for number, line in enumerate(lines):
            places = {
                len(line.values) - 1,
                *range(1 + number * step // max(len(lines), 1), len(line.values), step),
            }
            for x in sorted(places):
                plt.text(
                    str(number + 1), x, line.values[x], color=rgb[number], background=paper, style="bold"
                )
        shown = _spread(len(ticks), max(min(self.plot.size.width // 14, 8), 2))
        plt.xticks(shown, [ticks[n] for n in shown])
        low = min(min(line.values) for line in lines)
        high = max(max(line.values) for line in lines)
        marks = [mark for mark in _marks(low, high, 7) if low <= mark <= high]
        plt.yticks(marks, [signed(mark).replace("−", "-") for mark in marks])
        self.plot.refresh()

    def _rgb(self, name: str) -> tuple[int, int, int]:
        variables = self.app.get_css_variables()
        value = variables.get(name, variables["foreground"])
        try:
            return Color.parse(value.split(" ")[0]).rgb
        except Exception:  # a theme's variable may be "auto 60%"
            return Color.parse(variables["foreground"]).rgb

    def on_resize(self) -> None:
        """Other room, other ticks."""
        if self.plot is not None:
            self.draw()


def _spread(count: int, most: int) -> list[int]:
    """At most ``most`` places of ``count``, the first and last among them."""
    if count <= most:
        return list(range(count))
    return sorted({round(n * (count - 1) / (most - 1)) for n in range(most)})


def _marks(low: int, high: int, most: int) -> list[int]:
    """Round numbers from below ``low`` to above ``high``, zero among them where it lies between."""
    span = max(high - low, 1)
    step = 1
    while span / step > most:
        step = (int(str(step)[0] in "15") and step * 2) or step * 5 // 2
    start = low // step * step
    return list(range(start, high + step, step))
