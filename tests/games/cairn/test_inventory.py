"""CRN-SLOT: slots, hands, containers, and the commands that move things about."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cairn_helpers import (
    OTHER,
    PLAYER,
    carry,
    content,
    do,
    fighting,
    foe,
    hireling,
    pc,
    refused_command,
    stones,
    world,
)
from rulewright.engine.errors import Refused
from rulewright.games.cairn.handling import Drop, Give, Hold, Stow, Take, Wear
from rulewright.games.cairn.inventory import (
    can_make_room,
    capacity,
    droppable,
    effective_hp,
    is_full,
    require_helpful_drop,
    slots_of,
    used_slots,
)
from rulewright.games.cairn.state import Declaration
from rulewright.games.cairn.trade import Buy, Sell
from rulewright.games.cairn.wounds import wound


@pytest.mark.rule("CRN-SLOT-01")
@pytest.mark.parametrize(
    ("item", "slots"),
    [("coin", 0), ("stone", 1), ("anvil", 2), ("book", 1), ("scroll", 0), ("bell", 1), ("idol", 2), ("bandages", 1)],
)
def test_slots_by_size(item: str, slots: int) -> None:
    table = world()
    aino = pc(table)
    thing = carry(table, aino, item)
    assert slots_of(table, thing) == slots
    assert used_slots(table, aino) == slots


@pytest.mark.rule("CRN-SLOT-01")
def test_capacity_is_ten_unless_the_table_says_otherwise() -> None:
    assert capacity(world()) == 10
    assert capacity(world(inventory_slots=14)) == 14


@pytest.mark.rule("CRN-SLOT-01", "CRN-FATIGUE-04")
def test_each_fatigue_fills_one_slot() -> None:
    table = world()
    aino = pc(table, fatigue=3)
    stones(table, aino, 2)
    assert used_slots(table, aino) == 5


@pytest.mark.rule("CRN-SLOT-01")
def test_what_is_stowed_fills_no_slot_but_its_container_does() -> None:
    table = world()
    aino = pc(table)
    sack = carry(table, aino, "sack")
    carry(table, aino, "anvil", "stowed", container=sack.id)
    assert used_slots(table, aino) == 1
    assert droppable(table, aino) == [sack]


@pytest.mark.rule("CRN-SLOT-02")
def test_what_fits_exactly_is_taken_and_what_does_not_is_refused() -> None:
    table = world()
    aino = pc(table)
    stones(table, aino, 8)
    table.state.ground = [carry(table, pc(table, "Ghost"), item) for item in ("stone", "anvil", "coin")]
    stone, anvil, coin = table.state.ground
    do(table, Take("aino", stone.id), seat=PLAYER)
    assert used_slots(table, aino) == 9
    refused_command(table, Take("aino", anvil.id), "no_slot", seat=PLAYER)
    aino.fatigue = 1
    assert is_full(table, aino)
    refused_command(table, Take("aino", item="stone"), "no_slot")
    do(table, Take("aino", coin.id), seat=PLAYER)  # petty: takes no slot
    assert table.state.ground == [anvil]
    assert coin in aino.items


@pytest.mark.rule("CRN-SLOT-02")
def test_a_bulky_thing_given_needs_two_free_slots_of_the_receiver() -> None:
    table = world()
    aino, reko = pc(table), pc(table, "Reko")
    anvil = carry(table, aino, "anvil")
    stones(table, reko, 9)
    refused_command(table, Give("aino", anvil.id, "reko"), "no_slot", seat=PLAYER)
    reko.items.pop()
    do(table, Give("aino", anvil.id, "reko"), seat=PLAYER)
    assert (used_slots(table, aino), used_slots(table, reko)) == (0, 10)
    assert table.told("item.given")[0].to == ()


@pytest.mark.rule("CRN-SLOT-02", "CRN-FATIGUE-07")
def test_creatures_track_no_slots() -> None:
    table = world(inventory_slots=1)
    aino, ogre = pc(table), foe(table)
    stones(table, ogre, 3)
    anvil = carry(table, aino, "anvil")
    do(table, Give("aino", anvil.id, ogre.id), seat=PLAYER)
    assert not is_full(table, ogre)
    assert can_make_room(table, ogre)


@pytest.mark.rule("CRN-SLOT-02")
def test_only_the_referee_hands_out_gear_from_the_list() -> None:
    table = world()
    aino = pc(table)
    refused_command(table, Take("aino", item="bandages"), "not_referee", seat=PLAYER)
    refused_command(table, Take("aino", item="moon"), "bad_value")
    refused_command(table, Take("aino", "nothing.1"), "bad_value")
    refused_command(table, Take("aino"), "bad_value")
    do(table, Take("aino", item="bandages"))
    do(table, Take("aino", item="bell"))
    assert [(thing.item, thing.uses, thing.charges) for thing in aino.items] == [
        ("bandages", 3, None),
        ("bell", None, 1),
    ]


@pytest.mark.rule("CRN-LOSS-06")
def test_what_a_dead_character_carried_lies_with_the_body() -> None:
    table = world()
    aino, dead = pc(table), pc(table, "Reko", outcome="dead")
    sword = carry(table, dead, "sword", "held")
    refused_command(table, Give("reko", sword.id, "aino"), "dead", seat=PLAYER)
    refused_command(table, Give("aino", carry(table, aino, "stone").id, "reko"), "dead", seat=PLAYER)
    do(table, Take("aino", sword.id), seat=PLAYER)
    assert dead.items == []
    assert aino.items[-1] is sword
    assert sword.where == "pack"


@pytest.mark.rule("CRN-SLOT-03")
def test_two_hands() -> None:
    table = world()
    aino = pc(table)
    sword, shield, maul = (carry(table, aino, item) for item in ("sword", "shield", "maul"))
    helmet = carry(table, aino, "helmet", "worn")
    do(table, Hold("aino", (sword.id, shield.id)), seat=PLAYER)
    assert [thing.where for thing in (sword, shield, maul, helmet)] == ["held", "held", "pack", "worn"]
    refused_command(table, Hold("aino", (sword.id, maul.id)), "hands_full", seat=PLAYER)
    do(table, Hold("aino", (maul.id,)), seat=PLAYER)
    assert [thing.where for thing in (sword, shield, maul, helmet)] == ["pack", "pack", "held", "worn"]
    do(table, Hold("aino"), seat=PLAYER)
    assert [thing.where for thing in (sword, shield, maul, helmet)] == ["pack", "pack", "pack", "worn"]
    assert table.told("item.held")[-1].facts["item"] == "hands.empty"


@pytest.mark.rule("CRN-SLOT-03")
def test_hands_hold_only_what_is_carried_and_can_be_held() -> None:
    table = world()
    aino, reko = pc(table), pc(table, "Reko")
    sign, dagger, foreign = carry(table, aino, "sign"), carry(table, aino, "dagger"), carry(table, reko, "sword")
    for things in ((sign.id,), (dagger.id, dagger.id), (foreign.id,)):
        refused_command(table, Hold("aino", things), "bad_value", seat=PLAYER)


@pytest.mark.rule("CRN-SLOT-03")
def test_hands_change_once_per_turn_in_combat_and_as_often_as_wanted_outside() -> None:
    table = world()
    aino = pc(table)
    foe(table)
    sword, dagger = carry(table, aino, "sword"), carry(table, aino, "dagger")
    for thing in (sword, dagger, sword):
        do(table, Hold("aino", (thing.id,)), seat=PLAYER)
    fight = fighting(table)
    do(table, Hold("aino", (sword.id,)), seat=PLAYER)  # nothing changes, so nothing is spent
    fight.declared["aino"] = Declaration("aino", "attack", weapon=sword.id, targets=("goblin",))
    do(table, Hold("aino", (dagger.id,)), seat=PLAYER)
    assert fight.declared == {}  # it rested on a weapon that is put away
    refused_command(table, Hold("aino", (sword.id,)), "action_spent", seat=PLAYER)
    refused_command(table, Drop("aino", dagger.id), "action_spent", seat=PLAYER)
    fight.hands_changed.clear()  # the next turn
    do(table, Drop("aino", dagger.id), seat=PLAYER)
    assert table.state.ground == [dagger]
    refused_command(table, Hold("aino", (sword.id,)), "action_spent", seat=PLAYER)


@pytest.mark.rule("CRN-SLOT-03", "CRN-ROUND-02")
def test_hands_change_only_in_an_own_turn() -> None:
    table = world()
    aino = pc(table)
    foe(table)
    sword = carry(table, aino, "sword")
    fight = fighting(table, "foes")
    hold = Hold("aino", (sword.id,))
    refused_command(table, hold, "wrong_phase", seat=PLAYER)
    fight.phase, fight.lost_turn = "party", ["aino"]
    refused_command(table, hold, "lost_turn", seat=PLAYER)
    fight.lost_turn, aino.outcome = [], "critical"
    refused_command(table, hold, "cannot_act", seat=PLAYER)
    refused_command(table, hold, "cannot_act")


@pytest.mark.rule("CRN-ROUND-07")
def test_handling_gear_in_a_fight_is_the_referees_business() -> None:
    table = world()
    aino, reko = pc(table, gold=50), pc(table, "Reko")
    helmet, sack, stone = carry(table, aino, "helmet"), carry(table, aino, "sack"), carry(table, aino, "stone")
    stowed = carry(table, aino, "dagger", "stowed", container=sack.id)
    table.state.ground.append(carry(table, reko, "sword"))
    reko.items.clear()
    fighting(table)
    commands: list[msgspec.Struct] = [
        Take("aino", table.state.ground[0].id),
        Give("aino", stone.id, "reko"),
        Wear("aino", helmet.id),
        Stow("aino", stone.id, sack.id),
        Drop("aino", stone.id),
        Hold("aino", (stowed.id,)),
        Buy("aino", "coin"),
        Sell("aino", sack.id),
    ]
    for command in commands:
        refused_command(table, command, "in_combat", seat=PLAYER)
    refused_command(table, Buy("aino", "coin"), "in_combat")
    do(table, Take("aino", table.state.ground[0].id))
    assert table.state.ground == []


@pytest.mark.rule("CRN-SLOT-04")
def test_a_full_inventory_counts_as_no_hp_while_it_is_full() -> None:
    table = world(full_inventory_zero_hp=True)
    aino = pc(table, hp=4)
    heap = stones(table, aino, 9)
    assert effective_hp(table, aino) == 4
    do(table, Take("aino", item="stone"))
    assert (effective_hp(table, aino), aino.hp) == (0, 4)
    assert len(table.told("inventory.full")) == 1
    assert aino.scars == []
    do(table, Drop("aino", heap[0].id), seat=PLAYER)
    assert effective_hp(table, aino) == 4


@pytest.mark.rule("CRN-SLOT-04")
def test_a_full_inventory_does_nothing_by_default_nor_to_creatures() -> None:
    table = world()
    aino = pc(table)
    stones(table, aino, 10)
    assert effective_hp(table, aino) == 5
    table = world(full_inventory_zero_hp=True, inventory_slots=1)
    ogre, hessu = foe(table), hireling(table)
    stones(table, ogre, 2)
    stones(table, hessu, 1)
    assert effective_hp(table, ogre) == 4
    assert effective_hp(table, hessu) == 0


@pytest.mark.rule("CRN-SLOT-04", "CRN-SCAR-03")
def test_damage_to_the_overloaded_goes_to_strength_without_a_scar() -> None:
    table = world(full_inventory_zero_hp=True)
    aino = pc(table, STR=9, hp=4)
    stones(table, aino, 10)
    result = wound(table, aino, 4)
    assert (result.scar, aino.STR, aino.hp) == (0, 5, 4)


@pytest.mark.rule("CRN-FATIGUE-04")
def test_fatigue_is_no_thing_to_be_moved() -> None:
    table = world()
    aino = pc(table, fatigue=2, gold=10)
    pc(table, "Reko")
    sack = carry(table, aino, "sack")
    commands: list[msgspec.Struct] = [
        Drop("aino", "fatigue"),
        Drop("aino", "fatigue", to_make_room=True),
        Give("aino", "fatigue", "reko"),
        Stow("aino", "fatigue", sack.id),
        Sell("aino", "fatigue"),
        Hold("aino", ("fatigue",)),
        Wear("aino", "fatigue"),
        Take("reko", "fatigue"),
        Buy("aino", "fatigue"),
    ]
    for command in commands:
        refused_command(table, command, "is_fatigue", seat=PLAYER)


@pytest.mark.rule("CRN-FATIGUE-05")
def test_dropping_to_make_room_has_to_free_a_slot() -> None:
    table = world()
    aino = pc(table)
    sack = carry(table, aino, "sack")
    coin, scroll = carry(table, aino, "coin"), carry(table, aino, "scroll")
    inside = carry(table, aino, "dagger", "stowed", container=sack.id)
    stones(table, aino, 9)
    for thing in (coin, scroll, inside):
        refused_command(table, Drop("aino", thing.id, to_make_room=True), "drop_does_not_help", seat=PLAYER)
        with pytest.raises(Refused, match="drop_does_not_help"):
            require_helpful_drop(table, aino, thing.id)
    do(table, Drop("aino", coin.id), seat=PLAYER)
    do(table, Drop("aino", sack.id, to_make_room=True), seat=PLAYER)
    assert table.state.ground == [coin, sack, inside]
    assert (inside.where, inside.container) == ("stowed", sack.id)


@pytest.mark.rule("CRN-SLOT-02")
def test_a_container_goes_about_with_what_is_in_it() -> None:
    table = world()
    aino, reko = pc(table), pc(table, "Reko")
    sack, stone = carry(table, aino, "sack"), carry(table, aino, "stone")
    do(table, Stow("aino", stone.id, sack.id), seat=PLAYER)
    do(table, Give("aino", sack.id, "reko"), seat=PLAYER)
    assert reko.items == [sack, stone]
    do(table, Drop("reko", sack.id), seat=PLAYER)
    do(table, Take("aino", stone.id), seat=PLAYER)
    assert aino.items == [stone]
    assert (stone.where, stone.container) == ("pack", "")
    assert table.state.ground == [sack]


@pytest.mark.rule("CRN-SLOT-02")
def test_containers_have_a_capacity_of_their_own() -> None:
    table = world()
    aino = pc(table)
    sack, other = carry(table, aino, "sack"), carry(table, aino, "sack")
    anvils = [carry(table, aino, "anvil") for _ in range(2)]
    stone, coin = carry(table, aino, "stone"), carry(table, aino, "coin")
    do(table, Stow("aino", anvils[0].id, sack.id), seat=PLAYER)
    refused_command(table, Stow("aino", anvils[1].id, sack.id), "no_slot", seat=PLAYER)
    do(table, Stow("aino", stone.id, sack.id), seat=PLAYER)
    do(table, Stow("aino", coin.id, sack.id), seat=PLAYER)  # petty: full sacks take it
    refused_command(table, Stow("aino", other.id, sack.id), "bad_value", seat=PLAYER)
    refused_command(table, Stow("aino", anvils[1].id, stone.id), "bad_value", seat=PLAYER)
    refused_command(table, Stow("aino", anvils[1].id), "bad_value", seat=PLAYER)
    assert used_slots(table, aino) == 4  # two sacks and an anvil


@pytest.mark.rule("CRN-SLOT-02")
def test_what_comes_out_of_a_container_needs_its_slots() -> None:
    table = world()
    aino = pc(table)
    sack = carry(table, aino, "sack")
    sword, helmet = (carry(table, aino, item, "stowed", container=sack.id) for item in ("sword", "helmet"))
    heap = stones(table, aino, 9)
    for command in (Stow("aino", sword.id), Hold("aino", (sword.id,)), Wear("aino", helmet.id)):
        refused_command(table, command, "no_slot", seat=PLAYER)
    do(table, Drop("aino", heap[0].id), seat=PLAYER)
    do(table, Hold("aino", (sword.id,)), seat=PLAYER)
    assert (sword.where, sword.container) == ("held", "")
    assert is_full(table, aino)


@pytest.mark.rule("CRN-SLOT-03")
def test_wearing_and_taking_off() -> None:
    table = world()
    aino = pc(table)
    helmet, shield, stone = (carry(table, aino, item) for item in ("helmet", "shield", "stone"))
    do(table, Wear("aino", helmet.id), seat=PLAYER)
    assert [thing.where for thing in aino.items] == ["worn", "pack", "pack"]
    refused_command(table, Wear("aino", helmet.id), "bad_value", seat=PLAYER)
    do(table, Wear("aino", helmet.id, on=False), seat=PLAYER)
    assert [thing.where for thing in aino.items] == ["pack", "pack", "pack"]
    for thing in (shield, stone):  # a shield is held, not worn
        refused_command(table, Wear("aino", thing.id), "bad_value", seat=PLAYER)


@pytest.mark.rule("CRN-SLOT-02", "CRN-GEN-06")
def test_buying_and_selling() -> None:
    table = world()
    aino = pc(table, gold=25)
    do(table, Buy("aino", "bandages"), seat=PLAYER)
    assert (aino.gold, aino.items[0].uses) == (5, 3)
    refused_command(table, Buy("aino", "sword"), "bad_value", seat=PLAYER)  # 10 gold
    refused_command(table, Buy("aino", "anvil"), "bad_value", seat=PLAYER)  # not for sale
    refused_command(table, Buy("aino", "bell"), "bad_value", seat=PLAYER)  # relics are not
    do(table, Buy("aino", "dagger"), seat=PLAYER)  # for the last coin
    assert aino.gold == 0
    bandages, dagger = aino.items
    do(table, Sell("aino", dagger.id), seat=PLAYER)
    assert (aino.gold, aino.items) == (5, [bandages])
    refused_command(table, Sell("aino", bandages.id, 100), "not_referee", seat=PLAYER)
    do(table, Sell("aino", bandages.id, 7))
    assert aino.gold == 12
    refused_command(table, Sell("aino", carry(table, aino, "anvil").id), "bad_value", seat=PLAYER)
    stones(table, aino, 8)
    refused_command(table, Buy("aino", "dagger"), "no_slot", seat=PLAYER)


@pytest.mark.rule("CRN-SLOT-02")
def test_a_filled_container_and_a_fortune_are_not_sold() -> None:
    table = world()
    aino = pc(table, gold=1_000_000)
    sack, coin = carry(table, aino, "sack"), carry(table, aino, "coin")
    refused_command(table, Sell("aino", coin.id), "bad_value", seat=PLAYER)
    aino.gold = 0
    do(table, Stow("aino", coin.id, sack.id), seat=PLAYER)
    refused_command(table, Sell("aino", sack.id), "bad_value", seat=PLAYER)
    refused_command(table, Sell("aino", coin.id, -1), "bad_value")


@pytest.mark.rule("CRN-GEN-06")
@pytest.mark.parametrize(
    ("changes", "actor", "seat", "reason"),
    [
        ({}, "nobody", PLAYER, "unknown_actor"),
        ({}, "aino", OTHER, "not_your_actor"),
        ({"outcome": "dead"}, "aino", PLAYER, "dead"),
        ({"outcome": "critical"}, "aino", PLAYER, "cannot_act"),
        ({"DEX": 0}, "aino", PLAYER, "cannot_act"),
    ],
)
def test_who_may_move_things(changes: dict[str, Any], actor: str, seat: Any, reason: str) -> None:
    table = world()
    aino = pc(table)
    stone = carry(table, aino, "stone")
    for name, value in changes.items():
        setattr(aino, name, value)
    commands = (Drop(actor, stone.id), Give(actor, stone.id, "aino"), Hold(actor, (stone.id,)))
    for command in commands:
        refused_command(table, command, reason, seat=seat)


@pytest.mark.rule("CRN-SLOT-02")
def test_the_referee_takes_things_from_one_who_cannot_act() -> None:
    table = world()
    aino, reko = pc(table, outcome="critical"), pc(table, "Reko")
    bandages = carry(table, aino, "bandages")
    do(table, Give("aino", bandages.id, "reko"))
    assert reko.items == [bandages]
    refused_command(table, Give("reko", bandages.id, "reko"), "bad_value")


def test_the_pack_of_the_tests_is_read() -> None:
    assert content().items_by_id["gambeson"].hands == 0
