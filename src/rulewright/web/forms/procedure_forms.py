"""Forms for the rules that can be run by themselves: their arguments as controls, and a filled-in form as arguments.

An object among the arguments becomes a group of controls named "object.field".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.game import PureProcedure
from rulewright.table.procedures import schema
from rulewright.web.forms.values import json_value, whole_number, words

Kind = Literal["number", "choice", "yes", "text", "numbers", "words", "json"]


class Control(msgspec.Struct, frozen=True):
    """One field: its name, what it means, what may stand in it and what does; `nullable` ones may be empty."""

    name: str
    meaning: str
    kind: Kind
    value: str
    required: bool
    nullable: bool = False
    values: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


class Group(msgspec.Struct, frozen=True):
    """Controls that belong together; `name` is "" for those of the procedure itself.

    An `optional` group counts only where `given` says so.
    """

    name: str
    meaning: str
    controls: tuple[Control, ...]
    optional: bool = False
    given: bool = True


def form_of(procedure: PureProcedure, filled: Mapping[str, str]) -> list[Group]:
    """The controls of a procedure's arguments, with what has been filled in."""
    return _groups(schema(procedure), "", "", filled, {})


def arguments_of(procedure: PureProcedure, filled: Mapping[str, str]) -> dict[str, Any]:
    """The arguments that a filled-in form gives; an empty field takes its default. Raises `Malformed`."""
    given: dict[str, Any] = {}
    for group in form_of(procedure, filled):
        if group.optional and group.name not in filled:
            continue
        target = given
        for step in group.name.split(".") if group.name else ():
            target = target.setdefault(step, {})
        for control in group.controls:
            text = filled.get(control.name, "").strip()
            if control.kind == "yes":
                target[_last(control.name)] = text == "yes"
            elif text:
                target[_last(control.name)] = _value(control, text)
            elif control.required:
                if not control.nullable:
                    raise Malformed("nothing", at=control.name, expected=_expected(control))
                target[_last(control.name)] = None
    return given


def _groups(
    thing: Mapping[str, Any], inside: str, meaning: str, filled: Mapping[str, str], default: Any, optional: bool = False
) -> list[Group]:
    controls, nested = [], []
    required = thing.get("required", ())
    for name, field in thing["properties"].items():
        alternatives = field.get("anyOf", [field])
        whole = f"{inside}{name}"
        object_ = next((one for one in alternatives if "properties" in one), None)
        told = str(field.get("description", ""))
        value = default.get(name, field.get("default")) if isinstance(default, Mapping) else field.get("default")
        if object_ is not None and all("description" in one for one in object_["properties"].values()):
            may_miss = {"type": "null"} in alternatives
            nested += _groups(object_, f"{whole}.", told, filled, value, may_miss)
        else:
            controls.append(_control(whole, field, told, name in required, value, filled))
    name = inside.rstrip(".")
    group = Group(name, meaning, tuple(controls), optional, not optional or name in filled)
    return [group, *nested] if controls else nested


def _control(
    name: str, field: Mapping[str, Any], told: str, required: bool, default: Any, filled: Mapping[str, str]
) -> Control:
    alternatives = field.get("anyOf", [field])
    nullable = {"type": "null"} in alternatives
    one = next((each for each in alternatives if each.get("type") != "null"), field)
    kind = _kind(one)
    values = tuple(map(str, one.get("enum", ()))) if kind == "choice" else ()
    value = filled[name] if name in filled else _written(kind, default)
    return Control(name, told, kind, value, required, nullable, values, one.get("minimum"), one.get("maximum"))


def _kind(field: Mapping[str, Any]) -> Kind:
    if "enum" in field:
        return "choice"
    kinds: Mapping[Any, Kind] = {"integer": "number", "boolean": "yes", "string": "text"}
    if field.get("type") == "array":
        item = field.get("items", {}).get("type")
        return "numbers" if item == "integer" else "words" if item == "string" else "json"
    return kinds.get(field.get("type"), "json")


def _written(kind: Kind, value: Any) -> str:
    if value is None:
        return ""
    if kind == "yes":
        return "yes" if value else ""
    if kind in ("numbers", "words"):
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _value(control: Control, text: str) -> Any:
    match control.kind:
        case "number":
            number = whole_number(text, control.name)
            least = number if control.least is None else control.least
            most = number if control.most is None else control.most
            if not least <= number <= most:
                raise Malformed(str(number), at=control.name, expected=_expected(control))
            return number
        case "numbers":
            return [whole_number(word, control.name) for word in words(text)]
        case "words":
            return words(text)
        case "json":
            return json_value(text, control.name, '{"name": 1}')
    return text


def _expected(control: Control) -> str:
    if control.kind != "number":
        return "a value"
    if control.least is None or control.most is None:
        return "a whole number"
    return f"a whole number from {control.least} to {control.most}"


def _last(name: str) -> str:
    return name.rpartition(".")[2]
