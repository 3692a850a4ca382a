"""Random winning hands of every kind, counted by the program and by the second scorer: same totals, same items."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from models.hand import HandError
from models.notation import parse_context, parse_hand
from models.score import score
from tests.models.reference_score import KINDS, ORPHANS, Hand, hk_score, is_ligu, tw_score

HANDS = int(os.environ.get("TAIPAI_REFERENCE_HANDS", "3000"))
BRACKETS = {"chow": "()", "pung": "()", "big_kong": "()", "added_kong": "{}", "concealed_kong": "[]"}


def draw(rng: random.Random, left: Counter[str], tiles: tuple[str, ...]) -> bool:
    need = Counter(tiles)
    if any(left[tile] < n for tile, n in need.items()):
        return False
    left.subtract(need)
    return True


def random_set(rng: random.Random, pool: list[str], runs: float) -> tuple[str, ...]:
    tile = rng.choice(pool)
    if tile[1] != "z" and int(tile[0]) <= 7 and rng.random() < runs:
        return tuple(f"{int(tile[0]) + step}{tile[1]}" for step in range(3))
    return (tile,) * 3


def random_hand(rng: random.Random) -> Hand:
    """A winning hand with a way of winning that can be; biased towards flushes, honours, terminals, repeats and kongs."""
    while True:
        hand = _try_hand(rng)
        if hand is not None:
            return hand


def _try_hand(rng: random.Random) -> Hand | None:
    left: Counter[str] = Counter(dict.fromkeys(KINDS, 4))
    form = rng.choices(["standard", "ligu", "orphans", "sixteen"], [88, 7, 3, 2])[0]
    melds: list[tuple[str, tuple[str, ...]]] = []
    concealed: list[str] = []
    if form == "standard":
        suits = rng.choice(["m", "mp", "mps", "mps", "mps", "ps", "s"])
        pool = [k for k in KINDS if k[1] in suits or (k[1] == "z" and rng.random() < rng.choice([0, 0.5, 1]))]
        style = rng.random()
        if style < 0.12:
            pool = [k for k in KINDS if k in ORPHANS]
        elif style < 0.3:
            ranks = rng.sample("123456789", rng.randint(2, 4))
            pool = [k for k in KINDS if k[1] != "z" and k[0] in ranks] + [k for k in KINDS if k[1] == "z"][
                : rng.randint(0, 7)
            ]
        elif style < 0.36:
            pool = [k for k in KINDS if k[1] == "z"]
        elif style < 0.4:
            pool = [k for k in KINDS if k[1] != "z" and k in ORPHANS]
        elif style < 0.43:
            return plain_hand(rng)
        if not pool:
            return None
        runs = rng.choice([0.0, 0.3, 0.7, 1.0, 1.0])
        open_share = rng.choice([0.0, 0.0, 0.3, 0.7, 1.0])
        wanted: list[tuple[str, ...]] = []
        if rng.random() < 0.06:
            suit_order = rng.choice([rng.sample("mps", 3), [rng.choice("mps")] * 3])
            wanted = [
                tuple(f"{first + step}{suit}" for step in range(3))
                for first, suit in zip((1, 4, 7), suit_order, strict=True)
            ]
        sets = 0
        previous: tuple[str, ...] | None = None
        for _ in range(60):
            if sets == 5:
                break
            repeated = previous if previous and rng.random() < 0.25 else random_set(rng, pool, runs)
            tiles = wanted.pop() if wanted else repeated
            kind = ""
            if rng.random() < open_share:
                kind = (
                    "chow" if tiles[0] != tiles[1] else rng.choice(["pung", "pung", "big_kong", "added_kong"])
                )
            elif tiles[0] == tiles[1] and rng.random() < 0.15:
                kind = "concealed_kong"
            whole = (tiles[0],) * 4 if kind.endswith("kong") else tiles
            if not draw(rng, left, whole):
                continue
            sets += 1
            previous = tiles
            if kind:
                melds.append((kind, whole))
            else:
                concealed.extend(whole)
        if sets < 5:
            return None
        eyes = rng.choice(pool)
        if not draw(rng, left, (eyes, eyes)):
            return None
        concealed += [eyes, eyes]
    elif form == "ligu":
        suits = rng.choice(["m", "mz", "mp", "mps", "mpsz", "z"])
        pool = [k for k in KINDS if k[1] in suits]
        if rng.random() < 0.25:
            pool = [k for k in ORPHANS if k[1] in suits or k[1] == "z"]
        triple = rng.choice(pool)
        concealed = [triple] * 3
        pairs = rng.choices([k for k in pool if k != triple] or pool, k=7)
        concealed += [k for k in pairs for _ in range(2)]
        if any(n > 4 for n in Counter(concealed).values()) or not is_ligu(concealed, []):
            return None
    elif form == "orphans":
        concealed = [*ORPHANS, rng.choice(ORPHANS)]
        left.subtract(concealed)
        tiles = random_set(rng, rng.choice([KINDS, ORPHANS]), 0.6)
        if tiles[0] == tiles[1] and rng.random() < 0.3:
            if not draw(rng, left, (tiles[0],) * 4):
                return None
            melds.append(("concealed_kong", (tiles[0],) * 4))
        elif not draw(rng, left, tiles):
            return None
        else:
            concealed.extend(tiles)
    else:
        triples = [(a, b, c) for a in range(1, 4) for b in range(a + 3, 7) for c in range(b + 3, 10)]
        chosen = [rng.choice(triples)] * 3 if rng.random() < 0.3 else [rng.choice(triples) for _ in range(3)]
        if rng.random() < 0.3:
            chosen = [(1, 4, 7), (2, 5, 8), (3, 6, 9)]
            rng.shuffle(chosen)
        concealed = [f"{n}{s}" for s, three in zip("mps", chosen, strict=True) for n in three]
        concealed += [f"{n}z" for n in range(1, 8)]
        concealed.append(rng.choice(concealed))
    winning = rng.choice(concealed)
    flowers = sorted(
        rng.sample([f"{n}f" for n in range(1, 9)], rng.choices(range(9), [40, 12, 10, 8, 8, 6, 6, 6, 4])[0])
    )
    context = random_context(rng, concealed, melds, flowers, winning)
    return Hand(concealed, melds, flowers, winning, context)


def plain_hand(rng: random.Random) -> Hand:
    """Little or nothing to count: where 雞胡 and hands of two fan lie side by side."""
    melds = [("chow", ("2m", "3m", "4m")), ("chow", ("6p", "7p", "8p")), ("pung", ("1s",) * 3)]
    concealed = ["5m", "6m", "7m", "3p", "4p", "5p", *[rng.choice(["1z", "2z", "9s", "2p"])] * 2]
    winning = rng.choice(["5p", "5p", "4p", "7m", concealed[-1]])
    flowers = rng.choice([[], [], ["1f"], ["2f"], ["1f", "7f"]])
    context: dict[str, Any] = {"self_draw": rng.random() < 0.2, "seat": 1, "round": 0}
    if rng.random() < 0.3:
        context["river"] = rng.randrange(12)
    if rng.random() < 0.3:
        context.update(seat=0, dealer=rng.randrange(3))
    return Hand(concealed, melds, flowers, winning, context)


def random_context(
    rng: random.Random, concealed: list[str], melds: list[Any], flowers: list[str], winning: str
) -> dict[str, Any]:
    context: dict[str, Any] = {"self_draw": rng.random() < 0.5, "seat": 1, "round": rng.randrange(4)}
    if rng.random() < 0.35:
        context["seat"] = 0
        context["dealer"] = rng.choice([0, 0, 1, 2, 5])
    else:
        context["seat"] = rng.randint(1, 3)
    kinds = [kind for kind, _ in melds]
    if context["self_draw"] and rng.random() < 0.4:
        small = kinds.count("concealed_kong") + kinds.count("added_kong")
        big = kinds.count("big_kong")
        chain = []
        if big and rng.random() < 0.5:
            chain.append("big_kong")
        more = ["kong"] * min(small, rng.randint(0, 2)) + ["flower"] * min(len(flowers), rng.randint(0, 2))
        rng.shuffle(more)
        context["chain"] = (*chain, *more)
    elif (
        not context["self_draw"]
        and rng.random() < 0.1
        and concealed.count(winning) == 1
        and not any(winning in t for _, t in melds)
    ):
        context["rob_kong"] = True
    roll = rng.random()
    heavenly_fits = context["self_draw"] and context.get("dealer") is not None and not melds
    if heavenly_fits and roll < 0.1 and "kong" not in context.get("chain", ()):
        context["heavenly"] = True
    elif roll < 0.15 and context.get("dealer") is None:
        context["earthly"] = True
        if rng.random() < 0.5:
            context["river"] = rng.randrange(12)
    elif roll < 0.3:
        context["river"] = rng.randrange(14)
    elif roll < 0.4 and not context.get("rob_kong"):
        context["last_tile"] = True
    if len(flowers) >= 7 and rng.random() < 0.4:
        context["flower_paid"] = True
    return context


def as_text(hand: Hand) -> tuple[str, str]:
    rest = list(hand.concealed)
    rest.remove(hand.winning)
    parts = [
        BRACKETS[kind][0] + "".join(t[0] for t in tiles) + tiles[0][1] + BRACKETS[kind][1]
        for kind, tiles in hand.melds
    ]
    parts += sorted(rest) + hand.flowers
    words = []
    context = hand.context
    for flag in ("self_draw", "rob_kong", "last_tile", "heavenly", "earthly", "flower_paid"):
        if context.get(flag):
            words.append(flag)
    if context.get("chain"):
        words.append("chain " + ",".join(context["chain"]))
    words.append(f"seat {'ESWN'[context['seat']]} round {'ESWN'[context['round']]}")
    if context.get("dealer") is not None:
        words.append(f"dealer {context['dealer']}")
    if context.get("river") is not None:
        words.append(f"river {context['river']}")
    if context.get("ready"):
        words.append(f"ready {context['ready']}")
    return " ".join([*parts, "+" + hand.winning]), " ".join(words)


@pytest.mark.parametrize("table", ["hk", "taiwan"])
def test_same_totals_and_items(table: str) -> None:
    rng = random.Random(20261130 + (table == "taiwan"))
    seen: Counter[str] = Counter()
    for _ in range(HANDS):
        hand = random_hand(rng)
        if table == "taiwan" and hand.closed and not hand.context.get("heavenly") and rng.random() < 0.2:
            hand.context["ready"] = rng.choice(["di", "tian"])
        expected = hk_score(hand) if table == "hk" else tw_score(hand)
        text, words = as_text(hand)
        try:
            counted = score(parse_hand(text), parse_context(words), table)
        except HandError as error:
            pytest.fail(f"{text} | {words}: refused: {error}")
        if expected is None:
            assert not hasattr(counted, "total"), f"{text} | {words}: should be no win"
            continue
        total, itemised = expected
        assert hasattr(counted, "total"), f"{text} | {words}: should win with {total} {itemised}"
        items = {item.id: item.fan for item in counted.items}
        assert counted.total == total, f"{text} | {words}: {counted.total} {items}, not {total} {itemised}"
        assert items in itemised, f"{text} | {words}: {items}, not one of {itemised}"
        seen.update(items)
    missing = HK_IDS - set(seen) if table == "hk" else TW_IDS - set(seen)
    assert not missing or HANDS < 3000, f"never came up: {sorted(missing)}"


HK_IDS = {
    "self_draw", "concealed_hand", "concealed_self_draw", "no_honors", "no_flowers", "no_honors_no_flowers", "all_chows", "grand_all_chows",
    "honor_pung", "off_flower", "seat_flower", "flower_set", "seven_flowers", "eight_flowers", "double_pair_wait", "single_wait",
    "false_single_wait", "pair_258", "exposed_kong", "concealed_kong", "robbing_kong", "win_on_kong", "win_on_flower",
    "win_on_consecutive_kongs", "win_on_flower_and_kong", "within_seven_discards", "within_ten_discards", "chicken_hand",
    "concealed_pure_straight", "exposed_pure_straight", "concealed_mixed_straight", "exposed_mixed_straight", "all_melded", "half_melded",
    "twin_chows", "double_twin_chows", "triple_identical_chows", "quadruple_identical_chows", "two_suit_chows", "three_suit_chows",
    "two_brothers", "small_three_brothers", "big_three_brothers", "small_three_sisters", "big_three_sisters", "four_in_one", "four_in_two",
    "last_tile_draw", "last_tile_discard", "five_categories", "two_concealed_pungs", "three_concealed_pungs", "four_concealed_pungs",
    "five_concealed_pungs", "all_concealed_pungs_self_drawn", "all_pungs", "half_flush", "full_flush", "missing_suit", "mixed_terminals",
    "all_terminals", "mixed_outside", "pure_outside", "all_simples", "all_honors", "ligu_ligu", "thirteen_orphans", "sixteen_unrelated",
    "unrelated_three_same", "unrelated_knitted_straight", "small_three_dragons", "big_three_dragons", "small_three_winds",
    "big_three_winds", "small_four_winds", "big_four_winds", "heavenly_hand", "earthly_hand", "dealer",
}  # fmt: skip
TW_IDS = {
    "dealer", "dealer_streak", "dragon_pung", "seat_wind", "round_wind", "self_draw", "concealed", "concealed_self_draw", "seat_flower",
    "flower_set", "single_wait", "win_on_replacement", "last_tile_draw", "robbing_kong", "all_melded", "half_melded", "all_chows",
    "three_concealed", "four_concealed", "five_concealed", "all_pungs", "half_flush", "full_flush", "all_honors", "small_three_dragons",
    "big_three_dragons", "small_four_winds", "big_four_winds", "eight_flowers", "earthly_ready", "heavenly_ready", "earthly_hand",
    "heavenly_hand",
}  # fmt: skip
