"""The server as one ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from rulewright.store.database import Database
from rulewright.store.meta import secret_key
from rulewright.web import assets
from rulewright.web.api import routes as api
from rulewright.web.config import Config
from rulewright.web.errors import HANDLERS
from rulewright.web.pages import (
    acting,
    balance,
    chances,
    characters,
    commanding,
    content,
    editing,
    health,
    importing,
    joining,
    lobby,
    managing,
    map,
    new_table,
    odds,
    odds_tool,
    packs,
    proof,
    replaying,
    rulebook,
    seats,
    settings,
    table,
)
from rulewright.web.people.security import BodyLimit, SecurityHeaders
from rulewright.web.people.session import SessionMiddleware
from rulewright.web.process.logs import RequestLog
from rulewright.web.site import Site

ROUTES = [  # those that are asked for most come first
    *table.routes,
    *map.routes,
    *acting.routes,
    *api.routes,
    *lobby.routes,
    *joining.routes,
    *settings.routes,
    *new_table.routes,
    *seats.routes,
    *managing.routes,
    *packs.routes,
    *content.routes,
    *importing.routes,
    *characters.routes,
    *chances.routes,
    *commanding.routes,
    *editing.routes,
    *rulebook.routes,
    *proof.routes,
    *odds_tool.routes,
    *odds.routes,
    *balance.routes,
    *replaying.routes,
    *health.routes,
    Route("/static/{mark}/{name}", assets.static),
]


def create(config: Config, database: Database) -> Starlette:
    """The application over an open database; it closes neither."""
    site = Site(config, database, secret_key(database).hex())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        site.hub.start()
        yield
        await site.hub.stop()
        await site.jobs.stop()
        site.computing.stop()

    app = Starlette(
        routes=ROUTES,
        middleware=[
            Middleware(RequestLog),
            Middleware(SecurityHeaders),
            Middleware(BodyLimit, config.limit_body, config.limit_upload),
            Middleware(SessionMiddleware, site.sessions, config.secure),
            Middleware(GZipMiddleware, minimum_size=500),
        ],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )
    app.state.site = site
    return app
