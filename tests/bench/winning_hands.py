"""Seeded winning hands of 17 tiles as people have them: claimed melds, kongs, flowers, one-suit tangles and special forms mixed in."""

from __future__ import annotations

import random
from collections import Counter

from models.hand import BIG_KONG, CHOW, CONCEALED_KONG, PUNG, Context, Hand, Meld


def _meld(
    rng: random.Random, suits: tuple[int, ...], honours: bool, left: list[int]
) -> tuple[int, bool] | None:
    """Lowest tile and whether it is a run, taken out of ``left``."""
    if rng.random() < 0.68:
        run = rng.choice(suits) * 9 + rng.randrange(7)
        if min(left[run : run + 3]) < 1:
            return None
        for tile in range(run, run + 3):
            left[tile] -= 1
        return run, True
    tile = rng.choice([s * 9 + n for s in suits for n in range(9)] + (list(range(27, 34)) if honours else []))
    if left[tile] < 3:
        return None
    left[tile] -= 3
    return tile, False


def standard(rng: random.Random) -> tuple[Hand, Context]:
    """Five melds and a pair."""
    while True:
        suits = rng.choice(((0, 1, 2),) * 5 + ((0, 1), (1, 2), (0, 2), (0,), (1,), (2,)))
        honours = rng.random() < 0.7
        left = [4] * 34
        groups = []
        while len(groups) < 5:
            found = _meld(rng, suits, honours, left)
            if found:
                groups.append(found)
        pairs = [
            t for t in range(34) if left[t] >= 2 and ((t < 27 and t // 9 in suits) or (t >= 27 and honours))
        ]
        if pairs:
            break
    pair = rng.choice(pairs)
    left[pair] -= 2
    melds, concealed = [], [pair, pair]
    for low, run in groups:
        if rng.random() < 0.35:
            if run:
                melds.append(Meld(CHOW, low))
            elif left[low] and rng.random() < 0.3:
                left[low] -= 1
                melds.append(Meld(rng.choice((BIG_KONG, CONCEALED_KONG)), low))
            else:
                melds.append(Meld(PUNG, low))
        else:
            concealed += [low, low + 1, low + 2] if run else [low] * 3
    flowers = tuple(sorted(rng.sample(range(34, 42), rng.choice((0, 0, 0, 1, 1, 2, 3)))))
    hand = Hand(tuple(sorted(concealed)), tuple(melds), flowers, rng.choice(concealed))
    seat = rng.randrange(4)
    context = Context(
        self_draw=rng.random() < 0.3,
        seat=seat,
        round=rng.randrange(4),
        dealer=rng.randrange(3) if seat == 0 else None,
        river=rng.choice((None, None, None, rng.randrange(30))),
    )
    return hand, context


def ligu(rng: random.Random) -> tuple[Hand, Context]:
    """Seven pairs and a triplet, in few neighbouring faces so that some are two ways."""
    faces = rng.sample(range(rng.choice((0, 9, 18)), 27) if rng.random() < 0.7 else range(34), 8)
    concealed = [tile for tile in faces for _ in range(2)] + [faces[0]]
    return Hand(tuple(sorted(concealed)), (), (), rng.choice(concealed)), Context(
        self_draw=rng.random() < 0.3
    )


def hands(number: int, seed: int = 16) -> list[tuple[Hand, Context]]:
    """``number`` different hands."""
    rng = random.Random(seed)
    found = []
    seen: set[Hand] = set()
    while len(found) < number:
        hand, context = ligu(rng) if rng.random() < 0.05 else standard(rng)
        if max(Counter(hand.tiles).values()) <= 4 and hand not in seen:
            seen.add(hand)
            found.append((hand, context))
    return found
