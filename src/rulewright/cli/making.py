"""Making a character one question at a time, with the last answer to be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from rulewright.cli.dialogue import Dialogue
from rulewright.cli.telling import Teller
from rulewright.cli.terminal import Terminal, leave
from rulewright.engine.drivers import Dice, run
from rulewright.engine.events import Event
from rulewright.engine.game import Game
from rulewright.engine.requests import Question
from rulewright.table.wording import words_of


class _Again(Exception):
    """An answer was taken back: the procedure starts again with those that are left."""


class Maker:
    """A game's creation procedure with a person who answers. Dice that fell before an answer stay as they fell."""

    def __init__(self, game: Game, terminal: Terminal, dice: Dice) -> None:
        self.game = game
        self.terminal = terminal
        self.dice = dice
        words = words_of(game, terminal.language)
        self.teller = Teller(terminal, words, game.rulebook())
        self.dialogue = Dialogue(
            terminal,
            words,
            {"?": self._why, "w": self._why, "u": self._undo, "r": self.teller.look_up, "q": leave},
        )
        self._answers: list[Any] = []
        self._faces: list[list[int]] = [[]]  # before each answer, and after the last
        self._rule_id = ""

    def make(self, name: str = "") -> Sequence[Any]:
        """The character, and companions that come along; raises `Left`."""
        self.terminal.say("character.new", "bold", game=self.game.title)
        while True:
            try:
                return self._once(name)
            except _Again:
                continue

    def _once(self, name: str) -> Sequence[Any]:
        """Run the procedure; what was answered and thrown already is repeated without a word."""
        given, thrown = list(self._answers), [face for part in self._faces for face in part]
        told = 0

        def face(sides: int) -> int:
            if thrown:
                return thrown.pop(0)
            fallen = self.dice.face(sides)
            self._faces[-1].append(fallen)
            return fallen

        def answer(question: Question) -> Any:
            nonlocal told
            told += 1
            if given:
                return given.pop(0)
            self._rule_id = question.rule
            self.terminal.show(Text())
            chosen = self.dialogue.ask(question)
            self._answers.append(chosen)
            self._faces.append([])
            return chosen

        def tell(event: Event) -> None:
            if told >= len(self._answers):
                self.terminal.show(self.teller.line(event))

        return run(self.game.characters.create(name, tell), face, answer)

    def _why(self, rest: str) -> None:
        self.terminal.show(*self.teller.rules([self._rule_id]))

    def _undo(self, rest: str) -> None:
        if not self._answers:
            self.terminal.say("undo.nothing", "yellow")
            return
        self._answers.pop()
        self._faces.pop()
        raise _Again
