"""People: what each of them prefers wherever they sit, and when they were here last."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

import msgspec
from sqlalchemy import select

from rulewright.store.database import Database
from rulewright.store.schema import people
from rulewright.store.sql import now, put, to_json


class PersonRow(msgspec.Struct, frozen=True):
    """A person by an id that nobody else knows; `seen_at` is an ISO 8601 text in UTC."""

    person: str
    preferences: Mapping[str, Any]
    seen_at: str


class People:
    """The people of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def person(self, person: str) -> PersonRow | None:
        """The person with this id, or None."""
        with self._database.read() as connection:
            found = connection.execute(select(people).where(people.c.person == person)).one_or_none()
        return PersonRow(found.person, msgspec.json.decode(found.preferences), found.seen_at) if found else None

    def put(self, person: str, preferences: Mapping[str, Any]) -> Future[None]:
        """Keep what a person prefers; it also counts as being seen now."""
        row = {"person": person, "preferences": to_json(preferences), "seen_at": now()}
        return self._database.write(lambda connection: put(connection, people, row), person)
