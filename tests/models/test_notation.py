"""Hands and contexts as text: every way to write a tile, round trips, and any text at all is an answer or a typed error."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.hand import (
    ADDED_KONG,
    BIG_KONG,
    CHOW,
    CONCEALED_KONG,
    PUNG,
    Context,
    Hand,
    HandError,
    HandProblem,
    Meld,
    hand_faults,
)
from models.notation import (
    CONTEXT_WORDS,
    STYLES,
    parse_context,
    parse_hand,
    write_context,
    write_hand,
    write_tiles,
)
from models.score import NotAWin, Score, score
from models.tiles import BY_FACE, FACES, PLANT_ORDERS


def faces(hand: Hand) -> str:
    return " ".join(FACES[tile] for tile in hand.concealed)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("123m 9p 5s", "1m 2m 3m 9p 5s"),
        ("123M9P5S", "1m 2m 3m 9p 5s"),
        ("1234567z", "1z 2z 3z 4z 5z 6z 7z"),
        ("ESWNCFP", "1z 2z 3z 4z 5z 6z 7z"),
        ("EE 1m CC", "1m 1z 1z 5z 5z"),
        ("19m19p19sESWNCFP", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        ("一二三萬", "1m 2m 3m"),
        ("一二三万 九筒 五條", "1m 2m 3m 9p 5s"),
        ("三三", "3m 3m"),  # numerals alone are 萬
        ("1索2餅", "2p 1s"),
        ("１２３ｍ".replace("ｍ", "m"), "1m 2m 3m"),
        ("①②③", "1p 2p 3p"),
        ("東南西北中發白", "1z 2z 3z 4z 5z 6z 7z"),
        ("🀇🀈🀉🀙🀐🀀🀁🀂🀃🀄🀅🀆", "1m 2m 3m 1p 1s 1z 2z 3z 4z 5z 6z 7z"),
        ("🀄\ufe0f🀄\ufe0e", "5z 5z"),
        ("1m,2m;3m、4m\u30005m", "1m 2m 3m 4m 5m"),
        ("一四七147索②⑤⑧東南西北中發白白", "1m 4m 7m 2p 5p 8p 1s 4s 7s 1z 2z 3z 4z 5z 6z 7z 7z"),
    ],
)
def test_every_way_to_write_a_tile(text: str, want: str) -> None:
    assert faces(parse_hand(text)) == want


@pytest.mark.parametrize(
    ("text", "kind", "face"),
    [
        ("(123m)", CHOW, "1m"),
        ("(312m)", CHOW, "1m"),
        ("(東東東)", PUNG, "1z"),
        ("（999s）", PUNG, "9s"),
        ("(9999s)", BIG_KONG, "9s"),
        ("{9999s}", ADDED_KONG, "9s"),
        ("[CCCC]", CONCEALED_KONG, "5z"),
        ("【5555p】", CONCEALED_KONG, "5p"),
    ],
)
def test_brackets(text: str, kind: int, face: str) -> None:
    assert parse_hand(text).melds == (Meld(kind, BY_FACE[face]),)


def test_the_plants_numbers_follow_the_table() -> None:
    hk, taiwan = PLANT_ORDERS
    assert [FACES[t] for t in parse_hand("梅蘭菊竹", hk).flowers] == ["5f", "6f", "7f", "8f"]
    assert [FACES[t] for t in parse_hand("菊", hk).flowers + parse_hand("菊", taiwan).flowers] == ["7f", "8f"]
    assert [FACES[t] for t in parse_hand("🀤", hk).flowers + parse_hand("🀤", taiwan).flowers] == ["8f", "7f"]
    assert parse_hand("8f", taiwan) == parse_hand("8f", hk), "a printed number is a number"


@pytest.mark.parametrize(
    ("text", "flag", "where"),
    [
        ("123", "SYNTAX", 0),
        ("1m 23", "SYNTAX", 3),
        ("9f", "NO_SUCH_TILE", 0),
        ("123m 08z", "NO_SUCH_TILE", 5),
        ("4x", "SYNTAX", 0),
        ("m", "SYNTAX", 0),
        ("(123m", "SYNTAX", 0),
        ("123m)", "SYNTAX", 4),
        ("(123m]", "SYNTAX", 5),
        ("((123m))", "SYNTAX", 1),
        ("1m +", "SYNTAX", 3),
        ("+1m +2m", "SYNTAX", 4),
        ("(+123m)", "SYNTAX", 1),
        ("+(123m)", "SYNTAX", 0),
        ("()", "BAD_MELD", 0),
        ("(12m)", "BAD_MELD", 0),
        ("(124m)", "BAD_MELD", 0),
        ("(89m1p)", "BAD_MELD", 0),
        ("(891m)", "BAD_MELD", 0),
        ("(123z)", "BAD_MELD", 0),
        ("(1122m)", "BAD_MELD", 0),
        ("(11111m)", "BAD_MELD", 0),
        ("[999m]", "BAD_MELD", 0),
        ("{999m}", "BAD_MELD", 0),
        ("[1234m]", "BAD_MELD", 0),
        ("(111f)", "BAD_MELD", 0),
        ("hello", "SYNTAX", 0),
    ],
)
def test_what_cannot_be_read_says_where(text: str, flag: str, where: int) -> None:
    with pytest.raises(HandError) as error:
        parse_hand(text)
    assert HandProblem[flag] in error.value.flags
    assert error.value.where == where
    assert str(error.value.message)


def test_every_bad_bracket_is_named() -> None:
    with pytest.raises(HandError) as error:
        parse_hand("(124m) [999p] 9f 123s")
    assert len(error.value.faults) == 3
    assert error.value.flags == HandProblem.BAD_MELD | HandProblem.NO_SUCH_TILE


def melds() -> st.SearchStrategy[Meld]:
    chows = st.builds(lambda suit, rank: Meld(CHOW, suit * 9 + rank), st.integers(0, 2), st.integers(0, 6))
    sets = st.builds(Meld, st.sampled_from((PUNG, BIG_KONG, ADDED_KONG, CONCEALED_KONG)), st.integers(0, 33))
    return st.one_of(chows, sets)


@st.composite
def any_hands(draw: st.DrawFn) -> Hand:
    concealed = draw(st.lists(st.integers(0, 33), max_size=17))
    winning = draw(st.one_of(st.none(), st.sampled_from(concealed))) if concealed else None
    return Hand(
        tuple(sorted(concealed)),
        tuple(draw(st.lists(melds(), max_size=5))),
        tuple(sorted(draw(st.sets(st.integers(34, 41))))),
        winning,
    )


@given(any_hands(), st.sampled_from(STYLES), st.sampled_from(sorted(PLANT_ORDERS)))
def test_a_hand_written_in_any_style_reads_back(hand: Hand, style: str, plants: str) -> None:
    assert parse_hand(write_hand(hand, style, plants), plants) == hand


@st.composite
def any_contexts(draw: st.DrawFn) -> Context:
    flag = st.booleans()
    return Context(
        self_draw=draw(flag),
        rob_kong=draw(flag),
        rob_concealed_kong=draw(flag),
        last_tile=draw(flag),
        chain=tuple(draw(st.lists(st.sampled_from(("kong", "big_kong", "flower")), max_size=4))),
        seat=draw(st.integers(0, 3)),
        round=draw(st.integers(0, 3)),
        dealer=draw(st.one_of(st.none(), st.integers(-2, 12))),
        river=draw(st.one_of(st.none(), st.integers(-2, 80))),
        heavenly=draw(flag),
        earthly=draw(flag),
        flower_paid=draw(flag),
        ready=draw(st.sampled_from(("", "tian", "di", "migi"))),
    )


@given(any_contexts())
def test_a_context_reads_back(context: Context) -> None:
    assert parse_context(write_context(context)) == context


@pytest.mark.parametrize(
    "words",
    [
        "nonsense",
        "seat",
        "seat Q",
        "seat EE",
        "round 東南",
        "dealer",
        "dealer x",
        "dealer 1.5",
        "dealer 99999",
        "river many",
        "chain",
        "chain kong,",
        "chain pung",
        "ready soon",
        "seat E seat W",
        "after_kong after_flower",
        "river 3 river 4",
        "SELF_DRAW",
    ],
)
def test_words_that_cannot_be_read(words: str) -> None:
    with pytest.raises(HandError) as error:
        parse_context(words)
    assert error.value.problem == "syntax"
    assert str(error.value.message)


def test_words() -> None:
    assert parse_context("") == Context()
    assert parse_context("self_draw after_flower seat 西 round n dealer 2 river 6") == Context(
        self_draw=True, chain=("flower",), seat=2, round=3, dealer=2, river=6
    )
    assert parse_context("chain big_kong,kong self_draw self_draw").chain == ("big_kong", "kong")


TILE_TEXT = st.text(alphabet="123456789mpszfESWNCFP()[]{}+ 一九萬筒東中梅🀇🀄", max_size=40)
WORD_TEXT = st.lists(
    st.sampled_from([*CONTEXT_WORDS, "E", "S", "0", "7", "-1", "kong", "flower,kong", "tian", "migi", "x"]),
    max_size=8,
).map(" ".join)


@settings(max_examples=400)
@given(st.one_of(TILE_TEXT, st.text(max_size=30)), st.one_of(WORD_TEXT, st.text(max_size=20)))
def test_any_text_is_an_answer_or_a_typed_error(hand: str, words: str) -> None:
    for table in ("hk", "taiwan"):
        try:
            result = score(parse_hand(hand), parse_context(words), table)
        except HandError as error:
            assert error.problem in ("syntax", "impossible_tiles", "wrong_size", "impossible_context")
            assert str(error.message)
        else:
            assert isinstance(result, (Score, NotAWin))


@settings(max_examples=300)
@given(any_hands(), any_contexts(), st.sampled_from(("hk", "taiwan", "hkma-16")))
def test_any_values_are_an_answer_or_a_typed_error(hand: Hand, context: Context, table: str) -> None:
    try:
        result = score(hand, context, table)
    except HandError as error:
        assert error.faults
    else:
        assert not hand_faults(hand) or hand.winning is None
        assert isinstance(result, (Score, NotAWin))
        if isinstance(result, Score):
            assert result.total == sum(item.fan for item in result.items)


def test_tiles_in_every_style() -> None:
    tiles = [BY_FACE[face] for face in ("1m", "2m", "5z", "9s", "8f")]
    assert write_tiles(tiles) == "12m5z9s8f"
    assert write_tiles(tiles, "letters") == "12mC9s8f"
    assert write_tiles(tiles, "zh") == "一二萬中九索竹"
    assert write_tiles(tiles, "unicode") == "🀇🀈🀄🀘🀤"


def test_context_words_may_be_parted_with_commas():
    assert parse_context("self_draw, seat S，river 6") == parse_context("self_draw seat S river 6")
    assert parse_context("self_draw, chain flower,kong") == parse_context("self_draw chain flower,kong")
    assert parse_context(" , ") == parse_context("")
