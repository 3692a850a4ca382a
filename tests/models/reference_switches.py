"""The second scorer with the house-rule switches: each written from the tables and from what the switch says, nothing of the program in it.

``hk`` and ``taiwan`` take a hand of :mod:`tests.models.reference_score` and a dict of switches (missing ones have their default) and answer
``(total, {id: (count, fan)}, reading)``, ``None`` for no win. Choice among readings of one total is decided to the end.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Any, NamedTuple

from tests.models.reference_score import (
    DRAGONS,
    KINDS,
    KONGS,
    OPEN,
    SUITS,
    WINDS,
    Group,
    Hand,
    Reading,
    divides,
    edge_or_middle,
    flower_numbers,
    honour,
    is_ligu,
    orphans,
    sixteen,
    standard,
    terminal,
    without_winning,
    yaojiu,
)

HEAVENLY = [
    "self_draw", "concealed_hand", "concealed_self_draw", "kankan_self_draw", "double_pair_wait", "single_wait", "false_single_wait",
    "win_on_kong", "win_on_flower", "win_on_consecutive_kongs", "win_on_flower_and_kong",
]  # fmt: skip
DEFAULTS: dict[str, Any] = {
    "honor_scoring": "each_one",
    "honor_pung_with_big_honors": "stack",
    "exposed_kong_keeps_concealed": False,
    "kong_counts_as_concealed_pung": "all",
    "kankan_includes_all_pungs": True,
    "kankan_self_draw": "count",
    "two_way": "ligu_only",
    "sigui": "open_closed",
    "early_win": "exclusive",
    "early_with_heaven_earth": "exclude",
    "chicken": "replace",
    "chicken_reading": "best_ordinary",
    "flower_ladder": True,
    "flower_chain_counts": True,
    "dead_waits_count": False,
    "special_form_single_wait": "ligu_only",
    "pair258_in_sixteen": True,
    "orphans_concealed_kong": True,
    "ligu_ron_triplet": True,
    "five_categories_in_special": False,
    "small_sisters_middle_pair": True,
    "xiangfeng": "disjoint",
    "dragon_multiplicity": "once",
    "no_honors_implied": "stack",
    "missing_suit_allows_honors": False,
    "heavenly_drops": HEAVENLY,
    "beggar_wait": "stack",
    "use_flowers": True,
    "min_fan": 0,
    "ron_opens_sets": False,
    "big_kong_win_is_discard": False,
    "special_forms": ["ligu", "orphans", "sixteen"],
    # Taiwan
    "pinghu_no_self_draw": True,
    "pinghu_two_sided": False,
    "migi": False,
    "all_honors_drops_all_pungs": False,
    "heavenly_drops_self_draw": False,
    "ready_keeps_bonus": False,
}
HK_ORDER = """
self_draw concealed_hand concealed_self_draw no_honors no_flowers no_honors_no_flowers all_chows grand_all_chows honor_pung
off_flower seat_flower flower_set seven_flowers eight_flowers seven_robs_one double_pair_wait single_wait false_single_wait
pair_258 exposed_kong concealed_kong robbing_kong win_on_kong win_on_flower win_on_consecutive_kongs win_on_flower_and_kong
within_seven_discards within_ten_discards chicken_hand concealed_pure_straight exposed_pure_straight concealed_mixed_straight
exposed_mixed_straight all_melded half_melded twin_chows double_twin_chows triple_identical_chows quadruple_identical_chows
two_suit_chows three_suit_chows two_brothers small_three_brothers big_three_brothers small_three_sisters big_three_sisters
four_in_one four_in_two last_tile_draw last_tile_discard five_categories two_concealed_pungs three_concealed_pungs
four_concealed_pungs five_concealed_pungs all_concealed_pungs_self_drawn all_pungs half_flush full_flush missing_suit
mixed_terminals all_terminals mixed_outside pure_outside all_simples all_honors ligu_ligu thirteen_orphans sixteen_unrelated
unrelated_three_same unrelated_knitted_straight small_three_dragons big_three_dragons small_three_winds big_three_winds
small_four_winds big_four_winds heavenly_hand earthly_hand dealer
"""
HK_ROWS = {id: n for n, id in enumerate(HK_ORDER.split(), 1)}
TW_ROWS = {
    "dealer": 1, "dealer_streak": 2, "dragon_pung": 3, "seat_wind": 4, "round_wind": 4, "self_draw": 5, "concealed": 6,
    "concealed_self_draw": 7, "seat_flower": 8, "flower_set": 9, "single_wait": 10, "win_on_replacement": 11, "last_tile_draw": 12,
    "robbing_kong": 13, "all_melded": 14, "half_melded": 14, "all_chows": 15, "three_concealed": 16, "four_concealed": 17,
    "five_concealed": 18, "all_pungs": 19, "half_flush": 20, "full_flush": 21, "all_honors": 22, "small_three_dragons": 23,
    "big_three_dragons": 24, "small_four_winds": 25, "big_four_winds": 26, "eight_flowers": 27, "earthly_ready": 29,
    "heavenly_ready": 30, "earthly_hand": 31, "heavenly_hand": 32, "migi": 33,
}  # fmt: skip
AFTER_ALL = ("dealer", "dealer_streak")
NOT_FOR_CHICKEN = ("dealer", "within_seven_discards", "within_ten_discards")


class Items(dict[str, tuple[int, int]]):
    def pay(self, id: str, fan: int, count: int = 1) -> None:
        """``count`` times ``fan``."""
        have = self.get(id, (0, 0))
        self[id] = (have[0] + count, have[1] + fan * count)

    @property
    def total(self) -> int:
        return sum(fan for _, fan in self.values())


class Counted(NamedTuple):
    items: Items
    own: int  # 暗刻 counted in rows 52–56
    reading: Reading

    def key(self, rows: dict[str, int], hand: Hand) -> tuple[Any, ...]:
        listed = sorted((rows.get(id, 1000), count) for id, (count, _) in self.items.items())
        return (-self.items.total, -self.own, listed, text(self.reading, hand))


def short(tiles: tuple[str, ...]) -> str:
    return "".join(tile[0] for tile in tiles) + tiles[0][1]


def melds_in_order(reading: Reading) -> list[str]:
    groups = sorted(
        reading.groups,
        key=lambda group: (KINDS.index(group.tiles[0]), 1 if group.shape == "run" else 0),
    )
    return [short(group.tiles) for group in groups]


def winning_group(reading: Reading, hand: Hand) -> str:
    if reading.form == "ligu":
        return short((hand.winning,) * (3 if hand.concealed.count(hand.winning) == 3 else 2))
    if reading.at == -1:
        return short((reading.eyes,) * 2)
    return short(reading.groups[reading.at].tiles) if reading.at >= 0 else ""


def text(reading: Reading, hand: Hand) -> str:
    eyes = short((reading.eyes,) * 2) if reading.eyes else ""
    return " ".join([*melds_in_order(reading), eyes, winning_group(reading, hand)])


class Case:
    """A hand under switches."""

    def __init__(self, hand: Hand, switches: dict[str, Any], table: str) -> None:
        self.hand = hand
        self.context = hand.context
        taiwan = (
            {"dead_waits_count": True, "special_forms": [], "heavenly_drops": []} if table == "taiwan" else {}
        )
        self.sw = {**DEFAULTS, **taiwan, **switches}
        self.table = table
        sw = self.sw
        chain = list(self.context.get("chain", ()))
        kongs = [draw for draw in chain if draw != "flower"]
        self.drawn = bool(self.context.get("self_draw"))
        if sw["big_kong_win_is_discard"] and kongs and kongs[-1] == "big_kong":
            self.drawn = False
        if not sw["use_flowers"]:
            chain = kongs
        self.chain = chain
        self.flowers = hand.flowers if sw["use_flowers"] else []
        self.counts = Counter(hand.tiles)
        self.suits = {tile[1] for tile in self.counts if not honour(tile)}
        self.honours = any(honour(tile) for tile in self.counts)
        kinds = [kind for kind, _ in hand.melds]
        breaking = [kind for kind in kinds if kind in OPEN]
        if sw["exposed_kong_keeps_concealed"]:
            breaking = [kind for kind in breaking if kind != "big_kong"]
        self.closed = not breaking
        self.five_open = sum(kind in OPEN for kind in kinds) == 5
        self.waited = self.waits()

    def waits(self) -> set[str]:
        rest = without_winning(self.hand)
        melds = self.hand.melds
        held = Counter(rest)
        for _, tiles in melds:
            held.update(tiles)
        found = set()
        for kind in KINDS:
            if held[kind] >= 4 and not self.sw["dead_waits_count"]:
                continue
            tiles = [*rest, kind]
            if divides(dict(Counter(tiles)), True) or self.special(tiles):
                found.add(kind)
        return found

    def special(self, concealed: list[str]) -> list[Reading]:
        """The special forms that these rules accept; 嚦咕 last."""
        forms, melds = self.sw["special_forms"], self.hand.melds
        found: list[Reading] = []
        if "orphans" in forms and (not melds or self.sw["orphans_concealed_kong"]):
            found += orphans(concealed, melds)
        if "sixteen" in forms:
            found += sixteen(concealed, melds)
        if "ligu" in forms and is_ligu(concealed, melds):
            (three,) = [tile for tile, n in Counter(concealed).items() if n == 3]
            found.append(Reading("ligu", (Group("triplet", (three,) * 3, False, ""),), "", "", -2))
        return found

    def ligu(self) -> Reading | None:
        found = [reading for reading in self.special(self.hand.concealed) if reading.form == "ligu"]
        if not found:
            return None
        made = self.hand.concealed.count(self.hand.winning) == 3
        return None if made and not self.drawn and not self.sw["ligu_ron_triplet"] else found[0]

    def exposed(self, reading: Reading, index: int) -> bool:
        """Whether the group counts as exposed for rows 30–33, 47, 48."""
        group = reading.groups[index]
        if group.exposed:
            return True
        return self.sw["ron_opens_sets"] and not self.drawn and reading.at == index


# --- the Hong Kong table ----------------------------------------------------------------------------------------------------------


def hk_flowers(case: Case, items: Items) -> None:
    if case.context.get("flower_paid"):
        return
    flowers, ladder = case.flowers, case.sw["flower_ladder"]
    seasons, plants = {"1f", "2f", "3f", "4f"}, {"5f", "6f", "7f", "8f"}
    sets = (seasons <= set(flowers)) + (plants <= set(flowers))
    if len(flowers) == 8:
        items.pay("eight_flowers", 30)
    if len(flowers) == 7:
        items.pay("seven_flowers", 20)
    if ladder and len(flowers) >= 7:
        return
    if sets:
        items.pay("flower_set", 10, sets)
    loose = set(flowers)
    if ladder:
        for whole in (seasons, plants):
            if whole <= loose:
                loose -= whole
    for number in flower_numbers(sorted(loose)):
        if number == case.context.get("seat", 1):
            items.pay("seat_flower", 2)
        else:
            items.pay("off_flower", 1)


def hk_moment(case: Case, items: Items) -> None:
    context, chain = case.context, case.chain
    if context.get("rob_kong") or context.get("rob_concealed_kong"):
        items.pay("robbing_kong", 1)
    flowers = chain.count("flower")
    if len(chain) == 1:
        items.pay("win_on_flower" if flowers else "win_on_kong", 1)
    elif chain and flowers == len(chain) and not case.sw["flower_chain_counts"]:
        items.pay("win_on_flower", 1)
    elif chain and flowers in (0, len(chain)):
        items.pay("win_on_consecutive_kongs", 10)
    elif chain:
        items.pay("win_on_flower_and_kong", 10)
    if context.get("last_tile"):
        items.pay("last_tile_draw" if context.get("self_draw") else "last_tile_discard", 5)
    heavenly, earthly = context.get("heavenly"), context.get("earthly")
    if heavenly:
        items.pay("heavenly_hand", 120)
    if earthly:
        items.pay("earthly_hand", 90)
    river = context.get("river")
    if river is None and heavenly:
        river = 0
    if river is not None and not ((heavenly or earthly) and case.sw["early_with_heaven_earth"] == "exclude"):
        more = 1 if case.sw["early_win"] == "inclusive" else 0
        if river < 7 + more:
            items.pay("within_seven_discards", 20)
        elif river < 10 + more:
            items.pay("within_ten_discards", 10)
    if context.get("dealer") is not None:
        items.pay("dealer", 1 + 2 * context["dealer"])


def hk_whole(case: Case, reading: Reading, items: Items) -> None:
    hand, sw = case.hand, case.sw
    form, groups = reading.form, reading.groups
    runs = form == "standard" and all(group.shape == "run" for group in groups)
    pungs = form == "standard" and all(group.shape != "run" for group in groups)
    implied = False
    if len(case.suits) == 1:
        items.pay("half_flush" if case.honours else "full_flush", 30 if case.honours else 80)
        implied |= not case.honours
    if len(case.suits) == 2 and (sw["missing_suit_allows_honors"] or not case.honours):
        items.pay("missing_suit", 5)
        implied |= not case.honours
    if not any(yaojiu(tile) for tile in case.counts):
        items.pay("all_simples", 5)
        implied = True
    if pungs or form == "ligu":
        if all(honour(tile) for tile in case.counts):
            items.pay("all_honors", 80)
        elif pungs and all(terminal(tile) for tile in case.counts):
            items.pay("all_terminals", 90)
            implied = True
        elif all(yaojiu(tile) for tile in case.counts):
            items.pay("mixed_terminals", 30)
    if form == "standard" and not pungs:
        parts = [group.tiles for group in groups] + [(reading.eyes,)]
        if all(any(yaojiu(tile) for tile in part) for part in parts):
            items.pay(*(("mixed_outside", 10) if case.honours else ("pure_outside", 15)))
            implied |= not case.honours
    no_honours, no_flowers = not case.honours, not hand.flowers and sw["use_flowers"]
    if implied and sw["no_honors_implied"] == "drop":
        no_honours = False
    if runs and no_honours and no_flowers:
        items.pay("grand_all_chows", 15)
    else:
        if runs:
            items.pay("all_chows", 5)
        if no_honours and no_flowers:
            items.pay("no_honors_no_flowers", 5)
        elif no_honours:
            items.pay("no_honors", 1)
        elif no_flowers:
            items.pay("no_flowers", 1)
    five = len(case.suits) == 3 and set(WINDS) & set(case.counts) and set(DRAGONS) & set(case.counts)
    if five and (form in ("standard", "ligu") or sw["five_categories_in_special"]):
        items.pay("five_categories", 10)
    for group in groups:
        if group.kind in ("big_kong", "added_kong"):
            items.pay("exposed_kong", 1)
        elif group.kind == "concealed_kong":
            items.pay("concealed_kong", 2)


def hk_honours(case: Case, reading: Reading, items: Items) -> None:
    triplets = [group.tiles[0] for group in reading.groups if group.shape != "run" and honour(group.tiles[0])]
    winds = [tile for tile in triplets if tile in WINDS]
    dragons = [tile for tile in triplets if tile in DRAGONS]
    big: list[str] = []
    if reading.form == "standard":
        if len(dragons) == 3:
            items.pay("big_three_dragons", 20)
            big += dragons
        elif len(dragons) == 2 and reading.eyes in DRAGONS:
            items.pay("small_three_dragons", 10)
            big += dragons
        if len(winds) == 4:
            items.pay("big_four_winds", 80)
            big += winds
        elif len(winds) == 3:
            four = reading.eyes in WINDS
            items.pay("small_four_winds" if four else "big_three_winds", 30 if four else 15)
            big += winds
        elif len(winds) == 2 and reading.eyes in WINDS:
            items.pay("small_three_winds", 8)
            big += winds
    if case.sw["honor_pung_with_big_honors"] == "exclude":
        triplets = [tile for tile in triplets if tile not in big]
        if "all_honors" in items:
            triplets = []
    for tile in triplets:
        fan = 1
        if case.sw["honor_scoring"] == "graded":
            seat = tile == WINDS[case.context.get("seat", 1)]
            round_ = tile == WINDS[case.context.get("round", 0)]
            fan = 2 if tile in DRAGONS else 3 if seat and round_ else 2 if seat or round_ else 1
        items.pay("honor_pung", fan)


def hk_runs(case: Case, reading: Reading, items: Items) -> None:
    sw = case.sw
    starts: Counter[tuple[int, str]] = Counter()
    hidden = set()
    for index, group in enumerate(reading.groups):
        if group.shape == "run":
            start = (int(group.tiles[0][0]), group.tiles[0][1])
            starts[start] += 1
            if not case.exposed(reading, index):
                hidden.add(start)
    for suit in SUITS:
        needed = [(rank, suit) for rank in (1, 4, 7)]
        if all(starts[run] for run in needed):
            closed = hidden.issuperset(needed)
            items.pay(*(("concealed_pure_straight", 20) if closed else ("exposed_pure_straight", 10)))
    found = []
    for order in permutations(SUITS):
        needed = list(zip((1, 4, 7), order, strict=True))
        if all(starts[run] for run in needed):
            found.append(hidden.issuperset(needed))
    if found and sw["dragon_multiplicity"] == "once":
        found = [max(found)]
    for closed in found:
        items.pay(*(("concealed_mixed_straight", 10) if closed else ("exposed_mixed_straight", 5)))
    sizes = sorted((n for n in starts.values() if n > 1), reverse=True)
    ladder = {
        (): {},
        (2,): {"twin_chows": 5},
        (2, 2): {"double_twin_chows": 10},
        (3,): {"triple_identical_chows": 15},
        (3, 2): {"triple_identical_chows": 15, "twin_chows": 5},
        (4,): {"quadruple_identical_chows": 30},
    }
    for id, fan in ladder[tuple(sizes)].items():
        items.pay(id, fan)
    two = three = 0
    for rank in range(1, 8):
        a, b, c = sorted((starts[rank, suit] for suit in SUITS), reverse=True)
        if sw["xiangfeng"] == "all":
            three += a * b * c
            two += a * b if c == 0 else 0
        else:
            three += c
            two += b - c
    if sw["xiangfeng"] == "once":
        two, three = (0, 1) if three else (min(two, 1), 0)
    if two:
        items.pay("two_suit_chows", 5, two)
    if three:
        items.pay("three_suit_chows", 10, three)


def hk_triplets(case: Case, reading: Reading, items: Items) -> None:
    held = {group.tiles[0] for group in reading.groups if group.shape != "run"}
    eyes = reading.eyes
    for rank in range(1, 10):
        suits = [suit for suit in SUITS if f"{rank}{suit}" in held]
        if len(suits) == 3:
            items.pay("big_three_brothers", 15)
        elif len(suits) == 2 and eyes in [f"{rank}{suit}" for suit in SUITS]:
            items.pay("small_three_brothers", 10)
        elif len(suits) == 2:
            items.pay("two_brothers", 5)
    options = []
    for suit in SUITS:
        for rank in range(1, 8):
            three = [f"{rank + step}{suit}" for step in range(3)]
            if held.issuperset(three):
                options.append((15, {*three}))
            two = {tile for tile in three if tile != eyes}
            middle = eyes == three[1] and not case.sw["small_sisters_middle_pair"]
            if len(two) == 2 and held.issuperset(two) and not middle:
                options.append((8, two | {"eyes"}))
    choices = [(fan, [fan]) for fan, _ in options]
    choices += [(a + b, [a, b]) for (a, x), (b, y) in combinations(options, 2) if not x & y]
    for fan in max(choices, default=(0, []))[1]:
        items.pay("big_three_sisters" if fan == 15 else "small_three_sisters", fan)


def hk_fours(case: Case, reading: Reading, items: Items) -> None:
    konged = {tiles[0] for kind, tiles in case.hand.melds if kind in KONGS}
    for tile, n in case.counts.items():
        if n != 4 or tile in konged:
            continue
        uses = [index for index, group in enumerate(reading.groups) if tile in group.tiles]
        if case.sw["sigui"] == "by_shape":
            triplet = any(reading.groups[index].shape == "triplet" for index in uses)
            if reading.form != "standard" or triplet:
                items.pay("four_in_one", 5)
            elif reading.eyes == tile:
                items.pay("four_in_two", 10)
            else:
                items.pay("four_in_four", 20)
        elif reading.form == "standard" and any(case.exposed(reading, index) for index in uses):
            items.pay("four_in_two", 3)
        else:
            items.pay("four_in_one", 5)


def concealed_sets(case: Case, reading: Reading) -> int:
    number = 0
    which = case.sw["kong_counts_as_concealed_pung"]
    for index, group in enumerate(reading.groups):
        if group.shape == "kong":
            number += (
                group.kind == "concealed_kong"
                or (group.kind == "big_kong" and which != "concealed_only")
                or (group.kind == "added_kong" and which == "all")
            )
        elif group.shape == "triplet" and not group.exposed:
            number += case.drawn or reading.at != index
    return number


def hk_count(case: Case, reading: Reading) -> Counted:
    items = Items()
    hand, sw = case.hand, case.sw
    hk_whole(case, reading, items)
    hk_honours(case, reading, items)
    hk_flowers(case, items)
    hk_moment(case, items)
    hk_fours(case, reading, items)
    own = 0
    if reading.form == "standard":
        hk_runs(case, reading, items)
        hk_triplets(case, reading, items)
        if reading.eyes[0] in "258" and not honour(reading.eyes):
            items.pay("pair_258", 1)
        if case.five_open:
            items.pay(*(("half_melded", 8) if case.drawn else ("all_melded", 15)))
        narrow = reading.place == "eyes" or (
            reading.place == "run" and edge_or_middle(reading.groups[reading.at].tiles, hand.winning)
        )
        if reading.place == "triplet":
            items.pay("double_pair_wait", 1)
        elif narrow and not (case.five_open and sw["beggar_wait"] == "drop"):
            one = len(case.waited) == 1
            items.pay(*(("single_wait", 2) if one else ("false_single_wait", 1)))
        own = concealed_sets(case, reading)
        pungs = all(group.shape != "run" for group in reading.groups)
        kankan = pungs and case.drawn and not any(group.exposed for group in reading.groups)
        if kankan:
            own = 5
            items.pay("all_concealed_pungs_self_drawn", 80)
        elif own >= 2:
            name, fan = {2: ("two", 5), 3: ("three", 10), 4: ("four", 30), 5: ("five", 40)}[own]
            items.pay(f"{name}_concealed_pungs", fan)
        if pungs and not (kankan and sw["kankan_includes_all_pungs"]):
            items.pay("all_pungs", 30)
        if kankan:
            dropped = case.context.get("heavenly") and "kankan_self_draw" in sw["heavenly_drops"]
            if sw["kankan_self_draw"] == "count" and not dropped:
                items.pay("self_draw", 1)
        else:
            hk_drawn(case, items)
    else:
        if case.drawn:
            items.pay("self_draw", 1)
            if case.context.get("heavenly") and "self_draw" in sw["heavenly_drops"]:
                del items["self_draw"]
        which = sw["special_form_single_wait"]
        if len(case.waited) == 1 and (which == "all" or (which == "ligu_only" and reading.form == "ligu")):
            items.pay("single_wait", 2)
        if reading.form == "ligu":
            items.pay("ligu_ligu", 30)
        elif reading.form == "orphans":
            items.pay("thirteen_orphans", 80)
        else:
            items.pay("sixteen_unrelated", 50)
            ranks = [tuple(sorted(int(t[0]) for t in set(hand.concealed) if t[1] == suit)) for suit in SUITS]
            if len(set(ranks)) == 1:
                items.pay("unrelated_three_same", 15)
            elif sorted(ranks) == [(1, 4, 7), (2, 5, 8), (3, 6, 9)]:
                items.pay("unrelated_knitted_straight", 15)
            if reading.eyes[0] in "258" and not honour(reading.eyes) and sw["pair258_in_sixteen"]:
                items.pay("pair_258", 1)
    if case.context.get("heavenly"):
        for id in set(sw["heavenly_drops"]) - {"self_draw", "kankan_self_draw"}:
            items.pop(id, None)
    return Counted(items, own if own >= 2 else 0, reading)


def hk_drawn(case: Case, items: Items) -> None:
    """自摸, 門清 and both on five melds and a pair. A dropped 門清一摸五 leaves the 自摸 to be looked at by itself."""
    heavenly = bool(case.context.get("heavenly"))
    drops = case.sw["heavenly_drops"] if heavenly else []
    if case.closed and not case.drawn:
        items.pay("concealed_hand", 3)
    elif case.closed and "concealed_self_draw" not in drops:
        items.pay("concealed_self_draw", 5)
    elif case.drawn and "self_draw" not in drops:
        items.pay("self_draw", 1)


def hk(hand: Hand, switches: dict[str, Any]) -> tuple[int, Items, Reading] | None:
    case = Case(hand, switches, "hk")
    sw = case.sw

    def best_of(found: list[Counted]) -> Counted:
        return min(found, key=lambda counted: counted.key(HK_ROWS, hand))

    robbed = case.context.get("rob_concealed_kong")
    ordinary = [hk_count(case, reading) for reading in standard(hand.concealed, hand.melds, hand.winning)]
    ligu_reading = case.ligu()
    ligu = hk_count(case, ligu_reading) if ligu_reading else None
    others = [hk_count(case, r) for r in case.special(hand.concealed) if r.form != "ligu"]
    if robbed:
        ordinary, ligu, others = [], None, [one for one in others if one.reading.form == "orphans"]
    every = [*ordinary, *others, *([ligu] if ligu else [])]
    if not every:
        return None
    best = best_of([*ordinary, *others]) if ordinary or others else best_of(every)
    items = Items(best.items)
    if ordinary and ligu:
        if sw["two_way"] == "ligu_only":
            items.pay("ligu_ligu", 30)
        elif sw["two_way"] == "full_both":
            for id, (count, fan) in ligu.items.items():
                if id != "dealer":
                    items[id] = (items.get(id, (0, 0))[0] + count, items.get(id, (0, 0))[1] + fan)
        else:
            best = best_of([best, ligu])
            items = Items(best.items)

    def plain(some: Items) -> int:
        return sum(fan for id, (_, fan) in some.items() if id not in NOT_FOR_CHICKEN)

    def chicken(some: Items) -> Items:
        kept = Items({id: v for id, v in some.items() if id in NOT_FOR_CHICKEN or sw["chicken"] == "add"})
        kept.pay("chicken_hand", 15)
        return kept

    if plain(items) == 1:
        items = chicken(items)
    elif sw["chicken_reading"] == "any":
        poor = [one for one in every if plain(one.items) == 1 and chicken(one.items).total > items.total]
        if poor:
            best = best_of(poor)
            items = chicken(best.items)
    if sum(fan for id, (_, fan) in items.items() if id not in AFTER_ALL) < sw["min_fan"]:
        return None
    return items.total, items, best.reading


# --- the Taiwan table ---------------------------------------------------------------------------------------------------------------


def taiwan_count(case: Case, reading: Reading) -> Counted:
    items = Items()
    hand, sw, context = case.hand, case.sw, case.context
    seat, round_ = context.get("seat", 1), context.get("round", 0)
    dealer, ready = context.get("dealer"), context.get("ready")
    heavenly, earthly = context.get("heavenly"), context.get("earthly")
    if dealer is not None:
        items.pay("dealer_streak" if dealer else "dealer", 1 + 2 * dealer)
    triplets = [group.tiles[0] for group in reading.groups if group.shape != "run"]
    dragons, winds = sum(tile in DRAGONS for tile in triplets), sum(tile in WINDS for tile in triplets)
    if dragons == 3:
        items.pay("big_three_dragons", 8)
    elif dragons == 2 and reading.eyes in DRAGONS:
        items.pay("small_three_dragons", 4)
    elif dragons:
        items.pay("dragon_pung", 1, dragons)
    if winds == 4:
        items.pay("big_four_winds", 16)
    elif winds == 3 and reading.eyes in WINDS:
        items.pay("small_four_winds", 8)
    else:
        if WINDS[seat] in triplets:
            items.pay("seat_wind", 1)
        if WINDS[round_] in triplets:
            items.pay("round_wind", 1)
    special = bool(ready or heavenly or earthly)
    if case.drawn and case.closed and not special:
        items.pay("concealed_self_draw", 3)
    elif case.drawn:
        if not (heavenly and sw["heavenly_drops_self_draw"]):
            if case.closed and sw["ready_keeps_bonus"]:
                items.pay("concealed_self_draw", 2)
            else:
                items.pay("self_draw", 1)
    elif case.closed and not special:
        items.pay("concealed", 1)
    if not context.get("flower_paid"):
        loose = set(case.flowers)
        if len(loose) == 8:
            items.pay("eight_flowers", 8)
        else:
            for whole in ({"1f", "2f", "3f", "4f"}, {"5f", "6f", "7f", "8f"}):
                if whole <= loose:
                    items.pay("flower_set", 2)
                    loose -= whole
            own = sum(number == seat for number in flower_numbers(sorted(loose)))
            if own:
                items.pay("seat_flower", 1, own)
    group = reading.groups[reading.at].tiles if reading.at >= 0 else ()
    narrow = reading.place == "eyes" or (reading.place == "run" and edge_or_middle(group, hand.winning))
    if narrow and len(case.waited) == 1 and not heavenly:
        items.pay("single_wait", 1)
    if case.chain:
        items.pay("win_on_replacement", 1)
    if context.get("last_tile") and context.get("self_draw"):
        items.pay("last_tile_draw", 1)
    if context.get("rob_kong"):
        items.pay("robbing_kong", 1)
    if case.five_open:
        items.pay(*(("half_melded", 1) if case.drawn else ("all_melded", 2)))
    if all(group.shape == "run" for group in reading.groups) and not case.honours and not case.flowers:
        open_shape = reading.place == "run" and not narrow
        if not (case.drawn and sw["pinghu_no_self_draw"]) and (open_shape or not sw["pinghu_two_sided"]):
            items.pay("all_chows", 2)
    own = sum(
        group.kind == "concealed_kong"
        or (group.shape == "triplet" and not group.exposed and (case.drawn or reading.at != index))
        for index, group in enumerate(reading.groups)
    )
    if own >= 3:
        name, tai = {3: ("three", 2), 4: ("four", 5), 5: ("five", 8)}[own]
        items.pay(f"{name}_concealed", tai)
    if not case.suits:
        items.pay("all_honors", 16)
    elif len(case.suits) == 1:
        items.pay("half_flush" if case.honours else "full_flush", 4 if case.honours else 8)
    if len(triplets) == 5 and not ("all_honors" in items and sw["all_honors_drops_all_pungs"]):
        items.pay("all_pungs", 4)
    if ready and (sw["migi"] or ready == "migi"):
        items.pay("migi", 8)
    elif ready:
        items.pay(*(("earthly_ready", 4) if ready == "di" else ("heavenly_ready", 8)))
    if earthly:
        items.pay("earthly_hand", 16)
    if heavenly:
        items.pay("heavenly_hand", 16)
    return Counted(items, own if own >= 3 else 0, reading)


def taiwan(hand: Hand, switches: dict[str, Any]) -> tuple[int, Items, Reading] | None:
    case = Case(hand, switches, "taiwan")
    found = [taiwan_count(case, r) for r in standard(hand.concealed, hand.melds, hand.winning)]
    if not found:
        return None
    best = min(found, key=lambda counted: counted.key(TW_ROWS, hand))
    if sum(fan for id, (_, fan) in best.items.items() if id not in AFTER_ALL) < case.sw["min_fan"]:
        return None
    return best.items.total, best.items, best.reading
