"""Searching for Secret Gates: a Danger Sense Judge of one PC, asked for by its player or called for (NW3-GATE-04)."""

from __future__ import annotations

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.events import REFEREE
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles.fighters import own, require_able, tell
from rulewright.games.nw3.dice.judges import succeeds
from rulewright.games.nw3.episodes.position import require_peace
from rulewright.games.nw3.fortresses import danger, gates, position
from rulewright.games.nw3.options import Attribute
from rulewright.games.nw3.state import Character, Nw3World

_NO = Option("no", "answer.no")


class SearchGate(msgspec.Struct, frozen=True, tag="search_gate", tag_field="do"):
    """A PC looks for hidden ways out of the Area; the referee can call for it, and names the `stat`."""

    character: str
    stat: Attribute | None = None


def search_gate(world: Nw3World, command: SearchGate, seat: Seat) -> Procedure[None]:
    """Refuses `no_dive`, `in_combat`, `not_in_scene`, `already_tried`, `gm_refused`, `not_referee`, `bad_value`.

    Whether there is anything to find shows neither in the Judge nor in what the referee is asked (NW3-GATE-04).
    """
    place = position.require_area(world, "NW3-GATE-04")[1]
    character = own(world, command.character, seat)
    require_able(character)
    require_peace(world, "NW3-GATE-04")
    if not character.present:
        raise Refused("not_in_scene", "NW3-GATE-04", name=character.name)
    if danger.tried(world, "secret_gate", "", character):
        raise Refused("already_tried", "NW3-GATE-04", name=character.name)
    stat = yield from _stat(world, command, seat, character)
    danger.count_try(world, "secret_gate", "", character)
    hidden = gates.to_find(world, place)
    difficulty = min((gates.difficulty(one) for one in hidden), default=gates.SECRET_DIFFICULTY)
    judge, outcome = yield from danger.sensed(world, character, stat, difficulty, hidden=True)
    found = [
        one for one in hidden if succeeds(msgspec.structs.replace(judge, difficulty=gates.difficulty(one)), outcome)
    ]
    if not (yield from gates.propose_reveal(world, found, character.name)):
        tell(world, "gate.search_in_vain", "NW3-GATE-04", name=character.name)


def _stat(world: Nw3World, command: SearchGate, seat: Seat, character: Character) -> Procedure[str]:
    """The Attribute that the referee names; a player's search waits for that word (NW3-DANGER-02)."""
    if seat.referee:
        return danger.stat_named(world, command.stat)
    if command.stat is not None:
        raise Refused("not_referee", "NW3-DANGER-02")
    stats = danger.stats_to_name(world)
    several = tuple(Option(one, f"stat.{one}") for one in stats) if len(stats) > 1 else (Option("yes", "answer.yes"),)
    facts = {"name": character.name}
    answer = yield from ask(Question("search_gate", REFEREE, (*several, _NO), "no", "NW3-GATE-04", facts))
    if answer == "no":
        raise Refused("gm_refused", "NW3-GATE-04")
    return stats[0] if answer == "yes" else str(answer)


COMMANDS = (CommandType(SearchGate, search_gate, "NW3-GATE-04"),)
