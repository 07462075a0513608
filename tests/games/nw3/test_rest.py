"""NW3-EPISODE-16 and NW3-RECOVER-06 to -08: Natural Recovery at the end of a Scene, and rest."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_people import enemy, wizard
from nw3_scenes import ANNA, REFEREE, do, fighting, refused, table
from rulewright.games.nw3.episodes.rest import Rest
from rulewright.games.nw3.episodes.scenes import CloseScene
from rulewright.games.nw3.state import Nw3World


def resting(**options: Any) -> Nw3World:
    """A Scene with Ben alone; Anna (Strength 8, Knowledge 5) has 10 of 27 HP and 4 of 20 MP, and no Prana."""
    anna = wizard("anna", hp=10, mp=4, prana=0, present=False)
    return table(anna, wizard("ben"), scene="Roof", **options)


def pools(world: Nw3World, id: str = "anna") -> tuple[int, int]:
    character = world.state.characters[id]
    return character.hp, character.mp


@pytest.mark.rule("NW3-EPISODE-16", "NW3-RECOVER-08")
def test_e8_e9_who_did_not_appear_makes_two_recovery_judges() -> None:
    world = resting()
    done = do(world, CloseScene(), REFEREE, (2, 3, 2, 3))
    assert pools(world) == (10 + 3 + 5, 4 + 0 + 5)
    assert [(roll.who, roll.why) for roll, _ in done.rolls] == [("anna", "recovery_hp"), ("anna", "recovery_mp")]
    assert [(one.key, one.to, one.default) for one in done.asked] == [("natural_recovery_judges", "anna", "both")]
    assert (done.asked[0].facts["hp"], done.asked[0].facts["mp"]) == (3, 0)
    assert pools(world, "ben") == (27, 20)


@pytest.mark.rule("NW3-EPISODE-16", "NW3-RECOVER-07", "NW3-RECOVER-08")
@pytest.mark.parametrize(
    ("operator", "strength", "knowledge", "powers"),
    [
        ("minus", 8, 5, (3, 0)), ("minus", 4, 3, (-1, -2)), ("minus", 12, 7, (3, 2)),
        ("divide", 8, 4, (1, 0)), ("divide", 15, 20, (3, 3)),
    ],
)  # fmt: skip
def test_the_power_follows_the_attribute_up_to_three(
    operator: str, strength: int, knowledge: int, powers: tuple[int, int]
) -> None:
    world = resting(natural_recovery_operator=operator)
    anna = world.state.characters["anna"]
    anna.attributes.strength, anna.attributes.knowledge = strength, knowledge
    do(world, CloseScene(), REFEREE, (2, 3, 2, 3))
    assert pools(world) == (15 + powers[0], 9 + powers[1])


@pytest.mark.rule("NW3-EPISODE-16", "NW3-OPEN-29", "NW3-RECOVER-08")
@pytest.mark.parametrize(
    ("option", "faces", "expected"),
    [
        ("formula_capped", (2, 3, 2, 3), (18, 9)),
        ("fixed_zero", (2, 3, 2, 3), (15, 9)),
        ("full", (), (27, 20)),
        ("off", (), (10, 4)),
    ],
)
def test_the_option_says_how_they_recover(option: str, faces: tuple[int, ...], expected: tuple[int, int]) -> None:
    world = resting(natural_recovery=option)
    do(world, CloseScene(), REFEREE, faces)
    assert pools(world) == expected


@pytest.mark.rule("NW3-EPISODE-16", "NW3-RECOVER-06")
@pytest.mark.parametrize("option", ["formula_capped", "fixed_zero", "full", "off"])
@pytest.mark.parametrize(
    ("mode", "faces", "expected"), [("full", (), (27, 20)), ("none", (), (10, 4)), ("judges", (2, 3, 2, 3), (18, 9))]
)
def test_the_referee_may_choose_otherwise(
    option: str, mode: Any, faces: tuple[int, ...], expected: tuple[int, int]
) -> None:
    world = resting(natural_recovery=option)
    do(world, CloseScene(mode), REFEREE, faces)
    assert pools(world) == ((15, 9) if (option, mode) == ("fixed_zero", "judges") else expected)


@pytest.mark.rule("NW3-RECOVER-08", "NW3-EPISODE-16")
@pytest.mark.parametrize(
    ("answer", "faces", "expected"),
    [("both", (2, 3, 2, 3), (18, 9)), ("hp", (2, 3), (18, 4)), ("mp", (2, 3), (10, 9)), ("none", (), (10, 4))],
)
def test_each_judge_is_the_players_choice(answer: str, faces: tuple[int, ...], expected: tuple[int, int]) -> None:
    world = resting()
    do(world, CloseScene(), REFEREE, faces, {"natural_recovery_judges": answer})
    assert pools(world) == expected


@pytest.mark.rule("NW3-EPISODE-16", "NW3-RECOVER-03", "NW3-PRANA-09")
def test_a_fumble_costs_points_and_may_be_avoided_as_in_the_scene() -> None:
    world = resting()
    anna = world.state.characters["anna"]
    anna.hp = 7
    do(world, CloseScene(), REFEREE, (1, 1, 1, 1))  # 3 - 10 and 0 - 10
    assert pools(world) == (0, 0)
    world = resting()
    anna = world.state.characters["anna"]
    anna.hp, anna.prana = 7, 2
    answers = {"natural_recovery_judges": "hp", "avoid_incapacitated": "spend"}
    do(world, CloseScene(), REFEREE, (1, 1), answers)
    assert (anna.hp, anna.prana, anna.avoided) == (1, 0, True)


@pytest.mark.rule("NW3-EPISODE-16")
def test_only_living_pcs_that_did_not_appear_recover() -> None:
    npc = enemy("kei", kind="npc", side="wizards", present=False)
    npc.hp = 1
    world = table(wizard("anna", hp=1), wizard("ben", hp=1, present=False), npc, scene="Roof")
    world.state.characters["ben"].dead = True
    do(world, CloseScene("full"))
    assert [one.hp for one in world.state.characters.values()] == [1, 1, 1]
    world = table(wizard("anna", hp=1), scene="Roof")
    world.state.characters["anna"].retreated = True
    do(world, CloseScene("full"))
    assert pools(world)[0] == 1  # she appeared, and retreated


# ---------------------------------------------------------------- rest


@pytest.mark.rule("NW3-RECOVER-06")
def test_enough_rest_fills_hp_and_mp_and_no_prana() -> None:
    world = resting()
    do(world, Rest())
    assert pools(world) == (27, 20)
    assert world.state.characters["anna"].prana == 0
    assert refused(world, Rest(), ANNA) == "not_referee"


@pytest.mark.rule("NW3-RECOVER-07")
@pytest.mark.parametrize("option", ["formula_capped", "fixed_zero", "full", "off"])
def test_a_tense_rest_goes_by_the_formula(option: str) -> None:
    world = resting(natural_recovery=option)
    done = do(world, Rest("tense", ("anna",)), REFEREE, (2, 3, 2, 3))
    assert pools(world) == (18, 9)
    assert done.questions == ["natural_recovery_judges"]
    everybody = do(resting(), Rest("tense"), REFEREE, (2, 3, 2, 3, 2, 3, 2, 3))
    assert [one.to for one in everybody.asked if one.key == "natural_recovery_judges"] == ["anna", "ben"]


@pytest.mark.rule("NW3-RECOVER-06", "NW3-HP-10")
def test_nobody_rests_in_a_battle_or_when_dead() -> None:
    world = resting()
    assert refused(world, Rest("enough", ("zoe",))) == "unknown_character"
    world.state.characters["anna"].dead = True
    assert refused(world, Rest("enough", ("anna",))) == "dead"
    do(world, Rest())
    assert pools(world) == (10, 4)
    fighting(world)
    assert refused(world, Rest()) == "in_combat"
