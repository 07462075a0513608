"""What a seat can do about traps, Danger Sense and Logics: offers for the menu."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulewright.engine.game import Offer
from rulewright.engine.journal import Seat
from rulewright.games.nw3.battles.fighters import able
from rulewright.games.nw3.fortresses import position, traps
from rulewright.games.nw3.fortresses.caskets import SKILL, DeployCasket
from rulewright.games.nw3.fortresses.danger import AnnounceDanger, CallDangerSense
from rulewright.games.nw3.fortresses.in_force import casket_of, logic_of
from rulewright.games.nw3.fortresses.logics import EndLogic, RemoveLogic, RevealLogic, why_not_remove
from rulewright.games.nw3.fortresses.position import party_here
from rulewright.games.nw3.fortresses.traps import CallIdentification, IdentifyTrap, RemoveTrap, ResetTrap, SetOffTrap
from rulewright.games.nw3.records.places import Trap
from rulewright.games.nw3.state import Character, Nw3World


def offers(world: Nw3World, seat: Seat) -> Iterator[Offer]:
    """What the seat can do outside of a battle: with its own PCs, and the referee with the whole place."""
    if not (world.state.caskets or traps.traps_here(world)):
        return
    yield from of_traps(world, seat)
    for character in world.state.characters.values():
        if character.player == seat.id or (seat.referee and character.player == "referee"):
            yield from of_logics(world, character)
    if seat.referee:
        yield from of_referee(world)


def of_deploying(world: Nw3World, seat: Seat) -> Iterator[Offer]:
    """A Lunar Casket over the Scene, for each PC that could deploy one outside of a battle (NW3-CASKET-02)."""
    if world.state.scene is None or world.state.battle is not None:
        return
    nested = world.state.options.nested_caskets
    for one in party_here(world):
        mine = one.player == seat.id or seat.referee
        inside = any(one.id in casket.inside for casket in world.state.caskets)
        if mine and able(one) and SKILL in one.skills and (nested or not inside):
            yield Offer(DeployCasket(one.id), "menu.deploy_casket", {"name": one.name}, one.id, "NW3-CASKET-02")


def offer(world: Nw3World, seat: Seat, step: msgspec.Struct) -> Offer | None:
    """The words of a command of these, None of any other."""
    return next((one for one in offers(world, seat) if one.command == step), None)


def of_traps(world: Nw3World, seat: Seat) -> Iterator[Offer]:
    """Finding the trap that is dealt with, stopping it, and setting it off."""
    found = traps.current(world)
    if found is None or world.state.battle is not None:
        return
    trap, state = found
    for one in traps.seekers(world, state):
        if (one.player == seat.id or seat.referee) and one.id not in state.tried:
            facts = {"name": one.name}
            yield Offer(IdentifyTrap(one.id), "menu.identify_trap", facts, one.id, "NW3-TRAP-02")
            yield Offer(IdentifyTrap(one.id, passes=True), "menu.pass_trap", facts, one.id, "NW3-TRAP-02")
    removers = traps.removers(world, state)
    for one in party_here(world) if state.progress == "identified" else ():
        if able(one) and (one.player == seat.id or seat.referee):
            facts = {"name": one.name, "trap": trap.name, "removal": str(trap.removal)}
            if one in removers:
                yield Offer(RemoveTrap(one.id), "menu.remove_trap", facts, one.id, "NW3-TRAP-05")
            yield Offer(SetOffTrap(one.id), "menu.set_off_trap", facts, one.id, "NW3-TRAP-11")


def of_logics(world: Nw3World, character: Character) -> Iterator[Offer]:
    """Each Logic that a character could lift with Prana."""
    casket = casket_of(world, character)
    for id in casket.logics if casket is not None else ():
        if casket is not None and not why_not_remove(world, character, id)[0]:
            facts = {"name": character.name, "logic": logic_of(world, casket, id).name}
            yield Offer(RemoveLogic(character.id, id), "menu.remove_logic", facts, character.id, "NW3-LOGIC-06")


def of_referee(world: Nw3World) -> Iterator[Offer]:
    """Danger Sense, traps to be armed again, and Logics to be revealed or ended."""
    if world.state.scene is None:
        return
    yield Offer(CallDangerSense(), "menu.call_danger_sense", {}, "", "NW3-DANGER-01")
    danger = world.state.danger
    here = {one.id for one in party_here(world)}
    if danger is not None and here & set(danger.noticed) - set(danger.told):
        yield Offer(AnnounceDanger(), "menu.announce_danger", {}, "", "NW3-DANGER-05")
    if (found := traps.current(world)) is not None and found[1].progress == "armed":
        yield Offer(CallIdentification(), "menu.call_identification", {"trap": found[0].name}, "", "NW3-TRAP-02")
    for id, state in traps.traps_here(world).items():
        if state.progress == "spent":
            facts = {"trap": position.record(world, Trap, id).name}
            yield Offer(ResetTrap(id), "menu.reset_trap", facts, "", "NW3-TRAP-10")
    casket = position.casket(world)
    for id in casket.logics if casket is not None else ():
        if casket is None:
            continue
        facts = {"logic": logic_of(world, casket, id).name}
        if id not in casket.revealed:
            yield Offer(RevealLogic(id), "menu.reveal_logic", facts, "", "NW3-LOGIC-04")
        yield Offer(EndLogic(id), "menu.end_logic", facts, "", "NW3-LOGIC-01")
