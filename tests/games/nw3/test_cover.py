"""NW3-COVER: taking an attack for somebody else."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from nw3_attacks import aimed_at, pack, results, rolled, window
from nw3_battle import do, fighter, who
from nw3_cover import BLOCKS, COVER, EIGHT, NINE, attacked, group_with, swept
from rulewright.engine.world import digest
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.cover import why_not_cover
from rulewright.games.nw3.battles.ongoing import OngoingAttack

CONTENT = pack(
    *BLOCKS,
    window("hide", "damage_roll", "pdef, mdef", "self", 'kind = "reduce_damage", amount = 5'),
    window(
        "mystic_hide", "damage_roll", "pdef, mdef", "self", 'kind = "reduce_damage", damage = "magical", amount = 5'
    ),
)
group = partial(group_with, CONTENT)


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-COVER-01", "NW3-COVER-02", "NW3-COVER-04", "NW3-COVER-07")
def test_the_damage_of_b_comes_to_a() -> None:
    world = group()
    done = attacked(world, COVER)
    anna, ben = who(world, "anna"), who(world, "ben")
    assert (anna.hp, ben.hp) == (30 - 11, 30)
    assert (anna.pre_action, anna.count, ben.pre_action) == (False, 0, True)
    assert ("anna", "pdef") not in rolled(done)
    question = done.question("cover_up")
    assert (question.to, question.default, question.rule) == ("anna", "pass", "NW3-COVER-02")
    shown = {name: question.facts[name] for name in ("damage", "received", "hp", "target_hp")}
    assert shown == {"damage": 11, "received": 11, "hp": 30, "target_hp": 30}
    assert done.log.index("cover_up") < done.log.index("attack.damage")


@pytest.mark.rule("NW3-COVER-03")
@pytest.mark.parametrize(
    ("anna", "reason"),
    [
        ({"pre_action": False}, "post_action"), ({"engage": ""}, "not_same_engage"),
        ({"engage": "f"}, "not_same_engage"), ({"hp": 0}, "incapacitated"), ({"dead": True}, "dead"),
        ({"retreated": True}, "retreated"), ({}, ""),
    ],
)  # fmt: skip
def test_who_may_not_cover(anna: dict[str, Any], reason: str) -> None:
    world = group()
    helper = who(world, "anna")
    for field, value in anna.items():
        setattr(helper, field, value)
    ghoul, ben = who(world, "ghoul"), who(world, "ben")
    attack = OngoingAttack(ghoul, "blow", "physical", "pacc", "patk", "physical", [ben], ("void",))
    before = digest(world.state)
    assert why_not_cover(world, attack, attack.aims[0], helper, set()) == (reason or "attack_missed")
    attack.aims[0].hit = True
    assert why_not_cover(world, attack, attack.aims[0], helper, set()) == reason
    assert why_not_cover(world, attack, attack.aims[0], ben, set()) == "cannot_cover_self"
    assert digest(world.state) == before
    asked = attacked(world).questions
    assert ("cover_up" in asked) is (not reason)


@pytest.mark.rule("NW3-COVER-03", "NW3-COVER-05")
def test_one_cover_up_for_one_and_no_cover_for_who_covers() -> None:
    world = group()
    ghoul, anna, ben, dora = (who(world, id) for id in ("ghoul", "anna", "ben", "dora"))
    dora.engage = "e"
    attack = OngoingAttack(ghoul, "sweep", "physical", "pacc", "patk", "physical", [anna, ben, dora], ("void",))
    of_anna, of_ben, of_dora = attack.aims
    for aim in attack.aims:
        aim.hit = True
    of_ben.coverer, of_anna.covers = anna, ben
    assert why_not_cover(world, attack, of_dora, anna, set()) == "already_covering"
    assert why_not_cover(world, attack, of_dora, anna, {"any_number"}) == ""
    assert why_not_cover(world, attack, of_anna, dora, set()) == "target_is_covering"
    assert why_not_cover(world, attack, of_ben, dora, set()) == "target_is_covering"  # the first declared counts


@pytest.mark.rule("NW3-COVER-03")
def test_b_dodged() -> None:
    world = group(ben={"pdef": 1, "eva": 9})
    done = do(world, UseBlock("ghoul", "sweep", ("ben",)), (1, 2, 1, 2, 1, 2, *NINE, *EIGHT), {})
    assert (aimed_at(done, "attack.misses"), done.questions) == (["Ben"], [])


@pytest.mark.rule("NW3-COVER-08", "NW3-COVER-09", "NW3-COVER-04")
@pytest.mark.parametrize(("dodge", "received"), [(12, 11), (3, 22)])
def test_an_area_attack_on_both(dodge: int, received: int) -> None:
    world = group(anna={"pdef": 8})
    anna, ben = who(world, "anna"), who(world, "ben")
    own = () if dodge == 12 else EIGHT  # HP Damage of her own: 20 - 16 = 4
    done = swept(world, dodge, (*NINE, *own, *EIGHT), COVER)
    assert (anna.hp, ben.hp) == (30 - received, 30)
    assert (anna.statuses, ben.statuses) == ({"paralysis": 0}, {})
    assert [one.facts["received"] for one in done.asked if one.key == "cover_up" and one.to == "anna"] == [received]


@pytest.mark.rule("NW3-COVER-10", "NW3-COVER-09")
def test_a_has_an_effect_that_takes_5_off() -> None:
    world = group(skills=["hide"], anna={"pdef": 8})
    answers = {**COVER, "use.damage_roll anna": ["pass", "hide"]}
    swept(world, 3, (*NINE, *EIGHT, *EIGHT), answers)
    assert (who(world, "anna").hp, who(world, "ben").hp) == (30 - 17, 30)


@pytest.mark.rule("NW3-COVER-04")
def test_statuses_come_to_a_as_well() -> None:
    world = group()
    attacked(world, COVER, "blow")
    assert (who(world, "anna").statuses, who(world, "ben").statuses) == ({"paralysis": 0}, {})


@pytest.mark.rule("NW3-COVER-11", "NW3-HP-07")
def test_b_is_down_and_saved_and_a_falls_but_does_not_die() -> None:
    world = group(anna={"hp": 8})
    who(world, "ben").hp = 0
    attacked(world, COVER, dodge=False)
    anna, ben = who(world, "anna"), who(world, "ben")
    assert (anna.hp, anna.dead, ben.hp, ben.dead) == (0, False, 0, False)
    world = group()
    who(world, "ben").hp = 0
    attacked(world, dodge=False)
    assert who(world, "ben").dead


@pytest.mark.rule("NW3-COVER-11", "NW3-HP-07")
def test_who_covers_twice_does_not_die_of_the_second() -> None:
    world = group({"pdef": 8, "hp": 9}, {}, fighter("dora", engage="e", pdef=1), fighter("carl"), skills=["tough"])
    answers = {"cover_up anna": "tough"}
    faces = (*NINE, 6, 6, 1, 2, 1, 2, *NINE, *EIGHT, *EIGHT)
    done = do(world, UseBlock("ghoul", "sweep", ("anna",)), faces, answers)
    anna = who(world, "anna")
    assert done.keys.count("hp.incapacitated") == 1
    assert (anna.hp, anna.dead, who(world, "ben").hp, who(world, "dora").hp) == (0, False, 30, 30)


# ---------------------------------------------------------------- the rest


@pytest.mark.rule("NW3-COVER-07", "NW3-ATTACK-12")
def test_a_loses_the_turn_even_for_nothing() -> None:
    world = group(ben={"pdef": 50}, prompts="always")
    done = attacked(world, COVER)
    assert (who(world, "anna").hp, who(world, "anna").pre_action) == (30, False)
    assert done.question("cover_up").matters is False


@pytest.mark.rule("NW3-COVER-02")
@pytest.mark.parametrize(("pdef", "asked"), [(11, True), (12, False)])
def test_whether_there_is_anything_to_cover(pdef: int, asked: bool) -> None:
    done = attacked(group(ben={"pdef": pdef}))  # HP Damage 1 or 0
    assert ("cover_up" in done.questions) is asked


@pytest.mark.rule("NW3-COVER-02", "NW3-COVER-04")
@pytest.mark.parametrize(("pdef", "asked"), [(12, True), (13, False)])
def test_what_comes_along_without_damage_is_worth_a_cover(pdef: int, asked: bool) -> None:
    world = group(ben={"pdef": pdef})
    done = attacked(world, COVER if asked else {}, "blow")  # 20 against 20, or 21
    assert ("cover_up" in done.questions) is asked
    assert who(world, "anna").statuses == ({"paralysis": 0} if asked else {})


@pytest.mark.rule("NW3-COVER-05", "NW3-ROUND-12")
def test_the_highest_count_is_asked_first_and_the_first_to_cover_counts() -> None:
    world = group({"count": 5}, {}, fighter("dora", engage="e", count=8))
    done = attacked(world, {"cover_up": ["pass", "cover"]})
    assert [one.to for one in done.asked if one.key == "cover_up"] == ["dora", "anna"]
    assert who(world, "anna").hp == 19
    world = group({"count": 5}, {}, fighter("dora", engage="e", count=8))
    done = attacked(world, {"cover_up": "cover"})
    assert [one.to for one in done.asked if one.key == "cover_up"] == ["dora"]
    assert (who(world, "anna").hp, who(world, "dora").hp) == (30, 19)


@pytest.mark.rule("NW3-COVER-06", "NW3-COVER-08")
def test_dodge_checks_come_before_any_cover() -> None:
    world = group(anna={"pdef": 8})
    done = swept(world, 12, (*NINE, *EIGHT), COVER)
    last = max(place for place, key in enumerate(done.log) if key == "judge.result")
    assert done.log.index("cover_up") > last
    assert results(done, "dodge") == [12, 3]


@pytest.mark.rule("NW3-COVER-12", "NW3-COVER-10")
@pytest.mark.parametrize(
    ("own", "asked", "answer", "received"),
    [("hide", True, "hide", 6), ("hide", True, "pass", 11), ("mystic_hide", False, "", 11)],
)
def test_the_kind_of_the_damage_stays(own: str, asked: bool, answer: str, received: int) -> None:
    world = group(skills=[own])
    done = attacked(world, {**COVER, "use.damage_roll": answer} if asked else COVER)
    assert ("use.damage_roll" in done.questions) is asked
    assert who(world, "anna").hp == 30 - received


@pytest.mark.rule("NW3-COVER-10", "OP-C18")
@pytest.mark.parametrize(("whose", "received"), [("both", 11 - 5 - 5), ("covered", 11 - 5), ("coverer", 11 - 5)])
def test_whose_reductions_count(whose: str, received: int) -> None:  # OP-C18
    world = group(skills=["hide"], bens=["hide"], cover_reduction=whose)
    done = attacked(world, {**COVER, "use.damage_roll": "hide"})
    takers = [one.to for one in done.asked if one.key == "use.damage_roll"]
    assert takers == (["ben"] if whose == "covered" else ["ben", "anna"])
    assert who(world, "anna").hp == 30 - received


@pytest.mark.rule("NW3-COVER-08", "OP-C17")
@pytest.mark.parametrize(("mode", "hp"), [("double_only", 30 - 22), ("double_and_own", 30 - 22 - 4)])
def test_whether_a_takes_the_own_damage_too(mode: str, hp: int) -> None:  # OP-C17
    world = group(anna={"pdef": 8}, cover_area_mode=mode)
    swept(world, 3, (*NINE, *EIGHT, *EIGHT), COVER)
    assert (who(world, "anna").hp, who(world, "ben").hp) == (hp, 30)
