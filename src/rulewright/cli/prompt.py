"""What a person typed in answer to a question: an answer, a key, or something that cannot be read.

Full-width digits and letters read as their ASCII twins. An empty line takes the default. Where the answer is a
text, keys are typed with a slash, which works everywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

import msgspec

from rulewright.engine.requests import Question

LONGEST = 200
"""Characters of a line that are looked at."""
_MOST_DIGITS = 9
_BETWEEN = re.compile(r"[\s,;、，]+")


class Given(msgspec.Struct, frozen=True):
    """A legal answer."""

    answer: Any


class Pressed(msgspec.Struct, frozen=True):
    """A key, and what was typed after it."""

    key: str
    rest: str = ""


class Unread(msgspec.Struct, frozen=True):
    """Something that is no answer: a message of the command line that says what would be."""

    key: str
    facts: Mapping[str, Any] = {}


Reply: TypeAlias = Given | Pressed | Unread


def reply(question: Question, typed: str, keys: Collection[str]) -> Reply:
    """What a typed line means as an answer to the question; `keys` are those that do something here."""
    line = "".join(one for one in unicodedata.normalize("NFKC", typed[:LONGEST]) if one.isprintable()).strip()
    pressed = _pressed(line.removeprefix("/"), keys)
    if pressed is not None and (line.startswith("/") or question.kind != "text"):
        return pressed
    if not line and question.default is not None:
        return Given(question.default)
    match question.kind:
        case "choice":
            return _choice(question, line)
        case "several":
            return _several(question, line)
        case "number":
            return _number(question, line)
        case _:
            wrong = question.refuses(line)
            return Unread("prompt.text", {"least": question.least, "most": question.most}) if wrong else Given(line)


def _pressed(line: str, keys: Collection[str]) -> Pressed | None:
    key, _, rest = line.partition(" ")
    if not rest and key[:1] == "?":  # "?12" is "? 12"
        key, rest = key[:1], key[1:]
    return Pressed(key.lower(), rest.strip()) if key.lower() in keys else None


def _whole(text: str) -> int | None:
    sign = -1 if text.startswith("-") else 1
    digits = text.removeprefix("-")
    return sign * int(digits) if digits.isdecimal() and len(digits) <= _MOST_DIGITS else None


def _choice(question: Question, line: str) -> Reply:
    number = _whole(line)
    if number is None or not 1 <= number <= len(question.options):
        return Unread("prompt.choice", {"most": len(question.options)})
    return Given(question.options[number - 1].value)


def _several(question: Question, line: str) -> Reply:
    facts = {"least": question.least, "most": question.most, "count": len(question.options)}
    if line in ("0", "-"):
        return Given([]) if question.least == 0 else Unread("prompt.several", facts)
    numbers = [_whole(word) for word in _BETWEEN.split(line) if word]
    chosen = [question.options[one - 1].value for one in numbers if one and 1 <= one <= len(question.options)]
    if not numbers or len(chosen) < len(numbers) or question.refuses(chosen):
        return Unread("prompt.several", facts)
    return Given(chosen)


def _number(question: Question, line: str) -> Reply:
    number = _whole(line)
    if number is None or question.refuses(number):
        return Unread("prompt.number", {"least": question.least, "most": question.most})
    return Given(number)
