"""Dives into the Fortresses of the starter pack, played by the default policy to their ends."""

from __future__ import annotations

import pytest

from nw3_evenings import by_policy
from rulewright.games.nw3.game import game
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.story import Scenario, starter_scenarios
from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table


def dive(fortress: str, seed: int) -> Table:
    """An evening of the four of "Closing Time" in this Fortress."""
    party = starter_scenarios()["closing_time"].party
    evening = Scenario("evening", "An Evening", "The moon is red.", party, fortress=fortress)
    journal = MemoryJournal()
    return Table.new(game, evening, Options(), game.seats(evening), journal, f"{fortress} {seed}", content=starter())


def areas(table: Table) -> list[str]:
    """The Areas that were entered, by name."""
    return [event.facts["area"] for _, event in table.events_for("referee") if event.key == "area.entered"]


@pytest.mark.parametrize("seed", range(3))
def test_wizards_of_the_first_level_come_back_from_the_lost_property_office(seed: int) -> None:
    table = dive("lost_property_office", seed)
    given = list(by_policy(table))
    assert game.over(table.world)
    assert "operate_object" in given
    assert "The Keeper's Desk" in areas(table)
    keys = {event.key for _, event in table.events_for("referee")}
    assert keys & {"dive.over.left", "casket.ends"}
    assert "dive.over.failed" not in keys


@pytest.mark.parametrize("seed", range(2))
def test_the_red_moon_store_is_too_much_for_them(seed: int) -> None:
    table = dive("red_moon_store", seed)
    given = list(by_policy(table))
    assert game.over(table.world)
    assert {"set_story_flag", "search_gate", "go_through_gate"} <= set(given)
    assert areas(table)[:3] == ["Staff Door", "Perfume Hall", "Escalator Shaft"]
    assert "dive.over.failed" in {event.key for _, event in table.events_for("referee")}
