"""Random winning hands under random house rules, counted by the program and by the second scorer: totals, items, reading, waits."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from models import rules
from models.hand import HandError
from models.notation import parse_context, parse_hand
from models.rules import RuleSet, with_switch
from models.score import Score, score
from models.tiles import FACES
from tests.models import reference_switches
from tests.models.reference_score import ORPHANS, Hand
from tests.models.reference_switches import HEAVENLY, Case, melds_in_order, winning_group
from tests.models.test_score_reference import as_text, random_hand

HANDS = int(os.environ.get("TAIPAI_REFERENCE_HANDS", "1500"))

HK_VALUES: dict[str, tuple[Any, ...]] = {
    "honor_scoring": ("graded",),
    "honor_pung_with_big_honors": ("exclude",),
    "exposed_kong_keeps_concealed": (True,),
    "kong_counts_as_concealed_pung": ("big_exposed_and_concealed", "concealed_only"),
    "kankan_includes_all_pungs": (False,),
    "kankan_self_draw": ("drop",),
    "two_way": ("full_both", "best_only"),
    "sigui": ("by_shape",),
    "early_win": ("inclusive",),
    "early_with_heaven_earth": ("stack",),
    "chicken": ("add",),
    "chicken_reading": ("any",),
    "flower_ladder": (False,),
    "flower_chain_counts": (False,),
    "dead_waits_count": (True,),
    "special_form_single_wait": ("all", "none"),
    "pair258_in_sixteen": (False,),
    "orphans_concealed_kong": (False,),
    "ligu_ron_triplet": (False,),
    "five_categories_in_special": (True,),
    "small_sisters_middle_pair": (False,),
    "xiangfeng": ("all", "once"),
    "dragon_multiplicity": ("all",),
    "no_honors_implied": ("drop",),
    "missing_suit_allows_honors": (True,),
    "heavenly_drops": ([], ["self_draw", "kankan_self_draw"], ["concealed_self_draw"], HEAVENLY[4:7]),
    "beggar_wait": ("drop",),
    "use_flowers": (False,),
    "min_fan": (3, 5, 20),
    "ron_opens_sets": (True,),
    "big_kong_win_is_discard": (True,),
    "special_forms": ([], ["ligu"], ["orphans"], ["sixteen"], ["orphans", "sixteen"]),
}
TW_VALUES: dict[str, tuple[Any, ...]] = {
    "pinghu_no_self_draw": (False,),
    "pinghu_two_sided": (True,),
    "migi": (True,),
    "all_honors_drops_all_pungs": (True,),
    "heavenly_drops_self_draw": (True,),
    "ready_keeps_bonus": (True,),
    "dead_waits_count": (False,),
    "use_flowers": (False,),
    "min_fan": (2, 4, 10),
}


def written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(value) or "none"
    return str(value)


def house_rules(rng: random.Random, table: str) -> dict[str, Any]:
    """One to four switches at another value; sometimes half of all of them."""
    values = HK_VALUES if table == "hk" else TW_VALUES
    names = rng.sample(list(values), rng.choice([1, 2, 2, 3, 4, len(values) // 2]))
    return {name: rng.choice(values[name]) for name in names}


def many_ways(rng: random.Random) -> Hand:
    """Concealed hands of one suit or two, with many readings and ties."""
    while True:
        tiles: list[str] = []
        suits = rng.choice(["m", "mp", "mps"])
        for _ in range(5):
            suit, first = rng.choice(suits), rng.randint(1, 5) if rng.random() < 0.7 else rng.randint(1, 7)
            run = [f"{first + step}{suit}" for step in range(3)]
            tiles += run if rng.random() < 0.6 else [run[0]] * 3
        tiles += [rng.choice(tiles)] * 2 if rng.random() < 0.7 else [rng.choice(ORPHANS)] * 2
        if max(Counter(tiles).values()) <= 4:
            break
    drawn = rng.random() < 0.5
    winning = rng.choice(tiles)
    context: dict[str, Any] = {"self_draw": drawn, "seat": 1, "round": rng.randrange(4)}
    if rng.random() < 0.2 and drawn:
        context.update(heavenly=True, seat=0, dealer=0)
    return Hand(tiles, [], rng.choice([[], ["1f"], ["2f", "3f"]]), winning, context)


def two_ways(rng: random.Random) -> Hand:
    """Five melds and a pair, and 嚦咕 as well."""
    while True:
        tiles: list[str] = []
        for _ in range(2):
            suit, first = rng.choice("mps"), rng.randint(1, 7)
            tiles += [f"{first + step}{suit}" for step in range(3)] * 2
        tiles += [rng.choice([f"{n}{s}" for s in "mps" for n in range(1, 10)] + ORPHANS)] * 3
        tiles += [rng.choice([f"{n}{s}" for s in "mps" for n in range(1, 10)] + ORPHANS)] * 2
        counts = Counter(tiles)
        if max(counts.values()) <= 4 and list(counts.values()).count(3) == 1:
            break
    context: dict[str, Any] = {"self_draw": rng.random() < 0.5, "seat": 1, "round": 0}
    if rng.random() < 0.3:
        context.update(seat=0, dealer=rng.randrange(3))
    if rng.random() < 0.2:
        context["river"] = rng.randrange(11)
    return Hand(tiles, [], rng.choice([[], ["1f"], ["2f"]]), rng.choice(tiles), context)


def paid_up(rng: random.Random) -> Hand:
    """Flowers paid before, or played without: hands that count nothing beside 莊."""
    melds = [("chow", ("2m", "3m", "4m")), ("chow", ("6p", "7p", "8p")), ("pung", ("1s",) * 3)]
    concealed = ["5m", "6m", "7m", "3p", "4p", "5p", *[rng.choice(["1z", "9s", "2p"])] * 2]
    context: dict[str, Any] = {
        "self_draw": rng.random() < 0.3,
        "seat": 0,
        "round": 0,
        "dealer": rng.randrange(3),
    }
    flowers = [f"{n}f" for n in range(1, 8)]
    context["flower_paid"] = True
    if rng.random() < 0.4:
        context["river"] = rng.randrange(12)
    return Hand(concealed, melds, flowers, rng.choice(["5p", "5p", "4p"]), context)


@pytest.mark.parametrize("table", ["hk", "taiwan"])
def test_same_under_house_rules(table: str) -> None:
    seed = int(os.environ.get("TAIPAI_REFERENCE_SEED", "20261130"))
    rng = random.Random(seed + (table == "taiwan"))
    base = rules.load(table)
    kept: dict[str, RuleSet] = {}
    for _ in range(HANDS):
        make = rng.choices([random_hand, many_ways, two_ways, paid_up], [80, 12, 6, 2])[0]
        hand = make(rng)
        if table == "taiwan" and hand.closed and not hand.context.get("heavenly") and rng.random() < 0.25:
            hand.context["ready"] = rng.choice(["di", "tian", "migi"])
        switches = house_rules(rng, table)
        if table == "hk" and hand.context.get("rob_kong") and set(ORPHANS) <= set(hand.concealed):
            del hand.context["rob_kong"]
            hand.context["rob_concealed_kong"] = True
            switches["rob_concealed_kong_for_orphans"] = True
        words = " ".join(f"{name}={written(value)}" for name, value in switches.items())
        if words not in kept:
            used = base
            for setting in words.split():
                used = with_switch(used, setting)
            kept[words] = used
        compare(table, hand, switches, kept[words], words)


def compare(table: str, hand: Hand, switches: dict[str, Any], used: RuleSet, settings: str) -> None:
    expected = (reference_switches.hk if table == "hk" else reference_switches.taiwan)(hand, switches)
    text, words = as_text(hand)
    if hand.context.get("rob_concealed_kong"):
        words += " rob_concealed_kong"
    line = f"{text} | {words} | {settings}"
    try:
        counted = score(parse_hand(text), parse_context(words), used)
    except HandError as error:
        assert expected is None and hand.context.get("rob_concealed_kong"), f"{line}: refused: {error}"
        return
    if expected is None:
        assert not isinstance(counted, Score), f"{line}: should be no win"
        return
    total, items, reading = expected
    assert isinstance(counted, Score), f"{line}: should win with {total} {items}"
    found = {item.id: (item.count, item.fan) for item in counted.items}
    want = {
        id: (1, fan) if id in ("dealer", "dealer_streak") else (count, fan)
        for id, (count, fan) in items.items()
    }
    assert (counted.total, found) == (total, want), (
        f"{line}:\n  {counted.total} {found}\nnot\n  {total} {want}"
    )
    shown = counted.reading
    form = "standard" if shown.form == "two_way" else shown.form
    if form == "standard":
        group = str(shown.winning) if shown.winning else ""
        got = ([str(meld) for meld in shown.melds], shown.pair_text, group)
        right = (melds_in_order(reading), reading.eyes[0] * 2 + reading.eyes[1], winning_group(reading, hand))
        assert got == right, f"{line}: {got}, not {right}"
    assert form == reading.form, f"{line}: {form}, not {reading.form}"
    waits = {FACES[tile] for tile in counted.waits}
    assert waits == Case(hand, switches, table).waited, f"{line}: waits {waits}"
