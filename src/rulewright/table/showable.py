"""Whether a state can be shown: types allow values with which a game cannot draw up its table any more."""

from __future__ import annotations

import copy
from collections.abc import Iterable

from rulewright.engine.builtin import Override
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.game import AnyWorld, Game
from rulewright.engine.journal import Seat
from rulewright.engine.overriding import overridden
from rulewright.engine.world import World, pack, unpack

FAULTS = (LookupError, RuntimeError, TypeError, ValueError, ArithmeticError, AttributeError, AssertionError)
"""What rules raise where a value leads nowhere."""


def show_all(game: Game, world: AnyWorld, seats: Iterable[Seat]) -> int:
    """Show a table to every seat on trial; gives the most figures on a board. Raises one of `FAULTS`."""
    most = 0
    pack(world.state)  # so that a snapshot can be kept
    for seat in seats:
        most = max(most, len(game.board(world, seat, game.languages[0]).figures))
        game.view(world, seat)
        game.menu(world, seat)
        for title in game.atlas(world, seat, game.languages[0]).titles[:1]:
            game.map(world, seat, game.languages[0], title.id)
    return most


def check_override(game: Game, world: AnyWorld, seats: Iterable[Seat], command: Override) -> None:
    """Raise `Refused` "bad_value" for an override after which the table could not be shown to everybody."""
    trial = World(unpack(pack(world.state), game.state_type), world.content, world.scenario)
    trial.state, _, _ = overridden(trial.state, command.path, copy.deepcopy(command.value))
    try:
        show_all(game, trial, seats)
    except (*FAULTS, Malformed) as error:
        expected = "a value with which the table can still be shown"
        raise Refused("bad_value", path=command.path, expected=expected) from error
