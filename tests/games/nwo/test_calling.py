"""Judges that the referee calls for, repeats, and modifiers (NWO-JUDGE-03, -08, -11)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nwo_play import options
from nwo_windows import Table
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.games.nwo.game import game
from rulewright.games.nwo.judges.calling import AllowRetry, CallJudge, CallOpposed, GiveModifier

LOCK = CallJudge("ruka", "dexterity", 15, "the lock")
OPPOSED = CallOpposed("ruka", "tomo", "evasion", "hit")
COMMANDS = (LOCK, OPPOSED, AllowRetry("ruka", "the lock"), GiveModifier("ruka", 2))


def last(table: Table) -> tuple[str, Any]:
    event = table.told[-1]
    return event.key, event.facts.get("value")


# ---------------------------------------------------------------- against a difficulty


@pytest.mark.rule("NWO-JUDGE-03", "NWO-JUDGE-11")
@pytest.mark.parametrize(("faces", "key"), [((4, 4), "judge.success"), ((3, 4), "judge.failure")])
def test_a_normal_judge_succeeds_with_the_difficulty_or_more(faces: tuple[int, int], key: str) -> None:
    table = Table("ruka")
    table.give(LOCK, faces)
    assert last(table) == (key, 7 + sum(faces))
    assert table["ruka"].failed == ({} if key == "judge.success" else {"the lock": False})


@pytest.mark.rule("NWO-JUDGE-02", "NWO-JUDGE-03")
def test_the_modifiers_of_a_call_and_of_the_referee_add_up() -> None:
    table = Table("ruka")
    table.give(GiveModifier("ruka", 2))
    table.give(CallJudge("ruka", "dexterity", 11, modifier=-5), (3, 4))
    assert last(table) == ("judge.success", 7 + 7 - 5 + 2)
    table.give(CallJudge("ruka", "dexterity", 11, modifier=-5), (3, 4))
    assert last(table) == ("judge.failure", 7 + 7 - 5)


@pytest.mark.rule("NWO-JUDGE-02")
def test_a_modifier_can_still_be_given_while_the_roller_thinks() -> None:
    table = Table("ruka")
    table.give(LOCK, (3, 4), {"prana": table.giving(GiveModifier("ruka", 3))})
    assert last(table) == ("judge.success", 17)


@pytest.mark.rule("NWO-JUDGE-03")
def test_a_secret_difficulty_is_not_told() -> None:
    table = Table("ruka")
    table.give(CallJudge("ruka", "dexterity", 15, secret=True), (3, 4))
    question = table.question("prana")
    assert (question.facts["goal"], question.outlook) == ("", None)
    assert table.told[-1].facts["difficulty"] == "-"


# ---------------------------------------------------------------- repeats


@pytest.mark.rule("NWO-JUDGE-11")
def test_a_failed_judge_is_repeated_once_by_leave() -> None:
    """judge-20"""
    table = Table("ruka")
    table.give(LOCK, (1, 2))
    assert table.refuses(LOCK) == "retry_needs_gm"
    table.give(AllowRetry("ruka", "the lock"))
    table.give(LOCK, (1, 2))
    assert table.refuses(LOCK) == "retry_needs_gm"


@pytest.mark.rule("NWO-JUDGE-11")
def test_a_leave_ends_with_the_success() -> None:
    table = Table("ruka")
    table.give(LOCK, (1, 2))
    table.give(AllowRetry("ruka", " the lock "))
    table.give(LOCK, (4, 4))
    assert table.refuses(AllowRetry("ruka", "the lock")) == "bad_value"
    table.give(LOCK, (4, 4))  # what has succeeded is no repeat of a failure


@pytest.mark.rule("NWO-JUDGE-11")
def test_other_purposes_and_other_people_are_no_repeats() -> None:
    table = Table("ruka", "tomo")
    table.give(LOCK, (1, 2))
    table.give(msgspec.structs.replace(LOCK, purpose="the window"), (1, 2))
    table.give(msgspec.structs.replace(LOCK, character="tomo"), (1, 1))
    for _ in range(2):  # nothing is known as a repeat without a purpose
        table.give(msgspec.structs.replace(LOCK, purpose=" "), (1, 2))
    assert table.refuses(msgspec.structs.replace(LOCK, purpose=" the lock ")) == "retry_needs_gm"


@pytest.mark.rule("NWO-JUDGE-11")
def test_there_is_nothing_to_allow_before_a_failure() -> None:
    assert Table("ruka").refuses(AllowRetry("ruka", "the lock")) == "bad_value"


# ---------------------------------------------------------------- leaving it out


@pytest.mark.rule("NWO-JUDGE-13", "NWO-JUDGE-11")
@pytest.mark.parametrize(
    ("decided", "difficulty", "success"),
    [("fail", -50, False), ("ability_value", 7, True), ("ability_value", 8, False), ("refuse", 14, True)],
)
def test_a_player_asks_to_leave_a_called_judge_out(decided: str, difficulty: int, success: bool) -> None:
    table = Table("ruka")
    faces = (3, 4) if decided == "refuse" else ()
    table.give(CallJudge("ruka", "dexterity", difficulty, "it"), faces, {"judge_how": "waive", "waive_judge": decided})
    assert table["ruka"].failed == ({} if success else {"it": False})


@pytest.mark.rule("NWO-JUDGE-13")
@pytest.mark.parametrize(("fixed", "success"), [("auto_fail", False), ("ability_value", True)])
def test_by_option_the_referee_is_not_asked(fixed: str, success: bool) -> None:
    table = Table("ruka", house=options(waived_judge=fixed))
    table.give(CallJudge("ruka", "dexterity", 5, "it"), (), {"judge_how": "waive"})
    assert table.asked() == ["judge_how ruka"]
    assert table["ruka"].failed == ({} if success else {"it": False})


@pytest.mark.rule("NWO-JUDGE-13", "NWO-TIMING-07")
@pytest.mark.parametrize(
    ("house", "state"),
    [({"waived_judge": "refuse"}, {}), ({}, {"asks": "never"}), ({}, {"fainted": True}), ({}, {"kind": "npc"})],
)
def test_who_is_not_asked_how(house: dict[str, Any], state: dict[str, Any]) -> None:
    table = Table("ruka", house=options(**house))
    table.change("ruka", **state)
    table.give(LOCK, () if state.get("fainted") else (3, 4))
    assert "judge_how ruka" not in table.asked()


# ---------------------------------------------------------------- opposed judges, and refusals


@pytest.mark.rule("NWO-JUDGE-08")
@pytest.mark.parametrize(("faces", "key"), [((3, 3, 4, 5), "contest.passive"), ((3, 4, 4, 5), "contest.active")])
def test_a_called_opposed_judge(faces: tuple[int, ...], key: str) -> None:
    table = Table("ruka", "tomo")
    table.give(CallOpposed("ruka", "tomo", "evasion", "hit", active_modifier=3, passive_modifier=2), faces)
    assert table.told[-1].key == key
    assert table.told[-1].facts["margin"] == (8 + 3 + faces[0] + faces[1]) - (6 + 2 + 9)


@pytest.mark.rule("NWO-JUDGE-12", "NWO-JUDGE-08")
def test_who_can_make_no_judge_opposes_with_the_plain_value() -> None:
    table = Table("ruka", "tomo")
    table.change("tomo", fainted=True)
    table.give(CallOpposed("ruka", "tomo", "evasion", "hit"), (3, 4))
    assert table.told[-1].facts["other"] == 6


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.rule("NWO-JUDGE-03", "NWO-JUDGE-11")
def test_these_commands_are_the_referees(command: msgspec.Struct) -> None:
    table = Table("ruka", "tomo")
    table["ruka"].failed["the lock"] = False
    with pytest.raises(Refused) as refusal:
        game.commands.start(table.world, command, Seat("ruka", "ruka", "player"))
    assert refusal.value.reason == "not_referee"
    assert game.commands.type_of(command).who == "referee"


@pytest.mark.rule("NWO-JUDGE-02", "NWO-STATUS-11")
@pytest.mark.parametrize(
    ("command", "state", "reason"),
    [
        (LOCK, {"dead": True}, "dead"),
        (LOCK, {"hp": 0}, "status_apparent_death"),
        (CallJudge("nobody", "hit", 3), {}, "unknown_actor"),
        (CallJudge("ruka", "charm", 3), {}, "bad_value"),
        (CallJudge("ruka", "mp_max", 3), {}, "bad_value"),
        (CallOpposed("ruka", "ruka", "hit", "hit"), {}, "bad_value"),
        (CallOpposed("ruka", "nobody", "hit", "hit"), {}, "unknown_actor"),
        (CallOpposed("ruka", "tomo", "hit", "charm"), {}, "bad_value"),
        (CallOpposed("tomo", "ruka", "hit", "hit"), {"dead": True}, "dead"),
        (AllowRetry("nobody", "it"), {}, "unknown_actor"),
        (GiveModifier("nobody", 1), {}, "unknown_actor"),
    ],
)
def test_calls_that_are_refused(command: msgspec.Struct, state: dict[str, Any], reason: str) -> None:
    table = Table("ruka", "tomo")
    table.change("ruka", **state)
    assert table.refuses(command) == reason
