"""Using blocks: windows in which they are offered, and the steps of one use (NW3-SKILL-16 to -23)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import applying, consumables, costs, paying, statuses, targeting, windows
from rulewright.games.nw3.battles.amounts import evaluate
from rulewright.games.nw3.battles.blocks import counter, in_hands, owned, why_not
from rulewright.games.nw3.battles.fighters import able, disclosed, opposing, tell
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.battles.ongoing import OngoingAttack, OngoingUse
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.judges import succeeds
from rulewright.games.nw3.state import Battle, Character, Nw3World

ANSWERED = ("move_action", "minor_action", "major_action", "auto_action", "setup_process", "initiative_process",
            "cleanup_process")  # fmt: skip
"""Timings of uses that those whom they are aimed at may answer."""
PASS = Option("pass", "use.pass")


def ready(world: Nw3World, character: Character, timing: str, of_damage: bool | None = None) -> list[Usable]:
    """The blocks that the character may use now at this timing; of all, or of those `of_damage` or not."""
    battle = world.state.battle
    if battle is None:
        return [
            one
            for one in owned(world, character)
            if timing in one.timings
            and of_damage in (None, one.of_damage)
            and not why_not(world, character, one, timing)
        ]
    ready = []
    for id in battle.timings.get(timing, {}).get(character.id, ()):
        usable = in_hands(world, character, id)
        if usable is None or (of_damage is not None and usable.of_damage != of_damage):
            continue
        if not why_not(world, character, usable, timing):
            ready.append(usable)
    return ready


def offer(world: Nw3World, timing: str, characters: Iterable[Character]) -> Procedure[None]:
    """A window: each in turn may use blocks of this timing, one after another, until it passes."""
    battle = world.state.battle
    holders = battle.timings.get(timing, {}) if battle is not None else {}
    for character in characters:
        if character.id in holders and world.state.battle is battle:
            yield from _until_passed(world, character, timing)


def _until_passed(world: Nw3World, character: Character, timing: str) -> Procedure[None]:
    battle = world.state.battle
    while world.state.battle is battle:
        blocks = [one for one in ready(world, character, timing) if _has_target(world, character, one)]
        usable = yield from choose(world, character, timing, blocks)
        targets = [] if usable is None else (yield from choose_targets(world, character, usable))
        if usable is None or not targets:
            return
        yield from use(world, character, usable, targets, timing)


def _has_target(world: Nw3World, user: Character, usable: Usable) -> bool:
    block = usable.block
    return block.target.kind == "self" or bool(targeting.reachable(world, user, usable, block.range))


def offer_fallen(world: Nw3World, character: Character) -> Procedure[None]:
    """The window of one who has just become Incapacitated (NW3-SKILL-24 k)."""
    battle = world.state.battle
    if battle is not None:
        new_window(battle, {character.id: battle.timings.get("incapacitated", {}).get(character.id, [])})
    yield from _until_passed(world, character, "incapacitated")


def new_window(battle: Battle, held: Mapping[str, Iterable[str]]) -> None:
    """A window opens for these blocks of these characters: none of them has been used in it (NW3-SKILL-17)."""
    if battle.done:
        fresh = {f"{id}:{block}" for id, blocks in held.items() for block in blocks}
        battle.done = [one for one in battle.done if one not in fresh]


def choose(
    world: Nw3World,
    character: Character,
    timing: str,
    blocks: Sequence[Usable],
    barred: Mapping[str, str] | None = None,
    **facts: Any,
) -> Procedure[Usable | None]:
    """Ask which of these blocks the character uses; None where it passes or there are none.

    `barred` are others by id, with the reason of each.
    """
    if not blocks:
        return None
    options = tuple(Option(one.id, "use.block", {"block": one.name}, cost_of(world, character, one)) for one in blocks)
    facts = {"name": character.name, "timing": f"timing.{timing}", **facts}
    question = Question(
        f"use.{timing}", character.id, (*options, PASS), "pass", "NW3-SKILL-24", facts, barred=barred or {}
    )
    answer = yield from ask(question)
    return next((one for one in blocks if one.id == answer), None)


def choose_targets(
    world: Nw3World, user: Character, usable: Usable, range: str | None = None
) -> Procedure[list[Character]]:
    """Ask whom the block is to touch, where there is a choice; `range` stands in for its own."""
    target = usable.block.target
    if target.kind == "self":
        return [user]
    possible = targeting.reachable(world, user, usable, range or usable.block.range)
    if not possible or (target.kind == "scene" and not target.pick):
        return possible
    possible = likely_first(user, usable, [one for one in possible if disclosed(user, one)])
    if not possible:
        return []
    if target.kind == "single" or (target.kind == "area" and not target.pick):
        options = tuple(Option(one.id, "use.whom", {"target": one.name}) for one in possible)
        facts = {"name": user.name, "block": usable.name, "id": usable.id}
        answer = yield from ask(Question("use.target", user.id, options, options[0].value, "NW3-SKILL-27", facts))
        chosen = [one for one in possible if one.id == answer]
        return targeting.engage_of(world, chosen[0]) if target.kind == "area" else chosen
    picked = yield from pick(user, usable, possible, targeting.most_targets(user, usable) or len(possible))
    if target.kind == "area":  # of one Engage
        near = targeting.engage_of(world, picked[0])
        return [one for one in picked if one in near]
    return picked


def likely_first(user: Character, usable: Usable, possible: Sequence[Character]) -> list[Character]:
    """Those first whom the block is for: enemies who are up, or else friends, the most hurt before the others."""
    harmful = usable.harmful

    def rank(one: Character) -> tuple[bool, bool, int]:
        return opposing(user, one) != harmful, harmful and not one.hp, one.hp if not harmful else 0

    return sorted(possible, key=rank)


def pick(user: Character, usable: Usable, possible: Sequence[Character], most: int) -> Procedure[list[Character]]:
    """Ask which of these characters, `most` at most, the block is to touch."""
    shown = [one for one in possible if disclosed(user, one)]
    if not shown:
        return list(possible[:most])
    options = tuple(Option(one.id, "use.whom", {"target": one.name}) for one in shown)
    facts = {"name": user.name, "block": usable.name, "id": usable.id}
    most = min(most, len(shown))
    meant = [one.id for one in shown if opposing(user, one) == usable.harmful][:most] or [shown[0].id]
    answer = yield from ask(Question("use.targets", user.id, options, meant, "NW3-SKILL-27", facts, "several", 1, most))
    return [one for one in possible if one.id in answer]


def use(
    world: Nw3World,
    user: Character,
    usable: Usable,
    targets: Sequence[Character],
    timing: str,
    attack: OngoingAttack | None = None,
    answered: OngoingUse | None = None,
) -> Procedure[bool]:
    """A use in a window: whether it succeeds. All tests have been made but those of dice in the cost.

    Where these come too high nothing is paid, and the block has had its chance in this window.
    """
    try:
        owed = yield from paying.pay(world, user, usable)
    except Refused as refusal:
        tell(world, f"refuse.{refusal.reason}", refusal.rule, **refusal.facts)
        if world.state.battle is not None:
            world.state.battle.done.append(f"{user.id}:{usable.id}")
        return False
    return (yield from carry_out(world, user, usable, targets, owed, attack, answered=answered, timing=timing))


def carry_out(
    world: Nw3World,
    user: Character,
    usable: Usable,
    targets: Sequence[Character],
    owed: list[tuple[str, int]],
    attack: OngoingAttack | None = None,
    partner: Usable | None = None,
    answered: OngoingUse | None = None,
    timing: str = "",
) -> Procedure[bool]:
    """Steps 3 to 6 of a use that is paid for: count, check, apply (NW3-SKILL-18); whether it succeeds.

    What a Dodge Check decides waits for it (NW3-SKILL-19).
    """
    declared(world, user, usable, targets, partner)
    ongoing = OngoingUse(user, usable, targets)
    battle = world.state.battle
    if timing in ANSWERED and battle is not None and "reaction" in battle.timings:
        yield from _answers(world, battle, ongoing)
    success, result, margin = (False, 0, 0) if ongoing.negated else (yield from check(world, ongoing))
    if not ongoing.negated:
        targets = ongoing.targets
        if partner is not None:
            helped = own_targets(user, partner, targets)
            yield from applying.apply(world, user, partner, helped, success, attack=attack)
        yield from applying.apply(world, user, usable, targets, success, result, margin, attack, answered=answered)
    for used in (usable,) if partner is None else (usable, partner):
        consumables.used_up(world, user, used.thing)
    paying.received(world, user, owed)
    return success is True and not ongoing.negated


def _answers(world: Nw3World, battle: Battle, ongoing: OngoingUse) -> Procedure[None]:
    """Those whom a block of the other side is used on may answer it by Reactions (NW3-SKILL-24 e), but not these."""
    held = battle.timings["reaction"]
    asked = [one for one in ongoing.targets if one.id in held and opposing(ongoing.user, one) and able(one)]
    if asked:
        new_window(battle, held)
    for one in asked:
        while not ongoing.negated and one in ongoing.targets:
            blocks = [block for block in ready(world, one, "reaction") if block.block.check.kind != "dodge_check"]
            facts = {"other": ongoing.usable.name, "user": ongoing.user.name}
            usable = yield from choose(world, one, "reaction", blocks, None, **facts)
            if usable is None:
                break
            yield from use(world, one, usable, _of_answer(one, usable, ongoing), "reaction", answered=ongoing)


def _of_answer(user: Character, usable: Usable, ongoing: OngoingUse) -> list[Character]:
    return [user] if usable.block.target.kind == "self" else [ongoing.user]


def own_targets(user: Character, partner: Usable, targets: Sequence[Character]) -> Sequence[Character]:
    """Whom a partner block acts on: its user, or the targets of the skill that it goes with."""
    return [user] if partner.block.target.kind == "self" else targets


def declared(
    world: Nw3World, user: Character, usable: Usable, targets: Sequence[Character], partner: Usable | None = None
) -> None:
    """Count a use, and of the partner with it, and tell of it."""
    count(world, user, usable)
    if partner is not None:
        count(world, user, partner)
    if world.tell:
        names = ", ".join(one.name for one in targets)
        blocks = usable.name if partner is None else f"{usable.name} + {partner.name}"
        tell(world, "use.declared", "NW3-SKILL-18", name=user.name, block=blocks, targets=names)


def count(world: Nw3World, user: Character, usable: Usable) -> None:
    """Raise the counters of the block (NW3-SKILL-17, -41)."""
    for limit in usable.block.limits:
        key = counter(world, limit.per, usable.id)
        user.used[key] = user.used.get(key, 0) + 1
    battle = world.state.battle
    if battle is not None:
        battle.done.append(f"{user.id}:{usable.id}")


def check(world: Nw3World, ongoing: OngoingUse) -> Procedure[tuple[bool | None, int, int]]:
    """The Judge of a block that makes no attack: whether it succeeds, its Result, and by how much (NW3-SKILL-19).

    Nobody knows yet where it is part of a Dodge Check.
    """
    user, usable, targets = ongoing.user, ongoing.usable, ongoing.targets
    kind = usable.block.check
    if kind.kind != "stat" or kind.stat is None:
        return (None if kind.kind == "dodge_check" else True), 0, 0
    yield from windows.before(world, "skill_check", user, answered=ongoing)
    if ongoing.negated:
        return False, 0, 0
    if kind.difficulty is None:  # only a Fumble fails
        judge = yield from judging.on_stat(world, user, "skill_check", kind.stat, "numeric")
        outcome = yield from windows.alone(world, user, judge, kind.stat)
        return not outcome.fumble, outcome.result, 0
    names = names_of(user, usable.sl, targets[0] if targets else None)
    difficulty = yield from evaluate(world, user, usable, kind.difficulty, names, "effect")
    judge = yield from judging.on_stat(world, user, "skill_check", kind.stat, "normal", difficulty=difficulty)
    outcome = yield from windows.alone(world, user, judge, kind.stat)
    return succeeds(judge, outcome), outcome.result, outcome.result - difficulty


def cost_of(world: Nw3World, user: Character, usable: Usable) -> dict[str, int]:
    """What a use costs, by pool, as shown beside it; dice are not counted."""
    found = {f"status.{cost.status}": 1 for cost in usable.block.cost if cost.kind == "bad_status"}
    return found | dict(costs.without_dice(world, user, usable))


def flags(character: Character, prefix: str) -> set[str]:
    """The marks on a character that begin with `prefix`, without it."""
    return {
        one.what.removeprefix(prefix)
        for one in character.effects
        if one.scope == "flag" and one.what.startswith(prefix)
    }


def forget(character: Character, unit: str) -> None:
    """Set the counters of a unit of play back (NW3-SKILL-41)."""
    units = (f"{unit}:", "scene_round:") if unit == "scene" else (f"{unit}:",)
    for key in [key for key in character.used if key.startswith(units)]:
        del character.used[key]


def receive_owed(world: Nw3World, character: Character, status: str, rating: int) -> None:
    """Receive a Bad Status taken as a cost: not where it is there already (NW3-SKILL-37, NW3-SKILL-OPEN-08)."""
    if status in character.statuses and (not rating or world.state.options.bad_status_cost_rated == "skip"):
        return
    statuses.receive(world, character, status, rating)
