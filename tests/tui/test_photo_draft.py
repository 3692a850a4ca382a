"""Putting a photo's reading right, key by key, without a screen."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.notation import parse_hand
from models.tiles import FACES
from tests.vision.networks import Networks, blank
from tests.vision.scenes import Table, certain, doubt, faces
from tui.hand_entry import Editor
from tui.photo_draft import Draft, DraftTile, forms, from_reading
from vision.read import read
from vision.reading import ReadMeld

HAND = "123567m345p678s34s99p"


def draft_of(table: Table, probabilities=None) -> Draft:
    return from_reading(read(blank(), **Networks(table, probabilities).both))


def row(text: str = HAND + "5s") -> Draft:
    return draft_of(Table().row(text))


def typed(draft: Draft, text: str) -> Draft:
    for character in text:
        draft = draft.type(character)
    return draft


def draft_of_turned(table: Table, turn: float) -> Draft:
    """The draft of tiles that lie ``turn`` degrees askew in the picture."""
    straight = draft_of(table)
    angle = math.radians(turn)

    def spun(corners):
        return tuple(
            (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))
            for x, y in corners
        )

    tiles = [
        DraftTile(
            t.face,
            1.0,
            t.candidates,
            spun(t.corners),
            role="flower" if t.face.endswith("f") else "concealed",
        )
        for t in straight.tiles
    ]
    return Draft(tuple(tiles))._sorted()


def at_face(draft: Draft, face: str) -> Draft:
    return draft.go(next(i for i, tile in enumerate(draft.tiles) if tile.face == face))


def test_a_sure_reading_is_ready():
    draft = row()
    assert draft.doubtful == ()
    assert draft.complete
    assert draft.hand == "123567m 34599p 345678s"
    assert forms(draft.hand) == ("standard",)


def test_the_cursor_begins_at_the_first_doubtful_tile():
    table = Table().row(HAND + "5s")
    p = certain(table.names)
    doubt(p, 2, m3=0.7, m8=0.2)
    doubt(p, 9, s6=0.6, s9=0.3)
    draft = draft_of(table, p)
    assert len(draft.doubtful) == 2
    first, second = draft.doubtful
    assert draft.at == first
    assert draft.next_doubtful().at == second
    assert draft.next_doubtful().next_doubtful().at == first
    assert draft.next_doubtful(-1).at == second
    assert draft.confirm_tile().doubtful == (second,)


def test_candidates_go_round():
    table = Table().row("123m")
    p = certain(table.names)
    doubt(p, 0, m1=0.5, m7=0.3, z1=0.15)
    draft = draft_of(table, p).go(0)
    seen = []
    for _ in range(3):
        draft = draft.candidate()
        seen.append(draft.current.face)
    assert seen[:2] == ["7m", "1z"]
    assert draft.current.checked
    assert draft.candidate(-1).candidate().current.face == draft.current.face


def test_typing_over_a_tile():
    draft = typed(row().go(0), "9s")
    assert draft.tiles[0].face == "9s"
    assert draft.tiles[0].checked
    assert draft.digit == ""
    assert typed(draft, "E").tiles[0].face == "1z"
    assert typed(draft, "8z").refused is not None
    assert typed(draft, "8z").tiles[0].face == "9s"
    assert typed(draft, "12m").tiles[0].face == "2m"
    assert typed(draft, "1").digit == "1"
    assert typed(draft, "1").move(1).digit == ""


def test_accepts_tells_a_typed_tile_from_a_command():
    draft = row()
    assert all(draft.accepts(c) for c in "123456789ESWNCFP")
    assert not any(draft.accepts(c) for c in "0mpszfgx")
    assert all(draft.type("3").accepts(c) for c in "mpszf")


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("5筒", "5p"),
        ("五筒", "5p"),
        ("三萬", "3m"),
        ("9条", "9s"),
        ("５ｐ", "5p"),
        ("5P", "5p"),
        ("東", "1z"),
        ("中", "5z"),
        ("发", "6z"),
        ("白", "7z"),
        ("⑤", "5p"),
        ("🀄", "5z"),
        ("🀙", "1p"),
        ("春", "1f"),
        ("梅", "5f"),
        ("竹", "8f"),
    ],
)
def test_tiles_are_typed_as_on_the_hands_line(text, face):
    assert Editor().paste(text).notation.strip("+") == face  # the hand's line says the same
    draft = row()
    for character in text:
        assert draft.accepts(character)
        draft = draft.type(character)
    assert draft.current.face == face and draft.current.checked


def test_plants_have_the_numbers_of_the_rule_set():
    other = "plum_orchid_bamboo_chrysanthemum"
    reading = read(blank(), **Networks(Table().row("123m"), None).both)
    assert from_reading(reading, other).type("竹").current.face == "7f"
    assert from_reading(reading).type("竹").current.face == "8f"


def test_a_suit_without_its_digit_is_told():
    draft = row().type("筒")
    assert str(draft.refused) == "a suit comes after its digits: 123p"
    assert draft.tiles == row().tiles


def test_a_flower_goes_to_the_flowers_and_back():
    draft = typed(at_face(row(), "3m"), "6f")
    assert draft.hand.endswith(" 6f")
    assert draft.current.face == "6f"
    assert draft.current.role == "flower"
    assert draft.playing == 16
    back = typed(draft, "3m")
    assert back.current.role == "concealed"
    assert back.hand == row().hand


def test_adding_a_missing_tile():
    draft = row(HAND)
    assert (draft.playing, draft.wanted, draft.complete) == (16, 17, False)
    added = draft.add()
    assert added.current.face == ""
    assert added.current.doubtful
    assert not added.complete
    assert added.hand == draft.hand
    done = typed(added, "5s")
    assert done.complete
    assert done.hand == "123567m 34599p 345678s"
    assert added.leave_out().tiles == draft.tiles


def test_adding_to_nothing():
    draft = typed(Draft().add(), "5z")
    assert draft.hand == "5z"
    assert typed(Draft(), "5").refused is not None


def test_leaving_out_and_taking_back():
    draft = row(HAND + "5s1z")
    assert draft.playing == 18
    out = at_face(draft, "1z").leave_out()
    assert out.complete
    assert out.current.face == "1z" and out.current.role == "loose"
    assert out.leave_out().hand == draft.hand


def test_loose_tiles_can_be_taken_in():
    draft = draft_of(Table().row(HAND + "5s").scattered("147m", 8, -9, 2))
    assert [tile.role for tile in draft.tiles[-3:]] == ["loose"] * 3
    assert draft.go(17).leave_out().playing == 18


def test_the_winning_tile():
    draft = at_face(row(), "7m").choose_winning()
    assert draft.hand == "12356m 34599p 345678s +7m"
    assert draft.winning == draft.at
    moved = at_face(draft, "9p").choose_winning()
    assert moved.hand.endswith("+9p")
    assert sum(tile.role == "winning" for tile in moved.tiles) == 1
    assert moved.choose_winning().winning is None


def test_a_meld_tile_is_no_winning_tile():
    draft = at_face(row(), "1m").regroup()
    assert at_face(draft, "1m").choose_winning().refused is not None


def test_the_winning_tile_is_never_part_of_a_meld_laid_out():
    draft = at_face(row(), "1m").choose_winning()
    for face in ("1m", "2m"):  # on it, and beside it where there is no meld without it
        refused = at_face(draft, face).regroup()
        assert "winning tile" in str(refused.refused)
        assert refused.tiles == draft.tiles
    assert "winning tile" in str(draft.mark().refused) and not draft.mark().marked
    # without it there is another meld
    assert at_face(draft, "6m").regroup().hand == "(567m) 23m 34599p 345678s +1m"
    # a marked tile that is said to have won is no longer marked
    assert at_face(row(), "1m").mark().choose_winning().marked == frozenset()


def test_another_tile_of_the_winning_face_makes_the_meld():
    draft = row("11123m456p345s678s99m").go(0).choose_winning()
    melded = at_face(draft, "2m").regroup()
    assert melded.hand.startswith("(123m) ") and melded.hand.endswith("+1m")


@pytest.mark.parametrize(
    ("text", "face", "why"),
    [
        (HAND + "5s6f", "6f", "a flower is in no meld"),
        ("123567m345p678s34s99p1z5s", "1z", "no pung and no chow with 1z"),
    ],
)
def test_why_there_is_no_meld(text, face, why):
    draft = at_face(row(text), face)
    assert str(draft.regroup().refused) == why


def test_a_tile_left_out_is_in_no_meld():
    draft = at_face(row(), "1m").leave_out()
    assert "left out" in str(draft.regroup().refused)


def test_a_whole_row_is_left_out_and_taken_back():
    second = "999m222p888s444z55z1f"
    for turn in (0, 25, 180):
        draft = draft_of_turned(Table().row(HAND + "5s").line(0.3).row(second), turn)
        assert sum(tile.role != "loose" for tile in draft.tiles) == 32
        first = next(i for i, t in enumerate(draft.tiles) if t.face == "9m")
        out = draft.go(first).leave_row_out()
        left = [t.face for t in out.tiles if t.role == "loose"]
        assert sorted(left) == sorted(faces(second)), turn
        assert out.current.face == "9m"
        assert out.hand == "123567m 34599p 345678s"
        back = out.leave_row_out()
        assert not any(t.role == "loose" for t in back.tiles)
        assert any(t.face == "1f" and t.role == "flower" for t in back.tiles)


def test_a_row_with_a_tile_that_lies_across_goes_as_its_meld():
    draft = draft_of(Table().row("567m34p11z5p").row("234m", 1.6, across=0).row("678p", 1.6).row("111s", 1.6))
    meld = next(i for i, t in enumerate(draft.tiles) if t.role == "meld" and t.face == "3m")
    out = draft.go(meld).leave_row_out()
    assert [t.face for t in out.tiles if t.role == "loose"] == ["2m", "3m", "4m"]


def test_tiles_laid_together_that_are_no_kong_ask_for_no_tile_more():
    tiles = [DraftTile(face) for face in faces("123567m345p99p5s")]
    tiles += [DraftTile(face, role="meld", group=1) for face in faces("1134s")]
    draft = Draft(tuple(tiles), (ReadMeld(1, "exposed"),))
    assert draft.wanted == 17


def test_regrouping_takes_the_likeliest_meld_and_gives_it_back():
    draft = at_face(row(), "6s").regroup()
    assert draft.hand == "(678s) 123567m 34599p 345s"
    assert draft.melds == (ReadMeld(1, "exposed"),)
    assert draft.current.face == "6s"
    assert draft.regroup().hand == row().hand
    assert draft.regroup().melds == ()


def test_marked_tiles_are_the_meld():
    draft = row("12344555666m123p55z")
    chosen = draft
    for face in ("4m", "5m", "6m"):
        chosen = at_face(chosen, face).mark()
    assert len(chosen.marked) == 3
    assert chosen.regroup().hand.startswith("(456m) ")
    odd = at_face(at_face(draft, "1m").mark(), "3p").mark()
    assert odd.regroup().refused is not None
    assert odd.regroup().tiles == draft.tiles
    assert at_face(odd, "1m").mark().marked != odd.marked


def test_two_marked_equal_tiles_are_a_kong_face_down():
    draft = row("123m456p345s678s11z99m")
    for index in [i for i, tile in enumerate(draft.tiles) if tile.face == "9m"]:
        draft = draft.go(index).mark()
    draft = draft.regroup()
    assert draft.hand == "[9999m] 123m 456p 345678s 11z"
    assert draft.complete


def test_kinds_of_a_kong_go_round():
    draft = draft_of(Table().row("234m345s678s11z5p5p5p").row("9999m", 0.9, across=1))
    draft = at_face(draft, "9m")
    hands = []
    for _ in range(3):
        draft = draft.turn_kind()
        hands.append(draft.hand.split(" ")[0])
    assert hands == ["{9999m}", "[9999m]", "(9999m)"]


def test_a_pung_can_be_a_kong_with_a_tile_face_down():
    draft = at_face(row("123m456p345s678s11z999m"), "9m").regroup()
    assert draft.hand.startswith("(999m)")
    turned = draft.turn_kind()
    assert turned.hand.startswith("[9999m]")
    assert turned.wanted == 18 and turned.playing == 18
    assert turned.turn_kind().hand == draft.hand


def test_a_chow_has_no_other_kind():
    draft = at_face(row(), "1m").regroup()
    assert draft.turn_kind().refused is not None
    assert row().turn_kind().refused is not None


def test_a_meld_that_loses_its_tiles_is_gone():
    draft = at_face(row(), "1m").regroup()
    for _ in range(3):
        draft = draft.go(next(i for i, t in enumerate(draft.tiles) if t.role == "meld")).leave_out()
    assert draft.melds == ()


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("123567m 34599p 345678s", ("standard",)),
        ("778899s 22333p 223344m", ("standard", "ligu")),
        ("19m19p19s1234567z 1z 234m", ("orphans",)),
        ("147m147s258p1234567z 7z", ("sixteen",)),
        ("123m", ()),
        ("nonsense", ()),
        ("123567m 34599p 345679s", ()),
    ],
)
def test_forms(hand, found):
    assert forms(hand) == found


def test_a_marked_tile_left_out_in_its_place_loses_its_mark():
    tiles = tuple(DraftTile(face, 0.5, ((face, 0.5),), ((0, 0),) * 4) for face in ("1m", "2m", "3m"))
    draft = Draft(tiles)._sorted().go(2).mark()
    assert draft.marked == {2}
    out = draft.leave_out()
    assert out.tiles[2].role == "loose" and out.marked == frozenset()


KEYS = st.sampled_from(
    [
        "move",
        "back",
        "doubtful",
        "candidate",
        "add",
        "leave_out",
        "leave_row_out",
        "choose_winning",
        "mark",
        "regroup",
        "turn_kind",
        "confirm_tile",
    ]
    + [f"type {c}" for c in "123456789ESWNCFPmpszf五筒東竹"]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(KEYS, max_size=60), st.integers(0, 16))
def test_any_keys_leave_a_sound_draft(keys, start):
    tiles = tuple(
        DraftTile(FACES[(start * 5 + 2 * i) % 42], 0.5, ((FACES[i], 0.5), (FACES[i + 7], 0.3)), ((0, 0),) * 4)
        for i in range(17)
    )
    draft = Draft(tiles)._sorted().go(start)
    for key in keys:
        name, _, argument = key.partition(" ")
        if name == "move":
            draft = draft.move(1)
        elif name == "back":
            draft = draft.move(-5)
        elif name == "doubtful":
            draft = draft.next_doubtful()
        elif name == "type":
            draft = draft.type(argument)
        else:
            draft = getattr(draft, name)()
        assert not draft.tiles or 0 <= draft.at < len(draft.tiles)
        assert {t.group for t in draft.tiles if t.role == "meld"} == {m.group for m in draft.melds}
        assert all(draft.tiles[i].role == "concealed" for i in draft.marked)
        assert sum(t.role == "winning" for t in draft.tiles) <= 1
        if draft.hand:
            parse_hand(draft.hand)  # what is written can be read
        forms(draft.hand)
