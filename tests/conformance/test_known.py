"""What a seat has to take a table for: it looks the same to that seat, and nothing hidden is in it."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.engine.game import AnyWorld, Game
from rulewright.engine.journal import Seat
from rulewright.engine.world import digest, pack, unpack
from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table

SPECTATOR = Seat("spectator", "", "spectator")


def states(game: Game, scenario: str, most: int = 40) -> Iterator[tuple[Table, AnyWorld]]:
    """A table as it goes on."""
    seats = [*game.seats(game.scenarios()[scenario]), SPECTATOR]
    table = Table.new(game, game.scenarios()[scenario], game.options_type(), seats, MemoryJournal(), "known")
    for _ in range(most):
        yield table, table.world
        asked = table.open_questions("referee")
        if asked:
            table.answer(asked[0].owner, asked[0].id, game.policy.answer(table.world, asked[0].question))
        elif (given := game.policy.command(table.world)) is not None:
            table.submit(given[0].id, given[1])
        else:
            return


def test_it_looks_the_same_and_holds_no_secret(game: Game, scenario: str) -> None:
    for table, world in states(game, scenario):
        before = pack(world.state)
        for seat in table.seats:
            taken = game.known(world, seat)
            assert game.view(taken, seat) == game.view(world, seat)
            assert game.board(taken, seat, "en") == game.board(world, seat, "en")
            assert unpack(pack(taken.state), game.state_type) == taken.state
            assert digest(game.known(taken, seat).state) == digest(taken.state)
            assert (taken is world) == seat.referee
        assert pack(world.state) == before
