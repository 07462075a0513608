"""House rules, damage that no attack deals, and foes who join later."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from cairn_helpers import (
    GEAR,
    PLAYER,
    Table,
    against_goblin,
    carry,
    do,
    fighting,
    foe,
    hireling,
    pc,
    refused_command,
    stocked,
    stones,
    world,
)
from rulewright.engine.errors import Malformed
from rulewright.games.cairn import game
from rulewright.games.cairn.house_rules import ChangeOption, Harm, Reinforce
from rulewright.games.cairn.options import OFFERED_PRESET, PRESETS, Options
from rulewright.games.cairn.rounds import EndFight
from rulewright.games.cairn.state import Actor

BOOL = [True, False]

# The table options of the rules: name, values, default.
OPTIONS: list[tuple[str, Any, Any]] = [
    ("inventory_slots", range(1, 41), 10),
    ("full_inventory_zero_hp", BOOL, False),
    ("simultaneity", ["per_side", "whole_round"], "per_side"),
    ("first_round_save", ["pcs", "pcs_and_hirelings", "none"], "pcs_and_hirelings"),
    ("impaired_plus_enhanced", ["cancel", "impaired", "enhanced"], "cancel"),
    ("unarmed_enhanced", ["d4", "d12"], "d4"),
    ("dual_modifier", ["single_die", "each_die"], "single_die"),
    ("enhanced_choice", ["ask", "always_d12"], "always_d12"),
    ("blast_joins_pool", BOOL, True),
    ("critical_effect_source", ["kept_die", "any_attacker"], "kept_die"),
    ("critical_while_down", ["no_further_effect", "dies"], "no_further_effect"),
    ("stabilised_state", ["after_short_rest", "acts_at_once", "after_extended_rest"], "after_short_rest"),
    ("npc_str_zero", ["dead", "referee"], "dead"),
    ("npc_critical", ["dead", "ask_referee"], "ask_referee"),
    ("detachment_critical", ["ask_referee", "rout", "weakened"], "ask_referee"),
    ("ability_damage_saves", BOOL, False),
    ("ability_damage_uses_armor", ["no", "ask_referee", "yes"], "ask_referee"),
    ("scar_over_twelve", ["use_12", "no_scar", "referee"], "use_12"),
    ("scar_from_non_attack", BOOL, False),
    ("walloped_rest_hours", range(1, 9), 2),
    ("walloped_roll_timing", ["after_rest", "now"], "after_rest"),
    ("ability_max_lifts_current", BOOL, True),
    ("hp_max_lifts_current", BOOL, False),
    ("deprivation_fatigue", ["over_24h", "at_24h"], "over_24h"),
    ("fatigue_recovery", ["all_per_night", "one_per_night"], "all_per_night"),
    ("morale_two_triggers", ["one_save", "two_saves"], "one_save"),
    ("morale_roll", ["group", "each_member"], "group"),
    ("morale_casualty", ["out_of_action", "out_or_fled"], "out_of_action"),
    ("lone_foe", ["only_foe_now", "started_alone"], "only_foe_now"),
    ("npc_flight_needs_dex", BOOL, False),
    ("retreat_roll", ["each", "most_at_risk"], "each"),
    ("hireling_scars", BOOL, False),
    ("danger_save_prompt", ["ask_referee", "always", "never"], "ask_referee"),
    ("spell_works_on_failed_save", ["ask_referee", "yes", "no"], "ask_referee"),
    ("near_range_metres", [*range(1, 501), None], None),
]


# ---------------------------------------------------------------- the table of options


@pytest.mark.rule("CRN-GEN-05")
def test_the_options_are_those_of_the_rules() -> None:
    fields = {field.name: field.default for field in msgspec.structs.fields(Options)}
    assert fields == {name: default for name, _, default in OPTIONS}
    assert list(fields) == [name for name, _, _ in OPTIONS]


@pytest.mark.parametrize(("name", "values", "default"), OPTIONS, ids=[name for name, _, _ in OPTIONS])
def test_each_option_takes_its_values_and_no_others(name: str, values: Any, default: Any) -> None:
    assert default in values
    for value in values:
        assert getattr(msgspec.convert({name: value}, Options), name) == value
    if isinstance(values, range):
        outside: list[Any] = [values[0] - 1, values[-1] + 1, None, "10", 2.5, True]
    elif None in values:
        outside = [0, 501, "none", True]
    elif values is BOOL:
        outside = ["on", 1, None]
    else:
        outside = ["", "something", None, True, values[0].upper()]
    for value in outside:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({name: value}, Options)


def test_each_option_is_described_and_no_other() -> None:
    text = files("rulewright.games.cairn").joinpath("data/options.toml").read_text("utf-8")
    described = tomllib.loads(text)
    assert [option["name"] for option in described["options"]] == [name for name, _, _ in OPTIONS]
    for option, (name, values, _) in zip(described["options"], OPTIONS):
        for field in ("title", "title_fi", "text", "text_fi", "why", "why_fi"):
            assert option[field].strip(), (name, field)
        assert set(option["rules"]) <= game.rulebook().rules.keys(), name
        spoken = {str(value).lower() for value in values} if not isinstance(values, range) else set()
        spoken = {"none"} if None in values else spoken
        assert set(option.get("value_texts", {})) == spoken, name
        assert set(option.get("value_texts_fi", {})) == spoken, name
    assert {preset["id"] for preset in described["presets"]} == set(PRESETS)


def test_presets() -> None:
    assert PRESETS == {"core_text": {}, "published_style": {"full_inventory_zero_hp": True}}
    assert game.presets == PRESETS
    assert (game.offered_preset, OFFERED_PRESET) == ("published_style", "published_style")
    assert msgspec.convert(PRESETS["core_text"], Options) == Options()
    assert msgspec.convert(PRESETS["published_style"], Options) == Options(full_inventory_zero_hp=True)


# ---------------------------------------------------------------- changing one


@pytest.mark.rule("CRN-GEN-05")
@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("hireling_scars", True, True),
        ("hireling_scars", "on", True),
        ("blast_joins_pool", "off", False),
        ("near_range_metres", 60, 60),
        ("near_range_metres", "none", None),
        ("first_round_save", "none", "none"),
        ("inventory_slots", 12, 12),
        ("lone_foe", "started_alone", "started_alone"),
    ],
)
def test_an_option_changes_at_once_in_peace(name: str, value: Any, expected: Any) -> None:
    table = world(near_range_metres=30)
    do(table, ChangeOption(name, value))
    assert getattr(table.state.options, name) == expected
    assert [event.key for event in table.events] == ["option.changed"]


@pytest.mark.rule("CRN-GEN-05")
def test_a_change_during_a_fight_takes_effect_after_it() -> None:
    table = world()
    pc(table)
    against_goblin(table)
    do(table, ChangeOption("hireling_scars", True))
    do(table, ChangeOption("lone_foe", "started_alone"))  # both are kept
    assert table.state.options == Options()
    assert [event.key for event in table.events] == ["option.later", "option.later"]
    do(table, EndFight())
    assert table.state.options == Options(hireling_scars=True, lone_foe="started_alone")
    assert table.state.options_later is None


@pytest.mark.rule("CRN-GEN-06")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("no_such_option", True),
        ("hireling_scars", "yes"),
        ("hireling_scars", 1),
        ("inventory_slots", 0),
        ("inventory_slots", 41),
        ("inventory_slots", True),
        ("near_range_metres", 501),
        ("lone_foe", "on"),
        ("lone_foe", None),
        ("simultaneity", ["per_side"]),
    ],
)
def test_a_value_that_an_option_does_not_take(name: str, value: Any) -> None:
    table = world()
    refused_command(table, ChangeOption(name, value), "bad_value")
    fighting(table)
    refused_command(table, ChangeOption(name, value), "bad_value")


@pytest.mark.rule("CRN-SLOT-02")
def test_slots_cannot_become_fewer_than_somebody_uses() -> None:
    table = world()
    actor = pc(table)
    stones(table, actor, 6)
    refused_command(table, ChangeOption("inventory_slots", 5), "bad_value")
    do(table, ChangeOption("inventory_slots", 6))
    actor.outcome = "dead"
    do(table, ChangeOption("inventory_slots", 1))


@pytest.mark.rule("CRN-GEN-06")
@pytest.mark.parametrize(
    "command", [ChangeOption("hireling_scars", True), Harm("aino", 1), Reinforce("more", "goblin")]
)
def test_only_the_referee(command: msgspec.Struct) -> None:
    table = world()
    pc(table)
    refused_command(table, command, "not_referee", seat=PLAYER)


# ---------------------------------------------------------------- damage that no attack deals


def hurt(**values: Any) -> tuple[Table, Actor]:
    table = world()
    actor = pc(table, **values)
    carry(table, actor, "chainmail", "worn")
    return table, actor


@pytest.mark.rule("CRN-ATTACK-03", "CRN-CRIT-01", "CRN-CRIT-03", "CRN-CRIT-05")
@pytest.mark.parametrize(
    ("command", "faces", "hp", "strength", "outcome"),
    [
        (Harm("aino", 3), [], 2, 10, "in"),
        (Harm("aino", 3, armor=True), [], 4, 10, "in"),
        (Harm("aino", dice="1d6+1"), [3], 1, 10, "in"),
        (Harm("aino", 2, armor=True), [], 5, 10, "in"),
        (Harm("aino", 8), [7], 0, 7, "in"),
        (Harm("aino", 8), [8], 0, 7, "critical"),
        (Harm("aino", 15), [], 0, 0, "dead"),
    ],
)
def test_harm_goes_to_hp_then_to_strength(
    command: Harm, faces: list[int], hp: int, strength: int, outcome: str
) -> None:
    table, actor = hurt()
    do(table, command, faces)
    assert (actor.hp, actor.STR, actor.outcome) == (hp, strength, outcome)


@pytest.mark.rule("CRN-SCAR-03", "CRN-HIRE-04")
def test_harm_scars_only_those_whom_attacks_scar() -> None:
    table = world(scar_from_non_attack=True)
    hireling(table, hp=3)
    goblin = foe(table, hp=3)
    do(table, Harm("hessu", 3))
    do(table, Harm("goblin", 3))
    assert (table.state.actors["hessu"].scars, goblin.scars) == ([], [])


def test_harm_may_end_the_scenario() -> None:
    table, _ = hurt()
    do(table, Harm("aino", 20))
    assert table.state.over == "defeat"


@pytest.mark.rule("CRN-GEN-06")
def test_refusals_of_harm() -> None:
    table, actor = hurt()
    refused_command(table, Harm("nobody", 1), "unknown_actor")
    refused_command(table, Harm("aino"), "bad_value")
    refused_command(table, Harm("aino", 1, "1d6"), "bad_value")
    for dice in ("d", "d7", "1d7", "2d6-1", "1d6 + 1"):
        refused_command(table, Harm("aino", dice=dice), "bad_dice")
    actor.outcome = "dead"
    refused_command(table, Harm("aino", 1), "dead")
    for amount in (0, 100, -1, "1"):
        with pytest.raises(Malformed):
            game.commands.read({"do": "harm", "target": "aino", "amount": amount})


# ---------------------------------------------------------------- foes who join later


@pytest.mark.rule("CRN-MORALE-09")
def test_reinforcements_form_a_new_group() -> None:
    table = world()
    pc(table)
    fight = against_goblin(table)
    do(table, Reinforce("more", "goblin", 2))
    group = table.state.groups["more"]
    assert (group.members, group.starting) == (["more.1", "more.2"], 2)
    assert table.state.groups["foes"].starting == 1
    assert fight.members == ["aino", "goblin", "more.1", "more.2"]
    assert (fight.late, group.attitude) == ([], "hostile")
    assert table.told("fight.reinforced")


@pytest.mark.rule("CRN-MORALE-09")
def test_merging_adds_to_the_starting_number() -> None:
    table = world()
    foe(table)
    do(table, Reinforce("more", "goblin", 2, "foes"))
    group = table.state.groups["foes"]
    assert (group.members, group.starting) == (["goblin", "more.1", "more.2"], 3)
    assert "more" not in table.state.groups
    assert table.state.actors["more.1"].group == "foes"


@pytest.mark.rule("CRN-MORALE-09", "CRN-ROUND-02")
def test_who_comes_in_the_foes_phase_acts_from_the_next_one() -> None:
    table = world()
    pc(table)
    fight = against_goblin(table, "foes")
    do(table, Reinforce("more", "goblin"))
    assert fight.late == ["more"]


CURS = """
[[monsters]]
id = "cur"
name = "Cur"
hp = 2
str = 6
dex = 10
wil = 4
morale = { mode = "leader_wil", leader = "goblin" }
[[monsters.attacks]]
id = "bite"
name = "Bite"
damage = "d4"
range = "melee"
"""


@pytest.mark.rule("CRN-MORALE-09", "CRN-MORALE-05")
def test_reinforcements_look_to_their_leader() -> None:
    table = world()
    table.content = stocked(GEAR, CURS)
    do(table, Reinforce("pack", "cur", 3))
    assert (table.state.groups["pack"].morale, table.state.groups["pack"].leader) == ("leader_wil", "")
    do(table, Reinforce("chief", "goblin"))
    do(table, Reinforce("late", "cur", 2))
    assert table.state.groups["late"].leader == "chief"


@pytest.mark.rule("CRN-MORALE-09")
def test_reinforcements_in_peace_are_strangers_here() -> None:
    table = world()
    table.state.room = "hall"
    do(table, Reinforce("more", "goblin"))
    assert (table.state.groups["more"].room, table.state.groups["more"].attitude) == ("hall", "")


@pytest.mark.rule("CRN-MORALE-09", "CRN-GEN-06")
def test_refusals_of_reinforcements() -> None:
    table = world()
    foe(table)
    do(table, Reinforce("more", "goblin", 2, "foes"))
    refused_command(table, Reinforce("late", "no_such_monster"), "unknown_actor")
    refused_command(table, Reinforce("foes", "goblin"), "bad_value")  # a group of that id
    refused_command(table, Reinforce("goblin", "goblin"), "bad_value")  # an actor of that id
    refused_command(table, Reinforce("more", "goblin", 2, "foes"), "bad_value")  # more.1 is there already
    refused_command(table, Reinforce("late", "goblin", 1, "no_such_group"), "bad_value")
    table.state.groups["foes"].room = "elsewhere"
    refused_command(table, Reinforce("late", "goblin", 1, "foes"), "bad_value")
