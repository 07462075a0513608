"""NW3-BROOM-05, -06 and -08: the Driver moves all, Passengers do not, and how riding ends; rows B3, B4 and B5."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_attacks import NOTHING, SURE, pack, striking
from nw3_battle import battle_of, do, refused, seat, skill, table, together, who
from nw3_brooms import RECORDS, airfield, mount, seats
from nw3_people import carrying, wizard
from rulewright.engine.drivers import Script
from rulewright.engine.errors import Malformed
from rulewright.games.nw3.battles import aboard, engages, harm
from rulewright.games.nw3.battles.actions import DeclareDead, HandOver
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.battle import EndBattle, JoinBattle, StartBattle
from rulewright.games.nw3.battles.blockade import set_up
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.battles.movement import Move, Withdraw
from rulewright.games.nw3.battles.riding import Dismount
from rulewright.games.nw3.battles.robe import Equip
from rulewright.games.nw3.episodes.scenes import Appear, CloseScene, OpenScene
from rulewright.games.nw3.state import Nw3World
from rulewright.games.nw3.wizards.character_files import read_character, write_character

SLIDE = skill("slide", "move_action", 'kind = "prose", text = "Whoosh."')
HOP = skill("hop", "auto_action", 'kind = "condition", condition = "riding"', target="single")
DOWN = skill("down", "auto_action", 'kind = "condition", condition = "riding", mode = "remove"', target="single")
GROUND = skill("ground", "auto_action", 'kind = "condition", condition = "grounded"', target="single")
CLAW = striking("claw", bonus=60)
CONTENT = pack(*RECORDS, SLIDE, HOP, DOWN, GROUND, CLAW)


def flight(*riders: str, **options: Any) -> Nw3World:
    """Anna drives, the others ride along, all in one Engage."""
    world = airfield(**{"content": CONTENT, **options})
    mount(world, "anna", *riders)
    return world


def grounded(world: Nw3World, *ids: str) -> bool:
    return all(not who(world, id).flying and who(world, id).riding is None for id in ids)


# ---------------------------------------------------------------- moving


@pytest.mark.rule("NW3-BROOM-06", "NW3-MOVE-07", "NW3-MOVE-13")
@pytest.mark.parametrize(
    "command",
    [
        Move("ben", "invade", "ghoul"),
        Move("ben", "interval", "the tower"),
        Move("ben", "long"),
        Move("ben", "invade", "ghoul", ("minor",)),
        Move("ben", "invade", "ghoul", ("major",)),
        Withdraw("ben"),
        UseBlock("ben", "slide"),
    ],
)
def test_b3_a_passenger_cannot_move(command: Any) -> None:
    world = flight("ben", ben={"knows": ("slide",)})
    do(world, EndMainProcess("anna"))
    refused(world, command, "passenger_cannot_move", seat=seat("ben"))


@pytest.mark.rule("NW3-BROOM-06")
def test_a_passenger_does_all_else() -> None:
    world = flight("ben")
    engages.join(world, who(world, "ghoul"), who(world, "ben"))
    do(world, EndMainProcess("anna"))
    do(world, Attack("ben", ("ghoul",)), (*SURE, *NOTHING))
    assert (battle_of(world).spent, seats(world)["ben"]) == ([], "passenger")


@pytest.mark.rule("NW3-BROOM-05", "NW3-BROOM-06", "NW3-MOVE-09", "NW3-MOVE-11")
def test_b4_the_driver_withdraws_with_all_on_the_broom() -> None:
    world = flight("ben")
    engages.join(world, who(world, "ghoul"), who(world, "cleo"))
    refused(world, Move("anna", "invade", "imp"), "must_withdraw_first")
    do(world, Withdraw("anna"))
    assert together(world) == [{"cleo", "ghoul"}]
    assert (battle_of(world).spent, who(world, "ben").pre_action) == (["move", "minor"], True)
    do(world, EndMainProcess("anna"))
    assert (battle_of(world).acting, battle_of(world).spent) == ("ben", [])


@pytest.mark.rule("NW3-BROOM-05", "NW3-MOVE-16")
@pytest.mark.parametrize(("faces", "out"), [((6, 4, 2, 1), True), ((2, 1, 5, 6), False)])
def test_the_driver_alone_breaks_a_blockade(faces: tuple[int, ...], out: bool) -> None:
    world = flight("ben")
    engages.join(world, who(world, "ghoul"), who(world, "cleo"))
    set_up(world, who(world, "ghoul"), "combat")
    done = do(world, Withdraw("anna"), faces)
    assert {roll.who for roll, _ in done.rolls} == {"anna", "ghoul"}
    assert bool(who(world, "ben").engage) is not out
    assert who(world, "ben").pre_action


@pytest.mark.rule("NW3-BROOM-06", "NW3-MOVE-08", "NW3-MOVE-12")
def test_passengers_go_into_engages_and_to_places() -> None:
    world = flight("ben", "cleo")
    do(world, Move("anna", "invade", "ghoul"))
    assert together(world) == [{"anna", "ben", "cleo", "ghoul"}]
    assert {who(world, id).riding.owner for id in ("ben", "cleo")} == {"anna"}  # type: ignore[union-attr]
    world = flight("ben")
    do(world, Move("anna", "interval", "the tower"))
    assert [who(world, id).place for id in ("anna", "ben", "cleo")] == ["the tower", "the tower", ""]
    assert together(world) == []


@pytest.mark.rule("NW3-BROOM-06", "NW3-MOVE-02")
def test_who_engages_one_on_the_broom_engages_all() -> None:
    world = flight("ben", anna={"engage": ""}, ben={"engage": ""})
    engages.join(world, who(world, "ghoul"), who(world, "ben"))
    assert together(world) == [{"anna", "ben", "ghoul"}]


@pytest.mark.rule("NW3-BROOM-05", "NW3-MOVE-08")
def test_the_driver_does_not_invade_its_own_passenger() -> None:
    world = flight("ben", anna={"engage": ""}, ben={"engage": ""})
    refused(world, Move("anna", "invade", "ben"), "invalid_target")


@pytest.mark.rule("NW3-BROOM-06", "NW3-MOVE-18", "NW3-MOVE-20")
@pytest.mark.parametrize("stays", [True, False])
def test_they_leave_the_battlefield_together(stays: bool) -> None:
    world = flight("ben")
    answers = {"long_permission": "yes", **({"retreat_or_stay": "stay", "allow_stay": "yes"} if stays else {})}
    do(world, Move("anna", "long"), answers=answers)
    assert [who(world, id).band for id in ("anna", "ben", "cleo")] == ["long", "long", "field"]
    assert [who(world, id).retreated for id in ("anna", "ben")] == [not stays] * 2
    assert (who(world, "ben").pre_action, battle_of(world).acting) == (stays, "ben" if stays else "cleo")


@pytest.mark.rule("NW3-BROOM-06", "NW3-MOVE-17")
def test_a_blockade_of_a_passenger_ends_when_the_broom_leaves() -> None:
    world = flight("ben")
    engages.join(world, who(world, "ghoul"), who(world, "cleo"))
    set_up(world, who(world, "ben"), "combat")
    do(world, Withdraw("anna"))
    assert battle_of(world).blockades == []


@pytest.mark.rule("NW3-BROOM-06")
def test_one_who_is_moved_without_the_broom_is_off_it() -> None:
    world = flight("ben")
    engages.join(world, who(world, "ben"), who(world, "ghoul"))
    assert together(world) == [{"anna", "cleo"}, {"ben", "ghoul"}]
    assert (grounded(world, "ben"), seats(world)) == (True, {"anna": "driver"})


@pytest.mark.rule("NW3-BROOM-06", "NW3-ROUND-01")
def test_the_referee_places_the_broom_with_its_driver() -> None:
    world = airfield(content=CONTENT)
    mount(world, "anna", "ben")
    world.state.battle = None
    for one in world.state.characters.values():
        one.engage = ""
    do(world, StartBattle((("ben", "cleo"), ("anna", "ghoul")), distances={}), [1, 2] * 5)
    assert together(world) == [{"anna", "ben", "ghoul"}]
    do(world, EndBattle())
    assert seats(world) == {"anna": "driver", "ben": "passenger"}


@pytest.mark.rule("NW3-BROOM-06", "NW3-ROUND-01")
def test_who_joins_late_joins_on_the_broom() -> None:
    world = flight("ben")
    battle_of(world).members.remove("anna")
    battle_of(world).acting = "cleo"
    do(world, JoinBattle("anna", "ghoul"))
    assert together(world) == [{"anna", "ben", "ghoul"}]


@pytest.mark.rule("NW3-BROOM-06", "NW3-ROUND-01", "NW3-MOVE-02")
def test_who_joins_beside_a_passenger_is_in_the_engage_of_all_on_the_broom() -> None:
    world = flight("ben", anna={"engage": ""}, ben={"engage": ""})
    battle_of(world).members.remove("ghoul")
    do(world, JoinBattle("ghoul", "ben"))
    assert together(world) == [{"anna", "ben", "ghoul"}]


# ---------------------------------------------------------------- the Driver is lost


@pytest.mark.rule("NW3-BROOM-08", "NW3-SKILL-OPEN-16", "NW3-FLY-03", "OP-C08")
@pytest.mark.parametrize("option", ["all_dismount", "next_rider"])
def test_b5_a_driver_who_falls(option: str) -> None:
    world = flight("cleo", "ben", acting="ghoul", driver_lost=option)
    who(world, "ghoul").stats.patk = 60
    engages.join(world, who(world, "ghoul"), who(world, "anna"))
    done = do(world, Attack("ghoul", ("anna",)), [6, 2, 2, 1, 6, 2, 2, 1])
    assert who(world, "anna").hp == 0
    assert grounded(world, "anna")
    if option == "all_dismount":
        assert seats(world) == {}
        assert grounded(world, "ben", "cleo")
        assert done.keys.count("ride.over") == 3
    else:
        assert seats(world) == {"cleo": "driver", "ben": "passenger"}  # she was on it before him
        assert who(world, "anna").items[0].driver == "cleo"
        assert done.event("ride.heir").facts["name"] == "Cleo"
    assert who(world, "ben").engage == who(world, "anna").engage  # they are where they were


@pytest.mark.rule("NW3-BROOM-08", "NW3-SKILL-OPEN-16")
@pytest.mark.parametrize("option", ["all_dismount", "next_rider"])
def test_a_driver_who_gets_off(option: str) -> None:
    world = flight("ben", driver_lost=option)
    do(world, Dismount("anna"))
    assert seats(world) == ({"ben": "driver"} if option == "next_rider" else {})
    assert grounded(world, "anna", *(() if option == "next_rider" else ("ben",)))
    if option == "next_rider":
        do(world, EndMainProcess("anna"))
        do(world, Move("ben", "invade", "ghoul"))  # he is a Driver like any other
        assert together(world) == [{"anna", "cleo"}, {"ben", "ghoul"}]


@pytest.mark.rule("NW3-BROOM-08", "NW3-SKILL-OPEN-16")
def test_nobody_drives_on_who_cannot() -> None:
    world = flight("ben", "cleo", driver_lost="next_rider")
    who(world, "ben").hp = 0
    do(world, Dismount("anna"))
    assert seats(world) == {"ben": "passenger", "cleo": "driver"}
    do(world, Dismount("cleo"))
    assert seats(world) == {}


@pytest.mark.rule("NW3-BROOM-08", "NW3-FLY-03")
def test_a_passenger_who_falls_stays_on() -> None:
    world = flight("ben", acting="ghoul")
    who(world, "ghoul").stats.patk = 60
    engages.join(world, who(world, "ghoul"), who(world, "anna"))
    done = do(world, Attack("ghoul", ("ben",)), [6, 2, 2, 1, 6, 2, 2, 1])
    assert (who(world, "ben").hp, who(world, "ben").flying, seats(world)["ben"]) == (0, "broom", "passenger")
    assert "fly.landed" not in done.keys


@pytest.mark.rule("NW3-BROOM-08", "NW3-HP-10")
@pytest.mark.parametrize(("dies", "left"), [("anna", {}), ("ben", {"anna": "driver"})])
def test_the_dead_do_not_ride(dies: str, left: dict[str, str]) -> None:
    world = flight("ben", acting="cleo")
    do(world, DeclareDead(dies, "A fall."))
    assert seats(world) == left
    assert together(world) == [{"anna", "ben", "cleo"} - {dies}]


@pytest.mark.rule("NW3-BROOM-08", "NW3-OPEN-19")
@pytest.mark.parametrize("option", ["all_dismount", "next_rider"])
@pytest.mark.parametrize("loses", [True, False])
def test_who_avoids_the_fall_may_keep_the_broom(option: str, loses: bool) -> None:
    world = flight("ben", acting="ghoul", driver_lost=option, prana_avoid_loses_turn=loses,
                   anna={"prana": 2, "prana_max": 4})  # fmt: skip
    anna = who(world, "anna")
    anna.hp = 0
    Script((), {"avoid_incapacitated": "spend"}).run(harm.fall(world, anna))
    if loses:
        assert seats(world) == ({"ben": "driver"} if option == "next_rider" else {})
    else:
        assert seats(world) == {"anna": "driver", "ben": "passenger"}
        assert (anna.items[0].driver, anna.flying, who(world, "ben").flying) == ("anna", "broom", "broom")


# ---------------------------------------------------------------- the Broom is lost


@pytest.mark.rule("NW3-BROOM-08", "NW3-ITEM-11")
@pytest.mark.parametrize("option", ["all_dismount", "next_rider"])
def test_a_broom_that_is_put_away_carries_nobody(option: str) -> None:
    world = flight("ben", driver_lost=option)
    do(world, Equip("anna", "heron_mk2.1", "robe"))
    assert seats(world) == {}
    assert grounded(world, "anna", "ben")
    assert who(world, "anna").items[0].driver == ""


@pytest.mark.rule("NW3-BROOM-08", "NW3-ROUND-17", "NW3-BROOM-14")
def test_a_broom_that_is_handed_over_goes_with_what_is_on_it() -> None:
    world = airfield(things=("heron_mk2", "tail_fin robe", "sword robe"), content=CONTENT)
    carrying(who(world, "ben"), "heron_mk2 robe")  # of the same id
    anna, ben = who(world, "anna"), who(world, "ben")
    anna.items[1].loaded = "heron_mk2.1"
    mount(world, "anna", "ben")
    do(world, HandOver("anna", "heron_mk2.1", "ben"))
    assert seats(world) == {}
    assert [one.item for one in anna.items] == ["sword"]
    broom, fin = ben.items[1:]
    assert (broom.where, fin.loaded == broom.id, broom.id != "heron_mk2.1") == ("robe", True, True)


@pytest.mark.rule("NW3-BROOM-08", "NW3-EPISODE-03")
@pytest.mark.parametrize(("leaves", "left"), [("anna", {}), ("ben", {"anna": "driver"})])
def test_who_leaves_the_scene_leaves_the_broom(leaves: str, left: dict[str, str]) -> None:
    world = table(carrying(who(airfield(), "anna"), "plume"), who(airfield(), "ben"), content=CONTENT)
    do(world, OpenScene("Roof", "ordinary", ("anna", "ben")))
    mount(world, "anna", "ben")
    do(world, Appear(leaves, True))
    assert seats(world) == left


@pytest.mark.rule("NW3-BROOM-08", "NW3-EPISODE-03")
@pytest.mark.parametrize(
    ("appear", "left"), [(("ben",), {}), (("anna", "ben"), {"anna": "driver", "ben": "passenger"})]
)
def test_a_new_scene_without_the_driver(appear: tuple[str, ...], left: dict[str, str]) -> None:
    world = table(who(airfield(), "anna"), who(airfield(), "ben"), content=CONTENT)
    do(world, OpenScene("Roof", "ordinary", ("anna", "ben")))
    mount(world, "anna", "ben")
    do(world, CloseScene())
    do(world, OpenScene("Street", "ordinary", appear))
    assert seats(world) == left


# ---------------------------------------------------------------- effects


@pytest.mark.rule("NW3-BROOM-01", "NW3-SKILL-14")
@pytest.mark.parametrize(
    ("target", "riding", "seat_of"),
    [("anna", (), "driver"), ("ben", ("anna",), "passenger"), ("ben", (), ""), ("ghoul", ("anna",), "")],
)
def test_an_effect_puts_somebody_on_a_broom(target: str, riding: tuple[str, ...], seat_of: str) -> None:
    world = airfield(content=CONTENT, anna={"knows": ("hop",)})
    if riding:
        mount(world, *riding)
    done = do(world, UseBlock("anna", "hop", (target,)))
    assert seats(world).get(target, "") == seat_of
    assert ("ride.no_broom" in done.keys) is not bool(seat_of)
    assert battle_of(world).spent == []


@pytest.mark.rule("NW3-BROOM-07", "NW3-BROOM-08", "NW3-FLY-04")
@pytest.mark.parametrize("block", ["down", "ground"])
@pytest.mark.parametrize(("target", "left"), [("anna", {}), ("ben", {"anna": "driver"})])
def test_an_effect_takes_somebody_off(block: str, target: str, left: dict[str, str]) -> None:
    world = flight("ben", anna={"knows": ("down", "ground")})
    do(world, UseBlock("anna", block, (target,)))
    assert seats(world) == left
    assert grounded(world, target)


@pytest.mark.rule("NW3-BROOM-02")
def test_who_drives_is_known_to_riders_and_to_the_owner() -> None:
    world = flight("ben", driver_lost="next_rider")
    driver = aboard.driver_of(world, who(world, "ben"))
    assert driver is who(world, "anna")
    do(world, Dismount("anna"))
    assert aboard.driver_of(world, who(world, "anna")) is who(world, "ben")
    assert aboard.driver_of(world, who(world, "cleo")) is None


# ---------------------------------------------------------------- files


@pytest.mark.rule("NW3-BROOM-01")
def test_a_file_of_a_character_leaves_the_broom_at_the_table() -> None:
    world = table(wizard("anna", "heron_mk2", pack=CONTENT), content=CONTENT)
    mount(world, "anna")
    text = write_character(who(world, "anna"))
    again = read_character(text, CONTENT, world.state.options)
    assert (again.riding, again.flying, again.items[0].driver) == (None, "", "")
    for field in ("riding = { owner = 'x', broom = 'y', item = 'z' }", "items = [{ item = 'plume', driver = 'x' }]"):
        with pytest.raises(Malformed, match="no such field"):
            read_character(f'game = "nw3"\nname = "Anna"\n{field}', CONTENT, world.state.options)
