"""NW3-SKILL-25, -50, -51 and -57: blocks around Judges of every kind, in battle and in Scenes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_attacks import face_off, hit, pack, results, several, window
from nw3_battle import battle_of, battle_world, do, fighter, foe, table, who
from nw3_scenes import run
from rulewright.games.nw3.battles.actions import Identify
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.initiative import roll_count
from rulewright.games.nw3.battles.movement import Withdraw
from rulewright.games.nw3.battles.recovery import recovery_judge
from rulewright.games.nw3.dice.calling import CallJudge, CallOpposed

ADD = 'kind = "modify", scope = "judge", judge = "any", amount = 3, duration = "judge"'
RESULT = 'kind = "modify", scope = "result", judge = "any", amount = 2, duration = "judge"'
AGAIN = 'kind = "reroll", judge = "any"'
SWAP = 'kind = "substitute", judge = "any", from = "{}", to = "{}", duration = "judge"'
CONTENT = pack(
    window("brace", "before_judge", "any", "self", ADD),
    window("nudge", "after_judge", "any", "self", RESULT),
    window("again", "after_judge", "any", "self", AGAIN),
    window("cheer", "before_judge", "any", "ally", ADD, target="single", range="scene"),
    window("quick_wit", "before_judge", "any", "self", SWAP.format("knowledge", "luck")),
    window("long_legs", "before_judge", "any", "self", SWAP.format("spd", "eva")),
    window("wind", "before_judge", "dodge", "self", SWAP.format("eva", "pacc")),
    window("late", "after_judge", "any", "self", SWAP.format("pacc", "macc")),
    window("stiff", "before_judge", "reaction", "self", ADD),
    window("flinch", "before_judge", "skill_check", "self", ADD),
    window("test", "before_judge", "any", "self", 'kind = "prose", text = "Hm."').replace(
        'text = "Text."', 'check = { kind = "stat", stat = "spirit" }\ntext = "Text."'
    ),
    window("doubt", "before_judge", "any", "self", 'kind = "prose", text = "Hm."').replace(
        'text = "Text."', 'check = { kind = "stat", stat = "spirit" }\ntext = "Text."'
    ),
    several("study", "minor_action", 'kind = "prose", text = "Aha."',
            lines=['check = { kind = "stat", stat = "knowledge", difficulty = 12 }']),
    several("hold", "auto_action", 'kind = "blockade", duration = "round"'),
    several("both", "auto_action", SWAP.format("pacc", "macc").replace('"judge" }', '"round" }').replace(
        'duration = "judge"', 'duration = "round"'), SWAP.format("pacc", "matk").replace(
        'duration = "judge"', 'duration = "round"')),
)  # fmt: skip


def scholar(*skills: str, **values: Any) -> Any:
    """Anna with Knowledge 5 and Luck 8, and these skills."""
    return fighter("anna", "wizards", *skills, attributes={"knowledge": 5, "luck": 8, "spirit": 4}, **values)


@pytest.mark.rule("NW3-SKILL-25", "NW3-SKILL-51", "NW3-SKILL-57")
@pytest.mark.parametrize(
    ("block", "timing", "result"),
    [("brace", "before", 5 + 6 + 3), ("nudge", "after", 5 + 6 + 2), ("quick_wit", "before", 8 + 6)],
)
def test_a_judge_in_a_scene_has_its_windows(block: str, timing: str, result: int) -> None:
    world = table(scholar(block), content=CONTENT)
    done = do(world, CallJudge("anna", "knowledge", 13), (2, 4), {f"use.{timing}_judge": block})
    assert results(done, "attribute")[-1] == result
    assert done.log[-1] == "judge.result.success"
    assert (who(world, "anna").effects, world.state.done) == ([], [])


@pytest.mark.rule("NW3-SKILL-50")
def test_dice_of_a_scene_are_rolled_again_and_success_follows() -> None:
    world = table(scholar("again"), content=CONTENT)
    done = do(world, CallJudge("anna", "knowledge", 14), (1, 2, 5, 4), {"use.after_judge": "again"})
    assert [event.key for event in done.told if event.key.startswith("judge.result")] == [
        "judge.result.failure", "judge.result", "judge.result.success",
    ]  # fmt: skip


@pytest.mark.rule("NW3-SKILL-25")
def test_an_ally_in_the_scene_may_help() -> None:
    world = table(scholar(), fighter("ben", "wizards", "cheer"), content=CONTENT)
    done = do(world, CallJudge("anna", "knowledge", 14), (2, 4), {"use.before_judge": "cheer"})
    assert done.question("use.before_judge").to == "ben"
    assert results(done, "attribute") == [14]


@pytest.mark.rule("NW3-SKILL-25")
def test_an_opposed_judge_of_a_scene() -> None:
    world = table(scholar("brace"), foe("imp", "nudge"), content=CONTENT)
    answers = {"use.before_judge": "brace", "use.after_judge": "nudge"}
    done = do(world, CallOpposed("anna", "luck", "imp", "luck"), (3, 1, 6, 5), answers)
    assert results(done, "called") == [8 + 4 + 3, 11, 13]
    assert done.event("called.winner").facts["name"] == "Anna"


@pytest.mark.rule("NW3-SKILL-25", "NW3-SKILL-51")
@pytest.mark.parametrize(("block", "expected"), [("brace", 6 + 3 + 3), ("long_legs", 6 + 6)])
def test_the_initiative_roll(block: str, expected: int) -> None:
    anna = scholar(block, spd=3, eva=6)
    world = battle_world(anna, foe(), content=CONTENT)
    done = run(world, roll_count(world, anna), (2, 4), {"use.before_judge": block})
    assert results(done, "initiative") == [expected]


@pytest.mark.rule("NW3-SKILL-25", "NW3-SKILL-57")
def test_a_recovery_judge() -> None:
    anna = scholar("nudge")
    world = battle_world(anna, foe(), content=CONTENT)
    done = run(world, recovery_judge(world, anna, "hp", 4), (3, 3), {"use.after_judge": "nudge"})
    assert results(done, "recovery_hp") == [10, 12]


@pytest.mark.rule("NW3-SKILL-25", "NW3-SKILL-19")
@pytest.mark.parametrize(("block", "timing"), [("brace", "before"), ("again", "after")])
def test_the_check_of_a_block(block: str, timing: str) -> None:
    world = battle_world(scholar("study", block), foe(), content=CONTENT)
    faces = (2, 3) if block == "brace" else (1, 2, 5, 4)
    done = do(world, UseBlock("anna", "study"), faces, {f"use.{timing}_judge": block})
    assert results(done, "skill_check")[-1] == (5 + 5 + 3 if block == "brace" else 14)
    assert "effect.prose" in done.keys


@pytest.mark.rule("NW3-SKILL-25", "NW3-SKILL-57")
def test_the_judge_to_identify_an_enemy() -> None:
    world = battle_world(scholar("brace"), foe(), content=CONTENT)
    do(world, Identify("anna", "ghoul"), (2, 2), {"use.before_judge": "brace"})
    assert who(world, "ghoul").known


@pytest.mark.rule("NW3-SKILL-25", "NW3-SKILL-57")
def test_both_judges_of_a_blockade_and_that_of_the_blockader_is_a_reaction() -> None:
    world = face_off(anna={"spd": 4}, ghoul={"spd": 4}, skills=["brace"], ghoul_skills=["stiff", "hold"],
                     content=CONTENT)  # fmt: skip
    do(world, UseBlock("ghoul", "hold"))
    answers = {"use.before_judge anna": "brace", "use.before_judge ghoul": "stiff"}
    done = do(world, Withdraw("anna"), (2, 4, 4, 4), answers)
    assert results(done, "blockade") == [4 + 6 + 3, 4 + 8 + 3]
    assert "move.held" in done.keys


@pytest.mark.rule("NW3-SKILL-51")
def test_a_dodge_check_with_another_stat() -> None:
    world = face_off(ghoul={"pacc": 9}, anna={"eva": 2, "pacc": 12}, skills=["wind"], content=CONTENT, acting="ghoul")
    done = hit(world, (3, 4, 4, 1), {"use.before_judge": "wind"}, by="ghoul", at="anna")
    assert results(done, "dodge") == [12 + 5]


@pytest.mark.rule("NW3-SKILL-51")
def test_after_a_judge_too() -> None:
    world = face_off(anna={"pacc": 3, "macc": 10}, ghoul={"eva": 50}, skills=["late"], content=CONTENT)
    done = hit(world, (5, 4, 2, 1), {"use.after_judge": "late"})
    assert results(done, "hit") == [12, 19]


@pytest.mark.rule("NW3-SKILL-51")
@pytest.mark.parametrize(("answer", "expected"), [("macc", 19), ("matk", 13), ("none", 12)])
def test_of_several_substitutes_one_is_chosen(answer: str, expected: int) -> None:
    world = face_off(anna={"pacc": 3, "macc": 10, "matk": 4}, ghoul={"eva": 50}, skills=["both"], content=CONTENT)
    do(world, UseBlock("anna", "both"))
    done = hit(world, (5, 4, 2, 1), {"substitute_choice": answer})
    assert results(done, "hit") == [expected]
    assert done.question("substitute_choice").default == "none"


@pytest.mark.rule("NW3-SKILL-17", "NW3-SKILL-25")
@pytest.mark.parametrize("fighting", [True, False])
def test_windows_within_windows_end_each_block_being_open_once(fighting: bool) -> None:
    """The bound: as many windows inside one another as there are different blocks."""
    anna = scholar("test", "doubt", "study")
    world = battle_world(anna, foe(), content=CONTENT) if fighting else table(anna, content=CONTENT)
    answers: dict[str, Sequence[str]] = {"use.before_judge": ["test", "doubt", "pass", "pass"]}
    done = do(world, UseBlock("anna", "study"), (3, 3, 4, 4, 4, 5), answers)
    assert results(done, "skill_check") == [4 + 6, 4 + 8, 5 + 9]
    assert done.questions.count("use.before_judge") == 3
    marks = battle_of(world).done if fighting else world.state.done
    assert not [one for one in marks if "study" not in one]
