"""The names by which cells of spreadsheets mean rows: those of the game, of the pack, and of the sheets themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from rulewright.engine.pack_problems import nearest
from rulewright.engine.packs import Library, row_types
from rulewright.engine.sheets import NotRead

NAMING: Final = ("id", "name", "name_ja")
"""The fields by which a row is meant."""


class KnownNames:
    """Ids of rows by what they are called, table by table; what was added last counts."""

    def __init__(self, plain: Callable[[str], str], content: Library | None = None) -> None:
        self.plain = plain
        self._content = content
        self._tables: dict[str, dict[str, str]] = {}
        self._words: dict[str, dict[str, None]] = {}

    def add(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Rows with their ids."""
        self._table(table)
        for row in rows:
            self._add(table, str(row["id"]), [str(row[field]) for field in NAMING if row.get(field)])

    def find(self, table: str, *texts: str) -> str:
        """The id of the first row that has one of these names, or ""."""
        known = self._table(table)
        return next((known[word] for text in texts if (word := self.plain(text)) in known), "")

    def id(self, table: str, text: str) -> str:
        """The id of the row of a table with this name or id; raises `NotRead`."""
        found = self.find(table, text)
        if not found:
            self._table(table)
            like = nearest(text, self._words[table])
            raise NotRead(f"the name or id of a row of {table}" + (f", such as {like}" if like else ""))
        return found

    def _table(self, table: str) -> dict[str, str]:
        if table not in self._tables:
            self._tables[table], self._words[table] = {}, {}
            for row in self._rows(table):
                words = [word for field in NAMING if (word := getattr(row, field, None))]
                self._add(table, getattr(row, "id", ""), words)
        return self._tables[table]

    def _rows(self, table: str) -> Iterable[Any]:
        if self._content is None or table not in row_types(type(self._content)):
            return ()
        return self._content.rows(table)

    def _add(self, table: str, id: str, words: Iterable[str]) -> None:
        for word in words:
            self._tables[table][self.plain(word)] = id
            self._words[table][word] = None
