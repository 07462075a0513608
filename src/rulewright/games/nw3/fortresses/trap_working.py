"""Traps that go off: whom they strike, who gets away, and what they do (NW3-TRAP-06 to -09)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.requests import Option, Procedure, Question, Roll, ask
from rulewright.games.nw3.battles import carrying_out, effects_on_points
from rulewright.games.nw3.battles.effect_use import Use, amount_of
from rulewright.games.nw3.battles.fighters import able, tell
from rulewright.games.nw3.battles.subjects import guarded
from rulewright.games.nw3.casket_state import TrapState
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.judges import Judge, Judged, succeeds
from rulewright.games.nw3.dice.sevens import seven_is_free
from rulewright.games.nw3.fortresses import position
from rulewright.games.nw3.fortresses.agents import use_of
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.records.fortress_effects import ImposeLogic, PlaceEffect, TrapAttack
from rulewright.games.nw3.records.places import Logic, Trap
from rulewright.games.nw3.state import ATTRIBUTES, EMULATORS, WIZARDS, Character, Nw3World

_SEVEN = (Option("roll", "any_seven.roll"), Option("seven", "any_seven.seven"))
_HALF = 2


def activate(world: Nw3World, trap: Trap, state: TrapState, by: Character | None = None) -> Procedure[None]:
    """A trap goes off, set off by somebody or by nobody, and is spent (NW3-TRAP-07, -09)."""
    state.progress, state.seen = "spent", True
    targets = yield from _targets(world, trap, state, by)
    names = ", ".join(one.name for one in targets)
    tell(world, "trap.activates", "NW3-TRAP-07", trap=trap.name, text=trap.text, names=names)
    if not targets:
        return
    use = use_of(f"trap:{trap.id}", trap.name, len(targets))
    rolled = None
    if trap.evade is not None and trap.evade.against == "attack":
        strike = next((one for one in trap.effect if isinstance(one, TrapAttack)), None)
        rolled = None if strike is None else (yield from roll_attack(world, use, strike, targets[0]))
    away = yield from _evading(world, trap, targets, rolled)
    half = trap.evade is not None and trap.evade.on_success == "half"
    for effect in trap.effect:
        struck = [one for one in _subjects(world, effect, targets) if half or one.id not in away]
        struck = [one for one in struck if not one.dead and guarded(world, effect.guard, one, one)]
        yield from _strike(world, use, effect, struck, away if half else set(), rolled)


# ---------------------------------------------------------------- whom


def _targets(world: Nw3World, trap: Trap, state: TrapState, by: Character | None) -> Procedure[list[Character]]:
    """Whom a trap strikes; who set it off stands in for whoever the referee or chance would name (NW3-TRAP-08)."""
    here, rule = position.party_here(world), trap.target
    if rule in ("triggerer", "gm") and by is not None:  # NW3-TRAP-06
        return [by]
    if rule == "triggerer":
        rule = world.state.options.trap_default_target  # NW3-FORT-OPEN-09
    if rule == "entrant":
        return [one for one in here if one.id in state.entered]
    if rule == "all" or not here:
        return here
    if rule == "gm":
        named = yield from _named_by_referee(world, trap, here)
        if named is not None:
            return [named]
    if len(here) == 1:
        return here
    faces = yield Roll(1, len(here), "NW3-TRAP-08", f"trap:{trap.id}", "trap_target")
    return [here[faces[0] - 1]]


def _named_by_referee(world: Nw3World, trap: Trap, here: Sequence[Character]) -> Procedure[Character | None]:
    options = (Option("random", "trap.by_chance"), *(Option(one.id, "use.whom", {"target": one.name}) for one in here))
    answer = yield from ask(Question("trap_target", "referee", options, "random", "NW3-TRAP-08", {"trap": trap.name}))
    return next((one for one in here if one.id == answer), None)


def _subjects(world: Nw3World, effect: PlaceEffect, targets: Sequence[Character]) -> Sequence[Character]:
    """Whom one of its effects acts on: the targets, or one side; `enemies` are those of the PCs (NW3-FORT-20)."""
    if effect.on not in ("enemies", "allies"):
        return targets
    side = EMULATORS if effect.on == "enemies" else WIZARDS
    return [one for one in world.state.characters.values() if one.present and one.side == side]


# ---------------------------------------------------------------- getting away


def _evading(
    world: Nw3World, trap: Trap, targets: Sequence[Character], rolled: tuple[Judge, Judged] | None
) -> Procedure[set[str]]:
    """Each target's Judge to get away: who has made it (NW3-TRAP-07). Who can do nothing does not."""
    away: set[str] = set()
    evade = trap.evade
    if evade is None:
        return away
    difficulty = rolled[1].result if rolled is not None else evade.difficulty or 0
    kind: judging.JudgeKind = "attribute" if evade.stat in ATTRIBUTES else "called"
    for one in targets:
        if able(one):
            base = judging.stat_of(one, evade.stat)
            judge = judging.asked(world, one, kind, base, "normal", difficulty=difficulty)
            if succeeds(judge, (yield from judging.normal(world, one, judge))):
                away.add(one.id)
                tell(world, f"trap.evaded.{evade.on_success}", "NW3-TRAP-07", name=one.name, trap=trap.name)
    return away


# ---------------------------------------------------------------- what it does


def _strike(
    world: Nw3World,
    use: Use,
    effect: PlaceEffect,
    struck: Sequence[Character],
    halved: set[str],
    rolled: tuple[Judge, Judged] | None,
) -> Procedure[None]:
    """One effect on its subjects; HP Damage is halved for those who got half away."""
    if isinstance(effect, TrapAttack):
        if struck:
            yield from _attack(world, use, effect, struck, halved, rolled)
        return
    if not (isinstance(effect, kinds.Damage) and effect.mode == "direct" and halved):
        yield from carrying_out.carry_out(world, use, effect, struck)
        return
    for one in struck:
        amount = max(0, (yield from amount_of(world, use, effect.amount, one)))
        yield from effects_on_points.direct(world, one, amount // _HALF if one.id in halved else amount)


def roll_attack(world: Nw3World, use: Use, effect: TrapAttack, target: Character) -> Procedure[tuple[Judge, Judged]]:
    """The Judge of a trap: 2d6 and its value, by the referee, who may take seven (NW3-FORT-20)."""
    value = yield from amount_of(world, use, effect.value, target)
    kind: judging.JudgeKind = "matk" if effect.damage == "magical" else "patk"
    facts = {"name": use.user.name, "why": f"judge.{kind}"}
    seven = False
    if seven_is_free(world, use.user):
        question = Question("any_seven", "referee", _SEVEN, "roll", "NW3-JUDGE-08", facts)
        seven = (yield from ask(question)) == "seven"
    judge = judging.asked(world, use.user, kind, value, seven=seven)
    return judge, (yield from judging.lead(world, use.user, judge))


def _attack(
    world: Nw3World,
    use: Use,
    effect: TrapAttack,
    struck: Sequence[Character],
    halved: set[str],
    rolled: tuple[Judge, Judged] | None,
) -> Procedure[None]:
    """The trap's Result against the PDEF or MDEF Judge of each; the rest is HP Damage, and no attack of anybody's."""
    judge, first = rolled or (yield from roll_attack(world, use, effect, struck[0]))
    kind: judging.JudgeKind = "mdef" if effect.damage == "magical" else "pdef"
    answers = [judging.asked(world, one, kind, judging.stat_of(one, kind)) for one in struck]
    outcome = yield from judging.answer(world, use.user, judge, first, struck, answers, False)
    for one, theirs in zip(struck, outcome.defenders, strict=True):
        amount = max(0, outcome.attacker.result - theirs.result)
        yield from effects_on_points.direct(world, one, amount // _HALF if one.id in halved else amount)


def trap_attack(world: Nw3World, use: Use, effect: TrapAttack, target: Character) -> Procedure[None]:
    """The same outside of a trap that has gone off, at one target."""
    yield from _attack(world, use, effect, (target,), set(), None)


def impose_logic(world: Nw3World, use: Use, effect: ImposeLogic, target: Character) -> Procedure[None]:
    """Another Logic acts in this Lunar Casket (NW3-FORT-20)."""
    from rulewright.games.nw3.fortresses import logics

    casket = position.casket(world)
    if casket is not None:
        logics.begin(world, casket, position.record(world, Logic, effect.logic))
    yield from ()


carrying_out.EFFECTS.update({TrapAttack: trap_attack, ImposeLogic: impose_logic})
