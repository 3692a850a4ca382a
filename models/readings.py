"""All ways to read the tiles of a hand: five melds and a pair, 嚦咕嚦咕, 十三么, 十六不搭.

Counts of tiles are packed into one integer, six bits a face (:data:`ONE`), so that the nine counts of a suit are a key. What a suit alone allows
is worked out once and kept (:func:`suit_part`); a hand's readings are the products of its suits'.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from models.hand import BIG_KONG, CHOW, Hand, Meld
from models.tiles import FACES, YAOJIU, Tile

STANDARD: Final = 0
"""一般型: five melds and a pair."""
LIGU: Final = 1
"""嚦咕嚦咕: seven pairs and a triplet."""
ORPHANS: Final = 2
"""十三么: the thirteen 么九 kinds, one doubled, and a meld."""
SIXTEEN: Final = 3
"""十六不搭: the seven honours, nine unrelated suit tiles, one of the sixteen doubled."""
FLOWERS_WIN: Final = 4
"""八仙過海 or 七搶一 claimed alone: no shape at all."""
FORM_NAMES: Final = ("standard", "ligu", "orphans", "sixteen", "flowers")
SPECIAL_FORMS: Final = ("ligu", "orphans", "sixteen")

WIDTH: Final = 6
ONE: Final[tuple[int, ...]] = tuple(1 << (WIDTH * tile) for tile in range(34))
"""A single tile of each face in a packed count."""
SUIT_MASK: Final = (1 << (WIDTH * 9)) - 1
SUIT_SHIFT: Final = WIDTH * 9
_FIELD: Final = (1 << WIDTH) - 1

YAOJIU_MASK: Final = sum(1 << tile for tile in YAOJIU)
HONOUR_MASK: Final = 0b1111111 << 27
YAOJIU_KEY: Final = sum(ONE[tile] for tile in YAOJIU)


class Split(NamedTuple):
    """One way to take a suit apart. Runs are named by their lowest tile."""

    runs: tuple[Tile, ...]
    triplets: tuple[Tile, ...]
    pair: Tile
    """The eyes, or -1."""


class SuitPart:
    """What one suit's concealed tiles are and allow."""

    __slots__ = ("_waits", "base", "fours", "key", "kinds", "ones", "size", "splits", "threes", "twos")

    def __init__(self, suit: int, key: int) -> None:
        self.base = base = suit * 9
        self.key = key
        self._waits = -1
        kinds = ones = twos = threes = fours = size = 0
        counts = []
        bit = 1 << base
        while key:
            count = key & _FIELD
            counts.append(count)
            if count:
                size += count
                kinds |= bit
                if count == 1:
                    ones |= bit
                elif count == 2:
                    twos |= bit
                elif count == 3:
                    threes |= bit
                else:
                    fours |= bit
            key >>= WIDTH
            bit <<= 1
        self.size, self.kinds = size, kinds
        self.ones, self.twos, self.threes, self.fours = ones, twos, threes, fours
        splits: list[Split] = []
        if size % 3 != 1:
            if suit == 3:
                _split_honours(counts, size % 3 == 2, splits)
            else:
                counts += [0] * (11 - len(counts))
                _split(counts, 0, base, size % 3 == 2, -1, (), (), splits)
        self.splits = tuple(splits)
        """Every way into runs and triplets, with one pair when the size asks for it; empty when there is none."""

    @property
    def waits(self) -> int:
        """Mask of the faces that, added, can be taken apart."""
        if self._waits < 0:
            mask = 0
            suit = self.base // 9
            if suit == 3:
                near = self.kinds
            else:
                near = self.kinds >> self.base
                near = (near | near << 1 | near << 2 | near >> 1 | near >> 2) & 0x1FF
                near <<= self.base
            key = self.key
            with_pair = self.size % 3 == 1
            tile = self.base
            while near >> tile:
                if near >> tile & 1:
                    grown = key + ONE[tile - self.base]
                    if _honours_complete(grown, with_pair) if suit == 3 else _complete(grown, with_pair):
                        mask |= 1 << tile
                tile += 1
            self._waits = mask
        return self._waits


def _split(
    counts: list[int],
    at: int,
    base: int,
    need_pair: bool,
    pair: Tile,
    runs: tuple[Tile, ...],
    triplets: tuple[Tile, ...],
    out: list[Split],
) -> None:
    """Takes everything of the lowest face away in each possible way, then goes on; no way is met twice."""
    while at < 9 and not counts[at]:
        at += 1
    if at == 9:
        if not need_pair:
            out.append(Split(runs, triplets, pair))
        return
    count = counts[at]
    for triplet in (1, 0) if count >= 3 else (0,):
        left = count - 3 * triplet
        for eyes in (0, 1) if need_pair and left >= 2 else (0,):
            starts = left - 2 * eyes
            if starts:
                if at > 6 or counts[at + 1] < starts or counts[at + 2] < starts:
                    continue
                counts[at + 1] -= starts
                counts[at + 2] -= starts
            counts[at] = 0
            _split(
                counts,
                at + 1,
                base,
                need_pair and not eyes,
                base + at if eyes else pair,
                runs + (base + at,) * starts if starts else runs,
                (*triplets, base + at) if triplet else triplets,
                out,
            )
            counts[at] = count
            if starts:
                counts[at + 1] += starts
                counts[at + 2] += starts


def _split_honours(counts: list[int], need_pair: bool, out: list[Split]) -> None:
    pair, triplets = -1, []
    for n, count in enumerate(counts):
        if count == 3:
            triplets.append(27 + n)
        elif count == 2 and pair < 0 and need_pair:
            pair = 27 + n
        elif count:
            return
    if (pair >= 0) == need_pair:
        out.append(Split((), tuple(triplets), pair))


def _complete_plain(key: int) -> bool:
    """Whether a suit falls into runs and triplets. Greedy from the lowest face: three runs there would be three triplets too."""
    while key:
        count = key & _FIELD
        if count:
            count %= 3
            key >>= WIDTH
            if count:
                if (key & _FIELD) < count or (key >> WIDTH & _FIELD) < count:
                    return False
                key -= count * 0b1000001
        else:
            key >>= WIDTH
    return True


def _complete(key: int, with_pair: bool) -> bool:
    if not with_pair:
        return _complete_plain(key)
    total, rest, n = 0, key, 0
    while rest:
        total += n * (rest & _FIELD)
        rest >>= WIDTH
        n += 1
    n = total * 2 % 3  # the eyes: runs and triplets add up to a multiple of three
    while n < 9:
        if (key >> WIDTH * n & _FIELD) >= 2 and _complete_plain(key - (2 << WIDTH * n)):
            return True
        n += 3
    return False


def _honours_complete(key: int, with_pair: bool) -> bool:
    while key:
        count = key & _FIELD
        if count == 2 and with_pair:
            with_pair = False
        elif count not in (0, 3):
            return False
        key >>= WIDTH
    return not with_pair


_PARTS: Final[tuple[dict[int, SuitPart], ...]] = ({}, {}, {}, {})
_LIMIT: Final = 200_000


def suit_part(suit: int, key: int) -> SuitPart:
    """What the tiles of one suit (0–2, 3 honours) allow; ``key`` is their packed count. Remembered."""
    part = _PARTS[suit].get(key)
    if part is None:
        if len(_PARTS[suit]) > _LIMIT:
            _PARTS[suit].clear()
        part = _PARTS[suit][key] = SuitPart(suit, key)
    return part


def forget() -> None:
    """Empties what :func:`suit_part` remembers, for measurements of a first pass."""
    for parts in _PARTS:
        parts.clear()


def pack(tiles: Iterable[Tile]) -> int:
    """Packed counts of tiles that are no flowers."""
    return sum(map(ONE.__getitem__, tiles))


def suit_parts(key: int) -> tuple[SuitPart, SuitPart, SuitPart, SuitPart]:
    """The four parts of a packed count."""
    shift = SUIT_SHIFT
    m, p = key & SUIT_MASK, key >> shift & SUIT_MASK
    s, z = key >> 2 * shift & SUIT_MASK, key >> 3 * shift
    return (
        _PARTS[0].get(m) or suit_part(0, m),
        _PARTS[1].get(p) or suit_part(1, p),
        _PARTS[2].get(s) or suit_part(2, s),
        _PARTS[3].get(z) or suit_part(3, z),
    )


def meld_key(melds: Iterable[Meld]) -> int:
    """Packed counts of the melds' tiles."""
    key = 0
    for meld in melds:
        tile = meld.tile
        if meld.kind == CHOW:
            key += ONE[tile] + ONE[tile + 1] + ONE[tile + 2]
        else:
            key += ONE[tile] * (3 if meld.kind < BIG_KONG else 4)
    return key


def is_ligu(parts: tuple[SuitPart, ...]) -> bool:
    """嚦咕嚦咕 of 17 concealed tiles without melds: every count 2 or 4 save one 3."""
    a, b, c, d = parts
    if a.ones | b.ones | c.ones | d.ones:
        return False
    threes = a.threes | b.threes | c.threes | d.threes
    return threes != 0 and threes & (threes - 1) == 0


def count_of(key: int, tile: Tile) -> int:
    """How many of a face a packed count holds."""
    return key >> WIDTH * tile & _FIELD


def orphans_reading(key: int, kong: bool) -> tuple[Tile, int, Tile] | None:
    """十三么 of the concealed tiles: the eyes, and the meld as (0 run, 1 triplet, -1 kong apart; lowest tile); ``None`` if it is not."""
    rest = key
    for tile in YAOJIU:
        if not key >> WIDTH * tile & _FIELD:
            return None
        rest -= ONE[tile]
    left = [tile for tile in range(34) for _ in range(rest >> WIDTH * tile & _FIELD)]
    if kong:
        return (left[0], -1, -1) if len(left) == 1 and left[0] in YAOJIU else None
    if len(left) != 4:
        return None
    for eyes in dict.fromkeys(left):
        if eyes not in YAOJIU:
            continue
        meld = list(left)
        meld.remove(eyes)
        low, middle, high = meld
        if low == high:
            return (eyes, 1, low)
        if high < 27 and low // 9 == high // 9 and (low + 1, low + 2) == (middle, high):
            return (eyes, 0, low)
    return None


def sixteen_reading(key: int) -> Tile | None:
    """十六不搭: the doubled tile, or ``None`` if the 17 concealed tiles are not that."""
    double = -1
    singles = []
    for tile in range(34):
        count = key >> WIDTH * tile & _FIELD
        if count > 2 or (count == 2 and double >= 0) or (count == 0 and tile >= 27):
            return None
        if count:
            singles.append(tile)
            if count == 2:
                double = tile
    if double < 0 or len(singles) != 16:
        return None
    for n in (0, 3, 6):
        low, middle, high = singles[n : n + 3]
        suit = n // 3
        if low // 9 != suit or high // 9 != suit or middle - low < 3 or high - middle < 3:
            return None
    return double


def wait_mask(
    key: int,
    melds_key: int,
    melds: int,
    kongs: int,
    forms: tuple[str, ...],
    orphans_kong: bool,
    dead: bool,
) -> int:
    """Mask of the faces that complete a hand of 16 tiles.

    ``key`` counts the concealed tiles, ``melds_key`` those of the ``melds`` melds, of which ``kongs`` are concealed kongs; ``forms`` are the special forms
    that win; ``dead`` keeps faces of which the hand already holds four.
    """
    parts = suit_parts(key)
    mask = 0
    single = double = 0
    a = b = None
    broken = 0
    for part in parts:
        left = part.size % 3
        if left == 1:
            single += 1
            a = part
        elif left == 2:
            double += 1
            a, b = part, a
        elif not part.splits:
            broken += 1
    if not broken and a is not None:
        if single == 1 and double == 0:
            mask = a.waits
        elif single == 0 and double == 2 and b is not None:
            if b.splits:
                mask = a.waits
            if a.splits:
                mask |= b.waits
    if not melds and "ligu" in forms:
        ones = twos = threes = 0
        for part in parts:
            ones |= part.ones
            twos |= part.twos
            threes |= part.threes
        tops = threes.bit_count()
        if ones:
            if ones & (ones - 1) == 0 and tops == 1:
                mask |= ones
        elif tops == 0:
            mask |= twos
        elif tops == 2:
            mask |= threes
    if melds == kongs and melds < 2:
        kinds = parts[0].kinds | parts[1].kinds | parts[2].kinds | parts[3].kinds
        if "orphans" in forms and (kinds & YAOJIU_MASK).bit_count() >= 12 and (orphans_kong or not melds):
            for tile in range(34):
                if orphans_reading(key + ONE[tile], melds == 1):
                    mask |= 1 << tile
        if "sixteen" in forms and not melds and (kinds & HONOUR_MASK).bit_count() >= 6:
            for tile in range(34):
                if sixteen_reading(key + ONE[tile]) is not None:
                    mask |= 1 << tile
    if mask and not dead:
        full = key + melds_key
        for tile in mask_tiles(mask):
            if full >> WIDTH * tile & _FIELD >= 4:
                mask &= ~(1 << tile)
    return mask


def mask_tiles(mask: int) -> Iterator[Tile]:
    """The faces of a mask, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True, slots=True)
class Group:
    """A set of a reading: a run, a triplet, a kong, the eyes."""

    tiles: tuple[Tile, ...]
    exposed: bool = False

    def __str__(self) -> str:
        return "".join(FACES[tile][0] for tile in self.tiles) + FACES[self.tiles[0]][1]

    @property
    def order(self) -> tuple[int, int]:
        """Sorting key: lowest tile, triplets before runs."""
        return (self.tiles[0], 0 if self.tiles[0] == self.tiles[-1] else 1)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the hand, with the place the winning tile takes in it."""

    form: str
    """``standard``, ``ligu``, ``orphans``, ``sixteen``, ``two_way`` or ``flowers``."""
    melds: tuple[Group, ...]
    """Sorted by lowest tile, triplets before runs; the one triplet of 嚦咕, the one meld of 十三么."""
    pair: Tile | None
    """The eyes; of 十六不搭 the doubled tile; ``None`` for 嚦咕."""
    winning: Group | None = None
    """The group that the winning tile completes."""
    pairs: tuple[Tile, ...] = ()
    """嚦咕: the pairs, a face twice when all four are held; with ``two_way`` those of the 嚦咕 half."""
    triplet: Tile | None = None
    """嚦咕: its triplet; with ``two_way`` that of the 嚦咕 half."""

    @property
    def pair_text(self) -> str | None:
        """The eyes in notation, such as ``22p``."""
        return None if self.pair is None else FACES[self.pair][0] * 2 + FACES[self.pair][1]

    @property
    def text(self) -> str:
        """Melds, eyes, then the group that holds the winning tile: the last of the tie-breaks."""
        parts = [str(group) for group in self.melds]
        parts += [FACES[tile][0] * 2 + FACES[tile][1] for tile in self.pairs if self.form == "ligu"]
        if self.pair_text:
            parts.append(self.pair_text)
        if self.winning:
            parts.append(str(self.winning))
        return " ".join(parts)


def ligu_pairs(hand: Hand, triplet: Tile) -> tuple[Tile, ...]:
    """The seven pairs of a 嚦咕 beside its triplet."""
    pairs: list[Tile] = []
    for tile in sorted(set(hand.concealed)):
        if tile != triplet:
            pairs += [tile] * (hand.concealed.count(tile) // 2)
    return tuple(pairs)


def standard_splits(parts: tuple[SuitPart, ...]) -> Iterator[tuple[Split, ...]]:
    """Products of the suits' splits with exactly one pair among them; the sizes of the suits have been checked by the caller."""
    a, b, c, d = parts
    for one in a.splits:
        for two in b.splits:
            for three in c.splits:
                for four in d.splits:
                    yield (one, two, three, four)


def has_one_pair(parts: tuple[SuitPart, ...]) -> bool:
    """Whether exactly one suit has tiles left over for a pair and all can be taken apart."""
    double = 0
    for part in parts:
        if not part.splits:
            return False
        if part.size % 3 == 2:
            double += 1
    return double == 1


def readings(hand: Hand) -> tuple[Reading, ...]:
    """Every reading of a complete hand in every form, without regard to house rules; the place of the winning tile left open.

    This is the plain list that tests and explanations want; scoring works on the same splits without building it.
    """
    key = pack(hand.concealed)
    parts = suit_parts(key)
    fixed = tuple(Group(meld.tiles, meld.exposed) for meld in hand.melds)
    found: list[Reading] = []
    if len(hand.concealed) == 17 - 3 * len(hand.melds):
        if has_one_pair(parts):
            for splits in standard_splits(parts):
                groups = list(fixed)
                pair = -1
                for split in splits:
                    groups += [Group((run, run + 1, run + 2)) for run in split.runs]
                    groups += [Group((tile,) * 3) for tile in split.triplets]
                    if split.pair >= 0:
                        pair = split.pair
                found.append(Reading("standard", tuple(sorted(groups, key=lambda group: group.order)), pair))
        if not hand.melds and is_ligu(parts):
            threes = parts[0].threes | parts[1].threes | parts[2].threes | parts[3].threes
            triplet = threes.bit_length() - 1
            found.append(
                Reading(
                    "ligu", (Group((triplet,) * 3),), None, pairs=ligu_pairs(hand, triplet), triplet=triplet
                )
            )
        if not hand.melds or (len(hand.melds) == 1 and not hand.melds[0].exposed):
            orphans = orphans_reading(key, bool(hand.melds))
            if orphans:
                eyes, kind, low = orphans
                meld = fixed if kind < 0 else (Group((low,) * 3 if kind else (low, low + 1, low + 2)),)
                found.append(Reading("orphans", meld, eyes))
        if not hand.melds:
            double = sixteen_reading(key)
            if double is not None:
                found.append(Reading("sixteen", (), double))
    return tuple(found)
