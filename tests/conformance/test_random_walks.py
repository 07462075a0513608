"""Check 1: random legal play never fails, every state survives a round trip, and the journal replays."""

from __future__ import annotations

import pytest

from rulewright.engine.game import Game
from rulewright.engine.world import digest, pack, unpack
from rulewright.table.replay import replay
from rulewright.table.table import Table
from rulewright.table.verify import verify
from walks import opened, walk

STEPS = 150


@pytest.mark.parametrize("seed", range(10))
def test_random_play_replays_to_the_same_digest(game: Game, scenario: str, seed: int) -> None:
    """One evening after another, each of them short or long, until there were enough choices."""
    choices = 0
    for evening in range(100):
        if choices >= STEPS:
            break
        table = opened(game, scenario, 100 * seed + evening)

        def survives(table: Table) -> None:
            state = table.world.state
            assert digest(unpack(pack(state), game.state_type)) == digest(state)

        choices += walk(table, 100 * seed + evening, STEPS, survives)
        endings = list(replay(game, table.entries))
        if not table.open_questions("referee"):
            assert endings[-1].digest == digest(table.world.state)
        assert verify(table.entries).status == "proved"
    assert choices >= STEPS


def test_undo_takes_back_to_any_decision(game: Game, scenario: str) -> None:
    table = opened(game, scenario, 99)
    seen: dict[int, str] = {}

    def remember(table: Table) -> None:
        seen[table.seq] = digest(table.world.state)

    walk(table, 99, 40, remember)
    for point in reversed(table.decision_points()):
        if point in seen:
            table.undo("referee", point)
            assert digest(table.world.state) == seen[point]
    list(replay(game, table.entries))  # raises where an undone journal does not come out again


def test_the_policy_takes_every_scenario_to_its_end(game: Game, scenario: str) -> None:
    for seed in range(5):
        table = opened(game, scenario, seed)
        for _ in range(3000):
            if questions := table.open_questions("referee"):
                asked = questions[0]
                table.answer("referee", asked.id, game.policy.answer(table.world, asked.question))
                continue
            step = game.policy.command(table.world)
            if step is None:
                break
            table.submit(step[0].id, step[1])
        assert game.over(table.world)
