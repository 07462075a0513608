"""A table at one moment as plain data, so that another process can work out what a choice leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rulewright import games
from rulewright.engine.game import AnyWorld, Game
from rulewright.engine.journal import Opened, Seat
from rulewright.engine.world import unpack
from rulewright.store.content_packs import PackRow, content_of
from rulewright.table.chances import Asked, Outlook, of_answer, of_command
from rulewright.table.opening import open_world

MOST_READ = 4
_read: dict[tuple[str, ...], Any] = {}
"""The content last used by this process."""


class Moment(msgspec.Struct, frozen=True):
    """A state of a table: its first entry, the content packs after the game's own, and the packed state."""

    opened: Opened
    packs: tuple[PackRow, ...]
    state: bytes

    @property
    def game(self) -> Game:
        """The game of the table."""
        return games.get(self.opened.game)

    def world(self) -> AnyWorld:
        """The state with its content and scenario."""
        world = open_world(self.game, self.opened, _content(self.game, self.packs))
        world.state = unpack(self.state, self.game.state_type)
        return world


def outlook_of_command(moment: Moment, seat: Seat, command: Mapping[str, Any], referee: Seat) -> Outlook:
    """The odds of a command, as far as the seat may know the table."""
    game = moment.game
    return of_command(game, game.known(moment.world(), seat), seat, game.commands.read(command), referee)


def outlook_of_answer(before: Moment, now: bytes, how: Asked, answer: Any, seat: Seat, referee: Seat) -> Outlook:
    """The odds of an answer, as far as the seat may know the table; `now` is the state at the question.

    Raises `Diverged` where what led to the question cannot be told from what the seat knows.
    """
    game = before.game
    present = msgspec.structs.replace(before, state=now).world()
    past, taken = game.known(before.world(), seat), game.known(present, seat)
    return of_answer(game, past, taken, how, answer, referee, secrets=seat.referee)


def _content(game: Game, packs: tuple[PackRow, ...]) -> Any:
    key = (game.id, *(pack.digest for pack in packs))
    if key not in _read:
        while len(_read) >= MOST_READ:
            del _read[next(iter(_read))]
        _read[key] = content_of(game, packs)
    return _read[key]
