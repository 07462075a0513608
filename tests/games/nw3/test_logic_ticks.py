"""NW3-LOGIC-05, -06: what Logics do at fixed points, and removing those that help enemies."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import battle_of, do, fighter, refused, seat, who
from nw3_dives import casket_of, hound, inside, pc
from nw3_scenes import Done, run
from rulewright.games.nw3.battles import rounds
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.battles.lasting import block_name
from rulewright.games.nw3.battles.rounds import start_main
from rulewright.games.nw3.dice.calling import CallJudge, CallOpposed
from rulewright.games.nw3.episodes.scenes import CloseScene
from rulewright.games.nw3.fortresses import logics
from rulewright.games.nw3.fortresses.logics import RemoveLogic, RevealLogic
from rulewright.games.nw3.state import Battle, Nw3World

ANNA = seat("anna")


def ticking(at: str, effect: str, scope: str = "all", known: str = "true") -> str:
    """The TOML of a Logic with one effect at this moment."""
    return (f'[[logic]]\nid = "tick"\nname = "Tick"\nscope = "{scope}"\ntext = "Text."\nknown = {known}\n'
            f'[[logic.effect]]\nkind = "tick"\nat = "{at}"\neffect = {{ {effect} }}\n')  # fmt: skip


MP = 'kind = "resource", pool = "mp", mode = "change", amount = "-1"'
HP = 'kind = "damage", mode = "direct", damage = "any", amount = "5"'


def fighting(*holding: str, records: tuple[str, ...] = (), **values: Any) -> Nw3World:
    """Anna, Ben and the hound in a battle."""
    anna = pc("anna", mp=6, hp=12, engage="e", **values.pop("anna", {}))
    world = inside(anna, pc("ben", mp=1, hp=4), hound(engage="e"), holding=holding, records=records, **values)
    world.state.battle = Battle(["anna", "ben", "hound"], round=1)
    note_timings(world, world.state.battle)
    return world


def cleanup(world: Nw3World, **answers: Any) -> Done:
    """The Cleanup Process."""
    return run(world, rounds.cleanup(world, battle_of(world)), answers=answers)


@pytest.mark.rule("NW3-LOGIC-05")
def test_l4_a_loss_at_cleanup_stops_at_zero() -> None:
    world = fighting("coin_for_all")
    done = cleanup(world)
    assert [who(world, id).mp for id in ("anna", "ben", "hound")] == [4, 0, 10]
    assert done.event("effect.resource").facts["block"] == "A Coin for All"


@pytest.mark.rule("NW3-LOGIC-05")
def test_a_tick_at_cleanup_comes_after_the_bad_statuses() -> None:
    world = fighting("coin_for_all")
    who(world, "anna").statuses["dazed"] = 0
    keys = cleanup(world).keys
    assert keys.index("status.cleared") < keys.index("effect.resource")


@pytest.mark.rule("NW3-LOGIC-05", "NW3-LOGIC-07")
def test_who_has_removed_a_logic_is_spared_and_lost_points_are_not_given_back() -> None:
    world = fighting("coin_for_all", anna={"prana": 1})
    cleanup(world)
    do(world, RemoveLogic("anna", "coin_for_all"), seat=ANNA)
    cleanup(world)
    assert (who(world, "anna").mp, who(world, "hound").mp) == (4, 8)


@pytest.mark.rule("NW3-LOGIC-05")
def test_loss_of_hp_makes_incapacitated_and_never_dead() -> None:
    world = fighting("tick", records=(ticking("cleanup", HP, "pcs"),))
    cleanup(world)
    ben = who(world, "ben")
    assert (ben.hp, ben.dead) == (0, False)
    cleanup(world, end_combat="no")
    assert (ben.hp, ben.dead, who(world, "anna").hp) == (0, False, 2)


@pytest.mark.rule("NW3-LOGIC-05")
def test_each_moment_brings_its_own_ticks() -> None:
    world = fighting("tick", records=(ticking("setup", MP),))
    do_setup = rounds.setup(world, battle_of(world))
    run(world, do_setup, [3, 3] * 3)
    assert who(world, "anna").mp == 5
    cleanup(world)
    assert who(world, "anna").mp == 5
    world = fighting("tick", records=(ticking("area_enter", MP),))
    run(world, logics.on_entering(world, [who(world, "anna")]))
    assert (who(world, "anna").mp, who(world, "hound").mp) == (5, 12)
    world = inside(pc("anna", mp=6), holding=("tick",), records=(ticking("scene_end", MP),))
    do(world, CloseScene("none"))
    assert who(world, "anna").mp == 5


@pytest.mark.rule("NW3-LOGIC-05", "NW3-LOGIC-04")
def test_a_tick_of_an_unknown_logic_does_not_say_what_it_is() -> None:
    world = fighting("tick", records=(ticking("cleanup", MP, known="false"),))
    done = cleanup(world)
    told = [event for event in done.seen_by(ANNA) if event.key.startswith("effect.resource")]
    assert {event.facts["block"] for event in told} == {"influence.unknown"}


@pytest.mark.rule("NW3-LOGIC-05")
def test_those_outside_feel_nothing() -> None:
    world = fighting("coin_for_all")
    casket_of(world).inside.remove("anna")
    world.state.characters["zoe"] = fighter("zoe", present=False)
    casket_of(world).inside.append("zoe")
    cleanup(world)
    assert [who(world, id).mp for id in ("anna", "zoe", "hound")] == [6, 12, 10]


# ---------------------------------------------------------------- Logics that help enemies (NW3-FORT-OPEN-10)


STRONG = ('[[logic]]\nid = "strong"\nname = "Strong"\nscope = "enemies"\ntext = "Text."\n'
          '[[logic.effect]]\nkind = "modify"\nscope = "stat"\nstat = "{0}"\namount = 4\n')  # fmt: skip


@pytest.mark.rule("NW3-FORT-OPEN-10", "NW3-LOGIC-06")
@pytest.mark.parametrize("allowed", [False, True])
def test_a_logic_that_helps_enemies_is_removed_only_where_the_table_says_so(allowed: bool) -> None:
    world = fighting("silver_tongues", anna={"prana": 2}, logic_helps_removal=allowed)
    do(world, RevealLogic("silver_tongues"))
    if not allowed:
        refused(world, RemoveLogic("anna", "silver_tongues"), "logic_not_affecting", seat=ANNA)
        return
    do(world, RemoveLogic("anna", "silver_tongues"), seat=ANNA)
    assert (who(world, "anna").prana, who(world, "hound").stats.mdef) == (1, 2)  # they keep it against others
    refused(world, RemoveLogic("anna", "silver_tongues"), "already_removed", seat=ANNA)


@pytest.mark.rule("NW3-FORT-OPEN-10")
@pytest.mark.parametrize(("stat", "removed", "hits", "hp"), [
    ("eva", False, False, 12), ("eva", True, True, 8), ("pdef", False, True, 12), ("pdef", True, True, 8),
])  # fmt: skip
def test_enemies_lack_what_was_removed_in_judges_against_that_pc(stat: str, removed: bool, hits: bool, hp: int) -> None:
    anna = pc("anna", engage="e", pacc=3 if stat == "eva" else 9, patk=4)
    world = inside(anna, hound(engage="e", hp=12), holding=("strong",), records=(STRONG.format(stat),),
                   logic_helps_removal=True, any_seven_players="never")  # fmt: skip
    anna.removed_logics = ["strong"] if removed else []
    world.state.battle = Battle(["anna", "hound"], round=1)
    for one in world.state.characters.values():
        one.pre_action, one.count = True, 10
    start_main(world, battle_of(world), anna)
    done = do(world, Attack("anna", ("hound",)), [3, 3, 3, 3, *([3, 3, 3, 3] if hits else [])])
    assert ("attack.hits" in done.keys) == hits
    assert who(world, "hound").hp == hp


@pytest.mark.rule("NW3-FORT-OPEN-10")
@pytest.mark.parametrize(("removed", "winner"), [(False, "Hound"), (True, "Anna")])
def test_an_opposed_judge_that_is_called_for_heeds_what_was_removed(removed: bool, winner: str) -> None:
    anna = pc("anna", pacc=1)
    world = inside(anna, hound(), holding=("strong",), records=(STRONG.format("eva"),), logic_helps_removal=True,
                   any_seven_players="never")  # fmt: skip
    anna.removed_logics = ["strong"] if removed else []
    done = do(world, CallOpposed("anna", "pacc", "hound", "eva"), [2, 3, 2, 2])
    assert done.event("called.winner").facts["name"] == winner


GUARDED = ('[[logic]]\nid = "fever"\nname = "Fever"\nscope = "all"\ntext = "Text."\n'
           '[[logic.effect]]\nkind = "modify"\nscope = "judge"\njudge = "attribute"\namount = 4\n'
           'guard = [{ who = "self", bad_status = "poison" }]\n')  # fmt: skip


@pytest.mark.rule("NW3-SKILL-26", "NW3-LOGIC-05")
def test_the_condition_of_a_logic_is_tested_again_at_each_judge() -> None:
    world = inside(pc("anna"), holding=("fever",), records=(GUARDED,), any_seven_players="never")
    results = []
    for statuses in ({}, {"poison": 0}, {}):
        who(world, "anna").statuses = dict(statuses)
        done = do(world, CallJudge("anna", "luck", 0), [2, 2])
        results.append(done.event("judge.result.success").facts["result"])
    assert results == [4, 8, 4]


@pytest.mark.rule("NW3-SKILL-46")
def test_what_was_made_at_the_table_is_called_by_its_name() -> None:
    world = inside(pc("anna"))
    world.state.prepared["logic"] = [{"id": "haze", "name": "Haze over the Bay"}]
    assert block_name(world, "logic:haze") == "Haze over the Bay"
    assert block_name(world, "logic:slow_clock") == "Slow Clock"
