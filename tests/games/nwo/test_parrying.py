"""NWO-PARRY: receiving a blow or a spell with what is equipped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from nwo_magic import FIST, attack_row, begins_cast, paused, rejoin, steps, table, thrown, told, values
from nwo_play import Play, rows_of
from rulewright.engine.errors import Refused
from rulewright.engine.requests import Question
from rulewright.games.nwo.battles.actions import Attack, CastSpell
from rulewright.games.nwo.judges.declaring import DeclarePrana
from rulewright.games.nwo.state import NaturalWeapon, Thing
from rulewright.table.questions import check

ROWS = [row for row in rows_of("attack") if row["id"].startswith("parry-")]
FISTS = Attack("mire_hound", "fist", "ruka")
RECEIVED = (3, 3, 4, 3)


def guarded(*items: str, **house: Any) -> Play:
    """The hound's turn, hit 12 and attack 13, against Ruka's 9 and 11 before what she has equipped here."""
    play = table("ruka", "mire_hound", **house)
    play.values("ruka", evasion=9, defence=11)
    play.change("ruka", abilities={}, prana=0, gear=[Thing(item, item, "equipped") for item in items])
    play.values("mire_hound", hit=12, attack=13)
    play.change("mire_hound", natural_weapons=[FIST], critical=(10,), fumble=(5,))
    play.fight(mire_hound=38, ruka=1)
    return play


def spell_at(play: Play, **answers: Any) -> Question | None:
    """Ember Dart at Ruka with magic 12; the question for her answer, where she is asked."""
    play.values("mire_hound", magic=12)
    play.change("mire_hound", spells=["flash", "ember_dart"], mp=9, mp_max=9)
    play.give(CastSpell("mire_hound", "ember_dart"), [2, 2, 6, 5], {"target": "ruka", **answers})
    return next((one for one in play.script.asked if one.key == "answer"), None)


@pytest.mark.rule("NWO-PARRY-03", "NWO-PARRY-04", "NWO-PARRY-05", "NWO-PARRY-07")
@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_example_of_a_parry(row: Mapping[str, Any]) -> None:
    _, came_out = attack_row(row)
    assert came_out == row["expect"]


@pytest.mark.rule("NWO-PARRY-01")
def test_whoever_has_something_to_parry_with_chooses_how_to_answer() -> None:
    play = guarded("round_shield", "guard_blade", "oilskin")
    question = paused(play, FISTS, "answer", [3, 3])
    assert [option.value for option in question.options] == ["evade", "round_shield", "guard_blade", "waive"]
    assert question.facts["hit"] == 18
    assert (question.to, question.secret) == ("ruka", False)


@pytest.mark.rule("NWO-PARRY-01")
def test_one_thing_parries_every_attack_of_a_round() -> None:
    play = guarded("guard_blade", "round_shield")
    play.change("mire_hound", count=58)
    for _ in range(2):
        play.give(FISTS, [*RECEIVED, 1, 1, 1, 2], {"answer": "round_shield"})
    assert len(told(play, "attack.parried")) == 2
    assert values(play)[3] == ("defence", 11 + 1 + 4 + 3)  # not the blade's 3 as well


@pytest.mark.rule("NWO-PARRY-01")
def test_what_is_only_in_hand_parries_nothing() -> None:
    play = guarded()
    play.change("ruka", gear=[Thing("shield", "round_shield", "in_hand")], asks="all")
    question = paused(play, FISTS, "answer", [3, 3])
    assert [option.value for option in question.options] == ["evade", "waive"]
    assert question.barred == {}


@pytest.mark.rule("NWO-PARRY-01")
def test_parry_7_the_pike_has_no_parry_values() -> None:
    play = guarded("quay_pike")
    play.change("ruka", asks="all")
    question = paused(play, FISTS, "answer", [3, 3])
    with pytest.raises(Refused) as refusal:
        check(question, "quay_pike")
    assert refusal.value.reason == "no_parry"


@pytest.mark.rule("NWO-PARRY-01")
def test_nobody_is_asked_who_has_nothing_to_parry_with() -> None:
    play = guarded("quay_pike", "oilskin")
    play.give(FISTS, [3, 3, 5, 6])
    assert play.asked() == []


@pytest.mark.rule("NWO-PARRY-02")
def test_parry_6_a_caster_cannot_parry() -> None:
    play = guarded("round_shield")
    begins_cast(play, "ruka")
    paused(play, FISTS, "interrupt_cast", [3, 3])
    assert play.refuses(DeclarePrana("ruka", 1)) == "no_judge_possible"
    other = guarded("round_shield")
    begins_cast(other, "ruka")
    other.give(FISTS, [3, 3, 3, 3])
    assert "answer" not in other.asked()
    assert thrown(other) == ["hit", "attack"]


@pytest.mark.rule("NWO-PARRY-02")
def test_the_fainted_cannot_parry() -> None:
    play = guarded("round_shield")
    play.change("ruka", fainted=True)
    play.give(FISTS, [3, 3])
    assert values(play) == [("attack", 19), ("defence", 12)]


@pytest.mark.rule("NWO-PARRY-02")
def test_who_is_struck_down_before_the_parry_is_rolled_does_not_parry() -> None:
    play = guarded("round_shield")
    play.change("ruka", hp=1, stats=play["ruka"].stats | {"evasion": 18})
    play.values("mire_hound", magic=20)
    play.change("mire_hound", spells=["flash"], mp=2, mp_max=2, asks="all")
    rejoin(play)
    # as Ruka is about to parry, the hound's counter brings her into apparent death: 18 of plain evasion against 18
    answers = {"answer": ["round_shield", "evade"], "interrupt": ["pass", "spell:flash"], "target": "ruka"}
    play.give(FISTS, [3, 3, 3, 3, 1, 1, 3, 3, 1, 1], answers)
    assert values(play)[1:] == [("hit", 26), ("evasion", 20), ("power", 26), ("resistance", 8), ("parry", 18)]
    assert play["ruka"].hp == 1 - 18
    assert [event.key for event in play.told if event.key.startswith("attack.")][-1] == "attack.miss"


@pytest.mark.rule("NWO-PARRY-03")
def test_the_things_judge_value_is_a_correction_that_prone_does_not_halve_and_may_be_negative() -> None:
    play = guarded("round_shield")
    play.change("ruka", prone=True)
    play.give(FISTS, [3, 3, 3, 4, 3, 3, 3, 3], {"answer": "round_shield"})
    assert values(play)[1] == ("parry", 9 // 2 + 7 + 2)


@pytest.mark.rule("NWO-PARRY-04")
def test_a_received_blow_is_not_evaded_and_may_still_wound() -> None:
    play = guarded("guard_blade")  # judge +1, defence +3
    play.give(FISTS, [3, 3, 4, 4, 6, 5, 1, 2], {"answer": "guard_blade"})
    assert thrown(play) == ["hit", "parry", "attack", "defence"]
    assert told(play, "attack.damage")[0]["damage"] == 24 - (11 + 3 + 3)


@pytest.mark.rule("NWO-PARRY-01", "NWO-OPEN-45")
def test_a_blade_parries_what_comes_from_afar() -> None:
    play = guarded("guard_blade")
    play["mire_hound"].square = (2, 0)
    play.change("mire_hound", natural_weapons=[NaturalWeapon("fist", "Quills", (1, 3))])
    play.give(FISTS, [3, 3, 4, 4, 1, 1, 3, 3], {"answer": "guard_blade"})
    assert told(play, "attack.parried")


@pytest.mark.rule("NWO-PARRY-06")
def test_parry_8_what_a_shield_adds_all_the_time_counts_when_its_bearer_evades() -> None:
    play = guarded("round_shield")
    play.give(FISTS, [3, 4, 1, 1, 3, 3, 3, 3], {"answer": "evade"})
    assert values(play)[-1] == ("defence", 11 + 1 + 6)


@pytest.mark.rule("NWO-PARRY-07", "NWO-SPELL-14")
def test_parry_9_and_spell_21_a_spell_is_not_parried_with_a_shield_without_resistance_and_not_resisted() -> None:
    play = guarded("round_shield", "mirror_shield")
    question = spell_at(play, answer="evade")
    assert question is not None
    assert [option.value for option in question.options] == ["evade", "mirror_shield", "waive"]
    for answer, reason in (("round_shield", "no_parry"), ("resist", "not_resistable")):
        with pytest.raises(Refused) as refusal:
            check(question, answer)
        assert refusal.value.reason == reason


@pytest.mark.rule("NWO-PARRY-07")
def test_with_only_such_a_shield_nobody_is_asked() -> None:
    assert spell_at(guarded("round_shield")) is None


@pytest.mark.rule("NWO-PARRY-07")
def test_a_spell_that_is_received_meets_the_resistance_of_the_thing() -> None:
    play = guarded("ward_staff")  # resistance +4, defence +1, judge 0
    play.values("mire_hound", magic=12)
    play.change("mire_hound", spells=["ember_dart"], mp=9, mp_max=9)
    play.change("ruka", stats=play["ruka"].stats | {"resistance": 3})
    play.give(
        CastSpell("mire_hound", "ember_dart"), [1, 1, 4, 4, 2, 2, 3, 3], {"target": "ruka", "answer": "ward_staff"}
    )
    assert values(play)[-1] == ("resistance", 3 + 4 + 6)


@pytest.mark.rule("NWO-PARRY-03", "NWO-JUDGE-09")
def test_sealed_the_thing_is_chosen_unseen() -> None:
    play = guarded("round_shield", opposed_order="sealed")
    assert steps(play, FISTS, [*RECEIVED, 4, 4, 3, 3], {"answer": "round_shield"}) == "answer ruka, die"
    assert told(play, "attack.parried")
    assert play.script.asked[0].facts["hit"] == "-"
