"""Checking an uploaded content pack: everything that is wrong with it, or what it is. Done in another process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rulewright import games
from rulewright.engine.pack_problems import DUPLICATE_ID, BadPack, Problem
from rulewright.table.pack_files import found_text, game_of, header, load, warnings

MOST_PROBLEMS = 300
"""Problems that are told one by one; there may be thousands."""


class Flaw(msgspec.Struct, frozen=True):
    """One thing that is wrong with a pack or odd about it; `found` is None where something is missing."""

    code: str
    file: str
    line: int
    path: str
    found: str | None
    allowed: str
    what: str


class PackCheck(msgspec.Struct, frozen=True):
    """What a check has come to: the game, id, version and digest of a good pack, with the first of the `odd_count`
    things that are odd about it; or the first of `count` flaws.
    """

    game: str
    id: str = ""
    version: str = ""
    digest: str = ""
    flaws: tuple[Flaw, ...] = ()
    count: int = 0
    odd: tuple[Flaw, ...] = ()
    odd_count: int = 0


def check(files: Mapping[str, bytes], game_id: str) -> PackCheck:
    """Check a pack as `rulewright packs check` does; it must go with the game's own. Raises `Malformed`."""
    game = games.get(game_id) if game_id else game_of(files)
    own = [mark.id for mark in game.content().packs]
    if (id := header(files).get("id")) in own:
        return _wrong(game.id, [Problem(DUPLICATE_ID, next(iter(files)), 0, "pack.id", id, f"another id than {id}")])
    try:
        mark = load(game, files).packs[-1]
    except BadPack as error:
        return _wrong(game.id, error.problems, error.count)
    odd = warnings(game, files)
    return PackCheck(game.id, mark.id, mark.version, mark.digest, odd=_told(odd), odd_count=len(odd))


def _wrong(game: str, problems: Sequence[Problem], count: int = 1) -> PackCheck:
    return PackCheck(game, flaws=_told(problems), count=count)


def _told(problems: Sequence[Problem]) -> tuple[Flaw, ...]:
    return tuple(
        Flaw(one.code, one.file, one.line, one.path, found_text(one), one.allowed, one.said)
        for one in problems[:MOST_PROBLEMS]
    )
