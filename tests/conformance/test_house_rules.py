"""House rules of every installed game: each option is described and offered, and what a description names exists."""

from __future__ import annotations

import re

from rulewright.engine.game import Game
from rulewright.engine.house_rules import Choices, choices, written

RULE_ID = re.compile(r"[A-Z0-9]+(-[A-Z]+)*-[A-Z]?\d{2,3}")


def test_each_option_is_described_and_no_other(game: Game) -> None:
    assert list(game.house_rules().options) == list(choices(game.options_type))


def test_every_value_that_has_a_name_has_words(game: Game) -> None:
    others = _languages(game)
    for name, known in choices(game.options_type).items():
        rule = game.house_rules().options[name]
        assert set(rule.value_texts) == {written(value) for value in known.values}, name
        assert all(rule.value_texts.values()), name
        for language in others if rule.value_texts else ():
            assert rule.values_told[language].keys() == rule.value_texts.keys(), (name, language)
            assert all(rule.values_told[language].values()), (name, language)


def test_every_default_is_one_of_the_choices_and_named_in_the_text(game: Game) -> None:
    for name, known in choices(game.options_type).items():
        assert known.default in known.values or known.default in (known.numbers or ()), name
        assert _called_default(known) in game.house_rules().options[name].text, name


def _called_default(known: Choices) -> str:
    if isinstance(known.default, bool):
        return "On (default)" if known.default else "Off (default)"
    if known.default is None:
        return "None (default)"
    return f"`{known.default}` (default)" if known.default in known.values else f"default is {known.default}"


def _languages(game: Game) -> set[str]:
    """The languages that house rules are told in beside English."""
    told = {language for rule in game.house_rules().options.values() for language in rule.texts}
    assert told <= set(game.languages)
    return told


def test_there_are_texts_in_each_language_of_the_house_rules(game: Game) -> None:
    house = game.house_rules()
    for language in _languages(game):
        for rule in house.options.values():
            assert all((rule.titles[language], rule.texts[language], rule.whys[language])), (rule.name, language)
        for preset in house.presets.values():
            assert all((preset.titles[language], preset.texts[language])), (preset.id, language)
        assert all(point.texts[language] for point in house.open_points)
    for rule in house.options.values():
        assert all((rule.title, rule.text, rule.why)), rule.name


def test_the_rules_named_exist_or_belong_to_a_chapter_that_is_not_here_yet(game: Game) -> None:
    book, house = game.rulebook(), game.house_rules()
    chapters = {rule_id.rpartition("-")[0] for rule_id in book.rules}
    named = {id for option in house.options.values() for id in option.rules}
    named |= {id for point in house.open_points for id in point.rules}
    assert named
    for id in named:
        assert RULE_ID.fullmatch(id), id
        assert id in book.rules or id.rpartition("-")[0] not in chapters, id


def test_the_options_that_rules_name_exist_and_rules_name_those_that_name_them(game: Game) -> None:
    book, known = game.rulebook(), choices(game.options_type)
    for rule in book.rules.values():
        assert set(rule.options) <= known.keys(), rule.id
    for name, option in game.house_rules().options.items():
        assert all(name in book.rules[id].options for id in option.rules if id in book.rules), name


def test_presets_are_described_and_hold_values_of_options(game: Game) -> None:
    assert list(game.house_rules().presets) == list(game.presets)
    known = choices(game.options_type)
    for values in game.presets.values():
        for name, value in values.items():
            assert value in known[name].values or value in (known[name].numbers or ()), name
    assert game.offered_preset in game.presets


def test_two_or_three_options_are_offered_each_by_named_values_or_by_number(game: Game) -> None:
    known = choices(game.options_type)
    assert 2 <= len(game.offered_options) <= 3
    for name in game.offered_options:
        assert bool(known[name].values) != bool(known[name].numbers), name
