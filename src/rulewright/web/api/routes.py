"""The routes of the API: one for each path, out of all operations."""

from __future__ import annotations

import asyncio
from functools import cache

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from rulewright.web.api import commands, document, looking, maps, page, rules, seats, simulate, stream, tables, tools
from rulewright.web.api.operations import Call, Endpoint, Operation
from rulewright.web.api.reading import JSON
from rulewright.web.caching import kept

OPERATIONS: list[Operation] = [
    *rules.operations,
    *tools.operations,
    *simulate.operations,
    *tables.operations,
    *seats.operations,
    *looking.operations,
    *maps.operations,
    *stream.operations,
    *commands.operations,
]

ROOT = "/api"


@cache
def written() -> bytes:
    """The OpenAPI document."""
    return msgspec.json.encode(document.document(OPERATIONS))


async def openapi(call: Call) -> Response:
    """The OpenAPI 3.1 document."""
    return Response(await asyncio.to_thread(written), media_type=JSON)


async def overview(call: Call) -> Response:
    """This page."""
    made = await asyncio.to_thread(lambda: page.api_page(msgspec.json.decode(written())))
    return kept(call.request, call.visit.page(made))


OPERATIONS += [
    Operation("GET", "", overview, tag="about", media="text/html"),
    Operation("GET", "/openapi.json", openapi, tag="about"),
]


def _routes() -> list[Route]:
    paths: dict[str, list[Operation]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, []).append(operation)
    found = [Route(f"{ROOT}{path}", Endpoint(operations)) for path, operations in paths.items()]
    return [*found, Route(f"{ROOT}/{{rest:path}}", Endpoint(()))]


routes = _routes()
