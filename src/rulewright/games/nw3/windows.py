"""Windows inside an attack: blocks before and after a Judge, and at the damage roll (NW3-ATTACK-15, -18)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rulewright.engine.requests import Procedure
from rulewright.games.nw3 import effects as kinds
from rulewright.games.nw3 import judging, uses
from rulewright.games.nw3.blocks import find_block, why_not
from rulewright.games.nw3.engages import reaches
from rulewright.games.nw3.fighters import able, opposing
from rulewright.games.nw3.formula import fixed, read
from rulewright.games.nw3.judges import Judge, Judged
from rulewright.games.nw3.numbers import names_of
from rulewright.games.nw3.ongoing import Aim, Change, OngoingAttack
from rulewright.games.nw3.order import by_count
from rulewright.games.nw3.rolling import judge as roll_judge
from rulewright.games.nw3.state import Character, Nw3World
from rulewright.games.nw3.usable import Usable


def around_judge(
    world: Nw3World, timing: str, kind: str, roller: Character, attack: OngoingAttack
) -> Procedure[None]:
    """Offer blocks before or after one Judge: first the Attacker's side, then the Defender's (NW3-SKILL-25, -43)."""
    battle = world.state.battle
    held = battle.timings.get(f"{timing}:{kind}") if battle is not None else None
    if battle is None or held is None:
        return
    able_to = [id for id, ids in held.items() if _candidates(world, id, ids, roller, timing)]
    if not able_to:
        return
    used = []
    for user in _in_turn(world, able_to, attack):
        while blocks := _candidates(world, user.id, held[user.id], roller, timing):
            facts = {"why": f"judge.{kind}", "roller": roller.name, "result": _result(attack, kind, roller)}
            usable = yield from uses.choose(world, user, timing, blocks, **facts)
            if usable is None:
                break
            used.append(f"{user.id}:{usable.id}")
            yield from uses.use(world, user, usable, [roller], timing, attack)
            yield from _reroll(world, usable, kind, roller, attack)
    for mark in used:  # each Judge is a window of its own (NW3-SKILL-17)
        if mark in battle.done:
            battle.done.remove(mark)


def _candidates(world: Nw3World, id: str, ids: list[str], roller: Character, timing: str) -> list[Usable]:
    """The blocks that a user may use on this Judge of this character now (NW3-SKILL-25)."""
    user = world.state.characters[id]
    if not able(user):
        return []
    found = []
    for one in ids:
        if not uses.has(world, user, one):
            continue
        usable = find_block(world, user, one)
        trigger = usable.block.trigger
        if trigger is None or not _whose(user, roller, trigger.whose) or not _within(world, user, usable, roller):
            continue
        if not why_not(world, user, usable, timing):
            found.append(usable)
    return found


def damage_roll(world: Nw3World, attack: OngoingAttack, hit: list[Aim]) -> Procedure[None]:
    """Offer blocks of the damage roll before its dice (NW3-ATTACK-18, NW3-SKILL-24 h)."""
    battle = world.state.battle
    if battle is None:
        return
    mine = "matk" if attack.kind == "magical" else "patk"
    theirs = "mdef" if attack.damage_kind == "magical" else "pdef"
    held = battle.timings.get("damage_roll", {})
    for user in _in_turn(world, [id for id in held if able(world.state.characters[id])], attack):
        while blocks := [
            (one, targets)
            for one in uses.ready(world, user, "damage_roll")
            if (targets := _concerned(world, user, one, attack, hit, mine, theirs))
        ]:
            facts = {"why": "judge.damage", "roller": attack.attacker.name, "result": None}
            usable = yield from uses.choose(world, user, "damage_roll", [one for one, _ in blocks], **facts)
            if usable is None:
                break
            targets = next(targets for one, targets in blocks if one is usable)
            yield from uses.use(world, user, usable, targets, "damage_roll", attack)


def reductions(world: Nw3World, attack: OngoingAttack, helper: Character) -> Procedure[list[Change]]:
    """What one who covers takes off the amount by own blocks of the damage roll (NW3-COVER-10)."""
    changes: list[Change] = []
    battle = world.state.battle
    if battle is None or helper.id not in battle.timings.get("damage_roll", {}) or not able(helper):
        return changes
    while blocks := [one for one in uses.ready(world, helper, "damage_roll") if _reduces(one, attack)]:
        facts = {"why": "judge.damage", "roller": attack.attacker.name, "result": None}
        usable = yield from uses.choose(world, helper, "damage_roll", blocks, **facts)
        if usable is None:
            break
        before = OngoingAttack(
            attack.attacker, attack.name, attack.kind, "", "", attack.damage_kind, [helper], attack.elements
        )
        yield from uses.use(world, helper, usable, [helper], "damage_roll", before)
        changes += before.aims[0].changes
    return changes


def _in_turn(world: Nw3World, ids: Iterable[str], attack: OngoingAttack) -> list[Character]:
    """Who could use a block, in turn: the Attacker's side, then the others, each side by Count."""
    battle = world.state.battle
    users = [world.state.characters[id] for id in ids]
    if battle is None or len(users) < 2:
        return users
    side = attack.attacker.side
    return sorted(by_count(battle, users), key=lambda user: user.side != side)


def _whose(user: Character, roller: Character, whose: str) -> bool:
    match whose:
        case "self":
            return user is roller
        case "ally":
            return user is not roller and user.side == roller.side
        case "enemy":
            return opposing(user, roller)
        case _:
            return True


def _within(world: Nw3World, user: Character, usable: Usable, roller: Character) -> bool:
    if user is roller:
        return True
    return usable.block.range not in ("none", "weapon") and reaches(world, usable.block.range, user, roller)


def _concerned(
    world: Nw3World, user: Character, usable: Usable, attack: OngoingAttack, hit: list[Aim], mine: str, theirs: str
) -> list[Character]:
    """Whom a block of the damage roll is about: the attacker, or Defenders that are hit, by its trigger."""
    trigger = usable.block.trigger
    if trigger is None:
        return []
    attacker = attack.attacker
    if (mine in trigger.judges or "any" in trigger.judges) and _whose(user, attacker, trigger.whose):
        return [attacker] if _within(world, user, usable, attacker) else []
    if theirs not in trigger.judges and "any" not in trigger.judges:
        return []
    found = [
        aim.defender
        for aim in hit
        if _whose(user, aim.defender, trigger.whose) and _within(world, user, usable, aim.defender)
    ]
    target = usable.block.target
    most = 1 if target.kind in ("self", "single") else len(found)
    if target.n is not None:
        most = max(1, fixed(read(target.n), names_of(user, usable.sl)))
    return found[:most]


def _reduces(usable: Usable, attack: OngoingAttack) -> bool:
    trigger = usable.block.trigger
    return (
        trigger is not None
        and trigger.whose in ("self", "any")
        and any(
            isinstance(effect, kinds.ReduceDamage) and effect.damage in ("any", attack.damage_kind)
            for effect in usable.block.effect
        )
    )


def _result(attack: OngoingAttack, kind: str, roller: Character) -> int | None:
    outcome, _ = _rolled(attack, kind, roller)
    return None if outcome is None else outcome.result


def _rolled(attack: OngoingAttack, kind: str, roller: Character) -> tuple[Judged | None, Judge | None]:
    if kind == "hit":
        return attack.hit, attack.judge
    aim = attack.aim_at(roller)
    return (None, None) if aim is None else (aim.dodge, aim.judge)


def _reroll(
    world: Nw3World, usable: Usable, kind: str, roller: Character, attack: OngoingAttack
) -> Procedure[None]:
    """Roll the dice of the Judge again by a skill; Raise dice bought before stay (NW3-SKILL-50)."""
    for effect in usable.block.effect:
        old, judge = _rolled(attack, kind, roller)
        if not isinstance(effect, kinds.Reroll) or old is None or judge is None or judge.seven:
            continue
        if ("critical" in effect.not_on and old.criticals) or ("fumble" in effect.not_on and old.fumble):
            continue
        again = msgspec.structs.replace(judge, prana=roller.prana)
        new = judging.spend(roller, (yield from roll_judge(again, world.state.options)))
        new = msgspec.structs.replace(new, result=new.result + old.raised, raised=old.raised)
        if (effect.keep == "best" and new.result <= old.result) or (
            effect.keep == "worst" and new.result >= old.result
        ):
            new = old
        if world.tell:
            judging.told(world, roller, judge, new)
        if kind == "hit":
            attack.hit = new
        elif (aim := attack.aim_at(roller)) is not None:
            aim.dodge = new


