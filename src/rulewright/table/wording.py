"""What people are asked, in words: the names and prices of options, what bars others, and why something is refused."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulewright.engine.errors import Refused
from rulewright.engine.game import Game
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Question
from rulewright.engine.words import Words, told_or

MOST_BARRED = 4
"""Answers that are named with the reason that bars them all."""


def words_of(game: Game, language: str) -> Words:
    """A game's messages in a language."""
    return lambda key, facts: game.words(key, facts, language)


def seats_named(words: Words, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Seats with names to show: those that every journal has in English, such as the referee's, in the language."""
    return tuple(msgspec.structs.replace(one, name=seat_named(words, one)) for one in seats)


def seat_named(words: Words, seat: Seat) -> str:
    """The name of a seat to show, its id where it has none."""
    name = seat.name or seat.id
    return told_or(words, name, name)


def named(words: Words, option: Option) -> str:
    """An option in words."""
    return words(option.key, option.facts) if option.key else option.value


def short(words: Words, option: Option) -> str:
    """An option in few words where the game has such: the message under its key with ".short"; else as `named`."""
    return told_or(words, f"{option.key}.short", named(words, option), option.facts) if option.key else option.value


def cost(words: Words, option: Option) -> str:
    """What an option costs, such as "Prana 1"; "" where it is free."""
    return ", ".join(f"{words(name, {})} {amount}" for name, amount in option.cost.items())


def barred(words: Words, question: Question) -> list[str]:
    """Answers that exist but are not allowed now, each with the reason, such as "Dance, Sing (You have no luck)"."""
    known = {option.value: named(words, option) for option in question.barred_options}
    answers: dict[str, list[str]] = {}
    for value, reason in question.barred.items():
        told = known.get(value) or _worded(words, f"barred.{value}", value)
        answers.setdefault(reason, []).append(told)
    return [
        f"{', '.join(values[:MOST_BARRED])}{', ...' if values[MOST_BARRED:] else ''}"
        f" ({_worded(words, f'refuse.{reason}', reason).rstrip('.。')})"
        for reason, values in answers.items()
    ]


def source_named(words: Words, source: str) -> str:
    """Where a part of a sum comes from: a message key in words, a name of the content as it is."""
    return told_or(words, "sum.source", source, {"source": source})


def refused(words: Words, refusal: Refused) -> str:
    """Why the rules do not allow something; the bare reason with its facts where there are no words for it."""
    return told_or(words, f"refuse.{refusal.reason}", str(refusal), refusal.facts)


def _worded(words: Words, key: str, name: str) -> str:
    """A message without facts, or the bare name where there is none."""
    return told_or(words, key, name.replace("_", " "))
