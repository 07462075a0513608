"""What somebody who grows may choose: abilities of the class and spells of the own elements (NWO-LEVEL-07, -08)."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.uses import Ability, Spell
from rulewright.games.nwo.records.vocabulary import NONE
from rulewright.games.nwo.state import Character


def why_not_ability(content: NwoContent, character: Character, id: str) -> str:
    """The reason for which a pick cannot bring a level of this ability, or ""."""
    if id not in content.classes_by_id[character.class_].abilities:
        return "ability_not_offered"
    at_most = character.abilities.get(id, 0) >= content.abilities_by_id[id].max_level
    return "ability_max_level" if at_most else ""


def open_abilities(content: NwoContent, character: Character) -> tuple[list[Ability], Mapping[str, str]]:
    """The abilities of the class that a pick may bring or raise, and why not the others."""
    listed = content.classes_by_id[character.class_].abilities
    barred = {id: reason for id in listed if (reason := why_not_ability(content, character, id))}
    return [content.abilities_by_id[id] for id in listed if id not in barred], barred


def raised(content: NwoContent, character: Character, id: str) -> bool:
    """Gain an ability at level 1 or one level more; False where it is at its highest level (NWO-LEVEL-07)."""
    level = character.abilities.get(id, 0)
    if level >= content.abilities_by_id[id].max_level:
        return False
    character.abilities[id] = level + 1
    return True


def of_own_element(character: Character, spell: Spell) -> bool:
    """Whether a spell is of an element of the character; those of none are open to who has any (NWO-LEVEL-08)."""
    return bool(character.elements) if spell.element == NONE else spell.element in character.elements


def why_not_spell(character: Character, spell: Spell) -> str:
    """The reason for which a character cannot learn this spell, or ""."""
    if not of_own_element(character, spell):
        return "spell_not_own_element"
    return "spell_known" if spell.id in character.spells else ""


def open_spells(content: NwoContent, character: Character) -> list[Spell]:
    """The spells that a character may learn."""
    return [spell for spell in content.spell if not why_not_spell(character, spell)]
