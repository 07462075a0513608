"""Spellbooks, scrolls and relics (CRN-MAGIC, CRN-SCROLL, CRN-RELIC)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.cairn.actors import GONE, out_of_action, own, require_peace, tell
from rulewright.games.cairn.attacks import Blow, Hit, land
from rulewright.games.cairn.content_dice import damage_dice, roll_dice
from rulewright.games.cairn.content_gear import Relic, Spell
from rulewright.games.cairn.damage import highest
from rulewright.games.cairn.fatigue import add_fatigue, require_room_for_fatigue
from rulewright.games.cairn.inventory import carried, words
from rulewright.games.cairn.loss import armor_helps, hurt
from rulewright.games.cairn.mishaps import Cast, danger, will_or_mishap
from rulewright.games.cairn.rolls import rolled
from rulewright.games.cairn.saves import actor_save
from rulewright.games.cairn.scenario import conclude
from rulewright.games.cairn.state import Actor, CairnWorld, Carried
from rulewright.games.cairn.strikes import Strike
from rulewright.games.cairn.twins import finnish, twins
from rulewright.games.cairn.wounds import apply_effects, critical_save

# CRN-MAGIC-01: no command copies or makes a spellbook.

# ---------------------------------------------------------------- reading aloud


def spell_of(world: CairnWorld, thing: Carried) -> Spell | None:
    """The spell of a book, scroll or relic, or None."""
    item = world.content.items_by_id.get(thing.item)
    relic = world.content.relics_by_id.get(thing.item)
    spell = item.spell if item is not None else relic.spell if relic is not None else None
    return world.content.spells_by_id[spell] if spell else None


def book(world: CairnWorld, actor: Actor, thing: str) -> Carried:
    """A book or scroll that the actor can read aloud now.

    It has to be held in both hands with nothing else held (CRN-MAGIC-03, CRN-SCROLL-01), else `not_in_hands`;
    the Fatigue of a book must find room (CRN-MAGIC-04), else `no_slot_for_fatigue`.
    """
    found = carried(actor, thing)
    item = world.content.items_by_id.get(found.item) if found is not None else None
    if found is None or item is None or item.kind not in ("spellbook", "scroll"):
        raise Refused("not_in_hands", "CRN-MAGIC-03", item=thing)
    if [one for one in actor.items if one.where == "held"] != [found]:
        raise Refused("not_in_hands", "CRN-MAGIC-03", item=item.name)
    if item.kind == "spellbook":
        require_room_for_fatigue(world, actor)
    return found


def readable(world: CairnWorld, actor: Actor, thing: Carried) -> Procedure[None]:
    """A book with a condition is read only when the referee confirms it (CRN-MAGIC-02)."""
    item = world.content.items_by_id[thing.item]
    if item.readable == "always":
        return
    yes = yield from yes_no(
        "confirm_readable", "referee", default=False, rule="CRN-MAGIC-02", name=actor.name,
        **twins(item, "readable", "condition"), **words(world, thing),
    )  # fmt: skip
    if not yes:
        raise Refused("unreadable_now", "CRN-MAGIC-02", item=item.name)


def check_spell_targets(spell: Spell, targets: tuple[str, ...], enhanced: bool = False) -> None:
    """The number of targets that a spell takes; refuses `bad_target_count`.

    A spell without damage may have none: a lock or a place is no actor. An enhanced one reaches more
    (CRN-MAGIC-05). Damage needs a target, and without Blast hits more than one only if the spell takes several.
    """
    most = {"self": 0, "one": 1, "several": 99, "area": 1 if spell.damage and not spell.blast else 99}
    least = 1 if spell.damage and spell.targets != "self" else 0
    count = len(targets)
    if not least <= count <= (99 if enhanced else most[spell.targets]) or len(set(targets)) < count:
        raise Refused("bad_target_count", "CRN-ATTACK-17", count=count)


def spell_strike(spell: Spell) -> Strike | None:
    """Spell damage is an attack of the caster (CRN-MAGIC-08)."""
    if not spell.damage:
        return None
    # a spell on several rolls for each of them without being a Blast
    return Strike(spell.name, damage_dice(spell.damage), spell.blast, True, name_fi=finnish(spell))


def costs(world: CairnWorld, actor: Actor, thing: Carried) -> Procedure[Cast]:
    """What reading costs and whether ill effects come, as one step of a phase (CRN-ROUND-10, step 2)."""
    cast = yield from danger(world, actor, thing)
    yield from pay(world, actor, thing)
    return cast


def pay(world: CairnWorld, actor: Actor, thing: Carried) -> Procedure[None]:
    """One Fatigue for a book in every case (CRN-MAGIC-04, -06); a scroll is used up (CRN-SCROLL-01)."""
    if world.content.items_by_id[thing.item].kind == "scroll":
        if thing in actor.items:
            actor.items.remove(thing)
        tell(world, "cast.scroll_gone", "CRN-SCROLL-01", name=actor.name, **words(world, thing))
    elif actor.outcome not in GONE:
        yield from add_fatigue(world, actor, 1, rule="CRN-MAGIC-04")


def speak(world: CairnWorld, caster: Actor, spell: Spell) -> None:
    """Tell what the spell is that works now."""
    told = {**twins(spell, name="spell"), **twins(spell, "text")}
    tell(world, "cast.spell", "CRN-MAGIC-01", name=caster.name, **told)


def affect(world: CairnWorld, caster: Actor, spell: Spell, targets: list[Actor]) -> Procedure[None]:
    """What a spell does besides damage: targets that fail its save, if it has one, take its effects."""
    for target in [caster] if spell.targets == "self" and not targets else targets:
        if target.outcome in GONE or not (spell.save or spell.effects):
            continue
        if spell.save and (yield from actor_save(world, target, spell.save, "spell")):
            tell(world, "cast.resisted", "CRN-MAGIC-01", name=target.name, **twins(spell, name="spell"))
            continue
        yield from apply_effects(world, target, spell.effects, "CRN-MAGIC-01")


# ---------------------------------------------------------------- relics


def relic_of(world: CairnWorld, actor: Actor, thing: str) -> tuple[Carried, Relic]:
    """A relic in hand with a charge left; refuses `not_in_hands`, `no_charges` (CRN-RELIC-01, CRN-RELIC-03)."""
    found = carried(actor, thing)
    relic = world.content.relics_by_id.get(found.item) if found is not None else None
    if found is None or relic is None:
        raise Refused("not_in_hands", "CRN-RELIC-03", item=thing)
    if (relic.hands and found.where != "held") or found.where == "stowed":
        raise Refused("not_in_hands", "CRN-RELIC-03", item=relic.name)
    if found.charges == 0:
        raise Refused("no_charges", "CRN-RELIC-01", item=relic.name)
    return found, relic


def spend_charge(world: CairnWorld, actor: Actor, thing: Carried, relic: Relic) -> Procedure[Cast]:
    """Use a relic: a charge if it has any, no Fatigue, a WIL save only where its content says so."""
    if thing.charges is not None:
        thing.charges -= 1
        tell(world, "relic.charges", "CRN-RELIC-01", left=thing.charges, most=relic.charges_max, **words(world, thing))
    if relic.power:
        told = {**twins(relic, "power", "text"), **words(world, thing)}
        tell(world, "relic.power", "CRN-RELIC-01", name=actor.name, **told)
    if relic.wil_save:  # CRN-RELIC-03
        return (yield from will_or_mishap(world, actor, thing))
    return Cast(True)


# ---------------------------------------------------------------- commands outside combat


class CastSpell(msgspec.Struct, frozen=True, tag="cast", tag_field="do"):
    """Read a spellbook or scroll aloud outside combat; `enhance` says how the spell is improved, if at all."""

    actor: str
    item: str
    targets: tuple[str, ...] = ()
    enhance: Annotated[str, msgspec.Meta(max_length=500)] = ""


class UseRelic(msgspec.Struct, frozen=True, tag="use_relic", tag_field="do"):
    """Use a relic outside combat."""

    actor: str
    item: str
    targets: tuple[str, ...] = ()


class Recharge(msgspec.Struct, frozen=True, tag="recharge", tag_field="do"):
    """Ask for a relic's charges back; the referee confirms that its condition was met."""

    actor: str
    item: str


def _able(world: CairnWorld, actor: Actor, rule: str) -> None:
    require_peace(world, rule)
    if out_of_action(actor):
        raise Refused("cannot_act", rule, actor=actor.name)


def _present(world: CairnWorld, ids: tuple[str, ...]) -> list[Actor]:
    """The targets, if they are here; refuses `no_target`, the same for those who are elsewhere or nowhere."""
    found = []
    for target_id in ids:
        target = world.state.actors.get(target_id)
        group = world.state.groups.get(target.group) if target is not None else None
        if target is None or (group is not None and group.room != world.state.room) or target.outcome == "fled":
            raise Refused("no_target", "CRN-ATTACK-17", target=target_id)
        found.append(target)
    return found


def cast_spell(world: CairnWorld, command: CastSpell, seat: Seat) -> Procedure[None]:
    caster = own(world, command.actor, seat)
    if command.enhance and world.state.fight is not None:  # CRN-MAGIC-05
        raise Refused("not_safe", "CRN-MAGIC-05")
    _able(world, caster, "CRN-MAGIC-03")
    thing = book(world, caster, command.item)
    spell = spell_of(world, thing)
    assert spell is not None
    check_spell_targets(spell, command.targets, bool(command.enhance))
    targets = _present(world, command.targets)
    yield from readable(world, caster, thing)
    if command.enhance:  # CRN-MAGIC-05: no further cost, if there is time and safety
        facts: dict[str, Any] = {"name": caster.name, "text": command.enhance}
        if not (yield from yes_no("enhance_spell", "referee", default=False, rule="CRN-MAGIC-05", **facts)):
            raise Refused("not_safe", "CRN-MAGIC-05")
        tell(world, "cast.enhanced", "CRN-MAGIC-05", **facts)
    cast = yield from danger(world, caster, thing)
    if cast.works:
        yield from _effect_in_peace(world, caster, spell, targets)
    yield from pay(world, caster, thing)  # CRN-MAGIC-04: after the spell
    conclude(world)


def _effect_in_peace(world: CairnWorld, caster: Actor, spell: Spell, targets: list[Actor]) -> Procedure[None]:
    """The spell works: damage, rolled for each target by itself, then its effects."""
    speak(world, caster, spell)
    sides = damage_dice(spell.damage) if spell.damage else ()
    for target in (targets or [caster]) if sides else ():
        if target.outcome in GONE:
            continue
        if target.kind == "pc":  # CRN-LOSS-01: a PC loses Strength outside combat
            armored = yield from armor_helps(world, target)
            face = yield from highest(sides, caster.id)
            yield from hurt(world, target, "STR", face, armored)
            continue
        face = yield from highest(sides, caster.id)
        landed = yield from land(world, [Blow(target, [Hit(caster, face, spell.blast, None)])])
        if landed[0].wound.save_due:
            yield from critical_save(world, target)
    yield from affect(world, caster, spell, targets)


def use_relic(world: CairnWorld, command: UseRelic, seat: Seat) -> Procedure[None]:
    user = own(world, command.actor, seat)
    _able(world, user, "CRN-RELIC-03")
    thing, relic = relic_of(world, user, command.item)
    spell = spell_of(world, thing)
    if spell is not None:
        check_spell_targets(spell, command.targets)
    targets = _present(world, command.targets)
    cast = yield from spend_charge(world, user, thing, relic)
    if spell is not None and cast.works:
        yield from _effect_in_peace(world, user, spell, targets)
    conclude(world)


def recharge(world: CairnWorld, command: Recharge, seat: Seat) -> Procedure[None]:
    actor = own(world, command.actor, seat)
    thing = carried(actor, command.item)
    relic = world.content.relics_by_id.get(thing.item) if thing is not None else None
    if thing is None or relic is None or relic.recharge is None or relic.charges_max is None:
        raise Refused("recharge_not_met", "CRN-RELIC-02", item=relic.name if relic else command.item)
    met = yield from yes_no(
        "recharge_met", "referee", default=False, rule="CRN-RELIC-02", name=actor.name,
        **twins(relic.recharge, "condition"), **words(world, thing),
    )  # fmt: skip
    if not met:
        raise Refused("recharge_not_met", "CRN-RELIC-02", item=relic.name)
    thing.charges = yield from recharged(relic.recharge.restores, thing.charges or 0, relic.charges_max, actor.id)
    tell(world, "relic.recharged", "CRN-RELIC-02", left=thing.charges, most=relic.charges_max, **words(world, thing))


def recharged(restores: str, charges: int, charges_max: int, who: str = "") -> Procedure[int]:
    """The charges after recharging by "all", a number or dice, never above `charges_max` (CRN-RELIC-02)."""
    if restores == "all":
        return charges_max
    if restores.isdecimal():
        return min(charges_max, charges + int(restores))
    restored = yield from rolled(roll_dice(restores), "CRN-RELIC-02", who, "recharge")
    return min(charges_max, charges + restored)


COMMANDS = (
    CommandType(CastSpell, cast_spell, "CRN-MAGIC-03"),
    CommandType(UseRelic, use_relic, "CRN-RELIC-03"),
    CommandType(Recharge, recharge, "CRN-RELIC-02"),
)
