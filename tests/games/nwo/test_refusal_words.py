"""Every refusal of the rule modules and every reason of the rule file has words of its own in all four languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest

from rulewright.engine.game_files import GameFiles

PACKAGE = "rulewright.games.nwo"
LANGUAGES = ("en", "ja", "fi", "zh")


class Words(GameFiles):
    """The words of the game, without its rules."""

    package = PACKAGE
    languages = LANGUAGES


WORDS = Words()


def modules(folder: Traversable) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from modules(entry)
        elif entry.name.endswith(".py"):
            yield entry.read_text("utf-8")


SAID = {reason for text in modules(files(PACKAGE)) for reason in re.findall(r'Refused\(\s*"(\w+)"', text)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", sorted(SAID | set(WORDS.reasons())))
def test_refusals_have_words(reason: str, language: str) -> None:
    assert WORDS.catalogue(language).messages.get(f"refuse.{reason}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_reasons_have_the_same_words(language: str) -> None:
    said = [WORDS.words(f"refuse.{reason}", {}, language) for reason in WORDS.reasons()]
    assert len(set(said)) == len(said)


def test_the_referee_is_refused_by_one_name_in_all_games() -> None:
    assert "not_gm" not in SAID | set(WORDS.reasons())
    assert all(WORDS.catalogue(language).messages["refuse.not_referee"] for language in LANGUAGES)
