"""Content packs that people have brought: their TOML files, kept for as long as a table may want them.

A pack is known by its game, its id and the digest of its content, so that a table goes on with the very pack that it
was opened with, whatever its owner brings later. Several people may have brought the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, RowMapping, delete, select

from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.engine.packs import BadPack, load, merge
from rulewright.store.database import Database
from rulewright.store.schema import packs, tables
from rulewright.store.sql import put_new, to_json

NOBODY = ""


class PackRow(msgspec.Struct, frozen=True):
    """A pack: its files (name -> text of TOML), who brought it, and when (ISO 8601, UTC)."""

    game: str
    id: str
    digest: str
    files: Mapping[str, str]
    owner: str
    created_at: str


class ContentPacks:
    """The content packs of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, pack: PackRow) -> Future[bool]:
        """Keep a pack; one that its owner has already stays as it is, and the result is False."""
        return self._database.write(lambda connection: put_pack(connection, pack), _key(pack.game, pack.id))

    def files(self, game: str, id: str, digest: str) -> Mapping[str, str] | None:
        """The files of the pack with this digest, or None."""
        with self._database.read() as connection:
            found = find_pack(connection, game, id, digest)
        return found.files if found else None

    def packs_of(self, owner: str) -> list[PackRow]:
        """The packs that a person has brought, the latest first."""
        with self._database.read() as connection:
            found = connection.execute(select(packs).where(packs.c.owner == owner)).mappings()
            rows = [_row(one) for one in found]
        return sorted(rows, key=lambda row: (row.created_at, row.game, row.id, row.digest), reverse=True)

    def delete(self, game: str, id: str, digest: str, owner: str) -> Future[bool]:
        """Take a pack from this person, if it is theirs; says whether it was.

        Where a table uses it and nobody else has it, it is kept as nobody's.
        """
        return self._database.write(lambda connection: _remove(connection, game, id, digest, owner), _key(game, id))


def put_pack(connection: Connection, pack: PackRow) -> bool:
    """Keep a pack unless its owner has it; says whether they had not."""
    return put_new(connection, packs, msgspec.structs.asdict(pack) | {"files": to_json(pack.files)})


def find_pack(connection: Connection, game: str, id: str, digest: str) -> PackRow | None:
    """The pack with this digest, or None."""
    found = connection.execute(select(packs).where(_is(game, id, digest)).limit(1)).mappings().one_or_none()
    return _row(found) if found else None


def _remove(connection: Connection, game: str, id: str, digest: str, owner: str) -> bool:
    theirs = connection.execute(select(packs).where(_is(game, id, digest), packs.c.owner == owner)).mappings()
    found = theirs.one_or_none()
    if found is None:
        return False
    used = select(tables.c.id).where(tables.c.game == game, tables.c.settings.contains(digest, autoescape=True))
    if connection.execute(used.limit(1)).one_or_none() is not None:
        put_pack(connection, msgspec.structs.replace(_row(found), owner=NOBODY))
    return bool(connection.execute(delete(packs).where(_is(game, id, digest), packs.c.owner == owner)).rowcount)


def used_packs(settings: Mapping[str, Any], at: str) -> list[tuple[str, str, str]]:
    """The packs (game, id, digest) that a table's settings list under "packs"; raises `Malformed`."""
    try:
        return msgspec.convert(settings.get("packs", []), list[tuple[str, str, str]])
    except msgspec.ValidationError as error:
        raise Malformed(str(error), at=at, expected='packs as [["game", "id", "digest"]]') from error


def content_of(game: Game, packs: Iterable[PackRow]) -> Any:
    """The game's own content with these packs after it.

    Raises `Malformed` for a pack of another game, and one that is not what its digest says.
    """
    content = game.content()
    for pack in packs:
        at = f"pack {pack.id} of {pack.game}"
        if pack.game != game.id:
            raise Malformed("a pack of another game", at=at, expected=f"one of {game.id}")
        try:
            read = load(dict(pack.files), game.content_type, [content])
        except BadPack as error:
            raise Malformed(str(error), at=at, expected="a pack that can be read") from error
        if read.packs[-1].id != pack.id or read.packs[-1].digest != pack.digest:
            raise Malformed(f"its digest is {read.packs[-1].digest}", at=at, expected=pack.digest)
        content = merge([content, read])
    return content


def _is(game: str, id: str, digest: str) -> ColumnElement[bool]:
    return (packs.c.game == game) & (packs.c.id == id) & (packs.c.digest == digest)


def _row(found: RowMapping) -> PackRow:
    values: dict[str, Any] = {**found, "files": msgspec.json.decode(found["files"])}
    return PackRow(**values)


def _key(game: str, id: str) -> str:
    return f"{game}/{id}"
