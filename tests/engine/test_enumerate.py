"""Following every path: where there are too many."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.engine.enumerate import Odds, TooManyPaths
from rulewright.engine.requests import Procedure, Roll


def until_six() -> Procedure[int]:
    throws = 0
    while True:
        faces = yield Roll(1, 6)
        throws += 1
        if faces[0] == 6:
            return throws


def never() -> Procedure[int]:
    while True:
        yield Roll(1, 2)


@pytest.mark.parametrize("endless", [until_six, never])
def test_dice_without_end_are_too_many_paths(endless: Callable[[], Procedure[int]]) -> None:
    with pytest.raises(TooManyPaths):
        Odds(paths=1_000).of(endless)
