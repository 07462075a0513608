"""Overrides after which a game could not draw up its table are refused; all others are the referee's to make."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import games
from rulewright.engine.errors import Refused
from rulewright.engine.world import digest
from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table


def table(game_id: str, scenario: str) -> Table:
    game = games.get(game_id)
    chosen = game.scenarios()[scenario]
    options = game.presets[game.offered_preset]
    made = Table.new(game, chosen, options, game.seats(chosen), MemoryJournal(), seed="showable")
    for _ in range(6):
        given = game.policy.command(made.world)
        assert given is not None
        made.submit(given[0].id, given[1])
        while waiting := made.open_questions("referee"):
            made.answer("referee", waiting[0].id, game.policy.answer(made.world, waiting[0].question))
    return made


@pytest.mark.parametrize(
    ("game_id", "scenario", "path", "value"),
    [
        ("cairn", "ambush", "actors", {}),
        ("cairn", "ambush", "fight.members.0", "nobody"),
        ("cairn", "ambush", "actors.aune.items.0.item", "no such thing"),
        ("nw3", "duel", "characters.hazuki.items.0.item", "no such thing"),
    ],
)
def test_what_cannot_be_shown_is_refused(game_id: str, scenario: str, path: str, value: Any) -> None:
    made = table(game_id, scenario)
    before = (digest(made.world.state), list(made.entries), made.rolls("referee"))
    with pytest.raises(Refused) as refused:
        made.submit("referee", {"do": "override", "path": path, "value": value, "reason": "a slip of the pen"})
    assert refused.value.reason == "bad_value"
    assert (digest(made.world.state), list(made.entries), made.rolls("referee")) == before


def test_what_can_be_shown_is_done() -> None:
    made = table("cairn", "ambush")
    made.submit("referee", {"do": "override", "path": "actors.aune.hp", "value": 1, "reason": "a hard fall"})
    board = made.game.board(made.world, made.seats[0], "en")
    assert next(one.gauge.value for one in board.figures if one.id == "aune") == 1


def test_a_player_is_told_that_only_the_referee_may() -> None:
    made = table("cairn", "ambush")
    player = next(seat.id for seat in made.seats if seat.role == "player")
    with pytest.raises(Refused) as refused:
        made.submit(player, {"do": "override", "path": "actors", "value": {}, "reason": "mine"})
    assert refused.value.reason == "not_referee"
