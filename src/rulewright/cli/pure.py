"""Pure procedures from the command line: reading the JSON of their arguments, and refusals as bad input."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.game import Game, PureProcedure
from rulewright.table import procedures
from rulewright.table.wording import refused, words_of


def read_object(text: str, at: str) -> dict[str, Any]:
    """A JSON object; raises `Malformed`."""
    try:
        read = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed(str(error), at=at, expected='a JSON object such as {"name": 1}') from error
    if not isinstance(read, dict):
        raise Malformed(f"this is {_kind_of(read)}", at=at, expected='a JSON object such as {"name": 1}')
    return read


def read_arguments(procedure: PureProcedure, text: str, at: str = "--json") -> msgspec.Struct:
    """The arguments of a procedure from JSON text; raises `Malformed` with the fields that it takes."""
    return procedures.read_arguments(procedure, read_object(text, at), at)


@contextmanager
def refusals_in_words(game: Game, language: str) -> Iterator[None]:
    """A refusal by the rules inside becomes `Malformed` in the game's words."""
    try:
        yield
    except Refused as refusal:
        words = refused(words_of(game, language), refusal)
        raise Malformed(f"{words} [{refusal.rule}]" if refusal.rule not in words else words) from refusal


def _kind_of(value: Any) -> str:
    names = {list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
