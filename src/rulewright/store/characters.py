"""Characters that people keep between tables, as the text of their sheets."""

from __future__ import annotations

from concurrent.futures import Future

import msgspec
from sqlalchemy import Connection, delete, select

from rulewright.engine.errors import Refused
from rulewright.store.database import Database
from rulewright.store.schema import characters
from rulewright.store.sql import can_be_id, put


class CharacterRow(msgspec.Struct, frozen=True):
    """A character of a game: whose it is, its name, its sheet as text, and when that was last changed."""

    id: str
    owner: str
    game: str
    name: str
    text: str
    updated_at: str


class Characters:
    """The characters of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, character: CharacterRow) -> Future[None]:
        """Keep a character, or change it; raises `Refused` "not_owner" for one that is somebody else's."""

        def job(connection: Connection) -> None:
            owner = connection.execute(select(characters.c.owner).where(characters.c.id == character.id)).scalar()
            if owner not in (None, character.owner):
                raise Refused("not_owner", character=character.id)
            put(connection, characters, msgspec.structs.asdict(character))

        return self._database.write(job, character.id)

    def character(self, id: str) -> CharacterRow | None:
        """The character with this id, or None."""
        if not can_be_id(id):
            return None
        with self._database.read() as connection:
            found = connection.execute(select(characters).where(characters.c.id == id)).one_or_none()
        return CharacterRow(*found) if found else None

    def characters_of(self, owner: str, game: str | None = None) -> list[CharacterRow]:
        """The characters of a person, of one game or of all, by name."""
        wanted = select(characters).where(characters.c.owner == owner)
        if game is not None:
            wanted = wanted.where(characters.c.game == game)
        with self._database.read() as connection:
            found = [CharacterRow(*one) for one in connection.execute(wanted)]
        return sorted(found, key=lambda row: (row.name.casefold(), row.id))

    def delete(self, id: str, owner: str) -> Future[bool]:
        """Remove a character if it is this person's; says whether there was one."""
        wanted = delete(characters).where(characters.c.id == id, characters.c.owner == owner)
        return self._database.write(lambda connection: bool(connection.execute(wanted).rowcount), id)
