"""NW3-SKILL-35 to -38, NW3-HP-02, -03 and NW3-PRANA-08: what the use of a block costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nw3_attacks import SURE, face_off, hit, pack, results, several, striking, window
from nw3_battle import battle_of, battle_world, do, fighter, foe, refused, seat, who
from nw3_scenes import Done
from rulewright.engine.errors import Refused
from rulewright.engine.world import digest
from rulewright.games.nw3.battles import uses
from rulewright.games.nw3.battles.blocks import find_block
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.game import game
from rulewright.games.nw3.state import Nw3World


def costing(id: str, cost: str, timing: str = "minor_action", *lines: str, effect: str = "") -> str:
    effects = (effect,) if effect else ()
    return several(id, timing, *effects, lines=[f"cost = [{cost}]", *lines])


def _pool(kind: str, amount: int | str) -> str:
    return f'{{ kind = "{kind}", amount = "{amount}" }}'


DAZED = '{ kind = "bad_status", status = "dazed" }'
POISON_2 = '{ kind = "bad_status", status = "poison", rating = 2 }'
SPIRIT_12 = 'check = { kind = "stat", stat = "spirit", difficulty = 12 }'
CONTENT = pack(
    *(
        costing(f"{kind}_{n}", _pool(kind, n))
        for kind, n in (("hp", 4), ("hp", 5), ("mp", 5), ("mp", 6), ("prana", 2), ("mp", 3))
    ),
    costing("both", f"{_pool('mp', 2)}, {_pool('prana', 1)}"),
    costing("below", _pool("mp", "3 - 2 * CL")),
    costing("growing", _pool("mp", "2 * SL"), "minor_action", "max_sl = 3"),
    costing("dazing", DAZED, "minor_action", SPIRIT_12),
    costing("dazing_before", DAZED, "auto_action", SPIRIT_12),
    costing("toxic", POISON_2),
    costing("more_toxic", POISON_2.replace("2", "4"), "auto_action"),
    costing("chancy", _pool("mp", "(1)d6 + 2")),
    costing("four", _pool("mp", 4)),
    costing(
        "with_four",
        _pool("mp", 3),
        "with_skill",
        'with_skill = "four"',
        effect='kind = "modify", scope = "stat", stat = "spd", amount = 2',
    ),
    costing("free_four", f"{_pool('mp', 3)}, {DAZED}", "with_skill", 'with_skill = "four"', "cost_waived = true"),
    striking("strike", lines=[f"cost = [{_pool('mp', 6)}]"]),
    window(
        "chancy_aim",
        "before_judge",
        "hit",
        "self",
        'kind = "modify", scope = "judge", judge = "hit", amount = 5, duration = "judge"',
    ).replace('range = "none"', f'range = "none"\ncost = [{_pool("mp", "(1)d6 + 2")}]'),
)


def payer(*skills: str, **values: Any) -> Nw3World:
    """Anna's Main Process with these skills; options go by their names."""
    stats = {name: values.pop(name) for name in list(values) if name in ("hp", "mp", "prana", "statuses", "attributes")}
    return battle_world(fighter("anna", "wizards", *skills, **stats), fighter("ben"), foe(), content=CONTENT, **values)


# ---------------------------------------------------------------- worked examples: cost


@pytest.mark.rule("NW3-SKILL-35", "NW3-HP-02", "NW3-HP-03", "NW3-PRANA-08")
@pytest.mark.parametrize(
    ("block", "had", "left"),
    [
        ("hp_5", {"hp": 5}, None),  # P1
        ("hp_4", {"hp": 5}, {"hp": 1}),  # P2
        ("hp_5", {"hp": 4}, None),  # P3
        ("hp_5", {"hp": 6}, {"hp": 1}),
        ("mp_6", {"mp": 6}, {"mp": 0}),  # P4
        ("mp_6", {"mp": 5}, None),  # P5
        ("mp_5", {"mp": 5}, {"mp": 0}),
        ("both", {"mp": 6, "prana": 0}, None),  # P6
        ("both", {"mp": 6, "prana": 1}, {"mp": 4, "prana": 0}),
        ("prana_2", {"prana": 1}, None),
        ("prana_2", {"prana": 2}, {"prana": 0}),
        ("below", {"mp": 2}, {"mp": 1}),
    ],
)
def test_all_parts_or_none(block: str, had: dict[str, int], left: dict[str, int] | None) -> None:
    world = payer(block, **had)
    anna = who(world, "anna")
    if left is None:
        reasons = {"hp_5": "not_enough_hp", "mp_6": "not_enough_mp"}
        refused(world, UseBlock("anna", block), reasons.get(block, "not_enough_prana"))
        assert {name: getattr(anna, name) for name in had} == had
        return
    done = do(world, UseBlock("anna", block))
    assert {name: getattr(anna, name) for name in left} == left
    assert done.event("use.paid").facts["block"] == CONTENT.skills_by_id[block].name


@pytest.mark.rule("NW3-HP-03", "NW3-SKILL-35", "OP-C12")
def test_how_many_mp_have_to_stay() -> None:
    world = payer("mp_5", mp=5, mp_cost_floor=1)
    refused(world, UseBlock("anna", "mp_5"), "not_enough_mp")
    world = payer("mp_5", mp=6, mp_cost_floor=1)
    do(world, UseBlock("anna", "mp_5"))
    assert who(world, "anna").mp == 1


@pytest.mark.rule("NW3-SKILL-35")
def test_an_amount_is_a_formula_and_at_least_0() -> None:
    world = payer("growing", "below", mp=6)
    anna = who(world, "anna")
    anna.skills["growing"], anna.cl = 3, 5
    do(world, UseBlock("anna", "growing"))
    battle_of(world).spent.clear()
    do(world, UseBlock("anna", "below"))  # 3 - 10 MP
    assert anna.mp == 0


@pytest.mark.rule("NW3-SKILL-38", "NW3-SKILL-19")
def test_spent_is_spent() -> None:
    world = face_off(anna={"mp": 6, "pacc": 1}, ghoul={"eva": 50}, skills=["strike"], content=CONTENT)
    do(world, UseBlock("anna", "strike", ("ghoul",)), (6, 2, 1, 1))
    assert who(world, "anna").mp == 0


# ---------------------------------------------------------------- two blocks in one declaration


@pytest.mark.rule("NW3-SKILL-35", "NW3-SKILL-24")
def test_p11_the_sum_of_two_blocks_is_tested() -> None:
    world = payer("four", "with_four", mp=6)
    refused(world, UseBlock("anna", "four", partner="with_four"), "not_enough_mp")
    world = payer("four", "with_four", mp=7)
    do(world, UseBlock("anna", "four", partner="with_four"))
    anna = who(world, "anna")
    assert (anna.mp, anna.stats.spd) == (0, 2)


@pytest.mark.rule("NW3-SKILL-35", "NW3-SKILL-24")
def test_a_partner_may_waive_the_cost_of_the_skill_that_it_names() -> None:
    world = payer("four", "free_four", mp=3)
    do(world, UseBlock("anna", "four", partner="free_four"))
    assert (who(world, "anna").mp, battle_of(world).owed) == (0, {"dazed": 0})


# ---------------------------------------------------------------- Bad Statuses as cost


@pytest.mark.rule("NW3-SKILL-37", "NW3-STATUS-09")
@pytest.mark.parametrize(("when", "at_once"), [("main_process_end", False), ("after_resolution", True)])
def test_when_a_bad_status_comes(when: str, at_once: bool) -> None:
    world = payer("dazing", attributes={"spirit": 5}, bad_status_cost_when=when)
    anna = who(world, "anna")
    done = do(world, UseBlock("anna", "dazing"), (4, 4))  # without -5: it comes after the Check
    assert results(done, "skill_check") == [13]
    assert ("dazed" in anna.statuses) is at_once
    do(world, EndMainProcess("anna"))
    assert "dazed" in anna.statuses


@pytest.mark.rule("NW3-SKILL-37")
def test_outside_of_the_own_main_process_it_comes_after_the_block() -> None:
    world = payer("dazing_before", attributes={"spirit": 5})
    battle_of(world).acting = "ben"
    done = do(world, UseBlock("anna", "dazing_before"), (4, 3 - 1), seat=seat("anna"))  # a failed Check
    assert results(done, "skill_check") == [11]
    assert "dazed" in who(world, "anna").statuses


@pytest.mark.rule("NW3-SKILL-37", "NW3-SKILL-52")
@pytest.mark.parametrize(
    ("has", "rated", "blocks", "after"),
    [
        ({"dazed": 0}, "skip", ["dazing"], {"dazed": 0}),  # P9
        ({"poison": 3}, "skip", ["toxic"], {"poison": 3}),  # P10
        ({"poison": 3}, "add", ["toxic"], {"poison": 5}),
        ({}, "skip", ["toxic", "more_toxic"], {"poison": 2}),
        ({}, "add", ["toxic", "more_toxic"], {"poison": 6}),
    ],
)
def test_p9_p10_who_has_it_already(
    has: dict[str, int], rated: str, blocks: Sequence[str], after: dict[str, int]
) -> None:
    world = payer(*blocks, statuses=dict(has), bad_status_cost_rated=rated)
    for block in blocks:
        do(world, UseBlock("anna", block), (1, 2) if block == "dazing" else ())
    do(world, EndMainProcess("anna"))
    assert who(world, "anna").statuses == after


# ---------------------------------------------------------------- dice in a cost


@pytest.mark.rule("NW3-SKILL-35")
def test_dice_in_a_cost_fall_last_and_cost_nothing_if_they_are_too_high() -> None:
    world = payer("chancy", mp=5)
    before, done = digest(world.state), Done((4,), {})
    with pytest.raises(Refused) as refusal:
        done.run(game.commands.start(world, UseBlock("anna", "chancy"), seat("anna")))
    assert (refusal.value.reason, digest(world.state), len(done.rolls)) == ("not_enough_mp", before, 1)
    do(world, UseBlock("anna", "chancy"), (3,))
    assert (who(world, "anna").mp, battle_of(world).spent) == (0, ["minor"])


@pytest.mark.rule("NW3-SKILL-35", "NW3-SKILL-18")
@pytest.mark.parametrize(("die", "mp", "result"), [(3, 0, 14), (4, 5, 9)])
def test_in_a_window_such_a_use_goes_by_and_the_attack_goes_on(die: int, mp: int, result: int) -> None:
    world = face_off(anna={"mp": 5, "pacc": 1}, ghoul={"eva": 50}, skills=["chancy_aim"], content=CONTENT)
    done = hit(world, (die, 6, 2, *SURE[2:]), {"use.before_judge": "chancy_aim"})
    assert (who(world, "anna").mp, results(done, "hit")) == (mp, [result])
    assert done.questions == ["use.before_judge"]
    assert ("refuse.not_enough_mp" in done.keys) is (mp > 0)


@pytest.mark.rule("NW3-SKILL-35")
def test_what_a_use_costs_is_shown_without_dice() -> None:
    world = payer("both", "chancy", "dazing")
    anna = who(world, "anna")
    costs = [uses.cost_of(world, anna, find_block(world, anna, id)) for id in anna.skills]
    assert costs == [{"mp": 2, "prana": 1}, {}, {"status.dazed": 1}]
