"""Declaring blocks: skills and items used in one's own Main Process, at any time, or outside of rounds (NW3-SKILL-18)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nw3 import applying, attacks, consumables, paying, position, targeting, uses
from rulewright.games.nw3 import effects as kinds
from rulewright.games.nw3.blocks import ACTIONS, find_block, why_not
from rulewright.games.nw3.conditions import matches
from rulewright.games.nw3.content_blocks import Skill
from rulewright.games.nw3.fighters import own, tell
from rulewright.games.nw3.formula import read, value
from rulewright.games.nw3.main_process import acting, finish, require_action, spend_action
from rulewright.games.nw3.numbers import names_of
from rulewright.games.nw3.ongoing import OngoingAttack
from rulewright.games.nw3.rounds import carry_on
from rulewright.games.nw3.state import Character, Element, Nw3World
from rulewright.games.nw3.usable import Usable
from rulewright.games.nw3.veto import allowed
from rulewright.games.nw3.weapons import BARE_HANDS, Weapon, weapon_of

DECLARED = (*ACTIONS, "auto_action", "incapacitated")


class UseBlock(msgspec.Struct, frozen=True, tag="use", tag_field="do"):
    """Use a skill or an effect of an item ("item#1") on targets.

    `weapon` is the one to carry it out with, `partner` another block used together with it (Timing «Skill»), and
    `timing` picks one where the block has several.
    """

    character: str
    block: str
    targets: Annotated[tuple[str, ...], msgspec.Meta(max_length=50)] = ()
    weapon: str = ""
    partner: str = ""
    timing: str = ""


def use_block(world: Nw3World, command: UseBlock, seat: Seat) -> Procedure[None]:
    user = own(world, command.character, seat)
    position.require_action(world, seat)
    usable = find_block(world, user, command.block)
    timing = command.timing or next((one for one in usable.block.timings if one in DECLARED), "")
    battle = world.state.battle
    partner = _partner(world, user, usable, command.partner)
    if reason := why_not(world, user, usable, timing) if timing in DECLARED else _undeclarable(usable):
        raise Refused(reason, "NW3-SKILL-18", name=user.name, block=usable.name)
    if battle is not None and timing in ACTIONS:
        acting(world, user)
        require_action(world, battle, user, ACTIONS[timing], "NW3-SKILL-17")  # type: ignore[arg-type]
    if timing == "incapacitated" and world.state.options.downed_timing == "moment_only":  # NW3-SKILL-OPEN-03
        raise Refused("wrong_timing", "NW3-SKILL-24", name=user.name, block=usable.name)
    weapon = _weapon(world, user, usable, command.weapon)
    range = weapon.range if weapon is not None and usable.block.range == "weapon" else usable.block.range
    targets = targeting.for_block(world, user, usable, command.targets, range)
    strike = next((effect for effect in usable.block.effect if isinstance(effect, kinds.Attack)), None)
    if strike is not None and battle is None:
        raise Refused("no_round", "NW3-SKILL-23", block=usable.name)
    yield from targeting.confirmed(world, user, targets)
    if timing == "auto_action":
        yield from allowed(world, user, "block")
    if battle is not None and timing in ACTIONS:
        spend_action(battle, ACTIONS[timing])  # type: ignore[arg-type]
    if strike is None:
        yield from uses.use(world, user, usable, targets, timing)
    else:
        yield from _attack(world, user, usable, strike, targets, weapon, partner)
    if battle is not None and timing == "major_action":
        finish(battle, user)  # NW3-SKILL-22
    if timing in ACTIONS or timing == "incapacitated":
        yield from carry_on(world)


def _undeclarable(usable: Usable) -> str:
    return "constant_not_declared" if usable.block.constant else "wrong_timing"


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


def _weapon(world: Nw3World, user: Character, usable: Usable, id: str) -> Weapon | None:
    """The weapon that carries a block out, where it needs one (NW3-SKILL-39 "use", NW3-ATTACK-01)."""
    block = usable.block
    alternatives = [restrict.any_of for restrict in block.restrict if restrict.kind == "use"]
    physical = any(isinstance(effect, kinds.Attack) and effect.attack == "physical" for effect in block.effect)
    if not alternatives and not physical and block.range != "weapon":
        return None
    weapon = weapon_of(world, user, id)
    for any_of in alternatives:
        if weapon.item is None or not any(matches(weapon.item, one) for one in any_of):
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
) -> Procedure[None]:
    """A block that acts as an attack is resolved exactly as one (NW3-SKILL-21)."""
    yield from paying.pay(world, user, usable)
    uses.count(world, user, usable)
    if partner is not None:
        if not partner.block.cost_waived:
            yield from paying.pay(world, user, partner)
        uses.count(world, user, partner)
    if world.tell:
        tell(world, "use.declared", "NW3-SKILL-18", name=user.name, block=usable.name,
             targets=", ".join(one.name for one in targets))  # fmt: skip
    names = names_of(user, usable.sl, targets[0], TARGETS=len(targets))
    bonus = yield from value(read(strike.bonus), names, user.id, "bonus")
    hit_bonus = yield from value(read(strike.hit_bonus), names, user.id, "bonus")
    attack = OngoingAttack(
        user, usable.name, strike.attack, strike.hit_stat, strike.damage_stat, strike.damage, targets,
        elements_of(user, usable, strike), hit_bonus, bonus + source_bonus(world, user, strike, weapon), usable,
    )  # fmt: skip
    if partner is not None:
        yield from applying.apply(world, user, partner, targets, True, 0, attack)
    yield from attacks.resolve(world, attack)
    consumables.used_up(world, user, weapon.thing if weapon is not None else usable.thing)


def source_bonus(world: Nw3World, user: Character, strike: kinds.Attack, weapon: Weapon | None) -> int:
    """PATK of the weapon, or the best MATK of what the hands hold: one source counts (NW3-ITEM-04)."""
    if strike.damage_stat == "patk":
        return (weapon or BARE_HANDS).bonus
    if strike.damage_stat != "matk":
        return 0
    items = world.content.items_by_id
    held = [items[one.item] for one in user.items if one.where == "equipped" and not one.lost]
    return max([0, *(int(one.modifiers.get("matk", 0)) for one in held if {"weapon", "enchantment"} & set(one.classes))])


def elements_of(user: Character, usable: Usable, strike: kinds.Attack) -> tuple[Element, ...]:
    """The Element, or the two, of an attack with a block (NW3-ATTACK-02, NW3-SKILL-12)."""
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
