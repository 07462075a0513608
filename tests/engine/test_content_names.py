"""Names of content in other languages, and facts that are messages or lists put into words."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rulewright.engine.content_names import ContentNames
from rulewright.engine.words import Catalogue


class Thing(msgspec.Struct, frozen=True):
    name: str
    name_fi: str = ""
    name_ja: str | None = None
    parts: tuple[Any, ...] = ()
    words: tuple[str, ...] = ()
    words_fi: tuple[str, ...] | None = None


SWORD = Thing("Sword", "Miekka", "剣", words=("sharp", "long"), words_fi=("terävä", "pitkä"))
NAMES = ContentNames(lambda: ({"sword": SWORD}, Thing("Chest", parts=(Thing("Rat, Big", "Rotta, iso"), SWORD))))
TEXT = """
msgid "hp"
msgstr "HP"

msgid "cost"
msgstr "{amount} {pool}"

msgid "pays"
msgstr "{name} pays {cost}."

msgid "table.comma"
msgstr " & "
"""


@pytest.mark.parametrize(
    ("text", "fi", "ja"),
    [
        ("Sword", "Miekka", "剣"),
        ("Sword 2", "Miekka 2", "剣 2"),
        ("Sword (3)", "Miekka (3)", "剣 (3)"),
        ("Sword + Sword, Chest, Sword 1", "Miekka + Miekka, Chest, Miekka 1", "剣 + 剣, Chest, 剣 1"),
        ("Sword / Sword: Sword", "Miekka / Miekka: Miekka", "剣 / 剣: 剣"),
        ("Rat, Big", "Rotta, iso", "Rat, Big"),
        ("long", "pitkä", "long"),
        ("A Sword", "A Sword", "A Sword"),
        (", ", ", ", ", "),
        ("", "", ""),
    ],
)
def test_a_name_in_the_languages_that_have_it(text: str, fi: str, ja: str) -> None:
    assert [NAMES.named(text, language) for language in ("en", "fi", "ja", "zh")] == [text, fi, ja, text]


def test_names_among_the_facts_of_a_message() -> None:
    facts = {"name": "Sword 1", "left": 3, "listed": ["Sword", {"key": "cost", "pool": "Sword"}], "held": ("Sword",)}
    assert NAMES.facts(facts, "fi") == {
        "name": "Miekka 1", "left": 3, "listed": ["Miekka", {"key": "cost", "pool": "Miekka"}], "held": ["Miekka"],
    }  # fmt: skip
    assert NAMES.facts(facts, "zh") == facts
    assert ContentNames().facts(facts, "fi") == facts


def test_of_two_things_with_one_name_the_later_counts() -> None:
    names = ContentNames(lambda: (Thing("Club", "Nuija"), Thing("Club", "Kerho")))
    assert names.named("Club", "fi") == "Kerho"


def test_content_is_read_when_it_is_needed_and_once() -> None:
    read: list[int] = []

    def things() -> list[Thing]:
        read.append(1)
        return [SWORD]

    names = ContentNames(things)
    assert not read
    assert [names.named("Sword", "fi"), names.named("Sword", "fi")] == ["Miekka", "Miekka"]
    assert len(read) == 1


def test_facts_that_are_messages_and_lists() -> None:
    catalogue = Catalogue("en", lambda: [TEXT])
    cost = {"key": "cost", "amount": 4, "pool": "hp"}
    assert catalogue.say("pays", {"name": "Anna", "cost": [cost, "a song"]}) == "Anna pays 4 HP & a song."
    assert catalogue.say("pays", {"name": "Anna", "cost": cost}) == "Anna pays 4 HP."
    assert catalogue.worded({"key": "cost", "amount": 4}) == "4 «pool»"
    assert catalogue.worded({"key": "no"}) == "«no»"
    assert (catalogue.worded([]), catalogue.worded(5), catalogue.worded("x")) == ("", 5, "x")
    assert Catalogue("en", list).worded(["a", "b"]) == "a, b"
