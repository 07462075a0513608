"""Gathered records put into a pack: what keeps the pack from loading is left out and told."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from rulewright.engine.pack_problems import BadPack, Problem
from rulewright.engine.sheets import Fields
from rulewright.interop.gathering import Record
from rulewright.interop.importing import Remark
from rulewright.interop.pack_file import Change, PackFile

_PATH: Final = re.compile(r"(?P<table>[^.\[]+)(?:\[(?P<row>[0-9]+)\])?(?:\.(?P<field>[^.\[]+))?")
KEPT: Final = ("id", "name")
"""Fields without which a record is nothing."""

Load = Callable[[str], None]
"""Raises `BadPack` for the text of a pack that is wrong."""


def put(
    file: PackFile, at: str, records: Sequence[Record], load: Load, remarks: list[Remark]
) -> tuple[str, list[Change]]:
    """The text of the file with the records, and what came of each table; raises `BadPack` for what is wrong in it."""
    text, left = file.text, list(records)
    while True:
        changes = _put_all(file, left)
        try:
            load(file.text)
        except BadPack as error:
            if not _without(error, file, left, remarks):
                raise
            file = PackFile(text, at)
        else:
            return file.text, changes


def _put_all(file: PackFile, records: Sequence[Record]) -> list[Change]:
    changes = []
    for table in dict.fromkeys(one.table for one in records):
        each = [one for one in records if one.table == table]
        if each[0].gathering.of:
            changes.append(file.update_tables(table, {one.id: one.fields for one in each}))
        elif each[0].gathering.key:
            changes.append(file.update(table, [one.fields for one in each]))
        else:
            rows: list[Fields] = each[0].fields[each[0].gathering.field]
            changes.append(file.replace(table, rows))
    return changes


def _without(error: BadPack, file: PackFile, records: list[Record], remarks: list[Remark]) -> bool:
    """Take out of the records what is complained of; whether there was anything.

    What is said of a table of records by id as a whole may follow from another record, so it comes last.
    """
    found = [(problem, *one) for problem in error.problems for one in _blamed(problem, file, records)]
    clear = [one for one in found if one[2] or not one[1].gathering.of] or found
    blamed = {(id(record), field): (problem, record, field) for problem, record, field in reversed(clear)}
    for problem, record, field in reversed(blamed.values()):
        if record in records:
            _leave_out(problem, record, field, records, remarks)
    return bool(blamed)


def _leave_out(problem: Problem, record: Record, field: str, records: list[Record], remarks: list[Remark]) -> None:
    """Leave out the field where the record can do without it, else the record and what belongs to it."""
    allowed = f"; expected {problem.allowed}" if problem.allowed else ""
    if field in record.fields and field not in KEPT and record.gathering.key and not record.gathering.of:
        place = record.places.get(field, record.place)
        del record.fields[field]
        remarks.append(msgspec.structs.replace(place, made=f"{field}: {problem.said}; left out{allowed}"))
        return
    records.remove(record)
    what = f"{field}: {problem.said}" if field else problem.said
    _tell(record, f"{what}; all of it is left out{allowed}", remarks)
    for one in [one for one in records if one.gathering.of == record.table and one.id == record.id]:
        records.remove(one)
        _tell(one, "left out with what it belongs to", remarks)


def _tell(record: Record, made: str, remarks: list[Remark]) -> None:
    text = record.name or record.place.text or record.table
    remarks.append(msgspec.structs.replace(record.place, text=text, made=made))


def _blamed(problem: Problem, file: PackFile, records: Sequence[Record]) -> list[tuple[Record, str]]:
    """The records that a problem is about, with the field; without a field where it is about all of a table."""
    found = _PATH.match(problem.path)
    each = [one for one in records if found is not None and one.table == found["table"]]
    if found is None or not each:
        return []
    field = found["field"] or ""
    if each[0].gathering.of:
        return [(one, field) for one in each if field in ("", one.id)]
    if not each[0].gathering.key or found["row"] is None:
        return [(one, field) for one in each]
    row = str(file.rows(found["table"])[int(found["row"])].get("id"))
    return [(one, field) for one in each if one.id == row]
