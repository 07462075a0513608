"""The starter pack: enough of everything for an evening, within the bounds that it promises."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import get_args

import pytest

from rulewright.games.nw3.records.content_blocks import ENEMY, GENERAL, Block, Skill
from rulewright.games.nw3.records.content_warnings import warnings
from rulewright.games.nw3.records.effects import AnyEffect, InflictStatus
from rulewright.games.nw3.records.formula_checks import places
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.library_checks import blocks
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.records.tables import CLASSES, STATUSES, numbers
from rulewright.games.nw3.records.vocabulary import Timing

PACK = starter()
BLOCKS: list[Block] = [block for _, block in blocks(PACK)]


def test_the_pack_has_nothing_odd() -> None:
    assert PACK.pack.id == "streetlight_nights"
    assert [(mark.id, mark.version) for mark in PACK.packs] == [("streetlight_nights", "1")]
    assert warnings(PACK) == ()
    assert starter() is PACK


def test_everything_has_a_name_in_japanese_and_a_text() -> None:
    rows: list[Skill | Item] = [*PACK.skill, *PACK.item]
    assert [row.id for row in rows if not row.name_ja or not row.text] == []
    assert [skill.id for skill in PACK.skill if not skill.text_ja] == []
    for item in PACK.item:
        assert all(block.name_ja for block in item.effect_block), item.id


@pytest.mark.rule("NW3-SKILL-09", "NW3-CHAR-08")
def test_any_pair_of_classes_can_be_made() -> None:
    autos = {skill.class_ for skill in PACK.skill if "auto" in skill.categories}
    assert autos == set(CLASSES)
    creation = numbers().creation
    for pair in combinations_with_replacement(CLASSES, 2):
        offered = [skill for skill in PACK.skill if skill.class_ in (*pair, GENERAL) and skill.acquire_cl == 1]
        room = sum(min(skill.max_sl, creation.max_sl_at_creation) for skill in offered)
        given = len(pair) + len(creation.free_general_skills)
        assert room - given >= creation.skill_picks + creation.general_skill_picks, pair


def of_class(id: str) -> tuple[list[Skill], list[Skill], list[Skill]]:
    """The Auto, ordinary and Secret skills of a class."""
    skills = [skill for skill in PACK.skill if skill.class_ == id]
    auto, secret = ([one for one in skills if kind in one.categories] for kind in ("auto", "secret"))
    return auto, [one for one in skills if not {"auto", "secret"} & set(one.categories)], secret


@pytest.mark.rule("NW3-SKILL-09", "NW3-SKILL-10")
@pytest.mark.parametrize("id", CLASSES)
def test_each_class_has_an_auto_skill_ordinary_ones_and_a_secret(id: str) -> None:
    auto, ordinary, secret = of_class(id)
    assert (len(auto), len(secret)) == (1, numbers().creation.secret_skills_single)
    assert auto[0].acquire_cl == 1
    assert len(ordinary) >= 4
    assert sum(skill.acquire_cl == 1 for skill in ordinary) >= 2
    assert all(1 <= skill.acquire_cl <= 6 and 1 <= skill.max_sl <= 5 for skill in (*ordinary, *secret))
    assert all(skill.constant or skill.limits for skill in secret)


@pytest.mark.parametrize("id", CLASSES)
def test_each_class_can_attack_and_help_or_survive_from_the_beginning(id: str) -> None:
    auto, ordinary, _ = of_class(id)
    early = [skill for skill in (*auto, *ordinary) if skill.acquire_cl == 1]
    attacks = [skill for skill in early if skill.check.kind == "hit_check"]
    assert attacks
    for skill in attacks:
        paid = {cost.kind: cost.amount for cost in skill.cost}
        assert set(paid) <= {"mp", "hp"}
        assert 2 <= sum(int(amount or 0) for amount in paid.values()) <= 7, skill.id
    assert any(skill.check.kind != "hit_check" for skill in early)


def test_texts_of_skills_name_every_formula_of_their_effects() -> None:
    for skill in PACK.skill:
        for path, formula in places(skill):
            if path[0] == "effect" and "SL" in formula.names and path[-1] != "difficulty":
                assert formula.text.lstrip("-").strip("()") in skill.text, (skill.id, formula.text)


@pytest.mark.rule("NW3-CHAR-08")
def test_general_skills() -> None:
    general = [skill.id for skill in PACK.skill if skill.class_ == GENERAL]
    free = numbers().creation.free_general_skills
    assert set(free) < set(general)
    assert len(general) == 24
    assert [effect.__struct_config__.tag for id in free for effect in PACK.skills_by_id[id].effect] == ["prose"] * 2


@pytest.mark.rule("NW3-SKILL-24")
def test_timings_that_occur() -> None:
    found = {timing for block in BLOCKS for timing in block.timings}
    assert found == set(get_args(Timing))


def test_effects_that_occur() -> None:
    found = {type(effect).__struct_config__.tag for block in BLOCKS for effect in block.effect}
    assert found == {str(kind.__struct_config__.tag) for kind in get_args(AnyEffect)}
    statuses = {effect.status for block in BLOCKS for effect in block.effect if isinstance(effect, InflictStatus)}
    assert statuses == set(STATUSES)


@pytest.mark.rule("NW3-ENEMY-11")
def test_skills_of_enemies() -> None:
    skills = [skill for skill in PACK.skill if skill.class_ == ENEMY]
    assert len(skills) == 30
    assert [skill.id for skill in skills if skill.text.startswith("For bosses.")] == ["curfew", "second_curtain"]
