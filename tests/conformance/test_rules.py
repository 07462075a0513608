"""Checks 4 and 5: every rule id is held by a test, and every refusal reason has one that shows it."""

from __future__ import annotations

import ast
from pathlib import Path

from rulewright.cli.coverage import cover
from rulewright.engine.game import Game

TESTS = Path(__file__).parents[1]


def test_every_rule_is_held_by_a_test(game: Game) -> None:
    coverage = cover(game, TESTS)
    assert coverage.missing == ()
    assert coverage.unknown == {}


def test_every_rule_has_words_in_each_language_of_the_rulebook(game: Game) -> None:
    rules = game.rulebook().rules.values()
    others = {language for rule in rules for language in rule.texts}
    assert others <= set(game.languages)
    for rule in rules:
        assert all((rule.title, rule.text)), rule.id
        assert all(rule.titles.get(language) and rule.texts.get(language) for language in others), rule.id


def test_every_refusal_reason_is_tested(game: Game) -> None:
    literals: set[str] = set()
    for file in (TESTS / "games" / game.id).rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                literals.add(node.value)
    untested = [reason for reason in game.reasons() if reason not in literals]
    assert game.reasons()
    assert untested == []


def test_every_refusal_reason_has_words(game: Game) -> None:
    for language in game.languages:
        for reason in game.reasons():
            assert "«refuse" not in game.words(f"refuse.{reason}", {}, language)
