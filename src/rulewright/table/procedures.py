"""Pure procedures for whoever wants to run one by itself: finding it, reading its arguments, describing its fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game, PureProcedure


def find(game: Game, name: str) -> PureProcedure:
    """The procedure of this name; raises `Malformed` with the names that there are."""
    if name not in game.procedures:
        listed = ", ".join(game.procedures)
        raise Malformed(f"{game.title} has no procedure {name!r}", expected=f"one of {listed}")
    return game.procedures[name]


def read_arguments(procedure: PureProcedure, plain: Mapping[str, Any], at: str = "arguments") -> msgspec.Struct:
    """The arguments of a procedure from plain data; raises `Malformed` with the fields that it takes."""
    try:
        return msgspec.convert(plain, procedure.fields)
    except msgspec.ValidationError as error:
        listed = ((name, kind) for name, kind, _, _ in describe(procedure) if "." not in name)
        fields = "; ".join(f"{name}: {kind}" for name, kind in listed) or "no fields"
        raise Malformed(str(error).replace("`$.", "`"), at=at, expected=fields) from error


class Listed(msgspec.Struct, frozen=True):
    """What a procedure is, with the JSON Schema of its arguments."""

    name: str
    text: str
    rules: tuple[str, ...]
    fields: dict[str, Any]


def listed(procedure: PureProcedure) -> Listed:
    """A procedure as plain data."""
    return Listed(procedure.name, procedure.text, procedure.rules, schema(procedure))


def schema(procedure: PureProcedure) -> dict[str, Any]:
    """The JSON Schema of the arguments, with the schemas of the objects in them in their places."""
    _, definitions = msgspec.json.schema_components([procedure.fields], ref_template="{name}")
    found: dict[str, Any] = _in_place(definitions[procedure.fields.__name__], definitions)
    return found


def _in_place(part: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(part, list):
        return [_in_place(one, definitions) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        part = {**definitions[part["$ref"]], **{key: value for key, value in part.items() if key != "$ref"}}
    return {key: _in_place(value, definitions) for key, value in part.items()}


def describe(procedure: PureProcedure) -> list[tuple[str, str, str, str]]:
    """Of each field: its name, what it may be, its default as JSON ("" where it has to be given), its meaning.

    Required fields come first. The fields of an object follow it as "object.field", where each has a meaning of
    its own; of objects that are alike only those of the first.
    """
    return list(_described(schema(procedure), "", {}))


def _described(
    thing: dict[str, Any], inside: str, known: dict[tuple[str, ...], str]
) -> Iterator[tuple[str, str, str, str]]:
    required = thing.get("required", ())
    for name, field in sorted(thing["properties"].items(), key=lambda item: item[0] not in required):
        default = msgspec.json.encode(field["default"]).decode() if "default" in field else ""
        allowed, meaning = _allowed(field), str(field.get("description", ""))
        one = next((one for one in field.get("anyOf", [field]) if "properties" in one), None)
        listed = one is not None and all("description" in nested for nested in one["properties"].values())
        alike = known.setdefault(tuple(one["properties"]), f"{inside}{name}") if one and listed else ""
        if alike not in ("", f"{inside}{name}"):
            allowed, one = allowed.replace("an object", f"an object like {alike}"), None
        yield f"{inside}{name}", allowed, default, meaning
        if one and listed:
            yield from _described(one, f"{inside}{name}.", known)


def _allowed(field: dict[str, Any]) -> str:
    """What a field may be, in plain words."""
    if "enum" in field:
        return "one of " + ", ".join(map(str, field["enum"]))
    if "anyOf" in field:
        return " or ".join(_allowed(one) for one in field["anyOf"])
    kind = field.get("type", "anything")
    if kind == "integer":
        return f"whole number{_range(field.get('minimum'), field.get('maximum'))}"
    if kind == "array":
        return f"list{_range(field.get('minItems'), field.get('maxItems'))} of {_allowed(field.get('items', {}))}"
    if kind == "string":
        most = field.get("maxLength")
        return "text" if most is None else f"text of at most {most} characters"
    return {"boolean": "true or false", "object": "an object"}.get(kind, str(kind))


def _range(least: int | None, most: int | None) -> str:
    if least is not None and most is not None:
        return f" {least} to {most}"
    if most is not None:
        return f" of at most {most}"
    return f" of {least} or more" if least is not None else ""
