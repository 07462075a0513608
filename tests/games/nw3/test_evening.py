"""The evening "One Year Less a Day", from the first command to the end of the After Phase, by the default policy."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from rulewright.engine.drivers import SampledDice, run
from rulewright.games.nw3.game import game
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Character
from rulewright.games.nw3.story import Scenario
from rulewright.games.nw3.wizards.problems import problems
from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table

EVENING: Scenario = game.scenarios()["one_year_less_a_day"]
SEEDS = range(12)
MOST = 5000


def played(scenario: Scenario, seed: str) -> tuple[Table, list[str]]:
    """A whole evening; the commands that were given."""
    options = Options(**game.presets[game.offered_preset])
    table = Table.new(game, scenario, options, game.seats(scenario), MemoryJournal(), seed)
    given: list[str] = []
    for _ in range(MOST):
        if questions := table.open_questions("referee"):
            asked = questions[0]
            table.answer("referee", asked.id, game.policy.answer(table.world, asked.question))
            continue
        step = game.policy.command(table.world)
        if step is None:
            return table, given
        given.append(str(step[1].__struct_config__.tag))
        table.submit(step[0].id, step[1])
    raise AssertionError("it never ends")


@cache
def evening(seed: int) -> tuple[Table, list[str]]:
    return played(EVENING, f"evening {seed}")


@pytest.mark.parametrize("seed", SEEDS)
def test_an_evening_goes_from_preplay_to_the_end_of_the_scenario(seed: int) -> None:
    table, given = evening(seed)
    assert game.over(table.world)
    assert [one for one in given if one == "play_prepared"] == ["play_prepared"] * len(EVENING.scenes)
    order = [given.index(one) for one in ("play_prepared", "look_into", "open_fortress", "enter_fortress",
                                          "go_through_gate", "end_scenario")]  # fmt: skip
    assert order == sorted(order)
    phases = [str(event.facts["phase"]) for _, event in table.events_for("referee") if event.key == "phase.begins"]
    assert phases[:2] == ["phase.opening", "phase.middle"]
    assert phases[-1] == "phase.after"
    xp = [event for _, event in table.events_for("referee") if event.key == "after.xp"]
    assert len(xp) == sum(one.kind == "pc" and not one.dead for one in table.world.state.characters.values())


def test_it_can_be_won_and_lost_and_things_are_found_out() -> None:
    tables = [evening(seed)[0] for seed in SEEDS]
    wins = Counter(game.measure(table.world).flags["win"] for table in tables)
    assert wins[True] >= len(tables) // 4
    found = Counter(clue for table in tables for clue in table.world.state.found)
    assert set(found) == {clue.id for scene in EVENING.scenes for clue in scene.clues}


def test_its_wizards_are_made_by_the_rules() -> None:
    world = game.open(EVENING, Options(), game.content())
    wizards = [one for one in world.state.characters.values() if one.kind == "pc"]
    assert len(wizards) == 4
    assert [problems(world.content, Options(), one) for one in wizards] == [[]] * 4
    classes = [id for one in wizards if one.sheet is not None for id in one.sheet.classes]
    assert len(set(classes)) == 8


def test_everything_in_it_is_told_in_japanese_too() -> None:
    assert EVENING.title_ja
    assert EVENING.text_ja
    parts: list[Any] = [*EVENING.scenes, *(clue for scene in EVENING.scenes for clue in scene.clues)]
    assert all(one.title_ja and one.text_ja for one in parts)


def made(seed: int) -> Character:
    """A Wizard by the dice, as the page of characters makes one."""
    dice = SampledDice(seed)
    wizard: Character = run(game.characters.create(), dice.face, game.characters.at_random(dice))[0]
    return wizard


@pytest.mark.parametrize("seed", range(4))
def test_it_is_played_with_characters_of_the_players_own(seed: int) -> None:
    mine = {hero.figure: made(10 * seed + number) for number, hero in enumerate(game.heroes(EVENING))}
    table, given = played(game.characters.cast(EVENING, mine), f"own {seed}")
    assert given[-1] == "end_scenario"
    names = {one.name for one in table.world.state.characters.values() if one.kind == "pc"}
    assert names == {one.name for one in mine.values()}
    assert "enter_fortress" in given
