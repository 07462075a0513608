"""The words of Judges: every question, answer and message about dice, Prana and values has a text."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import get_args

import pytest

from nw3_judge_helpers import played, totals
from rulewright.engine.drivers import Script
from rulewright.engine.requests import Question, Roll
from rulewright.engine.words import Catalogue
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.contests import alone, contest
from rulewright.games.nw3.dice.critical_values import roll_values
from rulewright.games.nw3.dice.judges import Judge
from rulewright.games.nw3.options import Options

TEXT = files("rulewright.games.nw3").joinpath("locale", "en", "judges.po").read_text("utf-8")
WORDS = Catalogue("en", lambda: [TEXT])
KINDS = ("judge", *get_args(judging.JudgeKind))


def scripts() -> Iterator[Script]:
    """Judges with every question and every kind of dice in them."""
    house = Options(prompts="always")
    for kind in KINDS:
        for critical, fumble in ((7, 2), (8, 2), (7, 8)):
            asked = Judge(0, critical, fumble, "normal", 99, prana=2, why=kind)
            answers = {"dice_window": "pass", "raise_result": ["raise", "pass"], "raise_confirm": "yes"}
            yield played(alone(asked, house), [*totals(8), 1, 1], answers)[1]
    both = contest(Judge(0, prana=1, why="hit"), (Judge(0, prana=1, why="dodge"),), house)
    yield played(both, totals(8, 8))[1]
    yield played(roll_values("mia", 2, house), totals(6, 10))[1]


def said(key: str, facts: dict[str, object] | None = None) -> str:
    text = WORDS.say(key, facts or {})
    assert "«" not in text, text
    return text


QUESTIONS: list[Question] = [question for script in scripts() for question in script.asked]
ROLLS: list[Roll] = [roll for script in scripts() for roll, _ in script.rolls]


def test_every_question_and_answer_has_words() -> None:
    assert {question.key for question in QUESTIONS} == {"dice_window", "raise_result", "raise_confirm", "cf_spend"}
    used = set()
    for question in QUESTIONS:
        said(question.key, dict(question.facts))
        for option in question.options:
            used.add(option.key)
            if not option.key.startswith("answer."):  # the whole table's words
                said(option.key, dict(option.facts))
            for points in option.cost:
                said(points)
    assert {"dice.cancel", "dice.fudge_up", "dice.reroll", "raise.raise", "cf_spend.values"} < used


def test_every_roll_says_what_it_is_for() -> None:
    whys = {roll.why for roll in ROLLS}
    assert whys == {*KINDS, "raise", "critical_value", "fumble_value"}
    for why in whys:
        said(f"why.{why}")


@pytest.mark.parametrize("kind", KINDS)
def test_the_kind_of_judge_is_named(kind: str) -> None:
    question = next(one for one in QUESTIONS if one.facts.get("why") == f"judge.{kind}")
    assert said(question.key, dict(question.facts)).startswith(said(f"judge.{kind}"))


def test_messages_about_values() -> None:
    facts: dict[str, object] = {
        "name": "Mia", "critical": 7, "fumble": 11, "critical_chance": 6, "fumble_chance": 2,
    }  # fmt: skip
    assert said("values.set", facts) == "Mia: Critical Value 7 (6 in 36), Fumble Value 11 (2 in 36)."
    assert said("values.due")
