"""The Drowned Arcade for tests: a Dive that has gone so far, and commands in it as `nw3_battle` gives them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from nw3_battle import REFEREE, do, fighter, foe, refused, seat, who
from rulewright.engine.packs import load, merge
from rulewright.engine.world import World
from rulewright.games.nw3.casket_state import AreaState, Casket, Dive, GateState
from rulewright.games.nw3.fortresses.diving import EnterFortress, OpenFortress
from rulewright.games.nw3.fortresses.moving import GoThrough
from rulewright.games.nw3.fortresses.position import fortress
from rulewright.games.nw3.fortresses.refereeing import SetCleared
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.state import Character, Nw3World, Phase, Scene, State

__all__ = [
    "REFEREE",
    "arcade",
    "area",
    "casket_of",
    "dive_of",
    "diving",
    "do",
    "entered",
    "fighter",
    "foe",
    "gate",
    "pc",
    "prepared",
    "refused",
    "scene_of",
    "seat",
    "walk",
    "who",
    "with_pack",
]  # fmt: skip
_ARCADE = Path(__file__).parent / "games" / "nw3" / "drowned_arcade.toml"


@cache
def arcade() -> Nw3Content:
    """The starter pack and the Drowned Arcade."""
    return merge((starter(), load({"arcade.toml": _ARCADE.read_bytes()}, Nw3Content)))


@cache
def with_pack(*records: str) -> Nw3Content:
    """The Arcade with more records (TOML)."""
    files: dict[str, str | bytes] = {"arcade.toml": _ARCADE.read_bytes(), "more.toml": "\n".join(records)}
    return merge((starter(), load(files, Nw3Content)))


def pc(id: str, **values: Any) -> Character:
    """A PC without Prana, C/F 7/2, with the General Skill Lunar Casket."""
    made = fighter(id, "wizards", "lunar_casket", **values)
    made.skills = {"lunar_casket": 1}
    return made


def prepared(
    *people: Character, fortress: str = "drowned_arcade", phase: Phase = "middle", content: Nw3Content | None = None,
    **options: Any,
) -> Nw3World:  # fmt: skip
    """The Fortress stands; everybody is outside of it, and no Scene runs."""
    everybody = people or (pc("anna"), pc("ben"))
    state = State(Options(**options), characters={one.id: one for one in everybody}, phase=phase)
    world: Nw3World = World(state, content or arcade(), None)
    for one in everybody:
        one.present = False
    do(world, OpenFortress(fortress))
    return world


def diving(*people: Character, **options: Any) -> Nw3World:
    """The PCs among these have come in by the Entrance and are in the Ticket Hall."""
    world = prepared(*people, **options)
    inside = tuple(one.id for one in world.state.characters.values() if one.kind == "pc")
    do(world, EnterFortress(inside, "last train"))
    return world


def walk(world: Nw3World, *gates: str, characters: Sequence[str] = ()) -> None:
    """The PCs here, or these, go through Gates one after the other; what is in their way counts as dealt with."""
    for id in gates:
        going = characters or [one.id for one in world.state.characters.values() if one.kind == "pc" and one.present]
        scene = world.state.scene
        assert scene is not None
        if not area(world, scene.area).cleared:
            do(world, SetCleared())
        place = fortress(world)
        assert place is not None
        ahead = place.areas[place.gates[id].other(scene.area)]
        fight = ahead.kind in ("enemy", "core") and not area(world, ahead.id).cleared
        do(world, GoThrough(id, tuple(going)), answers={"description_over": "no"} if fight else None)


def scene_of(world: Nw3World) -> Scene:
    """The Scene that runs."""
    assert world.state.scene is not None
    return world.state.scene


def entered(*gates: str, people: Sequence[Character] = (), **options: Any) -> Nw3World:
    """A Dive whose PCs have gone through these Gates."""
    world = diving(*people, **options)
    walk(world, *gates)
    return world


def casket_of(world: Nw3World) -> Casket:
    """The innermost Lunar Casket."""
    return world.state.caskets[-1]


def dive_of(world: Nw3World) -> Dive:
    """The Dive."""
    found = next(one.dive for one in world.state.caskets if one.dive is not None)
    assert found is not None
    return found


def area(world: Nw3World, id: str) -> AreaState:
    """What is remembered of an Area."""
    return dive_of(world).areas.setdefault(id, AreaState())


def gate(world: Nw3World, id: str) -> GateState:
    """What is remembered of a Gate."""
    return dive_of(world).gates.setdefault(id, GateState())
