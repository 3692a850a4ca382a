"""A user's photo: a winning hand laid on a table and seen from where a person stands, full size."""

from __future__ import annotations

import numpy as np

from vision.train import scenes
from vision.train.faces import Array, Design, Rng

#: Degrees from straight above that people hold a phone at.
LOWEST_TILT, HIGHEST_TILT = 0.0, 60.0
#: Width and height in pixels: 12 megapixels, as phones deliver.
SIZE = (4000, 3000)


def winning_hand(rng: Rng, have: set[str]) -> list[str]:
    """Five melds and a pair of faces a set has, meld by meld; no face more than four times."""
    ranks = range(1, 10)
    chows = [tuple(f"{n + k}{s}" for k in range(3)) for s in "mps" for n in ranks if n < 8]
    plain = [f"{n}{s}" for s in "mps" for n in ranks] + [f"{n}z" for n in range(1, 8)]
    chows = [c for c in chows if set(c) <= have]
    plain = [f for f in plain if f in have]
    while True:
        melds: list[tuple[str, ...]] = []
        for _ in range(5):
            if rng.random() < 0.6:
                melds.append(chows[rng.integers(len(chows))])
            else:
                melds.append((plain[rng.integers(len(plain))],) * 3)
        melds.append((plain[rng.integers(len(plain))],) * 2)
        hand = [f for meld in melds for f in meld]
        if max(hand.count(f) for f in hand) <= 4:
            return hand


def _line(rng: Rng, look: scenes.Look, groups: list[list[str]], y: float, wobble: float) -> list[scenes.Box]:
    """Groups of touching tiles in one line, centred, half a tile and more between them."""
    gap = rng.uniform(0.5, 0.9)
    width = sum(len(g) * 1.01 for g in groups) + gap * (len(groups) - 1)
    boxes, x = [], -width / 2
    for group in groups:
        for face in group:
            slide, turn = rng.normal(0, wobble, 2)
            boxes.append(scenes.tile(rng, look, x + 0.505, y + slide, turn * 0.6, face))
            x += 1.01
        x += gap
    return boxes


def photo(rng: Rng, design: Design, tables: list[Array], size: tuple[int, int] = SIZE) -> scenes.Scene:
    """One hand of 17 tiles, sometimes with flowers, in a line, in two, or with its open melds set apart."""
    look = scenes.set_look(rng, design)
    hand = winning_hand(rng, set(design.faces))
    wobble = rng.uniform(0, 0.04)
    kind = rng.random()
    step = look.height + rng.uniform(0.4, 0.8)
    if kind < 0.5:
        lines = [[hand]]
    elif kind < 0.75:
        lines = [[hand[:9]], [hand[9:]]]
    else:
        lines = [[hand[:3], hand[3:6]], [hand[6:]]]
    flowers = sorted(f for f in design.faces if f.endswith("f"))
    if flowers and rng.random() < 0.5:
        count = min(len(flowers), int(rng.integers(1, 4)))
        lines.insert(0, [[str(f) for f in rng.choice(flowers, count, replace=False)]])
    boxes = [b for k, line in enumerate(lines) for b in _line(rng, look, line, k * step, wobble)]
    middle = np.mean([b.centre for b in boxes], 0)
    for b in boxes:
        b.centre[:2] -= middle[:2]
    tilt = np.radians(rng.uniform(LOWEST_TILT, HIGHEST_TILT))
    view = scenes.camera(rng, boxes, size, tilt, rng.uniform(0.6, 0.95), rng.normal(0, 0.2))
    table = tables[rng.integers(len(tables))]
    return scenes.render(rng, boxes, [], view, size, table, look.radius, 240)
