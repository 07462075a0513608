"""The nested units of play: Scenario, Episode, Phase, Scene; what their start and their end bring (NW3-EPISODE-01)."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from rulewright.games.nw3.battles import lasting, statuses, uses
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.episodes.position import playing
from rulewright.games.nw3.fortresses import logics
from rulewright.games.nw3.state import Nw3World, Phase

Unit: TypeAlias = Literal["scene", "episode", "scenario"]


def start_of(world: Nw3World, unit: Unit, **facts: Any) -> None:
    """A unit begins: its counters are fresh, with a Scene also Avoid Incapacitated (NW3-EPISODE-03, NW3-SKILL-41).

    A Scene begins for all but those who are in another that waits (NW3-FORT-03).
    """
    for character in playing(world) if unit == "scene" else world.state.characters.values():
        if character.used:
            uses.forget(character, unit)
        if unit == "scene":
            character.avoided = False  # NW3-PRANA-09
    tell(world, f"{unit}.begins", "NW3-EPISODE-01", **facts)


def end_of(world: Nw3World, unit: Unit, **facts: Any) -> None:
    """A unit ends, and with it the effects and removals of Logics that last to its end; with a Scene Bad Statuses."""
    characters = playing(world) if unit == "scene" else list(world.state.characters.values())
    for character in characters:
        lasting.end_unit(world, character, unit)
    if unit == "scene":
        statuses.clear_all(world, characters)  # NW3-STATUS-01
    logics.forget(world, unit)
    tell(world, f"{unit}.ends", "NW3-EPISODE-01", **facts)


def end_phase(world: Nw3World) -> None:
    """The Phase ends."""
    tell(world, "phase.ends", "NW3-EPISODE-01", phase=f"phase.{world.state.phase}")


def begin_phase(world: Nw3World, phase: Phase) -> None:
    """A Phase begins (NW3-EPISODE-02)."""
    world.state.phase = phase
    tell(world, "phase.begins", "NW3-EPISODE-01", phase=f"phase.{phase}", episode=world.state.episode)
