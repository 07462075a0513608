"""Whether the process lives, and whether it can serve."""

from __future__ import annotations

import asyncio

from sqlalchemy import text
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rulewright.engine.errors import RulewrightError
from rulewright.store.database import Database
from rulewright.web.site import Site


async def live(request: Request) -> Response:
    """The process answers."""
    return JSONResponse({"status": "ok"})


async def ready(request: Request) -> Response:
    """The database answers too, and the server is not about to stop; 503 where it is not so."""
    site: Site = request.app.state.site
    if site.stopping:
        return JSONResponse({"status": "not ready", "reason": "stopping"}, 503)
    try:
        await asyncio.to_thread(_ask, site.database)
    except RulewrightError as error:
        return JSONResponse({"status": "not ready", "reason": str(error)}, 503)
    return JSONResponse({"status": "ready", "tables": len(site.hub.rooms)})


def _ask(database: Database) -> None:
    with database.read() as connection:
        connection.execute(text("select 1"))


routes = [Route("/health", live), Route("/health/ready", ready)]
