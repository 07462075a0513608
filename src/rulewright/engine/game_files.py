"""The files that a game brings in its package: words in `locale/`, scenarios in `scenarios/`, rules in `data/`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, ClassVar, TypeVar

import msgspec

from rulewright.engine import party
from rulewright.engine.content_names import ContentNames
from rulewright.engine.errors import Malformed
from rulewright.engine.house_rule_texts import HouseRules, read_house_rules
from rulewright.engine.journal import Seat
from rulewright.engine.maps import Atlas, Map
from rulewright.engine.party import Hero
from rulewright.engine.rulebook import Rulebook, read_rulebook
from rulewright.engine.sheets import Sheets
from rulewright.engine.shelves import Card, Shelf, plain_card, plain_shelves
from rulewright.engine.words import Catalogue

S = TypeVar("S")


class GameFiles:
    """The part of a `Game` that is read from the files of its package, and what most games do alike.

    `rule_files` are those of its `data/` that make up the rulebook, in that order; `names` are those of its content.
    """

    package: ClassVar[str]
    languages: Sequence[str]
    rule_files: Sequence[str] = ("rulebook.toml",)
    names: ContentNames = ContentNames()
    content_type: type[Any]
    sheets: Sheets | None = None

    def shelves(self) -> Sequence[Shelf]:
        """The tables of its content."""
        return plain_shelves(self.content_type)

    def card(self, row: Any, language: str) -> Card:
        """One row of them."""
        return plain_card(row, language)

    def rulebook(self) -> Rulebook:
        """All rules that are here."""
        return _rulebook(self.package, tuple(self.rule_files))

    def house_rules(self) -> HouseRules:
        """The texts of the table options and presets."""
        return _house_rules(self.package)

    def reasons(self) -> Sequence[str]:
        """The refusal reasons that it has words for."""
        return _reasons(self.package)

    def words(self, key: str, facts: Mapping[str, Any], language: str) -> str:
        """A message in one of its languages, things called as they are in it; raises `Malformed`."""
        told = facts if key.startswith("table.") else self.names.facts(facts, language)
        return self.catalogue(language).say(key, told)

    def atlas(self, world: Any, seat: Seat, language: str) -> Atlas:
        """No maps, where a game does not say otherwise."""
        return Atlas()

    def map(self, world: Any, seat: Seat, language: str, id: str, at: str = "") -> Map | None:
        """None, as there are no maps."""
        return None

    def seats(self, scenario: Any) -> Sequence[Seat]:
        """The referee and every player that the scenario names."""
        return party.seats(scenario)

    def heroes(self, scenario: Any) -> Sequence[Hero]:
        """The party of a scenario, and who plays it."""
        return party.heroes(scenario)

    def with_players(self, scenario: Any, players: Mapping[str, str]) -> Any:
        """The scenario with its heroes played from other seats."""
        return party.with_players(scenario, players)

    def resolving(self, world: Any) -> tuple[Seat, msgspec.Struct] | None:
        """Nothing is declared ahead, where a game does not say otherwise: commands are carried out at once."""
        return None

    def catalogue(self, language: str) -> Catalogue:
        """All messages of one of its languages, after those of every table; raises `Malformed`."""
        if language not in self.languages:
            raise Malformed(f"no language {language!r}", expected=", ".join(self.languages))
        return _catalogue(self.package, language)


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


@cache
def _catalogue(package: str, language: str) -> Catalogue:
    def texts() -> list[str]:
        packages = ("rulewright.engine", package)  # the game's own words count where both have one
        return [
            file.read_text("utf-8")
            for one in packages
            for file in _sorted(files(one).joinpath("locale", language), ".po")
        ]

    return Catalogue(language, texts)


@cache
def _reasons(package: str) -> Sequence[str]:
    text = files(package).joinpath("locale", "en", "refusals.po").read_text("utf-8")
    return tuple(re.findall(r'^msgid "refuse\.(\w+)"', text, re.MULTILINE))


@cache
def _rulebook(package: str, names: Sequence[str]) -> Rulebook:
    return read_rulebook(*(files(package).joinpath("data", name).read_text("utf-8") for name in names))


@cache
def _house_rules(package: str) -> HouseRules:
    return read_house_rules(files(package).joinpath("data/options.toml").read_text("utf-8"))


def _sorted(folder: Traversable, ending: str) -> Sequence[Traversable]:
    return sorted((file for file in folder.iterdir() if file.name.endswith(ending)), key=lambda one: one.name)
