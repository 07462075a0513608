"""Whom and when the effects of a block act on: at its use, or with the attack that it makes (NW3-SKILL-19, -42)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import carrying_out
from rulewright.games.nw3.battles.blocks import block_of
from rulewright.games.nw3.battles.effect_use import Use
from rulewright.games.nw3.battles.ongoing import OngoingAttack, OngoingUse
from rulewright.games.nw3.battles.subjects import guarded, subjects
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.records.effect import Effect
from rulewright.games.nw3.records.formula import read
from rulewright.games.nw3.state import Character, Nw3World, Pending

_FORMULAS = ("amount", "power", "rating", "count", "rounds")


def apply(
    world: Nw3World,
    user: Character,
    usable: Usable,
    targets: Sequence[Character],
    success: bool | None,
    result: int = 0,
    margin: int = 0,
    attack: OngoingAttack | None = None,
    always: bool = True,
    answered: OngoingUse | None = None,
) -> Procedure[None]:
    """Carry out the effects of a block in the written order, but not an attack of its own.

    With `success` None those that depend on it wait; without `always` the others have been carried out before.
    """
    use = Use(user, usable, result, margin, attack, targets=len(targets), answered=answered)
    for effect in usable.block.effect:
        if effect.apply_at == "scene_end" and success is not None and _happens(effect, success):
            _later(world, use, effect, targets)
        if not isinstance(effect, kinds.Attack) and _due(effect, success, always):
            yield from _on_all(world, use, effect, subjects(world, user, effect, targets, attack))


def of_attack(world: Nw3World, attack: OngoingAttack) -> Procedure[None]:
    """What an attack's own block makes of the attack, before its Hit Check: Full Hit, and other HP Damage."""
    if attack.usable is None:
        return
    use = Use(attack.attacker, attack.usable, attack=attack, targets=len(attack.aims))
    for effect in attack.usable.block.effect:
        if _of_attack(effect) and not isinstance(effect, kinds.Attack) and effect.when != "failure":
            yield from _on_all(world, use, effect, [aim.defender for aim in attack.aims])


def on_target(
    world: Nw3World, attack: OngoingAttack, target: Character, hit: bool, damage: int = 0, statuses: bool = True,
    healing: bool = True,
) -> Procedure[None]:  # fmt: skip
    """The effects of an attack's block on one target, hit or missed, after the damage (NW3-SKILL-19, NW3-ATTACK-11)."""
    if attack.usable is None:
        return
    use = _of_hit(attack, damage, target)
    for effect in attack.usable.block.effect:
        barred = (not statuses and isinstance(effect, kinds.InflictStatus)) or (not healing and _heals(effect))
        if effect.on in ("target", "defender") and not barred and not _of_attack(effect) and _due(effect, hit):
            yield from _on_all(world, use, effect, [target])


def afterwards(world: Nw3World, attack: OngoingAttack) -> Procedure[None]:
    """The effects of an attack's block on those who were missed, and on others than its targets."""
    if attack.usable is None:
        return
    for aim in attack.aims:
        if not aim.hit:
            yield from on_target(world, attack, aim.defender, False)
    hit = [aim for aim in attack.aims if aim.hit]
    use = _of_hit(attack, sum(aim.damage for aim in hit), attack.attacker)
    won = any(aim.margin >= 0 for aim in hit)
    for effect in attack.usable.block.effect:
        if effect.on in ("target", "defender") or _of_attack(effect) or (_heals(effect) and not won):
            continue
        if _due(effect, bool(hit)):
            yield from _on_all(world, use, effect, subjects(world, attack.attacker, effect, [], attack))


def needs_result(usable: Usable | None) -> bool:
    """Whether effects of an attack's block are made of the Result of its Hit Check (NW3-ATTACK-13, -16)."""
    effects = usable.block.effect if usable is not None else ()
    texts = [getattr(effect, field, None) for effect in effects for field in _FORMULAS]
    return any({"RESULT", "DIFF"} & read(text).names for text in texts if isinstance(text, str) and text != "all")


def at_moment(world: Nw3World, user: Character, usable: Usable, moment: str) -> Procedure[None]:
    """The effects of a block that act at a moment of the Episode, "preplay" or "after_phase", and not when used."""
    use = Use(user, usable)
    for effect in usable.block.effect:
        if effect.apply_at == moment:
            yield from _on_all(world, use, effect, subjects(world, user, effect, [user]))


def at_scene_end(world: Nw3World) -> Procedure[None]:
    """What used blocks have left for the end of the Scene, in the order of their use."""
    waiting, world.state.pending = world.state.pending, []
    people = world.state.characters
    for one in waiting:
        user = people.get(one.user)
        if user is None or (usable := block_of(world, one.block, one.sl)) is None:
            continue
        use = Use(user, usable, one.result, one.margin, targets=len(one.targets))
        targets = [people[id] for id in one.targets if id in people]
        effect = usable.block.effect[one.place]
        yield from _on_all(world, use, effect, subjects(world, user, effect, targets))


def _later(world: Nw3World, use: Use, effect: Effect, targets: Sequence[Character]) -> None:
    place = next(place for place, one in enumerate(use.usable.block.effect) if one is effect)
    ids = [one.id for one in targets]
    world.state.pending.append(Pending(use.user.id, use.usable.id, use.usable.sl, place, ids, use.result, use.margin))


def _happens(effect: Effect, success: bool) -> bool:
    return effect.when == "always" or (effect.when == "success") == success


def _due(effect: Effect, success: bool | None, always: bool = True) -> bool:
    if effect.apply_at != "use":
        return False
    if effect.when == "always":
        return always
    return success is not None and (effect.when == "success") == success


def _of_attack(effect: Effect) -> bool:
    """Whether an effect changes the attack itself."""
    if isinstance(effect, kinds.Damage):
        return effect.mode != "direct"
    return isinstance(effect, kinds.Attack | kinds.FullHit)


def _heals(effect: Effect) -> bool:
    return isinstance(effect, kinds.Recovery) or (isinstance(effect, kinds.Resource) and effect.pool == "hp")


def _of_hit(attack: OngoingAttack, damage: int, target: Character) -> Use:
    assert attack.usable is not None
    aim = attack.aim_at(target)
    result = attack.hit.result if attack.hit is not None else 0
    dodged = aim.dodge.result if aim is not None and aim.dodge is not None else 0
    return Use(attack.attacker, attack.usable, result, result - dodged, attack, damage, len(attack.aims))


def _on_all(world: Nw3World, use: Use, effect: Effect, acted_on: Sequence[Character]) -> Procedure[None]:
    """Carry out an effect on all of these for whom its conditions hold."""
    yield from carrying_out.carry_out(
        world,
        use,
        effect,
        [one for one in acted_on if guarded(world, effect.guard, use.user, one)],
    )
