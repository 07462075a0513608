"""NW3-ATTACK-18, NW3-SKILL-17 and -25: blocks around the Judges of an attack."""

from __future__ import annotations

from functools import partial

import pytest

from nw3_attacks import NOTHING, face_off, hit, pack, results, several, striking, window
from nw3_battle import battle_of, battle_world, do, fighter, foe, who
from nw3_duels import BOOST, duel_with
from rulewright.games.nw3.battles.casting import UseBlock

KINDS = ("hit", "dodge", "patk", "pdef")
ONE = 'kind = "modify", scope = "judge", judge = "{}", amount = 1, duration = "judge"'
NOTE = 'kind = "resource", pool = "mp", amount = -1'


def _around(timing: str, kind: str, whose: str = "self") -> str:
    effect = ONE.format(kind) if timing == "before_judge" else NOTE
    return window(f"{timing}_{kind}", timing, kind, whose, effect)


CONTENT = pack(
    window("steady", "before_judge", "dodge", "ally", ONE.format("dodge"), target="single", range="scene"),
    *(_around(timing, kind) for timing in ("before_judge", "after_judge") for kind in KINDS),
    window("in_damage", "damage_roll", "patk, pdef", "self", NOTE),
    window("help", "before_judge", "hit", "ally", ONE.format("hit"), target="single", range="short"),
    window(
        "hamper",
        "before_judge",
        "hit",
        "enemy",
        'kind = "modify", scope = "judge", judge = "hit", amount = -4, duration = "judge"',
        target="single",
        range="scene",
    ),
    window("gather", "before_judge", "any", "enemy", 'kind = "resource", pool = "mp", amount = -1'),
    window("reflex", "before_judge", "reaction", "self", ONE.format("reaction")),
    BOOST,
    striking("wide", target="area", range="short"),
    several("call", "incapacitated", NOTE),
)
duel = partial(duel_with, CONTENT)


# ---------------------------------------------------------------- the order of windows


@pytest.mark.rule("NW3-ATTACK-18", "NW3-SKILL-24", "NW3-SKILL-43")
def test_the_windows_of_one_attack_in_order() -> None:
    mine = [f"{timing}_{kind}" for timing in ("before_judge", "after_judge") for kind in ("hit", "patk")]
    theirs = [f"{timing}_{kind}" for timing in ("before_judge", "after_judge") for kind in ("dodge", "pdef")]
    others = fighter("ben", engage="e"), fighter("dora"), foe("imp")
    world = face_off(
        *others, anna={"pacc": 9, "patk": 60}, ghoul={"eva": 9, "hp": 40, "mp": 9}, skills=[*mine, "in_damage"],
        ghoul_skills=[*theirs, "in_damage", "call"], content=CONTENT, prompts="always",
    )  # fmt: skip
    answers = {
        "use.before_judge anna": ["before_judge_hit", "before_judge_patk"],
        "use.before_judge ghoul": ["before_judge_dodge", "before_judge_pdef"],
        "use.after_judge anna": ["after_judge_hit", "after_judge_patk"],
        "use.after_judge ghoul": ["after_judge_dodge", "after_judge_pdef"],
        "use.damage_roll": "in_damage",
        "use.incapacitated": "call",
    }
    done = hit(world, (5, 4, 2, 1, 5, 3, 2, 1), answers)
    wanted = ("use.", "reaction", "judge.result", "attack.hits", "attack.damage", "hp.incap", "cover")
    log = [key for key in done.log if key.startswith(wanted) and key not in ("use.declared", "use.paid")]
    assert log == [
        "use.before_judge", "judge.result", "use.after_judge",  # Hit Check
        "reaction", "use.before_judge", "judge.result", "use.after_judge",  # Dodge Check
        "attack.hits",
        "use.damage_roll", "use.damage_roll", "use.before_judge", "use.before_judge",
        "judge.result", "judge.result", "use.after_judge", "use.after_judge",
        "attack.damage.closed", "hp.incapacitated", "use.incapacitated",
    ]  # fmt: skip
    assert {kind: results(done, kind) for kind in KINDS} == {"hit": [19], "dodge": [13], "patk": [69], "pdef": [4]}
    assert (who(world, "anna").mp, who(world, "ghoul").mp) == (12 - 3, 9 - 4)
    assert who(world, "anna").effects == who(world, "ghoul").effects == []


@pytest.mark.rule("NW3-ATTACK-18", "NW3-SKILL-25")
@pytest.mark.parametrize("kind", KINDS)
def test_what_comes_after_a_judge_sees_its_result(kind: str) -> None:
    mine = kind in ("hit", "patk")
    block = f"after_judge_{kind}"
    world = duel([block] if mine else [], [] if mine else [block])
    done = hit(world, (5, 4, 2, 1, 2, 1, 3, 1), {"use.after_judge": block})
    question = done.question("use.after_judge")
    expected = {"hit": 18, "dodge": 12, "patk": 3, "pdef": 4}[kind]
    roller = "Anna" if mine else "Ghoul"
    assert (question.facts["why"], question.facts["roller"], question.facts["result"]) == (
        f"judge.{kind}",
        roller,
        expected,
    )
    assert question.default == "pass"


# ---------------------------------------------------------------- whose Judge


@pytest.mark.rule("NW3-SKILL-25", "NW3-SKILL-31")
@pytest.mark.parametrize(("where", "offered"), [("", True), ("e", False)])
def test_an_ally_helps_within_range(where: str, offered: bool) -> None:
    world = face_off(fighter("ben", "wizards", "help", engage=where), foe("imp"), anna={"pacc": 9}, content=CONTENT)
    done = hit(world, (5, 4, 2, 1, *NOTHING), {"use.before_judge": "help"} if offered else {})
    assert results(done, "hit") == [19 if offered else 18]
    assert ("use.before_judge" in done.questions) is offered


@pytest.mark.rule("NW3-SKILL-25", "NW3-SKILL-43")
def test_the_attackers_side_comes_first_and_each_side_by_count() -> None:
    ben = fighter("ben", "wizards", "help", count=3)
    cleo = fighter("cleo", "wizards", "help", count=8)
    imp = foe("imp", "hamper", count=30)
    world = face_off(
        imp, ben, cleo, anna={"pacc": 9, "count": 1}, ghoul={"eva": 50}, skills=["before_judge_hit"], content=CONTENT
    )
    answers = {
        "use.before_judge cleo": "help",
        "use.before_judge anna": "before_judge_hit",
        "use.before_judge imp": "hamper",
    }
    done = hit(world, (5, 4, 2, 1), answers)
    assert [one.to for one in done.asked] == ["cleo", "ben", "anna", "imp"]
    assert results(done, "hit") == [9 + 9 + 1 + 1 - 4]


@pytest.mark.rule("NW3-SKILL-25", "NW3-SKILL-18")
def test_only_those_who_can_use_a_block_are_asked() -> None:
    down = fighter("ben", "wizards", "help", hp=0)
    away = fighter("cleo", "wizards", "help", retreated=True)
    pressed = fighter("dora", "wizards", "help", statuses={"pressure": 0})
    world = face_off(down, away, pressed, foe("imp"), anna={"pacc": 9}, ghoul={"eva": 50}, content=CONTENT)
    assert hit(world, (5, 4, 2, 1)).questions == []


@pytest.mark.rule("NW3-SKILL-25", "NW3-SKILL-27")
def test_a_block_about_oneself_in_the_window_of_an_enemy() -> None:
    world = duel(against=["gather"], anna={"pacc": 9, "mp": 5}, ghoul={"eva": 50, "mp": 5})
    hit(world, (5, 4, 2, 1), {"use.before_judge": "gather"})
    assert (who(world, "anna").mp, who(world, "ghoul").mp) == (5, 4)


@pytest.mark.rule("NW3-SKILL-25")
def test_a_reaction_is_a_kind_of_judge() -> None:
    done = hit(duel(["reflex"], ["reflex"], ghoul={"eva": 50}), (5, 4, 2, 1), {"use.before_judge": "reflex"})
    assert [one.to for one in done.asked] == ["ghoul"]
    assert results(done, "dodge") == [54]


@pytest.mark.rule("NW3-SKILL-17")
def test_each_judge_is_a_window_of_its_own_and_each_block_works_once_in_it() -> None:
    anna = fighter("anna", "wizards", "wide", pacc=1)
    foes = [foe(id, "before_judge_dodge", engage="f", eva=50) for id in "xy"]
    world = battle_world(anna, *foes, content=CONTENT)
    done = do(world, UseBlock("anna", "wide", ("x",)), (5, 4, 2, 1, 2, 1), {"use.before_judge": "before_judge_dodge"})
    assert [one.to for one in done.asked] == ["x", "y"]
    assert results(done, "dodge") == [54, 54]
    assert battle_of(world).done == []


@pytest.mark.rule("NW3-SKILL-17", "NW3-SKILL-18")
def test_a_block_may_be_used_again_for_the_next_judge_of_the_same_attack() -> None:
    imp = foe("imp", "steady")
    world = battle_world(
        fighter("anna", "wizards", "wide"), *[foe(id, engage="f", eva=50) for id in "xy"], imp, content=CONTENT
    )
    done = do(world, UseBlock("anna", "wide", ("x",)), (5, 4, 2, 1, 2, 1), {"use.before_judge": "steady"})
    assert [(one.to, one.facts["roller"]) for one in done.asked] == [("imp", "X"), ("imp", "Y")]
    assert results(done, "dodge") == [54, 54]


@pytest.mark.rule("NW3-SKILL-18")
def test_a_block_that_is_gone_is_not_offered() -> None:
    world = duel(["before_judge_hit"], ghoul={"eva": 50})
    who(world, "anna").skills.clear()
    assert hit(world, (5, 4, 2, 1)).questions == []


@pytest.mark.rule("NW3-SKILL-17")
def test_each_damage_roll_is_a_window_of_its_own() -> None:
    world = duel(["in_damage"])
    battle_of(world).done.append("anna:in_damage")
    hit(world, (5, 4, 2, 1, *NOTHING), {"use.damage_roll": "in_damage"})
    assert who(world, "anna").mp == 11


@pytest.mark.rule("NW3-SKILL-17")
def test_what_lasts_for_a_judge_ends_with_it() -> None:
    world = duel(["boost"], ghoul={"eva": 50})
    done = hit(world, (5, 4, 2, 1), {"use.before_judge": "boost"})
    assert (results(done, "hit"), who(world, "anna").effects) == ([9 + 4 + 9], [])
    assert done.log.index("effect.ended") < done.log.index("attack.misses")
