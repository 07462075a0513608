"""The characters that people keep: reading and checking their texts, and finding one's own in the store."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from rulewright import games
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.game import Game
from rulewright.engine.words import told_or
from rulewright.store.characters import CharacterRow, Characters
from rulewright.store.sql import now
from rulewright.table.wording import refused, words_of
from rulewright.web.visit import NotAllowed, Visit

MOST_KEPT = 200
"""Characters of one person."""
LONGEST_TEXT = 60_000
"""Characters (letters) of one file."""
LONGEST_NAME = 60


class Checked(msgspec.Struct, frozen=True):
    """What became of a text: its sheet with every rule that it breaks, or why it cannot be read, part by part.

    `problems` are a text and a rule id each.
    """

    name: str = ""
    sheet: str = ""
    problems: tuple[tuple[str, str], ...] = ()
    unreadable: tuple[str, ...] = ()

    @property
    def readable(self) -> bool:
        """Whether there is a character in the text."""
        return not self.unreadable


def check(game: Game, text: str, language: str) -> Checked:
    """Read a character's file and check it against every rule; takes a while, so not on the event loop."""
    words = words_of(game, language)
    if len(text) > LONGEST_TEXT:
        return Checked(unreadable=(f"{len(text):,} > {LONGEST_TEXT:,}",))
    try:
        character = game.characters.read(text)
        return checked(game, character, language)
    except Malformed as error:
        return Checked(unreadable=tuple(error.found.split("; ")))
    except Refused as refusal:
        return Checked(unreadable=(refused(words, refusal),))


def checked(game: Game, character: Any, language: str) -> Checked:
    """A character's sheet and every rule that it breaks."""
    words = words_of(game, language)
    problems = tuple(
        (told_or(words, one.key, one.key, one.facts), one.rule) for one in game.characters.problems(character)
    )
    return Checked(str(character.name), game.characters.sheet(character, language), problems)


# ---------------------------------------------------------------- the store


async def own(visit: Visit, id: str) -> CharacterRow:
    """The visitor's character with this id; raises `NotAllowed` for one that is missing or somebody else's."""
    row = await asyncio.to_thread(Characters(visit.site.database).character, id)
    if row is None or row.owner != visit.person or row.game not in games.installed():
        raise NotAllowed("error.no_character", 404)
    visit.request.scope["game"] = games.get(row.game)
    return row


async def mine(visit: Visit, game: str | None = None) -> list[CharacterRow]:
    """The visitor's characters of games that are installed."""
    rows = await asyncio.to_thread(Characters(visit.site.database).characters_of, visit.person, game)
    return [row for row in rows if row.game in games.installed()]


async def companions(visit: Visit, row: CharacterRow) -> list[CharacterRow]:
    """Those who came along when a character was made."""
    return [one for one in await mine(visit, row.game) if one.id.startswith(f"{row.id}.")]


async def keep(visit: Visit, game: Game, made: Sequence[Any], mark: str) -> str:
    """Keep a new character with its companions, and return its id; the same `mark` keeps it only once.

    Raises `Refused` "too_many_characters".
    """
    id = hashlib.sha256(f"{visit.person} {game.id} {mark}".encode()).hexdigest()[:20]
    store = Characters(visit.site.database)
    had = await mine(visit)
    if any(row.id == id for row in had):
        return id
    if len(had) + len(made) > MOST_KEPT:
        raise Refused("too_many_characters", most=MOST_KEPT)
    for number, character in enumerate(made):
        text = await asyncio.to_thread(game.characters.write, character)
        own_id = id if number == 0 else f"{id}.{number + 1}"
        row = CharacterRow(own_id, visit.person, game.id, name_of(character), text, now())
        await asyncio.wrap_future(store.put(row))
    return id


async def change(visit: Visit, row: CharacterRow, name: str, text: str) -> None:
    """Keep another text of a character."""
    changed = msgspec.structs.replace(row, name=name, text=text, updated_at=now())
    await asyncio.wrap_future(Characters(visit.site.database).put(changed))


async def delete(visit: Visit, row: CharacterRow) -> None:
    """Remove one of the visitor's characters."""
    await asyncio.wrap_future(Characters(visit.site.database).delete(row.id, visit.person))


def name_of(character: Any) -> str:
    """The name under which a character is listed."""
    return " ".join(str(character.name).split())[:LONGEST_NAME] or "?"
