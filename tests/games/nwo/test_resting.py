"""NWO-STATUS-13 to -15: a rest of about six hours; and what ends with scenes and scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from nwo_play import Play, options, rows_of
from rulewright.engine.errors import Refused
from rulewright.games.nwo.battles.resting import EndScenario, EndScene, GrantRest, Rest
from rulewright.games.nwo.growth.level_up import LevelUpStart
from rulewright.games.nwo.state import Lasting, Thing, Used

RESTS = [row for row in rows_of("recovery_judge") if row["id"].startswith("status-")]


def tired(**house: Any) -> Play:
    """Ruka, strength 8, with HP 10 of 24 and MP 2 of 8, and the grant of a rest."""
    play = Play("ruka", house=options(**house))
    play.change("ruka", hp=10, mp=2)
    play.give(GrantRest())
    return play


@pytest.mark.rule("NWO-STATUS-14")
@pytest.mark.parametrize("row", RESTS, ids=[row["id"] for row in RESTS])
def test_rows_of_a_rest(row: dict[str, Any]) -> None:
    given, expect = row["given"], row["expect"]
    play = tired()
    assert (given["power"], given["now"], given["max"]) == (8, 10, 24)
    play.give(Rest("ruka"), given["dice"], {"prana": 0}, seat="ruka")
    assert play["ruka"].hp == expect["after"]
    value = next(event.facts["value"] for event in play.told if event.key.startswith("judge.value"))
    assert value == expect["value"]


def test_all_rows_of_a_rest_are_played() -> None:
    assert [row["id"] for row in RESTS] == ["status-14", "status-15"]


@pytest.mark.rule("NWO-STATUS-14")
def test_hp_rise_by_the_value_and_no_further() -> None:
    play = tired()
    play.change("ruka", hp_max=99)
    play.give(Rest("ruka"), [3, 4], {"prana": 2}, seat="ruka")  # prana is nowhere forbidden here
    assert (play["ruka"].hp, play["ruka"].prana) == (10 + 8 + 7 + 2, 10)


@pytest.mark.rule("NWO-STATUS-14")
def test_strength_with_its_lasting_parts_heals() -> None:
    play = tired()
    play.change("ruka", hp_max=99, lasting=[Lasting("might", "ruka", "scene", stats={"strength": 3})])
    play.give(Rest("ruka"), [3, 4], {"prana": 0}, seat="ruka")
    assert play["ruka"].hp == 10 + 11 + 7


@pytest.mark.rule("NWO-STATUS-14")
def test_who_carries_too_much_fails_the_judge_and_heals_nothing() -> None:
    play = tired()
    play.change("ruka", gear=[Thing(f"pike.{number}", "quay_pike", "packed") for number in range(7)])
    assert play["ruka"].now.overloaded
    play.give(Rest("ruka"), [3, 4], {"prana": 0}, seat="ruka")
    assert (play["ruka"].hp, play["ruka"].mp) == (10, 8)


@pytest.mark.rule("NWO-STATUS-05", "NWO-STATUS-14", "NWO-STATUS-15")
def test_row_status_18_the_seriously_wounded_get_only_mp() -> None:
    play = tired()
    play.change("ruka", hp=3, serious=True)
    play.give(Rest("ruka"), seat="ruka")  # no dice
    assert (play["ruka"].hp, play["ruka"].mp, play["ruka"].serious) == (3, 8, True)


@pytest.mark.rule("NWO-STATUS-15")
@pytest.mark.parametrize(("given", "mp"), [(0, 2), (3, 5), (6, 8)])
def test_by_option_the_referee_says_how_much_mp_come_back(given: int, mp: int) -> None:
    play = tired(rest_restores_all_mp="gm_sets")
    play.give(Rest("ruka"), [3, 4], {"prana": 0, "rest_mp": given}, seat="ruka")
    assert play["ruka"].mp == mp
    asked = play.script.asked[-1]
    assert (asked.key, asked.to, asked.least, asked.most) == ("rest_mp", "referee", 0, 6)


@pytest.mark.rule("NWO-STATUS-15")
def test_nobody_is_asked_for_mp_that_are_all_there() -> None:
    play = tired(rest_restores_all_mp="gm_sets")
    play.change("ruka", mp=8)
    play.give(Rest("ruka"), [3, 4], {"prana": 0}, seat="ruka")
    assert (play["ruka"].mp, play.asked()) == (8, ["prana"])


@pytest.mark.rule("NWO-STATUS-13")
def test_row_status_21_only_with_a_grant_and_not_in_a_fight() -> None:
    play = Play("ruka", "mire_hound")
    assert play.refuses(Rest("ruka"), "ruka") == "rest_needs_gm"
    assert play.refuses(Rest("ruka")) == "rest_needs_gm"  # the referee grants first, too
    play.give(GrantRest(("ruka",)))
    play.fight(ruka=10, mire_hound=5)
    assert play.refuses(Rest("ruka"), "ruka") == "in_combat"
    assert play.refuses(GrantRest()) == "in_combat"


@pytest.mark.rule("NWO-STATUS-13")
def test_a_grant_is_for_one_rest() -> None:
    play = tired()
    play.give(Rest("ruka"), [3, 4], {"prana": 0}, seat="ruka")
    assert play.refuses(Rest("ruka"), "ruka") == "rest_needs_gm"
    for _ in range(2):
        play.give(GrantRest(("ruka",)))
    for _ in range(2):
        play.give(Rest("ruka"), [1, 1], {"prana": 0}, seat="ruka")
    assert play.refuses(Rest("ruka"), "ruka") == "rest_needs_gm"


@pytest.mark.rule("NWO-STATUS-13")
def test_a_grant_for_all_is_for_the_living_player_characters() -> None:
    play = Play("ruka", "tomo", "fog_caller")
    play.change("tomo", hp=-5, dead=True)
    play.give(GrantRest())
    assert [one.rest_granted for one in play.state.characters.values()] == [1, 0, 0]
    play.give(GrantRest(("fog_caller",)))
    assert play["fog_caller"].rest_granted == 1
    assert play.refuses(GrantRest(("ruka", "tomo"))) == "dead"


@pytest.mark.rule("NWO-STATUS-11", "NWO-STATUS-13")
def test_who_is_in_apparent_death_or_dead_does_not_rest() -> None:
    play = tired()
    play.change("ruka", hp=0)
    assert play.refuses(Rest("ruka"), "ruka") == "status_apparent_death"
    play.change("ruka", dead=True)
    assert play.refuses(Rest("ruka"), "ruka") == "dead"


@pytest.mark.rule("NWO-STATUS-13")
@pytest.mark.parametrize("command", [GrantRest(), EndScene(), EndScenario()])
def test_only_the_referee_grants_rests_and_ends_scenes(command: Any) -> None:
    play = Play("ruka")
    with pytest.raises(Refused) as refusal:
        play.give(command, seat="ruka")
    assert refusal.value.reason == "not_referee"


# ---------------------------------------------------------------- ends of scenes


@pytest.mark.rule("NWO-TIMING-14", "NWO-TIMING-17")
@pytest.mark.parametrize(
    ("command", "left"), [(EndScene(), {"session"}), (EndScene(session=True), set()), (EndScenario(), set())]
)
def test_what_lasts_for_the_scene_ends_with_it(command: Any, left: set[str]) -> None:
    play = Play("ruka")
    spans = ("count", "round", "combat", "scene", "session")
    play.change(
        "ruka", used={span: Used(span, 1) for span in spans}, slots={"counter": 0}, passing=0,
        lasting=[Lasting("might", "ruka", "scene", stats={"defence": 3})],
    )  # fmt: skip
    defence = play["ruka"].now.values["defence"]
    play.give(command)
    assert play["ruka"].now.values["defence"] == defence - 3
    assert (set(play["ruka"].used), play["ruka"].slots, play["ruka"].passing) == (left, {}, -1)


@pytest.mark.rule("NWO-TIMING-14", "NWO-LEVEL-01")
def test_neither_ends_during_a_fight() -> None:
    play = Play("ruka", "mire_hound")
    play.fight(ruka=10, mire_hound=5)
    assert play.refuses(EndScene()) == "in_combat"
    assert play.refuses(EndScenario()) == "in_combat"


@pytest.mark.rule("NWO-LEVEL-01")
def test_the_end_of_a_scenario_brings_every_living_player_character_a_level_once() -> None:
    play = Play("ruka", "tomo", "fog_caller")
    play.change("tomo", hp=-5, dead=True)
    assert play.refuses(LevelUpStart("ruka"), "ruka") == "no_level_due"
    play.give(EndScenario())
    assert [one.level_due for one in play.state.characters.values()] == [True, False, False]
    assert play.state.over
    assert play.refuses(EndScenario()) == "bad_value"
