"""NW3-JUDGE-01, -02, -05, -06, -08: Judges that the referee calls for, hidden Difficulties, and Any Seven."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nw3_people import enemy, wizard
from nw3_scenes import ANNA, BEN, COMMANDS, REFEREE, WATCHER, Done, do, refused, table
from rulewright.engine.errors import Malformed
from rulewright.engine.modifiers import Part
from rulewright.games.nw3.dice.calling import CallJudge, CallOpposed
from rulewright.games.nw3.records.tables import DIFFICULTIES
from rulewright.games.nw3.state import Lasting, Nw3World

YES, NO = {"any_seven": "seven", "allow_any_seven": "yes"}, {"any_seven": "seven", "allow_any_seven": "no"}


def plain(**options: Any) -> Nw3World:
    """Anna and Ben without Prana, and a ghoul of the referee."""
    return table(wizard("anna", prana=0), wizard("ben", prana=0), enemy(pacc=9, eva=6), **options)


def outcome(done: Done) -> tuple[str, int]:
    """How a Normal Judge was told to end, and its Result."""
    event = next(one for one in done.told if one.key.endswith((".success", ".failure")))
    return event.key.rpartition(".")[2], event.facts["result"]


@pytest.mark.rule("NW3-JUDGE-01", "NW3-JUDGE-05")
@pytest.mark.parametrize(
    ("stat", "faces", "difficulty", "ends", "result"),
    [
        ("strength", (4, 4), 16, "success", 16),  # exact
        ("strength", (4, 4), 17, "failure", 16),
        ("strength", (3, 4), 99, "success", 15),  # a Critical
        ("strength", (1, 1), 0, "success", 0),  # a Fumble: 8 - 10, not below 0
        ("strength", (1, 1), 1, "failure", 0),
        ("finesse", (1, 2), 13, "success", 13),
        ("pacc", (1, 2), 14, "success", 14),
        ("spd", (1, 2), 19, "failure", 18),
    ],
)
def test_a_result_that_reaches_the_difficulty_is_a_success(
    stat: Any, faces: tuple[int, int], difficulty: int, ends: str, result: int
) -> None:
    done = do(plain(), CallJudge("anna", stat, difficulty), REFEREE, faces)
    assert outcome(done) == (ends, result)
    assert [(roll.count, roll.sides, roll.who) for roll, _ in done.rolls] == [(2, 6, "anna")]


@pytest.mark.rule("NW3-JUDGE-01")
def test_only_the_referee_calls_for_a_judge_and_only_of_the_living() -> None:
    world = plain()
    assert refused(world, CallJudge("anna", "luck", 10), ANNA) == "not_referee"
    assert refused(world, CallJudge("zoe", "luck", 10)) == "unknown_character"
    world.state.characters["anna"].dead = True
    assert refused(world, CallJudge("anna", "luck", 10)) == "dead"
    with pytest.raises(Malformed):
        COMMANDS.read({"do": "call_judge", "character": "ben", "stat": "charm", "difficulty": 10})


@pytest.mark.rule("NW3-JUDGE-02")
def test_every_part_of_the_alter_is_told_with_its_source() -> None:
    world = plain()
    anna = world.state.characters["anna"]
    anna.effects = [
        Lasting(1, "brisk_air", "ben", "judge", "attribute", 2, "scene"),
        Lasting(2, "dull_air", "ben", "judge", "any", -1, "scene"),
        Lasting(3, "sharp_air", "ben", "judge", "hit", 5, "scene"),
    ]
    done = do(world, CallJudge("anna", "strength", 10, modifier=-12, reason="pitch dark"), REFEREE, (6, 4))
    alter = done.event("called.open").sum
    assert alter is not None
    assert [(part.source, part.value) for part in alter.parts] == [
        ("stat.strength", 8), ("pitch dark", -12), ("brisk_air", 2), ("dull_air", -1)
    ]  # fmt: skip
    assert alter.total == done.event("called.open").facts["alter"] == -3
    assert outcome(done) == ("failure", 7)
    free = do(world, CallJudge("anna", "pacc", 10), REFEREE, (6, 4))  # no Hit Check and no Attribute
    assert free.event("called.open").facts["alter"] == 11 - 1


@pytest.mark.rule("NW3-JUDGE-02")
@pytest.mark.parametrize("modifier", [3, -3])
def test_a_modifier_of_the_referee_has_a_reason(modifier: int) -> None:
    for reason in ("", "  "):
        assert refused(plain(), CallJudge("anna", "luck", 10, modifier=modifier, reason=reason)) == "reason_missing"
    opposed = CallOpposed("anna", "luck", "ben", "luck", defender_modifier=modifier)
    assert refused(plain(), opposed) == "reason_missing"
    without = do(plain(), CallJudge("anna", "luck", 10), REFEREE, (2, 2))
    assert without.event("called.open").sum.parts == (Part("stat.luck", 7, "NW3-JUDGE-02"),)  # type: ignore[union-attr]


@pytest.mark.rule("NW3-JUDGE-06")
@pytest.mark.parametrize(
    ("band", "difficulty"),
    [("simple", 0), ("ordinary", 10), ("challenging", 13), ("hard", 16), ("expert", 21), ("master", 31)],
)
def test_a_band_stands_for_its_lowest_difficulty(band: Any, difficulty: int) -> None:
    done = do(plain(), CallJudge("anna", "luck", band=band), REFEREE, (1, 2))
    assert done.event("called.open").facts["difficulty"] == difficulty
    assert DIFFICULTIES[band].min == difficulty


@pytest.mark.rule("NW3-JUDGE-06")
@pytest.mark.parametrize("values", [{}, {"difficulty": -1}, {"difficulty": 10.5}, {"difficulty": 10, "band": "hard"}])
def test_a_difficulty_is_one_whole_number_from_0_up(values: dict[str, Any]) -> None:
    assert refused(plain(), CallJudge("anna", "luck", **values)) == "bad_difficulty"
    done = do(plain(), CallJudge("anna", "luck", 0), REFEREE, (1, 2))
    assert outcome(done) == ("success", 10)


def shown(done: Done) -> list[Any]:
    """All that a player learns: events, questions with their facts and whether they matter, and dice."""
    told = [(event.key, dict(event.facts), event.sum) for event in done.seen_by(ANNA)]
    asked = [(one.key, one.to, dict(one.facts), one.options, one.matters, dict(one.barred)) for one in done.asked]
    return [told, asked, [(roll.who, roll.why, roll.rule, faces) for roll, faces in done.rolls]]


@pytest.mark.rule("NW3-JUDGE-05")
@pytest.mark.parametrize("faces", [(4, 4), (1, 1)])
def test_of_a_hidden_difficulty_a_player_learns_only_the_outcome(faces: tuple[int, int]) -> None:
    def hidden(difficulty: int) -> Done:
        return do(table(), CallJudge("anna", "strength", difficulty, hidden=True), REFEREE, faces)

    low, high = hidden(40), hidden(4711)
    assert shown(low) == shown(high)
    assert b"4711" not in msgspec.json.encode([(one.key, one.facts) for one in high.seen_by(BEN)])
    assert [event.facts["difficulty"] for event in high.seen_by(REFEREE) if "difficulty" in event.facts] == [4711]
    assert high.event("called.failure").facts["result"] == (16 if faces == (4, 4) else 0)
    assert [one.matters for one in hidden(0).asked] == [one.matters for one in high.asked]
    assert {"dice_window", "raise_result"} <= {*high.questions}


@pytest.mark.rule("OP-C04", "NW3-JUDGE-05", "NW3-JUDGE-07")
@pytest.mark.parametrize("known", [False, True])
def test_the_alter_of_an_unknown_enemy_stays_with_the_referee(known: bool) -> None:
    commands = (
        CallJudge("ghoul", "eva", 8),
        CallJudge("ghoul", "eva", 8, hidden=True),
        CallOpposed("ghoul", "pacc", "anna", "eva"),
    )
    for command in commands:
        world = plain()
        world.state.characters["ghoul"].known = known
        done = do(world, command, REFEREE, (4, 4) if isinstance(command, CallJudge) else (4, 4, 3, 2))
        of_ghoul = [event for event in done.seen_by(BEN) if event.facts.get("name") == "Ghoul"]
        assert ("alter" in of_ghoul[0].facts, any(event.sum for event in of_ghoul)) == (known, known)
        kept = [event for event in done.seen_by(REFEREE) if "alter" in event.facts and event.facts["name"] == "Ghoul"]
        assert [event.sum is not None for event in kept] == [True]


@pytest.mark.rule("NW3-JUDGE-05")
def test_a_hidden_difficulty_is_reached_and_prana_taken_as_an_open_one() -> None:
    for hidden, key in ((False, "judge.result.success"), (True, "called.success")):
        world = table()
        answers = {"raise_result": ["raise", "pass"]}
        done = do(world, CallJudge("anna", "strength", 21, hidden=hidden), REFEREE, (4, 4, 2, 3), answers)
        assert done.event(key).facts["result"] == 21
        assert world.state.characters["anna"].prana == 4


@pytest.mark.rule("NW3-SKILL-46", "NW3-JUDGE-05")
@pytest.mark.parametrize("hidden", [False, True])
def test_what_lasts_for_the_next_judge_ends_with_it_whether_the_difficulty_is_hidden(hidden: bool) -> None:
    world = plain()
    anna = world.state.characters["anna"]
    anna.effects = [Lasting(1, "brisk_air", "ben", "judge", "any", 2, "next_judge")]
    first = do(world, CallJudge("anna", "luck", 10, hidden=hidden), REFEREE, (1, 2))
    assert first.event("called.hidden" if hidden else "called.open").facts["alter"] == 7 + 2
    assert anna.effects == []
    second = do(world, CallJudge("anna", "luck", 10, hidden=hidden), REFEREE, (1, 2))
    assert outcome(second) == ("success", 10)


@pytest.mark.rule("NW3-EPISODE-07")
def test_dice_in_the_opening_phase_bring_a_warning_and_nothing_more() -> None:
    warned = do(plain(phase="opening"), CallJudge("anna", "luck", 10), REFEREE, (1, 2))
    assert [event.to for event in warned.told if event.key == "opening.dice"] == [("referee",)]
    assert outcome(warned) == ("success", 10)
    assert "opening.dice" not in do(plain(), CallJudge("anna", "luck", 10), REFEREE, (1, 2)).keys
    opposed = do(plain(phase="opening"), CallOpposed("anna", "luck", "ben", "luck"), REFEREE, (1, 2, 1, 2))
    assert opposed.keys.count("opening.dice") == 1


# ---------------------------------------------------------------- Any Seven


@pytest.mark.rule("NW3-JUDGE-08")
def test_the_referee_takes_seven_for_own_characters_without_asking() -> None:
    done = do(plain(any_seven_players="never"), CallJudge("ghoul", "pacc", 17, seven=True))
    assert outcome(done) == ("failure", 16)
    assert not done.asked
    rolled = do(plain(), CallJudge("ghoul", "pacc", 17), REFEREE, (4, 4))
    assert outcome(rolled) == ("success", 17)


@pytest.mark.rule("NW3-JUDGE-08")
def test_seven_is_never_a_critical_or_fumble() -> None:
    world = plain(any_seven_players="always")
    done = do(world, CallJudge("anna", "strength", 16), answers={"any_seven": "seven"})
    assert outcome(done) == ("failure", 15)  # C is 7
    anna = world.state.characters["anna"]
    anna.critical, anna.fumble = 6, 7
    assert outcome(do(world, CallJudge("anna", "strength", 15), answers={"any_seven": "seven"})) == ("success", 15)


@pytest.mark.rule("NW3-JUDGE-08")
def test_a_player_who_asks_needs_leave_of_the_referee() -> None:
    done = do(plain(), CallJudge("anna", "strength", 15), answers=YES)
    assert [(one.key, one.to, one.default) for one in done.asked] == [
        ("any_seven", "anna", "roll"), ("allow_any_seven", "referee", "no")
    ]  # fmt: skip
    assert outcome(done) == ("success", 15)
    assert not done.rolls


@pytest.mark.rule("NW3-JUDGE-08")
def test_a_player_without_leave_is_refused_and_rolls() -> None:
    world = plain()
    done = do(world, CallJudge("anna", "strength", 15), REFEREE, (2, 3), NO)
    refusal = done.event("refuse.any_seven_not_allowed")
    assert (refusal.to, refusal.rule) == (("anna", "referee"), "NW3-JUDGE-08")
    assert outcome(done) == ("failure", 13)
    assert not [one for one in done.seen_by(WATCHER) if one.key.startswith("refuse.")]


@pytest.mark.rule("NW3-JUDGE-08")
def test_a_player_who_does_not_ask_rolls() -> None:
    done = do(plain(), CallJudge("anna", "strength", 15), REFEREE, (2, 3))
    assert done.questions == ["any_seven"]


@pytest.mark.rule("NW3-JUDGE-08")
def test_the_referee_may_give_leave_with_the_call() -> None:
    done = do(plain(), CallJudge("anna", "strength", 15, seven=True), answers=YES)
    assert done.questions == ["any_seven"]
    assert outcome(done) == ("success", 15)
    chosen = do(plain(), CallJudge("anna", "strength", 15, seven=True), REFEREE, (2, 3))
    assert outcome(chosen) == ("failure", 13)  # leave is no order


@pytest.mark.rule("NW3-JUDGE-08")
def test_the_option_lets_players_always_or_never_take_seven() -> None:
    always = do(plain(any_seven_players="always"), CallJudge("anna", "strength", 15), answers=YES)
    assert always.questions == ["any_seven"]
    never = do(plain(any_seven_players="never"), CallJudge("anna", "strength", 15), REFEREE, (2, 3))
    assert not never.asked
    world = plain(any_seven_players="never")
    assert refused(world, CallJudge("anna", "strength", 15, seven=True)) == "any_seven_not_allowed"
    opposed = CallOpposed("ghoul", "pacc", "anna", "eva", defender_seven=True)
    assert refused(world, opposed) == "any_seven_not_allowed"


# ---------------------------------------------------------------- Opposed Judges


@pytest.mark.rule("NW3-JUDGE-01", "NW3-JUDGE-07")
@pytest.mark.parametrize(("faces", "winner"), [((1, 2, 1, 2), "Anna"), ((1, 2, 1, 3), "Ben"), ((1, 3, 1, 2), "Anna")])
def test_two_against_each_other_the_attacker_first_and_ahead_in_a_tie(faces: tuple[int, ...], winner: str) -> None:
    done = do(plain(), CallOpposed("anna", "luck", "ben", "luck"), REFEREE, faces)
    assert [roll.who for roll, _ in done.rolls] == ["anna", "ben"]
    assert done.event("called.winner").facts["name"] == winner


@pytest.mark.rule("NW3-JUDGE-02", "NW3-JUDGE-07")
def test_each_side_has_its_own_stat_and_modifier() -> None:
    command = CallOpposed("anna", "strength", "ghoul", "eva", 3, -2, "rain")
    done = do(plain(), command, REFEREE, (1, 2, 2, 4))
    assert [(event.facts["name"], event.facts["result"]) for event in done.told if event.key == "judge.result"] == [
        ("Anna", 8 + 3 + 3), ("Ghoul", 6 - 2 + 6)
    ]  # fmt: skip
    assert done.event("called.winner").facts == {"name": "Anna", "other": "Ghoul"}


@pytest.mark.rule("NW3-JUDGE-08", "NW3-JUDGE-07")
def test_a_defender_decides_on_seven_when_the_attacker_has_rolled() -> None:
    done = do(plain(), CallOpposed("ghoul", "pacc", "anna", "eva"), REFEREE, (3, 4), YES)
    assert [roll.who for roll, _ in done.rolls] == ["ghoul"]
    assert done.event("called.winner").facts["name"] == "Anna"  # 16 against 10 + 7
    both = do(plain(), CallOpposed("ghoul", "pacc", "anna", "eva", attacker_seven=True), answers=YES)
    assert not both.rolls


@pytest.mark.rule("NW3-JUDGE-07", "NW3-PRANA-02")
def test_both_may_use_prana_and_pay_for_themselves() -> None:
    world = table()
    answers = {"raise_result": ["raise", "pass"]}
    done = do(world, CallOpposed("anna", "luck", "ben", "luck"), REFEREE, (2, 3, 1, 2, 1, 2), answers)
    assert done.event("called.winner").facts["name"] == "Ben"  # 12 against 10 + 3
    assert [one.prana for one in world.state.characters.values()] == [5, 4]


@pytest.mark.rule("NW3-JUDGE-07")
def test_nobody_is_called_against_itself_or_against_the_dead() -> None:
    world = plain()
    assert refused(world, CallOpposed("anna", "luck", "anna", "spd")) == "duplicate_target"
    world.state.characters["ben"].dead = True
    assert refused(world, CallOpposed("anna", "luck", "ben", "luck")) == "dead"
    assert refused(world, CallOpposed("anna", "luck", "ghoul", "eva"), ANNA) == "not_referee"
