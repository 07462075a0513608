"""What happened, as the API tells it: the event, the number of its entry, and its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from rulewright.engine.events import Event
from rulewright.engine.modifiers import Sum
from rulewright.engine.words import Words
from rulewright.table.play import Receipt
from rulewright.table.table import Table

EntryNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
"""The number of an entry of the journal."""


class Told(msgspec.Struct, frozen=True):
    """Something that happened, in entry `sequence` of the journal.

    `text` is `key` with `facts` in words, `rule` the rule behind it, `sum` the numbers behind it with what did not
    count. `private` events are not for everybody at the table.
    """

    sequence: int
    key: str
    text: str
    facts: Mapping[str, Any]
    rule: str
    sum: Sum | None
    private: bool


class Done(msgspec.Struct, frozen=True):
    """What became of it: `outcome` "done", "waiting" for answers, or "declined" after one, with the `refusal`.

    `entry` is the number of the command in the journal (an undo to the number before takes it back), `sequence` that
    of the last one of which the seat may know. `events` are what the seat may know of everything since
    `expected_sequence`, or without one since the request came in.
    """

    sequence: int
    entry: int
    outcome: Literal["done", "waiting", "declined"]
    refusal: Told | None
    events: tuple[Told, ...]


def told(words: Words, sequence: int, event: Event) -> Told:
    """An event in words."""
    text = words(event.key, event.facts)
    return Told(sequence, event.key, text, event.facts, event.rule, event.sum, bool(event.to))


def all_told(words: Words, events: Sequence[tuple[int, Event]]) -> tuple[Told, ...]:
    """Events in words."""
    return tuple(told(words, sequence, event) for sequence, event in events)


def done(words: Words, table: Table, seat: str, receipt: Receipt, since: int) -> Done:
    """What became of a command, for the seat that gave it."""
    refusal = None if receipt.refusal is None else told(words, receipt.seq, receipt.refusal)
    events = all_told(words, table.events_for(seat, since))
    return Done(table.seen_by(seat), receipt.seq, receipt.outcome, refusal, events)
