"""What the document promises is what the server does: requests made out of it, right ones and wrong ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api_bots import make_table
from rulewright.web.api.operations import Operation
from rulewright.web.api.routes import OPERATIONS, written
from servers import Server, running

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 8
"""Requests of each kind to each address."""
TRIED = [one for one in OPERATIONS if one.media != "text/event-stream"]
WRONG = [one for one in TRIED if one.body or one.query or "{" in one.path]
"""Those that can be asked for wrongly."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path: Path = tmp_path_factory.mktemp("api")
    settings = {"limit_posts": 10_000_000, "limit_new_tables": 10_000_000}
    with running(f"sqlite:///{path}/t.db", **settings) as server:
        yield server


def document_of(operation: Operation, table: str) -> dict[str, Any]:
    """The document of one operation alone, at a table that there is."""
    document: dict[str, Any] = json.loads(written())
    path = f"/api{operation.path}"
    made = document["paths"][path][operation.method.lower()]
    known = {"table": [table], "seat": ["aune", "spectator", "nobody"], "rule": ["CRN-CRIT-05", "NW3-JUDGE-12", "X"]}
    for parameter in made["parameters"]:
        if parameter.get("in") == "path" and parameter["name"] in known:
            parameter["schema"] = {"type": "string", "enum": known[parameter["name"]]}
        elif parameter.get("name") == "seat":
            parameter["schema"] = {"type": "string", "enum": ["referee"]}
    roll = document["components"]["schemas"]["RollWanted"]["properties"]
    roll["expression"] = {"enum": ["4d6kh3", "(2d6)>=8", "d66", "1d6/0"]}
    document["paths"] = {path: {operation.method.lower(): made}}
    return document


@pytest.mark.parametrize("operation", TRIED, ids=lambda operation: operation.name)
def test_right_requests(server: Server, operation: Operation) -> None:
    try_out(server, operation, GenerationMode.POSITIVE)


@pytest.mark.parametrize("operation", WRONG, ids=lambda operation: operation.name)
def test_wrong_requests(server: Server, operation: Operation) -> None:
    try_out(server, operation, GenerationMode.NEGATIVE)


def try_out(server: Server, operation: Operation, mode: GenerationMode) -> None:
    """Make requests to one address and check the answers."""
    with make_table(server.url, game="cairn", scenario="ambush", seed="document") as bots:
        referee = bots["referee"]
        schema = schemathesis.openapi.from_dict(document_of(operation, referee.path.rpartition("/")[2]))
        schema.config.update(base_url=server.url)
        (found,) = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
        headers = {"authorization": referee.http.headers["authorization"]}

        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(found.as_strategy(generation_mode=mode))
        def run(case: schemathesis.Case[Any]) -> None:
            case.call_and_validate(headers=headers, checks=CHECKS)

        run()
