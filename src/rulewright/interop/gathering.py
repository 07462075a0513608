"""Rows of sheets that together make records of a pack: classes level by level, tables of results, and the like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from rulewright.engine.sheets import Fields, Gathering, NotRead, SheetKind
from rulewright.interop.importing import Remark, Sheet, Step, id_of, lines, read_row
from rulewright.interop.known_names import KnownNames
from rulewright.interop.mapping import Mapping as Said
from rulewright.interop.pack_file import PackFile

CALLED: Final = ("name", "name_ja", "id")
"""The fields of a row that say what its record is called, the best first."""


class Line(msgspec.Struct):
    """A row of a record's list: its fields, where it stands, and the kind of its sheet."""

    fields: Fields
    place: Remark
    kind: SheetKind


class Record(msgspec.Struct):
    """A record that is gathered: its fields, its list line by line, and where each of its fields comes from."""

    table: str
    id: str
    gathering: Gathering
    name: str
    place: Remark
    fields: Fields = {}
    lines: list[Line] = []
    places: dict[str, Remark] = {}


class Gatherer:
    """Reads sheets into records; `own` are the names of the pack, `names` those of the game too."""

    def __init__(self, file: PackFile, own: KnownNames, names: KnownNames, said: Said, remarks: list[Remark]) -> None:
        self._file = file
        self._own = own
        self._names = names
        self._said = said
        self._remarks = remarks
        self._had: dict[str, dict[str, Fields]] = {}
        self._records: dict[tuple[str, str], Record] = {}

    def gather(self, sheets: list[Sheet], step: Step) -> list[Record]:
        """The records of all sheets: those that are rows first, then lists, then what belongs to other tables."""
        for sheet in sorted(sheets, key=lambda one: (bool(_of(one).of), bool(_of(one).field), not _of(one).key)):
            for number, cells in self._lines(sheet):
                step()
                self._take(sheet, number, cells)
        for record in self._records.values():
            self._put_together(record)
        return list(self._records.values())

    def _lines(self, sheet: Sheet) -> Iterator[tuple[int, dict[str, str]]]:
        """The rows of a sheet; where they name their record, each does so."""
        key, above = _of(sheet).key, ""
        for number, cells in lines(sheet):
            if _of(sheet).field and key in sheet.header.columns.values():
                above = cells.get(key, above)
                if not cells.keys() - {key}:
                    continue
                cells = {**cells, key: above} if above else cells
            yield number, cells

    def _take(self, sheet: Sheet, number: int, cells: dict[str, str]) -> None:
        kind, gathering = sheet.header.kind, _of(sheet)
        fields, named = dict(self._said.fields), ""
        if gathering.field and gathering.key:
            named = cells.pop(gathering.key, "") or str(fields.pop(gathering.key, ""))
        fields, unread = read_row(kind, cells, fields, self._names)
        headers = {name: sheet.header.texts[place] for place, name in sheet.header.columns.items()}
        places = {name: Remark(sheet.grid.name, number, headers[name], text, "") for name, text in cells.items()}
        for name, (_, expected) in unread.items():
            self._tell(places[name], f"left out; expected {expected}")
        place = Remark(sheet.grid.name, number, "", named or " ".join(cells.values())[:80], "")
        try:
            made = kind.finish(fields, {name: text for name, (text, _) in unread.items()})
            record = self._record(sheet, place, named, made)
        except NotRead as error:
            self._tell(place, f"the row is left out; expected {error.expected}")
            return
        if gathering.field or not gathering.key:
            self._add(record, Line(made, place, kind))
        else:
            record.fields |= made
            record.places |= places

    def _add(self, record: Record, line: Line) -> None:
        number = line.kind.gathering.number if line.kind.gathering else ""
        for other in record.lines:
            if other.fields.get(number) == line.fields.get(number):
                self._tell(line.place, f"the row is left out; {number} stands in row {other.place.row} too")
                return
        record.lines.append(line)

    def _record(self, sheet: Sheet, place: Remark, named: str, made: Fields) -> Record:
        """The record that a row belongs to; raises `NotRead` where the row names none that there can be."""
        table, gathering = sheet.header.kind.table, _of(sheet)
        if not gathering.key:
            id = name = ""
        elif gathering.of:
            id, name = self._of_another(gathering, named, sheet), ""
        else:
            words = [str(made[field]) for field in CALLED if made.get(field)] or [named or sheet.grid.name]
            name = words[0]
            id = str(made.get("id") or self._own.find(table, *words) or self._fresh(table, name))
            self._own.add(table, [{"id": id}, *({"id": id, "name": word} for word in words)])
            self._names.add(table, [{"id": id}, *({"id": id, "name": word} for word in words)])
        if (table, id) not in self._records:
            self._records[table, id] = Record(table, id, gathering, name, place)
        record = self._records[table, id]
        if gathering.field and not record.gathering.field:
            record.gathering = gathering
        return record

    def _of_another(self, gathering: Gathering, named: str, sheet: Sheet) -> str:
        plain = {self._names.plain(word): id for word, id in gathering.others.items()}
        if named:
            return plain.get(self._names.plain(named)) or self._names.id(gathering.of, named)
        return self._names.find(gathering.of, sheet.grid.name) or gathering.unnamed

    def _fresh(self, table: str, name: str) -> str:
        """An id made of the name that no row of the table has."""
        used = {*self._rows(table), *(id for of, id in self._records if of == table)}
        id, number, base = id_of(name, table), 2, id_of(name, table)
        while id in used:
            id, number = f"{base}_{number}", number + 1
        return id

    def _put_together(self, record: Record) -> None:
        """Give a record its list: the rows that the pack has, with those of the sheets put over them."""
        gathering = record.gathering
        old = self._old(record)
        if gathering.key and not gathering.of:
            record.fields = {"id": record.id, **({} if old else {"name": record.name}), **record.fields}
        if not record.lines:
            return
        number = gathering.number
        rows = {row.get(number): row for row in old.get(gathering.field, ())}
        for line in record.lines:
            known = rows.get(line.fields.get(number))
            for name, default in line.kind.defaults.items() if known is None else ():
                if name not in line.fields:
                    line.fields[name] = default
                    self._tell(msgspec.structs.replace(line.place, column=name, text=""), f"none; {default!r} instead")
            rows[line.fields.get(number)] = {**(known or {}), **line.fields}
        record.fields[gathering.field] = [rows[one] for one in sorted(rows, key=_order)]
        record.places[gathering.field] = record.lines[0].place

    def _old(self, record: Record) -> Fields:
        if not record.gathering.key:
            return {}
        if record.gathering.of:
            if record.table not in self._had:
                self._had[record.table] = self._file.tables(record.table)
            return self._had[record.table].get(record.id, {})
        return self._rows(record.table).get(record.id, {})

    def _rows(self, table: str) -> dict[str, Fields]:
        """The rows that the pack has, by id."""
        if table not in self._had:
            self._had[table] = {str(row["id"]): row for row in self._file.rows(table) if "id" in row}
        return self._had[table]

    def _tell(self, place: Remark, made: str) -> None:
        self._remarks.append(msgspec.structs.replace(place, made=made))


def _of(sheet: Sheet) -> Gathering:
    gathering = sheet.header.kind.gathering
    assert gathering is not None  # only such sheets are gathered
    return gathering


def _order(number: Any) -> tuple[bool, Any]:
    """Rows in the order of their numbers; one without a number comes first."""
    return number is not None, number
