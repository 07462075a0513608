"""CRN-HIRE-02 and -03, CRN-ABIL-01: making a character from a background."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_people import content, fighting, random_character, table
from rulewright.engine.drivers import SampledDice, Script
from rulewright.engine.events import Event
from rulewright.games.cairn import game
from rulewright.games.cairn.characters import character_problems
from rulewright.games.cairn.creation import Created, create_character, join, workshop
from rulewright.games.cairn.inventory import used_slots
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.starter import starter
from rulewright.games.cairn.state import Actor

MILLER: dict[str, Any] = {
    "creation.background": "miller", "creation.name": "1", "creation.table": ["1", "1"], "creation.traits": [[]],
}  # fmt: skip
MIDDLING = (3, 3, 3, *[3] * 9, 4, 1)  # rations, gold, three abilities, HP, age


def made(
    faces: Sequence[int] = MIDDLING, answers: Mapping[str, Any] = MILLER, **options: Any
) -> tuple[Created, Script, list[Event]]:
    """A character of the small pack with scripted dice and answers."""
    told: list[Event] = []
    script = Script(faces, answers)
    world = workshop(content(), Options(**options), told.append)
    return script.run(create_character(world, "anna.pc")), script, told


def answered(*answers: str, faces: Sequence[int] = MIDDLING) -> Actor:
    """A miller with these answers to the tables."""
    return made(faces, {**MILLER, "creation.table": list(answers)})[0].actor


# ---------------------------------------------------------------- the order of the book


@pytest.mark.rule("CRN-HIRE-02")
def test_questions_come_in_the_order_of_the_book_and_can_all_be_left_to_the_dice() -> None:
    faces = (1, 3, 2, 4, 2, 6, 3, 1, 2, 1, 1, 1, 2, 2, 2, 3, 3, 3, 5, 7)
    created, script, _ = made(faces, {})
    assert [question.key for question in script.asked] == [
        "creation.background", "creation.name", "creation.table", "creation.table", "creation.traits",
    ]  # fmt: skip
    assert [question.default for question in script.asked] == ["random", "random", "roll", "roll", ["gait", "voice"]]
    assert {question.to for question in script.asked} == {"anna.pc"}
    assert [(roll.count, roll.sides, roll.why) for roll, _ in script.rolls] == [
        (1, 2, "background"), (1, 3, "name"), (1, 4, "table"), (1, 4, "table"), (1, 4, "trait.gait"),
        (1, 6, "trait.voice"), (1, 6, "rations"), (2, 6, "gold"), (3, 6, "STR"), (3, 6, "DEX"), (3, 6, "WIL"),
        (1, 6, "HP"), (1, 20, "age"),
    ]  # fmt: skip
    actor = created.actor
    assert (actor.name, actor.background, actor.answers) == ("Cid", "miller", [2, 4])
    assert actor.traits == {"gait": 2, "voice": 6}
    assert (actor.rations, actor.gold, actor.age) == (3, 1 + 2 + 1, 17)
    assert (actor.STR, actor.DEX, actor.WIL) == (3 + 3 + 3, 6, 9)
    assert actor.hp == 5 + 2


@pytest.mark.rule("CRN-HIRE-02")
def test_a_name_is_chosen_from_the_list_or_typed() -> None:
    assert made(answers={**MILLER, "creation.name": "2"})[0].actor.name == "Bo"
    typed = {**MILLER, "creation.name": "own", "creation.name.text": "  Zoë   of the  Weir "}
    assert made(answers=typed)[0].actor.name == "Zoë of the Weir"
    blank = {**MILLER, "creation.name": "own", "creation.name.text": "   "}
    assert made((3, *MIDDLING), blank)[0].actor.name == "Cid"


@pytest.mark.rule("CRN-HIRE-02")
def test_tables_are_chosen_from_without_a_roll() -> None:
    created, script, _ = made()
    assert created.actor.answers == [1, 1]
    assert not any(roll.why == "table" for roll, _ in script.rolls)


@pytest.mark.rule("CRN-HIRE-02")
def test_dice_not_given_by_the_background_are_those_of_the_pack() -> None:
    answers = {**MILLER, "creation.background": "drifter"}
    script = made((3, 3, 3, *[3] * 9, 4, 20), answers)[1]
    assert [(roll.count, roll.sides) for roll, _ in script.rolls if roll.why in ("rations", "gold")] == [(1, 4), (2, 6)]
    assert [(roll.count, roll.sides) for roll, _ in made()[1].rolls if roll.why == "rations"] == [(1, 6)]


@pytest.mark.rule("CRN-HIRE-03", "CRN-ABIL-01")
def test_values_stay_as_rolled_in_order_with_current_equal_to_maximum() -> None:
    created, script, _ = made((3, 3, 3, 1, 1, 1, 6, 6, 6, 2, 3, 4, 1, 1))
    actor = created.actor
    assert (actor.STR, actor.DEX, actor.WIL, actor.hp) == (3, 18, 9, 1)
    assert (actor.STR_max, actor.DEX_max, actor.WIL_max, actor.hp_max) == (3, 18, 9, 1)
    assert [roll.why for roll, _ in script.rolls].count("STR") == 1  # no reroll
    assert not any("swap" in question.key or "reroll" in question.key for question in script.asked)


# ---------------------------------------------------------------- what answers give


@pytest.mark.rule("CRN-HIRE-02")
def test_answers_give_items_relics_and_charges() -> None:
    actor = answered("1", "1")
    assert [thing.item for thing in actor.items] == ["axe", "coat", "coin", "coin", "linen", "bell"]
    assert [(thing.uses, thing.charges) for thing in actor.items[-2:]] == [(3, None), (None, 1)]
    assert len({thing.id for thing in actor.items}) == len(actor.items)


@pytest.mark.rule("CRN-HIRE-02")
def test_an_answer_brings_a_hireling_made_by_its_role() -> None:
    faces = (*MIDDLING, 3, 4, 5, 1, 1, 1, 6, 6, 6, 4)
    created = made(faces, {**MILLER, "creation.table": ["4", "1"]})[0]
    assert [(one.kind, one.role, one.STR, one.DEX, one.WIL, one.hp) for one in created.hirelings] == [
        ("hireling", "porter", 12, 3, 18, 4)
    ]


@pytest.mark.rule("CRN-HIRE-02")
def test_what_answers_add_stays_inside_the_limits() -> None:
    high = answered("2", "4", faces=(3, 3, 3, 6, 6, 6, 3, 3, 3, 3, 3, 3, 6, 1))
    assert (high.STR, high.STR_max) == (20, 20)  # 18 + 3 + 3, at most 20
    assert (high.hp, high.hp_max) == (8, 8)
    low = answered("3", "1", faces=(3, 3, 3, 3, 3, 3, 3, 3, 3, 1, 1, 1, 2, 1))
    assert (low.gold, low.hp, low.hp_max, low.WIL, low.WIL_max) == (0, 1, 1, 1, 1)
    rich = answered("1", "2")
    assert rich.gold == 3 + 3 + 1 + 10


@pytest.mark.rule("CRN-HIRE-02")
def test_every_rolled_number_is_told_with_its_sum() -> None:
    told = made(answers={**MILLER, "creation.table": ["2", "4"]})[2]
    strength = next(event for event in told if event.key == "creation.ability")
    assert strength.sum is not None
    assert strength.sum.total == strength.facts["value"] == 15
    assert [(part.source, part.value) for part in strength.sum.parts] == [
        ("3d6", 9), ("creation.source.background", 3), ("creation.source.background", 3),
    ]  # fmt: skip


# ---------------------------------------------------------------- slots and hands


@pytest.mark.rule("CRN-SLOT-02")
def test_what_does_not_fit_has_to_be_left_one_thing_at_a_time() -> None:
    crates = {**MILLER, "creation.table": ["1", "3"]}  # axe, coat, linen, bell and five bulky crates: 14 slots
    created, script, told = made(answers=crates)
    asked = [question for question in script.asked if question.key == "creation.leave"]
    assert len(asked) == 3  # the bell, then two crates
    assert "coin.3" not in [option.value for option in asked[0].options]  # petty things free nothing
    assert asked[0].default == asked[0].options[-1].value
    assert asked[0].facts == {"name": "Ada", "used": 14, "capacity": 10}
    assert [event.key for event in told].count("creation.left") == 3
    world = workshop(content(), Options())
    assert used_slots(world, created.actor) <= 10


@pytest.mark.rule("CRN-SLOT-02", "CRN-SLOT-01")
def test_the_slots_of_the_table_decide_what_fits() -> None:
    created, script, _ = made(answers={**MILLER, "creation.leave": ["coat.2", "bell.6", "linen.5"]}, inventory_slots=1)
    assert [thing.item for thing in created.actor.items] == ["axe", "coin", "coin"]
    assert len([question for question in script.asked if question.key == "creation.leave"]) == 3
    assert "creation.leave" not in [question.key for question in made(inventory_slots=4)[1].asked]


@pytest.mark.rule("CRN-SLOT-03")
def test_armor_is_put_on_and_the_best_weapon_taken_in_hand() -> None:
    where = {thing.item: thing.where for thing in answered("1", "1").items}
    assert (where["axe"], where["coat"], where["linen"]) == ("held", "worn", "pack")
    faces = (*MIDDLING, 3, 4, 5, 1, 1, 1, 6, 6, 6, 4)
    porter = made(faces, {**MILLER, "creation.table": ["4", "1"]})[0].hirelings[0]
    assert {thing.item: thing.where for thing in porter.items} == {"maul": "held", "shield": "pack"}  # two hands only


# ---------------------------------------------------------------- random characters and the table


@pytest.mark.rule("CRN-HIRE-02")
@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32), background=st.sampled_from([one.id for one in starter().backgrounds]),
       slots=st.sampled_from([1, 4, 10, 40]))  # fmt: skip
def test_random_characters_of_the_starter_pack_have_no_problems(seed: int, background: str, slots: int) -> None:
    options = Options(inventory_slots=slots)
    created = random_character(starter(), options, SampledDice(seed), background=background)
    for actor in (created.actor, *created.hirelings):
        assert character_problems(actor, starter(), options) == []
    assert created.actor.background == background
    assert len(created.actor.traits) == len(starter().trait_tables)
    again = random_character(starter(), options, SampledDice(seed), background=background)
    assert again == created


def test_every_background_of_the_starter_pack_comes_up() -> None:
    dice = SampledDice(1)
    seen = {random_character(starter(), Options(), dice).actor.background for _ in range(300)}
    assert seen == {one.id for one in starter().backgrounds}


@pytest.mark.rule("CRN-LOSS-06")
def test_joining_gives_a_copy_with_fresh_ids_and_keeps_containers() -> None:
    world = table()
    newcomer = made()[0].actor
    newcomer.items[4].where, newcomer.items[4].container = "stowed", newcomer.items[5].id
    first, second = join(world, newcomer, "anna"), join(world, newcomer, "ben")
    assert newcomer.id == ""
    assert list(world.state.actors) == [first.id, second.id]
    assert (first.player, second.player) == ("anna", "ben")
    assert not {thing.id for thing in first.items} & {thing.id for thing in second.items}
    assert first.items[4].container == first.items[5].id
    fight = fighting(world)
    third = join(world, newcomer, "anna")
    assert (fight.members, fight.late) == ([first.id, second.id, third.id], [third.id])


@pytest.mark.parametrize("language", ["en", "fi"])
def test_every_message_of_a_random_character_is_in_the_catalogue(language: str) -> None:
    told: list[Event] = []
    dice = SampledDice(3)
    for _ in range(20):
        random_character(starter(), Options(inventory_slots=3), dice, listen=told.append)
    script = made(answers={**MILLER, "creation.table": ["roll", "3"]}, faces=(1, *MIDDLING))[1]
    catalogue = game.catalogue(language)
    lines = [(event.key, event.facts) for event in told]
    for question in script.asked:
        lines += [(question.key, question.facts), *((option.key, option.facts) for option in question.options)]
    for key, facts in lines:
        assert "«" not in catalogue.say(key, facts)
