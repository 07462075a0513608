"""What the referee settles, whom effects act on, and the open points of using blocks, each by its table option."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from nw3_attacks import face_off, hit, pack, results, rolled, several
from nw3_battle import battle_of, battle_world, do, fighter, foe, modify, refused, seat, table, who
from nw3_scenes import run
from rulewright.engine.world import digest
from rulewright.games.nw3.battles import uses
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.main_process import EndMainProcess
from rulewright.games.nw3.state import Nw3World

LOSS = 'kind = "resource", pool = "hp", amount = -1'
GAIN = 'kind = "resource", pool = "hp", amount = {}'
SPIRIT = 'check = { kind = "stat", stat = "spirit" }'


def _cost(kind: str, rest: str) -> str:
    return f'cost = [{{ kind = "{kind}", {rest} }}]'


CONTENT = pack(
    several("story", "auto_action", 'kind = "prose", text = "The rain stops."'),
    several("silence", "auto_action", 'kind = "negate", of = { kinds = ["single"] }'),
    several("both_ways", "minor_action", GAIN.format(3), f'{LOSS}, on = "self"', target="single"),
    *(
        several(f"on_{on}", "minor_action", f'{LOSS}, on = "{on}"', target="single")
        for on in ("target", "self", "engage", "enemies")
    ),
    several("breath", "minor_action", GAIN.format('"MP + RESULT"'), lines=[_cost("mp", "amount = 4"), SPIRIT]),
    several("mp_5", "auto_action", lines=[_cost("mp", "amount = 5")]),
    several("dazing", "auto_action", lines=[_cost("bad_status", 'status = "dazed"')]),
    several("toxic", "auto_action", lines=[_cost("bad_status", 'status = "poison", rating = 2')]),
    several("set_up", "setup_process", modify("spd", 2), target="single"),
    several("duck", "reaction", modify("eva", 1, "attack")),
    several("weave", "reaction", modify("eva", 2, "attack")),
    several("mass_heal", "minor_action", 'kind = "recovery", pool = "hp", power = 2', target="scene"),
)


def trio(*skills: str, **options: Any) -> Nw3World:
    """Anna's Main Process with these skills, then Ben's, then that of a ghoul; their Counts take no dice."""
    fields = {name: options.pop(name) for name in list(options) if name in ("hp", "mp", "statuses")}
    people = (
        fighter("anna", "wizards", *skills, count=15, sevens=["initiative"], **fields),
        fighter("ben", count=10, sevens=["initiative"]),
        foe(count=5, sevens=["initiative"]),
    )
    return battle_world(*people, content=CONTENT, **options)


def use(block: str, *targets: str) -> UseBlock:
    return UseBlock("anna", block, targets)


# ---------------------------------------------------------------- the referee, and whom effects act on


@pytest.mark.rule("NW3-SKILL-03")
def test_what_is_not_automatic_is_told_and_left_to_the_referee() -> None:
    world = table(fighter("anna", "wizards", "story"), foe(), content=CONTENT)
    before = digest(world.state)
    done = do(world, use("story"))
    told = done.event("effect.prose")
    assert (told.rule, told.facts["block"], told.facts["text"]) == ("NW3-SKILL-03", "Story", "The rain stops.")
    assert digest(world.state) == before


@pytest.mark.rule("NW3-SKILL-42")
@pytest.mark.parametrize(
    ("block", "touched"),
    [
        ("on_target", ["imp"]),
        ("on_self", ["anna"]),
        ("on_engage", ["anna", "ben", "ghoul"]),
        ("on_enemies", ["ghoul", "imp"]),
    ],
)
def test_effects_act_on_the_target_or_on_whom_they_name(block: str, touched: list[str]) -> None:
    near, far = fighter("ben", engage="e", hp=30), foe("imp", hp=30)
    people = fighter("anna", "wizards", block, engage="e", hp=30), near, foe(engage="e", hp=30), far
    world = battle_world(*people, content=CONTENT)
    do(world, use(block, "imp"))
    assert [one.id for one in people if one.hp < 30] == touched


@pytest.mark.rule("NW3-SKILL-42")
def test_each_effect_of_a_block_has_its_own_subject() -> None:
    world = trio("both_ways", hp=30)
    who(world, "ben").hp = 10
    do(world, use("both_ways", "ben"))
    assert (who(world, "ben").hp, who(world, "anna").hp) == (13, 29)


@pytest.mark.rule("NW3-SKILL-42", "NW3-SKILL-18")
def test_effects_come_after_payment_and_check() -> None:
    world = trio("breath", mp=6)
    anna = who(world, "anna")
    anna.hp, anna.attributes.spirit = 5, 3
    do(world, use("breath"), (1, 2))
    assert anna.hp == 5 + (6 - 4) + (3 + 3)


# ---------------------------------------------------------------- cost


@pytest.mark.rule("NW3-SKILL-OPEN-06")
@pytest.mark.parametrize(("floor", "enough"), [(0, 5), (1, 6)])
def test_mp_that_must_remain(floor: Literal[0, 1], enough: int) -> None:
    world = trio("mp_5", mp=enough, mp_cost_floor=floor)
    do(world, use("mp_5"))
    assert who(world, "anna").mp == floor
    refused(trio("mp_5", mp=enough - 1, mp_cost_floor=floor), use("mp_5"), "not_enough_mp")


@pytest.mark.rule("NW3-SKILL-OPEN-07")
@pytest.mark.parametrize("when", ["main_process_end", "after_resolution"])
def test_when_a_bad_status_taken_as_cost_arrives(when: str) -> None:
    world = trio("dazing", bad_status_cost_when=when)
    anna = who(world, "anna")
    do(world, use("dazing"))
    assert ("dazed" in anna.statuses) is (when == "after_resolution")
    do(world, EndMainProcess("anna"))
    assert "dazed" in anna.statuses
    world = trio("dazing", bad_status_cost_when=when)
    battle_of(world).acting = "ben"
    do(world, use("dazing"), seat=seat("anna"))
    assert "dazed" in who(world, "anna").statuses  # not in the own Main Process: right after the block


@pytest.mark.rule("NW3-SKILL-OPEN-08")
@pytest.mark.parametrize(("rated", "poison"), [("skip", 3), ("add", 5)])
def test_a_bad_status_taken_as_cost_that_is_there_already(rated: str, poison: int) -> None:
    world = trio("toxic", "dazing", statuses={"poison": 3, "dazed": 0}, bad_status_cost_rated=rated)
    for block in ("toxic", "dazing"):
        do(world, use(block))
    do(world, EndMainProcess("anna"))
    assert who(world, "anna").statuses == {"poison": poison, "dazed": 0}


# ---------------------------------------------------------------- duration, Reactions, recovery


@pytest.mark.rule("NW3-SKILL-OPEN-10")
@pytest.mark.parametrize(("until", "after_own"), [("own_next_main", 0), ("round", 2)])
def test_an_effect_of_setup_without_a_duration(until: str, after_own: int) -> None:
    world = trio("set_up", duration_outside_main=until)
    anna, ben, battle = who(world, "anna"), who(world, "ben"), battle_of(world)
    battle.process = "setup"
    run(world, uses.offer(world, "setup_process", [anna]), (), {"use.setup_process": "set_up", "use.target": "ben"})
    battle.process = "main"
    found = []
    for id in ("anna", "ben"):
        do(world, EndMainProcess(id))
        found.append(ben.stats.spd)
    assert found == [2, after_own]
    do(world, EndMainProcess("ghoul"))
    assert (battle.round, ben.stats.spd) == (2, 0)


@pytest.mark.rule("NW3-SKILL-OPEN-23")
@pytest.mark.parametrize(("allowed", "blocks", "eva"), [("one", ["duck"], 1), ("unlimited", ["duck", "weave"], 3)])
def test_how_many_blocks_answer_one_attack(allowed: str, blocks: list[str], eva: int) -> None:
    world = face_off(ghoul_skills=["duck", "weave"], content=CONTENT, reactions_per_attack=allowed)
    done = hit(world, (1, 2, 6, 2), {"reaction": ["duck", "weave"]})
    assert [event.facts["block"] for event in done.told if event.key == "use.declared"] == [
        block.title() for block in blocks
    ]
    assert results(done, "dodge") == [eva + 8]  # one Dodge Check all the same


@pytest.mark.rule("NW3-SKILL-OPEN-24")
@pytest.mark.parametrize(
    ("each", "faces", "gains"),
    [("one_for_all", (2, 2), [6, 6, 6]), ("each_target", (2, 2, 1, 2, 3, 3), [6, 5, 8])],
)
def test_recovery_of_several(each: str, faces: tuple[int, ...], gains: list[int]) -> None:
    world = trio("mass_heal", recovery_roll=each)
    people = [who(world, id) for id in ("anna", "ben", "ghoul")]
    for one in people:
        one.hp = 1
    done = do(world, use("mass_heal"), faces)
    assert [one.hp - 1 for one in people] == gains
    assert {one for one, _ in rolled(done)} == {"anna"}
