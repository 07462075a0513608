"""Who may take back what."""

from __future__ import annotations

from typing import Any

from rulewright.engine.errors import Refused
from rulewright.engine.events import REFEREE
from rulewright.engine.journal import Answered, Commanded, Entry, Rolled, Seat, standing
from rulewright.table.history import History, decision_points


def check_undo(history: History, seat: Seat, to: int) -> None:
    """Raise `Refused` unless the seat may take back everything after entry `to`.

    The referee may take back anything. Everybody else needs the table's policy, and the referee where dice fell,
    a secret came out, or the referee has overridden a value since.
    """
    if history.session.closed:
        raise Refused("table_closed")
    if to not in decision_points(history.entries):
        raise Refused("no_decision_point", to=to)
    if seat.referee:
        return
    policy = history.opened.undo
    if seat.role == "spectator" or policy == "referee":
        raise Refused("not_referee")
    taken = [entry for entry in standing(history.entries) if entry.seq > to]
    if policy == "own_last" and not _own_last(taken, seat):
        raise Refused("not_your_choice")
    if any(isinstance(entry, Rolled) or _does(entry) == "override" for entry in taken) or _revealed(history, to):
        raise Refused("undo_needs_referee")


def _own_last(taken: list[Entry], seat: Seat) -> bool:
    first, *later = taken
    chosen_later = [
        entry
        for entry in later
        if (isinstance(entry, Commanded) and _does(entry) != "say") or (isinstance(entry, Answered) and not entry.auto)
    ]
    return isinstance(first, Commanded | Answered) and first.seat == seat.id and not chosen_later


def _does(entry: Entry) -> Any:
    return entry.command.get("do") if isinstance(entry, Commanded) else None


def _revealed(history: History, to: int) -> bool:
    """Whether anybody but the referee has learnt a secret since entry `to`."""
    session = history.session
    for seq, event in session.events:
        if seq > to and event.key != "table.say.quietly" and any(seat != REFEREE for seat in event.to):
            return True
    before = set(session.game.secrets(history.at(to).world))
    return not before.issubset(session.game.secrets(session.world))
