"""Rules of Cairn that can be run by themselves: for `resolve`, `odds`, and toolmakers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, cast

import msgspec

from rulewright.engine.alike import SUM
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.game import PureProcedure
from rulewright.engine.modifiers import Modifier, Part, Sum, stack
from rulewright.engine.requests import Procedure, Roll
from rulewright.engine.world import World
from rulewright.games.cairn.content import CairnContent, damage_dice, roll_dice
from rulewright.games.cairn.damage import Damage, Strike, after_armor, attack_dice, pooled_damage
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.reactions import fate_of, reaction_of
from rulewright.games.cairn.saves import Save, save
from rulewright.games.cairn.scars import receive
from rulewright.games.cairn.state import Actor, CairnWorld, State
from rulewright.games.cairn.story import Scenario
from rulewright.games.cairn.wounds import critical_save, wound

Value = Annotated[int, msgspec.Meta(ge=0, le=99)]
ArmorValue = Annotated[int, msgspec.Meta(ge=0, le=3, description="armor of the target, 0 to 3")]
Text = Annotated[str, msgspec.Meta(max_length=40)]


class SaveFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ability: Annotated[Value, msgspec.Meta(description="current value of the ability, 0 to 99")]


class DamageFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    damage: Annotated[Text, msgspec.Meta(description="the weapon's dice, such as d6 or d8+d8")] = "d6"
    others: Annotated[
        tuple[Text, ...], msgspec.Meta(max_length=20, description="dice of other attackers on the same target")
    ] = ()
    armor: ArmorValue = 0
    impaired: Annotated[bool, msgspec.Meta(description="fighting from weakness: d4")] = False
    enhanced: Annotated[bool, msgspec.Meta(description="fighting from advantage: d12")] = False
    unarmed: Annotated[bool, msgspec.Meta(description="bare hands: always d4")] = False


class AttackFields(DamageFields, frozen=True, forbid_unknown_fields=True):
    hp: Annotated[Value, msgspec.Meta(description="the target's HP")] = 4
    strength: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=99)], msgspec.Meta(description="the target's current STR, 1 to 99")
    ] = 10
    kind: Annotated[Literal["pc", "hireling", "npc"], msgspec.Meta(description="what the target is")] = "pc"


class ScarFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hp_lost: Annotated[int, msgspec.Meta(ge=1, le=99, description="HP lost in the attack that left exactly 0")]
    hp_max: Annotated[Value, msgspec.Meta(description="highest HP before the scar")] = 4
    STR: Value = 10
    DEX: Value = 10
    WIL: Value = 10


class RollFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class AbilityDamageFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dice: Annotated[Text, msgspec.Meta(description="dice of the trap, fall or poison, such as 1d6")] = "1d6"
    ability: Annotated[Value, msgspec.Meta(description="the ability that is hurt")] = 10
    armor: ArmorValue = 0


class RechargeFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    restores: Annotated[Text, msgspec.Meta(description='"all", a number, or dice such as 1d4')] = "1d4"
    charges: Value = 0
    charges_max: Annotated[int, msgspec.Meta(ge=1, le=99)] = 3


class AbilitiesFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ability_dice: Annotated[Text, msgspec.Meta(description="dice of each ability")] = "3d6"
    hp_dice: Annotated[Text, msgspec.Meta(description="dice of HP")] = "1d6"


class AttackResult(msgspec.Struct, frozen=True):
    """What an attack left of its target."""

    damage: int
    hp: int
    STR: int
    outcome: str
    scar: str = ""


class Abilities(msgspec.Struct, frozen=True):
    """Rolled abilities and HP, kept as they come (CRN-HIRE-03)."""

    STR: int
    DEX: int
    WIL: int
    hp: int


def _dice(text: str, field: str) -> tuple[int, ...]:
    try:
        return damage_dice(text)
    except (Malformed, ValueError) as error:
        raise Malformed(repr(text), at=field, expected="one to four of d4 d6 d8 d10 d12 joined by +") from error


def _sides(fields: DamageFields) -> list[tuple[int, ...]]:
    options = Options()
    strike = Strike("weapon", _dice(fields.damage, "damage"), unarmed=fields.unarmed)
    own = attack_dice(strike, fields.impaired, fields.enhanced, options)
    return [own, *(_dice(other, "others") for other in fields.others)]


def _total(text: str, field: str, rule: str) -> Procedure[int]:
    try:
        count, sides, plus = roll_dice(text)
    except (Malformed, ValueError) as error:
        raise Malformed(repr(text), at=field, expected="dice such as 1d6 or 2d6+1") from error
    faces = yield Roll(count, sides, rule, alike=SUM)
    return int(sum(faces)) + plus


def _bare_world() -> CairnWorld:
    """A world for one rule: default options, no content and no scenario are read."""
    return World(State(Options()), cast(CairnContent, None), cast(Scenario, None))


def _damage(fields: DamageFields) -> Procedure[Damage]:
    return pooled_damage(_sides(fields), fields.armor)


def _attack(fields: AttackFields) -> Procedure[AttackResult]:
    sides = _sides(fields)
    dealt = yield from pooled_damage(sides, fields.armor)
    world = _bare_world()
    target = Actor("target", "target", fields.kind, "party", fields.strength, 10, 10, fields.hp,
                   fields.strength, 10, 10, max(fields.hp, 1))  # fmt: skip
    taken = yield from wound(world, target, dealt.damage)
    if taken.save_due:
        yield from critical_save(world, target)
    return AttackResult(
        dealt.damage, target.hp, target.STR, target.outcome, f"entry {taken.scar}" if taken.scar else ""
    )


def _scar(fields: ScarFields) -> Procedure[dict[str, Any]]:
    world = _bare_world()
    actor = Actor("pc", "pc", "pc", "party", fields.STR, fields.DEX, fields.WIL, 0, fields.STR, fields.DEX,
                  fields.WIL, fields.hp_max)  # fmt: skip
    yield from receive(world, actor, fields.hp_lost)
    return {
        "scar": actor.scars[0].id if actor.scars else "",
        "note": actor.scars[0].note if actor.scars else "",
        "hp_max": actor.hp_max,
        "STR": [actor.STR, actor.STR_max],
        "DEX": [actor.DEX, actor.DEX_max],
        "WIL": [actor.WIL, actor.WIL_max],
        "waits_for": [step.event for step in actor.pending],
        "doomed": actor.doomed,
        "deprived": list(actor.deprived),
    }


def _reaction(fields: RollFields) -> Procedure[str]:
    faces = yield Roll(2, 6, "CRN-REACT-02", "", "reaction", SUM)
    return reaction_of(sum(faces))


def _fate(fields: RollFields) -> Procedure[str]:
    faces = yield Roll(1, 6, "CRN-FATE-01", "", "die of fate")
    return fate_of(faces[0])


def _ability_damage(fields: AbilityDamageFields) -> Procedure[AttackResult]:
    face = yield from _total(fields.dice, "dice", "CRN-LOSS-01")
    damage = after_armor(face, fields.armor)
    left = max(0, fields.ability - damage)
    return AttackResult(damage, 0, left, "zero" if left == 0 else "in")


def _recharge(fields: RechargeFields) -> Procedure[int]:
    if fields.charges > fields.charges_max:
        raise Refused("bad_value", "CRN-RELIC-02", charges=fields.charges)
    if fields.restores == "all":
        return fields.charges_max
    if fields.restores.isdecimal():
        gained = int(fields.restores)
    else:
        gained = yield from _total(fields.restores, "restores", "CRN-RELIC-02")
    return min(fields.charges_max, fields.charges + gained)


def _abilities(fields: AbilitiesFields) -> Procedure[Abilities]:
    rolled = []
    for field in ("STR", "DEX", "WIL"):
        rolled.append((yield from _total(fields.ability_dice, field, "CRN-HIRE-01")))
    hp = yield from _total(fields.hp_dice, "hp_dice", "CRN-HIRE-01")
    return Abilities(*rolled, hp)


def _save(fields: SaveFields) -> Procedure[Save]:
    return save(fields.ability)


def _same(result: Any) -> Any:
    return result


def _success(result: Save) -> str:
    return "success" if result.success else "failure"


def _damage_sum(result: Damage) -> Sum:
    return stack(
        [Modifier("highest die", result.face, "", "CRN-ATTACK-02"), Modifier("armor", -result.armor, "", "CRN-ARMOR-01")],
        low=0, limit_rule="CRN-ARMOR-01",
    )  # fmt: skip


def _save_sum(result: Save) -> Sum:
    return Sum(
        result.face,
        (
            Part("d20", result.face, "CRN-SAVE-01"),
            Part("needed at most", result.ability, "CRN-SAVE-01", "CRN-SAVE-01"),
        ),
    )


def _scar_outcome(result: dict[str, Any]) -> str:
    return f"{result['scar']}: HP max {result['hp_max']}"


def _p(
    name: str, fields: type[msgspec.Struct], run: Callable[[Any], Procedure[Any]], rules: tuple[str, ...], text: str,
    outcome: Callable[[Any], Any] = _same, value: Callable[[Any], int] | None = None,
    explain: Callable[[Any], Sum | None] | None = None,
) -> PureProcedure:  # fmt: skip
    return PureProcedure(name, fields, run, rules, text, outcome, value, explain)


PROCEDURES = {
    one.name: one
    for one in (
        _p("save", SaveFields, _save, ("CRN-SAVE-01", "CRN-SAVE-02"), "d20 equal to or under an ability",
           _success, lambda result: int(result.success), _save_sum),
        _p("damage", DamageFields, _damage, ("CRN-ATTACK-02", "CRN-ATTACK-13", "CRN-ARMOR-01"),
           "damage of one or several attackers on one target after armor",
           lambda result: result.damage, lambda result: result.damage, _damage_sum),
        _p("attack", AttackFields, _attack, ("CRN-ATTACK-01", "CRN-ATTACK-03", "CRN-CRIT-01", "CRN-CRIT-03"),
           "an attack to its end: damage, HP, STR, the save against critical damage, a scar",
           _same, lambda result: result.damage),
        _p("scar", ScarFields, _scar, ("CRN-SCAR-01",), "a scar for the HP lost, with its rolls",
           _scar_outcome, lambda result: result["hp_max"]),
        _p("morale", SaveFields, _save, ("CRN-MORALE-02", "CRN-SAVE-01"), "WIL save of a group: success stays",
           _success, lambda result: int(result.success), _save_sum),
        _p("retreat", SaveFields, _save, ("CRN-RETREAT-01", "CRN-SAVE-01"), "DEX save of one who runs",
           _success, lambda result: int(result.success), _save_sum),
        _p("first_round", SaveFields, _save, ("CRN-ROUND-03", "CRN-SAVE-01"), "DEX save to act in round 1",
           _success, lambda result: int(result.success), _save_sum),
        _p("critical", SaveFields, _save, ("CRN-CRIT-03", "CRN-SAVE-01"),
           "STR save against critical damage with the STR that is left",
           _success, lambda result: int(result.success), _save_sum),
        _p("reaction", RollFields, _reaction, ("CRN-REACT-02",), "2d6: the first attitude of strangers"),
        _p("die_of_fate", RollFields, _fate, ("CRN-FATE-01",), "1d6: whom chance favours"),
        _p("ability_damage", AbilityDamageFields, _ability_damage, ("CRN-LOSS-01", "CRN-LOSS-02", "CRN-LOSS-03"),
           "damage outside combat, taken from an ability", _same, lambda result: result.damage),
        _p("recharge", RechargeFields, _recharge, ("CRN-RELIC-02",), "charges of a relic after recharging",
           _same, _same),
        _p("abilities", AbilitiesFields, _abilities, ("CRN-HIRE-01", "CRN-HIRE-03"),
           "rolled abilities and HP of a character or hireling", _same,
           lambda result: result.STR + result.DEX + result.WIL),
    )
}  # fmt: skip
