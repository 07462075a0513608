"""NW3-SKILL-23, -34 and NW3-SKILL-OPEN-02, -22, -26: blocks outside of rounds, sight, and Secrets above the limit."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_attacks import face_off, hit, pack, several
from nw3_battle import battle_world, do, fighter, foe, refused, table, who
from nw3_people import content as people
from nw3_people import wizard
from nw3_scenes import run
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.blocks import find_block, why_not
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.free_play import OpenTurns, SetSight
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.wizards.class_change import _secrets
from rulewright.games.nw3.wizards.growing import Growing

PROSE = 'kind = "prose", text = "Hm."'
CONTENT = pack(
    several("minor", "minor_action", PROSE),
    several("major", "major_action", PROSE),
    several("auto", "auto_action", PROSE),
    several("early", "setup_process", PROSE),
    several("once", "auto_action", PROSE, lines=['limit = { n = 1, per = "round" }']),
)
SKILLS = ("minor", "major", "auto", "early", "once")


def scene(**options: Any) -> Any:
    return table(fighter("anna", "wizards", *SKILLS), foe(), content=CONTENT, **options)


@pytest.mark.rule("NW3-SKILL-23", "NW3-SKILL-OPEN-22")
def test_u11_one_block_that_needs_an_action_in_a_free_main_process() -> None:
    world = scene()
    do(world, UseBlock("anna", "minor"))
    refused(world, UseBlock("anna", "major", same=True), "one_skill_outside_rounds")
    do(world, UseBlock("anna", "auto", same=True))
    assert "use.declared" in do(world, UseBlock("anna", "major")).keys


@pytest.mark.rule("NW3-SKILL-OPEN-22")
def test_in_turns_of_the_referee_everybody_has_one() -> None:
    world = scene(outside_rounds="gm_turns")
    refused(world, UseBlock("anna", "minor"), "one_skill_outside_rounds")
    do(world, OpenTurns())
    do(world, UseBlock("anna", "minor"))
    refused(world, UseBlock("anna", "major"), "one_skill_outside_rounds")
    do(world, UseBlock("anna", "auto"))
    do(world, OpenTurns(("anna",)))
    do(world, UseBlock("anna", "major"))


@pytest.mark.rule("NW3-SKILL-23")
def test_a_block_of_a_process_needs_leave_outside_of_rounds() -> None:
    world = scene()
    refused(world, UseBlock("anna", "early"), "no_round", {"allow_process_skill": "no"})
    assert "use.declared" in do(world, UseBlock("anna", "early"), (), {"allow_process_skill": "yes"}).keys


@pytest.mark.rule("NW3-SKILL-OPEN-26", "NW3-SKILL-41")
def test_a_limit_for_a_round_starts_anew_with_the_rounds() -> None:
    anna = fighter("anna", "wizards", "once")
    world = table(anna, foe(), content=CONTENT)
    do(world, UseBlock("anna", "once"))
    refused(world, UseBlock("anna", "once"), "limit_reached")
    fight = battle_world(anna, foe(), content=CONTENT)
    do(fight, UseBlock("anna", "once"))
    refused(fight, UseBlock("anna", "once"), "limit_reached")


@pytest.mark.rule("NW3-SKILL-34")
def test_the_referee_says_who_sees_whom() -> None:
    world = face_off(anna={"pacc": 30}, content=CONTENT)
    do(world, SetSight("anna", "ghoul", False))
    refused(world, Attack("anna", ("ghoul",)), "cannot_see_target")
    do(world, SetSight("anna", "ghoul"))
    who(world, "ghoul").hidden = True
    refused(world, Attack("anna", ("ghoul",)), "cannot_see_target")
    do(world, SetSight("anna", "ghoul", True))
    assert "attack.hits" in hit(world, (6, 2, 1, 1, 2, 1, 3, 1)).keys


@pytest.mark.rule("NW3-SKILL-OPEN-02", "NW3-SKILL-11")
@pytest.mark.parametrize("option", ["usable", "choose_one"])
def test_secret_skills_above_the_limit_after_a_class_change(option: Any) -> None:
    skills = {"vampire_secret_1": 1, "vampire_secret_2": 1, "vampire_secret_3": 1}
    anna = wizard("anna", classes=("vampire", "hero"), skills=skills)
    world = battle_world(anna, foe(), content=people())
    one = Growing(people(), Options(secret_over_limit=option), anna)
    answers = {"secret_choice": [["vampire_secret_2"]]} if option == "choose_one" else {}
    run(world, _secrets(one), (), answers)
    found = [why_not(world, anna, find_block(world, anna, id), "auto_action") for id in skills]
    none = "secret_class_not_held" if option == "choose_one" else ""
    assert found == [none, "", none]
