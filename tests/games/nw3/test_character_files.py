"""Characters as TOML files."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nw3_people import carrying, content, enemy, wizard
from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.errors import Malformed, Refused
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Character, Connection, Lasting, Progress
from rulewright.games.nw3.wizards import derived, standing
from rulewright.games.nw3.wizards.character_files import read_character, write_character
from rulewright.games.nw3.wizards.desk import Desk

SHORT = """
name = "Anna"
items = [ { item = "sword", where = "equipped" }, { item = "radio" } ]

[sheet]
classes = ["ninja", "broomman"]
elements = ["wind", "light"]
bonus = "finesse"

[skills]
quick_feet = 1
"""


def read(text: str, **options: object) -> Character:
    return read_character(text, content(), Options(**options))  # type: ignore[arg-type]


def wrong(text: str) -> str:
    with pytest.raises(Malformed) as caught:
        read(text)
    return str(caught.value)


def test_a_short_file_is_enough() -> None:
    anna = read(SHORT)
    assert (anna.name, anna.kind, anna.side, anna.elements) == ("Anna", "pc", "wizards", ("wind", "light"))
    assert [thing.id for thing in anna.items] == ["sword.1", "radio.2"]
    assert (anna.stats.pacc, anna.stats.spd) == (12, 15 + 2 + 1)
    assert (anna.hp, anna.mp, anna.prana, anna.body) == (27, 20, 5, 27)
    assert read(SHORT, spd_formula="finesse_knowledge").stats.spd == 20
    assert read(SHORT.replace('bonus = "finesse"', 'bonus = "finesse"\ncl = 3')).body == 39


def test_what_follows_from_the_sheet_stands_in_no_file() -> None:
    text = write_character(wizard("anna", "sword"))
    assert text.splitlines()[0] == 'game = "nw3"'
    for name in ("attributes", "pre_equip", "stats", "body", "mind", "prana_max", "hp", "mp"):
        assert f"\n{name} " not in text
        assert f"[{name}]" not in text


def test_every_field_comes_back() -> None:
    anna = wizard("anna", "heron_mk2", "tail_fin robe", "sword carried", skills={"hard_skin": 2}, hp=3, mp=0, prana=1)
    assert anna.sheet is not None
    anna.items[1].loaded = "heron_mk2.1"
    anna.items[2].lost = anna.items[2].preserved = True
    anna.sheet.connections = [Connection("Toma", 5, episode=True)]
    anna.sheet.placed, anna.sheet.notes, anna.sheet.xp = {"pacc": 1}, ['say "hi"\n', "月"], 4
    anna.effects = [Lasting(1, "marching_song", "ben", "stat", "spd", 4, "round")]
    anna.statuses, anna.used, anna.progress = {"poison": 2}, {"scene:smoke": 1}, Progress("gate", 4, 1)
    anna.flying, anna.engage, anna.values_rolled = "robe", "engage.1", False
    derived.settle(content(), Options(), anna)
    assert read(write_character(anna)) == anna


def test_foes_keep_their_own_numbers() -> None:
    ghoul = carrying(enemy(pacc=9, eva=-1, body=30, mind=2, hp=7), "coat")
    standing.refresh(content(), Options(), ghoul)
    assert read(write_character(ghoul)) == ghoul


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_random_wizards_come_back(seed: int) -> None:
    desk, dice = Desk(), SampledDice(seed)
    (anna,) = run(desk.create(), dice.face, desk.at_random(dice))
    assert desk.read(desk.write(anna)) == anna


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("name = ", "nmae = "), 'nmae: no such field (did you mean "name"?)'),
        (('where = "equipped"', 'were = "equipped"'), "items[0].were: no such field"),
        (("bonus = ", "bonsu = "), "sheet.bonsu: no such field"),
        (('"ninja"', '"ninjo"'), "sheet.classes[0]: no class 'ninjo' (did you mean \"ninja\"?)"),
        (('"wind"', '"cheese"'), "sheet.elements[0]"),
        (('name = "Anna"', 'name = "Anna"\nbody = 4'), "body: no such field"),
        (('name = "Anna"', 'game = "cairn"'), "another game's character"),
        (("[sheet]", "[sheet"), "expected TOML"),
        (('where = "equipped"', 'where = "pocket"'), "items[0].where"),
        (("bonus = ", 'first_classes = ["cook", "ninja"]\nbonus = '), "sheet.first_classes[0]: no class 'cook'"),
        (("bonus = ", "placed = { charm = 1 }\nbonus = "), "sheet.placed.charm: no such field"),
        (('name = "Anna"', 'name = "Anna"\nstatuses = { bored = 1 }'), "statuses.bored: no such field"),
        (('name = "Anna"', f"name = {'[' * 50_000}"), "recursion"),
        (('name = "Anna"', f"name = {'9' * 9_000}"), "expected TOML"),
    ],
)
def test_what_cannot_be_read_is_named(change: tuple[str, str], expected: str) -> None:
    assert expected in wrong(SHORT.replace(*change))


def test_a_name_is_needed() -> None:
    assert "name" in wrong(SHORT.replace('name = "Anna"', ""))


@pytest.mark.rule("NW3-CHAR-01")
@pytest.mark.parametrize("classes", ['["ninja"]', '["ninja", "hero", "magus"]', "[]"])
def test_a_wizard_has_two_classes(classes: str) -> None:
    text = f'name = "Anna"\n[sheet]\nclasses = {classes}\nelements = ["wind", "light"]\nbonus = "luck"\n'
    with pytest.raises(Refused) as refusal:
        read_character(text, content(), Options())
    assert refusal.value.reason == "two_classes"
