"""Saves (CRN-SAVE): d20, equal to or under an ability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from rulewright.engine.alike import Counting, at_most
from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, Roll, ask
from rulewright.games.cairn.actors import living, tell
from rulewright.games.cairn.state import ABILITIES, Ability, Actor, CairnWorld

# The highest face that succeeds: the ability (CRN-SAVE-01), but a 1 always does and a 20 never (CRN-SAVE-02).
# There are no modifiers (CRN-SAVE-03).
_HIGHEST = tuple(max(1, min(19, ability)) for ability in range(100))
_ALIKE: tuple[Counting, ...] = tuple(at_most(face) for face in _HIGHEST)

TASKS: dict[str, Ability] = {  # CRN-ABIL-02
    "lift": "STR", "bend": "STR", "poison": "STR", "endure": "STR",
    "balance": "DEX", "speed": "DEX", "reflexes": "DEX", "dodge": "DEX", "climb": "DEX", "sneak": "DEX",
    "persuade": "WIL", "deceive": "WIL", "interrogate": "WIL", "threaten": "WIL", "charm": "WIL",
    "incite": "WIL", "provoke": "WIL", "spell": "WIL",
}  # fmt: skip


class Save(msgspec.Struct, frozen=True, gc=False):
    """A save: the value to roll at most, the face, and whether it succeeded."""

    ability: int
    face: int
    success: bool


def save_roll(ability: int, who: str, why: str) -> Roll:
    """The d20 of a save against a current ability value (0 to 99)."""
    return Roll(1, 20, "CRN-SAVE-01", who, why, _ALIKE[ability])


def save(ability: int, who: str = "", why: str = "save") -> Procedure[Save]:
    """Roll d20 against a current ability value (0 to 99)."""
    (face,) = yield save_roll(ability, who, why)
    return Save(ability, face, face <= _HIGHEST[ability])


def actor_save(world: CairnWorld, actor: Actor, ability: Ability, why: str = "save") -> Procedure[bool]:
    """A save of an actor on the current value of an ability (CRN-ABIL-03), told to the table."""
    faces = yield save_roll(getattr(actor, ability), actor.id, why)
    return saved(world, actor, ability, faces[0])


def saved(world: CairnWorld, actor: Actor, ability: Ability, face: int) -> bool:
    """Whether the save of an actor succeeds with this face, told to the table."""
    value: int = getattr(actor, ability)
    success = face <= _HIGHEST[value]
    if world.tell:
        natural = {1: ".natural_1", 20: ".natural_20"}.get(face, "")
        key = f"save.{'success' if success else 'failure'}{natural}"
        rule = "CRN-SAVE-02" if natural else "CRN-SAVE-01"
        tell(world, key, rule, name=actor.name, ability=ability, value=value, face=face)
    return success


def suggested(task: str) -> Ability:
    """The ability that suits a kind of task (CRN-ABIL-02); STR where nothing is known of it."""
    return TASKS.get(task, "STR")


def most_at_risk(actors: Sequence[Actor], ability: Ability) -> Actor:
    """Of several acting together the one with the lowest current value, the first of equals (CRN-SAVE-05)."""
    return min(actors, key=lambda actor: int(getattr(actor, ability)))


class CallSave(msgspec.Struct, frozen=True, tag="save", tag_field="do"):
    """The referee asks an actor for a save. Without an ability the referee is asked, `task` giving a hint."""

    actor: str
    ability: Ability | None = None
    task: str = ""


class OpposedEffort(msgspec.Struct, frozen=True, tag="opposed_effort", tag_field="do"):
    """Two opponents each try to beat the other; only the one most at risk rolls."""

    actors: tuple[str, str]
    ability: Ability
    at_risk: str | None = None


class JointEffort(msgspec.Struct, frozen=True, tag="joint_effort", tag_field="do"):
    """Several act together; only the one most at risk rolls."""

    actors: Annotated[tuple[str, ...], msgspec.Meta(min_length=2)]
    ability: Ability
    at_risk: str | None = None


def _may_save(world: CairnWorld, actor_id: str) -> Actor:
    return living(world, actor_id, "CRN-SAVE-06")


def call_save(world: CairnWorld, command: CallSave, seat: Seat) -> Procedure[None]:
    actor = _may_save(world, command.actor)
    ability = command.ability
    if ability is None:  # CRN-ABIL-02: suggested, fixed by the referee
        options = tuple(Option(name, f"ability.{name}", {"value": getattr(actor, name)}) for name in ABILITIES)
        hint = suggested(command.task)
        ability = yield from ask(
            Question("choose_save_ability", "referee", options, hint, "CRN-ABIL-02", {"name": actor.name})
        )
    assert ability is not None
    yield from actor_save(world, actor, ability)


def opposed_effort(world: CairnWorld, command: OpposedEffort, seat: Seat) -> Procedure[None]:
    first, second = (_may_save(world, actor_id) for actor_id in command.actors)
    if first is second:
        raise Refused("bad_value", "CRN-SAVE-04", actor=first.name)
    roller = yield from _at_risk(command.at_risk, (first, second), None, "CRN-SAVE-04")  # no preselection
    success = yield from actor_save(world, roller, command.ability)
    other = second if roller is first else first
    winner, loser = (roller, other) if success else (other, roller)
    tell(world, "save.opposed", "CRN-SAVE-04", winner=winner.name, loser=loser.name)


def joint_effort(world: CairnWorld, command: JointEffort, seat: Seat) -> Procedure[None]:
    actors = [_may_save(world, actor_id) for actor_id in command.actors]
    if len(set(command.actors)) < len(actors):
        raise Refused("bad_value", "CRN-SAVE-05", actors=", ".join(command.actors))
    default = most_at_risk(actors, command.ability)
    roller = yield from _at_risk(command.at_risk, actors, default, "CRN-SAVE-05")
    yield from actor_save(world, roller, command.ability)


def _at_risk(named: str | None, actors: Sequence[Actor], default: Actor | None, rule: str) -> Procedure[Actor]:
    by_id = {actor.id: actor for actor in actors}
    if named is not None:
        if named not in by_id:
            raise Refused("bad_value", rule, actor=named)
        return by_id[named]
    options = tuple(Option(actor.id, "actor", {"name": actor.name}) for actor in actors)
    preset = default.id if default else None
    chosen = yield from ask(Question("most_at_risk", "referee", options, preset, rule))
    return by_id[chosen]


COMMANDS = (
    CommandType(CallSave, call_save, "CRN-SAVE-01", "referee"),
    CommandType(OpposedEffort, opposed_effort, "CRN-SAVE-04", "referee"),
    CommandType(JointEffort, joint_effort, "CRN-SAVE-05", "referee"),
)
