"""Critical and Fumble Value (NW3-JUDGE-18 to -21): rolled before play, and moved with the points of the CF Mod."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import msgspec

from rulewright.engine.alike import SUM
from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.events import REFEREE
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, Roll, ask
from rulewright.games.nw3.battles.fighters import own, tell
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Character, Nw3World, State
from rulewright.games.nw3.wizards.derived import cf_mod

Values: TypeAlias = tuple[int, int]
"""The Critical Value and the Fumble Value."""
LEAST, MOST = 2, 12


def chance(value: int) -> int:
    """In how many of 36 throws 2d6 show this number, 2 to 12 (NW3-JUDGE-21)."""
    return 6 - abs(7 - value)


def moved(rolled: Values, wanted: Values) -> int:
    """The points that it takes to move the rolled values."""
    return abs(wanted[0] - rolled[0]) + abs(wanted[1] - rolled[1])


def why_not(rolled: Values, wanted: Values, points: int, house: Options) -> str:
    """The reason that forbids these final values, or "" (NW3-JUDGE-20)."""
    if moved(rolled, wanted) > points:
        return "cf_mod_exceeded"
    if min(wanted) < LEAST or max(wanted) > MOST:
        return "cf_out_of_range"
    return "cf_equal" if wanted[0] == wanted[1] and not house.cf_equal_allowed else ""  # NW3-OPEN-08


def best(values: Values) -> tuple[int, int]:
    """How good values are: by the lead of the chance of a Critical over that of a Fumble, then by the former.

    So C moves towards 7 and F towards 2 or 12 (NW3-JUDGE-21), and where a point can do either, it moves C.
    """
    critical, fumble = map(chance, values)
    return critical - fumble, critical


def roll_values(who: str, points: int, house: Options) -> Procedure[Values]:
    """Roll C and F and let the owner of `who` spend the points of the CF Mod (NW3-JUDGE-19).

    An answer is the pair of final values such as "7,11". Its default is the best of `best` for the fewest points.
    """
    critical = yield from _rolled(who, "critical_value")
    fumble = yield from _rolled(who, "fumble_value")
    while fumble == critical:
        fumble = yield from _rolled(who, "fumble_value")
    rolled = critical, fumble
    options, barred, default = _choices(rolled, points, house)
    if len(options) == 1:
        return rolled
    question = Question(
        "cf_spend", who, options, default, "NW3-JUDGE-20",
        {"critical": critical, "fumble": fumble, "points": points, "critical_chance": chance(critical),
         "fumble_chance": chance(fumble)},
        barred=barred,
    )  # fmt: skip
    final, _, other = (yield from ask(question)).partition(",")
    return int(final), int(other)


@lru_cache(maxsize=4096)
def _choices(rolled: Values, points: int, house: Options) -> tuple[tuple[Option, ...], dict[str, str], str]:
    """The legal final values, the reasons against the others in reach of the form, and the sensible ones."""
    reasons = {wanted: why_not(rolled, wanted, points, house) for wanted in _in_reach(rolled, points)}
    legal = tuple(wanted for wanted, reason in reasons.items() if not reason)
    barred = {_text(wanted): reason for wanted, reason in reasons.items() if reason}
    ranked = sorted(legal, key=lambda wanted: (best(wanted), -moved(rolled, wanted)), reverse=True)
    return tuple(_option(rolled, wanted) for wanted in ranked), barred, _text(ranked[0])


def _rolled(who: str, why: str) -> Procedure[int]:
    faces = yield Roll(2, 6, "NW3-JUDGE-19", who, why, SUM)
    return int(faces[0] + faces[1])


def _in_reach(rolled: Values, points: int) -> Iterator[Values]:
    """The pairs that a form can show: those of every point spent, and one step more."""
    steps = range(-points - 1, points + 2)
    return ((rolled[0] + by, rolled[1] + other) for by in steps for other in steps)


def _option(rolled: Values, wanted: Values) -> Option:
    critical, fumble = wanted
    facts = {"critical": critical, "fumble": fumble, "critical_chance": chance(critical),
             "fumble_chance": chance(fumble)}  # fmt: skip
    spent = moved(rolled, wanted)
    return Option(_text(wanted), "cf_spend.values", facts, {"cf_mod": spent} if spent else {})


def _text(values: Values) -> str:
    return f"{values[0]},{values[1]}"


class RollValues(msgspec.Struct, frozen=True, tag="roll_values", tag_field="do"):
    """Roll a PC's Critical and Fumble Value when they are due; the referee may order it at any other time too."""

    character: str


class RerollValues(msgspec.Struct, frozen=True, tag="cf_reroll_now", tag_field="do"):
    """At the start of a sitting the referee orders new Critical and Fumble Values for all PCs."""


def own_values(character: Character) -> bool:
    """Whether its owner rolls the values; whom the referee controls has 10 and 5 (NW3-JUDGE-10)."""
    return character.kind == "pc" and character.player != REFEREE


def values_due(state: State) -> None:
    """From now on every PC has to roll new values: in each Preplay, or by option at each sitting (NW3-OPEN-07)."""
    for character in state.characters.values():
        if own_values(character):
            character.values_rolled = False


def roll_values_now(world: Nw3World, command: RollValues, seat: Seat) -> Procedure[None]:
    """Values that are due, or that the referee orders; refuses `referee_values` and `values_fixed`."""
    character = own(world, command.character, seat)
    if not own_values(character):
        raise Refused("referee_values", "NW3-JUDGE-10", name=character.name)
    if character.values_rolled and not seat.referee:  # NW3-JUDGE-18
        raise Refused("values_fixed", "NW3-JUDGE-19", name=character.name)
    house = world.state.options
    points = cf_mod(character.attributes.luck, house).total
    character.critical, character.fumble = yield from roll_values(character.id, points, house)
    character.values_rolled = True
    tell(world, "values.set", "NW3-JUDGE-19", name=character.name, critical=character.critical,
         fumble=character.fumble, critical_chance=chance(character.critical),
         fumble_chance=chance(character.fumble))  # fmt: skip


def reroll_values(world: Nw3World, command: RerollValues, seat: Seat) -> Procedure[None]:
    values_due(world.state)
    tell(world, "values.due", "NW3-JUDGE-18")
    yield from ()


COMMANDS = (
    CommandType(RollValues, roll_values_now, "NW3-JUDGE-19"),
    CommandType(RerollValues, reroll_values, "NW3-JUDGE-18", "referee"),
)
