"""Rules and dice without a table: one rule by itself, exact odds, free rolls, content packs before they are used."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, TypeVar

import msgspec

from rulewright import games
from rulewright.engine.drivers import run
from rulewright.engine.errors import Malformed
from rulewright.engine.expression import Expression
from rulewright.engine.free_roll import FreeRoll
from rulewright.engine.free_roll import roll as throw
from rulewright.engine.game import Game, PureProcedure
from rulewright.engine.notation import parse
from rulewright.engine.packs import BadPack, PackMark, Problem
from rulewright.table.dice import dice_of
from rulewright.table.pack_files import game_of, load, problem_data, warnings
from rulewright.table.procedures import find, read_arguments
from rulewright.table.resolving import Resolved
from rulewright.table.resolving import resolve as resolved
from rulewright.table.shown_odds import Shown, of_dice, of_procedure
from rulewright.web.api.operations import Call, Operation
from rulewright.web.api.reading import typed
from rulewright.web.api.shown import of_each_game

T = TypeVar("T")

MOST_ROLLS = 100
MOST_FACES = 1_000
MOST_FILES = 50
MOST_PROBLEMS = 200
"""Of one pack that are told."""

ProcedureName = Annotated[str, of_each_game("procedure")]
Seed = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Arguments = Annotated[dict[str, Any], of_each_game("arguments")]
Dice = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class ResolveWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A procedure by its name with its arguments.

    With `faces` the dice show these, in the order thrown; otherwise they are thrown, those of a `seed` alike every
    time. `answers` are given to questions by their keys; others are answered by default.
    """

    procedure: ProcedureName
    arguments: Arguments = {}
    faces: Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST_FACES)] | None = None
    answers: Annotated[dict[str, Any], msgspec.Meta(max_length=100)] = {}
    seed: Seed | None = None


class OddsWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A procedure by its name with its arguments. Paths less likely than `drop` are not followed."""

    procedure: ProcedureName
    arguments: Arguments = {}
    drop: Annotated[float, msgspec.Meta(ge=0, lt=1)] | None = None


class RollWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice such as "4d6kh3", thrown so many times, alike for the same `seed`. With `odds` their exact odds too."""

    expression: Dice
    times: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROLLS)] = 1
    seed: Seed | None = None
    odds: bool = False


class PackGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The TOML files of a content pack: name to text. The pack names its game, if it is not given here."""

    files: Annotated[dict[str, str], msgspec.Meta(min_length=1, max_length=MOST_FILES)]
    game: Annotated[str, of_each_game("id")] | None = None


class OutcomeOdds(msgspec.Struct, frozen=True):
    """An outcome, its probability, and that as an exact fraction."""

    outcome: Any
    probability: float
    exact: str


class OddsShown(msgspec.Struct, frozen=True):
    """Exact odds: every outcome, the mean and percentiles of its number, where it has one, and chances of events.

    `dropped` is the share of what was not followed, `success` the chance of success of dice with a target.
    """

    title: str
    outcomes: tuple[OutcomeOdds, ...]
    mean: float | None
    percentiles: Mapping[str, int]
    dropped: float
    success: float | None = None
    events: Mapping[str, float] = {}


class RollsShown(msgspec.Struct, frozen=True):
    """Thrown dice, and their odds where they were asked for."""

    rolls: tuple[FreeRoll, ...]
    odds: OddsShown | None


class PackProblem(msgspec.Struct, frozen=True):
    """Something wrong with a pack or odd about it: where, what stands there, what is allowed, all as a sentence."""

    code: str
    file: str
    line: int
    path: str
    found: str | None
    allowed: str
    text: str


class PackChecked(msgspec.Struct, frozen=True):
    """A pack that was checked: how much is wrong with it and the first of that, or what it is.

    The first of the `warnings` about a good pack keep nobody from using it.
    """

    game: str
    count: int
    problems: tuple[PackProblem, ...]
    pack: PackMark | None
    warnings: tuple[PackProblem, ...] = ()


async def resolve(call: Call, body: ResolveWanted) -> Resolved:
    """Run one rule by itself, and explain the result."""
    game = call.game()
    procedure, fields = _procedure(game, body.procedure, body.arguments)
    if body.faces is not None and body.seed is not None:
        raise Malformed("faces and a seed", at="seed", expected="given faces, or thrown ones")
    dice = dice_of(body.seed) if body.faces is None else body.faces
    return await asyncio.to_thread(resolved, game, procedure, fields, dice, body.answers)


async def odds(call: Call, body: OddsWanted) -> OddsShown:
    """The exact odds of a rule."""
    return await computed(call, rule_odds, call.game().id, body)


async def roll(call: Call, body: RollWanted) -> RollsShown:
    """Throw dice."""
    expression = parse(body.expression)
    rolls = await asyncio.to_thread(_thrown, expression, body)
    return RollsShown(rolls, await computed(call, dice_odds, body.expression) if body.odds else None)


async def check_pack(call: Call, body: PackGiven) -> PackChecked:
    """Check a content pack together with its game's own, before it reaches a table."""
    return await computed(call, checked, body)


async def computed(call: Call, function: Callable[..., T], *arguments: Any) -> T:
    """What a function at the top of a module comes to that takes a while."""
    return await call.site.computing.run(function, *arguments, person=f"api {call.visit.address}")


def rule_odds(game_id: str, body: OddsWanted) -> OddsShown:
    """The odds of a procedure."""
    procedure, fields = _procedure(games.get(game_id), body.procedure, body.arguments)
    return _shown(of_procedure(procedure, fields, None if body.drop is None else Fraction(body.drop)))


def dice_odds(expression: str) -> OddsShown:
    """The odds of dice."""
    return _shown(of_dice(expression))


def checked(body: PackGiven) -> PackChecked:
    """What is wrong with a pack."""
    files = {name: text.encode() for name, text in body.files.items()}
    game = games.get(body.game) if body.game is not None else game_of(files)
    try:
        library = load(game, files)
    except BadPack as error:
        return PackChecked(game.id, error.count, _told(error.problems), None)
    return PackChecked(game.id, 0, (), library.packs[-1], _told(warnings(game, files)))


def _told(problems: Sequence[Problem]) -> tuple[PackProblem, ...]:
    return tuple(msgspec.convert(problem_data(one), PackProblem) for one in problems[:MOST_PROBLEMS])


def _procedure(game: Game, name: str, arguments: Mapping[str, Any]) -> tuple[PureProcedure, msgspec.Struct]:
    procedure = find(game, name)
    fields = read_arguments(procedure, arguments)
    typed(arguments, procedure.fields, "arguments")
    return procedure, fields


def _shown(found: Shown) -> OddsShown:
    plain = msgspec.to_builtins(found.plain(), str_keys=True, enc_hook=str)
    return msgspec.convert(plain, OddsShown)


def _thrown(expression: Expression, wanted: RollWanted) -> tuple[FreeRoll, ...]:
    face = dice_of(wanted.seed).face
    return tuple(run(throw(expression), face) for _ in range(wanted.times))


operations = [
    Operation("POST", "/games/{game}/resolve", resolve, tag="tools", refuses=True),
    Operation("POST", "/games/{game}/odds", odds, tag="tools", refuses=True, heavy=True),
    Operation("POST", "/roll", roll, tag="tools", heavy=True),
    Operation("POST", "/packs/check", check_pack, tag="tools"),
]
