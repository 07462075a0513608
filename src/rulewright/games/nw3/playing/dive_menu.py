"""What a seat can do now in a Lunar Casket and in a Dive: legal commands with the words that present them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rulewright.engine.game import Offer
from rulewright.engine.journal import Seat
from rulewright.games.nw3.battles.battle import StartBattle
from rulewright.games.nw3.battles.weapons import held_weapons
from rulewright.games.nw3.casket_state import AreaState, Casket, Dive
from rulewright.games.nw3.episodes.staging import PlayPrepared, prepared_scene
from rulewright.games.nw3.fortresses import areas, danger, gates, position, standing_up
from rulewright.games.nw3.fortresses.caskets import RemoveCasket
from rulewright.games.nw3.fortresses.diving import (
    EndDive,
    EnterFortress,
    LeaveFortress,
    OpenFortress,
    Permit,
    RulerDefeated,
    SetFlag,
)
from rulewright.games.nw3.fortresses.moving import GoThrough, may_go_on
from rulewright.games.nw3.fortresses.objects import AttackObject, BreakCore, OperateObject, ShowObject
from rulewright.games.nw3.fortresses.refereeing import EventResolved, PlayArea, RollOrChoose, SetCleared, SetGate
from rulewright.games.nw3.fortresses.retreating import may_leave
from rulewright.games.nw3.fortresses.searching import SearchGate
from rulewright.games.nw3.records.fortresses import Area
from rulewright.games.nw3.records.places import Chart, Object
from rulewright.games.nw3.state import Character, Nw3World


def offer(world: Nw3World, step: msgspec.Struct, everything: bool = False) -> Offer | None:
    """The words of a command of this chapter; None of any other. `everything` names what players do not know."""
    words = _words(world, step, everything)
    if words is None:
        return None
    key, facts = words
    return Offer(step, key, facts, str(getattr(step, "character", "")), "")


def offers(world: Nw3World, seat: Seat) -> Iterator[Offer]:
    """What the seat can do outside of battle."""
    if seat.role == "spectator" or world.state.over:
        return
    for command in _commands(world, seat):
        made = offer(world, command, seat.referee)
        if made is not None:
            yield made


def ways_on(world: Nw3World, seat: Seat, gate: str = "") -> Iterator[Offer]:
    """Those of them that lead out of the Area that is played, through one Gate or through any."""
    if world.state.battle is None:
        for one in offers(world, seat):
            if isinstance(one.command, GoThrough) and gate in ("", one.command.gate):
                yield one


def in_battle(world: Nw3World, acting: Character, action: str) -> Iterator[Offer]:
    """What one who acts can do to the Objects of the Area with this action."""
    here = position.area(world)
    if here is None:
        return
    place, state = here
    for thing in _things(world, place, state, everything=acting.player == "referee"):
        if thing.interact is not None and thing.interact.action == action and _uses_left(state, thing):
            made = offer(world, OperateObject(acting.id, thing.id))
            if made is not None:
                yield made
        if action == "major_action":
            for blow in _blows(world, acting, thing):
                made = offer(world, blow)
                if made is not None:
                    yield made


def _commands(world: Nw3World, seat: Seat) -> Iterator[msgspec.Struct]:
    casket, running, here = position.casket(world), position.dive(world), position.area(world)
    if casket is not None and not casket.fortress:
        ruler = world.state.characters.get(casket.ruler)
        if ruler is not None and not standing_up.locked(world, casket) and (seat.referee or ruler.player == seat.id):
            yield RemoveCasket(ruler.id)
    if running is None:
        return
    if here is not None:
        yield from _in_area(world, seat, running, *here)
    if seat.referee and casket is not None:
        yield from _of_referee(world, casket, running)


def _in_area(world: Nw3World, seat: Seat, running: Dive, place: Area, state: AreaState) -> Iterator[msgspec.Struct]:
    present = [one for one in position.there(world, place.id) if one.kind == "pc" and one.present]
    mine = [one for one in present if seat.referee or one.player == seat.id]
    if not mine:
        return
    for group in [present] if seat.referee or len(present) == len(mine) else [present, mine]:
        if any(one.hp for one in group):
            yield from _gates(world, running, place, state, group)
    able = [one for one in mine if one.hp]
    for one in able:
        if not danger.tried(world, "secret_gate", "", one):
            yield SearchGate(one.id)
        for thing in _things(world, place, state, everything=seat.referee):
            if thing.interact is not None and _uses_left(state, thing):
                yield OperateObject(one.id, thing.id)
            yield from _blows(world, one, thing)
            by_word = thing.destroy_by is None or thing.destroy_by == "area_cleared"
            if thing.kind == "core" and by_word and state.cleared:
                yield BreakCore(one.id)
    leaving = [one for one in mine if may_leave(world, one)]
    if any(one.hp for one in leaving):
        yield LeaveFortress(tuple(one.id for one in leaving))


def _gates(
    world: Nw3World, running: Dive, place: Area, state: AreaState, group: list[Character]
) -> Iterator[msgspec.Struct]:
    for gate in gates.usable(world, place.id, len(group)):
        if may_go_on(world, place, state, gate, group):
            yield GoThrough(gate.id, tuple(one.id for one in group))


def _things(world: Nw3World, place: Area, state: AreaState, everything: bool) -> Iterator[Object]:
    return (one for one in position.things(world, place, state) if everything or position.can_see(state, one))


def _uses_left(state: AreaState, thing: Object) -> bool:
    most = thing.interact.uses if thing.interact is not None else 0
    return not most or state.operated.get(thing.id, 0) < most


def _blows(world: Nw3World, one: Character, thing: Object) -> Iterator[AttackObject]:
    if thing.destructible is None or (thing.kind == "core" and thing.destroy_by != "damage"):
        return
    for weapon in held_weapons(world, one):
        yield AttackObject(one.id, thing.id, weapon.id)


def _of_referee(world: Nw3World, casket: Casket, running: Dive) -> Iterator[msgspec.Struct]:
    here = position.area(world)
    if here is not None:
        place, state = here
        if areas.can_fight(world):
            yield StartBattle()
        if position.kind_of(place, state) == "event" and not state.resolved:
            yield EventResolved()
        elif not state.cleared:
            yield SetCleared()
        yield from _chart(world, place, state)
        for thing in _things(world, place, state, everything=True):
            if not position.can_see(state, thing):
                yield ShowObject(thing.id)
            if thing.kind == "core":
                yield BreakCore()
        yield from _gate_states(world, running, place)
    for id in dict.fromkeys(running.where.values()):
        if (here is None or id != here[0].id) and position.party(position.there(world, id)):
            yield PlayArea(id)
    inside = position.party_in(world, running)
    if running.begun and casket.ruler:
        if not casket.ruler_defeated:
            yield RulerDefeated()
        waiting = [one for one in inside if not may_leave(world, one)]
        if waiting:
            yield Permit(tuple(one.id for one in inside))
    yield EndDive()


def _chart(world: Nw3World, place: Area, state: AreaState) -> Iterator[msgspec.Struct]:
    if place.chart is None or state.charted or position.kind_of(place, state) not in ("normal", "object", "enemy"):
        return
    yield RollOrChoose()
    for number in range(1, len(position.record(world, Chart, place.chart).entry) + 1):
        yield RollOrChoose(number)


def _gate_states(world: Nw3World, running: Dive, place: Area) -> Iterator[msgspec.Struct]:
    fortress = position.fortress(world)
    for gate in fortress.gates_at[place.id] if fortress is not None else ():
        if gate.kind == "secret" and not position.gate_state(running, gate.id).revealed:
            yield SetGate(gate.id, revealed=True)
        elif gates.why_not(world, gate, place.id) in ("gate_closed", "gate_damaged"):
            yield SetGate(gate.id, "open")


def _words(world: Nw3World, step: msgspec.Struct, everything: bool) -> tuple[str, dict[str, Any]] | None:
    """The key and the facts of an offer."""
    characters = world.state.characters
    id = str(getattr(step, "character", ""))
    who = characters[id].name if id in characters else ""
    names = ", ".join(characters[id].name for id in getattr(step, "characters", ()) if id in characters)
    match step:
        case GoThrough():
            area = _beyond(world, step.gate, everything)
            return "menu.go_through_gate", {"name": names, "gate": _sort(world, step.gate), "area": area}
        case SearchGate():
            return "menu.search_gate", {"name": who}
        case OperateObject():
            return "menu.operate_object", {"name": who, "object": _name(world, step.object)}
        case AttackObject():
            weapon = next((one.name for one in held_weapons(world, characters[step.character])
                           if one.id == step.weapon), step.weapon)  # fmt: skip
            return "menu.attack_object", {"name": who, "object": _name(world, step.object), "weapon": weapon}
        case ShowObject():
            return "menu.show_object", {"object": _name(world, step.object)}
        case BreakCore():
            return ("menu.break_core", {"name": who}) if who else ("menu.break_core_by_word", {})
        case LeaveFortress() | EnterFortress() | Permit():
            return f"menu.{step.__struct_config__.tag}", {"name": names}
        case OpenFortress():
            return "menu.open_fortress", {}
        case RemoveCasket():
            return "menu.remove_casket", {"name": who}
        case SetGate():
            key = "menu.reveal_gate" if step.revealed else "menu.gate_open"
            return key, {"area": _beyond(world, step.gate, everything=True)}
        case PlayArea():
            here = position.area_of(world, step.area)
            return "menu.play_area", {"area": here[0].name if here is not None else ""}
        case PlayPrepared():
            scene = prepared_scene(world, step.scene)
            return "menu.play_prepared", {"scene": scene.title if scene is not None else ""}
        case RollOrChoose(entry=int(number)):
            return "menu.choose_entry", {"number": number}
        case SetFlag():
            return "menu.set_story_flag", {"flag": step.flag}
        case EndDive():
            return ("menu.end_dive_failed" if step.failed else "menu.end_dive"), {}
        case SetCleared(cleared=False):
            return "menu.not_cleared", {}
        case EventResolved() | SetCleared() | RollOrChoose() | RulerDefeated():
            return f"menu.{step.__struct_config__.tag}", {}
        case StartBattle() if world.state.scene is not None and world.state.scene.area:
            return "menu.start_battle", {}
    return None


def _name(world: Nw3World, id: str) -> str:
    return position.record(world, Object, id).name


def _sort(world: Nw3World, id: str) -> str:
    """The words for the kind of a Gate."""
    fortress = position.fortress(world)
    return f"map.gate.{fortress.gates[id].kind}" if fortress is not None and id in fortress.gates else ""


def _beyond(world: Nw3World, id: str, everything: bool) -> str:
    """The Area behind a Gate of this Area, as far as it is known."""
    here, fortress = position.area(world), position.fortress(world)
    gate = fortress.gates.get(id) if fortress is not None else None
    return gates.beyond(world, gate, here[0].id, everything) if here is not None and gate is not None else gates.UNKNOWN
