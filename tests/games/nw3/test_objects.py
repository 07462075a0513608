"""NW3-FORT-09, -19, NW3-DIVE-12, NW3-FORT-20: Objects of Areas, the Core, and effects of places."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import battle_of
from nw3_fortress import (
    area,
    casket_of,
    dive_of,
    do,
    entered,
    foe,
    gate,
    pc,
    prepared,
    refused,
    scene_of,
    seat,
    walk,
    who,
    with_pack,
)
from nw3_scenes import run
from rulewright.games.nw3.battles import carrying_out, on_judges
from rulewright.games.nw3.battles.battle import StartBattle
from rulewright.games.nw3.battles.effect_use import Use
from rulewright.games.nw3.battles.usable import of_skill
from rulewright.games.nw3.fortresses import position
from rulewright.games.nw3.fortresses.diving import EnterFortress
from rulewright.games.nw3.fortresses.moving import GoThrough
from rulewright.games.nw3.fortresses.objects import AttackObject, BreakCore, OperateObject, ShowObject
from rulewright.games.nw3.fortresses.refereeing import BringEnemies, PlayArea, SetCleared, SetGate
from rulewright.games.nw3.fortresses.searching import SearchGate
from rulewright.games.nw3.records.content_blocks import Skill
from rulewright.games.nw3.records.fortress_effects import EnemyGroup, MoveToArea, StartCombat
from rulewright.games.nw3.records.fortress_effects import SetGate as SetGateEffect
from rulewright.games.nw3.records.fortresses import Fortress
from rulewright.games.nw3.state import EMULATORS, Nw3World, Sheet

PARTY = ("anna", "ben")
TO_PARADE = ("g1", "g2", "g4")


def vault(**attributes: int) -> Nw3World:
    """Anna and Ben in the Coin Vault, with the Whispering Change and the Prize Shelf."""
    anna = pc("anna", attributes=attributes)
    anna.sheet = Sheet(("magus", "hero"), ("light", "wind"), "luck")
    world = entered("g1", people=(anna, pc("ben")))
    do(world, SetGate("g3", revealed=True))
    walk(world, "g3")
    return world


def keep(by: str) -> Nw3World:
    """Anna and Ben at a Core that is broken in this way, with something out of sight."""
    records = f"""
[[fortress]]
id = "keep"
name = "The Keep"
ruler = "madame_tilt"
entrance = {{ area = "door" }}
area = [
  {{ id = "door", name = "Door", kind = "entrance" }},
  {{ id = "heart", name = "Heart", kind = "core", objects = ["heart_stone", "loose_stone"] }},
]
gate = [{{ id = "up", kind = "normal", from = "door", to = "heart" }}]
[[object]]
id = "heart_stone"
name = "Heart Stone"
kind = "core"
destroy_by = "{by}"
destructible = {{ hp = 5 }}
text = "It beats."
[[object]]
id = "loose_stone"
name = "Loose Stone"
kind = "prose"
visible = false
interact = {{ action = "free" }}
text = "It turns."
"""
    world = prepared(fortress="keep", content=with_pack(records))
    do(world, EnterFortress(PARTY))
    do(world, GoThrough("up", PARTY))
    return world


def at_core(**stats: int) -> Nw3World:
    world = entered(*TO_PARADE, people=(pc("anna", **stats), pc("ben")))
    do(world, SetGate("g6", "open"))
    walk(world, "g6")
    assert scene_of(world).area == "jackpot_engine"
    return world


@pytest.mark.rule("NW3-FORT-19")
@pytest.mark.parametrize(("answer", "money"), [("anna", 120000), ("", 0)])
def test_money_that_its_finder_cannot_keep_goes_to_somebody_with_a_sheet(answer: str, money: int) -> None:
    world = vault()
    who(world, "ben").attributes.awareness = 5
    done = do(world, OperateObject("ben", "prize_shelf"), (3, 3), {"who_finds": answer}, seat=seat("ben"))
    assert {one.value for one in done.question("who_finds").options} == {"anna", ""}
    sheet = who(world, "anna").sheet
    assert sheet is not None
    assert sheet.money == money


@pytest.mark.rule("NW3-FORT-19")
def test_a_cache_gives_what_is_in_it() -> None:
    world = vault(awareness=5)
    done = do(world, OperateObject("anna", "prize_shelf"), (2, 3), seat=seat("anna"))
    assert "object.operated" not in done.keys
    done = do(world, OperateObject("anna", "prize_shelf"), (3, 3), seat=seat("anna"))
    assert done.event("object.money").facts["valco"] == 120000
    sheet = who(world, "anna").sheet
    assert sheet is not None
    assert sheet.money == 120000
    refused(world, OperateObject("anna", "prize_shelf"), "limit_reached")
    refused(world, OperateObject("anna", "whispering_change"), "not_operable")
    refused(world, OperateObject("anna", "main_breaker"), "object_not_here")
    refused(world, OperateObject("anna", "prize_shelf"), "not_your_character", seat=seat("ben"))


@pytest.mark.rule("NW3-FORT-19", "NW3-FORT-OPEN-20")
def test_a14_an_aura_of_the_enemies_of_the_pcs() -> None:
    world = vault()
    anna = who(world, "anna")
    do(world, BringEnemies("pinball_hound"))
    hound = who(world, area(world, "coin_vault").enemies[0])
    assert [(part.source, part.value) for part in on_judges.bonuses(hound, "patk")] == [("object:whispering_change", 2)]
    for kind in ("hit", "dodge", "pdef", "mdef", "initiative"):  # every Judge, and no dice that are none
        assert [part.value for part in on_judges.bonuses(hound, kind)] == [2], kind
    assert not on_judges.bonuses(anna, "patk")
    area(world, "coin_vault").objects.append("whispering_change")
    do(world, BringEnemies("pinball_hound"))
    assert [part.value for part in on_judges.bonuses(hound, "dodge")] == [2]
    walk(world, "g3")
    assert not on_judges.bonuses(hound, "patk")


@pytest.mark.rule("NW3-FORT-19")
def test_an_object_that_is_out_of_sight() -> None:
    world = keep("area_cleared")
    refused(world, OperateObject("anna", "loose_stone"), "object_not_here", seat=seat("anna"))
    refused(world, ShowObject("loose_stone"), "not_referee", seat=seat("anna"))
    done = do(world, ShowObject("loose_stone"))
    assert done.keys == ["object.shown"]
    done = do(world, OperateObject("anna", "loose_stone"), seat=seat("anna"))
    assert done.event("object.prose").facts["text"] == "It turns."
    refused(world, ShowObject("main_breaker"), "object_not_here")


@pytest.mark.rule("NW3-FORT-19")
def test_in_a_battle_it_takes_the_action_of_its_record() -> None:
    anna = pc("anna", spd=40, sevens=["initiative"], attributes={"knowledge": 5})
    world = entered(*TO_PARADE, "g5", "g7", people=(anna, pc("ben", sevens=["initiative"])))
    do(world, BringEnemies("pinball_hound"))
    do(world, StartBattle())
    refused(world, OperateObject("ben", "main_breaker"), "not_your_main_process")
    do(world, OperateObject("anna", "main_breaker"), (3, 4))
    assert battle_of(world).acting != "anna"
    assert gate(world, "g6").opened


@pytest.mark.rule("NW3-FORT-19", "NW3-DIVE-12", "NW3-FORT-OPEN-22")
def test_a_core_that_damage_breaks() -> None:
    world = at_core(patk=40)
    do(world, SetCleared())
    refused(world, BreakCore("anna"), "indestructible")
    done = do(world, AttackObject("anna", "jackpot_core"), (1, 4), seat=seat("anna"))
    assert done.event("object.damaged").facts["damage"] == 45 - 13
    assert area(world, "jackpot_engine").hp["jackpot_core"] == 8
    assert casket_of(world).core
    done = do(world, AttackObject("anna", "jackpot_core"), (1, 4))
    assert "object.broken" in done.keys
    assert casket_of(world).core is False
    assert casket_of(world).fortress
    refused(world, AttackObject("anna", "jackpot_core"), "object_not_here")
    refused(world, BreakCore("anna"), "object_not_here")


@pytest.mark.rule("NW3-FORT-19")
def test_what_cannot_be_destroyed_and_a_blow_that_does_nothing() -> None:
    refused(vault(), AttackObject("anna", "prize_shelf"), "indestructible")
    world = at_core()
    done = do(world, AttackObject("anna", "jackpot_core"), (1, 4))
    assert done.event("object.damaged").facts["damage"] == 0


@pytest.mark.rule("NW3-DIVE-12")
@pytest.mark.parametrize("by", ["area_cleared", "gm"])
def test_a_core_that_is_broken_by_a_word(by: str) -> None:
    world = keep(by)
    if by == "gm":
        refused(world, BreakCore("anna"), "not_referee", seat=seat("anna"))
        do(world, BreakCore())
    else:
        do(world, SetCleared(cleared=False))
        refused(world, BreakCore("anna"), "area_not_cleared", seat=seat("anna"))
        refused(world, BreakCore(), "not_referee", seat=seat("anna"))
        refused(world, AttackObject("anna", "heart_stone"), "indestructible")
        do(world, SetCleared())
        do(world, BreakCore("anna"), seat=seat("anna"))
    assert casket_of(world).core is False


# ---------------------------------------------------------------- effects of places


def carry(world: Nw3World, effect: Any, *targets: str) -> None:
    """Carry out an effect on these, as a trap does."""
    skill = next(iter(world.content.by_id(Skill).values()))
    use = Use(who(world, "anna"), of_skill(world.content, skill.id, 1))
    run(world, carrying_out.carry_out(world, use, effect, [who(world, id) for id in targets]))


@pytest.mark.rule("NW3-FORT-19")
def test_somebody_is_put_into_another_area() -> None:
    world = entered("g1")
    carry(world, MoveToArea(fortress="drowned_arcade", area="coin_vault"), "anna")
    assert dive_of(world).where == {"anna": "coin_vault", "ben": "claw_alley"}
    assert not who(world, "anna").present
    assert len(dive_of(world).walked) == 1
    refused(world, SearchGate("anna"), "not_in_scene")
    do(world, PlayArea("coin_vault"))
    assert scene_of(world).appeared == ["anna"]
    assert area(world, "coin_vault").visitors == ["anna"]
    carry(world, MoveToArea(fortress="elsewhere", area="ticket_hall"), "anna")
    assert dive_of(world).where["anna"] == "coin_vault"


@pytest.mark.rule("NW3-GATE-07")
def test_a_trap_shuts_a_gate() -> None:
    world = entered(*TO_PARADE)
    carry(world, SetGateEffect(fortress="drowned_arcade", gate="g5", state="closed"), "anna", "ben")
    assert gate(world, "g5").setting == "closed"
    assert isinstance(position.fortress(world), Fortress)


@pytest.mark.rule("NW3-FORT-07")
def test_a_trap_calls_enemies_once_for_all_that_it_strikes() -> None:
    steady = {"sevens": ["initiative"], "spd": 40}
    world = entered("g1", people=(pc("anna", **steady), pc("ben", **steady), foe("far", present=False)))
    group = (EnemyGroup(enemy="pinball_hound"),)
    carry(world, StartCombat(enemies=group), "anna", "ben")
    assert len(area(world, "claw_alley").enemies) == 1
    assert [who(world, id).side for id in battle_of(world).members].count(EMULATORS) == 1
    assert not area(world, "claw_alley").cleared
