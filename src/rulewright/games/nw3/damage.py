"""Attacks, steps 5 and 6: the damage roll, what changes HP Damage, and applying it (NW3-ATTACK-07 to -12)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.nw3 import applying, contests, cover, harm, judging, statuses, windows
from rulewright.games.nw3.fighters import incapacitated, tell
from rulewright.games.nw3.judges import Judge, Judged
from rulewright.games.nw3.ongoing import Aim, Change, OngoingAttack
from rulewright.games.nw3.state import Character, Nw3World, Timings

_ORDER = ("replace", "multiply", "add", "reduce")  # NW3-SKILL-43


def deal(
    world: Nw3World, attack: OngoingAttack, hit: list[Aim], timings: Timings
) -> Procedure[None]:
    """Steps 5 and 6 for the Defenders that are hit."""
    if "damage_roll" in timings:
        yield from windows.damage_roll(world, attack, hit)
    yield from _roll(world, attack, hit)
    for aim in hit:
        aim.damage = changed(max(0, aim.margin), [*attack.changes, *aim.changes])
    yield from cover.offer(world, attack, hit, timings)
    for aim in hit:
        yield from _apply(world, attack, aim)


def _roll(world: Nw3World, attack: OngoingAttack, hit: list[Aim]) -> Procedure[None]:
    """Step 5: the attacker once for the whole attack, each Defender that is hit for itself (NW3-ATTACK-07, -08)."""
    attacker, house = attack.attacker, world.state.options
    kind = "matk" if attack.kind == "magical" else "patk"
    base = judging.stat_of(attacker, attack.damage_stat) + attack.damage_bonus
    rolls = [[aim] for aim in hit] if house.damage_roll_per_target else [hit]  # OP-C22
    for aims in rolls:
        mine = judging.asked(world, attacker, kind, base, against=None)  # type: ignore[arg-type]
        theirs = [defence(world, attack, aim.defender) for aim in aims]
        outcome = yield from contests.contest(mine, theirs, house, compared=False)
        judging.spend(attacker, outcome.attacker)
        for place, aim in enumerate(aims):
            judging.spend(aim.defender, outcome.defenders[place])
            aim.margin = outcome.difference(place)
        if world.tell:
            _tell(world, attack, aims, mine, theirs, outcome.attacker, outcome.defenders)


def defence(world: Nw3World, attack: OngoingAttack, defender: Character) -> Judge:
    """The defence Judge, by the kind of damage; it is no Reaction (NW3-ATTACK-08, OP-C10)."""
    kind = "mdef" if attack.damage_kind == "magical" else "pdef"
    reaction = world.state.options.defence_is_reaction
    return judging.asked(world, defender, kind, judging.stat_of(defender, kind), reaction=reaction)  # type: ignore[arg-type]


def changed(damage: int, changes: Sequence[Change]) -> int:
    """HP Damage after effects: replacements, then multiplications, additions, reductions; never below 0 (NW3-ATTACK-09)."""
    for kind in _ORDER if changes else ():
        for what, amount in changes:
            if what != kind:
                continue
            if kind == "replace":
                damage = amount
            elif kind == "multiply":
                damage *= amount
            else:
                damage += amount if kind == "add" else -amount
    return max(0, damage)


def gives_statuses(world: Nw3World, aim: Aim) -> bool:
    """Whether the Bad Statuses of the attack are received (NW3-ATTACK-11, -12)."""
    if aim.margin < 0:
        return False
    return aim.damage > 0 or not world.state.options.bs_needs_damage  # OP-C11


def _apply(world: Nw3World, attack: OngoingAttack, aim: Aim) -> Procedure[None]:
    """Step 6 for one Defender, or for who covers it (NW3-ATTACK-10, NW3-COVER-04)."""
    if aim.coverer is not None:
        yield from cover.receive(world, attack, aim, aim.coverer)
        return
    if aim.covers is not None and not cover.takes_own_too(world):
        return  # NW3-COVER-08: what it receives for another replaces its own
    yield from suffer(world, attack, aim, aim.defender, aim.damage)


def suffer(world: Nw3World, attack: OngoingAttack, aim: Aim, victim: Character, amount: int) -> Procedure[None]:
    """HP Damage and Bad Statuses of an attack come to somebody; one who is down already dies of it (NW3-HP-07)."""
    if victim.dead:
        return
    down = incapacitated(victim)
    dropped = harm.lose(world, victim, amount)
    if amount and attack.attacker.foe:
        name = attack.attacker.foe
        world.state.harm[name] = world.state.harm.get(name, 0) + amount
    if world.tell:
        tell(world, "attack.damage", "NW3-ATTACK-10", name=victim.name, damage=amount, hp=victim.hp, body=victim.body)
    if down and (amount or world.state.options.death_trigger != "damaged"):  # OP-C14
        yield from _dies(world, victim)
        return
    if gives_statuses(world, aim):
        for status, rating in attack.statuses:
            statuses.receive(world, victim, status, rating)
        if attack.usable is not None:
            yield from applying.on_hit(world, attack, victim, aim.damage)
    if dropped:
        yield from harm.fall(world, victim)


def _dies(world: Nw3World, victim: Character) -> Procedure[None]:
    facts = {"name": victim.name}
    if victim.kind == "npc" and (yield from yes_no("spare", "referee", default=False, rule="NW3-HP-09", **facts)):
        return
    harm.die(world, victim)


def _tell(
    world: Nw3World, attack: OngoingAttack, aims: list[Aim], mine: Judge, theirs: list[Judge], first: Judged,
    answers: Sequence[Judged],
) -> None:  # fmt: skip
    judging.told(world, attack.attacker, mine, first)
    for aim, judge, answer in zip(aims, theirs, answers, strict=True):
        judging.told(world, aim.defender, judge, answer)
