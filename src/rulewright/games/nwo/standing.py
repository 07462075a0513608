"""What a character's numbers are now: ability values, C and F values, loads, and what it can use in windows.

`settle` works all of it out again; whoever changes gear, attributes, fighting spirit or a lasting effect calls it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.games.nwo.options import Options
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.vocabulary import DERIVED_KEYS, DerivedKey
from rulewright.games.nwo.state import Character, Now

MOST_CRITICALS = 5
WORN = ("equipped", "in_hand")
"""Where gear weighs as worn (NWO-WEIGHT-02)."""
CARRIED_FACTOR = 3
OF_A_BLOW = ("hit", "attack")
"""Modifiers of a weapon that count only for blows with it."""
COUNTERS = ("counter", "super_counter", "hyper_counter")
"""Timings that interrupt (NWO-TIMING-01)."""


def settle(content: NwoContent, house: Options, character: Character) -> None:
    """Work out `character.now`."""
    adding = _adding(content, character)
    values = _own_values(content, character)
    for key, amount in adding.items():
        values[key] = values.get(key, 0) + amount
    now = character.now = Now(values)
    for effect in character.lasting:
        for key, amount in effect.judges.items():
            now.judges[key] = now.judges.get(key, 0) + amount
        now.element = effect.element or now.element  # NWO-SPELL-05: the last one set
    for level, effect in _always(content, character):
        if effect.op == "modify_judge":
            now.judges[effect.stat] = now.judges.get(effect.stat, 0) + effect.amount_at(level)
        elif effect.op == "set_element" and not now.element:
            now.element = effect.element
    now.critical, now.fumble = _critical_and_fumble(content, character)
    _weigh(content, house, character, now)
    now.held = _held(content, character)


def value(character: Character, key: str) -> int:
    """An ability value now: combat value or attribute with all its lasting parts (NWO-JUDGE-02)."""
    return character.now.values.get(key, 0)


def hp_max(character: Character) -> int:
    """The most HP that it can have now."""
    return max(1, character.now.values["hp_max"])


def mp_max(character: Character) -> int:
    """The most MP that it can have now."""
    return max(0, character.now.values["mp_max"])


def derived(content: NwoContent, attributes: Mapping[str, int], key: DerivedKey) -> int:
    """A value that the content computes from attributes, rounded as it says (NWO-LEVEL-06)."""
    formula = content.formulas[key]
    total = sum(attributes.get(name, 0) * factor for name, factor in formula.terms.items())
    return rounded(total, formula.divisor, formula.rounding) + formula.add


def rounded(total: int, divisor: int, rounding: str) -> int:
    """A sum of attributes divided and rounded."""
    return -(-total // divisor) if rounding == "up" else total // divisor


def _own_values(content: NwoContent, character: Character) -> dict[str, int]:
    values = dict(character.attributes)
    if character.level_free:
        values.update(character.stats)  # NWO-AURA-05
    else:
        for key in DERIVED_KEYS:
            values[key] = derived(content, character.attributes, key)
    for stat, points in character.aura.items():
        values[stat] += points  # NWO-AURA-01
    values["hp_max"], values["mp_max"] = character.hp_max, character.mp_max
    return values


def _adding(content: NwoContent, character: Character) -> dict[str, int]:
    """What class, gear, abilities that are always on, and lasting effects add to ability values."""
    adding: dict[str, int] = {}

    def add(modifiers: Mapping[str, int], without: tuple[str, ...] = ()) -> None:
        for key, amount in modifiers.items():
            if key not in without:
                adding[key] = adding.get(key, 0) + amount

    if character.class_ and not character.level_free:
        # those of HP and MP are part of the character's own figures (NWO-CLASS-03)
        add(content.classes_by_id[character.class_].modifiers, ("hp_max", "mp_max"))
    for thing in character.gear:
        if thing.location == "equipped":  # NWO-PARRY-06: of a shield too, whatever one parries with
            record = content.gear_by_id[thing.item]
            kind = type(record).__name__
            add(getattr(record, "modifiers", {}), OF_A_BLOW if kind == "Weapon" else ())
    for level, effect in _always(content, character):
        if effect.op == "modify_stat":
            add({effect.stat: effect.amount_at(level)})
    for lasting in character.lasting:
        add(lasting.stats)
    return adding


def _always(content: NwoContent, character: Character) -> list[tuple[int, Any]]:
    """The effects of abilities that are always on and not suspended, each with the ability's level."""
    found = []
    for id, level in character.abilities.items():
        ability = content.abilities_by_id.get(id)
        if ability is not None and ability.timing == "always" and id not in character.suspended:  # NWO-TIMING-02
            found += [(level, effect) for effect in ability.effects]
    return found


def _critical_and_fumble(content: NwoContent, character: Character) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """C and F values with what effects change: the new one wins, and no more than five C values (NWO-JUDGE-07)."""
    critical, fumble = list(character.critical), list(character.fumble)
    always = [effect for _, effect in _always(content, character) if effect.op == "modify_cf"]
    for change in [*always, *character.lasting]:
        if not (change.critical_add or change.critical_remove or change.fumble_add or change.fumble_remove):
            continue
        critical = [sum_ for sum_ in critical if sum_ not in change.critical_remove and sum_ not in change.fumble_add]
        added = [one for one in change.critical_add if one not in critical][: MOST_CRITICALS - len(critical)]
        fumble = [sum_ for sum_ in fumble if sum_ not in change.fumble_remove and sum_ not in added]
        critical += added
        fumble += [one for one in change.fumble_add if one not in fumble]
    return tuple(sorted(critical)), tuple(sorted(fumble))


def _weigh(content: NwoContent, house: Options, character: Character, now: Now) -> None:
    weights = [(content.gear_by_id[thing.item].weight, thing.location) for thing in character.gear]
    strength = now.values.get("strength", 0)
    now.worn, now.carried, now.penalty, now.overloaded = load(weights, strength, house)


def load(weights: Sequence[tuple[int, str]], strength: int, house: Options) -> tuple[int, int, int, bool]:
    """Worn and carried load, the penalty for each point over the worn limit, and whether it is too much to carry.

    NWO-WEIGHT-01 to -04. Strength is as it is now, without halving by prone.
    """
    limit = max(0, strength)
    worn = sum(weight for weight, location in weights if location in WORN)
    carried = sum(
        weight
        for weight, location in weights
        if location in (*WORN, "packed") or (location == "robe" and house.robe_counts_as_carried)
    )
    return worn, carried, max(0, worn - limit), carried > CARRIED_FACTOR * limit


def _held(content: NwoContent, character: Character) -> dict[str, list[str]]:
    """What it has for each window (NWO-TIMING-04)."""
    held: dict[str, list[str]] = {}
    for id in character.abilities:
        ability = content.abilities_by_id.get(id)
        if ability is not None and ability.timing in COUNTERS:
            held.setdefault(ability.window or "before_roll", []).append(f"ability:{id}")
    for id in character.spells:
        spell = content.spells_by_id.get(id)
        if spell is not None and spell.timing in COUNTERS:
            held.setdefault(spell.window or "before_roll", []).append(f"spell:{id}")
    return held


def settled(world: Any, character: Character) -> None:
    """`settle` at a table; HP and MP are cut to their maxima, prana too."""
    settle(world.content, world.state.options, character)
    character.hp = min(character.hp, hp_max(character))
    character.mp = max(0, min(character.mp, mp_max(character)))
    character.prana = min(character.prana, character.prana_max)
