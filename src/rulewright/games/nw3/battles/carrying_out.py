"""What each kind of effect does to one character (effect vocabulary of nw3-skills-items.md, section 13).

`EFFECTS` maps a kind of effect to the procedure that carries it out. A kind that is not in it is told to the
referee in words, who carries it out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import blockade, harm, initiative, lasting, recovery, statuses
from rulewright.games.nw3.battles.amounts import evaluate
from rulewright.games.nw3.battles.disclosure import tell_numbers
from rulewright.games.nw3.battles.fighters import opposing, tell
from rulewright.games.nw3.battles.numbers import Names
from rulewright.games.nw3.battles.ongoing import OngoingAttack
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.records.effect import Effect
from rulewright.games.nw3.state import Character, Lasting, Nw3World


class Use(msgspec.Struct, frozen=True):
    """One use of a block: by whom, the Result of its Check and by how much, and the attack that it belongs to, if any.

    `damage` is the HP Damage that goes into formulas, where it is not that of the Defender concerned.
    """

    user: Character
    usable: Usable
    result: int = 0
    margin: int = 0
    attack: OngoingAttack | None = None
    damage: int | None = None
    targets: int = 1


Apply: TypeAlias = Callable[[Nw3World, Use, Any, Character], Procedure[None]]
EFFECTS: dict[type, Apply] = {}


def carry_out(world: Nw3World, use: Use, effect: Effect, subjects: Sequence[Character]) -> Procedure[None]:
    """Carry out one effect on everybody whom it acts on."""
    if isinstance(effect, kinds.Recovery):
        yield from _recovery(world, use, effect, subjects)
        return
    on_one = None if getattr(effect, "vs_element", None) else EFFECTS.get(type(effect))
    for subject in subjects:
        if on_one is not None:
            yield from on_one(world, use, effect, subject)
        else:  # kinds of the next chapter: the referee carries them out
            kind = f"effect.kind.{effect.__struct_config__.tag}"
            tell(world, "effect.by_hand", "NW3-SKILL-03", name=subject.name, block=use.usable.name, kind=kind)


def _names(use: Use, target: Character) -> Names:
    attack = use.attack
    people = {"target": target}
    damage = use.damage
    if attack is not None:
        aim = attack.aim_at(target)
        people |= {"attacker": attack.attacker, "defender": attack.aims[0].defender if aim is None else target}
        if damage is None and aim is not None:
            damage = aim.damage
    given = {"RESULT": use.result, "DIFF": use.margin, "HP_DAMAGE": damage or 0, "TARGETS": use.targets}
    return Names(use.user, use.usable.sl, people, given)


def _amount(world: Nw3World, use: Use, text: int | str, target: Character) -> Procedure[int]:
    if type(text) is int:
        return text  # most are, and names take their time
    return (yield from evaluate(world, use.user, use.usable, text, _names(use, target), "effect"))


def _term(world: Nw3World, use: Use, effect: Effect, target: Character) -> Procedure[tuple[str, str, int]]:
    """When an effect ends, at the end of whose Main Process, and after how many Rounds (NW3-SKILL-46)."""
    until, of = lasting.until_of(world, target, effect.lasts)
    return until, of, (yield from _amount(world, use, effect.rounds, target)) if effect.rounds is not None else 0


def _lasting(
    world: Nw3World, use: Use, effect: Effect, target: Character, scope: Any, what: str, amount: int = 0
) -> Procedure[None]:
    until, of, rounds = yield from _term(world, use, effect, target)
    positive = effect.positive if effect.positive is not None else not opposing(use.user, target)
    world.state.named += 1
    lasting.begin(
        world, target,
        Lasting(world.state.named, use.usable.id, use.user.id, scope, what, amount, until, of, rounds, positive,
                use.usable.block.stacks),
    )  # fmt: skip


def _modify(world: Nw3World, use: Use, effect: kinds.Modify, target: Character) -> Procedure[None]:
    amount = yield from _amount(world, use, effect.amount, target)
    if effect.scope == "result" and effect.judge == "initiative":  # a Count that is there already moves with it
        initiative.change_count(target, amount)
    what = effect.stat if effect.scope == "stat" else effect.judge
    yield from _lasting(world, use, effect, target, effect.scope, str(what), amount)
    tell(world, "effect.modified", "NW3-SKILL-42", name=target.name, what=f"judge.{what}" if effect.judge else
         f"stat.{what}", amount=amount, block=use.usable.name)  # fmt: skip


def _inflict(world: Nw3World, use: Use, effect: kinds.InflictStatus, target: Character) -> Procedure[None]:
    if effect.save is not None:
        difficulty = yield from _amount(world, use, effect.save.difficulty, target)
        base = judging.stat_of(target, effect.save.stat)
        judge = judging.asked(world, target, "skill_check", base, "normal", difficulty=difficulty, reaction=True)
        if (yield from judging.normal(world, target, judge)):
            return
    rating = (yield from _amount(world, use, effect.rating, target)) if effect.rating is not None else 0
    statuses.receive(world, target, effect.status, rating)


def _clear(world: Nw3World, use: Use, effect: kinds.ClearStatus, target: Character) -> Procedure[None]:
    present = [one for one in effect.status if one in target.statuses]
    count = len(present) if effect.count == "all" else (yield from _amount(world, use, effect.count, target))
    while present and count > 0:
        chosen: Any = present[0]
        if len(present) > count:
            options = tuple(Option(one, f"status.{one}") for one in present)
            chosen = yield from ask(Question("clear_status", use.user.id, options, chosen, "NW3-STATUS-11"))
        statuses.clear(world, target, chosen)
        present.remove(chosen)
        count -= 1


def _recovery(world: Nw3World, use: Use, effect: kinds.Recovery, targets: Sequence[Character]) -> Procedure[None]:
    alive = [one for one in targets if not one.dead]
    if alive:
        power = yield from _amount(world, use, effect.power, alive[0])
        yield from recovery.recover(world, use.user, alive, effect.pool, power)


def _resource(world: Nw3World, use: Use, effect: kinds.Resource, target: Character) -> Procedure[None]:
    amount = yield from _amount(world, use, effect.amount, target)
    if effect.pool == "valco":
        if target.sheet is not None:
            target.sheet.money = max(0, amount if effect.mode == "set" else target.sheet.money + amount)
        return
    if target.dead:
        return
    before, dropped = int(getattr(target, effect.pool)), False
    after = amount if effect.mode == "set" else before + amount
    if effect.pool == "prana":
        target.prana = max(0, min(target.prana_max, after))
    elif after >= before:
        harm.gain(world, target, after - before, effect.pool)
    else:
        dropped = harm.lose(target, before - after, effect.pool)
    if world.tell:
        numbers = {"now": getattr(target, effect.pool)}
        tell_numbers(world, target, "effect.resource", "NW3-SKILL-42", numbers, name=target.name,
                     pool=effect.pool.upper(), block=use.usable.name)  # fmt: skip
    if dropped:
        yield from harm.fall(world, target)


def _full_hit(world: Nw3World, use: Use, effect: kinds.FullHit, target: Character) -> Procedure[None]:
    if use.attack is not None:
        use.attack.full_hit = True  # NW3-ATTACK-13
    yield from ()


def _full_dodge(world: Nw3World, use: Use, effect: kinds.FullDodge, target: Character) -> Procedure[None]:
    aim = use.attack.aim_at(target) if use.attack is not None else None
    if aim is not None:
        aim.full_dodge = True  # NW3-ATTACK-14
    yield from ()


def _reduce(world: Nw3World, use: Use, effect: kinds.ReduceDamage, target: Character) -> Procedure[None]:
    aim = use.attack.aim_at(target) if use.attack is not None else None
    fits = use.attack is not None and effect.damage in ("any", use.attack.damage_kind)
    if aim is not None and fits:
        aim.changes.append(("reduce", (yield from _amount(world, use, effect.amount, target))))


def _damage(world: Nw3World, use: Use, effect: kinds.Damage, target: Character) -> Procedure[None]:
    attack = use.attack
    amount = yield from _amount(world, use, effect.amount, target)
    if effect.mode == "direct":
        yield from _direct(world, target, max(0, amount))
        return
    if attack is None or effect.damage not in ("any", attack.damage_kind):
        return
    aim = attack.aim_at(target)
    if target is attack.attacker and (aim is None or use.usable.block.target.kind == "self"):
        attack.changes.append((effect.mode, amount))
    elif aim is not None:
        aim.changes.append((effect.mode, amount))


def _direct(world: Nw3World, target: Character, amount: int) -> Procedure[None]:
    """HP Damage at once; it is no attack, so nobody dies of it (NW3-HP-08)."""
    dropped = harm.lose(target, amount)
    if world.tell:
        numbers = {"hp": target.hp, "body": target.body}
        tell_numbers(world, target, "attack.damage", "NW3-SKILL-42", numbers, name=target.name, damage=amount)
    if dropped:
        yield from harm.fall(world, target)


def _cover_up(world: Nw3World, use: Use, effect: kinds.CoverUp, target: Character) -> Procedure[None]:
    for rule in effect.allow:
        yield from _lasting(world, use, effect, use.user, "flag", f"cover:{rule}")


def _extra_action(world: Nw3World, use: Use, effect: kinds.ExtraAction, target: Character) -> Procedure[None]:
    battle = world.state.battle
    if battle is None:
        return
    if effect.action == "main_process":
        count = (yield from _amount(world, use, effect.set_count, target)) if effect.set_count is not None else 0
        initiative.one_more(world, battle, target, count)
    elif battle.acting == target.id:
        action = "major" if effect.action == "attack" else effect.action
        battle.granted[action] = battle.granted.get(action, 0) + 1


def _condition(world: Nw3World, use: Use, effect: kinds.Condition, target: Character) -> Procedure[None]:
    grant = effect.mode == "grant"
    match effect.condition:
        case "incapacitated":
            pass  # ends with the first HP that an effect gives (NW3-HP-06)
        case "flying" | "grounded":
            if (effect.condition == "flying") == grant:
                target.flying = target.flying or "other"
            elif target.flying:
                harm.land(world, target)
        case "pre_action" if grant:
            initiative.act_again(world, target)
        case "post_action" if grant:
            target.pre_action, target.count = False, 0
        case flag if grant:
            yield from _lasting(world, use, effect, target, "flag", flag)
        case flag:
            for one in [one for one in target.effects if one.scope == "flag" and one.what == flag]:
                target.effects.remove(one)
            if flag == "hidden":
                target.hidden = False


def _blockade(world: Nw3World, use: Use, effect: kinds.Blockade, target: Character) -> Procedure[None]:
    blockade.set_up(world, target, *(yield from _term(world, use, effect, target)))


def _critical_shift(world: Nw3World, use: Use, effect: kinds.CriticalShift, target: Character) -> Procedure[None]:
    """Move C or F step by step, inside 2 to 12 and never onto the other number."""
    left = yield from _amount(world, use, effect.amount, target)
    if not use.usable.block.stacks:
        lasting.end_shift(world, target, use.usable.id, effect.value)
    now, other = target.critical, target.fumble
    if effect.value == "fumble":
        now, other = other, now
    goal = effect.toward if effect.toward is not None else effect.away or now
    while left > 0 and now != goal:
        step = (1 if goal > now else -1) * (1 if effect.toward is not None else -1)
        if now + step == other or not 2 <= now + step <= 12:
            break
        now += step
        left -= 1
    moved = now - (target.critical if effect.value == "critical" else target.fumble)
    if moved:
        yield from _lasting(world, use, effect, target, "flag", f"{effect.value}:{moved}")
        setattr(target, effect.value, now)


def _prose(world: Nw3World, use: Use, effect: kinds.Prose, target: Character) -> Procedure[None]:
    tell(world, "effect.prose", "NW3-SKILL-03", name=use.user.name, block=use.usable.name, text=effect.text)
    yield from ()


def _around_judges(world: Nw3World, use: Use, effect: kinds.Reroll, target: Character) -> Procedure[None]:
    """The window of the Judge rolls it again (`windows`)."""
    yield from ()


EFFECTS.update({
    kinds.Modify: _modify,
    kinds.InflictStatus: _inflict,
    kinds.ClearStatus: _clear,
    kinds.Reroll: _around_judges,
    kinds.Resource: _resource,
    kinds.FullHit: _full_hit,
    kinds.FullDodge: _full_dodge,
    kinds.ReduceDamage: _reduce,
    kinds.Damage: _damage,
    kinds.CoverUp: _cover_up,
    kinds.ExtraAction: _extra_action,
    kinds.Condition: _condition,
    kinds.Blockade: _blockade,
    kinds.CriticalShift: _critical_shift,
    kinds.Prose: _prose,
})  # fmt: skip
