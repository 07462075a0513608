"""NW3-EPISODE-14: Information Gathering."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_people import wizard
from nw3_scenes import ANNA, REFEREE, Done, do, knowing, refused, table
from rulewright.games.nw3.episodes.gathering import GatherInformation
from rulewright.games.nw3.state import STATS, Character, Nw3World

NAMES = {"use_connection": "Old Tanaka", "connection_fits": "yes"}


def asking(*contacts: str, **values: Any) -> Nw3World:
    """Anna (Knowledge 5, Awareness 8) with Connections to these and without Prana."""
    return table(knowing(wizard("anna", prana=0), *contacts), **values)


def outcome(done: Done) -> tuple[str, int]:
    event = next(one for one in done.told if one.key.startswith("judge.result"))
    return event.key.rpartition(".")[2], event.facts["result"]


def parts(done: Done) -> list[tuple[str, int]]:
    alter = done.event("called.open").sum
    assert alter is not None
    return [(part.source, part.value) for part in alter.parts]


@pytest.mark.rule("NW3-EPISODE-14")
@pytest.mark.parametrize("contacts", [("Old Tanaka",), ("Old Tanaka", "Night Nurse")], ids=["E1", "E2"])
def test_e1_e2_a_fitting_connection_gives_two_and_no_more(contacts: tuple[str, ...]) -> None:
    done = do(asking(*contacts), GatherInformation("anna", "knowledge", 13), REFEREE, (3, 3), NAMES)
    assert outcome(done) == ("success", 13)
    assert parts(done) == [("stat.knowledge", 5), ("sum.connection", 2)]
    assert done.questions.count("connection_fits") == 1


@pytest.mark.rule("NW3-EPISODE-14")
@pytest.mark.parametrize("stat", STATS)
def test_e3_a_combat_stat_is_refused(stat: Any) -> None:
    assert refused(asking(), GatherInformation("anna", stat, 13)) == "not_an_attribute"


@pytest.mark.rule("NW3-EPISODE-14")
@pytest.mark.parametrize("answers", [NAMES | {"connection_fits": "no"}, {}])
def test_without_the_referees_word_a_connection_gives_nothing(answers: dict[str, str]) -> None:
    done = do(asking("Old Tanaka"), GatherInformation("anna", "knowledge", 13), REFEREE, (3, 3), answers)
    assert outcome(done) == ("failure", 11)
    asked = done.question("use_connection")
    assert (asked.to, [one.value for one in asked.options], asked.default) == ("anna", ["Old Tanaka", ""], "")
    if answers:
        assert (done.question("connection_fits").to, done.question("connection_fits").default) == ("referee", "no")


@pytest.mark.rule("NW3-EPISODE-14")
def test_who_has_no_connection_is_not_asked_for_one() -> None:
    done = do(asking(), GatherInformation("anna", "knowledge", 11), REFEREE, (3, 3))
    assert done.questions == ["any_seven"]
    assert outcome(done) == ("success", 11)
    npc = Character("kei", "Kei", "npc", "wizards", hp=1)
    done = do(table(npc), GatherInformation("kei", "knowledge", 11), REFEREE, (3, 3))
    assert not done.asked


@pytest.mark.rule("NW3-EPISODE-14")
@pytest.mark.parametrize(("answer", "stat", "result"), [("awareness", 8, 14), ("", 5, 11)])
def test_an_information_source_may_replace_the_attribute(answer: str, stat: int, result: int) -> None:
    command = GatherInformation("anna", "knowledge", 13, source="awareness")
    done = do(asking(), command, REFEREE, (3, 3), {"use_information_source": answer})
    assert outcome(done)[1] == result
    assert parts(done)[0][1] == stat
    asked = done.question("use_information_source")
    assert (asked.to, asked.default) == ("anna", "")
    same = do(asking(), GatherInformation("anna", "awareness", 13, source="awareness"), REFEREE, (3, 3))
    assert same.questions == ["any_seven"]


@pytest.mark.rule("NW3-EPISODE-14", "NW3-JUDGE-05", "NW3-JUDGE-06")
def test_it_is_a_normal_judge_with_all_that_goes_with_one() -> None:
    world = asking()
    assert refused(world, GatherInformation("anna", "knowledge")) == "bad_difficulty"
    assert refused(world, GatherInformation("anna", "knowledge", 10, modifier=1)) == "reason_missing"
    assert refused(world, GatherInformation("anna", "knowledge", 10), ANNA) == "not_referee"
    hidden = do(world, GatherInformation("anna", "knowledge", band="hard", hidden=True), REFEREE, (3, 3))
    assert [one.facts["difficulty"] for one in hidden.told if "difficulty" in one.facts] == [16]
    assert "called.failure" in hidden.keys
    helped = GatherInformation("anna", "knowledge", 13, modifier=2, reason="quiet library")
    assert outcome(do(world, helped, REFEREE, (3, 3))) == ("success", 13)
    critical = do(world, GatherInformation("anna", "knowledge", 99), REFEREE, (3, 4))
    assert outcome(critical)[0] == "success"
    never = asking(any_seven_players="never")
    assert refused(never, GatherInformation("anna", "knowledge", 10, seven=True)) == "any_seven_not_allowed"


@pytest.mark.rule("NW3-EPISODE-07", "NW3-EPISODE-08")
def test_in_the_opening_phase_the_referee_is_warned_and_in_the_middle_phase_not() -> None:
    command = GatherInformation("anna", "knowledge", 5)
    assert "opening.dice" in do(asking(phase="opening"), command, REFEREE, (1, 2)).keys
    assert "opening.dice" not in do(asking(phase="middle"), command, REFEREE, (1, 2)).keys
