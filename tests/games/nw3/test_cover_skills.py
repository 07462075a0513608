"""NW3-COVER-01 and -03: skills that let a Cover Up ignore rules, and who is asked at all."""

from __future__ import annotations

from functools import partial

import pytest

from nw3_attacks import pack, rolled, several
from nw3_battle import battle_of, battle_world, do, fighter, foe, who
from nw3_cover import BLOCKS, EIGHT, NINE, ON_BEN, attacked, group_with, swept
from rulewright.games.nw3.battles.attacks import Attack

CONTENT = pack(
    *BLOCKS,
    several(
        "late",
        "auto_action",
        'kind = "cover_up", allow = ["post_action"]',
        lines=['limit = { n = 1, per = "round" }'],
        target="single",
        range="close",
    ),
    several(
        "brave",
        "auto_action",
        'kind = "cover_up", allow = ["post_action"]',
        lines=['check = { kind = "stat", stat = "spirit", difficulty = 12 }'],
        target="single",
        range="close",
    ),
    several(
        "rush",
        "auto_action",
        'kind = "cover_up", allow = ["other_engage", "keep_pre_action"]',
        target="single",
        range="scene",
    ),
    several(
        "iron",
        "auto_action",
        'kind = "cover_up", allow = ["own_defence"]',
        lines=['cost = [{ kind = "mp", amount = 3 }]'],
        target="single",
        range="close",
    ),
)
group = partial(group_with, CONTENT)


# ---------------------------------------------------------------- skills that improve it


@pytest.mark.rule("NW3-COVER-01", "NW3-COVER-03")
def test_a_skill_may_let_one_cover_who_is_post_action() -> None:
    world = group(skills=["late"])
    who(world, "anna").pre_action = False
    done = attacked(world, {"cover_up": "late"})
    assert [option.value for option in done.question("cover_up").options] == ["late", "pass"]
    assert (who(world, "anna").hp, who(world, "anna").used) == (19, {"round:late": 1})
    assert who(world, "anna").effects == []  # it was for this attack
    again = battle_of(world)
    again.acting, again.process, again.spent = "ghoul", "main", []
    who(world, "ghoul").pre_action = True
    assert attacked(world).questions == []  # used up in this Round


@pytest.mark.rule("NW3-COVER-01", "NW3-SKILL-18")
def test_a_skill_that_is_gone_covers_nobody() -> None:
    world = group(skills=["late"])
    who(world, "anna").pre_action = False
    who(world, "anna").skills.clear()
    assert attacked(world).questions == []


@pytest.mark.rule("NW3-COVER-01", "NW3-COVER-07")
def test_a_skill_may_reach_another_engage_and_keep_the_turn() -> None:
    world = group(anna={"engage": ""}, skills=["rush"])
    attacked(world, {"cover_up": "rush"})
    assert (who(world, "anna").hp, who(world, "anna").pre_action, who(world, "anna").count) == (19, True, 12)


@pytest.mark.rule("NW3-COVER-01", "NW3-COVER-04")
def test_a_skill_may_put_the_own_defence_in_place() -> None:
    world = group(anna={"pdef": 5}, skills=["iron"])
    who(world, "ghoul").engage = "e"
    done = do(world, Attack("ghoul", ("ben",)), (*ON_BEN, *NINE, *EIGHT, 5, 1), {"cover_up": "iron"})
    assert (who(world, "anna").hp, who(world, "anna").mp) == (30 - (20 - 11), 9)
    assert rolled(done)[-1] == ("anna", "pdef")


@pytest.mark.rule("NW3-COVER-01", "NW3-SKILL-19")
def test_a_skill_whose_check_fails_covers_nobody() -> None:
    world = group(skills=["brave"], anna={"attributes": {"spirit": 2}})
    who(world, "anna").pre_action = False
    who(world, "ghoul").engage = "e"
    do(world, Attack("ghoul", ("ben",)), (*ON_BEN, *NINE, *EIGHT, 4, 5), {"cover_up": "brave"})
    assert (who(world, "anna").hp, who(world, "ben").hp) == (30, 19)


@pytest.mark.rule("NW3-COVER-01", "NW3-COVER-09")
def test_a_skill_may_spare_the_doubling() -> None:
    world = group(anna={"pdef": 8}, skills=["tough"])
    swept(world, 3, (*NINE, *EIGHT, *EIGHT), {"cover_up anna": "tough"})
    assert who(world, "anna").hp == 30 - 11


@pytest.mark.rule("NW3-COVER-01")
def test_foes_cover_each_other_and_nobody_covers_an_enemy() -> None:
    people = (
        fighter("anna", engage="e", patk=20),
        foe("x", engage="e"),
        foe("y", engage="e"),
        fighter("ben", engage="e"),
    )
    world = battle_world(*people)
    done = do(world, Attack("anna", ("x",)), (6, 2, 1, 1, 6, 2, 1, 1), {"cover_up": "cover"})
    assert [(one.to, world.state.characters[one.to].player) for one in done.asked] == [("y", "referee")]
    assert (who(world, "x").hp, who(world, "y").hp, battle_of(world).acting) == (30, 30 - 26, "x")
