"""The tables of the database. Migrations make them; a test compares the two.

JSON stands in text columns, written and read by msgspec; moments are ISO 8601 texts in UTC.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)

REVISIONS = ("0001",)
"""The versions of the schema that this program knows, oldest first; the last is the one that it works with."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


def _of_table() -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    _text("game"),
    _text("title"),
    _text("created_at"),
    _text("touched_at"),
    Column("last_seq", Integer, nullable=False),
    Column("closed", Boolean, nullable=False),
    Column("owner", Text, nullable=False, index=True),
    _text("settings"),
    _text("secret"),
)

entries = Table(
    "entries",
    metadata,
    _of_table(),
    Column("seq", Integer, nullable=False),
    _text("entry"),
    _text("told"),
    PrimaryKeyConstraint("table_id", "seq"),
)

seeds = Table("seeds", metadata, _of_table(), _text("seed"), PrimaryKeyConstraint("table_id"))

snapshots = Table(
    "snapshots",
    metadata,
    _of_table(),
    Column("seq", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
)

seats = Table(
    "seats",
    metadata,
    _of_table(),
    _text("seat"),
    _text("name"),
    Column("generation", Integer, nullable=False),
    Column("person", Text, index=True),
    _text("preferences"),
    PrimaryKeyConstraint("table_id", "seat"),
)

answered = Table(
    "answered",
    metadata,
    _of_table(),
    _text("seat"),
    _text("key"),
    _text("request"),
    _text("result"),
    Column("at", Text, nullable=False, index=True),
    PrimaryKeyConstraint("table_id", "seat", "key"),
)

packs = Table(
    "packs",
    metadata,
    _text("game"),
    _text("id"),
    _text("digest"),
    _text("files"),
    Column("owner", Text, nullable=False, index=True),
    _text("created_at"),
    PrimaryKeyConstraint("game", "id", "digest", "owner"),
)

characters = Table(
    "characters",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False, index=True),
    _text("game"),
    _text("name"),
    _text("text"),
    _text("updated_at"),
)

meta = Table("meta", metadata, Column("key", Text, primary_key=True), _text("value"))
