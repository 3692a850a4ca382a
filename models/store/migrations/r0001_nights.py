"""Nights and their entries."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "nights",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("started_at", sa.String(64), nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("night", sa.String(64), sa.ForeignKey("nights.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.String(64), nullable=False),
        sa.Column("writer", sa.String(64), nullable=False),
        sa.Column("event", sa.Text, nullable=False),
    )
