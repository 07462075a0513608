"""What a seat can do now: legal commands with the words that present them, the sensible one first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rulewright.engine.errors import Refused
from rulewright.engine.events import REFEREE
from rulewright.engine.game import Menu, Offer
from rulewright.engine.journal import Seat
from rulewright.games.nw3.battles import blockade, targeting
from rulewright.games.nw3.battles.actions import ClearPressure, HandOver, Identify
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.battle import SetHidden
from rulewright.games.nw3.battles.blocks import ACTIONS, owned, why_not
from rulewright.games.nw3.battles.casting import UseBlock, fitting_weapon, needs_weapon
from rulewright.games.nw3.battles.engages import distance, hindered, needed, reaches
from rulewright.games.nw3.battles.fighters import gone, members, opposing
from rulewright.games.nw3.battles.flying import Fly, Land
from rulewright.games.nw3.battles.main_process import EndMainProcess, require_action
from rulewright.games.nw3.battles.movement import Move, Withdraw
from rulewright.games.nw3.battles.paying import cost_fact
from rulewright.games.nw3.battles.riding import Dismount, Ride, why_not_drive
from rulewright.games.nw3.battles.robe import Equip
from rulewright.games.nw3.battles.seats import own_brooms, why_no_passenger
from rulewright.games.nw3.battles.targeting import sees
from rulewright.games.nw3.battles.uses import cost_of
from rulewright.games.nw3.battles.weapons import held_weapons
from rulewright.games.nw3.dice.critical_values import RollValues
from rulewright.games.nw3.episodes.episode import NextEpisode
from rulewright.games.nw3.episodes.position import awaiting_values, pcs
from rulewright.games.nw3.episodes.rest import Rest
from rulewright.games.nw3.episodes.scenes import CloseScene, OpenScene
from rulewright.games.nw3.fortresses import bans
from rulewright.games.nw3.fortresses.moving import GoThrough
from rulewright.games.nw3.playing import casket_menu, dive_menu, policy, scene_menu
from rulewright.games.nw3.state import Battle, Character, Nw3World, Riding
from rulewright.games.nw3.wizards import equipping
from rulewright.games.nw3.wizards.belongings import there
from rulewright.games.nw3.wizards.standing import rule_value


def menu(world: Nw3World, seat: Seat) -> Menu | None:
    """What the seat can do now, or None where it has nothing to do."""
    battle = world.state.battle
    if battle is None:
        return _outside(world, seat)
    acting = world.state.characters.get(battle.acting)
    if acting is not None and (acting.player == seat.id or (seat.referee and acting.player == "referee")):
        return main_menu(world, battle, acting)
    return None


def _outside(world: Nw3World, seat: Seat) -> Menu | None:
    """Outside of battle the referee leads; a player rolls values that are due."""
    if world.state.over:
        return None
    step = policy.next_step(world)
    facts = {"phase": f"phase.{world.state.phase}"}
    actor = world.state.characters.get(getattr(step, "character", ""))
    to_find = list(scene_menu.offers(world, seat))
    in_dive = [*dive_menu.offers(world, seat), *casket_menu.offers(world, seat)]
    if not seat.referee:
        mine = isinstance(step, RollValues) and actor is not None and actor.player == seat.id
        offers = [*([_step(world, step)] if mine else []), *to_find, *in_dive]
        if offers:  # alone it is nothing that play waits for
            offers += casket_menu.of_deploying(world, seat)
        due = next((place for place, one in enumerate(offers) if _same_way(one.command, step)), None)
        return Menu("menu.outside", tuple(offers), due or 0, facts, due is not None) if offers else None
    advised = dive_menu.offer(world, step) or casket_menu.offer(world, seat, step) or _step(world, step)
    offers = [next((one for one in to_find if one.command == step), advised)]
    offers += [one for one in (*to_find, *in_dive) if one.command != step]
    offers += [_step(world, other) for other in _other_steps(world) if other != step]
    offers += casket_menu.of_deploying(world, seat)
    return Menu("menu.outside", tuple(offers), 0, facts)


def _same_way(one: msgspec.Struct, step: msgspec.Struct) -> bool:
    """Whether a command is the advised step, or leads whoever it can through the same Gate."""
    return one == step or (isinstance(one, GoThrough) and isinstance(step, GoThrough) and one.gate == step.gate)


def _step(world: Nw3World, step: msgspec.Struct) -> Offer:
    character = world.state.characters.get(getattr(step, "character", ""))
    facts = {"scene": getattr(step, "title", ""), "name": character.name if character is not None else ""}
    key = f"menu.{step.__struct_config__.tag}"
    if isinstance(step, Rest):
        key += f".{step.quality}"
    return Offer(step, key, facts, character.id if character is not None else "")


def _other_steps(world: Nw3World) -> Iterator[msgspec.Struct]:
    """What else the referee may do now in the course of an Episode."""
    state = world.state
    if awaiting_values(world):
        return
    if state.scene is not None:
        if state.phase != "climax" or state.battles:
            yield CloseScene()
        yield Rest("enough")
        yield Rest("tense")
    elif state.phase == "after":
        yield NextEpisode()
    elif state.phase in ("opening", "middle"):
        here = tuple(one.id for one in pcs(world))
        yield OpenScene(world.scenario.title, "ordinary", here)


def main_menu(world: Nw3World, battle: Battle, acting: Character) -> Menu:
    """The Main Process of one character, with what the policy would do as default."""
    offers = list(_offers(world, battle, acting))
    if acting.hidden and acting.player == REFEREE:
        found = SetHidden(acting.id, False)
        offers.append(Offer(found, "menu.set_hidden", {"name": acting.name}, acting.id, "NW3-ROUND-12"))
    advised = policy.next_in_battle(world, battle, acting)
    index = next((place for place, offer in enumerate(offers) if offer.command == advised), None)
    if index is None:
        index = next((place for place, one in enumerate(offers) if _alike(one.command, advised)), len(offers) - 1)
    facts = {"name": acting.name, "count": acting.count, "left": _left(world, battle, acting)}
    return Menu("menu.main", tuple(offers), index, facts)


def _alike(one: msgspec.Struct, other: msgspec.Struct) -> bool:
    return isinstance(one, UseBlock) and isinstance(other, UseBlock) and one.block == other.block


def _left(world: Nw3World, battle: Battle, acting: Character) -> list[str]:
    return [f"timing.{timing}" for timing, action in ACTIONS.items() if _may(world, battle, acting, action)]


def _may(world: Nw3World, battle: Battle, acting: Character, action: str) -> bool:
    try:
        require_action(world, battle, acting, action, "")  # type: ignore[arg-type]
    except Refused:
        return False
    return True


def _offers(world: Nw3World, battle: Battle, acting: Character) -> Iterator[Offer]:
    others = [one for one in members(world, battle) if one is not acting and not gone(one) and sees(world, acting, one)]
    if _may(world, battle, acting, "major"):
        yield from _attacks(world, acting, others)
    yield from _blocks(world, battle, acting, auto=False)
    if _may(world, battle, acting, "move") and "rigor" not in acting.statuses:
        yield from _moves(world, battle, acting, others)
    if _may(world, battle, acting, "minor"):
        if "pressure" in acting.statuses:
            yield Offer(ClearPressure(acting.id), "menu.clear_pressure", {}, acting.id, "NW3-STATUS-03")
        yield from _rides(world, battle, acting, others)
        if not (acting.flying or battle.fortress or bans.banned(world, acting, "fly")) and acting.mp:
            yield Offer(Fly(acting.id), "menu.fly", {"mp": acting.mp}, acting.id, "NW3-FLY-02")
    elif rule_value(world.content, acting, "free_ride"):
        yield from _rides(world, battle, acting, others)
    if acting.riding is not None and acting.riding.driver and world.state.options.driver_dismount == "auto_action":
        yield _off(world, acting, acting.riding, "auto_action")
    elif acting.flying and acting.riding is None:
        yield Offer(Land(acting.id), "menu.land", {}, acting.id, "NW3-FLY-04")
    if _may(world, battle, acting, "major"):
        yield from _other_majors(world, acting, others)
        yield from dive_menu.in_battle(world, acting, "major_action")
    if _may(world, battle, acting, "minor"):
        yield from dive_menu.in_battle(world, acting, "minor_action")
    yield from dive_menu.in_battle(world, acting, "free")
    yield from _blocks(world, battle, acting, auto=True)
    yield from _hands(world, acting)
    if world.state.caskets:
        yield from casket_menu.of_logics(world, acting)
    yield Offer(EndMainProcess(acting.id), "menu.end_main", {}, acting.id, "NW3-ROUND-13")


def _rides(world: Nw3World, battle: Battle, acting: Character, others: list[Character]) -> Iterator[Offer]:
    """Getting on a Broom, and off it where that takes a Minor Action (NW3-BROOM-01, -07)."""
    if acting.riding is not None:
        if not acting.riding.driver or world.state.options.driver_dismount == "minor_action":
            yield _off(world, acting, acting.riding, "minor_action")
        return
    if acting.items and not why_not_drive(world, acting):
        for broom in own_brooms(world, acting):
            facts = {"broom": world.content.items_by_id[broom.item].name}
            yield Offer(Ride(acting.id, "", broom.id), "menu.ride", facts, acting.id, "NW3-BROOM-01")
    for driver in others:
        if driver.riding is not None and driver.side == acting.side and not why_no_passenger(world, acting, driver):
            facts = {"driver": driver.name, "broom": world.content.items_by_id[driver.riding.item].name}
            yield Offer(Ride(acting.id, driver.id), "menu.ride_along", facts, acting.id, "NW3-BROOM-01")


def _off(world: Nw3World, acting: Character, riding: Riding, timing: str) -> Offer:
    facts = {"broom": world.content.items_by_id[riding.item].name, "action": f"timing.{timing}"}
    return Offer(Dismount(acting.id), "menu.dismount", facts, acting.id, "NW3-BROOM-07")


def _attacks(world: Nw3World, acting: Character, others: list[Character]) -> Iterator[Offer]:
    for weapon in held_weapons(world, acting):
        if weapon.item is not None and bans.banned(world, acting, "item_class", class_=weapon.item.classes):
            continue
        for target in others:
            if (
                opposing(acting, target)
                and sees(world, acting, target)
                and reaches(world, weapon.range, acting, target, True)
            ):
                facts = {
                    "weapon": weapon.name,
                    "target": target.name,
                    "down": "" if target.hp else "state.incapacitated",
                }
                key = "menu.attack" if target.hp else "menu.attack_down"
                yield Offer(Attack(acting.id, (target.id,), weapon.id), key, facts, acting.id, "NW3-ATTACK-03")


def _blocks(world: Nw3World, battle: Battle, acting: Character, auto: bool) -> Iterator[Offer]:
    """Blocks that take an action, or those that take none."""
    for usable in owned(world, acting):
        timing = next((one for one in usable.block.timings if one in (*ACTIONS, "auto_action")), None)
        if timing is None or (timing == "auto_action") != auto or why_not(world, acting, usable, timing):
            continue
        if timing in ACTIONS and not _may(world, battle, acting, ACTIONS[timing]):
            continue
        cost = cost_fact(cost_of(world, acting, usable))
        facts: dict[str, Any] = {"block": usable.name, "cost": cost or "0", "action": f"timing.{timing}"}
        held = fitting_weapon(world, acting, usable) if needs_weapon(usable) else None
        if held is None and needs_weapon(usable):
            continue
        weapon = held.id if held is not None else ""
        range = held.range if held is not None and usable.block.range == "weapon" else usable.block.range
        if usable.block.target.kind == "self" or targeting.reachable(world, acting, usable, range):
            yield Offer(UseBlock(acting.id, usable.id, (), weapon), "menu.use", facts, acting.id, "NW3-SKILL-18")


def _moves(world: Nw3World, battle: Battle, acting: Character, others: list[Character]) -> Iterator[Offer]:
    if hindered(world, acting):
        if _may(world, battle, acting, "minor") and not bans.banned(world, acting, "withdraw"):
            blocked = blockade.owners(world, battle, acting.engage)
            key = "menu.withdraw_blockade" if blocked else "menu.withdraw"
            yield Offer(Withdraw(acting.id), key, {}, acting.id, "NW3-MOVE-09")
        return
    for target in others:
        if target.band == "field" and acting.band == "field" and distance(acting, target) != "close":
            far = needed(battle, acting, target.id)
            key = "menu.invade" if far == 1 else "menu.invade_far"
            pay: tuple[Any, ...] = ("move",) if far == 1 else ("move", "minor") if far == 2 else ("major",)
            if far <= 3 and all(_may(world, battle, acting, one) for one in pay):
                facts = {"target": target.name, "moves": far}
                yield Offer(Move(acting.id, "invade", target.id, pay), key, facts, acting.id, "NW3-MOVE-08")
    if acting.band != "field":
        return
    for place in world.scenario.places if world.scenario is not None else ():
        if acting.place != place:
            yield Offer(Move(acting.id, "interval", place), "menu.interval", {"place": place}, acting.id, "NW3-MOVE-12")
    yield Offer(Move(acting.id, "long"), "menu.leave", {}, acting.id, "NW3-MOVE-18")


def _other_majors(world: Nw3World, acting: Character, others: list[Character]) -> Iterator[Offer]:
    for target in others:
        tried = f"scenario:identify>{target.id}" in acting.used
        if opposing(acting, target) and not (target.known or target.hidden or tried):
            facts = {"target": target.name}
            yield Offer(Identify(acting.id, target.id), "menu.identify", facts, acting.id, "OP-C04")
    for target in others:
        if target.side == acting.side and target.hp and distance(acting, target) == "close":
            for thing in there(acting):
                item = world.content.items_by_id[thing.item]
                if item.slot == "none":
                    facts = {"item": item.name, "target": target.name}
                    yield Offer(
                        HandOver(acting.id, thing.id, target.id), "menu.hand_over", facts, acting.id, "NW3-ROUND-17"
                    )


def _hands(world: Nw3World, acting: Character) -> Iterator[Offer]:
    """Things in and out of the hands, an Auto Action (NW3-ROUND-19)."""
    may = world.state.options.auto_action_equip  # NW3-SKILL-OPEN-11
    if bans.banned(world, acting, "lunar_robe_swap"):
        return
    for thing in there(acting):
        item = world.content.items_by_id[thing.item]
        if may == "none" or (may == "hands" and item.slot not in equipping.HANDS) or item.slot == "none":
            continue
        if thing.where == "equipped":
            if equipping.why_not_off(world.content, world.state.options, acting, thing):
                continue
            yield Offer(
                Equip(acting.id, thing.id, "robe"), "menu.put_away", {"item": item.name}, acting.id, "NW3-ROUND-19"
            )
        elif not equipping.why_not(world.content, acting, thing, world.state.options):
            yield Offer(Equip(acting.id, thing.id), "menu.take_out", {"item": item.name}, acting.id, "NW3-ROUND-19")
