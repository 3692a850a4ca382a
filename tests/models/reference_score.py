"""A second scorer, written from the fan tables alone and sharing nothing with the program: slow, plain, default switches only.

A hand is plain data: ``concealed`` tiles as face names with the winning one among them, ``melds`` as ``(kind, faces)`` with kinds
``chow pung big_kong added_kong concealed_kong``, ``flowers``; the way it was won is a dict of context words. Totals of both tables.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Any, NamedTuple

SUITS = "mps"
WINDS = [f"{n}z" for n in range(1, 5)]
DRAGONS = ["5z", "6z", "7z"]
KINDS = [f"{n}{s}" for s in SUITS for n in range(1, 10)] + WINDS + DRAGONS
ORPHANS = [f"{n}{s}" for s in SUITS for n in (1, 9)] + WINDS + DRAGONS
OPEN = ("chow", "pung", "big_kong", "added_kong")
KONGS = ("big_kong", "added_kong", "concealed_kong")


class Group(NamedTuple):
    shape: str  # run, triplet, kong
    tiles: tuple[str, ...]
    exposed: bool
    kind: str  # "" when concealed in the hand


class Reading(NamedTuple):
    form: str
    groups: tuple[Group, ...]
    eyes: str
    place: str  # what the winning tile completes: run, triplet, eyes, ""
    at: int  # index of the group that holds it, -1 for the eyes


def honour(tile: str) -> bool:
    return tile[1] == "z"


def terminal(tile: str) -> bool:
    return tile[1] != "z" and tile[0] in "19"


def yaojiu(tile: str) -> bool:
    return honour(tile) or terminal(tile)


def splits(counts: Counter[str], need: int) -> set[tuple[tuple[str, ...], ...]]:
    """All sets of ``need`` runs and triplets that use the tiles up."""
    first = next((kind for kind in KINDS if counts[kind]), None)
    if first is None:
        return {()} if need == 0 else set()
    found: set[tuple[tuple[str, ...], ...]] = set()
    options = []
    if counts[first] >= 3:
        options.append((first,) * 3)
    if not honour(first) and int(first[0]) <= 7:
        run = tuple(f"{int(first[0]) + step}{first[1]}" for step in range(3))
        if all(counts[tile] for tile in run):
            options.append(run)
    for option in options:
        rest = counts.copy()
        rest.subtract(option)
        found |= {tuple(sorted((option, *more))) for more in splits(rest, need - 1)}
    return found


def fixed(melds: list[tuple[str, tuple[str, ...]]]) -> list[Group]:
    return [
        Group("run" if kind == "chow" else "kong" if kind in KONGS else "triplet", tiles, kind in OPEN, kind)
        for kind, tiles in melds
    ]


def standard(concealed: list[str], melds: list[tuple[str, tuple[str, ...]]], winning: str) -> list[Reading]:
    counts = Counter(concealed)
    readings = []
    for eyes in KINDS:
        if counts[eyes] < 2:
            continue
        rest = counts.copy()
        rest[eyes] -= 2
        for split in splits(rest, 5 - len(melds)):
            own = [Group("triplet" if len(set(tiles)) == 1 else "run", tiles, False, "") for tiles in split]
            groups = tuple(own + fixed(melds))
            seen = set()
            for at, group in enumerate(own):
                if winning in group.tiles and group not in seen:
                    seen.add(group)
                    readings.append(Reading("standard", groups, eyes, group.shape, at))
            if eyes == winning:
                readings.append(Reading("standard", groups, eyes, "eyes", -1))
    return readings


def is_ligu(concealed: list[str], melds: list[Any]) -> bool:
    values = list(Counter(concealed).values())
    return not melds and values.count(3) == 1 and all(v in (2, 3, 4) for v in values)


def orphans(concealed: list[str], melds: list[tuple[str, tuple[str, ...]]]) -> list[Reading]:
    if len(melds) > 1 or (melds and melds[0][0] != "concealed_kong"):
        return []
    counts = Counter(concealed)
    if any(counts[tile] < 1 for tile in ORPHANS):
        return []
    counts.subtract(ORPHANS)
    found = []
    for eyes in ORPHANS:
        if counts[eyes] < 1:
            continue
        rest = counts.copy()
        rest[eyes] -= 1
        for split in splits(rest, 1 - len(melds)):
            own = [Group("triplet" if len(set(tiles)) == 1 else "run", tiles, False, "") for tiles in split]
            found.append(Reading("orphans", tuple(own + fixed(melds)), eyes, "", -2))
    return found


def sixteen(concealed: list[str], melds: list[Any]) -> list[Reading]:
    if melds:
        return []
    counts = Counter(concealed)
    if len(counts) != 16 or any(not counts[tile] for tile in WINDS + DRAGONS):
        return []
    for suit in SUITS:
        ranks = sorted(int(tile[0]) for tile in counts if tile[1] == suit)
        if len(ranks) != 3 or ranks[1] - ranks[0] < 3 or ranks[2] - ranks[1] < 3:
            return []
    (eyes,) = [tile for tile, n in counts.items() if n == 2]
    return [Reading("sixteen", (), eyes, "", -2)]


def divides(counts: dict[str, int], eyes_left: bool) -> bool:
    """Whether the tiles are runs and triplets, and one pair if ``eyes_left``; for waits, where only yes or no matters."""
    first = next((kind for kind in KINDS if counts.get(kind)), None)
    if first is None:
        return not eyes_left
    ways: list[tuple[tuple[str, ...], bool]] = []
    if counts[first] >= 3:
        ways.append(((first,) * 3, eyes_left))
    if counts[first] >= 2 and eyes_left:
        ways.append(((first,) * 2, False))
    if not honour(first) and int(first[0]) <= 7:
        ways.append((tuple(f"{int(first[0]) + step}{first[1]}" for step in range(3)), eyes_left))
    for tiles, still in ways:
        rest = dict(counts)
        for tile in tiles:
            rest[tile] = rest.get(tile, 0) - 1
        if min(rest.values()) >= 0 and divides(rest, still):
            return True
    return False


def wins_somehow(concealed: list[str], melds: list[tuple[str, tuple[str, ...]]], table: str) -> bool:
    if divides(dict(Counter(concealed)), True):
        return True
    if table == "taiwan":
        return False
    return bool(is_ligu(concealed, melds) or orphans(concealed, melds) or sixteen(concealed, melds))


def waits(
    sixteen_tiles: list[str], melds: list[tuple[str, tuple[str, ...]]], table: str, dead_count: bool
) -> set[str]:
    held = Counter(sixteen_tiles)
    for _, tiles in melds:
        held.update(tiles)
    found = set()
    for kind in KINDS:
        if held[kind] >= 4 and not dead_count:
            continue
        if wins_somehow([*sixteen_tiles, kind], melds, table):
            found.add(kind)
    return found


def edge_or_middle(run: tuple[str, ...], winning: str) -> bool:
    if winning == run[1]:
        return True
    return (run[0][0] == "1" and winning == run[2]) or (run[2][0] == "9" and winning == run[0])


class Hand(NamedTuple):
    concealed: list[str]
    melds: list[tuple[str, tuple[str, ...]]]
    flowers: list[str]
    winning: str
    context: dict[str, Any]

    @property
    def tiles(self) -> list[str]:
        return self.concealed + [tile for _, tiles in self.melds for tile in tiles]

    @property
    def drawn(self) -> bool:
        return bool(self.context.get("self_draw"))

    @property
    def closed(self) -> bool:
        return not any(kind in OPEN for kind, _ in self.melds)

    def ron_triplet(self, reading: Reading, index: int) -> bool:
        return not self.drawn and reading.place == "triplet" and reading.at == index


def flower_numbers(flowers: list[str]) -> list[int]:
    return [(int(flower[0]) - 1) % 4 for flower in flowers]


def kinds_of_tiles(hand: Hand) -> tuple[set[str], bool]:
    return {tile[1] for tile in hand.tiles if not honour(tile)}, any(honour(tile) for tile in hand.tiles)


# --- the Hong Kong table ----------------------------------------------------------------------------------------------------------


def hk_flowers(hand: Hand) -> dict[str, int]:
    if hand.context.get("flower_paid"):
        return {}
    count = len(hand.flowers)
    if count == 8:
        return {"eight_flowers": 30}
    if count == 7:
        return {"seven_flowers": 20}
    items: Counter[str] = Counter()
    left = set(hand.flowers)
    for whole in ({"1f", "2f", "3f", "4f"}, {"5f", "6f", "7f", "8f"}):
        if whole <= left:
            items["flower_set"] += 10
            left -= whole
    for number in flower_numbers(sorted(left)):
        if number == hand.context.get("seat", 1):
            items["seat_flower"] += 2
        else:
            items["off_flower"] += 1
    return dict(items)


def hk_events(hand: Hand, items: dict[str, int]) -> None:
    context = hand.context
    heavenly, earthly = context.get("heavenly"), context.get("earthly")
    if context.get("rob_kong"):
        items["robbing_kong"] = 1
    chain = context.get("chain", ())
    if chain and not heavenly:
        kong = [link != "flower" for link in chain]
        if len(chain) == 1:
            items["win_on_kong" if kong[0] else "win_on_flower"] = 1
        elif all(kong) or not any(kong):
            items["win_on_consecutive_kongs"] = 10
        else:
            items["win_on_flower_and_kong"] = 10
    if context.get("last_tile"):
        items["last_tile_draw" if hand.drawn else "last_tile_discard"] = 5
    if heavenly:
        items["heavenly_hand"] = 120
    if earthly:
        items["earthly_hand"] = 90


def hk_river(hand: Hand) -> dict[str, int]:
    river = hand.context.get("river")
    if river is None or hand.context.get("heavenly") or hand.context.get("earthly"):
        return {}
    if river < 7:
        return {"within_seven_discards": 20}
    if river < 10:
        return {"within_ten_discards": 10}
    return {}


def hk_kinds(hand: Hand, reading: Reading, items: dict[str, int]) -> None:
    """Fans decided on the tiles alone, whatever the form."""
    suits, honours = kinds_of_tiles(hand)
    chows = reading.form == "standard" and all(group.shape == "run" for group in reading.groups)
    no_flowers = not hand.flowers
    if chows and not honours and no_flowers:
        items["grand_all_chows"] = 15
    else:
        if chows:
            items["all_chows"] = 5
        if not honours and no_flowers:
            items["no_honors_no_flowers"] = 5
        elif not honours:
            items["no_honors"] = 1
        elif no_flowers:
            items["no_flowers"] = 1
    if len(suits) == 1:
        items["half_flush" if honours else "full_flush"] = 30 if honours else 80
    if len(suits) == 2 and not honours:
        items["missing_suit"] = 5
    if not any(yaojiu(tile) for tile in hand.tiles):
        items["all_simples"] = 5
    pungs = reading.form == "standard" and all(group.shape != "run" for group in reading.groups)
    if pungs or reading.form == "ligu":
        if all(honour(tile) for tile in hand.tiles):
            items["all_honors"] = 80
        elif pungs and all(terminal(tile) for tile in hand.tiles):
            items["all_terminals"] = 90
        elif all(yaojiu(tile) for tile in hand.tiles):
            items["mixed_terminals"] = 30
    if reading.form in ("standard", "ligu"):
        winds = any(tile in WINDS for tile in hand.tiles)
        dragons = any(tile in DRAGONS for tile in hand.tiles)
        if len(suits) == 3 and winds and dragons:
            items["five_categories"] = 10


def hk_honours(reading: Reading, items: dict[str, int]) -> None:
    triplets = [group.tiles[0] for group in reading.groups if group.shape != "run" and honour(group.tiles[0])]
    if triplets:
        items["honor_pung"] = len(triplets)
    if reading.form != "standard":
        return
    winds = sum(tile in WINDS for tile in triplets)
    dragons = sum(tile in DRAGONS for tile in triplets)
    if dragons == 3:
        items["big_three_dragons"] = 20
    elif dragons == 2 and reading.eyes in DRAGONS:
        items["small_three_dragons"] = 10
    if winds == 4:
        items["big_four_winds"] = 80
    elif winds == 3:
        items["small_four_winds" if reading.eyes in WINDS else "big_three_winds"] = (
            30 if reading.eyes in WINDS else 15
        )
    elif winds == 2 and reading.eyes in WINDS:
        items["small_three_winds"] = 8


def hk_runs(reading: Reading, items: dict[str, int]) -> None:
    runs = [group for group in reading.groups if group.shape == "run"]
    starts = Counter((int(group.tiles[0][0]), group.tiles[0][1]) for group in runs)
    hidden = {(int(group.tiles[0][0]), group.tiles[0][1]) for group in runs if not group.exposed}
    for suit in SUITS:
        needed = [(rank, suit) for rank in (1, 4, 7)]
        if all(starts[run] for run in needed):
            closed = all(run in hidden for run in needed)
            items["concealed_pure_straight" if closed else "exposed_pure_straight"] = 20 if closed else 10
    best = 0
    for order in permutations(SUITS):
        needed = list(zip((1, 4, 7), order, strict=True))
        if all(starts[run] for run in needed):
            best = max(best, 10 if all(run in hidden for run in needed) else 5)
    if best:
        items["concealed_mixed_straight" if best == 10 else "exposed_mixed_straight"] = best
    sizes = sorted((n for n in starts.values() if n > 1), reverse=True)
    if sizes[:1] == [4]:
        items["quadruple_identical_chows"] = 30
    elif sizes[:1] == [3]:
        items["triple_identical_chows"] = 15
        if sizes[1:] == [2]:
            items["twin_chows"] = 5
    elif sizes == [2, 2]:
        items["double_twin_chows"] = 10
    elif sizes == [2]:
        items["twin_chows"] = 5
    two = three = 0
    for rank in range(1, 8):
        _most, b, c = sorted((starts[rank, suit] for suit in SUITS), reverse=True)
        two += b - c
        three += c
    if two:
        items["two_suit_chows"] = 5 * two
    if three:
        items["three_suit_chows"] = 10 * three


def hk_triplets(hand: Hand, reading: Reading, items: dict[str, int]) -> None:
    triplets = [group.tiles[0] for group in reading.groups if group.shape != "run"]
    suited = [(int(tile[0]), tile[1]) for tile in triplets if not honour(tile)]
    eyes = (int(reading.eyes[0]), reading.eyes[1]) if not honour(reading.eyes) else (0, "z")
    two = 0
    for rank in range(1, 10):
        held = [suit for suit in SUITS if (rank, suit) in suited]
        if len(held) == 3:
            items["big_three_brothers"] = items.get("big_three_brothers", 0) + 15
        elif len(held) == 2 and eyes[0] == rank and eyes[1] not in held:
            items["small_three_brothers"] = items.get("small_three_brothers", 0) + 10
        elif len(held) == 2:
            two += 1
    if two:
        items["two_brothers"] = 5 * two
    # sisters: the best choice in which no triplet and no eyes serves twice
    options = []
    for suit in SUITS:
        for rank in range(1, 8):
            three = [(rank + step, suit) for step in range(3)]
            if all(tile in suited for tile in three):
                options.append((15, frozenset(three)))
            if eyes in three and all(tile in suited for tile in three if tile != eyes):
                options.append((8, frozenset([*(tile for tile in three if tile != eyes), ("eyes", suit)])))
    best = (0, ())
    for size in (1, 2):
        for choice in combinations(options, size):
            used = [part for _, parts in choice for part in parts]
            worth = sum(fan for fan, _ in choice)
            if len(used) == len(set(used)) and worth > best[0]:
                best = (worth, choice)
    for fan, _ in best[1]:
        name = "big_three_sisters" if fan == 15 else "small_three_sisters"
        items[name] = items.get(name, 0) + fan


def hk_fours(hand: Hand, reading: Reading, items: dict[str, int]) -> None:
    counts = Counter(hand.tiles)
    kongs = {group.tiles[0] for group in reading.groups if group.shape == "kong"}
    for tile, n in counts.items():
        if n != 4 or tile in kongs:
            continue
        exposed = any(group.exposed and tile in group.tiles for group in reading.groups)
        name, fan = ("four_in_two", 3) if exposed else ("four_in_one", 5)
        items[name] = items.get(name, 0) + fan


def hk_kongs(reading: Reading, items: dict[str, int]) -> None:
    for group in reading.groups:
        if group.kind in ("big_kong", "added_kong"):
            items["exposed_kong"] = items.get("exposed_kong", 0) + 1
        elif group.kind == "concealed_kong":
            items["concealed_kong"] = items.get("concealed_kong", 0) + 2


def hk_standard(hand: Hand, reading: Reading, waited: set[str]) -> dict[str, int]:
    items: dict[str, int] = {}
    heavenly = hand.context.get("heavenly")
    hk_kinds(hand, reading, items)
    hk_honours(reading, items)
    items.update(hk_flowers(hand))
    hk_kongs(reading, items)
    hk_events(hand, items)
    hk_runs(reading, items)
    hk_triplets(hand, reading, items)
    hk_fours(hand, reading, items)
    if reading.eyes[1] != "z" and reading.eyes[0] in "258":
        items["pair_258"] = 1
    exposed_all = len(hand.melds) == 5 and all(kind in OPEN for kind, _ in hand.melds)
    if exposed_all:
        items["half_melded" if hand.drawn else "all_melded"] = 8 if hand.drawn else 15
    if not heavenly:
        if reading.place == "triplet":
            items["double_pair_wait"] = 1
        elif reading.place == "eyes" or edge_or_middle(reading.groups[reading.at].tiles, hand.winning):
            single = len(waited) == 1
            items["single_wait" if single else "false_single_wait"] = 2 if single else 1
    own = [
        group
        for index, group in enumerate(reading.groups)
        if group.shape == "kong"
        or (group.shape == "triplet" and not group.exposed and not hand.ron_triplet(reading, index))
    ]
    pungs = all(group.shape != "run" for group in reading.groups)
    kankan = len(own) == 5 and hand.drawn and not any(group.exposed for group in reading.groups)
    if kankan:
        items["all_concealed_pungs_self_drawn"] = 80
    else:
        if pungs:
            items["all_pungs"] = 30
        if len(own) >= 2:
            name, fan = {2: ("two", 5), 3: ("three", 10), 4: ("four", 30), 5: ("five", 40)}[len(own)]
            items[f"{name}_concealed_pungs"] = fan
    if not heavenly:
        if kankan or (hand.drawn and not hand.closed):
            items["self_draw"] = 1
        elif hand.closed:
            items["concealed_self_draw" if hand.drawn else "concealed_hand"] = 5 if hand.drawn else 3
    if not pungs and any(group.shape == "run" for group in reading.groups):
        parts = [group.tiles for group in reading.groups] + [(reading.eyes,)]
        if all(any(yaojiu(tile) for tile in part) for part in parts):
            pure = not any(honour(tile) for tile in hand.tiles)
            items["pure_outside" if pure else "mixed_outside"] = 15 if pure else 10
    return items


def hk_special(hand: Hand, reading: Reading, waited: set[str]) -> dict[str, int]:
    items: dict[str, int] = {}
    hk_kinds(hand, reading, items)
    items.update(hk_flowers(hand))
    hk_events(hand, items)
    hk_kongs(reading, items)
    hk_fours(hand, reading, items)
    if hand.drawn and not hand.context.get("heavenly"):
        items["self_draw"] = 1
    if reading.form == "ligu":
        items["ligu_ligu"] = 30
        (triple,) = [tile for tile, n in Counter(hand.concealed).items() if n == 3]
        if honour(triple):
            items["honor_pung"] = 1
        if len(waited) == 1 and not hand.context.get("heavenly"):
            items["single_wait"] = 2
    elif reading.form == "orphans":
        items["thirteen_orphans"] = 80
        hk_honours(reading, items)
    else:
        items["sixteen_unrelated"] = 50
        ranks = [tuple(sorted(int(t[0]) for t in set(hand.concealed) if t[1] == suit)) for suit in SUITS]
        if len(set(ranks)) == 1:
            items["unrelated_three_same"] = 15
        elif sorted(ranks) == [(1, 4, 7), (2, 5, 8), (3, 6, 9)]:
            items["unrelated_knitted_straight"] = 15
        if reading.eyes[1] != "z" and reading.eyes[0] in "258":
            items["pair_258"] = 1
    return items


def without_winning(hand: Hand) -> list[str]:
    rest = list(hand.concealed)
    rest.remove(hand.winning)
    return rest


def hk_score(hand: Hand) -> tuple[int, list[dict[str, int]]] | None:
    """The total and every itemisation that reaches it; ``None`` for no win."""
    waited = waits(without_winning(hand), hand.melds, "hk", dead_count=False)
    candidates = []
    ordinary = standard(hand.concealed, hand.melds, hand.winning)
    ligu = is_ligu(hand.concealed, hand.melds)
    for reading in ordinary:
        items = hk_standard(hand, reading, waited)
        if ligu:
            items["ligu_ligu"] = 30
        candidates.append(items)
    if ligu and not ordinary:
        candidates.append(hk_special(hand, Reading("ligu", (), "", "", -2), waited))
    for reading in orphans(hand.concealed, hand.melds) + sixteen(hand.concealed, hand.melds):
        candidates.append(hk_special(hand, reading, waited))
    if not candidates:
        return None
    best = max(sum(items.values()) for items in candidates)
    winners = [items for items in candidates if sum(items.values()) == best]
    if best == 1:
        winners = [{"chicken_hand": 15}]
    later = hk_river(hand)
    dealer = hand.context.get("dealer")
    if dealer is not None:
        later["dealer"] = 1 + 2 * dealer
    finished = [{**items, **later} for items in winners]
    return sum(finished[0].values()), finished


# --- the Taiwan table ---------------------------------------------------------------------------------------------------------------


def tw_score(hand: Hand) -> tuple[int, list[dict[str, int]]] | None:
    """As :func:`hk_score`, in tai."""
    waited = waits(without_winning(hand), hand.melds, "taiwan", dead_count=True)
    candidates = [
        tw_standard(hand, reading, waited) for reading in standard(hand.concealed, hand.melds, hand.winning)
    ]
    if not candidates:
        return None
    best = max(sum(items.values()) for items in candidates)
    return best, [items for items in candidates if sum(items.values()) == best]


def tw_standard(hand: Hand, reading: Reading, waited: set[str]) -> dict[str, int]:
    context = hand.context
    items: dict[str, int] = {}
    seat, round_ = context.get("seat", 1), context.get("round", 0)
    suits, honours = kinds_of_tiles(hand)
    triplets = [group.tiles[0] for group in reading.groups if group.shape != "run"]
    dealer = context.get("dealer")
    if dealer is not None:
        items["dealer" if dealer == 0 else "dealer_streak"] = 1 + 2 * dealer
    dragons = sum(tile in DRAGONS for tile in triplets)
    if dragons == 3:
        items["big_three_dragons"] = 8
    elif dragons == 2 and reading.eyes in DRAGONS:
        items["small_three_dragons"] = 4
    elif dragons:
        items["dragon_pung"] = dragons
    winds = sum(tile in WINDS for tile in triplets)
    if winds == 4:
        items["big_four_winds"] = 16
    elif winds == 3 and reading.eyes in WINDS:
        items["small_four_winds"] = 8
    else:
        if WINDS[seat] in triplets:
            items["seat_wind"] = 1
        if WINDS[round_] in triplets:
            items["round_wind"] = 1
    heavenly, earthly, ready = context.get("heavenly"), context.get("earthly"), context.get("ready")
    closed = hand.closed and not (heavenly or earthly or ready)
    if closed and hand.drawn:
        items["concealed_self_draw"] = 3
    elif closed:
        items["concealed"] = 1
    elif hand.drawn:
        items["self_draw"] = 1
    if not context.get("flower_paid"):
        if len(hand.flowers) == 8:
            items["eight_flowers"] = 8
        else:
            left = set(hand.flowers)
            for whole in ({"1f", "2f", "3f", "4f"}, {"5f", "6f", "7f", "8f"}):
                if whole <= left:
                    items["flower_set"] = items.get("flower_set", 0) + 2
                    left -= whole
            own = sum(number == seat for number in flower_numbers(sorted(left)))
            if own:
                items["seat_flower"] = own
    narrow = reading.place == "eyes" or (
        reading.place == "run" and edge_or_middle(reading.groups[reading.at].tiles, hand.winning)
    )
    if narrow and len(waited) == 1 and not heavenly:
        items["single_wait"] = 1
    if context.get("chain"):
        items["win_on_replacement"] = 1
    if context.get("last_tile") and hand.drawn:
        items["last_tile_draw"] = 1
    if context.get("rob_kong"):
        items["robbing_kong"] = 1
    if len(hand.melds) == 5 and all(kind in OPEN for kind, _ in hand.melds):
        items["half_melded" if hand.drawn else "all_melded"] = 1 if hand.drawn else 2
    runs = all(group.shape == "run" for group in reading.groups)
    if runs and not honours and not hand.flowers and not hand.drawn:
        items["all_chows"] = 2
    own_triplets = sum(
        group.kind == "concealed_kong"
        or (group.shape == "triplet" and not group.exposed and not hand.ron_triplet(reading, index))
        for index, group in enumerate(reading.groups)
    )
    if own_triplets >= 3:
        name, tai = {3: ("three", 2), 4: ("four", 5), 5: ("five", 8)}[own_triplets]
        items[f"{name}_concealed"] = tai
    if len(triplets) == 5:
        items["all_pungs"] = 4
    if not suits:
        items["all_honors"] = 16
    elif len(suits) == 1:
        items["half_flush" if honours else "full_flush"] = 4 if honours else 8
    if ready == "di":
        items["earthly_ready"] = 4
    elif ready == "tian":
        items["heavenly_ready"] = 8
    if earthly:
        items["earthly_hand"] = 16
    if heavenly:
        items["heavenly_hand"] = 16
    return items
