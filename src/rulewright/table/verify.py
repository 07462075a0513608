"""Proving a journal's dice: every face recomputed from the seed whose hash was published before play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from rulewright.engine.errors import Desync
from rulewright.engine.events import Event
from rulewright.engine.journal import Entry, Opened, Rolled, opened_in
from rulewright.engine.sealed import face_at, seal
from rulewright.table.opening import seed_of


class Wrong(msgspec.Struct, frozen=True):
    """The first entry that is not as it should be."""

    seq: int
    what: str
    recorded: Any
    expected: Any


class Verified(msgspec.Struct, frozen=True):
    """What a journal's dice turned out to be.

    "proved": every face comes from the sealed seed; "sealed": the seed is not revealed yet, only the numbers of
    the dice could be checked; "wrong": see `wrong`. `dice` counts the table's own dice that were looked at,
    `parent_dice` those before a branch, which belong to the table `parent` and are proved by its journal.
    With `public` the seed was known from the start, so nothing kept it from being chosen.
    """

    status: Literal["proved", "sealed", "wrong"]
    table: str = ""
    dice: int = 0
    parent: str = ""
    parent_dice: int = 0
    public: bool = False
    wrong: Wrong | None = None

    @property
    def report(self) -> list[Event]:
        """The findings as messages."""
        facts = {"table": self.table, "dice": self.dice, "parent": self.parent, "parent_dice": self.parent_dice}
        if self.wrong:
            facts |= msgspec.structs.asdict(self.wrong)
        told = [Event(f"verify.{self.status}", facts)]
        if self.parent:
            told.append(Event("verify.parent", facts))
        if self.public and not self.wrong:
            told.append(Event("verify.public", facts))
        return told


class DiceCheck:
    """Checks the dice of one journal, entry by entry; without a seed only that their numbers go on."""

    def __init__(self, opened: Opened, seed: bytes | None) -> None:
        self._seed = seed
        self._own_from = opened.branch.seq if opened.branch else 0
        self.dice = 0
        self.parent_dice = 0

    def trust(self, entries: Iterable[Entry]) -> None:
        """Count the dice of entries without checking them."""
        for entry in entries:
            if isinstance(entry, Rolled):
                if entry.seq <= self._own_from:
                    self.parent_dice += len(entry.faces)
                else:
                    self.dice += len(entry.faces)

    def check(self, entry: Entry) -> None:
        """Raise `Desync` if the entry's dice are not those of the sealed stream."""
        if not isinstance(entry, Rolled):
            return
        drawn = self.dice + self.parent_dice
        if entry.first != drawn:
            raise Desync(entry.seq, "number of the first die", entry.first, drawn)
        if entry.seq <= self._own_from:
            self.parent_dice += len(entry.faces)
            return
        if self._seed is not None:
            if entry.sides < 1:
                raise Desync(entry.seq, "sides of a die", entry.sides, "1 or more")
            faces = tuple(face_at(self._seed, drawn + number, entry.sides) for number in range(len(entry.faces)))
            if faces != entry.faces:
                raise Desync(entry.seq, f"faces from the seed (d{entry.sides})", entry.faces, faces)
        self.dice += len(entry.faces)


def known_seed(entries: Sequence[Entry], kept: bytes | None = None) -> bytes | None:
    """The seed of a journal, revealed in it or kept beside it; None while it is secret.

    Raises `Desync` where it is not the one that was sealed.
    """
    opened = opened_in(entries)
    seq, seed = seed_of(entries) or (0, kept)
    if seed is not None and seal(seed) != opened.seal:
        raise Desync(seq, "seal of the seed", opened.seal, seal(seed))
    return seed


def verify(entries: Sequence[Entry], seed: bytes | None = None) -> Verified:
    """Recompute every die of a journal; `seed` is the secret one of a table that is still open, if known."""
    opened = entries[0] if entries else None
    if not isinstance(opened, Opened):
        found = type(opened).__name__ if opened else "nothing"
        return Verified("wrong", wrong=Wrong(0, "first entry", found, Opened.__name__))
    checker: DiceCheck | None = None
    known: bytes | None = None
    wrong: Wrong | None = None
    try:
        known = known_seed(entries, seed)
        checker = DiceCheck(opened, known)
        for number, entry in enumerate(entries):
            if entry.seq != number or (number and isinstance(entry, Opened)):
                raise Desync(number, "number of the entry", entry.seq, number)
            checker.check(entry)
    except Desync as error:
        wrong = Wrong(error.seq, error.what, error.recorded, error.replayed)
    return Verified(
        "wrong" if wrong else "sealed" if known is None else "proved",
        opened.table,
        checker.dice if checker else 0,
        opened.branch.table if opened.branch else "",
        checker.parent_dice if checker else 0,
        bool(opened.seed),
        wrong,
    )
