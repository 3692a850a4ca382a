"""Readings and waits against the oracle: every one-suit winning shape, and random hands of every kind."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from models import rules
from models.hand import Hand
from models.notation import parse_hand
from models.readings import SUITS, mask_tiles, pack, readings, standard_splits, suit_parts, unpack
from models.score import waits_mask
from models.tiles import BY_FACE, FACES
from tests.models import oracle

RANDOM_HANDS = int(os.environ.get("TAIPAI_ORACLE_HANDS", "20000"))


def shapes() -> set[tuple[int, ...]]:
    """Counts of every one-suit hand of five sets and a pair, at most four of a rank."""
    sets = [tuple(1 if low <= n < low + 3 else 0 for n in range(9)) for low in range(7)]
    sets += [tuple(3 if n == rank else 0 for n in range(9)) for rank in range(9)]
    found = set()
    for five in combinations_with_replacement(sets, 5):
        base = [sum(column) for column in zip(*five, strict=True)]
        if max(base) <= 4:
            for pair in range(9):
                if base[pair] <= 2:
                    found.add(tuple(count + 2 * (n == pair) for n, count in enumerate(base)))
    return found


def as_oracle(hand: Hand) -> set[tuple[tuple[tuple[str, ...], ...], str]]:
    found = set()
    for reading in readings(hand):
        if reading.form == "standard":
            groups = [tuple(FACES[tile] for tile in group.tiles) for group in reading.melds]
            assert reading.pair is not None
            found.add((tuple(sorted(groups)), FACES[reading.pair]))
    return found


def oracle_ways(counts: tuple[int, ...]) -> set[tuple[tuple[int, ...], int, int]]:
    """A few lines apart from the rest: (runs by start, triplets as mask, pair) of one suit, by trying all run counts."""
    found = set()
    for pair in range(9):
        left = list(counts)
        left[pair] -= 2
        if left[pair] < 0:
            continue

        def walk(at: int, left: list[int], runs: tuple[int, ...], trips: int, pair: int = pair) -> None:
            if at == 9:
                found.add((runs, trips, pair))
                return
            for start in range(left[at] + 1):
                rest = left[at] - start
                if rest % 3 or (start and (at > 6 or left[at + 1] < start or left[at + 2] < start)):
                    continue
                new = list(left)
                for step in range(3 if start else 0):
                    new[at + step] -= start
                if rest // 3 <= 1:
                    walk(at + 1, new, (*runs, *(at,) * start), trips | (1 << at if rest else 0))

        walk(0, left, (), 0)
    return found


def test_all_26414_one_suit_shapes_read_alike() -> None:
    every = shapes()
    assert len(every) == 26_414
    for counts in every:
        key = sum(count << 6 * n for n, count in enumerate(counts))
        mine = {(unpack(runs), sets, pair) for runs, _mask, sets, pair, _n in SUITS[key].splits}
        assert mine == oracle_ways(counts), counts
        assert len(mine) == len(SUITS[key].splits)


def test_one_suit_shapes_against_the_plain_oracle() -> None:
    every = sorted(shapes())
    rng = random.Random(5)
    for counts in rng.sample(every, 150):
        tiles = tuple(n for n, count in enumerate(counts) for _ in range(count))
        assert as_oracle(Hand(tiles)) == oracle.standard([FACES[tile] for tile in tiles])


def random_tiles(rng: random.Random) -> tuple[list[int], int]:
    """Concealed tiles of a hand of 17 and how many melds lie beside: built of sets, then now and then spoilt by one tile."""
    melds = rng.choice((0, 0, 1, 2, 3, 4))
    suits = rng.choice(((0, 1, 2), (0, 1, 2), (0,), (1, 2)))
    while True:
        tiles: list[int] = []
        style = rng.random()
        if style < 0.12 and not melds:
            kinds = rng.sample(range(34), 8)
            tiles = [kind for kind in kinds for _ in range(2)] + [rng.choice(kinds)]
            if rng.random() < 0.3:
                tiles[0:2] = tiles[2:4]
        elif style < 0.18 and not melds:
            tiles = [BY_FACE[kind] for kind in oracle.ORPHANS] + [BY_FACE[rng.choice(oracle.ORPHANS)]]
            low = rng.choice(suits) * 9 + rng.randrange(7)
            tiles += rng.choice(([low, low + 1, low + 2], [rng.randrange(34)] * 3))
        elif style < 0.24 and not melds:
            tiles = list(range(27, 34))
            for base in (0, 9, 18):
                tiles += [
                    base + rank
                    for rank in rng.choice(((0, 3, 6), (1, 4, 8), (2, 5, 8), (0, 4, 7), (0, 2, 6)))
                ]
            tiles.append(rng.choice(tiles))
        else:
            for _ in range(5 - melds):
                low = rng.choice(suits) * 9 + rng.randrange(7)
                tiles += rng.choice(
                    ([low, low + 1, low + 2], [low, low + 1, low + 2], [low + rng.randrange(3)] * 3)
                )
                if rng.random() < 0.1:
                    tiles[-3:] = [rng.randrange(27, 34)] * 3
            tiles += [rng.choice((rng.randrange(27, 34), rng.choice(suits) * 9 + rng.randrange(9)))] * 2
        if rng.random() < 0.2:
            tiles[rng.randrange(len(tiles))] = rng.randrange(34)
        if max(Counter(tiles).values()) <= 4:
            return sorted(tiles), melds


def hands(number: int, seed: int) -> Iterator[tuple[list[int], int]]:
    rng = random.Random(seed)
    for _ in range(number):
        yield random_tiles(rng)


def fast_standard(concealed: list[str]) -> set[tuple[tuple[tuple[str, ...], ...], str]]:
    """The oracle suit by suit: the same search, but it never tries a set of one suit against another's tiles."""
    found = set()
    counts = Counter(concealed)
    for eyes, count in counts.items():
        if count < 2:
            continue
        left = counts - Counter({eyes: 2})
        products: list[tuple[tuple[str, ...], ...]] = [()]
        for suit in "mpsz":
            mine = Counter({kind: n for kind, n in left.items() if kind[1] == suit})
            found_here = oracle.ways(mine, oracle.sets_of(sorted(mine)))
            products = [(*before, *map(tuple, way)) for before in products for way in found_here]
            if not products:
                break
        found |= {(tuple(sorted(way)), eyes) for way in products}
    return found


@pytest.mark.parametrize("part", range(4))
def test_random_hands_read_alike(part: int) -> None:
    """Set ``TAIPAI_ORACLE_HANDS=100000`` for the long run."""
    seen: Counter[str] = Counter()
    for tiles, melds in hands(RANDOM_HANDS // 4, seed=1000 + part):
        faces = [FACES[tile] for tile in tiles]
        # the melds themselves do not matter to the readings of the rest
        parts = suit_parts(pack(tiles))
        hand = Hand(tuple(tiles))
        if melds:
            mine = set()
            if all(p.splits for p in parts) and sum(p.rest for p in parts) == 2:
                for runs, sets, pair in standard_splits(parts):
                    groups = [tuple(FACES[run + step] for step in range(3)) for run in unpack(runs)]
                    groups += [(FACES[tile],) * 3 for tile in mask_tiles(sets)]
                    mine.add((tuple(sorted(groups)), FACES[pair]))
        else:
            mine = as_oracle(hand)
            forms = {reading.form for reading in readings(hand)}
            assert ("ligu" in forms) == oracle.ligu(faces), faces
            assert ("orphans" in forms) == oracle.orphans(faces), faces
            assert ("sixteen" in forms) == oracle.sixteen(faces), faces
            seen.update(forms)
        assert mine == fast_standard(faces), faces
        seen["several readings"] += len(mine) > 1
        seen["none"] += not mine
    for what in ("standard", "ligu", "orphans", "sixteen", "several readings", "none"):
        assert seen[what], f"never came up: {what}"


def test_random_waits_agree() -> None:
    hk = rules.load("hk")
    rng = random.Random(77)
    several = special = 0
    for tiles, melds in hands(60, seed=9):
        waiting = list(tiles)
        waiting.pop(rng.randrange(len(waiting)))
        if melds:
            continue
        faces = [FACES[tile] for tile in waiting]
        found = [FACES[tile] for tile in mask_tiles(waits_mask(Hand(tuple(waiting)), hk))]
        held = Counter(faces)
        want = [
            kind
            for kind in oracle.KINDS
            if held[kind] < 4
            and (
                fast_standard([*faces, kind])
                or oracle.ligu([*faces, kind])
                or oracle.orphans([*faces, kind])
                or oracle.sixteen([*faces, kind])
            )
        ]
        assert found == want, faces
        several += len(want) > 1
        special += len(want) >= 13
    assert several and special


@pytest.mark.parametrize(
    ("tiles", "want"),
    [
        ("(234m)(678p)(111s) 567m 7999s", "7s 8s"),  # 單吊 7 (999) and 卡窿 8 (79+99)
        ("(234m)(678p)(111s) 567m 3456s", "3s 6s"),
        ("(345m)(678p)(999s) 567m 1123p", "1p 4p"),
        ("[4444p](345m)(999s) 567m 1123p", "1p"),  # 4筒 is dead: all four are in the kong
        ("(3333s) 123m 567m 678p 45s 11z", "6s"),
        ("11m33m55m77p99p22s66s44s", "1m 3m 5m 7p 9p 2s 4s 6s"),  # 八飛
        ("11m33m55m77p99p22s666s4s", "4s"),
        ("19m19p19s1234567z 234m", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        ("19m19p19s1234567z 1z 23m", "1m 4m"),
        ("147m147s258p1234567z", "1m 4m 7m 2p 5p 8p 1s 4s 7s 1z 2z 3z 4z 5z 6z 7z"),
        ("147m147s258p1234566z", "7z"),
    ],
)
def test_waits_by_hand(tiles: str, want: str) -> None:
    hand = parse_hand(tiles)
    assert " ".join(FACES[tile] for tile in mask_tiles(waits_mask(hand, rules.load("hk")))) == want


def test_a_fifth_tile_is_waited_for_only_where_dead_waits_count() -> None:
    hk, taiwan = rules.load("hk"), rules.load("taiwan")
    hand = parse_hand("[8888s] 123m 456m 123p 7999s")
    assert [FACES[tile] for tile in mask_tiles(waits_mask(hand, hk))] == ["7s"]
    assert [FACES[tile] for tile in mask_tiles(waits_mask(hand, taiwan))] == ["7s", "8s"]
