"""NW3-SKILL-44 to -47: effects that last, how they overlap, and how long."""

from __future__ import annotations

from functools import partial

import pytest

from nw3_attacks import hit, pack, several, window
from nw3_battle import battle_of, battle_world, do, fighter, foe, modify, table, who
from nw3_durations import BLOCKS, SINGLE, band_with, lasts, use
from nw3_scenes import run
from rulewright.games.nw3.battles import lasting, uses
from rulewright.games.nw3.battles.battle import EndBattle
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.state import Process

CONTENT = pack(
    *BLOCKS,
    several("fire_ward", "auto_action", modify("mdef", 3, "round", vs_element="fire")),
    several("song", "auto_action", modify("spd", 4), **SINGLE),
    several("stacking_song", "auto_action", modify("spd", 4), lines=["stacks = true"], **SINGLE),
    *(
        several(f"for_{duration}", "auto_action", modify("spd", 1, duration))
        for duration in ("round", "combat", "scene", "episode", "until_removed", "attack")
    ),
    several(
        "for_2",
        "auto_action",
        'kind = "modify", scope = "stat", stat = "spd", amount = 1, duration = "rounds", rounds = 2',
    ),
    several("set_up", "setup_process", modify("spd", 2), **SINGLE),
    several("clean_up", "cleanup_process", modify("spd", 2)),
    window(
        "boast",
        "before_judge",
        "hit",
        "ally",
        'kind = "modify", scope = "stat", stat = "spd", amount = 1, duration = "attack", on = "self"',
        target="single",
        range="scene",
    ),
)
band = partial(band_with, CONTENT)


# ---------------------------------------------------------------- overlap


@pytest.mark.rule("NW3-SKILL-44", "NW3-SKILL-45")
@pytest.mark.parametrize(("block", "spd"), [("song", 4), ("stacking_song", 8)])
def test_d1_d2_two_singers_on_one_target(block: str, spd: int) -> None:
    world = band(block)
    use(world, block, "ben")
    use(world, block, "ben", by="ben")
    ben = who(world, "ben")
    assert (ben.stats.spd, len(ben.effects), len({one.id for one in ben.effects})) == (spd, spd // 4, spd // 4)


@pytest.mark.rule("NW3-SKILL-44")
def test_d3_different_blocks_add_up() -> None:
    world = band("eva_a", "eva_b")
    for block in ("eva_a", "eva_b", "eva_a"):
        use(world, block)
    assert (who(world, "anna").stats.eva, who(world, "anna").stats.pdef) == (4, 1)


@pytest.mark.rule("NW3-SKILL-44")
@pytest.mark.parametrize(
    ("block", "first", "second", "spd", "newer"),
    [
        ("growing", 3, 5, 5, True),
        ("growing", 5, 3, 5, False),
        ("growing", 4, 4, 4, True),
        ("curse", 3, 5, -3, False),
        ("curse", 5, 3, -3, True),
    ],
)
def test_d4_of_one_block_the_larger_total_counts(block: str, first: int, second: int, spd: int, newer: bool) -> None:
    world = band(block)
    anna = who(world, "anna")
    ids = []
    for sl in (first, second):
        anna.skills[block] = sl
        use(world, block, "ben")
        ids.append(world.state.named)
    assert (who(world, "ben").stats.spd, [one.id for one in who(world, "ben").effects]) == (spd, [ids[newer]])


# ---------------------------------------------------------------- the end by duration


@pytest.mark.rule("NW3-SKILL-46")
def test_d5_without_a_duration_it_ends_with_the_main_process() -> None:
    world = band("song")
    use(world, "song", "ben")
    assert lasts(who(world, "ben")) == [("song", "main_process")]
    done = do(world, EndMainProcess("anna"))
    assert (who(world, "ben").stats.spd, who(world, "ben").effects) == (0, [])
    assert done.event("effect.ended").facts["name"] == "Ben"


@pytest.mark.rule("NW3-SKILL-46")
@pytest.mark.parametrize(("rule", "after_own"), [("own_next_main", 0), ("round", 2)])
def test_d6_a_setup_block_ends_after_the_own_main_process_of_the_one_touched(rule: str, after_own: int) -> None:
    world = band("set_up", duration_outside_main=rule)
    battle_of(world).process = "setup"
    answers = {"use.setup_process": "set_up", "use.target": "ben"}
    run(world, uses.offer(world, "setup_process", [who(world, "anna")]), (), answers)
    battle_of(world).process = "main"
    for id in ("anna", "ghoul"):
        do(world, EndMainProcess(id))
    ben = who(world, "ben")
    assert ben.stats.spd == 2
    lasting.end(world, "main_process", ben)
    assert ben.stats.spd == after_own
    do(world, EndMainProcess("ben"))
    assert (ben.stats.spd, battle_of(world).round) == (0, 2)  # at the latest with the Round


@pytest.mark.rule("NW3-SKILL-46")
@pytest.mark.parametrize(("process", "rule", "until"), [
    ("main", "own_next_main", ("main_process", "anna")), ("setup", "own_next_main", ("main_process", "ben")),
    ("initiative", "own_next_main", ("main_process", "ben")), ("prep", "round", ("round", "")),
    ("cleanup", "round", ("round", "")),
])  # fmt: skip
def test_when_an_effect_without_a_duration_will_end(process: Process, rule: str, until: tuple[str, str]) -> None:
    world = band(duration_outside_main=rule)
    battle_of(world).process = process
    assert lasting.until_of(world, who(world, "ben"), "main_process") == until
    assert lasting.until_of(world, who(world, "ben"), "combat") == ("combat", "")


@pytest.mark.rule("NW3-SKILL-46")
def test_at_the_latest_it_ends_in_cleanup() -> None:
    world = band("clean_up")
    anna = who(world, "anna")
    battle_of(world).process = "cleanup"
    run(world, uses.offer(world, "cleanup_process", [anna]), (), {"use.cleanup_process": "clean_up"})
    assert anna.stats.spd == 2
    lasting.end_round(world)
    assert (anna.stats.spd, anna.effects) == (0, [])


@pytest.mark.rule("NW3-SKILL-46", "NW3-ROUND-22")
def test_longer_durations() -> None:
    blocks = ("for_round", "for_2", "for_combat", "for_scene", "for_episode", "for_until_removed")
    world = band(*blocks)
    anna = who(world, "anna")
    for block in blocks:
        use(world, block)
    left = [lasts(anna)]
    for ends in ("round", "round", "combat", "scene", "episode"):
        if ends == "round":
            lasting.end_round(world)
        elif ends == "combat":
            do(world, EndBattle())
        else:
            lasting.end_unit(world, anna, ends)
        left.append(lasts(anna))
    assert [len(one) for one in left] == [6, 5, 4, 3, 2, 1]
    assert left[-1] == [("for_until_removed", "until_removed")]
    assert anna.stats.spd == 1


@pytest.mark.rule("NW3-SKILL-47")
@pytest.mark.parametrize(
    ("block", "until"),
    [
        ("for_round", "scene"),
        ("song", "scene"),
        ("for_2", "scene"),
        ("for_attack", "scene"),
        ("for_episode", "episode"),
    ],
)
def test_d7_outside_of_rounds_it_lasts_to_the_end_of_the_scene(block: str, until: str) -> None:
    anna = fighter("anna", "wizards", block)
    world = table(anna, content=CONTENT)
    use(world, block, *(["anna"] if block == "song" else []))
    assert lasts(anna) == [(block, until)]


@pytest.mark.rule("NW3-SKILL-46", "NW3-ATTACK-18")
def test_what_lasts_for_an_attack_ends_with_it_for_everybody() -> None:
    ben = fighter("ben", "wizards", "boast", engage="e", count=4)
    world = battle_world(fighter("anna", engage="e"), foe(engage="e", eva=50), ben, foe("imp"), content=CONTENT)
    done = hit(world, (6, 2, 1, 1), {"use.before_judge": "boast"})
    assert "effect.modified" in done.keys
    assert (ben.effects, ben.stats.spd) == ([], 0)
