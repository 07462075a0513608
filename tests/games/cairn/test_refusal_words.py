"""Every refusal, event and question of the rule modules has words in English and Finnish."""

from __future__ import annotations

import re
from importlib.resources import files
from string import Formatter

import pytest

from rulewright.games.cairn import game

SOURCES = {
    file.name: file.read_text("utf-8")
    for file in files("rulewright.games.cairn").iterdir()
    if file.name.endswith(".py")
}
REASONS = sorted({reason for text in SOURCES.values() for reason in re.findall(r'Refused\(\s*"(\w+)"', text)})
SAID = re.compile(r'(?:tell\(\s*world,\s*|Option\([^,()]+, |Question\(\s*|yes_no\(\s*)"([\w.]+)"')
MODULES = ("inventory", "handling", "trade", "fatigue", "healing", "rests", "treatment", "loss")
KEYS = sorted({key for name in MODULES for key in SAID.findall(SOURCES[f"{name}.py"])})


def message(key: str, language: str) -> str:
    return game.catalogue(language).messages.get(key, "")


@pytest.mark.rule("CRN-GEN-01")
@pytest.mark.parametrize("reason", REASONS)
def test_refusals_have_words(reason: str) -> None:
    english, finnish = message(f"refuse.{reason}", "en"), message(f"refuse.{reason}", "fi")
    assert english
    assert finnish
    assert english != finnish


def test_the_scan_finds_what_is_said() -> None:
    assert {"no_slot", "is_fatigue", "deprived"} <= set(REASONS)
    assert {"item.taken", "drop.thing", "drop_for_fatigue", "rest_safe", "rest.nothing", "ability.damage"} <= set(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_events_and_questions_have_words_with_the_same_facts(key: str) -> None:
    english, finnish = message(key, "en"), message(key, "fi")
    assert english
    assert finnish
    assert facts(english) == facts(finnish)


def facts(text: str) -> set[str]:
    """The facts that a message names; Finnish twins count as the fact itself."""
    return {field.removesuffix("_fi") for _, field, _, _ in Formatter().parse(text) if field}
