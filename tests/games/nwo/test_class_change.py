"""Class change at a table, the last step of a level up."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nwo_play import Play, options, quay
from rulewright.games.nwo import standing
from rulewright.games.nwo.growth.class_change import ChangeClass, GrantClassChange
from rulewright.games.nwo.growth.level_up import FinishLevelUp, GrantLevel, LevelUpStart
from rulewright.games.nwo.state import LevelUp

ABLE = {"strength": 8, "dexterity": 7, "agility": 8, "spirit": 6, "faith": 9, "wits": 7}


def ready(house: dict[str, Any] | None = None, id: str = "ruka", agreed: bool = True, **fields: Any) -> Play:
    """A table at which one is in the last step of its level up, able to take either class."""
    play = Play("ruka", "tomo", house=options(**(house or {})))
    play.change(id, level_up=LevelUp(1, "class_change"), **({"attributes": dict(ABLE)} | fields))
    if agreed:
        play.give(GrantClassChange(id))
    return play


@pytest.mark.rule("NWO-CLASS-01", "NWO-CLASS-03")
def test_class_1_a_new_class_begins_at_level_0() -> None:
    """Example class-1."""
    play = ready(class_levels={"lamp_warden": 2}, total_level=6)
    play.give(ChangeClass("ruka", "tide_scribe"), seat="ruka")
    ruka = play["ruka"]
    assert (ruka.class_, ruka.class_levels) == ("tide_scribe", {"lamp_warden": 2, "tide_scribe": 0})
    assert ruka.total_level == 6
    assert ruka.abilities == {"sure_footing": 1, "guard_step": 2, "last_lantern": 1}  # what was gained before stays
    assert ruka.spells == ["lamp_sight"]
    assert play.keys() == ["class.granted", "class.changed", "level.ability", "level.finished"]


@pytest.mark.rule("NWO-CLASS-04")
def test_class_2_back_in_an_earlier_class_nothing_is_gained() -> None:
    """Example class-2."""
    play = ready(class_levels={"lamp_warden": 2, "tide_scribe": 1}, total_level=6)
    hp, mp = play["ruka"].hp_max, play["ruka"].mp_max
    play.give(ChangeClass("ruka", "tide_scribe"), seat="ruka")
    ruka = play["ruka"]
    assert ruka.class_levels["tide_scribe"] == 1
    assert "last_lantern" not in ruka.abilities
    assert (ruka.hp_max, ruka.mp_max) == (hp - 4, mp + 5)


@pytest.mark.rule("NWO-CLASS-01")
def test_class_3_4_and_5_refusals_in_the_order_of_the_conditions() -> None:
    """Example class-3."""
    low = {**ABLE, "faith": 7}
    zero = {"lamp_warden": 0}
    play = ready(agreed=False, attributes=low, class_levels=zero)
    assert play.refuses(ChangeClass("ruka", "tide_scribe"), "ruka") == "class_requirement"  # class-4
    play = ready(agreed=False, class_levels=zero)
    assert play.refuses(ChangeClass("ruka", "tide_scribe"), "ruka") == "class_level_zero"  # class-3
    play = ready(agreed=False)
    assert play.refuses(ChangeClass("ruka", "tide_scribe"), "ruka") == "class_needs_gm"  # class-5
    assert play.refuses(ChangeClass("ruka", "lamp_warden"), "ruka") == "class_needs_gm"
    play = ready()
    assert play.refuses(ChangeClass("ruka", "lamp_warden"), "ruka") == "class_same"
    assert play.refuses(ChangeClass("ruka", "no_such_class"), "ruka") == "bad_value"


@pytest.mark.rule("NWO-CLASS-02")
@pytest.mark.parametrize(("option", "refused"), [("base", True), ("with_class_modifiers", False)])
def test_class_6_what_the_present_class_adds_counts_only_by_option(option: str, refused: bool) -> None:
    """Example class-6."""
    play = ready({"class_requirement_from": option}, attributes={**ABLE, "faith": 7})
    warden, scribe = quay().class_
    devout = msgspec.structs.replace(warden, modifiers={**warden.modifiers, "faith": 1})
    play.world.content = msgspec.structs.replace(quay(), class_=(devout, scribe))
    play.change("ruka")
    assert standing.value(play["ruka"], "faith") == 8
    if refused:
        assert play.refuses(ChangeClass("ruka", "tide_scribe"), "ruka") == "class_requirement"
    else:
        play.give(ChangeClass("ruka", "tide_scribe"), seat="ruka")
        assert play["ruka"].class_ == "tide_scribe"


@pytest.mark.rule("NWO-CLASS-02", "NWO-OPEN-40")
def test_what_the_present_class_takes_does_not_count_either() -> None:
    fields: dict[str, Any] = {"id": "tomo", "class_levels": {"tide_scribe": 1}, "attributes": {**ABLE, "strength": 7}}
    play = ready(**fields)
    assert standing.value(play["tomo"], "strength") == 6
    with_class = ready({"class_requirement_from": "with_class_modifiers"}, **fields)
    assert with_class.refuses(ChangeClass("tomo", "lamp_warden"), "tomo") == "class_requirement"
    play.give(ChangeClass("tomo", "lamp_warden"), seat="tomo")
    assert play["tomo"].class_ == "lamp_warden"


@pytest.mark.rule("NWO-CLASS-03")
def test_class_7_the_maxima_move_with_the_class_and_the_present_numbers_are_cut() -> None:
    """Example class-7."""
    play = ready(class_levels={"lamp_warden": 2})
    ruka = play["ruka"]
    assert (ruka.hp, ruka.hp_max, ruka.mp, ruka.mp_max) == (24, 24, 8, 8)
    before = dict(ruka.now.values)
    play.give(ChangeClass("ruka", "tide_scribe"), seat="ruka")
    assert (ruka.hp, ruka.hp_max, ruka.mp, ruka.mp_max) == (20, 20, 8, 13)
    assert ruka.abilities["last_lantern"] == 1
    changed = {key: value - before[key] for key, value in ruka.now.values.items() if value != before[key]}
    assert changed == {"hp_max": -4, "mp_max": 5, "defence": -2, "attack": -1, "move": -1, "magic": 2,
                       "resistance": 1, "strength": -1}  # fmt: skip


@pytest.mark.rule("NWO-CLASS-03")
def test_an_automatic_ability_that_is_owned_at_a_higher_level_stays() -> None:
    play = ready(abilities={"last_lantern": 3})
    play.give(ChangeClass("ruka", "tide_scribe"), seat="ruka")
    assert play["ruka"].abilities == {"last_lantern": 3}


@pytest.mark.rule("NWO-CLASS-01")
def test_the_change_is_the_last_step_of_a_level_up_and_comes_once() -> None:
    play = Play("ruka")
    play.change("ruka", attributes=dict(ABLE))
    assert play.refuses(GrantClassChange("ruka")) == "no_level_due"
    assert play.refuses(ChangeClass("ruka", "tide_scribe"), "ruka") == "no_level_due"
    play.give(GrantLevel())
    assert play.refuses(ChangeClass("ruka", "tide_scribe"), "ruka") == "level_step_order"
    assert play.refuses(GrantClassChange("ruka"), "ruka") == "not_referee"
    play.give(GrantClassChange("ruka"))
    play.change("ruka", level_due=False, level_up=LevelUp(3, "spell"))
    assert play.refuses(ChangeClass("ruka", "tide_scribe"), "ruka") == "level_step_order"
    play.change("ruka", level_up=LevelUp(3, "class_change"))
    play.give(ChangeClass("ruka", "tide_scribe"), seat="ruka")
    assert play.refuses(ChangeClass("ruka", "lamp_warden"), "ruka") == "no_level_due"
    assert not play["ruka"].class_change_granted


@pytest.mark.rule("NWO-CLASS-01")
def test_a_leave_that_is_not_used_is_gone_with_the_level_up() -> None:
    play = ready()
    play.give(FinishLevelUp("ruka"), seat="ruka")
    assert not play["ruka"].class_change_granted
    assert play["ruka"].class_ == "lamp_warden"


@pytest.mark.rule("NWO-CLASS-01")
def test_the_referee_who_gives_the_command_agrees() -> None:
    play = ready(agreed=False)
    play.give(ChangeClass("ruka", "tide_scribe"))
    assert play["ruka"].class_ == "tide_scribe"


@pytest.mark.rule("NWO-CLASS-01")
def test_not_in_a_fight_and_not_for_the_dead() -> None:
    play = ready()
    play["ruka"].dead = True
    assert play.refuses(ChangeClass("ruka", "tide_scribe")) == "dead"
    assert play.refuses(GrantClassChange("ruka")) == "dead"
    play["ruka"].dead = False
    play.fight(ruka=12, tomo=5)
    assert play.refuses(ChangeClass("ruka", "tide_scribe")) == "in_combat"
    assert play.refuses(GrantClassChange("ruka")) == "in_combat"


@pytest.mark.rule("NWO-CLASS-04", "NWO-LEVEL-01")
def test_the_next_level_up_goes_on_from_the_level_of_the_class() -> None:
    play = ready(class_levels={"lamp_warden": 2, "tide_scribe": 1}, total_level=6)
    play.give(ChangeClass("ruka", "tide_scribe"), seat="ruka")
    play.give(GrantLevel(("ruka",)))
    play.give(LevelUpStart("ruka"), (1, 1, 1), seat="ruka")
    ruka = play["ruka"]
    assert (ruka.class_levels, ruka.total_level) == ({"lamp_warden": 2, "tide_scribe": 2}, 7)
    assert ruka.level_up is not None
    assert ruka.level_up.row == 2
