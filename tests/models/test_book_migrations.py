"""A book of another version: brought up after a backup, all or nothing; or politely refused."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import inspect

from models import codec
from models.book import now, open_book
from models.book_errors import BookFull, BookMigrationFailed, BookNewer, NightTaken
from models.events import HandWon, NightStarted, Win
from models.store import engine, migrate
from models.store.schema import HEAD, REVISIONS, metadata

ROOT = Path(__file__).resolve().parent.parent.parent
START = NightStarted(("甲", "乙", "丙", "丁"), 5, 1, "2026-11-29")
WON = HandWon((Win(0, 10),), 1)


def old_book(path: Path, revision: str = "0001", hands: int = 50) -> list[tuple[object, ...]]:
    """A book as the version of ``revision`` left it; the rows of its nights."""
    made = engine.open_engine(engine.parse(path), create=True)
    migrate.upgrade(made, str(path), to=revision)
    made.dispose()
    with sqlite3.connect(path) as raw:
        raw.execute("INSERT INTO nights VALUES ('n1', '2026-11-29T20:00:00+08:00', ?)", (hands,))
        raw.execute(
            "INSERT INTO entries VALUES ('n1', 0, '2026-11-29T20:00:00+08:00', 'w', ?)", (codec.dumps(START),)
        )
        for number in range(1, hands + 1):
            raw.execute(
                "INSERT INTO entries VALUES ('n1', ?, '2026-11-29T20:01:00+08:00', 'w', ?)",
                (number, codec.dumps(WON)),
            )
    return rows(path)


def rows(path: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(path) as raw:
        return raw.execute("SELECT * FROM entries ORDER BY night, number").fetchall()


def version(path: Path) -> str:
    with sqlite3.connect(path) as raw:
        return str(raw.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def tables(path: Path) -> set[str]:
    with sqlite3.connect(path) as raw:
        return {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "book.sqlite"


def test_an_older_book_is_brought_up_after_a_backup(path: Path, tmp_path: Path) -> None:
    before = old_book(path)
    backups = tmp_path / "backups"
    with open_book(path, backups=backups) as book:
        assert len(book.entries("n1")) == 51
        assert book.nights()[0].hands == 50
        book.append("n1", WON, 50)
    assert version(path) == HEAD
    assert rows(path)[:51] == before
    (kept,) = backups.iterdir()
    assert "0001" in kept.name
    assert version(kept) == "0001"
    assert rows(kept) == before


def test_a_night_held_by_an_app_of_the_version_before_stays_held(path: Path) -> None:
    """That version did not write when the app was started: its number alone counts, as it did."""
    before = old_book(path, "0002")
    with sqlite3.connect(path) as raw:
        raw.execute(
            "INSERT INTO claims VALUES ('n1', 'w', 'Table 1', ?, ?, ?)",
            (socket.gethostname(), os.getpid(), now()),
        )
    with open_book(path) as book:
        assert rows(path) == before and version(path) == HEAD
        with pytest.raises(NightTaken, match="Table 1"):
            book.append("n1", WON, 50)
        assert book.interrupted() == []
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE claims SET process = 2147483000")
    with open_book(path) as book:
        assert book.interrupted() == ["n1"]
        book.append("n1", WON, 50)


def test_the_backup_lies_beside_the_book_unless_told_otherwise(path: Path) -> None:
    old_book(path)
    open_book(path).close()
    assert len(list(path.parent.glob("book.sqlite.before-0001-*.backup"))) == 1


def test_a_book_of_this_version_is_not_copied(path: Path) -> None:
    open_book(path).close()
    open_book(path).close()
    assert [p.name for p in path.parent.iterdir()] == ["book.sqlite"]


def test_a_newer_book_is_refused_and_left_alone(path: Path) -> None:
    open_book(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '0099'")
    before = path.read_bytes()
    with pytest.raises(BookNewer, match=r"newer TaiPai .*update TaiPai"):
        open_book(path)
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == ["book.sqlite"]


def test_a_migration_that_fails_half_way_leaves_the_old_book_whole(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alembic import op

    before = old_book(path)
    old_tables = tables(path)
    real, made = op.create_table, []

    def create(name, *arguments, **options):
        if made:
            raise RuntimeError("out of luck")
        made.append(name)
        return real(name, *arguments, **options)

    with monkeypatch.context() as patched:
        patched.setattr(op, "create_table", create)
        with pytest.raises(BookMigrationFailed, match=r"out of luck.*as it was"):
            open_book(path)
    assert made, "nothing was begun: the test shows nothing"
    assert version(path) == "0001"
    assert tables(path) == old_tables
    assert rows(path) == before
    with open_book(path) as book:
        assert len(book.entries("n1")) == 51
    assert version(path) == HEAD


def test_a_migration_without_room_leaves_the_old_book_whole(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = old_book(path)
    pages = path.stat().st_size // 4096

    def prepare_small(connection, record):
        real(connection, record)
        connection.execute(f"PRAGMA max_page_count = {pages + 1}")

    real = engine._prepare
    with monkeypatch.context() as patched:
        patched.setattr(engine, "_prepare", prepare_small)
        with pytest.raises(BookFull):
            open_book(path)
    assert version(path) == "0001" and rows(path) == before
    open_book(path).close()
    assert version(path) == HEAD


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
@pytest.mark.parametrize("table", ["claims", "summaries"])
def test_a_migration_killed_half_way_leaves_the_old_book_whole(path: Path, table: str) -> None:
    before = old_book(path)
    code = f"""
import os, signal, sys
from alembic import op
from models.book import open_book
real = op.create_table
def create(name, *a, **k):
    made = real(name, *a, **k)
    if name == {table!r}:
        op.execute("UPDATE entries SET at = 'half'")
        op.execute("PRAGMA cache_spill = 1"); op.execute("PRAGMA cache_size = 1")
        op.execute("INSERT INTO roster SELECT 'x' || number, at, event FROM entries")
        os.kill(os.getpid(), signal.SIGKILL)
    return made
op.create_table = create
open_book(sys.argv[1])
"""
    done = subprocess.run([sys.executable, "-c", code, str(path)], cwd=ROOT, timeout=60, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    assert len(list(path.parent.glob("*.backup"))) == 1
    with open_book(path) as book:
        assert len(book.entries("n1")) == 51
    assert rows(path) == before
    assert version(path) == HEAD
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT count(*) FROM roster").fetchone() == (0,)


def test_two_apps_bring_one_book_up_at_the_same_time(path: Path) -> None:
    before = old_book(path)
    failed: list[BaseException] = []
    go = threading.Barrier(4)

    def app() -> None:
        try:
            go.wait()
            with open_book(path) as book:
                assert len(book.entries("n1")) == 51
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=app) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert version(path) == HEAD and rows(path) == before


def test_every_revision_is_listed_in_order_and_makes_the_tables_the_program_uses(path: Path) -> None:
    from alembic.script import ScriptDirectory

    folder = Path(migrate.__file__).parent / "migrations"
    script = ScriptDirectory(str(folder), version_locations=[str(folder)])
    assert [s.revision for s in reversed(list(script.walk_revisions()))] == list(REVISIONS)
    made = engine.open_engine(engine.parse(path), create=True)
    migrate.upgrade(made, str(path))
    found = inspect(made)
    assert set(found.get_table_names()) == {*metadata.tables, "alembic_version"}
    for name, table in metadata.tables.items():
        columns = {column["name"]: column for column in found.get_columns(name)}
        assert set(columns) == set(table.columns.keys())
        for column in table.columns:
            assert columns[column.name]["nullable"] == column.nullable, f"{name}.{column.name}"
            assert str(columns[column.name]["type"]) == str(column.type), f"{name}.{column.name}"
        assert found.get_pk_constraint(name)["constrained_columns"] == [c.name for c in table.primary_key]
        assert {i["name"] for i in found.get_indexes(name)} == {i.name for i in table.indexes}
    made.dispose()


def test_opening_a_book_of_this_version_does_not_load_the_migrations(path: Path) -> None:
    open_book(path).close()
    code = "import sys; from models.book import open_book; open_book(sys.argv[1]).nights(); print('alembic' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.strip() == "False"
