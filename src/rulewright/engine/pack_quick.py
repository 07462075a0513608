"""The quick way to read a pack: all of it at once by msgspec, and then only what types cannot say.

It finds that a pack is good, or that something is wrong; what is wrong, with its place, `pack_reader` tells.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

import msgspec
import msgspec.inspect as types

from rulewright.engine.pack_reader import LARGEST, bare

Refs: TypeAlias = list[tuple[str, str]]
_Look: TypeAlias = Callable[[Any, Refs], bool]
"""Looks at a value that its type allows: notes its references, and says whether all else about it is right."""


def convert(values: Mapping[str, Any], schema: type, tables: Iterable[types.Field]) -> tuple[Any, Refs] | None:
    """The library of these tables and the references in it as (table, id); None where something is wrong."""
    try:
        library: Any = msgspec.convert(values, schema)
    except (msgspec.ValidationError, RecursionError):
        return None
    refs: Refs = []
    for field in tables:
        look = _look(field.type)
        if look is not None and not look(getattr(library, field.name), refs):
            return None
    return library, refs


def convert_row(value: Any, kind: types.Type) -> tuple[Any, Refs] | None:
    """One row of a table and the references in it; None where something is wrong."""
    node, _ = bare(kind)
    if not isinstance(node, types.StructType):
        return None
    try:
        row: Any = msgspec.convert(value, node.cls)
    except (msgspec.ValidationError, RecursionError):
        return None
    refs: Refs = []
    return (row, refs) if _struct(node.cls)(row, refs) else None


def _look(kind: types.Type) -> _Look | None:
    """How to look at a value of this type; None where there is nothing to look for."""
    node, words = bare(kind)
    match node:
        case types.StructType():
            return _struct(node.cls)
        case types.ListType() | types.VarTupleType():
            inner, ids = _look(node.item_type), _has_id(node.item_type)
            return None if inner is None else _many(inner, ids)
        case types.DictType():
            keys, entries = _look(node.key_type), _look(node.value_type)
            return None if keys is None and entries is None else _table(keys, entries)
        case types.UnionType():
            return _union(node)
        case types.StrType() if "ref" in words:
            return _reference(words["ref"])
        case types.StrType(pattern=str()):
            return lambda value, refs: not value.endswith("\n")  # which $ lets through
        case types.IntType() if node.ge is None or node.le is None:
            return lambda value, refs: abs(value) <= LARGEST
        case types.FloatType():
            return lambda value, refs: math.isfinite(value)
    return None


def _reference(table: str) -> _Look:
    def look(value: Any, refs: Refs) -> bool:
        refs.append((table, value))
        return True

    return look


def _many(inner: _Look, ids: bool) -> _Look:
    def look(value: Any, refs: Refs) -> bool:
        if ids and len({row.id for row in value}) != len(value):
            return False
        return all(inner(row, refs) for row in value)

    return look


def _table(keys: _Look | None, entries: _Look | None) -> _Look:
    def look(value: Any, refs: Refs) -> bool:
        return (keys is None or all(keys(key, refs) for key in value)) and (
            entries is None or all(entries(entry, refs) for entry in value.values())
        )

    return look


def _union(node: types.UnionType) -> _Look | None:
    """By what the value is; of the kinds of plain values in a union there is one each."""
    plain: dict[type, _Look] = {}
    structs = False
    for one in node.types:
        inner, _ = bare(one)
        if isinstance(inner, types.StructType):
            structs = True
        elif (found := _look(one)) is not None:
            plain[_python_type(inner)] = found
    if not structs and not plain:
        return None

    def look(value: Any, refs: Refs) -> bool:
        found = plain.get(type(value))
        if found is None and isinstance(value, msgspec.Struct):
            found = _struct(type(value))
        return found is None or found(value, refs)

    return look


def _python_type(node: types.Type) -> type:
    match node:
        case types.StrType():
            return str
        case types.IntType():
            return int
        case types.FloatType():
            return float
        case types.DictType():
            return dict
        case types.ListType():
            return list
    return tuple


@cache
def _struct(cls: type[msgspec.Struct]) -> _Look:
    info = types.type_info(cls)
    assert isinstance(info, types.StructType)
    checks = getattr(cls, "checks", ())
    fields: list[tuple[str, _Look]] | None = None

    def look(value: Any, refs: Refs) -> bool:
        nonlocal fields
        if fields is None:  # not before: a struct may hold its own kind
            looks = [(field.name, _look(field.type)) for field in info.fields]
            fields = [(name, inner) for name, inner in looks if inner is not None]
        for name, inner in fields:
            part = getattr(value, name)
            if part is not None and not inner(part, refs):
                return False
        return not any(True for check in checks for _ in check(value))

    return look


def _has_id(kind: types.Type) -> bool:
    node, _ = bare(kind)
    return isinstance(node, types.StructType) and "id" in node.cls.__struct_fields__
