"""The standing numbers of a character: what counts now, in the order of NW3-SKILL-59.

`refresh` writes them down and is called whenever something that they depend on changes; `sums` explains them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from rulewright.engine.modifiers import Part, Sum
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.formula import fixed
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import ATTRIBUTES, STATS, Carried, Character
from rulewright.games.nw3.wizards.belongings import equipped, there
from rulewright.games.nw3.wizards.constants import Constant, settled, unsettled
from rulewright.games.nw3.wizards.outfits import Outfit, outfit_of, parts, weights

Constants: TypeAlias = Sequence[tuple[Constant, int]]
LEAST_BODY: Final = 1  # NW3-SKILL-59
LEAST_MIND: Final = 0


# ---------------------------------------------------------------- the numbers


def refresh(content: Nw3Content, house: Options, character: Character) -> None:
    """Write the standing Combat Stats, Body and Mind, and lower HP and MP to the new maxima (NW3-CHAR-07)."""
    outfit = outfit_of(content, character, house.doesnt_stack_many == "each_counts")
    constants = _in_force(content, house, character, outfit)
    changes = _changes(content, house, character, outfit, constants)
    _write(character, outfit, changes)
    for _ in constants:  # their amounts may be made of numbers that others change, in no circle (NW3-SKILL-58)
        before, changes = changes, _changes(content, house, character, outfit, constants)
        if changes == before:
            break
        _write(character, outfit, changes)
    if character.hp > character.body:
        character.hp = character.body
    if character.mp > character.mind:
        character.mp = character.mind


def _write(character: Character, outfit: Outfit, changes: Sequence[tuple[str, Part]]) -> None:
    before, now = character.pre_equip, character.stats
    pacc, macc, eva, spd, patk, matk, pdef, mdef, body, mind = outfit.changes
    now.pacc = before.pacc + pacc
    now.macc = before.macc + macc
    now.eva = before.eva + eva
    now.spd = before.spd + spd
    now.patk = before.patk + patk
    now.matk = before.matk + matk
    now.pdef = before.pdef + pdef
    now.mdef = before.mdef + mdef
    body += character.pre_equip_body
    mind += character.pre_equip_mind
    for what, part in changes:
        if what in STATS:
            setattr(now, what, getattr(now, what) + part.value)
        elif what == "body":
            body += part.value
        elif what == "mind":
            mind += part.value
    character.body = body if body > LEAST_BODY else LEAST_BODY
    character.mind = mind if mind > LEAST_MIND else LEAST_MIND


def _changes(
    content: Nw3Content, house: Options, character: Character, outfit: Outfit, constants: Constants
) -> list[tuple[str, Part]]:
    """Every change beside those of items: constant blocks, excess Weight, lasting effects (NW3-SKILL-59)."""
    found = []
    if _stopped(house, character):
        every = settled(content, character) if character.sheet is not None else ()
        found += [(one.what, Part(one.block, -_amount(character, one, sl), "NW3-SKILL-OPEN-18")) for one, sl in every]
    if constants:
        found += [(one.what, Part(one.block, _amount(character, one, sl), "NW3-SKILL-24")) for one, sl in constants]
    if outfit.weight or house.carry_counts != "equipped":
        over = _excess(content, house, character, outfit, constants)
        if over:
            stats = numbers().creation.carry_penalty_stats
            found += [(stat, Part("sum.excess", -over, "NW3-CHAR-15")) for stat in stats]
    if character.effects:
        stat_effects = [effect for effect in character.effects if effect.scope == "stat"]
        found += [(effect.what, Part(effect.block, effect.amount, "NW3-SKILL-46")) for effect in stat_effects]
    return found


def _in_force(content: Nw3Content, house: Options, character: Character, outfit: Outfit) -> Constants:
    return () if _stopped(house, character) else unsettled(content, character, outfit.constants)


def _stopped(house: Options, character: Character) -> bool:
    """Whether Pressure stops Constant blocks too (NW3-SKILL-OPEN-18)."""
    return house.pressure_stops_constant and "pressure" in character.statuses


def _amount(character: Character, constant: Constant, sl: int) -> int:
    return fixed(constant.amount, names_of(character, sl))


# ---------------------------------------------------------------- Attributes, Weight, Memory, rules


def attribute(content: Nw3Content, character: Character, name: str) -> int:
    """An Attribute now, with what lasting effects and Equipment add; no Combat Stat follows from that."""
    return _attribute(character, name, _constants(content, character))


def weight(content: Nw3Content, house: Options, character: Character) -> int:
    """The Weight that counts: of Equipment, or of what is carried outside of the Lunar Robe too (NW3-OPEN-31)."""
    return _weight(content, house, character, outfit_of(content, character))


def weight_limit(content: Nw3Content, character: Character) -> int:
    """The Weight that the character can bear (NW3-CHAR-15)."""
    attribute = numbers().creation.carry_attribute
    return _capacity(character, attribute, "weight_capacity", _constants(content, character))


def memory(content: Nw3Content, character: Character) -> int:
    """The Memory of the enchantments that are equipped (NW3-ENCHANT-02)."""
    known = content.items_by_id
    return sum(known[thing.item].memory or 0 for thing in held_enchantments(content, character))


def memory_limit(content: Nw3Content, character: Character) -> int:
    """The Memory Capacity (NW3-ENCHANT-02)."""
    attribute = numbers().creation.memory_attribute
    return _capacity(character, attribute, "memory_capacity", _constants(content, character))


def rule_value(content: Nw3Content, character: Character, flag: str) -> int:
    """The highest value that any effect gives to a named rule, such as `multiple_maou`; 0 without one."""
    return _rule_value(character, flag, _constants(content, character))


def held_enchantments(content: Nw3Content, character: Character) -> list[Carried]:
    """The enchantments that are equipped."""
    known = content.items_by_id
    return [one for one in equipped(character) if one.item in known and "enchantment" in known[one.item].classes]


def _constants(content: Nw3Content, character: Character) -> Constants:
    return unsettled(content, character, outfit_of(content, character).constants)


def _attribute(character: Character, name: str, constants: Constants) -> int:
    value: int = getattr(character.attributes, name)
    if character.effects:
        value += sum(one.amount for one in character.effects if one.scope == "stat" and one.what == name)
    if constants:
        value += sum(_amount(character, one, sl) for one, sl in constants if one.what == name)
    return value


def _rule_value(character: Character, flag: str, constants: Constants) -> int:
    values = [_amount(character, one, sl) for one, sl in constants if one.what == flag]
    values += [effect.amount for effect in character.effects if effect.scope == "flag" and effect.what == flag]
    return max(values, default=0)


def _capacity(character: Character, attribute: str, capacity: str, constants: Constants) -> int:
    """An Attribute and CL, with what effects add to the capacity itself."""
    value = _attribute(character, attribute, constants) + character.cl
    if character.effects:
        value += sum(one.amount for one in character.effects if one.scope == "stat" and one.what == capacity)
    if constants:
        value += sum(_amount(character, one, sl) for one, sl in constants if one.what == capacity)
    return value


def _weight(content: Nw3Content, house: Options, character: Character, outfit: Outfit) -> int:
    if house.carry_counts == "equipped":
        return outfit.weight
    return outfit.weight + sum(part.value for part in _carried(content, character))


def _carried(content: Nw3Content, character: Character) -> list[Part]:
    """What is carried outside of the Lunar Robe and has a Slot (NW3-ITEM-06)."""
    items = [content.items_by_id.get(one.item) for one in there(character) if one.where == "carried"]
    return [Part(one.name, one.weight, "NW3-OPEN-31") for one in items if one is not None and one.slot != "none"]


def _excess(content: Nw3Content, house: Options, character: Character, outfit: Outfit, constants: Constants) -> int:
    """The Weight above the limit, which PACC, EVA and MACC lose; one without a Sheet has none (NW3-CHAR-15)."""
    if character.sheet is None:
        return 0
    limit = _capacity(character, numbers().creation.carry_attribute, "weight_capacity", constants)
    over = _weight(content, house, character, outfit) - limit
    return over if over > 0 and not _rule_value(character, "ignore_weight", constants) else 0


# ---------------------------------------------------------------- the numbers explained


def sums(content: Nw3Content, house: Options, character: Character) -> dict[str, Sum]:
    """The six Attributes and ten Combat Stats with all their parts; what does not count says which rule keeps it out.

    Also `memory` and `memory_limit`, with a Sheet `weight` and `weight_limit`, and of a PC `cf_mod` and `prana_max`.
    """
    from rulewright.games.nw3.wizards import derived

    found = _before(character)
    if character.sheet is not None:
        found = {name: list(one.parts) for name, one in derived.before_equipment(content, house, character).items()}
    for stat, part in parts(content, character, house.doesnt_stack_many == "each_counts"):
        found[stat].append(part)
    outfit = outfit_of(content, character)
    constants = _in_force(content, house, character, outfit)
    capacities: dict[str, list[Part]] = {"weight_capacity": [], "memory_capacity": []}
    for what, part in _changes(content, house, character, outfit, constants):
        if what in found:
            found[what].append(part)
        elif what in capacities:
            capacities[what].append(part)
    total = {name: _sum(listed) for name, listed in found.items()}
    total["body"] = _sum(found["body"], LEAST_BODY)
    total["mind"] = _sum(found["mind"], LEAST_MIND)
    if character.sheet is not None:
        if character.kind == "pc":
            total["cf_mod"] = derived.cf_mod(derived.attributes(character.sheet, house)["luck"].total, house)
            total["prana_max"] = derived.prana_max(total["cf_mod"].total)
        outside = _carried(content, character) if house.carry_counts != "equipped" else []
        total["weight"] = _sum([*weights(content, character), *outside])
        total["weight_limit"] = _limit(character, total, numbers().creation.carry_attribute, "NW3-CHAR-15",
                                       capacities["weight_capacity"])  # fmt: skip
    listed = [content.items_by_id[one.item] for one in held_enchantments(content, character)]
    total["memory"] = _sum([Part(item.name, item.memory or 0, "NW3-ENCHANT-02") for item in listed])
    total["memory_limit"] = _limit(character, total, numbers().creation.memory_attribute, "NW3-ENCHANT-02",
                                   capacities["memory_capacity"])  # fmt: skip
    return total


def _before(character: Character) -> dict[str, list[Part]]:
    """The numbers of one without a Sheet, which are given as they are."""
    given: dict[str, int] = {name: getattr(character.attributes, name) for name in ATTRIBUTES}
    given |= {stat: getattr(character.pre_equip, stat) for stat in STATS}
    given |= {"body": character.pre_equip_body, "mind": character.pre_equip_mind}
    return {name: [Part("sum.own", value, "NW3-ENEMY-01")] for name, value in given.items()}


def _limit(character: Character, total: dict[str, Sum], attribute: str, rule: str, more: list[Part]) -> Sum:
    own = Part(f"stat.{attribute}", total[attribute].total, rule)
    return _sum([own, Part("sum.cl", character.cl, rule), *more])


def _sum(parts: Sequence[Part], low: int | None = None) -> Sum:
    total = sum(part.value for part in parts if not part.suppressed_by)
    if low is not None and total < low:
        return Sum(low, tuple(parts), "NW3-SKILL-59")
    return Sum(total, tuple(parts))
