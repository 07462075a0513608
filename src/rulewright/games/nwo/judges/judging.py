"""A judge at the table: windows, declarations, dice, and the value that stands (NWO-JUDGE-01)."""

from __future__ import annotations

from rulewright.engine.requests import Call, Procedure
from rulewright.games.nwo.judges import declaring, dice, windows
from rulewright.games.nwo.judges.judged import Judged, succeeds
from rulewright.games.nwo.judges.purposes import Purpose, ability, corrections, plain, told
from rulewright.games.nwo.people import makes_judges, tell
from rulewright.games.nwo.state import Character, Judging, NwoWorld


def judge(
    world: NwoWorld, character: Character, purpose: Purpose, ahead: declaring.Ahead | None = None
) -> Procedure[Judged]:
    """A judge of one character from its first window to the value that stands, or the value without a judge.

    `ahead` is what was declared ahead, unseen by the other side.
    """
    if not _rolls(character, purpose):
        return plain(world, character, purpose)
    state, outer = world.state, world.state.judging
    judging = state.judging = Judging(character.id, purpose.why, purpose.stat, purpose.against, purpose.others)
    judging.ability = ability(character, purpose)
    if ahead is not None:
        judging.sealed, judging.prana, judging.hold_back = True, ahead.prana, ahead.hold_back
    if not purpose.prana:  # none may be declared: NWO-PRANA-11, NWO-DEATH-06
        judging.prana = 0
    given = 0
    if outer is not None and outer.who == character.id:  # the referee's modifier is for the judge around this one
        given, character.gm_modifier = character.gm_modifier, 0
    yield from windows.open_window(world, "before_roll")
    if not _rolls(character, purpose):  # something in the window has put the roller out of action
        character.gm_modifier, state.judging = given, outer
        return plain(world, character, purpose)
    judging.ability = ability(character, purpose)
    yield from declaring.declare(world, character, purpose, judging)
    if judging.waived:
        outcome = declaring.given_up(world, character, purpose, judging)
    else:
        outcome = yield from _rolled(world, character, purpose, judging, judging.ability)
    character.gm_modifier, state.judging = given, outer
    return outcome


def _rolls(character: Character, purpose: Purpose) -> bool:
    return purpose.own or makes_judges(character)


def _rolled(world: NwoWorld, character: Character, purpose: Purpose, judging: Judging, whole: int) -> Procedure[Judged]:
    house = world.state.options
    if character.now.overloaded and not house.overload_rolls_dice:  # NWO-WEIGHT-05
        outcome = Judged(0, None, 0, failed=True)
        told(world, character, purpose, outcome, whole)
        return outcome
    base = whole if judging.hold_back is None else judging.hold_back  # NWO-JUDGE-10
    prana = judging.prana or 0
    character.prana -= prana  # NWO-PRANA-02, NWO-PRANA-03: lost on a fumble too
    now = character.now
    fallen = yield Call(dice.thrown, (now.critical, now.fumble, character.id, purpose.why))
    judging.stage = "after"
    outcome = _value(world, character, purpose, fallen, base, prana)
    if world.tell:
        told(world, character, purpose, outcome, base)
    yield from windows.open_window(world, "after_roll", outcome.value)
    if judging.reroll:  # the new roll stands, and the window does not open again (NWO-TIMING-07)
        now = character.now
        fallen = yield Call(dice.thrown, (now.critical, now.fumble, character.id, purpose.why))
        outcome = _value(world, character, purpose, fallen, base, prana)
        if world.tell:
            told(world, character, purpose, outcome, base)
    base += ability(character, purpose) - whole  # what changed the ability while the dice lay there
    final = _value(world, character, purpose, fallen, base, prana)
    if world.tell and final.value != outcome.value:
        told(world, character, purpose, final, base)
    return final


def _value(world: NwoWorld, character: Character, purpose: Purpose, fallen: dice.Dice, base: int, prana: int) -> Judged:
    house, now = world.state.options, character.now
    mods = corrections(character, purpose)
    value = dice.added(fallen, base, mods, prana, now.penalty, house.fumble_modifiers == "keep")
    if now.overloaded:  # NWO-WEIGHT-04, -06
        return Judged(value if house.overloaded_value == "rolled" else 0, fallen, prana, failed=True)
    return Judged(value, fallen, prana)


def normal(world: NwoWorld, character: Character, purpose: Purpose) -> Procedure[bool]:
    """A judge against the difficulty in `purpose.reach` (NWO-JUDGE-03), told."""
    outcome = yield from judge(world, character, purpose)
    success = succeeds(outcome, purpose.reach or 0)
    tell(
        world, "judge.success" if success else "judge.failure", "NWO-JUDGE-03", who=character, name=character.name,
        why=f"judge.{purpose.why}", value=outcome.value, difficulty="-" if purpose.secret else purpose.reach,
    )  # fmt: skip
    return success
