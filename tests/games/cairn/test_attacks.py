"""CRN-ATTACK and CRN-RANGE through whole phases: pools, Blasts, modifiers, ammunition, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_helpers import (
    OTHER,
    PLAYER,
    Table,
    armed,
    attack,
    carry,
    do,
    fighting,
    foe,
    hireling,
    hit,
    lock,
    pc,
    refused_command,
    sizes,
    unworded,
    world,
)
from rulewright.engine.modifiers import Part
from rulewright.games.cairn.declarations import Declare
from rulewright.games.cairn.rulings import SetDistance, SetModifiers
from rulewright.games.cairn.state import Actor, Condition


def duel(weapon: str = "", **options: Any) -> tuple[Table, Actor, Actor, str]:
    """Aino with a weapon in hand, a foe that no single blow fells, and the weapon's id."""
    table = world(**options)
    aino, ogre = pc(table), foe(table, "Ogre", hp=50, STR=18, WIL=19)
    held = armed(table, aino, weapon) if weapon else ""
    fighting(table)
    return table, aino, ogre, held


# ---------------------------------------------------------------- worked examples: HP, armor, scars


@pytest.mark.rule("CRN-ATTACK-01", "CRN-ATTACK-03", "CRN-ATTACK-04")
@pytest.mark.parametrize(
    ("hp", "armor", "face", "left", "scars"),
    [(6, "", 6, 0, ["head_wound"]), (6, "gambeson", 6, 1, []), (2, "gambeson", 3, 0, ["rattling_blow"])],
)
def test_a_pc_is_scarred_by_the_hp_it_loses_to_exactly_zero(
    hp: int, armor: str, face: int, left: int, scars: list[str]
) -> None:
    table = world()
    aino, goblin = pc(table, hp=hp), foe(table, monster="goblin")
    if armor:
        carry(table, aino, armor, "worn")
    dice = {"head_wound": [3, 1, 1, 1], "rattling_blow": [1]}
    script = hit(table, goblin, aino, [face, *(dice[scars[0]] if scars else [])], weapon="knife")
    assert (aino.hp, [scar.id for scar in aino.scars]) == (left, scars)
    assert script.rolls[0][0].why == "damage"  # the first die is the damage: there is no roll to hit
    assert unworded(table, "en", "fi") == []


@pytest.mark.rule("CRN-ATTACK-04")
@pytest.mark.parametrize("kind", ["npc", "hireling"])
def test_one_who_is_no_pc_lands_on_zero_without_a_scar(kind: str) -> None:
    table = world()
    aino = pc(table)
    if kind == "npc":
        attacker, target = aino, foe(table, hp=4, WIL=19)
    else:
        attacker, target = foe(table, WIL=19), hireling(table, hp=4)
    script = hit(table, attacker, target, [4, 2] if kind == "npc" else [4])  # the lone foe holds
    assert target.hp == 0
    assert target.scars == []
    assert target.STR_max == target.STR
    assert [roll.why for roll, _ in script.rolls] == (["damage", "morale"] if kind == "npc" else ["damage"])


@pytest.mark.rule("CRN-ATTACK-05")
def test_damage_above_hp_goes_on_to_strength_and_gives_no_scar() -> None:
    table = world()
    aino, goblin = pc(table, hp=3, STR=10), foe(table, monster="goblin")
    hit(table, goblin, aino, [6, 1], weapon="knife")
    assert (aino.hp, aino.STR, aino.scars) == (0, 7, [])


@pytest.mark.rule("CRN-ATTACK-16")
@pytest.mark.parametrize("hp", [0, 4])
def test_damage_that_armor_eats_changes_nothing_and_asks_no_save(hp: int) -> None:
    table = world()
    aino, goblin = pc(table, hp=hp, hp_max=5), foe(table, monster="goblin")
    carry(table, aino, "gambeson", "worn")
    script = hit(table, goblin, aino, [1], weapon="knife")
    assert (aino.hp, aino.STR, aino.outcome) == (hp, 10, "in")
    assert len(script.rolls) == 1


@pytest.mark.rule("CRN-ATTACK-03", "CRN-ATTACK-13")
def test_the_damage_told_shows_its_sum_with_what_did_not_count_struck_out() -> None:
    table = world()
    aino, goblin = pc(table), foe(table, monster="goblin")
    ogre = foe(table, "Ogre", monster="ogre")
    carry(table, aino, "gambeson", "worn")
    carry(table, aino, "chainmail", "worn")
    fighting(table, "foes")
    attack(table, goblin, aino, weapon="knife")
    attack(table, ogre, aino, weapon="rock")
    lock(table, [4, 6])
    told = table.told("attack.damage")[0]
    assert told.sum is not None
    assert told.sum.total == told.facts["damage"] == 4
    assert told.sum.parts == (
        Part("Goblin", 4, "CRN-ATTACK-13", "CRN-ATTACK-13"),
        Part("Ogre", 6, "CRN-ATTACK-13"),
        Part("Gambeson", -1, "CRN-ARMOR-02", "CRN-ARMOR-02"),
        Part("Chainmail", -2, "CRN-ARMOR-02"),
    )
    assert table.told("attack.pool")[0].facts["faces"] == "4, 6"


def test_armor_over_the_cap_and_over_the_damage_adds_up_to_what_is_left() -> None:
    table = world()
    aino, goblin = pc(table), foe(table, monster="goblin")
    for item, where in (("chainmail", "worn"), ("helmet", "worn"), ("shield", "held")):
        carry(table, aino, item, where)  # type: ignore[arg-type]
    hit(table, goblin, aino, [5], weapon="knife")
    told = table.told("attack.damage")[0]
    assert told.sum is not None
    assert sum(part.value for part in told.sum.parts if not part.suppressed_by) == told.sum.total == 2
    assert Part("armor_cap", 1, "CRN-ARMOR-04") in told.sum.parts
    hit(table, goblin, aino, [1], weapon="knife")
    told = table.told("attack.damage")[1]
    assert told.sum is not None
    assert (told.sum.total, told.sum.limit_rule) == (0, "CRN-ARMOR-01")


# ---------------------------------------------------------------- several attackers


@pytest.mark.rule("CRN-ATTACK-13", "CRN-ATTACK-06")
def test_several_attackers_are_one_attack_with_one_die_and_armor_once() -> None:
    table = world()
    aino, ilmo, uuno = pc(table), pc(table, "Ilmo"), pc(table, "Uuno")
    ogre = foe(table, "Ogre", hp=4, armor=2, WIL=19, STR=18)
    dagger, dirks, maul = armed(table, aino, "dagger"), armed(table, ilmo, "twin_dirks"), armed(table, uuno, "maul")
    fighting(table)
    for actor, weapon in ((aino, dagger), (ilmo, dirks), (uuno, maul)):
        attack(table, actor, ogre, weapon=weapon)
    do(table, SetModifiers("uuno", "", impaired=True))
    script = lock(table, [4, 5, 1, 4])
    assert sizes(script) == [(6,), (6, 6), (4,)]
    assert (ogre.hp, ogre.STR) == (1, 18)  # kept 5, armor 2 once


@pytest.mark.rule("CRN-ATTACK-13", "CRN-ATTACK-04")
def test_a_pool_gives_one_scar_and_one_save() -> None:
    table = world()
    aino = pc(table, hp=2)
    goblin, other = foe(table, "Goblin", monster="goblin"), foe(table, "Other", monster="goblin")
    fighting(table, "foes")
    attack(table, goblin, aino, weapon="knife")
    attack(table, other, aino, weapon="knife")
    lock(table, [2, 2, 1])
    assert [scar.id for scar in aino.scars] == ["rattling_blow"]
    fighting(table, "foes")
    attack(table, goblin, aino, weapon="knife")
    attack(table, other, aino, weapon="knife")
    script = lock(table, [3, 3, 1])
    assert [roll.why for roll, _ in script.rolls] == ["damage", "damage", "critical damage"]
    assert aino.STR == 7


@pytest.mark.rule("CRN-ATTACK-12")
def test_two_held_weapons_are_one_attack_on_one_target() -> None:
    table, aino, ogre, sword = duel("sword")
    dagger = armed(table, aino, "dagger")
    attack(table, aino, ogre, weapon=sword, second=dagger)
    script = lock(table, [3, 5])
    assert sizes(script) == [(8,), (6,)]
    assert ogre.hp == 45
    assert table.told("declare.attack")[0].facts["weapon"] == "Sword + Dagger"


@pytest.mark.rule("CRN-ATTACK-12", "CRN-ATTACK-17")
def test_two_weapons_must_both_be_held_and_fit_for_one_target() -> None:
    table, aino, _ogre, sword = duel("sword")
    packed, bomb = carry(table, aino, "dagger").id, armed(table, aino, "firebomb")
    for weapon, second, reason in (
        (sword, packed, "weapon_not_held"),
        (sword, sword, "weapon_not_held"),
        (sword, "nothing", "weapon_not_held"),
        ("", sword, "weapon_not_held"),
        (sword, bomb, "bad_value"),
        (bomb, sword, "bad_value"),
    ):
        refused_command(table, Declare("aino", "attack", weapon=weapon, second=second, targets=("ogre",)), reason)
    dagger = armed(table, aino, "dagger")
    other = foe(table, "Other")
    assert table.state.fight is not None
    table.state.fight.members.append(other.id)
    two = Declare("aino", "attack", weapon=sword, second=dagger, targets=("ogre", "other"))
    refused_command(table, two, "bad_target_count")


# ---------------------------------------------------------------- modifiers


@pytest.mark.rule("CRN-ATTACK-06", "CRN-ATTACK-08", "CRN-ATTACK-09")
@pytest.mark.parametrize(
    ("said", "sides"),
    [
        ([], 8),
        ([("", True, False)], 4),
        ([("", False, True)], 12),
        ([("", True, True)], 8),
        ([("", True, False), ("ogre", True, False)], 4),  # several causes of one kind count once
        ([("", True, False), ("ogre", False, True)], 8),
        ([("ogre", False, True), ("", False, False)], 12),  # the word on the target comes after the general one
        ([("", True, False), ("ogre", False, False)], 8),
        ([("other", True, False)], 8),
    ],
)
def test_the_referee_sets_modifiers_for_an_attacker_or_one_target(
    said: list[tuple[str, bool, bool]], sides: int
) -> None:
    table, aino, ogre, sword = duel("sword")
    foe(table, "Other")
    attack(table, aino, ogre, weapon=sword)
    for target, impaired, enhanced in said:
        do(table, SetModifiers("aino", target, impaired, enhanced))
    assert sizes(lock(table, [1])) == [(sides,)]
    assert unworded(table, "en", "fi") == []


@pytest.mark.rule("CRN-ATTACK-06")
def test_a_modifier_may_be_taken_back_and_ends_with_the_phase() -> None:
    table, aino, ogre, sword = duel("sword")
    attack(table, aino, ogre, weapon=sword)
    do(table, SetModifiers("aino", "", impaired=True))
    do(table, SetModifiers("aino", "", enhanced=True))
    assert sizes(lock(table, [1])) == [(12,)]
    lock(table)
    attack(table, aino, ogre, weapon=sword)
    assert sizes(lock(table, [1])) == [(8,)]


@pytest.mark.rule("CRN-ATTACK-07")
@pytest.mark.parametrize(("value", "sides"), [("d4", 4), ("d12", 12)])
def test_bare_hands_against_a_helpless_foe(value: str, sides: int) -> None:
    table, aino, ogre, _ = duel(unarmed_enhanced=value)
    attack(table, aino, ogre)
    do(table, SetModifiers("aino", "", enhanced=True))
    assert sizes(lock(table, [4])) == [(sides,)]
    assert ogre.hp == 46


@pytest.mark.rule("CRN-ATTACK-08")
@pytest.mark.parametrize(("choice", "faces", "left"), [("normal", [2, 5], 45), ("d12", [9], 41)])
def test_where_the_table_asks_the_attacker_chooses_the_die(choice: str, faces: list[int], left: int) -> None:
    table, aino, ogre, axes = duel("twin_axes", enhanced_choice="ask")
    attack(table, aino, ogre, weapon=axes)
    do(table, SetModifiers("aino", "", enhanced=True))
    script = lock(table, faces, {"take_d12": choice})
    assert ogre.hp == left
    question = script.asked[0]
    assert (question.key, question.to, question.default) == ("take_d12", "aino", "d12")


@pytest.mark.rule("CRN-ATTACK-08")
def test_the_d12_is_taken_unasked_by_default() -> None:
    table, aino, ogre, sword = duel("sword")
    attack(table, aino, ogre, weapon=sword)
    do(table, SetModifiers("aino", "", enhanced=True))
    script = lock(table, [12])
    assert script.asked == []
    assert ogre.hp == 38


@pytest.mark.rule("CRN-ATTACK-08", "CRN-ATTACK-09")
def test_with_both_counting_as_enhanced_the_normal_dice_are_the_weapons() -> None:
    table, aino, ogre, sword = duel("sword", enhanced_choice="ask", impaired_plus_enhanced="enhanced")
    attack(table, aino, ogre, weapon=sword)
    do(table, SetModifiers("aino", "", impaired=True, enhanced=True))
    assert sizes(lock(table, [3], {"take_d12": "normal"})) == [(8,)]


@pytest.mark.rule("CRN-ATTACK-08")
def test_an_attack_without_advantage_is_not_asked_about() -> None:
    table, aino, ogre, sword = duel("sword", enhanced_choice="ask")
    attack(table, aino, ogre, weapon=sword)
    do(table, SetModifiers("aino", "", impaired=True))
    assert lock(table, [1]).asked == []


# ---------------------------------------------------------------- Blast


def blasted(**options: Any) -> tuple[Table, Actor, list[Actor], str]:
    """Aino with a firebomb (d8), and three foes with armor 1, 0 and 3."""
    table = world(**options)
    aino = pc(table)
    foes = [foe(table, f"F{number}", hp=9, armor=armor, WIL=19) for number, armor in enumerate((1, 0, 3), 1)]
    bomb = armed(table, aino, "firebomb")
    fighting(table)
    return table, aino, foes, bomb


@pytest.mark.rule("CRN-ATTACK-10", "CRN-ARMOR-06")
def test_a_blast_rolls_for_each_target_and_each_has_its_own_armor() -> None:
    table, aino, foes, bomb = blasted()
    attack(table, aino, *foes, weapon=bomb)
    script = lock(table, [1, 8, 5])
    assert sizes(script) == [(8,), (8,), (8,)]
    assert [9 - one.hp for one in foes] == [0, 8, 2]


@pytest.mark.rule("CRN-ATTACK-10", "CRN-ROUND-05")
def test_a_blast_takes_friend_and_foe_and_the_felled_friend_still_strikes() -> None:
    table, aino, foes, bomb = blasted()
    ilmo = pc(table, "Ilmo", hp=1, STR=2)
    assert table.state.fight is not None
    table.state.fight.members.append(ilmo.id)
    attack(table, aino, ilmo, foes[0], weapon=bomb)
    attack(table, ilmo, foes[1])
    lock(table, [8, 2, 3])
    assert ilmo.outcome == "dead"
    assert [one.hp for one in foes] == [8, 6, 9]


@pytest.mark.rule("CRN-ATTACK-10", "CRN-ATTACK-04")
def test_each_target_of_a_blast_has_its_own_scar_and_save() -> None:
    table = world()
    aino, ilmo = pc(table, hp=2), pc(table, "Ilmo", hp=1)
    ogre = foe(table, "Ogre", monster="ogre")
    fighting(table, "foes")
    attack(table, ogre, aino, ilmo, weapon="sweep")
    script = lock(table, [2, 4, 1, 5])
    assert [roll.why for roll, _ in script.rolls] == ["damage", "damage", "scar", "critical damage"]
    assert [scar.id for scar in aino.scars] == ["rattling_blow"]
    assert (ilmo.STR, ilmo.scars) == (7, [])
    assert table.told("declare.attack")[0].facts["weapon_fi"] == "Pyyhkäisy"


@pytest.mark.rule("CRN-ATTACK-11")
def test_the_damage_die_says_how_many_an_unclear_area_holds() -> None:
    table, aino, foes, bomb = blasted()
    foes.append(foe(table, "F4", hp=9, WIL=19))
    assert table.state.fight is not None
    table.state.fight.members.append("f4")
    attack(table, aino, *foes, weapon=bomb, count_unknown=True)
    script = lock(table, [6, 1, 1, 1, 1])
    assert sizes(script, "targets") == [(8,)]
    assert len(sizes(script)) == 4  # d8 = 6, but only four candidates
    assert script.asked == []


@pytest.mark.rule("CRN-ATTACK-11")
@pytest.mark.parametrize(
    ("answers", "caught"),
    [({}, [True, True, False]), ({"blast_targets": [["f3", "f1"]]}, [True, False, True])],
)
def test_the_referee_picks_whom_it_catches_and_the_first_listed_are_preselected(
    answers: dict[str, Any], caught: list[bool]
) -> None:
    table, aino, foes, bomb = blasted()
    attack(table, aino, *foes, weapon=bomb, count_unknown=True)
    script = lock(table, [2, 7, 7], answers)
    assert [one.hp < 9 for one in foes] == caught
    question = script.asked[0]
    assert (question.key, question.to, question.least, question.most) == ("blast_targets", "referee", 2, 2)
    assert question.default == ["f1", "f2"]


@pytest.mark.rule("CRN-ATTACK-11")
def test_the_die_of_the_count_is_the_modified_one() -> None:
    table, aino, foes, bomb = blasted()
    attack(table, aino, *foes, weapon=bomb, count_unknown=True)
    do(table, SetModifiers("aino", "", impaired=True))
    script = lock(table, [1, 4])
    assert sizes(script, "targets") == sizes(script) == [(4,)]


@pytest.mark.rule("CRN-ATTACK-11")
def test_an_attack_without_blast_is_not_counted() -> None:
    table, aino, ogre, sword = duel("sword")
    attack(table, aino, ogre, weapon=sword, count_unknown=True)
    assert sizes(lock(table, [8]), "targets") == []


@pytest.mark.rule("CRN-ATTACK-14")
@pytest.mark.parametrize(
    ("joins", "left"), [(True, (0, 12, 1)), (False, (0, 10, 2))]
)  # fmt: skip
def test_a_blast_joins_the_pool_unless_the_table_plays_otherwise(joins: bool, left: tuple[int, int, int]) -> None:
    table = world(blast_joins_pool=joins)
    aino, ilmo = pc(table), pc(table, "Ilmo")
    ogre = foe(table, "Ogre", hp=4, STR=14, WIL=19)
    bomb = armed(table, aino, "firebomb")
    fighting(table)
    attack(table, aino, ogre, weapon=bomb)
    attack(table, ilmo, ogre)
    saves = [2] if joins else [2, 2]
    script = lock(table, [6, 2, *saves, 2])
    critical = [roll for roll, _ in script.rolls if roll.why == "critical damage"]
    assert (ogre.hp, ogre.STR, len(critical)) == left


@pytest.mark.rule("CRN-ATTACK-14", "CRN-SCAR-01")
def test_an_attack_apart_may_scar_before_the_other_goes_through() -> None:
    table = world(blast_joins_pool=False)
    aino = pc(table, hp=2)
    ogre, goblin = foe(table, "Ogre", monster="ogre"), foe(table, monster="goblin")
    fighting(table, "foes")
    attack(table, ogre, aino, weapon="sweep")
    attack(table, goblin, aino, weapon="knife")
    lock(table, [2, 1, 1, 1])
    assert [scar.id for scar in aino.scars] == ["rattling_blow"]
    assert aino.STR == 9


# ---------------------------------------------------------------- special effects


def hooked(**options: Any) -> tuple[Table, list[Actor], Actor]:
    """Aino with a plain dagger, Ilmo with a thorn that burns, Uuno with bare hands; a foe with HP 0."""
    table = world(npc_critical="ask_referee", **options)
    party = [pc(table), pc(table, "Ilmo"), pc(table, "Uuno")]
    foe(table, "Other", WIL=19)
    ogre = foe(table, "Ogre", hp=0, hp_max=4, STR=18, WIL=19)
    weapons = [armed(table, party[0], "dagger"), armed(table, party[1], "thorn"), ""]
    fighting(table)
    for actor, weapon in zip(party, weapons):
        attack(table, actor, ogre, weapon=weapon)
    return table, party, ogre


KNOCKED = {"npc_fate": "knocked_out"}


@pytest.mark.rule("CRN-ATTACK-15")
@pytest.mark.parametrize(
    ("faces", "burnt"), [([6, 5, 2], False), ([5, 6, 2], True)]
)  # fmt: skip
def test_the_effect_belongs_to_the_attack_whose_die_was_kept(faces: list[int], burnt: bool) -> None:
    table, _, ogre = hooked()
    script = lock(table, [*faces, 20, *([3] if burnt else []), 2], KNOCKED)
    assert "tie_effect" not in [question.key for question in script.asked]
    assert [mark.id for mark in ogre.conditions] == (["burnt"] if burnt else [])


@pytest.mark.rule("CRN-ATTACK-15")
@pytest.mark.parametrize(("answers", "burnt"), [({}, False), ({"tie_effect": "1"}, True)])
def test_of_tied_dice_the_attackers_choose_and_the_first_declared_is_preselected(
    answers: dict[str, str], burnt: bool
) -> None:
    table, _, ogre = hooked()
    script = lock(table, [6, 6, 2, 20, *([3] if burnt else []), 2], answers | KNOCKED)
    question = script.asked[0]
    assert (question.key, question.to, question.default) == ("tie_effect", "aino", "0")
    assert [option.facts["name"] for option in question.options] == ["Aino", "Ilmo"]
    assert bool(ogre.conditions) is burnt


@pytest.mark.rule("CRN-ATTACK-15")
def test_a_tie_that_cannot_matter_is_not_asked_about() -> None:
    table, _, ogre = hooked()
    ogre.hp = 6
    assert lock(table, [6, 6, 2]).asked == []


@pytest.mark.rule("CRN-ATTACK-15")
@pytest.mark.parametrize(("value", "burnt"), [("kept_die", False), ("any_attacker", True)])
def test_effects_of_the_kept_die_or_of_any_attacker(value: str, burnt: bool) -> None:
    table, _, ogre = hooked(critical_effect_source=value)
    script = lock(table, [6, 5, 2, 20, *([3] if burnt else []), 2], KNOCKED)
    assert bool(ogre.conditions) is burnt
    assert "tie_effect" not in [question.key for question in script.asked]


@pytest.mark.rule("CRN-ATTACK-15")
def test_effects_of_several_attackers_come_in_declaration_order() -> None:
    table = world(critical_effect_source="any_attacker")
    aino, ilmo = pc(table), pc(table, "Ilmo")
    uuno = hireling(table, "Uuno", hp=0, hp_max=4, STR=18)
    foe(table)
    thorn, hook = armed(table, ilmo, "thorn"), armed(table, aino, "hook")
    fighting(table)
    attack(table, ilmo, uuno, weapon=thorn)
    attack(table, aino, uuno, weapon=hook)
    lock(table, [2, 6, 20, 4], {"npc_fate": "dying"})
    assert [event.facts["text"] for event in table.told("effect.critical")] == ["It burns.", "It drags."]
    assert (uuno.fatigue, uuno.DEX) == (1, 6)


# ---------------------------------------------------------------- range


@pytest.mark.rule("CRN-RANGE-01")
@pytest.mark.parametrize(
    ("weapon", "sides"), [("bow", 4), ("spear", 4), ("sword", 8)]
)  # fmt: skip
def test_a_distant_target_impairs_what_is_shot_or_thrown(weapon: str, sides: int) -> None:
    table, aino, ogre, held = duel(weapon)
    attack(table, aino, ogre, weapon=held)
    do(table, SetDistance("aino", True))
    assert sizes(lock(table, [1])) == [(sides,)]


@pytest.mark.rule("CRN-RANGE-01")
@pytest.mark.parametrize(
    ("limit", "said", "distant"),
    [
        (None, SetDistance("aino"), False),
        (None, SetDistance("aino", metres=400), False),
        (30, SetDistance("aino"), False),
        (30, SetDistance("aino", metres=30), False),
        (30, SetDistance("aino", metres=31), True),
        (30, SetDistance("aino", False, metres=31), False),
        (30, SetDistance("aino", True, metres=5), True),
    ],
)
def test_near_is_preselected_or_follows_the_tables_limit(limit: int | None, said: SetDistance, distant: bool) -> None:
    table, aino, ogre, bow = duel("bow", near_range_metres=limit)
    attack(table, aino, ogre, weapon=bow)
    do(table, said)
    assert sizes(lock(table, [1])) == [(4,) if distant else (6,)]
    assert table.told("range.distant" if distant else "range.near")


@pytest.mark.rule("CRN-RANGE-01")
def test_distance_can_be_taken_back_and_ends_with_the_phase() -> None:
    table, aino, ogre, bow = duel("bow")
    do(table, SetDistance("aino", True))
    do(table, SetDistance("aino", False))
    attack(table, aino, ogre, weapon=bow)
    assert sizes(lock(table, [1])) == [(6,)]
    lock(table)
    do(table, SetDistance("aino", True))
    lock(table)
    lock(table)
    attack(table, aino, ogre, weapon=bow)
    assert sizes(lock(table, [1])) == [(6,)]


@pytest.mark.rule("CRN-RANGE-02")
def test_counted_ammunition_is_spent_by_each_attack_and_then_refused() -> None:
    table, aino, ogre, crossbow = duel("crossbow")
    for left in (1, 0):
        attack(table, aino, ogre, weapon=crossbow)
        assert aino.items[0].uses == left + 1  # declaring spends nothing
        lock(table, [1])
        assert aino.items[0].uses == left
        lock(table)
    refusal = refused_command(table, Declare("aino", "attack", weapon=crossbow, targets=("ogre",)), "no_uses")
    assert refusal.rule == "CRN-RANGE-02"


@pytest.mark.rule("CRN-RANGE-02")
def test_ammunition_of_other_weapons_is_not_counted() -> None:
    table, aino, ogre, bow = duel("bow")
    for _ in range(3):
        attack(table, aino, ogre, weapon=bow)
        lock(table, [1])
        lock(table)
    assert aino.items[0].uses is None
    assert ogre.hp == 47


# ---------------------------------------------------------------- what is refused


@pytest.mark.rule("CRN-ATTACK-17", "CRN-GEN-01")
def test_a_weapon_has_to_be_in_hand() -> None:
    table, aino, _, _ = duel()
    for item in ("sword", "shield"):
        thing = carry(table, aino, item, "held" if item == "shield" else "pack")
        refused_command(table, Declare("aino", "attack", weapon=thing.id, targets=("ogre",)), "weapon_not_held")
    refused_command(table, Declare("aino", "attack", weapon="sword.99", targets=("ogre",)), "weapon_not_held")


@pytest.mark.rule("CRN-ATTACK-17")
def test_a_creature_strikes_with_its_own_attacks_only() -> None:
    table = world()
    pc(table)
    foe(table, monster="goblin")
    fighting(table, "foes")
    refused_command(table, Declare("goblin", "attack", weapon="claws", targets=("aino",)), "weapon_not_held")
    for second in ("knife", "sword"):
        two = Declare("goblin", "attack", weapon="knife", second=second, targets=("aino",))
        refused_command(table, two, "weapon_not_held")


@pytest.mark.rule("CRN-ATTACK-17")
@pytest.mark.parametrize("outcome", ["dead", "destroyed", "fled", "routed", "surrendered"])
def test_who_is_out_of_play_is_no_target(outcome: Any) -> None:
    table, _, ogre, _ = duel()
    ogre.outcome = outcome
    refused_command(table, Declare("aino", "attack", targets=("ogre",)), "no_target")


@pytest.mark.rule("CRN-ATTACK-17")
def test_an_attack_needs_a_target_of_this_fight() -> None:
    table, _, _, _ = duel()
    foe(table, "Bystander")
    for targets in ((), ("nobody",), ("bystander",), ("ogre", "nobody")):
        refused_command(table, Declare("aino", "attack", targets=targets), "no_target")


@pytest.mark.rule("CRN-ATTACK-17")
def test_only_a_blast_takes_several_targets_and_none_twice() -> None:
    table, _, _, bomb = blasted()
    refused_command(table, Declare("aino", "attack", targets=("f1", "f2")), "bad_target_count")
    refused_command(table, Declare("aino", "attack", weapon=bomb, targets=("f1", "f1")), "bad_target_count")


@pytest.mark.rule("CRN-ATTACK-17", "CRN-CRIT-08")
@pytest.mark.parametrize("state", ["critical", "knocked_out", "paralysed", "delirious", "mortal"])
def test_the_helpless_who_live_can_be_attacked(state: str) -> None:
    table, aino, ogre, _ = duel()
    match state:
        case "critical" | "knocked_out":
            ogre.outcome = state
        case "paralysed":
            ogre.DEX = 0
        case "delirious":
            ogre.WIL = 0
        case _:
            ogre.conditions.append(Condition("out_of_action"))
    ogre.hp = 2
    foe(table, "Other", WIL=19)
    assert table.state.fight is not None
    table.state.fight.members.append("other")
    attack(table, aino, ogre)
    lock(table, [1, 2])
    assert ogre.hp == 1


@pytest.mark.rule("CRN-ATTACK-17")
def test_a_creatures_attack_may_need_a_rest() -> None:
    table = world()
    aino = pc(table, hp=50)
    ogre = foe(table, "Ogre", monster="ogre")
    fighting(table, "foes")
    attack(table, ogre, aino, weapon="sweep")
    lock(table, [1])
    lock(table)
    sweep = Declare("ogre", "attack", weapon="sweep", targets=("aino",))
    refused_command(table, sweep, "no_uses")
    attack(table, ogre, aino, weapon="club")
    lock(table, [1])
    lock(table)
    do(table, sweep)
    assert lock(table, [1]).rolls[0][0].sides == 6


@pytest.mark.rule("CRN-ATTACK-17", "CRN-GEN-06")
@pytest.mark.parametrize(("seat", "reason"), [(PLAYER, ""), (OTHER, "not_your_actor")])
def test_only_the_controlling_player_or_the_referee_attacks(seat: Any, reason: str) -> None:
    table, _, _, _ = duel()
    command = Declare("aino", "attack", targets=("ogre",))
    if reason:
        refused_command(table, command, reason, seat=seat)
    else:
        do(table, command, seat=seat)
        assert table.state.fight is not None
        assert table.state.fight.declared["aino"].targets == ("ogre",)


@pytest.mark.rule("CRN-RANGE-01")
def test_the_distance_of_one_is_not_that_of_another() -> None:
    table, aino, ogre, bow = duel("bow")
    ilmo = pc(table, "Ilmo")
    fighting(table)
    attack(table, aino, ogre, weapon=bow)
    do(table, SetDistance(ilmo.id, True))
    assert sizes(lock(table, [1])) == [(6,)]


@pytest.mark.rule("CRN-ATTACK-13")
def test_a_single_attack_is_not_told_as_a_pool() -> None:
    table, aino, ogre, _ = duel()
    hit(table, aino, ogre, [2])
    assert not table.told("attack.pool")


@pytest.mark.rule("CRN-ATTACK-17")
def test_only_weapons_are_weapons() -> None:
    table, _, _, scroll = duel("scroll")
    refused_command(table, Declare("aino", "attack", weapon=scroll, targets=("ogre",)), "weapon_not_held")


@pytest.mark.rule("CRN-RANGE-02")
def test_an_attack_without_a_rest_leaves_no_mark() -> None:
    table = world()
    aino = pc(table, hp=50)
    ogre = foe(table, "Ogre", monster="ogre")
    fight = fighting(table, "foes")
    attack(table, ogre, aino, weapon="club")
    lock(table, [1])
    assert fight.cooldowns == {}


@pytest.mark.rule("CRN-ATTACK-12", "CRN-RANGE-01", "CRN-CRIT-07")
@pytest.mark.parametrize("order", [0, 1])
def test_two_weapons_are_ranged_or_special_if_one_of_them_is(order: int) -> None:
    table, aino, ogre, spear = duel("spear", npc_critical="ask_referee")
    thorn = armed(table, aino, "thorn")
    foe(table, "Other", WIL=19)
    fighting(table)
    first, second = (spear, thorn) if order == 0 else (thorn, spear)
    attack(table, aino, ogre, weapon=first, second=second)
    do(table, SetDistance("aino", True))
    ogre.hp = 0
    lock(table, [1, 20, 1, 1], KNOCKED)
    assert [mark.id for mark in ogre.conditions] == ["burnt"]


@pytest.mark.rule("CRN-ATTACK-15")
def test_where_all_effects_count_a_tie_is_not_asked_about() -> None:
    table, _, ogre = hooked(critical_effect_source="any_attacker")
    script = lock(table, [6, 6, 2, 20, 3, 2], KNOCKED)
    assert "tie_effect" not in [question.key for question in script.asked]
    assert [mark.id for mark in ogre.conditions] == ["burnt"]


@pytest.mark.rule("CRN-ATTACK-06", "CRN-ATTACK-08")
@pytest.mark.parametrize(
    ("impaired", "enhanced", "key"),
    [(True, False, "impaired"), (False, True, "enhanced"), (True, True, "both"), (False, False, "plain")],
)
@pytest.mark.parametrize("target", ["", "ogre"])
def test_the_referees_modifiers_are_told(impaired: bool, enhanced: bool, key: str, target: str) -> None:
    table, _, _, _ = duel()
    do(table, SetModifiers("aino", target, impaired, enhanced))
    assert [event.key for event in table.events] == [f"modifiers.{key}" + (".at" if target else "")]
    assert unworded(table, "en", "fi") == []
