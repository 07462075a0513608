"""What a player has to take foes for."""

from __future__ import annotations

from rulewright.engine.world import digest
from rulewright.games.cairn import game
from rulewright.games.cairn.declarations import Declare
from rulewright.games.cairn.rounds import LockPhase, StartFight
from rulewright.games.cairn.state import Condition
from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table


def fight() -> Table:
    scenario = game.scenarios()["ambush"]
    table = Table.new(
        game, scenario, game.options_type(first_round_save="none"), game.seats(scenario), MemoryJournal(), "1"
    )
    table.submit("referee", StartFight(("brigands", "chief")))
    return table


def test_what_is_hidden_of_a_foe_makes_no_difference() -> None:
    table = fight()
    player = table.seats[1]
    before = digest(game.known(table.world, player).state)
    foe = table.world.state.actors["brigands.1"]
    foe.STR, foe.DEX, foe.WIL, foe.STR_max, foe.doomed = 3, 18, 1, 4, True
    foe.conditions = [Condition("deaf")]
    assert digest(game.known(table.world, player).state) == before
    foe.hp = 1  # that everybody sees
    assert digest(game.known(table.world, player).state) != before


def test_what_foes_have_declared_is_not_known() -> None:
    table = fight()
    player = table.seats[1]
    table.submit("referee", LockPhase(pass_missing=True))
    before = digest(game.known(table.world, player).state)
    table.submit("referee", Declare("brigands.1", "attack", targets=("aune",)))
    assert table.world.state.fight is not None
    assert table.world.state.fight.declared
    assert digest(game.known(table.world, player).state) == before
