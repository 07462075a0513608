"""The default policy: plays both sides of a fight sensibly and takes the party through a scenario.

It finishes weak foes first without wasting more than two attackers on one, leaves the fallen alone, binds the
wounds of friends, uses Blast where it catches several, casts damaging spells from a book in hand, and runs when
there is somewhere to run and the fight is lost.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rulewright.engine.drivers import by_default
from rulewright.engine.game import AnyWorld
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Question
from rulewright.games.cairn.actors import in_fight, side_of
from rulewright.games.cairn.content import damage_dice
from rulewright.games.cairn.declarations import Declare, undeclared
from rulewright.games.cairn.delve import Go, Search
from rulewright.games.cairn.healing import ShortRest, Treat
from rulewright.games.cairn.inventory import Hold, can_make_room, effective_hp
from rulewright.games.cairn.magic import spell_of
from rulewright.games.cairn.reactions import Reaction
from rulewright.games.cairn.rounds import EndFight, LockPhase, StartFight
from rulewright.games.cairn.scenario import hostile, room_of, unmet
from rulewright.games.cairn.state import Actor, CairnWorld, Fight
from rulewright.games.cairn.wounds import treatable

REFEREE = Seat("referee", "Referee", "referee")
_LOCK = LockPhase()
_HELPERS = 2  # attackers that one foe is worth in a phase


class DefaultPolicy:
    """Plays for everybody at the table."""

    def command(self, world: AnyWorld) -> tuple[Seat, msgspec.Struct] | None:
        """The next command, given from the referee's seat, or None where the scenario is over."""
        state = world.state
        fight = state.fight
        if fight is not None:
            if fight.round > world.scenario.round_limit:
                return REFEREE, EndFight()
            waiting = next(undeclared(world, fight), None)
            return REFEREE, _LOCK if waiting is None else move_of(world, fight, waiting)
        if state.over:
            return None
        return _in_peace(world)

    def answer(self, world: AnyWorld, question: Question) -> Any:
        """The default of the question, or its first legal answer."""
        return by_default(question)


def _in_peace(world: CairnWorld) -> tuple[Seat, msgspec.Struct] | None:
    state = world.state
    unknown = unmet(world) if world.scenario.rooms else []
    if unknown:
        return REFEREE, Reaction(unknown[0].id)
    fighting = hostile(world)
    if fighting:
        return REFEREE, StartFight(tuple(group.id for group in fighting), state.escape)
    party = [actor for actor in side_of(world, "party") if in_fight(actor)]
    if not party:
        return None
    if (treat := _treatment(world, party)) is not None:
        helper, thing, target = treat
        return REFEREE, Treat(helper, thing, target)
    if any(actor.hp < actor.hp_max and not actor.deprived for actor in party):
        tired = tuple(actor.id for actor in side_of(world, "party") if actor.outcome in ("in", "critical"))
        return REFEREE, ShortRest(tuple(one for one in tired if _may_rest(world, one)))
    room = room_of(world)
    if room is None:
        return None
    if room.id not in state.found and room.finds:
        return REFEREE, Search()
    if (onward := _way(world)) is not None:
        return REFEREE, Go(onward)
    return None


def _may_rest(world: CairnWorld, actor_id: str) -> bool:
    actor = world.state.actors[actor_id]
    return not actor.deprived or (actor.outcome == "critical" and actor.stable)


def _treatment(world: CairnWorld, party: list[Actor]) -> tuple[str, str, str] | None:
    for target in side_of(world, "party"):
        if not treatable(target):
            continue
        for helper in party:
            if helper is not target and (thing := _bandage(world, helper)):
                return helper.id, thing, target.id
    return None


def _bandage(world: CairnWorld, actor: Actor) -> str:
    for thing in actor.items:
        item = world.content.items_by_id.get(thing.item)
        if item is not None and item.stabilises and thing.uses != 0:
            return thing.id
    return ""


def _way(world: CairnWorld) -> str | None:
    """The next room on the shortest way to the goal."""
    rooms = {room.id: room for room in world.scenario.rooms}
    start = world.state.room
    first: dict[str, str] = {exit: exit for exit in rooms[start].exits}
    queue = list(first)
    while queue:
        here = queue.pop(0)
        if rooms[here].goal:
            return first[here]
        for exit in rooms[here].exits:
            if exit not in first and exit != start:
                first[exit] = first[here]
                queue.append(exit)
    return None


def move_of(world: CairnWorld, fight: Fight, actor: Actor) -> Declare | Hold:
    """What the actor does next: take a weapon in hand if there is none, else declare."""
    declared = declaration(world, fight, actor)
    unarmed = declared.action == "attack" and not declared.weapon and not actor.monster
    if unarmed and actor.id not in fight.hands_changed and (drawn := _draw(world, actor)):
        return Hold(actor.id, (drawn,))
    return declared


def _draw(world: CairnWorld, actor: Actor) -> str:
    """The best weapon in the pack, or ""."""
    best, best_worth = "", 0.0
    for thing in actor.items:
        item = world.content.items_by_id.get(thing.item)
        if item is None or not item.damage or thing.where != "pack" or thing.uses == 0:
            continue
        worth = _worth(damage_dice(item.damage))
        if worth > best_worth:
            best, best_worth = thing.id, worth
    return best


def declaration(world: CairnWorld, fight: Fight, actor: Actor) -> Declare:
    """What the actor does in this phase."""
    actors = world.state.actors
    friends: list[Actor] = []
    targets: list[Actor] = []
    side = actor.side
    for member in fight.members:
        one = actors[member]
        if in_fight(one):
            (friends if one.side == side else targets).append(one)
    if not targets:
        return Declare(actor.id, "pass")
    if side == "party":
        if fight.escape and _hopeless(world, friends, targets):
            return Declare(actor.id, "retreat", 12)
        if (aid := _aid(world, fight, actor)) is not None:
            return aid
    if actor.monster:
        return _creature(world, fight, actor, targets)
    return _character(world, fight, actor, targets)


def _hopeless(world: CairnWorld, friends: list[Actor], foes: list[Actor]) -> bool:
    """A third of the foes' numbers or less, or nobody with any HP against more foes than friends."""
    if len(friends) * 3 <= len(foes):
        return True
    if len(foes) < 2 or len(foes) < len(friends):
        return False
    return all(friend.STR <= 7 and effective_hp(world, friend) == 0 for friend in friends)


def _aid(world: CairnWorld, fight: Fight, actor: Actor) -> Declare | None:
    for one in fight.members:
        target = world.state.actors[one]
        if target.side != "party" or target.outcome == "in" or target is actor or not treatable(target):
            continue
        if any(declared.action == "aid" and one in declared.targets for declared in fight.declared.values()):
            continue
        if thing := _bandage(world, actor):
            return Declare(actor.id, "aid", item=thing, targets=(one,))
    return None


def _creature(world: CairnWorld, fight: Fight, actor: Actor, targets: list[Actor]) -> Declare:
    attacks = world.content.monsters_by_id[actor.monster].attacks
    best, best_worth = None, -1.0
    for attack in attacks:
        if attack.cooldown_rounds and fight.cooldowns.get(f"{actor.id}:{attack.id}", 0) > fight.round:
            continue
        worth = _worth(damage_dice(attack.damage))
        if attack.blast:
            worth *= len(targets)
        if worth > best_worth:
            best, best_worth = attack, worth
    if best is None:
        return Declare(actor.id, "attack", targets=(_target(world, fight, targets).id,))
    if best.blast or (actor.detachment and not any(target.detachment for target in targets)):
        return Declare(actor.id, "attack", weapon=best.id, targets=tuple(target.id for target in targets))
    return Declare(actor.id, "attack", weapon=best.id, targets=(_target(world, fight, targets).id,))


def _character(world: CairnWorld, fight: Fight, actor: Actor, targets: list[Actor]) -> Declare:
    weapon, worth, blast, second, second_worth = "", -1.0, False, "", -1.0
    for thing in actor.items:
        if thing.where != "held" or thing.uses == 0:
            continue
        item = world.content.items_by_id.get(thing.item)
        if item is None:
            continue
        if item.kind == "weapon" and item.damage:
            value = _worth(damage_dice(item.damage)) * (len(targets) if item.blast else 1)
            if value > worth:
                if not blast:
                    second, second_worth = weapon, worth
                weapon, worth, blast = thing.id, value, item.blast
            elif not item.blast and value > second_worth:
                second, second_worth = thing.id, value
        elif item.kind in ("spellbook", "scroll"):
            spell = spell_of(world, thing)
            if spell is None or not spell.damage or spell.targets == "self":
                continue
            if item.kind == "scroll" or can_make_room(world, actor):
                several = spell.blast or spell.targets == "several"
                chosen = targets if several else [_target(world, fight, targets)]
                return Declare(actor.id, "cast", item=thing.id, targets=tuple(target.id for target in chosen))
    if blast:
        return Declare(actor.id, "attack", weapon=weapon, targets=tuple(target.id for target in targets))
    target = _target(world, fight, targets)
    return Declare(actor.id, "attack", weapon=weapon, second=second if worth > 0 else "", targets=(target.id,))


def _worth(sides: tuple[int, ...]) -> float:
    """About the mean of the highest face."""
    return max(sides) * (len(sides) / (len(sides) + 1.0))


def _target(world: CairnWorld, fight: Fight, targets: list[Actor]) -> Actor:
    """The weakest foe that does not have its share of attackers yet."""
    if len(targets) == 1:
        return targets[0]
    taken = [one for declared in fight.declared.values() if declared.action == "attack" for one in declared.targets]
    best, best_rank = targets[0], 999
    for target in targets:
        rank = target.hp + target.STR + 2 * target.armor
        if taken and taken.count(target.id) >= _HELPERS:
            rank += 200
        if rank < best_rank:
            best, best_rank = target, rank
    return best
