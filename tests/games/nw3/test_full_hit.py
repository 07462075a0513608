"""NW3-ATTACK-13 to -16: Full Hit, Full Dodge, the order of declarations, Reactions with blocks, and none at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_attacks import NOTHING, aimed_at, face_off, hit, pack, results, rolled, several, striking, window
from nw3_battle import battle_world, do, fighter, flagged, foe, who
from nw3_scenes import Done
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.state import Lasting, Nw3World

FULL_HIT, FULL_DODGE = 'kind = "full_hit"', 'kind = "full_dodge"'
MP_2 = 'cost = [{ kind = "mp", amount = 2 }]'
DODGE_CHECK = 'check = { kind = "dodge_check" }'
UNBLOCKED = 'kind = "modify", scope = "stat", stat = "eva", amount = {}, duration = "round"'
CONTENT = pack(
    window("sure_before", "before_judge", "hit", "self", FULL_HIT),
    window("sure_after", "after_judge", "hit", "self", FULL_HIT),
    window("sure_at_last", "after_judge", "dodge", "enemy", FULL_HIT, target="single"),
    window(
        "aim",
        "before_judge",
        "hit",
        "self",
        'kind = "modify", scope = "judge", judge = "hit", amount = 3, duration = "judge"',
    ),
    several("vanish", "reaction", FULL_DODGE, lines=[DODGE_CHECK, MP_2]),
    window("vanish_now", "before_judge", "dodge", "self", FULL_DODGE),
    several("nimble", "reaction", UNBLOCKED.format(2), lines=[MP_2]),
    several(
        "feint",
        "reaction",
        UNBLOCKED.format(1) + ', when = "always"',
        'kind = "resource", pool = "mp", amount = -1',
        'kind = "resource", pool = "mp", amount = -5, when = "failure"',
        'kind = "resource", pool = "mp", amount = -2, when = "always"',
        lines=[DODGE_CHECK],
    ),
    striking("sure_cut", FULL_HIT),
    striking("measured", 'kind = "resource", pool = "mp", amount = "0 - RESULT"', FULL_HIT),
    striking("wide", target="area"),
)


def duel(skills: Sequence[str] = (), against: Sequence[str] = (), **options: Any) -> Nw3World:
    """Anna (PACC 50) and a ghoul (EVA 25), neither of whom does any harm."""
    numbers = {"anna": {"pacc": 50}, "ghoul": {"eva": 25}, **options}
    return face_off(skills=skills, ghoul_skills=against, content=CONTENT, **numbers)


def judges(done: Done) -> list[str]:
    return [why for _, why in rolled(done) if why in ("hit", "dodge")]


# ---------------------------------------------------------------- Full Hit


@pytest.mark.rule("NW3-ATTACK-13")
def test_a_full_hit_before_the_hit_check_takes_no_judges() -> None:
    done = hit(duel(["sure_before"]), NOTHING, {"use.before_judge": "sure_before"})
    assert aimed_at(done) == ["Ghoul"]
    assert rolled(done) == [("anna", "patk"), ("ghoul", "pdef")]


@pytest.mark.rule("NW3-ATTACK-13")
def test_a_full_hit_after_a_fumble_hits_without_a_dodge_check() -> None:
    world = duel(["sure_after"], anna={"pacc": 5}, ghoul={"eva": 25})
    done = hit(world, (1, 1, *NOTHING), {"use.after_judge": "sure_after"})
    assert (results(done, "hit"), judges(done), aimed_at(done)) == ([0], ["hit"], ["Ghoul"])


@pytest.mark.rule("NW3-ATTACK-13")
def test_a_full_hit_beats_a_fumble_and_a_dodge_of_35() -> None:
    world = duel(["sure_at_last"], anna={"pacc": 5}, ghoul={"eva": 27})
    done = hit(world, (1, 1, 5, 3, *NOTHING), {"use.after_judge": "sure_at_last"})
    assert (results(done, "hit"), results(done, "dodge"), aimed_at(done)) == ([0], [35], ["Ghoul"])


@pytest.mark.rule("NW3-ATTACK-13", "NW3-SKILL-21")
def test_an_attack_can_be_a_full_hit_by_itself() -> None:
    done = do(duel(["sure_cut"]), UseBlock("anna", "sure_cut", ("ghoul",)), NOTHING)
    assert (judges(done), aimed_at(done)) == ([], ["Ghoul"])


@pytest.mark.rule("NW3-ATTACK-13")
def test_a_hit_check_whose_result_an_effect_needs_is_rolled_for_that_only() -> None:
    world = duel(["measured"], anna={"pacc": 1}, ghoul={"eva": 25, "mp": 20})
    done = do(world, UseBlock("anna", "measured", ("ghoul",)), (4, 2, 6, 3, 1, 3))
    assert (judges(done), results(done, "hit"), aimed_at(done)) == (["hit"], [7], ["Ghoul"])
    assert who(world, "ghoul").mp == 20 - 7


# ---------------------------------------------------------------- Full Dodge


@pytest.mark.rule("NW3-ATTACK-14")
def test_a_full_dodge_beats_a_result_of_62() -> None:
    world = duel(against=["vanish"])
    done = hit(world, (6, 6), {"reaction": "vanish"})
    assert (results(done, "hit"), judges(done), aimed_at(done, "attack.misses")) == ([62], ["hit"], ["Ghoul"])
    assert who(world, "ghoul").mp == 10


@pytest.mark.rule("NW3-ATTACK-14")
def test_a_full_dodge_in_the_window_before_the_dodge_check_takes_no_dice() -> None:
    done = hit(duel(against=["vanish_now"]), (6, 6), {"use.before_judge": "vanish_now"})
    assert (judges(done), aimed_at(done, "attack.misses")) == (["hit"], ["Ghoul"])


@pytest.mark.rule("NW3-ATTACK-14", "NW3-ATTACK-05")
def test_after_a_full_dodge_nothing_more_is_asked() -> None:
    done = hit(duel(against=["vanish", "vanish_now"]), (6, 6), {"reaction": "vanish"})
    assert done.questions == ["reaction"]
    assert done.question("reaction").facts["result"] == 62


@pytest.mark.rule("NW3-ATTACK-13", "NW3-ATTACK-05")
@pytest.mark.parametrize(("sure", "faces"), [("sure_before", ()), ("sure_after", (4, 2))])
def test_with_a_full_hit_there_is_no_result_to_beat(sure: str, faces: Sequence[int]) -> None:
    timing = "before_judge" if sure == "sure_before" else "after_judge"
    done = hit(duel([sure], ["vanish"]), (*faces, *NOTHING), {f"use.{timing}": sure, "reaction": "waive"})
    assert done.question("reaction").facts["result"] is None


@pytest.mark.rule("NW3-ATTACK-14", "NW3-ATTACK-13", "NW3-ATTACK-15", "NW3-SKILL-43")
@pytest.mark.parametrize("sure", ["sure_before", "sure_after"])
def test_d16_full_dodge_beats_full_hit(sure: str) -> None:
    window, faces = ("before_judge", ()) if sure == "sure_before" else ("after_judge", (1, 1))
    done = hit(duel([sure], ["vanish"]), faces, {f"use.{window}": sure, "reaction": "vanish"})
    assert aimed_at(done, "attack.misses") == ["Ghoul"]


@pytest.mark.rule("NW3-ATTACK-14")
def test_a_full_dodge_is_that_defenders_alone() -> None:
    anna = fighter("anna", "wizards", "wide", engage="e", pacc=50, eva=0)
    world = battle_world(anna, foe("x", "vanish", engage="e"), foe("y", engage="e"), content=CONTENT)
    faces = (6, 6, 2, 1, 3, 1, 1, 2, 6, 6, 3, 1)
    done = do(world, UseBlock("anna", "wide", ("x",)), faces, {"reaction": "vanish"})
    assert (aimed_at(done), aimed_at(done, "attack.misses")) == (["Anna", "Y"], ["X"])


# ---------------------------------------------------------------- the order of declarations


@pytest.mark.rule("NW3-ATTACK-15", "NW3-SKILL-43")
def test_d14_the_defender_chooses_knowing_what_the_attacker_declared() -> None:
    world = duel(["aim"], ["nimble", "vanish"])
    done = hit(world, (4, 2), {"use.before_judge": "aim", "reaction": "vanish"})
    assert results(done, "hit") == [50 + 3 + 6]
    assert done.log.index("use.before_judge") < done.log.index("reaction")
    assert {option.value for option in done.question("reaction").options} == {
        "dodge",
        "seven",
        "waive",
        "nimble",
        "vanish",
    }
    assert (who(world, "ghoul").mp, who(world, "ghoul").effects) == (10, [])  # one Reaction, one cost


@pytest.mark.rule("NW3-ATTACK-15", "NW3-SKILL-43")
def test_d15_a_defender_who_announces_nothing_spends_nothing() -> None:
    world = duel(["sure_before"], ["vanish"])
    done = hit(world, NOTHING, {"use.before_judge": "sure_before", "reaction": "dodge"})
    assert (aimed_at(done), who(world, "ghoul").mp) == (["Ghoul"], 12)


# ---------------------------------------------------------------- Reactions with blocks


@pytest.mark.rule("NW3-ATTACK-05", "NW3-SKILL-24", "NW3-SKILL-35")
def test_a_reaction_goes_with_the_dodge_check() -> None:
    world = duel(against=["nimble"], anna={"pacc": 20})
    done = hit(world, (4, 2, 1, 1), {"reaction": "nimble"})
    assert results(done, "dodge") == [25 + 2 + 2]
    option = next(one for one in done.question("reaction").options if one.value == "nimble")
    assert (option.cost, who(world, "ghoul").mp) == ({"mp": 2}, 10)


@pytest.mark.rule("NW3-ROUND-18", "NW3-SKILL-17", "OP-C09")
@pytest.mark.parametrize(("allowed", "eva"), [("one", 25), ("unlimited", 27)])
def test_how_many_reactions_answer_one_attack(allowed: str, eva: int) -> None:  # OP-C09
    world = duel(against=["nimble", "feint"], reactions_per_attack=allowed, anna={"pacc": 1})
    answers = ["feint", "nimble"] if allowed == "unlimited" else ["feint"]
    done = hit(world, (4, 2, 6, 2), {"reaction": answers})
    assert results(done, "dodge") == [eva + 1 + 8]
    assert done.questions.count("reaction") == len(answers)


@pytest.mark.rule("NW3-SKILL-19")
@pytest.mark.parametrize(("pacc", "mp"), [(1, 12 - 2 - 1), (60, 12 - 2 - 5)])
def test_what_a_dodge_check_brings_waits_for_it(pacc: int, mp: int) -> None:
    world = duel(against=["feint"], anna={"pacc": pacc})
    done = hit(world, (4, 2, 1, 1, *(NOTHING if pacc > 9 else ())), {"reaction": "feint"})
    assert results(done, "dodge") == [25 + 1 + 2]
    assert who(world, "ghoul").mp == mp


@pytest.mark.rule("NW3-SKILL-17")
def test_each_attack_is_a_window_of_its_own_for_reactions() -> None:
    world = duel(["sure_cut"], ["nimble"], anna={"pacc": 1}, ghoul={"eva": 60})
    for _ in range(2):
        hit(world, (4, 2, 1, 1), {"reaction": "nimble"})
        who(world, "anna").pre_action = True
        battle = world.state.battle
        assert battle is not None
        battle.acting, battle.process, battle.spent = "anna", "main", []
        battle.done.append("ghoul:nimble")
    assert who(world, "ghoul").mp == 12 - 4


# ---------------------------------------------------------------- unable to react


@pytest.mark.rule("NW3-ATTACK-16", "NW3-ROUND-18")
@pytest.mark.parametrize("why", ["down", "no_reactions"])
def test_who_cannot_react_is_hit_without_dice(why: str) -> None:
    world = duel(against=["vanish"], ghoul={"eva": 99, "hp": 0 if why == "down" else 30})
    if why != "down":
        flagged(who(world, "ghoul"), why)
    done = hit(world, NOTHING)
    assert (judges(done), aimed_at(done), done.questions.count("reaction")) == ([], ["Ghoul"], 0)


@pytest.mark.rule("NW3-ATTACK-16")
def test_the_hit_check_is_rolled_where_somebody_else_can_react() -> None:
    anna = fighter("anna", "wizards", "wide", engage="e", pacc=1, eva=50)
    down = foe("y", engage="e", hp=0)
    world = battle_world(anna, foe("x", engage="e", eva=50), down, content=CONTENT)
    done = do(world, UseBlock("anna", "wide", ("x",)), (4, 2, 1, 2, 1, 1, 6, 6, 1, 1), {"spare": "yes"})
    assert (judges(done), aimed_at(done)) == (["hit", "dodge", "dodge"], ["Y"])


@pytest.mark.rule("NW3-ATTACK-16", "NW3-ATTACK-13")
def test_a_result_is_rolled_at_one_who_cannot_react_if_an_effect_needs_it() -> None:
    world = duel(["measured"], anna={"pacc": 1})
    who(world, "ghoul").effects.append(Lasting(7, "x", "anna", "flag", "no_reactions", until="round"))
    done = do(world, UseBlock("anna", "measured", ("ghoul",)), (4, 2, *NOTHING))
    assert (judges(done), who(world, "ghoul").mp) == (["hit"], 12 - 7)
