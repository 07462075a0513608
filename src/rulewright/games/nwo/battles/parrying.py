"""How the passive side answers an attack: it evades, parries with an item, or lets it through (NWO-PARRY)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.engine.requests import Option, Outlook, Procedure, Question, ask
from rulewright.games.nwo import standing
from rulewright.games.nwo.judges import declaring
from rulewright.games.nwo.judges.attack_chances import Defence, Offence, damage_after
from rulewright.games.nwo.judges.purposes import Purpose, ability
from rulewright.games.nwo.people import makes_judges
from rulewright.games.nwo.records.gear import Parry
from rulewright.games.nwo.state import Character, NwoWorld

if TYPE_CHECKING:
    from rulewright.games.nwo.battles.attacks import Blow

EVADE, WAIVE, RESIST = "evade", "waive", "resist"


def answered(world: NwoWorld, attacker: Character, blow: Blow, target: Character, hit: int | None) -> Procedure[str]:
    """Ask the target for its answer: "evade", "plain", "fail" or the id of the thing it parries with.

    Nobody is asked who makes no judges (NWO-PARRY-02), or has nothing to parry with.
    """
    if not makes_judges(target):
        return EVADE
    options, barred = parries(world, target, blow)
    if not options and target.asks != "all":
        return EVADE
    waive = Option(WAIVE, "answer.waive")
    given = (Option(EVADE, "answer.evade"), *options, waive)
    if reason := declaring.why_no_waiver(world, "evasion"):
        given, barred = given[:-1], (*barred, (waive, reason))
    if blow.kind == "spell":  # NWO-SPELL-14
        barred = (*barred, (Option(RESIST, "answer.resist"), "not_resistable"))
    facts = {"name": target.name, "attacker": attacker.name, "thing": blow.name, "hit": "-" if hit is None else hit}
    outlook = None if hit is None or world.state.judging is not None else _outlook(world, attacker, blow, target, hit)
    question = Question(
        "answer", target.id, given, EVADE, "NWO-ATTACK-03", facts, barred={one.value: reason for one, reason in barred},
        barred_options=tuple(one for one, _ in barred), outlook=outlook, secret=hit is None,
    )  # fmt: skip
    answer = yield from ask(question)
    if answer != WAIVE:
        return str(answer)
    waived = yield from declaring.decide_waiver(world, target, "evasion")
    return {"fail": "fail", "ability_value": "plain", "": EVADE}[waived]


def parries(
    world: NwoWorld, target: Character, blow: Blow
) -> tuple[tuple[Option, ...], tuple[tuple[Option, str], ...]]:
    """What the target can parry this attack with, and what it has equipped but cannot use so (NWO-PARRY-01)."""
    options, barred = [], []
    for thing in target.gear:
        if thing.location != "equipped":
            continue
        record = world.content.gear_by_id[thing.item]
        parry = getattr(record, "parry", None)
        option = Option(thing.id, "answer.parry", {"thing": record.name})
        if parry is None:
            if hasattr(record, "parry"):
                barred.append((option, "no_parry"))
        elif blow.kind == "spell" and parry.resistance is None:  # NWO-PARRY-07
            barred.append((option, "no_parry"))
        else:
            options.append(option)
    return tuple(options), tuple(barred)


def values(world: NwoWorld, target: Character, answer: str) -> Parry | None:
    """What the thing that is parried with adds; None for any other answer."""
    thing = next((one for one in target.gear if one.id == answer), None)
    if thing is None:
        return None
    found: Parry | None = getattr(world.content.gear_by_id[thing.item], "parry", None)
    return found


def purpose(world: NwoWorld, target: Character, attacker: Character, answer: str) -> Purpose:
    """The judge of evading or parrying (NWO-PARRY-03)."""
    parry = values(world, target, answer)
    mods = parry.judge if parry is not None else 0
    why = "parry" if parry is not None else "evasion"
    rolls = answer not in ("plain", "fail")  # NWO-PRANA-04
    return Purpose(why=why, stat="evasion", rule="NWO-ATTACK-03", mods=mods, against=attacker.id, prana=rolls)


def _outlook(world: NwoWorld, attacker: Character, blow: Blow, target: Character, hit: int) -> Outlook:
    """The damage to expect from each answer."""
    now = target.now
    offence = Offence(
        hit, ability(attacker, blow.power), attacker.now.judges.get(blow.power.stat, 0), attacker.now.penalty,
        attacker.now.critical, attacker.now.fumble,
    )  # fmt: skip
    found = []
    for thing in target.gear:
        parry = values(world, target, thing.id)
        if parry is not None:
            bonus = (parry.resistance or 0) if blow.kind == "spell" else parry.defence
            found.append((thing.id, parry.judge, bonus))
    halved = target.prone
    evasion, guard = standing.value(target, "evasion"), standing.value(target, blow.defence)
    defence = Defence(
        evasion // 2 if halved and evasion > 0 else evasion, guard, now.penalty, now.critical, now.fumble, tuple(found)
    )
    return Outlook(damage_after, (offence, defence, world.state.options.fumble_modifiers == "keep"))
