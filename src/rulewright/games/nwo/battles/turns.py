"""Who may do what now: turns, statuses and the one action (NWO-COUNT-11 to -13, -18)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nwo import people
from rulewright.games.nwo.battles import order, rounds
from rulewright.games.nwo.state import Battle, Character, NwoWorld

MOVES = ("move_normal", "move_combat", "move_full")


class Action(msgspec.Struct, frozen=True):
    """A thing to do in a fight: whether it uses the action, and who in a bad way may do it."""

    id: str
    ja: str
    consumes: bool
    allowed_serious: bool
    allowed_fainted: bool


class _Table(msgspec.Struct, frozen=True):
    action: tuple[Action, ...]


@cache
def actions() -> Mapping[str, Action]:
    """All of them by id."""
    text = files("rulewright.games.nwo").joinpath("data/actions.toml").read_text("utf-8")
    return {one.id: one for one in msgspec.toml.decode(text, type=_Table).action}


def acting(world: NwoWorld, id: str, seat: Seat, action: str, *, outside: bool = True) -> Character:
    """The character, if its player may take this action with it now; raises `Refused`.

    Outside of a fight nobody has turns; `outside` says whether the action can be taken there.
    """
    character = people.living(world, id, seat)
    battle = world.state.battle
    if battle is None and not outside:
        raise Refused("not_in_combat", "NWO-COUNT-18")
    if reason := why_not(world, battle, character, action):
        raise Refused(reason, RULES.get(reason, "NWO-COUNT-11"), name=character.name)
    return character


RULES = {
    "status_serious": "NWO-STATUS-03",
    "status_fainted": "NWO-STATUS-06",
    "status_apparent_death": "NWO-STATUS-11",
    "status_casting": "NWO-CAST-05",
    "move_again": "NWO-MOVE-09",
    "action_used": "NWO-COUNT-18",
    "not_your_turn": "NWO-COUNT-18",
    "done": "NWO-COUNT-10",
}


def why_not(world: NwoWorld, battle: Battle | None, character: Character, action: str) -> str:
    """Why an action cannot be taken now, or ""."""
    if character.dead:
        return "dead"
    if character.hp <= 0:
        return "status_apparent_death"
    what = actions()[action]
    if battle is None:
        if character.fainted and not what.allowed_fainted:  # NWO-COUNT-12, NWO-STATUS-06
            return "status_fainted"
        return "status_casting" if character.casting is not None else ""
    if not _turn(world, battle, character, what):
        return "done" if character.done and battle.acting != character.id else "not_your_turn"
    if character.casting is not None:
        return "status_casting"
    if character.fainted and not what.allowed_fainted:
        return "status_fainted"
    if character.serious and not (what.allowed_serious and _serious(world, action)):
        return "status_serious"
    if what.consumes or action == "delay":
        if battle.acted or (battle.moved and action == "delay"):
            return "action_used"
        again = world.state.options.combat_move_then_move and action != "move_combat"  # it is the action then
        if battle.moved and action in MOVES and not again:
            return "move_again"
    return ""


def _turn(world: NwoWorld, battle: Battle, character: Character, what: Action) -> bool:
    """Whether it is its turn; by option free actions are for all who are not done (NWO-COUNT-12)."""
    if battle.process == "turns" and battle.acting == character.id:
        return True
    any_time = world.state.options.free_actions_when == "any_time_not_done"
    return any_time and not what.consumes and what.id != "delay" and not character.done


def _serious(world: NwoWorld, action: str) -> bool:
    """The one action of somebody seriously wounded is an option (NWO-PRANA-07)."""
    return action != "prana_to_hp" or world.state.options.serious_prana_hp_in_combat


def used(world: NwoWorld, character: Character) -> Procedure[None]:
    """An action is over: in a fight it costs 20 counts, and the next has its turn."""
    battle = world.state.battle
    if battle is None:
        return
    if battle.acting == character.id:
        rounds.use_action(world, battle, character)
    yield from rounds.carry_on(world)


def outside(world: NwoWorld) -> None:
    """Outside of a fight each judge that somebody makes is a count of its own (NWO-TIMING-12)."""
    if world.state.battle is None and world.state.options.count_limit_outside_combat == "per_judge":
        order.new_moment(world)
