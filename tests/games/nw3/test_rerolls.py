"""NW3-SKILL-50: skills that roll the dice of a Judge again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from nw3_attacks import NOTHING, aimed_at, face_off, hit, pack, results, rolled, window
from nw3_battle import fighter, foe, who
from nw3_duels import BOOST, duel_with
from nw3_scenes import Done
from rulewright.games.nw3.battles.after_result import why_no_reroll
from rulewright.games.nw3.battles.usable import of_skill
from rulewright.games.nw3.dice.judges import Judge, Judged
from rulewright.games.nw3.state import Nw3World

AGAIN = 'kind = "reroll", judge = "any"'
CONTENT = pack(
    window("chancy", "after_judge", "hit", "self", AGAIN).replace(
        'text = "Text."', 'cost = [{ kind = "mp", amount = "(1)d6" }]\ntext = "Text."'
    ),
    window("after_judge_hit", "after_judge", "hit", "self", 'kind = "prose", text = "Ha."'),
    window("again", "after_judge", "any", "self", AGAIN + ', not_on = ["critical", "fumble"]'),
    window("best", "after_judge", "any", "ally", AGAIN + ', keep = "best"', target="single", range="scene"),
    window("worst", "after_judge", "any", "enemy", AGAIN + ', keep = "worst"', target="single", range="scene"),
    window("anyone", "after_judge", "any", "any", AGAIN, target="single", range="scene"),
    window("twice", "after_judge", "any", "self", AGAIN + ', keep = "best", times = 2'),
    window("dodge_only", "after_judge", "any", "self", 'kind = "reroll", judge = "dodge"'),
    window("shaky", "after_judge", "hit", "self", AGAIN).replace(
        'text = "Text."', 'check = { kind = "stat", stat = "spirit", difficulty = 12 }\ntext = "Text."'
    ),
    BOOST,
)
duel = partial(duel_with, CONTENT)


# ---------------------------------------------------------------- rolling again


def rolled_again(block: str, faces: Sequence[int], **anna: Any) -> tuple[Nw3World, Done]:
    """Anna (PACC 9) uses a reroll after her Hit Check; the ghoul dodges with 53."""
    world = duel([block], anna={"pacc": 9, **anna}, ghoul={"eva": 50})
    return world, hit(world, (*faces, 2, 1), {"use.after_judge": block})


@pytest.mark.rule("NW3-SKILL-50")
@pytest.mark.parametrize(
    ("block", "faces", "expected"),
    [
        ("again", (2, 3, 5, 1), [14, 15]),
        ("again", (5, 4, 1, 2), [18, 12]),
        ("again", (2, 3, 4, 3, 5, 4), [14, 28]),  # the new dice may be a Critical
        ("again", (2, 3, 1, 1), [14, 0]),
        ("twice", (5, 3, 1, 2, 5, 4), [17, 17, 18]),
        ("twice", (4, 3, 5, 4, 5, 4, 6, 2), [28, 28, 28]),  # the whole chain anew
    ],
)
def test_the_dice_are_rolled_again(block: str, faces: Sequence[int], expected: list[int]) -> None:
    _, done = rolled_again(block, faces)
    assert results(done, "hit") == expected


@pytest.mark.rule("NW3-SKILL-50")
@pytest.mark.parametrize(
    ("shown", "not_on", "reason"),
    [
        (Judged(28, 9, criticals=1), True, "reroll_on_cf"), (Judged(0, fumble=True), True, "reroll_on_cf"),
        (Judged(14, 5), True, ""), (Judged(28, 9, criticals=1), False, ""),
    ],
)  # fmt: skip
def test_what_a_skill_does_not_roll_again(shown: Judged, not_on: bool, reason: str) -> None:
    usable = of_skill(CONTENT, "again" if not_on else "twice", 1)
    assert why_no_reroll(usable, Judge(9, 7, 2), shown) == reason
    assert why_no_reroll(usable, None, None) == ""
    assert why_no_reroll(usable, Judge(9, 7, 2, seven=True), shown) == "no_dice"


@pytest.mark.rule("NW3-SKILL-50")
def test_what_may_not_be_rolled_again_is_barred() -> None:
    world = duel(["again", "after_judge_hit"], ghoul={"eva": 50})
    done = hit(world, (1, 1, 2, 1), {"use.after_judge": "pass"})
    question = done.question("use.after_judge")
    assert [option.value for option in question.options] == ["after_judge_hit", "pass"]
    assert question.barred == {"again": "reroll_on_cf"}
    assert who(world, "anna").used == {}


@pytest.mark.rule("NW3-SKILL-50")
def test_d13_modifiers_stay_and_so_do_raise_dice() -> None:
    world = duel(["boost", "again"], anna={"eva": 5, "prana": 1}, ghoul={"pacc": 8}, acting="ghoul")
    answers = {"use.before_judge": "boost", "raise_result": "raise", "use.after_judge": "again"}
    done = hit(world, (6, 2, 2, 3, 4, 2, 5, 1), answers, by="ghoul", at="anna")
    assert results(done, "dodge") == [9 + 5 + 6, 9 + 6 + 6]
    assert aimed_at(done, "attack.misses") == ["Anna"]
    assert who(world, "anna").prana == 0


@pytest.mark.rule("NW3-SKILL-50")
@pytest.mark.parametrize(
    ("block", "owner", "faces", "hits"), [("best", "ben", (3, 3), True), ("worst", "imp", (1, 2), False)]
)
def test_after_the_comparison_it_is_made_again_with_the_other_sides_old_dice(
    block: str, owner: str, faces: Sequence[int], hits: bool
) -> None:
    ben, imp = (
        fighter("ben", "wizards", *(["best"] if owner == "ben" else [])),
        foe("imp", *(["worst"] if owner == "imp" else [])),
    )
    world = face_off(ben, imp, anna={"pacc": 9}, ghoul={"eva": 9}, content=CONTENT)
    first = (2, 3) if hits else (5, 4)
    done = hit(world, (*first, *faces, 2, 4, *(NOTHING if hits else ())), {"use.after_judge": [block, "pass"]})
    assert results(done, "hit") == [9 + sum(first), 9 + sum(faces)]
    assert (aimed_at(done) == ["Ghoul"]) is hits


@pytest.mark.rule("NW3-SKILL-50")
@pytest.mark.parametrize(
    ("block", "faces", "kept"),
    [("best", (1, 2), 14), ("best", (2, 3), 14), ("best", (3, 3), 15), ("worst", (3, 3), 14), ("worst", (1, 2), 12)],
)
def test_best_and_worst_compare_results(block: str, faces: Sequence[int], kept: int) -> None:
    owner = fighter("ben", "wizards", block) if block == "best" else foe("imp", block)
    world = face_off(owner, fighter("dora"), foe("orc"), anna={"pacc": 9}, ghoul={"eva": 50}, content=CONTENT)
    done = hit(world, (2, 3, *faces, 2, 1), {"use.after_judge": [block, "pass"]})
    assert results(done, "hit") == [14, kept]


@pytest.mark.rule("NW3-SKILL-50", "NW3-SKILL-19")
@pytest.mark.parametrize(("check", "expected"), [((5, 4), [14, 12]), ((1, 2), [14])])
def test_a_failed_check_rolls_nothing_again(check: Sequence[int], expected: list[int]) -> None:
    faces = (2, 3, *check, *((1, 2) if len(expected) > 1 else ()))
    _, done = rolled_again("shaky", faces, attributes={"spirit": 5})
    assert results(done, "hit") == expected


@pytest.mark.rule("NW3-SKILL-50")
def test_a_reroll_of_another_judge_leaves_these_dice() -> None:
    _, done = rolled_again("dodge_only", (2, 3))
    assert results(done, "hit") == [14]


@pytest.mark.rule("NW3-SKILL-50", "NW3-PRANA-02")
@pytest.mark.parametrize(
    ("answers", "faces", "left"),
    [
        (["reroll", "pass", "pass"], (2, 2, 2, 3, 1, 3), 3 - 1),
        (["pass", "reroll", "pass"], (2, 3, 2, 2, 1, 3), 3 - 1),
        (["reroll", "reroll", "pass", "reroll", "pass"], (2, 2, 2, 1, 2, 3, 2, 2, 1, 3), 0),
    ],
)
def test_prana_before_and_after_a_skills_reroll_is_paid_once(
    answers: list[str], faces: Sequence[int], left: int
) -> None:
    world = duel(["again"], anna={"pacc": 9, "prana": 3}, ghoul={"eva": 50}, prompts="always")
    given: Mapping[str, Any] = {"use.after_judge": "again", "dice_window": answers}
    done = hit(world, (*faces, 2, 1), given)
    assert who(world, "anna").prana == left
    assert len([one for one in rolled(done) if one[1] == "hit"]) == len(faces) // 2
    assert done.questions.count("dice_window") == len(answers) - (left == 0)


@pytest.mark.rule("NW3-SKILL-50", "NW3-ATTACK-07")
def test_the_dice_of_the_damage_roll_can_be_rolled_again() -> None:
    world = duel(["again"], ["again"], anna={"pacc": 9, "patk": 10})
    answers = {"use.after_judge anna": ["pass", "again"], "use.after_judge ghoul": ["pass", "again"]}
    done = hit(world, (5, 4, 2, 1, 2, 3, 5, 4, 5, 3, 1, 2), answers)
    assert (results(done, "patk"), results(done, "pdef")) == ([15, 18], [9, 3])
    assert who(world, "ghoul").hp == 30 - 15


@pytest.mark.rule("NW3-SKILL-50", "NW3-SKILL-35")
@pytest.mark.parametrize(("die", "expected"), [(2, [14, 12]), (3, [14])])
def test_without_the_cost_nothing_is_rolled_again(die: int, expected: list[int]) -> None:
    faces = (2, 3, die, *((1, 2) if len(expected) > 1 else ()))
    _, done = rolled_again("chancy", faces, mp=2)
    assert results(done, "hit") == expected


@pytest.mark.rule("NW3-SKILL-50", "NW3-PRANA-02")
def test_a_dodge_that_is_rolled_again_counts_and_its_prana_is_paid() -> None:
    world = duel(["again"], anna={"eva": 9, "prana": 2}, ghoul={"pacc": 12}, acting="ghoul")
    answers = {"dice_window": ["pass", "reroll", "pass"], "raise_result": "pass", "use.after_judge": ["again", "pass"]}
    faces = (6, 3, 2, 2, 1, 2, 6, 4, 1, 2, 6, 2)  # 21 against 13, then 12, then 19
    done = hit(world, faces, answers, by="ghoul", at="anna")
    assert (results(done, "hit"), results(done, "dodge")) == ([21], [13, 19])
    assert who(world, "anna").prana == 1


@pytest.mark.rule("NW3-SKILL-50", "NW3-ATTACK-06")
def test_it_may_turn_a_hit_into_a_miss() -> None:
    world = duel(["again"], anna={"eva": 9}, ghoul={"pacc": 9}, acting="ghoul")
    done = hit(world, (6, 3, 2, 2, 6, 4), {"use.after_judge": "again"}, by="ghoul", at="anna")
    assert (results(done, "dodge"), aimed_at(done, "attack.misses")) == ([13, 19], ["Anna"])


@pytest.mark.rule("NW3-SKILL-25", "NW3-SKILL-50")
@pytest.mark.parametrize(("block", "asked"), [("best", False), ("worst", True), ("anyone", True)])
def test_whose_dice_an_enemy_rolls_again(block: str, asked: bool) -> None:
    world = face_off(foe("imp", block), fighter("ben"), anna={"pacc": 9}, ghoul={"eva": 50}, content=CONTENT)
    done = hit(world, (5, 4, 2, 1))
    assert ("imp" in [one.to for one in done.asked if one.facts["why"] == "judge.hit"]) is asked
