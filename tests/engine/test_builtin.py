from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from rulewright.engine.builtin import BUILTIN, FreeRoll, Override, Say, with_builtin
from rulewright.engine.commands import CommandType
from rulewright.engine.drivers import Script
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.events import Event
from rulewright.engine.overriding import overridden
from toygame import SEATS, Fighter, Gear, Scenario, State, ToyOptions, ToyWorld, game

ANNA, _, GM, _ = SEATS


@pytest.fixture
def world() -> ToyWorld:
    world: ToyWorld = game.open(Scenario(), ToyOptions(), None)
    return world


def heard(world: ToyWorld) -> list[Event]:
    told: list[Event] = []
    world.tell = told.append
    return told


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("waves", 4),
        ("found", True),
        ("fighters.ann.hp", 20),
        ("fighters.ann.name", "Anne"),
        ("fighters.ann.tags", ["tired", "wet"]),
        ("fighters.ann.rival", "bo"),
        ("fighters.ann.rival", None),
        ("fighters.wolf.1.hp", 0),
        ("options.parry", False),
        ("options.hardest", 9),
        ("fighters.ann.gear.0.uses", 1),
    ],
)
def test_an_override_sets_one_value(world: ToyWorld, path: str, value: Any) -> None:
    expected = msgspec.to_builtins(world.state)
    node = expected
    *way, last = ["fighters", "wolf.1", "hp"] if "wolf" in path else path.split(".")
    for step in way:
        node = node[int(step)] if step.isdigit() and not isinstance(node, dict) else node[step]
    before, node[last] = node[last], value
    state, was, now = overridden(world.state, path, value)
    assert msgspec.to_builtins(state) == expected
    assert (msgspec.to_builtins(was), now) == (before, value)
    assert state is world.state


def test_what_a_procedure_holds_is_changed_in_place(world: ToyWorld) -> None:
    ann, tags = world.state.fighters["ann"], world.state.fighters
    overridden(world.state, "fighters.ann.hp", 1)
    assert ann.hp == 1
    assert world.state.fighters is tags


def test_whole_structs_and_containers_are_converted_to_their_type(world: ToyWorld) -> None:
    state: State
    state, _, _ = overridden(world.state, "fighters.bo", {"name": "Bob", "player": "ben", "hp": 3})
    assert state.fighters["bo"] == Fighter("Bob", "ben", 3)
    state, _, _ = overridden(state, "fighters.bo.gear", [{"name": "rope"}])
    assert state.fighters["bo"].gear == (Gear("rope"),)
    state, _, _ = overridden(state, "fighters.bo.last", {"name": "rope"})
    state, _, _ = overridden(state, "fighters.bo.last.uses", 2)
    assert state.fighters["bo"].last == Gear("rope", 2)
    state, _, _ = overridden(state, "fighters.bo.marks", {"a.b": 1, "a": 2})
    state, _, _ = overridden(state, "fighters.bo.marks.a.b", 7)
    assert state.fighters["bo"].marks == {"a.b": 7, "a": 2}
    assert type(state.options) is ToyOptions


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("fighters.ann.hp", 21),
        ("fighters.ann.hp", -1),
        ("fighters.ann.hp", "5"),
        ("fighters.ann.hp", 1.5),
        ("fighters.ann.hp", None),
        ("fighters.ann.hp", True),
        ("fighters.ann.rival", ""),
        ("fighters.ann.gear.0.uses", 21),
        ("fighters.ann.gear.0", {"uses": 1}),
        ("fighters.ann.tags", [1]),
        ("options.hardest", 10),
        ("fighters", []),
    ],
)
def test_a_value_of_another_type_or_out_of_bounds_is_refused(world: ToyWorld, path: str, value: Any) -> None:
    before = copy.deepcopy(world.state)
    with pytest.raises(Refused) as caught:
        overridden(world.state, path, value)
    assert (caught.value.reason, caught.value.facts["path"]) == ("bad_value", path)
    assert world.state == before


def test_bounds_hold_inside_an_optional_dict(world: ToyWorld) -> None:
    overridden(world.state, "fighters.ann.marks", {"a": 1})
    with pytest.raises(Refused) as caught:
        overridden(world.state, "fighters.ann.marks.a", 21)
    assert caught.value.reason == "bad_value"


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("wave", "wave"),
        ("fighters.cy.hp", "cy"),
        ("fighters.ann.hp.more", "more"),
        ("fighters.ann.__class__", "__class__"),
        ("fighters.ann.gear.1.uses", "1"),
        ("fighters.ann.gear.-1.uses", "-1"),
        ("fighters.ann.gear.²", "²"),
        ("fighters.ann.rival.x", "x"),
        ("fighters..hp", ""),
        ("", ""),
        (".", ""),
    ],
)
def test_a_path_to_nothing_is_refused(world: ToyWorld, path: str, part: str) -> None:
    before = copy.deepcopy(world.state)
    with pytest.raises(Refused) as caught:
        overridden(world.state, path, 1)
    assert (caught.value.reason, caught.value.facts) == ("unknown_path", {"path": path, "part": part})
    assert world.state == before


class Loose(msgspec.Struct):
    notes: Any


def test_the_state_shares_nothing_with_the_command() -> None:
    given = {"list": ["wet"]}
    state, _, _ = overridden(Loose({}), "notes", given)
    given["list"].append("cold")
    assert state.notes == {"list": ["wet"]}


def test_an_override_is_told_with_what_it_changed(world: ToyWorld) -> None:
    told = heard(world)
    Script([]).run(game.commands.start(world, Override("fighters.ann.hp", 3, "a good speech"), GM))
    Script([]).run(game.commands.start(world, Override("waves", 3, "a storm", secret=True), GM))
    facts = {"path": "fighters.ann.hp", "before": "10", "after": "3", "reason": "a good speech"}
    assert told[0] == Event("table.override", facts)
    assert told[1].to == ("referee",)


@pytest.mark.parametrize("change", [{"reason": ""}, {"reason": "  "}, {"reason": None}, {"path": ""}, {}])
def test_an_override_needs_a_path_and_a_reason(change: dict[str, Any]) -> None:
    raw = {"do": "override", "path": "waves", "value": 1, **change}
    with pytest.raises(Malformed):
        game.commands.read(raw)


@pytest.mark.parametrize(
    ("text", "faces", "key", "total", "dice"),
    [
        ("2d6+4", [3, 5], "table.free_roll", 12, "[3 5]"),
        ("1d20+2d4", [7, 1, 4], "table.free_roll", 12, "[7] [1 4]"),
        ("(2d6)>=10", [5, 5], "table.free_roll.success", 10, "[5 5]"),
        ("(2d6)>=10", [5, 4], "table.free_roll.failure", 9, "[5 4]"),
    ],
)
def test_a_free_roll(world: ToyWorld, text: str, faces: list[int], key: str, total: int, dice: str) -> None:
    told = heard(world)
    script = Script(faces)
    script.run(game.commands.start(world, FreeRoll(text), ANNA))
    assert (told[0].key, told[0].facts["total"], told[0].facts["dice"]) == (key, total, dice)
    assert told[0].to == ()
    assert [(roll.who, roll.secret) for roll, _ in script.rolls] == [("anna", False)] * len(script.rolls)


@pytest.mark.parametrize("text", ["hello", "1d6/0", "9**9", "2d6>=10", "1001d6", "d"])
def test_dice_that_cannot_be_read_are_refused_with_the_place(world: ToyWorld, text: str) -> None:
    with pytest.raises(Refused) as caught:
        Script([]).run(game.commands.start(world, FreeRoll(text), ANNA))
    assert caught.value.reason == "bad_dice"
    assert str(caught.value.facts["at"]).startswith("position")


def test_a_secret_free_roll_is_the_referees(world: ToyWorld) -> None:
    told = heard(world)
    script = Script([6])
    script.run(game.commands.start(world, FreeRoll("d6", secret=True), ANNA))
    assert told[0].to == ("referee",)
    assert script.rolls[0][0].secret


def test_talk_reaches_everyone_or_those_named(world: ToyWorld) -> None:
    told = heard(world)
    Script([]).run(game.commands.start(world, Say("hello"), ANNA))
    Script([]).run(game.commands.start(world, Say("psst", ("ben", "ben")), ANNA))
    assert told[0] == Event("table.say", {"name": "Anna", "text": "hello"})
    assert (told[1].key, told[1].to) == ("table.say.quietly", ("ben", "anna"))
    assert not told[1].visible_to("zoe")


def test_every_game_has_the_builtin_commands() -> None:
    assert {kind.name for kind in BUILTIN} == {"override", "free_roll", "say"} <= game.commands.types.keys()


def test_a_game_may_not_take_their_names() -> None:
    with pytest.raises(Malformed, match="say"):
        with_builtin([CommandType(Say, BUILTIN[2].run, "X-1")])
