"""The Initiative Count and who acts next (NW3-ROUND-05, -06, -07, -09, -11, -12)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.requests import Ask, Option, Procedure, Question, ask
from rulewright.games.nw3.battles import windows
from rulewright.games.nw3.battles.fighters import able, members, tell
from rulewright.games.nw3.battles.order import first, group
from rulewright.games.nw3.dice.judges import Judged
from rulewright.games.nw3.dice.judging import on_stat
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Battle, Character, Nw3World

LEAST_COUNT = 1  # NW3-ROUND-06


def roll_counts(world: Nw3World, everybody: Sequence[Character]) -> Procedure[None]:
    """Everybody's Count of this Round; of Incapacitated ones 0 (NW3-ROUND-04 step 4)."""
    for character in everybody:
        if character.pre_action:
            character.count = character.rolled_count = yield from roll_count(world, character)
            tell(world, "round.count", "NW3-ROUND-05", name=character.name, count=character.count)
        else:
            character.count = 0


def roll_count(world: Nw3World, character: Character) -> Procedure[int]:
    """A numeric SPD Judge (NW3-ROUND-05)."""
    yield from windows.before(world, "initiative", character)
    judge = yield from on_stat(world, character, "initiative", "spd", "numeric")
    outcome = yield from windows.alone(world, character, judge, "spd")
    return count_of(outcome, world.state.options)


def count_of(outcome: Judged, house: Options) -> int:
    """The Count that a SPD Judge gives, with its floors (NW3-ROUND-05)."""
    if outcome.result > 0:
        return outcome.result
    return house.count_fumble_floor if outcome.fumble else LEAST_COUNT  # OP-C19


def change_count(character: Character, by: int) -> None:
    """An effect moves a Count, never below 1 (NW3-ROUND-06); those who are Post-Action have none."""
    if character.pre_action:
        character.count = max(LEAST_COUNT, character.count + by)


def act_again(world: Nw3World, character: Character, count: int = 0) -> None:
    """Make a Post-Action character Pre-Action again with this Count (NW3-ROUND-11); not while Incapacitated (-08)."""
    if not able(character) or (character.pre_action and not count):
        return
    house = world.state.options
    default = character.rolled_count if house.reactivated_count == "old" else house.reactivated_count  # OP-C03
    character.pre_action = True
    character.count = max(LEAST_COUNT, count or default)
    tell(world, "round.again", "NW3-ROUND-11", name=character.name, count=character.count)


def one_more(world: Nw3World, battle: Battle, character: Character, count: int = 0) -> None:
    """One more Main Process, at this Count or else at once; it follows the one that the character is in."""
    battle.again[character.id] = count
    if battle.acting != character.id:
        take_again(world, battle, character)


def take_again(world: Nw3World, battle: Battle, character: Character) -> None:
    """Be Pre-Action for one more Main Process; who acts at once stays noted for `decide_next`."""
    count = battle.again[character.id]
    if count or not able(character):
        del battle.again[character.id]
    act_again(world, character, count)


def decide_next(world: Nw3World, battle: Battle) -> Procedure[Character | None]:
    """The Pre-Action character with the highest Count; tied PCs agree or the referee decides (NW3-ROUND-09, -12).

    Before all others comes who acts once more at once.
    """
    waiting = [one for one in members(world, battle) if one.pre_action and able(one)]
    for one in waiting:
        if one.id in battle.again:
            del battle.again[one.id]
            return one
    best = first(battle, waiting)
    if best is None or best.kind != "pc" or best.id in battle.agreed:
        return best
    tied = [one for one in waiting if one.count == best.count and group(one) == group(best)]
    if len(tied) == 1:
        return best
    options = tuple(Option(one.id, "tie.character", {"name": one.name}) for one in tied)
    facts = {"count": best.count}
    answers = yield Ask(tuple(Question("tie_order", one.id, options, best.id, "NW3-ROUND-12", facts) for one in tied))
    chosen = answers[0]
    if len(set(answers)) > 1:
        chosen = yield from ask(Question("tie_order", "referee", options, best.id, "NW3-ROUND-12", facts))
    return world.state.characters[chosen]
