"""Declaring blocks: skills and items used in the own Main Process, at any time, or outside of rounds (NW3-SKILL-18)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import applying, attacks, consumables, free_play, paying, retargeting, targeting, uses
from rulewright.games.nw3.battles.amounts import evaluate
from rulewright.games.nw3.battles.blocks import ACTIONS, NEEDS_ROUND, find_block, why_not
from rulewright.games.nw3.battles.fighters import own
from rulewright.games.nw3.battles.main_process import acting, finish, require_action, spend_action
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.battles.on_judges import element_on
from rulewright.games.nw3.battles.ongoing import OngoingAttack
from rulewright.games.nw3.battles.rounds import carry_on
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.battles.veto import allowed
from rulewright.games.nw3.battles.weapons import BARE_HANDS, Weapon, held_weapons, weapon_of
from rulewright.games.nw3.episodes import position
from rulewright.games.nw3.fortresses import bans
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.records.content_blocks import Skill
from rulewright.games.nw3.state import Carried, Character, Element, Nw3World
from rulewright.games.nw3.wizards.belongings import equipped, thing_of
from rulewright.games.nw3.wizards.conditions import matches
from rulewright.games.nw3.wizards.labels import twins
from rulewright.games.nw3.wizards.outfits import HANDS_HOLD

DECLARED = (*ACTIONS, "auto_action", "incapacitated")
_LATER = ("limit_", "restrict_", "not_enough_")  # reasons that come after the action, and costs after the targets


class UseBlock(msgspec.Struct, frozen=True, tag="use", tag_field="do"):
    """Use a skill or an effect of an item ("item#1") on targets.

    Where no targets are named they are asked for. `weapon` is the one to carry it out with, or what gives it MATK,
    `partner` another block used together with it (Timing «Skill»), and `timing` picks one where the block has several.
    Outside of rounds `same` says that it belongs to the free Main Process of the block before.
    """

    character: str
    block: str
    targets: Annotated[tuple[str, ...], msgspec.Meta(max_length=50)] = ()
    weapon: str = ""
    partner: str = ""
    timing: str = ""
    same: bool = False


def use_block(world: Nw3World, command: UseBlock, seat: Seat) -> Procedure[None]:
    user = own(world, command.character, seat)
    position.require_action(world, seat)
    usable = retargeting.with_target(world, user, find_block(world, user, command.block))
    timing = command.timing or next((one for one in usable.block.timings if one in DECLARED), "")
    battle = world.state.battle
    partner = _partner(world, user, usable, command.partner)
    reason = why_not(world, user, usable, timing) if timing in DECLARED else _undeclarable(world, usable)
    if reason == "no_round" and (timing := (yield from free_play.process_allowed(world, user, usable))):
        reason = why_not(world, user, usable, timing, allowed=True)
    if reason and not reason.startswith(_LATER):
        raise Refused(reason, "NW3-SKILL-18", name=user.name, block=usable.name)
    if battle is not None and user.id not in battle.members:
        raise Refused("not_in_scene", "NW3-SKILL-18", target=user.name)
    if battle is not None and timing in ACTIONS:
        acting(world, user)
        require_action(world, battle, user, ACTIONS[timing], "NW3-SKILL-17")  # type: ignore[arg-type]
    if battle is None:
        free_play.require_free(world, user, usable, timing, command.same)
    if timing == "incapacitated" and world.state.options.downed_timing == "moment_only":  # NW3-SKILL-OPEN-03
        raise Refused("wrong_timing", "NW3-SKILL-24", name=user.name, block=usable.name)
    if reason and not reason.startswith("not_enough"):
        raise Refused(reason, "NW3-SKILL-39", name=user.name, block=usable.name)
    weapon = _weapon(world, user, usable, command.weapon)
    range = weapon.range if weapon is not None and usable.block.range == "weapon" else usable.block.range
    chosen = command.targets
    target = usable.block.target
    if not chosen and (target.kind not in ("self", "scene") or target.pick):
        asked = yield from uses.choose_targets(world, user, usable, range)
        chosen = tuple(one.id for one in asked)
    targets = targeting.for_block(world, user, usable, chosen, range)
    strike = next((effect for effect in usable.block.effect if isinstance(effect, kinds.Attack)), None)
    if strike is not None and battle is None:
        raise Refused("no_round", "NW3-SKILL-23", block=usable.name)
    if command.weapon and weapon is None and strike is not None and strike.damage_stat == "matk":
        source = thing_of(user, command.weapon, "NW3-ITEM-04")
        if all(one is not source for one, _ in matk_sources(world, user)):
            raise Refused("item_not_equipped", "NW3-ITEM-04", item=world.content.items_by_id[source.item].name)
    if reason := paying.why_not_pay(world, user, usable, partner):
        raise Refused(reason, "NW3-SKILL-35", name=user.name)
    at_self = strike is not None and user in targets and target.kind in targeting.CHOSEN
    yield from targeting.confirmed(world, user, targets, at_self)
    if timing == "auto_action":
        yield from allowed(world, user, "block")
    owed = yield from paying.pay(world, user, usable, partner)
    retargeting.spend(world, user, usable)
    if battle is None:
        free_play.taken(world, user, timing)
    if battle is not None and timing in ACTIONS:
        spend_action(battle, ACTIONS[timing])  # type: ignore[arg-type]
    if strike is None:
        yield from uses.carry_out(world, user, usable, targets, owed, None, partner, timing=timing)
    else:
        yield from _attack(world, user, usable, strike, targets, weapon, partner, command.weapon)
        paying.received(world, user, owed)
    if battle is not None and timing == "major_action":
        finish(battle, user)  # NW3-SKILL-22
    yield from carry_on(world)


def _undeclarable(world: Nw3World, usable: Usable) -> str:
    """The reason for which a block cannot be declared by itself (NW3-SKILL-18, -23, -24)."""
    if usable.block.constant:
        return "constant_not_declared"
    if usable.timings == {"with_skill"}:
        return "partner_skill_missing"
    return "no_round" if world.state.battle is None and usable.timings & set(NEEDS_ROUND) else "wrong_timing"


def _partner(world: Nw3World, user: Character, usable: Usable, id: str) -> Usable | None:
    """The block used together with this one (NW3-SKILL-24 i); raises `Refused`."""
    if not id:
        return None
    partner = find_block(world, user, id)
    if partner.block.with_skill != usable.id:
        raise Refused("partner_skill_missing", "NW3-SKILL-24", block=partner.name)
    if reason := why_not(world, user, partner, "with_skill"):
        raise Refused(reason, "NW3-SKILL-24", name=user.name, block=partner.name)
    return partner


def needs_weapon(usable: Usable) -> bool:
    """Whether a block is carried out with a weapon: an attack that is physical, or one that a restriction asks for."""
    block = usable.block
    physical = any(isinstance(effect, kinds.Attack) and effect.attack == "physical" for effect in block.effect)
    return physical or block.range == "weapon" or any(one.kind == "use" for one in block.restrict)


def fits(usable: Usable, weapon: Weapon) -> bool:
    """Whether a weapon matches what the block may be carried out with (NW3-SKILL-39 "use")."""
    uses_of = [restrict.any_of for restrict in usable.block.restrict if restrict.kind == "use"]
    return all(weapon.item is not None and any(matches(weapon.item, one) for one in any_of) for any_of in uses_of)


def fitting_weapon(world: Nw3World, user: Character, usable: Usable) -> Weapon | None:
    """The first weapon in the user's hands that carries the block out; None where there is none."""
    return next((weapon for weapon in held_weapons(world, user) if fits(usable, weapon)), None)


def _weapon(world: Nw3World, user: Character, usable: Usable, id: str) -> Weapon | None:
    """The weapon that carries a block out, where it needs one; raises `Refused`."""
    if not needs_weapon(usable):
        return None
    weapon = weapon_of(world, user, id)
    if world.state.caskets and weapon.item is not None:
        bans.require_allowed(world, user, "item_class", class_=weapon.item.classes)
    if not fits(usable, weapon):
        raise Refused("restrict_use", "NW3-SKILL-39", block=usable.name, item=weapon.name)
    return weapon


def _attack(
    world: Nw3World,
    user: Character,
    usable: Usable,
    strike: kinds.Attack,
    targets: list[Character],
    weapon: Weapon | None,
    partner: Usable | None,
    source: str = "",
) -> Procedure[None]:
    """A block that acts as an attack, paid for, is resolved exactly as one (NW3-SKILL-21)."""
    uses.declared(world, user, usable, targets, partner)
    names = names_of(user, usable.sl, targets[0], TARGETS=len(targets))
    bonus = yield from evaluate(world, user, usable, strike.bonus, names, "bonus")
    hit_bonus = yield from evaluate(world, user, usable, strike.hit_bonus, names, "bonus")
    added = yield from _source(world, user, usable, strike, weapon, source)
    attack = OngoingAttack(
        user, usable.name, strike.attack, strike.hit_stat, strike.damage_stat, strike.damage, targets,
        elements_of(user, usable, strike), hit_bonus, bonus, added, usable,
    )  # fmt: skip
    if partner is not None:
        yield from applying.apply(world, user, partner, uses.own_targets(user, partner, targets), True, attack=attack)
    yield from applying.of_attack(world, attack)
    yield from attacks.resolve(world, attack)
    for used in (usable, weapon, partner):
        consumables.used_up(world, user, None if used is None else used.thing)


def source_bonus(world: Nw3World, user: Character, strike: kinds.Attack, weapon: Weapon | None) -> int:
    """PATK of the weapon, or the best MATK of what the hands hold: one source counts (NW3-ITEM-04)."""
    if strike.damage_stat == "patk":
        return (weapon or BARE_HANDS).bonus
    if strike.damage_stat != "matk":
        return 0
    return max([0, *(matk for _, matk in matk_sources(world, user))])


def matk_sources(world: Nw3World, user: Character) -> list[tuple[Carried, int]]:
    """What the hands hold that has MATK, with it: enchantments, and weapons where the table counts them."""
    items, found = world.content.items_by_id, []
    kinds_of = {"enchantment"} if world.state.options.matk_source_rule == "enchantment_only" else HANDS_HOLD
    for thing in equipped(user):  # NW3-SKILL-OPEN-20
        matk = items[thing.item].modifiers.get("matk", 0)
        if matk and not kinds_of.isdisjoint(items[thing.item].classes):
            found.append((thing, matk))
    return found


def _source(
    world: Nw3World, user: Character, usable: Usable, strike: kinds.Attack, weapon: Weapon | None, named: str
) -> Procedure[int]:
    """What the one source adds: the thing that the command names, or that its owner chooses (NW3-ITEM-04).

    The highest is taken without a question, unless the table asks about everything.
    """
    sources = matk_sources(world, user) if strike.damage_stat == "matk" else []
    if named and weapon is None and sources:
        return next(matk for thing, matk in sources if thing.id == named)
    if len({matk for _, matk in sources}) < 2 or world.state.options.prompts != "always":
        return source_bonus(world, user, strike, weapon)
    items = world.content.items_by_id
    sources.sort(key=lambda source: -source[1])
    options = tuple(
        Option(thing.id, "equip.matk", {**twins(items[thing.item], name="item"), "matk": matk})
        for thing, matk in sources
    )
    facts = {"name": user.name, "block": usable.name}
    question = Question("matk_source", user.id, options, options[0].value, "NW3-ITEM-04", facts, matters=False)
    answer = yield from ask(question)
    return next(matk for thing, matk in sources if thing.id == answer)


def elements_of(user: Character, usable: Usable, strike: kinds.Attack) -> tuple[Element, ...]:
    """The Element, or the two, of an attack with a block (NW3-ATTACK-02, NW3-SKILL-12)."""
    if user.effects and (laid_on := element_on(user)):
        return laid_on
    if strike.element is not None:
        return (strike.element,)
    block = usable.block
    given = block.elements if isinstance(block, Skill) and strike.attack == "magical" else None
    match given:
        case None:
            return user.elements[:1]
        case "first":
            return user.elements[:1]
        case "second":
            return user.elements[1:]
        case "pick":
            picked = user.sheet.picked_elements.get(usable.id) if user.sheet is not None else None
            return (picked,) if picked is not None else user.elements[:1]
        case _:
            return given


COMMANDS = (CommandType(UseBlock, use_block, "NW3-SKILL-18"),)
