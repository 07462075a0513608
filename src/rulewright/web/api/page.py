"""The document as a page to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from rulewright.web.api.problems import KINDS
from rulewright.web.api.schemas import PLACE
from rulewright.web.views import Page


class Field(msgspec.Struct, frozen=True):
    """A parameter, or a field of a body: its name, what it may be (each with its schema, or ""), what it means."""

    name: str
    kinds: tuple[tuple[str, str], ...]
    needed: bool
    text: str
    where: str = ""


class OperationPart(msgspec.Struct, frozen=True):
    """One operation."""

    id: str
    method: str
    path: str
    summary: str
    text: str
    access: str
    parameters: tuple[Field, ...]
    body: Field | None
    answer: Field
    problems: tuple[int, ...]


class SchemaPart(msgspec.Struct, frozen=True):
    """One schema: its fields, or what it may be one of."""

    id: str
    text: str
    fields: tuple[Field, ...]
    choices: tuple[str, ...]


class ApiPage(Page, frozen=True, kw_only=True):
    """All operations by their tags, the problems, and the schemas: first ours, then those of each game."""

    template: ClassVar[str] = "api.html"
    text: str
    groups: tuple[tuple[str, str, tuple[OperationPart, ...]], ...]
    problems: tuple[tuple[str, int], ...]
    schemas: tuple[tuple[str, tuple[SchemaPart, ...]], ...]


def api_page(document: Mapping[str, Any]) -> ApiPage:
    """The page of a document."""
    parameters = document["components"]["parameters"]
    listed = [
        (made["tags"][0], _operation(method.upper(), path, made, parameters))
        for path, methods in document["paths"].items()
        for method, made in methods.items()
    ]
    groups = tuple(
        (tag["name"], tag["description"], tuple(one for name, one in listed if name == tag["name"]))
        for tag in document["tags"]
    )
    schemas: dict[str, list[SchemaPart]] = {"": []}
    for name, schema in document["components"]["schemas"].items():
        schemas.setdefault(name.partition(".")[0] if "." in name else "", []).append(_schema(name, schema))
    return ApiPage(
        text=document["info"]["description"],
        groups=groups,
        problems=tuple(KINDS.items()),
        schemas=tuple((game, tuple(parts)) for game, parts in schemas.items()),
    )


def _operation(method: str, path: str, made: Mapping[str, Any], known: Mapping[str, Any]) -> OperationPart:
    listed = [known[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in made["parameters"]]
    body = None
    if "requestBody" in made:
        (content,) = made["requestBody"]["content"].values()
        body = _field("", content["schema"], made["requestBody"]["required"], "")
    answers = made["responses"]
    good = next(answer for status, answer in answers.items() if status.startswith("2"))
    ((media, content),) = good["content"].items()
    return OperationPart(
        id=made["operationId"],
        method=method,
        path=path,
        summary=made["summary"],
        text=made.get("description", ""),
        access=" / ".join(" + ".join(one) or "-" for one in made["security"]),
        parameters=tuple(
            _field(one["name"], one["schema"], one.get("required", False), one["description"], one["in"])
            for one in listed
        ),
        body=body,
        answer=_field(media, content["schema"], True, ""),
        problems=tuple(int(status) for status in answers if not status.startswith("2")),
    )


def _schema(name: str, schema: Mapping[str, Any]) -> SchemaPart:
    needed = schema.get("required", ())
    fields = tuple(
        _field(field, inner, field in needed, inner.get("description", ""))
        for field, inner in schema.get("properties", {}).items()
    )
    choices = tuple(link for _, link in _kinds(schema) if link) if not fields else ()
    return SchemaPart(name, schema.get("description", ""), fields, choices)


def _field(name: str, schema: Mapping[str, Any], needed: bool, text: str, where: str = "") -> Field:
    return Field(name, tuple(_kinds(schema)) or (("any", ""),), needed, text, where)


def _kinds(schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a value may be, in short words, each with the schema that it leads to, or ""."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(PLACE)
        yield name, name
    elif "enum" in schema:
        yield from ((f'"{value}"' if isinstance(value, str) else str(value), "") for value in schema["enum"])
    elif choices := schema.get("anyOf") or schema.get("oneOf"):
        for one in choices:
            yield from _kinds(one)
    elif schema.get("type") == "array":
        inner = schema.get("items")
        kinds = _kinds(inner) if isinstance(inner, dict) and inner else (("any", ""),)
        yield from ((f"{kind}[]", link) for kind, link in kinds)
    elif isinstance(schema.get("type"), str):
        yield schema["type"], ""
