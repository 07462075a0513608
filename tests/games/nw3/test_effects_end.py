"""NW3-SKILL-46 to -49: effects for one Judge, moved Critical Values, and ending effects by choice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from nw3_attacks import hit, pack, results, several
from nw3_battle import battle_world, do, fighter, foe, modify, refused, seat, who
from nw3_durations import BLOCKS, band_with, lasts, use
from nw3_people import carrying
from nw3_scenes import run
from rulewright.games.nw3.battles import lasting
from rulewright.games.nw3.battles.actions import EndEffect
from rulewright.games.nw3.battles.battle import EndBattle
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.state import Lasting

CONTENT = pack(
    *BLOCKS,
    several(
        "next_hit",
        "auto_action",
        'kind = "modify", scope = "judge", judge = "hit", amount = 3, duration = "next_judge"',
    ),
    several("next_stat", "auto_action", modify("pacc", 3, "next_judge")),
    several(
        "lucky",
        "auto_action",
        'kind = "critical_shift", value = "critical", amount = 2, toward = 7, duration = "round"',
    ),
    several(
        "luckier",
        "auto_action",
        'kind = "critical_shift", value = "critical", amount = 1, toward = 7, duration = "round"',
    ),
    several(
        "unlucky",
        "auto_action",
        'kind = "critical_shift", value = "fumble", amount = 1, toward = 12, duration = "next_judge"',
    ),
    several("vanish", "auto_action", 'kind = "condition", condition = "hidden", duration = "round"'),
)
band = partial(band_with, CONTENT)


def _of(*pairs: Any) -> Any:
    yield from ()
    for function, *args in pairs:
        function(*args)


# ---------------------------------------------------------------- for one Judge


@pytest.mark.rule("NW3-SKILL-46")
@pytest.mark.parametrize("block", ["next_hit", "next_stat"])
def test_for_the_next_judge_that_it_fits(block: str) -> None:
    world = band(block)
    anna, ghoul = who(world, "anna"), who(world, "ghoul")
    anna.engage = ghoul.engage = "e"
    ghoul.stats.eva = 50
    use(world, block)
    if block == "next_hit":
        lasting.after_judge(world, anna, "dodge")
    assert len(anna.effects) == 1
    assert results(hit(world, (6, 2, 1, 1)), "hit") == [8 + 3]
    assert (anna.effects, anna.stats.pacc) == ([], 0)


@pytest.mark.rule("NW3-SKILL-46")
@pytest.mark.parametrize(
    ("what", "kind", "stays"),
    [
        ("any", "patk", False),
        ("hit", "patk", True),
        ("reaction", "dodge", False),
        ("reaction", "hit", True),
        ("dodge", "dodge", False),
    ],
)
def test_what_a_judge_ends(what: str, kind: str, stays: bool) -> None:
    world = band()
    anna = who(world, "anna")
    anna.effects = [
        Lasting(1, "x", "anna", "judge", what, 1, "judge"),
        Lasting(2, "y", "anna", "judge", what, 1, "round"),
    ]
    lasting.after_judge(world, anna, kind)
    assert [one.id for one in anna.effects] == ([1, 2] if stays else [2])


@pytest.mark.rule("NW3-SKILL-47", "NW3-SKILL-46")
def test_what_waits_for_a_judge_outlasts_the_battle_but_not_the_scene() -> None:
    world = band("next_hit")
    anna = who(world, "anna")
    use(world, "next_hit")
    do(world, EndBattle())
    assert lasts(anna) == [("next_hit", "next_judge")]
    lasting.end_unit(world, anna, "scene")
    assert anna.effects == []


# ---------------------------------------------------------------- moved Critical and Fumble Values


@pytest.mark.rule("NW3-SKILL-44", "NW3-SKILL-46")
def test_a_moved_critical_value_goes_back_to_where_it_was() -> None:
    world = band("lucky", "luckier")
    anna = who(world, "anna")
    anna.critical = 10
    use(world, "lucky")
    assert anna.critical == 8
    use(world, "luckier")
    assert anna.critical == 7
    use(world, "lucky")  # the same block does not help twice
    assert (anna.critical, [one.block for one in anna.effects]) == (7, ["luckier", "lucky"])
    lasting.end_round(world)
    assert (anna.critical, anna.effects) == (10, [])


@pytest.mark.rule("NW3-SKILL-46", "NW3-ITEM-08")
def test_an_ended_effect_is_named_after_its_block() -> None:
    anna = carrying(fighter("anna"), "kite_blade")
    world = battle_world(anna, fighter("ben"), foe(), content=CONTENT)
    use(world, "kite_blade#1")
    assert anna.stats.patk == 1
    done = do(world, EndMainProcess("anna"))
    assert (done.event("effect.ended").facts["block"], anna.stats.patk) == ("Gust", 0)


@pytest.mark.rule("NW3-SKILL-46")
def test_a_moved_fumble_value_lasts_for_one_judge() -> None:
    world = band("unlucky")
    anna, ghoul = who(world, "anna"), who(world, "ghoul")
    anna.engage = ghoul.engage = "e"
    ghoul.stats.eva = 50
    use(world, "unlucky")
    assert anna.fumble == 3
    assert results(hit(world, (1, 2, 1, 1)), "hit") == [0]
    assert anna.fumble == 2


# ---------------------------------------------------------------- the end by choice


@pytest.mark.rule("NW3-SKILL-48")
def test_d8_the_owner_ends_a_positive_effect_as_post_action() -> None:
    world = band("eva_b", "curse")
    anna = who(world, "anna")
    use(world, "curse", "anna", by="ben")
    use(world, "eva_b")
    anna.pre_action = False
    curse, first, _ = anna.effects
    curse.positive = False
    refused(world, EndEffect("anna", curse.id), "not_positive", seat=seat("anna"))
    refused(world, EndEffect("anna", first.id), "not_your_character", seat=seat("ben"))
    do(world, EndEffect("anna", first.id), seat=seat("anna"))
    assert lasts(anna) == [("curse", "round")]  # all of the block that ended
    assert (anna.stats.eva, anna.stats.pdef) == (0, 0)


@pytest.mark.rule("NW3-SKILL-48", "NW3-SKILL-49")
def test_whether_an_effect_is_positive_and_whom_it_outlasts() -> None:
    world = band("growing")
    use(world, "growing", "ghoul")
    use(world, "growing", "ben")
    assert [who(world, id).effects[0].positive for id in ("ghoul", "ben")] == [False, True]
    who(world, "anna").hp = 0
    assert who(world, "ben").stats.spd == 1


@pytest.mark.rule("NW3-SKILL-34")
def test_a_condition_that_a_block_puts_on_somebody() -> None:
    world = band("vanish")
    use(world, "vanish")
    anna = who(world, "anna")
    assert lasting.has_flag(anna, "hidden")
    lasting.end_round(world)
    assert not lasting.has_flag(anna, "hidden")


@pytest.mark.rule("NW3-SKILL-49")
def test_ends_at_the_same_moment_come_in_the_order_of_the_beginnings() -> None:
    world = band("eva_b", "eva_a")
    for block in ("eva_b", "eva_a"):
        use(world, block)
    done = run(world, _of((lasting.end_round, world)))
    names: Sequence[str] = [event.facts["block"] for event in done.told if event.key == "effect.ended"]
    assert names == ["Eva B", "Eva B", "Eva A"]
