"""CRN-CRIT: HP, Strength, the save against critical damage, and what follows when it fails."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_helpers import (
    Table,
    armed,
    attack,
    carry,
    fighting,
    foe,
    hireling,
    hit,
    lock,
    pc,
    run,
    stones,
    unworded,
    world,
)
from rulewright.engine.drivers import Script
from rulewright.games.cairn.content_gear import Effect
from rulewright.games.cairn.state import HOUR, Actor, Condition, Modifiers
from rulewright.games.cairn.wounds import apply_effects, critical_save, lose, stabilise, strength_gone, treatable, wound


def struck(table: Table, target: Actor, damage: int, *faces: int, **answers: str) -> Script:
    """Damage behind armor, with the save that it asks for."""
    script = Script(faces, answers)

    def procedure() -> Any:
        taken = wound(table, target, damage)
        if taken.spent:
            yield from strength_gone(table, target)
        elif taken.save_due:
            yield from critical_save(table, target)

    script.run(procedure())
    assert unworded(table, "en", "fi") == []
    return script


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("CRN-CRIT-01", "CRN-CRIT-03", "CRN-CRIT-04", "CRN-CRIT-05")
@pytest.mark.parametrize(("face", "outcome"), [(6, "in"), (7, "critical")])
def test_hp_3_strength_10_damage_7(face: int, outcome: str) -> None:
    table = world()
    aino = pc(table, hp=3, STR=10)
    struck(table, aino, 7, face)
    assert (aino.hp, aino.STR, aino.outcome) == (0, 6, outcome)


@pytest.mark.rule("CRN-CRIT-02")
def test_strength_0_is_death_without_a_save() -> None:
    table = world()
    aino = pc(table, hp=3, STR=4)
    script = struck(table, aino, 7)
    assert (aino.hp, aino.STR, aino.outcome) == (0, 0, "dead")
    assert script.rolls == []


@pytest.mark.rule("CRN-CRIT-01", "CRN-CRIT-03")
def test_at_hp_0_damage_is_strength_in_full_and_the_new_strength_counts() -> None:
    table = world()
    aino = pc(table, hp=0, hp_max=4, STR=10)
    struck(table, aino, 1, 10)
    assert (aino.STR, aino.outcome) == (9, "critical")


@pytest.mark.rule("CRN-CRIT-01", "CRN-ARMOR-01")
@pytest.mark.parametrize(("face", "outcome"), [(4, "in"), (5, "critical")])
def test_hp_4_strength_9_armor_3_damage_12(face: int, outcome: str) -> None:
    table = world()
    aino, giant = pc(table, hp=4, STR=9), foe(table, "Giant")
    for item in ("chainmail", "helmet"):
        carry(table, aino, item, "worn")
    club = armed(table, giant, "sword")
    fight = fighting(table, "foes")
    fight.modifiers.append(Modifiers("giant", "", enhanced=True))
    attack(table, giant, aino, weapon=club)
    lock(table, [12, face])
    assert (aino.hp, aino.STR, aino.outcome) == (0, 4, outcome)


@pytest.mark.rule("CRN-CRIT-06")
def test_npc_hp_5_strength_11_damage_6() -> None:
    table = world()
    goblin = foe(table, hp=5, STR=11)
    script = struck(table, goblin, 6, 13)
    assert (goblin.STR, goblin.outcome) == (10, "dead")
    question = script.asked[0]
    assert (question.key, question.to, question.default) == ("npc_fate", "referee", "dead")


@pytest.mark.rule("CRN-CRIT-03", "CRN-SAVE-02")
@pytest.mark.parametrize(("strength", "face", "outcome"), [(1, 1, "in"), (30, 20, "critical")])
def test_naturals_settle_the_save(strength: int, face: int, outcome: str) -> None:
    table = world()
    aino = pc(table, hp=0, hp_max=3, STR=strength + 1)
    struck(table, aino, 1, face)
    assert (aino.STR, aino.outcome) == (strength, outcome)


@pytest.mark.rule("CRN-CRIT-08")
def test_critical_and_stable_and_hit_for_2() -> None:
    table = world()
    table.state.clock = 5 * HOUR
    aino = pc(table, hp=0, hp_max=3, outcome="critical", stable=True)
    struck(table, aino, 2, 9)
    assert (aino.STR, aino.outcome, aino.stable, aino.dies_at) == (8, "critical", False, 6 * HOUR)


@pytest.mark.rule("CRN-CRIT-07", "CRN-FATIGUE-05")
def test_fatigue_on_critical_damage_with_full_slots() -> None:
    table = world()
    aino, goblin = pc(table, hp=0, hp_max=3), foe(table)
    dropped = stones(table, aino, 10)[2].id
    script = hit(table, goblin, aino, [3, 20], {"drop_for_fatigue": dropped}, weapon=armed(table, goblin, "hook"))
    assert (aino.outcome, aino.fatigue, len(aino.items)) == ("critical", 1, 9)
    assert [question.key for question in script.asked] == ["drop_for_fatigue"]
    assert [thing.id for thing in table.state.ground] == [dropped]


# ---------------------------------------------------------------- Strength and the save


@pytest.mark.rule("CRN-CRIT-01", "CRN-GEN-03")
def test_neither_hp_nor_strength_goes_below_zero() -> None:
    table = world()
    aino = pc(table, hp=3, STR=2)
    taken = wound(table, aino, 99)
    assert (aino.hp, aino.STR, taken.hp_lost, taken.strength_lost) == (0, 0, 3, 2)


@pytest.mark.rule("CRN-CRIT-04")
def test_every_later_damage_to_strength_asks_again() -> None:
    table = world()
    aino = pc(table, hp=0, hp_max=3, STR=10)
    for strength in (8, 6, 4):
        script = struck(table, aino, 2, 2)
        assert (aino.STR, aino.outcome) == (strength, "in")
        assert [roll.why for roll, _ in script.rolls] == ["critical damage"]


@pytest.mark.rule("CRN-CRIT-05")
def test_a_critical_pc_dies_an_hour_after_the_failure() -> None:
    table = world()
    table.state.clock = 100
    aino = pc(table, hp=0, hp_max=3)
    struck(table, aino, 1, 20)
    assert aino.dies_at == 100 + 3600
    assert treatable(aino)


@pytest.mark.rule("CRN-CRIT-08")
def test_the_running_timer_stays_at_a_further_failure() -> None:
    table = world()
    aino = pc(table, hp=0, hp_max=3, outcome="critical", dies_at=500)
    table.state.clock = 300
    struck(table, aino, 1, 20)
    assert (aino.outcome, aino.dies_at) == ("critical", 500)


@pytest.mark.rule("CRN-CRIT-08")
@pytest.mark.parametrize("stable", [True, False])
def test_one_who_is_down_and_passes_the_save_stays_as_it_was(stable: bool) -> None:
    table = world()
    aino = pc(table, hp=0, hp_max=3, outcome="critical", stable=stable, dies_at=None if stable else 500)
    struck(table, aino, 1, 2)
    assert (aino.outcome, aino.stable, aino.dies_at) == ("critical", stable, None if stable else 500)


@pytest.mark.rule("CRN-CRIT-08")
@pytest.mark.parametrize(("value", "outcome"), [("no_further_effect", "critical"), ("dies", "dead")])
def test_failing_again_while_down_follows_the_option(value: str, outcome: str) -> None:
    table = world(critical_while_down=value)
    aino = pc(table, hp=0, hp_max=3)
    struck(table, aino, 1, 20)
    assert aino.outcome == "critical"
    struck(table, aino, 1, 20)
    assert aino.outcome == outcome


@pytest.mark.rule("CRN-CRIT-08", "CRN-CRIT-02")
def test_one_who_is_down_dies_at_strength_0() -> None:
    table = world()
    aino = pc(table, hp=0, hp_max=3, STR=2, outcome="critical", stable=True)
    struck(table, aino, 2)
    assert (aino.outcome, aino.stable, aino.dies_at) == ("dead", False, None)


@pytest.mark.rule("CRN-CRIT-01", "CRN-SLOT-04")
def test_with_full_slots_damage_goes_to_strength_and_the_stored_hp_survives() -> None:
    table = world(full_inventory_zero_hp=True)
    aino = pc(table, hp=5, STR=10)
    stones(table, aino, 10)
    struck(table, aino, 3, 7)
    assert (aino.hp, aino.STR, aino.scars) == (5, 7, [])
    aino.items.pop()
    struck(table, aino, 3)
    assert (aino.hp, aino.STR) == (2, 7)


# ---------------------------------------------------------------- those who are no PC


@pytest.mark.rule("CRN-CRIT-06")
@pytest.mark.parametrize(
    ("fate", "outcome", "dies_at"),
    [
        ("dead", "dead", None),
        ("dying", "critical", HOUR),
        ("knocked_out", "knocked_out", None),
        ("surrenders", "surrendered", None),
    ],
)
@pytest.mark.parametrize("kind", ["npc", "hireling"])
def test_the_referee_says_what_becomes_of_an_npc(kind: str, fate: str, outcome: str, dies_at: int | None) -> None:
    table = world()
    target = foe(table, hp=0, hp_max=1) if kind == "npc" else hireling(table, hp=0, hp_max=1)
    script = struck(table, target, 1, 20, npc_fate=fate)
    assert (target.outcome, target.dies_at) == (outcome, dies_at)
    assert [option.value for option in script.asked[0].options] == ["dead", "dying", "knocked_out", "surrenders"]


@pytest.mark.rule("CRN-CRIT-06")
@pytest.mark.parametrize(("value", "asked"), [("dead", 0), ("ask_referee", 1)])
def test_a_table_may_skip_the_question(value: str, asked: int) -> None:
    table = world(npc_critical=value)
    goblin = foe(table, hp=0, hp_max=1)
    assert len(struck(table, goblin, 1, 20).asked) == asked
    assert goblin.outcome == "dead"


@pytest.mark.rule("CRN-CRIT-06", "CRN-CRIT-08")
def test_a_dying_npc_is_as_a_pc_from_then_on() -> None:
    table = world()
    goblin = foe(table, hp=0, hp_max=1, outcome="critical", stable=True)
    script = struck(table, goblin, 1, 20)
    assert (goblin.outcome, goblin.stable, goblin.dies_at) == ("critical", False, HOUR)
    assert script.asked == []


@pytest.mark.rule("CRN-CRIT-06")
def test_a_knocked_out_npc_that_fails_again_is_asked_about_again() -> None:
    table = world()
    goblin = foe(table, hp=0, hp_max=1, outcome="knocked_out")
    assert [question.key for question in struck(table, goblin, 1, 20).asked] == ["npc_fate"]
    assert goblin.outcome == "dead"


@pytest.mark.rule("CRN-CRIT-02")
@pytest.mark.parametrize(
    ("value", "answers", "outcome"),
    [("dead", {}, "dead"), ("referee", {}, "dead"), ("referee", {"npc_fate": "knocked_out"}, "knocked_out")],
)
@pytest.mark.parametrize("kind", ["npc", "hireling"])
def test_an_npc_at_strength_0_follows_the_option(kind: str, value: str, answers: dict[str, str], outcome: str) -> None:
    table = world(npc_str_zero=value)
    target = foe(table, hp=1, STR=2) if kind == "npc" else hireling(table, hp=1, STR=2)
    script = struck(table, target, 9, **answers)
    assert (target.STR, target.outcome, script.rolls) == (0, outcome, [])
    assert len(script.asked) == (1 if value == "referee" else 0)


@pytest.mark.rule("CRN-CRIT-02")
def test_a_pc_at_strength_0_is_dead_whatever_the_option() -> None:
    table = world(npc_str_zero="referee")
    aino = pc(table, STR=1)
    script = Script((), {"npc_fate": "knocked_out"})
    script.run(strength_gone(table, aino))
    assert (aino.outcome, script.asked) == ("dead", [])


# ---------------------------------------------------------------- Doomed


@pytest.mark.rule("CRN-CRIT-10", "CRN-SCAR-18")
@pytest.mark.parametrize(
    ("faces", "outcome", "hp_max", "doomed"), [((7,), "dead", 12, True), ((6, 5, 5, 5), "in", 15, False)]
)
def test_doom_is_settled_by_the_next_save_against_critical_damage(
    faces: tuple[int, ...], outcome: str, hp_max: int, doomed: bool
) -> None:
    table = world()
    aino = pc(table, hp=0, hp_max=12, STR=8, doomed=True)
    struck(table, aino, 2, *faces)
    assert (aino.STR, aino.outcome, aino.hp_max, aino.doomed) == (6, outcome, hp_max, doomed)
    assert not treatable(aino)


# ---------------------------------------------------------------- special effects


@pytest.mark.rule("CRN-CRIT-07")
def test_a_special_effect_is_applied_in_its_order_when_the_save_fails() -> None:
    table = world()
    aino, goblin = pc(table, hp=0, hp_max=3), foe(table)
    script = hit(table, goblin, aino, [2, 20, 3], weapon=armed(table, goblin, "thorn"))
    assert (aino.outcome, aino.DEX, [mark.id for mark in aino.conditions]) == ("critical", 7, ["burnt"])
    assert [roll.why for roll, _ in script.rolls] == ["damage", "critical damage", "effect"]
    keys = [event.key for event in table.events]
    order = [keys.index(key) for key in ("effect.critical", "effect.text", "ability.lost", "condition.gained")]
    assert order == sorted(order)
    assert unworded(table, "en", "fi") == []


@pytest.mark.rule("CRN-CRIT-07")
def test_there_is_no_special_effect_when_the_save_succeeds_or_none_is_due() -> None:
    for hp, faces in ((0, [2, 1]), (2, [2, 1]), (5, [2])):  # a save that succeeds, a scar, a scratch
        table = world()
        aino, goblin = pc(table, hp=hp, hp_max=5), foe(table)
        hit(table, goblin, aino, faces, weapon=armed(table, goblin, "thorn"))
        assert (aino.outcome, aino.DEX, aino.conditions) == ("in", 10, [])


@pytest.mark.rule("CRN-CRIT-07")
def test_an_effect_may_kill_and_of_the_dead_only_words_are_left() -> None:
    table = world()
    aino, goblin = pc(table, hp=0, hp_max=3), foe(table)
    hit(table, goblin, aino, [2, 20], weapon=armed(table, goblin, "bane"))
    assert aino.outcome == "dead"
    effects = (Effect(op="text", text="Smoke."), Effect(op="lose_ability", ability="DEX", dice="1d4"))
    run(apply_effects(table, aino, effects, "CRN-CRIT-07"))
    assert aino.DEX == 10
    assert table.told("effect.text")[0].facts["text"] == "Smoke."


@pytest.mark.rule("CRN-CRIT-07")
def test_the_same_condition_is_not_had_twice_and_known_ones_are_worded() -> None:
    table = world()
    aino = pc(table)
    effect = Effect(op="condition", condition="barely_moves")
    run(apply_effects(table, aino, (effect, effect), "CRN-CRIT-07"))
    assert aino.conditions == [Condition("barely_moves", "CRN-CRIT-07")]
    told = table.told("condition.gained")
    assert len(told) == 1
    assert told[0].facts["condition"] == "condition.barely_moves"


@pytest.mark.rule("CRN-CRIT-07", "CRN-FATIGUE-07")
def test_fatigue_on_an_npc_is_only_told() -> None:
    table = world()
    goblin = foe(table)
    run(apply_effects(table, goblin, (Effect(op="add_fatigue", amount=2),), "CRN-CRIT-07"))
    assert goblin.fatigue == 0
    assert table.told("fatigue.npc")


@pytest.mark.rule("CRN-CRIT-07", "CRN-HEAL-03")
def test_an_effect_may_stabilise() -> None:
    table = world()
    aino = pc(table, outcome="critical", dies_at=50)
    run(apply_effects(table, aino, (Effect(op="stabilise"),), "CRN-MAGIC-01"))
    assert (aino.stable, aino.dies_at) == (True, None)


# ---------------------------------------------------------------- losing abilities, being stabilised


@pytest.mark.rule("CRN-LOSS-03", "CRN-LOSS-05")
@pytest.mark.parametrize(
    ("ability", "outcome", "key"),
    [("STR", "dead", "death.pc"), ("DEX", "in", "ability.zero_DEX"), ("WIL", "in", "ability.zero_WIL")],
)
def test_an_ability_at_0_in_a_fight_has_its_state(ability: str, outcome: str, key: str) -> None:
    table = world()
    aino = pc(table)
    fighting(table)
    run(lose(table, aino, ability, 15, "CRN-LOSS-01"))
    assert (getattr(aino, ability), aino.outcome) == (0, outcome)
    assert len(table.told(key)) == 1
    run(lose(table, aino, ability, 1, "CRN-LOSS-01"))
    assert len(table.told(key)) == 1  # it cannot be lost again


@pytest.mark.rule("CRN-HEAL-03", "CRN-HEAL-04")
@pytest.mark.parametrize(
    ("value", "outcome", "stable"),
    [("after_short_rest", "critical", True), ("after_extended_rest", "critical", True), ("acts_at_once", "in", False)],
)
def test_one_who_is_stabilised_follows_the_option(value: str, outcome: str, stable: bool) -> None:
    table = world(stabilised_state=value)
    aino = pc(table, outcome="critical", dies_at=50)
    stabilise(table, aino, "CRN-HEAL-03")
    assert (aino.outcome, aino.stable, aino.dies_at) == (outcome, stable, None)
    assert not treatable(aino)


@pytest.mark.rule("CRN-HEAL-03")
def test_who_needs_no_treatment_is_left_alone() -> None:
    table = world()
    for aino in (pc(table), pc(table, "Dead", outcome="dead"), pc(table, "Stable", outcome="critical", stable=True)):
        outcome = aino.outcome
        stabilise(table, aino, "CRN-HEAL-03")
        assert aino.outcome == outcome
    assert table.told("critical.stable") == []


@pytest.mark.rule("CRN-LOSS-03", "CRN-GEN-03")
def test_a_loss_that_leaves_something_is_told_with_what_is_lost_and_left() -> None:
    table = world()
    aino = pc(table, STR=10, DEX=10)
    for ability in ("STR", "DEX"):
        run(lose(table, aino, ability, 4, "CRN-LOSS-01"))
        facts = table.told("ability.lost")[-1].facts
        assert (facts["amount"], facts["value"], getattr(aino, ability), aino.outcome) == (4, 6, 6, "in")
    assert not table.told("ability.zero_DEX")


@pytest.mark.rule("CRN-HEAL-03")
def test_one_with_a_mortal_wound_is_treatable_but_not_one_who_left() -> None:
    table = world()
    aino = pc(table, dies_at=50, conditions=[Condition("out_of_action")])
    assert treatable(aino)
    stabilise(table, aino, "CRN-HEAL-03")
    assert (aino.dies_at, aino.stable) == (None, False)
    assert not treatable(aino)
    assert not treatable(pc(table, "Gone", outcome="fled", dies_at=50))


@pytest.mark.rule("CRN-HIRE-04", "CRN-ATTACK-04")
@pytest.mark.parametrize(("scars", "detachment", "scar"), [(False, False, 0), (True, False, 3), (True, True, 0)])
def test_hirelings_are_scarred_where_the_table_says_so_but_no_crowd_is(
    scars: bool, detachment: bool, scar: int
) -> None:
    table = world(hireling_scars=scars)
    helper = hireling(table, hp=3, detachment=detachment)
    taken = wound(table, helper, 3)
    assert (helper.hp, taken.scar) == (0, scar)


@pytest.mark.rule("CRN-CRIT-07")
def test_effects_have_their_amounts_and_their_words_in_both_languages() -> None:
    table = world()
    aino = pc(table, DEX=10)
    effects = (
        Effect(op="add_fatigue", amount=2),
        Effect(op="add_fatigue", amount=1),
        Effect(op="lose_ability", ability="DEX", dice="1d4+2"),
        Effect(op="text", text="Smoke.", text_fi="Savua."),
        Effect(op="text", text="Ash."),
    )
    run(apply_effects(table, aino, effects, "CRN-CRIT-07"), [3])
    assert (aino.fatigue, aino.DEX) == (3, 5)
    facts = [event.facts for event in table.told("effect.text")]
    assert [(one["text"], one["text_fi"]) for one in facts] == [("Smoke.", "Savua."), ("Ash.", "Ash.")]


@pytest.mark.rule("CRN-CRIT-07")
@pytest.mark.parametrize(("weapon", "text_fi"), [("hook", "Se raahaa."), ("thorn", "It burns.")])
def test_a_special_effect_is_told_in_finnish_where_the_pack_has_it(weapon: str, text_fi: str) -> None:
    table = world()
    aino, goblin = pc(table, hp=0, hp_max=3), foe(table)
    hit(table, goblin, aino, [2, 20, *([3] if weapon == "thorn" else [])], weapon=armed(table, goblin, weapon))
    assert table.told("effect.critical")[0].facts["text_fi"] == text_fi
