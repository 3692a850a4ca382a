"""What lies on the table, as layouts: rows, claimed tiles, kongs, flowers, the winning tile, discards."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.vision.scenes import Table, certain, faces
from vision.arrange import arrange
from vision.layout import Layout
from vision.plane import flatten, vanishing

VIEWS = list(itertools.product((0, 25, 45, 60), (0, 7, 90, 133, 180)))


def laid(table: Table, layout: Layout) -> tuple[str, list[tuple[str, str, int]], str, str]:
    """The layout in words: concealed, melds, flowers, winning tile."""
    names = table.names
    return (
        " ".join(sorted(names[i] for i in layout.concealed)),
        [(" ".join(sorted(names[i] for i in spot.tiles)), spot.kind, spot.hidden) for spot in layout.melds],
        " ".join(sorted(names[i] for i in layout.flowers)),
        "" if layout.winning is None else names[layout.winning],
    )


def first(table: Table, tilt: float = 0.0, turn: float = 0.0, noise: float = 0.0) -> Layout:
    return arrange(table.seen(tilt, turn, noise), certain(table.names))[0]


def words(text: str) -> str:
    return " ".join(sorted(faces(text)))


@pytest.mark.parametrize(("tilt", "turn"), VIEWS)
def test_one_row_is_concealed(tilt, turn):
    table = Table(jitter=0.03).row("123567m345p678s345s99p")
    layout = first(table, tilt, turn, 0.02)
    assert laid(table, layout) == (words("123567m345p678s345s99p"), [], "", "")
    assert layout.missing == 0
    assert not layout.loose


@pytest.mark.parametrize(("tilt", "turn"), VIEWS)
def test_order_is_as_laid(tilt, turn):
    table = Table().row("123567m345p678s345s99p")
    order = list(first(table, tilt, turn).concealed)
    assert order in (list(range(17)), list(range(16, -1, -1)))


@pytest.mark.parametrize(("tilt", "turn"), VIEWS)
def test_two_rows_that_touch(tilt, turn):
    table = Table(jitter=0.02).row("123567m345p").line(0.0).row("678s345s99p")
    assert laid(table, first(table, tilt, turn, 0.01))[:2] == (words("123567m345p678s345s99p"), [])


@pytest.mark.parametrize(("tilt", "turn"), VIEWS)
def test_claimed_tiles_lie_across(tilt, turn):
    table = Table(jitter=0.02).row("567m34p11z5p").row("234m", 1.0, across=0).row("678p", 0.5, across=1)
    table.row("111s", 0.5, across=2)
    concealed, melds, _, _ = laid(table, first(table, tilt, turn, 0.02))
    assert concealed == words("567m345p11z")
    assert sorted(melds) == sorted([(words(m), "exposed", 0) for m in ("234m", "678p", "111s")])


@pytest.mark.parametrize(("tilt", "turn"), VIEWS)
def test_melds_set_apart_above_the_hand(tilt, turn):
    table = Table(jitter=0.03).row("234m", 0.5).row("678p", 0.8).row("111s", 0.8).line(0.5).row("567m345p11z")
    concealed, melds, _, _ = laid(table, first(table, tilt, turn, 0.02))
    assert concealed == words("567m345p11z")
    assert sorted(melds) == sorted([(words(m), "exposed", 0) for m in ("234m", "678p", "111s")])


def test_exposed_melds_that_touch_one_another():
    table = (
        Table()
        .row("567m345p11z")
        .row("234m", 1.2, across=0)
        .row("678p", 0, across=0)
        .row("111s", 0, across=0)
    )
    concealed, melds, _, _ = laid(table, first(table))
    assert concealed == words("567m345p11z")
    assert sorted(melds) == sorted([(words(m), "exposed", 0) for m in ("234m", "678p", "111s")])


@pytest.mark.parametrize(("tilt", "turn"), VIEWS)
def test_the_winning_tile_apart(tilt, turn):
    table = Table(jitter=0.02).row("123567m345p678s34s99p").row("5s", 0.8)
    assert laid(table, first(table, tilt, turn, 0.02)) == (words("123567m345p678s345s99p"), [], "", "5s")


def test_the_winning_tile_above_the_hand():
    table = Table().put("5s", 8, -1.3).row("123567m345p678s34s99p")
    assert laid(table, first(table))[3] == "5s"


@pytest.mark.parametrize("across", [None, 1])
def test_a_concealed_kong_with_two_backs(across):
    table = Table().row("123m456p345s678s11z").row("?99m?", 0.8)
    concealed, melds, _, _ = laid(table, first(table))
    assert concealed == words("123m456p345s678s11z")
    assert melds == [(words("99m"), "concealed", 2)]
    assert first(table).missing == 0


def test_a_concealed_kong_whose_backs_were_not_found():
    # only the two faces of [9999m] are seen
    table = Table().row("123m456p345s678s11z").row("99m", 1.2)
    layouts = arrange(table.seen(), certain(table.names))
    assert any(
        laid(table, layout)[1] == [(words("99m"), "concealed", 2)] and layout.missing == 0
        for layout in layouts[:2]
    )


def test_a_big_kong_and_an_added_one():
    table = Table().row("234m345s678s11z").row("9999m", 0.8, across=1).row("55p", 0.8)
    # 加槓: the fourth tile lies on the one across
    x = table.x / 3 + 2 / 3
    table.put("5p", x, 0.125, 90).put("5p", x, 0.125 - 0.75, 90)
    layout = first(table)
    assert sorted(laid(table, layout)[1]) == sorted(
        [(words("9999m"), "exposed", 0), (words("5555p"), "added", 0)]
    )
    assert layout.missing == 0


def test_flowers_beside_the_hand():
    table = Table().row("123567m345p678s345s99p").row("1f6f", 1.5)
    assert laid(table, first(table)) == (words("123567m345p678s345s99p"), [], "1f 6f", "")


def test_flowers_above_the_hand_askew():
    table = Table().put("3f", 3, -1.6, 20).put("7f", 6, -1.7, -35).row("123567m345p678s345s99p")
    assert laid(table, first(table))[2] == "3f 7f"


@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (0, 90), (45, 0), (45, 180)])
def test_discards_are_left_out(tilt, turn):
    table = Table().row("123567m345p678s345s99p").scattered("147m258p369s1234z", 8, -8, 4)
    layout = first(table, tilt, turn)
    assert laid(table, layout)[0] == words("123567m345p678s345s99p")
    assert len(layout.loose) == 13


def test_discards_close_by_are_left_out_of_a_hand_that_lacks_tiles():
    # fourteen tiles are no hand here, but a neat row all the same
    table = Table().row("123567m345p678s9s").scattered("147m258p369s1234z", 6, -5.4, 3.6)
    layout = first(table)
    assert laid(table, layout)[0] == words("123567m345p678s9s")
    assert len(layout.loose) == 13


def test_tiles_thrown_down_anyhow_are_still_a_hand():
    table = Table().scattered("123567m345p678s345s99p", 0, 0, 6.5)
    layout = first(table)
    assert len(layout.concealed) == 17
    assert layout.loose == ()


def test_a_hand_laid_out_in_sets_is_taken_as_concealed():
    # nothing says which of five sets and a pair were claimed
    table = (
        Table()
        .row("123m")
        .row("567m", 0.6)
        .row("345p", 0.6)
        .row("678s", 0.6)
        .row("345s", 0.6)
        .row("99p", 0.6)
    )
    assert laid(table, first(table))[:2] == (words("123567m345p678s345s99p"), [])


def test_sets_in_a_row_of_their_own_were_claimed():
    table = (
        Table()
        .row("123m")
        .row("567m", 0.6)
        .row("345p", 0.6)
        .row("678s", 0.6)
        .row("345s", 0.6)
        .line(0.5)
        .row("99p")
    )
    concealed, melds, _, _ = laid(table, first(table))
    assert concealed == words("99p")
    assert len(melds) == 5


def test_two_blocks_of_tiles_are_both_kept():
    # as in a tray with a gap: no hand, but no half of it is left out to make one
    table = Table()
    for _ in range(4):
        table.row("1234m").row("5678m", 1.5).line(0.02)
    layout = first(table)
    assert len(layout.concealed) == 32
    assert layout.loose == ()


def test_one_tile_two_tiles_no_tiles():
    assert arrange(np.zeros((0, 4, 2)), np.zeros((0, 43)))[0] == Layout(())
    one = Table().row("5z")
    assert first(one).concealed == (0,)
    two = Table().row("5z").put("6z", 9, 9, 45)
    assert len(first(two).concealed) + len(first(two).loose) == 2


def test_backs_only():
    table = Table().row("????")
    layout = first(table)
    assert layout.concealed == ()
    assert layout.blank == (0, 1, 2, 3)


def test_a_grid_of_sixty():
    table = Table()
    for _ in range(6):
        table.row("1234567891m").line(0.0)
    layout = first(table)
    assert len(layout.concealed) == 60
    assert layout.missing == -43


@pytest.mark.parametrize("tilt", [0, 30, 60])
def test_the_plane_is_metric(tilt):
    table = Table().row("123567m345p").line(0.3).row("678s345s99p", across=3)
    plane = flatten(table.seen(tilt, 20))
    sides = np.linalg.norm(np.roll(plane.corners, -1, 1) - plane.corners, axis=2)
    assert np.allclose(np.sort(sides, axis=1), [1, 1, 4 / 3, 4 / 3], atol=0.08)
    assert plane.across.sum() == 1


def test_flat_pictures_have_no_vanishing_line():
    table = Table().row("123567m345p")
    assert np.abs(vanishing(table.seen(0))).max() < 1e-6


def test_one_tile_read_upside_down_does_not_turn_the_hand():
    corners = Table().row("12345m").seen(0)
    right = flatten(corners).centres
    corners[0] = np.roll(corners[0], 2, axis=0)
    assert np.allclose(flatten(corners).centres, right, atol=1e-6)
    turned = np.roll(corners, 2, axis=1)  # most of them: the hand is seen from the other side
    assert flatten(turned).centres[0, 0] > flatten(turned).centres[-1, 0]
