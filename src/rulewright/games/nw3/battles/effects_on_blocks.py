"""What effects make of blocks: their targets, their costs, their Element, or nothing of them at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import retargeting
from rulewright.games.nw3.battles.effect_use import Apply, Use, leave
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.battles.lasting_effects import Left
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.state import Character, Element, Nw3World


def _retarget(world: Nw3World, use: Use, effect: kinds.Retarget, target: Character) -> Procedure[None]:
    """Turn what is being used; otherwise wait for the next fitting block of this character (NW3-SKILL-30)."""
    if (yield from retargeting.redirect(world, use, effect, target)):
        return
    if effect.redirect is not None:
        tell(world, "effect.nothing", "NW3-SKILL-42", name=use.user.name, block=use.usable.name)
        return
    yield from leave(world, use, effect, target)


def _negate(world: Nw3World, use: Use, effect: kinds.Negate, target: Character) -> Procedure[None]:
    """The block that is being used has no effect; what it cost stays spent."""
    if name := retargeting.negated(use, effect):
        tell(world, "effect.negated", "NW3-SKILL-42", name=use.user.name, block=use.usable.name, other=name)
    else:
        tell(world, "effect.nothing", "NW3-SKILL-42", name=use.user.name, block=use.usable.name)
    yield from ()


def _cost_change(world: Nw3World, use: Use, effect: kinds.CostChange, target: Character) -> Procedure[None]:
    yield from leave(world, use, effect, target)
    tell(world, "effect.costs", "NW3-SKILL-36", name=target.name, block=use.usable.name, pool=effect.pool.upper())


def _set_element(world: Nw3World, use: Use, effect: kinds.SetElement, target: Character) -> Procedure[None]:
    """The Element of somebody's attacks, and of the one that goes on; the user may have to pick it."""
    element: str = effect.element
    if element == "pick":
        element = yield from _picked(use)
    if use.attack is not None and use.attack.attacker is target:
        use.attack.elements = (element,)  # type: ignore[assignment]
    yield from leave(world, use, effect, target, [Left("element", element)])
    tell(world, "effect.element", "NW3-SKILL-42", name=target.name, block=use.usable.name, element=f"element.{element}")


def _picked(use: Use) -> Procedure[str]:
    """The Element chosen for this spell at acquisition (NW3-SKILL-12), otherwise one chosen now."""
    sheet = use.user.sheet
    if sheet is not None and use.usable.id in sheet.picked_elements:
        return sheet.picked_elements[use.usable.id]
    options = tuple(Option(one, f"element.{one}") for one in get_args(Element))
    facts = {"name": use.user.name, "block": use.usable.name}
    question = Question("use.element", use.user.id, options, use.user.elements[0], "NW3-SKILL-12", facts)
    return str((yield from ask(question)))


def _attack(world: Nw3World, use: Use, effect: kinds.Attack, target: Character) -> Procedure[None]:
    """An attack is made by the block as a whole (`casting`, NW3-SKILL-21)."""
    yield from ()


EFFECTS: Mapping[type, Apply] = {
    kinds.Retarget: _retarget,
    kinds.Negate: _negate,
    kinds.CostChange: _cost_change,
    kinds.SetElement: _set_element,
    kinds.Attack: _attack,
}
