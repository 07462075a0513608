"""What a player has to take enemies for."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rulewright.engine.world import digest
from rulewright.games.nw3.game import game
from rulewright.games.nw3.state import Character, Stats
from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table


def rooftop() -> Table:
    """The last aerial, with a hidden enemy, once somebody acts."""
    scenario = game.scenarios()["rooftop"]
    table = Table.new(game, scenario, game.options_type(), game.seats(scenario), MemoryJournal(), "1")
    while not (table.world.state.battle and table.world.state.battle.process == "main"):
        asked = table.open_questions("referee")
        if asked:
            table.answer(asked[0].owner, asked[0].id, game.policy.answer(table.world, asked[0].question))
        else:
            given = game.policy.command(table.world)
            assert given is not None
            table.submit(given[0].id, given[1])
    return table


def an_enemy(table: Table, *, hidden: bool) -> Character:
    everybody: Iterable[Character] = table.world.state.characters.values()
    return next(one for one in everybody if one.side == "emulators" and one.hidden == hidden)


def test_the_numbers_of_an_enemy_that_is_not_identified_make_no_difference() -> None:
    table = rooftop()
    player = next(seat for seat in table.seats if seat.role == "player")
    enemy = an_enemy(table, hidden=False)
    assert not enemy.known
    before = digest(game.known(table.world, player).state)
    enemy.stats, enemy.pre_equip, enemy.skills, enemy.mp, enemy.prana = Stats(eva=99), Stats(eva=99), {}, 999, 9
    enemy.body, enemy.hp, enemy.critical, enemy.fumble = enemy.body * 2, enemy.hp * 2, 2, 12
    assert digest(game.known(table.world, player).state) == before
    enemy.hp = 1  # how hurt it looks everybody sees
    assert digest(game.known(table.world, player).state) != before


def test_once_it_is_identified_its_numbers_count() -> None:
    table = rooftop()
    player = next(seat for seat in table.seats if seat.role == "player")
    enemy = an_enemy(table, hidden=False)
    enemy.known = True
    before = digest(game.known(table.world, player).state)
    enemy.stats.eva += 1
    assert digest(game.known(table.world, player).state) != before


def test_a_hidden_enemy_takes_no_part() -> None:
    table = rooftop()
    player = next(seat for seat in table.seats if seat.role == "player")
    enemy = an_enemy(table, hidden=True)
    taken = game.known(table.world, player)
    assert taken.state.battle is not None
    assert enemy.id not in taken.state.battle.members
    assert not taken.state.characters[enemy.id].present
    assert not any(enemy.id in held for held in taken.state.battle.timings.values())
    before = digest(taken.state)
    enemy.stats, enemy.hp, enemy.engage = Stats(eva=99), max(1, enemy.hp - 1), ""
    assert digest(game.known(table.world, player).state) == before


@pytest.mark.parametrize("seat", ["gen", "mio", "toru"])
def test_enemies_are_taken_to_be_as_strong_as_the_wizards(seat: str) -> None:
    table = rooftop()
    player = next(one for one in table.seats if one.id == seat)
    wizards = [one for one in table.world.state.characters.values() if one.kind == "pc"]
    taken = game.known(table.world, player).state.characters[an_enemy(table, hidden=False).id]
    assert taken.stats.eva == round(sum(one.stats.eva for one in wizards) / len(wizards))
    assert taken.body == round(sum(one.body for one in wizards) / len(wizards))
