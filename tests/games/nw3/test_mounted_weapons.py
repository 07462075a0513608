"""NW3-BROOM-10 and -13 to -16: Brooms as weapons, Mounted Weapons, options, and whom a Broom's effects are about."""

from __future__ import annotations

import pytest

from nw3_attacks import SURE, hit, results
from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, seat, table, who
from nw3_brooms import BROOMS, airfield, mount
from nw3_people import carrying, wizard
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.riding import Dismount
from rulewright.games.nw3.battles.robe import LoadOption, UnloadOption
from rulewright.games.nw3.battles.weapons import held_weapons
from rulewright.games.nw3.house_rules import ChangeOption
from rulewright.games.nw3.playing.arsenal import arsenal_of
from rulewright.games.nw3.state import Nw3World
from rulewright.games.nw3.wizards.conditions import under_condition
from rulewright.games.nw3.wizards.standing import refresh

CANNON, BROOM = "seed_cannon.2", "heron_mk2.1"


def gunship(loaded: bool = True, **options: object) -> Nw3World:
    """Anna has a Broom with a cannon; a ghoul with a high PDEF is in her Engage."""
    fields = {"anna": {"patk": 3}, "things": ("heron_mk2", "seed_cannon robe"), **options}
    world = airfield(foe("ogre", engage="e", pdef=20, count=1), **fields)  # type: ignore[arg-type]
    who(world, "anna").items[1].loaded = BROOM if loaded else ""
    return world


def weapons(world: Nw3World, id: str) -> list[str]:
    return [one.id for one in held_weapons(world, who(world, id))]


# ---------------------------------------------------------------- attacks


@pytest.mark.rule("NW3-BROOM-13", "NW3-BROOM-15", "NW3-ITEM-04")
@pytest.mark.parametrize("rides", [True, False])
@pytest.mark.parametrize(("weapon", "patk"), [(BROOM, 10), (CANNON, 11)])
def test_b9_w1_w2_attacks_with_the_broom_and_with_the_mounted_weapon(rides: bool, weapon: str, patk: int) -> None:
    world = gunship()
    if rides:
        mount(world, "anna")
    assert weapons(world, "anna") == [BROOM, CANNON, ""]
    done = hit(world, (*SURE, 6, 2, 1, 1), at="ogre", weapon=weapon)
    assert results(done, "patk") == [patk + 8]


@pytest.mark.rule("NW3-BROOM-15")
@pytest.mark.parametrize("you", ["driver", "all_riders"])
def test_b10_a_passenger_does_not_fire_it(you: str) -> None:
    world = gunship(acting="ben", broom_you=you)
    mount(world, "anna", "ben")
    refusal = refused(world, Attack("ben", ("ogre",), CANNON), "not_broom_user", seat=seat("ben"))
    assert refusal.rule == "NW3-BROOM-15"
    assert weapons(world, "ben") == [""]


@pytest.mark.rule("NW3-BROOM-15", "NW3-SKILL-OPEN-16")
def test_the_driver_fires_what_somebody_else_has_equipped() -> None:
    world = gunship(driver_lost="next_rider")
    mount(world, "anna", "ben")
    do(world, Dismount("anna"))
    assert (weapons(world, "anna"), weapons(world, "ben")) == ([BROOM, ""], [CANNON, ""])
    refused(world, Attack("anna", ("ogre",), CANNON), "not_broom_user")
    battle_of(world).acting = "ben"
    done = hit(world, (*SURE, 6, 2, 1, 1), by="ben", at="ogre", weapon=CANNON)
    assert results(done, "patk") == [8 + 8]
    assert any(way.id == CANNON for way in arsenal_of(world, who(world, "ben")).ways)
    assert not any(way.id == CANNON for way in arsenal_of(world, who(world, "anna")).ways)


@pytest.mark.rule("NW3-BROOM-15", "NW3-BROOM-14")
@pytest.mark.parametrize("lacks", ["load", "broom"])
def test_it_has_to_be_loaded_on_a_broom_that_is_equipped(lacks: str) -> None:
    world = gunship(loaded=lacks != "load")
    if lacks == "broom":
        who(world, "anna").items[0].where = "robe"
    refused(world, Attack("anna", ("ogre",), CANNON), "item_not_equipped")
    assert CANNON not in weapons(world, "anna")


@pytest.mark.rule("NW3-BROOM-15")
def test_what_is_no_weapon_is_not_fired() -> None:
    world = airfield(things=("heron_mk2", "tail_fin robe"))
    who(world, "anna").items[1].loaded = BROOM
    refused(world, Attack("anna", ("ghoul",), "tail_fin.2"), "restrict_use")


@pytest.mark.rule("NW3-BROOM-15", "NW3-WEAPON-04")
def test_a_mounted_weapon_takes_no_hand_and_makes_no_dual_wield() -> None:
    anna = wizard("anna", "plume", "sword", "flare robe", pack=BROOMS)
    anna.items[2].loaded = "plume.1"
    assert not under_condition(BROOMS, anna, "dual_wield")
    carrying(anna, "short_sword")
    assert under_condition(BROOMS, anna, "dual_wield")


@pytest.mark.rule("NW3-ITEM-10", "NW3-BROOM-15")
@pytest.mark.parametrize("by", ["anna", "ben"])
def test_a_mounted_weapon_may_be_used_up(by: str) -> None:
    world = airfield(foe("ogre", engage="e", eva=50, count=1), things=("plume", "flare robe"),
                     driver_lost="next_rider")  # fmt: skip
    flare = who(world, "anna").items[1]
    flare.loaded = "plume.1"
    if by == "ben":
        mount(world, "anna", "ben", broom="plume.1")
        do(world, Dismount("anna"))
        battle_of(world).acting = "ben"
    done = hit(world, SURE, by=by, at="ogre", weapon="flare.2")
    assert (flare.lost, flare.loaded, weapons(world, by)) == (True, "", [""])
    assert done.event("item.used_up").facts["name"] == by.title()


# ---------------------------------------------------------------- effects of Brooms and options


def plume(*riders: str, **options: object) -> Nw3World:
    world = airfield(things=("plume", "lantern robe"), **options)  # type: ignore[arg-type]
    who(world, "anna").items[1].loaded = "plume.1"
    for one in ("anna", "ben"):
        refresh(BROOMS, world.state.options, who(world, one))
    if riders:
        mount(world, *riders, broom="plume.1")
    return world


@pytest.mark.rule("NW3-BROOM-10", "NW3-SKILL-OPEN-17")
@pytest.mark.parametrize(
    ("riders", "option", "meant"),
    [
        ((), "driver", {"anna"}),
        (("anna", "ben"), "driver", {"anna"}),
        ((), "all_riders", {"anna"}),
        (("anna", "ben"), "all_riders", {"anna", "ben"}),
    ],
)
def test_you_of_a_broom(riders: tuple[str, ...], option: str, meant: set[str]) -> None:
    world = plume(*riders, broom_you=option)
    for id in ("anna", "ben", "cleo"):
        assert (who(world, id).stats.mdef == 3) is (id in meant)  # a constant effect
        if id in meant:
            do(world, UseBlock(id, "plume#1"))
            assert who(world, id).stats.spd == 2
        else:
            refused(world, UseBlock(id, "plume#1"), "not_owned")


@pytest.mark.rule("NW3-BROOM-10", "NW3-SKILL-OPEN-16", "NW3-SKILL-OPEN-17")
@pytest.mark.parametrize(("option", "annas"), [("driver", False), ("all_riders", False)])
def test_you_is_who_drives_now(option: str, annas: bool) -> None:
    world = plume("anna", "ben", broom_you=option, driver_lost="next_rider")
    do(world, Dismount("anna"))
    assert (who(world, "anna").stats.mdef == 3) is annas
    assert who(world, "ben").stats.mdef == 3
    refused(world, UseBlock("anna", "plume#1"), "item_not_equipped")
    do(world, UseBlock("ben", "plume#1"))
    mount(world, "anna", broom="plume.1")  # now as his Passenger
    assert (who(world, "anna").stats.mdef == 3) is (option == "all_riders")
    battle_of(world).acting = "ben"
    do(world, Dismount("ben"))
    assert (who(world, "anna").stats.mdef, who(world, "ben").stats.mdef) == (3, 0)


@pytest.mark.rule("NW3-SKILL-OPEN-17")
def test_the_table_may_change_its_mind_about_you() -> None:
    world = plume("anna", "ben")
    world.state.battle = None
    do(world, ChangeOption("broom_you", "all_riders"))
    assert [who(world, id).stats.mdef for id in ("anna", "ben")] == [3, 3]
    do(world, ChangeOption("broom_you", "driver"))
    assert [who(world, id).stats.mdef for id in ("anna", "ben")] == [3, 0]


@pytest.mark.rule("NW3-BROOM-14", "NW3-ITEM-08")
def test_an_option_is_used_by_its_wielder_while_it_is_loaded() -> None:
    world = plume("anna", "ben")
    do(world, UseBlock("anna", "lantern#1"))
    refused(world, UseBlock("ben", "lantern#1"), "not_owned")
    who(world, "anna").items[1].loaded = ""
    refused(world, UseBlock("anna", "lantern#1"), "item_not_equipped")
    who(world, "anna").items[1].loaded = "plume.1"
    who(world, "anna").items[0].where = "robe"
    refused(world, UseBlock("anna", "lantern#1"), "item_not_equipped")


# ---------------------------------------------------------------- loading and unloading


def loader(*things: str) -> Nw3World:
    return table(carrying(fighter("anna"), *things), content=BROOMS)


@pytest.mark.rule("NW3-ITEM-11", "NW3-BROOM-14", "NW3-BROOM-16")
def test_outside_of_rounds_options_go_on_and_off() -> None:
    world = loader("heron_mk2", "seed_cannon robe", "tail_fin robe")
    do(world, LoadOption("anna", CANNON, BROOM), seat=seat("anna"))
    do(world, LoadOption("anna", "tail_fin.3", BROOM))
    assert who(world, "anna").stats.eva == 2
    done = do(world, UnloadOption("anna", "tail_fin.3"))
    assert (who(world, "anna").stats.eva, who(world, "anna").items[2].loaded) == (1, "")
    assert done.keys == ["robe.unload.done"]


@pytest.mark.rule("NW3-BROOM-14")
@pytest.mark.parametrize(
    ("option", "broom", "reason"),
    [
        ("tail_fin.4", BROOM, "capacity_exceeded"),  # B6, W3
        ("magic_lens.5", BROOM, "option_type_mismatch"),  # B7
        ("seal_bell.6", BROOM, "option_only_mismatch"),  # B8
        ("tail_fin.3", BROOM, "already_loaded"),
        ("sword.7", BROOM, "not_equippable"),
        ("tail_fin.4", "sword.7", "not_equippable"),
        ("tail_fin.9", BROOM, "not_owned"),
        ("tail_fin.4", "heron_mk2.9", "not_owned"),
    ],
)
def test_what_does_not_go_on(option: str, broom: str, reason: str) -> None:
    world = loader("heron_mk2", "seed_cannon robe", "tail_fin robe", "tail_fin robe", "magic_lens robe",
                   "seal_bell robe", "sword robe")  # fmt: skip
    for thing in who(world, "anna").items[1:3]:
        thing.loaded = BROOM
    refused(world, LoadOption("anna", option, broom), reason)


@pytest.mark.rule("NW3-BROOM-14", "NW3-ITEM-11")
def test_nothing_is_loaded_in_a_round() -> None:
    world = battle_world(carrying(fighter("anna"), "heron_mk2", "tail_fin robe"), foe(), content=BROOMS)
    refused(world, LoadOption("anna", "tail_fin.2", BROOM), "equip_not_now")
    who(world, "anna").items[1].loaded = BROOM
    refused(world, UnloadOption("anna", "tail_fin.2"), "equip_not_now")
    world.state.battle = None
    refused(world, UnloadOption("anna", BROOM), "item_not_equipped")
    refused(world, UnloadOption("anna", "tail_fin.2"), "not_your_character", seat=seat("ben"))
