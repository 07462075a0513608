"""Characters of the referee, made from records of the content: for a scenario's start and for Areas of a Fortress."""

from __future__ import annotations

from typing import Final

from rulewright.engine.errors import Refused
from rulewright.engine.events import Event
from rulewright.engine.world import new_id
from rulewright.games.nw3.fortresses import prepared
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.content_blocks import ENEMY, GENERAL
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortress_effects import EnemyGroup
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import (
    ATTRIBUTES,
    EMULATORS,
    OTHERS,
    STATS,
    WIZARDS,
    Attributes,
    Carried,
    Character,
    Nw3World,
    Sheet,
    Stats,
)
from rulewright.games.nw3.wizards import creation, derived, equipping, standing
from rulewright.games.nw3.wizards.problems import problems

SIDES: Final = {"foe": EMULATORS, "ally": WIZARDS, "neutral": OTHERS}
"""The side on which a record's characters stand where nothing else is said (NW3-ENEMY-02)."""


def arrive(world: Nw3World, group: EnemyGroup) -> list[Character]:
    """Bring the characters of a group to the table, under fresh ids."""
    enemy = prepared.known(world, Enemy, group.enemy) or world.content.find(Enemy, group.enemy)
    made = []
    for number in range(1, group.count + 1):
        name = f"{enemy.name} {number}" if group.count > 1 else enemy.name
        character = enemy_of(world, enemy, new_id(world.state, enemy.id), name=name, hidden=group.hidden)
        world.state.characters[character.id] = character
        made.append(character)
    return made


def enemies_of(
    world: Nw3World, enemy: Enemy, id: str, count: int = 1, *, name: str = "", side: str = "", hidden: bool = False
) -> list[Character]:
    """So many characters of one record, not yet at the table; several are numbered, in `id` and in name."""
    if count == 1:
        return [enemy_of(world, enemy, id, name=name, side=side, hidden=hidden)]
    return [
        enemy_of(world, enemy, f"{id}.{number}", name=f"{name or enemy.name} {number}", side=side, hidden=hidden)
        for number in range(1, count + 1)
    ]


def enemy_of(
    world: Nw3World, enemy: Enemy, id: str, *, name: str = "", side: str = "", hidden: bool = False
) -> Character:
    """One character of a record, unharmed; `side` and `name` are the record's where none is given.

    Raises `Refused` for one that the table's options do not let in.
    """
    _allowed(world, enemy)
    side = side or SIDES[enemy.side]
    character = Character(
        id, name or enemy.name, enemy.category, side, record=enemy.id, hidden=hidden or enemy.hidden,
        known=side != EMULATORS,
    )  # fmt: skip
    character.sevens = ["initiative"] if side == EMULATORS else []
    character.skills = dict(enemy.skill_levels)
    if enemy.category == "guest":
        character.sheet = _sheet(enemy)
        free = {skill: 1 for skill in numbers().creation.free_general_skills if skill in world.content.skills_by_id}
        character.skills = free | character.skills  # NW3-CHAR-08
    else:
        _finished(enemy, character)
    derived.settle(world.content, world.state.options, character)
    _equip(world, enemy, character)
    creation.full(character)
    character.prana = character.prana_max = _prana(world, enemy, character)
    character.auto_hit = enemy.auto_hit
    character.counts_hits = enemy.incomplete and enemy.hp is None  # NW3-ENEMY-10
    return character


def oddities(world: Nw3World, enemy: Enemy) -> list[Event]:
    """What the rules of creation would hold against a Guest, as warnings (NW3-ENEMY-03); of others nothing."""
    if enemy.category != "guest":
        return []
    return problems(world.content, world.state.options, enemy_of(world, enemy, enemy.id))


def _prana(world: Nw3World, enemy: Enemy, character: Character) -> int:
    """Guests have Prana by a special rule of theirs, or by the table's option as PCs do (NW3-ENEMY-04)."""
    house = world.state.options
    if enemy.category == "guest" and house.guest_prana == "as_pc" and not enemy.prana:  # NW3-FORT-OPEN-16
        return derived.prana_max(derived.cf_mod(character.attributes.luck, house).total).total
    return enemy.prana


def _allowed(world: Nw3World, enemy: Enemy) -> None:
    house = world.state.options
    missing = [stat for stat in ("eva", "spd", "pdef", "mdef") if stat not in enemy.stats]
    if house.incomplete_missing_stat == "refuse" and enemy.incomplete and not enemy.auto_hit and missing:
        raise Refused("stats_missing", "NW3-ENEMY-10", name=enemy.name)
    if house.enemy_skill_requirements == "checked":
        open_to = {ENEMY, GENERAL, *enemy.classes}
        for id, sl in enemy.skill_levels.items():
            skill = world.content.skills_by_id[id]
            facts = {"name": enemy.name, "skill": skill.name}
            if skill.class_ not in open_to:
                raise Refused("enemy_skill_class", "NW3-ENEMY-11", **facts)
            if sl > skill.max_sl or (enemy.category == "guest" and skill.acquire_cl > (enemy.cl or 1)):
                raise Refused("enemy_skill_level", "NW3-ENEMY-11", **facts)


def _sheet(enemy: Enemy) -> Sheet:
    """The build of a Guest by the rules of creation, and what the referee has added to it (NW3-ENEMY-03)."""
    first, second = enemy.classes
    element, other = enemy.elements
    assert enemy.bonus_attribute is not None
    cl = enemy.cl or 1
    sheet = Sheet((first, second), (element, other), enemy.bonus_attribute, cl, dict[str, int](enemy.bp.items()))
    body, mind = derived.class_growth(enemy.classes)
    sheet.grown_body, sheet.grown_mind = cl * body, cl * mind
    if enemy.changes is not None:
        pools = ("body", enemy.changes.hp), ("mind", enemy.changes.mp), ("cl", enemy.changes.cl)
        given = [*enemy.changes.stats.items(), *pools]
        sheet.changes = {what: amount for what, amount in given if amount}
        sheet.notes = [enemy.changes.note] if enemy.changes.note else []
    return sheet


def _finished(enemy: Enemy, character: Character) -> None:
    """Numbers as the record gives them; what an incomplete enemy lacks is 0 (NW3-ENEMY-10)."""
    character.attributes = Attributes(*(enemy.attributes.get(one, 0) for one in ATTRIBUTES))
    if enemy.awareness is not None:
        character.attributes.awareness = enemy.awareness
    character.pre_equip = Stats(*(enemy.stats.get(stat, 0) for stat in STATS))
    character.pre_equip_body, character.pre_equip_mind = enemy.hp or enemy.hits_to_defeat or 1, enemy.mp or 0
    first = enemy.element
    character.elements = () if first is None else (first, enemy.second_element or first)


def _equip(world: Nw3World, enemy: Enemy, character: Character) -> None:
    """Give it its things; what can be equipped beside what comes before it is, the rest is carried."""
    content: Nw3Content = world.content
    for item in enemy.items:
        thing = Carried(new_id(world.state, item), item, "carried")
        character.items.append(thing)
        if not equipping.why_not(content, character, thing, world.state.options):
            thing.where = "equipped"
    if enemy.items:
        standing.refresh(content, world.state.options, character)
