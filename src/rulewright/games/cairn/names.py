"""Names and texts of the starter content in Finnish, so that a Finnish message names things in Finnish.

Events and the state carry the content's first language; a message's fact that is such a name, a numbered one
("Brigand 2"), or several of them ("Sword + Dagger", "Brigand 1, Brigand 2") is put into Finnish here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from rulewright.games.cairn.starter import starter
from rulewright.games.cairn.story import starter_scenarios

_JOINED = re.compile(r"(, | \+ )")
_NUMBERED = re.compile(r"(.+?)( [0-9]+)")


def in_finnish(text: str) -> str:
    """The text in Finnish, as far as it consists of names of the starter content."""
    known = _finnish()
    if text in known:
        return known[text]
    if len(parts := _JOINED.split(text)) > 1:
        return "".join(in_finnish(part) if part not in (", ", " + ") else part for part in parts)
    numbered = _NUMBERED.fullmatch(text)
    if numbered is not None and numbered[1] in known:
        return known[numbered[1]] + numbered[2]
    return text


def facts_in_finnish(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a message with every name in Finnish."""
    return {key: in_finnish(value) if isinstance(value, str) else value for key, value in facts.items()}


@cache
def _finnish() -> Mapping[str, str]:
    content = starter()
    found: dict[str, str] = {}
    for whole in (*starter_scenarios().values(), content.monsters_by_id, content.items_by_id,
                  content.relics_by_id, content.spells_by_id, content.backgrounds_by_id):  # fmt: skip
        found.update(_twins(whole))
    return found


def _twins(thing: Any) -> Iterator[tuple[str, str]]:
    """Every text with a Finnish twin in a struct and everything inside it."""
    if isinstance(thing, msgspec.Struct):
        for field in thing.__struct_fields__:
            value = getattr(thing, field)
            twin = getattr(thing, f"{field}_fi", None)
            if isinstance(value, str) and value and isinstance(twin, str) and twin:
                yield value, twin
            elif isinstance(value, tuple) and isinstance(twin, tuple) and len(value) == len(twin):
                yield from zip(value, twin)
            else:
                yield from _twins(value)
    elif isinstance(thing, Mapping):
        for value in thing.values():
            yield from _twins(value)
    elif isinstance(thing, tuple | list):
        for value in thing:
            yield from _twins(value)
