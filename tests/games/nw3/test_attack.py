"""NW3-ATTACK-01, -02, -04 to -06 and -17: kinds of attack, the Hit Check, Dodge Checks, and who is hit."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nw3_attacks import NOTHING, SURE, aimed_at, face_off, hit, pack, results, rolled, striking
from nw3_battle import battle_world, do, fighter, foe, who
from rulewright.games.nw3.battles.attacks import with_weapon
from rulewright.games.nw3.battles.casting import UseBlock, elements_of
from rulewright.games.nw3.battles.usable import of_skill
from rulewright.games.nw3.battles.weapons import weapon_of
from rulewright.games.nw3.records.effects import Attack as AttackEffect
from rulewright.games.nw3.state import Carried, Sheet

FOE = """
[[enemy]]
id = "toad"
name = "Toad"
category = "enemy"
awareness = 3
element = "water"
stats = { pacc = 9, macc = 9, eva = 9, spd = 9, patk = 5, matk = 5, pdef = 5, mdef = 5 }
hp = 20
attacks = [
  { id = "bite", name = "Bite", bonus = 4, status = "poison", rating = 2 },
  { id = "spit", name = "Spit", attack = "magical", range = "short", element = "dark" },
  { id = "croak", name = "Croak", damage = "magical" },
]
"""
SKILLS = (
    striking("quake", target="area"),
    striking("aimed", fields="hit_bonus = 3"),
    striking("three", target="count", range="scene").replace('kind = "count"', 'kind = "count", n = 3'),
    striking("moon_cut", damage="magical", fields='element = "dark"'),
    striking("bolt", kind="magical", range="scene", lines=['categories = ["spell"]']),
    striking("fist_of_earth", damage="physical", kind="magical"),
    *(
        striking(id, kind="magical", lines=['categories = ["spell"]', f"elements = {elements}"])
        for id, elements in (
            ("flare", '["fire", "light"]'),
            ("echo", '"second"'),
            ("wish", '"pick"'),
            ("gift", '"first"'),
        )
    ),
)
CONTENT = pack(
    *SKILLS,
    FOE,
)


SWORD = [Carried("sword.1", "sword", "equipped")]


# ---------------------------------------------------------------- worked examples: Hit Check and Dodge Check


@pytest.mark.rule("NW3-ATTACK-04", "NW3-ATTACK-05", "NW3-ATTACK-06")
@pytest.mark.parametrize(
    ("pacc", "eva", "faces", "expected", "hits"),
    [
        (11, 9, (4, 2, 5, 3), (17, 17), True),
        (11, 10, (4, 2, 5, 3), (17, 18), False),
        (11, 9, (5, 2, 6, 3, 6, 4, 6, 5), (30, 30), True),  # Criticals of both sides
        (11, 9, (1, 1, 4, 1), (1, 0), True),  # Fumbles of both sides
        (8, 9, (1, 1, 4, 1), (0, 0), True),
        (1, 30, (5, 2, 1, 2, 1, 2), (14, 33), False),  # a Critical alone does not hit
    ],
)
def test_the_attack_hits_with_the_dodge_result_or_more(
    pacc: int, eva: int, faces: Sequence[int], expected: tuple[int, int], hits: bool
) -> None:
    world = face_off(anna={"pacc": pacc}, ghoul={"eva": eva})
    done = hit(world, (*faces, *(NOTHING if hits else ())))
    assert (*results(done, "hit"), *results(done, "dodge")) == expected
    assert aimed_at(done, "attack.hits" if hits else "attack.misses") == ["Ghoul"]
    after = [("anna", "patk"), ("ghoul", "pdef")] if hits else []
    assert rolled(done)[-2 if hits else len(rolled(done)) :] == after  # no damage roll after a miss
    assert who(world, "ghoul").hp == 30


@pytest.mark.rule("NW3-ATTACK-04", "NW3-ATTACK-05", "NW3-ATTACK-07")
def test_several_defenders_face_one_hit_check_and_one_damage_roll() -> None:
    foes = [foe(id, eva=eva, pdef=9) for id, eva in (("x", 10), ("y", 12), ("z", 13))]
    anna = fighter("anna", "wizards", "three", pacc=12, patk=10)
    world = battle_world(anna, *foes, content=CONTENT)
    faces = (4, 4, *(4, 4) * 3, 6, 2, 1, 2, 1, 1)
    done = do(world, UseBlock("anna", "three", ("x", "y", "z")), faces)
    assert results(done, "hit") == [20]
    assert results(done, "dodge") == [18, 20, 21]
    assert (aimed_at(done), aimed_at(done, "attack.misses")) == (["X", "Y"], ["Z"])
    assert rolled(done)[-3:] == [("anna", "patk"), ("x", "pdef"), ("y", "pdef")]
    assert [who(world, id).hp for id in "xyz"] == [30 - 6, 30 - 7, 30]


@pytest.mark.rule("NW3-ATTACK-05")
def test_a_defender_may_waive_the_dodge_check() -> None:
    world = face_off(ghoul={"eva": 50, "pdef": 1}, prompts="always")
    done = hit(world, (6, 2, *NOTHING), {"reaction": "waive"})
    assert results(done, "dodge") == []
    assert aimed_at(done) == ["Ghoul"]
    question = done.question("reaction")
    assert (question.to, question.default, question.matters) == ("ghoul", "dodge", False)


@pytest.mark.rule("NW3-ATTACK-05")
def test_the_referee_may_dodge_with_seven_and_players_only_if_that_is_always_allowed() -> None:
    world = face_off(ghoul={"eva": 9}, prompts="always")
    assert results(hit(world, (6, 2, 5, 1), {"reaction": "dodge"}), "dodge") == [9 + 6]
    world = face_off(ghoul={"eva": 9}, prompts="always")
    assert results(hit(world, (6, 2), {"reaction": "seven"}), "dodge") == [16]
    for rule, options in (("ask_gm", ["dodge", "waive"]), ("always", ["dodge", "seven", "waive"])):
        world = face_off(anna={"eva": 20}, prompts="always", any_seven_players=rule, acting="ghoul")
        done = hit(world, (1, 2, 1, 2), by="ghoul", at="anna")
        assert [option.value for option in done.question("reaction").options] == options


@pytest.mark.rule("NW3-ATTACK-06", "NW3-PRANA-04")
def test_prana_may_turn_a_miss_into_a_hit() -> None:
    world = face_off(anna={"pacc": 9, "prana": 1}, ghoul={"eva": 20})
    done = hit(world, (6, 2, 2, 1, 5, 2, *NOTHING), {"raise_result": "raise"})  # 17 against 23, then 24
    assert (aimed_at(done), who(world, "anna").prana) == (["Ghoul"], 0)


@pytest.mark.rule("NW3-ATTACK-04", "NW3-ATTACK-05", "NW3-PRANA-02")
def test_of_an_attack_on_oneself_too_the_hit_check_has_the_prana() -> None:
    anna = fighter("anna", "wizards", "quake", engage="e", pacc=9, eva=30, prana=2)
    world = battle_world(anna, foe(engage="e", eva=40), content=CONTENT, prompts="always")
    done = do(world, UseBlock("anna", "quake", ("ghoul",)), (6, 2, 6, 2, 2, 1), {"raise_result": "pass"})
    assert [one.facts["why"] for one in done.asked if one.key == "dice_window"] == ["judge.hit"]


@pytest.mark.rule("NW3-ATTACK-04")
def test_a_block_may_add_to_the_hit_check() -> None:
    world = face_off(anna={"pacc": 9}, ghoul={"eva": 50}, skills=["aimed"], content=CONTENT)
    assert results(do(world, UseBlock("anna", "aimed", ("ghoul",)), (6, 2, 1, 1)), "hit") == [9 + 3 + 8]


# ---------------------------------------------------------------- kinds of attack and of damage


@pytest.mark.rule("NW3-ATTACK-01")
@pytest.mark.parametrize(
    ("block", "stats", "defence"),
    [
        ("three", {"pacc": 9, "patk": 12}, "pdef"),
        ("moon_cut", {"pacc": 9, "patk": 12}, "mdef"),  # a Physical Attack that deals magical damage
        ("bolt", {"macc": 9, "matk": 12}, "mdef"),
        ("fist_of_earth", {"macc": 9, "matk": 12}, "pdef"),
    ],
)
def test_the_kind_fixes_the_attackers_judges_and_the_damage_the_defence(
    block: str, stats: dict[str, int], defence: str
) -> None:
    answers = {"pdef": 10, "mdef": 3} if defence == "mdef" else {"pdef": 3, "mdef": 10}
    world = face_off(anna=stats, ghoul=answers, skills=[block], content=CONTENT)
    done = do(world, UseBlock("anna", block, ("ghoul",)), (*SURE, 5, 3, 6, 2))
    kind = "matk" if "matk" in stats else "patk"
    assert (results(done, "hit"), results(done, kind), results(done, defence)) == ([17], [20], [11])
    assert rolled(done)[2:] == [("anna", kind), ("ghoul", defence)]
    assert who(world, "ghoul").hp == 30 - 9


@pytest.mark.rule("NW3-ATTACK-01", "NW3-ATTACK-02", "NW3-ATTACK-17")
def test_what_an_attack_with_a_weapon_or_a_natural_one_is_made_of() -> None:
    world = face_off(anna={"items": SWORD, "elements": ("wind", "light")}, ghoul={"record": "toad"}, content=CONTENT)
    anna, ghoul = who(world, "anna"), who(world, "ghoul")
    found = {}
    for character, id in ((anna, "sword.1"), (anna, ""), (ghoul, "bite"), (ghoul, "spit"), (ghoul, "croak")):
        made = with_weapon(world, weapon_of(world, character, id), character, [anna], seven=False)
        found[id] = (made.hit_stat, made.damage_stat, made.damage_kind, made.weapon_bonus, made.elements, made.statuses)
    assert found == {
        "sword.1": ("pacc", "patk", "physical", 5, ("wind",), []),
        "": ("pacc", "patk", "physical", 0, ("wind",), []),
        "bite": ("pacc", "patk", "physical", 4, ("void",), [("poison", 2)]),
        "spit": ("macc", "matk", "magical", 0, ("dark",), []),
        "croak": ("pacc", "patk", "magical", 0, ("void",), []),
    }


@pytest.mark.rule("NW3-ATTACK-02")
@pytest.mark.parametrize(
    ("block", "elements"),
    [
        ("bolt", ("wind",)), ("three", ("wind",)), ("flare", ("fire", "light")), ("gift", ("wind",)),
        ("echo", ("light",)), ("wish", ("earth",)), ("moon_cut", ("dark",)),
    ],
)  # fmt: skip
def test_an_attack_has_the_element_of_its_spell_or_else_the_first_of_its_user(
    block: str, elements: tuple[str, ...]
) -> None:
    sheet = Sheet(("ninja", "magus"), ("wind", "light"), "luck", picked_elements={"wish": "earth"})
    anna = fighter("anna", elements=("wind", "light"), sheet=sheet)
    skill = CONTENT.skills_by_id[block]
    strike = next(effect for effect in skill.effect if isinstance(effect, AttackEffect))
    assert elements_of(anna, of_skill(CONTENT, block, 1), strike) == elements
