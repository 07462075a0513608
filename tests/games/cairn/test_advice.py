"""Advice in a Cairn fight: the same phase that is played, tried on copies."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cairn_helpers import REFEREE, carry, do, fighting, foe, pc, world
from rulewright.engine.advice import Adviser
from rulewright.engine.requests import Procedure
from rulewright.engine.world import World, pack, unpack
from rulewright.games.cairn.declarations import Declare
from rulewright.games.cairn.rounds import LockPhase, lock_phase
from rulewright.games.cairn.rulings import SetModifiers
from rulewright.games.cairn.state import State


@pytest.mark.rule("CRN-ATTACK-08")
@pytest.mark.parametrize(("weapon", "own"), [("sword", Fraction(9, 2)), ("twin_axes", Fraction(93, 16))])
def test_the_d12_is_advised_where_it_is_better(weapon: str, own: Fraction) -> None:
    table = world(enhanced_choice="ask")
    aino = pc(table)
    held = carry(table, aino, weapon, "held")
    foe(table, hp=50)
    fighting(table)
    do(table, Declare("aino", "attack", weapon=held.id, targets=("goblin",)))
    do(table, SetModifiers("aino", enhanced=True))
    start = pack(table.state)

    def harm() -> Procedure[int]:
        copy = World(unpack(start, State), table.content, table.scenario)
        yield from lock_phase(copy, LockPhase(), REFEREE)
        return 50 - copy.state.actors["goblin"].hp

    advice = Adviser(lambda lost: lost).advise(harm)
    assert advice is not None
    assert advice.questions[0].key == "take_d12"
    assert [(choice.answers[0], choice.value) for choice in advice.choices] == [
        ("d12", Fraction(13, 2)),
        ("normal", own),
    ]
