"""Characters as files, and what is wrong with them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_people import carrying, content, person, random_character
from rulewright.engine.drivers import SampledDice
from rulewright.engine.errors import Malformed
from rulewright.games.cairn import game
from rulewright.games.cairn.characters import Problem, character_problems, read_character, write_character
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.starter import starter
from rulewright.games.cairn.state import Actor, Carried, Condition, PendingStep, ScarTaken


def problems(actor: Actor, **options: Any) -> list[Problem]:
    return character_problems(actor, content(), Options(**options))


def places(actor: Actor, **options: Any) -> list[tuple[str, str, str, str]]:
    return [(one.at, one.found, one.allowed, one.rule) for one in problems(actor, **options)]


# ---------------------------------------------------------------- problems


def test_a_correct_character_has_no_problems() -> None:
    actor = carrying(person(background="miller", answers=[1, 2], traits={"gait": 4}), "axe held", "coat worn", "coin")
    actor.items.append(Carried("linen.9", "linen", uses=0))
    actor.items.append(Carried("bell.9", "bell", charges=3))
    assert problems(actor) == []


@pytest.mark.rule("CRN-ABIL-01", "CRN-GEN-03")
@pytest.mark.parametrize(
    ("values", "place"),
    [
        ({"STR": 11, "STR_max": 10}, ("STR", "11", "1..10", "CRN-ABIL-01")),
        ({"DEX": -1, "DEX_max": 10}, ("DEX", "-1", "0..10", "CRN-ABIL-01")),
        ({"STR": 0, "STR_max": 10}, ("STR", "0", "1..10", "CRN-ABIL-01")),
        ({"WIL_max": 100}, ("WIL_max", "100", "1..99", "CRN-GEN-03")),
        ({"hp": 7, "hp_max": 6}, ("hp", "7", "0..6", "CRN-HEAL-09")),
        ({"gold": -1}, ("gold", "-1", "0..1000000", "CRN-GEN-03")),
        ({"armor": 4}, ("armor", "4", "0..3", "CRN-ARMOR-04")),
    ],
)
def test_numbers_have_limits(values: dict[str, Any], place: tuple[str, str, str, str]) -> None:
    assert places(person(**values)) == [place]


def test_abilities_at_zero_are_possible_where_they_do_not_kill() -> None:
    assert problems(person(DEX=0, DEX_max=9, WIL=0, WIL_max=9)) == []
    assert problems(person(STR=0, STR_max=9, outcome="dead")) == []


@pytest.mark.rule("CRN-SLOT-01", "CRN-SLOT-02")
def test_slots_are_counted_with_fatigue_and_petty_things_are_free() -> None:
    actor = carrying(person(fatigue=3), "crate", "crate", "crate", "axe", "coin", "coin")
    assert problems(actor) == []  # 3 + 6 + 1
    actor.fatigue = 4
    assert places(actor) == [("items", "11", "10", "CRN-SLOT-02")]
    assert problems(actor, inventory_slots=11) == []


@pytest.mark.rule("CRN-SLOT-03")
def test_two_hands_hold_no_more_than_two_hands_worth() -> None:
    assert problems(carrying(person(), "axe held", "shield held")) == []
    assert places(carrying(person(), "maul held", "axe held")) == [("items", "3", "2", "CRN-SLOT-03")]
    assert places(carrying(person(), "coat held")) == [("items[0].where", "coat", "pack, worn", "CRN-SLOT-03")]
    assert places(carrying(person(), "axe worn")) == [("items[0].where", "axe", "pack, held", "CRN-SLOT-03")]


def test_unknown_things_are_named_with_their_nearest_neighbours() -> None:
    actor = carrying(person(background="millar", role="king", traits={"gate": 1, "voice": 7}), "axes")
    found = {one.at: one for one in problems(actor)}
    assert found["items[0].item"].found == "axes"
    assert "axe" in found["items[0].item"].allowed
    assert found["background"].allowed == "miller"
    assert set(found) == {"background", "role", "traits.gate", "traits.voice", "items[0].item"}
    assert found["traits.voice"].allowed == "1..6"


def test_answers_fit_the_tables_of_the_background() -> None:
    assert places(person(background="miller", answers=[5])) == [
        ("answers", "1", "2", "CRN-HIRE-02"), ("answers[0]", "5", "1..4", "CRN-HIRE-02"),
    ]  # fmt: skip


@pytest.mark.rule("CRN-RELIC-01", "CRN-HEAL-03")
def test_uses_and_charges_stay_inside_those_of_the_content() -> None:
    actor = person()
    actor.items = [Carried("a", "linen", uses=4), Carried("b", "bell", charges=4), Carried("c", "axe", uses=1),
                   Carried("d", "linen"), Carried("d", "coin")]  # fmt: skip
    assert [(one.at, one.found, one.allowed) for one in problems(actor)] == [
        ("items[0].uses", "4", "0..3"), ("items[1].charges", "4", "0..3"), ("items[2].uses", "1", ""),
        ("items[3].uses", "", "0..3"), ("items[4].id", "d", ""),
    ]  # fmt: skip


def test_containers_hold_what_their_capacity_allows() -> None:
    actor = carrying(person(), "basket", "crate stowed", "crate stowed")
    for thing in actor.items[1:]:
        thing.container = "basket.1"
    assert problems(actor, inventory_slots=2) == []  # what is stowed takes no slot of its own
    actor.items.append(Carried("axe.4", "axe", "stowed", container="basket.1"))
    assert places(actor) == [("items[0]", "5", "4", "CRN-SLOT-02")]
    actor.items[3] = Carried("axe.4", "axe", "stowed", container="crate.2")
    assert places(actor) == [("items[3].container", "crate.2", "basket.1", "CRN-SLOT-02")]


def test_several_problems_are_all_listed_and_have_words_in_both_languages() -> None:
    actor = carrying(
        person(name="", kind="npc", hp=9, hp_max=8, background="x1", answers=[9]), "axes", "maul held", "axe worn"
    )
    actor.items.append(Carried("axe.3", "linen", "stowed", container="?"))
    actor.scars = [ScarTaken("itch")]
    found = problems(actor, inventory_slots=1)
    assert len(found) == 11
    for language in ("en", "fi"):
        catalogue = game.catalogue(language)
        for one in found:
            text = catalogue.say(one.key, {"at": one.at, "found": one.found, "allowed": one.allowed})
            assert "«" not in text
            assert one.allowed in text or not one.allowed


# ---------------------------------------------------------------- files


def test_a_short_file_is_enough() -> None:
    actor = read_character(
        'name = "Ada"\nSTR = 9\nDEX = 10\nWIL = 11\nhp = 3\n[[items]]\nitem = "axe"\nwhere = "held"\n'
    )
    assert (actor.name, actor.kind, actor.side) == ("Ada", "pc", "party")
    assert (actor.STR_max, actor.DEX_max, actor.WIL_max, actor.hp_max) == (9, 10, 11, 3)
    assert actor.items == [Carried("axe.1", "axe", "held")]


def test_a_character_with_everything_comes_back_from_its_file() -> None:
    actor = carrying(person(hp=0, hp_max=5, gold=7, fatigue=1, doomed=True, dies_at=3600, age=40), "axe held", "bell")
    actor.name = 'Ada "the\x7f\\ Weir" \u2028 Ö\t\n'
    actor.items[1].charges = 0
    actor.conditions = [Condition("deaf", "scar:deafened", "extraordinary_aid")]
    actor.scars = [ScarTaken("sundered", "left hand")]
    actor.pending = [PendingStep("scar.1", "diseased", 1, "disease_over")]
    actor.deprived, actor.notes = ["food", "scar:walloped"], ["owes 3 gold", ""]
    actor.traits, actor.answers = {"gait": 2}, [1, 4]
    assert read_character(write_character(actor)) == actor


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), name=st.text(min_size=1, max_size=60), note=st.text(max_size=80))
def test_random_characters_come_back_from_their_files(seed: int, name: str, note: str) -> None:
    created = random_character(starter(), Options(), SampledDice(seed))
    created.actor.name, created.actor.notes = name, [note]
    for actor in (created.actor, *created.hirelings):
        assert read_character(write_character(actor)) == actor


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("name = ", "Invalid value"),
        (f"name = {'[' * 50_000}", "recursion"),
        (f"name = {'9' * 9_000}", "digits"),
        ('game = "chess"\nname = "A"', "another game"),
        ('name = "A"', "STR: missing"),
        ('name = "A"\nSTR = 100\nDEX = "x"\nWIL = 1\nhp = 1', "STR: Expected `int` <= 99"),
        ('name = "A"\nSTR = 100\nDEX = "x"\nWIL = 1\nhp = 1', "DEX: Expected `int`, got `str`"),
        ('name = "A"\nSTR = 1\nDEX = 1\nWIL = 1\nhp = 1\ncolour = "red"', "colour: no such field"),
        ('name = "A"\nSTR = 1\nDEX = 1\nWIL = 1\nhp = 1\nitems = 3', "items: Expected `array`"),
        ('name = "A"\nSTR = 1\nDEX = 1\nWIL = 1\nhp = 1\nitems = [3]', "items: Expected `object`"),
        ('name = "A"\nSTR = 1\nDEX = 1\nWIL = 1\nhp = 1\nitems = [{ where = "pack" }]', "items: Object missing"),
        (
            'name = "A"\nSTR = 1\nDEX = 1\nWIL = 1\nhp = 1\nitems = [{ item = "axe", wear = true }]',
            "items[0].wear: no such field",
        ),
        ('name = "A"\nSTR = true\nDEX = 1\nWIL = 1\nhp = 1', "STR: Expected `int`, got `bool`"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, found: str) -> None:
    with pytest.raises(Malformed) as error:
        read_character(text)
    assert found in str(error.value)
    assert error.value.expected
