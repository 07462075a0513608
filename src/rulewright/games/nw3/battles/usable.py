"""A block as it lies in somebody's hands, with what its use asks for worked out as far as the pack alone tells."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from rulewright.games.nw3.battles.lasting_effects import left_by
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.content_blocks import EffectBlock, Restrict, Skill
from rulewright.games.nw3.records.effects import (
    AnyEffect,
    Attack,
    CoverUp,
    Damage,
    InflictStatus,
    Modify,
    Negate,
    ReduceDamage,
)
from rulewright.games.nw3.records.formula import Formula, fixed, read
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.matchers import Target
from rulewright.games.nw3.state import Carried, Character
from rulewright.games.nw3.wizards.constants import counted_by_itself

Number: TypeAlias = int | Formula
"""A number, or a formula that the user's own numbers go into."""
AROUND_JUDGES = ("before_judge", "after_judge")
IN_ATTACKS = ("hit", "dodge", "patk", "matk", "pdef", "mdef")
"""Kinds of Judge in an attack."""
JUDGES = (
    *IN_ATTACKS, "initiative", "recovery_hp", "recovery_mp", "attribute", "information", "appearance",
    "enemy_identify", "blockade", "skill_check", "called",
)  # fmt: skip
"""All kinds of Judge that are made; "any" means each of them."""
CONSTANT = "constant"
"""Where those Constant blocks stand in the timings that have to be looked at all the time."""
CONSTANT_WORN = "constant:worn"
"""Where those stand that change only with what is worn and carried."""


class Usable(msgspec.Struct, frozen=True):
    """A block in somebody's hands.

    `id` is its id here, `sl` its SL (0 of an item), `thing` what it belongs to. `windows` are the moments at which
    it can be offered, as `blocks.note_timings` lists them; `costs` leave out dice and Bad Statuses, `restricts`
    prerequisites and the weapon to be used. A `broom` one needs a Broom (NW3-SKILL-14), a `harmful` one is for
    enemies; one that `attacks` makes an attack of its own, one `of_damage` does nothing but change HP Damage.
    `moments` are those at which its effects act.
    """

    id: str
    name: str
    block: Skill | EffectBlock
    sl: int = 0
    thing: Carried | None = None
    timings: frozenset[str] = frozenset()
    windows: tuple[str, ...] = ()
    costs: tuple[tuple[str, Number], ...] = ()
    limits: tuple[tuple[str, Number], ...] = ()
    restricts: tuple[Restrict, ...] = ()
    secret: bool = False
    broom: bool = False
    harmful: bool = False
    attacks: bool = False
    of_damage: bool = False
    moments: frozenset[str] = frozenset()


def of_skill(content: Nw3Content, id: str, sl: int) -> Usable:
    """A skill of the content at this SL; worked out once and kept with it."""
    known = content.__dict__.get("_usable")
    found: Usable | None = None if known is None else known.get((id, sl))
    return _made(content, id, content.skills_by_id[id], sl) if found is None else found


def of_effect(content: Nw3Content, item: Item, place: int, thing: Carried) -> Usable:
    """An effect of an item, with the thing that it belongs to."""
    id = f"{item.id}#{place + 1}"
    known = content.__dict__.get("_usable")
    found: Usable | None = None if known is None else known.get((id, 0))
    if found is None:
        found = _made(content, id, item.effect_block[place], 0)
    return msgspec.structs.replace(found, thing=thing)


def worked_out(number: Number, user: Character, sl: int) -> int:
    """The value for a user."""
    return number if type(number) is int else fixed(number, names_of(user, sl))  # type: ignore[arg-type]


def _made(content: Nw3Content, id: str, block: Skill | EffectBlock, sl: int) -> Usable:
    costs = [
        (cost.kind, _number(cost.amount or 0, sl))
        for cost in block.cost
        if cost.kind != "bad_status" and not read(cost.amount or 0).has_dice
    ]
    made = Usable(
        id,
        block.name,
        block,
        sl,
        None,
        frozenset(block.timings),
        tuple(dict.fromkeys(window for timing in block.timings for window in _windows(block, timing))),
        tuple(costs),
        tuple((limit.per, _number(limit.n, sl)) for limit in block.limits),
        tuple(one for one in block.restrict if one.kind not in ("skill", "use")),
        isinstance(block, Skill) and "secret" in block.categories,
        isinstance(block, Skill) and "broom" in block.categories,
        any(_harms(effect) for effect in block.effect),
        any(isinstance(effect, Attack) for effect in block.effect),
        all(isinstance(effect, ReduceDamage | Damage) for effect in block.effect),
        frozenset({effect.apply_at for effect in block.effect}),
    )
    content.__dict__.setdefault("_usable", {})[id, sl] = made
    return made


def _harms(effect: AnyEffect) -> bool:
    if effect.positive is not None:
        return not effect.positive
    if isinstance(effect, Modify):
        return str(effect.amount).lstrip().startswith("-")
    return isinstance(effect, Attack | InflictStatus | Damage | Negate)


def _windows(block: Skill | EffectBlock, timing: str) -> list[str]:
    if timing == "constant":
        return _constant(block)
    if any(isinstance(effect, CoverUp) for effect in block.effect):
        return ["cover_up"]
    if timing not in AROUND_JUDGES or block.trigger is None:
        return [timing]
    kinds: list[str] = []
    for judge in block.trigger.judges:
        kinds += JUDGES if judge == "any" else ("dodge", "reaction") if judge == "reaction" else (judge,)
    own = ":own" if block.trigger.whose == "self" else ""
    return [f"{timing}:{kind}{own}" for kind in kinds]


def _constant(block: Skill | EffectBlock) -> list[str]:
    """Where a Constant block is looked at: one that acts in play, or depends on more than what is worn, everywhere."""
    effects = [one for one in block.effect if one.apply_at == "use"]
    by_itself = [one for one in effects if counted_by_itself(one, block)]
    restricts = {one.kind for one in block.restrict} - {"skill"}
    if any(left_by(one) for one in effects if one not in by_itself):
        return [CONSTANT]
    if by_itself and ("condition" in restricts or any(one.guard for one in by_itself)):
        return [CONSTANT]
    return [CONSTANT_WORN] if by_itself and restricts else []


def _number(text: int | str, sl: int) -> Number:
    """A plain number where the formula names nothing but the SL."""
    formula = read(text)
    return fixed(formula, {"SL": sl}) if formula.names <= {"SL"} and not formula.has_dice else formula


NO_BLOCK = EffectBlock(name="-", timing="major_action", target=Target(kind="single"), range="close")
"""What stands for the block of a plain attack, which has none."""
