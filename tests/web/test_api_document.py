"""The OpenAPI document and the page made of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis

from rulewright import games
from rulewright.web.api.problems import KINDS
from rulewright.web.api.routes import OPERATIONS, routes
from servers import running


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    path: Path = tmp_path_factory.mktemp("api")
    with running(f"sqlite:///{path}/t.db") as server, httpx.Client(base_url=server.url, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")
def document(http: httpx.Client) -> Any:
    answer = http.get("/api/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


def references(part: Any) -> Iterator[str]:
    """All references in a part of the document, those of discriminators too."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        yield from part.get("discriminator", {}).get("mapping", {}).values()
        for value in part.values():
            yield from references(value)
    elif isinstance(part, list):
        for value in part:
            yield from references(value)


def test_it_describes_every_operation(document: Any) -> None:
    assert document["openapi"].startswith("3.1")
    described = {(path, method) for path, methods in document["paths"].items() for method in methods}
    assert described == {(f"/api{one.path}", one.method.lower()) for one in OPERATIONS}
    names = [made["operationId"] for methods in document["paths"].values() for made in methods.values()]
    assert len(set(names)) == len(names) == len(OPERATIONS)
    assert {route.path for route in routes} == {*document["paths"], "/api/{rest:path}"}


def test_its_references_lead_somewhere(document: Any) -> None:
    found = set(references(document))
    assert found
    for reference in found:
        here = document
        for step in reference.removeprefix("#/").split("/"):
            here = here[step]
        assert here


def test_it_is_openapi(document: Any) -> None:
    schemathesis.openapi.from_dict(document).validate()
    for name, schema in document["components"]["schemas"].items():
        assert re.fullmatch(r"[A-Za-z0-9._-]+", name)
        assert "x-each-game" not in json.dumps(schema), name


def test_it_has_every_command_of_every_game(document: Any) -> None:
    schemas = document["components"]["schemas"]
    for game in games.installed().values():
        union = schemas[f"{game.id}.AnyCommand"]
        mapping = union["discriminator"]["mapping"]
        assert union["discriminator"]["propertyName"] == "do"
        assert list(mapping) == list(game.commands.types)
        assert [one["$ref"] for one in union["oneOf"]] == list(mapping.values())
        for name, reference in mapping.items():
            schema = schemas[reference.rpartition("/")[2]]
            assert schema["properties"]["do"]["enum"] == [name]
            assert "do" in schema["required"]
            assert schema["additionalProperties"] is False
    command = schemas["CommandGiven"]["properties"]["command"]
    assert [one["$ref"].rpartition("/")[2] for one in command["anyOf"]] == [
        f"{id}.AnyCommand" for id in games.installed()
    ]


def test_every_operation_says_what_can_go_wrong(document: Any) -> None:
    for path, methods in document["paths"].items():
        for made in methods.values():
            statuses = set(made["responses"])
            assert made["summary"], path
            assert {"400", "406", "503"} <= statuses
            assert ("404" in statuses) or "{" not in path
            if made["security"] and {} not in made["security"]:
                assert {"401", "403"} <= statuses
            if "requestBody" in made:
                assert {"413", "415", "429"} <= statuses
    assert {f"Problem{status}" for status in KINDS.values() if status != 500} == set(
        document["components"]["responses"]
    )


def test_the_page_lists_everything(http: httpx.Client, document: Any) -> None:
    page = http.get("/api")
    assert page.headers["content-type"].startswith("text/html")
    ids = re.findall(r' id="([^"]+)"', page.text)
    assert len(set(ids)) == len(ids)
    for path, methods in document["paths"].items():
        for method in methods:
            assert f"{method.upper()} {path}" in page.text
    assert {f"schema-{name}" for name in document["components"]["schemas"]} <= set(ids)
    assert set(KINDS) <= set(ids)
    assert set(re.findall(r'href="#([^"]+)"', page.text)) <= set(ids)
    assert "«api" not in page.text
    assert page.text.count("<h1") == 1


def test_the_page_is_kept_by_browsers(http: httpx.Client) -> None:
    http.get("/settings")  # where the cookie comes from
    first = http.get("/api")
    again = http.get("/api", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
