"""Arrange: which located tiles are the hand, and how they lie in it.

Everything is geometry on the table's plane. The tiles are all of one size, so how their areas change over
the picture gives the perspective, and the tile most others agree with gives the axes; then one tile is one
unit wide, a row is a chain of side-by-side tiles, and a claimed tile is one that lies across.

The answer is a short list of layouts, the likeliest first, because a picture may be laid in more than
one sensible way; the decoder takes the one whose hand makes most sense.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.groups import Group, group
from vision.layout import CHOWS, NONE, PLAY, Layout, MeldSpot
from vision.plane import FloatArray, Plane, flatten
from vision.reading import MeldKind

LONG: Final = 8
"""So long a row may be laid as crooked as it likes."""
ROWS_FROM: Final = 4
"""So many tiles side by side are a row, beside which other tiles may be discards."""
BESIDE: Final = 1.8
"""Flowers lie at most this many widths from the hand where discards are about."""
REACH: Final = 3.2
"""Parts of one hand are at most this many widths apart."""
UNFIT: Final = 3.0
"""How much less likely a hand with an impossible number of tiles is, in nats: a tile may have been missed, or be one too many."""


def arrange(corners: FloatArray, probabilities: FloatArray) -> list[Layout]:
    """Layouts of a picture's tiles, the likeliest first; never empty.

    corners: N x 4 x 2 pixels, clockwise, each from the tile's own top left as far as that is known.
    probabilities: N x 43 over the faces and *not a face*.
    """
    probabilities = np.asarray(probabilities, np.float64)
    count = len(probabilities)
    best = probabilities.argmax(1) if count else np.zeros(0, int)
    blank = [i for i in range(count) if best[i] == NONE]
    seen = [i for i in range(count) if best[i] != NONE]
    if not seen:
        return [Layout((), blank=tuple(blank))]
    plane = flatten(np.asarray(corners, np.float64))
    groups = group(plane)
    return _Layouts(plane, groups, probabilities, seen, blank).all()


class _Layouts:
    """Builds the layouts of one picture."""

    def __init__(
        self,
        plane: Plane,
        groups: list[Group],
        probabilities: FloatArray,
        seen: list[int],
        blank: list[int],
    ) -> None:
        self.plane = plane
        self.groups = groups
        self.logs = np.log(np.maximum(probabilities, 1e-9))
        self.best = probabilities.argmax(1)
        self.flower = {i for i in seen if probabilities[i, PLAY:NONE].sum() > probabilities[i, :PLAY].sum()}
        self.blank = set(blank)
        self.seen = seen

    # which tiles belong to the hand

    def _distance(self, a: Sequence[int], b: Sequence[int]) -> float:
        """The least gap between two groups, in tile widths, from rims and centres."""
        first = np.concatenate([self.plane.corners[list(a)].reshape(-1, 2), self.plane.centres[list(a)]])
        second = np.concatenate([self.plane.corners[list(b)].reshape(-1, 2), self.plane.centres[list(b)]])
        return float(np.hypot(*(first[:, None] - second[None]).transpose(2, 0, 1)).min())

    def _faces(self, tiles: Sequence[int]) -> list[int]:
        return [i for i in tiles if i not in self.blank]

    def _grow(self) -> list[tuple[Group, float]]:
        """Groups in the order a hand would grow from its main row, each with its distance from what is before it."""
        left = [g for g in self.groups if self._faces(g.tiles)]
        if not left:
            return []
        neat = {g: self._neat(g) for g in left}
        start = max(
            left,
            key=lambda g: (
                sum(len(self._faces(h.tiles)) for h in left if h.row == g.row and neat[h]),
                len(g.tiles),
            ),
        )
        grown = [(start, 0.0)]
        left.remove(start)
        gaps = {g: self._distance(start.tiles, g.tiles) for g in left}
        while left:
            # a lone tile lying askew is likelier a discard than part of the hand
            def far(g: Group) -> float:
                penalty = 0.0 if neat[g] or set(g.tiles) <= self.flower else 1.2
                return gaps[g] + penalty

            nearest = min(left, key=far)
            grown.append((nearest, far(nearest)))
            left.remove(nearest)
            for g in left:
                gaps[g] = min(gaps[g], self._distance(nearest.tiles, g.tiles))
        return grown

    def _neat(self, g: Group) -> bool:
        """Whether the tiles lie along the hand's axes, and in a line along them."""
        if not all(bool(self.plane.straight[i]) for i in g.tiles):
            return False
        if len(g.tiles) < 2 or len(g.tiles) >= LONG:
            return True
        # claimed tiles lie lower, the fourth of an added kong above its pung: the others are in line
        upright = [i for i in g.tiles if not self.plane.across[i]]
        if len(upright) < 2:
            upright = list(g.tiles)
        spread = np.ptp(self.plane.centres[upright], axis=0)
        return bool(spread.min() <= 0.1 + 0.08 * len(upright))

    def _playing(self, groups: Sequence[Group]) -> int:
        return sum(i not in self.flower for g in groups for i in self._faces(g.tiles))

    def all(self) -> list[Layout]:
        """Every sensible layout, the likeliest first."""
        grown = self._grow()
        rows: dict[int, int] = {}
        for g in self.groups:
            if self._neat(g) and len(g.tiles) > 1:
                rows[g.row] = max(rows.get(g.row, 0), len(self._faces(g.tiles)))
        if max(rows.values(), default=0) < ROWS_FROM:
            # no row anywhere: whatever is in view is meant
            return _sorted(self._lay([g for g, _ in grown]))
        within = 1
        while within < len(grown) and grown[within][1] <= REACH:
            within += 1
        out: list[Layout] = []

        def offer(taken: Sequence[Group], cost: float) -> None:
            if not self._could_be(taken):
                cost += UNFIT + min(4.0, max(0.0, 0.4 * (self._playing(taken) - 17)))
            loose = tuple(i for g, _ in grown if g not in taken for i in self._faces(g.tiles))
            out.extend(replace(layout, loose=loose, cost=layout.cost + cost) for layout in self._lay(taken))

        big = {row for row, size in rows.items() if size >= ROWS_FROM}

        def lone(g: Group) -> bool:
            return len(g.tiles) <= 2 and g.row not in big and not set(g.tiles) <= self.flower

        near = [g for g, _ in grown[:within]]
        split = within < len(grown) and lone(grown[within - 1][0]) and lone(grown[within][0])
        offer(near, 3 * UNFIT if split and grown[within][1] < REACH + 1 else 0.0)
        for cut in range(1, len(grown) + 1):
            taken = [g for g, _ in grown[:cut]]
            cost = sum(self._part(g) for g in near[cut:])
            cost += sum(4.0 + 0.5 * (distance - REACH) for _, distance in grown[within:cut])
            if cut < len(grown) and lone(grown[cut - 1][0]) and lone(grown[cut][0]):
                # of tiles that lie about, some in and some out: nothing but the number speaks for it
                cost += 3 * UNFIT
            if cut != within and self._could_be(taken) and cost <= 4.5 * UNFIT:
                offer(taken, cost)
        # beside a row, tiles lying about one by one are discards, whatever number is left then
        core = [g for g in near if g.row in big or (self._neat(g) and len(self._faces(g.tiles)) > 2)]
        spread = [i for g in core for i in g.tiles]
        tidy = [
            g
            for g in near
            if g in core or (set(g.tiles) <= self.flower and self._distance(spread, g.tiles) <= BESIDE)
        ]
        if len(tidy) < len(near):
            far = [g for g in near if g not in tidy and self._distance(spread, g.tiles) > BESIDE]
            dropped = sum(
                self._part(g) if g not in far or len(g.tiles) > 1 else -0.05 for g in near if g not in tidy
            )
            offer(tidy, min(UNFIT, dropped))
            pairs = [g for g in near if g not in tidy and self._neat(g) and len(g.tiles) == 2]
            if len(pairs) == 1 and self._could_be([*tidy, *pairs]):
                offer([*tidy, *pairs], min(UNFIT, dropped))  # the eyes of a hand that is all exposed
        return _sorted(out)

    def _part(self, g: Group) -> float:
        """How unlikely it is that a group so near is not of the hand: a neat row surely is, a tile lying askew may be a discard."""
        count = len(self._faces(g.tiles))
        if not self._neat(g):
            return 0.12 * count
        return 1.0 + 0.6 * count if count > 1 else 0.25

    def _could_be(self, groups: Sequence[Group]) -> bool:
        """Whether so many tiles can be a hand: 17, one more for each kong."""
        playing = self._playing(groups)
        return 17 <= playing <= 17 + self._kongs(groups) or (
            playing < 17 and any(self._hiding(g) for g in groups) and playing >= 12
        )

    def _kongs(self, groups: Sequence[Group]) -> int:
        counts = np.bincount(
            [int(self.best[i]) for g in groups for i in self._faces(g.tiles)], minlength=NONE + 1
        )
        return int((counts[:PLAY] >= 4).sum())

    # how the tiles of the hand lie

    def _hiding(self, g: Group) -> bool:
        """Whether a group can be a concealed kong of which only some tiles show."""
        faces = self._faces(g.tiles)
        backs = len(g.tiles) - len(faces)
        if not 1 <= len(faces) <= 3 or len(faces) + backs > 4 or self.flower & set(faces):
            return False
        same = {int(self.best[i]) for i in faces}
        return len(same) == 1 and (len(faces) == 2 or len(faces) + backs == 4)

    def _meld_loss(self, tiles: Sequence[int]) -> float:
        """How much less probable the best meld of these tiles is than their first candidates, in nats."""
        logs = self.logs[list(tiles)][:, :PLAY]
        most = float(logs.max(1).sum())
        best = float(logs.sum(0).max())
        if len(tiles) == 3:
            for chow in CHOWS:
                part = logs[:, list(chow)]
                for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
                    best = max(best, float(part[0, a] + part[1, b] + part[2, c]))
        return most - best

    def _spot(self, g: Group) -> MeldSpot | None:
        """The group as a meld laid apart, or ``None`` when it is none."""
        faces = self._faces(g.tiles)
        backs = len(g.tiles) - len(faces)
        if (len(faces) == 2 and backs == 2) or (len(faces) in (1, 3) and len(faces) + backs == 4 and backs):
            same = {int(self.best[i]) for i in faces}
            return MeldSpot(tuple(faces), "concealed", backs) if len(same) == 1 else None
        if backs or len(faces) not in (3, 4) or self._meld_loss(faces) > 7.0:
            return None
        kind: MeldKind = "exposed"
        lying = [i for i in faces if self.plane.across[i]]
        if len(faces) == 4 and len(lying) == 2:
            kind = "added"
        return MeldSpot(tuple(faces), kind)

    def _claimed(self, g: Group) -> bool:
        """Whether one tile of a group lies across among upright ones (or the other way round)."""
        lying = sum(bool(self.plane.across[i]) for i in g.tiles)
        return 0 < lying < len(g.tiles)

    def _split(self, g: Group) -> list[Group]:
        """A row of touching exposed melds, cut into melds at its claimed tiles where that works out."""
        faces = self._faces(g.tiles)
        if not self._claimed(g) or len(faces) != len(g.tiles) or len(faces) <= 4:
            return [g]
        memo: dict[int, list[list[int]] | None] = {len(faces): []}

        def cut(start: int) -> list[list[int]] | None:
            if start not in memo:
                memo[start] = None
                for size in (3, 4):
                    part = faces[start : start + size]
                    if len(part) < size or not any(self.plane.across[i] for i in part):
                        continue
                    if self._meld_loss(part) > 7.0:
                        continue
                    rest = cut(start + size)
                    if rest is not None:
                        memo[start] = [part, *rest]
                        break
            return memo[start]

        whole = cut(0)
        if whole is not None:
            return [Group(tuple(part), g.row) for part in whole]
        # melds at one end, concealed tiles at the other
        for lead in range(len(faces) - 3, 0, -1):
            if any(self.plane.across[i] for i in faces[:lead]):
                continue
            tail = cut(lead)
            if tail:
                return [Group(tuple(faces[:lead]), g.row), *(Group(tuple(part), g.row) for part in tail)]
        return [g]

    def _lay(self, taken: Sequence[Group]) -> list[Layout]:
        flowers = tuple(i for g in taken for i in self._faces(g.tiles) if i in self.flower)
        groups = []
        for g in sorted(taken, key=self.groups.index):
            rest = tuple(i for i in g.tiles if i not in self.flower)
            if self._faces(rest):
                groups += self._split(Group(rest, g.row, g.hole))
        spots = {g: self._spot(g) for g in groups}
        claimed = [g for g in groups if spots[g] is not None and self._claimed(g)]
        kongs = [g for g in groups if (spot := spots[g]) is not None and spot.size == 4 and g not in claimed]
        threes = [g for g in groups if (spot := spots[g]) is not None and spot.size == 3 and g not in claimed]
        others = [g for g in groups if spots[g] is None]
        out: list[Layout] = []

        def lay(melds: Sequence[Group], cost: float, hidden: Sequence[Group] = ()) -> None:
            chosen = [*melds, *hidden]
            rest = [g for g in groups if g not in chosen]
            if not rest and chosen:
                return
            concealed = tuple(i for g in rest for i in self._faces(g.tiles))
            found = []
            for g in groups:
                if g in hidden:
                    faces = tuple(self._faces(g.tiles))
                    found.append(MeldSpot(faces, "concealed", 4 - len(faces)))
                elif g in melds and (spot := spots[g]) is not None:
                    found.append(spot)
            singles = [g for g in rest if len(self._faces(g.tiles)) == 1]
            winning = self._faces(singles[0].tiles)[0] if len(singles) == 1 and len(rest) > 1 else None
            layout = Layout(concealed, tuple(found), flowers, winning, (), tuple(sorted(self.blank)), cost)
            # a whole hand is likelier than one that lacks a tile
            out.append(replace(layout, cost=cost + (0.0 if layout.missing == 0 else 4.0)))

        # where everything lies in sets and a pair, a winner has sorted the hand for all to see: nothing says what was claimed
        sorted_out = (
            not claimed
            and threes
            and len(others) == 1
            and len(others[0].tiles) == 2
            and len(threes) + len(kongs) == 5
            and any(g.row == others[0].row for g in threes)
        )
        lay([*claimed, *kongs, *threes], 2.5 if sorted_out else 0.0)
        lay([*claimed, *kongs], 0.0 if sorted_out else 2.5)
        hiding = [g for g in others if self._hiding(g) and len(groups) > 1]
        for g in hiding:
            lay([*claimed, *kongs, *threes], 2.0, [g])
        if len(hiding) > 1:
            lay([*claimed, *kongs, *threes], 3.0, hiding)
        if claimed or kongs:
            lay([], 6.0)
        unique: dict[tuple[tuple[int, ...], tuple[MeldSpot, ...]], Layout] = {}
        for layout in out or [
            Layout(
                tuple(i for g in groups for i in self._faces(g.tiles)),
                (),
                flowers,
                blank=tuple(sorted(self.blank)),
            )
        ]:
            key = (layout.concealed, layout.melds)
            if key not in unique or unique[key].cost > layout.cost:
                unique[key] = layout
        return list(unique.values())


def _sorted(layouts: list[Layout]) -> list[Layout]:
    """The likeliest first, at no cost."""
    layouts.sort(key=lambda layout: layout.cost)
    floor = layouts[0].cost
    return [replace(layout, cost=layout.cost - floor) for layout in layouts]
