"""The starter pack shows the whole vocabulary: each word that a block may hold is used by some skill or item."""

from __future__ import annotations

import typing
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from rulewright.engine.packs import Part
from rulewright.games.nw3.records import vocabulary
from rulewright.games.nw3.records.effects import AnyEffect
from rulewright.games.nw3.records.starter import starter

PACK = starter()
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


IN_SKILLS = used(PACK.skill)
EVERYWHERE = used(PACK.skill, PACK.item)
VOCABULARY = {
    name: get_args(kind)
    for name, kind in vars(vocabulary).items()
    if get_origin(kind) is Literal and name not in ("Attribute", "Stat")  # these stand inside of longer lists only
}
ITEMS_ONLY: dict[str, set[str]] = {
    "BroomType": {"armor", "magic"},
    "ItemStat": {"body"},
    "Slot": {"other"},
    "WeaponRange": {"long_only"},
}
"""Words that say something of items alone and that no item of the pack uses yet."""
OF_EFFECTS = sorted(
    {
        (effect.__name__, field, choice)
        for effect in get_args(AnyEffect)
        for field, kind in typing.get_type_hints(effect).items()
        if get_origin(kind) is not typing.ClassVar
        for choice in lists(kind)
    }
)


@pytest.mark.parametrize("name", sorted(VOCABULARY))
def test_every_word_of_the_vocabulary_is_used(name: str) -> None:
    missing = set(VOCABULARY[name]) - EVERYWHERE[VOCABULARY[name]]
    assert missing <= ITEMS_ONLY.get(name, set())


@pytest.mark.parametrize("effect", get_args(AnyEffect), ids=lambda effect: effect.__name__)
def test_every_kind_of_effect_is_used_by_a_skill(effect: type[msgspec.Struct]) -> None:
    assert any(isinstance(one, effect) for skill in PACK.skill for one in skill.effect)


@pytest.mark.parametrize(("effect", "field", "choice"), OF_EFFECTS)
def test_every_word_of_an_effect_is_used(effect: str, field: str, choice: Words) -> None:
    assert set(choice) - EVERYWHERE[choice] == set()
