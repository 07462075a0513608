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
from rulewright.games.nw3.wizards.selling import Buy, Sell

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


@pytest.mark.rule("NW3-ITEM-07", "NW3-ITEM-06", "NW3-ITEM-14")
@pytest.mark.parametrize(("item", "cost"), [("static_radio", 50_000), ("night_taxi", 10_000)])
def test_what_is_bought_is_paid_in_full_and_there_at_once(item: str, cost: int) -> None:
    world = table()
    (character,) = world.state.characters.values()
    assert character.sheet is not None
    character.sheet.money, before = cost, character.stats.spd
    Script([]).run(COMMANDS.start(world, Buy(character.id, item), REFEREE))
    bought = character.items[-1]
    assert (bought.item, bought.where, bought.preserved, character.sheet.money) == (item, "robe", True, 0)
    assert character.stats.spd == before + (item == "static_radio")


@pytest.mark.rule("NW3-ITEM-07")
@pytest.mark.parametrize(
    ("item", "money", "battle", "reason"),
    [
        ("static_radio", 49_999, False, "not_enough_money"),
        ("nothing", 99, False, "unknown_item"),
        ("static_radio", 50_000, True, "in_combat"),
    ],
)
def test_what_cannot_be_bought(item: str, money: int, battle: bool, reason: str) -> None:
    world = table(battle=Battle([]) if battle else None)
    (character,) = world.state.characters.values()
    assert character.sheet is not None
    character.sheet.money = money
    before = digest(world.state)
    with pytest.raises(Refused) as refusal:
        Script([]).run(COMMANDS.start(world, Buy(character.id, item), REFEREE))
    assert (refusal.value.reason, digest(world.state)) == (reason, before)
    character.sheet = None
    world.state.battle = None
    with pytest.raises(Refused) as refusal:
        Script([]).run(COMMANDS.start(world, Buy(character.id, item), REFEREE))
    assert refusal.value.reason == "not_a_wizard"
