"""Windows inside an attack: blocks before and after a Judge, and at the damage roll (NW3-ATTACK-15, -18)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import targeting, uses
from rulewright.games.nw3.battles.amounts import evaluate
from rulewright.games.nw3.battles.blocks import find_block, why_not
from rulewright.games.nw3.battles.engages import reaches
from rulewright.games.nw3.battles.fighters import able, disclosed, name_for_players, opposing
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.battles.ongoing import Aim, Change, OngoingAttack
from rulewright.games.nw3.battles.order import by_count
from rulewright.games.nw3.battles.usable import AROUND_JUDGES, IN_ATTACKS, Usable
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.judges import Judge, Judged
from rulewright.games.nw3.dice.rolling import judge as roll_judge
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.state import Battle, Character, Nw3World, Timings

OWN = {f"{timing}:{kind}": f"{timing}:{kind}:own" for timing in AROUND_JUDGES for kind in IN_ATTACKS}
"""Where the blocks for one's own Judges stand in the timings, by moment."""


def around_judge(world: Nw3World, timing: str, kind: str, roller: Character, attack: OngoingAttack) -> Procedure[None]:
    """Offer blocks before or after one Judge: first the Attacker's side, then the Defender's (NW3-SKILL-25, -43)."""
    battle = world.state.battle
    held = _held(battle, f"{timing}:{kind}", roller) if battle is not None else {}
    if battle is None or not held:
        return
    able_to = [id for id, ids in held.items() if _candidates(world, id, ids, roller, timing)]
    if not able_to:
        return
    used = []
    for user in _in_turn(world, able_to, attack):
        while blocks := _candidates(world, user.id, held[user.id], roller, timing):
            result = _result(attack, kind, roller)
            facts = {"why": f"judge.{kind}", "roller": name_for_players(roller), "result": result}
            barred = {one.id: reason for one in blocks if (reason := why_no_reroll(one, kind, roller, attack))}
            allowed = [one for one in blocks if one.id not in barred]
            usable = yield from uses.choose(world, user, timing, allowed, barred, **facts)
            if usable is None:
                break
            used.append(f"{user.id}:{usable.id}")
            targets = [user] if usable.block.target.kind == "self" else [roller]
            if (yield from uses.use(world, user, usable, targets, timing, attack)):
                yield from _reroll(world, user, usable, kind, roller, attack)
    for mark in used:  # each Judge is a window of its own (NW3-SKILL-17)
        if mark in battle.done:
            battle.done.remove(mark)


def _held(battle: Battle, moment: str, roller: Character) -> dict[str, list[str]]:
    """The blocks for this moment by owner: those for anybody's Judge, and the roller's for its own."""
    held = battle.timings.get(moment, {})
    own = battle.timings.get(OWN[moment], {}).get(roller.id)
    return held if own is None else {**held, roller.id: [*held.get(roller.id, ()), *own]}


def waits(timings: Timings, moment: str, roller: Character) -> bool:
    """Whether anybody owns a block for this moment of the roller, such as "before_judge:hit"."""
    return moment in timings or roller.id in timings.get(OWN[moment], ())


def _candidates(world: Nw3World, id: str, ids: list[str], roller: Character, timing: str) -> list[Usable]:
    """The blocks that a user may use on this Judge of this character now (NW3-SKILL-25)."""
    user = world.state.characters[id]
    if not able(user):
        return []
    found = []
    for one in ids:
        if one not in user.skills and not uses.has(world, user, one):
            continue
        usable = find_block(world, user, one)
        trigger = usable.block.trigger
        if trigger is None or not _whose(user, roller, trigger.whose) or not _within(world, user, usable, roller):
            continue
        if not why_not(world, user, usable, timing):
            found.append(usable)
    return found


def damage_judges(attack: OngoingAttack) -> tuple[str, str]:
    """The kinds of Judge of the damage roll: the attacker's and the Defenders' (NW3-ATTACK-01)."""
    mine = "matk" if attack.kind == "magical" else "patk"
    return mine, "mdef" if attack.damage_kind == "magical" else "pdef"


def damage_roll(world: Nw3World, attack: OngoingAttack, hit: list[Aim]) -> Procedure[None]:
    """Offer blocks of the damage roll before its dice (NW3-ATTACK-18, NW3-SKILL-24 h)."""
    battle = world.state.battle
    if battle is not None:
        uses.new_window(battle, battle.timings["damage_roll"])
        yield from _damage_window(world, battle, attack, hit, after=False)


def hp_damage(world: Nw3World, attack: OngoingAttack, hit: list[Aim]) -> Procedure[None]:
    """Offer what raises or reduces HP Damage, now that the dice are known (NW3-ATTACK-09, -18)."""
    battle = world.state.battle
    if battle is not None and hit:
        yield from _damage_window(world, battle, attack, hit, after=True)


def _damage_window(
    world: Nw3World, battle: Battle, attack: OngoingAttack, hit: list[Aim], after: bool
) -> Procedure[None]:
    held = battle.timings["damage_roll"]
    for user in _in_turn(world, [id for id in held if able(world.state.characters[id])], attack):
        while blocks := [
            (one, targets, most)
            for one in uses.ready(world, user, "damage_roll")
            if changes_damage(one) == after
            for targets, most in (_concerned(world, user, one, attack, hit, after),)
            if targets
        ]:
            told = [aim for aim in hit if after and disclosed(user, aim.defender)]
            amounts = ", ".join(f"{aim.defender.name} {aim.damage}" for aim in told) or None
            roller = name_for_players(attack.attacker)
            facts: dict[str, Any] = {"why": "judge.damage", "roller": roller, "result": amounts}
            usable = yield from uses.choose(world, user, "damage_roll", [one for one, _, _ in blocks], **facts)
            if usable is None:
                break
            targets, most = next((targets, most) for one, targets, most in blocks if one is usable)
            if len(targets) > most:
                targets = yield from uses.pick(user, usable, targets, most)
            yield from uses.use(world, user, usable, targets, "damage_roll", attack)
            for aim in hit if after else ():
                aim.damage = attack.hp_damage(aim)


def changes_damage(usable: Usable) -> bool:
    """Whether the block does nothing but change HP Damage, so that it waits until that is known."""
    return all(isinstance(effect, kinds.ReduceDamage | kinds.Damage) for effect in usable.block.effect)


def reductions(world: Nw3World, attack: OngoingAttack, helper: Character) -> Procedure[list[Change]]:
    """What one who covers takes off the amount by own blocks of the damage roll (NW3-COVER-10)."""
    changes: list[Change] = []
    battle = world.state.battle
    if battle is None or helper.id not in battle.timings.get("damage_roll", {}) or not able(helper):
        return changes
    while blocks := [one for one in uses.ready(world, helper, "damage_roll") if _reduces(one, attack)]:
        facts: dict[str, Any] = {"why": "judge.damage", "roller": name_for_players(attack.attacker), "result": None}
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
    if user is roller or usable.block.target.kind == "self":
        return True
    return usable.block.range not in ("none", "weapon") and reaches(world, usable.block.range, user, roller)


def _concerned(
    world: Nw3World, user: Character, usable: Usable, attack: OngoingAttack, hit: list[Aim], after: bool
) -> tuple[list[Character], int]:
    """Whom a block of the damage roll can be about by its trigger, and how many of them at most.

    What changes HP Damage is about Defenders, other blocks of the attacker's Judge about the attacker.
    """
    mine, theirs = damage_judges(attack)
    trigger, target = usable.block.trigger, usable.block.target
    if trigger is None:
        return [], 0
    attacker, defenders = attack.attacker, [aim.defender for aim in hit]
    judges = trigger.judges
    if "any" in judges or mine in judges:
        concerned = defenders if after else [attacker]
        found = concerned if _whose(user, attacker, trigger.whose) else []
    else:
        found = []
    if not found and ("any" in judges or theirs in judges):
        found = [one for one in defenders if _whose(user, one, trigger.whose)]
    if target.kind == "self":
        return ([user] if found else []), 1
    found = [one for one in found if _within(world, user, usable, one)]
    return found, targeting.most_targets(user, usable) or len(found)


def _reduces(usable: Usable, attack: OngoingAttack) -> bool:
    trigger = usable.block.trigger
    return (
        trigger is not None
        and trigger.whose in ("self", "any")
        and changes_damage(usable)
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
    if kind == "dodge":
        aim = attack.aim_at(roller)
        return (None, None) if aim is None else (aim.dodge, aim.judge)
    judge, outcome = attack.rolls.get((kind, roller.id), (None, None))
    return outcome, judge


def why_no_reroll(usable: Usable, kind: str, roller: Character, attack: OngoingAttack) -> str:
    """The reason for which a block cannot roll these dice again, or "" (NW3-SKILL-50)."""
    outcome, judge = _rolled(attack, kind, roller)
    rerolls = [effect for effect in usable.block.effect if isinstance(effect, kinds.Reroll)]
    if outcome is None or judge is None or not rerolls:
        return ""
    if judge.seven:
        return "no_dice"
    shown = "critical" if outcome.criticals else "fumble" if outcome.fumble else "ordinary"
    return "reroll_on_cf" if all(shown in effect.not_on for effect in rerolls) else ""


def _reroll(
    world: Nw3World, user: Character, usable: Usable, kind: str, roller: Character, attack: OngoingAttack
) -> Procedure[None]:
    """Roll the dice of the Judge again by a skill; Raise dice bought before stay (NW3-SKILL-50)."""
    for effect in usable.block.effect:
        if not isinstance(effect, kinds.Reroll) or effect.judge not in (kind, "any"):
            continue
        times = yield from evaluate(world, user, usable, effect.times, names_of(user, usable.sl), "effect")
        for _ in range(times):
            yield from _roll_again(world, effect, kind, roller, attack)


def _roll_again(
    world: Nw3World, effect: kinds.Reroll, kind: str, roller: Character, attack: OngoingAttack
) -> Procedure[None]:
    old, judge = _rolled(attack, kind, roller)
    if old is None or judge is None:
        return
    owed = old.spent if kind == "hit" else 0  # the Prana of a Hit Check is paid when it has been answered
    again = msgspec.structs.replace(judge, prana=roller.prana - owed, against=None)
    new = yield from roll_judge(again, world.state.options)
    if kind != "hit":
        judging.spend(roller, new)
    new = msgspec.structs.replace(new, result=new.result + old.raised, raised=old.raised, spent=new.spent + owed)
    worse = new.result <= old.result if effect.keep == "best" else new.result >= old.result
    if effect.keep != "new" and worse:
        new = msgspec.structs.replace(old, spent=new.spent)
    if world.tell:
        judging.told(world, roller, judge, new)
    aim = attack.aim_at(roller)
    if kind == "hit":
        attack.hit = new
    elif kind != "dodge":
        attack.rolls[kind, roller.id] = judge, new
    elif aim is not None:
        aim.dodge = new
