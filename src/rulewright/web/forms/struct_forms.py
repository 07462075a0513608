"""Forms out of typed structs: each field of a command as the fitting control, and the posted form as plain data.

Whether the data is a good command is for the registry to say; here it only gets its shape.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias

import msgspec
import msgspec.inspect as types

from rulewright.web.forms.values import json_value, words

Kind: TypeAlias = Literal["text", "words", "number", "yes", "choice", "choices", "json"]


class Field(msgspec.Struct, frozen=True):
    """One control: its name and kind, the values to choose from, limits of a number, and what stands in it first."""

    name: str
    kind: Kind
    required: bool
    values: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    initial: str = ""

    @property
    def label(self) -> str:
        """The name as words."""
        return self.name.replace("_", " ")


@cache
def fields_of(form: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The controls of a struct's fields."""
    info = types.type_info(form)
    assert isinstance(info, types.StructType)
    return tuple(_field(field) for field in info.fields)


def posted(form: type[msgspec.Struct], values: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Plain data from a posted form; what is left empty takes its default. Raises `Malformed` for broken JSON."""
    data: dict[str, Any] = {}
    for field in fields_of(form):
        given = [value for value in values.get(field.name, ()) if value.strip()]
        if field.kind == "yes" and field.required:
            data[field.name] = bool(given)
        elif field.kind == "yes" and (given or field.initial == "yes"):
            data[field.name] = given[:1] == ["yes"]
        elif given:
            data[field.name] = _value(field, given)
    return data


def written(value: Any) -> list[str]:
    """What stands in the control of a field that has this value already."""
    match value:
        case None:
            return []
        case bool():
            return ["yes"] if value else []
        case str():
            return [value]
        case list() | tuple() if all(isinstance(one, str) for one in value):
            return list(value)
    return [msgspec.json.encode(value).decode()]


def _value(field: Field, given: Sequence[str]) -> Any:
    text = given[0].strip()
    match field.kind:
        case "words":
            return [word for one in given for word in words(one)]
        case "choices":
            return list(given)
        case "number":
            return int(text) if len(text) < 16 and text.removeprefix("-").isdecimal() else text
        case "choice":
            return {"yes": True, "no": False}.get(text, text) if field.values == ("yes", "no") else text
        case "json":
            return json_value(text, field.name, '3, "text" or ["a", "b"]')
    return text


def _field(field: types.Field) -> Field:
    kind, options = _kind(field.type)
    default = None if field.default is msgspec.NODEFAULT else field.default
    if kind == "yes":
        initial = "yes" if default else ""
    elif kind in ("words", "choices") or default is None:
        initial = ""
    else:
        initial = default if isinstance(default, str) else msgspec.json.encode(default).decode()
    return Field(field.name, kind, field.required, initial=initial, **options)


def _kind(node: types.Type) -> tuple[Kind, dict[str, Any]]:
    match node:
        case types.Metadata():
            return _kind(node.type)
        case types.UnionType():
            parts = [part for part in node.types if not isinstance(part, types.NoneType)]
            if len(parts) != 1:
                return (
                    "number" if all(isinstance(part, types.IntType | types.FloatType) for part in parts) else "json"
                ), {}
            kind, options = _kind(parts[0])
            return ("choice", {"values": ("yes", "no")}) if kind == "yes" else (kind, options)
        case types.BoolType():
            return "yes", {}
        case types.IntType():
            return "number", {"least": node.ge, "most": node.le}
        case types.StrType():
            return "text", {}
        case types.LiteralType() if all(isinstance(value, str) for value in node.values):
            return "choice", {"values": tuple(node.values)}
        case types.VarTupleType() | types.ListType():
            kind, options = _kind(node.item_type)
            if kind == "text":
                return "words", {}
            return ("choices", options) if kind == "choice" else ("json", {})
        case types.TupleType() if all(_kind(one)[0] == "text" for one in node.item_types):
            return "words", {}
    return "json", {}
