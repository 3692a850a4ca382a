"""Out of the book and in again: nothing lost, nothing doubled, no fork hidden."""

from __future__ import annotations

import csv
import io
import json
import random
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models import exchange, night_text, sheets
from models.book import Book, open_book
from models.book_errors import BookError, ImportRefused, NoSuchNight
from models.events import (
    ChipsCounted,
    Corrected,
    HandDrawn,
    HandWon,
    InstantPayment,
    NightSettled,
    NightStarted,
    Undone,
    Win,
)
from models.exchange import export_json, import_file, read_any, read_json
from models.night import fold
from models.roster import GroupSaved, PlayerRenamed, player_id
from tests.models.random_books import write_night

START = NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29")
WON = HandWon((Win(0, 10),), 1)


@pytest.fixture
def book(tmp_path: Path):
    with open_book(tmp_path / "book.sqlite") as opened:
        yield opened


@pytest.fixture
def other(tmp_path: Path):
    with open_book(tmp_path / "other.sqlite") as opened:
        yield opened


def exported(book: Book, *nights: str) -> str:
    return "".join(export_json(book, nights or None))


def fill(book: Book, seed: int = 7, nights: int = 6) -> list[str]:
    chance = random.Random(seed)
    made = [write_night(book, chance, chance.randrange(1, 15)).id for _ in range(nights)]
    book.change(PlayerRenamed(player_id("阿明"), "明哥"))
    book.change(GroupSaved("Friday", (player_id("阿明"),), 10, 2))
    return made


def test_an_export_imported_into_an_empty_book_exports_the_same(book: Book, other: Book) -> None:
    nights = fill(book)
    night = book.start(START)
    book.append(night, InstantPayment(0, 1, 10**25, 'a\x00b\u2028"🀄 \\'), 0)
    text = exported(book)
    report = import_file(other, read_json(text))
    assert len(report.nights_added) == len(nights) + 1
    assert report.entries_added == sum(len(book.entries(n)) for n in book.ids())
    assert report.changes_added == 2
    assert exported(other) == text
    for one in book.ids():
        assert other.entries(one) == book.entries(one)
    assert [(i.id, i.players, i.totals) for i in other.nights()] == [
        (i.id, i.players, i.totals) for i in book.nights()
    ]
    json.loads(text)


def test_an_empty_book_goes_out_and_in(book: Book, other: Book) -> None:
    assert import_file(other, read_json(exported(book))) == exchange.ImportReport()
    assert json.loads(exported(other)) == {"format": "taipai", "v": 1, "nights": [], "roster": []}


def test_importing_twice_doubles_nothing(book: Book, other: Book) -> None:
    fill(book)
    file = read_json(exported(book))
    import_file(other, file)
    again = import_file(other, file)
    assert (again.nights_added, again.nights_extended, again.entries_added, again.changes_added) == (
        (),
        (),
        0,
        0,
    )
    assert len(again.nights_known) == 6 and again.conflicts == ()
    assert exported(other) == exported(book)


def test_what_was_played_on_is_added_and_what_is_older_is_not_taken_back(book: Book, other: Book) -> None:
    night = book.start(START)
    book.append(night, WON, 0)
    older = read_json(exported(book))
    import_file(other, older)
    book.append(night, HandDrawn(), 1)
    report = import_file(other, read_json(exported(book)))
    assert (report.nights_extended, report.entries_added) == ((night,), 1)
    assert other.entries(night) == book.entries(night)
    assert other.nights()[0].hands == 2
    assert import_file(other, older).nights_known == (night,)
    assert other.last(night) == 2
    other.append(night, NightSettled(), 2)


def test_a_fork_is_reported_and_both_sides_stay(book: Book, other: Book) -> None:
    night = book.start(START)
    book.append(night, WON, 0)
    import_file(other, read_json(exported(book)))
    book.append(night, HandDrawn(), 1)
    other.append(night, WON, 1)
    another = other.start(START)
    before = book.entries(night)
    report = import_file(book, read_json(exported(other)))
    (conflict,) = report.conflicts
    assert (conflict.night, conflict.number) == (night, 2)
    assert "entry 2" in str(conflict.message)
    assert book.entries(night) == before
    assert report.nights_added == (another,)


def test_a_night_open_at_a_table_is_not_added_to(book: Book, other: Book) -> None:
    night = book.start(START)
    import_file(other, read_json(exported(book)))
    book.append(night, WON, 0)
    other.claim(night, "Table 1")
    with open_book(other.path) as third:
        (conflict,) = import_file(third, read_json(exported(book))).conflicts
    assert "Table 1" in str(conflict.message)
    assert other.last(night) == 0


def test_one_night_alone(book: Book, other: Book) -> None:
    first, second, *_ = fill(book)
    text = exported(book, second)
    report = import_file(other, read_json(text))
    assert report.nights_added == (second,)
    assert other.ids() == [second]
    assert other.changes() == []
    assert exported(other, second) == text
    with pytest.raises(NoSuchNight):
        exported(book, first, "nothing")


def test_an_import_is_all_or_nothing(book: Book, other: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(book)
    real, calls = exchange._put, []

    def put(*arguments):
        calls.append(1)
        if len(calls) == 3:
            raise OSError(28, "No space left on device")
        real(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(exchange, "_put", put)
        with pytest.raises(BookError, match="no room"):
            import_file(other, read_json(exported(book)))
    assert other.ids() == [] and other.changes() == []


NIGHT = '{"id": "a", "started_at": "", "entries": [%s]}'
FIRST = '{"number":0,"at":"","event":{"kind":"night_started","v":1,"players":["a","b","c","d"],"base":1,"per_fan":1}}'
DRAWN = '{"number":1,"at":"","event":{"kind":"hand_drawn","v":1}}'
LATE = DRAWN.replace('"at":""', '"at":"' + "x" * 65 + '"')


def whole(nights: str, roster: str = "") -> str:
    return f'{{"format": "taipai", "v": 1, "nights": [{nights}], "roster": [{roster}]}}'


def test_the_samples_below_are_well_formed_but_for_their_fault(book: Book) -> None:
    assert import_file(book, read_json(whole(NIGHT % f"{FIRST},{DRAWN}"))).entries_added == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"),
        ("{}", "no export of TaiPai"),
        ("[]", "no export of TaiPai"),
        ('{"format": "other", "v": 1}', "no export of TaiPai"),
        ('{"format": "taipai"}', "which form"),
        ('{"format": "taipai", "v": 2, "nights": []}', "newer TaiPai"),
        ('{"format": "taipai", "v": 1}', "not whole"),
        ('{"format": "taipai", "v": 1, "nights": {}}', "not whole"),
        ('{"format": "taipai", "v": 1, "nights": [], "extra": 1}', "not whole"),
        (whole("3"), "nights[0]"),
        (whole('{"id": "a"}'), "nights[0]"),
        (whole(NIGHT % ""), "begins with its start"),
        (whole(NIGHT % DRAWN), "begins with its start"),
        (whole(NIGHT % f"{FIRST},{DRAWN.replace('1,', '2,', 1)}"), "entry 1 is missing"),
        (whole(NIGHT % f"{FIRST},{DRAWN},{DRAWN}"), "entry 2 is missing"),
        (whole(NIGHT % f"{FIRST},{FIRST.replace('0,', '1,', 1)}"), "starts the night again"),
        (
            whole(NIGHT % f"{FIRST},{DRAWN.replace('hand_drawn', 'rain')}"),
            "nights[0].entries[1]: $.event: no such event: rain",
        ),
        (whole(NIGHT % f"{FIRST},{DRAWN.replace(':1}}', ':2}}')}"), "newer TaiPai"),
        (whole(NIGHT % f"{FIRST},{LATE}"), "time of entry 1"),
        (whole(NIGHT.replace('"a"', '"../a"') % FIRST), "the id is not one of a night"),
        (whole(NIGHT.replace('"a"', '""') % FIRST), "the id is not one of a night"),
        (whole(NIGHT.replace('"a"', "7") % FIRST), "the id is not one of a night"),
        (whole(f"{NIGHT % FIRST},{NIGHT % FIRST}"), "a night twice"),
        (whole(NIGHT % FIRST.replace('"a","b"', r'"\ud800","b"')), "not Unicode"),
        (whole("", "1"), "roster[0]"),
        (
            whole(
                "",
                '{"id": "x", "at": "", "event": {"kind": "player_renamed", "v": 1, "player": 5, "name": ""}}',
            ),
            "$.player",
        ),
        (whole("", '{"id": "x", "at": "", "event": {"kind": "rain", "v": 1}}'), "no such change"),
    ],
)
def test_what_is_no_export_is_refused_and_nothing_is_written(book: Book, text: str, says: str) -> None:
    with pytest.raises(ImportRefused) as caught:
        import_file(book, read_json(text))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert book.ids() == []


@given(st.binary(max_size=80) | st.text(max_size=60).map(str.encode))
@settings(max_examples=150, deadline=None)
def test_any_file_is_refused_in_one_clear_line(content: bytes) -> None:
    with pytest.raises(ImportRefused) as caught:
        read_any(content)
    assert str(caught.value)


def test_a_book_given_in_place_of_an_export_is_told(book: Book) -> None:
    with pytest.raises(ImportRefused, match="restore"):
        read_any(book.path.read_bytes())


def test_a_spreadsheet_given_in_place_of_an_export_is_told(book: Book) -> None:
    for columns in (sheets.EVENT_COLUMNS, sheets.NIGHT_COLUMNS):
        with pytest.raises(ImportRefused, match="CSV"):
            read_any(sheets.to_csv(columns, ()).encode())


# --- the text form -----------------------------------------------------------------------------------------------


def test_a_night_as_text_goes_in_once(book: Book) -> None:
    text = "night 2026-11-29 base 5 per-fan 1 players 甲 乙 丙 丁\nwin 甲 from 乙 10\ndraw\nundo\nsettle\n"
    report = import_file(book, read_any(b"\xef\xbb\xbf" + text.encode()))
    (night,) = report.nights_added
    assert [e.event for e in book.entries(night)] == [START, WON, HandDrawn(), Undone(2), NightSettled()]
    assert import_file(book, read_any(text.encode())).nights_known == (night,)
    assert book.nights()[0].date == "2026-11-29"


def test_a_line_that_can_not_be_is_named_and_nothing_goes_in(book: Book) -> None:
    text = "night 2026-11-29 base 5 per-fan 1 players 甲 乙 丙 丁\nwin 甲 from 甲 10\n"
    with pytest.raises(ImportRefused, match="line 2") as caught:
        import_file(book, read_any(text.encode()))
    assert "win 甲 from 甲 10" in str(caught.value)
    assert book.ids() == []


def test_text_out_and_in_is_the_same_night(book: Book, other: Book) -> None:
    for night in fill(book):
        was = fold(book.entries(night))
        text = night_text.write(book.entries(night))
        (imported,) = import_file(other, read_any(text.encode())).nights_added
        now = fold(other.entries(imported))
        assert (now.totals, now.hand_points, now.lai_extra, now.instant, now.debts) == (
            was.totals,
            was.hand_points,
            was.lai_extra,
            was.instant,
            was.debts,
        )


# --- spreadsheets ------------------------------------------------------------------------------------------------


def table(text: str) -> list[dict[str, str]]:
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:], newline="")))


def test_the_columns_of_events_add_up_to_the_night(book: Book) -> None:
    fill(book)
    roster = book.roster()
    for record in book.records():
        night = fold(book.entries(record.id))
        rows = table(sheets.to_csv(sheets.EVENT_COLUMNS, sheets.event_rows(record, night, roster)))
        total: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0, 0])
        last: dict[str, int] = {}
        for row in rows:
            for index, column in enumerate(("hand_points", "lai_extra", "instant", "received", "paid")):
                total[row["player"]][index] += int(row[column])
            last[row["player"]] = int(row["balance"])
        for seat, name in enumerate(roster.name(player_id(n), n) for n in night.players):
            points, extra, instant, received, paid = total[name]
            assert (points, extra, instant) == (
                night.hand_points[seat],
                night.lai_extra[seat],
                night.instant[seat],
            )
            assert received - paid == night.totals[seat]
            assert last[name] == night.projected[seat]
        assert sum(int(r["won"]) for r in rows) == sum(f.won for f in record.figures.seats)
        assert sum(int(r["dealt_in"]) for r in rows) == sum(f.dealt_in for f in record.figures.seats)
        assert {r["player"] for r in rows if r["dealer"] == "1"} <= set(total)


def test_the_rows_of_nights(book: Book) -> None:
    fill(book)
    rows = [row for record in book.records() for row in sheets.night_rows(record, book.roster())]
    found = table(sheets.to_csv(sheets.NIGHT_COLUMNS, rows))
    assert len(found) == 24
    assert sum(int(row["result"]) for row in found) == 0
    assert {"明哥"} <= {row["player"] for row in found}


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", '=HYPERLINK("http://x","y")'])
def test_a_name_that_is_a_formula_is_only_a_name(book: Book, name: str) -> None:
    night = book.start(NightStarted((name, "乙", "丙", "丁"), 5, 1, "2026-11-29", group=name))
    book.append(night, HandWon((Win(0, 10, hand=name),), 1), 0)
    (record,) = book.records()
    text = sheets.to_csv(
        sheets.EVENT_COLUMNS, sheets.event_rows(record, fold(book.entries(night)), book.roster())
    )
    cells = [cell for row in csv.reader(io.StringIO(text[1:], newline="")) for cell in row]
    assert not [c for c in cells if c.strip(" ").startswith(tuple("=+@\t\r＝"))]
    assert not [c for c in cells if c.startswith("-") and not c[1:].isdigit()]
    assert any(c.startswith("'") for c in cells)


@pytest.mark.parametrize("text", ["\t=1", "\r=1", "  =1", "\n=1", "\u3000=1", "=", "-"])
def test_a_text_that_is_a_formula_after_blanks(text: str) -> None:
    assert sheets.safe(text) == f"'{text}"


def test_a_negative_number_stays_a_number() -> None:
    assert sheets.safe(-5) == -5
    assert sheets.to_csv(("a",), [(-5,), ("-5",), (True,)]) == "\ufeffa\r\n-5\r\n'-5\r\n1\r\n"


def test_corrections_and_counts_in_an_export(book: Book, other: Book) -> None:
    night = book.start(START)
    for number, event in enumerate(
        [WON, Corrected(1, HandWon((Win(2, 3),), None)), ChipsCounted(0, 4), Undone(2)]
    ):
        book.append(night, event, number)
    import_file(other, read_json(exported(book, night)))
    assert fold(other.entries(night)).totals == fold(book.entries(night)).totals
