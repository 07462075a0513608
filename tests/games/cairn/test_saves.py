"""Chapters 1 and 2: abilities and saves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cairn_helpers import PLAYER, REFEREE, Table, do, foe, pc, refused_command, run, world
from rulewright.engine.drivers import Script
from rulewright.engine.enumerate import Odds
from rulewright.engine.journal import Seat
from rulewright.games.cairn import game
from rulewright.games.cairn.saves import (
    CallSave,
    JointEffort,
    OpposedEffort,
    actor_save,
    most_at_risk,
    save,
    suggested,
)


def three(**abilities: tuple[int, int, int]) -> Table:
    """A table with three characters."""
    table = world()
    for index, name in enumerate(("Aino", "Eero", "Liisa")):
        pc(table, name, **{ability: values[index] for ability, values in abilities.items()})
    return table


# ---------------------------------------------------------------- the roll


@pytest.mark.rule("CRN-SAVE-01", "CRN-SAVE-02")
@pytest.mark.parametrize(
    ("ability", "value", "face", "success"),
    [
        ("DEX", 10, 10, True),  # equal
        ("DEX", 10, 11, False),
        ("WIL", 0, 1, True),
        ("WIL", 0, 2, False),
        ("STR", 20, 20, False),
        ("STR", 22, 20, False),
        ("STR", 19, 19, True),
    ],
)
def test_worked_examples(ability: str, value: int, face: int, success: bool) -> None:
    result = run(save(value), [face])
    assert (result.ability, result.face, result.success) == (value, face, success)
    table = world()
    actor = pc(table, **{ability: value})  # type: ignore[arg-type]
    assert run(actor_save(table, actor, ability), [face]) is success  # type: ignore[arg-type]


@pytest.mark.rule("CRN-SAVE-01", "CRN-SAVE-02")
def test_every_ability_and_every_face() -> None:
    for ability in range(100):
        for face in range(1, 21):
            expected = face == 1 or (face != 20 and face <= ability)
            assert run(save(ability), [face]).success is expected, (ability, face)


@pytest.mark.rule("CRN-SAVE-01", "CRN-SAVE-02")
@pytest.mark.parametrize(
    ("ability", "chance"),
    [(0, Fraction(1, 20)), (1, Fraction(1, 20)), (10, Fraction(1, 2)), (19, Fraction(19, 20)), (99, Fraction(19, 20))],
)
def test_the_odds_are_those_of_the_roll(ability: int, chance: Fraction) -> None:
    assert Odds().call(save, ability).chance(lambda result: result.success) == chance


@pytest.mark.rule("CRN-SAVE-03")
def test_a_save_takes_no_modifier() -> None:
    forms = (CallSave, OpposedEffort, JointEffort)
    fields = {name for form in forms for name in form.__struct_fields__}
    assert fields == {"actor", "ability", "task", "actors", "at_risk"}


@pytest.mark.rule("CRN-SAVE-01", "CRN-SAVE-02")
@pytest.mark.parametrize(
    ("face", "key", "rule"),
    [
        (1, "save.success.natural_1", "CRN-SAVE-02"),
        (10, "save.success", "CRN-SAVE-01"),
        (11, "save.failure", "CRN-SAVE-01"),
        (20, "save.failure.natural_20", "CRN-SAVE-02"),
    ],
)
def test_a_save_is_told_with_its_numbers(face: int, key: str, rule: str) -> None:
    table = world()
    pc(table)
    do(table, CallSave("aino", "DEX"), [face])
    (event,) = table.events
    assert (event.key, event.rule) == (key, rule)
    assert event.facts == {"name": "Aino", "ability": "DEX", "value": 10, "face": face}


# ---------------------------------------------------------------- which ability


@pytest.mark.rule("CRN-ABIL-03")
def test_a_save_uses_the_current_value() -> None:
    table = world()
    pc(table, DEX=6, DEX_max=14)
    do(table, CallSave("aino", "DEX"), [7])
    assert table.events[-1].key == "save.failure"


@pytest.mark.rule("CRN-ABIL-02")
@pytest.mark.parametrize(
    ("task", "ability"),
    [
        *((task, "STR") for task in ("lift", "bend", "poison")),
        *((task, "DEX") for task in ("balance", "speed", "reflexes", "dodge", "climb", "sneak")),
        *((task, "WIL") for task in ("persuade", "deceive", "interrogate", "threaten", "charm", "incite", "provoke")),
        ("spell", "WIL"),
    ],
)
def test_a_task_suggests_an_ability(task: str, ability: str) -> None:
    assert suggested(task) == ability
    table = world()
    pc(table)
    script = do(table, CallSave("aino", task=task), [5])
    (question,) = script.asked
    assert (question.key, question.to, question.default) == ("choose_save_ability", "referee", ability)
    assert [option.value for option in question.options] == ["STR", "DEX", "WIL"]
    assert table.events[-1].facts["ability"] == ability


@pytest.mark.rule("CRN-ABIL-02")
def test_the_referee_fixes_the_ability() -> None:
    table = world()
    pc(table, STR=3, WIL=18)
    script = do(table, CallSave("aino", task="climb"), [17], {"choose_save_ability": "WIL"})
    assert script.asked[0].default == "DEX"
    assert table.events[-1].facts == {"name": "Aino", "ability": "WIL", "value": 18, "face": 17}
    assert not do(table, CallSave("aino", "WIL"), [17]).asked  # named beforehand: nobody is asked


# ---------------------------------------------------------------- opposed and joint effort


@pytest.mark.rule("CRN-SAVE-04")
@pytest.mark.parametrize(
    ("roller", "face", "winner", "loser"),
    [("aino", 10, "Aino", "Goblin"), ("aino", 11, "Goblin", "Aino"), ("goblin", 8, "Goblin", "Aino")],
)
def test_opposed_effort(roller: str, face: int, winner: str, loser: str) -> None:
    table = world()
    pc(table)
    foe(table)
    script = do(table, OpposedEffort(("aino", "goblin"), "STR"), [face], {"most_at_risk": roller})
    (question,) = script.asked
    assert question.default is None  # no preselection
    assert question.to == "referee"
    assert len(script.rolls) == 1
    assert table.events[-1].facts == {"winner": winner, "loser": loser}
    assert not do(table, OpposedEffort(("aino", "goblin"), "STR", roller), [face]).asked


@pytest.mark.rule("CRN-SAVE-05")
@pytest.mark.parametrize(
    ("ability", "values", "roller"),
    [("DEX", (12, 7, 9), "eero"), ("STR", (8, 8, 11), "aino"), ("WIL", (9, 4, 4), "eero")],
)
def test_joint_effort_preselects_the_lowest_then_the_first(
    ability: str, values: tuple[int, int, int], roller: str
) -> None:
    table = three(**{ability: values})
    script = do(table, JointEffort(("aino", "eero", "liisa"), ability), [1])  # type: ignore[arg-type]
    assert script.asked[0].default == roller
    assert [roll.who for roll, _ in script.rolls] == [roller]


@pytest.mark.rule("CRN-SAVE-05", "CRN-ABIL-03")
def test_joint_effort_looks_at_current_values_and_the_referee_may_change_it() -> None:
    table = three(DEX=(12, 7, 9))
    table.state.actors["liisa"].DEX = 5
    assert most_at_risk(list(table.state.actors.values()), "DEX").id == "liisa"
    effort = JointEffort(("aino", "eero", "liisa"), "DEX")
    script = do(table, effort, [12], {"most_at_risk": "aino"})
    assert [roll.who for roll, _ in script.rolls] == ["aino"]
    assert table.events[-1].key == "save.success"
    named = do(table, JointEffort(effort.actors, "DEX", "eero"), [8])
    assert not named.asked
    assert table.events[-1].facts["name"] == "Eero"


# ---------------------------------------------------------------- refusals


@pytest.mark.rule("CRN-SAVE-06")
@pytest.mark.parametrize("outcome", ["dead", "destroyed"])
def test_the_dead_make_no_save(outcome: str) -> None:
    table = three()
    table.state.actors["eero"].outcome = outcome  # type: ignore[assignment]
    refused_command(table, CallSave("eero", "STR"), "dead")
    refused_command(table, CallSave("eero"), "dead")
    refused_command(table, OpposedEffort(("aino", "eero"), "STR", "aino"), "dead")
    refused_command(table, JointEffort(("aino", "eero"), "STR"), "dead")


@pytest.mark.rule("CRN-SAVE-06")
@pytest.mark.parametrize("outcome", ["critical", "routed", "fled", "knocked_out", "surrendered"])
def test_those_who_are_out_for_other_reasons_may_save(outcome: str) -> None:
    table = three(DEX=(0, 10, 10))
    table.state.actors["aino"].outcome = outcome  # type: ignore[assignment]
    do(table, CallSave("aino", "WIL"), [10])
    assert table.events[-1].key == "save.success"


@pytest.mark.rule("CRN-GEN-06")
def test_efforts_need_known_and_different_actors() -> None:
    table = three()
    refused_command(table, CallSave("nobody", "STR"), "unknown_actor")
    refused_command(table, OpposedEffort(("aino", "nobody"), "STR"), "unknown_actor")
    refused_command(table, OpposedEffort(("aino", "aino"), "STR"), "bad_value")
    refused_command(table, OpposedEffort(("aino", "eero"), "STR", "liisa"), "bad_value")
    refused_command(table, JointEffort(("aino", "aino"), "STR"), "bad_value")
    refused_command(table, JointEffort(("aino", "eero"), "STR", "liisa"), "bad_value")


@pytest.mark.rule("CRN-GEN-06")
@pytest.mark.parametrize(
    "command", [CallSave("aino"), OpposedEffort(("aino", "eero"), "STR"), JointEffort(("aino", "eero"), "STR")]
)
def test_only_the_referee_calls_for_saves(command: CallSave | OpposedEffort | JointEffort) -> None:
    table = three()
    refused_command(table, command, "not_referee", seat=PLAYER)
    refused_command(table, command, "not_referee", seat=Seat("w", "Watcher", "spectator"))
    script = Script([10], {"most_at_risk": "aino"})
    script.run(game.commands.start(table, command, REFEREE))
    assert len(script.rolls) == 1
