"""CRN-HIRE and CRN-LOSS-06: hirelings, their wages, and who follows a dead character."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_people import ANNA, BEN, REFEREE, carrying, do, fighting, person, refused, table
from rulewright.games.cairn.armor import armor
from rulewright.games.cairn.declarations import able
from rulewright.games.cairn.hirelings import GiveControl, Hire, PayWage, ReplaceCharacter, free_hirelings
from rulewright.games.cairn.inventory import used_slots
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.state import Actor, CairnWorld
from rulewright.games.cairn.wounds import wound

WORKED = (3, 4, 5, 1, 1, 1, 6, 6, 6, 4)
NO_TRAITS: dict[str, Any] = {"creation.traits": [[]]}


def newcomers(world: CairnWorld) -> list[Actor]:
    return [actor for actor in world.state.actors.values() if "." in actor.id and not actor.id.endswith(".pc")]


def hired(world: CairnWorld, **values: Any) -> Actor:
    """Hire a porter for Anna's character and return it."""
    do(world, Hire("anna.pc", role="porter", **values), REFEREE, WORKED, NO_TRAITS)
    return newcomers(world)[-1]


# ---------------------------------------------------------------- creation


@pytest.mark.rule("CRN-HIRE-01", "CRN-HIRE-03", "CRN-ABIL-01")
def test_a_role_rolls_3d6_three_times_in_order_and_1d6_hp() -> None:
    world = table(person())
    done = do(world, Hire("anna.pc", role="porter"), ANNA, WORKED, NO_TRAITS)
    porter = newcomers(world)[0]
    assert [(roll.count, roll.sides, roll.why) for roll, _ in done.rolls] == [
        (3, 6, "STR"), (3, 6, "DEX"), (3, 6, "WIL"), (1, 6, "HP"),
    ]  # fmt: skip
    assert (porter.STR, porter.DEX, porter.WIL, porter.hp) == (12, 3, 18, 4)
    assert (porter.STR_max, porter.DEX_max, porter.WIL_max, porter.hp_max) == (12, 3, 18, 4)
    assert [thing.item for thing in porter.items] == ["maul", "shield"]
    assert "hireling_creation" not in done.questions


@pytest.mark.rule("CRN-HIRE-01")
def test_a_role_ends_with_rolls_on_the_trait_tables() -> None:
    world = table(person())
    done = do(world, Hire("anna.pc", role="porter"), ANNA, (*WORKED, 3, 5))
    assert newcomers(world)[0].traits == {"gait": 3, "voice": 5}
    assert [roll.sides for roll, _ in done.rolls[4:]] == [4, 6]


@pytest.mark.rule("CRN-HIRE-01", "CRN-HIRE-02")
def test_how_a_hireling_is_made_and_which_role_is_asked_with_the_first_as_default() -> None:
    world = table(person())
    done = do(world, Hire("anna.pc"), ANNA, WORKED, {**NO_TRAITS, "hireling_role": "guard"})
    assert done.questions[:2] == ["hireling_creation", "hireling_role"]
    assert [question.default for question in done.asked[:2]] == ["role", "porter"]
    assert {question.to for question in done.asked} == {"anna.pc"}
    assert newcomers(world)[0].role == "guard"


@pytest.mark.rule("CRN-HIRE-02", "CRN-HIRE-03")
def test_a_background_gives_a_hireling_by_the_dice_of_the_pack() -> None:
    world = table(person())
    answers = {**NO_TRAITS, "creation.background": "miller", "creation.name": "2", "creation.table": ["1", "1"]}
    faces = (5, 2, 3, 1, 1, 1, 6, 6, 6, 2, 2, 3, 6, 20)
    done = do(world, Hire("anna.pc", creation="background"), ANNA, faces, answers)
    bo = newcomers(world)[0]
    assert (bo.name, bo.kind, bo.background) == ("Bo", "hireling", "miller")
    assert [(roll.count, roll.sides) for roll, _ in done.rolls] == [
        (1, 6),
        (2, 6),
        (3, 6),
        (3, 6),
        (3, 6),
        (1, 6),
        (1, 20),
    ]
    assert (bo.rations, bo.gold, bo.STR, bo.DEX, bo.WIL, bo.hp, bo.age) == (5, 6, 3, 18, 7, 6, 30)
    assert (bo.STR_max, bo.DEX_max, bo.WIL_max, bo.hp_max) == (3, 18, 7, 6)


# ---------------------------------------------------------------- at the table


@pytest.mark.rule("CRN-HIRE-04")
def test_a_hireling_stands_on_the_partys_side_under_the_employers_player() -> None:
    world = table(person())
    porter = hired(world)
    assert (porter.kind, porter.side, porter.player, porter.employer) == ("hireling", "party", "anna", "anna.pc")
    assert world.state.actors[porter.id] is porter


@pytest.mark.rule("CRN-HIRE-04")
def test_a_hireling_tracks_inventory_and_armor() -> None:
    world = table(person())
    do(world, Hire("anna.pc", role="guard"), REFEREE, WORKED, NO_TRAITS)
    guard = newcomers(world)[0]
    assert {thing.item: thing.where for thing in guard.items} == {"axe": "held", "shield": "held", "coat": "worn"}
    assert armor(world, guard) == 2
    assert used_slots(world, guard) == 3


@pytest.mark.rule("CRN-HIRE-04")
def test_the_referee_gives_a_hireling_to_another_player() -> None:
    world = table(person())
    assert hired(world, player="ben").player == "ben"
    porter = hired(world)
    do(world, GiveControl(porter.id, "ben"), REFEREE)
    assert porter.player == "ben"
    assert refused(world, GiveControl(porter.id, "anna"), BEN).reason == "not_referee"
    assert refused(world, Hire("anna.pc", role="porter", player="ben"), ANNA).reason == "not_referee"
    assert refused(world, GiveControl("anna.pc", "ben"), REFEREE).reason == "bad_value"


@pytest.mark.rule("CRN-HIRE-04", "CRN-GEN-01")
def test_hiring_is_refused_for_others_the_dead_unknown_roles_and_in_a_fight() -> None:
    world = table(person(), person("corpse", outcome="dead"), person("help", kind="hireling"))
    assert refused(world, Hire("anna.pc", role="porter"), BEN).reason == "not_your_actor"
    assert refused(world, Hire("nobody", role="porter"), ANNA).reason == "unknown_actor"
    assert refused(world, Hire("corpse", role="porter"), ANNA).reason == "dead"
    assert refused(world, Hire("help", role="porter"), ANNA).reason == "bad_value"
    assert refused(world, Hire("anna.pc", role="king"), ANNA).reason == "bad_value"
    fighting(world)
    assert refused(world, Hire("anna.pc", role="porter"), ANNA).reason == "in_combat"


def test_two_hirelings_of_a_role_have_two_names_and_things_of_their_own() -> None:
    world = table(person())
    first, second = hired(world), hired(world)
    assert (first.name, second.name) == ("Porter", "Porter 2")
    assert not {thing.id for thing in first.items} & {thing.id for thing in second.items}
    assert hired(world, name="Old Bet").name == "Old Bet"


# ---------------------------------------------------------------- wages


@pytest.mark.rule("CRN-HIRE-05")
def test_the_wage_of_the_content_is_charged_when_the_referee_asks() -> None:
    world = table(person(gold=10))
    porter = hired(world)
    assert world.state.actors["anna.pc"].gold == 10  # hiring itself costs nothing
    done = do(world, PayWage(porter.id, periods=3), REFEREE)
    assert world.state.actors["anna.pc"].gold == 1
    assert done.told[0].facts["wage"] == 9
    assert refused(world, PayWage(porter.id), ANNA).reason == "not_referee"


@pytest.mark.rule("CRN-HIRE-05")
def test_exactly_enough_gold_pays_and_one_less_is_refused() -> None:
    world = table(person(gold=3), person("rich.pc", gold=100))
    porter = hired(world)
    do(world, PayWage(porter.id), REFEREE)
    assert world.state.actors["anna.pc"].gold == 0
    world.state.actors["anna.pc"].gold = 2
    refusal = refused(world, PayWage(porter.id), REFEREE)
    assert (refusal.reason, refusal.rule) == ("bad_value", "CRN-HIRE-05")
    do(world, PayWage(porter.id, payer="rich.pc"), REFEREE)
    assert world.state.actors["rich.pc"].gold == 97


@pytest.mark.rule("CRN-HIRE-05")
def test_only_a_living_hireling_of_a_role_has_a_wage() -> None:
    world = table(person(gold=100), person("friend", kind="hireling", employer="anna.pc"))
    assert refused(world, PayWage("friend"), REFEREE).reason == "bad_value"
    assert refused(world, PayWage("anna.pc"), REFEREE).reason == "bad_value"
    porter = hired(world)
    porter.outcome = "dead"
    assert refused(world, PayWage(porter.id), REFEREE).reason == "dead"


# ---------------------------------------------------------------- after a death


def bereaved(**values: Any) -> CairnWorld:
    """Anna's character is dead; a wounded porter of hers and one of Ben's are there."""
    world = table(
        carrying(person(outcome="dead", STR=0, STR_max=9), "axe held", "coat worn"),
        person("ben.pc", player="ben"),
        person(
            "porter", kind="hireling", employer="anna.pc", role="porter", STR=5, STR_max=12, hp=0, hp_max=3, **values
        ),
        person("bens", kind="hireling", employer="ben.pc", player="ben"),
    )
    carrying(world.state.actors["porter"], "maul held")
    world.state.actors["porter"].fatigue = 2
    return world


@pytest.mark.rule("CRN-LOSS-06", "CRN-HIRE-06")
def test_a_hireling_taken_over_becomes_a_pc_with_all_values_kept() -> None:
    world = bereaved()
    porter = world.state.actors["porter"]
    done = do(world, ReplaceCharacter("anna.pc"), ANNA, (), {"replacement": "porter"})
    assert (porter.kind, porter.player, porter.employer) == ("pc", "anna", "")
    assert (porter.STR, porter.STR_max, porter.hp, porter.hp_max, porter.fatigue) == (5, 12, 0, 3, 2)
    assert [thing.item for thing in porter.items] == ["maul"]
    question = done.asked[0]
    assert ([option.value for option in question.options], question.default) == (["new", "porter"], "new")
    assert question.to == "anna.pc"
    assert not done.rolls


@pytest.mark.rule("CRN-LOSS-06")
def test_a_new_character_joins_at_once_and_the_dead_keep_their_things() -> None:
    world = bereaved()
    answers = {"creation.background": "drifter", **NO_TRAITS}
    faces = (2, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 10)
    done = do(world, ReplaceCharacter("anna.pc"), ANNA, faces, answers)
    dee = newcomers(world)[0]
    assert (dee.name, dee.kind, dee.player, dee.side) == ("Dee", "pc", "anna", "party")
    assert (dee.STR, dee.DEX, dee.WIL, dee.hp) == (9, 12, 15, 6)
    assert dee.items == []
    assert [thing.item for thing in world.state.actors["anna.pc"].items] == ["axe", "coat"]
    assert world.state.actors["anna.pc"].replaced_by == dee.id
    assert {question.to for question in done.asked} == {"anna.pc"}


@pytest.mark.rule("CRN-LOSS-06")
def test_the_hireling_of_a_new_character_comes_along() -> None:
    world = bereaved()
    answers = {
        "creation.background": "miller",
        "creation.name": "1",
        "creation.table": ["4", "1"],
        "creation.traits": [[]],
    }
    faces = (1, 1, 1, *[3] * 9, 4, 1, *WORKED)
    do(world, ReplaceCharacter("anna.pc", "new"), REFEREE, faces, answers)
    ada, porter = newcomers(world)
    assert (ada.kind, porter.kind, porter.employer, porter.player) == ("pc", "hireling", ada.id, "anna")


@pytest.mark.rule("CRN-LOSS-06")
@pytest.mark.parametrize("by", ["new", "porter"])
def test_in_a_fight_the_newcomer_acts_from_the_next_party_phase(by: str) -> None:
    world = bereaved()
    fight = fighting(world)
    faces = (2, 3, 3, *[3] * 9, 4, 1) if by == "new" else ()
    done = do(world, ReplaceCharacter("anna.pc", by), ANNA, faces, {"creation.background": "drifter", **NO_TRAITS})
    newcomer = world.state.actors["anna.pc"].replaced_by
    assert fight.late == [newcomer]
    assert fight.members.count(newcomer) == 1
    assert not able(fight, world.state.actors[newcomer])
    fight.late.clear()  # the next round has come
    assert able(fight, world.state.actors[newcomer])
    assert not any(roll.sides == 20 and roll.rule.startswith("CRN-SAVE") for roll, _ in done.rolls)  # no first save


@pytest.mark.rule("CRN-LOSS-06")
@pytest.mark.parametrize("outcome", ["dead", "destroyed", "fled", "routed", "surrendered"])
def test_a_hireling_that_is_dead_or_gone_is_not_offered(outcome: str) -> None:
    world = bereaved(outcome=outcome)
    assert free_hirelings(world, world.state.actors["anna.pc"]) == []
    assert refused(world, ReplaceCharacter("anna.pc", "porter"), ANNA).reason == "bad_value"


@pytest.mark.rule("CRN-LOSS-06")
def test_a_hireling_of_another_player_is_not_free() -> None:
    world = bereaved()
    assert refused(world, ReplaceCharacter("anna.pc", "bens"), ANNA).reason == "bad_value"
    do(world, GiveControl("bens", "anna"), REFEREE)
    do(world, ReplaceCharacter("anna.pc", "bens"), ANNA)
    assert world.state.actors["bens"].kind == "pc"


@pytest.mark.rule("CRN-LOSS-06", "CRN-GEN-01")
def test_only_a_dead_pc_is_replaced_by_its_player_and_once() -> None:
    world = bereaved()
    assert refused(world, ReplaceCharacter("ben.pc"), BEN).reason == "bad_value"
    assert refused(world, ReplaceCharacter("anna.pc"), BEN).reason == "not_your_actor"
    world.state.actors["bens"].outcome = "dead"
    assert refused(world, ReplaceCharacter("bens"), BEN).reason == "bad_value"
    do(world, ReplaceCharacter("anna.pc", "porter"), ANNA)
    assert refused(world, ReplaceCharacter("anna.pc", "new"), ANNA).reason == "decision_closed"


# ---------------------------------------------------------------- wounds


@pytest.mark.rule("CRN-HIRE-04")
def test_a_hireling_brought_to_exactly_zero_gets_no_scar_unless_the_table_says_so() -> None:
    world = table(person("porter", kind="hireling", hp=3))
    porter = world.state.actors["porter"]
    taken = wound(world, porter, 3)
    assert (porter.hp, taken.scar) == (0, 0)
    porter.hp = 3
    world.state.options = Options(hireling_scars=True)
    assert wound(world, porter, 3).scar == 3


@pytest.mark.rule("CRN-HIRE-06")
def test_a_hireling_taken_over_gets_scars_like_any_pc() -> None:
    world = bereaved()
    porter = world.state.actors["porter"]
    do(world, ReplaceCharacter("anna.pc", "porter"), ANNA)
    porter.hp = 2
    assert wound(world, porter, 2).scar == 2
