"""Free rolls, without Typer: the work of `rulewright roll`, and its light reader of arguments."""

from __future__ import annotations

from typing import Any

import msgspec

from rulewright.engine.drivers import run
from rulewright.engine.errors import Malformed
from rulewright.engine.expression import Expression
from rulewright.engine.free_roll import FreeRoll, Part
from rulewright.engine.free_roll import roll as throw
from rulewright.engine.notation import parse
from rulewright.table.dice import dice_of

MOST_TIMES = 100_000

ENGLISH = {
    "roll.dropped": "dropped",
    "roll.explodes": "explodes",
    "roll.hit": "hit",
    "roll.success": "success",
    "roll.failure": "failure",
}
"""The English catalogue's words for a roll, repeated so that a roll starts without reading the catalogue."""


class Wanted(msgspec.Struct):
    """What to roll and how to show it."""

    expression: str
    seed: str | None = None
    times: int | None = None
    json: bool = False
    lang: str = "en"


def quick(arguments: list[str]) -> int | None:
    """Roll if the arguments are plain and right; None, with nothing done, leaves them to Typer."""
    wanted = Wanted("")
    rest = iter(arguments)
    for argument in rest:
        if argument == "--json":
            wanted.json = True
        elif argument == "--seed":
            wanted.seed = next(rest, None)
            if wanted.seed is None:
                return None
        elif not argument or argument.startswith("-") or wanted.expression:
            return None
        else:
            wanted.expression = argument
    return show(wanted) if wanted.expression else None


def show(wanted: Wanted) -> int:
    """Throw and print."""
    expression = parse(wanted.expression)
    if wanted.times is not None and not 1 <= wanted.times <= MOST_TIMES:
        raise Malformed(str(wanted.times), at="--times", expected=f"1 to {MOST_TIMES:,}")
    rolls = _thrown(expression, wanted)
    if wanted.json:
        plain: Any = rolls if wanted.times is not None else rolls[0]
        print(msgspec.json.format(msgspec.json.encode(plain), indent=2).decode())
    else:
        print("\n".join(_told(roll, wanted.lang) for roll in rolls))
    return 0


def _thrown(expression: Expression, wanted: Wanted) -> list[FreeRoll]:
    face = dice_of(wanted.seed).face
    return [run(throw(expression), face) for _ in range(wanted.times or 1)]


def _told(roll: FreeRoll, language: str) -> str:
    outcome = ""
    if roll.success is not None:
        outcome = ", " + _word("roll.success" if roll.success else "roll.failure", language)
    lines = [f"{roll.text}: {roll.total}{outcome}"]
    lines += [f"  {part.text}: {part.subtotal} ({_dice(part, language)})" for part in roll.parts]
    return "\n".join(lines)


def _dice(part: Part, language: str) -> str:
    told = []
    for die in part.dice:
        words = [str(die.face)]
        if not die.kept:
            words.append(_word("roll.dropped", language))
        if die.success:
            words.append(_word("roll.hit", language))
        if die.exploded:
            words.append(_word("roll.explodes", language))
        told.append(" ".join(words))
    return ", ".join(told)


def _word(key: str, language: str) -> str:
    if language == "en":
        return ENGLISH[key]
    from rulewright.cli.output import say

    return say(key, language)
