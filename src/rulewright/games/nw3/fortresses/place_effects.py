"""Effects of places: another Area, another state of a Gate, a battle (NW3-FORT-20, NW3-GATE-07)."""

from __future__ import annotations

from rulewright.engine.commands import CommandType
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import carrying_out, engages
from rulewright.games.nw3.battles.battle import StartBattle, start_battle
from rulewright.games.nw3.battles.effect_use import Use
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.fortresses import areas, gates, position
from rulewright.games.nw3.fortresses.retreating import put_into
from rulewright.games.nw3.records.fortress_effects import MoveToArea, SetGate, StartCombat
from rulewright.games.nw3.state import Character, Nw3World


def _move_to_area(world: Nw3World, use: Use, effect: MoveToArea, target: Character) -> Procedure[None]:
    """The target is put there; its own Scene begins when it is played."""
    running, place = position.dive(world), position.fortress(world)
    known = place is not None and place.id == effect.fortress and effect.area in place.areas
    if running is None or not known or target.id not in running.where or running.where[target.id] == effect.area:
        return
    battle = world.state.battle
    if battle is not None and target.id in battle.members:
        engages.leave(world, target)
        battle.members.remove(target.id)
        target.pre_action, target.count = False, 0
    tell(world, "area.moved", "NW3-FORT-20", name=target.name)
    put_into(world, target, effect.area)
    yield from ()


def _set_gate(world: Nw3World, use: Use, effect: SetGate, target: Character) -> Procedure[None]:
    place = position.fortress(world)
    if place is not None and place.id == effect.fortress:
        gates.set_state(world, effect.gate, effect.state)
    yield from ()


def _start_combat(world: Nw3World, use: Use, effect: StartCombat, target: Character) -> Procedure[None]:
    """Enemies come into the Area, once however many it touches, and Round Progression starts."""
    here = position.area(world)
    if here is None:
        return
    place, state = here
    mark = f"scene:start_combat>{use.usable.id}"
    if any(mark in one.used for one in position.there(world, place.id)):
        return
    target.used[mark] = 1
    state.cleared = False
    areas.bring_in(world, place.id, state, effect.enemies)
    if world.state.battle is None and areas.can_fight(world):
        yield from start_battle(world, StartBattle(), areas.REFEREE_SEAT)


carrying_out.EFFECTS.update({MoveToArea: _move_to_area, SetGate: _set_gate, StartCombat: _start_combat})
COMMANDS: tuple[CommandType, ...] = ()
