"""The dice of a public bot for this game, thrown here: where the two agree, where not, and which option decides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulewright.engine.drivers import Script
from rulewright.engine.errors import Malformed
from rulewright.games.nw3.dice.contests import alone
from rulewright.games.nw3.dice.judges import Judge, Judged, succeeds
from rulewright.games.nw3.options import PRESETS, Options

HOUSE = Options(prompts="always")
BOT = Options(**PRESETS["dice_bot"])


class Vector(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: int
    command: str
    modifier: int
    critical: tuple[int, ...]
    fumble: tuple[int, ...]
    extra_d6: int
    dice: tuple[int, ...]
    total: int
    had_critical: bool
    had_fumble: bool
    compare: str = ""
    target: int = 0
    met: bool = False


class _File(msgspec.Struct, frozen=True):
    vector: tuple[Vector, ...]


VECTORS = {
    one.id: one for one in msgspec.toml.decode(Path(__file__).with_name("bcdice.toml").read_bytes(), type=_File).vector
}

# What no option brings together: a character has one Critical and one Fumble Value, and they differ.
NEVER = {
    12: "two Critical Values at once",
    27: "equal values: here the Critical counts, there the Fumble",
}
# What differs by default, and the options that bring the two together.
BY_DEFAULT: dict[int, tuple[str, ...]] = {
    3: ("result_floor",),
    8: ("result_floor",),
    11: ("result_floor",),
    14: ("prana_raise_dice",),
    15: ("prana_raise_on_fumble",),
    16: ("prana_raise_dice",),
    17: ("prana_raise_dice",),
    18: ("result_floor",),
    19: ("result_floor",),
    25: ("result_floor",),
}


def value(values: tuple[int, ...], first: int) -> int:
    """The one value that a character has: of several the one that falls at once, else the first."""
    return first if first in values else values[0]


def thrown(vector: Vector, options: Options) -> Judged:
    """The vector's dice as a Judge whose number is used, with a Raise for every extra die."""
    first = sum(vector.dice[:2])
    asked = Judge(
        vector.modifier, value(vector.critical, first), value(vector.fumble, first), "numeric", prana=vector.extra_d6
    )
    return Script(vector.dice, {"raise_result": "raise"}).run(alone(asked, options))


def agrees(vector: Vector, options: Options) -> bool:
    """Whether the same dice, all of them and no others, come to the same total and flags, and meet a target alike."""
    try:
        outcome = thrown(vector, options)
    except Malformed:  # more or fewer dice than the bot threw
        return False
    same = (outcome.result, outcome.criticals > 0, outcome.fumble) == (
        vector.total,
        vector.had_critical,
        vector.had_fumble,
    )
    if vector.compare != ">=":
        return same
    return same and succeeds(Judge(0, sort="normal", difficulty=vector.target), outcome) is vector.met


def test_all_vectors_of_this_edition_are_here() -> None:
    assert sorted(VECTORS) == list(range(1, 36))


@pytest.mark.rule("NW3-JUDGE-04", "NW3-JUDGE-12", "NW3-JUDGE-13", "NW3-JUDGE-14", "NW3-JUDGE-15")
@pytest.mark.parametrize("vector", [one for id, one in VECTORS.items() if id not in NEVER], ids=lambda one: one.command)
def test_with_the_bots_options_the_two_agree(vector: Vector) -> None:
    outcome = thrown(vector, BOT)
    assert outcome.result == vector.total
    assert (outcome.criticals > 0, outcome.fumble) == (vector.had_critical, vector.had_fumble)


@pytest.mark.rule("NW3-OPEN-08", "NW3-JUDGE-09")
def test_what_no_option_brings_together() -> None:
    assert {id for id, vector in VECTORS.items() if not agrees(vector, BOT)} == set(NEVER)


@pytest.mark.rule("NW3-OPEN-11", "NW3-OPEN-12", "NW3-OPEN-13")
def test_what_differs_by_default() -> None:
    differing = {id for id, vector in VECTORS.items() if not agrees(vector, HOUSE)}
    assert differing == set(NEVER) | set(BY_DEFAULT)


@pytest.mark.rule("NW3-OPEN-11", "NW3-OPEN-12", "NW3-OPEN-13")
@pytest.mark.parametrize("id", sorted(BY_DEFAULT))
def test_which_option_makes_the_difference(id: int) -> None:
    changed: dict[str, Any] = PRESETS["dice_bot"]
    assert agrees(VECTORS[id], Options(**{name: changed[name] for name in BY_DEFAULT[id]}))
    others = {name: choice for name, choice in changed.items() if name not in BY_DEFAULT[id]}
    assert not agrees(VECTORS[id], Options(**others))


@pytest.mark.rule("NW3-JUDGE-05", "NW3-JUDGE-11")
@pytest.mark.parametrize("id", [22, 26, 35])
def test_a_normal_judge_meets_the_target_as_the_bot_does(id: int) -> None:
    vector = VECTORS[id]
    asked = Judge(vector.modifier, vector.critical[0], vector.fumble[0], "normal", vector.target)
    # the bot throws on after a Critical; here it succeeds at once unless the table wants the chain
    assert succeeds(asked, Script(vector.dice[:2]).run(alone(asked, HOUSE))) is vector.met
    chained = Script(vector.dice).run(alone(asked, Options(critical_chain_scope="always")))
    assert (chained.result, succeeds(asked, chained)) == (vector.total, vector.met)
