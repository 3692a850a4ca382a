"""The tables, as the newest revision has them. ``entries`` and ``roster`` are the truth and only ever grow; the rest can be made again."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

APPLICATION_ID: Final = 0x54504149
"""``TPAI`` in SQLite's header: tells a book from another program's database."""

REVISIONS: Final = ("0001", "0002", "0003")
"""Every revision, oldest first; ``models/store/migrations`` has a module for each."""

HEAD: Final = REVISIONS[-1]

metadata = MetaData()

nights = Table(
    "nights",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("started_at", String(64), nullable=False),
    # the number of the newest entry; an append moves it from what its app has seen, so no two apps can write the same number
    Column("last", Integer, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("night", String(64), ForeignKey("nights.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", String(64), nullable=False),
    # which running app wrote it: tells a retried append from another table's equal one
    Column("writer", String(64), nullable=False),
    Column("event", Text, nullable=False),
)

roster = Table(
    "roster",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("at", String(64), nullable=False),
    Column("event", Text, nullable=False),
)
"""Players and groups: renamings, merges and their undoing, as events ordered by time."""

claims = Table(
    "claims",
    metadata,
    Column("night", String(64), ForeignKey("nights.id"), primary_key=True),
    Column("writer", String(64), nullable=False),
    Column("owner", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("process", Integer, nullable=False),
    Column("at", String(64), nullable=False),
    # when the process was started, where that can be known: numbers are given again, at the latest after a power cut
    Column("born", Text),
)
"""Which table has a night open."""

summaries = Table(
    "summaries",
    metadata,
    Column("night", String(64), ForeignKey("nights.id"), primary_key=True),
    Column("last", Integer, nullable=False),
    Column("version", String(64), nullable=False),
    Column("body", Text, nullable=False),
)
"""A night's figures, derived: good while ``last`` is the night's and ``version`` the program's, made again otherwise."""

Index("roster_at", roster.c.at)
