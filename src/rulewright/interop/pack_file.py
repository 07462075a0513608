"""The TOML file of a pack that an import writes: rows are put in or brought up to date, all else stays as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.sheets import Fields

OWN: Final = "effect"
"""A field that people automate by hand: it is only written while it is prose alone."""

ONCE: Final = ("effect_block", "effects")
"""Fields that are only written where there are none."""


class Change(msgspec.Struct, frozen=True):
    """How many rows of a table are new, changed, and as they were."""

    table: str
    added: int
    changed: int
    same: int


class PackFile:
    """A TOML text with its comments and its order; `text` is what it has become."""

    def __init__(self, text: str, at: str) -> None:
        try:
            import tomlkit  # an extra of its own
            from tomlkit.exceptions import TOMLKitError
        except ImportError as error:
            raise Malformed(
                "writing a pack needs tomlkit, which is not installed", expected="rulewright[sheets]"
            ) from error
        self._kit = tomlkit
        try:
            self._document = tomlkit.parse(text)
        except (TOMLKitError, ValueError, RecursionError) as error:
            raise Malformed(str(error), at=at, expected="the TOML file of a pack") from error

    @property
    def text(self) -> str:
        """The text of the file."""
        return self._kit.dumps(self._document)

    def header(self, values: Mapping[str, Any]) -> None:
        """Give the file a [pack] where it has none."""
        if "pack" not in self._document:
            self._document["pack"] = self._kit.item(dict(values))

    def names(self, table: str) -> dict[str, list[str]]:
        """The ids of the rows of a table by their names, in their order."""
        found: dict[str, list[str]] = {}
        for row in self._rows(table):
            if "id" in row and "name" in row:
                found.setdefault(str(row["name"]), []).append(str(row["id"]))
        return found

    def update(self, table: str, rows: Sequence[Fields]) -> Change:
        """Put rows in, each over the row with its id; fields that a row does not have stay."""
        known = {str(row["id"]): row for row in self._rows(table) if "id" in row}
        added = changed = 0
        for row in rows:
            old = known.get(str(row["id"]))
            if old is None:
                self._append(table, row)
                added += 1
            else:
                changed += self._merge(old, row)
        return Change(table, added, changed, len(rows) - added - changed)

    def rows(self, table: str) -> list[Fields]:
        """The rows of a table as plain values."""
        return [row.unwrap() for row in self._rows(table)]

    @property
    def lists(self) -> list[str]:
        """The tables that are lists of rows."""
        return [table for table in self._document if self._rows(table)]

    def tables(self, table: str) -> dict[str, Fields]:
        """The records of a table that holds them by id, such as `[growth.ID]`, as plain values."""
        values: dict[str, Any] = self._document.unwrap()
        found = values.get(table)
        return found if isinstance(found, dict) else {}

    def update_tables(self, table: str, records: Mapping[str, Fields]) -> Change:
        """Put records in by their ids; fields that a record does not have stay."""
        added = changed = 0
        if table not in self._document:
            self._document.append(table, self._kit.table(is_super_table=True))
        known: Any = self._document[table]
        for id, record in records.items():
            if id in known:
                changed += self._merge(known[id], record)
            else:
                known.append(id, self._made(record))
                added += 1
        return Change(table, added, changed, len(records) - added - changed)

    def replace(self, table: str, rows: Sequence[Fields]) -> Change:
        """Put these rows in place of those of a table."""
        old = self.rows(table)
        same = sum(row in old for row in rows)
        new = len(rows) if not old else 0
        if list(rows) != old:
            self._document.pop(table, None)
            for row in rows:
                self._append(table, row)
        return Change(table, new, 0 if new else len(rows) - same, same)

    def _rows(self, table: str) -> Sequence[Any]:
        found = self._document.get(table, ())
        return found if isinstance(found, list) else ()

    def _append(self, table: str, row: Fields) -> None:
        if table not in self._document:
            self._document.append(table, self._kit.aot())
        rows: Any = self._document[table]
        rows.append(self._made(row))

    def _made(self, row: Fields) -> Any:
        made = self._kit.table()
        for name, value in row.items():
            made.append(name, self._value(value))
        return made

    def _merge(self, old: Any, row: Fields) -> bool:
        changed = False
        for name, value in row.items():
            if old.get(name) is not None and (name in ONCE or (name == OWN and not _prose_alone(old[OWN]))):
                continue
            if old.get(name) is None or self._kit.item(old[name]).unwrap() != value:
                old[name] = self._value(value)
                changed = True
        return changed

    def _value(self, value: Any) -> Any:
        """A value on one line; a list of tables has a line for each."""
        if isinstance(value, dict):
            inline = self._kit.inline_table()
            for name, entry in value.items():
                inline.append(name, self._value(entry))
            return inline
        if isinstance(value, list):
            made = self._kit.array()
            for entry in value:
                made.append(self._value(entry))
            return made.multiline(len(value) > 1 and isinstance(value[0], dict))
        return self._kit.item(value)


def _prose_alone(effect: Any) -> bool:
    return not effect or (len(effect) == 1 and effect[0].get("kind") == "prose")
