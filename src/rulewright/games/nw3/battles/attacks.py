"""Attacks, steps 1 to 4: declaration, Hit Check, Reactions, and who is hit (NW3-ATTACK-01 to -06, -13 to -18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import (
    applying,
    constantly,
    consumables,
    damage,
    in_attack,
    lasting,
    reactions,
    retargeting,
    targeting,
    uses,
    windows,
)
from rulewright.games.nw3.battles.fighters import incapacitated, own, tell
from rulewright.games.nw3.battles.main_process import acting, finish, require_action, spend_action
from rulewright.games.nw3.battles.on_judges import element_on
from rulewright.games.nw3.battles.ongoing import Aim, OngoingAttack
from rulewright.games.nw3.battles.rounds import carry_on
from rulewright.games.nw3.battles.usable import NO_BLOCK, Usable
from rulewright.games.nw3.battles.weapons import Weapon, weapon_of
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.judges import attacker_wins
from rulewright.games.nw3.dice.sevens import require_seven
from rulewright.games.nw3.fortresses import bans, logics, npcs
from rulewright.games.nw3.state import Character, Nw3World, Timings


class Attack(msgspec.Struct, frozen=True, tag="attack", tag_field="do"):
    """A plain Physical Attack with an equipped weapon ("" for bare hands) or a natural one.

    With `seven` the Hit Check takes 7 instead of rolling.
    """

    character: str
    targets: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=50)]
    weapon: str = ""
    seven: bool = False


def attack(world: Nw3World, command: Attack, seat: Seat) -> Procedure[None]:
    battle, attacker = acting(world, own(world, command.character, seat))
    require_action(world, battle, attacker, "major", "NW3-ROUND-17")
    weapon = weapon_of(world, attacker, command.weapon)
    if weapon.thing and "pressure" in attacker.statuses and world.state.options.pressure_blocks_weapons:  # OP-C15
        raise Refused("pressure", "NW3-STATUS-03", name=attacker.name)
    if world.state.caskets and weapon.item is not None:
        bans.require_allowed(world, attacker, "item_class", class_=weapon.item.classes)
    targets = targeting.for_weapon(world, attacker, weapon, command.targets)
    at_self = attacker in targets
    if attacker.effects and (found := retargeting.waiting(world, attacker, None)):
        targets = yield from retargeting.spread(world, attacker, Usable("", weapon.name, NO_BLOCK), found[1], targets)
    if command.seven:
        yield from require_seven(world, attacker, "hit")
    yield from targeting.confirmed(world, attacker, targets, at_self)
    spend_action(battle, "major")
    ongoing = with_weapon(world, weapon, attacker, targets, command.seven)
    yield from resolve(world, ongoing)
    consumables.used_up(world, attacker, weapon.thing)
    finish(battle, attacker)
    yield from carry_on(world)


def with_weapon(
    world: Nw3World, weapon: Weapon, attacker: Character, targets: Sequence[Character], seven: bool
) -> OngoingAttack:
    """A plain attack: PACC and PATK, or MACC and MATK of a natural one, in the first Element (NW3-ATTACK-02)."""
    physical = weapon.kind == "physical"
    given = element_on(attacker) if attacker.effects else None
    made = OngoingAttack(
        attacker, weapon.name, weapon.kind, "pacc" if physical else "macc", "patk" if physical else "matk",
        weapon.damage_kind, list(targets), given or weapon.elements or attacker.elements[:1],
        weapon_bonus=weapon.bonus, seven=seven,
    )  # fmt: skip
    if weapon.status is not None:
        made.statuses.append(weapon.status)
    return made


def resolve(world: Nw3World, attack: OngoingAttack) -> Procedure[None]:
    """Steps 2 to 6 of an attack that is declared and paid for, with its windows in order (NW3-ATTACK-18)."""
    attacker = attack.attacker
    battle = world.state.battle
    timings: Timings = battle.timings if battle is not None else {}
    if world.tell:
        names = ", ".join(aim.defender.name for aim in attack.aims)
        tell(world, "attack.declared", "NW3-ATTACK-03", name=attacker.name, weapon=attack.name, targets=names)
    if any(aim.defender.kind == npcs.EXTRA for aim in attack.aims):
        yield from npcs.strike_extras(world, attack)
        if not attack.aims:
            lasting.end_attack(world)
            return
    if world.state.options.death_trigger == "targeted":  # OP-C14
        for aim in attack.aims:
            if incapacitated(aim.defender):
                yield from damage.dies(world, aim.defender)
    if attacker.effects:
        yield from in_attack.on_attacker(world, attack)
    for aim in attack.aims:
        if aim.defender.effects:
            yield from in_attack.on_defender(world, attack, aim)
    if battle is not None and "reaction" in timings:
        uses.new_window(battle, timings["reaction"])
    yield from windows.before(world, "hit", attacker, attack)
    if not attack.negated:
        yield from _hit_and_dodge(world, attack, timings)
    if attack.negated:  # it has no effect; what it cost stays spent
        lasting.end_attack(world)
        return
    for aim in attack.aims:
        if world.state.caskets:
            aim.lead = logics.lead(world, attacker, aim.defender, ("hit", attack.hit_stat), ("dodge", "eva"))
        aim.hit = hits(attack, aim) and not npcs.misses(world, attack, aim)
        if world.tell:
            tell(world, "attack.hits" if aim.hit else "attack.misses", "NW3-ATTACK-06", name=attacker.name,
                 target=aim.defender.name)  # fmt: skip
        if aim.reaction is not None:  # NW3-SKILL-19
            yield from applying.apply(
                world, aim.defender, aim.reaction, [aim.defender], not aim.hit, attack=attack, always=False
            )
    hit = [aim for aim in attack.aims if aim.hit]
    if hit:
        yield from damage.deal(world, attack, hit, timings)
    yield from applying.afterwards(world, attack)
    lasting.end_attack(world)


def hits(attack: OngoingAttack, aim: Aim) -> bool:
    """Whether the attack hits a Defender: a Full Dodge beats all, a Full Hit all else (NW3-ATTACK-06, -13, -14)."""
    if aim.full_dodge:
        return False
    if attack.full_hit or aim.dodge is None or attack.hit is None:
        return True  # no Dodge Check was made (NW3-ATTACK-05, -16)
    if aim.lead:
        return attack.hit.result + aim.lead >= aim.dodge.result
    return attacker_wins(attack.hit, aim.dodge)


def _all_react(world: Nw3World, attack: OngoingAttack, timings: Timings) -> Procedure[None]:
    """Each Defender reacts once, and so does whoever an attack is turned to.

    This ends: turning an attack takes a block, and each works once in this window.
    """
    while not attack.negated:
        aim = next((one for one in attack.aims if not one.reacted), None)
        if aim is None:
            return
        aim.reacted = True
        yield from reactions.react(world, attack, aim, timings)


def _hit_and_dodge(world: Nw3World, attack: OngoingAttack, timings: Timings) -> Procedure[None]:
    """Steps 2 and 3: the Hit Check once for all, then each Defender's Reaction (NW3-ATTACK-04, -05, -15)."""
    attacker = attack.attacker
    sure = attack.full_hit or not any(reactions.can_react(world, aim.defender) for aim in attack.aims)
    if sure and npcs.rolls_for_critical(world) and any(aim.defender.auto_hit for aim in attack.aims):
        sure = False  # NW3-FORT-OPEN-17
    if sure and not applying.needs_result(attack.usable):  # no Hit Check is rolled (NW3-ATTACK-13, -16)
        yield from _all_react(world, attack, timings)
        return
    expected = reactions.expected(world, attack) if attacker.prana else None
    mine = yield from judging.on_stat(
        world, attacker, "hit", attack.hit_stat, bonus=attack.hit_bonus, seven=attack.seven, versus=expected,
        elements=attack.of_defenders() if attacker.effects or constantly.anybody(world) else (),
    )  # fmt: skip
    first = yield from judging.lead(world, attacker, mine)
    mine, attack.hit = yield from windows.after(world, attacker, mine, first, attack.hit_stat, attack, paid=False)
    yield from _all_react(world, attack, timings)
    if attack.negated:
        judging.over(world, attacker, mine, attack.hit)
        return
    dodging = [aim for aim in attack.aims if aim.judge is not None]
    defenders = [aim.defender for aim in dodging]
    dodges = [aim.judge for aim in dodging if aim.judge is not None]
    outcome = yield from judging.answer(world, attacker, mine, attack.hit, defenders, dodges)
    attack.hit = outcome.attacker
    for aim, dodge in zip(dodging, outcome.defenders, strict=True):
        aim.dodge = dodge
    for aim in dodging:
        if aim.judge is not None and aim.dodge is not None:
            aim.judge, aim.dodge = yield from windows.after(
                world, aim.defender, aim.judge, aim.dodge, "eva", attack, reaction=True
            )


COMMANDS = (CommandType(Attack, attack, "NW3-ATTACK-03"),)
