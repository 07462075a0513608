"""CRN-RETREAT: running from a fight."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_helpers import (
    PLAYER,
    Table,
    attack,
    do,
    fighting,
    foe,
    hireling,
    lock,
    pc,
    refused_command,
    start,
    unworded,
    world,
)
from rulewright.games.cairn.declarations import Declare
from rulewright.games.cairn.rounds import LockPhase
from rulewright.games.cairn.rulings import RiskyDeed, SetEscape
from rulewright.games.cairn.state import Actor, Condition

PLACE = "the stone church"


def cornered(escape: str = PLACE, **options: Any) -> tuple[Table, Actor, Actor, Actor]:
    """Aino (DEX 9) and Ilmo (DEX 7) against a goblin, in round 1, with a place to run to."""
    table = world(first_round_save="none", **options)
    aino, ilmo = pc(table, DEX=9), pc(table, "Ilmo", DEX=7)
    goblin = foe(table, monster="goblin", WIL=19)
    start(table, escape=escape)
    return table, aino, ilmo, goblin


def run_away(table: Table, actor: Actor, **fields: Any) -> None:
    do(table, Declare(actor.id, "retreat", **fields))


@pytest.mark.rule("CRN-RETREAT-01", "CRN-RETREAT-03")
@pytest.mark.parametrize(("face", "outcome"), [(9, "fled"), (10, "in")])
def test_dex_9_runs_to_a_safe_place(face: int, outcome: str) -> None:
    table, aino, _, _ = cornered()
    run_away(table, aino, move=12)
    script = lock(table, [face])
    assert aino.outcome == outcome
    assert [(roll.who, roll.why) for roll, _ in script.rolls] == [("aino", "retreat")]
    assert len(table.told("retreat.fails")) == (outcome == "in")
    assert [event.facts["place"] for event in table.told("retreat.away")] == [PLACE] * (outcome == "fled")
    assert unworded(table, "en", "fi") == []


@pytest.mark.rule("CRN-RETREAT-01")
def test_retreat_is_the_action_of_the_turn() -> None:
    table, _, _, _ = cornered()
    refused_command(table, Declare("aino", "retreat", move=12, second_move=12), "action_spent")


@pytest.mark.rule("CRN-RETREAT-02")
def test_without_a_safe_place_the_retreat_is_refused_and_the_action_kept() -> None:
    table, aino, _, goblin = cornered(escape="")
    refused_command(table, Declare("aino", "retreat"), "no_escape_route")
    attack(table, aino, goblin)
    assert lock(table, [1]).rolls[0][0].why == "damage"


@pytest.mark.rule("CRN-RETREAT-02")
def test_a_place_that_is_lost_before_the_dice_keeps_the_action_too() -> None:
    table, aino, _, _ = cornered()
    run_away(table, aino)
    do(table, Declare("ilmo", "pass"))
    do(table, SetEscape(""))
    refused_command(table, LockPhase(), "no_escape_route")
    do(table, SetEscape("the ford"))
    lock(table, [1])
    assert aino.outcome == "fled"
    assert [event.key for event in table.events if event.key.startswith("escape.")] == ["escape.none", "escape.place"]


@pytest.mark.rule("CRN-RETREAT-03")
def test_who_fled_is_out_of_the_fight_and_back_with_the_party_after_it() -> None:
    table, aino, ilmo, goblin = cornered()
    run_away(table, aino)
    lock(table, [1])
    refused_command(table, Declare("goblin", "attack", weapon="knife", targets=("aino",)), "no_target")
    lock(table)
    refused_command(table, Declare("aino", "pass"), "cannot_act")
    run_away(table, ilmo)
    lock(table, [1])
    assert table.state.fight is None
    assert table.state.last is not None
    assert (table.state.last.result, table.state.last.fled) == ("retreat", ["aino", "ilmo"])
    assert (aino.outcome, ilmo.outcome) == ("in", "in")
    assert goblin.outcome == "in"


@pytest.mark.rule("CRN-RETREAT-03")
def test_who_stays_may_be_attacked_as_usual() -> None:
    table, aino, _, goblin = cornered()
    run_away(table, aino)
    lock(table, [10])
    attack(table, goblin, aino, weapon="knife")
    lock(table, [2])
    assert aino.hp == 3


@pytest.mark.rule("CRN-RETREAT-03", "CRN-ROUND-10")
def test_one_felled_in_the_same_phase_does_not_get_away() -> None:
    table, aino, ilmo, _ = cornered()
    aino.hp, aino.STR = 0, 5
    run_away(table, aino)
    attack(table, ilmo, aino)
    lock(table, [1, 4, 20])
    assert (aino.STR, aino.outcome) == (1, "critical")


@pytest.mark.rule("CRN-RETREAT-04")
@pytest.mark.parametrize(
    ("value", "faces", "fled"),
    [
        ("each", [9, 8], ["aino"]),
        ("each", [10, 7], ["ilmo"]),
        ("most_at_risk", [7], ["aino", "ilmo"]),
        ("most_at_risk", [8], []),
    ],
)
def test_each_rolls_or_the_one_most_at_risk_for_all(value: str, faces: list[int], fled: list[str]) -> None:
    table, aino, ilmo, _ = cornered(retreat_roll=value)
    run_away(table, aino)
    run_away(table, ilmo)
    script = lock(table, faces)
    gone = fled if table.state.fight is not None or not fled else table.state.last.fled  # type: ignore[union-attr]
    assert gone == fled
    assert [event.facts["name"].lower() for event in table.told("retreat.away")] == fled
    assert len(table.told("retreat.fails")) == 2 - len(fled)
    assert [roll.who for roll, _ in script.rolls] == (["ilmo"] if value == "most_at_risk" else ["aino", "ilmo"])


@pytest.mark.rule("CRN-RETREAT-04", "CRN-RETREAT-05")
@pytest.mark.parametrize("state", ["critical", "paralysed", "delirious", "mortal"])
def test_one_who_cannot_act_cannot_roll(state: str) -> None:
    table, aino, _, _ = cornered()
    match state:
        case "critical":
            aino.outcome = "critical"
        case "paralysed":
            aino.DEX = 0
        case "delirious":
            aino.WIL = 0
        case _:
            aino.conditions.append(Condition("out_of_action"))
    refused_command(table, Declare("aino", "retreat"), "cannot_act")


@pytest.mark.rule("CRN-RETREAT-04")
@pytest.mark.parametrize(("face", "carried"), [(9, True), (10, False)])
def test_a_runner_may_carry_one_who_cannot_act(face: int, carried: bool) -> None:
    table, _, ilmo, _ = cornered()
    pc(table, "Uuno")
    assert table.state.fight is not None
    table.state.fight.members.append("uuno")
    ilmo.outcome, ilmo.dies_at = "critical", 900
    script = do(table, Declare("aino", "retreat", targets=("ilmo",)), (), {"carry_along": "yes"})
    assert (script.asked[0].to, script.asked[0].default) == ("referee", "no")
    lock(table, [face])
    assert (ilmo.outcome, ilmo.dies_at) == ("critical", 900)  # carried, and as badly off as before
    assert ("ilmo" in table.state.fight.members) is not carried
    assert bool(table.told("retreat.carried")) is carried
    assert unworded(table, "en", "fi") == []


@pytest.mark.rule("CRN-RETREAT-04")
def test_carrying_needs_the_referees_leave() -> None:
    table, _, ilmo, _ = cornered()
    ilmo.outcome = "critical"
    command = Declare("aino", "retreat", targets=("ilmo",))
    refused_command(table, command, "cannot_act", {"carry_along": "no"})


@pytest.mark.rule("CRN-RETREAT-04")
def test_only_one_helpless_friend_can_be_carried() -> None:
    table, _, ilmo, goblin = cornered()
    uuno = hireling(table, "Uuno", outcome="critical")
    assert table.state.fight is not None
    table.state.fight.members.append(uuno.id)
    refused_command(table, Declare("aino", "retreat", targets=("ilmo",)), "no_target")  # can act
    ilmo.outcome = "critical"
    refused_command(table, Declare("aino", "retreat", targets=("ilmo", "uuno")), "bad_target_count")
    ilmo.outcome = "dead"
    goblin.outcome = "knocked_out"
    for target in ("ilmo", "goblin", "nobody"):
        refused_command(table, Declare("aino", "retreat", targets=(target,)), "no_target")


@pytest.mark.rule("CRN-RETREAT-04")
def test_one_carried_who_dies_meanwhile_stays() -> None:
    table, aino, ilmo, _ = cornered()
    uuno = pc(table, "Uuno")
    assert table.state.fight is not None
    table.state.fight.members.append("uuno")
    ilmo.outcome, ilmo.hp, ilmo.STR = "critical", 0, 1
    do(table, Declare("aino", "retreat", targets=("ilmo",)), (), {"carry_along": "yes"})
    attack(table, uuno, ilmo)
    lock(table, [1, 1])
    assert (aino.outcome, ilmo.outcome) == ("fled", "dead")
    assert "ilmo" in table.state.fight.members


@pytest.mark.rule("CRN-RETREAT-01", "CRN-ROUND-09")
def test_a_risky_retreat_needs_both_saves() -> None:
    table, aino, _, _ = cornered()
    run_away(table, aino)
    do(table, RiskyDeed("aino", "STR"))
    script = lock(table, [20])
    assert [roll.why for roll, _ in script.rolls] == ["risky deed"]
    assert aino.outcome == "in"


@pytest.mark.rule("CRN-RETREAT-01")
def test_a_foe_may_run_by_choice_with_a_dex_save() -> None:
    table, _, _, goblin = cornered()
    lock(table)
    run_away(table, goblin)
    lock(table, [12])
    assert goblin.outcome == "fled"
    assert table.state.last is not None
    assert table.state.last.result == "victory"


@pytest.mark.rule("CRN-RETREAT-01", "CRN-GEN-06")
def test_the_place_is_the_referees_to_name_and_only_in_a_fight() -> None:
    table = world()
    pc(table)
    refused_command(table, SetEscape("a barn"), "wrong_phase")
    fighting(table)
    refused_command(table, SetEscape("a barn"), "not_referee", seat=PLAYER)


@pytest.mark.rule("CRN-RETREAT-04")
def test_two_who_carry_the_same_friend_both_get_away() -> None:
    table, aino, ilmo, _ = cornered()
    uuno = pc(table, "Uuno", outcome="critical", dies_at=900)
    guard = pc(table, "Guard")
    assert table.state.fight is not None
    refused_command(table, Declare("aino", "retreat", targets=("uuno",)), "no_target")  # not here yet
    table.state.fight.members += [uuno.id, guard.id]
    for actor in (aino, ilmo):
        do(table, Declare(actor.id, "retreat", targets=("uuno",)), (), {"carry_along": "yes"})
    lock(table, [1, 1])
    assert (aino.outcome, ilmo.outcome, uuno.outcome) == ("fled", "fled", "critical")
    assert "uuno" not in table.state.fight.members
    assert len(table.told("retreat.carried")) == 1
