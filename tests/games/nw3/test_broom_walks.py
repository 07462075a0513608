"""NW3-BROOM-02, -06 and -08 hold whatever is done: battles on Brooms of the starter pack, everything at random."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from nw3_battle import REFEREE, who
from nw3_brooms import airfield, mount
from rulewright.engine.drivers import Script
from rulewright.engine.errors import Refused
from rulewright.engine.requests import Question
from rulewright.games.nw3.battles.aboard import broom_of
from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.game import game
from rulewright.games.nw3.playing.menu import menu
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.state import Nw3World

STEPS = 60


class Anything(Script):
    """Throws dice and answers by chance."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(())
        self.chance = chance

    def face(self, sides: int) -> int:
        return self.chance.randint(1, sides)

    def answer(self, question: Question) -> Any:
        if question.kind == "several" or not question.options:
            return question.default
        return self.chance.choice(question.options).value


def check(world: Nw3World) -> None:
    """Everybody on a Broom has a Driver who can drive, and is where the Driver is; nobody is in an Engage alone."""
    people = world.state.characters
    for one in people.values():
        if one.riding is not None:
            broom = broom_of(world, one.riding)
            assert broom is not None
            driver = people[broom.driver]
            assert driver.hp
            assert driver.riding is not None
            assert driver.riding.driver
            assert (driver.engage, driver.band, driver.place) == (one.engage, one.band, one.place)
        for thing in one.items:
            riding = people[thing.driver].riding if thing.driver else None
            assert not thing.driver or (riding is not None and riding.broom == thing.id)
    engages = Counter(one.engage for one in people.values() if one.engage)
    assert 1 not in engages.values()


@pytest.mark.rule("NW3-BROOM-02", "NW3-BROOM-06", "NW3-BROOM-08")
@pytest.mark.parametrize("seed", range(12))
def test_riders_stay_together_whatever_is_done(seed: int) -> None:
    chance = random.Random(seed)
    brooms = [item.id for item in starter().item if item.broom is not None]
    world = airfield(
        things=(chance.choice(brooms),), content=starter(), driver_lost=chance.choice(["all_dismount", "next_rider"]),
        broom_you=chance.choice(["driver", "all_riders"]),
        driver_dismount=chance.choice(["auto_action", "minor_action"]),
    )  # fmt: skip
    for id in ("anna", "ben", "cleo"):
        who(world, id).skills = {skill.id: 1 for skill in chance.sample(starter().skill, 10)}
    battle = world.state.battle
    assert battle is not None
    note_timings(world, battle)
    mount(world, "anna", "ben", "cleo", broom=who(world, "anna").items[0].id)
    done = 0
    while world.state.battle is not None and done < STEPS:
        shown = menu(world, REFEREE) or menu_of(world)
        with suppress(Refused):
            Anything(chance).run(game.commands.start(world, chance.choice(shown.offers).command, REFEREE))
        check(world)
        done += 1
    assert done


def menu_of(world: Nw3World) -> Any:
    """What the player of the one who acts is offered."""
    battle = world.state.battle
    assert battle is not None
    acting = who(world, battle.acting)
    return menu(world, type(REFEREE)(acting.player, acting.name))
