"""What effects do with things and named rules: items given and Preserved, riding, rules switched (NW3-SKILL-13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.engine.world import new_id
from rulewright.games.nw3.battles import aboard, effects_on_deeds, seats
from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.battles.effect_use import Apply, Use, amount_of, leave
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.battles.lasting_effects import Left
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.state import Carried, Character, Nw3World
from rulewright.games.nw3.wizards import standing
from rulewright.games.nw3.wizards.belongings import there
from rulewright.games.nw3.wizards.conditions import matches
from rulewright.games.nw3.wizards.labels import item_facts, twins

MOST_GRANTED: Final = 20
"""The items that one effect gives at most, whatever its formula says."""


def _rule_flag(world: Nw3World, use: Use, effect: kinds.RuleFlag, target: Character) -> Procedure[None]:
    value = yield from amount_of(world, use, effect.value, target)
    yield from leave(world, use, effect, target, [Left("flag", effect.flag, value)])
    standing.refresh(world.content, world.state.options, target)  # Weight may count no longer
    tell(world, f"flag.{effect.flag}", "NW3-SKILL-42", name=target.name, block=use.usable.name, value=value)


def _grant_item(world: Nw3World, use: Use, effect: kinds.GrantItem, target: Character) -> Procedure[None]:
    """The owner chooses, one item after another; they come into the Lunar Robe and are of a skill (NW3-SKILL-13)."""
    count = yield from amount_of(world, use, effect.count, target)
    fitting = [item for item in world.content.item if any(matches(item, one) for one in effect.any_of)]
    for _ in range(min(count, MOST_GRANTED) if fitting else 0):
        options = tuple(Option(item.id, "item.choice", item_facts(item)) for item in fitting)
        facts = {"name": target.name, "block": use.usable.name}
        question = Question("grant_item_choice", target.id, options, fitting[0].id, "NW3-SKILL-13", facts)
        chosen = yield from ask(question)
        target.items.append(Carried(new_id(world.state, chosen), chosen, from_skill=True))
        given = twins(world.content.items_by_id[chosen], name="item")
        tell(world, "item.granted", "NW3-SKILL-13", name=target.name, block=use.usable.name, **given)
    standing.refresh(world.content, world.state.options, target)
    if world.state.battle is not None:
        note_timings(world, world.state.battle)


def _preserve_item(world: Nw3World, use: Use, effect: kinds.PreserveItem, target: Character) -> Procedure[None]:
    """Fitting things stay for nothing, but never those of a skill (NW3-ENCHANT-06, NW3-SKILL-OPEN-14)."""
    count = yield from amount_of(world, use, effect.count, target)
    items = world.content.items_by_id
    fitting = [
        one for one in there(target)
        if not (one.preserved or one.from_skill) and one.item in items
        and any(matches(items[one.item], matcher) for matcher in effect.any_of)
    ]  # fmt: skip
    if not fitting or count < 1:
        return
    fitting.sort(key=lambda one: -items[one.item].cost)
    options = tuple(Option(one.id, "item.choice", item_facts(items[one.item])) for one in fitting)
    most = min(count, len(fitting))
    meant = [one.id for one in fitting[:most]]
    facts = {"name": target.name, "block": use.usable.name}
    question = Question("preserve_choice", target.id, options, meant, "NW3-ENCHANT-06", facts, "several", 0, most)
    chosen = yield from ask(question)
    for one in fitting:
        if one.id in chosen:
            one.preserved = True
            kept = twins(items[one.item], name="item")
            tell(world, "item.preserved", "NW3-ENCHANT-06", name=target.name, block=use.usable.name, **kept)


def _condition(world: Nw3World, use: Use, effect: kinds.Condition, target: Character) -> Procedure[None]:
    """Riding is a seat on a Broom, and no mark; all other conditions are as ever.

    Under the rule `no_post_action` no effect makes anybody Post-Action.
    """
    kept = effect.condition == "post_action" and standing.rule_value(world.content, target, "no_post_action")
    if kept and effect.mode == "grant":
        return
    if effect.condition != "riding":
        yield from effects_on_deeds.EFFECTS[kinds.Condition](world, use, effect, target)
    elif effect.mode == "remove":
        aboard.get_off(world, target)
    elif target.riding is None:
        _seat(world, use.user, target)


def _seat(world: Nw3World, user: Character, target: Character) -> None:
    """Put somebody on its own Broom, or else on the one that the user drives (NW3-BROOM-01)."""
    own = [one for one in seats.own_brooms(world, target) if not one.driver]
    if own:
        aboard.get_on(world, target, target, own[0])
        return
    seat = user.riding
    broom = aboard.broom_of(world, seat) if seat is not None else None
    if seat is None or broom is None or seats.why_no_passenger(world, target, user):
        tell(world, "ride.no_broom", "NW3-SKILL-14", name=target.name)
        return
    aboard.get_on(world, target, world.state.characters[seat.owner], broom)


EFFECTS: Mapping[type, Apply] = {
    kinds.RuleFlag: _rule_flag,
    kinds.GrantItem: _grant_item,
    kinds.PreserveItem: _preserve_item,
    kinds.Condition: _condition,
}
