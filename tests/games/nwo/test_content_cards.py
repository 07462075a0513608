"""Content to browse: every row is a card in every language, with its numbers and what it can be filtered by."""

from __future__ import annotations

from importlib.resources import files

import pytest

from rulewright.engine.packs import load
from rulewright.engine.words import Catalogue
from rulewright.games.nwo.records.cards import SHELVES, card
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.starter import starter

LANGUAGES = ("en", "ja", "fi", "zh")
HEADER = '[pack]\nid = "more"\ntitle = "More"\nversion = "0.1.0"\nlanguage = "en"\nruleset = "nwo"\n'
OWN = """
[[element]]
id = "deep_brine"
name = "Brine"
[[ability]]
id = "nudge"
name = "Nudge"
timing = "counter"
max_level = 5
cost = { prana = 2, mp = 1 }
target = "several"
max_targets = 3
affects = "foes"
range = [1, 2]
duration = { kind = "rounds", rounds = 2 }
limit = { per = "scene", times = 1 }
effects = [
  { op = "modify_stat", stat = "defence", amount = 1, per_level = 2 },
  { op = "modify_judge", stat = "any", amount = -3 },
  { op = "modify_cf", critical_add = [11, 12], fumble_remove = [2] },
  { op = "set_element", element = "deep_brine" },
  { op = "add_status", status = "prone", on = "hit" },
  { op = "damage", dice = "1d6+1", per_level = 2 },
  { op = "heal", amount = 5, heals_serious = true },
  { op = "text", text = "It rains.", text_ja = "雨。" },
]
[[weapon]]
id = "oar"
name = "Oar"
weight = 3
hands = 2
range = [0, 0]
parry = { judge = 1, defence = 3 }
"""


def catalogue(language: str) -> Catalogue:
    """The words of cards alone."""
    file = files("rulewright.games.nwo") / "locale" / language / "shelves.po"
    return Catalogue(language, lambda: [file.read_text("utf-8")])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_in_every_language(language: str) -> None:
    words = catalogue(language)
    for shelf in SHELVES:
        assert "«" not in words.say(shelf.key, {})
        for facet in shelf.facets:
            assert "«" not in words.say(f"shelf.facet.{facet}", {})
        for row in starter().rows(shelf.table):
            made = card(row, words)
            assert (made.id, "«" in repr(made)) == (row.id, False)
            assert tuple(made.facets) == shelf.facets


def test_the_languages_have_the_same_messages() -> None:
    assert len({frozenset(catalogue(language).messages) for language in LANGUAGES}) == 1


def test_only_the_referee_sees_enemies_and_maps() -> None:
    assert [shelf.table for shelf in SHELVES if shelf.referee] == ["character", "map"]


def test_the_lines_of_an_ability() -> None:
    pack = load({"more.toml": HEADER + OWN}, NwoContent, [starter()])
    lines = dict(card(pack.abilities_by_id["nudge"], catalogue("en")).lines)
    assert lines == {
        "Timing": "Counter, before the roll",
        "Highest level": "5",
        "Cost": "Prana 2, MP 1",
        "Target": "up to 3 targets, foes only",
        "Range in squares": "1-2",
        "Duration": "rounds: 2",
        "Limit": "1 per scene",
        "Effects": "Defence +1 +2 per level, judges (any) -3, C values with 11, 12, F values without 2, "
        "attacks of the element Deep brine, on a hit causes: prone, 1d6+1 +2 per level damage, 5 HP back, "
        "heals the seriously wounded too, It rains.",
    }


def test_the_lines_of_a_weapon_in_japanese() -> None:
    pack = load({"more.toml": HEADER + OWN}, NwoContent, [starter()])
    made = card(pack.gear_by_id["oar"], catalogue("ja"))
    assert dict(made.lines)["受け"] == "ジャッジ+1、防御力+3、魔法は受けられない"
    assert made.facets == {"hands": {"2": "両手"}, "element": {"none": "なし"}}
