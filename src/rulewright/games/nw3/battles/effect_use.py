"""One use of a block as its effects see it: the numbers in its formulas, and how long what it begins lasts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import lasting, overlap
from rulewright.games.nw3.battles.amounts import evaluate
from rulewright.games.nw3.battles.fighters import opposing
from rulewright.games.nw3.battles.lasting_effects import Left, left_by
from rulewright.games.nw3.battles.numbers import Names
from rulewright.games.nw3.battles.ongoing import OngoingAttack, OngoingUse
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.records.effect import Effect
from rulewright.games.nw3.state import Character, Lasting, Nw3World


class Use(msgspec.Struct):
    """One use of a block: by whom, the Result of its Check and by how much, and the attack that it belongs to, if any.

    `damage` is the HP Damage that goes into formulas, where it is not that of the Defender concerned. `answered` is
    the use of another block that this one answers. `instance` numbers what it begins, and `kept` are those on whom an
    earlier use of the same block stays in force instead (NW3-SKILL-44).
    """

    user: Character
    usable: Usable
    result: int = 0
    margin: int = 0
    attack: OngoingAttack | None = None
    damage: int | None = None
    targets: int = 1
    answered: OngoingUse | None = None
    instance: int = 0
    kept: dict[str, bool] = {}


Apply: TypeAlias = Callable[[Nw3World, Use, Any, Character], Procedure[None]]
"""What a kind of effect does to one character."""


def names(use: Use, target: Character) -> Names:
    """The names of the formulas of this use, for one character that it acts on (NW3-SKILL-58)."""
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


def amount_of(world: Nw3World, use: Use, text: int | str, target: Character) -> Procedure[int]:
    """The value of a formula for one character that the use acts on."""
    if type(text) is int:
        return text  # most are, and names take their time
    return (yield from evaluate(world, use.user, use.usable, text, names(use, target), "effect"))


def term(world: Nw3World, use: Use, effect: Effect, target: Character) -> Procedure[tuple[str, str, int]]:
    """When an effect ends, at the end of whose Main Process, and after how many Rounds (NW3-SKILL-46)."""
    until, of = lasting.until_of(world, target, effect.lasts)
    return until, of, (yield from amount_of(world, use, effect.rounds, target)) if effect.rounds is not None else 0


def beyond(effect: Effect) -> bool:
    """Whether an effect lasts longer than the attack in which it is used."""
    return effect.lasts not in ("instant", "judge", "attack")


def leave(
    world: Nw3World, use: Use, effect: Effect, target: Character, left: Sequence[Left] | None = None
) -> Procedure[None]:
    """Begin what an effect leaves on a character (`left`, if that is known), as long as its record says."""
    until, of, rounds = yield from term(world, use, effect, target)
    positive = effect.positive if effect.positive is not None else not opposing(use.user, target)
    place = next((place for place, one in enumerate(use.usable.block.effect) if one is effect), -1)
    for one in left_by(effect) if left is None else left:
        amount = yield from amount_of(world, use, one.amount, target)
        world.state.named += 1
        use.instance = use.instance or world.state.named
        new = Lasting(
            world.state.named, use.usable.id, use.user.id, one.scope, one.what, amount, until, of, rounds, positive,
            use.usable.block.stacks, one.detail, place, use.instance,
        )  # fmt: skip
        if (yield from overlap.takes_place(world, target, new, use.kept)):
            lasting.begin(world, target, new)
