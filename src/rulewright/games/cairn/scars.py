"""Scars (CRN-SCAR): what stays with someone whose last hit protection was taken exactly."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.modifiers import Modifier, Part, Sum, stack
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.engine.world import new_id
from rulewright.games.cairn.actors import GONE, find, marked, tell
from rulewright.games.cairn.content_dice import roll_dice
from rulewright.games.cairn.fatigue import add_cause, remove_cause
from rulewright.games.cairn.rolls import rolled
from rulewright.games.cairn.saves import actor_save
from rulewright.games.cairn.state import MINUTE, Ability, Actor, CairnWorld, Condition, PendingStep, ScarTaken

WORST = 12
STORED_MOST = 99  # CRN-GEN-03
EVENTS = ("mended", "disease_over", "serious_aid_and_rest", "recovered", "extraordinary_aid")


class Row(msgspec.Struct, frozen=True):
    """A row of a scar's own small table."""

    min: int
    max: int
    id: str = ""
    fi: str = ""
    ability: str = ""


class Effect(msgspec.Struct, frozen=True):
    """What follows a step that succeeded."""

    op: str
    dice: str
    stat: str
    against: str = "max"


class Step(msgspec.Struct, frozen=True):
    """One step of a scar; `when` is "now" or the event that releases it."""

    op: Literal["table", "pick_ability", "prompt", "condition", "raise_if_higher", "add_max", "set_max", "save",
                "death_timer", "doom"]  # fmt: skip
    when: str
    dice: str = ""
    results: tuple[Row, ...] = ()
    stat: str = ""
    against: str = "max"
    who: str = ""
    ask: str = ""
    condition: str = ""
    until: str = ""
    hours: int = 0
    ability: Ability | None = None
    minutes: int = 0
    stopped_by: tuple[str, ...] = ()
    on_success: Effect | None = None
    on_failure: str = ""


class Scar(msgspec.Struct, frozen=True):
    """A scar of the table, with its name in English and Finnish."""

    hp_lost: int
    id: str
    en: str
    fi: str
    steps: tuple[Step, ...]


@cache
def table() -> dict[int, Scar]:
    """The scars by the HP lost, 1 to 12."""
    text = files("rulewright.games.cairn").joinpath("data/scars.toml").read_text("utf-8")
    scars = msgspec.convert(tomllib.loads(text)["scars"], tuple[Scar, ...])
    return {scar.hp_lost: scar for scar in scars}


@cache
def by_id() -> dict[str, Scar]:
    """The scars by id."""
    return {scar.id: scar for scar in table().values()}


def receive(world: CairnWorld, actor: Actor, hp_lost: int) -> Procedure[None]:
    """A scar for the HP lost in one attack that left exactly 0 (CRN-SCAR-01)."""
    if actor.outcome in GONE:  # another blow of the same phase killed it
        return
    entry = hp_lost
    if hp_lost > WORST:  # CRN-SCAR-02
        over = world.state.options.scar_over_twelve
        if over == "referee":
            options = (Option("use_12", "scar.use_12"), Option("no_scar", "scar.no_scar"))
            facts = {"name": actor.name, "hp": hp_lost}
            over = yield from ask(Question("scar_over_twelve", "referee", options, "use_12", "CRN-SCAR-02", facts))
        if over == "no_scar":
            return
        entry = WORST
    scar = table()[entry]
    taken = ScarTaken(scar.id)
    actor.scars.append(taken)
    tell(world, "scar.gained", "CRN-SCAR-01", name=actor.name, scar=f"scar.{scar.id}", hp=hp_lost)
    picked = ""
    for number, step in enumerate(scar.steps):
        if step.when == "now" or step.op == "doom" or _rolled_at_once(world, step):
            picked = yield from _run(world, actor, scar, step, taken, picked)
        else:  # CRN-SCAR-06
            actor.pending.append(PendingStep(new_id(world.state, "scar"), scar.id, number, step.when, picked))
            tell(world, "scar.pending", "CRN-SCAR-06", name=actor.name, event=f"event.{step.when}")


def _rolled_at_once(world: CairnWorld, step: Step) -> bool:
    return step.when == "rested_hours" and world.state.options.walloped_roll_timing == "now"


def _run(
    world: CairnWorld, actor: Actor, scar: Scar, step: Step, taken: ScarTaken | None, picked: str
) -> Procedure[str]:
    """Carry out one step; returns the ability picked for later steps of the scar."""
    rule = f"CRN-SCAR-{scar.hp_lost + 6:02d}"
    match step.op:
        case "table" | "pick_ability":
            total = yield from _total(actor, step.dice, rule)
            row = next(row for row in step.results if row.min <= total <= row.max)
            if taken is not None:
                taken.note = row.id or row.ability
            tell(world, "scar.where", rule, name=actor.name, where=f"place.{row.id or row.ability}", roll=total)
            return row.ability or picked
        case "prompt":
            to = actor.id if step.who == "player" else "referee"
            key, default = ("scar_text", "") if step.who == "player" else ("scar_body_part", "unspecified")
            question = Question(key, to, (), default, rule, {"name": actor.name}, "text", 0, 200)
            note = yield from ask(question)
            if taken is not None:
                taken.note = str(note)
        case "condition":
            _condition(world, actor, scar, step, rule)
        case "raise_if_higher" | "add_max" | "set_max":
            stat = picked if step.stat == "picked" else step.stat
            yield from change(world, actor, step.op, step.dice, stat, step.against, rule)
        case "save":
            assert step.ability
            success = yield from actor_save(world, actor, step.ability, "scar")
            if success and step.on_success is not None:
                more = step.on_success
                yield from change(world, actor, more.op, more.dice, more.stat, more.against, rule)
        case "death_timer":
            if actor.dies_at is None:  # a timer that runs already comes first
                actor.dies_at = world.state.clock + step.minutes * MINUTE
            tell(world, "scar.timer", rule, name=actor.name, minutes=step.minutes)
        case "doom":  # one mark, however often (CRN-SCAR-18)
            actor.doomed = True
            tell(world, "scar.doom_marked", rule, name=actor.name)
    return picked


def _condition(world: CairnWorld, actor: Actor, scar: Scar, step: Step, rule: str) -> None:
    cause = f"scar:{scar.id}"
    if step.condition == "deprived":
        add_cause(world, actor, cause)
        return
    actor.conditions.append(Condition(step.condition, cause, step.until))
    tell(world, "condition.on", rule, name=actor.name, condition=f"condition.{step.condition}")


def _total(actor: Actor, dice: str, rule: str) -> Procedure[int]:
    return (yield from rolled(roll_dice(dice), rule, actor.id, "scar"))


def change(world: CairnWorld, actor: Actor, op: str, dice: str, stat: str, against: str, rule: str) -> Procedure[None]:
    """Roll and change a value: take the result if strictly higher, add it, or set it (CRN-SCAR-04)."""
    rolled = yield from _total(actor, dice, rule)
    if stat == "HP":
        made = _changed(op, actor.hp_max, dice, rolled, rule)
        grown = made.total - actor.hp_max
        actor.hp_max = made.total
        if grown > 0 and world.state.options.hp_max_lifts_current:
            actor.hp += grown
        actor.hp = min(actor.hp, actor.hp_max)  # CRN-SCAR-17: cut to a lower maximum
        tell(world, "scar.hp_max", rule, sum=made, name=actor.name, roll=rolled, value=actor.hp_max)
        return
    highest: int = getattr(actor, f"{stat}_max")
    current: int = getattr(actor, stat)
    if against == "current":  # CRN-SCAR-12: the current value takes the result; the maximum only follows
        made = _changed(op, current, dice, rolled, rule)
        current = made.total
        highest = max(highest, current)
    else:
        made = _changed(op, highest, dice, rolled, rule)
        if world.state.options.ability_max_lifts_current:  # CRN-SCAR-05
            current += made.total - highest
        highest = made.total
    setattr(actor, f"{stat}_max", highest)
    setattr(actor, stat, current)
    tell(world, "scar.ability", rule, sum=made, name=actor.name, ability=stat, roll=rolled, value=current, most=highest)


def _changed(op: str, old: int, dice: str, rolled: int, rule: str) -> Sum:
    """The new value with its parts; what did not count stays visible."""
    if op == "set_max":
        return Sum(rolled, (Part("sum.before", old, rule, rule), Part(dice, rolled, rule)))
    parts = (Modifier("sum.before", old, "value", rule), Modifier(dice, rolled, "value", rule))
    # CRN-SCAR-04: of equals the old value stays, and results are not added unless the scar says so
    best_only = frozenset() if op == "add_max" else frozenset({"value"})
    return stack(parts, best_only=best_only, best_rule="CRN-SCAR-04", high=STORED_MOST, limit_rule="CRN-GEN-03")


def doom_survived(world: CairnWorld, actor: Actor) -> Procedure[None]:
    """The save against critical damage that settles Doomed succeeded (CRN-SCAR-18)."""
    actor.doomed = False
    tell(world, "scar.doom_lifted", "CRN-SCAR-18", name=actor.name)
    yield from change(world, actor, "raise_if_higher", "3d6", "HP", "max", "CRN-SCAR-18")


def release(world: CairnWorld, actor: Actor, event: str, only: str = "") -> Procedure[None]:
    """An event that later steps of scars wait for has come (CRN-SCAR-06).

    With `only`, the id of one pending step, nothing else that waits for the event is released.
    """
    over = [step for step in actor.pending if step.event == event and only in ("", step.id)]
    for pending in over:
        actor.pending.remove(pending)
        scar = by_id()[pending.scar]
        yield from _run(world, actor, scar, scar.steps[pending.step], None, pending.picked)
    still = {step.scar for step in actor.pending if step.event == event}
    for cause in [cause for cause in actor.deprived if _until(cause) == event]:
        if cause.removeprefix("scar:") not in still:
            remove_cause(world, actor, cause)
    ends = [mark for mark in actor.conditions if mark.until == event]
    if only:  # the same scar may have been had twice: one mark for each
        ends = [mark for mark in ends if mark.cause == f"scar:{over[0].scar}"][:1]
    for mark in ends:
        actor.conditions.remove(mark)
        tell(world, "condition.off", "CRN-SCAR-06", name=actor.name, condition=f"condition.{mark.id}")
    if event == "recovered" and actor.outcome == "in" and not marked(actor, "out_of_action"):
        actor.dies_at = None  # CRN-SCAR-17; the timer of critical damage runs on


def _until(cause: str) -> str:
    """The event that ends a cause of deprivation, "" where no scar gave it."""
    scar = by_id().get(cause.removeprefix("scar:")) if cause.startswith("scar:") else None
    steps = scar.steps if scar is not None else ()
    return next((step.until for step in steps if step.condition == "deprived"), "")


def rested(world: CairnWorld, actor: Actor, hours: int) -> Procedure[None]:
    """Someone rested that many hours: enough ends Walloped (CRN-SCAR-09, option walloped_rest_hours)."""
    if hours >= world.state.options.walloped_rest_hours:
        yield from release(world, actor, "rested_hours")


class ReleaseScar(msgspec.Struct, frozen=True, tag="release_scar", tag_field="do"):
    """The referee says that an event which an actor's scars wait for has come.

    `step` is the id of one pending step where the event has come for that one alone.
    """

    actor: str
    event: Literal["mended", "disease_over", "serious_aid_and_rest", "recovered", "extraordinary_aid"]
    step: str = ""


def waits_for(actor: Actor) -> list[str]:
    """The events that scars of this actor wait for and the referee can declare."""
    found = {step.event for step in actor.pending} | {mark.until for mark in actor.conditions}
    return [event for event in EVENTS if event in found]


def release_scar(world: CairnWorld, command: ReleaseScar, seat: Seat) -> Procedure[None]:
    actor = find(world, command.actor)
    if actor.outcome in GONE:
        raise Refused("dead", "CRN-SCAR-06", actor=actor.name)
    steps = [step.id for step in actor.pending if step.event == command.event]
    if command.event not in waits_for(actor) or (command.step and command.step not in steps):
        raise Refused("bad_value", "CRN-SCAR-06", actor=actor.name, event=f"event.{command.event}")
    tell(world, "scar.released", "CRN-SCAR-06", name=actor.name, event=f"event.{command.event}")
    yield from release(world, actor, command.event, command.step)


COMMANDS = (CommandType(ReleaseScar, release_scar, "CRN-SCAR-06", "referee"),)
