"""Records of Fortresses: the example loads whole, its words are ours, and what is left out is filled in."""

from __future__ import annotations

import tomllib
from typing import get_args

import jsonschema_rs
import pytest

from nw3_arcade import CASES, TEXT, arcade
from rulewright.engine.packs import json_schema, load
from rulewright.games.nw3.casket_state import LogicScope, TrapProgress
from rulewright.games.nw3.records import enemies, fortress_effects, fortresses, places
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortresses import Fortress
from rulewright.games.nw3.records.places import Chart, Logic, Object, Trap

ARCADE = load({"arcade.toml": TEXT}, Nw3Content)
FORTRESS = ARCADE.fortress[0]


@pytest.mark.rule("NW3-FORT-16", "NW3-FORT-17", "NW3-FORT-18", "NW3-FORT-19", "NW3-FORT-20", "NW3-FORT-21")
def test_the_example_loads_whole() -> None:
    counts = {kind.__name__: len(ARCADE.by_id(kind)) for kind in (Fortress, Object, Trap, Logic, Chart, Enemy)}
    assert counts == {"Fortress": 1, "Object": 4, "Trap": 6, "Logic": 5, "Chart": 2, "Enemy": 6}
    assert (len(FORTRESS.areas), len(FORTRESS.gates)) == (9, 10)
    assert arcade().find(Fortress, "drowned_arcade") == FORTRESS


@pytest.mark.rule("NW3-FORT-17", "NW3-FORT-18")
def test_what_the_map_says() -> None:
    assert [gate.id for gate in FORTRESS.gates_at["mascot_parade"]] == ["g4", "g5", "g6", "g9"]
    assert FORTRESS.gates["g4"].other("mascot_parade") == "pinball_chute"
    assert FORTRESS.areas["owner_office"].after_event == "object"
    assert FORTRESS.areas["photo_booth"].after_event == "normal"
    assert (FORTRESS.entrance.mode, FORTRESS.entrance.per, FORTRESS.entrance.exit) == ("all", "each", False)
    assert (FORTRESS.gates["g9"].uses, FORTRESS.gates["g3"].difficulty) == (0, None)


@pytest.mark.rule("NW3-FORT-16", "NW3-TRAP-14", "NW3-LOGIC-10", "NW3-ENEMY-17")
@pytest.mark.parametrize(
    ("vocabulary", "ours"),
    [
        ("area_kinds", get_args(fortresses.AreaKind)),
        ("gate_kinds", get_args(fortresses.GateKind)),
        ("object_kinds", get_args(places.ObjectKind)),
        ("entry_condition_kinds", get_args(fortresses.ConditionKind)),
        ("open_by_kinds", get_args(fortresses.OpenerKind)),
        ("trap_states", get_args(TrapProgress)),
        ("trap_targets", get_args(places.TrapTarget)),
        ("enemy_categories", get_args(enemies.EnemyCategory)),
        ("logic_scopes", get_args(LogicScope)),
        ("ban_words", get_args(fortress_effects.BanWord)),
        ("effect_kinds", tuple(one.__struct_config__.tag for one in fortress_effects.OWN_KINDS)),
    ],
)
def test_the_words_of_the_rules_are_ours(vocabulary: str, ours: tuple[str, ...]) -> None:
    assert tuple(CASES["vocab"][vocabulary]) == ours


def test_editors_are_given_a_schema_that_the_example_fulfils() -> None:
    checker = jsonschema_rs.Draft202012Validator(json_schema(Nw3Content))
    assert [error.message for error in checker.iter_errors(tomllib.loads(TEXT))] == []
    broken = tomllib.loads(TEXT.replace('kind = "damaged"', 'kind = "rusty"', 1))
    assert [error.instance_path for error in checker.iter_errors(broken)] == [["fortress", 0, "gate", 6, "kind"]]
