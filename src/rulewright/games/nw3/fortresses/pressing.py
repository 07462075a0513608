"""What Logics and Objects in force leave on characters: lasting effects that go with them (NW3-LOGIC-05, NW3-FORT-09).

They count in the standing numbers and in Judges as all lasting effects do. `settle` brings them up to date.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.engine.events import REFEREE, Event
from rulewright.games.nw3.battles import lasting
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.fortresses.in_force import MARK, UNKNOWN, Source, acting_on
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.records.formula import fixed, read
from rulewright.games.nw3.records.fortress_effects import PlaceEffect
from rulewright.games.nw3.state import Character, Lasting, Nw3World
from rulewright.games.nw3.wizards.conditions import under_condition


def settle(world: Nw3World) -> None:
    """Bring up to date what Logics and Objects do to everybody; called when somebody comes or a Logic changes."""
    for character in world.state.characters.values():
        if world.state.caskets or character.effects:
            _reconcile(world, character)


def _reconcile(world: Nw3World, character: Character) -> None:
    wanted = list(_wanted(world, character)) if world.state.caskets else []
    old = [one for one in character.effects if one.until == MARK]
    if not old and not wanted:
        return
    kept = [one for one in old if any(_same(one, other) for _, other in wanted)]
    begun = [(source, one) for source, one in wanted if not any(_same(one, other) for other in kept)]
    ended = [one for one in old if one not in kept]
    if ended:
        lasting.drop(world, character, lambda one: one in ended)
    for _, one in begun:
        world.state.named += 1
        one.id = world.state.named
        lasting.begin(world, character, one)
    for source in {source.id: source for source, _ in begun}.values():
        _tell_of(world, character, source)


def _wanted(world: Nw3World, character: Character) -> Iterator[tuple[Source, Lasting]]:
    """What should be on somebody now: effects of whose conditions none fails."""
    in_round = world.state.battle is not None
    for source, effect in acting_on(world, character):
        left = left_by(effect)
        if not left or not all(
            one.bad_status in character.statuses
            if one.bad_status is not None
            else under_condition(world.content, character, one.condition or "", in_round)
            for one in effect.guard
        ):
            continue
        for scope, what, text in left:
            amount = fixed(read(text), names_of(character))
            shown = source.id if source.known else UNKNOWN
            yield source, Lasting(0, shown, source.id, scope, what, amount, MARK, positive=False, stacks=True)


def left_by(effect: PlaceEffect) -> list[tuple[Any, str, int | str]]:
    """What a Constant effect leaves on somebody: scope, what it is about, and a formula for how much."""
    match effect:
        case kinds.Modify() if effect.vs_element is None:
            return [(effect.scope, str(effect.stat or effect.judge), effect.amount)]
        case kinds.RuleFlag():
            return [("flag", effect.flag, effect.value)]
        case kinds.Condition() if effect.mode == "grant":
            return [("flag", effect.condition, 0)]
        case _:
            return []


def _same(one: Lasting, other: Lasting) -> bool:
    return (one.block, one.user, one.scope, one.what, one.amount) == (
        other.block, other.user, other.scope, other.what, other.amount,
    )  # fmt: skip


def _tell_of(world: Nw3World, character: Character, source: Source) -> None:
    """Tell that something acts on somebody; of a Logic that players do not know no more than that (NW3-LOGIC-04)."""
    if source.known:
        tell(world, "logic.acts", "NW3-LOGIC-03", name=character.name, logic=source.name)
        return
    tell(world, "logic.influence", "NW3-LOGIC-04", name=character.name)
    if world.tell:
        facts = {"name": character.name, "logic": source.name}
        world.tell(Event("logic.acts", facts, "NW3-LOGIC-04", to=(REFEREE,)))
