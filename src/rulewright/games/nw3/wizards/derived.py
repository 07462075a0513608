"""What a Sheet comes to: Attributes, CF Mod, Combat Stats, Body, Mind and Prana before Equipment (NW3-CHAR-04 to -16).

Every number is a `Sum` of its parts; `settle` writes their totals into the character.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rulewright.engine.modifiers import Modifier, Sum, stack
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.tables import CLASSES, ELEMENTS, numbers
from rulewright.games.nw3.state import ATTRIBUTES, STATS, Attributes, Character, Sheet, Stats
from rulewright.games.nw3.wizards import standing
from rulewright.games.nw3.wizards.constants import settled

_WORDS: Final = ("STR", "FIN", "AWA", "KNO", "SPI", "LUC")


# ---------------------------------------------------------------- Attributes, CF Mod, Prana


def attributes(sheet: Sheet, house: Options) -> dict[str, Sum]:
    """The six Attributes (NW3-CHAR-04); a class change leaves them alone (NW3-CLASS-02)."""
    return attribute_sums(sheet.first_classes or sheet.classes, sheet.elements, sheet.bonus, house)


def attribute_sums(classes: Sequence[str], elements: Sequence[str], bonus: str, house: Options) -> dict[str, Sum]:
    """The six Attributes of whatever has been chosen so far: up to two classes and Elements, the bonus point or ""."""
    found: dict[str, Sum] = {}
    for attribute in ATTRIBUTES:
        rows = [(row.name, row.attributes[attribute]) for row in (CLASSES[one] for one in classes)]
        rows += [(row.name, row.attributes[attribute]) for row in (ELEMENTS[one] for one in elements)]
        parts = [Modifier(name, value, "", "NW3-CHAR-04") for name, value in rows if value]
        if attribute == house.recorder_extra and "recorder" in classes:
            parts.append(Modifier("sum.recorder", list(classes).count("recorder"), "", "NW3-OPEN-05"))
        if attribute == bonus:
            points = numbers().creation.bonus_attribute_points
            parts.append(Modifier("sum.bonus_point", points, "", "NW3-CHAR-04"))
        found[attribute] = stack(parts)
    return found


def cf_mod(luck: int, house: Options) -> Sum:
    """The CF Mod: a third of Luck, rounded down (NW3-CHAR-05)."""
    part = Modifier("sum.third_of_luck", luck // numbers().cf.mod_divisor, "", "NW3-CHAR-05")
    return stack([part], high=house.cf_mod_cap, limit_rule="NW3-OPEN-09")


def prana_max(mod: int) -> Sum:
    """The maximum of Prana (NW3-CHAR-16)."""
    prana = numbers().prana
    parts = [Modifier("sum.prana", prana.base, "", "NW3-CHAR-16"), Modifier("sum.cf_mod", -mod, "", "NW3-CHAR-05")]
    return stack(parts, low=prana.min, limit_rule="NW3-PRANA-01")


# ---------------------------------------------------------------- Combat Stats


def class_growth(classes: Sequence[str]) -> tuple[int, int]:
    """What the classes add to Body and to Mind at every CL, the first included (NW3-CHAR-06, NW3-LEVEL-07)."""
    rows = [CLASSES[one] for one in classes]
    return sum(row.body for row in rows), sum(row.mind for row in rows)


def base(sheet: Sheet, house: Options, found: dict[str, Sum] | None = None) -> dict[str, Sum]:
    """The ten Combat Stats before skills and Equipment (NW3-CHAR-06); `found` are the Attributes, if known."""
    growth = sheet.grown_body, sheet.grown_mind
    totals = {name: one.total for name, one in (found or attributes(sheet, house)).items()}
    return stat_sums(sheet.classes, sheet.elements, totals, sheet.placed, growth, house, sheet.changes)


def stat_sums(
    classes: Sequence[str],
    elements: Sequence[str],
    totals: dict[str, int],
    placed: dict[str, int],
    growth: tuple[int, int],
    house: Options,
    changes: Mapping[str, int] = MappingProxyType({}),
) -> dict[str, Sum]:
    """The ten Combat Stats of whatever has been chosen so far.

    `totals` are the Attributes, `placed` the Bonus Points, `growth` what classes have added to Body and Mind,
    `changes` what the referee has.
    """
    found: dict[str, Sum] = {}
    for stat in STATS:
        parts = _from_attributes(stat, totals, house)
        rows = [CLASSES[one] for one in classes]
        parts += [Modifier(row.name, row.combat[stat], "", "NW3-CHAR-06") for row in rows if row.combat[stat]]
        if stat == house.exorcist_extra and "exorcist" in classes:
            parts.append(Modifier("sum.exorcist", list(classes).count("exorcist"), "", "NW3-OPEN-04"))
        if placed.get(stat):
            parts.append(Modifier("sum.placed", placed[stat], "", "NW3-LEVEL-04"))
        parts += _changed(changes, stat)
        found[stat] = stack(parts)
    for maximum, grown in zip(("body", "mind"), growth):
        parts = _from_attributes(maximum, totals, house)
        parts += [
            Modifier(row.name, getattr(row, maximum), "", "NW3-CHAR-06") for row in (ELEMENTS[one] for one in elements)
        ]
        if grown:
            parts.append(Modifier("sum.classes", grown, "", "NW3-LEVEL-07"))
        parts += _changed(changes, maximum)
        found[maximum] = stack(parts)
    return found


def _changed(changes: Mapping[str, int], stat: str) -> list[Modifier]:
    """What the referee has added to a stat of a Guest, as a part of its own (NW3-ENEMY-03)."""
    return [Modifier("sum.changes", changes[stat], "", "NW3-ENEMY-03")] if changes.get(stat) else []


def level(sheet: Sheet) -> int:
    """The CL, with what the referee has added to that of a Guest (NW3-ENEMY-03)."""
    return min(99, max(1, sheet.cl + sheet.changes.get("cl", 0)))


def _made_of(stat: str, house: Options) -> Sequence[str]:
    """The Attributes that a Combat Stat is made of (NW3-CHAR-06, NW3-OPEN-01, -02)."""
    if stat == "spd":
        return house.spd_formula.split("_")
    if stat == "body":
        return (house.body_attribute,)
    return (house.mind_attribute,) if stat == "mind" else numbers().combat_stats.base[stat].attributes


def _from_attributes(stat: str, totals: dict[str, int], house: Options) -> list[Modifier]:
    names, divisor = _made_of(stat, house), numbers().combat_stats.base[stat].divisor
    if divisor == 1:
        return [Modifier(f"stat.{name}", totals[name], "", "NW3-CHAR-06") for name in names]
    whole = sum(totals[name] for name in names)
    share = -(-whole // divisor) if house.half_rounding == "up" else whole // divisor  # NW3-OPEN-03
    return [Modifier(f"sum.half.{stat}", share, "", "NW3-CHAR-06")]


# ---------------------------------------------------------------- with constant skills, and written down


def before_equipment(content: Nw3Content, house: Options, character: Character) -> dict[str, Sum]:
    """The six Attributes and ten Combat Stats of a Wizard with what is constant in its skills (NW3-CHAR-12).

    A constant change of an Attribute changes no Combat Stat that is made of it.
    """
    assert character.sheet is not None
    plain = attributes(character.sheet, house)
    found = plain | base(character.sheet, house, plain)
    names = {word: plain[attribute].total for word, attribute in zip(_WORDS, ATTRIBUTES)}
    names["CL"] = level(character.sheet)
    for constant, sl in settled(content, character):
        if constant.what in found:
            known = found[constant.what]
            parts = [Modifier(part.source, part.value, "", part.rule) for part in known.parts]
            value = constant.amount.compute({**names, "SL": sl}, ())
            found[constant.what] = stack([*parts, Modifier(constant.block, value, "", "NW3-CHAR-12")])
    return found


def settle(content: Nw3Content, house: Options, character: Character) -> None:
    """Write down everything that follows from the Sheet, then refresh the standing numbers; nothing without one."""
    sheet = character.sheet
    if sheet is None:
        standing.refresh(content, house, character)
        return
    found = {name: one.total for name, one in before_equipment(content, house, character).items()}
    character.cl, character.elements = level(sheet), sheet.elements
    character.attributes = Attributes(*[found[name] for name in ATTRIBUTES])
    character.pre_equip = Stats(*[found[name] for name in STATS])
    character.pre_equip_body, character.pre_equip_mind = found["body"], found["mind"]
    if character.kind == "pc":  # NW3-ENEMY-04: Guests have the Prana that they are given
        luck = attributes(sheet, house)["luck"].total
        character.prana_max = prana_max(cf_mod(luck, house).total).total
        character.prana = min(character.prana, character.prana_max)
    standing.refresh(content, house, character)
