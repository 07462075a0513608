"""Replaying a journal: the same game once more, compared entry by entry with what was written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from rulewright.engine.errors import Desync, Malformed
from rulewright.engine.events import Event
from rulewright.engine.game import Game
from rulewright.engine.journal import Declined, Entry, Finished
from rulewright.store.rows import Row, encode_told
from rulewright.table.history import SNAPSHOT_EVERY, History, Start
from rulewright.table.opening import opened_of
from rulewright.table.verify import DiceCheck, known_seed


class Step(NamedTuple):
    """A command is over: the number of its last entry, and the digest of the state."""

    seq: int
    digest: str


def rebuild(
    game: Game,
    entries: Sequence[Entry],
    content: Any,
    seed: bytes | None = None,
    snapshot_every: int = SNAPSHOT_EVERY,
    start: Start | None = None,
) -> Iterator[History]:
    """Apply a journal entry by entry; the one history comes again after each of them.

    With a `start` those up to it are taken as they are. Where the seed is known, from the journal or as `seed`,
    the dice are checked against it too. Raises `Desync` at the first entry that differs, and `Malformed` for a
    journal of another game or format.
    """
    history = History(game, opened_of(game, entries), content, snapshot_every)
    dice = DiceCheck(history.opened, known_seed(entries, seed))
    if start is not None:
        history.skip(entries, start)
        dice.trust(history.entries)
    yield history
    for entry in entries[len(history.entries) :]:
        dice.check(entry)
        history.follow(entry)
        yield history


def retold(
    game: Game, rows: Sequence[Row], content: Any, seed: bytes | None, at: str, step: Callable[[], None] | None = None
) -> None:
    """Play rows again, with a `step` after each; `at` says in errors where they stand.

    Raises `Malformed` where they come out otherwise, or an entry tells something else than is kept with it.
    """
    try:
        histories = rebuild(game, [row.entry for row in rows], content, seed)
        for row, history in zip(rows, histories):
            told = [event for _, event in _newest(history.session.events, row.seq)]
            if encode_told(told) != encode_told(row.told):
                expected = "the events that playing it again gives"
                raise Malformed("other events are kept", at=f"{at}, entry {row.seq}", expected=expected)
            if step is not None:
                step()
    except Desync as error:
        raise Malformed(str(error), at=at, expected="the same game again") from error


def _newest(events: Sequence[tuple[int, Event]], seq: int) -> Sequence[tuple[int, Event]]:
    """The events at the end that entry `seq` told."""
    first = len(events)
    while first and events[first - 1][0] == seq:
        first -= 1
    return events[first:]


def replay(
    game: Game, entries: Sequence[Entry], to: int | None = None, *, content: Any = None, seed: bytes | None = None
) -> Iterator[Step]:
    """Replay up to entry `to` (all by default) and give a step after each command that ended.

    What was undone is replayed as well. `content` is the game's own unless given. Raises as `rebuild` does.
    """
    content = game.content() if content is None else content
    opened_of(game, entries)
    known = known_seed(entries, seed)
    for history in rebuild(game, entries if to is None else entries[: to + 1], content, known):
        entry = history.entries[-1]
        if isinstance(entry, Finished | Declined):
            yield Step(entry.seq, entry.digest)
