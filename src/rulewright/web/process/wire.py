"""HTTP on the wire: how much and how long a visitor may send before it is a request. The parser knows no limits."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD = 64_000
"""Bytes of the first line and all headers of a request."""
SECONDS_FOR_HEAD = 20.0
"""What the head of a request may take to arrive, and how long a new connection may say nothing."""


class Protocol(HttpToolsProtocol):
    """Ends connections whose request has too long a head, or one that does not come to its end."""

    _inside = False
    _had = 0
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A new connection."""
        super().connection_made(transport)
        self._deadline = self.loop.call_later(SECONDS_FOR_HEAD, self._end)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._in_time()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """More of a request."""
        super().data_received(data)
        if not self._inside or self.transport.is_closing():
            return
        self._had += len(data)
        if self._had > MOST_HEAD:
            self._end()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(SECONDS_FOR_HEAD, self._end)

    def on_message_begin(self) -> None:
        """A head begins."""
        super().on_message_begin()
        self._inside, self._had = True, 0

    def on_headers_complete(self) -> None:
        """A head has come to its end; raises for one that is too long, which ends the connection."""
        self._inside = False
        self._in_time()
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > MOST_HEAD:
            raise ValueError("too long a head")
        super().on_headers_complete()

    def _in_time(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end(self) -> None:
        self._in_time()
        if self._inside:
            self.send_400_response("The head of this request is too long, or too slow.")
        else:
            self.transport.close()
