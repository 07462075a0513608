"""What effects of packs do to their bearers: points, statuses, C and F values, texts, and how long it lasts."""

from __future__ import annotations

from typing import Any

import pytest

from nwo_magic import table, thrown, told
from nwo_play import Play
from rulewright.games.nwo.battles import effects, lasting
from rulewright.games.nwo.battles.actions import UseAbility
from rulewright.games.nwo.records.effects import Effect
from rulewright.games.nwo.records.uses import Duration

SCENE = Duration(kind="scene")


def people() -> Play:
    play = table("ruka", "tomo", "hound:mire_hound")
    play.change("hound", at_zero="")
    play.fight(ruka=20, tomo=5, hound=3)
    return play


def work(
    play: Play, *found: Effect, on: tuple[str, ...] = ("hound",), level: int = 0, faces: Any = (), answers: Any = None,
    lasts: Duration = SCENE, source: str = "work", when: tuple[str, ...] = ("effect",),
) -> None:  # fmt: skip
    """Carry effects out."""
    done = effects.Work(source, "Work", tuple(found), level, lasts)
    play.run(effects.apply(play.world, play["tomo"], done, [play[id] for id in on], when), faces, answers)


@pytest.mark.rule("NWO-TIMING-14")
def test_damage_takes_hp_without_a_judge_its_amount_or_dice_and_more_by_the_level() -> None:
    play = people()
    work(play, Effect(op="damage", amount=4))
    assert (play["hound"].hp, thrown(play)) == (26, [])
    work(play, Effect(op="damage", dice="2d6+1", per_level=2), level=3, faces=[1, 2])
    assert (play["hound"].hp, thrown(play)) == (26 - (3 + 1 + 6), ["effect"])
    work(play, Effect(op="damage", dice="1d6-9"), faces=[3])
    assert (play["hound"].hp, told(play, "effect.damage")[-1]["points"]) == (16, 0)  # never gives HP


@pytest.mark.rule("NWO-STATUS-01", "NWO-STATUS-02")
def test_damage_looks_at_the_wound_at_once() -> None:
    play = people()
    work(play, Effect(op="damage", amount=24))
    assert play["hound"].serious
    work(play, Effect(op="damage", amount=10))
    assert (play["hound"].hp, play["hound"].serious) == (-4, False)


@pytest.mark.rule("NWO-SPELL-12")
def test_healing_without_a_judge_helps_the_serious_only_where_it_says_so() -> None:
    play = people()
    play.change("hound", hp=3, serious=True)
    work(play, Effect(op="heal", amount=9))
    assert play["hound"].hp == 3
    work(play, Effect(op="heal", dice="1d6+6", heals_serious=True), faces=[2])
    assert (play["hound"].hp, play["hound"].serious) == (11, False)
    work(play, Effect(op="heal", amount=99))
    assert play["hound"].hp == 30


@pytest.mark.rule("NWO-STATUS-12", "NWO-SPELL-16")
def test_statuses_are_put_on_when_their_moment_has_come_and_taken_off() -> None:
    play = people()
    found = [Effect(op="add_status", status="prone", on="hit"), Effect(op="add_status", status="fainted", on="damage")]
    work(play, *found)
    assert (play["hound"].prone, play["hound"].fainted) == (False, False)
    work(play, *found, when=("effect", "hit"))
    assert (play["hound"].prone, play["hound"].fainted) == (True, False)
    work(play, *found, when=("effect", "hit", "damage"))
    assert (play["hound"].prone, play["hound"].fainted) == (True, True)
    assert len(told(play, "status.prone")) == 1
    work(play, Effect(op="remove_status", status="fainted"), Effect(op="remove_status", status="fainted"))
    assert (play["hound"].prone, play["hound"].fainted) == (True, False)
    assert len(told(play, "status.no_longer.fainted")) == 1


@pytest.mark.rule("NWO-JUDGE-07")
def test_c_and_f_values_change_for_as_long_as_it_lasts_and_the_new_one_wins() -> None:
    play = people()
    change = Effect(op="modify_cf", critical_add=(3, 11), fumble_add=(12, 2), critical_remove=(10,))
    work(play, change, lasts=Duration(kind="count"))
    assert (play["hound"].now.critical, play["hound"].now.fumble) == ((3, 11), (2, 12))
    play.next_count()
    assert (play["hound"].now.critical, play["hound"].now.fumble) == ((10, 12), (3,))


@pytest.mark.rule("NWO-SPELL-05")
def test_numbers_of_one_work_add_up_and_grow_with_the_level() -> None:
    play = people()
    before = play["hound"].now.values["hit"]
    work(play, Effect(op="modify_stat", stat="hit", amount=1, per_level=2), Effect(op="modify_stat", stat="hit",
         amount=-1), Effect(op="modify_judge", stat="any", amount=0, per_level=1), level=3)  # fmt: skip
    assert play["hound"].now.values["hit"] == before + 6
    assert play["hound"].now.judges == {"any": 3}


@pytest.mark.rule("NWO-SPELL-06")
def test_while_a_name_lasts_nothing_of_the_second_works_not_even_its_damage() -> None:
    play = people()
    found = (Effect(op="modify_stat", stat="hit", amount=-1), Effect(op="damage", amount=3))
    work(play, *found)
    work(play, *found)
    assert (play["hound"].hp, len(play["hound"].lasting)) == (27, 1)
    work(play, *found, source="another")
    assert (play["hound"].hp, len(play["hound"].lasting)) == (24, 2)


@pytest.mark.rule("NWO-SPELL-06")
def test_what_happens_at_once_leaves_nothing_that_lasts_and_works_again() -> None:
    play = people()
    for _ in range(2):
        work(play, Effect(op="damage", amount=3))
    assert (play["hound"].hp, play["hound"].lasting) == (24, [])


@pytest.mark.rule("NWO-SPELL-13")
def test_the_referee_says_what_comes_of_a_text_for_each_target() -> None:
    play = people()
    play.change("ruka", abilities={"strange_tale": 1})
    play["tomo"].faction = "foes"
    answers = {"text_effect": ["It sits down.", ""]}
    play.give(UseAbility("ruka", "strange_tale", ("hound", "tomo")), (), answers)
    assert [question.to for question in play.script.asked] == ["referee", "referee"]
    assert [facts["text"] for facts in told(play, "effect.text")] == ["It wonders."] * 2
    assert [facts["text"] for facts in told(play, "effect.ruled")] == ["It sits down."]
    assert (play["hound"].hp, play["tomo"].hp) == (27, 14)


@pytest.mark.rule("NWO-TIMING-15")
def test_the_dead_are_left_alone() -> None:
    play = people()
    play.change("hound", dead=True, hp=-2)
    work(play, Effect(op="damage", amount=3), Effect(op="modify_stat", stat="hit", amount=1), on=("hound", "ruka"))
    assert (play["hound"].hp, play["hound"].lasting, play["ruka"].hp) == (-2, [], 21)


@pytest.mark.rule("NWO-TIMING-14")
@pytest.mark.parametrize(
    ("lasts", "ends"),
    [
        (Duration(kind="instant"), ""),
        (Duration(kind="count"), "count"),
        (Duration(kind="rounds", rounds=2), "round"),
        (Duration(kind="combat"), "combat"),
        (Duration(kind="scene"), "scene"),
    ],
    ids=lambda one: getattr(one, "kind", one),
)
def test_how_long_it_lasts(lasts: Duration, ends: str) -> None:
    play = people()
    play.battle.round = 2
    work(play, Effect(op="modify_stat", stat="hit", amount=1), lasts=lasts)
    world, gone = play.world, []
    for name, over in (
        ("count", play.next_count),
        ("this round", lambda: lasting.end_round(world, 2)),
        ("round", lambda: lasting.end_round(world, 3)),
        ("combat", lambda: lasting.end_combat(world)),
        ("scene", lambda: lasting.end_scene(world)),
    ):
        before = len(play["hound"].lasting)
        over()
        if len(play["hound"].lasting) < before:
            gone.append(name)
    assert gone == ([ends] if ends else [])


@pytest.mark.rule("NWO-CAST-16")
def test_a_dispel_or_a_new_roll_with_nothing_going_on_does_nothing() -> None:
    play = people()
    before = len(play.told)
    work(play, Effect(op="dispel", contest="magic"), Effect(op="reroll"))
    assert (thrown(play), len(play.told)) == ([], before)
