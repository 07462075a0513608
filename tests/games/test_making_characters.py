"""Making characters as a front end sees it: how far one has come, and words for all that is offered or barred."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from rulewright import games
from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.game import SoFar
from rulewright.engine.requests import Question
from rulewright.table.wording import named, short, words_of

GAMES = ("cairn", "nw3")


def made(id: str, seed: int) -> tuple[list[tuple[Question, SoFar]], Sequence[object]]:
    """The questions of a random character, each with how far it had come."""
    game, dice = games.get(id), SampledDice(seed)
    at_random, asked = game.characters.at_random(dice), []

    def answer(question: Question) -> object:
        asked.append((question, game.characters.so_far(question)))
        return at_random(question)

    return asked, run(game.characters.create(), dice.face, answer)


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("seed", range(12))
def test_what_is_missing_only_gets_less(id: str, seed: int) -> None:
    asked, _ = made(id, seed)
    steps = [set(so_far.missing) for _, so_far in asked]
    assert len(steps[0]) >= 5
    assert all(after <= before for before, after in pairwise(steps))
    assert len(steps[-1]) <= 2


@pytest.mark.parametrize("id", GAMES)
def test_everything_has_words_in_every_language(id: str) -> None:
    game = games.get(id)
    for language in game.languages:
        words = words_of(game, language)
        for question, so_far in made(id, 5)[0]:
            told = [words(key, {}) for key in (*so_far.numbers, *so_far.missing)]
            for option in (*question.options, *question.barred_options):
                told += [named(words, option), short(words, option)]
            told += [words(f"refuse.{reason}", {}) for reason in question.barred.values()]
            assert not [text for text in told if "«" in text or not text]


@pytest.mark.parametrize("id", GAMES)
def test_options_that_have_words_are_those_that_are_barred(id: str) -> None:
    barred = [question for question, _ in made(id, 5)[0] if question.barred]
    assert all({one.value for one in question.barred_options} == question.barred.keys() for question in barred)
    assert barred or id == "cairn"


def test_night_wizard_tells_its_numbers_from_the_first_class_on() -> None:
    asked, (wizard, *_) = made("nw3", 5)
    first, last = asked[0][1].numbers, asked[-1][1].numbers
    assert {"term.strength", "term.pacc", "term.body", "term.money"} <= first.keys()
    assert last["term.body"] == wizard.body  # type: ignore[attr-defined]
    assert last["term.spd"] == wizard.stats.spd  # type: ignore[attr-defined]
