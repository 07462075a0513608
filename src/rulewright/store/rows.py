"""Rows of a journal: each entry with the events that it told."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.events import Event
from rulewright.engine.journal import Entry, decode_entry, encode_entry

_ENTRIES = msgspec.json.Decoder(list[Entry])
_TOLD = msgspec.json.Decoder(tuple[Event, ...])
_ALL_TOLD = msgspec.json.Decoder(list[tuple[Event, ...]])
_ENCODER = msgspec.json.Encoder(order="deterministic")
NOTHING = "[]"


class Row(msgspec.Struct, frozen=True, gc=False):
    """An entry, its number, and the events that it told.

    The events follow from the journal; they are kept so that a table opens without being played again.
    """

    seq: int
    entry: Entry
    told: tuple[Event, ...] = ()


def written(row: Row) -> tuple[str, str]:
    """The texts of a row: its entry and its events as JSON."""
    return encode_entry(row.entry).decode(), encode_told(row.told)


def encode_told(told: Sequence[Event]) -> str:
    """The events as JSON; equal events give equal texts."""
    return _ENCODER.encode(told).decode() if told else NOTHING


def read(texts: Sequence[tuple[int, str, str]], at: str) -> list[Row]:
    """Rows from their numbers and texts; raises `Malformed`, with `at` and the number of the row."""
    entries = "[" + ",".join([entry for _, entry, _ in texts]) + "]"
    told = "[" + ",".join([told for _, _, told in texts]) + "]"
    try:
        with _no_collecting():
            pairs = zip(_ENTRIES.decode(entries), _ALL_TOLD.decode(told), strict=True)
            made = [Row(entry.seq, entry, events) for entry, events in pairs]
    except (ValueError, RecursionError):
        made = []
    if [row.seq for row in made] == [seq for seq, _, _ in texts]:
        return made
    return [read_one(seq, entry, events, at) for seq, entry, events in texts]  # finds the one that is wrong


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Many objects are made that all stay: the garbage collector would look at each of them again and again."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def read_one(seq: int, entry: str, told: str, at: str) -> Row:
    """One row from its texts; raises `Malformed`."""
    place = f"{at}, entry {seq}"
    decoded = decode_entry(entry, at=place)
    if decoded.seq != seq:
        raise Malformed(f"an entry with the number {decoded.seq}", at=place, expected=str(seq))
    try:
        return Row(seq, decoded, _TOLD.decode(told))
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed(f"no events: {error}", at=place) from error
