"""Statistics against plain adding-up over random books, and who is who through renaming, merging and parting."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from models import statistics as st
from models.book import Book, open_book
from models.events import HandDrawn, HandWon, InstantPayment, Item, NightSettled, NightStarted, Options, Win
from models.roster import player_id
from models.statistics import Filter, statistics
from tests.models.random_books import FANS, MadeNight, write_night


def made_book(path: Path, seed: int, nights: int = 12, length: int = 30) -> tuple[Book, list[MadeNight]]:
    chance = random.Random(seed)
    book = open_book(path)
    return book, [write_night(book, chance, chance.randrange(1, length)) for _ in range(nights)]


def compare(book: Book, made: list[MadeNight], which: Filter) -> None:
    """Every figure of the program beside the same from the references."""
    counted = [
        m
        for m in made
        if (not which.since or m.start.date >= which.since)
        and (not which.until or m.start.date <= which.until)
        and which.group in ("", m.start.group)
        and which.rules in ("", m.start.options.rules)
        and (not which.player or which.player in map(player_id, m.start.players))
    ]
    roster = book.roster()
    found = statistics(book.records(), roster, which)
    assert (found.nights, found.hands, found.draws) == (
        len(counted),
        sum(m.reference.hands for m in counted),
        sum(m.reference.draws for m in counted),
    )
    names = {name for m in counted for name in m.start.players}
    assert {p.name for p in found.players} == names
    assert [p.result for p in found.players] == sorted((p.result for p in found.players), reverse=True)
    assert sum(p.result for p in found.players) == 0
    all_fans: Counter[str] = Counter()
    for p in found.players:
        mine = [(m, m.start.players.index(p.name)) for m in counted if p.name in m.start.players]
        total: Counter[str] = Counter()
        for m, seat in mine:
            total.update({k: v for k, v in m.reference.seat[seat].items() if k != "streak"})
        for key in (
            "won",
            "self_drawn",
            "dealt_in",
            "paid",
            "dealt",
            "won_points",
            "lost_points",
            "hand_points",
            "instant",
        ):
            assert getattr(p, key) == total[key], (p.name, key)
        results = [m.reference.result()[seat] for m, seat in mine]
        assert p.result == sum(results) == p.hand_points + p.lai_extra + p.instant
        assert (p.nights, p.hands) == (len(mine), sum(m.reference.hands for m, _ in mine))
        assert (p.best_night, p.worst_night) == (max(results), min(results))
        assert p.nights_won == sum(r > 0 for r in results)
        assert p.streak == max(m.reference.seat[seat]["streak"] for m, seat in mine)
        best = max(m.reference.best[seat] for m, seat in mine)
        assert best == ((p.best.fan, p.best.value) if p.best else (-1, -1))
        fans: Counter[str] = Counter()
        for m, seat in mine:
            fans.update(m.reference.fans[seat])
        assert {f.id: f.hands for f in p.fans} == dict(fans)
        all_fans.update(fans)
        assert p.win_rate == (Fraction(total["won"], p.hands) if p.hands else None)
        assert p.self_draw_rate == (Fraction(total["self_drawn"], total["won"]) if total["won"] else None)
        assert p.deal_in_rate == (Fraction(total["dealt_in"], p.hands) if p.hands else None)
        assert p.average_win == (Fraction(total["won_points"], total["won"]) if total["won"] else None)
        assert p.average_loss == (Fraction(total["lost_points"], total["paid"]) if total["paid"] else None)
    assert {f.id: f.hands for f in found.fans} == dict(all_fans)
    assert [f.hands for f in found.fans] == sorted((f.hands for f in found.fans), reverse=True)
    if found.biggest:
        assert (found.biggest.fan, found.biggest.value) == max(max(m.reference.best) for m in counted)

    pairs = st.pairs(book.records(), roster, which)
    for (a, b), pair in pairs.items():
        met = [m for m in counted if {pair.winner_name, pair.payer_name} <= set(m.start.players)]
        total = Counter()
        pulls = 0
        for m in met:
            key = m.start.players.index(pair.winner_name), m.start.players.index(pair.payer_name)
            total.update({k: v for k, v in m.reference.pair[key].items() if k != "most_pulls"})
            pulls = max(pulls, m.reference.pair[key]["most_pulls"])
        assert pair.nights == len(met) > 0
        for key in ("hands", "points", "rolled", "kicked", "chopped", "lai_extra"):
            assert getattr(pair, key) == total[key], (pair, key)
        assert pair.most_pulls == pulls
        assert (b, a) in pairs
    for p in found.players:  # what a player is up on all others is all he has, instant payments apart
        assert sum(d.balance for d in st.duels(pairs, p.player)) == p.hand_points + p.lai_extra

    course = found.course
    assert [point.date for point in course] == sorted(m.start.date for m in counted)
    if course:
        assert course[-1].balances == {p.player: p.result for p in found.players}


@pytest.mark.parametrize("seed", range(4))
def test_every_figure_agrees_with_plain_adding_up(tmp_path: Path, seed: int) -> None:
    book, made = made_book(tmp_path / "book.sqlite", seed)
    with book:
        for which in (
            Filter(),
            Filter(since="2026-04-01", until="2026-09-30"),
            Filter(group="Friday"),
            Filter(rules="taiwan"),
            Filter(player=player_id("Peter"), rules="hk"),
            Filter(since="2030-01-01"),
        ):
            compare(book, made, which)
        for record in book.records():
            reference = next(m.reference for m in made if m.id == record.id)
            line = st.through_night(record)
            assert line[0] == (0, (0, 0, 0, 0))
            assert list(line[-1][1]) == reference.result()
            assert changes([b for _, b in line]) == changes([[0] * 4, *reference.results])


def changes(line) -> list[list[int]]:
    """The line without what stays as it was."""
    return [list(b) for n, b in enumerate(line) if n == 0 or list(b) != list(line[n - 1])]


def test_figures_are_kept_with_the_book_and_made_again_when_they_are_old(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "book.sqlite"
    book, made = made_book(path, 1, nights=5)
    with book:
        compare(book, made, Filter())
    from models import records

    def never(*_):
        raise AssertionError("counted again")

    with open_book(path) as book, monkeypatch.context() as patched:
        patched.setattr(records, "fold", never)
        compare(book, made, Filter())

    for damage in (
        "UPDATE summaries SET version = 'another'",
        "UPDATE summaries SET last = last - 1",
        "UPDATE summaries SET body = '[\"an older form\"]'",
        "DELETE FROM summaries",
    ):
        with sqlite3.connect(path) as raw:
            raw.execute(damage)
        with open_book(path) as book:
            compare(book, made, Filter())
        with sqlite3.connect(path) as raw:
            assert raw.execute("SELECT count(*), count(DISTINCT version) FROM summaries").fetchone() == (5, 1)


def test_a_list_after_an_update_counts_only_the_newest_and_never_shows_another_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from models import records, summary

    path = tmp_path / "book.sqlite"
    book, made = made_book(path, 1, nights=6)
    with book:
        right = [(info.id, info.hands, info.totals) for info in book.nights()]
    monkeypatch.setattr(records, "NEWEST", 2)
    counted: list[int] = []
    real = records.fold
    monkeypatch.setattr(records, "fold", lambda entries: (counted.append(1), real(entries))[1])
    monkeypatch.setattr(summary, "version", lambda: "a later release")
    with open_book(path) as book:
        assert [(info.id, info.hands, info.totals) for info in book.nights()] == right
        assert len(counted) == 2
        book.nights()
        assert len(counted) == 4
        compare(book, made, Filter())
        assert len(counted) == 6
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE summaries SET version = 'x', body = '[2' || substr(body, 3)")
    counted.clear()
    with open_book(path) as book:
        assert [(info.id, info.hands, info.totals) for info in book.nights()] == right
    assert len(counted) == 6


def test_figures_follow_every_append(tmp_path: Path) -> None:
    with open_book(tmp_path / "book.sqlite") as book:
        night = book.start(NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29"))
        assert statistics(book.records(), book.roster()).nights == 0  # begun, nothing played yet
        book.append(night, HandWon((Win(0, 10),), 1), 0)
        assert statistics(book.records(), book.roster()).players[0].result == 16
        book.append(night, HandWon((Win(0, 5),), 1), 1)
        assert book.nights()[0].hands == 2
        assert book.nights()[0].totals == (16 + 8 + 13, -37, 0, 0)


def test_a_book_that_may_not_be_written_has_statistics_too(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    book, made = made_book(path, 2, nights=3)
    book.close()
    from models.store import engine

    real = engine._prepare
    with pytest.MonkeyPatch.context() as patched:

        def only_reading(connection, record):
            real(connection, record)
            connection.execute("PRAGMA query_only = ON")

        patched.setattr(engine, "_prepare", only_reading)
        with open_book(path) as book:
            compare(book, made, Filter())
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT count(*) FROM summaries").fetchone() == (0,)


def test_a_damaged_night_hides_no_other(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    book, made = made_book(path, 3, nights=3)
    book.close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE entries SET event = '{' WHERE night = ? AND number = 1", (made[1].id,))
    with open_book(path) as book:
        infos = {info.id: info for info in book.nights()}
        assert "damaged" in str(infos[made[1].id].trouble)
        assert infos[made[0].id].trouble is None
        compare(book, [made[0], made[2]], Filter())


def test_big_hand_carries_its_tiles_and_items(tmp_path: Path) -> None:
    items = tuple(Item(ident, 5, 1, zh, en) for ident, zh, en in FANS)
    with open_book(tmp_path / "book.sqlite") as book:
        night = book.start(NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29"))
        book.append(night, HandWon((Win(2, 30, "123456789m1122z", "self_draw", items, 30, "hk@x"),), None), 0)
        book.append(night, HandWon((Win(2, 8),), 1), 1)
        best = statistics(book.records(), book.roster()).biggest
    assert best is not None
    assert (best.player, best.night, best.number, best.fan, best.self_drawn) == (
        player_id("丙"),
        night,
        1,
        30,
        True,
    )
    assert (best.hand, best.context, best.items) == ("123456789m1122z", "self_draw", items)
    assert best.value == 35 + 35 + 36


def test_head_jump_counts_the_nearest_alone(tmp_path: Path) -> None:
    with open_book(tmp_path / "book.sqlite") as book:
        night = book.start(
            NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29", Options(multi_ron="nearest"))
        )
        book.append(night, HandWon((Win(0, 10), Win(3, 8)), 2), 0)
        players = {p.name: p for p in statistics(book.records(), book.roster()).players}
    assert (players["甲"].won, players["丁"].won, players["丙"].dealt_in, players["丙"].lost_points) == (
        0,
        1,
        1,
        13,
    )


def test_chopped_by_itself_is_counted(tmp_path: Path) -> None:
    with open_book(tmp_path / "book.sqlite") as book:
        night = book.start(
            NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29", Options(chop="auto", dealer_fan="off"))
        )
        for number in range(3):
            book.append(night, HandWon((Win(0, 10 if number == 0 else 5),), 1), number)
        pair = st.pairs(book.records(), book.roster())[player_id("甲"), player_id("乙")]
    assert (pair.chopped, pair.rolled, pair.most_pulls, pair.points, pair.lai_extra) == (1, 2, 3, 35, 25)


def test_an_empty_night_is_no_game_but_one_with_a_fine_is(tmp_path: Path) -> None:
    with open_book(tmp_path / "book.sqlite") as book:
        for number in range(3):
            night = book.start(NightStarted(("甲", "乙", "丙", "丁"), 5, 1, f"2026-11-0{number + 1}"))
            if number == 1:
                book.append(night, InstantPayment(0, None, 20, "詐糊"), 0)
            if number == 2:
                book.append(night, HandDrawn(), 0)
                book.append(night, NightSettled(), 1)
        found = statistics(book.records(), book.roster())
    assert (found.nights, found.hands, found.draws) == (2, 1, 1)
    assert found.players[-1].name == "甲" and found.players[-1].win_rate == 0
    assert found.players[-1].average_win is None


def test_lists_to_choose_from(tmp_path: Path) -> None:
    book, made = made_book(tmp_path / "book.sqlite", 4)
    with book:
        records, roster = book.records(), book.roster()
        assert st.groups(records, roster) == sorted({m.start.group for m in made} - {""})
        assert st.rule_sets(records) == sorted({m.start.options.rules for m in made})
        assert set(st.players(records, roster).values()) == {n for m in made for n in m.start.players}


def test_a_filter_names_a_group_by_its_present_or_former_name(tmp_path: Path) -> None:
    from models.roster import GroupRenamed, GroupSaved

    book, made = made_book(tmp_path / "book.sqlite", 4)
    with book:
        book.change(GroupSaved("Friday"))
        book.change(GroupRenamed("Friday", "星期五"))
        for name in ("星期五", "Friday"):
            found = statistics(book.records(), book.roster(), Filter(group=name))
            assert found.nights == sum(m.start.group == "Friday" for m in made) > 0
        assert "星期五" in {info.group for info in book.nights()}
