"""The tiles of a photo while a person checks them: a value, and what each key makes of it. No screen, no picture, no arrays.

Tiles keep the order concealed, melds, flowers, left out. A key that cannot be leaves everything as it is and says why in
:attr:`Draft.refused`.
"""

from __future__ import annotations

import itertools
import math
import unicodedata
from dataclasses import dataclass, field, replace
from typing import Final

from models.messages import Msg, msg
from models.notation import HK_PLANTS
from models.tiles import BY_FACE, FACES, PLANT_ORDERS
from tui.hand_signs import DIGITS_ZH, DIRECT, HAND_SIZE, HONOUR_KEYS, PLANTS, SUITS, SUITS_ZH
from vision import hand_text
from vision.reading import DOUBTFUL, Corners, MeldKind, PhotoReading, ReadMeld, ReadTile, Role

_ORDER: Final[dict[Role, int]] = {"concealed": 0, "winning": 0, "meld": 1, "flower": 2, "loose": 3}
_KINDS: Final[tuple[MeldKind, ...]] = ("exposed", "added", "concealed")


@dataclass(frozen=True, slots=True)
class DraftTile:
    """One tile, as read or as a person says."""

    face: str
    """Empty while a tile that was added waits to be typed."""
    confidence: float = 1.0
    candidates: tuple[tuple[str, float], ...] = ()
    corners: Corners | None = None
    """``None`` for a tile that a person added."""
    role: Role = "concealed"
    group: int = 0
    changed: bool = False
    """The rest of the hand spoke against the classifier's first candidate."""
    checked: bool = False
    """A person has said what it is."""

    @property
    def doubtful(self) -> bool:
        """Whether a person should look at it."""
        return not self.checked and (not self.face or self.confidence < DOUBTFUL or self.changed)


@dataclass(frozen=True, slots=True)
class Draft:
    """All tiles of a photo, and where the cursor is."""

    tiles: tuple[DraftTile, ...] = ()
    melds: tuple[ReadMeld, ...] = ()
    at: int = 0
    """The tile under the cursor."""
    digit: str = ""
    """A digit that waits for its suit."""
    marked: frozenset[int] = field(default_factory=frozenset)
    """Tiles marked to become a meld."""
    refused: Msg | None = None
    """Why the last key did nothing."""
    plant_order: str = HK_PLANTS
    """Which number a plant has when its name is typed, a key of :data:`models.tiles.PLANT_ORDERS`."""

    # -- what it says ------------------------------------------------------------------------------------------

    @property
    def current(self) -> DraftTile | None:
        """The tile under the cursor."""
        return self.tiles[self.at] if self.at < len(self.tiles) else None

    @property
    def hand(self) -> str:
        """The hand in notation."""
        known = tuple(tile for tile in self.tiles if tile.face)
        return hand_text.write(known, self.melds)

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Tiles of the hand that a person should look at."""
        return tuple(i for i, tile in enumerate(self.tiles) if tile.doubtful and tile.role != "loose")

    @property
    def playing(self) -> int:
        """Tiles of the hand without flowers, those of a kong that lie face down among them."""
        seen = sum(tile.role in ("concealed", "winning", "meld") for tile in self.tiles)
        return seen + sum(meld.hidden for meld in self.melds)

    @property
    def wanted(self) -> int:
        """How many that must be."""
        return HAND_SIZE + sum(self._size(meld) == 4 and self._is_meld(meld) for meld in self.melds)

    @property
    def complete(self) -> bool:
        return self.playing == self.wanted and all(tile.face for tile in self.tiles)

    @property
    def winning(self) -> int | None:
        """The tile that won, when a person or the way it lies has said so."""
        return next((i for i, tile in enumerate(self.tiles) if tile.role == "winning"), None)

    def _size(self, meld: ReadMeld) -> int:
        return sum(tile.role == "meld" and tile.group == meld.group for tile in self.tiles) + meld.hidden

    def _is_meld(self, meld: ReadMeld) -> bool:
        """Whether the tiles laid together make one, as :func:`vision.hand_text.write` has it."""
        faces = [tile.face for tile in self.tiles if tile.role == "meld" and tile.group == meld.group]
        return hand_text.is_meld(faces + faces[:1] * meld.hidden)

    def meld_of(self, index: int) -> ReadMeld | None:
        """The meld a tile is part of."""
        tile = self.tiles[index]
        if tile.role != "meld":
            return None
        return next((meld for meld in self.melds if meld.group == tile.group), None)

    # -- the cursor ---------------------------------------------------------------------------------------------

    def move(self, step: int) -> Draft:
        """The cursor ``step`` tiles on, round and round."""
        if not self.tiles:
            return self
        return replace(self, at=(self.at + step) % len(self.tiles), digit="", refused=None)

    def go(self, index: int) -> Draft:
        """The cursor on one tile."""
        if not self.tiles:
            return self
        return replace(self, at=min(max(index, 0), len(self.tiles) - 1), digit="", refused=None)

    def next_doubtful(self, step: int = 1) -> Draft:
        """The cursor on the next doubtful tile, or with -1 the one before."""
        doubtful = self.doubtful
        if not doubtful:
            return self._refuse(msg("no doubtful tile is left"))
        if step > 0:
            return self.go(next((i for i in doubtful if i > self.at), doubtful[0]))
        return self.go(next((i for i in reversed(doubtful) if i < self.at), doubtful[-1]))

    # -- faces ---------------------------------------------------------------------------------------------------

    def candidate(self, step: int = 1) -> Draft:
        """The next of the tile's candidates, most probable first."""
        tile = self.current
        if tile is None or len(tile.candidates) < 2:
            return self._refuse(msg("this tile has no other candidate; type it"))
        faces = [face for face, _ in tile.candidates]
        place = faces.index(tile.face) if tile.face in faces else -1
        return self.put(faces[(place + step) % len(faces)])

    def confirm_tile(self) -> Draft:
        """The tile is what it says."""
        tile = self.current
        if tile is None or not tile.face:
            return self
        return self._set(self.at, replace(tile, checked=True))

    def accepts(self, character: str) -> bool:
        """Whether :meth:`type` takes the character: what the hand's line takes, save what is a key of its own here."""
        if character in DIRECT or character in PLANTS or character in SUITS_ZH:
            return True
        sign = _sign(character)
        if sign.isdecimal():
            return sign != "0"
        return sign in HONOUR_KEYS or (bool(self.digit) and sign.lower() in SUITS)

    def type(self, character: str) -> Draft:
        """A tile typed over the one under the cursor: ``5p``, ``E``, ``五筒``, ``東``, ``⑤``, 🀄."""
        if self.current is None:
            return self._refuse(msg("there is no tile here; add one first"))
        if character in DIRECT:
            return self.put(FACES[DIRECT[character]])
        if character in PLANTS:
            return self.put(f"{5 + PLANT_ORDERS[self.plant_order].index(PLANTS[character])}f")
        sign = _sign(character)
        if sign.isdecimal() and sign != "0":
            return replace(self, digit=sign, refused=None)
        if self.digit and sign.lower() in SUITS:
            face = self.digit + sign.lower()
            if face not in BY_FACE:
                return replace(self._refuse(msg("there is no tile {tile}", tile=face)), digit="")
            return self.put(face)
        if sign in HONOUR_KEYS:
            return self.put(FACES[HONOUR_KEYS[sign]])
        if sign in SUITS and character in SUITS_ZH:
            return self._refuse(msg("a suit comes after its digits: 123{suit}", suit=sign))
        return self

    def put(self, face: str) -> Draft:
        """The tile under the cursor is ``face``; flowers go to the flowers, and back."""
        tile = self.current
        if tile is None:
            return self
        confidence = next((value for name, value in tile.candidates if name == face), 1.0)
        role, group = tile.role, tile.group
        if face.endswith("f") and role in ("concealed", "winning", "meld"):
            role, group = "flower", 0
        elif not face.endswith("f") and role == "flower":
            role, group = "concealed", 0
        new = replace(
            tile, face=face, confidence=confidence, role=role, group=group, checked=True, changed=False
        )
        return replace(self._set(self.at, new), digit="")

    # -- tiles in and out -----------------------------------------------------------------------------------------

    def add(self) -> Draft:
        """A new tile after the cursor, to be typed."""
        at = self.at + 1 if self.tiles else 0
        beside = self.current
        inside = beside is not None and beside.role in ("concealed", "meld")
        new = DraftTile(
            "",
            0.0,
            role=beside.role if inside and beside else "concealed",
            group=beside.group if inside and beside else 0,
        )
        tiles = [*self.tiles[:at], new, *self.tiles[at:]]
        marked = frozenset(i + (i >= at) for i in self.marked)
        return replace(self, tiles=tuple(tiles), at=at, digit="", marked=marked, refused=None)._sorted()

    def leave_out(self) -> Draft:
        """Leaves the tile out of the hand; one that is out comes back, one that a person added is gone."""
        tile = self.current
        if tile is None:
            return self
        if tile.corners is None:
            tiles = self.tiles[: self.at] + self.tiles[self.at + 1 :]
            marked = frozenset(i - (i > self.at) for i in self.marked if i != self.at)
            out = replace(
                self,
                tiles=tiles,
                at=max(0, min(self.at, len(tiles) - 1)),
                marked=marked,
                digit="",
                refused=None,
            )
            return out._tidy()
        role: Role = (
            ("flower" if tile.face.endswith("f") else "concealed") if tile.role == "loose" else "loose"
        )
        return self._set(self.at, replace(tile, role=role, group=0))._tidy()

    def leave_row_out(self) -> Draft:
        """Leaves out what lies in one row or meld with the tile; from a tile that is out, the row comes back."""
        tile = self.current
        if tile is None:
            return self
        out = tile.role == "loose"
        row = [i for i in self._row() if (self.tiles[i].role == "loose") == out]
        tiles = list(self.tiles)
        for index in row:
            one = tiles[index]
            back: Role = "flower" if one.face.endswith("f") else "concealed"
            tiles[index] = replace(one, role=back if out else "loose", group=0)
        return replace(self, tiles=tuple(tiles), refused=None, digit="")._tidy()

    def _row(self) -> set[int]:
        """The tiles that lie in one row with the one under the cursor, and those of their melds."""
        found, new = {self.at}, [self.at]
        while new:
            here = self.tiles[new.pop()]
            for index, other in enumerate(self.tiles):
                if index in found:
                    continue
                if (here.role == other.role == "meld" and here.group == other.group) or (
                    here.corners and other.corners and _beside(here.corners, other.corners)
                ):
                    found.add(index)
                    new.append(index)
        return found

    def choose_winning(self) -> Draft:
        """The tile under the cursor is the one that won; again for none."""
        tile = self.current
        if tile is None or tile.role not in ("concealed", "winning"):
            return self._refuse(msg("the winning tile is one of the concealed tiles"))
        tiles = [replace(t, role="concealed") if t.role == "winning" else t for t in self.tiles]
        if tile.role == "concealed":
            tiles[self.at] = replace(tile, role="winning")
        return replace(self, tiles=tuple(tiles), marked=self.marked - {self.at}, refused=None, digit="")

    # -- melds -----------------------------------------------------------------------------------------------------

    def mark(self) -> Draft:
        """Marks the tile for a meld, or unmarks it."""
        tile = self.current
        if tile is not None and tile.role == "winning":
            return self._refuse(_WINNING_STAYS)
        if tile is None or tile.role != "concealed":
            return self._refuse(msg("only concealed tiles are marked for a meld"))
        return replace(self, marked=self.marked ^ {self.at}, refused=None, digit="")

    def regroup(self) -> Draft:
        """Takes the marked tiles, or the likeliest around the cursor, as an exposed meld; a meld goes back to the concealed tiles.

        Two equal tiles that are marked are a concealed kong with two tiles face down. The winning tile is never part of it: it completes a
        meld of the concealed tiles, and what lies exposed lay there before.
        """
        tile = self.current
        if tile is None:
            return self
        if tile.role == "meld" and not self.marked:
            tiles = tuple(
                replace(t, role="concealed", group=0) if t.role == "meld" and t.group == tile.group else t
                for t in self.tiles
            )
            return replace(self, tiles=tiles, refused=None, digit="")._tidy()
        if not self.marked:
            why = self._no_meld_here()
            if why is not None:
                return self._refuse(why)
        chosen = sorted(self.marked) or self._meld_around()
        faces = sorted((self.tiles[i].face for i in chosen), key=lambda f: BY_FACE.get(f, -1))
        hidden = (
            2
            if len(faces) == 2 and len(set(faces)) == 1 and self.marked and not faces[0].endswith("f")
            else 0
        )
        if not hand_text.is_meld(faces) and not hidden:
            return self._refuse(
                msg("these tiles are no meld: {tiles}", tiles=hand_text.compact(f for f in faces if f))
            )
        number = max((meld.group for meld in self.melds), default=0) + 1
        changed = [
            replace(t, role="meld", group=number) if i in chosen else t for i, t in enumerate(self.tiles)
        ]
        out = replace(
            self,
            tiles=tuple(changed),
            melds=(*self.melds, ReadMeld(number, "concealed" if hidden else "exposed", hidden)),
        )
        return replace(out, marked=frozenset(), refused=None, digit="")._tidy()

    def _no_meld_here(self) -> Msg | None:
        """Why no meld can be taken around the cursor, or nothing when one can."""
        tile = self.current
        if tile is None or tile.role == "winning":
            return _WINNING_STAYS
        if tile.role == "loose":
            return msg("a tile that is left out is in no meld; take it in first")
        if tile.role == "flower":
            return msg("a flower is in no meld")
        if not tile.face:
            return msg("type the tile that was added")
        if self._meld_around():
            return None
        if self._meld_around(("concealed", "winning")):
            return _WINNING_STAYS
        return msg("no pung and no chow with {tile}", tile=tile.face)

    def _meld_around(self, roles: tuple[Role, ...] = ("concealed",)) -> list[int]:
        """A pung or chow of concealed tiles with the tile under the cursor, of those that lie nearest."""
        tile = self.current
        if tile is None or not tile.face or tile.role not in roles:
            return []
        here = [i for i, t in enumerate(self.tiles) if t.role in roles and t.face]
        same = [i for i in here if self.tiles[i].face == tile.face]
        if len(same) == 4 and self.playing > self.wanted:
            return same
        best: list[int] = []
        nearest = 10**6
        shapes = [[tile.face] * 3]
        rank, suit = int(tile.face[0]), tile.face[1]
        if suit in "mps":
            shapes += [
                [f"{low + k}{suit}" for k in range(3)] for low in range(max(1, rank - 2), min(7, rank) + 1)
            ]
        for shape in shapes:
            others = list(shape)
            others.remove(tile.face)
            pools = [[i for i in here if i != self.at and self.tiles[i].face == face] for face in others]
            for pair in itertools.product(*pools):
                if len(set(pair)) == 2:
                    reach = max(*pair, self.at) - min(*pair, self.at)
                    if reach < nearest:
                        nearest, best = reach, sorted((*pair, self.at))
        return best

    def turn_kind(self) -> Draft:
        """The next kind of the meld under the cursor: exposed, added to a pung 加槓, concealed 暗槓, with tiles face down or not."""
        meld = self.meld_of(self.at) if self.tiles else None
        if meld is None:
            return self._refuse(msg("put the cursor on a meld first"))
        shown = self._size(meld) - meld.hidden
        faces = {t.face for t in self.tiles if t.role == "meld" and t.group == meld.group}
        choices: list[ReadMeld] = []
        if shown == 4:
            choices = [ReadMeld(meld.group, kind) for kind in _KINDS]
        elif len(faces) == 1:
            choices = [ReadMeld(meld.group, "exposed")] if shown == 3 else []
            choices.append(ReadMeld(meld.group, "concealed", 4 - shown))
        if (len(choices) < 2 and meld in choices) or not choices:
            return self._refuse(msg("a kong is four of one face"))
        place = next((n for n, choice in enumerate(choices) if choice == meld), -1)
        following = choices[(place + 1) % len(choices)]
        return replace(
            self,
            melds=tuple(following if m.group == meld.group else m for m in self.melds),
            refused=None,
            digit="",
        )

    # -- inside ----------------------------------------------------------------------------------------------------

    def _refuse(self, why: Msg) -> Draft:
        return replace(self, refused=why)

    def _set(self, index: int, tile: DraftTile) -> Draft:
        tiles = (*self.tiles[:index], tile, *self.tiles[index + 1 :])
        return replace(self, tiles=tiles, refused=None)._sorted()

    def _tidy(self) -> Draft:
        """Melds that have lost their tiles are gone."""
        held = {tile.group for tile in self.tiles if tile.role == "meld"}
        return replace(self, melds=tuple(meld for meld in self.melds if meld.group in held))._sorted()

    def _sorted(self) -> Draft:
        """The tiles in order, the cursor and the marks where they were; what can be no part of a meld loses its mark."""
        order = sorted(range(len(self.tiles)), key=lambda i: (_ORDER[self.tiles[i].role], self._group_key(i)))
        place = {old: new for new, old in enumerate(order)}
        return replace(
            self,
            tiles=tuple(self.tiles[i] for i in order),
            at=place.get(self.at, 0),
            marked=frozenset(place[i] for i in self.marked if self.tiles[i].role == "concealed"),
        )

    def _group_key(self, index: int) -> int:
        tile = self.tiles[index]
        return tile.group if tile.role == "meld" else 0


_WINNING_STAYS: Final = msg("the winning tile is in no meld laid out: put the mark on another tile first")


def _sign(character: str) -> str:
    """A character as the keys know it: Chinese numerals and suits as digits and letters, wide letters as narrow ones."""
    sign = unicodedata.normalize("NFKC", DIGITS_ZH.get(character, SUITS_ZH.get(character, character)))
    return sign if len(sign) == 1 and sign.isascii() else " "


def _beside(a: Corners, b: Corners) -> bool:
    """Whether two tiles lie in one row: the same way up or upside down, level, with no more than a tile's width between them."""
    (ax, ay), across, down = _lie(a)
    (bx, by), other, _down = _lie(b)
    width, height = math.hypot(*across), math.hypot(*down)
    length = math.hypot(*other)
    if not width or not height or not length:
        return False
    if abs(across[0] * other[0] + across[1] * other[1]) < 0.85 * width * length:
        return False
    dx, dy = bx - ax, by - ay
    along = abs(dx * across[0] + dy * across[1]) / width
    level = abs(dx * down[0] + dy * down[1]) / height
    return along < 2.2 * width and level < 0.5 * height


def _lie(tile: Corners) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]:
    """A tile's middle, and its sides from left to right and from top to bottom."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = tile
    middle = ((ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4)
    across = ((bx + cx - ax - dx) / 2, (by + cy - ay - dy) / 2)
    return middle, across, ((cx + dx - ax - bx) / 2, (cy + dy - ay - by) / 2)


def _draft_tile(tile: ReadTile, changed: bool) -> DraftTile:
    return DraftTile(
        tile.face, tile.confidence, tile.candidates, tile.corners, tile.role, tile.group, changed
    )


def from_reading(reading: PhotoReading, plant_order: str = HK_PLANTS) -> Draft:
    """The reading, ready to be checked; the cursor on the first doubtful tile."""
    tiles = [_draft_tile(tile, i in reading.changed) for i, tile in enumerate(reading.tiles)]
    tiles += [_draft_tile(tile, False) for tile in reading.loose]
    draft = Draft(tuple(tiles), reading.melds, plant_order=plant_order)._sorted()
    doubtful = draft.doubtful
    return draft.go(doubtful[0]) if doubtful else draft


def forms(hand: str) -> tuple[str, ...]:
    """The winning forms of a complete hand in notation; empty when it is no win or not complete."""
    from models.hand import HandError
    from models.notation import parse_hand
    from models.readings import readings

    try:
        parsed = parse_hand(hand)
    except HandError:
        return ()
    if parsed.size != 17 + parsed.kongs:
        return ()
    return tuple(dict.fromkeys(reading.form for reading in readings(parsed)))
