"""Evenings of Night Wizard that play themselves, for tests."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.games.nw3.game import game
from rulewright.table.table import Table


def by_policy(table: Table, most: int = 4000) -> Iterator[str]:
    """Let the default policy play to the end; yields the name of each command."""
    for _ in range(most):
        if questions := table.open_questions("referee"):
            asked = questions[0]
            table.answer("referee", asked.id, game.policy.answer(table.world, asked.question))
            continue
        step = game.policy.command(table.world)
        if step is None:
            return
        yield str(step[1].__struct_config__.tag)
        table.submit(step[0].id, step[1])
    raise AssertionError("it never ends")
