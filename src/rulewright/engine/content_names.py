"""Names and texts of content in another language: a field beside another, such as `name_ja` beside `name`, is its twin.

Events and the state carry the content's first language. A fact of a message that is such a name, a numbered one
("Brigand 2"), or several of them ("Sword + Dagger", "Brigand 1, Brigand 2") is put into the language here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

_JOINED = re.compile(r"(, | \+ | / |: )")
_NUMBERED = re.compile(r"(.+?)( [0-9]+| \([0-9]+\))")


class ContentNames:
    """What the things of some content are called in each language that it names them in.

    `things` gives the content when first needed; where two of them bear one name, the later one counts.
    """

    def __init__(self, things: Callable[[], Iterable[Any]] = tuple) -> None:
        self._things = things
        self._known: dict[str, Mapping[str, str]] = {}

    def named(self, text: str, language: str) -> str:
        """The text in a language, as far as it consists of names of the content."""
        return _named(text, self._in(language))

    def facts(self, facts: Mapping[str, Any], language: str) -> Mapping[str, Any]:
        """The facts of a message with every name in a language."""
        known = self._in(language)
        return {name: _told(value, known) for name, value in facts.items()} if known else facts

    def _in(self, language: str) -> Mapping[str, str]:
        if language not in self._known:
            self._known[language] = {text: twin for thing in self._things() for text, twin in twins(thing, language)}
        return self._known[language]


def twins(thing: Any, language: str) -> Iterator[tuple[str, str]]:
    """Every text with a twin in a language, in a struct and everything inside it."""
    if isinstance(thing, msgspec.Struct):
        for field in thing.__struct_fields__:
            value, twin = getattr(thing, field), getattr(thing, f"{field}_{language}", None)
            if isinstance(value, str) and value and isinstance(twin, str) and twin:
                yield value, twin
            elif isinstance(value, tuple) and isinstance(twin, tuple) and len(value) == len(twin):
                yield from zip(value, twin)
            else:
                yield from twins(value, language)
    elif isinstance(thing, Mapping):
        for value in thing.values():
            yield from twins(value, language)
    elif isinstance(thing, tuple | list):
        for value in thing:
            yield from twins(value, language)


def _told(value: Any, known: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return _named(value, known)
    if isinstance(value, tuple | list):
        return [_told(one, known) for one in value]
    if isinstance(value, Mapping):
        return {name: _told(one, known) for name, one in value.items()}
    return value


def _named(text: str, known: Mapping[str, str]) -> str:
    if text in known or not known:
        return known.get(text, text)
    if len(parts := _JOINED.split(text)) > 1:
        return "".join(part if place % 2 else _named(part, known) for place, part in enumerate(parts))
    numbered = _NUMBERED.fullmatch(text)
    return known.get(numbered[1], numbered[1]) + numbered[2] if numbered is not None else text
