"""Level up (NWO-LEVEL-01 to -09): the referee grants a level, and the player takes it step by step."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nwo import people, standing
from rulewright.games.nwo.battles.aura import require_allocation
from rulewright.games.nwo.growth import choices, steps
from rulewright.games.nwo.people import tell
from rulewright.games.nwo.state import Character, LevelUp, NwoWorld

Points = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]


class GrantLevel(msgspec.Struct, frozen=True, tag="grant_level", tag_field="do"):
    """At the end of a scenario the referee lets characters gain a level; all player characters where none is named."""

    characters: tuple[str, ...] = ()


class LevelUpStart(msgspec.Struct, frozen=True, tag="level_up_start", tag_field="do"):
    """Begin a level up: the dice of prana, HP and MP fall."""

    character: str


class PlaceAura(msgspec.Struct, frozen=True, tag="place_aura", tag_field="do"):
    """Place all fighting spirit, the new points among it."""

    character: str
    aura: dict[str, Points]


class RaiseAttribute(msgspec.Struct, frozen=True, tag="raise_attribute", tag_field="do"):
    """Raise an attribute by one of the points of a level up."""

    character: str
    attribute: str


class PickAbility(msgspec.Struct, frozen=True, tag="pick_ability", tag_field="do"):
    """Use a pick of a level up for an ability of the class: a new one, or one level more."""

    character: str
    ability: str


class LearnSpell(msgspec.Struct, frozen=True, tag="learn_spell", tag_field="do"):
    """Learn the spell of a level up."""

    character: str
    spell: str


class FinishLevelUp(msgspec.Struct, frozen=True, tag="finish_level_up", tag_field="do"):
    """End a level up without a class change."""

    character: str


# ---------------------------------------------------------------- who may


def between_scenes(world: NwoWorld, character: Character) -> None:
    """Raise `Refused` where somebody cannot grow now: in a fight, or in apparent death."""
    if world.state.battle is not None:
        raise Refused("in_combat", "NWO-LEVEL-01", name=character.name)
    if people.apparent_death(character):
        raise Refused("status_apparent_death", "NWO-STATUS-11", name=character.name)


def in_step(world: NwoWorld, id: str, seat: Seat, step: str) -> tuple[Character, LevelUp]:
    """A character of the seat in this step of its level up; raises `Refused`."""
    character = people.living(world, id, seat)
    between_scenes(world, character)
    up = character.level_up
    if up is None and not character.level_due:
        raise Refused("no_level_due", "NWO-LEVEL-01", name=character.name)
    if up is None or up.step != step:
        raise Refused("level_step_order", "NWO-LEVEL-02", name=character.name)
    return character, up


# ---------------------------------------------------------------- the referee's word and the dice


def grant_level(world: NwoWorld, command: GrantLevel, seat: Seat) -> Procedure[None]:
    """A level is due once for a scenario; who has one to take already is passed over (NWO-LEVEL-01)."""
    if world.state.battle is not None:
        raise Refused("in_combat", "NWO-LEVEL-01")
    named = [people.find(world, id) for id in dict.fromkeys(command.characters)]
    for character in named:
        if character.dead:
            raise Refused("dead", "NWO-LEVEL-01", name=character.name)
        if not character.class_:  # free of levels
            raise Refused("no_level_due", "NWO-LEVEL-01", name=character.name)
    pcs = [one for one in world.state.characters.values() if one.kind == "pc" and one.class_ and not one.dead]
    open_to = [one for one in named or pcs if not one.level_due and one.level_up is None]
    if not open_to:
        raise Refused("level_step_order" if named or pcs else "no_level_due", "NWO-LEVEL-01")
    for character in open_to:
        character.level_due = True
        tell(world, "level.due", "NWO-LEVEL-01", who=character, name=character.name)
    yield from ()


def level_up_start(world: NwoWorld, command: LevelUpStart, seat: Seat) -> Procedure[None]:
    """Prana, then the class level with HP and MP (NWO-LEVEL-02)."""
    character = people.living(world, command.character, seat)
    between_scenes(world, character)
    if character.level_up is not None:
        raise Refused("level_step_order", "NWO-LEVEL-02", name=character.name)
    if not character.level_due:
        raise Refused("no_level_due", "NWO-LEVEL-01", name=character.name)
    character.level_due = False
    yield from steps.prana(world, character)
    yield from steps.class_level(world, character)
    steps.go_on(world, character)


# ---------------------------------------------------------------- the player's choices


def place_aura(world: NwoWorld, command: PlaceAura, seat: Seat) -> Procedure[None]:
    """All points are placed at once (NWO-LEVEL-05, NWO-AURA-02)."""
    character, _ = in_step(world, command.character, seat, "aura")
    require_allocation(command.aura, character.aura_total)
    character.aura = {key: points for key, points in command.aura.items() if points}
    steps.settle_grown(world, character)
    tell(world, "level.aura_placed", "NWO-LEVEL-05", name=character.name, total=character.aura_total)
    steps.go_on(world, character, "aura")
    yield from ()


def raise_attribute(world: NwoWorld, command: RaiseAttribute, seat: Seat) -> Procedure[None]:
    """One attribute rises by 1, and what is computed from it follows at once (NWO-LEVEL-06)."""
    character, up = in_step(world, command.character, seat, "attributes")
    id = command.attribute
    if id not in world.content.attributes_by_id:
        raise Refused("bad_value", "NWO-LEVEL-06", expected=", ".join(world.content.attributes_by_id))
    character.attributes[id] = character.attributes.get(id, 0) + 1
    up.attribute_points -= 1
    steps.settle_grown(world, character)
    attribute, now, left = world.content.attributes_by_id[id].name, standing.value(character, id), up.attribute_points
    tell(world, "level.attribute", "NWO-LEVEL-06", name=character.name, attribute=attribute, value=now, left=left)
    if not up.attribute_points:
        steps.go_on(world, character, "attributes")
    yield from ()


def pick_ability(world: NwoWorld, command: PickAbility, seat: Seat) -> Procedure[None]:
    """One level of an ability of the class (NWO-LEVEL-07)."""
    character, up = in_step(world, command.character, seat, "abilities")
    id = command.ability
    if reason := choices.why_not_ability(world.content, character, id):
        raise Refused(reason, "NWO-LEVEL-07", name=character.name)
    choices.raised(world.content, character, id)
    up.picks -= 1
    steps.settle_grown(world, character)
    name = world.content.abilities_by_id[id].name
    level = character.abilities[id]
    tell(world, "level.ability", "NWO-LEVEL-07", name=character.name, ability=name, level=level)
    if up.picks and not steps.picks_left(world, character, up):
        tell(world, "level.picks_lost", "NWO-LEVEL-07", name=character.name, picks=up.picks)
        up.picks = 0
    if not up.picks:
        steps.go_on(world, character, "abilities")
    yield from ()


def learn_spell(world: NwoWorld, command: LearnSpell, seat: Seat) -> Procedure[None]:
    """One spell of an element of one's own (NWO-LEVEL-08)."""
    character, _ = in_step(world, command.character, seat, "spell")
    spell = world.content.spells_by_id.get(command.spell)
    if spell is None:
        raise Refused("bad_value", "NWO-LEVEL-08")
    if reason := choices.why_not_spell(character, spell):
        raise Refused(reason, "NWO-LEVEL-08", name=character.name)
    character.spells.append(spell.id)
    steps.settle_grown(world, character)
    tell(world, "level.spell", "NWO-LEVEL-08", name=character.name, spell=spell.name)
    steps.go_on(world, character, "spell")
    yield from ()


def finish_level_up(world: NwoWorld, command: FinishLevelUp, seat: Seat) -> Procedure[None]:
    """The class stays; a leave for another that was not used is gone (NWO-CLASS-01)."""
    character, _ = in_step(world, command.character, seat, "class_change")
    finished(world, character)
    yield from ()


def finished(world: NwoWorld, character: Character) -> None:
    """The level up is over."""
    character.level_up, character.class_change_granted = None, False
    tell(world, "level.finished", "NWO-LEVEL-02", name=character.name, level=character.total_level)


COMMANDS = (
    CommandType(GrantLevel, grant_level, "NWO-LEVEL-01", "referee"),
    CommandType(LevelUpStart, level_up_start, "NWO-LEVEL-01"),
    CommandType(PlaceAura, place_aura, "NWO-LEVEL-05"),
    CommandType(RaiseAttribute, raise_attribute, "NWO-LEVEL-06"),
    CommandType(PickAbility, pick_ability, "NWO-LEVEL-07"),
    CommandType(LearnSpell, learn_spell, "NWO-LEVEL-08"),
    CommandType(FinishLevelUp, finish_level_up, "NWO-LEVEL-02"),
)
