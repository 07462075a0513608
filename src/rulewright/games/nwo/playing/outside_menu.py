"""What a seat can do outside of turns: the referee leads, players heal, rest and grow."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulewright.engine.events import REFEREE
from rulewright.engine.game import Menu, Offer
from rulewright.engine.journal import Seat
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles.actions import WakeUp
from rulewright.games.nwo.battles.battle import EndBattle, StartBattle
from rulewright.games.nwo.battles.prana import FillPrana
from rulewright.games.nwo.battles.resting import EndScene, GrantRest, Rest
from rulewright.games.nwo.growth import growing_menu
from rulewright.games.nwo.people import down
from rulewright.games.nwo.playing import menu as turn
from rulewright.games.nwo.playing import policy
from rulewright.games.nwo.state import Character, NwoWorld


def menu(world: NwoWorld, seat: Seat) -> Menu | None:
    """What the seat can do now, or None where it has nothing to do."""
    step = policy.next_step(world)
    offers = list(_own(world, seat))
    if not seat.referee:
        return Menu("menu.outside", tuple(offers), 0, {}, due=world.state.over) if offers else None
    led = [_step(step)] if step is not None else []
    led += [_step(one) for one in _others(world, step)]
    found = (*led, *offers)
    return Menu("menu.outside", found, 0, {}, due=step is not None) if found else None


def _step(step: msgspec.Struct) -> Offer:
    return Offer(step, f"menu.{step.__struct_config__.tag}", {"victory": getattr(step, "victory", "")})


def _others(world: NwoWorld, step: msgspec.Struct | None) -> Iterator[msgspec.Struct]:
    """What else the referee may do between fights."""
    if world.state.battle is not None:
        yield EndBattle()
        return
    if world.state.over:
        return
    if world.state.battles:
        yield StartBattle(world.scenario.victory)
        yield GrantRest()
        yield EndScene()


def _own(world: NwoWorld, seat: Seat) -> Iterator[Offer]:
    """What can be done with the seat's characters."""
    if world.state.battle is not None:
        return
    for one in world.state.characters.values():
        if one.dead or not one.present:
            continue
        if one.player == seat.id or (seat.referee and one.player == REFEREE):
            yield from growing_menu.offers(world, one)
            if one.hp > 0 and not world.state.over and world.state.battles:
                yield from _between_fights(world, one)
        if seat.referee and one.kind == "pc" and one.prana < one.prana_max:
            yield Offer(FillPrana(one.id), "menu.fill_prana", {"name": one.name}, one.id, "NWO-PRANA-10")


def _between_fights(world: NwoWorld, one: Character) -> Iterator[Offer]:
    if one.rest_granted:
        yield Offer(Rest(one.id), "menu.rest", {"name": one.name}, one.id, "NWO-STATUS-13")
    if one.fainted:
        yield Offer(WakeUp(one.id), "menu.wake_up", {}, one.id, "NWO-STATUS-07")
    yield from turn.prana_offers(world, None, one)
    if one.casting is None and not one.fainted:
        if _somebody_hurt(world):
            yield from turn.spell_offers(world, one)
        yield from turn.item_offers(world, one)


def _somebody_hurt(world: NwoWorld) -> bool:
    return any(one.hp < standing.hp_max(one) and not down(one) for one in world.state.characters.values())
