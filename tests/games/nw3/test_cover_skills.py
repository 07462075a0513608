"""NW3-COVER-01 and -03: skills that let a Cover Up ignore rules, and who is asked at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from nw3_attacks import pack, rolled, several, striking
from nw3_battle import battle_of, battle_world, do, fighter, foe, who
from nw3_scenes import Done
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.state import Character, Nw3World

PARALYSIS = 'kind = "inflict_status", status = "paralysis"'
CONTENT = pack(
    striking("blow", PARALYSIS),
    striking("sweep", PARALYSIS, target="area", range="short"),
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
    several(
        "tough",
        "auto_action",
        'kind = "cover_up", allow = ["no_double_damage", "any_number"]',
        target="single",
        range="close",
    ),
)


EIGHT, NINE = (5, 3), (6, 3)
ON_BEN = (*NINE, 1, 2)  # the ghoul hits Ben


def group(
    anna: Mapping[str, Any] | None = None,
    ben: Mapping[str, Any] | None = None,
    *more: Character,
    skills: Sequence[str] = (),
    bens: Sequence[str] = (),
    **options: Any,
) -> Nw3World:
    """The ghoul's Main Process: PATK 11, at Short of Anna and Ben, who stand together; Dora stands apart.

    Ben's PDEF is 1, Anna's 40.
    """
    return battle_world(
        foe("ghoul", "blow", "sweep", patk=11, count=20),
        fighter("anna", "wizards", *skills, **{"engage": "e", "pdef": 40, "count": 12, **(anna or {})}),
        fighter("ben", "wizards", *bens, **{"engage": "e", "pdef": 1, "count": 9, **(ben or {})}),
        *(more or (fighter("dora", count=3),)),
        content=CONTENT,
        **options,
    )


def attacked(world: Nw3World, answers: Mapping[str, Any] | None = None, block: str = "", dodge: bool = True) -> Done:
    """The ghoul, now in the Engage too, attacks Ben: HP Damage 20 against 9."""
    who(world, "ghoul").engage = "e"
    command = UseBlock("ghoul", block, ("ben",)) if block else Attack("ghoul", ("ben",))
    return do(world, command, (*(ON_BEN if dodge else ()), *NINE, *EIGHT), answers)


def swept(world: Nw3World, anna: int, faces: Sequence[int], answers: Mapping[str, Any] | None = None) -> Done:
    """The ghoul's area attack on both; Anna's dice come to `anna`, `faces` are those of the damage roll."""
    dodge = {3: (1, 2), 12: (6, 6)}[anna]
    return do(world, UseBlock("ghoul", "sweep", ("anna",)), (*NINE, *dodge, 1, 2, *faces), answers)


COVER = {"cover_up anna": "cover"}


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
