"""Rest, and the ends of scenes and of the scenario (NWO-STATUS-13 to -15, NWO-TIMING-14, -17)."""

from __future__ import annotations

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.events import REFEREE
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, Question, ask
from rulewright.games.nwo import people, standing
from rulewright.games.nwo.battles import harm, lasting, turns, using
from rulewright.games.nwo.judges import judging
from rulewright.games.nwo.judges.purposes import Purpose
from rulewright.games.nwo.people import tell
from rulewright.games.nwo.state import NwoWorld


class GrantRest(msgspec.Struct, frozen=True, tag="grant_rest", tag_field="do"):
    """Grant a rest of about six hours: to these characters, or to all players' characters."""

    characters: tuple[str, ...] = ()


class Rest(msgspec.Struct, frozen=True, tag="rest", tag_field="do"):
    """Take the rest that the referee has granted."""

    character: str


class EndScene(msgspec.Struct, frozen=True, tag="end_scene", tag_field="do"):
    """The scene is over; with `session` so is the evening."""

    session: bool = False


class EndScenario(msgspec.Struct, frozen=True, tag="end_scenario", tag_field="do"):
    """The scenario is over; everybody who lives has a level to come."""


def _not_in_combat(world: NwoWorld, rule: str) -> None:
    if world.state.battle is not None:
        raise Refused("in_combat", rule)


def grant_rest(world: NwoWorld, command: GrantRest, seat: Seat) -> Procedure[None]:
    _not_in_combat(world, "NWO-STATUS-13")
    found = [people.living(world, id, seat) for id in command.characters]
    found = found or [one for one in world.state.characters.values() if one.kind == "pc" and not one.dead]
    yield from ()
    for character in found:
        character.rest_granted += 1
    tell(world, "rest.granted", "NWO-STATUS-13", names=[one.name for one in found])


def rest(world: NwoWorld, command: Rest, seat: Seat) -> Procedure[None]:
    character = people.living(world, command.character, seat)
    _not_in_combat(world, "NWO-STATUS-13")
    if not character.rest_granted:
        raise Refused("rest_needs_gm", "NWO-STATUS-13", name=character.name)
    if character.hp <= 0:
        raise Refused("status_apparent_death", "NWO-STATUS-11", name=character.name)
    turns.outside(world)
    character.rest_granted -= 1
    if character.serious:  # NWO-STATUS-14
        tell(world, "rest.serious", "NWO-STATUS-14", who=character, name=character.name)
    else:
        purpose = Purpose(
            why="rest", stat="heal", rule="NWO-STATUS-14", fixed=standing.value(character, "strength"), own=True
        )
        outcome = yield from judging.judge(world, character, purpose)
        yield from harm.heal(world, character, outcome.value, serious=False)
    most = standing.mp_max(character)
    if world.state.options.rest_restores_all_mp == "on":  # NWO-STATUS-15
        character.mp = most
    elif character.mp < most:
        facts = {"name": character.name}
        question = Question("rest_mp", REFEREE, (), 0, "NWO-STATUS-15", facts, "number", 0, most - character.mp)
        character.mp += yield from ask(question)
    tell(world, "rest.mp", "NWO-STATUS-15", who=character, name=character.name, mp=character.mp)


def end_scene(world: NwoWorld, command: EndScene, seat: Seat) -> Procedure[None]:
    _not_in_combat(world, "NWO-TIMING-14")
    yield from ()
    _end_scene(world, "scene", *(("session",) if command.session else ()))
    tell(world, "scene.over", "NWO-TIMING-14")


def _end_scene(world: NwoWorld, *spans: str) -> None:
    world.state.moment += 1
    lasting.end_scene(world)
    for character in world.state.characters.values():
        using.forget(character, "count", "round", "combat", *spans)
        character.slots.clear()
        character.passing = -1


def end_scenario(world: NwoWorld, command: EndScenario, seat: Seat) -> Procedure[None]:
    _not_in_combat(world, "NWO-LEVEL-01")
    if world.state.over:
        raise Refused("bad_value", "NWO-LEVEL-01")
    yield from ()
    _end_scene(world, "scene", "session")
    world.state.over = True
    for character in world.state.characters.values():
        if character.kind == "pc" and not character.dead:
            character.level_due = True
    tell(world, "scenario.over", "NWO-LEVEL-01")


COMMANDS = (
    CommandType(GrantRest, grant_rest, "NWO-STATUS-13", who="referee"),
    CommandType(Rest, rest, "NWO-STATUS-13"),
    CommandType(EndScene, end_scene, "NWO-TIMING-14", who="referee"),
    CommandType(EndScenario, end_scenario, "NWO-LEVEL-01", who="referee"),
)
