"""One rule run by itself: its result, the sum behind it, its rules, its dice, and what was asked on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rulewright.engine.drivers import Dice, Recorded, Script, recorded
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game, PureProcedure
from rulewright.engine.modifiers import Sum
from rulewright.engine.requests import Question
from rulewright.table.lines import once, rules_of


class Thrown(msgspec.Struct, frozen=True):
    """Dice of one roll."""

    sides: int
    faces: tuple[int, ...]
    rule: str
    who: str
    why: str


class Answered(msgspec.Struct, frozen=True):
    """A question that was put, and its answer."""

    key: str
    answer: Any


class Resolved(msgspec.Struct, frozen=True):
    """One rule that was run."""

    game: str
    procedure: str
    arguments: Any
    outcome: Any
    value: int | None
    result: Any
    sum: Sum | None
    rules: tuple[str, ...]
    faces: tuple[Thrown, ...]
    answers: tuple[Answered, ...]


def resolve(
    game: Game,
    procedure: PureProcedure,
    fields: msgspec.Struct,
    dice: Dice | Sequence[int],
    answers: Mapping[str, Any] = {},
) -> Resolved:
    """Run a procedure with dice, or with given faces that have to be just enough.

    `answers` are given to questions by their keys; others are answered by default. Raises `Refused` for arguments
    that do not go together, and `Malformed` for faces or answers that do not fit.
    """
    script = Script(dice if isinstance(dice, Sequence) else (), answers)
    asked: list[Answered] = []

    def answer(question: Question) -> Any:
        asked.append(Answered(question.key, script.answer(question)))
        return asked[-1].answer

    recorder = Recorded(script if isinstance(dice, Sequence) else dice, answer)
    result = recorded(procedure.run(fields), recorder)
    if script.left:
        left = ", ".join(map(str, script.left))
        raise Malformed(f"faces are left over: {left}", expected="no more faces than are thrown")
    if unused := [key for key in answers if key not in {one.key for one in asked}]:
        keys = ", ".join(one.key for one in asked) or "no answers: nothing was asked"
        raise Malformed(f"nobody asked {', '.join(unused)}", expected=keys)
    total = procedure.explain(result) if procedure.explain is not None else None
    thrown = tuple(Thrown(roll.sides, shown, roll.rule, roll.who, roll.why) for roll, shown in recorder.rolls)
    rules = [*procedure.rules, *(roll.rule for roll in thrown), *(rules_of(total) if total is not None else ())]
    return Resolved(
        game.id,
        procedure.name,
        fields,
        procedure.outcome(result),
        procedure.value(result) if procedure.value is not None else None,
        result,
        total,
        tuple(once(rules)),
        thrown,
        tuple(asked),
    )
