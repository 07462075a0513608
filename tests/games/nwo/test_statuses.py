"""NWO-STATUS-01 to -12: wounds, fainting, being prone, and what each of them forbids."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nwo_play import Play, options, rows_of
from rulewright.engine.errors import Refused
from rulewright.games.nwo.asking.procedures import PROCEDURES
from rulewright.games.nwo.battles import effects, harm, rounds, spells
from rulewright.games.nwo.battles.actions import Attack, CastSpell, Delay, Pass, Rearrange, UseAbility, WakeUp
from rulewright.games.nwo.battles.gear import DropItem, Equip, TakeFromRobe
from rulewright.games.nwo.battles.moving import FullMove, Move
from rulewright.games.nwo.battles.prana import PranaToHp, PranaToMp
from rulewright.games.nwo.judges import judging
from rulewright.games.nwo.judges.purposes import Purpose, plain
from rulewright.games.nwo.records.effects import Effect
from rulewright.games.nwo.state import Cast, Lasting
from rulewright.table.questions import check

HP_STATES = rows_of("hp_state")
BLEEDING = rows_of("serious_round_end")
JUDGES = [row for row in rows_of("judge") if row["id"].startswith("status-")]
EVASION = Purpose(why="evasion", stat="evasion", rule="NWO-ATTACK-03")


def hurt(play: Play, id: str, points: int) -> None:
    """Take HP as an attack does."""
    play.run(harm.lose(play.world, play[id], points))


def told(play: Play) -> list[str]:
    """The message keys of everything that was told."""
    return [event.key for event in play.told]


def statuses(play: Play, id: str) -> set[str]:
    """The bad statuses of a character."""
    one = play[id]
    found = {name for name in ("serious", "fainted", "prone", "dead") if getattr(one, name)}
    return found | ({"apparent_death"} if one.hp <= 0 and not one.dead else set())


# ---------------------------------------------------------------- wounds


@pytest.mark.rule("NWO-STATUS-01", "NWO-STATUS-02")
@pytest.mark.parametrize("row", HP_STATES, ids=[row["id"] for row in HP_STATES])
def test_rows_of_hp_states(row: dict[str, Any]) -> None:
    hp, hp_max, expect = row["given"]["hp"], row["given"]["hp_max"], row["expect"]
    assert harm.threshold(hp_max) == expect["threshold"]
    assert harm.wound(hp, hp_max) == expect["state"]
    play = Play("ruka")
    play.change("ruka", hp_max=hp_max, hp=hp_max)
    hurt(play, "ruka", hp_max - hp)
    assert statuses(play, "ruka") == {expect["state"]} - {"well"}


@pytest.mark.rule("NWO-STATUS-04")
@pytest.mark.parametrize("row", BLEEDING, ids=[row["id"] for row in BLEEDING])
def test_rows_of_serious_wounds_at_the_round_end(row: dict[str, Any]) -> None:
    given, expect = row["given"], row["expect"]
    play = Play("ruka", "tomo", "mire_hound")
    play.values("ruka", strength=given["strength"])
    play.change("ruka", hp_max=given["hp_max"], hp=given["hp"], serious=True)
    play.fight(ruka=5, tomo=0, mire_hound=3)
    play.give(Pass("ruka"), seat="ruka")
    assert play["ruka"].hp == given["hp"]  # not before the round is over
    counts = 2 if expect["hp"] <= 0 else 3
    play.give(Pass("mire_hound"), [3, 3] * counts)
    assert play["ruka"].hp == expect["hp"]
    assert statuses(play, "ruka") == {expect["state"]}
    assert play.battle.round == 2  # row status-8: it had no death check yet
    assert "death_check" not in [roll.why for roll, _ in play.script.rolls]


@pytest.mark.rule("NWO-STATUS-04", "NWO-DEATH-02")
def test_row_status_8_the_first_death_check_is_at_the_end_of_the_next_round() -> None:
    play = Play("ruka", "tomo", "mire_hound")
    play.change("ruka", hp=3, serious=True)
    play.fight(ruka=0, tomo=2, mire_hound=0)
    play.give(Pass("tomo"), [1, 2, 1, 1], {"prana": 0}, seat="tomo")  # counts of the two who can: 17 and 13
    assert play["ruka"].hp == -5
    play.give(Pass("tomo"), seat="tomo")
    assert "death.survives" not in told(play)
    play.give(Pass("mire_hound"), [4, 4, 3, 3, 3, 3, 3, 3], {"prana": 0, "death_payment": 4})
    assert "death.survives" in told(play)  # 8 + 8 + 4 against 20
    assert statuses(play, "ruka") == {"serious"}


@pytest.mark.rule("NWO-STATUS-04")
def test_a_strength_below_zero_takes_nothing() -> None:
    play = Play("ruka", "mire_hound")
    play.fight(ruka=5)
    play.change("ruka", hp=3, serious=True, lasting=[Lasting("ebb", "ruka", "scene", stats={"strength": -9})])
    play.give(Pass("ruka"), [3, 3], seat="ruka")
    assert play["ruka"].hp == 3
    assert [event.facts["points"] for event in play.told if event.key == "status.bleeds"] == [0]


def test_all_rows_of_statuses_are_played() -> None:
    assert [row["id"] for row in HP_STATES] == [f"status-{number}" for number in range(1, 8)]
    assert [row["id"] for row in BLEEDING] == ["status-8", "status-9"]
    assert [row["id"] for row in JUDGES] == [f"status-{number}" for number in range(10, 14)]


@pytest.mark.rule("NWO-STATUS-02")
def test_a_wound_is_healed_above_the_threshold() -> None:
    play = Play("ruka")
    hurt(play, "ruka", 21)
    assert statuses(play, "ruka") == {"serious"}
    play.run(harm.heal(play.world, play["ruka"], 1, serious=True))  # 4 of 24
    assert statuses(play, "ruka") == {"serious"}
    play.run(harm.heal(play.world, play["ruka"], 1, serious=True))
    assert statuses(play, "ruka") == set()
    assert play.keys().count("status.healed") == 1


@pytest.mark.rule("NWO-STATUS-02")
def test_apparent_death_replaces_the_serious_wound() -> None:
    play = Play("ruka")
    hurt(play, "ruka", 22)
    hurt(play, "ruka", 2)
    assert statuses(play, "ruka") == {"apparent_death"}


@pytest.mark.rule("NWO-STATUS-01")
def test_hp_that_are_paid_are_a_change_too() -> None:
    play = Play("fog_caller")
    play.change("fog_caller", hp=3)
    effects.hp_paid(play.world, play["fog_caller"])
    assert statuses(play, "fog_caller") == {"serious"}


@pytest.mark.rule("NWO-STATUS-01")
def test_statuses_hold_together() -> None:
    play = Play("ruka")
    for status in ("fainted", "prone"):
        play.run(harm.put_status(play.world, play["ruka"], status))
    assert statuses(play, "ruka") == {"fainted", "prone"}
    hurt(play, "ruka", 22)
    assert statuses(play, "ruka") == {"fainted", "serious"}
    hurt(play, "ruka", 5)
    assert statuses(play, "ruka") == {"fainted", "apparent_death"}


@pytest.mark.rule("NWO-STATUS-01")
def test_who_is_in_apparent_death_can_faint_as_well() -> None:
    play = Play("ruka")
    hurt(play, "ruka", 24)
    play.run(harm.put_status(play.world, play["ruka"], "fainted"))
    assert statuses(play, "ruka") == {"fainted", "apparent_death"}


@pytest.mark.rule("NWO-STATUS-01")
def test_nothing_is_put_on_the_dead() -> None:
    play = Play("ruka")
    play.change("ruka", hp=-1, dead=True)
    for status in ("fainted", "prone"):
        play.run(harm.put_status(play.world, play["ruka"], status))
    hurt(play, "ruka", 3)
    play.run(harm.heal(play.world, play["ruka"], 9, serious=True, apparent_death=True))
    assert (play["ruka"].hp, statuses(play, "ruka")) == (-1, {"dead"})


@pytest.mark.rule("NWO-STATUS-03")
def test_row_status_17_what_the_seriously_wounded_may_do() -> None:
    play = Play("ruka", "mire_hound")
    play.change("ruka", hp=3, serious=True)
    play.fight(ruka=25, mire_hound=20)
    blade = next(thing.id for thing in play["ruka"].gear if thing.item == "guard_blade")
    salve = next(thing.id for thing in play["ruka"].gear if thing.item == "salve")
    assert play.refuses(Attack("ruka", blade, "mire_hound"), "ruka") == "status_serious"
    play.give(TakeFromRobe("ruka", salve), seat="ruka")
    play.give(Delay("ruka", 10), seat="ruka")
    play.give(
        Attack("mire_hound", "bite", "ruka"), [3, 3, 3, 3, 3, 3, 6, 6],
        {"interrupt": ["ability:guard_step", "pass"], "answer": "evade"},
    )  # fmt: skip
    assert play["ruka"].mp == 8 - 1  # the counter
    assert "interrupt.resolved" in told(play)
    assert play.battle.acting == "ruka"


def everything(play: Play, id: str = "ruka") -> dict[str, msgspec.Struct]:
    """One command of every combat action, by the action's id."""
    weapon, other = play[id].gear[0].id, play[id].gear[-1].id
    return {
        "move_normal": Move(id, "normal", ()),
        "move_combat": Move(id, "combat", ()),
        "move_full": FullMove(id),
        "weapon_attack": Attack(id, weapon, "mire_hound"),
        "cast": CastSpell(id, "lamp_sight"),
        "rearrange_aura": Rearrange(id, {"hit": 6}),
        "equip": Equip(id, other),
        "use_ability_normal": UseAbility(id, "rally_call"),
        "prana_to_mp": PranaToMp(id),
        "prana_to_hp": PranaToHp(id),
        "wake_up": WakeUp(id),
    }


@pytest.mark.rule("NWO-STATUS-03", "NWO-STATUS-06", "NWO-STATUS-11")
@pytest.mark.parametrize(
    ("state", "reason", "allowed"),
    [
        ({"serious": True, "hp": 3}, "status_serious", {"prana_to_hp"}),
        ({"fainted": True}, "status_fainted", {"wake_up"}),
        ({"hp": 0}, "status_apparent_death", set()),
    ],
)
def test_what_each_status_forbids(state: dict[str, Any], reason: str, allowed: set[str]) -> None:
    play = Play("ruka", "mire_hound")
    play.fight(ruka=25, mire_hound=20)
    play.change("ruka", **state, mp=2)
    for action, command in everything(play).items():
        if action not in allowed:
            assert play.refuses(command, "ruka") == reason, action


@pytest.mark.rule("NWO-STATUS-03", "NWO-STATUS-05")
def test_prana_is_the_one_action_of_the_seriously_wounded() -> None:
    play = Play("ruka", "mire_hound")
    play.fight(ruka=25, mire_hound=20)
    play.change("ruka", hp=3, serious=True)
    play.give(PranaToHp("ruka", 2), seat="ruka")
    assert (play["ruka"].hp, play["ruka"].serious, play["ruka"].count) == (5, False, 5)


@pytest.mark.rule("NWO-STATUS-05")
def test_what_heals_a_serious_wound_and_what_does_not() -> None:
    play = Play("ruka", "tomo")
    play.change("ruka", hp=3, serious=True)
    mend = play.world.content.spells_by_id["mend"].heal
    assert mend is not None
    play.run(spells.healing(play.world, play["tomo"], mend, [play["ruka"]]), [3, 3], {"prana": 0})
    assert (play["ruka"].hp, play["ruka"].serious) == (3, True)
    play.run(harm.heal(play.world, play["ruka"], 2, serious=True))
    assert (play["ruka"].hp, play["ruka"].serious) == (5, False)


@pytest.mark.rule("NWO-STATUS-05")
def test_an_effect_that_names_it_takes_a_serious_wound_off_until_hp_change() -> None:
    play = Play("ruka")
    play.change("ruka", hp=4, serious=True)
    harm.take_status(play.world, play["ruka"], "serious")
    assert statuses(play, "ruka") == set()
    assert play.keys() == ["status.no_longer.serious"]
    hurt(play, "ruka", 1)
    assert statuses(play, "ruka") == {"serious"}


@pytest.mark.rule("NWO-STATUS-05", "NWO-OPEN-38")
@pytest.mark.parametrize(("house", "hp"), [("none", 3), ("up_to_threshold", 4)])
def test_plain_healing_of_a_serious_wound(house: str, hp: int) -> None:
    play = Play("ruka", house=options(plain_heal_on_serious=house))
    play.change("ruka", hp=3, serious=True)
    play.run(harm.heal(play.world, play["ruka"], 9, serious=False))
    assert (play["ruka"].hp, play["ruka"].serious) == (hp, True)


@pytest.mark.rule("NWO-STATUS-05", "NWO-SPELL-12")
@pytest.mark.parametrize(("marked", "hp", "status"), [(False, -4, "apparent_death"), (True, 3, "serious")])
def test_who_is_in_apparent_death_is_healed_by_what_says_so_alone(marked: bool, hp: int, status: str) -> None:
    play = Play("ruka")
    play.change("ruka", hp=-4)
    play.run(harm.heal(play.world, play["ruka"], 7, serious=True, apparent_death=marked))
    assert (play["ruka"].hp, statuses(play, "ruka")) == (hp, {status})


# ---------------------------------------------------------------- fainted


@pytest.mark.rule("NWO-STATUS-06")
def test_row_status_19_the_fainted_only_wake_up() -> None:
    play = Play("ruka", "mire_hound")
    play.change("ruka", fainted=True)
    play.fight(ruka=25, mire_hound=20)
    assert play.refuses(Attack("ruka", play["ruka"].gear[0].id, "mire_hound"), "ruka") == "status_fainted"
    assert play.refuses(TakeFromRobe("ruka", play["ruka"].gear[-1].id), "ruka") == "status_fainted"
    assert play.refuses(DropItem("ruka", play["ruka"].gear[0].id), "ruka") == "status_fainted"
    play.give(WakeUp("ruka"), [5, 6], {"prana": 0}, seat="ruka")
    assert not play["ruka"].fainted


@pytest.mark.rule("NWO-STATUS-06")
def test_the_fainted_may_pass_and_delay() -> None:
    play = Play("ruka", "mire_hound")
    play.change("ruka", fainted=True)
    play.fight(ruka=25, mire_hound=20)
    play.give(Delay("ruka", 21), seat="ruka")
    play.give(Pass("ruka"), seat="ruka")
    assert (play["ruka"].count, play["ruka"].fainted) == (1, True)


@pytest.mark.rule("NWO-STATUS-06")
def test_a_blow_at_the_fainted_hits_for_certain_and_meets_the_plain_defence() -> None:
    play = Play("ruka", "mire_hound")
    play.values("ruka", defence=11)
    play.change("ruka", fainted=True, hp=24)
    play.fight(ruka=10, mire_hound=20)
    play.give(Attack("mire_hound", "bite", "ruka"), [3, 4])  # 14 + 7, less the plain 11
    assert play["ruka"].hp == 24 - 10
    assert "attack.certain" in told(play)


@pytest.mark.rule("NWO-STATUS-06")
def test_the_fainted_meet_an_attack_spell_with_the_plain_resistance() -> None:
    play = Play("tomo", "mire_hound")
    play.change("mire_hound", fainted=True)
    play.fight(tomo=20, mire_hound=10)
    play.give(CastSpell("tomo", "ember_dart"), [3, 4], {"prana": 0, "target": "mire_hound"}, seat="tomo")
    assert play["mire_hound"].hp == 30 - (16 + 7 - 5)


@pytest.mark.rule("NWO-STATUS-06", "NWO-OPEN-24")
def test_the_fainted_meet_a_resistable_spell_with_the_plain_resistance() -> None:
    play = Play("tomo", "mire_hound")
    play.change("mire_hound", fainted=True)
    lull = play.world.content.spells_by_id["lull"]
    on = [play["mire_hound"]]
    magic = play["tomo"].now.values["magic"]
    for resistance, works in ((magic + 5, False), (magic + 4, True)):  # dice of 5; a tie is resisted
        play.values("mire_hound", resistance=resistance)
        found = play.run(spells.not_resisting(play.world, play["tomo"], lull, on), [2, 3], {"prana": 0})
        assert bool(found) == works
    assert "resist" not in play.asked()


@pytest.mark.rule("NWO-STATUS-06")
def test_the_fainted_roll_their_count() -> None:
    play = Play("ruka", "mire_hound")
    play.fight(mire_hound=20, ruka=5)
    play.change("ruka", fainted=True)
    play.run(rounds.roll_count(play.world, play.battle, play["ruka"]), [3, 3])
    assert play["ruka"].count == play["ruka"].now.values["action_value"] + 6


@pytest.mark.rule("NWO-STATUS-06", "NWO-OPEN-25")
@pytest.mark.parametrize(("house", "reason"), [("off", "status_fainted"), ("on", "")])
def test_the_fainted_interrupt_by_option_alone(house: str, reason: str) -> None:
    play = Play("ruka", "tomo", "mire_hound", house=options(fainted_may_interrupt=house))
    play.fight(ruka=10, tomo=5, mire_hound=20)
    play.change("ruka", fainted=True, asks="all")
    if reason:
        play.give(Attack("mire_hound", "bite", "tomo"), [2, 2, 6, 3], {"prana": 0, "answer": "evade"})
        assert "ruka" not in [question.to for question in play.script.asked if question.key == "interrupt"]
    else:
        play.give(
            Attack("mire_hound", "bite", "tomo"), [2, 2, 6, 3],
            {"prana": 0, "answer": "evade", "interrupt": ["ability:guard_step", "pass"], "target": "tomo"},
        )  # fmt: skip
        assert play["ruka"].mp == 7


@pytest.mark.rule("NWO-STATUS-07", "NWO-STATUS-08")
@pytest.mark.parametrize("row", JUDGES, ids=[row["id"] for row in JUDGES])
def test_rows_of_judges(row: dict[str, Any]) -> None:
    given, expect = row["given"], row["expect"]
    play = Play("ruka")
    play.values("ruka", evasion=given["ability"], spirit=given["ability"])
    play.change("ruka", critical=tuple(given["critical"]), fumble=tuple(given["fumble"]),
                prone=given.get("prone", False))  # fmt: skip
    purpose = Purpose(why="evasion", stat="evasion", rule="NWO-STATUS-08", mods=given.get("mods", 0))
    outcome = play.run(judging.judge(play.world, play["ruka"], purpose), given["dice"], {"prana": 0})
    assert (outcome.value, outcome.criticals, outcome.fumble) == (
        expect["value"], expect["criticals"], expect["fumble"],
    )  # fmt: skip
    if "success" in expect:
        play.fight(ruka=25)
        play.change("ruka", fainted=True)
        play.give(WakeUp("ruka"), given["dice"], {"prana": 0}, seat="ruka")
        assert play["ruka"].fainted != expect["success"]
        assert play["ruka"].count == 5  # the action is used either way
        assert given["difficulty"] == 15


@pytest.mark.rule("NWO-STATUS-07")
def test_one_tries_to_wake_again_in_the_next_turn() -> None:
    play = Play("ruka", "mire_hound")
    play.change("ruka", fainted=True)
    play.fight(ruka=35, mire_hound=20)
    play.give(WakeUp("ruka"), [1, 1], {"prana": 0}, seat="ruka")
    assert play.refuses(WakeUp("ruka"), "ruka") == "not_your_turn"
    play.give(Pass("mire_hound"))
    play.give(WakeUp("ruka"), [6, 5, 3, 3, 3, 3], {"prana": 0}, seat="ruka")
    assert not play["ruka"].fainted


@pytest.mark.rule("NWO-STATUS-07")
def test_who_has_not_fainted_does_not_wake() -> None:
    play = Play("ruka", "mire_hound")
    play.fight(ruka=25, mire_hound=20)
    assert play.refuses(WakeUp("ruka"), "ruka") == "bad_value"


@pytest.mark.rule("NWO-STATUS-07")
def test_effects_and_cures_wake_too() -> None:
    play = Play("ruka", "tomo")
    for way in ("effect", "cure"):
        play.run(harm.put_status(play.world, play["ruka"], "fainted"))
        if way == "cure":
            spells.cure(play.world, ("fainted", "prone"), [play["ruka"]])
        else:
            work = effects.Work("test", "Test", (Effect(op="remove_status", status="fainted"),))
            play.run(effects.apply(play.world, play["tomo"], work, [play["ruka"]]))
        assert not play["ruka"].fainted, way
    assert play.keys().count("status.no_longer.fainted") == 2


# ---------------------------------------------------------------- prone


@pytest.mark.rule("NWO-STATUS-08")
def test_a_prone_ability_is_halved_before_prana_and_holding_back() -> None:
    play = Play("ruka")
    play.values("ruka", evasion=9)
    play.change("ruka", prone=True, asks_hold_back=True)
    outcome = play.run(judging.judge(play.world, play["ruka"], EVASION), [3, 4], {"prana": 3, "hold_back": 2})
    assert outcome.value == 2 + 7 + 3
    assert play.script.asked[0].most == 4  # half of 9, rounded down, can be held back


@pytest.mark.rule("NWO-STATUS-08")
def test_a_negative_ability_is_not_halved() -> None:
    play = Play("ruka")
    play.values("ruka", evasion=-3)
    play.change("ruka", prone=True)
    assert play.run(judging.judge(play.world, play["ruka"], EVASION), [3, 4], {"prana": 0}).value == -3 + 7


@pytest.mark.rule("NWO-STATUS-08")
@pytest.mark.parametrize("command", [Pass("ruka"), Delay("ruka", 3)])
def test_one_stands_up_at_the_own_turn_for_free(command: msgspec.Struct) -> None:
    play = Play("ruka", "mire_hound")
    play.fight(ruka=15, mire_hound=20)
    play.change("ruka", prone=True)
    play.give(Pass("mire_hound"))
    assert not play["ruka"].prone
    assert (play["ruka"].count, play.battle.acting, play.battle.acted) == (15, "ruka", False)
    play.give(command, [3, 3, 3, 3] if command == Pass("ruka") else [], seat="ruka")
    assert not play["ruka"].prone


@pytest.mark.rule("NWO-STATUS-08")
def test_without_a_turn_left_one_stays_prone_and_the_next_count_is_halved() -> None:
    play = Play("ruka", "mire_hound")
    play.values("ruka", action_value=13)
    play.fight(ruka=25, mire_hound=3)
    play.change("ruka", count=-3, done=True, prone=True)
    play.run(rounds.advance(play.world))  # the hound's turn begins
    play.give(Pass("mire_hound"), [5, 4, 1, 1], {"prana": 0})
    counts = [event.facts["count"] for event in play.told if event.key == "round.count"]
    assert counts[0] == 13 // 2 + 9
    assert not play["ruka"].prone  # its turn has come


@pytest.mark.rule("NWO-STATUS-09", "NWO-OPEN-23", "NWO-OPEN-23")
@pytest.mark.parametrize(("house", "value"), [("on", 3), ("off", 7)])
def test_plain_values_of_the_prone(house: str, value: int) -> None:
    play = Play("ruka", house=options(prone_halves_no_roll=house))
    play.values("ruka", evasion=7)
    play.change("ruka", prone=True)
    assert plain(play.world, play["ruka"], EVASION).value == value
    pure = PROCEDURES["attack"]  # whose target casts and is prone
    fields = {
        "hit": 0, "attack": 30, "evasion": 7, "defence": 7, "answer": "no_roll", "target": {"prone": True}, "hp": 99,
        "attacker": {"critical": [12], "fumble": []}, "options": {"prone_halves_no_roll": house == "on"},
    }  # fmt: skip
    result = play.run(pure.run(msgspec.convert(fields, pure.fields)), [6, 5, 1, 1])
    assert result.damage == 32 - value


@pytest.mark.rule("NWO-STATUS-10")
def test_row_status_16_serious_wounds_end_being_prone() -> None:
    play = Play("ruka")
    play.values("ruka", evasion=9)
    play.run(harm.put_status(play.world, play["ruka"], "prone"))
    assert statuses(play, "ruka") == {"prone"}
    hurt(play, "ruka", 21)
    assert statuses(play, "ruka") == {"serious"}
    assert play.run(judging.judge(play.world, play["ruka"], EVASION), [3, 4], {"prana": 0}).value == 9 + 7
    play.run(harm.put_status(play.world, play["ruka"], "prone"))
    assert statuses(play, "ruka") == {"serious"}


@pytest.mark.rule("NWO-STATUS-10")
def test_apparent_death_ends_being_prone_and_forbids_it() -> None:
    play = Play("ruka")
    play.run(harm.put_status(play.world, play["ruka"], "prone"))
    hurt(play, "ruka", 24)
    assert statuses(play, "ruka") == {"apparent_death"}
    play.run(harm.put_status(play.world, play["ruka"], "prone"))
    assert statuses(play, "ruka") == {"apparent_death"}


# ---------------------------------------------------------------- apparent death, and the same status twice


@pytest.mark.rule("NWO-STATUS-11", "NWO-STATUS-12")
def test_row_status_20_further_damage() -> None:
    play = Play("ruka", "mire_hound")
    play.change("ruka", hp=-4)
    hurt(play, "ruka", 3)
    assert (play["ruka"].hp, statuses(play, "ruka")) == (-7, {"apparent_death"})
    assert play.keys() == ["status.further_down"]
    play.fight(ruka=0, mire_hound=5)
    play.give(Pass("mire_hound"), [1, 1, 3, 3, 3, 3], {"prana": 0, "death_payment": 12})
    told = [event for event in play.told if event.key == "death.survives"]
    assert [event.facts["difficulty"] for event in told] == [22]  # 8 + 2 + 12


@pytest.mark.rule("NWO-STATUS-12")
@pytest.mark.parametrize("status", ["fainted", "prone"])
def test_a_status_is_not_added_again(status: str) -> None:
    play = Play("ruka")
    for _ in range(2):
        play.run(harm.put_status(play.world, play["ruka"], status))
    assert play.keys() == [f"status.{status}"]
    harm.take_status(play.world, play["ruka"], status)
    assert statuses(play, "ruka") == set()  # once off, it is off


@pytest.mark.rule("NWO-STATUS-11")
def test_nothing_can_be_done_in_apparent_death_outside_of_a_fight_either() -> None:
    play = Play("ruka")
    play.change("ruka", hp=-1, mp=2)
    for command in (PranaToHp("ruka"), PranaToMp("ruka"), CastSpell("ruka", "lamp_sight"), WakeUp("ruka"),
                    TakeFromRobe("ruka", play["ruka"].gear[-1].id)):  # fmt: skip
        assert play.refuses(command, "ruka") == "status_apparent_death"


@pytest.mark.rule("NWO-STATUS-06")
def test_a_faint_and_a_serious_wound_break_a_cast() -> None:
    for blow in ("fainted", "serious"):
        play = Play("tomo", "mire_hound")
        play.fight(tomo=10, mire_hound=20)
        play["tomo"].casting = Cast("ember_dart", 1)
        play.battle.casters = 1
        if blow == "fainted":
            play.run(harm.put_status(play.world, play["tomo"], "fainted"))
        else:
            hurt(play, "tomo", 15)
        assert play["tomo"].casting is None, blow
        assert (play.battle.casters, play["tomo"].mp) == (0, 22)


@pytest.mark.rule("NWO-STATUS-03")
def test_the_seriously_wounded_are_asked_for_interrupts_with_reasons() -> None:
    play = Play("ruka", "mire_hound")
    play.fight(ruka=10, mire_hound=20)
    play.change("ruka", hp=3, serious=True, mp=0)
    play["ruka"].abilities["second_wind"] = 1
    play.change("ruka")
    play.give(Attack("mire_hound", "bite", "ruka"), [1, 2, 3, 3], {"prana": 0, "answer": "evade"})
    question = next(one for one in play.script.asked if one.key == "interrupt")
    assert question.barred == {"ability:guard_step": "mp_not_enough"}
    with pytest.raises(Refused) as refusal:
        check(question, "ability:guard_step")
    assert refusal.value.reason == "mp_not_enough"
