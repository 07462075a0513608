"""OP-C04: what everybody learns of a Judge and of HP, and what is the referee's alone; and what Results are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_attacks import SURE, face_off, hit, pack, several
from nw3_battle import battle_of, battle_world, do, fighter, foe, who
from nw3_judge_helpers import house, play
from nw3_scenes import Done, run
from rulewright.engine.events import Event
from rulewright.games.nw3.battles import harm, reactions, recovery, statuses
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.disclosure import is_open
from rulewright.games.nw3.battles.fighters import name_for_players
from rulewright.games.nw3.battles.ongoing import OngoingAttack
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.contests import alone
from rulewright.games.nw3.dice.judges import Judge
from rulewright.games.nw3.dice.judging import explained
from rulewright.games.nw3.game import game
from rulewright.games.nw3.state import Lasting

CONTENT = pack(
    several("mend", "minor_action", 'kind = "resource", pool = "mp", amount = -2', target="single", range="scene")
)


def seen(done: Done, seat: str) -> list[Event]:
    return [event for event in done.told if event.visible_to(seat)]


# ---------------------------------------------------------------- who learns what


@pytest.mark.rule("OP-C04")
def test_whose_numbers_are_open() -> None:
    people = fighter("anna"), foe(), foe(known=True), fighter("cat", "others", kind="npc")
    assert [is_open(one) for one in people] == [True, False, True, True]


@pytest.mark.rule("OP-C04")
@pytest.mark.parametrize("known", [False, True])
def test_judges_of_an_enemy_come_without_their_sum_until_it_is_identified(known: bool) -> None:
    world = face_off(anna={"pacc": 9, "patk": 9}, ghoul={"eva": 3, "pdef": 3, "known": known})
    done = hit(world, (*SURE, 6, 2, 2, 1))
    for seat in ("anna", "watcher", "referee"):
        told: dict[str, bool] = {}
        for event in seen(done, seat):
            if event.key in ("judge.result", "numbers.sum"):
                told[event.facts["name"]] = told.get(event.facts["name"], False) or event.sum is not None
        assert told == {"Anna": True, "Ghoul": known or seat == "referee"}
    assert [event.facts["result"] for event in seen(done, "anna") if event.key == "judge.result"] == [17, 5, 17, 6]


@pytest.mark.rule("OP-C04", "NW3-ATTACK-10")
@pytest.mark.parametrize("known", [False, True])
def test_so_do_hp(known: bool) -> None:
    world = face_off(anna={"pacc": 9, "patk": 9}, ghoul={"eva": 3, "pdef": 3, "known": known})
    done = hit(world, (*SURE, 6, 2, 2, 1))
    told = next(event for event in seen(done, "anna") if event.key.startswith("attack.damage"))
    assert told.facts == {"name": "Ghoul", "damage": 11} | ({"hp": 19, "body": 30} if known else {})
    kept = [event for event in seen(done, "referee") if event.facts.get("hp") == 19]
    assert [event.key for event in kept] == ["attack.damage" if known else "numbers.of"]


@pytest.mark.rule("OP-C04")
def test_nothing_else_tells_the_numbers_of_an_unknown_enemy() -> None:
    ghoul = foe("ghoul", statuses={"poison": 2}, prana=2, hp=8)
    world = battle_world(fighter("anna", "wizards", "mend"), ghoul, content=CONTENT)
    told = [*do(world, UseBlock("anna", "mend", ("ghoul",))).told]
    told += run(
        world, statuses.in_cleanup(world, battle_of(world), [ghoul]), (6,), {"avoid_incapacitated": "spend"}
    ).told
    told += run(world, _raised(world)).told
    numbers = {"hp", "body", "now", "most", "prana", "mp"}
    public = [event for event in told if event.visible_to("anna")]
    assert [event.key for event in public if numbers & set(event.facts)] == []
    keys = [event.key for event in public]
    for key in ("effect.resource.closed", "poison.loss.closed", "hp.avoided.closed", "hp.up_again.closed"):
        assert key in keys
    shown = [game.words(event.key, event.facts, "en") for event in told if event.key == "numbers.of"]
    assert [text.partition(" now: ")[2] for text in shown] == ["MP 10.", "HP 0.", "Prana 0.", "HP 4."]


def _raised(world: Any) -> Any:
    who(world, "ghoul").hp = 0
    harm.gain(world, who(world, "ghoul"), 4)
    yield from ()


@pytest.mark.rule("OP-C04")
def test_the_player_of_an_unknown_enemy_knows_its_numbers() -> None:
    ghoul = foe("ghoul", player="ben")
    world = battle_world(fighter("anna", "wizards", "mend"), ghoul, content=CONTENT)
    done = do(world, UseBlock("anna", "mend", ("ghoul",)))
    assert [event.key for event in seen(done, "ben") if "now" in event.facts] == ["numbers.of"]
    assert [event.key for event in seen(done, "anna") if "now" in event.facts] == []


@pytest.mark.rule("NW3-ROUND-12", "NW3-SKILL-34")
def test_only_the_referee_is_told_of_a_hidden_enemy() -> None:
    world = face_off(foe("shade", hidden=True), fighter("ben"), anna={"pacc": 9}, ghoul={"eva": 50})
    shade = who(world, "shade")
    for hidden in (True, False):
        shade.hidden = hidden
        done = run(world, recovery.recover(world, shade, [shade, who(world, "ben")], "hp", 3), (1, 3))
        names = [event.facts["name"] for event in seen(done, "anna") if "name" in event.facts]
        assert ("Shade" in names) is (not hidden)
        assert "Ben" in names
        assert "Shade" in [event.facts["name"] for event in seen(done, "referee")]


@pytest.mark.rule("OP-C04")
@pytest.mark.parametrize(
    ("ghoul", "shown", "expected"),
    [({}, True, True), ({}, False, False), ({"known": True}, False, True), ({"hp": 0}, True, False)],
)
def test_the_odds_of_a_hit_take_the_first_defenders_dodge(ghoul: dict[str, Any], shown: bool, expected: bool) -> None:
    first = foe("ghoul", eva=9, statuses={"paralysis": 0}, prana=2, **ghoul)
    world = battle_world(fighter("anna"), first, foe("imp", eva=3), odds_before_identify=shown)
    targets = [first, who(world, "imp")]
    attack = OngoingAttack(who(world, "anna"), "fist", "physical", "pacc", "patk", "physical", targets, ("void",))
    found = reactions.expected(world, attack)
    assert (found is not None) is expected
    if found is not None:
        assert (found.alter, found.penalty, found.critical, found.fumble, found.prana) == (9, -5, 10, 5, 0)


# ---------------------------------------------------------------- what a Result is made of


@pytest.mark.rule("NW3-JUDGE-12", "NW3-JUDGE-14", "NW3-OPEN-10", "OP-C01")
@pytest.mark.parametrize(
    ("sort", "scope", "faces", "parts"),
    [
        ("numeric", "numeric", (4, 3, 1, 2), {"sum.alter": 5, "sum.dice": 3, "sum.criticals": 10}),
        ("numeric", "opposed_only", (4, 3), {"sum.alter": 5, "sum.dice": 7}),
        ("recovery", "opposed_only", (4, 3), {"sum.alter": 5, "sum.dice": 7}),
        ("opposed", "opposed_only", (4, 3, 1, 2), {"sum.alter": 5, "sum.dice": 3, "sum.criticals": 10}),
        ("normal", "numeric", (4, 3), {"sum.alter": 5, "sum.dice": 7}),
        ("normal", "always", (4, 3, 3, 4, 1, 2), {"sum.alter": 5, "sum.dice": 3, "sum.criticals": 20}),
        ("numeric", "numeric", (1, 1), {"sum.alter": 5, "sum.fumble": -10}),
    ],
)
def test_the_parts_add_up_under_every_scope(sort: Any, scope: str, faces: Sequence[int], parts: dict[str, int]) -> None:
    options = house(critical_chain_scope=scope)
    judge = Judge(5, 7, 2, sort, 12)
    outcome = play(alone(judge, options), faces)
    total = explained(judge, outcome, options)
    assert {part.source: part.value for part in total.parts} == parts
    assert total.total == max(0, sum(parts.values()))
    assert total.limit_rule == ("NW3-JUDGE-17" if sum(parts.values()) < 0 else "")


@pytest.mark.rule("NW3-JUDGE-02", "NW3-STATUS-08")
def test_what_changes_the_alter_and_what_the_result() -> None:
    world = face_off(anna={"pacc": 9}, ghoul={"eva": 50})
    who(world, "anna").effects = [
        Lasting(1, "a", "anna", "judge", "hit", 2, "round"),
        Lasting(2, "b", "anna", "result", "hit", 3, "round"),
        Lasting(3, "c", "anna", "judge", "dodge", 4, "round"),
        Lasting(4, "d", "anna", "result", "any", 5, "round"),
        Lasting(5, "e", "anna", "flag", "hit", 6, "round"),
    ]
    told = hit(world, (5, 4, 2, 1)).event("judge.result")
    assert told.facts["result"] == 9 + 2 + 9 + 3 + 5
    assert told.sum is not None
    assert {part.source: part.value for part in told.sum.parts} == {"sum.alter": 11, "sum.dice": 9, "sum.penalty": 8}


@pytest.mark.rule("NW3-ROUND-12")
def test_questions_do_not_name_a_hidden_enemy() -> None:
    ghoul = foe("ghoul")
    assert name_for_players(ghoul) == ghoul.name
    ghoul.hidden = True
    assert name_for_players(ghoul) == "name.unseen"
    ghoul.player = "ben"  # played by somebody else than the referee, it is nobody's secret
    assert name_for_players(ghoul) == ghoul.name


@pytest.mark.rule("NW3-PRANA-02", "NW3-PRANA-03", "NW3-SKILL-46")
def test_a_normal_judge_is_paid_and_ends_what_lasts_for_it() -> None:
    world = battle_world(fighter("anna", prana=2), foe())
    anna = who(world, "anna")
    anna.effects = [Lasting(1, "a", "anna", "judge", "attribute", 2, "next_judge")]
    judge = judging.asked(world, anna, "attribute", 5, "normal", difficulty=20)
    done = run(world, judging.normal(world, anna, judge), (4, 4, 3, 2), {"raise_result": "raise"})
    told = done.event("judge.result.success")
    assert (told.facts["result"], anna.prana, anna.effects) == (20, 1, [])
    assert told.sum is not None
    assert {part.source: part.value for part in told.sum.parts} == {"sum.alter": 7, "sum.dice": 8, "sum.raised": 5}


@pytest.mark.rule("NW3-PRANA-04", "NW3-JUDGE-04")
def test_a_result_that_was_raised_is_told_again() -> None:
    world = face_off(anna={"pacc": 9, "prana": 1}, ghoul={"eva": 20})
    done = hit(world, (5, 4, 2, 1, 1, 3), {"raise_result": "raise"})
    assert [event.facts["result"] for event in done.told if event.key == "judge.result"] == [18, 22, 23]
