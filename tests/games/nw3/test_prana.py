"""NW3-PRANA-01, -02, -08, -09: uses of Prana outside their windows, and Avoid Incapacitated."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_people import wizard
from nw3_scenes import ANNA, BEN, REFEREE, do, refused, run, table
from rulewright.games.nw3.battles import harm
from rulewright.games.nw3.dice.prana import UsePrana
from rulewright.games.nw3.episodes.scenes import CloseScene, OpenScene


@pytest.mark.rule("NW3-PRANA-02", "NW3-PRANA-08", "NW3-PRANA-01")
@pytest.mark.parametrize("use", ["raise", "reroll", "fudge", "cancel", "cost", "avoid"])
def test_outside_its_window_a_use_is_refused_and_costs_nothing(use: Any) -> None:
    world = table(wizard("anna", prana=2), wizard("ben", prana=0))
    assert refused(world, UsePrana("anna", use), ANNA) == "wrong_window"
    assert refused(world, UsePrana("anna", use), REFEREE) == "wrong_window"
    assert refused(world, UsePrana("anna", use), BEN) == "not_your_character"
    assert refused(world, UsePrana("ben", use), BEN) == "not_enough_prana"
    assert refused(world, UsePrana("zoe", use), BEN) == "unknown_character"


@pytest.mark.rule("NW3-PRANA-09", "NW3-PRANA-01")
def test_p12_with_one_prana_an_incapacitated_character_stays_so() -> None:
    world = table(wizard("anna", prana=1, hp=0))
    assert refused(world, UsePrana("anna", "avoid"), ANNA) == "not_enough_prana"
    anna = world.state.characters["anna"]
    done = run(world, harm.fall(world, anna))
    assert "avoid_incapacitated" not in done.questions
    assert (anna.hp, anna.prana) == (0, 1)


@pytest.mark.rule("NW3-PRANA-09", "NW3-EPISODE-03", "NW3-EPISODE-01")
def test_p13_incapacitated_is_avoided_once_in_a_scene() -> None:
    world = table(wizard("anna", prana=2, hp=0), wizard("ben"), scene="First")
    anna = world.state.characters["anna"]
    run(world, harm.fall(world, anna), answers={"avoid_incapacitated": "spend"})
    assert (anna.hp, anna.prana) == (1, 0)
    anna.prana, anna.hp = 5, 0
    assert refused(world, UsePrana("anna", "avoid"), ANNA) == "once_per_scene"
    assert "avoid_incapacitated" not in run(world, harm.fall(world, anna)).questions
    do(world, CloseScene("none"))
    assert refused(world, UsePrana("anna", "avoid"), ANNA) == "once_per_scene"
    do(world, OpenScene("Second", appear=("anna",)))
    assert refused(world, UsePrana("anna", "avoid"), ANNA) == "wrong_window"
    assert "avoid_incapacitated" in run(world, harm.fall(world, anna)).questions
