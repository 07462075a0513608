"""The OpenAPI 3.1 document: made of the operations, their structs, and the games' own schemas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Any, get_args, get_origin

import msgspec
from starlette.responses import Response

from rulewright import __version__, games
from rulewright.web.api.operations import Nothing, Operation
from rulewright.web.api.problems import KINDS, MEDIA, Problem
from rulewright.web.api.reading import JSON
from rulewright.web.api.schemas import PLACE, Schemas, of_each, schemas_of, short
from rulewright.web.api.stream import StreamEntry, StreamLog

TAGS = {
    "games": "The games, their rules and what can be chosen.",
    "tools": "Rules and dice without a table.",
    "tables": "Tables and their seats.",
    "playing": "What a seat may see of a table, and what it can do there.",
    "about": "The API itself.",
}
TEXT = """What people do in the pages of Rulewright, for programs.

A seat acts by its token: `Authorization: Bearer TABLE.SEAT.TOKEN`, as the answer that makes a table gives it. Pages
may use the visitor's cookie, and for what changes something the form token of a page in `X-Form-Token`.

Whatever is not done is answered with `application/problem+json`, whose `reason` is a key for programs; texts are in
the language of `Accept-Language`. Fields that are not in a schema are refused."""

_IN_PATH = {
    "game": "The id of a game.",
    "table": "The id of a table.",
    "seat": "The id of a seat.",
    "rule": "The id of a rule.",
    "map": "The id of a map.",
}
_HEADERS: dict[str, tuple[str, dict[str, Any]]] = {
    "Accept-Language": ("The language of texts.", {"type": "string"}),
    "Idempotency-Key": (
        "The same key with the same request gives the same answer, and nothing is done twice.",
        {"type": "string", "pattern": "^[ -~]{1,200}$"},
    ),
    "X-Table-Secret": ("The passphrase of the table, in percent-encoding, where it has one.", {"type": "string"}),
    "Last-Event-ID": ("The last number that a program which comes back has seen.", {"type": "string"}),
}
_Needs = dict[str, list[str]]
_BEARER: _Needs = {"seat": []}
_COOKIE: _Needs = {"visitor": []}
_FORM: _Needs = {"visitor": [], "form": []}


def document(operations: Sequence[Operation]) -> dict[str, Any]:
    """The document of these operations."""
    own = [schemas_of(game) for game in games.installed().values()]
    types = _types(operations)
    found, components = msgspec.json.schema_components(types, ref_template=f"{PLACE}{{name}}")
    known = {kind: of_each(schema, own) for kind, schema in zip(types, found)}
    schemas: Schemas = {short(name): of_each(schema, own) for name, schema in components.items()}
    for game in own:
        schemas |= game.components
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(f"/api{operation.path}", {})[operation.method.lower()] = _operation(operation, known, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rulewright", "version": __version__, "description": TEXT, "license": {"name": "MIT"}},
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "responses": {f"Problem{status}": _problem(status) for status in sorted(set(KINDS.values()) - {500})},
            "parameters": {name: _header(name) for name in _HEADERS},
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat."},
                "visitor": {"type": "apiKey", "in": "cookie", "name": "rulewright"},
                "form": {"type": "apiKey", "in": "header", "name": "X-Form-Token"},
            },
        },
    }


def answer_type(operation: Operation) -> Any:
    """The struct that an operation answers with; None where it is something else."""
    answer = operation.answer
    if get_origin(answer) is Annotated:
        return get_args(answer)[1]
    return None if answer is Response else answer


def problems(operation: Operation) -> list[int]:
    """The statuses that an operation may answer with when it is not done."""
    statuses = {400, 406, 503}
    at_table = "{table}" in operation.path
    statuses |= {404} if "{" in operation.path else set()
    statuses |= {"open": set(), "visitor": {403}}.get(operation.access, {401, 403, 429})
    statuses |= {404} if operation.access == "anyone" else set()
    statuses |= {409} if operation.refuses or at_table or operation.access == "anyone" else set()
    statuses |= {413, 415} if operation.body is not None else set()
    statuses |= {422} if operation.keyed or operation.heavy else set()
    statuses |= {429} if operation.method == "POST" else set()
    return sorted(statuses)


def _types(operations: Sequence[Operation]) -> list[Any]:
    found: dict[Any, None] = {Problem: None, StreamEntry: None, StreamLog: None}
    for operation in operations:
        for kind in (operation.body, operation.query, answer_type(operation)):
            if kind is not None:
                found[kind] = None
    return list(found)


def _operation(operation: Operation, known: dict[Any, Any], schemas: Schemas) -> dict[str, Any]:
    summary, _, text = operation.text.partition("\n")
    made: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": summary.strip(),
        "parameters": _parameters(operation, known, schemas),
        "responses": {str(operation.status): _answer(operation, known)},
        "security": _security(operation),
    }
    if text.strip():
        made["description"] = re.sub(r"\n[ ]+", "\n", text.strip())
    if operation.body is not None:
        needed = operation.body is not Nothing
        made["requestBody"] = {"required": needed, "content": {JSON: {"schema": known[operation.body]}}}
    for status in problems(operation):
        made["responses"][str(status)] = {"$ref": f"#/components/responses/Problem{status}"}
    return made


def _parameters(operation: Operation, known: dict[Any, Any], schemas: Schemas) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    for name in re.findall(r"{(\w+)}", operation.path):
        schema: dict[str, Any] = {"type": "string", "minLength": 1}
        if name == "game":
            schema = {"type": "string", "enum": list(games.installed())}
        made.append({"name": name, "in": "path", "required": True, "description": _IN_PATH[name], "schema": schema})
    if operation.access == "seat":
        text = "The id of the seat that acts, where the visitor of the cookie has several."
        made.append({"name": "seat", "in": "query", "description": text, "schema": {"type": "string"}})
    if operation.query is not None:
        fields = schemas[known[operation.query]["$ref"].removeprefix(PLACE)]
        text = fields.get("description", "")
        made += [
            {"name": name, "in": "query", "description": text, "schema": schema}
            for name, schema in fields["properties"].items()
        ]
    headers = ["Accept-Language"]
    headers += ["Idempotency-Key"] if operation.keyed else []
    headers += ["X-Table-Secret"] if operation.access in ("seat", "link", "anyone") else []
    headers += ["Last-Event-ID"] if operation.media == "text/event-stream" else []
    return made + [{"$ref": f"#/components/parameters/{name}"} for name in headers]


def _answer(operation: Operation, known: dict[Any, Any]) -> dict[str, Any]:
    kind = answer_type(operation)
    schema = known[kind] if kind is not None else {"type": "object" if operation.media == JSON else "string"}
    made: dict[str, Any] = {
        "description": HTTPStatus(operation.status).phrase,
        "content": {operation.media: {"schema": schema}},
    }
    if operation.keyed:
        text = "Whether the answer is that of an earlier request with the same key."
        made["headers"] = {"Idempotency-Replayed": {"description": text, "schema": {"type": "string"}}}
    return made


def _problem(status: int) -> dict[str, Any]:
    kinds = ", ".join(kind for kind, one in KINDS.items() if one == status)
    made: dict[str, Any] = {
        "description": f"{HTTPStatus(status).phrase} ({kinds})",
        "content": {MEDIA: {"schema": {"$ref": f"{PLACE}Problem"}}},
    }
    if status in (429, 503):
        made["headers"] = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}}
    return made


def _header(name: str) -> dict[str, Any]:
    text, schema = _HEADERS[name]
    return {"name": name, "in": "header", "required": False, "description": text, "schema": schema}


def _security(operation: Operation) -> list[_Needs]:
    writes = operation.method == "POST"
    return {
        "open": [],
        "visitor": [{}, _FORM],
        "anyone": [_BEARER, _COOKIE],
        "seat": [_BEARER, _FORM if writes else _COOKIE],
        "link": [_BEARER, {**_BEARER, **_FORM}],
    }[operation.access]
