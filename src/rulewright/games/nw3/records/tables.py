"""The tables and fixed numbers of the rules, as `data/tables.toml` gives them; read at first use, once.

Rows are found by their id: `CLASSES["ninja"]`. The figures that stand alone are in `numbers()`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from typing import Final, TypeVar

import msgspec

from rulewright.games.nw3.records.table_numbers import Numbers
from rulewright.games.nw3.records.table_rows import (
    ActionRow,
    AttackRow,
    ClassRow,
    DifficultyRow,
    ElementRow,
    LevelRow,
    MovementRow,
    PranaUseRow,
    ProcessRow,
    Row,
    StatusRow,
)

R = TypeVar("R", bound=Row)
K = TypeVar("K")


class _Tables(Numbers, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file."""

    class_: tuple[ClassRow, ...] = msgspec.field(name="class")
    element: tuple[ElementRow, ...]
    level: tuple[LevelRow, ...]
    difficulty: tuple[DifficultyRow, ...]
    prana_use: tuple[PranaUseRow, ...]
    bad_status: tuple[StatusRow, ...]
    process: tuple[ProcessRow, ...]
    action: tuple[ActionRow, ...]
    movement: tuple[MovementRow, ...]
    attack: tuple[AttackRow, ...]


@cache
def _read() -> _Tables:
    text = (files("rulewright.games.nw3") / "data" / "tables.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=_Tables)


def numbers() -> Numbers:
    """The figures that stand alone, such as `numbers().judge.any_seven`."""
    return _read()


class _Table(Mapping[K, R]):
    """The rows of one table by their id or another key, in the order of the file."""

    def __init__(self, table: str, key: str = "id") -> None:
        self._table = table
        self._key = key

    @cached_property
    def _rows(self) -> dict[K, R]:
        rows: tuple[R, ...] = getattr(_read(), self._table)
        return {getattr(row, self._key): row for row in rows}

    def __getitem__(self, key: K) -> R:
        return self._rows[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


CLASSES: Final[Mapping[str, ClassRow]] = _Table("class_")
ELEMENTS: Final[Mapping[str, ElementRow]] = _Table("element")
LEVELS: Final[Mapping[int, LevelRow]] = _Table("level", "cl")
DIFFICULTIES: Final[Mapping[str, DifficultyRow]] = _Table("difficulty")
PRANA_USES: Final[Mapping[str, PranaUseRow]] = _Table("prana_use")
STATUSES: Final[Mapping[str, StatusRow]] = _Table("bad_status")
PROCESSES: Final[Mapping[str, ProcessRow]] = _Table("process")
ACTIONS: Final[Mapping[str, ActionRow]] = _Table("action")
MOVEMENTS: Final[Mapping[str, MovementRow]] = _Table("movement")
ATTACKS: Final[Mapping[str, AttackRow]] = _Table("attack")
