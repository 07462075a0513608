"""A character in the making, in words: the question at hand, the way so far, the numbers, what is still to come."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import msgspec
from markupsafe import Markup

from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.engine.requests import Option, Question
from rulewright.engine.words import Words, told_or
from rulewright.table.lines import Line
from rulewright.table.wording import cost, named, short, words_of
from rulewright.web.characters.making import Course, Step, Throw
from rulewright.web.drawing.log_lines import LogLines
from rulewright.web.views import Look


class Choice(msgspec.Struct, frozen=True):
    """A legal answer in words, with its price, and whether it is the default. `text` follows `name` at once."""

    value: str
    name: str
    text: str
    cost: str = ""
    default: bool = False


class AskedPart(msgspec.Struct, frozen=True):
    """The question at hand. `groups` are its options, those of one sort together, the default before all others."""

    key: str
    kind: str
    text: str
    groups: tuple[tuple[Choice, ...], ...]
    barred: tuple[tuple[str, str], ...]
    least: int
    most: int
    preset: str
    rule: str
    rule_title: str
    rule_text: str


class Decided(msgspec.Struct, frozen=True):
    """A question that was answered: its number, its words, the answer, and what came of it."""

    number: int
    question: str
    answer: str
    dice: tuple[tuple[str, tuple[int, ...]], ...]
    events: Markup


class Standing(msgspec.Struct, frozen=True):
    """The way so far, the numbers as they stand, and what is still to come."""

    decided: tuple[Decided, ...]
    numbers: tuple[tuple[str, int], ...]
    missing: tuple[str, ...]


def asked_part(game: Game, question: Question, language: str) -> AskedPart:
    """A question in words."""
    words = words_of(game, language)
    defaults = question.default if isinstance(question.default, list | tuple) else [question.default]
    choices = [
        (one.key, Choice(one.value, *_split(words, one), cost(words, one), one.value in defaults))
        for one in question.options
    ]
    first = [choice for _, choice in choices if choice.default and question.kind == "choice"]
    rest = [(key, choice) for key, choice in choices if choice not in first]
    groups = [tuple(first)] if first else []
    groups += [tuple(choice for _, choice in group) for _, group in groupby(rest, key=lambda one: one[0])]
    title, text = _rule(game, question.rule, language)
    return AskedPart(
        key=question.key,
        kind=question.kind,
        text=words(question.key, question.facts),
        groups=tuple(groups),
        barred=_barred(words, question),
        least=question.least,
        most=question.most,
        preset="" if question.default is None or question.options else str(question.default),
        rule=question.rule,
        rule_title=title,
        rule_text=text,
    )


def _split(words: Words, option: Option) -> tuple[str, str]:
    """An option's name and what more is said of it, where that begins with the name."""
    text, name = named(words, option), short(words, option)
    return (name, text.removeprefix(name)) if text.startswith(name) and text != name else ("", text)


def standing(game: Game, course: Course, look: Look, language: str) -> Standing:
    """The way so far, in words."""
    words = words_of(game, language)
    lines = LogLines(game, look, language, {})
    decided = tuple(
        Decided(
            number,
            "" if step.question is None else words(step.question.key, step.question.facts),
            "" if step.question is None else _answer(words, step.question, step.answer),
            tuple(_throw(words, one) for one in step.throws),
            lines.draw(
                Line(number * 100 + place, number * 100 + place, event) for place, event in enumerate(step.events)
            ),
        )
        for number, step in enumerate(course.steps, -1)
        if _worth_telling(step)
    )
    if course.asked is None:
        return Standing(decided, (), ())
    so_far = game.characters.so_far(course.asked)
    numbers = tuple((words(key, {}), value) for key, value in so_far.numbers.items())
    return Standing(decided, numbers, tuple(words(key, {}) for key in so_far.missing))


def _worth_telling(step: Step) -> bool:
    return step.question is not None or bool(step.events or step.throws)


def _answer(words: Words, question: Question, answer: Any) -> str:
    known = {option.value: option for option in question.options}
    if question.kind in ("number", "text"):
        return str(answer)
    given = [answer] if isinstance(answer, str) else answer
    return ", ".join(short(words, known[one]) for one in given)


def _throw(words: Words, fallen: Throw) -> tuple[str, tuple[int, ...]]:
    why = fallen.roll.why
    name = told_or(words, f"why.{why}", why.rsplit(".", 1)[-1].replace("_", " "))
    return f"{name} ({len(fallen.faces)}d{fallen.roll.sides})", fallen.faces


def _barred(words: Words, question: Question) -> tuple[tuple[str, str], ...]:
    options = {option.value: option for option in question.barred_options}
    return tuple(
        (_barred_name(words, value, options.get(value)), told_or(words, f"refuse.{reason}", reason.replace("_", " ")))
        for value, reason in question.barred.items()
    )


def _barred_name(words: Words, value: str, option: Option | None) -> str:
    return short(words, option) if option is not None else told_or(words, f"barred.{value}", value.replace("_", " "))


def _rule(game: Game, id: str, language: str) -> tuple[str, str]:
    try:
        rule = game.rulebook().rule(id)
    except Malformed:
        return "", ""
    return rule.title_in(language), rule.text_in(language)
