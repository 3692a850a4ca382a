"""When the program that has a night open was started: its number alone is given again."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("claims", sa.Column("born", sa.Text, nullable=True))
