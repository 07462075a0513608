"""The databases of `tests/databases.py`, and one that is open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from databases import database_url, empty_database_url, postgresql_url, sqlite_url
from rulewright.store.database import Database
from rulewright.store.tables import TableStore

__all__ = ["database_url", "empty_database_url", "postgresql_url", "sqlite_url"]


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A fresh database, open."""
    with Database.open(database_url) as opened:
        yield opened


@pytest.fixture
def store(database: Database) -> TableStore:
    """The tables of a fresh database."""
    return TableStore(database)
