"""NW3-GATE: which Gates are known and usable, what opens and reveals them; rows G1 to G10, and the cases of moving."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_fortress import (
    dive_of,
    diving,
    do,
    entered,
    gate,
    pc,
    prepared,
    refused,
    scene_of,
    seat,
    walk,
    who,
    with_pack,
)
from rulewright.engine.errors import Refused
from rulewright.games.nw3.casket_state import AreaState
from rulewright.games.nw3.fortresses import gates
from rulewright.games.nw3.fortresses.diving import EnterFortress
from rulewright.games.nw3.fortresses.moving import GoThrough
from rulewright.games.nw3.fortresses.objects import OperateObject
from rulewright.games.nw3.fortresses.position import fortress
from rulewright.games.nw3.fortresses.refereeing import EventResolved, SetCleared, SetGate
from rulewright.games.nw3.fortresses.searching import SearchGate
from rulewright.games.nw3.state import Nw3World

PARTY = ("anna", "ben")
TO_PARADE = ("g1", "g2", "g4")


def known(world: Nw3World) -> set[str]:
    place = fortress(world)
    assert place is not None
    return {one.id for one in place.gate if gates.known(dive_of(world), one)}


@pytest.mark.rule("NW3-GATE-03", "NW3-FORT-13")
@pytest.mark.parametrize(
    ("id", "place", "reason"),
    [
        ("g2", "pinball_chute", "one_way"),
        ("g3", "claw_alley", "gate_not_here"),
        ("g6", "mascot_parade", "gate_closed"),
        ("g9", "mascot_parade", "gate_damaged"),
    ],
    ids=["one_way_back", "secret_unknown", "closed", "broken"],
)
def test_cases_of_moving(id: str, place: str, reason: str) -> None:
    world = prepared()
    dive_of(world).areas[place] = AreaState(visited=True)
    where = fortress(world)
    assert where is not None
    with pytest.raises(Refused) as refusal:
        gates.gate_here(world, where, id, place)
    assert refusal.value.reason == reason


@pytest.mark.rule("NW3-GATE-03", "NW3-GATE-01")
def test_g1_one_way() -> None:
    world = entered("g1", "g2")
    refused(world, GoThrough("g2", ("anna",)), "one_way", seat=seat("anna"))
    do(world, SetCleared())
    place = fortress(world)
    assert place is not None
    assert [one.id for one in gates.usable(world, "pinball_chute")] == ["g4"]
    assert all(one.from_ != one.to for one in place.gate)


def searcher(awareness: int = 8, critical: int = 8, **options: Any) -> Nw3World:
    anna = pc("anna", attributes={"awareness": awareness}, critical=critical)
    return entered("g1", people=(anna, pc("ben")), **options)


@pytest.mark.rule("NW3-GATE-04")
def test_g2_danger_sense_finds_a_secret_gate() -> None:
    world = searcher()
    done = do(world, SearchGate("anna"), (3, 4), {"search_gate": "awareness"}, seat=seat("anna"))
    assert done.questions[0] == "search_gate"
    assert "reveal_gate" in done.questions
    assert done.event("danger.rolled").facts["result"] == 15
    assert gate(world, "g3").revealed
    assert "gate.search_in_vain" not in done.keys
    assert all(not one.visible_to("anna") for one in done.told if one.key == "danger.noticed")


@pytest.mark.rule("NW3-GATE-04")
def test_g3_no_second_try_on_one_visit() -> None:
    world = searcher()
    done = do(world, SearchGate("anna"), (3, 3))
    assert "gate.search_in_vain" in done.keys
    assert not gate(world, "g3").revealed
    refused(world, SearchGate("anna"), "already_tried")


@pytest.mark.rule("NW3-GATE-04")
def test_on_the_next_visit_one_may_search_again() -> None:
    world = searcher()
    do(world, SearchGate("anna"), (3, 3))
    walk(world, "g1", "g1")
    done = do(world, SearchGate("anna"), (3, 4))
    assert "gate.revealed" in done.keys


@pytest.mark.rule("NW3-GATE-04", "NW3-FORT-OPEN-12")
@pytest.mark.parametrize("sense", [False, True])
def test_g4_a_secret_gate_that_waits_for_an_event(sense: bool) -> None:
    world = entered(*TO_PARADE, "g5", people=(pc("anna", attributes={"awareness": 8}), pc("ben")),
                    secret_gate_sense_with_event=sense)  # fmt: skip
    done = do(world, SearchGate("anna"), (4, 4))
    seen = [one.key for one in done.told if one.visible_to("ben")]
    assert gate(world, "g8").revealed == sense
    if not sense:
        world = searcher()
        in_vain = do(world, SearchGate("anna"), (3, 3))
        assert seen == [one.key for one in in_vain.told if one.visible_to("ben")]


@pytest.mark.rule("NW3-GATE-04")
def test_the_event_reveals_it_for_both_sides() -> None:
    world = entered(*TO_PARADE, "g5")
    assert "g8" not in known(world)
    done = do(world, EventResolved())
    assert "gate.revealed" in done.keys
    assert "g8" in known(world)
    assert [one.id for one in gates.usable(world, "owner_office")] == ["g8"]


@pytest.mark.rule("NW3-GATE-04")
def test_the_referee_may_keep_it_hidden_and_is_asked_before_a_search() -> None:
    world = searcher()
    refused(world, SearchGate("anna"), "gm_refused", seat=seat("anna"))
    refused(world, SearchGate("anna"), "not_your_character", seat=seat("ben"))
    done = do(world, SearchGate("anna"), (3, 4), {"reveal_gate": "no"})
    assert not gate(world, "g3").revealed
    assert "gate.search_in_vain" in done.keys


@pytest.mark.rule("NW3-GATE-05")
def test_g5_a_device_elsewhere_opens_it_for_good() -> None:
    world = entered(*TO_PARADE, "g5", "g7", people=(pc("anna", attributes={"knowledge": 5}), pc("ben")))
    place = fortress(world)
    assert place is not None
    assert gates.why_not(world, place.gates["g6"], "mascot_parade") == "gate_closed"
    done = do(world, OperateObject("anna", "main_breaker"), (3, 4), seat=seat("anna"))
    assert "gate.opened" in done.keys
    for end in ("mascot_parade", "jackpot_engine"):
        assert gates.why_not(world, place.gates["g6"], end) == ""
    do(world, SetGate("g6", "closed"))
    assert gates.why_not(world, place.gates["g6"], "mascot_parade") == "gate_closed"
    do(world, OperateObject("anna", "main_breaker"), (3, 4))
    assert gates.why_not(world, place.gates["g6"], "mascot_parade") == ""


@pytest.mark.rule("NW3-GATE-05")
def test_an_area_cleared_opens_a_gate() -> None:
    world = entered("g1")
    assert not gate(world, "g10").opened
    do(world, SetCleared("jackpot_engine"))
    assert gate(world, "g10").opened
    do(world, SetCleared("jackpot_engine", cleared=False))
    assert gate(world, "g10").opened


def damaged(unit: str = "group", uses: int = 2) -> Nw3World:
    people = [pc(id) for id in ("anna", "ben", "cleo", "dora")]
    world = entered(*TO_PARADE, "g5", people=people, gate_use_unit=unit)
    do(world, SetCleared())
    do(world, SetGate("g7", uses=uses))
    return world


@pytest.mark.rule("NW3-GATE-06", "NW3-FORT-OPEN-19")
def test_g6_each_passage_of_a_group_takes_one_use() -> None:
    world = damaged()
    walk(world, "g7")
    assert gate(world, "g7").uses == 1
    walk(world, "g7")
    assert gate(world, "g7").uses == 0
    refused(world, GoThrough("g7", ("anna", "ben", "cleo", "dora")), "gate_damaged")


@pytest.mark.rule("NW3-GATE-06", "NW3-FORT-OPEN-19")
def test_g7_a_use_for_each_character() -> None:
    world = damaged("character")
    refused(world, GoThrough("g7", ("anna", "ben", "cleo", "dora")), "gate_uses")
    do(world, GoThrough("g7", ("anna", "ben")))
    assert gate(world, "g7").uses == 0


TWO_WAYS = """
[[fortress]]
id = "tower"
name = "The Tower"
ruler = "madame_tilt"
entrance = { area = "door" }
area = [{ id = "door", name = "Door", kind = "entrance" }, { id = "hall", name = "Hall", kind = "normal" }]
[[fortress.gate]]
id = "up"
kind = "closed"
from = "door"
to = "hall"
open_by = [{ kind = "clear_area", area = "hall" }, { kind = "gm" }]
"""


@pytest.mark.rule("NW3-GATE-05")
def test_g8_all_that_it_waits_for_has_to_be_done() -> None:
    world = prepared(fortress="tower", content=with_pack(TWO_WAYS))
    do(world, EnterFortress(PARTY))
    do(world, SetGate("up", granted=True))
    refused(world, GoThrough("up", PARTY), "gate_closed")
    do(world, SetCleared("hall"))
    do(world, GoThrough("up", PARTY))
    assert scene_of(world).area == "hall"


@pytest.mark.rule("NW3-GATE-02")
def test_g9_one_that_is_not_known_is_refused_as_if_it_were_not_there() -> None:
    world = entered("g1")
    first = refused(world, GoThrough("g3", ("anna",)), "gate_not_here", seat=seat("anna"))
    second = refused(world, GoThrough("nonsense", ("anna",)), "gate_not_here", seat=seat("anna"))
    third = refused(world, GoThrough("g4", ("anna",)), "gate_not_here", seat=seat("anna"))
    assert {one.rule for one in (first, second, third)} == {first.rule}
    assert known(world) == {"g1", "g2"}
    assert known(diving()) == {"g1"}


@pytest.mark.rule("NW3-GATE-04")
def test_g10_a_critical_finds_it() -> None:
    world = searcher(awareness=0, critical=7)
    do(world, SearchGate("anna"), (3, 4))
    assert gate(world, "g3").revealed


@pytest.mark.rule("NW3-GATE-07")
@pytest.mark.parametrize(("state", "reason"), [("closed", "gate_closed"), ("damaged", "gate_damaged"), ("", "")])
def test_gates_that_change(state: Any, reason: str) -> None:
    world = entered("g1")
    done = do(world, SetGate("g1", state))
    assert scene_of(world).area == "claw_alley"
    if reason:
        assert f"gate.set.{state}" in done.keys
        refused(world, GoThrough("g1", PARTY), reason)
        do(world, SetGate("g1", "open"))
    walk(world, "g1")
    assert scene_of(world).area == "ticket_hall"
    refused(world, SetGate("nonsense"), "gate_not_here")


@pytest.mark.rule("NW3-GATE-03")
def test_the_referee_can_open_a_damaged_gate_and_hide_a_secret_one() -> None:
    world = entered(*TO_PARADE)
    do(world, SetGate("g9", "open"))
    do(world, SetCleared())
    walk(world, "g9")
    assert scene_of(world).area == "coin_vault"
    do(world, SetGate("g3", revealed=True))
    assert "g3" in known(world)
    do(world, SetGate("g3", revealed=False))
    assert "g3" not in known(world)
    assert who(world, "anna").present
