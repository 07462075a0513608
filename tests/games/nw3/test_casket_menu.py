"""NW3-CASKET-02, -05: a Lunar Casket is deployed and removed from the menus."""

from __future__ import annotations

import pytest

from nw3_battle import do, fighter, seat, table
from rulewright.engine.journal import Seat
from rulewright.games.nw3.episodes.scenes import OpenScene
from rulewright.games.nw3.fortresses.caskets import DeployCasket, RemoveCasket
from rulewright.games.nw3.game import game
from rulewright.games.nw3.state import Nw3World
from rulewright.games.nw3.story import starter_scenarios

REFEREE = Seat("referee", "Referee", "referee")
ANNA = seat("anna")


def pier() -> Nw3World:
    """Anna, who has the General Skill, and Ben, who has lost it, in a Scene."""
    anna, ben = fighter("anna"), fighter("ben")
    anna.skills = {"lunar_casket": 1}
    world = table(anna, ben, scenario=starter_scenarios()["rooftop"])
    world.state.phase = "middle"
    do(world, OpenScene("Pier", appear=("anna", "ben")))
    return world


def offered(world: Nw3World, who: Seat) -> list[object]:
    menu = game.menu(world, who)
    return [one.command for one in menu.offers] if menu is not None else []


@pytest.mark.rule("NW3-CASKET-02", "NW3-CASKET-05")
def test_a_casket_is_deployed_and_removed_from_the_menu() -> None:
    world = pier()
    given = offered(world, REFEREE)
    assert given[-1] == DeployCasket("anna")
    assert DeployCasket("ben") not in given
    do(world, DeployCasket("anna"))
    assert DeployCasket("anna") not in offered(world, REFEREE)
    assert RemoveCasket("anna") in offered(world, ANNA)
    do(world, RemoveCasket("anna"), seat=ANNA)
    assert DeployCasket("anna") in offered(world, REFEREE)


@pytest.mark.rule("NW3-CASKET-02")
def test_it_is_not_offered_to_those_who_cannot() -> None:
    world = pier()
    world.state.characters["anna"].hp = 0
    assert DeployCasket("anna") not in offered(world, REFEREE)
    world = pier()
    assert not [one for one in offered(world, ANNA) if isinstance(one, DeployCasket)], "play waits for the referee"
