"""NW3-SKILL-24 in a battle: each Timing is offered, or may be declared, when it should be and at no other time."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import (
    battle_of,
    battle_world,
    do,
    drills,
    fighter,
    foe,
    modify,
    refused,
    seat,
    skill,
    steady,
    steady_foe,
    table,
    who,
)
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.battle import EndBattle, StartBattle
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.battles.movement import Move
from rulewright.games.nw3.state import Character, Nw3World

HEAL = 'kind = "resource", pool = "hp", amount = 5'
HURT = 'kind = "resource", pool = "hp", amount = -99'
PROCESSES = ("prep", "setup_process", "initiative_process", "cleanup_process")
ACTIONS = ("move_action", "minor_action", "major_action")
TRIGGER = 'trigger = { judges = ["hit"], whose = "self" }'
PLAIN = {timing: skill(f"at_{timing}", timing) for timing in (*PROCESSES, *ACTIONS, "auto_action", "constant")}
TIED = {timing: skill(f"at_{timing}", timing, "", TRIGGER) for timing in ("before_judge", "after_judge")}
REACTION = skill("at_reaction", "reaction", "", 'check = { kind = "dodge_check" }')
RISE = skill("rise", "incapacitated", HEAL)
MEND = skill("mend", "auto_action", HEAL, target="single")
FALL = skill("fall", "auto_action", HURT)
GROWL = skill("growl", "setup_process", target="area", range="short")
CONTENT = drills(*PLAIN.values(), *TIED.values(), REACTION, RISE, MEND, FALL, GROWL)
EVERY = tuple(f"at_{timing}" for timing in (*PLAIN, *TIED, "reaction"))


def battle(*others: Character, **values: Any) -> Nw3World:
    """Anna's Main Process; she owns a block of every Timing."""
    anna = fighter("anna", "wizards", *EVERY, count=12)
    return battle_world(anna, *(others or (fighter("ben", count=2), foe())), **{"content": CONTENT, **values})


# ---------------------------------------------------------------- Processes


@pytest.mark.rule("NW3-ROUND-02", "NW3-ROUND-04", "NW3-ROUND-09", "NW3-ROUND-21", "NW3-SKILL-24", "NW3-SKILL-25")
def test_processes_offer_blocks_of_their_own_timing_alone() -> None:
    world = table(steady("anna", 9, *EVERY, "rise"), steady_foe("ghoul", 1), content=CONTENT)
    asked = [[(one.key, one.options[0].value, len(one.options)) for one in do(world, StartBattle()).asked]]
    for id in ("anna", "ghoul"):
        asked.append([(one.key, one.options[0].value, len(one.options)) for one in do(world, EndMainProcess(id)).asked])

    def window(process: str) -> tuple[str, str, int]:
        return f"use.{process}", f"at_{process}", 2

    assert asked == [
        [window("prep"), window("setup_process"), window("initiative_process")],
        [window("initiative_process")],
        [
            window("initiative_process"),
            window("cleanup_process"),
            window("setup_process"),
            window("initiative_process"),
        ],
    ]


@pytest.mark.rule("NW3-ROUND-23", "NW3-ROUND-10", "NW3-ROUND-02", "NW3-MOVE-20", "NW3-SKILL-25", "NW3-STATUS-03")
@pytest.mark.parametrize(
    "state",
    [{"hp": 0}, {"hp": 0, "dead": True}, {"retreated": True}, {"statuses": {"pressure": 0}}],
)
def test_windows_pass_over_who_can_use_nothing(state: dict[str, Any]) -> None:
    world = table(steady("anna", 9), steady("ben", 8, *EVERY), steady_foe("ghoul", 1), content=CONTENT)
    do(world, StartBattle(), answers={f"use.{process}": "pass" for process in PROCESSES[:3]})
    ben = who(world, "ben")
    for name, value in state.items():
        setattr(ben, name, value)
    ben.pre_action = False
    done = [do(world, EndMainProcess(id)) for id in ("anna", "ghoul")]
    assert battle_of(world).round == 2
    assert not [one for each in done for one in each.asked]


@pytest.mark.rule("NW3-SKILL-25", "NW3-SKILL-27")
@pytest.mark.parametrize(("together", "asked"), [(False, ["use.setup_process", "use.target"]), (True, [])])
def test_a_block_without_anybody_in_reach_is_not_offered(together: bool, asked: list[str]) -> None:
    world = table(steady("anna", 9), steady_foe("ghoul", 1, "growl"), content=CONTENT)
    answers = {} if together else {"use.setup_process": "growl", "use.target": "anna"}
    done = do(world, StartBattle((("anna", "ghoul"),) if together else ()), answers=answers)
    assert [one.key for one in done.asked] == asked


@pytest.mark.rule("NW3-ROUND-10", "NW3-SKILL-17", "NW3-ROUND-21")
@pytest.mark.parametrize(
    ("first", "second"), [("setup", "initiative"), ("initiative", "cleanup"), ("cleanup", "setup")]
)
def test_a_block_of_two_processes_may_be_used_in_both(first: str, second: str) -> None:
    content = drills(skill("watch", f'["{first}_process", "{second}_process"]'))
    world = battle_world(fighter("anna", "wizards", "watch"), steady_foe("ghoul", 1, count=0), content=content)
    who(world, "anna").sevens, who(world, "ghoul").pre_action = ["initiative"], False
    both = {f"use.{first}_process": "watch", f"use.{second}_process": "watch"}
    done = do(world, EndMainProcess("anna"), answers=both)
    keys = [one.key.removesuffix("_process").removeprefix("use.") for one in done.asked]
    assert keys == [one for one in ("initiative", "cleanup", "setup", "initiative") if one in (first, second)]


@pytest.mark.rule("NW3-SKILL-24", "NW3-ROUND-24", "NW3-SKILL-16")
@pytest.mark.parametrize("timing", [*PROCESSES, *TIED, "reaction"])
def test_blocks_of_windows_cannot_be_declared_in_between(timing: str) -> None:
    refused(battle(), UseBlock("anna", f"at_{timing}"), "wrong_timing")


@pytest.mark.rule("NW3-SKILL-24", "NW3-ROUND-24")
def test_constant_blocks_are_never_declared() -> None:
    refused(battle(), UseBlock("anna", "at_constant"), "constant_not_declared")


# ---------------------------------------------------------------- actions


@pytest.mark.rule("NW3-ROUND-15", "NW3-ROUND-16", "NW3-ROUND-17", "NW3-SKILL-24")
@pytest.mark.parametrize("timing", ACTIONS)
def test_a_block_takes_the_action_of_its_timing(timing: str) -> None:
    world = battle()
    do(world, UseBlock("anna", f"at_{timing}"))
    ended = timing == "major_action"
    assert battle_of(world).spent == ([] if ended else [timing.removesuffix("_action")])
    assert battle_of(world).acting == ("ghoul" if ended else "anna")


@pytest.mark.rule("NW3-ROUND-24", "NW3-SKILL-24")
@pytest.mark.parametrize("timing", ACTIONS)
def test_and_at_no_other_action_nor_time(timing: str) -> None:
    world = battle()
    for other in {*ACTIONS, "auto_action", "incapacitated", *PROCESSES} - {timing}:
        refused(world, UseBlock("anna", f"at_{timing}", timing=other), "wrong_timing")
    do(world, EndMainProcess("anna"))
    refused(world, UseBlock("anna", f"at_{timing}"), "not_your_main_process")


@pytest.mark.rule("NW3-ROUND-19", "NW3-SKILL-24", "NW3-SKILL-17")
@pytest.mark.parametrize("spent", [(), ("move",), ("move", "minor")])
def test_auto_actions_at_any_time_and_any_number(spent: tuple[str, ...]) -> None:
    world = battle(spent=spent)
    for _ in range(3):
        do(world, UseBlock("anna", "at_auto_action"), seat=seat("anna"))
    assert (battle_of(world).spent, battle_of(world).acting) == (list(spent), "anna")
    do(world, EndMainProcess("anna"))
    assert not who(world, "anna").pre_action
    do(world, UseBlock("anna", "at_auto_action"))  # Post-Action, in the Main Process of the ghoul
    assert battle_of(world).acting == "ghoul"
    do(world, EndBattle())
    do(world, UseBlock("anna", "at_auto_action"))


@pytest.mark.rule("NW3-ROUND-23", "NW3-ROUND-24", "NW3-MOVE-20", "NW3-HP-10", "NW3-STATUS-03")
@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({"hp": 0}, "incapacitated"),  # U12
        ({"hp": 0, "dead": True}, "dead"),
        ({"retreated": True}, "retreated"),
        ({"statuses": {"pressure": 0}}, "pressure"),
    ],
)
def test_who_cannot_take_them(state: dict[str, Any], reason: str) -> None:
    world = battle(foe(), fighter("ben", "wizards", "at_auto_action", **state))
    refused(world, UseBlock("ben", "at_auto_action"), reason)


@pytest.mark.rule("NW3-ROUND-24", "NW3-SKILL-28")
def test_who_is_not_in_the_battle_cannot_either() -> None:
    world = battle()
    world.state.characters["cleo"] = fighter("cleo", "wizards", "mend", present=False)
    refused(world, UseBlock("cleo", "mend", ("anna",)), "not_in_scene")


@pytest.mark.rule("NW3-ROUND-19")
@pytest.mark.parametrize("answer", ["", "yes", "no"])
def test_the_referee_may_refuse_an_auto_action(answer: str) -> None:
    world = battle(gm_confirms_targets=True)
    command, answers = UseBlock("anna", "at_auto_action"), {"auto_action_veto": answer} if answer else {}
    if answer == "no":
        refused(world, command, "referee_refused", answers)
    else:
        assert "use.declared" in do(world, command, answers=answers).keys


@pytest.mark.rule("NW3-ROUND-19", "NW3-ROUND-07", "NW3-HP-05")
def test_an_auto_action_that_fells_its_user_ends_the_main_process() -> None:
    world = battle(foe(), fighter("ben", count=2))
    who(world, "anna").skills["fall"] = 1
    do(world, UseBlock("anna", "fall"))
    assert (who(world, "anna").hp, battle_of(world).acting) == (0, "ghoul")


# ---------------------------------------------------------------- when Incapacitated


@pytest.mark.rule("NW3-ROUND-23", "NW3-SKILL-24", "NW3-ATTACK-18")
@pytest.mark.parametrize(("answer", "hp"), [("rise", 5), ("pass", 0)])
def test_the_window_of_a_fall(answer: str, hp: int) -> None:
    people = [fighter("anna", "wizards", pacc=20, patk=50, engage="e"), foe("ghoul", "rise", engage="e")]
    world = battle_world(*people, fighter("ben", count=1), foe("imp", count=0), content=CONTENT)
    done = do(world, Attack("anna", ("ghoul",)), [1, 2, 1, 2, 1, 2, 1, 2], {"use.incapacitated": answer})
    assert who(world, "ghoul").hp == hp
    assert [one.to for one in done.asked if one.key == "use.incapacitated"] == ["ghoul"]
    assert not who(world, "ghoul").pre_action  # it was down, so it is Post-Action


@pytest.mark.rule("NW3-ROUND-23", "NW3-SKILL-24", "NW3-SKILL-OPEN-03")
@pytest.mark.parametrize("option", ["moment_and_state", "moment_only"])
def test_and_at_any_time_while_incapacitated(option: str) -> None:
    ben = fighter("ben", "wizards", "rise", hp=0)
    ben.body = ben.pre_equip_body = 20
    world = battle(foe(), ben, downed_timing=option)
    if option == "moment_only":
        refused(world, UseBlock("ben", "rise"), "wrong_timing")
        return
    do(world, UseBlock("ben", "rise"), seat=seat("ben"))
    assert (ben.hp, ben.pre_action, ben.count) == (5, False, 0)
    refused(world, UseBlock("ben", "rise"), "wrong_timing")  # up again


@pytest.mark.rule("NW3-ROUND-23", "NW3-SKILL-24")
def test_one_who_stands_has_no_use_for_it() -> None:
    refused(battle(foe(), fighter("ben", "wizards", "rise")), UseBlock("ben", "rise"), "wrong_timing")


# ---------------------------------------------------------------- outside of rounds


@pytest.mark.rule("NW3-SKILL-23", "NW3-ROUND-24")
def test_outside_of_rounds() -> None:
    world = battle()
    world.state.battle = None
    for process in PROCESSES:
        refused(world, UseBlock("anna", f"at_{process}"), "no_round")
    for timing in (*ACTIONS, "auto_action"):
        assert "use.declared" in do(world, UseBlock("anna", f"at_{timing}")).keys


# ---------------------------------------------------------------- the starter pack


@pytest.mark.rule("NW3-ROUND-04", "NW3-ROUND-21", "NW3-MOVE-16")
def test_a_starter_skill_of_setup_that_lasts_for_the_round() -> None:
    world = table(steady("anna", 9), steady_foe("ghoul", 1, "closing_time"))
    done = do(world, StartBattle((("anna", "ghoul"),)), answers={"use.setup_process": "closing_time"})
    assert done.event("move.blockade").facts["name"] == "Ghoul"
    assert (who(world, "ghoul").mp, len(battle_of(world).blockades)) == (9, 1)
    for id in ("anna", "ghoul"):
        do(world, EndMainProcess(id))
    assert (battle_of(world).round, battle_of(world).blockades) == (2, [])


@pytest.mark.rule("NW3-ROUND-09", "NW3-ROUND-11")
def test_a_starter_skill_that_acts_once_more_at_once() -> None:
    world = table(steady_foe("ghoul", 9, "midnight_again"), steady("anna", 5))
    done = do(world, StartBattle())
    assert not done.asked  # one has to be Post-Action for it
    done = do(world, EndMainProcess("ghoul"), answers={"use.initiative_process": "midnight_again"})
    assert (battle_of(world).acting, who(world, "ghoul").count) == ("ghoul", 1)
    do(world, Move("ghoul", "interval", "the clock"))
    do(world, EndMainProcess("ghoul"))
    assert battle_of(world).acting == "anna"


@pytest.mark.rule("NW3-SKILL-27")
@pytest.mark.parametrize(
    ("effect", "meant"),
    [
        (modify("eva", 2, "round"), "anna"),
        ('kind = "modify", scope = "stat", stat = "eva", amount = "-(1 + SL)", duration = "round"', "ghoul"),
        ('kind = "condition", condition = "marked", positive = false, duration = "round"', "ghoul"),
        ('kind = "negate"', "ghoul"),
        ('kind = "modify", scope = "stat", stat = "eva", amount = "-1", positive = true, duration = "round"', "anna"),
    ],
)
def test_whom_a_block_is_for_where_nobody_says(effect: str, meant: str) -> None:
    content = drills(skill("sign", "setup_process", effect, target="single"))
    world = table(steady("anna", 9, "sign"), steady_foe("ghoul", 1), content=content)
    done = do(world, StartBattle(), answers={"use.setup_process": "sign"})
    assert [one.default for one in done.asked if one.key == "use.target"] == [meant]
