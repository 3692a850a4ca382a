"""Brings a book up to the newest revision: after a backup, in one transaction, so that an older book stays whole whatever happens."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from models.book_errors import BookMigrationFailed, BookNewer
from models.messages import msg
from models.store.engine import WRITE
from models.store.schema import APPLICATION_ID, HEAD, REVISIONS

_LOCK = 0x5450_4149  # one migration of a server's book at a time


def revision(connection: Connection) -> str | None:
    """The revision the book is at; ``None`` when there is no book in the database yet."""
    if connection.dialect.name == "sqlite":
        found = connection.execute(
            text("SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'")
        ).scalar()
    else:
        found = connection.execute(
            text(
                "SELECT count(*) FROM information_schema.tables WHERE table_name = 'alembic_version' AND table_schema = current_schema()"
            )
        ).scalar()
    if not found:
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def refuse_newer(at: str | None, place: str) -> None:
    """Raises :class:`BookNewer` for a revision this program does not know."""
    if at is not None and at not in REVISIONS:
        raise BookNewer(
            msg(
                "{place} was written by a newer TaiPai (revision {at}); update TaiPai to open it, it was left as it is",
                place=place,
                at=at,
            )
        )


def upgrade(engine: Engine, place: str, to: str = HEAD) -> None:
    """Runs what is missing up to revision ``to``, all or nothing. Raises :class:`BookMigrationFailed`; database trouble passes as it is."""
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    folder = Path(__file__).parent / "migrations"
    script = ScriptDirectory(str(folder), version_locations=[str(folder)])

    def steps(at: Sequence[str] | str, _context: object) -> list[object]:
        return list(script._upgrade_revs(to, at))  # type: ignore[arg-type]

    with engine.connect().execution_options(**WRITE) as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        at = revision(connection)  # again: another app may have been quicker
        refuse_newer(at, place)
        if at == to:
            return
        context = MigrationContext.configure(
            connection, opts={"fn": steps, "transactional_ddl": True, "transaction_per_migration": False}
        )
        try:
            with Operations.context(context):
                context.run_migrations()
        except DBAPIError:
            raise
        except Exception as error:
            what = " ".join(str(error).split())[:160] or type(error).__name__
            raise BookMigrationFailed(
                msg(
                    "{place} could not be brought up to date ({what}); it is as it was",
                    place=place,
                    what=what,
                )
            ) from error
        if connection.dialect.name == "sqlite":
            connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
