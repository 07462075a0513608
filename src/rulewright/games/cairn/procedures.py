"""Rules of Cairn that can be run by themselves: for `resolve`, `odds`, and toolmakers."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rulewright.engine.errors import Malformed
from rulewright.engine.game import PureProcedure
from rulewright.engine.modifiers import Part, Sum
from rulewright.engine.requests import Procedure
from rulewright.games.cairn import combat_procedures
from rulewright.games.cairn.bare import ArmorValue, Text, Value, bare_actor, bare_world
from rulewright.games.cairn.content import CairnContent
from rulewright.games.cairn.content_dice import ROLL_ALLOWED, roll_dice
from rulewright.games.cairn.creation import create_hireling, workshop
from rulewright.games.cairn.fatigue import fatigue_due
from rulewright.games.cairn.loss import hurt
from rulewright.games.cairn.magic import costs, recharged
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.reactions import fate_of, reaction_of
from rulewright.games.cairn.rolls import rolled
from rulewright.games.cairn.saves import Save, save
from rulewright.games.cairn.starter import starter
from rulewright.games.cairn.state import MINUTE, Ability, Carried


class SaveFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who saves."""

    ability: Annotated[Value, Meta(description="current value of the ability, 0 to 99")]


class NoFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing to say."""


class AbilityDamageFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Damage outside combat."""

    dice: Annotated[Text, Meta(description="dice of the trap, fall or poison, such as 1d6")] = "1d6"
    value: Annotated[Value, Meta(description="current value of the ability that is hurt")] = 10
    ability: Annotated[Ability, Meta(description="the ability that is hurt")] = "STR"
    armor: Annotated[ArmorValue, Meta(description="armor, where the referee lets it help, 0 to 3")] = 0


class CastingFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Reading a spell aloud."""

    WIL: Annotated[Value, Meta(description="current WIL of the caster")] = 10
    carrier: Annotated[Literal["spellbook", "scroll"], Meta(description="what is read")] = "spellbook"
    in_danger: Annotated[bool, Meta(description="deprived or in danger, and the referee asks a WIL save")] = True


class RechargeFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A relic whose recharge condition was met."""

    restores: Annotated[Text, Meta(description='"all", a number, or dice such as 1d4')] = "1d4"
    charges: Annotated[Value, Meta(description="charges it has now")] = 0
    charges_max: Annotated[int, Meta(ge=1, le=99, description="charges it holds at most")] = 3


class FatigueFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deprivation without a gap."""

    minutes: Annotated[int, Meta(ge=0, le=1_000_000, description="minutes since deprivation began")] = 1441
    counting: Annotated[Literal["over_24h", "at_24h"], Meta(description="the table option deprivation_fatigue")] = (
        "over_24h"
    )


class AbilitiesFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What abilities and HP are rolled with."""

    ability_dice: Annotated[Text, Meta(description="dice of each ability")] = "3d6"
    hp_dice: Annotated[Text, Meta(description="dice of HP")] = "1d6"


class HirelingFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is hired."""

    role: Annotated[Text, Meta(description="id of a role of the starter pack; the first one where not given")] = ""


class Reading(msgspec.Struct, frozen=True):
    """A total of dice and what it means."""

    total: int
    id: str


class AbilityDamage(msgspec.Struct, frozen=True):
    """What damage left of an ability; `outcome` is "in", "dead", "paralysed" or "delirious"."""

    lost: int
    left: int
    outcome: str


class Casting(msgspec.Struct, frozen=True):
    """What reading a spell came to."""

    works: bool
    fatigue: int
    book_left: bool


class Charges(msgspec.Struct, frozen=True):
    """Charges before and after recharging."""

    before: int
    after: int


class Abilities(msgspec.Struct, frozen=True):
    """Rolled abilities and HP, kept as they come (CRN-HIRE-03)."""

    STR: int
    DEX: int
    WIL: int
    hp: int


class Hireling(msgspec.Struct, frozen=True):
    """A hireling as hired, before trait tables."""

    role: str
    abilities: Abilities
    items: tuple[str, ...]


def _dice(text: str, field: str) -> tuple[int, int, int]:
    try:
        return roll_dice(text)
    except Malformed as error:
        raise Malformed(repr(text), at=field, expected=ROLL_ALLOWED) from error


def _reaction(fields: NoFields) -> Procedure[Reading]:
    total = yield from rolled((2, 6, 0), "CRN-REACT-02")
    return Reading(total, reaction_of(total))


def _fate(fields: NoFields) -> Procedure[Reading]:
    face = yield from rolled((1, 6, 0), "CRN-FATE-01")
    return Reading(face, fate_of(face))


def _ability_damage(fields: AbilityDamageFields) -> Procedure[AbilityDamage]:
    dice = _dice(fields.dice, "dice")
    world, actor = bare_world(), bare_actor("pc", 1)
    setattr(actor, fields.ability, fields.value)
    actor.armor = fields.armor
    yield from hurt(world, actor, fields.ability, (yield from rolled(dice, "CRN-LOSS-01")), True)
    left: int = getattr(actor, fields.ability)
    zero = {"STR": "dead", "DEX": "paralysed", "WIL": "delirious"}[fields.ability]  # CRN-LOSS-03
    return AbilityDamage(fields.value - left, left, "in" if left else zero)


def _casting(fields: CastingFields) -> Procedure[Casting]:
    world = bare_world(Options(danger_save_prompt="always"))
    caster = bare_actor("pc", 1, will=fields.WIL)
    thing = Carried("book", fields.carrier, "held")
    caster.items = [thing]
    if fields.in_danger:
        caster.deprived = ["danger"]
    cast = yield from costs(world, caster, thing)
    return Casting(cast.works, caster.fatigue, thing in caster.items)


def _recharge(fields: RechargeFields) -> Procedure[Charges]:
    if fields.charges > fields.charges_max:
        raise Malformed(str(fields.charges), at="charges", expected="at most charges_max")
    if fields.restores != "all" and not (fields.restores.isdecimal() and fields.restores.isascii()):
        _dice(fields.restores, "restores")
    after = yield from recharged(fields.restores, fields.charges, fields.charges_max)
    return Charges(fields.charges, after)


def _fatigue(fields: FatigueFields) -> Procedure[int]:
    world, actor = bare_world(Options(deprivation_fatigue=fields.counting)), bare_actor("pc", 1)
    world.state.clock, actor.deprived = fields.minutes * MINUTE, ["food"]
    return fatigue_due(world, actor)
    yield


def _abilities(fields: AbilitiesFields) -> Procedure[Abilities]:
    ability, hp = _dice(fields.ability_dice, "ability_dice"), _dice(fields.hp_dice, "hp_dice")
    values = []
    for dice in (ability, ability, ability, hp):  # CRN-HIRE-03: in order, as they come
        values.append((yield from rolled(dice, "CRN-HIRE-01")))
    return Abilities(*values)


@cache
def _without_traits() -> CairnContent:
    return msgspec.structs.replace(starter(), trait_tables=())


def _hireling(fields: HirelingFields) -> Procedure[Hireling]:
    content = starter()
    role = fields.role or content.hireling_roles[0].id
    if role not in content.hireling_roles_by_id:
        raise Malformed(repr(role), at="role", expected=", ".join(content.hireling_roles_by_id))
    hired = yield from create_hireling(workshop(_without_traits(), Options()), "", role)
    abilities = Abilities(hired.STR, hired.DEX, hired.WIL, hired.hp)
    return Hireling(role, abilities, tuple(thing.item for thing in hired.items))


def _same(result: Any) -> Any:
    return result


def _success(result: Save) -> str:
    return "success" if result.success else "failure"


def _save_sum(result: Save) -> Sum:
    needed = Part("sum.needed", result.ability, "CRN-SAVE-01", "CRN-SAVE-01")
    return Sum(result.face, (Part("d20", result.face, "CRN-SAVE-01"), needed))


def _charges_sum(result: Charges) -> Sum:
    gained = Part("sum.restored", result.after - result.before, "CRN-RELIC-02")
    return Sum(result.after, (Part("sum.before", result.before, "CRN-RELIC-01"), gained))


def _loss_sum(result: AbilityDamage) -> Sum:
    parts = (
        Part("sum.before", result.left + result.lost, "CRN-LOSS-01"),
        Part("sum.damage", -result.lost, "CRN-LOSS-01"),
    )
    return Sum(result.left, parts)


def _days_sum(result: int) -> Sum:
    return Sum(result, (Part("sum.day", 1, "CRN-FATIGUE-03"),) * result)


def _save_like(name: str, rules: tuple[str, ...], text: str) -> PureProcedure:
    return PureProcedure(name, SaveFields, lambda fields: save(fields.ability), rules, text,
                         _success, lambda result: int(result.success), _save_sum)  # fmt: skip


_OTHERS = (
    _save_like("save", ("CRN-SAVE-01", "CRN-SAVE-02"), "d20 equal to or under an ability"),
    _save_like("morale", ("CRN-MORALE-02", "CRN-SAVE-01"), "WIL save of a group: success stays"),
    _save_like("retreat", ("CRN-RETREAT-01", "CRN-SAVE-01"), "DEX save of one who runs"),
    _save_like("first_round", ("CRN-ROUND-03", "CRN-SAVE-01"), "DEX save to act in round 1"),
    _save_like(
        "critical", ("CRN-CRIT-03", "CRN-SAVE-01"), "STR save against critical damage with the STR that is left"
    ),
    PureProcedure(
        "casting", CastingFields, _casting, ("CRN-MAGIC-04", "CRN-MAGIC-06", "CRN-SCROLL-01"),
        "reading a spell, with the WIL save of one in danger; a failure costs one more Fatigue",
        lambda result: (result.works, result.fatigue, result.book_left), lambda result: result.fatigue,
    ),
    PureProcedure(
        "recharge", RechargeFields, _recharge, ("CRN-RELIC-02",), "charges of a relic after recharging",
        lambda result: result.after, lambda result: result.after, _charges_sum,
    ),
    PureProcedure(
        "ability_damage", AbilityDamageFields, _ability_damage, ("CRN-LOSS-01", "CRN-LOSS-02", "CRN-LOSS-03"),
        "damage outside combat, taken from an ability", _same, lambda result: result.lost, _loss_sum,
    ),
    PureProcedure(
        "fatigue_due", FatigueFields, _fatigue, ("CRN-FATIGUE-03",),
        "Fatigue that a deprivation has brought by then", _same, _same, _days_sum,
    ),
    PureProcedure(
        "reaction", NoFields, _reaction, ("CRN-REACT-02",), "2d6: the first attitude of strangers",
        lambda result: result.id, lambda result: result.total,
    ),
    PureProcedure(
        "die_of_fate", NoFields, _fate, ("CRN-FATE-01",), "1d6: whom chance favours",
        lambda result: result.id, lambda result: result.total,
    ),
    PureProcedure(
        "abilities", AbilitiesFields, _abilities, ("CRN-HIRE-01", "CRN-HIRE-03"),
        "rolled abilities and HP of a character or hireling", _same,
        lambda result: result.STR + result.DEX + result.WIL,
    ),
    PureProcedure(
        "hireling", HirelingFields, _hireling, ("CRN-HIRE-01",),
        "a hireling of the starter pack as hired, without trait tables", _same, lambda result: result.abilities.hp,
    ),
)  # fmt: skip

PROCEDURES = {procedure.name: procedure for procedure in (*combat_procedures.PROCEDURES, *_OTHERS)}
