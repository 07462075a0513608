"""Level Up (NW3-LEVEL-01 to -09): one level in five steps, at a table or of a Wizard that is being made."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.events import Tell
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.battles.fighters import find
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.tables import CLASSES
from rulewright.games.nw3.state import GROUP_1, GROUP_2, Character, Nw3World
from rulewright.games.nw3.wizards import bonus_points, derived, experience, picks
from rulewright.games.nw3.wizards.class_change import change_class
from rulewright.games.nw3.wizards.growing import Growing, learn, offered

HIGHEST_CL: Final = 99
MOST_LEVELS: Final = 9


class GrantLevel(msgspec.Struct, frozen=True, tag="grant_level", tag_field="do"):
    """The referee grants Wizards levels; each of them then spends XP, if there are any."""

    characters: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    levels: Annotated[int, msgspec.Meta(ge=1, le=MOST_LEVELS)] = 1


# ---------------------------------------------------------------- one level


def level_up(world: Nw3World, character: Character) -> Procedure[None]:
    """One level of a Wizard at a table (NW3-LEVEL-01); step 6, spending XP, follows after the last of several."""
    yield from raise_level(world.content, world.state.options, character, world.tell)
    if world.state.battle is not None:
        note_timings(world, world.state.battle)


def raise_level(
    content: Nw3Content, house: Options, character: Character, listen: Tell | None = None
) -> Procedure[None]:
    """One level of a Wizard, at no table too (NW3-CHAR-02); one of the highest CL gains none.

    HP and MP stay as they are, unless a maximum falls below them. Raises `Refused` for one without a Sheet.
    """
    one = Growing(content, house, character, listen)
    if one.sheet.cl >= HIGHEST_CL:
        one.tell("level.highest", "NW3-LEVEL-01", cl=HIGHEST_CL)
        return
    one.sheet.cl += 1  # NW3-LEVEL-02
    one.settle()
    one.tell("level.rises", "NW3-LEVEL-02", cl=one.sheet.cl)
    yield from _skill_or_class(one)
    for group in (GROUP_1, GROUP_2):
        yield from bonus_points.place(one, group)
    body, mind = derived.class_growth(one.sheet.classes)
    one.sheet.grown_body += body  # NW3-LEVEL-07
    one.sheet.grown_mind += mind
    one.settle()
    one.tell("level.body_mind", "NW3-LEVEL-07", body=character.body, mind=character.mind)


def _skill_or_class(one: Growing) -> Procedure[None]:
    """Step 2: a new skill, 1 SL more of an owned one, or a class change (NW3-LEVEL-03)."""
    kinds: tuple[picks.Kind, ...] = ("new", "raise") if one.house.level_skill_raises_sl else ("new",)
    open_to = {kind: len(offered(one, kind)[0]) for kind in kinds}
    options = [Option(kind, f"level_choice.{kind}", {"skills": count}) for kind, count in open_to.items() if count]
    classes = " / ".join(CLASSES[id].name for id in one.sheet.classes)
    options.append(Option("class_change", "level_choice.class_change", {"classes": classes}))
    if not any(open_to.values()):
        options.append(Option("none", "level_choice.none"))  # nobody has to change a class for want of a skill
    facts = {"name": one.character.name, "cl": one.sheet.cl}
    before = sum(one.character.skills.values())
    question = Question("level_choice", one.character.id, tuple(options), None, "NW3-LEVEL-03", facts)
    match (yield from ask(question)):
        case "class_change":
            yield from change_class(one)
        case "new":
            yield from learn(one, "level_skill", "NW3-LEVEL-03", "new")
        case "raise":
            yield from learn(one, "level_skill", "NW3-LEVEL-03", "raise")
    if sum(one.character.skills.values()) == before:
        one.sheet.waived += 1  # the level brought no skill, and none is still to come


# ---------------------------------------------------------------- by the referee's word


def grant_level(world: Nw3World, command: GrantLevel, seat: Seat) -> Procedure[None]:
    """Levels at any time and pace (NW3-LEVEL-01); refuses `duplicate_target`, `not_a_wizard`, `highest_level`."""
    if len(set(command.characters)) < len(command.characters):
        raise Refused("duplicate_target", "NW3-LEVEL-01")
    people = [find(world, id) for id in command.characters]
    for character in people:
        if experience.sheet_of(character).cl + command.levels > HIGHEST_CL:
            raise Refused("highest_level", "NW3-LEVEL-01", name=character.name, most=HIGHEST_CL)
    for character in people:
        for _ in range(command.levels):
            yield from level_up(world, character)
        yield from experience.spend(world, character)  # NW3-LEVEL-08


COMMANDS = (CommandType(GrantLevel, grant_level, "NW3-LEVEL-01", "referee"),)
