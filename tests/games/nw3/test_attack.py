"""NW3-ATTACK-01 to -06, -17 and -18: declaring an attack, the Hit Check, Dodge Checks, and who is hit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_attacks import NOTHING, SURE, aimed_at, face_off, hit, pack, results, rolled, striking
from nw3_battle import battle_of, battle_world, do, fighter, flagged, foe, refused, seat, who
from rulewright.games.nw3.attacks import Attack, with_weapon
from rulewright.games.nw3.casting import UseBlock, elements_of
from rulewright.games.nw3.effects import Attack as AttackEffect
from rulewright.games.nw3.state import Carried, Nw3World, Sheet
from rulewright.games.nw3.usable import of_skill
from rulewright.games.nw3.weapons import BARE_HANDS, weapon_of

FOE = """
[[foe]]
id = "toad"
name = "Toad"
kind = "enemy"
element_first = "water"
stats = { pacc = 9, macc = 9, eva = 9, spd = 9, patk = 5, matk = 5, pdef = 5, mdef = 5 }
body = 20
attacks = [
  { id = "bite", name = "Bite", bonus = 4, status = "poison", rating = 2 },
  { id = "spit", name = "Spit", attack = "magical", range = "short", element = "dark" },
  { id = "croak", name = "Croak", damage = "magical" },
]
"""
SKILLS = (
    striking("wave", target="area", range="short"),
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
CONTENT = pack(*SKILLS, FOE)
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
    world = face_off(anna={"items": SWORD, "elements": ("wind", "light")}, ghoul={"foe": "toad"}, content=CONTENT)
    anna, ghoul = who(world, "anna"), who(world, "ghoul")
    found = {}
    for character, id in ((anna, "sword.1"), (anna, ""), (ghoul, "bite"), (ghoul, "spit"), (ghoul, "croak")):
        made = with_weapon(world, weapon_of(world, character, id), character, [anna], seven=False)
        found[id] = (made.hit_stat, made.damage_stat, made.damage_kind, made.damage_bonus, made.elements, made.statuses)
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
    assert elements_of(anna, of_skill(CONTENT, skill, 1), strike) == elements


# ---------------------------------------------------------------- declaring


@pytest.mark.rule("NW3-ATTACK-03")
def test_who_cannot_be_attacked() -> None:
    gone = foe("gone", retreated=True, engage="e")
    ghost = flagged(foe("ghost", engage="e"), "hidden")
    world = face_off(
        gone,
        ghost,
        foe("imp"),
        foe("stump", dead=True),
        foe("shade", hidden=True, engage="e"),
        fighter("carl", present=False),
    )
    refused(world, Attack("anna", ("imp",)), "out_of_range")
    for id in ("ghost", "shade"):
        assert refused(world, Attack("anna", (id,)), "cannot_see_target").facts == {"target": id}  # not its name
    for id in ("gone", "stump"):
        refused(world, Attack("anna", (id,)), "not_in_scene")
    refused(world, Attack("anna", ("nobody",)), "unknown_character")
    refused(world, Attack("anna", ("ghoul", "imp")), "too_many_targets")
    refused(world, Attack("anna", ("ghoul",), "sword.9"), "not_owned")
    refused(world, Attack("ghoul", ("anna",)), "not_your_main_process")
    refused(world, Attack("anna", ("ghoul",)), "not_your_character", seat=seat("ben"))
    assert battle_of(world).spent == []


@pytest.mark.rule("NW3-ATTACK-03")
@pytest.mark.parametrize("asking", [True, False])
def test_the_referee_may_refuse_an_attack(asking: bool) -> None:
    world = face_off(ghoul={"eva": 20}, gm_confirms_targets=asking)
    if asking:
        refused(world, Attack("anna", ("ghoul",)), "referee_refused", {"confirm_target": "no"})
    done = hit(world, (6, 2, 1, 1), {"confirm_target": "yes"} if asking else {})
    assert [one.to for one in done.asked] == (["referee"] if asking else [])


@pytest.mark.rule("NW3-ATTACK-03", "NW3-SKILL-32")
def test_a_friend_may_be_a_target_and_with_the_referees_consent_oneself() -> None:
    world = face_off(fighter("ben", engage="e", eva=9, pdef=9), foe("imp"), anna={"pacc": 9, "patk": 9})
    assert hit(world, (6, 2, 1, 2, 6, 2, 1, 2), at="ben").log.count("confirm_target") == 0
    assert who(world, "ben").hp == 30 - 5
    world = face_off(anna={"pacc": 9, "patk": 9, "eva": 3, "pdef": 3})
    refused(world, Attack("anna", ("anna",)), "referee_refused")
    hit(world, (6, 2, 1, 2, 6, 2, 1, 2), {"confirm_target": "yes"}, at="anna")
    assert who(world, "anna").hp == 30 - 11


@pytest.mark.rule("NW3-ATTACK-03", "NW3-STATUS-03")
@pytest.mark.parametrize(
    ("blocked", "weapon", "reason"), [(True, "sword.1", "pressure"), (True, "", ""), (False, "sword.1", "")]
)
def test_pressure_leaves_plain_attacks_unless_the_option_takes_weapons_away(
    blocked: bool, weapon: str, reason: str
) -> None:
    world = face_off(
        anna={"items": SWORD, "statuses": {"pressure": 0}}, ghoul={"eva": 30}, pressure_blocks_weapons=blocked
    )  # OP-C15
    if reason:
        refused(world, Attack("anna", ("ghoul",), weapon), reason)
    else:
        assert aimed_at(hit(world, (6, 2, 1, 1), weapon=weapon), "attack.misses") == ["Ghoul"]


@pytest.mark.rule("NW3-ATTACK-04")
@pytest.mark.parametrize(("rule", "answers"), [("always", {}), ("ask_gm", {"allow_any_seven": "yes"})])
def test_a_hit_check_may_take_seven(rule: str, answers: dict[str, str]) -> None:
    world = face_off(anna={"pacc": 9}, ghoul={"eva": 30}, any_seven_players=rule)
    done = do(world, Attack("anna", ("ghoul",), "", seven=True), (1, 1), answers)
    assert results(done, "hit") == [16]
    world = face_off(any_seven_players="never" if rule == "always" else rule)
    refused(world, Attack("anna", ("ghoul",), "", seven=True), "any_seven_not_allowed")


@pytest.mark.rule("NW3-ATTACK-17")
def test_only_the_patk_of_the_weapon_in_use_counts() -> None:
    things = [*SWORD, Carried("short_sword.2", "short_sword", "equipped")]
    for weapon, result in (("sword.1", 3 + 5 + 8), ("short_sword.2", 3 + 4 + 8), ("", 3 + 8)):
        world = face_off(anna={"patk": 3, "items": list(things)}, ghoul={"pdef": 20})
        assert results(hit(world, (*SURE, 6, 2, 1, 1), weapon=weapon), "patk") == [result]


# ---------------------------------------------------------------- after an attack


@pytest.mark.rule("NW3-ATTACK-03")
def test_an_attack_ends_the_main_process() -> None:
    world: Nw3World = face_off(ghoul={"eva": 30})
    hit(world, (6, 2, 1, 1))
    assert (battle_of(world).acting, who(world, "anna").count) == ("ghoul", 0)
    refused(world, Attack("anna", ("ghoul",)), "not_your_main_process")


@pytest.mark.rule("NW3-ATTACK-03")
def test_bare_hands_have_a_name_and_no_more() -> None:
    assert (BARE_HANDS.name, BARE_HANDS.bonus, BARE_HANDS.range, BARE_HANDS.item) == (
        "weapon.bare_hands",
        0,
        "close",
        None,
    )
    told: Any = hit(face_off(ghoul={"eva": 30}), (6, 2, 1, 1)).event("attack.declared").facts
    assert told == {"name": "Anna", "weapon": "weapon.bare_hands", "targets": "Ghoul"}
