"""Parts of a game's texts, such as rules and house rules: read from TOML tables, in English and other languages.

A text in another language stands in the table beside the English one under its name and the language: `title_ja`
beside `title`. The first field of a part is its id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from rulewright.engine.errors import Malformed


class Part(Protocol):
    """A struct with texts; `translated` says which start of a key is gathered, by language, in which field."""

    translated: ClassVar[Mapping[str, str]]
    __struct_fields__: ClassVar[tuple[str, ...]]


P = TypeVar("P", bound=Part)


def part(kind: type[P], entry: Mapping[str, Any], book: str) -> P:
    """A part from its table, with the texts in other languages gathered by language; raises `Malformed`.

    `book` says in errors where the table stands.
    """
    own = [field for field in kind.__struct_fields__ if field not in kind.translated.values()]
    place = f"{book}, {entry.get(own[0], kind.__name__.lower())}"
    gathered: dict[str, dict[str, Any]] = {field: {} for field in kind.translated.values()}
    plain: dict[str, Any] = {}
    for key, value in entry.items():
        if key in own:
            plain[key] = value
            continue
        field, language = _translation(kind, key)
        if not language:
            translated = " or ".join(f"{start}ja" for start in kind.translated)
            raise Malformed(f"no field {key!r}", at=place, expected=f"{', '.join(own)}, or such as {translated}")
        if not isinstance(value, str | dict):
            raise Malformed(f"{key} is {value!r}", at=place, expected="a text")
        gathered[field][language] = value
    try:
        return msgspec.convert({**plain, **gathered}, kind)
    except msgspec.ValidationError as error:
        raise Malformed(str(error), at=place) from error


def _translation(kind: type[P], key: str) -> tuple[str, str]:
    """The field and the language of a text in another language; both empty for any other key."""
    for start, field in kind.translated.items():
        language = key.removeprefix(start)
        if key.startswith(start) and _is_language(language):
            return field, language
    return "", ""


@cache
def _is_language(code: str) -> bool:
    from babel.localedata import exists

    return exists(code)


def by_id(parts: Iterable[P], book: str) -> dict[Any, P]:
    """The parts by their ids, in their order; raises `Malformed` where an id stands twice."""
    known: dict[Any, P] = {}
    for one in parts:
        id = getattr(one, one.__struct_fields__[0])
        if id in known:
            raise Malformed(f"{id} stands twice", at=book, expected="each id once")
        known[id] = one
    return known


def contains(words: str, *texts: str) -> bool:
    """Whether all the words stand in the texts, in any case."""
    everything = " ".join(texts).casefold()
    return all(word in everything for word in words.casefold().split())
