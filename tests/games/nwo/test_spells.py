"""NWO-SPELL: what the four kinds of spells do, several targets, resistance, and stacking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from nwo_magic import attack_row, begins_cast, steps, table, thrown, told, values
from nwo_play import Play, options, rows_of
from rulewright.games.nwo.battles import effects, spells
from rulewright.games.nwo.battles.actions import CastSpell
from rulewright.games.nwo.judges.purposes import Formula, Purpose, ability
from rulewright.games.nwo.records.effects import Effect
from rulewright.games.nwo.records.uses import Duration, Heal, HealPower
from rulewright.games.nwo.state import Character

ATTACKS = [row for row in rows_of("attack") if row["id"].startswith("spell-")]
FORMULAS, ENCHANTS = rows_of("spell_value"), rows_of("enchant")
HEALS, RESISTANCES = rows_of("heal"), rows_of("magic_resistance")
WAVE = CastSpell("tomo", "brine_wave")


def takes(play: Play, spell: str, *on: str, faces: Any = (), answers: Any = None, caster: str = "tomo") -> None:
    """A spell takes effect, as after its activation."""
    record = play.world.content.spells_by_id[spell]
    play.run(spells.take_effect(play.world, play[caster], record, [play[id] for id in on]), faces, answers)


def circle(**house: Any) -> Play:
    """Tomo with magic 10, two hounds with evasion 8 and resistance 5, and Ruka; no prana, nothing to interrupt with."""
    play = table("tomo", "one:mire_hound", "two:mire_hound", "ruka", **house)
    play.values("tomo", magic=10, hit=9)
    play.values("ruka", evasion=8, resistance=5)
    play.change("tomo", spells=[], abilities={}, prana=0)
    play.change("ruka", abilities={}, prana=0)
    for id in ("one", "two"):
        play.change(id, name=id, at_zero="", critical=(12,), fumble=(2,))
    play.change("tomo", critical=(12,), fumble=(2,))
    play.fight(tomo=20, one=5, two=4, ruka=3)
    return play


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NWO-SPELL-04")
@pytest.mark.parametrize("row", ATTACKS, ids=[row["id"] for row in ATTACKS])
def test_example_of_an_attack_spell(row: Mapping[str, Any]) -> None:
    _, came_out = attack_row(row)
    assert came_out == row["expect"]


@pytest.mark.rule("NWO-SPELL-03")
@pytest.mark.parametrize("row", FORMULAS, ids=[row["id"] for row in FORMULAS])
def test_example_of_a_computed_value(row: Mapping[str, Any]) -> None:
    given = row["given"]
    play = Play("tomo")
    play.values("tomo", magic=given["stat"])
    purpose = Purpose(why="hit", stat="magic", rule="", formula=Formula("magic", given["add"], given["cap"]))
    assert ability(play["tomo"], purpose) == row["expect"]["value"]


@pytest.mark.rule("NWO-SPELL-05", "NWO-SPELL-06")
@pytest.mark.parametrize("row", ENCHANTS, ids=[row["id"] for row in ENCHANTS])
def test_example_of_enchantments(row: Mapping[str, Any]) -> None:
    given = row["given"]
    play = table("tomo", "ruka")
    play.values("ruka", defence=given["base"])
    for spell in given["spells"]:
        found = [Effect(op="modify_stat", stat="defence", amount=spell["amount"])]
        if "element" in spell:
            found.append(Effect(op="set_element", element=spell["element"]))
        work = effects.Work(spell["name"], spell["name"], tuple(found), lasts=Duration(kind="scene"))
        play.run(effects.apply(play.world, play["tomo"], work, [play["ruka"]]))
    now = play["ruka"].now
    assert {"value": now.values["defence"], "element": now.element or "none"} == row["expect"]


@pytest.mark.rule("NWO-SPELL-10", "NWO-SPELL-12", "NWO-OPEN-38")
@pytest.mark.parametrize("row", HEALS, ids=[row["id"] for row in HEALS])
def test_example_of_healing(row: Mapping[str, Any]) -> None:
    given = row["given"]
    play = Play("tomo", "ruka", house=options(**row.get("options", {})))
    play.change("tomo", prana=0, abilities={}, critical=tuple(given["critical"]), fumble=tuple(given["fumble"]))
    play.change("ruka", abilities={}, hp_max=given["hp_max"])
    wounded(play["ruka"], given["hp"], given["hp_max"])
    heal = Heal(power=HealPower(value=given["power"]), heals_serious=given.get("heals_serious", False))
    play.run(spells.healing(play.world, play["tomo"], heal, [play["ruka"]]), given["dice"])
    came_out = {"value": values(play)[-1][1], "hp": play["ruka"].hp, "serious": play["ruka"].serious}
    assert came_out == row["expect"]


def wounded(character: Character, hp: int, hp_max: int) -> None:
    """HP after damage, and whether that is a serious wound."""
    character.hp, character.serious = hp, 0 < hp <= hp_max // 5


@pytest.mark.rule("NWO-SPELL-14")
@pytest.mark.parametrize("row", RESISTANCES, ids=[row["id"] for row in RESISTANCES])
def test_example_of_magic_resistance(row: Mapping[str, Any]) -> None:
    play = circle()
    play.values("tomo", magic=row["given"]["caster"] - 7)
    play.values("one", resistance=row["given"]["target"] - 7)
    takes(play, "lull", "one", faces=[3, 4, 3, 4])
    assert play["one"].fainted == row["expect"]["effect"]


def test_every_example_of_spells_is_played() -> None:
    rows = {row["id"] for row in [*ATTACKS, *FORMULAS, *ENCHANTS, *HEALS, *RESISTANCES]}
    assert rows | {f"spell-{number}" for number in range(15, 22)} == {f"spell-{number}" for number in range(1, 22)}


# ---------------------------------------------------------------- the kinds, and attack spells


@pytest.mark.rule("NWO-SPELL-01")
def test_each_of_the_four_kinds_does_its_own() -> None:
    play = circle()
    takes(play, "ember_dart", "one", faces=[4, 4, 1, 2, 3, 3, 1, 2])
    assert thrown(play) == ["hit", "evasion", "power", "resistance"]  # attack
    takes(play, "stone_coat", "ruka")
    assert play["ruka"].lasting[0].stats == {"defence": 4}  # enchant
    play["ruka"].hp = 10
    takes(play, "mend", "ruka", faces=[1, 2])
    assert thrown(play) == ["heal"]  # heal
    takes(play, "lull", "two", faces=[6, 5, 1, 2])
    assert play["two"].fainted  # utility


@pytest.mark.rule("NWO-SPELL-02", "NWO-SPELL-03")
def test_hit_and_power_are_each_computed_from_their_own_stat_up_to_their_own_cap() -> None:
    play = circle()
    play.values("tomo", magic=14, hit=9)  # Brine Wave: hit + 0 up to 12, magic + 2 up to 15
    takes(play, "brine_wave", "one", faces=[3, 4, 1, 2, 1, 3, 1, 2])
    assert values(play)[0] == ("hit", 9 + 7)
    assert values(play)[2] == ("power", 15 + 4)
    play.values("tomo", magic=14, hit=30)
    takes(play, "brine_wave", "one", faces=[3, 4, 1, 2, 1, 3, 1, 2])
    assert values(play)[4] == ("hit", 12 + 7)


@pytest.mark.rule("NWO-SPELL-03")
def test_the_cap_bounds_neither_corrections_nor_prana_nor_criticals_and_prone_halves_the_result() -> None:
    play = circle()
    play.values("tomo", magic=30)  # hit 14, power 16
    play.change("tomo", prana=3, prana_max=3, release=3, gm_modifier=2, critical=(12,))
    takes(play, "ember_dart", "one", faces=[6, 6, 3, 4, 1, 2, 1, 2, 1, 2], answers={"prana": 3})
    assert values(play)[0] == ("hit", 14 + 10 + 7 + 2 + 3)
    play.change("tomo", prone=True)
    takes(play, "ember_dart", "one", faces=[1, 2, 6, 5])
    assert values(play)[-2] == ("hit", 14 // 2 + 3)


@pytest.mark.rule("NWO-SPELL-04")
def test_a_spell_meets_evasion_then_resistance_and_the_certain_hit_holds_for_it_too() -> None:
    play = circle()
    play.change("one", fainted=True)
    takes(play, "ember_dart", "one", faces=[1, 2])
    assert values(play) == [("power", 14 + 3), ("resistance", 5)]
    assert play["one"].hp == 30 - 12


# ---------------------------------------------------------------- enchantments


@pytest.mark.rule("NWO-SPELL-05")
def test_an_element_that_ends_gives_back_the_one_before() -> None:
    play = circle()
    takes(play, "gale_edge", "ruka")  # this round
    assert play["ruka"].now.element == "gale"
    takes(play, "ember_edge", "ruka")  # this count
    assert (play["ruka"].now.element, play["ruka"].now.values["attack"]) == ("ember", play["ruka"].stats["attack"] + 1)
    play.next_count()
    assert play["ruka"].now.element == "gale"


@pytest.mark.rule("NWO-SPELL-06")
@pytest.mark.parametrize(("option", "last"), [("off", 2), ("on", 4)])
def test_the_same_name_adds_nothing_and_its_duration_begins_anew_only_by_option(option: str, last: int) -> None:
    play = circle(same_name_refreshes=option)
    play.battle.round = 1
    takes(play, "long_coat", "ruka")
    play.battle.round = 3
    takes(play, "long_coat", "ruka")
    assert [one.last_round for one in play["ruka"].lasting] == [last]
    assert play["ruka"].now.values["defence"] == play["ruka"].stats["defence"] + 2
    assert told(play, "effect.same_name")


@pytest.mark.rule("NWO-SPELL-06")
def test_the_same_spell_on_another_bearer_or_after_the_first_has_ended_works() -> None:
    play = circle()
    takes(play, "stone_coat", "ruka")
    takes(play, "stone_coat", "one", "ruka")
    assert [len(play[id].lasting) for id in ("ruka", "one")] == [1, 1]
    play.next_count()
    takes(play, "stone_coat", "ruka")
    assert len(play["ruka"].lasting) == 1


@pytest.mark.rule("NWO-SPELL-07")
def test_spell_16_without_a_duration_an_enchantment_lasts_for_the_count() -> None:
    play = circle()
    before = play["ruka"].now.values["defence"]
    takes(play, "stone_coat", "ruka")
    assert play["ruka"].now.values["defence"] == before + 4
    play.next_count()
    assert play["ruka"].now.values["defence"] == before


# ---------------------------------------------------------------- several targets


@pytest.mark.rule("NWO-SPELL-08", "NWO-SPELL-09", "NWO-SPELL-16")
def test_spell_15_one_hit_value_and_one_power_for_everybody_on_the_square() -> None:
    play = circle()
    play["one"].square = play["two"].square = (1, 0)
    play["ruka"].square = (1, 0)  # her side is not affected
    play.change("tomo", spells=["brine_wave"], count=29, mp=9)
    play.values("tomo", magic=11, hit=9)
    play.give(WAVE, [3, 4, 1, 2, 4, 5, 5, 4, 1, 2], {"target_square": "1.0"})
    assert values(play) == [
        ("hit", 16), ("evasion", 11), ("evasion", 17), ("power", 22), ("resistance", 8)
    ]  # fmt: skip
    assert [facts["name"] for facts in told(play, "attack.damage")] == ["one"]
    assert [facts["name"] for facts in told(play, "status.prone")] == ["one"]


@pytest.mark.rule("NWO-SPELL-09")
def test_both_are_hit_and_each_meets_the_one_power_value() -> None:
    play = circle()
    takes(play, "spark_ring", "one", "two", faces=[5, 5, 1, 2, 1, 2, 1, 3, 3, 3, 5, 6])
    assert values(play) == [
        ("hit", 20), ("evasion", 11), ("evasion", 11), ("power", 14), ("resistance", 11), ("resistance", 16),
    ]  # fmt: skip
    assert (play["one"].hp, play["two"].hp) == (27, 30)


@pytest.mark.rule("NWO-SPELL-09", "NWO-OPEN-37")
def test_by_option_everything_is_rolled_anew_for_each() -> None:
    play = circle(area_active_roll="per_target")
    takes(play, "spark_ring", "one", "two", faces=[5, 5, 1, 2, 1, 3, 3, 3, 1, 2, 6, 5])
    assert values(play) == [
        ("hit", 20), ("evasion", 11), ("power", 14), ("resistance", 11), ("hit", 13), ("evasion", 19),
    ]  # fmt: skip


@pytest.mark.rule("NWO-SPELL-09", "NWO-ATTACK-07")
def test_a_helpless_target_needs_no_hit_value_of_the_others() -> None:
    play = circle()
    play.change("one", fainted=True)
    takes(play, "spark_ring", "one", "two", faces=[1, 2, 6, 5, 3, 3])
    assert thrown(play) == ["hit", "evasion", "power"]
    assert play["one"].hp == 30 - (16 - 5)


@pytest.mark.rule("NWO-SPELL-09")
def test_a_spell_that_reaches_nobody_alive_throws_nothing() -> None:
    play = circle()
    play["one"].dead = True
    takes(play, "spark_ring", "one")
    takes(play, "spark_ring")
    assert values(play) == []


@pytest.mark.rule("NWO-SPELL-09", "NWO-JUDGE-09")
def test_sealed_every_target_chooses_before_the_one_hit_value() -> None:
    play = circle(opposed_order="sealed")
    for id in ("tomo", "one", "two"):
        play.change(id, prana=9, prana_max=9, release=9)
    record = play.world.content.spells_by_id["spark_ring"]
    play.change("tomo", spells=["spark_ring"], mp=9)
    order = steps(play, CastSpell("tomo", record.id), [5, 5, 1, 2, 1, 2, 1, 3, 3, 3, 5, 6],
                  {"targets": [["one", "two"]], "prana": [1, 2, 3, 4, 5, 6]})  # fmt: skip
    assert order == "targets tomo, prana tomo, prana one, prana two, die, prana tomo, prana one, prana two, die"
    assert values(play) == [
        ("hit", 21), ("evasion", 13), ("evasion", 14), ("power", 18), ("resistance", 16), ("resistance", 22),
    ]  # fmt: skip


# ---------------------------------------------------------------- healing


@pytest.mark.rule("NWO-SPELL-11")
def test_spell_17_prana_comes_on_top_of_a_healing_power_at_its_cap() -> None:
    play = circle()
    play.values("tomo", magic=20)  # Mend: magic + 3 up to 14
    play.change("tomo", prana=3, prana_max=3, release=3)
    play["ruka"].hp = 5
    takes(play, "mend", "ruka", faces=[1, 2], answers={"prana": 3})
    assert values(play) == [("heal", 14 + 3 + 3)]
    assert (play["ruka"].hp, play["tomo"].prana) == (24, 0)


@pytest.mark.rule("NWO-SPELL-11")
def test_below_its_cap_the_power_is_computed_and_a_fixed_power_is_not() -> None:
    play = circle()
    takes(play, "mend", "ruka", faces=[1, 2])
    takes(play, "deep_mend", "ruka", faces=[1, 2])
    assert values(play) == [("heal", 13 + 3), ("heal", 2 + 3)]


@pytest.mark.rule("NWO-SPELL-12")
def test_apparent_death_is_healed_only_by_what_names_it() -> None:
    play = circle()
    play["ruka"].hp = -3
    takes(play, "deep_mend", "ruka", faces=[6, 5])
    assert play["ruka"].hp == -3
    takes(play, "recall", "ruka", faces=[1, 2])
    assert (play["ruka"].hp, play["ruka"].serious) == (10, False)


@pytest.mark.rule("NWO-SPELL-10", "NWO-SPELL-12")
def test_one_healing_judge_counts_for_all_and_the_dead_stay_dead() -> None:
    play = circle()
    play["ruka"].hp, play["one"].hp, play["one"].dead = 5, -9, True
    takes(play, "recall", "ruka", "one", faces=[1, 2])
    assert (play["ruka"].hp, play["one"].hp) == (18, -9)


@pytest.mark.rule("NWO-SPELL-10")
def test_by_option_the_healing_judge_is_rolled_for_each() -> None:
    play = circle(area_active_roll="per_target")
    play["ruka"].hp, play["tomo"].hp = 5, 1
    takes(play, "recall", "ruka", "tomo", faces=[1, 2, 1, 1])
    assert (play["ruka"].hp, play["tomo"].hp) == (18, 1)


@pytest.mark.rule("NWO-SPELL-13")
def test_spell_18_special_healing_takes_the_statuses_it_names() -> None:
    play = circle()
    play.change("ruka", fainted=True, prone=True, serious=True)
    takes(play, "wake_word", "ruka")
    assert (play["ruka"].fainted, play["ruka"].prone, play["ruka"].serious) == (False, False, True)
    assert thrown(play) == []
    takes(play, "clean_cut", "ruka")
    assert not play["ruka"].serious


@pytest.mark.rule("NWO-SPELL-13")
def test_the_text_of_a_utility_spell_is_told_for_the_referee_to_resolve() -> None:
    play = circle()
    takes(play, "lamp_sight", "tomo")
    assert told(play, "effect.words")[0]["text"].startswith("Shows what is hidden")


# ---------------------------------------------------------------- resistance


def drowsy(**house: Any) -> Play:
    play = circle(**house)
    play.values("tomo", magic=10)
    return play


@pytest.mark.rule("NWO-SPELL-14")
def test_one_magic_value_against_the_resistance_of_each() -> None:
    play = drowsy()
    takes(play, "drowse", "one", "two", faces=[1, 2, 4, 4, 3, 4])
    assert values(play) == [("magic", 13), ("resist", 13), ("resist", 12)]
    assert (play["one"].fainted, play["two"].fainted) == (False, True)


@pytest.mark.rule("NWO-SPELL-14", "NWO-SPELL-09")
def test_by_option_magic_is_rolled_for_each_that_resists() -> None:
    play = drowsy(area_active_roll="per_target")
    takes(play, "drowse", "one", "two", faces=[1, 2, 4, 4, 5, 6, 3, 4])
    assert values(play) == [("magic", 13), ("resist", 13), ("magic", 21), ("resist", 12)]


@pytest.mark.rule("NWO-SPELL-14")
def test_a_willing_target_needs_no_judge_and_ones_own_side_is_willing_by_default() -> None:
    play = drowsy()
    takes(play, "drowse", "ruka", "one", answers={"resist": ["accept", "accept"]})
    assert (play["ruka"].fainted, play["one"].fainted, thrown(play)) == (True, True, [])
    other = drowsy()
    takes(other, "drowse", "ruka", "one", faces=[6, 5, 1, 2])
    assert [(one.to, one.default) for one in other.script.asked] == [("ruka", "accept"), ("one", "resist")]


@pytest.mark.rule("NWO-SPELL-14", "NWO-OPEN-24")
def test_the_fainted_and_casting_resist_always_with_the_plain_value() -> None:
    play = drowsy()
    play.change("one", fainted=True)
    begins_cast(play, "ruka")
    takes(play, "drowse", "one", "ruka", faces=[1, 2])
    assert "resist" not in play.asked()
    assert values(play) == [("magic", 13), ("resist", 5), ("resist", 5)]


@pytest.mark.rule("NWO-SPELL-14")
def test_what_is_not_marked_is_not_resisted() -> None:
    play = circle()
    takes(play, "stone_coat", "one")
    assert play.asked() == []
    assert play["one"].lasting[0].stats == {"defence": 4}


@pytest.mark.rule("NWO-SPELL-14", "NWO-JUDGE-09")
def test_sealed_caster_and_target_declare_unseen() -> None:
    play = circle(opposed_order="sealed")
    for id in ("tomo", "one"):
        play.change(id, prana=9, prana_max=9, release=9)
    play.change("tomo", spells=["drowse"], mp=9)
    answers = {"targets": [["one"]], "prana": [1, 5]}
    order = steps(play, CastSpell("tomo", "drowse"), [1, 2, 1, 3], answers)
    assert order == "targets tomo, resist one, prana tomo, prana one, die"
    assert values(play) == [("magic", 14), ("resist", 14)]


@pytest.mark.rule("NWO-SPELL-15")
def test_spell_19_what_is_dispelled_is_not_resisted() -> None:
    play = circle()
    play.change("one", abilities={"silence": 1})
    play.battle.counters = 1
    play.change("tomo", spells=["drowse"], mp=9)
    answers = {"targets": [["two"]], "interrupt_spell": "ability:silence"}
    play.give(CastSpell("tomo", "drowse"), (), answers)
    assert "resist" not in play.asked()
    assert not play["two"].fainted
    other = circle()
    other.change("one", abilities={"silence": 1})
    other.battle.counters = 1
    other.change("tomo", spells=["drowse"], mp=9)
    order = steps(other, CastSpell("tomo", "drowse"), [6, 5, 1, 2], {"targets": [["two"]]})
    assert order == "targets tomo, interrupt_spell one, resist two, die"


# ---------------------------------------------------------------- on hit, on damage


@pytest.mark.rule("NWO-SPELL-16")
def test_spell_20_an_effect_on_a_hit_needs_no_damage() -> None:
    play = circle()
    takes(play, "brine_wave", "one", faces=[3, 4, 1, 2, 1, 2, 6, 5])
    assert (play["one"].hp, play["one"].prone) == (30 - 0, True)
    takes(play, "brine_wave", "two", faces=[1, 2, 6, 5])
    assert not play["two"].prone  # a miss


@pytest.mark.rule("NWO-SPELL-16")
def test_an_effect_on_damage_needs_damage_and_other_effects_only_the_hit() -> None:
    play = circle()
    takes(play, "spark_ring", "one", "two", faces=[5, 5, 1, 2, 1, 2, 1, 3, 3, 3, 5, 6])
    assert (play["one"].fainted, play["two"].fainted) == (True, False)
    assert [play[id].now.judges for id in ("one", "two")] == [{"hit": -2}, {"hit": -2}]
