"""Character sheets: every number with its sum, skills, things, ties."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nw3_people import carrying, catalogue, content, enemy, wizard
from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.modifiers import Part, Sum
from rulewright.engine.world import World
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content_blocks import Cost
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.state import Character, Connection, Nw3World, State
from rulewright.games.nw3.wizards import derived, labels, standing
from rulewright.games.nw3.wizards.desk import Desk
from rulewright.games.nw3.wizards.sheet import NUMBERS, explained, sheet_markdown


def sheet(character: Character, **options: Any) -> str:
    return sheet_markdown(content(), Options(**options), character, catalogue())


def lines(character: Character, **options: Any) -> list[str]:
    return sheet(character, **options).splitlines()


def row(character: Character, name: str) -> list[str]:
    """The cells of the row of a table that begins with a name."""
    found = next(line for line in lines(character) if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in found.strip("|").split("|")]


# ---------------------------------------------------------------- numbers


def test_the_worked_character() -> None:
    told = lines(wizard())
    assert told[:3] == ["# Anna", "", "Ninja 忍者 / Broomman 箒使い, Wind 風 / Light 天, CL レベル 1"]
    assert "| 27/27 | 20/20 | 5/5 | 7 | 2 |" in told
    for line in (
        "- Finesse 器用: 10 = Ninja 4 + Broomman 4 + Wind 1 + bonus point 1",
        "- CF Mod CF修正値: 2 = a third of Luck 2",
        "- Prana, at most プラーナ: 5 = Prana of everybody 7 − CF Mod 2",
        "- PACC 命中: 11 = half of Strength and Finesse 9 + Ninja 1 + Broomman 1",
        "- SPD 行動値: 15 = Knowledge 5 + Awareness 8 + Ninja 1 + Broomman 1",
        "- MDEF 魔防: 0 = 0",
        "- Body 耐久力: 27 = Strength 8 + Wind 8 + Light 5 + classes, at every CL 6",
        "- Mind 魔法力: 20 = Spirit 5 + Wind 4 + Light 7 + classes, at every CL 4",
        "- Weight Capacity: 9 = Strength 8 + CL 1",
    ):
        assert line in told


@pytest.mark.rule("NW3-ARMOR-04", "NW3-ITEM-04", "NW3-CHAR-15")
def test_what_does_not_count_is_struck_out_with_its_rule() -> None:
    told = lines(wizard("anna", "plate", "gloves", "sword", "lead_12"))
    assert "- PATK 物攻: 3 = Ninja 1 + Broomman 2, ~~Sword 5~~ (NW3-ITEM-04)" in told
    pacc = next(line for line in told if line.startswith("- PACC"))
    assert pacc.endswith(" + Sword 1 − too much Weight 12, ~~Gloves -1~~ (NW3-ARMOR-04)")
    assert "- Weight: 21 = Plate 5 + Gloves 1 + Sword 3 + Lead 12 12" in told


def test_values_that_are_not_rolled_yet_are_not_shown() -> None:
    told = sheet(wizard(values_rolled=False))
    assert "クリティカル値" not in told
    assert "| HP | MP | Prana プラーナ |" in told


def test_a_foe_shows_its_own_numbers() -> None:
    told = lines(carrying(enemy(pacc=7, body=30), "coat"))
    assert "- PACC 命中: 7 = own number 7" in told
    assert not any("CF Mod" in line or "Weight Capacity" in line or "Valco" in line for line in told)


def test_a_sum_says_where_it_was_cut() -> None:
    total = Sum(1, (Part("sum.own", 5), Part("belt", -30, "", "NW3-X"), Part("sash", -9)), "NW3-SKILL-59")
    assert explained(total, {"sum.own": "own number"}) == (
        "1 = own number 5 − sash 9 (NW3-SKILL-59), ~~belt -30~~ (NW3-X)"
    )
    assert explained(Sum(-2, (Part("a*b", -2),)), {}) == "-2 = −a\\*b 2"


# ---------------------------------------------------------------- skills and things


def test_skills_are_listed_as_printed() -> None:
    anna = wizard(skills={"cinder_ring": 2, "marching_song": 1, "lucky_coin_toss": 3, "hard_skin": 1, "glass_screen": 1,
                          "unerring_ring": 1, "paper_double": 1, "static_noise": 2})  # fmt: skip
    assert row(anna, "Cinder Ring")[:7] == ["Cinder Ring", "2", "Major", "Hit Check", "Area\\*", "Close", "6 MP"]
    assert row(anna, "Marching Song")[3:7] == ["Luck/12", "Area (P, SL + 1)", "Close", "3 MP"]
    assert row(anna, "Lucky Coin Toss")[1:7] == ["3", "After Judge", "Automatic", "Single", "Scene", "2 MP"]
    assert row(anna, "Glass Screen")[2:7] == ["Damage Roll", "Spirit", "2\\#", "Short", "3 MP"]
    assert row(anna, "Unerring Ring")[6] == "Dazed"
    assert row(anna, "Paper Double")[2:7] == ["Reaction", "Dodge Check", "Self\\*", "–", "2 MP, 1 Prana"]
    assert row(anna, "Hard Skin")[2] == "Constant 常時"
    assert "- static\\_noise 2" in lines(anna)


def test_costs_are_worked_out_as_far_as_the_sl_decides_them() -> None:
    ring = content().skills_by_id["cinder_ring"]
    worded = catalogue().worded
    assert [worded(labels.cost(ring, sl)) for sl in (1, 3)] == ["5 MP", "7 MP"]
    parts = (Cost(kind="mp", amount="(SL)d6"), Cost(kind="hp", amount="CL + 1"),
             Cost(kind="bad_status", status="poison", rating=2), Cost(kind="prana", amount="1 - SL"))  # fmt: skip
    told = worded(labels.cost(msgspec.structs.replace(ring, cost=parts), 2))
    assert told == "(SL)d6 MP, CL + 1 HP, Poison (2), 0 Prana"
    assert worded(labels.cost(msgspec.structs.replace(ring, cost=()), 1)) == "–"


def test_records_have_twins_in_japanese() -> None:
    robe = starter().skills_by_id["lunar_robe"]
    assert labels.twins(robe) == {"name": "Lunar Robe", "name_ja": "月衣"}
    assert labels.twins(content().skills_by_id["smoke"], name="skill") == {"skill": "Smoke", "skill_ja": "Smoke"}
    assert labels.twins(content().items_by_id["ring"], "text") == {"text": "", "text_ja": ""}


def test_things_tell_where_they_are_and_what_they_do() -> None:
    anna = wizard("anna", "kite_blade", "plate", "radio robe", "clockwork_duke", "tail_fin robe", "heron_mk2 carried")
    anna.items[0].preserved, anna.items[1].from_skill, anna.items[2].lost = True, True, True
    anna.items[4].loaded = anna.items[5].id
    told = lines(anna)
    for line in (
        "- Kite Blade (equipped, PACC +1, PATK +5, PDEF +1, MATK +2, Weight 3, Preserved)",
        "- Plate (equipped, PDEF +6, EVA -2, Weight 5, from a skill, Doesn't Stack)",
        "- Radio (lost, SPD +1, Weight 6)",
        "- Clockwork Duke (equipped, MACC +1, MATK +6, MDEF +1, Memory 4)",
        "- Tail Fin (on the Broom, EVA +1, Weight 1)",
        "- Heron Mk 2 (carried, PACC +1, PATK +7, EVA +1, Weight 6)",
    ):
        assert line in told
    assert row(anna, "Gust")[2:7] == ["Minor", "Automatic", "Self", "–", "1 MP"]
    assert "- grandfather\\_clock (Lunar Robe 月衣)" in lines(wizard("anna", "grandfather_clock robe"))


def test_the_rest_of_the_sheet() -> None:
    anna = wizard(cl=4, skills={"any_spell": 1}, statuses={"poison": 3, "rigor": 0})
    assert anna.sheet is not None
    anna.sheet.money, anna.sheet.xp, anna.sheet.placed = 1_250_000, 7, {"pacc": 2, "patk": 1}
    anna.sheet.picked_elements = {"any_spell": "fire"}
    anna.sheet.connections = [Connection("Old *Toma*", 200_000)]
    anna.sheet.notes = ["likes | rain"]
    told = lines(anna)
    for line in (
        "- 1,250,000 Valco, 7 XP 経験点",
        "- Bonus Points: PACC 2, PATK 1",
        "- Any Spell: Fire",
        "- Connection コネクション: Old \\*Toma\\*, Worth 200,000 Valco",
        "- likes \\| rain",
    ):
        assert line in told
    assert any("(3)" in line and "Poison" in line for line in told)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_word_of_a_random_sheet_is_in_the_catalogue(seed: int) -> None:
    desk, dice = Desk(), SampledDice(seed)
    (anna,) = run(desk.create(), dice.face, desk.at_random(dice))
    text = sheet_markdown(starter(), Options(), anna, catalogue())
    assert "«" not in text
    found = standing.sums(starter(), Options(), anna)
    assert set(found) == set(NUMBERS)
    for name in NUMBERS:
        term = catalogue().say(f"term.{name}", {})
        assert re.search(rf"^- {re.escape(term)}: {found[name].total} = ", text, re.MULTILINE)
    for id in anna.skills:
        assert f"| {starter().skills_by_id[id].name} |" in text
    for thing in anna.items:
        assert f"- {starter().items_by_id[thing.item].name} (" in text


def test_the_desk_shows_sheets_of_the_table_and_finds_characters() -> None:
    desk, anna = Desk(), wizard("anna", "sword")
    world: Nw3World = World(State(Options(), characters={"anna": anna}), content(), None)
    assert desk.find(world, "anna") is anna
    assert desk.sheet(anna, "en", world) == sheet(anna)
    assert "- sword (equipped)" in desk.sheet(anna, "en").splitlines()  # the starter pack has no such thing


def test_numbers_in_words_are_all_there() -> None:
    for key in (*(f"term.{name}" for name in NUMBERS), *(f"term.{pool}" for pool in ("hp", "mp", "prana", "cl"))):
        assert "«" not in catalogue().say(key, {})
    sums = standing.sums(content(), Options(), wizard("anna", "lead_12", cl=2, classes=("recorder", "exorcist")))
    house = Options(recorder_extra="luck", exorcist_extra="pacc")
    anna = wizard(classes=("recorder", "exorcist"), house=house)
    assert anna.sheet is not None
    anna.sheet.placed = {"pacc": 1}
    derived.settle(content(), house, anna)
    sources = {part.source for one in (*sums.values(), *standing.sums(content(), house, anna).values())
               for part in one.parts if "." in part.source}  # fmt: skip
    assert {"sum.recorder", "sum.exorcist", "sum.placed", "sum.excess"} <= sources
    assert not [source for source in sources if source not in catalogue().messages]
