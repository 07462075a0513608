"""Characters that somebody keeps, brought to a new table in the place of a scenario's own.

The page of a character offers addresses of the new-table page that say who is to take whose place; that page reads
them with `wanted_cast` and hands its scenario through `with_mine`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.datastructures import ImmutableMultiDict

from rulewright.engine.game import Game
from rulewright.table.starting import told
from rulewright.web.characters import keeping
from rulewright.web.visit import NotAllowed, Visit

CHARACTER, FIGURE = "character", "for"
"""The parameters of an address, which may come several times: a character, and whose place it takes."""
MOST = 20


class Place(msgspec.Struct, frozen=True):
    """A hero whose place can be taken, and the address of a new table where that is so."""

    name: str
    address: str


class Stage(msgspec.Struct, frozen=True):
    """A scenario with the places that it offers."""

    title: str
    text: str
    places: tuple[Place, ...]


def stages(game: Game, character: str, language: str) -> tuple[Stage, ...]:
    """Where a character (by its id) could play."""
    return tuple(
        Stage(
            told(scenario, "title", language),
            told(scenario, "text", language),
            tuple(
                Place(
                    hero.name,
                    f"/new/{game.id}?{urlencode({'scenario': id, CHARACTER: character, FIGURE: hero.figure})}",
                )
                for hero in game.heroes(scenario)
            ),
        )
        for id, scenario in game.scenarios().items()
    )


def wanted_cast(given: ImmutableMultiDict[str, Any]) -> Mapping[str, str]:
    """Whose place (a figure) is taken by which character (its id), as an address or a form says."""
    pairs = zip(given.getlist(FIGURE), given.getlist(CHARACTER), strict=False)
    return {figure: id for figure, id in list(pairs)[:MOST] if isinstance(figure, str) and isinstance(id, str)}


class Cast(msgspec.Struct, frozen=True):
    """A character of the visitor's, and the figure whose place it takes."""

    figure: str
    character: str
    name: str


async def shown(visit: Visit, cast: Mapping[str, str]) -> tuple[Cast, ...]:
    """Who takes whose place, with names; raises `NotAllowed` for a character that is not the visitor's."""
    return tuple([Cast(figure, id, (await keeping.own(visit, id)).name) for figure, id in cast.items()])


async def with_mine(visit: Visit, game: Game, scenario: Any, cast: Mapping[str, str]) -> Any:
    """The scenario with the visitor's characters (figure -> id) in the place of its own.

    Raises `NotAllowed` for a character that is not theirs, and `Malformed` for one that cannot take part.
    """
    characters = {}
    for figure, id in cast.items():
        row = await keeping.own(visit, id)
        if row.game != game.id:
            raise NotAllowed("error.no_character", 404)
        characters[figure] = await asyncio.to_thread(game.characters.read, row.text)
    return await asyncio.to_thread(game.characters.cast, scenario, characters)
