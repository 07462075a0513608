"""The course of Scenario and Episode: Phases in their order, the next Episode, and sittings (NW3-EPISODE-02, -11)."""

from __future__ import annotations

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.dice.critical_values import values_due
from rulewright.games.nw3.episodes import after_phase, moments, units
from rulewright.games.nw3.episodes.position import require_no_scene, require_peace, require_values
from rulewright.games.nw3.fortresses import logics, standing_up
from rulewright.games.nw3.state import PHASES, Nw3World, Phase
from rulewright.games.nw3.wizards import experience


class NextPhase(msgspec.Struct, frozen=True, tag="next_phase", tag_field="do"):
    """The referee moves on to the next Phase; `to` may name it, and no other is accepted."""

    to: Phase | None = None


class NextEpisode(msgspec.Struct, frozen=True, tag="next_episode", tag_field="do"):
    """After the After Phase the next Episode begins, or with `new_scenario` the first one of another Scenario."""

    new_scenario: bool = False


class EndScenario(msgspec.Struct, frozen=True, tag="end_scenario", tag_field="do"):
    """After the After Phase the Scenario, and with it play, ends."""


class NewSitting(msgspec.Struct, frozen=True, tag="new_sitting", tag_field="do"):
    """Play is resumed at another sitting."""


def next_phase(world: Nw3World, command: NextPhase, seat: Seat) -> Procedure[None]:
    """Refuses `phase_order`, `scene_open`, `in_combat`, and `values_not_rolled`; runs the After Phase."""
    state = world.state
    order = PHASES.index(state.phase) + 1
    following = PHASES[order] if order < len(PHASES) else None
    if following is None or command.to not in (None, following):
        raise Refused("phase_order", "NW3-EPISODE-02", phase=f"phase.{following or 'preplay'}")
    _require_rest(world)
    require_values(world)
    if state.phase == "preplay":
        yield from moments.at(world, "preplay")
    units.end_phase(world)
    if state.phase == "climax":
        standing_up.end_with_climax(world)
    units.begin_phase(world, following)
    if following == "after":
        yield from after_phase.settle(world)


def _require_rest(world: Nw3World) -> None:
    require_no_scene(world, "NW3-EPISODE-02")
    require_peace(world, "NW3-EPISODE-02")
    if world.state.over:
        raise Refused("scenario_over", "NW3-EPISODE-02")


def _require_after(world: Nw3World) -> None:
    _require_rest(world)
    if world.state.phase != "after":
        raise Refused("phase_order", "NW3-EPISODE-02", phase=f"phase.{PHASES[PHASES.index(world.state.phase) + 1]}")


def next_episode(world: Nw3World, command: NextEpisode, seat: Seat) -> Procedure[None]:
    """Refuses `phase_order` before the After Phase, `scene_open`, `in_combat`, `scenario_over`."""
    _require_after(world)
    state = world.state
    units.end_phase(world)
    units.end_of(world, "episode", episode=state.episode)
    if command.new_scenario:
        units.end_of(world, "scenario")
        units.start_of(world, "scenario")
        experience.begin_scenario(world)
    state.episode = 1 if command.new_scenario else state.episode + 1
    state.scenes, state.trailer = 0, ""
    units.start_of(world, "episode", episode=state.episode)
    units.begin_phase(world, "preplay")
    if state.options.cf_reroll_at == "episode":
        values_due(state)  # NW3-JUDGE-18
    yield from ()


def end_scenario(world: Nw3World, command: EndScenario, seat: Seat) -> Procedure[None]:
    """Refuses as `next_episode`."""
    _require_after(world)
    units.end_phase(world)
    units.end_of(world, "episode", episode=world.state.episode)
    units.end_of(world, "scenario")
    world.state.over = "scenario_end"
    yield from ()


def new_sitting(world: Nw3World, command: NewSitting, seat: Seat) -> Procedure[None]:
    """Everything is as it was (NW3-EPISODE-11), but for what a house rule ties to a sitting (NW3-OPEN-07, -20)."""
    state = world.state
    state.sitting += 1
    tell(world, "sitting.begins", "NW3-EPISODE-11", sitting=state.sitting)
    logics.forget(world, "session")
    if state.options.cf_reroll_at == "session":
        values_due(state)
    yield from ()


COMMANDS = (
    CommandType(NextPhase, next_phase, "NW3-EPISODE-02", "referee"),
    CommandType(NextEpisode, next_episode, "NW3-EPISODE-02", "referee"),
    CommandType(EndScenario, end_scenario, "NW3-EPISODE-02", "referee"),
    CommandType(NewSitting, new_sitting, "NW3-EPISODE-11", "referee"),
)
