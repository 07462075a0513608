"""NW3-ROUND-05 to -11: the Initiative Count, and the Initiative Process."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import battle_of, battle_world, do, drills, fighter, foe, skill, steady, steady_foe, table, who
from rulewright.games.nw3.battles.battle import StartBattle
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.state import Nw3World


def counts(world: Nw3World) -> dict[str, int]:
    return {one.id: one.count for one in world.state.characters.values()}


# ---------------------------------------------------------------- the Count


@pytest.mark.rule("NW3-ROUND-05", "NW3-ROUND-04")
@pytest.mark.parametrize(
    ("spd", "faces", "count"),
    [
        (12, [4, 5], 21),
        (12, [3, 4, 6, 2], 30),
        (12, [3, 4, 1, 6, 1, 1], 34),
        (12, [1, 1], 2),
        (11, [1, 1], 1),
        (10, [1, 1], 2),
        (4, [1, 1], 2),
        (-9, [3, 3], 1),  # 0 or less without a Fumble
        (-6, [3, 3], 1),
        (-5, [3, 3], 1),
        (-4, [3, 3], 2),
    ],
)
def test_the_count_is_a_numeric_spd_judge(spd: int, faces: list[int], count: int) -> None:
    world = table(fighter("anna", spd=spd), steady_foe("ghoul", 9))
    done = do(world, StartBattle(), faces)
    assert counts(world) == {"anna": count, "ghoul": 16}
    assert [(roll.who, roll.why) for roll, _ in done.rolls] == [("anna", "initiative")] * (len(faces) // 2)
    assert done.event("round.count").facts == {"name": "Anna", "count": count}


@pytest.mark.rule("OP-C19", "NW3-ROUND-05")
@pytest.mark.parametrize(("spd", "count"), [(12, 2), (11, 1), (10, 1), (4, 1)])
def test_a_table_may_let_a_fumble_give_a_count_of_one(spd: int, count: int) -> None:
    world = table(fighter("anna", spd=spd), steady_foe("ghoul", 9), count_fumble_floor=1)
    do(world, StartBattle(), [1, 1])
    assert who(world, "anna").count == count


@pytest.mark.rule("NW3-ROUND-05")
@pytest.mark.parametrize("values", [{}, {"critical": 7}, {"fumble": 7}])
def test_an_enemy_with_any_seven_has_neither_critical_nor_fumble(values: dict[str, int]) -> None:
    world = table(fighter("anna"), steady_foe("ghoul", 9, **values))
    done = do(world, StartBattle(), [2, 3])
    assert who(world, "ghoul").count == 16
    assert {roll.who for roll, _ in done.rolls} == {"anna"}


@pytest.mark.rule("NW3-ROUND-05")
@pytest.mark.parametrize(("faces", "count"), [([4, 6, 2, 1], 22), ([4, 1], 2), ([3, 4], 16)])
def test_an_enemy_that_rolls_has_its_fixed_values(faces: list[int], count: int) -> None:
    world = table(foe(spd=9), fighter("anna"))
    do(world, StartBattle(), [*faces, 2, 3])
    assert who(world, "ghoul").count == count


@pytest.mark.rule("NW3-ROUND-04", "NW3-ROUND-05", "NW3-ROUND-23")
def test_who_is_down_rolls_no_count_and_does_not_act() -> None:
    world = table(fighter("anna", spd=20, hp=0), fighter("ben", spd=1), steady_foe("ghoul", 9))
    done = do(world, StartBattle(), [2, 3])
    assert counts(world) == {"anna": 0, "ben": 6, "ghoul": 16}
    assert {roll.who for roll, _ in done.rolls} == {"ben"}
    assert not who(world, "anna").pre_action


# ---------------------------------------------------------------- moving a Count

COUNT = 'kind = "modify", scope = "result", judge = "initiative", duration = "round", amount = '
DRAG = skill("drag", "initiative_process", f"{COUNT}-8", target="single")
HURRY = skill("hurry", "initiative_process", f"{COUNT}5")


@pytest.mark.rule("NW3-ROUND-06")
@pytest.mark.parametrize(("spd", "count"), [(-4, 1), (2, 1), (3, 2), (10, 9)])
def test_no_effect_brings_a_count_below_one(spd: int, count: int) -> None:
    world = table(steady("anna", spd), steady_foe("ghoul", 9, "drag"), content=drills(DRAG, HURRY))
    do(world, StartBattle(), answers={"use.initiative_process": "drag", "use.target": "anna"})
    assert who(world, "anna").count == count  # -4 + 7 is 3, and -8 of it leaves 1
    assert who(world, "anna").pre_action


@pytest.mark.rule("NW3-ROUND-06", "NW3-ROUND-07")
def test_an_effect_gives_no_count_to_who_has_acted() -> None:
    world = table(steady("anna", 9, "hurry"), steady_foe("ghoul", 1), content=drills(DRAG, HURRY))
    do(world, StartBattle())
    do(world, EndMainProcess("anna"), answers={"use.initiative_process": "hurry"})
    assert (who(world, "anna").count, who(world, "anna").pre_action) == (0, False)


@pytest.mark.rule("NW3-ROUND-09", "NW3-ROUND-06")
@pytest.mark.parametrize(("answer", "first"), [("hurry", "anna"), ("pass", "ben")])
def test_the_next_is_found_after_the_window(answer: str, first: str) -> None:
    world = table(steady("anna", 13, "hurry"), steady("ben", 15), steady_foe("ghoul", 1), content=drills(DRAG, HURRY))
    do(world, StartBattle(), answers={"use.initiative_process": answer})
    assert counts(world) == {"anna": 25 if first == "anna" else 20, "ben": 22, "ghoul": 8}
    assert battle_of(world).acting == first


# ---------------------------------------------------------------- the window

WATCH = skill("watch", "initiative_process")


@pytest.mark.rule("NW3-ROUND-09", "NW3-ROUND-10", "NW3-SKILL-17")
def test_the_window_is_there_before_each_main_process_and_before_cleanup() -> None:
    late = skill("late", "cleanup_process")
    world = table(steady("anna", 12, "watch"), steady_foe("ghoul", 9, "late"), content=drills(WATCH, late))
    window, asked = "use.initiative_process", []
    for command in (StartBattle(), EndMainProcess("anna"), EndMainProcess("ghoul")):
        done = do(world, command, answers={"use.initiative_process": "watch"})
        asked.append(
            [key for key in done.log if (key.startswith("use.") and key != "use.declared") or key == "round.acts"]
        )
    assert asked == [  # each time once, though the block has no limit: it is the same window
        [window, "round.acts"],
        [window, "round.acts"],
        [window, "use.cleanup_process", window, "round.acts"],
    ]


@pytest.mark.rule("NW3-ROUND-10", "NW3-ROUND-12")
def test_declarations_are_taken_from_the_highest_count() -> None:
    people = [
        steady("npc", 5, "watch", kind="npc"),
        steady("anna", 5, "watch"),
        steady("ben", 9, "watch"),
        steady_foe("ghoul", 5, "watch"),
    ]
    world = table(*people, content=drills(WATCH))
    done = do(world, StartBattle(), answers={"use.initiative_process": "watch"})
    assert [one.to for one in done.asked if one.key == "use.initiative_process"] == ["ben", "ghoul", "anna", "npc"]
    used = [event.facts["name"] for event in done.told if event.key == "use.declared"]
    assert used == ["Ben", "Ghoul", "Anna", "Npc"]


@pytest.mark.rule("NW3-ROUND-10", "NW3-ROUND-23")
def test_post_action_characters_may_use_it_and_incapacitated_ones_not() -> None:
    people = [steady("anna", 12, "watch"), steady("ben", 1, "watch", hp=0), steady_foe("ghoul", 9)]
    world = table(*people, content=drills(WATCH))
    do(world, StartBattle())
    done = do(world, EndMainProcess("anna"))
    assert not who(world, "anna").pre_action
    assert [one.to for one in done.asked] == ["anna"]


# ---------------------------------------------------------------- Post-Action, and back

STOP = skill("stop", "initiative_process", 'kind = "condition", condition = "post_action"', target="single")
CRUSH = skill("crush", "initiative_process", 'kind = "resource", pool = "hp", amount = -99', target="single")
WAKE = skill("wake", "initiative_process", 'kind = "condition", condition = "pre_action"', target="single")
HEAL = skill("heal", "initiative_process", 'kind = "resource", pool = "hp", amount = 5', target="single")
AGAIN = 'kind = "extra_action", action = "main_process"'
SECOND_ACT = skill("second_act", "initiative_process", f"{AGAIN}, set_count = 30", target="single")
SLOWER = skill("slower", "minor_action", f"{AGAIN}, set_count = 12")
AT_ONCE = skill("at_once", "initiative_process", AGAIN, target="single")
TWICE = skill("twice", "minor_action", AGAIN)
ALL = drills(SLOWER, STOP, CRUSH, WAKE, HEAL, SECOND_ACT, AT_ONCE, TWICE)


@pytest.mark.rule("NW3-ROUND-07")
@pytest.mark.parametrize("block", ["stop", "crush"])
def test_becoming_post_action_or_incapacitated_takes_the_count(block: str) -> None:
    world = table(steady("anna", 12), steady("ben", 9), steady_foe("ghoul", 1, block), content=ALL)
    do(world, StartBattle(), answers={"use.initiative_process": block, "use.target": "anna"})
    assert (who(world, "anna").count, who(world, "anna").pre_action) == (0, False)
    assert battle_of(world).acting == "ben"


@pytest.mark.rule("NW3-ROUND-08", "NW3-ROUND-04", "NW3-ROUND-07")
def test_who_was_down_waits_for_the_next_setup() -> None:
    anna = steady("anna", 12, hp=30)
    world = table(anna, steady("ben", 9, "heal", "wake"), steady_foe("ghoul", 1, "crush"), content=ALL)
    do(world, StartBattle(), answers={"use.initiative_process ghoul": "crush", "use.target ghoul": "anna",
                                      "use.initiative_process ben": "pass"})  # fmt: skip
    woken = {"use.initiative_process ben": ["wake", "pass"], "use.target": "anna"}
    do(world, EndMainProcess("ben"), answers=woken)
    assert (anna.hp, anna.count, anna.pre_action) == (0, 0, False)  # nobody becomes Pre-Action while Incapacitated
    healed = {"use.initiative_process ben": ["heal", "pass"], "use.target ben": "anna"}
    done = do(world, EndMainProcess("ghoul"), answers=healed)
    assert done.log.index("use.declared") < done.log.index("round.begins")
    assert battle_of(world).round == 2
    assert (anna.hp, anna.count, anna.pre_action) == (5, 19, True)


@pytest.mark.rule("NW3-ROUND-08")
def test_who_is_healed_stays_post_action_until_then() -> None:
    anna = steady("anna", 12)
    world = battle_world(steady("ben", 9, "heal"), anna, steady_foe("ghoul", 1), content=ALL)
    anna.hp, anna.pre_action, anna.count = 0, False, 0
    do(world, EndMainProcess("ben"), answers={"use.initiative_process": "heal", "use.target": "anna"})
    assert (battle_of(world).acting, battle_of(world).round) == ("ghoul", 1)
    assert (anna.hp, anna.count, anna.pre_action) == (5, 0, False)


@pytest.mark.rule("NW3-ROUND-11", "OP-C03")
@pytest.mark.parametrize(
    ("block", "option", "count"),
    [
        ("wake", 1, 1),
        ("wake", 6, 6),
        ("wake", "old", 19),
        ("second_act", 1, 30),
        ("second_act", "old", 30),
        ("at_once", 1, 1),
    ],
)
def test_pre_action_again(block: str, option: Any, count: int) -> None:
    options = {"reactivated_count": option}
    people = [steady("anna", 12), steady("ben", 9, block), steady_foe("ghoul", 1)]
    world = table(*people, content=ALL, **options)
    do(world, StartBattle())
    do(world, EndMainProcess("anna"), answers={"use.initiative_process": block, "use.target": "anna"})
    assert (who(world, "anna").pre_action, who(world, "anna").count) == (True, count)
    # "one more Main Process" without a Count is taken at once, else the Counts decide
    assert battle_of(world).acting == ("ben" if count < 16 and block != "at_once" else "anna")


@pytest.mark.rule("NW3-ROUND-11")
def test_it_takes_nothing_from_who_has_not_acted_yet() -> None:
    world = table(steady("anna", 12), steady("ben", 9, "wake"), steady_foe("ghoul", 1), content=ALL)
    do(world, StartBattle(), answers={"use.initiative_process": "wake", "use.target": "anna"})
    assert (who(world, "anna").count, battle_of(world).acting) == (19, "anna")


@pytest.mark.rule("NW3-ROUND-11", "NW3-ROUND-08")
def test_it_gives_nothing_to_who_is_down() -> None:
    people = [steady("anna", 1), steady("ben", 9, "at_once"), steady_foe("ghoul", 5)]
    world = battle_world(*people, acting="ben", content=ALL)
    anna = who(world, "anna")
    anna.hp, anna.pre_action, anna.count = 0, False, 0
    answers = {"use.initiative_process": ["at_once", "pass"], "use.target": "anna"}
    do(world, EndMainProcess("ben"), answers=answers)
    assert (battle_of(world).again, battle_of(world).acting, anna.pre_action) == ({}, "ghoul", False)
    battle_of(world).again, anna.hp = {"anna": 0}, 5
    do(world, EndMainProcess("ghoul"))
    assert (battle_of(world).round, battle_of(world).acting) == (2, "ben")  # in another Round it is gone


@pytest.mark.rule("NW3-ROUND-11", "NW3-ROUND-14")
@pytest.mark.parametrize(
    ("block", "count", "order"), [("twice", 1, "anna ben ghoul"), ("slower", 12, "ben anna ghoul")]
)
def test_one_more_main_process_follows_the_own(block: str, count: int, order: str) -> None:
    anna = steady("anna", 12, block)
    world = table(anna, steady("ben", 9), steady_foe("ghoul", 1), content=ALL)
    do(world, StartBattle())
    do(world, UseBlock("anna", block))
    assert (battle_of(world).spent, anna.count) == (["minor"], 19)
    do(world, EndMainProcess("anna"))
    assert (anna.pre_action, anna.count) == (True, count)
    for id in order.split():
        assert (battle_of(world).acting, battle_of(world).spent) == (id, [])
        do(world, EndMainProcess(id))
    assert battle_of(world).round == 2
