"""Level up at a table: the referee grants it, the dice fall, and the player chooses step by step."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
import pytest

from nwo_play import Play, options, quay
from rulewright.engine.errors import Refused
from rulewright.games.nwo import standing
from rulewright.games.nwo.game import game
from rulewright.games.nwo.growth import choices, steps
from rulewright.games.nwo.growth.class_change import ChangeClass, GrantClassChange
from rulewright.games.nwo.growth.level_up import (
    FinishLevelUp,
    GrantLevel,
    LearnSpell,
    LevelUpStart,
    PickAbility,
    PlaceAura,
    RaiseAttribute,
)
from rulewright.games.nwo.state import LevelUp

ABLE = {"strength": 8, "dexterity": 7, "agility": 8, "spirit": 6, "faith": 9, "wits": 7}
RUKA_PLACED = {"hit": 2, "attack": 2, "defence": 1, "action_value": 1}


def at(play: Play, id: str = "ruka") -> LevelUp:
    """The level up that goes on."""
    up = play[id].level_up
    assert up is not None
    return up


def growing(*faces: int, house: dict[str, Any] | None = None, id: str = "ruka", **fields: Any) -> Play:
    """A table at which one has begun its level up with these dice: prana, HP, MP."""
    play = Play("ruka", "tomo", house=options(**(house or {})))
    play.change(id, **deepcopy(fields))
    play.give(GrantLevel((id,)))
    play.give(LevelUpStart(id), faces, seat=id)
    return play


# ---------------------------------------------------------------- the referee's word


@pytest.mark.rule("NWO-LEVEL-01")
def test_all_player_characters_gain_a_level_at_the_end_of_a_scenario() -> None:
    play = Play("ruka", "tomo", "mire_hound")
    play.give(GrantLevel())
    assert [one.id for one in play.state.characters.values() if one.level_due] == ["ruka", "tomo"]
    assert play.keys() == ["level.due", "level.due"]


@pytest.mark.rule("NWO-LEVEL-01")
def test_a_level_is_granted_once() -> None:
    play = Play("ruka", "tomo")
    play.give(GrantLevel(("ruka", "ruka")))
    assert play.refuses(GrantLevel(("ruka",))) == "level_step_order"
    play.give(GrantLevel())  # only who has none to take
    assert play["tomo"].level_due
    assert play.refuses(GrantLevel()) == "level_step_order"


@pytest.mark.rule("NWO-LEVEL-01")
def test_who_cannot_be_granted_a_level() -> None:
    play = Play("ruka", "mire_hound")
    assert play.refuses(GrantLevel(("mire_hound",))) == "no_level_due"
    assert play.refuses(GrantLevel(), "ruka") == "not_referee"
    play["ruka"].dead = True
    assert play.refuses(GrantLevel(("ruka",))) == "dead"
    assert play.refuses(GrantLevel()) == "no_level_due"


@pytest.mark.rule("NWO-LEVEL-01")
def test_nobody_grows_in_a_fight() -> None:
    play = growing(1, 1, 1)
    play.fight(ruka=12, tomo=5)
    assert play.refuses(GrantLevel()) == "in_combat"
    assert play.refuses(LevelUpStart("tomo"), "tomo") == "in_combat"
    assert play.refuses(PlaceAura("ruka", {"hit": 7}), "ruka") == "in_combat"
    assert play.refuses(FinishLevelUp("ruka"), "ruka") == "in_combat"


@pytest.mark.rule("NWO-LEVEL-01")
def test_without_a_level_there_is_nothing_to_take() -> None:
    play = Play("ruka", "tomo")
    assert play.refuses(LevelUpStart("ruka"), "ruka") == "no_level_due"
    assert play.refuses(LearnSpell("ruka", "ember_dart"), "ruka") == "no_level_due"
    assert play.refuses(FinishLevelUp("ruka"), "ruka") == "no_level_due"
    play.give(GrantLevel())
    with pytest.raises(Refused, match="not_your_actor"):
        play.give(LevelUpStart("ruka"), seat="tomo")
    play["ruka"].hp = 0
    assert play.refuses(LevelUpStart("ruka"), "ruka") == "status_apparent_death"
    play["ruka"].dead = True
    assert play.refuses(LevelUpStart("ruka"), "ruka") == "dead"


# ---------------------------------------------------------------- dice


@pytest.mark.rule("NWO-LEVEL-01", "NWO-LEVEL-03", "NWO-LEVEL-04")
def test_prana_levels_hp_and_mp_come_by_the_dice_in_this_order() -> None:
    play = growing(5, 4, 2, hp=20, mp=3, prana=7)
    ruka = play["ruka"]
    assert [roll.why for roll, _ in play.script.rolls] == ["growth_prana", "growth_hp", "growth_mp"]
    assert (ruka.total_level, ruka.class_levels) == (3, {"lamp_warden": 3})
    assert (ruka.prana_max, ruka.release, ruka.prana) == (15, 5, 10)  # level-11
    assert (ruka.hp_max, ruka.hp) == (30, 26)  # 1d6+2 with a 4
    assert (ruka.mp_max, ruka.mp) == (9, 4)  # level-7: 1d6-3 with a 2 is 1
    assert play.keys() == ["level.due", "level.prana", "level.levels", "level.hp", "level.mp", "level.aura"]
    told = {event.key: event for event in play.told}
    assert told["level.prana"].facts["die"] == 5
    assert told["level.hp"].sum is not None
    assert [part.value for part in told["level.hp"].sum.parts] == [4, 2]
    assert not ruka.level_due


@pytest.mark.rule("NWO-LEVEL-03")
def test_by_option_only_the_maxima_rise() -> None:
    play = growing(5, 4, 6, house={"level_up_raises_current": "off"}, hp=20, mp=3, prana=7)
    ruka = play["ruka"]
    assert (ruka.prana_max, ruka.prana) == (15, 7)
    assert (ruka.hp_max, ruka.hp, ruka.mp_max, ruka.mp) == (30, 20, 11, 3)


@pytest.mark.rule("NWO-LEVEL-03", "NWO-STATUS-02")
def test_a_wound_is_looked_at_anew_when_the_maximum_rises() -> None:
    assert not growing(1, 6, 1, hp=4, serious=True)["ruka"].serious  # 12 of 32
    assert growing(1, 6, 1, house={"level_up_raises_current": "off"}, hp=6)["ruka"].serious  # 6 of 32


@pytest.mark.rule("NWO-LEVEL-03")
def test_a_class_may_have_a_table_of_prana_of_its_own() -> None:
    tomo = growing(6, 1, 1, id="tomo")["tomo"]
    assert (tomo.prana_max, tomo.release) == (20, 8)


@pytest.mark.rule("NWO-LEVEL-09", "NWO-OPEN-39")
def test_the_row_goes_by_the_class_level_or_by_option_by_the_total_level() -> None:
    fields: dict[str, Any] = {"class_levels": {"lamp_warden": 2}, "total_level": 9}
    assert at(growing(1, 1, 1, **fields)).row == 3
    play = growing(1, 3, 4, house={"growth_row_by": "total_level"}, **fields)  # row 10: 2d6+2, and 3 MP without dice
    assert at(play).row == 10
    assert (play["ruka"].hp_max, play["ruka"].mp_max) == (24 + 9, 8 + 3)
    assert at(growing(1, 1, 1, class_levels={"lamp_warden": 12}, total_level=12)).row == 3


# ---------------------------------------------------------------- order


@pytest.mark.rule("NWO-LEVEL-02")
def test_level_14_a_spell_before_the_dice_is_out_of_order() -> None:
    """Example level-14."""
    play = Play("ruka")
    play.give(GrantLevel())
    assert play.refuses(LearnSpell("ruka", "ember_dart"), "ruka") == "level_step_order"
    assert play.refuses(PlaceAura("ruka", {"hit": 6}), "ruka") == "level_step_order"


@pytest.mark.rule("NWO-LEVEL-02")
def test_every_step_waits_for_the_one_before() -> None:
    play = growing(1, 1, 1, class_levels={"lamp_warden": 9}, total_level=9)  # row 10 has everything
    given: list[tuple[str, msgspec.Struct]] = [
        ("aura", PlaceAura("ruka", {"hit": 8})),
        ("attributes", RaiseAttribute("ruka", "wits")),
        ("abilities", PickAbility("ruka", "rally_call")),
        ("spell", LearnSpell("ruka", "ember_dart")),
        ("class_change", FinishLevelUp("ruka")),
    ]
    for number, (step, command) in enumerate(given):
        assert at(play).step == step
        assert play.refuses(LevelUpStart("ruka"), "ruka") == "level_step_order"
        for other, out_of_turn in given:
            if other != step:
                assert play.refuses(out_of_turn, "ruka") == "level_step_order", (number, other)
        play.give(command, seat="ruka")
    assert play["ruka"].level_up is None
    assert play.keys()[-1] == "level.finished"
    assert play.refuses(LevelUpStart("ruka"), "ruka") == "no_level_due"


@pytest.mark.rule("NWO-LEVEL-02")
def test_steps_with_nothing_to_do_are_passed_over_with_a_note() -> None:
    play = growing(1, 1, 1)
    play.give(PlaceAura("ruka", {**RUKA_PLACED, "hit": 3}), seat="ruka")
    assert play.keys()[-3:] == ["level.aura_placed", "level.skipped.attributes", "level.skipped.abilities"]
    assert at(play).step == "spell"
    none = growing(1, 1, 1, 1, class_levels={"lamp_warden": 5}, total_level=5)  # row 6 begins with an attribute
    assert at(none).step == "attributes"
    assert none.keys()[-1] == "level.skipped.aura"


# ---------------------------------------------------------------- fighting spirit and attributes


@pytest.mark.rule("NWO-LEVEL-05", "NWO-AURA-02")
def test_level_15_all_points_are_placed_at_once() -> None:
    """Example level-15."""
    play = growing(1, 1, 1, class_levels={"lamp_warden": 9}, total_level=9)  # row 10: aura 2
    ruka = play["ruka"]
    assert ruka.aura_total == 8
    assert play.refuses(PlaceAura("ruka", {"hit": 6}), "ruka") == "aura_sum"
    assert play.refuses(PlaceAura("ruka", {"hit": 9}), "ruka") == "aura_sum"
    assert play.refuses(PlaceAura("ruka", {"hit": 9, "magic": -1}), "ruka") == "aura_negative"
    assert play.refuses(PlaceAura("ruka", {"strength": 8}), "ruka") == "bad_value"
    hit = standing.value(ruka, "hit")
    play.give(PlaceAura("ruka", {"hit": 5, "magic": 3, "attack": 0}), seat="ruka")
    assert ruka.aura == {"hit": 5, "magic": 3}
    assert standing.value(ruka, "hit") == hit + 3


@pytest.mark.rule("NWO-LEVEL-06")
def test_derived_values_follow_an_attribute_at_once() -> None:
    play = growing(1, 1, 1, 1, class_levels={"lamp_warden": 5}, total_level=5)
    ruka = play["ruka"]
    attack = standing.value(ruka, "attack")
    assert play.refuses(RaiseAttribute("ruka", "luck"), "ruka") == "bad_value"
    play.give(RaiseAttribute("ruka", "strength"), seat="ruka")
    assert ruka.attributes["strength"] == 9
    assert standing.value(ruka, "attack") == attack + 1  # strength + 1, class modifier and fighting spirit on top
    assert at(play).step == "spell"
    assert play.refuses(RaiseAttribute("ruka", "strength"), "ruka") == "level_step_order"


# ---------------------------------------------------------------- abilities


@pytest.mark.rule("NWO-LEVEL-07")
def test_level_16_a_row_raises_an_ability_and_a_pick_is_of_the_class() -> None:
    """Example level-16."""
    raising = growing(1, 1, 1, class_levels={"lamp_warden": 1}, total_level=1)  # row 2 raises guard_step
    raising.give(RaiseAttribute("ruka", "wits"), seat="ruka")
    assert raising["ruka"].abilities["guard_step"] == 3
    assert at(raising).step == "spell"
    picking = growing(1, 1, 1, 1, class_levels={"lamp_warden": 3}, total_level=3)  # row 4: a pick
    picking.give(RaiseAttribute("ruka", "wits"), seat="ruka")
    assert picking.refuses(PickAbility("ruka", "last_lantern"), "ruka") == "ability_not_offered"
    assert picking.refuses(PickAbility("ruka", "no_such_thing"), "ruka") == "ability_not_offered"
    picking.give(PickAbility("ruka", "second_wind"), seat="ruka")
    assert picking["ruka"].abilities["second_wind"] == 1
    assert "ability:second_wind" in picking["ruka"].now.held["before_roll"]


@pytest.mark.rule("NWO-LEVEL-07")
def test_an_ability_at_its_highest_level_does_not_rise() -> None:
    row_2: dict[str, Any] = {"class_levels": {"lamp_warden": 1}, "total_level": 1}
    play = growing(1, 1, 1, abilities={"guard_step": 5}, **row_2)
    play.give(RaiseAttribute("ruka", "wits"), seat="ruka")
    assert play["ruka"].abilities == {"guard_step": 5}
    assert "level.ability_at_most" in set(play.keys())
    picking = growing(1, 1, 1, 1, class_levels={"lamp_warden": 3}, total_level=3, abilities={"rally_call": 1})
    picking.give(RaiseAttribute("ruka", "wits"), seat="ruka")
    assert picking.refuses(PickAbility("ruka", "rally_call"), "ruka") == "ability_max_level"
    picking.give(PickAbility("ruka", "sure_footing"), seat="ruka")


@pytest.mark.rule("NWO-LEVEL-07")
def test_picks_without_an_ability_for_them_are_lost_with_a_note() -> None:
    most = {"sure_footing": 3, "rally_call": 1, "guard_step": 5, "second_wind": 1}
    row_9: dict[str, Any] = {"class_levels": {"lamp_warden": 8}, "total_level": 8}  # two picks, and one level is left
    play = growing(1, 1, 1, 1, abilities=dict(most), **row_9)
    play.give(PlaceAura("ruka", {"hit": 7}), seat="ruka")
    assert at(play).picks == 2
    play.give(PickAbility("ruka", "second_wind"), seat="ruka")
    assert "level.picks_lost" in set(play.keys())
    assert at(play).step == "spell"
    none = growing(1, 1, 1, 1, abilities={**most, "second_wind": 2}, **row_9)
    none.give(PlaceAura("ruka", {"hit": 7}), seat="ruka")
    assert none.keys()[-1] == "level.skipped.abilities"


# ---------------------------------------------------------------- spells


@pytest.mark.rule("NWO-LEVEL-08")
def test_level_17_a_spell_is_of_an_own_element_and_new() -> None:
    """Example level-17."""
    play = growing(1, 1, 1)
    play.give(PlaceAura("ruka", {"hit": 7}), seat="ruka")
    assert play.refuses(LearnSpell("ruka", "brine_wave"), "ruka") == "spell_not_own_element"
    assert play.refuses(LearnSpell("ruka", "lamp_sight"), "ruka") == "spell_known"
    assert play.refuses(LearnSpell("ruka", "no_such_spell"), "ruka") == "bad_value"
    play.give(LearnSpell("ruka", "stone_coat"), seat="ruka")  # of no element
    assert play["ruka"].spells == ["lamp_sight", "stone_coat"]
    assert "spell:stone_coat" in play["ruka"].now.held["before_roll"]
    assert play.refuses(LearnSpell("ruka", "ember_dart"), "ruka") == "level_step_order"  # one for each level


@pytest.mark.rule("NWO-LEVEL-08")
def test_without_an_element_or_with_every_spell_the_step_is_passed_over() -> None:
    play = growing(1, 1, 1, elements=())
    play.give(PlaceAura("ruka", {"hit": 7}), seat="ruka")
    assert play.keys()[-1] == "level.skipped.spell"
    assert at(play).step == "class_change"
    play = growing(1, 1, 1, spells=[spell.id for spell in quay().spell if spell.element in ("ember", "none")])
    play.give(PlaceAura("ruka", {"hit": 7}), seat="ruka")
    assert at(play).step == "class_change"


@pytest.mark.rule("NWO-LEVEL-08")
def test_what_can_be_learned() -> None:
    play = Play("ruka")
    known = [spell.id for spell in choices.open_spells(quay(), play["ruka"])]
    assert known == ["ember_dart", "stone_coat", "wake_word", "unravel"]
    assert steps.STEPS[-2:] == ("spell", "class_change")


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("language", game.languages)
def test_everything_that_is_told_has_words(language: str) -> None:
    most = {"sure_footing": 3, "rally_call": 1, "guard_step": 5, "second_wind": 1}
    row_9: dict[str, Any] = {"class_levels": {"lamp_warden": 8}, "total_level": 8}
    row_10: dict[str, Any] = {"class_levels": {"lamp_warden": 9}, "total_level": 9}
    row_2: dict[str, Any] = {"class_levels": {"lamp_warden": 1}, "total_level": 1}
    losing, whole, raising = (
        growing(1, 1, 1, 1, abilities=most, elements=(), **row_9), growing(1, 1, 1, attributes=dict(ABLE), **row_10),
        growing(1, 1, 1, abilities=most, **row_2),
    )  # fmt: skip
    whole.give(GrantClassChange("ruka"))
    commands: list[tuple[Play, msgspec.Struct]] = [
        (losing, PlaceAura("ruka", {"hit": 7})),
        (losing, PickAbility("ruka", "second_wind")),
        (losing, FinishLevelUp("ruka")),
        (whole, PlaceAura("ruka", {"hit": 8})),
        (whole, RaiseAttribute("ruka", "wits")),
        (whole, PickAbility("ruka", "sure_footing")),
        (whole, LearnSpell("ruka", "ember_dart")),
        (whole, ChangeClass("ruka", "tide_scribe")),
        (raising, RaiseAttribute("ruka", "wits")),
    ]
    for play, command in commands:
        play.give(command, seat="ruka")
    told = [event for play in (losing, whole, raising) for event in play.told]
    keys = {event.key for event in told}
    assert {"level.picks_lost", "level.ability_at_most", "level.skipped.spell", "class.changed"} <= keys
    for event in told:
        assert "«" not in game.words(event.key, event.facts, language), event
        for part in event.sum.parts if event.sum else ():
            assert part.source == "sum.dice" or "«" not in game.words(part.source, {}, language)
    for pool in ("prana", "hp", "mp"):
        assert "«" not in game.words(f"why.growth_{pool}", {}, language)
