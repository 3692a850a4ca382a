"""The joint decoding: exact against brute force, and never a made-up hand."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from models.tiles import BY_FACE, FACES
from tests.vision.scenes import certain, doubt, faces
from vision.decode import BELIEVED, decode, possible
from vision.layout import Layout, MeldSpot
from vision.winning import winning

STANDARD = "123567m345p678s345s99p"
LIGU = "11m33m55m77p99p22s666s44s"
ORPHANS = "19m19p19s1234567z1z234m"
SIXTEEN = "147m147s258p1234567z7z"
ALL = [
    STANDARD,
    LIGU,
    ORPHANS,
    SIXTEEN,
    "222m666m777p444s999s55z",
    "159m159p159s1234567z1s",
    "11112222m33p44p55z66s6s",
]


def row(count: int = 17) -> Layout:
    return Layout(tuple(range(count)))


def names(decoding) -> list[str]:
    return [FACES[f] for f in decoding.faces]


# -- an independent, slow judge -----------------------------------------------------------------------------


def melds_and_pair(counts: Counter, melds: int, pair: bool = False) -> bool:
    left = +counts
    if not left:
        return melds == 0 and pair
    tile = min(left)
    if left[tile] >= 2 and not pair and melds_and_pair(left - Counter({tile: 2}), melds, True):
        return True
    if left[tile] >= 3 and melds and melds_and_pair(left - Counter({tile: 3}), melds - 1, pair):
        return True
    if tile < 27 and tile % 9 <= 6 and melds and left[tile + 1] and left[tile + 2]:
        return melds_and_pair(left - Counter({tile: 1, tile + 1: 1, tile + 2: 1}), melds - 1, pair)
    return False


YAO = [0, 8, 9, 17, 18, 26, *range(27, 34)]


def is_win(tiles: list[int], melds: int = 0) -> bool:
    counts = Counter(tiles)
    if melds_and_pair(counts, 5 - melds):
        return True
    if melds:
        return False
    if (
        sorted(c % 2 for c in counts.values()) == [0] * (len(counts) - 1) + [1]
        and 3 in counts.values()
        and 1 not in counts.values()
    ):
        return True
    rest = counts - Counter(YAO)
    if all(counts[y] for y in YAO) and any(
        (left := rest - Counter([y])).total() == 3 and melds_and_pair(left + Counter({99: 2}), 1)
        for y in YAO
        if rest[y]
    ):
        return True
    if all(counts[h] for h in range(27, 34)) and len(counts) == 16:
        return all(
            len(ranks := sorted(t % 9 for t in counts if t // 9 == suit and t < 27)) == 3
            and ranks[1] - ranks[0] >= 3
            and ranks[2] - ranks[1] >= 3
            for suit in range(3)
        )
    return False


def best_by_trying(logs: np.ndarray, options: list[list[int]], fixed: list[int], melds: int) -> float:
    best = -math.inf
    for chosen in itertools.product(*options):
        counts = Counter([*chosen, *fixed])
        if max(counts.values()) > 4:
            continue
        score = sum(logs[i, f] for i, f in enumerate(chosen))
        if score > best and is_win(list(chosen), melds):
            best = score
    return best


def test_the_judge_knows_its_wins():
    for hand in ALL:
        assert is_win([BY_FACE[f] for f in faces(hand)]), hand
    assert not is_win([BY_FACE[f] for f in faces("123567m345p678s345s98p")])
    assert not is_win([BY_FACE[f] for f in faces("146m147p147s1234567z1z")])


@pytest.mark.parametrize("seed", range(8))
def test_exact_for_five_tiles_among_all_faces_of_two_suits(seed):
    """A meld and a pair, every one of 10 faces possible for each tile, three of the set already exposed."""
    rng = np.random.default_rng(seed)
    p = np.full((11, 43), 1e-9)
    pool = [*range(6), 27, 28, 29, 30]
    p[:5, pool] = rng.dirichlet(np.full(10, 0.4), 5)
    laid = [0, 0, 0, 1, 1, 1]
    p[range(5, 11), laid] = 1.0
    p /= p.sum(1, keepdims=True)
    logs = np.log(np.maximum(p, 1e-7))
    melds = (MeldSpot((5, 6, 7)), MeldSpot((8, 9, 10)), MeldSpot((11, 12, 13)), MeldSpot((14, 15, 16)))
    logs = np.vstack([logs, np.log(np.maximum(certain(faces("999s888s"), 1.0), 1e-7))])
    found = winning(logs, Layout((0, 1, 2, 3, 4), melds))
    best = best_by_trying(logs[:5], [pool] * 5, laid, 4)
    assert found is not None
    assert found[0] - logs[range(5, 17), [found[1][i] for i in range(5, 17)]].sum() == pytest.approx(best)
    assert max(Counter(found[1].values()).values()) <= 4


@pytest.mark.parametrize("hand", ALL)
@pytest.mark.parametrize("seed", range(3))
def test_exact_for_whole_hands_with_doubtful_tiles(hand, seed):
    """Six tiles of seventeen could each be four faces; the answer is the most probable win of all 4096."""
    rng = np.random.default_rng(seed)
    truth = [BY_FACE[f] for f in faces(hand)]
    order = rng.permutation(17)
    truth = [truth[i] for i in order]
    p = np.full((17, 43), 1e-12)
    options = []
    for i, face in enumerate(truth):
        if i < 6:
            others = rng.choice([f for f in range(34) if f != face], 3, replace=False)
            chosen = [face, *(int(f) for f in others)]
            p[i, chosen] = rng.dirichlet(np.ones(4))
        else:
            chosen = [face]
            p[i, face] = 1.0
        options.append(chosen)
    logs = np.log(np.maximum(p, 1e-7))
    found = winning(logs, row())
    best = best_by_trying(logs, options, [], 0)
    assert found is not None
    assert found[0] == pytest.approx(best)
    assert is_win([found[1][i] for i in range(17)])


@pytest.mark.parametrize("hand", ALL)
def test_a_certain_win_stays_as_it_is(hand):
    decoded = decode(certain(faces(hand)), [row()])
    assert decoded.win
    assert names(decoded) == faces(hand)
    assert decoded.changed == ()


@pytest.mark.parametrize("hand", ALL)
@pytest.mark.parametrize("tile", [0, 4, 9, 16])
def test_a_win_corrects_the_classifier(hand, tile):
    right = faces(hand)
    p = certain(right)
    wrong = "8m" if right[tile] != "8m" else "2s"
    doubt(p, tile, **{wrong[1] + wrong[0]: 0.6, right[tile][1] + right[tile][0]: 0.3})
    decoded = decode(p, [row()])
    assert decoded.win
    assert is_win(list(decoded.faces))
    if decoded.faces[tile] != BY_FACE[wrong]:
        assert decoded.changed == (tile,)
    assert names(decoded) == right or is_win([BY_FACE[f] for f in [*right[:tile], wrong, *right[tile + 1 :]]])


def test_no_win_is_made_up():
    # clearly read and clearly no win: a false win 詐糊 must not be put right
    hand = faces("123567m345p678s345s9p8p")
    decoded = decode(certain(hand, 0.999), [row()])
    assert not decoded.win
    assert names(decoded) == hand
    assert decoded.changed == ()
    assert len(decoded.nearest) == 1
    assert decoded.loss > BELIEVED


def test_far_from_any_win():
    hand = faces("13579m13579p13579s12z")
    decoded = decode(certain(hand, 0.99), [row()])
    assert not decoded.win
    assert names(decoded) == hand


def test_no_win_is_made_out_of_a_blur():
    # every tile could nearly as well be another: some winning hand is always near, but nobody has read it
    rng = np.random.default_rng(5)
    p = rng.dirichlet(np.full(43, 0.3), 17)
    decoded = decode(p, [row()])
    assert len(decoded.changed) <= 5
    assert not decoded.win or len(decoded.changed) <= 4


def test_a_photo_that_is_not_of_a_win():
    p = certain(faces(STANDARD))
    doubt(p, 0, m9=0.6, m1=0.3)
    decoded = decode(p, [row()], win=False)
    assert not decoded.win
    assert FACES[decoded.faces[0]] == "9m"


def test_never_five_of_a_face():
    p = certain(faces("11111m234m567p789s111z"))
    doubt(p, 4, m1=0.6, m9=0.25)
    score, chosen = possible(np.log(np.maximum(p, 1e-7)), row())
    assert Counter(chosen.values())[0] == 4
    assert chosen[4] == BY_FACE["9m"]
    assert score < 0


def test_spare_blanks_in_a_tray_are_what_they_are():
    # more tiles than any hand, six clear blanks among them: sets come with spare ones
    tray = [*faces("123456789m123456789p123456789s"), *["7z"] * 6]
    p = certain(tray, 0.999)
    doubt(p, 0, m1=0.5, m2=0.45)
    decoded = decode(p, [row(33)])
    assert names(decoded) == tray
    # but a doubtful fifth 3m is rather the 2m it may also be
    tray = faces("33333m12456789m123456789p123456789s")
    p = certain(tray, 0.999)
    doubt(p, 4, m3=0.6, m2=0.3)
    assert names(decode(p, [row(len(tray))]))[4] == "2m"


def test_where_two_hands_may_lie_a_sure_face_is_not_talked_away():
    tray = faces("22222p12456789m123456789p123456789s")
    p = certain(tray, 0.999)
    doubt(p, 4, p2=0.99, s1=0.002)
    assert names(decode(p, [row(len(tray))])) == tray


def test_five_of_a_face_in_a_winning_reading_is_refused():
    # 111m + 123m + 1m would be a fifth 1m; the tile that could also be 4m is one
    hand = faces("111123m456p789s111z55s")
    p = certain(hand)
    doubt(p, 4, m1=0.5, m2=0.45)
    decoded = decode(p, [row()])
    assert max(Counter(decoded.faces).values()) <= 4
    assert decoded.win


def test_a_flower_comes_once():
    p = certain([*faces(STANDARD), "1f", "1f"])
    doubt(p, 18, f1=0.5, f5=0.4)
    layout = Layout(tuple(range(17)), (), (17, 18))
    decoded = decode(p, [layout])
    assert FACES[decoded.faces[18]] == "5f"
    assert decoded.win


def test_more_tiles_than_a_set_has():
    decoded = decode(certain(["5z"] * 150), [Layout(tuple(range(150)))])
    assert not decoded.win
    assert set(names(decoded)) == {"5z"}


def test_exposed_melds_stay_together():
    hand = [*faces("567m345p11z"), *faces("234m"), *faces("678p"), *faces("111s")]
    p = certain(hand)
    doubt(p, 8, m9=0.6, m2=0.3)
    layout = Layout(tuple(range(8)), (MeldSpot((8, 9, 10)), MeldSpot((11, 12, 13)), MeldSpot((14, 15, 16))))
    decoded = decode(p, [layout])
    assert decoded.win
    assert FACES[decoded.faces[8]] == "2m"


def test_hidden_kong_tiles_count():
    # [9999m] shows two; a third 9m in the hand would be the fifth
    hand = [*faces("123m456p345s678s11z"), *faces("99m")]
    p = certain(hand)
    doubt(p, 2, m9=0.6, m3=0.3)
    layout = Layout(tuple(range(14)), (MeldSpot((14, 15), "concealed", 2),))
    decoded = decode(p, [layout])
    assert decoded.win
    assert FACES[decoded.faces[2]] == "3m"


def test_four_equal_tiles_in_the_row_are_a_kong():
    hand = faces("123m456p345s678s11z9999m")
    decoded = decode(certain(hand), [row(18)])
    assert decoded.win
    assert decoded.layout.melds == (MeldSpot((14, 15, 16, 17), "concealed"),)


def test_a_bird_that_might_be_a_plant():
    # 1s or 8f: as a flower the hand would lack a tile
    hand = faces("123567m345p678s99p") + faces("123s")
    p = certain(hand)
    doubt(p, 14, f8=0.6, s1=0.35)
    layout = Layout(tuple(i for i in range(17) if i != 14), (), (14,))
    decoded = decode(p, [layout])
    assert decoded.win
    assert FACES[decoded.faces[14]] == "1s"
    assert decoded.layout.flowers == ()


def test_thirteen_orphans_with_a_concealed_kong():
    hand = faces("19m19p19s1234567z1z") + faces("5555p")
    layout = Layout(tuple(range(14)), (MeldSpot((14, 15, 16, 17), "concealed"),))
    p = certain(hand)
    doubt(p, 0, m2=0.6, m1=0.3)
    decoded = decode(p, [layout])
    assert decoded.win
    assert names(decoded) == hand


def test_eighteen_of_which_one_is_nothing():
    hand = [*faces(STANDARD), "7z"]
    p = certain(hand)
    doubt(p, 17, z7=0.5, none=0.45)
    decoded = decode(p, [row(18)])
    assert decoded.win
    assert 17 in decoded.layout.blank
