"""The After Phase, step by step (NW3-EPISODE-10)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.requests import Ask, Procedure, Question, yes_no
from rulewright.games.nw3.battles import aboard, lasting, statuses
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.battles.recovery import rest_fully
from rulewright.games.nw3.episodes import connections, moments
from rulewright.games.nw3.episodes.position import pcs
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import WIZARDS, Character, Nw3World
from rulewright.games.nw3.wizards import experience, level_up

MOST_XP = 99
_PASSING = ("scene", "episode", "until_removed")


def settle(world: Nw3World) -> Procedure[None]:
    """All of the After Phase in its order: recovery, losses marked, XP, Level Up and spending, losses, Connections."""
    restore(world)
    mark_losses(world)
    yield from moments.at(world, "after_phase")
    yield from award(world)
    yield from grow(world)
    experience.end_of_episode(world)
    aboard.settle(world)
    yield from connections.end_episode(world)


def restore(world: Nw3World) -> None:
    """(a) Passing effects and Bad Statuses end; HP, MP and Prana of the PCs and their side are full.

    Effects that last to the end of the Scenario go on.
    """
    everybody = world.state.characters.values()
    for character in everybody:
        lasting.end_unit(world, character, *_PASSING)
    statuses.clear_all(world, everybody)
    for character in everybody:
        if character.side != WIZARDS or character.dead:
            continue
        rest_fully(world, character)
        if character.prana_max:
            character.prana = character.prana_max  # NW3-EPISODE-12
            tell(world, "after.prana", "NW3-EPISODE-12", name=character.name, prana=character.prana)


def mark_losses(world: Nw3World) -> None:
    """(b) Tell what is going to be lost: what is not Preserved, and what a skill of the category Item gave."""
    for character in pcs(world):
        marked = [one.item for one in character.items if one.from_skill or not one.preserved]
        if marked:
            names = ", ".join(world.content.items_by_id[id].name for id in marked)
            tell(world, "after.marked", "NW3-EPISODE-10", name=character.name, things=names)


def award(world: Nw3World) -> Procedure[None]:
    """(c) XP for each player, 5 to 10; another number has to be confirmed (NW3-LEVEL-10)."""
    asked = [one for one in pcs(world) if one.sheet is not None]
    while asked:
        given = yield Ask(tuple(_award_question(one) for one in asked))
        again = []
        for character, xp in zip(asked, given, strict=True):
            if not experience.why_not_award(xp) or (
                yield from yes_no(
                    "award_xp.outside", "referee", default=False, rule="NW3-LEVEL-10", name=character.name, xp=xp
                )
            ):
                experience.receive(world, character, xp)
            else:
                again.append(character)
        asked = again


def _award_question(character: Character) -> Question:
    limits = numbers().experience
    facts = {"name": character.name, "least": limits.per_episode_min, "most": limits.per_episode_max}
    return Question("award_xp", "referee", (), limits.per_episode_min, "NW3-LEVEL-10", facts, "number", 0, MOST_XP)


def grow(world: Nw3World) -> Procedure[None]:
    """(d) Level Up for whom the referee decrees it, and in any case the spending of XP."""
    people = [one for one in pcs(world) if one.sheet is not None]
    if (yield from _levels_now(world)):
        yield from grant_levels(world, people)
    for character in people:
        yield from experience.spend(world, character)


def _levels_now(world: Nw3World) -> Procedure[bool]:
    """Whether levels are granted in this After Phase (NW3-OPEN-28)."""
    when = world.state.options.level_up_at
    if when == "scenario_end":
        return (yield from yes_no("scenario_ends", "referee", default=False, rule="NW3-LEVEL-01"))
    return when == "after_phase"


def grant_levels(world: Nw3World, people: Sequence[Character]) -> Procedure[None]:
    """Ask the referee how many levels each gets, and run the Level Up once for each of them (NW3-LEVEL-01)."""
    granted = yield Ask(tuple(
        Question("grant_level", "referee", (), 0, "NW3-LEVEL-01", {"name": one.name, "cl": one.cl}, "number", 0,
                 level_up.MOST_LEVELS)
        for one in people
    ))  # fmt: skip
    for character, levels in zip(people, granted, strict=True):
        for _ in range(levels):
            yield from level_up.level_up(world, character)
