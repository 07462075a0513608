"""A table as it was: replayed from the nearest moment that the store has kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.engine.events import Event
from rulewright.engine.game import Game
from rulewright.engine.journal import Undone, standing
from rulewright.store.rows import Row
from rulewright.store.tables import TableStore
from rulewright.table.history import History, Start
from rulewright.table.replay import rebuild


def history_of(game: Game, content: Any, store: TableStore, table_id: str, rows: Sequence[Row]) -> History:
    """What the first rows of a table come to; may take a while, so not on the event loop. Raises `Desync`."""
    start = kept_start(store, table_id, rows)
    *_, history = rebuild(game, [row.entry for row in rows], content, start=start)
    return history


def kept_start(store: TableStore, table_id: str, rows: Sequence[Row]) -> Start | None:
    """The latest moment kept of these rows that no undo among them has gone back before."""
    before = len(rows) - 1
    undos = [row.entry for row in rows if isinstance(row.entry, Undone)]
    while (kept := store.snapshot(table_id, before)) is not None:
        seq, state = kept
        undone = next((undo for undo in undos if undo.to < seq < undo.seq), None)
        if undone is None:
            return Start(seq, state, told_of(rows[: seq + 1]))
        before = undone.to
    return None


def told_of(rows: Sequence[Row]) -> list[tuple[int, Event]]:
    """The events of entries that still stand."""
    stands = {entry.seq for entry in standing(row.entry for row in rows)}
    return [(row.seq, event) for row in rows if row.seq in stands for event in row.told]
