"""NWO-COUNT-10 to -13, -18: a turn with its one action, free actions, and who may do what."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nwo_play import Play, options
from rulewright.engine.errors import Refused
from rulewright.games.nwo.battles import casting, turns
from rulewright.games.nwo.battles.actions import (
    Attack,
    CastSpell,
    Delay,
    EndTurn,
    Pass,
    Rearrange,
    UseAbility,
    WakeUp,
)
from rulewright.games.nwo.battles.gear import DropItem, Equip, ReadyItem, TakeFromRobe, UseItem
from rulewright.games.nwo.battles.moving import FullMove, Move
from rulewright.games.nwo.battles.prana import PranaToHp, PranaToMp
from rulewright.games.nwo.judges.interrupts import Interrupt
from rulewright.games.nwo.state import Cast, Thing

BLADE, SALVE = "ruka.guard_blade.1", "ruka.salve.4"
ATTACK = Attack("ruka", BLADE, "hound")
MISS = [1, 1, 3, 4]

ACTIONS: dict[str, msgspec.Struct] = {
    "move_normal": Move("ruka", "normal", ()),
    "move_combat": Move("ruka", "combat", ()),
    "move_full": FullMove("ruka"),
    "weapon_attack": ATTACK,
    "cast": CastSpell("ruka", "lamp_sight"),
    "rearrange_aura": Rearrange("ruka", {"hit": 6}),
    "equip": Equip("ruka", "pike", BLADE),
    "use_item": UseItem("ruka", SALVE, ("ruka",)),
    "use_ability_normal": UseAbility("ruka", "quay_blessing", (), (0, 0)),
    "prana_to_hp": PranaToHp("ruka"),
    "prana_to_mp": PranaToMp("ruka"),
    "wake_up": WakeUp("ruka"),
    "pass": Pass("ruka"),
    "delay": Delay("ruka", 20),
    "ready_item": ReadyItem("ruka", "torch"),
    "drop_item": DropItem("ruka", SALVE),
    "take_from_robe": TakeFromRobe("ruka", "spare"),
}
"""Every action of the table with a command that takes it; a cast is interrupted while judges go on."""
FREE = ("ready_item", "drop_item", "take_from_robe")
WITH_DICE = {"move_full": MISS[2:], "weapon_attack": MISS, "prana_to_hp": [3, 4], "prana_to_mp": [3, 4],
             "wake_up": [3, 4], "use_item": [3, 4]}  # fmt: skip
SERIOUS = ("prana_to_hp", "pass", "delay", *FREE)
FAINTED = ("wake_up", "pass", "delay")


def ready(house: dict[str, Any] | None = None, **state: Any) -> Play:
    """Ruka has the turn at 47 and something for every action; Ruka's state is this."""
    play = Play("ruka", "hound:mire_hound", house=options(**(house or {})))
    ruka = play["ruka"]
    ruka.gear[3].location = "in_hand"
    ruka.gear += [Thing("pike", "quay_pike", "packed"), Thing("torch", "sharp_salts", "packed", 1)]
    ruka.gear.append(Thing("spare", "salve", "robe", 2))
    ruka.gear[1].location = "robe"  # the shield, so that the pike finds two hands
    ruka.abilities["quay_blessing"] = 1
    play.change("ruka", hp=20, mp=5)
    play.fight(ruka=47, hound=1)
    play.change("ruka", **state)
    return play


def outcome(play: Play, action: str) -> str:
    """Why an action is refused, or "" where it is carried out."""
    try:
        play.give(ACTIONS[action], WITH_DICE.get(action, ()), seat="ruka")
    except Refused as refusal:
        return refusal.reason
    return ""


# ---------------------------------------------------------------- the table of actions


@pytest.mark.rule("NWO-COUNT-12", "NWO-COUNT-13")
def test_what_uses_the_action_and_who_may_do_it() -> None:
    table = turns.actions()
    assert set(table) == {*ACTIONS, "interrupt_cast"}
    assert {id for id, one in table.items() if not one.consumes} == {"delay", "interrupt_cast", *FREE}
    assert {id for id, one in table.items() if one.allowed_serious} == {"interrupt_cast", *SERIOUS}
    assert {id for id, one in table.items() if one.allowed_fainted} == set(FAINTED)


@pytest.mark.rule("NWO-COUNT-06", "NWO-COUNT-12", "NWO-COUNT-13")
@pytest.mark.parametrize("action", ACTIONS)
def test_each_action_costs_twenty_once_and_free_ones_nothing(action: str) -> None:
    play = ready(fainted=action == "wake_up")
    assert outcome(play, action) == ""
    if action == "delay":
        assert play["ruka"].count == 20
    else:
        assert play["ruka"].count == (47 if action in ("move_combat", *FREE) else 27)


@pytest.mark.rule("NWO-COUNT-11", "NWO-COUNT-18")
@pytest.mark.parametrize("action", [one for one in ACTIONS if one not in FREE])
def test_a_second_action_in_one_turn_is_refused_count_20(action: str) -> None:
    play = ready()
    play["ruka"].keeps_turn = True
    play.give(ATTACK, MISS, seat="ruka")
    assert (play["ruka"].count, play.battle.acting) == (27, "ruka")
    assert play.refuses(ACTIONS[action], "ruka") == "action_used"


@pytest.mark.rule("NWO-COUNT-11", "NWO-COUNT-12")
@pytest.mark.parametrize("action", FREE)
def test_free_actions_before_and_after_the_action_in_any_number(action: str) -> None:
    play = ready()
    play["ruka"].keeps_turn = True
    play.give(TakeFromRobe("ruka", "ruka.round_shield.2"), seat="ruka")
    play.give(ATTACK, MISS, seat="ruka")
    assert outcome(play, action) == ""
    assert play["ruka"].count == 27
    play.give(EndTurn("ruka"), seat="ruka")
    assert (play["ruka"].count, play.battle.acted) == (27, False)


@pytest.mark.rule("NWO-COUNT-11", "NWO-COUNT-12", "NWO-COUNT-13")
def test_salve_from_the_robe_used_and_dropped_is_one_action_count_15() -> None:
    play = Play("ruka", "hound:mire_hound")
    play.fight(ruka=27, hound=1)
    play.change("ruka", hp=10)
    play["ruka"].keeps_turn = True
    play.give(TakeFromRobe("ruka", SALVE), seat="ruka")
    play.give(UseItem("ruka", SALVE, ("ruka",)), [1, 2], seat="ruka")
    play.give(DropItem("ruka", SALVE), seat="ruka")
    assert (play["ruka"].hp, play["ruka"].count) == (16, 7)
    assert (play["ruka"].gear[3].location, play["ruka"].gear[3].uses) == ("dropped", 1)
    play.give(EndTurn("ruka"), seat="ruka")
    assert play["ruka"].count == 7


# ---------------------------------------------------------------- turns begin and end


@pytest.mark.rule("NWO-COUNT-11")
@pytest.mark.parametrize("command", [Pass("ruka"), Delay("ruka", 3), ATTACK])
def test_the_prone_stand_up_when_their_turn_begins(command: msgspec.Struct) -> None:
    play = Play("ruka", "hound:mire_hound")
    play["ruka"].prone = True
    play.fight(hound=30, ruka=27)
    assert play["ruka"].prone
    play.give(Pass("hound"))
    assert not play["ruka"].prone
    assert play["ruka"].count == 27
    play.give(command, MISS if command is ATTACK else ())
    assert not play["ruka"].prone


@pytest.mark.rule("NWO-COUNT-11")
def test_the_turn_ends_with_the_action() -> None:
    play = Play("ruka", "hound:mire_hound")
    play.fight(ruka=27, hound=26)
    play.give(ATTACK, MISS, seat="ruka")
    assert play.battle.acting == "hound"
    assert play.refuses(TakeFromRobe("ruka", SALVE), "ruka") == "not_your_turn"


@pytest.mark.rule("NWO-COUNT-06", "NWO-COUNT-11")
@pytest.mark.parametrize("keeps", [False, True])
@pytest.mark.parametrize("command", [EndTurn("ruka"), Pass("ruka")])
def test_ending_a_turn_without_an_action_is_passing(command: msgspec.Struct, keeps: bool) -> None:
    play = ready()
    play["ruka"].keeps_turn = keeps
    play.give(command, seat="ruka")
    if keeps and isinstance(command, Pass):
        play.give(EndTurn("ruka"), seat="ruka")
    assert play["ruka"].count == 27
    # the extra action's turn has begun once
    assert [event.facts["count"] for event in play.told if event.key == "turn.begins"] == [47, 27]
    assert not play.battle.acted


@pytest.mark.rule("NWO-COUNT-11")
def test_a_turn_that_is_kept_open_goes_on_after_a_spell_took_effect() -> None:
    play = Play("tomo", "hound:mire_hound", "ruka")
    play["tomo"].keeps_turn = True
    play.fight(tomo=25, hound=24, ruka=3)
    play.give(CastSpell("tomo", "ember_dart"))
    play.give(Pass("hound"), [3, 2, 6, 5], {"target": "hound"})  # at 19, past the hound
    assert (play.battle.acting, play["tomo"].count, play.battle.acted) == ("tomo", -1, True)
    play.give(ReadyItem("tomo", "tomo.sharp_salts.2"), seat="tomo")
    play.give(EndTurn("tomo"), seat="tomo")
    assert play.battle.acting == "hound"


@pytest.mark.rule("NWO-COUNT-11")
def test_who_falls_does_not_keep_its_turn_open() -> None:
    play = ready()
    play["ruka"].keeps_turn = True
    play.meanwhile("prana", lambda: play.change("ruka", hp=-1), FullMove("ruka"), [3, 4])
    assert play.battle.acting == "hound"


@pytest.mark.rule("NWO-COUNT-18")
def test_nobody_ends_anothers_turn() -> None:
    play = ready()
    assert play.refuses(EndTurn("hound")) == "not_your_turn"
    assert play.refuses(EndTurn("ruka"), "hound") == "not_your_actor"
    assert Play("ruka").refuses(EndTurn("ruka")) == "not_in_combat"


# ---------------------------------------------------------------- who may do what


@pytest.mark.rule("NWO-COUNT-12", "NWO-COUNT-13", "NWO-STATUS-03")
@pytest.mark.parametrize("action", ACTIONS)
def test_the_seriously_wounded_take_no_combat_actions(action: str) -> None:
    play = ready(hp=3, serious=True)
    if action in SERIOUS:
        play.give(ACTIONS[action], seat="ruka")
    else:
        assert play.refuses(ACTIONS[action], "ruka") == "status_serious"


@pytest.mark.rule("NWO-PRANA-07")
def test_by_option_the_seriously_wounded_do_not_even_use_prana() -> None:
    play = ready({"serious_prana_hp_in_combat": "off"}, hp=3, serious=True)
    assert play.refuses(ACTIONS["prana_to_hp"], "ruka") == "status_serious"


@pytest.mark.rule("NWO-COUNT-12", "NWO-STATUS-06")
@pytest.mark.parametrize("action", ACTIONS)
def test_the_fainted_only_wake_up_wait_or_delay(action: str) -> None:
    play = ready(fainted=True)
    if action in FAINTED:
        assert outcome(play, action) == ""
    else:
        assert play.refuses(ACTIONS[action], "ruka") == "status_fainted"


@pytest.mark.rule("NWO-COUNT-12", "NWO-STATUS-06")
@pytest.mark.parametrize("action", [*FREE, "use_item", "prana_to_hp", "cast", "equip"])
def test_the_fainted_do_nothing_outside_of_a_fight_either(action: str) -> None:
    play = ready(fainted=True)
    play.state.battle = None
    assert play.refuses(ACTIONS[action], "ruka") == "status_fainted"
    play.give(WakeUp("ruka"), [5, 4])
    assert not play["ruka"].fainted


@pytest.mark.rule("NWO-COUNT-12", "NWO-COUNT-16")
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("state", ["status_apparent_death", "dead", "status_casting"])
def test_the_dying_the_dead_and_casters_do_nothing(action: str, state: str) -> None:
    play = ready(hp=20 if state == "status_casting" else -1, dead=state == "dead")
    if state == "status_casting":
        casting.begin(play.world, play["ruka"], Cast("lamp_sight", 1))
    assert play.refuses(ACTIONS[action], "ruka") == state


@pytest.mark.rule("NWO-COUNT-10", "NWO-COUNT-18")
@pytest.mark.parametrize("action", ACTIONS)
def test_nobody_acts_out_of_turn_or_when_done(action: str) -> None:
    play = ready()
    play["ruka"].count = 3
    play.battle.acting = "hound"
    assert play.refuses(ACTIONS[action], "ruka") == "not_your_turn"
    assert play.refuses(ACTIONS[action], "hound") == "not_your_actor"
    play["ruka"].done = True
    assert play.refuses(ACTIONS[action], "ruka") == "done"


@pytest.mark.rule("NWO-COUNT-18")
@pytest.mark.parametrize("action", ["move_normal", "move_combat", "move_full", "weapon_attack", "pass", "delay"])
def test_actions_of_the_fight_are_refused_outside_of_one(action: str) -> None:
    play = ready()
    play.state.battle = None
    assert play.refuses(ACTIONS[action], "ruka") == "not_in_combat"


@pytest.mark.rule("NWO-COUNT-12", "NWO-OPEN-43")
@pytest.mark.parametrize("action", FREE)
def test_by_option_free_actions_are_for_all_who_are_not_done(action: str) -> None:
    play = ready({"free_actions_when": "any_time_not_done"})
    play.battle.acting = "hound"
    assert play.refuses(Delay("ruka", 3)) == "not_your_turn"
    assert play.refuses(Pass("ruka")) == "not_your_turn"
    play["ruka"].done = True
    assert play.refuses(ACTIONS[action], "ruka") == "done"
    play["ruka"].done = False
    play["ruka"].fainted = True
    assert play.refuses(ACTIONS[action], "ruka") == "status_fainted"
    play["ruka"].fainted = False
    play.give(ACTIONS[action], seat="ruka")
    assert (play["ruka"].count, play.battle.acting) == (47, "hound")


# ---------------------------------------------------------------- costs in HP


@pytest.mark.rule("NWO-COUNT-18")
@pytest.mark.parametrize(("hp", "reason"), [(1, "hp_not_enough"), (2, "hp_not_enough"), (3, "")])
def test_a_cost_never_brings_hp_to_zero(hp: int, reason: str) -> None:
    play = Play("caller:fog_caller", "hound:mire_hound")
    play.values("caller", evasion=9)
    play["hound"].faction = "party"
    play.fight(hound=20, caller=9)
    play.change("caller", hp=hp)
    found: list[str] = []

    def tries() -> None:
        if not found:
            command = Interrupt("caller", "ability:second_wind")
            found.append(play.refuses(command) if reason else "")
            if not reason:
                play.give(command)

    play["caller"].asks = "all"
    play.meanwhile("interrupt", tries, Attack("hound", "bite", "caller"), [1, 1, 3, 4])
    assert found == [reason]
    assert play["caller"].hp == (hp if reason else 1)
