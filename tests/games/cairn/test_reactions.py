"""CRN-REACT and CRN-FATE: first attitudes, and the Die of Fate."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import get_args

import pytest

from cairn_people import ANNA, COMMANDS, REFEREE, WATCHER, do, refused, table
from rulewright.engine.errors import Malformed
from rulewright.engine.words import Catalogue
from rulewright.engine.world import digest
from rulewright.games.cairn import game
from rulewright.games.cairn.reactions import Attitude, DieOfFate, Reaction, fate_of, reaction_of, tables
from rulewright.games.cairn.state import CairnWorld, Group


def meeting() -> CairnWorld:
    world = table()
    world.state.groups["crows"] = Group("crows", "Crows", [], 3)
    return world


@pytest.mark.rule("CRN-REACT-02")
@pytest.mark.parametrize(
    ("faces", "attitude"),
    [
        ((1, 1), "hostile"), ((1, 2), "wary"), ((2, 3), "wary"), ((3, 3), "curious"),
        ((4, 4), "curious"), ((4, 5), "kind"), ((5, 6), "kind"), ((6, 6), "helpful"),
    ],
)  # fmt: skip
def test_a_reaction_is_2d6_on_the_table(faces: tuple[int, int], attitude: str) -> None:
    world = meeting()
    done = do(world, Reaction("crows"), REFEREE, faces)
    assert world.state.groups["crows"].attitude == attitude
    assert [(roll.count, roll.sides) for roll, _ in done.rolls] == [(2, 6)]
    assert done.told[0].facts == {"group": "Crows", "attitude": f"attitude.{attitude}", "total": sum(faces)}


@pytest.mark.rule("CRN-REACT-02")
def test_the_chances_in_36_are_those_of_the_table() -> None:
    ways = Counter(reaction_of(a + b) for a, b in product(range(1, 7), repeat=2))
    assert ways == {"hostile": 1, "wary": 9, "curious": 16, "kind": 9, "helpful": 1}
    assert tuple(ways) == tuple(row.id for row in tables().reactions) == get_args(Attitude)


@pytest.mark.rule("CRN-REACT-01")
def test_only_the_referee_rolls_or_sets_a_reaction() -> None:
    world = meeting()
    assert refused(world, Reaction("crows"), ANNA).reason == "not_referee"
    done = do(world, Reaction("crows", "helpful"), REFEREE)
    assert world.state.groups["crows"].attitude == "helpful"
    assert done.keys == ["reaction.set"]
    assert not done.rolls


@pytest.mark.rule("CRN-REACT-01", "CRN-GEN-06")
def test_a_reaction_needs_a_group_and_a_known_attitude() -> None:
    assert refused(meeting(), Reaction("owls"), REFEREE).reason == "unknown_actor"
    with pytest.raises(Malformed):
        COMMANDS.read({"do": "reaction", "group": "crows", "attitude": "smitten"})


@pytest.mark.rule("CRN-REACT-03")
def test_a_hostile_reaction_is_remembered_and_starts_no_fight() -> None:
    world = meeting()
    do(world, Reaction("crows"), REFEREE, (1, 1))
    assert world.state.fight is None
    world.state.groups["crows"].attitude = ""
    assert digest(world.state) == digest(meeting().state)  # nothing but the attitude had changed


@pytest.mark.rule("CRN-REACT-03")
def test_one_roll_serves_the_group_and_the_referee_may_roll_again() -> None:
    world = meeting()
    world.state.groups["owls"] = Group("owls", "Owls", [], 1)
    do(world, Reaction("crows"), REFEREE, (6, 6))
    do(world, Reaction("crows"), REFEREE, (1, 2))
    assert world.state.groups["crows"].attitude == "wary"
    assert world.state.groups["owls"].attitude == ""


@pytest.mark.rule("CRN-FATE-01")
@pytest.mark.parametrize(
    ("face", "result"),
    [(1, "against_party"), (2, "against_party"), (3, "against_party"),
     (4, "for_party"), (5, "for_party"), (6, "for_party")],
)  # fmt: skip
def test_high_faces_favour_the_party_and_nothing_else_happens(face: int, result: str) -> None:
    assert fate_of(face) == result
    world = meeting()
    before = digest(world.state)
    done = do(world, DieOfFate("Is the ferry in?"), REFEREE, (face,))
    assert done.keys == ["fate.good" if result == "for_party" else "fate.bad"]
    assert [(roll.count, roll.sides) for roll, _ in done.rolls] == [(1, 6)]
    assert not done.asked
    assert digest(world.state) == before


@pytest.mark.rule("CRN-FATE-01")
def test_a_player_rolls_the_die_of_fate_only_with_leave() -> None:
    world = meeting()
    done = do(world, DieOfFate(), ANNA, (4,), {"fate.leave": "yes"})
    assert done.keys == ["fate.good"]
    assert [(question.key, question.to, question.default) for question in done.asked] == [
        ("fate.leave", "referee", "no")
    ]
    denied = do(world, DieOfFate(), ANNA)
    assert denied.keys == ["fate.no_leave"]
    assert not denied.rolls
    assert refused(world, DieOfFate(), WATCHER).reason == "not_your_actor"


@pytest.mark.rule("CRN-FATE-01")
def test_the_die_of_fate_may_fall_while_another_question_waits() -> None:
    assert COMMANDS.types["die_of_fate"].interrupts
    assert not COMMANDS.types["reaction"].interrupts


@pytest.mark.parametrize("language", ["en", "fi"])
def test_the_words_of_the_table_are_those_of_the_catalogue(language: str) -> None:
    catalogue: Catalogue = game.catalogue(language)
    for row in tables().reactions:
        assert catalogue.messages[f"attitude.{row.id}"] == getattr(row, language)
