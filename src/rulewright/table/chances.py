"""What each choice leads to: the command, or the answer, and what follows is followed on a copy of the table.

Where there are few enough paths the odds are exact; else the same procedure is sampled. Decisions on the way are
the policy's. What counts as an outcome is what the board shows of everybody afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias

import msgspec

from rulewright.engine.board import Figure
from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.enumerate import Odds, TooManyPaths
from rulewright.engine.errors import Refused, RulewrightError
from rulewright.engine.game import AnyWorld, Game
from rulewright.engine.journal import Answered, Commanded, Rolled, Seat, standing
from rulewright.engine.requests import Ask, Call, Procedure, Roll
from rulewright.engine.world import World, pack, unpack
from rulewright.store.journal import MemoryJournal
from rulewright.table.questions import OpenQuestion
from rulewright.table.table import Table

PATHS = 2_000
"""Paths that are followed for one choice before it is sampled instead."""
SAMPLES = 300

Outcome: TypeAlias = tuple[tuple[str, int, bool], ...]
"""Of every figure: its id, its health, and whether it is out."""


class Fate(msgspec.Struct, frozen=True):
    """What may become of one figure: the chance that it is put out, and of each amount of harm (negative: healing).

    `figure` is its id on the board.
    """

    name: str
    out: float
    harm: dict[int, float]
    figure: str = ""

    @property
    def mean(self) -> float:
        """The mean harm."""
        return sum(amount * share for amount, share in self.harm.items())


class Outlook(msgspec.Struct, frozen=True):
    """What one choice leads to, for every figure that it can change. `samples` is 0 where the odds are exact."""

    fates: tuple[Fate, ...]
    samples: int = 0


def of_command(game: Game, world: AnyWorld, seat: Seat, command: msgspec.Struct, referee: Seat) -> Outlook:
    """The odds of a command given now, with whatever has been declared already resolved along with it."""
    snapshot = pack(world.state)

    def fresh() -> Procedure[Outcome]:
        copy = _copy(game, world, snapshot)
        with suppress(Refused):  # then that is how it stays
            yield from game.commands.start(copy, command, seat)
            following = game.resolving(copy)
            if following is not None and type(following[1]) is not type(command):
                yield from game.commands.start(copy, following[1], following[0])
        return _outcome(game, copy, referee)

    return _outlook(game, world, fresh, (), referee)


def table_before(table: Table, question: OpenQuestion) -> AnyWorld:
    """The table as it was when the command was given that asks this question."""
    world = table.branch(question.of - 1, MemoryJournal()).world
    world.tell = None
    return world


class Asked(msgspec.Struct, frozen=True):
    """How a question came up: its command and who gave that, the dice and answers that the command has had since, in
    order, and the question's key and its place among those asked together.
    """

    commanded: Commanded
    giver: Seat
    had: tuple[Rolled | Answered, ...]
    key: str
    index: int


class Diverged(RulewrightError):
    """The command does not come to its question again, since the world it is given in is another one."""


def asked(table: Table, question: OpenQuestion) -> Asked:
    """How an open question of a table came up."""
    commanded = table.entries[question.of]
    assert isinstance(commanded, Commanded)
    had = (one for one in standing(table.entries) if isinstance(one, Rolled | Answered) and one.of == question.of)
    return Asked(commanded, table.seat(commanded.seat), tuple(had), question.question.key, question.index)


def of_answer(
    game: Game, before: AnyWorld, now: AnyWorld, how: Asked, answer: Any, referee: Seat, *, secrets: bool = True
) -> Outlook:
    """The odds of an answer to an open question: its command once more up to the question, and on from there.

    `before` is the table before that command, `now` as it is. Raises `Diverged`; without `secrets` also where dice
    or answers in secret have led to the question.
    """
    if not secrets and any(isinstance(one, Rolled) and one.secret for one in how.had):
        raise Diverged("dice have fallen in secret")
    snapshot = pack(before.state)
    command = game.commands.read(dict(how.commanded.command))

    def fresh() -> Procedure[Outcome]:
        copy = _copy(game, before, snapshot)
        with suppress(Refused):  # then that is how it stays
            yield from _flat(game.commands.start(copy, command, how.giver))
        return _outcome(game, copy, referee)

    sent = _sent(game, now, how, answer, fresh(), secrets)
    return _outlook(game, now, fresh, sent, referee)


def _copy(game: Game, world: AnyWorld, snapshot: bytes) -> AnyWorld:
    return World(unpack(snapshot, game.state_type), world.content, world.scenario)


def _outcome(game: Game, world: AnyWorld, referee: Seat) -> Outcome:
    return _health(game.board(world, referee, "en").figures)


def _health(figures: Sequence[Figure]) -> Outcome:
    return tuple((figure.id, figure.health, figure.out) for figure in figures)


def _flat(procedure: Procedure[Any]) -> Procedure[None]:
    """The same procedure with its sub-procedures run inside it, as a table runs them."""
    stack: list[Procedure[Any]] = [procedure]
    value: Any = None
    while stack:
        try:
            request = stack[-1].send(value)
        except StopIteration as stop:
            stack.pop()
            value = stop.value
            continue
        if isinstance(request, Call):
            stack.append(request.procedure(*request.args))
            value = None
        else:
            value = yield request


def _sent(game: Game, now: AnyWorld, how: Asked, answer: Any, procedure: Procedure[Any], secrets: bool) -> list[Any]:
    """The dice and answers that the command has had so far, and the answer to try."""
    left = list(how.had)
    sent: list[Any] = []
    try:
        request: Any = next(procedure)
        while isinstance(request, Roll) or len(left) >= len(request.questions):
            sent.append(_fallen(request, left) if isinstance(request, Roll) else _given(request, left, secrets))
            request = procedure.send(sent[-1])
    except StopIteration:
        raise Diverged("nothing more is asked") from None
    questions = request.questions
    if len(questions) <= how.index or questions[how.index].key != how.key or questions[how.index].refuses(answer):
        raise Diverged("another question is asked")
    given = {one.question: one.answer for one in left if isinstance(one, Answered)} | {how.index: answer}
    policy = partial(game.policy.answer, now)
    return [*sent, [given[place] if place in given else policy(one) for place, one in enumerate(questions)]]


def _fallen(roll: Roll, left: list[Rolled | Answered]) -> tuple[int, ...]:
    fallen = left.pop(0) if left else None
    if not isinstance(fallen, Rolled) or fallen.sides != roll.sides or len(fallen.faces) < roll.count:
        raise Diverged("other dice fall")
    return fallen.faces


def _given(request: Ask, left: list[Rolled | Answered], secrets: bool) -> list[Any]:
    if not secrets and any(one.secret for one in request.questions):
        raise Diverged("a question was asked in secret")
    had = {one.question: one.answer for one in left[: len(request.questions)] if isinstance(one, Answered)}
    del left[: len(request.questions)]
    if any(place not in had or one.refuses(had[place]) for place, one in enumerate(request.questions)):
        raise Diverged("other questions are asked")
    return [had[place] for place in range(len(request.questions))]


def _outlook(
    game: Game,
    world: AnyWorld,
    fresh: Callable[[], Procedure[Outcome]],
    sent: Sequence[Any],
    referee: Seat,
) -> Outlook:
    policy = partial(game.policy.answer, world)
    figures = game.board(world, referee, "en").figures
    names = {figure.id: figure.name for figure in figures}
    try:
        found = Odds(policy, paths=PATHS).of(fresh, sent)
        shares = {outcome: float(found.p(outcome)) for outcome in found}
        samples = 0
    except TooManyPaths:
        dice, samples = SampledDice("chances"), SAMPLES
        shares = {}
        for _ in range(samples):
            outcome = run(_after(fresh(), sent), dice.face, policy)
            shares[outcome] = shares.get(outcome, 0.0) + 1 / samples
    return Outlook(tuple(_fates(_health(figures), shares, names)), samples)


def _after(procedure: Procedure[Outcome], sent: Sequence[Any]) -> Procedure[Outcome]:
    """What is left of a procedure that has had these answers."""
    try:
        request = next(procedure)
        for value in sent:
            request = procedure.send(value)
        while True:
            request = procedure.send((yield request))
    except StopIteration as stop:
        outcome: Outcome = stop.value
        return outcome


def _fates(now: Outcome, shares: dict[Outcome, float], names: dict[str, str]) -> list[Fate]:
    fates = []
    for id, health, out in now:
        harm: dict[int, float] = {}
        gone = 0.0
        for outcome, share in shares.items():
            after, is_out = next(((left, off) for one, left, off in outcome if one == id), (health, True))
            harm[health - after] = harm.get(health - after, 0.0) + share
            gone += share if is_out and not out else 0.0
        if gone or set(harm) != {0}:
            fates.append(Fate(names[id], gone, dict(sorted(harm.items())), id))
    return fates
