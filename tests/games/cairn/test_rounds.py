"""CRN-ROUND and CRN-GEN: rounds, phases, their order and their end, through whole commands."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_helpers import (
    PLAYER,
    REFEREE,
    Table,
    armed,
    attack,
    carry,
    do,
    foe,
    hireling,
    lock,
    pc,
    refused,
    refused_command,
    start,
    unworded,
    world,
)
from rulewright.engine.builtin import Override
from rulewright.engine.drivers import Script
from rulewright.engine.errors import Refused
from rulewright.engine.world import digest, pack, unpack
from rulewright.games.cairn import game
from rulewright.games.cairn.declarations import Declare
from rulewright.games.cairn.handling import Hold
from rulewright.games.cairn.house_rules import ChangeOption
from rulewright.games.cairn.rounds import EndFight, LockPhase, StartFight
from rulewright.games.cairn.rulings import RiskyDeed, SetModifiers
from rulewright.games.cairn.state import Actor, Condition, Declaration, State
from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table as LiveTable


def three(**options: Any) -> tuple[Table, list[Actor], Actor]:
    """PCs with DEX 10, 8 and 14 against a goblin, not fighting yet."""
    table = world(**options)
    party = [pc(table, name, DEX=dexterity) for name, dexterity in (("Aino", 10), ("Ilmo", 8), ("Uuno", 14))]
    return table, party, foe(table, monster="goblin", WIL=19)


def whys(script: Script) -> list[str]:
    return [roll.why for roll, _ in script.rolls]


# ---------------------------------------------------------------- round 1


@pytest.mark.rule("CRN-ROUND-03")
def test_each_pc_saves_for_its_first_turn() -> None:
    table, _, _ = three()
    script = start(table, [10, 9, 20])
    assert table.state.fight is not None
    assert table.state.fight.lost_turn == ["ilmo", "uuno"]
    assert [(roll.who, roll.why) for roll, _ in script.rolls] == [
        ("aino", "first round"), ("ilmo", "first round"), ("uuno", "first round")
    ]  # fmt: skip
    refusal = refused_command(table, Declare("ilmo", "attack", targets=("goblin",)), "lost_turn")
    assert refusal.rule == "CRN-ROUND-03"
    refused_command(table, Declare("uuno", "move", 12), "lost_turn")
    do(table, Declare("aino", "pass"))
    do(table, LockPhase())  # nobody else has to declare
    assert table.state.fight.phase == "foes"
    assert unworded(table, "en", "fi") == []


@pytest.mark.rule("CRN-ROUND-03")
def test_current_dex_counts() -> None:
    table, party, _ = three()
    party[0].DEX = 5
    start(table, [6, 1, 1])
    assert table.state.fight is not None
    assert table.state.fight.lost_turn == ["aino"]


@pytest.mark.rule("CRN-ROUND-04")
def test_a_waived_pc_acts_without_a_roll() -> None:
    table, _, _ = three()
    script = start(table, [10, 20], {"waive_first_save": [["ilmo"]]})
    assert table.state.fight is not None
    assert table.state.fight.lost_turn == ["uuno"]
    assert [roll.who for roll, _ in script.rolls] == ["aino", "uuno"]
    question = script.asked[0]
    assert (question.to, question.default, question.kind) == ("referee", [], "several")
    assert (question.least, question.most) == (0, 3)
    assert [option.value for option in question.options] == ["aino", "ilmo", "uuno"]
    assert [event.facts["name"] for event in table.told("phase.waived")] == ["Ilmo"]


@pytest.mark.rule("CRN-ROUND-04", "CRN-GEN-06")
def test_waiving_after_the_roll_is_a_closed_decision() -> None:
    live = LiveTable.new(game, game.scenarios()["ambush"], game.options_type(), (REFEREE,), MemoryJournal(), "7")
    live.submit("referee", StartFight(tuple(live.world.state.groups)))
    question = live.open_questions("referee")[0]
    assert question.question.key == "waive_first_save"
    everybody = [option.value for option in question.question.options]
    live.answer("referee", question.id, everybody[:1])
    before, entries, lost = digest(live.world.state), list(live.entries), list(live.world.state.fight.lost_turn)
    with pytest.raises(Refused) as refusal:
        live.answer("referee", question.id, everybody)
    assert refusal.value.reason == "decision_closed"
    assert (digest(live.world.state), list(live.entries)) == (before, entries)
    assert everybody[0] not in lost


@pytest.mark.rule("CRN-ROUND-04", "CRN-GEN-05")
def test_after_the_roll_only_an_override_gives_the_turn_back() -> None:
    table, _, _ = three()
    start(table, [10, 9, 10])
    before = len(table.events)
    do(table, Override("fight.lost_turn", [], "Ilmo was on watch"))
    assert [event.key for event in table.events[before:]] == ["table.override"]
    do(table, Declare("ilmo", "pass"))


@pytest.mark.rule("CRN-ROUND-03")
def test_in_round_2_all_act_without_a_save() -> None:
    table, _, _ = three()
    start(table, [10, 9, 20])
    lock(table)
    script = lock(table)
    assert table.state.fight is not None
    assert (table.state.fight.round, table.state.fight.lost_turn, script.rolls) == (2, [], [])
    for name in ("aino", "ilmo", "uuno"):
        do(table, Declare(name, "move", 12))


@pytest.mark.rule("CRN-ROUND-03")
@pytest.mark.parametrize(
    ("value", "saving"), [("pcs", ["aino"]), ("pcs_and_hirelings", ["aino", "hessu"]), ("none", [])]
)
def test_who_saves_follows_the_option(value: str, saving: list[str]) -> None:
    table = world(first_round_save=value)
    pc(table)
    hireling(table)
    foe(table)
    militia = foe(table, "Militia", group="militia")
    militia.side = "party"
    table.state.groups.pop("militia")
    script = start(table, [10] * len(saving), {})
    assert [roll.who for roll, _ in script.rolls] == saving
    assert len(script.asked) == (1 if saving else 0)


@pytest.mark.rule("CRN-ROUND-03", "CRN-ROUND-02")
def test_who_cannot_act_makes_no_save() -> None:
    table, party, _ = three()
    party[0].outcome = "critical"
    party[1].DEX = 0
    script = start(table, [1])
    assert [roll.who for roll, _ in script.rolls] == ["uuno"]


# ---------------------------------------------------------------- who acts, and when


@pytest.mark.rule("CRN-ROUND-01")
def test_a_round_is_the_partys_phase_then_the_foes_and_ten_seconds() -> None:
    table, _, _ = three()
    start(table)
    fight = table.state.fight
    assert fight is not None
    seen = []
    for _ in range(4):
        seen.append((fight.round, fight.phase, table.state.clock))
        lock(table)
    assert seen == [(1, "party", 0), (1, "foes", 0), (2, "party", 10), (2, "foes", 10)]
    assert table.state.clock == 20


@pytest.mark.rule("CRN-ROUND-01", "CRN-GEN-06")
def test_nobody_declares_in_the_other_sides_phase() -> None:
    table, _, _ = three()
    start(table)
    refused_command(table, Declare("goblin", "pass"), "wrong_phase")
    lock(table)
    refused_command(table, Declare("aino", "pass"), "wrong_phase")
    do(table, Declare("goblin", "pass"))


@pytest.mark.rule("CRN-ROUND-02")
@pytest.mark.parametrize("state", ["critical", "dead", "routed", "fled", "DEX", "WIL", "mortal", "late"])
def test_who_is_out_of_action_neither_acts_nor_is_waited_for(state: str) -> None:
    table, party, _ = three()
    start(table)
    fight, aino = table.state.fight, party[0]
    assert fight is not None
    match state:
        case "DEX" | "WIL":
            setattr(aino, state, 0)
        case "mortal":
            aino.conditions.append(Condition("out_of_action"))
        case "late":
            fight.late.append("aino")
        case _:
            aino.outcome = state  # type: ignore[assignment]
    refused_command(table, Declare("aino", "move", 1) if state != "critical" else Declare("aino", "other"),
                    "dead" if state == "dead" else "cannot_act")  # fmt: skip
    do(table, Declare("ilmo", "pass"))
    do(table, Declare("uuno", "pass"))
    do(table, LockPhase())
    assert fight.phase == "foes"


@pytest.mark.rule("CRN-ROUND-02")
def test_a_newcomer_of_the_foes_acts_in_the_next_round() -> None:
    table, _, _ = three()
    start(table)
    lock(table)
    late = foe(table, "Late")
    fight = table.state.fight
    assert fight is not None
    fight.members.append(late.id)
    fight.late.append(late.id)
    refused_command(table, Declare("late", "pass"), "cannot_act")
    lock(table)
    lock(table)
    do(table, Declare("late", "pass"))


@pytest.mark.rule("CRN-ROUND-08", "CRN-GEN-06")
def test_locking_needs_a_declaration_or_a_pass_from_everybody() -> None:
    table, _, _ = three()
    start(table)
    do(table, Declare("aino", "move", 5))
    refusal = refused_command(table, LockPhase(), "declarations_missing")
    assert refusal.facts["actors"] == "Ilmo, Uuno"
    refused_command(table, LockPhase(), "not_referee", seat=PLAYER)
    do(table, Declare("ilmo", "pass"))
    do(table, LockPhase(True))  # the referee passes for the absent
    assert table.state.fight is not None
    assert table.state.fight.phase == "foes"


@pytest.mark.rule("CRN-ROUND-08", "CRN-GEN-06")
def test_what_is_locked_is_locked_while_the_phase_is_resolved() -> None:
    table, _, goblin = three()
    goblin.hp, goblin.STR = 1, 10
    start(table)
    attack(table, table.state.actors["aino"], goblin)
    procedure = game.commands.start(table, LockPhase(True), REFEREE)
    next(procedure)  # the damage die is about to fall
    assert table.state.fight is not None
    assert table.state.fight.locked
    refused_command(table, Declare("ilmo", "pass"), "already_locked")
    refused(table, lambda: game.commands.start(table, LockPhase(), REFEREE), "already_locked")


@pytest.mark.rule("CRN-ROUND-08")
def test_no_die_falls_before_the_phase_is_locked() -> None:
    table, party, goblin = three()
    start(table)
    for actor in party:
        script = do(table, Declare(actor.id, "attack", targets=(goblin.id,)))
        assert script.rolls == []
    assert whys(lock(table, [1, 2, 3])) == ["damage"] * 3


@pytest.mark.rule("CRN-ROUND-08", "CRN-GEN-01")
def test_what_cannot_be_done_any_more_is_refused_before_any_die_or_passed_for() -> None:
    table, party, goblin = three()
    sword = armed(table, party[0], "sword")
    start(table)
    attack(table, party[0], goblin, weapon=sword)
    attack(table, party[1], goblin)
    do(table, Declare("uuno", "pass"))
    party[0].items[0].where = "pack"  # an override, say
    refused_command(table, LockPhase(), "weapon_not_held")
    script = lock(table, [1])
    assert [roll.who for roll, _ in script.rolls] == ["ilmo"]


@pytest.mark.rule("CRN-ROUND-08")
def test_a_declarer_who_cannot_act_any_more_when_the_phase_is_locked_does_nothing() -> None:
    table, party, goblin = three()
    start(table)
    attack(table, party[0], goblin)
    party[0].WIL = 0
    assert lock(table).rolls == []


# ---------------------------------------------------------------- at once


@pytest.mark.rule("CRN-ROUND-05", "CRN-ATTACK-13")
def test_an_attack_on_a_foe_that_an_ally_fells_is_pooled_and_not_wasted() -> None:
    table, party, goblin = three()
    goblin.hp, goblin.STR = 1, 12
    start(table)
    attack(table, party[0], goblin)
    attack(table, party[1], goblin, weapon=armed(table, party[1], "maul"))
    lock(table, [3, 10, 1, 2])
    assert goblin.STR == 3  # one damage result of 10


@pytest.mark.rule("CRN-ROUND-05")
@pytest.mark.parametrize(("value", "hp"), [("per_side", 5), ("whole_round", 2)])
def test_who_falls_in_the_partys_phase_acts_in_this_round_where_the_table_plays_so(value: str, hp: int) -> None:
    table, party, goblin = three(simultaneity=value)
    goblin.hp, goblin.STR = 0, 1
    foe(table, "Other", WIL=19)
    start(table)
    attack(table, party[0], goblin)
    lock(table, [4, *([1] if value == "per_side" else [])])  # morale waits for the removal
    assert goblin.outcome == "dead"
    command = Declare("goblin", "attack", weapon="knife", targets=("aino",))
    if value == "per_side":
        refused_command(table, command, "dead")
        lock(table)
    else:
        refused_command(table, command, "not_your_actor", seat=PLAYER)
        do(table, command)
        script = lock(table, [3, 1])
        assert whys(script) == ["damage", "morale"]
    assert party[0].hp == hp
    assert table.state.fight is not None
    lock(table)
    refused_command(table, command, "dead")  # only in the round of its fall


@pytest.mark.rule("CRN-ROUND-05", "CRN-ROUND-06")
def test_in_a_whole_round_the_last_foes_still_act_before_the_fight_ends() -> None:
    table, party, goblin = three(simultaneity="whole_round")
    goblin.hp, goblin.STR = 0, 1
    start(table)
    attack(table, party[0], goblin)
    lock(table, [4])
    assert table.state.fight is not None
    party[0].hp = 4
    do(table, Declare("goblin", "attack", weapon="knife", targets=("aino",)))
    lock(table, [4, 6])
    assert table.state.fight is None
    assert table.state.last is not None
    assert table.state.last.result == "victory"


@pytest.mark.rule("CRN-ROUND-05", "CRN-CRIT-05")
def test_in_a_whole_round_one_left_dying_still_moves_and_strikes() -> None:
    table, party, goblin = three(simultaneity="whole_round")
    goblin.hp, goblin.STR = 0, 9
    start(table)
    attack(table, party[0], goblin)
    lock(table, [1, 20], {"npc_fate": "dying"})
    do(table, Declare("goblin", "attack", 12, weapon="knife", targets=("aino",)))
    lock(table, [1])
    assert party[0].hp == 4


@pytest.mark.rule("CRN-ROUND-05", "CRN-ROUND-06")
def test_in_a_whole_round_a_party_that_is_gone_ends_the_fight() -> None:
    table = world(simultaneity="whole_round", first_round_save="none")
    aino, ilmo = pc(table), pc(table, "Ilmo")
    goblin = foe(table, monster="goblin", hp=0, hp_max=4, STR=1)
    foe(table, "Other", WIL=19)
    start(table, escape="home")
    attack(table, aino, goblin)
    do(table, Declare("ilmo", "retreat"))
    aino.hp, aino.STR = 0, 1
    bomb = armed(table, ilmo, "firebomb")
    attack(table, ilmo, aino, weapon=bomb)
    lock(table, [4, 8])
    assert table.state.fight is not None  # Ilmo stands
    lock(table, [1])
    do(table, Declare("ilmo", "retreat"))
    lock(table, [1])
    assert table.state.fight is None


# ---------------------------------------------------------------- the end


@pytest.mark.rule("CRN-ROUND-06")
@pytest.mark.parametrize("phase", ["party", "foes"])
def test_a_fight_ends_when_one_side_has_nobody_left(phase: str) -> None:
    table, party, goblin = three()
    start(table)
    if phase == "party":
        goblin.hp, goblin.STR = 0, 1
        attack(table, party[0], goblin)
        lock(table, [4])
    else:
        party[1].outcome = party[2].outcome = "fled"
        party[0].hp, party[0].STR = 0, 1
        lock(table)
        do(table, Declare("goblin", "attack", weapon="knife", targets=("aino",)))
        lock(table, [1])
    assert table.state.fight is None
    assert table.state.last is not None
    assert (table.state.last.result, table.state.last.rounds) == ("victory" if phase == "party" else "retreat", 1)
    assert table.state.clock == 10  # the round has ended with it
    assert table.told("fight.ends")


@pytest.mark.rule("CRN-ROUND-06")
def test_a_party_of_which_nobody_is_left_is_defeated() -> None:
    table = world()
    aino, goblin = pc(table, hp=0, hp_max=1, STR=9), foe(table, monster="goblin")
    start(table)
    lock(table)
    do(table, Declare("goblin", "attack", weapon="knife", targets=("aino",)))
    lock(table, [1, 20])
    assert aino.outcome == "critical"
    assert table.state.last is not None
    assert table.state.last.result == "defeat"
    assert goblin.outcome == "in"


@pytest.mark.rule("CRN-ROUND-06")
def test_the_referee_ends_a_fight_and_its_marks_go_while_wounds_stay() -> None:
    table, party, goblin = three()
    start(table, [10, 20, 10])
    party[0].hp, party[0].outcome, party[2].outcome = 0, "critical", "fled"
    goblin.fleeing = True
    refused_command(table, EndFight(), "not_referee", seat=PLAYER)
    do(table, EndFight())
    assert table.state.fight is None
    assert not goblin.fleeing
    assert [actor.outcome for actor in party] == ["critical", "in", "in"]
    assert party[0].hp == 0
    assert table.state.last is not None
    assert table.state.last.result == "stopped"
    refused_command(table, EndFight(), "wrong_phase")


@pytest.mark.rule("CRN-ROUND-06")
def test_marks_of_a_phase_end_with_it() -> None:
    table, _, _ = three()
    start(table)
    fight = table.state.fight
    assert fight is not None
    do(table, SetModifiers("aino", impaired=True))
    do(table, RiskyDeed("aino", "DEX"))
    fight.distant, fight.hands_changed = ["aino"], ["aino"]
    lock(table)
    assert (fight.declared, fight.modifiers, fight.risky, fight.distant, fight.hands_changed) == ({}, [], {}, [], [])


@pytest.mark.rule("CRN-ROUND-06")
def test_one_whose_hour_is_up_at_the_end_of_the_round_may_end_the_fight() -> None:
    table, party, _ = three()
    start(table)
    party[1].outcome = party[2].outcome = "fled"
    party[0].dies_at = 10
    lock(table)
    lock(table)
    assert party[0].outcome == "dead"
    assert table.state.fight is None


# ---------------------------------------------------------------- starting


@pytest.mark.rule("CRN-ROUND-01", "CRN-GEN-01", "CRN-GEN-06")
def test_what_is_no_fight_is_refused() -> None:
    table, party, goblin = three()
    refused_command(table, StartFight(("nobody",)), "unknown_actor")
    refused_command(table, StartFight(("foes",)), "not_referee", seat=PLAYER)
    for command in (LockPhase(), EndFight(), Declare("aino", "pass"), SetModifiers("aino"), RiskyDeed("aino", "DEX")):
        refused_command(table, command, "wrong_phase")
    goblin.outcome = "dead"
    refused_command(table, StartFight(("foes",)), "no_target")
    goblin.outcome = "in"
    for actor in party:
        actor.outcome = "critical"
    refused_command(table, StartFight(("foes",)), "no_target")
    for actor in party:
        actor.outcome = "in"
    start(table)
    refused_command(table, StartFight(("foes",)), "in_combat")


@pytest.mark.rule("CRN-ROUND-01")
def test_everybody_of_the_party_and_every_able_foe_once_is_in_the_fight() -> None:
    table, party, _ = three(first_round_save="none")
    party[1].outcome, party[2].outcome = "critical", "dead"
    foe(table, "Gone", outcome="fled")
    do(table, StartFight(("foes", "foes"), "the ford"))
    fight = table.state.fight
    assert fight is not None
    assert (fight.members, fight.escape, fight.started_alone) == (["aino", "ilmo", "goblin"], "the ford", True)
    assert table.state.groups["foes"].starting == 1


@pytest.mark.rule("CRN-ROUND-06")
def test_an_option_changed_in_a_fight_takes_effect_after_it() -> None:
    table, _, _ = three()
    start(table)
    do(table, ChangeOption("simultaneity", "whole_round"))
    before = table.state.options.simultaneity
    do(table, EndFight())
    assert (before, table.state.options.simultaneity) == ("per_side", "whole_round")


# ---------------------------------------------------------------- the order of resolution


@pytest.mark.rule("CRN-ROUND-10")
def test_the_steps_of_a_phase_come_in_their_order() -> None:
    """One phase with everything: risk, retreat, casting, dice, scar, critical save, effect, aid, morale."""
    table = world(first_round_save="none", danger_save_prompt="always")
    aino, ilmo, uuno, vilja = (pc(table, name, hp=4) for name in ("Aino", "Ilmo", "Uuno", "Vilja"))
    down = pc(table, "Down", outcome="critical", dies_at=900)
    goblin = foe(table, monster="goblin", hp=0, hp_max=4, STR=9)
    foe(table, "Other", WIL=19)
    book, thorn, bandages = armed(table, aino, "book"), armed(table, ilmo, "thorn"), carry(table, vilja, "bandages").id
    bomb = armed(table, uuno, "firebomb")
    runner = pc(table, "Runner")
    start(table, escape="home")
    do(table, Declare("ilmo", "attack", weapon=thorn, targets=("goblin",)))
    do(table, Declare("uuno", "attack", weapon=bomb, targets=("vilja", "other")))
    do(table, Declare("vilja", "aid", item=bandages, targets=("down",)))
    do(table, Declare("runner", "retreat"))
    do(table, Declare("aino", "cast", item=book, targets=("goblin",)))
    do(table, RiskyDeed("uuno", "STR"))
    script = lock(
        table,
        [1, 1, 1, 5, 4, 3, 4, 2, 20, 3, 1],
        {"scar_text": "A song", "npc_fate": "knocked_out"},
    )
    assert [(roll.who, roll.why) for roll, _ in script.rolls] == [
        ("uuno", "risky deed"),
        ("runner", "retreat"),
        ("aino", "casting"),
        ("ilmo", "damage"),
        ("uuno", "damage"),
        ("uuno", "damage"),
        ("aino", "damage"),
        ("vilja", "scar"),
        ("goblin", "critical damage"),
        ("goblin", "effect"),
        ("foes", "morale"),
    ]
    assert (vilja.hp, [scar.id for scar in vilja.scars]) == (0, ["broken_limb"])
    assert (down.stable, aino.fatigue, runner.outcome, goblin.outcome) == (True, 1, "fled", "knocked_out")
    keys = [event.key for event in table.events]
    order = [
        keys.index(key)
        for key in ("cast.spell", "critical.stable", "retreat.away", "morale.stays", "phase.foes")
    ]  # fmt: skip
    assert order == sorted(order)
    assert unworded(table, "en", "fi") == []


@pytest.mark.rule("CRN-ROUND-10")
def test_targets_are_settled_in_declaration_order_step_by_step() -> None:
    table = world(first_round_save="none")
    party = [pc(table, name, hp=1) for name in ("Aino", "Ilmo", "Uuno")]
    goblins = [foe(table, f"G{number}", monster="goblin") for number in (1, 2, 3)]
    start(table)
    lock(table)
    for goblin, target in zip(goblins, (party[2], party[0], party[1])):
        attack(table, goblin, target, weapon="knife")
    script = lock(table, [2, 1, 3, 4, 2, 1, 1])
    assert [(roll.who, roll.why) for roll, _ in script.rolls] == [
        ("g1", "damage"), ("g2", "damage"), ("g3", "damage"),
        ("aino", "scar"), ("aino", "scar"),
        ("uuno", "critical damage"), ("ilmo", "critical damage"),
    ]  # fmt: skip


@pytest.mark.rule("CRN-ROUND-10", "CRN-ROUND-05")
def test_one_killed_by_a_separate_blow_gets_no_scar_and_no_save_any_more() -> None:
    table = world(first_round_save="none", blast_joins_pool=False)
    aino = pc(table, hp=2, STR=3)
    pc(table, "Ilmo")
    ogre, goblin = foe(table, "Ogre", monster="ogre"), foe(table, monster="goblin")
    start(table)
    lock(table)
    attack(table, ogre, aino, weapon="sweep")
    attack(table, goblin, aino, weapon="knife")
    lock(table, [2, 3])
    assert (aino.outcome, aino.scars) == ("dead", [])


@pytest.mark.rule("CRN-ROUND-10", "CRN-MAGIC-07", "CRN-SCAR-01")
def test_an_injury_by_mishap_lands_with_the_damage_of_the_phase_past_armor() -> None:
    table = world(first_round_save="none", danger_save_prompt="always", spell_works_on_failed_save="no")
    aino = pc(table, hp=2)
    carry(table, aino, "gambeson", "worn")
    book = armed(table, aino, "book")
    foe(table, WIL=19)
    start(table)
    do(table, Declare("aino", "cast", item=book, targets=("goblin",)))
    script = lock(table, [20, 4], {"mishap": [["injury"]], "mishap_injury": "2"})
    assert (aino.hp, [scar.id for scar in aino.scars]) == (0, ["rattling_blow"])
    assert whys(script) == ["casting", "scar"]
    assert table.told("attack.damage")[0].facts["armor"] == 0
    assert table.state.harm == {}


@pytest.mark.rule("CRN-ROUND-10", "CRN-MAGIC-08")
def test_a_spell_of_several_targets_strikes_each_and_its_effects_come_after_the_damage() -> None:
    table = world(first_round_save="none")
    aino = pc(table)
    goblins = [foe(table, f"G{number}", hp=9, WIL=19) for number in (1, 2)]
    goblins[1].hp, goblins[1].STR = 0, 1
    book = armed(table, aino, "book_hail")
    start(table)
    do(table, Declare("aino", "cast", item=book, targets=("g1", "g2")))
    script = lock(table, [3, 5, 20, 1])
    assert whys(script) == ["damage", "damage", "spell", "morale"]
    assert goblins[0].hp == 6
    assert [mark.id for mark in goblins[0].conditions] == ["chilled"]
    assert (goblins[1].outcome, goblins[1].conditions) == ("dead", [])


@pytest.mark.rule("CRN-ROUND-10", "CRN-HEAL-03")
@pytest.mark.parametrize(("state", "uses", "stable"), [("critical", 2, True), ("dead", 3, False)])
def test_aid_comes_after_the_damage_and_is_not_spent_on_the_dead(state: str, uses: int, stable: bool) -> None:
    table = world(first_round_save="none")
    aino, ilmo, uuno = pc(table), pc(table, "Ilmo", hp=0, STR=3 if state == "dead" else 9), pc(table, "Uuno")
    ilmo.outcome, ilmo.dies_at = "critical", 900
    foe(table)
    bandages = carry(table, aino, "bandages")
    start(table)
    do(table, Declare("aino", "aid", item=bandages.id, targets=("ilmo",)))
    attack(table, uuno, ilmo)
    lock(table, [3, *([1] if state == "critical" else [])])
    assert (ilmo.outcome, ilmo.stable, bandages.uses) == (state, stable, uses)


@pytest.mark.rule("CRN-ROUND-10", "CRN-HEAL-03")
def test_two_helpers_of_one_spend_one_use() -> None:
    table = world(first_round_save="none")
    aino, ilmo, uuno = pc(table), pc(table, "Ilmo"), pc(table, "Uuno", outcome="critical", dies_at=900)
    foe(table)
    kits = [carry(table, actor, "bandages") for actor in (aino, ilmo)]
    start(table)
    for actor, kit in zip((aino, ilmo), kits):
        do(table, Declare(actor.id, "aid", item=kit.id, targets=("uuno",)))
    lock(table)
    assert ([kit.uses for kit in kits], uuno.stable) == ([2, 3], True)


@pytest.mark.rule("CRN-ROUND-09")
@pytest.mark.parametrize(("face", "hp"), [(10, 46), (11, 50)])
def test_a_risky_deed_counts_only_if_its_save_succeeds(face: int, hp: int) -> None:
    table, party, goblin = three()
    goblin.hp = 50
    start(table)
    attack(table, party[0], goblin)
    do(table, RiskyDeed("aino", "STR"))
    lock(table, [face, *([4] if hp == 46 else [])])
    assert goblin.hp == hp
    assert len(table.told("risky.failed")) == (hp == 50)
    assert table.told("risky.asked")[0].facts["ability"] == "STR"
    assert unworded(table, "en", "fi") == []


@pytest.mark.rule("CRN-ROUND-09")
def test_an_npcs_deed_may_be_risky_too_and_the_save_may_be_taken_back() -> None:
    table, party, goblin = three()
    start(table)
    lock(table)
    attack(table, goblin, party[0], weapon="knife")
    do(table, RiskyDeed("goblin", "DEX"))
    assert whys(lock(table, [20])) == ["risky deed"]
    lock(table)
    attack(table, goblin, party[0], weapon="knife")
    do(table, RiskyDeed("goblin", "DEX"))
    do(table, RiskyDeed("goblin", None))
    assert whys(lock(table, [1])) == ["damage"]


@pytest.mark.rule("CRN-ROUND-09", "CRN-SLOT-03")
def test_what_was_said_of_a_turn_ends_with_its_phase() -> None:
    table, party, goblin = three()
    sword, dagger = (carry(table, goblin, item) for item in ("sword", "dagger"))
    start(table)
    lock(table)
    attack(table, goblin, party[0], weapon="knife")
    do(table, RiskyDeed("goblin", "DEX"))
    lock(table, [20])
    lock(table)
    do(table, Hold("goblin", (sword.id,)))
    attack(table, goblin, party[0], weapon="knife")
    assert whys(lock(table, [1])) == ["damage"]
    lock(table)
    do(table, Hold("goblin", (dagger.id,)))
    assert (sword.where, dagger.where) == ("pack", "held")


# ---------------------------------------------------------------- engine rules


@pytest.mark.rule("CRN-GEN-04")
def test_every_die_says_whose_it_is_what_for_and_by_which_rule() -> None:
    table = world(danger_save_prompt="always")
    aino, ilmo = pc(table, hp=1), pc(table, "Ilmo", hp=1)
    goblin, ogre = foe(table, monster="goblin"), foe(table, "Ogre", monster="ogre", group="ogres")
    book = armed(table, aino, "book")
    rolls = start(table, [1, 1]).rolls
    do(table, Declare("aino", "cast", item=book, targets=("goblin",)))
    attack(table, ilmo, goblin)
    rolls += lock(table, [1, 8, 4, 1]).rolls
    attack(table, ogre, aino, ilmo, weapon="sweep")
    rolls += lock(table, [2, 4, 1, 20]).rolls
    assert len(rolls) == 10
    for roll, faces in rolls:
        assert roll.who
        assert roll.why
        assert game.rulebook().rules[roll.rule]
        assert len(faces) == roll.count
    told = table.told("attack.plain")[0].facts
    assert (told["dice"], told["face"]) == ("d8", 8)


@pytest.mark.rule("CRN-GEN-02", "CRN-GEN-03")
def test_the_state_of_a_fight_keeps_whole_numbers_in_their_bounds() -> None:
    table, party, goblin = three()
    start(table)
    attack(table, party[0], goblin, weapon=armed(table, party[0], "maul"))
    lock(table, [10, 20], {"npc_fate": "dying"})
    for actor in table.state.actors.values():
        for name in ("hp", "STR", "DEX", "WIL"):
            value = getattr(actor, name)
            assert type(value) is int
            assert 0 <= value <= 99
    for value in (-1, 100, 2.5, "5"):
        with pytest.raises(Refused) as refusal:
            do(table, Override("actors.aino.hp", value, "a slip"))
        assert refusal.value.reason == "bad_value"
        assert party[0].hp == 5


@pytest.mark.rule("CRN-GEN-05")
def test_an_override_sets_a_value_and_triggers_no_rule() -> None:
    table, party, _ = three()
    start(table)
    for path, value in (("actors.aino.hp", 0), ("actors.aino.STR", 1)):
        script = do(table, Override(path, value, "it was dark"))
        assert script.rolls == []
    assert (party[0].hp, party[0].STR, party[0].scars, party[0].outcome) == (0, 1, [], "in")
    assert len(table.told("table.override")) == 2
    assert lock(table).rolls == []  # and none at the end of the phase


@pytest.mark.rule("CRN-GEN-06")
def test_a_saved_fight_goes_on_as_it_was() -> None:
    table, party, goblin = three()
    start(table)
    attack(table, party[0], goblin)
    do(table, SetModifiers("aino", "goblin", impaired=True))
    again = unpack(pack(table.state), State)
    assert digest(again) == digest(table.state)
    assert again.fight is not None
    assert type(again.fight.declared["aino"]) is Declaration
    assert again.fight == table.state.fight
    table.state = again
    assert whys(lock(table, [4, 1])) == ["damage", "morale"]
    assert again.actors["goblin"].hp == 0


@pytest.mark.rule("CRN-ROUND-10", "CRN-RELIC-01")
def test_a_relic_with_a_power_spends_its_charge_in_step_2_and_strikes_nobody() -> None:
    table, party, _ = three()
    bell = carry(table, party[0], "bell", "held", charges=2)
    start(table)
    do(table, Declare("aino", "use", item=bell.id))
    assert lock(table).rolls == []
    assert (bell.charges, bell.uses) == (1, None)
    assert table.told("relic.power")
    assert not table.told("use.item")


@pytest.mark.rule("CRN-MAGIC-08")
def test_a_spell_on_oneself_that_hurts_hurts_the_caster() -> None:
    table, party, _ = three()
    scroll = armed(table, party[0], "scroll_flare")
    start(table)
    do(table, Declare("aino", "cast", item=scroll))
    lock(table, [3])
    assert party[0].hp == 2


@pytest.mark.rule("CRN-ROUND-06")
def test_fights_are_counted_one_by_one() -> None:
    table, _, _ = three()
    for number in (1, 2):
        start(table)
        do(table, EndFight())
        assert table.state.fights == number


@pytest.mark.rule("CRN-ROUND-06")
def test_a_fight_that_the_referee_ends_is_neither_won_nor_lost() -> None:
    table, party, goblin = three()
    start(table)
    for actor in party:
        actor.outcome = "critical"
    goblin.outcome = "dead"
    do(table, EndFight())
    assert table.state.last is not None
    assert table.state.last.result == "stopped"
