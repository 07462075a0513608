"""NW3-RECOVER-01 to -05: Recovery Judges, and what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_attacks import pack, results, rolled, several
from nw3_battle import battle_of, battle_world, do, fighter, foe, who
from nw3_people import enemy
from nw3_scenes import Done, run
from rulewright.games.nw3.battles import recovery
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.state import Character, Nw3World, Pool

CONTENT = pack(
    several("heal", "minor_action", 'kind = "recovery", pool = "hp", power = 7', target="single", range="scene"),
    several("mass_heal", "minor_action", 'kind = "recovery", pool = "hp", power = 2', target="scene"),
    several("fixed", "minor_action", 'kind = "resource", pool = "hp", amount = 4'),
)


def hurt(hp: int = 20, body: int = 27, **values: Any) -> Character:
    made = fighter("anna", hp=hp, **values)
    made.body, made.mind = body, 20
    return made


def recovered(world: Nw3World, faces: Sequence[int], power: int, pool: Pool = "hp", answers: Any = None) -> Done:
    anna = who(world, "anna")
    return run(world, recovery.recover(world, anna, [anna], pool, power), faces, answers)


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-RECOVER-02", "NW3-RECOVER-03", "NW3-RECOVER-05", "NW3-HP-01")
@pytest.mark.parametrize(
    ("hp", "power", "faces", "result", "after"),
    [
        (5, 7, (5, 4), 16, 21),
        (20, 7, (5, 4), 16, 27),
        (1, 7, (4, 3, 6, 2), 25, 26),
        (20, 7, (1, 1), -3, 17),
        (2, 7, (1, 1), -3, 0),
        (0, 7, (1, 1), -3, 0),
        (5, 12, (1, 1), 2, 7),
        (0, 0, (5, 4), 9, 9),
        (0, -3, (2, 1), 0, 0),
        (5, -2, (2, 1), 1, 6),
        (5, -4, (2, 1), -1, 4),
    ],
)
def test_2d6_and_the_power(hp: int, power: int, faces: Sequence[int], result: int, after: int) -> None:
    world = battle_world(hurt(hp, count=12), foe())
    done = recovered(world, faces, power)
    anna = who(world, "anna")
    assert (results(done, "recovery_hp"), anna.hp, anna.dead) == ([result], after, False)
    assert done.event("recovery.hp").facts == {"name": "Anna", "result": result, "now": after, "most": 27}
    assert ("hp.incapacitated" in done.keys) is (hp > 0 and after == 0)
    assert anna.pre_action is (hp > 0 and after > 0)


@pytest.mark.rule("NW3-RECOVER-05", "NW3-HP-06", "NW3-ROUND-08")
def test_who_is_brought_back_stays_post_action_until_the_next_setup() -> None:
    world = battle_world(
        fighter("ben", "wizards", "heal", count=9), hurt(0, count=15), foe(sevens=["initiative"]), content=CONTENT
    )
    done = do(world, UseBlock("ben", "heal", ("anna",)), (1, 3))
    anna = who(world, "anna")
    assert (anna.hp, anna.pre_action, anna.count, "hp.up_again" in done.keys) == (11, False, 0, True)
    do(world, EndMainProcess("ben"))
    do(world, EndMainProcess("ghoul"), (1, 2, 1, 2))
    assert (battle_of(world).round, anna.pre_action, anna.count) == (2, True, 3)


@pytest.mark.rule("NW3-RECOVER-07")
@pytest.mark.parametrize(
    ("strength", "knowledge", "powers"),
    [(11, 5, (3, 0)), (7, 8, (2, 3)), (8, 9, (3, 3)), (9, 4, (3, -1)), (4, 7, (-1, 2))],
)
def test_the_numbers_of_a_tense_rest(strength: int, knowledge: int, powers: tuple[int, int]) -> None:
    anna = fighter("anna", attributes={"strength": strength, "knowledge": knowledge})
    world = battle_world(anna, foe())
    assert (recovery.rest_power(world, anna, "hp"), recovery.rest_power(world, anna, "mp")) == powers


# ---------------------------------------------------------------- the Judge


@pytest.mark.rule("NW3-RECOVER-02", "NW3-RECOVER-01", "OP-C01")
@pytest.mark.parametrize(
    ("scope", "faces", "hp"),
    [("numeric", (4, 3, 1, 2), 21), ("opposed_only", (4, 3), 15), ("always", (4, 3, 1, 2), 21)],
)
def test_a_critical_brings_more_dice_by_the_option(scope: str, faces: Sequence[int], hp: int) -> None:
    world = battle_world(hurt(1), foe(), critical_chain_scope=scope)
    done = recovered(world, faces, 7)
    assert who(world, "anna").hp == hp
    told = done.event("judge.result").sum
    assert told is not None
    assert (sum(part.value for part in told.parts), told.total, told.limit_rule) == (hp - 1, hp - 1, "")


@pytest.mark.rule("NW3-RECOVER-02", "NW3-PRANA-03")
def test_prana_raises_it_as_any_judge() -> None:
    world = battle_world(hurt(5, prana=2), foe())
    done = recovered(world, (5, 4, 1, 2), 0, answers={"raise_result": ["raise", "pass"]})
    assert (who(world, "anna").hp, who(world, "anna").prana) == (5 + 9 + 3, 1)
    assert rolled(done) == [("anna", "recovery_hp"), ("anna", "raise")]


@pytest.mark.rule("NW3-RECOVER-02", "NW3-SKILL-20", "OP-C26")
@pytest.mark.parametrize(
    ("options", "faces", "who_rolls"),
    [
        ({}, (4, 4), ["ben"]),
        ({"recovery_roll": "each_target"}, (4, 4, 1, 2, 3, 3), ["ben", "ben", "ben"]),
        ({"recovery_roller": "target"}, (4, 4, 1, 2, 3, 3), ["ben", "anna", "ghoul"]),
    ],
)
def test_who_rolls_for_several_targets(options: dict[str, Any], faces: Sequence[int], who_rolls: list[str]) -> None:
    people = fighter("ben", "wizards", "mass_heal", hp=3), hurt(3), foe(hp=3)  # OP-C26, NW3-SKILL-OPEN-24
    for one in people:
        one.body = 40
    world = battle_world(*people, content=CONTENT, **options)
    done = do(world, UseBlock("ben", "mass_heal"), faces)
    assert [one for one, _ in rolled(done)] == who_rolls
    totals = [sum(faces[place : place + 2]) for place in range(0, len(faces), 2)] * 3
    assert [one.hp for one in people] == [3 + 2 + total for total in totals[:3]]


@pytest.mark.rule("NW3-RECOVER-02")
def test_the_users_critical_and_fumble_values_count() -> None:
    world = battle_world(fighter("ben", "wizards", "heal", critical=5, fumble=9), hurt(20), foe(), content=CONTENT)
    do(world, UseBlock("ben", "heal", ("anna",)), (4, 5))
    assert who(world, "anna").hp == 20 - 3


@pytest.mark.rule("NW3-RECOVER-01")
def test_a_fixed_amount_takes_no_judge() -> None:
    anna = fighter("anna", "wizards", "fixed", hp=20)
    anna.body = 27
    do(battle_world(anna, foe(), content=CONTENT), UseBlock("anna", "fixed"))
    assert anna.hp == 24


# ---------------------------------------------------------------- a negative Result


@pytest.mark.rule("NW3-RECOVER-03", "NW3-HP-01")
@pytest.mark.parametrize(("mp", "after"), [(9, 6), (2, 0)])
def test_mp_are_lost_too_and_stop_at_0(mp: int, after: int) -> None:
    world = battle_world(hurt(mp=mp), foe())
    done = recovered(world, (1, 1), 7, "mp")
    assert (who(world, "anna").mp, who(world, "anna").hp) == (after, 20)
    assert done.event("recovery.mp").facts["now"] == after


@pytest.mark.rule("NW3-RECOVER-04")
def test_such_a_loss_is_no_damage() -> None:
    friend = fighter("ben", engage="e")
    shielded = hurt(2, engage="e", pdef=50)
    world = battle_world(shielded, friend, foe())
    done = recovered(world, (1, 1), 7)
    assert (shielded.hp, done.questions, "attack.damage" in done.keys) == (0, [], False)
    assert rolled(done) == [("anna", "recovery_hp")]


@pytest.mark.rule("NW3-RECOVER-03", "NW3-HP-10")
def test_the_dead_do_not_recover() -> None:
    world = battle_world(hurt(0, dead=True), foe(), fighter("ben"), acting="ben")
    anna = who(world, "anna")
    done = run(world, recovery.receive(world, anna, "hp", 9))
    assert (anna.hp, done.keys) == (0, [])


@pytest.mark.rule("NW3-RECOVER-06", "NW3-HP-10")
@pytest.mark.parametrize("dead", [False, True])
def test_a_full_rest_is_told_and_none_for_the_dead(dead: bool) -> None:
    world = battle_world(hurt(0 if dead else 2, mp=1, dead=dead), foe(), fighter("ben"), acting="ben")
    anna = who(world, "anna")
    done = run(world, _rested(world, anna))
    assert (anna.hp, anna.mp, done.keys) == ((0, 1, []) if dead else (27, 20, ["recovery.full"]))


def _rested(world: Nw3World, character: Character) -> Any:
    recovery.rest_fully(world, character)
    yield from ()


@pytest.mark.rule("OP-C04")
@pytest.mark.parametrize("known", [False, True])
def test_players_do_not_learn_the_hp_of_an_enemy_that_is_not_identified(known: bool) -> None:
    ghoul = enemy("ghoul", 20, hp=5, known=known)
    world = battle_world(fighter("anna"), ghoul)
    done = run(world, recovery.recover(world, ghoul, [ghoul], "hp", 3), (1, 1))
    seen = [event for event in done.told if event.visible_to("anna")]
    assert ([event.key for event in seen if "now" in event.facts] == ["recovery.hp"]) is known
    assert any(event.sum is not None for event in seen) is known
    numbers = next(event for event in done.told if "now" in event.facts)
    assert (numbers.facts["now"], numbers.facts["most"], numbers.visible_to("referee")) == (10, 20, True)
