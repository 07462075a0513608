"""A hidden enemy that attacks a second time is found out: the referee's menu says so first (NW3-ROUND-12)."""

from __future__ import annotations

import pytest

from rulewright.engine.game import Menu
from rulewright.engine.journal import Seat
from rulewright.games.nw3.battles.battle import SetHidden
from rulewright.games.nw3.game import game
from rulewright.games.nw3.options import Options
from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table

ROOFTOP = game.scenarios()["rooftop"]


def acting(id: str, hidden: bool, round: int) -> Table:
    """The Main Process of somebody in a round of the battle on the roof."""
    table = Table.new(game, ROOFTOP, Options(), game.seats(ROOFTOP), MemoryJournal(), "hidden")
    while table.world.state.battle is None or table.world.state.battle.process != "main":
        if questions := table.open_questions("referee"):
            table.answer("referee", questions[0].id, game.policy.answer(table.world, questions[0].question))
            continue
        step = game.policy.command(table.world)
        assert step is not None
        table.submit(step[0].id, step[1])
    battle = table.world.state.battle
    battle.acting, battle.round = id, round
    table.world.state.characters[id].hidden = hidden
    return table


def menu(table: Table, seat: Seat) -> Menu:
    shown = game.menu(table.world, seat)
    assert shown is not None
    return shown


@pytest.mark.parametrize(("round", "first"), [(1, False), (2, True)])
def test_the_menu_of_a_hidden_enemy_shows_it(round: int, first: bool) -> None:
    referee = next(one for one in game.seats(ROOFTOP) if one.referee)
    shown = menu(acting("watcher", True, round), referee)
    offers = [one.command for one in shown.offers]
    assert SetHidden("watcher", False) in offers
    assert (offers[shown.default] == SetHidden("watcher", False)) is first
    assert SetHidden("watcher", False) not in [one.command for one in menu(acting("watcher", False, 2), referee).offers]


def test_a_hidden_wizard_is_not_shown_by_its_player() -> None:
    gen = next(one for one in game.seats(ROOFTOP) if one.id == "gen")
    shown = menu(acting("gen", True, 2), gen)
    assert not [one for one in shown.offers if isinstance(one.command, SetHidden)]
