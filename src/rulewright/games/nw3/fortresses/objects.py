"""Objects of an Area: operating them, attacking them, breaking the Core (NW3-FORT-09, -19, NW3-DIVE-12)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.events import REFEREE
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.engine.world import new_id
from rulewright.games.nw3.battles import windows
from rulewright.games.nw3.battles.fighters import able, own, require_able, tell
from rulewright.games.nw3.battles.main_process import Action, acting, finish, require_action, spend_action
from rulewright.games.nw3.battles.rounds import carry_on
from rulewright.games.nw3.battles.weapons import weapon_of
from rulewright.games.nw3.casket_state import AreaState
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.calling import prepared
from rulewright.games.nw3.dice.judges import succeeds
from rulewright.games.nw3.fortresses import gates, position, pressing, standing_up
from rulewright.games.nw3.records.fortresses import Area
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.places import Object
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import Carried, Character, Nw3World

_Id = Annotated[str, msgspec.Meta(max_length=80)]
_ACTIONS: dict[str, Action] = {"minor_action": "minor", "major_action": "major"}

_NOBODY = Option("", "chart.nobody")


class OperateObject(msgspec.Struct, frozen=True, tag="operate_object", tag_field="do"):
    """Operate an Object of the Area; in a battle with the action that it asks for."""

    character: str
    object: _Id


class AttackObject(msgspec.Struct, frozen=True, tag="attack_object", tag_field="do"):
    """Attack an Object of the Area that can be destroyed, in a battle as a Major Action."""

    character: str
    object: _Id
    weapon: str = ""


class BreakCore(msgspec.Struct, frozen=True, tag="break_core", tag_field="do"):
    """PCs break the Fortress Core when its Area is cleared; without a character the referee declares it."""

    character: str = ""


class ShowObject(msgspec.Struct, frozen=True, tag="show_object", tag_field="do"):
    """The referee shows the players an Object of the Area that is out of sight."""

    object: _Id


def thing_here(world: Nw3World, id: str, seat: Seat, rule: str) -> tuple[Area, AreaState, Object]:
    """An Object of the Area that works and that the seat may know of; raises `Refused` "object_not_here"."""
    _, place, state = position.require_area(world, rule)
    if id not in state.objects:
        raise Refused("object_not_here", rule, object=id)
    thing = position.record(world, Object, id)
    if not position.in_effect(place, state, thing) or not (seat.referee or position.can_see(state, thing)):
        raise Refused("object_not_here", rule, object=id)
    return place, state, thing


def _able(world: Nw3World, id: str, seat: Seat, rule: str) -> Character:
    character = own(world, id, seat)
    require_able(character)
    if not character.present:
        raise Refused("not_in_scene", rule, name=character.name)
    return character


def _require_action(world: Nw3World, character: Character, action: str, rule: str) -> None:
    """In a battle it takes the character's own Main Process, and the action if there is one."""
    if world.state.battle is not None:
        battle, _ = acting(world, character)
        if action in _ACTIONS:
            require_action(world, battle, character, _ACTIONS[action], rule)


def _spend(world: Nw3World, character: Character, action: str) -> None:
    battle = world.state.battle
    if battle is not None and action in _ACTIONS:
        spend_action(battle, _ACTIONS[action])
        finish(battle, character)


def operate_object(world: Nw3World, command: OperateObject, seat: Seat) -> Procedure[None]:
    """Refuses `object_not_here`, `not_in_scene`, `limit_reached`, and what an action in a battle refuses."""
    character = _able(world, command.character, seat, "NW3-FORT-19")
    _, state, thing = thing_here(world, command.object, seat, "NW3-FORT-19")
    if thing.interact is None:
        raise Refused("not_operable", "NW3-FORT-19", object=thing.name)
    if thing.interact.uses and state.operated.get(thing.id, 0) >= thing.interact.uses:
        raise Refused("limit_reached", "NW3-FORT-19", block=thing.name)
    _require_action(world, character, thing.interact.action, "NW3-FORT-19")
    _spend(world, character, thing.interact.action)
    tell(world, "object.tried", "NW3-FORT-19", name=character.name, object=thing.name)
    stat, difficulty = thing.interact.stat, thing.interact.difficulty
    if stat is None or difficulty is None or (yield from _succeeds(world, character, stat, difficulty)):
        state.operated[thing.id] = state.operated.get(thing.id, 0) + 1
        yield from _works(world, character, thing)
    yield from carry_on(world)


def _succeeds(world: Nw3World, character: Character, stat: str, difficulty: int) -> Procedure[bool]:
    judge = yield from prepared(world, character, "called", stat, difficulty=difficulty, hidden=True)  # type: ignore[arg-type]
    return succeeds(judge, (yield from windows.normal(world, character, judge, stat)))


def _works(world: Nw3World, character: Character, thing: Object) -> Procedure[None]:
    """What an Object does for who has operated it."""
    tell(world, "object.operated", "NW3-FORT-19", name=character.name, object=thing.name)
    if thing.kind == "gate_release":
        gates.operated(world, thing.gates)
    elif thing.kind == "cache":
        keeps = character.sheet is not None
        give(world, character, thing.items, thing.valco if keeps else 0)
        if thing.valco and not keeps:
            yield from share_money(world, thing.valco)
    else:
        tell(world, "object.prose", "NW3-FORT-19", name=character.name, object=thing.name, text=thing.text)


def give(world: Nw3World, character: Character, items: tuple[str, ...], valco: int) -> None:
    """Things and money that are found come to somebody; things into the Lunar Robe."""
    for id in items:
        character.items.append(Carried(new_id(world.state, id), id))
        tell(world, "object.found", "NW3-FORT-19", name=character.name, item=position.record(world, Item, id).name)
    if valco and character.sheet is not None:
        character.sheet.money += valco
        tell(world, "object.money", "NW3-FORT-19", name=character.name, valco=valco)


def share_money(world: Nw3World, valco: int) -> Procedure[None]:
    """The referee says which PC in the Scene comes by money; only who has a Sheet can keep it (NW3-FORT-06, -19)."""
    finders = [one for one in position.party_here(world) if able(one) and one.sheet is not None]
    if not finders:
        return
    options = (*(Option(one.id, "chart.finder", {"name": one.name}) for one in finders), _NOBODY)
    question = Question("who_finds", REFEREE, options, finders[0].id, "NW3-FORT-06", {"valco": valco})
    chosen = yield from ask(question)
    if chosen:
        give(world, world.state.characters[chosen], (), valco)


def attack_object(world: Nw3World, command: AttackObject, seat: Seat) -> Procedure[None]:
    """Refuses `object_not_here`, `indestructible`, and what an attack with the weapon refuses (NW3-FORT-19).

    Without Hit Check and Dodge Check: the damage roll against the fixed number of the Object.
    """
    character = _able(world, command.character, seat, "NW3-FORT-19")
    _, state, thing = thing_here(world, command.object, seat, "NW3-FORT-19")
    hard = thing.destructible
    if hard is None or (thing.kind == "core" and thing.destroy_by != "damage"):
        raise Refused("indestructible", "NW3-FORT-19", object=thing.name)
    weapon = weapon_of(world, character, command.weapon)
    _require_action(world, character, "major_action", "NW3-FORT-19")
    _spend(world, character, "major_action")
    physical = weapon.damage_kind == "physical"
    kind = "patk" if physical else "matk"
    tell(world, "object.attacked", "NW3-FORT-19", name=character.name, object=thing.name)
    judge = yield from judging.on_stat(world, character, kind, kind, "numeric", own=weapon.bonus)  # type: ignore[arg-type]
    outcome = yield from judging.alone(world, character, judge)
    defence = (hard.pdef if physical else hard.mdef) + numbers().judge.any_seven
    damage = max(0, outcome.result - defence)
    left = state.hp[thing.id] = max(0, state.hp.get(thing.id, hard.hp) - damage)
    tell(world, "object.damaged", "NW3-FORT-19", object=thing.name, damage=damage)
    if not left:
        yield from break_thing(world, state, thing)
    yield from carry_on(world)


def break_core(world: Nw3World, command: BreakCore, seat: Seat) -> Procedure[None]:
    """Refuses `object_not_here`, `area_not_cleared`, `not_referee`, `indestructible` (NW3-DIVE-12)."""
    character = _able(world, command.character, seat, "NW3-DIVE-12") if command.character else None
    _, place, state = position.require_area(world, "NW3-DIVE-12")
    core = next((one for one in _things(world, state) if one.kind == "core" and one.id not in state.broken), None)
    if core is None:
        raise Refused("object_not_here", "NW3-DIVE-12", object="core")
    if character is None or core.destroy_by == "gm":
        if not seat.referee:
            raise Refused("not_referee", "NW3-DIVE-12", command="break_core")
    elif core.destroy_by == "damage":
        raise Refused("indestructible", "NW3-DIVE-12", object=core.name)
    elif not state.cleared:
        raise Refused("area_not_cleared", "NW3-DIVE-12", area=place.name)
    yield from break_thing(world, state, core)


def break_thing(world: Nw3World, state: AreaState, thing: Object) -> Procedure[None]:
    """An Object is broken: nothing of it works any more; without its Core the Lunar Casket may fall (NW3-CASKET-12)."""
    state.broken.append(thing.id)
    tell(world, "object.broken", "NW3-FORT-19", object=thing.name)
    pressing.settle(world)
    casket = position.stronghold(world)
    if thing.kind == "core" and casket is not None:
        casket.core = False
        yield from standing_up.reconsider(world, casket)


def show_object(world: Nw3World, command: ShowObject, seat: Seat) -> Procedure[None]:
    """Refuses `object_not_here`."""
    _, state, thing = thing_here(world, command.object, seat, "NW3-FORT-19")
    if not position.can_see(state, thing):
        state.found.append(thing.id)
        tell(world, "object.shown", "NW3-FORT-19", object=thing.name)
    yield from ()


def _things(world: Nw3World, state: AreaState) -> list[Object]:
    return [position.record(world, Object, id) for id in state.objects]


COMMANDS = (
    CommandType(OperateObject, operate_object, "NW3-FORT-19"),
    CommandType(AttackObject, attack_object, "NW3-FORT-19"),
    CommandType(BreakCore, break_core, "NW3-DIVE-12"),
    CommandType(ShowObject, show_object, "NW3-FORT-19", "referee"),
)
