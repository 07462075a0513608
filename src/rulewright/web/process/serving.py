"""A server as a process: the socket it listens on, and stopping without losing anything.

When it is told to stop it takes no more visitors, ends the streams (their browsers come back to the next process),
finishes the requests and commands that it has, and leaves. Told a second time from the keyboard it leaves at once:
what has been acknowledged is on the disk anyway.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import socket
import threading
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from rulewright.engine.errors import Malformed
from rulewright.web.process.wire import Protocol
from rulewright.web.site import Site

BACKLOG = 2048
KEEP_ALIVE_SECONDS = 75
"""Longer than proxies keep an idle connection, so that it is they who close it."""
GRACE_SECONDS = 4
"""What requests have to come to their end; then they are broken off."""
PATIENCE_SECONDS = 8.0
"""What the whole process has, with computations that nobody waits for any more; then it is broken off."""
INTERRUPTED = 130
WILDCARDS = ("0.0.0.0", "::", "")
_ELSEWHERE = ("192.0.2.1", 9)  # an address that nobody has (RFC 5737)


class Server(uvicorn.Server):
    """Serves the application until a signal, or until the process `parent`, if any, is gone."""

    def __init__(self, app: Starlette, proxies: str, parent: int = 0) -> None:
        """`proxies` are the addresses, separated by commas, whose word on who asks is believed."""
        super().__init__(
            uvicorn.Config(
                app,
                http=Protocol,
                ws="none",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=True,
                forwarded_allow_ips=proxies,
                backlog=BACKLOG,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )
        self.site: Site = app.state.site
        self.parent = parent

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; a second Ctrl-C stops."""
        if self.should_exit and sig == signal.SIGINT:
            os._exit(INTERRUPTED)
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        """Whether it is time to stop."""
        if self.parent and os.getppid() != self.parent:
            self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop as said above."""
        self.site.stopping = True
        last = threading.Timer(PATIENCE_SECONDS, os._exit, [0])
        last.daemon = True
        last.start()
        ending = asyncio.create_task(self._end_streams())
        await super().shutdown(sockets)
        ending.cancel()

    async def _end_streams(self) -> None:
        """End the streams, and those that requests still under way begin."""
        while True:
            for room in self.site.hub.rooms.values():
                room.listeners.end()
            await asyncio.sleep(0.05)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; raises `Malformed` in plain words."""
    try:
        family = socket.AF_INET
        if (host and host not in WILDCARDS) or host == "::":
            family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
        both = host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except OSError as error:
        raise _plain(error, host, port) from error


def _plain(error: OSError, host: str, port: int) -> Malformed:
    another = port + 1 if 1024 <= port < 65535 else 8000
    if error.errno == errno.EADDRINUSE:
        return Malformed(f"port {port} is in use", at=host, expected=f"another one, such as --port {another}")
    if error.errno == errno.EACCES:
        return Malformed(
            f"port {port} is not for everybody", at=host, expected=f"--port {another}, or a proxy before it"
        )
    return Malformed(f"cannot listen here: {error.strerror or error}", at=host, expected="--host with an own address")


def address(listener: socket.socket, secure: bool) -> str:
    """The URL under which visitors reach the server: for one that listens everywhere, in the local network."""
    host, port = listener.getsockname()[:2]
    if host in WILDCARDS:
        host = _local_address()
    shown = f"[{host}]" if ":" in host else host
    return f"{'https' if secure else 'http'}://{shown}:{port}"


def _local_address() -> str:
    """The address of this machine in its network; nothing is sent to find it."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(_ELSEWHERE)
        found: str = asking.getsockname()[0]
        return found
    return "127.0.0.1"
