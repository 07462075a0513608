"""What the commands print: JSON for programs, aligned columns for people, words in a language."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.words import Catalogue

LANGUAGES = ("en", "fi", "ja", "zh")
Format = Literal["text", "json"]


def print_json(value: Any) -> None:
    """Print plain data or structs as indented JSON."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def json_format(name: str) -> bool:
    """Whether `--format` asks for JSON; raises `Malformed` for a format that there is not."""
    if name not in ("text", "json"):
        raise Malformed(f"no format {name!r}", at="--format", expected="text or json")
    return name == "json"


def say(key: str, language: str, **facts: Any) -> str:
    """A message of the command line; English where the language has no catalogue of its own."""
    return _catalogue(language if language in LANGUAGES else "en").say(key, facts)


def speaks(language: str, spoken: Sequence[str] = LANGUAGES) -> str:
    """The language itself; raises `Malformed` where it is neither English nor one of those spoken."""
    known = tuple(dict.fromkeys(("en", *spoken)))
    if language not in known:
        raise Malformed(f"no language {language!r}", at="--lang", expected=f"one of {', '.join(known)}")
    return language


@cache
def _catalogue(language: str) -> Catalogue:
    folder = files("rulewright.cli").joinpath("locale", language)
    names = ("cli.po", "field.po", "map.po", "packs.po", "play.po")
    return Catalogue(language, lambda: [folder.joinpath(name).read_text("utf-8") for name in names])


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows as aligned columns: the first `left` of them flush left, the others flush right.

    A column is as wide as a terminal shows it, where a Chinese or Japanese character takes two places.
    """
    widths = [max(_places(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = []
    for row in rows:
        gaps = [" " * (width - _places(cell)) for cell, width in zip(row, widths)]
        cells = [cell + gap if place < left else gap + cell for place, (cell, gap) in enumerate(zip(row, gaps))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _places(text: str) -> int:
    """How many places of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def bar(share: float, width: int = 30) -> str:
    """A bar as long as the share (0 to 1) of the width, in eighths where the terminal can show them."""
    eighths = round(share * width * 8)
    try:
        "█▏".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return "#" * round(eighths / 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
