"""A real server on loopback for tests, and visitors who come to it over HTTP as browsers without scripts do."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from typing import Any

import httpx
import uvicorn
from starlette.applications import Starlette

from rulewright.store.database import Database
from rulewright.store.migrating import upgrade
from rulewright.web.app import create
from rulewright.web.config import Config
from rulewright.web.process.wire import Protocol
from rulewright.web.site import Site


class Server:
    """A running server: its address, and the site inside for what no page shows."""

    def __init__(self, app: Starlette, port: int, loop: asyncio.AbstractEventLoop) -> None:
        self.app = app
        self.loop = loop
        self.url = f"http://127.0.0.1:{port}"
        self.visitors: list[Visitor] = []

    @property
    def site(self) -> Site:
        site: Site = self.app.state.site
        return site

    def visitor(self) -> Visitor:
        """Somebody new, with a cookie jar of their own."""
        self.visitors.append(Visitor(self.url))
        return self.visitors[-1]


@contextmanager
def running(database_url: str, **settings: Any) -> Iterator[Server]:
    """A server over this database, which is brought up to date first; it is stopped on leaving."""
    upgrade(database_url)
    with Database.open(database_url, exclusive=True) as database, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        app = create(Config(database=database_url, **settings), database)
        server = uvicorn.Server(uvicorn.Config(app, http=Protocol, log_level="error", timeout_graceful_shutdown=2))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        started = threading.Event()
        loops: list[asyncio.AbstractEventLoop] = []
        startup = server.startup

        async def notify(sockets: list[socket.socket] | None = None) -> None:
            await startup(sockets)
            loops.append(asyncio.get_running_loop())
            started.set()

        server.startup = notify  # type: ignore[method-assign]
        thread.start()
        if not started.wait(30):
            raise RuntimeError("the server did not start")
        try:
            made = Server(app, listening.getsockname()[1], loops[0])
            yield made
        finally:
            for visitor in made.visitors:
                visitor.http.close()
            server.should_exit = True
            thread.join(30)


class Visitor:
    """A browser without scripts: follows links, posts the forms that pages show."""

    def __init__(self, url: str, **headers: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, follow_redirects=True, timeout=30, headers=headers)

    def get(self, path: str, **headers: str) -> httpx.Response:
        """A page."""
        return self.http.get(path.removeprefix(self.url), headers=headers)

    def token(self, path: str = "/settings") -> str:
        """The form token that a page gives to this visitor."""
        found = re.search(r'name="form_token" value="([^"]+)"', self.get(path).text)
        assert found, f"no form on {path}"
        return unescape(found[1])

    def post(self, path: str, data: Mapping[str, Any] | None = None, **headers: str) -> httpx.Response:
        """Post a form of our own page."""
        return self.http.post(
            path.removeprefix(self.url), data={"form_token": self.token(), **(data or {})}, headers=headers
        )
