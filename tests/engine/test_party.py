"""Scenarios whose heroes are played from other seats."""

from __future__ import annotations

import pytest

from rulewright import games


@pytest.mark.parametrize("game_id", ["cairn", "nw3"])
def test_every_hero_can_have_a_seat_of_its_own(game_id: str) -> None:
    game = games.get(game_id)
    for scenario in game.scenarios().values():
        heroes = game.heroes(scenario)
        assert heroes
        apart = game.with_players(scenario, {hero.figure: f"seat-{hero.figure}" for hero in heroes})
        assert [hero.seat for hero in game.heroes(apart)] == [f"seat-{hero.figure}" for hero in heroes]
        seats = [seat.id for seat in game.seats(apart)]
        assert set(seats) == {"referee", *(f"seat-{hero.figure}" for hero in heroes)}
        assert game.seats(scenario) == game.seats(game.with_players(scenario, {}))
