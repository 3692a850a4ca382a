"""The line a hand is typed on: keys in, tiles out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.tiles import BY_FACE, copies
from tui.hand_entry import Editor
from tui.hand_signs import meld_fault


def typed(text: str, start: Editor | None = None) -> Editor:
    editor = start or Editor()
    for character in text:
        editor = editor.type(character)
    return editor


def faces(text: str) -> list[int]:
    return [BY_FACE[face] for face in text.split()]


WHOLE = [
    "(234m)(678p)(111s) 567m 34p 11z +5p",
    "123m 567m 345p 678s 34s 99p +5s",
    "(5555p)[9999m](234m) 345s 67s 11z +8s",
    "{9999m} 123m 456p 345s 67s 11z +8s",
    "(123m)(456p)(9999s)(678m)(345s) 1z +1z",
    "(234m)(678p)(111s) 567m 34p 11z 12345678f +5p",
    "19m19p19s1234567z 1z 23m +4m",
    "[5555p] 19m19p19s1234567z +1z",
    "(7777p) 2333444555666p +2p",
]


@pytest.mark.parametrize("hand", WHOLE)
def test_whole_hand_is_complete_and_reads_back(hand: str) -> None:
    editor = typed(hand)
    assert editor.problem is None and editor.is_complete and editor.missing is None
    assert editor.winning == BY_FACE[hand.split("+")[1]]
    again = typed(editor.notation)
    assert (again.notation, again.winning) == (editor.notation, editor.winning)
    assert sorted(again.concealed) == sorted(editor.concealed)
    assert Editor().paste(hand).notation == editor.notation


def test_digits_wait_for_their_suit() -> None:
    editor = typed("123")
    assert editor.size == 0 and editor.digits == "123"
    assert str(editor.missing) == "123 needs a suit: m p s z f"
    editor = editor.type("m")
    assert editor.concealed == tuple(faces("1m 2m 3m")) and not editor.digits
    assert str(editor.missing) == "3 of 17 tiles"


def test_honours_by_letter_and_number_are_the_same() -> None:
    assert (
        sorted(typed("ESWNCFP").concealed)
        == sorted(typed("1234567z").concealed)
        == faces("1z 2z 3z 4z 5z 6z 7z")
    )


def test_chinese_names_circled_dots_and_glyphs() -> None:
    editor = typed("一二三萬②⑤⑧東南西北中發白春梅")
    assert editor.problem is None
    assert sorted(editor.concealed) == faces("1m 2m 3m 2p 5p 8p 1z 2z 3z 4z 5z 6z 7z")
    assert editor.flowers == tuple(faces("1f 5f"))
    assert typed("🀇🀈🀉🀀🀄🀅🀆🀐🀙").concealed == tuple(faces("1m 2m 3m 1z 5z 6z 7z 1s 1p"))
    assert typed("🀢🀣🀤🀥🀦").flowers == tuple(faces("5f 6f 8f 7f 1f"))
    assert typed("（２３４ｍ）").melds[0].tiles == tuple(faces("2m 3m 4m"))


def test_capital_suit_letters_close_digits() -> None:
    assert typed("123M45P6S7Z").concealed == tuple(faces("1m 2m 3m 4p 5p 6s 7z"))
    assert typed("SS").concealed == tuple(faces("2z 2z"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1111m1m", "a fifth 1 character: a set has four"),
        ("11111m", "a fifth 1 character: a set has four"),
        ("EEEEE", "a fifth East: a set has four"),
        ("1f1f", "spring is there already: a set has one of each flower"),
        ("8z", "there is no 8z: honours are 1z to 7z"),
        ("9f", "there is no 9f: flowers are 1f to 8f"),
        ("0", "there is no tile 0: ranks are 1 to 9"),
        ("m", "a suit comes after its digits: 123m"),
        ("12E", "12 needs a suit first: m p s z f"),
        ("12(", "12 needs a suit first: m p s z f"),
        ("(123z", "honours make no chow: a pung or kong of one tile"),
        ("(ES", "honours make no chow: a pung or kong of one tile"),
        ("(124m", "124m is no chow: three in a row"),
        ("(891m", "189m is no chow: three in a row"),
        ("(1m2p", "a chow stays in one suit"),
        ("(112m", "112m is no chow and no pung"),
        ("(1234m", "1234m is no chow: three in a row"),
        ("[123m", "[] holds a kong: four of one tile"),
        ("{1m2m", "{} holds a kong: four of one tile"),
        ("(1f", "flowers stand outside the brackets"),
        ("(12m)", "(12m) has 2 of 3 tiles"),
        ("[999m]", "[999m] has 3 of 4 tiles"),
        ("(123m]", "this meld began with (: close it with )"),
        (")", "“)” closes nothing: a meld begins with ( { or ["),
        ("x", "“x” is no tile: digits and m p s z f, honours E S W N C F P, brackets, +"),
        ("(123m)(123p)(123s)(456m)(456p)(", "a hand has five melds at most"),
    ],
)
def test_refused_in_one_line_and_nothing_lost(text: str, reason: str) -> None:
    before = typed(text[:-1])
    after = before.type(text[-1])
    assert str(after.problem) == reason
    assert (after.cells, after.cursor, after.won) == (before.cells, before.cursor, before.won)
    assert after.type(" ").problem is None


def test_brackets_come_in_pairs_and_are_stepped_over() -> None:
    editor = typed("(234m")
    assert editor.line == "(234m)" and editor.melds[0].lacks == 0 and editor.size == 3
    assert typed(")", editor).line == "(234m)"
    assert typed("(234m(567p").line == "(234m)(567p)"
    assert typed("([9999m]").line == "[9999m]"


def test_kongs_raise_what_is_wanted() -> None:
    assert typed("[9").wanted == 18
    assert typed("(9999m)").wanted == 18
    assert typed("(999m)").wanted == 17
    assert str(typed("(999m)[1111p]").missing) == "7 of 18 tiles"


def test_last_tile_wins_until_it_is_moved() -> None:
    editor = typed("123m567m345p678s345s99p")
    assert editor.winning == BY_FACE["9p"] and not editor.is_marked
    moved = editor.move_winning()
    assert moved.winning == BY_FACE["3s"] and moved.is_marked
    assert moved.notation.endswith("+3s")
    assert moved.move_winning(-1).winning == BY_FACE["9p"]
    first = editor
    seen = set()
    for _ in range(len(set(editor.concealed))):
        first = first.move_winning()
        seen.add(first.winning)
    assert seen == set(editor.concealed)


def test_plus_marks_the_next_tile_or_the_one_under_the_cursor() -> None:
    assert typed("12m+3m").notation == "12m +3m"
    assert typed("12m+3m4m").winning == BY_FACE["3m"]
    editor = typed("123m").home().move(1).type("+")
    assert editor.winning == BY_FACE["2m"]
    assert typed("12m+").armed and not typed("12m+").backspace().armed


def test_a_flower_can_win_alone() -> None:
    editor = typed("1234567f+8f")
    assert editor.is_complete and editor.wins_by_flower and editor.notation == "1234567f +8f"
    assert not typed("123m1234567f+8f").is_complete
    assert typed("123m567m345p678s34s99p1234567f+8f").is_complete


def test_sixteen_tiles_wait() -> None:
    editor = typed("123m567m345p678s34s99p")
    assert editor.is_waiting and not editor.is_complete
    assert not typed("5s", editor).is_waiting


def test_backspace_takes_tile_by_tile() -> None:
    editor = typed("(234m)56p")
    seen = []
    while editor.cells:
        editor = editor.backspace()
        seen.append(editor.line)
    assert seen == ["(234m) 5p", "(234m)", "(23m)", "(2m)", "()", ""]


def test_backspace_in_the_middle_keeps_the_rest() -> None:
    editor = typed("(234m)567p")
    editor = editor.move(-3).backspace()
    assert editor.line == "(23m) 567p"
    editor = editor.type("4").type("m")
    assert editor.line == "(234m) 567p"
    assert typed("6s", typed("57s").move(-1)).line == "567s"


def test_deleting_an_opening_bracket_frees_its_tiles() -> None:
    editor = typed("(234m)567p").home().delete()
    assert editor.line == "234m 567p" and editor.concealed == tuple(faces("2m 3m 4m 5p 6p 7p"))


def test_removing_the_winning_tile_unmarks_it() -> None:
    editor = typed("12m+3m").backspace()
    assert editor.won is None and editor.concealed == tuple(faces("1m 2m"))


def test_paste_replaces_or_inserts_or_changes_nothing() -> None:
    start = typed("11m")
    assert start.paste("(234m)(678p)(111s) 567m 34p 11z +5p").size == 17
    assert start.paste("23m").line == "1123m"
    refused = start.paste("1111m")
    assert refused.problem and refused.cells == start.cells


def test_load_keeps_what_can_be() -> None:
    editor = Editor.load("11111m 234p")
    assert str(editor.problem) == "a fifth 1 character: a set has four"
    assert sorted(editor.concealed) == faces("1m 1m 1m 1m 2p 3p 4p") and not editor.digits


def test_too_many_tiles_are_said() -> None:
    assert str(typed("123456789m123456789p").missing) == "18 tiles: 1 too many, a hand has 17"


@given(
    st.text(alphabet="123456789mpszfESWNCFP(){}[]+ x東⑤", max_size=60),
    st.lists(st.integers(0, 9), max_size=60),
)
@settings(max_examples=300, deadline=None)
def test_any_keys_leave_a_possible_line(text: str, moves: list[int]) -> None:
    """No sequence of keys makes a line that holds a fifth tile, an unpaired bracket or a cursor outside; what is written reads back."""
    editor = Editor()
    steps = list(text)
    for n, move in enumerate(moves):
        steps.insert(
            min(len(steps), n * 2),
            {0: "<", 1: ">", 2: "bs", 3: "del", 4: "win", 5: "home", 6: "end"}.get(move, "+"),
        )
    for step in steps:
        match step:
            case "<" | ">":
                editor = editor.move(-1 if step == "<" else 1)
            case "bs":
                editor = editor.backspace()
            case "del":
                editor = editor.delete()
            case "win":
                editor = editor.move_winning()
            case "home":
                editor = editor.home()
            case "end":
                editor = editor.end()
            case _:
                editor = editor.type(step)
        assert 0 <= editor.cursor <= len(editor.cells)
        every = [*editor.concealed, *editor.flowers, *(t for m in editor.melds for t in m.tiles)]
        assert all(every.count(tile) <= copies(tile) for tile in every)
        assert all(meld_fault(meld.bracket, meld.tiles) is None for meld in editor.melds)
        assert "".join(span.text for span in editor.spans()).count("(") == sum(
            m.bracket == "(" for m in editor.melds
        )
        assert sum(span.cursor for span in editor.spans()) == 1
        assert (editor.winning is None) or editor.winning in (*editor.concealed, *editor.flowers)
    if editor.is_complete:
        again = Editor().paste(editor.notation)
        assert again.notation == editor.notation
