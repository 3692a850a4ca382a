"""Players and groups, which table has a night open, and the figures kept for quick statistics."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "roster",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("at", sa.String(64), nullable=False),
        sa.Column("event", sa.Text, nullable=False),
    )
    op.create_index("roster_at", "roster", ["at"])
    op.create_table(
        "claims",
        sa.Column("night", sa.String(64), sa.ForeignKey("nights.id"), primary_key=True),
        sa.Column("writer", sa.String(64), nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("process", sa.Integer, nullable=False),
        sa.Column("at", sa.String(64), nullable=False),
    )
    op.create_table(
        "summaries",
        sa.Column("night", sa.String(64), sa.ForeignKey("nights.id"), primary_key=True),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("version", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
