"""The table's own words, for where no game's catalogue is at hand."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rulewright.engine.errors import Malformed
from rulewright.engine.words import Catalogue

LANGUAGES = ("en", "fi", "ja", "zh")


def texts(language: str) -> list[str]:
    """The .po texts of a language; a game puts them before its own, so that its own words count."""
    return [files("rulewright.engine").joinpath("locale", language, "table.po").read_text("utf-8")]


@cache
def catalogue(language: str) -> Catalogue:
    """All messages of the table in a language; raises `Malformed`."""
    if language not in LANGUAGES:
        raise Malformed(f"no language {language!r}", expected=", ".join(LANGUAGES))
    return Catalogue(language, lambda: texts(language))
