"""Night Wizard in each of its languages: the same messages with the same facts, a character made and shown, names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
import pytest

import rulewright.games.nw3
from rulewright.engine.content_names import twins
from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.events import Event
from rulewright.engine.requests import Question
from rulewright.games.nw3.game import game
from rulewright.games.nw3.names import NAMES
from rulewright.games.nw3.records.content_blocks import Cost
from rulewright.games.nw3.records.tables import CLASSES, ELEMENTS, STATUSES
from rulewright.games.nw3.wizards import labels
from rulewright.table.table import Table
from walks import opened, walk

LOCALE = Path(rulewright.games.nw3.__file__).parent / "locale"


def gaps(text: str) -> set[str]:
    """The facts of a message; the Japanese twin of a fact counts as the fact."""
    return {name.removesuffix("_ja") for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", game.languages)
def test_a_language_has_the_same_messages_with_the_same_facts(language: str) -> None:
    english, told = game.catalogue("en").messages, game.catalogue(language).messages
    assert told.keys() == english.keys()
    assert not [key for key, text in told.items() if not text.strip() or gaps(text) != gaps(english[key])]
    written = "".join(path.read_text("utf-8") for path in (LOCALE / language).glob("*.po"))
    ids = re.findall(r'^msgid "(.+)"', written, re.MULTILINE)
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize("language", game.languages)
def test_a_character_is_made_and_shown_without_a_gap(language: str) -> None:
    dice = SampledDice(7)
    at_random = game.characters.at_random(dice)
    told: list[str] = []

    def say(key: str, facts: Any) -> None:
        told.append(game.words(key, facts, language))

    def answer(question: Question) -> Any:
        say(question.key, question.facts)
        for option in question.options:
            say(option.key, option.facts)
        return at_random(question)

    def tell(event: Event) -> None:
        say(event.key, event.facts)

    made = run(game.characters.create("Anna", tell), dice.face, answer)
    told += [game.characters.sheet(one, language) for one in made]
    assert told
    assert not [text for text in told if "«" in text]
    assert any({"fi": "Voima", "ja": "筋力", "zh": "力量"}.get(language, "Strength") in text for text in told)


# ---------------------------------------------------------------- names of content

CONTENT = game.content()
NAMED = {one.name for many in (CONTENT.skill, CONTENT.item, CONTENT.enemy) for one in many}
NAMED |= {attack.name for enemy in CONTENT.enemy for attack in enemy.attacks}
NAMED |= {text for one in game.scenarios().values() for text in (one.title, one.text, one.scene)}


def shown(table: Table, language: str) -> Iterator[str]:
    """What the referee is asked, everybody is offered, and the board shows now."""
    for one in table.open_questions("referee"):
        yield game.words(one.question.key, one.question.facts, language)
        yield from (game.words(option.key, option.facts, language) for option in one.question.options if option.key)
    for seat in table.seats:
        if (menu := table.menu(seat.id)) is not None:
            yield game.words(menu.key, menu.facts, language)
            yield from (game.words(offer.key, offer.facts, language) for offer in menu.offers)
    board = game.board(table.world, table.seats[0], language)
    yield from (board.title, board.text, board.place, game.words(board.key, board.facts, language))
    yield from (text for figure in board.figures for text in (figure.name, *figure.holds))


@pytest.mark.parametrize("scenario", ["duel", "rooftop"])
def test_in_japanese_everything_of_the_starter_pack_is_called_by_its_japanese_name(scenario: str) -> None:
    texts: set[str] = set()
    table = opened(game, scenario, 3)
    walk(table, 3, 120, lambda table: texts.update(shown(table, "ja")))
    texts.update(game.words(event.key, event.facts, "ja") for _, event in table.events_for("referee"))
    texts.update(game.characters.sheet(one, "ja", table.world) for one in table.world.state.characters.values())
    assert not [text for text in texts if any(name in text for name in NAMED) or "«" in text]
    japanese = {NAMES.named(name, "ja") for name in NAMED}
    assert len({name for name in japanese if any(name in text for text in texts)}) > 8


def test_classes_elements_and_statuses_are_named_in_every_language() -> None:
    rows: list[Any] = [*CLASSES.values(), *ELEMENTS.values(), *STATUSES.values()]
    for language in game.languages:
        names = [NAMES.named(row.name, language) for row in rows]
        assert len(set(names)) == len(rows)
    assert all((row.name_fi, row.name_ja, row.name_zh) for row in rows)


def test_no_name_of_the_starter_pack_has_two_names_in_japanese() -> None:
    pairs = {pair for whole in (CONTENT, game.scenarios()) for pair in twins(whole, "ja")}
    assert len({text for text, _ in pairs}) == len(pairs)


@pytest.mark.parametrize(
    ("language", "changed", "cost"),
    [
        ("en", "PACC +1, Body -2", "4 MP, Poison (2), Dazed"),
        ("fi", "PACC +1, keho -2", "4 MP, myrkky (2), pökerrys"),
        ("ja", "命中+1、耐久力-2", "4MP、毒（2）、放心"),
        ("zh", "命中+1、耐久力-2", "4MP、中毒（2）、恍惚"),
    ],
)
def test_changes_and_costs_in_each_language(language: str, changed: str, cost: str) -> None:
    worded = game.catalogue(language).worded
    assert worded(labels.changes({"pacc": 1, "eva": 0, "body": -2})) == changed
    parts = (
        Cost(kind="mp", amount=4),
        Cost(kind="bad_status", status="poison", rating=2),
        Cost(kind="bad_status", status="dazed"),
    )
    assert worded(labels.cost(msgspec.structs.replace(CONTENT.skill[0], cost=parts), 1)) == cost


@pytest.mark.parametrize(
    ("language", "classes", "elements"),
    [
        ("en", "Ninja 忍者 / Hero 勇者", "Wind 風 / Light 天"),
        ("fi", "Ninja / Sankari", "Tuuli / Valo"),
        ("ja", "忍者 / 勇者", "風 / 天"),
        ("zh", "忍者 / 勇者", "风 / 天"),
    ],
)
def test_a_sheet_names_class_and_element_in_its_language(language: str, classes: str, elements: str) -> None:
    world = opened(game, "duel", 1).world
    sheet = game.characters.sheet(world.state.characters["hazuki"], language, world).splitlines()
    assert sheet[2].startswith(f"{classes}, {elements}, ")
