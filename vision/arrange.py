"""Arrange: which located tiles are the hand, and how they lie in it.

Everything is geometry on the table's plane. The tiles are all of one size, so how their areas change over
the picture gives the perspective, and the tile most others agree with gives the axes; then one tile is one
unit wide, a row is a chain of side-by-side tiles, and a claimed tile is one that lies across.

The answer is a short list of layouts, the likeliest first, because a picture may be laid in more than
one sensible way; the decoder takes the one whose hand makes most sense.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.tiles import BY_FACE, FACES
from vision.reading import MeldKind

FloatArray = NDArray[np.floating[Any]]

TALL: Final = 4 / 3
"""Height of a tile's face over its width."""
ROW: Final = 2.4
"""Tiles of one row are at most this many widths apart."""
REACH: Final = 3.2
"""Parts of one hand are at most this many widths apart."""
UNFIT: Final = 3.0
"""How much less likely a hand with an impossible number of tiles is, in nats: a tile may have been missed, or be one too many."""
PLAY: Final = 34
"""Faces below this index are no flowers."""
NONE: Final = len(FACES)
_COS_24: Final = math.cos(math.radians(24))


@dataclass(frozen=True, slots=True)
class MeldSpot:
    """Tiles laid apart as one meld, in the order they lie."""

    tiles: tuple[int, ...]
    kind: MeldKind = "exposed"
    hidden: int = 0
    """Tiles of a concealed kong that lie face down."""

    @property
    def size(self) -> int:
        """Tiles of the meld, with the hidden ones."""
        return len(self.tiles) + self.hidden


@dataclass(frozen=True, slots=True)
class Layout:
    """One way to take the tiles of a picture as a hand. All numbers are indices of located tiles."""

    concealed: tuple[int, ...]
    """With the winning tile, in the order they lie."""
    melds: tuple[MeldSpot, ...] = ()
    flowers: tuple[int, ...] = ()
    winning: int | None = None
    """A concealed tile that lies apart from the others."""
    loose: tuple[int, ...] = ()
    """Faces that are not of the hand."""
    blank: tuple[int, ...] = ()
    """Backs, sides, and what only looked like a tile."""
    cost: float = 0.0
    """How much less likely this is than the first layout, in nats."""

    @property
    def missing(self) -> int:
        """How many tiles a hand still lacks (17, one more for each kong); negative when there are too many."""
        kongs = sum(meld.size == 4 for meld in self.melds)
        return 17 + kongs - len(self.concealed) - sum(meld.size for meld in self.melds)

    @property
    def hand(self) -> tuple[int, ...]:
        """Every tile of the hand: concealed, melds, flowers."""
        return (*self.concealed, *(tile for meld in self.melds for tile in meld.tiles), *self.flowers)


@dataclass(slots=True, eq=False)
class Plane:
    """The tiles on the table's plane: upright tiles are one unit wide and :data:`TALL` high."""

    corners: FloatArray
    """N x 4 x 2, clockwise, each from the corner that is top left when the hand is upright."""
    across: NDArray[np.bool_]
    """N: the tile lies across, a quarter turn from most."""
    straight: NDArray[np.bool_]
    """N: the tile's edges run along the hand's axes."""

    @property
    def centres(self) -> FloatArray:
        """N x 2."""
        centres: FloatArray = self.corners.mean(1)
        return centres


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


# -- the plane ---------------------------------------------------------------------------------------------


def _cross(a: FloatArray, b: FloatArray) -> FloatArray:
    product: FloatArray = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return product


def _median(values: FloatArray) -> float:
    """The middle value; NumPy's own loads its masked arrays for it."""
    ordered = np.sort(values, axis=None)
    return float(ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def _areas(corners: FloatArray) -> FloatArray:
    areas: FloatArray = np.abs(_cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])) / 2
    return areas


def _axes(corners: FloatArray) -> FloatArray:
    """Each tile's own axes as columns, N x 2 x 2: its width and its height."""
    width = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 2
    height = (corners[:, 3] + corners[:, 2] - corners[:, 0] - corners[:, 1]) / 2
    return np.stack([width, height], -1)


def vanishing(corners: FloatArray) -> FloatArray:
    """The line ``a x + b y + 1`` that turns the picture into an affine view of the table (a, b, per pixel).

    Dividing by it scales areas by the inverse of its cube, so it is proportional to the cube root of the areas
    of equal tiles. Few tiles give (0, 0).
    """
    areas = _areas(corners)
    if len(corners) < 5:
        return np.zeros(2)
    centres = corners.mean(1)
    middle = centres.mean(0)
    spread = max(float(np.abs(centres - middle).max()), 1.0)
    x = (centres - middle) / spread
    depth = (areas / _median(areas)) ** (1 / 3)
    rows = np.column_stack([np.ones(len(x)), x])
    weight = np.ones(len(x))
    fit = np.array([1.0, 0.0, 0.0])
    damp = np.diag([0.0, 0.05, 0.05])
    for _ in range(6):
        weighted = rows * weight[:, None]
        fit = np.linalg.solve(weighted.T @ rows + damp, weighted.T @ depth)
        miss = np.abs(rows @ fit - depth)
        weight = 1 / np.maximum(miss / max(_median(miss), 0.01), 1.0)
    line = fit[1:] / fit[0]
    steep = float(np.hypot(*line))
    if steep > 0.6:
        line *= 0.6 / steep
    out: FloatArray = np.array([*line / spread, 1.0])
    constant = 1 - float(out[:2] @ middle)
    return out[:2] / constant if constant > 0.05 else np.zeros(2)


def _without(corners: FloatArray, line: FloatArray) -> FloatArray:
    """The picture without the perspective of a vanishing line; as it is where the line runs through the tiles."""
    depth = corners @ line + 1
    if float(depth.min()) < 0.1:
        return corners
    flat: FloatArray = corners / depth[..., None]
    return flat


def _parallel_edges(corners: FloatArray, line: FloatArray) -> FloatArray:
    """The vanishing line refined so that tiles of one hand have parallel edges and one size.

    A single row says little of its depth by its tiles' areas, but much by how their sides converge.
    """
    if len(corners) < 4:
        return line
    unit = float(np.abs(corners - corners.reshape(-1, 2).mean(0)).max()) or 1.0
    own = _axes(_without(corners, line))
    _, near = _agreed(own)
    if near.sum() < 4:
        return line
    chosen = corners[near]

    def misses(point: FloatArray) -> FloatArray:
        axes = _axes(_without(chosen, point / unit))
        like = np.linalg.inv(axes[0]) @ axes
        axes = axes * np.where(like[:, 0, 0] + like[:, 1, 1] < 0, -1.0, 1.0)[:, None, None]
        relative = np.linalg.inv(axes.mean(0)) @ axes
        out: FloatArray = (relative - np.eye(2)).reshape(len(axes), 4)
        return out

    at = line * unit
    worth = misses(at)
    loss = float(np.minimum(np.abs(worth), 0.2).sum())
    for _ in range(6):
        weight = 1 / np.maximum(np.abs(worth) / 0.05, 1.0)
        step = 1e-3
        slope = np.stack([(misses(at + step * e) - worth) / step for e in np.eye(2)], -1).reshape(-1, 2)
        weighted = slope * weight.reshape(-1, 1)
        move = np.linalg.solve(weighted.T @ slope + 1e-3 * np.eye(2), -weighted.T @ worth.reshape(-1))
        tried = at + move
        found = misses(tried)
        better = float(np.minimum(np.abs(found), 0.2).sum())
        if better >= loss:
            break
        at, worth, loss = tried, found, better
    refined: FloatArray = at / unit
    return refined


def flatten(corners: FloatArray) -> Plane:
    """The tiles as seen from straight above, scaled to one tile's width."""
    line = _parallel_edges(corners, vanishing(corners))
    flat = _without(corners, line)
    own = _axes(flat)
    frame, _ = _agreed(own)
    inverse = np.linalg.inv(frame)
    flat = flat @ inverse.T
    flat[..., 1] *= TALL
    flat = _upright(flat)
    shape = _axes(flat)
    # not the whole extent: what perspective is left leans tiles over, which is no width
    wide, high = np.abs(shape[:, 0, 0]), np.abs(shape[:, 1, 1])
    # a tile's edges along the hand's axes: one of the two components is small
    slant = np.abs(shape[:, 1, 0]) / np.maximum(np.abs(shape[:, 0, 0]), 1e-6)
    straight = slant < 0.3
    across = straight & (wide > high)
    return Plane(flat, across, straight)


def _agreed(own: FloatArray) -> tuple[FloatArray, NDArray[np.bool_]]:
    """The axes most tiles agree on (2 x 2, columns width and height), and which tiles do (N)."""
    inverse = np.linalg.inv(own + 1e-9 * np.eye(2))
    relative = inverse[:, None] @ own[None]  # seen from tile i, tile j
    sign = np.sign(relative[..., 0, 0] + relative[..., 1, 1])
    sign[sign == 0] = 1
    miss = np.abs(sign[..., None, None] * relative - np.eye(2)).max((-1, -2))
    near = miss < 0.3
    # ties go to the tile that agrees most closely
    votes = near.sum(1) - np.where(near, miss, 0).sum(1) * 0.1
    best = int(votes.argmax())
    chosen = near[best]
    mean: FloatArray = (sign[best, chosen][:, None, None] * own[chosen]).mean(0)
    return mean, chosen


def _upright(flat: FloatArray) -> FloatArray:
    """Each tile's corners from the one that is top left on the plane."""
    offset = flat - flat.mean(1, keepdims=True)
    first = (offset[..., 0] + offset[..., 1] / TALL).argmin(1)
    order = (first[:, None] + np.arange(4)) % 4
    upright: FloatArray = np.take_along_axis(flat, order[..., None], axis=1)
    return upright


# -- groups ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles side by side without a gap, in the order they lie."""

    tiles: tuple[int, ...]
    row: int
    """Groups of one row share this number."""
    hole: float = 0.0
    """The widest gap inside, in tile widths."""


@dataclass(frozen=True, slots=True)
class _Link:
    gap: float
    a: int
    b: int


def _links(plane: Plane) -> list[_Link]:
    """Each tile's nearest neighbour on either side in its row, with the gap in tile widths."""
    centres, across, straight = plane.centres, plane.across, plane.straight
    shape = _axes(plane.corners)
    best: dict[tuple[int, int], tuple[float, int]] = {}
    away = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1))
    for i in range(len(centres)):
        for j in np.flatnonzero(away[i] <= ROW + 2.2).tolist():
            if i == j:
                continue
            found = _beside(centres, shape, across, straight, i, j)
            if found is None:
                continue
            side, gap = found
            if gap < best.get((i, side), (ROW, -1))[0]:
                best[i, side] = gap, j
    links = {}
    for (i, _), (gap, j) in best.items():
        # both must agree, or a tile of the next row would be joined through a hole in this one
        if any(best.get((j, side), (0.0, -1))[1] == i for side in (-2, -1, 1, 2)):
            links[frozenset((i, j))] = _Link(gap, min(i, j), max(i, j))
    return sorted(links.values(), key=lambda link: link.gap)


def _beside(
    centres: FloatArray,
    shape: FloatArray,
    across: NDArray[np.bool_],
    straight: NDArray[np.bool_],
    i: int,
    j: int,
) -> tuple[int, float] | None:
    """Whether tile j lies beside tile i in a row: on which side, and the gap in tile widths."""
    offset, side = centres[j] - centres[i], 1
    if straight[i] and straight[j] and across[i] != across[j]:
        frame = shape[i] if not across[i] else shape[j]
        x, y = _within(frame, offset)
        gap, slide = abs(x) - 0.5 - TALL / 2, abs(y)
    elif straight[i] and straight[j] and across[i]:
        # two tiles across: side by side along the hand's height
        frame = (shape[i] + shape[j]) / 2
        x, y = _within(frame, offset)
        gap, slide = (abs(y) - 1), abs(x)
        x, side = y, 2
    else:
        frame = (shape[i] + shape[j]) / 2
        if abs(_cross(frame[:, 0], frame[:, 1])) < 0.3 or not _parallel(shape[i], shape[j]):
            return None
        x, y = _within(frame, offset)
        gap, slide = abs(x) - 1, abs(y)
    if gap < -0.45 or gap > ROW or slide > 0.36 + 0.04 * max(0.0, gap):
        return None
    return (side if x > 0 else -side), float(max(gap, 0.0))


def _within(frame: FloatArray, offset: FloatArray) -> tuple[float, float]:
    """An offset in a frame's own axes (its columns)."""
    (a, b), (c, d) = frame.tolist()
    x, y = offset.tolist()
    area = a * d - b * c
    return (d * x - b * y) / area, (a * y - c * x) / area


def _parallel(a: FloatArray, b: FloatArray) -> bool:
    """Whether two tiles lie the same way, within what a hand-laid row allows."""
    (ax, _), (ay, _) = a.tolist()
    (bx, _), (by, _) = b.tolist()
    lengths = math.hypot(ax, ay) * math.hypot(bx, by)
    return lengths > 0 and (ax * bx + ay * by) / lengths > _COS_24


def _apart(links: Sequence[_Link]) -> float:
    """The gap from which tiles are set apart rather than laid carelessly: within the clearest jump between small gaps and large ones."""
    gaps = sorted(link.gap for link in links)
    jumps = [(0.3 / (0.3 + 0.1), 0.3)]
    for small, large in itertools.pairwise(gaps):
        if small <= 0.35 and large >= 0.2:
            jumps.append(((large - small) / (large + 0.1), (small + large) / 2))
    if gaps and gaps[-1] <= 0.35:
        return 0.4
    return float(np.clip(max(jumps[1:], default=jumps[0])[1], 0.2, 0.5))


class _Sets:
    """Disjoint sets."""

    def __init__(self, count: int) -> None:
        self.parent = list(range(count))

    def find(self, i: int) -> int:
        while self.parent[i] != i:
            self.parent[i] = self.parent[self.parent[i]]
            i = self.parent[i]
        return i

    def join(self, i: int, j: int) -> None:
        self.parent[self.find(i)] = self.find(j)


def group(plane: Plane) -> list[Group]:
    """The tiles in groups without gaps, row by row, left to right as the hand lies."""
    count = len(plane.corners)
    links = _links(plane)
    apart = _apart(links)
    rows, touching = _Sets(count), _Sets(count)
    widest: dict[int, float] = {}
    for link in links:
        rows.join(link.a, link.b)
        if link.gap <= apart:
            touching.join(link.a, link.b)
    for link in links:
        if link.gap <= apart:
            root = touching.find(link.a)
            widest[root] = max(widest.get(root, 0.0), link.gap)
    members: dict[int, list[int]] = {}
    for i in range(count):
        members.setdefault(touching.find(i), []).append(i)
    centres = plane.centres
    height = {root: _median(centres[tiles][:, 1]) for root, tiles in members.items()}
    lines: dict[int, list[int]] = {}
    for root in members:
        lines.setdefault(rows.find(root), []).append(root)
    out: list[Group] = []
    order = sorted(lines.values(), key=lambda roots: _median(np.array([height[r] for r in roots])))
    for number, roots in enumerate(order):
        for root in sorted(roots, key=lambda r: float(centres[members[r]][:, 0].mean())):
            tiles = members[root]
            flat = centres[tiles]
            along = 0 if np.ptp(flat[:, 0]) >= np.ptp(flat[:, 1]) else 1
            tiles = sorted(
                tiles, key=lambda i: (round(float(centres[i, along]), 3), float(centres[i, 1 - along]))
            )
            out.append(Group(tuple(tiles), number, widest.get(root, 0.0)))
    return out


# -- layouts -----------------------------------------------------------------------------------------------


def _chows() -> list[tuple[int, int, int]]:
    return [(s + r, s + r + 1, s + r + 2) for s in (0, 9, 18) for r in range(7)]


CHOWS: Final = tuple(_chows())


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
        return all(bool(self.plane.straight[i]) for i in g.tiles)

    def _playing(self, groups: Sequence[Group]) -> int:
        return sum(i not in self.flower for g in groups for i in self._faces(g.tiles))

    def all(self) -> list[Layout]:
        """Every sensible layout, the likeliest first."""
        grown = self._grow()
        within = 1
        while within < len(grown) and grown[within][1] <= REACH:
            within += 1
        out: list[Layout] = []
        for cut in range(1, len(grown) + 1):
            taken = [g for g, _ in grown[:cut]]
            fits = self._could_be(taken)
            if cut != within and not fits:
                continue
            excess = self._playing(taken) - 17
            cost = 0.0 if fits else UNFIT + min(4.0, max(0.0, 0.4 * excess))
            cost += sum(self._part(g) for g, _ in grown[cut:within])
            cost += sum(1.0 + 0.5 * (distance - REACH) for _, distance in grown[within:cut])
            if cut != within and cost > 3 * UNFIT:
                continue
            loose = tuple(i for g, _ in grown[cut:] for i in self._faces(g.tiles))
            out += [replace(layout, loose=loose, cost=layout.cost + cost) for layout in self._lay(taken)]
        out.sort(key=lambda layout: layout.cost)
        floor = out[0].cost
        return [replace(layout, cost=layout.cost - floor) for layout in out]

    def _part(self, g: Group) -> float:
        """How unlikely it is that a group so near is not of the hand: a neat row surely is, a tile lying askew may be a discard."""
        count = len(self._faces(g.tiles))
        if not self._neat(g):
            return 0.12 * count
        return 1.0 + 0.6 * count if count > 1 else 0.5

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
        return len(same) == 1 and (backs > 0 or len(faces) == 2)

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


def unarranged(faces: Sequence[str]) -> Layout:
    """A layout for tiles that only a person has put in order: flowers apart, all others concealed."""
    flowers = tuple(i for i, face in enumerate(faces) if BY_FACE[face] >= PLAY)
    return Layout(tuple(i for i, face in enumerate(faces) if BY_FACE[face] < PLAY), (), flowers)
