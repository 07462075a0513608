"""Sweeps: reading what to vary, and setting it in a scenario."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest

from rulewright.engine.errors import Malformed
from rulewright.table.sweep import Vary, read_vary, variants


class Foe(msgspec.Struct, frozen=True):
    id: str
    hp: Annotated[int, msgspec.Meta(ge=1)] | None = None


class Fight(msgspec.Struct, frozen=True):
    title: str
    foes: tuple[Foe, ...]


FIGHT = Fight("a fight", (Foe("wolf"), Foe("bear", 9)))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("foes.0.hp=4..7", (4, 5, 6, 7)),
        ("foes.0.hp=4..4", (4,)),
        ("foes.0.hp=1..10..4", (1, 5, 9)),
        ("foes.0.hp=-2..0", (-2, -1, 0)),
        ("foes.0.hp=3, 5,8", (3, 5, 8)),
        ("foes.0.hp=wolf,true,1.5", ("wolf", True, 1.5)),
    ],
)
def test_values(text: str, values: tuple[Any, ...]) -> None:
    assert read_vary(text) == Vary("foes.0.hp", values)


@pytest.mark.parametrize("text", ["", "=", "foes", "foes=", "=4", "a=7..4", "a=1..2..0", "a=x..y", "a=0..999999999"])
def test_what_cannot_be_read(text: str) -> None:
    with pytest.raises(Malformed, match="--vary"):
        read_vary(text)


def test_rows_by_number_or_id_and_the_scenario_stays() -> None:
    (one,) = variants(FIGHT, [Vary("foes.0.hp", (3,))])
    (other,) = variants(FIGHT, [Vary("foes.wolf.hp", (3,))])
    assert one.scenario == other.scenario
    assert one.values == {"foes.0.hp": 3}
    assert msgspec.convert(one.scenario, Fight).foes == (Foe("wolf", 3), Foe("bear", 9))
    assert FIGHT.foes[0].hp is None


def test_every_combination_the_last_place_quickest() -> None:
    found = variants(FIGHT, [Vary("foes.0.hp", (1, 2)), Vary("title", ("a", "b"))])
    assert [tuple(one.values.values()) for one in found] == [(1, "a"), (1, "b"), (2, "a"), (2, "b")]
    with pytest.raises(Malformed, match="combinations"):
        variants(FIGHT, [Vary("foes.0.hp", tuple(range(1, 101))), Vary("foes.1.hp", tuple(range(1, 101)))])


@pytest.mark.parametrize("path", ["foes.2.hp", "foes.fox.hp", "foes.0.claws", "title.x", "foes.0.hp.x", ""])
def test_a_place_that_there_is_not(path: str) -> None:
    with pytest.raises(Malformed, match="--vary"):
        variants(FIGHT, [Vary(path, (1,))])


def test_a_value_that_does_not_fit_is_named() -> None:
    with pytest.raises(Malformed, match=r"foes\.0\.hp=0"):
        variants(FIGHT, [Vary("foes.0.hp", (1, 0))])
