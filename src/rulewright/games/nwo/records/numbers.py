"""What values are made of: attributes, the formulas of derived values, and elements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta

from rulewright.engine.pack_checks import Complaints
from rulewright.engine.packs import BAD_VALUE, Complaint, Part, Ref
from rulewright.games.nwo.records.vocabulary import NONE, OTHER_KEYS, STATS, Change, Id, Name

MOST_ATTRIBUTES: Final = 12
Factor = Annotated[int, Meta(ge=-9, le=9)]
Terms = Annotated[Mapping[Annotated[Id, Ref("attribute")], Factor], Meta(min_length=1)]


def own_word(row: Attribute) -> Complaints:
    """An attribute is called like no other value that modifiers and effects may name."""
    if row.id in (*STATS, *OTHER_KEYS, "heal", "any"):
        yield Complaint("id", BAD_VALUE, "an id that names no other value", "is the name of another value")


class Attribute(Part, frozen=True, kw_only=True):
    """An attribute."""

    id: Id
    name: Name
    name_ja: Name | None = None

    checks = (own_word,)


def some_element(row: Element) -> Complaints:
    """The word for no element is no element."""
    if row.id == NONE:
        yield Complaint("id", BAD_VALUE, 'an id, not "none"', "means that there is no element")


class Element(Part, frozen=True, kw_only=True):
    """An element."""

    id: Id
    name: Name
    name_ja: Name | None = None

    checks = (some_element,)


class Formula(Part, frozen=True, kw_only=True):
    """A derived value: attributes by their factors, divided and rounded, and something added."""

    terms: Terms
    divisor: Annotated[int, Meta(ge=1, le=20)] = 1
    rounding: Literal["down", "up"] = "down"
    add: Change = 0


class Derived(Part, frozen=True, kw_only=True):
    """The formulas of all derived values."""

    hit: Formula
    evasion: Formula
    attack: Formula
    defence: Formula
    magic: Formula
    resistance: Formula
    action_value: Formula
    move: Formula
