"""Night Wizard in each of its languages: the same messages with the same facts, and a character made and shown."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import rulewright.games.nw3
from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.events import Event
from rulewright.engine.requests import Question
from rulewright.games.nw3.game import game

LOCALE = Path(rulewright.games.nw3.__file__).parent / "locale"


def gaps(text: str) -> set[str]:
    """The facts of a message; the Japanese twin of a fact counts as the fact."""
    return {name.removesuffix("_ja") for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", game.languages)
def test_a_language_has_the_same_messages_with_the_same_facts(language: str) -> None:
    english, told = game.catalogue("en").messages, game.catalogue(language).messages
    assert told.keys() == english.keys()
    assert not [key for key, text in told.items() if not text.strip() or gaps(text) != gaps(english[key])]
    written = "".join(path.read_text("utf-8") for path in (LOCALE / language).glob("*.po"))
    ids = re.findall(r'^msgid "(.+)"', written, re.MULTILINE)
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize("language", game.languages)
def test_a_character_is_made_and_shown_without_a_gap(language: str) -> None:
    dice = SampledDice(7)
    at_random = game.characters.at_random(dice)
    told: list[str] = []

    def say(key: str, facts: Any) -> None:
        told.append(game.words(key, facts, language))

    def answer(question: Question) -> Any:
        say(question.key, question.facts)
        for option in question.options:
            say(option.key, option.facts)
        return at_random(question)

    def tell(event: Event) -> None:
        say(event.key, event.facts)

    made = run(game.characters.create("Anna", tell), dice.face, answer)
    told += [game.characters.sheet(one, language) for one in made]
    assert told
    assert not [text for text in told if "«" in text]
    assert any({"fi": "Voima", "ja": "筋力", "zh": "力量"}.get(language, "Strength") in text for text in told)
