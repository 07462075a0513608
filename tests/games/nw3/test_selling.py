"""Selling: the referee names the price (NW3-ITEM-07)."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_people import carrying, content, wizard
from rulewright.engine.commands import Commands
from rulewright.engine.drivers import Script
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.world import World, digest
from rulewright.games.nw3.battles import aboard
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Battle, Nw3World, State
from rulewright.games.nw3.wizards import selling
from rulewright.games.nw3.wizards.selling import Sell

COMMANDS = Commands(selling.COMMANDS)
REFEREE = Seat("referee", "Referee", "referee")


def table(**changed: Any) -> Nw3World:
    character = wizard()
    carrying(character, "sword")
    world: Nw3World = World(State(Options(), characters={character.id: character}), content(), None)
    for name, value in changed.items():
        setattr(world.state, name, value)
    return world


def sell(world: Nw3World, thing: str, price: int = 0) -> None:
    (id,) = world.state.characters
    Script([], {"sale_price": price}).run(COMMANDS.start(world, Sell(id, thing), REFEREE))


@pytest.mark.rule("NW3-ITEM-07", "NW3-SKILL-OPEN-27")
def test_the_referee_names_the_price_and_the_thing_is_gone() -> None:
    world = table()
    (character,) = world.state.characters.values()
    assert character.sheet is not None
    before, blade = character.sheet.money, next(one for one in character.items if one.item == "sword")
    sell(world, blade.id, 40_000)
    assert character.sheet.money == before + 40_000
    assert blade not in character.items


@pytest.mark.rule("NW3-LEVEL-13", "NW3-ITEM-07")
@pytest.mark.parametrize(
    ("reason", "price", "from_skill", "battle"),
    [("item_skill_no_sale", 5, True, False), ("no_buyer", 0, False, False), ("in_combat", 5, False, True)],
)
def test_what_cannot_be_sold(reason: str, price: int, from_skill: bool, battle: bool) -> None:
    world = table(battle=Battle([]) if battle else None)
    (character,) = world.state.characters.values()
    blade = next(one for one in character.items if one.item == "sword")
    blade.from_skill = from_skill
    before = digest(world.state)
    with pytest.raises(Refused) as refusal:
        sell(world, blade.id, price)
    assert (refusal.value.reason, digest(world.state)) == (reason, before)


@pytest.mark.rule("NW3-ITEM-07")
def test_only_what_one_has_can_be_sold() -> None:
    world = table()
    before = digest(world.state)
    with pytest.raises(Refused) as refusal:
        sell(world, "moon", 5)
    assert (refusal.value.reason, digest(world.state)) == ("not_owned", before)


@pytest.mark.rule("NW3-ITEM-07", "NW3-BROOM-14", "NW3-BROOM-08")
def test_a_broom_is_sold_without_what_is_loaded_on_it() -> None:
    world = table()
    (character,) = world.state.characters.values()
    carrying(character, "heron_mk2", "tail_fin robe")
    broom, fin = character.items[-2:]
    fin.loaded = broom.id
    aboard.get_on(world, character, character, broom)
    sell(world, broom.id, 1)
    assert (character.items[-1] is fin, fin.loaded, character.riding, character.flying) == (True, "", None, "")
