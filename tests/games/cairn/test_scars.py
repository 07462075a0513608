"""Chapter 16: scars."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

import pytest

from cairn_helpers import (
    PLAYER,
    Table,
    against_goblin,
    armed,
    carry,
    do,
    fighting,
    foe,
    hireling,
    hit,
    pc,
    refused_command,
    run,
    stones,
    world,
)
from rulewright.engine.drivers import Script
from rulewright.games.cairn.declarations import CRAWL, Declare
from rulewright.games.cairn.fatigue import AdvanceClock, Deprive
from rulewright.games.cairn.house_rules import Harm
from rulewright.games.cairn.loss import AbilityDamage
from rulewright.games.cairn.rests import RestHours, ShortRest
from rulewright.games.cairn.scars import EVENTS, ReleaseScar, by_id, receive, waits_for
from rulewright.games.cairn.scars import table as scar_table
from rulewright.games.cairn.state import HOUR, Actor
from rulewright.games.cairn.treatment import Treat
from rulewright.games.cairn.wounds import critical_save, die, stabilise


def scarred(
    hp_lost: int,
    faces: Iterable[int] = (),
    answers: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    **values: Any,
) -> tuple[Table, Actor, Script]:
    """A character at 0 HP who has just received the scar of that many HP."""
    table = world(**(options or {}))
    actor = pc(table, **({"hp": 0, "hp_max": hp_lost} | values))
    script = Script(faces, answers)
    script.run(receive(table, actor, hp_lost))
    return table, actor, script


def struck(table: Table, target: Actor, faces: Iterable[int], weapon: str = "maul") -> Script:
    """A foe's attack on the target with a weapon, played as a whole phase."""
    attacker = foe(table)
    return hit(table, attacker, target, faces, weapon=armed(table, attacker, weapon))


# ---------------------------------------------------------------- when a scar comes


@pytest.mark.rule("CRN-SCAR-01", "CRN-ATTACK-04")
@pytest.mark.parametrize("hp", range(1, 11))
def test_an_attack_to_exactly_zero_gives_the_scar_of_the_hp_lost(hp: int) -> None:
    table = world()
    actor = pc(table, hp=hp, WIL=0)
    struck(
        table,
        actor,
        [hp, *{1: (6, 1), 2: (1,), 4: (1,), 6: (1, 1, 1, 1), 8: (20,), 9: (1, 1, 1), 10: (20,)}.get(hp, ())],
    )
    assert actor.hp == 0
    assert [scar.id for scar in actor.scars] == [scar_table()[hp].id]


@pytest.mark.rule("CRN-SCAR-01")
def test_the_entry_is_the_hp_lost_not_the_die() -> None:
    table = world()
    actor = pc(table, hp=3, hp_max=9)
    actor.armor = 1
    struck(table, actor, [4])
    assert [scar.id for scar in actor.scars] == ["walloped"]  # HP 3/3 to 0: scar 3


@pytest.mark.rule("CRN-SCAR-03", "CRN-ATTACK-05")
@pytest.mark.parametrize(
    ("hp", "faces"),
    [
        (5, [4]),  # below HP
        (5, [6, 1]),  # above HP: Strength and a save
        (0, [3, 1]),  # HP already 0
    ],
)
def test_damage_other_than_the_hp_left_gives_none(hp: int, faces: list[int]) -> None:
    table = world()
    actor = pc(table, hp=hp, hp_max=6)
    struck(table, actor, faces)
    assert not actor.scars


@pytest.mark.rule("CRN-SCAR-03", "CRN-ATTACK-16")
def test_damage_zero_gives_none() -> None:
    table = world()
    actor = pc(table, hp=1)
    actor.armor = 3
    struck(table, actor, [3])
    assert (actor.hp, actor.scars) == (1, [])


@pytest.mark.rule("CRN-SCAR-03", "CRN-SLOT-04")
def test_a_full_inventory_gives_none() -> None:
    table = world(full_inventory_zero_hp=True, inventory_slots=2)
    actor = pc(table, hp=4)
    stones(table, actor, 2)
    struck(table, actor, [4, 1])
    assert (actor.STR, actor.scars) == (6, [])


@pytest.mark.rule("CRN-SCAR-03", "CRN-LOSS-01")
def test_damage_outside_combat_gives_none() -> None:
    table = world()
    actor = pc(table, hp=4)
    do(table, AbilityDamage("aino", 4))
    assert (actor.hp, actor.STR, actor.scars) == (4, 6, [])


@pytest.mark.rule("CRN-SCAR-03", "CRN-GEN-05")
def test_the_referee_setting_a_value_gives_none() -> None:
    table = world(scar_from_non_attack=True)
    actor = pc(table, hp=4)
    from rulewright.engine.builtin import Override

    do(table, Override("actors.aino.hp", 0, "a mistake"))
    assert (actor.hp, actor.scars) == (0, [])


@pytest.mark.rule("CRN-SCAR-01", "CRN-SCAR-03")
@pytest.mark.parametrize(("option", "scars"), [(False, []), (True, ["rattling_blow"])])
def test_option_scar_from_non_attack(option: bool, scars: list[str]) -> None:
    table = world(scar_from_non_attack=option)
    actor = pc(table, hp=2)
    do(table, Harm("aino", 2), [1] if option else [])
    assert (actor.hp, [scar.id for scar in actor.scars]) == (0, scars)


@pytest.mark.rule("CRN-ATTACK-04", "CRN-HIRE-04")
@pytest.mark.parametrize(("option", "scars"), [(False, []), (True, ["walloped"])])
def test_option_hireling_scars(option: bool, scars: list[str]) -> None:
    table = world(hireling_scars=option)
    actor = hireling(table, hp=3)
    pc(table)
    struck(table, actor, [3])
    assert (actor.hp, [scar.id for scar in actor.scars]) == (0, scars)


@pytest.mark.rule("CRN-SCAR-02")
@pytest.mark.parametrize("hp", [12, 13, 40])
def test_more_than_twelve_is_the_twelfth(hp: int) -> None:
    _, actor, script = scarred(hp)
    assert ([scar.id for scar in actor.scars], actor.doomed) == (["doomed"], True)
    assert not script.asked


@pytest.mark.rule("CRN-SCAR-02")
@pytest.mark.parametrize(
    ("option", "answer", "scars"),
    [
        ("use_12", None, ["doomed"]),
        ("no_scar", None, []),
        ("referee", None, ["doomed"]),
        ("referee", "use_12", ["doomed"]),
        ("referee", "no_scar", []),
    ],
)
def test_option_scar_over_twelve(option: str, answer: str | None, scars: list[str]) -> None:
    answers = {"scar_over_twelve": answer} if answer else {}
    table, actor, script = scarred(13, (), answers, {"scar_over_twelve": option})
    assert [scar.id for scar in actor.scars] == scars
    assert actor.doomed is bool(scars)
    assert [question.key for question in script.asked] == (["scar_over_twelve"] if option == "referee" else [])
    assert bool(table.told("scar.gained")) is bool(scars)
    # twelve itself is not over twelve
    _, actor, script = scarred(12, (), (), {"scar_over_twelve": option})  # type: ignore[arg-type]
    assert (actor.doomed, script.asked) == (True, [])


@pytest.mark.rule("CRN-SCAR-01")
def test_the_dead_get_no_scar() -> None:
    table = world()
    actor = pc(table, hp=0, hp_max=2)
    die(table, actor, "CRN-CRIT-02")
    run(receive(table, actor, 2))
    assert not actor.scars


@pytest.mark.rule("CRN-SCAR-01")
def test_the_table_is_that_of_the_rules() -> None:
    text = files("rulewright.games.cairn").joinpath("data/scars.toml").read_text("utf-8")
    named = [(scar["hp_lost"], scar["id"], scar["en"], scar["fi"]) for scar in tomllib.loads(text)["scars"]]
    assert named == [
        (1, "lasting_scar", "Lasting Scar", "Pysyvä arpi"),
        (2, "rattling_blow", "Rattling Blow", "Rytisevä isku"),
        (3, "walloped", "Walloped", "Rökitetty"),
        (4, "broken_limb", "Broken Limb", "Murtunut raaja"),
        (5, "diseased", "Diseased", "Sairastunut"),
        (6, "head_wound", "Reorienting Head Wound", "Vakava päävamma"),
        (7, "hamstrung", "Hamstrung", "Lamaantuminen"),
        (8, "deafened", "Deafened", "Kuuroutunut"),
        (9, "rebrained", "Re-brained", "Aivot sekaisin"),
        (10, "sundered", "Sundered", "Murskautuminen"),
        (11, "mortal_wound", "Mortal Wound", "Kohtalokas vamma"),
        (12, "doomed", "Doomed", "Tuhoon tuomittu"),
    ]
    assert len(by_id()) == 12
    waited = {step.when for scar in by_id().values() for step in scar.steps} - {"now", "next_critical_save"}
    waited |= {step.until for scar in by_id().values() for step in scar.steps} - {""}
    assert waited == {*EVENTS, "rested_hours"}


# ---------------------------------------------------------------- what each scar does


@pytest.mark.rule("CRN-SCAR-07", "CRN-SCAR-04")
@pytest.mark.parametrize(("face", "hp_max"), [(3, 4), (4, 4), (5, 5), (6, 6)])
def test_lasting_scar_takes_a_strictly_higher_roll(face: int, hp_max: int) -> None:
    table, actor, _ = scarred(1, [1, face], hp_max=4)
    assert (actor.hp, actor.hp_max) == (0, hp_max)
    told = table.told("scar.hp_max")[0]
    assert told.sum is not None
    assert told.sum.total == hp_max
    assert [part.suppressed_by for part in told.sum.parts] == (["CRN-SCAR-04", ""] if face > 4 else ["", "CRN-SCAR-04"])


@pytest.mark.rule("CRN-SCAR-07")
@pytest.mark.parametrize(
    ("face", "place"), [(1, "neck"), (2, "hands"), (3, "eye"), (4, "chest"), (5, "legs"), (6, "ear")]
)
def test_lasting_scar_has_a_place(face: int, place: str) -> None:
    table, actor, _ = scarred(1, [face, 1])
    assert actor.scars[0].note == place
    assert table.told("scar.where")[0].facts["where"] == f"place.{place}"


@pytest.mark.rule("CRN-SCAR-08")
@pytest.mark.parametrize(("face", "hp_max"), [(4, 4), (5, 5)])
def test_rattling_blow_asks_the_player_who_may_skip(face: int, hp_max: int) -> None:
    _, actor, script = scarred(2, [face], hp_max=4)
    (question,) = script.asked
    assert (question.key, question.to, question.default, question.kind) == ("scar_text", "aino", "", "text")
    assert (actor.scars[0].note, actor.hp_max) == ("", hp_max)
    _, actor, _ = scarred(2, [face], {"scar_text": "counts to ten"}, hp_max=4)
    assert actor.scars[0].note == "counts to ten"


@pytest.mark.rule("CRN-SCAR-09")
def test_walloped_until_two_hours_of_rest() -> None:
    table, actor, _ = scarred(3)
    assert (actor.deprived, actor.hp_max, waits_for(actor)) == (["scar:walloped"], 3, [])
    refused_command(table, ShortRest(("aino",)), "deprived")
    do(table, RestHours(("aino",), 1))
    assert actor.deprived == ["scar:walloped"]
    do(table, RestHours(("aino",), 2), [6])
    assert (actor.hp_max, actor.deprived, actor.pending) == (9, [], [])
    do(table, RestHours(("aino",), 2))
    assert actor.hp_max == 9


@pytest.mark.rule("CRN-SCAR-09")
def test_the_rest_removes_only_the_cause_of_walloped() -> None:
    table, actor, _ = scarred(3)
    do(table, Deprive("aino", "food"))
    do(table, RestHours(("aino",), 2), [6])
    assert (actor.hp, actor.hp_max, actor.deprived) == (0, 9, ["food"])


@pytest.mark.rule("CRN-SCAR-09")
@pytest.mark.parametrize("hours", range(1, 9))
def test_option_walloped_rest_hours(hours: int) -> None:
    table, actor, _ = scarred(3, options={"walloped_rest_hours": hours})
    if hours > 1:
        do(table, RestHours(("aino",), hours - 1))
        assert actor.deprived
    do(table, RestHours(("aino",), hours), [1])
    assert (actor.deprived, actor.hp_max) == ([], 4)


@pytest.mark.rule("CRN-SCAR-09")
def test_option_walloped_roll_timing_now() -> None:
    table, actor, _ = scarred(3, [6], options={"walloped_roll_timing": "now"})
    assert (actor.hp_max, actor.deprived, actor.pending) == (9, ["scar:walloped"], [])
    do(table, RestHours(("aino",), 2))  # no second roll
    assert (actor.hp_max, actor.deprived) == (9, [])
    run(receive(table, actor, 4), [1])  # other scars wait all the same
    assert waits_for(actor) == ["mended"]


@pytest.mark.rule("CRN-SCAR-10")
@pytest.mark.parametrize(("face", "limb"), [(1, "leg"), (2, "leg"), (3, "arm"), (4, "arm"), (5, "rib"), (6, "skull")])
def test_broken_limb_mends_later(face: int, limb: str) -> None:
    table, actor, _ = scarred(4, [face])
    assert (actor.scars[0].note, actor.hp_max, waits_for(actor)) == (limb, 4, ["mended"])
    do(table, ReleaseScar("aino", "mended"), [2, 3])
    assert (actor.hp_max, actor.pending) == (5, [])


@pytest.mark.rule("CRN-SCAR-10", "CRN-SCAR-11", "CRN-SCAR-04")
@pytest.mark.parametrize(("hp_lost", "now", "event"), [(4, [1], "mended"), (5, [], "disease_over")])
@pytest.mark.parametrize(("faces", "hp_max"), [((2, 4), 6), ((1, 5), 6), ((3, 4), 7), ((6, 6), 12)])
def test_two_dice_replace_a_lower_maximum(
    hp_lost: int, now: list[int], event: Any, faces: tuple[int, int], hp_max: int
) -> None:
    table, actor, _ = scarred(hp_lost, now, hp_max=6)
    do(table, ReleaseScar("aino", event), faces)
    assert (actor.hp, actor.hp_max) == (0, hp_max)


@pytest.mark.rule("CRN-SCAR-11")
def test_diseased_is_a_mark_until_it_is_over() -> None:
    table, actor, _ = scarred(5)
    assert [(mark.id, mark.until) for mark in actor.conditions] == [("infected", "disease_over")]
    do(table, ReleaseScar("aino", "disease_over"), [1, 1])
    assert (actor.conditions, actor.hp_max) == ([], 5)


@pytest.mark.rule("CRN-SCAR-12")
@pytest.mark.parametrize("lifts", [True, False])  # option ability_max_lifts_current has no say here
@pytest.mark.parametrize(
    ("ability", "face", "before", "roll", "after"),
    [
        ("DEX", 3, (11, 11), (5, 5, 4), (14, 14)),
        ("DEX", 3, (6, 13), (4, 3, 3), (10, 13)),
        ("WIL", 5, (10, 10), (4, 3, 3), (10, 10)),
        ("DEX", 4, (6, 13), (5, 5, 4), (14, 14)),
        ("STR", 1, (9, 12), (3, 3, 3), (9, 12)),
        ("STR", 2, (9, 12), (4, 3, 3), (10, 12)),
        ("WIL", 6, (3, 9), (6, 6, 6), (18, 18)),
    ],
)
def test_head_wound(
    lifts: bool,
    ability: str,
    face: int,
    before: tuple[int, int],
    roll: tuple[int, int, int],
    after: tuple[int, int],
) -> None:
    values = {ability: before[0], f"{ability}_max": before[1]}
    table, actor, _ = scarred(6, [face, *roll], {}, {"ability_max_lifts_current": lifts}, **values)
    assert (getattr(actor, ability), getattr(actor, f"{ability}_max")) == after
    assert actor.scars[0].note == ability
    told = table.told("scar.ability")[0].facts
    assert (told["value"], told["most"]) == after
    others = {"STR", "DEX", "WIL"} - {ability}
    assert all((getattr(actor, one), getattr(actor, f"{one}_max")) == (10, 10) for one in others)


@pytest.mark.rule("CRN-SCAR-13", "CRN-SCAR-05")
@pytest.mark.parametrize(
    ("lifts", "roll", "after"),
    [(True, (5, 5, 4), (10, 14)), (False, (5, 5, 4), (8, 14)), (True, (4, 4, 4), (8, 12)), (True, (3, 4, 4), (8, 12))],
)
def test_hamstrung_compares_with_the_maximum(lifts: bool, roll: tuple[int, int, int], after: tuple[int, int]) -> None:
    options = {"ability_max_lifts_current": lifts}
    table, actor, _ = scarred(7, options=options, DEX=8, DEX_max=12)
    assert (actor.DEX, actor.DEX_max, waits_for(actor)) == (8, 12, ["serious_aid_and_rest"])
    do(table, ReleaseScar("aino", "serious_aid_and_rest"), roll)
    assert (actor.DEX, actor.DEX_max, actor.conditions) == (*after, [])


@pytest.mark.rule("CRN-SCAR-13")
def test_the_hamstrung_barely_move() -> None:
    table, _, _ = scarred(7, hp=1)
    against_goblin(table)
    do(table, Declare("aino", "other", move=CRAWL))
    refused_command(table, Declare("aino", "other", move=4), "move_too_far")
    refused_command(table, Declare("aino", "move", move=3, second_move=3), "move_too_far")
    table.state.fight = None
    do(table, ReleaseScar("aino", "serious_aid_and_rest"), [1, 1, 1])
    fighting(table)
    do(table, Declare("aino", "move", move=12, second_move=12))


@pytest.mark.rule("CRN-SCAR-14", "CRN-SCAR-05")
@pytest.mark.parametrize(
    ("lifts", "faces", "after"),
    [(True, [9, 3], (12, 12)), (False, [9, 3], (9, 12)), (True, [20], (9, 9)), (True, [10], (9, 9))],
)
def test_deafened_saves_at_once_and_stays_deaf(lifts: bool, faces: list[int], after: tuple[int, int]) -> None:
    table, actor, script = scarred(8, faces, options={"ability_max_lifts_current": lifts}, WIL=9)
    assert (actor.WIL, actor.WIL_max) == after
    assert [mark.id for mark in actor.conditions] == ["deaf"]
    assert [(roll.count, roll.sides) for roll, _ in script.rolls] == [(1, 20), (1, 4)][: len(faces)]
    do(table, ReleaseScar("aino", "extraordinary_aid"))
    assert (actor.conditions, actor.WIL_max) == ([], after[1])


@pytest.mark.rule("CRN-SCAR-15", "CRN-SCAR-04", "CRN-SCAR-05")
@pytest.mark.parametrize(
    ("lifts", "roll", "after"),
    [(True, (4, 4, 4), (6, 12)), (True, (5, 4, 4), (7, 13)), (False, (5, 4, 4), (6, 13)), (True, (3, 3, 2), (6, 12))],
)
def test_rebrained_compares_with_the_maximum(lifts: bool, roll: tuple[int, int, int], after: tuple[int, int]) -> None:
    _, actor, _ = scarred(9, roll, options={"ability_max_lifts_current": lifts}, WIL=6, WIL_max=12)
    assert (actor.WIL, actor.WIL_max) == after


@pytest.mark.rule("CRN-SCAR-16", "CRN-SCAR-05")
@pytest.mark.parametrize(
    ("lifts", "faces", "after"), [(True, [4, 2], (12, 12)), (False, [4, 2], (10, 12)), (True, [11], (10, 10))]
)
def test_sundered(lifts: bool, faces: list[int], after: tuple[int, int]) -> None:
    options = {"ability_max_lifts_current": lifts}
    _, actor, script = scarred(10, faces, {"scar_body_part": "left hand"}, options)
    assert ((actor.WIL, actor.WIL_max), actor.scars[0].note) == (after, "left hand")
    (question,) = script.asked
    assert (question.to, question.default) == ("referee", "unspecified")
    assert script.rolls[-1][0].sides == (6 if len(faces) == 2 else 20)


@pytest.mark.rule("CRN-SCAR-17")
@pytest.mark.parametrize(("faces", "hp_max"), [((2, 3), 5), ((5, 6), 11), ((6, 6), 12), ((1, 1), 2)])
def test_mortal_wound_and_recovery(faces: tuple[int, int], hp_max: int) -> None:
    table, actor, _ = scarred(11)
    assert (actor.deprived, actor.dies_at, actor.outcome) == (["scar:mortal_wound"], HOUR, "in")
    assert [mark.id for mark in actor.conditions] == ["out_of_action"]
    do(table, ReleaseScar("aino", "recovered"), faces)
    assert (actor.hp_max, actor.deprived, actor.dies_at, actor.conditions) == (hp_max, [], None, [])


@pytest.mark.rule("CRN-SCAR-17")
def test_recovery_cuts_current_hp_to_the_new_maximum() -> None:
    table, actor, _ = scarred(11, hp=8, hp_max=11)
    do(table, ReleaseScar("aino", "recovered"), [2, 3])
    assert (actor.hp, actor.hp_max) == (5, 5)


@pytest.mark.rule("CRN-SCAR-17", "CRN-SCAR-04")
@pytest.mark.parametrize(("option", "faces", "hp"), [(False, [6, 6], 3), (True, [6, 6], 4), (True, [2, 3], 3)])
def test_recovery_lifts_current_hp_only_by_option(option: bool, faces: list[int], hp: int) -> None:
    table, actor, _ = scarred(11, options={"hp_max_lifts_current": option}, hp=3, hp_max=11)
    do(table, ReleaseScar("aino", "recovered"), faces)
    assert actor.hp == hp


@pytest.mark.rule("CRN-SCAR-17")
def test_mortally_wounded_one_cannot_act_and_dies_after_an_hour() -> None:
    table, actor, _ = scarred(11)
    against_goblin(table)
    refused_command(table, Declare("aino", "pass"), "cannot_act")
    table.state.fight = None
    do(table, AdvanceClock(59))
    assert actor.outcome == "in"
    do(table, AdvanceClock(1))
    assert (actor.outcome, actor.pending) == ("dead", [])


@pytest.mark.rule("CRN-SCAR-17", "CRN-HEAL-03")
@pytest.mark.parametrize("option", ["after_short_rest", "acts_at_once", "after_extended_rest"])
def test_aid_stops_the_timer_and_nothing_else(option: str) -> None:
    table, actor, _ = scarred(11, options={"stabilised_state": option})
    helper = pc(table, "Eero")
    bandages = carry(table, helper, "bandages")
    do(table, Treat("eero", bandages.id, "aino"))
    assert (bandages.uses, actor.dies_at) == (2, None)
    do(table, AdvanceClock(61))
    assert actor.outcome == "in"
    assert actor.deprived == ["scar:mortal_wound"]
    assert [mark.id for mark in actor.conditions] == ["out_of_action"]
    assert waits_for(actor) == ["recovered"]
    refused_command(table, Treat("eero", bandages.id, "aino"), "no_treatment_needed")
    do(table, ReleaseScar("aino", "recovered"), [2, 3])
    assert (actor.hp_max, actor.conditions) == (5, [])


@pytest.mark.rule("CRN-SCAR-17", "CRN-CRIT-05")
def test_recovery_does_not_stop_the_timer_of_critical_damage() -> None:
    table, actor, _ = scarred(11)
    run(critical_save(table, actor), [20])
    assert actor.outcome == "critical"
    do(table, ReleaseScar("aino", "recovered"), [2, 3])
    assert actor.dies_at == HOUR
    stabilise(table, actor, "CRN-HEAL-03")
    assert [actor.dies_at, actor.stable] == [None, True]


@pytest.mark.rule("CRN-SCAR-18", "CRN-CRIT-10")
def test_doomed_dies_by_the_next_failed_save() -> None:
    table, actor, _ = scarred(12, STR=8)
    struck(table, actor, [2, 7])
    assert (actor.STR, actor.outcome) == (6, "dead")


@pytest.mark.rule("CRN-SCAR-18", "CRN-CRIT-10")
@pytest.mark.parametrize(("roll", "hp_max"), [((5, 5, 5), 15), ((4, 4, 4), 12), ((1, 1, 1), 12)])
def test_doomed_is_lifted_by_the_next_save(roll: tuple[int, int, int], hp_max: int) -> None:
    table, actor, _ = scarred(12, STR=8)
    struck(table, actor, [2, 6, *roll])
    assert (actor.STR, actor.outcome, actor.hp_max, actor.doomed) == (6, "in", hp_max, False)
    assert table.told("scar.doom_lifted")
    run(critical_save(table, actor), [20])
    assert actor.outcome == "critical"  # the mark is gone: an ordinary failure


@pytest.mark.rule("CRN-SCAR-18")
def test_doomed_with_strength_gone_is_dead_without_a_save() -> None:
    table, actor, _ = scarred(12, STR=2)
    struck(table, actor, [2])
    assert actor.outcome == "dead"


@pytest.mark.rule("CRN-SCAR-18")
def test_the_mark_does_not_stack_and_does_not_expire() -> None:
    table, actor, _ = scarred(12)
    run(receive(table, actor, 12))
    assert (actor.doomed, len(actor.scars), actor.pending) == (True, 2, [])
    do(table, AdvanceClock(100_000))
    assert actor.doomed
    run(critical_save(table, actor), [1, 1, 1, 1])
    assert not actor.doomed


# ---------------------------------------------------------------- maxima and current values


@pytest.mark.rule("CRN-SCAR-04")
@pytest.mark.parametrize(("option", "hp"), [(False, 0), (True, 2)])
def test_option_hp_max_lifts_current(option: bool, hp: int) -> None:
    _, actor, _ = scarred(1, [1, 6], options={"hp_max_lifts_current": option}, hp_max=4)
    assert (actor.hp, actor.hp_max) == (hp, 6)
    table, actor, _ = scarred(3, options={"hp_max_lifts_current": option})
    do(table, RestHours(("aino",), 2), [2])
    assert (actor.hp, actor.hp_max) == (hp, 5)
    _, actor, _ = scarred(1, [1, 4], options={"hp_max_lifts_current": option}, hp_max=4)
    assert (actor.hp, actor.hp_max) == (0, 4)


@pytest.mark.rule("CRN-SCAR-05", "CRN-GEN-03")
def test_stored_values_end_at_99_and_current_grows_by_what_was_gained() -> None:
    _, actor, _ = scarred(10, [1, 6], WIL=50, WIL_max=98)
    assert (actor.WIL, actor.WIL_max) == (51, 99)
    table, actor, _ = scarred(3, hp_max=98, options={"hp_max_lifts_current": True})
    do(table, RestHours(("aino",), 2), [6])
    assert (actor.hp, actor.hp_max) == (1, 99)


@pytest.mark.rule("CRN-SCAR-09", "CRN-SCAR-14")
def test_what_was_added_is_told_as_a_sum() -> None:
    table, _, _ = scarred(8, [9, 3], WIL=9)
    told = table.told("scar.ability")[0]
    assert told.sum is not None
    assert [(part.source, part.value) for part in told.sum.parts] == [("sum.before", 9), ("1d4", 3)]
    assert told.sum.total == 12


# ---------------------------------------------------------------- later steps


@pytest.mark.rule("CRN-SCAR-06")
def test_later_steps_compare_with_the_values_of_that_moment() -> None:
    table, actor, _ = scarred(4, [1])
    actor.hp_max = 9
    do(table, ReleaseScar("aino", "mended"), [4, 5])
    assert actor.hp_max == 9


@pytest.mark.rule("CRN-SCAR-06")
def test_death_clears_what_waits() -> None:
    table, actor, _ = scarred(4, [1])
    run(receive(table, actor, 5))
    assert len(actor.pending) == 2
    die(table, actor, "CRN-CRIT-02")
    assert actor.pending == []
    refused_command(table, ReleaseScar("aino", "mended"), "dead")


@pytest.mark.rule("CRN-SCAR-06")
def test_the_same_scar_twice_has_its_own_steps() -> None:
    table, actor, _ = scarred(7)
    run(receive(table, actor, 7))
    assert len({step.id for step in actor.pending}) == 2
    first, second = actor.pending
    do(table, ReleaseScar("aino", "serious_aid_and_rest", first.id), [6, 6, 6])
    assert (actor.pending, len(actor.conditions), actor.DEX_max) == ([second], 1, 18)
    do(table, ReleaseScar("aino", "serious_aid_and_rest"), [6, 6, 6])
    assert (actor.pending, actor.conditions) == ([], [])


@pytest.mark.rule("CRN-SCAR-06")
def test_one_event_releases_all_that_wait_for_it() -> None:
    table, actor, _ = scarred(3)
    run(receive(table, actor, 3))
    assert actor.deprived == ["scar:walloped"]  # a set of causes
    do(table, RestHours(("aino",), 2), [1, 2])
    assert (actor.hp_max, actor.deprived) == (6, [])


@pytest.mark.rule("CRN-SCAR-17")
def test_of_two_mortal_wounds_one_keeps_down() -> None:
    table, actor, _ = scarred(11)
    table.state.clock = 1800
    run(receive(table, actor, 11))
    assert actor.dies_at == HOUR  # the first timer comes first
    do(table, ReleaseScar("aino", "recovered", actor.pending[0].id), [6, 6])
    assert (actor.deprived, actor.dies_at) == (["scar:mortal_wound"], HOUR)
    do(table, ReleaseScar("aino", "recovered"), [5, 5])
    assert [actor.deprived, actor.dies_at, actor.hp_max] == [[], None, 10]


@pytest.mark.rule("CRN-SCAR-06", "CRN-GEN-06")
def test_refusals_of_release() -> None:
    table, _, _ = scarred(4, [1])
    pc(table, "Eero")
    refused_command(table, ReleaseScar("nobody", "mended"), "unknown_actor")
    refused_command(table, ReleaseScar("eero", "mended"), "bad_value")
    refused_command(table, ReleaseScar("aino", "recovered"), "bad_value")
    refused_command(table, ReleaseScar("aino", "mended", "scar.99"), "bad_value")
    refused_command(table, ReleaseScar("aino", "mended"), "not_referee", seat=PLAYER)
