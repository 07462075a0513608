"""Tables with their journals, seats and snapshots; packs and characters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _child(name: str, *columns: sa.Column[str] | sa.Column[int] | sa.Column[bytes], key: tuple[str, ...] = ()) -> None:
    """A table of what belongs to a game's table and goes with it."""
    op.create_table(
        name,
        _text("table_id"),
        *columns,
        sa.PrimaryKeyConstraint("table_id", *key, name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=f"fk_{name}_table_id", ondelete="CASCADE"),
    )


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "tables",
        _text("id"),
        _text("game"),
        _text("title"),
        _text("created_at"),
        _text("touched_at"),
        _number("last_seq"),
        sa.Column("closed", sa.Boolean, nullable=False),
        _text("owner"),
        _text("settings"),
        _text("secret"),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_owner", "tables", ["owner"])
    _child("entries", _number("seq"), _text("entry"), _text("told"), key=("seq",))
    _child("seeds", _text("seed"))
    _child("snapshots", _number("seq"), sa.Column("state", sa.LargeBinary, nullable=False), key=("seq",))
    _child(
        "seats",
        _text("seat"),
        _text("name"),
        _number("generation"),
        sa.Column("person", sa.Text),
        _text("preferences"),
        key=("seat",),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    _child("answered", _text("seat"), _text("key"), _text("request"), _text("result"), _text("at"), key=("seat", "key"))
    op.create_index("ix_answered_at", "answered", ["at"])
    op.create_table(
        "packs",
        _text("game"),
        _text("id"),
        _text("digest"),
        _text("files"),
        _text("owner"),
        _text("created_at"),
        sa.PrimaryKeyConstraint("game", "id", "digest", "owner", name="pk_packs"),
    )
    op.create_index("ix_packs_owner", "packs", ["owner"])
    op.create_table(
        "characters",
        _text("id"),
        _text("owner"),
        _text("game"),
        _text("name"),
        _text("text"),
        _text("updated_at"),
        sa.PrimaryKeyConstraint("id", name="pk_characters"),
    )
    op.create_index("ix_characters_owner", "characters", ["owner"])
    op.create_table("meta", _text("key"), _text("value"), sa.PrimaryKeyConstraint("key", name="pk_meta"))
