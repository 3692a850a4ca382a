"""Worked nights, to the unit: what every event must leave standing, what must be paid and why, what the night must give.

Debts are written ``乙→甲 33 (2)``, payments ``乙→甲 16 kick_half``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

NAMES = ("甲", "乙", "丙", "丁")


@dataclass(frozen=True)
class Case:
    name: str
    lines: str
    """The night without its first line, one event a line."""
    after: tuple[tuple[str, str], ...]
    """Debts and payments of each event that has an entry among the hands."""
    totals: tuple[int, int, int, int] | None = None
    hand_points: tuple[int, int, int, int] | None = None
    lai_extra: tuple[int, int, int, int] | None = None
    instant: tuple[int, int, int, int] | None = None
    transfers: str | None = None
    base: int = 5
    options: tuple[str, ...] = ("dealer_fan = off",)
    names: tuple[str, ...] = ()
    """Names of the hands, where they matter."""
    problems: tuple[int, ...] = field(default=())
    """Lines that cannot be."""

    @property
    def text(self) -> str:
        head = [f"night 2026-11-29 base {self.base} per-fan 1 players {' '.join(NAMES)}"]
        head += [f"option {option}" for option in self.options]
        return "\n".join([*head, *(line.strip() for line in self.lines.strip().splitlines())]) + "\n"


CASES = (
    Case(
        "A six hands",
        """
        win 甲 from 乙 10
        win 甲 from 乙 5
        win 甲 from 丙 15
        win 乙 from 甲 8
        win 丁 self-draw 6
        settle
        """,
        (
            ("乙→甲 15 (1)", ""),
            ("乙→甲 33 (2)", ""),
            ("乙→甲 33 (2), 丙→甲 20 (1)", ""),
            ("甲→乙 13 (1)", "乙→甲 16 kick_half, 丙→甲 20 outsider"),
            ("甲→丁 11 (1), 乙→丁 11 (1), 丙→丁 11 (1)", "甲→乙 13 outsider"),
            ("", "甲→丁 11 settle_up, 乙→丁 11 settle_up, 丙→丁 11 settle_up"),
        ),
        (12, -14, -31, 33),
        (21, -23, -31, 33),
        (-9, 9, 0, 0),
        (0, 0, 0, 0),
        "丙→丁 31, 乙→甲 12, 乙→丁 2",
    ),
    Case(
        "B i an outsider wins",
        """
        win 甲 self-draw 4
        win 甲 from 丙 18
        win 乙 from 丁 15
        """,
        (
            ("乙→甲 10 (1), 丙→甲 10 (1), 丁→甲 10 (1)", ""),
            ("乙→甲 10 (1), 丙→甲 41 (2), 丁→甲 10 (1)", ""),
            ("丁→乙 20 (1)", "乙→甲 10 outsider, 丙→甲 41 outsider, 丁→甲 10 outsider"),
        ),
        (61, -10, -41, -10),
        options=(),
        names=("東風東局 0", "東風東局 1", "東風東局 2"),
    ),
    Case(
        "B ii the third pull",
        """
        win 甲 self-draw 4
        win 甲 from 丙 18
        win 甲 from 丙 21
        chop 丙 to 甲
        """,
        (
            ("乙→甲 10 (1), 丙→甲 10 (1), 丁→甲 10 (1)", ""),
            ("乙→甲 10 (1), 丙→甲 41 (2), 丁→甲 10 (1)", ""),
            ("乙→甲 10 (1), 丙→甲 93 (3), 丁→甲 10 (1)", ""),
            ("乙→甲 10 (1), 丁→甲 10 (1)", "丙→甲 93 chop"),
        ),
        options=(),
    ),
    Case(
        "B ii by the source's own fan",
        """
        win 甲 self-draw 4
        win 甲 from 丙 18
        win 甲 from 丙 26
        """,
        (
            ("乙→甲 10 (1), 丙→甲 10 (1), 丁→甲 10 (1)", ""),
            ("乙→甲 10 (1), 丙→甲 41 (2), 丁→甲 10 (1)", ""),
            ("乙→甲 10 (1), 丙→甲 98 (3), 丁→甲 10 (1)", ""),
        ),
        options=(),
    ),
    Case(
        "B iii a counter-attack by self-draw",
        """
        win 甲 self-draw 4
        win 甲 from 丙 18
        win 丙 self-draw 14
        """,
        (
            ("乙→甲 10 (1), 丙→甲 10 (1), 丁→甲 10 (1)", ""),
            ("乙→甲 10 (1), 丙→甲 41 (2), 丁→甲 10 (1)", ""),
            (
                "甲→丙 24 (1), 乙→丙 19 (1), 丁→丙 19 (1)",
                "乙→甲 10 outsider, 丙→甲 20 kick_half, 丁→甲 10 outsider",
            ),
        ),
        (40, -10, -20, -10),
        options=(),
    ),
    Case(
        "C settled self-draw, a roll",
        "win 甲 from 乙 10\nwin 甲 self-draw 6",
        (("乙→甲 15 (1)", ""), ("", "乙→甲 34 self_draw, 丙→甲 11 self_draw, 丁→甲 11 self_draw")),
        (56, -34, -11, -11),
        lai_extra=(8, -8, 0, 0),
        options=("dealer_fan = off", "self_draw = settled"),
    ),
    Case(
        "D settled self-draw, a kick",
        "win 甲 from 乙 10\nwin 乙 self-draw 6",
        (
            ("乙→甲 15 (1)", ""),
            ("", "甲→乙 11 self_draw, 乙→甲 7 kick_half, 丙→乙 11 self_draw, 丁→乙 11 self_draw"),
        ),
        (-4, 26, -11, -11),
        lai_extra=(-8, 8, 0, 0),
        options=("dealer_fan = off", "self_draw = settled"),
    ),
    Case(
        "E chopped by itself at three",
        "win 甲 from 乙 10\nwin 甲 from 乙 5\nwin 甲 from 乙 5",
        (("乙→甲 15 (1)", ""), ("乙→甲 33 (2)", ""), ("", "乙→甲 60 auto_chop")),
        (60, -60, 0, 0),
        options=("dealer_fan = off", "chop = auto"),
    ),
    Case(
        "F outsider hold, no part",
        "win 甲 from 乙 10\nwin 丙 from 丁 3",
        (("乙→甲 15 (1)", ""), ("乙→甲 15 (1), 丁→丙 8 (1)", "")),
        options=("dealer_fan = off", "outsider_win = hold"),
    ),
    Case(
        "F outsider hold, the creditor deals in",
        "win 甲 from 乙 10\nwin 丙 from 甲 3",
        (("乙→甲 15 (1)", ""), ("甲→丙 8 (1)", "乙→甲 15 outsider")),
        options=("dealer_fan = off", "outsider_win = hold"),
    ),
    Case(
        "F outsider hold, the debtor deals in",
        "win 甲 from 乙 10\nwin 丙 from 乙 3",
        (("乙→甲 15 (1)", ""), ("乙→丙 8 (1)", "乙→甲 15 outsider")),
        options=("dealer_fan = off", "outsider_win = hold"),
    ),
    Case(
        "F outsider hold, a self-draw",
        "win 甲 from 乙 10\nwin 丙 self-draw 3",
        (
            ("乙→甲 15 (1)", ""),
            ("甲→丙 8 (1), 乙→丙 8 (1), 丁→丙 8 (1)", "乙→甲 15 outsider"),
        ),
        options=("dealer_fan = off", "outsider_win = hold"),
    ),
    Case(
        "F outsider hold, the debtor wins off a third player",
        "win 甲 from 乙 10\nwin 乙 from 丙 3",
        (("乙→甲 15 (1)", ""), ("丙→乙 8 (1)", "乙→甲 15 outsider")),
        options=("dealer_fan = off", "outsider_win = hold"),
    ),
    Case(
        "G bystander holds",
        "win 甲 from 乙 10\nwin 甲 3, 丁 4 from 丙",
        (("乙→甲 15 (1)", ""), ("乙→甲 15 (1), 丙→甲 8 (1), 丙→丁 9 (1)", "")),
    ),
    Case(
        "G bystander settles",
        "win 甲 from 乙 10\nwin 甲 3, 丁 4 from 丙",
        (("乙→甲 15 (1)", ""), ("丙→甲 8 (1), 丙→丁 9 (1)", "乙→甲 15 outsider")),
        options=("dealer_fan = off", "bystander_on_multi_ron = settle"),
    ),
    Case(
        "H the nearest alone wins",
        "win 甲 10, 丁 8 from 丙\ndraw",
        (("丙→丁 13 (1)", ""), ("丙→丁 13 (1)", "")),
        hand_points=(0, 0, -13, 13),
        options=("multi_ron = nearest",),
        names=("東風東局 0", "東風南局 0"),
    ),
    Case(
        "I two winners, one of them deals",
        "win 甲 10, 丁 8 from 丙\nwin 甲 3, 丁 3 from 丙\nwin 乙 1, 丁 2 from 甲",
        (
            ("丙→甲 16 (1), 丙→丁 13 (1)", ""),
            ("丙→甲 35 (2), 丙→丁 28 (2)", ""),
            ("甲→乙 11 (1), 甲→丁 12 (1), 丙→丁 28 (2)", "丙→甲 35 outsider"),
        ),
        options=(),
        names=("東風東局 0", "東風東局 1", "東風東局 2"),
    ),
    Case(
        "J the choice closes with the next hand",
        """
        win 甲 from 乙 0
        win 甲 from 乙 0
        win 甲 from 乙 0
        draw
        chop 乙 to 甲
        win 甲 from 乙 0
        win 甲 from 乙 0
        win 甲 from 乙 0
        chop 乙 to 甲
        """,
        (
            ("乙→甲 5 (1)", ""),
            ("乙→甲 13 (2)", ""),
            ("乙→甲 25 (3)", ""),
            ("乙→甲 25 (3)", ""),
            ("乙→甲 43 (4)", ""),
            ("乙→甲 70 (5)", ""),
            ("乙→甲 110 (6)", ""),
            ("", "乙→甲 110 chop"),
        ),
        options=("dealer_fan = off", "chop_again = after_more_pulls"),
        problems=(8,),
    ),
    Case(
        "J the choice taken at once",
        "win 甲 from 乙 0\nwin 甲 from 乙 0\nwin 甲 from 乙 0\nchop 乙 to 甲",
        (("乙→甲 5 (1)", ""), ("乙→甲 13 (2)", ""), ("乙→甲 25 (3)", ""), ("", "乙→甲 25 chop")),
        options=("dealer_fan = off", "chop_again = after_more_pulls"),
    ),
    Case(
        "J at any time, after a draw too",
        "win 甲 from 乙 0\nwin 甲 from 乙 0\nwin 甲 from 乙 0\ndraw\nchop 乙 to 甲",
        (
            ("乙→甲 5 (1)", ""),
            ("乙→甲 13 (2)", ""),
            ("乙→甲 25 (3)", ""),
            ("乙→甲 25 (3)", ""),
            ("", "乙→甲 25 chop"),
        ),
    ),
    Case(
        "K a kick of nothing",
        "win 甲 from 乙 0\nwin 乙 from 甲 0",
        (("乙→甲 1 (1)", ""), ("甲→乙 1 (1)", "")),
        (0, 0, 0, 0),
        (0, 0, 0, 0),
        (-1, 1, 0, 0),
        base=1,
    ),
    Case(
        "half up changes the kick alone",
        "win 甲 from 乙 10\nwin 甲 from 乙 5\nwin 乙 from 甲 8",
        (("乙→甲 15 (1)", ""), ("乙→甲 33 (2)", ""), ("甲→乙 13 (1)", "乙→甲 17 kick_half")),
        lai_extra=(8 - 16, 16 - 8, 0, 0),
        options=("dealer_fan = off", "rounding = half_up"),
    ),
    Case(
        "both won off a third player",
        "win 甲 from 乙 10\nwin 甲 1, 乙 2 from 丁",
        (("乙→甲 15 (1)", ""), ("丁→甲 6 (1), 丁→乙 7 (1)", "乙→甲 15 both_won")),
    ),
    Case(
        "kick and roll off one discarder",
        "win 甲 from 乙 10\nwin 丁 2, 乙 1 from 甲",
        (("乙→甲 15 (1)", ""), ("甲→乙 6 (1), 甲→丁 7 (1)", "乙→甲 7 kick_half")),
    ),
    Case(
        "cash",
        "win 甲 self-draw 4\nwin 甲 2, 乙 3 from 丙\ndraw\nwin 乙 from 丙 1\nsettle",
        (
            ("", "乙→甲 10 cash, 丙→甲 10 cash, 丁→甲 10 cash"),
            ("", "丙→甲 10 cash, 丙→乙 8 cash"),
            ("", ""),
            ("", "丙→乙 7 cash"),
            ("", ""),
        ),
        (40, 5, -35, -10),
        (40, 5, -35, -10),
        (0, 0, 0, 0),
        (0, 0, 0, 0),
        "丙→甲 35, 丁→甲 5, 丁→乙 5",
        options=("settlement = cash",),
        names=("東風東局 0", "東風東局 1", "東風東局 2", "東風南局 0", "東風南局 1"),
    ),
    Case(
        "Taiwan: a draw is a continuation",
        "draw\nwin 甲 self-draw 1",
        (("", ""), ("", "乙→甲 9 cash, 丙→甲 9 cash, 丁→甲 9 cash")),
        options=("settlement = cash", "draw_keeps_dealer = true", "rules = taiwan"),
        names=("東風東局 0", "東風東局 1"),
    ),
    Case(
        "the whole grammar",
        """
        win 甲 from 丙 10
        win 甲 10, 丁 8 from 丙            # 丙→甲 38 (2), 丙→丁 13
        win 甲 self-draw 6                 # 丙→甲 68 (3), 乙→甲 11, 丁→甲 11; 丙 pays 丁 13
        draw
        chop 丙 to 甲                      # the debtor pays in full
        count 甲 68
        pay all to 丁 35 八仙過海
        pay 乙 to all 20 詐糊
        pay 丙 to 丁 30 reward
        undo                               # takes back the line above
        settle
        """,
        (
            ("丙→甲 15 (1)", ""),
            ("丙→甲 38 (2), 丙→丁 13 (1)", ""),
            ("乙→甲 11 (1), 丙→甲 68 (3), 丁→甲 11 (1)", "丙→丁 13 outsider"),
            ("乙→甲 11 (1), 丙→甲 68 (3), 丁→甲 11 (1)", ""),
            ("乙→甲 11 (1), 丁→甲 11 (1)", "丙→甲 68 chop"),
            ("乙→甲 11 (1), 丁→甲 11 (1)", "甲→丁 35 instant, 乙→丁 35 instant, 丙→丁 35 instant"),
            ("乙→甲 11 (1), 丁→甲 11 (1)", "乙→甲 20 instant, 乙→丙 20 instant, 乙→丁 20 instant"),
            ("", "乙→甲 11 settle_up, 丁→甲 11 settle_up"),
        ),
        (75, -106, -96, 127),
        (63, -11, -54, 2),
        (27, 0, -27, 0),
        (-15, -95, -15, 125),
        "乙→丁 106, 丙→甲 75, 丙→丁 21",
        names=(
            "東風東局 0",
            "東風東局 1",
            "東風東局 2",
            "東風東局 3",
            "東風南局 0",
            "東風南局 0",
            "東風南局 0",
            "東風南局 0",
        ),
    ),
)
