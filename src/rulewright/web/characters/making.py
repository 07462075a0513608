"""A game's creation procedure run as far as answers go: what was decided and told on the way, and what is asked now.

The procedure runs from its start every time. Dice are made from the draft's seed and from what they fall for, so that
an answer taken back and given again brings the same dice, and one changed leaves the others as they fell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from rulewright.engine.drivers import Answer, SampledDice, throw
from rulewright.engine.events import Event
from rulewright.engine.game import Game
from rulewright.engine.requests import Ask, Procedure, Question, Roll

MOST_STEPS = 1_000


class Throw(msgspec.Struct, frozen=True):
    """Dice that fell while a character was made."""

    roll: Roll
    faces: tuple[int, ...]


class Step(msgspec.Struct):
    """A question with its answer, and what was told and thrown from then on. The start has no question."""

    question: Question | None = None
    answer: Any = None
    events: list[Event] = []
    throws: list[Throw] = []


class Course(msgspec.Struct, frozen=True):
    """How far a character has come: what was decided, what is asked now, or the finished character with companions.

    `lost` says that recorded answers did not fit and were left out, as after a change of the rules.
    """

    steps: tuple[Step, ...]
    asked: Question | None = None
    made: tuple[Any, ...] = ()
    lost: bool = False

    @property
    def answers(self) -> tuple[Any, ...]:
        """The answers that were given."""
        return tuple(step.answer for step in self.steps if step.question is not None)


class _Asked(Exception):
    def __init__(self, question: Question) -> None:
        super().__init__(question.key)
        self.question = question


def follow(game: Game, seed: str, answers: tuple[Any, ...], otherwise: Answer | None = None) -> Course:
    """Make a character with these answers, and after them with those of `otherwise`, where it is given.

    Raises `Refused` where the rules refuse what has been answered.
    """
    steps = [Step()]
    left = list(answers)
    fell: Counter[str] = Counter()

    def answer(question: Question) -> Any:
        if left and not question.refuses(left[0]):
            given = left.pop(0)
        elif otherwise is None or len(steps) > MOST_STEPS:
            raise _Asked(question)
        else:
            left.clear()
            given = otherwise(question)
        steps.append(Step(question, given))
        return given

    def dice(roll: Roll) -> tuple[int, ...]:
        fell[roll.why] += 1
        faces = throw(roll, SampledDice(f"{seed} {roll.why} {fell[roll.why]}").face)
        steps[-1].throws.append(Throw(roll, faces))
        return faces

    def tell(event: Event) -> None:
        steps[-1].events.append(event)

    try:
        made = tuple(_run(game.characters.create("", tell), dice, answer))
    except _Asked as stopped:
        return Course(tuple(steps), stopped.question, lost=bool(left))
    return Course(tuple(steps), made=made, lost=bool(left))


def at_random(game: Game, seed: str, answers: tuple[Any, ...] = ()) -> Course:
    """Make a character with these answers and leave the rest to the dice."""
    return follow(game, seed, answers, game.characters.at_random(SampledDice(f"{seed} choices {len(answers)}")))


def _run(procedure: Procedure[Any], dice: Callable[[Roll], tuple[int, ...]], answer: Answer) -> Any:
    value: Any = None
    while True:
        try:
            request = procedure.send(value)
        except StopIteration as stop:
            return stop.value
        if isinstance(request, Roll):
            value = dice(request)
        elif isinstance(request, Ask):
            value = [answer(question) for question in request.questions]
        else:
            value = _run(request.procedure(*request.args), dice, answer)
