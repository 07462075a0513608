"""What can be found out in a Scene that the scenario has prepared: Information Gathering (NW3-EPISODE-14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles.fighters import able, own, require_able, tell
from rulewright.games.nw3.episodes.gathering import gathered
from rulewright.games.nw3.episodes.position import pcs, require_peace, scene_of, warn_opening
from rulewright.games.nw3.episodes.staging import prepared_scene
from rulewright.games.nw3.state import Character, Nw3World
from rulewright.games.nw3.story import Clue

_RULE = "NW3-EPISODE-14"


class LookInto(msgspec.Struct, frozen=True, tag="look_into", tag_field="do"):
    """A PC tries to find out something in the Scene; the scenario names the Attribute and the Difficulty."""

    character: str
    clue: Annotated[str, msgspec.Meta(max_length=80)]


def open_clues(world: Nw3World) -> Sequence[Clue]:
    """What has not been found out yet in the Scene that is open."""
    scene = world.state.scene
    prepared = prepared_scene(world, scene.prepared) if scene is not None and scene.prepared else None
    return [one for one in prepared.clues if one.id not in world.state.found] if prepared is not None else []


def who_can(world: Nw3World, clue: Clue) -> list[Character]:
    """The PCs in the Scene who have not tried it yet, the best at it first."""
    scene = world.state.scene
    if scene is None:
        return []
    here = [one for one in pcs(world) if one.present and able(one) and _mark(one, clue) not in scene.tried]
    return sorted(here, key=lambda one: -getattr(one.attributes, clue.attribute))


def look_into(world: Nw3World, command: LookInto, seat: Seat) -> Procedure[None]:
    """Refuses `no_scene`, `in_combat`, `not_in_scene`, `no_such_clue`, `already_tried`: one try for each PC."""
    scene = scene_of(world, _RULE)
    require_peace(world, _RULE)
    character = own(world, command.character, seat)
    require_able(character)
    if not character.present:
        raise Refused("not_in_scene", _RULE, name=character.name)
    clue = next((one for one in open_clues(world) if one.id == command.clue), None)
    if clue is None:
        raise Refused("no_such_clue", _RULE)
    if _mark(character, clue) in scene.tried:
        raise Refused("already_tried", _RULE, name=character.name)
    warn_opening(world, "dice")
    tell(world, "clue.sought", _RULE, name=character.name, clue=clue.title)
    scene.tried.append(_mark(character, clue))
    if (yield from gathered(world, character, clue.attribute, clue.difficulty)):
        world.state.found.append(clue.id)
        tell(world, "clue.found", _RULE, name=character.name, text=clue.text)


def _mark(character: Character, clue: Clue) -> str:
    return f"{clue.id}>{character.id}"


COMMANDS = (CommandType(LookInto, look_into, _RULE),)
