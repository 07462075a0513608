"""Characters that people bring along, in the place of a scenario's own, in every game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rulewright import games
from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.engine.simulation import Stage

GAMES = ("cairn", "nw3", "nwo")
SCENARIOS = [(id, name) for id in GAMES for name in games.get(id).scenarios()]


def things_of(character: Any) -> list[Any]:
    """What a character has, as each game calls it."""
    return list(character.gear if hasattr(character, "gear") else character.items)


def carried(character: Any) -> list[tuple[str, str]]:
    """Each of its things, and where it is."""
    return [(one.item, one.location if hasattr(one, "location") else one.where) for one in things_of(character)]


def made(game: Game, seed: int) -> Any:
    dice = SampledDice(seed)
    return run(game.characters.create(), dice.face, game.characters.at_random(dice))[0]


def opened(game: Game, scenario: Any) -> Any:
    options = msgspec.convert(game.presets[game.offered_preset], game.options_type)
    return game.open(scenario, options, game.content())


@pytest.mark.parametrize(("id", "name"), SCENARIOS)
def test_a_character_takes_a_heros_place_and_seat_with_all_that_it_is(id: str, name: str) -> None:
    game = games.get(id)
    scenario = game.scenarios()[name]
    heroes = game.heroes(scenario)
    for seed, hero in enumerate(heroes):
        mine = made(game, seed)
        changed = game.characters.cast(scenario, {hero.figure: mine})
        assert msgspec.convert(msgspec.to_builtins(changed), game.scenario_type) == changed
        assert [(one.figure, one.seat) for one in game.heroes(changed)] == [(one.figure, one.seat) for one in heroes]
        assert mine.name in [one.name for one in game.heroes(changed)]
        world = opened(game, changed)
        there = game.characters.find(world, hero.figure)
        assert (there.id, there.player) == (hero.figure, hero.seat)
        assert carried(there) == carried(mine)
        assert game.characters.sheet(there, "en").splitlines()[:6] == game.characters.sheet(mine, "en").splitlines()[:6]
        assert opened(game, scenario).state != world.state


@pytest.mark.parametrize("id", GAMES)
def test_the_same_character_may_come_twice_without_sharing_anything(id: str) -> None:
    game = games.get(id)
    scenario = next(one for one in game.scenarios().values() if len(game.heroes(one)) > 1)
    first, second, *_ = (hero.figure for hero in game.heroes(scenario))
    mine = made(game, 3)
    world = opened(game, game.characters.cast(scenario, {first: mine, second: mine}))
    one, other = game.characters.find(world, first), game.characters.find(world, second)
    assert one is not other
    assert not {thing.id for thing in things_of(one)} & {thing.id for thing in things_of(other)}


@pytest.mark.parametrize("id", GAMES)
def test_what_cannot_take_part_is_refused(id: str) -> None:
    game = games.get(id)
    scenario = next(iter(game.scenarios().values()))
    hero = game.heroes(scenario)[0].figure
    mine = made(game, 4)
    with pytest.raises(Malformed, match="nobody 'zorro'"):
        game.characters.cast(scenario, {"zorro": mine})
    broken = made(game, 4)
    things_of(broken)[0].item = "no_such_thing"
    with pytest.raises(Malformed, match=mine.name):
        opened(game, game.characters.cast(scenario, {hero: broken}))
    gone = made(game, 4)
    if id == "cairn":
        gone.outcome = "dead"
    else:
        gone.dead = True
    with pytest.raises(Malformed, match="cannot take part"):
        game.characters.cast(scenario, {hero: gone})


@pytest.mark.parametrize("id", GAMES)
def test_a_fight_with_a_character_that_was_brought_along_is_played_to_its_end(id: str) -> None:
    game = games.get(id)
    scenario = min(game.scenarios().values(), key=lambda one: len(one.foes))
    cast = {hero.figure: made(game, seed) for seed, hero in enumerate(game.heroes(scenario))}
    counted = Stage(game, opened(game, game.characters.cast(scenario, cast))).count("cast", range(6))
    assert (counted.samples, counted.stalemates) == (6, 0)
