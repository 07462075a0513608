"""What effects make of HP, MP, Prana and money, of HP Damage, and of Bad Statuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import harm, recovery, rulings, statuses, windows
from rulewright.games.nw3.battles.disclosure import tell_numbers
from rulewright.games.nw3.battles.effect_use import Apply, Use, amount_of, beyond, leave
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.judges import succeeds
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.state import Character, Nw3World


def _inflict(world: Nw3World, use: Use, effect: kinds.InflictStatus, target: Character) -> Procedure[None]:
    if effect.save is not None:
        difficulty = yield from amount_of(world, use, effect.save.difficulty, target)
        stat = effect.save.stat
        yield from windows.before(world, "skill_check", target, reaction=True)
        judge = yield from judging.on_stat(
            world, target, "skill_check", stat, "normal", difficulty=difficulty, reaction=True
        )
        if succeeds(judge, (yield from windows.normal(world, target, judge, stat, reaction=True))):
            return
    rating = (yield from amount_of(world, use, effect.rating, target)) if effect.rating is not None else 0
    statuses.receive(world, target, effect.status, rating)


def _clear(world: Nw3World, use: Use, effect: kinds.ClearStatus, target: Character) -> Procedure[None]:
    present = [one for one in effect.status if one in target.statuses]
    count = len(present) if effect.count == "all" else (yield from amount_of(world, use, effect.count, target))
    while present and count > 0:
        chosen: Any = present[0]
        if len(present) > count:
            options = tuple(Option(one, f"status.{one}") for one in present)
            chosen = yield from ask(Question("clear_status", use.user.id, options, chosen, "NW3-STATUS-11"))
        statuses.clear(world, target, chosen)
        present.remove(chosen)
        count -= 1


def recover(world: Nw3World, use: Use, effect: kinds.Recovery, targets: Sequence[Character]) -> Procedure[None]:
    alive = [one for one in targets if not one.dead]
    if alive:
        power = yield from amount_of(world, use, effect.power, alive[0])
        yield from recovery.recover(world, use.user, alive, effect.pool, power)


def _resource(world: Nw3World, use: Use, effect: kinds.Resource, target: Character) -> Procedure[None]:
    amount = yield from amount_of(world, use, effect.amount, target)
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


def _reduce(world: Nw3World, use: Use, effect: kinds.ReduceDamage, target: Character) -> Procedure[None]:
    aim = use.attack.aim_at(target) if use.attack is not None else None
    fits = use.attack is not None and effect.damage in ("any", use.attack.damage_kind)
    if aim is not None and fits:
        aim.changes.append(("reduce", (yield from amount_of(world, use, effect.amount, target))))
    if use.attack is None or beyond(effect):
        yield from leave(world, use, effect, target)


def _damage(world: Nw3World, use: Use, effect: kinds.Damage, target: Character) -> Procedure[None]:
    attack = use.attack
    if effect.mode == "direct":
        yield from direct(world, target, max(0, (yield from amount_of(world, use, effect.amount, target))))
        return
    if attack is None or beyond(effect):
        yield from leave(world, use, effect, target)
    if attack is None or effect.damage not in ("any", attack.damage_kind):
        return
    amount = yield from amount_of(world, use, effect.amount, target)
    aim = attack.aim_at(target)
    if target is attack.attacker and (aim is None or use.usable.block.target.kind == "self"):
        yield from rulings.change(world, attack, attack, effect.mode, amount, use.usable.name)
    elif aim is not None:
        yield from rulings.change(world, attack, aim, effect.mode, amount, use.usable.name)


def direct(world: Nw3World, target: Character, amount: int) -> Procedure[None]:
    """HP Damage at once; it is no attack, so nobody dies of it (NW3-HP-08)."""
    dropped = harm.lose(target, amount)
    if world.tell:
        numbers = {"hp": target.hp, "body": target.body}
        tell_numbers(world, target, "attack.damage", "NW3-SKILL-42", numbers, name=target.name, damage=amount)
    if dropped:
        yield from harm.fall(world, target)


def _recover_one(world: Nw3World, use: Use, effect: kinds.Recovery, target: Character) -> Procedure[None]:
    yield from recover(world, use, effect, [target])


EFFECTS: Mapping[type, Apply] = {
    kinds.Recovery: _recover_one,
    kinds.InflictStatus: _inflict,
    kinds.ClearStatus: _clear,
    kinds.Resource: _resource,
    kinds.ReduceDamage: _reduce,
    kinds.Damage: _damage,
}
