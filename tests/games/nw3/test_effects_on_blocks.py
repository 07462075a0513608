"""NW3-SKILL-30, -36 and -42: effects that change targets, take effects away, change costs and Elements, and move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import pytest

from nw3_attacks import NOTHING, SURE, aimed_at, face_off, hit, pack, results, several, striking, window
from nw3_battle import do, fighter, foe, refused, table, together, who
from rulewright.games.nw3.battles import carrying_out, lasting
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.episodes.scenes import CloseScene
from rulewright.games.nw3.records import effects
from rulewright.games.nw3.state import Nw3World, Scene

WIDER = 'kind = "retarget", to = { kind = "area" }, of = { attacks = true }'
LOCK = 'target = {{ kind = "single", lock = true }}'
COST = 'cost = [{{ kind = "mp", amount = 3{} }}]'
CHEAPER = 'kind = "cost_change", pool = "mp", amount = {}{}'
MOVE = 'kind = "movement", move = "{}"{}'
CONTENT = pack(
    several("widen", "minor_action", WIDER),
    striking("bolt"),
    striking("sure_bolt").replace('target = { kind = "single" }', 'target = { kind = "single", lock = true }'),
    several("turn_away", "reaction", 'kind = "retarget", redirect = "chosen"'),
    several("take_it", "reaction", 'kind = "retarget", redirect = "self", on = "attacker"'),
    window("step_in", "before_judge", "hit", "enemy", 'kind = "retarget", redirect = "self"', target="single",
           range="scene"),
    window("silence", "before_judge", "hit", "enemy", 'kind = "negate", of = { attacks = true }', target="single",
           range="scene"),
    window("hush", "before_judge", "skill_check", "enemy", 'kind = "negate"', target="single", range="scene"),
    several("deny", "reaction", 'kind = "negate"'),
    several("curse", "minor_action", 'kind = "inflict_status", status = "dazed"', target="single", range="scene"),
    several("riddle", "minor_action", 'kind = "inflict_status", status = "dazed"', target="single", range="scene",
            lines=['check = { kind = "stat", stat = "luck", difficulty = 5 }']),
    several("dear", "minor_action", 'kind = "prose", text = "Ha."', lines=[COST.format("")]),
    several("fair", "minor_action", 'kind = "prose", text = "Ha."', lines=[COST.format(", reducible = true")]),
    several("save_one", "auto_action", CHEAPER.format(-1, ', duration = "round"')),
    several("save_three", "auto_action", CHEAPER.format(-3, ', duration = "round"')),
    several("save_to_2", "auto_action", CHEAPER.format(-3, ', min = 2, duration = "round"')),
    several("save_other", "auto_action", CHEAPER.format(-3, ', of = { blocks = ["dear"] }, duration = "round"')),
    several("save_spells", "auto_action", CHEAPER.format(-3, ', of = { categories = ["spell"] }, duration = "round"')),
    several("inflation", "auto_action", CHEAPER.format(2, ', duration = "round"')),
    several("ember", "auto_action", 'kind = "set_element", element = "fire", duration = "round"'),
    several("frost", "auto_action", 'kind = "set_element", element = "water", duration = "round"'),
    several("prism", "auto_action", 'kind = "set_element", element = "pick", duration = "round"'),
    several("fireproof", "constant", 'kind = "modify", scope = "stat", stat = "pdef", amount = 4, vs_element = "fire"'),
    several("slayer", "constant", 'kind = "modify", scope = "judge", judge = "hit", amount = 3, vs_element = "dark"'),
    several("hop", "auto_action", MOVE.format("any", "")),
    several("gale", "auto_action", MOVE.format("any", ", forced = true"), target="single", range="scene"),
    several("slip", "auto_action", MOVE.format("withdraw", ', ignore = ["hindering", "blockade"]')),
    several("squeeze", "auto_action", MOVE.format("withdraw", "")),
    several("dash", "auto_action", MOVE.format("invade", ', ignore = ["hindering"], steps = 2')),
    several("wall", "auto_action", 'kind = "blockade", duration = "round"'),
    several("soon", "auto_action", 'kind = "resource", pool = "mp", amount = -2, apply_at = "scene_end"'),
    several("dusk", "constant", 'kind = "resource", pool = "mp", amount = -1, apply_at = "scene_end"'),
    several("edge", "minor_action", 'kind = "damage", mode = "add", amount = 5, duration = "round"'),
    several("weaken", "minor_action", 'kind = "damage", mode = "multiply", amount = 2, duration = "round"',
            target="single", range="scene"),
    several("ward", "auto_action", 'kind = "reduce_damage", amount = 4, duration = "round"'),
    several("ghost", "auto_action", 'kind = "full_dodge", duration = "round"'),
    several("true_aim", "minor_action", 'kind = "full_hit"'),
    several("bane", "minor_action", 'kind = "damage", mode = "add", amount = 5, duration = "round", '
            'guard = [{ who = "self", bad_status = "poison" }]'),
    window("set_20", "damage_roll", "patk", "self", 'kind = "damage", mode = "replace", amount = 20'),
    window("set_8", "damage_roll", "patk", "self", 'kind = "damage", mode = "replace", amount = 8'),
)  # fmt: skip
MISS = (5, 4, 2, 1)


def duel(*skills: str, ghoul: Sequence[str] = (), monster: Any = None, **more: Any) -> Nw3World:
    """Anna (PACC 9, PATK 12) and a ghoul (PDEF 6) in one Engage; Ben and an imp stand apart."""
    others = fighter("ben", "wizards", count=4), foe("imp", count=2)
    return face_off(
        *others, skills=skills, ghoul_skills=ghoul, content=CONTENT,
        ghoul=monster or {"pdef": 6}, **{"anna": {"pacc": 9, "patk": 12}, **more},
    )  # fmt: skip


@pytest.mark.rule("NW3-SKILL-42")
def test_no_kind_of_effect_is_left_to_the_referee() -> None:
    assert carrying_out.of_blocks().keys() >= set(get_args(effects.AnyEffect))


# ---------------------------------------------------------------- targets


@pytest.mark.rule("NW3-SKILL-30", "NW3-SKILL-01")
def test_t7_a_lock_is_never_changed_and_the_effect_is_spent() -> None:
    world = duel("widen", "sure_bolt", "bolt")
    who(world, "imp").engage = "e"
    do(world, UseBlock("anna", "widen"))
    done = do(world, UseBlock("anna", "sure_bolt", ("ghoul",)), (*SURE, 5, 3, 4, 4))
    assert (aimed_at(done), "retarget.locked" in done.keys, who(world, "anna").effects) == (["Ghoul"], True, [])


@pytest.mark.rule("NW3-SKILL-30")
@pytest.mark.parametrize("block", ["bolt", ""])
def test_an_attack_gets_another_target(block: str) -> None:
    world = duel("widen", "bolt", anna={"pacc": 30})
    who(world, "imp").engage = "e"
    do(world, UseBlock("anna", "widen"))
    faces = (6, 2, 1, 2, 1, 1, 2, 1, 2, 1, 3, 1, 2, 1, 2, 1)
    done = do(world, UseBlock("anna", block, ("ghoul",)), faces) if block else hit(world, faces)
    assert sorted(aimed_at(done)) == ["Anna", "Ghoul", "Imp"]


@pytest.mark.rule("NW3-SKILL-30")
def test_one_who_is_attacked_turns_it_to_somebody_who_then_reacts() -> None:
    world = duel(ghoul=["turn_away"])
    done = hit(world, (6, 2, 2, 1, *NOTHING), {"reaction ghoul": "turn_away", "retarget.whom": "imp"})
    assert aimed_at(done) == ["Imp"]
    assert [roll.who for roll, _ in done.rolls][:2] == ["anna", "imp"]


@pytest.mark.rule("NW3-SKILL-30", "NW3-SKILL-17")
def test_turning_to_and_fro_ends_since_each_block_works_once() -> None:
    world = duel(ghoul=["turn_away"])
    who(world, "imp").skills["turn_away"] = 1
    world.state.battle.timings["reaction"]["imp"] = ["turn_away"]  # type: ignore[union-attr]
    answers = {
        "reaction ghoul": ["turn_away", "dodge"], "reaction imp": "turn_away", "retarget.whom ghoul": "imp",
        "retarget.whom imp": "ghoul",
    }  # fmt: skip
    done = hit(world, (6, 2, 1, 1, *NOTHING), answers)
    assert (aimed_at(done), done.questions.count("reaction")) == (["Ghoul"], 2)


@pytest.mark.rule("NW3-SKILL-30", "NW3-SKILL-25")
def test_an_attack_is_drawn_to_the_user() -> None:
    world = duel(ghoul=["step_in"])
    who(world, "imp").skills["step_in"] = 1
    world.state.battle.timings["before_judge:hit"] = {"imp": ["step_in"]}  # type: ignore[union-attr]
    done = hit(world, (6, 2, 1, 1, *NOTHING), {"use.before_judge": "step_in"})
    assert aimed_at(done) == ["Imp"]


# ---------------------------------------------------------------- no effect


@pytest.mark.rule("NW3-SKILL-38", "NW3-SKILL-42")
def test_an_attack_that_is_negated_does_nothing_and_stays_paid() -> None:
    world = duel("bolt", ghoul=["silence"])
    done = do(world, UseBlock("anna", "bolt", ("ghoul",)), (), {"use.before_judge": "silence"})
    assert (done.rolls, who(world, "ghoul").hp, "effect.negated" in done.keys) == ([], 30, True)
    assert (
        "major" in (world.state.battle.spent if world.state.battle else ["major"]) or not who(world, "anna").pre_action
    )


@pytest.mark.rule("NW3-SKILL-24", "NW3-SKILL-42")
@pytest.mark.parametrize("answer", ["deny", "pass"])
def test_a_block_that_is_no_attack_is_answered_by_a_reaction(answer: str) -> None:
    world = duel("curse", ghoul=["deny"])
    do(world, UseBlock("anna", "curse", ("ghoul",)), (), {"use.reaction": answer})
    assert ("dazed" in who(world, "ghoul").statuses) is (answer == "pass")


@pytest.mark.rule("NW3-SKILL-25", "NW3-SKILL-38")
def test_a_block_is_negated_before_its_check() -> None:
    world = duel("riddle", ghoul=["hush"])
    done = do(world, UseBlock("anna", "riddle", ("ghoul",)), (), {"use.before_judge": "hush"})
    assert (done.rolls, who(world, "ghoul").statuses) == ([], {})


# ---------------------------------------------------------------- costs


@pytest.mark.rule("NW3-SKILL-36")
@pytest.mark.parametrize(
    ("block", "savings", "left"),
    [
        ("dear", ["save_one"], 12 - 3),  # P7
        ("fair", ["save_one", "save_three"], 12),  # P8
        ("fair", ["save_one"], 12 - 2),
        ("fair", ["save_to_2"], 12 - 2),
        ("fair", ["save_other"], 12 - 3),
        ("fair", ["save_spells"], 12 - 3),
        ("dear", ["inflation"], 12 - 5),
        ("fair", ["inflation", "save_one"], 12 - 4),
    ],
)
def test_p7_p8_costs_that_effects_change(block: str, savings: Sequence[str], left: int) -> None:
    world = duel(block, *savings)
    for one in savings:
        do(world, UseBlock("anna", one))
    do(world, UseBlock("anna", block))
    assert who(world, "anna").mp == left


@pytest.mark.rule("NW3-SKILL-36", "NW3-SKILL-35")
def test_a_cost_that_was_raised_has_to_be_there() -> None:
    world = duel("dear", "inflation", anna={"mp": 4})
    do(world, UseBlock("anna", "inflation"))
    refused(world, UseBlock("anna", "dear"), "not_enough_mp")


# ---------------------------------------------------------------- Elements


@pytest.mark.rule("NW3-SKILL-12", "NW3-SKILL-42")
@pytest.mark.parametrize(("block", "harm"), [("", 6), ("ember", 2), ("prism", 2), ("frost", 6)])
def test_a11_what_counts_against_an_element(block: str, harm: int) -> None:
    world = duel("ember", "prism", "frost", ghoul=["fireproof"])
    if block:
        do(world, UseBlock("anna", block), (), {"use.element": "fire"} if block == "prism" else {})
    hit(world, (*SURE, 5, 3, 4, 4))
    assert who(world, "ghoul").hp == 30 - harm


@pytest.mark.rule("NW3-SKILL-42")
@pytest.mark.parametrize(("element", "result"), [("dark", 9 + 9 + 3), ("wind", 18)])
def test_for_an_attacker_it_is_the_element_of_a_defender(element: str, result: int) -> None:
    world = duel("slayer", monster={"eva": 50, "elements": (element, "void")})
    assert results(hit(world, MISS), "hit") == [result]


@pytest.mark.rule("NW3-SKILL-02")
@pytest.mark.parametrize(("answer", "element"), [("new", "water"), ("old", "fire")])
def test_of_two_blocks_that_contradict_each_other_one_is_in_force_and_the_other_waits(
    answer: str, element: str
) -> None:
    world = duel("ember", "frost")
    anna = who(world, "anna")
    do(world, UseBlock("anna", "ember"))
    do(world, UseBlock("anna", "frost"), (), {"conflict_choice": answer})
    assert [one.what for one in anna.effects if not one.suspended] == [element]
    lasting.drop(world, anna, lambda one: one.what == element)
    assert [(one.what == element, one.suspended) for one in anna.effects] == [(False, 0)]


# ---------------------------------------------------------------- moving


@pytest.mark.rule("NW3-SKILL-42", "NW3-MOVE-07")
def test_each_target_decides_where_it_goes() -> None:
    world = duel("hop", anna={"engage": ""}, monster={"engage": ""})
    done = do(world, UseBlock("anna", "hop"), (), {"movement": "invade:imp"})
    assert (together(world), done.question("movement").to) == ([{"anna", "imp"}], "anna")
    world = duel("gale")
    done = do(world, UseBlock("anna", "gale", ("ben",)), (), {"movement": "invade:imp"})
    assert (done.question("movement").to, {"ben", "imp"} in together(world)) == ("anna", True)


@pytest.mark.rule("NW3-SKILL-01", "NW3-MOVE-16")
def test_an_effect_goes_before_the_rules_of_movement() -> None:
    world = duel("slip", "squeeze", ghoul=["wall"], anna={"spd": 0}, monster={"spd": 20})
    do(world, UseBlock("ghoul", "wall"))
    held = do(world, UseBlock("anna", "squeeze"), (2, 1, 3, 3), {"movement": "withdraw"})
    assert ("move.held" in held.keys, who(world, "anna").engage) == (True, "e")
    do(world, UseBlock("anna", "slip"), (), {"movement": "withdraw"})
    assert who(world, "anna").engage == ""


@pytest.mark.rule("NW3-MOVE-08", "NW3-SKILL-42")
def test_steps_are_move_actions() -> None:
    world = duel("dash", "hop")
    battle = world.state.battle
    assert battle is not None
    battle.distances = {">imp": 2, ">ben": 3}
    done = do(world, UseBlock("anna", "dash"), (), {"movement": "invade:imp"})
    assert [one.value for one in done.question("movement").options] == ["invade:imp", "stay"]
    assert {"anna", "imp"} in together(world)
    done = do(world, UseBlock("anna", "hop"))  # the imp hinders
    assert [one.value for one in done.question("movement").options] == ["withdraw", "stay"]


# ---------------------------------------------------------------- when, and how long


@pytest.mark.rule("NW3-SKILL-42", "NW3-SKILL-47")
def test_what_acts_at_the_end_of_a_scene() -> None:
    world = table(fighter("anna", "wizards", "soon", "dusk"), content=CONTENT)
    world.state.scene = Scene("Dusk", appeared=["anna"])
    do(world, UseBlock("anna", "soon"))
    assert (who(world, "anna").mp, len(world.state.pending)) == (12, 1)
    do(world, CloseScene())
    assert (who(world, "anna").mp, world.state.pending) == (12 - 3, [])


@pytest.mark.rule("NW3-SKILL-42", "NW3-SKILL-46")
@pytest.mark.parametrize(
    ("used", "harm"),
    [
        ([("anna", "edge", ())], 6 + 5),
        ([("anna", "weaken", ("ghoul",))], 6 * 2),
        ([("ghoul", "ward", ())], 6 - 4),
        ([("anna", "bane", ())], 6),
    ],
)
def test_changes_of_hp_damage_that_last(used: Sequence[tuple[str, str, tuple[str, ...]]], harm: int) -> None:
    world = duel("edge", "weaken", "bane", ghoul=["ward"])
    for user, block, targets in used:
        do(world, UseBlock(user, block, targets))
    hit(world, (*SURE, 5, 3, 4, 4))
    assert who(world, "ghoul").hp == 30 - harm


@pytest.mark.rule("NW3-ATTACK-13", "NW3-ATTACK-14", "NW3-SKILL-43")
def test_full_hit_and_full_dodge_that_wait_for_an_attack() -> None:
    world = duel("true_aim", monster={"eva": 50})
    do(world, UseBlock("anna", "true_aim"))
    done = hit(world, (5, 3, 4, 4))
    assert (aimed_at(done), who(world, "anna").effects) == (["Ghoul"], [])
    world = duel("true_aim", ghoul=["ghost"])
    do(world, UseBlock("anna", "true_aim"))
    do(world, UseBlock("ghoul", "ghost"))
    assert aimed_at(hit(world), "attack.misses") == ["Ghoul"]


@pytest.mark.rule("NW3-SKILL-03", "NW3-SKILL-43")
@pytest.mark.parametrize(("answer", "harm"), [("both", 8), ("first", 20), ("second", 8), ("neither", 6), ("text", 6)])
def test_of_two_that_replace_the_damage_the_referee_rules(answer: str, harm: int) -> None:
    world = duel("set_20", "set_8")
    answers: dict[str, Any] = {"use.damage_roll": ["set_20", "set_8"], "gm_ruling": answer}
    if answer == "text":
        answers["gm_ruling.text"] = "As rolled."
    done = hit(world, (*SURE, 5, 3, 4, 4), answers)
    assert who(world, "ghoul").hp == 30 - harm
    assert done.question("gm_ruling").default == "both"
