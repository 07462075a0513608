"""What a seat can do now, as legal commands with words: the terminal's and the web's one question at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rulewright.engine.errors import Refused
from rulewright.engine.game import Menu, Offer
from rulewright.engine.journal import Seat
from rulewright.games.cairn.actors import GONE, in_fight, out_of_action, side_of
from rulewright.games.cairn.attacks import modified, spreads, strike_of
from rulewright.games.cairn.content_gear import Relic
from rulewright.games.cairn.damage import attack_dice
from rulewright.games.cairn.declarations import Declare, allowed, undeclared
from rulewright.games.cairn.delve import Go, Search
from rulewright.games.cairn.handling import Hold, Take
from rulewright.games.cairn.hirelings import ReplaceCharacter, free_hirelings, may_be_replaced
from rulewright.games.cairn.inventory import gear, used_slots, words
from rulewright.games.cairn.magic import spell_of
from rulewright.games.cairn.policy import DefaultPolicy
from rulewright.games.cairn.reactions import Reaction
from rulewright.games.cairn.rests import ShortRest
from rulewright.games.cairn.rounds import EndFight, LockPhase, StartFight
from rulewright.games.cairn.rulings import SetModifiers
from rulewright.games.cairn.scars import ReleaseScar, waits_for
from rulewright.games.cairn.scenario import hostile, room_of, unmet
from rulewright.games.cairn.state import Actor, CairnWorld, Declaration, Fight
from rulewright.games.cairn.strikes import Strike
from rulewright.games.cairn.tactics import Plan
from rulewright.games.cairn.treatment import Treat, remedies
from rulewright.games.cairn.wounds import treatable

_FEW_TO_TAKE = 4
"""Ways to pick things up that are all offered; of more, only those of whoever carries least."""


def legal(world: CairnWorld, declared: Declaration) -> bool:
    """Whether a declaration is allowed now, as far as nobody has to be asked."""
    try:
        allowed(world, declared)
    except Refused:
        return False
    return True


def menu(world: CairnWorld, seat: Seat) -> Menu | None:
    """The commands that make sense for a seat now, the sensible one first marked as default."""
    fight = world.state.fight
    if fight is not None:
        return _in_fight(world, fight, seat)
    if world.state.over:
        return None
    offers = list(_in_peace(world, seat))
    if not offers:
        return None
    advised = DefaultPolicy().command(world)
    return Menu("menu.peace", tuple(offers), _index(offers, advised[1] if advised else None))


def _index(offers: list[Offer], command: msgspec.Struct | None) -> int:
    for index, offer in enumerate(offers):
        if offer.command == command:
            return index
    return 0


def _in_fight(world: CairnWorld, fight: Fight, seat: Seat) -> Menu | None:
    waiting = undeclared(world, fight)
    for actor in waiting:
        if actor.player == seat.id:
            return actor_menu(world, fight, actor)
    if seat.referee:
        key = "menu.lock_pass" if waiting else "menu.lock"
        offers = [
            Offer(LockPhase(bool(waiting)), key, rule="CRN-ROUND-08"),
            *_words_on_attacks(world, fight),
            Offer(EndFight(), "menu.end_fight", rule="CRN-ROUND-06"),
        ]
        return Menu("menu.referee", tuple(offers), 0, {"round": fight.round})
    return None


def _words_on_attacks(world: CairnWorld, fight: Fight) -> Iterator[Offer]:
    """What the referee may say about the attacks that are declared, before their dice fall."""
    said = {word.attacker for word in fight.modifiers}
    for one, declared in fight.declared.items():
        if declared.action != "attack" or one in said:
            continue
        facts = {"name": world.state.actors[one].name}
        yield Offer(SetModifiers(one, impaired=True), "menu.impaired", facts, one, "CRN-ATTACK-06")
        yield Offer(SetModifiers(one, enhanced=True), "menu.enhanced", facts, one, "CRN-ATTACK-08")


def actor_menu(world: CairnWorld, fight: Fight, actor: Actor) -> Menu:
    """What one actor can declare, with the policy's choice as default."""
    offers = [
        Offer(declared, key, facts, actor.id, rule)
        for declared, key, facts, rule in _declarations(world, fight, actor)
        if legal(world, declared)
    ]
    if actor.id not in fight.hands_changed and actor.kind != "npc":
        offers.extend(_other_hands(world, actor))
    advised = Declare(**msgspec.structs.asdict(Plan(world, fight).declare(actor)))
    facts = {"name": actor.name, "round": fight.round}
    index = next((i for i, offer in enumerate(offers) if offer.command == advised), None)
    if index is None and legal(world, advised):
        offers.insert(0, Offer(advised, "menu.advised", {"name": actor.name}, actor.id, "CRN-ROUND-08"))
        index = 0
    return Menu("menu.declare", tuple(offers), index or 0, facts)


def _declarations(world: CairnWorld, fight: Fight, actor: Actor) -> Iterator[tuple[Declare, str, dict[str, Any], str]]:
    actors = world.state.actors
    foes = [actors[one] for one in fight.members if actors[one].side != actor.side and in_fight(actors[one])]
    friends = [actors[one] for one in fight.members if actors[one].side == actor.side]
    for weapon, second in _weapons(world, actor):
        probe = Declare(actor.id, "attack", weapon=weapon, second=second)
        try:
            strike = strike_of(world, actor, probe)
        except Refused:
            continue
        if len(foes) > 1 and spreads(actor, strike, foes):
            every = tuple(foe.id for foe in foes)
            facts = {"weapon": strike.name, "dice": _dice(world, fight, actor, foes[0], strike)}
            yield Declare(actor.id, "attack", weapon=weapon, targets=every), "menu.attack_all", facts, "CRN-ATTACK-10"
        for foe in foes:
            dice = _dice(world, fight, actor, foe, strike)
            usual = dice == _joined(strike.sides)
            facts = {"weapon": strike.name, "dice": dice, "target": foe.name, "usual": _joined(strike.sides)}
            yield (Declare(actor.id, "attack", weapon=weapon, second=second, targets=(foe.id,)),
                   "menu.attack" if usual else "menu.attack_instead", facts, "CRN-ATTACK-01")  # fmt: skip
    yield from _things(world, actor, foes, friends)
    yield (
        Declare(actor.id, "retreat", 12),
        "menu.retreat",
        {"place": fight.escape, "value": actor.DEX},
        "CRN-RETREAT-01",
    )
    yield Declare(actor.id, "pass"), "menu.pass", {}, "CRN-ROUND-08"


def _dice(world: CairnWorld, fight: Fight, actor: Actor, target: Actor, strike: Strike) -> str:
    """The dice that will fall, Impaired or Enhanced as things stand."""
    impaired, enhanced = modified(fight, actor, target, strike)
    return _joined(attack_dice(strike, impaired, enhanced, world.state.options))


def _joined(sides: tuple[int, ...]) -> str:
    return "+".join(f"d{size}" for size in sides)


def _other_hands(world: CairnWorld, actor: Actor) -> Iterator[Offer]:
    """Taking something else in hand, which is free once a turn (CRN-SLOT-03)."""
    for thing in actor.items:
        found = gear(world, thing.item)
        useful = isinstance(found, Relic) or found.kind in ("weapon", "spellbook", "scroll")
        if thing.where == "pack" and useful and found.hands:
            yield Offer(Hold(actor.id, (thing.id,)), "menu.hold", words(world, thing), actor.id, "CRN-SLOT-03")


def _weapons(world: CairnWorld, actor: Actor) -> list[tuple[str, str]]:
    if actor.monster:
        return [(attack.id, "") for attack in world.content.monsters_by_id[actor.monster].attacks]
    held = []
    for thing in actor.items:
        item = world.content.items_by_id.get(thing.item)
        if thing.where == "held" and item is not None and item.kind == "weapon":
            held.append(thing.id)
    pairs = [(held[0], held[1])] if len(held) == 2 else []
    # bare hands are never better than a weapon or a harmful book, so they are offered only to those without
    spells = [spell_of(world, thing) for thing in actor.items if thing.where == "held"]
    bare = [] if any(spell is not None and spell.damage for spell in spells) else [("", "")]
    return [*pairs, *((one, "") for one in held)] or bare


def _things(
    world: CairnWorld, actor: Actor, foes: list[Actor], friends: list[Actor]
) -> Iterator[tuple[Declare, str, dict[str, Any], str]]:
    for thing in actor.items:
        item = world.content.items_by_id.get(thing.item)
        name = gear(world, thing.item).name
        if item is not None and item.stabilises:
            for friend in friends:
                if treatable(friend):
                    yield (Declare(actor.id, "aid", item=thing.id, targets=(friend.id,)), "menu.aid",
                           {"item": name, "target": friend.name, "uses": thing.uses}, "CRN-HEAL-03")  # fmt: skip
            continue
        spell = spell_of(world, thing)
        relic = item is None
        if spell is None and not relic:
            continue
        action: Any = "use" if relic else "cast"
        rule = "CRN-RELIC-03" if relic else "CRN-MAGIC-03"
        facts = {"item": name, "spell": spell.name if spell is not None else "", "target": ""}
        if spell is None or spell.targets == "self":
            yield Declare(actor.id, action, item=thing.id), f"menu.{action}", facts, rule
        elif spell.targets == "one" or (spell.targets == "area" and spell.damage and not spell.blast):
            for target in foes if spell.damage else (*foes, *friends):
                yield (Declare(actor.id, action, item=thing.id, targets=(target.id,)), f"menu.{action}_at",
                       {**facts, "target": target.name}, rule)  # fmt: skip
        elif foes:
            every = tuple(foe.id for foe in foes)
            yield Declare(actor.id, action, item=thing.id, targets=every), f"menu.{action}_all", facts, rule


def _in_peace(world: CairnWorld, seat: Seat) -> Iterator[Offer]:
    state = world.state
    enemies, strangers = hostile(world), unmet(world)
    mine = [actor for actor in side_of(world, "party") if actor.outcome not in GONE]
    if not seat.referee:
        mine = [actor for actor in mine if actor.player == seat.id]
    if seat.referee:
        for group in strangers:
            if world.scenario.rooms:
                yield Offer(Reaction(group.id), "menu.reaction", {"group": group.name}, rule="CRN-REACT-01")
        fighting = tuple(group.id for group in enemies)
        if fighting:
            names = ", ".join(state.groups[one].name for one in fighting)
            yield Offer(StartFight(fighting, state.escape), "menu.fight", {"foes": names}, rule="CRN-ROUND-01")
        for actor in mine:
            for event in waits_for(actor):
                command = ReleaseScar(actor.id, event)  # type: ignore[arg-type]
                facts = {"name": actor.name, "event": f"event.{event}"}
                yield Offer(command, "menu.release", facts, actor.id, "CRN-SCAR-06")
    able = [actor for actor in mine if not out_of_action(actor)]
    room = room_of(world)
    if not seat.referee and (enemies or (world.scenario.rooms and strangers)):
        return
    for target in side_of(world, "party"):
        for helper in able:
            if helper is not target and treatable(target):
                for thing in remedies(world, helper):
                    facts = {"name": helper.name, "target": target.name, "item": gear(world, thing.item).name}
                    yield Offer(Treat(helper.id, thing.id, target.id), "menu.treat", facts, helper.id, "CRN-HEAL-03")
    for actor in side_of(world, "party"):
        if may_be_replaced(actor) and (seat.referee or actor.player == seat.id):
            facts = {"name": actor.name}
            yield Offer(ReplaceCharacter(actor.id, "new"), "menu.replace_new", facts, actor.id, "CRN-LOSS-06")
            for free in free_hirelings(world, actor):
                facts = {"name": actor.name, "hireling": free.name}
                yield Offer(ReplaceCharacter(actor.id, free.id), "menu.replace", facts, actor.id, "CRN-LOSS-06")
    tired = tuple(
        actor.id for actor in mine
        if (actor.hp < actor.hp_max and not actor.deprived and actor.outcome in ("in", "critical"))
        or (actor.outcome == "critical" and actor.stable)
    )  # fmt: skip
    if tired:
        yield Offer(ShortRest(tired), "menu.rest", {}, rule="CRN-HEAL-01")
    many = len(state.ground) * len(able) > _FEW_TO_TAKE
    takers = sorted(able, key=lambda actor: used_slots(world, actor))[:1] if many else able
    for found in state.ground:
        for actor in takers:
            facts = {"name": actor.name, "item": gear(world, found.item).name}
            yield Offer(Take(actor.id, found.id), "menu.take", facts, actor.id, "CRN-SLOT-02")
    if room is not None and able and not enemies:
        if room.id not in state.found:
            yield Offer(Search(), "menu.search", {"room": room.name})
        for exit in room.exits:
            target_room = next(one for one in world.scenario.rooms if one.id == exit)
            if not strangers or exit in state.cleared:
                yield Offer(Go(exit), "menu.go", {"room": target_room.name})
