"""What Logics and Objects in force leave on characters: lasting effects that go with them (NW3-LOGIC-05, NW3-FORT-09).

They count in the standing numbers and in Judges as all lasting effects do. `settle` brings them up to date.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.games.nw3.battles import lasting
from rulewright.games.nw3.battles.fighters import tell, tell_referee
from rulewright.games.nw3.battles.lasting_effects import Left, left_by
from rulewright.games.nw3.battles.numbers import names_of
from rulewright.games.nw3.battles.subjects import guarded
from rulewright.games.nw3.fortresses.in_force import MARK, UNKNOWN, Source, acting_on, conditional
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.records.effect import Effect
from rulewright.games.nw3.records.formula import fixed, read
from rulewright.games.nw3.state import Character, Lasting, Nw3World


def settle(world: Nw3World) -> None:
    """Bring up to date what Logics and Objects do to everybody; called when somebody comes or a Logic changes."""
    for character in world.state.characters.values():
        if world.state.caskets or character.effects:
            _reconcile(world, character)


def test_again(world: Nw3World) -> None:
    """Test anew the conditions of Logics and Objects, where any has one (NW3-SKILL-26)."""
    if world.state.caskets and conditional(world):
        settle(world)


def _reconcile(world: Nw3World, character: Character) -> None:
    wanted = list(_wanted(world, character)) if world.state.caskets else []
    begun = lasting.reconcile(world, character, MARK, [one for _, one in wanted])
    for source in {source.id: source for source, one in wanted if one in begun}.values():
        _tell_of(world, character, source)


def _wanted(world: Nw3World, character: Character) -> Iterator[tuple[Source, Lasting]]:
    """What should be on somebody now: effects of whose conditions none fails."""
    for source, effect in acting_on(world, character, Effect):
        for left in _left(effect) if guarded(world, effect.guard, character, character) else ():
            amount = fixed(read(left.amount), names_of(character))
            shown = source.id if source.known else UNKNOWN
            yield source, Lasting(0, shown, source.id, left.scope, left.what, amount, MARK, positive=False, stacks=True,
                                  detail=left.detail)  # fmt: skip


def _left(effect: Effect) -> list[Left]:
    """What a Constant effect leaves on somebody."""
    if isinstance(effect, kinds.RuleFlag):
        return [Left("flag", effect.flag, effect.value)]
    return left_by(effect)


def _tell_of(world: Nw3World, character: Character, source: Source) -> None:
    """Tell that something acts on somebody; of a Logic that players do not know no more than that (NW3-LOGIC-04)."""
    if source.known:
        tell(world, "logic.acts", "NW3-LOGIC-03", name=character.name, logic=source.name)
        return
    tell(world, "logic.influence", "NW3-LOGIC-04", name=character.name)
    tell_referee(world, "logic.acts", "NW3-LOGIC-04", name=character.name, logic=source.name)
