"""The files that a game brings in its package: words in `locale/`, scenarios in `scenarios/`, rules in `data/`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.house_rule_texts import HouseRules, read_house_rules
from rulewright.engine.rulebook import Rulebook, read_rulebook
from rulewright.engine.words import Catalogue

S = TypeVar("S")


@cache
def catalogue(package: str, languages: Sequence[str], language: str) -> Catalogue:
    """All messages of a game in one of its languages, after those of every table; raises `Malformed`."""
    if language not in languages:
        raise Malformed(f"no language {language!r}", expected=", ".join(languages))

    def texts() -> list[str]:
        packages = ("rulewright.engine", package)  # the game's own words count where both have one
        return [
            file.read_text("utf-8")
            for one in packages
            for file in _sorted(files(one).joinpath("locale", language), ".po")
        ]

    return Catalogue(language, texts)


@cache
def refusal_reasons(package: str) -> Sequence[str]:
    """The refusal reasons that a game has words for."""
    text = files(package).joinpath("locale", "en", "refusals.po").read_text("utf-8")
    return tuple(re.findall(r'^msgid "refuse\.(\w+)"', text, re.MULTILINE))


@cache
def rulebook(package: str, *names: str) -> Rulebook:
    """The rulebook in those files of a game's `data/`, in that order."""
    return read_rulebook(*(files(package).joinpath("data", name).read_text("utf-8") for name in names))


@cache
def house_rules(package: str) -> HouseRules:
    """The texts of a game's table options and presets, from `data/options.toml`."""
    return read_house_rules(files(package).joinpath("data/options.toml").read_text("utf-8"))


@cache
def scenarios(package: str, form: type[S]) -> Mapping[str, S]:
    """The scenarios that come with a game, by id; raises `Malformed`."""
    read = {}
    for file in _sorted(files(package).joinpath("scenarios"), ".toml"):
        try:
            scenario: Any = msgspec.convert(tomllib.loads(file.read_text("utf-8")), form)
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
            raise Malformed(str(error), at=file.name) from error
        read[scenario.id] = scenario
    return read


def _sorted(folder: Traversable, ending: str) -> Sequence[Traversable]:
    return sorted((file for file in folder.iterdir() if file.name.endswith(ending)), key=lambda one: one.name)
