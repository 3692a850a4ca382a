"""Players and groups: renaming keeps the history, a merge can be parted, every change can be taken back."""

from __future__ import annotations

import random
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models import roster as ro
from models import roster_codec
from models.book import Book, open_book
from models.book_errors import NoSuchNight, RosterRefused
from models.codec import CodecError
from models.events import HandWon, NightStarted, Options, Win
from models.roster import (
    Change,
    ChangeUndone,
    GroupRemoved,
    GroupRenamed,
    GroupSaved,
    PlayerRenamed,
    PlayersMerged,
    PlayersParted,
    Roster,
    RosterEvent,
    SeatAssigned,
    player_id,
)
from models.statistics import pairs, statistics
from tests.models import event_strategies


@pytest.fixture
def book(tmp_path: Path):
    with open_book(tmp_path / "book.sqlite") as opened:
        yield opened


def play(book: Book, *players: str, fan: int = 10) -> str:
    night = book.start(NightStarted(players, 5, 1, "2026-11-29", Options(dealer_fan="off")))
    book.append(night, HandWon((Win(0, fan),), 1), 0)
    return night


def results(book: Book) -> dict[str, tuple[int, int]]:
    return {p.name: (p.nights, p.result) for p in statistics(book.records(), book.roster()).players}


def test_a_player_needs_no_entry() -> None:
    roster = ro.fold(())
    assert roster.player("阿明") == player_id("阿明") == roster.player(" 阿明 ")
    assert roster.name(player_id("阿明"), "阿明") == "阿明"
    assert player_id("é") == player_id("e\u0301")
    assert player_id("a") != player_id("A")


def test_a_renamed_player_keeps_his_history(book: Book) -> None:
    play(book, "阿明", "乙", "丙", "丁")
    book.change(PlayerRenamed(player_id("阿明"), "明哥"))
    play(book, "明哥", "乙", "丙", "丁")
    play(book, "阿明", "乙", "丙", "丁")  # written as of old
    assert results(book) == {"明哥": (3, 45), "乙": (3, -45), "丙": (3, 0), "丁": (3, 0)}
    assert {info.players[0] for info in book.nights()} == {"明哥"}
    assert book.entries(book.ids()[0])[0].event.players[0] == "阿明"  # what was written stays written


def test_a_name_taken_back_after_a_night_was_played_under_it_keeps_the_person_one(book: Book) -> None:
    play(book, "Ann", "Bob", "Cat", "Dan")
    first = book.change(PlayerRenamed(player_id("Ann"), "Anna"))
    made = book.take_back(first.id)
    assert made.event == ChangeUndone(first.id), "nobody has played as Anna: it never was"
    play(book, "Anna", "Bob", "Cat", "Eve")
    assert results(book)["Anna"][0] == 1, "this is somebody else"
    second = book.change(PlayerRenamed(player_id("Ann"), "Annie"))
    play(book, "Annie", "Bob", "Cat", "Dan")
    made = book.take_back(second.id)
    assert made.event == PlayerRenamed(player_id("Ann"), "Ann")
    assert results(book)["Ann"][0] == 2 and "Annie" not in results(book)
    book.take_back(made.id)
    assert results(book)["Annie"][0] == 2 and "Ann" not in results(book)


def test_the_second_name_taken_back_gives_the_first_one_given(book: Book) -> None:
    play(book, "Ann", "Bob", "Cat", "Dan")
    book.change(PlayerRenamed(player_id("Ann"), "Anna"))
    last = book.change(PlayerRenamed(player_id("Ann"), "Annie"))
    play(book, "Annie", "Bob", "Cat", "Dan")
    assert book.take_back(last.id).event == PlayerRenamed(player_id("Ann"), "Anna")
    assert results(book)["Anna"][0] == 2


def test_whose_earlier_name_it_is_that_cannot_be_given(book: Book) -> None:
    play(book, "Ann", "Bob", "Cat", "Ed")
    play(book, "Robert", "Dan", "Cat", "Ed")
    book.change(PlayerRenamed(player_id("Ann"), "Annie"))
    with pytest.raises(RosterRefused, match=r"^Ann is Annie's earlier name; give another"):
        book.change(PlayerRenamed(player_id("Ed"), "Ann"))
    book.change(PlayersMerged(player_id("Robert"), player_id("Bob")))
    with pytest.raises(RosterRefused, match=r"^Robert was merged into Bob; part the two"):
        book.change(PlayerRenamed(player_id("Ed"), "Robert"))
    book.change(PlayerRenamed(player_id("Ann"), "Ann"))  # his own he may have again


def test_one_person_under_two_names_is_seen_at_one_table(book: Book) -> None:
    play(book, "Ann", "Bob", "Cat", "Dan")
    book.change(PlayerRenamed(player_id("Ann"), "Anna"))
    book.change(PlayerRenamed(player_id("Ann"), "Annie"))
    roster = book.roster()
    assert [roster.called(name) for name in ("Ann", "Anna", "Annie", " Bob ")] == ["Annie"] * 3 + ["Bob"]
    assert ro.seated_twice(roster, ("Annie", "Bob", "Ed", "Eve")) is None
    assert ro.seated_twice(roster, ("Ann", "Bob", "Ed", "Eve")) is None, "an old name alone is he himself"
    for names, seat, says in (
        (("Annie", "Bob", "Ed", "Ann"), 3, "Ann is Annie: "),
        (("Bob", "Anna", "Annie", "Ed"), 2, "Anna is Annie: "),
        (("Ann", "Anna", "Bob", "Ed"), 1, "Ann and Anna are both Annie: "),
    ):
        found = ro.seated_twice(roster, names)
        assert found is not None and found[0] == seat
        assert str(found[1]) == says + "nobody sits down twice, and somebody else needs another name"


def test_a_merged_player_is_the_one_he_is_part_of(book: Book) -> None:
    play(book, "Ann", "Bob", "Cat", "Dan")
    play(book, "Annie", "Bob", "Cat", "Dan")
    book.change(PlayersMerged(player_id("Ann"), player_id("Annie")))
    assert book.roster().called("Ann") == "Annie"
    found = ro.seated_twice(book.roster(), ("Ann", "Bob", "Annie", "Dan"))
    assert found is not None and str(found[1]).startswith("Ann is Annie: ")


def test_renamed_twice_and_back(book: Book) -> None:
    play(book, "阿明", "乙", "丙", "丁")
    for name in ("明哥", "Ming", "阿明"):
        book.change(PlayerRenamed(player_id("阿明"), name))
        play(book, name, "乙", "丙", "丁")
    assert results(book)["阿明"] == (4, 60)


def test_a_name_in_use_is_not_given_twice(book: Book) -> None:
    play(book, "阿明", "阿強", "丙", "丁")
    with pytest.raises(RosterRefused, match="already a player called 阿強"):
        book.change(PlayerRenamed(player_id("阿明"), "阿強"))
    with pytest.raises(RosterRefused, match="needs a name"):
        book.change(PlayerRenamed(player_id("阿明"), "  "))
    book.change(PlayerRenamed(player_id("阿強"), "強哥"))
    with pytest.raises(RosterRefused):
        book.change(PlayerRenamed(player_id("阿明"), "強哥"))
    assert book.roster().player("阿強") == player_id("阿強")


def test_two_players_merged_by_mistake_are_parted(book: Book) -> None:
    play(book, "阿明", "乙", "丙", "丁")
    play(book, "Ming", "乙", "丙", "丁")
    before = results(book)
    book.change(PlayersMerged(player_id("Ming"), player_id("阿明")))
    assert book.roster().player("Ming") == player_id("阿明")
    assert sum(nights for nights, _ in results(book).values()) == 8
    assert results(book)["阿明"] == (2, 30)
    assert {info.players[0] for info in book.nights()} == {"阿明"}
    book.change(PlayersParted(player_id("Ming")))
    assert results(book) == before


def test_a_merge_taken_back_is_the_same_as_parted(book: Book) -> None:
    play(book, "阿明", "乙", "丙", "丁")
    play(book, "Ming", "乙", "丙", "丁")
    before = results(book)
    merged = book.change(PlayersMerged(player_id("Ming"), player_id("阿明")))
    undone = book.change(ChangeUndone(merged.id))
    assert results(book) == before
    book.change(ChangeUndone(undone.id))  # and the taking back taken back
    assert len(results(book)) == 4


def test_a_chain_of_merges_is_parted_link_by_link() -> None:
    roster = Roster(merged={"a": "b", "b": "c"})
    assert roster.whole("a") == "c"
    changes = [
        Change("1", "1", PlayersMerged("a", "b")),
        Change("2", "2", PlayersMerged("b", "c")),
        Change("3", "3", PlayersParted("b")),
    ]
    assert ro.fold(changes[:2]).whole("a") == "c"
    assert ro.fold(changes).whole("a") == "b"


def test_who_sat_together_are_two_people(book: Book) -> None:
    play(book, "阿明", "乙", "丙", "丁")
    with pytest.raises(RosterRefused, match="two people"):
        book.change(PlayersMerged(player_id("乙"), player_id("阿明")))
    with pytest.raises(RosterRefused, match="one player already"):
        book.change(PlayersMerged(player_id("乙"), player_id("乙")))
    with pytest.raises(RosterRefused, match="not merged"):
        book.change(PlayersParted(player_id("乙")))


def test_two_people_of_one_name_are_told_apart_by_seat(book: Book) -> None:
    first = play(book, "阿明", "乙", "丙", "丁")
    second = play(book, "阿明", "乙", "丙", "丁")
    play(book, "大阿明", "戊", "己", "庚")
    book.change(SeatAssigned(second, 0, player_id("大阿明")))
    assert results(book)["阿明"] == (1, 15)
    assert book.roster().player("阿明", second, 0) == player_id("大阿明")
    assert book.roster().player("阿明", first, 0) == player_id("阿明")
    book.change(SeatAssigned(second, 0, ""))
    assert results(book)["阿明"] == (2, 30)
    with pytest.raises(RosterRefused, match="a seat is"):
        book.change(SeatAssigned(second, 4, player_id("乙")))
    with pytest.raises(NoSuchNight):
        book.change(SeatAssigned("nothing", 0, player_id("乙")))


def test_a_player_beside_himself_is_counted_once_a_night_and_meets_nobody_twice(book: Book) -> None:
    """An import may bring a night in which two merged players sit together: nothing breaks, nothing is doubled."""
    night = play(book, "阿明", "乙", "丙", "丁")
    book.change(SeatAssigned(night, 1, player_id("阿明")))
    both = statistics(book.records(), book.roster()).player(player_id("阿明"))
    assert (both.name, both.nights, both.hands, both.won, both.dealt_in, both.result) == (
        "阿明",
        1,
        1,
        1,
        1,
        0,
    )
    found = pairs(book.records(), book.roster())
    assert (player_id("阿明"), player_id("阿明")) not in found
    assert found[player_id("丙"), player_id("阿明")].nights == 1


def test_a_group_has_its_own_stakes_and_rules(book: Book) -> None:
    options = Options(chop="auto", rules="taiwan")
    book.change(GroupSaved("Friday", (player_id("阿明"),), 10, 2, options))
    assert book.roster().groups["Friday"] == GroupSaved("Friday", (player_id("阿明"),), 10, 2, options)
    book.change(GroupSaved("Friday", (), 20, 5))
    assert book.roster().groups["Friday"] == GroupSaved("Friday", (), 20, 5)
    book.change(GroupRenamed("Friday", "星期五"))
    assert list(book.roster().groups) == ["星期五"]
    book.change(GroupSaved("Friday", (), 30, 5))  # by its former name
    assert book.roster().groups["星期五"].base == 30
    removed = book.change(GroupRemoved("星期五"))
    assert book.roster().groups == {}
    book.change(ChangeUndone(removed.id))
    assert list(book.roster().groups) == ["星期五"]


def test_what_a_group_can_not_be(book: Book) -> None:
    book.change(GroupSaved("A"))
    book.change(GroupSaved("B"))
    for event, says in (
        (GroupSaved(" "), "needs a name"),
        (GroupSaved("C", (), -1, 1), "base"),
        (GroupSaved("C", (), 1, 0), "base"),
        (GroupSaved("C", ("x", "x")), "twice"),
        (GroupRenamed("C", "D"), "no group C"),
        (GroupRenamed("A", " "), "needs a name"),
        (GroupRenamed("A", "B"), "already a group B"),
        (GroupRemoved("C"), "no group C"),
        (ChangeUndone("nothing"), "no such change"),
    ):
        with pytest.raises(RosterRefused, match=says):
            book.change(event)
    assert len(book.changes()) == 2


def test_changes_are_in_the_order_they_were_made_even_when_the_clock_goes_back(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    from models import book as book_module

    times = iter(
        ["2026-11-29T12:00:00.000000+00:00", "2026-11-29T11:00:00.000000+00:00", "2026-11-28T00:00:00+00:00"]
    )
    monkeypatch.setattr(book_module, "_utc", lambda: next(times))
    for base in (1, 2, 3):
        book.change(GroupSaved("A", (), base))
    assert [c.event.base for c in book.changes()] == [1, 2, 3]
    assert book.roster().groups["A"].base == 3


ids = st.sampled_from(["a", "b", "c", "d"])
names = st.sampled_from(["甲", "乙", "丙", ""])
roster_events: st.SearchStrategy[RosterEvent] = st.one_of(
    st.builds(PlayerRenamed, ids, names),
    st.builds(PlayersMerged, ids, ids),
    st.builds(PlayersParted, ids),
    st.builds(SeatAssigned, ids, st.integers(-1, 4), ids | st.just("")),
    st.builds(
        GroupSaved,
        names,
        st.lists(ids, max_size=3).map(tuple),
        st.integers(-1, 9),
        st.integers(0, 9),
        event_strategies.options,
    ),
    st.builds(GroupRenamed, names, names),
    st.builds(GroupRemoved, names),
    st.builds(ChangeUndone, st.integers(0, 20).map(str)),
)


@given(st.lists(roster_events, max_size=20), st.randoms(use_true_random=False))
@settings(max_examples=300, deadline=None)
def test_the_fold_never_fails_and_order_of_reading_does_not_matter(
    events: list[RosterEvent], chance: random.Random
) -> None:
    changes = [Change(f"{n:03}", str(n), event) for n, event in enumerate(events)]
    roster = ro.fold(changes)
    shuffled = changes[:]
    chance.shuffle(shuffled)
    assert ro.fold(shuffled) == roster
    for player in ("a", "b", "c", "d"):
        assert roster.whole(roster.whole(player)) == roster.whole(player)
    for name in ("甲", "乙", "丙"):
        assert roster.group(roster.group(name)) == roster.group(name)


@given(roster_events)
@settings(max_examples=200, deadline=None)
def test_every_change_comes_back_from_json(event: RosterEvent) -> None:
    assert roster_codec.decode(roster_codec.encode(event)) == event
    change = Change("2026", "x", event)
    again = roster_codec.decode_change(roster_codec.encode_change(change))
    assert (again.at, again.id, again.event) == ("2026", "x", event)


def test_every_kind_of_change_has_a_word() -> None:
    assert set(roster_codec.KINDS.values()) == set(get_args(RosterEvent))


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (3, "object"),
        ({}, "version"),
        ({"kind": "player_renamed", "v": 2}, "newer"),
        ({"kind": "rain", "v": 1}, "no such change: rain"),
        ({"kind": "players_parted", "v": 1}, "player"),
        ({"kind": "players_parted", "v": 1, "player": 3}, "$.player"),
        ({"kind": "players_parted", "v": 1, "player": "a", "x": 1}, "unknown field x"),
        ({"kind": "group_saved", "v": 1, "name": "a", "options": {"x": 1}}, "$.options: unknown field x"),
        ({"kind": "group_saved", "v": 1, "name": "a", "options": {"chop_at": "3"}}, "$.options.chop_at"),
        ({"kind": "group_saved", "v": 1, "name": "a", "options": 3}, "$.options"),
    ],
)
def test_what_is_no_change_is_refused(value: object, says: str) -> None:
    with pytest.raises(CodecError) as caught:
        roster_codec.decode(value)
    assert says in str(caught.value)
