"""Commands offered to a person: ready to be given, or to be filled in first, with the words that present them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec


class Offer(msgspec.Struct, frozen=True):
    """A legal command with the words that present it; `actor` is whom it is for."""

    command: msgspec.Struct
    key: str
    facts: Mapping[str, Any] = {}
    actor: str = ""
    rule: str = ""


class Draft(msgspec.Struct, frozen=True):
    """A command that a person fills in: what stands in it already, and the fields that are `asked` for.

    `choices` are what can stand in a field, as values with names or keys of words; a field without any is open.
    `long` are fields of several lines.
    """

    command: msgspec.Struct
    key: str
    asked: tuple[str, ...]
    facts: Mapping[str, Any] = {}
    choices: Mapping[str, Sequence[tuple[str, str]]] = {}
    long: tuple[str, ...] = ()
    rule: str = ""


class Menu(msgspec.Struct, frozen=True):
    """What one seat can do now: a prompt and legal commands, the sensible one at `default`.

    Where it is not `due` somebody else is expected to act first, and nothing in it is sensible in itself.
    """

    key: str
    offers: tuple[Offer, ...]
    default: int = 0
    facts: Mapping[str, Any] = {}
    due: bool = True
