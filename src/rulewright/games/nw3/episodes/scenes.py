"""Scenes: opened and closed by the referee, who says who appears (NW3-EPISODE-03, -04, -07)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.events import EVERYONE, REFEREE, Event
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import aboard, applying, constantly
from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.battles.fighters import find
from rulewright.games.nw3.episodes import moments, rest, units
from rulewright.games.nw3.episodes.position import (
    require_no_scene,
    require_peace,
    require_values,
    scene_of,
    warn_opening,
)
from rulewright.games.nw3.fortresses import logics, npcs, position, standing_up
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import Character, Nw3World, Scene

SceneKind = Literal["ordinary", "master", "combat"]


class OpenScene(msgspec.Struct, frozen=True, tag="open_scene", tag_field="do"):
    """The referee opens a Scene and lists who appears; `gates` and `difficulty` are those of Appearance Checks."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    kind: SceneKind = "ordinary"
    appear: tuple[str, ...] = ()
    gates: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    difficulty: int | None = None


class CloseScene(msgspec.Struct, frozen=True, tag="close_scene", tag_field="do"):
    """The referee closes the Scene; `recovery` of those who did not appear, where it is not the usual one."""

    recovery: rest.Mode | None = None


class Appear(msgspec.Struct, frozen=True, tag="appear", tag_field="do"):
    """The referee puts somebody into the Scene, or with `leaves` takes somebody out of it."""

    character: str
    leaves: bool = False


def open_scene(world: Nw3World, command: OpenScene, seat: Seat) -> Procedure[None]:
    """Refuses `wrong_phase`, `scene_open`, `in_combat`, `values_not_rolled`, and who cannot appear."""
    state = world.state
    if state.phase not in numbers().episode.phases_with_scenes:
        raise Refused("wrong_phase", "NW3-EPISODE-03", phase=f"phase.{state.phase}")
    require_no_scene(world, "NW3-EPISODE-03")
    require_peace(world)
    require_values(world)
    if command.difficulty is not None and command.difficulty < 0:
        raise Refused("bad_difficulty", "NW3-JUDGE-06", difficulty=command.difficulty)
    appearing = [find(world, id) for id in dict.fromkeys(command.appear)]
    for character in appearing:
        _require_fit(character, command.kind)
    start(world, command.title, command.kind, appearing, command.gates, command.difficulty)
    yield from ()


def start(
    world: Nw3World,
    title: str,
    kind: SceneKind = "ordinary",
    appearing: Iterable[Character] = (),
    gates: int | None = None,
    difficulty: int | None = None,
    area: str = "",
) -> None:
    """Begin a Scene in which these appear, in an Area or outside; who has Retreated from the last one is free again."""
    state = world.state
    state.scenes += 1
    state.scene = Scene(title, kind, state.scenes, [one.id for one in appearing], gates=gates, difficulty=difficulty,
                        area=area)  # fmt: skip
    for character in state.characters.values():
        character.present = character.id in state.scene.appeared
        character.retreated = False
        character.band = "field"
    aboard.settle(world)
    units.start_of(world, "scene", title=title, kind=f"scene.kind.{kind}", number=state.scenes)
    if state.caskets:
        logics.settle(world)
    constantly.settle(world)
    for id in state.scene.appeared:
        _tell_of(world, "scene.appears", state.characters[id])
    if kind == "combat":
        warn_opening(world, "combat")


def _require_fit(character: Character, kind: SceneKind) -> None:
    if character.dead:
        raise Refused("dead", "NW3-HP-10", name=character.name)
    if kind == "master" and character.kind == "pc":
        raise Refused("master_scene", "NW3-EPISODE-04", name=character.name)


def close_scene(world: Nw3World, command: CloseScene, seat: Seat) -> Procedure[None]:
    """Refuses `no_scene`, `in_combat`."""
    scene_of(world)
    require_peace(world)
    yield from close(world, command.recovery)


def close(world: Nw3World, recovery: rest.Mode | None = None) -> Procedure[None]:
    """End the Scene: those recover that did not appear, and what lasts to its end is over (NW3-EPISODE-16)."""
    scene = scene_of(world)
    if world.state.caskets:
        yield from logics.at(world, "scene_end")
    yield from moments.at(world, "scene_end")
    yield from applying.at_scene_end(world)
    yield from rest.natural_recovery(world, scene, recovery)
    world.state.scene = None
    units.end_of(world, "scene", title=scene.title)
    standing_up.end_with_scene(world, scene.number)


def appear(world: Nw3World, command: Appear, seat: Seat) -> Procedure[None]:
    """Refuses `no_scene`, `dead`, `master_scene`, `already_present`, `not_in_scene`, `in_combat`."""
    scene = scene_of(world)
    character = find(world, command.character)
    if command.leaves:
        _leave(world, character)
    else:
        _require_fit(character, scene.kind)
        require_absent(character)
        enter(world, scene, character)
    yield from ()


def _leave(world: Nw3World, character: Character) -> None:
    if not character.present:
        raise Refused("not_in_scene", "NW3-EPISODE-03", name=character.name)
    battle = world.state.battle
    if battle is not None and character.id in battle.members:
        raise Refused("in_combat", "NW3-MOVE-20", name=character.name)
    character.present = False
    aboard.settle(world)
    _tell_of(world, "scene.leaves", character)


def require_absent(character: Character) -> None:
    """Raise `Refused` for one who is in the Scene or has Retreated from it for good."""
    if character.retreated:
        raise Refused("retreated", "NW3-MOVE-20", name=character.name)
    if character.present:
        raise Refused("already_present", "NW3-EPISODE-15", name=character.name)


def enter(world: Nw3World, scene: Scene | None, character: Character) -> None:
    """Come into the Scene, and into its battle: without a Count until the next Setup (NW3-ROUND-04)."""
    character.present = True
    if scene is not None and character.id not in scene.appeared:
        scene.appeared.append(character.id)
    if scene is not None:
        position.be_in(world, scene, character)
    battle = world.state.battle
    if battle is not None and character.id not in battle.members and npcs.takes_part(character):
        battle.members.append(character.id)
        character.pre_action, character.count, character.band = False, 0, "field"
        note_timings(world, battle)
    if world.state.caskets:
        logics.settle(world)
    _tell_of(world, "scene.appears", character)


def _tell_of(world: Nw3World, key: str, character: Character) -> None:
    if world.tell:
        to = (REFEREE,) if character.hidden else EVERYONE
        world.tell(Event(key, {"name": character.name}, "NW3-EPISODE-03", to=to))


COMMANDS = (
    CommandType(OpenScene, open_scene, "NW3-EPISODE-03", "referee"),
    CommandType(CloseScene, close_scene, "NW3-EPISODE-03", "referee"),
    CommandType(Appear, appear, "NW3-EPISODE-03", "referee"),
)
