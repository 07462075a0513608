"""NW3-DIVE: entry conditions, the way in and the way out, and the end of a Dive; rows D1 to D12."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_fortress import (
    area,
    casket_of,
    dive_of,
    diving,
    do,
    entered,
    pc,
    prepared,
    refused,
    seat,
    who,
    with_pack,
)
from rulewright.games.nw3.battles.battle import EndBattle, StartBattle
from rulewright.games.nw3.battles.flying import Fly
from rulewright.games.nw3.fortresses.diving import (
    EndDive,
    EnterFortress,
    LeaveFortress,
    OpenFortress,
    Permit,
    RulerDefeated,
    SetFlag,
)
from rulewright.games.nw3.fortresses.moving import GoThrough
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.state import Carried, Nw3World

MP_3 = 'kind = "cost", pool = "mp", amount = 3'
WORD = 'kind = "keyword", word = "Last Train"'
ITEM = 'kind = "item", item = "door_key"'
KEY = '[[item]]\nid = "door_key"\nname = "Door Key"\nclass = ["tool"]\nslot = "none"\ncost = 1'


def tower(*conditions: str, entrance: str = "", objects: str = "", area: str = "") -> Nw3Content:
    """A Fortress of two Areas, whose entrance asks for these."""
    asked = ", ".join(f"{{ {one} }}" for one in conditions)
    return with_pack(f"""
[[fortress]]
id = "tower"
name = "The Tower"
ruler = "madame_tilt"
entrance = {{ area = "door", condition = [{asked}] {", " + entrance if entrance else ""} }}
area = [
  {{ id = "door", name = "Door", kind = "entrance" }},
  {{ id = "hall", name = "Hall", kind = "normal" {", " + area if area else ""} }},
]
gate = [{{ id = "up", kind = "normal", from = "door", to = "hall" }}]
""", KEY)  # fmt: skip


def before(*people: Any, conditions: tuple[str, ...] = (), entrance: str = "", **options: Any) -> Nw3World:
    return prepared(*people, fortress="tower", content=tower(*conditions, entrance=entrance), **options)


def inside(world: Nw3World) -> list[str]:
    return [id for id in dive_of(world).where if who(world, id).kind == "pc"]


@pytest.mark.rule("NW3-DIVE-06", "NW3-DIVE-07")
def test_d1_each_pays_and_who_cannot_stays_outside() -> None:
    world = before(pc("anna", mp=20), pc("ben", mp=3), pc("cleo", mp=2), conditions=(MP_3,))
    done = do(world, EnterFortress(("anna", "ben", "cleo")))
    assert inside(world) == ["anna", "ben"]
    assert [who(world, id).mp for id in ("anna", "ben", "cleo")] == [17, 0, 2]
    assert "refuse.not_enough_mp" in done.keys
    refused(world, EnterFortress(("cleo",)), "not_enough_mp", seat=seat("cleo"))


@pytest.mark.rule("NW3-DIVE-07")
@pytest.mark.parametrize(("hp", "left"), [(5, None), (6, 1)])
def test_d2_one_hp_has_to_be_left(hp: int, left: int | None) -> None:
    world = before(pc("anna", hp=hp), conditions=('kind = "cost", pool = "hp", amount = 5',))
    if left is None:
        refused(world, EnterFortress(("anna",)), "not_enough_hp")
    else:
        do(world, EnterFortress(("anna",)))
        assert who(world, "anna").hp == left


@pytest.mark.rule("NW3-DIVE-07")
def test_d3_one_pays_for_the_party() -> None:
    prana = 'kind = "cost", pool = "prana", amount = 2'
    world = before(pc("anna"), pc("ben", prana=2), conditions=(prana,), entrance='per = "party"')
    refused(world, EnterFortress(("anna", "ben")), "not_enough_prana")
    do(world, EnterFortress(("anna", "ben"), payer="ben"))
    assert inside(world) == ["anna", "ben"]
    assert who(world, "ben").prana == 0


@pytest.mark.rule("NW3-DIVE-08")
@pytest.mark.parametrize("said", [" last  TRAIN ", "Last Train"])
def test_d4_how_words_are_compared(said: str) -> None:
    world = before(conditions=(WORD,))
    refused(world, EnterFortress(("anna",), "first train"), "wrong_keyword")
    do(world, EnterFortress(("anna",), said), seat=seat("anna"))
    assert inside(world) == ["anna"]


@pytest.mark.rule("NW3-DIVE-08")
def test_counted_tries_at_the_word() -> None:
    world = before(conditions=(WORD,), entrance="tries = 2")
    for _ in range(2):
        done = do(world, EnterFortress(("anna",), "open"))
        assert done.keys == ["refuse.wrong_keyword"]
    refused(world, EnterFortress(("anna",), "Last Train"), "no_tries_left")
    assert not inside(world)


@pytest.mark.rule("NW3-DIVE-06", "NW3-DIVE-07")
@pytest.mark.parametrize("consume", [False, True])
def test_d5_any_one_condition_the_one_that_is_named(consume: bool) -> None:
    item = ITEM + (", consume = true" if consume else "")
    world = before(conditions=(WORD, item), entrance='mode = "any"')
    refused(world, EnterFortress(("anna",), condition=1), "item_missing")
    refused(world, EnterFortress(("anna",)), "wrong_keyword")
    refused(world, EnterFortress(("anna",), condition=2), "invalid_target")
    who(world, "anna").items = [Carried("key.1", "door_key", "carried")]
    do(world, EnterFortress(("anna",), condition=1))
    assert inside(world) == ["anna"]
    assert bool(who(world, "anna").items) != consume


@pytest.mark.rule("NW3-DIVE-06")
def test_facts_of_the_story_and_the_referees_word() -> None:
    world = before(conditions=('kind = "flag", flag = "moon_up"', 'kind = "gm", text = "A bell is rung."'))
    refused(world, EnterFortress(("anna",)), "flag_missing")
    do(world, SetFlag("moon_up"))
    refused(world, EnterFortress(("anna",)), "gm_refused")
    do(world, SetFlag("moon_up", on=False))
    refused(world, EnterFortress(("anna",)), "flag_missing")
    do(world, SetFlag("moon_up"))
    done = do(world, EnterFortress(("anna",)), answers={"condition_ok": "yes"})
    assert done.question("condition_ok").facts["condition"] == "A bell is rung."
    assert inside(world) == ["anna"]


@pytest.mark.rule("NW3-DIVE-09", "NW3-FORT-10")
def test_d6_no_way_out_not_even_by_the_entrance() -> None:
    world = diving()
    refused(world, LeaveFortress(("anna",)), "no_fortress_retreat", seat=seat("anna"))


@pytest.mark.rule("NW3-DIVE-09")
def test_an_entrance_that_is_built_as_an_exit() -> None:
    world = before(entrance="exit = true")
    do(world, EnterFortress(("anna", "ben")))
    do(world, GoThrough("up", ("ben",)))
    refused(world, LeaveFortress(("ben",)), "no_fortress_retreat")
    do(world, LeaveFortress(("anna",)), seat=seat("anna"))
    assert inside(world) == ["ben"]


@pytest.mark.rule("NW3-DIVE-10")
def test_d7_with_the_core_broken_one_may_leave_and_it_stands() -> None:
    world = diving()
    casket_of(world).core = False
    do(world, LeaveFortress(("anna",)))
    assert not who(world, "anna").present
    assert inside(world) == ["ben"]
    assert casket_of(world).fortress


@pytest.mark.rule("NW3-DIVE-10")
def test_d8_the_ruler_lets_one_go() -> None:
    world = diving()
    refused(world, Permit(("ben",)), "not_the_ruler", seat=seat("anna"))
    do(world, Permit(("anna",)))
    refused(world, LeaveFortress(("ben",)), "no_fortress_retreat")
    refused(world, LeaveFortress(("anna", "ben")), "no_fortress_retreat")
    do(world, LeaveFortress(("anna",)), seat=seat("anna"))
    assert inside(world) == ["ben"]
    do(world, Permit(("ben",)))
    do(world, Permit())
    refused(world, LeaveFortress(("ben",)), "no_fortress_retreat")


@pytest.mark.rule("NW3-DIVE-11", "NW3-DIVE-10", "NW3-DIVE-04", "NW3-CASKET-12")
def test_d9_the_ruler_defeated_without_a_core() -> None:
    world = before()
    do(world, EnterFortress(("anna", "ben")))
    done = do(world, RulerDefeated(), answers={"collapse_now": "no"})
    assert "casket.collapses" in done.keys
    do(world, LeaveFortress(("anna",)))
    done = do(world, LeaveFortress(("ben",)))
    assert "dive.over.left" in done.keys
    assert dive_of(world).over
    assert world.state.caskets
    assert world.state.scene is None


@pytest.mark.rule("NW3-DIVE-04")
def test_a_collapse_ends_the_dive_and_puts_all_outside() -> None:
    world = before()
    do(world, EnterFortress(("anna", "ben")))
    do(world, GoThrough("up", ("ben",)))
    done = do(world, RulerDefeated())
    assert done.keys[-1] == "casket.ends"
    assert not world.state.caskets
    assert [who(world, id).present for id in ("anna", "ben")] == [True, True]
    assert not world.state.waiting
    assert world.state.scene is not None
    assert (world.state.scene.area, world.state.scene.title) == ("", "The Tower")


@pytest.mark.rule("NW3-DIVE-10", "NW3-DIVE-11")
def test_d10_the_ruler_defeated_with_the_core_intact() -> None:
    world = diving()
    done = do(world, RulerDefeated())
    assert "casket.collapses" not in done.keys
    do(world, LeaveFortress(("anna", "ben")))
    assert casket_of(world).fortress
    assert dive_of(world).over


@pytest.mark.rule("NW3-DIVE-02", "NW3-DIVE-07")
def test_d11_it_belongs_to_the_middle_phase() -> None:
    world = before(phase="opening")
    refused(world, EnterFortress(("anna",)), "wrong_phase")
    do(world, EnterFortress(("anna",)), answers={"start_dive": "yes"})
    assert dive_of(world).begun


@pytest.mark.rule("NW3-DIVE-07")
def test_d12_nothing_is_paid_where_the_word_is_wrong() -> None:
    world = before(conditions=(MP_3, WORD))
    refused(world, EnterFortress(("anna",), "no"), "wrong_keyword")
    assert who(world, "anna").mp == 12


@pytest.mark.rule("NW3-DIVE-02", "NW3-DIVE-07", "NW3-FORT-02")
def test_it_begins_with_the_first_and_its_scene_with_him() -> None:
    world = before()
    refused(world, EnterFortress(("ben",)), "not_your_character", seat=seat("anna"))
    done = do(world, EnterFortress(("anna",)), seat=seat("anna"))
    assert "dive.begins" in done.keys
    scene = world.state.scene
    done = do(world, EnterFortress(("ben",)))
    assert "dive.begins" not in done.keys
    assert world.state.scene is scene
    assert scene is not None
    assert scene.appeared == ["anna", "ben"]
    refused(world, EnterFortress(("ben",)), "already_inside")
    assert area(world, "door").visitors == ["anna", "ben"]


@pytest.mark.rule("NW3-DIVE-07")
def test_who_cannot_go_in() -> None:
    world = before(pc("anna"), pc("ben", hp=0), pc("boy", kind="npc", record="lost_boy"))
    refused(world, EnterFortress(("ben",)), "incapacitated")
    refused(world, EnterFortress(("boy",)), "innocent_cannot_enter")
    refused(world, EnterFortress(("anna",), payer="boy"), "invalid_target")
    casket_of(world).hidden = True
    refused(world, EnterFortress(("anna",)), "casket_not_perceived", seat=seat("anna"))
    world.state.caskets.clear()
    refused(world, EnterFortress(("anna",)), "no_dive")
    refused(world, EndDive(), "no_dive")
    refused(world, RulerDefeated(), "no_casket")


@pytest.mark.rule("NW3-DIVE-11")
@pytest.mark.parametrize(("hp", "answer", "defeated"), [(0, "yes", True), (0, "no", False), (5, None, False)])
def test_at_the_end_of_a_battle_the_referee_is_asked(hp: int, answer: str | None, defeated: bool) -> None:
    world = before()
    do(world, EnterFortress(("anna", "ben")))
    ruler = who(world, casket_of(world).ruler)
    ruler.present, ruler.hp, ruler.sevens = True, 5, ["initiative"]
    for id in ("anna", "ben"):
        who(world, id).sevens = ["initiative"]
    do(world, StartBattle())
    ruler.hp = hp
    answers = {"ruler_defeated": answer, "collapse_now": "no"} if defeated else {"ruler_defeated": answer}
    done = do(world, EndBattle("victory"), answers=answers if answer else None)
    assert ("ruler_defeated" in done.questions) == (hp == 0)
    assert casket_of(world).ruler_defeated == defeated


@pytest.mark.rule("NW3-DIVE-13")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_who_is_left_behind_may_die(answer: str) -> None:
    world = diving()
    casket_of(world).core = False
    who(world, "ben").hp = 0
    refused(world, LeaveFortress(("ben",)), "incapacitated")
    do(world, LeaveFortress(("anna",)), answers={"left_behind_dies": answer})
    assert who(world, "ben").dead == (answer == "yes")
    assert dive_of(world).over == (answer == "yes")


@pytest.mark.rule("NW3-DIVE-13", "NW3-FORT-13")
def test_who_is_carried_out_is_not_left_behind() -> None:
    world = diving()
    casket_of(world).core = False
    who(world, "ben").hp = 0
    done = do(world, LeaveFortress(("anna", "ben")), seat=seat("anna"))
    assert not done.questions
    assert dive_of(world).over


@pytest.mark.rule("NW3-DIVE-04")
@pytest.mark.parametrize("failed", [False, True])
def test_the_referee_declares_it_over(failed: bool) -> None:
    world = diving()
    done = do(world, EndDive(failed))
    assert ("dive.over.failed" in done.keys) == failed
    assert dive_of(world).over
    assert world.state.scene is None
    assert not inside(world)


@pytest.mark.rule("NW3-DIVE-14")
def test_the_robe_does_not_fly_in_a_fortress() -> None:
    refused(diving(), Fly("anna"), "fortress_no_robe_flight")


@pytest.mark.rule("NW3-DIVE-01")
def test_a_fortress_stands_with_its_ruler_and_core() -> None:
    world = prepared()
    casket = casket_of(world)
    assert who(world, casket.ruler).record == "madame_tilt"
    assert casket.core is True
    assert casket_of(before()).core is None
    assert not who(world, casket.ruler).present
    refused(world, OpenFortress("drowned_arcade"), "casket_exists")


@pytest.mark.rule("NW3-CASKET-06")
def test_what_is_remembered_of_the_way() -> None:
    world = entered("g1")
    assert [(one.gate, one.left, one.who) for one in dive_of(world).walked] == [("g1", "ticket_hall", ["anna", "ben"])]
