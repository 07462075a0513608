"""Content to browse: each table of a game's packs is a shelf, each row on it a card with what can be filtered by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rulewright.engine.packs import Library, row_types


class Shelf(msgspec.Struct, frozen=True):
    """A table of content: `key` is the message of its title, `facets` the names of what its cards can be filtered by.

    A facet's title is the message "shelf.facet.NAME". What is on a shelf of the `referee` spoils the game for others.
    """

    table: str
    key: str
    facets: tuple[str, ...] = ()
    referee: bool = False


class Card(msgspec.Struct, frozen=True):
    """One row in a language: what it is called, elsewhere too, its text, and lines of a label and a value.

    `facets` are its values of each facet of the shelf, as value -> label.
    """

    id: str
    name: str
    beside: str = ""
    text: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    facets: Mapping[str, Mapping[str, str]] = {}


def plain_shelves(schema: type[Library]) -> tuple[Shelf, ...]:
    """A shelf for each table of rows, for a game that declares none."""
    return tuple(Shelf(table, f"shelf.{table}") for table in row_types(schema))


def plain_card(row: Any, language: str) -> Card:
    """The name and the text of a row, for a game that says no more."""
    name = getattr(row, "name", row.id)
    own = getattr(row, f"name_{language}", None)
    text = getattr(row, f"text_{language}", None) or getattr(row, "text", None) or ""
    return Card(row.id, own or name, name if own and own != name else "", text)
