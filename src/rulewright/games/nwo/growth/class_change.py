"""Class change, the last step of a level up (NWO-CLASS-01 to -04)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nwo import people, standing
from rulewright.games.nwo.battles import harm
from rulewright.games.nwo.growth import level_up
from rulewright.games.nwo.options import Options
from rulewright.games.nwo.people import tell
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.growth import Class
from rulewright.games.nwo.state import Character, NwoWorld

LEAST_LEVEL = 1
"""The class level that one has to have in the class that is left."""
NEW_LEVEL = 0


class GrantClassChange(msgspec.Struct, frozen=True, tag="grant_class_change", tag_field="do"):
    """The referee agrees to a class change in this character's level up."""

    character: str


class ChangeClass(msgspec.Struct, frozen=True, tag="change_class", tag_field="do"):
    """Change the class, which ends the level up."""

    character: str
    class_: str = msgspec.field(name="class")


# ---------------------------------------------------------------- the rules alone


def why_not(attributes: Mapping[str, int], requires: Mapping[str, int], level: int, agreed: bool) -> str:
    """The reason for which a class cannot be taken, or "", in the order of the conditions (NWO-CLASS-01)."""
    if any(attributes.get(id, 0) < least for id, least in requires.items()):
        return "class_requirement"
    if level < LEAST_LEVEL:
        return "class_level_zero"
    return "" if agreed else "class_needs_gm"


def class_level(known: int | None) -> tuple[int, bool]:
    """The level in the class that comes, and whether its automatic abilities are gained (NWO-CLASS-03, -04).

    `known` is the level at which it was left before, None for a class that is new.
    """
    return (NEW_LEVEL, True) if known is None else (known, False)


def tested(content: NwoContent, house: Options, character: Character) -> Mapping[str, int]:
    """The attributes that conditions of classes are tested with (NWO-CLASS-02)."""
    found = dict(character.attributes)
    if house.class_requirement_from == "with_class_modifiers":
        for key, amount in content.classes_by_id[character.class_].modifiers.items():
            if key in found:
                found[key] += amount
    return found


def barred(content: NwoContent, house: Options, character: Character, class_: Class, agreed: bool) -> str:
    """The reason for which a character cannot take this class, or ""."""
    attributes = tested(content, house, character)
    reason = why_not(attributes, class_.requires, character.class_levels[character.class_], agreed)
    return reason or ("class_same" if class_.id == character.class_ else "")


def agreed(character: Character, seat: Seat) -> bool:
    """Whether the referee agrees: it has said so, or asks for the change itself."""
    return character.class_change_granted or seat.referee


# ---------------------------------------------------------------- commands


def grant_class_change(world: NwoWorld, command: GrantClassChange, seat: Seat) -> Procedure[None]:
    """The leave counts for the level up that is due or going on (NWO-CLASS-01)."""
    character = people.living(world, command.character, seat)
    level_up.between_scenes(world, character)
    if not character.level_due and character.level_up is None:
        raise Refused("no_level_due", "NWO-CLASS-01", name=character.name)
    character.class_change_granted = True
    tell(world, "class.granted", "NWO-CLASS-01", name=character.name)
    yield from ()


def change_class(world: NwoWorld, command: ChangeClass, seat: Seat) -> Procedure[None]:
    """The new class takes the place of the old one, and the level up is over (NWO-CLASS-01)."""
    character, _ = level_up.in_step(world, command.character, seat, "class_change")
    coming = world.content.classes_by_id.get(command.class_)
    if coming is None:
        raise Refused("bad_value", "NWO-CLASS-01", expected=", ".join(world.content.classes_by_id))
    reason = barred(world.content, world.state.options, character, coming, agreed(character, seat))
    if reason:
        raise Refused(reason, "NWO-CLASS-01", name=character.name)
    going = world.content.classes_by_id[character.class_]
    level, gains = class_level(character.class_levels.get(coming.id))
    character.class_, character.class_levels[coming.id] = coming.id, level
    move_modifiers(character, going, coming)
    tell(
        world, "class.changed", "NWO-CLASS-03" if gains else "NWO-CLASS-04", name=character.name, going=going.name,
        coming=coming.name, level=level,
    )  # fmt: skip
    if gains:
        _automatic(world, character, coming)
    standing.settled(world, character)  # cuts HP and MP to the new maxima
    harm.settle_wound(world, character)
    level_up.finished(world, character)
    yield from ()


def move_modifiers(character: Character, going: Class, coming: Class) -> None:
    """What the classes add to the maxima of HP and MP goes and comes with them (NWO-CLASS-03)."""
    character.hp_max += coming.modifiers.get("hp_max", 0) - going.modifiers.get("hp_max", 0)
    character.mp_max += coming.modifiers.get("mp_max", 0) - going.modifiers.get("mp_max", 0)


def _automatic(world: NwoWorld, character: Character, class_: Class) -> None:
    """Automatic abilities; one that is owned at that level or a higher one stays as it is (NWO-CLASS-03)."""
    for one in class_.auto_abilities:
        if character.abilities.get(one.ability, 0) < one.level:
            character.abilities[one.ability] = one.level
            name = world.content.abilities_by_id[one.ability].name
            tell(world, "level.ability", "NWO-CLASS-03", name=character.name, ability=name, level=one.level)


COMMANDS = (
    CommandType(GrantClassChange, grant_class_change, "NWO-CLASS-01", "referee"),
    CommandType(ChangeClass, change_class, "NWO-CLASS-01"),
)
