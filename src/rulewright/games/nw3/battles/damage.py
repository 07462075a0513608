"""Attacks, steps 5 and 6: the damage roll, what changes HP Damage, and applying it (NW3-ATTACK-07 to -12)."""

from __future__ import annotations

from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.nw3.battles import applying, constantly, cover, damage_windows, harm, statuses, windows
from rulewright.games.nw3.battles.disclosure import tell_numbers
from rulewright.games.nw3.battles.fighters import incapacitated
from rulewright.games.nw3.battles.ongoing import Aim, OngoingAttack
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.judges import Judge
from rulewright.games.nw3.fortresses import logics, npcs
from rulewright.games.nw3.state import Character, Nw3World, Timings


def deal(world: Nw3World, attack: OngoingAttack, hit: list[Aim], timings: Timings) -> Procedure[None]:
    """Steps 5 and 6 for the Defenders that are hit."""
    if "damage_roll" in timings:
        yield from damage_windows.damage_roll(world, attack, hit)
    yield from _roll(world, attack, hit)
    for aim in hit:
        aim.down = incapacitated(aim.defender)
        aim.damage = attack.hp_damage(aim)
    if "damage_roll" in timings:
        yield from damage_windows.hp_damage(world, attack, [aim for aim in hit if aim.margin >= 0])
    yield from cover.offer(world, attack, hit, timings)
    for aim in hit:
        yield from _apply(world, attack, aim)


def _roll(world: Nw3World, attack: OngoingAttack, hit: list[Aim]) -> Procedure[None]:
    """Step 5: the attacker once for the whole attack, each Defender that is hit for itself (NW3-ATTACK-07, -08)."""
    attacker, house = attack.attacker, world.state.options
    kind, answer = damage_windows.damage_judges(attack)
    rolls = [[aim] for aim in hit] if house.damage_roll_per_target else [hit]  # OP-C22
    for aims in rolls:
        defenders = [aim.defender for aim in aims if not aim.defender.auto_hit]  # NW3-ENEMY-09
        yield from windows.before(world, kind, attacker, attack)
        for defender in defenders:
            yield from windows.before(world, answer, defender, attack, world.state.options.defence_is_reaction)
        mine = yield from judging.on_stat(
            world, attacker, kind, attack.damage_stat, bonus=attack.damage_bonus, own=attack.weapon_bonus,  # type: ignore[arg-type]
            elements=attack.of_defenders() if attacker.effects or constantly.anybody(world) else (),
        )  # fmt: skip
        theirs = []
        for defender in defenders:
            theirs.append((yield from defence(world, attack, defender)))
        outcome = yield from judging.contest(world, attacker, mine, defenders, theirs, False)
        attack.rolls[kind, attacker.id] = yield from windows.after(
            world, attacker, mine, outcome.attacker, attack.damage_stat, attack
        )
        for defender, judge, judged in zip(defenders, theirs, outcome.defenders, strict=True):
            attack.rolls[answer, defender.id] = yield from windows.after(
                world, defender, judge, judged, answer, attack, reaction=world.state.options.defence_is_reaction
            )
        for aim in aims:
            if aim.defender.auto_hit:
                aim.margin = npcs.automatic_damage(world, attack, attack.rolls[kind, attacker.id][1].result)
                continue
            aim.margin = attack.rolls[kind, attacker.id][1].result - attack.rolls[answer, aim.defender.id][1].result
            if world.state.caskets:
                aim.margin += logics.lead(world, attacker, aim.defender, (kind, attack.damage_stat), (answer, answer))


def defence(world: Nw3World, attack: OngoingAttack, defender: Character) -> Procedure[Judge]:
    """The defence Judge, by the kind of damage; it is no Reaction (NW3-ATTACK-08, OP-C10)."""
    _, kind = damage_windows.damage_judges(attack)
    reaction = world.state.options.defence_is_reaction
    return (
        yield from judging.on_stat(world, defender, kind, kind, reaction=reaction, elements=attack.elements)  # type: ignore[arg-type]
    )


def defend_instead(world: Nw3World, attack: OngoingAttack, aim: Aim, helper: Character) -> Procedure[None]:
    """The defence Judge of one who covers stands in for that of the Defender, where a skill says so."""
    _, kind = damage_windows.damage_judges(attack)
    own = yield from judging.alone(world, helper, (yield from defence(world, attack, helper)))
    replaced = attack.rolls.get((kind, aim.defender.id))  # none of who is hit without Judges
    aim.margin += (replaced[1].result if replaced is not None else 0) - own.result


def gives_statuses(world: Nw3World, aim: Aim, amount: int) -> bool:
    """Whether the Bad Statuses of the attack are received with this HP Damage (NW3-ATTACK-11, -12)."""
    if aim.margin < 0:
        return False
    return amount > 0 or not world.state.options.bs_needs_damage  # OP-C11


def _apply(world: Nw3World, attack: OngoingAttack, aim: Aim) -> Procedure[None]:
    """Step 6 for one Defender, or for who covers it (NW3-ATTACK-10, NW3-COVER-04)."""
    if aim.coverer is not None:
        yield from cover.receive(world, attack, aim, aim.coverer)
        return
    if aim.covers is not None and not cover.takes_own_too(world):
        return  # NW3-COVER-08: what it receives for another replaces its own
    yield from suffer(world, attack, aim, aim.defender, aim.damage)


def suffer(world: Nw3World, attack: OngoingAttack, aim: Aim, victim: Character, amount: int) -> Procedure[None]:
    """HP Damage and Bad Statuses come to somebody; a Defender who was down already dies of it (NW3-HP-07)."""
    if victim.dead:
        return
    dropped = harm.lose(victim, min(amount, 1) if victim.counts_hits else amount)  # NW3-ENEMY-10
    if amount and attack.attacker.record:
        name = attack.attacker.record
        world.state.harm[name] = world.state.harm.get(name, 0) + amount
    if world.tell:
        numbers = {"hp": victim.hp, "body": victim.body}
        tell_numbers(world, victim, "attack.damage", "NW3-ATTACK-10", numbers, name=victim.name, damage=amount)
    if (
        aim.down and victim is aim.defender and (amount or world.state.options.death_trigger != "damaged")
    ):  # OP-C14; who covers does not die of it (NW3-COVER-11)
        yield from dies(world, victim)
        return
    given = gives_statuses(world, aim, amount)
    for status, rating in attack.statuses if given else ():
        statuses.receive(world, victim, status, rating)
    if attack.usable is not None:
        yield from applying.on_target(world, attack, victim, True, amount, given, aim.margin >= 0)
    if dropped and victim.hp == 0:
        yield from harm.fall(world, victim)


def dies(world: Nw3World, victim: Character) -> Procedure[None]:
    """Become Dead, unless it is the referee's and the referee spares it (NW3-HP-07, -09)."""
    facts = {"name": victim.name}
    if victim.kind != "pc" and (yield from yes_no("spare", "referee", default=False, rule="NW3-HP-09", **facts)):
        return
    harm.die(world, victim)
