"""NW3-EPISODE-10, -12: the After Phase, step by step, and when Prana comes back."""

from __future__ import annotations

import pytest

from nw3_people import carrying, enemy, wizard
from nw3_scenes import after, contacts, do, knowing, table, worn
from rulewright.games.nw3.episodes.episode import NewSitting, NextEpisode, NextPhase
from rulewright.games.nw3.episodes.rest import Rest
from rulewright.games.nw3.episodes.scenes import CloseScene, OpenScene
from rulewright.games.nw3.state import Character, Lasting


def xp(character: Character) -> int:
    assert character.sheet is not None
    return character.sheet.xp


@pytest.mark.rule("NW3-EPISODE-10")
def test_the_after_phase_has_its_order() -> None:
    anna = carrying(knowing(worn(), "Clockmaker", episode=True), "jacket robe")
    _, done = after(anna, answers={"grant_level": 0})
    steps = ["recovery.full", "after.prana", "after.marked", "award_xp", "after.xp", "grant_level", "keep_connection",
             "connection.ended"]  # fmt: skip
    assert [key for key in done.log if key in steps] == [*steps[:-2], "keep_connection", *steps[-2:]]
    assert done.log[:2] == ["phase.ends", "phase.begins"]


@pytest.mark.rule("NW3-EPISODE-10", "NW3-EPISODE-12", "NW3-PRANA-01")
def test_a_all_damage_statuses_and_passing_effects_are_gone_and_prana_is_back() -> None:
    anna = worn()
    anna.effects = [
        Lasting(1, "slow", "ghoul", "stat", "body", -5, "episode"), Lasting(2, "mark", "ghoul", "flag", "marked", 0,
        "until_removed"), Lasting(3, "fog", "ghoul", "judge", "any", -1, "scene"),
        Lasting(4, "star", "anna", "judge", "any", 1, "scenario"),
    ]  # fmt: skip
    anna.body -= 5
    world, _ = after(anna, answers={"grant_level": 0})
    assert (anna.hp, anna.mp, anna.prana) == (27, 20, 5) == (anna.body, anna.mind, anna.prana_max)
    assert anna.statuses == {}
    assert [one.block for one in anna.effects] == ["star"]
    do(world, NextEpisode(new_scenario=True))
    assert anna.effects == []


@pytest.mark.rule("NW3-EPISODE-10", "NW3-HP-10")
def test_a_the_dead_and_the_enemies_stay_as_they_are() -> None:
    ghoul = enemy(hp=0, prana_max=3)
    helper = enemy("kei", kind="npc", side="wizards", hp=0)
    after(worn(dead=True, hp=0), wizard("ben"), ghoul, helper, answers={"grant_level": 0})
    assert (ghoul.hp, ghoul.prana, helper.hp) == (0, 0, 20)


@pytest.mark.rule("NW3-EPISODE-12")
def test_prana_comes_back_at_no_other_time() -> None:
    world = table(worn(), phase="preplay")
    anna = world.state.characters["anna"]
    for phase in ("opening", "middle", "climax"):
        do(world, NextPhase())
        assert world.state.phase == phase
        do(world, OpenScene("Roof"))
        do(world, CloseScene("full"))
        do(world, Rest())
        do(world, NewSitting())
        assert anna.prana == 0
    do(world, NextPhase())
    assert anna.prana == 5
    anna.prana = 1
    do(world, NextEpisode())
    assert anna.prana == 1


@pytest.mark.rule("NW3-EPISODE-10", "NW3-LEVEL-12")
def test_b_what_is_to_be_lost_is_named_before_xp_are_spent() -> None:
    anna = carrying(wizard("anna"), "jacket robe", "coat robe", "pin robe")
    anna.items[0].preserved = True
    anna.items[1].from_skill = anna.items[1].preserved = True
    _, done = after(anna, wizard("ben"), answers={"grant_level": 0})
    marked = [event.facts for event in done.told if event.key == "after.marked"]
    assert marked == [{"name": "Anna", "things": "Coat, Pin"}]


@pytest.mark.rule("NW3-EPISODE-10", "NW3-EPISODE-13", "NW3-LEVEL-13")
def test_e_unpreserved_items_vanish_and_missing_preserved_ones_return() -> None:
    anna = carrying(wizard("anna"), "jacket robe", "coat robe", "pin robe")
    anna.items[0].preserved = anna.items[0].lost = True
    anna.items[1].from_skill = True
    after(anna, answers={"grant_level": 0})
    assert [(one.item, one.lost) for one in anna.items] == [("jacket", False)]


@pytest.mark.rule("NW3-EPISODE-10", "NW3-EPISODE-06")
def test_e_connections_of_the_episode_end() -> None:
    anna = knowing(knowing(wizard("anna"), "Clockmaker", "Lamplighter", episode=True), "Old Tanaka")
    answers = {"grant_level": 0, "keep_connection": ["drop", "keep", "keep", "keep"]}
    after(anna, answers=answers)
    assert contacts(anna) == ["Lamplighter", "Old Tanaka"]


@pytest.mark.rule("NW3-EPISODE-10", "NW3-LEVEL-10")
@pytest.mark.parametrize("given", [5, 7, 10])
def test_c_each_player_receives_xp(given: int) -> None:
    anna, ben, dead = wizard("anna"), wizard("ben"), wizard("carl", dead=True)
    world, done = after(anna, ben, dead, enemy(), answers={"award_xp": [given, 5]})
    assert (xp(anna), xp(ben), xp(dead)) == (given, 5, 0)
    asked = [one for one in done.asked if one.key == "award_xp"]
    assert [(one.to, one.default, one.facts["name"]) for one in asked] == [
        ("referee", 5, "Anna"), ("referee", 5, "Ben")
    ]  # fmt: skip
    assert "award_xp.outside" not in done.questions
    assert world.state.phase == "after"


@pytest.mark.rule("NW3-LEVEL-10")
@pytest.mark.parametrize("given", [0, 4, 11])
def test_c_a_number_outside_has_to_be_confirmed(given: int) -> None:
    anna = wizard("anna")
    _, done = after(anna, answers={"award_xp": [given], "award_xp.outside": "yes"})
    assert xp(anna) == given
    assert (done.question("award_xp.outside").to, done.question("award_xp.outside").default) == ("referee", "no")
    anna, ben = wizard("anna"), wizard("ben")
    _, done = after(anna, ben, answers={"award_xp": [given, 6, 8], "award_xp.outside": "no"})
    assert (xp(anna), xp(ben)) == (8, 6)
    assert [one.facts["name"] for one in done.asked if one.key == "award_xp"] == ["Anna", "Ben", "Anna"]


@pytest.mark.rule("NW3-EPISODE-10", "NW3-LEVEL-01")
def test_d_levels_come_where_the_referee_grants_them() -> None:
    anna, ben = wizard("anna"), wizard("ben")
    _, done = after(anna, ben, answers={"grant_level": [2, 0]})
    assert (anna.cl, ben.cl) == (3, 1)
    assert [(one.to, one.default) for one in done.asked if one.key == "grant_level"] == [("referee", 0)] * 2


@pytest.mark.rule("NW3-OPEN-28", "NW3-LEVEL-01")
@pytest.mark.parametrize(
    ("option", "ends", "granted"),
    [
        ("after_phase", "no", True),
        ("scenario_end", "no", False),
        ("scenario_end", "yes", True),
        ("gm_only", "no", False),
    ],
)
def test_d_the_option_says_when_levels_are_granted(option: str, ends: str, granted: bool) -> None:
    anna = wizard("anna")
    _, done = after(anna, answers={"grant_level": 1, "scenario_ends": ends}, level_up_at=option)
    assert anna.cl == (2 if granted else 1)
    assert ("scenario_ends" in done.questions) == (option == "scenario_end")
    assert ("grant_level" in done.questions) == granted
    assert xp(anna) == 5  # XP come in any case
