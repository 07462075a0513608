"""Lists of words that the records of packs are made of, and which of them a pack uses."""

from __future__ import annotations

import typing
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from rulewright.engine.packs import Part

Words = tuple[Any, ...]
"""The words of one list, such as ("hp", "mp", "prana", "valco")."""


def lists(kind: Any) -> Iterator[Words]:
    """Every list of words that a value of this type may be taken from."""
    if get_origin(kind) is Literal:
        yield get_args(kind)
    for part in get_args(kind) if get_origin(kind) is not Literal else ():
        yield from lists(part)


def parts(value: Any) -> Iterator[Part]:
    """A record and all the tables in it."""
    if isinstance(value, tuple):
        for one in value:
            yield from parts(one)
    elif isinstance(value, Part):
        yield value
        for field in value.__struct_fields__:
            yield from parts(getattr(value, field))


def words(value: Any) -> Iterator[Any]:
    """The words of a field, which may be a list of them or a table with words as keys."""
    if isinstance(value, tuple | frozenset | dict):
        for one in value:
            yield from words(one)
    elif isinstance(value, str):
        yield value


def used(*rows: tuple[Part, ...]) -> dict[Words, set[Any]]:
    """For each list of words those that stand in these records."""
    found: dict[Words, set[Any]] = defaultdict(set)
    for part in (part for row in rows for part in parts(row)):
        for field, kind in typing.get_type_hints(type(part)).items():
            if get_origin(kind) is not typing.ClassVar:
                for choice in lists(kind):
                    found[choice] |= set(words(getattr(part, field))) & set(choice)
    return found


def words_of(kind: Any) -> tuple[str, ...]:
    """All words that this type allows, such as "melee" and "ranged" for a type of weapon."""
    return tuple(word for choice in lists(kind) for word in choice)
