"""NW3-ROUND-02 to -04 and -21: Prep, the Setup Process step by step, and the Cleanup Process."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nw3_battle import battle_of, battle_world, do, drills, foe, skill, steady, steady_foe, table, who
from nw3_scenes import Done
from rulewright.engine.events import Event
from rulewright.games.nw3.battles.battle import StartBattle
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.state import Carried, Nw3World, Scene
from rulewright.games.nw3.story import starter_scenarios

SKILLS = {
    name: skill(name, timing)
    for name, timing in {
        "wake_up": "prep",
        "ready": "setup_process",
        "warm_up": "setup_process",
        "watch": "initiative_process",
        "sweep": "cleanup_process",
        "mop": "cleanup_process",
    }.items()
}
CONTENT = drills(*SKILLS.values())


def asked(done: Done) -> list[tuple[str, str]]:
    """Who was asked what, in order."""
    return [(one.to, one.key) for one in done.asked]


# ---------------------------------------------------------------- Prep


@pytest.mark.rule("NW3-ROUND-02", "NW3-ROUND-12")
def test_prep_comes_before_everything_by_spd() -> None:  # U10: 12, 9, 9
    people = [
        steady("anna", 9, "wake_up"),
        steady("ben", 12, "wake_up"),
        steady_foe("ghoul", 9, "wake_up"),
        steady("cleo", 30, "wake_up", hp=0),
    ]
    states: list[tuple[Any, ...]] = []
    world = table(*people, content=CONTENT)

    def watch(event: Event) -> None:
        if event.key == "use.declared":
            battle = battle_of(world)
            states.append((battle.process, battle.round, *(one.pre_action or one.count for one in people)))

    done = do(world, StartBattle(), answers={"use.prep": "wake_up"}, watch=watch)
    assert asked(done) == [("ben", "use.prep"), ("ghoul", "use.prep"), ("anna", "use.prep")]
    assert states == [("prep", 0, 0, 0, 0, 0)] * 3  # no Round, no Count, nobody Pre-Action
    assert done.keys.index("use.declared") < done.keys.index("round.begins")


@pytest.mark.rule("NW3-ROUND-02", "NW3-SKILL-17")
def test_prep_is_once_before_round_one() -> None:
    world = table(steady("anna", 9, "wake_up"), steady_foe("ghoul", 1), content=CONTENT)
    done = do(world, StartBattle(), answers={"use.prep": "wake_up"})
    assert len(done.asked) == 1
    do(world, EndMainProcess("anna"))
    done = do(world, EndMainProcess("ghoul"))
    assert battle_of(world).round == 2
    assert not done.asked


# ---------------------------------------------------------------- Setup


def absent_too(**options: Any) -> Nw3World:
    """Anna has a spear in her Robe, Ben is Incapacitated, Cleo is not in the Scene."""
    anna, ben = steady("anna", 9, "ready"), steady("ben", 20, hp=0)
    spear = next(item for item in CONTENT.items_by_id.values() if item.slot == "one_hand" and "weapon" in item.classes)
    anna.items = [Carried("thing", spear.id)]
    ben.items = [Carried("other", spear.id)]
    cleo = steady("cleo", 12, present=False, attributes={"luck": 20})
    world = table(anna, ben, cleo, steady_foe("ghoul", 7, "ready"), content=CONTENT, **options)
    world.state.phase, world.state.scene = "middle", Scene("Roof", appeared=["anna", "ben", "ghoul"])
    return world


@pytest.mark.rule("NW3-ROUND-04", "NW3-EPISODE-15")
def test_the_steps_of_setup() -> None:
    world = absent_too(appearance_checks=True)
    answers = {"appearance_check": "try", "robe_exchange": ["equipped:thing", "keep"], "use.setup_process": "ready"}
    done = do(world, StartBattle(), [1, 2], answers=answers)
    steps = ("appearance_check", "scene.appears", "robe_exchange", "round.count", "use.setup_process", "round.acts")
    assert list(dict.fromkeys(key for key in done.log if key in steps)) == list(steps)
    assert asked(done) == [
        ("cleo", "appearance_check"),
        ("anna", "robe_exchange"),  # not Ben, who is Incapacitated
        ("anna", "robe_exchange"),
        ("anna", "use.setup_process"),
        ("ghoul", "use.setup_process"),
    ]
    assert (who(world, "cleo").count, who(world, "cleo").pre_action) == (19, True)  # takes part in the other steps
    assert (battle_of(world).acting, who(world, "ben").pre_action) == ("cleo", False)


@pytest.mark.rule("NW3-ROUND-04", "OP-C02")
@pytest.mark.parametrize(("checks", "answer"), [(False, ""), (True, "wait")])
def test_without_a_check_the_absent_stay_away(checks: bool, answer: str) -> None:
    world = absent_too(appearance_checks=checks)
    done = do(world, StartBattle(), answers={"appearance_check": answer} if answer else {})
    assert ("cleo", "appearance_check") in asked(done) if answer else ("cleo", "appearance_check") not in asked(done)
    assert not who(world, "cleo").present
    assert battle_of(world).members == ["anna", "ben", "ghoul"]


@pytest.mark.rule("NW3-ROUND-04", "NW3-ROUND-08", "NW3-ROUND-03")
def test_everybody_able_becomes_pre_action_again() -> None:
    people = [
        steady("anna", 9),
        steady("ben", 8, hp=0),
        steady("cleo", 7, hp=0, dead=True),
        steady("dora", 6, retreated=True),
        steady("ghost", 5, count=5),
        steady_foe("ghoul", 1),
    ]
    world = battle_world(*people, acting="ghoul")
    for one in people:
        one.pre_action, one.count = one.id in ("ben", "cleo", "dora", "ghoul"), 4
    do(world, EndMainProcess("ghoul"))
    assert battle_of(world).round == 2
    assert {one.id: one.count for one in people if one.pre_action} == {"anna": 16, "ghost": 12, "ghoul": 8}
    assert [who(world, id).count for id in ("ben", "cleo", "dora")] == [0, 0, 0]


@pytest.mark.rule("NW3-ROUND-04", "NW3-SKILL-17")
def test_setup_effects_are_used_from_the_highest_count_each_once() -> None:
    people = [steady("anna", 5, "ready"), steady("ben", 9, "warm_up", "ready"), steady_foe("ghoul", 7)]
    world = table(*people, content=CONTENT)
    done = do(world, StartBattle(), answers={"use.setup_process": ["warm_up", "ready", "ready"]})
    assert asked(done) == [(id, "use.setup_process") for id in ("ben", "ben", "anna")]
    used = [(event.facts["name"], event.facts["block"]) for event in done.told if event.key == "use.declared"]
    assert used == [("Ben", "Warm Up"), ("Ben", "Ready"), ("Anna", "Ready")]


@pytest.mark.rule("NW3-ROUND-04")
def test_a_pass_ends_it_for_one() -> None:
    world = table(steady("anna", 5, "ready", "warm_up"), steady_foe("ghoul", 1), content=CONTENT)
    done = do(world, StartBattle(), answers={"use.setup_process": "pass"})
    assert asked(done) == [("anna", "use.setup_process")]
    assert [option.value for option in done.asked[0].options] == ["ready", "warm_up", "pass"]


@pytest.mark.rule("NW3-ROUND-04", "NW3-SKILL-41")
def test_uses_in_a_round_are_counted_anew() -> None:
    limited = drills(skill("ready", "setup_process", "", 'limit = { n = 1, per = "round" }'))
    world = table(steady("anna", 5, "ready"), steady_foe("ghoul", 1), content=limited)
    do(world, StartBattle(), answers={"use.setup_process": "ready"})
    assert who(world, "anna").used == {"round:ready": 1}
    do(world, EndMainProcess("anna"))
    done = do(world, EndMainProcess("ghoul"), answers={"use.setup_process": "ready"})
    assert asked(done) == [("anna", "use.setup_process")]


# ---------------------------------------------------------------- Cleanup


@pytest.mark.rule("NW3-ROUND-21", "NW3-ROUND-12", "OP-C29", "NW3-STATUS-10")
def test_cleanup_statuses_then_effects_in_the_order_of_ties() -> None:
    people = [
        steady("npc", 9, "sweep", kind="npc"),
        steady("anna", 8, "sweep", "mop", statuses={"poison": 1, "dazed": 0}),
        steady("ben", 7, "sweep"),
        steady_foe("ghoul", 1, "sweep", statuses={"poison": 2}, known=True),
    ]
    world = battle_world(*people, acting="ghoul", content=CONTENT)
    for one in people[:3]:
        one.pre_action, one.count = False, 0
    done = do(world, EndMainProcess("ghoul"), [3, 4], {"use.cleanup_process": ["sweep", "mop", "sweep"]})
    names = ("poison.loss", "status.cleared", "use.declared", "round.begins")
    told = [(event.key, event.facts.get("name", "")) for event in done.told if event.key in names]
    assert told == [
        ("poison.loss", "Ghoul"),
        ("poison.loss", "Anna"),
        ("status.cleared", "Anna"),
        ("use.declared", "Ghoul"),
        ("use.declared", "Anna"),
        ("use.declared", "Anna"),
        ("use.declared", "Ben"),
        ("use.declared", "Npc"),
        ("round.begins", ""),
    ]
    assert (who(world, "ghoul").hp, who(world, "anna").hp) == (24, 26)


@pytest.mark.rule("NW3-ROUND-21", "NW3-ROUND-09")
def test_cleanup_waits_for_everybody() -> None:
    world = table(steady("anna", 9, "sweep"), steady("ben", 8), steady_foe("ghoul", 7), content=CONTENT)
    do(world, StartBattle())
    for id in ("anna", "ben"):
        assert not do(world, EndMainProcess(id)).asked
    assert asked(do(world, EndMainProcess("ghoul"))) == [("anna", "use.cleanup_process")]
    assert battle_of(world).round == 2


@pytest.mark.rule("NW3-ROUND-21", "NW3-ROUND-22")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_after_cleanup_the_battle_goes_on_or_ends(answer: str) -> None:
    world = battle_world(steady("anna", 9), foe(hp=3, statuses={"poison": 1}, count=0))
    who(world, "ghoul").pre_action = False
    done = do(world, EndMainProcess("anna"), [3], {"end_combat": answer})
    if answer == "yes":
        assert done.log[-2:] == ["end_combat", "battle.over.victory"]
    else:
        assert (battle_of(world).round, battle_of(world).acting) == (2, "anna")


@pytest.mark.rule("NW3-ROUND-22")
def test_a_scenario_may_bound_the_rounds() -> None:
    scenario = msgspec.structs.replace(starter_scenarios()["duel"], round_limit=2)
    world = battle_world(steady("anna", 9), steady_foe("ghoul", 1), scenario=scenario)
    for id in ("anna", "ghoul", "anna"):
        assert world.state.battle is not None
        do(world, EndMainProcess(id))
    done = do(world, EndMainProcess("ghoul"))
    assert done.keys[-2:] == ["round.limit", "battle.over.stalemate"]
    assert world.state.battle is None


@pytest.mark.rule("NW3-ROUND-01")
def test_a_round_runs_setup_initiative_main_and_cleanup() -> None:
    names = ("ready", "watch", "sweep")
    world = table(steady("anna", 9, *names), steady_foe("ghoul", 1), content=CONTENT)
    log = do(world, StartBattle()).log
    for id in ("anna", "ghoul"):
        log += do(world, EndMainProcess(id)).log
    window, acts = "use.initiative_process", "round.acts"
    assert [key for key in log if key.startswith("use.") or key in ("round.begins", acts)] == [
        "round.begins", "use.setup_process", window, acts, window, acts, window, "use.cleanup_process",
        "round.begins", "use.setup_process", window, acts,
    ]  # fmt: skip
