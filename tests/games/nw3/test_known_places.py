"""What a player has to take a Fortress for: nothing that was not found makes a difference."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nw3_dives import casket_of as casket_here
from nw3_dives import hound, inside
from nw3_fortress import area, casket_of, dive_of, entered, gate, pc, seat, with_pack
from rulewright.engine.world import digest
from rulewright.games.nw3.casket_state import AreaState, DangerState, OwnLogic, TrapState
from rulewright.games.nw3.game import game
from rulewright.games.nw3.state import Nw3World

ANNA = seat("anna")
PEEPHOLE = '[[object]]\nid = "peephole"\nname = "Peephole"\nkind = "prose"\ntext = "An eye."\nvisible = false\n'


def seen(world: Nw3World) -> str:
    return digest(game.known(world, ANNA).state)


def _danger(world: Nw3World) -> None:
    world.state.danger = DangerState("ambush", "dog", 13, tried=["anna"], noticed=["anna"])


def _law(world: Nw3World) -> None:
    casket_of(world).own["x"] = OwnLogic("Law")
    casket_of(world).logics.append("x")


SECRETS: dict[str, Callable[[Nw3World], Any]] = {
    "trap": lambda world: area(world, "claw_alley").traps.update(pit=TrapState(hidden=True)),
    "trap_elsewhere": lambda world: dive_of(world).areas.update(coin_vault=AreaState(traps={"pit": TrapState()})),
    "gate": lambda world: setattr(gate(world, "g3"), "setting", "damaged"),
    "object": lambda world: area(world, "claw_alley").objects.extend(["peephole"]),
    "logic": lambda world: casket_of(world).logics.extend(["no_heroes"]),
    "own_logic": _law,
}


@pytest.mark.rule("NW3-FORT-01", "NW3-GATE-02", "NW3-LOGIC-04", "NW3-TRAP-13")
@pytest.mark.parametrize("secret", SECRETS)
def test_what_is_not_found_makes_no_difference(secret: str) -> None:
    world = entered("g1", content=with_pack(PEEPHOLE))
    before, whole = seen(world), digest(world.state)
    SECRETS[secret](world)
    assert digest(world.state) != whole
    assert seen(world) == before


@pytest.mark.rule("NW3-FORT-01", "NW3-LOGIC-04")
def test_what_is_found_counts() -> None:
    world = entered("g1")
    before = seen(world)
    area(world, "claw_alley").traps["pit"] = TrapState("identified", identified_by=["anna"], seen=True)
    known_trap = seen(world)
    casket_of(world).logics.append("no_heroes")
    casket_of(world).revealed.append("no_heroes")
    assert len({before, known_trap, seen(world)}) == 3


@pytest.mark.rule("NW3-DANGER-03")
def test_a_danger_that_was_not_announced() -> None:
    first, second = entered("g1"), entered("g1")
    first.state.danger = DangerState("other", tried=["anna"])
    _danger(second)
    assert seen(first) == seen(second)
    assert second.state.danger is not None
    second.state.danger.told = ["anna"]
    assert seen(first) != seen(second)


@pytest.mark.rule("NW3-LOGIC-04")
def test_effects_of_an_unknown_logic_are_not_in_it() -> None:
    world = inside(pc("anna"), hound("dog", known=True), holding=("silver_tongues",), ruler="dog")
    assert "silver_tongues" not in casket_here(world).revealed
    dog = world.state.characters["dog"]
    assert any(one.user == "logic:silver_tongues" for one in dog.effects)
    taken = game.known(world, ANNA).state
    assert "silver_tongues" not in str(taken.caskets) + str(taken.characters["dog"].effects)
    assert game.view(game.known(world, ANNA), ANNA) == game.view(world, ANNA)
