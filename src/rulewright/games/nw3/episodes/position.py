"""Where play stands in the Episode, and what that allows (NW3-EPISODE-02 to -07)."""

from __future__ import annotations

from typing import Literal

from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.games.nw3.battles.fighters import tell_referee
from rulewright.games.nw3.dice.critical_values import own_values
from rulewright.games.nw3.state import Character, Nw3World, Phase, Scene


def pcs(world: Nw3World) -> list[Character]:
    """The player characters that are not Dead."""
    return [one for one in world.state.characters.values() if one.kind == "pc" and not one.dead]


def playing(world: Nw3World) -> list[Character]:
    """Everybody who is not in a Scene that waits in another Area (NW3-FORT-03)."""
    state = world.state
    if not state.waiting:
        return list(state.characters.values())
    where = {id: area for casket in state.caskets if casket.dive is not None for id, area in casket.dive.where.items()}
    return [one for one in state.characters.values() if where.get(one.id) not in state.waiting]


def scene_of(world: Nw3World, rule: str = "NW3-EPISODE-03") -> Scene:
    """The Scene that is open; raises `Refused` "no_scene"."""
    if world.state.scene is None:
        raise Refused("no_scene", rule)
    return world.state.scene


def in_fortress(world: Nw3World) -> bool:
    """Whether the open Scene lies in a Fortress."""
    return world.state.scene is not None and world.state.scene.gates is not None


def require_no_scene(world: Nw3World, rule: str) -> None:
    """Raise `Refused` "scene_open" while a Scene goes on."""
    if world.state.scene is not None:
        raise Refused("scene_open", rule, title=world.state.scene.title)


def require_phase(world: Nw3World, phase: Phase, rule: str) -> None:
    """Raise `Refused` "wrong_phase" in another Phase."""
    if world.state.phase != phase:
        raise Refused("wrong_phase", rule, phase=f"phase.{world.state.phase}")


def awaiting_values(world: Nw3World) -> list[Character]:
    """The PCs whose Critical and Fumble Values have to be rolled first (NW3-JUDGE-18)."""
    return [one for one in pcs(world) if own_values(one) and not one.values_rolled]


def require_values(world: Nw3World) -> None:
    """Raise `Refused` "values_not_rolled" while a PC's Critical and Fumble Values are due (NW3-EPISODE-05)."""
    due = awaiting_values(world)
    if due:
        raise Refused("values_not_rolled", "NW3-JUDGE-18", names=", ".join(one.name for one in due))


def require_peace(world: Nw3World, rule: str = "NW3-EPISODE-03") -> None:
    """Raise `Refused` "in_combat" while a battle goes on."""
    if world.state.battle is not None:
        raise Refused("in_combat", rule)


def require_action(world: Nw3World, seat: Seat) -> None:
    """Raise `Refused` "master_scene" where players can do nothing: in a Master Scene (NW3-EPISODE-04)."""
    scene = world.state.scene
    if scene is not None and scene.kind == "master" and not seat.referee:
        raise Refused("master_scene", "NW3-EPISODE-04")


def warn_opening(world: Nw3World, what: Literal["combat", "dice"]) -> None:
    """Tell the referee that the Opening Phase is not meant for combat or dice (NW3-EPISODE-07)."""
    if world.state.phase == "opening":
        tell_referee(world, f"opening.{what}", "NW3-EPISODE-07")
