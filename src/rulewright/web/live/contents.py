"""The content of games with the packs of their tables, read once."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.engine.packs import Library
from rulewright.store.content_packs import ContentPacks, PackRow, content_of
from rulewright.store.database import Database

MOST_KEPT = 16


class Contents:
    """Reads packs out of the store; the same packs give the same library."""

    def __init__(self, database: Database) -> None:
        self.packs = ContentPacks(database)
        self._lock = Lock()
        self._read: dict[tuple[Any, ...], Library] = {}

    def of(self, game: Game, packs: Sequence[tuple[str, str, str]] = ()) -> Any:
        """The game's own content with these packs (game, id, digest) after it; raises `Malformed`."""
        if not packs:
            return game.content()
        key = (game.id, *packs)
        with self._lock:
            found = self._read.get(key)
            if found is None:
                found = content_of(game, self.rows(packs))
                while len(self._read) >= MOST_KEPT:
                    del self._read[next(iter(self._read))]
                self._read[key] = found
        return found

    def rows(self, packs: Sequence[tuple[str, str, str]]) -> tuple[PackRow, ...]:
        """These packs with their files, for another process to read; raises `Malformed`."""
        found = []
        for game, id, digest in packs:
            files = self.packs.files(game, id, digest)
            if files is None:
                raise Malformed(f"no pack {id!r}", expected="a pack that has been uploaded")
            found.append(PackRow(game, id, digest, files, "", ""))
        return tuple(found)
