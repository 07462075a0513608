"""NW3-GATE-04 with NW3-DANGER: a search for Secret Gates is Danger Sense, and gives nothing else away."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_fortress import do, entered, gate, pc, refused, seat, walk
from nw3_scenes import Done
from rulewright.games.nw3.fortresses.danger import CallDangerSense
from rulewright.games.nw3.fortresses.searching import SearchGate
from rulewright.games.nw3.state import Nw3World

ANNA = seat("anna")


def searcher(**options: Any) -> Nw3World:
    """Anna (Awareness 4, Luck 9) and Ben in the Claw Alley, out of which the Secret Gate g3 leads."""
    anna = pc("anna", attributes={"awareness": 4, "luck": 9})
    return entered("g1", people=(anna, pc("ben")), **{"any_seven_players": "never", **options})


@pytest.mark.rule("NW3-GATE-04", "NW3-DANGER-02", "NW3-FORT-OPEN-13")
@pytest.mark.parametrize(
    ("option", "answer", "result"),
    [("gm_choice", "awareness", 10), ("gm_choice", "luck", 15), ("awareness", "yes", 10), ("luck", "yes", 15),
     ("higher", "yes", 15)],
)  # fmt: skip
def test_the_referee_names_the_attribute(option: str, answer: str, result: int) -> None:
    world = searcher(danger_sense_stat=option)
    done = do(world, SearchGate("anna"), (3, 3), {"search_gate": answer}, seat=ANNA)
    assert done.event("danger.rolled").facts["result"] == result
    assert gate(world, "g3").revealed == (result >= 15)


@pytest.mark.rule("NW3-DANGER-02")
def test_a_player_does_not_name_it_and_the_referee_not_any() -> None:
    refused(searcher(), SearchGate("anna", "luck"), "not_referee", seat=ANNA)
    refused(searcher(), SearchGate("anna", "spirit"), "bad_value")
    refused(searcher(danger_sense_stat="awareness"), SearchGate("anna", "luck"), "bad_value")


def course(done: Done) -> tuple[list[str], int]:
    """What the other player sees of a search, and how often the referee was asked."""
    return [one.key for one in done.told if one.visible_to("ben")], len(done.questions)


@pytest.mark.rule("NW3-GATE-04", "NW3-DANGER-03")
def test_an_unsuccessful_a_pointless_and_a_refused_find_look_alike() -> None:
    in_vain = do(searcher(), SearchGate("anna", "luck"), (2, 2))
    not_confirmed = do(searcher(), SearchGate("anna", "luck"), (3, 3), {"reveal_gate": "no"})
    world = searcher()
    gate(world, "g3").revealed = True
    pointless = do(world, SearchGate("anna", "luck"), (3, 3))
    assert course(in_vain) == course(not_confirmed) == course(pointless)
    assert course(in_vain)[0][-1] == "gate.search_in_vain"


@pytest.mark.rule("NW3-GATE-04", "NW3-DANGER-04", "NW3-DANGER-05")
@pytest.mark.parametrize(("faces", "answer", "revealed"), [((3, 3), "yes", True), ((3, 3), "no", False)])
def test_danger_sense_that_is_called_for_reveals_it_too(faces: tuple[int, int], answer: str, revealed: bool) -> None:
    world = searcher()
    step = CallDangerSense("secret_gate", "g3", who=("anna",), stat="luck")
    done = do(world, step, faces, {"reveal_gate": answer})
    assert gate(world, "g3").revealed == revealed
    assert ("gate.revealed" in done.keys) == revealed


@pytest.mark.rule("NW3-GATE-04", "NW3-DANGER-06")
def test_danger_sense_that_notices_no_gate() -> None:
    world = searcher()
    done = do(world, CallDangerSense("secret_gate", "g3", stat="luck"), (2, 2, 2, 2))
    assert "reveal_gate" not in done.questions
    assert not gate(world, "g3").revealed
    refused(searcher(), CallDangerSense("secret_gate", "g8"), "gate_not_here")


@pytest.mark.rule("NW3-GATE-04", "NW3-DANGER-07", "NW3-FORT-OPEN-13")
@pytest.mark.parametrize(
    ("option", "same_visit"), [("once_per_danger", False), ("once_per_scene", False), ("gm", True)]
)
def test_one_try_on_each_visit_for_both(option: str, same_visit: bool) -> None:
    world = searcher(danger_sense_retry=option)
    do(world, CallDangerSense("secret_gate", "g3", who=("anna",)), (2, 2))
    if same_visit:
        do(world, SearchGate("anna"), (2, 2))
    else:
        refused(world, SearchGate("anna"), "already_tried")
    walk(world, "g1", "g1")
    do(world, SearchGate("anna"), (2, 2))
    if not same_visit:
        refused(world, CallDangerSense("secret_gate", "g3", who=("anna",)), "already_tried")
