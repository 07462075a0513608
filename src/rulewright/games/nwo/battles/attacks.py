"""Blows with weapons and attack spells: hit against evasion, then power against defence (NWO-ATTACK, NWO-PARRY)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from rulewright.engine.requests import Procedure
from rulewright.games.nwo.battles import harm, parrying
from rulewright.games.nwo.judges import contests, judging
from rulewright.games.nwo.judges.declaring import Ahead
from rulewright.games.nwo.judges.judged import Judged, active_wins
from rulewright.games.nwo.judges.purposes import Formula, Purpose, plain
from rulewright.games.nwo.people import makes_judges, tell
from rulewright.games.nwo.records.uses import Power, Spell
from rulewright.games.nwo.state import Character, NwoWorld


class Blow(msgspec.Struct, frozen=True):
    """An attack: what it is called, its two judges, what it is answered with, and its element (NWO-ATTACK-09)."""

    name: str
    kind: Literal["weapon", "spell"]
    hit: Purpose
    power: Purpose
    element: str = ""

    @property
    def defence(self) -> Literal["defence", "resistance"]:
        """The value that stands against its power (NWO-ATTACK-05, NWO-SPELL-04)."""
        return "resistance" if self.kind == "spell" else "defence"


class Struck(msgspec.Struct, frozen=True):
    """What an attack did to one target."""

    target: Character
    hit: bool
    damage: int = 0


def of_weapon(attacker: Character, name: str, modifiers: dict[str, int], element: str) -> Blow:
    """A blow with a weapon: its modifiers of hit and attack are part of the abilities."""
    return Blow(
        name,
        "weapon",
        Purpose(why="hit", stat="hit", rule="NWO-ATTACK-03", bonus=modifiers.get("hit", 0)),
        Purpose(why="attack", stat="attack", rule="NWO-ATTACK-05", bonus=modifiers.get("attack", 0)),
        attacker.now.element or element,
    )


def of_spell(spell: Spell, caster: Character) -> Blow:
    """An attack spell with its own hit and power (NWO-SPELL-02, -03)."""
    attack = spell.attack
    if attack is None:
        raise ValueError(f"{spell.id} is no attack spell")
    return Blow(
        spell.name,
        "spell",
        Purpose(why="hit", stat=attack.hit.stat, rule="NWO-SPELL-04", formula=formula(attack.hit)),
        Purpose(why="power", stat=attack.power.stat, rule="NWO-SPELL-04", formula=formula(attack.power)),
        caster.now.element or spell.element,
    )


def formula(power: Power) -> Formula:
    """How a spell computes an ability."""
    return Formula(power.stat, power.add, power.cap)


def attack(world: NwoWorld, attacker: Character, blow: Blow, targets: Sequence[Character]) -> Procedure[list[Struck]]:
    """An attack on everybody in `targets`: one for all, or by option one for each (NWO-SPELL-09).

    Each of its rolls is a judge of its own (NWO-ATTACK-06).
    """
    once = world.state.options.area_active_roll == "once"
    struck: list[Struck] = []
    for some in [targets] if once else [[one] for one in targets]:
        struck += yield from _volley(world, attacker, blow, [one for one in some if not one.dead])
    return struck


def _volley(
    world: NwoWorld, attacker: Character, blow: Blow, targets: Sequence[Character]
) -> Procedure[list[Struck]]:  # fmt: skip
    """One hit value, which each target answers alone in table order, then one power value against those it reached."""
    struck: list[Struck] = []
    reached: list[tuple[Character, int]] = []
    hit: Judged | None = None
    ahead, unseen = yield from _unseen_answers(world, attacker, blow, targets)
    for target in targets:
        if certain(target):
            tell(world, "attack.certain", "NWO-ATTACK-07", who=target, name=target.name)
            reached.append((target, 0))
            continue
        if hit is None:
            hit = yield from judging.judge(world, attacker, _at(blow.hit, target, targets), ahead)
        answer, declared = unseen.get(target.id, (None, None))
        won, bonus = yield from _answered(world, attacker, blow, target, hit, answer, declared)
        if won:
            reached.append((target, bonus))
        else:
            struck.append(Struck(target, False))
    reached = [(target, bonus) for target, bonus in reached if not target.dead]
    if not reached:  # NWO-ATTACK-04
        return struck
    guards = [(target, _guard(attacker, blow, bonus)) for target, bonus in reached]
    ahead, defended = yield from _declared_unseen(world, attacker, blow.power, guards)
    power = yield from judging.judge(
        world, attacker, _at(blow.power, reached[0][0], [target for target, _ in reached]), ahead
    )
    for target, guard in guards:
        damage = yield from _hurt(world, target, power, guard, defended.get(target.id))
        struck.append(Struck(target, True, damage))
    return struck


def _at(purpose: Purpose, first: Character, all: Sequence[Character]) -> Purpose:
    """A judge of the attacker against those it is aimed at."""
    others = tuple(one.id for one in all if one is not first)
    return msgspec.structs.replace(purpose, against=first.id, others=others)


def _unseen_answers(
    world: NwoWorld, attacker: Character, blow: Blow, targets: Sequence[Character]
) -> Procedure[tuple[Ahead | None, dict[str, tuple[str, Ahead | None]]]]:
    """By option everybody chooses before any die falls: answers and what goes into the first judge (NWO-JUDGE-09)."""
    if world.state.options.opposed_order != "sealed":
        return None, {}
    answers: dict[str, str] = {}
    replies: list[tuple[Character, Purpose]] = []
    for target in targets:
        if not certain(target):
            answer = answers[target.id] = yield from parrying.answered(world, attacker, blow, target, None)
            replies.append((target, parrying.purpose(world, target, attacker, answer)))
    ahead, declared = yield from _declared_unseen(world, attacker, blow.hit, replies)
    return ahead, {id: (answer, declared.get(id)) for id, answer in answers.items()}


def _declared_unseen(
    world: NwoWorld, attacker: Character, purpose: Purpose, replies: Sequence[tuple[Character, Purpose]]
) -> Procedure[tuple[Ahead | None, dict[str, Ahead | None]]]:
    """By option both sides declare unseen before any die falls, the attacker once (NWO-JUDGE-09)."""
    ahead: Ahead | None = None
    declared: dict[str, Ahead | None] = {}
    for target, reply in replies:
        mine, declared[target.id] = yield from contests.sealed(
            world, attacker, purpose, target, reply, ask_active=ahead is None
        )
        ahead = mine if ahead is None else ahead
    return ahead, declared


def certain(target: Character) -> bool:
    """Whether it is hit without a judge: fainted, or in apparent death (NWO-ATTACK-07)."""
    return target.fainted or target.hp <= 0


def _answered(
    world: NwoWorld, attacker: Character, blow: Blow, target: Character, hit: Judged, answer: str | None,
    ahead: Ahead | None,
) -> Procedure[tuple[bool, int]]:  # fmt: skip
    """The passive side of the first judge: whether the attack hits, and what a parry adds to the defence."""
    if answer is None:
        answer = yield from parrying.answered(world, attacker, blow, target, hit.value)
    if answer == "fail":  # NWO-JUDGE-13
        tell(world, "attack.let_through", "NWO-JUDGE-13", who=target, name=target.name)
        return True, 0
    purpose = parrying.purpose(world, target, attacker, answer).to_reach(hit.value)
    if answer == "plain":
        evasion = plain(world, target, purpose)
    else:
        evasion = yield from judging.judge(world, target, purpose, ahead)
    won = active_wins(hit, evasion)
    parry = parrying.values(world, target, answer)
    # a parry that fails adds nothing (NWO-PARRY-05)
    if parry is not None and not won and makes_judges(target):  # NWO-PARRY-02: it may have fainted meanwhile
        # received, not evaded: the second judge always follows (NWO-PARRY-04)
        tell(
            world, "attack.parried", "NWO-PARRY-04", who=target, name=target.name, hit=hit.value, evasion=evasion.value
        )
        return True, (parry.resistance or 0) if blow.kind == "spell" else parry.defence
    tell(
        world, "attack.hit" if won else "attack.miss", "NWO-ATTACK-03", who=target, name=target.name,
        attacker=attacker.name, thing=blow.name, hit=hit.value, evasion=evasion.value,
    )  # fmt: skip
    return won, 0


def _guard(attacker: Character, blow: Blow, bonus: int) -> Purpose:
    """The judge that stands against the power of an attack; what a parry adds is part of the ability (NWO-PARRY-04)."""
    return Purpose(why=blow.defence, stat=blow.defence, rule="NWO-ATTACK-05", bonus=bonus, against=attacker.id)


def _hurt(world: NwoWorld, target: Character, power: Judged, guard: Purpose, ahead: Ahead | None) -> Procedure[int]:
    """The second judge and the damage (NWO-ATTACK-05)."""
    defence = yield from judging.judge(world, target, guard.to_reach(power.value), ahead)
    damage = max(0, power.value - defence.value)
    if power.given_up or (power.failed and world.state.options.overloaded_value == "zero"):
        damage = 0  # a failed attack does none, however low the defence (NWO-WEIGHT-06, NWO-JUDGE-13)
    tell(
        world, "attack.damage" if damage else "attack.no_damage", "NWO-ATTACK-05", who=target, name=target.name,
        power=power.value, defence=defence.value, damage=damage,
    )  # fmt: skip
    yield from harm.lose(world, target, damage)
    return damage
