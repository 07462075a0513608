"""NW3-FORT: Areas as Scenes, their kinds, moving, split parties, charts and Retreats; rows A8 to A15."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import battle_of
from nw3_fortress import (
    area,
    casket_of,
    dive_of,
    diving,
    do,
    entered,
    foe,
    gate,
    pc,
    refused,
    scene_of,
    seat,
    walk,
    who,
)
from rulewright.games.nw3.battles import on_judges
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.battle import EndBattle, StartBattle
from rulewright.games.nw3.battles.movement import Move, Withdraw
from rulewright.games.nw3.episodes.scenes import CloseScene
from rulewright.games.nw3.fortresses.moving import GoThrough
from rulewright.games.nw3.fortresses.position import fortress
from rulewright.games.nw3.fortresses.refereeing import (
    BringEnemies,
    EventResolved,
    PlayArea,
    RollOrChoose,
    SetCleared,
    SetGate,
)
from rulewright.games.nw3.state import EMULATORS, Nw3World, Sheet

PARTY = ("anna", "ben")
TO_PARADE = ("g1", "g2", "g4")


def steady(id: str, spd: int, **values: Any) -> Any:
    return pc(id, spd=spd, sevens=["initiative"], **values)


def fighting(*ways: str, where: str = "mascot_parade", **options: Any) -> Nw3World:
    """In the Main Process of Anna, in an Area to which these Gates led."""
    world = entered(*ways, people=(steady("anna", 40), steady("ben", 30)), **options)
    assert scene_of(world).area == where
    if not any(one.side == EMULATORS and one.present for one in world.state.characters.values()):
        do(world, BringEnemies("pinball_hound"))
    do(world, StartBattle())
    assert battle_of(world).acting == "anna"
    return world


@pytest.mark.rule("NW3-FORT-01", "NW3-FORT-02", "NW3-FORT-04")
def test_an_area_is_a_scene() -> None:
    world = entered("g1")
    first = scene_of(world)
    assert (first.title, first.area, first.gates) == ("Claw Alley", "claw_alley", 1)
    who(world, "anna").used = {"scene:drill": 1, "episode:drill": 1}
    done = do(world, GoThrough("g2", PARTY))
    assert who(world, "anna").used == {"episode:drill": 1}
    assert done.keys.index("scene.ends") < done.keys.index("scene.begins") < done.keys.index("area.entered")
    assert scene_of(world).number == first.number + 1
    place = fortress(world)
    assert place is not None
    assert [one.kind for one in place.area].count("entrance") == 1


@pytest.mark.rule("NW3-FORT-02", "NW3-FORT-03")
def test_a15_limits_per_scene_are_fresh_for_those_who_go_on_alone() -> None:
    world = entered("g1")
    for id in PARTY:
        who(world, id).used = {"scene:drill": 1}
    do(world, GoThrough("g2", ("anna",)))
    assert not who(world, "anna").used
    assert who(world, "ben").used == {"scene:drill": 1}


@pytest.mark.rule("NW3-FORT-03")
def test_a_split_party_has_a_scene_in_each_area() -> None:
    world = entered("g1", people=(pc("anna"), pc("ben"), pc("cleo")))
    alley = scene_of(world)
    do(world, GoThrough("g2", ("anna",)))
    assert world.state.waiting == {"claw_alley": alley}
    assert [who(world, id).present for id in ("anna", "ben", "cleo")] == [True, False, False]
    done = do(world, PlayArea("claw_alley"))
    assert scene_of(world) is alley
    assert "scene.ends" not in done.keys
    assert [who(world, id).present for id in ("anna", "ben", "cleo")] == [False, True, True]
    assert set(world.state.waiting) == {"pinball_chute"}
    done = do(world, GoThrough("g2", ("ben", "cleo")))
    assert "scene.ends" in done.keys
    assert not world.state.waiting
    assert scene_of(world).appeared == ["anna", "ben", "cleo"]
    refused(world, PlayArea("claw_alley"), "nobody_there")


@pytest.mark.rule("NW3-FORT-03", "NW3-FORT-02")
def test_who_waits_in_another_area_does_not_rest() -> None:
    world = entered("g1", people=(pc("anna"), pc("ben", sheet=None), pc("cleo")))
    who(world, "ben").hp = 5
    who(world, "ben").statuses = {"dazed": 0}
    do(world, GoThrough("g2", ("anna",)))
    done = do(world, CloseScene())
    assert not done.questions
    assert who(world, "ben").statuses


@pytest.mark.rule("NW3-FORT-12", "NW3-FORT-15", "NW3-FORT-OPEN-06")
@pytest.mark.parametrize(
    ("house", "on", "back"), [("visited_only", False, True), ("any", True, True), ("none", False, False)]
)
def test_a9_a10_leaving_an_area_that_is_not_cleared(house: str, on: bool, back: bool) -> None:
    for id, allowed in (("g5", on), ("g4", back)):
        world = entered(*TO_PARADE, leave_uncleared=house)
        assert not area(world, "mascot_parade").cleared
        if allowed:
            do(world, GoThrough(id, PARTY))
        else:
            refused(world, GoThrough(id, PARTY), "area_not_cleared")


@pytest.mark.rule("NW3-FORT-12")
def test_what_counts_is_where_this_character_has_been() -> None:
    world = entered("g1", people=(pc("anna"), pc("ben")))
    do(world, GoThrough("g1", ("ben",)))
    do(world, PlayArea("claw_alley"))
    do(world, SetCleared("claw_alley", cleared=False))
    area(world, "ticket_hall").visitors.remove("anna")
    refused(world, GoThrough("g1", ("anna",)), "area_not_cleared")


@pytest.mark.rule("NW3-FORT-13")
def test_going_together() -> None:
    world = entered("g1", people=(pc("anna"), pc("ben"), pc("cleo")))
    who(world, "cleo").hp = 0
    refused(world, GoThrough("g2", ("ben",)), "not_your_character", seat=seat("anna"))
    refused(world, GoThrough("g2", ("cleo",)), "incapacitated")
    done = do(world, GoThrough("g2", ("anna", "ben")), answers={"who_moves ben": "no"}, seat=seat("anna"))
    assert "who_moves" in done.questions
    assert dive_of(world).where["ben"] == "claw_alley"
    refused(world, GoThrough("g4", ("anna", "ben")), "not_in_scene")


@pytest.mark.rule("NW3-FORT-13", "NW3-FORT-OPEN-22")
def test_who_is_down_is_carried() -> None:
    world = entered("g1", people=(pc("anna"), pc("ben")))
    who(world, "ben").hp = 0
    done = do(world, GoThrough("g2", ("anna", "ben")), seat=seat("anna"))
    assert not done.questions
    assert scene_of(world).appeared == ["anna", "ben"]


@pytest.mark.rule("NW3-FORT-02")
def test_a11_what_is_in_another_area_is_no_target() -> None:
    world = entered("g1", people=(steady("anna", 40), steady("ben", 30), foe("hound"), foe("far")))
    for id in ("hound",):
        dive_of(world).where[id] = "claw_alley"
        who(world, id).present, who(world, id).sevens = True, ["initiative"]
    who(world, "far").present = False
    do(world, StartBattle())
    refused(world, Attack("anna", ("far",)), "not_in_scene")
    refused(world, GoThrough("g1", PARTY), "in_combat")


@pytest.mark.rule("NW3-FORT-05")
@pytest.mark.parametrize(
    ("ways", "where", "cleared"),
    [((), "ticket_hall", True), (("g1",), "claw_alley", True), (TO_PARADE, "mascot_parade", False),
     ((*TO_PARADE, "g5"), "photo_booth", False), ((*TO_PARADE, "g5", "g7"), "breaker_room", True)],
)  # fmt: skip
def test_which_areas_are_cleared_at_once(ways: tuple[str, ...], where: str, cleared: bool) -> None:
    world = entered(*ways)
    assert scene_of(world).area == where
    assert area(world, where).cleared == cleared


@pytest.mark.rule("NW3-FORT-07", "NW3-FORT-05")
def test_an_enemy_area_begins_a_battle_and_is_cleared_with_it() -> None:
    world = entered("g1", "g2", people=(steady("anna", 40), steady("ben", 30)))
    do(world, SetCleared())
    done = do(world, GoThrough("g4", PARTY))
    assert done.log.index("area.entered") < done.log.index("description_over") < done.log.index("battle.begins")
    there = [who(world, id) for id in area(world, "mascot_parade").enemies]
    assert [one.name for one in there] == ["Plush Regiment", "Pinball Hound 1", "Pinball Hound 2"]
    assert battle_of(world).fortress
    for one in there:
        one.hp = 0
    done = do(world, EndBattle("victory"))
    assert "area.cleared" in done.keys
    walk(world, "g4")
    done = do(world, GoThrough("g4", PARTY))
    assert not done.questions
    assert world.state.battle is None


@pytest.mark.rule("NW3-FORT-07", "NW3-FORT-05")
def test_with_an_enemy_left_it_is_not_cleared() -> None:
    world = entered(*TO_PARADE, people=(steady("anna", 40), steady("ben", 30)))
    do(world, StartBattle())
    first, *others = area(world, "mascot_parade").enemies
    for id in others:
        who(world, id).hp = 0
    do(world, EndBattle())
    assert not area(world, "mascot_parade").cleared
    assert scene_of(world).fought
    who(world, first).hp = 0
    do(world, BringEnemies("pinball_hound"))
    assert len(area(world, "mascot_parade").enemies) == 4


@pytest.mark.rule("NW3-FORT-08")
def test_an_event_area_becomes_another() -> None:
    world = entered(*TO_PARADE, "g5")
    done = do(world, EventResolved())
    assert (area(world, "photo_booth").kind, area(world, "photo_booth").cleared) == ("normal", True)
    assert {"area.resolved", "area.cleared"} <= set(done.keys)


@pytest.mark.rule("NW3-FORT-08")
def test_a13_objects_of_an_event_area_work_from_its_end() -> None:
    world = entered(*TO_PARADE, "g5")
    do(world, EventResolved())
    do(world, GoThrough("g8", PARTY))
    ruler = who(world, casket_of(world).ruler)
    assert ruler.present
    assert ruler.id in area(world, "owner_office").enemies
    assert [one for one in world.state.characters.values() if one.record == "madame_tilt"] == [ruler]
    assert world.state.phase == "climax"
    assert not on_judges.bonuses(ruler, "hit")
    do(world, EventResolved())
    assert area(world, "owner_office").kind == "object"
    assert [part.value for part in on_judges.bonuses(ruler, "hit")] == [2]


@pytest.mark.rule("NW3-DIVE-02")
def test_the_referee_may_stay_in_the_middle_phase() -> None:
    world = entered(*TO_PARADE, "g5")
    do(world, EventResolved())
    do(world, GoThrough("g8", PARTY), answers={"start_climax": "no"})
    assert world.state.phase == "middle"


@pytest.mark.rule("NW3-FORT-11")
def test_what_is_remembered() -> None:
    world = entered("g1")
    do(world, SetCleared(cleared=False))
    assert not area(world, "claw_alley").cleared
    walk(world, "g1")
    assert (area(world, "claw_alley").visited, area(world, "claw_alley").visitors) == (True, list(PARTY))
    gate(world, "g6").opened = True
    walk(world, "g1", "g2", "g4", "g6")
    assert scene_of(world).area == "jackpot_engine"


@pytest.mark.rule("NW3-FORT-06")
@pytest.mark.parametrize(
    ("entry", "faces", "comes"),
    [(1, (), "nothing"), (None, (2,), "nothing"), (2, (), "money"), (None, (6,), "enemies")],
)
def test_roll_or_choose(entry: int | None, faces: tuple[int, ...], comes: str) -> None:
    world = entered("g1")
    who(world, "anna").sheet = Sheet(("magus", "hero"), ("light", "wind"), "luck")
    answers = {"description_over": "no"} if comes == "enemies" else {"who_finds": "anna"} if comes == "money" else None
    done = do(world, RollOrChoose(entry), faces, answers)
    assert "chart.event" in done.keys
    assert bool(area(world, "claw_alley").enemies) == (comes == "enemies")
    assert area(world, "claw_alley").cleared == (comes != "enemies")
    refused(world, RollOrChoose(), "already_tried")
    if comes == "enemies":
        do(world, SetCleared())
    walk(world, "g1", "g1")
    refused(world, RollOrChoose(9), "no_chart")
    do(world, RollOrChoose(1))


@pytest.mark.rule("NW3-FORT-06", "NW3-FORT-OPEN-11")
def test_without_a_chart_there_is_no_choice() -> None:
    refused(diving(), RollOrChoose(), "no_chart")


@pytest.mark.rule("NW3-FORT-15", "NW3-FORT-OPEN-22")
def test_a_retreat_leads_through_a_gate() -> None:
    world = fighting(*TO_PARADE)
    answers = {"long_permission": "yes", "retreat_or_stay": "retreat", "retreat_gate": "g5"}
    done = do(world, Move("anna", "long"), answers=answers, seat=seat("anna"))
    options = done.question("retreat_gate").options
    assert [one.value for one in options] == ["g4", "g5"]
    assert done.question("retreat_gate").default == "g4"
    assert dive_of(world).where["anna"] == "photo_booth"
    assert battle_of(world).acting == "ben"
    assert dive_of(world).walked[-1].gate == "g5"
    do(world, EndBattle())
    done = do(world, PlayArea("photo_booth"))
    assert "area.entered" in done.keys
    assert who(world, "anna").present
    assert not who(world, "anna").retreated
    assert area(world, "photo_booth").visitors == ["anna"]


@pytest.mark.rule("NW3-FORT-15")
def test_when_all_have_retreated_the_scene_ends() -> None:
    world = fighting(*TO_PARADE)
    answers = {"long_permission": "yes"}
    do(world, Move("anna", "long"), answers=answers)
    done = do(world, Move("ben", "long"), answers=answers)
    assert "scene.ends" in done.keys
    assert world.state.scene is None
    do(world, PlayArea("pinball_chute"))
    assert scene_of(world).appeared == list(PARTY)


@pytest.mark.rule("NW3-FORT-15", "NW3-FORT-OPEN-06")
def test_a_retreat_to_where_one_has_been_where_the_table_has_it_so() -> None:
    world = fighting(*TO_PARADE, leave_uncleared="none")
    done = do(world, Move("anna", "long"), answers={"long_permission": "yes"})
    assert [one.value for one in done.question("retreat_gate").options] == ["g4"]


@pytest.mark.rule("NW3-FORT-15")
def test_a12_no_retreat_where_no_gate_leads_out() -> None:
    world = fighting("g1", "g2", where="pinball_chute")
    do(world, SetGate("g4", "closed"))
    refused(world, Move("anna", "long"), "no_gate_to_leave", seat=seat("anna"))
    hound = next(one for one in world.state.characters.values() if one.side == EMULATORS and one.present)
    who(world, "anna").engage = hound.engage = "e1"
    do(world, Withdraw("anna"))
    assert not who(world, "anna").engage


@pytest.mark.rule("NW3-DIVE-10", "NW3-FORT-15")
def test_where_one_may_leave_a_retreat_leads_out_of_the_fortress() -> None:
    world = fighting(*TO_PARADE)
    dive_of(world).permitted = ["anna"]
    do(world, Move("anna", "long"), answers={"long_permission": "yes", "retreat_gate": "outside"})
    assert "anna" not in dive_of(world).where
    assert "anna" not in casket_of(world).inside
    assert not dive_of(world).permitted
