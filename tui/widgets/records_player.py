"""One player's page: figures, biggest hand with its tiles and items, most frequent fans, opponents."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from models.statistics import Duel, PlayerFigures
from tui.hand_lines import item_lines, tile_lines
from tui.i18n import _, n_, pick
from tui.text import clip, flow, left, right
from tui.widgets.lines import Lines
from tui.widgets.records import average, percent
from tui.widgets.tiles import TileStyle
from tui.words import money, signed, tone

BARS = "▏▎▍▌▋▊▉█"


class PlayerPage(Lines):
    """Everything about one player, as long as it is."""

    DEFAULT_CSS = "PlayerPage { height: auto; padding: 0 1; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.figures: PlayerFigures | None = None
        self.duels: Sequence[Duel] = ()

    def show(self, figures: PlayerFigures | None, duels: Sequence[Duel]) -> None:
        """Another player, or none."""
        self.figures = figures
        self.duels = duels
        self.refresh(layout=True)

    def lines(self, width: int, height: int) -> list[Content]:
        p = self.figures
        if p is None:
            return [Content.styled(_("Nobody has played in these nights."), "$text-muted")]
        made = [
            Content.assemble(
                (p.name, "bold $primary"),
                "  ",
                (signed(p.result), f"bold {tone(p.result)}"),
                (
                    "  "
                    + n_("{n} night", "{n} nights", p.nights)
                    + " · "
                    + n_("{n} hand", "{n} hands", p.hands),
                    "$text-muted",
                ),
            ),
            Content(""),
        ]
        made += self._figures(p, width)
        made += self._best(p, width)
        made += self._fans(p, width)
        made += self._duels(width)
        return made

    @staticmethod
    def _figures(p: PlayerFigures, width: int) -> list[Content]:
        rows: list[tuple[str, Content]] = [
            (
                _("hands won"),
                Content.assemble((str(p.won), "bold"), ("  " + percent(p.win_rate), "$text-muted")),
            ),
            (
                _("by self-draw"),
                Content.assemble(
                    (str(p.self_drawn), "bold"), ("  " + percent(p.self_draw_rate), "$text-muted")
                ),
            ),
            (
                _("dealt in"),
                Content.assemble((str(p.dealt_in), "bold"), ("  " + percent(p.deal_in_rate), "$text-muted")),
            ),
            (_("average win"), Content.styled(average(p.average_win), "bold")),
            (_("average loss"), Content.styled(average(p.average_loss), "bold")),
            (_("longest streak"), Content.styled(str(p.streak), "bold")),
            (_("hand points"), Content.styled(signed(p.hand_points), f"bold {tone(p.hand_points)}")),
            (_("lai extra"), Content.styled(signed(p.lai_extra), f"bold {tone(p.lai_extra)}")),
            (_("instant"), Content.styled(signed(p.instant), f"bold {tone(p.instant)}")),
            (_("a night"), Content.styled(average(p.average_night), "bold")),
            (_("nights won"), Content.styled(f"{p.nights_won}/{p.nights}", "bold")),
            (
                _("best, worst night"),
                Content.assemble(
                    (signed(p.best_night), f"bold {tone(p.best_night)}"),
                    "  ",
                    (signed(p.worst_night), f"bold {tone(p.worst_night)}"),
                ),
            ),
        ]
        columns = 3 if width >= 100 else 2 if width >= 56 else 1
        room = width // columns
        label = max(cell_len(name) for name, _value in rows) + 2
        tall = -(-len(rows) // columns)
        made = []
        for line in range(tall):
            parts: list[Content | str | tuple[str, str]] = []
            for column in range(columns):
                at = column * tall + line
                if at < len(rows):
                    name, value = rows[at]
                    cell = Content.assemble((left(name, label), "$text-muted"), value)
                    parts += [cell, " " * max(room - cell.cell_length, 1)]
            made.append(Content.assemble(*parts))
        return made

    def _best(self, p: PlayerFigures, width: int) -> list[Content]:
        if p.best is None:
            return []
        best = p.best
        how = _("self-draw") if best.self_drawn else _("discard")
        made = [
            Content(""),
            Content.styled("▌ " + _("Biggest hand"), "bold $accent"),
            Content.assemble(
                (_("{number} fan").format(number=best.fan), "bold"),
                (
                    f"  {money(best.value)} · {how} · {best.date} · " + _("event {n}").format(n=best.number),
                    "$text-muted",
                ),
            ),
        ]
        style: TileStyle = getattr(self.app, "tile_style", TileStyle.LABEL)
        if best.hand:
            made += tile_lines(best.hand, width, style)
        made += item_lines(best.items, min(width, 76))
        return made

    @staticmethod
    def _fans(p: PlayerFigures, width: int) -> list[Content]:
        if not p.fans:
            return []
        made = [Content(""), Content.styled("▌ " + _("Most frequent fans"), "bold $accent")]
        most = p.fans[0].hands
        room = min(max(width - 34, 8), 40)
        for fan in p.fans[:8]:
            made.append(
                Content.assemble(
                    left(pick(fan.zh, fan.en), 24),
                    (right(str(fan.hands), 4), "bold"),
                    "  ",
                    (bar(fan.hands, most, room), "$secondary"),
                )
            )
        return made

    def _duels(self, width: int) -> list[Content]:
        if not self.duels:
            return []
        made = [Content(""), Content.styled("▌ " + _("Head to head"), "bold $accent")]
        for duel in self.duels:
            one, other = duel.one, duel.other
            said = flow(
                [
                    Content.styled(words, "$text-muted")
                    for words in (
                        _("won {n}, lost {m}").format(n=one.hands, m=other.hands),
                        _("pulled on {n}, pulled by {m}").format(n=one.rolled, m=other.rolled),
                        _("kicked {n}, kicked by {m}").format(n=one.kicked, m=other.kicked),
                        _("chops {n}, chopped by {m}").format(n=other.chopped, m=one.chopped),
                    )
                ],
                max(width - 24, 24),
            )
            start = Content.assemble(
                left(clip(other.winner_name, 14), 15),
                (right(signed(duel.balance), 7), f"bold {tone(duel.balance)}"),
                "  ",
            )
            made += [Content.assemble(start if n == 0 else " " * 24, part) for n, part in enumerate(said)]
        return made


def bar(value: int, most: int, width: int) -> str:
    """A bar of at most ``width`` cells, to an eighth of a cell."""
    eighths = value * width * 8 // max(most, 1)
    return "█" * (eighths // 8) + (BARS[eighths % 8 - 1] if eighths % 8 else "")
