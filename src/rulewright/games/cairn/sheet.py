"""Character sheets: every number of an actor with its sum, as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rulewright.engine.modifiers import Modifier, Part, Sum, stack
from rulewright.games.cairn.armor import armor_sum
from rulewright.games.cairn.creation import trait_words
from rulewright.games.cairn.fatigue import cause_words
from rulewright.games.cairn.inventory import capacity, effective_hp, slots_of, tracks_inventory
from rulewright.games.cairn.scars import by_id as scars_by_id
from rulewright.games.cairn.state import ABILITIES, MINUTE, Actor, CairnWorld
from rulewright.games.cairn.twins import finnish, twins


class Line(msgspec.Struct, frozen=True):
    """Something to say: a message key, its facts, and the rule behind it."""

    key: str
    facts: Mapping[str, Any] = {}
    rule: str = ""


class AbilityRow(msgspec.Struct, frozen=True):
    """An ability with its current and highest value (CRN-ABIL-01)."""

    ability: str
    current: int
    maximum: int


class Thing(msgspec.Struct, frozen=True):
    """Something carried: its name in both languages, the slots it fills and where it is.

    What is stowed in a container fills none. Uses and charges are None where nothing limits them.
    """

    id: str
    item: str
    item_fi: str
    slots: int
    where: str
    uses: int | None = None
    uses_most: int | None = None
    charges: int | None = None
    charges_most: int | None = None
    container: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """All that a sheet shows. `hp`, `armor` and `slots` explain themselves; lines are put into words by key."""

    id: str
    name: str
    kind: str
    outcome: str
    origin: tuple[Line, ...]
    abilities: tuple[AbilityRow, ...]
    hp: Sum
    hp_max: int
    armor: Sum
    things: tuple[Thing, ...]
    fatigue: int
    slots: Sum
    capacity: int
    gold: int
    rations: int
    state: tuple[Line, ...] = ()
    scars: tuple[Line, ...] = ()
    pending: tuple[Line, ...] = ()
    story: tuple[Line, ...] = ()
    notes: tuple[str, ...] = ()


def sheet(world: CairnWorld, actor: Actor) -> Sheet:
    """The sheet of an actor; one that sits at no table is shown in a `creation.workshop`."""
    things = tuple(_things(world, actor))
    return Sheet(
        actor.id,
        actor.name,
        actor.kind,
        actor.outcome,
        tuple(_origin(world, actor)),
        tuple(AbilityRow(one, getattr(actor, one), getattr(actor, f"{one}_max")) for one in ABILITIES),
        _hp(world, actor),
        actor.hp_max,
        armor_sum(world, actor),
        things,
        actor.fatigue,
        _slots(things, actor.fatigue),
        capacity(world) if tracks_inventory(actor) else 0,
        actor.gold,
        actor.rations,
        tuple(_state(world, actor)),
        tuple(_scars(actor)),
        tuple(
            Line("sheet.pending", {**_scar(step.scar), "event": f"event.{step.event}"}, "CRN-SCAR-06")
            for step in actor.pending
        ),
        tuple(_story(world, actor)),
        tuple(actor.notes),
    )


def _hp(world: CairnWorld, actor: Actor) -> Sum:
    """HP now; a full inventory leaves none of it (CRN-SLOT-04)."""
    effective = effective_hp(world, actor)
    suppressed = "CRN-SLOT-04" if effective < actor.hp else ""
    return Sum(effective, (Part("sheet.source.hp", actor.hp, "", suppressed),))


def _slots(things: tuple[Thing, ...], fatigue: int) -> Sum:
    carried = [Modifier(thing.item, thing.slots, "slots", "CRN-SLOT-01") for thing in things if thing.slots]
    tired = [Modifier("sheet.source.fatigue", fatigue, "slots", "CRN-FATIGUE-04")] if fatigue else []
    return stack([*carried, *tired])


def _things(world: CairnWorld, actor: Actor) -> Iterator[Thing]:
    content = world.content
    for thing in actor.items:
        item, relic = content.items_by_id.get(thing.item), content.relics_by_id.get(thing.item)
        found = item or relic
        yield Thing(
            thing.id,
            found.name if found is not None else thing.item,
            finnish(found) if found is not None else thing.item,
            slots_of(world, thing) if thing.where != "stowed" else 0,
            thing.where,
            thing.uses,
            item.uses if item is not None else None,
            thing.charges,
            relic.charges_max if relic is not None else None,
            thing.container,
        )


def _origin(world: CairnWorld, actor: Actor) -> Iterator[Line]:
    yield Line(f"kind.{actor.kind}")
    if (background := world.content.backgrounds_by_id.get(actor.background)) is not None:
        yield Line("sheet.background", twins(background, name="background"))
    if (role := world.content.hireling_roles_by_id.get(actor.role)) is not None:
        facts = {"wage": role.wage, "period": f"period.{role.wage_period}"}
        yield Line("sheet.role", {**twins(role, name="role"), **facts}, "CRN-HIRE-05")
    if (employer := world.state.actors.get(actor.employer)) is not None:
        yield Line("sheet.employer", {"employer": employer.name}, "CRN-HIRE-04")
    if actor.age:
        yield Line("sheet.age", {"age": actor.age})


def _state(world: CairnWorld, actor: Actor) -> Iterator[Line]:
    """What is wrong now: out of action and why, marks, deprivation with its causes, running timers."""
    if actor.outcome != "in":
        yield Line(f"sheet.outcome.{actor.outcome}")
    if actor.outcome == "critical" and actor.stable:
        yield Line("sheet.stable", {}, "CRN-HEAL-03")
    if actor.dies_at is not None:
        minutes = max(0, actor.dies_at - world.state.clock) // MINUTE
        yield Line("sheet.dies", {"minutes": minutes}, "CRN-CRIT-05")
    if actor.DEX == 0:
        yield Line("sheet.paralysed", {}, "CRN-LOSS-03")
    if actor.WIL == 0:
        yield Line("sheet.delirious", {}, "CRN-LOSS-03")
    if actor.doomed:
        yield Line("sheet.doomed", {}, "CRN-SCAR-18")
    for cause in actor.deprived:
        yield Line("sheet.deprived", _cause(cause), "CRN-FATIGUE-01")
    for mark in actor.conditions:
        until = f"event.{mark.until}" if mark.until else "sheet.until.referee"
        yield Line("sheet.condition", {"condition": f"condition.{mark.id}", "until": until})


def _cause(cause: str) -> dict[str, str]:
    """A cause of deprivation as facts of a message; a scar's cause is "scar:" and the scar's id."""
    if cause.startswith("scar:"):
        return _scar(cause.removeprefix("scar:"), "cause")
    return {"cause": cause_words(cause), "cause_fi": cause_words(cause)}


def _scar(scar_id: str, name: str = "scar") -> dict[str, str]:
    """The name of a scar as facts of a message."""
    scar = scars_by_id().get(scar_id)
    return {name: scar.en if scar is not None else scar_id, f"{name}_fi": scar.fi if scar is not None else scar_id}


def _scars(actor: Actor) -> Iterator[Line]:
    """The scars, each with what was found out about it: a place of its small table, or a text that was typed."""
    for taken in actor.scars:
        scar = scars_by_id().get(taken.id)
        rolled = scar is not None and any(
            taken.note in (row.id, row.ability) for step in scar.steps for row in step.results
        )
        rule = f"CRN-SCAR-{scar.hp_lost + 6:02d}" if scar is not None else ""
        facts = {**_scar(taken.id), "note": f"place.{taken.note}" if rolled else taken.note}
        yield Line("sheet.scar.noted" if taken.note else "sheet.scar", facts, rule)


def _story(world: CairnWorld, actor: Actor) -> Iterator[Line]:
    background = world.content.backgrounds_by_id.get(actor.background)
    for number, table in zip(actor.answers, background.tables if background is not None else ()):
        if 1 <= number <= len(table.options):
            facts = {**twins(table, "question"), **twins(table.options[number - 1], "text")}
            yield Line("sheet.answer", facts, "CRN-HIRE-02")
    for trait, face in actor.traits.items():
        trait_table = world.content.trait_tables_by_id.get(trait)
        if trait_table is not None and 1 <= face <= len(trait_table.entries):
            facts = {**twins(trait_table, name="trait"), **trait_words(trait_table, face)}
            yield Line("sheet.trait", facts, "CRN-HIRE-01")
