"""Words of Night Wizard: Origin in use: fights show every message, question, menu and board with the facts it has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
import pytest

from rulewright.engine.board import Board
from rulewright.engine.commands import Commands
from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.events import Event
from rulewright.engine.game import Menu
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Question
from rulewright.games.nwo import state, story
from rulewright.games.nwo.game import LANGUAGES, game
from rulewright.games.nwo.options import Options
from rulewright.games.nwo.playing.opening import open_world
from rulewright.games.nwo.playing.policy import DefaultPolicy
from rulewright.games.nwo.records.starter import starter

REFEREE, PLAYER = Seat("referee", "Referee", "referee"), Seat("akane", "Akane", "player")


class Watched:
    """A fight that the policy plays, with everything that was told, asked, offered and drawn up in it."""

    def __init__(self, scenario: str, house: Options, asks: state.Asking = "relevant") -> None:
        self.events: list[Event] = []
        self.questions: list[Question] = []
        self.menus: list[Menu] = []
        self.boards: list[tuple[str, Board]] = []
        world = open_world(story.starter_scenarios()[scenario], house, starter())
        world.tell = self.events.append
        for character in world.state.characters.values():
            character.asks, character.asks_hold_back = asks, asks == "all"
            character.at_zero = "" if house.npc_at_zero == "ask_gm" else character.at_zero
        policy, face = DefaultPolicy(), SampledDice(f"words:{scenario}").face
        commands: Commands = game.commands
        for number in range(400):
            for seat in (REFEREE, PLAYER):
                menu = game.menu(world, seat)
                self.menus += [menu] if menu is not None else []
                if number % 10 == 0:
                    self.boards += [(language, game.board(world, seat, language)) for language in LANGUAGES]
            given = policy.command(world)
            if given is None:
                break
            run(commands.start(world, given[1], given[0]), face, lambda question: self.answer(world, question))
        self.over = world.state.over

    def answer(self, world: Any, question: Question) -> Any:
        self.questions.append(question)
        return DefaultPolicy().answer(world, question)


@cache
def fights() -> tuple[Watched, ...]:
    original = msgspec.convert(game.presets["original_text"], Options)
    sealed = Options(opposed_order="sealed", npc_at_zero="ask_gm", tie_break="dice")
    return (
        Watched("last_train", Options()),
        Watched("night_school", original, "all"),
        Watched("last_train", sealed),
    )


def spoken(watched: Watched, language: str) -> Iterator[tuple[str, str]]:
    """All words of a fight, each with its key."""

    def say(key: str, facts: Mapping[str, Any] = {}) -> tuple[str, str]:
        return key, game.words(key, facts, language)

    def option(one: Option) -> Iterator[tuple[str, str]]:
        if one.key:
            yield say(one.key, one.facts)
        for name in one.cost:
            yield say(name)

    for event in watched.events:
        yield say(event.key, event.facts)
        for part in event.sum.parts if event.sum is not None else ():
            yield say(part.source)
    for question in watched.questions:
        yield say(question.key, question.facts)
        for one in (*question.options, *question.barred_options):
            yield from option(one)
    for menu in watched.menus:
        yield say(menu.key, menu.facts)
        for offer in menu.offers:
            yield say(offer.key, offer.facts)
    for of, board in watched.boards:
        if of == language:
            yield from (say(key, facts) for key, facts in _drawn(board))


def _drawn(board: Board) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield board.key, board.facts
    for figure in board.figures:
        for key in (figure.side, figure.gauge.key, figure.doing, *figure.numbers, *figure.marks):
            if key:
                yield key, {}
    for mark in board.track:
        if mark.key:
            yield mark.key, mark.facts
    for declared in board.stack:
        yield declared.key, declared.facts
    for reach in board.reach:
        yield from ((offer.key, offer.facts) for offer in reach.offers)
    if board.field is not None:
        yield board.field.unit, {}
        for square in board.field.squares:
            yield from ((key, {}) for key in square.marks)
            yield from ((one.key, one.facts) for one in square.remarks)


@pytest.mark.parametrize("language", LANGUAGES)
def test_fights_show_no_gaps_and_no_keys(language: str) -> None:
    raw = re.compile(r"[«»{}]|\b(judge|stat|faction|window|timing|location|board|trap|ability|spell|sum)[.:][a-z0-9]")
    wrong, heard = set(), set()
    for watched in fights():
        assert watched.over
        for key, text in spoken(watched, language):
            heard.add(key)
            if raw.search(text) or not text.strip():
                wrong.add((key, text))
    assert sorted(wrong) == []
    assert {"judge.value.critical", "judge.value.fumble", "cast.activates", "interrupt.declared", "prana", "answer",
            "hold_back", "menu.turn", "board.turn", "at_zero"} <= heard  # fmt: skip
