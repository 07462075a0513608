"""What a table needs of the place that keeps its journal, and a journal in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from rulewright.engine.journal import Entry


class Journal(Protocol):
    """A kept journal: all entries so far, and the secret seed of the dice while the table is open."""

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries, undone ones included."""
        ...

    def append(self, entry: Entry) -> None:
        """Keep one more entry; it is safe when this returns."""
        ...

    def extend(self, entries: Iterable[Entry]) -> None:
        """Keep several entries at once."""
        ...

    def keep_seed(self, seed: bytes) -> None:
        """Keep the secret seed, apart from the entries."""
        ...

    def kept_seed(self) -> bytes | None:
        """The secret seed, or None where none is kept."""
        ...

    def forget_seed(self) -> None:
        """The seed is revealed; its secret copy is no longer needed."""
        ...


class MemoryJournal:
    """A journal that ends with the process."""

    def __init__(self, entries: Iterable[Entry] = (), seed: bytes | None = None) -> None:
        self.entries: list[Entry] = list(entries)
        self._seed = seed

    def append(self, entry: Entry) -> None:
        """Keep one more entry."""
        self.entries.append(entry)

    def extend(self, entries: Iterable[Entry]) -> None:
        """Keep several entries."""
        self.entries.extend(entries)

    def rewind(self, seq: int) -> None:
        """Forget every entry after `seq`."""
        del self.entries[seq + 1 :]

    def keep_seed(self, seed: bytes) -> None:
        """Keep the secret seed."""
        self._seed = seed

    def kept_seed(self) -> bytes | None:
        """The secret seed, or None."""
        return self._seed

    def forget_seed(self) -> None:
        """Drop the secret seed."""
        self._seed = None
