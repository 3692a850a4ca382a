"""All ways to read the tiles of a hand: five melds and a pair, 嚦咕嚦咕, 十三么, 十六不搭.

Counts of tiles are packed into one integer, six bits a face (:data:`ONE`), so that the nine counts of a suit are a key. What a suit alone allows
is worked out once and kept (:func:`suit_part`); a hand's readings are the products of its suits'.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from models.hand import Hand
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

_FOUR: Final = sum(28 << WIDTH * tile for tile in range(34))
"""Added to packed counts it raises the top bit of a field that holds four."""
_TOP: Final = sum(32 << WIDTH * tile for tile in range(34))

YAOJIU_MASK: Final = sum(1 << tile for tile in YAOJIU)
HONOUR_MASK: Final = 0b1111111 << 27
YAOJIU_KEY: Final = sum(ONE[tile] for tile in YAOJIU)


Split: TypeAlias = tuple[int, int, int, int, int]
"""One way to take a suit apart: packed counts of the runs by lowest rank, mask of those ranks, mask of the triplets' ranks, the rank of the
eyes or -1, number of runs. Ranks count from 0 within the suit."""


class SuitPart:
    """What the concealed tiles of one suit are and allow, whichever suit it is; bit n of a mask is rank n."""

    __slots__ = ("_tops", "_waits", "honours", "key", "kinds", "rest", "splits")

    def __init__(self, key: int, honours: bool) -> None:
        self.key, self.honours = key, honours
        self._waits = -1
        self._tops: tuple[int, int, int] | None = None
        kinds = 0
        left = key
        while left:
            at = ((left & -left).bit_length() - 1) // WIDTH
            kinds |= 1 << at
            left = left >> WIDTH * (at + 1) << WIDTH * (at + 1)
        self.kinds = kinds
        self.rest = rest = key % _FIELD % 3
        """Tiles left over when threes are taken away; sixes of bits add up to the number of tiles modulo 63."""
        splits: list[Split] = []
        if rest != 1:
            if honours:
                _split_honours(key, rest == 2, splits)
            else:
                _split(key, 0, rest == 2, -1, 0, 0, 0, 0, splits)
        self.splits = tuple(splits)
        """Every way into runs and triplets, with one pair when the size asks for it; empty when there is none."""

    @property
    def tops(self) -> tuple[int, int, int]:
        """Masks of the ranks held once, twice and three times."""
        if self._tops is None:
            ones = twos = threes = 0
            for at in range(9):
                count = self.key >> WIDTH * at & _FIELD
                if count == 1:
                    ones |= 1 << at
                elif count == 2:
                    twos |= 1 << at
                elif count == 3:
                    threes |= 1 << at
            self._tops = (ones, twos, threes)
        return self._tops

    @property
    def waits(self) -> int:
        """Mask of the ranks that, added, can be taken apart."""
        if self._waits < 0:
            mask = 0
            near = self.kinds
            if not self.honours:
                near = (near | near << 1 | near << 2 | near >> 1 | near >> 2) & 0x1FF
            with_pair = self.rest == 1
            complete = _honours_complete if self.honours else _complete
            at = 0
            while near >> at:
                if near >> at & 1 and complete(self.key + ONE[at], with_pair):
                    mask |= 1 << at
                at += 1
            self._waits = mask
        return self._waits


def _split(
    key: int,
    at: int,
    need_pair: bool,
    pair: int,
    run_key: int,
    run_mask: int,
    set_mask: int,
    number: int,
    out: list[Split],
) -> None:
    """Takes everything of the lowest rank away in each possible way, then goes on; no way is met twice.

    ``key`` counts what is left from rank ``at`` on, that rank lowest.
    """
    if not key:
        if not need_pair:
            out.append((run_key, run_mask, set_mask, pair, number))
        return
    count = key & _FIELD
    while not count:
        key >>= WIDTH
        at += 1
        count = key & _FIELD
    bit = 1 << at
    key >>= WIDTH
    most = min(key & _FIELD, key >> WIDTH & _FIELD) if at < 7 else 0  # runs that can start here
    for sets in (1, 0) if count >= 3 else (0,):
        for eyes in (0, 1) if need_pair and count - 3 * sets >= 2 else (0,):
            runs = count - 3 * sets - 2 * eyes
            if runs <= most:
                _split(
                    key - runs * 0b1000001,
                    at + 1,
                    need_pair and not eyes,
                    at if eyes else pair,
                    run_key + (runs << WIDTH * at),
                    run_mask | bit if runs else run_mask,
                    set_mask | bit if sets else set_mask,
                    number + runs,
                    out,
                )


def _split_honours(key: int, need_pair: bool, out: list[Split]) -> None:
    pair, triplets, at = -1, 0, 0
    while key:
        count = key & _FIELD
        if count == 3:
            triplets |= 1 << at
        elif count == 2 and pair < 0 and need_pair:
            pair = at
        elif count:
            return
        key >>= WIDTH
        at += 1
    if (pair >= 0) == need_pair:
        out.append((0, 0, triplets, pair, 0))


def _complete_plain(key: int) -> bool:
    """Whether a suit falls into runs and triplets. Greedy from the lowest rank: three runs there would be three triplets too."""
    while key:
        count = key & _FIELD
        key >>= WIDTH
        if count:
            count %= 3
            if count:
                if (key & _FIELD) < count or (key >> WIDTH & _FIELD) < count:
                    return False
                key -= count * 0b1000001
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


class _Parts(dict[int, SuitPart]):
    """What has been worked out of suits, by key; a missing one is worked out."""

    def __init__(self, honours: bool) -> None:
        super().__init__()
        self.honours = honours

    def __missing__(self, key: int) -> SuitPart:
        if len(self) > _LIMIT:
            self.clear()
        part = self[key] = SuitPart(key, self.honours)
        return part


_LIMIT: Final = 200_000
SUITS: Final = _Parts(honours=False)
"""The part of each suit key: ``SUITS[key]``."""
HONOUR_PARTS: Final = _Parts(honours=True)
"""The like for the honours."""
Parts: TypeAlias = tuple[SuitPart, SuitPart, SuitPart, SuitPart]


def forget() -> None:
    """Empties what is remembered of suits, for measurements of a first pass."""
    SUITS.clear()
    HONOUR_PARTS.clear()


def pack(tiles: Iterable[Tile]) -> int:
    """Packed counts of tiles that are no flowers."""
    return sum(map(ONE.__getitem__, tiles))


def unpack(key: int) -> tuple[Tile, ...]:
    """The tiles of packed counts, in order."""
    tiles: list[Tile] = []
    while key:
        tile = ((key & -key).bit_length() - 1) // WIDTH
        count = key >> WIDTH * tile & _FIELD
        tiles += [tile] * count
        key -= count << WIDTH * tile
    return tuple(tiles)


def suit_parts(key: int) -> Parts:
    """The four parts of a packed count: 萬, 筒, 索, honours."""
    return (
        SUITS[key & SUIT_MASK],
        SUITS[key >> SUIT_SHIFT & SUIT_MASK],
        SUITS[key >> 2 * SUIT_SHIFT & SUIT_MASK],
        HONOUR_PARTS[key >> 3 * SUIT_SHIFT],
    )


def ligu_triplet(parts: Parts) -> Tile:
    """The triplet of 嚦咕嚦咕 in 17 concealed tiles without melds, every count 2 or 4 save one 3; -1 if they are not that."""
    threes = 0
    for n, part in enumerate(parts):
        ones, _twos, tops = part.tops
        if ones:
            return -1
        threes |= tops << 9 * n
    return threes.bit_length() - 1 if threes and not threes & (threes - 1) else -1


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
    parts: Parts,
    key: int,
    melds_key: int,
    melds: int,
    kongs: int,
    forms: tuple[str, ...],
    orphans_kong: bool,
    dead: bool,
) -> int:
    """Mask of the faces that complete a hand of 16 tiles.

    ``key`` counts the concealed tiles, ``parts`` are its :func:`suit_parts`, ``melds_key`` those of the ``melds`` melds, of which ``kongs`` are concealed kongs; ``forms`` are the special forms
    that win; ``dead`` keeps faces of which the hand already holds four.
    """
    m, p, s, z = parts
    mask = 0
    rests = m.rest + p.rest + s.rest + z.rest
    if rests == 1:
        # the eyes and the wait are in one suit
        n = 0 if m.rest else 1 if p.rest else 2 if s.rest else 3
        if all(part.splits for part in parts if not part.rest):
            mask = parts[n].waits << 9 * n
    elif rests == 4:
        over = [n for n in range(4) if parts[n].rest == 2]
        if len(over) == 2 and all(part.splits for part in parts if not part.rest):
            a, b = over
            if parts[b].splits:
                mask = parts[a].waits << 9 * a
            if parts[a].splits:
                mask |= parts[b].waits << 9 * b
    if not melds and "ligu" in forms:
        ones = twos = threes = 0
        for n, part in enumerate(parts):
            one, two, three = part.tops
            ones |= one << 9 * n
            twos |= two << 9 * n
            threes |= three << 9 * n
        tops = threes.bit_count()
        if ones:
            if ones & (ones - 1) == 0 and tops == 1:
                mask |= ones
        elif tops == 0:
            mask |= twos
        elif tops == 2:
            mask |= threes
    if melds == kongs and melds < 2:
        kinds = parts[0].kinds | parts[1].kinds << 9 | parts[2].kinds << 18 | parts[3].kinds << 27
        if "orphans" in forms and (kinds & YAOJIU_MASK).bit_count() >= 12 and (orphans_kong or not melds):
            for tile in range(34):
                if orphans_reading(key + ONE[tile], melds == 1):
                    mask |= 1 << tile
        if "sixteen" in forms and not melds and (kinds & HONOUR_MASK).bit_count() >= 6:
            for tile in range(34):
                if sixteen_reading(key + ONE[tile]) is not None:
                    mask |= 1 << tile
    if mask and not dead:
        four = (key + melds_key + _FOUR) & _TOP
        while four:
            low = four & -four
            mask &= ~(1 << low.bit_length() // WIDTH - 1)
            four ^= low
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


def has_one_pair(parts: Parts) -> bool:
    """Whether exactly one suit has tiles left over for a pair and all can be taken apart."""
    a, b, c, d = parts
    return bool(
        a.splits and b.splits and c.splits and d.splits and a.rest + b.rest + c.rest + d.rest == 2
    )  # a part with splits has 0 or 2 over


def standard_splits(parts: Parts) -> Iterator[tuple[int, int, Tile]]:
    """Every way into runs, triplets and a pair: packed runs by lowest tile, mask of triplets, the eyes. ``parts`` must have one pair."""
    a, b, c, d = parts
    for a_runs, _, a_sets, a_pair, _ in a.splits:
        for b_runs, _, b_sets, b_pair, _ in b.splits:
            for c_runs, _, c_sets, c_pair, _ in c.splits:
                for _, _, d_sets, d_pair, _ in d.splits:
                    if a_pair >= 0:
                        pair = a_pair
                    elif b_pair >= 0:
                        pair = b_pair + 9
                    elif c_pair >= 0:
                        pair = c_pair + 18
                    else:
                        pair = d_pair + 27
                    yield (
                        a_runs | b_runs << SUIT_SHIFT | c_runs << 2 * SUIT_SHIFT,
                        a_sets | b_sets << 9 | c_sets << 18 | d_sets << 27,
                        pair,
                    )


def groups_of(runs: int, sets: int) -> list[Group]:
    """Packed runs and a mask of triplets as groups."""
    return [Group((run, run + 1, run + 2)) for run in unpack(runs)] + [
        Group((tile,) * 3) for tile in mask_tiles(sets)
    ]


def readings(hand: Hand) -> tuple[Reading, ...]:
    """Every reading of a complete hand in every form, without regard to house rules; the place of the winning tile left open.

    This is the plain list that tests and explanations want; scoring works on the same splits without building it.
    """
    key = pack(hand.concealed)
    parts = suit_parts(key)
    fixed = [Group(meld.tiles, meld.exposed) for meld in hand.melds]
    found: list[Reading] = []
    if len(hand.concealed) == 17 - 3 * len(hand.melds):
        if has_one_pair(parts):
            for runs, sets, pair in standard_splits(parts):
                groups = sorted([*fixed, *groups_of(runs, sets)], key=lambda group: group.order)
                found.append(Reading("standard", tuple(groups), pair))
        triplet = -1 if hand.melds else ligu_triplet(parts)
        if triplet >= 0:
            found.append(
                Reading(
                    "ligu", (Group((triplet,) * 3),), None, pairs=ligu_pairs(hand, triplet), triplet=triplet
                )
            )
        if not hand.melds or (len(hand.melds) == 1 and not hand.melds[0].exposed):
            orphans = orphans_reading(key, bool(hand.melds))
            if orphans:
                eyes, kind, low = orphans
                meld = fixed if kind < 0 else [Group((low,) * 3 if kind else (low, low + 1, low + 2))]
                found.append(Reading("orphans", tuple(meld), eyes))
        if not hand.melds:
            double = sixteen_reading(key)
            if double is not None:
                found.append(Reading("sixteen", (), double))
    return tuple(found)
