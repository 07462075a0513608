"""Scenes that the scenario has prepared (NW3-EPISODE-03)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.episodes.position import pcs, require_no_scene, require_peace, require_values
from rulewright.games.nw3.episodes.scenes import start
from rulewright.games.nw3.state import Nw3World
from rulewright.games.nw3.story import PreparedScene


class PlayPrepared(msgspec.Struct, frozen=True, tag="play_prepared", tag_field="do"):
    """The referee opens a Scene of the scenario: all PCs appear in it, and who is met there."""

    scene: Annotated[str, msgspec.Meta(max_length=80)]


def prepared_scene(world: Nw3World, id: str) -> PreparedScene | None:
    """A Scene of the scenario."""
    scenes = world.scenario.scenes if world.scenario is not None else ()
    return next((one for one in scenes if one.id == id), None)


def next_prepared(world: Nw3World) -> PreparedScene | None:
    """The first Scene of this Phase that has not been played."""
    state = world.state
    scenes = world.scenario.scenes if world.scenario is not None else ()
    return next((one for one in scenes if one.phase == state.phase and one.id not in state.played), None)


def play_prepared(world: Nw3World, command: PlayPrepared, seat: Seat) -> Procedure[None]:
    """Refuses `unknown_scene`, `wrong_phase`, `scene_open`, `in_combat`, `values_not_rolled`."""
    state = world.state
    scene = prepared_scene(world, command.scene)
    if scene is None:
        raise Refused("unknown_scene", "NW3-EPISODE-03")
    if state.phase != scene.phase:
        raise Refused("wrong_phase", "NW3-EPISODE-03", phase=f"phase.{state.phase}")
    require_no_scene(world, "NW3-EPISODE-03")
    require_peace(world)
    require_values(world)
    met = {
        f"{group.id}.{n}" if group.count > 1 else group.id for group in scene.foes for n in range(1, group.count + 1)
    }
    others = [one for id, one in state.characters.items() if id in met and not one.dead]
    state.played.append(scene.id)
    start(world, scene.title, scene.kind, [*pcs(world), *others])
    if state.scene is not None:
        state.scene.prepared = scene.id
    if scene.text:
        tell(world, "scene.text", "NW3-EPISODE-03", text=scene.text)
    yield from ()


COMMANDS = (CommandType(PlayPrepared, play_prepared, "NW3-EPISODE-03", "referee"),)
