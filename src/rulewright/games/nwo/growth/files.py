"""Characters in TOML files: a `[[character]]` row as packs have it, under the name of the game."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.pack_problems import BadPack, Problem
from rulewright.engine.packs import load, plain
from rulewright.engine.toml_text import read_toml, toml_lines
from rulewright.games.nwo.growth.records import record_of
from rulewright.games.nwo.records import characters as rows
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.state import Character

FILE: Final = "character.toml"
ROW: Final = "character[0]."
_HEADER: Final = """[pack]
id = "of_a_file"
title = "A character"
version = "1.0.0"
language = "en"
ruleset = "nwo"
"""
_GAME: Final = re.compile(r'^game\s*=\s*"nwo"[^\S\n]*(#.*)?$', re.MULTILINE)
"""The line that says whose the file is; packs have none."""


def write_character(character: Character) -> str:
    """The character as TOML text, which `read_record` reads; how it is now, such as its HP, is left out."""
    row = {name: value for name, value in plain(record_of(character)).items() if value != {}}
    return "\n".join(['game = "nwo"', "", "[[character]]", *toml_lines(row)]) + "\n"


def read_record(text: str, content: NwoContent) -> rows.Character:
    """The row of a TOML text; raises `Malformed` with everything that the packs do not allow in it."""
    data = read_toml(text, "character")
    if data.pop("game", "nwo") != "nwo":
        raise Malformed("another game's character", at="game", expected='"nwo"')
    row = data.pop("character", None)
    if not isinstance(row, list) or len(row) != 1 or data:
        found = ", ".join(data) or ("no character" if not row else "not one character")
        raise Malformed(found, at="character", expected="one [[character]] and nothing else")
    try:
        return checked(text, content)
    except BadPack as error:
        found = "; ".join(told(one) for one in error.problems)
        name = row[0].get("name", "") if isinstance(row[0], dict) else ""
        raise Malformed(found, at=f"character {name}", expected="one of the rules and the loaded packs") from error


def checked(text: str, content: NwoContent) -> rows.Character:
    """The row of a text that has one, checked as in a pack that comes after the others; raises `BadPack`."""
    others = msgspec.structs.replace(content, character=())  # whose ids may come again
    pack = load({FILE: _GAME.sub("", text, count=1), "pack.toml": _HEADER}, NwoContent, [others])
    return pack.character[0]


def told(problem: Problem) -> str:
    """A problem in plain words, with its place in the row."""
    allowed = f" (allowed: {problem.allowed})" if problem.allowed else ""
    return f"{problem.path.removeprefix(ROW)}: {problem.said}{allowed}"
