"""Open points: figures that were lost in print, the formula of rest, Post-Action, and two words for one state."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from nw3_attacks import pack, several
from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, who
from nw3_judge_helpers import house, play
from nw3_people import wizard
from nw3_scenes import REFEREE, table
from nw3_scenes import do as command
from rulewright.engine.packs import BadPack
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.dice.judges import Judge
from rulewright.games.nw3.dice.rolling import judge
from rulewright.games.nw3.episodes.rest import Rest
from rulewright.games.nw3.episodes.scenes import CloseScene
from rulewright.games.nw3.game import game
from rulewright.games.nw3.records.tables import CLASSES, DIFFICULTIES, LEVELS, numbers
from rulewright.games.nw3.records.vocabulary import Timing
from rulewright.games.nw3.state import Nw3World
from rulewright.games.nw3.wizards import derived
from rulewright.games.nw3.wizards.conditions import under_condition
from rulewright.games.nw3.wizards.preserving import xp_for

FALLEN = 'restrict = [{ kind = "condition", any_of = [{ condition = "incapacitated" }] }]'
CONTENT = pack(
    several("encore", "major_action", 'kind = "extra_action", action = "major"'),
    several("finale", "major_action"),
    several("last_word", "incapacitated", lines=[FALLEN]),
)

# ---------------------------------------------------------------- figures that were lost in print


@pytest.mark.rule("NW3-OPEN-06")
def test_pacc_of_the_first_twelve_classes_makes_up_six() -> None:
    rows = list(CLASSES.values())[:12]
    assert (rows[0].id, rows[-1].id) == ("idol", "summoner")
    assert [row.combat["pacc"] for row in rows] == [
        6 - sum(number for stat, number in row.combat.items() if stat != "pacc") for row in rows
    ]
    assert {row.combat["pacc"] for row in rows} == {0, 1, 2}


@pytest.mark.rule("NW3-OPEN-32")
def test_digits_that_were_restored() -> None:
    hard, figures = DIFFICULTIES["hard"], numbers()
    assert (hard.min, hard.max) == (16, 20)
    assert (DIFFICULTIES["challenging"].max, DIFFICULTIES["expert"].min) == (15, 21)
    assert [cl for cl, row in LEVELS.items() if (row.group1_total, row.group1_max_per_stat) == (3, 2)] == [6]
    assert figures.checks.fortress_appearance_base + 3 * figures.checks.fortress_appearance_per_gate == 14
    assert xp_for(800_000 + 150_000) == 5
    assert (figures.cf.gm_critical, figures.cf.gm_fumble) == (10, 5)
    assert game.rulebook().terms["valco"].term == "Valco"


@pytest.mark.rule("NW3-OPEN-32")
@pytest.mark.parametrize(("use", "total"), [("fudge_up", 6), ("fudge_down", 4)])
def test_a_five_is_fudged_to_four_or_six(use: str, total: int) -> None:
    outcome = play(judge(Judge(0, 12, 2, "normal", 99, prana=1), house()), (3, 2), {"dice_window": use})
    assert outcome.result == total


@pytest.mark.rule("NW3-OPEN-32")
def test_the_example_of_levels() -> None:
    assert derived.class_growth(("ninja", "broomman"))[0] == 6
    assert wizard(cl=3).mind == 28


@pytest.mark.rule("NW3-OPEN-34")
def test_body_and_mind_of_the_onmyouji() -> None:
    row = CLASSES["onmyouji"]
    assert (row.body, row.mind) == (4, 1)
    assert derived.class_growth(("onmyouji", "magus")) == (4 + 1, 1 + 4)


# ---------------------------------------------------------------- rest


def resting(**options: Any) -> Nw3World:
    """A Scene with Ben alone; Anna (Strength 7, Knowledge 11), who is not in it, has 1 of HP and MP and no Prana."""
    anna = wizard("anna", hp=1, mp=1, prana=0, present=False)
    anna.attributes.strength, anna.attributes.knowledge = 7, 11
    return table(anna, wizard("ben"), scene="Roof", **options)


def gained(world: Nw3World) -> tuple[int, int]:
    anna = world.state.characters["anna"]
    return anna.hp - 1, anna.mp - 1


@pytest.mark.rule("OP-C20")
@pytest.mark.parametrize(("operator", "hp", "mp"), [("minus", 7 - 5, 3), ("divide", 7 // 5, 11 // 5)])
def test_the_operator_in_the_formula_of_a_tense_rest(operator: str, hp: int, mp: int) -> None:
    world = resting(natural_recovery_operator=operator)
    command(world, CloseScene("none"))
    command(world, Rest("tense", ("anna",)), REFEREE, (2, 2, 2, 2))
    assert gained(world) == (4 + hp, 4 + mp)


@pytest.mark.rule("OP-C23")
@pytest.mark.parametrize(
    ("how", "faces", "expected"),
    [
        ("formula_capped", (2, 2, 2, 2), (4 + 2, 4 + 3)),
        ("fixed_zero", (2, 2, 2, 2), (4, 4)),
        ("full", (), (26, 19)),
        ("off", (), (0, 0)),
    ],
)
def test_recovery_for_missing_a_scene(how: str, faces: tuple[int, ...], expected: tuple[int, int]) -> None:
    world = resting(natural_recovery=how)
    command(world, CloseScene(), REFEREE, faces)
    assert gained(world) == expected


# ---------------------------------------------------------------- Post-Action, and being down


@pytest.mark.rule("OP-C24")
def test_the_end_of_the_main_process_makes_post_action_and_no_major_action_by_itself() -> None:
    anna = fighter("anna", "wizards", "encore", "finale", count=9)
    world = battle_world(anna, foe(count=5), fighter("ben", count=3), content=CONTENT)
    do(world, UseBlock("anna", "encore"))  # a Major Action that grants another one
    assert (anna.pre_action, anna.count, battle_of(world).acting) == (True, 9, "anna")
    seen: list[tuple[str, bool, int]] = []
    do(world, UseBlock("anna", "finale"), watch=lambda event: seen.append((event.key, anna.pre_action, anna.count)))
    assert ("use.declared", True, 9) in seen
    assert (anna.pre_action, anna.count, battle_of(world).acting) == (False, 0, "ghoul")


@pytest.mark.rule("OP-C24")
def test_without_a_major_action_the_end_of_the_main_process_does_the_same() -> None:
    anna = fighter("anna", count=9)
    world = battle_world(anna, foe(count=5), content=CONTENT)
    do(world, EndMainProcess("anna"))
    assert (anna.pre_action, anna.count) == (False, 0)


@pytest.mark.rule("OP-C25")
def test_downed_is_incapacitated() -> None:
    world = battle_world(fighter("anna", "wizards", "last_word"), foe(), fighter("ben"), acting="ben", content=CONTENT)
    anna = who(world, "anna")
    assert not under_condition(CONTENT, anna, "incapacitated")
    refused(world, UseBlock("anna", "last_word"), "wrong_timing")
    anna.hp = 0
    assert under_condition(CONTENT, anna, "incapacitated")
    do(world, UseBlock("anna", "last_word"))
    assert "Downed" in game.rulebook().terms["incapacitated"].meaning
    assert not [timing for timing in get_args(Timing) if "down" in timing]
    with pytest.raises(BadPack):
        pack(several("last_word", "downed"))
