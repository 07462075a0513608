"""A spreadsheet file into the TOML file of a pack: read, checked as a whole, and only then written."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from rulewright.engine import packs
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.engine.sheets import Fields, Sheets
from rulewright.engine.toml_text import toml_lines
from rulewright.interop.gathering import Gatherer
from rulewright.interop.grids import read_grids
from rulewright.interop.importing import Check, Imported, Remark, Step, give_ids, id_of, import_grids
from rulewright.interop.known_names import KnownNames
from rulewright.interop.mapping import Mapping
from rulewright.interop.pack_file import Change, PackFile
from rulewright.interop.putting import put

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many rows are done, of how many."""
CHECKED: Final = "row_under_check"


class Result(msgspec.Struct, frozen=True):
    """What an import has done to each table, and what it could not take over as it stands."""

    changes: list[Change]
    remarks: list[Remark]


def import_file(
    game: Game, path: Path, said: Mapping, out: Path, progress: Progress = lambda done, all: None
) -> Result:
    """Bring a pack up to date with a spreadsheet, or begin one.

    Raises `Malformed` or OSError where something cannot be read, `BadPack` where the pack is wrong elsewhere; then
    nothing is written.
    """
    if game.sheets is None:
        raise Malformed(f"{game.id} reads no spreadsheets", expected="another game")
    header = _header(game.id, game.sheets, path, said)
    file = PackFile(out.read_text(encoding="utf-8") if out.exists() else "", str(out))
    grids = read_grids(path)
    step = _counting(progress, sum(len(grid.rows) for grid in grids))
    own, names = KnownNames(game.sheets.plain), KnownNames(game.sheets.plain, game.content())
    for table in file.lists:
        own.add(table, _with_ids(file.rows(table)))
        names.add(table, _with_ids(file.rows(table)))
    found = import_grids(grids, game.sheets, said, _check(game, header), names, step)
    file.header(header)
    changes = [_put(file, table, rows, found) for table, rows in found.rows.items()]
    for table, rows in found.rows.items():
        names.add(table, rows)
    records = Gatherer(file, own, names, said, found.remarks).gather(found.gathered, step)

    def load(text: str) -> None:
        packs.load({out.name: text}, game.content_type, [game.content()])

    text, gathered = put(file, str(out), records, load, found.remarks)
    out.write_text(text, encoding="utf-8")
    return Result([*changes, *gathered], found.remarks)


def _counting(progress: Progress, all: int) -> Step:
    done = itertools.count(1)
    return lambda: progress(next(done), all)


def _with_ids(rows: list[Fields]) -> list[Fields]:
    return [row for row in rows if isinstance(row, dict) and "id" in row]


def _header(game: str, sheets: Sheets, path: Path, said: Mapping) -> Fields:
    return {"id": id_of(path.stem, "pack"), **sheets.header(path.stem), "ruleset": game, **said.pack}


def _put(file: PackFile, table: str, rows: list[Fields], found: Imported) -> Change:
    give_ids(rows, file.names(table), found.explicit)
    return file.update(table, rows)


def _check(game: Game, header: Fields) -> Check:
    """What says whether a row is right by itself, beside the game's own content."""
    head = "\n".join(["[pack]", *toml_lines({**header, "id": CHECKED})])
    own = [game.content()]

    def check(table: str, row: Fields) -> None:
        text = "\n".join([head, f"[[{table}]]", *toml_lines({**row, "id": CHECKED})])
        packs.load({"row.toml": text}, game.content_type, own)

    return check
