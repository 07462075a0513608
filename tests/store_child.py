"""A process that appends to tables until somebody kills it, and tells what is kept.

python store_child.py URL TABLE...
"""

from __future__ import annotations

import sys
from itertools import count
from threading import Thread

from rulewright.store.database import Database
from rulewright.store.tables import TableStore
from store_rows import row


def append(store: TableStore, table: str) -> None:
    """Append one row after the other; a line is written once the row is kept."""
    for seq in count(1):
        store.append(table, [row(seq, f"{table} {seq}")]).result()
        sys.stdout.write(f"{table} {seq}\n")
        sys.stdout.flush()


def main(url: str, *tables: str) -> None:
    """Append to each of the tables in a thread of its own."""
    store = TableStore(Database.open(url, exclusive=True))
    threads = [Thread(target=append, args=(store, table)) for table in tables]
    for thread in threads:
        thread.start()


if __name__ == "__main__":
    main(*sys.argv[1:])
