"""What a seat can do now: legal commands with the words that present them, the sensible one first."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulewright.engine.errors import Refused
from rulewright.engine.events import REFEREE
from rulewright.engine.field import square_name
from rulewright.engine.game import Menu, Offer
from rulewright.engine.journal import Seat
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import casting, gear, order, targets, turns, using
from rulewright.games.nwo.battles.actions import (
    Attack,
    CastSpell,
    Delay,
    EndTurn,
    Pass,
    Rearrange,
    UseAbility,
    WakeUp,
    weapon_of,
)
from rulewright.games.nwo.battles.free_play import SetHabits
from rulewright.games.nwo.battles.gear import Equip, TakeFromRobe, UseItem
from rulewright.games.nwo.battles.moving import FullMove, Move
from rulewright.games.nwo.battles.prana import UNIT, PranaToHp, PranaToMp
from rulewright.games.nwo.people import hostile, in_scene
from rulewright.games.nwo.playing import outside_menu, tactics
from rulewright.games.nwo.records.gear import Armour, Item, Shield, Weapon
from rulewright.games.nwo.records.uses import Ability
from rulewright.games.nwo.state import Battle, Character, NwoWorld


def menu(world: NwoWorld, seat: Seat) -> Menu | None:
    """What the seat can do now, or None where it has nothing to do."""
    battle = world.state.battle
    if battle is None or battle.process != "turns":
        return outside_menu.menu(world, seat)
    acting = world.state.characters.get(battle.acting)
    if acting is not None and (acting.player == seat.id or (seat.referee and acting.player == REFEREE)):
        return turn_menu(world, battle, acting)
    return None


def turn_menu(world: NwoWorld, battle: Battle, me: Character) -> Menu:
    """What a character can do in its turn."""
    offers = list(_offers(world, battle, me))
    wanted = tactics.next_command(world, battle, me)
    same = next((place for place, one in enumerate(offers) if one.command == wanted), None)
    if same is None:
        same = next((place for place, one in enumerate(offers) if _alike(one.command, wanted)), 0)
        offers[same:same] = _wish(world, me, wanted)
    facts = {"name": me.name, "count": me.count}
    key = "menu.turn.acted" if battle.acted else "menu.turn.moved" if battle.moved else "menu.turn"
    return Menu(key, tuple(offers), same or 0, facts)


def _alike(one: msgspec.Struct, wanted: msgspec.Struct) -> bool:
    """Whether two commands differ only in the way, or in who is named with others."""
    if isinstance(one, Move) and isinstance(wanted, Move):
        return one.kind == wanted.kind
    return isinstance(one, UseAbility) and isinstance(wanted, UseAbility) and one.ability == wanted.ability


def _wish(world: NwoWorld, me: Character, wanted: msgspec.Struct) -> Iterator[Offer]:
    """What is sensible, where it is one of more ways than the menu lists: a move, an ability on several."""
    if isinstance(wanted, Move) and wanted.path:
        there = {"square": square_name(*wanted.path[-1])}
        yield Offer(wanted, f"menu.go.{wanted.kind}.to", there, me.id, "NWO-MOVE-08")
    elif isinstance(wanted, UseAbility):
        named = [world.state.characters[id].name for id in wanted.targets]
        facts = {"thing": world.content.abilities_by_id[wanted.ability].name, "target": named}
        yield Offer(wanted, "menu.ability", facts, me.id, "NWO-TIMING-03")


def _offers(world: NwoWorld, battle: Battle, me: Character) -> Iterator[Offer]:
    def can(action: str) -> bool:
        return not turns.why_not(world, battle, me, action)

    if battle.acted:
        yield Offer(EndTurn(me.id), "menu.end_turn", {}, me.id, "NWO-COUNT-11")
        yield from _free(world, me)
        return
    if can("weapon_attack"):
        yield from _attacks(world, me)
    if can("cast"):
        yield from spell_offers(world, me)
    if can("use_ability_normal"):
        yield from ability_offers(world, me)
    for kind in ("combat", "normal"):
        if can(f"move_{kind}"):
            yield Offer(Move(me.id, kind, None), f"menu.go.{kind}", {}, me.id, "NWO-MOVE-08")
    if can("move_full"):
        yield Offer(FullMove(me.id), "menu.full_move", {}, me.id, "NWO-MOVE-10")
    if can("wake_up") and me.fainted:
        yield Offer(WakeUp(me.id), "menu.wake_up", {}, me.id, "NWO-STATUS-07")
    yield from _points(world, battle, me)
    if can("use_item"):
        yield from item_offers(world, me)
    if can("equip"):
        yield from _equipping(world, me)
    if can("rearrange_aura") and me.aura_total and not me.level_free:
        yield Offer(Rearrange(me.id, None), "menu.rearrange", {}, me.id, "NWO-AURA-03")
    yield from _free(world, me)
    if can("delay"):
        yield from _delays(world, battle, me)
    yield from _habits(me)
    yield Offer(Pass(me.id), "menu.stop" if battle.moved else "menu.pass", {}, me.id, "NWO-COUNT-06")


def _attacks(world: NwoWorld, me: Character) -> Iterator[Offer]:
    weapons = [one.id for one in me.natural_weapons]
    weapons += [thing.id for thing in me.gear if thing.location == "equipped" and _is_weapon(world, thing.item)]
    foes = [one for one in in_scene(world) if hostile(me, one) and not one.hidden]
    for weapon in weapons:
        blow, span = weapon_of(world, me, weapon)
        for foe in foes:
            if targets.reaches(world, me, span, foe.square):
                facts = {"thing": blow.name, "target": foe.name}
                yield Offer(Attack(me.id, weapon, foe.id), "menu.attack", facts, me.id, "NWO-ATTACK-01")


def _is_weapon(world: NwoWorld, item: str) -> bool:
    return isinstance(world.content.gear_by_id[item], Weapon)


def spell_offers(world: NwoWorld, me: Character) -> Iterator[Offer]:
    """The spells that it could cast as things stand now."""
    for id in me.spells:
        spell = world.content.spells_by_id[id]
        if (
            spell.timing != "normal"
            or casting.why_not(me, spell)
            or using.limited(world, me, using.power(world, me, f"spell:{id}"))
        ):
            continue
        if world.state.battle is None and not targets.any_target(world, me, spell):
            continue
        facts = {"thing": spell.name, "mp": spell.mp, "count": (me.count or 0) - spell.cast_count}
        key = "menu.cast" if world.state.battle is not None else "menu.cast.outside"
        try:
            casting.count_after(world, me, spell)
        except Refused:
            continue
        yield Offer(CastSpell(me.id, id), key, facts, me.id, "NWO-CAST-01")


def ability_offers(world: NwoWorld, me: Character) -> Iterator[Offer]:
    """The abilities of timing normal that it can use, with each target."""
    for id in me.abilities:
        ability = world.content.abilities_by_id[id]
        power = using.power(world, me, f"ability:{id}")
        if ability.timing == "normal" and not using.cannot_pay(world, me, power):
            yield from _aimed(world, me, ability)


def _aimed(world: NwoWorld, me: Character, ability: Ability) -> Iterator[Offer]:
    facts = {"thing": ability.name}
    if ability.target == "self":
        yield Offer(UseAbility(me.id, ability.id), "menu.ability.self", facts, me.id, "NWO-TIMING-03")
    elif ability.target == "square":
        for square in targets.squares(world, me, ability):
            there = {**facts, "square": square_name(*square)}
            command = UseAbility(me.id, ability.id, (), square)
            yield Offer(command, "menu.ability.square", there, me.id, "NWO-TIMING-03")
    else:
        legal = [one for one in targets.legal(world, me, ability) if not one.hidden]
        for one in legal:
            command = UseAbility(me.id, ability.id, (one.id,))
            yield Offer(command, "menu.ability", {**facts, "target": one.name}, me.id, "NWO-TIMING-03")
        most = targets.most(ability)
        friends = [one for one in legal if (one.faction == me.faction) == (ability.affects != "foes")][:most]
        if len(friends) > 1:
            command = UseAbility(me.id, ability.id, tuple(one.id for one in friends))
            names = [one.name for one in friends]
            yield Offer(command, "menu.ability", {**facts, "target": names}, me.id, "NWO-TIMING-03")


def _points(world: NwoWorld, battle: Battle, me: Character) -> Iterator[Offer]:
    """Prana into HP and MP."""
    yield from prana_offers(world, battle, me)


def prana_offers(world: NwoWorld, battle: Battle | None, me: Character) -> Iterator[Offer]:
    """Prana into HP, in one unit or as many as help, and into MP."""
    if me.prana < UNIT:
        return
    if me.hp < standing.hp_max(me) and not turns.why_not(world, battle, me, "prana_to_hp"):
        if me.serious:
            most = 1 if world.state.options.serious_prana_units == "one" else me.prana // UNIT
            for units in sorted({1, most}):
                facts = {"units": units, "cost": units * UNIT}
                yield Offer(PranaToHp(me.id, units), "menu.prana_to_hp.serious", facts, me.id, "NWO-PRANA-07")
        else:
            yield Offer(PranaToHp(me.id), "menu.prana_to_hp", {"cost": UNIT}, me.id, "NWO-PRANA-06")
    action = "prana_to_mp" if world.state.options.prana_mp_consumes_action else "take_from_robe"
    if me.mp < standing.mp_max(me) and not turns.why_not(world, battle, me, action):
        yield Offer(PranaToMp(me.id), "menu.prana_to_mp", {"cost": UNIT}, me.id, "NWO-PRANA-08")


def item_offers(world: NwoWorld, me: Character) -> Iterator[Offer]:
    """Items in hand, on each target."""
    for thing in me.gear:
        record = world.content.gear_by_id[thing.item]
        if thing.location not in ("in_hand", "equipped") or not isinstance(record, Item) or record.use is None:
            continue
        if thing.uses == 0:
            continue
        aim = gear.aim_of(record)
        facts = {"thing": record.name}
        if aim.target == "square":
            for square in targets.squares(world, me, aim):
                there = {**facts, "target": square_name(*square)}
                yield Offer(UseItem(me.id, thing.id, (), square), "menu.use_item", there, me.id, "NWO-COUNT-13")
        else:
            for one in targets.legal(world, me, aim):
                ids = () if aim.target == "self" else (one.id,)
                named = {**facts, "target": one.name}
                yield Offer(UseItem(me.id, thing.id, ids), "menu.use_item", named, me.id, "NWO-COUNT-13")


def _equipping(world: NwoWorld, me: Character) -> Iterator[Offer]:
    """What it could equip as it is, or in the place of one weapon or shield."""
    held = [one for one in me.gear if one.location == "equipped"]
    for thing in me.gear:
        record = world.content.gear_by_id[thing.item]
        if thing.location in ("equipped", "dropped") or not isinstance(record, Weapon | Shield | Armour):
            continue
        facts = {"thing": record.name}
        if not gear.why_not_equip(world, me, thing):
            yield Offer(Equip(me.id, thing.id), "menu.equip", facts, me.id, "NWO-COUNT-13")
            continue
        for other in held:
            if not gear.why_not_equip(world, me, thing, other.id):
                name = world.content.gear_by_id[other.item].name
                switch = Equip(me.id, thing.id, other.id)
                yield Offer(switch, "menu.switch", {**facts, "other": name}, me.id, "NWO-COUNT-13")


def _free(world: NwoWorld, me: Character) -> Iterator[Offer]:
    """What can be taken out of the moon robe."""
    if turns.why_not(world, world.state.battle, me, "take_from_robe"):
        return
    for thing in me.gear:
        if thing.location == "robe":
            facts = {"thing": world.content.gear_by_id[thing.item].name}
            yield Offer(TakeFromRobe(me.id, thing.id), "menu.take_from_robe", facts, me.id, "NWO-COUNT-12")


def _habits(me: Character) -> Iterator[Offer]:
    """When it wants to be asked in windows, where it has something for them (NWO-TIMING-07)."""
    for asks in ("relevant", "all", "never") if me.now.held else ():
        if asks != me.asks:
            habits = SetHabits(me.id, asks, me.asks_hold_back, me.keeps_turn)
            yield Offer(habits, f"menu.asks.{asks}", {}, me.id, "NWO-TIMING-07")


def _delays(world: NwoWorld, battle: Battle, me: Character) -> Iterator[Offer]:
    """To just after each of the others that come later, the next three of them."""
    counts = {one.count - 1 for one in order.waiting(world, battle) if one is not me and one.count is not None}
    now = me.count or 0
    for count in sorted((one for one in counts if 0 < one < now), reverse=True)[:3]:
        yield Offer(Delay(me.id, count), "menu.delay", {"count": count}, me.id, "NWO-COUNT-08")
