"""Characters of the packs made ready for a table."""

from __future__ import annotations

from rulewright.games.nwo.growth.records import character_of
from rulewright.games.nwo.options import Options
from rulewright.games.nwo.records.characters import Character as Record
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.state import Character


def made(
    content: NwoContent, house: Options, record: Record, id: str, name: str, player: str, faction: str = ""
) -> Character:
    """A character at full HP, MP and prana, under an id of the table; its gear has ids of its own."""
    character = character_of(content, house, record)
    character.id, character.name, character.player, character.record = id, name, player, record.id
    character.faction = faction or record.faction
    for thing in character.gear:
        thing.id = f"{id}.{thing.id}"
    return character
