"""The Fortresses of the starter pack, and the traps, Logics, Objects and charts for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from rulewright.engine.packs import Part
from rulewright.games.nw3.records.fortress_effects import Ban, BanWord, PlaceEffect, Tick, TickAt, TrapAttack
from rulewright.games.nw3.records.fortresses import AreaKind, Fortress, GateKind
from rulewright.games.nw3.records.places import Logic, LogicScope, Object, ObjectKind, Trap, TrapTarget
from rulewright.games.nw3.records.starter import starter
from vocabularies import Words, parts, used, words_of

PACK = starter()
PLACES: tuple[tuple[Part, ...], ...] = (PACK.fortress, PACK.trap, PACK.logic, PACK.object, PACK.chart)
WORDS = used(*PLACES)
OWN = sorted(set(WORDS) - set(used(PACK.skill, PACK.item)), key=str)
"""Lists of words of these records that no skill and no item has."""


def effects(rows: tuple[Part, ...]) -> Iterator[PlaceEffect]:
    return (part for part in parts(rows) if isinstance(part, PlaceEffect))


def test_everything_has_a_name_in_japanese_and_a_text() -> None:
    rows: list[Fortress | Trap | Logic | Object] = [*PACK.fortress, *PACK.trap, *PACK.logic, *PACK.object]
    assert [row.id for row in rows if not row.name_ja or not row.text] == []
    areas = [area for fortress in PACK.fortress for area in fortress.area]
    assert [area.id for area in areas if not area.name_ja or not area.text] == []
    assert [chart.id for chart in PACK.chart if not chart.name_ja] == []


@pytest.mark.parametrize("choice", OWN, ids=lambda choice: "-".join(choice))
def test_every_word_of_these_records_is_used(choice: Words) -> None:
    assert set(choice) == WORDS[choice]


def test_every_kind_of_effect_of_places_is_used() -> None:
    found = {part.__struct_config__.tag for rows in PLACES for part in effects(rows)}
    special = {"trap_attack", "move_to_area", "set_gate", "start_combat", "ban", "tick", "impose_logic"}
    assert found >= special | {"damage", "inflict_status", "resource", "condition", "modify", "critical_shift", "prose"}


# ---------------------------------------------------------------- traps, Logics, Objects, charts


def test_traps() -> None:
    assert len(PACK.trap) == 20
    assert {trap.target for trap in PACK.trap} == set(words_of(TrapTarget))
    ways = {(trap.evade.on_success, trap.evade.against) for trap in PACK.trap if trap.evade}
    assert ways == {("none", None), ("half", None), ("half", "attack")}
    assert len({trap.evade.stat for trap in PACK.trap if trap.evade}) >= 6
    assert sum(trap.evade is None for trap in PACK.trap) >= 3
    assert sum(trap.resets for trap in PACK.trap) >= 3
    assert {one.damage for one in effects(PACK.trap) if isinstance(one, TrapAttack)} == {"physical", "magical"}
    assert all(10 <= number <= 18 for trap in PACK.trap for number in (trap.detection, trap.removal))


def test_logics() -> None:
    assert len(PACK.logic) == 15
    assert {logic.scope for logic in PACK.logic} == set(words_of(LogicScope))
    assert Counter((logic.known, logic.removable) for logic in PACK.logic) == {
        (True, True): 9, (False, True): 3, (True, False): 3,
    }  # fmt: skip
    bans = [one for one in effects(PACK.logic) if isinstance(one, Ban)]
    assert {word for ban in bans for word in ban.what} == set(words_of(BanWord))
    assert [(ban.category, ban.class_, ban.use) for ban in bans if ban.category or ban.class_ or ban.use] == [
        ("spell", None, None), (None, "potion", None), (None, None, "raise_result"),
    ]  # fmt: skip
    assert {one.at for one in effects(PACK.logic) if isinstance(one, Tick)} == set(words_of(TickAt))


def test_objects() -> None:
    assert Counter(one.kind for one in PACK.object) == {
        "aura": 5, "gate_release": 3, "cache": 3, "core": 3, "prose": 2,
    }  # fmt: skip
    assert {one.kind for one in PACK.object} == set(words_of(ObjectKind))
    assert {one.destroy_by for one in PACK.object if one.kind == "core"} == {"area_cleared", "damage", "gm"}
    (space,) = next(one for one in PACK.object if one.id == "emulator_space").effect
    assert (space.on, getattr(space, "judge", ""), getattr(space, "amount", 0)) == ("enemies", "any", 3)
    assert [one.id for one in PACK.object if not one.visible] == ["cold_draught", "parcel_of_the_regular"]


def test_charts_of_both_uses_with_each_dice() -> None:
    assert {(chart.use, chart.dice) for chart in PACK.chart} == {
        (use, dice) for use in ("area_event", "enemy") for dice in ("1d6", "2d6", "1d100")
    }


# ---------------------------------------------------------------- Fortresses


def test_two_fortresses() -> None:
    assert {fortress.id: len(fortress.area) for fortress in PACK.fortress} == {
        "lost_property_office": 8, "red_moon_store": 13,
    }  # fmt: skip
    assert [fortress.hidden for fortress in PACK.fortress] == [False, True]


def test_every_kind_of_area_and_gate() -> None:
    areas = [area for fortress in PACK.fortress for area in fortress.area]
    gates = [gate for fortress in PACK.fortress for gate in fortress.gate]
    assert {area.kind for area in areas} == set(words_of(AreaKind))
    assert {gate.kind for gate in gates} == set(words_of(GateKind))
    secret = [(gate.reveal_event is not None, gate.difficulty) for gate in gates if gate.kind == "secret"]
    assert set(secret) == {(True, None), (False, None), (False, 13), (False, 17)}
    assert {gate.uses for gate in gates if gate.kind == "damaged"} == {0, 2, 3}
    assert {len(gate.open_by) for gate in gates if gate.kind == "closed"} == {1, 2}


def test_entry_conditions_ask_for_every_pool() -> None:
    conditions = [one for fortress in PACK.fortress for one in fortress.entrance.condition]
    assert {one.pool for one in conditions if one.kind == "cost"} == {"hp", "mp", "prana"}
    assert [fortress.entrance.exit for fortress in PACK.fortress] == [False, True]


@pytest.mark.parametrize("fortress", PACK.fortress, ids=lambda one: one.id)
def test_each_has_a_core_a_ruler_and_something_hidden(fortress: Fortress) -> None:
    kinds = Counter(area.kind for area in fortress.area)
    assert (kinds["core"], kinds["entrance"]) == (1, 1)
    throne = [area.id for area in fortress.area if area.climax]
    assert [area.id for area in fortress.area if any(one.enemy == fortress.ruler for one in area.enemies)] == throne
    logics = {logic.id: logic for logic in PACK.logic}
    assert any(not logics[id].known for id in fortress.logics)
    assert any(group.hidden for area in fortress.area for group in area.enemies)
    assert len(fortress.entrance.condition) >= 3
    assert len({(area.x, area.y) for area in fortress.area}) == len(fortress.area)


@pytest.mark.parametrize("fortress", PACK.fortress, ids=lambda one: one.id)
def test_wizards_can_get_everywhere(fortress: Fortress) -> None:
    """Without the referee's hand: what opens a Closed Gate is reached first. Secret Gates are found."""
    devices = {id: area.id for area in fortress.area for id in area.objects}
    reached, grown = set[str](), {fortress.entrance.area}
    while grown != reached:
        reached = set(grown)
        for gate in fortress.gate:
            openers = {one.area or devices.get(one.object or "", "") for one in gate.open_by}
            shut = (gate.kind == "damaged" and not gate.uses) or not openers <= reached
            if not shut and gate.from_ in reached:
                grown.add(gate.to)
            elif not shut and gate.to in reached and gate.kind != "one_way":
                grown.add(gate.from_)
    assert reached == {area.id for area in fortress.area}


def test_every_record_of_places_is_used_or_for_the_referee() -> None:
    traps = {id for fortress in PACK.fortress for area in fortress.area for id in area.traps}
    traps |= {entry.trap for chart in PACK.chart for entry in chart.entry if entry.trap}
    assert {trap.id for trap in PACK.trap} - traps == {
        "wet_floor", "photo_booth_flash", "turnstile_toll", "vacuum_of_wishes", "fortune_slip", "poisoned_samples",
    }  # fmt: skip
    objects = {id for fortress in PACK.fortress for area in fortress.area for id in area.objects}
    objects |= {entry.object for chart in PACK.chart for entry in chart.entry if entry.object}
    assert {one.id for one in PACK.object} - objects == {"captive_moonbeam"}
