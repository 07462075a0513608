"""The databases of `tests/databases.py`."""

from __future__ import annotations

from databases import database_url, postgresql_url, sqlite_url

__all__ = ["database_url", "postgresql_url", "sqlite_url"]
