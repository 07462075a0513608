"""A process that plays the toy game into a file and waits for a word after every entry, so that it can be killed."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rulewright.engine.journal import Entry
from rulewright.store.jsonl import JsonLines
from rulewright.table.table import Table
from toygame import Bargain, Strike, Vote, id_of, opened


class Announcing(JsonLines):
    """A journal that names each entry when it is written and then waits for a line of input."""

    def extend(self, entries: Iterable[Entry]) -> None:
        new = list(entries)
        super().extend(new)
        for entry in new:
            print(type(entry).__name__, entry.seq, flush=True)
            sys.stdin.readline()


def one_round(table: Table) -> None:
    """A strike with a parry, a vote of three people, and a bargain that is refused."""
    table.submit("anna", Strike("ann", "bo"))
    table.answer("ben", id_of(table, "ben"), "yes")
    table.submit("anna", Vote())
    for seat in ("gm", "ben", "anna"):
        table.answer(seat, id_of(table, seat), "aye")
    table.answer("anna", id_of(table, "anna"), "nay")
    table.submit("ben", Bargain("ann"))
    table.answer("anna", id_of(table, "anna"), "nay")


if __name__ == "__main__":
    path, *seed = sys.argv[1:]
    with Announcing(path, new=True) as journal:
        table = opened(journal, seed[0] if seed else None)
        while True:
            one_round(table)
