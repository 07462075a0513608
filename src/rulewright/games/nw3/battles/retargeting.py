"""Blocks that change whom other blocks touch, or take their effect away (NW3-SKILL-30; effects retarget and negate)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import engages, lasting
from rulewright.games.nw3.battles.effect_use import Use
from rulewright.games.nw3.battles.fighters import disclosed, tell
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.battles.ongoing import Aim, OngoingAttack
from rulewright.games.nw3.battles.subjects import everybody
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.records.formula import fixed, read
from rulewright.games.nw3.records.matchers import BlockMatcher, Target
from rulewright.games.nw3.state import Character, Lasting, Nw3World


def fits(of: BlockMatcher, usable: Usable | None, attacks: bool) -> bool:
    """Whether a block is one of those meant; a plain attack, without a block, has Target Single."""
    kind = "single" if usable is None else usable.block.target.kind
    if (of.kinds and kind not in of.kinds) or (of.attacks and not attacks):
        return False
    return not of.blocks or (usable is not None and usable.id in of.blocks)


# ---------------------------------------------------------------- a block that is being used


def redirect(world: Nw3World, use: Use, effect: kinds.Retarget, subject: Character) -> Procedure[bool]:
    """Change the Target of the attack or use that is answered; False where there is none that fits."""
    attack, answered = use.attack, use.answered
    if attack is not None and fits(effect.of, attack.usable, True) and not attack.rolls:
        if attack.usable is not None and attack.usable.block.target.lock:
            _locked(world, use)
        else:
            yield from _of_attack(world, use, effect, subject, attack)
        return True
    if answered is not None and fits(effect.of, answered.usable, False):
        if answered.usable.block.target.lock:
            _locked(world, use)
        else:
            answered.targets = yield from _new_targets(world, use, effect, answered.user, answered.targets)
            _told(world, use, answered.targets)
        return True
    return False


def _of_attack(
    world: Nw3World, use: Use, effect: kinds.Retarget, subject: Character, attack: OngoingAttack
) -> Procedure[None]:
    aim = attack.aim_at(subject)
    if effect.redirect is not None and aim is not None:  # one of those who are attacked turns it away from itself
        taker = yield from _taker(world, use, effect, [one.defender for one in attack.aims])
        if taker is not None:
            _turn(attack, aim, taker)
            _told(world, use, [taker])
        return
    old = [one.defender for one in attack.aims]
    new = yield from _new_targets(world, use, effect, attack.attacker, old)
    attack.aims = [attack.aim_at(one) or Aim(one) for one in new]
    _told(world, use, new)


def _turn(attack: OngoingAttack, aim: Aim, taker: Character) -> None:
    """Somebody else is aimed at instead, and reacts for itself; one who is aimed at already is so once."""
    if attack.aim_at(taker) is not None:
        attack.aims.remove(aim)
        return
    aim.defender = taker
    aim.reaction, aim.judge, aim.full_dodge, aim.reacted = None, None, False, False


def _new_targets(
    world: Nw3World, use: Use, effect: kinds.Retarget, chooser: Character, old: Sequence[Character]
) -> Procedure[list[Character]]:
    if effect.to is None:
        taker = yield from _taker(world, use, effect, old)
        return list(old) if taker is None else [taker]
    return (yield from spread(world, chooser, use.usable, effect.to, old))


def _taker(world: Nw3World, use: Use, effect: kinds.Retarget, old: Sequence[Character]) -> Procedure[Character | None]:
    """The user, or whom the user chooses among those who are not aimed at."""
    if effect.redirect == "self":
        return use.user
    possible = [one for one in everybody(world) if one not in old and disclosed(use.user, one)]
    if not possible:
        return None
    options = tuple(Option(one.id, "use.whom", {"target": one.name}) for one in possible)
    facts = {"name": use.user.name, "block": use.usable.name}
    answer = yield from ask(Question("retarget.whom", use.user.id, options, options[0].value, "NW3-SKILL-30", facts))
    return world.state.characters[answer]


def spread(
    world: Nw3World, chooser: Character, usable: Usable, to: Target, old: Sequence[Character]
) -> Procedure[list[Character]]:
    """Whom a block touches with another Target: those of the new kind, `old` first; the chooser picks."""
    if to.kind == "self":
        return [chooser]
    if to.kind == "area":
        first = old[0] if old else chooser
        possible = engages.in_engage(world, first.engage) or [first]
    else:
        possible = everybody(world)
    possible = [*old, *[one for one in possible if one not in old]] if to.kind != "area" else possible
    if to.kind in ("area", "scene") and not to.pick:
        return possible
    most = 1 if to.kind == "single" else len(possible)
    if to.n is not None:
        most = max(1, min(most, fixed(read(to.n), names_of(chooser, usable.sl))))
    shown = [one for one in possible if disclosed(chooser, one)]
    if len(shown) <= 1:
        return possible[:1]
    options = tuple(Option(one.id, "use.whom", {"target": one.name}) for one in shown)
    default = [one.id for one in old if one in shown][:most] or [shown[0].id]
    facts = {"name": chooser.name, "block": usable.name}
    answer = yield from ask(
        Question("retarget.targets", chooser.id, options, default, "NW3-SKILL-30", facts, "several", 1, most)
    )
    return [one for one in shown if one.id in answer]


def _locked(world: Nw3World, use: Use) -> None:
    tell(world, "retarget.locked", "NW3-SKILL-30", name=use.user.name, block=use.usable.name)


def _told(world: Nw3World, use: Use, targets: Sequence[Character]) -> None:
    names = ", ".join(one.name for one in targets)
    tell(world, "retarget.turned", "NW3-SKILL-30", name=use.user.name, block=use.usable.name, targets=names)


# ---------------------------------------------------------------- blocks to come


def waiting(world: Nw3World, user: Character, usable: Usable | None) -> tuple[Lasting, Target] | None:
    """The effect that gives the next fitting block of the user another Target, with that Target."""
    makes = usable is None or usable.attacks
    for one in user.effects:
        if one.scope == "retarget":
            effect = lasting.effect_of(world, one)
            if isinstance(effect, kinds.Retarget) and effect.to is not None and fits(effect.of, usable, makes):
                return one, effect.to
    return None


def with_target(world: Nw3World, user: Character, usable: Usable) -> Usable:
    """The block with the Target that an effect gives it, where it has no lock."""
    found = waiting(world, user, usable) if user.effects else None
    if found is None or usable.block.target.lock:
        return usable
    return msgspec.structs.replace(usable, block=msgspec.structs.replace(usable.block, target=found[1]))


def spend(world: Nw3World, user: Character, usable: Usable) -> None:
    """An effect that has tried to change a locked block is spent (NW3-SKILL-30)."""
    found = waiting(world, user, usable) if user.effects and usable.block.target.lock else None
    if found is not None and found[0].until != "constant":
        lasting.drop(world, user, lambda one: one is found[0])
        tell(world, "retarget.locked", "NW3-SKILL-30", name=user.name,
             block=lasting.block_name(world, found[0].block))  # fmt: skip


# ---------------------------------------------------------------- no effect at all


def negated(use: Use, effect: kinds.Negate) -> str:
    """Take the effect away from the attack or use that is answered: its name, "" where there is none that fits."""
    if use.attack is not None and fits(effect.of, use.attack.usable, True):
        use.attack.negated = True
        return use.attack.name
    if use.answered is not None and fits(effect.of, use.answered.usable, False):
        use.answered.negated = True
        return use.answered.usable.name
    return ""
