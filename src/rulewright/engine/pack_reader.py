"""Plain values to frozen structs by their types, with every problem noted and none raised.

`msgspec.convert` stops at the first error; a person who types in a book wants the whole list. So the types that
msgspec describes are walked here, once for all games.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

import msgspec.inspect as types
from msgspec import NODEFAULT, Meta

from rulewright.engine.pack_problems import (
    BAD_TYPE,
    BAD_VALUE,
    DUPLICATE_ID,
    MISSING,
    MISSING_FIELD,
    UNKNOWN_FIELD,
    Complaint,
    Path,
    Problem,
    kind_of,
    near,
    path_text,
)
from rulewright.engine.toml_lines import Source

LARGEST = 2**63 - 1
DEEPEST: Final = 40
"""Keys and indices from the file to a table; a kind of table that can stand in itself ends here."""


MOST_TOLD: Final = 1_000
"""Problems of one file that are told one by one; more are only counted."""
Quick: TypeAlias = Callable[[Any, types.Type], tuple[Any, list[tuple[str, str]]] | None]
"""Reads a good row, with its references as (table, id); None where anything is wrong with it."""


def Ref(table: str) -> Meta:
    """Marks a text as the id of a row of `table`, in the same pack or an earlier one."""
    return Meta(description=f"The id of one of the {table.replace('_', ' ')}.", extra={"ref": table})


def otherwise(code: str = "", noun: str = "", allowed: str = "", *, over: str = "") -> dict[str, str]:
    """Words for `Meta(extra=...)`: what to report where a value breaks the constraints of its type.

    `code` replaces content.bad_value, `over` replaces it for a number above the greatest allowed; `noun` says
    what the value is not ("a damage expression") and `allowed` what would be right.
    """
    given = {"code": code, "noun": noun, "allowed": allowed, "over": over}
    return {name: words for name, words in given.items() if words}


class _Unread(Exception):
    """A check looked at a field that could not be read."""


class _Failed:
    """Stands for a value that could not be read."""


FAILED: Final = _Failed()


class _Partial:
    """A table of which some fields could not be read; a check that looks at one of those is left out."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def __getattr__(self, name: str) -> Any:
        value = self._values.get(name, FAILED)
        if value is FAILED:
            raise _Unread(name)
        return value


class Reader:
    """Reads the values of one file. Problems and references pile up in `problems` and `refs`.

    Of the first `MOST_TOLD` problems the line is looked up; `more` counts the others.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.refs: list[tuple[str, str, Path]] = []
        self.more = 0
        self._quickly: list[tuple[list[tuple[str, str]], Any, types.Type, Path]] = []

    @property
    def full(self) -> bool:
        """Whether no more problems are told one by one."""
        return len(self.problems) >= MOST_TOLD

    def report(self, code: str, path: Path, found: Any = MISSING, allowed: str = "", what: str = "") -> None:
        """Note one problem at a path of this file."""
        if self.full:
            self.more += 1
            return
        line = self.source.line(path)
        self.problems.append(Problem(code, self.source.name, line, path_text(path), found, allowed, what))

    def read(self, value: Any, kind: types.Type, path: Path) -> Any:
        """The value as its type wants it: a struct, a tuple, a number. FAILED where it cannot be had."""
        node, _ = bare(kind)
        if isinstance(node, types.UnionType):
            return self._read_union(value, node, kind, path)
        if isinstance(node, types.StructType):
            return self._read_struct(value, node, path)
        if isinstance(node, types.ListType | types.VarTupleType):
            if not isinstance(value, list):
                return self._wrong_type(value, kind, path)
            rows = self.read_rows(value, node.item_type, path, {})
            self._check_length(value, node, path)
            if any(row is FAILED for row in rows):
                return FAILED
            return rows if isinstance(node, types.ListType) else tuple(rows)
        if isinstance(node, types.DictType):
            if not isinstance(value, dict):
                return self._wrong_type(value, kind, path)
            return self._read_dict(value, node, path)
        return self._read_plain(value, kind, path)

    def read_table(
        self, value: list[Any], kind: types.Type, path: Path, seen: dict[str, str], quick: Quick
    ) -> list[Any]:
        """The rows of a table as `read_rows` does, the good ones among them `quick`."""

        def read(entry: Any, kind: types.Type, here: Path) -> Any:
            found = quick(entry, kind)
            if found is None:
                return self.read(entry, kind, here)
            self._quickly.append((found[1], entry, kind, here))
            return found[0]

        return self._read_rows(value, kind, path, seen, read)

    def missing(self, known: Mapping[str, Container[str]]) -> Iterator[tuple[str, str, Path]]:
        """The references to what is not `known`, as (table, id, path)."""
        for refs, entry, kind, path in self._quickly:
            if any(id not in known[table] for table, id in refs):
                slow = Reader(self.source)
                slow.read(entry, kind, path)
                self.refs += slow.refs
        self._quickly = []
        yield from (ref for ref in self.refs if ref[1] not in known[ref[0]])

    def read_rows(self, value: list[Any], kind: types.Type, path: Path, seen: dict[str, str]) -> list[Any]:
        """Each entry of a list; `seen` holds the ids that are taken already, with the place of each."""
        return self._read_rows(value, kind, path, seen, self.read)

    def _read_rows(
        self,
        value: list[Any],
        kind: types.Type,
        path: Path,
        seen: dict[str, str],
        read: Callable[[Any, types.Type, Path], Any],
    ) -> list[Any]:
        rows = []
        for index, entry in enumerate(value):
            here = (*path, index)
            row = read(entry, kind, here)
            rows.append(row)
            try:
                own = getattr(row, "id", None)
            except _Unread:
                continue
            if isinstance(own, str):
                if own in seen:
                    where = (*here, "id")
                    self.report(DUPLICATE_ID, where, own, "each id once", f"already stands at {seen[own]}")
                else:
                    seen[own] = f"{self.source.name}, {path_text(here)}"
        return rows

    def _read_union(self, value: Any, node: types.UnionType, kind: types.Type, path: Path) -> Any:
        choices = [one for one in node.types if not isinstance(one, types.NoneType)]
        if len(choices) == 1:
            return self.read(value, choices[0], path)
        structs = {one.tag: one for one in choices if isinstance(one, types.StructType) and one.tag_field}
        if len(structs) == len(choices):
            return self._read_tagged(value, structs, kind, path)
        # a number or a text, one table or a list of them: what stands there tells which is meant
        fitting = [one for one in choices if _is_shaped(value, one)]
        return self.read(value, fitting[0], path) if fitting else self._wrong_type(value, kind, path)

    def _read_tagged(self, value: Any, structs: Mapping[Any, types.StructType], kind: types.Type, path: Path) -> Any:
        field = str(next(iter(structs.values())).tag_field)
        if not isinstance(value, dict):
            return self._wrong_type(value, kind, path)
        allowed = ", ".join(str(tag) for tag in structs)
        here = (*path, field)
        if field not in value:
            self.report(MISSING_FIELD, here, allowed=allowed)
        elif not isinstance(value[field], str):
            self._wrong_type(value[field], types.LiteralType(tuple(map(str, structs))), here)
        elif value[field] not in structs:
            self.report(BAD_VALUE, here, value[field], allowed)
        else:
            return self._read_struct(value, structs[value[field]], path)
        return FAILED

    def _read_struct(self, value: Any, node: types.StructType, path: Path) -> Any:
        if not isinstance(value, dict):
            return self._wrong_type(value, node, path)
        if len(path) > DEEPEST:
            self.report(BAD_VALUE, path, value, f"at most {DEEPEST} levels", "is nested too deeply")
            return FAILED
        fields = {field.encode_name: field for field in node.fields}
        self.refuse_unknown(value, [*fields, *([node.tag_field] if node.tag_field else [])], path)
        values: dict[str, Any] = {}
        for name, field in fields.items():
            if name in value:
                values[field.name] = self.read(value[name], field.type, (*path, name))
            elif field.required:
                values[field.name] = FAILED
                self.report(MISSING_FIELD, (*path, name), allowed=allowed_by(field.type))
            elif field.default is not NODEFAULT:
                values[field.name] = field.default
            elif field.default_factory is not NODEFAULT:
                values[field.name] = field.default_factory()
        whole = not any(one is FAILED or isinstance(one, _Partial) for one in values.values())
        row = node.cls(**values) if whole else _Partial(values)
        for complaint in complaints(node.cls, row):
            allowed = complaint.allowed
            if not allowed and complaint.place[0] in fields and len(complaint.place) == 1:
                allowed = allowed_by(fields[str(complaint.place[0])].type)
            found = value_at(value, complaint.place)
            self.report(complaint.code, (*path, *complaint.place), found, allowed, complaint.what)
        return row

    def refuse_unknown(self, value: Mapping[str, Any], known: Iterable[str], path: Path) -> None:
        """Report each field of a table that is not among the known ones."""
        known = list(known)
        for name in value:
            if name not in known:
                what = "there is no such field" + ("" if self.full else near(name, known))
                self.report(UNKNOWN_FIELD, (*path, name), value[name], ", ".join(sorted(known)), what)

    def _read_dict(self, value: dict[str, Any], node: types.DictType, path: Path) -> Any:
        self._check_length(value, node, path)
        read = {}
        for name, entry in value.items():
            key = self.read(name, node.key_type, (*path, name))
            got = self.read(entry, node.value_type, (*path, name))
            if key is FAILED or got is FAILED:
                return FAILED
            read[key] = got
        return read

    def _check_length(self, value: Any, node: types.Type, path: Path) -> None:
        least, most = getattr(node, "min_length", None), getattr(node, "max_length", None)
        if len(value) < (least or 0) or (most is not None and len(value) > most):
            self.report(BAD_VALUE, path, value, allowed_by(node))

    def _read_plain(self, value: Any, kind: types.Type, path: Path) -> Any:
        node, words = bare(kind)
        if not _is_of(value, node):
            return self._wrong_type(value, kind, path)
        code, what = words.get("code", BAD_VALUE), ""
        if not _fits(value, node):
            top = getattr(node, "le", None)
            if "over" in words and top is not None and value > top:
                code = words["over"]
            if isinstance(node, types.LiteralType) and not self.full:
                what = "is not allowed here" + near(value, map(str, node.values))
            if "noun" in words:
                what = f"is not {words['noun']}"
            self.report(code, path, value, allowed_by(kind), what)
            return FAILED
        if "ref" in words:
            self.refs.append((words["ref"], value, path))
        return float(value) if isinstance(node, types.FloatType) else value

    def _wrong_type(self, value: Any, kind: types.Type, path: Path) -> Any:
        self.report(BAD_TYPE, path, value, allowed_by(kind), f"is {kind_of(value)}")
        return FAILED


def complaints(kind: type, row: Any) -> Iterator[Complaint]:
    """What the checks of a struct type find wrong with one of its rows."""
    for check in getattr(kind, "checks", ()):
        try:
            yield from list(check(row))
        except _Unread:
            continue


def value_at(value: Any, path: Path) -> Any:
    """What stands at a path inside a value; MISSING where nothing does."""
    for part in path:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return MISSING
    return value


def bare(kind: types.Type) -> tuple[types.Type, Mapping[str, str]]:
    """A type without its notes, and the notes of `otherwise` and `Ref`."""
    if isinstance(kind, types.Metadata):
        return kind.type, kind.extra or {}
    return kind, {}


def _is_shaped(value: Any, kind: types.Type) -> bool:
    """Whether a value is the kind of thing that a type wants, whatever its limits."""
    node, _ = bare(kind)
    match node:
        case types.ListType() | types.VarTupleType():
            return isinstance(value, list)
        case types.StructType() | types.DictType():
            return isinstance(value, dict)
    return _is_of(value, node)


def _is_of(value: Any, node: types.Type) -> bool:
    match node:
        case types.StrType():
            return isinstance(value, str)
        case types.BoolType():
            return isinstance(value, bool)
        case types.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case types.FloatType():
            return isinstance(value, int | float) and not isinstance(value, bool)
        case types.LiteralType():
            return any(type(value) is type(one) for one in node.values)
    raise TypeError(f"a pack cannot hold {node}")


def _fits(value: Any, node: types.Type) -> bool:
    match node:
        case types.StrType():
            long = (node.min_length or 0) <= len(value) and len(value) <= (node.max_length or len(value))
            return long and (node.pattern is None or re.fullmatch(node.pattern, value) is not None)
        case types.LiteralType():
            return any(type(value) is type(one) and value == one for one in node.values)
        case types.IntType() | types.FloatType():
            if not math.isfinite(value) if isinstance(value, float) else abs(value) > LARGEST:
                return False
            return not (
                (node.ge is not None and value < node.ge)
                or (node.le is not None and value > node.le)
                or (node.gt is not None and value <= node.gt)
                or (node.lt is not None and value >= node.lt)
                or (node.multiple_of is not None and value % node.multiple_of)
            )
    return True


def allowed_by(kind: types.Type) -> str:
    """What a type allows, in plain words."""
    node, words = bare(kind)
    if "allowed" in words:
        return words["allowed"]
    if "ref" in words:
        return f"the id of one of the {words['ref']}"
    match node:
        case types.UnionType():
            choices = [one for one in node.types if not isinstance(one, types.NoneType)]
            return " or ".join(dict.fromkeys(map(allowed_by, choices)))
        case types.StrType(pattern=str()):
            return f"a text of the form {node.pattern}"
        case types.StrType():
            return "a text" + _span(node.min_length, node.max_length, " of", " characters")
        case types.BoolType():
            return "true or false"
        case types.IntType():
            return "a whole number" + _span(node.ge, node.le)
        case types.FloatType():
            return "a number" + _span(node.ge, node.le)
        case types.LiteralType():
            return ", ".join(map(str, node.values))
        case types.ListType() | types.VarTupleType():
            many = _span(node.min_length, node.max_length, " of", " entries")
            return f"a list{many}, each {allowed_by(node.item_type)}"
    return "a table"


def _span(least: float | None, most: float | None, before: str = "", after: str = "") -> str:
    if least is not None and most is not None:
        return f"{before or ' from'} {least} to {most}{after}"
    if most is not None:
        return f"{before} at most {most}{after}"
    return f"{before} at least {least}{after}" if least is not None else ""
